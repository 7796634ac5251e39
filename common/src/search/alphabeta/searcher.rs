//! The recursive part of alpha-beta: principal variation search below the root, within a budget.

use super::super::score::{Score, Window};
use super::super::{
    Bound, Evaluator, ForwardPruning, Hashed, MoveOrdering, Reversible, TableEntry, TranspositionTable,
};
use crate::game::{Side, Value};
use crate::player::{Budget, Running};

/// Number of nodes between two checks of the clock. A check costs as much as a cheap position.
const NODES_PER_CLOCK_CHECK: u64 = 64;

/// The score of a searched node.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeResult {
    pub score: Score,
    /// The score contains no estimate: every line that matters was searched to the end of the game.
    pub proved: bool,
}

/// Killer moves of a ply: moves that caused a beta cutoff in a sibling node.
pub(super) type Killers<M> = [Option<M>; 2];

pub(super) struct Searcher<'a, G: Reversible, E, O> {
    pub evaluator: &'a E,
    pub ordering: &'a O,
    pub table: &'a mut TranspositionTable<G::Move>,
    pub killers: Vec<Killers<G::Move>>,
    pub budget: &'a Budget,
    pub running: Running<'a>,
    pub nodes: u64,
    /// The highest value of a finished game.
    pub max_outcome: Value,
    /// What one ply costs a win: 1 if faster wins are preferred, otherwise 0.
    pub ply_cost: i32,
}

