//! The cards on the right: whose turn it is, what can be done, the hint.

use super::theme::{self, Tokens, size};
use super::{UiAction, Shell, GameUi};
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::Words;
use egui::{Button, CornerRadius, Frame, Margin, Response, RichText, Sense, Stroke, Ui, vec2};

/// A card: what belongs together, on a surface of its own.
pub fn card<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let tokens = Tokens::of(ui);
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            content(ui)
        })
        .inner
}

/// Text of second rank.
pub fn quiet(text: impl Into<String>) -> RichText {
    RichText::new(text).font(theme::plain(size::SMALL)).weak()
}

/// The button that most people press.
pub fn primary_button(ui: &mut Ui, text: &str, least: egui::Vec2) -> Response {
    let tokens = Tokens::of(ui);
    let text = RichText::new(text).font(theme::heavy(17.0)).color(tokens.on_accent);
    ui.add(Button::new(text).fill(tokens.accent).min_size(least).corner_radius(CornerRadius::same(8)))
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// All cards, one below the other. What is to be done now stands first and stays in sight: only the list of moves
    /// scrolls with the game.
    pub(super) fn cards(&mut self, ui: &mut Ui) -> Vec<UiAction> {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        self.turn_card(ui);
        self.hint_card(ui);
        let acts = self.with_scene(|view, scene| view.cards(ui, scene)).unwrap_or_default();
        self.thought_card(ui);
        self.moves_card(ui);
        acts
    }

    fn turn_card(&mut self, ui: &mut Ui) {
        // Where something else comes next than the same again, the game's own card offers it.
        let own_end = self.with_scene(|view, scene| view.again(scene)).flatten().is_some();
        let Some(session) = &self.session else { return };
        let tokens = Tokens::of(ui);
        let position = session.position();
        // Nobody is told the result before the move was seen to its end.
        let showing = self.view.showing();
        let verdict = session.end().filter(|_| showing.is_none());
        let last = session.ply().checked_sub(1).and_then(|last| session.record().get(last));
        let (side, title) = match (&verdict, &showing, last) {
            (None, Some(_), Some(ply)) => (Some(ply.side), format!("{} moves", position.called(ply.side))),
            (None, _, _) => {
                let side = position.to_move().first();
                (side, side.map_or_else(String::new, |side| format!("{}'s turn", position.called(side))))
            }
            (Some(verdict), _, _) => match verdict.outcome(G::FACTS.sides).winner() {
                Some(side) => (Some(side), format!("{} wins", position.called(side))),
                None => (None, "A draw".to_owned()),
            },
        };
        let task = match (&verdict, &showing) {
            (None, Some(showing)) => showing.clone(),
            (None, None) if self.replay.is_some() => "Watching the game again.".to_owned(),
            (None, None) if session.is_paused() => "The game stands still here.".to_owned(),
            (None, None) if session.is_thinking() => "Thinking…".to_owned(),
            (None, None) => self.view.task(position),
            (Some(_), _) => format!("{}{}", session.ending(), session.tallied()),
        };
        let seat = side.and_then(|side| match &session.seats()[side.index()] {
            Seat::Human => None,
            Seat::Machine(spec) => Some(spec.to_string()),
        });
        let (paused, thinking, over) = (session.is_paused(), session.is_thinking(), verdict.is_some());
        let paused = paused && self.replay.is_none();
        let (clocks, terms) = (session.times_left(), G::terms(session.setup()));
        card(ui, |ui| {
            ui.horizontal(|ui| {
                if let Some(side) = side {
                    let (rect, _) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::hover());
                    let position = self.session.as_ref().map(Session::position);
                    V::sign(ui.painter(), rect, side, position, &tokens);
                }
                ui.label(RichText::new(title).font(theme::heavy(size::TURN)));
                if let Some(seat) = seat {
                    ui.label(quiet(seat));
                }
            });
            if over {
                ui.label(task);
            } else {
                // What can be done about it stands at the end of the line, so that nothing below jumps up and down.
                ui.allocate_ui_with_layout(
                    vec2(ui.available_width(), 32.0),
                    egui::Layout::right_to_left(egui::Align::Center),
                    |ui| {
                        if showing.is_some() {
                            if ui.button("Skip").on_hover_text("Space, or a click on the board").clicked() {
                                self.view.skip();
                            }
                        } else if paused {
                            if primary_button(ui, "Go on", vec2(80.0, 32.0)).clicked() {
                                self.go_on();
                            }
                        } else if thinking && ui.button("Move now").clicked() {
                            self.hurry();
                        }
                        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                            ui.add(egui::Label::new(task).wrap());
                        });
                    },
                );
            }
            if !clocks.is_empty() {
                ui.label(RichText::new(clocks.join("     ")).font(theme::heavy(size::TEXT)));
            }
            if over && !own_end {
                let button = |ui: &mut Ui| primary_button(ui, "Play again", vec2(ui.available_width(), 36.0));
                if ui.vertical_centered(button).inner.clicked() {
                    self.again();
                }
            }
            self.turn_buttons(ui);
            if !terms.is_empty() {
                ui.add(egui::Label::new(quiet(terms)).truncate());
            }
        });
    }

    /// What can be done at any time.
    fn turn_buttons(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let session = self.session.as_ref();
            let (undo, redo) = session.map_or((false, false), |s| (s.can_undo(), s.can_redo()));
            let hint = session.is_some_and(|s| s.human_to_move().is_some() && !s.is_hinting());
            if ui.add_enabled(undo, Button::new("Undo")).clicked() {
                self.undo();
            }
            if ui.add_enabled(redo, Button::new("Redo")).clicked() {
                self.redo();
            }
            if ui.add_enabled(hint, Button::new("Hint")).clicked() {
                self.ask_hint();
            }
            let quit = ui.button("Quit").on_hover_text("Back to the start screen. The game is kept.");
            if quit.clicked() {
                self.show_start();
            }
        });
    }

    fn hint_card(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        if session.is_hinting() {
            card(ui, |ui| ui.label("Looking for a hint…"));
            return;
        }
        let Some(hint) = &self.hint else { return };
        let (advice, groups) = (session.advice(hint), session.worths(hint));
        let mut values = self.settings.values;
        let lines = &hint.thought.lines;
        let mut line = self.line;
        card(ui, |ui| {
            ui.label(advice);
            if lines.len() > 1 {
                ui.spacing_mut().item_spacing.y = 2.0;
                for (n, variation) in lines.iter().enumerate() {
                    let worth = session.position().judge(variation.value, variation.exact);
                    let text = format!("{}.  {worth}: {}", n + 1, variation.moves.join(" "));
                    let row = Button::selectable(n == line, quiet(text)).truncate();
                    let row = row.min_size(vec2(ui.available_width(), 24.0));
                    if ui.add(row).on_hover_text("Show this line on the board").clicked() {
                        line = n;
                    }
                }
            }
            if !groups.is_empty() {
                ui.checkbox(&mut values, "Value of every move");
            }
            if values {
                for (judged, moves) in &groups {
                    ui.label(RichText::new(judged).font(theme::heavy(size::SMALL)));
                    ui.label(quiet(moves.join("   ")));
                }
            }
        });
        self.line = line;
        if values != self.settings.values {
            self.settings.values = values;
            self.keep_settings();
        }
    }
}
