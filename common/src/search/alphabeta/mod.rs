//! Alpha-beta for games of two sides without chance: deeper and deeper until the budget ends or the game is solved.

mod run;
#[cfg(test)]
mod tests;

use super::score::{Score, Window};
use super::{AsListed, Bound, Considered, Entry, Evaluator, Hashed, MoveOrder, Reversible, Table};
use crate::game::{Open, Side, Value};
use crate::player::{Budget, Player, PlayerError, Thought, Turn};
use run::Run;
use std::cmp::Reverse;

/// Deeper than this no search comes, and the stack is safe.
const DEEPEST: u32 = 250;

/// An alpha-beta search for games of two sides without chance, with its table, which it keeps from move to move.
///
/// A side may move several times in a row. It looks deeper and deeper until the budget ends or the position is solved;
/// among equal values it prefers sooner wins and later losses.
#[derive(Debug, Clone)]
pub struct AlphaBeta<G: Reversible, E, O = AsListed> {
    evaluator: E,
    order: O,
    table: Table<G::Move>,
    most: Value,
    haste: bool,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<M> {
    /// Plies looked ahead; 0 if the budget ended before anything was seen.
    pub depth: u32,
    /// The value for the side to move.
    pub value: Value,
    /// The value is proved: every line that matters was seen to its end.
    pub exact: bool,
    /// The expected moves, the best one first; never empty.
    pub line: Vec<M>,
    /// Every move that was considered, the best one first.
    pub moves: Vec<Rated<M>>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A move and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rated<M> {
    /// The move.
    pub m: M,
    /// Its value for the side that makes it; `None` where it is only known not to be the best.
    pub value: Option<Value>,
    /// The value is proved.
    pub exact: bool,
}

impl<M> Found<M> {
    /// The best move.
    pub fn best(&self) -> &M {
        &self.line[0]
    }
}

impl<G: Reversible + Hashed, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search with a table of 16 megabytes that takes the moves as they are listed.
    pub fn new(evaluator: E) -> AlphaBeta<G, E> {
        let table = Table::of_megabytes(16);
        AlphaBeta { evaluator, order: AsListed, table, most: Value::BEST, haste: true }
    }
}

impl<G: Reversible + Hashed, E: Evaluator<G>, O: MoveOrder<G>> AlphaBeta<G, E, O> {
    /// With another order of the moves.
    pub fn order<P: MoveOrder<G>>(self, order: P) -> AlphaBeta<G, E, P> {
        let AlphaBeta { evaluator, table, most, haste, .. } = self;
        AlphaBeta { evaluator, order, table, most, haste }
    }

    /// With another table. It is emptied, for what is in it may come from another evaluator.
    pub fn table(mut self, mut table: Table<G::Move>) -> Self {
        table.clear();
        self.table = table;
        self
    }

    /// No game ends with more than `most` for anybody, on the evaluator's scale. To know it ends proofs early. Estimates
    /// are cut to less than that. Unless told, the search expects anything up to [`Value::BEST`].
    pub fn most(mut self, most: Value) -> Self {
        self.most = most.clamp(Value(1), Value::BEST);
        self.table.clear();
        self
    }

    /// Whether sooner wins and later losses are preferred; without it positions are solved with less work.
    pub fn haste(mut self, haste: bool) -> Self {
        self.haste = haste;
        self.table.clear();
        self
    }

