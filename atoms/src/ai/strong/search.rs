//! The walk through the tree: principal variation search with a shared table, and a search of explosions at its leaves.
//!
//! A score of a proved end is as good as any depth: a win is only told where a move wins at once, or leads to a board that
//! is lost; a loss only where every move was looked at and loses. Moves that are left out because they promise nothing
//! count as an estimate, so they never make a proof.

use super::weights::Weights;
use crate::board::{Board, Shape, Word};
use common::search::{Bound, Known, Limits, SharedTable as Table};

/// A game that is won now. In n plies it is n less.
pub const WIN: i32 = 30_000;

/// Scores beyond this are proved.
pub const PROVED: i32 = 29_000;

/// Deeper than this no line is followed.
pub const DEEPEST: usize = 120;

/// So much a quiet move changes at most, for each ply that is left, nearly always.
const CALM: i32 = 90;

/// So many of the best explosions are followed beyond the horizon, fewer at each ply: fights have many ways to go on,
/// and nearly always the first ones decide.
const FIGHT: [usize; 4] = [4, 3, 2, 1];

/// The limits are asked only so often.
const NODES_PER_LOOK: u64 = 512;

/// A move, and the board it leads to.
#[derive(Debug, Clone, Copy)]
struct Candidate<W> {
    square: u8,
    explodes: bool,
    rank: i32,
    after: Board<W>,
}

/// One thread's search.
pub struct Search<'a, W, L> {
    shape: &'a Shape<W>,
    weights: &'a Weights,
    table: &'a Table,
    limits: &'a L,
    /// Moves that are being looked at, of all plies one after the other.
    stack: Vec<Candidate<W>>,
    /// How often a quiet move refuted, by side and square.
    history: [[i32; 256]; 2],
    killers: [[Option<u8>; 2]; DEEPEST + 2],
    /// Positions looked at.
    pub nodes: u64,
    /// The limits were reached: what is returned means nothing.
    pub stopped: bool,
}

impl<'a, W: Word, L: Limits> Search<'a, W, L> {
    /// A search that knows nothing but what is in the table.
    pub fn new(shape: &'a Shape<W>, weights: &'a Weights, table: &'a Table, limits: &'a L) -> Self {
        Search {
            shape,
            weights,
            table,
            limits,
            stack: Vec::with_capacity(4096),
            history: [[0; 256]; 2],
            killers: [[None; 2]; DEEPEST + 2],
            nodes: 0,
            stopped: false,
        }
    }

    /// The judgement of a board, without looking ahead.
    pub fn judge(&self, board: &Board<W>) -> i32 {
        self.weights.judge(self.shape, board)
    }

