//! Makes boards: a start row grows into a solution, then clues are taken away as long as the wished technique still
//! finds every cell.

use crate::layout::Layout;
use crate::solver::Answer;
use crate::solver::{Candidates, Exact, Grade, Solver, Technique, all_states, only_state};
use common::automaton::{AutomatonKind, State};
use common::game::Dice;
use common::job::Work;
use thiserror::Error;

/// Changes whenever the same seed gives another board. It is part of every id.
pub const VERSION: u32 = 1;

/// Start rows to try before the automaton is given up because its boards die out or repeat.
const MAX_STARTS: u64 = 4000;
/// Cells of the boards to try before a grade is given up: small boards take less time, and rarely have high grades.
const MAX_CELLS: usize = 30_000;
/// The same for fiendish boards, which are rare and worth the wait.
const MAX_CELLS_FIENDISH: usize = 120_000;
/// Conflicts after which a question to the SAT solver is given up, where probing can answer it too.
const QUICK_CONFLICTS: u64 = 500;
/// Conflicts after which a board is given up, where only the SAT solver can answer.
const MAX_CONFLICTS: u64 = 20_000;

/// A board: what it shows and what it hides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Its shape and rules.
    pub layout: Layout,
    /// Whether each cell is shown from the start.
    pub clues: Vec<bool>,
    /// The states of all cells.
    pub solution: Vec<State>,
}

impl Board {
    /// What is known at the start.
    pub fn known(&self) -> Vec<Option<State>> {
        self.solution.iter().zip(&self.clues).map(|(state, clue)| clue.then_some(*state)).collect()
    }
}

/// Why there is no board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoBoard {
    /// The work was stopped.
    #[error("the generator was stopped")]
    Stopped,
    /// With two states the techniques of sweep and easy are the same.
    #[error(
        "an automaton with two states has no easy boards: a cell with two candidates is simply unknown, so there is nothing to remember; choose sweep, medium or an automaton with more states"
    )]
    TwoStates,
    /// All boards are dull.
    #[error(
        "all {MAX_STARTS} start rows tried give boards that die out or repeat a row: choose fewer rows, more columns or another automaton"
    )]
    Dull,
    /// No board of this grade was found.
    #[error(
        "none of {tried} boards is {grade}: {}; choose another grade, size or automaton", why_none(*grade)
    )]
    Grade {
        /// The wished grade.
        grade: Grade,
        /// The number of boards tried.
        tried: u64,
    },
}

fn why_none(grade: Grade) -> &'static str {
    match grade.technique() {
        None | Some(Technique::Sweep) => "no cell can be hidden such that one window gives its state",
        Some(Technique::Window) => "remembering candidates finds nothing that a sweep does not find",
        Some(Technique::RowPair) => "pairs of rows find nothing that single windows do not find",
        Some(Technique::Probe) => "assumptions find nothing that pairs of rows do not find",
        Some(Technique::Search) => "a search finds nothing that single assumptions do not find",
    }
}

/// Makes the board of a seed. The same seed gives the same board on every machine.
pub fn generate(layout: &Layout, grade: Grade, seed: u64, work: &Work) -> Result<Board, NoBoard> {
    if grade == Grade::Easy && layout.states() == 2 {
        return Err(NoBoard::TwoStates);
    }
    let picture = layout.automaton().kind() == AutomatonKind::Picture;
    let mut solver = Solver::new(layout);
    let max_cells = if grade == Grade::Fiendish { MAX_CELLS_FIENDISH } else { MAX_CELLS };
    let max_boards = (max_cells / layout.cells()).clamp(40, 2000) as u64;
    let mut tried = 0;
    for attempt in 0..MAX_STARTS {
        if work.stopped() {
            return Err(NoBoard::Stopped);
        }
        let mut dice = Dice::of(seed, attempt);
        let solution = match layout.automaton().start().filter(|_| picture) {
            Some((start, _)) => layout.grow(start),
            None => layout.grow(&random_row(layout, &mut dice)),
        };
        if !picture && is_dull(layout, &solution) {
            continue;
        }
        if grade == Grade::Classic {
            let clues = layout.classic_cells();
            return Ok(Board { layout: layout.clone(), clues, solution });
        }
        tried += 1;
        work.report(None, &format!("board {tried}"));
        let technique = grade.technique().unwrap_or(Technique::Sweep);
        match carve(&mut solver, &solution, technique, &mut dice, work) {
            Ok(Some(clues)) => return Ok(Board { layout: layout.clone(), clues, solution }),
            Err(GivenUp::Stopped) => return Err(NoBoard::Stopped),
            Ok(None) | Err(GivenUp::TooHard) => {}
        }
        if tried >= max_boards {
            break;
        }
    }
    Err(if tried == 0 { NoBoard::Dull } else { NoBoard::Grade { grade, tried } })
}

fn random_row(layout: &Layout, dice: &mut Dice) -> Vec<State> {
    (0..layout.width()).map(|_| dice.below(usize::from(layout.states())) as State).collect()
}

/// Whether a generation has one state only, or is there twice.
fn is_dull(layout: &Layout, solution: &[State]) -> bool {
    let rows: Vec<&[State]> = solution.chunks(layout.width()).collect();
    let uniform = |row: &&[State]| row.iter().all(|state| *state == row[0]);
    let repeated = |(n, row): (usize, &&[State])| rows[..n].contains(row);
    rows.iter().any(uniform) || rows.iter().enumerate().any(repeated)
}

