//! Players: what chooses moves, and how the command line names it.

mod spec;

pub use spec::{BadSpec, Spec};

pub use crate::job::Stop;

use crate::game::{Dice, Game, Open, Side, Value};
use crate::words::capitalized;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use thiserror::Error;
use web_time::Instant;

/// What a player is given: a side's view of the game, and how it came about.
pub struct Turn<'a, G: Game> {
    /// The side to choose a move for.
    pub side: Side,
    /// What that side sees.
    pub view: &'a G::View,
    /// The parameters of the game.
    pub setup: &'a G::Setup,
    /// The moves so far, for players that are told moves; empty in games that hide something.
    pub moves: &'a [MoveText],
}

/// A move as text, with the side that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveText {
    /// The side.
    pub side: Side,
    /// The canonical text of its move.
    pub text: String,
}

/// `p1:c4`, as in saved games and arena files.
impl std::fmt::Display for MoveText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.side, self.text)
    }
}

/// Chooses moves. A closure is a player too.
pub trait Player<G: Game>: Send {
    /// Chooses a move for `turn.side` within the budget, and reports its thoughts to `seen` meanwhile.
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

#[cfg(not(target_arch = "wasm32"))]
/// A thread for [`Player::choose`]. Searches recurse deeply, so it has as much stack as a main thread.
pub(crate) fn thinking_thread() -> std::thread::Builder {
    std::thread::Builder::new().name("thinking".into()).stack_size(8 << 20)
}

/// Asks a player for a move. A panic becomes a [`PlayerError`].
pub fn ask_player<G: Game>(
    player: &mut dyn Player<G>,
    turn: &Turn<'_, G>,
    budget: &Budget,
    seen: &(dyn Fn(Thought) + Sync),
) -> Result<G::Move, PlayerError> {
    catch_unwind(AssertUnwindSafe(|| player.choose(turn, budget, seen)))
        .unwrap_or_else(|_| Err(PlayerError::Died("it crashed".to_owned())))
}

/// Why a player gave no move.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum PlayerError {
    /// There is no legal move.
    #[error("there is no legal move")]
    NoMove,
    /// It was stopped before it had chosen a move.
    #[error("it was stopped before it had chosen a move")]
    Stopped,
    /// It answered with something that is not a legal move.
    #[error("it answered '{answer}', which is not a legal move: {why}")]
    Illegal {
        /// The answer.
        answer: String,
        /// Why that is not a legal move.
        why: String,
    },
    /// It has nothing to say, for this reason.
    #[error("{0}")]
    NoAnswer(String),
    /// It did not answer in time.
    #[error("it did not answer within {0:.1?}")]
    TimedOut(Duration),
    /// Its program ended or could not be talked to.
    #[error("its program ended: {0}")]
    Died(String),
}

/// How long a player may think. The first limit that is reached ends the search; without any limit it ends when stopped.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Raised to end the search early.
    pub stop: Stop,
}

impl Budget {
    /// A limit of time.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }
    /// A limit of positions.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }
    /// A limit of plies.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }
    /// Starts the clock.
    pub fn start(&self) -> Running<'_> {
        Running { budget: self, since: Instant::now() }
    }
}

/// A budget whose clock is running.
#[derive(Debug)]
pub struct Running<'a> {
    budget: &'a Budget,
    since: Instant,
}

impl Running<'_> {
    /// Whether the search must end after `nodes` positions.
    pub fn used_up(&self, nodes: u64) -> bool {
        self.budget.stop.raised()
            || self.budget.nodes.is_some_and(|max| nodes >= max)
            || self.budget.time.is_some_and(|max| self.since.elapsed() >= max)
    }
    /// Whether an iteration of depth `depth` may begin. An iteration usually takes longer than all before it together,
    /// so none begins that would not end in time.
    pub fn allows_depth(&self, depth: u32) -> bool {
        self.budget.depth.is_none_or(|max| depth <= max)
            && self.budget.time.is_none_or(|max| self.since.elapsed() < max.mul_f64(0.6))
    }
    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }
}

