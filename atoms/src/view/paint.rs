//! Drawing: nuclei, electrons, orbits, the board and its coordinates. Nothing here takes a click.

use super::motion::{Moment, ease_out};
use crate::rules::{Atom, Connections, Position, Size, Square};
use common::game::Side;
use common::window::{Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::f32::consts::TAU;

/// Parts of a cell's width.
const NUCLEUS: f32 = 0.135;
const ELECTRON: f32 = 0.078;
const ORBIT: f32 = 0.3;
/// When electrons have flown so far, the atom they come to changes hands.
const ARRIVAL: f32 = 0.6;

/// Where squares are on the screen.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    /// The squares, without the coordinates.
    pub board: Rect,
    cell: f32,
    size: Size,
}

impl Geometry {
    /// The largest board in the middle of a space, with room for coordinates if they are wished.
    pub fn new(space: Rect, size: Size, coordinates: bool) -> Geometry {
        let (columns, rows) = (f32::from(size.columns()), f32::from(size.rows()));
        let fit = |gutter: f32| ((space.width() - gutter) / columns).min((space.height() - gutter) / rows);
        let gutter = if coordinates { gutter(fit(24.0)) } else { 0.0 };
        let cell = fit(gutter).max(2.0).floor();
        let whole = vec2(cell * columns + gutter, cell * rows + gutter);
        let corner = (space.center() - whole / 2.0).round();
        let board = Rect::from_min_size(corner + vec2(gutter, 0.0), vec2(cell * columns, cell * rows));
        Geometry { board, cell, size }
    }

    /// The place of a square. Row 1 is at the bottom.
    pub fn square(&self, square: Square) -> Rect {
        let corner = vec2(f32::from(square.column), f32::from(self.size.rows() - 1 - square.row)) * self.cell;
        Rect::from_min_size(self.board.min + corner, Vec2::splat(self.cell))
    }
}

/// How much room the coordinates take beside squares of some width.
fn gutter(cell: f32) -> f32 {
    (cell * 0.4).clamp(14.0, 24.0)
}

/// A shape in the colour and the form of a side: a disc for Blue, a square for Orange.
fn piece(painter: &Painter, side: Side, at: Pos2, radius: f32, color: Color32) {
    if side == Side::FIRST {
        painter.circle_filled(at, radius, color);
    } else {
        // As large as the disc to the eye.
        let rect = Rect::from_center_size(at, Vec2::splat(radius * 1.78));
        painter.rect_filled(rect, CornerRadius::same((radius * 0.25) as u8), color);
    }
}

/// The sign of a side, filling most of a square.
pub fn sign(painter: &Painter, rect: Rect, side: Side, tokens: &Tokens) {
    piece(painter, side, rect.center(), rect.width() * 0.4, tokens.player(side.index()));
}

/// A colour with only a part of its strength, mixed with the ground.
fn pale(color: Color32, strength: f32, tokens: &Tokens) -> Color32 {
    tokens.card.lerp_to_gamma(color, strength)
}

/// What the painting of atoms needs to know.
pub struct Brush<'a> {
    /// Where to.
    pub painter: &'a Painter,
    /// Where squares are.
    pub geometry: Geometry,
    /// The colours.
    pub tokens: Tokens,
    /// How far the orbits have turned.
    pub turned: f32,
}

