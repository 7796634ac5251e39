//! Ids: the text that recreates a board everywhere.

use crate::automaton_ref::{AutomatonRef, BadAutomaton};
use crate::generator::{self, Board, NoBoard};
use crate::layout::{BadLayout, Layout};
use crate::solver::Grade;
use common::automaton::{AutomatonKind, Boundary};
use common::job::Work;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Everything that a board follows from: `AUTOMATON:20x10:hard:flat:v1#seed`.
///
/// The plan is `flat`, `flat:EDGE` or `cyclic`. Without a version the present one is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleId {
    /// The automaton.
    pub automaton: AutomatonRef,
    /// Columns and rows.
    pub size: Size,
    /// The grade.
    pub grade: Grade,
    /// What lies beyond the ends of a row.
    pub boundary: Boundary,
    /// The seed.
    pub seed: u64,
}

/// Columns and rows of a board; its text is `20x10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = BadId;
    fn from_str(text: &str) -> Result<Size, BadId> {
        use crate::layout::{MAX_HEIGHT, MAX_WIDTH, MIN_SIDE};
        let bad = || BadId::Size(text.chars().take(40).collect());
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<usize>().ok().filter(|_| digits).ok_or_else(bad)
        };
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(bad)?;
        let size = Size { width: number(width)?, height: number(height)? };
        let fits =
            (MIN_SIDE..=MAX_WIDTH).contains(&size.width) && (MIN_SIDE..=MAX_HEIGHT).contains(&size.height);
        if fits { Ok(size) } else { Err(bad()) }
    }
}

/// Why a text is not an id.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadId {
    /// Its parts are not there.
    #[error("'{0}' is not a puzzle id: it looks like rule-110:20x10:hard:flat#7")]
    Form(String),
    /// The automaton is wrong.
    #[error("{0}")]
    Automaton(#[from] BadAutomaton),
    /// The size is wrong.
    #[error("'{0}' is not a valid size: use columns x rows from 3x3 to 60x40, as in 20x10")]
    Size(String),
    /// The grade is wrong.
    #[error("{0}")]
    Grade(String),
    /// The plan is wrong.
    #[error("{0}")]
    Plan(String),
    /// The seed is wrong.
    #[error("'{0}' is not a valid seed: use a whole number")]
    Seed(String),
    /// Another version has made it.
    #[error("this id was made by version {0} of the generator, and this program has version {version}: it would give another board", version = generator::VERSION)]
    Version(String),
    /// The board cannot have this shape.
    #[error("{0}")]
    Layout(#[from] BadLayout),
}

impl PuzzleId {
    /// The shape of the board.
    pub fn layout(&self) -> Result<Layout, BadLayout> {
        Layout::new(self.automaton.automaton(), self.boundary, self.size.width, self.size.height)
    }

    /// The board itself.
    pub fn generate(&self, work: &Work) -> Result<Board, NoId> {
        Ok(generator::generate(&self.layout()?, self.grade, self.seed, work)?)
    }

    /// The same id with the size and the plan that a picture imposes.
    pub fn normalised(mut self) -> PuzzleId {
        let automaton = self.automaton.automaton();
        if let Some((start, generations)) =
            automaton.start().filter(|_| automaton.kind() == AutomatonKind::Picture)
        {
            self.size = Size { width: start.len(), height: generations };
            self.boundary = automaton.boundary();
        }
        self
    }
}

/// Why an id gives no board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoId {
    /// The shape is impossible.
    #[error("{0}")]
    Layout(#[from] BadLayout),
    /// There is no such board.
    #[error("{0}")]
    Board(#[from] NoBoard),
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PuzzleId { automaton, size, grade, boundary, seed } = self;
        write!(f, "{}:{size}:{grade}:{boundary}:v{}#{seed}", automaton.short(), generator::VERSION)
    }
}

impl FromStr for PuzzleId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<PuzzleId, BadId> {
        let form = || BadId::Form(text.trim().chars().take(60).collect());
        let (head, seed) = text.trim().rsplit_once('#').ok_or_else(form)?;
        let mut parts = head.split(':');
        let mut part = || parts.next().ok_or_else(form);
        let (automaton, size, grade, plan) = (part()?, part()?, part()?, part()?);
        let mut rest: Vec<&str> = parts.collect();
        let version = rest.last().and_then(|last| last.strip_prefix('v')).map(str::to_owned);
        if let Some(version) = version {
            rest.pop();
            if version != generator::VERSION.to_string() {
                return Err(BadId::Version(version.chars().take(20).collect()));
            }
        }
        let plan = std::iter::once(plan).chain(rest).collect::<Vec<_>>().join(":");
        let digits = !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit());
        let seed = seed.parse::<u64>().ok().filter(|_| digits);
        let seed = seed
            .ok_or_else(|| BadId::Seed(text.rsplit('#').next().unwrap_or("").chars().take(40).collect()))?;
        let id = PuzzleId {
            automaton: AutomatonRef::parse(automaton)?,
            size: size.parse()?,
            grade: grade.parse().map_err(BadId::Grade)?,
            boundary: plan.parse().map_err(|_: String| BadId::Plan(bad_plan(&plan)))?,
            seed,
        };
        let id = id.normalised();
        id.layout()?;
        Ok(id)
    }
}

