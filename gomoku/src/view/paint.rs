//! Drawing: wood, lines, stones and marks. Nothing here takes a click.

use crate::ai::Threat;
use crate::rules::{Colour, End, Point, Position, Size};
use common::window::{Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// Parts of the distance between two lines: the radius of a stone, and the wood beyond what belongs to the outer points.
const STONE: f32 = 0.46;
const MARGIN: f32 = 0.15;

/// Where points are on the screen.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    /// The wood, without the coordinates.
    board: Rect,
    cell: f32,
    size: Size,
    /// The lowest left point; pictures show only a part of a board.
    corner: Point,
}

impl Geometry {
    /// The largest board in the middle of a space, with room for coordinates if they are wished.
    pub fn new(space: Rect, size: Size, coordinates: bool) -> Geometry {
        let fit = |gutter: f32| {
            let (width, height) = (space.width() - gutter, space.height() - gutter);
            let lines = |count: u8| f32::from(count) + 2.0 * MARGIN;
            (width / lines(size.columns())).min(height / lines(size.rows()))
        };
        let gutter = if coordinates { gutter(fit(24.0)) } else { 0.0 };
        let cell = fit(gutter).max(2.0);
        // Lines are sharp where the distance between them is whole.
        let cell = if coordinates { cell.floor() } else { cell };
        let board = vec2(f32::from(size.columns()), f32::from(size.rows())) + Vec2::splat(2.0 * MARGIN);
        let board = board * cell;
        let min = (space.center() - (board + Vec2::splat(gutter)) / 2.0).round() + vec2(gutter, 0.0);
        Geometry { board: Rect::from_min_size(min, board), cell, size, corner: Point { row: 0, column: 0 } }
    }

    /// A part of a larger board, from its lower left corner on.
    pub fn part(space: Rect, corner: Point, size: Size) -> Geometry {
        Geometry { corner, ..Geometry::new(space, size, false) }
    }

    /// The place of a point. Row 1 is at the bottom.
    pub fn at(&self, point: Point) -> Pos2 {
        let column = f32::from(point.column) - f32::from(self.corner.column);
        let row = f32::from(self.size.rows() - 1) - f32::from(point.row) + f32::from(self.corner.row);
        self.board.min + vec2(column + 0.5 + MARGIN, row + 0.5 + MARGIN) * self.cell
    }

    /// What takes the clicks of a point.
    pub fn area(&self, point: Point) -> Rect {
        Rect::from_center_size(self.at(point), Vec2::splat(self.cell))
    }

    fn sees(&self, point: Point) -> bool {
        self.board.expand(1.0).contains_rect(self.area(point))
    }
}

/// How much room the coordinates take.
fn gutter(cell: f32) -> f32 {
    (cell * 0.5).clamp(18.0, 26.0)
}

/// The colours of the board itself.
struct Wood {
    ground: Color32,
    edge: Color32,
    line: Color32,
}

impl Wood {
    fn of(tokens: &Tokens) -> Wood {
        if tokens.dark {
            Wood {
                ground: Color32::from_rgb(0x6B, 0x57, 0x3D),
                edge: Color32::from_rgb(0x4C, 0x3E, 0x2C),
                line: Color32::from_rgb(0x3A, 0x2E, 0x1F),
            }
        } else {
            Wood {
                ground: Color32::from_rgb(0xEB, 0xD7, 0xAE),
                edge: Color32::from_rgb(0xCD, 0xB3, 0x81),
                line: Color32::from_rgb(0x9A, 0x80, 0x52),
            }
        }
    }
}

/// The fill of a stone, and its rim.
fn stone_colours(colour: Colour, tokens: &Tokens) -> (Color32, Color32) {
    match (colour, tokens.dark) {
        (Colour::Black, false) => (Color32::from_rgb(0x22, 0x25, 0x2C), Color32::from_rgb(0x10, 0x12, 0x16)),
        (Colour::Black, true) => (Color32::from_rgb(0x12, 0x14, 0x18), Color32::from_rgb(0x3A, 0x3E, 0x47)),
        (Colour::White, false) => (Color32::from_rgb(0xFC, 0xFB, 0xF8), Color32::from_rgb(0xA3, 0x97, 0x82)),
        (Colour::White, true) => (Color32::from_rgb(0xEE, 0xEB, 0xE4), Color32::from_rgb(0xC9, 0xC2, 0xB4)),
    }
}

