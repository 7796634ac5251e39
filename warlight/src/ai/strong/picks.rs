//! The choice of starting regions: whole beginnings of games are simulated.

use super::atlas::Atlas;
use super::judge::Judge;
use super::planner::Planner;
use super::tuned::Tuned;
use crate::map::RegionId;
use crate::rules::{RoundBuffer, RuleSet, State, Turn, View, picker, play_round};
use common::game::Side;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The rounds that are simulated.
const ROUNDS: usize = 12;

/// At most so many combinations are compared.
const COMBINATIONS: usize = 120;

/// Simulates beginnings of games.
struct Beginnings<'a> {
    atlas: &'a Atlas,
    tuned: &'a Tuned,
    view: &'a View,
    dice: SmallRng,
    planner: Planner,
    judge: Judge,
    buffer: RoundBuffer,
    state: State,
    turns: Vec<Turn>,
    done: u64,
}

impl Beginnings<'_> {
    /// The chance to win if the regions are given out like this.
    fn play(&mut self, given: &[(Side, RegionId)]) -> f32 {
        self.state.clone_from(&self.view.state);
        for (side, region) in given {
            self.state.set_owner(*region, Some(*side));
        }
        for _ in 0..ROUNDS {
            for n in 0..self.turns.len() {
                let turn = &mut self.turns[n];
                let (side, dice) = (Side(n as u8), &mut self.dice);
                self.planner.plan(self.atlas, &self.state, side, &self.tuned.style, dice, turn);
            }
            let map = self.atlas.plain_map();
            let (state, buffer) = (&mut self.state, &mut self.buffer);
            play_round(self.atlas.rules, map, state, &self.turns, buffer, &mut self.dice, |_| ());
        }
        self.done += 1;
        self.judge.chance(self.atlas, &self.state, self.view.side, &self.tuned.weights)
    }

    /// Random regions for the other sides: of their offers if they are known, else of those that are hidden.
    fn others(&mut self, given: &mut Vec<(Side, RegionId)>) {
        let view = self.view;
        for side in Side::all(usize::from(view.setup.players)).filter(|side| *side != view.side) {
            let known = view.offers.get(side.index()).map_or(&[][..], Vec::as_slice);
            for _ in 0..view.picks {
                let free = |region: &RegionId| {
                    view.state.owner(*region).is_none() && given.iter().all(|(_, taken)| taken != region)
                };
                let places: Vec<RegionId> = if known.is_empty() {
                    view.state
                        .regions()
                        .filter(|region| free(region) && !view.own_offers().contains(region))
                        .collect()
                } else {
                    known.iter().copied().filter(|region| free(region)).collect()
                };
                if !places.is_empty() {
                    given.push((side, places[self.dice.random_range(0..places.len())]));
                }
            }
        }
    }
}

/// Chooses starting regions until `used_up`, which is asked with the number of simulations so far.
pub fn choose_picks(
    atlas: &Atlas,
    tuned: &Tuned,
    view: &View,
    seed: u64,
    used_up: &dyn Fn(u64) -> bool,
) -> Vec<RegionId> {
    let mut beginnings = Beginnings {
        atlas,
        tuned,
        view,
        dice: SmallRng::seed_from_u64(seed),
        planner: Planner::default(),
        judge: Judge::default(),
        buffer: RoundBuffer::default(),
        state: view.state.clone(),
        turns: vec![Turn::default(); usize::from(view.setup.players)],
        done: 0,
    };
    match view.setup.rules {
        RuleSet::Seed => best_combination(&mut beginnings, used_up),
        RuleSet::Contest1 | RuleSet::Contest2 => ranking(&mut beginnings, used_up),
    }
}

/// The best combination of the offers. All of them are tried; the worse half is given up again and again.
fn best_combination(beginnings: &mut Beginnings<'_>, used_up: &dyn Fn(u64) -> bool) -> Vec<RegionId> {
    let view = beginnings.view;
    let mut left: Vec<(f32, u32, Vec<RegionId>)> =
        combinations(view.own_offers(), view.picks, &mut beginnings.dice)
            .into_iter()
            .map(|regions| (0.0, 0, regions))
            .collect();
    let mut rounds = 0;
    while left.len() > 1 && !used_up(beginnings.done) {
        // The same answers of the others for all.
        for _ in 0..4 {
            let mut enemies = Vec::new();
            beginnings.others(&mut enemies);
            for (sum, count, regions) in &mut left {
                let mut given = enemies.clone();
                given.retain(|(_, region)| !regions.contains(region));
                given.extend(regions.iter().map(|region| (view.side, *region)));
                *sum += beginnings.play(&given);
                *count += 1;
            }
        }
        rounds += 1;
        left.sort_by(|a, b| (b.0 / b.1.max(1) as f32).total_cmp(&(a.0 / a.1.max(1) as f32)));
        if rounds % 3 == 0 {
            let keep = left.len().div_ceil(2).max(2);
            left.truncate(if rounds > 60 { 1 } else { keep });
        }
    }
    left.into_iter().next().map(|(_, _, regions)| regions).unwrap_or_default()
}