fn bad_plan(plan: &str) -> String {
    let shown: String = plan.chars().take(40).collect();
    format!("'{shown}' is not a valid plan: use flat, flat:EDGE or cyclic")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        for (text, canonical) in [
            ("rule-110:20x10:hard:flat#7", "rule-110:20x10:hard:flat:v1#7"),
            (
                "rule-30:8x8:sweep:cyclic:v1#18446744073709551615",
                "rule-030:8x8:sweep:cyclic:v1#18446744073709551615",
            ),
            (" 3,1815:40x20:Medium:flat:2#0 ", "3,1815:40x20:medium:flat:2:v1#0"),
            ("heart:3x3:easy:cyclic#1", "heart:16x15:easy:flat:v1#1"),
        ] {
            let id: PuzzleId = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
            if !text.starts_with("heart") {
                assert_eq!(id.to_string(), canonical);
            }
            assert_eq!(id.to_string().parse::<PuzzleId>().unwrap(), id);
        }
    }

    #[test]
    fn a_wrong_id_says_which_part_is_wrong() {
        for (text, part) in [
            ("", "not a puzzle id"),
            ("rule-110:20x10:hard:flat", "not a puzzle id"),
            ("rule-110:20x10:hard#1", "not a puzzle id"),
            ("rule-999:20x10:hard:flat#1", "not an automaton"),
            ("rule-110:20by10:hard:flat#1", "not a valid size"),
            ("rule-110:61x10:hard:flat#1", "not a valid size"),
            ("rule-110:20x10:harder:flat#1", "not a grade"),
            ("rule-110:20x10:hard:round#1", "not a valid plan"),
            ("rule-110:20x10:hard:flat:2#1", "edge state 2 does not exist"),
            ("rule-110:20x10:hard:flat:v9#1", "version 9"),
            ("rule-110:20x10:hard:flat#-1", "not a valid seed"),
            ("rule-110:20x10:hard:flat#+1", "not a valid seed"),
            ("2,256:20x10:hard:flat#1", "too large"),
        ] {
            let why = text.parse::<PuzzleId>().unwrap_err().to_string();
            assert!(why.contains(part), "{text}: {why}");
        }
    }

    proptest! {
        #[test]
        fn noise_is_refused(text in "\\PC{0,80}", tail in "[0-9a-z:,x#~=-]{0,60}") {
            let _ = text.parse::<PuzzleId>();
            let _ = tail.parse::<PuzzleId>();
            let _ = format!("rule-110:{tail}").parse::<PuzzleId>();
        }
    }
}
