//! The AI players.

use crate::rules::{Move, Position, Setup, View, random_picks, random_turn};
use common::game::Dice;
use common::player::{AiPlayers, BadSpec, Budget, Level, Player, PlayerError, Spec, Turn};

/// A random legal move of the viewer; `None` if it is not to move.
pub fn random_move(view: &View, dice: &mut Dice) -> Option<Move> {
    if !view.waiting_for.contains(view.side) {
        return None;
    }
    Some(if view.picking {
        Move::Pick(random_picks(view.own_offers(), view.picks, dice))
    } else {
        Move::Turn(random_turn(view.map(), &view.state, view.side, view.income(view.side), dice))
    })
}

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = &[Level { name: "random", about: "plays random turns" }];
    const PROTOCOL: &'static str = "the AI Games protocol";

    fn build_player(spec: &Spec, _: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        let mut dice = Dice::new(seed);
        match spec.name() {
            "random" => Ok(Box::new(move |turn: &Turn<'_, Position>, _: &Budget| {
                random_move(turn.view, &mut dice).ok_or(PlayerError::NoMove)
            })),
            _ => Err(Self::unknown(spec)),
        }
    }
}
