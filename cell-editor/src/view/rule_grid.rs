//! The grid of rules, each drawn as three cells above their result. Only visible rules are drawn.

use super::filter::{FilterInput, RuleEntry, RuleFilter, RuleOrigin};
use super::grid_layout::{GridLayout, MARGIN, is_whole_table};
use super::settings::Settings;
use crate::document::{Document, Edit};
use common::automaton::{Automaton, AutomatonKind, RuleTable, State, Triple};
use common::window::cells::{CellStyle, paint_dashed_frame};
use common::window::{Tokens, TypedKeys, has_keyboard_focus, lock_arrows, move_focus, theme};
use egui::{
    Align2, CornerRadius, Id, Key, Painter, Pos2, Rect, Response, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use std::collections::BTreeSet;

/// The keys that move the cursor.
const CURSOR_KEYS: [Key; 8] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
];

/// What the user did in the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleGridEvent {
    /// A change of the automaton.
    Edit(Edit),
    /// A message for the status line.
    Message(String),
}

/// The grid: filter, cursor and selection.
#[derive(Debug, Default)]
pub struct RuleGrid {
    /// Which rules are shown.
    pub filter: RuleFilter,
    /// The filter field should get the focus.
    pub focus_filter: bool,
    /// The shown rules.
    entries: Vec<RuleEntry>,
    /// The revision, the filter and the formula for which the entries were listed.
    listed_for: Option<(u64, RuleFilter, Option<RuleTable>)>,
    /// The triples of the picture that have no rule.
    added: Vec<Triple>,
    /// How many rules differ from the formula.
    differing: usize,
    /// The rule that keys apply to.
    cursor: Option<Triple>,
    keys: TypedKeys,
    /// The start of a range selection.
    anchor: Option<Triple>,
    selected: BTreeSet<Triple>,
    /// A rule that should become visible.
    scroll_target: Option<Triple>,
    /// The index after the last drawn rule.
    visible_end: usize,
    /// The first rule should get the keyboard focus.
    takes_focus: bool,
}

impl RuleGrid {
    /// Forgets everything; call this when another automaton is shown. Its first rule gets the keyboard focus.
    pub fn reset(&mut self) {
        *self = RuleGrid { takes_focus: true, ..RuleGrid::default() };
    }

    /// The number of shown rules.
    pub fn shown_count(&self) -> usize {
        self.entries.len()
    }

    /// The triples of the picture that have no rule.
    pub fn added_triples(&self) -> &[Triple] {
        &self.added
    }

    /// How many rules differ from the formula.
    pub fn differing(&self) -> usize {
        self.differing
    }

    /// The index after the last drawn rule.
    pub fn visible_end(&self) -> usize {
        self.visible_end
    }

    /// The selected rules, or the rule with the cursor.
    pub fn selection(&self) -> Vec<Triple> {
        let shown = |triple: &&Triple| self.entries.iter().any(|entry| entry.triple == **triple);
        if self.selected.is_empty() {
            self.cursor.iter().filter(shown).copied().collect()
        } else {
            self.selected.iter().copied().collect()
        }
    }

    /// The number of selected rules.
    pub fn selected_count(&self) -> usize {
        self.selected.len()
    }

    /// Shows all rules again. Missing triples stay visible if they were.
    pub fn clear_filter(&mut self) {
        self.filter = RuleFilter { show_missing: self.filter.show_missing, ..RuleFilter::default() };
    }

    /// Selects all shown rules.
    pub fn select_all(&mut self) {
        self.selected = self.entries.iter().map(|entry| entry.triple).collect();
    }

    /// Clears the selection.
    pub fn select_none(&mut self) {
        self.selected.clear();
    }

    /// Scrolls to a rule and moves the cursor to it.
    pub fn scroll_to(&mut self, triple: Triple) {
        (self.cursor, self.anchor, self.scroll_target) = (Some(triple), Some(triple), Some(triple));
        self.selected.clear();
    }

    /// The edit that gives all selected rules this result, or removes them.
    pub fn fill(&self, result: Option<State>) -> Option<Edit> {
        let rules: Vec<_> = self.selection().into_iter().map(|triple| (triple, result)).collect();
        (!rules.is_empty()).then_some(Edit::Rules(rules))
    }

