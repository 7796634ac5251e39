//! A whole simulation: many games at once, collected as they end.

use super::game::{self, FinishedGame, PlayedGame};
use super::players::SimulatedPlayer;
use super::{Report, Simulation, Storage};
use crate::database::{DatabaseError, SimulationId};
use crate::rules::BadSetup;
use common::arena::{PlayerIndex, WinDrawLoss};
use common::cli::{self, Failure};
use common::interrupt::Listener;
use common::job::progress_bar;
use common::player::{Budget, Stop};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// The bar is redrawn this often while no game ends.
const REDRAW_INTERVAL: Duration = Duration::from_millis(250);

/// Searches recurse deeply, so a thread has as much stack as a main thread.
const STACK: usize = 8 << 20;

/// Finished games by their indices.
pub type Finished = BTreeMap<u64, FinishedGame>;

/// Plays the games of a simulation that are not finished yet on so many threads, stores each of them as it ends, and
/// reports all of them.
pub fn run(
    simulation: &Simulation,
    mut finished: Finished,
    storage: Option<Storage>,
    threads: usize,
) -> Result<Report, Failure> {
    let stop = Stop::default();
    let _listener = Listener::new(&stop);
    let missing: Vec<u64> =
        (0..simulation.schedule.games).filter(|index| !finished.contains_key(index)).collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut keeper = Keeper { storage, id: None };
    keeper.id = keeper.storage.as_ref().map(Storage::id);
    std::thread::scope(|scope| {
        let (missing, next, stop) = (&*missing, &next, &stop);
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
        let collected = collect(simulation, &receiver, &mut finished, &mut keeper);
        if collected.is_err() {
            stop.raise();
        }
        collected
    })?;
    let report = Report::new(simulation, &finished).stored_as(keeper.id);
    keeper.store("the results", |storage| storage.finish(&report));
    Ok(report)
}

/// Stores games as long as that works.
struct Keeper {
    storage: Option<Storage>,
    id: Option<SimulationId>,
}

impl Keeper {
    /// Stores something. The simulation goes on without its database if that fails.
    fn store(&mut self, what: &str, store: impl FnOnce(&mut Storage) -> Result<(), DatabaseError>) {
        if let Some(storage) = &mut self.storage
            && let Err(why) = store(storage)
        {
            cli::complain(&format!("{what} could not be stored, and neither will later games be: {why}"));
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
    sender: &Sender<Result<PlayedGame, BadSetup>>,
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
) -> Result<(), Failure> {
    let bar = progress_bar(simulation.schedule.games, "games");
    let mut tally = WinDrawLoss::default();
    for game in finished.values() {
        tally.add(game.result(PlayerIndex::A));
    }
    bar.set_position(tally.games);
    // Games that were finished before say nothing about the time that the others take.
    bar.reset_eta();
    loop {
        match games.recv_timeout(REDRAW_INTERVAL) {
            Ok(Ok(played)) => {
                bar.suspend(|| keeper.store("a game", |storage| storage.add(&played)));
                let game = played.game;
                tally.add(game.result(PlayerIndex::A));
                finished.insert(game.index, game);
                let WinDrawLoss { wins, draws, losses, .. } = tally;
                let score = 100.0 * tally.score().unwrap_or_default();
                bar.set_message(format!("A won {wins}, drew {draws}, lost {losses}: {score:.1} %"));
                bar.set_position(tally.games);
            }
            Ok(Err(why)) => {
                bar.finish_and_clear();
                return Err(Failure::bad(why));
            }
            Err(RecvTimeoutError::Timeout) => bar.tick(),
            Err(RecvTimeoutError::Disconnected) => {
                bar.finish_and_clear();
                return Ok(());
            }
        }
    }
}
