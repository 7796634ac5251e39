//! The root of the tree: deeper and deeper, the best move first.

use super::search::{DEEPEST, PROVED, Search, WIN};
use crate::board::{Board, Shape, Word};
use common::search::Limits;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Plies looked ahead; 0 if the limits were reached before anything was seen.
    pub depth: u32,
    /// The score for the side to move.
    pub score: i32,
    /// The expected moves, the best one first; empty only if there is no move.
    pub line: Vec<u8>,
}

struct RootMove<W> {
    square: u8,
    score: i32,
    after: Board<W>,
}

/// So much more or less than the last score is looked for first.
const MARGIN: i32 = 60;

/// Looks deeper and deeper, from the first to the last of `depths`. Among moves that look alike the one from `first_square`
/// on comes first. `seen` is told what each depth found, and says whether to go on.
pub fn deepen<W: Word, L: Limits>(
    search: &mut Search<'_, W, L>,
    shape: &Shape<W>,
    board: &Board<W>,
    first_square: usize,
    depths: (u32, u32),
    mut seen: impl FnMut(&Found, u64) -> bool,
) -> Found {
    let mut moves = Vec::new();
    let (later, sooner): (Vec<usize>, Vec<usize>) =
        board.moves(shape).squares().partition(|square| *square < first_square);
    for square in sooner.into_iter().chain(later) {
        let mut after = *board;
        let won = after.play(shape, W::bit(square));
        let square = square as u8;
        if won {
            let found = Found { depth: 1, score: WIN - 1, line: vec![square] };
            seen(&found, search.nodes);
            return found;
        }
        moves.push(RootMove { square, score: -search.judge(&after), after });
    }
    moves.sort_by_key(|one| -one.score);
    let mut found =
        Found { depth: 0, score: 0, line: moves.first().map(|one| vec![one.square]).unwrap_or_default() };
    let (first, last) = depths;
    for depth in first..=last.min(DEEPEST as u32 - 8).max(first) {
        let Some(score) = look(search, &mut moves, depth as i32, found.score, found.depth > 0) else { break };
        found = Found { depth, score, line: search.line(board, moves[0].square) };
        if !seen(&found, search.nodes) || score.abs() >= PROVED {
            return found;
        }
    }
    // A better move of a depth that was not finished is better all the same: the best one so far was looked at first.
    if let Some(best) = moves.first().filter(|best| found.line.first() != Some(&best.square)) {
        found.line = search.line(board, best.square);
        found.score = best.score;
        seen(&found, search.nodes);
    }
    found
}

/// Looks at all moves to a depth and puts the best one first. `None` if the limits were reached.
fn look<W: Word, L: Limits>(
    search: &mut Search<'_, W, L>,
    moves: &mut [RootMove<W>],
    depth: i32,
    expected: i32,
    known: bool,
) -> Option<i32> {
    let mut margin = if known && depth >= 4 { MARGIN } else { 2 * WIN };
    let mut window = (expected - margin, expected + margin);
    loop {
        let score = pass(search, moves, depth, window)?;
        if score > window.0 && score < window.1 || margin >= WIN {
            return Some(score);
        }
        margin = if score.abs() >= PROVED { 2 * WIN } else { margin * 4 };
        if score <= window.0 {
            window.0 = score - margin;
        } else {
            window.1 = score + margin;
        }
    }
}

fn pass<W: Word, L: Limits>(
    search: &mut Search<'_, W, L>,
    moves: &mut [RootMove<W>],
    depth: i32,
    window: (i32, i32),
) -> Option<i32> {
    let (mut alpha, beta) = window;
    let mut best = -2 * WIN;
    for n in 0..moves.len() {
        let after = moves[n].after;
        let mut score;
        if n == 0 {
            score = -search.node(&after, depth - 1, -beta, -alpha, 1);
        } else {
            score = -search.node(&after, depth - 1, -alpha - 1, -alpha, 1);
            if !search.stopped && score > alpha && score < beta {
                score = -search.node(&after, depth - 1, -beta, -alpha, 1);
            }
        }
        if search.stopped {
            return None;
        }
        moves[n].score = score;
        if score > best {
            best = score;
            // The best one goes to the front, the others keep their order.
            if n > 0 && score > alpha {
                moves[..=n].rotate_right(1);
            }
        }
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}