    /// A move of a board and the answers that the table expects.
    pub fn line(&self, board: &Board<W>, square: u8) -> Vec<u8> {
        let (mut line, mut board) = (vec![square], *board);
        while line.len() < DEEPEST && !board.play(self.shape, W::bit(usize::from(line[line.len() - 1]))) {
            let moves = board.moves(self.shape);
            let winning = (board.critical(self.shape) & board.mine)
                .squares()
                .find(|square| board.clone().play(self.shape, W::bit(*square)));
            let next = winning.or_else(|| Some(usize::from(self.table.get(board.key())?.best?)));
            match next.filter(|square| !(moves & W::bit(*square)).is_empty()) {
                Some(square) => line.push(square as u8),
                None => break,
            }
        }
        line
    }

    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.limits.reached(self.nodes) {
            self.stopped = true;
        }
    }

    /// The score of a board for its side to move, between `alpha` and `beta`.
    pub fn node(&mut self, board: &Board<W>, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        if depth <= 0 || ply >= DEEPEST {
            return self.fight(board, alpha, beta, ply, &FIGHT);
        }
        self.count();
        if self.stopped {
            return 0;
        }
        // Nothing is better than to win with the next move.
        if WIN - ply as i32 - 1 <= alpha {
            return alpha;
        }
        let wide = beta > alpha + 1;
        let key = board.key();
        let known = self.table.get(key);
        if let Some(entry) = known {
            let score = from_table(entry.score, ply);
            let enough = entry.depth as i32 >= depth || score.abs() >= PROVED;
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough && fits && !wide {
                return score;
            }
        }
        let near = !wide && depth <= 3 && beta.abs() < PROVED;
        let judged = if near { self.weights.judge(self.shape, board) } else { 0 };
        if near && judged - CALM * depth >= beta {
            return judged;
        }
        let base = self.stack.len();
        if self.explosions(board) {
            self.stack.truncate(base);
            self.table.put(key, Known { score: WIN - 1, bound: Bound::Exact, depth: 0, best: None });
            return WIN - ply as i32 - 1;
        }
        let best_known = known.and_then(|entry| entry.best).map(|best| best as u8);
        // A quiet move hardly ever makes up for so much.
        let hopeless = near && judged + CALM * depth <= alpha;
        if !hopeless {
            self.quiet_moves(board);
        }
        self.rank(base, board, depth, ply, best_known);
        let depth = if best_known.is_none() && depth >= 4 { depth - 1 } else { depth };

        let first_alpha = alpha;
        let (mut best, mut best_square) = (if hopeless { judged + CALM * depth } else { -WIN }, None);
        let count = self.stack.len() - base;
        for n in 0..count {
            let candidate = self.take_best(base + n);
            let next = candidate.after;
            let mut score;
            if n == 0 {
                score = -self.node(&next, depth - 1, -beta, -alpha, ply + 1);
            } else {
                let reduce = if depth >= 3 && n >= 3 && !candidate.explodes {
                    reduction(depth, n) - i32::from(wide)
                } else {
                    0
                };
                score = -self.node(&next, depth - 1 - reduce.max(0), -alpha - 1, -alpha, ply + 1);
                if score > alpha && reduce > 0 {
                    score = -self.node(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
                }
                if score > alpha && score < beta {
                    score = -self.node(&next, depth - 1, -beta, -alpha, ply + 1);
                }
            }
            if self.stopped {
                self.stack.truncate(base);
                return 0;
            }
            if score > best {
                (best, best_square) = (score, Some(candidate.square));
            }
            if score >= beta {
                if !candidate.explodes {
                    self.refuted(board, candidate.square, depth, ply);
                }
                break;
            }
            alpha = alpha.max(score);
        }
        self.stack.truncate(base);
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let best_square = if bound == Bound::AtMost { best_known.or(best_square) } else { best_square };
        let entry = Known {
            score: to_table(best, ply),
            bound,
            depth: depth as u32,
            best: best_square.map(u16::from),
        };
        self.table.put(key, entry);
        best
    }

    /// Beyond the horizon: the judgement, or better what explosions that take something make of it.
    fn fight(&mut self, board: &Board<W>, mut alpha: i32, beta: i32, ply: usize, widths: &[usize]) -> i32 {
        self.count();
        if self.stopped {
            return 0;
        }
        let mut best = self.weights.judge(self.shape, board);
        if best >= beta {
            return best;
        }
        let base = self.stack.len();
        if self.explosions(board) {
            self.stack.truncate(base);
            return WIN - ply as i32 - 1;
        }
        let Some((width, rest)) = widths.split_first().filter(|_| ply < DEEPEST) else {
            self.stack.truncate(base);
            return best;
        };
        alpha = alpha.max(best);
        let kept = self.keep_gains(base, board);
        for n in base..kept.min(base + width) {
            let candidate = self.take_best(n);
            let score = -self.fight(&candidate.after, -beta, -alpha, ply + 1, rest);
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.stack.truncate(base);
        best
    }

    /// Where the fights of a board lead if both sides do their best: the board whose judgement counts, and whether the other
    /// side is to move there. `None` if they end the game. This is what judgements are learned from.
    pub fn settled(&mut self, board: &Board<W>) -> Option<(Board<W>, bool)> {
        self.settle(board, &FIGHT).1
    }

    fn settle(&mut self, board: &Board<W>, widths: &[usize]) -> (i32, Option<(Board<W>, bool)>) {
        let base = self.stack.len();
        if self.explosions(board) {
            self.stack.truncate(base);
            return (WIN, None);
        }
        let mut best = (self.weights.judge(self.shape, board), Some((*board, false)));
        if let Some((width, rest)) = widths.split_first() {
            let kept = self.keep_gains(base, board);
            for n in base..kept.min(base + width) {
                let candidate = self.take_best(n);
                let (score, leaf) = self.settle(&candidate.after, rest);
                if -score > best.0 {
                    best = (-score, leaf.map(|(leaf, other)| (leaf, !other)));
                }
            }
        }
        self.stack.truncate(base);
        best
    }

    /// Keeps the explosions that take something, and says where they end on the stack.
    fn keep_gains(&mut self, base: usize, board: &Board<W>) -> usize {
        let theirs = board.counts().1 as i32;
        let mut kept = base;
        for n in base..self.stack.len() {
            let mut candidate = self.stack[n];
            candidate.rank = theirs - candidate.after.counts().0 as i32;
            if candidate.rank > 0 {
                self.stack[kept] = candidate;
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        kept
    }

    /// Puts the moves that explode on the stack. True if one of them wins; the rest is then missing.
    #[inline]
    fn explosions(&mut self, board: &Board<W>) -> bool {
        for square in (board.critical(self.shape) & board.mine).squares() {
            let mut after = *board;
            if after.play(self.shape, W::bit(square)) {
                return true;
            }
            self.stack.push(Candidate { square: square as u8, explodes: true, rank: 0, after });
        }
        false
    }

    #[inline]
    fn quiet_moves(&mut self, board: &Board<W>) {
        let quiet = board.moves(self.shape) & !board.critical(self.shape);
        for square in quiet.squares() {
            let mut after = *board;
            after.play(self.shape, W::bit(square));
            self.stack.push(Candidate { square: square as u8, explodes: false, rank: 0, after });
        }
    }

    /// Says which moves to look at first.
    fn rank(&mut self, base: usize, board: &Board<W>, depth: i32, ply: usize, best: Option<u8>) {
        let side = board.mover().index();
        let killers = self.killers[ply];
        let theirs = board.counts().1 as i32;
        for candidate in &mut self.stack[base..] {
            let square = candidate.square;
            candidate.rank = if best == Some(square) {
                i32::MAX
            } else if depth >= 2 {
                // Near the root the judgement of the board it leads to is worth its time.
                -self.weights.judge(self.shape, &candidate.after)
                    + self.history[side][usize::from(square)] / 64
                    + if killers.contains(&Some(square)) { 64 } else { 0 }
            } else if candidate.explodes {
                1_000_000 + 1000 * (theirs - candidate.after.counts().0 as i32)
            } else {
                self.history[side][usize::from(square)]
                    + if killers.contains(&Some(square)) { 500_000 } else { 0 }
            };
        }
    }

    /// Brings the best of the moves from `at` on to this place.
    #[inline]
    fn take_best(&mut self, at: usize) -> Candidate<W> {
        let mut best = at;
        for n in at + 1..self.stack.len() {
            if self.stack[n].rank > self.stack[best].rank {
                best = n;
            }
        }
        self.stack.swap(at, best);
        self.stack[at]
    }

    fn refuted(&mut self, board: &Board<W>, square: u8, depth: i32, ply: usize) {
        if self.killers[ply][0] != Some(square) {
            self.killers[ply] = [Some(square), self.killers[ply][0]];
        }
        let counted = &mut self.history[board.mover().index()][usize::from(square)];
        let more = (depth * depth * 16).min(1600);
        // The nearer to the limit, the less is added.
        *counted += more - *counted * more / 16_384;
    }
}

/// So many plies less for a late quiet move.
fn reduction(depth: i32, n: usize) -> i32 {
    let (depth, n) = ((depth as f32).ln(), (n as f32).ln());
    (0.5 + depth * n / 2.2) as i32
}

/// Ends are counted from the position in the table, and from the root in the search.
fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() >= PROVED { score + ply as i32 * score.signum() } else { score }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() >= PROVED { score - ply as i32 * score.signum() } else { score }
}
