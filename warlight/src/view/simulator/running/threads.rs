//! The games on threads.

use super::{Prepared, Shared, Wanted, change, prepare, summary};
use crate::simulate::{self, Standing, Watcher};
use common::job::{Job, Work};
use common::store::Store;
use common::words::sentence;
use egui::Context;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Games that are being played.
#[derive(Debug)]
pub(super) struct Playing(Job<Result<String, String>>);

impl Playing {
    pub fn start(wanted: Wanted, store: &Store, ctx: &Context, threads: usize, live: &Shared) -> Playing {
        let (store, ctx, live) = (store.clone(), ctx.clone(), Arc::clone(live));
        let run = move |work: &Work| {
            let Prepared { simulation, finished, storage } = prepare(wanted, &store, &live)?;
            let mut teller = Teller { live: &live, work, drawn: None, is_behind: false };
            let report = simulate::run(&simulation, finished, storage, threads, work.stop(), &mut teller)
                .map_err(|why| sentence(&why))?;
            Ok(summary(&report))
        };
        Playing(Job::start("simulation", move || ctx.request_repaint(), run))
    }

    /// The end, once it is there.
    pub fn poll(&mut self) -> Option<Result<String, String>> {
        let result = self.0.poll()?;
        Some(result.unwrap_or_else(|why| Err(format!("The simulation failed: {why}."))))
    }

    pub fn stop(&mut self) {
        self.0.stop();
    }
}

/// Fast players end thousands of games in a second: the page is drawn again this often, so that the cores play.
const REDRAW: Duration = Duration::from_millis(100);

/// Tells the page about the games.
struct Teller<'a> {
    live: &'a Shared,
    work: &'a Work,
    /// When the page was last asked to draw the score.
    drawn: Option<Instant>,
    /// The page has not been asked to draw the last change.
    is_behind: bool,
}

impl Teller<'_> {
    fn draw(&mut self) {
        self.drawn = Some(Instant::now());
        self.is_behind = false;
        self.work.report(None, "");
    }
}

impl Watcher for Teller<'_> {
    fn progress(&mut self, standing: &Standing) {
        change(self.live, |live| live.standing = standing.clone());
        self.is_behind = true;
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW) {
            self.draw();
        }
    }
    fn tick(&mut self) {
        if self.is_behind {
            self.draw();
        }
    }
    fn complain(&mut self, text: &str) {
        change(self.live, |live| live.complaints.push(sentence(text)));
        self.draw();
    }
}
