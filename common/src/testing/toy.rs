//! A heap from which two sides take in turn: right as `Nim<0>`, and with one mistake in the rules as any other; with
//! machines of every temper.

use crate::game::{
    BadOption, Dice, Enumerable, Facts, Game, Knob, KnobKind, Outcome, Setup, Side, Sides, Value,
};
use crate::player::{BadSpec, Budget, Level, Machines, Player, PlayerError, Spec, Thought, Turn};
use crate::search::{Hashed, Reversible};
use crate::words::Words;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// The mistakes.
pub(crate) mod bug {
    pub const LISTS_ILLEGAL: u8 = 1;
    pub const OMITS_LEGAL: u8 = 2;
    pub const REFUSES_LATE: u8 = 3;
    pub const ANY_SIDE: u8 = 4;
    pub const TEXT: u8 = 5;
    pub const KEY_KEPT: u8 = 6;
    pub const TAKE_BACK: u8 = 7;
    pub const EARLY_OUTCOME: u8 = 8;
    pub const LONGEST: u8 = 9;
    pub const PARSE_PANICS: u8 = 10;
    pub const DICE: u8 = 11;
    pub const APPLY: u8 = 12;
    pub const EARLY_RESULT: u8 = 13;
    pub const LISTED_TWICE: u8 = 14;
    pub const NO_OUTCOME: u8 = 15;
    pub const KEY_SHARED: u8 = 16;
    pub const PARSES_ILLEGAL: u8 = 17;
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counters {
    pub heap: i64,
    /// Not written to files: a mistake that shows where it is not the default.
    #[serde(skip, default = "three")]
    pub most: u32,
}

fn three() -> u32 {
    3
}

impl Default for Counters {
    fn default() -> Counters {
        Counters { heap: 7, most: 3 }
    }
}

impl Setup for Counters {
    fn knobs() -> Vec<Knob> {
        vec![Knob { name: "Heap", about: "", kind: KnobKind::Number { least: 1, most: 99 } }]
    }
    fn get(&self, name: &str) -> Option<String> {
        (name == "Heap").then(|| self.heap.to_string())
    }
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        if name != "Heap" {
            return Err(BadOption::Unknown(name.into()));
        }
        let bad = || BadOption::Value { name: name.into(), value: value.into(), expected: "1 to 99".into() };
        self.heap = value.parse().ok().filter(|heap| (1..=99).contains(heap)).ok_or_else(bad)?;
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Nim<const BUG: u8 = 0> {
    pub left: u32,
    most: u32,
    mover: Side,
    key: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Take<const BUG: u8>(pub u32);

impl<const BUG: u8> fmt::Display for Take<BUG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if BUG == bug::TEXT { self.0 + 1 } else { self.0 })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum No {
    #[error("'{0}' is no number")]
    Number(String),
    #[error("only 1 to {0} can be taken")]
    Count(u32),
    #[error("wait for your turn")]
    Turn,
    #[error("there is nothing to take")]
    Empty,
}

impl<const BUG: u8> Nim<BUG> {
    fn most(&self) -> u32 {
        self.most.min(self.left)
    }
    fn key(left: u32, mover: Side) -> u64 {
        if BUG == bug::KEY_SHARED { u64::from(left) / 2 } else { u64::from(left) * 2 + u64::from(mover.0) }
    }
    fn take(&mut self, count: u32) {
        self.left -= count.min(self.left);
        self.mover = self.mover.other();
        if BUG != bug::KEY_KEPT {
            self.key = Self::key(self.left, self.mover);
        }
    }
}

impl<const BUG: u8> Game for Nim<BUG> {
    const FACTS: Facts = Facts {
        name: "nim",
        title: "Nim",
        sides: 2,
        chance: false,
        hidden: false,
        simultaneous: false,
        longest: if BUG == bug::LONGEST { 2 } else { 99 },
    };
    type Setup = Counters;
    type Move = Take<BUG>;
    type View = Nim<BUG>;
    type Illegal = No;
    type BadSetup = No;

