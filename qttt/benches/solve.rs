//! The solver against the general alpha-beta search, both to a proof of the same middle-game positions. The ratio shows
//! the gain from the solver's keys and move ordering.

use common::game::{Dice, Enumerable, Value};
use common::player::Budget;
use common::search::{AlphaBeta, Even, Reversible};
use qttt::ai::{SeededOrder, Solver};
use qttt::rules::{Position, Scoring};

fn main() {
    divan::main();
}

/// Positions of six plies, which both prove quickly.
fn positions() -> Vec<Position> {
    let random = |n| {
        let mut dice = Dice::of(2, n);
        let mut position = Position::new(Scoring::Seed);
        for _ in 0..6 {
            position.apply(dice.pick(&position.moves())?);
        }
        Some(position)
    };
    (0..20).filter_map(random).collect()
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn solver(bencher: divan::Bencher) {
    bencher.with_inputs(positions).bench_values(|positions| {
        let mut solver = Solver::new(Scoring::Seed);
        positions.iter().map(|position| i32::from(solver.margin(position).halves())).sum::<i32>()
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn alphabeta(bencher: divan::Bencher) {
    bencher.with_inputs(positions).bench_values(|positions| {
        let search = AlphaBeta::new(Even).order(SeededOrder::new(0)).most(Value::POINT).haste(false);
        let mut search: AlphaBeta<Position, Even, SeededOrder> = search;
        let found = positions.iter().filter_map(|p| search.search(p, &Budget::default(), &|_| ()));
        found.map(|found| found.value.0).sum::<i32>()
    });
}
