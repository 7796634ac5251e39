//! How the automaton evolves, beside its rules: drawn anew with each change, from any start row, at any size.

use super::cells::Look;
use crate::document::{Document, Edit};
use common::automaton::{Automaton, Kind, SpaceTime, Start, State, Triple, evolve};
use common::window::{Tokens, quiet};
use egui::{
    Button, Color32, ColorImage, ComboBox, Pos2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, vec2,
};
use std::ops::RangeInclusive;

/// What a cell's side may be.
const SIZES: [f32; 13] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 28.0, 40.0];
/// Time goes on below what is in sight, for so many times as long.
const PAGES: usize = 8;
/// So many cells are computed at most.
const MOST_CELLS: usize = 1 << 22;

/// Where the first row comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum From {
    /// As the file tells, in its size.
    File,
    /// One cell in state 1.
    Single,
    /// By chance.
    Random(u64),
    /// As it was drawn; it stands in the middle.
    Drawn(Vec<State>),
}

/// What was done on the preview.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// A change of the automaton.
    Edit(Edit),
    /// A rule is to be shown.
    Seek(Triple),
    /// Cells have another size now.
    Zoom(f32),
}

/// What the generations were computed for.
#[derive(Debug, Clone, PartialEq)]
struct Basis {
    revision: u64,
    from: From,
    cells: usize,
    generations: usize,
    /// So many of them fit into the space.
    shown: usize,
}

/// The preview.
#[derive(Default)]
pub struct Preview {
    from: Option<From>,
    /// The picture of a file is as large as fits, until somebody wants another size.
    own_zoom: Option<f32>,
    rows: Option<(Basis, SpaceTime)>,
    /// The part that is in sight, as a texture, and what it was made for.
    texture: Option<TextureHandle>,
    drawn: Option<(Basis, [usize; 4], Vec<Color32>)>,
    /// The state that is being painted into the start row, and the cell that was painted last.
    brush: Option<(State, usize)>,
    hovered: Option<(usize, usize)>,
}

impl Preview {
    /// Another automaton is looked at.
    pub fn reset(&mut self) {
        *self = Preview::default();
    }

    /// Where the first row comes from.
    fn from(&mut self, automaton: &Automaton) -> From {
        let gone = self.from == Some(From::File) && automaton.start().is_none();
        match &self.from {
            Some(from) if !gone => from.clone(),
            _ => self.from.insert(usual_start(automaton)).clone(),
        }
    }

    /// The first row and the number of generations that are in sight before anybody scrolls.
    pub fn shown(&self) -> Option<(Vec<State>, usize)> {
        let (basis, rows) = self.rows.as_ref()?;
        Some((rows.row(0).to_vec(), basis.shown))
    }

    /// Draws the preview into all the space there is.
    pub fn ui(&mut self, ui: &mut Ui, document: &Document, look: &Look, zoom: f32) -> Vec<Act> {
        let automaton = document.automaton();
        let mut acts = Vec::new();
        let from = self.from(automaton);
        let space = vec2(ui.available_width(), ui.available_height() - 66.0).max(Vec2::splat(24.0));
        let zoom = match automaton.start().filter(|_| from == From::File) {
            Some((row, generations)) => {
                self.own_zoom.unwrap_or_else(|| fitting(row.len(), generations, space))
            }
            None => zoom,
        };
        self.controls(ui, automaton, &from, zoom, space, &mut acts);
        let from = self.from(automaton);
        self.compute(document, &from, zoom, space);
        self.hovered = None;
        if let Some((basis, rows)) = self.rows.take() {
            ScrollArea::both().id_salt("preview").auto_shrink(false).max_height(space.y).show_viewport(
                ui,
                |ui, view| {
                    self.picture(ui, automaton, look, (&basis, &rows), zoom, view, &mut acts);
                },
            );
            let text = self.told(automaton, &rows, &from);
            ui.add(egui::Label::new(quiet(text)).truncate());
            self.rows = Some((basis, rows));
        }
        acts
    }

