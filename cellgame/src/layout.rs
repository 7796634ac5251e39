//! The shape of a board and the rules that its cells follow.

use crate::automaton_ref::library;
use common::automaton::{Automaton, AutomatonKind, Boundary, Rule, RuleTable, State, Triple, triples};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The largest number of columns.
pub const MAX_WIDTH: usize = 60;
/// The largest number of rows.
pub const MAX_HEIGHT: usize = 40;
/// The smallest number of columns and of rows.
pub const MIN_SIDE: usize = 3;

/// A cell of a board. Its text is `c4`: the letters of the column, and the row counted from the top, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The generation, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

impl Cell {
    /// The letters of a column: a to z, then aa, ab and so on.
    pub fn letters(column: usize) -> String {
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        match column.checked_div(26) {
            Some(n @ 1..) => [letter(n - 1), letter(column)].iter().collect(),
            _ => letter(column).to_string(),
        }
    }

    /// Reads `c4` or `AB12`. The board may be too small for the cell.
    pub fn read(text: &str) -> Option<Cell> {
        let end = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, digits) = text.split_at(end);
        let letters = letters.to_ascii_lowercase();
        let value = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
        let column = match letters.as_bytes() {
            [one] => value(*one)?,
            [first, second] => 26 * (value(*first)? + 1) + value(*second)?,
            _ => return None,
        };
        if digits.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let row = digits.parse::<usize>().ok()?.checked_sub(1)?;
        Some(Cell { row, column })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Cell::letters(self.column), self.row + 1)
    }
}

/// The shape of a board, the automaton and what lies beyond the ends of a row.
///
/// Cells have indices, row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Layout {
    automaton: Arc<Automaton>,
    boundary: Boundary,
    width: usize,
    height: usize,
    /// The result of every triple; `None` for a triple that cannot occur.
    results: Arc<[Option<State>]>,
}

/// The error of a board that cannot have this shape.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadLayout {
    /// The size is outside the limits.
    #[error("{width}x{height} is not a valid size: use {MIN_SIDE}x{MIN_SIDE} to {MAX_WIDTH}x{MAX_HEIGHT}")]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The state beyond the edge is not one of the automaton's.
    #[error("the edge state {edge} does not exist: the automaton has the states 0 to {}", states - 1)]
    Edge {
        /// The state.
        edge: State,
        /// The number of states.
        states: u8,
    },
}

fn check_shape(boundary: Boundary, width: usize, height: usize, states: u8) -> Result<(), BadLayout> {
    if !(MIN_SIDE..=MAX_WIDTH).contains(&width) || !(MIN_SIDE..=MAX_HEIGHT).contains(&height) {
        return Err(BadLayout::Size { width, height });
    }
    match boundary {
        Boundary::Flat { edge } if edge >= states => Err(BadLayout::Edge { edge, states }),
        _ => Ok(()),
    }
}

impl Layout {
    /// A board of this size. A picture has its own size and boundary, which replace the given ones; its triples without
    /// a rule cannot occur, unless they occur in the picture, where they give state 0.
    pub fn new(
        automaton: &Arc<Automaton>,
        boundary: Boundary,
        width: usize,
        height: usize,
    ) -> Result<Layout, BadLayout> {
        let picture = automaton.start().filter(|_| automaton.kind() == AutomatonKind::Picture);
        let (boundary, width, height) = match picture {
            Some((start, generations)) => (automaton.boundary(), start.len(), generations),
            None => (boundary, width, height),
        };
        let states = automaton.states();
        check_shape(boundary, width, height, states)?;
        let mut results: Vec<Option<State>> = triples(states).map(|triple| automaton.rule(triple)).collect();
        if picture.is_some() {
            for triple in automaton.added_triples() {
                results[triple.index(states)] = Some(0);
            }
        }
        Ok(Layout { automaton: Arc::clone(automaton), boundary, width, height, results: results.into() })
    }

    /// A board whose triples have these results, in ascending order of the triples; a triple without a result cannot
    /// occur. The list must have a place for every triple, and its results must be states.
    pub fn from_rules(
        states: u8,
        results: &[Option<State>],
        boundary: Boundary,
        width: usize,
        height: usize,
    ) -> Result<Layout, BadLayout> {
        check_shape(boundary, width, height, states)?;
        let table = RuleTable::from_fn(states, |triple| results[triple.index(states)].unwrap_or(0));
        // The library knows the colours and the names of its automata.
        let known = library().iter().map(|entry| &entry.automaton).find(|entry| {
            let complete = entry.kind() != AutomatonKind::Picture && results.iter().all(Option::is_some);
            complete && entry.table() == table
        });
        let common = || Automaton::new(AutomatonKind::Common, &table).ok();
        let picture = || Automaton::picture(&table, boundary, vec![0; width], height);
        let automaton = Arc::new(known.cloned().or_else(common).unwrap_or_else(picture));
        Ok(Layout { automaton, boundary, width, height, results: results.into() })
    }

    /// The automaton.
    pub fn automaton(&self) -> &Arc<Automaton> {
        &self.automaton
    }

    /// What lies beyond the ends of a row.
    pub fn boundary(&self) -> Boundary {
        self.boundary
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The number of states.
    pub fn states(&self) -> u8 {
        self.automaton.states()
    }

    /// The result of a triple; `None` if the triple cannot occur.
    pub fn result(&self, triple: Triple) -> Option<State> {
        self.results[triple.index(self.states())]
    }

    /// All triples that can occur, with their results, in ascending order.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        triples(self.states()).filter_map(|triple| Some(Rule::new(triple, self.result(triple)?)))
    }

