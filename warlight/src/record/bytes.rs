//! The compact form of a record.
//!
//! | part | content |
//! |---|---|
//! | magic | the eight bytes `WARLGAME` |
//! | version | a number |
//! | map | its short name and the map, see `map/compact.rs` |
//! | setup | the number of options, and each as two texts: key and value |
//! | start | wastelands, offers and picks |
//! | players | a text for each side |
//! | seed, branch | two numbers |
//! | moves | their number, and each with its result |
//! | end | 0, or how the game ended, and the points of each side |
//! | checksum | CRC-32 of everything before, four bytes, the lowest first |
//!
//! Numbers are written in groups of seven bits, the lowest first; the highest bit of a byte says that more follow. A text
//! or a list is its length and its parts. A step of a round is one byte (four bits for what happened, the side above them)
//! and the numbers that do not follow from the turn.

use super::stored::{
    BadRecord, StepResult, Stored, StoredEnd, StoredMove, StoredResult, StoredStart, StoredStep, damaged,
};
use super::{GameEnd, GameRecord};
use crate::compact::{Reader, Writer};
use crate::map::compact as map;
use crate::rules::{Deploy, FightEnd, Move, Order, Skip, Turn};
use common::game::Side;

/// The extension of files with a record.
pub const EXTENSION: &str = "warlight";
/// The maximum size of a record in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// What a record begins with.
pub(super) const MAGIC: &[u8; 8] = b"WARLGAME";
/// The version of the format that we write.
const VERSION: u64 = 1;

impl GameRecord {
    /// The compact form, for files and the database.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(MAGIC.to_vec());
        out.number(VERSION);
        Stored::new(self).write(&mut out);
        let sum = crc32(&out.0);
        out.0.extend(sum.to_le_bytes());
        out.0
    }

    /// Reads the compact form.
    pub fn from_bytes(bytes: &[u8]) -> Result<GameRecord, BadRecord> {
        if bytes.len() > MAX_BYTES {
            return Err(BadRecord::TooLarge);
        }
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(BadRecord::NotARecord) };
        // A newer version may have another checksum.
        let version = Reader(rest).number().map_err(|_| BadRecord::Checksum)?;
        if version > VERSION {
            return Err(BadRecord::Newer(version));
        }
        let (content, sum) = rest.split_last_chunk::<4>().ok_or(BadRecord::Checksum)?;
        if crc32(&bytes[..MAGIC.len() + content.len()]) != u32::from_le_bytes(*sum) {
            return Err(BadRecord::Checksum);
        }
        let mut reader = Reader(content);
        reader.number::<u64>()?;
        let stored = Stored::read(&mut reader)?;
        if !reader.0.is_empty() {
            return Err(damaged("something follows its end"));
        }
        stored.into_record()
    }
}

/// CRC-32 as in PNG files, bit by bit: records are short.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

impl Stored {
    fn write(&self, out: &mut Writer) {
        out.text(&self.map_id);
        map::write(&self.map, out);
        out.length(self.setup.len());
        for (key, value) in &self.setup {
            out.text(key);
            out.text(value);
        }
        self.start.write(out);
        out.list(&self.players, |out, name| out.text(name));
        out.number(self.seed);
        out.length(self.branched_at);
        out.list(&self.moves, |out, made| made.write(out));
        match &self.end {
            None => out.number(0_u8),
            Some(end) => end.write(out),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Stored, &'static str> {
        Ok(Stored {
            map_id: from.text()?,
            map: map::read(from)?,
            setup: from.list(|from| Ok((from.text()?, from.text()?)))?.into_iter().collect(),
            start: StoredStart::read(from)?,
            players: from.list(Reader::text)?,
            seed: from.number()?,
            branched_at: from.number()?,
            moves: from.list(StoredMove::read)?,
            end: StoredEnd::read(from)?,
        })
    }
}

impl StoredStart {
    fn write(&self, out: &mut Writer) {
        out.list(&self.wastelands, |out, (region, armies)| {
            out.number(*region);
            out.number(*armies);
        });
        out.list(&self.offers, |out, offers| out.list(offers, |out, region| out.number(*region)));
        out.list(&self.picks, |out, count| out.number(*count));
        out.number(self.picks_in_turn);
    }

