//! The rules: a board hides cells, and the player finds their states.

mod moves;
mod score;
mod setup;
mod start_text;
#[cfg(test)]
mod tests;

pub use moves::Move;
pub use score::{HINT_COST, PENALTY, STREAK, Score};
pub use setup::{MistakeCheck, PuzzleSetup, read_board, write_board};

use crate::generator::{Board, NoBoard};
use crate::id::{NoId, PuzzleId};
use crate::layout::{BadLayout, Cell, Layout};
use crate::solver::{Analysis, Candidates, Grade, Solutions, all_states, analyse, states_of};
use common::automaton::State;
use common::game::{Dice, Facts, Game, Outcome, ScoreEvent, Side, Sides, StartError};
use common::job::Work;
use std::sync::Arc;
use thiserror::Error;

/// Moves that do not enter a value are refused after so many moves, so that no game is endless.
const MAX_MOVES: usize = 50_000;

/// Whether a board can be solved by reasoning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fairness {
    /// It has exactly one solution.
    Unique,
    /// It has several solutions: the player must guess.
    Several,
}

/// What does not change while a puzzle is played.
#[derive(Debug, PartialEq, Eq)]
struct Fixed {
    board: Board,
    facts: Arc<PuzzleFacts>,
}

/// What the player knows about a puzzle from the start.
#[derive(Debug, PartialEq, Eq)]
pub struct PuzzleFacts {
    /// Its shape and rules.
    pub layout: Layout,
    /// The grade that it has.
    pub grade: Grade,
    /// Whether it has one solution.
    pub fairness: Fairness,
    /// The id, if it was generated.
    pub id: Option<PuzzleId>,
    /// When mistakes are noticed.
    pub check: MistakeCheck,
}

/// One cell, as the player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellView {
    /// The state that is shown: given, found, or entered and not yet checked.
    pub state: Option<State>,
    /// How the state came there.
    pub status: Status,
    /// Values that were found wrong here.
    pub struck: Candidates,
    /// Candidates that the player has noted.
    pub notes: Candidates,
}

/// How a cell got its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It has none.
    Hidden,
    /// It was given.
    Clue,
    /// The player has found it.
    Found,
    /// The player has entered it, and it is not checked yet.
    Entered,
}

/// A position: the board, and what the player has done on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    fixed: Arc<Fixed>,
    /// Shared with the views of this position.
    cells: Arc<Vec<CellView>>,
    /// Entered cells that were not checked, in the order of their entry.
    unchecked: Vec<usize>,
    moves: usize,
}

/// What the player sees: everything but the solution.
#[derive(Debug, Clone, PartialEq)]
pub struct PuzzleView {
    /// What is known from the start.
    pub facts: Arc<PuzzleFacts>,
    /// The cells, row by row from the top left.
    pub cells: Arc<Vec<CellView>>,
    /// Whether every cell is found.
    pub solved: bool,
}

impl PuzzleView {
    /// A board at its start, of which these cells are given.
    pub fn new(facts: PuzzleFacts, known: &[Option<State>]) -> PuzzleView {
        let cell = |state: &Option<State>| CellView {
            state: *state,
            status: if state.is_some() { Status::Clue } else { Status::Hidden },
            struck: 0,
            notes: 0,
        };
        let cells = Arc::new(known.iter().map(cell).collect());
        PuzzleView { facts: Arc::new(facts), cells, solved: known.iter().all(Option::is_some) }
    }

    /// The cells that were given.
    pub fn clues(&self) -> Vec<Option<State>> {
        let clue = |cell: &CellView| cell.state.filter(|_| cell.status == Status::Clue);
        self.cells.iter().map(clue).collect()
    }

    /// The shape and the rules.
    pub fn layout(&self) -> &Layout {
        &self.facts.layout
    }

    /// The cells, to change them.
    pub fn cells_mut(&mut self) -> &mut Vec<CellView> {
        Arc::make_mut(&mut self.cells)
    }

