//! Small graphs of a game as lines of text.

use crate::record::{GameRecord, Step};
use crate::rules::{Position, State};
use crate::text::name;
use common::game::Side;
use std::fmt::Write;

/// The widest graph, in characters.
const MAX_WIDTH: usize = 60;
/// The heights of a column.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What a graph shows: one list of numbers for each side, from the start of the first round to the end of the last one.
pub struct Series {
    /// Its name.
    pub name: &'static str,
    /// The numbers.
    pub values: Vec<Vec<u64>>,
}

/// The graphs of a game: income, armies and regions.
pub fn series(record: &GameRecord) -> Vec<Series> {
    let sides: Vec<Side> = Side::all(record.players().len()).collect();
    let mut series = [("income", income as Measure), ("armies", armies), ("regions", regions)]
        .map(|(name, measure)| (measure, Series { name, values: vec![Vec::new(); sides.len()] }));
    let mut cursor = record.replay();
    loop {
        if !cursor.position().is_picking() {
            for (measure, series) in &mut series {
                for (side, values) in sides.iter().zip(&mut series.values) {
                    values.push(measure(cursor.position(), *side));
                }
            }
        }
        if !cursor.forward(Step::Round) {
            return series.into_iter().map(|(_, series)| series).collect();
        }
    }
}

type Measure = fn(&Position, Side) -> u64;

fn income(position: &Position, side: Side) -> u64 {
    // A player without regions gets nothing.
    if position.alive().contains(side) { position.income(side).into() } else { 0 }
}

fn armies(position: &Position, side: Side) -> u64 {
    State::army_count(position.state(), side)
}

fn regions(position: &Position, side: Side) -> u64 {
    position.state().region_count(side) as u64
}

impl Series {
    /// The graph: a line for each side, on one scale.
    pub fn draw(&self) -> String {
        let max = self.values.iter().flatten().copied().max().unwrap_or(0);
        let mut text = format!("{} per round, at most {max}\n", capitalised(self.name));
        for (side, values) in Side::all(self.values.len()).zip(&self.values) {
            let columns: String = sampled(values).map(|value| level(value, max)).collect();
            let last = values.last().copied().unwrap_or(0);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {:<7} {columns} {last}", name(side));
        }
        text
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
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
        assert_eq!(series.draw(), "Armies per round, at most 8\n  Blue    ▂▅█ 8\n  Orange  ▃   0\n");
        let long: Vec<u64> = (1..=1000).collect();
        let sampled: Vec<u64> = sampled(&long).collect();
        assert_eq!((sampled.len(), sampled[0], sampled[59]), (60, 1, 1000));
        assert_eq!(Series { name: "x", values: vec![vec![]] }.draw().lines().count(), 2);
    }
}
