//! The score so far, while a simulation is played.

use super::{Finished, FinishedGame};
use common::arena::{PlayerIndex, WinDrawLoss, wilson_interval};

/// The score so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standing {
    /// The number of finished games.
    pub games: u64,
    /// The number of games to be played.
    pub scheduled: u64,
    /// The players, in the order of the simulation.
    pub players: Vec<PlayerStanding>,
}

/// The score of one player so far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlayerStanding {
    /// Games won, drawn and lost.
    pub tally: WinDrawLoss,
    /// 1 for a win, an equal part of 1 for a shared first place.
    pub points: f64,
}

impl PlayerStanding {
    /// The mean score; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.tally.games > 0).then(|| self.points / self.tally.games as f64)
    }

    /// The 95 % interval of the mean score.
    pub fn interval(&self) -> (f64, f64) {
        wilson_interval(self.points, self.tally.games)
    }
}

impl Standing {
    /// The score of finished games between so many players.
    pub fn new(players: usize, scheduled: u64, finished: &Finished) -> Standing {
        let mut standing =
            Standing { games: 0, scheduled, players: vec![PlayerStanding::default(); players] };
        for game in finished.values() {
            standing.add(game);
        }
        standing
    }

    /// Counts a game.
    pub fn add(&mut self, game: &FinishedGame) {
        self.games += 1;
        for (player, standing) in PlayerIndex::all(self.players.len()).zip(&mut self.players) {
            standing.tally.add(game.result(player));
            standing.points += game.scores.get(player.0).copied().unwrap_or_default();
        }
    }
}
