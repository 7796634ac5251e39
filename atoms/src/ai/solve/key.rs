//! Perfect keys: a mixed-radix number for every position, so the solver's table is exact.
//!
//! Every square is a digit. Under the rule *neutral* an atom of critical mass *c* is empty, or belongs to one of two players
//! with 1 to *c* − 1 electrons: 2*c* − 1 cases. Under *kept* it has no owner, or belongs to one of two players with 0 to
//! *c* − 1 electrons: 2*c* + 1 cases. Each square has a fixed place value, so the key is a sum over the bit planes of a
//! board: a few lookups in tables of eight squares each. A symmetry of the board only permutes the place values. The keys of
//! all symmetric boards are summed in parallel, and the smallest is the key of all of them.
//!
//! The side to move needs no digit: a board is always stored from its point of view, and the rules treat both sides alike.

use crate::board::Board;
use crate::rules::{Connections, Rule, Setup, Size, Square};

/// One number for each symmetry of the board.
type Lanes = [u64; 8];

/// The sums of place values for every subset of eight consecutive squares.
type Sums = [Lanes; 256];

/// Computes the keys of the positions of one setup.
#[derive(Debug, Clone)]
pub(super) struct PositionKeys {
    /// Whether atoms without electrons can have owners.
    kept: bool,
    /// Number of symmetries: eight on a square board, otherwise four.
    symmetries: usize,
    /// Number of keys.
    total: u64,
    parts: Vec<Part>,
}

/// What eight squares add to a key, for each plane of the board.
#[derive(Debug, Clone)]
struct Part {
    electrons: Box<Sums>,
    mine: Box<Sums>,
    theirs: Box<Sums>,
}

impl PositionKeys {
    /// The keys of a setup; `None` if there are more than `max`.
    pub(super) fn new(setup: Setup, max: u64) -> Option<PositionKeys> {
        let Setup { size, rule } = setup;
        let kept = rule == Rule::Kept;
        let bases: Vec<u64> =
            size.all().map(|square| 2 * u64::from(size.critical(square)) + u64::from(kept) * 2 - 1).collect();
        let mut total = 1u64;
        let mut place_values = Vec::new();
        for base in &bases {
            place_values.push(total);
            total = total.checked_mul(*base).filter(|total| *total <= max)?;
        }
        let symmetries = symmetries(size);
        let sums = |digit: &dyn Fn(u64) -> u64, part: usize| {
            let mut sums = Box::new([[0; 8]; 256]);
            for (set, lanes) in sums.iter_mut().enumerate() {
                for (lane, symmetry) in lanes.iter_mut().zip(&symmetries) {
                    let squares = symmetry.iter().skip(8 * part).take(8).enumerate();
                    *lane = squares
                        .filter(|(n, _)| set >> n & 1 != 0)
                        .map(|(_, square)| digit(bases[*square]) * place_values[*square])
                        .sum();
                }
            }
            sums
        };
        // Digits under neutral: mine 1 to c − 1, theirs c to 2c − 2. Under kept: mine 1 to c, theirs c + 1 to 2c.
        let part = |part| Part {
            electrons: sums(&|_| 1, part),
            mine: sums(&|_| u64::from(kept), part),
            theirs: sums(&|base| base / 2 + u64::from(kept), part),
        };
        let parts = (0..size.squares().div_ceil(8)).map(part).collect();
        Some(PositionKeys { kept, symmetries: symmetries.len(), total, parts })
    }

    /// Number of keys. Each key is less than this.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The key of a position. Symmetric positions have the same key.
    #[inline]
    pub(super) fn of(&self, board: &Board<u64>) -> u64 {
        if self.symmetries == 4 { self.min_key::<4>(board) } else { self.min_key::<8>(board) }
    }

