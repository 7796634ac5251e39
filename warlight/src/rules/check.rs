//! Whether a turn is legal, and why not.

use super::setup::RuleSet;
use super::state::State;
use super::turn::{Deploy, Order, Turn};
use crate::map::{Map, RegionId};
use common::game::Side;

/// A region as error messages name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its number, counted from 1.
    pub number: u32,
    /// Its name.
    pub name: String,
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a move.
    NotUnderstood(String),
    /// A command in words, where a turn is one line of numbers.
    OneLine,
    /// No region has this name.
    NoName(String),
    /// Several regions have this name, or begin with it.
    SeveralNames(String, Vec<Place>),
    /// The map has no region of this number.
    NoRegion {
        /// The number, counted from 1.
        number: u32,
        /// How many regions there are.
        regions: usize,
    },
    /// The game is over.
    Over,
    /// The side owns no region any more.
    Eliminated,
    /// Another side is to pick.
    NotYourTurn,
    /// The side has committed its move for this round.
    Committed,
    /// Starting regions must be picked first.
    PickFirst,
    /// Starting regions have been picked.
    Picked,
    /// The wrong number of starting regions.
    PickCount {
        /// How many there must be.
        expected: usize,
        /// How many there are.
        given: usize,
    },
    /// The region is not offered, or somebody has it.
    NotOffered(Place),
    /// The region is picked twice.
    PickedTwice(Place),
    /// A deployment or an order without armies.
    NoArmies(Place),
    /// A deployment to a region of somebody else.
    DeployElsewhere(Place),
    /// More armies are deployed than the income.
    TooManyDeployed {
        /// How many.
        deployed: u64,
        /// The income.
        income: u32,
    },
    /// An order to a region of somebody else.
    NotYours(Place),
    /// The regions of an order have no common border.
    NotNeighbours(Place, Place),
    /// More armies are ordered than can leave.
    TooFewArmies {
        /// From where.
        from: Place,
        /// How many are ordered.
        ordered: u64,
        /// How many can leave.
        available: u64,
    },
}

impl std::error::Error for Illegal {}

/// Names a region.
pub fn place(map: &Map, region: RegionId) -> Place {
    let name = map.regions.get(usize::from(region)).map_or(String::new(), |region| region.name.clone());
    Place { number: u32::from(region) + 1, name }
}

pub(super) fn exists(map: &Map, region: RegionId) -> Result<(), Illegal> {
    let regions = map.regions.len();
    if usize::from(region) < regions {
        Ok(())
    } else {
        Err(Illegal::NoRegion { number: u32::from(region) + 1, regions })
    }
}

/// Checks a turn as the rule set demands. The contests refuse only what names no region or no armies: the rest is
/// clipped or skipped when the round is played. To warn a player before that, use [`check_strictly`].
pub fn check_turn(
    rules: RuleSet,
    map: &Map,
    state: &State,
    side: Side,
    income: u32,
    turn: &Turn,
) -> Result<(), Illegal> {
    match rules {
        RuleSet::Seed => check_strictly(map, state, side, income, turn),
        RuleSet::Contest1 | RuleSet::Contest2 => check_words(map, turn),
    }
}

/// Every region exists and every number is positive.
fn check_words(map: &Map, turn: &Turn) -> Result<(), Illegal> {
    for Deploy { region, armies } in &turn.deploys {
        exists(map, *region)?;
        some_armies(map, *region, *armies)?;
    }
    for Order { from, to, armies } in &turn.orders {
        exists(map, *from)?;
        exists(map, *to)?;
        some_armies(map, *from, *armies)?;
    }
    Ok(())
}

fn some_armies(map: &Map, region: RegionId, armies: u32) -> Result<(), Illegal> {
    if armies == 0 { Err(Illegal::NoArmies(place(map, region))) } else { Ok(()) }
}

/// Checks that a side deploys at most its income on its own regions, sends armies only from its own regions to
/// neighbours, and leaves one army on each.
pub fn check_strictly(map: &Map, state: &State, side: Side, income: u32, turn: &Turn) -> Result<(), Illegal> {
    check_words(map, turn)?;
    for Deploy { region, .. } in &turn.deploys {
        if !state.owns(side, *region) {
            return Err(Illegal::DeployElsewhere(place(map, *region)));
        }
    }
    let deployed = turn.deploys.iter().map(|deploy| u64::from(deploy.armies)).sum();
    if deployed > u64::from(income) {
        return Err(Illegal::TooManyDeployed { deployed, income });
    }
    for Order { from, to, .. } in &turn.orders {
        if !state.owns(side, *from) {
            return Err(Illegal::NotYours(place(map, *from)));
        }
        if map.regions[usize::from(*from)].neighbours.binary_search(to).is_err() {
            return Err(Illegal::NotNeighbours(place(map, *from), place(map, *to)));
        }
    }
    for (n, Order { from, .. }) in turn.orders.iter().enumerate() {
        if turn.orders[..n].iter().any(|earlier| earlier.from == *from) {
            continue;
        }
        let ordered = turn.orders[n..].iter().filter(|order| order.from == *from);
        let ordered = ordered.map(|order| u64::from(order.armies)).sum();
        let deployed = turn.deploys.iter().filter(|deploy| deploy.region == *from);
        let deployed: u64 = deployed.map(|deploy| u64::from(deploy.armies)).sum();
        let available = (u64::from(state.armies(*from)) + deployed).saturating_sub(1);
        if ordered > available {
            return Err(Illegal::TooFewArmies { from: place(map, *from), ordered, available });
        }
    }
    Ok(())
}