    /// The cells without a state.
    pub fn hidden(&self) -> usize {
        self.cells.iter().filter(|cell| cell.state.is_none()).count()
    }

    /// What is certain about every cell: given and found states, and struck values.
    pub fn candidates(&self) -> Vec<Candidates> {
        let all = all_states(self.layout().states());
        let candidates = |cell: &CellView| match (cell.status, cell.state) {
            (Status::Clue | Status::Found, Some(state)) => 1 << state,
            _ => all & !cell.struck,
        };
        self.cells.iter().map(candidates).collect()
    }

    /// The states that are certain, for the overview of rules.
    pub fn known(&self) -> Vec<Option<State>> {
        self.cells.iter().map(|cell| cell.state).collect()
    }
}

/// What a move did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A value was checked as soon as it was entered.
    Checked {
        /// The cell, and whether the value was right.
        result: (usize, bool),
    },
    /// A value was entered, and the board is not checked yet.
    Entered,
    /// A value was taken from a hint.
    Taken {
        /// The cell.
        cell: usize,
    },
    /// All entered values were checked, in the order of their entry.
    AllChecked {
        /// The cells, and whether their values were right.
        results: Vec<(usize, bool)>,
        /// The last value was entered with the same move.
        entered: bool,
    },
    /// Candidates were written, a value was removed, or a bookmark was set.
    Other,
}

impl Effect {
    /// The cells whose values were checked, and whether they were right.
    pub fn checked(&self) -> &[(usize, bool)] {
        match self {
            Effect::Checked { result } => std::slice::from_ref(result),
            Effect::AllChecked { results, .. } => results,
            Effect::Entered | Effect::Taken { .. } | Effect::Other => &[],
        }
    }

    fn enters_value(&self) -> bool {
        matches!(
            self,
            Effect::Checked { .. }
                | Effect::Entered
                | Effect::Taken { .. }
                | Effect::AllChecked { entered: true, .. }
        )
    }
}

/// Why a move was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Illegal {
    /// It is no move.
    #[error("'{0}' is not a move: use a cell and a state, as in c4=2")]
    NotUnderstood(String),
    /// The board has no such cell.
    #[error("there is no cell {0} on this board: its last cell is {1}")]
    OffBoard(Cell, Cell),
    /// The automaton has no such state.
    #[error("there is no state {0}: the states are 0 to {1}")]
    NoState(State, State),
    /// The cell is known.
    #[error("{0} is known already")]
    Known(Cell),
    /// The value was wrong before.
    #[error("{0} was tried before: {1} is not {0}")]
    Struck(State, Cell),
    /// The cell has this value.
    #[error("{0} has this value already")]
    Same(Cell),
    /// There is nothing to erase.
    #[error("{0} has no value that can be erased")]
    NothingThere(Cell),
    /// There is nothing to check.
    #[error("there is nothing to check: no value was entered since the last check")]
    NothingToCheck,
    /// Mistakes are checked at the end.
    #[error("in this game mistakes are shown when every cell has a value")]
    CheckAtEnd,
    /// Too many moves.
    #[error("there are too many moves in this game for more notes")]
    TooMany,
    /// There is one player.
    #[error("a puzzle has one player")]
    NotToMove,
    /// The puzzle is solved.
    #[error("the puzzle is solved")]
    Over,
}

/// Why there is no puzzle with a setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadPuzzle {
    /// The shape is impossible.
    #[error("{0}")]
    Layout(#[from] BadLayout),
    /// There is no such board.
    #[error("{0}")]
    Board(NoBoard),
    /// A cell of an entered board has a state that the automaton does not have.
    #[error("the board has the state {0}, but the automaton has the states 0 to {1}")]
    NoState(State, State),
    /// An entered board has no solution.
    #[error("this board has no solution: its cells contradict each other")]
    Impossible,
    /// An entered board has several solutions.
    #[error("this board has several solutions: {cell} may be {first} or {second}, for instance")]
    Several {
        /// A cell that differs.
        cell: Cell,
        /// Its state in one solution.
        first: State,
        /// Its state in another one.
        second: State,
    },
    /// Nothing is hidden.
    #[error("this board hides nothing: leave some cells open with dots")]
    NothingHidden,
}

