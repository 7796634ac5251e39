//! Hints: asked for, and shown stage by stage.

use super::cards::{card, quiet};
use super::theme::{self, Tokens, size};
use super::{GameUi, Shell, UiAction};
use crate::player::AiPlayers;
use crate::session::{Hint, Perspective};
use crate::words::Words;
use egui::{Button, RichText, Ui, vec2};

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn ask_hint(&mut self) {
        self.end_replay();
        if self.show_next_stage() {
            return;
        }
        let Some(session) = &mut self.session else { return };
        if session.is_hinting() {
            self.message = "Searching for a hint…".to_owned();
        } else if !session.ask_hint(self.viewer, &G::hint_player()) {
            let why = if session.end().is_some() { "the game is over" } else { "it is not your turn" };
            self.message = format!("No hint available: {why}.");
        }
    }

    /// Shows the next stage of the hint; the last one makes the move, unless the game has ended. False if there is none.
    fn show_next_stage(&mut self) -> bool {
        let (Some(hint), Some(session)) = (&mut self.hint, &mut self.session) else { return false };
        if hint.stage + 1 >= hint.stages.len() {
            return false;
        }
        hint.stage += 1;
        session.count_hint(hint.side);
        let seen = session.seen_by(hint.side);
        self.message = hint_message::<G, V>(seen, hint);
        // In a game that has ended the later moves are not dropped for it.
        if hint.stage + 1 == hint.stages.len() && !session.looks_back() {
            let text = seen.hint_move_text(hint);
            self.act(UiAction::Play(text));
        } else {
            self.keep();
        }
        true
    }

    /// Whether the board shows a line of the hint. In a review it explains what was better.
    pub(super) fn shows_line(&self) -> bool {
        self.settings.lines || self.is_reviewing()
    }

    /// The card of a hint: its move and value. Everything else waits behind a checkbox, so that the move is what one sees
    /// first.
    pub(super) fn hint_card(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        if session.is_hinting() {
            card(ui, |ui| ui.label("Searching for a hint…"));
            return;
        }
        let Some(hint) = &self.hint else { return };
        let seen = session.seen_by(hint.side);
        let (text, groups) = (seen.hint_words(hint), seen.values_of_moves(hint));
        let (mut values, mut lines) = (self.settings.values, self.settings.lines);
        let mut line = self.line;
        card(ui, |ui| {
            ui.label(text);
            let variations = &hint.thought.lines;
            if variations.len() > 1 || variations.iter().any(|line| line.moves.len() > 1) {
                // So that the chart below fits into a window of the usual size.
                ui.spacing_mut().item_spacing.y = 2.0;
                let hover = "Show other good moves, and the moves that are expected to follow";
                ui.checkbox(&mut lines, "Best lines").on_hover_text(hover);
                if lines {
                    show_lines(ui, seen, hint, &mut line);
                }
            }
            if !groups.is_empty() {
                ui.checkbox(&mut values, "Value of every move");
            }
            if values {
                for (value, moves) in &groups {
                    ui.label(RichText::new(value).font(theme::heavy(size::SMALL)));
                    ui.label(quiet(moves.join("   ")));
                }
            }
        });
        self.line = line;
        if (values, lines) != (self.settings.values, self.settings.lines) {
            (self.settings.values, self.settings.lines) = (values, lines);
            self.keep_settings();
        }
    }
}

/// A row for each line of a hint: its first move and its value. The board shows the moves of the selected one.
fn show_lines<G: AiPlayers + Words>(
    ui: &mut Ui,
    seen: Perspective<'_, G>,
    hint: &Hint,
    selected: &mut usize,
) {
    let tokens = Tokens::of(ui);
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.y = 2.0;
        ui.spacing_mut().interact_size.y = 24.0;
        for (n, line) in hint.thought.lines.iter().enumerate() {
            let value = G::describe_value(seen.view(), hint.side, line.value, line.exact);
            let first = line.moves.first().map_or_else(String::new, |text| seen.describe(hint.side, text));
            let text = quiet(format!("{first}: {value}"));
            // Quiet text would be hard to read on the selected row.
            let text = if n == *selected { text.color(tokens.ink) } else { text };
            let row = Button::selectable(n == *selected, text).truncate();
            let row = row.min_size(vec2(ui.available_width(), 24.0));
            let moves = seen.describe_line(seen.ply(), &line.moves).join(", ");
            let hover = format!("Show this line on the board: {moves}");
            if ui.add(row).on_hover_text(hover).clicked() {
                *selected = n;
            }
        }
    });
}

/// The line at the bottom for a hint: the hint itself, unless a card of the game shows it.
pub(super) fn hint_message<G: AiPlayers + Words, V: GameUi<G>>(
    seen: Perspective<'_, G>,
    hint: &Hint,
) -> String {
    if V::HINT_CARD || hint.stages.is_empty() {
        return seen.hint_words(hint);
    }
    // In a small window the card may be out of sight.
    let text = hint.stages.get(hint.stage).map_or("", String::as_str);
    let text = text.split(" Ask again for more").next().unwrap_or(text);
    format!("Hint {} of {}: {text}", hint.stage + 1, hint.stages.len())
}
