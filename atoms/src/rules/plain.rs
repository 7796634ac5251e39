//! A simple second implementation of the rules: an array and a queue. Tests and benchmarks compare the fast board with it.

use super::{Atom, Connections, Rule, Setup, Size, Square};
use common::game::Side;
use std::collections::VecDeque;

/// The order in which overfull atoms explode.
pub trait ExplosionOrder {
    /// Removes the next square to explode.
    fn next(&mut self, pending: &mut VecDeque<Square>) -> Option<Square>;
}

/// The atom that became overfull first explodes first.
#[derive(Debug, Clone, Copy, Default)]
pub struct FirstInFirstOut;

impl ExplosionOrder for FirstInFirstOut {
    fn next(&mut self, pending: &mut VecDeque<Square>) -> Option<Square> {
        pending.pop_front()
    }
}

/// The atom that became overfull last explodes first.
#[derive(Debug, Clone, Copy, Default)]
pub struct LastInFirstOut;

impl ExplosionOrder for LastInFirstOut {
    fn next(&mut self, pending: &mut VecDeque<Square>) -> Option<Square> {
        pending.pop_back()
    }
}

/// A position as an array of atoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainBoard {
    size: Size,
    rule: Rule,
    atoms: Vec<Atom>,
    /// Number of atoms of each side.
    squares: [usize; 2],
    mover: Side,
    winner: Option<Side>,
}

impl PlainBoard {
    /// The empty board.
    pub fn new(setup: Setup) -> PlainBoard {
        let Setup { size, rule } = setup;
        let atoms = vec![Atom::default(); size.squares()];
        PlainBoard { size, rule, atoms, squares: [0; 2], mover: Side::FIRST, winner: None }
    }

    /// The atoms, row by row.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// The winner, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The legal moves.
    pub fn moves(&self) -> Vec<Square> {
        let free = |square: &Square| {
            self.atoms[self.size.index(*square)].owner.is_none_or(|owner| owner == self.mover)
        };
        if self.winner.is_some() { Vec::new() } else { self.size.all().filter(free).collect() }
    }

    /// Plays a legal move.
    ///
    /// A square can be pending twice. That is harmless: an entry whose atom is no longer overfull is skipped.
    pub fn play(&mut self, square: Square, order: &mut impl ExplosionOrder) {
        let mover = self.mover;
        let mut pending = VecDeque::new();
        self.add_electron(square, &mut pending);
        while let Some(square) = order.next(&mut pending) {
            let index = self.size.index(square);
            let critical = self.size.critical(square);
            if self.atoms[index].electrons < critical {
                continue;
            }
            self.atoms[index].electrons -= critical;
            if self.atoms[index].electrons == 0 && self.rule == Rule::Neutral {
                self.atoms[index].owner = None;
                self.squares[mover.index()] -= 1;
            }
            for neighbour in self.size.neighbours(square) {
                self.add_electron(neighbour, &mut pending);
            }
            if self.squares[mover.other().index()] == 0 {
                self.winner = Some(mover);
                break;
            }
        }
        self.mover = mover.other();
    }

    fn add_electron(&mut self, square: Square, pending: &mut VecDeque<Square>) {
        let index = self.size.index(square);
        let atom = &mut self.atoms[index];
        if atom.owner != Some(self.mover) {
            if let Some(owner) = atom.owner {
                self.squares[owner.index()] -= 1;
            }
            self.squares[self.mover.index()] += 1;
            atom.owner = Some(self.mover);
        }
        atom.electrons += 1;
        if atom.electrons >= self.size.critical(square) {
            pending.push_back(square);
        }
    }
}
