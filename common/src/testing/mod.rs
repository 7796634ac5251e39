//! The conformance kit: what must be true of every game, as functions that a game's tests call.
//!
//! A check panics with a sentence that names the position, as any assertion does. [`conformance`] runs every check for a
//! game of turns without secrets, [`conformance_any`] those for any game; [`golden`] writes a playthrough as text, to be
//! compared with a snapshot.

#[cfg(test)]
pub(crate) mod auction;
#[cfg(any(feature = "kittest", all(test, feature = "window")))]
mod contrast;
mod files;
pub mod fuzz;
mod golden;
#[cfg(test)]
pub(crate) mod mines;
mod rules;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;
mod walk;
#[cfg(any(feature = "kittest", all(test, feature = "window")))]
pub mod window;
mod words;

pub use files::{options, saves};
pub use golden::golden;
pub use rules::{hashes, legality, reversal, secrets, turns};
pub use words::{command_line, nonsense, sentences};

use crate::game::{Enumerable, Open};
use crate::player::AiPlayers;
use crate::search::{Hashed, Reversible};
use crate::words::Words;

/// Every check for a game of turns in which nothing is hidden. `games` random games are played for each check; a few
/// dozen find most bugs.
pub fn conformance<G: Enumerable + Open + AiPlayers + Words + Hashed + Reversible>(
    setup: &G::Setup,
    games: u64,
) {
    conformance_any::<G>(setup, games);
    legality::<G>(setup, games);
    reversal::<G>(setup, games);
    hashes::<G>(setup, games);
}

/// Every check for any game, also with secrets, chance, simultaneous moves, and any number of sides.
pub fn conformance_any<G: AiPlayers + Words>(setup: &G::Setup, games: u64) {
    options::<G::Setup>();
    turns::<G>(setup, games);
    secrets::<G>(setup, games);
    saves::<G>(setup, games);
    sentences::<G>(setup, games);
    nonsense::<G>(setup, games);
}
