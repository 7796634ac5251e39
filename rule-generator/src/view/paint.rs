//! The painting tools: which cells a stroke covers, and what the user does on the grid.

use super::grid::GridEvent;
use super::settings::Settings;
use super::{Generator, words};
use crate::contradiction::Cell;
use crate::mask::{ColourIndex, Mask, PAPER};
use common::words::sentence;
use serde::{Deserialize, Serialize};

/// A painting tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// Paints where the pointer goes.
    #[default]
    Pencil,
    /// Paints a straight line.
    Line,
    /// Paints a filled rectangle.
    Rectangle,
    /// Fills an area of one colour.
    Fill,
}

impl Tool {
    /// All tools.
    pub const ALL: [Tool; 4] = [Tool::Pencil, Tool::Line, Tool::Rectangle, Tool::Fill];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Pencil => "Pencil",
            Tool::Line => "Line",
            Tool::Rectangle => "Rectangle",
            Tool::Fill => "Fill",
        }
    }

    /// What it does, for the tooltip.
    pub fn description(self) -> &'static str {
        match self {
            Tool::Pencil => "Click or drag to paint. The right button erases.",
            Tool::Line => "Drag to paint a straight line. The right button erases.",
            Tool::Rectangle => "Drag to paint a filled rectangle. The right button erases.",
            Tool::Fill => "Click to fill an area of one colour. The right button erases it.",
        }
    }
}

/// The cells of a straight line, both ends included.
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = (to.0 as f64 - from.0 as f64, to.1 as f64 - from.1 as f64);
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
    let at = |start: usize, change: f64, step: usize| {
        (start as f64 + change * step as f64 / steps.max(1) as f64).round() as usize
    };
    (0..=steps).map(|step| (at(from.0, dx, step), at(from.1, dy, step))).collect()
}

/// The cells of a rectangle with these corners.
pub fn rectangle(from: Cell, to: Cell) -> Vec<Cell> {
    let columns = from.0.min(to.0)..=from.0.max(to.0);
    let rows = from.1.min(to.1)..=from.1.max(to.1);
    rows.flat_map(|y| columns.clone().map(move |x| (x, y))).collect()
}

/// Adds the mirror images of cells in a row of this width.
pub fn mirrored(cells: Vec<Cell>, width: usize) -> Vec<Cell> {
    let images: Vec<Cell> = cells.iter().map(|(x, y)| (width - 1 - x, *y)).collect();
    cells.into_iter().chain(images).collect()
}

/// A stroke that has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// The first cell.
    pub from: Cell,
    /// The last cell.
    pub to: Cell,
    /// The colour.
    pub colour: ColourIndex,
}

impl Stroke {
    /// The mask with the stroke of a tool. `before` is the mask without the stroke. The pencil is not drawn this way, as
    /// its cells depend on the way of the pointer.
    pub fn draw(&self, tool: Tool, mirror: bool, mut before: Mask) -> Mask {
        let cells = match tool {
            Tool::Line => line(self.from, self.to),
            Tool::Rectangle => rectangle(self.from, self.to),
            Tool::Pencil | Tool::Fill => vec![self.to],
        };
        let cells = if mirror { mirrored(cells, before.width()) } else { cells };
        for (x, y) in cells {
            if tool == Tool::Fill {
                before = before.filled(x, y, self.colour);
            } else {
                before.set(x, y, self.colour);
            }
        }
        before
    }
}

impl Generator {
    /// Applies what the user did on the grid.
    pub(super) fn handle_grid_event(&mut self, event: GridEvent) {
        let Settings { tool, mirror, .. } = self.settings;
        match event {
            GridEvent::Press { cell, erase } => {
                self.canvas.finish_step();
                // What was said before is about an older picture.
                self.say(tool.description());
                let colour = if erase { PAPER } else { self.brush };
                self.stroke = Some(Stroke { from: cell, to: cell, colour });
                self.draw_stroke(&[cell]);
            }
            GridEvent::Drag(cell) => {
                let Some(stroke) = &mut self.stroke else { return };
                let way = line(stroke.to, cell);
                stroke.to = cell;
                self.draw_stroke(&way);
            }
            GridEvent::Release => {
                self.stroke = None;
                self.canvas.finish_step();
            }
            GridEvent::Dab { cell, erase } => {
                self.canvas.finish_step();
                let colour = if erase { PAPER } else { self.brush };
                let dab = Stroke { from: cell, to: cell, colour };
                let tool = if erase { Tool::Pencil } else { tool };
                self.canvas.change_from_base(|base| dab.draw(tool, mirror, base));
                self.canvas.finish_step();
                self.say(&sentence(&words::cell_in_words(cell, self.canvas.mask().get(cell.0, cell.1))));
            }
            GridEvent::Colour(colour) if usize::from(colour) < self.palette() => {
                self.brush = colour;
                self.say(&format!("Painting with {}.", words::colour_name(colour)));
            }
            GridEvent::Colour(colour) => {
                let last = self.palette() - 1;
                self.complain(&format!(
                    "There is no colour {colour}: the colours are 0 to {last}. The button + adds one."
                ));
            }
        }
    }

    /// Draws the current stroke; the pencil paints the way since the last event.
    fn draw_stroke(&mut self, way: &[Cell]) {
        let Some(stroke) = self.stroke else { return };
        let Settings { tool, mirror, .. } = self.settings;
        if tool == Tool::Pencil {
            let cells = way.to_vec();
            let cells = if mirror { mirrored(cells, self.canvas.mask().width()) } else { cells };
            self.canvas.paint(&cells, stroke.colour);
        } else {
            self.canvas.change_from_base(|base| stroke.draw(tool, mirror, base));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::INK;

    #[test]
    fn lines_have_both_ends_and_no_gaps() {
        assert_eq!(line((2, 3), (2, 3)), [(2, 3)]);
        assert_eq!(line((0, 0), (3, 1)), [(0, 0), (1, 0), (2, 1), (3, 1)]);
        for to in [(9, 0), (0, 9), (9, 4), (2, 7)] {
            let cells = line((5, 5), to);
            assert_eq!((cells[0], *cells.last().unwrap()), ((5, 5), to));
            for pair in cells.windows(2) {
                assert!(
                    pair[0].0.abs_diff(pair[1].0) <= 1 && pair[0].1.abs_diff(pair[1].1) <= 1,
                    "{cells:?}"
                );
            }
        }
    }

    #[test]
    fn shapes_are_drawn_with_their_mirror_images() {
        let draw = |tool, mirror| {
            let stroke = Stroke { from: (0, 0), to: (1, 1), colour: INK };
            stroke.draw(tool, mirror, Mask::new(5, 3)).to_string()
        };
        assert_eq!(draw(Tool::Rectangle, false), "##...\n##...\n.....\n");
        assert_eq!(draw(Tool::Rectangle, true), "##.##\n##.##\n.....\n");
        assert_eq!(draw(Tool::Line, true), "#...#\n.#.#.\n.....\n");
        assert_eq!(draw(Tool::Fill, false), "#####\n#####\n#####\n");
    }
}
