//! Statistics of lengths and times.

use common::arena::is_over_time;
use serde::Serialize;
use std::time::Duration;

/// How long games were, in rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RoundCounts {
    /// The mean number of rounds.
    #[serde(rename = "rounds_mean")]
    pub mean: Option<f64>,
    /// Half of the games were not longer than this.
    #[serde(rename = "rounds_median")]
    pub median: Option<f64>,
    /// The shortest game.
    #[serde(rename = "rounds_min")]
    pub min: Option<u16>,
    /// The longest game.
    #[serde(rename = "rounds_max")]
    pub max: Option<u16>,
}

impl RoundCounts {
    /// The statistics of games with these numbers of rounds.
    pub fn new(mut rounds: Vec<u16>) -> RoundCounts {
        rounds.sort_unstable();
        let sum: f64 = rounds.iter().copied().map(f64::from).sum();
        let (count, half) = (rounds.len(), rounds.len() / 2);
        RoundCounts {
            mean: (count > 0).then(|| sum / count as f64),
            median: rounds.get(half).map(|upper| {
                let lower = if count.is_multiple_of(2) { rounds[half - 1] } else { *upper };
                f64::midpoint(f64::from(lower), f64::from(*upper))
            }),
            min: rounds.first().copied(),
            max: rounds.last().copied(),
        }
    }
}

/// How long a player thought about its moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MoveTimes {
    /// The number of moves.
    pub moves: u64,
    /// The mean time.
    pub mean_ms: Option<f64>,
    /// 99 of 100 moves did not take longer than this.
    pub p99_ms: Option<f64>,
    /// The longest time.
    pub max_ms: Option<f64>,
    /// Moves that took longer than allowed.
    pub over_time: u64,
}

impl MoveTimes {
    /// The statistics of moves with these times in microseconds.
    pub fn new(mut times: Vec<u32>, limit: Option<Duration>) -> MoveTimes {
        times.sort_unstable();
        let ms = |us: u32| f64::from(us) / 1000.0;
        let count = times.len();
        let sum: f64 = times.iter().copied().map(ms).sum();
        let over = |us: &&u32| {
            limit.is_some_and(|limit| is_over_time(Duration::from_micros(u64::from(**us)), limit))
        };
        MoveTimes {
            moves: count as u64,
            mean_ms: (count > 0).then(|| sum / count as f64),
            p99_ms: (count > 0).then(|| ms(times[(count * 99).div_ceil(100) - 1])),
            max_ms: times.last().copied().map(ms),
            over_time: times.iter().filter(over).count() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_games() {
        let none = RoundCounts::new(Vec::new());
        assert_eq!(none, RoundCounts { mean: None, median: None, min: None, max: None });
        let odd = RoundCounts::new(vec![9, 1, 2]);
        assert_eq!(odd, RoundCounts { mean: Some(4.0), median: Some(2.0), min: Some(1), max: Some(9) });
        let even = RoundCounts::new(vec![9, 1, 2, 5]);
        assert_eq!((even.mean, even.median), (Some(4.25), Some(3.5)));
    }

    #[test]
    fn times_of_moves() {
        let none = MoveTimes::new(Vec::new(), None);
        assert_eq!((none.moves, none.mean_ms, none.p99_ms, none.max_ms), (0, None, None, None));
        let limit = Some(Duration::from_millis(100));
        let times = MoveTimes::new((1..=200).map(|ms| ms * 1000).collect(), limit);
        assert_eq!((times.mean_ms, times.p99_ms, times.max_ms), (Some(100.5), Some(198.0), Some(200.0)));
        // Up to a tenth more than allowed is tolerated.
        assert_eq!((times.moves, times.over_time), (200, 90));
        let one = MoveTimes::new(vec![1500], None);
        assert_eq!((one.p99_ms, one.max_ms, one.over_time), (Some(1.5), Some(1.5), 0));
    }
}
