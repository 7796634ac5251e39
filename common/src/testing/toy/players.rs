//! The AI players of the toy game.

use super::{Counters, Nim, Take};
use crate::game::{Dice, Enumerable, Value};
use crate::player::{
    AiPlayers, BadSpec, Budget, EngineOption, Level, Player, PlayerError, Random, Spec, Thought, Turn,
};
use std::time::Duration;

/// Two players that work, and others that fail.
enum ToyPlayer {
    One,
    /// Plays perfectly, and reports the value of every move.
    Master,
    /// Thinks until it is stopped, whatever the limits.
    Ponder,
    /// Does not look at the stop flag for a while.
    Deaf,
    Panics,
    GivesUp,
    Cheats,
    /// Raises the stop flag, as Ctrl-C does, after so many moves.
    Stopper(usize),
}

impl<const BUG: u8> Player<Nim<BUG>> for ToyPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Nim<BUG>>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Take<BUG>, PlayerError> {
        let left = turn.view.left;
        let value = Some(Value(left as i32));
        seen(Thought { depth: 1, value, line: vec!["1".into()], nodes: 1, ..Thought::default() });
        match self {
            ToyPlayer::Master => {
                let worth =
                    |m: &Take<BUG>| if (left - m.0).is_multiple_of(4) { Value::POINT } else { -Value::POINT };
                let mut moves: Vec<_> = turn.view.moves().iter().map(|m| (m.to_string(), worth(m))).collect();
                moves.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
                let best = moves.first().cloned().ok_or(PlayerError::NoMove)?;
                seen(Thought { value: Some(best.1), exact: true, moves, ..Thought::default() });
                return Ok(Take(best.0.parse().unwrap_or(1)));
            }
            ToyPlayer::Ponder => {
                while !budget.stop.raised() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            ToyPlayer::Deaf => std::thread::sleep(Duration::from_mins(5)),
            ToyPlayer::Panics => panic!("this player panics on purpose"),
            ToyPlayer::GivesUp => return Err(PlayerError::NoMove),
            ToyPlayer::Cheats => return Ok(Take(99)),
            ToyPlayer::Stopper(after) if turn.moves.len() >= *after => budget.stop.raise(),
            ToyPlayer::One | ToyPlayer::Stopper(_) => {}
        }
        Ok(Take(1))
    }
}

impl<const BUG: u8> AiPlayers for Nim<BUG> {
    const LEVELS: &'static [Level] = &[
        Level { name: "one", about: "takes one" },
        Level { name: "ponder", about: "takes one, when it is told to" },
        Level { name: "panics", about: "crashes" },
        Level { name: "gives-up", about: "takes none" },
        Level { name: "master", about: "wins where it can" },
    ];

    fn engine_options() -> Vec<EngineOption> {
        vec![EngineOption { name: "Patience", key: "after", levels: &["one"], min: 0, max: 9, default: 0 }]
    }

    fn build_player(spec: &Spec, setup: &Counters, seed: u64) -> Result<Box<dyn Player<Self>>, BadSpec> {
        if spec.command().is_some() {
            return crate::protocol::child(spec, setup);
        }
        spec.check_keys(&["after"])?;
        let after = spec.number("after", 0)?;
        Ok(Box::new(match spec.name() {
            "one" => ToyPlayer::One,
            "random" => return Ok(Box::new(Random(Dice::new(seed)))),
            "master" => ToyPlayer::Master,
            "ponder" => ToyPlayer::Ponder,
            "deaf" => ToyPlayer::Deaf,
            "panics" => ToyPlayer::Panics,
            "gives-up" => ToyPlayer::GivesUp,
            "cheats" => ToyPlayer::Cheats,
            "stopper" => ToyPlayer::Stopper(after),
            _ => return Err(Self::unknown(spec)),
        }))
    }
}
