//! The rules of gomoku: five in a row, as freestyle, standard and renju.
//!
//! In turn, two players put a stone on an empty point; black begins. Whoever makes five in a row first wins, along a
//! row, a column or a diagonal. A full board is a draw, and so is a board that leaves black nothing but forbidden points.
//!
//! | parameter | values | default |
//! |---|---|---|
//! | `size` | columns × rows, `5x5` to `22x22`; one number for a square | `15x15` |
//! | `rule` | `freestyle`: five or more win; `standard`: exactly five; `renju`: what black must not do | `freestyle` |
//! | `opening` | `free`, or `swap2`: who puts the first stones does not choose the colour | `free` |
//!
//! A side is a player, not a colour: in the opening `swap2` it turns out later who plays which.

mod grid;
pub mod renju;
mod types;

pub use grid::{CELLS, Cell, DIRECTIONS, Grid, MARGIN, STRIDE};
pub use types::{
    Colour, DEFAULT_SIZE, Forbidden, FromTop, Illegal, Move, Opening, Point, Rule, Setup, Size, read_point,
};

use common::game::{Dice, Enumerable, Facts, Game, Outcome, Side, Sides, StartError};
use common::job::Work;
use common::search::{Hashed, Reversible};
use std::convert::Infallible;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    setup: Setup,
    grid: Grid,
    stones: u16,
    /// The colour of the next stone.
    next: Colour,
    stage: Stage,
    end: Option<End>,
}

/// How far the choice of colours is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The first player puts three stones, after which the second chooses.
    Three,
    /// The second player puts two stones more, after which the first chooses.
    Five,
    /// Colours are given: this side has black.
    Black(Side),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A colour has made five in a row, or more.
    Five(Colour, Vec<Point>),
    /// All points have a stone.
    Full,
    /// There are only forbidden points left for black.
    NoMove,
}

impl Position {
    /// The empty board.
    pub fn new(setup: Setup) -> Position {
        let stage = match setup.opening {
            Opening::Free => Stage::Black(Side::FIRST),
            Opening::Swap2 => Stage::Three,
        };
        Position { setup, grid: Grid::new(setup.size), stones: 0, next: Colour::Black, stage, end: None }
    }

    /// A board with stones that need not have been put in turn, `next` to move. Which side plays black does not matter there:
    /// it is the first. `None` if a point is not on the board or has two stones.
    pub fn of(setup: Setup, stones: &[(Point, Colour)], next: Colour) -> Option<Position> {
        let mut position = Position::new(Setup { opening: Opening::Free, ..setup });
        for (point, colour) in stones {
            let index = Grid::index(*point);
            if !position.size().contains(*point) || position.grid.cell(index) != Cell::Empty {
                return None;
            }
            position.grid.set(index, (*colour).into());
        }
        position.stones = stones.len() as u16;
        position.next = next;
        let five = stones.iter().find_map(|(point, _)| position.five(Grid::index(*point)));
        position.end = five.or_else(|| position.drawn());
        Some(position)
    }

    /// What the game was started with.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// What wins.
    pub fn rule(&self) -> Rule {
        self.setup.rule
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many stones there are.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// The colour of the next stone.
    pub fn colour(&self) -> Colour {
        self.next
    }

    /// Who plays black; `None` while that is not decided.
    pub fn black(&self) -> Option<Side> {
        match self.stage {
            Stage::Black(side) => Some(side),
            Stage::Three | Stage::Five => None,
        }
    }

    /// The colour of a side; `None` while that is not decided.
    pub fn colour_of(&self, side: Side) -> Option<Colour> {
        self.black().map(|black| if side == black { Colour::Black } else { Colour::White })
    }

    /// The side of a colour; `None` while that is not decided.
    pub fn side_of(&self, colour: Colour) -> Option<Side> {
        self.black().map(|black| if colour == Colour::Black { black } else { black.other() })
    }

    /// Whether the side to move chooses its colour now, instead of just putting a stone.
    pub fn choosing(&self) -> bool {
        self.offers(Move::Swap)
    }

    /// Whether a choice of the opening can be made now.
    pub fn offers(&self, m: Move) -> bool {
        match m {
            Move::Stone(_) => self.end.is_none(),
            Move::Swap => matches!((self.stage, self.stones), (Stage::Three, 3) | (Stage::Five, 5)),
            Move::More => (self.stage, self.stones) == (Stage::Three, 3),
        }
    }

    /// The side to move; after the end, the side that would have been.
    pub fn mover(&self) -> Side {
        match self.stage {
            Stage::Three if self.stones < 3 => Side::FIRST,
            Stage::Three => Side::SECOND,
            Stage::Five if self.stones < 5 => Side::SECOND,
            Stage::Five => Side::FIRST,
            Stage::Black(black) if self.colour() == Colour::Black => black,
            Stage::Black(black) => black.other(),
        }
    }

    /// How the game ended.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Why a point is forbidden to the colour that is to move; `None` where a stone is, too.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        let asks = self.setup.rule == Rule::Renju && self.colour() == Colour::Black;
        let index = Grid::index(point);
        if !asks || self.grid.cell(index) != Cell::Empty {
            return None;
        }
        renju::forbidden(&mut self.grid.clone(), index)
    }

