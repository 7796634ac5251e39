//! The readable form of a record, as JSON. Sides and regions are counted from 1, as in the text of moves; the map has the
//! fields of a map file.

use super::stored::{
    BadRecord, StepResult, Stored, StoredEnd, StoredMove, StoredResult, StoredStart, StoredStep, damaged,
};
use super::{GameEnd, GameRecord, MAX_BYTES};
use crate::map::file::{self, MapFile};
use crate::rules::{Effect, Event, FightEnd, Move, OrderEnd, Skip};
use common::game::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the file is.
const FORMAT: &str = "warlight game";
/// The version of the format that we write.
const VERSION: u64 = 1;

/// A whole game.
#[derive(Serialize, Deserialize)]
struct JsonGame {
    format: String,
    version: u64,
    map_id: String,
    map: MapFile,
    setup: BTreeMap<String, String>,
    start: JsonStart,
    players: Vec<String>,
    seed: u64,
    /// How many moves were taken over from another game.
    #[serde(default)]
    branched_at: usize,
    moves: Vec<JsonMove>,
    end: Option<JsonEnd>,
}

/// The part that says what the file is.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

#[derive(Serialize, Deserialize)]
struct JsonStart {
    /// Region and armies, where they are not those of the map.
    wastelands: Vec<(u32, u32)>,
    /// For each side, the regions that it may pick.
    offers: Vec<Vec<u32>>,
    picks: Vec<u32>,
    picks_in_turn: u32,
}

#[derive(Serialize, Deserialize)]
struct JsonMove {
    side: u32,
    #[serde(rename = "move")]
    m: String,
    /// Side and region of all starting regions that were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<Vec<(u32, u32)>>,
    /// Whether they were the last ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    /// The round, if this was the last turn of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    events: Option<Vec<JsonEvent>>,
}

/// A step of a round. The regions are for readers: they follow from the turn.
#[derive(Serialize, Deserialize)]
struct JsonEvent {
    side: u32,
    what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    region: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<u32>,
    #[serde(default)]
    armies: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attackers_lost: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    defenders_lost: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct JsonEnd {
    how: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// For each side twice its points, so that a half is a whole number.
    half_points: Vec<i8>,
}

const FIGHT_ENDS: [(FightEnd, &str); 4] = [
    (FightEnd::Captured, "captured"),
    (FightEnd::Repelled, "repelled"),
    (FightEnd::Standoff, "standoff"),
    (FightEnd::BothDestroyed, "both destroyed"),
];
const SKIPS: [(Skip, &str); 4] = [
    (Skip::NotOwned, "skipped: not owned"),
    (Skip::NoArmies, "skipped: no armies"),
    (Skip::NotNeighbours, "skipped: not neighbours"),
    (Skip::UsedAlready, "skipped: used already"),
];
const DEPLOYED: &str = "deployed";
const TRANSFERRED: &str = "transferred";

fn word<T: PartialEq>(words: &[(T, &str)], value: &T) -> String {
    let known = words.iter().find(|(known, _)| known == value);
    known.map_or(String::new(), |(_, word)| (*word).to_owned())
}

fn value<T: Copy>(words: &[(T, &str)], word: &str) -> Option<T> {
    words.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
}

fn up(index: impl Into<u32>) -> u32 {
    index.into() + 1
}

fn down<T: TryFrom<u32>>(number: u32) -> Result<T, BadRecord> {
    let index = number.checked_sub(1).and_then(|index| T::try_from(index).ok());
    index.ok_or_else(|| damaged(format!("there is no side or region {number}")))
}

impl GameRecord {
    /// The readable form: one JSON object, with line breaks.
    pub fn to_json(&self) -> String {
        let stored = Stored::new(self);
        let pairs = |list: &[(u16, u32)]| list.iter().map(|(id, armies)| (up(*id), *armies)).collect();
        let game = JsonGame {
            format: FORMAT.to_owned(),
            version: VERSION,
            map_id: stored.map_id,
            map: MapFile::of(&stored.map, ""),
            setup: stored.setup,
            start: JsonStart {
                wastelands: pairs(&stored.start.wastelands),
                offers: stored
                    .start
                    .offers
                    .iter()
                    .map(|offers| offers.iter().map(|id| up(*id)).collect())
                    .collect(),
                picks: stored.start.picks,
                picks_in_turn: stored.start.picks_in_turn,
            },
            players: stored.players,
            seed: stored.seed,
            branched_at: stored.branched_at,
            moves: self.moves.iter().map(JsonMove::new).collect(),
            end: stored.end.map(JsonEnd::new),
        };
        // Nothing in it is a map with keys that are no text, so that this cannot fail.
        serde_json::to_string_pretty(&game).unwrap_or_default() + "\n"
    }

