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
        seen.push((board, score));
        if board.play(&shape, u64::bit(square)) {
            break;
        }
    }
    // The one who made the last move has won.
    let last = seen.len() - 1;
    seen.iter()
        .enumerate()
        .filter_map(|(ply, (board, score))| {
            let score = (*score)?;
            let won = if (last - ply).is_multiple_of(2) { 1.0 } else { 0.0 };
            let thought = if score.abs() >= PROVED {
                if score > 0 { 1.0 } else { 0.0 }
            } else {
                1.0 / (1.0 + (-(score as f32) / UNITS as f32).exp())
            };
            Some(lesson(&shape, board, course.faith * won + (1.0 - course.faith) * thought))
        })
        .collect()
}

fn lesson(shape: &Shape<u64>, board: &Board<u64>, worth: f32) -> Lesson {
    let mut found = Vec::with_capacity(64);
    patterns(shape, board, |pattern| found.push(represented()[pattern]));
    Lesson { stage: stage(shape, board) as u8, patterns: found.into(), worth }
}
