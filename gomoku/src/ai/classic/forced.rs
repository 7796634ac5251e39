//! The source document's rules: runs that must be completed, blocked or made longer.

use super::runs::runs;
use crate::rules::{Colour, DIRECTIONS, Grid, Point, Position};

/// A rule of the document: what to look for, most pressing first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pressing {
    /// Whether the run is the mover's own or the opponent's.
    pub own: bool,
    /// How many stones it has. A four needs one open end, shorter ones need both.
    pub size: u8,
}

impl Pressing {
    /// All of them in the order of the document: complete a four, block one, and so on down to runs of two.
    pub const ALL: [Pressing; 6] = [
        Pressing::own(4),
        Pressing::other(4),
        Pressing::own(3),
        Pressing::other(3),
        Pressing::own(2),
        Pressing::other(2),
    ];

    const fn own(size: u8) -> Pressing {
        Pressing { own: true, size }
    }

    const fn other(size: u8) -> Pressing {
        Pressing { own: false, size }
    }

    /// The legal points that answer it, from the lower left corner row by row. A four counts only where the stone would make
    /// a row that wins.
    pub fn points(self, position: &Position) -> Vec<Point> {
        let colour = if self.own { position.colour() } else { position.colour().other() };
        let grid = position.grid();
        let mut points = Vec::new();
        for run in runs(grid).filter(|run| run.colour == colour && run.size == self.size) {
            let open: Vec<usize> = run.open(grid).collect();
            if self.size == 4 {
                points.extend(open.into_iter().filter(|end| wins(position, *end, colour)));
            } else if open.len() == 2 {
                points.extend(open);
            }
        }
        let mut points: Vec<Point> = points.into_iter().map(Grid::point).collect();
        points.sort_unstable();
        points.dedup();
        points.retain(|point| position.forbidden(*point).is_none());
        points
    }
}

/// Whether a stone on an empty place makes a row that wins.
fn wins(position: &Position, index: usize, colour: Colour) -> bool {
    let own = colour.into();
    let grid = position.grid();
    let beside = |next: usize, step: usize| if grid.cell(next) == own { grid.length(next, step) } else { 0 };
    DIRECTIONS
        .into_iter()
        .any(|step| position.rule().wins(colour, 1 + beside(index - step, step) + beside(index + step, step)))
}
