//! Fixed work to measure by: its node counts change only when a search does.

use super::strong::{Search, Table, Unlimited, Weights, deepen};
use crate::board::{Board, Shape, Word};
use crate::rules::plain::{Plain, Queue};
use crate::rules::{DEFAULT_SIZE, Position, Rule, Setup, Square};
use common::game::{Dice, Enumerable};
use common::search::Reversible;
use common::speed::Speed;
use serde::Serialize;

/// Games whose positions are played on.
const GAMES: u64 = 24;
/// How often the board and the plain array take turns.
const ROUNDS: usize = 16;
/// The board is faster, so it plays everything so often in its turn.
const REPEATS: u64 = 8;
/// Positions that are searched.
const POSITIONS: u64 = 12;
/// Plies of the search.
const DEPTH: u32 = 6;

/// What [`bench()`] found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// The positions that the search looked at: the same on every machine, until the search changes.
    pub nodes: u64,
    /// The strong machine's search to a fixed depth, on one core.
    pub search: Speed,
    /// Every legal move of all positions of random games, on the board of bit planes.
    pub board: Speed,
    /// The same moves on the array with its queue.
    pub plain: Speed,
    /// How many times as many moves a second the bit planes make.
    pub ratio: f64,
}

/// Measures the board and the search. It takes a few seconds.
pub fn bench() -> Bench {
    let setup = Setup { size: DEFAULT_SIZE, rule: Rule::Neutral };
    let shape = Shape::<u64>::new(setup).expect("64 squares");
    let games: Vec<Vec<Square>> = (0..GAMES).map(|n| random_game(setup, n)).collect();
    // The moves that win are counted, so that none of the work can be left out. Both take turns, so that what else the
    // machine does meanwhile slows both.
    let (mut board, mut plain, mut wins) = (Speed::NONE, Speed::NONE, [0u64; 2]);
    for _ in 0..ROUNDS {
        plain.add(Speed::of(|| play_plain(setup, &games, &mut wins[0])));
        board.add(Speed::of(|| (0..REPEATS).map(|_| play_fast(&shape, &games, &mut wins[1])).sum()));
    }
    assert_eq!(wins[1], REPEATS * wins[0], "both play the same game");
    let search = Speed::of(|| search(&shape, &games));
    let ratio = board.nodes_per_second / plain.nodes_per_second;
    Bench { nodes: search.nodes, search, board, plain, ratio }
}

/// Every legal move of every position of the games.
fn play_fast(shape: &Shape<u64>, games: &[Vec<Square>], wins: &mut u64) -> u64 {
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
        let mut board = Plain::new(setup);
        let mut after = board.clone();
        for played in game {
            for square in board.moves() {
                after.clone_from(&board);
                after.play(square, &mut Queue);
                *wins += u64::from(after.winner().is_some());
                moves += 1;
            }
            board.play(*played, &mut Queue);
        }
    }
    moves
}

fn search(shape: &Shape<u64>, games: &[Vec<Square>]) -> u64 {
    let weights = Weights::learned();
    let searched = |(game, n): (&Vec<Square>, u64)| {
        let mut board = Board::<u64>::EMPTY;
        // From the opening to the late middle game.
        for square in &game[..game.len() * (n as usize + 1) / (POSITIONS as usize + 3)] {
            board.play(shape, u64::bit(shape.size().index(*square)));
        }
        let table = Table::small();
        let mut search = Search::new(shape, &weights, &table, &Unlimited);
        deepen(&mut search, shape, &board, 0, (1, DEPTH), |_, _| true);
        search.nodes
    };
    games.iter().zip(0..POSITIONS).map(searched).sum()
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
