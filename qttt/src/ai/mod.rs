//! The machines.

mod solver;

pub use solver::{Margin, Solver, Study};

use crate::rules::{Position, Setup};
use common::game::Dice;
use common::player::{BadSpec, Level, Machines, Player, Random, Spec};

impl Machines for Position {
    const LEVELS: &'static [Level] = &[Level { name: "random", about: "any legal move" }];

    fn machine(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        match spec.name() {
            "cmd" => common::protocol::child(spec, setup),
            "random" => Ok(Box::new(Random(Dice::new(seed)))),
            _ => Err(Self::unknown(spec)),
        }
    }
}
