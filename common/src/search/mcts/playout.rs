//! What Monte Carlo tree search asks of a game: which moves to try, and what a position is worth to each side.

use super::super::{Evaluator, Even};
use crate::game::{Dice, Enumerable, Game, Outcome, Side, Value};

/// Chooses the moves that are worth trying in a position.
pub trait Candidates<G: Game>: Send + Sync {
    /// Legal moves of `side`, which is to move, in the order to try them; `dice` for those who draw a sample.
    fn moves(&self, position: &G, side: Side, dice: &mut Dice) -> Vec<G::Move>;
    /// Whether all moves that matter are always among them, so that a position is lost if they all lose.
    fn complete(&self) -> bool {
        false
    }
}

impl<G: Game, F: Fn(&G, Side, &mut Dice) -> Vec<G::Move> + Send + Sync> Candidates<G> for F {
    fn moves(&self, position: &G, side: Side, dice: &mut Dice) -> Vec<G::Move> {
        self(position, side, dice)
    }
}

/// Every legal move, in random order, so that a short search is not about the first moves of the list only.
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

/// What a game is worth to each of up to eight sides: 1 is won, 0 is lost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scores(pub [f64; 8]);

impl Scores {
    /// The score of a side.
    pub fn of(self, side: Side) -> f64 {
        self.0[side.index()]
    }

    /// Scores from a value as `mover` sees it, a point being all; to everybody else it is worth the opposite.
    pub fn from_value(value: Value, mover: Side) -> Scores {
        let share = f64::from(value.0) / f64::from(Value::POINT.0);
        let score = f64::midpoint(1.0, share.clamp(-1.0, 1.0));
        let mut scores = [1.0 - score; 8];
        scores[mover.index()] = score;
        Scores(scores)
    }

    /// The value of a score, the opposite of [`Scores::from_value`].
    pub(super) fn value(score: f64) -> Value {
        Value(((2.0 * score - 1.0) * f64::from(Value::POINT.0)).round() as i32)
    }
}

/// What a finished game is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reward {
    /// 1 for a win, ½ for a draw, 0 for a loss, by whatever margin.
    #[default]
    Wins,
    /// The margin to the best other side counts: a whole point is a win, half a point is ¾.
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

/// Says what a position is worth, usually by playing on from it.
pub trait Playout<G: Game>: Send + Sync {
    /// What an unfinished position is worth to each side.
    fn run(&self, position: G, dice: &mut Dice) -> Scores;
    /// What a finished game is worth to each side; in a game of two it adds up to 1.
    fn end(&self, outcome: Outcome) -> Scores {
        Reward::Wins.scores(outcome)
    }
}

impl<G: Game, F: Fn(G, &mut Dice) -> Scores + Send + Sync> Playout<G> for F {
    fn run(&self, position: G, dice: &mut Dice) -> Scores {
        self(position, dice)
    }
}

/// Random moves to the end of the game, or for some plies with an evaluation then.
#[derive(Debug, Clone)]
pub struct RandomPlayout<E = Even, C = AllMoves> {
    /// Plies to play; with 0 the position is just evaluated.
    pub plies: usize,
    /// Says what a position is worth that is not over by then.
    pub evaluator: E,
    /// The moves to choose from.
    pub candidates: C,
    /// What a finished game is worth.
    pub reward: Reward,
}

impl Default for RandomPlayout {
    /// To the end; a game of a thousand plies more is called even.
    fn default() -> RandomPlayout {
        RandomPlayout { plies: 1000, evaluator: Even, candidates: AllMoves, reward: Reward::Wins }
    }
}

impl<E> RandomPlayout<E> {
    /// `plies` random moves, then the evaluator's word.
    pub fn then(plies: usize, evaluator: E) -> RandomPlayout<E> {
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