    fn controls(
        &mut self,
        ui: &mut Ui,
        automaton: &Automaton,
        from: &From,
        zoom: f32,
        space: Vec2,
        acts: &mut Vec<Act>,
    ) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let name = |from: &From| match from {
                From::File => "the file's row",
                From::Single => "a single cell",
                From::Random(_) => "random cells",
                From::Drawn(_) => "drawn cells",
            };
            let narrow = ui.available_width() < 330.0;
            if !narrow {
                ui.label("Start");
            }
            let seed = if let From::Random(seed) = from { *seed } else { 1 };
            let combo = ComboBox::from_id_salt("start").width(130.0).selected_text(name(from));
            let combo = combo.show_ui(ui, |ui| {
                let file = automaton.start().map(|_| From::File);
                let drawn = if let From::Drawn(_) = from { from.clone() } else { From::Drawn(vec![1]) };
                for choice in file.into_iter().chain([From::Single, From::Random(seed), drawn]) {
                    if ui.selectable_label(choice == *from, name(&choice)).clicked() {
                        self.from = Some(choice);
                    }
                }
            });
            let shown = format!("start from {}", name(from));
            combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &shown));
            if matches!(from, From::Random(_))
                && ui.button("Another").on_hover_text("Other random cells").clicked()
            {
                self.from = Some(From::Random(seed % 999_999 + 1));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let place = SIZES.iter().position(|size| *size >= zoom).unwrap_or(SIZES.len() - 1);
                let mut wished = None;
                let more = Button::new("+").min_size(vec2(30.0, 0.0));
                if ui.add_enabled(place + 1 < SIZES.len(), more).on_hover_text("Larger cells").clicked() {
                    wished = SIZES.get(place + 1);
                }
                let less = Button::new("−").min_size(vec2(30.0, 0.0));
                if ui.add_enabled(place > 0, less).on_hover_text("Smaller cells").clicked() {
                    wished = place.checked_sub(1).and_then(|place| SIZES.get(place));
                }
                if *from == From::File && ui.button("Fit").on_hover_text("The whole picture").clicked() {
                    self.own_zoom = None;
                }
                let over = Rect::from_min_size(ui.min_rect().left_bottom(), space);
                let turned = ui.input(|input| {
                    let inside = input.pointer.hover_pos().is_some_and(|at| at.y > over.top());
                    if inside { input.zoom_delta() } else { 1.0 }
                });
                if turned > 1.01 {
                    wished = SIZES.get(place + 1);
                } else if turned < 0.99 {
                    wished = place.checked_sub(1).and_then(|place| SIZES.get(place));
                }
                if let Some(wished) = wished {
                    if *from == From::File {
                        self.own_zoom = Some(*wished);
                    } else {
                        acts.push(Act::Zoom(*wished));
                    }
                }
            });
        });
    }

    /// Computes the generations if something has changed.
    fn compute(&mut self, document: &Document, from: &From, zoom: f32, space: Vec2) {
        let automaton = document.automaton();
        let most = |cells: usize| (MOST_CELLS / cells).max(1);
        let own = automaton.start().filter(|_| *from == From::File);
        let (cells, generations, shown) = if let Some((row, generations)) = own {
            (row.len(), generations.min(most(row.len())), generations)
        } else {
            // The bar for scrolling stands beside the picture.
            let cells = (((space.x - 10.0) / zoom) as usize).clamp(3, 8192);
            let shown = ((space.y / zoom) as usize).clamp(1, 4096);
            (cells, (shown * PAGES).min(most(cells)).max(shown), shown)
        };
        let basis = Basis { revision: document.revision(), from: from.clone(), cells, generations, shown };
        if self.rows.as_ref().is_some_and(|(known, _)| *known == basis) {
            return;
        }
        let row = start_row(automaton, from, cells);
        self.rows = Some((basis, evolve(&automaton.table(), automaton.plan(), &row, generations)));
    }

    #[expect(clippy::too_many_arguments, reason = "everything that a picture is made of")]
    fn picture(
        &mut self,
        ui: &mut Ui,
        automaton: &Automaton,
        look: &Look,
        (basis, rows): (&Basis, &SpaceTime),
        zoom: f32,
        view: Rect,
        acts: &mut Vec<Act>,
    ) {
        let tokens = Tokens::of(ui);
        let size = vec2(rows.width() as f32, rows.generations() as f32) * zoom;
        // What is smaller than the space stands in its middle.
        let spare = ((ui.available_width() - size.x) / 2.0).max(0.0).floor();
        let (space, _) = ui.allocate_exact_size(vec2(size.x + spare, size.y), Sense::hover());
        let all = Rect::from_min_size(space.min + vec2(spare, 0.0), size);
        let first = |at: f32| (at / zoom).floor().max(0.0) as usize;
        let last = |at: f32, most: usize| ((at / zoom).ceil().max(0.0) as usize).min(most);
        let (x0, y0) =
            (first(view.left() - spare).min(rows.width()), first(view.top()).min(rows.generations()));
        let (x1, y1) = (last(view.right() - spare, rows.width()), last(view.bottom(), rows.generations()));
        let part = [x0, y0, x1.max(x0), y1.max(y0)];
        self.draw(ui, look, automaton.states(), (basis, rows), part);
        let at = |x: usize, y: usize| all.min + vec2(x as f32, y as f32) * zoom;
        let seen = Rect::from_min_max(at(part[0], part[1]), at(part[2], part[3]));
        if let Some(texture) = self.texture.as_ref().filter(|_| seen.is_positive()) {
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            ui.painter().image(texture.id(), seen, whole, Color32::WHITE);
        }
        if zoom >= 8.0 {
            let line = Stroke::new(1.0, Color32::from_gray(128).gamma_multiply(0.35));
            (part[0]..=part[2]).for_each(|x| {
                ui.painter().vline(at(x, 0).x, seen.y_range(), line);
            });
            (part[1]..=part[3]).for_each(|y| {
                ui.painter().hline(seen.x_range(), at(0, y).y, line);
            });
        }
        ui.painter().rect_stroke(all, 0, Stroke::new(1.0, tokens.line), StrokeKind::Outside);
        let response = ui.interact(all, ui.scope_id().with("cells"), Sense::CLICK | Sense::DRAG);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "preview"));
        let mut named_click = false;
        let (mut over, mut pressed) = (response.hovered(), response.is_pointer_button_down_on());
        // The cells of the first row have names, where they are large enough to be told apart, for those who cannot point.
        let named = if zoom >= 8.0 && part[1] == 0 { part[0]..part[2] } else { 0..0 };
        for x in named {
            let area = Rect::from_min_size(at(x, 0), Vec2::splat(zoom));
            let cell = ui.interact(area, ui.scope_id().with(("start", x)), Sense::CLICK | Sense::DRAG);
            let state = rows.row(0)[x];
            cell.widget_info(|| {
                WidgetInfo::labeled(Role::Button, true, format!("start cell {}, state {state}", x + 1))
            });
            over |= cell.hovered();
            pressed |= cell.is_pointer_button_down_on();
            if cell.clicked() {
                named_click = true;
                if !ui.input(|input| input.pointer.any_released()) {
                    let next = (state + 1) % automaton.states();
                    self.paint_start(automaton, basis, rows, x..=x, next, acts);
                }
            }
        }
        let pointed = ui.input(|input| input.pointer.interact_pos()).filter(|_| over || pressed);
        let cell = pointed.map(|at| ((at - all.min) / zoom).floor()).filter(|at| at.x >= 0.0 && at.y >= 0.0);
        let cell = cell.map(|at| (at.x as usize, at.y as usize));
        self.hovered = cell.filter(|(x, y)| *x < rows.width() && *y < rows.generations());
        if let Some((x, y)) = self.hovered {
            let frame = Rect::from_min_size(at(x, y), Vec2::splat(zoom));
            ui.painter().rect_stroke(frame, 0, Stroke::new(1.5, tokens.accent), StrokeKind::Outside);
            // A click may begin and end within one frame.
            let tapped = response.clicked() || named_click;
            if (pressed || tapped) && (y == 0 || self.brush.is_some()) {
                let back = ui.input(|input| input.pointer.secondary_down());
                let step = if back { automaton.states() - 1 } else { 1 };
                // Dragging goes on with the state that the first cell has got, and leaves no cell out.
                let first = ((rows.row(0)[x] + step) % automaton.states(), x);
                let (state, last) = self.brush.unwrap_or(first);
                let done = self.brush.is_some() && last == x;
                self.brush = Some((state, x));
                if !done {
                    self.paint_start(automaton, basis, rows, x.min(last)..=x.max(last), state, acts);
                }
            } else if response.clicked() && y > 0 {
                acts.push(Act::Seek(listed(automaton, above(automaton, rows, x, y))));
            }
        }
        if !pressed {
            self.brush = None;
        }
    }

    /// Makes the texture of what is in sight, if that has changed.
    fn draw(
        &mut self,
        ui: &Ui,
        look: &Look,
        states: u8,
        (basis, rows): (&Basis, &SpaceTime),
        part: [usize; 4],
    ) {
        let colors: Vec<Color32> = (0..states).map(|state| look.fill(state)).collect();
        let key = (basis.clone(), part, colors);
        if self.drawn.as_ref() == Some(&key) && self.texture.is_some() {
            return;
        }
        let [x0, y0, x1, y1] = part;
        if x1 <= x0 || y1 <= y0 {
            return;
        }
        let row = |y: usize| rows.row(y)[x0..x1].iter().map(|state| key.2[usize::from(*state)]);
        let image = ColorImage::new([x1 - x0, y1 - y0], (y0..y1).flat_map(row).collect());
        match &mut self.texture {
            Some(texture) => texture.set(image, TextureOptions::NEAREST),
            None => self.texture = Some(ui.ctx().load_texture("preview", image, TextureOptions::NEAREST)),
        }
        self.drawn = Some(key);
    }

    /// Cells of the start row get another state.
    fn paint_start(
        &mut self,
        automaton: &Automaton,
        basis: &Basis,
        rows: &SpaceTime,
        cells: RangeInclusive<usize>,
        state: State,
        acts: &mut Vec<Act>,
    ) {
        let mut row = rows.row(0).to_vec();
        row[cells].fill(state);
        match automaton.start().filter(|_| basis.from == From::File) {
            Some((_, generations)) => acts.push(Act::Edit(Edit::Picture(row, generations))),
            None => self.from = Some(From::Drawn(row)),
        }
    }

    /// What the pointer is at, in words.
    fn told(&self, automaton: &Automaton, rows: &SpaceTime, from: &From) -> String {
        let Some((x, y)) = self.hovered.filter(|(x, y)| *x < rows.width() && *y < rows.generations()) else {
            let generations =
                automaton.start().filter(|_| *from == From::File).map(|(_, generations)| generations);
            let size = match generations {
                Some(all) if all > rows.generations() => {
                    format!("{} cells, the first {} of {all} generations.", rows.width(), rows.generations())
                }
                Some(all) => format!("{} cells, {all} generations.", rows.width()),
                None => format!("{} cells.", rows.width()),
            };
            return format!("{size} Draw on the first row.");
        };
        let state = rows.row(y)[x];
        let called = match automaton.name(state) {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        let whence = if y == 0 { String::new() } else { format!(", from {}", above(automaton, rows, x, y)) };
        format!("Generation {y}, cell {}: state {state}{called}{whence}", x + 1)
    }
}

