//! The left half of the window: what is looked for, what can be done with several rules, and the rules.

use super::cells::{self, Look};
use super::find::Find;
use super::{Editor, rules};
use crate::document::{Document, Edit};
use common::automaton::{Automaton, Kind, State};
use common::window::{Tokens, card, quiet, theme};
use egui::{Button, Label, RichText, Role, Stroke, TextEdit, Ui, WidgetInfo, vec2};

impl Editor {
    /// What is looked for, and the rules.
    pub(super) fn table(&mut self, ui: &mut Ui, document: &Document, look: &Look, edits: &mut Vec<Edit>) {
        let automaton = document.automaton();
        card(ui, |ui| {
            ui.set_min_height(ui.available_height());
            self.find_bar(ui, document, look);
            self.fill_bar(ui, document, look, edits);
            ui.add_space(4.0);
            if self.rules.shown() == 0 {
                self.nothing_shown(ui, document);
                return;
            }
            for act in self.rules.ui(ui, automaton, look, &self.settings) {
                match act {
                    rules::Act::Edit(edit) => edits.push(edit),
                    rules::Act::Say(said) => self.said = said,
                }
            }
        });
    }

    fn nothing_shown(&mut self, ui: &mut Ui, document: &Document) {
        ui.vertical_centered(|ui| {
            ui.add_space(48.0);
            if self.rules.find.is_on() {
                ui.label("No rule matches.");
                if ui.button("Show all rules").clicked() {
                    self.rules.find = Find::default();
                }
            } else if document.automaton().kind() == Kind::Picture {
                ui.label("The picture has no rules, and needs none. Show all triples to add one.");
            }
        });
    }

    fn find_bar(&mut self, ui: &mut Ui, document: &Document, look: &Look) {
        let automaton = document.automaton();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            let wanted = std::mem::take(&mut self.rules.find_wanted);
            let find = &mut self.rules.find;
            let label = ui.label("Find");
            let wrong = find.trouble(automaton.states());
            let mut field = TextEdit::singleline(&mut find.pattern).hint_text("?2?").desired_width(64.0);
            if wrong.is_some() {
                field = field.text_color(Tokens::of(ui).bad);
            }
            let field = ui.add(field).labelled_by(label.id);
            if wanted {
                field.request_focus();
            }
            if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
                find.pattern.clear();
            }
            field.on_hover_text("Three cells, ? for any, and perhaps a result: ?2? 1");
            ui.label("gives");
            let chosen = find.gives;
            if let Some(state) = states_row(ui, automaton.states(), look, chosen, "rules that give") {
                find.gives = if chosen == Some(state) { None } else { Some(state) };
            }
            if automaton.kind() == Kind::Picture {
                ui.checkbox(&mut find.lacking, "All triples").on_hover_text("Also those that have no rule");
            }
            let on = find.is_on();
            if ui.add_enabled(on, Button::new("Clear")).on_hover_text("Show all rules").clicked() {
                self.rules.find = Find { lacking: self.rules.find.lacking, ..Find::default() };
            }
        });
    }

    /// How many rules are shown, of how many, in words.
    fn count(&self, automaton: &Automaton) -> String {
        let shown = self.rules.shown();
        let given = automaton.rules().count();
        if self.rules.find.is_on() {
            let all = given + self.rules.added().len();
            return format!("{shown} of {all} rules.");
        }
        match (shown.saturating_sub(given), self.rules.find.lacking) {
            (0, _) => format!("{given} rules."),
            (added, false) => format!("{given} rules, {added} added (+)."),
            (_, true) => format!("{shown} triples, {given} with a rule."),
        }
    }

    /// What can be done with several rules at once.
    fn fill_bar(&mut self, ui: &mut Ui, document: &Document, look: &Look, edits: &mut Vec<Edit>) {
        let automaton = document.automaton();
        let count = self.rules.selected_count();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            if count == 0 {
                ui.set_min_height(28.0);
                if let Some(trouble) = self.rules.find.trouble(automaton.states()) {
                    ui.label(quiet(trouble).color(Tokens::of(ui).bad));
                } else {
                    let hint = "A click changes a result, keys set it, Shift selects.";
                    ui.add(Label::new(quiet(format!("{} {hint}", self.count(automaton)))).truncate());
                }
                return;
            }
            ui.label(if count == 1 {
                "Fill the selected rule with".to_owned()
            } else {
                format!("Fill {count} selected rules with")
            });
            if let Some(state) = states_row(ui, automaton.states(), look, None, "fill with") {
                edits.extend(self.rules.fill(Some(state)));
            }
            if automaton.kind() == Kind::Picture && ui.button("Remove").clicked() {
                edits.extend(self.rules.fill(None));
            }
            if ui.button("Select none").clicked() {
                self.rules.select_none();
            }
        });
    }
}

/// A button for each state, in its colour; says which was clicked.
fn states_row(ui: &mut Ui, states: u8, look: &Look, chosen: Option<State>, name: &str) -> Option<State> {
    let tokens = Tokens::of(ui);
    let mut clicked = None;
    // Each button stands for itself in the row, so that the row can go on in the next line.
    let spacing = (ui.spacing().item_spacing, ui.spacing().button_padding);
    (ui.spacing_mut().item_spacing.x, ui.spacing_mut().button_padding) = (3.0, vec2(4.0, 2.0));
    for state in 0..states {
        let fill = look.fill(state);
        let digit = RichText::new(state.to_string())
            .font(theme::plain(theme::size::SMALL))
            .color(cells::ink_on(fill));
        let edge = if chosen == Some(state) {
            Stroke::new(3.0, tokens.ink)
        } else {
            Stroke::new(1.0, tokens.ink.gamma_multiply(0.4))
        };
        let button = ui.add(Button::new(digit).fill(fill).stroke(edge).min_size(vec2(24.0, 24.0)));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} {state}")));
        if button.clicked() {
            clicked = Some(state);
        }
    }
    (ui.spacing_mut().item_spacing, ui.spacing_mut().button_padding) = spacing;
    clicked
}
