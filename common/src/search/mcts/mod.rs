//! Monte Carlo tree search for any game of turns: several sides, chance, a side that moves twice.
//!
//! Several trees may grow at once, each with its own dice; their visits are added up. With a budget of nodes the result
//! depends on the seed and the number of trees only.

mod playout;
#[cfg(test)]
mod tests;
mod tree;

pub use playout::{AllMoves, Candidates, Playout, RandomPlayout, Reward, Scores};

use crate::game::{Dice, Game, Open, Side, Value};
use crate::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use rayon::prelude::*;
use std::cmp::Reverse;
use tree::{Terms, Tree, standing};

/// Visits of a tree before the first report; then twice as many each time.
const FIRST_ROUND: u64 = 64;
/// Visits of a tree between later reports.
const LONGEST_ROUND: u64 = 8192;

/// A Monte Carlo tree search. Of a [`Budget`], a node is one playout, and the depth is that of the trees.
///
/// In a simultaneous game sides move one after the other in the tree, so that later ones know too much; a search for
/// such a game should use candidates that do not depend on it.
#[derive(Debug, Clone)]
pub struct Mcts<C = AllMoves, P = RandomPlayout> {
    /// Which moves to try.
    pub candidates: C,
    /// What positions are worth.
    pub playout: P,
    /// How many trees grow at once.
    pub trees: usize,
    /// How strongly rarely visited moves attract; about 0.7 for scores from 0 to 1.
    pub exploration: f64,
    /// Positions to keep, over all trees; a bound of memory.
    pub positions: usize,
    dice: Dice,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Explored<M> {
    /// The score the side that searches can expect, from 0 to 1.
    pub score: f64,
    /// The score is proved.
    pub exact: bool,
    /// The expected moves, the best one first; never empty.
    pub line: Vec<M>,
    /// The moves that were tried, the best one first; never empty.
    pub moves: Vec<Visited<M>>,
    /// Playouts made.
    pub nodes: u64,
    /// The longest way from the root in a tree.
    pub depth: u32,
}

/// A move and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Visited<M> {
    /// The move.
    pub m: M,
    /// How often it was visited, over all trees.
    pub visits: u64,
    /// Its mean score for the side that makes it; the true one if it is proved.
    pub score: f64,
    /// The score is proved.
    pub exact: bool,
}

impl<M> Explored<M> {
    /// The best move.
    pub fn best(&self) -> &M {
        &self.moves[0].m
    }
    /// The score as a value: a sure win is a point.
    pub fn value(&self) -> Value {
        Scores::value(self.score)
    }
}

impl Mcts {
    /// A search over all moves with random playouts, in one tree.
    pub fn new(dice: Dice) -> Mcts {
        Mcts::with(AllMoves, RandomPlayout::default(), dice)
    }
}

impl<C, P> Mcts<C, P> {
    /// A search in one tree.
    pub fn with(candidates: C, playout: P, dice: Dice) -> Mcts<C, P> {
        Mcts { candidates, playout, trees: 1, exploration: 0.7, positions: 2_000_000, dice }
    }

    /// With so many trees, each on a thread where there are enough.
    pub fn trees(mut self, trees: usize) -> Self {
        self.trees = trees.max(1);
        self
    }

