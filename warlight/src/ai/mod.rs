//! The AI players. Each of them knows only the [`View`] of its side: with fog, a region is as it was last seen, and
//! neutral if it never was.

pub mod evaluate;
pub mod generators;
pub mod log;
pub mod mcts;
pub mod settings;
pub mod strong;
#[cfg(test)]
mod tests;

#[cfg(not(target_arch = "wasm32"))]
use crate::contest::ContestPlayer;
use crate::rules::{Move, Position, Setup, View, random_picks, random_turn};
use common::game::Dice;
use common::player::{AiPlayers, BadSpec, Budget, Level, Player, PlayerError, Spec, Turn};
use evaluate::{Constants, Evaluator};
use generators::{Situation, picks};
use log::{LogSlot, Logged};
use mcts::Mcts;
use settings::Settings;
use strong::StrongPlayer;

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

/// The moves of all generators for the viewer; none if it is not to move.
pub fn generated_moves(evaluator: &Evaluator, view: &View) -> Vec<Move> {
    if !view.waiting_for.contains(view.side) {
        Vec::new()
    } else if view.picking {
        picks(evaluator, view).into_iter().map(Move::Pick).collect()
    } else {
        Situation::of_view(evaluator, view).turns().into_iter().map(Move::Turn).collect()
    }
}

/// The move of the aggressive player; `None` if it is not to move.
pub fn aggressive_move(evaluator: &Evaluator, view: &View) -> Option<Move> {
    if view.picking {
        return generated_moves(evaluator, view).into_iter().next();
    }
    let to_move = view.waiting_for.contains(view.side);
    to_move.then(|| Move::Turn(Situation::of_view(evaluator, view).boldest_turn()))
}

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;
    const ORIGINALS: &'static [Level] = crate::text::ORIGINALS;
    const PROTOCOL: &'static str = "the AI Games protocol";
    // The protocol tells a bot only what its side sees.
    const OTHER_PROGRAMS: bool = cfg!(not(target_arch = "wasm32"));

    /// A hint has no orders that a human would not understand.
    fn hint_player() -> Spec {
        Self::strongest().with("tidy", "true")
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        build(spec, setup, seed, None)
    }
}

/// Builds a player that leaves a log of every move in the slot.
pub fn build_logged_player(
    spec: &Spec,
    setup: &Setup,
    seed: u64,
) -> Result<(Box<dyn Player<Position>>, LogSlot), BadSpec> {
    let slot = LogSlot::default();
    let player = build(spec, setup, seed, Some(slot.clone()))?;
    let constants = match spec.name() {
        "aggressive" => Settings::of_spec(spec)?.aggressive,
        "smart-random" => Settings::of_spec(spec)?.default,
        _ => Constants::default(),
    };
    let evaluator = Evaluator::new(&setup.map, constants);
    Ok((Box::new(Logged { player, evaluator, slot: slot.clone() }), slot))
}

/// Builds a player. One that searches leaves its log in the slot.
fn build(
    spec: &Spec,
    setup: &Setup,
    seed: u64,
    log: Option<LogSlot>,
) -> Result<Box<dyn Player<Position>>, BadSpec> {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(command) = spec.command() {
        return Ok(Box::new(ContestPlayer::new(command, setup, None)?));
    }
    let mut dice = Dice::new(seed);
    match spec.name() {
        "random" => {
            spec.check_keys(&[])?;
            Ok(Box::new(move |turn: &Turn<'_, Position>, _: &Budget| {
                random_move(turn.view, &mut dice).ok_or(PlayerError::NoMove)
            }))
        }
        "smart-random" => {
            spec.check_keys(&["settings"])?;
            let evaluator = Evaluator::new(&setup.map, Settings::of_spec(spec)?.default);
            Ok(Box::new(move |turn: &Turn<'_, Position>, _: &Budget| {
                let moves = generated_moves(&evaluator, turn.view);
                dice.pick(&moves).cloned().ok_or(PlayerError::NoMove)
            }))
        }
        "aggressive" => {
            spec.check_keys(&["settings"])?;
            let evaluator = Evaluator::new(&setup.map, Settings::of_spec(spec)?.aggressive);
            Ok(Box::new(move |turn: &Turn<'_, Position>, _: &Budget| {
                aggressive_move(&evaluator, turn.view).ok_or(PlayerError::NoMove)
            }))
        }
        "mcts" => Ok(Box::new(Mcts::new(spec, setup, seed, log)?)),
        _ => match StrongPlayer::of_spec(spec, setup, seed)? {
            Some(player) => Ok(Box::new(player)),
            None => Err(Position::unknown(spec)),
        },
    }
}
