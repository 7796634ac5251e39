//! A whole simulation: many games at once, collected as they end.

use super::game::{self, FinishedGame};
use super::{Report, Simulation};
use common::arena::{PlayerIndex, WinDrawLoss};
use common::cli::Failure;
use common::interrupt::Listener;
use common::job::progress_bar;
use common::player::Stop;
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

/// Plays the games of a simulation on so many threads, and reports all of them.
pub fn run(simulation: &Simulation, threads: usize) -> Result<Report, Failure> {
    let stop = Stop::default();
    let _listener = Listener::new(&stop);
    check(simulation)?;
    let mut finished = Finished::new();
    let missing: Vec<u64> =
        (0..simulation.schedule.games).filter(|index| !finished.contains_key(index)).collect();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let (missing, next, stop) = (&*missing, &next, &stop);
        for _ in 0..threads.min(missing.len()) {
            let sender = sender.clone();
            let work = move || play_games(simulation, missing, next, stop, &sender);
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            if let Err(why) = thread {
                stop.raise();
                return Err(Failure::Bad(format!(
                    "the threads could not be started: {why}; use fewer --threads"
                )));
            }
        }
        drop(sender);
        let collected = collect(simulation, &receiver, &mut finished);
        if collected.is_err() {
            stop.raise();
        }
        collected
    })?;
    Ok(Report::new(simulation, &finished))
}

/// Builds every player once, so that a wrong name or a map that does not fit is reported before the first game.
fn check(simulation: &Simulation) -> Result<(), Failure> {
    game::start(simulation, 0).map_err(Failure::bad)?;
    for (index, spec) in simulation.players.iter().enumerate() {
        if simulation.players[..index].contains(spec) {
            continue;
        }
        game::build_player(simulation, spec, simulation.schedule.seed).map_err(|why| {
            Failure::Bad(format!("player {}, {spec}, cannot play: {why}", PlayerIndex(index)))
        })?;
    }
    Ok(())
}

/// Plays one missing game after the other.
fn play_games(
    simulation: &Simulation,
    missing: &[u64],
    next: &AtomicUsize,
    stop: &Stop,
    sender: &Sender<Result<FinishedGame, String>>,
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
    games: &Receiver<Result<FinishedGame, String>>,
    finished: &mut Finished,
) -> Result<(), Failure> {
    let bar = progress_bar(simulation.schedule.games, "games");
    let mut tally = WinDrawLoss::default();
    loop {
        match games.recv_timeout(REDRAW_INTERVAL) {
            Ok(Ok(game)) => {
                tally.add(game.result(PlayerIndex::A));
                finished.insert(game.index, game);
                let WinDrawLoss { wins, draws, losses, .. } = tally;
                let score = 100.0 * tally.score().unwrap_or_default();
                bar.set_message(format!("A won {wins}, drew {draws}, lost {losses}: {score:.1} %"));
                bar.set_position(tally.games);
            }
            Ok(Err(why)) => {
                bar.finish_and_clear();
                return Err(Failure::Bad(why));
            }
            Err(RecvTimeoutError::Timeout) => bar.tick(),
            Err(RecvTimeoutError::Disconnected) => {
                bar.finish_and_clear();
                return Ok(());
            }
        }
    }
}
