//! A heap from which two sides take in turn, with variants: right as `Nim<0>`, and with one mistake in the rules as any
//! other; with machines of every temper.

mod machines;

use crate::game::{
    BadOption, Dice, Enumerable, Facts, Game, Knob, KnobKind, Outcome, Setup, Side, Sides, Value,
};
use crate::search::{Hashed, Reversible};
use crate::words::Words;
use serde::{Deserialize, Serialize};
use std::fmt;
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
    /// No mistake: it says in its facts that a heap may be slippery.
    pub const CHANCE: u8 = 18;
}

/// What it means to take the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Last {
    Wins,
    Loses,
    Draws,
    /// It wins, but to take exactly the last three is a draw.
    Three,
}

const LASTS: [(&str, Last); 4] =
    [("wins", Last::Wins), ("loses", Last::Loses), ("draws", Last::Draws), ("three", Last::Three)];

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Counters {
    pub heap: i64,
    pub most: i64,
    pub last: Last,
    pub motto: String,
    /// Whoever takes three takes again, so that a side may move twice.
    pub again: bool,
    /// A move may take one more than was said. Not written to files: a mistake that shows where it is not the default.
    #[serde(skip)]
    pub slippery: bool,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters::of(7)
    }
}

impl Counters {
    pub fn of(heap: i64) -> Counters {
        Counters { heap, most: 3, last: Last::Wins, motto: String::new(), again: false, slippery: false }
    }
}

impl Setup for Counters {
    fn knobs() -> Vec<Knob> {
        let number = |name, most| Knob { name, about: "", kind: KnobKind::Number { least: 1, most } };
        let words = LASTS.map(|(word, _)| (word, "")).to_vec();
        vec![
            number("Heap", 99),
            number("Most", 9),
            Knob { name: "Last", about: "", kind: KnobKind::Choice(words) },
            Knob { name: "Motto", about: "", kind: KnobKind::Text },
        ]
    }
    fn get(&self, name: &str) -> Option<String> {
        match name {
            "Heap" => Some(self.heap.to_string()),
            "Most" => Some(self.most.to_string()),
            "Last" => LASTS.iter().find(|(_, last)| *last == self.last).map(|(word, _)| (*word).to_owned()),
            "Motto" => Some(self.motto.clone()),
            _ => None,
        }
    }
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        let bad = |expected: String| BadOption::Value { name: name.into(), value: value.into(), expected };
        let number = |most| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| bad(format!("1 to {most}")))
        };
        match name {
            "Heap" => self.heap = number(99)?,
            "Most" => self.most = number(9)?,
            "Last" => {
                let last = LASTS.iter().find(|(word, _)| *word == value);
                self.last = last.ok_or_else(|| bad(LASTS.map(|(word, _)| word).join(", ")))?.1;
            }
            "Motto" => self.motto = value.into(),
            _ => return Err(BadOption::Unknown(name.into())),
        }
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Nim<const BUG: u8 = 0> {
    pub left: u32,
    pub mover: Side,
    most: u32,
    last: Last,
    again: bool,
    slippery: bool,
    outcome: Option<Outcome>,
    key: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Take<const BUG: u8 = 0>(pub u32);

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
    #[error("{most} at once are more than the {heap} there are")]
    Start { heap: i64, most: i64 },
}

/// Spreads a number over all bits; also a source of estimates that mean nothing.
pub(crate) fn mix(n: u64) -> u64 {
    let n = (n ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (n ^ n >> 29).wrapping_mul(0x94d0_49bb_1331_11eb)
}

impl<const BUG: u8> Nim<BUG> {
    /// A heap of any size, also of none.
    pub fn of(setup: &Counters) -> Self {
        let Counters { last, again, slippery, .. } = *setup;
        let (left, most, mover) = (setup.heap as u32, setup.most as u32, Side::FIRST);
        Nim { left, mover, most, last, again, slippery, outcome: None, key: Self::key(left, mover) }
    }
    fn most(&self) -> u32 {
        self.most.min(self.left)
    }
    fn key(left: u32, mover: Side) -> u64 {
        mix(if BUG == bug::KEY_SHARED { left / 2 } else { left * 2 + u32::from(mover.0) }.into())
    }
    fn take(&mut self, count: u32, slip: u32) {
        self.left = self.left.saturating_sub(count + slip);
        if self.left == 0 {
            self.outcome = Some(match self.last {
                Last::Loses => Outcome::win(self.mover.other(), 2),
                Last::Draws => Outcome::draw(2),
                Last::Three if count == 3 => Outcome::draw(2),
                Last::Wins | Last::Three => Outcome::win(self.mover, 2),
            });
        }
        if !(self.again && count == 3) {
            self.mover = self.mover.other();
        }
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
        chance: BUG == bug::CHANCE,
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
        match *setup {
            Counters { heap: 0, .. } => Err(No::Empty),
            Counters { heap, most, .. } if most > heap => Err(No::Start { heap, most }),
            _ => Ok(Self::of(setup)),
        }
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
        let slips = self.slippery || BUG == bug::DICE;
        self.take(m.0, if slips { dice.below(2) as u32 } else { 0 });
        Ok(())
    }
    fn view(&self, _: Side) -> Self {
        self.clone()
    }
    fn outcome(&self) -> Option<Outcome> {
        match BUG {
            bug::EARLY_OUTCOME if self.left == 1 => Some(Outcome::draw(2)),
            bug::NO_OUTCOME => None,
            _ => self.outcome,
        }
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
    type Undo = Self;
    fn apply(&mut self, m: &Take<BUG>) -> Self {
        let before = self.clone();
        self.take(m.0, 0);
        if BUG == bug::APPLY {
            self.mover = Side::FIRST;
        }
        before
    }
    fn take_back(&mut self, before: Self) {
        *self = before;
        if BUG == bug::TAKE_BACK {
            self.mover = self.mover.other();
        }
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
        match self.outcome.map(Outcome::winner) {
            Some(Some(winner)) => format!("{} has won.", Self::side_name(winner)),
            Some(None) => "Nobody has won.".into(),
            None if BUG == bug::EARLY_RESULT && self.left == 1 => "Nobody has won yet.".into(),
            None => String::new(),
        }
    }
    fn judge(&self, value: Value, _: bool) -> String {
        if value > Value::EVEN { "won".into() } else { "lost".into() }
    }
    fn describe(&self, m: &Take<BUG>) -> String {
        format!("take {}", m.0)
    }
}