impl<G: Reversible + Hashed, E: Evaluator<G>, O: MoveOrdering<G>> Searcher<'_, G, E, O> {
    /// The highest score of any position: a win with the next move.
    pub fn max_score(&self) -> Score {
        Score::of(self.max_outcome).one_ply_earlier(self.ply_cost)
    }

    /// The window that contains every score.
    pub fn full_window(&self) -> Window {
        let beyond = Score::of(self.max_outcome).next_higher();
        Window { alpha: -beyond, beta: beyond }
    }

    fn out_of_budget(&self) -> bool {
        self.budget.nodes.is_some_and(|max| self.nodes >= max)
            || self.nodes.is_multiple_of(NODES_PER_CLOCK_CHECK) && self.running.used_up(self.nodes)
    }

    /// The static evaluation of an unfinished position, clamped below the values of finished games.
    pub fn static_score(&self, position: &G) -> Score {
        let max = (self.max_outcome.0 - 1).max(0);
        Score::of(Value(self.evaluator.evaluate(position).0.clamp(-max, max)))
    }

    /// The moves to search, most promising first.
    pub fn ordered_moves(&self, position: &G) -> (Vec<G::Move>, ForwardPruning) {
        let mut moves = position.moves();
        let pruning = self.ordering.order(position, &mut moves);
        // An ordering must not remove every move. If it does, search them all.
        if moves.is_empty() { (position.moves(), ForwardPruning::None) } else { (moves, pruning) }
    }

    /// The score of the move `m` for `side`, which makes it. Writes the expected moves after `m` into `line`. `None` if
    /// the budget is used up. The position is restored in any case.
    pub fn search_move(
        &mut self,
        position: &mut G,
        side: Side,
        m: &G::Move,
        (depth, ply): (u32, usize),
        window: Window,
        line: &mut Vec<G::Move>,
    ) -> Option<NodeResult> {
        line.clear();
        if self.out_of_budget() {
            return None;
        }
        self.nodes += 1;
        let undo = position.apply(m);
        let result = match (position.outcome(), position.to_move().first()) {
            (Some(outcome), _) => {
                Some(NodeResult { score: Score::of(self.evaluator.outcome(outcome, side)), proved: true })
            }
            (None, Some(next)) => {
                let window = window.one_ply_later(self.ply_cost).turned(side, next);
                self.search_node(position, next, (depth - 1, ply + 1), window, line)
                    .map(|result| NodeResult { score: result.score.turned(next, side), ..result })
            }
            // The game is not over, but no side can move. Count it as a draw.
            (None, None) => Some(NodeResult { score: Score::of(Value::EVEN), proved: false }),
        };
        position.take_back(undo);
        result.map(|result| NodeResult { score: result.score.one_ply_earlier(self.ply_cost), ..result })
    }

    /// The score of an unfinished position for `side`, which is to move. Outside the window it is only a bound.
    fn search_node(
        &mut self,
        position: &mut G,
        side: Side,
        (depth, ply): (u32, usize),
        window: Window,
        line: &mut Vec<G::Move>,
    ) -> Option<NodeResult> {
        let key = position.key();
        let mut hash_move = None;
        if let Some(entry) = self.table.get(key) {
            if entry.bound.decides(entry.score, window.alpha, window.beta)
                && (entry.proved || entry.depth >= depth)
            {
                return Some(NodeResult { score: entry.score, proved: entry.proved });
            }
            hash_move.clone_from(&entry.best);
        }
        let max_score = self.max_score();
        if window.alpha >= max_score {
            return Some(NodeResult { score: max_score, proved: true });
        }
        if depth == 0 {
            return Some(NodeResult { score: self.static_score(position), proved: false });
        }
        let (mut moves, pruning) = self.ordered_moves(position);
        if moves.is_empty() {
            return Some(NodeResult { score: self.static_score(position), proved: false });
        }
        self.promote_hash_move_and_killers(&mut moves, hash_move.as_ref(), ply);

        let beta = window.beta.min(max_score);
        let mut alpha = window.alpha;
        let mut best: Option<NodeResult> = None;
        let mut best_move = None;
        let mut all_proved = pruning == ForwardPruning::None;
        let mut continuation = Vec::new();
        for (i, m) in moves.iter().enumerate() {
            let open = Window { alpha, beta };
            // The first move is probably the best. A null window shows whether another move is better.
            let first_try = if i == 0 { open } else { Window::null(alpha) };
            let mut result =
                self.search_move(position, side, m, (depth, ply), first_try, &mut continuation)?;
            if result.score > alpha && result.score < beta && first_try != open {
                result = self.search_move(position, side, m, (depth, ply), open, &mut continuation)?;
            }
            all_proved &= result.proved;
            if best.is_none_or(|best| result.score > best.score) {
                best = Some(result);
            }
            if result.score > alpha {
                alpha = result.score;
                best_move = Some(m);
                if !window.is_null() {
                    line.clear();
                    line.push(m.clone());
                    line.append(&mut continuation);
                }
            }
            if result.score >= beta {
                self.store_killer(m, ply);
                break;
            }
        }

        let NodeResult { score, proved } = best?;
        // A lower bound needs the proof of one move, an upper bound the proofs of all.
        let fails_high = score >= beta;
        let result = NodeResult { score, proved: if fails_high { proved } else { all_proved } };
        let bound = if fails_high && score < max_score {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = best_move.cloned();
        self.table.put(key, TableEntry { score, bound, depth, proved: result.proved, best });
        Some(result)
    }

    /// Moves the hash move to the front, and the killer moves after it.
    fn promote_hash_move_and_killers(&self, moves: &mut [G::Move], hash_move: Option<&G::Move>, ply: usize) {
        let killers = self.killers.get(ply).into_iter().flatten().flatten();
        let mut front = 0;
        for wanted in hash_move.into_iter().chain(killers) {
            if let Some(found) = moves[front..].iter().position(|m| m == wanted) {
                moves[front..=front + found].rotate_right(1);
                front += 1;
            }
        }
    }

    fn store_killer(&mut self, m: &G::Move, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None, None]);
        }
        let killers = &mut self.killers[ply];
        if killers[0].as_ref() != Some(m) {
            killers.swap(0, 1);
            killers[0] = Some(m.clone());
        }
    }

    /// Extends a line to `plies` moves with best moves from the table. A table hit inside the tree cuts the line short.
    pub fn extend_line_from_table(&self, position: &mut G, line: &mut Vec<G::Move>, plies: usize) {
        let mut undos = Vec::new();
        for i in 0..plies {
            if i == line.len() {
                let next = self.table.get(position.key()).and_then(|entry| entry.best.clone());
                match next.filter(|m| position.moves().contains(m)) {
                    Some(m) => line.push(m),
                    None => break,
                }
            }
            undos.push(position.apply(&line[i]));
        }
        while let Some(undo) = undos.pop() {
            position.take_back(undo);
        }
    }
}
