//! Games as text on the clipboard: the moves, or another program's format.

use super::shell::Page;
use super::starting::StartKind;
use super::starting::fresh_seed;
use super::{GameUi, Shell};
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::{Foreign, Words, sentence};
use egui::{Event, Ui};

/// The longest text that is read as a game.
const MAX_TEXT: usize = 1 << 20;

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Copies and pastes games while no text field has the focus.
    pub(super) fn handle_clipboard(&mut self, ui: &Ui) {
        if ui.ctx().text_edit_focused() {
            return;
        }
        let (mut copied, mut pasted) = (false, None);
        ui.input_mut(|input| {
            input.events.retain(|event| match event {
                Event::Copy => {
                    copied = true;
                    false
                }
                Event::Paste(text) => {
                    pasted = Some(text.clone());
                    false
                }
                _ => true,
            });
        });
        if copied && self.page == Page::Game {
            self.copy();
        }
        if let Some(text) = pasted {
            self.paste(&text);
        }
    }

    /// Copies the moves up to the shown position.
    pub(super) fn copy(&mut self) {
        let Some(session) = &self.session else { return };
        let seen = session.seen_by(self.viewer);
        let text = |n| {
            let text = seen.move_text(n)?;
            // In a game of turns the side is clear.
            Some(if G::FACTS.simultaneous { seen.side_of(n)?.label(text) } else { text.to_owned() })
        };
        let moves: Vec<String> = (0..seen.ply()).filter_map(text).collect();
        self.message = match moves.len() {
            0 => "Nothing to copy: no move has been made yet.".to_owned(),
            1 => "Copied 1 move.".to_owned(),
            many => format!("Copied {many} moves."),
        };
        if !moves.is_empty() {
            self.ctx.copy_text(moves.join(" "));
        }
    }

    /// Starts a game from moves on the clipboard, with the current players.
    fn paste(&mut self, text: &str) {
        match self.pasted(text) {
            Ok(Foreign { setup, moves }) => {
                let sides = G::sides(&setup);
                let mut seats = self.session.as_ref().map_or(&self.seats[..], Session::seats).to_vec();
                seats.resize(sides, Seat::Human);
                let seed = fresh_seed();
                self.start_game(StartKind::Paste, move |work| {
                    Session::with_moves(setup.clone(), seats.clone(), seed, &moves, work)
                });
            }
            Err(why) => self.report(sentence(&format!("nothing was pasted: {why}"))),
        }
    }

    fn pasted(&self, text: &str) -> Result<Foreign<G::Setup>, String> {
        if text.trim().is_empty() {
            return Err("there is no text on the clipboard".to_owned());
        }
        if text.len() > MAX_TEXT {
            return Err("the text on the clipboard is too long for a game".to_owned());
        }
        if let Some(format) = G::formats().iter().find(|format| (format.looks)(text)) {
            return (format.read)(text).map_err(|why| format!("it is not {}: {why}", format.name));
        }
        let setup = self.session.as_ref().map_or(&self.settings.setup.0, Session::setup);
        if let Some(setup) = G::setup_from_text(setup, text) {
            return setup.map(|setup| Foreign { setup, moves: Vec::new() });
        }
        Ok(Foreign { setup: setup.clone(), moves: moves(text) })
    }
}

/// The moves of a text, separated by blanks or commas. Numbers as in `1. h8` are skipped.
fn moves(text: &str) -> Vec<String> {
    let is_number = |word: &str| {
        word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',' || letter == ';');
    words.filter(|word| !word.is_empty() && !is_number(word)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_however_they_are_parted() {
        assert_eq!(moves("h8 i9\n j10,k11;  1. a1 12. b2"), ["h8", "i9", "j10", "k11", "a1", "b2"]);
        assert!(moves(" ,\n").is_empty());
    }
}
