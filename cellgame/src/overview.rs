//! The overview of rules: which rules still fit the cells around one cell, seen as a part of a rule.
//!
//! A cell is asked about as a [`WindowPart`]: as the left, middle or right cell of a rule, or as its result. That gives a
//! [`RuleWindow`], the four cells that one rule connects. Nothing is found out here that the player could not read from
//! the board and the list of rules.
//!
//! There is a window if the rule's result is a cell of the board, because every cell below the first row follows from
//! the three cells above it. So a cell of the first row is no result, a cell of the last row is only a result, and on a
//! flat plan the cell at the right edge is no left cell: the middle cell and the result would be beyond the edge. The
//! cell beyond the edge may be the left or right cell of a rule; it counts as known, with the state of the edge. On a
//! cyclic plan windows are missing only in the first and the last row.

use crate::layout::{Cell, Layout};
use crate::rules::PuzzleView;
use crate::solver::Candidates;
use common::automaton::{AutomatonKind, Rule, RulePattern, State, Triple, triples};
use std::collections::BTreeMap;
use thiserror::Error;

/// Which part of a rule a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowPart {
    /// The left one of the three upper cells.
    Left,
    /// The middle one.
    Middle,
    /// The right one.
    Right,
    /// The cell below the middle one.
    Result,
}

impl WindowPart {
    /// All parts, in the order of the cells of a [`RuleWindow`].
    pub const ALL: [WindowPart; 4] =
        [WindowPart::Left, WindowPart::Middle, WindowPart::Right, WindowPart::Result];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            WindowPart::Left => "left",
            WindowPart::Middle => "middle",
            WindowPart::Right => "right",
            WindowPart::Result => "result",
        }
    }

    /// Where the rule's result is, relative to the cell: columns to the right, and whether it is one row below.
    fn result_offset(self) -> (isize, bool) {
        match self {
            WindowPart::Left => (1, true),
            WindowPart::Middle => (0, true),
            WindowPart::Right => (-1, true),
            WindowPart::Result => (0, false),
        }
    }
}

/// Why a cell cannot be a part of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoWindow {
    /// The board has no such cell.
    #[error("{0} is not on the board")]
    OffBoard(Cell),
    /// Nothing is above the first row.
    #[error("{0} is in the first row, so no rule has it as its result")]
    FirstRow(Cell),
    /// Nothing is below the last row.
    #[error("{0} is in the last row: the result would be below the board")]
    LastRow(Cell),
    /// The middle cell would be beyond the right edge.
    #[error("{0} is at the right edge: the result would be beyond it")]
    RightEdge(Cell),
    /// The middle cell would be beyond the left edge.
    #[error("{0} is at the left edge: the result would be beyond it")]
    LeftEdge(Cell),
}

/// The four cells that one rule connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuleWindow {
    /// Left, middle, right and result, by their indices. A cell beyond a flat edge is `None`.
    pub cells: [Option<usize>; 4],
}

impl RuleWindow {
    /// The window in which a cell is this part.
    pub fn new(layout: &Layout, part: WindowPart, cell: Cell) -> Result<RuleWindow, NoWindow> {
        layout.index(cell).ok_or(NoWindow::OffBoard(cell))?;
        let (columns, below) = part.result_offset();
        if below && cell.row + 1 == layout.height() {
            return Err(NoWindow::LastRow(cell));
        }
        let outside = if columns > 0 { NoWindow::RightEdge(cell) } else { NoWindow::LeftEdge(cell) };
        let column = layout.column_at(cell.column, columns).ok_or(outside)?;
        let result = Cell { row: cell.row + usize::from(below), column };
        let window = layout.index(result).and_then(|index| layout.window(index));
        window.map(|cells| RuleWindow { cells }).ok_or(NoWindow::FirstRow(cell))
    }

    /// The cells that are on the board.
    pub fn on_board(self) -> impl Iterator<Item = usize> {
        self.cells.into_iter().flatten()
    }

