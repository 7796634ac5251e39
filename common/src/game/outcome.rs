//! Results: absolute ones, and values as the side to move sees them. They are different types, so that a mistake of
//! sign does not compile.

use super::Side;
use std::fmt;
use std::ops::Neg;

/// The points of each side at the end of a game, in halves (Goff's scoring gives ½ to a second line).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    halves: [i8; 8],
    sides: u8,
}

impl Outcome {
    /// The points in halves, one number a side: `[2, 1]` is a point against half a point.
    pub fn halves(points: &[i8]) -> Outcome {
        let mut halves = [0; 8];
        halves[..points.len()].copy_from_slice(points);
        Outcome { halves, sides: points.len() as u8 }
    }

    /// One side gets the point, of `sides`.
    pub fn win(side: Side, sides: usize) -> Outcome {
        let mut halves = [0; 8];
        halves[side.index()] = 2;
        Outcome { halves, sides: sides as u8 }
    }

    /// Nobody gets more than anybody else.
    pub fn draw(sides: usize) -> Outcome {
        Outcome { halves: [0; 8], sides: sides as u8 }
    }

    /// How many sides the game had.
    pub fn sides(self) -> usize {
        usize::from(self.sides)
    }

    /// The points of a side.
    pub fn points(self, side: Side) -> f64 {
        f64::from(self.halves[side.index()]) / 2.0
    }

    /// Who has more points than everybody else; `None` for a draw.
    pub fn winner(self) -> Option<Side> {
        let halves = &self.halves[..self.sides()];
        let most = *halves.iter().max()?;
        let mut best = (0..self.sides).filter(|side| halves[usize::from(*side)] == most);
        let winner = best.next().map(Side);
        if best.next().is_some() { None } else { winner }
    }

    /// What the game is worth in a tournament: 1 for a win, ½ for a draw, 0 for a loss.
    pub fn score(self, side: Side) -> f64 {
        match self.winner() {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }

    /// The result as `mover` sees it, in a game of two: the difference of the points, a point being 100.
    pub fn value_for(self, mover: Side) -> Value {
        let diff = i32::from(self.halves[mover.index()]) - i32::from(self.halves[mover.other().index()]);
        Value(diff * Value::POINT.0 / 2)
    }
}

/// How good a position is for the side to move, in hundredths of a point. `-value` is the same as the opponent sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(pub i32);

impl Value {
    /// Neither side is better.
    pub const EVEN: Value = Value(0);
    /// A whole point.
    pub const POINT: Value = Value(100);
    /// Better than anything that occurs.
    pub const BEST: Value = Value(30_000);

    /// The same value, seen by `to` instead of `from`. In some games one side moves twice in a row.
    pub fn turned(self, from: Side, to: Side) -> Value {
        if from == to { self } else { -self }
    }
}

impl Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    /// In points, with a sign: `+0.50`, `−1.00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0.signum() {
            1 => "+",
            -1 => "−",
            _ => "",
        };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_point_for_the_second_line() {
        let goff = Outcome::halves(&[1, 2]);
        assert_eq!(goff.winner(), Some(Side::SECOND));
        assert_eq!(goff.value_for(Side::FIRST), Value(-50));
        assert_eq!(goff.value_for(Side::SECOND).to_string(), "+0.50");
        assert_eq!((goff.points(Side::FIRST), goff.score(Side::FIRST)), (0.5, 0.0));
    }

    #[test]
    fn a_tie_at_the_top_has_no_winner() {
        assert_eq!(Outcome::halves(&[2, 2, 0]).winner(), None);
        assert!((Outcome::draw(2).score(Side::SECOND) - 0.5).abs() < 1e-9);
        assert_eq!(Outcome::win(Side(2), 3).winner(), Some(Side(2)));
    }

    #[test]
    fn a_value_turns_only_when_the_mover_changes() {
        assert_eq!(Value(7).turned(Side::FIRST, Side::FIRST), Value(7));
        assert_eq!(Value(7).turned(Side::FIRST, Side::SECOND), Value(-7));
        assert_eq!(Value(-5).to_string(), "−0.05");
    }
}
