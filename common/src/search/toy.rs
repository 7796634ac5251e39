//! Toy games with known values: game trees written as text, and a heap of counters with transpositions.
//!
//! `a(3 b(1 -2) a(4 5))`: side a chooses between a win by 3, a choice of side b, and a second choice of its own. The
//! numbers are the lead of a over b in half points.

use super::{Evaluator, Hashed, Reversible};
use crate::game::{Dice, Enumerable, Facts, Game, NoSetup, Outcome, Side, Sides, StartError, Value};
use crate::job::Work;
use crate::testing::toy::{Counters, Last, Nim, mix};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    Leaf(i8),
    Choice(Side, Vec<Tree>),
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(lead) => write!(f, "{lead}"),
            Tree::Choice(side, trees) => {
                let texts: Vec<_> = trees.iter().map(ToString::to_string).collect();
                write!(f, "{}({})", if *side == Side::FIRST { 'a' } else { 'b' }, texts.join(" "))
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct IllegalChoice(&'static str);

/// The index of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick(pub usize);

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Leaf(i8),
    Choice(Side, Vec<usize>),
}

/// A position in a game tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeGame {
    nodes: Arc<Vec<Node>>,
    node: usize,
}

impl TreeGame {
    pub fn of(text: &str) -> TreeGame {
        TreeGame::parse_tree(text).unwrap()
    }
    fn parse_tree(text: &str) -> Option<TreeGame> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        parse_tree(&mut spaced.split_whitespace()).map(|tree| TreeGame::from_tree(&tree))
    }
    pub fn from_tree(tree: &Tree) -> TreeGame {
        let mut nodes = Vec::new();
        let node = add_subtree(tree, &mut nodes);
        TreeGame { nodes: Arc::new(nodes), node }
    }
    /// A lattice: each position leads to two neighbours in the next row, so most positions are transpositions. `seed` decides
    /// the side to move and the values of the leaves.
    pub fn lattice(rows: usize, seed: u64) -> TreeGame {
        let mut nodes = Vec::new();
        for column in 0..=rows {
            nodes.push(Node::Leaf((mix(seed ^ column as u64) >> 32) as i8 % 5));
        }
        for row in (0..rows).rev() {
            let below = nodes.len() - (row + 2);
            for column in 0..=row {
                let side = Side((mix(seed ^ nodes.len() as u64) >> 40) as u8 % 2);
                nodes.push(Node::Choice(side, vec![below + column, below + column + 1]));
            }
        }
        TreeGame { node: nodes.len() - 1, nodes: Arc::new(nodes) }
    }
    fn children(&self) -> &[usize] {
        match &self.nodes[self.node] {
            Node::Leaf(_) => &[],
            Node::Choice(_, children) => children,
        }
    }
}

fn add_subtree(tree: &Tree, nodes: &mut Vec<Node>) -> usize {
    let node = match tree {
        Tree::Leaf(lead) => Node::Leaf(*lead),
        Tree::Choice(side, trees) => {
            Node::Choice(*side, trees.iter().map(|tree| add_subtree(tree, nodes)).collect())
        }
    };
    nodes.push(node);
    nodes.len() - 1
}

fn parse_tree<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Tree> {
    let side = match words.next()? {
        "a" => Side::FIRST,
        "b" => Side::SECOND,
        ")" => return None,
        lead => return lead.parse().ok().map(Tree::Leaf),
    };
    words.next().filter(|word| *word == "(")?;
    let trees = std::iter::from_fn(|| parse_tree(words)).collect();
    Some(Tree::Choice(side, trees))
}

impl Game for TreeGame {
    const FACTS: Facts =
        Facts { name: "toy", title: "Toy tree", chance: false, hidden: false, simultaneous: false };
    type Setup = NoSetup;
    type Move = Pick;
    type View = TreeGame;
    type Effect = ();
    type Score = ();
    type Illegal = IllegalChoice;
    type BadSetup = IllegalChoice;

