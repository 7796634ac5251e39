//! The start screen: what game this is, who plays, and one big button.

use super::cards::{card, primary_button, quiet};
use super::dialogs::Dialog;
use super::theme::{self, size};
use super::{Shell, Tokens, GameUi};
use crate::game::{KnobKind, Setup, Side};
use crate::player::AiPlayers;
use crate::session::{Seat, TimeControl};
use crate::words::{Words, sentence};
use egui::{Button, ComboBox, RichText, ScrollArea, Sense, Ui, vec2};

/// The start screen is a column of this width.
const COLUMN: f32 = 440.0;

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn start_screen(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let width = COLUMN.min(ui.available_width() - 32.0);
            ui.vertical_centered(|ui| {
                ui.set_max_width(width);
                ui.add_space((ui.ctx().content_rect().height() * 0.3 - 120.0).max(16.0));
                ui.label(RichText::new(G::FACTS.title).font(theme::heavy(size::TITLE)));
                ui.label(RichText::new(V::TAGLINE).weak());
                ui.add_space(16.0);
                ui.vertical(|ui| {
                    card(ui, |ui| {
                        for side in 0..G::FACTS.sides {
                            self.player_row(ui, side);
                        }
                    });
                });
                ui.add_space(8.0);
                if primary_button(ui, "Play", vec2(width, 48.0)).clicked() {
                    self.play();
                }
                let chosen = self.chosen();
                if !chosen.is_empty() {
                    ui.label(quiet(chosen));
                }
                self.other_ways(ui, width);
                ui.add_space(8.0);
                ui.vertical(|ui| {
                    ui.collapsing("More", |ui| self.more(ui));
                });
                if !self.said.is_empty() {
                    ui.add_space(8.0);
                    ui.label(quiet(&self.said));
                }
                ui.add_space(24.0);
            });
        });
    }

    /// Going on with a game, and learning the rules.
    fn other_ways(&mut self, ui: &mut Ui, width: f32) {
        if self.left.is_some() {
            let go_on = Button::new("Go on with the last game").min_size(vec2(width, 36.0));
            if ui.add(go_on).clicked() {
                self.go_on_with_left();
            }
        }
        if let Some(page) = V::PAGE
            && ui.add(Button::new(page).min_size(vec2(width, 36.0))).clicked()
        {
            self.show_own_page();
        }
        if V::TUTORIAL {
            let learn = Button::new("Learn it in two minutes").min_size(vec2(width, 36.0));
            if ui.add(learn).clicked() {
                self.begin_tutorial();
            }
        } else {
            let rules = Button::new("Read the rules").min_size(vec2(width, 36.0));
            if ui.add(rules).clicked() {
                self.dialog = Some(Dialog::Rules);
            }
        }
    }

    fn player_row(&mut self, ui: &mut Ui, side: usize) {
        let tokens = Tokens::of(ui);
        // Who has not got a colour yet is called by his turn.
        let start = G::start(&self.settings.setup).ok();
        let named = |side: usize| {
            let side = Side(side as u8);
            let name = start.as_ref().map_or(G::side_name(side), |start| start.called(side));
            (name, if side == Side::FIRST { format!("{name}, begins") } else { name.to_owned() })
        };
        let (name, label) = named(side);
        let font = theme::heavy(size::TEXT);
        let wide = |text: String| ui.painter().layout_no_wrap(text, font.clone(), tokens.ink).size().x;
        let width = (0..G::FACTS.sides).map(|side| wide(named(side).1)).fold(90.0, f32::max).ceil();
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::hover());
            V::sign(ui.painter(), rect, Side(side as u8), start.as_ref(), &tokens);
            ui.allocate_ui(vec2(width, 28.0), |ui| {
                ui.set_width(width);
                ui.label(RichText::new(label).font(font));
            });
            let chosen = self.seats[side].clone();
            let shown = match &chosen {
                Seat::Human => "a person".to_owned(),
                Seat::Machine(spec) => spec.to_string(),
            };
            let combo = ComboBox::from_id_salt(("player", side))
                .selected_text(shown)
                .width(ui.available_width())
                .height(400.0);
            let response = combo.show_ui(ui, |ui| {
                ui.selectable_value(&mut self.seats[side], Seat::Human, "a person");
                for level in G::LEVELS {
                    let seat = Seat::Machine(crate::player::Spec::level(level.name));
                    ui.selectable_value(
                        &mut self.seats[side],
                        seat,
                        format!("{}: {}", level.name, level.about),
                    );
                }
            });
            response.response.accessible_name(format!("who plays {name}"));
        });
    }

    /// What is set behind *More*, in a line: nobody should have to look there to know what will be played.
    fn chosen(&self) -> String {
        let terms = G::terms(&self.settings.setup);
        if terms.is_empty() { terms } else { sentence(&terms).trim_end_matches('.').to_owned() }
    }

    /// A knob that takes free text: what many people choose, and a field for the rest. What is typed stays as it was
    /// typed, also while it makes no sense yet.
    fn free_text(&mut self, ui: &mut Ui, name: &'static str) {
        let set = self.settings.setup.get(name).unwrap_or_default();
        let mut text = self.drafts.get(name).unwrap_or(&set).clone();
        let before = text.clone();
        ui.horizontal_wrapped(|ui| {
            let field = egui::TextEdit::singleline(&mut text).desired_width(80.0);
            ui.add(field).accessible_name(name);
            let proposals = V::PROPOSALS.iter().filter(|(of, _)| *of == name).flat_map(|(_, values)| *values);
            for proposal in proposals {
                if ui.selectable_label(text == *proposal, *proposal).clicked() {
                    (*proposal).clone_into(&mut text);
                }
            }
        });
        if text != before {
            match self.settings.setup.set(name, &text) {
                // A value may be written in several ways; the one that was typed stays.
                Ok(()) if self.settings.setup.get(name).as_deref() == Some(&text) => self.drafts.remove(name),
                _ => self.drafts.insert(name, text),
            };
            self.said.clear();
        }
        if let Some(wrong) = self.wrong_value(name) {
            let text = RichText::new(wrong).font(theme::plain(size::SMALL));
            ui.label(text.color(Tokens::of(ui).bad));
        }
    }

    /// Why what was typed for a knob is no value of it.
    fn wrong_value(&self, name: &str) -> Option<String> {
        let error = self.settings.setup.clone().set(name, self.drafts.get(name)?).err()?;
        Some(sentence(&error.to_string()))
    }

    /// Why no game can be started with what was typed.
    pub(super) fn wrong_draft(&self) -> Option<String> {
        self.drafts.keys().find_map(|name| self.wrong_value(name))
    }

    fn more(&mut self, ui: &mut Ui) {
        for knob in G::Setup::knobs() {
            ui.label(RichText::new(knob.name).font(theme::heavy(size::TEXT)));
            ui.label(quiet(knob.about));
            let mut value = self.settings.setup.get(knob.name).unwrap_or_default();
            let before = value.clone();
            match &knob.kind {
                KnobKind::Choice(choices) => {
                    for (choice, about) in choices {
                        ui.radio_value(&mut value, (*choice).to_owned(), format!("{choice}: {about}"));
                    }
                }
                KnobKind::Number { least, most } => {
                    let mut number = value.parse().unwrap_or(*least);
                    let range = *least..=*most;
                    ui.add(egui::DragValue::new(&mut number).range(range)).accessible_name(knob.name);
                    value = number.to_string();
                }
                KnobKind::Text => {
                    self.free_text(ui, knob.name);
                    ui.add_space(4.0);
                    continue;
                }
            }
            if value != before
                && let Err(error) = self.settings.setup.set(knob.name, &value)
            {
                self.said = error.to_string();
            }
            ui.add_space(4.0);
        }
        ui.label(RichText::new("Machines think").font(theme::heavy(size::TEXT)));
        let seconds =
            egui::Slider::new(&mut self.settings.seconds, 0.1..=30.0).logarithmic(true).suffix(" s");
        ui.add(seconds).accessible_name("seconds a machine may think");
        ui.label(RichText::new("Clock").font(theme::heavy(size::TEXT)));
        ui.horizontal(|ui| {
            let field =
                egui::TextEdit::singleline(&mut self.settings.clock).desired_width(80.0).hint_text("none");
            ui.add(field).accessible_name("clock");
            let wrong =
                !self.settings.clock.is_empty() && self.settings.clock.parse::<TimeControl>().is_err();
            let tokens = Tokens::of(ui);
            let about = RichText::new("minutes+seconds a move, as in 5+3").font(theme::plain(size::SMALL));
            ui.label(about.color(if wrong { tokens.bad } else { tokens.quiet }));
        });
    }
}