impl Brush<'_> {
    /// The surface of the board and its lines.
    pub fn ground(&self) {
        let (painter, board, tokens) = (self.painter, self.geometry.board, &self.tokens);
        let corner = CornerRadius::same(if self.geometry.cell < 24.0 { 4 } else { 8 });
        painter.rect_filled(board, corner, tokens.card);
        let stroke = Stroke::new(1.0, tokens.line);
        for n in 1..self.geometry.size.columns() {
            painter.vline(board.left() + f32::from(n) * self.geometry.cell, board.y_range(), stroke);
        }
        for n in 1..self.geometry.size.rows() {
            painter.hline(board.x_range(), board.top() + f32::from(n) * self.geometry.cell, stroke);
        }
        painter.rect_stroke(board, corner, stroke, StrokeKind::Inside);
    }

    /// Letters below, numbers on the left.
    pub fn coordinates(&self) {
        let Geometry { board, cell, size } = self.geometry;
        let font = theme::plain((cell * 0.26).clamp(8.0, 14.0));
        let gutter = gutter(cell);
        let text = |at: Pos2, text: String| {
            self.painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.tokens.quiet);
        };
        for column in 0..size.columns() {
            let middle = self.geometry.square(Square { row: 0, column }).center().x;
            text(pos2(middle, board.bottom() + gutter / 2.0), Square::letter(column).to_string());
        }
        for row in 0..size.rows() {
            let middle = self.geometry.square(Square { row, column: 0 }).center().y;
            text(pos2(board.left() - gutter / 2.0, middle), (row + 1).to_string());
        }
    }

    /// A board that stands still.
    pub fn position(&self, position: &Position) {
        for (square, atom) in position.atoms() {
            self.atom(square, atom, position.is_critical(square), 1.0);
        }
    }

    /// A board at a moment of a move.
    pub fn moment(&self, moment: &Moment<'_>, chosen: Square) {
        match *moment {
            Moment::Mark { before, .. } => self.position(before),
            Moment::Place { before, after, part } => {
                for (square, atom) in before.atoms() {
                    if square == chosen {
                        self.placed(square, atom, after.atom(square), after.is_critical(square), part);
                    } else {
                        self.atom(square, atom, before.is_critical(square), 1.0);
                    }
                }
            }
            Moment::Wave { before, after, explosions, part } => self.wave(before, after, explosions, part),
        }
    }

    /// An atom that gets the electron of the move.
    fn placed(&self, square: Square, before: Atom, after: Atom, critical: bool, part: f32) {
        let grown = ease_out(part);
        let Some(owner) = after.owner else { return };
        let swell = 1.0 + 0.15 * (part * TAU / 2.0).sin();
        self.nucleus(square, if part < 0.3 { before.owner } else { after.owner }, swell);
        self.orbit(square, owner, critical && part > 0.5, 1.0);
        for n in 0..before.electrons {
            let at = self.between(square, (n, before.electrons), (n, after.electrons), grown);
            self.electron(owner, at, 1.0);
        }
        self.electron(owner, self.slot(square, after.electrons - 1, after.electrons), grown);
    }

    /// Atoms that explode, and those around them.
    fn wave(&self, before: &Position, after: &Position, explosions: &[Square], part: f32) {
        let size = before.size();
        let mover = before.mover().other();
        let flown = ease_out(part);
        let mut coming = vec![0u8; size.squares()];
        let mut flights = Vec::new();
        for &square in explosions {
            let had = before.atom(square).electrons;
            for (n, neighbour) in self.aims(square, had) {
                let order = &mut coming[size.index(neighbour)];
                flights.push((square, n, neighbour, *order));
                *order += 1;
            }
        }
        for (square, atom) in before.atoms() {
            let (now, got) = (after.atom(square), coming[size.index(square)]);
            if explosions.contains(&square) {
                self.burst(square, mover, part);
                let swell = 1.0 + 0.35 * (part * TAU / 2.0).sin();
                self.nucleus(square, if part < ARRIVAL { Some(mover) } else { now.owner }, swell);
                let left = now.electrons.min(atom.electrons);
                if left > 0 {
                    self.orbit(square, mover, false, 1.0);
                }
                for n in 0..left {
                    let from = (atom.electrons - left + n, atom.electrons);
                    self.electron(mover, self.between(square, from, (n, left), flown), 1.0);
                }
            } else if got > 0 {
                let arrived = part >= ARRIVAL;
                let owner = if arrived { now.owner } else { atom.owner };
                let beat = if arrived { (part - ARRIVAL) / (1.0 - ARRIVAL) } else { 0.0 };
                self.nucleus(square, owner, 1.0 + 0.2 * (beat * TAU / 2.0).sin());
                if let Some(owner) = owner {
                    let critical = if arrived { after } else { before }.is_critical(square);
                    self.orbit(square, owner, critical, 1.0);
                    for n in 0..atom.electrons {
                        let at = self.between(square, (n, atom.electrons), (n, now.electrons), flown);
                        self.electron(owner, at, 1.0);
                    }
                }
            } else {
                self.atom(square, atom, before.is_critical(square), 1.0);
            }
        }
        // Above everything else: what flies.
        for (from, n, to, order) in flights {
            let start = self.slot(from, n, before.atom(from).electrons);
            let there = before.atom(to).electrons + order;
            let end = self.slot(to, there, before.atom(to).electrons + coming[size.index(to)]);
            self.electron(mover, start.lerp(end, flown), 1.0);
        }
    }

    /// Which electron of an exploding atom flies to which neighbour: around the nucleus each takes the nearest way.
    fn aims(&self, square: Square, had: u8) -> Vec<(u8, Square)> {
        let middle = self.geometry.square(square).center();
        let mut around: Vec<Square> = self.geometry.size.neighbours(square).collect();
        let angle = |neighbour: &Square| (self.geometry.square(*neighbour).center() - middle).angle();
        around.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let count = around.len();
        let length = |shift: usize| -> f32 {
            let way = |n: usize| {
                let to = self.geometry.square(around[(n + shift) % count]).center();
                self.slot(square, n as u8, had).distance(to)
            };
            (0..count).map(way).sum()
        };
        let best = (0..count).min_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap_or(0);
        (0..count).map(|n| (n as u8, around[(n + best) % count])).collect()
    }

    /// A ring that runs outwards.
    fn burst(&self, square: Square, mover: Side, part: f32) {
        let radius = self.geometry.cell * (ORBIT + 0.35 * ease_out(part));
        let color = self.tokens.player(mover.index()).gamma_multiply(0.5 * (1.0 - part));
        let width = self.geometry.cell * 0.08 * (1.0 - part);
        self.painter.circle_stroke(self.geometry.square(square).center(), radius, Stroke::new(width, color));
    }

    /// An atom with its electrons.
    pub fn atom(&self, square: Square, atom: Atom, critical: bool, strength: f32) {
        self.nucleus(square, atom.owner, 1.0);
        let Some(owner) = atom.owner else { return };
        if atom.electrons > 0 {
            self.orbit(square, owner, critical, strength);
        }
        for n in 0..atom.electrons {
            self.electron(owner, self.slot(square, n, atom.electrons), 1.0);
        }
    }

    fn nucleus(&self, square: Square, owner: Option<Side>, swell: f32) {
        let at = self.geometry.square(square).center();
        let radius = self.geometry.cell * NUCLEUS * swell;
        let Some(owner) = owner else {
            let faint = pale(self.tokens.quiet, 0.45, &self.tokens);
            self.painter.circle_filled(at, self.geometry.cell * 0.04, faint);
            return;
        };
        let shadow = Color32::from_black_alpha(if self.tokens.dark { 90 } else { 36 });
        piece(self.painter, owner, at + vec2(0.0, radius * 0.16), radius, shadow);
        piece(self.painter, owner, at, radius, self.tokens.player(owner.index()));
    }

    /// The way of the electrons. If the next one makes the atom explode, it is bold and glows.
    fn orbit(&self, square: Square, owner: Side, critical: bool, strength: f32) {
        let (at, cell) = (self.geometry.square(square).center(), self.geometry.cell);
        let color = self.tokens.player(owner.index());
        if critical {
            self.painter.circle_filled(at, cell * 0.43, pale(color, 0.16 * strength, &self.tokens));
            let bold = Stroke::new((cell * 0.034).max(1.2), pale(color, 0.6 * strength, &self.tokens));
            self.painter.circle_stroke(at, cell * ORBIT, bold);
            // The glow lies over the nucleus that was painted before.
            self.nucleus(square, Some(owner), 1.0);
        } else {
            let thin = Stroke::new(1.0, pale(color, 0.35 * strength, &self.tokens));
            self.painter.circle_stroke(at, cell * ORBIT, thin);
        }
    }

    fn electron(&self, owner: Side, at: Pos2, grown: f32) {
        let radius = (self.geometry.cell * ELECTRON).max(1.3) * grown;
        let color = self.tokens.player(owner.index());
        // A rim of the ground keeps it apart from its orbit.
        piece(self.painter, owner, at, radius * 1.35, self.tokens.card.gamma_multiply(0.8));
        piece(self.painter, owner, at, radius, color);
    }

    /// The electron that a click would put there.
    pub fn ghost(&self, square: Square, atom: Atom, mover: Side) {
        let color = pale(self.tokens.player(mover.index()), 0.5, &self.tokens);
        let radius = self.geometry.cell * ELECTRON;
        if atom.owner.is_none() {
            let at = self.geometry.square(square).center();
            piece(self.painter, mover, at, self.geometry.cell * NUCLEUS, pale(color, 0.6, &self.tokens));
        }
        // In the widest gap between the others.
        let angle = self.angle(square, 0, atom.electrons.max(1));
        let half = if atom.electrons == 0 { 0.0 } else { TAU / f32::from(atom.electrons) / 2.0 };
        piece(self.painter, mover, self.on_orbit(square, angle + half), radius, color);
    }

    /// Where an electron is between two places on its orbit.
    fn between(&self, square: Square, from: (u8, u8), to: (u8, u8), part: f32) -> Pos2 {
        let (start, end) = (self.angle(square, from.0, from.1), self.angle(square, to.0, to.1));
        // The shorter way around.
        let turn = (end - start + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
        self.on_orbit(square, start + turn * part)
    }

    /// The place of an electron that stands on its orbit with others.
    fn slot(&self, square: Square, n: u8, count: u8) -> Pos2 {
        self.on_orbit(square, self.angle(square, n, count))
    }

    /// Atoms do not turn in step.
    fn angle(&self, square: Square, n: u8, count: u8) -> f32 {
        let own = f32::from(square.row) * 1.9 + f32::from(square.column) * 2.7;
        self.turned + own - TAU / 4.0 + TAU * f32::from(n) / f32::from(count.max(1))
    }

    fn on_orbit(&self, square: Square, angle: f32) -> Pos2 {
        self.geometry.square(square).center() + Vec2::angled(angle) * self.geometry.cell * ORBIT
    }

    /// A frame in a square.
    pub fn frame(&self, square: Square, width: f32, color: Color32) {
        let rect = self.geometry.square(square).shrink((self.geometry.cell * 0.05).clamp(1.0, 4.0));
        let corner = CornerRadius::same((self.geometry.cell * 0.09).clamp(2.0, 8.0) as u8);
        self.painter.rect_stroke(rect, corner, Stroke::new(width, color), StrokeKind::Inside);
    }

    /// The frame that closes around the square a machine has chosen.
    pub fn closing_frame(&self, square: Square, part: f32) {
        let come = ease_out(part);
        let rect = self.geometry.square(square).expand(self.geometry.cell * (0.3 - 0.33 * come));
        let corner = CornerRadius::same((self.geometry.cell * 0.09).clamp(2.0, 8.0) as u8);
        let stroke = Stroke::new(3.0, self.tokens.accent.gamma_multiply(come));
        self.painter.rect_stroke(rect, corner, stroke, StrokeKind::Inside);
    }
}

/// A small picture of a board.
pub fn picture(painter: &Painter, space: Rect, position: &Position, tokens: &Tokens) {
    let geometry = Geometry::new(space, position.size(), false);
    let brush = Brush { painter, geometry, tokens: *tokens, turned: 0.0 };
    brush.ground();
    brush.position(position);
}
