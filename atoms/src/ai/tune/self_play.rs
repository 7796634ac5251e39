//! Self-play games.

use crate::ai::strong::{FeatureCounts, PatternWeights, Search, board_features, iterative_deepening, stage};
use crate::board::{Board, Shape, Word};
use crate::rules::Setup;
use common::game::Dice;
use common::search::{SharedTranspositionTable, Unlimited};
use common::tune::TrainingOptions;

/// A board and the result of its game.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingSample {
    /// The number of the game.
    pub game: u64,
    /// The stage of the game.
    pub stage: u8,
    /// The features of the board for the side to move.
    pub features: FeatureCounts,
    /// Whether the side to move won.
    pub won: bool,
}

/// Minimum number of random opening moves.
const MIN_OPENING: usize = 2;
/// Number of possible opening lengths.
const OPENING_LENGTHS: usize = 9;

/// Plays self-play game `number` and returns its samples.
///
/// The search evaluates only quiet boards. So a sample is the leaf of the quiescence search of a board of the game.
pub fn self_play(weights: &PatternWeights, options: &TrainingOptions, number: u64) -> Vec<TrainingSample> {
    let mut dice = Dice::of(options.seed, number);
    let Some(shape) = Shape::<u64>::new(Setup::default()) else { return Vec::new() };
    let table = SharedTranspositionTable::small();
    let mut search = Search::new(&shape, weights, &table, &Unlimited);
    let mut board = Board::<u64>::EMPTY;
    let mut leaves: Vec<(usize, Board<u64>, bool)> = Vec::new();
    let opening = MIN_OPENING + dice.below(OPENING_LENGTHS);
    for ply in 0.. {
        let square = if ply < opening {
            let moves: Vec<usize> = board.moves(&shape).squares().collect();
            dice.pick(&moves).copied()
        } else {
            if let Some((leaf, other_to_move)) = search.quiescence_leaf(&board) {
                leaves.push((ply, leaf, other_to_move));
            }
            let depth = options.random_depth(&mut dice);
            table.new_generation();
            let best = iterative_deepening(&mut search, &board, dice.below(64), (1, depth), |_, _| true);
            best.line.first().map(|square| usize::from(*square))
        };
        let Some(square) = square else { return Vec::new() };
        if board.play(&shape, u64::bit(square)) {
            // The side that made the last move won.
            let sample = |(leaf_ply, leaf, other_to_move): &(usize, Board<u64>, bool)| TrainingSample {
                game: number,
                stage: stage(&shape, leaf) as u8,
                features: board_features(&shape, leaf),
                won: (ply - leaf_ply).is_multiple_of(2) != *other_to_move,
            };
            return leaves.iter().map(sample).collect();
        }
    }
    Vec::new()
}
