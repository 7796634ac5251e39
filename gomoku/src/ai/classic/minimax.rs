//! Minimax with alpha-beta pruning, to a fixed depth, over the best moves of each board.

use super::groups::{Groups, MIN_GAIN_OF_FIVE};
use crate::rules::{Colour, Grid, Point, Position};
use common::player::{Budget, Running};
use std::mem;

/// The value of five in a row. The plies to reach it are subtracted, so that a faster win and a slower loss are better.
pub const WON: i32 = 1_000_000;
/// Greater than any value.
const INFINITE: i32 = 2 * WON;
/// Number of nodes between two checks of the budget.
const NODES_PER_BUDGET_CHECK: u64 = 4096;

/// A move and its gain as one number; the smallest is tried first. Sorted by gain (highest first), then row, then
/// column.
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
        self.gain() > MIN_GAIN_OF_FIVE
    }
}

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The best move, if there is a relevant one.
    pub point: Option<Point>,
    /// The value of the board for the colour to move.
    pub value: i32,
    /// Search depth.
    pub depth: u32,
    /// Number of boards that were rated.
    pub nodes: u64,
}

/// The best move of a position by a search of `depth` plies over the `best` moves of each board. If the budget ends
/// early, this is the best move of the last completed depth; depth 1 always completes.
pub fn search(position: &Position, depth: u32, best: usize, budget: &Budget) -> Found {
    let mut search = Search {
        groups: Groups::of(position),
        best: best.max(1),
        lists: vec![Vec::new(); depth as usize + 1],
        nodes: 0,
        next_check: 0,
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
        // A deeper search cannot find a faster win.
        if is_won(value.abs()) {
            break;
        }
    }
    Found { nodes: search.nodes, ..found }
}

/// Whether a value means five in a row for the colour to move.
pub fn is_won(value: i32) -> bool {
    value > WON / 2
}

/// A value and the move that leads to it; `None` if the budget is used up.
type SearchResult = Option<(i32, Option<usize>)>;

struct Search<'a> {
    groups: Groups,
    best: usize,
    /// The move lists of the current path, by remaining depth.
    lists: Vec<Vec<Candidate>>,
    nodes: u64,
    next_check: u64,
    running: Running<'a>,
}

impl Search<'_> {
    /// The value of the board for the colour to move, `ply` plies from the root.
    fn value(&mut self, colour: Colour, ply: i32, depth: u32, window: (i32, i32)) -> SearchResult {
        if ply > 0 && self.out_of_budget() {
            return None;
        }
        if depth <= 1 {
            return Some(self.leaf_value(colour, ply));
        }
        let mut moves = mem::take(&mut self.lists[depth as usize]);
        self.candidates(colour, &mut moves);
        let answer = self.best_move(&moves, colour, ply, depth, window);
        self.lists[depth as usize] = moves;
        answer
    }

    fn best_move(
        &mut self,
        moves: &[Candidate],
        colour: Colour,
        ply: i32,
        depth: u32,
        (mut alpha, beta): (i32, i32),
    ) -> SearchResult {
        if let Some(value) = Search::immediate_value(moves.first().copied(), ply) {
            return Some(value);
        }
        let mut best = (-INFINITE, None);
        for candidate in moves {
            self.groups.place_stone(candidate.index(), colour);
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

    /// The value of a board whose best move wins, or that has no relevant legal move: the board is full, or in renju
    /// all relevant points are forbidden. The last stone needs no special case, since every run of a full board is
    /// blocked.
    fn immediate_value(first: Option<Candidate>, ply: i32) -> Option<(i32, Option<usize>)> {
        let Some(first) = first else { return Some((0, None)) };
        first.wins().then(|| (WON - ply - 1, Some(first.index())))
    }

    /// The value of the board at depth 1, without placing a stone.
    fn leaf_value(&mut self, colour: Colour, ply: i32) -> (i32, Option<usize>) {
        let mut moves = mem::take(&mut self.lists[0]);
        self.rate_moves(colour, &mut moves);
        let mut first: Option<Candidate> = None;
        for candidate in moves.iter().copied() {
            if first.is_none_or(|first| candidate < first) && self.groups.is_legal(candidate.index(), colour)
            {
                first = Some(candidate);
            }
        }
        self.lists[0] = moves;
        let rating = self.groups.rating_for(colour);
        Search::immediate_value(first, ply)
            .unwrap_or_else(|| (rating + first.map_or(0, Candidate::gain), first.map(Candidate::index)))
    }

    /// The best moves of a colour, in order.
    fn candidates(&mut self, colour: Colour, moves: &mut Vec<Candidate>) {
        self.rate_moves(colour, moves);
        moves.retain(|candidate| self.groups.is_legal(candidate.index(), colour));
        if moves.len() > self.best {
            moves.select_nth_unstable(self.best - 1);
            moves.truncate(self.best);
        }
        moves.sort_unstable();
    }

    fn rate_moves(&mut self, colour: Colour, moves: &mut Vec<Candidate>) {
        moves.clear();
        let groups = &self.groups;
        groups.relevant(|index| moves.push(Candidate::new(groups.gain(index, colour), index)));
        self.nodes += moves.len() as u64;
    }

    fn out_of_budget(&mut self) -> bool {
        if self.nodes < self.next_check {
            return false;
        }
        self.next_check = self.nodes + NODES_PER_BUDGET_CHECK;
        self.running.used_up(self.nodes)
    }
}
