//! Games to learn from.

use super::Course;
use crate::ai::strong::{
    Limits, PROVED, Search, Table, UNITS, Weights, deepen, patterns, representative, stage,
};
use crate::board::{Board, Shape, Word};
use crate::rules::{Rule, Setup, Size};
use common::game::Dice;
use std::sync::OnceLock;

/// A position, and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The stage of the game.
    pub stage: u8,
    /// The patterns of the board, mirror images taken together.
    pub patterns: Box<[u16]>,
    /// The chance that the side to move wins.
    pub worth: f32,
}

/// Most games are played on the usual board, the others on such ones.
const OTHER_SIZES: [(u8, u8); 8] = [(5, 5), (6, 6), (7, 7), (4, 6), (5, 8), (6, 9), (3, 12), (4, 16)];

/// In this share of the moves chance decides, so that mistakes are seen too.
const WHIM: f64 = 0.04;

struct Nodes(u64);

impl Limits for Nodes {
    fn reached(&self, nodes: u64) -> bool {
        nodes >= self.0
    }
}

/// The representative of every pattern.
fn represented() -> &'static [u16] {
    static ALL: OnceLock<Vec<u16>> = OnceLock::new();
    ALL.get_or_init(|| (0..crate::ai::strong::PATTERNS).map(|n| representative(n) as u16).collect())
}

fn size(dice: &mut Dice) -> Size {
    let other = if dice.chance(0.3) { dice.pick(&OTHER_SIZES) } else { None };
    other.and_then(|(rows, columns)| Size::new(*rows, *columns)).unwrap_or_default()
}

/// Plays the game of a number and tells what can be learned from it.
pub fn lessons(weights: &Weights, course: &Course, number: u64) -> Vec<Lesson> {
    let mut dice = Dice::of(course.seed, number);
    let setup = Setup { size: size(&mut dice), rule: Rule::Neutral };
    let Some(shape) = Shape::<u64>::new(setup) else { return Vec::new() };
    let table = Table::of_megabytes(1);
    // A hard fight is cut off: one game is not worth so much.
    let limits = Nodes(u64::MAX);
    let mut search = Search::new(&shape, weights, &table, &limits);
    let mut board = Board::<u64>::EMPTY;
    let mut seen: Vec<(Board<u64>, Option<i32>)> = Vec::new();
    let mut learned = Vec::new();
    let opening = 2 + dice.below(shape.all().count() as usize / 4);
    loop {
        let moves: Vec<usize> = board.moves(&shape).squares().collect();
        let random = seen.len() < opening || dice.chance(WHIM);
        let (square, score) = if random {
            (dice.pick(&moves).copied(), None)
        } else {
            let found = deepen(&mut search, &shape, &board, (1, course.depth), |_, _| true);
            (found.line.first().map(|square| usize::from(*square)), Some(found.score))
        };
        let Some(square) = square else { return Vec::new() };
        if !random && let Some(aside) = astray(&shape, &board, &mut dice) {
            let found = deepen(&mut search, &shape, &aside, (1, course.depth), |_, _| true);
            learned.extend(lesson(&mut search, &shape, &aside, chance(found.score)));
        }
        seen.push((board, score));
        if board.play(&shape, u64::bit(square)) {
            break;
        }
    }
    // The one who made the last move has won.
    let last = seen.len() - 1;
    learned.extend(seen.iter().enumerate().filter_map(|(ply, (board, score))| {
        let won = if (last - ply).is_multiple_of(2) { 1.0 } else { 0.0 };
        let worth = course.faith * won + (1.0 - course.faith) * chance((*score)?);
        lesson(&mut search, &shape, board, worth)
    }));
    learned
}

/// The chance of the side to move that a score means.
fn chance(score: i32) -> f32 {
    match score {
        won if won >= PROVED => 1.0,
        lost if lost <= -PROVED => 0.0,
        score => 1.0 / (1.0 + (-(score as f32) / UNITS as f32).exp()),
    }
}

/// A board beside the way: after one to three random moves. A search looks at such boards all the time, and games never
/// show them.
fn astray(shape: &Shape<u64>, board: &Board<u64>, dice: &mut Dice) -> Option<Board<u64>> {
    let mut board = *board;
    for _ in 0..=dice.below(3) {
        let moves: Vec<usize> = board.moves(shape).squares().collect();
        if board.play(shape, u64::bit(*dice.pick(&moves)?)) {
            return None;
        }
    }
    Some(board)
}

/// What a board teaches: the worth of the board that its fights lead to, for a judgement is asked only of such.
fn lesson<L: Limits>(
    search: &mut Search<'_, u64, L>,
    shape: &Shape<u64>,
    board: &Board<u64>,
    worth: f32,
) -> Option<Lesson> {
    let (board, other) = search.settled(board)?;
    let worth = if other { 1.0 - worth } else { worth };
    let mut found = Vec::with_capacity(64);
    patterns(shape, &board, |pattern| found.push(represented()[pattern]));
    Some(Lesson { stage: stage(shape, &board) as u8, patterns: found.into(), worth })
}
