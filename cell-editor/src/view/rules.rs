//! The rules, each drawn as three cells over their result. Only those in sight are drawn.

use super::cells::{Look, dashed};
use super::find::{Basis, Entry, Find, Standing};
use super::layout::{Layout, MARGIN};
use super::settings::Settings;
use crate::document::{Document, Edit};
use common::automaton::{Automaton, Kind, State, Table, Triple};
use common::window::{Tokens, has_keyboard_focus, lock_arrows, move_focus, theme};
use egui::{
    Align2, CornerRadius, Event, Id, Key, Modifiers, Painter, Pos2, Rect, Response, Role, ScrollArea, Sense,
    Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use std::collections::BTreeSet;

/// What was done on the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// A change.
    Edit(Edit),
    /// Something to be told.
    Say(String),
}

/// What of the rules is only on the screen.
#[derive(Debug, Default)]
pub struct Rules {
    /// What is looked for.
    pub find: Find,
    /// Somebody wants to type what is looked for.
    pub find_wanted: bool,
    /// The rules that are shown, and for what they were listed.
    entries: Vec<Entry>,
    listed: Option<(u64, Find, Option<Table>)>,
    /// The triples of the picture that have no rule.
    added: Vec<Triple>,
    /// How many rules are not as the formula tells.
    differing: usize,
    /// The rule that keys act on.
    cursor: Option<Triple>,
    /// Where a range begins.
    anchor: Option<Triple>,
    selected: BTreeSet<Triple>,
    /// A rule that is to be brought into sight.
    sought: Option<Triple>,
    /// The rules that were drawn last end before this one.
    seen: usize,
}

impl Rules {
    /// Another automaton is looked at.
    pub fn reset(&mut self) {
        *self = Rules::default();
    }

    /// How many rules are shown.
    pub fn shown(&self) -> usize {
        self.entries.len()
    }

    /// The triples of the picture that have no rule.
    pub fn added(&self) -> &[Triple] {
        &self.added
    }

    /// How many rules are not as the formula tells.
    pub fn differing(&self) -> usize {
        self.differing
    }

    /// The rules that were drawn last end before this one.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// The rules that are selected, or the one with the cursor.
    pub fn selection(&self) -> Vec<Triple> {
        let shown = |triple: &&Triple| self.entries.iter().any(|entry| entry.triple == **triple);
        if self.selected.is_empty() {
            self.cursor.iter().filter(shown).copied().collect()
        } else {
            self.selected.iter().copied().collect()
        }
    }

    /// How many rules are selected together.
    pub fn selected_count(&self) -> usize {
        self.selected.len()
    }

    /// Selects all rules that are shown.
    pub fn select_all(&mut self) {
        self.selected = self.entries.iter().map(|entry| entry.triple).collect();
    }

    /// Selects none.
    pub fn select_none(&mut self) {
        self.selected.clear();
    }

    /// Brings a rule into sight, and the cursor to it.
    pub fn seek(&mut self, triple: Triple) {
        (self.cursor, self.anchor, self.sought) = (Some(triple), Some(triple), Some(triple));
        self.selected.clear();
    }

    /// Fills all selected rules.
    pub fn fill(&self, result: Option<State>) -> Option<Edit> {
        let rules: Vec<_> = self.selection().into_iter().map(|triple| (triple, result)).collect();
        (!rules.is_empty()).then_some(Edit::Rules(rules))
    }

    /// Lists the rules anew if something has changed. What was found stays in sight until something else is looked for,
    /// so that no rule goes away under the hand that edits it.
    pub fn list(&mut self, document: &Document, formula: Option<&Table>) {
        let same =
            |(_, find, table): &(u64, Find, Option<Table>)| *find == self.find && table.as_ref() == formula;
        let searched = self.listed.as_ref().is_some_and(same);
        let current =
            searched && self.listed.as_ref().is_some_and(|(revision, ..)| *revision == document.revision());
        if !current {
            let automaton = document.automaton();
            self.added = automaton.added();
            let basis = Basis { automaton, added: &self.added, formula };
            self.entries = if searched && self.find.is_on() {
                self.find.again(&self.entries, &basis)
            } else {
                self.find.entries(&basis)
            };
            let differing = Find { differing: true, ..Find::default() };
            self.differing = if formula.is_some() { differing.entries(&basis).len() } else { 0 };
            self.selected.retain(|triple| self.entries.iter().any(|entry| entry.triple == *triple));
            self.listed = Some((document.revision(), self.find.clone(), formula.cloned()));
        }
    }

