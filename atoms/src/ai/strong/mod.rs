//! The strongest machine: a deep search on bit planes, with a judgement that was learned from games.

mod patterns;
mod root;
mod search;
mod table;
mod traits;
mod weights;

pub use patterns::{PATTERNS, STAGES, UNITS, patterns, stage};
pub use root::{Found, deepen};
pub use search::{Limits, PROVED, Search, Unlimited, WIN};
pub use table::Table;
pub use traits::{Counts, TRAITS, Worths, traits};
pub use weights::{Weights, traits_of};

use crate::board::{Board, Shape, Word};
use crate::rules::{Position, Square};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The strongest machine.
#[derive(Debug)]
pub struct Strong<W> {
    shape: Shape<W>,
    weights: Arc<Weights>,
    table: Table,
    threads: Option<usize>,
    dice: Dice,
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

/// How many threads each of the searches under way may take.
fn share(cores: usize) -> usize {
    (cores / BUSY.load(Ordering::Relaxed).max(1)).max(1)
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<W: Word> Strong<W> {
    /// Unless told how many threads to take, it takes its share of the cores.
    pub fn new(
        shape: Shape<W>,
        weights: Arc<Weights>,
        table: Table,
        threads: Option<usize>,
        dice: Dice,
    ) -> Strong<W> {
        Strong { shape, weights, table, threads, dice }
    }

    /// The best move of a board, as far as the budget lets it see.
    pub fn search(
        &self,
        board: &Board<W>,
        first_square: usize,
        budget: &Budget,
        seen: &(dyn Fn(&Found, u64) + Sync),
    ) -> (Found, u64) {
        let running = budget.start();
        let _busy = Busy::begin();
        // Several threads never do the same twice, so where no clock runs one alone can be repeated.
        let alone = self.threads.is_none() && budget.time.is_none();
        let cores = if alone { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
        let threads = self.threads.unwrap_or_else(|| share(cores));
        self.table.grow_older();
        let shared = Shared { running: &running, done: AtomicBool::new(false), others: AtomicU64::new(0) };
        std::thread::scope(|scope| {
            for n in 1..threads {
                let shared = &shared;
                let leaves = self.threads.is_none().then_some((n, cores));
                let helper = move || {
                    let limits = Helper { shared, leaves, told: AtomicU64::new(0) };
                    let mut search = Search::new(&self.shape, &self.weights, &self.table, &limits);
                    deepen(&mut search, &self.shape, board, n, (1 + n as u32 % 2, 120), |_, _| true);
                };
                // Where no thread can be had, one thinks alone.
                let thread = std::thread::Builder::new().stack_size(8 << 20);
                let _ = thread.spawn_scoped(scope, helper);
            }
            let _end = End(&shared.done);
            let mut search = Search::new(&self.shape, &self.weights, &self.table, &shared);
            let found = deepen(
                &mut search,
                &self.shape,
                board,
                first_square,
                (1, budget.depth.unwrap_or(120)),
                |found, nodes| {
                    seen(found, nodes + shared.others.load(Ordering::Relaxed));
                    // A depth that cannot be finished may still find a better move.
                    true
                },
            );
            (found, search.nodes + shared.others.load(Ordering::Relaxed))
        })
    }
}

impl<W: Word> Strong<W> {
    /// The moves of a board, the one that a short search prefers first.
    pub fn preferred(&self, board: &Board<W>, budget: &Budget) -> Vec<Square> {
        let (found, _) = self.search(board, 0, budget, &|_, _| ());
        let best = found.line.first().map(|square| usize::from(*square));
        let mut moves: Vec<usize> = board.moves(&self.shape).squares().collect();
        moves.sort_by_key(|square| Some(*square) != best);
        moves.into_iter().map(|square| self.shape.size().square(square)).collect()
    }
}

/// Ends the helpers, whatever ends the search.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the threads of a search share.
struct Shared<'a> {
    running: &'a Running<'a>,
    done: AtomicBool,
    others: AtomicU64,
}

impl Limits for Shared<'_> {
    fn reached(&self, nodes: u64) -> bool {
        self.running.used_up(nodes + self.others.load(Ordering::Relaxed))
    }
}

/// A thread that helps, until the first one is done.
struct Helper<'a> {
    shared: &'a Shared<'a>,
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
            || self.shared.running.used_up(self.shared.others.load(Ordering::Relaxed))
    }
}

/// A score as others understand it: a point is a won game.
pub fn value(score: i32) -> Value {
    if score.abs() >= PROVED {
        return Value(Value::POINT.0 * score.signum());
    }
    let odds = f64::from(score) / f64::from(UNITS);
    Value((99.0 * (odds / 2.0).tanh()).round() as i32)
}

impl<W: Word> Player<Position> for Strong<W> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        if turn.view.winner().is_some() {
            return Err(PlayerError::NoMove);
        }
        let board = Board::of(turn.view);
        let clock = budget.start();
        let size = self.shape.size();
        let tell = |found: &Found, nodes: u64| {
            seen(Thought {
                depth: found.depth,
                value: Some(value(found.score)),
                exact: found.score.abs() >= PROVED,
                line: found.line.iter().map(|square| size.square(usize::from(*square)).to_string()).collect(),
                nodes,
                time: clock.elapsed(),
                ..Thought::default()
            });
        };
        let first_square = self.dice.below(size.squares());
        let (found, _) = self.search(&board, first_square, budget, &tell);
        found.line.first().map(|square| size.square(usize::from(*square))).ok_or(PlayerError::NoMove)
    }
}
