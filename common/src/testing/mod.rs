//! The conformance kit: what must be true of every game, as functions that a game's tests call.
//!
//! A check panics with a sentence that names the position, as any assertion. [`conformance`] calls everything that a
//! game of turns can be asked; [`golden`] writes one game down, to be compared with a file.

mod files;
mod golden;
mod rules;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod auction;
#[cfg(test)]
pub(crate) mod mines;
#[cfg(test)]
pub(crate) mod toy;
mod walk;
#[cfg(feature = "kittest")]
pub mod window;
mod words;

pub use files::{knobs, saves};
pub use golden::golden;
pub use rules::{hashes, legality, reversal};
pub use words::{nonsense, sentences};

use crate::game::{Enumerable, Open};
use crate::player::AiPlayers;
use crate::search::{Hashed, Reversible};
use crate::words::Words;

/// Everything that can be asked of a game of turns in which nothing is hidden. `games` random games are played for each
/// question; a few dozen find what can be found so.
pub fn conformance<G: Enumerable + Open + AiPlayers + Words + Hashed + Reversible>(
    setup: &G::Setup,
    games: u64,
) {
    knobs::<G::Setup>();
    legality::<G>(setup, games);
    reversal::<G>(setup, games);
    hashes::<G>(setup, games);
    saves::<G>(setup, games);
    sentences::<G>(setup, games);
    nonsense::<G>(setup, games);
}