    /// The index of a cell; `None` if it is not on the board.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        (cell.column < self.width && cell.row < self.height).then(|| cell.row * self.width + cell.column)
    }

    /// The cell with an index.
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: index / self.width, column: index % self.width }
    }

    /// The column at `offset` from `column`; `None` beyond the edge of a flat plan.
    pub fn column_at(&self, column: usize, offset: isize) -> Option<usize> {
        let at = column.checked_add_signed(offset).filter(|at| *at < self.width);
        match self.boundary {
            Boundary::Flat { .. } => at,
            Boundary::Cyclic => {
                let width = self.width as isize;
                Some((column as isize + offset).rem_euclid(width) as usize)
            }
        }
    }

    /// The state beyond a flat edge.
    pub fn edge(&self) -> Option<State> {
        match self.boundary {
            Boundary::Flat { edge } => Some(edge),
            Boundary::Cyclic => None,
        }
    }

    /// The cells of the window whose result is `index`: left, middle and right in the row above, then the result.
    /// A cell beyond the edge is `None`. There is no window above the first row.
    pub fn window(&self, index: usize) -> Option<[Option<usize>; 4]> {
        let Cell { row, column } = self.cell(index);
        let above = row.checked_sub(1)? * self.width;
        let at = |offset| self.column_at(column, offset).map(|column| above + column);
        Some([at(-1), at(0), at(1), Some(index)])
    }

    /// The rows that grow from a start row, one after the other.
    pub fn grow(&self, start: &[State]) -> Vec<State> {
        // A board is too small for the packed rows of `evolve`: their tables take longer to build than the board.
        let mut cells = start.to_vec();
        for row in 1..self.height {
            let above = &cells[(row - 1) * self.width..];
            let state = |column| self.result(self.boundary.neighbourhood(above, column)).unwrap_or(0);
            let next: Vec<State> = (0..self.width).map(state).collect();
            cells.extend(next);
        }
        cells
    }

    /// The last row, and on a flat plan the outermost column on each side: what the classic layout shows.
    pub fn classic_cells(&self) -> Vec<bool> {
        let flat = self.edge().is_some();
        let shown = |Cell { row, column }: Cell| {
            row + 1 == self.height || (flat && (column == 0 || column + 1 == self.width))
        };
        (0..self.cells()).map(|index| shown(self.cell(index))).collect()
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} {} {:?}", self.width, self.height, self.boundary, self.automaton.table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{evolve, wolfram};

    pub(crate) fn elementary(number: u8, boundary: Boundary, width: usize, height: usize) -> Layout {
        let table = wolfram::table(2, &number.to_string()).unwrap();
        let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        Layout::new(&Arc::new(automaton), boundary, width, height).unwrap()
    }

    #[test]
    fn cells_are_read_as_they_are_written() {
        for row in 0..40 {
            for column in 0..60 {
                let cell = Cell { row, column };
                assert_eq!(Cell::read(&cell.to_string()), Some(cell));
            }
        }
        assert_eq!(Cell { row: 0, column: 59 }.to_string(), "bh1");
        for text in ["", "a", "4", "a0", "a-1", "aaa1", "a1b", "ä1", "a1000", "1a"] {
            assert_eq!(Cell::read(text), None, "{text}");
        }
    }

    #[test]
    fn windows_wrap_on_a_cyclic_plan_only() {
        let flat = elementary(30, Boundary::default(), 5, 4);
        assert_eq!(flat.window(5), Some([None, Some(0), Some(1), Some(5)]));
        assert_eq!(flat.window(9), Some([Some(3), Some(4), None, Some(9)]));
        assert_eq!(flat.window(4), None);
        let cyclic = elementary(30, Boundary::Cyclic, 5, 4);
        assert_eq!(cyclic.window(5), Some([Some(4), Some(0), Some(1), Some(5)]));
    }

    #[test]
    fn boards_grow_as_automata_evolve() {
        for boundary in [Boundary::Flat { edge: 1 }, Boundary::Cyclic] {
            let layout = elementary(110, boundary, 20, 12);
            let start: Vec<State> = [0, 1, 1, 0, 1, 0, 0, 0, 1, 1].repeat(2);
            let rows = evolve(&layout.automaton().table(), boundary, &start, 12);
            assert_eq!(layout.grow(&start), rows.rows().flatten().copied().collect::<Vec<_>>());
        }
    }

    #[test]
    fn some_triples_may_be_missing() {
        let results: Vec<Option<State>> = (0..8).map(|n| (n != 3).then_some((n % 2) as State)).collect();
        let layout = Layout::from_rules(2, &results, Boundary::Cyclic, 4, 3).unwrap();
        assert_eq!((layout.rules().count(), layout.result(Triple::new(0, 1, 1))), (7, None));
        let same = elementary(110, Boundary::default(), 4, 3);
        let results: Vec<Option<State>> = triples(2).map(|triple| same.result(triple)).collect();
        assert_eq!(
            Layout::from_rules(2, &results, Boundary::default(), 4, 3).unwrap().automaton().table(),
            same.automaton().table()
        );
        assert!(Layout::from_rules(2, &results, Boundary::Flat { edge: 2 }, 4, 3).is_err());
        assert!(Layout::from_rules(2, &results, Boundary::Cyclic, 61, 3).is_err());
    }

    #[test]
    fn a_picture_has_its_own_size_and_only_its_rules() {
        let table = wolfram::table(2, "90").unwrap();
        let start = vec![0, 0, 0, 1, 0, 0, 0];
        let picture = Arc::new(Automaton::picture(&table, Boundary::default(), start, 3));
        let layout = Layout::new(&picture, Boundary::Cyclic, 20, 20).unwrap();
        assert_eq!((layout.width(), layout.height(), layout.edge()), (7, 3, Some(0)));
        assert_eq!(layout.result(Triple::new(1, 1, 1)), None);
        assert_eq!(layout.result(Triple::new(0, 0, 1)), Some(1));
    }
}
