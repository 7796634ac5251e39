//! The threats of the opponent after a pass, and what they imply for all quiet moves.
//!
//! A move is *quiet* if nothing explodes. To check whether the opponent then wins immediately, all its chains would have to be
//! played again for every move. Instead they are played once, as if the side to move had passed. Take the opponent's chain
//! from an atom *q* after the pass, and compare it with the same chain after a quiet move to the square *s*.
//!
//! **A chain that wins after the pass** also wins after the move, if *s* already belonged to the mover or the chain sends an
//! electron to *s*. All its explosions are possible after the move, because each atom has at least as many electrons as after
//! the pass. And they capture everything of the mover: its atoms before the move, and *s*.
//!
//! **A chain that does not win after the pass** does not win after the move either, if it leaves *s* more than one electron
//! short of exploding. After the same explosions the board is stable, with one more electron on *s*. So these are all the
//! explosions (their order does not matter, see [`crate::rules::Chain`]), and the atom of the mover that survived after the
//! pass survives again.
//!
//! The remaining chains are played: those that win after the pass without reaching *s*, and those that leave *s* critical.

use crate::board::{Board, Shape, Word};

/// Maximum number of squares of a board in the solver, and so of atoms that can start a chain.
const MAX_CHAINS: usize = 32;

/// The opponent's chains after a pass.
pub(super) struct Threats {
    /// Squares where a quiet move loses immediately. The set may include squares without a quiet move.
    pub fatal: u64,
    /// For each chain, the atom that starts it, and the squares for which the chain must be played.
    chains: [(u64, u64); MAX_CHAINS],
    count: usize,
}

impl Threats {
    /// Computes the threats against the side to move.
    #[inline]
    pub(super) fn of(board: &Board<u64>, shape: &Shape<u64>) -> Threats {
        let passed = Board { mine: board.theirs, theirs: board.mine, ..*board };
        let critical = board.critical(shape);
        let mut threats = Threats { fatal: 0, chains: [(0, 0); MAX_CHAINS], count: 0 };
        let mut fatal = 0;
        for start in (critical & board.theirs).squares().map(u64::bit) {
            let mut after = passed;
            let wins = after.play(shape, start);
            if wins {
                // An atom that the opponent owns now and did not own before has received an electron.
                fatal |= board.mine | after.theirs & !board.theirs;
            }
            // A winning chain stops early. If it did not reach the square of the move, it has to be played.
            threats.chains[threats.count] = (start, if wins { u64::MAX } else { after.critical(shape) });
            threats.count += 1;
        }
        // A move to an own critical atom is not quiet.
        threats.fatal = fatal & !(critical & board.mine);
        threats
    }

    /// Whether the opponent wins immediately after a quiet move to a square that is not fatal. `after` is the board after the
    /// move.
    #[inline]
    pub(super) fn opponent_wins(&self, after: &Board<u64>, square: u64, shape: &Shape<u64>) -> bool {
        self.chains[..self.count].iter().any(|(start, critical)| {
            let mut reply = *after;
            critical & square != 0 && reply.play(shape, *start)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Rule, Setup};
    use common::game::{Dice, Enumerable};
    use common::search::Reversible;

    /// Compares the threats with played moves, for every quiet move of many positions.
    #[test]
    fn threats_predict_which_quiet_moves_lose_immediately() {
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
                            let loses = threats.fatal & bit != 0
                                || threats.opponent_wins(&Board::of(&after), bit, &shape);
                            assert_eq!(loses, expected, "{position:?} {square:?}");
                            counted[usize::from(loses)] += 1;
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
