//! The toy game's machines.

use super::{Counters, Nim, Take};
use crate::game::{Dice, Enumerable, Value};
use crate::player::{
    BadSpec, Budget, EngineOption, Level, AiPlayers, Player, PlayerError, Random, Spec, Thought, Turn,
};
use std::time::Duration;

/// The machines that are our own: two that play, and others for trouble.
enum Machine {
    One,
    /// Knows how to win, and tells the worth of every move.
    Master,
    /// Thinks until it is stopped, whatever the limits.
    Ponder,
    /// Does not hear the stop flag for a while.
    Deaf,
    Panics,
    GivesUp,
    Cheats,
    /// Stands for a person who presses Ctrl-C after so many moves.
    Stopper(usize),
}

impl<const BUG: u8> Player<Nim<BUG>> for Machine {
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
            Machine::Master => {
                let worth =
                    |m: &Take<BUG>| if (left - m.0).is_multiple_of(4) { Value::POINT } else { -Value::POINT };
                let mut moves: Vec<_> = turn.view.moves().iter().map(|m| (m.to_string(), worth(m))).collect();
                moves.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
                let best = moves.first().cloned().ok_or(PlayerError::NoMove)?;
                seen(Thought { value: Some(best.1), exact: true, moves, ..Thought::default() });
                return Ok(Take(best.0.parse().unwrap_or(1)));
            }
            Machine::Ponder => {
                while !budget.stop.raised() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            Machine::Deaf => std::thread::sleep(Duration::from_mins(5)),
            Machine::Panics => panic!("this machine is made to panic"),
            Machine::GivesUp => return Err(PlayerError::NoMove),
            Machine::Cheats => return Ok(Take(99)),
            Machine::Stopper(after) if turn.moves.len() >= *after => budget.stop.raise(),
            Machine::One | Machine::Stopper(_) => {}
        }
        Ok(Take(1))
    }
}

impl<const BUG: u8> AiPlayers for Nim<BUG> {
    const LEVELS: &'static [Level] = &[
        Level { name: "one", about: "takes one" },
        Level { name: "ponder", about: "takes one, when it is told to" },
        Level { name: "panics", about: "breaks down" },
        Level { name: "gives-up", about: "takes none" },
        Level { name: "master", about: "wins where it can" },
    ];

    fn engine_options() -> Vec<EngineOption> {
        vec![EngineOption { name: "Patience", key: "after", levels: &["one"], least: 0, most: 9, usual: 0 }]
    }

    fn build_player(spec: &Spec, setup: &Counters, seed: u64) -> Result<Box<dyn Player<Self>>, BadSpec> {
        if spec.command().is_some() {
            return crate::protocol::child(spec, setup);
        }
        spec.check_keys(&["after"])?;
        let after = spec.number("after", 0)?;
        Ok(Box::new(match spec.name() {
            "one" => Machine::One,
            "random" => return Ok(Box::new(Random(Dice::new(seed)))),
            "master" => Machine::Master,
            "ponder" => Machine::Ponder,
            "deaf" => Machine::Deaf,
            "panics" => Machine::Panics,
            "gives-up" => Machine::GivesUp,
            "cheats" => Machine::Cheats,
            "stopper" => Machine::Stopper(after),
            _ => return Err(Self::unknown(spec)),
        }))
    }
}
