//! Painting cells. Everything of one kind goes into one mesh, because a board may have thousands of cells.

use super::geometry::Geometry;
use super::options::{BoardOptions, NotesMode};
use crate::layout::Cell;
use crate::rules::{CellView, PuzzleView, Status};
use crate::solver::{Candidates, states_of};
use common::automaton::State;
use common::window::cells::{CellStyle, color32, contrasting_text};
use common::window::{Tokens, theme};
use egui::{
    Align2, Color32, ColorImage, Context, CornerRadius, Galley, Mesh, Painter, Pos2, Rect, Shape, Stroke,
    StrokeKind, TextureHandle, TextureOptions, Vec2, pos2, vec2,
};
use std::sync::Arc;

/// The distance between two lines of the pattern on hidden cells.
const HATCH: f32 = 6.0;
/// Pixels of the pattern's texture.
const HATCH_PIXELS: usize = 24;
/// Cells that are smaller have no digits.
const MIN_DIGITS: f32 = 11.0;
/// Digits of notes are not smaller.
const MIN_NOTE: f32 = 7.0;

/// How a board is painted.
pub struct Look<'a> {
    /// The colours of the states.
    pub style: CellStyle,
    /// The settings.
    pub options: &'a BoardOptions,
    /// The colours of the theme.
    pub tokens: Tokens,
    /// The pattern on hidden cells.
    pub hatch: &'a TextureHandle,
    /// The candidates that are shown without being noted.
    pub automatic: Option<&'a [Candidates]>,
}

/// The colours of hidden cells: the cover and its pattern.
fn cover_colors(tokens: &Tokens) -> (Color32, Color32) {
    if tokens.dark {
        (Color32::from_rgb(0x2A, 0x2F, 0x3A), Color32::from_rgb(0x55, 0x5E, 0x70))
    } else {
        (Color32::from_rgb(0xEC, 0xE8, 0xDF), Color32::from_rgb(0xC9, 0xC1, 0xB0))
    }
}

/// The colour of a cell beyond the ends of a row. It is greyer than that of a cell with the same state in either theme.
pub fn dull(color: Color32, tokens: &Tokens) -> Color32 {
    color.lerp_to_gamma(tokens.page, 0.4).lerp_to_gamma(tokens.quiet, 0.3)
}

/// The pattern on hidden cells: a diagonal line that continues at all sides.
pub fn hatch_texture(ctx: &Context) -> TextureHandle {
    let side = HATCH_PIXELS as f32;
    let pixel = |n: usize| {
        let sum = (n % HATCH_PIXELS + n / HATCH_PIXELS + 1) as f32 % side;
        let distance = sum.min(side - sum);
        // A line of a sixth of the distance, with a soft edge.
        let strength = ((side / 9.0 - distance) / 2.0 + 0.5).clamp(0.0, 1.0);
        Color32::from_white_alpha((strength * 255.0) as u8)
    };
    let pixels = (0..HATCH_PIXELS * HATCH_PIXELS).map(pixel).collect();
    let image = ColorImage::new([HATCH_PIXELS, HATCH_PIXELS], pixels);
    ctx.load_texture("hidden cells", image, TextureOptions::LINEAR_REPEAT)
}

/// The same pattern, made once and kept by the window.
pub fn cached_hatch_texture(ctx: &Context) -> TextureHandle {
    let id = egui::Id::unique("hatch of pictures");
    let kept: Option<TextureHandle> = ctx.data(|data| data.get_temp(id));
    kept.unwrap_or_else(|| {
        let texture = hatch_texture(ctx);
        ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    })
}

/// The digits in two sizes, laid out once for a frame.
struct Digits {
    large: Vec<Arc<Galley>>,
    small: Vec<Arc<Galley>>,
}

impl Digits {
    fn new(painter: &Painter, states: u8, large: f32, small: f32) -> Digits {
        let set = |font: &egui::FontId| {
            let digit =
                |state: State| painter.layout_no_wrap(state.to_string(), font.clone(), Color32::PLACEHOLDER);
            (0..states).map(digit).collect()
        };
        Digits { large: set(&theme::plain(large)), small: set(&theme::plain(small)) }
    }
}

fn centred(galley: &Arc<Galley>, at: Pos2, color: Color32) -> Shape {
    Shape::galley(at - galley.size() / 2.0, Arc::clone(galley), color)
}

