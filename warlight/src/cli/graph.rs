//! Small graphs of a game as lines of text.

use crate::record::Series;
use crate::rules::Setup;
use common::game::{MAX_NAME, Side};
use common::words::capitalized;
use std::fmt::Write;

/// The widest graph, in characters.
const MAX_WIDTH: usize = 60;
/// The heights of a column.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The graph: a line for each side, on one scale.
pub fn draw(setup: &Setup, series: &Series) -> String {
    let max = series.values.iter().flatten().copied().max().unwrap_or(0);
    let names = Side::all(series.values.len()).map(|side| setup.name(side).chars().count());
    let width = names.max().unwrap_or_default().clamp(7, MAX_NAME);
    let mut text = format!("{} per round, at most {max}\n", capitalized(series.name));
    for (side, values) in Side::all(series.values.len()).zip(&series.values) {
        let columns: String = sampled(values).map(|value| level(value, max)).collect();
        let last = values.last().copied().unwrap_or(0);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<width$} {columns} {last}", setup.name(side));
    }
    text
}

/// The values, or as many of them as there is room for, the first and the last included.
fn sampled(values: &[u64]) -> impl Iterator<Item = u64> + '_ {
    let count = values.len().min(MAX_WIDTH);
    (0..count).map(move |n| if count == 1 { values[0] } else { values[n * (values.len() - 1) / (count - 1)] })
}

fn level(value: u64, max: u64) -> char {
    match value {
        0 => ' ',
        value => LEVELS[(value * (LEVELS.len() as u64 - 1)).div_ceil(max.max(1)).min(7) as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_drawn_on_one_scale() {
        let series = Series { name: "armies", values: vec![vec![1, 4, 8], vec![2, 0, 0]] };
        assert_eq!(
            draw(&Setup::default(), &series),
            "Armies per round, at most 8\n  Blue    ▂▅█ 8\n  Orange  ▃   0\n"
        );
        let long: Vec<u64> = (1..=1000).collect();
        let sampled: Vec<u64> = sampled(&long).collect();
        assert_eq!((sampled.len(), sampled[0], sampled[59]), (60, 1, 1000));
        assert_eq!(draw(&Setup::default(), &Series { name: "x", values: vec![vec![]] }).lines().count(), 2);
    }
}
