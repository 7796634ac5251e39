//! The solver against the rules: the same games, and equal keys only for positions with equal values.

use super::key::Keys;
use super::{Margin, Solver, State};
use crate::rules::{Mark, Move, Place, Position, Scoring};
use common::game::{Dice, Enumerable, Game, Side};
use common::search::Reversible;
use std::collections::HashMap;

/// All positions of a random game.
fn random_game(scoring: Scoring, n: u64) -> Vec<Position> {
    let mut dice = Dice::of(11, n);
    let mut position = Position::new(scoring);
    let mut game = vec![position];
    while let Some(m) = dice.pick(&position.moves()) {
        position.apply(m);
        game.push(position);
    }
    game
}

#[test]
fn states_follow_the_rules() {
    for scoring in Scoring::ALL {
        let solver = Solver::new(scoring);
        for position in (0..300).flat_map(|n| random_game(scoring, n)) {
            let state = State::of(&position, &solver.keys);
            let next = solver.successors(&state);
            assert_eq!(next.iter().map(|(m, _)| *m).collect::<Vec<_>>(), position.moves());
            let result = position.outcome().map(|outcome| outcome.value_for(Side::FIRST));
            assert_eq!(state.ended(scoring).map(|end| end.value_for(Side::FIRST)), result);
            assert_eq!((state.mover(), state.closed()), (position.mover(), position.cycle().is_some()));
            for (m, state) in next {
                let mut after = position;
                after.apply(&m);
                let from_scratch = State::of(&after, &solver.keys);
                assert_eq!(state.closed(), from_scratch.closed());
                // Closed cycles and finished games are not stored, so their keys may be out of date.
                let stored = !state.closed() && after.outcome().is_none();
                assert!(!stored || state.key() == from_scratch.key(), "{position:?} {m:?}");
            }
        }
    }
}

/// Exchanging two common marks must keep the key and the value.
#[test]
fn positions_with_equal_keys_have_equal_values() {
    for scoring in Scoring::ALL {
        // Only late positions, where plain minimax is fast.
        let exchanged: &[(u8, u8)] = match scoring {
            Scoring::Seed => &[(5, 7), (7, 9), (4, 6), (6, 8)],
            Scoring::Goff => &[(1, 3), (3, 5), (2, 4), (4, 6)],
        };
        let keys = Keys::new(scoring);
        let mut compared = 0;
        for position in (0..2000).flat_map(|n| random_game(scoring, n)) {
            let late = position.marks().count() >= 7 && compared < 150;
            for (a, b) in exchanged {
                let Some(other_position) = late.then(|| exchange(&position, Mark(*a), Mark(*b))).flatten()
                else {
                    continue;
                };
                let (one, other) = (State::of(&position, &keys), State::of(&other_position, &keys));
                assert_eq!(one.key(), other.key());
                assert_eq!(minimax(&position), minimax(&other_position), "{position:?} {other_position:?}");
                compared += 1;
            }
        }
        assert!(compared > 50, "only {compared} pairs");
    }
}

/// Details that a key leaves out must be irrelevant: random late positions with the same key have the same value.
#[test]
fn random_positions_with_equal_keys_have_equal_values() {
    for scoring in Scoring::ALL {
        let keys = Keys::new(scoring);
        let mut known: HashMap<u128, (Position, i32)> = HashMap::new();
        let mut compared = 0;
        for position in (0..20_000).flat_map(|n| random_game(scoring, n)) {
            let late = position.marks().count() >= 6 && position.open_cells().count() <= 5;
            if !late || position.outcome().is_some() || position.cycle().is_some() {
                continue;
            }
            let (other, value) = *known
                .entry(State::of(&position, &keys).key())
                .or_insert_with(|| (position, minimax(&position)));
            if other != position {
                assert_eq!(minimax(&position), value, "{position:?} {other:?}");
                compared += 1;
            }
        }
        assert!(compared > 1000, "only {compared} pairs");
    }
}

/// The position with two small marks exchanged, if neither position has a closed cycle.
fn exchange(position: &Position, a: Mark, b: Mark) -> Option<Position> {
    if position.cycle().is_some() || position.marks().count() < a.index().max(b.index()) + 1 {
        return None;
    }
    let mut places: Vec<Place> = position.marks().map(|(_, place)| place).collect();
    places.swap(a.index(), b.index());
    // Only positions without settled marks can be replayed, since the collapses are not known.
    let mut other_position = Position::new(position.scoring());
    for place in places {
        let Place::Two(a, b) = place else { return None };
        other_position.apply(&Move::Pair(a, b));
        if other_position.cycle().is_some() {
            return None;
        }
    }
    Some(other_position)
}

/// Plain minimax on the rules: x's points minus y's, in halves.
fn minimax(position: &Position) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.value_for(Side::FIRST).0 / 50;
    }
    let values = position.moves().into_iter().map(|m| {
        let mut next = *position;
        next.apply(&m);
        minimax(&next)
    });
    let best = if position.mover() == Side::FIRST { values.max() } else { values.min() };
    best.expect("an unfinished game has moves")
}

#[test]
fn margins_match_plain_minimax() {
    for scoring in Scoring::ALL {
        let mut solver = Solver::new(scoring);
        let mut compared = 0;
        for position in (1000..1120).flat_map(|n| random_game(scoring, n)) {
            let pairs = position.open_cells().count().pow(2) / 2;
            if pairs.pow(9 - position.marks().count() as u32) < 2000 {
                assert_eq!(i32::from(solver.margin(&position).halves()), minimax(&position), "{position:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "only {compared}");
    }
}

/// The deciding subscripts as in the proof.
#[test]
fn two_lines_are_decided_by_the_single_marks() {
    let decided = |scoring, xs: [u8; 3], ys: [u8; 3]| {
        let (least, most) = (|m: [u8; 3]| m.into_iter().min(), |m: [u8; 3]| m.into_iter().max());
        match scoring {
            Scoring::Seed => (least(xs) < least(ys), xs.contains(&1) || !ys.contains(&2) && xs.contains(&3)),
            Scoring::Goff => {
                let early = |m: &u8| *m < 7;
                let x_wins = xs.iter().all(early) || ys.contains(&8) && !xs.contains(&9);
                (most(xs) < most(ys), x_wins)
            }
        }
    };
    let threes = |marks: &[u8]| {
        let mut all = Vec::new();
        for (i, a) in marks.iter().enumerate() {
            for (j, b) in marks.iter().enumerate().skip(i + 1) {
                all.extend(marks[j + 1..].iter().map(|c| [*a, *b, *c]));
            }
        }
        all
    };
    for scoring in Scoring::ALL {
        for xs in threes(&[1, 3, 5, 7, 9]) {
            for ys in threes(&[2, 4, 6, 8]) {
                let (rule, proof) = decided(scoring, xs, ys);
                assert_eq!(rule, proof, "{scoring:?} {xs:?} {ys:?}");
            }
        }
    }
}

#[test]
fn a_margin_has_a_value_for_each_side() {
    assert_eq!(Margin(1).value_for(Side::FIRST).0, 50);
    assert_eq!(Margin(1).value_for(Side::SECOND).0, -50);
}
