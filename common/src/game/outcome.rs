//! Results: absolute ones, and values as the side to move sees them. They are different types, so that a sign mistake
//! does not compile.

use super::side::MAX_SIDES;
use super::{Side, Sides};
use std::fmt;
use std::ops::Neg;

/// The points of each side at the end of a game, in halves (Goff's scoring gives ½ to a second line).
///
/// A game of one side is a puzzle: it ends solved (a point) or failed (none).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    halves: [i8; MAX_SIDES],
    sides: u8,
}

/// What an [`Outcome`] means, for front ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// One side has more points than every other.
    Win(Side),
    /// Several sides share the first place.
    Draw(Sides),
    /// The puzzle is solved.
    Solved,
    /// The puzzle is lost.
    Failed,
}

impl Outcome {
    /// The points in halves, one number for each side: `[2, 1]` is a point against half a point.
    pub fn halves(points: &[i8]) -> Outcome {
        let mut halves = [0; MAX_SIDES];
        halves[..points.len()].copy_from_slice(points);
        Outcome { halves, sides: points.len() as u8 }
    }

    /// One side of `sides` gets the point.
    pub fn win(side: Side, sides: usize) -> Outcome {
        let mut outcome = Outcome::draw(sides);
        outcome.halves[side.index()] = 2;
        outcome
    }

    /// All sides get the same.
    pub fn draw(sides: usize) -> Outcome {
        Outcome { halves: [0; MAX_SIDES], sides: sides as u8 }
    }

    /// The puzzle is solved.
    pub fn solved() -> Outcome {
        Outcome::win(Side::FIRST, 1)
    }

    /// The puzzle is lost.
    pub fn failed() -> Outcome {
        Outcome::draw(1)
    }

    /// One side gives up or is disqualified: every other side gets the point.
    pub fn forfeit(loser: Side, sides: usize) -> Outcome {
        let points: Vec<i8> = Side::all(sides).map(|side| if side == loser { 0 } else { 2 }).collect();
        Outcome::halves(&points)
    }

    /// The number of sides.
    pub fn sides(self) -> usize {
        usize::from(self.sides)
    }

    /// The points of a side.
    pub fn points(self, side: Side) -> f64 {
        f64::from(self.halves[side.index()]) / 2.0
    }

    /// What the points mean.
    pub fn result(self) -> GameResult {
        let halves = &self.halves[..self.sides()];
        if halves.len() == 1 {
            return if halves[0] > 0 { GameResult::Solved } else { GameResult::Failed };
        }
        let best = halves.iter().max().copied().unwrap_or_default();
        let leaders = Side::all(self.sides()).filter(|side| halves[side.index()] == best);
        let leaders = leaders.fold(Sides::NONE, Sides::with);
        match leaders.first() {
            Some(winner) if leaders.len() == 1 => GameResult::Win(winner),
            _ => GameResult::Draw(leaders),
        }
    }

    /// The side with more points than every other; `None` for a draw and for a failed puzzle.
    pub fn winner(self) -> Option<Side> {
        match self.result() {
            GameResult::Win(side) => Some(side),
            GameResult::Solved => Some(Side::FIRST),
            GameResult::Draw(_) | GameResult::Failed => None,
        }
    }

    /// The tournament score: 1 for a win, a share of 1 for a shared first place, otherwise 0.
    pub fn score(self, side: Side) -> f64 {
        match self.result() {
            GameResult::Win(winner) if winner == side => 1.0,
            GameResult::Draw(leaders) if leaders.contains(side) => 1.0 / leaders.len() as f64,
            GameResult::Solved => 1.0,
            _ => 0.0,
        }
    }

    /// The result as `mover` sees it: the lead over the best other side, a point being 100.
    pub fn value_for(self, mover: Side) -> Value {
        let own = i32::from(self.halves[mover.index()]);
        let others = Side::all(self.sides()).filter(|side| *side != mover);
        let best = others.map(|side| i32::from(self.halves[side.index()])).max();
        // A puzzle has no opponent: failing it is as bad as losing.
        Value((own - best.unwrap_or(2 - own)) * Value::POINT.0 / 2)
    }
}

/// How good a position is for the side to move, in hundredths of a point. `-value` is the opponent's view of it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize,
)]
pub struct Value(pub i32);

impl Value {
    /// Neither side is better.
    pub const EVEN: Value = Value(0);
    /// A whole point.
    pub const POINT: Value = Value(100);
    /// An upper bound of all values that occur.
    pub const BEST: Value = Value(30_000);

    /// The same value, seen by `to` instead of `from`. In some games one side moves twice in a row.
    pub fn turned(self, from: Side, to: Side) -> Value {
        if from == to { self } else { -self }
    }

    /// The chance to win in per cent, where a game is won by a point or lost by one. An estimate is never certain.
    pub fn chance(self) -> i32 {
        ((self.0 + Value::POINT.0 + 1) / 2).clamp(1, 99)
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
        let tie = Outcome::halves(&[2, 2, 0]);
        assert_eq!(tie.winner(), None);
        assert_eq!(tie.result(), GameResult::Draw(Sides::all(2)));
        assert!((tie.score(Side::FIRST) - 0.5).abs() < 1e-9 && tie.score(Side(2)).abs() < 1e-9);
        assert!((Outcome::draw(2).score(Side::SECOND) - 0.5).abs() < 1e-9);
        assert_eq!(Outcome::win(Side(2), 3).winner(), Some(Side(2)));
        assert_eq!(Outcome::win(Side(31), MAX_SIDES).result(), GameResult::Win(Side(31)));
    }

    #[test]
    fn a_puzzle_is_solved_or_failed() {
        assert_eq!(
            (Outcome::solved().result(), Outcome::failed().result()),
            (GameResult::Solved, GameResult::Failed)
        );
        assert_eq!(Outcome::failed().winner(), None);
        assert_eq!(Outcome::forfeit(Side::FIRST, 1), Outcome::failed());
        assert_eq!(Outcome::solved().value_for(Side::FIRST), Value::POINT);
        assert_eq!(Outcome::failed().value_for(Side::FIRST), -Value::POINT);
        assert!(Outcome::failed().score(Side::FIRST).abs() < 1e-9);
    }

    #[test]
    fn a_forfeit_gives_the_point_to_the_others() {
        assert_eq!(Outcome::forfeit(Side::FIRST, 2), Outcome::win(Side::SECOND, 2));
        assert_eq!(Outcome::forfeit(Side(1), 3), Outcome::halves(&[2, 0, 2]));
    }

    #[test]
    fn a_value_turns_only_when_the_mover_changes() {
        assert_eq!(Value(7).turned(Side::FIRST, Side::FIRST), Value(7));
        assert_eq!(Value(7).turned(Side::FIRST, Side::SECOND), Value(-7));
        assert_eq!(Value(-5).to_string(), "−0.05");
        assert_eq!([-100, -30, 0, 30, 100].map(|value| Value(value).chance()), [1, 35, 50, 65, 99]);
    }
}
