//! One run of alpha-beta: the walk through the tree below the root, within a budget.

use super::super::score::{Score, Window};
use super::super::{Bound, Considered, Entry, Evaluator, Hashed, MoveOrder, Reversible, Table};
use crate::game::{Side, Value};
use crate::player::{Budget, Running};

/// The clock is asked only so often; it costs as much as a cheap position.
const NODES_PER_LOOK: u64 = 64;

/// What was found out about a position or a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub score: Score,
    /// No estimate is in it: every line that matters was seen to its end.
    pub proved: bool,
}

/// Moves that refuted a neighbour at the same ply; they often refute here too.
pub(super) type Killers<M> = [Option<M>; 2];

pub(super) struct Run<'a, G: Reversible, E, O> {
    pub evaluator: &'a E,
    pub order: &'a O,
    pub table: &'a mut Table<G::Move>,
    pub killers: Vec<Killers<G::Move>>,
    pub budget: &'a Budget,
    pub running: Running<'a>,
    pub nodes: u64,
    /// No outcome is worth more than this.
    pub most: Value,
    /// 1 where sooner wins are better, else 0.
    pub step: i32,
}

impl<G: Reversible + Hashed, E: Evaluator<G>, O: MoveOrder<G>> Run<'_, G, E, O> {
    /// The best score any position can have: to win with the next move.
    pub fn top(&self) -> Score {
        Score::of(self.most).one_ply_before(self.step)
    }

    /// The window that has room for every score.
    pub fn everything(&self) -> Window {
        let beyond = Score::of(self.most).above();
        Window { alpha: -beyond, beta: beyond }
    }

    fn used_up(&self) -> bool {
        self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.nodes.is_multiple_of(NODES_PER_LOOK) && self.running.used_up(self.nodes)
    }

    /// The estimate of an unfinished position; it is kept apart from what only outcomes are worth.
    pub fn estimate(&self, position: &G) -> Score {
        let most = (self.most.0 - 1).max(0);
        Score::of(Value(self.evaluator.evaluate(position).0.clamp(-most, most)))
    }

    /// The moves worth looking at, promising ones first.
    pub fn moves(&self, position: &G) -> (Vec<G::Move>, Considered) {
        let mut moves = position.moves();
        let considered = self.order.order(position, &mut moves);
        // An order that leaves nothing breaks its promise; better slow than without a move.
        if moves.is_empty() { (position.moves(), Considered::All) } else { (moves, considered) }
    }

    /// The score of a move for `side`, which makes it. The expected answers are put into `line`. `None` when the budget
    /// is used up; the position is as before in any case.
    pub fn after(
        &mut self,
        position: &mut G,
        side: Side,
        m: &G::Move,
        (depth, ply): (u32, usize),
        window: Window,
        line: &mut Vec<G::Move>,
    ) -> Option<Seen> {
        line.clear();
        if self.used_up() {
            return None;
        }
        self.nodes += 1;
        let undo = position.apply(m);
        let seen = match (position.outcome(), position.to_move().first()) {
            (Some(outcome), _) => {
                Some(Seen { score: Score::of(self.evaluator.outcome(outcome, side)), proved: true })
            }
            (None, Some(next)) => {
                let window = window.for_next(self.step).turned(side, next);
                self.node(position, next, (depth - 1, ply + 1), window, line)
                    .map(|seen| Seen { score: seen.score.turned(next, side), ..seen })
            }
            // Rules under which nobody moves although the game is not over know no better answer.
            (None, None) => Some(Seen { score: Score::of(Value::EVEN), proved: false }),
        };
        position.take_back(undo);
        seen.map(|seen| Seen { score: seen.score.one_ply_before(self.step), ..seen })
    }

    /// The score of an unfinished position for `side`, which is to move. Outside of the window it is only a bound.
    fn node(
        &mut self,
        position: &mut G,
        side: Side,
        (depth, ply): (u32, usize),
        window: Window,
        line: &mut Vec<G::Move>,
    ) -> Option<Seen> {
        let key = position.key();
        let mut known_best = None;
        if let Some(entry) = self.table.get(key) {
            let answers = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.score >= window.beta,
                Bound::AtMost => entry.score <= window.alpha,
            };
            if answers && (entry.proved || entry.depth >= depth) {
                return Some(Seen { score: entry.score, proved: entry.proved });
            }
            known_best.clone_from(&entry.best);
        }
        let top = self.top();
        if window.alpha >= top {
            return Some(Seen { score: top, proved: true });
        }
        if depth == 0 {
            return Some(Seen { score: self.estimate(position), proved: false });
        }
        let (mut moves, considered) = self.moves(position);
        if moves.is_empty() {
            return Some(Seen { score: self.estimate(position), proved: false });
        }
        self.bring_forward(&mut moves, known_best.as_ref(), ply);

        let beta = window.beta.min(top);
        let mut alpha = window.alpha;
        let mut best: Option<Seen> = None;
        let mut best_move = None;
        let mut all_proved = considered == Considered::All;
        let mut answers = Vec::new();
        for (i, m) in moves.iter().enumerate() {
            let wide = Window { alpha, beta };
            // The first move is probably the best: for the others it is enough to show that they are not better.
            let narrow = if i == 0 { wide } else { Window::more_than(alpha) };
            let mut seen = self.after(position, side, m, (depth, ply), narrow, &mut answers)?;
            if seen.score > alpha && seen.score < beta && narrow != wide {
                seen = self.after(position, side, m, (depth, ply), wide, &mut answers)?;
            }
            all_proved &= seen.proved;
            if best.is_none_or(|best| seen.score > best.score) {
                best = Some(seen);
            }
            if seen.score > alpha {
                alpha = seen.score;
                best_move = Some(m);
                if window.is_wide() {
                    line.clear();
                    line.push(m.clone());
                    line.append(&mut answers);
                }
            }
            if seen.score >= beta {
                self.remember_killer(m, ply);
                break;
            }
        }

        let Seen { score, proved } = best?;
        // "At least" needs a proof of one move, "at most" of all.
        let at_least = score >= beta;
        let seen = Seen { score, proved: if at_least { proved } else { all_proved } };
        let bound = if at_least && score < top {
            Bound::AtLeast
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let best = best_move.cloned();
        self.table.put(key, Entry { score, bound, depth, proved: seen.proved, best });
        Some(seen)
    }

    /// Puts the move the table knows first, and the killers next.
    fn bring_forward(&self, moves: &mut [G::Move], known: Option<&G::Move>, ply: usize) {
        let killers = self.killers.get(ply).into_iter().flatten().flatten();
        let mut place = 0;
        for wanted in known.into_iter().chain(killers) {
            if let Some(found) = moves[place..].iter().position(|m| m == wanted) {
                moves[place..=place + found].rotate_right(1);
                place += 1;
            }
        }
    }

    fn remember_killer(&mut self, m: &G::Move, ply: usize) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None, None]);
        }
        let killers = &mut self.killers[ply];
        if killers[0].as_ref() != Some(m) {
            killers.swap(0, 1);
            killers[0] = Some(m.clone());
        }
    }

    /// Goes on with a line where the table knows how: a position found there ends the line of the search.
    pub fn prolong(&self, position: &mut G, line: &mut Vec<G::Move>, plies: usize) {
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
