//! The tables.

use rusqlite::Connection;

/// The version of the tables.
pub(super) const VERSION: i64 = 2;

/// The tables of version 2.
///
/// `games.record` is the whole game in the compact form of [`crate::record`]; the other columns are there to find games
/// by. `games.number` is the index of a game in its simulation; `games.names` has the names of the sides if names or
/// colours were chosen.
pub(super) const TABLES: &str = "
    CREATE TABLE maps (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        hash INTEGER NOT NULL,
        yaml TEXT NOT NULL
    );
    CREATE INDEX maps_by_hash ON maps (hash);
    CREATE TABLE simulations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started INTEGER NOT NULL,
        ended INTEGER,
        state TEXT NOT NULL,
        players TEXT NOT NULL,
        games INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        settings TEXT NOT NULL
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        added INTEGER NOT NULL,
        kind TEXT NOT NULL,
        map TEXT NOT NULL,
        map_id INTEGER NOT NULL REFERENCES maps (id),
        rules TEXT NOT NULL,
        players TEXT NOT NULL,
        winner INTEGER,
        points TEXT NOT NULL,
        ending TEXT NOT NULL,
        rounds INTEGER NOT NULL,
        simulation INTEGER REFERENCES simulations (id) ON DELETE CASCADE,
        number INTEGER,
        details TEXT NOT NULL,
        hash INTEGER NOT NULL,
        record BLOB NOT NULL,
        names TEXT NOT NULL DEFAULT '[]',
        UNIQUE (simulation, number)
    );
    CREATE INDEX games_by_hash ON games (hash);
    CREATE INDEX games_by_map ON games (map_id);
    CREATE TABLE bot_results (
        simulation INTEGER NOT NULL REFERENCES simulations (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        bot TEXT NOT NULL,
        wins INTEGER NOT NULL,
        draws INTEGER NOT NULL,
        losses INTEGER NOT NULL,
        time_outs INTEGER NOT NULL,
        nonsense INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        total_time REAL NOT NULL,
        max_time REAL NOT NULL,
        PRIMARY KEY (simulation, seat)
    );
    CREATE TABLE logs (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        round INTEGER NOT NULL,
        text TEXT NOT NULL
    );
    CREATE INDEX logs_by_game ON logs (game, round);";

/// What turns the tables of version 1 into those of version 2.
pub(super) const FROM_1: &str = "ALTER TABLE games ADD COLUMN names TEXT NOT NULL DEFAULT '[]'";

/// Whether the tables have the columns that we use.
pub(super) fn is_ours(connection: &Connection) -> bool {
    [
        "SELECT id, name, hash, yaml FROM maps",
        "SELECT id, started, ended, state, players, games, seed, settings FROM simulations",
        "SELECT id, added, kind, map, map_id, rules, players, winner, points, ending, rounds, simulation, number,
                details, hash, record, names FROM games",
        "SELECT simulation, seat, bot, wins, draws, losses, time_outs, nonsense, moves, total_time, max_time
         FROM bot_results",
        "SELECT id, game, round, text FROM logs",
    ]
    .into_iter()
    .all(|query| connection.prepare(query).is_ok())
}

/// Whether these are the tables of version 1.
pub(super) fn is_version_1(connection: &Connection) -> bool {
    connection.prepare("SELECT record FROM games").is_ok()
        && connection.prepare("SELECT names FROM games").is_err()
}
