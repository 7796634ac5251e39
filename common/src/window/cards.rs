//! The cards on the right: whose turn it is, what a machine thinks, the hint, the moves.

use super::theme::{self, Tokens, size};
use super::{Act, Shell, View};
use crate::game::Side;
use crate::player::Machines;
use crate::session::Seat;
use crate::words::Words;
use egui::{Button, CornerRadius, Frame, Margin, Response, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

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

impl<G: Machines + Words, V: View<G>> Shell<G, V> {
    /// All cards, one below the other. What is to be done now stands first and stays in sight: only the list of moves
    /// scrolls with the game.
    pub(super) fn cards(&mut self, ui: &mut Ui) -> Vec<Act> {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        self.turn_card(ui);
        let acts = self.with_scene(|view, scene| view.cards(ui, scene)).unwrap_or_default();
        self.hint_card(ui);
        self.thought_card(ui);
        self.moves_card(ui);
        acts
    }

    fn turn_card(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        let tokens = Tokens::of(ui);
        let position = session.position();
        let verdict = session.verdict();
        let side = match &verdict {
            None => position.to_move().first(),
            Some(verdict) => verdict.outcome(G::FACTS.sides).winner(),
        };
        let title = match (&verdict, side) {
            (None, Some(side)) => format!("{}'s turn", G::side_name(side)),
            (Some(_), Some(side)) => format!("{} wins", G::side_name(side)),
            _ => "A draw".to_owned(),
        };
        let task = match &verdict {
            None if session.is_paused() => "The game stands still here.".to_owned(),
            None if session.is_thinking() => "The machine is thinking…".to_owned(),
            None => self.view.task(position),
            Some(_) => format!("{}{}", session.ending(), session.tallied()),
        };
        let seat = side.and_then(|side| match &session.seats()[side.index()] {
            Seat::Human => None,
            Seat::Machine(spec) => Some(spec.to_string()),
        });
        let (paused, thinking, over) = (session.is_paused(), session.is_thinking(), verdict.is_some());
        let clocks = session.times_left();
        card(ui, |ui| {
            ui.horizontal(|ui| {
                if let Some(side) = side {
                    let (rect, _) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::hover());
                    V::sign(ui.painter(), rect, side, &tokens);
                }
                ui.label(RichText::new(title).font(theme::heavy(size::TURN)));
                if let Some(seat) = seat {
                    ui.label(quiet(seat));
                }
            });
            ui.label(task);
            if !clocks.is_empty() {
                ui.label(RichText::new(clocks.join("     ")).font(theme::heavy(size::TEXT)));
            }
            if over {
                ui.horizontal_wrapped(|ui| {
                    if primary_button(ui, "Play again", vec2(110.0, 34.0)).clicked() {
                        self.again();
                    }
                    if ui.add(Button::new("Players…").min_size(vec2(0.0, 34.0))).clicked() {
                        self.show_start();
                    }
                    if ui.add(Button::new("Undo").min_size(vec2(0.0, 34.0))).clicked() {
                        self.undo();
                    }
                });
                return;
            }
            ui.horizontal_wrapped(|ui| {
                if paused && primary_button(ui, "Go on", vec2(90.0, 30.0)).clicked() {
                    self.go_on();
                }
                if thinking && ui.button("Move now").clicked() {
                    self.hurry();
                }
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
            });
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
        card(ui, |ui| {
            ui.label(advice);
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
        if values != self.settings.values {
            self.settings.values = values;
            self.keep_settings();
        }
    }

    fn thought_card(&self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        let Some(thought) = session.thought().filter(|_| session.is_thinking()) else { return };
        let judged = thought.value.map(|value| session.position().judge(value, thought.exact));
        card(ui, |ui| {
            ui.label(RichText::new("The machine's thoughts").font(theme::heavy(size::TEXT)));
            if let Some(judged) = judged {
                ui.label(judged);
            }
            if !thought.line.is_empty() {
                ui.label(quiet(thought.line.join("  ")));
            }
            ui.label(quiet(format!("{} plies, {} positions", thought.depth, thought.nodes)));
        });
    }

    fn moves_card(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        let tokens = Tokens::of(ui);
        let rows: Vec<(usize, Side, String)> = session
            .record()
            .iter()
            .enumerate()
            .filter_map(|(i, ply)| Some((i + 1, ply.side, session.position_after(i)?.describe(&ply.chosen))))
            .collect();
        let at = session.at();
        let mut target = None;
        card(ui, |ui| {
            ui.label(RichText::new("Moves").font(theme::heavy(size::TEXT)));
            if rows.is_empty() {
                ui.label(quiet(V::FIRST_MOVE));
            }
            ui.spacing_mut().item_spacing.y = 2.0;
            let room = (ui.ctx().content_rect().bottom() - ui.cursor().top() - 72.0).max(96.0);
            let list = ScrollArea::vertical().id_salt("moves").max_height(room).min_scrolled_height(room);
            list.auto_shrink([false, true]).show(ui, |ui| {
                for (number, side, text) in &rows {
                    let color = if *number <= at { tokens.ink } else { tokens.quiet };
                    ui.horizontal(|ui| {
                        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                        V::sign(ui.painter(), rect.shrink(2.0), *side, &tokens);
                        let label = RichText::new(format!("{number}.  {text}")).color(color);
                        let row = ui.selectable_label(*number == at, label);
                        if row.clicked() {
                            target = Some(*number);
                        }
                        if *number == at && self.scroll_to_move {
                            row.scroll_to_me(None);
                        }
                    });
                }
            });
            self.scroll_to_move = false;
        });
        if let Some(target) = target {
            self.go_to(target);
        }
    }
}