    /// Lists the rules again if something has changed. Entries stay in the list until the filter changes, so that a rule
    /// does not disappear while the user edits it.
    pub fn list(&mut self, document: &Document, formula: Option<&RuleTable>) {
        let same_filter = |(_, filter, table): &(u64, RuleFilter, Option<RuleTable>)| {
            *filter == self.filter && table.as_ref() == formula
        };
        let filter_unchanged = self.listed_for.as_ref().is_some_and(same_filter);
        let current = filter_unchanged
            && self.listed_for.as_ref().is_some_and(|(revision, ..)| *revision == document.revision());
        if !current {
            let automaton = document.automaton();
            self.added = automaton.added_triples();
            let input = FilterInput { automaton, added: &self.added, formula };
            self.entries = if filter_unchanged && self.filter.is_active() {
                self.filter.update_entries(&self.entries, &input)
            } else {
                self.filter.entries(&input)
            };
            let differing = RuleFilter { only_differing: true, ..RuleFilter::default() };
            self.differing = if formula.is_some() { differing.entries(&input).len() } else { 0 };
            self.selected.retain(|triple| self.entries.iter().any(|entry| entry.triple == *triple));
            self.listed_for = Some((document.revision(), self.filter.clone(), formula.cloned()));
        }
    }

    /// Draws the rules into the available space.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        automaton: &Automaton,
        style: &CellStyle,
        settings: &Settings,
    ) -> Vec<RuleGridEvent> {
        let space = ui.available_size() - vec2(12.0, 0.0);
        let aligned = is_whole_table(self.entries.len(), automaton.states());
        let layout = GridLayout::new(self.entries.len(), automaton.states(), aligned, space, settings);
        let mut events = Vec::new();
        // A shadow at the edge would change the colours of the cells.
        ui.spacing_mut().scroll.fade.strength = 0.0;
        let mut scroll = ScrollArea::vertical().id_salt("rules").auto_shrink(false);
        if let Some(index) = self.scroll_target.take().and_then(|triple| self.index_of(triple)) {
            let middle = layout.area(index).center().y - space.y / 2.0;
            scroll = scroll.vertical_scroll_offset(middle.max(0.0));
        }
        scroll.show_viewport(ui, |ui, view| {
            ui.set_height(layout.height(self.entries.len()));
            ui.set_width(ui.available_width());
            let origin = ui.min_rect().min;
            self.take_focus(ui);
            self.handle_keys(ui, automaton, layout, view, origin, &mut events);
            let visible = layout.visible(view, self.entries.len());
            self.visible_end = visible.end;
            for index in visible {
                let entry = self.entries[index];
                let area = layout.area(index).translate(origin.to_vec2());
                let response = self.interact(ui, area, entry);
                self.paint(ui, layout, area, entry, style, &response);
                self.handle_click(ui, &response, entry, automaton, &mut events);
            }
        });
        events
    }

    /// Gives the focus to the first rule of an automaton that has just been opened.
    fn take_focus(&mut self, ui: &Ui) {
        let free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
        if let Some(first) = self.entries.first().filter(|_| self.takes_focus && free) {
            self.takes_focus = false;
            self.cursor = self.cursor.or(Some(first.triple));
            ui.memory_mut(|memory| memory.request_focus(id(ui, first.triple)));
        }
    }

    fn index_of(&self, triple: Triple) -> Option<usize> {
        self.entries.iter().position(|entry| entry.triple == triple)
    }

    /// Tab reaches only one rule; arrow keys move from there.
    fn interact(&self, ui: &Ui, area: Rect, entry: RuleEntry) -> Response {
        let is_tab_stop =
            self.cursor.or(self.entries.first().map(|entry| entry.triple)) == Some(entry.triple);
        let sense = if is_tab_stop { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(area, id(ui, entry.triple), sense);
        let selected = self.selected.contains(&entry.triple);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, accessible_name(entry, selected)));
        response
    }

    fn paint(
        &self,
        ui: &Ui,
        layout: GridLayout,
        area: Rect,
        entry: RuleEntry,
        style: &CellStyle,
        response: &Response,
    ) {
        let tokens = Tokens::of(ui);
        let mut painter = ui.painter().clone();
        if !entry.matches {
            painter.multiply_opacity(0.35);
        }
        let painter = &painter;
        let cells = layout.picture.cells(area);
        let frame = cells.iter().fold(cells[0], |sum, cell| sum.union(*cell)).expand(MARGIN - 1.0);
        let corner = CornerRadius::same(6);
        if self.selected.contains(&entry.triple) {
            painter.rect_filled(frame, corner, tokens.accent.gamma_multiply(0.22));
        } else if response.hovered() {
            painter.rect_filled(frame, corner, tokens.accent.gamma_multiply(0.1));
        }
        layout.picture.paint(painter, area, entry.triple, entry.result, style);
        let [left, _, right, result] = cells;
        if entry.origin == RuleOrigin::Added {
            paint_dashed_frame(painter, frame, tokens.quiet);
            paint_sign(
                painter,
                Pos2::new(left.center().x, result.center().y),
                layout.picture.cell,
                "+",
                tokens.quiet,
            );
        }
        if let Some(formula_result) = entry.formula_result {
            // The formula's result is a smaller cell beside the result, with the sign ≠ between them.
            let side = (layout.picture.cell * 0.62).round();
            let other = Rect::from_center_size(
                Pos2::new(right.right() - side / 2.0, result.center().y).round(),
                Vec2::splat(side),
            );
            style.paint_cell(painter, other, formula_result);
            let sign = Pos2::new(f32::midpoint(result.right(), other.left()), result.center().y);
            paint_sign(painter, sign, layout.picture.cell * 0.8, "≠", tokens.bad);
            painter.rect_stroke(
                result.expand(1.0),
                CornerRadius::same(3),
                Stroke::new(2.0, tokens.bad),
                StrokeKind::Outside,
            );
        }
        if response.has_focus() {
            painter.rect_stroke(frame, corner, Stroke::new(2.0, tokens.accent), StrokeKind::Inside);
        } else if self.cursor == Some(entry.triple) {
            painter.rect_stroke(
                frame,
                corner,
                Stroke::new(1.0, tokens.accent.gamma_multiply(0.6)),
                StrokeKind::Inside,
            );
        }
    }

    fn handle_click(
        &mut self,
        ui: &Ui,
        response: &Response,
        entry: RuleEntry,
        automaton: &Automaton,
        events: &mut Vec<RuleGridEvent>,
    ) {
        let triple = entry.triple;
        let modifiers = ui.input(|input| input.modifiers);
        if response.clicked() && modifiers.shift {
            self.select_to(triple);
        } else if response.clicked() && modifiers.command {
            if self.selected.is_empty() {
                self.selected.extend(self.cursor);
            }
            if !self.selected.remove(&triple) {
                self.selected.insert(triple);
            }
            (self.cursor, self.anchor) = (Some(triple), Some(triple));
        } else if response.clicked() || response.secondary_clicked() {
            events.push(self.change_result(entry, automaton, response.secondary_clicked()));
        }
    }

    /// Gives a rule its next result, or the previous one if `back`.
    fn change_result(&mut self, entry: RuleEntry, automaton: &Automaton, back: bool) -> RuleGridEvent {
        let triple = entry.triple;
        self.selected.clear();
        (self.cursor, self.anchor) = (Some(triple), Some(triple));
        RuleGridEvent::Edit(Edit::rule(triple, next_result(entry, automaton.states(), back)))
    }

    /// Selects all rules from the anchor to this rule.
    fn select_to(&mut self, triple: Triple) {
        let anchor = *self.anchor.get_or_insert(self.cursor.unwrap_or(triple));
        if let (Some(from), Some(to)) = (self.index_of(anchor), self.index_of(triple)) {
            let range = from.min(to)..=from.max(to);
            self.selected = self.entries[range].iter().map(|entry| entry.triple).collect();
        }
        self.cursor = Some(triple);
    }

    /// Arrow keys move the cursor, digits set results, Enter and Space go to the next result.
    fn handle_keys(
        &mut self,
        ui: &Ui,
        automaton: &Automaton,
        layout: GridLayout,
        view: Rect,
        origin: Pos2,
        events: &mut Vec<RuleGridEvent>,
    ) {
        let start = self.cursor.and_then(|triple| self.index_of(triple)).unwrap_or(0);
        let Some(entry) = self.entries.get(start) else { return };
        if !has_keyboard_focus(ui, id(ui, entry.triple)) {
            self.keys.clear();
            return;
        }
        if ui.memory(egui::Memory::focused).is_some() {
            lock_arrows(ui, id(ui, entry.triple));
        }
        self.keys.read(ui, Some(id(ui, entry.triple)), |key| {
            let moves =
                CURSOR_KEYS.contains(&key.key) && (key.modifiers.is_none() || key.modifiers.shift_only());
            let edits = matches!(key.key, Key::Delete | Key::Backspace) || key.digit().is_some();
            moves || edits && key.modifiers.is_none()
        });
        let (mut index, mut moved) = (start, false);
        let rows = ((view.height() / layout.step.y) as isize).max(1);
        let before = events.len();
        // What a key does is seen by the next one in the next frame.
        while events.len() == before
            && let Some(key) = self.keys.pop()
        {
            let last = self.entries.len() - 1;
            let target = match key.key {
                // If there is no cursor yet, the first arrow key only shows it.
                Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown if self.cursor.is_none() => {
                    index
                }
                Key::ArrowLeft => index.saturating_sub(1),
                Key::ArrowRight => (index + 1).min(last),
                Key::ArrowUp => layout.rows_away(index, -1, last + 1),
                Key::ArrowDown => layout.rows_away(index, 1, last + 1),
                Key::PageUp => layout.rows_away(index, -rows, last + 1),
                Key::PageDown => layout.rows_away(index, rows, last + 1),
                Key::Home => 0,
                Key::End => last,
                Key::Delete | Key::Backspace => {
                    events.extend(self.remove(automaton));
                    continue;
                }
                Key::Enter | Key::Space => {
                    events.push(self.change_result(self.entries[index], automaton, false));
                    continue;
                }
                _ => {
                    events.extend(key.digit().map(|digit| self.type_digit(digit, index, automaton)));
                    continue;
                }
            };
            (index, moved) = (target, true);
            let triple = self.entries[index].triple;
            if key.modifiers.shift {
                self.select_to(triple);
            } else {
                (self.cursor, self.anchor) = (Some(triple), Some(triple));
                self.selected.clear();
            }
        }
        self.keys.wait(ui);
        if moved {
            move_focus(ui, id(ui, self.entries[index].triple));
            ui.scroll_to_rect(layout.area(index).translate(origin.to_vec2()), None);
        }
    }

    /// A digit sets the result of the selected rules.
    fn type_digit(&mut self, digit: State, index: usize, automaton: &Automaton) -> RuleGridEvent {
        if digit >= automaton.states() {
            return RuleGridEvent::Message(format!(
                "There is no state {digit}: the states are 0 to {}.",
                automaton.states() - 1
            ));
        }
        if self.cursor.is_none() && self.selected.is_empty() {
            self.cursor = Some(self.entries[index].triple);
        }
        match self.fill(Some(digit)) {
            Some(edit) => RuleGridEvent::Edit(edit),
            None => RuleGridEvent::Message("No rule is selected.".to_owned()),
        }
    }

    /// Removes the selected rules of a picture.
    pub fn remove(&self, automaton: &Automaton) -> Option<RuleGridEvent> {
        if automaton.kind() != AutomatonKind::Picture {
            return Some(RuleGridEvent::Message(
                "Only a picture can have triples without a rule. Set the result instead.".to_owned(),
            ));
        }
        self.fill(None).map(RuleGridEvent::Edit)
    }
}

