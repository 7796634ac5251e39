//! Random legal moves, for tests and for the weakest player.

use super::state::State;
use super::turn::Turn;
use crate::map::{Map, RegionId};
use common::game::{Dice, Side};

/// Picks so many of the regions, in a random order.
pub fn random_picks(offers: &[RegionId], picks: usize, dice: &mut Dice) -> Vec<RegionId> {
    let mut left = offers.to_vec();
    let mut picked = Vec::new();
    while picked.len() < picks && !left.is_empty() {
        picked.push(left.swap_remove(dice.below(left.len())));
    }
    picked
}

/// Deploys the income to a few random regions and sends random armies to random neighbours.
pub fn random_turn(map: &Map, state: &State, side: Side, income: u32, dice: &mut Dice) -> Turn {
    let mut turn = Turn::default();
    let own: Vec<RegionId> = state.regions_of(side).collect();
    let mut left = income;
    while left > 0 && dice.below(10) > 0 {
        let Some(region) = dice.pick(&own) else { break };
        let armies = 1 + dice.below(left as usize) as u32;
        turn.deploy(*region, armies);
        left -= armies;
    }
    let mut order = own;
    for n in (1..order.len()).rev() {
        order.swap(n, dice.below(n + 1));
    }
    for region in order {
        let deployed = turn.deploys.iter().filter(|deploy| deploy.region == region);
        let deployed: u32 = deployed.map(|deploy| deploy.armies).sum();
        let mut free = state.armies(region).saturating_add(deployed).saturating_sub(1);
        while free > 0 && dice.below(3) > 0 {
            let Some(target) = dice.pick(&map.regions[usize::from(region)].neighbours) else { break };
            // All of them half of the time: armies that stand still decide nothing.
            let armies = if dice.below(2) == 0 { free } else { 1 + dice.below(free as usize) as u32 };
            turn.order(region, *target, armies);
            free -= armies;
        }
    }
    turn
}
