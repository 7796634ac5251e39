//! The root of a principal variation search: aspiration windows around a pass over the root moves.

use super::win_score::{WIN, is_proved};

/// The best line of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RootLine<M> {
    /// The search depth in plies; 0 if the limits were reached before the first depth was completed.
    pub depth: u32,
    /// The score for the side to move.
    pub score: i32,
    /// The principal variation, best move first; empty only if there is no legal move.
    pub line: Vec<M>,
}

/// A move at the root and its latest score.
#[derive(Debug, Clone, Copy)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Its score for the side to move.
    pub score: i32,
}

/// What [`search_root`] needs from a search.
pub trait RootSearch {
    /// A move, or a move with what the search keeps beside it.
    type Move;
    /// Half the width of the first aspiration window.
    const ASPIRATION_MARGIN: i32;

    /// Searches one move to `depth` plies. Returns the score for the side to move at the root.
    fn search_move(&mut self, m: &Self::Move, depth: i32, alpha: i32, beta: i32) -> i32;

    /// Whether the limits were reached. Scores mean nothing from then on.
    fn stopped(&self) -> bool;

    /// Whether a move ends the game with a win.
    fn wins_immediately(&self, _: &Self::Move) -> bool {
        false
    }

    /// By how many plies the null-window search of the move at `index` is reduced.
    fn reduction(_index: usize, _depth: i32) -> i32 {
        0
    }
}

/// Searches all moves to a depth and puts the best move first. `expected` is the score of the last completed depth.
/// `None` if the limits were reached.
pub fn search_root<S: RootSearch>(
    search: &mut S,
    moves: &mut [RootMove<S::Move>],
    depth: i32,
    expected: Option<i32>,
) -> Option<i32> {
    let (expected, mut margin) = match expected {
        Some(score) if depth >= 4 && !is_proved(score) => (score, S::ASPIRATION_MARGIN),
        score => (score.unwrap_or(0), 2 * WIN),
    };
    let (mut alpha, mut beta) = (expected - margin, expected + margin);
    loop {
        let score = search_moves(search, moves, depth, alpha, beta)?;
        if score > alpha && score < beta || margin >= WIN {
            return Some(score);
        }
        margin = if is_proved(score) { 2 * WIN } else { margin * 4 };
        if score <= alpha {
            alpha = score - margin;
        } else {
            beta = score + margin;
        }
    }
}

/// One pass over the root moves with a fixed window.
fn search_moves<S: RootSearch>(
    search: &mut S,
    moves: &mut [RootMove<S::Move>],
    depth: i32,
    mut alpha: i32,
    beta: i32,
) -> Option<i32> {
    let mut best = -2 * WIN;
    for n in 0..moves.len() {
        let m = &moves[n].m;
        if search.wins_immediately(m) {
            moves[..=n].rotate_right(1);
            moves[0].score = WIN - 1;
            return Some(WIN - 1);
        }
        let score = if n == 0 {
            search.search_move(m, depth, alpha, beta)
        } else {
            let reduction = S::reduction(n, depth);
            let mut score = search.search_move(m, depth - reduction, alpha, alpha + 1);
            if reduction > 0 && score > alpha && !search.stopped() {
                score = search.search_move(m, depth, alpha, alpha + 1);
            }
            if score > alpha && score < beta && !search.stopped() {
                score = search.search_move(m, depth, alpha, beta);
            }
            score
        };
        if search.stopped() {
            return None;
        }
        moves[n].score = score;
        if score > best {
            best = score;
            // The best move goes to the front. The others keep their order.
            if n > 0 && score > alpha {
                moves[..=n].rotate_right(1);
            }
        }
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}

/// Swaps the item with the highest rank to the front and returns it: one step of a selection sort. A node with an early
/// cutoff sorts only the moves that it tries. `items` must not be empty.
#[inline]
pub fn pick_best<T: Copy>(items: &mut [T], rank: impl Fn(&T) -> i32) -> T {
    let mut best = 0;
    for n in 1..items.len() {
        if rank(&items[n]) > rank(&items[best]) {
            best = n;
        }
    }
    items.swap(0, best);
    items[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves with fixed scores. The search stops after `left` calls.
    struct Fixed {
        left: usize,
    }

    impl RootSearch for Fixed {
        type Move = i32;
        const ASPIRATION_MARGIN: i32 = 10;
        fn search_move(&mut self, m: &i32, _: i32, alpha: i32, beta: i32) -> i32 {
            self.left = self.left.saturating_sub(1);
            (*m).clamp(alpha, beta)
        }
        fn stopped(&self) -> bool {
            self.left == 0
        }
        fn wins_immediately(&self, m: &i32) -> bool {
            *m == WIN
        }
    }

    fn root_moves(scores: &[i32]) -> Vec<RootMove<i32>> {
        scores.iter().map(|m| RootMove { m: *m, score: 0 }).collect()
    }

    #[test]
    fn the_best_move_comes_first_whatever_score_was_expected() {
        for expected in [None, Some(0), Some(70), Some(-400), Some(5000), Some(WIN - 3)] {
            let mut moves = root_moves(&[10, -30, 75, 70]);
            let score = search_root(&mut Fixed { left: 1000 }, &mut moves, 6, expected);
            assert_eq!((score, moves[0].m), (Some(75), 75), "{expected:?}");
            assert_eq!(moves.iter().map(|one| one.m).collect::<Vec<_>>()[1..], [10, -30, 70], "{expected:?}");
        }
    }

    #[test]
    fn a_winning_move_ends_the_pass_and_reached_limits_give_no_score() {
        let mut moves = root_moves(&[10, WIN, 75]);
        assert_eq!(search_root(&mut Fixed { left: 1000 }, &mut moves, 6, None), Some(WIN - 1));
        assert_eq!((moves[0].m, moves[0].score), (WIN, WIN - 1));
        assert_eq!(search_root(&mut Fixed { left: 2 }, &mut root_moves(&[1, 2, 3]), 6, None), None);
    }

    #[test]
    fn picking_the_best_swaps_one_item_to_the_front() {
        let mut items = [3, 1, 9, 9, 4];
        assert_eq!(pick_best(&mut items, |item| *item), 9);
        assert_eq!(items, [9, 1, 3, 9, 4]);
    }
}
