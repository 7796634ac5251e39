//! Principal variation search with a shared transposition table, null moves, late move reductions, and a short VCF
//! search in new nodes.

use super::board::Board;
use super::kinds::Kind;
use super::threats::ThreatSearch;
use crate::rules::{CELLS, Colour};
use common::search::{Bound, Known, Limits, SharedTable};

/// The score of a win. A win in n plies scores n less.
pub const WIN: i32 = 30_000;
/// Scores from here on are proved wins.
pub const PROVED: i32 = 29_000;
/// Maximum depth of the tree.
pub const MAX_PLY: usize = 200;

/// Number of nodes between two checks of the limits.
const NODES_PER_LIMIT_CHECK: u64 = 256;
/// Depth at which the search stops answering open threes beyond the horizon.
const QUIESCENCE_DEPTH: i32 = -8;
/// Stones and nodes of the VCF search in a node without a table entry.
const NODE_VCF: (usize, u64) = (12, 40);

/// A move and its priority in move ordering.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    mv: u16,
    priority: i32,
}

/// The search of one thread.
#[derive(Debug)]
pub struct Search<'a, L> {
    /// The current board.
    pub board: Board,
    table: &'a SharedTable,
    limits: &'a L,
    /// The search for forced wins.
    pub threats: ThreatSearch,
    /// Number of nodes searched.
    pub nodes: u64,
    /// The limits were reached, and returned scores are invalid.
    pub stopped: bool,
    stack: Vec<Candidate>,
    history: [Vec<i32>; 2],
    killers: Vec<[u16; 2]>,
    /// Reply history: like the history table, by the opponent's last move.
    reply_history: Vec<i16>,
    /// Static evaluations of the boards on the path from the root.
    static_evals: Vec<i32>,
    reductions: Vec<[u8; 64]>,
    /// Varies the order of equal moves.
    salt: u64,
}

impl<'a, L: Limits> Search<'a, L> {
    /// A search that knows only the entries of the table.
    pub fn new(board: Board, table: &'a SharedTable, limits: &'a L, salt: u64) -> Self {
        let reduction_for = |depth: usize, n: usize| {
            let (depth, n) = ((depth.max(1) as f64).ln(), (n.max(1) as f64).ln());
            (0.4 + depth * n / 2.1) as u8
        };
        Search {
            board,
            table,
            limits,
            threats: ThreatSearch::new(1 << 14),
            nodes: 0,
            stopped: false,
            stack: Vec::with_capacity(8192),
            history: [vec![0; CELLS], vec![0; CELLS]],
            killers: vec![[0; 2]; MAX_PLY + 2],
            reply_history: vec![0; 2 * CELLS * CELLS],
            static_evals: vec![0; MAX_PLY + 2],
            reductions: (0..64).map(|depth| std::array::from_fn(|n| reduction_for(depth, n))).collect(),
            salt,
        }
    }

