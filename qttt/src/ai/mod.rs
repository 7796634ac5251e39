//! The machines: one that knows everything, one that plays many random games, and some that see as far as people do.

mod bench;
mod perfect;
mod playout;
mod sight;
mod solver;

pub use bench::{Bench, bench};
pub use perfect::Perfect;
pub use playout::Rush;
pub use sight::{Chances, Shuffled, Sight};
pub use solver::{Lent, Margin, Solver, Study};

use crate::rules::{Move, Position, Setup};
use common::game::Dice;
use common::player::{BadSpec, Budget, Level, AiPlayers, Player, PlayerError, Random, Spec, Thought, Turn};
use common::search::{AllMoves, Mcts};

/// Playouts of a move of `mcts`, unless it is told otherwise: about half a second.
const PLAYOUTS: u64 = 20_000;

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;

    fn hint_player() -> Spec {
        "strong:values=all".parse().unwrap_or_else(|_| Self::strongest())
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        let dice = Dice::new(seed);
        let sight = |depth, slip| -> Result<Box<dyn Player<Position>>, BadSpec> {
            spec.check_keys(&["depth", "slip"])?;
            let depth = spec.within("depth", depth, 1..=13)?;
            let slip = spec.within("slip", slip, 0.0..=1.0)?;
            Ok(Box::new(Sight::new(depth, slip, Dice::new(seed))))
        };
        match spec.name() {
            "cmd" => common::protocol::child(spec, setup),
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(dice)))
            }
            "easy" => sight(2, 0.5),
            "medium" => sight(3, 0.2),
            "hard" => sight(5, 0.03),
            "mcts" => {
                spec.check_keys(&["nodes", "trees"])?;
                let nodes = spec.within("nodes", PLAYOUTS, 1..=u64::MAX)?;
                let trees = spec.within("trees", 1, 1..=64)?;
                let search = Mcts::with(AllMoves, Rush::new(setup.scoring), dice).trees(trees);
                Ok(Box::new(Playouts { search, nodes }))
            }
            "perfect" | "strong" => {
                spec.check_keys(&["values"])?;
                let values = spec.number("values", "some".to_owned())?;
                let tells_all = ["some", "all"].iter().position(|known| *known == values);
                let tells_all = tells_all.ok_or_else(|| spec.bad_value("values", &values))? == 1;
                Ok(Box::new(Perfect::new(dice).tells_all(tells_all)))
            }
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// Monte Carlo tree search that does not use up all its time where so many playouts are enough.
#[derive(Debug)]
struct Playouts {
    search: Mcts<AllMoves, Rush>,
    nodes: u64,
}

impl Player<Position> for Playouts {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let nodes = budget.nodes.map_or(self.nodes, |most| most.min(self.nodes));
        self.search.choose(turn, &Budget { nodes: Some(nodes), ..budget.clone() }, seen)
    }
}
