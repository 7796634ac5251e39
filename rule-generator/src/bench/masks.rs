//! The fixed masks of the benchmarks.

use crate::contradiction::Contradiction;
use crate::mask::{INK, Mask};
use crate::problem::{InkMode, Problem};
use common::automaton::Boundary;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A named problem of a benchmark.
#[derive(Debug, Clone)]
pub struct Case {
    /// What the mask shows.
    pub name: String,
    /// What ink means.
    pub ink: InkMode,
    /// The question.
    pub problem: Problem,
}

const LETTER: &str = "...##...\n..####..\n.##..##.\n.##..##.\n.######.\n.##..##.\n.##..##.\n........\n";
const HOUSE: &str = "...##...\n..####..\n.######.\n########\n.#....#.\n.#.##.#.\n.#.##.#.\n.######.\n";
const INVADER: &str = "..#.....#..\n...#...#...\n..#######..\n.##.###.##.\n###########\n#.#######.#\n#.#.....#.#\n\
                       ...##.##...\n";
const FISH: &str = "............\n...####.....\n..######..#.\n.##.####.##.\n###########.\n.#######.##.\n..#####...#.\n\
                    ...###......\n";
const SMILEY: &str = "...######...\n..#......#..\n.#........#.\n#..##..##..#\n#..##..##..#\n#..........#\n\
                      #..........#\n#.#......#.#\n#..######..#\n.#........#.\n..#......#..\n...######...\n";
const TREE: &str = ".....##.....\n....####....\n...######...\n....####....\n...######...\n..########..\n\
                    ...######...\n..########..\n.##########.\n.....##.....\n.....##.....\n....####....\n";
const ANCHOR: &str = ".....##.....\n....#..#....\n.....##.....\n...######...\n.....##.....\n.....##.....\n\
                      .....##.....\n#....##....#\n##...##...##\n.##..##..##.\n..########..\n....####....\n";
const FLAKE: &str = "#.....#\n.#...#.\n..#.#..\n...#...\n..#.#..\n.#...#.\n#.....#\n";
const WAVE: &str = ".#...#...#..\n#.#.#.#.#.#.\n...#...#...#\n..#...#...#.\n.#.#.#.#.#.#\n#...#...#...\n";
const RAIN: &str = "#..#....\n....#..#\n.#....#.\n...#....\n#....#..\n..#....#\n.....#..\n.#..#...\n";
const STAIRS: &str = "#.......\n##......\n.##.....\n..##....\n...##...\n....##..\n.....##.\n......##\n";
const KEY: &str = ".##.....\n#..#####\n#..#.#.#\n.##.....\n";

fn mask(text: &str) -> Mask {
    text.parse().expect("the masks above are well formed")
}

fn case(name: &str, mask: &Mask, ink: InkMode, states: u8, boundary: Boundary, symmetric: bool) -> Case {
    let paper = states.div_ceil(2);
    let problem = match ink {
        InkMode::One => Problem::one_state(mask, states, boundary, symmetric),
        InkMode::Sets => None,
    };
    let problem = problem.unwrap_or_else(|| {
        Problem::with_sets(mask, &[paper, states.max(paper + 1) - paper], boundary, symmetric)
    });
    Case { name: name.to_owned(), ink, problem }
}

/// A random half-filled square, with sets of states.
pub fn random_square(size: usize, states: u8, seed: u64) -> Case {
    let mask = random_mask(size, size, 50, InkMode::Sets, seed);
    case("random", &mask, InkMode::Sets, states, Boundary::default(), false)
}

/// A random mask with so many ink cells of a hundred. With one state of ink it is one without a contradiction.
fn random_mask(width: usize, height: usize, percent: u8, ink: InkMode, seed: u64) -> Mask {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut mask = Mask::new(width, height);
        for y in 0..height {
            for x in 0..width {
                mask.set(x, y, if dice.random_range(0..100) < percent { INK } else { 0 });
            }
        }
        if Contradiction::find(&mask, ink, Boundary::default(), false).is_none() {
            return mask;
        }
    }
}

fn random_case(width: usize, height: usize, percent: u8, ink: InkMode, states: u8, seed: u64) -> Case {
    let mask = random_mask(width, height, percent, ink, seed);
    case(&format!("random{seed}"), &mask, ink, states, Boundary::default(), false)
}

