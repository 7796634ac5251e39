//! The source document's rules: runs to complete, block or extend.

use super::runs::runs;
use crate::rules::{Colour, DIRECTIONS, Grid, Point, Position};

/// A rule of the document: the kind of run to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunRule {
    /// Whether the run belongs to the side to move.
    pub own: bool,
    /// The number of stones. A four needs one open end, shorter runs need two.
    pub size: u8,
}

impl RunRule {
    /// All rules, most urgent first: complete a four, block one, and so on down to runs of two.
    pub const ALL: [RunRule; 6] = [
        RunRule::own(4),
        RunRule::other(4),
        RunRule::own(3),
        RunRule::other(3),
        RunRule::own(2),
        RunRule::other(2),
    ];

    const fn own(size: u8) -> RunRule {
        RunRule { own: true, size }
    }

    const fn other(size: u8) -> RunRule {
        RunRule { own: false, size }
    }

    /// The legal points at the ends of such runs, from the lower left corner row by row. A four counts only if the
    /// stone makes a winning row.
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

/// Whether a stone on an empty point makes a winning row.
fn wins(position: &Position, index: usize, colour: Colour) -> bool {
    let own = colour.into();
    let grid = position.grid();
    let run_beside =
        |next: usize, step: usize| if grid.cell(next) == own { grid.length(next, step) } else { 0 };
    DIRECTIONS.into_iter().any(|step| {
        position.rule().wins(colour, 1 + run_beside(index - step, step) + run_beside(index + step, step))
    })
}