    fn start(setup: &Counters) -> Result<Self, No> {
        let left = setup.heap as u32;
        let start = Nim { left, most: setup.most, mover: Side::FIRST, key: Self::key(left, Side::FIRST) };
        if left == 0 { Err(No::Empty) } else { Ok(start) }
    }
    fn to_move(&self) -> Sides {
        if self.left == 0 { Sides::NONE } else { Sides::one(self.mover) }
    }
    fn parse(&self, text: &str) -> Result<Take<BUG>, No> {
        assert!(BUG != bug::PARSE_PANICS || text.is_ascii(), "this game cannot read");
        let count = text.trim().parse().map_err(|_| No::Number(text.to_owned()))?;
        let fits = (1..=self.most()).contains(&count) || (BUG == bug::PARSES_ILLEGAL && count == 9);
        if fits { Ok(Take(count)) } else { Err(No::Count(self.most())) }
    }
    fn play(&mut self, side: Side, m: &Take<BUG>, dice: &mut Dice) -> Result<(), No> {
        if BUG == bug::REFUSES_LATE {
            self.key = 0;
        }
        if side != self.mover && BUG != bug::ANY_SIDE {
            return Err(No::Turn);
        }
        if !(1..=self.most()).contains(&m.0) {
            return Err(No::Count(self.most()));
        }
        if BUG == bug::DICE {
            self.most = 2 + dice.below(50) as u32;
        }
        self.take(m.0);
        Ok(())
    }
    fn view(&self, _: Side) -> Self {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = match BUG {
            bug::EARLY_OUTCOME => self.left < 2,
            bug::NO_OUTCOME => false,
            _ => self.left == 0,
        };
        over.then(|| Outcome::win(self.mover.other(), 2))
    }
}

impl<const BUG: u8> Enumerable for Nim<BUG> {
    fn moves(&self) -> Vec<Take<BUG>> {
        let mut moves: Vec<_> = (1..=self.most()).map(Take).collect();
        match BUG {
            bug::LISTS_ILLEGAL if self.left == 2 => moves.push(Take(3)),
            bug::OMITS_LEGAL if self.left == 3 => drop(moves.pop()),
            bug::LISTED_TWICE if self.left == 3 => moves.push(Take(1)),
            _ => {}
        }
        moves
    }
}

impl<const BUG: u8> Hashed for Nim<BUG> {
    fn key(&self) -> u64 {
        self.key
    }
    fn key_from_scratch(&self) -> u64 {
        Self::key(self.left, self.mover)
    }
}

impl<const BUG: u8> Reversible for Nim<BUG> {
    type Undo = u32;
    fn apply(&mut self, m: &Take<BUG>) -> u32 {
        self.take(m.0);
        if BUG == bug::APPLY {
            self.mover = Side::FIRST;
        }
        m.0
    }
    fn take_back(&mut self, count: u32) {
        self.left += count;
        if BUG != bug::TAKE_BACK {
            self.mover = self.mover.other();
        }
        self.key = Self::key(self.left, self.mover);
    }
}

impl<const BUG: u8> Words for Nim<BUG> {
    fn side_name(side: Side) -> &'static str {
        if side == Side::FIRST { "Left" } else { "Right" }
    }
    fn rules() -> &'static str {
        "Take some; whoever takes the last one wins.\n"
    }
    fn board(&self) -> String {
        format!("{}\n", "*".repeat(self.left as usize))
    }
    fn ask(&self) -> String {
        format!("{}'s turn: 1 to {}", Self::side_name(self.mover), self.most())
    }
    fn told(&self, m: &Take<BUG>, _: &Self) -> Vec<String> {
        vec![format!("{} takes {}.", Self::side_name(self.mover), m.0)]
    }
    fn result(&self) -> String {
        if self.left == 0 || (BUG == bug::EARLY_RESULT && self.left == 1) {
            format!("{} has won.", Self::side_name(self.mover.other()))
        } else {
            String::new()
        }
    }
    fn judge(&self, value: Value, _: bool) -> String {
        if value > Value::EVEN { "won".into() } else { "lost".into() }
    }
    fn describe(&self, m: &Take<BUG>) -> String {
        format!("take {}", m.0)
    }
}

/// The machines: two that play, and others for trouble.
enum Machine {
    One,
    /// Knows how to win, and tells the worth of every move.
    Master,
    /// Thinks until it is stopped.
    Ponder,
    /// Does not hear the stop flag for a while.
    Deaf,
    Panics,
    GivesUp,
    Cheats,
}

impl<const BUG: u8> Player<Nim<BUG>> for Machine {
    fn choose(
        &mut self,
        turn: &Turn<'_, Nim<BUG>>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Take<BUG>, PlayerError> {
        let left = turn.view.left;
        match self {
            Machine::One => Ok(Take(1)),
            Machine::Master => {
                let worth =
                    |m: &Take<BUG>| if (left - m.0).is_multiple_of(4) { Value::POINT } else { -Value::POINT };
                let mut moves: Vec<_> = turn.view.moves().iter().map(|m| (m.to_string(), worth(m))).collect();
                moves.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
                let best = moves.first().cloned().ok_or(PlayerError::NoMove)?;
                seen(Thought { value: Some(best.1), exact: true, moves, ..Thought::default() });
                Ok(Take(best.0.parse().unwrap_or(1)))
            }
            Machine::Ponder => {
                seen(Thought { depth: 1, ..Thought::default() });
                while !budget.stop.raised() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(Take(1))
            }
            Machine::Deaf => {
                std::thread::sleep(Duration::from_mins(5));
                Ok(Take(1))
            }
            Machine::Panics => panic!("this machine is made to panic"),
            Machine::GivesUp => Err(PlayerError::NoMove),
            Machine::Cheats => Ok(Take(99)),
        }
    }
}

impl<const BUG: u8> Machines for Nim<BUG> {
    const LEVELS: &'static [Level] =
        &[Level { name: "one", about: "takes one" }, Level { name: "master", about: "wins where it can" }];

    fn machine(spec: &Spec, _: &Counters, _: u64) -> Result<Box<dyn Player<Self>>, BadSpec> {
        spec.check_keys(&[])?;
        Ok(Box::new(match spec.name() {
            "one" => Machine::One,
            "master" => Machine::Master,
            "ponder" => Machine::Ponder,
            "deaf" => Machine::Deaf,
            "panics" => Machine::Panics,
            "gives-up" => Machine::GivesUp,
            "cheats" => Machine::Cheats,
            _ => return Err(Self::unknown(spec)),
        }))
    }
}
