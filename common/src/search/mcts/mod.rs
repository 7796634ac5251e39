//! Monte Carlo tree search for turn-based games with any number of sides, with or without chance.
//!
//! Root parallelization: several trees grow independently, each with its own dice, and their visits are added up. With a
//! node budget the result depends only on the seed and the number of trees.

mod playout;
#[cfg(test)]
mod tests;
mod tree;

pub use playout::{AllMoves, Candidates, Playout, RandomPlayout, Reward, Scores};

use crate::game::{Dice, Game, Open, Side, Value};
use crate::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use rayon::prelude::*;
use std::cmp::Reverse;
use tree::{Tree, TreeParams, proof_rank};

/// Visits per tree before the first report. Each later round is twice as long.
const FIRST_ROUND: u64 = 64;
/// Maximum visits per tree between two reports.
const MAX_ROUND: u64 = 8192;

/// A Monte Carlo tree search. In a [`Budget`] a node is one playout, and the depth limits the trees.
///
/// In a simultaneous game the sides move one after the other in the tree, so later sides know the moves of earlier ones.
/// Candidates for such a game should not depend on that knowledge.
#[derive(Debug, Clone)]
pub struct Mcts<C = AllMoves, P = RandomPlayout> {
    /// Selects the moves to try.
    pub candidates: C,
    /// Scores leaf positions.
    pub playout: P,
    /// The number of trees.
    pub trees: usize,
    /// The exploration constant of UCB1; about 0.7 for scores from 0 to 1.
    pub exploration: f64,
    /// Maximum number of tree nodes over all trees. It bounds the memory.
    pub max_tree_nodes: usize,
    dice: Dice,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct MctsResult<M> {
    /// The expected score of the searching side, from 0 to 1.
    pub score: f64,
    /// Whether the score is proved.
    pub exact: bool,
    /// The principal variation, never empty.
    pub line: Vec<M>,
    /// The tried moves, best first; never empty.
    pub moves: Vec<MoveStats<M>>,
    /// Number of playouts.
    pub nodes: u64,
    /// The depth of the deepest tree.
    pub depth: u32,
}

/// A root move and its statistics.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveStats<M> {
    /// The move.
    pub m: M,
    /// Number of visits over all trees.
    pub visits: u64,
    /// Its mean score for the side that makes it; the exact score if it is proved.
    pub score: f64,
    /// Whether the score is proved.
    pub exact: bool,
}

impl<M> MctsResult<M> {
    /// The best move.
    pub fn best(&self) -> &M {
        &self.moves[0].m
    }
    /// The score as a value: a certain win is a point.
    pub fn value(&self) -> Value {
        Scores::value(self.score)
    }
}

impl Mcts {
    /// A search over all moves with random playouts in one tree.
    pub fn new(dice: Dice) -> Mcts {
        Mcts::with(AllMoves, RandomPlayout::default(), dice)
    }
}

impl<C, P> Mcts<C, P> {
    /// A search in one tree with given candidates and playouts.
    pub fn with(candidates: C, playout: P, dice: Dice) -> Mcts<C, P> {
        Mcts { candidates, playout, trees: 1, exploration: 0.7, max_tree_nodes: 2_000_000, dice }
    }

    /// Sets the number of trees. Each grows on its own thread if there are enough.
    pub fn trees(mut self, trees: usize) -> Self {
        self.trees = trees.max(1);
        self
    }

