//! Where games begin: start positions, and openings of random moves that leave both sides about equal chances, so that
//! games of strong players differ.

use super::schedule::Schedule;
use crate::game::{Dice, Game, StartError, Stream, Value};
use crate::job::Work;
use crate::player::MoveText;
use rayon::prelude::*;
use std::fmt;
use std::ops::RangeInclusive;

/// After this many attempts in a row without a new opening the search ends.
const MAX_FAILED_ATTEMPTS: u64 = 2000;

/// Attempts that are made at once. It does not depend on the threads, so that the openings do not either.
const BATCH: u64 = 64;

/// How balanced a position is for the side to move; `None` if it should not be played from.
type Balance<G> = Box<dyn Fn(&G) -> Option<Value> + Send + Sync>;

/// The moves that may be made in an opening.
type Proposals<G> = Box<dyn Fn(&G) -> Vec<<G as Game>::Move> + Send + Sync>;

/// How a game makes its openings. They are meant for games of turns in which nothing is hidden.
///
/// ```
/// # use common::{arena::OpeningRule, game::{Game, Value}};
/// fn openings<G: Game>() -> OpeningRule<G> {
///     OpeningRule::plies(2..=4).balanced(Value(30), |_position| Some(Value::EVEN))
/// }
/// ```
pub struct OpeningRule<G: Game> {
    plies: RangeInclusive<usize>,
    margin: Value,
    balance: Balance<G>,
    proposals: Option<Proposals<G>>,
}

impl<G: Game> OpeningRule<G> {
    /// Openings of this many random plies. Every one is accepted unless [`OpeningRule::balanced`] restricts them.
    pub fn plies(plies: RangeInclusive<usize>) -> OpeningRule<G> {
        OpeningRule { plies, margin: Value::EVEN, balance: Box::new(|_| Some(Value::EVEN)), proposals: None }
    }

    /// Accepts only positions that `balance` finds at most `margin` better for either side. `balance` returns the value
    /// for the side to move, or `None` if the position should not be played from.
    pub fn balanced(
        self,
        margin: Value,
        balance: impl Fn(&G) -> Option<Value> + Send + Sync + 'static,
    ) -> OpeningRule<G> {
        OpeningRule { margin, balance: Box::new(balance), ..self }
    }

    /// Chooses among these moves only, where most legal moves are not sensible in an opening.
    pub fn among(self, proposals: impl Fn(&G) -> Vec<G::Move> + Send + Sync + 'static) -> OpeningRule<G> {
        OpeningRule { proposals: Some(Box::new(proposals)), ..self }
    }

    /// A position after random moves, if it is accepted as an opening.
    fn attempt(&self, starts: &OpeningStarts<'_, G>, mut dice: Dice) -> Option<Opening<G>> {
        let seed = dice.seed();
        let (min, max) = (*self.plies.start(), *self.plies.end());
        let plies = min + dice.below(max.saturating_sub(min).saturating_add(1));
        let mut opening = Opening { seed: Some(seed), ..starts.get(seed).ok()?.into() };
        for ply in 0..plies {
            let side = opening.position.to_move().first()?;
            let choice = match &self.proposals {
                Some(proposals) => dice.pick(&proposals(&opening.position)).cloned(),
                None => opening.position.random_move(side, &mut dice),
            }?;
            opening.position.play(side, &choice, &mut Dice::of(seed, ply as u64)).ok()?;
            opening.moves.push(MoveText { side, text: choice.to_string() });
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

/// A start position.
#[derive(Debug, Clone)]
pub(super) struct OpeningStart<G> {
    pub position: G,
    /// The seed of its dice; `None` if the start position does not depend on dice.
    pub seed: Option<u64>,
}

impl<G: Game> OpeningStart<G> {
    /// Makes the start position of a seed.
    pub(super) fn make(
        setup: &G::Setup,
        seed: u64,
        work: &Work,
    ) -> Result<OpeningStart<G>, StartError<G::BadSetup>> {
        let mut dice = Dice::for_game(seed, Stream::Start);
        let position = G::start(setup, &mut dice, work)?;
        Ok(OpeningStart { position, seed: (G::FACTS.chance && dice.used()).then_some(seed) })
    }
}

/// The start positions of a match.
pub(super) struct OpeningStarts<'a, G: Game> {
    pub setup: &'a G::Setup,
    /// One of them: all of them, if they do not depend on dice.
    pub known: OpeningStart<G>,
    pub work: Work,
}

impl<G: Game> OpeningStarts<'_, G> {
    pub(super) fn get(&self, seed: u64) -> Result<OpeningStart<G>, StartError<G::BadSetup>> {
        match self.known.seed {
            Some(known) if known != seed => OpeningStart::make(self.setup, seed, &self.work),
            _ => Ok(self.known.clone()),
        }
    }
}

/// Where a game begins, and the moves that led there.
#[derive(Debug, Clone)]
pub(super) struct Opening<G> {
    /// The seed of the start position, if that depends on dice.
    pub start_seed: Option<u64>,
    pub moves: Vec<MoveText>,
    pub position: G,
    /// Ply `n` of the opening used stream `n` of this seed.
    pub seed: Option<u64>,
}

impl<G> From<OpeningStart<G>> for Opening<G> {
    fn from(start: OpeningStart<G>) -> Opening<G> {
        Opening { start_seed: start.seed, moves: Vec::new(), position: start.position, seed: None }
    }
}

/// Why there are no openings.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoOpenings {
    /// Only this many different ones were found.
    TooFew(usize),
    /// The search was stopped.
    Stopped,
}

/// The openings of a schedule, all different. They depend on the seed alone. `progress` gets the number found so far.
pub(super) fn make<G: Game>(
    schedule: Schedule,
    starts: &OpeningStarts<'_, G>,
    rule: &OpeningRule<G>,
    progress: impl Fn(usize),
) -> Result<Vec<Opening<G>>, NoOpenings> {
    let wanted = schedule.used_openings() as usize;
    let mut openings: Vec<Opening<G>> = Vec::new();
    let (mut attempts, mut last_success) = (0, 0);
    while openings.len() < wanted {
        if starts.work.stopped() {
            return Err(NoOpenings::Stopped);
        }
        if attempts - last_success >= MAX_FAILED_ATTEMPTS {
            return Err(NoOpenings::TooFew(openings.len()));
        }
        let batch: Vec<_> = (attempts..attempts + BATCH)
            .into_par_iter()
            .map(|attempt| rule.attempt(starts, schedule.opening_dice(attempt)))
            .collect();
        for opening in batch.into_iter().flatten() {
            if openings.len() < wanted && openings.iter().all(|known| known.position != opening.position) {
                openings.push(opening);
                last_success = attempts;
            }
        }
        attempts += BATCH;
        progress(openings.len());
    }
    Ok(openings)
}
