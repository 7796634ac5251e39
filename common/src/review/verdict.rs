//! How much a move gave away.

use crate::game::Value;
use serde::{Deserialize, Serialize};

/// A smaller loss of winning chances is within the error of an estimate.
const INACCURACY: f64 = 0.08;
const MISTAKE: f64 = 0.16;
const BLUNDER: f64 = 0.30;

/// How good a move was, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It gave nothing away, or too little to be sure.
    Good,
    /// It gave a little away.
    Inaccuracy,
    /// It gave a good part of the winning chances away.
    Mistake,
    /// It decided the game, or nearly so.
    Blunder,
}

impl Verdict {
    /// The verdicts that are marked, worst first.
    pub const MARKED: [Verdict; 3] = [Verdict::Blunder, Verdict::Mistake, Verdict::Inaccuracy];

    /// The usual mark behind a move; empty for a good one.
    pub fn mark(self) -> &'static str {
        match self {
            Verdict::Good => "",
            Verdict::Inaccuracy => "?!",
            Verdict::Mistake => "?",
            Verdict::Blunder => "??",
        }
    }

    /// Its name, for one move and for several.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Verdict::Good => ("good move", "good moves"),
            Verdict::Inaccuracy => ("inaccuracy", "inaccuracies"),
            Verdict::Mistake => ("mistake", "mistakes"),
            Verdict::Blunder => ("blunder", "blunders"),
        }
    }

    /// Whether front ends mark the move.
    pub fn is_marked(self) -> bool {
        self != Verdict::Good
    }

    /// Whether it gave a good part of the winning chances away.
    pub fn is_serious(self) -> bool {
        self >= Verdict::Mistake
    }

    /// The verdict for a loss of winning chances, from 0 to 1.
    pub fn of_loss(loss: f64) -> Verdict {
        match loss {
            loss if loss >= BLUNDER => Verdict::Blunder,
            loss if loss >= MISTAKE => Verdict::Mistake,
            loss if loss >= INACCURACY => Verdict::Inaccuracy,
            _ => Verdict::Good,
        }
    }

    /// The verdict on a move, given what its side could have had and what it got. To turn a certain win into less, or a
    /// certain draw into a loss, is a blunder, however small the loss in points.
    pub(super) fn of(best: Rating, played: Rating) -> Verdict {
        let decided = best.exact && played.exact && best.value.0.signum() > played.value.0.signum();
        if decided { Verdict::Blunder } else { Verdict::of_loss(best.chance() - played.chance()) }
    }
}

/// The value of a position for one side, and whether it is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// The value.
    pub value: Value,
    /// It is proved, not estimated.
    pub exact: bool,
}

impl Rating {
    /// The expected score, from 0 to 1.
    pub fn chance(self) -> f64 {
        winning_chance(self.value)
    }
}

/// The expected score of a value, from 0 for a loss to 1 for a win. Our engines estimate on this scale: a value is the
/// chance to win minus the chance to lose, in hundredths (see [`crate::search::score_to_value`]).
pub fn winning_chance(value: Value) -> f64 {
    let points = f64::from(value.0) / f64::from(Value::POINT.0);
    f64::midpoint(1.0, points).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: i32, exact: bool) -> Rating {
        Rating { value: Value(value), exact }
    }

    #[test]
    fn the_loss_of_chances_decides() {
        for (best, played, verdict) in [
            (20, 20, Verdict::Good),
            (20, 30, Verdict::Good),
            (20, 6, Verdict::Good),
            (20, 3, Verdict::Inaccuracy),
            (20, -13, Verdict::Mistake),
            (20, -41, Verdict::Blunder),
            (-90, -100, Verdict::Good),
        ] {
            assert_eq!(Verdict::of(rating(best, false), rating(played, false)), verdict, "{best} {played}");
        }
    }

    #[test]
    fn a_certain_result_given_away_is_a_blunder() {
        assert_eq!(Verdict::of(rating(50, true), rating(0, true)), Verdict::Blunder);
        assert_eq!(Verdict::of(rating(0, true), rating(-50, true)), Verdict::Blunder);
        assert_eq!(Verdict::of(rating(100, true), rating(50, true)), Verdict::Mistake, "it still wins");
        assert_eq!(Verdict::of(rating(-50, true), rating(-50, true)), Verdict::Good);
        assert_eq!(Verdict::of(rating(100, true), rating(90, false)), Verdict::Good);
    }

    #[test]
    fn chances_go_from_a_loss_to_a_win() {
        for (value, chance) in [(-100, 0.0), (0, 0.5), (50, 0.75), (100, 1.0), (30_000, 1.0)] {
            assert!((winning_chance(Value(value)) - chance).abs() < 1e-9, "{value}");
        }
    }
}
