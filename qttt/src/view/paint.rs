//! Painting: marks and the board.

use super::ties::{Tie, tie};
use crate::rules::{Cell, Cycle, Mark, Place, Position};
use common::game::{Game, Outcome, Side};
use common::window::{Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};

/// The places of cells and small marks on the screen.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    /// The whole board.
    pub board: Rect,
}

/// The row and column of each small mark in its cell. The last corner has the number of the cell: the ninth mark is
/// rarely small.
const PLACES: [(u8, u8); 9] = [(0, 0), (1, 2), (2, 1), (0, 2), (1, 1), (2, 0), (0, 1), (1, 0), (2, 2)];

impl Geometry {
    /// The square of a cell.
    pub fn cell(&self, cell: Cell) -> Rect {
        let (row, column) = cell.row_column();
        let size = self.board.width() / 3.0;
        Rect::from_min_size(self.board.min + vec2(column as f32, row as f32) * size, Vec2::splat(size))
    }

    /// The place of a small mark in a cell. Each of the nine numbers has a fixed place. Of three numbers in a row no two
    /// are beside or above each other, so that a tie does not run through the marks that came just before and after.
    pub fn place(&self, cell: Cell, mark: Mark) -> Rect {
        let inner = self.cell(cell).shrink(self.board.width() * 0.022);
        let size = inner.width() / 3.0;
        let (row, column) = PLACES[mark.index()];
        Rect::from_min_size(inner.min + vec2(f32::from(column), f32::from(row)) * size, Vec2::splat(size))
    }

    /// Below this size small marks and digits cannot be read.
    fn is_small(&self) -> bool {
        self.board.width() < 200.0
    }
}

/// The colour of a mark.
pub fn color(mark: Mark, tokens: &Tokens) -> Color32 {
    tokens.player(mark.owner().index())
}

/// A paler colour. It is mixed with the background instead of made transparent, so that crossing strokes do not show.
pub fn pale(color: Color32, strength: f32, tokens: &Tokens) -> Color32 {
    tokens.card.lerp_to_gamma(color, strength)
}

/// The symbol of a player: a cross for x, a fork for y.
pub fn sign(painter: &Painter, rect: Rect, side: Side, color: Color32) {
    let stroke = Stroke::new((rect.width() * 0.15).max(1.5), color);
    let (a, b) = (rect.shrink(rect.width() * 0.14), rect.center());
    // A disc at each end makes it round.
    let line = |from: Pos2, to: Pos2| {
        painter.line_segment([from, to], stroke);
        for end in [from, to] {
            painter.circle_filled(end, stroke.width / 2.0, color);
        }
    };
    if side == Side::FIRST {
        line(a.left_top(), a.right_bottom());
        line(a.right_top(), a.left_bottom());
    } else {
        let middle = b + vec2(0.0, rect.width() * 0.04);
        line(a.left_top(), middle);
        line(a.right_top(), middle);
        line(middle, a.center_bottom());
    }
}

/// The size of a big mark, as a part of its cell.
const BIG_MARK: f32 = 0.9;

/// The smallest number of a mark that can be read.
const MIN_NUMBER: f32 = 10.0;
/// The width and height of a digit, as parts of the size of its font.
const DIGIT: Vec2 = vec2(0.66, 0.74);
/// The part of the square of a symbol that its strokes cover.
const INK: f32 = 0.87;
/// How far a number goes under the arm of a fork, as a part of the symbol. A number that is large beside the symbol has no
/// room there.
const UNDER_ARM: f32 = 0.25;
const MAX_UNDER_ARM: f32 = 0.34;

/// The parts of a mark in a square: its symbol, and at the lower right of it its number. Together they are in the centre,
/// within a circle that touches the edges.
#[derive(Debug, Clone, Copy)]
pub struct MarkLayout {
    /// The strokes of the symbol.
    pub symbol: Rect,
    /// The digit.
    pub number: Rect,
    font_size: f32,
}

