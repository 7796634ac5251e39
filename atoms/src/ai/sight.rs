//! AiPlayers that look a fixed number of plies ahead: the source document's, and the levels for people.

use crate::board::{Board, Shape, Word};
use crate::rules::{Position, Square};
use common::game::{Dice, Value};
use common::player::{Budget, Player, PlayerError, Running, Thought, Turn};

/// How good a board is for the side to move; a won game is [`WON`].
pub type Judge<W> = fn(&Shape<W>, &Board<W>) -> i32;

/// More than any judge says.
const WON: i32 = 1_000_000;

/// The clock is asked only so often.
const NODES_PER_LOOK: u64 = 256;

/// What the source document's machine counts: its electrons less those of the opponent.
pub fn electron_lead<W: Word>(_: &Shape<W>, board: &Board<W>) -> i32 {
    let (mine, theirs) = board.counts();
    mine as i32 - theirs as i32
}

/// Alpha-beta to a fixed depth. Among moves of equal value chance decides.
#[derive(Debug)]
pub struct Sight<W> {
    shape: Shape<W>,
    judge: Judge<W>,
    depth: u32,
    slip: f64,
    sorts: bool,
    dice: Dice,
}

impl<W: Word> Sight<W> {
    /// Sees `depth` plies and judges what it sees.
    pub fn new(shape: Shape<W>, judge: Judge<W>, depth: u32, dice: Dice) -> Sight<W> {
        Sight { shape, judge, depth, slip: 0.0, sorts: false, dice }
    }

    /// Takes any move in a share of its turns.
    pub fn slips(self, slip: f64) -> Sight<W> {
        Sight { slip, ..self }
    }

    /// Looks at explosions first, which finds the same moves sooner.
    pub fn sorts(self) -> Sight<W> {
        Sight { sorts: true, ..self }
    }

    /// The best moves of a board and their value, as far as the budget lets it see.
    fn best(&self, board: &Board<W>, run: &mut Run<'_>) -> Seen {
        let everything = Seen { depth: 0, value: 0, moves: board.moves(&self.shape).squares().collect() };
        let mut known = everything;
        for depth in 1..=self.depth {
            if !run.running.allows_depth(depth) {
                break;
            }
            match self.look(board, depth, run) {
                Some(seen) => known = seen,
                None => break,
            }
            if known.value.abs() >= WON {
                break;
            }
        }
        known
    }

    fn look(&self, board: &Board<W>, depth: u32, run: &mut Run<'_>) -> Option<Seen> {
        let mut seen = Seen { depth, value: -WON - 1, moves: Vec::new() };
        for square in board.moves(&self.shape).squares() {
            let mut next = *board;
            run.nodes += 1;
            let value = if next.play(&self.shape, W::bit(square)) {
                WON
            } else {
                // One less, so that the value of an equal move is known to be equal.
                -self.value(&next, depth - 1, -WON - 1, 1 - seen.value, run)?
            };
            if value > seen.value {
                (seen.value, seen.moves) = (value, Vec::new());
            }
            if value == seen.value {
                seen.moves.push(square);
            }
        }
        Some(seen)
    }

    fn value(
        &self,
        board: &Board<W>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        run: &mut Run<'_>,
    ) -> Option<i32> {
        if depth == 0 {
            return Some((self.judge)(&self.shape, board));
        }
        let moves = board.moves(&self.shape);
        let first = if self.sorts { moves & board.critical(&self.shape) } else { W::NONE };
        let mut best = -WON - 1;
        for square in first.squares().chain((moves & !first).squares()) {
            if run.used_up() {
                return None;
            }
            let mut next = *board;
            let value = if next.play(&self.shape, W::bit(square)) {
                WON
            } else {
                -self.value(&next, depth - 1, -beta, -alpha, run)?
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

struct Seen {
    depth: u32,
    value: i32,
    moves: Vec<usize>,
}

struct Run<'a> {
    running: Running<'a>,
    nodes: u64,
}

impl Run<'_> {
    fn used_up(&mut self) -> bool {
        self.nodes += 1;
        self.nodes.is_multiple_of(NODES_PER_LOOK) && self.running.used_up(self.nodes)
    }
}

impl<W: Word> Player<Position> for Sight<W> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        let size = self.shape.size();
        let board = Board::of(turn.view);
        let mut run = Run { running: budget.start(), nodes: 0 };
        if turn.view.winner().is_some() {
            return Err(PlayerError::NoMove);
        }
        if self.dice.chance(self.slip) {
            let moves: Vec<usize> = board.moves(&self.shape).squares().collect();
            return self.dice.pick(&moves).map(|index| size.square(*index)).ok_or(PlayerError::NoMove);
        }
        let best = self.best(&board, &mut run);
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
            nodes: run.nodes,
            time: run.running.elapsed(),
            ..Thought::default()
        });
        Ok(chosen)
    }
}
