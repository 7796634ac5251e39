//! Iterative-deepening alpha-beta for games of two sides without chance.

mod searcher;
#[cfg(test)]
mod tests;

use super::score::{Score, Window};
use super::{
    Bound, Evaluator, ForwardPruning, Hashed, ListedOrder, MoveOrdering, Reversible, TableEntry,
    TranspositionTable,
};
use crate::game::{Open, Side, Value};
use crate::player::{Budget, Player, PlayerError, Thought, Turn};
use searcher::Searcher;
use std::cmp::Reverse;

/// Maximum search depth. It bounds the recursion.
const MAX_DEPTH: u32 = 250;

/// An alpha-beta search for games of two sides without chance. It keeps its transposition table between moves.
///
/// The same side may move several times in a row. The search deepens until the budget ends or the position is solved.
/// Among equal values it prefers faster wins and slower losses.
#[derive(Debug, Clone)]
pub struct AlphaBeta<G: Reversible, E, O = ListedOrder> {
    evaluator: E,
    ordering: O,
    table: TranspositionTable<G::Move>,
    max_outcome: Value,
    prefer_fast_wins: bool,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The last completed depth, in plies; 0 if the budget ended before the first.
    pub depth: u32,
    /// The value for the side to move.
    pub value: Value,
    /// Whether the value is proved.
    pub exact: bool,
    /// The principal variation, never empty.
    pub line: Vec<M>,
    /// Every searched move, best first.
    pub moves: Vec<RatedMove<M>>,
    /// Number of searched positions.
    pub nodes: u64,
}

/// A root move and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedMove<M> {
    /// The move.
    pub m: M,
    /// Its value for the side that makes it; `None` if the search only knows that another move is at least as good.
    pub value: Option<Value>,
    /// Whether the value is proved.
    pub exact: bool,
}

impl<M> SearchResult<M> {
    /// The best move.
    pub fn best(&self) -> &M {
        &self.line[0]
    }
}

impl<G: Reversible + Hashed, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search with a table of 16 MB that tries moves in the order in which the game lists them.
    pub fn new(evaluator: E) -> AlphaBeta<G, E> {
        AlphaBeta {
            evaluator,
            ordering: ListedOrder,
            table: TranspositionTable::with_megabytes(16),
            max_outcome: Value::BEST,
            prefer_fast_wins: true,
        }
    }
}

impl<G: Reversible + Hashed, E: Evaluator<G>, O: MoveOrdering<G>> AlphaBeta<G, E, O> {
    /// Sets the move ordering.
    pub fn ordering<P: MoveOrdering<G>>(self, ordering: P) -> AlphaBeta<G, E, P> {
        let AlphaBeta { evaluator, table, max_outcome, prefer_fast_wins, .. } = self;
        AlphaBeta { evaluator, ordering, table, max_outcome, prefer_fast_wins }
    }

    /// Sets the transposition table. The table is cleared: its entries may come from another evaluator.
    pub fn table(mut self, mut table: TranspositionTable<G::Move>) -> Self {
        table.clear();
        self.table = table;
        self
    }

    /// Sets the highest value a finished game can have, on the evaluator's scale. A tight limit ends proofs early.
    /// Estimates are clamped below it. The default is [`Value::BEST`].
    pub fn max_outcome(mut self, max_outcome: Value) -> Self {
        self.max_outcome = max_outcome.clamp(Value(1), Value::BEST);
        self.table.clear();
        self
    }

    /// Sets whether faster wins and slower losses are preferred. Without that preference positions are solved with less work.
    pub fn prefer_fast_wins(mut self, prefer: bool) -> Self {
        self.prefer_fast_wins = prefer;
        self.table.clear();
        self
    }