impl MarkLayout {
    /// The parts of a mark in this square.
    pub fn of(square: Rect, which: Mark) -> MarkLayout {
        let size = square.width();
        // On a small board the number is larger than its share, so that it can be read; the symbol makes room for it.
        let font_size = (size * 0.3).max(MIN_NUMBER).min(size * 0.5);
        let ink = 0.61 * size - 0.375 * font_size;
        let under_arm = which.owner() == Side::SECOND && font_size < MAX_UNDER_ARM * size;
        let gap = 0.04 * size - if under_arm { UNDER_ARM * ink } else { 0.0 };
        let drop = 0.05 * size;
        let digit = DIGIT * font_size;
        let whole = Rect::from_center_size(square.center(), vec2(ink + gap + digit.x, ink + drop));
        MarkLayout {
            symbol: Rect::from_min_size(whole.min, Vec2::splat(ink)),
            number: Rect::from_min_max(whole.max - digit, whole.max),
            font_size,
        }
    }

    /// The parts of a big mark in a cell.
    pub fn big(cell: Rect, which: Mark) -> MarkLayout {
        MarkLayout::of(big_square(cell, 1.0), which)
    }
}

/// The square of a big mark in a cell. `grown` goes from 0 to 1 during the animation.
fn big_square(cell: Rect, grown: f32) -> Rect {
    Rect::from_center_size(cell.center(), cell.size() * (0.5 + (BIG_MARK - 0.5) * grown))
}

/// A mark with its number, filling most of a square.
pub fn mark(painter: &Painter, square: Rect, which: Mark, color: Color32) {
    let layout = MarkLayout::of(square, which);
    let symbol = Rect::from_center_size(layout.symbol.center(), layout.symbol.size() / INK);
    sign(painter, symbol, which.owner(), color);
    let font = theme::heavy(layout.font_size);
    painter.text(layout.number.center(), Align2::CENTER_CENTER, which.0.to_string(), font, color);
}

/// A big mark. `grown` goes from 0 to 1 during the animation.
pub fn big_mark(painter: &Painter, cell: Rect, which: Mark, color: Color32, grown: f32) {
    mark(painter, big_square(cell, grown), which, color);
}

