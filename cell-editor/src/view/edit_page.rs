//! The page with an open document: the rules, the preview and the tabs, with bars between them, and the status line.

use super::arrangement::{Arrangement, MIN_RULES};
use super::settings::SplitName;
use super::splitter::{Direction, Split, SplitterEvent};
use super::tabs::TabEvent;
use super::{Editor, Settings};
use crate::document::{Document, Edit};
use crate::text;
use common::window::cells::{CellStyle, PreviewEvent, PreviewOptions};
use common::window::{Tokens, card, quiet};
use egui::{Align, Frame, Label, Layout, Margin, Panel, Rect, RichText, Ui, UiBuilder};

/// The minimum width of the preview and the tabs.
const MIN_SIDE: f32 = 324.0;
/// The minimum heights of two areas one above the other.
const MIN_HEIGHTS: [f32; 2] = [120.0, 120.0];

/// What the areas of the page are drawn from.
#[derive(Clone, Copy)]
struct Shown<'a> {
    document: &'a Document,
    style: &'a CellStyle,
}

impl Editor {
    /// Draws the page.
    pub(super) fn edit_page(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let Some(document) = self.document.take() else { return };
        self.formula_table.update(document.automaton());
        self.grid.list(&document, self.formula_table.table());
        let Settings { border, digits, .. } = self.settings;
        let style = CellStyle::new(document.automaton().colours(), border, digits, tokens);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        Panel::bottom("status").frame(bar).show(ui, |ui| self.status_line(ui, &document));
        let mut edits = Vec::new();
        let space = ui.available_rect_before_wrap().shrink(8.0);
        self.areas(ui, space, Shown { document: &document, style: &style }, &mut edits);
        self.document = Some(document);
        for edit in edits {
            self.edit(edit);
        }
    }