/// The result after a click: the next state, or the previous one if `back`.
fn next_result(entry: RuleEntry, states: u8, back: bool) -> State {
    match (entry.result, entry.origin) {
        // The first click turns an added or missing rule into a listed one.
        (None, _) | (_, RuleOrigin::Added) => 0,
        (Some(result), _) if back => (result + states - 1) % states,
        (Some(result), _) => (result + 1) % states,
    }
}

fn paint_sign(painter: &Painter, at: Pos2, cell: f32, sign: &str, color: egui::Color32) {
    painter.text(at, Align2::CENTER_CENTER, sign, theme::heavy((cell * 0.5).clamp(8.0, 20.0)), color);
}

/// The accessible name of a rule.
fn accessible_name(entry: RuleEntry, selected: bool) -> String {
    let mut name = match entry.result {
        Some(result) => format!("rule {} gives {result}", entry.triple),
        None => format!("no rule for {}", entry.triple),
    };
    if entry.origin == RuleOrigin::Added {
        name += ", added by the editor";
    }
    if let Some(formula_result) = entry.formula_result {
        name += ", the formula gives ";
        name.push(char::from(b'0' + formula_result));
    }
    if selected {
        name += ", selected";
    }
    name
}

fn id(ui: &Ui, triple: Triple) -> Id {
    ui.scope_id().with(triple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_cycle_through_the_results_in_both_directions() {
        let entry = |result, origin| RuleEntry {
            triple: Triple::new(0, 0, 0),
            result,
            origin,
            formula_result: None,
            matches: true,
        };
        assert_eq!(next_result(entry(Some(2), RuleOrigin::Listed), 3, false), 0);
        assert_eq!(next_result(entry(Some(0), RuleOrigin::Listed), 3, true), 2);
        assert_eq!(
            next_result(entry(Some(0), RuleOrigin::Added), 3, false),
            0,
            "an added rule becomes a listed rule"
        );
        assert_eq!(next_result(entry(None, RuleOrigin::Missing), 3, false), 0);
    }
}
