//! Quantum tic-tac-toe: see the library.

fn main() {}
