//! Iterative deepening at the root.

use super::search::{MAX_PLY, Search};
use crate::board::{Board, Word};
use common::search::{RootLine, RootMove, RootSearch, SearchLimits, WIN, is_proved, search_root};

/// The best line of a search. Moves are indices of squares.
pub type BestLine = RootLine<u8>;

/// A root move with the board after it.
#[derive(Debug, Clone, Copy)]
pub struct Successor<W> {
    square: u8,
    board: Board<W>,
}

/// Searches from the first to the last of `depths`. Among moves that look equal, those from `first_square` on are tried
/// first. Calls `on_depth` with the result of each depth and the number of nodes, until it returns false.
pub fn iterative_deepening<W: Word, L: SearchLimits>(
    search: &mut Search<'_, W, L>,
    board: &Board<W>,
    first_square: usize,
    depths: (u32, u32),
    mut on_depth: impl FnMut(&BestLine, u64) -> bool,
) -> BestLine {
    let shape = search.shape();
    let mut moves = Vec::new();
    let (later, sooner): (Vec<usize>, Vec<usize>) =
        board.moves(shape).squares().partition(|square| *square < first_square);
    for square in sooner.into_iter().chain(later) {
        let mut after = *board;
        let won = after.play(shape, W::bit(square));
        let square = square as u8;
        if won {
            let best = BestLine { depth: 1, score: WIN - 1, line: vec![square] };
            on_depth(&best, search.nodes);
            return best;
        }
        moves.push(RootMove { m: Successor { square, board: after }, score: -search.evaluate(&after) });
    }
    moves.sort_by_key(|one| -one.score);
    let line = moves.first().map(|one| vec![one.m.square]).unwrap_or_default();
    let mut best = BestLine { depth: 0, score: 0, line };
    let (first, last) = depths;
    for depth in first..=last.min(MAX_PLY as u32 - 8).max(first) {
        let expected = (best.depth > 0).then_some(best.score);
        let Some(score) = search_root(search, &mut moves, depth as i32, expected) else { break };
        best = BestLine { depth, score, line: search.principal_variation(board, moves[0].m.square) };
        if !on_depth(&best, search.nodes) || is_proved(score) {
            return best;
        }
    }
    // Keep a better move from the unfinished depth: the previous best move was searched first.
    if let Some(better) = moves.first().filter(|better| best.line.first() != Some(&better.m.square)) {
        best.line = search.principal_variation(board, better.m.square);
        best.score = better.score;
        on_depth(&best, search.nodes);
    }
    best
}

impl<W: Word, L: SearchLimits> RootSearch for Search<'_, W, L> {
    type Move = Successor<W>;
    const ASPIRATION_MARGIN: i32 = 60;

    fn search_move(&mut self, m: &Successor<W>, depth: i32, alpha: i32, beta: i32) -> i32 {
        -self.search_node(&m.board, depth - 1, -beta, -alpha, 1)
    }

    fn stopped(&self) -> bool {
        self.stopped
    }
}
