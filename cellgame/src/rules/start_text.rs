//! Start positions as text, because making them takes long: a worker of a web page makes one and sends it.

use super::{Fairness, Fixed, Puzzle, PuzzleSetup, Start, read_board, write_board};
use crate::generator::Board;
use crate::solver::Grade;
use common::automaton::State;
use serde::{Deserialize, Serialize};

/// A start position.
#[derive(Serialize, Deserialize)]
struct StartText {
    solution: String,
    clues: Vec<bool>,
    grade: Grade,
    unique: bool,
    seed: Option<u64>,
}

impl Puzzle {
    /// What [`Puzzle::read_start`] reads.
    pub(super) fn write_start(&self) -> Option<String> {
        let Fixed { board, facts } = &*self.fixed;
        let states: Vec<Option<State>> = board.solution.iter().copied().map(Some).collect();
        let start = StartText {
            solution: write_board(board.layout.width(), &states),
            clues: board.clues.clone(),
            grade: facts.grade,
            unique: facts.fairness == Fairness::Unique,
            seed: facts.id.as_ref().map(|id| id.seed),
        };
        serde_json::to_string(&start).ok()
    }

    /// The start position of a setup that was made elsewhere.
    pub(super) fn read_start(setup: &PuzzleSetup, text: &str) -> Option<Puzzle> {
        let start: StartText = serde_json::from_str(text).ok()?;
        let layout = setup.layout().ok()?;
        let (_, states) = read_board(&start.solution)?;
        let solution: Option<Vec<State>> = states.into_iter().collect();
        let solution = solution.filter(|solution| solution.len() == layout.cells())?;
        if start.clues.len() != layout.cells() || solution.iter().any(|state| *state >= layout.states()) {
            return None;
        }
        let fairness = if start.unique { Fairness::Unique } else { Fairness::Several };
        let board = Board { layout, clues: start.clues, solution };
        let id = start.seed.map(|seed| setup.id(seed));
        Some(Puzzle::new(Start { board, grade: start.grade, fairness, id }, setup.check))
    }
}
