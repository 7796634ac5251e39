//! The chain reaction of a move: waves of explosions.
//!
//! **An endless chain captures every atom of the opponent.** Suppose that a chain never ends and some atom explodes only
//! finitely often. The board is finite, so some atom explodes infinitely often. The board is connected, so one such atom has a
//! neighbour that explodes only finitely often. That neighbour receives infinitely many electrons and loses only finitely many.
//! It then has more electrons than its critical mass and does not explode, a contradiction. So every atom explodes, and each
//! explosion gives its neighbours to the mover: every atom of the opponent is captured. Therefore a move can stop as soon as
//! the opponent has no atoms, and every move ends.
//!
//! **Neighbours never explode in the same wave.** Colour the squares like a chessboard. An electron placed on a white square
//! can only make that square explode, and an explosion sends electrons only to squares of the other colour. So the first wave
//! is all white, the second all black, and so on, and neighbours have different colours. Therefore an atom that explodes in a
//! wave receives nothing in that wave, and it keeps fewer electrons than its critical mass (an inner atom had at most 3 + 4).
//!
//! **The order of explosions does not matter.** An explosion has the same effect whenever it happens, so any two orders that
//! come to rest consist of the same explosions (the abelian sandpile model). The owners are the same too, because every atom
//! that received an electron belongs to the mover. Only the final position of a winning chain depends on the order. Here all
//! atoms of a wave explode at once, and the chain stops after the first wave that leaves the opponent no atoms.

use super::{Atom, Connections, Position, Rule, Square};
use common::game::Side;

/// A chain that goes on for longer after a win may be endless.
const MAX_WAVES_AFTER_WIN: usize = 100;
/// So many waves of an endless chain are shown.
const SHOWN_WAVES: usize = 6;

/// Atoms that explode simultaneously, and the position after that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wave {
    /// The squares whose atoms explode.
    pub explosions: Vec<Square>,
    /// The position after their electrons have arrived.
    pub after: Position,
}

/// A move with its chain reaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The position with the new electron, before any explosion.
    pub placed: Position,
    /// The waves of explosions in order; empty for a quiet move.
    pub waves: Vec<Wave>,
}

/// What would follow a winning chain, which stops while atoms are still overfull. It changes nothing but the picture: all
/// electrons belong to the winner.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChainAfterWin {
    /// The waves; empty if no atom is overfull. After the last one no atom is.
    pub waves: Vec<Wave>,
    /// The chain would never end. The last wave moves the electrons that are too many to the nearest atoms with room.
    pub endless: bool,
}

impl Chain {
    /// The position after the move.
    pub fn end(&self) -> &Position {
        self.waves.last().map_or(&self.placed, |last| &last.after)
    }

    /// Total number of explosions.
    pub fn explosions(&self) -> usize {
        self.waves.iter().map(|wave| wave.explosions.len()).sum()
    }
}

impl Position {
    /// The chain reaction of a legal move.
    pub fn chain(&self, square: Square) -> Chain {
        let mover = self.mover();
        let mut board = self.clone();
        let atom = &mut board.atoms[self.size().index(square)];
        atom.owner = Some(mover);
        atom.electrons += 1;
        board.plies += 1;
        let placed = board.clone();
        let mut waves = Vec::new();
        let mut overfull: Vec<Square> = board.overfull(&[square]);
        while !overfull.is_empty() && board.winner.is_none() {
            let changed = board.explode(&overfull, mover);
            if board.squares(mover.other()) == 0 {
                board.winner = Some(mover);
            }
            let next = board.overfull(&changed);
            waves.push(Wave { explosions: std::mem::replace(&mut overfull, next), after: board.clone() });
        }
        Chain { placed, waves }
    }

    /// What would follow the winning chain that led to this position.
    pub fn chain_after_win(&self) -> ChainAfterWin {
        let Some(winner) = self.winner else { return ChainAfterWin::default() };
        let mut board = self.clone();
        let mut waves = Vec::new();
        let squares: Vec<Square> = self.atoms().map(|(square, _)| square).collect();
        let mut overfull = board.overfull(&squares);
        while !overfull.is_empty() {
            if waves.len() == MAX_WAVES_AFTER_WIN {
                waves.truncate(SHOWN_WAVES);
                waves.push(last_wave(self, waves.last()));
                return ChainAfterWin { waves, endless: true };
            }
            let changed = board.explode(&overfull, winner);
            let next = board.overfull(&changed);
            waves.push(Wave { explosions: std::mem::replace(&mut overfull, next), after: board.clone() });
        }
        ChainAfterWin { waves, endless: false }
    }

    /// The same position, in which no atom has more electrons than it can hold: the others go to the nearest atoms with
    /// room. Only on a full board they find no place.
    fn at_rest(&self) -> Position {
        let (size, mut board) = (self.size(), self.clone());
        for (square, atom) in self.atoms() {
            board.atoms[size.index(square)].electrons = atom.electrons.min(size.critical(square) - 1);
        }
        for (square, Atom { owner, electrons }) in self.atoms() {
            for _ in size.critical(square)..=electrons {
                let has_room = |other: &Square| board.atom(*other).electrons + 1 < size.critical(*other);
                let distance =
                    |other: &Square| other.row.abs_diff(square.row) + other.column.abs_diff(square.column);
                let nearest = size.all().filter(has_room).min_by_key(distance);
                let Some(nearest) = nearest else { break };
                let atom = &mut board.atoms[size.index(nearest)];
                *atom = Atom { owner, electrons: atom.electrons + 1 };
            }
        }
        board
    }

    /// The squares among `squares` that have reached their critical mass.
    fn overfull(&self, squares: &[Square]) -> Vec<Square> {
        squares.iter().copied().filter(|square| self.is_overfull(*square)).collect()
    }

    /// Explodes atoms of `mover` simultaneously. Returns the squares that received electrons, sorted and without duplicates.
    fn explode(&mut self, squares: &[Square], mover: Side) -> Vec<Square> {
        let size = self.size();
        let mut changed = Vec::new();
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
                changed.push(neighbour);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }
}

/// The wave that ends an endless chain after these ones, or after the win.
fn last_wave(won: &Position, before: Option<&Wave>) -> Wave {
    let board = before.map_or(won, |wave| &wave.after);
    let squares: Vec<Square> = board.atoms().map(|(square, _)| square).collect();
    Wave { explosions: board.overfull(&squares), after: board.at_rest() }
}
