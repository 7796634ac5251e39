//! The tuner: the strong engine plays against itself and fits its weights to the results.

use super::strong::{Board, FEATURES, Kind, Search, TunedWeights as Worths, Weights, deepen, moves};
use crate::rules::{Colour, Grid, Move, Opening, Position, Rule, Setup, Size};
use common::fit::{Sample, surprise};
use common::game::{Dice, Game};
use common::search::{Reversible, SharedTable, Unlimited};
use common::tune::{Course, Learner};
use std::path::Path;
use std::sync::Arc;

/// A training sample: the features of a board, and the target score.
#[derive(Debug, Clone)]
pub struct Lesson {
    game: u64,
    counts: Vec<i16>,
    score: f64,
}

/// Strength of the ridge regularization, as a number of games.
const DOUBT: f64 = 50.0;
/// One game in this many is kept for the test set.
const TEST: u64 = 10;
/// Number of random stones at the start: minimum, and range above it.
const OPENING: (usize, usize) = (2, 8);
/// Share of random moves, so that positions occur that good play avoids.
const SLIP: f64 = 0.04;
/// Weight of the search's expectation in the target score; the rest is the result of the game.
const TRUST: f64 = 0.5;
/// A proved win counts as this many logits.
const SURE: f64 = 4.0;
/// Boards and rules, used in turn.
const BOARDS: [(u8, Rule); 4] =
    [(15, Rule::Freestyle), (20, Rule::Freestyle), (15, Rule::Standard), (15, Rule::Renju)];

/// Learns the weights of the strong engine.
#[derive(Debug)]
pub struct Tuner;

impl Learner for Tuner {
    type Worths = Worths;
    type Weights = Arc<Weights>;
    type Lesson = Lesson;

    fn learned() -> Worths {
        Worths::learned()
    }
    fn open(file: &Path) -> Result<Worths, String> {
        Worths::open(file)
    }
    fn write(worths: &Worths) -> String {
        worths.write()
    }
    fn weights(worths: &Worths) -> Arc<Weights> {
        Arc::new(Weights::new(worths))
    }
    fn lessons(weights: &Arc<Weights>, course: &Course, number: u64) -> Vec<Lesson> {
        lessons(weights, course, number)
    }
    fn fit(all: &[Lesson]) -> (Worths, [f64; 2]) {
        let (tested, learned): (Vec<&Lesson>, Vec<&Lesson>) =
            all.iter().partition(|lesson| lesson.game.is_multiple_of(TEST));
        let [learned, tested] = [learned, tested].map(samples);
        let found = common::fit::fit(2 * FEATURES + 1, &learned, DOUBT);
        let surprise = [learned, tested].map(|samples| surprise(&found, samples.into_iter()));
        (Worths::of(&found), surprise)
    }
}

fn samples(lessons: Vec<&Lesson>) -> Vec<Sample<'_>> {
    lessons.into_iter().map(|lesson| Sample { counts: &lesson.counts, score: lesson.score }).collect()
}

/// Plays one game and returns its training samples.
fn lessons(weights: &Arc<Weights>, course: &Course, number: u64) -> Vec<Lesson> {
    let mut dice = Dice::of(course.seed, number);
    let (columns, rule) = BOARDS[number as usize % BOARDS.len()];
    let size = Size::new(columns, columns).unwrap_or(DEFAULT_SIZE);
    let mut position = Position::new(Setup { size, rule, opening: Opening::Free });
    let table = SharedTable::small();
    let mut seen: Vec<(Colour, Vec<i16>, f64)> = Vec::new();
    let opening = OPENING.0 + dice.below(OPENING.1);
    while position.end().is_none() {
        let slips = position.stones() < opening || dice.chance(SLIP);
        let board = Board::of(&position, weights);
        let chosen = if slips {
            let near = super::first_stones(&position);
            dice.pick(&near).copied()
        } else {
            // The depth varies, so that neither odd nor even depths are preferred.
            let depth = course.depth - u32::from(course.depth > 1 && dice.chance(0.5));
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
