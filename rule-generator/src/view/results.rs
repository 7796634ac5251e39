//! The automata that were found: their pictures, and what can be done with them.

use super::commands::{Command, result_buttons};
use super::geometry::{Geometry, show_centred};
use super::grid::paint_lines;
use super::stored_results::StoredResults;
use super::{Generator, text_width, words};
use crate::colouring::coloured_like;
use crate::generate::Found;
use crate::mask::{ColourIndex, Mask};
use crate::replay::drawn_sets;
use common::automaton::{Automaton, Colour, SpaceTime, State};
use common::window::cells::{color32, contrasting_text, thumbnail};
use common::window::{Tokens, ZoomAnchor, card, quiet, scroll_area, theme};
use egui::{
    Align, Align2, Button, Color32, Label, Layout, Pos2, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use std::ops::Range;
use web_time::Instant;

/// The time in which a picture evolves, in seconds.
const EVOLUTION: f32 = 0.9;
/// The side of a small picture.
const SMALL: f32 = 72.0;
/// The side of a small picture of an earlier result below those of the last search.
const EARLIER: f32 = 44.0;
/// The side of a state in the legend.
const CHIP: f32 = 20.0;
/// The maximum number of earlier results once there are newer ones.
pub const MAX_EARLIER_RESULTS: usize = 12;

/// An automaton with the mask that it draws.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    pub found: Found,
    pub mask: Mask,
    /// It is of a search before the last one.
    pub earlier: bool,
}

/// A result with its picture.
pub struct ResultPicture {
    result: SearchResult,
    /// The automaton in the colours that are shown.
    automaton: Automaton,
    rows: Option<SpaceTime>,
    /// The states that stand for each colour of the mask.
    sets: Vec<Vec<State>>,
    texture: TextureHandle,
    size: [usize; 2],
    /// When its picture began to evolve.
    since: Instant,
}

impl ResultPicture {
    fn new(result: SearchResult, paint: Option<&[Colour]>, ctx: &egui::Context) -> ResultPicture {
        let SearchResult { found, mask, .. } = &result;
        let automaton = match paint {
            Some(paint) => coloured_like(&found.automaton, mask, paint),
            None => found.automaton.clone(),
        };
        let image = thumbnail(&automaton, 1, 1);
        let size = image.size;
        let texture = ctx.load_texture("result", image, TextureOptions::NEAREST);
        let rows = automaton.draw();
        let sets = drawn_sets(mask, &automaton).unwrap_or_default();
        ResultPicture { result, automaton, rows, sets, texture, size, since: Instant::now() }
    }

    /// Whether both are the same automaton for the same mask, whenever and however they were found.
    fn equals(&self, other: &ResultPicture) -> bool {
        let (one, two) = (&self.result, &other.result);
        one.found.automaton == two.found.automaton && one.mask == two.mask
    }

    /// The part of the rows that is visible while the picture evolves.
    fn evolved(&self, ui: &Ui) -> f32 {
        let part = self.since.elapsed().as_secs_f32() / EVOLUTION;
        if part >= 1.0 {
            return 1.0;
        }
        ui.ctx().request_repaint();
        let rows = self.size[1] as f32;
        (part * rows).ceil().max(1.0) / rows
    }

    fn paint(&self, ui: &Ui, rect: Rect) {
        let part = self.evolved(ui);
        let visible = rect.with_max_y(rect.top() + rect.height() * part);
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, part));
        ui.painter().image(self.texture.id(), visible, whole, Color32::WHITE);
    }
}

/// The automata that were found, and the selected one.
#[derive(Default)]
pub struct Results {
    /// The paint colours, if the automata are shown in them.
    paint: Option<Vec<Colour>>,
    /// Those of the last search come first, then those of earlier ones, the newest first.
    pictures: Vec<ResultPicture>,
    selected: usize,
    /// The user has chosen it since the last search began.
    chosen: bool,
    anchor: ZoomAnchor,
}

impl Results {
    /// Begins another search. What was found before stays, as earlier results.
    pub fn begin_search(&mut self) {
        self.tidy();
        self.pictures.iter_mut().for_each(|picture| picture.result.earlier = true);
        self.chosen = false;
    }

