//! What is painted over the picture of a map: outlines, arrows, numbers of armies, bonuses.

use super::art::MapArt;
use super::camera::Projection;
use super::map_view::Mark;
use crate::map::RegionId;
use crate::map::paint::straight_ways;
use crate::map::render::{Arrow, RegionLook, player_colour};
use common::game::COLOURS;
use common::window::Tokens;
use common::window::theme;
use egui::epaint::PathShape;
use egui::{Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use std::sync::Arc;

/// Text and lines on the map, which is light in both themes.
pub const INK: Color32 = Color32::from_rgb(0x1e, 0x24, 0x30);
const PAPER: Color32 = Color32::from_rgb(0xff, 0xff, 0xff);
/// Behind the armies that a region gains or loses.
const GAIN: Color32 = Color32::from_rgb(0x1b, 0x6e, 0x3f);
const LOSS: Color32 = Color32::from_rgb(0xa3, 0x2c, 0x24);
const CHOICE: Color32 = Color32::from_rgb(0xff, 0xf2, 0x5c);

/// On a narrower map bonuses would cover the numbers of armies.
const SMALL_MAP: f32 = 560.0;
/// On a narrower map outlines are thinner,
const ROOMY_MAP: f32 = 760.0;
/// and around a smaller region too,
const ROOMY_REGION: f32 = 24.0;
/// but never thinner than this part of their width.
const MIN_OUTLINE: f32 = 0.4;
/// The same for the keyboard cursor, which must be found.
const MIN_CURSOR: f32 = 0.6;

/// The line of an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shaft {
    Solid,
    Dashed,
}

/// Paints over the picture of a map.
pub struct MapPainter {
    /// Where to.
    pub painter: Painter,
    /// The map.
    pub art: Arc<MapArt>,
    /// Which part of it is shown.
    pub shown: Projection,
    /// The colours of the window.
    pub tokens: Tokens,
}

/// The colour of a player on the map.
pub fn player(player: u8) -> Color32 {
    let [red, green, blue] = player_colour(player);
    Color32::from_rgb(red, green, blue)
}

/// Paints the symbol of a player in its colour, on a page or a card.
pub fn player_symbol(painter: &Painter, centre: Pos2, radius: f32, colour: u8, tokens: &Tokens) {
    let own = tokens.player(usize::from(colour));
    symbol(painter, centre, radius, colour, own);
    // On dark cards Black is a black sign with a light edge, not a white one.
    if tokens.dark && COLOURS.get(usize::from(colour)) == Some(&"Black") {
        symbol(painter, centre, radius * 0.72, colour, Color32::BLACK);
    }
}

/// Paints the symbol of a player: each has a shape of its own.
pub fn symbol(painter: &Painter, centre: Pos2, radius: f32, side: u8, fill: Color32) {
    let corner = |angle: f32, radius: f32| centre + Vec2::angled(angle) * radius;
    let polygon = |corners: usize, turn: f32, radius: f32| -> Vec<Pos2> {
        let step = std::f32::consts::TAU / corners as f32;
        (0..corners).map(|n| corner(turn + step * n as f32, radius)).collect()
    };
    let up = -std::f32::consts::FRAC_PI_2;
    let fill_polygon = |points: Vec<Pos2>| painter.add(Shape::convex_polygon(points, fill, Stroke::NONE));
    match side % 8 {
        1 => {
            painter.rect_filled(
                Rect::from_center_size(centre, Vec2::splat(radius * 1.7)),
                CornerRadius::ZERO,
                fill,
            );
        }
        2 => {
            fill_polygon(polygon(3, up, radius * 1.15));
        }
        3 => {
            fill_polygon(polygon(4, up, radius * 1.1));
        }
        4 => {
            for size in [vec2(2.0, 0.7), vec2(0.7, 2.0)] {
                painter.rect_filled(Rect::from_center_size(centre, size * radius), CornerRadius::ZERO, fill);
            }
        }
        5 => {
            // A star of five triangles around a pentagon.
            let inner = polygon(5, -up, radius * 0.45);
            let outer = polygon(5, up, radius * 1.15);
            for (n, tip) in outer.iter().enumerate() {
                fill_polygon(vec![*tip, inner[(n + 2) % 5], inner[(n + 3) % 5]]);
            }
            fill_polygon(inner);
        }
        6 => {
            fill_polygon(polygon(6, up, radius));
        }
        7 => {
            painter.circle_stroke(centre, radius * 0.75, Stroke::new(radius * 0.5, fill));
        }
        _ => {
            painter.circle_filled(centre, radius, fill);
        }
    }
}

