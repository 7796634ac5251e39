//! The solver's compact position: small numbers and bit sets, with incrementally updated keys.

use super::Margin;
use super::board::{FULL, HAS_LINE, PAIR, PAIRS, cell, contested_and_live, line_set, single, spot_of};
use super::key::{Keys, SymmetricKeys, canonical_key};
use crate::rules::{LINES, Mark, Move, Position, Scoring};
use common::game::Side;

/// A position, reduced to what the solver needs.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The spots of the marks, in the order of play.
    spots: [u8; 9],
    count: u8,
    /// The cells in which marks of x and of y have settled.
    owned: [u16; 2],
    /// Entangled cells have the same number. Not used for settled cells.
    component: [u8; 9],
    /// The last mark closed a cycle, which has not collapsed yet.
    closed: bool,
    /// The classes of the marks and the cells where subscripts can still decide, for the keys. Out of date while a
    /// cycle is closed and after the end, because such positions are not stored.
    classes: [u8; 9],
    contested: [u16; 2],
    keys_by_symmetry: SymmetricKeys,
}

impl State {
    pub fn of(position: &Position, keys: &Keys) -> State {
        let mut state = State::unkeyed(position);
        state.recompute_keys(keys);
        state
    }

    /// The same without keys, for playouts.
    pub fn unkeyed(position: &Position) -> State {
        let mut state = State {
            spots: [0; 9],
            count: 0,
            owned: [0; 2],
            component: std::array::from_fn(|cell| cell as u8),
            closed: false,
            classes: [0; 9],
            contested: [FULL; 2],
            keys_by_symmetry: [0; 8],
        };
        for (_, place) in position.marks() {
            state.add_mark(spot_of(place));
        }
        state
    }

    /// The side to move or to choose a collapse: the owner of the next mark.
    pub fn mover(&self) -> Side {
        Side(self.count % 2)
    }

