//! The order in which moves are tried. It decides how long a proof takes and never what it proves.

use super::State;
use super::board::{LINES_OF, PAIR, PAIRS};

/// Spots are counted down from here, so that among equal choices the lower spot is the greater number.
const LAST_SPOT: u8 = 63;
/// A move that was always the answer.
const SURE: u64 = 1 << 20;
/// Closing a cycle asks the opponent a question with two answers instead of thirty, so it is cheap to try.
pub const CLOSING: u32 = 1 << 24;
/// A collapse that wins at once leaves only one answer.
pub const HALF_WON: u32 = 1 << 25;

/// The traits that a cell can have.
const TRAITS: usize = 243;

/// How promising each cell of a position is to the side to move, as a number below [`TRAITS`]: corner, side or centre;
/// none, one or more small marks of its own, and of the enemy; how far the best line through it has got, and that of
/// the enemy. Unlike the number of a cell this means the same however the board is turned.
pub type Traits = [u8; 9];

/// The traits of all cells of a position.
pub fn traits(state: &State) -> Traits {
    let small = state.small();
    let owned = state.owned();
    std::array::from_fn(|cell| {
        let reached = |side: usize| {
            let open = LINES_OF[cell].iter().filter(|line| owned[1 - side] & **line == 0);
            open.map(|line| (owned[side] & line).count_ones() as u8).max().unwrap_or(0).min(2)
        };
        let kind = [0, 1, 0, 1, 2, 1, 0, 1, 0][cell];
        let own = state.mover().index();
        let parts = [small[own][cell].min(2), small[1 - own][cell].min(2), reached(own), reached(1 - own)];
        parts.into_iter().fold(kind, |number, part| number * 3 + part)
    })
}

/// How often moves were the answer, of the times they were tried, by the traits of their cells and by whether they
/// closed a cycle.
#[derive(Debug, Clone)]
pub struct History(Vec<[u32; 2]>);

impl Default for History {
    fn default() -> History {
        History(vec![[0; 2]; 2 * TRAITS * TRAITS])
    }
}

impl History {
    /// How likely a move is to be the answer; less than [`CLOSING`].
    pub fn promise(&self, state: &State, spot: u8, traits: &Traits) -> u32 {
        slot(state, spot, traits).map_or(0, |slot| {
            let [hits, tries] = self.0[slot].map(u64::from);
            ((hits + 1) * SURE / (tries + 2)) as u32
        })
    }

    /// A move was tried.
    pub fn remember(&mut self, state: &State, spot: u8, traits: &Traits, answered: bool) {
        if let Some(slot) = slot(state, spot, traits) {
            let [hits, tries] = &mut self.0[slot];
            *hits += u32::from(answered);
            *tries += 1;
            // Old games count less and less, and no number ever overflows.
            if *tries == 1 << 20 {
                (*hits, *tries) = (*hits / 2, *tries / 2);
            }
        }
    }
}

fn slot(state: &State, spot: u8, traits: &Traits) -> Option<usize> {
    let (a, b) = PAIR.get(usize::from(spot))?;
    let (a, b) = (usize::from(traits[usize::from(*a)]), usize::from(traits[usize::from(*b)]));
    Some((usize::from(state.closes(spot)) * TRAITS + a.min(b)) * TRAITS + a.max(b))
}

/// Spots to try, the most promising first. They are looked for one by one, for the first few are usually enough.
pub struct Choices {
    /// How promising it is and the spot, in one number: the greatest is next.
    list: [u32; PAIRS],
    count: usize,
}

impl Choices {
    /// None so far.
    pub fn new() -> Choices {
        Choices { list: [0; PAIRS], count: 0 }
    }

    /// All spots for the next mark, those that close a cycle first.
    pub fn all(state: &State, history: &History) -> Choices {
        let mut choices = Choices::new();
        let traits = traits(state);
        for spot in state.spots() {
            let closing = if state.closes(spot) { CLOSING } else { 0 };
            choices.add(spot, closing | history.promise(state, spot, &traits));
        }
        choices
    }

    /// Adds a spot; a promise has 26 bits.
    pub fn add(&mut self, spot: u8, promise: u32) {
        self.list[self.count] = promise << 6 | u32::from(LAST_SPOT - spot);
        self.count += 1;
    }
}

impl Iterator for Choices {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let left = &mut self.list[..self.count];
        let best = left.iter().copied().max()?;
        let place = left.iter().position(|choice| *choice == best)?;
        left.swap(place, self.count - 1);
        self.count -= 1;
        Some(LAST_SPOT - (best & 63) as u8)
    }
}