/// All ways to choose so many regions, or many random ones.
fn combinations(offers: &[RegionId], count: usize, dice: &mut SmallRng) -> Vec<Vec<RegionId>> {
    let mut all: Vec<Vec<RegionId>> = vec![Vec::new()];
    for _ in 0..count.min(offers.len()) {
        let longer = all.iter().flat_map(|chosen| {
            let next = chosen.last().and_then(|last| offers.iter().position(|offer| offer == last));
            let rest = &offers[next.map_or(0, |next| next + 1)..];
            rest.iter().map(|offer| chosen.iter().copied().chain([*offer]).collect())
        });
        all = longer.collect();
        if all.len() > 20_000 {
            break;
        }
    }
    all.retain(|chosen: &Vec<RegionId>| chosen.len() == count.min(offers.len()));
    while all.len() > COMBINATIONS {
        all.swap_remove(dice.random_range(0..all.len()));
    }
    if all.is_empty() {
        let mut rest = offers.to_vec();
        while rest.len() > count {
            rest.swap_remove(dice.random_range(0..rest.len()));
        }
        all.push(rest);
    }
    all
}

/// How soon the super region of a region pays: its bonus for the armies that it costs.
fn quickness(atlas: &Atlas, state: &State, region: RegionId) -> f32 {
    let n = atlas.super_region(region);
    let mut cost = 2.0;
    for other in &atlas.map.super_regions[n].regions {
        // Those that are lost, and one that stays.
        if *other != region && state.owner(*other).is_none() {
            cost += (state.armies(*other) as f32 * 0.7).round() + 1.0;
        }
    }
    atlas.bonuses()[n].0 / cost
}

/// The offers by what they are worth: the value of having a region, compared with that of leaving it to the other side,
/// and how soon its super region pays. Simulated values alone vary too much to tell two regions apart.
fn ranking(beginnings: &mut Beginnings<'_>, used_up: &dyn Fn(u64) -> bool) -> Vec<RegionId> {
    let view = beginnings.view;
    let offers = view.own_offers().to_vec();
    // The sum and the number of values, for the viewer and for the other side.
    let mut sums = vec![[(1.0f32, 2.0f32); 2]; offers.len()];
    let quick: Vec<f32> =
        offers.iter().map(|offer| quickness(beginnings.atlas, &view.state, *offer)).collect();
    let worth = |sums: &[[(f32, f32); 2]], n: usize| {
        let sums = &sums[n];
        sums[0].0 / sums[0].1 - sums[1].0 / sums[1].1 + quick[n]
    };
    let picked = view.state.regions().filter(|region| view.state.owner(*region).is_some()).count();
    let owners: Vec<Side> = match view.setup.rules {
        RuleSet::Contest2 => (picked..view.picks_in_turn).map(picker).collect(),
        _ => {
            (0..view.picks / 2 * 2).map(|n| if n % 2 == 0 { view.side } else { view.side.other() }).collect()
        }
    };
    while !used_up(beginnings.done) && beginnings.done < 100_000 {
        let mut free: Vec<usize> = (0..offers.len()).collect();
        let mut given = Vec::new();
        let mut chosen = Vec::new();
        for side in &owners {
            if free.is_empty() {
                break;
            }
            // Of two random regions the better one.
            let (a, b) =
                (beginnings.dice.random_range(0..free.len()), beginnings.dice.random_range(0..free.len()));
            let better = if worth(&sums, free[a]) >= worth(&sums, free[b]) { a } else { b };
            let n = free.swap_remove(if beginnings.done < 60 { a } else { better });
            given.push((*side, offers[n]));
            chosen.push((n, usize::from(*side != view.side)));
        }
        let value = beginnings.play(&given);
        for (n, whose) in chosen {
            sums[n][whose].0 += value;
            sums[n][whose].1 += 1.0;
        }
    }
    let mut order: Vec<usize> = (0..offers.len()).collect();
    order.sort_by(|a, b| worth(&sums, *b).total_cmp(&worth(&sums, *a)));
    order.into_iter().take(view.picks).map(|n| offers[n]).collect()
}
