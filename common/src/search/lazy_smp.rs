//! Lazy SMP: several threads search the same position and share a transposition table.

use crate::player::{Budget, Running};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Tells a search thread when to stop.
pub trait SearchLimits {
    /// Whether to stop. `nodes` is the number of nodes that the calling thread has searched.
    fn reached(&self, nodes: u64) -> bool;
}

/// No limit: the search never stops early.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl SearchLimits for Unlimited {
    fn reached(&self, _: u64) -> bool {
        false
    }
}

/// Number of searches that run in this process. They share the cores.
static ACTIVE_SEARCHES: AtomicUsize = AtomicUsize::new(0);

/// Counts a search as active until it is dropped.
#[derive(Debug)]
struct ActiveSearch;

impl ActiveSearch {
    fn begin() -> ActiveSearch {
        ACTIVE_SEARCHES.fetch_add(1, Ordering::Relaxed);
        ActiveSearch
    }
}

impl Drop for ActiveSearch {
    fn drop(&mut self) {
        ACTIVE_SEARCHES.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The number of threads for each active search.
fn threads_per_search(cores: usize) -> usize {
    (cores / ACTIVE_SEARCHES.load(Ordering::Relaxed).max(1)).max(1)
}

/// In less time than this, starting and ending threads costs more than they find.
const MIN_PARALLEL_TIME: Duration = Duration::from_millis(10);

/// The threads of one search, as long as this exists.
#[derive(Debug)]
pub struct SearchThreads {
    /// How many.
    pub count: usize,
    cores: usize,
    _active: ActiveSearch,
}

impl SearchThreads {
    /// The given number of threads. With `None` the search takes its share of the cores; without a time limit it takes
    /// one thread, because a search with several threads is not reproducible.
    pub fn claim(threads: Option<usize>, budget: &Budget) -> SearchThreads {
        let active = ActiveSearch::begin();
        let single = threads.is_none() && budget.time.is_none();
        let cores = if single { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
        let is_short = budget.time.is_some_and(|time| time < MIN_PARALLEL_TIME);
        let count = if is_short { 1 } else { threads.unwrap_or_else(|| threads_per_search(cores)) };
        SearchThreads { count, cores, _active: active }
    }
}

/// Runs `main` on this thread, and `helper` on further threads until `main` returns. The threads exchange results through
/// their shared transposition table.
///
/// `threads` is as in [`SearchThreads::claim`].
pub fn lazy_smp<R>(
    threads: Option<usize>,
    budget: &Budget,
    helper: impl Fn(usize, &HelperThread<'_>) + Sync,
    main: impl FnOnce(&MainThread<'_>) -> R,
) -> R {
    let running = budget.start();
    let claimed = SearchThreads::claim(threads, budget);
    let (count, cores) = (claimed.count, claimed.cores);
    let shared = MainThread {
        running,
        done: AtomicBool::new(false),
        own_nodes: AtomicU64::new(0),
        helper_nodes: AtomicU64::new(0),
    };
    std::thread::scope(|scope| {
        for n in 1..count {
            let (shared, helper) = (&shared, &helper);
            let yields = threads.is_none().then_some((n, cores));
            let work = move || helper(n, &HelperThread { shared, yields, reported: AtomicU64::new(0) });
            // If the system refuses a thread, the search runs with fewer.
            let _ = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work);
        }
        let _stop = StopHelpers(&shared.done);
        main(&shared)
    })
}

/// Stops the helper threads when it is dropped, even after a panic.
struct StopHelpers<'a>(&'a AtomicBool);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The limits of the main search thread.
#[derive(Debug)]
pub struct MainThread<'a> {
    running: Running<'a>,
    done: AtomicBool,
    /// The nodes of the main thread when it last looked at its limits.
    own_nodes: AtomicU64,
    helper_nodes: AtomicU64,
}

impl MainThread<'_> {
    /// The nodes of all threads; `own` is the count of the main thread.
    pub fn nodes(&self, own: u64) -> u64 {
        own + self.helper_nodes.load(Ordering::Relaxed)
    }
}

impl SearchLimits for MainThread<'_> {
    fn reached(&self, nodes: u64) -> bool {
        self.own_nodes.store(nodes, Ordering::Relaxed);
        self.running.used_up(self.nodes(nodes))
    }
}

/// The limits of a helper thread. It stops at the latest when the main thread is done.
#[derive(Debug)]
pub struct HelperThread<'a> {
    shared: &'a MainThread<'a>,
    /// The number of this thread and the number of cores, if the thread yields to searches that start later.
    yields: Option<(usize, usize)>,
    /// The nodes that are already added to `helper_nodes`.
    reported: AtomicU64,
}

impl SearchLimits for HelperThread<'_> {
    fn reached(&self, nodes: u64) -> bool {
        let reported = self.reported.swap(nodes, Ordering::Relaxed);
        self.shared.helper_nodes.fetch_add(nodes - reported, Ordering::Relaxed);
        self.shared.done.load(Ordering::Relaxed)
            || self.yields.is_some_and(|(number, cores)| number >= threads_per_search(cores))
            || self.shared.running.used_up(self.shared.nodes(self.shared.own_nodes.load(Ordering::Relaxed)))
    }
}
