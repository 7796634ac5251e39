//! The AI players: a perfect one, Monte Carlo tree search, and some with limited depth.

mod bench;
mod depth_player;
mod perfect;
mod playout;
mod solver;

pub use bench::{Bench, bench};
pub use depth_player::{DepthPlayer, LineChances, SeededOrder};
pub use perfect::Perfect;
pub use playout::RandomPlayout;
pub use solver::{Margin, Solver, SolverGuard, SolverRun};

use crate::rules::{Move, Position, Setup};
use common::game::Dice;
use common::player::{AiPlayers, BadSpec, Budget, Level, Player, PlayerError, Random, Spec, Thought, Turn};
use common::search::{AllMoves, Mcts};

/// Default number of playouts per move of `mcts`: about half a second.
const PLAYOUTS: u64 = 20_000;

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;
    const ORIGINALS: &'static [Level] = crate::text::ORIGINALS;

    fn hint_player() -> Spec {
        "strong:values=all".parse().unwrap_or_else(|_| Self::strongest())
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        let dice = Dice::new(seed);
        let depth_player = |depth, mistake_rate| -> Result<Box<dyn Player<Position>>, BadSpec> {
            spec.check_keys(&["depth", "slip"])?;
            let depth = spec.within("depth", depth, 1..=13)?;
            let mistake_rate = spec.within("slip", mistake_rate, 0.0..=1.0)?;
            Ok(Box::new(DepthPlayer::new(depth, mistake_rate, Dice::new(seed))))
        };
        match spec.name() {
            #[cfg(not(target_arch = "wasm32"))]
            "cmd" => common::protocol::child(spec, setup),
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(dice)))
            }
            "easy" => depth_player(1, 0.7),
            "medium" => depth_player(2, 0.2),
            "hard" => depth_player(5, 0.03),
            "mcts" => {
                spec.check_keys(&["nodes", "trees"])?;
                let nodes = spec.within("nodes", PLAYOUTS, 1..=u64::MAX)?;
                let trees = spec.within("trees", 1, 1..=64)?;
                let search = Mcts::with(AllMoves, RandomPlayout::new(setup.scoring), dice).trees(trees);
                Ok(Box::new(MctsPlayer { search, nodes }))
            }
            "perfect" | "strong" => {
                spec.check_keys(&["values"])?;
                let values = spec.number("values", "some".to_owned())?;
                let reports_all_values = ["some", "all"].iter().position(|known| *known == values);
                let reports_all_values =
                    reports_all_values.ok_or_else(|| spec.bad_value("values", &values))? == 1;
                Ok(Box::new(Perfect::new(dice).reports_all_values(reports_all_values)))
            }
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// Monte Carlo tree search with a limit of playouts per move.
#[derive(Debug)]
struct MctsPlayer {
    search: Mcts<AllMoves, RandomPlayout>,
    nodes: u64,
}

impl Player<Position> for MctsPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let nodes = budget.nodes.map_or(self.nodes, |max| max.min(self.nodes));
        self.search.choose(turn, &Budget { nodes: Some(nodes), ..budget.clone() }, seen)
    }
}
