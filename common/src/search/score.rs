//! The numbers alpha-beta compares: a value, and within equal values how far away it is.

use crate::game::{Side, Value};
use std::ops::Neg;

/// A value with its distance in plies, so that among equal values a sooner win and a later loss are better.
///
/// The value takes the high part and the distance pulls towards even by one a ply: +1.00 in three plies is
/// `100 · 65536 − 3`. The distance is relative to the position that has the score, so it may be kept in a table; and it
/// never reaches half a step of the value, so that [`Score::value`] is not blurred by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(super) i32);

const SCALE: i32 = 1 << 16;

impl Score {
    /// A value that is reached now. Values beyond [`Value::BEST`] do not occur and are cut.
    pub fn of(value: Value) -> Score {
        Score(value.0.clamp(-Value::BEST.0, Value::BEST.0) * SCALE)
    }

    /// The value, the distance forgotten.
    pub fn value(self) -> Value {
        Value((self.0 + self.0.signum() * (SCALE / 2)) / SCALE)
    }

    /// The same score, seen by `to` instead of `from`.
    pub(super) fn turned(self, from: Side, to: Side) -> Score {
        if from == to { self } else { -self }
    }

    /// The next greater score.
    pub(super) fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score of a position from that of the next one; `step` is 1, or 0 where distance does not matter.
    pub(super) fn one_ply_before(self, step: i32) -> Score {
        Score(self.0 - step * self.0.signum())
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// The scores that are of interest: those greater than `alpha` and less than `beta`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// The narrowest window: is it more than `alpha`?
    pub fn more_than(alpha: Score) -> Window {
        Window { alpha, beta: alpha.above() }
    }

    /// Whether an exact answer is wanted, not just a yes or no.
    pub fn is_wide(self) -> bool {
        self.beta > self.alpha.above()
    }

    /// The window for the next position: a score there is inside exactly if [`Score::one_ply_before`] of it is inside here.
    pub fn for_next(self, step: i32) -> Window {
        let (Score(alpha), Score(beta)) = (self.alpha, self.beta);
        Window {
            alpha: Score(if alpha >= 0 { alpha + step } else { alpha - step }),
            beta: Score(if beta > 0 { beta + step } else { beta - step }),
        }
    }

    /// The window as `to` sees it.
    pub fn turned(self, from: Side, to: Side) -> Window {
        if from == to { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better_and_the_value_stays() {
        let win = Score::of(Value::POINT);
        let later = win.one_ply_before(1).one_ply_before(1);
        assert!(win > later && -later > -win && later > Score::of(Value(99)));
        assert_eq!((later.value(), (-later).value()), (Value::POINT, -Value::POINT));
        assert_eq!(win.one_ply_before(0), win);
        let mut far = Score::of(Value(1));
        for _ in 0..30_000 {
            far = far.one_ply_before(1);
        }
        assert_eq!(far.value(), Value(1));
        assert_eq!(Score::of(Value::BEST).value(), Value::BEST);
    }

    #[test]
    fn the_next_window_asks_the_same_question() {
        for step in [0, 1] {
            for alpha in -4..4 {
                for beta in alpha + 1..5 {
                    let here = Window { alpha: Score(alpha), beta: Score(beta) };
                    let next = here.for_next(step);
                    for score in (-6..=6).map(Score) {
                        let known = score.one_ply_before(step);
                        assert_eq!(known > here.alpha, score > next.alpha, "{here:?} {score:?}");
                        assert_eq!(known >= here.beta, score >= next.beta, "{here:?} {score:?}");
                    }
                }
            }
        }
    }
}