/// What a puzzle starts from.
pub struct Start {
    /// The board.
    pub board: Board,
    /// Its grade.
    pub grade: Grade,
    /// Whether it has one solution.
    pub fairness: Fairness,
    /// Its id.
    pub id: Option<PuzzleId>,
}

impl Start {
    /// Generates or checks the board of a setup. `seed` is used if the setup has none.
    pub fn new(setup: &PuzzleSetup, seed: u64, work: &Work) -> Result<Start, StartError<BadPuzzle>> {
        if let Some(text) = &setup.board {
            return Start::entered(setup, text, work);
        }
        let id = setup.id(setup.seed.unwrap_or(seed));
        let board = id.generate(work).map_err(|why| match why {
            NoId::Board(NoBoard::Stopped) => StartError::Cancelled,
            NoId::Board(why) => BadPuzzle::Board(why).into(),
            NoId::Layout(why) => BadPuzzle::Layout(why).into(),
        })?;
        let fairness = if setup.grade == Grade::Classic {
            work.report(None, "counting solutions");
            match Solutions::count(&board.layout, &board.known(), work) {
                None => return Err(StartError::Cancelled),
                Some(Solutions::Several(..)) => Fairness::Several,
                Some(_) => Fairness::Unique,
            }
        } else {
            Fairness::Unique
        };
        Ok(Start { board, grade: setup.grade, fairness, id: Some(id) })
    }

    fn entered(setup: &PuzzleSetup, text: &str, work: &Work) -> Result<Start, StartError<BadPuzzle>> {
        let layout = setup.layout().map_err(BadPuzzle::Layout)?;
        let (_, known) = read_board(text).ok_or(BadPuzzle::Impossible)?;
        let last = layout.states() - 1;
        if known.len() != layout.cells() {
            return Err(BadPuzzle::Layout(BadLayout::Size {
                width: layout.width(),
                height: layout.height(),
            })
            .into());
        }
        if let Some(state) = known.iter().flatten().find(|state| **state > last) {
            return Err(BadPuzzle::NoState(*state, last).into());
        }
        if known.iter().all(Option::is_some) {
            return Err(BadPuzzle::NothingHidden.into());
        }
        work.report(None, "solving the board");
        match analyse(&layout, &known, work).ok_or(StartError::Cancelled)? {
            Analysis::Impossible => Err(BadPuzzle::Impossible.into()),
            Analysis::Several(first, second) => {
                let at = (0..layout.cells()).find(|cell| first[*cell] != second[*cell]).unwrap_or(0);
                let (cell, first, second) = (layout.cell(at), first[at], second[at]);
                Err(BadPuzzle::Several { cell, first, second }.into())
            }
            Analysis::Unique { solution, technique } => {
                let clues = known.iter().map(Option::is_some).collect();
                let board = Board { layout, clues, solution };
                Ok(Start { board, grade: technique.grade(), fairness: Fairness::Unique, id: None })
            }
        }
    }
}

impl Puzzle {
    fn new(start: Start, check: MistakeCheck) -> Puzzle {
        let Start { board, grade, fairness, id } = start;
        let cell = |(state, clue): (&State, &bool)| CellView {
            state: clue.then_some(*state),
            status: if *clue { Status::Clue } else { Status::Hidden },
            struck: 0,
            notes: 0,
        };
        let cells = Arc::new(board.solution.iter().zip(&board.clues).map(cell).collect());
        let facts = Arc::new(PuzzleFacts { layout: board.layout.clone(), grade, fairness, id, check });
        Puzzle { fixed: Arc::new(Fixed { board, facts }), cells, unchecked: Vec::new(), moves: 0 }
    }

    fn layout(&self) -> &Layout {
        &self.fixed.board.layout
    }

