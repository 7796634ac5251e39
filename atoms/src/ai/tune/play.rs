//! Games to learn from.

use crate::ai::strong::{Counts, Search, Table, Unlimited, Weights, deepen, stage, traits_of};
use crate::board::{Board, Shape, Word};
use crate::rules::Setup;
use common::game::Dice;
use common::tune::Course;

/// A board, and how its game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The game's number.
    pub game: u64,
    /// The stage of the game.
    pub stage: u8,
    /// What is seen on the board.
    pub traits: Counts,
    /// Whether the side to move has won.
    pub won: bool,
}

/// A game begins with at least so many random moves.
const OPENING: usize = 2;
/// And with at most so many more.
const OPENING_MORE: usize = 9;

/// Plays the game of a number and tells what can be learned from it.
///
/// A judgement is asked only of boards whose fights have settled, so it is learned from such: every board of the game is
/// followed to where its fights lead.
pub fn lessons(weights: &Weights, course: &Course, number: u64) -> Vec<Lesson> {
    let mut dice = Dice::of(course.seed, number);
    let Some(shape) = Shape::<u64>::new(Setup::default()) else { return Vec::new() };
    let table = Table::small();
    let mut search = Search::new(&shape, weights, &table, &Unlimited);
    let mut board = Board::<u64>::EMPTY;
    let mut seen: Vec<(usize, Board<u64>, bool)> = Vec::new();
    let opening = OPENING + dice.below(OPENING_MORE);
    for ply in 0.. {
        let square = if ply < opening {
            let moves: Vec<usize> = board.moves(&shape).squares().collect();
            dice.pick(&moves).copied()
        } else {
            if let Some((settled, other)) = search.settled(&board) {
                seen.push((ply, settled, other));
            }
            // Depths change, so that games differ and neither odd nor even ones are preferred.
            let depth = course.depth - u32::from(course.depth > 1 && dice.chance(0.5));
            table.new_generation();
            let found = deepen(&mut search, &shape, &board, dice.below(64), (1, depth), |_, _| true);
            found.line.first().map(|square| usize::from(*square))
        };
        let Some(square) = square else { return Vec::new() };
        if board.play(&shape, u64::bit(square)) {
            // Who made the last move has won.
            let lesson = |(at, board, other): &(usize, Board<u64>, bool)| Lesson {
                game: number,
                stage: stage(&shape, board) as u8,
                traits: traits_of(&shape, board),
                won: (ply - at).is_multiple_of(2) != *other,
            };
            return seen.iter().map(lesson).collect();
        }
    }
    Vec::new()
}