/// The place of a note beside a number: at the right, or where it covers least of the others. It stays on the screen if it
/// can.
fn place_note(beside: Rect, size: Vec2, others: &[Rect], screen: Rect) -> Rect {
    let away = (beside.size() + size) / 2.0 + Vec2::splat(1.0);
    let sides = [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)];
    let corners = [vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, -1.0), vec2(-1.0, 1.0)];
    let places = sides.into_iter().chain(corners);
    let places = places.map(|by| Rect::from_center_size(beside.center() + by * away, size));
    let hidden = |place: &Rect| {
        let covered: f32 = others.iter().map(|other| common_area(*other, *place)).sum();
        covered + place.area() - common_area(screen, *place)
    };
    // Of equal places the first one.
    let best = places.map(|place| (hidden(&place), place)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(beside, |(_, place)| place)
}

/// A place near the wanted one that covers least of the others.
fn free_place(wanted: Rect, others: &[Rect]) -> Rect {
    let by = wanted.size();
    let steps = [Vec2::ZERO, Vec2::Y, -Vec2::Y, Vec2::X, -Vec2::X];
    let places = steps.into_iter().map(|step| wanted.translate(step * by));
    let covered = |place: &Rect| others.iter().map(|other| common_area(*other, *place)).sum::<f32>();
    // Of equal places the first one.
    places.min_by(|a, b| covered(a).total_cmp(&covered(b))).unwrap_or(wanted)
}

fn common_area(a: Rect, b: Rect) -> f32 {
    if a.intersects(b) { a.intersect(b).area() } else { 0.0 }
}

impl MapPainter {
    /// The height of the number of armies.
    fn badge_height(&self) -> f32 {
        let usual = self.art.size().x / 100.0 * 1.65;
        (usual * self.shown.scale).clamp(15.0, 26.0)
    }

    fn label(&self, region: RegionId) -> Pos2 {
        self.shown.place(self.art.label(region))
    }

    fn rings(&self, rings: &[Vec<Pos2>], stroke: Stroke) {
        for ring in rings {
            let points = ring.iter().map(|point| self.shown.place(*point)).collect();
            self.painter.add(PathShape::closed_line(points, stroke));
        }
    }

    /// Paints the outline of a region.
    pub fn outline(&self, region: RegionId, width: f32, colour: Color32) {
        self.rings(&self.art.outlines[usize::from(region)], Stroke::new(width, colour));
    }

    /// How wide the outlines of a region are, 1 being the usual width: a small region on a small map keeps its colour.
    fn outline_scale(&self, region: RegionId) -> f32 {
        let map = self.shown.scale * self.art.size().x / ROOMY_MAP;
        let region = self.shown.scale * self.art.bounds[usize::from(region)].size().min_elem() / ROOMY_REGION;
        map.min(region).clamp(MIN_OUTLINE, 1.0)
    }

    /// The keyboard cursor, dashed like no mark. The dark and the light edge make it visible on land of every colour.
    pub fn cursor(&self, region: RegionId) {
        let scale = self.outline_scale(region).max(MIN_CURSOR);
        for (width, colour) in [(9.0, INK), (6.4, PAPER)] {
            self.outline(region, scale * width, colour);
        }
        for ring in &self.art.outlines[usize::from(region)] {
            let points: Vec<Pos2> =
                ring.iter().chain(ring.first()).map(|point| self.shown.place(*point)).collect();
            let stroke = Stroke::new(scale * 6.4, INK);
            self.painter.extend(Shape::dashed_line(&points, stroke, scale * 7.0, scale * 7.0));
        }
    }

