//! The beginning of a game: wastelands, regions that are offered, and how picks are given out.
//!
//! | rules | wastelands | offers | picks |
//! |---|---|---|---|
//! | `seed` | none | one region of each super region for each player | some or all of them |
//! | `contest1` | none | two regions of each super region for both | each ranks half, and gets half of those |
//! | `contest2` | up to half as many as super regions | one region of each super region for both, no wasteland | in turn: A B B A … |

use super::setup::{RuleSet, Setup, Starts};
use super::state::{MAX_PLAYERS, State};
use crate::map::{DEFAULT_ARMIES, Map, RegionId, SuperRegion};
use common::game::{Dice, Side};
use thiserror::Error;

/// The armies of a wasteland.
pub const WASTELAND_ARMIES: u32 = 6;

/// In the second contest the number of picks is left to chance above this number.
const SURE_PICKS: usize = 6;

/// Why a game cannot start with a setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadSetup {
    /// The number of players.
    #[error("{0} players are not possible: use 2 to {MAX_PLAYERS}")]
    Players(u8),
    /// The map is for fewer players.
    #[error("the map {map} is for up to {max} players, not {players}")]
    TooManyPlayers {
        /// The map.
        map: String,
        /// Its limit.
        max: u8,
        /// The players of the setup.
        players: u8,
    },
    /// The contests are for two.
    #[error("the contest rules are for 2 players, not {0}")]
    ContestPlayers(u8),
    /// Two players have the same name.
    #[error("two players are named {0}: use different names")]
    Names(String),
    /// Somebody would have no region.
    #[error("the map {0} has too few regions for these rules and players")]
    TooFewRegions(String),
}

/// What is known from the beginning of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The map before anybody owns a region, with wastelands.
    pub neutral: State,
    /// The regions that each side may pick. In the contests they are the same for both.
    pub offers: Vec<Vec<RegionId>>,
    /// How many regions each side picks (or ranks) in one move.
    pub picks: Vec<usize>,
    /// How many picks are made in all, where they are made in turn; 0 where they are made at the same time.
    pub picks_in_turn: usize,
}

impl Start {
    /// Makes offers and wastelands.
    pub fn new(setup: &Setup, dice: &mut Dice) -> Result<Start, BadSetup> {
        let (map, players) = (&*setup.map, setup.players);
        if !(2..=MAX_PLAYERS).contains(&usize::from(players)) {
            return Err(BadSetup::Players(players));
        }
        if setup.rules != RuleSet::Seed && players != 2 {
            return Err(BadSetup::ContestPlayers(players));
        }
        if players > map.max_players {
            let (map, max) = (map.name.clone(), map.max_players);
            return Err(BadSetup::TooManyPlayers { map, max, players });
        }
        if let Some(name) = setup.looks.repeated_name(usize::from(players)) {
            return Err(BadSetup::Names(name.to_owned()));
        }
        let start = match setup.rules {
            RuleSet::Seed => seed(map, usize::from(players), setup.starts, dice),
            RuleSet::Contest1 => contest1(map, dice),
            RuleSet::Contest2 => contest2(map, dice),
        };
        if start.picks.contains(&0) { Err(BadSetup::TooFewRegions(map.name.clone())) } else { Ok(start) }
    }

    /// Whether everybody gets all that is offered, so that there is nothing to pick.
    pub fn is_forced(&self, rules: RuleSet) -> bool {
        let all = self.offers.iter().zip(&self.picks).all(|(offers, picks)| offers.len() == *picks);
        rules == RuleSet::Seed && all
    }
}

/// One region of each super region for each player. Where there are not enough, those with the fewest offers get them.
fn seed(map: &Map, players: usize, starts: Starts, dice: &mut Dice) -> Start {
    let mut offers = vec![Vec::new(); players];
    for super_region in &map.super_regions {
        let mut sides: Vec<usize> = (0..players).collect();
        shuffle(&mut sides, dice);
        sides.sort_by_key(|side| offers[*side].len());
        let mut regions = super_region.regions.clone();
        shuffle(&mut regions, dice);
        for (side, region) in sides.into_iter().zip(regions) {
            offers[side].push(region);
        }
    }
    let count = |offers: &Vec<RegionId>| match starts {
        Starts::All => offers.len(),
        Starts::Count(count) => usize::from(count).min(offers.len()),
    };
    let picks = offers.iter().map(count).collect();
    Start { neutral: State::neutral(map), offers, picks, picks_in_turn: 0 }
}

