//! What a protocol is to its transport: a pure state machine, a line in and actions out. It knows no threads and no pipes.

use crate::game::{Game, Side};
use crate::player::{Budget, AiPlayers, Spec, Thought};

/// Our side of a protocol.
pub trait Protocol {
    /// The game that is played.
    type Game: AiPlayers;

    /// What the first machine is built for.
    fn first(&self) -> PlayerConfig<Self::Game>;
    /// Whether it ends as soon as no search is under way.
    fn is_leaving(&self) -> bool;
    /// Takes a line from the client.
    fn line(&mut self, line: &str) -> Vec<Action<Self::Game>>;
    /// The client sent a line too long to be kept.
    fn overlong_line(&mut self) -> Vec<Action<Self::Game>>;
    /// The client's lines have ended.
    fn closed(&mut self) -> Vec<Action<Self::Game>>;
    /// The machine tells what it thinks.
    fn thought(&mut self, thought: &Thought) -> Vec<Action<Self::Game>>;
    /// The search has ended, with a move or the reason why there is none.
    fn chosen(&mut self, answer: Result<String, String>) -> Vec<Action<Self::Game>>;
}

/// What the state machine wants done, in order.
#[derive(Debug)]
pub enum Action<G: AiPlayers> {
    /// Write this line.
    Say(String),
    /// Build the machine that will be asked next, so that its first move does not have to wait for it. While another one
    /// thinks, that is put off.
    Prepare(PlayerConfig<G>),
    /// Begin to think in the background, and tell [`Protocol::thought`] and [`Protocol::chosen`]. Only one search is under
    /// way at a time.
    Think(Box<Search<G>>),
    /// Raise the stop flag of the search under way.
    Stop,
    /// End.
    Quit,
}

/// What a machine is built for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerConfig<G: Game> {
    /// The machine that thinks.
    pub level: Spec,
    /// The parameters of the game.
    pub setup: G::Setup,
    /// Counts the games; a new number asks for a machine that remembers nothing.
    pub game: u64,
}

/// Everything needed to think about a move.
#[derive(Debug)]
pub struct Search<G: AiPlayers> {
    /// The machine that thinks, and what for.
    pub config: PlayerConfig<G>,
    /// Who is to move.
    pub side: Side,
    /// The position to think about.
    pub position: G,
    /// The moves that led to it, where they are known.
    pub moves: Vec<String>,
    /// How long to think; its stop flag belongs to this search alone.
    pub budget: Budget,
}
