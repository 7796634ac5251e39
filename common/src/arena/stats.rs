//! Statistics of matches between two players: Elo with its error, and the sequential test. The unit is the pair of games
//! with sides swapped, because the two games of an opening are not independent of each other.

use serde::Serialize;
use std::f64::consts::LN_10;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// With fewer pairs than this their variance is not a good estimate.
const MIN_PAIRS: u64 = 10;

/// How a game ended for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameScore {
    /// Another player won.
    Loss,
    /// The first place was shared.
    Draw,
    /// The player won.
    Win,
}

/// Wins, draws and losses of A.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct WinDrawLoss {
    /// The number of games.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
}

impl WinDrawLoss {
    /// Counts a game.
    pub fn add(&mut self, score: GameScore) {
        self.games += 1;
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Loss => self.losses += 1,
        }
    }

    /// The mean score of a game, 0 to 1, a draw being ½; `None` without games.
    pub fn score(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games > 0).then(|| points / self.games as f64)
    }

    /// The 95 % interval of the mean score.
    pub fn score_interval(self) -> (f64, f64) {
        wilson_interval(self.wins as f64 + self.draws as f64 / 2.0, self.games)
    }

    /// The part of the games that A won, 0 to 1; `None` without games.
    pub fn win_rate(self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    /// The 95 % interval of the part of the games that A won.
    pub fn win_rate_interval(self) -> (f64, f64) {
        wilson_interval(self.wins as f64, self.games)
    }
}

/// The 95 % quantile of the normal distribution, both tails together.
const QUANTILE: f64 = 1.959_964;

/// The 95 % interval of Wilson for a mean of `points` in `games` games, each between 0 and 1. It stays within 0 and 1, and
/// is not empty when all games ended alike. Draws make the true interval narrower, so it is on the safe side.
pub fn wilson_interval(points: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let (mean, z2) = (points / n, QUANTILE * QUANTILE);
    let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = QUANTILE / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
    // Rounding must not keep a bound from 0 and 1.
    let low = if points <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if points >= n { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

/// The number of pairs in which A scored 0, ½, 1, 1½ and 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair.
    pub fn add(&mut self, one: GameScore, other: GameScore) {
        self.0[one as usize + other as usize] += 1;
    }

    fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// The variance of a pair's score (0 to 1). With few pairs, or with pairs that are all equal, it would be too small:
    /// then one lost and one won pair are added.
    fn variance(self) -> f64 {
        let plain = variance(&self.0.map(|n| n as f64));
        if self.count() >= MIN_PAIRS && plain > 0.0 {
            return plain;
        }
        let mut padded = self.0.map(|n| n as f64);
        padded[0] += 1.0;
        padded[4] += 1.0;
        variance(&padded)
    }
}

/// The scores of a pair, as fractions of the maximum.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn mean(counts: &[f64; 5]) -> f64 {
    let total: f64 = counts.iter().sum();
    counts.iter().zip(PAIR_SCORES).map(|(n, score)| n * score).sum::<f64>() / total
}

fn variance(counts: &[f64; 5]) -> f64 {
    let (total, mean) = (counts.iter().sum::<f64>(), mean(counts));
    counts.iter().zip(PAIR_SCORES).map(|(n, score)| n * (score - mean).powi(2)).sum::<f64>() / total
}

/// An Elo difference and its 95 % error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// The difference.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// The Elo difference that corresponds to a score; `None` at 0 and 100 %, where it would be infinite.
///
/// The error is the standard error of the score times the derivative of the Elo curve at that score.
pub fn elo(tally: WinDrawLoss, pairs: Pairs) -> Option<Elo> {
    let score = tally.score().filter(|score| *score > 0.0 && *score < 1.0)?;
    // A game whose partner is missing counts as half a pair.
    let deviation = (pairs.variance() / (tally.games as f64 / 2.0)).sqrt();
    let derivative = 400.0 / LN_10 / (score * (1.0 - score));
    Some(Elo { elo: 400.0 * (score / (1.0 - score)).log10(), error: QUANTILE * deviation * derivative })
}

/// The expected score at an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two Elo differences, both errors being 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The state of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct SprtResult {
    pub elo0: f64,
    pub elo1: f64,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    pub verdict: SprtDecision,
}