/// The start that shows most: the file's own, or a single cell, or many where one comes to nothing.
pub fn usual_start(automaton: &Automaton) -> From {
    let (cells, generations) = (66, 44);
    let single = || {
        evolve(&automaton.table(), automaton.plan(), &start_row(automaton, &From::Single, cells), generations)
    };
    let uneven = |row: &[State]| row.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let is_dull = |rows: &SpaceTime| rows.rows().map(uneven).max().unwrap_or(0) <= 4;
    if automaton.start().is_some() {
        From::File
    } else if is_dull(&single()) {
        From::Random(1)
    } else {
        From::Single
    }
}

/// The largest cells with which a picture fits.
fn fitting(cells: usize, generations: usize, space: Vec2) -> f32 {
    let most = (space.x / cells as f32).min(space.y / generations as f32);
    SIZES.into_iter().rev().find(|size| *size <= most).unwrap_or(SIZES[0])
}

/// The first row.
pub fn start_row(automaton: &Automaton, from: &From, cells: usize) -> Vec<State> {
    let states = automaton.states();
    let (start, own) = match from {
        From::File => (None, automaton.start().map(|(row, _)| row.to_vec())),
        From::Single => (Some(Start::Single), None),
        From::Random(seed) => (Some(Start::Random { seed: *seed }), None),
        From::Drawn(row) => {
            // A row that is wider than the space shows its middle.
            let from = row.len().saturating_sub(cells) / 2;
            let seen = row[from..(from + cells).min(row.len())].iter();
            (Some(Start::Cells(seen.map(|state| (*state).min(states - 1)).collect())), None)
        }
    };
    own.or_else(|| start?.row(states, cells).ok()).unwrap_or_else(|| vec![0; cells])
}

