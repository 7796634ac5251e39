//! The left half of the window: the filter, the bar for the selected rules, and the rule grid.

use super::Editor;
use super::filter::RuleFilter;
use super::rule_grid::RuleGridEvent;
use crate::document::{Document, Edit};
use common::automaton::{Automaton, AutomatonKind};
use common::window::cells::{CellStyle, state_buttons};
use common::window::{Tokens, card, quiet};
use egui::{Button, Label, Margin, Rect, Role, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, vec2};

/// The width of the button that clears the filter. It is at the end of the field.
const CLEAR: f32 = 22.0;

/// Draws the button that clears the filter, on the field, so that nothing moves when it appears. Returns whether it was
/// clicked.
fn clear_button(ui: &mut Ui, field: Rect) -> bool {
    let area = field.with_min_x(field.right() - CLEAR).shrink2(vec2(1.0, 2.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(area));
    ui.spacing_mut().button_padding = Vec2::ZERO;
    let button = ui.add(Button::new("×").frame_when_inactive(false).min_size(area.size()));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Clear"));
    button.on_hover_text("Show all rules").clicked()
}

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
            // A new bar would move the rules while a pattern is being typed and is not valid yet.
            self.problem_in_status = !hint;
            if hint || self.grid.selected_count() > 0 || self.grid.filter.hides_rules() {
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

    /// The filter.
    fn filter_bar(&mut self, ui: &mut Ui, document: &Document, style: &CellStyle) {
        let automaton = document.automaton();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            let focus = std::mem::take(&mut self.grid.focus_filter);
            let filter = &mut self.grid.filter;
            let label = ui.label("Find");
            let problem = filter.problem(automaton.states());
            let example = if automaton.states() > 2 { "?2?" } else { "?1?" };
            let mut margin = Margin::from(ui.spacing().button_padding);
            margin.right = CLEAR as i8;
            let mut field = TextEdit::singleline(&mut filter.pattern).hint_text(example).desired_width(76.0);
            field = field.margin(margin);
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
            let rect = field.rect;
            field
                .on_hover_text(format!("Three cells, ? for any state, and optionally a result: {example} 0"));
            let clear = filter.is_active() && clear_button(ui, rect);
            ui.label("gives");
            let selected = filter.gives;
            if let Some(state) = state_buttons(ui, style, selected, "rules that give") {
                filter.gives = if selected == Some(state) { None } else { Some(state) };
            }
            if automaton.kind() == AutomatonKind::Picture {
                ui.add_space(6.0);
                ui.checkbox(&mut filter.show_missing, "All triples")
                    .on_hover_text("Also show triples without a rule");
            }
            if clear {
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

    /// What can be done with the rules, or why the filter is not valid. Both have the same height.
    fn hint_bar(&mut self, ui: &mut Ui, automaton: &Automaton) {
        let problem = self.grid.filter.problem(automaton.states());
        let is_hint = problem.is_none();
        let bar = ui.horizontal_wrapped(|ui| {
            if let Some(problem) = problem {
                ui.set_min_height(self.hint_height.max(28.0));
                ui.label(quiet(problem).color(Tokens::of(ui).bad));
            } else {
                ui.set_min_height(28.0);
                let hint = "Click changes a result, digits set it, Shift selects.";
                ui.add(Label::new(quiet(format!("{} {hint}", self.count_sentence(automaton)))).wrap());
            }
        });
        if is_hint {
            self.hint_height = bar.response.rect.height();
        }
    }

    /// The bar for the selected rules, or a hint if none is selected.
    fn fill_bar(&mut self, ui: &mut Ui, document: &Document, style: &CellStyle, edits: &mut Vec<Edit>) {
        let automaton = document.automaton();
        let count = self.grid.selected_count();
        if count == 0 {
            self.hint_bar(ui, automaton);
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
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