/// What can be read on a stone.
fn on_stone(colour: Colour) -> Color32 {
    match colour {
        Colour::Black => Color32::from_rgb(0xF2, 0xF0, 0xEA),
        Colour::White => Color32::from_rgb(0x1E, 0x22, 0x2A),
    }
}

/// The sign of a colour: a stone, on a bit of wood where there is room for it. Half of each where the colour is not
/// decided.
pub fn sign(painter: &Painter, rect: Rect, colour: Option<Colour>, tokens: &Tokens) {
    let wood = Wood::of(tokens);
    let round = CornerRadius::same((rect.width() * 0.2) as u8);
    let large = rect.width() >= 24.0;
    if large {
        painter.rect_filled(rect, round, wood.ground);
    }
    let (at, radius) = (rect.center(), rect.width() * if large { 0.37 } else { 0.44 });
    let stone = |painter: &Painter, colour| {
        let (fill, rim) = stone_colours(colour, tokens);
        let rim = if large { rim } else { tokens.quiet };
        painter.circle(at, radius, fill, Stroke::new(1.0, rim));
    };
    stone(painter, colour.unwrap_or(Colour::White));
    if colour.is_none() {
        let half = Rect::from_min_max(rect.min, pos2(at.x, rect.bottom()));
        stone(&painter.with_clip_rect(half.intersect(painter.clip_rect())), Colour::Black);
    }
}

/// The shape of a threat, filled in the colour of who could make it.
pub fn threat_mark(
    painter: &Painter,
    at: Pos2,
    radius: f32,
    threat: Threat,
    colour: Colour,
    tokens: &Tokens,
) {
    let (fill, _) = stone_colours(colour, tokens);
    let rim = Stroke::new((radius * 0.22).max(1.0), on_stone(colour));
    let polygon = |corners: &[(f32, f32)]| {
        let corners = corners.iter().map(|(x, y)| at + vec2(*x, *y) * radius).collect();
        painter.add(Shape::convex_polygon(corners, fill, rim));
    };
    match threat {
        Threat::Five => polygon(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        Threat::OpenFour => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Threat::Four => polygon(&[(0.0, -1.1), (1.1, 0.8), (-1.1, 0.8)]),
        Threat::OpenThree => drop(painter.circle(at, radius * 0.6, fill, rim)),
    }
}

/// What painting needs to know.
pub struct Brush<'a> {
    /// Where to.
    pub painter: &'a Painter,
    /// Where points are.
    pub geometry: Geometry,
    /// The colours.
    pub tokens: Tokens,
}

