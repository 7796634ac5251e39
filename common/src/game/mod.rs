//! The vocabulary of rules: what a game is, defined once for all games.
//!
//! Rules are pure. They know no screen, no file and no clock, and random numbers are passed to them.

mod dice;
mod looks;
mod outcome;
mod setup;
mod side;
mod size;
mod square;

pub use dice::{Dice, Stream, fresh_seed};
pub(crate) use looks::OPTIONS as LOOK_OPTIONS;
pub use looks::{COLOURS, MAX_NAME, SideLooks};
pub use outcome::{GameResult, Outcome, Value};
pub use setup::{BadOption, Choice, EmptyField, NoSetup, OptionValues, Setup, SetupOption, StoredSetup};
pub use side::{MAX_SIDES, NotASide, Side, Sides};
pub use size::{BadSize, BoardSize};
pub use square::{NoSquare, Square};

use crate::job::Work;
use std::error::Error;
use std::fmt::{Debug, Display};
use thiserror::Error;

/// What is true of a game in every position and with every setup; algorithms check it before they start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The program's name, as in commands and save files.
    pub name: &'static str,
    /// The name people know the game by.
    pub title: &'static str,
    /// The start position or the results of moves depend on dice.
    pub chance: bool,
    /// A side does not see everything: its [`Game::View`] is less than the position.
    pub hidden: bool,
    /// Several sides may be to move at once.
    pub simultaneous: bool,
}

/// The rules of a game, and nothing else.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// What is true of the game in every position.
    const FACTS: Facts;
    /// What a player may choose before the game: size, rule, scoring.
    type Setup: Setup;
    /// A move. Its text is canonical: [`Game::parse`] returns the same move.
    type Move: Clone + Eq + Debug + Display + Send + Sync + 'static;
    /// What one side may see; the position itself where nothing is hidden.
    type View: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a move did, computed once when it is played: a chain of explosions, a fight; `()` where the position says it all.
    type Effect: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A score that depends on the order of events and that undo does not give back; `()` where there is none.
    type Score: Clone + Default + PartialEq + Debug + Send + Sync + 'static;
    /// Why a move was refused.
    type Illegal: Error + Clone + Eq + Send + Sync + 'static;
    /// Why a game cannot start with a setup.
    type BadSetup: Error + Clone + Eq + Send + Sync + 'static;

    /// The number of sides of a game with this setup.
    fn sides(setup: &Self::Setup) -> usize;
    /// No game with this setup has more plies than this.
    fn max_plies(setup: &Self::Setup) -> usize;
    /// The position before the first move. Generating it may take seconds: it reports its progress to `work` and ends
    /// early with [`StartError::Cancelled`] when told to stop.
    fn start(setup: &Self::Setup, dice: &mut Dice, work: &Work) -> Result<Self, StartError<Self::BadSetup>>;
    /// Whether making the start position may take seconds. Then a web page has it made by a worker.
    const SLOW_START: bool = false;
    /// The start position as text, if the start is slow: saved games have it, and workers of a web page send it.
    fn start_text(&self) -> Option<String> {
        None
    }
    /// The start position that [`Game::start_text`] has written.
    fn start_from_text(setup: &Self::Setup, text: &str) -> Option<Self> {
        let _ = (setup, text);
        None
    }
    /// Whether a start position that was read from a file is one that [`Game::start`] could have made. It must not take long.
    fn is_sound_start(&self) -> bool {
        true
    }
    /// The sides that may move: several at once in a simultaneous game, none when the game is over.
    fn to_move(&self) -> Sides;
    /// Reads a move of `side`. The result is legal for that side in this position.
    fn parse(&self, side: Side, text: &str) -> Result<Self::Move, Self::Illegal>;
    /// Plays a move of `side`, and returns what it did. On an error nothing has changed.
    ///
    /// In a simultaneous game an order waits until the orders of all sides are in; the last one plays the round.
    fn play(&mut self, side: Side, m: &Self::Move, dice: &mut Dice) -> Result<Self::Effect, Self::Illegal>;
    /// A random legal move of `side`; `None` if it is not to move.
    fn random_move(&self, side: Side, dice: &mut Dice) -> Option<Self::Move>;
    /// What `side` may see.
    fn view(&self, side: Side) -> Self::View;
    /// The result; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether `viewer` may know the move that a side made in `before`, the game having come to `now`.
    fn is_visible(viewer: Side, made: Made<'_, Self>, now: &Self) -> bool {
        let _ = now;
        !Self::FACTS.hidden || made.side == viewer
    }
    /// What `viewer` may know of a move's effect. It is asked only about moves that are visible, or whose side is `viewer`.
    fn visible_effect(viewer: Side, effect: &Self::Effect, now: &Self) -> Option<Self::Effect> {
        let _ = (viewer, now);
        (!Self::FACTS.hidden).then(|| effect.clone())
    }
    /// Whether the move from `before` to `after` has shown somebody a secret, so that it cannot be taken back. A move
    /// that threw dice cannot be taken back in any case.
    fn reveals(before: &Self, after: &Self) -> bool {
        let _ = (before, after);
        false
    }
    /// Counts an event for the score.
    fn count(score: &mut Self::Score, event: &ScoreEvent<'_, Self>) {
        let _ = (score, event);
    }
}

/// A move, and where it was made.
#[derive(Debug)]
pub struct Made<'a, G: Game> {
    /// The side that moved.
    pub side: Side,
    /// Its move.
    pub m: &'a G::Move,
    /// The position before the move.
    pub before: &'a G,
}

/// An event that may count for a score.
#[derive(Debug)]
pub enum ScoreEvent<'a, G: Game> {
    /// A move was played.
    Played {
        /// The move.
        made: Made<'a, G>,
        /// What it did.
        effect: &'a G::Effect,
        /// The position after it.
        after: &'a G,
    },
    /// Moves were taken back.
    Undone {
        /// How many.
        plies: usize,
    },
    /// A side tried a move that the rules refuse.
    Refused {
        /// The side.
        side: Side,
    },
    /// A side asked for a hint.
    Hint {
        /// The side.
        side: Side,
    },
}

/// Why there is no start position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StartError<E: Error> {
    /// The setup does not make a game.
    #[error("{0}")]
    Setup(E),
    /// The work was cancelled.
    #[error("the start of the game was cancelled")]
    Cancelled,
}

impl<E: Error> From<E> for StartError<E> {
    fn from(why: E) -> StartError<E> {
        StartError::Setup(why)
    }
}

/// Games of turns whose moves can be listed.
pub trait Enumerable: Game {
    /// Every legal move of the side to move; empty when the game is over.
    fn moves(&self) -> Vec<Self::Move>;
}

/// Games in which nothing is hidden: a side sees the position.
pub trait Open: Game<View = Self> {}
impl<G: Game<View = G>> Open for G {}