    fn status_line(&self, ui: &mut Ui, document: &Document) {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // In a narrow window there is no room for everything beside the message.
                let short = ui.available_width() < 600.0;
                ui.label(quiet(document_status(document, short)));
                let states = document.automaton().states();
                let problem = self.grid.filter.problem(states).filter(|_| self.problem_in_status);
                let text = match &problem {
                    Some(problem) => RichText::new(problem).color(Tokens::of(ui).bad),
                    None => RichText::new(&self.message),
                };
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let all = text.text().to_owned();
                    ui.add(Label::new(text).truncate()).on_hover_text(all);
                });
            });
        });
    }

    /// Draws the rules, the preview and the tabs where the arrangement puts them.
    fn areas(&mut self, ui: &mut Ui, space: Rect, shown: Shown, edits: &mut Vec<Edit>) {
        if self.maximised {
            in_area(ui, space, |ui| self.preview_card(ui, shown, edits));
            return;
        }
        match self.rule_count.arrangement(space.size(), &self.settings) {
            Arrangement::Wide => {
                let columns = self.split(ui, space, SplitName::Preview);
                in_area(ui, columns.first, |ui| self.rules_panel(ui, shown.document, shown.style, edits));
                let side = self.split(ui, columns.second, SplitName::Tabs);
                in_area(ui, side.first, |ui| self.preview_card(ui, shown, edits));
                in_area(ui, side.second, |ui| self.tabs_card(ui, shown, edits, false));
            }
            Arrangement::FewRules => {
                let columns = self.split(ui, space, SplitName::PreviewFewRules);
                let side = self.split(ui, columns.first, SplitName::TabsFewRules);
                in_area(ui, side.first, |ui| self.rules_panel(ui, shown.document, shown.style, edits));
                in_area(ui, side.second, |ui| self.tabs_card(ui, shown, edits, false));
                in_area(ui, columns.second, |ui| self.preview_card(ui, shown, edits));
            }
            Arrangement::Narrow => {
                let rows = self.split(ui, space, SplitName::Below);
                in_area(ui, rows.first, |ui| self.rules_panel(ui, shown.document, shown.style, edits));
                in_area(ui, rows.second, |ui| self.tabs_card(ui, shown, edits, true));
            }
        }
    }

    /// Splits a space and draws the bar. The user's choice is remembered as a share, so it survives any size of the
    /// window.
    fn split(&mut self, ui: &Ui, space: Rect, name: SplitName) -> Split {
        let (direction, label, min) = match name {
            SplitName::Preview | SplitName::PreviewFewRules => {
                (Direction::Row, "width of the rules", [MIN_RULES, MIN_SIDE])
            }
            SplitName::Tabs => (Direction::Column, "height of the preview", MIN_HEIGHTS),
            SplitName::TabsFewRules | SplitName::Below => {
                (Direction::Column, "height of the rules", MIN_HEIGHTS)
            }
        };
        let default = self.rule_count.default_share(name, space.size(), &self.settings);
        let share = self.settings.splits.get(&name).copied().unwrap_or(default);
        let split = Split::new(space, direction, share, min);
        match split.ui(ui, label) {
            Some(SplitterEvent::Moved(share)) => {
                self.settings.splits.insert(name, share);
                self.settings_changed = true;
            }
            Some(SplitterEvent::Reset) => {
                self.settings.splits.remove(&name);
                self.settings_changed = true;
            }
            None => {}
        }
        split
    }

    fn preview_card(&mut self, ui: &mut Ui, shown: Shown, edits: &mut Vec<Edit>) {
        card(ui, |ui| {
            ui.set_min_height(ui.available_height());
            self.preview(ui, shown, edits);
        });
    }

    fn preview(&mut self, ui: &mut Ui, Shown { document, style }: Shown, edits: &mut Vec<Edit>) {
        let (automaton, revision) = (document.automaton(), document.revision());
        let Settings { zoom, speed, .. } = self.settings;
        self.preview.show_negative(document.colours_swapped());
        let options = PreviewOptions { zoom, speed, maximised: self.maximised };
        for event in self.preview.ui(ui, automaton, revision, style, options) {
            match event {
                PreviewEvent::StartRowPainted(row) => {
                    let generations = automaton.start().map(|(_, generations)| generations);
                    edits.extend(generations.map(|generations| Edit::Picture(row, generations)));
                }
                PreviewEvent::CellClicked(triple) => {
                    self.maximised = false;
                    self.grid.clear_filter();
                    self.grid.scroll_to(automaton.listed_triple(triple));
                }
                PreviewEvent::ZoomChanged(zoom) => {
                    self.settings.zoom = zoom;
                    self.settings_changed = true;
                }
                PreviewEvent::SpeedChanged(speed) => {
                    self.settings.speed = speed;
                    self.settings_changed = true;
                }
                PreviewEvent::MaximiseToggled => self.maximised = !self.maximised,
            }
        }
    }

    /// The tabs. In a narrow window the preview is one of them.
    fn tabs_card(&mut self, ui: &mut Ui, shown: Shown, edits: &mut Vec<Edit>, with_preview: bool) {
        let differing = (self.grid.differing(), self.grid.filter.only_differing);
        let events = card(ui, |ui| {
            ui.set_min_height(ui.available_height());
            if self.tabs.bar(ui, with_preview) {
                self.preview(ui, shown, edits);
                return Vec::new();
            }
            self.tabs.ui(ui, shown.document, &self.formula_table, differing)
        });
        for event in events {
            match event {
                TabEvent::Edit(edit) => edits.push(edit),
                TabEvent::ShowDiffering(only) => self.grid.filter.only_differing = only,
                TabEvent::Copy(text) => {
                    ui.ctx().copy_text(text);
                    self.message = "Copied.".to_owned();
                }
            }
        }
    }
}

/// Draws into a part of the window.
fn in_area<R>(ui: &mut Ui, area: Rect, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
        ui.set_clip_rect(ui.clip_rect().intersect(area));
        content(ui)
    })
    .inner
}

/// The longest name in a narrow window.
const SHORT_NAME: usize = 20;

/// Name, kind, number of states and saved state of the document; only the name and the saved state if `short`.
fn document_status(document: &Document, short: bool) -> String {
    let automaton = document.automaton();
    let saved = match (document.is_changed(), document.path()) {
        (true, _) => "not saved",
        (false, Some(_)) => "saved",
        (false, None) => "",
    };
    let saved = if saved.is_empty() { String::new() } else { format!(", {saved}") };
    if short {
        return format!("{}{saved}", shortened(document.name()));
    }
    format!("{}: {}, {} states{saved}", document.name(), text::kind(automaton.kind()), automaton.states())
}

/// The beginning and the end of a long name: files often differ only at the end.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= SHORT_NAME {
        return name.to_owned();
    }
    let side = SHORT_NAME / 2;
    letters[..side].iter().chain(&['…']).chain(&letters[letters.len() - side + 1..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shortened_in_the_middle() {
        assert_eq!(shortened("rule-110.ccell"), "rule-110.ccell");
        assert_eq!(shortened("a-very-long-name-of-a-file-2.ccell"), "a-very-lon…e-2.ccell");
    }
}
