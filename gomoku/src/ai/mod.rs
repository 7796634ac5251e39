//! The machines: the source document's own, and the strongest.

pub mod classic;

use crate::rules::{Colour, Point, Position, Setup};
use classic::{Combined, Minimax, Random, Rules};
use common::game::{Dice, Value};
use common::player::{BadSpec, Level, Machines, Player, Spec};

impl Machines for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;

    fn machine(spec: &Spec, _setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        match spec.name() {
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(Dice::new(seed))))
            }
            "rule" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Rules(Dice::new(seed))))
            }
            "minimax" => Ok(Box::new(minimax(spec)?)),
            "combined" => Ok(Box::new(Combined(minimax(spec)?))),
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// The search of `minimax` and `combined`, as deep and as wide as it is told to be.
fn minimax(spec: &Spec) -> Result<Minimax, BadSpec> {
    let usual = Minimax::default();
    spec.check_keys(&["depth", "best"])?;
    Ok(Minimax {
        depth: spec.within("depth", usual.depth, 1..=10)?,
        best: spec.within("best", usual.best, 1..=200)?,
    })
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
    let _ = (position, colour);
    Vec::new()
}

/// The shortest win of the side to move by fours alone, every other stone being a four or the five; `None` if there is
/// none within so many of its stones.
pub fn vcf(position: &Position, stones: usize) -> Option<Vec<Point>> {
    let _ = (position, stones);
    None
}
