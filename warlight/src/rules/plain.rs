//! A second implementation of rounds, as close to the document's pseudocode as possible: named regions in ordered maps, one
//! die for each army, and a copy of the map after every attack. Tests and benchmarks compare [`super::play_round`] with it.

use super::fight::{ATTACKER_KILLS, DEFENDER_KILLS, FULL_LUCK};
use super::state::State;
use super::turn::Turn;
use crate::map::{Map, RegionId};
use common::game::Side;
use rand::{Rng, RngExt};
use std::collections::BTreeMap;

/// A region of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainRegion {
    /// Who owns it; `None` if it is not occupied.
    pub owner: Option<String>,
    /// Its armies.
    pub army: u32,
    /// The names of its neighbours.
    pub neighbours: Vec<String>,
}

/// The regions by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainMap {
    /// The regions.
    pub regions: BTreeMap<String, PlainRegion>,
}

/// A deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainDeploy {
    /// The name of the region.
    pub region: String,
    /// The armies that are added.
    pub army: u32,
}

/// An attack or a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainAttack {
    /// The attacking player.
    pub player: String,
    /// The name of the attacking region.
    pub from: String,
    /// The name of the defending region.
    pub to: String,
    /// The attacking armies.
    pub army: u32,
    /// The map after the attack: what the document calls `PostAttackMapChange`. `None` before the attack is computed.
    pub map_after: Option<PlainMap>,
}

/// The turn of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainTurn {
    /// Its deployments.
    pub deploys: Vec<PlainDeploy>,
    /// Its attacks, in their order.
    pub attacks: Vec<PlainAttack>,
}

/// The actions of all players in one sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinearRound {
    /// All deployments.
    pub deploys: Vec<PlainDeploy>,
    /// All attacks.
    pub attacks: Vec<PlainAttack>,
}

/// The name of a player.
pub fn player_name(side: Side) -> String {
    format!("player {}", side.index() + 1)
}

impl PlainMap {
    /// The same as a state.
    pub fn new(map: &Map, state: &State) -> PlainMap {
        let region = |id: RegionId| {
            let region = &map.regions[usize::from(id)];
            let neighbours = region.neighbours.iter().map(|id| map.regions[usize::from(*id)].name.clone());
            let plain = PlainRegion {
                owner: state.owner(id).map(player_name),
                army: state.armies(id),
                neighbours: neighbours.collect(),
            };
            (region.name.clone(), plain)
        };
        PlainMap { regions: state.regions().map(region).collect() }
    }
}

impl PlainTurn {
    /// The same as the turn of a side.
    pub fn new(map: &Map, side: Side, turn: &Turn) -> PlainTurn {
        let name = |id: RegionId| map.regions[usize::from(id)].name.clone();
        let deploys = turn.deploys.iter();
        let attacks = turn.orders.iter();
        PlainTurn {
            deploys: deploys
                .map(|deploy| PlainDeploy { region: name(deploy.region), army: deploy.armies })
                .collect(),
            attacks: attacks
                .map(|order| PlainAttack {
                    player: player_name(side),
                    from: name(order.from),
                    to: name(order.to),
                    army: order.armies,
                    map_after: None,
                })
                .collect(),
        }
    }
}

/// Puts the actions of all turns into one sequence.
pub fn linearise<R: Rng + ?Sized>(mut turns: Vec<PlainTurn>, dice: &mut R) -> LinearRound {
    shuffle(&mut turns, dice);
    let mut deploys = Vec::new();
    for i in 0..turns.iter().map(|turn| turn.deploys.len()).max().unwrap_or(0) {
        deploys.extend(turns.iter().filter_map(|turn| turn.deploys.get(i).cloned()));
    }
    let mut attacks = Vec::new();
    for i in 0..turns.iter().map(|turn| turn.attacks.len()).max().unwrap_or(0) {
        let mut i_attacks: Vec<PlainAttack> =
            turns.iter().filter_map(|turn| turn.attacks.get(i).cloned()).collect();
        shuffle(&mut i_attacks, dice);
        // The document appends them to the deployments, which is a slip.
        attacks.append(&mut i_attacks);
    }
    LinearRound { deploys, attacks }
}

fn shuffle<T, R: Rng + ?Sized>(items: &mut [T], dice: &mut R) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.random_range(0..=last));
    }
}

/// Carries out all actions, and writes the map after every attack into the attack.
pub fn compute<R: Rng + ?Sized>(map: &mut PlainMap, round: &mut LinearRound, luck: u8, dice: &mut R) {
    for deploy in &round.deploys {
        if let Some(region) = map.regions.get_mut(&deploy.region) {
            region.army = region.army.saturating_add(deploy.army);
        }
    }
    for attack in &mut round.attacks {
        compute_attack(map, attack, luck, dice);
        attack.map_after = Some(map.clone());
    }
}

fn compute_attack<R: Rng + ?Sized>(map: &mut PlainMap, attack: &PlainAttack, luck: u8, dice: &mut R) {
    let (Some(mut x), Some(mut y)) =
        (map.regions.get(&attack.from).cloned(), map.regions.get(&attack.to).cloned())
    else {
        return;
    };
    // The attacking region has changed its owner.
    if x.owner.as_ref() != Some(&attack.player) {
        return;
    }
    // One army has to stay.
    let attacking = attack.army.min(x.army.saturating_sub(1));
    if attacking == 0 {
        return;
    }
    let defending = y.army;
    if y.owner.as_ref() == Some(&attack.player) {
        x.army -= attacking;
        y.army = y.army.saturating_add(attacking);
    } else {
        let killed_defenders = killed(attacking, ATTACKER_KILLS, luck, dice).min(defending);
        let killed_attackers = killed(defending, DEFENDER_KILLS, luck, dice).min(attacking);
        let (attackers_left, defenders_left) = (attacking - killed_attackers, defending - killed_defenders);
        if attackers_left == 0 && defenders_left == 0 {
            x.army -= attacking;
            // The defender keeps one army. A region that was empty stays so.
            y.army = defending.min(1);
        } else if defenders_left == 0 {
            x.army -= attacking;
            y.owner = Some(attack.player.clone());
            y.army = attackers_left;
        } else if attackers_left > 0 {
            x.army -= killed_attackers;
            y.army = defenders_left;
        } else {
            x.army -= attacking;
            y.army = defenders_left;
        }
    }
    map.regions.insert(attack.from.clone(), x);
    map.regions.insert(attack.to.clone(), y);
}

/// How many armies are killed by an army of which each throws a die. With less than full luck, a part is the expected
/// number.
fn killed<R: Rng + ?Sized>(army: u32, percent: u32, luck: u8, dice: &mut R) -> u32 {
    let mut thrown = 0;
    for _ in 0..army {
        if dice.random_range(0..100) < percent {
            thrown += 1;
        }
    }
    if luck >= FULL_LUCK {
        return thrown;
    }
    let part = f64::from(luck) / 100.0;
    let expected = f64::from(army) * f64::from(percent) / 100.0;
    // Rounded half up. The small number makes up for halves that have no exact representation.
    ((1.0 - part) * expected + part * f64::from(thrown) + 0.5 + 1e-9).floor() as u32
}