impl Brush<'_> {
    fn radius(&self) -> f32 {
        self.geometry.cell * STONE
    }

    /// The wood, its lines and its star points. Where the board goes on beyond a picture, so do the lines.
    pub fn ground(&self, whole: Size) {
        let Geometry { board, cell, size, corner } = self.geometry;
        let wood = Wood::of(&self.tokens);
        let round = CornerRadius::same(if cell < 14.0 { 4 } else { 8 });
        self.painter.rect_filled(board, round, wood.ground);
        self.painter.rect_stroke(board, round, Stroke::new(1.0, wood.edge), StrokeKind::Inside);
        let stroke = Stroke::new(if cell > 36.0 { 1.5 } else { 1.0 }, wood.line);
        let first = self.geometry.at(Point { row: corner.row + size.rows() - 1, column: corner.column });
        let last = self.geometry.at(Point { row: corner.row, column: corner.column + size.columns() - 1 });
        let edge = |reaches: bool, inner: f32, outer: f32| if reaches { inner } else { outer };
        let left = edge(corner.column == 0, first.x, board.left());
        let right = edge(corner.column + size.columns() >= whole.columns(), last.x, board.right());
        let top = edge(corner.row + size.rows() >= whole.rows(), first.y, board.top());
        let bottom = edge(corner.row == 0, last.y, board.bottom());
        for column in 0..size.columns() {
            self.painter.vline(first.x + f32::from(column) * cell, top..=bottom, stroke);
        }
        for row in 0..size.rows() {
            self.painter.hline(left..=right, first.y + f32::from(row) * cell, stroke);
        }
        for point in stars(whole).filter(|point| self.geometry.sees(*point)) {
            self.painter.circle_filled(self.geometry.at(point), (cell * 0.09).max(1.5), wood.line);
        }
    }

    /// Letters below, numbers on the left.
    pub fn coordinates(&self) {
        let Geometry { board, cell, size, .. } = self.geometry;
        let font = theme::plain((cell * 0.3).clamp(11.0, 14.0));
        // Where there is no room for all of them, every second one is enough.
        let step = if cell < 15.0 { 2 } else { 1 };
        let gutter = gutter(cell);
        let text = |at: Pos2, text: String| {
            self.painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.tokens.quiet);
        };
        for column in (0..size.columns()).step_by(step) {
            let x = self.geometry.at(Point { row: 0, column }).x;
            text(pos2(x, board.bottom() + gutter / 2.0), Point::letter(column).to_string());
        }
        for row in (0..size.rows()).step_by(step) {
            let y = self.geometry.at(Point { row, column: 0 }).y;
            text(pos2(board.left() - gutter / 2.0, y), (row + 1).to_string());
        }
    }

    /// All stones, one of them still coming down: `landed` is how far it is.
    pub fn stones(&self, position: &Position, coming: Option<(Point, f32)>) {
        for (point, colour) in position.grid().stones().filter(|(point, _)| self.geometry.sees(*point)) {
            let landed = coming.filter(|(of, _)| *of == point).map_or(1.0, |(_, landed)| landed);
            self.stone(point, colour, landed);
        }
    }

    fn stone(&self, point: Point, colour: Colour, landed: f32) {
        let at = self.geometry.at(point);
        let height = 1.0 - landed;
        let radius = self.radius() * (1.0 + 0.25 * height);
        let shadow = Color32::from_black_alpha((70.0 * landed) as u8);
        let drop = vec2(0.04, 0.1) * self.geometry.cell * (1.0 + 3.0 * height);
        self.painter.circle_filled(at + drop, radius * 0.98, shadow);
        let (fill, rim) = stone_colours(colour, &self.tokens);
        let rim = Stroke::new((self.geometry.cell * 0.035).clamp(0.75, 1.5), rim);
        self.painter.circle(at, radius, fill.gamma_multiply(0.4 + 0.6 * landed), rim);
    }

    /// A stone that is not there: smaller than one that is, without a shadow, and as pale as can still be told from the wood.
    pub fn ghost(&self, point: Point, colour: Colour, number: Option<usize>) {
        let wood = Wood::of(&self.tokens);
        let (fill, rim) = stone_colours(colour, &self.tokens);
        let strength = if number.is_some() { 0.7 } else { 0.6 };
        let fill = wood.ground.lerp_to_gamma(fill, strength);
        let at = self.geometry.at(point);
        let rim = match number {
            Some(_) => Stroke::new(1.5, self.tokens.accent),
            None => Stroke::new(1.0, wood.ground.lerp_to_gamma(rim, strength)),
        };
        self.painter.circle(at, self.radius() * 0.82, fill, rim);
        if let Some(number) = number {
            self.number(point, number, on_stone(colour));
        }
    }

    /// The number of a move on its stone.
    pub fn number(&self, point: Point, number: usize, color: Color32) {
        let digits = number.to_string();
        let share = match digits.len() {
            1 => 0.5,
            2 => 0.44,
            _ => 0.36,
        };
        let font = theme::heavy((self.geometry.cell * share).clamp(5.0, 26.0));
        self.painter.text(self.geometry.at(point), Align2::CENTER_CENTER, digits, font, color);
    }

    /// The number of a move, readable on its stone.
    pub fn move_number(&self, point: Point, number: usize, colour: Colour) {
        self.number(point, number, on_stone(colour));
    }

    /// A ring around a stone.
    pub fn ring(&self, point: Point, color: Color32) {
        let width = (self.geometry.cell * 0.06).clamp(1.5, 3.0);
        self.painter.circle_stroke(self.geometry.at(point), self.radius(), Stroke::new(width, color));
    }

    /// The keyboard is here: the corners of a point are marked, so that a stone on it stays round.
    pub fn focus(&self, point: Point) {
        let area = self.geometry.area(point);
        let reach = self.geometry.cell * 0.26;
        let stroke = Stroke::new(2.0, self.tokens.accent);
        for (corner, x, y) in [
            (area.left_top(), 1.0, 1.0),
            (area.right_top(), -1.0, 1.0),
            (area.left_bottom(), 1.0, -1.0),
            (area.right_bottom(), -1.0, -1.0),
        ] {
            let line = vec![corner + vec2(x * reach, 0.0), corner, corner + vec2(0.0, y * reach)];
            self.painter.add(Shape::line(line, stroke));
        }
    }

    /// Black must not move here.
    pub fn forbidden(&self, point: Point) {
        let (at, reach) = (self.geometry.at(point), self.geometry.cell * 0.22);
        let stroke = Stroke::new((self.geometry.cell * 0.07).clamp(1.5, 3.0), self.tokens.bad);
        for (a, b) in [(vec2(-reach, -reach), vec2(reach, reach)), (vec2(-reach, reach), vec2(reach, -reach))]
        {
            self.painter.line_segment([at + a, at + b], stroke);
        }
    }

    /// What both colours could make here; side by side where it is both.
    pub fn threats(&self, point: Point, black: Option<Threat>, white: Option<Threat>) {
        let (at, cell) = (self.geometry.at(point), self.geometry.cell);
        let both = black.is_some() && white.is_some();
        let radius = if both { cell * 0.15 } else { cell * 0.18 };
        let aside = if both { vec2(cell * 0.2, 0.0) } else { Vec2::ZERO };
        for (threat, colour, at) in [(black, Colour::Black, at - aside), (white, Colour::White, at + aside)] {
            if let Some(threat) = threat {
                threat_mark(self.painter, at, radius, threat, colour, &self.tokens);
            }
        }
    }

    /// The row that has won, drawn through.
    pub fn won(&self, position: &Position) {
        let Some(End::Five(_, row)) = position.end() else { return };
        let (Some(first), Some(last)) = (row.first(), row.last()) else { return };
        let ends = [self.geometry.at(*first), self.geometry.at(*last)];
        let width = (self.geometry.cell * 0.14).clamp(2.0, 7.0);
        self.painter.line_segment(ends, Stroke::new(width, self.tokens.accent));
        for end in ends {
            self.painter.circle_filled(end, width / 2.0, self.tokens.accent);
        }
    }
}

