//! The next step of a player, and why. It is found from what the player sees, never from the solution.

use crate::rules::{CellView, PuzzleFacts, PuzzleView, Status};
use crate::solver::{Explanation, Solver};
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
