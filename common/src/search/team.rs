//! Several threads on one search: they share a budget and the cores, and make room for other searches that begin.

use crate::player::{Budget, Running};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// When to stop looking.
pub trait Limits {
    /// Whether to stop, so many nodes having been looked at by the thread that asks.
    fn reached(&self, nodes: u64) -> bool;
}

/// Never.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl Limits for Unlimited {
    fn reached(&self, _: u64) -> bool {
        false
    }
}

/// Searches under way in this program: they share the cores.
static BUSY: AtomicUsize = AtomicUsize::new(0);

struct Busy;

impl Busy {
    fn begin() -> Busy {
        BUSY.fetch_add(1, Ordering::Relaxed);
        Busy
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How many threads each of the searches under way may take.
fn share(cores: usize) -> usize {
    (cores / BUSY.load(Ordering::Relaxed).max(1)).max(1)
}

/// Lets a leader search on this thread, and helpers on others until the leader is done. They find each other's results
/// in a table that they share.
///
/// Unless told how many threads to take, a search takes its share of the cores. Several threads never do the same twice, so
/// where no clock runs one alone is taken, which can be repeated.
pub fn team<R>(
    threads: Option<usize>,
    budget: &Budget,
    helper: impl Fn(usize, &Helper<'_>) + Sync,
    leader: impl FnOnce(&Leader<'_>) -> R,
) -> R {
    let running = budget.start();
    let _busy = Busy::begin();
    let alone = threads.is_none() && budget.time.is_none();
    let cores = if alone { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let count = threads.unwrap_or_else(|| share(cores));
    let shared = Leader { running, done: AtomicBool::new(false), others: AtomicU64::new(0) };
    std::thread::scope(|scope| {
        for n in 1..count {
            let (shared, helper) = (&shared, &helper);
            let leaves = threads.is_none().then_some((n, cores));
            let work = move || helper(n, &Helper { shared, leaves, told: AtomicU64::new(0) });
            // Where no thread can be had, one thinks alone.
            let _ = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work);
        }
        let _end = End(&shared.done);
        leader(&shared)
    })
}

/// Ends the helpers, whatever ends the search.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The limits of the thread that leads a search.
#[derive(Debug)]
pub struct Leader<'a> {
    running: Running<'a>,
    done: AtomicBool,
    others: AtomicU64,
}

impl Leader<'_> {
    /// All nodes that were looked at, `own` of them by the leader.
    pub fn nodes(&self, own: u64) -> u64 {
        own + self.others.load(Ordering::Relaxed)
    }

    /// The budget that is being used up.
    pub fn running(&self) -> &Running<'_> {
        &self.running
    }
}

impl Limits for Leader<'_> {
    fn reached(&self, nodes: u64) -> bool {
        self.running.used_up(self.nodes(nodes))
    }
}

/// The limits of a thread that helps, until the first one is done.
#[derive(Debug)]
pub struct Helper<'a> {
    shared: &'a Leader<'a>,
    /// Its number and that of the cores, if it makes room for other searches that begin.
    leaves: Option<(usize, usize)>,
    told: AtomicU64,
}

impl Limits for Helper<'_> {
    fn reached(&self, nodes: u64) -> bool {
        let told = self.told.swap(nodes, Ordering::Relaxed);
        self.shared.others.fetch_add(nodes - told, Ordering::Relaxed);
        self.shared.done.load(Ordering::Relaxed)
            || self.leaves.is_some_and(|(number, cores)| number >= share(cores))
            || self.shared.running.used_up(self.shared.nodes(0))
    }
}
