//! The machines: the source document's own, some that see as far as people do, and the strongest.

mod bench;
mod shapes;
mod sight;
pub mod solve;
pub mod strong;
mod sure;
pub mod tune;

pub use bench::{Bench, bench};
pub use shapes::shapes;
pub use sight::{Sight, electron_lead};

use crate::board::{Board, Shape, Wide, Word};
use crate::rules::{Position, Setup};
use common::game::{Dice, Value};
use common::player::{BadSpec, EngineOption, Level, AiPlayers, Player, Random, Spec};
use solve::Solver;
use std::path::Path;
use std::sync::Arc;
use strong::{Search, Strong, Table, Weights, Worths};
use sure::Sure;

/// Hands the shape of a setup, in the narrowest words that hold it, to an expression.
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

    fn engine_options() -> Vec<EngineOption> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let of = |name, key, most, usual| EngineOption { name, key, levels: &["strong"], least: 1, most, usual };
        vec![
            of("Threads", "threads", MOST_THREADS as i64, cores.min(MOST_THREADS) as i64),
            of("Hash", "hash", MOST_HASH as i64, HASH as i64),
        ]
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        let dice = Dice::new(seed);
        let sight = |depth, slip| -> Result<Box<dyn Player<Position>>, BadSpec> {
            spec.check_keys(&["depth", "slip"])?;
            let depth = spec.within("depth", depth, 1..=DEEPEST)?;
            let slip = spec.within("slip", slip, 0.0..=1.0)?;
            let dice = dice.clone();
            Ok(
                with_shape!(*setup, shape => Box::new(Sight::new(shape, shapes, depth, dice).slips(slip).sorts())),
            )
        };
        match spec.name() {
            "cmd" => common::protocol::child(spec, setup),
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(dice)))
            }
            "source" => {
                spec.check_keys(&["depth"])?;
                let depth = spec.within("depth", 3, 1..=DEEPEST)?;
                Ok(with_shape!(*setup, shape => Box::new(Sight::new(shape, electron_lead, depth, dice))))
            }
            "easy" => sight(1, 0.3),
            "medium" => sight(2, 0.1),
            "hard" => sight(4, 0.0),
            "strong" => {
                spec.check_keys(&["hash", "threads", "weights"])?;
                let hash = spec.within("hash", HASH, 1..=MOST_HASH)?;
                let threads = spec.within("threads", 0, 0..=MOST_THREADS)?;
                let threads = Some(threads).filter(|threads| *threads > 0);
                let weights = weights(spec)?;
                let table = || Table::of_megabytes(hash).ok_or(BadSpec::NoRoom(hash));
                let solver = Some(setup).filter(|setup| setup.size.squares() <= sure::MOST_SQUARES);
                let solver = solver.and_then(|setup| Solver::new(*setup, hash).ok());
                if let (Some(solver), Some(shape)) = (solver, Shape::<u64>::new(*setup)) {
                    let strong = Strong::new(shape, weights, table()?, threads, dice);
                    return Ok(Box::new(Sure::new(strong, solver)));
                }
                Ok(
                    with_shape!(*setup, shape => Box::new(Strong::new(shape, weights, table()?, threads, dice))),
                )
            }
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// Megabytes that the strong machine's table takes, unless told otherwise.
const HASH: usize = 64;
/// Nobody has more memory to give to a game.
const MOST_HASH: usize = 65_536;
/// Nor more cores.
const MOST_THREADS: usize = 256;

/// How good a position is for the side to move, by a short look ahead; `None` if it is decided. For openings that are fair.
pub fn balance(position: &Position) -> Option<Value> {
    fn look<W: Word>(shape: &Shape<W>, position: &Position) -> i32 {
        let (weights, table) = (Weights::learned(), Table::small());
        let mut search = Search::new(shape, &weights, &table, &strong::Unlimited);
        strong::deepen(&mut search, shape, &Board::of(position), 0, (1, 4), |_, _| true).score
    }
    let score = with_shape!(position.setup(), shape => look(&shape, position));
    (score.abs() < strong::PROVED).then(|| strong::value(score))
}

/// The weights that a player is told to use: for trying out what the tuner has made.
fn weights(spec: &Spec) -> Result<Arc<Weights>, BadSpec> {
    let file: String = spec.number("weights", String::new())?;
    if file.is_empty() {
        return Ok(Weights::learned());
    }
    let wrong = |why: String| spec.bad_value("weights", &format!("{file} ({why})"));
    let worths = Worths::open(Path::new(&file)).map_err(wrong)?;
    Ok(Arc::new(Weights::new(&worths)))
}

/// So far machines of a fixed depth may be told to see; they would not come there anyway.
const DEEPEST: u32 = 40;
