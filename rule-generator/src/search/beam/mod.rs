//! The beam search: row by row and cell by cell like the thesis's method, but with many partial solutions side by side.
//!
//! A rule is decided in two steps. When its triple first occurs, the mask gives the colour of its result; which state
//! of that colour it is, is decided when the cell below is reached, so that the row below fits. Partial solutions with
//! more freedom left are better: they use fewer rules, and the cells that follow from their rules already fit the mask.
//! The search is quick and comes nearer to the limit of information than the others, but it cannot tell that a mask is
//! impossible.

mod model;

use super::Control;
use crate::problem::{Answer, Problem};
use common::automaton::State;
use model::{Model, Partial, Scratch};
use rayon::prelude::*;

/// Partial solutions kept in the first attempt, and the factor from one attempt to the next.
const FIRST_WIDTH: usize = 100;
const GROWTH: usize = 2;
/// The memory of all partial solutions.
const MAX_BYTES: usize = 256 << 20;
/// At least so many families of partial solutions survive, so that not all of them fail for the same reason.
const FAMILIES: usize = 64;
/// The scores get random numbers up to this many bits added, which keeps the partial solutions different.
const NOISE: f32 = 3.0;

/// A problem, and the attempts so far. A search that was ended goes on with the next attempt.
#[derive(Debug)]
pub struct Search {
    problem: Problem,
    model: Model,
    seed: u64,
    attempts: u64,
    /// The width of the next attempt.
    width: usize,
}

impl Search {
    /// A search without attempts.
    pub fn new(problem: &Problem, seed: u64) -> Search {
        Search { problem: problem.clone(), model: Model::new(problem), seed, attempts: 0, width: FIRST_WIDTH }
    }

    /// Searches until the control ends it. The answer is never that the mask is impossible.
    pub fn run(&mut self, control: &Control<'_>) -> Answer {
        // Parents, children and those that are copied just now.
        let max_width = (MAX_BYTES / self.model.partial_size() / 3).max(FIRST_WIDTH);
        while !control.ended() {
            self.attempts += 1;
            let seed = self.seed.wrapping_mul(0x1_0000).wrapping_add(self.attempts);
            if let Some(partial) = Beam::new(&self.model, self.width, seed).run(control) {
                return Answer::Found(self.model.solution(&partial, &self.problem));
            }
            if !control.ended() {
                self.width = (self.width * GROWTH).min(max_width);
            }
        }
        Answer::NotFound
    }
}

/// Searches until the control ends it.
pub fn solve(problem: &Problem, seed: u64, control: &Control<'_>) -> Answer {
    Search::new(problem, seed).run(control)
}

/// One attempt.
struct Beam<'a> {
    model: &'a Model,
    width: usize,
    seed: u64,
    partials: Vec<Partial>,
    /// Memory to be used again.
    spare: Vec<Partial>,
}

/// A partial solution with one more cell.
struct Child {
    score: f32,
    parent: u32,
    state: State,
}

impl<'a> Beam<'a> {
    fn new(model: &'a Model, width: usize, seed: u64) -> Beam<'a> {
        Beam { model, width, seed, partials: vec![model.empty()], spare: Vec::new() }
    }

    /// A solution, unless all partial solutions come to a dead end or the control ends the search.
    fn run(&mut self, control: &Control<'_>) -> Option<Partial> {
        for y in 0..self.model.height {
            for x in 0..self.model.width {
                if control.ended() {
                    return None;
                }
                let children = self.children(x, y);
                control.meter().add_tries(children.len() as u64);
                self.select(children, x, y);
            }
            self.end_row(y);
            if self.partials.is_empty() {
                return None;
            }
            control.meter().reach(y + 1);
        }
        let partials = std::mem::take(&mut self.partials).into_iter();
        partials.max_by(|a, b| a.score.total_cmp(&b.score))
    }

    fn children(&mut self, x: usize, y: usize) -> Vec<Child> {
        let (model, seed) = (self.model, self.seed);
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
    fn select(&mut self, mut children: Vec<Child>, x: usize, y: usize) {
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
        self.spare.resize_with(children.len(), || self.model.empty());
        let (model, parents) = (self.model, &self.partials);
        self.spare.par_iter_mut().zip(&children).for_each_init(Scratch::default, |scratch, (copy, child)| {
            parents[child.parent as usize].copy_to(copy);
            model.choose(copy, x, y, child.state, scratch);
        });
        std::mem::swap(&mut self.partials, &mut self.spare);
    }

    /// Removes the partial solutions that cannot be continued.
    fn end_row(&mut self, y: usize) {
        let model = self.model;
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
