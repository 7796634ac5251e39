//! One game of a simulation.

use super::Simulation;
use super::players::SimulatedPlayer;
use crate::contest::ContestReport;
use crate::database::LogEntry;
use crate::record::{GameEnd, GameRecord};
use crate::rules::{BadSetup, Move, Position, Start};
use common::arena::{GameScore, PlayerIndex, Schedule};
use common::game::{Dice, Game, Outcome, Side, Stream};
use common::player::{Budget, PlayerError, Turn, ask_player};
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
    /// What was counted about each player; nothing unless it is a contest bot.
    pub bots: Vec<ContestReport>,
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

/// A game that was just played: its result, its record, and its log if one is kept.
#[derive(Debug)]
pub struct PlayedGame {
    /// The result.
    pub game: FinishedGame,
    /// The record.
    pub record: GameRecord,
    /// The log.
    pub logs: Vec<LogEntry>,
}

impl FinishedGame {
    /// Whether it can be a game of this schedule.
    pub fn fits(&self, schedule: &Schedule) -> bool {
        let lists = [self.scores.len(), self.times.len(), self.bots.len()];
        self.index < schedule.games && lists.iter().all(|length| *length == schedule.sides)
    }

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
    index: u64,
    position: Position,
    record: GameRecord,
    /// The player of each seat.
    seats: Vec<PlayerIndex>,
    /// The players, in the order of the command line; fewer if one of them could not be built.
    players: Vec<SimulatedPlayer>,
    /// The thinking times of each player.
    times: Vec<Vec<u32>>,
    logs: Vec<LogEntry>,
}

/// A player failed, for this reason.
type PlayerFailed = (PlayerIndex, String);

/// Plays the game of an index; `None` if it was stopped before its end.
pub fn play(simulation: &Simulation, index: u64, budget: &Budget) -> Result<Option<PlayedGame>, BadSetup> {
    let schedule = simulation.schedule;
    let seeds = schedule.seeds(index);
    let seats = schedule.seats(index);
    let names = seats.iter().map(|player| simulation.players[player.0].to_string()).collect();
    let position = start(simulation, index)?;
    let record = match &simulation.from {
        Some(from) => from.branch(names, seeds.game),
        None => GameRecord::new(&position, names, seeds.game),
    };
    let (players, times) = (Vec::new(), vec![Vec::new(); schedule.sides]);
    let mut table = Table { simulation, index, position, record, seats, players, times, logs: Vec::new() };
    let end = table.build_players(&seeds.players, budget).and_then(|()| table.play_rounds(seeds.game));
    Ok((!budget.stop.raised()).then(|| table.finish(end)))
}

/// Where a game begins: the same for all games of a group.
pub fn start(simulation: &Simulation, index: u64) -> Result<Position, BadSetup> {
    if let Some(from) = &simulation.from {
        return Ok(from.position());
    }
    let mut dice = Dice::for_game(simulation.schedule.start_seed(index), Stream::Start);
    Ok(Position::new(&simulation.setup, Start::new(&simulation.setup, &mut dice)?))
}

impl Table<'_> {
    fn build_players(&mut self, seeds: &[u64], budget: &Budget) -> Result<(), PlayerFailed> {
        for (player, seed) in PlayerIndex::all(seeds.len()).zip(seeds) {
            let built = SimulatedPlayer::new(self.simulation, Some(self.index), player, *seed, budget);
            self.players.push(built.map_err(|why| (player, why))?);
        }
        Ok(())
    }

    /// Plays until the game ends, or a player fails.
    fn play_rounds(&mut self, seed: u64) -> Result<Outcome, PlayerFailed> {
        let mut ply = 0;
        loop {
            if let Some(outcome) = self.position.outcome() {
                return Ok(outcome);
            }
            // All players choose before a move is played: none learns anything about another's turn.
            let mut choices = Vec::new();
            for side in self.position.to_move().iter() {
                let player = self.seats[side.index()];
                let chosen = self.ask(side, player).map_err(|why| (player, why.to_string()))?;
                choices.push((side, player, chosen));
            }
            for (side, player, chosen) in choices {
                let mut dice = Dice::for_game(seed, Stream::Ply(ply));
                let effect = self.position.play(side, &chosen, &mut dice).map_err(|why| {
                    let illegal = PlayerError::Illegal { answer: chosen.to_string(), why: why.to_string() };
                    (player, illegal.to_string())
                })?;
                self.record.push(side, &chosen, &effect);
                ply += 1;
            }
        }
    }

    fn ask(&mut self, side: Side, player: PlayerIndex) -> Result<Move, PlayerError> {
        let view = self.position.view(side);
        let turn = Turn { side, view: &view, setup: &self.simulation.setup, moves: &[] };
        let (chooser, budget) = self.players[player.0].parts();
        let since = Instant::now();
        let answer = ask_player(chooser, &turn, budget, &|_| ());
        let used = since.elapsed().as_micros();
        self.times[player.0].push(u32::try_from(used).unwrap_or(u32::MAX));
        let stop = budget.stop.clone();
        let round = if view.picking { 0 } else { view.round.saturating_add(1) };
        self.logs.extend(self.players[player.0].take_log(player, round));
        if matches!(answer, Err(PlayerError::Died(_))) && !stop.raised() {
            std::thread::sleep(CTRL_C_DELAY);
        }
        // A move that was chosen because of the stop is not played.
        if stop.raised() { Err(PlayerError::Stopped) } else { answer }
    }

    /// The game as it is stored and counted.
    fn finish(mut self, end: Result<Outcome, PlayerFailed>) -> PlayedGame {
        let schedule = self.simulation.schedule;
        let (outcome, game_end, ending) = match end {
            Ok(outcome) => {
                let end = GameEnd::by_rules(&self.position);
                let conquered = end == GameEnd::Conquered;
                (outcome, end, if conquered { Ending::Conquered } else { Ending::RoundLimit })
            }
            Err((player, why)) => {
                let side = schedule.side(self.index, player);
                let end = GameEnd::Forfeit { side, why: why.clone() };
                (Outcome::forfeit(side, schedule.sides), end, Ending::Failed { player, why })
            }
        };
        self.record.finish(outcome, game_end);
        let score = |player| outcome.score(schedule.side(self.index, player));
        let game = FinishedGame {
            index: self.index,
            rounds: self.position.round(),
            scores: PlayerIndex::all(schedule.sides).map(score).collect(),
            ending,
            bots: PlayerIndex::all(schedule.sides)
                .map(|player| self.players.get(player.0).map(SimulatedPlayer::report).unwrap_or_default())
                .collect(),
            times: self.times,
        };
        PlayedGame { game, record: self.record, logs: self.logs }
    }
}