/// Where the note of a state is in a cell: the notes form a grid.
fn note_grid(states: u8) -> (u8, u8) {
    let columns = (1..=states).find(|n| n * n >= states).unwrap_or(1);
    (columns, states.div_ceil(columns))
}

fn note_centre(rect: Rect, states: u8, state: State) -> Pos2 {
    let (columns, rows) = note_grid(states);
    let inner = rect.shrink(rect.width() * 0.06);
    let slot = inner.size() / vec2(f32::from(columns), f32::from(rows));
    inner.min + (vec2(f32::from(state % columns), f32::from(state / columns)) + Vec2::splat(0.5)) * slot
}

/// The layers of a board, and the digits to write on it.
struct Layers {
    fills: Mesh,
    hatch: Mesh,
    above: Mesh,
    texts: Vec<Shape>,
    digits: Digits,
    states: u8,
    /// The size of the digits of notes, which may be too small to write them.
    note_size: f32,
}

impl Layers {
    fn new(painter: &Painter, geometry: &Geometry, states: u8, hatch: &TextureHandle) -> Layers {
        let slot = geometry.cell * 0.88 / f32::from(note_grid(states).0);
        let note_size = (slot * 1.05).floor().min(22.0);
        let large = (geometry.cell * 0.52).round().clamp(8.0, 44.0);
        Layers {
            fills: Mesh::default(),
            hatch: Mesh::with_texture(hatch.id()),
            above: Mesh::default(),
            texts: Vec::new(),
            digits: Digits::new(painter, states, large, note_size.max(MIN_NOTE)),
            states,
            note_size,
        }
    }

    fn digit(&mut self, at: Pos2, state: State, color: Color32) {
        self.texts.push(centred(&self.digits.large[usize::from(state)], at, color));
    }
}

