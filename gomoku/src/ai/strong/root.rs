//! Iterative deepening at the root.

use super::board::Board;
use super::kinds::Kind;
use super::search::{MAX_PLY, Search};
use crate::rules::Grid;
use common::search::{RootLine, RootMove, RootSearch, SearchLimits, WIN, is_proved, search_root};

/// A line that a search found. Moves are indices of points.
pub type Found = RootLine<usize>;

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
pub fn deepen<L: SearchLimits>(
    search: &mut Search<'_, L>,
    moves: &[usize],
    lines: usize,
    depths: (u32, u32),
    mut seen: impl FnMut(&[Found], u64) -> bool,
) -> Vec<Found> {
    let (own, other) = (search.board.mover(), search.board.mover().other());
    let rank = |at: usize| search.board.point_value(own, at) + search.board.point_value(other, at);
    let mut moves: Vec<RootMove<usize>> =
        moves.iter().map(|at| RootMove { m: *at, score: rank(*at) }).collect();
    moves.sort_by_key(|one| -one.score);
    let lines = lines.clamp(1, moves.len().max(1));
    let first = |one: &RootMove<usize>| Found { depth: 0, score: 0, line: vec![one.m] };
    let mut found: Vec<Found> = moves.iter().take(lines).map(first).collect();
    let (least, most) = depths;
    for depth in least..=most.min(MAX_PLY as u32 / 2).max(least) {
        let mut latest = Vec::new();
        for n in 0..lines.min(moves.len()) {
            let expected = (depth > least).then(|| found.get(n).map_or(0, |one| one.score));
            match search_root(search, &mut moves[n..], depth as i32, expected) {
                Some(score) => {
                    let line = search.line(moves[n].m, score);
                    latest.push(Found { depth, score, line });
                }
                None => break,
            }
        }
        let whole = latest.len() == lines.min(moves.len());
        if !whole {
            // The best move so far was searched first, so a better move of an unfinished depth counts.
            if lines == 1 && found.first().is_some_and(|one| one.depth > 0 && one.line[0] != moves[0].m) {
                let better =
                    Found { depth, score: moves[0].score, line: search.line(moves[0].m, moves[0].score) };
                found = vec![better];
                seen(&found, search.nodes);
            }
            return found;
        }
        latest.sort_by_key(|one| -one.score);
        found = latest;
        let go_on = seen(&found, search.nodes);
        let proved = found.iter().all(|one| is_proved(one.score));
        // A deeper search cannot find a shorter win.
        let sooner = proved && found.iter().all(|one| WIN - one.score.abs() <= depth as i32 + 2);
        if !go_on || sooner || (proved && lines == 1 && found[0].score > 0) {
            return found;
        }
    }
    found
}

impl<L: SearchLimits> RootSearch for Search<'_, L> {
    type Move = usize;
    const ASPIRATION_MARGIN: i32 = 40;

    fn search_move(&mut self, at: &usize, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.board.play(*at);
        let score = -self.node(depth - 1, -beta, -alpha, 1, true);
        self.board.take_back();
        score
    }

    fn stopped(&self) -> bool {
        self.stopped
    }

    fn wins_immediately(&self, at: &usize) -> bool {
        self.board.kind(self.board.mover(), *at) == Kind::Five
    }

    fn reduction(index: usize, depth: i32) -> i32 {
        if index > 12 && depth > 4 { 2 } else { i32::from(index > 4 && depth > 3) }
    }
}
