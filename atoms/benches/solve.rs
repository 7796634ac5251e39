//! The exact solver on whole boards, every first move: 6×2 and 4×3 have to take less than ten seconds each, and take a
//! quarter of one. A table that is far too small costs as much as the ratio of `ample` to `scarce` says.

use atoms::ai::solve::Solver;
use atoms::rules::{Position, Rule, Setup};

fn main() {
    divan::main();
}

fn solve(size: &str, rule: Rule, bytes: usize) -> u64 {
    let setup = Setup { size: size.parse().expect("a size"), rule };
    let mut solver = Solver::with_bytes(setup, bytes).expect("a small board");
    let rated = solver.rate(&Position::new(setup), &mut |_| true);
    assert!(rated.is_some(), "nobody stops it");
    solver.states()
}

#[divan::bench(args = ["6x2", "4x3"], sample_count = 5, sample_size = 1)]
fn neutral(size: &str) -> u64 {
    solve(size, Rule::Neutral, 64 << 20)
}

#[divan::bench(args = ["6x2", "4x3"], sample_count = 5, sample_size = 1)]
fn kept(size: &str) -> u64 {
    solve(size, Rule::Kept, 64 << 20)
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn ample() -> u64 {
    solve("4x3", Rule::Neutral, 64 << 20)
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn scarce() -> u64 {
    solve("4x3", Rule::Neutral, 64 << 10)
}
