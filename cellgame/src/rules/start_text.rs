//! Start positions as text, because making them takes long: saved games have them, and workers of a web page send them.

use super::{Fairness, Fixed, Puzzle, PuzzleSetup, Start, read_board, write_board};
use crate::generator::Board;
use crate::solver::{Answer, Exact, Grade, Solver, Technique, candidates_of};
use common::automaton::State;
use common::job::Work;
use serde::{Deserialize, Serialize};

/// A start position.
#[derive(Serialize, Deserialize)]
struct StartText {
    solution: String,
    /// `#` for each cell that is shown, `.` for all others.
    clues: String,
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
            clues: board.clues.iter().map(|shown| if *shown { '#' } else { '.' }).collect(),
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
        let clues: Vec<bool> = start.clues.chars().map(|sign| sign == '#').collect();
        if clues.len() != layout.cells() || solution.iter().any(|state| *state >= layout.states()) {
            return None;
        }
        let board = Board { layout, clues, solution };
        let fits = match &setup.board {
            Some(text) => {
                read_board(text).is_some_and(|(_, known)| known == board.known()) && start.seed.is_none()
            }
            None => {
                start.grade == setup.grade
                    && start.seed.is_some_and(|seed| setup.seed.is_none_or(|wanted| wanted == seed))
            }
        };
        if !fits || board.clues.iter().all(|shown| *shown) {
            return None;
        }
        let fairness = if start.unique { Fairness::Unique } else { Fairness::Several };
        let id = start.seed.map(|seed| setup.id(seed));
        Some(Puzzle::new(Start { board, grade: start.grade, fairness, id }, setup.check))
    }

    /// Whether the board is one of its grade: the solution follows the rules of the automaton, and the clues lead to it and to
    /// no other. A board that takes too long to judge is none, and neither is one of the classic layout, which need not be fair.
    pub(super) fn is_fair(&self) -> bool {
        const CONFLICTS: u64 = 20_000;
        let Fixed { board, facts } = &*self.fixed;
        let mut solver = Solver::new(&board.layout);
        let all: Vec<Option<State>> = board.solution.iter().copied().map(Some).collect();
        if facts.fairness != Fairness::Unique || !solver.solves(&all, Technique::ALL[0]) {
            return false;
        }
        match facts.grade.technique() {
            None => false,
            Some(Technique::Search) => {
                let candidates = candidates_of(&board.layout, &board.known());
                let mut exact = Exact::new(&board.layout, &candidates, &Work::quiet());
                exact.limit_conflicts(CONFLICTS);
                exact.exclude(&board.solution);
                matches!(exact.solve(&[], None), Answer::Impossible(_))
            }
            Some(technique) => solver.solves(&board.known(), technique),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::game::{Dice, Game};

    fn puzzle(grade: &str) -> (PuzzleSetup, Puzzle) {
        let mut setup = PuzzleSetup::default();
        common::game::Setup::set(&mut setup, "grade", grade).unwrap();
        let puzzle = Puzzle::start(&setup, &mut Dice::new(3), &Work::quiet()).unwrap();
        (setup, puzzle)
    }

    #[test]
    fn a_start_comes_back_and_a_changed_one_is_not_sound() {
        for grade in ["easy", "hard", "fiendish"] {
            let (setup, puzzle) = puzzle(grade);
            let text = puzzle.write_start().unwrap();
            let again = Puzzle::read_start(&setup, &text).unwrap();
            assert!(again.is_fair() && again.write_start().unwrap() == text, "{grade}");
            let changed = |change: &dyn Fn(&mut StartText)| {
                let mut start: StartText = serde_json::from_str(&text).unwrap();
                change(&mut start);
                Puzzle::read_start(&setup, &serde_json::to_string(&start).unwrap())
            };
            let hidden = changed(&|start| start.clues = start.clues.replace('#', "."));
            assert!(!hidden.unwrap().is_fair(), "{grade}: a board without clues");
            assert!(changed(&|start| start.clues.push('.')).is_none(), "{grade}: a cell too many");
            assert!(changed(&|start| start.grade = Grade::Medium).is_none(), "{grade}: another grade");
            assert!(
                changed(&|start| start.clues = start.clues.replace('.', "#")).is_none(),
                "{grade}: solved"
            );
            // The last cell follows from the row above.
            let swap = |start: &mut StartText| {
                let last = start.solution.pop().unwrap();
                start.solution.push(if last == '0' { '1' } else { '0' });
            };
            assert!(changed(&swap).is_none_or(|puzzle| !puzzle.is_fair()), "{grade}: against the rules");
        }
    }
}
