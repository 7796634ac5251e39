//! The depth-first search.

use super::threats::Threats;
use super::{ProgressCallback, Solver};
use crate::board::{Board, Word};

/// A position that is not searched yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    board: Board<u64>,
    key: u64,
    /// The move exploded, so the side to move may have an immediate win. That is checked only if the child is searched.
    after_explosion: bool,
    /// Children with higher priority are searched first.
    priority: i32,
}

/// Number of states between two progress calls: two or three milliseconds.
const STATES_PER_PROGRESS_CALL: u64 = 1 << 11;

/// Number of plies that the progress path covers.
const PROGRESS_PLIES: usize = 8;

impl Solver {
    /// Whether the side to move wins with its next move. Only a chain can win, and only a critical atom starts a chain.
    #[inline]
    pub(super) fn wins_immediately(&self, board: &Board<u64>) -> bool {
        let starts = board.critical(&self.shape) & board.mine;
        starts.squares().any(|square| {
            let mut after = *board;
            after.play(&self.shape, u64::bit(square))
        })
    }

    /// Whether the side to move wins. It must have no immediate win. `None` if `progress` stopped the search.
    pub(super) fn search(
        &mut self,
        board: &Board<u64>,
        ply: usize,
        progress: &mut ProgressCallback<'_>,
    ) -> Option<bool> {
        self.states += 1;
        if self.states.is_multiple_of(STATES_PER_PROGRESS_CALL) && !progress(self) {
            return None;
        }
        let first = self.child_stack.len();
        let refuted = self.generate_children(board, first);
        let wins = if refuted { Some(true) } else { self.any_child_lost(first, ply, progress) };
        self.child_stack.truncate(first);
        wins
    }

    /// Pushes the children that are not in the table. Returns true if the table has a child that is lost for the opponent.
    fn generate_children(&mut self, board: &Board<u64>, first: usize) -> bool {
        let threats = Threats::of(board, &self.shape);
        let explosive = board.critical(&self.shape) & board.mine;
        for square in (board.moves(&self.shape) & !threats.fatal).squares().map(u64::bit) {
            let mut after = *board;
            after.play(&self.shape, square);
            let after_explosion = square & explosive != 0;
            if after_explosion || !threats.opponent_wins(&after, square, &self.shape) {
                let key = self.keys.of(&after);
                self.child_stack.push(Child { board: after, key, after_explosion, priority: 0 });
            }
        }
        // Prefetch: all table lookups start together, so their memory latencies overlap.
        let prefetched =
            self.child_stack[first..].iter().fold(0, |sum, child| sum ^ self.table.prefetch(child.key));
        std::hint::black_box(prefetched);
        let mut end = first;
        for n in first..self.child_stack.len() {
            match self.table.get(self.child_stack[n].key) {
                Some(false) => return true,
                Some(true) => {}
                None => {
                    self.child_stack[end] = self.child_stack[n];
                    end += 1;
                }
            }
        }
        self.child_stack.truncate(end);
        for n in first..end {
            self.child_stack[n].priority = self.priority(&self.child_stack[n].board);
        }
        false
    }

    /// Whether one of the children from `first` on is lost for its side to move.
    fn any_child_lost(
        &mut self,
        first: usize,
        ply: usize,
        progress: &mut ProgressCallback<'_>,
    ) -> Option<bool> {
        let in_progress_path = ply < PROGRESS_PLIES;
        let total = self.child_stack.len() - first;
        for done in 0..total {
            if in_progress_path {
                self.path.truncate(ply);
                self.path.push((done, total));
            }
            let rest = &mut self.child_stack[first + done..];
            let best = (0..rest.len()).rev().max_by_key(|n| rest[*n].priority).unwrap_or(0);
            rest.swap(0, best);
            let Child { board, key, after_explosion, .. } = rest[0];
            // Two moves can lead to symmetric positions.
            let duplicate = self.child_stack[first..first + done].iter().any(|child| child.key == key);
            if duplicate || after_explosion && self.wins_immediately(&board) {
                continue;
            }
            let states_before = self.states;
            let wins = self.search(&board, ply + 1, progress)?;
            self.table.put(key, wins, self.states - states_before);
            if !wins {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Move ordering: how likely a position is lost for the side to move. It is likely with few moves, few critical atoms, and
    /// few atoms of the opponent next to these. The weights minimize the number of states on 6×2, 4×3, 7×2 and 5×3 among some
    /// forty choices. Ordering by electrons takes five times as many states on 4×3, no ordering seven times as many.
    #[inline]
    fn priority(&self, board: &Board<u64>) -> i32 {
        let critical = board.critical(&self.shape);
        let (mine, theirs) = (critical & board.mine, critical & board.theirs);
        let count = |squares: u64| squares.count_ones() as i32;
        let attacked = count(self.shape.neighbours(theirs) & board.mine);
        let attacks = count(self.shape.neighbours(mine) & board.theirs);
        6 * (count(theirs) - count(mine)) + attacked - attacks - 4 * count(board.moves(&self.shape))
    }
}
