//! The automata that were found: their pictures, and what can be done with them.

use super::commands::{Command, result_buttons};
use super::geometry::{Geometry, show_centred};
use super::grid::paint_lines;
use super::stored_results::StoredResults;
use super::{Generator, words};
use crate::colouring::coloured_like;
use crate::generate::Found;
use crate::mask::{ColourIndex, Mask};
use crate::replay::drawn_sets;
use common::automaton::{Automaton, Colour, SpaceTime, State};
use common::window::cells::{color32, contrasting_text, thumbnail};
use common::window::{Tokens, ZoomAnchor, card, quiet, scroll_area, theme};
use egui::{
    Align2, Button, Color32, Label, Pos2, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use web_time::Instant;

/// The time in which a picture evolves, in seconds.
const EVOLUTION: f32 = 0.9;
/// The side of a small picture.
const SMALL: f32 = 72.0;

/// An automaton with its picture.
pub struct ResultPicture {
    found: Found,
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
    fn new(found: Found, automaton: Automaton, mask: Option<&Mask>, ctx: &egui::Context) -> ResultPicture {
        let image = thumbnail(&automaton, 1, 1);
        let size = image.size;
        let texture = ctx.load_texture("result", image, TextureOptions::NEAREST);
        let rows = automaton.draw();
        let sets = mask.and_then(|mask| drawn_sets(mask, &automaton)).unwrap_or_default();
        ResultPicture { found, automaton, rows, sets, texture, size, since: Instant::now() }
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
    /// The mask that they draw.
    mask: Option<Mask>,
    /// The colours of the mask, if the automata are shown in them.
    paint: Option<Vec<Colour>>,
    pictures: Vec<ResultPicture>,
    selected: usize,
    /// They are of the search before the last one, which has found nothing so far.
    earlier: bool,
    anchor: ZoomAnchor,
}

impl Results {
    /// Begins another search. The automata stay until it has found others.
    pub fn begin_search(&mut self) {
        self.earlier = true;
    }

    /// Shows what a search for the mask has found, if anything.
    pub fn show(&mut self, mask: &Mask, found: &[Found], paint: Option<&[Colour]>, ctx: &egui::Context) {
        if found.is_empty() {
            return;
        }
        if self.earlier || self.mask.as_ref() != Some(mask) {
            *self = Results { mask: Some(mask.clone()), ..Results::default() };
        }
        self.draw(found, paint, ctx);
    }

    /// Draws these automata, in the colours of the mask or in their own. Those that are shown already keep their pictures.
    fn draw(&mut self, found: &[Found], paint: Option<&[Colour]>, ctx: &egui::Context) {
        let recoloured = self.paint.as_deref() != paint;
        if !recoloured && self.pictures.iter().map(|picture| &picture.found).eq(found) {
            return;
        }
        self.paint = paint.map(<[Colour]>::to_vec);
        let mut old = std::mem::take(&mut self.pictures);
        for found in found {
            let known = old.iter().position(|picture| picture.found == *found);
            let known = known.map(|index| old.swap_remove(index));
            let picture = match known {
                Some(picture) if !recoloured => picture,
                known => {
                    let automaton = self.coloured(&found.automaton);
                    let mut picture = ResultPicture::new(found.clone(), automaton, self.mask.as_ref(), ctx);
                    picture.since = known.map_or(picture.since, |known| known.since);
                    picture
                }
            };
            self.pictures.push(picture);
        }
        self.selected = self.selected.min(self.pictures.len().saturating_sub(1));
    }

    /// Shows the same automata in other colours.
    pub fn recolour(&mut self, paint: Option<&[Colour]>, ctx: &egui::Context) {
        if self.paint.as_deref() != paint {
            let found: Vec<Found> = self.pictures.iter().map(|picture| picture.found.clone()).collect();
            self.draw(&found, paint, ctx);
        }
    }

    fn coloured(&self, automaton: &Automaton) -> Automaton {
        match (&self.mask, &self.paint) {
            (Some(mask), Some(paint)) => coloured_like(automaton, mask, paint),
            _ => automaton.clone(),
        }
    }

    /// The number of automata.
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// The selected result as it was found.
    fn selected(&self) -> Option<&Found> {
        self.pictures.get(self.selected).map(|picture| &picture.found)
    }

    /// The selected automaton in the colours that are shown, and the mask that it draws.
    pub fn automaton(&self) -> Option<(&Automaton, &Mask)> {
        Some((&self.pictures.get(self.selected)?.automaton, self.mask.as_ref()?))
    }

    /// What is stored with the picture.
    pub fn stored(&self) -> StoredResults {
        let found = self.pictures.iter().map(|picture| &picture.found);
        self.mask.as_ref().map_or_else(StoredResults::default, |mask| StoredResults::new(mask, found))
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
    /// What the colours of the picture mean: the states that stand for paper, for ink and for other colours.
    fn legend(&self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        for (colour, states) in self.sets.iter().enumerate().filter(|(_, states)| !states.is_empty()) {
            let name = words::colour_name(colour as ColourIndex);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(4.0);
                let word = if states.len() == 1 { "state" } else { "states" };
                ui.label(quiet(format!("{name}: {word}")));
                for state in states {
                    let (rect, response) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
                    let fill = color32(self.automaton.colour(*state));
                    let border = Stroke::new(1.0, tokens.ink.gamma_multiply(0.4));
                    ui.painter().rect(rect, 3, fill, border, StrokeKind::Inside);
                    let font = theme::plain(theme::size::SMALL);
                    let digit = contrasting_text(fill);
                    ui.painter().text(rect.center(), Align2::CENTER_CENTER, state, font, digit);
                    let text = format!("state {state} is drawn as {name}");
                    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
                }
            });
        }
    }

    fn cell_in_words(&self, geometry: &Geometry, pointer: Pos2) -> String {
        let (x, y) = geometry.nearest(pointer);
        let Some(rows) = &self.rows else { return String::new() };
        let (row, boundary) = (rows.row(y), self.found.automaton.boundary());
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
        let Some(found) = self.results.selected() else { return };
        let automaton = &found.automaton;
        let states = words::states(automaton.states());
        let rules = format!("{} rules", automaton.rules().count());
        let search = format!("{}, {}", words::method(found.method), words::duration(found.after));
        let earlier = self.results.earlier;
        let outdated = self.results.mask.as_ref().is_some_and(|mask| mask != self.canvas.mask());
        let outcome = self.outcome.as_ref().filter(|_| !earlier);
        let verdicts = outcome.map(|outcome| words::verdicts(&outcome.request, &outcome.report));
        let count = self.results.len();
        let (mut selected, mut action) = (None, None);
        card(ui, |ui| {
            let title = match (count, earlier) {
                (1, false) => "Result".to_owned(),
                (1, true) => "Earlier result".to_owned(),
                (_, false) => format!("{count} results"),
                (_, true) => format!("{count} earlier results"),
            };
            let title = if low { format!("{title}: {states}") } else { title };
            ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
            if low {
                action = button_row(ui);
            }
            let about = |ui: &mut Ui| {
                ui.label(RichText::new(&states).font(theme::heavy(theme::size::TURN)));
                ui.add(Label::new(quiet(&rules)).wrap());
                ui.add(Label::new(quiet(&search)).wrap());
            };
            // The buttons below must stay in sight.
            let pictures =
                ScrollArea::vertical().id_salt("results").max_height(3.3 * SMALL).auto_shrink([false, true]);
            scroll_area(pictures, ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::splat(6.0);
                    for index in 0..count {
                        if self.small_picture(ui, index) {
                            selected = Some(index);
                        }
                    }
                    if count == 1 {
                        ui.add_space(4.0);
                        ui.vertical(about);
                    }
                });
            });
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
        });
        if let Some(index) = selected {
            self.results.select(index);
            self.showing_result = true;
        }
        if let Some(command) = action {
            self.run_command(command);
        }
    }

    /// Draws a small picture. Returns whether it was clicked.
    fn small_picture(&self, ui: &mut Ui, index: usize) -> bool {
        let picture = &self.results.pictures[index];
        let [columns, rows] = picture.size.map(|side| side as f32);
        let scale = (SMALL / columns.max(rows)).min(12.0);
        let scale = if scale >= 1.0 { scale.floor() } else { scale };
        let (space, response) = ui.allocate_exact_size(Vec2::splat(SMALL + 8.0), Sense::click());
        let selected = index == self.results.selected;
        let states = words::states(picture.found.automaton.states());
        let name = format!("result {}, {states}", index + 1);
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
