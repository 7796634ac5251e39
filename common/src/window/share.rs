//! Games as links: what the address of a web page says opens a game, and *Share* copies such an address.

use super::starting::{StartKind, fresh_seed};
use super::{GameUi, Shell};
#[cfg(target_arch = "wasm32")]
use crate::game::Setup;
use crate::player::AiPlayers;
use crate::session::{LinkedGame, Session};
use crate::words::{Words, sentence};

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Opens the game of a link. An unfinished game is kept.
    pub fn follow_link(&mut self, link: &str) {
        match LinkedGame::<G::Setup>::read(link) {
            Ok(game) => {
                let seats = self.session.as_ref().map_or(&self.seats[..], Session::seats).to_vec();
                let seed = fresh_seed();
                self.start_game(StartKind::Link, move |work| {
                    Session::from_link(game.clone(), seats.clone(), seed, work)
                });
            }
            Err(why) => self.report(sentence(&format!("the link cannot be opened: {why}"))),
        }
    }

    /// The link of the game that is shown.
    pub fn link(&self) -> Option<String> {
        self.session.as_ref().map(Session::link)
    }
}

/// The option of games that are played with an automaton.
#[cfg(target_arch = "wasm32")]
const AUTOMATON: &str = "Automaton";

#[cfg(target_arch = "wasm32")]
impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Opens the game of the address, if that is new.
    pub(super) fn follow_address(&mut self) {
        let Some(link) = crate::web::take_link() else { return };
        // A page of another program has sent an automaton.
        if let Ok(path) = crate::web::automata::read(&link)
            && G::Setup::option(AUTOMATON).is_some()
        {
            let mut setup = self.settings.setup.0.clone();
            match setup.set(AUTOMATON, &path.to_string_lossy()) {
                Ok(()) => self.start_with(setup),
                Err(why) => self.report(sentence(&format!("the link cannot be opened: {why}"))),
            }
            return;
        }
        self.follow_link(&link);
    }

    /// Copies the address of the game that is shown.
    pub(super) fn share(&mut self) {
        let Some(link) = self.link() else { return };
        self.ctx.copy_text(crate::web::address_of(&link));
        self.message = "Copied a link to this position.".to_owned();
    }
}