    /// What is known about the four cells: uncovered cells and the state of the edge.
    pub fn pattern(self, layout: &Layout, known: &[Option<State>]) -> RulePattern {
        let state = |cell: Option<usize>| match cell {
            Some(index) => known.get(index).copied().flatten(),
            None => layout.edge(),
        };
        let [left, middle, right, result] = self.cells.map(state);
        RulePattern { cells: [left, middle, right], result }
    }

    /// The rules that still fit what is uncovered, in ascending order. A totalistic rule is there in every permutation
    /// that fits. Values that were found wrong are excluded too.
    pub fn fitting_rules(self, view: &PuzzleView) -> Vec<Rule> {
        let layout = view.layout();
        let pattern = self.pattern(layout, &view.known());
        let struck = self.cells.map(|cell| cell.map_or(0, |cell| struck(view, cell)));
        let fits = |rule: &Rule| {
            let [left, middle, right] = rule.triple.cells();
            [left, middle, right, rule.result]
                .iter()
                .zip(struck)
                .all(|(state, struck)| struck >> state & 1 == 0)
        };
        let mut rules = layout.automaton().possible_rules(pattern);
        rules.extend(added_rules(layout).filter(|rule| pattern.matches(*rule)));
        rules.retain(fits);
        rules.sort_unstable();
        rules
    }
}

/// Values that were found wrong in a cell whose state is hidden.
fn struck(view: &PuzzleView, cell: usize) -> Candidates {
    view.cells.get(cell).filter(|cell| cell.state.is_none()).map_or(0, |cell| cell.struck)
}

/// The triples that a picture uses without a rule of their own: they give state 0.
fn added_rules(layout: &Layout) -> impl Iterator<Item = Rule> + '_ {
    layout.rules().filter(|rule| layout.automaton().rule(rule.triple).is_none())
}

/// Where a rule of the overview comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleOrigin {
    /// The automaton lists it.
    Listed,
    /// The picture uses this triple without a rule, so it gives state 0.
    Added,
    /// The picture never uses this triple, and there is no rule for it.
    Impossible,
}

/// A rule of the overview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverviewRule {
    /// The three upper cells.
    pub triple: Triple,
    /// Their result; none for a triple that cannot occur.
    pub result: Option<State>,
    /// Where it comes from.
    pub origin: RuleOrigin,
    /// Whether it fits the window that was asked about. Without a question none does.
    pub fits: bool,
}

/// All rules of a board, as the overview shows them. A totalistic rule is shown once; if it fits, every permutation
/// that fits is shown instead. Triples that cannot occur come last.
pub fn overview_rules(layout: &Layout, fitting: &[Rule]) -> Vec<OverviewRule> {
    let automaton = layout.automaton();
    let rule = |rule: Rule, origin: RuleOrigin, fits: bool| OverviewRule {
        triple: rule.triple,
        result: Some(rule.result),
        origin,
        fits,
    };
    let mut all = Vec::new();
    match automaton.kind() {
        AutomatonKind::Totalistic => {
            let mut permutations: BTreeMap<Triple, Vec<Rule>> = BTreeMap::new();
            for fits in fitting {
                permutations.entry(fits.triple.sorted()).or_default().push(*fits);
            }
            for listed in automaton.rules() {
                match permutations.get(&listed.triple) {
                    Some(fits) => all.extend(fits.iter().map(|one| rule(*one, RuleOrigin::Listed, true))),
                    None => all.push(rule(listed, RuleOrigin::Listed, false)),
                }
            }
        }
        AutomatonKind::Common | AutomatonKind::Picture => {
            let origin = |triple| match automaton.rule(triple) {
                Some(_) => RuleOrigin::Listed,
                None => RuleOrigin::Added,
            };
            let fits = |rule: &Rule| fitting.binary_search(rule).is_ok();
            all.extend(layout.rules().map(|one| rule(one, origin(one.triple), fits(&one))));
        }
    }
    let impossible = triples(layout.states()).filter(|triple| layout.result(*triple).is_none());
    let origin = RuleOrigin::Impossible;
    all.extend(impossible.map(|triple| OverviewRule { triple, result: None, origin, fits: false }));
    all
}

/// "c4 as left".
pub fn question_title(part: WindowPart, cell: Cell) -> String {
    format!("{cell} as {}", part.name())
}

#[cfg(test)]
mod tests;
