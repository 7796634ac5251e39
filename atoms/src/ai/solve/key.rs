//! Positions as numbers, without gaps: what makes the solver's table exact.
//!
//! Every square is a digit. Under the rule *neutral* an atom of critical mass *c* is empty, or one of two players' with 1
//! to *c* − 1 electrons: 2*c* − 1 cases; under *kept* it is nobody's, or one of two players' with 0 to *c* − 1: 2*c* + 1
//! cases. The squares have different bases, but each has a fixed weight, so the number is a sum of weights over the
//! bit planes of a board: a few looks into tables of eight squares each. Turning or mirroring the board only permutes the
//! weights, so the numbers of all images are summed side by side, and the least of them stands for all.
//!
//! Who is to move needs no digit: a board is always seen by the side to move, and no rule tells the sides apart.

use crate::board::Board;
use crate::rules::{Connections, Rule, Setup, Size, Square};

/// One number for each image of the board.
type Lanes = [u64; 8];

/// The sums of weights for every set of eight neighbouring squares.
type Sums = [Lanes; 256];

/// Gives positions of one setup their numbers.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// Whether atoms without electrons have owners.
    kept: bool,
    /// Eight on a square board, else four.
    images: usize,
    /// How many numbers there are.
    total: u64,
    parts: Vec<Part>,
}

/// What eight squares add to a number, for each plane of the board.
#[derive(Debug, Clone)]
struct Part {
    electrons: Box<Sums>,
    mine: Box<Sums>,
    theirs: Box<Sums>,
}

impl Keys {
    /// The numbers of a setup; `None` if there are more than `most`.
    pub(super) fn new(setup: Setup, most: u64) -> Option<Keys> {
        let Setup { size, rule } = setup;
        let kept = rule == Rule::Kept;
        let bases: Vec<u64> =
            size.all().map(|square| 2 * u64::from(size.critical(square)) + u64::from(kept) * 2 - 1).collect();
        let mut total = 1u64;
        let mut weights = Vec::new();
        for base in &bases {
            weights.push(total);
            total = total.checked_mul(*base).filter(|total| *total <= most)?;
        }
        let images = images(size);
        let sums = |digit: &dyn Fn(u64) -> u64, part: usize| {
            let mut sums = Box::new([[0; 8]; 256]);
            for (set, lanes) in sums.iter_mut().enumerate() {
                for (lane, image) in lanes.iter_mut().zip(&images) {
                    let squares = image.iter().skip(8 * part).take(8).enumerate();
                    *lane = squares
                        .filter(|(n, _)| set >> n & 1 != 0)
                        .map(|(_, square)| digit(bases[*square]) * weights[*square])
                        .sum();
                }
            }
            sums
        };
        // Neutral: mine are 1 to c − 1, theirs c to 2c − 2. Kept: mine are 1 to c, theirs c + 1 to 2c.
        let part = |part| Part {
            electrons: sums(&|_| 1, part),
            mine: sums(&|_| u64::from(kept), part),
            theirs: sums(&|base| base / 2 + u64::from(kept), part),
        };
        let parts = (0..size.squares().div_ceil(8)).map(part).collect();
        Some(Keys { kept, images: images.len(), total, parts })
    }

    /// How many numbers there are: each is less than this.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// The number of a position, the same for all its images.
    #[inline]
    pub(super) fn of(&self, board: &Board<u64>) -> u64 {
        if self.images == 4 { self.least::<4>(board) } else { self.least::<8>(board) }
    }

    #[inline]
    fn least<const IMAGES: usize>(&self, board: &Board<u64>) -> u64 {
        let mut numbers = [0; IMAGES];
        for (part, shift) in self.parts.iter().zip((0..).step_by(8)) {
            let lanes = |sums: &'_ Sums, plane: u64| sums[usize::from((plane >> shift) as u8)];
            let ones = lanes(&part.electrons, board.ones);
            let twos = lanes(&part.electrons, board.twos);
            let theirs = lanes(&part.theirs, board.theirs);
            for (n, number) in numbers.iter_mut().enumerate() {
                *number += ones[n] + 2 * twos[n] + theirs[n];
            }
            if self.kept {
                let mine = lanes(&part.mine, board.mine);
                for (n, number) in numbers.iter_mut().enumerate() {
                    *number += mine[n];
                }
            }
        }
        numbers.into_iter().fold(u64::MAX, u64::min)
    }
}