    /// The states of all cells, for the review of a finished puzzle.
    pub(crate) fn solution(&self) -> &[State] {
        &self.fixed.board.solution
    }

    fn solved(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell.status, Status::Clue | Status::Found))
    }

    fn cell(&self, cell: Cell) -> Result<usize, Illegal> {
        let last = self.layout().cell(self.layout().cells() - 1);
        self.layout().index(cell).ok_or(Illegal::OffBoard(cell, last))
    }

    /// The index of the cell of a legal move; 0 if it has none.
    fn legal(&self, side: Side, m: &Move) -> Result<usize, Illegal> {
        if side != Side::FIRST {
            return Err(Illegal::NotToMove);
        }
        if self.solved() {
            return Err(Illegal::Over);
        }
        let check = self.fixed.facts.check;
        let index = m.cell().map_or(Ok(0), |cell| self.cell(cell))?;
        let at = &self.cells[index];
        let name = self.layout().cell(index);
        let known = matches!(at.status, Status::Clue | Status::Found);
        let last = self.layout().states() - 1;
        match m {
            Move::Enter(..) | Move::Take(..) | Move::Note(..) if known => return Err(Illegal::Known(name)),
            Move::Enter(_, state) | Move::Take(_, state) => {
                if *state > last {
                    return Err(Illegal::NoState(*state, last));
                }
                if at.struck >> state & 1 == 1 {
                    return Err(Illegal::Struck(*state, name));
                }
                if at.state == Some(*state) && matches!(m, Move::Enter(..)) {
                    return Err(Illegal::Same(name));
                }
            }
            Move::Note(_, states) => {
                if let Some(state) = states_of(states & !all_states(last + 1)).next() {
                    return Err(Illegal::NoState(state, last));
                }
                if *states == at.notes {
                    return Err(Illegal::Same(name));
                }
            }
            Move::Erase(_) if at.status != Status::Entered => return Err(Illegal::NothingThere(name)),
            Move::Check if check == MistakeCheck::AtTheEnd => return Err(Illegal::CheckAtEnd),
            Move::Check if self.unchecked.is_empty() => return Err(Illegal::NothingToCheck),
            Move::Erase(_) | Move::Check | Move::Bookmark => {}
        }
        // Entries of hidden cells end by themselves: there are only so many cells and values.
        let enters = matches!(m, Move::Enter(..) | Move::Take(..)) && at.state.is_none();
        if !enters && *m != Move::Check && self.moves >= MAX_MOVES {
            return Err(Illegal::TooMany);
        }
        Ok(index)
    }

    fn check(&mut self, index: usize, state: State) -> (usize, bool) {
        let right = self.fixed.board.solution[index] == state;
        let cell = &mut Arc::make_mut(&mut self.cells)[index];
        if right {
            (cell.state, cell.status) = (Some(state), Status::Found);
            (cell.notes, cell.struck) = (0, 0);
        } else {
            (cell.state, cell.status) = (None, Status::Hidden);
            cell.struck |= 1 << state;
            cell.notes &= !(1 << state);
        }
        (index, right)
    }

    fn check_all(&mut self) -> Vec<(usize, bool)> {
        let entered = std::mem::take(&mut self.unchecked);
        let check = |index: usize| Some(self.check(index, self.cells[index].state?));
        entered.into_iter().filter_map(check).collect()
    }

    fn enter(&mut self, index: usize, state: State) -> Effect {
        if self.fixed.facts.check == MistakeCheck::AtOnce {
            return Effect::Checked { result: self.check(index, state) };
        }
        let cell = &mut Arc::make_mut(&mut self.cells)[index];
        (cell.state, cell.status) = (Some(state), Status::Entered);
        self.unchecked.retain(|other| *other != index);
        self.unchecked.push(index);
        if self.cells.iter().all(|cell| cell.state.is_some()) {
            return Effect::AllChecked { results: self.check_all(), entered: true };
        }
        Effect::Entered
    }
}