/// Two regions of each super region for both. Each ranks half of them and gets half of those.
fn contest1(map: &Map, dice: &mut Dice) -> Start {
    let mut offered = Vec::new();
    for super_region in &map.super_regions {
        let mut regions = super_region.regions.clone();
        shuffle(&mut regions, dice);
        offered.extend(regions.into_iter().take(2));
    }
    // An even number, so that any two rankings are enough for both.
    let picks = match offered.len() {
        0 | 1 => 0,
        count => (count / 4).max(1) * 2,
    };
    Start { neutral: contest_neutral(map), offers: vec![offered; 2], picks: vec![picks; 2], picks_in_turn: 0 }
}

/// Wastelands, and one other region of each super region on offer; a super region of wastelands alone offers none. An even
/// number of the offers is picked in turn: all, but each pair above six is left out with a chance of a quarter.
fn contest2(map: &Map, dice: &mut Dice) -> Start {
    let mut neutral = contest_neutral(map);
    add_wastelands(map, &mut neutral, dice);
    let mut offered = Vec::new();
    for super_region in &map.super_regions {
        let normal: Vec<RegionId> = normal_regions(&neutral, super_region).collect();
        offered.extend(dice.pick(&normal));
    }
    let mut picks_in_turn = offered.len() / 2 * 2;
    for _ in 0..picks_in_turn.saturating_sub(SURE_PICKS) / 2 {
        if dice.chance(0.25) {
            picks_in_turn -= 2;
        }
    }
    let picks = usize::from(picks_in_turn > 0);
    Start { neutral, offers: vec![offered; 2], picks: vec![picks; 2], picks_in_turn }
}

/// Draws a region of the whole map for every second super region, and makes it a wasteland. As in the contest's engine, a
/// draw of a wasteland has no effect if its super region has two normal regions left, and is repeated if not. So a super
/// region can have several wastelands, or nothing else.
fn add_wastelands(map: &Map, neutral: &mut State, dice: &mut Dice) {
    for _ in 0..map.super_regions.len() / 2 {
        let normal = |super_region: &SuperRegion| normal_regions(neutral, super_region).count();
        let with_offer = map.super_regions.iter().filter(|super_region| normal(super_region) > 0).count();
        // A choice among the draws that would not be repeated is the same, and comes to an end on every map.
        let counts = |region: &RegionId| {
            let count =
                normal(&map.super_regions[usize::from(map.regions[usize::from(*region)].super_region)]);
            if is_wasteland(neutral, *region) {
                count >= 2
            } else {
                // Unlike the engine: two super regions keep an offer, so that both players can start on small maps.
                count >= 2 || with_offer > 2
            }
        };
        let draws: Vec<RegionId> = neutral.regions().filter(counts).collect();
        if let Some(region) = dice.pick(&draws) {
            neutral.set_armies(*region, WASTELAND_ARMIES);
        }
    }
}

fn is_wasteland(neutral: &State, region: RegionId) -> bool {
    neutral.armies(region) == WASTELAND_ARMIES
}

fn normal_regions(neutral: &State, super_region: &SuperRegion) -> impl Iterator<Item = RegionId> {
    super_region.regions.iter().copied().filter(|region| !is_wasteland(neutral, *region))
}

/// In the contests every region has the same neutral armies.
fn contest_neutral(map: &Map) -> State {
    let mut state = State::neutral(map);
    for region in state.regions() {
        state.set_armies(region, u32::from(DEFAULT_ARMIES));
    }
    state
}

/// The side of pick number `n`, counted from 0, where picks are made in turn: A B B A A B B A …
pub fn picker(n: usize) -> Side {
    if matches!(n % 4, 0 | 3) { Side::FIRST } else { Side::SECOND }
}

/// Gives out ranked regions, half as many to each as it ranked: a coin decides who is first in each pair, and each gets
/// its best region that is free.
pub fn give_ranked(rankings: &[Vec<RegionId>], dice: &mut Dice) -> Vec<(Side, RegionId)> {
    let mut given: Vec<(Side, RegionId)> = Vec::new();
    let pairs = rankings.iter().map(Vec::len).min().unwrap_or(0) / 2;
    for _ in 0..pairs {
        let first = Side(dice.below(2) as u8);
        for side in [first, first.other()] {
            let free = |region: &&RegionId| given.iter().all(|(_, taken)| taken != *region);
            if let Some(region) = rankings[side.index()].iter().find(free) {
                given.push((side, *region));
            }
        }
    }
    given
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last + 1));
    }
}
