//! One game of a simulation.

use super::Simulation;
use crate::rules::{Move, Position};
use common::arena::{GameScore, PlayerIndex};
use common::game::{Dice, Game, Outcome, Side, StartError, Stream};
use common::job::Work;
use common::player::{AiPlayers, Budget, Player, PlayerError, Spec, Turn, ask_player};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

/// A program may have died of the same Ctrl-C that is about to reach us: wait this long for it.
const CTRL_C_DELAY: Duration = Duration::from_millis(100);

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its index in the simulation, counted from 0.
    pub index: u64,
    /// The number of rounds that were played.
    pub rounds: u16,
    /// The score of each player: 1 for a win, an equal part of 1 for a shared first place, otherwise 0.
    pub scores: Vec<f64>,
    /// How it ended.
    pub ending: Ending,
    /// The thinking times of each player's moves in microseconds.
    pub times: Vec<Vec<u32>>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// One player owns every region that is owned.
    Conquered,
    /// The round limit was reached.
    RoundLimit,
    /// A player failed, and lost the game.
    Failed {
        /// The player.
        player: PlayerIndex,
        /// What happened.
        why: String,
    },
}

impl FinishedGame {
    /// The result of a player; a draw is a shared first place.
    pub fn result(&self, player: PlayerIndex) -> GameScore {
        match self.scores.get(player.0) {
            Some(score) if *score >= 1.0 => GameScore::Win,
            Some(score) if *score > 0.0 => GameScore::Draw,
            _ => GameScore::Loss,
        }
    }
}

/// A game that is being played.
struct Table<'a> {
    simulation: &'a Simulation,
    position: Position,
    /// The player of each seat.
    seats: Vec<PlayerIndex>,
    /// The players, in the order of the command line.
    players: Vec<Box<dyn Player<Position>>>,
    /// The seed of the dice.
    seed: u64,
    ply: usize,
    times: Vec<Vec<u32>>,
}

/// Plays the game of an index; `None` if it was stopped before its end.
pub fn play(simulation: &Simulation, index: u64, budget: &Budget) -> Result<Option<FinishedGame>, String> {
    let schedule = simulation.schedule;
    let seeds = schedule.seeds(index);
    let position = match start(simulation, index) {
        Ok(position) => position,
        Err(StartError::Cancelled) => return Ok(None),
        Err(why) => return Err(format!("the game could not start: {why}")),
    };
    let mut players = Vec::new();
    for (player, (spec, seed)) in simulation.players.iter().zip(&seeds.players).enumerate() {
        match build_player(simulation, spec, *seed) {
            Ok(built) => players.push(built),
            Err(why) => {
                let times = vec![Vec::new(); simulation.players.len()];
                return Ok(Some(failed(
                    simulation,
                    index,
                    PlayerIndex(player),
                    why,
                    position.round(),
                    times,
                )));
            }
        }
    }
    let times = vec![Vec::new(); players.len()];
    let mut table = Table {
        simulation,
        position,
        seats: schedule.seats(index),
        players,
        seed: seeds.game,
        ply: 0,
        times,
    };
    let end = table.play_rounds(budget);
    let Table { position, times, .. } = table;
    if budget.stop.raised() {
        return Ok(None);
    }
    Ok(Some(match end {
        Ok(outcome) => finished(simulation, index, outcome, &position, times),
        Err((player, why)) => failed(simulation, index, player, why, position.round(), times),
    }))
}

/// Where a game begins: the same for all games of a group.
pub fn start(
    simulation: &Simulation,
    index: u64,
) -> Result<Position, StartError<<Position as Game>::BadSetup>> {
    if let Some(position) = &simulation.from {
        return Ok(position.clone());
    }
    let mut dice = Dice::for_game(simulation.schedule.start_seed(index), Stream::Start);
    Position::start(&simulation.setup, &mut dice, &Work::quiet())
}

/// Builds a player for one game.
pub fn build_player(
    simulation: &Simulation,
    spec: &Spec,
    seed: u64,
) -> Result<Box<dyn Player<Position>>, String> {
    Position::build_player(spec, &simulation.setup, seed).map_err(|why| why.to_string())
}

impl Table<'_> {
    /// Plays until the game ends, or a player fails.
    fn play_rounds(&mut self, budget: &Budget) -> Result<Outcome, (PlayerIndex, String)> {
        loop {
            if let Some(outcome) = self.position.outcome() {
                return Ok(outcome);
            }
            // All players choose before a move is played: none learns anything about another's turn.
            let mut choices = Vec::new();
            for side in self.position.to_move().iter() {
                let player = self.seats[side.index()];
                let chosen = self.ask(side, player, budget).map_err(|why| (player, why.to_string()))?;
                choices.push((side, player, chosen));
            }
            for (side, player, chosen) in choices {
                let mut dice = Dice::for_game(self.seed, Stream::Ply(self.ply));
                self.position.play(side, &chosen, &mut dice).map_err(|why| {
                    let illegal = PlayerError::Illegal { answer: chosen.to_string(), why: why.to_string() };
                    (player, illegal.to_string())
                })?;
                self.ply += 1;
            }
        }
    }

    fn ask(&mut self, side: Side, player: PlayerIndex, budget: &Budget) -> Result<Move, PlayerError> {
        let view = self.position.view(side);
        let turn = Turn { side, view: &view, setup: &self.simulation.setup, moves: &[] };
        let since = Instant::now();
        let answer = ask_player(&mut *self.players[player.0], &turn, budget, &|_| ());
        let used = since.elapsed().as_micros();
        self.times[player.0].push(u32::try_from(used).unwrap_or(u32::MAX));
        if matches!(answer, Err(PlayerError::Died(_))) && !budget.stop.raised() {
            std::thread::sleep(CTRL_C_DELAY);
        }
        // A move that was chosen because of the stop is not played.
        if budget.stop.raised() { Err(PlayerError::Stopped) } else { answer }
    }
}

/// A game that ended by the rules.
fn finished(
    simulation: &Simulation,
    index: u64,
    outcome: Outcome,
    position: &Position,
    times: Vec<Vec<u32>>,
) -> FinishedGame {
    let conquered = position.alive().len() == 1;
    FinishedGame {
        index,
        rounds: position.round(),
        scores: scores(simulation, index, outcome),
        ending: if conquered { Ending::Conquered } else { Ending::RoundLimit },
        times,
    }
}

/// A game that a player lost because it failed.
fn failed(
    simulation: &Simulation,
    index: u64,
    player: PlayerIndex,
    why: String,
    rounds: u16,
    times: Vec<Vec<u32>>,
) -> FinishedGame {
    let schedule = simulation.schedule;
    let outcome = Outcome::forfeit(schedule.side(index, player), schedule.sides);
    let scores = scores(simulation, index, outcome);
    FinishedGame { index, rounds, scores, ending: Ending::Failed { player, why }, times }
}

/// The score of each player.
fn scores(simulation: &Simulation, index: u64, outcome: Outcome) -> Vec<f64> {
    let schedule = simulation.schedule;
    PlayerIndex::all(schedule.sides).map(|player| outcome.score(schedule.side(index, player))).collect()
}
