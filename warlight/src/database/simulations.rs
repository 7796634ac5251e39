//! Simulations: what was asked for, which games are finished, and how the bots did.

use super::games::delete_unused_maps;
use super::{Database, DatabaseError, GameId, SimulationId, now, read_list, write_list};
use common::game::Outcome;
use rusqlite::{OptionalExtension, Row, params};

/// What a simulation is asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulationInfo {
    /// The settings of the command, as JSON.
    pub settings: String,
    /// The bots.
    pub players: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The seed of everything random.
    pub seed: u64,
}

/// How far a simulation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimulationState {
    /// It has begun. If its program does not run any more, it was interrupted.
    Begun,
    /// All games are finished.
    Finished,
}

/// A simulation in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// Its number.
    pub id: SimulationId,
    /// What it is asked to do.
    pub info: SimulationInfo,
    /// When it was begun, in seconds since 1970.
    pub started: i64,
    /// The same as date and time, UTC.
    pub date: String,
    /// When it was finished.
    pub ended: Option<i64>,
    /// How far it is.
    pub state: SimulationState,
    /// The number of finished games.
    pub finished: u64,
}

/// A finished game of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// Its index in the simulation.
    pub index: u64,
    /// Its number in the database.
    pub id: GameId,
    /// The points of each side; `None` if the game was interrupted without a result.
    pub outcome: Option<Outcome>,
    /// How it ended: conquered, round limit, forfeit or interrupted.
    pub ending: String,
    /// The number of rounds.
    pub rounds: u32,
    /// What [`Database::add_game_with_details`] got.
    pub details: String,
}

/// How a bot did in a simulation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BotResult {
    /// The bot.
    pub bot: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Answers that came too late.
    pub time_outs: u64,
    /// Answers that were no moves.
    pub nonsense: u64,
    /// Moves made.
    pub moves: u64,
    /// The time of all moves, in seconds.
    pub total_time: f64,
    /// The time of the slowest move, in seconds.
    pub max_time: f64,
}

const BEGUN: &str = "begun";
const FINISHED: &str = "finished";

/// The columns of a [`Simulation`].
const COLUMNS: &str = "id, settings, players, games, seed, started, ended, state,
    (SELECT count(*) FROM games WHERE simulation = simulations.id),
    coalesce(strftime('%Y-%m-%d %H:%M', started, 'unixepoch'), '')";

fn simulation_row(row: &Row<'_>) -> rusqlite::Result<Simulation> {
    let (players, state): (String, String) = (row.get(2)?, row.get(7)?);
    Ok(Simulation {
        id: SimulationId(row.get(0)?),
        info: SimulationInfo {
            settings: row.get(1)?,
            players: read_list(&players),
            games: row.get::<_, i64>(3)?.cast_unsigned(),
            seed: row.get::<_, i64>(4)?.cast_unsigned(),
        },
        started: row.get(5)?,
        ended: row.get(6)?,
        state: if state == FINISHED { SimulationState::Finished } else { SimulationState::Begun },
        finished: row.get::<_, i64>(8)?.cast_unsigned(),
        date: row.get(9)?,
    })
}