    /// All points that are forbidden to the colour that is to move.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if self.setup.rule != Rule::Renju || self.colour() != Colour::Black || self.end.is_some() {
            return Vec::new();
        }
        let mut grid = self.grid.clone();
        let judged = self.grid.empty();
        judged
            .filter_map(|point| renju::forbidden(&mut grid, Grid::index(point)).map(|why| (point, why)))
            .collect()
    }

    /// Whether the side to move may make a move.
    pub fn check(&self, m: Move) -> Result<(), Illegal> {
        if self.end.is_some() {
            return Err(Illegal::Over);
        }
        let Move::Stone(point) = m else {
            return if self.offers(m) { Ok(()) } else { Err(Illegal::NotOffered(m)) };
        };
        if !self.size().contains(point) {
            return Err(Illegal::OffBoard(point.to_string(), self.size()));
        }
        if let Some(colour) = self.grid.get(point).colour() {
            return Err(Illegal::Taken(point, colour));
        }
        self.forbidden(point).map_or(Ok(()), |why| Err(Illegal::Forbidden(point, why)))
    }

    /// What a stone that has just been put ends.
    fn ended(&self, index: usize) -> Option<End> {
        self.five(index).or_else(|| self.drawn())
    }

    /// The row of a stone that wins.
    fn five(&self, index: usize) -> Option<End> {
        let colour = self.grid.cell(index).colour()?;
        DIRECTIONS.into_iter().find_map(|step| {
            let (first, last) = self.grid.run(index, step);
            let wins = self.setup.rule.wins(colour, (last - first) / step + 1);
            wins.then(|| End::Five(colour, (first..=last).step_by(step).map(Grid::point).collect()))
        })
    }

    /// The end of a game that nobody has won, if no stone can be put any more.
    fn drawn(&self) -> Option<End> {
        if self.stones() == self.size().squares() {
            return Some(End::Full);
        }
        let bound = self.setup.rule == Rule::Renju && self.colour() == Colour::Black;
        let stuck = bound && {
            let mut grid = self.grid.clone();
            self.grid.empty().all(|point| renju::forbidden(&mut grid, Grid::index(point)).is_some())
        };
        stuck.then_some(End::NoMove)
    }
}

impl Game for Position {
    const FACTS: Facts =
        Facts { name: "gomoku", title: "Gomoku", chance: false, hidden: false, simultaneous: false };
    type Setup = Setup;
    type Move = Move;
    type View = Position;
    type Effect = ();
    type Score = ();
    type Illegal = Illegal;
    type BadSetup = Infallible;

    fn sides(_: &Setup) -> usize {
        2
    }

    /// A stone on every point, and two choices of the opening.
    fn max_plies(setup: &Setup) -> usize {
        setup.size.squares() + 2
    }

    fn start(setup: &Setup, _: &mut Dice, _: &Work) -> Result<Position, StartError<Infallible>> {
        Ok(Position::new(*setup))
    }

    fn to_move(&self) -> Sides {
        if self.end.is_some() { Sides::NONE } else { Sides::one(self.mover()) }
    }

    fn parse(&self, _: Side, text: &str) -> Result<Move, Illegal> {
        let m = Move::read(text, self.size())?;
        self.check(m)?;
        Ok(m)
    }

    fn play(&mut self, side: Side, m: &Move, _: &mut Dice) -> Result<(), Illegal> {
        self.check(*m)?;
        if side != self.mover() {
            return Err(Illegal::NotYourTurn(side));
        }
        self.apply(m);
        Ok(())
    }

    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Move> {
        dice.pick(&self.moves()).copied()
    }

    fn view(&self, _: Side) -> Position {
        self.clone()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(|end| match end {
            End::Five(colour, _) => {
                self.side_of(*colour).map_or(Outcome::draw(2), |side| Outcome::win(side, 2))
            }
            End::Full | End::NoMove => Outcome::draw(2),
        })
    }
}

impl Enumerable for Position {
    fn moves(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let bound = self.setup.rule == Rule::Renju && self.colour() == Colour::Black;
        let mut grid = self.grid.clone();
        let mut may = |point: &Point| !bound || renju::forbidden(&mut grid, Grid::index(*point)).is_none();
        let stones = self.grid.empty().filter(|point| may(point)).map(Move::Stone);
        let choices = [Move::Swap, Move::More].into_iter().filter(|m| self.offers(*m));
        stones.chain(choices).collect()
    }
}

/// What a move changed besides the stone.
#[derive(Debug)]
pub struct Undo {
    index: Option<usize>,
    stage: Stage,
}

impl Reversible for Position {
    type Undo = Undo;

    fn apply(&mut self, m: &Move) -> Undo {
        let undo = Undo { index: stone(*m), stage: self.stage };
        match m {
            Move::Swap => self.stage = Stage::Black(self.mover()),
            Move::More => self.stage = Stage::Five,
            Move::Stone(point) => {
                if self.choosing() {
                    // Who goes on without a choice stays with white, whose turn it is.
                    self.stage = Stage::Black(self.mover().other());
                }
                let index = Grid::index(*point);
                self.grid.set(index, self.next.into());
                self.next = self.next.other();
                self.stones += 1;
                self.end = self.ended(index);
            }
        }
        undo
    }

    fn take_back(&mut self, undo: Undo) {
        self.stage = undo.stage;
        if let Some(index) = undo.index {
            self.grid.set(index, Cell::Empty);
            self.next = self.next.other();
            self.stones -= 1;
            self.end = None;
        }
    }
}

fn stone(m: Move) -> Option<usize> {
    match m {
        Move::Stone(point) => Some(Grid::index(point)),
        Move::Swap | Move::More => None,
    }
}

impl Hashed for Position {
    /// The board that the strong machine thinks on has a key of its own; this one is asked for seldom enough to be counted anew.
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let stage = match self.stage {
            Stage::Three => 0,
            Stage::Five => 1,
            Stage::Black(side) => 2 + u64::from(side.0),
        };
        let stage = stage << 1 | self.next.index() as u64;
        self.size().all().fold(stage << 8, |key, point| {
            let mixed = (key ^ self.grid.get(point) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed ^ mixed >> 29).wrapping_add(0xD1B5_4A32_D192_ED03)
        })
    }
}