    /// Forgets what was learned about positions.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Looks for the best move. `None` only if there is no move. The values of the other moves are known only where they
    /// happened to be needed.
    pub fn search(
        &mut self,
        position: &G,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Option<Found<G::Move>> {
        self.deepen(position, budget, seen, false)
    }

    /// Looks for the values of all moves, as far as the budget goes. It takes longer than [`AlphaBeta::search`].
    pub fn rate_all(
        &mut self,
        position: &G,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Option<Found<G::Move>> {
        self.deepen(position, budget, seen, true)
    }

    fn deepen(
        &mut self,
        position: &G,
        budget: &Budget,
        report: &dyn Fn(Thought),
        every: bool,
    ) -> Option<Found<G::Move>> {
        let side = position.to_move().first()?;
        self.table.new_generation();
        let mut run = Run {
            evaluator: &self.evaluator,
            order: &self.order,
            table: &mut self.table,
            killers: Vec::new(),
            budget,
            running: budget.start(),
            nodes: 0,
            most: self.most,
            step: i32::from(self.haste),
        };
        let mut root = Root::new(position.clone(), side, &run)?;
        for depth in 1..=DEEPEST {
            if !run.running.allows_depth(depth) {
                break;
            }
            let before = root.moves[0].m.clone();
            let complete = root.look(&mut run, depth, every);
            if complete || root.moves[0].m != before {
                report(root.thought(&run));
            }
            // Only outcomes are worth so much, so to look deeper changes nothing, even where moves are left out.
            let decided = !every && root.score.value().0.abs() >= run.most.0;
            if root.exact || decided || !complete {
                break;
            }
        }
        Some(root.found(&run))
    }
}

/// The position that is searched, and what is known of its moves so far.
struct Root<G: Reversible> {
    position: G,
    side: Side,
    moves: Vec<RootMove<G::Move>>,
    considered: Considered,
    score: Score,
    depth: u32,
    exact: bool,
}

#[derive(Clone)]
struct RootMove<M> {
    m: M,
    /// Known where the search needed more than "not better".
    score: Option<Score>,
    proved: bool,
    answers: Vec<M>,
}

impl<G: Reversible + Hashed> Root<G> {
    fn new<E: Evaluator<G>, O: MoveOrder<G>>(
        position: G,
        side: Side,
        run: &Run<'_, G, E, O>,
    ) -> Option<Root<G>> {
        let (mut moves, considered) = run.moves(&position);
        if moves.is_empty() {
            return None;
        }
        if let Some(known) = run.table.get(position.key()).and_then(|entry| entry.best.as_ref()) {
            moves.sort_by_key(|m| m != known);
        }
        let unknown = |m| RootMove { m, score: None, proved: false, answers: Vec::new() };
        let moves = moves.into_iter().map(unknown).collect();
        let score = run.estimate(&position);
        Some(Root { position, side, moves, considered, score, depth: 0, exact: false })
    }

    /// Looks at all moves to a depth. If the budget ends meanwhile the answer is false, and only a better move that was
    /// found is taken over: the best one so far was looked at first, so nothing is lost.
    fn look<E, O>(&mut self, run: &mut Run<'_, G, E, O>, depth: u32, every: bool) -> bool
    where
        E: Evaluator<G>,
        O: MoveOrder<G>,
    {
        let everything = run.everything();
        let mut moves = self.moves.clone();
        for one in &mut moves {
            (one.score, one.proved) = (None, false);
        }
        let mut best: Option<Score> = None;
        let mut complete = true;
        for one in &mut moves {
            let window = match best {
                Some(best) if !every => Window::more_than(best),
                _ => everything,
            };
            let mut answers = Vec::new();
            let at = (depth, 0);
            let mut seen = run.after(&mut self.position, self.side, &one.m, at, window, &mut answers);
            if let (Some(better), false) = (seen, window.is_wide())
                && better.score > window.alpha
            {
                let wide = Window { alpha: window.alpha, beta: everything.beta };
                seen = run.after(&mut self.position, self.side, &one.m, at, wide, &mut answers);
            }
            let Some(seen) = seen else {
                complete = false;
                break;
            };
            let is_value = window.is_wide() || seen.score > window.alpha;
            *one = RootMove {
                m: one.m.clone(),
                score: is_value.then_some(seen.score),
                proved: seen.proved,
                answers,
            };
            best = best.max(is_value.then_some(seen.score));
            if !every && seen.score >= run.top() {
                break;
            }
        }
        let Some(best) = best.filter(|_| complete || !every) else { return false };
        moves.sort_by_key(|one| Reverse(one.score));
        self.score = best;
        self.moves = moves;
        if complete {
            self.depth = depth;
            let all = self.considered == Considered::All && self.moves.iter().all(|one| one.proved);
            self.exact = all || !every && self.moves[0].proved && best.value() >= run.most;
            let best = Some(self.moves[0].m.clone());
            let entry = Entry { score: self.score, bound: Bound::Exact, depth, proved: all, best };
            run.table.put(self.position.key(), entry);
        }
        complete
    }

    fn found<E, O>(&mut self, run: &Run<'_, G, E, O>) -> Found<G::Move>
    where
        E: Evaluator<G>,
        O: MoveOrder<G>,
    {
        let mut line = vec![self.moves[0].m.clone()];
        line.extend_from_slice(&self.moves[0].answers);
        run.prolong(&mut self.position, &mut line, self.depth as usize);
        let rated = |one: &RootMove<G::Move>| Rated {
            m: one.m.clone(),
            value: one.score.map(Score::value),
            exact: one.proved && one.score.is_some(),
        };
        Found {
            depth: self.depth,
            value: self.score.value(),
            exact: self.exact,
            line,
            moves: self.moves.iter().map(rated).collect(),
            nodes: run.nodes,
        }
    }

    fn thought<E, O>(&mut self, run: &Run<'_, G, E, O>) -> Thought
    where
        E: Evaluator<G>,
        O: MoveOrder<G>,
    {
        let found = self.found(run);
        let known = found.moves.iter().filter_map(|rated| Some((rated.m.to_string(), rated.value?)));
        Thought {
            depth: found.depth,
            value: Some(found.value),
            exact: found.exact,
            line: found.line.iter().map(ToString::to_string).collect(),
            nodes: found.nodes,
            time: run.running.elapsed(),
            moves: known.collect(),
            ..Thought::default()
        }
    }
}

impl<G: Reversible + Hashed + Open, E: Evaluator<G>, O: MoveOrder<G>> Player<G> for AlphaBeta<G, E, O> {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        let found = self.search(turn.view, budget, seen).ok_or(PlayerError::NoMove)?;
        Ok(found.best().clone())
    }
}
