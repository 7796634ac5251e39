//! The next step of a player, and why. It is found from what the player sees, never from the solution.

use crate::rules::{CellView, PuzzleFacts, PuzzleView, Status};
use crate::solver::{Explanation, Solver, Technique, only_state};
use common::job::Work;
use std::sync::{Arc, Mutex, PoisonError};

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The cell, its value, and why.
    pub why: Explanation,
    /// The player has entered another value there.
    pub corrects: bool,
}

impl Step {
    /// Whether every other value of the cell was tried and found wrong, so that there is nothing to deduce.
    pub fn is_struck_out(&self) -> bool {
        self.why.steps.is_empty() && self.why.technique != Technique::Search
    }
}

/// A board as far as its next step depends on it.
#[derive(PartialEq)]
struct Key {
    facts: Arc<PuzzleFacts>,
    cells: Vec<CellView>,
}

/// The steps found last: front ends ask for the same one several times.
static CACHE: Mutex<Vec<(Key, Arc<Step>)>> = Mutex::new(Vec::new());
const CACHED: usize = 8;

/// The simplest step that the player has not made yet. `None` if nothing follows from what is seen, as on a board with
/// several solutions, or if the work was stopped.
///
/// Entered values that were not checked are used only if they follow from the rest.
pub fn next_step(view: &PuzzleView, work: &Work) -> Option<Arc<Step>> {
    let cells = view.cells.iter().map(|cell| CellView { notes: 0, ..*cell }).collect();
    let key = Key { facts: Arc::clone(&view.facts), cells };
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, step)) = cache().iter().find(|(known, _)| *known == key) {
        return Some(Arc::clone(step));
    }
    let step = Arc::new(find(view, work)?);
    let mut cache = cache();
    if cache.len() >= CACHED {
        cache.remove(0);
    }
    cache.push((key, Arc::clone(&step)));
    Some(step)
}

fn find(view: &PuzzleView, work: &Work) -> Option<Step> {
    let mut candidates = view.candidates();
    let mut solver = Solver::new(view.layout());
    let hidden = |cell: usize| !matches!(view.cells[cell].status, Status::Clue | Status::Found);
    let struck_out = |cell: usize| {
        let state = only_state(candidates[cell]).filter(|_| hidden(cell))?;
        let entered = view.cells[cell].state;
        (entered != Some(state)).then_some((cell, state, entered.is_some()))
    };
    if let Some((cell, state, corrects)) = (0..candidates.len()).find_map(struck_out) {
        let evidence = vec![(cell, candidates[cell])];
        let why = Explanation { cell, state, technique: Technique::Sweep, evidence, steps: Vec::new() };
        return Some(Step { why, corrects });
    }
    loop {
        let why = solver.explain(&candidates, &hidden, work)?;
        let entered = view.cells[why.cell].state;
        if entered != Some(why.state) {
            return Some(Step { corrects: entered.is_some(), why });
        }
        // The player has found it too: go on from there.
        candidates[why.cell] = 1 << why.state;
    }
}
