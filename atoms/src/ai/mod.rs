//! The machines: the source document's own, some that see as far as people do, and the strongest.

mod shapes;
mod sight;
pub mod solve;

pub use shapes::shapes;
pub use sight::{Sight, electron_lead};

use crate::board::{Shape, Wide};
use crate::rules::{Position, Setup};
use common::game::Dice;
use common::player::{BadSpec, Level, Machines, Player, Random, Spec};

/// Hands the shape of a setup, in the narrowest words that hold it, to an expression.
macro_rules! with_shape {
    ($setup:expr, $shape:ident => $body:expr) => {
        if let Some($shape) = Shape::<u64>::new($setup) {
            $body
        } else if let Some($shape) = Shape::<u128>::new($setup) {
            $body
        } else {
            let $shape = Shape::<Wide>::new($setup).expect("the largest board has 256 squares");
            $body
        }
    };
}

impl Machines for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;

    fn machine(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        let dice = Dice::new(seed);
        let sight = |depth, slip| -> Result<Box<dyn Player<Position>>, BadSpec> {
            spec.check_keys(&["depth", "slip"])?;
            let depth = in_range(spec, "depth", spec.number("depth", depth)?, 1..=DEEPEST)?;
            let slip = in_range(spec, "slip", spec.number("slip", slip)?, 0.0..=1.0)?;
            let dice = dice.clone();
            Ok(
                with_shape!(*setup, shape => Box::new(Sight::new(shape, shapes, depth, dice).slips(slip).sorts())),
            )
        };
        match spec.name() {
            "cmd" => common::protocol::child(spec, setup),
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(dice)))
            }
            "source" => {
                spec.check_keys(&["depth"])?;
                let depth = in_range(spec, "depth", spec.number("depth", 3)?, 1..=DEEPEST)?;
                Ok(with_shape!(*setup, shape => Box::new(Sight::new(shape, electron_lead, depth, dice))))
            }
            "easy" => sight(1, 0.3),
            "medium" => sight(2, 0.1),
            "hard" => sight(4, 0.0),
            "strong" => sight(5, 0.0),
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// So far machines of a fixed depth may be told to see; they would not come there anyway.
const DEEPEST: u32 = 40;

/// A number of an option, if it makes sense.
fn in_range<T: PartialOrd + ToString>(
    spec: &Spec,
    key: &str,
    value: T,
    range: std::ops::RangeInclusive<T>,
) -> Result<T, BadSpec> {
    if range.contains(&value) { Ok(value) } else { Err(bad_value(spec, key, &value.to_string())) }
}

fn bad_value(spec: &Spec, key: &str, value: &str) -> BadSpec {
    BadSpec::Number { player: spec.name().to_owned(), key: key.to_owned(), value: value.to_owned() }
}
