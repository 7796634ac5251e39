//! The rules of gomoku: five in a row, as freestyle, standard and renju.
//!
//! Two players put a stone on an empty point in turn; Black begins. The first player with five in a row wins: along a
//! row, a column or a diagonal. A full board is a draw, and so is a board with only forbidden points left for Black.
//!
//! | parameter | values | default |
//! |---|---|---|
//! | `size` | columns × rows, `5x5` to `22x22`; one number for a square | `15x15` |
//! | `rule` | `freestyle`: five or more win; `standard`: exactly five win; `renju`: Black has forbidden moves | `freestyle` |
//! | `opening` | `free`; `swap2`: one player puts the first stones, the other chooses a colour | `free` |
//!
//! A side is a player, not a colour: in the opening `swap2` the colours are chosen after the first stones.

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

/// The stage of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The first player puts three stones; then the second chooses.
    Three,
    /// The second player puts two more stones; then the first chooses.
    Five,
    /// The colours are chosen: this side plays Black.
    Black(Side),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A colour has five or more in a row.
    Five(Colour, Vec<Point>),
    /// The board is full.
    Full,
    /// Only forbidden points are left for Black.
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

    /// A board with any stones, `next` to move. The first side plays Black. `None` if a point is not on the board or has
    /// two stones.
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
        let five = stones.iter().find_map(|(point, _)| position.find_five(Grid::index(*point)));
        position.end = five.or_else(|| position.find_draw());
        Some(position)
    }

    /// The parameters of the game.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.setup.rule
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The number of stones.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// The colour of the next stone.
    pub fn colour(&self) -> Colour {
        self.next
    }

    /// The side that plays Black; `None` before the colours are chosen.
    pub fn black(&self) -> Option<Side> {
        match self.stage {
            Stage::Black(side) => Some(side),
            Stage::Three | Stage::Five => None,
        }
    }

    /// The colour of a side; `None` before the colours are chosen.
    pub fn colour_of(&self, side: Side) -> Option<Colour> {
        self.black().map(|black| if side == black { Colour::Black } else { Colour::White })
    }

    /// The side of a colour; `None` before the colours are chosen.
    pub fn side_of(&self, colour: Colour) -> Option<Side> {
        self.black().map(|black| if colour == Colour::Black { black } else { black.other() })
    }

    /// Whether the side to move chooses its colour.
    pub fn is_choosing_colour(&self) -> bool {
        self.offers(Move::Swap)
    }

    /// Whether this kind of move is possible now: a stone, or a choice of the opening.
    pub fn offers(&self, m: Move) -> bool {
        match m {
            Move::Stone(_) => self.end.is_none(),
            Move::Swap => matches!((self.stage, self.stones), (Stage::Three, 3) | (Stage::Five, 5)),
            Move::More => (self.stage, self.stones) == (Stage::Three, 3),
        }
    }

    /// The side to move; after the end of the game, the side that would be next.
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

    /// Whether Black is to move, under the rules of renju.
    fn has_forbidden_moves(&self) -> bool {
        self.setup.rule == Rule::Renju && self.next == Colour::Black
    }

    /// Why a point is forbidden to the colour to move; `None` also for a point with a stone.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        let index = Grid::index(point);
        if !self.has_forbidden_moves() || self.grid.cell(index) != Cell::Empty {
            return None;
        }
        renju::forbidden(&mut self.grid.clone(), index)
    }

    /// All points that are forbidden to the colour to move.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if !self.has_forbidden_moves() || self.end.is_some() {
            return Vec::new();
        }
        let mut grid = self.grid.clone();
        let forbidden = |point| Some((point, renju::forbidden(&mut grid, Grid::index(point))?));
        self.grid.empty().filter_map(forbidden).collect()
    }

    /// Checks that a move is legal for the side to move.
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

    /// The winning row through a stone, if there is one.
    fn find_five(&self, index: usize) -> Option<End> {
        let colour = self.grid.cell(index).colour()?;
        DIRECTIONS.into_iter().find_map(|step| {
            let (first, last) = self.grid.run(index, step);
            let wins = self.setup.rule.wins(colour, (last - first) / step + 1);
            wins.then(|| End::Five(colour, (first..=last).step_by(step).map(Grid::point).collect()))
        })
    }

    /// The draw, if no stone can be put.
    fn find_draw(&self) -> Option<End> {
        if self.stones() == self.size().squares() {
            return Some(End::Full);
        }
        if !self.has_forbidden_moves() {
            return None;
        }
        let mut grid = self.grid.clone();
        let no_move =
            self.grid.empty().all(|point| renju::forbidden(&mut grid, Grid::index(point)).is_some());
        no_move.then_some(End::NoMove)
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

    fn max_plies(setup: &Setup) -> usize {
        // A stone on every point, and two choices of the opening.
        setup.size.squares() + if setup.opening == Opening::Swap2 { 2 } else { 0 }
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
        let renju = self.has_forbidden_moves();
        let mut grid = self.grid.clone();
        let is_legal = |point: &Point| !renju || renju::forbidden(&mut grid, Grid::index(*point)).is_none();
        let stones = self.grid.empty().filter(is_legal).map(Move::Stone);
        let choices = [Move::Swap, Move::More].into_iter().filter(|m| self.offers(*m));
        stones.chain(choices).collect()
    }
}

/// What is needed to take a move back.
#[derive(Debug)]
pub struct Undo {
    index: Option<usize>,
    stage: Stage,
}

impl Reversible for Position {
    type Undo = Undo;

    fn apply(&mut self, m: &Move) -> Undo {
        let mut undo = Undo { index: None, stage: self.stage };
        match m {
            Move::Swap => self.stage = Stage::Black(self.mover()),
            Move::More => self.stage = Stage::Five,
            Move::Stone(point) => {
                if self.is_choosing_colour() {
                    // The next stone is white: this side chooses White by putting it.
                    self.stage = Stage::Black(self.mover().other());
                }
                let index = Grid::index(*point);
                self.grid.set(index, self.next.into());
                self.next = self.next.other();
                self.stones += 1;
                self.end = self.find_five(index).or_else(|| self.find_draw());
                undo.index = Some(index);
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

impl Hashed for Position {
    /// The strong engine searches on a board with its own key. This one is rarely needed, so it is not kept up to date.
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
