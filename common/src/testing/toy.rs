//! A heap from which two sides take in turn, with variants: correct as `Nim<0>`, with one bug in the rules as any other;
//! with AI players that work and others that fail in every way.

mod players;

use crate::game::{
    Dice, Enumerable, Facts, Game, Outcome, Setup, SetupOption, Side, Sides, StartError, Value,
};
use crate::job::Work;
use crate::search::{Hashed, Reversible};
use crate::styled::StyledText;
use crate::words::{SeenPly, Words};
use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// The bugs.
pub(crate) mod bug {
    pub const LISTS_ILLEGAL: u8 = 1;
    pub const OMITS_LEGAL: u8 = 2;
    pub const REFUSES_LATE: u8 = 3;
    pub const ANY_SIDE: u8 = 4;
    pub const TEXT: u8 = 5;
    pub const KEY_KEPT: u8 = 6;
    pub const TAKE_BACK: u8 = 7;
    pub const EARLY_OUTCOME: u8 = 8;
    pub const MAX_PLIES: u8 = 9;
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    Wins,
    Loses,
    Draws,
    /// It wins, but to take exactly the last three is a draw.
    Three,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Counters {
    pub heap: i64,
    pub most: i64,
    pub last: Last,
    pub motto: String,
    /// A side that takes three moves again.
    pub again: bool,
    /// A move may take one more than it names. Not an option, so not saved: a bug that shows where it is not the default.
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
    fn options() -> Vec<SetupOption<Counters>> {
        let lasts = [
            (Last::Wins, "wins", ""),
            (Last::Loses, "loses", ""),
            (Last::Draws, "draws", ""),
            (Last::Three, "three", ""),
        ];
        vec![
            SetupOption::number("Heap", "", 1..=99, |c| c.heap, |c, n| c.heap = n),
            SetupOption::number("Most", "", 1..=9, |c| c.most, |c, n| c.most = n),
            SetupOption::choice("Last", "", &lasts, |c| c.last, |c, last| c.last = last),
            SetupOption::text(
                "Motto",
                "",
                "any text",
                &[],
                |c| c.motto.clone(),
                |c, text| {
                    text.clone_into(&mut c.motto);
                    true
                },
            ),
        ]
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
    #[error("'{0}' is not a number")]
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
    const FACTS: Facts =
        Facts { name: "nim", title: "Nim", chance: BUG == bug::CHANCE, hidden: false, simultaneous: false };
    type Setup = Counters;
    type Move = Take<BUG>;
    type View = Nim<BUG>;
    type Effect = ();
    type Score = ();
    type Illegal = No;
    type BadSetup = No;

    fn sides(_: &Counters) -> usize {
        2
    }
    fn max_plies(_: &Counters) -> usize {
        if BUG == bug::MAX_PLIES { 2 } else { 99 }
    }
    fn start(setup: &Counters, _: &mut Dice, _: &Work) -> Result<Self, StartError<No>> {
        match *setup {
            Counters { heap: 0, .. } => Err(No::Empty.into()),
            Counters { heap, most, .. } if most > heap => Err(No::Start { heap, most }.into()),
            _ => Ok(Self::of(setup)),
        }
    }
    fn to_move(&self) -> Sides {
        if self.left == 0 { Sides::NONE } else { Sides::one(self.mover) }
    }
    fn parse(&self, _: Side, text: &str) -> Result<Take<BUG>, No> {
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
    fn random_move(&self, _: Side, dice: &mut Dice) -> Option<Take<BUG>> {
        dice.pick(&self.moves()).copied()
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

fn name(side: Side) -> &'static str {
    if side == Side::FIRST { "Left" } else { "Right" }
}

impl<const BUG: u8> Words for Nim<BUG> {
    fn side_name(_: &Counters, _: Option<&Self>, side: Side) -> Cow<'static, str> {
        name(side).into()
    }
    fn rules() -> &'static str {
        "Take some; the player who takes the last one wins.\n"
    }
    fn board(view: &Self, _: &[SeenPly<'_, Self>]) -> StyledText {
        format!("{}\n", "*".repeat(view.left as usize)).into()
    }
    fn prompt(view: &Self, side: Side) -> String {
        format!("{}'s turn: 1 to {}", name(side), view.most())
    }
    fn describe_effects(ply: &SeenPly<'_, Self>) -> Vec<String> {
        vec![format!("{} takes {}.", name(ply.side), ply.m.map_or(0, |m| m.0))]
    }
    fn result(view: &Self) -> String {
        match view.outcome.map(Outcome::winner) {
            Some(Some(winner)) => format!("{} has won.", name(winner)),
            Some(None) => "A draw.".into(),
            None if BUG == bug::EARLY_RESULT && view.left == 1 => "A draw already.".into(),
            None => String::new(),
        }
    }
    fn describe_value(_: &Self, _: Side, value: Value, _: bool) -> String {
        if value > Value::EVEN { "won".into() } else { "lost".into() }
    }
    fn describe_move(_: &Self, _: Side, m: &Take<BUG>, _: Option<&()>) -> String {
        format!("take {}", m.0)
    }
}
