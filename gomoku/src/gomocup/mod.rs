//! The Gomocup protocol of tournament managers: our side as a pure state machine ([`Brain`]), and a player that runs an
//! external engine ([`ChildPlayer`]).

mod brain;
mod child;
mod clock;
mod points;

pub use brain::Brain;
pub use child::{ChildPlayer, GomocupLink, child};
pub use clock::Clock;

use crate::rules::Rule;
use common::cli::Failure;
use common::player::Spec;
use common::visible::stdout;
use std::io::{self, BufReader};

/// Speaks the protocol on standard input and output. `rule` applies until the manager sets another one.
pub fn engine(level: Spec, rule: Rule, seed: u64) -> Result<(), Failure> {
    common::protocol::serve(Brain::new(level, rule), seed, BufReader::new(io::stdin()), stdout())
}

/// The manager's numbers of the rules; the bits may be combined.
mod bits {
    pub const EXACTLY_FIVE: u32 = 1;
    pub const CONTINUOUS: u32 = 2;
    pub const RENJU: u32 = 4;
    pub const CARO: u32 = 8;
}

fn rule_bits(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => bits::EXACTLY_FIVE,
        Rule::Renju => bits::RENJU,
    }
}

/// The rule of a number, or the nearest one we support with a note about the difference.
fn rule_of(number: u32) -> (Rule, Option<&'static str>) {
    let has = |bit| number & bit != 0;
    let rule = if has(bits::RENJU) {
        Rule::Renju
    } else if has(bits::EXACTLY_FIVE | bits::CARO) {
        Rule::Standard
    } else {
        Rule::Freestyle
    };
    let note = if has(bits::CARO) {
        Some("caro is not supported; using the nearest rule")
    } else if has(bits::CONTINUOUS) {
        Some("continuous games are not supported; the game ends with the first five")
    } else {
        None
    };
    (rule, note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_numbers_round_trip() {
        for rule in Rule::ALL {
            assert_eq!(rule_of(rule_bits(rule)), (rule, None));
        }
        assert_eq!(rule_of(5).0, Rule::Renju);
        let (rule, why) = rule_of(8);
        assert!(rule == Rule::Standard && why.is_some_and(|why| why.contains("caro")));
        let (rule, why) = rule_of(2);
        assert!(rule == Rule::Freestyle && why.is_some_and(|why| why.contains("continuous")));
    }
}
