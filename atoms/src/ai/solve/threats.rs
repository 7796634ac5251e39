//! What the opponent would do if it were its turn, and what that says of all quiet moves at once.
//!
//! A move is *quiet* if nothing explodes. To find out whether the opponent wins at once after it, all its chains would have
//! to be played, for every move anew. Instead they are played once, as if the side to move had passed. Let the pass
//! be followed by the opponent's chain from an atom *q*, and compare the same chain after a quiet move to the square *s*.
//!
//! **If the chain wins after the pass,** it wins after the move too, if *s* was the mover's already or the chain sends an
//! electron to *s*. For all its explosions are possible after the move: each atom has as many electrons as after
//! the pass, or one more. And they take all that is the mover's: what it had before, and *s*.
//!
//! **If the chain does not win after the pass,** and leaves *s* more than one electron short of exploding, it does not win
//! after the move either. For after the same explosions the board is at rest, with one more electron on *s*: so these are
//! all explosions there are (the order does not matter, see [`crate::rules::Chain`]), and the atom of the mover that they
//! missed after the pass they miss again.
//!
//! What remains is played out: a chain that wins after the pass without touching *s*, or one that leaves *s* critical.

use crate::board::{Board, Shape, Word};

/// The most squares that a board in the solver can have, and so the most atoms that can start a chain.
const MOST: usize = 32;

/// The opponent's chains after a pass.
pub(super) struct Threats {
    /// Squares where a quiet move loses at once. They may also hold squares where no quiet move is possible.
    pub fatal: u64,
    /// For each chain, the atom that starts it, and the squares that have to be looked at if a quiet move goes there.
    chains: [(u64, u64); MOST],
    count: usize,
}

impl Threats {
    /// Looks at what threatens the side to move.
    #[inline]
    pub(super) fn of(board: &Board<u64>, shape: &Shape<u64>) -> Threats {
        let passed = Board { mine: board.theirs, theirs: board.mine, ..*board };
        let critical = board.critical(shape);
        let mut threats = Threats { fatal: 0, chains: [(0, 0); MOST], count: 0 };
        let mut fatal = 0;
        for start in (critical & board.theirs).squares().map(u64::bit) {
            let mut after = passed;
            let wins = after.play(shape, start);
            if wins {
                // Whatever the opponent owns now and did not own before has received an electron.
                fatal |= board.mine | after.theirs & !board.theirs;
            }
            // A chain that wins stops there; if it missed the square of the move, it goes on.
            threats.chains[threats.count] = (start, if wins { u64::MAX } else { after.critical(shape) });
            threats.count += 1;
        }
        // The mover's own critical atoms explode: a move there is not quiet.
        threats.fatal = fatal & !(critical & board.mine);
        threats
    }

    /// Whether the opponent wins at once after a quiet move to a square that is not fatal; `after` is the board then.
    #[inline]
    pub(super) fn answer(&self, after: &Board<u64>, square: u64, shape: &Shape<u64>) -> bool {
        self.chains[..self.count].iter().any(|(start, critical)| {
            let mut answered = *after;
            critical & square != 0 && answered.play(shape, *start)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Rule, Setup};
    use common::game::{Dice, Enumerable};
    use common::search::Reversible;

    /// Every quiet move of many positions, with and without the theorems.
    #[test]
    fn quiet_moves_lose_at_once_exactly_where_the_threats_say_so() {
        let mut dice = Dice::new(3);
        let mut counted = [0; 2];
        for size in ["2x2", "2x5", "3x3", "3x5", "4x4"] {
            for rule in Rule::ALL {
                let setup = Setup { size: size.parse().unwrap(), rule };
                let shape = Shape::new(setup).unwrap();
                for _ in 0..200 {
                    let mut position = Position::new(setup);
                    while position.winner().is_none() {
                        let board = Board::of(&position);
                        let threats = Threats::of(&board, &shape);
                        for square in position.moves() {
                            if position.is_critical(square) {
                                continue;
                            }
                            let mut after = position.clone();
                            after.apply(&square);
                            let wins = |reply: &crate::rules::Square| {
                                let mut end = after.clone();
                                end.apply(reply);
                                end.winner().is_some()
                            };
                            let expected = after.moves().iter().any(wins);
                            let bit = u64::bit(setup.size.index(square));
                            let said =
                                threats.fatal & bit != 0 || threats.answer(&Board::of(&after), bit, &shape);
                            assert_eq!(said, expected, "{position:?} {square:?}");
                            counted[usize::from(said)] += 1;
                        }
                        let moves = position.moves();
                        position.apply(&moves[dice.below(moves.len())]);
                    }
                }
            }
        }
        assert!(counted.iter().all(|count| *count > 1000), "{counted:?}");
    }
}
