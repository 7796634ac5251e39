//! The question of one search: which states each cell may have, and which cells and rules must be equal.

use crate::mask::{ColourIndex, Mask, PAPER};
use common::automaton::{Automaton, Boundary, State, Triple};
use std::fmt;
use std::str::FromStr;

/// A set of states, one bit each.
pub type StateSet = u16;

/// The states of a set, in ascending order.
pub fn states_of(set: StateSet) -> impl Iterator<Item = State> {
    (0..16).filter(move |state| set >> state & 1 == 1)
}

/// What the colours of a mask mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum InkMode {
    /// Ink, and every further colour, is one fixed state. Paper is any other state.
    One,
    /// Every colour has a set of states.
    #[default]
    Sets,
}

impl FromStr for InkMode {
    type Err = String;

    fn from_str(text: &str) -> Result<InkMode, String> {
        match text {
            "one" => Ok(InkMode::One),
            "sets" => Ok(InkMode::Sets),
            _ => Err(format!("'{text}' is not a valid kind of ink: use one or sets")),
        }
    }
}

impl fmt::Display for InkMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InkMode::One => "one",
            InkMode::Sets => "sets",
        })
    }
}

/// A mask with the states of each colour.
#[derive(Debug, Clone)]
pub struct Problem {
    mask: Mask,
    states: u8,
    /// The states of each colour. They are disjoint, and paper has state 0.
    sets: Vec<StateSet>,
    boundary: Boundary,
    symmetric: bool,
}

impl Problem {
    /// Ink and every further colour is one state: colour 1 is state 1 and so on. Paper is any of the others. `None` if
    /// there are fewer states than colours.
    pub fn one_state(mask: &Mask, states: u8, boundary: Boundary, symmetric: bool) -> Option<Problem> {
        let colours = mask.colours();
        if colours > usize::from(states) {
            return None;
        }
        let all: StateSet = (1 << states) - 1;
        let mut sets: Vec<StateSet> = (0..colours).map(|colour| 1 << colour).collect();
        let others = sets[1..].iter().fold(0, |union, set| union | set);
        sets[0] = all & !others;
        Some(Problem { mask: mask.clone(), states, sets, boundary, symmetric })
    }

    /// Every colour has as many states as `sizes` says, numbered from paper on.
    ///
    /// # Panics
    /// If there is not one size for each colour, or one is 0.
    pub fn with_sets(mask: &Mask, sizes: &[u8], boundary: Boundary, symmetric: bool) -> Problem {
        assert!(sizes.len() == mask.colours() && !sizes.contains(&0), "{sizes:?}");
        let mut first = 0;
        let set = |size: &u8| {
            let set = ((1 << size) - 1) << first;
            first += size;
            set
        };
        let sets: Vec<StateSet> = sizes.iter().map(set).collect();
        Problem { mask: mask.clone(), states: first, sets, boundary, symmetric }
    }

    /// The mask.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// The number of states.
    pub fn states(&self) -> u8 {
        self.states
    }

    /// The states of a colour.
    pub fn set(&self, colour: ColourIndex) -> StateSet {
        self.sets[usize::from(colour)]
    }

    /// The states that a cell may have. None in a symmetric problem whose mask is not symmetric there.
    pub fn allowed(&self, x: usize, y: usize) -> StateSet {
        let allowed = self.set(self.mask.get(x, y));
        if self.symmetric { allowed & self.set(self.mask.get(self.mask.width() - 1 - x, y)) } else { allowed }
    }

    /// What is beyond the ends of a row.
    pub fn boundary(&self) -> Boundary {
        self.boundary
    }

    /// Whether every row must equal its mirror image. The rules can then be the same from left and right.
    pub fn symmetric(&self) -> bool {
        self.symmetric
    }

    /// The same problem with or without symmetric rows.
    pub fn with_symmetry(mut self, symmetric: bool) -> Problem {
        self.symmetric = symmetric;
        self
    }

    /// The colour of a state.
    pub fn colour_of(&self, state: State) -> ColourIndex {
        let colour = self.sets.iter().position(|set| set >> state & 1 == 1);
        colour.map_or(PAPER, |colour| colour as ColourIndex)
    }

    /// The index under which the rule of a triple is kept: in a symmetric problem a triple and its mirror image share
    /// one.
    pub fn rule_index(&self, triple: Triple) -> usize {
        let index = triple.index(self.states);
        if self.symmetric { index.min(triple.mirrored().index(self.states)) } else { index }
    }

    /// The columns of the three cells above a cell. `None` is beyond the edge.
    pub fn columns_above(&self, x: usize) -> [Option<usize>; 3] {
        let width = self.mask.width();
        match self.boundary {
            Boundary::Flat { .. } => [x.checked_sub(1), Some(x), (x + 1 < width).then_some(x + 1)],
            Boundary::Cyclic => [Some((x + width - 1) % width), Some(x), Some((x + 1) % width)],
        }
    }

    /// The state beyond a flat edge.
    pub fn edge(&self) -> State {
        match self.boundary {
            Boundary::Flat { edge } => edge,
            Boundary::Cyclic => 0,
        }
    }
}

/// States for all cells, which one rule table produces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The states, row by row.
    pub cells: Vec<State>,
}

impl Solution {
    /// The states of a row.
    pub fn row(&self, width: usize, y: usize) -> &[State] {
        &self.cells[y * width..][..width]
    }

    /// The automaton of these cells: start row and rules. Fails if the cells do not have the colours of the mask or if
    /// two equal triples have different results.
    pub fn automaton(&self, problem: &Problem) -> Result<Automaton, String> {
        let (width, height) = (problem.mask.width(), problem.mask.height());
        if self.cells.len() != width * height {
            return Err("the solution has another size than the mask".to_owned());
        }
        let mut results: Vec<Option<State>> = vec![None; usize::from(problem.states).pow(3)];
        for y in 0..height {
            for (x, state) in self.row(width, y).iter().enumerate() {
                if problem.allowed(x, y) >> state & 1 == 0 {
                    return Err(format!(
                        "state {state} does not have the colour of column {}, row {}",
                        x + 1,
                        y + 1
                    ));
                }
                if y == 0 {
                    continue;
                }
                let triple = problem.boundary.neighbourhood(self.row(width, y - 1), x);
                let result = results[triple.index(problem.states)].get_or_insert(*state);
                if *result != *state {
                    return Err(format!("{triple} gives {result} and {state}"));
                }
            }
        }
        let table = common::automaton::RuleTable::from_fn(problem.states, |triple| {
            results[triple.index(problem.states)].unwrap_or(0)
        });
        Ok(Automaton::picture(&table, problem.boundary, self.row(width, 0).to_vec(), height))
    }
}

/// What a search answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A solution.
    Found(Solution),
    /// There is none.
    Impossible,
    /// The search ended before it knew: it was stopped, or its time was over.
    NotFound,
}
