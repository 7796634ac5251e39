//! A game to try protocols on: a heap of counters from which the sides take in turn, and machines good and bad.

use crate::game::{BadOption, Dice, Facts, Game, Knob, KnobKind, Outcome, Setup, Side, Sides, Value};
use crate::player::{BadSpec, Budget, Level, Machines, Player, PlayerError, Spec, Thought, Turn};
use serde::{Deserialize, Serialize};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// How many counters there are, how many may be taken at once, and what taking the last one means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    pub heap: i64,
    pub most: i64,
    pub last: String,
    pub motto: String,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { heap: 10, most: 3, last: "wins".into(), motto: String::new() }
    }
}

impl Setup for Rules {
    fn knobs() -> Vec<Knob> {
        let number = |name, most| Knob { name, about: "", kind: KnobKind::Number { least: 1, most } };
        let words = vec![("wins", "who takes it wins"), ("draws", "nobody wins")];
        vec![
            number("Heap", 1000),
            number("Most", 9),
            Knob { name: "Last", about: "", kind: KnobKind::Choice(words) },
            Knob { name: "Motto", about: "", kind: KnobKind::Text },
        ]
    }
    fn get(&self, name: &str) -> Option<String> {
        match name {
            "Heap" => Some(self.heap.to_string()),
            "Most" => Some(self.most.to_string()),
            "Last" => Some(self.last.clone()),
            "Motto" => Some(self.motto.clone()),
            _ => None,
        }
    }
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        let bad = |expected: &str| BadOption::Value {
            name: name.into(),
            value: value.into(),
            expected: expected.into(),
        };
        let number = |most| match value.parse::<i64>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(bad(&format!("1 to {most}"))),
        };
        match name {
            "Heap" => self.heap = number(1000)?,
            "Most" => self.most = number(9)?,
            "Last" if ["wins", "draws"].contains(&value) => self.last = value.into(),
            "Last" => return Err(bad("wins, draws")),
            "Motto" => self.motto = value.into(),
            _ => return Err(BadOption::Unknown(name.into())),
        }
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heap {
    pub left: i64,
    most: i64,
    draws: bool,
    mover: Side,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("a move is a number")]
    NoNumber,
    #[error("1 to {0} counters may be taken")]
    Count(i64),
    #[error("{most} at once are more than the {heap} there are")]
    Start { heap: i64, most: i64 },
}

impl Game for Heap {
    const FACTS: Facts = Facts {
        name: "heap",
        title: "Heap",
        sides: 2,
        chance: false,
        hidden: false,
        simultaneous: false,
        longest: 1000,
    };
    type Setup = Rules;
    type Move = i64;
    type View = Heap;
    type Illegal = Refusal;
    type BadSetup = Refusal;

    fn start(rules: &Rules) -> Result<Heap, Refusal> {
        let Rules { heap, most, .. } = *rules;
        if most > heap {
            return Err(Refusal::Start { heap, most });
        }
        Ok(Heap { left: heap, most, draws: rules.last == "draws", mover: Side::FIRST })
    }
    fn to_move(&self) -> Sides {
        if self.left == 0 { Sides::NONE } else { Sides::one(self.mover) }
    }
    fn parse(&self, text: &str) -> Result<i64, Refusal> {
        let count = text.parse().map_err(|_| Refusal::NoNumber)?;
        let most = self.most.min(self.left);
        if (1..=most).contains(&count) { Ok(count) } else { Err(Refusal::Count(most)) }
    }
    fn play(&mut self, _: Side, count: &i64, _: &mut Dice) -> Result<(), Refusal> {
        self.left -= count;
        self.mover = self.mover.other();
        Ok(())
    }
    fn view(&self, _: Side) -> Heap {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = if self.draws { Outcome::draw(2) } else { Outcome::win(self.mover.other(), 2) };
        (self.left == 0).then_some(over)
    }
}

/// The machines: one takes one counter, and the others are for trouble.
pub enum Machine {
    One,
    /// Thinks until it is stopped, whatever the limits.
    Ponder,
    /// Does not heed the stop flag for a long while.
    Deaf,
    Panic,
    Fail,
}

impl Player<Heap> for Machine {
    fn choose(
        &mut self,
        turn: &Turn<'_, Heap>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<i64, PlayerError> {
        let value = Some(Value(turn.view.left as i32));
        seen(Thought { depth: 1, value, line: vec!["1".into()], nodes: 1, ..Thought::default() });
        match self {
            Machine::One => Ok(1),
            Machine::Ponder => {
                while !budget.stop.raised() {
                    thread::sleep(Duration::from_millis(1));
                }
                Ok(1)
            }
            Machine::Deaf => {
                thread::sleep(Duration::from_mins(10));
                Ok(1)
            }
            Machine::Panic => panic!("this machine is made to panic"),
            Machine::Fail => Err(PlayerError::NoMove),
        }
    }
}

impl Machines for Heap {
    const LEVELS: &'static [Level] = &[
        Level { name: "one", about: "" },
        Level { name: "ponder", about: "" },
        Level { name: "deaf", about: "" },
        Level { name: "panic", about: "" },
        Level { name: "fail", about: "" },
    ];
    fn machine(spec: &Spec, setup: &Rules, _: u64) -> Result<Box<dyn Player<Heap>>, BadSpec> {
        if spec.command().is_some() {
            return super::child(spec, setup);
        }
        spec.check_keys(if spec.name() == "one" { &["depth"] } else { &[] })?;
        spec.number("depth", 1u32)?;
        Ok(Box::new(match spec.name() {
            "one" => Machine::One,
            "ponder" => Machine::Ponder,
            "deaf" => Machine::Deaf,
            "panic" => Machine::Panic,
            "fail" => Machine::Fail,
            _ => return Err(Heap::unknown(spec)),
        }))
    }
}
