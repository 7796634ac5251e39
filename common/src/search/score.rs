//! The scores that alpha-beta compares: a value and its distance in plies.

use crate::game::{Side, Value};
use std::ops::Neg;

/// A value with its distance in plies. Among equal values a faster win and a slower loss score higher.
///
/// The value occupies the high bits. Each ply of distance moves the score one step towards zero: +1.00 in three plies is
/// `100 · 65536 − 3`. The distance counts from the scored position, so scores can be stored in a table. It never reaches
/// half a step of the value, so [`Score::value`] stays exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(super) i32);

const SCALE: i32 = 1 << 16;

impl Score {
    /// The score of a value at distance 0. Values beyond [`Value::BEST`] are clamped.
    pub fn of(value: Value) -> Score {
        Score(value.0.clamp(-Value::BEST.0, Value::BEST.0) * SCALE)
    }

    /// The value without the distance.
    pub fn value(self) -> Value {
        Value((self.0 + self.0.signum() * (SCALE / 2)) / SCALE)
    }

    /// The score from the point of view of `to` instead of `from`.
    pub(super) fn turned(self, from: Side, to: Side) -> Score {
        if from == to { self } else { -self }
    }

    /// The next higher score.
    pub(super) fn next_higher(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score of a position, given the score of its successor. `ply_cost` is 1, or 0 if distance does not count.
    pub(super) fn one_ply_earlier(self, ply_cost: i32) -> Score {
        Score(self.0 - ply_cost * self.0.signum())
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A search window: the open interval between `alpha` and `beta`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// The null window at `alpha`: it only tells whether a score is higher than `alpha`.
    pub fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next_higher() }
    }

    /// Whether no score fits between the bounds.
    pub fn is_null(self) -> bool {
        self.beta <= self.alpha.next_higher()
    }

    /// The window for the successor: it contains a score exactly if this window contains [`Score::one_ply_earlier`] of it.
    pub fn one_ply_later(self, ply_cost: i32) -> Window {
        let (Score(alpha), Score(beta)) = (self.alpha, self.beta);
        Window {
            alpha: Score(if alpha >= 0 { alpha + ply_cost } else { alpha - ply_cost }),
            beta: Score(if beta > 0 { beta + ply_cost } else { beta - ply_cost }),
        }
    }

    /// The window from the point of view of `to` instead of `from`.
    pub fn turned(self, from: Side, to: Side) -> Window {
        if from == to { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_wins_and_slower_losses_score_higher_and_keep_their_value() {
        let win = Score::of(Value::POINT);
        let slower = win.one_ply_earlier(1).one_ply_earlier(1);
        assert!(win > slower && -slower > -win && slower > Score::of(Value(99)));
        assert_eq!((slower.value(), (-slower).value()), (Value::POINT, -Value::POINT));
        assert_eq!(win.one_ply_earlier(0), win);
        let mut far = Score::of(Value(1));
        for _ in 0..30_000 {
            far = far.one_ply_earlier(1);
        }
        assert_eq!(far.value(), Value(1));
        assert_eq!(Score::of(Value::BEST).value(), Value::BEST);
    }

    #[test]
    fn a_window_one_ply_later_contains_the_same_scores() {
        for ply_cost in [0, 1] {
            for alpha in -4..4 {
                for beta in alpha + 1..5 {
                    let window = Window { alpha: Score(alpha), beta: Score(beta) };
                    let later = window.one_ply_later(ply_cost);
                    for score in (-6..=6).map(Score) {
                        let earlier = score.one_ply_earlier(ply_cost);
                        assert_eq!(earlier > window.alpha, score > later.alpha, "{window:?} {score:?}");
                        assert_eq!(earlier >= window.beta, score >= later.beta, "{window:?} {score:?}");
                    }
                }
            }
        }
    }
}