/// Masks that the plain search answers in a few seconds.
pub fn small() -> Vec<Case> {
    let (flat, cyclic) = (Boundary::default(), Boundary::Cyclic);
    let mut cases = vec![
        case("letter", &mask(LETTER), InkMode::One, 5, flat, true),
        case("house", &mask(HOUSE), InkMode::Sets, 5, flat, false),
        case("invader", &mask(INVADER), InkMode::One, 4, flat, true),
        case("invader", &mask(INVADER), InkMode::Sets, 3, cyclic, false),
        case("invader", &mask(INVADER), InkMode::Sets, 5, flat, true),
        case("flake", &mask(FLAKE), InkMode::One, 5, flat, false),
        case("rain", &mask(RAIN), InkMode::One, 3, flat, false),
        case("rain", &mask(RAIN), InkMode::One, 5, flat, false),
        case("rain", &mask(RAIN), InkMode::Sets, 5, cyclic, false),
        case("key", &mask(KEY), InkMode::One, 5, flat, false),
    ];
    cases.extend([1, 2, 4, 5].map(|seed| random_case(9, 9, 12, InkMode::One, 3, seed)));
    cases
}

/// Pictures and random masks with numbers of states around the smallest possible one.
pub fn around_the_threshold() -> Vec<Case> {
    let flat = Boundary::default();
    let mut cases = Vec::new();
    let pictures = [
        ("house", HOUSE, [3, 4]),
        ("invader", INVADER, [3, 4]),
        ("fish", FISH, [4, 5]),
        ("smiley", SMILEY, [4, 5]),
        ("tree", TREE, [4, 5]),
        ("anchor", ANCHOR, [4, 5]),
    ];
    for (name, text, states) in pictures {
        let mask = mask(text);
        for states in states {
            cases.push(case(name, &mask, InkMode::Sets, states, flat, false));
        }
    }
    for (name, text) in [("smiley", SMILEY), ("anchor", ANCHOR)] {
        cases.push(case(name, &mask(text), InkMode::Sets, 4, flat, true));
    }
    for (width, height, states) in
        [(10, 10, 4), (9, 12, 4), (11, 11, 4), (12, 12, 5), (13, 13, 5), (14, 14, 5), (16, 16, 6)]
    {
        cases.extend((1..=2).map(|seed| random_case(width, height, 50, InkMode::Sets, states, seed)));
    }
    for (name, text, states) in
        [("flake", FLAKE, 4), ("wave", WAVE, 3), ("rain", RAIN, 3), ("stairs", STAIRS, 4)]
    {
        cases.push(case(name, &mask(text), InkMode::One, states, flat, false));
    }
    let sparse =
        [(10, 10, 3), (12, 8, 3), (12, 10, 4), (13, 8, 4), (14, 6, 4), (14, 8, 5), (16, 8, 5), (20, 5, 6)];
    for (width, percent, states) in sparse {
        cases.extend((1..=2).map(|seed| random_case(width, width, percent, InkMode::One, states, seed)));
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Answer;
    use crate::search::{Control, Meter, backtracking};
    use common::job::Stop;

    #[test]
    fn small_masks_are_possible_and_impossible() {
        let (stop, meter) = (Stop::default(), Meter::default());
        let control = Control::new(&stop, None, &meter);
        let possible: Vec<bool> = small()
            .iter()
            .map(|case| match backtracking::solve(&case.problem, &control, 1) {
                Answer::Found(solution) => solution.automaton(&case.problem).is_ok(),
                answer => {
                    assert_eq!(answer, Answer::Impossible);
                    false
                }
            })
            .collect();
        assert!(possible.contains(&true) && possible.contains(&false));
    }

    #[test]
    fn masks_around_the_threshold_are_for_both_kinds_of_ink() {
        let cases = around_the_threshold();
        for ink in [InkMode::One, InkMode::Sets] {
            assert!(cases.iter().filter(|case| case.ink == ink).count() >= 15);
        }
        for case in cases {
            let Case { ink, problem, .. } = &case;
            let found = Contradiction::find(problem.mask(), *ink, problem.boundary(), problem.symmetric());
            assert_eq!(found, None, "{}", case.name);
        }
    }
}
