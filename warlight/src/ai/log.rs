//! What the document logs for every round: the values that an AI player gave to regions and to turns.

use super::evaluate::Evaluator;
use crate::map::RegionId;
use crate::rules::{Move, Position, View};
use common::game::Value;
use common::player::{Budget, Player, PlayerError, Thought, Turn};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// What a player thought before one of its moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoundLog {
    /// The number of rounds that were played before.
    pub round: u16,
    /// The values of the regions for the player, in the order of the map. While starting regions are picked, those of the
    /// regions that it may pick.
    pub regions: Vec<(RegionId, i64)>,
    /// The moves that it compared, the best first; none if it compares no moves.
    pub turns: Vec<TurnValue>,
}

/// A move and what a player thought of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnValue {
    /// The move as text.
    pub turn: String,
    /// Its value, from 0 to 1.
    pub value: f64,
    /// How often the search tried it, if that is known.
    pub visits: Option<u64>,
}

impl RoundLog {
    /// The log of a move that the viewer of `view` chose.
    pub fn new(evaluator: &Evaluator, view: &View, turns: Vec<TurnValue>) -> RoundLog {
        let regions = if view.picking {
            let own = view.state.regions_of(view.side);
            let steps = super::evaluate::distances(view.map(), own);
            let offers = view.own_offers().iter().copied();
            offers.map(|region| (region, evaluator.start_region(view.map(), region, &steps))).collect()
        } else {
            let values = evaluator.regions(view.map(), &view.state, view.side);
            view.state.regions().zip(values).collect()
        };
        RoundLog { round: view.round, regions, turns }
    }
}

/// Where a player leaves the log of its last move.
#[derive(Debug, Clone, Default)]
pub struct LogSlot(Arc<Mutex<Option<RoundLog>>>);

impl LogSlot {
    /// Takes the log of the last move out.
    pub fn take(&self) -> Option<RoundLog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Leaves a log.
    pub fn set(&self, log: RoundLog) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(log);
    }
}

/// A player whose thoughts are logged. If it leaves no log itself, its last thought is one.
pub(super) struct Logged {
    pub player: Box<dyn Player<Position>>,
    pub evaluator: Evaluator,
    pub slot: LogSlot,
}

impl Player<Position> for Logged {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        self.slot.take();
        let last: Mutex<Vec<(String, Value)>> = Mutex::default();
        let keep = |thought: Thought| {
            (*last.lock().unwrap_or_else(PoisonError::into_inner)).clone_from(&thought.moves);
            seen(thought);
        };
        let chosen = self.player.choose(turn, budget, &keep)?;
        let own = self.slot.take();
        let log = own.unwrap_or_else(|| {
            let moves = last.into_inner().unwrap_or_else(PoisonError::into_inner);
            let share = |value: Value| f64::midpoint(1.0, f64::from(value.0) / f64::from(Value::POINT.0));
            let turns =
                moves.into_iter().map(|(turn, value)| TurnValue { turn, value: share(value), visits: None });
            RoundLog::new(&self.evaluator, turn.view, turns.collect())
        });
        self.slot.set(log);
        Ok(chosen)
    }
}
