//! Fights: how many armies each side loses, and who owns the region afterwards.

use super::binomial::binomial;
use rand::Rng;

/// The chance of an attacking army to destroy a defending one, in percent.
pub const ATTACKER_KILLS: u32 = 60;
/// The chance of a defending army to destroy an attacking one, in percent.
pub const DEFENDER_KILLS: u32 = 70;

/// The luck of fights in which every army throws a die, in percent.
pub const FULL_LUCK: u8 = 100;

/// How a fight ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FightEnd {
    /// All defenders are destroyed, and the surviving attackers take the region.
    Captured,
    /// All attackers are destroyed; the surviving defenders keep the region.
    Repelled,
    /// Both have survivors. The attackers return to their region.
    Standoff,
    /// Nobody would survive: the defender keeps the region with one army.
    BothDestroyed,
}

/// The result of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fight {
    /// The attacking armies that are lost.
    pub attackers_lost: u32,
    /// The defending armies that are lost. An army that the defender keeps after [`FightEnd::BothDestroyed`] is not.
    pub defenders_lost: u32,
    /// Who holds the region.
    pub end: FightEnd,
}

/// The result of a fight in which each side destroys so many armies of the other one; more than there are is possible.
/// There is at least one attacker.
pub fn settle(attackers: u32, defenders: u32, attackers_hit: u32, defenders_hit: u32) -> Fight {
    let attackers_lost = attackers_hit.min(attackers);
    let defenders_lost = defenders_hit.min(defenders);
    match (attackers_lost == attackers, defenders_lost == defenders) {
        (true, true) => {
            let defenders_lost = defenders.saturating_sub(1);
            Fight { attackers_lost, defenders_lost, end: FightEnd::BothDestroyed }
        }
        (true, false) => Fight { attackers_lost, defenders_lost, end: FightEnd::Repelled },
        (false, true) => Fight { attackers_lost, defenders_lost, end: FightEnd::Captured },
        (false, false) => Fight { attackers_lost, defenders_lost, end: FightEnd::Standoff },
    }
}

/// A fight. Both sides hit with the armies they had before it.
pub fn fight<R: Rng + ?Sized>(attackers: u32, defenders: u32, luck: u8, dice: &mut R) -> Fight {
    let defenders_hit = hits(attackers, ATTACKER_KILLS, luck, dice);
    let attackers_hit = hits(defenders, DEFENDER_KILLS, luck, dice);
    settle(attackers, defenders, attackers_hit, defenders_hit)
}

/// How many armies are hit by `armies`, each of which hits with a chance of `percent`. A part of `luck` percent of the
/// number is thrown, the rest is the expected number; the sum is rounded, a half up.
pub fn hits<R: Rng + ?Sized>(armies: u32, percent: u32, luck: u8, dice: &mut R) -> u32 {
    let thrown = if luck == 0 { 0 } else { binomial(armies, percent, dice) };
    mixed(armies, percent, luck, thrown)
}

/// The number of hits if `thrown` of them would be made with luck alone.
fn mixed(armies: u32, percent: u32, luck: u8, thrown: u32) -> u32 {
    if luck >= FULL_LUCK {
        return thrown;
    }
    let luck = u64::from(luck);
    // In ten-thousandths of an army.
    let sum = (100 - luck) * u64::from(percent) * u64::from(armies) + 100 * luck * u64::from(thrown);
    ((sum + 5_000) / 10_000) as u32
}

/// The chances of the ends of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Odds {
    /// Of [`FightEnd::Captured`].
    pub captured: f64,
    /// Of [`FightEnd::Repelled`].
    pub repelled: f64,
    /// Of [`FightEnd::Standoff`].
    pub standoff: f64,
    /// Of [`FightEnd::BothDestroyed`].
    pub both_destroyed: f64,
}

/// The exact chances of the ends of a fight. There is at least one attacker.
pub fn odds(attackers: u32, defenders: u32, luck: u8) -> Odds {
    let defenders_die = chance_of_hits(attackers, ATTACKER_KILLS, luck, defenders);
    let attackers_die = chance_of_hits(defenders, DEFENDER_KILLS, luck, attackers);
    Odds {
        captured: defenders_die * (1.0 - attackers_die),
        repelled: (1.0 - defenders_die) * attackers_die,
        standoff: (1.0 - defenders_die) * (1.0 - attackers_die),
        both_destroyed: defenders_die * attackers_die,
    }
}

/// The chances that `armies` hit 0, 1, 2, … armies by luck alone.
fn luck_alone(armies: u32, percent: u32) -> impl Iterator<Item = (u32, f64)> {
    let p = f64::from(percent) / 100.0;
    // In logarithms, because the single chances of many armies are too small for a number.
    let mut log_chance = f64::from(armies) * (1.0 - p).ln();
    (0..=armies).map(move |thrown| {
        let chance = log_chance.exp();
        log_chance += (f64::from(armies - thrown) / f64::from(thrown + 1) * p / (1.0 - p)).ln();
        (thrown, chance)
    })
}

/// The chance that `armies` hit at least `needed` armies.
fn chance_of_hits(armies: u32, percent: u32, luck: u8, needed: u32) -> f64 {
    let enough =
        luck_alone(armies, percent).filter(|(thrown, _)| mixed(armies, percent, luck, *thrown) >= needed);
    // The sum of no numbers is -0.0, which would be shown as "-0 %".
    (0.0 + enough.map(|(_, chance)| chance).sum::<f64>()).min(1.0)
}

/// The armies that the attacker and the defender of a fight lose on average. There is at least one attacker.
pub fn expected_losses(attackers: u32, defenders: u32, luck: u8) -> (f64, f64) {
    let expected = |armies: u32, percent: u32, targets: u32| -> f64 {
        let lost = |thrown: u32| f64::from(mixed(armies, percent, luck, thrown).min(targets));
        luck_alone(armies, percent).map(|(thrown, chance)| chance * lost(thrown)).sum()
    };
    // If nobody would survive, the defender keeps an army.
    let kept = if defenders > 0 { odds(attackers, defenders, luck).both_destroyed } else { 0.0 };
    (expected(defenders, DEFENDER_KILLS, attackers), expected(attackers, ATTACKER_KILLS, defenders) - kept)
}
