//! Moves of the puzzle and their text.

use crate::layout::Cell;
use crate::solver::{Candidates, states_of};
use common::automaton::State;
use std::fmt;

/// A move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// Choose a state for a hidden cell: `c4=2`.
    Enter(Cell, State),
    /// The same, taken from a hint, without a reward: `c4=2!`.
    Take(Cell, State),
    /// Write candidates into a hidden cell: `c4?12`; `c4?` removes them.
    Note(Cell, Candidates),
    /// Remove an entered value that has not been checked: `c4-`.
    Erase(Cell),
    /// Ask whether everything is right so far: `check`.
    Check,
    /// A place to go back to: `mark`.
    Bookmark,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Enter(cell, state) => write!(f, "{cell}={state}"),
            Move::Take(cell, state) => write!(f, "{cell}={state}!"),
            Move::Note(cell, states) => {
                let digits: String = states_of(*states).map(|state| char::from(b'0' + state)).collect();
                write!(f, "{cell}?{digits}")
            }
            Move::Erase(cell) => write!(f, "{cell}-"),
            Move::Check => write!(f, "check"),
            Move::Bookmark => write!(f, "mark"),
        }
    }
}

impl Move {
    /// Reads a move, whatever the position. `c4 2` and `C4=2` are `c4=2`.
    pub fn read(text: &str) -> Option<Move> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "check" => return Some(Move::Check),
            "mark" => return Some(Move::Bookmark),
            _ => {}
        }
        let digit = |text: &str| match text.trim().as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        if let Some(cell) = text.strip_suffix('-') {
            return Cell::read(cell.trim()).map(Move::Erase);
        }
        if let Some((cell, states)) = text.split_once('?') {
            let states = states
                .bytes()
                .try_fold(0, |states, byte| byte.is_ascii_digit().then(|| states | 1 << (byte - b'0')));
            return Some(Move::Note(Cell::read(cell.trim())?, states?));
        }
        let (cell, state) = text.split_once(['=', ' '])?;
        let cell = Cell::read(cell.trim())?;
        match state.trim().strip_suffix('!') {
            Some(state) => Some(Move::Take(cell, digit(state)?)),
            None => Some(Move::Enter(cell, digit(state)?)),
        }
    }

    /// The cell it is about.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Move::Enter(cell, _) | Move::Take(cell, _) | Move::Note(cell, _) | Move::Erase(cell) => {
                Some(*cell)
            }
            Move::Check | Move::Bookmark => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        for text in ["c4=2", "c4=2!", "bh40=9", "c4?12", "c4?", "a1-", "check", "mark"] {
            assert_eq!(Move::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Move::read(" C4 2 "), Move::read("c4=2"));
        assert_eq!(Move::read("c4?21"), Move::read("c4?12"));
        for text in ["", "c4", "c4=", "c4=x", "c4=10", "4=1", "c4?x", "-", "=", "!", "c4=-1", "c4!"] {
            assert_eq!(Move::read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn noise_does_not_panic(text in "\\PC{0,20}") {
            if let Some(m) = Move::read(&text) {
                prop_assert_eq!(Move::read(&m.to_string()), Some(m));
            }
        }
    }
}
