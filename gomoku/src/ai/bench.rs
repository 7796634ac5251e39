//! A fixed benchmark: its node count changes only when the search does.

use super::strong::{Board, Search, Weights, deepen, moves};
use crate::rules::{DEFAULT_SIZE, Opening, Position, Rule, Setup, Size};
use common::game::Game;
use common::search::{Reversible, SharedTranspositionTable, Unlimited};
use common::speed::Speed;
use serde::Serialize;

/// The results.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    /// The strong engine's search to a fixed depth.
    pub search: Speed,
    /// Stones played and undone on the engine's board.
    pub board: Speed,
    /// The source document's minimax.
    pub classic: super::classic::Bench,
}

/// Middle game positions, quiet and tactical.
const POSITIONS: [(u8, Rule, &str); 6] = [
    (15, Rule::Freestyle, "h8 i9 i7 g9 j8 g7 h9 h10 f8 k7"),
    (15, Rule::Freestyle, "h8 h9 j8 i9 g9 i7 g7 g8 i6 j9 f10 f6"),
    (20, Rule::Freestyle, "j10 k11 k9 j11 l11 i9 m12 l10"),
    (15, Rule::Standard, "h8 i8 g6 i9 i10 j7 k6 h7 g8"),
    (15, Rule::Renju, "h8 h9 j10 i9 g9 i7 j8 i8 i10 k9"),
    (20, Rule::Freestyle, "d4 e5 p16 o15 q15 p14 n17 e4 o14 d6"),
];

/// Search depth.
const DEPTH: u32 = 8;
/// Number of stones to play.
const STONES: u64 = 2_000_000;

fn position(columns: u8, rule: Rule, text: &str) -> Position {
    let size = Size::new(columns, columns).unwrap_or(DEFAULT_SIZE);
    let mut position = Position::new(Setup { size, rule, opening: Opening::Free });
    for m in text.split_whitespace() {
        if let Ok(m) = position.parse(position.mover(), m) {
            position.apply(&m);
        }
    }
    position
}

/// Runs the benchmark.
pub fn bench() -> Bench {
    let weights = Weights::learned();
    let boards: Vec<Board> = POSITIONS
        .iter()
        .map(|(columns, rule, text)| Board::of(&position(*columns, *rule, text), &weights))
        .collect();
    let search = Speed::of(|| boards.iter().map(look).sum());
    let board = Speed::of(|| {
        let mut stones = 0;
        while stones < STONES {
            stones += boards.iter().map(put_everywhere).sum::<u64>();
        }
        stones
    });
    Bench { search, board, classic: super::classic::bench() }
}

fn look(board: &Board) -> u64 {
    let table = SharedTranspositionTable::small();
    let mut search = Search::new(board.clone(), &table, &Unlimited, 0);
    let moves = moves(&mut board.clone());
    deepen(&mut search, &moves, 1, (1, DEPTH), |_, _| true);
    search.nodes
}

fn put_everywhere(board: &Board) -> u64 {
    let mut board = board.clone();
    let mut stones = 0;
    for at in board.candidates() {
        board.play(at);
        board.take_back();
        stones += 1;
    }
    stones
}