/// The three cells from which a cell has come.
fn above(automaton: &Automaton, rows: &SpaceTime, x: usize, y: usize) -> Triple {
    let row = rows.row(y - 1);
    let (before, after) = automaton.plan().beyond(row);
    let left = if x == 0 { before } else { row[x - 1] };
    Triple::new(left, row[x], row.get(x + 1).copied().unwrap_or(after))
}

/// The triple under which the rule is listed.
fn listed(automaton: &Automaton, triple: Triple) -> Triple {
    if automaton.kind() == Kind::Totalistic { triple.sorted() } else { triple }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::wolfram;

    #[test]
    fn rows_fit_whatever_was_drawn() {
        let rule = Automaton::new(Kind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
        assert_eq!(start_row(&rule, &From::Single, 5), [0, 0, 1, 0, 0]);
        assert_eq!(start_row(&rule, &From::Drawn(vec![1, 0, 1]), 5), [0, 1, 0, 1, 0]);
        assert_eq!(start_row(&rule, &From::Drawn(vec![0, 0, 1, 1, 0, 0]), 4), [0, 1, 1, 0]);
        assert_eq!(start_row(&rule, &From::Drawn(vec![7]), 3), [0, 1, 0], "a state that is gone");
        assert_eq!(start_row(&rule, &From::File, 3), [0, 0, 0]);
        assert_eq!(start_row(&rule, &From::Random(4), 9), start_row(&rule, &From::Random(4), 9));
    }

    #[test]
    fn what_comes_to_nothing_from_one_cell_starts_from_many() {
        let rule = |number: &str| Automaton::new(Kind::Common, &wolfram::table(2, number).unwrap()).unwrap();
        assert_eq!(usual_start(&rule("30")), From::Single);
        assert_eq!(usual_start(&rule("184")), From::Random(1));
    }

    #[test]
    fn a_cell_leads_to_its_rule() {
        let rule = Automaton::new(Kind::Common, &wolfram::table(2, "110").unwrap()).unwrap();
        let rows = evolve(&rule.table(), rule.plan(), &[0, 1, 1], 2);
        assert_eq!(above(&rule, &rows, 0, 1), Triple::new(0, 0, 1));
        assert_eq!(above(&rule, &rows, 2, 1), Triple::new(1, 1, 0));
        let sum = wolfram::table(2, "150").unwrap();
        let sum = Automaton::new(Kind::Totalistic, &sum).unwrap();
        assert_eq!(listed(&sum, Triple::new(1, 0, 0)), Triple::new(0, 0, 1));
    }

    #[test]
    fn pictures_are_as_large_as_fits() {
        assert!((fitting(10, 10, vec2(100.0, 200.0)) - 10.0).abs() < 0.1);
        assert!((fitting(10_000, 10, vec2(100.0, 200.0)) - 1.0).abs() < 0.1);
    }
}