    /// Reads the readable form.
    pub fn from_json(text: &str) -> Result<GameRecord, BadRecord> {
        // Numbers with names take about ten times the space of the compact form.
        if text.len() > 4 * MAX_BYTES {
            return Err(BadRecord::TooLarge);
        }
        let head: Head = serde_json::from_str(text).map_err(|_| BadRecord::NotARecord)?;
        if head.format != FORMAT {
            return Err(BadRecord::NotARecord);
        }
        if head.version > VERSION {
            return Err(BadRecord::Newer(head.version));
        }
        let game: JsonGame = serde_json::from_str(text).map_err(|why| damaged(why.to_string()))?;
        let map = file::resolve(&game.map)
            .map_err(|mistakes| damaged(mistakes.first().map(ToString::to_string).unwrap_or_default()))?;
        let wastelands = game.start.wastelands.iter().map(|(id, armies)| Ok((down(*id)?, *armies)));
        let offers = game.start.offers.iter().map(|offers| offers.iter().map(|id| down(*id)).collect());
        let start = StoredStart {
            wastelands: wastelands.collect::<Result<_, BadRecord>>()?,
            offers: offers.collect::<Result<_, BadRecord>>()?,
            picks: game.start.picks,
            picks_in_turn: game.start.picks_in_turn,
        };
        let stored = Stored {
            map_id: game.map_id,
            map,
            setup: game.setup,
            start,
            players: game.players,
            seed: game.seed,
            branched_at: game.branched_at,
            moves: game.moves.into_iter().map(JsonMove::read).collect::<Result<_, _>>()?,
            end: game.end.map(JsonEnd::read).transpose()?,
        };
        stored.into_record()
    }
}

impl JsonMove {
    fn new(made: &super::RecordedMove) -> JsonMove {
        let (side, m) = (up(made.side.0), made.m.to_string());
        let mut json = JsonMove { side, m, given: None, complete: None, events: None };
        match &made.effect {
            Effect::Waiting => {}
            Effect::Starts { given, complete, .. } => {
                json.given = Some(given.iter().map(|(side, id)| (up(side.0), up(*id))).collect());
                json.complete = Some(*complete);
            }
            Effect::Round { record, .. } => {
                json.events = Some(record.events.iter().filter_map(JsonEvent::new).collect());
            }
        }
        json
    }

    fn read(self) -> Result<StoredMove, BadRecord> {
        let m = Move::read(&self.m).map_err(|part| {
            damaged(format!("'{}' is not a move", part.chars().take(40).collect::<String>()))
        })?;
        let result = match (self.given, self.events) {
            (None, None) => StoredResult::Waiting,
            (Some(given), _) => {
                let given = given.iter().map(|(side, id)| Ok((down(*side)?, down(*id)?)));
                let given = given.collect::<Result<_, BadRecord>>()?;
                StoredResult::Starts { given, complete: self.complete.unwrap_or(true) }
            }
            (None, Some(events)) => {
                StoredResult::Round(events.iter().map(JsonEvent::read).collect::<Result<_, _>>()?)
            }
        };
        Ok(StoredMove { side: down(self.side)?, m, result })
    }
}

impl JsonEvent {
    fn new(event: &Event) -> Option<JsonEvent> {
        let mut json = JsonEvent {
            side: up(event.side().0),
            what: String::new(),
            region: None,
            from: None,
            to: None,
            armies: 0,
            attackers_lost: None,
            defenders_lost: None,
        };
        match event {
            Event::Deploy(deploy) => {
                json.what = DEPLOYED.to_owned();
                (json.region, json.armies) = (Some(up(deploy.region)), deploy.placed);
            }
            Event::Order(event) => {
                (json.from, json.to) = (Some(up(event.order.from)), Some(up(event.order.to)));
                json.armies = event.sent;
                json.what = match event.end {
                    OrderEnd::Skipped(why) => word(&SKIPS, &why),
                    OrderEnd::Transferred => TRANSFERRED.to_owned(),
                    OrderEnd::Fought(fight) => {
                        json.attackers_lost = Some(fight.attackers_lost);
                        json.defenders_lost = Some(fight.defenders_lost);
                        word(&FIGHT_ENDS, &fight.end)
                    }
                };
            }
            Event::Change(_) => return None,
        }
        Some(json)
    }

    fn read(&self) -> Result<StoredStep, BadRecord> {
        let armies = Some(self.armies);
        let what = if let Some(end) = value(&FIGHT_ENDS, &self.what) {
            let lost =
                |armies: Option<u32>| armies.ok_or_else(|| damaged("the losses of a fight are missing"));
            let (attackers_lost, defenders_lost) = (lost(self.attackers_lost)?, lost(self.defenders_lost)?);
            StepResult::Fought { sent: armies, attackers_lost, defenders_lost, end }
        } else if let Some(why) = value(&SKIPS, &self.what) {
            StepResult::Skipped(why)
        } else {
            match &*self.what {
                DEPLOYED => StepResult::Deployed(armies),
                TRANSFERRED => StepResult::Transferred(armies),
                other => {
                    let other: String = other.chars().take(40).collect();
                    return Err(damaged(format!("'{other}' is not the result of an action")));
                }
            }
        };
        Ok(StoredStep { side: down(self.side)?, what })
    }
}

impl JsonEnd {
    fn new(stored: StoredEnd) -> JsonEnd {
        let (how, side, why) = match stored.end {
            GameEnd::Conquered => ("conquered", None, None),
            GameEnd::RoundLimit => ("round limit", None, None),
            GameEnd::Forfeit { side, why } => ("forfeit", Some(up(side.0)), Some(why)),
            GameEnd::Interrupted => ("interrupted", None, None),
        };
        JsonEnd { how: how.to_owned(), side, why, half_points: stored.points }
    }

    fn read(self) -> Result<StoredEnd, BadRecord> {
        let end = match (&*self.how, self.side) {
            ("conquered", _) => GameEnd::Conquered,
            ("round limit", _) => GameEnd::RoundLimit,
            ("interrupted", _) => GameEnd::Interrupted,
            ("forfeit", Some(side)) => {
                GameEnd::Forfeit { side: Side(down(side)?), why: self.why.unwrap_or_default() }
            }
            _ => return Err(damaged("its end is not understood")),
        };
        Ok(StoredEnd { points: self.half_points, end })
    }
}
