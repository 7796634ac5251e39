//! Contradictions in words. Columns and rows are counted from 1.

use super::closure::Clash;
use super::{Cell, Place};
use crate::mask::{ColourIndex, INK, Mask, PAPER};
use common::words::capitalized;

/// At most so many steps are named in a sentence.
const MAX_NAMED_STEPS: usize = 3;

/// The sentence about a cell whose mirror image has another colour.
pub(super) fn asymmetry(mask: &Mask, (x, y): Cell) -> String {
    let mirrored = mask.width() - 1 - x;
    format!(
        "Column {} of row {} is {}, but its mirror image, column {}, is {}.",
        x + 1,
        y + 1,
        colour_name(mask, mask.get(x, y)),
        mirrored + 1,
        colour_name(mask, mask.get(mirrored, y)),
    )
}

/// The sentences about two places with equal cells above and different colours below.
pub(super) fn clash(mask: &Mask, clash: &Clash) -> String {
    let [first, second] = [clash.first, clash.second];
    let colour = |(x, y): Cell| colour_name(mask, mask.get(x, y));
    let but = format!(
        "but below the first is {} and below the second is {}.",
        colour(first.result),
        colour(second.result)
    );
    let (a, b) = (capitalized(&cells_above(first)), cells_above(second));
    if !clash.steps.is_empty() {
        return format!("{a} and {b} must have the same states, {but} {}", steps(&clash.steps));
    }
    let colours = first.above.map(|cell| cell.map(|(x, y)| mask.get(x, y)));
    match colours {
        [Some(x), Some(y), Some(z)] if x == y && y == z => {
            format!("{a} and {b} are the same three {} cells, {but}", colour_name(mask, x))
        }
        _ => {
            let names: Vec<String> = colours
                .into_iter()
                .map(|colour| colour.map_or("edge".to_owned(), |colour| colour_name(mask, colour)))
                .collect();
            format!("{a} and {b} are the same ({}), {but}", names.join(", "))
        }
    }
}

/// The sentence that says why cells are equal.
fn steps(steps: &[(Place, Place)]) -> String {
    let step = |(a, b): &(Place, Place)| format!("{} equals {}", cell(a.result), cell(b.result));
    let mut named: Vec<String> = steps.iter().take(MAX_NAMED_STEPS).map(step).collect();
    match steps.len().saturating_sub(MAX_NAMED_STEPS) {
        0 => {}
        1 => named.push("and there is one more step".to_owned()),
        more => named.push(format!("and there are {more} more steps")),
    }
    format!("The reason: equal cells above give equal cells below, so {}.", named.join("; "))
}

fn cell((x, y): Cell) -> String {
    format!("column {} of row {}", x + 1, y + 1)
}

/// The three cells above a place, such as "columns 3–5 of row 2".
fn cells_above(place: Place) -> String {
    let row = place.result.1;
    let columns: Vec<usize> = place.above.into_iter().flatten().map(|(x, _)| x + 1).collect();
    match (place.above, columns.as_slice()) {
        ([None, _, None], [only]) => format!("column {only} of row {row} between the edges"),
        ([None, ..], [a, b]) => format!("the left edge and columns {a}–{b} of row {row}"),
        ([.., None], [a, b]) => format!("columns {a}–{b} of row {row} and the right edge"),
        (_, [a, b, c]) if a == b && b == c => format!("column {a} of row {row}"),
        (_, [a, b, c]) if a + 1 == *b && b + 1 == *c => format!("columns {a}–{c} of row {row}"),
        (_, [a, b, c]) => format!("columns {a}, {b} and {c} of row {row}"),
        _ => format!("row {row}"),
    }
}

fn colour_name(mask: &Mask, colour: ColourIndex) -> String {
    match colour {
        PAPER => "paper".to_owned(),
        INK => "ink".to_owned(),
        _ => format!("colour '{}'", mask.symbol(colour)),
    }
}
