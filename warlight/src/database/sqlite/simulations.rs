//! Simulations: what was asked for, which games are finished, and how the bots did.

use super::games::delete_unused_maps;
use super::{Database, read_list, write_list};
use crate::database::rows::outcome_of;
use crate::database::{
    BotResult, DatabaseError, FinishedGame, GameId, Simulation, SimulationId, SimulationInfo,
    SimulationState, Simulations, now,
};
use rusqlite::{OptionalExtension, Row, params};

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

impl Simulations for Database {
    fn begin_simulation(&mut self, info: &SimulationInfo) -> Result<SimulationId, DatabaseError> {
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

    fn simulation(&self, id: SimulationId) -> Result<Simulation, DatabaseError> {
        let query = format!("SELECT {COLUMNS} FROM simulations WHERE id = ?1");
        let found =
            self.query(|connection| connection.query_row(&query, [id.0], simulation_row).optional())?;
        found.ok_or(DatabaseError::NoSimulation(id))
    }

    fn simulations(&self) -> Result<Vec<Simulation>, DatabaseError> {
        let query = format!("SELECT {COLUMNS} FROM simulations ORDER BY id DESC");
        self.query(|connection| connection.prepare(&query)?.query_map([], simulation_row)?.collect())
    }

    fn finished_games(&self, id: SimulationId) -> Result<Vec<FinishedGame>, DatabaseError> {
        let game = |row: &Row<'_>| {
            let points: String = row.get(2)?;
            Ok(FinishedGame {
                index: row.get::<_, i64>(0)?.cast_unsigned(),
                id: GameId(row.get(1)?),
                outcome: outcome_of(&points),
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

    fn set_bot_results(&mut self, id: SimulationId, results: &[BotResult]) -> Result<(), DatabaseError> {
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

    fn bot_results(&self, id: SimulationId) -> Result<Vec<BotResult>, DatabaseError> {
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

    fn end_simulation(&mut self, id: SimulationId) -> Result<(), DatabaseError> {
        self.change(|change| {
            let update = "UPDATE simulations SET state = ?2, ended = ?3 WHERE id = ?1";
            change.execute(update, params![id.0, FINISHED, now()]).map(drop)
        })
    }

    fn delete_simulation(&mut self, id: SimulationId) -> Result<u64, DatabaseError> {
        let Simulation { finished, .. } = self.simulation(id)?;
        self.change(|change| {
            change.execute("DELETE FROM simulations WHERE id = ?1", [id.0])?;
            delete_unused_maps(change)
        })?;
        Ok(finished)
    }
}