    /// Number of marks.
    pub fn marks(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether a closed cycle has not collapsed yet.
    pub fn closed(&self) -> bool {
        self.closed
    }

    /// The key of a position without a closed cycle.
    pub fn key(&self) -> u128 {
        canonical_key(&self.keys_by_symmetry)
    }

    /// The cells that can take a mark.
    pub fn open(&self) -> u16 {
        FULL & !(self.owned[0] | self.owned[1])
    }

    /// The cells in which marks of x and of y have settled.
    pub fn owned(&self) -> [u16; 2] {
        self.owned
    }

    /// How many small marks of x and of y are in each cell.
    pub fn small(&self) -> [[u8; 9]; 2] {
        let mut small = [[0; 9]; 2];
        for (mark, spot) in self.spots[..self.marks()].iter().enumerate() {
            if let Some((a, b)) = PAIR.get(usize::from(*spot)) {
                small[mark % 2][usize::from(*a)] += 1;
                small[mark % 2][usize::from(*b)] += 1;
            }
        }
        small
    }

    /// Whether a mark in this spot closes a cycle.
    pub fn closes(&self, spot: u8) -> bool {
        let component = |cell: u8| self.component[usize::from(cell)];
        PAIR.get(usize::from(spot)).is_some_and(|(a, b)| component(*a) == component(*b))
    }

    /// The legal spots of the next mark: pairs of open cells, or the last cell.
    pub fn spots(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        let open = self.open();
        let last = open.is_power_of_two().then(|| single(open.trailing_zeros() as u8));
        let is_open = move |spot: &u8| {
            let (a, b) = PAIR[usize::from(*spot)];
            open >> a & open >> b & 1 == 1
        };
        (0..PAIRS as u8).filter(is_open).chain(last)
    }

    /// The move that puts the next mark in a spot.
    pub fn move_to(spot: u8) -> Move {
        match PAIR.get(usize::from(spot)) {
            Some((a, b)) => Move::Pair(cell(*a), cell(*b)),
            None => Move::Single(cell(spot - PAIRS as u8)),
        }
    }

    /// The moves that lead to [`State::collapses`], in the same order.
    pub fn collapse_moves(&self) -> [Move; 2] {
        let (a, b) = PAIR[usize::from(self.spots[self.marks() - 1])];
        [a, b].map(|n| Move::Collapse { mark: Mark(self.count), cell: cell(n) })
    }

    /// The position after the next mark.
    pub fn after_mark(&self, spot: u8, keys: &Keys) -> State {
        let mut next = *self;
        next.add_mark(spot);
        if !next.closed {
            let mark = self.marks();
            next.classes[mark] = keys.class(mark, spot, self.contested[mark % 2]);
            keys.add(&mut next.keys_by_symmetry, &self.spots[..mark], &next.classes, spot);
        }
        next
    }

    /// Adds the next mark without updating the keys.
    pub fn add_mark(&mut self, spot: u8) {
        self.spots[self.marks()] = spot;
        if let Some((a, b)) = PAIR.get(usize::from(spot)) {
            let (a, b) = (self.component[usize::from(*a)], self.component[usize::from(*b)]);
            self.closed = a == b;
            for component in self.component.iter_mut().filter(|component| **component == b) {
                *component = a;
            }
        } else {
            self.owned[self.mover().index()] |= 1 << (spot - PAIRS as u8);
        }
        self.count += 1;
    }

    /// The two positions after the collapse of a closed cycle, without keys: the closing mark settles in the lower or
    /// in the higher cell of its pair.
    pub fn collapses(&self) -> [State; 2] {
        let (a, b) = PAIR[usize::from(self.spots[self.marks() - 1])];
        [self.collapsed(a), self.collapsed(b)]
    }

    fn collapsed(&self, cell: u8) -> State {
        let mut next = *self;
        let last = self.marks() - 1;
        next.closed = false;
        next.settle(last, cell);
        let mut taken = 1u16 << cell;
        // A mark that loses a cell settles in its other one, until nothing changes.
        loop {
            let before = taken;
            for mark in 0..last {
                let Some(&(a, b)) = PAIR.get(usize::from(next.spots[mark])) else { continue };
                let other = match (taken >> a & 1, taken >> b & 1) {
                    (1, _) => b,
                    (_, 1) => a,
                    _ => continue,
                };
                next.settle(mark, other);
                taken |= 1 << other;
            }
            if taken == before {
                return next;
            }
        }
    }

    fn settle(&mut self, mark: usize, cell: u8) {
        self.spots[mark] = single(cell);
        self.owned[mark % 2] |= 1 << cell;
    }

    /// Recomputes the keys from scratch, after a collapse.
    pub fn recompute_keys(&mut self, keys: &Keys) {
        let (contested, live) = contested_and_live(self.owned);
        self.contested = contested;
        self.keys_by_symmetry = [0; 8];
        for (mark, spot) in self.spots[..self.marks()].iter().enumerate() {
            self.classes[mark] = keys.class(mark, *spot, contested[mark % 2]);
            match spot.checked_sub(PAIRS as u8) {
                Some(cell) if live >> cell & 1 == 0 => keys.add_dead_cell(&mut self.keys_by_symmetry, cell),
                _ => keys.add(&mut self.keys_by_symmetry, &self.spots[..mark], &self.classes, *spot),
            }
        }
    }

    /// The result, if the game is over. A closed cycle is never the end.
    pub fn ended(&self, scoring: Scoring) -> Option<Margin> {
        match self.owned.map(|cells| HAS_LINE[usize::from(cells)]) {
            _ if self.closed => None,
            [false, false] => (self.open() == 0).then_some(Margin::DRAW),
            [true, false] => Some(Margin::X_WINS),
            [false, true] => Some(Margin::Y_WINS),
            [true, true] => Some(self.both_lines(scoring)),
        }
    }

    fn both_lines(&self, scoring: Scoring) -> Margin {
        let mut subscripts = [0; 9];
        for (mark, spot) in self.spots[..self.marks()].iter().enumerate() {
            if let Some(cell) = spot.checked_sub(PAIRS as u8) {
                subscripts[usize::from(cell)] = mark;
            }
        }
        let deciding = |cells: u16| {
            let lines = LINES.into_iter().filter(|line| {
                let line = line_set(*line);
                cells & line == line
            });
            let subscript = lines.filter_map(|line| {
                let marks = line.into_iter().map(|cell| subscripts[usize::from(cell)]);
                match scoring {
                    Scoring::Seed => marks.min(),
                    Scoring::Goff => marks.max(),
                }
            });
            subscript.min()
        };
        let [x, y] = self.owned.map(deciding);
        match (scoring, x < y) {
            (Scoring::Seed, true) => Margin::X_WINS,
            (Scoring::Seed, false) => Margin::Y_WINS,
            (Scoring::Goff, true) => Margin(1),
            (Scoring::Goff, false) => Margin(-1),
        }
    }
}
