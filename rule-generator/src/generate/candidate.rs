//! One way to divide a number of states among the colours, and the searches for it.

use super::Method;
use super::estimate::{IRREGULAR, entropy};
use crate::mask::Mask;
use crate::problem::{Answer, Problem};
use crate::search::{Control, Meter, backtracking, beam, sat};
use common::job::Stop;
use std::time::Duration;
use web_time::Instant;

/// Where a step stops and reports.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub stop: &'a Stop,
    /// The end of everything, if there is a time limit.
    pub limit: Option<Instant>,
    pub meter: &'a Meter,
}

/// A problem with the searches that were begun for it.
pub struct Candidate<'a> {
    pub problem: Problem,
    /// A solution is looked for only among symmetric ones, although others would do: that there is none proves nothing.
    pub narrowed: bool,
    /// It is known that there is no solution.
    pub impossible: bool,
    seed: u64,
    /// Whether the quick try was made.
    begun: bool,
    beam: Option<beam::Search>,
    sat: Sat<'a>,
}

/// The SAT solver for a candidate.
enum Sat<'a> {
    NotBegun,
    Begun(Box<sat::Search<'a>>),
    TooLarge,
}

impl<'a> Candidate<'a> {
    pub fn new(problem: Problem, narrowed: bool, seed: u64) -> Candidate<'a> {
        Candidate { problem, narrowed, impossible: false, seed, begun: false, beam: None, sat: Sat::NotBegun }
    }

    /// Searches for some time. Returns the answer and the method that found it. A search that was begun is continued, except
    /// for backtracking.
    pub fn run(
        &mut self,
        method: Method,
        time: Option<Duration>,
        place: Place<'a>,
        begin: impl Fn(Method),
    ) -> (Answer, Method) {
        match method {
            Method::Backtracking => {
                begin(method);
                (self.run_backtracking(time, place), method)
            }
            Method::Beam => {
                begin(method);
                (self.run_beam(time, place), method)
            }
            Method::Sat => {
                begin(method);
                (self.run_sat(time, place), method)
            }
            Method::Auto => self.run_all(time, place, begin),
        }
    }

    /// Takes turns: what the beam search and backtracking find, they find quickly, and the SAT solver is best for proofs.
    /// If ink is one state, backtracking finds more than the others.
    fn run_all(
        &mut self,
        time: Option<Duration>,
        place: Place<'a>,
        begin: impl Fn(Method),
    ) -> (Answer, Method) {
        let shares = self.shares();
        let mut left = time;
        let mut turn = time.map_or(FIRST_TURN, |time| time.min(MAX_TURN));
        if !std::mem::replace(&mut self.begun, true) {
            begin(Method::Backtracking);
            let answer = self.run_backtracking(Some(QUICK_TRY), place);
            if answer != Answer::NotFound || place.stop.raised() {
                return (answer, Method::Backtracking);
            }
        }
        loop {
            for (method, share) in &shares {
                begin(*method);
                let time = Some(turn.mul_f64(*share));
                let answer = match method {
                    Method::Backtracking => self.run_backtracking(time, place),
                    Method::Beam => self.run_beam(time, place),
                    Method::Auto | Method::Sat => self.run_sat(time, place),
                };
                if answer != Answer::NotFound || place.stop.raised() {
                    return (answer, *method);
                }
            }
            left = left.map(|left| left.saturating_sub(turn));
            if left.is_some_and(|left| left.is_zero()) {
                return (Answer::NotFound, Method::Auto);
            }
            turn = left.map_or(turn * 2, |left| left.min(turn * 2));
        }
    }

    /// The methods in their order, and their shares of the time. With few states the SAT solver soon finds a solution or proves that there is
    /// none; with many states and an irregular mask it has hardly a chance.
    fn shares(&self) -> Vec<(Method, f64)> {
        let backtracking = if self.has_single_states() { 0.4 } else { 0.0 };
        let beam = match self.problem.states() {
            ..=5 => 0.15,
            _ if entropy(self.problem.mask()) > IRREGULAR => 0.8,
            _ => 0.25,
        };
        let others = 1.0 - backtracking;
        let mut shares = vec![
            (Method::Beam, beam * others),
            (Method::Sat, (1.0 - beam) * others),
            (Method::Backtracking, backtracking),
        ];
        if beam < 0.5 {
            shares.swap(0, 1);
        }
        shares.retain(|(_, share)| *share > 0.0);
        shares
    }

    /// Whether every colour but paper is one state.
    fn has_single_states(&self) -> bool {
        let colours = self.problem.mask().colours() as u8;
        (1..colours).all(|colour| self.problem.set(colour).is_power_of_two())
    }

    fn run_backtracking(&mut self, time: Option<Duration>, place: Place<'a>) -> Answer {
        let control = Control::new(place.stop, time, place.meter);
        backtracking::solve(&self.problem, &control, rayon::current_num_threads())
    }

    fn run_beam(&mut self, time: Option<Duration>, place: Place<'a>) -> Answer {
        let control = Control::new(place.stop, time, place.meter);
        let (problem, seed) = (&self.problem, self.seed);
        self.beam.get_or_insert_with(|| beam::Search::new(problem, seed)).run(&control)
    }

    fn run_sat(&mut self, time: Option<Duration>, place: Place<'a>) -> Answer {
        let control = Control::new(place.stop, time, place.meter);
        if matches!(self.sat, Sat::NotBegun) {
            // Writing the clauses may take longer than the first step.
            let whole = Control::with_end(place.stop, place.limit, place.meter);
            self.sat = match sat::Search::new(&self.problem, self.seed, &whole) {
                Some(search) => Sat::Begun(Box::new(search)),
                None if whole.ended() => Sat::NotBegun,
                None => Sat::TooLarge,
            };
        }
        match &mut self.sat {
            Sat::Begun(search) => search.run(&control),
            Sat::NotBegun | Sat::TooLarge => Answer::NotFound,
        }
    }

    /// The memory of the searches in bytes, about.
    pub fn bytes(&self) -> usize {
        let sat = if let Sat::Begun(search) = &self.sat { search.bytes() } else { 0 };
        sat + self.beam.as_ref().map_or(0, beam::Search::bytes)
    }

    /// Frees the memory of the searches.
    pub fn forget(&mut self) {
        (self.beam, self.sat) = (None, Sat::NotBegun);
    }
}

