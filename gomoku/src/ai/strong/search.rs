//! The tree: principal variation search with a shared table, passes, reductions, and wins by fours at its leaves.

use super::board::Board;
use super::kinds::Kind;
use super::threats::Attacks;
use crate::rules::{CELLS, Colour};
use common::search::{
    Bound, PROVED, SearchLimits, SharedEntry, SharedTranspositionTable, WIN, pick_best, score_from_table,
    score_to_table,
};

/// Nothing is looked at deeper than this.
pub const DEEPEST: usize = 200;

/// The limits are asked only so often.
const NODES_PER_LOOK: u64 = 256;
/// Open threes are answered so many plies beyond the horizon.
const BEYOND: i32 = -8;
/// Stones and positions of a win by fours that is looked for at a leaf.
const LEAF: (usize, u64) = (12, 40);

/// A move to be tried, and how promising it is.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    at: u16,
    rank: i32,
}

/// One thread's search.
#[derive(Debug)]
pub struct Search<'a, L> {
    /// The board it stands on.
    pub board: Board,
    table: &'a SharedTranspositionTable,
    limits: &'a L,
    /// Wins by fours.
    pub attacks: Attacks,
    /// Positions looked at.
    pub nodes: u64,
    /// The limits were reached: what is returned from here on means nothing.
    pub stopped: bool,
    stack: Vec<Candidate>,
    history: [Vec<i32>; 2],
    killers: Vec<[u16; 2]>,
    /// Like the history, for moves that answer a stone on a certain place.
    replies: Vec<i16>,
    /// The judgements of the boards on the way from the root.
    judged: Vec<i32>,
    reductions: Vec<[u8; 64]>,
    /// Makes moves that are equally good come in another order.
    salt: u64,
}

impl<'a, L: SearchLimits> Search<'a, L> {
    /// A search that knows nothing but what is in the table.
    pub fn new(board: Board, table: &'a SharedTranspositionTable, limits: &'a L, salt: u64) -> Self {
        let reduction = |depth: usize, n: usize| {
            let (depth, n) = ((depth.max(1) as f64).ln(), (n.max(1) as f64).ln());
            (0.4 + depth * n / 2.1) as u8
        };
        Search {
            board,
            table,
            limits,
            attacks: Attacks::new(1 << 14),
            nodes: 0,
            stopped: false,
            stack: Vec::with_capacity(8192),
            history: [vec![0; CELLS], vec![0; CELLS]],
            killers: vec![[0; 2]; DEEPEST + 2],
            replies: vec![0; 2 * CELLS * CELLS],
            judged: vec![0; DEEPEST + 2],
            reductions: (0..64).map(|depth| std::array::from_fn(|n| reduction(depth, n))).collect(),
            salt,
        }
    }