    /// Shows what the search for the mask has found so far. A result that the user has chosen stays selected.
    pub fn show(&mut self, mask: &Mask, found: &[Found], paint: Option<&[Colour]>, ctx: &egui::Context) {
        self.recolour(paint, ctx);
        let shown = self.pictures.iter().map(|picture| &picture.result).filter(|result| !result.earlier);
        if found.is_empty() || shown.map(|result| &result.found).eq(found) {
            return;
        }
        let selected = self.pictures.get(self.selected).map(|picture| picture.texture.id());
        let (earlier, mut known): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.pictures).into_iter().partition(|picture| picture.result.earlier);
        for found in found {
            let old = known.iter().position(|picture| picture.result.found == *found);
            let picture = if let Some(index) = old {
                known.swap_remove(index)
            } else {
                let result = SearchResult { found: found.clone(), mask: mask.clone(), earlier: false };
                ResultPicture::new(result, paint, ctx)
            };
            self.pictures.push(picture);
        }
        self.pictures.extend(earlier);
        let selected = self.pictures.iter().position(|picture| Some(picture.texture.id()) == selected);
        self.selected = selected.filter(|_| self.chosen).unwrap_or(0);
    }

    /// Removes earlier results that were found again, and the oldest ones. They stay while the last search has no result,
    /// and those that a running search has found again stay too: it may find a better one instead.
    pub fn tidy(&mut self) {
        if self.current() == 0 {
            return;
        }
        let (mut kept, mut selected) = (Vec::<ResultPicture>::new(), 0);
        let max = self.current() + MAX_EARLIER_RESULTS;
        for (index, picture) in std::mem::take(&mut self.pictures).into_iter().enumerate() {
            let is_selected = index == self.selected;
            let known = kept.iter().position(|other| picture.result.earlier && other.equals(&picture));
            if is_selected {
                selected = known.unwrap_or(kept.len());
            }
            if known.is_none() && (kept.len() < max || is_selected) {
                kept.push(picture);
            }
        }
        (self.pictures, self.selected) = (kept, selected);
    }

    /// Shows results of an earlier run.
    pub fn restore(&mut self, results: Vec<SearchResult>, paint: Option<&[Colour]>, ctx: &egui::Context) {
        self.paint = paint.map(<[Colour]>::to_vec);
        self.pictures = results.into_iter().map(|result| ResultPicture::new(result, paint, ctx)).collect();
    }

    /// Shows the same automata in other colours.
    pub fn recolour(&mut self, paint: Option<&[Colour]>, ctx: &egui::Context) {
        if self.paint.as_deref() == paint {
            return;
        }
        self.paint = paint.map(<[Colour]>::to_vec);
        for picture in &mut self.pictures {
            let since = picture.since;
            *picture = ResultPicture { since, ..ResultPicture::new(picture.result.clone(), paint, ctx) };
        }
    }

    /// The number of automata of the last search.
    fn current(&self) -> usize {
        self.pictures.iter().take_while(|picture| !picture.result.earlier).count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// The selected result as it was found.
    fn selected(&self) -> Option<&SearchResult> {
        self.pictures.get(self.selected).map(|picture| &picture.result)
    }

    /// The selected automaton in the colours that are shown, and the mask that it draws.
    pub fn automaton(&self) -> Option<(&Automaton, &Mask)> {
        self.pictures.get(self.selected).map(|picture| (&picture.automaton, &picture.result.mask))
    }

    /// What is stored with the picture.
    pub fn stored(&self) -> StoredResults {
        StoredResults::new(self.pictures.iter().map(|picture| &picture.result))
    }

    /// Keeps the selection while the running search finds others: the user looks at it.
    pub fn keep_selection(&mut self) {
        self.chosen = true;
    }

    /// Selects an automaton and lets its picture evolve again.
    pub fn select(&mut self, index: usize) {
        self.selected = index;
        if let Some(picture) = self.pictures.get_mut(index) {
            picture.since = Instant::now();
        }
    }

    /// The columns and rows of the selected picture.
    pub fn size(&self) -> Option<(usize, usize)> {
        self.pictures.get(self.selected).map(|picture| (picture.size[0], picture.size[1]))
    }

    /// Draws the selected automaton in place of the painting grid. Returns the text for the cell under the pointer.
    pub fn large_picture(
        &mut self,
        ui: &mut Ui,
        cell: Option<f32>,
        lines: Option<Color32>,
    ) -> Option<String> {
        let picture = self.pictures.get(self.selected)?;
        let [columns, rows] = picture.size;
        show_centred(ui, (columns, rows), cell, &mut self.anchor, |ui, geometry| {
            picture.paint(ui, geometry.area);
            if picture.evolved(ui) >= 1.0 {
                paint_lines(ui.painter(), &geometry, lines, &(0..columns), &(0..rows));
            }
            let frame = Stroke::new(1.0, Tokens::of(ui).ink.gamma_multiply(0.35));
            ui.painter().rect_stroke(geometry.area, 0, frame, StrokeKind::Outside);
            let response = ui.interact(geometry.area, ui.scope_id().with("result"), Sense::hover());
            let name = format!("picture of result {}", self.selected + 1);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
            let pointer = response.hover_pos()?;
            Some(picture.cell_in_words(&geometry, pointer))
        })
    }
}

