//! A player whose moves come from another program.

mod ugi;

pub use ugi::UgiLink;

use super::{Process, Timeouts};
use crate::game::{Game, Open};
use crate::player::{BadSpec, Budget, Player, PlayerError, Spec, Stop, Thought, Turn};

/// The player of a `cmd:COMMAND` that speaks the Universal Game Interface, for
/// [`crate::player::AiPlayers::build_player`]. The program is started at once.
///
/// Games with dice are refused: a program that knows the seed knows all future rolls.
pub fn child<G: Open>(spec: &Spec, setup: &G::Setup) -> Result<Box<dyn Player<G>>, BadSpec> {
    if G::FACTS.chance {
        let command = spec.command().ok_or(BadSpec::NoCommand)?.to_owned();
        let why = "other programs cannot play games with dice".to_owned();
        return Err(BadSpec::NotStarted { command, why });
    }
    ChildPlayer::<UgiLink<G>>::from_spec(spec, setup)
}

/// The connection to a running program, in the language of one protocol.
pub trait EngineLink: Send + Sized + 'static {
    /// The game that the program plays.
    type Game: Open;
    /// The line that tells the program to exit.
    const QUIT_LINE: &'static str;
    /// What is wrong with a program whose handshake takes too long: "it did not send readyok".
    const NO_HANDSHAKE: &'static str;

    /// Wraps a program that has just been started.
    fn new(process: Process, timeouts: Timeouts) -> Self;
    /// Greets the program and waits until it is ready for a game with this setup.
    fn handshake(
        &mut self,
        setup: &<Self::Game as Game>::Setup,
        stop: Option<&Stop>,
    ) -> Result<(), PlayerError>;
    /// Asks the program for a move and waits for its answer.
    fn choose(
        &mut self,
        turn: &Turn<'_, Self::Game>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<<Self::Game as Game>::Move, LinkError>;
    /// Ends the program at once.
    fn kill(self);
}

/// Why a program did not choose a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkError {
    /// The program answered, but not with a legal move. It keeps running.
    BadAnswer(PlayerError),
    /// The program did not answer. Its answer could still arrive later, so it is killed.
    NoAnswer(PlayerError),
}

/// Errors of [`Process::wait`] mean that the answer did not arrive.
impl From<PlayerError> for LinkError {
    fn from(why: PlayerError) -> LinkError {
        LinkError::NoAnswer(why)
    }
}

/// A player that runs a program and asks it for moves.
///
/// - A program that dies, does not answer in time, ignores the order to stop, or writes too much nonsense is killed, and
///   the player returns a [`PlayerError`]. The next request starts the program again.
/// - After an illegal move the program keeps running.
/// - The program exits when the player is dropped.
#[derive(Debug)]
pub struct ChildPlayer<L: EngineLink> {
    command: String,
    /// The timeouts of the next start.
    pub timeouts: Timeouts,
    link: Option<L>,
}

impl<L: EngineLink> ChildPlayer<L> {
    /// Starts the program of a `cmd:COMMAND` with the default timeouts.
    pub fn from_spec(
        spec: &Spec,
        setup: &<L::Game as Game>::Setup,
    ) -> Result<Box<dyn Player<L::Game>>, BadSpec> {
        let command = spec.command().ok_or(BadSpec::NoCommand)?;
        Ok(Box::new(ChildPlayer::<L>::start(command, setup, Timeouts::default())?))
    }

    /// Starts a program and waits until it is ready.
    pub fn start(
        command: &str,
        setup: &<L::Game as Game>::Setup,
        timeouts: Timeouts,
    ) -> Result<ChildPlayer<L>, BadSpec> {
        let link = open::<L>(command, setup, timeouts, None).map_err(|why| BadSpec::NotStarted {
            command: command.to_owned(),
            why: describe_failed_start::<L>(why),
        })?;
        Ok(ChildPlayer { command: command.to_owned(), timeouts, link: Some(link) })
    }

    /// Whether the program was not killed after its last answer.
    pub fn is_running(&self) -> bool {
        self.link.is_some()
    }
}

impl<L: EngineLink> Player<L::Game> for ChildPlayer<L> {
    fn choose(
        &mut self,
        turn: &Turn<'_, L::Game>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<<L::Game as Game>::Move, PlayerError> {
        if turn.view.outcome().is_some() {
            return Err(PlayerError::NoMove);
        }
        let mut link = match self.link.take() {
            Some(link) => link,
            None => {
                open(&self.command, turn.setup, self.timeouts, Some(&budget.stop)).map_err(
                    |why| match why {
                        PlayerError::Stopped => why,
                        other => PlayerError::Died(format!(
                            "it could not be started again: {}",
                            describe_failed_start::<L>(other)
                        )),
                    },
                )?
            }
        };
        match link.choose(turn, budget, seen) {
            Ok(chosen) => {
                self.link = Some(link);
                Ok(chosen)
            }
            Err(LinkError::BadAnswer(why)) => {
                self.link = Some(link);
                Err(why)
            }
            Err(LinkError::NoAnswer(why)) => {
                link.kill();
                Err(why)
            }
        }
    }
}

/// Starts a program and does the handshake.
fn open<L: EngineLink>(
    command: &str,
    setup: &<L::Game as Game>::Setup,
    timeouts: Timeouts,
    stop: Option<&Stop>,
) -> Result<L, PlayerError> {
    let process = Process::start(command, L::QUIT_LINE, timeouts.quit).map_err(PlayerError::Died)?;
    let mut link = L::new(process, timeouts);
    match link.handshake(setup, stop) {
        Ok(()) => Ok(link),
        Err(why) => {
            link.kill();
            Err(why)
        }
    }
}

/// Why a program could not be started, as the end of a sentence.
fn describe_failed_start<L: EngineLink>(why: PlayerError) -> String {
    match why {
        PlayerError::Died(how) => how,
        PlayerError::TimedOut(limit) => format!("{} within {limit:.1?}", L::NO_HANDSHAKE),
        other => other.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests;
