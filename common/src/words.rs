//! What a front end needs to say of a game. The words themselves stand in each game's `text.rs`.

use crate::game::{Game, Setup, Side, Value};
use std::path::Path;

/// A game that can be talked about, in whole sentences.
pub trait Words: Game {
    /// What a side is called: a short name, usable at the start and inside of a sentence.
    fn side_name(side: Side) -> &'static str;
    /// What a side is called in this position, where that can change during a game.
    fn called(&self, side: Side) -> &'static str {
        Self::side_name(side)
    }
    /// What is played by, in a few words: the rule that is on, the size of the board. It stays in sight all the time.
    fn terms(setup: &Self::Setup) -> String {
        let value = |name: &str| Some(format!("{} {}", name.to_lowercase(), setup.get(name)?));
        let values: Vec<String> = Self::Setup::knobs().iter().filter_map(|knob| value(knob.name)).collect();
        values.join(", ")
    }
    /// The ways to write a game down that other programs know.
    fn formats() -> &'static [Format<Self>] {
        &[]
    }
    /// The rules in short, for a terminal.
    fn rules() -> &'static str;
    /// The board as text, lines ended by `\n`.
    fn board(&self) -> String;
    /// Whose turn it is and what is expected; several lines where there are things to choose from.
    fn ask(&self) -> String;
    /// What a move did and why, one sentence each. `after` is the position it led to.
    fn told(&self, m: &Self::Move, after: &Self) -> Vec<String>;
    /// The result in a sentence or two; empty while the game goes on.
    fn result(&self) -> String;
    /// What a value means for the side to move, such as "x wins" or "about even".
    fn judge(&self, value: Value, exact: bool) -> String;
    /// A move in words, for lists of moves and hints.
    fn describe(&self, m: &Self::Move) -> String;
    /// Takes a line of a move that may need several: `begun` is what earlier lines left.
    fn enter(&self, begun: &str, line: &str) -> Entry<Self> {
        let _ = begun;
        self.parse(line).map_or_else(Entry::Wrong, Entry::Move)
    }
}

/// A way to write a game down that other programs know too.
pub struct Format<G: Game> {
    /// The ending of its files, in small letters.
    pub ending: &'static str,
    /// What it is, as in "a game of Piskvork".
    pub name: &'static str,
    /// Whether a text begins like one; the rest of it may still be wrong.
    pub looks: fn(&str) -> bool,
    /// Reads a game. An error says where and what.
    pub read: fn(&str) -> Result<Foreign<G::Setup>, String>,
    /// Writes a game.
    pub write: fn(&G::Setup, &[G::Move]) -> String,
}

/// A game that was written down elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign<S> {
    /// The parameters.
    pub setup: S,
    /// The moves as text, all of them legal.
    pub moves: Vec<String>,
}

impl<G: Words> Format<G> {
    /// The format of a file, by the ending of its name.
    pub fn of(path: &Path) -> Option<&'static Format<G>> {
        let ending = path.extension()?.to_str()?;
        G::formats().iter().find(|format| format.ending.eq_ignore_ascii_case(ending))
    }
}

/// What became of a line that was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<G: Game> {
    /// It completes a move.
    Move(G::Move),
    /// It begins a move that needs another line.
    More {
        /// To be handed back with the next line.
        begun: String,
        /// What is expected next.
        ask: String,
    },
    /// It is refused; a move that was begun stays begun.
    Wrong(G::Illegal),
}

/// What an error says, as a sentence of its own: with a capital and a full stop. A name such as x1 keeps its small letter.
///
/// ```
/// use common::words::sentence;
/// assert_eq!(sentence("a cycle is closed"), "A cycle is closed.");
/// assert_eq!(sentence("x1 is not there"), "x1 is not there.");
/// ```
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    let name = letters.clone().next().is_some_and(|second| second.is_ascii_digit() || second == '\'');
    let first: String = match first {
        Some(first) if !name => first.to_uppercase().collect(),
        first => first.into_iter().collect(),
    };
    format!("{first}{}.", letters.as_str())
}