    fn sides(_: &NoSetup) -> usize {
        2
    }
    fn max_plies(_: &NoSetup) -> usize {
        100
    }
    fn start(_: &NoSetup, _: &mut Dice, _: &Work) -> Result<TreeGame, StartError<IllegalChoice>> {
        Ok(TreeGame::of("a(1 -1)"))
    }
    fn to_move(&self) -> Sides {
        match &self.nodes[self.node] {
            Node::Leaf(_) => Sides::NONE,
            Node::Choice(side, _) => Sides::one(*side),
        }
    }
    fn parse(&self, _: Side, text: &str) -> Result<Pick, IllegalChoice> {
        let pick = text.parse().map(Pick).map_err(|_| IllegalChoice("a choice is a number"))?;
        self.moves().contains(&pick).then_some(pick).ok_or(IllegalChoice("no such choice"))
    }
    fn play(&mut self, _: Side, m: &Pick, _: &mut Dice) -> Result<(), IllegalChoice> {
        self.node = *self.children().get(m.0).ok_or(IllegalChoice("no such choice"))?;
        Ok(())
    }
    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Pick> {
        dice.pick(&self.moves()).copied()
    }
    fn view(&self, _: Side) -> TreeGame {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.nodes[self.node] {
            Node::Leaf(lead) => Some(Outcome::halves(&[lead, 0])),
            Node::Choice(..) => None,
        }
    }
}

impl Enumerable for TreeGame {
    fn moves(&self) -> Vec<Pick> {
        (0..self.children().len()).map(Pick).collect()
    }
}

impl Reversible for TreeGame {
    type Undo = usize;
    fn apply(&mut self, m: &Pick) -> usize {
        let before = self.node;
        self.node = self.children()[m.0];
        before
    }
    fn take_back(&mut self, undo: usize) {
        self.node = undo;
    }
}

impl Hashed for TreeGame {
    fn key(&self) -> u64 {
        mix(self.node as u64)
    }
    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

/// A heap of counters: a side takes one to three, and taking the last one loses. A side that takes three moves again.
/// Transpositions have different lengths. 1, 4, 7, 10 … counters are lost.
pub fn heap(left: i64) -> Nim {
    Nim::of(&Counters { last: Last::Loses, again: true, ..Counters::of(left) })
}

/// Plain minimax to a depth: the reference for every other search.
pub fn minimax<G: Reversible>(position: &mut G, depth: u32, evaluator: &impl Evaluator<G>) -> Value {
    let Some(side) = position.to_move().first().filter(|_| depth > 0) else {
        return evaluator.evaluate(position);
    };
    let value = |position: &mut G, m: &G::Move| {
        let undo = position.apply(m);
        let value = match (position.outcome(), position.to_move().first()) {
            (Some(outcome), _) => outcome.value_for(side),
            (None, Some(next)) => minimax(position, depth - 1, evaluator).turned(next, side),
            (None, None) => unreachable!("toy games always have a side to move"),
        };
        position.take_back(undo);
        value
    };
    position.moves().iter().map(|m| value(position, m)).max().unwrap_or_else(|| evaluator.evaluate(position))
}

#[test]
fn trees_are_parsed_and_played() {
    let mut game = TreeGame::of("a(3 b(1 -2) a(4 5))");
    assert_eq!(game.moves().len(), 3);
    game.play(Side::FIRST, &Pick(1), &mut Dice::new(0)).unwrap();
    assert_eq!(game.to_move().first(), Some(Side::SECOND));
    game.play(Side::SECOND, &Pick(1), &mut Dice::new(0)).unwrap();
    assert_eq!(game.outcome().map(|outcome| outcome.value_for(Side::SECOND)), Some(Value(100)));
    assert_eq!(game.play(Side::FIRST, &Pick(0), &mut Dice::new(0)), Err(IllegalChoice("no such choice")));
    assert!(TreeGame::parse_tree("a(1").is_some() && TreeGame::parse_tree("c(1)").is_none());
}