    /// Looks for the best move of `side`, which is to move. `None` only if there is no candidate.
    pub fn search<G>(
        &mut self,
        position: &G,
        side: Side,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Option<Explored<G::Move>>
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
        let terms = Terms {
            position,
            side,
            candidates: &self.candidates,
            playout: &self.playout,
            exploration: self.exploration,
            depth: budget.depth.map_or(usize::MAX, |depth| depth.max(1) as usize),
            nodes: (self.positions / trees).max(1),
        };
        let mut forest: Vec<(Tree<G>, u64)> = (0..trees as u64)
            .map(|n| (Tree::new(Dice::of(seed, n)), share(budget.nodes, trees as u64, n)))
            .collect();
        let mut round = FIRST_ROUND;
        while forest.iter().any(|(tree, most)| tree.visits < *most) && !running.used_up(0) {
            let grow = |(tree, most): &mut (Tree<G>, u64)| {
                let goal = tree.visits.saturating_add(round).min(*most);
                while tree.visits < goal && tree.proof.is_none() && !running.used_up(0) {
                    tree.visit(&terms);
                }
            };
            if let [one] = &mut forest[..] {
                grow(one);
            } else {
                forest.par_iter_mut().for_each(grow);
            }
            round = (round * 2).min(LONGEST_ROUND);
            let Some(explored) = merge(&forest) else { break };
            seen(thought(&explored, &running));
            if explored.exact {
                break;
            }
        }
        // Without time for a single visit any candidate is as good as another.
        merge(&forest).or_else(|| {
            let m = self
                .candidates
                .moves(position, side, &mut Dice::of(seed, trees as u64))
                .into_iter()
                .next()?;
            let moves = vec![Visited { m: m.clone(), visits: 0, score: 0.5, exact: false }];
            Some(Explored { score: 0.5, exact: false, line: vec![m], moves, nodes: 0, depth: 0 })
        })
    }
}

/// The visits tree `n` of `trees` may make.
fn share(nodes: Option<u64>, trees: u64, n: u64) -> u64 {
    nodes.map_or(u64::MAX, |nodes| nodes / trees + u64::from(n < nodes % trees))
}

/// Adds up what the trees found. `None` if no move was tried.
fn merge<G: Game>(forest: &[(Tree<G>, u64)]) -> Option<Explored<G::Move>> {
    let mut moves: Vec<Visited<G::Move>> = Vec::new();
    let mut proofs: Vec<Option<f64>> = Vec::new();
    for node in forest.iter().flat_map(|(tree, _)| tree.tried()) {
        let place = moves.iter().position(|known| known.m == node.m).unwrap_or_else(|| {
            moves.push(Visited { m: node.m.clone(), visits: 0, score: 0.0, exact: false });
            proofs.push(None);
            moves.len() - 1
        });
        moves[place].visits += node.visits;
        moves[place].score += node.total;
        proofs[place] = proofs[place].or(node.proof);
    }
    for (one, proof) in moves.iter_mut().zip(proofs) {
        one.score = proof.unwrap_or(one.score / one.visits.max(1) as f64);
        one.exact = proof.is_some();
    }
    // Where the root is proved its best move is among the proved ones, and visits mean nothing.
    let proof = forest.iter().find_map(|(tree, _)| tree.proof);
    let is_proof = |one: &Visited<G::Move>| one.exact && proof.is_some_and(|proof| one.score >= proof);
    moves
        .sort_by_key(|one| (!is_proof(one), Reverse((standing(one.exact.then_some(one.score)), one.visits))));
    let best = moves.first()?;
    let visits_of_best =
        |tree: &Tree<G>| tree.tried().find(|node| node.m == best.m).map_or(0, |node| node.visits);
    let (tree, _) = forest.iter().max_by_key(|(tree, _)| visits_of_best(tree))?;
    Some(Explored {
        score: proof.unwrap_or(best.score),
        exact: proof.is_some(),
        line: tree.line(&best.m),
        nodes: forest.iter().map(|(tree, _)| tree.visits).sum(),
        depth: forest.iter().map(|(tree, _)| tree.deepest).max().unwrap_or(0) as u32,
        moves,
    })
}

fn thought<M: ToString>(explored: &Explored<M>, running: &Running<'_>) -> Thought {
    Thought {
        depth: explored.depth,
        value: Some(explored.value()),
        exact: explored.exact,
        line: explored.line.iter().map(ToString::to_string).collect(),
        nodes: explored.nodes,
        time: running.elapsed(),
        moves: explored.moves.iter().map(|one| (one.m.to_string(), Scores::value(one.score))).collect(),
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
        let explored = self.search(turn.view, turn.side, budget, seen).ok_or(PlayerError::NoMove)?;
        Ok(explored.best().clone())
    }
}
