//! What a move sets off: waves of explosions.
//!
//! **An endless chain takes every enemy atom.** Suppose that a chain never ends, and that some atom explodes only
//! finitely often. The board is finite, so some atom explodes without end; and since the board is connected, one that
//! does has a neighbour that does not. This neighbour is sent an electron by every one of these explosions, infinitely many in
//! all, and loses only finitely many: it holds more and more of them, and yet does not explode, a contradiction. So every
//! atom explodes, and each of its neighbours is the mover's from then on: every atom of the opponent is taken. Hence a
//! move may be ended as soon as the opponent has nothing left, and this is what makes every move end.
//!
//! **Neighbours never explode in the same wave.** Colour the squares like a chessboard. The electron that is put to a
//! white square can only make that one explode, and what explodes in a wave sends electrons to squares of the other
//! colour only. So the first wave is all white, the second all black, and so on; and neighbours differ in colour.
//! Therefore what explodes in a wave receives nothing in it, and after an explosion fewer electrons than the critical mass
//! remain (an inner atom had at most 3 + 4).
//!
//! **The order of explosions does not matter**: an explosion adds to its neighbours and takes from itself, whenever it
//! happens, so any two orders that come to rest have made the same explosions (this is the abelian sandpile). The owner
//! follows, for every atom that received anything is the mover's. Only the picture at which a winning chain is stopped
//! depends on the order; here all atoms of a wave explode at once, and the chain stops after the first wave that leaves
//! the opponent nothing.

use super::{Connections, Position, Rule, Square};

/// Atoms that explode at once, and what the board is like after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wave {
    /// The squares whose atoms explode.
    pub explosions: Vec<Square>,
    /// The position when their electrons have arrived.
    pub after: Position,
}

/// A move, as it goes on after the electron was put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// With the new electron, before anything explodes.
    pub placed: Position,
    /// The explosions in order; none for a quiet move.
    pub waves: Vec<Wave>,
}

impl Chain {
    /// The position after the move.
    pub fn end(mut self) -> Position {
        self.waves.pop().map_or(self.placed, |last| last.after)
    }

    /// How many atoms explode, counted each time they do.
    pub fn explosions(&self) -> usize {
        self.waves.iter().map(|wave| wave.explosions.len()).sum()
    }
}

impl Position {
    /// Everything that a legal move of the side to move sets off.
    pub fn chain(&self, square: Square) -> Chain {
        let mover = self.mover();
        let mut board = self.clone();
        let atom = &mut board.atoms[self.size().index(square)];
        atom.owner = Some(mover);
        atom.electrons += 1;
        board.plies += 1;
        let placed = board.clone();
        let mut waves = Vec::new();
        let mut unstable: Vec<Square> = board.overfull(&[square]);
        while !unstable.is_empty() && board.winner.is_none() {
            let touched = board.explode(&unstable);
            if board.squares(mover.other()) == 0 {
                board.winner = Some(mover);
            }
            let next = board.overfull(&touched);
            waves.push(Wave { explosions: std::mem::replace(&mut unstable, next), after: board.clone() });
        }
        Chain { placed, waves }
    }

    /// Those of some squares that have reached their critical mass.
    fn overfull(&self, squares: &[Square]) -> Vec<Square> {
        let full = |square: &&Square| self.atom(**square).electrons >= self.size().critical(**square);
        squares.iter().filter(full).copied().collect()
    }

    /// Lets atoms explode at once. Tells which squares electrons arrived at, each of them once and in order.
    fn explode(&mut self, squares: &[Square]) -> Vec<Square> {
        let size = self.size();
        // The mover has made its move already.
        let mover = self.mover().other();
        let mut touched = Vec::new();
        for &square in squares {
            let atom = &mut self.atoms[size.index(square)];
            atom.electrons -= size.critical(square);
            if atom.electrons == 0 && self.setup.rule == Rule::Neutral {
                atom.owner = None;
            }
            for neighbour in size.neighbours(square) {
                let atom = &mut self.atoms[size.index(neighbour)];
                atom.owner = Some(mover);
                atom.electrons += 1;
                touched.push(neighbour);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }
}
