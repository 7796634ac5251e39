//! A reference implementation of the search: it rates every board from scratch and does not prune. The fast search must
//! find the same moves.

use super::minimax::WON;
use super::run_values::RunValues;
use super::runs::runs;
use crate::rules::{Cell, Colour, DIRECTIONS, Grid, Point, Position, Rule, renju};

/// The value of all runs of black, minus that of white.
pub fn rating(grid: &Grid, values: &RunValues) -> i32 {
    let value = |run: super::runs::Run| {
        let value = values.of(run.colour, run.size, run.blocked(grid));
        if run.colour == Colour::Black { value } else { -value }
    };
    runs(grid).map(value).sum()
}

/// The empty points with a stone at a distance of two or less; on an empty board the centre.
pub fn relevant(grid: &Grid) -> Vec<Point> {
    if grid.stones().next().is_none() {
        return vec![grid.size().centre()];
    }
    let near = |a: Point, b: Point| a.row.abs_diff(b.row) <= 2 && a.column.abs_diff(b.column) <= 2;
    grid.empty().filter(|point| grid.stones().any(|(stone, _)| near(*point, stone))).collect()
}

/// The result of the plain search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The best move, if there is a relevant one.
    pub point: Option<Point>,
    /// The value of the board for the colour to move.
    pub value: i32,
    /// Number of boards that were rated.
    pub nodes: u64,
}

/// The best move of a position by a search of `depth` plies over the `best` moves of each board.
pub fn search(position: &Position, depth: u32, best: usize) -> Found {
    let mut plain = PlainSearch {
        grid: position.grid().clone(),
        rule: position.rule(),
        values: RunValues::new(position.rule()),
        best,
        nodes: 0,
    };
    let (value, point) = plain.value(position.colour(), 0, depth);
    Found { point, value, nodes: plain.nodes }
}

struct PlainSearch {
    grid: Grid,
    rule: Rule,
    values: RunValues,
    best: usize,
    nodes: u64,
}

impl PlainSearch {
    fn rating(&self, colour: Colour) -> i32 {
        let rating = rating(&self.grid, &self.values);
        if colour == Colour::Black { rating } else { -rating }
    }

    fn value(&mut self, colour: Colour, ply: i32, depth: u32) -> (i32, Option<Point>) {
        let moves = self.moves(colour);
        let mut found = (0, None);
        for (point, rating) in moves {
            let index = Grid::index(point);
            self.grid.set(index, colour.into());
            let wins = |step: &usize| self.rule.wins(colour, self.grid.length(index, *step));
            let value = if DIRECTIONS.iter().any(wins) {
                WON - ply - 1
            } else if self.grid.empty().next().is_none() {
                0
            } else if depth == 1 {
                rating
            } else {
                -self.value(colour.other(), ply + 1, depth - 1).0
            };
            self.grid.set(index, Cell::Empty);
            if found.1.is_none() || value > found.0 {
                found = (value, Some(point));
            }
        }
        found
    }

    /// The best moves of a colour, by the rating after them, then by row and column.
    fn moves(&mut self, colour: Colour) -> Vec<(Point, i32)> {
        let points = self.legal(colour, relevant(&self.grid));
        let mut moves: Vec<(Point, i32)> =
            points.into_iter().map(|point| (point, self.rating_after(colour, point))).collect();
        moves.sort_by_key(|(point, rating)| (-rating, *point));
        moves.truncate(self.best);
        moves
    }

    fn legal(&mut self, colour: Colour, points: Vec<Point>) -> Vec<Point> {
        let restricted = self.rule == Rule::Renju && colour == Colour::Black;
        let mut is_legal =
            |point: &Point| !restricted || renju::forbidden(&mut self.grid, Grid::index(*point)).is_none();
        points.into_iter().filter(|point| is_legal(point)).collect()
    }

    fn rating_after(&mut self, colour: Colour, point: Point) -> i32 {
        let index = Grid::index(point);
        self.grid.set(index, colour.into());
        let rating = self.rating(colour);
        self.grid.set(index, Cell::Empty);
        self.nodes += 1;
        rating
    }
}
