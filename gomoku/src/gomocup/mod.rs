//! The Gomocup protocol, which tournament managers speak: our side as a pure state machine ([`Brain`]), and the other side,
//! a player whose moves come from such a program ([`ChildPlayer`]).

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
use std::io::{self, BufReader};

/// Speaks the protocol on the standard input and output until told to end. `rule` holds until the manager tells another.
pub fn engine(level: Spec, rule: Rule, seed: u64) -> Result<(), Failure> {
    common::protocol::serve(Brain::new(level, rule), seed, BufReader::new(io::stdin()), io::stdout())
}

/// A rule as the manager's number; the bits may be joined.
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

/// The rule that a number asks for, or the nearest that we know and what is different.
fn rule_of(number: u32) -> (Rule, Option<&'static str>) {
    let has = |bit| number & bit != 0;
    let rule = if has(bits::RENJU) {
        Rule::Renju
    } else if has(bits::EXACTLY_FIVE | bits::CARO) {
        Rule::Standard
    } else {
        Rule::Freestyle
    };
    let unknown = if has(bits::CARO) {
        Some("caro is not known here; it is played by the nearest rule")
    } else if has(bits::CONTINUOUS) {
        Some("continuous games are not known here; the game ends with the first five")
    } else {
        None
    };
    (rule, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_read_as_it_is_told() {
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
