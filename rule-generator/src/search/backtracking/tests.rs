use super::pruned::solve_with_limits;
use super::*;
use crate::mask::Mask;
use crate::problem::{Answer, Problem};
use crate::search::{Control, Meter, sat};
use common::automaton::Boundary;
use common::job::Stop;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

fn with_control<T>(search: impl FnOnce(&Control<'_>) -> T) -> T {
    let (stop, meter) = (Stop::default(), Meter::default());
    search(&Control::new(&stop, None, &meter))
}

fn random_mask(dice: &mut impl Rng, width: usize, height: usize, symmetric: bool) -> Mask {
    let mut mask = Mask::new(width, height);
    let density = dice.random_range(1..=9);
    for y in 0..height {
        for x in 0..width {
            let colour = u8::from(dice.random_range(0..10) < density);
            mask.set(x, y, colour);
            if symmetric {
                mask.set(width - 1 - x, y, colour);
            }
        }
    }
    mask
}

fn random_problem(dice: &mut impl Rng, max_width: usize, max_height: usize) -> Problem {
    let (width, height) = (dice.random_range(1..=max_width), dice.random_range(1..=max_height));
    let symmetric = dice.random_range(0..3) == 0;
    let mirrored = symmetric && dice.random_range(0..10) > 0;
    let mask = random_mask(dice, width, height, mirrored);
    let boundary = match dice.random_range(0..5) {
        0 | 1 => Boundary::Cyclic,
        2 => Boundary::Flat { edge: 1 },
        _ => Boundary::Flat { edge: 0 },
    };
    if dice.random() {
        Problem::one_state(&mask, dice.random_range(2..=4), boundary, symmetric).unwrap()
    } else {
        let sizes = [dice.random_range(1..=2), dice.random_range(1..=2)];
        Problem::with_sets(&mask, &sizes, boundary, symmetric)
    }
}

/// Checks a solution and returns the verdict.
fn verdict(problem: &Problem, answer: &Answer) -> bool {
    let Answer::Found(solution) = answer else {
        assert_eq!(*answer, Answer::Impossible);
        return false;
    };
    solution.automaton(problem).unwrap();
    if problem.symmetric() {
        let width = problem.mask().width();
        for y in 0..problem.mask().height() {
            let row = solution.row(width, y);
            assert!(row.iter().eq(row.iter().rev()), "{row:?}");
        }
    }
    true
}

fn describe(problem: &Problem) -> String {
    let sets: Vec<_> = (0..2).map(|colour| problem.set(colour)).collect();
    format!("{}{:?} sets {sets:?} symmetric {}", problem.mask(), problem.boundary(), problem.symmetric())
}

#[test]
fn plain_and_pruned_search_and_the_solver_agree() {
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let mut verdicts = [0; 2];
    for round in 0..6000 {
        let problem = random_problem(&mut dice, 5, 4);
        let pruned = with_control(|control| solve(&problem, control, 1));
        let possible = verdict(&problem, &pruned);
        verdicts[usize::from(possible)] += 1;
        let reference = with_control(|control| plain(&problem, control));
        assert_eq!(possible, verdict(&problem, &reference), "{}", describe(&problem));
        let contradictory = problem.symmetric() && problem.mask().first_asymmetry().is_some();
        if round % 4 == 0 && !contradictory {
            let sat = with_control(|control| sat::solve(&problem, control));
            assert_eq!(possible, verdict(&problem, &sat), "{}", describe(&problem));
        }
    }
    assert!(verdicts.iter().all(|count| *count > 1000), "{verdicts:?}");
}

#[test]
fn the_solution_does_not_depend_on_the_number_of_threads() {
    let mut dice = ChaCha8Rng::seed_from_u64(8);
    let mut long = 0;
    for _ in 0..150 {
        let mask = random_mask(&mut dice, 7, 7, false);
        let problem = Problem::with_sets(&mask, &[2, 2], Boundary::Cyclic, false);
        let meter = Meter::default();
        let stop = Stop::default();
        let control = Control::new(&stop, None, &meter);
        let single = solve(&problem, &control, 1);
        long += usize::from(meter.tries() > 50_000);
        assert_eq!(single, solve(&problem, &control, 3));
        verdict(&problem, &single);
    }
    assert!(long > 3, "{long} of these masks are long enough for several threads");
}

#[test]
fn parts_and_restarts_give_the_same_verdicts() {
    let mut dice = ChaCha8Rng::seed_from_u64(10);
    for round in 0..2000 {
        let problem = random_problem(&mut dice, 6, 6);
        let whole = with_control(|control| solve_with_limits(&problem, control, 1, &[u64::MAX]));
        let threads = 1 + round % 3;
        // Without limits the tree is split at once, with small ones there are restarts before.
        for limits in [&[][..], &[1, 1]] {
            let parts = with_control(|control| solve_with_limits(&problem, control, threads, limits));
            assert_eq!(verdict(&problem, &whole), verdict(&problem, &parts), "{}", describe(&problem));
        }
    }
}

#[test]
fn a_search_ends_when_its_time_is_over() {
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    let mask = random_mask(&mut dice, 30, 30, false);
    let problem = Problem::with_sets(&mask, &[2, 2], Boundary::default(), false);
    let (stop, meter) = (Stop::default(), Meter::default());
    let control = Control::new(&stop, Some(Duration::from_millis(20)), &meter);
    for answer in [plain(&problem, &control), solve(&problem, &control, 2)] {
        assert!(matches!(answer, Answer::NotFound | Answer::Impossible), "{answer:?}");
    }
    assert!(meter.tries() > 0);
}

#[test]
fn narrow_rings_are_their_own_neighbours() {
    for (text, possible) in
        [("#\n#\n.\n", false), ("#\n.\n#\n", true), ("#.\n.#\n#.\n", true), ("##\n.#\n", false)]
    {
        let mask: Mask = text.parse().unwrap();
        let problem = Problem::with_sets(&mask, &[1, 1], Boundary::Cyclic, false);
        let answer = with_control(|control| solve(&problem, control, 1));
        assert_eq!(verdict(&problem, &answer), possible, "{mask}");
    }
}

#[test]
fn meters_report_rows_and_tries() {
    let mask: Mask = "..#..\n.#.#.\n#.#.#\n".parse().unwrap();
    let problem = Problem::with_sets(&mask, &[2, 1], Boundary::default(), true);
    let (stop, meter) = (Stop::default(), Meter::default());
    let control = Control::new(&stop, None, &meter);
    assert!(verdict(&problem, &solve(&problem, &control, 1)));
    assert_eq!(meter.rows(), 3);
    assert!(meter.tries() > 0);
    meter.reset();
    assert!(verdict(&problem, &plain(&problem, &control)));
    assert_eq!(meter.rows(), 3);
}