impl Game for Puzzle {
    const FACTS: Facts =
        Facts { name: "cellgame", title: "Cell Puzzle", chance: true, hidden: true, simultaneous: false };
    type Setup = PuzzleSetup;
    type Move = Move;
    type View = PuzzleView;
    type Effect = Effect;
    type Score = Score;
    type Illegal = Illegal;
    type BadSetup = BadPuzzle;

    fn sides(_: &PuzzleSetup) -> usize {
        1
    }

    fn max_plies(setup: &PuzzleSetup) -> usize {
        let states = usize::from(setup.automaton.automaton().states());
        let cells = setup.layout().map_or(0, |layout| layout.cells());
        // Every entered value is found, struck, or checked by a move of its own; and an entry may be replaced while
        // notes are allowed.
        MAX_MOVES + 2 * cells * (states + 1)
    }

    fn start(setup: &PuzzleSetup, dice: &mut Dice, work: &Work) -> Result<Puzzle, StartError<BadPuzzle>> {
        // Short enough to be written down.
        let seed = dice.seed() % 1_000_000;
        Start::new(setup, seed, work).map(|start| Puzzle::new(start, setup.check))
    }

    const SLOW_START: bool = true;

    fn start_text(&self) -> Option<String> {
        self.write_start()
    }

    fn start_from_text(setup: &PuzzleSetup, text: &str) -> Option<Puzzle> {
        Puzzle::read_start(setup, text)
    }

    fn is_sound_start(&self) -> bool {
        self.is_fair()
    }

    fn to_move(&self) -> Sides {
        if self.solved() { Sides::NONE } else { Sides::one(Side::FIRST) }
    }

    fn parse(&self, side: Side, text: &str) -> Result<Move, Illegal> {
        let m =
            Move::read(text).ok_or_else(|| Illegal::NotUnderstood(text.trim().chars().take(20).collect()))?;
        self.legal(side, &m).map(|_| m)
    }

    fn play(&mut self, side: Side, m: &Move, _: &mut Dice) -> Result<Effect, Illegal> {
        let index = self.legal(side, m)?;
        self.moves += 1;
        Ok(match m {
            Move::Enter(_, state) => self.enter(index, *state),
            // A value that does not come from a hint is a guess like others.
            Move::Take(_, state) if self.fixed.board.solution[index] != *state => self.enter(index, *state),
            Move::Take(_, state) => {
                self.unchecked.retain(|other| *other != index);
                self.check(index, *state);
                Effect::Taken { cell: index }
            }
            Move::Note(_, states) => {
                Arc::make_mut(&mut self.cells)[index].notes = *states;
                Effect::Other
            }
            Move::Erase(_) => {
                let cell = &mut Arc::make_mut(&mut self.cells)[index];
                (cell.state, cell.status) = (None, Status::Hidden);
                self.unchecked.retain(|other| *other != index);
                Effect::Other
            }
            Move::Check => Effect::AllChecked { results: self.check_all(), entered: false },
            Move::Bookmark => Effect::Other,
        })
    }

    fn random_move(&self, side: Side, dice: &mut Dice) -> Option<Move> {
        let hidden: Vec<usize> =
            (0..self.cells.len()).filter(|cell| self.cells[*cell].state.is_none()).collect();
        let index = *dice.pick(&hidden)?;
        let left: Vec<State> =
            states_of(all_states(self.layout().states()) & !self.cells[index].struck).collect();
        let state = *dice.pick(&left)?;
        self.to_move().contains(side).then(|| Move::Enter(self.layout().cell(index), state))
    }

    fn view(&self, _: Side) -> PuzzleView {
        PuzzleView { facts: Arc::clone(&self.fixed.facts), cells: self.cells.clone(), solved: self.solved() }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.solved().then(Outcome::solved)
    }

    fn visible_effect(_: Side, effect: &Effect, _: &Puzzle) -> Option<Effect> {
        Some(effect.clone())
    }

    fn count(score: &mut Score, event: &ScoreEvent<'_, Puzzle>) {
        score.count(event);
    }
}
