//! Principal variation search with a shared transposition table, and a quiescence search of explosions at the leaves.
//!
//! A proved score is valid at any depth. A win is proved only if a move wins immediately or leads to a board that is lost;
//! a loss only if every move was searched and loses. Pruned moves count as an estimate, so they never contribute to a
//! proof.

use super::weights::PatternWeights;
use crate::board::{Board, Shape, Word};
use common::search::{
    Bound, PROVED, SearchLimits, SharedEntry, SharedTranspositionTable, WIN, is_proved, pick_best,
    score_from_table, score_to_table,
};

/// Maximum distance from the root.
pub const MAX_PLY: usize = 120;

/// Futility margin per remaining ply: a quiet move rarely changes the evaluation by more.
const FUTILITY_MARGIN: i32 = 90;

/// Number of explosions to search at each ply of the quiescence search. The first ones nearly always decide.
const QUIESCENCE_WIDTHS: [usize; 4] = [4, 3, 2, 1];

/// Number of nodes between two checks of the limits.
const NODES_PER_LIMIT_CHECK: u64 = 512;

/// Number of explosions after which the limits are checked earlier. At the end of a game on a large board a node may have a
/// hundred of them, each a long chain reaction: 512 such nodes would take a tenth of a second.
const EXPLOSIONS_PER_LIMIT_CHECK: u64 = 128;

/// A move and the board after it.
#[derive(Debug, Clone, Copy)]
struct Candidate<W> {
    square: u8,
    explodes: bool,
    rank: i32,
    after: Board<W>,
}

/// The search of one thread.
pub struct Search<'a, W, L> {
    shape: &'a Shape<W>,
    weights: &'a PatternWeights,
    table: &'a SharedTranspositionTable,
    limits: &'a L,
    /// The moves of all nodes between the root and the current node.
    stack: Vec<Candidate<W>>,
    /// The history heuristic for quiet moves, by side and square.
    history: [[i32; 256]; 2],
    killers: [[Option<u8>; 2]; MAX_PLY + 2],
    /// Number of searched positions.
    pub nodes: u64,
    /// Number of explosions since the limits were checked.
    explosions: u64,
    /// The limits were reached. Scores mean nothing from then on.
    pub stopped: bool,
}

impl<'a, W: Word, L: SearchLimits> Search<'a, W, L> {
    /// A search with empty history and killer tables.
    pub fn new(
        shape: &'a Shape<W>,
        weights: &'a PatternWeights,
        table: &'a SharedTranspositionTable,
        limits: &'a L,
    ) -> Self {
        Search {
            shape,
            weights,
            table,
            limits,
            stack: Vec::with_capacity(4096),
            history: [[0; 256]; 2],
            killers: [[None; 2]; MAX_PLY + 2],
            nodes: 0,
            explosions: 0,
            stopped: false,
        }
    }