    fn read(from: &mut Reader<'_>) -> Result<StoredStart, &'static str> {
        Ok(StoredStart {
            wastelands: from.list(|from| Ok((from.number()?, from.number()?)))?,
            offers: from.list(|from| from.list(Reader::number))?,
            picks: from.list(Reader::number)?,
            picks_in_turn: from.number()?,
        })
    }
}

const WAITING: u8 = 0;
const STARTS: u8 = 1;
const LAST_STARTS: u8 = 2;
const ROUND: u8 = 3;
/// The move is a pick.
const PICK: u8 = 4;
const SIDE_SHIFT: u32 = 3;

impl StoredMove {
    fn write(&self, out: &mut Writer) {
        let result = match &self.result {
            StoredResult::Waiting => WAITING,
            StoredResult::Starts { complete: false, .. } => STARTS,
            StoredResult::Starts { complete: true, .. } => LAST_STARTS,
            StoredResult::Round(_) => ROUND,
        };
        let pick = if matches!(self.m, Move::Pick(_)) { PICK } else { 0 };
        out.number(u64::from(self.side) << SIDE_SHIFT | u64::from(result | pick));
        match &self.m {
            Move::Pick(regions) => out.list(regions, |out, region| out.number(*region)),
            Move::Turn(turn) => {
                out.list(&turn.deploys, |out, deploy| {
                    out.number(deploy.region);
                    out.number(deploy.armies);
                });
                out.list(&turn.orders, |out, order| {
                    out.number(order.from);
                    out.number(order.to);
                    out.number(order.armies);
                });
            }
        }
        match &self.result {
            StoredResult::Waiting => {}
            StoredResult::Starts { given, .. } => out.list(given, |out, (side, region)| {
                out.number(*side);
                out.number(*region);
            }),
            StoredResult::Round(steps) => out.list(steps, |out, step| step.write(out)),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<StoredMove, &'static str> {
        let head: u16 = from.number()?;
        let side = (head >> SIDE_SHIFT).try_into().map_err(|_| "a player is not in the game")?;
        let m = if head & u16::from(PICK) != 0 {
            Move::Pick(from.list(Reader::number)?)
        } else {
            let deploy =
                |from: &mut Reader<'_>| Ok(Deploy { region: from.number()?, armies: from.number()? });
            let order = |from: &mut Reader<'_>| {
                Ok(Order { from: from.number()?, to: from.number()?, armies: from.number()? })
            };
            Move::Turn(Turn { deploys: from.list(deploy)?, orders: from.list(order)? })
        };
        let result = match head as u8 & 3 {
            WAITING => StoredResult::Waiting,
            ROUND => StoredResult::Round(from.list(StoredStep::read)?),
            code => {
                let given = from.list(|from| Ok((from.number()?, from.number()?)))?;
                StoredResult::Starts { given, complete: code == LAST_STARTS }
            }
        };
        Ok(StoredMove { side, m, result })
    }
}

// What a step did. With CLIPPED, the number of armies follows, because it is not the one of the turn.
const DEPLOYED: u8 = 0;
const TRANSFERRED: u8 = 1;
const FOUGHT: u8 = 2;
const CLIPPED: u8 = 6;
const SKIPPED: u8 = 12;

const FIGHT_ENDS: [FightEnd; 4] =
    [FightEnd::Captured, FightEnd::Repelled, FightEnd::Standoff, FightEnd::BothDestroyed];
const SKIPS: [Skip; 4] = [Skip::NotOwned, Skip::NoArmies, Skip::NotNeighbours, Skip::UsedAlready];

/// The index of a value in the list of all values.
fn code<T: PartialEq>(all: &[T; 4], value: &T) -> u8 {
    all.iter().position(|known| known == value).unwrap_or(0) as u8
}

impl StoredStep {
    fn write(&self, out: &mut Writer) {
        let mut head = |code: u8, armies: Option<u32>| {
            let code = if armies.is_some() { code + CLIPPED } else { code };
            out.number(u64::from(self.side) << 4 | u64::from(code));
            if let Some(armies) = armies {
                out.number(armies);
            }
        };
        match self.what {
            StepResult::Deployed(placed) => head(DEPLOYED, placed),
            StepResult::Transferred(sent) => head(TRANSFERRED, sent),
            StepResult::Skipped(why) => head(SKIPPED + code(&SKIPS, &why), None),
            StepResult::Fought { sent, attackers_lost, defenders_lost, end } => {
                head(FOUGHT + code(&FIGHT_ENDS, &end), sent);
                out.number(attackers_lost);
                out.number(defenders_lost);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<StoredStep, &'static str> {
        let head: u16 = from.number()?;
        let side = (head >> 4).try_into().map_err(|_| "a player is not in the game")?;
        let code = head as u8 & 15;
        if code >= SKIPPED {
            let what = StepResult::Skipped(SKIPS[usize::from(code - SKIPPED)]);
            return Ok(StoredStep { side, what });
        }
        let armies = if code >= CLIPPED { Some(from.number()?) } else { None };
        let what = match code % CLIPPED {
            DEPLOYED => StepResult::Deployed(armies),
            TRANSFERRED => StepResult::Transferred(armies),
            fight => StepResult::Fought {
                sent: armies,
                attackers_lost: from.number()?,
                defenders_lost: from.number()?,
                end: FIGHT_ENDS[usize::from(fight - FOUGHT)],
            },
        };
        Ok(StoredStep { side, what })
    }
}

const CONQUERED: u8 = 1;
const ROUND_LIMIT: u8 = 2;
const FORFEIT: u8 = 3;
const INTERRUPTED: u8 = 4;

impl StoredEnd {
    fn write(&self, out: &mut Writer) {
        match &self.end {
            GameEnd::Conquered => out.number(CONQUERED),
            GameEnd::RoundLimit => out.number(ROUND_LIMIT),
            GameEnd::Forfeit { side, why } => {
                out.number(FORFEIT);
                out.number(side.0);
                out.text(why);
            }
            GameEnd::Interrupted => out.number(INTERRUPTED),
        }
        out.list(&self.points, |out, points| out.0.push(points.cast_unsigned()));
    }

    fn read(from: &mut Reader<'_>) -> Result<Option<StoredEnd>, &'static str> {
        let end = match from.byte()? {
            0 => return Ok(None),
            CONQUERED => GameEnd::Conquered,
            ROUND_LIMIT => GameEnd::RoundLimit,
            FORFEIT => GameEnd::Forfeit { side: Side(from.byte()?), why: from.text()? },
            INTERRUPTED => GameEnd::Interrupted,
            _ => return Err("its end is not understood"),
        };
        let points = from.list(|from| Ok(from.byte()?.cast_signed()))?;
        Ok(Some(StoredEnd { points, end }))
    }
}
