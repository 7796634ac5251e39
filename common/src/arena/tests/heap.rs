//! A tiny game for the arena's tests: a heap from which the players take in turn, and players of every temper.

use crate::game::{BadOption, Dice, Enumerable, Facts, Game, Knob, Outcome, Setup, Side, Sides};
use crate::player::{BadSpec, Budget, Level, Machines, Player, PlayerError, Spec, Turn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Whoever takes the last one wins; taking exactly the last three is a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heap {
    pub left: usize,
    pub mover: Side,
    last: usize,
    pub slippery: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct HeapSetup {
    pub size: usize,
    /// A move may take one more than was said.
    pub slippery: bool,
}

impl Default for HeapSetup {
    fn default() -> HeapSetup {
        HeapSetup { size: 30, slippery: true }
    }
}

impl Setup for HeapSetup {
    fn knobs() -> Vec<Knob> {
        Vec::new()
    }
    fn get(&self, _: &str) -> Option<String> {
        None
    }
    fn set(&mut self, name: &str, _: &str) -> Result<(), BadOption> {
        Err(BadOption::Unknown(name.to_owned()))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("one to three can be taken, but no more than there are")]
pub(super) struct Refused;

impl Game for Heap {
    const FACTS: Facts = Facts {
        name: "heap",
        title: "Heap",
        sides: 2,
        chance: true,
        hidden: false,
        simultaneous: false,
        longest: 1000,
    };
    type Setup = HeapSetup;
    type Move = usize;
    type View = Heap;
    type Illegal = Refused;
    type BadSetup = Refused;

    fn start(setup: &HeapSetup) -> Result<Heap, Refused> {
        let start = Heap { left: setup.size, mover: Side::FIRST, last: 0, slippery: setup.slippery };
        if setup.size == 0 { Err(Refused) } else { Ok(start) }
    }
    fn to_move(&self) -> Sides {
        if self.left == 0 { Sides::NONE } else { Sides::one(self.mover) }
    }
    fn parse(&self, text: &str) -> Result<usize, Refused> {
        text.parse().ok().filter(|m| self.moves().contains(m)).ok_or(Refused)
    }
    fn play(&mut self, side: Side, m: &usize, dice: &mut Dice) -> Result<(), Refused> {
        if side != self.mover || !self.moves().contains(m) {
            return Err(Refused);
        }
        self.left -= m;
        if self.slippery && self.left > 0 {
            self.left -= dice.below(2);
        }
        self.last = *m;
        self.mover = side.other();
        Ok(())
    }
    fn view(&self, _: Side) -> Heap {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        let winner = self.mover.other();
        let outcome = if self.last == 3 { Outcome::draw(2) } else { Outcome::win(winner, 2) };
        (self.left == 0).then_some(outcome)
    }
}

impl Enumerable for Heap {
    fn moves(&self) -> Vec<usize> {
        (1..=self.left.min(3)).collect()
    }
}

type Choice = Result<usize, PlayerError>;

impl Machines for Heap {
    const LEVELS: &'static [Level] = &[Level { name: "random", about: "takes anything" }];

    fn machine(spec: &Spec, _: &HeapSetup, seed: u64) -> Result<Box<dyn Player<Heap>>, BadSpec> {
        let after: usize = spec.number("after", 0)?;
        let mut dice = Dice::new(seed);
        match spec.name() {
            "random" => Ok(Box::new(move |turn: &Turn<'_, Heap>, _: &Budget| -> Choice {
                dice.pick(&turn.view.moves()).copied().ok_or(PlayerError::NoMove)
            })),
            "one" => Ok(Box::new(|_: &Turn<'_, Heap>, _: &Budget| -> Choice { Ok(1) })),
            "keen" => Ok(Box::new(|turn: &Turn<'_, Heap>, _: &Budget| -> Choice {
                Ok(if turn.view.left < 3 { turn.view.left } else { 1 })
            })),
            "cheat" => Ok(Box::new(|_: &Turn<'_, Heap>, _: &Budget| -> Choice { Ok(99) })),
            "mute" => Ok(Box::new(|_: &Turn<'_, Heap>, _: &Budget| -> Choice { Err(PlayerError::NoMove) })),
            // Stands for a person who presses Ctrl-C.
            "stopper" => Ok(Box::new(move |turn: &Turn<'_, Heap>, budget: &Budget| -> Choice {
                if turn.moves.len() >= after {
                    budget.stop.raise();
                }
                Ok(1)
            })),
            _ => Err(Heap::unknown(spec)),
        }
    }
}