    /// Marks a region.
    pub fn mark(&self, region: RegionId, mark: Mark) {
        // The edges make it visible on land of every colour, its own too.
        let lines = match mark {
            Mark::Choice => [(5.0, INK), (2.6, CHOICE)],
            Mark::Selected => [(7.0, INK), (4.2, CHOICE)],
            Mark::Event => [(4.5, PAPER.gamma_multiply(0.9)), (2.5, INK)],
            Mark::Hint => [(5.0, PAPER), (2.6, self.tokens.accent)],
        };
        let scale = self.outline_scale(region);
        for (width, colour) in lines {
            self.outline(region, scale * width, colour);
        }
    }

    /// The borders of super regions.
    pub fn super_borders(&self) {
        for rings in &self.art.super_outlines {
            self.rings(
                rings,
                Stroke::new((2.6 * self.shown.scale).clamp(1.4, 4.0), INK.gamma_multiply(0.62)),
            );
        }
    }

    /// The bonuses of super regions, on a large map with their names. Returns where they are.
    pub fn bonuses(&self) -> Vec<Rect> {
        let mut chips = Vec::new();
        if self.shown.scale * self.art.size().x < SMALL_MAP {
            return chips;
        }
        let size = (self.badge_height() * 0.62).clamp(11.0, 15.0);
        let labels = self.labels();
        for (super_region, place) in self.art.map().super_regions.iter().zip(&self.art.bonus_places) {
            let at = self.shown.place(*place);
            if !self.shown.screen.contains(at) {
                continue;
            }
            // The names of super regions would cover the numbers of a small map.
            let roomy = self.shown.scale * self.art.size().x >= 2600.0;
            let text = if roomy {
                format!("{} +{}", super_region.name, super_region.bonus)
            } else {
                format!("+{}", super_region.bonus)
            };
            let galley = self.painter.layout_no_wrap(text, theme::heavy(size), PAPER);
            let chip = free_place(Rect::from_center_size(at, galley.size() + vec2(10.0, 2.0)), &labels);
            self.painter.rect_filled(chip, CornerRadius::same(4), INK.gamma_multiply(0.72));
            self.painter.galley(chip.center() - galley.size() / 2.0, galley, PAPER);
            chips.push(chip);
        }
        chips
    }

    /// The numbers of armies, with notes beside them that leave other numbers and what is in `taken` free. Where there is
    /// none, that of a hint is shown. Arrows or the cursor are on the regions in `lined`.
    pub fn armies(
        &self,
        looks: &[RegionLook],
        notes: &[(RegionId, String)],
        hints: &[(RegionId, String)],
        mut taken: Vec<Rect>,
        lined: &[RegionId],
    ) {
        let height = self.badge_height();
        let mut noted = Vec::new();
        for (region, look) in (0..).zip(looks) {
            let at = self.label(region);
            if !self.shown.screen.expand(30.0).contains(at) {
                continue;
            }
            let rect = look.armies.map(|armies| self.number(at, &armies.to_string(), look.owner, height));
            let of_region = |notes: &[(RegionId, String)]| {
                notes.iter().find(|(of, _)| *of == region).map(|(_, note)| note.clone())
            };
            let note = of_region(notes).map(|note| {
                let fill = if note.starts_with('−') { LOSS } else { GAIN };
                (note, fill, PAPER)
            });
            let hint = || of_region(hints).map(|note| (note, self.tokens.accent, self.tokens.on_accent));
            let beside = rect.unwrap_or(Rect::from_center_size(at, Vec2::ZERO));
            noted.extend(note.or_else(hint).map(|note| (beside, note)));
            taken.extend(rect);
            self.name(region, look.owner.is_some() || lined.contains(&region));
        }
        // Above all numbers.
        for (beside, (note, fill, ink)) in noted {
            let galley = self.painter.layout_no_wrap(note, theme::heavy(height * 0.66), ink);
            let chip = place_note(beside, galley.size() + vec2(8.0, 2.0), &taken, self.shown.screen);
            self.painter.rect_filled(chip, CornerRadius::same(4), fill);
            self.painter.galley(chip.min + vec2(4.0, 1.0), galley, ink);
            taken.push(chip);
        }
    }

