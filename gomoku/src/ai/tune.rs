//! The tuner: the strong engine plays against itself and fits its weights to the results.

use super::strong::{Board, FEATURES, Kind, Search, TunedWeights, Weights, deepen, moves};
use crate::rules::{Colour, DEFAULT_SIZE, Grid, Move, Opening, Position, Rule, Setup, Size};
use common::fit::{Loss, Sample, fit_with_test_set};
use common::game::{Dice, Game};
use common::search::{Reversible, SharedTranspositionTable, Unlimited};
use common::tune::{Trainer, TrainingOptions};
use std::sync::Arc;

/// A training sample: the features of a board, and the target score.
#[derive(Debug, Clone)]
pub struct TrainingSample {
    game: u64,
    counts: Vec<i16>,
    score: f64,
}

/// Number of random stones at the start: minimum, and range above it.
const OPENING_STONES: (usize, usize) = (2, 8);
/// Share of random moves, so that positions occur that good play avoids.
const RANDOM_MOVES: f64 = 0.04;
/// Weight of the search's expectation in the target score; the rest is the result of the game.
const SEARCH_SHARE: f64 = 0.5;
/// Limit of the search's score, in logits: a proved win counts as this many.
const MAX_LOGITS: f64 = 4.0;
/// Boards and rules, used in turn.
const BOARDS: [(u8, Rule); 4] =
    [(15, Rule::Freestyle), (20, Rule::Freestyle), (15, Rule::Standard), (15, Rule::Renju)];

/// Learns the weights of the strong engine.
#[derive(Debug)]
pub struct Tuner;

impl Trainer for Tuner {
    type Parameters = TunedWeights;
    type Sample = TrainingSample;

    fn self_play(weights: &Arc<Weights>, options: &TrainingOptions, number: u64) -> Vec<TrainingSample> {
        self_play(weights, options, number)
    }
    fn fit(samples: &[TrainingSample]) -> (TunedWeights, Loss) {
        let samples = samples.iter().map(|sample| Sample {
            game: sample.game,
            features: &sample.counts,
            result: sample.score,
        });
        let (fitted, loss) = fit_with_test_set(2 * FEATURES + 1, samples);
        (TunedWeights::of(&fitted), loss)
    }
}

/// Plays one game and returns its training samples.
fn self_play(weights: &Arc<Weights>, options: &TrainingOptions, number: u64) -> Vec<TrainingSample> {
    let mut dice = Dice::of(options.seed, number);
    let (columns, rule) = BOARDS[number as usize % BOARDS.len()];
    let size = Size::new(columns, columns).unwrap_or(DEFAULT_SIZE);
    let mut position = Position::new(Setup { size, rule, opening: Opening::Free });
    let table = SharedTranspositionTable::small();
    let mut searched: Vec<(Colour, Vec<i16>, f64)> = Vec::new();
    let opening = OPENING_STONES.0 + dice.below(OPENING_STONES.1);
    while position.end().is_none() {
        let random = position.stones() < opening || dice.chance(RANDOM_MOVES);
        let board = Board::of(&position, weights);
        let chosen = if random {
            let near = super::first_stones(&position);
            dice.pick(&near).copied()
        } else {
            let depth = options.random_depth(&mut dice);
            table.new_generation();
            let list = moves(&mut board.clone());
            let mut search = Search::new(board.clone(), &table, &Unlimited, dice.seed() | 1);
            let settled = is_settled(&mut search);
            let found = deepen(&mut search, &list, 1, (1, depth), |_, _| true);
            if let Some(found) = found.first().filter(|_| settled) {
                let odds = f64::from(found.score) / f64::from(Weights::UNIT);
                let expected = 1.0 / (1.0 + (-odds.clamp(-MAX_LOGITS, MAX_LOGITS)).exp());
                searched.push((board.mover(), counts(&board), expected));
            }
            found.first().map(|found| Move::Stone(Grid::point(found.line[0])))
        };
        let Some(chosen) = chosen else { return Vec::new() };
        if position.check(chosen).is_err() {
            return Vec::new();
        }
        position.apply(&chosen);
    }
    let Some(outcome) = position.outcome() else { return Vec::new() };
    let score = |colour: Colour| position.side_of(colour).map_or(0.5, |side| outcome.score(side));
    let sample = |(mover, counts, expected): (Colour, Vec<i16>, f64)| TrainingSample {
        game: number,
        counts,
        score: (1.0 - SEARCH_SHARE) * score(mover) + SEARCH_SHARE * expected,
    };
    searched.into_iter().map(sample).collect()
}

/// Whether the search would evaluate this board statically: no win within sight.
fn is_settled(search: &mut Search<'_, Unlimited>) -> bool {
    let other = search.board.mover().other();
    search.immediate_score(0).is_none()
        && search.board.count_of(other, Kind::Five) + search.board.count_of(other, Kind::OpenFour) == 0
        && search.threats.quick_vcf(&mut search.board, 12, 200).is_none()
}

/// Feature counts: of the side to move, of the other side with a minus, and one for the tempo.
fn counts(board: &Board) -> Vec<i16> {
    let (own, other) = (board.mover(), board.mover().other());
    let mut counts = vec![0; 2 * FEATURES + 1];
    for index in board.size().all().map(Grid::index).filter(|index| board.is_empty(*index)) {
        for (colour, start, sign) in [(own, 0, 1), (other, FEATURES, -1)] {
            for feature in Weights::features(board.line_shapes(colour, index), board.class(colour, index)) {
                counts[start + feature] += sign;
            }
        }
    }
    counts[2 * FEATURES] = 1;
    counts
}
