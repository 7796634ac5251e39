//! Games as text on the clipboard: the moves, as they are typed and saved, or another program's format.

use super::shell::{Page, fresh_seed};
use super::{Shell, GameUi};
use crate::player::AiPlayers;
use crate::session::{BadSave, Session};
use crate::words::{Foreign, Words, sentence};
use egui::{Event, Ui};

/// No game that a person copies is longer.
const LONGEST: usize = 1 << 20;

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Copies and pastes where no field of text would do it.
    pub(super) fn hear_clipboard(&mut self, ui: &Ui) {
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

    /// Puts the moves that led here on the clipboard.
    pub(super) fn copy(&mut self) {
        let Some(session) = &self.session else { return };
        let moves: Vec<&str> = session.record()[..session.ply()].iter().map(|ply| ply.text.as_str()).collect();
        self.said = match moves.len() {
            0 => "There is nothing to copy: no move has been made yet.".to_owned(),
            1 => "The move is copied.".to_owned(),
            many => format!("The {many} moves are copied."),
        };
        if !moves.is_empty() {
            self.ctx.copy_text(moves.join(" "));
        }
    }

    /// Begins a game from moves on the clipboard, with the players there are.
    fn paste(&mut self, text: &str) {
        match self.pasted(text) {
            Ok(session) => {
                let moves = session.ply();
                self.open_game(session);
                self.said = format!("Pasted: {moves} moves.");
            }
            Err(why) => self.said = sentence(&format!("nothing was pasted: {why}")),
        }
    }

    fn pasted(&self, text: &str) -> Result<Session<G>, String> {
        if text.trim().is_empty() {
            return Err("there is no text on the clipboard".to_owned());
        }
        if text.len() > LONGEST {
            return Err("the text on the clipboard is far too long to be a game".to_owned());
        }
        let (setup, seats) = match &self.session {
            Some(session) => (session.setup(), session.seats()),
            None => (&self.settings.setup, self.seats.as_slice()),
        };
        let Foreign { setup, moves } = match G::formats().iter().find(|format| (format.looks)(text)) {
            Some(format) => (format.read)(text).map_err(|why| format!("it is not {}: {why}", format.name))?,
            None => Foreign { setup: setup.clone(), moves: moves(text) },
        };
        Session::with_moves(setup, seats.to_vec(), fresh_seed(), &moves).map_err(|error| match error {
            BadSave::Move(bad) => bad.to_string(),
            other => other.to_string(),
        })
    }
}

/// The moves of a text, parted by blanks or commas. Numbers as in `1. h8` are no moves.
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
