//! The fast implementations against the naive one.

use super::*;
use crate::automaton::wolfram;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Widths around word boundaries, where packing errors would show.
const WIDTHS: [usize; 19] = [1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200];

fn assert_agrees_with_naive(table: &RuleTable, boundary: Boundary, start: &[State], generations: usize) {
    let fast = evolve(table, boundary, start, generations);
    assert_eq!(fast.generations(), generations);
    let mut row = start.to_vec();
    let mut next = row.clone();
    for (generation, cells) in fast.rows().enumerate() {
        assert_eq!(cells, row, "{table:?}, {boundary}, {} cells, generation {generation}", start.len());
        naive::step(table, boundary, &row, &mut next);
        std::mem::swap(&mut row, &mut next);
    }
}

#[test]
fn all_elementary_rules_agree_with_the_naive_implementation() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for number in 0..256 {
        let table = wolfram::table(2, &number.to_string()).unwrap();
        for width in WIDTHS {
            let start: Vec<State> = (0..width).map(|_| random.random_range(0..2)).collect();
            for boundary in [Boundary::Flat { edge: 0 }, Boundary::Flat { edge: 1 }, Boundary::Cyclic] {
                assert_agrees_with_naive(&table, boundary, &start, 12);
            }
        }
    }
}

#[test]
fn tables_with_more_states_agree_with_the_naive_implementation() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for states in 3..=10 {
        for width in WIDTHS {
            let table = RuleTable::from_fn(states, |_| random.random_range(0..states));
            let start: Vec<State> = (0..width).map(|_| random.random_range(0..states)).collect();
            for boundary in
                [Boundary::Flat { edge: 0 }, Boundary::Flat { edge: states - 1 }, Boundary::Cyclic]
            {
                assert_agrees_with_naive(&table, boundary, &start, 12);
            }
        }
    }
}

#[test]
fn the_naive_implementation_draws_the_known_rows_of_rule_30() {
    // The first rows of the well-known triangle test the reference implementation itself.
    let table = wolfram::table(2, "30").unwrap();
    let start = [0, 0, 0, 0, 1, 0, 0, 0, 0];
    let rows = [
        [0, 0, 0, 1, 1, 1, 0, 0, 0],
        [0, 0, 1, 1, 0, 0, 1, 0, 0],
        [0, 1, 1, 0, 1, 1, 1, 1, 0],
        [1, 1, 0, 0, 1, 0, 0, 0, 1],
    ];
    for (steps, row) in rows.iter().enumerate() {
        assert_eq!(naive::row_after(&table, Boundary::default(), &start, steps + 1), row);
    }
}

#[test]
fn cyclic_and_flat_boundaries_give_different_ends() {
    let table = wolfram::table(2, "170").unwrap();
    assert_eq!(evolve(&table, Boundary::Cyclic, &[1, 0, 0], 2).row(1), [0, 0, 1]);
    assert_eq!(evolve(&table, Boundary::Flat { edge: 0 }, &[1, 0, 0], 2).row(1), [0, 0, 0]);
    assert_eq!(evolve(&table, Boundary::Flat { edge: 1 }, &[1, 0, 0], 2).row(1), [0, 0, 1]);
}

#[test]
fn zero_generations_give_an_empty_picture() {
    let table = wolfram::table(2, "30").unwrap();
    assert_eq!(evolve(&table, Boundary::Cyclic, &[1], 0).generations(), 0);
}