    #[inline]
    fn min_key<const SYMMETRIES: usize>(&self, board: &Board<u64>) -> u64 {
        let mut keys = [0; SYMMETRIES];
        for (part, shift) in self.parts.iter().zip((0..).step_by(8)) {
            let lanes = |sums: &'_ Sums, plane: u64| sums[usize::from((plane >> shift) as u8)];
            let ones = lanes(&part.electrons, board.ones);
            let twos = lanes(&part.electrons, board.twos);
            let theirs = lanes(&part.theirs, board.theirs);
            for (n, key) in keys.iter_mut().enumerate() {
                *key += ones[n] + 2 * twos[n] + theirs[n];
            }
            if self.kept {
                let mine = lanes(&part.mine, board.mine);
                for (n, key) in keys.iter_mut().enumerate() {
                    *key += mine[n];
                }
            }
        }
        keys.into_iter().fold(u64::MAX, u64::min)
    }
}

/// The symmetries of a board, each as the new index of every square.
fn symmetries(size: Size) -> Vec<Vec<usize>> {
    let (top, right) = (size.rows() - 1, size.columns() - 1);
    let symmetry = |n: u8| {
        let map_square = move |Square { row, column }| {
            let row = if n & 1 == 0 { row } else { top - row };
            let column = if n & 2 == 0 { column } else { right - column };
            size.index(if n & 4 == 0 { Square { row, column } } else { Square { row: column, column: row } })
        };
        size.all().map(map_square).collect()
    };
    (0..if size.rows() == size.columns() { 8 } else { 4 }).map(symmetry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::rules::{Position, Setup};
    use common::game::{Dice, Enumerable};
    use common::search::Reversible;
    use std::collections::HashMap;

    /// The atoms of all symmetric positions.
    fn symmetric_positions(position: &Position) -> Vec<Vec<(u8, u8)>> {
        let atoms: Vec<(u8, u8)> = position
            .atoms()
            .map(|(_, atom)| {
                (atom.owner.map_or(0, |owner| 1 + u8::from(owner != position.mover())), atom.electrons)
            })
            .collect();
        let transformed = |symmetry: &Vec<usize>| {
            let mut to = vec![(0, 0); atoms.len()];
            symmetry.iter().zip(&atoms).for_each(|(index, atom)| to[*index] = *atom);
            to
        };
        symmetries(position.size()).iter().map(transformed).collect()
    }

    #[test]
    fn positions_have_the_same_key_exactly_if_they_are_symmetric() {
        for (size, rule) in
            [("2x2", Rule::Neutral), ("4x2", Rule::Neutral), ("3x3", Rule::Kept), ("3x4", Rule::Kept)]
        {
            let setup = Setup { size: size.parse().unwrap(), rule };
            let keys = PositionKeys::new(setup, u64::MAX).unwrap();
            let mut by_key: HashMap<u64, Vec<(u8, u8)>> = HashMap::new();
            let mut by_position: HashMap<Vec<(u8, u8)>, u64> = HashMap::new();
            let mut dice = Dice::new(7);
            for _ in 0..300 {
                let mut position = Position::new(setup);
                while position.winner().is_none() {
                    let key = keys.of(&Board::of(&position));
                    assert!(key < keys.total());
                    let canonical = symmetric_positions(&position).into_iter().min().unwrap();
                    assert_eq!(by_key.entry(key).or_insert_with(|| canonical.clone()), &canonical);
                    assert_eq!(*by_position.entry(canonical).or_insert(key), key);
                    let moves = position.moves();
                    position.apply(&moves[dice.below(moves.len())]);
                }
            }
            assert!(by_key.len() >= setup.size.squares(), "{size}: {}", by_key.len());
        }
    }

    #[test]
    fn keys_are_counted_and_too_many_are_refused() {
        let total = |size: &str, rule, max| {
            PositionKeys::new(Setup { size: size.parse().unwrap(), rule }, max).map(|keys| keys.total())
        };
        assert_eq!(total("4x3", Rule::Neutral, u64::MAX), Some(3u64.pow(4) * 5u64.pow(6) * 7u64.pow(2)));
        assert_eq!(total("4x3", Rule::Kept, u64::MAX), Some(5u64.pow(4) * 7u64.pow(6) * 9u64.pow(2)));
        assert_eq!(total("2x2", Rule::Neutral, 81), Some(81));
        assert_eq!(total("2x2", Rule::Neutral, 80), None);
        assert_eq!(total("16x16", Rule::Neutral, u64::MAX), None);
        assert!(Shape::<u64>::new(Setup::default()).is_some());
    }
}
