//! The left half of the window: the filter, the bar for the selected rules, and the rule grid.

use super::Editor;
use super::filter::RuleFilter;
use super::rule_grid::RuleGridEvent;
use crate::document::{Document, Edit};
use common::automaton::{Automaton, AutomatonKind};
use common::window::cells::{CellStyle, state_buttons};
use common::window::{Tokens, card, quiet};
use egui::{Button, Label, TextEdit, Ui, vec2};

impl Editor {
    /// Draws the left half of the window.
    pub(super) fn rules_panel(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        style: &CellStyle,
        edits: &mut Vec<Edit>,
    ) {
        let automaton = document.automaton();
        card(ui, |ui| {
            ui.set_min_height(ui.available_height());
            // In a small window the rules need the space of the hint.
            let hint = ui.available_height() >= 230.0;
            self.filter_bar(ui, document, style);
            if hint || self.grid.selected_count() > 0 || self.grid.filter.is_active() {
                self.fill_bar(ui, document, style, edits);
            }
            ui.add_space(4.0);
            if self.grid.shown_count() == 0 {
                self.empty_grid(ui, document);
                return;
            }
            for event in self.grid.ui(ui, automaton, style, &self.settings) {
                match event {
                    RuleGridEvent::Edit(edit) => edits.push(edit),
                    RuleGridEvent::Message(message) => self.message = message,
                }
            }
        });
    }

    fn empty_grid(&mut self, ui: &mut Ui, document: &Document) {
        ui.vertical_centered(|ui| {
            ui.add_space(48.0);
            if self.grid.filter.is_active() {
                ui.label("No rule matches.");
                if ui.button("Show all rules").clicked() {
                    self.grid.filter = RuleFilter::default();
                }
            } else if document.automaton().kind() == AutomatonKind::Picture {
                ui.label("The picture has no rules and needs none. To add one, show all triples.");
            }
        });
    }

    fn filter_bar(&mut self, ui: &mut Ui, document: &Document, style: &CellStyle) {
        let automaton = document.automaton();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            let focus = std::mem::take(&mut self.grid.focus_filter);
            let filter = &mut self.grid.filter;
            let label = ui.label("Find");
            let problem = filter.problem(automaton.states());
            let example = if automaton.states() > 2 { "?2?" } else { "?1?" };
            let mut field = TextEdit::singleline(&mut filter.pattern).hint_text(example).desired_width(64.0);
            if problem.is_some() {
                field = field.text_color(Tokens::of(ui).bad);
            }
            let field = ui.add(field).labelled_by(label.id);
            if focus {
                field.request_focus();
            }
            if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
                filter.pattern.clear();
            }
            field
                .on_hover_text(format!("Three cells, ? for any state, and optionally a result: {example} 0"));
            ui.label("gives");
            let selected = filter.gives;
            if let Some(state) = state_buttons(ui, style, selected, "rules that give") {
                filter.gives = if selected == Some(state) { None } else { Some(state) };
            }
            if automaton.kind() == AutomatonKind::Picture {
                ui.checkbox(&mut filter.show_missing, "All triples")
                    .on_hover_text("Also show triples without a rule");
            }
            let active = filter.is_active();
            if ui.add_enabled(active, Button::new("Clear")).on_hover_text("Show all rules").clicked() {
                self.grid.clear_filter();
            }
        });
    }

    /// How many rules are shown, as a sentence.
    fn count_sentence(&self, automaton: &Automaton) -> String {
        let shown = self.grid.shown_count();
        let listed = automaton.rules().count();
        if self.grid.filter.is_active() {
            let all = listed + self.grid.added_triples().len();
            return format!("{shown} of {all} rules.");
        }
        match (shown.saturating_sub(listed), self.grid.filter.show_missing) {
            (0, _) => format!("{listed} rules."),
            (added, false) => format!("{listed} rules, {added} added (+)."),
            (_, true) => format!("{shown} triples, {listed} with a rule."),
        }
    }

    /// The bar for the selected rules, or a hint if none is selected.
    fn fill_bar(&mut self, ui: &mut Ui, document: &Document, style: &CellStyle, edits: &mut Vec<Edit>) {
        let automaton = document.automaton();
        let count = self.grid.selected_count();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            if count == 0 {
                ui.set_min_height(28.0);
                if let Some(problem) = self.grid.filter.problem(automaton.states()) {
                    ui.label(quiet(problem).color(Tokens::of(ui).bad));
                } else {
                    let hint = "Click changes a result, digits set it, Shift selects.";
                    ui.add(Label::new(quiet(format!("{} {hint}", self.count_sentence(automaton)))).wrap());
                }
                return;
            }
            ui.label(if count == 1 {
                "Fill the selected rule with".to_owned()
            } else {
                format!("Fill {count} selected rules with")
            });
            if let Some(state) = state_buttons(ui, style, None, "fill with") {
                edits.extend(self.grid.fill(Some(state)));
            }
            if automaton.kind() == AutomatonKind::Picture && ui.button("Remove").clicked() {
                edits.extend(self.grid.fill(None));
            }
            if ui.button("Select none").clicked() {
                self.grid.select_none();
            }
        });
    }
}
