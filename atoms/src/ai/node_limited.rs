//! A player that searches few positions: a level below the strongest one.

use crate::rules::{Position, Square};
use common::game::{Dice, Enumerable};
use common::player::{Budget, Player, PlayerError, Thought, Turn};

/// Another player with a limit of positions for each move, which now and then plays a random move.
#[derive(Debug)]
pub struct NodeLimitedPlayer<P> {
    player: P,
    nodes: u64,
    random_move_rate: f64,
    dice: Dice,
}

impl<P> NodeLimitedPlayer<P> {
    /// Limits a player to so many positions; `random_move_rate` is the share of random moves.
    pub fn new(player: P, nodes: u64, random_move_rate: f64, dice: Dice) -> NodeLimitedPlayer<P> {
        NodeLimitedPlayer { player, nodes, random_move_rate, dice }
    }
}

impl<P: Player<Position>> Player<Position> for NodeLimitedPlayer<P> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Square, PlayerError> {
        if self.dice.chance(self.random_move_rate) {
            return self.dice.pick(&turn.view.moves()).copied().ok_or(PlayerError::NoMove);
        }
        let nodes = budget.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        self.player.choose(turn, &Budget { nodes: Some(nodes), ..budget.clone() }, seen)
    }
}
