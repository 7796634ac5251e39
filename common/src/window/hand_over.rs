//! Passing the seat: where several humans share the screen and have secrets, a page covers the game between them.

use super::cards::{card, primary_button, quiet};
use super::theme::{self, size};
use super::{GameUi, Shell, Tokens};
use crate::game::{Side, Sides};
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::Words;
use egui::{RichText, Sense, Ui, vec2};

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// The human players who share this screen.
    fn humans(session: &Session<G>) -> Sides {
        let human = |side: &Side| session.seats()[side.index()] == Seat::Human;
        session.sides().filter(human).fold(Sides::NONE, Sides::with)
    }

    /// Chooses whose view is shown after something has changed. Where that would show one player's secrets to another,
    /// the game is covered first.
    pub(super) fn update_viewer(&mut self) {
        let Some(session) = &mut self.session else { return };
        let (humans, to_move) = (Self::humans(session), session.humans_to_move());
        if !G::FACTS.hidden || humans.len() == 1 {
            self.viewer = session.viewer();
            self.covered = false;
            return;
        }
        self.covered =
            !to_move.is_empty() && (!to_move.contains(self.viewer) || !humans.contains(self.viewer));
        if self.covered {
            session.stop_clocks();
            // It may have been meant for the other player only.
            self.message.clear();
            self.messages.clear();
            self.hint = None;
            self.last_thought = None;
        }
    }

    /// A resumed game with secrets is covered until one of its players takes the seat.
    pub(super) fn cover_resumed_game(&mut self) {
        let Some(session) = &self.session else { return };
        let shared = G::FACTS.hidden && Self::humans(session).len() > 1;
        self.covered |= shared && session.ply() > 0 && !session.humans_to_move().is_empty();
    }

    /// A human takes the seat.
    fn take_seat(&mut self, side: Side) {
        self.viewer = side;
        self.covered = false;
        self.rows.clear();
        self.view.reset();
        self.tell_moves();
    }

    /// The page between two players.
    pub(super) fn hand_over_page(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        let setup = session.setup();
        let next: Vec<(Side, String)> = session
            .humans_to_move()
            .iter()
            .map(|side| (side, G::side_name(setup, None, side).into_owned()))
            .collect();
        let mut seated = None;
        ui.vertical_centered(|ui| {
            let width = 440.0_f32.min(ui.available_width() - 32.0);
            ui.set_max_width(width);
            ui.add_space(ui.available_height() * 0.25);
            card(ui, |ui| {
                if let [(side, _)] = next.as_slice() {
                    let (rect, _) = ui.allocate_exact_size(vec2(40.0, 40.0), Sense::hover());
                    V::sign(ui.painter(), rect, *side, setup, None, &Tokens::of(ui));
                }
                let title = match next.as_slice() {
                    [(_, name)] => format!("{name}'s turn"),
                    _ => "Next player".to_owned(),
                };
                ui.label(RichText::new(title).font(theme::heavy(size::TURN)));
                ui.label(quiet(
                    "The board is hidden so that you can pass the seat without showing your secrets.",
                ));
                ui.add_space(8.0);
                for (side, name) in &next {
                    let button =
                        primary_button(ui, &format!("I am {name}"), vec2(ui.available_width(), 40.0));
                    // Enter takes the seat, but not the Enter that ended the other player's turn.
                    let is_free = self.dialog.is_none() && ui.memory(|memory| memory.focused().is_none());
                    if next.len() == 1 && is_free && ui.input(|input| input.keys_down.is_empty()) {
                        button.request_focus();
                    }
                    if button.clicked() {
                        seated = Some(*side);
                    }
                }
            });
        });
        if let Some(side) = seated {
            self.take_seat(side);
        }
    }

    /// Shows the moves since the player at the screen last looked. If an AI player has moved several times in a row, the
    /// message is about all these moves.
    pub(super) fn tell_moves(&mut self) {
        let Some(session) = &self.session else { return };
        let seen = session.seen_by(self.viewer);
        let last = seen.ply().saturating_sub(1);
        let is_ai = |side: &Side| session.seats().len() > 1 && session.seats()[side.index()] != Seat::Human;
        let mover = seen.side_of(last).filter(is_ai);
        let is_same = |ply: &usize| mover.is_some() && seen.side_of(*ply) == mover;
        let first = if G::FACTS.hidden {
            self.told[self.viewer.index()]
        } else {
            (0..last).rev().take_while(is_same).last().unwrap_or(last)
        };
        let plies = (first..seen.ply()).filter_map(|n| seen.seen_ply(n));
        let sentences: Vec<String> = plies.flat_map(|ply| G::report_effects(&ply)).collect();
        self.message = sentences.join(" ");
        self.told[self.viewer.index()] = session.ply();
    }
}
