//! The fast rounds against the plain ones.

use super::maps;
use crate::ai::evaluate::{Constants, Evaluator};
use crate::ai::generators::Situation;
use crate::map::{Map, RegionId};
use crate::rules::plain::{LinearRound, PlainMap, PlainTurn, compute, linearise};
use crate::rules::{RoundBuffer, RoundRules, RuleSet, State, Turn, play_round, random_turn};
use common::game::{Dice, Side};
use proptest::prelude::*;
use std::collections::BTreeMap;

const INCOME: u32 = 5;

fn rules(luck: u8) -> RoundRules {
    RoundRules { rules: RuleSet::Seed, base_income: INCOME, luck }
}

/// A random state for some players, and a turn of each: half of them random, half of the generators.
fn random_round(map: &Map, players: usize, dice: &mut Dice) -> (State, Vec<Turn>) {
    let mut state = State::neutral(map);
    for region in 0..map.regions.len() as RegionId {
        state.set_owner(
            region,
            Side::all(players + 1).nth(dice.below(players + 1)).filter(|side| side.index() < players),
        );
        state.set_armies(region, 1 + dice.below(12) as u32);
    }
    let evaluator = Evaluator::new(map, Constants::default());
    let turn = |side| {
        if dice.below(2) == 0 {
            let turns = Situation::new(&evaluator, map, &state, INCOME, side).turns();
            turns[dice.below(turns.len())].clone()
        } else {
            random_turn(map, &state, side, state.income(map, INCOME, side), dice)
        }
    };
    let turns = Side::all(players).map(turn).collect();
    (state, turns)
}

/// The actions in the sequence that a fast round has used.
fn sequence(map: &Map, turns: &[Turn], buffer: &RoundBuffer) -> LinearRound {
    let plain: Vec<PlainTurn> =
        Side::all(turns.len()).zip(turns).map(|(side, turn)| PlainTurn::new(map, side, turn)).collect();
    let deploys = buffer.deploys.iter();
    let orders = buffer.orders.iter();
    LinearRound {
        deploys: deploys.map(|slot| plain[slot.side.index()].deploys[slot.index as usize].clone()).collect(),
        attacks: orders.map(|slot| plain[slot.side.index()].attacks[slot.index as usize].clone()).collect(),
    }
}

proptest! {
    #[test]
    fn without_luck_both_give_the_same_result(seed: u64, players in 2usize..5) {
        let mut dice = Dice::new(seed);
        let map = maps::random(12 + dice.below(30), 4, seed);
        let (mut state, turns) = random_round(&map, players, &mut dice);
        let mut plain = PlainMap::new(&map, &state);
        let (mut buffer, mut events) = (RoundBuffer::default(), 0);
        play_round(rules(0), &map, &mut state, &turns, &mut buffer, &mut dice, |_| events += 1);
        let mut round = sequence(&map, &turns, &buffer);
        prop_assert_eq!(events, round.deploys.len() + round.attacks.len());
        compute(&mut plain, &mut round, 0, &mut dice);
        prop_assert_eq!(&plain, &PlainMap::new(&map, &state));
        if let Some(last) = round.attacks.last() {
            prop_assert_eq!(last.map_after.as_ref(), Some(&plain));
        }
    }
}

/// How often each state came out, for the states that came out at all.
type Counts = BTreeMap<String, u32>;

#[test]
fn with_luck_both_give_the_same_results_equally_often() {
    let map = maps::six();
    let throws = 40_000;
    for (luck, seed) in [(100, 1), (100, 2), (100, 3), (50, 4), (16, 5)] {
        let mut dice = Dice::new(seed);
        let (before, turns) = random_round(&map, 2, &mut dice);
        let plain_turns: Vec<PlainTurn> =
            Side::all(2).zip(&turns).map(|(side, turn)| PlainTurn::new(&map, side, turn)).collect();
        let (mut fast, mut plain) = (Counts::new(), Counts::new());
        let mut buffer = RoundBuffer::default();
        // Owners alone: there are few enough of them to compare how often each comes.
        let owners = |map: &PlainMap| {
            let names = map.regions.values().map(|region| region.owner.as_deref().unwrap_or("-"));
            names.collect::<Vec<_>>().join(",")
        };
        let armies = |map: &PlainMap| map.regions.values().map(|region| f64::from(region.army)).sum::<f64>();
        let (mut fast_armies, mut plain_armies, mut squares) = (0.0, 0.0, 0.0);
        for _ in 0..throws {
            let mut state = before.clone();
            play_round(rules(luck), &map, &mut state, &turns, &mut buffer, &mut dice, |_| ());
            let after = PlainMap::new(&map, &state);
            *fast.entry(owners(&after)).or_default() += 1;
            fast_armies += armies(&after);
            let mut after = PlainMap::new(&map, &before);
            let mut round = linearise(plain_turns.clone(), &mut dice);
            compute(&mut after, &mut round, luck, &mut dice);
            *plain.entry(owners(&after)).or_default() += 1;
            plain_armies += armies(&after);
            squares += armies(&after).powi(2);
        }
        let n = f64::from(throws);
        for owners in fast.keys().chain(plain.keys()) {
            let [a, b] = [&fast, &plain].map(|counts| f64::from(counts.get(owners).copied().unwrap_or(0)));
            // Dozens of counts are compared, and small ones are not normally distributed.
            let error = (a + b).sqrt() + 2.0;
            assert!((a - b).abs() < 4.5 * error, "{owners}: {a} and {b} times with luck {luck}");
        }
        let variance = squares / n - (plain_armies / n).powi(2);
        let error = (2.0 * variance / n).sqrt() + 1e-9;
        assert!(
            (fast_armies - plain_armies).abs() / n < 4.5 * error,
            "{fast_armies} and {plain_armies} armies"
        );
    }
}
