//! Generations as images with one pixel per cell.

use super::{CellStyle, PreviewStart, color32};
use crate::automaton::{Automaton, SpaceTime, evolve};
use egui::{Color32, ColorImage, Painter, Pos2, Rect, TextureHandle, TextureOptions};
use std::ops::Range;

/// A rectangular part of a space–time diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub cells: Range<usize>,
    pub generations: Range<usize>,
}

impl Part {
    /// The part that a viewport shows. The viewport is relative to the diagram, whose cells are `zoom` wide.
    pub fn visible(rows: &SpaceTime, viewport: Rect, zoom: f32) -> Part {
        let range = |from: f32, to: f32, len: usize| {
            let first = ((from / zoom).floor().max(0.0) as usize).min(len);
            let end = ((to / zoom).ceil().max(0.0) as usize).min(len);
            first..end.max(first)
        };
        Part {
            cells: range(viewport.left(), viewport.right(), rows.width()),
            generations: range(viewport.top(), viewport.bottom(), rows.generations()),
        }
    }

    /// The part without the generations from this one on.
    pub fn before(self, generation: usize) -> Part {
        let Part { cells, generations } = self;
        Part { cells, generations: generations.start.min(generation)..generations.end.min(generation) }
    }

    fn is_empty(&self) -> bool {
        self.cells.is_empty() || self.generations.is_empty()
    }
}

/// The texture of the visible part. It is rebuilt only if the generations, the part or the colours change.
#[derive(Default)]
pub(super) struct PartTexture {
    texture: Option<TextureHandle>,
    key: Option<(u64, Part, Vec<Color32>)>,
}

impl PartTexture {
    /// Rebuilds the texture if necessary. `version` changes with every change of `rows`.
    pub fn update(
        &mut self,
        ctx: &egui::Context,
        rows: &SpaceTime,
        version: u64,
        part: &Part,
        style: &CellStyle,
    ) {
        let key = (version, part.clone(), style.fills().collect());
        if part.is_empty() || self.key.as_ref() == Some(&key) {
            return;
        }
        let image = image(rows, part, &key.2);
        match &mut self.texture {
            Some(texture) => texture.set(image, TextureOptions::NEAREST),
            None => self.texture = Some(ctx.load_texture("space-time", image, TextureOptions::NEAREST)),
        }
        self.key = Some(key);
    }

    /// Paints the texture.
    pub fn paint(&self, painter: &Painter, rect: Rect) {
        if let Some(texture) = self.texture.as_ref().filter(|_| rect.is_positive()) {
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            painter.image(texture.id(), rect, whole, Color32::WHITE);
        }
    }
}

fn image(rows: &SpaceTime, part: &Part, colors: &[Color32]) -> ColorImage {
    let row = |generation: usize| {
        rows.row(generation)[part.cells.clone()].iter().map(|state| colors[usize::from(*state)])
    };
    ColorImage::new(
        [part.cells.len(), part.generations.len()],
        part.generations.clone().flat_map(row).collect(),
    )
}

/// A small image of an automaton: its own picture, or `cells` × `generations` cells from the default start row.
pub fn thumbnail(automaton: &Automaton, cells: usize, generations: usize) -> ColorImage {
    let rows = automaton.draw().unwrap_or_else(|| {
        let row = PreviewStart::default_for(automaton).row(automaton, cells);
        evolve(&automaton.table(), automaton.boundary(), &row, generations)
    });
    let colors: Vec<Color32> = automaton.colours().map(color32).collect();
    image(&rows, &Part { cells: 0..rows.width(), generations: 0..rows.generations() }, &colors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{Boundary, library, wolfram};
    use egui::{pos2, vec2};

    #[test]
    fn every_thumbnail_of_the_library_has_several_colours() {
        for sample in library::all() {
            let picture = thumbnail(&sample.automaton, 66, 44);
            let first = picture.pixels[0];
            assert!(picture.pixels.iter().any(|pixel| *pixel != first), "{}", sample.file);
        }
    }

    #[test]
    fn an_image_contains_only_the_visible_part() {
        let rows = evolve(&wolfram::table(2, "90").unwrap(), Boundary::default(), &[0, 0, 0, 1, 0, 0, 0], 4);
        let viewport = Rect::from_min_size(pos2(15.0, 4.0), vec2(20.0, 14.0));
        let part = Part::visible(&rows, viewport, 10.0);
        assert_eq!(part, Part { cells: 1..4, generations: 0..2 });
        let colors = [Color32::WHITE, Color32::BLACK];
        let (o, x) = (Color32::WHITE, Color32::BLACK);
        assert_eq!(image(&rows, &part, &colors).pixels, [o, o, x, o, x, o]);
        let beyond = Part::visible(&rows, viewport.translate(vec2(1000.0, 1000.0)), 10.0);
        assert!(beyond.is_empty());
        assert_eq!(part.before(1), Part { cells: 1..4, generations: 0..1 });
        let everything =
            Part::visible(&rows, Rect::from_min_size(pos2(-5.0, -5.0), vec2(500.0, 500.0)), 10.0);
        assert_eq!(everything, Part { cells: 0..7, generations: 0..4 });
    }
}
