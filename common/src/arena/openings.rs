//! Openings: random first moves that leave both sides about equal chances, so that games of strong players differ.

use super::schedule::Schedule;
use crate::game::{Dice, Enumerable, Game, Value};
use crate::player::Stop;
use rayon::prelude::*;
use std::fmt;
use std::ops::RangeInclusive;

/// So many tries in a row without a new opening, and there are probably no more.
const PATIENCE: u64 = 2000;

/// Tries that are made at once; the same number whatever the threads, so that the openings are the same too.
const BATCH: u64 = 64;

/// How balanced a position is for the side to move; `None` if it should not be played from.
type Balance<G> = Box<dyn Fn(&G) -> Option<Value> + Send + Sync>;

/// The moves that may be made in an opening.
type Proposals<G> = Box<dyn Fn(&G) -> Vec<<G as Game>::Move> + Send + Sync>;

/// How a game makes its openings.
///
/// ```
/// # use common::{arena::OpeningRule, game::{Enumerable, Value}};
/// fn openings<G: Enumerable>() -> OpeningRule<G> {
///     OpeningRule::plies(2..=4).balanced(Value(30), |_position| Some(Value::EVEN))
/// }
/// ```
pub struct OpeningRule<G: Game> {
    plies: RangeInclusive<usize>,
    margin: Value,
    balance: Balance<G>,
    proposals: Proposals<G>,
    sides: Option<usize>,
}

impl<G: Enumerable> OpeningRule<G> {
    /// Openings of so many random plies, every one of them good enough unless [`OpeningRule::balanced`] says more.
    pub fn plies(plies: RangeInclusive<usize>) -> OpeningRule<G> {
        OpeningRule {
            plies,
            margin: Value::EVEN,
            balance: Box::new(|_| Some(Value::EVEN)),
            proposals: Box::new(G::moves),
            sides: None,
        }
    }

    /// Takes only positions that `balance` finds at most `margin` better for either side. The balance is told for the
    /// side to move; `None` means that the position should not be played from.
    pub fn balanced(
        self,
        margin: Value,
        balance: impl Fn(&G) -> Option<Value> + Send + Sync + 'static,
    ) -> OpeningRule<G> {
        OpeningRule { margin, balance: Box::new(balance), ..self }
    }

    /// Takes only some of the legal moves, where most of them are not what anybody would begin with.
    pub fn among(self, proposals: impl Fn(&G) -> Vec<G::Move> + Send + Sync + 'static) -> OpeningRule<G> {
        OpeningRule { proposals: Box::new(proposals), ..self }
    }

    /// Says how many sides the game has with the setup at hand, where that can be fewer than the facts allow.
    pub fn sides(self, sides: usize) -> OpeningRule<G> {
        OpeningRule { sides: Some(sides), ..self }
    }

    /// How many sides the game has.
    pub(super) fn side_count(&self) -> usize {
        self.sides.unwrap_or(G::FACTS.sides)
    }

    /// A position after random moves, if it may serve as an opening.
    fn attempt(&self, start: &G, mut dice: Dice) -> Option<Opening<G>> {
        let seed = dice.seed();
        let (least, most) = (*self.plies.start(), *self.plies.end());
        let plies = least + dice.below(most.saturating_sub(least).saturating_add(1));
        let mut opening = Opening { moves: Vec::new(), position: start.clone(), seed: Some(seed) };
        for ply in 0..plies {
            let side = opening.position.to_move().first()?;
            let choice = dice.pick(&(self.proposals)(&opening.position))?.clone();
            opening.position.play(side, &choice, &mut Dice::of(seed, ply as u64)).ok()?;
            opening.moves.push(choice.to_string());
        }
        let position = &opening.position;
        if position.outcome().is_some() || position.to_move().is_empty() {
            return None;
        }
        let value = (self.balance)(position)?;
        (value.0.unsigned_abs() <= self.margin.0.unsigned_abs()).then_some(opening)
    }
}

impl<G: Game> fmt::Debug for OpeningRule<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningRule")
            .field("plies", &self.plies)
            .field("margin", &self.margin)
            .finish_non_exhaustive()
    }
}

/// Where a game begins, and how it came there.
#[derive(Debug, Clone)]
pub(super) struct Opening<G> {
    pub moves: Vec<String>,
    pub position: G,
    /// The dice of the opening's ply `n` were those number `n` of this seed.
    pub seed: Option<u64>,
}

/// Why there are no openings.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoOpenings {
    /// Only so many different ones were found.
    Few(usize),
    /// Nobody wants to wait for them.
    Stopped,
}

/// The openings of a schedule, all different. They depend on the seed alone; `found` is told how many there are.
pub(super) fn make<G: Enumerable>(
    schedule: Schedule,
    start: &G,
    rule: &OpeningRule<G>,
    stop: &Stop,
    found: impl Fn(usize),
) -> Result<Vec<Opening<G>>, NoOpenings> {
    if schedule.openings == 0 {
        return Ok(vec![Opening { moves: Vec::new(), position: start.clone(), seed: None }]);
    }
    let wanted = schedule.used_openings() as usize;
    let mut openings: Vec<Opening<G>> = Vec::new();
    let (mut tried, mut last_success) = (0, 0);
    while openings.len() < wanted {
        if stop.raised() {
            return Err(NoOpenings::Stopped);
        }
        if tried - last_success >= PATIENCE {
            return Err(NoOpenings::Few(openings.len()));
        }
        let batch: Vec<_> = (tried..tried + BATCH)
            .into_par_iter()
            .map(|attempt| rule.attempt(start, schedule.opening_dice(attempt)))
            .collect();
        for opening in batch.into_iter().flatten() {
            if openings.len() < wanted && openings.iter().all(|known| known.position != opening.position) {
                openings.push(opening);
                last_success = tried;
            }
        }
        tried += BATCH;
        found(openings.len());
    }
    Ok(openings)
}
