//! What traits are worth at each stage, to fit how games ended.

use super::Lesson;
use crate::ai::strong::{STAGES, TRAITS, Worths};
use common::fit::{Sample, surprise};

/// How strongly worths are drawn to zero: as if so many games had said that they do not matter.
const DOUBT: f64 = 50.0;
/// One game of so many is kept for the test.
const TEST: u64 = 10;

/// Fits worths to lessons. Tells the mean surprise at how a game ended, in bits, of the games that were learned from and
/// of others; who knows nothing is surprised by one bit.
pub fn fit(lessons: &[Lesson]) -> (Worths, [f64; 2]) {
    let mut worths = Worths([[0.0; TRAITS.len()]; STAGES]);
    let mut surprises = [(0.0, 0usize); 2];
    for stage in 0..STAGES {
        let of_stage = lessons.iter().filter(|lesson| usize::from(lesson.stage) == stage);
        let (tested, learned): (Vec<&Lesson>, Vec<&Lesson>) =
            of_stage.partition(|lesson| lesson.game.is_multiple_of(TEST));
        let [learned, tested] = [learned, tested].map(|lessons| {
            let score = |lesson: &Lesson| f64::from(u8::from(lesson.won));
            lessons
                .into_iter()
                .map(|lesson| Sample { counts: &lesson.traits, score: score(lesson) })
                .collect::<Vec<_>>()
        });
        let found = common::fit::fit(TRAITS.len(), &learned, DOUBT);
        for (worth, found) in worths.0[stage].iter_mut().zip(&found) {
            *worth = *found as f32;
        }
        for ((sum, count), list) in surprises.iter_mut().zip([learned, tested]) {
            *sum += surprise(&found, list.iter().copied()) * list.len() as f64;
            *count += list.len();
        }
    }
    (worths, surprises.map(|(sum, count)| sum / count.max(1) as f64))
}
