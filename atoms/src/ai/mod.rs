//! The AI players: the one of the source document, the easier levels, and the strong player.

mod bench;
mod depth_limited;
mod handcrafted;
mod node_limited;
mod rating;
pub mod solve;
mod solver_backed;
pub mod strong;
#[cfg(not(target_arch = "wasm32"))]
pub mod tune;

pub use bench::{Bench, bench};
pub use depth_limited::{DepthLimitedPlayer, electron_lead};
pub use handcrafted::handcrafted_evaluation;

use crate::board::{Board, Shape, Wide, Word};
use crate::rules::{Position, Setup};
use common::game::{Dice, Value};
use common::parameters::weights_option;
use common::player::{AiPlayers, BadSpec, EngineOption, Level, Player, Random, Spec};
use common::search::{
    DEFAULT_HASH, MAX_HASH, MAX_THREADS, SearchOptions, SharedTranspositionTable, Unlimited, is_proved,
};
use node_limited::NodeLimitedPlayer;
use rating::RatingPlayer;
use solve::Solver;
use solver_backed::SolverBackedPlayer;
use std::sync::Arc;
use strong::{FeatureWeights, PatternWeights, Search, StrongPlayer};

/// Evaluates an expression with the shape of a setup, in the narrowest word type that fits.
macro_rules! with_shape {
    ($setup:expr, $shape:ident => $body:expr) => {
        if let Some($shape) = Shape::<u64>::new($setup) {
            $body
        } else if let Some($shape) = Shape::<u128>::new($setup) {
            $body
        } else {
            let $shape = Shape::<Wide>::new($setup).expect("the largest board has 256 squares");
            $body
        }
    };
}

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;
    const ORIGINALS: &'static [Level] = crate::text::ORIGINALS;

    /// A hint shows the value of every move.
    fn hint_player() -> Spec {
        Self::strongest().with("values", "all")
    }

    fn engine_options() -> Vec<EngineOption> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let option =
            |name, key, max, default| EngineOption { name, key, levels: &["strong"], min: 1, max, default };
        vec![
            option("Threads", "threads", MAX_THREADS as i64, cores.min(MAX_THREADS) as i64),
            option("Hash", "hash", MAX_HASH as i64, DEFAULT_HASH as i64),
        ]
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        let dice = Dice::new(seed);
        let depth_limited = |depth, slip| -> Result<Box<dyn Player<Position>>, BadSpec> {
            spec.check_keys(&["depth", "slip"])?;
            let depth = spec.within("depth", depth, 1..=MAX_FIXED_DEPTH)?;
            let slip = spec.within("slip", slip, 0.0..=1.0)?;
            let dice = dice.clone();
            Ok(with_shape!(*setup, shape => Box::new(
                DepthLimitedPlayer::new(shape, handcrafted_evaluation, depth, dice)
                    .random_move_rate(slip)
                    .explosions_first()
            )))
        };
        match spec.name() {
            #[cfg(not(target_arch = "wasm32"))]
            "cmd" => common::protocol::child(spec, setup),
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(dice)))
            }
            "source" => {
                spec.check_keys(&["depth"])?;
                let depth = spec.within("depth", 3, 1..=MAX_FIXED_DEPTH)?;
                Ok(with_shape!(*setup, shape => Box::new(
                    DepthLimitedPlayer::new(shape, electron_lead, depth, dice)
                )))
            }
            "easy" => depth_limited(3, 0.12),
            "medium" => depth_limited(5, 0.03),
            "hard" => {
                spec.check_keys(&["nodes", "slip"])?;
                let nodes = spec.within("nodes", HARD_NODES, 1..=u64::MAX)?;
                let slip = spec.within("slip", 0.0, 0.0..=1.0)?;
                let (weights, table) = (PatternWeights::built_in(), SharedTranspositionTable::small());
                let dice_of_slips = Dice::of(seed, 1);
                Ok(with_shape!(*setup, shape => {
                    let strong = StrongPlayer::new(shape, weights, table, Some(1), dice);
                    Box::new(NodeLimitedPlayer::new(strong, nodes, slip, dice_of_slips))
                }))
            }
            "strong" => {
                spec.check_keys(&["hash", "threads", "values", "weights"])?;
                let values = spec.number("values", "some".to_owned())?;
                let rates_all = ["some", "all"].iter().position(|known| *known == values);
                let rates_all = rates_all.ok_or_else(|| spec.bad_value("values", &values))? == 1;
                let weights = weights_option::<FeatureWeights>(spec, PatternWeights::built_in)?;
                let player = strong_player(spec, *setup, Arc::clone(&weights), dice)?;
                Ok(if rates_all {
                    with_shape!(*setup, shape => Box::new(RatingPlayer::new(player, shape, weights)))
                } else {
                    player
                })
            }
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// The strong player, on small boards with a solver.
fn strong_player(
    spec: &Spec,
    setup: Setup,
    weights: Arc<PatternWeights>,
    dice: Dice,
) -> Result<Box<dyn Player<Position>>, BadSpec> {
    let options = SearchOptions::from_spec(spec)?;
    let threads = options.threads;
    let small = Some(setup).filter(|setup| setup.size.squares() <= solver_backed::MAX_SQUARES);
    let solver = small.and_then(|setup| Solver::new(setup, options.hash).ok());
    if let (Some(solver), Some(shape)) = (solver, Shape::<u64>::new(setup)) {
        let strong = StrongPlayer::new(shape, weights, options.table()?, threads, dice);
        return Ok(Box::new(SolverBackedPlayer::new(strong, solver)));
    }
    Ok(with_shape!(setup, shape => Box::new(
        StrongPlayer::new(shape, weights, options.table()?, threads, dice)
    )))
}

/// The number of positions that `hard` searches for a move.
const HARD_NODES: u64 = 40_000;

/// Maximum of the option `depth`.
const MAX_FIXED_DEPTH: u32 = 40;

/// The value of a position for the side to move after a shallow search, for balanced openings; `None` if it is decided.
pub fn balance(position: &Position) -> Option<Value> {
    fn score<W: Word>(shape: &Shape<W>, position: &Position) -> i32 {
        let (weights, table) = (PatternWeights::built_in(), SharedTranspositionTable::small());
        let mut search = Search::new(shape, &weights, &table, &Unlimited);
        strong::iterative_deepening(&mut search, &Board::of(position), 0, (1, 4), |_, _| true).score
    }
    let score = with_shape!(position.setup(), shape => score(&shape, position));
    (!is_proved(score)).then(|| strong::value(score))
}
