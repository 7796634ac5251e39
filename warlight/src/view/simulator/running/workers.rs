//! The games in workers of the web page. The page itself counts and stores them.

#[cfg(test)]
mod tests;

use super::{Prepared, Shared, Wanted, change, prepare, summary};
use crate::database::SimulationInfo;
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

/// While so many games wait to be stored, the workers get nothing to do.
const MAX_WAITING: usize = 256;

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

/// The games that are not handed out.
struct Missing {
    /// Games that a worker had no time for.
    returned: VecDeque<u64>,
    /// Games before this one have been handed out.
    next: u64,
    /// How many there are.
    count: u64,
}

struct Table {
    simulation: Simulation,
    /// The simulation as tasks get it.
    info: SimulationInfo,
    /// How long a task takes.
    time: Duration,
    collector: Collector,
    missing: Missing,
    max_workers: usize,
    /// The workers that play. The one that has not been heard for longest is the first.
    workers: VecDeque<TaskJob<SimulateTask>>,
    /// Games that have arrived and are not counted yet.
    arrived: VecDeque<SentGame>,
    /// Why the games have ended too early, as a sentence.
    failed: Option<String>,
    ctx: Context,
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
                let mut table = Table::new(prepared, threads, &ctx, &live);
                table.start_tasks();
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
        if table.work(&self.live, if is_hidden { HIDDEN_SLICE } else { SLICE }) {
            self.ctx.request_repaint();
        }
        if !table.has_ended() {
            return None;
        }
        let Table { simulation, collector, failed, .. } = self.table.take()?;
        let report = collector.end(&simulation, &mut Shower(&self.live));
        let summary = summary(&report);
        Some(failed.map_or(Ok(summary.clone()), |why| Err(format!("{why} {summary}"))))
    }

    /// Ends the workers. Games that have arrived are kept.
    pub fn stop(&mut self) {
        if let Some(table) = &mut self.table {
            table.end_tasks();
        }
        self.ctx.request_repaint();
    }
}

impl Missing {
    /// Hands out some games.
    fn take(&mut self, games: usize, collector: &Collector) -> Vec<u64> {
        let again = self.returned.len().min(games);
        let mut taken: Vec<u64> = self.returned.drain(..again).collect();
        for index in collector.missing(self.next).take(games - again) {
            taken.push(index);
            self.next = index + 1;
        }
        self.count = self.count.saturating_sub(taken.len() as u64);
        taken
    }

    fn give_back(&mut self, games: Vec<u64>) {
        self.count += games.len() as u64;
        self.returned.extend(games);
    }
}

impl Table {
    fn new(prepared: Prepared, threads: usize, ctx: &Context, live: &Shared) -> Table {
        let Prepared { simulation, finished, storage } = prepared;
        let count = simulation.schedule.games.saturating_sub(finished.len() as u64);
        Table {
            info: SimulateTask::info(&simulation),
            time: SimulateTask::TIME,
            collector: Collector::new(&simulation, finished, storage, &mut Shower(live)),
            simulation,
            missing: Missing { returned: VecDeque::new(), next: 0, count },
            max_workers: threads.max(1),
            workers: VecDeque::new(),
            arrived: VecDeque::new(),
            failed: None,
            ctx: ctx.clone(),
        }
    }

    /// Whether all games that will be played are stored.
    fn has_ended(&self) -> bool {
        self.workers.is_empty() && self.arrived.is_empty() && self.missing.count == 0
    }

    /// Hands out games while workers are free and the page keeps up.
    fn start_tasks(&mut self) {
        while self.workers.len() < self.max_workers
            && self.missing.count > 0
            && self.arrived.len() < MAX_WAITING
        {
            // Each worker gets some of the last games too.
            let share = self.missing.count / (2 * self.max_workers as u64);
            let games = (share as usize).clamp(1, SimulateTask::MAX_GAMES);
            let games = self.missing.take(games, &self.collector);
            if games.is_empty() {
                self.missing.count = 0;
                return;
            }
            self.start(SimulateTask::new(&self.info, games, self.time));
        }
    }

    fn start(&mut self, task: SimulateTask) {
        let ctx = self.ctx.clone();
        self.workers.push_back(TaskJob::start(task, move || ctx.request_repaint()));
    }

    /// Ends all workers. Games that have arrived are kept.
    fn end_tasks(&mut self) {
        self.missing = Missing { returned: VecDeque::new(), next: u64::MAX, count: 0 };
        for mut worker in std::mem::take(&mut self.workers) {
            self.arrived.extend(worker.news());
        }
    }

    /// Ends all workers, because of an error.
    fn fail(&mut self, why: String) {
        self.failed.get_or_insert(why);
        self.end_tasks();
    }

    /// Takes what a worker has sent.
    fn hear(&mut self, mut worker: TaskJob<SimulateTask>) {
        let end = worker.poll();
        self.arrived.extend(worker.news());
        match end {
            None => self.workers.push_back(worker),
            Some(Ok(Ok(rest))) => {
                self.missing.give_back(rest);
                // At once, so that the worker is used again before others have ended.
                self.start_tasks();
            }
            Some(Ok(Err(why))) => self.fail(sentence(&why)),
            Some(Err(why)) => self.fail(format!("The simulation failed: {why}.")),
        }
    }

    /// Hears the workers, and counts and stores what they have sent, for about so long. True if there is more to do at once.
    fn work(&mut self, live: &Shared, slice: Duration) -> bool {
        let since = Instant::now();
        let mut unheard = self.workers.len();
        while unheard > 0
            && self.arrived.len() < MAX_WAITING
            && since.elapsed() < slice
            && let Some(worker) = self.workers.pop_front()
        {
            self.hear(worker);
            unheard -= 1;
        }
        while let Some(game) = self.arrived.pop_front() {
            match game.unpack() {
                Some(game) => self.collector.add(game, &mut Shower(live)),
                None => self.fail("A game could not be understood.".to_owned()),
            }
            if since.elapsed() >= slice {
                break;
            }
        }
        self.start_tasks();
        unheard > 0 || !self.arrived.is_empty()
    }
}
