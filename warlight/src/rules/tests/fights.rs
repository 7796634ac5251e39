//! Fights: the document's cases, and the chances.

use crate::rules::{
    ATTACKER_KILLS, DEFENDER_KILLS, FULL_LUCK, Fight, FightEnd, Odds, binomial, fight, hits, odds, settle,
};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn dice(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

#[test]
fn all_attackers_and_all_defenders_destroyed_leaves_one_defender() {
    let expected = Fight { attackers_lost: 4, defenders_lost: 2, end: FightEnd::BothDestroyed };
    assert_eq!(settle(4, 3, 4, 3), expected);
    assert_eq!(settle(4, 3, 9, 9), expected);
    assert_eq!(
        settle(1, 1, 1, 1),
        Fight { attackers_lost: 1, defenders_lost: 0, end: FightEnd::BothDestroyed }
    );
}

#[test]
fn all_defenders_destroyed_gives_the_region_to_the_attacker() {
    let expected = Fight { attackers_lost: 2, defenders_lost: 3, end: FightEnd::Captured };
    assert_eq!(settle(5, 3, 2, 3), expected);
    assert_eq!(settle(5, 3, 2, 5), expected);
}

#[test]
fn survivors_on_both_sides_go_home() {
    let expected = Fight { attackers_lost: 2, defenders_lost: 1, end: FightEnd::Standoff };
    assert_eq!(settle(5, 3, 2, 1), expected);
}

#[test]
fn all_attackers_destroyed_leaves_the_defenders() {
    let expected = Fight { attackers_lost: 2, defenders_lost: 1, end: FightEnd::Repelled };
    assert_eq!(settle(2, 3, 2, 1), expected);
    assert_eq!(settle(2, 3, 3, 1), expected);
}

#[test]
fn an_empty_region_falls_without_losses() {
    let expected = Fight { attackers_lost: 0, defenders_lost: 0, end: FightEnd::Captured };
    for seed in 0..100 {
        assert_eq!(fight(1, 0, FULL_LUCK, &mut dice(seed)), expected);
    }
}

/// The share of successes must be within three standard errors of the chance.
fn check_mean(total: u64, trials: u64, percent: u32) {
    let (n, p) = (trials as f64, f64::from(percent) / 100.0);
    let (mean, error) = (total as f64 / n, (p * (1.0 - p) / n).sqrt());
    assert!((mean - p).abs() < 3.0 * error, "{mean} instead of {p} ± {error}");
}

#[test]
fn armies_kill_with_their_chances() {
    let mut dice = dice(2024);
    let (mut attackers_hit, mut defenders_hit) = (0, 0);
    for _ in 0..1_000_000 {
        defenders_hit += u64::from(hits(5, ATTACKER_KILLS, FULL_LUCK, &mut dice));
        attackers_hit += u64::from(hits(3, DEFENDER_KILLS, FULL_LUCK, &mut dice));
    }
    check_mean(defenders_hit, 5_000_000, ATTACKER_KILLS);
    check_mean(attackers_hit, 3_000_000, DEFENDER_KILLS);
}

/// The chance of exactly `k` successes in `n` trials.
fn chance(n: u32, k: u32, p: f64) -> f64 {
    let ways: f64 = (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product();
    ways * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)
}

#[test]
fn the_number_of_hits_is_binomial() {
    let mut dice = dice(7);
    for (trials, percent) in [(1, 60), (4, 70), (9, 60), (70, 70)] {
        let throws = 200_000;
        let mut counts = vec![0u32; trials as usize + 1];
        for _ in 0..throws {
            counts[binomial(trials, percent, &mut dice) as usize] += 1;
        }
        let expected =
            (0..=trials).map(|k| f64::from(throws) * chance(trials, k, f64::from(percent) / 100.0));
        for (k, (count, expected)) in counts.iter().zip(expected).enumerate() {
            // Some hundred counts are looked at, so that more than three standard errors are needed.
            let error = expected.sqrt().max(1.0);
            let off = (f64::from(*count) - expected).abs() / error;
            assert!(off < 4.5, "{k} of {trials} at {percent} %: {count} instead of {expected}");
        }
    }
}

#[test]
fn every_end_has_its_chance() {
    // Two against one: only two ends are possible.
    let (a, d) = (0.6, 0.7);
    let defender_dies: f64 = 1.0 - (1.0 - a) * (1.0 - a);
    // One defender hits at most one attacker, so that two attackers never all die.
    let expected = [defender_dies, 0.0, 1.0 - defender_dies, 0.0];
    let fights = 1_000_000;
    let mut counts = [0u32; 4];
    let mut dice = dice(11);
    for _ in 0..fights {
        counts[fight(2, 1, FULL_LUCK, &mut dice).end as usize] += 1;
    }
    compare(counts, expected, fights);
    // One against one: all four are.
    let expected = [a * (1.0 - d), (1.0 - a) * d, (1.0 - a) * (1.0 - d), a * d];
    let mut counts = [0u32; 4];
    for _ in 0..fights {
        counts[fight(1, 1, FULL_LUCK, &mut dice).end as usize] += 1;
    }
    compare(counts, expected, fights);
}

fn compare(counts: [u32; 4], expected: [f64; 4], fights: u32) {
    for (count, p) in counts.into_iter().zip(expected) {
        let n = f64::from(fights);
        let error = (p * (1.0 - p) / n).sqrt();
        assert!((f64::from(count) / n - p).abs() <= 3.0 * error, "{count} of {fights} instead of {p}");
    }
}

#[test]
fn luck_mixes_the_expected_number_with_the_dice() {
    // 0.84 · 0.6 · 5 + 0.16 · k for k = 0 … 5 is 2.52 … 3.32, which is 3.
    let mut dice = dice(3);
    assert!((0..1000).all(|_| hits(5, ATTACKER_KILLS, 16, &mut dice) == 3));
    // 0.84 · 0.7 · 2 + 0.16 · k for k = 0, 1, 2 is 1.176, 1.336, 1.496, which is 1.
    assert!((0..1000).all(|_| hits(2, DEFENDER_KILLS, 16, &mut dice) == 1));
    // 0.84 · 0.6 · 10 + 0.16 · k is 5.04 + 0.16 k: 5 up to k = 2, 6 up to k = 9, 7 for k = 10.
    let thrown: Vec<u32> = (0..100_000).map(|_| hits(10, ATTACKER_KILLS, 16, &mut dice)).collect();
    let share = |n: u32| thrown.iter().filter(|hits| **hits == n).count() as f64 / 100_000.0;
    let low: f64 = (0..=2).map(|k| chance(10, k, 0.6)).sum();
    assert!((share(5) - low).abs() < 0.002 && (share(7) - chance(10, 10, 0.6)).abs() < 0.002);
    assert!((share(5) + share(6) + share(7) - 1.0).abs() < 1e-9);
    // Without luck: the expected number, a half up.
    assert_eq!([1, 2, 3, 4, 5, 10].map(|n| hits(n, ATTACKER_KILLS, 0, &mut dice)), [1, 1, 2, 2, 3, 6]);
    assert_eq!([1, 2, 3, 5, 15].map(|n| hits(n, DEFENDER_KILLS, 0, &mut dice)), [1, 1, 2, 4, 11]);
}

#[test]
fn odds_are_what_fights_show() {
    let fights = 100_000;
    let mut dice = dice(23);
    for (attackers, defenders, luck) in
        [(4, 2, 100), (5, 5, 100), (12, 8, 50), (10, 6, 16), (3, 2, 0), (90, 70, 100)]
    {
        let mut counts = [0u32; 4];
        for _ in 0..fights {
            counts[fight(attackers, defenders, luck, &mut dice).end as usize] += 1;
        }
        let Odds { captured, repelled, standoff, both_destroyed } = odds(attackers, defenders, luck);
        assert!((captured + repelled + standoff + both_destroyed - 1.0).abs() < 1e-9);
        for (count, p) in counts.into_iter().zip([captured, repelled, standoff, both_destroyed]) {
            let error = (p * (1.0 - p) / f64::from(fights)).max(0.0).sqrt() + 1e-9;
            let off = (f64::from(count) / f64::from(fights) - p).abs();
            // Two dozen numbers are compared.
            assert!(off < 4.0 * error, "{attackers} against {defenders}, luck {luck}: {count}, not {p}");
        }
    }
    assert!(odds(3000, 1790, 100).captured > 0.6 && odds(3000, 2000, 100).captured < 1e-9);
}

#[test]
fn an_impossible_capture_has_a_chance_of_zero_without_a_sign() {
    for (attackers, defenders) in [(2, 3), (2, 8), (6, 8)] {
        assert_eq!(format!("{:.0} %", odds(attackers, defenders, 100).captured * 100.0), "0 %");
    }
}

proptest! {
    #[test]
    fn losses_never_exceed_the_armies(
        attackers in 1u32..400,
        defenders in 0u32..400,
        luck in 0u8..=100,
        seed: u64,
    ) {
        let result = fight(attackers, defenders, luck, &mut dice(seed));
        prop_assert!(result.attackers_lost <= attackers && result.defenders_lost <= defenders);
        let (gone, left) = (result.attackers_lost == attackers, defenders - result.defenders_lost);
        match result.end {
            FightEnd::Captured => prop_assert!(!gone && left == 0),
            FightEnd::Repelled => prop_assert!(gone && left > 0),
            FightEnd::Standoff => prop_assert!(!gone && left > 0),
            FightEnd::BothDestroyed => prop_assert!(gone && left == 1),
        }
    }

    #[test]
    fn huge_armies_do_not_overflow(luck in 0u8..=100, seed: u64) {
        let hit = hits(3_000_000, DEFENDER_KILLS, luck, &mut dice(seed));
        prop_assert!((2_050_000..2_150_000).contains(&hit));
    }
}
