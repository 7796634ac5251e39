//! A benchmark of fixed work. Its node counts change only when a search changes.

use super::strong::{PatternWeights, Search, iterative_deepening};
use crate::board::{Board, Shape, Word};
use crate::rules::plain::{FirstInFirstOut, PlainBoard};
use crate::rules::{DEFAULT_SIZE, Position, Rule, Setup, Square};
use common::game::{Dice, Enumerable};
use common::search::{Reversible, SharedTranspositionTable, Unlimited};
use common::speed::Speed;
use serde::Serialize;

/// Number of random games. All moves of their positions are played.
const GAMES: u64 = 24;
/// How often the two board implementations alternate.
const ROUNDS: usize = 16;
/// How often the faster bit-plane board plays the games in each round.
const REPEATS: u64 = 8;
/// Number of searched positions.
const POSITIONS: u64 = 12;
/// Search depth in plies.
const DEPTH: u32 = 6;

/// The result of [`bench()`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// Number of searched positions. It is the same on every computer until the search changes.
    pub nodes: u64,
    /// The search of the strong player to a fixed depth, on one core.
    pub search: Speed,
    /// Every legal move of all positions of random games, on the bit-plane board.
    pub board: Speed,
    /// The same moves on the plain board.
    pub plain: Speed,
    /// The speed of the bit-plane board divided by that of the plain board.
    pub ratio: f64,
}

/// Measures the boards and the search. It takes a few seconds.
pub fn bench() -> Bench {
    let setup = Setup { size: DEFAULT_SIZE, rule: Rule::Neutral };
    let shape = Shape::<u64>::new(setup).expect("64 squares");
    let games: Vec<Vec<Square>> = (0..GAMES).map(|n| random_game(setup, n)).collect();
    // Winning moves are counted, so the compiler cannot remove the work. The boards alternate, so other load on the computer
    // slows both.
    let (mut board, mut plain, mut wins) = (Speed::NONE, Speed::NONE, [0u64; 2]);
    for _ in 0..ROUNDS {
        plain.add(Speed::of(|| play_plain(setup, &games, &mut wins[0])));
        board.add(Speed::of(|| (0..REPEATS).map(|_| play_bit_planes(&shape, &games, &mut wins[1])).sum()));
    }
    assert_eq!(wins[1], REPEATS * wins[0], "both boards play the same games");
    let search = Speed::of(|| search(&shape, &games));
    let ratio = board.nodes_per_second / plain.nodes_per_second;
    Bench { nodes: search.nodes, search, board, plain, ratio }
}

/// Every legal move of every position of the games.
fn play_bit_planes(shape: &Shape<u64>, games: &[Vec<Square>], wins: &mut u64) -> u64 {
    let mut moves = 0;
    for game in games {
        let mut board = Board::<u64>::EMPTY;
        for played in game {
            for square in board.moves(shape).squares() {
                let mut after = board;
                *wins += u64::from(after.play(shape, u64::bit(square)));
                std::hint::black_box(after);
                moves += 1;
            }
            board.play(shape, u64::bit(shape.size().index(*played)));
        }
    }
    moves
}

fn play_plain(setup: Setup, games: &[Vec<Square>], wins: &mut u64) -> u64 {
    let mut moves = 0;
    for game in games {
        let mut board = PlainBoard::new(setup);
        let mut after = board.clone();
        for played in game {
            for square in board.moves() {
                after.clone_from(&board);
                after.play(square, &mut FirstInFirstOut);
                *wins += u64::from(after.winner().is_some());
                moves += 1;
            }
            board.play(*played, &mut FirstInFirstOut);
        }
    }
    moves
}

fn search(shape: &Shape<u64>, games: &[Vec<Square>]) -> u64 {
    let weights = PatternWeights::built_in();
    let nodes = |(game, n): (&Vec<Square>, u64)| {
        let mut board = Board::<u64>::EMPTY;
        // From the opening to the late middlegame.
        for square in &game[..game.len() * (n as usize + 1) / (POSITIONS as usize + 3)] {
            board.play(shape, u64::bit(shape.size().index(*square)));
        }
        let table = SharedTranspositionTable::small();
        let mut search = Search::new(shape, &weights, &table, &Unlimited);
        iterative_deepening(&mut search, &board, 0, (1, DEPTH), |_, _| true);
        search.nodes
    };
    games.iter().zip(0..POSITIONS).map(nodes).sum()
}

fn random_game(setup: Setup, number: u64) -> Vec<Square> {
    let mut dice = Dice::of(1, number);
    let mut position = Position::new(setup);
    let mut game = Vec::new();
    while let Some(m) = dice.pick(&position.moves()).copied() {
        position.apply(&m);
        game.push(m);
    }
    game
}
