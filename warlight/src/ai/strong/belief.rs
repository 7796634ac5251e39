//! What fog hides: several states that agree with everything a side has seen.
//!
//! Every round the others' turns are guessed in each state, and the round is played with the own turn. Then whatever is
//! seen replaces what was guessed.

use super::atlas::Atlas;
use super::planner::Planner;
use super::style::Style;
use crate::map::RegionId;
use crate::rules::{DeployEvent, Event, RoundBuffer, RuleSet, Seen, Starts, State, Turn, View, play_round};
use common::game::{Side, Sides};
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};

/// How many states are kept.
const STATES: usize = 6;

/// The armies that a hidden region of an enemy is supposed to have.
const GUESSED_ARMIES: u32 = 3;

/// The possible states of a game.
#[derive(Debug, Default)]
pub struct Belief {
    states: Vec<State>,
    /// The rounds that were played when they were possible.
    round: u16,
    planner: Planner,
    buffer: RoundBuffer,
}

impl Belief {
    /// The possible states of a view. `last` is the own turn of the round before.
    pub fn states(
        &mut self,
        atlas: &Atlas,
        style: &Style,
        view: &View,
        last: Option<&Turn>,
        seed: u64,
    ) -> &[State] {
        let mut dice = SmallRng::seed_from_u64(seed);
        if view.seen.iter().all(|seen| *seen == Seen::Now) {
            self.states.clear();
            self.states.push(view.state.clone());
        } else if let Some(last) = last
            && self.states.len() == STATES
            && view.round == self.round + 1
        {
            self.play(atlas, style, view, last, &mut dice);
        } else {
            self.begin(atlas, view, &mut dice);
        }
        self.round = view.round;
        &self.states
    }

    /// Guesses states from a view alone.
    fn begin(&mut self, atlas: &Atlas, view: &View, dice: &mut SmallRng) {
        self.states = vec![view.state.clone(); STATES];
        for state in &mut self.states {
            for enemy in view.alive.iter().filter(|side| *side != view.side) {
                let known = state.region_count(enemy);
                for _ in known..starting_regions(view) {
                    place_somewhere(atlas, view, state, enemy, dice);
                }
            }
        }
    }

    /// Plays a round in every state.
    fn play(&mut self, atlas: &Atlas, style: &Style, view: &View, last: &Turn, dice: &mut SmallRng) {
        let sides = usize::from(view.setup.players);
        for state in &mut self.states {
            let mut turns = vec![Turn::default(); sides];
            for (n, turn) in turns.iter_mut().enumerate() {
                let side = Side(n as u8);
                if side == view.side {
                    turn.clone_from(last);
                } else {
                    let style = if dice.random_bool(0.5) { *style } else { style.vary(dice) };
                    self.planner.plan(atlas, state, side, &style, dice, turn);
                    use_seen_deploys(atlas, view, state, side, turn);
                }
            }
            play_round(atlas.rules, atlas.plain_map(), state, &turns, &mut self.buffer, dice, |_| ());
            correct(view, state);
            let alive = state.alive();
            for enemy in view.alive.iter().filter(|side| !alive.contains(*side)) {
                place_somewhere(atlas, view, state, enemy, dice);
            }
        }
    }
}

/// How many regions every side starts with, about.
fn starting_regions(view: &View) -> usize {
    match (view.setup.rules, view.setup.starts) {
        (RuleSet::Contest1, _) => (view.picks / 2).max(3),
        // The picks of the others were public.
        (RuleSet::Contest2, _) => 1,
        (RuleSet::Seed, Starts::All) => view.map().super_regions.len(),
        (RuleSet::Seed, Starts::Count(count)) => usize::from(count),
    }
}

/// Gives a side a random region that is hidden, if there is one; in the first rounds one that could be picked.
fn place_somewhere(atlas: &Atlas, view: &View, state: &mut State, side: Side, dice: &mut impl Rng) {
    let hidden = |region: &RegionId| !view.is_seen(*region) && state.owner(*region).is_none();
    let mut places: Vec<RegionId> = state.regions().filter(hidden).collect();
    let offered = view.offers.iter().flatten();
    let offered: Vec<RegionId> = offered.copied().filter(|region| places.contains(region)).collect();
    if !offered.is_empty() {
        places = offered;
    }
    if places.is_empty() {
        places = state.regions().filter(|region| !view.is_seen(*region)).collect();
    }
    if let Some(region) = (!places.is_empty()).then(|| places[dice.random_range(0..places.len())]) {
        state.set_owner(region, Some(side));
        if view.round > 0 {
            state.set_armies(region, GUESSED_ARMIES.max(atlas.rules.base_income));
        }
    }
}

/// Deployments that were seen replace guessed ones; the rest of the income is guessed.
fn use_seen_deploys(atlas: &Atlas, view: &View, state: &State, side: Side, turn: &mut Turn) {
    let Some(record) = &view.last else { return };
    let mut left = state.income(atlas.plain_map(), atlas.rules.base_income, side);
    let guessed = std::mem::take(&mut turn.deploys);
    for event in &record.events {
        if let Event::Deploy(DeployEvent { side: whose, region, placed, .. }) = event
            && *whose == side
        {
            left = left.saturating_sub(*placed);
            if state.owns(side, *region) {
                turn.deploy(*region, *placed);
            }
        }
    }
    for deploy in guessed {
        // A region that is seen would have shown it.
        if !view.is_seen(deploy.region) {
            let armies = deploy.armies.min(left);
            left -= armies;
            if armies > 0 {
                turn.deploy(deploy.region, armies);
            }
        }
    }
}

/// Replaces what is known.
fn correct(view: &View, state: &mut State) {
    let mut enemies = view.alive.iter().filter(|side| *side != view.side).fold(Sides::NONE, Sides::with);
    if enemies == Sides::NONE {
        enemies = Sides::one(view.side.other());
    }
    for region in state.regions() {
        let seen = view.seen[usize::from(region)];
        if seen == Seen::Now || seen == Seen::InRound(view.round) {
            state.set_owner(region, view.state.owner(region));
            state.set_armies(region, view.state.armies(region));
        }
        // A region that is hidden is not ours.
        if seen != Seen::Now && state.owns(view.side, region) {
            state.set_owner(region, enemies.iter().next());
            state.set_armies(region, GUESSED_ARMIES);
        }
    }
}
