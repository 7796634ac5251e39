//! The search: depth first, yes or no.

use super::threats::Threats;
use super::{Solver, Watch};
use crate::board::{Board, Word};

/// A position that waits to be searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    board: Board<u64>,
    key: u64,
    /// Something has exploded, so it is not yet known whether the side to move wins at once. For many children it need never
    /// be found out.
    loud: bool,
    /// The more, the sooner it is searched.
    promise: i32,
}

/// So often `watch` is asked, in states: every two or three milliseconds.
const ASK_EVERY: u64 = 1 << 11;

/// So many plies are told of as progress.
const TOLD: usize = 8;

impl Solver {
    /// Whether the side to move wins with its next move. Only a chain can win, and only a critical atom starts one.
    #[inline]
    pub(super) fn wins_at_once(&self, board: &Board<u64>) -> bool {
        let starts = board.critical(&self.shape) & board.mine;
        starts.squares().any(|square| {
            let mut after = *board;
            after.play(&self.shape, u64::bit(square))
        })
    }

    /// Whether the side to move wins a position, in which it does not win at once. `None` if `watch` says to stop.
    pub(super) fn search(&mut self, board: &Board<u64>, ply: usize, watch: &mut Watch<'_>) -> Option<bool> {
        self.states += 1;
        if self.states.is_multiple_of(ASK_EVERY) && !watch(self) {
            return None;
        }
        let first = self.waiting.len();
        let found = self.open(board, first);
        let wins = if found { Some(true) } else { self.any_lost(first, ply, watch) };
        self.waiting.truncate(first);
        wins
    }

    /// Puts the children that are not yet known to the end of those that wait. True if one is known to be lost for the
    /// opponent.
    fn open(&mut self, board: &Board<u64>, first: usize) -> bool {
        let threats = Threats::of(board, &self.shape);
        let loud = board.critical(&self.shape) & board.mine;
        for square in (board.moves(&self.shape) & !threats.fatal).squares().map(u64::bit) {
            let mut after = *board;
            after.play(&self.shape, square);
            let loud = square & loud != 0;
            if loud || !threats.answer(&after, square, &self.shape) {
                let key = self.keys.of(&after);
                self.waiting.push(Child { board: after, key, loud, promise: 0 });
            }
        }
        // All looks at the table are begun together, so that the memory is waited for only once.
        let begun = self.waiting[first..].iter().fold(0, |sum, child| sum ^ self.table.touch(child.key));
        std::hint::black_box(begun);
        let mut kept = first;
        for n in first..self.waiting.len() {
            match self.table.get(self.waiting[n].key) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    self.waiting[kept] = self.waiting[n];
                    kept += 1;
                }
            }
        }
        self.waiting.truncate(kept);
        for n in first..kept {
            self.waiting[n].promise = self.promise(&self.waiting[n].board);
        }
        false
    }

    /// Whether one of the waiting children, from `first` on, is lost for the side that is to move there.
    fn any_lost(&mut self, first: usize, ply: usize, watch: &mut Watch<'_>) -> Option<bool> {
        let told = ply < TOLD;
        let of = self.waiting.len() - first;
        for done in 0..of {
            if told {
                self.path.truncate(ply);
                self.path.push((done, of));
            }
            let rest = &mut self.waiting[first + done..];
            let best = (0..rest.len()).rev().max_by_key(|n| rest[*n].promise).unwrap_or(0);
            rest.swap(0, best);
            let Child { board, key, loud, .. } = rest[0];
            // Two moves may lead to images of the same position.
            let again = self.waiting[first..first + done].iter().any(|child| child.key == key);
            if again || loud && self.wins_at_once(&board) {
                continue;
            }
            let before = self.states;
            let wins = self.search(&board, ply + 1, watch)?;
            self.table.put(key, wins, self.states - before);
            if !wins {
                return Some(true);
            }
        }
        Some(false)
    }

    /// How likely a position is lost for the side to move: the fewer moves and critical atoms it has, and the less of the
    /// opponent's stands beside these. The weights were chosen by counting the states of 6×2, 4×3, 7×2 and 5×3 under some
    /// forty of them. To count electrons instead takes five times as many states on 4×3, and no order at all seven times.
    #[inline]
    fn promise(&self, board: &Board<u64>) -> i32 {
        let critical = board.critical(&self.shape);
        let (mine, theirs) = (critical & board.mine, critical & board.theirs);
        let count = |squares: u64| squares.count_ones() as i32;
        let attacked = count(self.shape.around(theirs) & board.mine);
        let attacks = count(self.shape.around(mine) & board.theirs);
        6 * (count(theirs) - count(mine)) + attacked - attacks - 4 * count(board.moves(&self.shape))
    }
}
