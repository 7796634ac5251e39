//! A whole simulation: many games at once, collected as they end.

use super::game::{self, FinishedGame, PlayedGame};
use super::players::SimulatedPlayer;
use super::{Report, Simulation, Standing, Storage};
use crate::database::{DatabaseError, SimulationId};
use crate::rules::BadSetup;
use common::arena::PlayerIndex;
use common::cli::Failure;
use common::player::{Budget, Stop};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

/// The watcher is woken this often while no game ends.
const TICK: Duration = Duration::from_millis(250);

/// Searches recurse deeply, so a thread has as much stack as a main thread.
const STACK: usize = 8 << 20;

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

/// Plays the games of a simulation that are not finished yet on so many threads until they end or `stop` is raised, stores
/// each of them as it ends, and reports all of them.
pub fn run(
    simulation: &Simulation,
    mut finished: Finished,
    storage: Option<Storage>,
    threads: usize,
    stop: &Stop,
    watcher: &mut dyn Watcher,
) -> Result<Report, Failure> {
    let missing: Vec<u64> =
        (0..simulation.schedule.games).filter(|index| !finished.contains_key(index)).collect();
    let next = AtomicUsize::new(0);
    // Fast players end games faster than the disk takes them: then they wait, so that a stop is one at once.
    let (sender, receiver) = mpsc::sync_channel(threads);
    let mut keeper = Keeper { storage, id: None };
    keeper.id = keeper.storage.as_ref().map(Storage::id);
    std::thread::scope(|scope| {
        let (missing, next) = (&*missing, &next);
        for _ in 0..threads.min(missing.len()) {
            let sender = sender.clone();
            let work = move || play_games(simulation, missing, next, stop, &sender);
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if let Err(why) = thread {
                stop.raise();
                let why = format!("the threads could not be started: {why}; use fewer --threads");
                return Err(Failure::Bad(why));
            }
        }
        drop(sender);
        let collected = collect(simulation, &receiver, &mut finished, &mut keeper, watcher);
        if collected.is_err() {
            stop.raise();
        }
        // After an error no thread may wait for room in the channel.
        drop(receiver);
        collected
    })?;
    let report = Report::new(simulation, &finished).stored_as(keeper.id);
    keeper.store("the results", watcher, |storage| storage.finish(&report));
    Ok(report)
}

/// Stores games as long as that works.
struct Keeper {
    storage: Option<Storage>,
    id: Option<SimulationId>,
}

impl Keeper {
    /// Stores something. The simulation goes on without its database if that fails.
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
pub fn check(simulation: &Simulation) -> Result<(), Failure> {
    game::start(simulation, 0).map_err(Failure::bad)?;
    for (index, spec) in simulation.players.iter().enumerate() {
        if simulation.players[..index].contains(spec) {
            continue;
        }
        let player = PlayerIndex(index);
        SimulatedPlayer::new(simulation, None, player, simulation.schedule.seed, &Budget::default())
            .map_err(|why| Failure::Bad(format!("player {player}, {spec}, cannot play: {why}")))?;
    }
    Ok(())
}

/// Plays one missing game after the other.
fn play_games(
    simulation: &Simulation,
    missing: &[u64],
    next: &AtomicUsize,
    stop: &Stop,
    sender: &SyncSender<Result<PlayedGame, BadSetup>>,
) {
    let budget = simulation.limits.budget(stop);
    while !stop.raised()
        && let Some(index) = missing.get(next.fetch_add(1, Ordering::Relaxed))
        && let Some(game) = game::play(simulation, *index, &budget).transpose()
        && sender.send(game).is_ok()
    {}
}

/// Collects the games as they end, until all threads have ended.
fn collect(
    simulation: &Simulation,
    games: &Receiver<Result<PlayedGame, BadSetup>>,
    finished: &mut Finished,
    keeper: &mut Keeper,
    watcher: &mut dyn Watcher,
) -> Result<(), Failure> {
    let schedule = simulation.schedule;
    let mut standing = Standing::new(schedule.sides, schedule.games, finished);
    watcher.progress(&standing);
    loop {
        match games.recv_timeout(TICK) {
            Ok(Ok(played)) => {
                keeper.store("a game", watcher, |storage| storage.add(&played));
                let game = played.game;
                standing.add(&game);
                finished.insert(game.index, game);
                watcher.progress(&standing);
            }
            Ok(Err(why)) => return Err(Failure::bad(why)),
            Err(RecvTimeoutError::Timeout) => watcher.tick(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