/// The state of a search, for a window or a protocol to show.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The search depth in plies.
    pub depth: u32,
    /// The value of the position for the side that thinks.
    pub value: Option<Value>,
    /// The value is proved, not estimated.
    pub exact: bool,
    /// The principal variation, as text.
    pub line: Vec<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The values of single moves, best first, where they are known.
    pub moves: Vec<(String, Value)>,
    /// The best lines, best first, where several were asked for.
    pub lines: Vec<Variation>,
}

/// A line of moves and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variation {
    /// The moves, as text.
    pub moves: Vec<String>,
    /// Its value for the side that thinks.
    pub value: Value,
    /// The value is proved, not estimated.
    pub exact: bool,
}

/// The name of an AI player and what to expect of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// As on the command line.
    pub name: &'static str,
    /// In a few words.
    pub about: &'static str,
}

impl Level {
    /// The name as a window shows it: "Easy".
    pub fn title(&self) -> String {
        player_title(self.name)
    }
}

/// A name of a player as a title. A name without vowels is an abbreviation.
pub(crate) fn player_title(text: &str) -> String {
    let name = text.split(':').next().unwrap_or(text);
    if !name.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
        return text.replacen(name, &name.to_uppercase(), 1);
    }
    capitalized(text)
}

/// Something that a client of an engine may set, such as the number of threads. It changes neither the game nor the
/// level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, as in `setoption name NAME value …`.
    pub name: &'static str,
    /// The key of the same option in a player's name, as in `strong:threads=2`.
    pub key: &'static str,
    /// The levels that have this option.
    pub levels: &'static [&'static str],
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// The value unless it is set.
    pub default: i64,
}

/// A game with AI players: what the session, the arena and the engine need besides the rules.
pub trait AiPlayers: Game {
    /// The levels of play, weakest first; the last one is the best.
    const LEVELS: &'static [Level];
    /// The other AI players: those of the original program, and simple ones.
    const ORIGINALS: &'static [Level] = &[];
    /// The protocol that a program must speak to be a player as `cmd:COMMAND`.
    const PROTOCOL: &'static str = "the Universal Game Interface";
    /// Whether other programs can be players. By default they cannot where something is hidden, because the Universal
    /// Game Interface would tell them everything; a web page cannot start programs.
    const OTHER_PROGRAMS: bool = !Self::FACTS.hidden && cfg!(not(target_arch = "wasm32"));
    /// Builds an AI player. Everything random about it comes from `seed`.
    fn build_player(spec: &Spec, setup: &Self::Setup, seed: u64) -> Result<Box<dyn Player<Self>>, BadSpec>;

    /// What a client of the engine may set besides the game and the level.
    fn engine_options() -> Vec<EngineOption> {
        Vec::new()
    }

    /// Every AI player: the levels, then the others.
    fn all_levels() -> impl Iterator<Item = &'static Level> + Clone {
        Self::LEVELS.iter().chain(Self::ORIGINALS)
    }

    /// The weakest level: the opponent of a new player, and the default where a human's opponent is not named.
    fn first_opponent() -> Spec {
        Spec::level(Self::LEVELS.first().map_or("easy", |level| level.name))
    }

    /// The best AI player, the last of the levels: the default where none is named.
    fn strongest() -> Spec {
        Spec::level(Self::LEVELS.last().map_or("strong", |level| level.name))
    }

    /// The player that gives hints: the best one, reporting all it knows even if that takes a little longer.
    fn hint_player() -> Spec {
        Self::strongest()
    }

    /// Whether there is an AI player of this name. Some have a second name.
    fn knows_player(name: &str) -> bool {
        Self::all_levels().any(|level| level.name == name) || name == "strong"
    }

    /// The error for a name that is not a level.
    fn unknown(spec: &Spec) -> BadSpec {
        let programs = Self::OTHER_PROGRAMS.then_some("or cmd:COMMAND");
        let known: Vec<_> = Self::all_levels().map(|level| level.name).chain(programs).collect();
        BadSpec::Unknown { name: spec.name().to_owned(), known: known.join(", ") }
    }
}

/// A player that chooses random legal moves.
#[derive(Debug)]
pub struct Random(pub Dice);

impl<G: Open> Player<G> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        _: &Budget,
        _: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        turn.view.random_move(turn.side, &mut self.0).ok_or(PlayerError::NoMove)
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
