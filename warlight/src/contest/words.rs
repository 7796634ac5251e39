//! The words that both sides of the protocol use.

use crate::rules::RuleSet;
use common::game::Side;
use std::fmt;

/// The word for a deployment.
pub(super) const PLACE: &str = "place_armies";
/// The word for an order.
pub(super) const SEND: &str = "attack/transfer";
/// The answer without moves.
pub(super) const NO_MOVES: &str = "No moves";
/// The owner of a region that nobody owns.
pub(super) const NEUTRAL: &str = "neutral";

/// The contest's name of a side.
pub(super) fn player_name(side: Side) -> &'static str {
    if side == Side::FIRST { "player1" } else { "player2" }
}

/// A version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Version {
    /// Starting regions are ranked, and each request has its own time.
    One,
    /// Starting regions are picked in turn, and there is a bank of time.
    Two,
}

impl Version {
    /// The version in which a rule set is played.
    pub fn of(rules: RuleSet) -> Version {
        match rules {
            RuleSet::Contest1 => Version::One,
            RuleSet::Contest2 | RuleSet::Seed => Version::Two,
        }
    }
}

/// A move as the protocol writes it, with the contest's numbers of regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A deployment.
    Place {
        /// Where.
        region: u32,
        /// How many armies.
        armies: u32,
    },
    /// An attack or a transfer.
    Send {
        /// From where.
        from: u32,
        /// Where to.
        to: u32,
        /// How many armies.
        armies: u32,
    },
}

/// A move, and the name of the player who makes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NamedAction {
    /// The player.
    pub name: String,
    /// The move.
    pub action: Action,
}

impl fmt::Display for NamedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Place { region, armies } => write!(f, "{} {PLACE} {region} {armies}", self.name),
            Action::Send { from, to, armies } => write!(f, "{} {SEND} {from} {to} {armies}", self.name),
        }
    }
}

impl NamedAction {
    /// Reads the next move of a sequence of words; `None` if the next words are not a move.
    pub fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<NamedAction> {
        let name = words.next()?.to_owned();
        let verb = words.next()?;
        let mut next = || number(words.next()?);
        let action = if verb.eq_ignore_ascii_case(PLACE) {
            Action::Place { region: next()?, armies: next()? }
        } else if verb.eq_ignore_ascii_case(SEND) {
            Action::Send { from: next()?, to: next()?, armies: next()? }
        } else {
            return None;
        };
        Some(NamedAction { name, action })
    }
}

/// A number of digits only: `parse` alone would take a sign.
pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Moves as a line.
pub(super) fn write_moves(moves: &[NamedAction]) -> String {
    if moves.is_empty() {
        return NO_MOVES.to_owned();
    }
    moves.iter().map(NamedAction::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_not_a_move_is_not_read() {
        for text in
            ["", "player1", "player1 place_armies 3", "player1 place_armies 3 -1", "a attack/transfer 1 2 x"]
        {
            assert_eq!(NamedAction::read(&mut text.split_whitespace()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn moves_are_read_as_they_are_written(name in "[a-z]{1,8}", numbers: (u32, u32, u32), place: bool) {
            let (from, to, armies) = numbers;
            let action =
                if place { Action::Place { region: from, armies } } else { Action::Send { from, to, armies } };
            let named = NamedAction { name, action };
            let text = named.to_string();
            prop_assert_eq!(NamedAction::read(&mut text.split_whitespace()), Some(named));
        }
    }
}