/// Why a board was not finished.
enum GivenUp {
    Stopped,
    /// An exact question takes too long.
    TooHard,
}

/// Takes clues away in random order: first as far as the technique below allows, so that the technique itself is needed
/// for every clue that is taken away after that. `None` if none can be.
fn carve(
    solver: &mut Solver,
    solution: &[State],
    technique: Technique,
    dice: &mut Dice,
    work: &Work,
) -> Result<Option<Vec<bool>>, GivenUp> {
    let mut order: Vec<usize> = (0..solution.len()).collect();
    shuffle(&mut order, dice);
    let clues = vec![true; solution.len()];
    let mut carving = Carving { solver, solution, clues, exact: None, work };
    let Some(simpler) = technique.simpler() else {
        let removed = carving.remove_all(&order, technique, 0.0..1.0)?;
        return Ok((removed > 0).then_some(carving.clues));
    };
    // From technique to technique: the simple ones are quick, and leave few clues to the slow ones.
    let quick = simpler.min(Technique::RowPair);
    carving.remove_all(&order, quick, 0.0..0.4)?;
    if simpler > quick {
        carving.remove_all(&order, simpler, 0.4..0.8)?;
    }
    let removed = carving.remove_all(&order, technique, if simpler > quick { 0.8..1.0 } else { 0.4..1.0 })?;
    Ok((removed > 0).then_some(carving.clues))
}

fn shuffle(items: &mut [usize], dice: &mut Dice) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last + 1));
    }
}

struct Carving<'a> {
    solver: &'a mut Solver,
    solution: &'a [State],
    clues: Vec<bool>,
    /// Exact answers, where they save time.
    exact: Option<Exact>,
    work: &'a Work,
}

impl Carving<'_> {
    fn candidates(&self) -> Vec<Candidates> {
        let all = all_states(self.solver.layout().states());
        self.solution
            .iter()
            .zip(&self.clues)
            .map(|(state, clue)| if *clue { 1 << state } else { all })
            .collect()
    }

    /// Takes away every clue that the technique does not need, and returns how many. Each clue is tried once: fewer
    /// clues never make another one superfluous.
    fn remove_all(
        &mut self,
        order: &[usize],
        technique: Technique,
        part: std::ops::Range<f64>,
    ) -> Result<usize, GivenUp> {
        let order: Vec<usize> = order.iter().copied().filter(|cell| self.clues[*cell]).collect();
        let largest = if technique < Technique::Probe { 32 } else { 1 };
        let (mut at, mut batch, mut removed) = (0, largest / 2 + 1, 0);
        while at < order.len() {
            if self.work.stopped() {
                return Err(GivenUp::Stopped);
            }
            let cells = &order[at..order.len().min(at + batch)];
            if self.can_remove(cells, technique)? {
                removed += cells.len();
                at += cells.len();
                batch = (batch * 2).min(largest);
            } else if batch > 1 {
                batch /= 2;
            } else {
                at += 1;
            }
            let done = at as f64 / order.len() as f64;
            let done = part.start + (part.end - part.start) * done;
            self.work.report(Some(done), technique.grade().name());
        }
        Ok(removed)
    }

    /// Takes these clues away if the board can still be solved: if the technique finds these cells, it finds all others
    /// as before.
    fn can_remove(&mut self, cells: &[usize], technique: Technique) -> Result<bool, GivenUp> {
        for cell in cells {
            self.clues[*cell] = false;
        }
        let found = match cells {
            [cell] if technique >= Technique::Probe => {
                // Most clues are needed to make the solution unique. A SAT solver sees that sooner than probing does.
                match technique {
                    Technique::Search => self.is_implied(*cell, MAX_CONFLICTS)?.ok_or(GivenUp::TooHard)?,
                    _ => self.is_implied(*cell, QUICK_CONFLICTS)? != Some(false) && self.is_probed(*cell),
                }
            }
            cells => {
                let mut candidates = self.candidates();
                let target = if let [cell] = cells { Some(*cell) } else { None };
                let consistent = self.solver.narrow(&mut candidates, technique, target).is_ok();
                consistent && cells.iter().all(|cell| only_state(candidates[*cell]).is_some())
            }
        };
        if !found {
            for cell in cells {
                self.clues[*cell] = true;
            }
        }
        Ok(found)
    }

    /// Whether probing finds the cell.
    fn is_probed(&mut self, cell: usize) -> bool {
        let mut candidates = self.candidates();
        let consistent = self.solver.probe_beside(&mut candidates, Some(cell), self.solution).is_ok();
        consistent && only_state(candidates[cell]).is_some()
    }

    /// Whether no solution has another state in this cell; `None` if that is not found out within the limit.
    fn is_implied(&mut self, cell: usize, conflicts: u64) -> Result<Option<bool>, GivenUp> {
        let layout = self.solver.layout();
        let exact = self.exact.get_or_insert_with(|| {
            Exact::new(layout, &vec![all_states(layout.states()); layout.cells()], self.work)
        });
        let clues: Vec<(usize, State)> = (0..self.solution.len())
            .filter(|cell| self.clues[*cell])
            .map(|cell| (cell, self.solution[cell]))
            .collect();
        exact.limit_conflicts(conflicts);
        match exact.solve(&clues, Some((cell, self.solution[cell]))) {
            Answer::Impossible(_) => Ok(Some(true)),
            Answer::Solution(_) => Ok(Some(false)),
            Answer::Stopped if !self.work.stopped() => Ok(None),
            Answer::Stopped => Err(GivenUp::Stopped),
        }
    }
}
