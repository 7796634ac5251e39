//! The rules of quantum tic-tac-toe.
//!
//! A move puts one mark into two cells at once. A mark ties its two cells together. When a move closes a cycle of ties,
//! the *other* player chooses one of two collapses, in which every mark tied to the cycle settles in one of its cells.
//! Three settled marks in a row end the game.
//!
//! | parameter | values | default |
//! |---|---|---|
//! | `scoring` | `seed`: if both players have a line, the line with the smallest subscript wins; `goff`: the line with the lower largest subscript gets 1 point, the other ½ | `seed` |

mod entangle;
mod read;
mod score;
mod types;

pub use entangle::{Collapse, Cycle};
pub(crate) use read::{read_cell, split_words};
pub use score::{LINES, Line};
pub use types::{Cell, CellState, Effect, Illegal, Mark, Move, Place, Scoring, Setup};

use common::game::{Dice, Enumerable, Facts, Game, Outcome, Side, Sides, StartError};
use common::job::Work;
use common::search::{Hashed, Reversible};
use std::convert::Infallible;

/// The length of the longest game: nine marks and four collapses, since every cycle has at least two marks.
pub const MAX_PLIES: usize = 13;

/// A position: the cells of every mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    scoring: Scoring,
    /// The places of the marks 1, 2, …; `None` for marks that are not made yet.
    places: [Option<Place>; 9],
    mark_count: u8,
    /// The big mark of each cell. It follows from `places` and is kept for speed.
    settled: [Option<Mark>; 9],
    /// The mark that closed a cycle which has not collapsed yet.
    closing_mark: Option<Mark>,
    key: u64,
}

impl Position {
    /// The empty board.
    pub fn new(scoring: Scoring) -> Position {
        Position { scoring, places: [None; 9], mark_count: 0, settled: [None; 9], closing_mark: None, key: 0 }
    }

    /// Who wins when one collapse gives both players a line.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The marks on the board with their places, in the order in which they were made.
    pub fn marks(&self) -> impl Iterator<Item = (Mark, Place)> {
        self.places.iter().flatten().zip(1..).map(|(place, n)| (Mark(n), *place))
    }

    /// The place of a mark, if it was made.
    pub fn place(&self, mark: Mark) -> Option<Place> {
        self.places[mark.index()]
    }

    /// The mark that the next move makes.
    pub fn next_mark(&self) -> Mark {
        Mark(self.mark_count + 1)
    }

    /// The mark that settled in a cell.
    pub fn settled(&self, cell: Cell) -> Option<Mark> {
        self.settled[cell.index()]
    }

    /// The small marks in a cell.
    pub fn small(&self, cell: Cell) -> impl Iterator<Item = Mark> {
        self.marks().filter(move |(_, place)| place.is_small_in(cell)).map(|(mark, _)| mark)
    }

