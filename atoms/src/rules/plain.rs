//! The rules once more, as plainly as they can be written: an array and a queue. What is fast is tested and measured
//! against this.

use super::{Atom, Connections, Rule, Setup, Size, Square};
use common::game::Side;
use std::collections::VecDeque;

/// In which order atoms explode that wait to do so.
pub trait Order {
    /// Takes one of the waiting squares.
    fn next(&mut self, waiting: &mut VecDeque<Square>) -> Option<Square>;
}

/// Who came first explodes first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Queue;

impl Order for Queue {
    fn next(&mut self, waiting: &mut VecDeque<Square>) -> Option<Square> {
        waiting.pop_front()
    }
}

/// Who came last explodes first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stack;

impl Order for Stack {
    fn next(&mut self, waiting: &mut VecDeque<Square>) -> Option<Square> {
        waiting.pop_back()
    }
}

/// A position in an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain {
    size: Size,
    rule: Rule,
    atoms: Vec<Atom>,
    squares: [usize; 2],
    mover: Side,
    winner: Option<Side>,
}

impl Plain {
    /// The empty board.
    pub fn new(setup: Setup) -> Plain {
        let Setup { size, rule } = setup;
        let atoms = vec![Atom::default(); size.squares()];
        Plain { size, rule, atoms, squares: [0; 2], mover: Side::FIRST, winner: None }
    }

    /// The atoms, row by row.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// Who has won.
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
    /// A square can wait twice. That is harmless: each entry stands for one electron too many, and an entry that finds
    /// nothing to explode is dropped.
    pub fn play(&mut self, square: Square, order: &mut impl Order) {
        let mover = self.mover;
        let mut waiting = VecDeque::new();
        self.receive(square, &mut waiting);
        while let Some(square) = order.next(&mut waiting) {
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
                self.receive(neighbour, &mut waiting);
            }
            if self.squares[mover.other().index()] == 0 {
                self.winner = Some(mover);
                break;
            }
        }
        self.mover = mover.other();
    }

    fn receive(&mut self, square: Square, waiting: &mut VecDeque<Square>) {
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
            waiting.push_back(square);
        }
    }
}