impl ResultPicture {
    /// What the colours of the picture mean: the states that stand for paper, for ink and for other colours, and those that
    /// do not occur.
    fn legend(&self, ui: &mut Ui) {
        if self.sets.is_empty() {
            return;
        }
        let sets = self.sets.iter().enumerate().map(|(colour, states)| {
            let name = words::colour_name(colour as ColourIndex);
            (format!("drawn as {name}"), name, states.clone())
        });
        let rest =
            (0..self.automaton.states()).filter(|state| !self.sets.iter().any(|set| set.contains(state)));
        let rest = ("not drawn".to_owned(), "not drawn".to_owned(), rest.collect::<Vec<State>>());
        let mut rows: Vec<(String, RichText, Vec<State>)> = sets
            .chain([rest])
            .map(|(about, name, states)| {
                let word = if states.len() == 1 { "state" } else { "states" };
                (about, quiet(format!("{name}: {word}")), states)
            })
            .collect();
        rows.retain(|(_, _, states)| !states.is_empty());
        // The states are in a column of their own.
        let width = rows.iter().map(|(_, label, _)| text_width(ui, label)).fold(0.0, f32::max);
        // Names and states are equally high, so that they are on one line.
        let height = std::mem::replace(&mut ui.spacing_mut().interact_size.y, CHIP);
        for (about, label, states) in rows {
            ui.horizontal_top(|ui| {
                ui.allocate_ui_with_layout(vec2(width, CHIP), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(width);
                    ui.label(label);
                });
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(4.0);
                    for state in states {
                        self.legend_chip(ui, state, &about);
                    }
                });
            });
        }
        ui.spacing_mut().interact_size.y = height;
    }

    /// Draws a state in its colour.
    fn legend_chip(&self, ui: &mut Ui, state: State, about: &str) {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(CHIP), Sense::hover());
        let fill = color32(self.automaton.colour(state));
        let border = Stroke::new(1.0, Tokens::of(ui).ink.gamma_multiply(0.4));
        ui.painter().rect(rect, 3, fill, border, StrokeKind::Inside);
        let font = theme::plain(theme::size::SMALL);
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, state, font, contrasting_text(fill));
        let text = format!("state {state} is {about}");
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
    }

    fn cell_in_words(&self, geometry: &Geometry, pointer: Pos2) -> String {
        let (x, y) = geometry.nearest(pointer);
        let Some(rows) = &self.rows else { return String::new() };
        let (row, boundary) = (rows.row(y), self.result.found.automaton.boundary());
        let place = format!("Column {}, row {}: state {}", x + 1, y + 1, row[x]);
        match y.checked_sub(1) {
            Some(above) => {
                format!("{place}, by the rule for {}.", boundary.neighbourhood(rows.row(above), x))
            }
            None => format!("{place}, in the start row."),
        }
    }
}

/// The buttons for the selected result. Returns what was clicked.
fn button_row(ui: &mut Ui) -> Option<Command> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        for (name, command, why_not) in result_buttons() {
            let button = ui.add_enabled(why_not.is_none(), Button::new(name));
            let button = match &why_not {
                Some(why) => button.on_disabled_hover_text(why),
                None => button,
            };
            if button.clicked() {
                clicked = Some(command);
            }
        }
    });
    clicked
}

