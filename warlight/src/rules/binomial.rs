//! Random numbers of hits, by tables.
//!
//! For every number of trials up to [`ROWS`] there is an alias table: one random number chooses a column, its fraction
//! decides between the column's own number of successes and its alias.

use rand::Rng;
use std::sync::OnceLock;

/// The largest number of trials that have a table. More are thrown in several parts.
const ROWS: u32 = 64;

/// A column of an alias table.
#[derive(Debug, Clone, Copy)]
struct Column {
    /// The chance of the column's own number, in parts of 2³².
    own: u32,
    /// The number that fills the rest of the column.
    alias: u32,
}

/// The tables for one chance, one after the other: that of `n` trials has n + 1 columns.
type Tables = Vec<Column>;

/// The number of successes in `trials` trials that succeed with a chance of `percent`.
pub fn binomial<R: Rng + ?Sized>(trials: u32, percent: u32, dice: &mut R) -> u32 {
    static TABLES: [OnceLock<Tables>; 100] = [const { OnceLock::new() }; 100];
    let Some(tables) = TABLES.get(percent as usize) else { return trials };
    let tables = tables.get_or_init(|| build_tables(f64::from(percent) / 100.0));
    let mut successes = 0;
    let mut left = trials;
    while left > ROWS {
        successes += draw(tables, ROWS, dice);
        left -= ROWS;
    }
    successes + if left > 0 { draw(tables, left, dice) } else { 0 }
}

fn draw<R: Rng + ?Sized>(tables: &[Column], trials: u32, dice: &mut R) -> u32 {
    let product = u64::from(dice.next_u32()) * u64::from(trials + 1);
    let (column, fraction) = ((product >> 32) as u32, product as u32);
    let Column { own, alias } = tables[(first_column(trials) + column) as usize];
    if fraction < own { column } else { alias }
}

/// The tables of fewer trials have this many columns together.
fn first_column(trials: u32) -> u32 {
    trials * (trials + 1) / 2
}

fn build_tables(p: f64) -> Tables {
    let mut chances = vec![1.0];
    let mut tables = Tables::with_capacity(first_column(ROWS + 1) as usize);
    for trials in 0..=ROWS as usize {
        tables.extend(alias_table(&chances));
        // The last trial fails or succeeds.
        chances.push(0.0);
        for k in (0..=trials + 1).rev() {
            let before = if k > 0 { chances[k - 1] } else { 0.0 };
            chances[k] = (1.0 - p) * chances[k] + p * before;
        }
    }
    tables
}

/// Fills columns of equal size with numbers of given chances, at most two in a column: one with less than its column
/// is filled up by one that has more (Walker, Vose).
fn alias_table(chances: &[f64]) -> Vec<Column> {
    let mut sizes: Vec<f64> = chances.iter().map(|chance| chance * chances.len() as f64).collect();
    let mut columns: Vec<Column> =
        (0..chances.len() as u32).map(|n| Column { own: u32::MAX, alias: n }).collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..sizes.len()).partition(|column| sizes[*column] < 1.0);
    while let (Some(column), Some(giver)) = (small.pop(), large.last().copied()) {
        columns[column] = Column { own: (sizes[column] * 2f64.powi(32)) as u32, alias: giver as u32 };
        sizes[giver] -= 1.0 - sizes[column];
        if sizes[giver] < 1.0 {
            large.pop();
            small.push(giver);
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_exact_chances() {
        for percent in [1, 60, 70, 99] {
            let p = f64::from(percent) / 100.0;
            let tables = build_tables(p);
            for trials in 1..=ROWS {
                let columns = &tables[first_column(trials) as usize..first_column(trials + 1) as usize];
                let mut chances = vec![0.0; columns.len()];
                for (n, column) in columns.iter().enumerate() {
                    let own = f64::from(column.own) / 2f64.powi(32);
                    chances[n] += own / columns.len() as f64;
                    chances[column.alias as usize] += (1.0 - own) / columns.len() as f64;
                }
                let mut expected = (1.0 - p).powi(trials as i32);
                for (k, chance) in chances.into_iter().enumerate() {
                    assert!((chance - expected).abs() < 1e-9, "{k} of {trials} at {percent} %: {chance}");
                    expected *= f64::from(trials - k as u32) / (k + 1) as f64 * p / (1.0 - p);
                }
            }
        }
    }
}