    /// The geometry of the searched boards.
    pub fn shape(&self) -> &'a Shape<W> {
        self.shape
    }

    /// The static evaluation of a board.
    pub fn evaluate(&self, board: &Board<W>) -> i32 {
        self.weights.evaluate(self.shape, board)
    }

    /// The line that starts with `square` and continues with best moves from the table.
    pub fn principal_variation(&self, board: &Board<W>, square: u8) -> Vec<u8> {
        let (mut line, mut board) = (vec![square], *board);
        while line.len() < MAX_PLY && !board.play(self.shape, W::bit(usize::from(line[line.len() - 1]))) {
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

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LIMIT_CHECK) || self.explosions >= EXPLOSIONS_PER_LIMIT_CHECK {
            self.explosions = 0;
            // The same number as at the last regular check: a limit of nodes ends a search where it always did.
            let nodes = self.nodes / NODES_PER_LIMIT_CHECK * NODES_PER_LIMIT_CHECK;
            self.stopped |= self.limits.reached(nodes);
        }
    }

    /// The score of a board for the side to move. Outside the window of `alpha` and `beta` it is only a bound.
    pub fn search_node(
        &mut self,
        board: &Board<W>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(board, alpha, beta, ply, &QUIESCENCE_WIDTHS);
        }
        self.count_node();
        if self.stopped {
            return 0;
        }
        // The best possible score is a win with the next move.
        if WIN - ply as i32 - 1 <= alpha {
            return alpha;
        }
        let is_pv = beta > alpha + 1;
        let key = board.key();
        let entry = self.table.get(key);
        if let Some(entry) = entry {
            let score = score_from_table(entry.score, ply);
            let deep_enough = entry.depth as i32 >= depth || is_proved(score);
            if deep_enough && !is_pv && entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        let shallow = !is_pv && depth <= 3 && beta.abs() < PROVED;
        let static_eval = if shallow { self.evaluate(board) } else { 0 };
        // Reverse futility pruning.
        if shallow && static_eval - FUTILITY_MARGIN * depth >= beta {
            return static_eval;
        }
        let base = self.stack.len();
        if self.push_explosions(board) {
            self.stack.truncate(base);
            self.table.put(key, SharedEntry { score: WIN - 1, bound: Bound::Exact, depth: 0, best: None });
            return WIN - ply as i32 - 1;
        }
        let hash_move = entry.and_then(|entry| entry.best).map(|best| best as u8);
        // Futility pruning: quiet moves are skipped.
        let futile = shallow && static_eval + FUTILITY_MARGIN * depth <= alpha;
        if !futile {
            self.push_quiet_moves(board);
        }
        self.rank_moves(base, board, depth, ply, hash_move);
        // Internal iterative reduction.
        let depth = if hash_move.is_none() && depth >= 4 { depth - 1 } else { depth };

        let first_alpha = alpha;
        let (mut best, mut best_square) =
            (if futile { static_eval + FUTILITY_MARGIN * depth } else { -WIN }, None);
        let count = self.stack.len() - base;
        for n in 0..count {
            let candidate = pick_best(&mut self.stack[base + n..], |candidate| candidate.rank);
            let next = candidate.after;
            let mut score;
            if n == 0 {
                score = -self.search_node(&next, depth - 1, -beta, -alpha, ply + 1);
            } else {
                let reduce = if depth >= 3 && n >= 3 && !candidate.explodes {
                    late_move_reduction(depth, n) - i32::from(is_pv)
                } else {
                    0
                };
                score = -self.search_node(&next, depth - 1 - reduce.max(0), -alpha - 1, -alpha, ply + 1);
                if score > alpha && reduce > 0 {
                    score = -self.search_node(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
                }
                if score > alpha && score < beta {
                    score = -self.search_node(&next, depth - 1, -beta, -alpha, ply + 1);
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
                    self.update_killers_and_history(board, candidate.square, depth, ply);
                }
                break;
            }
            alpha = alpha.max(score);
        }
        self.stack.truncate(base);
        let bound = Bound::of(best, first_alpha, beta);
        let best_square = if bound == Bound::Upper { hash_move.or(best_square) } else { best_square };
        let entry = SharedEntry {
            score: score_to_table(best, ply),
            bound,
            depth: depth as u32,
            best: best_square.map(u16::from),
        };
        self.table.put(key, entry);
        best
    }

    /// The quiescence search: the static evaluation, or a better score after explosions that capture electrons.
    fn quiescence(
        &mut self,
        board: &Board<W>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        widths: &[usize],
    ) -> i32 {
        self.count_node();
        if self.stopped {
            return 0;
        }
        let mut best = self.evaluate(board);
        if best >= beta {
            return best;
        }
        let base = self.stack.len();
        if self.push_explosions(board) {
            self.stack.truncate(base);
            return WIN - ply as i32 - 1;
        }
        let Some((width, rest)) = widths.split_first().filter(|_| ply < MAX_PLY) else {
            self.stack.truncate(base);
            return best;
        };
        alpha = alpha.max(best);
        let end = self.keep_captures(base, board);
        for n in base..end.min(base + width) {
            let candidate = pick_best(&mut self.stack[n..], |candidate| candidate.rank);
            let score = -self.quiescence(&candidate.after, -beta, -alpha, ply + 1, rest);
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

    /// The leaf of the quiescence search: the board that is evaluated, and whether the other side is to move there. `None` if
    /// the game ends first. The evaluation is fitted to these boards.
    pub fn quiescence_leaf(&mut self, board: &Board<W>) -> Option<(Board<W>, bool)> {
        self.find_leaf(board, &QUIESCENCE_WIDTHS).1
    }

    fn find_leaf(&mut self, board: &Board<W>, widths: &[usize]) -> (i32, Option<(Board<W>, bool)>) {
        let base = self.stack.len();
        if self.push_explosions(board) {
            self.stack.truncate(base);
            return (WIN, None);
        }
        let mut best = (self.evaluate(board), Some((*board, false)));
        if let Some((width, rest)) = widths.split_first() {
            let end = self.keep_captures(base, board);
            for n in base..end.min(base + width) {
                let candidate = pick_best(&mut self.stack[n..], |candidate| candidate.rank);
                let (score, leaf) = self.find_leaf(&candidate.after, rest);
                if -score > best.0 {
                    best = (-score, leaf.map(|(leaf, other)| (leaf, !other)));
                }
            }
        }
        self.stack.truncate(base);
        best
    }

    /// Keeps only the explosions that capture electrons. Returns the end of the stack.
    fn keep_captures(&mut self, base: usize, board: &Board<W>) -> usize {
        let theirs = board.counts().1 as i32;
        let mut end = base;
        for n in base..self.stack.len() {
            let mut candidate = self.stack[n];
            candidate.rank = theirs - candidate.after.counts().0 as i32;
            if candidate.rank > 0 {
                self.stack[end] = candidate;
                end += 1;
            }
        }
        self.stack.truncate(end);
        end
    }

    /// Pushes the moves that explode. Stops and returns true if one of them wins.
    #[inline]
    fn push_explosions(&mut self, board: &Board<W>) -> bool {
        for square in (board.critical(self.shape) & board.mine).squares() {
            let mut after = *board;
            self.explosions += 1;
            if after.play(self.shape, W::bit(square)) {
                return true;
            }
            self.stack.push(Candidate { square: square as u8, explodes: true, rank: 0, after });
        }
        false
    }

    #[inline]
    fn push_quiet_moves(&mut self, board: &Board<W>) {
        let quiet = board.moves(self.shape) & !board.critical(self.shape);
        for square in quiet.squares() {
            let mut after = *board;
            after.play(self.shape, W::bit(square));
            self.stack.push(Candidate { square: square as u8, explodes: false, rank: 0, after });
        }
    }

    /// Ranks the moves from `base` on for move ordering.
    fn rank_moves(&mut self, base: usize, board: &Board<W>, depth: i32, ply: usize, hash_move: Option<u8>) {
        let side = board.mover().index();
        let killers = self.killers[ply];
        let theirs = board.counts().1 as i32;
        for candidate in &mut self.stack[base..] {
            let square = candidate.square;
            candidate.rank = if hash_move == Some(square) {
                i32::MAX
            } else if depth >= 2 {
                // Away from the leaves, evaluating the resulting board pays off.
                -self.weights.evaluate(self.shape, &candidate.after)
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

    fn update_killers_and_history(&mut self, board: &Board<W>, square: u8, depth: i32, ply: usize) {
        if self.killers[ply][0] != Some(square) {
            self.killers[ply] = [Some(square), self.killers[ply][0]];
        }
        let history = &mut self.history[board.mover().index()][usize::from(square)];
        let bonus = (depth * depth * 16).min(1600);
        // The bonus shrinks as the value approaches its limit.
        *history += bonus - *history * bonus / 16_384;
    }
}

/// Late move reduction: the plies by which the search of a late quiet move is reduced.
fn late_move_reduction(depth: i32, n: usize) -> i32 {
    let (depth, n) = ((depth as f32).ln(), (n as f32).ln());
    (0.5 + depth * n / 2.2) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::strong::iterative_deepening;
    use crate::rules::{Position, Setup};
    use common::game::{Dice, Enumerable, Setup as _};
    use common::search::Reversible;

    /// Limits that are reached when they are checked for the first time.
    struct FirstCheck;

    impl SearchLimits for FirstCheck {
        fn reached(&self, _: u64) -> bool {
            true
        }
    }

    /// The nodes of a search up to the first check of its limits.
    fn nodes_until_check(position: &Position) -> u64 {
        let setup = position.setup();
        let shape = Shape::<crate::board::Wide>::new(setup).unwrap();
        let (weights, table) = (PatternWeights::built_in(), SharedTranspositionTable::small());
        let mut search = Search::new(&shape, &weights, &table, &FirstCheck);
        iterative_deepening(&mut search, &Board::of(position), 0, (1, 9), |_, _| true);
        assert!(search.stopped);
        search.nodes
    }

    #[test]
    fn limits_are_checked_more_often_where_nodes_have_many_explosions() {
        let mut setup = Setup::default();
        setup.set("Size", "16x16").unwrap();
        let (mut positions, mut dice) = (vec![Position::new(setup)], Dice::new(1));
        while let Some(m) = dice.pick(&positions[positions.len() - 1].moves()) {
            let mut next = positions[positions.len() - 1].clone();
            next.apply(m);
            positions.push(next);
        }
        let early = nodes_until_check(&positions[0]);
        assert!(early >= NODES_PER_LIMIT_CHECK, "{early}");
        let late = nodes_until_check(&positions[positions.len() - 20]);
        assert!(late < NODES_PER_LIMIT_CHECK / 8, "{late}");
    }
}
