//! One tree of Monte Carlo tree search: choose a way down by UCB1, add a move, see what it is worth, tell everybody above.
//!
//! Nodes stand for the moves that led there, not for positions: with dice the same moves lead to various positions, and
//! a node averages over them. Without dice ends are proved, and proofs climb up.

use super::playout::{Candidates, Playout, Scores};
use crate::game::{Dice, Game, Side};

/// A move visited less often is not shown as expected.
const MEANINGFUL: u64 = 10;

/// What all trees of a search have in common.
pub(super) struct Terms<'a, G, C, P> {
    pub position: &'a G,
    pub side: Side,
    pub candidates: &'a C,
    pub playout: &'a P,
    pub exploration: f64,
    pub depth: usize,
    pub nodes: usize,
}

/// A move of `side` and what became of it.
pub(super) struct Node<M> {
    side: Side,
    pub m: M,
    pub visits: u64,
    /// The sum of the scores of `side`.
    pub total: f64,
    /// What it is certainly worth to `side`; only in games of two sides without chance.
    pub proof: Option<f64>,
    moves: Moves<M>,
}

/// The moves that follow a node.
struct Moves<M> {
    /// Not yet tried, the next one last; `None` before they were asked for.
    untried: Option<Vec<M>>,
    tried: Vec<usize>,
}

impl<M> Moves<M> {
    fn new() -> Moves<M> {
        Moves { untried: None, tried: Vec::new() }
    }
}

pub(super) struct Tree<G: Game> {
    dice: Dice,
    nodes: Vec<Node<G::Move>>,
    root: Moves<G::Move>,
    pub visits: u64,
    /// What the root is certainly worth to its side.
    pub proof: Option<f64>,
    pub deepest: usize,
}

impl<G: Game> Tree<G> {
    pub fn new(dice: Dice) -> Tree<G> {
        Tree { dice, nodes: Vec::new(), root: Moves::new(), visits: 0, proof: None, deepest: 0 }
    }

    /// The moves of the root that were tried.
    pub fn tried(&self) -> impl Iterator<Item = &Node<G::Move>> {
        self.root.tried.iter().map(|i| &self.nodes[*i])
    }

    /// One visit: down, a playout, and up again.
    pub fn visit<C: Candidates<G>, P: Playout<G>>(&mut self, terms: &Terms<'_, G, C, P>) {
        let mut position = terms.position.clone();
        let mut side = terms.side;
        let mut way: Vec<usize> = Vec::new();
        let mut ended = None;
        let scores = loop {
            if let Some(known) = way.last().and_then(|last| self.known(*last)) {
                break known;
            }
            let fresh = way.last().is_some_and(|last| self.nodes[*last].visits == 0);
            if fresh || way.len() >= terms.depth {
                break terms.playout.run(position, &mut self.dice);
            }
            let Some(next) = self.step(terms, &mut position, side, way.last().copied()) else {
                break terms.playout.run(position, &mut self.dice);
            };
            way.push(next);
            if let Some(outcome) = position.outcome() {
                ended = Some(outcome);
                break terms.playout.end(outcome);
            }
            match position.to_move().first() {
                Some(mover) => side = mover,
                None => break Scores([0.5; 8]),
            }
        };
        if let (Some(outcome), Some(last)) = (ended, way.last())
            && !G::FACTS.chance
            && outcome.sides() == 2
        {
            let node = &mut self.nodes[*last];
            node.proof = Some(scores.of(node.side));
        }
        self.deepest = self.deepest.max(way.len());
        self.visits += 1;
        for i in &way {
            let node = &mut self.nodes[*i];
            node.visits += 1;
            node.total += scores.of(node.side);
        }
        self.climb(&way, terms.side, terms.candidates.complete());
    }

    /// The scores of a node that is proved.
    fn known(&self, i: usize) -> Option<Scores> {
        let node = &self.nodes[i];
        let score = node.proof?;
        let mut scores = [1.0 - score; 8];
        scores[node.side.index()] = score;
        Some(Scores(scores))
    }

    fn moves(&mut self, at: Option<usize>) -> &mut Moves<G::Move> {
        match at {
            Some(i) => &mut self.nodes[i].moves,
            None => &mut self.root,
        }
    }

