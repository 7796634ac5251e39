//! An option of the game behind *More*: radio buttons, a list, a number or a field, with words instead of codes.

use super::super::cards::quiet;
use super::super::theme::{self, size};
use super::super::{GameUi, Shell, Tokens, combo_box, radio_buttons};
use super::more::{OTHER, heading};
use crate::game::{Choice, OptionValues, Setup, SetupOption};
use crate::player::AiPlayers;
use crate::words::{Words, sentence};
use egui::{Button, ComboBox, DragValue, RichText, TextEdit, Ui};

/// An option with more choices is a list that opens.
pub(super) const MAX_RADIO_BUTTONS: usize = 8;
/// The greatest width of a field for text.
const MAX_FIELD: f32 = 300.0;
/// The width of a field for a size or a number.
const SHORT_FIELD: f32 = 80.0;
/// The width of such a field that says what happens when it is empty.
const FIELD_WITH_MEANING: f32 = 136.0;
/// The longest text in a short field.
const MAX_SHORT: usize = 6;

/// What was done with a list.
enum Chosen {
    Value(String),
    Other,
}

/// A value with a capital letter.
fn title_of(value: &str) -> String {
    sentence(value).trim_end_matches('.').to_owned()
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn option(&mut self, ui: &mut Ui, option: &SetupOption<G::Setup>) {
        ui.label(heading(option.title()));
        ui.add(egui::Label::new(quiet(option.help)).wrap());
        let before = option.get(&self.settings.setup.0);
        let mut value = before.clone();
        match option.values(&self.settings.setup.0) {
            OptionValues::Choice(choices) => {
                let labelled: Vec<Choice> = choices
                    .into_iter()
                    .map(|choice| Choice { help: option.choice_label(&choice), ..choice })
                    .collect();
                if labelled.len() > MAX_RADIO_BUTTONS {
                    if let Some(Chosen::Value(chosen)) = self.option_list(ui, option, labelled, false) {
                        value = chosen;
                    }
                } else {
                    let labelled = labelled.into_iter().map(|choice| (choice.value, choice.help));
                    radio_buttons(ui, option.title(), &mut value, labelled);
                }
            }
            OptionValues::Number { min, max } => {
                let mut number = value.parse().unwrap_or(min);
                ui.add(DragValue::new(&mut number).range(min..=max)).accessible_name(option.title());
                value = number.to_string();
            }
            OptionValues::Text { format, examples } => match option.list(&self.settings.setup.0) {
                Some(list) => self.listed_option(ui, option, list, &format),
                None => self.text_option(ui, option, &format, examples),
            },
        }
        if value != before
            && let Err(error) = option.set(&mut self.settings.setup.0, &value)
        {
            self.message = option.explain(error);
        }
    }

    /// A list that opens; with `other`, its last line is for a value that is typed.
    fn option_list(
        &self,
        ui: &mut Ui,
        option: &SetupOption<G::Setup>,
        choices: Vec<Choice>,
        other: bool,
    ) -> Option<Chosen> {
        let setup = &self.settings.setup.0;
        let (current, typed) = (option.get(setup), self.is_option_typed(option.name));
        let text = if typed { OTHER.to_owned() } else { option.label(setup) };
        let mut chosen = None;
        let combo = ComboBox::from_id_salt(option.name).selected_text(text).height(320.0);
        let combo = combo.width((ui.available_width() - 8.0).min(MAX_FIELD)).truncate();
        let combo = combo_box(ui, combo, |ui, list| {
            for choice in choices {
                if list.entry(ui, !typed && choice.value == current, choice.help).clicked() {
                    chosen = Some(Chosen::Value(choice.value));
                }
            }
            if other && list.entry(ui, typed, OTHER).clicked() {
                chosen = Some(Chosen::Other);
            }
        });
        combo.accessible_name(option.title());
        chosen
    }

    /// An option that takes text, with a list of values.
    fn listed_option(
        &mut self,
        ui: &mut Ui,
        option: &SetupOption<G::Setup>,
        choices: Vec<Choice>,
        format: &str,
    ) {
        match self.option_list(ui, option, choices, !option.has_complete_list()) {
            Some(Chosen::Value(value)) => self.replace_typed(option, &value),
            Some(Chosen::Other) => {
                self.start_page.typed_options.insert(option.name);
                self.start_page.focused_option = Some(option.name);
            }
            None => {}
        }
        if self.is_option_typed(option.name) {
            self.text_option(ui, option, format, &[]);
        }
    }

    /// Whether the field of an option is shown: it is being typed in, or what was typed is not a value.
    fn is_option_typed(&self, name: &str) -> bool {
        self.start_page.typed_options.contains(name) || self.wrong_value(name).is_some()
    }

    /// Sets an option to a value that was not typed.
    fn replace_typed(&mut self, option: &SetupOption<G::Setup>, value: &str) {
        self.start_page.typed_options.remove(option.name);
        self.drafts.remove(option.name);
        if let Err(error) = option.set(&mut self.settings.setup.0, value) {
            self.message = option.explain(error);
        }
    }

    /// Forgets what was typed for the options of the game: they have other values now.
    pub(in super::super) fn forget_typed_options(&mut self) {
        self.start_page.typed_options.clear();
        self.drafts.clear();
    }

    /// An option that takes text: a field, and values to propose. What is typed stays as it was typed, also while it is
    /// not a value yet.
    fn text_option(&mut self, ui: &mut Ui, option: &SetupOption<G::Setup>, format: &str, examples: &[&str]) {
        let empty = option.empty_field();
        let current = option.get(&self.settings.setup.0);
        let is_empty = empty.is_some_and(|empty| empty.value == current);
        if option.is_described() && !is_empty && !self.is_option_typed(option.name) {
            self.described_option(ui, option);
            return;
        }
        let name = option.name;
        let shown = if is_empty { String::new() } else { current };
        let mut text = self.drafts.get(name).unwrap_or(&shown).clone();
        let before = text.clone();
        // Sizes and the like are short; a name, or a text without a proposal, needs a line of its own.
        let is_short =
            examples.iter().map(|example| example.len()).max().is_some_and(|longest| longest <= MAX_SHORT);
        ui.horizontal_wrapped(|ui| {
            let width = match (is_short, empty) {
                (true, None) => SHORT_FIELD,
                (true, Some(_)) => FIELD_WITH_MEANING,
                (false, _) => (ui.available_width() - 16.0).min(MAX_FIELD),
            };
            let hint = empty.map_or(format, |empty| empty.meaning);
            let hint = RichText::new(hint).font(theme::plain(size::SMALL));
            let field = ui
                .add(TextEdit::singleline(&mut text).desired_width(width).hint_text(hint))
                .on_hover_text(sentence(format))
                .accessible_name(option.title());
            if self.start_page.focused_option == Some(name) {
                // The list gives the focus back to its button when it closes.
                if field.has_focus() && !egui::Popup::is_any_open(ui.ctx()) {
                    self.start_page.focused_option = None;
                }
                field.request_focus();
            }
            // Enter leaves the field only with a value that can be used.
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            if entered && self.wrong_value(name).is_some() {
                field.request_focus();
            }
            if !is_short {
                ui.end_row();
            }
            for example in examples {
                // The empty field is a proposal too, in words.
                let stands_for = empty.filter(|empty| empty.value == *example);
                let (value, label) = stands_for.map_or((*example, *example), |empty| ("", empty.meaning));
                let button = Button::selectable(text == value, title_of(label)).frame_when_inactive(true);
                if ui.add(button).clicked() {
                    value.clone_into(&mut text);
                }
            }
        });
        if text != before {
            // The field stays while it is typed in, also when the value can be described.
            if option.is_described() {
                self.start_page.typed_options.insert(name);
            }
            let value = option.value_of_field(&text);
            match option.set(&mut self.settings.setup.0, value) {
                // A value may be written in several ways; the one that was typed stays.
                Ok(()) if option.get(&self.settings.setup.0) == value => self.drafts.remove(name),
                _ => self.drafts.insert(name, text),
            };
            self.message.clear();
        }
        if let Some(wrong) = self.wrong_value(name) {
            let text = RichText::new(wrong).font(theme::plain(size::SMALL));
            ui.add(egui::Label::new(text.color(Tokens::of(ui).bad)).wrap());
        }
    }

    /// A value that was made elsewhere, such as a recorded game: what it is, and a button that removes it.
    fn described_option(&mut self, ui: &mut Ui, option: &SetupOption<G::Setup>) {
        ui.horizontal_wrapped(|ui| {
            ui.label(title_of(&option.describe(&self.settings.setup.0)));
            let default = option.get(&G::Setup::default());
            let empty = option.empty_field().map_or(default.as_str(), |empty| empty.value);
            if ui.button("Remove").clicked() {
                self.replace_typed(option, empty);
            }
        });
    }

    /// Why what was typed for an option is not a value.
    fn wrong_value(&self, name: &str) -> Option<String> {
        let text = self.drafts.get(name)?;
        let option = G::Setup::options().into_iter().find(|option| option.name == name)?;
        let error = option.set(&mut self.settings.setup.0.clone(), option.value_of_field(text)).err()?;
        Some(option.explain(error))
    }

    /// Why no game can be started with what was typed for the options.
    pub(super) fn wrong_draft(&self) -> Option<String> {
        self.drafts.keys().find_map(|name| self.wrong_value(name))
    }
}
