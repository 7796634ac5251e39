//! Games, their maps and their logs.

use super::{Database, open, read_list, write_list};
use crate::database::rows::{chosen_names, ending, hash, points_text};
use crate::database::{
    DatabaseError, GameFilter, GameId, GameKind, GameRow, Games, LogEntry, SimulationId, now,
};
use crate::map::file;
use crate::record::GameRecord;
use common::game::{Setup as _, Side};
use rusqlite::{OptionalExtension, Row, ToSql, Transaction, params};

/// The columns of a [`GameRow`].
const COLUMNS: &str =
    "id, coalesce(strftime('%Y-%m-%d %H:%M', added, 'unixepoch'), ''), kind, map, rules, players,
    winner, ending, rounds, simulation, number, names, coalesce(cast(added AS INTEGER), 0)";

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let (kind, players, names): (String, String, String) = (row.get(2)?, row.get(5)?, row.get(11)?);
    let (simulation, number): (Option<i64>, Option<i64>) = (row.get(9)?, row.get(10)?);
    Ok(GameRow {
        id: GameId(row.get(0)?),
        added: row.get(12)?,
        date: row.get(1)?,
        kind: GameKind::from_name(&kind).unwrap_or(GameKind::Simulation),
        map: row.get(3)?,
        rules: row.get(4)?,
        players: read_list(&players),
        names: read_list(&names),
        winner: row.get::<_, Option<u8>>(6)?.map(Side),
        ending: row.get(7)?,
        rounds: row.get(8)?,
        simulation: simulation.map(SimulationId).zip(number.map(i64::cast_unsigned)),
    })
}

impl Games for Database {
    fn add_game_with_details(
        &mut self,
        record: &GameRecord,
        kind: GameKind,
        simulation: Option<(SimulationId, u64)>,
        details: &str,
    ) -> Result<GameId, DatabaseError> {
        let bytes = record.to_bytes();
        let yaml = file::write(&record.setup().map, "");
        self.change(|change| {
            if let Some(known) = known_game(change, &bytes, simulation)? {
                return Ok(known);
            }
            let (id, number) = simulation.unzip();
            change
                .prepare_cached(
                    "INSERT INTO games (added, kind, map, map_id, rules, players, winner, points, ending, rounds,
                                        simulation, number, details, hash, record, names)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
                )?
                .execute(params![
                    now(),
                    kind.name(),
                    record.setup().map.id,
                    add_map(change, &record.setup().map.name, &yaml)?,
                    record.setup().get("rules").unwrap_or_default(),
                    write_list(record.players()),
                    record.outcome().and_then(common::game::Outcome::winner).map(|side| side.0),
                    points_text(record),
                    ending(record),
                    record.rounds(),
                    id.map(|id| id.0),
                    number.map(u64::cast_signed),
                    details,
                    hash(&bytes),
                    bytes,
                    write_list(&chosen_names(record)),
                ])?;
            Ok(GameId(change.last_insert_rowid()))
        })
    }

    fn game(&self, id: GameId) -> Result<GameRecord, DatabaseError> {
        let bytes: Option<Vec<u8>> = self.query(|connection| {
            let query = "SELECT record FROM games WHERE id = ?1";
            connection.query_row(query, [id.0], |row| row.get(0)).optional()
        })?;
        let bytes = bytes.ok_or(DatabaseError::NoGame(id))?;
        GameRecord::from_bytes(&bytes).map_err(|why| DatabaseError::Record { id, why })
    }

    fn game_row(&self, id: GameId) -> Result<GameRow, DatabaseError> {
        let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
        let row = self.query(|connection| connection.query_row(&query, [id.0], game_row).optional())?;
        row.ok_or(DatabaseError::NoGame(id))
    }

    fn games(&self, filter: &GameFilter) -> Result<Vec<GameRow>, DatabaseError> {
        let mut query = format!("SELECT {COLUMNS} FROM games WHERE true");
        let mut values: Vec<&dyn ToSql> = Vec::new();
        let simulation = filter.simulation.map(|id| id.0);
        if let Some(map) = &filter.map {
            query += " AND map = ? COLLATE NOCASE";
            values.push(map);
        }
        if let Some(player) = &filter.player {
            query += " AND (EXISTS (SELECT 1 FROM json_each(games.players) WHERE value = ? COLLATE NOCASE)
                       OR EXISTS (SELECT 1 FROM json_each(games.names) WHERE value = ? COLLATE NOCASE))";
            values.extend([player as &dyn ToSql, player]);
        }
        if let Some(simulation) = &simulation {
            query += " AND simulation = ?";
            values.push(simulation);
        }
        query += " ORDER BY id DESC LIMIT ?";
        let limit = filter.limit.map_or(-1, i64::from);
        values.push(&limit);
        self.query(|connection| connection.prepare(&query)?.query_map(&*values, game_row)?.collect())
    }

    fn find_game(&self, record: &GameRecord) -> Result<Option<GameId>, DatabaseError> {
        let bytes = record.to_bytes();
        self.query(|connection| {
            let query = "SELECT id FROM games WHERE hash = ?1 AND record = ?2";
            connection.query_row(query, params![hash(&bytes), bytes], |row| row.get(0)).optional()
        })
        .map(|id| id.map(GameId))
    }

    fn delete_games(&mut self, ids: &[GameId]) -> Result<(), DatabaseError> {
        let missing = self.change(|change| {
            for id in ids {
                let query = "SELECT 1 FROM games WHERE id = ?1";
                if change.query_row(query, [id.0], |_| Ok(())).optional()?.is_none() {
                    return Ok(Some(*id));
                }
            }
            for id in ids {
                change.execute("DELETE FROM games WHERE id = ?1", [id.0])?;
            }
            delete_unused_maps(change)?;
            Ok(None)
        })?;
        missing.map_or(Ok(()), |id| Err(DatabaseError::NoGame(id)))
    }

    fn set_logs(&mut self, game: GameId, entries: &[LogEntry]) -> Result<(), DatabaseError> {
        self.change(|change| {
            change.execute("DELETE FROM logs WHERE game = ?1", [game.0])?;
            insert_logs(change, game, entries)
        })
    }

    fn logs(&self, game: GameId) -> Result<Vec<LogEntry>, DatabaseError> {
        let entry = |row: &Row<'_>| Ok(LogEntry { round: row.get(0)?, text: row.get(1)? });
        self.query(|connection| {
            let query = "SELECT round, text FROM logs WHERE game = ?1 ORDER BY round, id";
            connection.prepare(query)?.query_map([game.0], entry)?.collect()
        })
    }
}

