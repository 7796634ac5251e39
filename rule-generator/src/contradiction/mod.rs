//! Short reasons why a mask is impossible, with the places that contradict each other.
//!
//! The test is exact for an unlimited number of states: cells that every solution must give equal states are merged
//! (congruence closure), and if no two colours meet in one class, then one state for each class is a solution.

mod closure;
#[cfg(test)]
mod tests;
mod text;

use crate::mask::{ColourIndex, Mask, PAPER};
use crate::problem::InkMode;
use closure::Clash;
use common::automaton::Boundary;
use common::words::capitalized;

/// A cell of the mask: column and row, counted from 0.
pub type Cell = (usize, usize);

/// A cell with the three cells above it. `None` is beyond the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Place {
    /// The cells that determine `result`.
    pub above: [Option<Cell>; 3],
    /// The cell below.
    pub result: Cell,
}

/// Why no automaton draws a mask, whatever the number of states.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Contradiction {
    /// The places that contradict each other: the first two have equal cells above and different colours below. If it
    /// takes more steps to see that their cells above are equal, the steps follow in order, two places each: their cells
    /// above are equal, so the cells below are equal too. Empty if two mirror images have different colours.
    pub places: Vec<Place>,
    /// Every cell to mark: the cells of the places, or the two mirror images.
    pub cells: Vec<Cell>,
    /// What is wrong, as a sentence that names the places.
    pub reason: String,
    /// What to try instead, as a sentence.
    pub suggestion: String,
}

/// A contradiction before it is put into words.
enum Finding {
    /// A cell whose mirror image has another colour.
    Asymmetry(Cell),
    Clash(Clash),
}

impl Contradiction {
    /// Looks for a contradiction in a mask.
    pub fn find(mask: &Mask, ink: InkMode, boundary: Boundary, symmetric: bool) -> Option<Contradiction> {
        let finding = detect(mask, ink, boundary, symmetric)?;
        let suggestion = suggest(mask, ink, boundary, symmetric);
        Some(match finding {
            Finding::Asymmetry((x, y)) => Contradiction {
                places: Vec::new(),
                cells: vec![(x, y), (mask.width() - 1 - x, y)],
                reason: text::asymmetry(mask, (x, y)),
                suggestion,
            },
            Finding::Clash(clash) => {
                let places = clash.places();
                let mut cells: Vec<Cell> = places
                    .iter()
                    .flat_map(|place| place.above.into_iter().flatten().chain([place.result]))
                    .collect();
                cells.sort_unstable_by_key(|(x, y)| (*y, *x));
                cells.dedup();
                Contradiction { places, cells, reason: text::clash(mask, &clash), suggestion }
            }
        })
    }
}

fn detect(mask: &Mask, ink: InkMode, boundary: Boundary, symmetric: bool) -> Option<Finding> {
    let asymmetry = if symmetric { mask.first_asymmetry() } else { None };
    match (asymmetry, ink) {
        (Some(cell), _) => Some(Finding::Asymmetry(cell)),
        (None, InkMode::One) => closure::find_clash(mask, boundary, symmetric).map(Finding::Clash),
        // Only mirror images are equal at first, and what follows from them are again mirror images.
        (None, InkMode::Sets) => None,
    }
}

/// What would make the mask possible, as a sentence. Every suggestion has been tried.
fn suggest(mask: &Mask, ink: InkMode, boundary: Boundary, symmetric: bool) -> String {
    let possible = |mask: &Mask, ink, symmetric: bool| detect(mask, ink, boundary, symmetric).is_none();
    let mut changes = Vec::new();
    if symmetric && possible(mask, ink, false) {
        changes.push("turn off symmetric");
    }
    if symmetric && mask.first_asymmetry().is_some() && possible(&mask.mirrored_left_half(), ink, true) {
        changes.push("make the right half mirror the left one");
    }
    if ink == InkMode::One && possible(mask, InkMode::Sets, symmetric) {
        changes.push("let ink be a set of states");
    }
    if let Boundary::Flat { .. } = boundary {
        let margins = [
            ((1, 0), "add a blank column at the left edge"),
            ((0, 1), "add a blank column at the right edge"),
            ((1, 1), "add a blank column at both edges"),
        ];
        let helps = |(left, right)| {
            with_margins(mask, left, right).is_some_and(|mask| possible(&mask, ink, symmetric))
        };
        changes.extend(margins.into_iter().find(|(margin, _)| helps(*margin)).map(|(_, change)| change));
    }
    if changes.is_empty() {
        changes.push("turn off symmetric and let ink be a set of states");
    }
    capitalized(&format!("{}.", changes.join(", or ")))
}

/// The mask with blank columns at its edges, if it does not become too wide.
fn with_margins(mask: &Mask, left: usize, right: usize) -> Option<Mask> {
    let width = mask.width() + left + right;
    if width > crate::mask::MAX_SIDE {
        return None;
    }
    let mut wider = Mask::new(width, mask.height());
    // So that it has all colours, even those that no cell has.
    wider.set(0, 0, (mask.colours() - 1) as ColourIndex);
    wider.set(0, 0, PAPER);
    for (y, row) in mask.rows().enumerate() {
        for (x, colour) in row.iter().enumerate().filter(|(_, colour)| **colour != PAPER) {
            wider.set(x + left, y, *colour);
        }
    }
    Some(wider)
}