impl Look<'_> {
    fn border(&self, fill: Color32) -> Color32 {
        match self.options.border {
            Some(border) => color32(border),
            None => fill.lerp_to_gamma(self.tokens.ink, 0.35),
        }
    }

    fn digit(&self, state: State) -> Color32 {
        self.options.border.map_or_else(|| contrasting_text(self.style.fill(state)), color32)
    }

    /// Paints the cells within `clip`, and the columns beside them.
    pub fn paint_cells(&self, painter: &Painter, geometry: &Geometry, view: &PuzzleView, clip: Rect) {
        let (columns, rows) = geometry.visible(clip);
        let mut layers = Layers::new(painter, geometry, view.layout().states(), self.hatch);
        let cells = rows.len() * columns.len();
        layers.fills.reserve_vertices(12 * cells);
        layers.fills.reserve_triangles(6 * cells);
        for row in rows.clone() {
            for column in columns.clone() {
                let index = row * geometry.columns + column;
                let rect = geometry.cell(row, column);
                self.cell(&mut layers, rect, view.cells[index], index);
            }
        }
        // A small picture has no columns beside the board.
        for row in rows.filter(|_| geometry.side > 0.0) {
            self.beside(&mut layers, geometry, view, row);
        }
        painter.add(Shape::mesh(layers.fills));
        painter.add(Shape::mesh(layers.hatch));
        painter.add(Shape::mesh(layers.above));
        painter.extend(layers.texts);
    }

    fn cell(&self, layers: &mut Layers, rect: Rect, cell: CellView, index: usize) {
        let Some(state) = cell.state else {
            self.cover(layers, rect);
            self.notes(layers, rect, cell, index);
            return;
        };
        let fill = self.style.fill(state);
        let mut middle = rect;
        if cell.status == Status::Entered {
            // It lies on the cover, which is still there.
            self.cover(layers, rect);
            middle = rect.shrink((rect.width() * 0.14).round().max(2.0));
            layers.above.add_colored_rect(middle, self.tokens.ink);
            layers.above.add_colored_rect(middle.shrink(1.0), fill);
        } else {
            layers.fills.add_colored_rect(rect, self.border(fill));
            layers.fills.add_colored_rect(rect.shrink(1.0), fill);
        }
        if cell.status == Status::Found {
            // A corner tells what the player has found from what was given.
            let corner = rect.max - Vec2::splat(1.0);
            let side = (rect.width() * 0.28).clamp(4.0, 12.0);
            let points = [corner, corner - vec2(side, 0.0), corner - vec2(0.0, side)];
            triangle(&mut layers.fills, points, fill.lerp_to_gamma(contrasting_text(fill), 0.55));
        }
        if self.options.digits && rect.width() >= MIN_DIGITS {
            layers.digit(middle.center(), state, self.digit(state));
        }
    }

    fn cover(&self, layers: &mut Layers, rect: Rect) {
        let (cover, pattern) = cover_colors(&self.tokens);
        let border = self.options.border.map_or_else(|| cover.lerp_to_gamma(self.tokens.ink, 0.22), color32);
        layers.fills.add_colored_rect(rect, border);
        let inner = rect.shrink(1.0);
        layers.fills.add_colored_rect(inner, cover);
        let size = inner.size() / HATCH;
        let uv = Rect::from_min_size(pos2(0.0, 0.0), size);
        layers.hatch.add_rect_with_uv(inner, uv, pattern);
    }

    /// The candidates of a hidden cell: noted ones as small digits, wrong ones struck out.
    fn notes(&self, layers: &mut Layers, rect: Rect, cell: CellView, index: usize) {
        let states = layers.states;
        let noted = match (self.options.notes, self.automatic) {
            (NotesMode::Off, _) => 0,
            (NotesMode::Automatic, Some(automatic)) => automatic[index] & !cell.struck,
            _ => cell.notes,
        };
        let as_digits = self.options.digits && layers.note_size >= MIN_NOTE;
        for state in states_of(noted | cell.struck) {
            let at = note_centre(rect, states, state);
            let struck = cell.struck >> state & 1 == 1;
            let color = if struck { self.tokens.bad } else { self.tokens.ink };
            let galley = Arc::clone(&layers.digits.small[usize::from(state)]);
            if as_digits {
                layers.texts.push(centred(&galley, at, color));
            } else if !struck {
                let side = (rect.width() * 0.62 / f32::from(note_grid(states).0)).clamp(2.0, 8.0);
                let dot = Rect::from_center_size(at, Vec2::splat(side));
                layers.above.add_colored_rect(dot.expand(1.0), self.tokens.ink);
                layers.above.add_colored_rect(dot, self.style.fill(state));
            }
            if struck {
                let half = if as_digits { galley.size().x * 0.5 + 2.0 } else { rect.width() * 0.14 };
                let line = Rect::from_center_size(at, vec2(2.0 * half, 1.5));
                layers.above.add_colored_rect(line, self.tokens.bad);
            }
        }
    }

    /// The columns beside the board: the edge of a flat plan, or the cells that follow on a cyclic one. Both are dull.
    fn beside(&self, layers: &mut Layers, geometry: &Geometry, view: &PuzzleView, row: usize) {
        let layout = view.layout();
        for right in [false, true] {
            let rect = geometry.beside(row, right);
            let follows = row * geometry.columns + if right { 0 } else { geometry.columns - 1 };
            let state = match layout.edge() {
                Some(edge) => Some(edge),
                None => view.cells[follows].state,
            };
            let dull = |color: Color32| dull(color, &self.tokens);
            let Some(state) = state else {
                let (cover, pattern) = cover_colors(&self.tokens);
                layers.fills.add_colored_rect(rect, dull(cover));
                let uv = Rect::from_min_size(pos2(0.0, 0.0), rect.size() / HATCH);
                layers.hatch.add_rect_with_uv(rect, uv, dull(pattern));
                continue;
            };
            let fill = dull(self.style.fill(state));
            layers.fills.add_colored_rect(rect, self.border(fill));
            layers.fills.add_colored_rect(rect.shrink(1.0), fill);
            if self.options.digits && rect.width() >= MIN_DIGITS {
                layers.digit(rect.center(), state, contrasting_text(fill));
            }
        }
    }

    /// Paints the letters of the columns and the numbers of the rows. On a cyclic plan the letters beside the board say
    /// which columns follow.
    pub fn paint_coordinates(&self, painter: &Painter, geometry: &Geometry, view: &PuzzleView, clip: Rect) {
        let tokens = &self.tokens;
        for strip in geometry.strips(clip).into_iter().flatten() {
            painter.rect_filled(strip, CornerRadius::ZERO, tokens.page);
        }
        let (numbers, letters) = geometry.coordinates(clip);
        let font = theme::plain((geometry.step * 0.45).clamp(10.0, 13.0));
        let text = |at: Pos2, text: String, color: Color32| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), color);
        };
        let (columns, rows) = geometry.visible(clip);
        // Small cells have room for every second or third coordinate only.
        let widest = if geometry.columns > 26 { 18.0 } else { 12.0 };
        let step = (widest / geometry.step).ceil().max(1.0) as usize;
        for column in columns.filter(|column| column % step == 0) {
            text(pos2(geometry.cell(0, column).center().x, letters), Cell::letters(column), tokens.quiet);
        }
        let step = (13.0 / geometry.step).ceil().max(1.0) as usize;
        for row in rows.filter(|row| row % step == 0) {
            text(pos2(numbers, geometry.cell(row, 0).center().y), (row + 1).to_string(), tokens.quiet);
        }
        if view.layout().edge().is_none() {
            for (right, column) in [(false, geometry.columns - 1), (true, 0)] {
                let x = geometry.beside(0, right).center().x;
                text(pos2(x, letters), format!("({})", Cell::letters(column)), tokens.quiet);
            }
        }
    }

    /// Paints one cover.
    pub fn paint_cover(&self, painter: &Painter, rect: Rect) {
        let (cover, pattern) = cover_colors(&self.tokens);
        painter.rect_filled(rect, CornerRadius::ZERO, cover);
        let uv = Rect::from_min_size(pos2(0.0, 0.0), rect.size() / HATCH);
        painter.image(self.hatch.id(), rect, uv, pattern);
    }

    /// Paints a pale state into a hidden cell: what a click would enter.
    pub fn paint_ghost(&self, painter: &Painter, rect: Rect, state: State) {
        let fill = self.style.fill(state).gamma_multiply(0.55);
        painter.rect_filled(rect.shrink(2.0), CornerRadius::ZERO, fill);
    }
}