    /// Draws the rules into all the space there is, and tells what was done.
    pub fn ui(&mut self, ui: &mut Ui, automaton: &Automaton, look: &Look, settings: &Settings) -> Vec<Act> {
        let space = ui.available_size() - vec2(12.0, 0.0);
        let aligned = !self.find.is_on() && automaton.kind() == Kind::Common;
        let layout = Layout::new(self.entries.len(), automaton.states(), aligned, space, settings);
        let mut acts = Vec::new();
        let mut scroll = ScrollArea::vertical().id_salt("rules").auto_shrink(false);
        if let Some(number) = self.sought.take().and_then(|triple| self.number(triple)) {
            let middle = layout.area(number).center().y - space.y / 2.0;
            scroll = scroll.vertical_scroll_offset(middle.max(0.0));
        }
        scroll.show_viewport(ui, |ui, view| {
            ui.set_height(layout.height(self.entries.len()));
            ui.set_width(ui.available_width());
            let origin = ui.min_rect().min;
            self.keys(ui, automaton, layout, view, origin, &mut acts);
            let seen = layout.seen(view, self.entries.len());
            self.seen = seen.end;
            for number in seen {
                let entry = self.entries[number];
                let area = layout.area(number).translate(origin.to_vec2());
                let response = self.widget(ui, area, entry);
                self.paint(ui, layout, area, entry, look, &response);
                self.clicked(ui, &response, entry, automaton, &mut acts);
            }
        });
        acts
    }

    fn number(&self, triple: Triple) -> Option<usize> {
        self.entries.iter().position(|entry| entry.triple == triple)
    }

    /// Only one rule can be reached by Tab; from there arrows go on.
    fn widget(&self, ui: &Ui, area: Rect, entry: Entry) -> Response {
        let here = self.cursor.or(self.entries.first().map(|entry| entry.triple)) == Some(entry.triple);
        let sense = if here { Sense::click() } else { Sense::CLICK };
        let response = ui.interact(area, id(ui, entry.triple), sense);
        let selected = self.selected.contains(&entry.triple);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name(entry, selected)));
        response
    }

    fn paint(&self, ui: &Ui, layout: Layout, area: Rect, entry: Entry, look: &Look, response: &Response) {
        let tokens = Tokens::of(ui);
        let mut painter = ui.painter().clone();
        if !entry.fits {
            painter.multiply_opacity(0.35);
        }
        let painter = &painter;
        let cells = layout.cells(area);
        let frame = cells.iter().fold(cells[0], |sum, cell| sum.union(*cell)).expand(MARGIN - 1.0);
        let corner = CornerRadius::same(6);
        if self.selected.contains(&entry.triple) {
            painter.rect_filled(frame, corner, tokens.accent.gamma_multiply(0.22));
        } else if response.hovered() {
            painter.rect_filled(frame, corner, tokens.accent.gamma_multiply(0.1));
        }
        for (rect, state) in cells.iter().zip(entry.triple.cells()) {
            look.cell(painter, *rect, state);
        }
        let [left, _, right, result] = cells;
        match entry.result {
            Some(state) => look.cell(painter, result, state),
            None => look.no_cell(painter, result),
        }
        if entry.standing == Standing::Added {
            dashed(painter, frame, tokens.quiet);
            mark(painter, Pos2::new(left.center().x, result.center().y), layout.cell, "+", tokens.quiet);
        }
        if let Some(told) = entry.told {
            // What the formula says stands beside the result, smaller, and with the sign that it is not the same.
            let side = (layout.cell * 0.62).round();
            let other = Rect::from_center_size(
                Pos2::new(right.right() - side / 2.0, result.center().y).round(),
                Vec2::splat(side),
            );
            look.cell(painter, other, told);
            let sign = Pos2::new(f32::midpoint(result.right(), other.left()), result.center().y);
            mark(painter, sign, layout.cell * 0.8, "≠", tokens.bad);
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

    fn clicked(
        &mut self,
        ui: &Ui,
        response: &Response,
        entry: Entry,
        automaton: &Automaton,
        acts: &mut Vec<Act>,
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
            self.selected.clear();
            (self.cursor, self.anchor) = (Some(triple), Some(triple));
            let next = cycled(entry, automaton.states(), response.secondary_clicked());
            acts.push(Act::Edit(Edit::rule(triple, next)));
        }
    }

    /// Selects all rules from the anchor to this one.
    fn select_to(&mut self, triple: Triple) {
        let anchor = *self.anchor.get_or_insert(self.cursor.unwrap_or(triple));
        if let (Some(from), Some(to)) = (self.number(anchor), self.number(triple)) {
            let range = from.min(to)..=from.max(to);
            self.selected = self.entries[range].iter().map(|entry| entry.triple).collect();
        }
        self.cursor = Some(triple);
    }

    /// Arrows move the cursor, digits set results. Enter and Space go on to the next result, as a click does.
    fn keys(
        &mut self,
        ui: &Ui,
        automaton: &Automaton,
        layout: Layout,
        view: Rect,
        origin: Pos2,
        acts: &mut Vec<Act>,
    ) {
        let at = self.cursor.and_then(|triple| self.number(triple)).unwrap_or(0);
        let Some(entry) = self.entries.get(at) else { return };
        if !has_keyboard_focus(ui, id(ui, entry.triple)) {
            return;
        }
        if ui.memory(egui::Memory::focused).is_some() {
            lock_arrows(ui, id(ui, entry.triple));
        }
        let keys: Vec<(Key, Modifiers)> = ui.input(|input| {
            let pressed = |event: &Event| match event {
                Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
                _ => None,
            };
            input.events.iter().filter_map(pressed).collect()
        });
        let (mut to, mut moved) = (at, false);
        let rows = ((view.height() / layout.step.y) as usize).max(1);
        for (key, modifiers) in keys {
            let last = self.entries.len() - 1;
            let target = match key {
                // The first arrow only shows where the cursor is, unless a click has brought it there.
                Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown if self.cursor.is_none() => {
                    to
                }
                Key::ArrowLeft => to.saturating_sub(1),
                Key::ArrowRight => (to + 1).min(last),
                Key::ArrowUp if to >= layout.columns => to - layout.columns,
                Key::ArrowDown if to + layout.columns <= last => to + layout.columns,
                Key::PageUp => to.saturating_sub(rows * layout.columns),
                Key::PageDown => (to + rows * layout.columns).min(last),
                Key::Home => 0,
                Key::End => last,
                Key::Delete | Key::Backspace if modifiers.is_none() => {
                    acts.extend(self.remove(automaton));
                    continue;
                }
                key => {
                    if modifiers.is_none()
                        && let Some(digit) = digit(key)
                    {
                        acts.push(self.typed(digit, to, automaton));
                    }
                    continue;
                }
            };
            if !modifiers.is_none() && !modifiers.shift_only() {
                continue;
            }
            (to, moved) = (target, true);
            let triple = self.entries[to].triple;
            if modifiers.shift {
                self.select_to(triple);
            } else {
                (self.cursor, self.anchor) = (Some(triple), Some(triple));
                self.selected.clear();
            }
        }
        if moved {
            move_focus(ui, id(ui, self.entries[to].triple));
            ui.scroll_to_rect(layout.area(to).translate(origin.to_vec2()), None);
        }
    }

    /// A digit sets the result of what is selected.
    fn typed(&mut self, digit: State, at: usize, automaton: &Automaton) -> Act {
        if digit >= automaton.states() {
            return Act::Say(format!(
                "There is no state {digit}: the states are 0 to {}.",
                automaton.states() - 1
            ));
        }
        if self.cursor.is_none() && self.selected.is_empty() {
            self.cursor = Some(self.entries[at].triple);
        }
        match self.fill(Some(digit)) {
            Some(edit) => Act::Edit(edit),
            None => Act::Say("No rule is selected.".to_owned()),
        }
    }

    /// Takes the selected rules out of a picture.
    pub fn remove(&self, automaton: &Automaton) -> Option<Act> {
        if automaton.kind() != Kind::Picture {
            return Some(Act::Say(
                "Only a picture can do without a rule; set its result instead.".to_owned(),
            ));
        }
        self.fill(None).map(Act::Edit)
    }
}