impl Generator {
    /// Draws the card of results, if there are any.
    pub(super) fn results_card(&mut self, ui: &mut Ui, low: bool) {
        let Some(SearchResult { found, mask, earlier }) = self.results.selected() else { return };
        let automaton = &found.automaton;
        let states = words::states(automaton.states());
        let rules = words::rules(automaton.rules().count());
        let search = words::found(found);
        let outdated = mask != self.canvas.mask();
        let outcome = self.outcome.as_ref().filter(|_| !earlier);
        let verdicts = outcome.map(|outcome| words::verdicts(&outcome.request, &outcome.report));
        let (count, current) = (self.results.pictures.len(), self.results.current());
        let (mut selected, mut action) = (None, None);
        card(ui, |ui| {
            let title = match (count, current) {
                (1, 0) => "Earlier result".to_owned(),
                (_, 0) => format!("{count} earlier results"),
                (_, 1) => "Result".to_owned(),
                (_, _) => format!("{current} results"),
            };
            // What follows is about the selected one.
            let of_earlier = format!("Earlier result: {states}");
            let (title, heading) = match (low, *earlier && current > 0) {
                (true, true) => (of_earlier, states.clone()),
                (true, false) => (format!("{title}: {states}"), states.clone()),
                (false, true) => (title, of_earlier),
                (false, false) => (title, states.clone()),
            };
            ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
            if low {
                action = button_row(ui);
            }
            let about = |ui: &mut Ui| {
                ui.label(RichText::new(&heading).font(theme::heavy(theme::size::TURN)));
                ui.add(Label::new(quiet(&rules)).wrap());
                ui.add(Label::new(quiet(&search)).wrap());
            };
            let mut row = |ui: &mut Ui, side: f32, indices: Range<usize>| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(6.0);
                    for index in indices {
                        if self.small_picture(ui, side, index) {
                            selected = Some(index);
                        }
                    }
                    if count == 1 {
                        ui.add_space(4.0);
                        ui.vertical(about);
                    }
                });
            };
            let first = if current == 0 { count } else { current };
            // The buttons below must stay in sight.
            let pictures =
                ScrollArea::vertical().id_salt("results").max_height(3.3 * SMALL).auto_shrink([false, true]);
            scroll_area(pictures, ui, |ui| row(ui, SMALL, 0..first));
            if count > 1 {
                about(ui);
            }
            if let Some(picture) = self.results.pictures.get(self.results.selected) {
                picture.legend(ui);
            }
            for sentence in verdicts.unwrap_or_default() {
                ui.add(Label::new(quiet(sentence)).wrap());
            }
            if outdated {
                ui.add(Label::new(quiet("The picture has changed since this search.")).wrap());
            }
            if !low {
                action = button_row(ui);
            }
            if first < count {
                ui.label(quiet("Earlier"));
                row(ui, EARLIER, first..count);
            }
        });
        if let Some(index) = selected {
            self.results.select(index);
            self.results.keep_selection();
            self.showing_result = true;
        }
        if let Some(command) = action {
            self.run_command(command);
        }
    }

    /// Draws a small picture. Returns whether it was clicked.
    fn small_picture(&self, ui: &mut Ui, side: f32, index: usize) -> bool {
        let picture = &self.results.pictures[index];
        let [columns, rows] = picture.size.map(|side| side as f32);
        let scale = (side / columns.max(rows)).min(12.0);
        let scale = if scale >= 1.0 { scale.floor() } else { scale };
        let (space, response) = ui.allocate_exact_size(Vec2::splat(side + 8.0), Sense::click());
        let selected = index == self.results.selected;
        let states = words::states(picture.result.found.automaton.states());
        let earlier = if picture.result.earlier { ", earlier" } else { "" };
        let name = format!("result {}, {states}{earlier}", index + 1);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &name));
        let tokens = Tokens::of(ui);
        ui.painter().rect_filled(space, 6, tokens.page);
        picture.paint(ui, Rect::from_center_size(space.center(), vec2(columns, rows) * scale));
        let stroke = match selected {
            _ if response.has_focus() => Stroke::new(3.0, tokens.accent),
            true => Stroke::new(2.0, tokens.accent),
            false if response.hovered() => Stroke::new(1.5, tokens.quiet),
            false => Stroke::new(1.0, tokens.line),
        };
        ui.painter().rect_stroke(space, 6, stroke, StrokeKind::Inside);
        response.on_hover_text(name).clicked()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Method;
    use common::automaton::{Boundary, RuleTable};
    use std::time::Duration;

    fn found(states: u8) -> Found {
        let automaton =
            Automaton::picture(&RuleTable::from_fn(states, |_| 0), Boundary::default(), vec![0, 1], 2);
        Found { automaton, method: Method::Sat, after: Duration::ZERO }
    }

    #[test]
    fn a_result_that_is_looked_at_stays_selected_while_a_search_finds_others() {
        let (mask, ctx): (Mask, _) = (".#\n..\n".parse().unwrap(), egui::Context::default());
        let mut results = Results::default();
        let selected = |results: &Results| results.selected().map(|result| result.found.automaton.states());
        results.show(&mask, &[found(5)], None, &ctx);
        results.begin_search();
        results.select(0);
        results.keep_selection();
        results.show(&mask, &[found(4)], None, &ctx);
        results.show(&mask, &[found(3)], None, &ctx);
        assert_eq!((selected(&results), results.selected), (Some(5), 1));
        results.begin_search();
        results.show(&mask, &[found(2)], None, &ctx);
        assert_eq!(selected(&results), Some(2), "another search shows what it finds");
    }
}
