//! Painting of the board and its atoms. Input is handled elsewhere.

use super::animation::{Frame, ease_out};
use crate::rules::{Atom, Connections, Position, Size, Square};
use common::game::Side;
use common::window::{BoardGeometry, Tokens};
use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, vec2};
use std::f32::consts::TAU;

/// Radii of the parts of an atom, as parts of the width of a square.
const NUCLEUS: f32 = 0.135;
const ELECTRON: f32 = 0.078;
const ORBIT: f32 = 0.3;
/// The part of a wave after which the atoms that receive electrons change their owner.
const ARRIVAL: f32 = 0.6;

/// Paints the shape of a side: a disc for Blue, a square for Orange.
fn piece(painter: &Painter, side: Side, centre: Pos2, radius: f32, color: Color32) {
    if side == Side::FIRST {
        painter.circle_filled(centre, radius, color);
    } else {
        // The square looks as large as the disc.
        let rect = Rect::from_center_size(centre, Vec2::splat(radius * 1.78));
        painter.rect_filled(rect, CornerRadius::same((radius * 0.25) as u8), color);
    }
}

/// Paints the sign of a side into a rectangle.
pub fn sign(painter: &Painter, rect: Rect, side: Side, tokens: &Tokens) {
    piece(painter, side, rect.center(), rect.width() * 0.4, tokens.player(side.index()));
}

/// A colour mixed with the background of the board.
fn pale(color: Color32, strength: f32, tokens: &Tokens) -> Color32 {
    tokens.card.lerp_to_gamma(color, strength)
}

/// Paints a board.
pub struct BoardPainter<'a> {
    /// Receives the shapes.
    pub painter: &'a Painter,
    /// Where the squares are.
    pub geometry: BoardGeometry,
    /// The colours.
    pub tokens: Tokens,
    /// The angle by which the orbits are turned.
    pub orbit_angle: f32,
}

