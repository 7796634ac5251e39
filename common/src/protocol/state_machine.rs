//! The interface between a protocol and its transport. A protocol is a pure state machine: a line in, actions out. It
//! knows no threads and no pipes.

use crate::game::{Dice, Game, Side, StartError, Stream};
use crate::job::{Stop, Work};
use crate::player::{AiPlayers, Budget, MoveText, Spec, Thought};
use std::time::Duration;

/// The engine's side of a protocol.
pub trait Protocol {
    /// The game that is played.
    type Game: AiPlayers;

    /// What the first player is built for.
    fn first(&self) -> PlayerConfig<Self::Game>;
    /// Whether the engine quits as soon as no search is running.
    fn is_leaving(&self) -> bool;
    /// Handles a line from the client.
    fn line(&mut self, line: &str) -> Vec<Action<Self::Game>>;
    /// The client sent a line that is too long.
    fn overlong_line(&mut self) -> Vec<Action<Self::Game>>;
    /// The input has ended.
    fn closed(&mut self) -> Vec<Action<Self::Game>>;
    /// The result of an [`Action::Start`], or the reason why there is no start position.
    fn started(&mut self, start: Result<Self::Game, String>) -> Vec<Action<Self::Game>> {
        let _ = start;
        Vec::new()
    }
    /// The player reports a thought.
    fn thought(&mut self, thought: &Thought) -> Vec<Action<Self::Game>>;
    /// The time of a request that is answered now, called before [`Protocol::chosen`]: `used` since the request arrived,
    /// and how late answers are on average.
    fn time_used(&mut self, used: Duration, late: Duration) {
        let _ = (used, late);
    }
    /// The search has ended, with a move or the reason why there is none.
    fn chosen(&mut self, answer: Result<String, String>) -> Vec<Action<Self::Game>>;
}

/// What the transport must do, in order.
#[derive(Debug)]
pub enum Action<G: AiPlayers> {
    /// Write this line.
    Say(String),
    /// Build the player of the next search now, so that its first move need not wait for it. During a search this is
    /// postponed.
    Prepare(PlayerConfig<G>),
    /// Compute a start position in the background, and pass it to [`Protocol::started`]. One at a time is computed.
    Start(Box<GameStart<G>>),
    /// Raise the stop flag of the start.
    CancelStart,
    /// Search in the background, and call [`Protocol::thought`] and [`Protocol::chosen`]. Only one search runs at a
    /// time.
    Think(Box<Search<G>>),
    /// Raise the stop flag of the search.
    Stop,
    /// End.
    Quit,
}

/// What a player is built for.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerConfig<G: Game> {
    /// The level of the player.
    pub level: Spec,
    /// The parameters of the game.
    pub setup: G::Setup,
    /// The number of the game. A new number asks for a player that remembers nothing.
    pub game: u64,
    /// The side it plays, in games that hide something: another side gets another player. `None` in open games, where
    /// one player may play all sides.
    pub side: Option<Side>,
}

/// A start position to compute.
#[derive(Debug, Clone)]
pub struct GameStart<G: Game> {
    /// The parameters of the game.
    pub setup: G::Setup,
    /// The seed of the game.
    pub seed: u64,
    /// Ends the work early; it belongs to this start alone.
    pub stop: Stop,
}

impl<G: Game> GameStart<G> {
    /// Computes the position. It may take seconds.
    pub fn run(&self) -> Result<G, StartError<G::BadSetup>> {
        let mut dice = Dice::for_game(self.seed, Stream::Start);
        G::start(&self.setup, &mut dice, &Work::with_stop(self.stop.clone()))
    }
}

/// Everything needed to search for a move.
#[derive(Debug)]
pub struct Search<G: AiPlayers> {
    /// The player that searches.
    pub config: PlayerConfig<G>,
    /// The side to choose a move for.
    pub side: Side,
    /// What that side sees.
    pub view: G::View,
    /// The moves so far, where they are known; empty in games that hide something.
    pub moves: Vec<MoveText>,
    /// The limits. The stop flag belongs to this search alone.
    pub budget: Budget,
    /// When the answer must be sent, counted from the request. Then the best move so far is the answer, even if the
    /// search has not ended.
    pub answer_by: Option<Duration>,
}
