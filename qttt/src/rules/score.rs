//! Lines, and the points for them.

use super::{Cell, Mark, Position, Scoring};
use common::game::{Outcome, Side};

/// The eight lines of the board, by cell number.
pub const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Three settled marks of one player in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The side that has it.
    pub owner: Side,
    /// Its cells.
    pub cells: [Cell; 3],
    /// Its marks, in the order of the cells.
    pub marks: [Mark; 3],
}

impl Line {
    /// The mark that decides between two lines, the one with the lower subscript winning: the smallest mark for `seed`,
    /// the largest for `goff`.
    pub fn deciding_mark(&self, scoring: Scoring) -> Mark {
        let [a, b, c] = self.marks;
        match scoring {
            Scoring::Seed => a.min(b).min(c),
            Scoring::Goff => a.max(b).max(c),
        }
    }
}

impl Position {
    /// All lines on the board. One collapse can complete lines of both players.
    pub fn lines(&self) -> Vec<Line> {
        let line = |numbers: [u8; 3]| {
            let cells = numbers.map(|n| Cell::new(n).expect("lines are on the board"));
            let [a, b, c] = cells.map(|cell| self.settled(cell));
            let marks = [a?, b?, c?];
            let owner = marks[0].owner();
            marks.iter().all(|mark| mark.owner() == owner).then_some(Line { owner, cells, marks })
        };
        LINES.into_iter().filter_map(line).collect()
    }

    /// The line that counts for a player: the one with the lowest deciding mark.
    pub fn best_line(&self, side: Side) -> Option<Line> {
        self.lines()
            .into_iter()
            .filter(|line| line.owner == side)
            .min_by_key(|line| line.deciding_mark(self.scoring))
    }

    /// The result, if there is a line or the board is full of settled marks.
    pub(super) fn result(&self) -> Option<Outcome> {
        match (self.best_line(Side::FIRST), self.best_line(Side::SECOND)) {
            (None, None) => self.open_cells().next().is_none().then(|| Outcome::draw(2)),
            (Some(_), None) => Some(Outcome::win(Side::FIRST, 2)),
            (None, Some(_)) => Some(Outcome::win(Side::SECOND, 2)),
            (Some(x), Some(y)) => {
                // Marks of different players are never equal.
                let first = x.deciding_mark(self.scoring) < y.deciding_mark(self.scoring);
                let winner = if first { Side::FIRST } else { Side::SECOND };
                Some(match self.scoring {
                    Scoring::Seed => Outcome::win(winner, 2),
                    Scoring::Goff if first => Outcome::halves(&[2, 1]),
                    Scoring::Goff => Outcome::halves(&[1, 2]),
                })
            }
        }
    }
}
