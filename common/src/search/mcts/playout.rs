//! What Monte Carlo tree search needs from a game: candidate moves, and a score of positions for each side.

use super::super::{Evaluator, ZeroEvaluator};
use crate::game::{Dice, Enumerable, Game, Outcome, Side, Value};

/// Selects the moves to try in a position.
pub trait Candidates<G: Game>: Send + Sync {
    /// Legal moves of `side`, which is to move, in the order to try them. `dice` is for random samples.
    fn moves(&self, position: &G, side: Side, dice: &mut Dice) -> Vec<G::Move>;
    /// Whether the list always contains every move that matters. Then a position is lost if all candidates lose.
    fn complete(&self) -> bool {
        false
    }
}

impl<G: Game, F: Fn(&G, Side, &mut Dice) -> Vec<G::Move> + Send + Sync> Candidates<G> for F {
    fn moves(&self, position: &G, side: Side, dice: &mut Dice) -> Vec<G::Move> {
        self(position, side, dice)
    }
}

/// Every legal move in random order, so a short search does not favour the first moves of the list.
#[derive(Debug, Clone, Copy, Default)]
pub struct AllMoves;

impl<G: Enumerable> Candidates<G> for AllMoves {
    fn moves(&self, position: &G, _: Side, dice: &mut Dice) -> Vec<G::Move> {
        let mut moves = position.moves();
        for i in (1..moves.len()).rev() {
            moves.swap(i, dice.below(i + 1));
        }
        moves
    }
    fn complete(&self) -> bool {
        true
    }
}

/// Scores for up to eight sides: 1 is a win, 0 is a loss.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scores(pub [f64; 8]);

impl Scores {
    /// The score of a side.
    pub fn of(self, side: Side) -> f64 {
        self.0[side.index()]
    }

    /// Scores from a value for `mover`, where a point is a win. All other sides get the complement.
    pub fn from_value(value: Value, mover: Side) -> Scores {
        let share = f64::from(value.0) / f64::from(Value::POINT.0);
        let score = f64::midpoint(1.0, share.clamp(-1.0, 1.0));
        let mut scores = [1.0 - score; 8];
        scores[mover.index()] = score;
        Scores(scores)
    }

    /// The value of a score: the inverse of [`Scores::from_value`].
    pub(super) fn value(score: f64) -> Value {
        Value(((2.0 * score - 1.0) * f64::from(Value::POINT.0)).round() as i32)
    }
}

/// How a finished game is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reward {
    /// 1 for a win, ½ for a draw, 0 for a loss.
    #[default]
    Wins,
    /// By the margin over the best other side: a full point scores 1, half a point ¾.
    Points,
}

impl Reward {
    /// The scores of a finished game.
    pub fn scores(self, outcome: Outcome) -> Scores {
        let mut scores = [0.0; 8];
        for (i, score) in scores.iter_mut().enumerate().take(outcome.sides()) {
            let side = Side(i as u8);
            *score = match self {
                Reward::Wins => outcome.score(side),
                Reward::Points => {
                    let others = (0..outcome.sides()).filter(|other| *other != i);
                    let best = others.map(|other| outcome.points(Side(other as u8))).reduce(f64::max);
                    let margin = outcome.points(side) - best.unwrap_or_default();
                    f64::midpoint(1.0, margin.clamp(-1.0, 1.0))
                }
            };
        }
        Scores(scores)
    }
}

/// Scores a leaf position, usually by playing it out.
pub trait Playout<G: Game>: Send + Sync {
    /// The scores of an unfinished position.
    fn run(&self, position: G, dice: &mut Dice) -> Scores;
    /// The scores of a finished game. With two sides they add up to 1.
    fn end(&self, outcome: Outcome) -> Scores {
        Reward::Wins.scores(outcome)
    }
}

impl<G: Game, F: Fn(G, &mut Dice) -> Scores + Send + Sync> Playout<G> for F {
    fn run(&self, position: G, dice: &mut Dice) -> Scores {
        self(position, dice)
    }
}

/// Plays random moves to the end of the game, or a limited number of moves followed by an evaluation.
#[derive(Debug, Clone)]
pub struct RandomPlayout<E = ZeroEvaluator, C = AllMoves> {
    /// Maximum number of random plies. With 0 the position is evaluated directly.
    pub plies: usize,
    /// Evaluates positions that are not over after `plies`.
    pub evaluator: E,
    /// The moves to draw from.
    pub candidates: C,
    /// How a finished game is scored.
    pub reward: Reward,
}

impl Default for RandomPlayout {
    /// Plays to the end. A game that lasts another thousand plies counts as even.
    fn default() -> RandomPlayout {
        RandomPlayout { plies: 1000, evaluator: ZeroEvaluator, candidates: AllMoves, reward: Reward::Wins }
    }
}

impl<E> RandomPlayout<E> {
    /// `plies` random moves followed by an evaluation.
    pub fn then_evaluate(plies: usize, evaluator: E) -> RandomPlayout<E> {
        RandomPlayout { plies, evaluator, candidates: AllMoves, reward: Reward::Wins }
    }
}

impl<G: Game, E: Evaluator<G>, C: Candidates<G>> Playout<G> for RandomPlayout<E, C> {
    fn run(&self, mut position: G, dice: &mut Dice) -> Scores {
        for _ in 0..self.plies {
            let Some(side) = position.to_move().first() else { break };
            let moves = self.candidates.moves(&position, side, dice);
            let Some(m) = dice.pick(&moves) else { break };
            if position.play(side, m, dice).is_err() {
                break;
            }
        }
        match (position.outcome(), position.to_move().first()) {
            (Some(outcome), _) => self.end(outcome),
            (None, Some(mover)) => Scores::from_value(self.evaluator.evaluate(&position), mover),
            (None, None) => Scores([0.5; 8]),
        }
    }
    fn end(&self, outcome: Outcome) -> Scores {
        self.reward.scores(outcome)
    }
}
