//! The tuner: the strong machine plays against itself, and learns from how the games ended what its shapes are worth.

use super::strong::{Board, FEATURES, Kind, Search, Weights, Worths, deepen, moves};
use crate::rules::{Colour, Grid, Move, Opening, Position, Rule, Setup, Size};
use common::fit::{Loss, Sample, fit_with_test_set};
use common::game::{Dice, Game};
use common::search::{Reversible, SharedTranspositionTable, Unlimited};
use common::tune::{Parameters, Trainer, TrainingOptions};
use std::sync::Arc;

/// A board, and how its game ended.
#[derive(Debug, Clone)]
pub struct Lesson {
    game: u64,
    counts: Vec<i16>,
    score: f64,
}

/// A game begins with at least so many random stones, and with at most so many more.
const OPENING: (usize, usize) = (2, 8);
/// A move is drawn by lot in such a share of the turns, so that boards are seen that good play avoids.
const SLIP: f64 = 0.04;
/// So much a lesson says what the search expected, and for the rest how the game ended: that alone is half chance.
const TRUST: f64 = 0.5;
/// A proved win counts as odds of e to so much.
const SURE: f64 = 4.0;
/// Games are played on these boards in turn.
const BOARDS: [(u8, Rule); 4] =
    [(15, Rule::Freestyle), (20, Rule::Freestyle), (15, Rule::Standard), (15, Rule::Renju)];

/// Learns what shapes are worth.
#[derive(Debug)]
pub struct Tuner;

impl Parameters for Worths {
    type Weights = Weights;

    fn built_in() -> Worths {
        Worths::learned()
    }
    fn read(text: &str) -> Result<Worths, String> {
        Worths::read(text)
    }
    fn write(&self) -> String {
        Worths::write(self)
    }
    fn weights(&self) -> Weights {
        Weights::new(self)
    }
}

impl Trainer for Tuner {
    type Parameters = Worths;
    type Sample = Lesson;

    fn self_play(weights: &Arc<Weights>, options: &TrainingOptions, number: u64) -> Vec<Lesson> {
        lessons(weights, options, number)
    }
    fn fit(lessons: &[Lesson]) -> (Worths, Loss) {
        let samples = lessons.iter().map(|lesson| Sample {
            game: lesson.game,
            features: &lesson.counts,
            result: lesson.score,
        });
        let (fitted, loss) = fit_with_test_set(2 * FEATURES + 1, samples);
        (Worths::of(&fitted), loss)
    }
}

/// Plays the game of a number and tells what can be learned from it.
fn lessons(weights: &Arc<Weights>, options: &TrainingOptions, number: u64) -> Vec<Lesson> {
    let mut dice = Dice::of(options.seed, number);
    let (columns, rule) = BOARDS[number as usize % BOARDS.len()];
    let size = Size::new(columns, columns).unwrap_or_default();
    let mut position = Position::new(Setup { size, rule, opening: Opening::Free });
    let table = SharedTranspositionTable::small();
    let mut seen: Vec<(Colour, Vec<i16>, f64)> = Vec::new();
    let opening = OPENING.0 + dice.below(OPENING.1);
    while position.end().is_none() {
        let slips = position.stones() < opening || dice.chance(SLIP);
        let board = Board::of(&position, weights);
        let chosen = if slips {
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
                let expected = 1.0 / (1.0 + (-odds.clamp(-SURE, SURE)).exp());
                seen.push((board.mover(), counts(&board), expected));
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
    let lesson = |(mover, counts, expected): (Colour, Vec<i16>, f64)| Lesson {
        game: number,
        counts,
        score: (1.0 - TRUST) * score(mover) + TRUST * expected,
    };
    seen.into_iter().map(lesson).collect()
}

/// Whether a board is one that the search asks a judgement of: nobody wins within sight.
fn is_settled(search: &mut Search<'_, Unlimited>) -> bool {
    let other = search.board.mover().other();
    search.in_sight(0).is_none()
        && search.board.count_of(other, Kind::Five) + search.board.count_of(other, Kind::OpenFour) == 0
        && search.attacks.fours(&mut search.board, 12, 200).is_none()
}

/// How often each shape and kind is there: of the side to move, of the other with a minus, and one for the turn itself.
fn counts(board: &Board) -> Vec<i16> {
    let (own, other) = (board.mover(), board.mover().other());
    let mut counts = vec![0; 2 * FEATURES + 1];
    for index in board.size().all().map(Grid::index).filter(|index| board.is_empty(*index)) {
        for (colour, start, sign) in [(own, 0, 1), (other, FEATURES, -1)] {
            for feature in Weights::features(board.code(colour, index), board.mark(colour, index)) {
                counts[start + feature] += sign;
            }
        }
    }
    counts[2 * FEATURES] = 1;
    counts
}