    /// Plays a move that was not tried, else the most promising one. `None` if there is nothing to play, or no room.
    fn step<C: Candidates<G>, P: Playout<G>>(
        &mut self,
        terms: &Terms<'_, G, C, P>,
        position: &mut G,
        side: Side,
        at: Option<usize>,
    ) -> Option<usize> {
        if G::FACTS.chance {
            return self.step_with_dice(terms, position, side, at);
        }
        if self.moves(at).untried.is_none() {
            let mut moves = terms.candidates.moves(position, side, &mut self.dice);
            moves.reverse();
            self.moves(at).untried = Some(moves);
        }
        while self.nodes.len() < terms.nodes
            && let Some(m) = self.moves(at).untried.as_mut().and_then(Vec::pop)
        {
            if position.play(side, &m, &mut self.dice).is_ok() {
                return Some(self.add(at, side, m));
            }
        }
        let chosen = self.choose(terms.exploration, &self.moves_at(at).tried, at)?;
        position.play(side, &self.nodes[chosen].m, &mut self.dice).is_ok().then_some(chosen)
    }

    /// With dice, other moves may be legal each time, and even another side may be to move.
    fn step_with_dice<C: Candidates<G>, P: Playout<G>>(
        &mut self,
        terms: &Terms<'_, G, C, P>,
        position: &mut G,
        side: Side,
        at: Option<usize>,
    ) -> Option<usize> {
        let mut here = Vec::new();
        for m in terms.candidates.moves(position, side, &mut self.dice) {
            let mut tried = self.moves_at(at).tried.iter().copied();
            let known = tried.find(|i| self.nodes[*i].side == side && self.nodes[*i].m == m);
            match known {
                Some(i) => here.push(i),
                None if self.nodes.len() < terms.nodes && position.play(side, &m, &mut self.dice).is_ok() => {
                    return Some(self.add(at, side, m));
                }
                None => {}
            }
        }
        let chosen = self.choose(terms.exploration, &here, at)?;
        position.play(side, &self.nodes[chosen].m, &mut self.dice).is_ok().then_some(chosen)
    }

    fn moves_at(&self, at: Option<usize>) -> &Moves<G::Move> {
        at.map_or(&self.root, |i| &self.nodes[i].moves)
    }

    fn add(&mut self, at: Option<usize>, side: Side, m: G::Move) -> usize {
        let i = self.nodes.len();
        self.nodes.push(Node { side, m, visits: 0, total: 0.0, proof: None, moves: Moves::new() });
        self.moves(at).tried.push(i);
        i
    }

    /// The move with the greatest upper confidence bound; proved losses only if there is nothing else.
    fn choose(&self, exploration: f64, of: &[usize], at: Option<usize>) -> Option<usize> {
        let visits = at.map_or(self.visits, |i| self.nodes[i].visits);
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
        let bounds = of.iter().map(|i| (bound(*i), *i));
        bounds.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, i)| i)
    }

    /// Carries a proof at the end of the way upwards as far as it goes.
    fn climb(&mut self, way: &[usize], root_side: Side, complete: bool) {
        for place in (0..way.len()).rev() {
            let node = &self.nodes[way[place]];
            let (Some(score), mover) = (node.proof, node.side) else { return };
            let above = place.checked_sub(1).map(|above| way[above]);
            let moves = self.moves_at(above);
            let proof = if score >= 1.0 {
                score
            } else if complete && moves.untried.as_ref().is_some_and(Vec::is_empty) {
                let proofs: Option<Vec<f64>> = moves.tried.iter().map(|i| self.nodes[*i].proof).collect();
                let Some(best) = proofs.and_then(|proofs| proofs.into_iter().reduce(f64::max)) else {
                    return;
                };
                best
            } else {
                return;
            };
            let seen_by = |side: Side| if side == mover { proof } else { 1.0 - proof };
            match above {
                Some(i) => self.nodes[i].proof = Some(seen_by(self.nodes[i].side)),
                None => self.proof = Some(seen_by(root_side)),
            }
        }
    }

    /// The root's move `m` and the moves it expects then, as long as they mean something.
    pub fn line(&self, m: &G::Move) -> Vec<G::Move> {
        let mut line = vec![m.clone()];
        let mut at = self.root.tried.iter().find(|i| self.nodes[**i].m == *m);
        while let Some(i) = at {
            at = self.nodes[*i].moves.tried.iter().max_by_key(|i| self.nodes[**i].rank());
            at = at.filter(|i| self.nodes[**i].visits >= MEANINGFUL || self.nodes[**i].proof.is_some());
            line.extend(at.map(|i| self.nodes[*i].m.clone()));
        }
        line
    }
}

impl<M> Node<M> {
    /// Proved wins first, proved losses last, otherwise the most visited.
    fn rank(&self) -> (u8, u64) {
        (standing(self.proof), self.visits)
    }
}

/// 2 for a proved win, 0 for a proved loss, 1 otherwise.
pub(super) fn standing(proof: Option<f64>) -> u8 {
    match proof {
        Some(score) if score >= 1.0 => 2,
        Some(score) if score <= 0.0 => 0,
        _ => 1,
    }
}