    /// The name of a region below its number, where there is room for it.
    fn name_galley(&self, region: RegionId) -> Option<(Pos2, Arc<Galley>)> {
        let room = self.art.bounds[usize::from(region)].size() * self.shown.scale;
        let height = self.badge_height();
        if room.y < 2.6 * height || self.shown.scale * self.art.size().x < 1000.0 {
            return None;
        }
        let name = &self.art.map().regions[usize::from(region)].name;
        let galley = self.painter.layout_no_wrap(name.clone(), theme::plain(12.0), INK);
        let place = self.label(region) + vec2(-galley.size().x / 2.0, height / 2.0 + 1.0);
        (galley.size().x < room.x * 0.86).then_some((place, galley))
    }

    /// Paints the name of a region. On the strong colours of players, arrows and the cursor it needs a pale
    /// background.
    fn name(&self, region: RegionId, is_strong: bool) {
        let Some((place, galley)) = self.name_galley(region) else { return };
        if is_strong {
            let back = Rect::from_min_size(place, galley.size()).expand2(vec2(3.0, -1.0));
            self.painter.rect_filled(back, CornerRadius::same(4), PAPER.gamma_multiply(0.65));
        }
        self.painter.galley(place, galley, INK);
    }

    /// Where the numbers of armies and the names of regions are, about.
    fn labels(&self) -> Vec<Rect> {
        let number = vec2(2.0, 1.0) * self.badge_height();
        let regions = 0..self.art.map().regions.len() as RegionId;
        let labels = regions.flat_map(|region| {
            let name = self.name_galley(region);
            let name = name.map(|(place, galley)| Rect::from_min_size(place, galley.size()));
            name.into_iter().chain([Rect::from_center_size(self.label(region), number)])
        });
        labels.filter(|label| label.intersects(self.shown.screen)).collect()
    }

    /// A number in a box with the colour and the symbol of its owner. Returns the box.
    fn number(&self, at: Pos2, text: &str, owner: Option<u8>, height: f32) -> Rect {
        let galley = self.painter.layout_no_wrap(text.to_owned(), theme::heavy(height * 0.72), INK);
        let sign = if owner.is_some() { height * 0.62 } else { 0.0 };
        let width = (galley.size().x + sign + height * 0.5).max(height);
        let rect = Rect::from_center_size(at, vec2(width, height));
        let corner = CornerRadius::same((height / 2.0).min(255.0) as u8);
        let colour = owner.map_or(INK, player);
        self.painter.rect_filled(
            rect.translate(vec2(0.0, 1.0)).expand(0.5),
            corner,
            INK.gamma_multiply(0.35),
        );
        self.painter.rect_filled(rect, corner, PAPER);
        let stroke = Stroke::new(if owner.is_some() { 1.8 } else { 1.0 }, colour);
        self.painter.rect_stroke(rect, corner, stroke, StrokeKind::Inside);
        if let Some(owner) = owner {
            symbol(&self.painter, pos2(rect.left() + height * 0.48, at.y), height * 0.24, owner, colour);
        }
        let text_at = pos2(rect.center().x + sign * 0.4, at.y) - galley.size() / 2.0;
        self.painter.galley(text_at, galley, INK);
        rect
    }

    /// The straight lines of a way; two if it leads over the edge of the map.
    fn ways(&self, from: RegionId, to: RegionId) -> Vec<(Pos2, Pos2)> {
        let (from, to) = (self.art.label(from), self.art.label(to));
        let ways = straight_ways((from.x, from.y), (to.x, to.y), self.art.size().x);
        let place = |(x, y): (f32, f32)| self.shown.place(pos2(x, y));
        ways.into_iter().map(|(from, to)| (place(from), place(to))).collect()
    }

    /// An attack or transfer with its number. Returns the places of the number.
    pub fn arrow(&self, arrow: Arrow) -> Vec<Rect> {
        self.numbered_arrow(arrow, player(arrow.player), Some(arrow.player), Shaft::Solid)
    }

    /// The same for an order that a hint proposes: dashed, in no player's colour.
    pub fn proposed_arrow(&self, arrow: Arrow) -> Vec<Rect> {
        self.numbered_arrow(arrow, self.tokens.accent, None, Shaft::Dashed)
    }

