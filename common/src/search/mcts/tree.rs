//! One tree of Monte Carlo tree search: selection by UCB1, expansion, playout and backpropagation.
//!
//! A node represents the moves that lead to it, not a position: with chance the same moves lead to different positions, and
//! the node averages over them. Without chance, ends of the game are proved scores, and proofs propagate to the root
//! (MCTS solver).

use super::playout::{Candidates, Playout, Scores};
use crate::game::{Dice, Game, Side};

/// The principal variation ends before a move with fewer visits.
const MIN_LINE_VISITS: u64 = 10;

/// The parameters that all trees of a search share.
pub(super) struct TreeParams<'a, G, C, P> {
    pub position: &'a G,
    pub side: Side,
    pub candidates: &'a C,
    pub playout: &'a P,
    pub exploration: f64,
    pub max_depth: usize,
    pub max_nodes: usize,
}

/// A move of `side` and its statistics.
pub(super) struct Node<M> {
    side: Side,
    pub m: M,
    pub visits: u64,
    /// Sum of the scores of `side`.
    pub total: f64,
    /// The proved score for `side`; only in games of two sides without chance.
    pub proof: Option<f64>,
    children: Children<M>,
}

/// The moves after a node.
struct Children<M> {
    /// Candidates without a node, next one last; `None` before they are generated.
    untried: Option<Vec<M>>,
    /// Node indices of the tried moves.
    tried: Vec<usize>,
}

impl<M> Children<M> {
    fn new() -> Children<M> {
        Children { untried: None, tried: Vec::new() }
    }
}

pub(super) struct Tree<G: Game> {
    dice: Dice,
    nodes: Vec<Node<G::Move>>,
    root: Children<G::Move>,
    pub visits: u64,
    /// The proved score of the root for its side.
    pub proof: Option<f64>,
    pub max_depth: usize,
}

impl<G: Game> Tree<G> {
    pub fn new(dice: Dice) -> Tree<G> {
        Tree { dice, nodes: Vec::new(), root: Children::new(), visits: 0, proof: None, max_depth: 0 }
    }

    /// The tried moves of the root.
    pub fn tried(&self) -> impl Iterator<Item = &Node<G::Move>> {
        self.root.tried.iter().map(|i| &self.nodes[*i])
    }

    /// One iteration: selection, expansion, playout, backpropagation.
    pub fn visit<C: Candidates<G>, P: Playout<G>>(&mut self, params: &TreeParams<'_, G, C, P>) {
        let mut position = params.position.clone();
        let mut side = params.side;
        let mut path: Vec<usize> = Vec::new();
        let mut final_outcome = None;
        let scores = loop {
            if let Some(proved) = path.last().and_then(|last| self.proved_scores(*last)) {
                break proved;
            }
            let unvisited = path.last().is_some_and(|last| self.nodes[*last].visits == 0);
            if unvisited || path.len() >= params.max_depth {
                break params.playout.run(position, &mut self.dice);
            }
            let Some(next) = self.select_or_expand(params, &mut position, side, path.last().copied()) else {
                break params.playout.run(position, &mut self.dice);
            };
            path.push(next);
            if let Some(outcome) = position.outcome() {
                final_outcome = Some(outcome);
                break params.playout.end(outcome);
            }
            match position.to_move().first() {
                Some(mover) => side = mover,
                None => break Scores([0.5; 8]),
            }
        };
        if let (Some(outcome), Some(last)) = (final_outcome, path.last())
            && !G::FACTS.chance
            && outcome.sides() == 2
        {
            let node = &mut self.nodes[*last];
            node.proof = Some(scores.of(node.side));
        }
        self.max_depth = self.max_depth.max(path.len());
        self.visits += 1;
        for i in &path {
            let node = &mut self.nodes[*i];
            node.visits += 1;
            node.total += scores.of(node.side);
        }
        self.propagate_proof(&path, params.side, params.candidates.complete());
    }

    /// The scores of a proved node.
    fn proved_scores(&self, i: usize) -> Option<Scores> {
        let node = &self.nodes[i];
        let score = node.proof?;
        let mut scores = [1.0 - score; 8];
        scores[node.side.index()] = score;
        Some(Scores(scores))
    }

    fn children_mut(&mut self, parent: Option<usize>) -> &mut Children<G::Move> {
        match parent {
            Some(i) => &mut self.nodes[i].children,
            None => &mut self.root,
        }
    }

    /// Plays an untried move, or else the move with the highest UCB1 bound. `None` if there is none to play, or the tree is
    /// full.
    fn select_or_expand<C: Candidates<G>, P: Playout<G>>(
        &mut self,
        params: &TreeParams<'_, G, C, P>,
        position: &mut G,
        side: Side,
        parent: Option<usize>,
    ) -> Option<usize> {
        if G::FACTS.chance {
            return self.select_or_expand_with_chance(params, position, side, parent);
        }
        if self.children_mut(parent).untried.is_none() {
            let mut moves = params.candidates.moves(position, side, &mut self.dice);
            moves.reverse();
            self.children_mut(parent).untried = Some(moves);
        }
        while self.nodes.len() < params.max_nodes
            && let Some(m) = self.children_mut(parent).untried.as_mut().and_then(Vec::pop)
        {
            if position.play(side, &m, &mut self.dice).is_ok() {
                return Some(self.add(parent, side, m));
            }
        }
        let chosen = self.select(params.exploration, &self.children(parent).tried, parent)?;
        position.play(side, &self.nodes[chosen].m, &mut self.dice).is_ok().then_some(chosen)
    }

