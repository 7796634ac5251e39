//! The start screen: the game, the players, and one big button.

use super::cards::{card, primary_button, quiet};
use super::dialogs::Dialog;
use super::theme::{self, size};
use super::{GameUi, Shell, Tokens};
use crate::game::{OptionValues, Setup, SetupOption, Side};
use crate::player::AiPlayers;
use crate::session::{Seat, TimeControl};
use crate::words::{Words, sentence};
use egui::{Button, ComboBox, RichText, ScrollArea, Sense, Ui, vec2};

/// An option with more choices is a list that opens.
const MAX_RADIO_BUTTONS: usize = 8;

fn choice_label(value: &str, help: &str) -> String {
    if help.is_empty() { value.to_owned() } else { format!("{value}: {help}") }
}

/// The width of the start screen's column.
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
                        self.fill_seats();
                        for side in 0..self.seats.len() {
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
                self.other_buttons(ui, width);
                ui.add_space(8.0);
                ui.vertical(|ui| {
                    ui.collapsing("More", |ui| self.more(ui));
                });
                if !self.message.is_empty() {
                    ui.add_space(8.0);
                    ui.label(&self.message);
                }
                ui.add_space(24.0);
            });
        });
    }

    /// The buttons to continue a game and to learn the rules.
    fn other_buttons(&mut self, ui: &mut Ui, width: f32) {
        if self.unfinished.is_some() {
            let resume = Button::new("Continue last game").min_size(vec2(width, 36.0));
            if ui.add(resume).clicked() {
                self.resume_unfinished();
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
        let (setup, sides) = (self.settings.setup.0.clone(), self.seats.len());
        let begins = !G::FACTS.simultaneous && sides > 1;
        let named = |side: usize| {
            let side = Side(side as u8);
            let name = G::side_name(&setup, None, side).into_owned();
            let label = if side == Side::FIRST && begins { format!("{name}, begins") } else { name.clone() };
            (name, label)
        };
        let (name, label) = named(side);
        let font = theme::heavy(size::TEXT);
        let wide = |text: String| ui.painter().layout_no_wrap(text, font.clone(), tokens.ink).size().x;
        let width = (0..sides).map(|side| wide(named(side).1)).fold(90.0, f32::max).ceil();
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::hover());
            V::sign(ui.painter(), rect, Side(side as u8), &setup, None, &tokens);
            ui.allocate_ui(vec2(width, 28.0), |ui| {
                ui.set_width(width);
                ui.label(RichText::new(label).font(font));
            });
            let chosen = self.seats[side].clone();
            let shown = match &chosen {
                Seat::Human => "Human".to_owned(),
                Seat::Ai(spec) => spec.to_string(),
            };
            let combo = ComboBox::from_id_salt(("player", side))
                .selected_text(shown)
                .width(ui.available_width())
                .height(400.0);
            let response = combo.show_ui(ui, |ui| {
                ui.selectable_value(&mut self.seats[side], Seat::Human, "Human");
                for level in G::all_levels() {
                    let seat = Seat::Ai(crate::player::Spec::level(level.name));
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

    /// The options behind *More* in a line.
    fn chosen(&self) -> String {
        let summary = G::summary(&self.settings.setup.0);
        if summary.is_empty() { summary } else { sentence(&summary).trim_end_matches('.').to_owned() }
    }

    /// An option that takes text: a field, and values to propose. What is typed stays as it was typed, also while it is
    /// not a value yet.
    fn text_option(&mut self, ui: &mut Ui, option: &SetupOption<G::Setup>, examples: &[&str]) {
        let name = option.name;
        let current = option.get(&self.settings.setup.0);
        let mut text = self.drafts.get(name).unwrap_or(&current).clone();
        let before = text.clone();
        ui.horizontal_wrapped(|ui| {
            let field = egui::TextEdit::singleline(&mut text).desired_width(80.0);
            ui.add(field).accessible_name(name);
            for example in examples {
                if ui.selectable_label(text == *example, *example).clicked() {
                    (*example).clone_into(&mut text);
                }
            }
        });
        if text != before {
            match option.set(&mut self.settings.setup.0, &text) {
                // A value may be written in several ways; the one that was typed stays.
                Ok(()) if option.get(&self.settings.setup.0) == text => self.drafts.remove(name),
                _ => self.drafts.insert(name, text),
            };
            self.message.clear();
        }
        if let Some(wrong) = self.wrong_value(name) {
            let text = RichText::new(wrong).font(theme::plain(size::SMALL));
            ui.label(text.color(Tokens::of(ui).bad));
        }
    }

    /// Why what was typed for an option is not a value.
    fn wrong_value(&self, name: &str) -> Option<String> {
        let error = self.settings.setup.0.clone().set(name, self.drafts.get(name)?).err()?;
        Some(sentence(&error.to_string()))
    }

    /// Why no game can be started with what was typed.
    pub(super) fn wrong_draft(&self) -> Option<String> {
        self.drafts.keys().find_map(|name| self.wrong_value(name))
    }

    fn more(&mut self, ui: &mut Ui) {
        for option in G::Setup::options() {
            ui.label(RichText::new(option.name).font(theme::heavy(size::TEXT)));
            ui.label(quiet(option.help));
            let mut value = option.get(&self.settings.setup.0);
            let before = value.clone();
            match option.values(&self.settings.setup.0) {
                OptionValues::Choice(choices) if choices.len() > MAX_RADIO_BUTTONS => {
                    let combo = ComboBox::from_id_salt(option.name).selected_text(&value).height(400.0);
                    let combo = combo.show_ui(ui, |ui| {
                        for choice in choices {
                            let label = choice_label(&choice.value, &choice.help);
                            ui.selectable_value(&mut value, choice.value, label);
                        }
                    });
                    combo.response.accessible_name(option.name);
                }
                OptionValues::Choice(choices) => {
                    for choice in choices {
                        let label = choice_label(&choice.value, &choice.help);
                        ui.radio_value(&mut value, choice.value, label);
                    }
                }
                OptionValues::Number { min, max } => {
                    let mut number = value.parse().unwrap_or(min);
                    ui.add(egui::DragValue::new(&mut number).range(min..=max)).accessible_name(option.name);
                    value = number.to_string();
                }
                OptionValues::Text { examples, .. } => self.text_option(ui, &option, examples),
            }
            if value != before
                && let Err(error) = option.set(&mut self.settings.setup.0, &value)
            {
                self.message = sentence(&error.to_string());
            }
            ui.add_space(4.0);
        }
        ui.label(RichText::new("Thinking time").font(theme::heavy(size::TEXT)));
        let seconds =
            egui::Slider::new(&mut self.settings.seconds, 0.1..=30.0).logarithmic(true).suffix(" s");
        ui.add(seconds).accessible_name("thinking time in seconds");
        ui.label(RichText::new("Clock").font(theme::heavy(size::TEXT)));
        ui.horizontal(|ui| {
            let field =
                egui::TextEdit::singleline(&mut self.settings.clock).desired_width(80.0).hint_text("none");
            ui.add(field).accessible_name("clock");
            let wrong =
                !self.settings.clock.is_empty() && self.settings.clock.parse::<TimeControl>().is_err();
            let tokens = Tokens::of(ui);
            let about = RichText::new("minutes+seconds per move, as in 5+3").font(theme::plain(size::SMALL));
            ui.label(about.color(if wrong { tokens.bad } else { tokens.quiet }));
        });
    }
}
