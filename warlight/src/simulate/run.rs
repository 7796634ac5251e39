//! A whole simulation on threads: many games at once, collected as they end.

use super::game::{self, PlayedGame};
use super::{Collector, Finished, Report, Simulation, Storage, Watcher};
use crate::rules::BadSetup;
use common::player::Stop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

/// The watcher is woken this often while no game ends.
const TICK: Duration = Duration::from_millis(250);

/// Searches recurse deeply, so a thread has as much stack as a main thread.
const STACK: usize = 8 << 20;

/// Plays the games of a simulation that are not finished yet on so many threads until they end or `stop` is raised, stores
/// each of them as it ends, and reports all of them.
pub fn run(
    simulation: &Simulation,
    finished: Finished,
    storage: Option<Storage>,
    threads: usize,
    stop: &Stop,
    watcher: &mut dyn Watcher,
) -> Result<Report, String> {
    let mut collector = Collector::new(simulation, finished, storage, watcher);
    let missing: Vec<u64> = collector.missing(0).collect();
    let next = AtomicUsize::new(0);
    // Fast players end games faster than the disk takes them: then they wait, so that a stop is one at once.
    let (sender, receiver) = mpsc::sync_channel(threads);
    std::thread::scope(|scope| {
        let (missing, next) = (&*missing, &next);
        for _ in 0..threads.min(missing.len()) {
            let sender = sender.clone();
            let work = move || play_games(simulation, missing, next, stop, &sender);
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if let Err(why) = thread {
                stop.raise();
                let why = format!("the threads could not be started: {why}; use fewer --threads");
                return Err(why);
            }
        }
        drop(sender);
        let collected = collect(&receiver, &mut collector, watcher);
        if collected.is_err() {
            stop.raise();
        }
        // After an error no thread may wait for room in the channel.
        drop(receiver);
        collected
    })?;
    Ok(collector.end(simulation, watcher))
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
    games: &Receiver<Result<PlayedGame, BadSetup>>,
    collector: &mut Collector,
    watcher: &mut dyn Watcher,
) -> Result<(), String> {
    loop {
        match games.recv_timeout(TICK) {
            Ok(Ok(played)) => collector.add(played, watcher),
            Ok(Err(why)) => return Err(why.to_string()),
            Err(RecvTimeoutError::Timeout) => watcher.tick(),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