/// The ways to lay a board upon itself: where each square goes.
fn images(size: Size) -> Vec<Vec<usize>> {
    let (top, right) = (size.rows() - 1, size.columns() - 1);
    let image = |n: u8| {
        let place = move |Square { row, column }| {
            let row = if n & 1 == 0 { row } else { top - row };
            let column = if n & 2 == 0 { column } else { right - column };
            size.index(if n & 4 == 0 { Square { row, column } } else { Square { row: column, column: row } })
        };
        size.all().map(place).collect()
    };
    (0..if size.rows() == size.columns() { 8 } else { 4 }).map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::rules::{Position, Setup};
    use common::game::{Dice, Enumerable};
    use common::search::Reversible;
    use std::collections::HashMap;

    /// All numbers of a position, as the definition says: digit by digit, image by image.
    fn images_of(position: &Position) -> Vec<Vec<(u8, u8)>> {
        let atoms: Vec<(u8, u8)> = position
            .atoms()
            .map(|(_, atom)| {
                (atom.owner.map_or(0, |owner| 1 + u8::from(owner != position.mover())), atom.electrons)
            })
            .collect();
        let turned = |image: &Vec<usize>| {
            let mut to = vec![(0, 0); atoms.len()];
            image.iter().zip(&atoms).for_each(|(place, atom)| to[*place] = *atom);
            to
        };
        images(position.size()).iter().map(turned).collect()
    }

    #[test]
    fn positions_share_a_number_exactly_if_one_is_the_image_of_the_other() {
        for (size, rule) in
            [("2x2", Rule::Neutral), ("4x2", Rule::Neutral), ("3x3", Rule::Kept), ("3x4", Rule::Kept)]
        {
            let setup = Setup { size: size.parse().unwrap(), rule };
            let keys = Keys::new(setup, u64::MAX).unwrap();
            let mut numbered: HashMap<u64, Vec<(u8, u8)>> = HashMap::new();
            let mut named: HashMap<Vec<(u8, u8)>, u64> = HashMap::new();
            let mut dice = Dice::new(7);
            for _ in 0..300 {
                let mut position = Position::new(setup);
                while position.winner().is_none() {
                    let number = keys.of(&Board::of(&position));
                    assert!(number < keys.total());
                    let least = images_of(&position).into_iter().min().unwrap();
                    assert_eq!(numbered.entry(number).or_insert_with(|| least.clone()), &least);
                    assert_eq!(*named.entry(least).or_insert(number), number);
                    let moves = position.moves();
                    position.apply(&moves[dice.below(moves.len())]);
                }
            }
            assert!(numbered.len() >= setup.size.squares(), "{size}: {}", numbered.len());
        }
    }

    #[test]
    fn the_states_are_counted_and_too_many_are_refused() {
        let total = |size: &str, rule, most| {
            Keys::new(Setup { size: size.parse().unwrap(), rule }, most).map(|keys| keys.total())
        };
        assert_eq!(total("4x3", Rule::Neutral, u64::MAX), Some(3u64.pow(4) * 5u64.pow(6) * 7u64.pow(2)));
        assert_eq!(total("4x3", Rule::Kept, u64::MAX), Some(5u64.pow(4) * 7u64.pow(6) * 9u64.pow(2)));
        assert_eq!(total("2x2", Rule::Neutral, 81), Some(81));
        assert_eq!(total("2x2", Rule::Neutral, 80), None);
        assert_eq!(total("16x16", Rule::Neutral, u64::MAX), None);
        assert!(Shape::<u64>::new(Setup::default()).is_some());
    }
}