impl Database {
    /// The maps of the stored games: name and YAML file.
    pub fn maps(&self) -> Result<Vec<(String, String)>, DatabaseError> {
        self.query(|connection| {
            let mut query = connection.prepare("SELECT name, yaml FROM maps ORDER BY name, id")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// Whether the file can be read to its end. Reading all of it takes a while.
    pub fn check(&self) -> Result<(), DatabaseError> {
        let sound: String =
            self.query(|connection| connection.pragma_query_value(None, "quick_check", |row| row.get(0)))?;
        if sound == "ok" {
            return Ok(());
        }
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        Err(open::failed(&self.path, &rusqlite::Error::SqliteFailure(code, None)))
    }
}

fn insert_logs(change: &Transaction<'_>, game: GameId, entries: &[LogEntry]) -> rusqlite::Result<()> {
    let mut insert = change.prepare_cached("INSERT INTO logs (game, round, text) VALUES (?1, ?2, ?3)")?;
    entries.iter().try_for_each(|entry| insert.execute(params![game.0, entry.round, entry.text]).map(drop))
}

/// The game that a new one would repeat.
fn known_game(
    change: &Transaction<'_>,
    bytes: &[u8],
    simulation: Option<(SimulationId, u64)>,
) -> rusqlite::Result<Option<GameId>> {
    let id = match simulation {
        Some((id, number)) => change
            .prepare_cached("SELECT id FROM games WHERE simulation = ?1 AND number = ?2")?
            .query_row(params![id.0, number.cast_signed()], |row| row.get(0)),
        None => change
            .prepare_cached("SELECT id FROM games WHERE simulation IS NULL AND hash = ?1 AND record = ?2")?
            .query_row(params![hash(bytes), bytes], |row| row.get(0)),
    };
    Ok(id.optional()?.map(GameId))
}

/// The number of a map, which is stored if it is not there yet.
fn add_map(change: &Transaction<'_>, name: &str, yaml: &str) -> rusqlite::Result<i64> {
    let key = hash(yaml.as_bytes());
    let known = change
        .prepare_cached("SELECT id FROM maps WHERE hash = ?1 AND yaml = ?2")?
        .query_row(params![key, yaml], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    change.execute("INSERT INTO maps (name, hash, yaml) VALUES (?1, ?2, ?3)", params![name, key, yaml])?;
    Ok(change.last_insert_rowid())
}

/// A map stays as long as a game is played on it.
pub(super) fn delete_unused_maps(change: &Transaction<'_>) -> rusqlite::Result<()> {
    change.execute("DELETE FROM maps WHERE id NOT IN (SELECT map_id FROM games)", []).map(drop)
}
