//! The document's tree: a turn of the searching side, then a turn of its enemy, alternately.
//!
//! Only the root and the nodes of the enemy have a state: its turn completes the round. A leaf is expanded by both at
//! once: all turns of the searching side, and below each of them all turns of the enemy.

use super::simulate::Simulator;
use crate::rules::{State, Turn};
use rand::RngExt;

/// The maximum number of nodes with a state; it bounds the memory to about 200 megabytes.
const MAX_NODES: usize = 500_000;

/// How often a node was visited, and the sum of the values for the searching side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stats {
    /// The visits.
    pub visits: u64,
    /// The sum of the values.
    pub total: f64,
}

impl Stats {
    /// The mean value for the searching side; even without a visit.
    pub fn mean(self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.total / self.visits as f64 }
    }

    /// Counts a visit with its value.
    pub fn add(&mut self, value: f64) {
        self.visits += 1;
        self.total += value;
    }
}

/// The root, or a node of the enemy.
#[derive(Debug, Default)]
struct Node {
    stats: Stats,
    /// The state; computed on the first visit.
    state: Option<State>,
    children: Option<Box<Children>>,
}

/// The turns below a node.
#[derive(Debug)]
struct Children {
    /// The turns of the searching side, with their statistics: these are its nodes.
    own: Vec<(Turn, Stats)>,
    /// The turns of the enemy.
    enemy: Vec<Turn>,
    /// The index of the first node of the enemy. There is one for each pair of turns.
    first: usize,
}

/// A tree that grows by iterations.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The nodes of an iteration, each with the index of the own turn that was chosen in it.
    path: Vec<(usize, usize)>,
    /// The number of rounds below the root.
    depth: usize,
}

impl Tree {
    /// A tree with a root alone.
    pub fn new(root: State) -> Tree {
        let root = Node { state: Some(root), ..Node::default() };
        Tree { nodes: vec![root], path: Vec::new(), depth: 0 }
    }

    /// The number of iterations.
    pub fn visits(&self) -> u64 {
        self.nodes[0].stats.visits
    }

    /// The depth in rounds.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The statistics of all nodes below a node: for each own turn, those of the own node and of the enemy's below it.
    #[cfg(test)]
    pub fn children(&self, at: usize) -> Vec<(Stats, Vec<(usize, Stats)>)> {
        let Some(children) = &self.nodes[at].children else { return Vec::new() };
        let below = |own: usize| {
            let first = children.first + own * children.enemy.len();
            (first..first + children.enemy.len()).map(|node| (node, self.nodes[node].stats)).collect()
        };
        children.own.iter().enumerate().map(|(n, (_, stats))| (*stats, below(n))).collect()
    }

    /// The turns at the root, with their statistics.
    pub fn turns(&self) -> &[(Turn, Stats)] {
        self.nodes[0].children.as_ref().map_or(&[], |children| &children.own)
    }

    /// The most visited turns from a turn at the root on: of the searching side, of the enemy, and so on.
    pub fn line(&self, own: usize) -> Vec<&Turn> {
        let mut line = Vec::new();
        let mut at = 0;
        let mut own = Some(own);
        while let Some(children) = &self.nodes[at].children {
            let most_visited = (0..children.own.len()).rev().max_by_key(|n| children.own[*n].1.visits);
            let Some(n) = own.take().or(most_visited).filter(|n| children.own[*n].1.visits > 0) else {
                break;
            };
            line.push(&children.own[n].0);
            let below = children.first + n * children.enemy.len();
            let visits = |m: &usize| self.nodes[below + m].stats.visits;
            let Some(m) = (0..children.enemy.len()).rev().max_by_key(visits) else { break };
            line.push(&children.enemy[m]);
            at = below + m;
        }
        line
    }

    /// One iteration: selection, expansion, playout, and the value goes back up.
    pub fn iterate(&mut self, simulator: &mut Simulator<'_>) {
        self.path.clear();
        let mut at = 0;
        let value = loop {
            let Some(state) = &self.nodes[at].state else { break 0.5 };
            // A new node is played out; only one that is reached again gets children. That is the document's search,
            // except that it keeps no children which are never visited.
            let new = self.nodes[at].stats.visits == 0;
            let full = self.nodes.len() >= MAX_NODES && self.nodes[at].children.is_none();
            if at > 0 && (new || full || simulator.duel().is_over(state)) {
                break simulator.play_out(&mut state.clone());
            }
            if self.nodes[at].children.is_none() {
                self.expand(at, simulator);
            }
            at = self.descend(at, simulator);
        };
        self.depth = self.depth.max(self.path.len());
        self.nodes[at].stats.add(value);
        for (node, own) in self.path.iter().copied() {
            if node != at {
                self.nodes[node].stats.add(value);
            }
            if let Some(children) = &mut self.nodes[node].children {
                children.own[own].1.add(value);
            }
        }
    }

    fn expand(&mut self, at: usize, simulator: &mut Simulator<'_>) {
        let Some(state) = &self.nodes[at].state else { return };
        let (side, enemy) = (simulator.duel().side, simulator.duel().enemy);
        let own = simulator.turns(state, side).into_iter().map(|turn| (turn, Stats::default()));
        let own: Vec<_> = own.collect();
        let enemy = simulator.turns(state, enemy);
        let first = self.nodes.len();
        self.nodes.extend((0..own.len() * enemy.len()).map(|_| Node::default()));
        self.nodes[at].children = Some(Box::new(Children { own, enemy, first }));
    }

    /// Chooses a turn of each side by UCT, and computes the state after the round if there is none yet.
    fn descend(&mut self, at: usize, simulator: &mut Simulator<'_>) -> usize {
        let (Some(children), Some(state)) = (&self.nodes[at].children, &self.nodes[at].state) else {
            return at;
        };
        let log = (self.nodes[0].stats.visits.max(1) as f64).ln();
        let own = select(children.own.iter().map(|(_, stats)| (stats.visits, stats.mean())), log, simulator);
        let below = children.first + own * children.enemy.len();
        let nodes = &self.nodes[below..below + children.enemy.len()];
        // The enemy chooses by its own value.
        let enemy =
            select(nodes.iter().map(|node| (node.stats.visits, 1.0 - node.stats.mean())), log, simulator);
        let chosen = below + enemy;
        if self.nodes[chosen].state.is_none() {
            let mut after = state.clone();
            simulator.play(&mut after, &children.own[own].0, &children.enemy[enemy]);
            self.nodes[chosen].state = Some(after);
        }
        self.path.push((at, own));
        chosen
    }
}

/// The child with the largest upper bound. One that was not visited has an infinite one; a random one of several such.
/// `log` is the logarithm of the visits of the root.
fn select(children: impl Iterator<Item = (u64, f64)>, log: f64, simulator: &mut Simulator<'_>) -> usize {
    let exploration = simulator.duel().settings.exploration;
    let (mut best, mut bound, mut equal) = (0, f64::NEG_INFINITY, 0);
    for (n, (visits, mean)) in children.enumerate() {
        let upper =
            if visits == 0 { f64::INFINITY } else { mean + exploration * (log / visits as f64).sqrt() };
        if upper > bound {
            (best, bound, equal) = (n, upper, 1);
        } else if visits == 0 {
            equal += 1;
            if simulator.rng().random_range(0..equal) == 0 {
                best = n;
            }
        }
    }
    best
}