    /// Clears the transposition table.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Searches for the best move. `None` only if there is no legal move. The values of the other moves are known only
    /// where the search needed them.
    pub fn search(
        &mut self,
        position: &G,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Option<SearchResult<G::Move>> {
        self.iterative_deepening(position, budget, seen, false)
    }

    /// Searches for the values of all moves, as far as the budget allows. It takes longer than [`AlphaBeta::search`].
    pub fn rate_all_moves(
        &mut self,
        position: &G,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Option<SearchResult<G::Move>> {
        self.iterative_deepening(position, budget, seen, true)
    }

    fn iterative_deepening(
        &mut self,
        position: &G,
        budget: &Budget,
        report: &dyn Fn(Thought),
        rate_all: bool,
    ) -> Option<SearchResult<G::Move>> {
        let side = position.to_move().first()?;
        self.table.new_generation();
        let mut searcher = Searcher {
            evaluator: &self.evaluator,
            ordering: &self.ordering,
            table: &mut self.table,
            killers: Vec::new(),
            budget,
            running: budget.start(),
            nodes: 0,
            max_outcome: self.max_outcome,
            ply_cost: i32::from(self.prefer_fast_wins),
        };
        let mut root = Root::new(position.clone(), side, &searcher)?;
        for depth in 1..=MAX_DEPTH {
            if !searcher.running.allows_depth(depth) {
                break;
            }
            let previous_best = root.moves[0].m.clone();
            let complete = root.search_depth(&mut searcher, depth, rate_all);
            if complete || root.moves[0].m != previous_best {
                report(root.thought(&searcher));
            }
            // Estimates never reach this value, so a deeper search cannot change it, even with forward pruning.
            let decided = !rate_all && root.score.value().0.abs() >= searcher.max_outcome.0;
            if root.exact || decided || !complete {
                break;
            }
        }
        Some(root.result(&searcher))
    }
}

/// The root position and the current values of its moves.
struct Root<G: Reversible> {
    position: G,
    side: Side,
    moves: Vec<RootMove<G::Move>>,
    pruning: ForwardPruning,
    score: Score,
    depth: u32,
    exact: bool,
}

#[derive(Clone)]
struct RootMove<M> {
    m: M,
    /// `None` if the search only knows that another move is at least as good.
    score: Option<Score>,
    proved: bool,
    /// The expected moves after `m`.
    continuation: Vec<M>,
}

impl<G: Reversible + Hashed> Root<G> {
    fn new<E: Evaluator<G>, O: MoveOrdering<G>>(
        position: G,
        side: Side,
        searcher: &Searcher<'_, G, E, O>,
    ) -> Option<Root<G>> {
        let (mut moves, pruning) = searcher.ordered_moves(&position);
        if moves.is_empty() {
            return None;
        }
        if let Some(hash_move) = searcher.table.get(position.key()).and_then(|entry| entry.best.as_ref()) {
            moves.sort_by_key(|m| m != hash_move);
        }
        let unsearched = |m| RootMove { m, score: None, proved: false, continuation: Vec::new() };
        let moves = moves.into_iter().map(unsearched).collect();
        let score = searcher.static_score(&position);
        Some(Root { position, side, moves, pruning, score, depth: 0, exact: false })
    }

    /// Searches all moves to a depth. Returns false if the budget ends first. Then only a better move is adopted: the
    /// previous best move is searched first, so nothing is lost.
    fn search_depth<E, O>(&mut self, searcher: &mut Searcher<'_, G, E, O>, depth: u32, rate_all: bool) -> bool
    where
        E: Evaluator<G>,
        O: MoveOrdering<G>,
    {
        let full = searcher.full_window();
        let mut moves = self.moves.clone();
        for one in &mut moves {
            (one.score, one.proved) = (None, false);
        }
        let mut best: Option<Score> = None;
        let mut complete = true;
        for one in &mut moves {
            let window = match best {
                Some(best) if !rate_all => Window::null(best),
                _ => full,
            };
            let mut continuation = Vec::new();
            let level = (depth, 0);
            let mut result =
                searcher.search_move(&mut self.position, self.side, &one.m, level, window, &mut continuation);
            if let (Some(better), true) = (result, window.is_null())
                && better.score > window.alpha
            {
                let open = Window { alpha: window.alpha, beta: full.beta };
                result = searcher.search_move(
                    &mut self.position,
                    self.side,
                    &one.m,
                    level,
                    open,
                    &mut continuation,
                );
            }
            let Some(result) = result else {
                complete = false;
                break;
            };
            let is_value = !window.is_null() || result.score > window.alpha;
            *one = RootMove {
                m: one.m.clone(),
                score: is_value.then_some(result.score),
                proved: result.proved,
                continuation,
            };
            best = best.max(is_value.then_some(result.score));
            if !rate_all && result.score >= searcher.max_score() {
                break;
            }
        }
        let Some(best) = best.filter(|_| complete || !rate_all) else { return false };
        moves.sort_by_key(|one| Reverse(one.score));
        self.score = best;
        self.moves = moves;
        if complete {
            self.depth = depth;
            let all_proved = self.pruning == ForwardPruning::None && self.moves.iter().all(|one| one.proved);
            self.exact =
                all_proved || !rate_all && self.moves[0].proved && best.value() >= searcher.max_outcome;
            let best = Some(self.moves[0].m.clone());
            let entry =
                TableEntry { score: self.score, bound: Bound::Exact, depth, proved: all_proved, best };
            searcher.table.put(self.position.key(), entry);
        }
        complete
    }

    fn result<E, O>(&mut self, searcher: &Searcher<'_, G, E, O>) -> SearchResult<G::Move>
    where
        E: Evaluator<G>,
        O: MoveOrdering<G>,
    {
        let mut line = vec![self.moves[0].m.clone()];
        line.extend_from_slice(&self.moves[0].continuation);
        searcher.extend_line_from_table(&mut self.position, &mut line, self.depth as usize);
        let rated = |one: &RootMove<G::Move>| RatedMove {
            m: one.m.clone(),
            value: one.score.map(Score::value),
            exact: one.proved && one.score.is_some(),
        };
        SearchResult {
            depth: self.depth,
            value: self.score.value(),
            exact: self.exact,
            line,
            moves: self.moves.iter().map(rated).collect(),
            nodes: searcher.nodes,
        }
    }

    fn thought<E, O>(&mut self, searcher: &Searcher<'_, G, E, O>) -> Thought
    where
        E: Evaluator<G>,
        O: MoveOrdering<G>,
    {
        let result = self.result(searcher);
        let known = result.moves.iter().filter_map(|rated| Some((rated.m.to_string(), rated.value?)));
        Thought {
            depth: result.depth,
            value: Some(result.value),
            exact: result.exact,
            line: result.line.iter().map(ToString::to_string).collect(),
            nodes: result.nodes,
            time: searcher.running.elapsed(),
            moves: known.collect(),
            ..Thought::default()
        }
    }
}

impl<G: Reversible + Hashed + Open, E: Evaluator<G>, O: MoveOrdering<G>> Player<G> for AlphaBeta<G, E, O> {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        let result = self.search(turn.view, budget, seen).ok_or(PlayerError::NoMove)?;
        Ok(result.best().clone())
    }
}
