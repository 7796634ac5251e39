//! The games in workers of the web page. The page itself counts and stores them.

use super::{Prepared, Shared, Wanted, change, prepare, summary};
use crate::simulate::{Collector, SentGame, SimulateTask, Simulation, Standing, Watcher};
use common::job::TaskJob;
use common::store::Store;
use common::words::sentence;
use egui::Context;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The page takes games for so long at once, so that it never stutters.
const SLICE: Duration = Duration::from_millis(8);
/// The same in a hidden tab, where frames come about once a second and nothing is drawn.
const HIDDEN_SLICE: Duration = Duration::from_millis(300);

/// Games that are being played.
pub(super) struct Playing {
    table: Option<Table>,
    /// Why there is nothing to play.
    failed: Option<String>,
    ctx: Context,
    live: Shared,
}

impl std::fmt::Debug for Playing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playing").field("failed", &self.failed).finish_non_exhaustive()
    }
}

struct Table {
    simulation: Simulation,
    is_stored: bool,
    collector: Collector,
    workers: Vec<TaskJob<SimulateTask>>,
    /// Games that have arrived and are not counted yet.
    arrived: VecDeque<SentGame>,
}

/// Shows the score.
struct Shower<'a>(&'a Shared);

impl Watcher for Shower<'_> {
    fn progress(&mut self, standing: &Standing) {
        change(self.0, |live| live.standing = standing.clone());
    }
    fn complain(&mut self, text: &str) {
        change(self.0, |live| live.complaints.push(sentence(text)));
    }
}

impl Playing {
    pub fn start(wanted: Wanted, store: &Store, ctx: &Context, threads: usize, live: &Shared) -> Playing {
        let (ctx, live) = (ctx.clone(), Arc::clone(live));
        match prepare(wanted, store, &live) {
            Ok(prepared) => {
                let table = Table::new(prepared, threads, &ctx, &live);
                Playing { table: Some(table), failed: None, ctx, live }
            }
            Err(why) => Playing { table: None, failed: Some(why), ctx, live },
        }
    }

    /// The end, once it is there.
    pub fn poll(&mut self) -> Option<Result<String, String>> {
        if let Some(why) = self.failed.take() {
            return Some(Err(why));
        }
        let table = self.table.as_mut()?;
        let is_hidden = self.ctx.input(|input| input.viewport().visible()) == Some(false);
        let slice = if is_hidden { HIDDEN_SLICE } else { SLICE };
        if let Err(why) = table.listen(&self.live, slice) {
            self.table = None;
            return Some(Err(why));
        }
        if !table.arrived.is_empty() {
            self.ctx.request_repaint();
            return None;
        }
        if !table.workers.is_empty() {
            return None;
        }
        let Table { simulation, is_stored, collector, .. } = self.table.take()?;
        let report = collector.end(&simulation, &mut Shower(&self.live));
        Some(Ok(summary(&report, is_stored)))
    }

    /// Ends the workers. Games that have arrived are kept.
    pub fn stop(&mut self) {
        if let Some(table) = &mut self.table {
            table.hear();
            table.workers.clear();
        }
        self.ctx.request_repaint();
    }
}

impl Table {
    fn new(prepared: Prepared, threads: usize, ctx: &Context, live: &Shared) -> Table {
        let Prepared { simulation, finished, storage } = prepared;
        let is_stored = storage.is_some();
        let collector = Collector::new(&simulation, finished, storage, &mut Shower(live));
        let missing = collector.missing();
        let share = |worker: usize| -> Vec<u64> {
            missing.iter().copied().skip(worker).step_by(threads.max(1)).collect()
        };
        let start = |games: Vec<u64>| {
            let ctx = ctx.clone();
            TaskJob::start(SimulateTask::new(&simulation, games), move || ctx.request_repaint())
        };
        let workers = (0..threads.max(1)).map(share).filter(|games| !games.is_empty()).map(start).collect();
        Table { simulation, is_stored, collector, workers, arrived: VecDeque::new() }
    }

    /// Takes what the workers have sent.
    fn hear(&mut self) {
        for worker in &mut self.workers {
            self.arrived.extend(worker.news());
        }
    }

    /// Counts and stores what the workers have sent, for a moment. The error is a sentence.
    fn listen(&mut self, live: &Shared, slice: Duration) -> Result<(), String> {
        self.hear();
        let since = Instant::now();
        while since.elapsed() < slice
            && let Some(game) = self.arrived.pop_front()
        {
            let game = game.unpack().ok_or("A game could not be understood.")?;
            self.collector.add(game, &mut Shower(live));
        }
        let mut failed = None;
        self.workers.retain_mut(|worker| match worker.poll() {
            None => true,
            Some(end) => {
                self.arrived.extend(worker.news());
                match end {
                    Ok(Ok(())) => {}
                    Ok(Err(why)) => failed = Some(sentence(&why)),
                    Err(why) => failed = Some(format!("The simulation failed: {why}.")),
                }
                false
            }
        });
        failed.map_or(Ok(()), Err)
    }
}
