//! Integer scores for searches that a game writes itself: distances to a win, and the conversion to [`Value`].

use crate::game::Value;

/// The score of a won game. A win in n plies scores n less.
pub const WIN: i32 = 30_000;

/// Scores from here on, and below the negative of it, are proved wins and losses.
pub const PROVED: i32 = 29_000;

/// Whether a score is a proved win or loss.
#[inline]
pub fn is_proved(score: i32) -> bool {
    score.abs() >= PROVED
}

/// Converts a score for the transposition table. The search counts the distance to a win from the root, the table counts it
/// from the stored position.
#[inline]
pub fn score_to_table(score: i32, ply: usize) -> i32 {
    if is_proved(score) { score + ply as i32 * score.signum() } else { score }
}

/// The inverse of [`score_to_table`].
#[inline]
pub fn score_from_table(score: i32, ply: usize) -> i32 {
    if is_proved(score) { score - ply as i32 * score.signum() } else { score }
}

/// Converts a score to a [`Value`], in which a point is a won game. `units` is the score that multiplies the odds of
/// winning by e.
pub fn score_to_value(score: i32, units: i32) -> Value {
    if is_proved(score) {
        return Value(Value::POINT.0 * score.signum());
    }
    let log_odds = f64::from(score) / f64::from(units);
    Value((99.0 * (log_odds / 2.0).tanh()).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_the_distance_to_a_win_from_the_stored_position() {
        for score in [WIN - 7, -WIN + 7, 120, -120, 0] {
            assert_eq!(score_from_table(score_to_table(score, 5), 5), score);
        }
        assert_eq!(score_to_table(WIN - 7, 5), WIN - 2);
        assert_eq!(score_to_table(-WIN + 7, 5), -WIN + 2);
        assert_eq!(score_to_table(120, 5), 120);
    }

    #[test]
    fn only_proved_scores_are_worth_a_point() {
        assert_eq!(score_to_value(WIN - 3, 100), Value::POINT);
        assert_eq!(score_to_value(-PROVED, 100), -Value::POINT);
        assert_eq!(score_to_value(PROVED - 1, 100), Value(99));
        assert_eq!(score_to_value(0, 100), Value::EVEN);
    }
}
