//! The AI players: the four of the source document, and the strong engine.

mod bench;
mod casual;
pub mod classic;
pub mod exercises;
pub mod strong;
mod swap2;
#[cfg(not(target_arch = "wasm32"))]
pub mod tune;

pub use bench::{Bench, bench};

use crate::rules::{Colour, Grid, Move, Opening, Point, Position, Setup};
use casual::Casual;
use classic::{Combined, Minimax, Random, Rules};
use common::game::{Dice, Game, Value};
use common::parameters::weights_option;
use common::player::{AiPlayers, BadSpec, Level, Player, Spec};
use common::search::{SearchLimits, SearchOptions, SharedTranspositionTable, Unlimited};
use strong::{Board, Kind, Search, Strong, ThreatSearch, TunedWeights, Weights};
use swap2::Swap2;

/// Upper limit of the option `lines`.
const MAX_LINES: usize = 20;

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;
    const ORIGINALS: &'static [Level] = crate::text::ORIGINALS;
    const PROTOCOL: &'static str = crate::text::PROTOCOL;

    /// A hint shows several lines.
    fn hint_player() -> Spec {
        Self::strongest().with("lines", "3")
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        // External engines play the opening themselves.
        #[cfg(not(target_arch = "wasm32"))]
        if spec.command().is_some() {
            return crate::gomocup::child(spec, setup);
        }
        let player = player(spec, seed)?;
        if Self::LEVELS.iter().any(|level| level.name == spec.name()) {
            // Builds the tables now, so that the first move loses no time.
            strong::Tables::of(setup.rule);
        }
        if setup.opening == Opening::Free {
            return Ok(player);
        }
        let table =
            SharedTranspositionTable::with_megabytes(SMALL_HASH).ok_or(BadSpec::NoRoom(SMALL_HASH))?;
        let evaluator = Strong::new(Weights::learned(), table, None, Dice::of(seed, 1));
        Ok(Box::new(Swap2::new(player, evaluator, Dice::of(seed, 2))))
    }
}

/// Size of the table for short searches, in megabytes.
const SMALL_HASH: usize = 16;

/// A player that does not choose colours.
fn player(spec: &Spec, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
    match spec.name() {
        "random" => {
            spec.check_keys(&[])?;
            Ok(Box::new(Random(Dice::new(seed))))
        }
        "rule" => {
            spec.check_keys(&[])?;
            Ok(Box::new(Rules(Dice::new(seed))))
        }
        "minimax" => Ok(Box::new(minimax(spec)?)),
        "combined" => Ok(Box::new(Combined(minimax(spec)?))),
        "easy" => casual(spec, 20, 0.45, seed),
        "medium" => casual(spec, 600, 0.1, seed),
        "hard" => casual(spec, 3_000, 0.0, seed),
        "strong" => {
            spec.check_keys(&["hash", "lines", "threads", "weights"])?;
            let options = SearchOptions::from_spec(spec)?;
            let lines = spec.within("lines", 1, 1..=MAX_LINES)?;
            let weights = weights_option::<TunedWeights>(spec, Weights::learned)?;
            let strong =
                Strong::new(weights, options.table()?, options.threads, Dice::new(seed)).lines(lines);
            Ok(Box::new(strong))
        }
        _ => Err(Position::unknown(spec)),
    }
}

/// The strong engine with a limit of nodes per move, and with slips.
fn casual(spec: &Spec, nodes: u64, slip: f64, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
    spec.check_keys(&["nodes", "slip"])?;
    let nodes = spec.within("nodes", nodes, 1..=u64::MAX)?;
    let slip = spec.within("slip", slip, 0.0..=1.0)?;
    let table = SharedTranspositionTable::with_megabytes(SMALL_HASH).ok_or(BadSpec::NoRoom(SMALL_HASH))?;
    let strong = Strong::new(Weights::learned(), table, Some(1), Dice::new(seed));
    Ok(Box::new(Casual::new(strong, nodes, slip, Dice::of(seed, 1))))
}

/// The search of `minimax` and `combined`.
fn minimax(spec: &Spec) -> Result<Minimax, BadSpec> {
    let default = Minimax::default();
    spec.check_keys(&["depth", "best"])?;
    Ok(Minimax {
        depth: spec.within("depth", default.depth, 1..=10)?,
        best: spec.within("best", default.best, 1..=200)?,
    })
}