    /// With chance, the legal moves and the side to move can differ at each visit.
    fn select_or_expand_with_chance<C: Candidates<G>, P: Playout<G>>(
        &mut self,
        params: &TreeParams<'_, G, C, P>,
        position: &mut G,
        side: Side,
        parent: Option<usize>,
    ) -> Option<usize> {
        let mut legal = Vec::new();
        for m in params.candidates.moves(position, side, &mut self.dice) {
            let mut tried = self.children(parent).tried.iter().copied();
            let known = tried.find(|i| self.nodes[*i].side == side && self.nodes[*i].m == m);
            match known {
                Some(i) => legal.push(i),
                None if self.nodes.len() < params.max_nodes
                    && position.play(side, &m, &mut self.dice).is_ok() =>
                {
                    return Some(self.add(parent, side, m));
                }
                None => {}
            }
        }
        let chosen = self.select(params.exploration, &legal, parent)?;
        position.play(side, &self.nodes[chosen].m, &mut self.dice).is_ok().then_some(chosen)
    }

    fn children(&self, parent: Option<usize>) -> &Children<G::Move> {
        parent.map_or(&self.root, |i| &self.nodes[i].children)
    }

    fn add(&mut self, parent: Option<usize>, side: Side, m: G::Move) -> usize {
        let i = self.nodes.len();
        self.nodes.push(Node { side, m, visits: 0, total: 0.0, proof: None, children: Children::new() });
        self.children_mut(parent).tried.push(i);
        i
    }

    /// The node with the highest upper confidence bound. Proved losses come last.
    fn select(&self, exploration: f64, nodes: &[usize], parent: Option<usize>) -> Option<usize> {
        let visits = parent.map_or(self.visits, |i| self.nodes[i].visits);
        let log = (visits.max(1) as f64).ln();
        let bound = |i: usize| {
            let node = &self.nodes[i];
            let visits = node.visits.max(1) as f64;
            match node.proof {
                Some(score) if score <= 0.0 => -1.0,
                Some(score) => score,
                None => node.total / visits + exploration * (log / visits).sqrt(),
            }
        };
        let bounds = nodes.iter().map(|i| (bound(*i), *i));
        bounds.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, i)| i)
    }

    /// Propagates the proof of the last node towards the root as far as possible.
    fn propagate_proof(&mut self, path: &[usize], root_side: Side, complete: bool) {
        for index in (0..path.len()).rev() {
            let node = &self.nodes[path[index]];
            let (Some(score), mover) = (node.proof, node.side) else { return };
            let parent = index.checked_sub(1).map(|above| path[above]);
            let children = self.children(parent);
            let proof = if score >= 1.0 {
                score
            } else if complete && children.untried.as_ref().is_some_and(Vec::is_empty) {
                let proofs: Option<Vec<f64>> = children.tried.iter().map(|i| self.nodes[*i].proof).collect();
                let Some(best) = proofs.and_then(|proofs| proofs.into_iter().reduce(f64::max)) else {
                    return;
                };
                best
            } else {
                return;
            };
            let score_for = |side: Side| if side == mover { proof } else { 1.0 - proof };
            match parent {
                Some(i) => self.nodes[i].proof = Some(score_for(self.nodes[i].side)),
                None => self.proof = Some(score_for(root_side)),
            }
        }
    }

    /// The principal variation that starts with the root move `m`. It ends where visits are too few.
    pub fn line(&self, m: &G::Move) -> Vec<G::Move> {
        let mut line = vec![m.clone()];
        let mut next = self.root.tried.iter().find(|i| self.nodes[**i].m == *m);
        while let Some(i) = next {
            next = self.nodes[*i].children.tried.iter().max_by_key(|i| self.nodes[**i].rank());
            next =
                next.filter(|i| self.nodes[**i].visits >= MIN_LINE_VISITS || self.nodes[**i].proof.is_some());
            line.extend(next.map(|i| self.nodes[*i].m.clone()));
        }
        line
    }
}

impl<M> Node<M> {
    /// Proved wins first, proved losses last, otherwise by visits.
    fn rank(&self) -> (u8, u64) {
        (proof_rank(self.proof), self.visits)
    }
}

/// 2 for a proved win, 0 for a proved loss, 1 otherwise.
pub(super) fn proof_rank(proof: Option<f64>) -> u8 {
    match proof {
        Some(score) if score >= 1.0 => 2,
        Some(score) if score <= 0.0 => 0,
        _ => 1,
    }
}
