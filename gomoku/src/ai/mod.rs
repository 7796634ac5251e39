//! The machines: the source document's own, and the strongest.

mod bench;
pub mod classic;
pub mod exercises;
pub mod strong;
mod swap2;
pub mod tune;

pub use bench::{Bench, bench};

use crate::rules::{Colour, Grid, Move, Opening, Point, Position, Setup};
use classic::{Combined, Minimax, Random, Rules};
use common::game::{Dice, Game, Value};
use common::player::{AiPlayers, BadSpec, Budget, Level, Player, Spec, Turn};
use common::search::{SearchLimits, SearchOptions, SharedTranspositionTable, Unlimited};
use common::tune::weights_option;
use strong::{Attacks, Board, Kind, Search, Strong, Weights, Worths};
use swap2::Swap2;

/// Maximum of the option `lines`.
const MOST_LINES: usize = 20;

impl AiPlayers for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;
    const PROTOCOL: &'static str = crate::text::PROTOCOL;

    /// Several lines are worth seeing where somebody asks for help.
    fn hint_player() -> Spec {
        Self::strongest().with("lines", "3")
    }

    fn build_player(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        // Another program plays its openings itself.
        if spec.command().is_some() {
            return crate::gomocup::child(spec, setup);
        }
        let player = player(spec, seed)?;
        if ["medium", "hard", "strong"].contains(&spec.name()) {
            // The first move has no time to lose.
            strong::Tables::of(setup.rule);
        }
        if setup.opening == Opening::Free {
            return Ok(player);
        }
        let table = SharedTranspositionTable::with_megabytes(JUDGE).ok_or(BadSpec::NoRoom(JUDGE))?;
        let judge = Strong::new(Weights::learned(), table, None, Dice::of(seed, 1));
        Ok(Box::new(Swap2::new(player, judge, Dice::of(seed, 2))))
    }
}

/// Megabytes of the judge of openings.
const JUDGE: usize = 16;

/// A machine that plays with the colour it has.
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
        "medium" => hurried(spec, 300, seed),
        "hard" => hurried(spec, 10_000, seed),
        "strong" => {
            spec.check_keys(&["hash", "lines", "threads", "weights"])?;
            let options = SearchOptions::from_spec(spec)?;
            let lines = spec.within("lines", 1, 1..=MOST_LINES)?;
            let weights = weights_option::<Worths>(spec, Weights::learned)?;
            let strong =
                Strong::new(weights, options.table()?, options.threads, Dice::new(seed)).lines(lines);
            Ok(Box::new(strong))
        }
        _ => Err(Position::unknown(spec)),
    }
}

/// The strong machine with so many positions a move.
fn hurried(spec: &Spec, nodes: u64, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
    spec.check_keys(&["nodes"])?;
    let most = spec.within("nodes", nodes, 1..=u64::MAX)?;
    let table = SharedTranspositionTable::with_megabytes(JUDGE).ok_or(BadSpec::NoRoom(JUDGE))?;
    let mut strong = Strong::new(Weights::learned(), table, Some(1), Dice::new(seed));
    Ok(Box::new(move |turn: &Turn<'_, Position>, budget: &Budget| {
        let nodes = Some(budget.nodes.map_or(most, |nodes| nodes.min(most)));
        strong.choose(turn, &Budget { nodes, ..budget.clone() }, &|_| ())
    }))
}

/// The search of `minimax` and `combined`, as deep and as wide as it is told to be.
fn minimax(spec: &Spec) -> Result<Minimax, BadSpec> {
    let usual = Minimax::default();
    spec.check_keys(&["depth", "best"])?;
    Ok(Minimax {
        depth: spec.within("depth", usual.depth, 1..=10)?,
        best: spec.within("best", usual.best, 1..=200)?,
    })
}

/// How good a position is for the side to move, by a look of a few milliseconds: ±100 is a won game. While colours are not
/// given it is nobody's.
pub fn glance(position: &Position) -> Value {
    if let Some(outcome) = position.outcome() {
        return outcome.value_for(position.mover());
    }
    if position.black().is_none() {
        return Value::EVEN;
    }
    let table = SharedTranspositionTable::small();
    let board = Board::of(position, &Weights::learned());
    let moves = strong::moves(&mut board.clone());
    let limits = Few(GLANCE);
    let mut search = Search::new(board, &table, &limits, 0);
    if search.attacks.shortest(&mut search.board, 20, GLANCE).is_some() {
        return Value::POINT;
    }
    let found = strong::deepen(&mut search, &moves, 1, (1, 8), |_, _| true);
    found.first().map_or(Value::EVEN, |found| strong::value(found.score))
}

/// Positions that a glance looks at.
const GLANCE: u64 = 1_500;

/// So many positions at most.
struct Few(u64);

impl SearchLimits for Few {
    fn reached(&self, nodes: u64) -> bool {
        nodes >= self.0
    }
}

/// What a stone on a point would make, from the most to the least pressing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// Five in a row.
    Five,
    /// A four that can be completed on two points, or two fours.
    OpenFour,
    /// A four that can be completed on one point.
    Four,
    /// A three that can become an open four.
    OpenThree,
}

/// The points where a colour could make something that must be answered.
pub fn threats(position: &Position, colour: Colour) -> Vec<(Point, Threat)> {
    let mut board = Board::of(position, &Weights::learned());
    board.give_turn(colour);
    let threat = |kind| match kind {
        Kind::Five => Some(Threat::Five),
        Kind::OpenFour => Some(Threat::OpenFour),
        Kind::Four | Kind::FourPlus | Kind::FourThree => Some(Threat::Four),
        Kind::Three | Kind::ThreePlus | Kind::TwoThrees => Some(Threat::OpenThree),
        Kind::None | Kind::Two | Kind::BlockedThree | Kind::Shape => None,
    };
    let empty: Vec<usize> = position.grid().empty().map(Grid::index).collect();
    let found = empty.into_iter().filter(|at| !board.is_forbidden(*at)).collect::<Vec<_>>();
    found.into_iter().filter_map(|at| Some((Grid::point(at), threat(board.kind(colour, at))?))).collect()
}

/// The shortest win of the side to move by fours alone, every other stone being a four or the five; `None` if there is
/// none within so many of its stones.
pub fn vcf(position: &Position, stones: usize) -> Option<Vec<Point>> {
    if position.end().is_some() {
        return None;
    }
    let mut board = Board::of(position, &Weights::learned());
    let line = Attacks::new(1 << 18).shortest(&mut board, stones, MOST_FOURS)?;
    Some(line.into_iter().map(Grid::point).collect())
}

/// Positions at which even a patient search of fours gives up: some seconds.
const MOST_FOURS: u64 = 5_000_000;

/// How good a position is for the side to move, by a short look ahead; `None` if it is decided. For openings that are fair.
pub fn balance(position: &Position) -> Option<Value> {
    let board = Board::of(position, &Weights::learned());
    let (table, moves) = (SharedTranspositionTable::small(), strong::moves(&mut board.clone()));
    let mut search = Search::new(board, &table, &Unlimited, 0);
    if search.attacks.threes(&mut search.board, 12, 3_000).is_some() {
        return None;
    }
    let found = strong::deepen(&mut search, &moves, 1, (1, 6), |_, _| true);
    let score = found.first()?.score;
    (score.abs() < strong::PROVED).then(|| strong::value(score))
}

/// The stones that a game may begin with: the first one around the middle, the others near it.
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