    fn numbered_arrow(&self, arrow: Arrow, colour: Color32, owner: Option<u8>, shaft: Shaft) -> Vec<Rect> {
        let height = self.badge_height();
        let mut places = Vec::new();
        for (from, to) in self.ways(arrow.from, arrow.to) {
            self.arrow_between(from, to, colour, height, shaft);
            if let Some(armies) = arrow.armies {
                let length = from.distance(to);
                let along = (to - from) / length.max(1.0);
                // On a short arrow the number would hide it.
                let aside = if length < height * 6.0 { along.rot90() * height * 0.75 } else { Vec2::ZERO };
                let at = from.lerp(to, 0.48) + aside;
                places.push(self.number(at, &armies.to_string(), owner, height * 0.82));
            }
        }
        places
    }

    fn arrow_between(&self, from: Pos2, to: Pos2, colour: Color32, height: f32, shaft: Shaft) {
        let length = from.distance(to);
        if length < 2.0 {
            return;
        }
        let along = (to - from) / length;
        let gap = (height * 0.62).min(length / 4.0);
        let thick = height * 0.28;
        let (start, tip) = (from + along * gap, to - along * gap);
        let neck = tip - along * (thick * 2.4).min(length * 0.4);
        let side = along.rot90();
        for (extra, colour) in [(1.6, PAPER), (0.0, colour)] {
            let stroke = Stroke::new(thick + 2.0 * extra, colour);
            match shaft {
                Shaft::Solid => _ = self.painter.line_segment([start, neck], stroke),
                Shaft::Dashed => {
                    self.painter.extend(Shape::dashed_line(&[start, neck], stroke, thick * 1.6, thick * 1.4));
                }
            }
            let wide = side * (thick * 1.25 + extra * 1.5);
            let (tip, back) = (tip + along * extra * 1.6, neck - along * extra);
            self.painter.add(Shape::convex_polygon(
                vec![tip, back + wide, back - wide],
                colour,
                Stroke::NONE,
            ));
        }
    }

    /// Armies on their way.
    pub fn moving(&self, from: RegionId, to: RegionId, part: f32, armies: u32, side: u8) {
        for (from, to) in self.ways(from, to) {
            self.number(from.lerp(to, part), &armies.to_string(), Some(side), self.badge_height() * 1.1);
        }
    }

    /// The order that is being drawn.
    pub fn drag(&self, from: RegionId, place: Pos2, over: Option<RegionId>) {
        let neighbours = &self.art.map().regions[usize::from(from)].neighbours;
        let target = over.filter(|over| neighbours.contains(over));
        let end = target.map_or(place, |target| self.label(target));
        let colour = if target.is_some() { self.tokens.accent } else { INK.gamma_multiply(0.6) };
        self.arrow_between(self.label(from), end, colour, self.badge_height(), Shaft::Solid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_leaves_other_numbers_free() {
        let square = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Vec2::splat(20.0));
        let beside = square(100.0, 100.0);
        let screen = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 200.0));
        let place_on =
            |screen, others: &[Rect]| place_note(beside, Vec2::splat(20.0), others, screen).center();
        let place = |others: &[Rect]| place_on(screen, others);
        assert_eq!(place(&[]), pos2(121.0, 100.0), "at the right");
        assert_eq!(place(&[square(130.0, 105.0)]), pos2(79.0, 100.0), "else at the left");
        assert_eq!(place(&[square(130.0, 105.0), square(75.0, 95.0)]), pos2(100.0, 79.0), "else above");
        let around = [square(121.0, 100.0), square(79.0, 100.0), square(100.0, 79.0), square(100.0, 121.0)];
        let corner = place(&around.map(|side| side.shrink2(vec2(2.0, 2.0))));
        assert_eq!(corner, pos2(121.0, 79.0), "at a corner, where all sides are taken");
        assert_eq!(place(&[beside.expand(50.0)]), pos2(121.0, 100.0), "where nothing is free, at the right");
        let narrow = Rect::from_min_max(pos2(0.0, 0.0), pos2(120.0, 200.0));
        assert_eq!(place_on(narrow, &[]), pos2(79.0, 100.0), "not beyond the edge of the screen");
    }
}