fn triangle(mesh: &mut Mesh, points: [Pos2; 3], color: Color32) {
    let first = mesh.vertices.len() as u32;
    for point in points {
        mesh.colored_vertex(point, color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
}

/// Paints a frame around an area.
pub fn frame(painter: &Painter, rect: Rect, width: f32, color: Color32) {
    painter.rect_stroke(rect, CornerRadius::same(2), Stroke::new(width, color), StrokeKind::Middle);
}

/// Paints the outline of a window: three cells and their result.
pub fn window_outline(painter: &Painter, [left, middle, right, result]: [Rect; 4], stroke: Stroke) {
    let top = left.union(middle).union(right).expand(1.0);
    let below = result.expand(1.0);
    let points = vec![
        top.left_top(),
        top.right_top(),
        top.right_bottom(),
        pos2(below.right(), top.bottom()),
        below.right_bottom(),
        below.left_bottom(),
        pos2(below.left(), top.bottom()),
        top.left_bottom(),
    ];
    painter.add(Shape::closed_line(points, stroke));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_have_places_of_their_own_within_the_cell() {
        let rect = Rect::from_min_size(pos2(10.0, 20.0), Vec2::splat(30.0));
        for states in 2..=10 {
            let places: Vec<Pos2> = (0..states).map(|state| note_centre(rect, states, state)).collect();
            for (n, place) in places.iter().enumerate() {
                assert!(rect.contains(*place));
                assert!(places[..n].iter().all(|other| other.distance(*place) > 5.0), "{states} states");
            }
        }
    }

    #[test]
    fn cells_beyond_the_ends_of_rows_differ_from_known_ones() {
        for tokens in [Tokens::new(false), Tokens::new(true)] {
            for color in [Color32::WHITE, Color32::BLACK] {
                let contrast = theme::contrast(dull(color, &tokens), color);
                assert!(contrast >= 1.4, "{color:?} has {contrast}, dark: {}", tokens.dark);
            }
        }
    }

    #[test]
    fn notes_can_be_read_on_the_cover() {
        for tokens in [Tokens::new(false), Tokens::new(true)] {
            let (cover, _) = cover_colors(&tokens);
            assert!(theme::contrast(tokens.ink, cover) >= 4.5);
            assert!(theme::contrast(tokens.bad, cover) >= 4.0, "{}", theme::contrast(tokens.bad, cover));
        }
    }
}