/// The decision of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SprtDecision {
    /// The results support `elo1`.
    Accepted,
    /// The results support `elo0`.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// The log-likelihood ratio of the pairs and the decision.
    pub(super) fn judge(self, pairs: Pairs) -> SprtResult {
        let upper = (0.95f64 / 0.05).ln();
        let llr = self.llr(pairs);
        let verdict = if llr >= upper {
            SprtDecision::Accepted
        } else if llr <= -upper {
            SprtDecision::Rejected
        } else {
            SprtDecision::Undecided
        };
        SprtResult { elo0: self.elo0, elo1: self.elo1, llr, lower: -upper, upper, verdict }
    }

    /// The generalised log-likelihood ratio of `elo1` to `elo0`: for each, the most likely distribution of pair scores
    /// with that mean.
    fn llr(self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // A score that did not occur is still possible; without it some means could not be reached.
        let counts = pairs.0.map(|n| (n as f64).max(1e-3));
        let at0 = log_likelihood(&counts, expected_score(self.elo0));
        let at1 = log_likelihood(&counts, expected_score(self.elo1));
        at1 - at0
    }
}

/// The maximum log-likelihood of the counts over distributions with the given mean, up to a constant.
///
/// By Lagrange, the best distribution is `count / total / (1 + x (score − mean))` with the `x` that gives this mean. The
/// condition decreases with `x`, so bisection finds it.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let terms = || counts.iter().zip(PAIR_SCORES.map(|score| score - mean));
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let x = f64::midpoint(low, high);
        if terms().map(|(n, d)| n * d / (1.0 + x * d)).sum::<f64>() > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    // At the limits a probability would be infinite; bisection can come very close.
    -terms().map(|(n, d)| n * (1.0 + x * d).max(f64::MIN_POSITIVE).ln()).sum::<f64>()
}

/// Why a text does not describe a sequential test.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadSprt {
    /// It has another form.
    #[error("two Elo differences are needed, written elo0,elo1 as in 0,10")]
    Form,
    /// The differences are in the wrong order.
    #[error("the first Elo difference must be less than the second")]
    Order,
    /// A difference is too large.
    #[error("Elo differences go from -1000 to 1000")]
    Range,
}

impl FromStr for Sprt {
    type Err = BadSprt;
    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| BadSprt::Form);
        let (elo0, elo1) = text.split_once(',').ok_or(BadSprt::Form)?;
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        // NaN is not in the range.
        if ![elo0, elo1].iter().all(|elo| (-1000.0..=1000.0).contains(elo)) {
            return Err(BadSprt::Range);
        }
        if elo0 >= elo1 {
            return Err(BadSprt::Order);
        }
        Ok(Sprt { elo0, elo1 })
    }
}

