//! Players with a fixed search depth: the source document's AI player, and the easier levels.

use crate::board::{Board, Shape, Word};
use crate::rules::{Position, Square};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};

/// A static evaluation for the side to move. Its absolute value is less than [`WON`].
pub type Evaluation<W> = fn(&Shape<W>, &Board<W>) -> i32;

/// The value of a won game.
const WON: i32 = 1_000_000;

/// Number of nodes between two checks of the budget.
const NODES_PER_BUDGET_CHECK: u64 = 256;

/// The evaluation of the source document's AI player: own electrons minus those of the opponent.
pub fn electron_lead<W: Word>(_: &Shape<W>, board: &Board<W>) -> i32 {
    let (mine, theirs) = board.counts();
    mine as i32 - theirs as i32
}

/// A player that runs alpha-beta to a fixed depth and chooses at random among the best moves.
#[derive(Debug)]
pub struct DepthLimitedPlayer<W> {
    shape: Shape<W>,
    evaluation: Evaluation<W>,
    depth: u32,
    random_move_rate: f64,
    explosions_first: bool,
    dice: Dice,
}

impl<W: Word> DepthLimitedPlayer<W> {
    /// A player that searches `depth` plies.
    pub fn new(shape: Shape<W>, evaluation: Evaluation<W>, depth: u32, dice: Dice) -> DepthLimitedPlayer<W> {
        DepthLimitedPlayer { shape, evaluation, depth, random_move_rate: 0.0, explosions_first: false, dice }
    }

    /// Sets the share of turns in which it plays a random move.
    pub fn random_move_rate(self, random_move_rate: f64) -> DepthLimitedPlayer<W> {
        DepthLimitedPlayer { random_move_rate, ..self }
    }

    /// Searches explosions first. It chooses among the same moves, with fewer nodes.
    pub fn explosions_first(self) -> DepthLimitedPlayer<W> {
        DepthLimitedPlayer { explosions_first: true, ..self }
    }

    /// Iterative deepening: the best moves and their value at the last completed depth.
    fn best_moves(&self, board: &Board<W>, progress: &mut Progress<'_>) -> BestMoves {
        let mut best = BestMoves { depth: 0, value: 0, moves: board.moves(&self.shape).squares().collect() };
        for depth in 1..=self.depth {
            if !progress.running.allows_depth(depth) {
                break;
            }
            match self.search_root(board, depth, progress) {
                Some(deeper) => best = deeper,
                None => break,
            }
            if best.value.abs() >= WON {
                break;
            }
        }
        best
    }

    /// `None` if the budget is used up.
    fn search_root(&self, board: &Board<W>, depth: u32, progress: &mut Progress<'_>) -> Option<BestMoves> {
        let mut best = BestMoves { depth, value: -WON - 1, moves: Vec::new() };
        for square in board.moves(&self.shape).squares() {
            let mut next = *board;
            progress.nodes += 1;
            let value = if next.play(&self.shape, W::bit(square)) {
                WON
            } else {
                // The window includes the best value, so moves of equal value are recognized.
                -self.negamax(&next, depth - 1, -WON - 1, 1 - best.value, progress)?
            };
            if value > best.value {
                (best.value, best.moves) = (value, Vec::new());
            }
            if value == best.value {
                best.moves.push(square);
            }
        }
        Some(best)
    }

    fn negamax(
        &self,
        board: &Board<W>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        progress: &mut Progress<'_>,
    ) -> Option<i32> {
        if depth == 0 {
            return Some((self.evaluation)(&self.shape, board));
        }
        let moves = board.moves(&self.shape);
        let first = if self.explosions_first { moves & board.critical(&self.shape) } else { W::NONE };
        let mut best = -WON - 1;
        for square in first.squares().chain((moves & !first).squares()) {
            if progress.count_node_and_check_budget() {
                return None;
            }
            let mut next = *board;
            let value = if next.play(&self.shape, W::bit(square)) {
                WON
            } else {
                -self.negamax(&next, depth - 1, -beta, -alpha, progress)?
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// The moves of equal best value.
struct BestMoves {
    depth: u32,
    value: i32,
    moves: Vec<usize>,
}

struct Progress<'a> {
    running: Running<'a>,
    nodes: u64,
}

impl Progress<'_> {
    /// Whether the budget is used up.
    fn count_node_and_check_budget(&mut self) -> bool {
        self.nodes += 1;
        self.nodes.is_multiple_of(NODES_PER_BUDGET_CHECK) && self.running.used_up(self.nodes)
    }
}

impl<W: Word> Player<Position> for DepthLimitedPlayer<W> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        let size = self.shape.size();
        let board = Board::of(turn.view);
        let mut progress = Progress { running: budget.start(), nodes: 0 };
        if turn.view.winner().is_some() {
            return Err(PlayerError::NoMove);
        }
        if self.dice.chance(self.random_move_rate) {
            let moves: Vec<usize> = board.moves(&self.shape).squares().collect();
            let chosen =
                self.dice.pick(&moves).map(|index| size.square(*index)).ok_or(PlayerError::NoMove)?;
            seen(Thought { line: vec![chosen.to_string()], ..Thought::default() });
            return Ok(chosen);
        }
        let best = self.best_moves(&board, &mut progress);
        let chosen =
            self.dice.pick(&best.moves).map(|index| size.square(*index)).ok_or(PlayerError::NoMove)?;
        let exact = best.value.abs() >= WON;
        let value = if exact {
            Value(Value::POINT.0 * best.value.signum())
        } else {
            Value(best.value.clamp(-99, 99))
        };
        seen(Thought {
            depth: best.depth,
            value: Some(value),
            exact,
            line: vec![chosen.to_string()],
            nodes: progress.nodes,
            time: progress.running.elapsed(),
            ..Thought::default()
        });
        Ok(chosen)
    }
}
