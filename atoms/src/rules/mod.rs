//! The rules of Exploding Atoms.
//!
//! In turn, two players put an electron on an atom of their own or on a neutral one. An atom that has as many electrons
//! as it has neighbours explodes: each neighbour gets one of them and belongs to the mover from then on, and may
//! explode in turn. A side without atoms loses; there is no draw.
//!
//! | parameter | values | default |
//! |---|---|---|
//! | `size` | columns × rows, `2x2` to `16x16` | `8x8` |
//! | `rule` | `neutral`: an atom without electrons is neutral again; `kept`: it keeps its owner | `neutral` |
//!
//! Every move adds one electron and none is ever lost, so there are as many electrons on the board as moves were made:
//! positions never repeat, and a board that is full of electrons ends the game with the next one.

mod chain;
pub mod plain;
mod types;

pub use chain::{Chain, ChainAfterWin, Wave};
pub use types::{Atom, Connections, DEFAULT_SIZE, Illegal, Rule, Setup, Size, Square};

use common::game::{Dice, Enumerable, Facts, Game, NoSquare, Outcome, Side, Sides, StartError};
use common::job::Work;
use common::search::{Hashed, Reversible};
use std::convert::Infallible;
use std::sync::Arc;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    setup: Setup,
    /// In the order of [`Size::all`].
    atoms: Vec<Atom>,
    plies: u16,
    winner: Option<Side>,
}

impl Position {
    /// The empty board.
    pub fn new(setup: Setup) -> Position {
        Position { setup, atoms: vec![Atom::default(); setup.size.squares()], plies: 0, winner: None }
    }

    /// The setup of the game.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// Who owns an atom without electrons.
    pub fn rule(&self) -> Rule {
        self.setup.rule
    }

    /// The atom of a square.
    pub fn atom(&self, square: Square) -> Atom {
        self.atoms[self.size().index(square)]
    }

    /// All squares with their atoms.
    pub fn atoms(&self) -> impl Iterator<Item = (Square, Atom)> {
        self.size().all().zip(self.atoms.iter().copied())
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        usize::from(self.plies)
    }

    /// The side to move; after the end, the side that would have been.
    pub fn mover(&self) -> Side {
        Side((self.plies % 2) as u8)
    }

    /// The winner.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The electrons of a side.
    pub fn electrons(&self, side: Side) -> u32 {
        self.owned(side).map(|atom| u32::from(atom.electrons)).sum()
    }

    /// The squares of a side.
    pub fn squares(&self, side: Side) -> usize {
        self.owned(side).count()
    }

    fn owned(&self, side: Side) -> impl Iterator<Item = &Atom> {
        self.atoms.iter().filter(move |atom| atom.owner == Some(side))
    }

    /// Whether one electron more makes an atom explode.
    pub fn is_critical(&self, square: Square) -> bool {
        self.atom(square).electrons + 1 == self.size().critical(square)
    }

    /// Whether an atom is about to explode. In a position between two moves this is only possible after a win.
    pub fn is_overfull(&self, square: Square) -> bool {
        self.atom(square).electrons >= self.size().critical(square)
    }

    /// Whether the side to move may play on a square.
    pub fn check(&self, square: Square) -> Result<(), Illegal> {
        if self.winner.is_some() {
            return Err(Illegal::Over);
        }
        if !self.size().contains(square) {
            return Err(Illegal::OffBoard(square.to_string(), self.size()));
        }
        match self.atom(square).owner {
            Some(owner) if owner != self.mover() => Err(Illegal::Taken(square, owner)),
            _ => Ok(()),
        }
    }
}

impl Game for Position {
    const FACTS: Facts =
        Facts { name: "atoms", title: "Exploding Atoms", chance: false, hidden: false, simultaneous: false };
    type Setup = Setup;
    type Move = Square;
    type View = Position;
    type Effect = Arc<Chain>;
    type Score = ();
    type Illegal = Illegal;
    type BadSetup = Infallible;

    fn sides(_: &Setup) -> usize {
        2
    }

    /// Every move adds an electron, and the first one that does not fit ends the game.
    fn max_plies(setup: &Setup) -> usize {
        setup.size.max_at_rest() + 1
    }

    fn start(setup: &Setup, _: &mut Dice, _: &Work) -> Result<Position, StartError<Infallible>> {
        Ok(Position::new(*setup))
    }

    fn to_move(&self) -> Sides {
        if self.winner.is_some() { Sides::NONE } else { Sides::one(self.mover()) }
    }

    fn parse(&self, _: Side, text: &str) -> Result<Square, Illegal> {
        let size = self.size();
        let square = Square::read(text, |square| size.contains(square)).map_err(|why| match why {
            NoSquare::NotUnderstood(text) => Illegal::NotUnderstood(text),
            NoSquare::OffBoard(text) => Illegal::OffBoard(text, size),
        })?;
        self.check(square)?;
        Ok(square)
    }

    fn play(&mut self, side: Side, m: &Square, _: &mut Dice) -> Result<Arc<Chain>, Illegal> {
        self.check(*m)?;
        if side != self.mover() {
            return Err(Illegal::NotYourTurn(side));
        }
        let chain = self.chain(*m);
        *self = chain.end().clone();
        Ok(Arc::new(chain))
    }

    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Square> {
        dice.pick(&self.moves()).copied()
    }

    fn view(&self, _: Side) -> Position {
        self.clone()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome::win(winner, 2))
    }
}

impl Enumerable for Position {
    fn moves(&self) -> Vec<Square> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let mover = self.mover();
        let free =
            |(square, atom): (Square, Atom)| atom.owner.is_none_or(|owner| owner == mover).then_some(square);
        self.atoms().filter_map(free).collect()
    }
}

impl Reversible for Position {
    type Undo = Position;

    fn apply(&mut self, m: &Square) -> Position {
        let after = self.chain(*m).end().clone();
        std::mem::replace(self, after)
    }

    fn take_back(&mut self, undo: Position) {
        *self = undo;
    }
}

impl Hashed for Position {
    /// The search has boards with keys of their own; this key is needed too seldom to be incremental.
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let start = u64::from(self.plies) << 8 | u64::from(self.winner.map_or(0, |side| side.0 + 1));
        self.atoms.iter().fold(start, |key, atom| {
            let owner = atom.owner.map_or(0, |side| u64::from(side.0) + 1);
            let mixed = (key ^ (owner << 3 | u64::from(atom.electrons))).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        })
    }
}