/// Whether a move took longer than allowed. A tenth more, at least 10 ms, is tolerated: a busy computer takes that much.
pub fn is_over_time(elapsed: Duration, limit: Duration) -> bool {
    elapsed > limit + (limit / 10).max(Duration::from_millis(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> WinDrawLoss {
        WinDrawLoss { games: wins + draws + losses, wins, draws, losses }
    }

    fn near(value: f64, known: f64, within: f64) {
        assert!((value - known).abs() < within, "{value} instead of {known}");
    }

    #[test]
    fn elo_as_calculated_by_hand() {
        // Variance (20 · ½² + 40 · ¼²) / 100 = 0.075, deviation √(0.075 / 100) = 0.0273861, derivative 4 · 173.7178.
        let even = elo(tally(60, 80, 60), Pairs([10, 20, 40, 20, 10])).unwrap();
        near(even.elo, 0.0, 1e-9);
        near(even.error, 37.298, 0.01);
        // 75 % is 400 · log₁₀ 3; all pairs are ¼ away from it, so the variance is 0.0625.
        let better = elo(tally(20, 20, 0), Pairs([0, 0, 10, 0, 10])).unwrap();
        near(better.elo, 190.8485, 1e-3);
        near(better.error, 1.959_964 * (0.0625f64 / 20.0).sqrt() * 173.7178 / 0.1875, 0.01);
    }

    #[test]
    fn wilson_intervals_as_published() {
        let interval = |points, games, known: (f64, f64)| {
            let (low, high) = wilson_interval(points, games);
            near(low, known.0, 5e-5);
            near(high, known.1, 5e-5);
        };
        // Newcombe (1998), table I, method 3.
        interval(81.0, 263, (0.2553, 0.3662));
        interval(15.0, 148, (0.0624, 0.1605));
        interval(0.0, 20, (0.0, 0.1611));
        interval(1.0, 29, (0.0061, 0.1718));
        assert_eq!(wilson_interval(0.0, 0), (0.0, 1.0));
        let all = wilson_interval(20.0, 20);
        near(all.0, 1.0 - 0.1611, 5e-5);
        assert!(all.1 >= 1.0);
        assert_eq!(tally(60, 80, 60).score_interval(), wilson_interval(100.0, 200));
        assert_eq!(tally(60, 80, 60).win_rate_interval(), wilson_interval(60.0, 200));
    }

    #[test]
    fn no_elo_where_it_would_be_infinite() {
        assert_eq!(elo(tally(0, 0, 0), Pairs::default()), None);
        assert_eq!(elo(tally(4, 0, 0), Pairs([0, 0, 0, 0, 2])), None);
        assert_eq!(elo(tally(0, 0, 4), Pairs([2, 0, 0, 0, 0])), None);
    }

    #[test]
    fn small_samples_have_a_large_error() {
        // One drawn pair, counted with a lost and a won one: variance 2 · ¼ / 3, one pair.
        let one = elo(tally(0, 2, 0), Pairs([0, 0, 1, 0, 0])).unwrap();
        near(one.error, 1.959_964 * (1.0f64 / 6.0).sqrt() * 173.7178 * 4.0, 0.01);
        let half = elo(tally(0, 1, 0), Pairs::default()).unwrap();
        assert!(half.error.is_finite() && half.error > one.error);
        let alike = elo(tally(100, 0, 100), Pairs([0, 0, 100, 0, 0])).unwrap();
        assert!(alike.error > 1.0);
    }

    #[test]
    fn llr_as_calculated_by_hand() {
        let sprt: Sprt = "0,100".parse().unwrap();
        // With pairs at 0 and 1 only, the best distribution of mean s is (1 − s, s); at 0 Elo ½, at 100 Elo 0.640065.
        let known = 30.0 * (0.640_065f64 / 0.5).ln() + 10.0 * (0.359_935f64 / 0.5).ln();
        let result = sprt.judge(Pairs([10, 0, 0, 0, 30]));
        near(result.llr, known, 0.01);
        near(result.upper, 2.9444, 1e-4);
        assert_eq!(result.verdict, SprtDecision::Accepted);
        assert_eq!(sprt.judge(Pairs([30, 0, 0, 0, 10])).verdict, SprtDecision::Rejected);
        assert_eq!(sprt.judge(Pairs([10, 0, 0, 0, 10])).verdict, SprtDecision::Undecided);
        near(sprt.judge(Pairs::default()).llr, 0.0, 1e-12);
    }

    #[test]
    fn llr_agrees_with_the_normal_approximation_near_the_middle() {
        // n (s₁ − s₀) (2 m − s₀ − s₁) / (2 v), good for small differences.
        let pairs = Pairs([180, 400, 800, 420, 200]);
        let counts = pairs.0.map(|n| n as f64);
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let known = 2000.0 * (s1 - s0) * (2.0 * mean(&counts) - s0 - s1) / (2.0 * variance(&counts));
        near("0,5".parse::<Sprt>().unwrap().judge(pairs).llr, known, 0.01);
    }

    #[test]
    fn one_sided_results_stay_finite() {
        let sprt: Sprt = "-1000,1000".parse().unwrap();
        for pairs in [Pairs([0, 0, 0, 0, 1_000_000]), Pairs([1_000_000, 0, 0, 0, 0])] {
            assert!(sprt.judge(pairs).llr.is_finite());
        }
    }

    #[test]
    fn a_wrong_test_says_what_is_wrong() {
        let why = |text: &str| text.parse::<Sprt>().unwrap_err();
        assert_eq!(why("5"), BadSprt::Form);
        assert_eq!(why("a,b"), BadSprt::Form);
        assert_eq!(why("5,5"), BadSprt::Order);
        assert_eq!(why("NaN,5"), BadSprt::Range);
        assert_eq!(why("0,inf"), BadSprt::Range);
        assert!("-5, 0".parse::<Sprt>().is_ok());
    }
}