impl Database {
    /// Adds a simulation that begins now.
    pub fn begin_simulation(&mut self, info: &SimulationInfo) -> Result<SimulationId, DatabaseError> {
        self.change(|change| {
            change.execute(
                "INSERT INTO simulations (started, state, players, games, seed, settings)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    now(),
                    BEGUN,
                    write_list(&info.players),
                    info.games.cast_signed(),
                    info.seed.cast_signed(),
                    info.settings
                ],
            )?;
            Ok(SimulationId(change.last_insert_rowid()))
        })
    }

    /// A simulation.
    pub fn simulation(&self, id: SimulationId) -> Result<Simulation, DatabaseError> {
        let query = format!("SELECT {COLUMNS} FROM simulations WHERE id = ?1");
        let found =
            self.query(|connection| connection.query_row(&query, [id.0], simulation_row).optional())?;
        found.ok_or(DatabaseError::NoSimulation(id))
    }

    /// All simulations, the newest first.
    pub fn simulations(&self) -> Result<Vec<Simulation>, DatabaseError> {
        let query = format!("SELECT {COLUMNS} FROM simulations ORDER BY id DESC");
        self.query(|connection| connection.prepare(&query)?.query_map([], simulation_row)?.collect())
    }

    /// The simulations that were not finished, the newest first. One of them may be running in another program.
    pub fn unfinished_simulations(&self) -> Result<Vec<Simulation>, DatabaseError> {
        let mut all = self.simulations()?;
        all.retain(|simulation| simulation.state == SimulationState::Begun);
        Ok(all)
    }

    /// The finished games of a simulation by their indices, so that it can go on with the missing ones.
    pub fn finished_games(&self, id: SimulationId) -> Result<Vec<FinishedGame>, DatabaseError> {
        let game = |row: &Row<'_>| {
            let points: String = row.get(2)?;
            let points: Vec<i8> = points
                .split_whitespace()
                .map(|points| points.parse().map_or(0, |points: f64| (points * 2.0) as i8))
                .collect();
            Ok(FinishedGame {
                index: row.get::<_, i64>(0)?.cast_unsigned(),
                id: GameId(row.get(1)?),
                // Damaged rows may claim any number of sides.
                outcome: (1..=common::game::MAX_SIDES)
                    .contains(&points.len())
                    .then(|| Outcome::halves(&points)),
                ending: row.get(3)?,
                rounds: row.get(4)?,
                details: row.get(5)?,
            })
        };
        self.query(|connection| {
            let query = "SELECT number, id, points, ending, rounds, details FROM games
                         WHERE simulation = ?1 ORDER BY number";
            connection.prepare(query)?.query_map([id.0], game)?.collect()
        })
    }

    /// Replaces the results of the bots of a simulation, in the order of its players.
    pub fn set_bot_results(&mut self, id: SimulationId, results: &[BotResult]) -> Result<(), DatabaseError> {
        self.change(|change| {
            change.execute("DELETE FROM bot_results WHERE simulation = ?1", [id.0])?;
            for (seat, result) in (0_i64..).zip(results) {
                change.execute(
                    "INSERT INTO bot_results (simulation, seat, bot, wins, draws, losses, time_outs, nonsense, moves,
                                              total_time, max_time)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                    params![
                        id.0,
                        seat,
                        result.bot,
                        result.wins.cast_signed(),
                        result.draws.cast_signed(),
                        result.losses.cast_signed(),
                        result.time_outs.cast_signed(),
                        result.nonsense.cast_signed(),
                        result.moves.cast_signed(),
                        result.total_time,
                        result.max_time
                    ],
                )?;
            }
            Ok(())
        })
    }

    /// The results of the bots of a simulation, in the order of its players.
    pub fn bot_results(&self, id: SimulationId) -> Result<Vec<BotResult>, DatabaseError> {
        let result = |row: &Row<'_>| {
            let count = |column: usize| row.get::<_, i64>(column).map(i64::cast_unsigned);
            Ok(BotResult {
                bot: row.get(0)?,
                wins: count(1)?,
                draws: count(2)?,
                losses: count(3)?,
                time_outs: count(4)?,
                nonsense: count(5)?,
                moves: count(6)?,
                total_time: row.get(7)?,
                max_time: row.get(8)?,
            })
        };
        self.query(|connection| {
            let query = "SELECT bot, wins, draws, losses, time_outs, nonsense, moves, total_time, max_time
                         FROM bot_results WHERE simulation = ?1 ORDER BY seat";
            connection.prepare(query)?.query_map([id.0], result)?.collect()
        })
    }

    /// Notes that all games of a simulation are finished.
    pub fn end_simulation(&mut self, id: SimulationId) -> Result<(), DatabaseError> {
        self.change(|change| {
            let update = "UPDATE simulations SET state = ?2, ended = ?3 WHERE id = ?1";
            change.execute(update, params![id.0, FINISHED, now()]).map(drop)
        })
    }

    /// Deletes a simulation with its games. Returns how many games it had.
    pub fn delete_simulation(&mut self, id: SimulationId) -> Result<u64, DatabaseError> {
        let Simulation { finished, .. } = self.simulation(id)?;
        self.change(|change| {
            change.execute("DELETE FROM simulations WHERE id = ?1", [id.0])?;
            delete_unused_maps(change)
        })?;
        Ok(finished)
    }
}