impl BoardPainter<'_> {
    /// The background of the board and its lines. The square of the last move is tinted: a frame would look like the
    /// keyboard focus.
    pub fn background(&self, last_move: Option<Square>) {
        let (painter, tokens) = (self.painter, &self.tokens);
        let BoardGeometry { board, cell, columns, rows, .. } = self.geometry;
        let corner = CornerRadius::same(if cell < 24.0 { 4 } else { 8 });
        painter.rect_filled(board, corner, tokens.card);
        if let Some(square) = last_move {
            let rect = self.geometry.square(square).shrink(1.0);
            painter.rect_filled(rect, CornerRadius::same(3), pale(tokens.accent, 0.2, tokens));
        }
        let stroke = Stroke::new(1.0, tokens.line);
        for n in 1..columns {
            painter.vline(board.left() + f32::from(n) * cell, board.y_range(), stroke);
        }
        for n in 1..rows {
            painter.hline(board.x_range(), board.top() + f32::from(n) * cell, stroke);
        }
        painter.rect_stroke(board, corner, stroke, StrokeKind::Inside);
    }

    /// All atoms of a position.
    pub fn position(&self, position: &Position) {
        for (square, atom) in position.atoms() {
            // A chain that never ends leaves atoms that are about to explode.
            self.atom(square, atom, position.is_critical(square) || position.is_overfull(square));
        }
    }

    /// A frame of the animation of a move on the square `chosen`.
    pub fn frame(&self, frame: &Frame<'_>, chosen: Square) {
        match *frame {
            Frame::Mark { before, .. } => self.position(before),
            Frame::Place { before, after, part } => {
                for (square, atom) in before.atoms() {
                    if square == chosen {
                        self.placed(square, atom, after.atom(square), after.is_critical(square), part);
                    } else {
                        self.atom(square, atom, before.is_critical(square));
                    }
                }
            }
            Frame::Wave { before, after, explosions, part } => self.wave(before, after, explosions, part),
        }
    }

    /// An atom that receives the electron of the move.
    fn placed(&self, square: Square, before: Atom, after: Atom, critical: bool, part: f32) {
        let grown = ease_out(part);
        let Some(owner) = after.owner else { return };
        let swell = 1.0 + 0.15 * (part * TAU / 2.0).sin();
        self.nucleus(square, if part < 0.3 { before.owner } else { after.owner }, swell);
        self.orbit(square, owner, critical && part > 0.5);
        for n in 0..before.electrons {
            let centre = self.between(square, (n, before.electrons), (n, after.electrons), grown);
            self.electron(owner, centre, 1.0);
        }
        self.electron(owner, self.slot(square, after.electrons - 1, after.electrons), grown);
    }

    /// A wave of explosions.
    fn wave(&self, before: &Position, after: &Position, explosions: &[Square], part: f32) {
        let size = before.size();
        let mover = before.mover().other();
        let flown = ease_out(part);
        let mut coming = vec![0u8; size.squares()];
        let mut flights = Vec::new();
        for &square in explosions {
            let had = before.atom(square).electrons;
            for (n, neighbour) in self.targets(size, square, had) {
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
                    self.orbit(square, mover, false);
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
                    self.orbit(square, owner, critical);
                    for n in 0..atom.electrons {
                        let centre = self.between(square, (n, atom.electrons), (n, now.electrons), flown);
                        self.electron(owner, centre, 1.0);
                    }
                }
            } else {
                self.atom(square, atom, before.is_critical(square));
            }
        }
        // Flying electrons are above everything else.
        for (from, n, to, order) in flights {
            let start = self.slot(from, n, before.atom(from).electrons);
            let there = before.atom(to).electrons + order;
            let end = self.slot(to, there, before.atom(to).electrons + coming[size.index(to)]);
            self.electron(mover, start.lerp(end, flown), 1.0);
        }
    }

    /// The neighbour to which each electron of an exploding atom flies, so that the sum of the distances is minimal.
    fn targets(&self, size: Size, square: Square, had: u8) -> Vec<(u8, Square)> {
        let middle = self.geometry.centre(square);
        let mut around: Vec<Square> = size.neighbours(square).collect();
        let angle = |neighbour: &Square| (self.geometry.centre(*neighbour) - middle).angle();
        around.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let count = around.len();
        let length = |shift: usize| -> f32 {
            let way = |n: usize| {
                let to = self.geometry.centre(around[(n + shift) % count]);
                self.slot(square, n as u8, had).distance(to)
            };
            (0..count).map(way).sum()
        };
        let best = (0..count).min_by(|a, b| length(*a).total_cmp(&length(*b))).unwrap_or(0);
        (0..count).map(|n| (n as u8, around[(n + best) % count])).collect()
    }

    /// A ring that expands around an explosion.
    fn burst(&self, square: Square, mover: Side, part: f32) {
        let radius = self.geometry.cell * (ORBIT + 0.35 * ease_out(part));
        let color = self.tokens.player(mover.index()).gamma_multiply(0.5 * (1.0 - part));
        let width = self.geometry.cell * 0.08 * (1.0 - part);
        self.painter.circle_stroke(self.geometry.centre(square), radius, Stroke::new(width, color));
    }

    /// An atom with its electrons.
    pub fn atom(&self, square: Square, atom: Atom, critical: bool) {
        self.nucleus(square, atom.owner, 1.0);
        let Some(owner) = atom.owner else { return };
        if atom.electrons > 0 {
            self.orbit(square, owner, critical);
        }
        for n in 0..atom.electrons {
            self.electron(owner, self.slot(square, n, atom.electrons), 1.0);
        }
    }

    fn nucleus(&self, square: Square, owner: Option<Side>, swell: f32) {
        let centre = self.geometry.centre(square);
        let radius = self.geometry.cell * NUCLEUS * swell;
        let Some(owner) = owner else {
            let faint = pale(self.tokens.quiet, 0.45, &self.tokens);
            self.painter.circle_filled(centre, self.geometry.cell * 0.04, faint);
            return;
        };
        let shadow = Color32::from_black_alpha(if self.tokens.dark { 90 } else { 36 });
        piece(self.painter, owner, centre + vec2(0.0, radius * 0.16), radius, shadow);
        piece(self.painter, owner, centre, radius, self.tokens.player(owner.index()));
    }

    /// The orbit of the electrons. The orbit of a critical atom is bold and glows.
    fn orbit(&self, square: Square, owner: Side, critical: bool) {
        let (centre, cell) = (self.geometry.centre(square), self.geometry.cell);
        let color = self.tokens.player(owner.index());
        if critical {
            self.painter.circle_filled(centre, cell * 0.43, pale(color, 0.16, &self.tokens));
            let bold = Stroke::new((cell * 0.034).max(1.2), pale(color, 0.6, &self.tokens));
            self.painter.circle_stroke(centre, cell * ORBIT, bold);
            // The glow covers the nucleus.
            self.nucleus(square, Some(owner), 1.0);
        } else {
            let thin = Stroke::new(1.0, pale(color, 0.35, &self.tokens));
            self.painter.circle_stroke(centre, cell * ORBIT, thin);
        }
    }

    fn electron(&self, owner: Side, centre: Pos2, grown: f32) {
        let radius = (self.geometry.cell * ELECTRON).max(1.3) * grown;
        let color = self.tokens.player(owner.index());
        // A rim in the background colour separates the electron from its orbit.
        piece(self.painter, owner, centre, radius * 1.35, self.tokens.card.gamma_multiply(0.8));
        piece(self.painter, owner, centre, radius, color);
    }

    /// A preview of the electron that a click would place.
    pub fn preview(&self, square: Square, atom: Atom, mover: Side) {
        let color = pale(self.tokens.player(mover.index()), 0.5, &self.tokens);
        let radius = self.geometry.cell * ELECTRON;
        if atom.owner.is_none() {
            let centre = self.geometry.centre(square);
            piece(self.painter, mover, centre, self.geometry.cell * NUCLEUS, pale(color, 0.6, &self.tokens));
        }
        // In the middle between two other electrons.
        let angle = self.angle(square, 0, atom.electrons.max(1));
        let half = if atom.electrons == 0 { 0.0 } else { TAU / f32::from(atom.electrons) / 2.0 };
        piece(self.painter, mover, self.on_orbit(square, angle + half), radius, color);
    }

    /// The position of an electron on its way from one slot of the orbit to another.
    fn between(&self, square: Square, from: (u8, u8), to: (u8, u8), part: f32) -> Pos2 {
        let (start, end) = (self.angle(square, from.0, from.1), self.angle(square, to.0, to.1));
        // The shorter direction.
        let turn = (end - start + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
        self.on_orbit(square, start + turn * part)
    }

    /// The position of an electron among `count` on the orbit.
    fn slot(&self, square: Square, n: u8, count: u8) -> Pos2 {
        self.on_orbit(square, self.angle(square, n, count))
    }

    /// The angle of an electron on its orbit. It depends on the square, so that the atoms look different.
    fn angle(&self, square: Square, n: u8, count: u8) -> f32 {
        let own = f32::from(square.row) * 1.9 + f32::from(square.column) * 2.7;
        self.orbit_angle + own - TAU / 4.0 + TAU * f32::from(n) / f32::from(count.max(1))
    }

    fn on_orbit(&self, square: Square, angle: f32) -> Pos2 {
        self.geometry.centre(square) + Vec2::angled(angle) * self.geometry.cell * ORBIT
    }

    /// A frame inside a square.
    pub fn outline(&self, square: Square, width: f32, color: Color32) {
        let rect = self.geometry.square(square).shrink((self.geometry.cell * 0.05).clamp(1.0, 4.0));
        let corner = CornerRadius::same((self.geometry.cell * 0.09).clamp(2.0, 8.0) as u8);
        self.painter.rect_stroke(rect, corner, Stroke::new(width, color), StrokeKind::Inside);
    }

    /// A frame that shrinks onto the square an AI player has chosen.
    pub fn shrinking_outline(&self, square: Square, part: f32) {
        let done = ease_out(part);
        let rect = self.geometry.square(square).expand(self.geometry.cell * (0.3 - 0.33 * done));
        let corner = CornerRadius::same((self.geometry.cell * 0.09).clamp(2.0, 8.0) as u8);
        let stroke = Stroke::new(3.0, self.tokens.accent.gamma_multiply(done));
        self.painter.rect_stroke(rect, corner, stroke, StrokeKind::Inside);
    }
}

/// Paints a small picture of a position.
pub fn picture(painter: &Painter, space: Rect, position: &Position, tokens: &Tokens) {
    let geometry = BoardGeometry::cells(space, position.size(), false);
    let board = BoardPainter { painter, geometry, tokens: *tokens, orbit_angle: 0.0 };
    board.background(None);
    board.position(position);
}
