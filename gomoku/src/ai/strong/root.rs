//! Iterative deepening at the root.

use super::board::Board;
use super::kinds::Kind;
use super::search::{MAX_PLY, PROVED, Search, WIN};
use crate::rules::Grid;
use common::search::Limits;

/// A line that the search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Search depth; 0 if the limits were reached at once.
    pub depth: u32,
    /// The score for the side to move.
    pub score: i32,
    /// The principal variation.
    pub line: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct RootMove {
    at: usize,
    score: i32,
}

/// Half width of the first aspiration window.
const MARGIN: i32 = 40;

/// The moves to search: fives, blocks of a four, answers to an open three, otherwise all points near the stones. None
/// of them is forbidden. The list is empty only if there is no legal move.
pub fn moves(board: &mut Board) -> Vec<usize> {
    let (own, other) = (board.mover(), board.mover().other());
    let legal = |board: &mut Board, list: Vec<usize>| -> Vec<usize> {
        list.into_iter().filter(|at| !board.is_forbidden(*at)).collect()
    };
    let five: Vec<usize> = board.points_of(own, Kind::Five).collect();
    if !five.is_empty() {
        return five;
    }
    let blocks = board.points_of(other, Kind::Five).collect();
    let blocks = legal(board, blocks);
    if !blocks.is_empty() {
        return blocks;
    }
    if board.count_of(other, Kind::OpenFour) > 0 {
        let mut answers: Vec<usize> = board.fours_of(other).chain(board.fours_of(own)).collect();
        answers.sort_unstable();
        answers.dedup();
        let answers = legal(board, answers);
        if !answers.is_empty() {
            return answers;
        }
    }
    let near = board.candidates().collect();
    let near = legal(board, near);
    if !near.is_empty() {
        return near;
    }
    if board.stones() == 0 {
        return vec![Grid::index(board.size().centre())];
    }
    let all = board.size().all().map(Grid::index).filter(|at| board.is_empty(*at)).collect();
    legal(board, all)
}

/// Iterative deepening for the best `lines` of the given moves. `seen` gets the result of each depth, best line first,
/// and returns whether to continue.
pub fn deepen<L: Limits>(
    search: &mut Search<'_, L>,
    moves: &[usize],
    lines: usize,
    depths: (u32, u32),
    mut seen: impl FnMut(&[Found], u64) -> bool,
) -> Vec<Found> {
    let (own, other) = (search.board.mover(), search.board.mover().other());
    let rank = |at: usize| search.board.point_value(own, at) + search.board.point_value(other, at);
    let mut moves: Vec<RootMove> = moves.iter().map(|at| RootMove { at: *at, score: rank(*at) }).collect();
    moves.sort_by_key(|one| -one.score);
    let lines = lines.clamp(1, moves.len().max(1));
    let first = |one: &RootMove| Found { depth: 0, score: 0, line: vec![one.at] };
    let mut found: Vec<Found> = moves.iter().take(lines).map(first).collect();
    let (least, most) = depths;
    for depth in least..=most.min(MAX_PLY as u32 / 2).max(least) {
        let mut latest = Vec::new();
        for n in 0..lines.min(moves.len()) {
            let expected = found.get(n).map_or(0, |one| one.score);
            match look(search, &mut moves[n..], depth as i32, expected, depth > least) {
                Some(score) => {
                    let line = search.line(moves[n].at, score);
                    latest.push(Found { depth, score, line });
                }
                None => break,
            }
        }
        let whole = latest.len() == lines.min(moves.len());
        if !whole {
            // The best move so far was searched first, so a better move of an unfinished depth counts.
            if lines == 1 && found.first().is_some_and(|one| one.depth > 0 && one.line[0] != moves[0].at) {
                let better =
                    Found { depth, score: moves[0].score, line: search.line(moves[0].at, moves[0].score) };
                found = vec![better];
                seen(&found, search.nodes);
            }
            return found;
        }
        latest.sort_by_key(|one| -one.score);
        found = latest;
        let go_on = seen(&found, search.nodes);
        let proved = found.iter().all(|one| one.score.abs() >= PROVED);
        // A deeper search cannot find a shorter win.
        let sooner = proved && found.iter().all(|one| WIN - one.score.abs() <= depth as i32 + 2);
        if !go_on || sooner || (proved && lines == 1 && found[0].score > 0) {
            return found;
        }
    }
    found
}

/// Searches all moves to a depth with an aspiration window, and moves the best one to the front. `None` if the limits
/// were reached.
fn look<L: Limits>(
    search: &mut Search<'_, L>,
    moves: &mut [RootMove],
    depth: i32,
    expected: i32,
    known: bool,
) -> Option<i32> {
    let mut margin = if known && depth >= 4 && expected.abs() < PROVED { MARGIN } else { 2 * WIN };
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

fn pass<L: Limits>(
    search: &mut Search<'_, L>,
    moves: &mut [RootMove],
    depth: i32,
    window: (i32, i32),
) -> Option<i32> {
    let (mut alpha, beta) = window;
    let mut best = -2 * WIN;
    for n in 0..moves.len() {
        let at = moves[n].at;
        if search.board.kind(search.board.mover(), at) == Kind::Five {
            moves[..=n].rotate_right(1);
            moves[0].score = WIN - 1;
            return Some(WIN - 1);
        }
        search.board.play(at);
        let mut score;
        if n == 0 {
            score = -search.node(depth - 1, -beta, -alpha, 1, true);
        } else {
            // Late move reductions.
            let reduced = if n > 12 && depth > 4 { 2 } else { i32::from(n > 4 && depth > 3) };
            score = -search.node(depth - 1 - reduced, -alpha - 1, -alpha, 1, true);
            if reduced > 0 && score > alpha && !search.stopped {
                score = -search.node(depth - 1, -alpha - 1, -alpha, 1, true);
            }
            if !search.stopped && score > alpha && score < beta {
                score = -search.node(depth - 1, -beta, -alpha, 1, true);
            }
        }
        search.board.take_back();
        if search.stopped {
            return None;
        }
        moves[n].score = score;
        if score > best {
            best = score;
            // The best move goes to the front, the others keep their order.
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
