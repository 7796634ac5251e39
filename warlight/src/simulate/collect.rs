//! The games of a simulation as they end: counted, stored, and shown to a watcher.

use super::players::SimulatedPlayer;
use super::{FinishedGame, PlayedGame, Report, Simulation, Standing, Storage, game, text};
use crate::database::{DatabaseError, SimulationId};
use common::arena::PlayerIndex;
use common::player::Budget;
use std::collections::BTreeMap;

/// Finished games by their indices.
pub type Finished = BTreeMap<u64, FinishedGame>;

/// Watches a simulation: a progress bar, or a page of the window.
pub trait Watcher {
    /// This is the score now. It is called at the beginning and after each game.
    fn progress(&mut self, standing: &Standing);
    /// Some time has passed without a game.
    fn tick(&mut self) {}
    /// Something is wrong, but the simulation goes on.
    fn complain(&mut self, sentence: &str);
}

/// Counts and stores the games of a simulation. It goes on without its database if that fails.
pub struct Collector {
    storage: Option<Storage>,
    id: Option<SimulationId>,
    finished: Finished,
    standing: Standing,
}

impl Collector {
    /// Begins with the games that are finished already.
    pub fn new(
        simulation: &Simulation,
        finished: Finished,
        storage: Option<Storage>,
        watcher: &mut dyn Watcher,
    ) -> Collector {
        let id = storage.as_ref().map(Storage::id);
        let standing = Standing::new(simulation.schedule.sides, simulation.schedule.games, &finished);
        watcher.progress(&standing);
        Collector { storage, id, finished, standing }
    }

    /// The games from this index on that are not finished.
    pub fn missing(&self, from: u64) -> impl Iterator<Item = u64> {
        (from..self.standing.scheduled).filter(|index| !self.finished.contains_key(index))
    }

    /// Whether the games are stored. Once that has failed, they are not.
    pub fn is_stored(&self) -> bool {
        self.storage.is_some()
    }

    /// Adds a game that has ended.
    pub fn add(&mut self, played: PlayedGame, watcher: &mut dyn Watcher) {
        self.store("a game", watcher, |storage| storage.add(&played));
        self.standing.add(&played.game);
        self.finished.insert(played.game.index, played.game);
        watcher.progress(&self.standing);
    }

    /// Reports all games.
    pub fn end(mut self, simulation: &Simulation, watcher: &mut dyn Watcher) -> Report {
        let report = Report::new(simulation, &self.finished).stored_as(self.id);
        self.store("the results", watcher, |storage| storage.finish(&report));
        report.with_stored_games(self.is_stored())
    }

    fn store(
        &mut self,
        what: &str,
        watcher: &mut dyn Watcher,
        store: impl FnOnce(&mut Storage) -> Result<(), DatabaseError>,
    ) {
        if let Some(storage) = &mut self.storage
            && let Err(why) = store(storage)
        {
            watcher.complain(&format!("{what} could not be stored, and neither will later games be: {why}"));
            self.storage = None;
        }
    }
}

/// Builds every player once, so that a wrong name or a map that does not fit is reported before the first game.
pub fn check(simulation: &Simulation) -> Result<(), String> {
    game::start(simulation, 0).map_err(text)?;
    for (index, spec) in simulation.players.iter().enumerate() {
        if simulation.players[..index].contains(spec) {
            continue;
        }
        let player = PlayerIndex(index);
        SimulatedPlayer::new(simulation, None, player, simulation.schedule.seed, &Budget::default())
            .map_err(|why| format!("player {player}, {spec}, cannot play: {why}"))?;
    }
    Ok(())
}
