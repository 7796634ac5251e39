//! Entanglement: which cells are tied together, cycles, and their collapses.

use super::{Cell, Mark, Move, Place, Position};

/// A closed cycle that waits for its collapse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The mark that closed it.
    pub closing: Mark,
    /// Its cells, in order around the cycle, from the lower cell of the closing mark.
    pub cells: Vec<Cell>,
    /// Its marks: `marks[i]` ties `cells[i]` to the next cell. The closing mark is the last.
    pub marks: Vec<Mark>,
    /// The marks that are tied to the cycle but not on it. They settle with it.
    pub stems: Vec<Mark>,
}

/// One of the two ways a cycle can collapse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collapse {
    /// The mark that closed the cycle.
    pub mark: Mark,
    /// The cell in which that mark settles.
    pub cell: Cell,
    /// Every mark that settles, the closing mark first. Each other mark loses a cell to a mark before it.
    pub settled: Vec<(Mark, Cell)>,
}

impl Collapse {
    /// The move that chooses this collapse.
    pub fn as_move(&self) -> Move {
        Move::Collapse { mark: self.mark, cell: self.cell }
    }
    /// Whether `mark` settles in `cell`.
    pub fn settles(&self, mark: Mark, cell: Cell) -> bool {
        self.settled.contains(&(mark, cell))
    }
}

impl Position {
    /// The path of marks from `from` to `to`, as (mark, cell reached). There is at most one path: without the closing
    /// mark, which is left out here, the ties form a forest.
    fn path(&self, from: Cell, to: Cell) -> Option<Vec<(Mark, Cell)>> {
        let mut reached: Vec<(Cell, Vec<(Mark, Cell)>)> = vec![(from, Vec::new())];
        let mut next = 0;
        while let Some((cell, path)) = reached.get(next).cloned() {
            if cell == to {
                return Some(path);
            }
            for (mark, place) in self.marks().filter(|(mark, _)| Some(*mark) != self.closing_mark) {
                if let Some(other) = place.other(cell)
                    && !reached.iter().any(|(seen, _)| *seen == other)
                {
                    let mut longer = path.clone();
                    longer.push((mark, other));
                    reached.push((other, longer));
                }
            }
            next += 1;
        }
        None
    }

    /// Whether two open cells are tied together, so that another mark between them closes a cycle.
    pub fn tied(&self, a: Cell, b: Cell) -> bool {
        a != b && self.path(a, b).is_some()
    }

    /// The cycle that waits for its collapse.
    pub fn cycle(&self) -> Option<Cycle> {
        let closing = self.closing_mark?;
        let Some(Place::Two(a, b)) = self.place(closing) else { return None };
        let path = self.path(a, b)?;
        let mut marks: Vec<Mark> = path.iter().map(|(mark, _)| *mark).collect();
        marks.push(closing);
        let cells = std::iter::once(a).chain(path.iter().map(|(_, cell)| *cell)).collect();
        let stems = self.settled_by(closing, a).into_iter().map(|(mark, _)| mark);
        let stems = stems.filter(|mark| !marks.contains(mark)).collect();
        Some(Cycle { closing, cells, marks, stems })
    }

    /// The marks that settle if `mark` settles in `cell`. A mark that loses a cell settles in its other cell.
    pub(super) fn settled_by(&self, mark: Mark, cell: Cell) -> Vec<(Mark, Cell)> {
        let mut settled = vec![(mark, cell)];
        let mut next = 0;
        while let Some(&(_, taken)) = settled.get(next) {
            for (mark, place) in self.marks() {
                if let Some(other) = place.other(taken)
                    && !settled.iter().any(|(seen, _)| *seen == mark)
                {
                    settled.push((mark, other));
                }
            }
            next += 1;
        }
        settled
    }

    /// The two collapses to choose from; none if no cycle is closed.
    pub fn collapses(&self) -> Vec<Collapse> {
        let Some(mark) = self.closing_mark else { return Vec::new() };
        let Some(Place::Two(a, b)) = self.place(mark) else { return Vec::new() };
        [a, b].map(|cell| Collapse { mark, cell, settled: self.settled_by(mark, cell) }).into()
    }
}
