//! The rules of Warlight.
//!
//! A map is divided into regions, which are grouped into super regions. In every round all players secretly and
//! simultaneously deploy armies and order attacks and transfers between neighbouring regions; then the round is played.
//! A player who owns every region that is owned at all wins.
//!
//! | parameter | values | default |
//! |---|---|---|
//! | `map` | a map | the first one |
//! | `players` | 2 to 8, as many as the map carries; 2 in the contests | 2 |
//! | `rules` | `seed`: the source document; `contest1`, `contest2`: the AI contests | `seed` |
//! | `starts` | starting regions in `seed`: `all`, or how many of those that are offered | 2 |
//! | `income` | armies per round without bonuses | 5 |
//! | `luck` | part of luck in fights, in percent | 100; 16 in `contest2` |
//! | `rounds` | after so many rounds the game is a draw | 100; in `contest2` max(60, 2.5 × regions) |
//! | `fog` | `on`: players see their regions and the neighbours | off; on in the contests |
//! | `from` | a recorded game to go on from, whose setup it has | none |
//!
//! [`State`], [`fight()`] and [`play_round`] are plain and fast, for simulations. [`Position`] adds everything that a
//! whole game needs: picks, moves that wait for others, fog, and effects that can be taken back.

mod binomial;
mod check;
mod contest;
mod fight;
mod fog;
mod from;
mod maps;
pub mod plain;
mod position;
mod random;
mod record;
mod round;
mod setup;
mod start;
mod state;
#[cfg(test)]
pub(crate) mod tests;
mod turn;
mod view;

pub use binomial::binomial;
pub use check::{Illegal, Place, check_strictly, check_turn, place};
pub use fight::{
    ATTACKER_KILLS, DEFENDER_KILLS, FULL_LUCK, Fight, FightEnd, Odds, expected_losses, fight, hits, odds,
    settle,
};
pub use fog::{Memory, Seen, viewers, witnesses};
pub use from::FromGame;
pub use maps::{MapRef, find_map, map_ids, map_title, open_map};
pub use position::{Effect, Position, Undo};
pub use random::{random_picks, random_turn};
pub use record::{ChangeEvent, DeployEvent, Event, OrderEnd, OrderEvent, RoundRecord, Skip, Witnesses};
pub use round::{RoundBuffer, RoundRules, Slot, linearise, play_round};
pub use setup::{RuleSet, Setup, Starts};
pub use start::{BadSetup, Start, WASTELAND_ARMIES, give_ranked, picker};
pub use state::{MAX_PLAYERS, State};
pub use turn::{Deploy, Move, Order, Turn};
pub use view::View;

use common::game::{Dice, Facts, Game, Made, Outcome, Side, Sides, StartError};
use common::job::Work;

impl Game for Position {
    const FACTS: Facts =
        Facts { name: "warlight", title: "Warlight", chance: true, hidden: true, simultaneous: true };
    type Setup = Setup;
    type Move = Move;
    type View = View;
    type Effect = Effect;
    type Score = ();
    type Illegal = Illegal;
    type BadSetup = BadSetup;

    fn sides(setup: &Setup) -> usize {
        usize::from(setup.players)
    }

    fn max_plies(setup: &Setup) -> usize {
        let picks = match setup.rules {
            RuleSet::Seed | RuleSet::Contest1 => usize::from(setup.players),
            RuleSet::Contest2 => setup.map.super_regions.len(),
        };
        picks + usize::from(setup.players) * usize::from(setup.round_limit())
    }

    fn start(setup: &Setup, dice: &mut Dice, _: &Work) -> Result<Position, StartError<BadSetup>> {
        match &setup.from {
            Some(from) => Ok(from.record().position()),
            None => Ok(Position::new(setup, Start::new(setup, dice)?)),
        }
    }

    fn to_move(&self) -> Sides {
        self.waiting_for()
    }

    fn parse(&self, side: Side, text: &str) -> Result<Move, Illegal> {
        let m = Move::read(text).map_err(|part| Illegal::NotUnderstood(part.chars().take(40).collect()))?;
        self.check(side, &m).map(|()| m)
    }

    fn play(&mut self, side: Side, m: &Move, dice: &mut Dice) -> Result<Effect, Illegal> {
        self.check(side, m)?;
        let effect = self.effect_of(side, m, dice);
        self.apply(side, m, &effect);
        Ok(effect)
    }

    fn random_move(&self, side: Side, dice: &mut Dice) -> Option<Move> {
        if !self.waiting_for().contains(side) {
            return None;
        }
        Some(if self.picking {
            Move::Pick(random_picks(&self.offers(side), self.picks(side), dice))
        } else {
            Move::Turn(random_turn(self.map(), &self.state, side, self.income(side), dice))
        })
    }

    fn view(&self, side: Side) -> View {
        View::new(self, side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.final_outcome()
    }

    fn is_visible(viewer: Side, made: Made<'_, Position>, now: &Position) -> bool {
        if made.side == viewer || now.final_outcome().is_some() {
            return true;
        }
        match made.m {
            Move::Pick(_) if now.setup.rules == RuleSet::Contest2 => true,
            _ if now.memory.is_some() => false,
            Move::Pick(_) => !now.picking,
            Move::Turn(_) => now.round > made.before.round,
        }
    }

    fn visible_effect(viewer: Side, effect: &Effect, now: &Position) -> Option<Effect> {
        if now.memory.is_none() || now.final_outcome().is_some() {
            return Some(effect.clone());
        }
        Some(match effect {
            Effect::Waiting => Effect::Waiting,
            Effect::Starts { given, complete, .. } => {
                let public = now.setup.rules == RuleSet::Contest2;
                let known = given.iter().copied().filter(|(side, _)| public || *side == viewer);
                Effect::Starts { given: known.collect(), complete: *complete, undo: None }
            }
            Effect::Round { record, .. } => {
                Effect::Round { record: view::seen_record(record, viewer, true), undo: None }
            }
        })
    }

    fn reveals(before: &Position, after: &Position) -> bool {
        (before.round, before.picked, before.picking) != (after.round, after.picked, after.picking)
    }
}
