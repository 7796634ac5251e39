//! Techniques, and the grades that are named after them.

use super::{Solutions, Solver};
use crate::layout::Layout;
use common::automaton::State;
use common::job::Work;
use std::fmt;
use std::str::FromStr;

/// A way to reason. Each includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Technique {
    /// A window of known and unknown cells leaves one value. Nothing need be remembered.
    Sweep,
    /// A window with the remaining candidates of its cells, repeated.
    Window,
    /// A row and the row below it, exactly.
    RowPair,
    /// Assume a value and find a contradiction by the techniques before.
    Probe,
    /// Assumptions within assumptions.
    Search,
}

impl Technique {
    /// All techniques, the simplest first.
    pub const ALL: [Technique; 5] =
        [Technique::Sweep, Technique::Window, Technique::RowPair, Technique::Probe, Technique::Search];

    /// The technique before this one.
    pub fn simpler(self) -> Option<Technique> {
        Technique::ALL.into_iter().rev().find(|other| *other < self)
    }

    /// The grade of the boards that need this technique.
    pub fn grade(self) -> Grade {
        match self {
            Technique::Sweep => Grade::Sweep,
            Technique::Window => Grade::Easy,
            Technique::RowPair => Grade::Medium,
            Technique::Probe => Grade::Hard,
            Technique::Search => Grade::Fiendish,
        }
    }
}

/// How hard a board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Needs [`Technique::Sweep`].
    Sweep,
    /// Needs [`Technique::Window`].
    Easy,
    /// Needs [`Technique::RowPair`].
    Medium,
    /// Needs [`Technique::Probe`].
    Hard,
    /// Needs [`Technique::Search`].
    Fiendish,
    /// The thesis's layout, which is rarely fair: the last row and the side columns are shown.
    Classic,
}

impl Grade {
    /// All grades.
    pub const ALL: [Grade; 6] =
        [Grade::Sweep, Grade::Easy, Grade::Medium, Grade::Hard, Grade::Fiendish, Grade::Classic];

    /// The technique that a board of this grade needs; none for the classic layout, which may need anything.
    pub fn technique(self) -> Option<Technique> {
        Technique::ALL.into_iter().find(|technique| technique.grade() == self)
    }

    /// Its name, as in ids and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Sweep => "sweep",
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Fiendish => "fiendish",
            Grade::Classic => "classic",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Grade {
    type Err = String;
    fn from_str(text: &str) -> Result<Grade, String> {
        let known = Grade::ALL.into_iter().find(|grade| grade.name().eq_ignore_ascii_case(text));
        known.ok_or_else(|| {
            let names = Grade::ALL.map(Grade::name).join(", ");
            format!("'{}' is not a grade: use one of {names}", text.chars().take(40).collect::<String>())
        })
    }
}

/// What is known about a board before it is played.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Analysis {
    /// It has exactly one solution.
    Unique {
        /// The solution.
        solution: Vec<State>,
        /// The technique that it needs.
        technique: Technique,
    },
    /// It has several solutions; these are two of them.
    Several(Vec<State>, Vec<State>),
    /// It has no solution.
    Impossible,
}

/// The simplest technique that finds every cell without search.
pub fn technique_needed(solver: &mut Solver, known: &[Option<State>]) -> Option<Technique> {
    let human = &Technique::ALL[..4];
    human.iter().copied().find(|technique| solver.solves(known, *technique))
}

/// Whether a board has one solution, and what it takes to find it. `None` if the work was stopped.
pub fn analyse(layout: &Layout, known: &[Option<State>], work: &Work) -> Option<Analysis> {
    let solutions = Solutions::count(layout, known, work)?;
    Some(match solutions {
        Solutions::None => Analysis::Impossible,
        Solutions::Several(first, second) => Analysis::Several(first, second),
        Solutions::One(solution) => {
            let technique = technique_needed(&mut Solver::new(layout), known).unwrap_or(Technique::Search);
            Analysis::Unique { solution, technique }
        }
    })
}
