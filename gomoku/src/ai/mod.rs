//! The machines: the source document's own, and the strongest.

pub mod plain;

use crate::rules::{Colour, Point, Position, Setup};
use common::game::{Dice, Value};
use common::player::{BadSpec, Level, Machines, Player, Random, Spec};

impl Machines for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;

    fn machine(spec: &Spec, _setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        match spec.name() {
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(Dice::new(seed))))
            }
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// How good a position is for the side to move, by a look of a few milliseconds: ±100 is a won game.
pub fn glance(position: &Position) -> Value {
    let _ = position;
    Value::EVEN
}

/// What a stone on a point would make, from the most to the least pressing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// Five in a row.
    Five,
    /// A four that can be completed on two points, or two fours.
    OpenFour,
    /// A four that can be completed on one point.
    Four,
    /// A three that can become an open four.
    OpenThree,
}

/// The points where a colour could make something that must be answered.
pub fn threats(position: &Position, colour: Colour) -> Vec<(Point, Threat)> {
    plain::threats(position, colour)
}

/// The shortest win of the side to move by fours alone, every other stone being a four or the five; `None` if there is
/// none within so many of its stones.
pub fn vcf(position: &Position, stones: usize) -> Option<Vec<Point>> {
    plain::vcf(position, stones)
}