    /// Searches for the best move of `side`, which is to move. `None` only if there is no candidate.
    pub fn search<G>(
        &mut self,
        position: &G,
        side: Side,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Option<MctsResult<G::Move>>
    where
        G: Game,
        C: Candidates<G>,
        P: Playout<G>,
    {
        if !position.to_move().contains(side) {
            return None;
        }
        let running = budget.start();
        let seed = self.dice.seed();
        let trees = self.trees.max(1);
        let params = TreeParams {
            position,
            side,
            candidates: &self.candidates,
            playout: &self.playout,
            exploration: self.exploration,
            max_depth: budget.depth.map_or(usize::MAX, |depth| depth.max(1) as usize),
            max_nodes: (self.max_tree_nodes / trees).max(1),
        };
        let mut forest: Vec<(Tree<G>, u64)> = (0..trees as u64)
            .map(|n| (Tree::new(Dice::of(seed, n)), visit_share(budget.nodes, trees as u64, n)))
            .collect();
        let mut round = FIRST_ROUND;
        while forest.iter().any(|(tree, max_visits)| tree.visits < *max_visits) && !running.used_up(0) {
            let grow = |(tree, max_visits): &mut (Tree<G>, u64)| {
                let goal = tree.visits.saturating_add(round).min(*max_visits);
                while tree.visits < goal && tree.proof.is_none() && !running.used_up(0) {
                    tree.visit(&params);
                }
            };
            if let [one] = &mut forest[..] {
                grow(one);
            } else {
                forest.par_iter_mut().for_each(grow);
            }
            round = (round * 2).min(MAX_ROUND);
            let Some(result) = merge(&forest) else { break };
            seen(thought(&result, &running));
            if result.exact {
                break;
            }
        }
        // Without a single visit, take the first candidate.
        merge(&forest).or_else(|| {
            let m = self
                .candidates
                .moves(position, side, &mut Dice::of(seed, trees as u64))
                .into_iter()
                .next()?;
            let moves = vec![MoveStats { m: m.clone(), visits: 0, score: 0.5, exact: false }];
            Some(MctsResult { score: 0.5, exact: false, line: vec![m], moves, nodes: 0, depth: 0 })
        })
    }
}

/// The number of visits for tree `n` of `trees`.
fn visit_share(nodes: Option<u64>, trees: u64, n: u64) -> u64 {
    nodes.map_or(u64::MAX, |nodes| nodes / trees + u64::from(n < nodes % trees))
}

/// Adds up the statistics of all trees. `None` if no move was tried.
fn merge<G: Game>(forest: &[(Tree<G>, u64)]) -> Option<MctsResult<G::Move>> {
    let mut moves: Vec<MoveStats<G::Move>> = Vec::new();
    let mut proofs: Vec<Option<f64>> = Vec::new();
    for node in forest.iter().flat_map(|(tree, _)| tree.tried()) {
        let index = moves.iter().position(|stats| stats.m == node.m).unwrap_or_else(|| {
            moves.push(MoveStats { m: node.m.clone(), visits: 0, score: 0.0, exact: false });
            proofs.push(None);
            moves.len() - 1
        });
        moves[index].visits += node.visits;
        moves[index].score += node.total;
        proofs[index] = proofs[index].or(node.proof);
    }
    for (one, proof) in moves.iter_mut().zip(proofs) {
        one.score = proof.unwrap_or(one.score / one.visits.max(1) as f64);
        one.exact = proof.is_some();
    }
    // If the root is proved, its best move is a proved move, whatever its visits.
    let proof = forest.iter().find_map(|(tree, _)| tree.proof);
    let is_proof = |one: &MoveStats<G::Move>| one.exact && proof.is_some_and(|proof| one.score >= proof);
    moves.sort_by_key(|one| {
        (!is_proof(one), Reverse((proof_rank(one.exact.then_some(one.score)), one.visits)))
    });
    let best = moves.first()?;
    let visits_of_best =
        |tree: &Tree<G>| tree.tried().find(|node| node.m == best.m).map_or(0, |node| node.visits);
    let (tree, _) = forest.iter().max_by_key(|(tree, _)| visits_of_best(tree))?;
    Some(MctsResult {
        score: proof.unwrap_or(best.score),
        exact: proof.is_some(),
        line: tree.line(&best.m),
        nodes: forest.iter().map(|(tree, _)| tree.visits).sum(),
        depth: forest.iter().map(|(tree, _)| tree.max_depth).max().unwrap_or(0) as u32,
        moves,
    })
}

fn thought<M: ToString>(result: &MctsResult<M>, running: &Running<'_>) -> Thought {
    Thought {
        depth: result.depth,
        value: Some(result.value()),
        exact: result.exact,
        line: result.line.iter().map(ToString::to_string).collect(),
        nodes: result.nodes,
        time: running.elapsed(),
        moves: result.moves.iter().map(|one| (one.m.to_string(), Scores::value(one.score))).collect(),
        ..Thought::default()
    }
}

impl<G: Open, C: Candidates<G>, P: Playout<G>> Player<G> for Mcts<C, P> {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        let result = self.search(turn.view, turn.side, budget, seen).ok_or(PlayerError::NoMove)?;
        Ok(result.best().clone())
    }
}
