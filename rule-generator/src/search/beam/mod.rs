//! The beam search: row by row and cell by cell like the thesis's method, but with many partial solutions side by side.
//!
//! A rule is decided in two steps. When its triple first occurs, the mask gives the colour of its result; which state
//! of that colour it is, is decided when the cell below is reached, so that the row below fits. Partial solutions with
//! more freedom left are better: they use fewer rules, and the cells that follow from their rules already fit the mask.
//! The search is quick and comes nearer to the limit of information than the others, but it cannot tell that a mask is
//! impossible.

mod model;
#[cfg(test)]
mod tests;

use super::Control;
use crate::problem::{Answer, Problem};
use common::automaton::State;
use model::{Model, Partial, Scratch};
use rayon::prelude::*;

/// Partial solutions kept in the first attempt, and the factor from one attempt to the next.
const FIRST_WIDTH: usize = 100;
const GROWTH: usize = 2;
/// The memory of all partial solutions of one search: those kept, and their children.
const MAX_BYTES: usize = 64 << 20;
/// At least so many families of partial solutions survive, so that not all of them fail for the same reason.
const FAMILIES: usize = 64;
/// The scores get random numbers up to this many bits added, which keeps the partial solutions different.
const NOISE: f32 = 3.0;

/// A problem, and the attempts so far. A search that was ended can be continued.
#[derive(Debug)]
pub struct Search {
    problem: Problem,
    model: Model,
    seed: u64,
    attempts: u64,
    /// The width of the next attempt.
    width: usize,
    /// The attempt that was not finished.
    beam: Option<Beam>,
}

impl Search {
    /// A search without attempts.
    pub fn new(problem: &Problem, seed: u64) -> Search {
        let (problem, model) = (problem.clone(), Model::new(problem));
        Search { problem, model, seed, attempts: 0, width: FIRST_WIDTH, beam: None }
    }

    /// Searches until the control ends it. The answer is never that the mask is impossible.
    pub fn run(&mut self, control: &Control<'_>) -> Answer {
        let max_width = (MAX_BYTES / self.model.partial_size() / 2).max(FIRST_WIDTH);
        while !control.ended() {
            let seed = self.seed.wrapping_mul(0x1_0000).wrapping_add(self.attempts);
            let beam = self.beam.get_or_insert_with(|| Beam::new(&self.model, self.width, seed));
            match beam.run(&self.model, control) {
                Attempt::Found(partial) => {
                    self.end_attempt(max_width);
                    return Answer::Found(self.model.solution(&partial, &self.problem));
                }
                Attempt::DeadEnd => self.end_attempt(max_width),
                Attempt::Ended => {}
            }
        }
        Answer::NotFound
    }

    /// The memory in bytes, about.
    pub fn bytes(&self) -> usize {
        let partials = self.beam.as_ref().map_or(0, |beam| beam.partials.len() + beam.spare.len());
        partials * self.model.partial_size()
    }

    fn end_attempt(&mut self, max_width: usize) {
        self.beam = None;
        self.attempts += 1;
        self.width = (self.width * GROWTH).min(max_width);
    }
}

/// Searches until the control ends it.
pub fn solve(problem: &Problem, seed: u64, control: &Control<'_>) -> Answer {
    Search::new(problem, seed).run(control)
}

/// One attempt.
#[derive(Debug)]
struct Beam {
    width: usize,
    seed: u64,
    partials: Vec<Partial>,
    /// Memory to be used again.
    spare: Vec<Partial>,
    /// The next cell.
    next: (usize, usize),
}

/// What came of an attempt.
enum Attempt {
    Found(Partial),
    /// No partial solution can be continued.
    DeadEnd,
    /// The control has ended it.
    Ended,
}

/// A partial solution with one more cell.
struct Child {
    score: f32,
    parent: u32,
    state: State,
}

impl Beam {
    fn new(model: &Model, width: usize, seed: u64) -> Beam {
        Beam { width, seed, partials: vec![model.empty()], spare: Vec::new(), next: (0, 0) }
    }

    fn run(&mut self, model: &Model, control: &Control<'_>) -> Attempt {
        while self.next.1 < model.height {
            if control.ended() {
                return Attempt::Ended;
            }
            let (x, y) = self.next;
            let children = self.children(model, x, y);
            control.meter().add_tries(children.len() as u64);
            self.select(model, children, x, y);
            self.next = (x + 1, y);
            if x + 1 == model.width {
                self.end_row(model, y);
                self.next = (0, y + 1);
            }
            if self.partials.is_empty() {
                return Attempt::DeadEnd;
            }
            control.meter().reach(self.next.1);
        }
        let partials = std::mem::take(&mut self.partials).into_iter();
        let best = partials.max_by(|a, b| a.score.total_cmp(&b.score));
        best.map_or(Attempt::DeadEnd, Attempt::Found)
    }

    fn children(&mut self, model: &Model, x: usize, y: usize) -> Vec<Child> {
        let seed = self.seed;
        let step = (y * model.width + x) as u64;
        let children = |scratch: &mut Scratch, (parent, partial): (usize, &mut Partial)| {
            let mut children = Vec::new();
            model.choices(partial, x, y, scratch, |state, score| {
                let noise = NOISE * random(seed, step, parent as u64 * 16 + u64::from(state));
                children.push(Child { score: score + noise, parent: parent as u32, state });
            });
            children
        };
        self.partials.par_iter_mut().enumerate().map_init(Scratch::default, children).flatten_iter().collect()
    }

    /// Keeps the best children.
    fn select(&mut self, model: &Model, mut children: Vec<Child>, x: usize, y: usize) {
        if children.len() > self.width {
            children.sort_by(|a, b| b.score.total_cmp(&a.score));
            let per_family = (self.width / FAMILIES).max(1);
            let mut counts = vec![0; self.width.max(self.partials.len())];
            let mut free = self.width;
            children.retain(|child| {
                let count: &mut usize = &mut counts[self.partials[child.parent as usize].family as usize];
                *count += 1;
                let keep = free > 0 && (y == 0 || *count <= per_family);
                free -= usize::from(keep);
                keep
            });
        }
        self.spare.resize_with(children.len(), || model.empty());
        let parents = &self.partials;
        self.spare.par_iter_mut().zip(&children).for_each_init(Scratch::default, |scratch, (copy, child)| {
            parents[child.parent as usize].copy_to(copy);
            model.choose(copy, x, y, child.state, scratch);
        });
        std::mem::swap(&mut self.partials, &mut self.spare);
    }

    /// Removes the partial solutions that cannot be continued.
    fn end_row(&mut self, model: &Model, y: usize) {
        let alive = |scratch: &mut Scratch, mut partial: Partial| {
            model.end_row(&mut partial, y, scratch).then_some(partial)
        };
        let partials = std::mem::take(&mut self.partials);
        self.partials = partials.into_par_iter().map_init(Scratch::default, alive).flatten_iter().collect();
        for (family, partial) in self.partials.iter_mut().enumerate() {
            partial.family = family as u32;
        }
    }
}

/// A random number from 0 to 1 that depends on its arguments alone, and not on the order of threads.
fn random(seed: u64, step: u64, choice: u64) -> f32 {
    let mut bits =
        seed ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ choice.wrapping_mul(0xD1B5_4A32_D192_ED03);
    for multiplier in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
        bits = (bits ^ bits >> 30).wrapping_mul(multiplier);
    }
    ((bits ^ bits >> 31) >> 40) as f32 / (1u64 << 24) as f32
}
