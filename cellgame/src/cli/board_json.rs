//! A board as JSON, as `new --json` prints it and the other commands read it.

use crate::layout::Layout;
use crate::rules::{Fairness, Start};
use common::automaton::{Boundary, MAX_STATES, MIN_STATES, State, Triple};
use serde::{Deserialize, Serialize};

/// A board. When it is read, `states` may be missing if the rules name every state, and `id`, `grade` and `unique` may
/// be missing or wrong: they are not trusted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct BoardJson {
    #[serde(default)]
    pub id: Option<String>,
    pub width: usize,
    pub height: usize,
    /// `flat` or `cyclic`.
    pub plan: String,
    /// The state beyond the ends of a flat row.
    #[serde(default)]
    pub edge: Option<State>,
    #[serde(default)]
    pub states: Option<u8>,
    /// Every triple that can occur, as `LCR R`.
    pub rules: Vec<String>,
    /// Rows of states, null where hidden.
    pub cells: Vec<Vec<Option<State>>>,
    #[serde(default)]
    pub grade: Option<String>,
    #[serde(default)]
    pub unique: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<Vec<State>>>,
}

/// Rows of cells.
pub(super) fn rows<T: Clone>(width: usize, cells: &[T]) -> Vec<Vec<T>> {
    cells.chunks(width).map(<[T]>::to_vec).collect()
}

impl BoardJson {
    /// The JSON of a generated board.
    pub fn new(start: &Start, solution: bool) -> BoardJson {
        let layout = &start.board.layout;
        let width = layout.width();
        BoardJson {
            id: start.id.as_ref().map(ToString::to_string),
            width,
            height: layout.height(),
            plan: if layout.edge().is_some() { "flat" } else { "cyclic" }.to_owned(),
            edge: layout.edge(),
            states: Some(layout.states()),
            rules: layout.rules().map(|rule| rule.to_string()).collect(),
            cells: rows(width, &start.board.known()),
            grade: Some(start.grade.to_string()),
            unique: Some(start.fairness == Fairness::Unique),
            solution: solution.then(|| rows(width, &start.board.solution)),
        }
    }

    /// Reads the JSON. An error is the end of a sentence.
    pub fn read(text: &str) -> Result<BoardJson, String> {
        serde_json::from_str(text).map_err(|why| why.to_string())
    }

    /// The shape and the known cells. An error is the end of a sentence.
    pub fn layout(&self) -> Result<(Layout, Vec<Option<State>>), String> {
        let rules = self.rules.iter().map(|text| read_rule(text)).collect::<Result<Vec<_>, _>>()?;
        if rules.is_empty() {
            return Err("it has no rules".to_owned());
        }
        let states = self.states.unwrap_or_else(|| {
            let named = rules.iter().flat_map(|(triple, result)| triple.cells().into_iter().chain([*result]));
            (named.max().unwrap_or(0) + 1).max(MIN_STATES)
        });
        if !(MIN_STATES..=MAX_STATES).contains(&states) {
            return Err(format!("it has {states} states, but boards have {MIN_STATES} to {MAX_STATES}"));
        }
        let last = states - 1;
        let mut results = vec![None; usize::from(states).pow(3)];
        for (triple, result) in rules {
            if let Some(wrong) = triple.cells().into_iter().chain([result]).find(|state| *state > last) {
                return Err(format!(
                    "the rule {triple} {result} has the state {wrong}, but the states are 0 to {last}"
                ));
            }
            match results[triple.index(states)].replace(result) {
                None => {}
                Some(same) if same == result => {
                    return Err(format!("the rule {triple} {result} is there twice"));
                }
                Some(other) => {
                    return Err(format!(
                        "the rules {triple} {other} and {triple} {result} contradict each other"
                    ));
                }
            }
        }
        let boundary = match (self.plan.as_str(), self.edge) {
            ("flat", Some(edge)) => Boundary::Flat { edge },
            ("flat", None) => return Err("a flat board needs its edge, a state".to_owned()),
            ("cyclic", None) => Boundary::Cyclic,
            ("cyclic", Some(_)) => return Err("a cyclic board has no edge: it should be null".to_owned()),
            (other, _) => {
                let shown: String = other.chars().take(40).collect();
                return Err(format!("its plan is '{shown}', but should be flat or cyclic"));
            }
        };
        let (width, height) = (self.width, self.height);
        let layout =
            Layout::from_rules(states, &results, boundary, width, height).map_err(|why| why.to_string())?;
        if self.cells.len() != height {
            return Err(format!("it has {} rows of cells, but its height is {height}", self.cells.len()));
        }
        if let Some(row) = (0..height).find(|row| self.cells[*row].len() != width) {
            let length = self.cells[row].len();
            return Err(format!("row {} has {length} cells, but its width is {width}", row + 1));
        }
        let known: Vec<Option<State>> = self.cells.concat();
        if let Some(cell) = (0..known.len()).find(|cell| known[*cell].is_some_and(|state| state > last)) {
            let (name, state) = (layout.cell(cell), known[cell].unwrap_or_default());
            return Err(format!("the cell {name} has the state {state}, but the states are 0 to {last}"));
        }
        Ok((layout, known))
    }
}

/// Reads `LCR R`.
fn read_rule(text: &str) -> Result<(Triple, State), String> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let read = || match text.as_bytes() {
        [left, middle, right, b' ', result] => {
            Some((Triple::new(digit(*left)?, digit(*middle)?, digit(*right)?), digit(*result)?))
        }
        _ => None,
    };
    let shown = || text.chars().take(20).collect::<String>();
    read().ok_or_else(|| {
        format!("'{}' is not a rule: use the three cells and the result, as in 010 1", shown())
    })
}