/// The background of the board and its grid.
pub fn background(painter: &Painter, geometry: &Geometry, tokens: &Tokens) {
    let board = geometry.board;
    let corner = CornerRadius::same(if geometry.is_small() { 4 } else { 8 });
    painter.rect_filled(board, corner, tokens.card);
    painter.rect_stroke(board, corner, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    let size = board.width() / 3.0;
    let stroke = Stroke::new(1.0, tokens.line);
    for n in [1.0, 2.0] {
        painter.vline(board.left() + n * size, board.y_range(), stroke);
        painter.hline(board.x_range(), board.top() + n * size, stroke);
    }
}

/// The cell numbers, in the corner of the ninth mark, which is rarely small. Ties pass behind them.
pub fn numbers(
    painter: &Painter,
    geometry: &Geometry,
    position: &Position,
    tinted: &[Cell],
    tokens: &Tokens,
) {
    for cell in Cell::all() {
        let rect = geometry.cell(cell);
        let font = theme::plain((rect.width() * 0.085).clamp(10.0, 16.0));
        let galley = painter.layout_no_wrap(cell.to_string(), font, tokens.quiet);
        // The number of a big mark is in that corner: the number of its cell goes to the top.
        let place = if position.settled(cell).is_some() {
            Align2::RIGHT_TOP.anchor_size(rect.right_top() + vec2(-8.0, 6.0), galley.size())
        } else {
            Align2::RIGHT_BOTTOM.anchor_size(rect.right_bottom() - vec2(8.0, 6.0), galley.size())
        };
        let around = place.expand2(vec2(3.0, 1.0));
        painter.rect_filled(around, CornerRadius::same(4), cell_color(tinted, cell, tokens));
        painter.galley(place.min, galley, tokens.quiet);
    }
}

/// The background of a cell: tinted on a cycle, and where the last move was.
fn cell_color(tinted: &[Cell], cell: Cell, tokens: &Tokens) -> Color32 {
    if tinted.contains(&cell) { pale(tokens.accent, 0.1, tokens) } else { tokens.card }
}

/// Tints cells.
pub fn tint(painter: &Painter, geometry: &Geometry, cells: &[Cell], tokens: &Tokens) {
    for cell in cells {
        let rect = geometry.cell(*cell).shrink(1.0);
        painter.rect_filled(rect, CornerRadius::ZERO, cell_color(cells, *cell, tokens));
    }
}

/// A position without animation, for small pictures.
pub fn picture(painter: &Painter, board: Rect, position: &Position, tokens: &Tokens) {
    let geometry = Geometry { board };
    background(painter, &geometry, tokens);
    let cycle = position.cycle();
    let tinted = cycle.as_ref().map_or(&[][..], |cycle| &cycle.cells);
    if let Some(cycle) = &cycle {
        cycle_ties(painter, &geometry, position, cycle, tokens);
    } else if !geometry.is_small() {
        for (which, _) in position.marks() {
            tie(painter, &geometry, position, which, Tie::Loose, tokens);
        }
    }
    for (which, place) in position.marks() {
        let color = color(which, tokens);
        match place {
            Place::One(cell) => big_mark(painter, geometry.cell(cell), which, color, 1.0),
            Place::Two(a, b) => {
                for cell in [a, b] {
                    let place = geometry.place(cell, which);
                    // In a small picture a mark is larger than its place, so that its number can be read.
                    let rect = if geometry.is_small() { place.expand(place.width() * 0.12) } else { place };
                    if board.width() < 110.0 {
                        sign(painter, place.shrink(1.0), which.owner(), color);
                    } else {
                        mark_background(painter, &geometry, tinted, cell, which, tokens);
                        mark(painter, rect, which, color);
                    }
                }
            }
        }
    }
    win_lines(painter, &geometry, position, tokens, 1.0);
}

/// A disc in the colour of the background under a small mark, so that ties pass behind the mark.
pub fn mark_background(
    painter: &Painter,
    geometry: &Geometry,
    tinted: &[Cell],
    cell: Cell,
    which: Mark,
    tokens: &Tokens,
) {
    let rect = geometry.place(cell, which);
    painter.circle_filled(rect.center(), rect.width() * 0.5, cell_color(tinted, cell, tokens));
}

/// The ties of a closed cycle and its stems.
pub fn cycle_ties(
    painter: &Painter,
    geometry: &Geometry,
    position: &Position,
    cycle: &Cycle,
    tokens: &Tokens,
) {
    tint(painter, geometry, &cycle.cells, tokens);
    for (marks, kind) in [(&cycle.stems, Tie::Stem), (&cycle.marks, Tie::Cycle)] {
        for which in marks {
            tie(painter, geometry, position, *which, kind, tokens);
        }
    }
}

/// A line through every three in a row, a thin one for the side that has a line and does not win. `drawn` is the part of it
/// that is drawn, from 0 to 1.
pub fn win_lines(painter: &Painter, geometry: &Geometry, position: &Position, tokens: &Tokens, drawn: f32) {
    let winner = position.outcome().and_then(Outcome::winner);
    for line in position.lines() {
        let symbol = |n: usize| MarkLayout::big(geometry.cell(line.cells[n]), line.marks[n]).symbol.center();
        let (from, to) = (symbol(0), symbol(2));
        let overhang = (to - from) * 0.14;
        let (from, to) = (from - overhang, to + overhang);
        let (width, strength) = if winner == Some(line.owner) { (60.0, 0.55) } else { (200.0, 0.4) };
        let color = tokens.player(line.owner.index()).gamma_multiply(strength);
        painter.line_segment(
            [from, from + (to - from) * drawn],
            Stroke::new(geometry.board.width() / width, color),
        );
    }
}

/// A frame around a cell.
pub fn frame(painter: &Painter, rect: Rect, width: f32, color: Color32) {
    painter.rect_stroke(
        rect.shrink(3.0),
        CornerRadius::same(6),
        Stroke::new(width, color),
        StrokeKind::Inside,
    );
}
