//! The vocabulary of rules: what a game is, said once for all games.
//!
//! Rules are pure. They know no screen, no file and no clock, and dice are handed to them.

mod dice;
mod outcome;
mod setup;
mod side;
mod size;
mod square;

pub use dice::Dice;
pub use outcome::{Outcome, Value};
pub use setup::{BadOption, Knob, KnobKind, NoSetup, Setup};
pub use side::{Side, Sides};
pub use size::{BadSize, BoardSize};
pub use square::{NoSquare, Square};

use std::error::Error;
use std::fmt::{Debug, Display};

/// What is true of a game whatever its position; algorithms look here before they start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The program's name, as in commands and save files.
    pub name: &'static str,
    /// The name people know the game by.
    pub title: &'static str,
    /// The most sides a game of it can have.
    pub sides: usize,
    /// Moves may have random results.
    pub chance: bool,
    /// A side does not see everything: its [`Game::View`] is less than the position.
    pub hidden: bool,
    /// Several sides may be to move at once.
    pub simultaneous: bool,
    /// No game has more plies than this.
    pub longest: usize,
}

/// The rules of a game, and nothing else.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// What is true of the game whatever its position.
    const FACTS: Facts;
    /// What a player may choose before the game: size, rule, scoring.
    type Setup: Setup;
    /// A move. Its text is canonical: [`Game::parse`] gives the same move back.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;
    /// What one side may see; the position itself where nothing is hidden.
    type View: Clone + Send + Sync + 'static;
    /// Why a move was refused, as a sentence for the person who made it.
    type Illegal: Error + Clone + Eq + Send + Sync + 'static;
    /// Why a game cannot start with a setup.
    type BadSetup: Error + Clone + Eq + Send + Sync + 'static;

    /// The position before the first move.
    fn start(setup: &Self::Setup) -> Result<Self, Self::BadSetup>;
    /// Who may move: several sides at once in a simultaneous game, none when it is over.
    fn to_move(&self) -> Sides;
    /// Reads a move in this position. The answer is legal for the side to move.
    fn parse(&self, text: &str) -> Result<Self::Move, Self::Illegal>;
    /// Plays a move. On an error nothing has changed.
    fn play(&mut self, side: Side, m: &Self::Move, dice: &mut Dice) -> Result<(), Self::Illegal>;
    /// What `side` may see.
    fn view(&self, side: Side) -> Self::View;
    /// The points of each side; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
}

/// Games whose moves can be listed.
pub trait Enumerable: Game {
    /// Every legal move of the side to move; empty when the game is over.
    fn moves(&self) -> Vec<Self::Move>;
}

/// Games in which nothing is hidden, so that what a side sees is the position.
pub trait Open: Game<View = Self> {}
impl<G: Game<View = G>> Open for G {}
