//! Players: whoever chooses a move, and how a command line names them.

mod spec;

pub use spec::{BadSpec, Spec};

use crate::game::{Dice, Enumerable, Game, Open, Side, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use thiserror::Error;
use web_time::Instant;

/// What a player is asked: a side's view of the game, and what led to it.
pub struct Turn<'a, G: Game> {
    /// Who is to choose.
    pub side: Side,
    /// What that side sees.
    pub view: &'a G::View,
    /// The parameters of the game.
    pub setup: &'a G::Setup,
    /// The moves so far as text, for players that are told moves; empty in games that hide something.
    pub moves: &'a [String],
}

/// Whoever chooses moves. A closure is a player too.
pub trait Player<G: Game>: Send {
    /// Chooses a move for `turn.side` within the budget, and tells `seen` what it thinks meanwhile.
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError>;
}

impl<G: Game, F> Player<G> for F
where
    F: FnMut(&Turn<'_, G>, &Budget) -> Result<G::Move, PlayerError> + Send,
{
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        _: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        self(turn, budget)
    }
}

/// A thread for [`Player::choose`]: thinking recurses, and a thread of the usual size has a quarter of the stack that a
/// main thread has.
pub(crate) fn thinking_thread() -> std::thread::Builder {
    std::thread::Builder::new().name("thinking".into()).stack_size(8 << 20)
}

/// Asks a player for a move. One that panics has lost its program like one whose program is gone: whoever asks goes on.
pub fn ask<G: Game>(
    player: &mut dyn Player<G>,
    turn: &Turn<'_, G>,
    budget: &Budget,
    seen: &(dyn Fn(Thought) + Sync),
) -> Result<G::Move, PlayerError> {
    catch_unwind(AssertUnwindSafe(|| player.choose(turn, budget, seen)))
        .unwrap_or_else(|_| Err(PlayerError::Died("it broke down".to_owned())))
}

/// Why a player gave no move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// There is nothing to choose.
    #[error("there is no move to choose")]
    NoMove,
    /// It was stopped before it had a move.
    #[error("it was stopped before it had chosen")]
    Stopped,
    /// It answered with something that is not a legal move.
    #[error("it answered '{answer}', which is no move here: {why}")]
    Illegal {
        /// What it said.
        answer: String,
        /// Why that is no move.
        why: String,
    },
    /// It did not answer in time.
    #[error("it did not answer within {0:.1?}")]
    TimedOut(Duration),
    /// Its program ended or could not be talked to.
    #[error("its program is gone: {0}")]
    Died(String),
}

/// How long a player may think. The first limit that is reached ends the thinking; no limit at all means until stopped.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Raised by whoever no longer wants to wait.
    pub stop: Stop,
}

impl Budget {
    /// So much time.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }
    /// So many positions.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }
    /// So many plies.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }
    /// The budget starts to run now.
    pub fn start(&self) -> Running<'_> {
        Running { budget: self, since: Instant::now() }
    }
}

/// A budget that is being used up.
#[derive(Debug)]
pub struct Running<'a> {
    budget: &'a Budget,
    since: Instant,
}

impl Running<'_> {
    /// Whether thinking must end, `nodes` having been looked at.
    pub fn used_up(&self, nodes: u64) -> bool {
        self.budget.stop.raised()
            || self.budget.nodes.is_some_and(|most| nodes >= most)
            || self.budget.time.is_some_and(|most| self.since.elapsed() >= most)
    }
    /// Whether a next iteration of depth `depth` may begin. One that would not end in time is not begun: it usually
    /// takes longer than all before it together.
    pub fn allows_depth(&self, depth: u32) -> bool {
        self.budget.depth.is_none_or(|most| depth <= most)
            && self.budget.time.is_none_or(|most| self.since.elapsed() < most.mul_f64(0.6))
    }
    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

/// A flag that ends thinking on another thread.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the thinker to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Whether it was asked.
    pub fn raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a machine thinks at a moment, for a window or a protocol to show.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thought {
    /// Plies looked ahead.
    pub depth: u32,
    /// The position's value for the side that thinks.
    pub value: Option<Value>,
    /// The value is proved, not estimated.
    pub exact: bool,
    /// The moves it expects, as text.
    pub line: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The values of single moves, best first, where they are known.
    pub moves: Vec<(String, Value)>,
    /// The best lines, where several were asked for, best first.
    pub lines: Vec<Variation>,
}

/// A line of moves and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The moves, as text.
    pub moves: Vec<String>,
    /// What the side that thinks gets by it.
    pub value: Value,
    /// The value is proved, not estimated.
    pub exact: bool,
}

/// A machine's name and what to expect of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// As on the command line.
    pub name: &'static str,
    /// In a few words.
    pub about: &'static str,
}

/// Something about a machine's work that a client of an engine may set, such as how many threads it takes. It changes
/// neither the game nor who plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, as in `setoption name NAME value …`.
    pub name: &'static str,
    /// The option behind a player's name that does the same.
    pub key: &'static str,
    /// The levels that have this option.
    pub levels: &'static [&'static str],
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
    /// The value unless it is set.
    pub usual: i64,
}

/// A game with machines to play it: what the session, the arena and the engine need besides the rules.
pub trait AiPlayers: Game {
    /// Every machine, weakest first; `strong` is the best there is.
    const LEVELS: &'static [Level];
    /// What a program must speak to be a player as `cmd:COMMAND`.
    const PROTOCOL: &'static str = "the Universal Game Interface";
    /// Builds a machine. Everything random about it comes from `seed`.
    fn build_player(spec: &Spec, setup: &Self::Setup, seed: u64) -> Result<Box<dyn Player<Self>>, BadSpec>;

    /// What a client of the engine may set about the machines' work.
    fn engine_options() -> Vec<EngineOption> {
        Vec::new()
    }

    /// The best machine there is, the last of the levels: who plays unless another is named.
    fn strongest() -> Spec {
        Spec::level(Self::LEVELS.last().map_or("strong", |level| level.name))
    }

    /// Who gives hints: the best machine, told to say all it knows even where that takes a little longer.
    fn hint_player() -> Spec {
        Self::strongest()
    }

    /// The refusal of a name that is no level.
    fn unknown(spec: &Spec) -> BadSpec {
        let known: Vec<_> = Self::LEVELS.iter().map(|level| level.name).collect();
        BadSpec::Unknown { name: spec.name().to_owned(), known: known.join(", ") }
    }
}

/// A player that takes any legal move.
#[derive(Debug)]
pub struct Random(pub Dice);

impl<G: Enumerable + Open> Player<G> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        _: &Budget,
        _: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        self.0.pick(&turn.view.moves()).cloned().ok_or(PlayerError::NoMove)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_at_its_first_limit() {
        let budget = Budget { nodes: Some(10), depth: Some(3), ..Budget::default() };
        let running = budget.start();
        assert!(!running.used_up(9) && running.used_up(10));
        assert!(running.allows_depth(3) && !running.allows_depth(4));
        budget.stop.raise();
        assert!(running.used_up(0));
    }
}