    fn evaluate(&mut self) -> i32 {
        let noise = if self.salt == 0 {
            0
        } else {
            ((self.board.key() ^ self.salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62) as i32
        };
        (self.board.evaluate() + noise).clamp(-20_000, 20_000)
    }

    /// A score without search, if either side wins within three plies.
    pub fn immediate_score(&mut self, ply: usize) -> Option<i32> {
        let (own, other) = (self.board.mover(), self.board.mover().other());
        if self.board.count_of(own, Kind::Five) > 0 {
            return Some(WIN - ply as i32 - 1);
        }
        match self.board.count_of(other, Kind::Five) {
            0 => {
                let wins = self.board.count_of(own, Kind::OpenFour) > 0
                    && self.board.points_of(own, Kind::OpenFour).any(|mv| !self.board.is_forbidden(mv));
                wins.then_some(WIN - ply as i32 - 3)
            }
            1 => None,
            _ => Some(-WIN + ply as i32 + 2),
        }
    }

    /// The score of the board for the side to move, searched to a depth.
    #[expect(clippy::too_many_lines, reason = "one node reads best in one piece")]
    pub fn node(
        &mut self,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        allow_null_move: bool,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LIMIT_CHECK) && self.limits.reached(self.nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if self.board.empty() == 0 {
            return 0;
        }
        if let Some(score) = self.immediate_score(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        // The best possible result is a win by fours, the worst a loss after the next move.
        alpha = alpha.max(-WIN + ply as i32 + 4);
        beta = beta.min(WIN - ply as i32 - 5);
        if alpha >= beta {
            return alpha;
        }
        let (own, other) = (self.board.mover(), self.board.mover().other());
        if let Some(block) = self.board.first_of(other, Kind::Five) {
            if self.board.is_forbidden(block) {
                return -WIN + ply as i32 + 2;
            }
            self.board.play(block);
            let score = -self.node(depth, -beta, -alpha, ply + 1, true);
            self.board.take_back();
            return score;
        }
        let must_defend = self.board.count_of(other, Kind::OpenFour) > 0;
        let leaf = depth <= 0 && (!must_defend || depth <= QUIESCENCE_DEPTH);
        let is_pv = beta - alpha > 1;
        let key = self.board.key();
        let entry = if leaf { None } else { self.table.get(key) };
        if let Some(entry) = entry.filter(|entry| entry.depth as i32 >= depth.max(0) && !is_pv) {
            let score = from_table(entry.score, ply);
            let cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if cutoff {
                return score;
            }
        }
        let fours = [Kind::FourPlus, Kind::FourThree];
        if entry.is_none() && fours.iter().any(|kind| self.board.count_of(own, *kind) > 0) {
            let (stones, nodes) = NODE_VCF;
            if let Some(plies) = self.threats.quick_vcf(&mut self.board, stones, nodes) {
                let score = WIN - ply as i32 - plies;
                let depth = MAX_PLY as u32;
                self.table.put(
                    key,
                    Known { score: to_table(score, ply), bound: Bound::AtLeast, depth, best: None },
                );
                return score;
            }
        }
        let static_eval = self.evaluate();
        if leaf {
            return static_eval;
        }
        self.static_evals[ply] = static_eval;
        // Improving: the static evaluation has risen since the last own move. Such nodes are pruned less.
        let improving = ply >= 2 && static_eval > self.static_evals[ply - 2];
        if !is_pv
            && !must_defend
            && allow_null_move
            && depth >= 1
            && static_eval >= beta
            && beta.abs() < PROVED
        {
            self.board.pass();
            let score = -self.node(depth - 3 - depth / 4, -beta, -beta + 1, ply + 1, false);
            self.board.pass();
            if !self.stopped && score >= beta {
                return if score >= PROVED { beta } else { score };
            }
        }
        let depth = if entry.is_none() && depth >= 4 { depth - 1 } else { depth };
        let base = self.stack.len();
        self.generate_moves(ply, must_defend, entry.and_then(|entry| entry.best));
        let count = self.stack.len() - base;
        let first_alpha = alpha;
        let (mut best, mut best_move) = (-WIN + ply as i32 + 4, None);
        let mut tried = 0;
        for n in 0..count {
            let Candidate { mv, .. } = self.pick_best(base + n);
            let index = usize::from(mv);
            let (mine, theirs) = (self.board.kind(own, index), self.board.kind(other, index));
            let quiet = mine < Kind::Three && theirs < Kind::Three;
            if !is_pv && quiet && !must_defend && best > -PROVED && tried > 0 {
                // Late move pruning, and futility pruning at shallow depth.
                let max_moves = if improving { 3 + depth * depth } else { 2 + depth * depth / 2 };
                if tried >= max_moves {
                    break;
                }
                if depth <= 3 && static_eval + 60 + 80 * depth <= alpha && mine < Kind::WeakPair {
                    continue;
                }
            }
            if self.board.is_forbidden(index) {
                continue;
            }
            self.board.play(index);
            let next = depth - 1;
            let score = if tried == 0 {
                -self.node(next, -beta, -alpha, ply + 1, true)
            } else {
                let mut reduction = 0;
                if depth >= 2 && tried >= 2 && mine < Kind::ThreePlus && !must_defend {
                    reduction = i32::from(self.reductions[depth.min(63) as usize][tried.min(63) as usize]);
                    reduction += 1 - i32::from(is_pv) - i32::from(!quiet);
                    reduction += i32::from(!improving && depth >= 3);
                    reduction = reduction.clamp(0, next);
                }
                let mut score = -self.node(next - reduction, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = -self.node(next, -alpha - 1, -alpha, ply + 1, true);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = -self.node(next, -beta, -alpha, ply + 1, true);
                }
                score
            };
            self.board.take_back();
            tried += 1;
            if self.stopped {
                self.stack.truncate(base);
                return 0;
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                self.update_history(base, n, depth, ply, quiet);
                break;
            }
        }
        self.stack.truncate(base);
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let best_move =
            if bound == Bound::AtMost { entry.and_then(|entry| entry.best).or(best_move) } else { best_move };
        let new_entry =
            Known { score: to_table(best, ply), bound, depth: depth.max(0) as u32, best: best_move };
        self.table.put(key, new_entry);
        best
    }

    /// Pushes the moves of the board on the stack, with their priorities.
    fn generate_moves(&mut self, ply: usize, must_defend: bool, best: Option<u16>) {
        let (own, other) = (self.board.mover(), self.board.mover().other());
        let killers = self.killers[ply];
        let replies = self.board.last().map(|last| &self.reply_history[reply_index(own, last, 0)..][..CELLS]);
        let priority = |board: &Board, history: &[Vec<i32>; 2], index: usize| {
            let mv = index as u16;
            if best == Some(mv) {
                return i32::MAX;
            }
            let (mine, theirs) = (board.kind(own, index), board.kind(other, index));
            let mut priority = 2 * (ATTACK[mine as usize] + DEFENCE[theirs as usize])
                + board.point_value(own, index)
                + board.point_value(other, index)
                + history[own.index()][index] / 32;
            if let Some(replies) = replies {
                priority += i32::from(replies[index]) / 64;
            }
            if killers.contains(&mv) {
                priority += 60;
            }
            priority
        };
        if must_defend {
            // Only a move that prevents the open four, or a four, can help.
            let base = self.stack.len();
            for index in self.board.fours_of(other).chain(self.board.fours_of(own)) {
                let mv = index as u16;
                if self.stack[base..].iter().all(|listed| listed.mv != mv) {
                    let priority = priority(&self.board, &self.history, index);
                    self.stack.push(Candidate { mv, priority });
                }
            }
        } else {
            for index in self.board.candidates() {
                let priority = priority(&self.board, &self.history, index);
                self.stack.push(Candidate { mv: index as u16, priority });
            }
        }
    }

    /// Swaps the best of the moves from `start` on to the front.
    fn pick_best(&mut self, start: usize) -> Candidate {
        let mut best = start;
        for n in start + 1..self.stack.len() {
            if self.stack[n].priority > self.stack[best].priority {
                best = n;
            }
        }
        self.stack.swap(start, best);
        self.stack[start]
    }

    /// Updates killer moves and history after a beta cutoff: more for this move, less for the moves before it.
    fn update_history(&mut self, base: usize, n: usize, depth: i32, ply: usize, quiet: bool) {
        if !quiet {
            return;
        }
        let mv = self.stack[base + n].mv;
        if self.killers[ply][0] != mv {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = mv;
        }
        let (own, last) = (self.board.mover(), self.board.last());
        let bonus = (depth * depth * 16).min(800);
        for earlier in base..=base + n {
            let index = usize::from(self.stack[earlier].mv);
            let sign = if earlier == base + n { 1 } else { -1 };
            let value = &mut self.history[own.index()][index];
            *value += sign * bonus - *value * bonus / 6400;
            if let Some(last) = last {
                let value = &mut self.reply_history[reply_index(own, last, index)];
                *value += (sign * bonus - i32::from(*value) * bonus / 6400) as i16;
            }
        }
    }

    /// The principal variation after a first move, as far as the table has it. A proved line is completed to its end.
    pub fn line(&mut self, first: usize, score: i32) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = Some(first);
        let mut won = false;
        while let Some(mv) = next.filter(|_| !won && line.len() < 60) {
            won = self.board.kind(self.board.mover(), mv) == Kind::Five;
            line.push(mv);
            self.board.play(mv);
            next = self.expected_move();
        }
        let unfinished = !won && score.abs() >= PROVED;
        let more = if unfinished { self.threats.shortest_vcf(&mut self.board, 12, 2_000) } else { None };
        for _ in 0..line.len() {
            self.board.take_back();
        }
        line.extend(more.unwrap_or_default());
        line
    }

    /// The expected move, if it is forced or in the table.
    fn expected_move(&mut self) -> Option<usize> {
        let (own, other) = (self.board.mover(), self.board.mover().other());
        let forced = self.board.first_of(own, Kind::Five).or_else(|| self.board.first_of(other, Kind::Five));
        let four = || self.board.first_of(own, Kind::OpenFour);
        let entry = || self.table.get(self.board.key()).and_then(|entry| entry.best).map(usize::from);
        let mv = forced.or_else(four).or_else(entry)?;
        (self.board.is_empty(mv) && !self.board.is_forbidden(mv)).then_some(mv)
    }
}

/// Index in the reply history: a colour's move after the opponent's last one.
#[inline]
fn reply_index(own: Colour, last: usize, mv: usize) -> usize {
    (own.index() * CELLS + last) * CELLS + mv
}

/// Move ordering: bonus for making a kind.
const ATTACK: [i32; Kind::COUNT] = [0, 8, 10, 25, 60, 90, 250, 30, 70, 600, 1000, 5000];
/// Move ordering: bonus for preventing a kind.
const DEFENCE: [i32; Kind::COUNT] = [0, 6, 8, 20, 40, 70, 180, 20, 50, 400, 700, 3000];

/// The table stores wins as plies from the position, the search counts plies from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= PROVED => score + ply as i32,
        score if score <= -PROVED => score - ply as i32,
        score => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score >= PROVED => score - ply as i32,
        score if score <= -PROVED => score + ply as i32,
        score => score,
    }
}