/// The points that help the eye to count.
fn stars(size: Size) -> impl Iterator<Item = Point> {
    let marks = |n: u8| {
        let in_from_edge = if n >= 12 { 3 } else { 2 };
        let mut marks = vec![in_from_edge, n - 1 - in_from_edge];
        if n % 2 == 1 {
            marks.push(n / 2);
        }
        if n < 9 {
            marks = if n % 2 == 1 { vec![n / 2] } else { Vec::new() };
        }
        marks
    };
    let (rows, columns) = (marks(size.rows()), marks(size.columns()));
    let middle = move |n: u8, most: u8| most % 2 == 1 && n == most / 2;
    rows.into_iter()
        .flat_map(move |row| columns.clone().into_iter().map(move |column| Point { row, column }))
        // On the lines through the middle only the middle itself is marked.
        .filter(move |point| {
            let (row, column) = (middle(point.row, size.rows()), middle(point.column, size.columns()));
            row == column
        })
}

/// A position as a picture without coordinates: all of it, or a part.
pub fn picture(painter: &Painter, geometry: Geometry, position: &Position, tokens: &Tokens) {
    let brush = Brush { painter, geometry, tokens: *tokens };
    brush.ground(position.size());
    brush.stones(position, None);
    for (point, _) in position.forbidden_points() {
        if geometry.sees(point) {
            brush.forbidden(point);
        }
    }
    brush.won(position);
}

/// The two ends of a bar, the same in both themes.
pub fn bar_colours() -> (Color32, Color32) {
    (Color32::BLACK, Color32::from_rgb(0xFC, 0xFB, 0xF8))
}