    /// The cells without a settled mark.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(|cell| self.settled(*cell).is_none())
    }

    /// The state of a cell.
    pub fn state(&self, cell: Cell) -> CellState {
        if let Some(mark) = self.settled(cell) {
            CellState::Settled(mark)
        } else if self.small(cell).next().is_none() {
            CellState::Empty
        } else if self.cycle().is_some_and(|cycle| cycle.cells.contains(&cell)) {
            CellState::Entangled
        } else {
            CellState::Small
        }
    }

    /// The side to move: always the owner of the next mark, since the player who closed a cycle does not choose its
    /// collapse. After the end, the side that would be next.
    pub fn mover(&self) -> Side {
        self.next_mark().owner()
    }

    /// The only open cell, which takes a whole mark; `None` if there are more.
    pub fn last_cell(&self) -> Option<Cell> {
        let mut open = self.open_cells();
        let last = open.next();
        if open.next().is_some() { None } else { last }
    }

    fn put(&mut self, mark: Mark, place: Place) {
        if let Some(before) = self.places[mark.index()] {
            self.key ^= place_key(mark, before);
        }
        self.places[mark.index()] = Some(place);
        if let Place::One(cell) = place {
            self.settled[cell.index()] = Some(mark);
        }
        self.key ^= place_key(mark, place);
    }

    /// Plays a legal move and returns the marks that settle.
    fn make(&mut self, m: Move) -> Vec<(Mark, Cell)> {
        let mark = self.next_mark();
        match m {
            Move::Pair(a, b) => {
                let closes = self.tied(a, b);
                self.put(mark, Place::Two(a, b));
                self.mark_count += 1;
                if closes {
                    self.closing_mark = Some(mark);
                    self.key ^= CLOSING_KEY;
                }
                Vec::new()
            }
            Move::Single(cell) => {
                self.put(mark, Place::One(cell));
                self.mark_count += 1;
                vec![(mark, cell)]
            }
            Move::Collapse { mark, cell } => {
                let settled = self.settled_by(mark, cell);
                for (mark, cell) in &settled {
                    self.put(*mark, Place::One(*cell));
                }
                self.closing_mark = None;
                self.key ^= CLOSING_KEY;
                settled
            }
        }
    }

    /// Checks whether a move is legal.
    fn check(&self, m: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        match (m, self.cycle()) {
            (Move::Collapse { mark, cell }, Some(cycle)) => self.check_collapse(&cycle, mark, cell),
            (Move::Collapse { .. }, None) => Err(Illegal::NothingToCollapse),
            (_, Some(_)) => Err(Illegal::CollapseFirst),
            (Move::Pair(a, b), None) => {
                if let Some(last) = self.last_cell() {
                    return Err(Illegal::OneCellLeft(last));
                }
                if a == b {
                    return Err(Illegal::SameCell(a));
                }
                [a, b].into_iter().try_for_each(|cell| self.check_open(cell))
            }
            (Move::Single(cell), None) => {
                self.check_open(cell)?;
                if self.last_cell().is_none() { Err(Illegal::NeedsTwoCells(cell)) } else { Ok(()) }
            }
        }
    }

    /// Checks that a cell can take a mark.
    pub fn check_open(&self, cell: Cell) -> Result<(), Illegal> {
        match self.settled(cell) {
            Some(mark) => Err(Illegal::Settled(cell, mark)),
            None => Ok(()),
        }
    }

    /// Checks that a cell can be chosen for the collapse.
    pub fn check_cycle_cell(&self, cycle: &Cycle, cell: Cell) -> Result<(), Illegal> {
        if cycle.cells.contains(&cell) {
            Ok(())
        } else if let Some(mark) = self.settled(cell) {
            Err(Illegal::Settled(cell, mark))
        } else if self.small(cell).next().is_none() {
            Err(Illegal::EmptyCell(cell))
        } else {
            Err(Illegal::NotOnCycle(cell))
        }
    }

    fn check_collapse(&self, cycle: &Cycle, mark: Mark, cell: Cell) -> Result<(), Illegal> {
        self.check_cycle_cell(cycle, cell)?;
        let fits =
            cycle.marks.contains(&mark) && self.place(mark).is_some_and(|place| place.is_small_in(cell));
        if fits { Ok(()) } else { Err(Illegal::NotACycleMark(cell, mark)) }
    }

    /// A legal move in canonical form: the lower cell first; a collapse named by the mark that closed the cycle.
    fn canonical(&self, side: Side, m: Move) -> Result<Move, Illegal> {
        self.check(m)?;
        if side != self.mover() {
            return Err(Illegal::NotYourTurn(side));
        }
        Ok(match m {
            Move::Pair(a, b) => Move::Pair(a.min(b), a.max(b)),
            Move::Single(cell) => Move::Single(cell),
            Move::Collapse { mark, cell } => self
                .collapses()
                .into_iter()
                .find(|collapse| collapse.settles(mark, cell))
                .map_or(m, |collapse| collapse.as_move()),
        })
    }
}

impl Game for Position {
    const FACTS: Facts = Facts {
        name: "qttt",
        title: "Quantum Tic-Tac-Toe",
        chance: false,
        hidden: false,
        simultaneous: false,
    };
    type Setup = Setup;
    type Move = Move;
    type View = Position;
    type Effect = Effect;
    type Score = ();
    type Illegal = Illegal;
    type BadSetup = Infallible;

    fn sides(_: &Setup) -> usize {
        2
    }

    fn max_plies(_: &Setup) -> usize {
        MAX_PLIES
    }

    fn start(setup: &Setup, _: &mut Dice, _: &Work) -> Result<Position, StartError<Infallible>> {
        Ok(Position::new(setup.scoring))
    }

    fn to_move(&self) -> Sides {
        if self.outcome().is_some() { Sides::NONE } else { Sides::one(self.mover()) }
    }

    fn parse(&self, side: Side, text: &str) -> Result<Move, Illegal> {
        self.canonical(side, read::read_move(self, text)?)
    }

    fn play(&mut self, side: Side, m: &Move, _: &mut Dice) -> Result<Effect, Illegal> {
        let m = self.canonical(side, *m)?;
        let settled = self.make(m);
        Ok(Effect { cycle: self.cycle(), settled })
    }

    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Move> {
        dice.pick(&self.moves()).copied()
    }

    fn view(&self, _: Side) -> Position {
        *self
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.closing_mark.is_some() { None } else { self.result() }
    }
}

impl Enumerable for Position {
    fn moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        if self.closing_mark.is_some() {
            return self.collapses().iter().map(Collapse::as_move).collect();
        }
        if let Some(cell) = self.last_cell() {
            return vec![Move::Single(cell)];
        }
        let open: Vec<Cell> = self.open_cells().collect();
        let pairs = |i: usize| {
            open[i + 1..].iter().map({
                let a = open[i];
                move |b| Move::Pair(a, *b)
            })
        };
        (0..open.len()).flat_map(pairs).collect()
    }
}

impl Reversible for Position {
    type Undo = Position;

    fn apply(&mut self, m: &Move) -> Position {
        let before = *self;
        self.make(*m);
        before
    }

    fn take_back(&mut self, before: Position) {
        *self = before;
    }
}

impl Hashed for Position {
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let closing = if self.closing_mark.is_some() { CLOSING_KEY } else { 0 };
        self.marks().fold(closing, |key, (mark, place)| key ^ place_key(mark, place))
    }
}

const CLOSING_KEY: u64 = 0x5851_F42D_4C95_7F2D;

/// The hash of a mark in a place (the finalizer of `SplitMix64`).
fn place_key(mark: Mark, place: Place) -> u64 {
    let seed = u64::from(mark.0) << 8 | u64::from(place.code());
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
