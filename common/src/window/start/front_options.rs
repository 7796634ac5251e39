//! The options that are chosen most often, on the start page itself: a row of buttons for each.

use super::super::theme::{self, size};
use super::super::{GameUi, RadioGroup, Shell};
use super::opponents::choice;
use crate::game::{OptionValues, Setup};
use crate::player::AiPlayers;
use crate::words::{Words, capitalized, sentence};
use egui::{Color32, Id, Key, RichText, Ui, UiBuilder, vec2};

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Returns whether Enter was pressed on a value that is chosen already.
    pub(super) fn front_options(&mut self, ui: &mut Ui) -> bool {
        let mut plays = false;
        for (title, name) in V::FRONT_OPTIONS {
            let Some(option) = G::Setup::option(name) else { continue };
            let setup = &self.settings.setup.0;
            let now = option.get(setup);
            let mut values: Vec<(String, String)> = match option.values(setup) {
                OptionValues::Choice(choices) => {
                    choices.into_iter().map(|one| (one.value, sentence(&one.help))).collect()
                }
                OptionValues::Number { min, max } => {
                    (min..=max).map(|n| (n.to_string(), String::new())).collect()
                }
                OptionValues::Text { examples, .. } => {
                    examples.iter().map(|example| ((*example).to_owned(), String::new())).collect()
                }
            };
            let described = option.describe(setup);
            if values.iter().all(|(value, _)| *value != now) {
                values.push((now.clone(), String::new()));
            }
            let selected = values.iter().position(|(value, _)| *value == now);
            // What cannot be started with the other options cannot be chosen, and says why.
            let why_not = |(value, _): &(String, String)| {
                let mut setup = setup.clone();
                option.set(&mut setup, value).ok().and_then(|()| V::objection(&setup))
            };
            let why_not: Vec<Option<String>> = values.iter().map(why_not).collect();
            let is_disabled = |n: usize| why_not[n].is_some() && selected != Some(n);
            let mut chosen = None;
            let mut draw = |ui: &mut Ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
                ui.spacing_mut().button_padding = vec2(10.0, 3.0);
                ui.label(RichText::new(*title).font(theme::heavy(size::TEXT)));
                let mut group = RadioGroup::with_disabled(ui, name, values.len(), selected, is_disabled);
                for (n, (value, help)) in values.iter().enumerate() {
                    // A value of its own may be long, such as a whole map.
                    let text = capitalized(if selected == Some(n) { &described } else { value });
                    // A text that does not fit begins a new row instead of being broken.
                    let galley =
                        ui.painter().layout_no_wrap(text.clone(), theme::plain(size::TEXT), Color32::BLACK);
                    let width = galley.size().x + 2.0 * ui.spacing().button_padding.x;
                    if width > ui.available_size_before_wrap().x && width <= ui.max_rect().width() {
                        ui.end_row();
                    }
                    let sense = group.sense();
                    let show = |ui: &mut Ui| {
                        choice(
                            ui,
                            sense,
                            selected == Some(n),
                            &text,
                            theme::plain(size::TEXT),
                            vec2(0.0, 28.0),
                        )
                    };
                    let response = ui.add_enabled_ui(!is_disabled(n), show).inner;
                    if group.is_chosen(ui, &response) {
                        if selected == Some(n) {
                            plays |= ui.input(|input| input.key_pressed(Key::Enter));
                        } else {
                            chosen = Some(value.clone());
                        }
                    }
                    let response = response.on_disabled_hover_text(why_not[n].as_deref().unwrap_or_default());
                    if !help.is_empty() {
                        response.on_hover_text(help);
                    }
                }
            };
            // What is above may change with a choice; the focus stays here.
            let id = Id::unique("front option").with(name);
            ui.scope_builder(UiBuilder::new().scope_id(id), |ui| ui.horizontal_wrapped(&mut draw));
            if let Some(value) = chosen
                && let Err(error) = option.set(&mut self.settings.setup.0, &value)
            {
                self.message = sentence(&error.to_string());
            }
        }
        plays
    }
}