    fn judge(&mut self) -> i32 {
        let noise = if self.salt == 0 {
            0
        } else {
            ((self.board.key() ^ self.salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62) as i32
        };
        (self.board.judge() + noise).clamp(-20_000, 20_000)
    }

    /// A score that needs no search: somebody wins within three plies.
    pub fn in_sight(&mut self, ply: usize) -> Option<i32> {
        let (own, other) = (self.board.mover(), self.board.mover().other());
        if self.board.count_of(own, Kind::Five) > 0 {
            return Some(WIN - ply as i32 - 1);
        }
        match self.board.count_of(other, Kind::Five) {
            0 => {
                let wins = self.board.count_of(own, Kind::OpenFour) > 0
                    && self.board.points_of(own, Kind::OpenFour).any(|at| !self.board.is_forbidden(at));
                wins.then_some(WIN - ply as i32 - 3)
            }
            1 => None,
            _ => Some(-WIN + ply as i32 + 2),
        }
    }

    /// The score of the board for the side to move, looking so deep.
    #[expect(clippy::too_many_lines, reason = "one node is one story")]
    pub fn node(&mut self, depth: i32, mut alpha: i32, mut beta: i32, ply: usize, may_pass: bool) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.limits.reached(self.nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if self.board.empty() == 0 {
            return 0;
        }
        if let Some(score) = self.in_sight(ply) {
            return score;
        }
        if ply >= DEEPEST {
            return self.judge();
        }
        // Nothing better than a win by fours can come, nothing worse than a loss after the next move.
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
        let endangered = self.board.count_of(other, Kind::OpenFour) > 0;
        let leaf = depth <= 0 && (!endangered || depth <= BEYOND);
        let is_pv = beta - alpha > 1;
        let key = self.board.key();
        let known = if leaf { None } else { self.table.get(key) };
        if let Some(known) = known.filter(|known| known.depth as i32 >= depth.max(0) && !is_pv) {
            let score = score_from_table(known.score, ply);
            if known.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        let fours = [Kind::FourPlus, Kind::FourThree];
        if known.is_none() && fours.iter().any(|kind| self.board.count_of(own, *kind) > 0) {
            let (stones, nodes) = LEAF;
            if let Some(plies) = self.attacks.fours(&mut self.board, stones, nodes) {
                let score = WIN - ply as i32 - plies;
                let depth = DEEPEST as u32;
                self.table.put(
                    key,
                    SharedEntry { score: score_to_table(score, ply), bound: Bound::Lower, depth, best: None },
                );
                return score;
            }
        }
        let judged = self.judge();
        if leaf {
            return judged;
        }
        self.judged[ply] = judged;
        // Who is doing better than at the last turn deserves a wider look.
        let improving = ply >= 2 && judged > self.judged[ply - 2];
        if !is_pv && !endangered && may_pass && depth >= 1 && judged >= beta && beta.abs() < PROVED {
            self.board.pass();
            let score = -self.node(depth - 3 - depth / 4, -beta, -beta + 1, ply + 1, false);
            self.board.pass();
            if !self.stopped && score >= beta {
                return if score >= PROVED { beta } else { score };
            }
        }
        let depth = if known.is_none() && depth >= 4 { depth - 1 } else { depth };
        let base = self.stack.len();
        self.list(ply, endangered, known.and_then(|known| known.best));
        let count = self.stack.len() - base;
        let first_alpha = alpha;
        let (mut best, mut best_at) = (-WIN + ply as i32 + 4, None);
        let mut tried = 0;
        for n in 0..count {
            let Candidate { at, .. } = pick_best(&mut self.stack[base + n..], |candidate| candidate.rank);
            let index = usize::from(at);
            let (mine, theirs) = (self.board.kind(own, index), self.board.kind(other, index));
            let quiet = mine < Kind::Three && theirs < Kind::Three;
            if !is_pv && quiet && !endangered && best > -PROVED && tried > 0 {
                // Late quiet moves of a shallow search, and such as cannot make up for what is missing.
                let most = if improving { 3 + depth * depth } else { 2 + depth * depth / 2 };
                if tried >= most {
                    break;
                }
                if depth <= 3 && judged + 60 + 80 * depth <= alpha && mine < Kind::Shape {
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
                let mut reduced = 0;
                if depth >= 2 && tried >= 2 && mine < Kind::ThreePlus && !endangered {
                    reduced = i32::from(self.reductions[depth.min(63) as usize][tried.min(63) as usize]);
                    reduced += 1 - i32::from(is_pv) - i32::from(!quiet);
                    reduced += i32::from(!improving && depth >= 3);
                    reduced = reduced.clamp(0, next);
                }
                let mut score = -self.node(next - reduced, -alpha - 1, -alpha, ply + 1, true);
                if score > alpha && reduced > 0 && !self.stopped {
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
                (best, best_at) = (score, Some(at));
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                self.reward(base, n, depth, ply, quiet);
                break;
            }
        }
        self.stack.truncate(base);
        let bound = Bound::of(best, first_alpha, beta);
        let best_at =
            if bound == Bound::Upper { known.and_then(|known| known.best).or(best_at) } else { best_at };
        let entry = SharedEntry {
            score: score_to_table(best, ply),
            bound,
            depth: depth.max(0) as u32,
            best: best_at,
        };
        self.table.put(key, entry);
        best
    }

    /// Lists the moves of the board on the stack, with their ranks.
    fn list(&mut self, ply: usize, endangered: bool, best: Option<u16>) {
        let (own, other) = (self.board.mover(), self.board.mover().other());
        let killers = self.killers[ply];
        let replies = self.board.last().map(|last| &self.replies[reply(own, last, 0)..][..CELLS]);
        let rank = |board: &Board, history: &[Vec<i32>; 2], index: usize| {
            let at = index as u16;
            if best == Some(at) {
                return i32::MAX;
            }
            let (mine, theirs) = (board.kind(own, index), board.kind(other, index));
            let mut rank = 2 * (ATTACK[mine as usize] + DEFENCE[theirs as usize])
                + board.worth(own, index)
                + board.worth(other, index)
                + history[own.index()][index] / 32;
            if let Some(replies) = replies {
                rank += i32::from(replies[index]) / 64;
            }
            if killers.contains(&at) {
                rank += 60;
            }
            rank
        };
        if endangered {
            // Only what takes the open four away or is a four itself can help.
            let base = self.stack.len();
            for index in self.board.fours_of(other).chain(self.board.fours_of(own)) {
                let at = index as u16;
                if self.stack[base..].iter().all(|known| known.at != at) {
                    let rank = rank(&self.board, &self.history, index);
                    self.stack.push(Candidate { at, rank });
                }
            }
        } else {
            for index in self.board.candidates() {
                let rank = rank(&self.board, &self.history, index);
                self.stack.push(Candidate { at: index as u16, rank });
            }
        }
    }

    /// A move has refuted the board: it is tried earlier elsewhere, and those before it later.
    fn reward(&mut self, base: usize, n: usize, depth: i32, ply: usize, quiet: bool) {
        if !quiet {
            return;
        }
        let at = self.stack[base + n].at;
        if self.killers[ply][0] != at {
            self.killers[ply][1] = self.killers[ply][0];
            self.killers[ply][0] = at;
        }
        let (own, last) = (self.board.mover(), self.board.last());
        let bonus = (depth * depth * 16).min(800);
        for earlier in base..=base + n {
            let index = usize::from(self.stack[earlier].at);
            let sign = if earlier == base + n { 1 } else { -1 };
            let value = &mut self.history[own.index()][index];
            *value += sign * bonus - *value * bonus / 6400;
            if let Some(last) = last {
                let value = &mut self.replies[reply(own, last, index)];
                *value += (sign * bonus - i32::from(*value) * bonus / 6400) as i16;
            }
        }
    }

    /// The moves that are expected after a first one, as far as they are known; to its end, if its score says that it has
    /// one.
    pub fn line(&mut self, first: usize, score: i32) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = Some(first);
        let mut won = false;
        while let Some(at) = next.filter(|_| !won && line.len() < 60) {
            won = self.board.kind(self.board.mover(), at) == Kind::Five;
            line.push(at);
            self.board.play(at);
            next = self.expected();
        }
        let unfinished = !won && score.abs() >= PROVED;
        let more = if unfinished { self.attacks.shortest(&mut self.board, 12, 2_000) } else { None };
        for _ in 0..line.len() {
            self.board.take_back();
        }
        line.extend(more.unwrap_or_default());
        line
    }

    /// The move that is expected on the board, if one is known.
    fn expected(&mut self) -> Option<usize> {
        let (own, other) = (self.board.mover(), self.board.mover().other());
        let sure = self.board.first_of(own, Kind::Five).or_else(|| self.board.first_of(other, Kind::Five));
        let four = || self.board.first_of(own, Kind::OpenFour);
        let known = || self.table.get(self.board.key()).and_then(|known| known.best).map(usize::from);
        let at = sure.or_else(four).or_else(known)?;
        (self.board.is_empty(at) && !self.board.is_forbidden(at)).then_some(at)
    }
}

/// The place of an answer in the list of replies: a colour's stone on a place after the other's on another.
#[inline]
fn reply(own: Colour, last: usize, at: usize) -> usize {
    (own.index() * CELLS + last) * CELLS + at
}

/// How pressing it is to make something of a kind.
const ATTACK: [i32; Kind::COUNT] = [0, 8, 10, 25, 60, 90, 250, 30, 70, 600, 1000, 5000];
/// How pressing it is that the other side does not.
const DEFENCE: [i32; Kind::COUNT] = [0, 6, 8, 20, 40, 70, 180, 20, 50, 400, 700, 3000];
