//! One game between two players, from its opening to its record.

use super::openings::Opening;
use super::record::{TimeUsed, Irregular, Record};
use super::schedule::{self, Schedule, Who};
use crate::game::{Dice, Enumerable, Game, Side};
use crate::player::{Budget, AiPlayers, Player, PlayerError, Spec, Turn, ask};
use std::time::Duration;
use web_time::Instant;

/// A program that dies may do so because of the same Ctrl-C that is about to reach us.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Everything that is needed to play any game of a match.
pub(super) struct Match<'a, G: Game> {
    pub a: &'a Spec,
    pub b: &'a Spec,
    pub setup: &'a G::Setup,
    pub schedule: Schedule,
    pub openings: &'a [Opening<G>],
    pub budget: Budget,
}

impl<G: AiPlayers + Enumerable> Match<'_, G> {
    /// Plays the game of this index; `None` if it was stopped before its end.
    pub(super) fn play(&self, index: u64) -> Option<Record> {
        let seeds = self.schedule.seeds(index);
        let opening = &self.openings[self.schedule.opening(index) as usize];
        let mut record = Record {
            index,
            first: schedule::first(index),
            opening: opening.moves.clone(),
            moves: Vec::new(),
            points: [0.0; 2],
            irregular: None,
            seed: seeds.game,
            opening_seed: opening.seed.filter(|_| G::FACTS.chance),
            clock_a: TimeUsed::default(),
            clock_b: TimeUsed::default(),
        };
        match (G::build_player(self.a, self.setup, seeds.a), G::build_player(self.b, self.setup, seeds.b)) {
            (Ok(a), Ok(b)) => self.moves([a, b], opening.position.clone(), &mut record),
            (Err(error), _) => forfeit(&mut record, Who::A, error.to_string()),
            (_, Err(error)) => forfeit(&mut record, Who::B, error.to_string()),
        }
        (!self.budget.stop.raised()).then_some(record)
    }

    /// Plays on until the end, or until nobody wants to know it any more.
    fn moves(&self, [mut a, mut b]: [Box<dyn Player<G>>; 2], mut position: G, record: &mut Record) {
        let mut told = if G::FACTS.hidden { Vec::new() } else { record.opening.clone() };
        loop {
            if let Some(outcome) = position.outcome() {
                record.points = [outcome.points(Side::FIRST), outcome.points(Side::SECOND)];
                return;
            }
            let ply = record.opening.len() + record.moves.len();
            let (side, who) = match position.to_move().first() {
                _ if ply >= G::FACTS.longest => {
                    return no_result(record, "the game was longer than its rules allow");
                }
                Some(side) if side == schedule::side(record.index, Who::A) => (side, Who::A),
                Some(side) if side == schedule::side(record.index, Who::B) => (side, Who::B),
                _ => return no_result(record, "neither player was to move, but there was no result"),
            };
            let (player, clock) = match who {
                Who::A => (&mut a, &mut record.clock_a),
                Who::B => (&mut b, &mut record.clock_b),
            };
            let turn = Turn { side, view: &position.view(side), setup: self.setup, moves: &told };
            let since = Instant::now();
            let answer = ask(&mut **player, &turn, &self.budget, &|_| ());
            clock.add(self.clocked(since.elapsed()));
            if matches!(answer, Err(PlayerError::Died(_))) && !self.budget.stop.raised() {
                std::thread::sleep(LAST_WORDS);
            }
            // A move that was chosen in a hurry is not worth playing.
            if self.budget.stop.raised() {
                return;
            }
            let dice = &mut Dice::of(record.seed, ply as u64);
            match answer.and_then(|choice| run_command(&mut position, side, &choice, dice)) {
                Ok(text) => {
                    if !G::FACTS.hidden {
                        told.push(text.clone());
                    }
                    record.moves.push(text);
                }
                Err(error) => return forfeit(record, who, error.to_string()),
            }
        }
    }

    /// One move on the clock. A tenth more than allowed (at least 10 ms) is forgiven: a busy machine takes that much.
    fn clocked(&self, took: Duration) -> TimeUsed {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let over =
            self.budget.time.is_some_and(|time| took > time + (time / 10).max(Duration::from_millis(10)));
        TimeUsed { moves: 1, total_us: us, longest_us: us, overruns: u64::from(over) }
    }
}

/// Plays the chosen move and gives its text.
fn run_command<G: Game>(
    position: &mut G,
    side: Side,
    choice: &G::Move,
    dice: &mut Dice,
) -> Result<String, PlayerError> {
    let answer = choice.to_string();
    match position.play(side, choice, dice) {
        Ok(()) => Ok(answer),
        Err(why) => Err(PlayerError::Illegal { answer, why: why.to_string() }),
    }
}

/// The game is lost for who could not play it.
fn forfeit(record: &mut Record, loser: Who, why: String) {
    record.points = if record.first == loser { [0.0, 1.0] } else { [1.0, 0.0] };
    record.irregular = Some(Irregular { loser: Some(loser), why });
}

/// Rules that end nowhere are nobody's fault: a draw that is told.
fn no_result(record: &mut Record, why: &str) {
    record.points = [0.5; 2];
    record.irregular = Some(Irregular { loser: None, why: why.to_owned() });
}
