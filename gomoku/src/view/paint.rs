//! Painting of the board, stones and marks. Input is handled elsewhere.

use crate::ai::Threat;
use crate::rules::{Colour, End, Point, Position, Size};
use common::window::{BoardGeometry, Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// The radius of a stone, as a part of the distance between two lines.
const STONE: f32 = 0.46;

/// The colours of the board.
struct Wood {
    background: Color32,
    edge: Color32,
    line: Color32,
}

impl Wood {
    fn of(tokens: &Tokens) -> Wood {
        if tokens.dark {
            Wood {
                background: Color32::from_rgb(0x6B, 0x57, 0x3D),
                edge: Color32::from_rgb(0x4C, 0x3E, 0x2C),
                line: Color32::from_rgb(0x3A, 0x2E, 0x1F),
            }
        } else {
            Wood {
                background: Color32::from_rgb(0xEB, 0xD7, 0xAE),
                edge: Color32::from_rgb(0xCD, 0xB3, 0x81),
                line: Color32::from_rgb(0x9A, 0x80, 0x52),
            }
        }
    }
}

/// The colours of a stone and of its rim.
fn stone_colours(colour: Colour, tokens: &Tokens) -> (Color32, Color32) {
    match (colour, tokens.dark) {
        (Colour::Black, false) => (Color32::from_rgb(0x22, 0x25, 0x2C), Color32::from_rgb(0x10, 0x12, 0x16)),
        (Colour::Black, true) => (Color32::from_rgb(0x12, 0x14, 0x18), Color32::from_rgb(0x3A, 0x3E, 0x47)),
        (Colour::White, false) => (Color32::from_rgb(0xFC, 0xFB, 0xF8), Color32::from_rgb(0xA3, 0x97, 0x82)),
        (Colour::White, true) => (Color32::from_rgb(0xEE, 0xEB, 0xE4), Color32::from_rgb(0xC9, 0xC2, 0xB4)),
    }
}

/// The colour of text on a stone.
fn text_colour(colour: Colour) -> Color32 {
    match colour {
        Colour::Black => Color32::from_rgb(0xF2, 0xF0, 0xEA),
        Colour::White => Color32::from_rgb(0x1E, 0x22, 0x2A),
    }
}

/// Paints the sign of a colour: a stone, on wood if there is room for it, and always on dark cards, where a black stone
/// would be a mere ring. Without a colour the stone is half black and half white.
pub fn sign(painter: &Painter, rect: Rect, colour: Option<Colour>, tokens: &Tokens) {
    let wood = Wood::of(tokens);
    let round = CornerRadius::same((rect.width() * 0.2) as u8);
    let on_wood = rect.width() >= 24.0 || tokens.dark;
    if on_wood {
        painter.rect_filled(rect, round, wood.background);
    }
    let (centre, radius) = (rect.center(), rect.width() * if on_wood { 0.37 } else { 0.44 });
    let stone = |painter: &Painter, colour| {
        let (fill, rim) = stone_colours(colour, tokens);
        let rim = if on_wood { rim } else { tokens.quiet };
        painter.circle(centre, radius, fill, Stroke::new(1.0, rim));
    };
    stone(painter, colour.unwrap_or(Colour::White));
    if colour.is_none() {
        let half = Rect::from_min_max(rect.min, pos2(centre.x, rect.bottom()));
        stone(&painter.with_clip_rect(half.intersect(painter.clip_rect())), Colour::Black);
    }
}

/// Paints the mark of a threat in the colour of the player who can make it.
pub fn threat_mark(
    painter: &Painter,
    centre: Pos2,
    radius: f32,
    threat: Threat,
    colour: Colour,
    tokens: &Tokens,
) {
    let (fill, _) = stone_colours(colour, tokens);
    let rim = Stroke::new((radius * 0.22).max(1.0), text_colour(colour));
    let polygon = |corners: &[(f32, f32)]| {
        let corners = corners.iter().map(|(x, y)| centre + vec2(*x, *y) * radius).collect();
        painter.add(Shape::convex_polygon(corners, fill, rim));
    };
    match threat {
        Threat::Five => polygon(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        Threat::OpenFour => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Threat::Four => polygon(&[(0.0, -1.1), (1.1, 0.8), (-1.1, 0.8)]),
        Threat::OpenThree => drop(painter.circle(centre, radius * 0.6, fill, rim)),
    }
}

/// Paints a board.
pub struct BoardPainter<'a> {
    /// Receives the shapes.
    pub painter: &'a Painter,
    /// Where the points are.
    pub geometry: BoardGeometry,
    /// The colours.
    pub tokens: Tokens,
}

impl BoardPainter<'_> {
    fn radius(&self) -> f32 {
        self.geometry.cell * STONE
    }

    /// The wood, the lines and the star points. Lines reach the edge of a picture where the board continues beyond it.
    pub fn background(&self, whole: Size) {
        let BoardGeometry { board, cell, columns, rows, corner, .. } = self.geometry;
        let wood = Wood::of(&self.tokens);
        let round = CornerRadius::same(if cell < 14.0 { 4 } else { 8 });
        self.painter.rect_filled(board, round, wood.background);
        self.painter.rect_stroke(board, round, Stroke::new(1.0, wood.edge), StrokeKind::Inside);
        let stroke = Stroke::new(if cell > 36.0 { 1.5 } else { 1.0 }, wood.line);
        let first = self.geometry.centre(Point { row: corner.row + rows - 1, column: corner.column });
        let last = self.geometry.centre(Point { row: corner.row, column: corner.column + columns - 1 });
        let edge = |reaches: bool, inner: f32, outer: f32| if reaches { inner } else { outer };
        let left = edge(corner.column == 0, first.x, board.left());
        let right = edge(corner.column + columns >= whole.columns(), last.x, board.right());
        let top = edge(corner.row + rows >= whole.rows(), first.y, board.top());
        let bottom = edge(corner.row == 0, last.y, board.bottom());
        for column in 0..columns {
            self.painter.vline(first.x + f32::from(column) * cell, top..=bottom, stroke);
        }
        for row in 0..rows {
            self.painter.hline(left..=right, first.y + f32::from(row) * cell, stroke);
        }
        for point in star_points(whole).filter(|point| self.geometry.shows(*point)) {
            self.painter.circle_filled(self.geometry.centre(point), (cell * 0.09).max(1.5), wood.line);
        }
    }

    /// All stones. `landing` is a stone that is being put down, and how far its animation is.
    pub fn stones(&self, position: &Position, landing: Option<(Point, f32)>) {
        for (point, colour) in position.grid().stones().filter(|(point, _)| self.geometry.shows(*point)) {
            let landed = landing.filter(|(of, _)| *of == point).map_or(1.0, |(_, landed)| landed);
            self.stone(point, colour, landed);
        }
    }

    fn stone(&self, point: Point, colour: Colour, landed: f32) {
        let centre = self.geometry.centre(point);
        let height = 1.0 - landed;
        let radius = self.radius() * (1.0 + 0.25 * height);
        let shadow = Color32::from_black_alpha((70.0 * landed) as u8);
        let drop = vec2(0.04, 0.1) * self.geometry.cell * (1.0 + 3.0 * height);
        self.painter.circle_filled(centre + drop, radius * 0.98, shadow);
        let (fill, rim) = stone_colours(colour, &self.tokens);
        let rim = Stroke::new((self.geometry.cell * 0.035).clamp(0.75, 1.5), rim);
        self.painter.circle(centre, radius, fill.gamma_multiply(0.4 + 0.6 * landed), rim);
    }

    /// A preview of a stone: smaller than a real one, pale, and without a shadow.
    pub fn preview(&self, point: Point, colour: Colour, number: Option<usize>) {
        let wood = Wood::of(&self.tokens);
        let (fill, rim) = stone_colours(colour, &self.tokens);
        let strength = if number.is_some() { 0.7 } else { 0.6 };
        let fill = wood.background.lerp_to_gamma(fill, strength);
        let centre = self.geometry.centre(point);
        let rim = match number {
            Some(_) => Stroke::new(1.5, self.tokens.accent),
            None => Stroke::new(1.0, wood.background.lerp_to_gamma(rim, strength)),
        };
        self.painter.circle(centre, self.radius() * 0.82, fill, rim);
        if let Some(number) = number {
            self.number(point, number, colour);
        }
    }

    /// The number of a move on its stone.
    pub fn number(&self, point: Point, number: usize, colour: Colour) {
        let digits = number.to_string();
        let share = match digits.len() {
            1 => 0.5,
            2 => 0.44,
            _ => 0.36,
        };
        let font = theme::heavy((self.geometry.cell * share).clamp(5.0, 26.0));
        self.painter.text(
            self.geometry.centre(point),
            Align2::CENTER_CENTER,
            digits,
            font,
            text_colour(colour),
        );
    }

    /// A ring around a stone.
    pub fn ring(&self, point: Point, color: Color32) {
        let width = (self.geometry.cell * 0.06).clamp(1.5, 3.0);
        self.painter.circle_stroke(self.geometry.centre(point), self.radius(), Stroke::new(width, color));
    }

    /// The keyboard focus: marks at the corners, so that a stone is not covered.
    pub fn focus(&self, point: Point) {
        let area = self.geometry.square(point);
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

    /// A cross on a point that is forbidden for Black.
    pub fn forbidden(&self, point: Point) {
        let (centre, reach) = (self.geometry.centre(point), self.geometry.cell * 0.22);
        let stroke = Stroke::new((self.geometry.cell * 0.07).clamp(1.5, 3.0), self.tokens.bad);
        for (a, b) in [(vec2(-reach, -reach), vec2(reach, reach)), (vec2(-reach, reach), vec2(reach, -reach))]
        {
            self.painter.line_segment([centre + a, centre + b], stroke);
        }
    }

    /// The threats that both colours can make on a point, side by side.
    pub fn threats(&self, point: Point, black: Option<Threat>, white: Option<Threat>) {
        let (centre, cell) = (self.geometry.centre(point), self.geometry.cell);
        let both = black.is_some() && white.is_some();
        let radius = if both { cell * 0.15 } else { cell * 0.18 };
        let aside = if both { vec2(cell * 0.2, 0.0) } else { Vec2::ZERO };
        for (threat, colour, centre) in
            [(black, Colour::Black, centre - aside), (white, Colour::White, centre + aside)]
        {
            if let Some(threat) = threat {
                threat_mark(self.painter, centre, radius, threat, colour, &self.tokens);
            }
        }
    }

    /// A line through the winning row. It must not cover the numbers on the stones: then each stone has a ring, and the
    /// line connects the rings.
    pub fn winning_row(&self, position: &Position, numbers: bool) {
        let Some(End::Five(_, row)) = position.end() else { return };
        let (Some(first), Some(last)) = (row.first(), row.last()) else { return };
        let ends = [self.geometry.centre(*first), self.geometry.centre(*last)];
        let width = (self.geometry.cell * 0.14).clamp(2.0, 7.0);
        let stroke = Stroke::new(width, self.tokens.accent);
        if numbers {
            let (radius, ring) = (self.radius(), Stroke::new(width * 0.8, self.tokens.accent));
            for pair in row.windows(2) {
                let [from, to] = [pair[0], pair[1]].map(|point| self.geometry.centre(point));
                let inward = (to - from).normalized() * radius;
                self.painter.line_segment([from + inward, to - inward], stroke);
            }
            for point in row {
                self.painter.circle_stroke(self.geometry.centre(*point), radius - ring.width / 2.0, ring);
            }
            return;
        }
        self.painter.line_segment(ends, stroke);
        for end in ends {
            self.painter.circle_filled(end, width / 2.0, self.tokens.accent);
        }
    }
}

/// The star points of a board.
fn star_points(size: Size) -> impl Iterator<Item = Point> {
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
    let is_middle = move |n: u8, count: u8| count % 2 == 1 && n == count / 2;
    rows.into_iter()
        .flat_map(move |row| columns.clone().into_iter().map(move |column| Point { row, column }))
        // On the lines through the centre only the centre itself is a star point.
        .filter(move |point| {
            let (row, column) = (is_middle(point.row, size.rows()), is_middle(point.column, size.columns()));
            row == column
        })
}

/// Paints a position without coordinates: the whole board or a part.
pub fn picture(painter: &Painter, geometry: BoardGeometry, position: &Position, tokens: &Tokens) {
    let board = BoardPainter { painter, geometry, tokens: *tokens };
    board.background(position.size());
    board.stones(position, None);
    for (point, _) in position.forbidden_points() {
        if geometry.shows(point) {
            board.forbidden(point);
        }
    }
    board.winning_row(position, false);
}

/// The colours of the balance bar, the same in both themes.
pub fn bar_colours() -> (Color32, Color32) {
    (Color32::BLACK, Color32::from_rgb(0xFC, 0xFB, 0xF8))
}