/// The first turn of all methods when there is no time limit, and the longest one when there is. Turns double.
const FIRST_TURN: Duration = Duration::from_millis(200);
const MAX_TURN: Duration = Duration::from_secs(2);
/// The time for backtracking before anything else: easy masks take no longer.
const QUICK_TRY: Duration = Duration::from_millis(10);

/// All ways to divide states among the colours of a mask, the most promising ones first: colours with more cells get more
/// states, but less than in proportion.
pub fn divisions(mask: &Mask, states: u8) -> Vec<Vec<u8>> {
    let colours = mask.colours();
    let mut counts = vec![1.0; colours];
    mask.rows().flatten().for_each(|colour| counts[usize::from(*colour)] += 1.0);
    let weights: Vec<f64> = counts.iter().map(|count: &f64| count.sqrt()).collect();
    let total: f64 = weights.iter().sum();
    let distance = |division: &Vec<u8>| -> f64 {
        let ideal = weights.iter().map(|weight| f64::from(states) * weight / total);
        division.iter().zip(ideal).map(|(size, ideal)| (f64::from(*size) - ideal).powi(2)).sum()
    };
    let mut all = Vec::new();
    extend_divisions(&mut vec![], colours, states, &mut all);
    all.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    all
}

fn extend_divisions(sizes: &mut Vec<u8>, colours: usize, left: u8, all: &mut Vec<Vec<u8>>) {
    if sizes.len() + 1 == colours {
        if left > 0 {
            all.push(sizes.iter().copied().chain([left]).collect());
        }
        return;
    }
    for size in 1..left {
        sizes.push(size);
        extend_divisions(sizes, colours, left - size, all);
        sizes.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_divided_in_all_ways() {
        let mask: Mask = "....\n..#.\n....\n".parse().unwrap();
        assert_eq!(divisions(&mask, 4), [[3, 1], [2, 2], [1, 3]]);
        assert_eq!(divisions(&mask, 1), [[0u8; 2]; 0]);
        let colours: Mask = ".#ab".parse().unwrap();
        assert_eq!(divisions(&colours, 4), [[1, 1, 1, 1]]);
        assert_eq!(divisions(&colours, 10).len(), 84);
        assert!(divisions(&colours, 10).iter().all(|sizes| sizes.iter().sum::<u8>() == 10));
    }
}
