//! Minimax with alpha-beta pruning, to a fixed depth, over the most promising moves of each board.

use super::groups::{GAIN_OF_FIVE, Groups};
use crate::rules::{Colour, Grid, Point, Position};
use common::player::{Budget, Running};
use std::mem;

/// Five in a row, less the plies it takes: sooner is better, and so is to lose later.
pub const WON: i32 = 1_000_000;
/// More than any value.
const INFINITE: i32 = 2 * WON;
/// The clock is asked only so often.
const NODES_PER_LOOK: u64 = 4096;

/// A move and what it gains, as one number: the lesser one is tried first. More gain comes first, then the lower row, then
/// the column further left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate(i64);

impl Candidate {
    fn new(gain: i32, index: usize) -> Candidate {
        Candidate((-i64::from(gain) << 16) + index as i64)
    }

    fn gain(self) -> i32 {
        -(self.0 >> 16) as i32
    }

    fn index(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    fn wins(self) -> bool {
        self.gain() > GAIN_OF_FIVE
    }
}

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The best move, if there is a relevant one.
    pub point: Option<Point>,
    /// The value of the board for the colour to move.
    pub value: i32,
    /// Plies that were looked ahead.
    pub depth: u32,
    /// Boards that were rated.
    pub nodes: u64,
}

/// The best move of a position by a search of `depth` plies that looks at the `best` moves of each board. Where the budget
/// does not suffice, it is the best move of the last depth that was finished; the first one always is.
pub fn search(position: &Position, depth: u32, best: usize, budget: &Budget) -> Found {
    let mut search = Search {
        groups: Groups::of(position),
        best: best.max(1),
        lists: vec![Vec::new(); depth as usize + 1],
        nodes: 0,
        next_look: 0,
        running: budget.start(),
    };
    let mut found = Found { point: None, value: 0, depth: 0, nodes: 0 };
    for depth in 1..=depth.max(1) {
        if depth > 1 && !search.running.allows_depth(depth) {
            break;
        }
        let Some((value, index)) = search.value(position.colour(), 0, depth, (-INFINITE, INFINITE)) else {
            break;
        };
        found = Found { point: index.map(Grid::point), value, depth, nodes: 0 };
        // Deeper searches see nothing sooner.
        if is_won(value.abs()) {
            break;
        }
    }
    Found { nodes: search.nodes, ..found }
}

/// Whether a value tells of five in a row for the colour to move.
pub fn is_won(value: i32) -> bool {
    value > WON / 2
}

/// A value and the move that leads to it; `None` instead if there is no time left.
type Answer = Option<(i32, Option<usize>)>;

struct Search<'a> {
    groups: Groups,
    best: usize,
    /// The moves of the boards that are being looked at, by the depth left.
    lists: Vec<Vec<Candidate>>,
    nodes: u64,
    next_look: u64,
    running: Running<'a>,
}

impl Search<'_> {
    /// The value of the board, with a colour to move, after `ply` plies and with at least one more to go.
    fn value(&mut self, colour: Colour, ply: i32, depth: u32, window: (i32, i32)) -> Answer {
        if ply > 0 && self.used_up() {
            return None;
        }
        if depth <= 1 {
            return Some(self.last(colour, ply));
        }
        let mut moves = mem::take(&mut self.lists[depth as usize]);
        self.candidates(colour, &mut moves);
        let answer = self.best_of(&moves, colour, ply, depth, window);
        self.lists[depth as usize] = moves;
        answer
    }

    fn best_of(
        &mut self,
        moves: &[Candidate],
        colour: Colour,
        ply: i32,
        depth: u32,
        (mut alpha, beta): (i32, i32),
    ) -> Answer {
        if let Some(decided) = Search::decided(moves.first().copied(), ply) {
            return Some(decided);
        }
        let mut best = (-INFINITE, None);
        for candidate in moves {
            self.groups.put(candidate.index(), colour);
            let answer = self.value(colour.other(), ply + 1, depth - 1, (-beta, -alpha));
            self.groups.take_back();
            let value = -answer?.0;
            if value > best.0 {
                best = (value, Some(candidate.index()));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// The value of a board that its best move wins, or that has no move to look at: a full one, and in renju one where all
    /// that are relevant are forbidden. The last stone of a board needs no care, since every run of a full board is blocked.
    fn decided(first: Option<Candidate>, ply: i32) -> Option<(i32, Option<usize>)> {
        let Some(first) = first else { return Some((0, None)) };
        first.wins().then(|| (WON - ply - 1, Some(first.index())))
    }

    /// The value of the board if only one more stone is looked at: none has to be put.
    fn last(&mut self, colour: Colour, ply: i32) -> (i32, Option<usize>) {
        let mut moves = mem::take(&mut self.lists[0]);
        self.rate(colour, &mut moves);
        let mut first: Option<Candidate> = None;
        for candidate in moves.iter().copied() {
            if first.is_none_or(|first| candidate < first) && self.groups.allows(candidate.index(), colour) {
                first = Some(candidate);
            }
        }
        self.lists[0] = moves;
        let rating = self.groups.rating_for(colour);
        Search::decided(first, ply)
            .unwrap_or_else(|| (rating + first.map_or(0, Candidate::gain), first.map(Candidate::index)))
    }

    /// The best moves of a colour, in order.
    fn candidates(&mut self, colour: Colour, moves: &mut Vec<Candidate>) {
        self.rate(colour, moves);
        moves.retain(|candidate| self.groups.allows(candidate.index(), colour));
        if moves.len() > self.best {
            moves.select_nth_unstable(self.best - 1);
            moves.truncate(self.best);
        }
        moves.sort_unstable();
    }

    fn rate(&mut self, colour: Colour, moves: &mut Vec<Candidate>) {
        moves.clear();
        let groups = &self.groups;
        groups.relevant(|index| moves.push(Candidate::new(groups.gain(index, colour), index)));
        self.nodes += moves.len() as u64;
    }

    fn used_up(&mut self) -> bool {
        if self.nodes < self.next_look {
            return false;
        }
        self.next_look = self.nodes + NODES_PER_LOOK;
        self.running.used_up(self.nodes)
    }
}
