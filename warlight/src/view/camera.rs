//! Which part of a map is shown, and how large.

use egui::{Pos2, Rect, Vec2};

/// The largest zoom; 1 shows the whole map.
const MAX_ZOOM: f32 = 12.0;

/// Which part of a map is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// 1 shows the whole map.
    zoom: f32,
    /// The point of the map in the middle; `None` for the middle of the map.
    centre: Option<Pos2>,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { zoom: 1.0, centre: None }
    }
}

/// How a map of some size is shown in a rectangle of the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// The rectangle.
    pub screen: Rect,
    /// Points of the screen for a pixel of the map.
    pub scale: f32,
    centre: Pos2,
}

impl Projection {
    /// The place of a point of the map on the screen.
    pub fn place(&self, point: Pos2) -> Pos2 {
        self.screen.center() + (point - self.centre) * self.scale
    }

    /// The point of the map at a place on the screen.
    pub fn point(&self, place: Pos2) -> Pos2 {
        self.centre + (place - self.screen.center()) / self.scale
    }
}

impl Camera {
    /// Shows the whole map.
    pub fn reset(&mut self) {
        *self = Camera::default();
    }

    /// How the map is shown now.
    pub fn projection(&self, screen: Rect, map: Vec2) -> Projection {
        let scale = whole(screen, map) * self.zoom;
        let centre = self.centre.unwrap_or((map / 2.0).to_pos2());
        Projection { screen, scale, centre: inside(centre, screen.size() / scale, map) }
    }

    /// Makes everything larger by a factor. What is at `place` stays there.
    pub fn zoom_at(&mut self, place: Pos2, factor: f32, screen: Rect, map: Vec2) {
        let before = self.projection(screen, map);
        let point = before.point(place);
        self.zoom = (self.zoom * factor).clamp(1.0, MAX_ZOOM);
        let scale = whole(screen, map) * self.zoom;
        let centre = point - (place - screen.center()) / scale;
        self.centre = Some(inside(centre, screen.size() / scale, map));
    }

    /// Moves the map by a distance on the screen.
    pub fn pan(&mut self, by: Vec2, screen: Rect, map: Vec2) {
        let now = self.projection(screen, map);
        self.centre = Some(inside(now.centre - by / now.scale, screen.size() / now.scale, map));
    }

    /// Moves the map so that a point of it is in sight.
    pub fn show(&mut self, point: Pos2, screen: Rect, map: Vec2) {
        let now = self.projection(screen, map);
        if !screen.shrink(24.0).contains(now.place(point)) {
            self.centre = Some(inside(point, screen.size() / now.scale, map));
        }
    }
}

/// Points of the screen for a pixel if the whole map is shown.
fn whole(screen: Rect, map: Vec2) -> f32 {
    (screen.width() / map.x).min(screen.height() / map.y).max(0.01)
}

/// The centre that is nearest to the wanted one and shows no more than the map, where the map fills the screen.
fn inside(centre: Pos2, shown: Vec2, map: Vec2) -> Pos2 {
    let along = |centre: f32, shown: f32, map: f32| {
        if shown >= map { map / 2.0 } else { centre.clamp(shown / 2.0, map - shown / 2.0) }
    };
    Pos2::new(along(centre.x, shown.x, map.x), along(centre.y, shown.y, map.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    const MAP: Vec2 = Vec2::new(2000.0, 1000.0);

    fn screen() -> Rect {
        Rect::from_min_size(pos2(8.0, 40.0), vec2(900.0, 700.0))
    }

    #[test]
    fn the_whole_map_is_shown_first() {
        let shown = Camera::default().projection(screen(), MAP);
        for corner in [pos2(0.0, 0.0), pos2(2000.0, 1000.0)] {
            assert!(screen().expand(0.01).contains(shown.place(corner)));
        }
        assert!((shown.scale - 0.45).abs() < 1e-6);
    }

    #[test]
    fn a_place_and_its_point_belong_together_at_every_zoom() {
        let mut camera = Camera::default();
        for step in 0..40 {
            let place = pos2(300.0 + 7.0 * step as f32, 200.0 + 5.0 * step as f32);
            let point = camera.projection(screen(), MAP).point(place);
            camera.zoom_at(place, 1.1, screen(), MAP);
            let after = camera.projection(screen(), MAP);
            assert!(after.place(after.point(place)).distance(place) < 1e-2);
            // Once the map fills the screen, what is under the pointer stays there.
            if camera.zoom > 2.0 {
                assert!(after.point(place).distance(point) < 0.2, "{step}");
            }
        }
        assert!((camera.zoom - MAX_ZOOM).abs() < 1e-3);
        camera.pan(vec2(1e6, -1e6), screen(), MAP);
        let shown = camera.projection(screen(), MAP);
        assert!(shown.point(screen().left_bottom()).distance(pos2(0.0, 1000.0)) < 0.1);
        camera.reset();
        assert_eq!(camera, Camera::default());
    }
}
