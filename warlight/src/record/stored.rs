//! The plain content of a record, which the compact and the readable form share. What follows from the moves and the map
//! is left out, and is computed when a record is read: armies before a step, and who saw it.

use super::{GameEnd, GameRecord, RecordedMove};
use crate::map::Map;
use crate::rules::{Effect, Event, FightEnd, Move, OrderEnd, RoundRecord, Skip};
use common::game::{Outcome, Setup, Side};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a record cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadRecord {
    /// It is something else.
    #[error("this is not a recorded game of warlight")]
    NotARecord,
    /// A newer program has written it.
    #[error("this game was recorded by a newer version (format {0}); update to read it")]
    Newer(u64),
    /// It is larger than any game.
    #[error("this record is too large: a recorded game has at most {} MB", super::MAX_BYTES >> 20)]
    TooLarge,
    /// It is cut off, or bytes were changed.
    #[error("this recorded game is damaged: its checksum is wrong")]
    Checksum,
    /// It cannot be understood.
    #[error("this recorded game is damaged: {0}")]
    Damaged(String),
}

impl From<&'static str> for BadRecord {
    fn from(what: &'static str) -> BadRecord {
        damaged(what)
    }
}

/// A [`BadRecord::Damaged`] with this clause.
pub(super) fn damaged(what: impl Into<String>) -> BadRecord {
    BadRecord::Damaged(what.into())
}

/// The plain content of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    pub map_id: String,
    pub map: Map,
    /// The options of the setup without the map.
    pub setup: BTreeMap<String, String>,
    pub start: StoredStart,
    pub players: Vec<String>,
    pub seed: u64,
    pub branched_at: usize,
    pub moves: Vec<StoredMove>,
    pub end: Option<StoredEnd>,
}

/// The beginning of a game. Lists are by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredStart {
    /// Regions whose neutral armies differ from those of the map.
    pub wastelands: Vec<(u16, u32)>,
    pub offers: Vec<Vec<u16>>,
    pub picks: Vec<u32>,
    pub picks_in_turn: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredMove {
    pub side: u8,
    pub m: Move,
    pub result: StoredResult,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StoredResult {
    Waiting,
    Starts { given: Vec<(u8, u16)>, complete: bool },
    Round(Vec<StoredStep>),
}

/// A step of a round. It carries out the next deployment, or the next order, of the side's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredStep {
    pub side: u8,
    pub what: StepResult,
}

/// What a step did; `None` is as many armies as the turn says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StepResult {
    Deployed(Option<u32>),
    Transferred(Option<u32>),
    Fought { sent: Option<u32>, attackers_lost: u32, defenders_lost: u32, end: FightEnd },
    Skipped(Skip),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredEnd {
    /// The points of each side in halves.
    pub points: Vec<i8>,
    pub end: GameEnd,
}

/// The key of the map among the options of a setup.
pub(super) const MAP_KEY: &str = "map";
/// The key of the game that a setup goes on from: a record has those moves itself.
pub(super) const FROM_KEY: &str = "from";

impl Stored {
    /// The content of a record.
    pub fn new(record: &GameRecord) -> Stored {
        let (setup, beginning) = (record.setup(), record.start.beginning());
        let mut options = setup.to_map();
        options.remove(MAP_KEY);
        options.remove(FROM_KEY);
        let neutral = &beginning.neutral;
        let armies = setup.map.regions.iter().zip(neutral.regions());
        let wastelands = armies
            .filter(|(region, id)| u32::from(region.armies) != neutral.armies(*id))
            .map(|(_, id)| (id, neutral.armies(id)));
        let start = StoredStart {
            wastelands: wastelands.collect(),
            offers: beginning.offers.clone(),
            picks: beginning.picks.iter().map(|count| *count as u32).collect(),
            picks_in_turn: beginning.picks_in_turn as u32,
        };
        Stored {
            map_id: setup.map.id.clone(),
            map: (*setup.map.map).clone(),
            setup: options,
            start,
            players: record.players.clone(),
            seed: record.seed,
            branched_at: record.branched_at,
            moves: record.moves.iter().map(stored_move).collect(),
            end: record.end.as_ref().map(|(outcome, end)| StoredEnd {
                points: Side::all(outcome.sides()).map(|side| (outcome.points(side) * 2.0) as i8).collect(),
                end: end.clone(),
            }),
        }
    }
}

fn stored_move(made: &RecordedMove) -> StoredMove {
    let result = match &made.effect {
        Effect::Waiting => StoredResult::Waiting,
        Effect::Starts { given, complete, .. } => StoredResult::Starts {
            given: given.iter().map(|(side, region)| (side.0, *region)).collect(),
            complete: *complete,
        },
        Effect::Round { record, .. } => StoredResult::Round(steps(record)),
    };
    StoredMove { side: made.side.0, m: made.m.clone(), result }
}

/// The steps of a whole round. What one side saw of a round has other events, and is not recorded.
fn steps(record: &RoundRecord) -> Vec<StoredStep> {
    let unless = |count: u32, expected: u32| (count != expected).then_some(count);
    let step = |event: &Event| match event {
        Event::Deploy(deploy) => {
            let what = StepResult::Deployed(unless(deploy.placed, deploy.asked));
            Some(StoredStep { side: deploy.side.0, what })
        }
        Event::Order(event) => {
            let sent = unless(event.sent, event.order.armies);
            let what = match event.end {
                OrderEnd::Skipped(why) => StepResult::Skipped(why),
                OrderEnd::Transferred => StepResult::Transferred(sent),
                OrderEnd::Fought(fight) => StepResult::Fought {
                    sent,
                    attackers_lost: fight.attackers_lost,
                    defenders_lost: fight.defenders_lost,
                    end: fight.end,
                },
            };
            Some(StoredStep { side: event.side.0, what })
        }
        Event::Change(_) => None,
    };
    record.events.iter().filter_map(step).collect()
}

impl StoredEnd {
    /// The result, if it fits the number of sides.
    pub fn into_end(self, sides: usize) -> Result<(Outcome, GameEnd), BadRecord> {
        if self.points.len() != sides {
            return Err(damaged("the number of its results is wrong"));
        }
        if let GameEnd::Forfeit { side, .. } = &self.end
            && side.index() >= sides
        {
            return Err(damaged("a player who is not in the game lost it"));
        }
        Ok((Outcome::halves(&self.points), self.end))
    }
}