/// The value of a position for the side to move, by a search of a few milliseconds: ±100 is a won game. Even while
/// colours are not chosen.
pub fn quick_value(position: &Position) -> Value {
    if let Some(outcome) = position.outcome() {
        return outcome.value_for(position.mover());
    }
    if position.black().is_none() {
        return Value::EVEN;
    }
    let table = SharedTranspositionTable::small();
    let board = Board::of(position, &Weights::learned());
    let moves = strong::moves(&mut board.clone());
    let limits = NodeLimit(QUICK_NODES);
    let mut search = Search::new(board, &table, &limits, 0);
    if search.threats.shortest_vcf(&mut search.board, 20, QUICK_NODES).is_some() {
        return Value::POINT;
    }
    let found = strong::deepen(&mut search, &moves, 1, (1, 8), |_, _| true);
    found.first().map_or(Value::EVEN, |found| strong::value(found.score))
}

/// Nodes of [`quick_value`].
const QUICK_NODES: u64 = 1_500;

/// Stops after a number of nodes.
struct NodeLimit(u64);

impl SearchLimits for NodeLimit {
    fn reached(&self, nodes: u64) -> bool {
        nodes >= self.0
    }
}

/// What a stone on a point would make, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// Five in a row.
    Five,
    /// A four that two points complete, or two fours.
    OpenFour,
    /// A four that one point completes.
    Four,
    /// A three that can become an open four.
    OpenThree,
}

/// The points where a colour could make a threat.
pub fn threats(position: &Position, colour: Colour) -> Vec<(Point, Threat)> {
    let mut board = Board::of(position, &Weights::learned());
    board.set_mover(colour);
    let threat = |kind| match kind {
        Kind::Five => Some(Threat::Five),
        Kind::OpenFour => Some(Threat::OpenFour),
        Kind::Four | Kind::FourPlus | Kind::FourThree => Some(Threat::Four),
        Kind::Three | Kind::ThreePlus | Kind::TwoThrees => Some(Threat::OpenThree),
        Kind::None | Kind::Two | Kind::BlockedThree | Kind::WeakPair => None,
    };
    let empty: Vec<usize> = position.grid().empty().map(Grid::index).collect();
    let found = empty.into_iter().filter(|at| !board.is_forbidden(*at)).collect::<Vec<_>>();
    found.into_iter().filter_map(|at| Some((Grid::point(at), threat(board.kind(colour, at))?))).collect()
}

/// The shortest VCF of the side to move: a win by fours alone, with at most this many of its stones.
pub fn vcf(position: &Position, stones: usize) -> Option<Vec<Point>> {
    if position.end().is_some() {
        return None;
    }
    let mut board = Board::of(position, &Weights::learned());
    let line = ThreatSearch::new(1 << 18).shortest_vcf(&mut board, stones, MAX_VCF_NODES)?;
    Some(line.into_iter().map(Grid::point).collect())
}

/// Nodes after which [`vcf`] gives up, a few seconds.
const MAX_VCF_NODES: u64 = 5_000_000;

/// The value of a position for the side to move, by a short search; `None` if the game is decided. For fair openings.
pub fn balance(position: &Position) -> Option<Value> {
    let board = Board::of(position, &Weights::learned());
    let (table, moves) = (SharedTranspositionTable::small(), strong::moves(&mut board.clone()));
    let mut search = Search::new(board, &table, &Unlimited, 0);
    if search.threats.vct(&mut search.board, 12, 3_000).is_some() {
        return None;
    }
    let found = strong::deepen(&mut search, &moves, 1, (1, 6), |_, _| true);
    let score = found.first()?.score;
    (score.abs() < strong::PROVED).then(|| strong::value(score))
}

/// The possible first stones of an opening: the first one near the centre, the others near it.
pub fn first_stones(position: &Position) -> Vec<Move> {
    let (size, centre) = (position.size(), position.size().centre());
    let near = |a: Point, b: Point, most| a.row.abs_diff(b.row).max(a.column.abs_diff(b.column)) <= most;
    let stones: Vec<Point> = position.grid().stones().map(|(point, _)| point).collect();
    let around = size.columns().min(size.rows()) / 4;
    let fits = |point: &Point| {
        if stones.is_empty() {
            near(*point, centre, around)
        } else {
            stones.iter().any(|stone| near(*point, *stone, 2))
        }
    };
    position.grid().empty().filter(fits).map(Move::Stone).filter(|m| position.check(*m).is_ok()).collect()
}
