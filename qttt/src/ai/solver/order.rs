//! Move ordering. It affects the speed of a proof, never its result.

use super::State;
use super::board::{LINES_OF, PAIR, PAIRS};

/// Spots are subtracted from this, so that among equal priorities the lower spot comes first.
const LAST_SPOT: u8 = 63;
/// The scale of success rates.
const RATE_SCALE: u64 = 1 << 20;
/// Moves that close a cycle: the opponent has only two answers instead of thirty, so they are cheap to try.
pub const CLOSING: u32 = 1 << 24;
/// Moves that close a cycle with one collapse that wins at once: the opponent has only one answer.
pub const ONE_COLLAPSE_WINS: u32 = 1 << 25;

/// Number of combinations of features.
const FEATURES: usize = 243;

/// The features of each cell for the side to move, as a number below [`FEATURES`]: corner, side or centre; none, one or
/// more small marks of either side; progress of the best line through it for either side. Unlike the number of a cell,
/// this is the same under symmetry.
pub type CellFeatures = [u8; 9];

/// The features of all cells of a position.
pub fn cell_features(state: &State) -> CellFeatures {
    let small = state.small();
    let owned = state.owned();
    std::array::from_fn(|cell| {
        let line_progress = |side: usize| {
            let open = LINES_OF[cell].iter().filter(|line| owned[1 - side] & **line == 0);
            open.map(|line| (owned[side] & line).count_ones() as u8).max().unwrap_or(0).min(2)
        };
        let kind = [0, 1, 0, 1, 2, 1, 0, 1, 0][cell];
        let own = state.mover().index();
        let parts = [
            small[own][cell].min(2),
            small[1 - own][cell].min(2),
            line_progress(own),
            line_progress(1 - own),
        ];
        parts.into_iter().fold(kind, |number, part| number * 3 + part)
    })
}

/// History heuristic: how often moves succeeded of the times they were tried, by the features of their cells and by
/// whether they closed a cycle.
#[derive(Debug, Clone)]
pub struct History(Vec<[u32; 2]>);

impl Default for History {
    fn default() -> History {
        History(vec![[0; 2]; 2 * FEATURES * FEATURES])
    }
}

impl History {
    /// The success rate of a move; less than [`CLOSING`].
    pub fn priority(&self, state: &State, spot: u8, features: &CellFeatures) -> u32 {
        slot(state, spot, features).map_or(0, |slot| {
            let [hits, tries] = self.0[slot].map(u64::from);
            ((hits + 1) * RATE_SCALE / (tries + 2)) as u32
        })
    }

    /// Records that a move was tried.
    pub fn record(&mut self, state: &State, spot: u8, features: &CellFeatures, succeeded: bool) {
        if let Some(slot) = slot(state, spot, features) {
            let [hits, tries] = &mut self.0[slot];
            *hits += u32::from(succeeded);
            *tries += 1;
            // Halving prevents overflow and gives old results less weight.
            if *tries == 1 << 20 {
                (*hits, *tries) = (*hits / 2, *tries / 2);
            }
        }
    }
}

fn slot(state: &State, spot: u8, features: &CellFeatures) -> Option<usize> {
    let (a, b) = PAIR.get(usize::from(spot))?;
    let (a, b) = (usize::from(features[usize::from(*a)]), usize::from(features[usize::from(*b)]));
    Some((usize::from(state.closes(spot)) * FEATURES + a.min(b)) * FEATURES + a.max(b))
}

/// A priority queue of spots. It selects one at a time, because the first few are usually enough.
pub struct MoveQueue {
    /// Priority and spot as one number; the greatest is next.
    list: [u32; PAIRS],
    count: usize,
}

impl MoveQueue {
    /// An empty queue.
    pub fn new() -> MoveQueue {
        MoveQueue { list: [0; PAIRS], count: 0 }
    }

    /// All legal spots, those that close a cycle first.
    pub fn all(state: &State, history: &History) -> MoveQueue {
        let mut queue = MoveQueue::new();
        let features = cell_features(state);
        for spot in state.spots() {
            let closing = if state.closes(spot) { CLOSING } else { 0 };
            queue.add(spot, closing | history.priority(state, spot, &features));
        }
        queue
    }

    /// Adds a spot; a priority has 26 bits.
    pub fn add(&mut self, spot: u8, priority: u32) {
        self.list[self.count] = priority << 6 | u32::from(LAST_SPOT - spot);
        self.count += 1;
    }
}

impl Iterator for MoveQueue {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let left = &mut self.list[..self.count];
        let best = left.iter().copied().max()?;
        let index = left.iter().position(|choice| *choice == best)?;
        left.swap(index, self.count - 1);
        self.count -= 1;
        Some(LAST_SPOT - (best & 63) as u8)
    }
}
