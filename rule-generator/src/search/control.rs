//! When a search ends, and how far it has come.

use common::job::Stop;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use web_time::Instant;

/// How far a search has come; others read it while the search runs.
#[derive(Debug, Default)]
pub struct Meter {
    /// The number of rows of the mask that were reached at most.
    rows: AtomicUsize,
    /// Rows tried by the row-by-row search, conflicts of the SAT solver.
    tries: AtomicU64,
}

impl Meter {
    /// Starts again, for the next search.
    pub fn reset(&self) {
        self.rows.store(0, Ordering::Relaxed);
        self.tries.store(0, Ordering::Relaxed);
    }

    /// The number of rows of the mask that were reached at most.
    pub fn rows(&self) -> usize {
        self.rows.load(Ordering::Relaxed)
    }

    /// The number of tries or conflicts.
    pub fn tries(&self) -> u64 {
        self.tries.load(Ordering::Relaxed)
    }

    /// Shows the numbers of a search elsewhere.
    #[cfg(target_arch = "wasm32")]
    pub fn show(&self, rows: usize, tries: u64) {
        self.rows.store(rows, Ordering::Relaxed);
        self.tries.store(tries, Ordering::Relaxed);
    }

    /// A search has reached so many rows.
    pub fn reach(&self, rows: usize) {
        self.rows.fetch_max(rows, Ordering::Relaxed);
    }

    /// A search has made so many more tries.
    pub fn add_tries(&self, tries: u64) {
        self.tries.fetch_add(tries, Ordering::Relaxed);
    }
}

/// What a search is given: when to end, and where to report.
#[derive(Debug, Clone, Copy)]
pub struct Control<'a> {
    stop: &'a Stop,
    until: Option<Instant>,
    meter: &'a Meter,
}

impl<'a> Control<'a> {
    /// A search that ends when `stop` is raised, or after `time`.
    pub fn new(stop: &'a Stop, time: Option<Duration>, meter: &'a Meter) -> Control<'a> {
        Control { stop, until: time.and_then(|time| Instant::now().checked_add(time)), meter }
    }

    /// A search that ends when `stop` is raised, or at a time.
    pub fn with_end(stop: &'a Stop, until: Option<Instant>, meter: &'a Meter) -> Control<'a> {
        Control { stop, until, meter }
    }

    /// Whether the search should end now. This reads the clock: ask every few hundred steps.
    pub fn ended(&self) -> bool {
        self.stop.raised() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Where the search reports.
    pub fn meter(&self) -> &'a Meter {
        self.meter
    }
}
