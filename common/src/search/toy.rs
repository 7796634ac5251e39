//! Toy games with known values: trees written as text, and a heap of counters in which positions come back.
//!
//! `a(3 b(1 -2) a(4 5))`: side a chooses between a win by 3, a choice of side b, and a second choice of its own. Numbers
//! are what a gains over b, in half points.

use super::{Evaluator, Hashed, Reversible};
use crate::game::{Dice, Enumerable, Facts, Game, NoSetup, Outcome, Side, Sides, Value, StartError};
use crate::job::Work;
use crate::testing::toy::{Counters, Last, Nim, mix};
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    End(i8),
    Choice(Side, Vec<Tree>),
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::End(gain) => write!(f, "{gain}"),
            Tree::Choice(side, trees) => {
                let texts: Vec<_> = trees.iter().map(ToString::to_string).collect();
                write!(f, "{}({})", if *side == Side::FIRST { 'a' } else { 'b' }, texts.join(" "))
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refused(&'static str);

/// The number of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick(pub usize);

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    End(i8),
    Choice(Side, Vec<usize>),
}

/// A place in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toy {
    nodes: Arc<Vec<Node>>,
    at: usize,
}

impl Toy {
    pub fn of(text: &str) -> Toy {
        Toy::read(text).unwrap()
    }
    fn read(text: &str) -> Option<Toy> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        read(&mut spaced.split_whitespace()).map(|tree| Toy::grown(&tree))
    }
    pub fn grown(tree: &Tree) -> Toy {
        let mut nodes = Vec::new();
        let at = plant(tree, &mut nodes);
        Toy { nodes: Arc::new(nodes), at }
    }
    /// A lattice: at each place the way goes to one of two neighbours one row further, so that most places are reached
    /// by many ways of one length. Who chooses and what the ends are worth comes from `seed`.
    pub fn lattice(rows: usize, seed: u64) -> Toy {
        let mut nodes = Vec::new();
        for place in 0..=rows {
            nodes.push(Node::End((mix(seed ^ place as u64) >> 32) as i8 % 5));
        }
        for row in (0..rows).rev() {
            let below = nodes.len() - (row + 2);
            for place in 0..=row {
                let side = Side((mix(seed ^ nodes.len() as u64) >> 40) as u8 % 2);
                nodes.push(Node::Choice(side, vec![below + place, below + place + 1]));
            }
        }
        Toy { at: nodes.len() - 1, nodes: Arc::new(nodes) }
    }
    fn next(&self) -> &[usize] {
        match &self.nodes[self.at] {
            Node::End(_) => &[],
            Node::Choice(_, next) => next,
        }
    }
}

fn plant(tree: &Tree, nodes: &mut Vec<Node>) -> usize {
    let node = match tree {
        Tree::End(gain) => Node::End(*gain),
        Tree::Choice(side, trees) => {
            Node::Choice(*side, trees.iter().map(|tree| plant(tree, nodes)).collect())
        }
    };
    nodes.push(node);
    nodes.len() - 1
}

fn read<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Tree> {
    let side = match words.next()? {
        "a" => Side::FIRST,
        "b" => Side::SECOND,
        ")" => return None,
        gain => return gain.parse().ok().map(Tree::End),
    };
    words.next().filter(|word| *word == "(")?;
    let trees = std::iter::from_fn(|| read(words)).collect();
    Some(Tree::Choice(side, trees))
}

impl Game for Toy {
    const FACTS: Facts = Facts {
        name: "toy",
        title: "Toy tree",
        chance: false,
        hidden: false,
        simultaneous: false,
    };
    type Setup = NoSetup;
    type Move = Pick;
    type View = Toy;
    type Effect = ();
    type Score = ();
    type Illegal = Refused;
    type BadSetup = Refused;

    fn sides(_: &NoSetup) -> usize {
        2
    }
    fn max_plies(_: &NoSetup) -> usize {
        100
    }
    fn start(_: &NoSetup, _: &mut Dice, _: &Work) -> Result<Toy, StartError<Refused>> {
        Ok(Toy::of("a(1 -1)"))
    }
    fn to_move(&self) -> Sides {
        match &self.nodes[self.at] {
            Node::End(_) => Sides::NONE,
            Node::Choice(side, _) => Sides::one(*side),
        }
    }
    fn parse(&self, _: Side, text: &str) -> Result<Pick, Refused> {
        let pick = text.parse().map(Pick).map_err(|_| Refused("a choice is a number"))?;
        self.moves().contains(&pick).then_some(pick).ok_or(Refused("there is no such choice"))
    }
    fn play(&mut self, _: Side, m: &Pick, _: &mut Dice) -> Result<(), Refused> {
        self.at = *self.next().get(m.0).ok_or(Refused("there is no such choice"))?;
        Ok(())
    }
    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Pick> {
        dice.pick(&self.moves()).copied()
    }
    fn view(&self, _: Side) -> Toy {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.nodes[self.at] {
            Node::End(gain) => Some(Outcome::halves(&[gain, 0])),
            Node::Choice(..) => None,
        }
    }
}

impl Enumerable for Toy {
    fn moves(&self) -> Vec<Pick> {
        (0..self.next().len()).map(Pick).collect()
    }
}

impl Reversible for Toy {
    type Undo = usize;
    fn apply(&mut self, m: &Pick) -> usize {
        let before = self.at;
        self.at = self.next()[m.0];
        before
    }
    fn take_back(&mut self, undo: usize) {
        self.at = undo;
    }
}

impl Hashed for Toy {
    fn key(&self) -> u64 {
        mix(self.at as u64)
    }
    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}

/// A heap of counters: take one to three, whoever takes the last one loses. Whoever takes three takes again. The same
/// heap is reached by ways of different lengths. Lost are 1, 4, 7, 10 … counters.
pub fn heap(left: i64) -> Nim {
    Nim::of(&Counters { last: Last::Loses, again: true, ..Counters::of(left) })
}

/// The value by looking at everything to a depth: what every cleverer search must agree with.
pub fn minimax<G: Reversible>(position: &mut G, depth: u32, evaluator: &impl Evaluator<G>) -> Value {
    let Some(side) = position.to_move().first().filter(|_| depth > 0) else {
        return evaluator.evaluate(position);
    };
    let value = |position: &mut G, m: &G::Move| {
        let undo = position.apply(m);
        let value = match (position.outcome(), position.to_move().first()) {
            (Some(outcome), _) => outcome.value_for(side),
            (None, Some(next)) => minimax(position, depth - 1, evaluator).turned(next, side),
            (None, None) => unreachable!("toys always have somebody to move"),
        };
        position.take_back(undo);
        value
    };
    position.moves().iter().map(|m| value(position, m)).max().unwrap_or_else(|| evaluator.evaluate(position))
}

#[test]
fn trees_are_read_and_played() {
    let mut toy = Toy::of("a(3 b(1 -2) a(4 5))");
    assert_eq!(toy.moves().len(), 3);
    toy.play(Side::FIRST, &Pick(1), &mut Dice::new(0)).unwrap();
    assert_eq!(toy.to_move().first(), Some(Side::SECOND));
    toy.play(Side::SECOND, &Pick(1), &mut Dice::new(0)).unwrap();
    assert_eq!(toy.outcome().map(|outcome| outcome.value_for(Side::SECOND)), Some(Value(100)));
    assert_eq!(toy.play(Side::FIRST, &Pick(0), &mut Dice::new(0)), Err(Refused("there is no such choice")));
    assert!(Toy::read("a(1").is_some() && Toy::read("c(1)").is_none());
}
