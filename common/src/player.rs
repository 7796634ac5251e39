//! Players: whoever chooses a move, and how a command line names them.

use crate::game::{Dice, Enumerable, Game, Open, Side, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
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
}

/// A player as a command line names it: `NAME`, `NAME:key=value,…`, or `cmd:COMMAND` for another program.
///
/// ```
/// use common::player::Spec;
/// let spec: Spec = "minimax:depth=4,best=30".parse().unwrap();
/// assert_eq!(spec.name(), "minimax");
/// assert_eq!(spec.to_string(), "minimax:best=30,depth=4");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    name: String,
    options: BTreeMap<String, String>,
    command: Option<String>,
}

impl Spec {
    /// A level by its plain name.
    pub fn level(name: &str) -> Spec {
        Spec { name: name.to_owned(), options: BTreeMap::new(), command: None }
    }
    /// The level's name; `cmd` for another program.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The other program's command line, if it is one.
    pub fn command(&self) -> Option<&str> {
        self.command.as_deref()
    }
    /// The options given, by name.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
    /// Reads the options into the wished types: every key must be one of `known`.
    pub fn check_keys(&self, known: &[&str]) -> Result<(), BadSpec> {
        match self.options.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(BadSpec::Option {
                player: self.name.clone(),
                key: key.clone(),
                known: if known.is_empty() {
                    "it takes none".into()
                } else {
                    format!("it takes {}", known.join(", "))
                },
            }),
        }
    }
    /// The value of an option, or `default` where it is not given.
    pub fn number<T: FromStr>(&self, key: &str, default: T) -> Result<T, BadSpec> {
        match self.options.get(key) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| BadSpec::Number {
                player: self.name.clone(),
                key: key.to_owned(),
                value: text.clone(),
            }),
        }
    }
}

impl FromStr for Spec {
    type Err = BadSpec;
    fn from_str(text: &str) -> Result<Spec, BadSpec> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Spec::level(name);
        if name == "cmd" {
            if rest.trim().is_empty() {
                return Err(BadSpec::NoCommand);
            }
            spec.command = Some(rest.to_owned());
            return Ok(spec);
        }
        for pair in rest.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| BadSpec::NoValue(pair.to_owned()))?;
            spec.options.insert(key.trim().to_owned(), value.trim().to_owned());
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(command) = &self.command {
            return write!(f, ":{command}");
        }
        for (i, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Why a player's name could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadSpec {
    /// No level of this name.
    #[error("there is no player '{name}'; there are {known}, or cmd:COMMAND")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The level does not know this option.
    #[error("player '{player}' has no option '{key}'; {known}")]
    Option {
        /// The level.
        player: String,
        /// What was asked for.
        key: String,
        /// What there is.
        known: String,
    },
    /// The option wants another kind of value.
    #[error("option '{key}' of player '{player}' cannot be '{value}'")]
    Number {
        /// The level.
        player: String,
        /// The option.
        key: String,
        /// What it was given.
        value: String,
    },
    /// An option without a value.
    #[error("'{0}' should be key=value")]
    NoValue(String),
    /// `cmd:` without a command.
    #[error("cmd: needs a command, as in cmd:./engine")]
    NoCommand,
    /// The other program did not start.
    #[error("'{command}' could not be started: {why}")]
    NotStarted {
        /// Its command line.
        command: String,
        /// What went wrong.
        why: String,
    },
}

/// A machine's name and what to expect of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// As on the command line.
    pub name: &'static str,
    /// In a few words.
    pub about: &'static str,
}

/// A game with machines to play it: what the session, the arena and the engine need besides the rules.
pub trait Machines: Game {
    /// Every machine, weakest first; `strong` is the best there is.
    const LEVELS: &'static [Level];
    /// Builds a machine. Everything random about it comes from `seed`.
    fn machine(spec: &Spec, setup: &Self::Setup, seed: u64) -> Result<Box<dyn Player<Self>>, BadSpec>;

    /// The best machine there is, the last of the levels: who plays unless another is named.
    fn strongest() -> Spec {
        Spec::level(Self::LEVELS.last().map_or("strong", |level| level.name))
    }

    /// Who gives hints: the best machine, told to say all it knows even where that takes a little longer.
    fn adviser() -> Spec {
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
    fn specs_are_read_and_written() {
        for text in ["random", "minimax:best=30,depth=4", "cmd:./engine --fast -x 'a b'"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        let spec: Spec = "mcts:nodes=500".parse().unwrap();
        assert_eq!(spec.number("nodes", 1u64), Ok(500));
        assert_eq!(spec.number("depth", 9u32), Ok(9));
        assert!(spec.check_keys(&["nodes"]).is_ok());
    }

    #[test]
    fn wrong_specs_say_what_is_wrong() {
        let why = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(why("mcts:nodes"), "'nodes' should be key=value");
        assert_eq!(why("cmd: "), "cmd: needs a command, as in cmd:./engine");
        let spec: Spec = "mcts:nodes=many".parse().unwrap();
        assert_eq!(
            spec.number("nodes", 1u64).unwrap_err().to_string(),
            "option 'nodes' of player 'mcts' cannot be 'many'"
        );
        assert_eq!(
            spec.check_keys(&["time"]).unwrap_err().to_string(),
            "player 'mcts' has no option 'nodes'; it takes time"
        );
    }

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
