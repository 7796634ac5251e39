//! The fast ways against the plain one.

use super::*;
use crate::automaton::wolfram;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Widths around the ends of words, where packing goes wrong if it does.
const WIDTHS: [usize; 19] = [1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200];

fn agree(table: &Table, plan: Plan, start: &[State], generations: usize) {
    let fast = evolve(table, plan, start, generations);
    assert_eq!(fast.generations(), generations);
    let mut row = start.to_vec();
    let mut next = row.clone();
    for (generation, cells) in fast.rows().enumerate() {
        assert_eq!(cells, row, "{table:?}, {plan}, {} cells, generation {generation}", start.len());
        plain::step(table, plan, &row, &mut next);
        std::mem::swap(&mut row, &mut next);
    }
}

#[test]
fn all_elementary_rules_evolve_as_the_plain_walk_does() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for number in 0..256 {
        let table = wolfram::table(2, &number.to_string()).unwrap();
        for width in WIDTHS {
            let start: Vec<State> = (0..width).map(|_| random.random_range(0..2)).collect();
            for plan in [Plan::Flat { edge: 0 }, Plan::Flat { edge: 1 }, Plan::Cyclic] {
                agree(&table, plan, &start, 12);
            }
        }
    }
}

#[test]
fn tables_of_more_states_evolve_as_the_plain_walk_does() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for states in 3..=10 {
        for width in WIDTHS {
            let table = Table::from_fn(states, |_| random.random_range(0..states));
            let start: Vec<State> = (0..width).map(|_| random.random_range(0..states)).collect();
            for plan in [Plan::Flat { edge: 0 }, Plan::Flat { edge: states - 1 }, Plan::Cyclic] {
                agree(&table, plan, &start, 12);
            }
        }
    }
}

#[test]
fn the_plain_walk_knows_rule_30() {
    // The first rows of the well-known triangle, so that the reference itself stands on something.
    let table = wolfram::table(2, "30").unwrap();
    let start = [0, 0, 0, 0, 1, 0, 0, 0, 0];
    let rows = [
        [0, 0, 0, 1, 1, 1, 0, 0, 0],
        [0, 0, 1, 1, 0, 0, 1, 0, 0],
        [0, 1, 1, 0, 1, 1, 1, 1, 0],
        [1, 1, 0, 0, 1, 0, 0, 0, 1],
    ];
    for (steps, row) in rows.iter().enumerate() {
        assert_eq!(plain::after(&table, Plan::default(), &start, steps + 1), row);
    }
}

#[test]
fn a_ring_and_an_edge_of_ones_differ_where_they_should() {
    let table = wolfram::table(2, "170").unwrap();
    assert_eq!(evolve(&table, Plan::Cyclic, &[1, 0, 0], 2).row(1), [0, 0, 1]);
    assert_eq!(evolve(&table, Plan::Flat { edge: 0 }, &[1, 0, 0], 2).row(1), [0, 0, 0]);
    assert_eq!(evolve(&table, Plan::Flat { edge: 1 }, &[1, 0, 0], 2).row(1), [0, 0, 1]);
}

#[test]
fn no_generation_at_all_is_an_empty_picture() {
    let table = wolfram::table(2, "30").unwrap();
    assert_eq!(evolve(&table, Plan::Cyclic, &[1], 0).generations(), 0);
}