/// The result after the one that a rule has, or before it.
fn cycled(entry: Entry, states: u8, back: bool) -> State {
    match (entry.result, entry.standing) {
        // The first click takes over what the program has added, or begins a rule.
        (None, _) | (_, Standing::Added) => 0,
        (Some(result), _) if back => (result + states - 1) % states,
        (Some(result), _) => (result + 1) % states,
    }
}

fn digit(key: Key) -> Option<State> {
    let mut name = key.name().chars();
    let digit = name.next()?.to_digit(10)? as State;
    name.next().is_none().then_some(digit)
}

fn mark(painter: &Painter, at: Pos2, cell: f32, sign: &str, color: egui::Color32) {
    painter.text(at, Align2::CENTER_CENTER, sign, theme::heavy((cell * 0.5).clamp(8.0, 20.0)), color);
}

/// A rule in words, for those who hear the window.
fn name(entry: Entry, selected: bool) -> String {
    let mut name = match entry.result {
        Some(result) => format!("rule {} gives {result}", entry.triple),
        None => format!("no rule for {}", entry.triple),
    };
    if entry.standing == Standing::Added {
        name += ", added by the program";
    }
    if let Some(told) = entry.told {
        name += ", the formula gives ";
        name.push(char::from(b'0' + told));
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
    fn results_go_round_both_ways() {
        let entry = |result, standing| Entry {
            triple: Triple::new(0, 0, 0),
            result,
            standing,
            told: None,
            fits: true,
        };
        assert_eq!(cycled(entry(Some(2), Standing::Given), 3, false), 0);
        assert_eq!(cycled(entry(Some(0), Standing::Given), 3, true), 2);
        assert_eq!(cycled(entry(Some(0), Standing::Added), 3, false), 0, "now it is a rule of its own");
        assert_eq!(cycled(entry(None, Standing::Lacking), 3, false), 0);
    }
}
