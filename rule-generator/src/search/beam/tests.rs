use super::*;
use crate::mask::Mask;
use crate::search::{Meter, sat};
use common::automaton::Boundary;
use common::job::Stop;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn random_mask(width: usize, height: usize, symmetric: bool, seed: u64) -> Mask {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut mask = Mask::new(width, height);
    for y in 0..height {
        for x in 0..width {
            mask.set(x, y, u8::from(dice.random_bool(0.5)));
        }
    }
    if symmetric { mask.mirrored_left_half() } else { mask }
}

/// One attempt with a wide beam, which needs no clock.
fn attempt(problem: &Problem) -> Option<crate::problem::Solution> {
    let (stop, meter) = (Stop::default(), Meter::default());
    let model = Model::new(problem);
    match Beam::new(&model, 2000, 7).run(&model, &Control::new(&stop, None, &meter)) {
        Attempt::Found(partial) => Some(model.solution(&partial, problem)),
        Attempt::DeadEnd => None,
        Attempt::Ended => panic!("this control has no limit"),
    }
}

#[test]
fn solutions_draw_the_mask_on_every_plan() {
    for (boundary, symmetric) in [
        (Boundary::default(), false),
        (Boundary::default(), true),
        (Boundary::Flat { edge: 3 }, false),
        (Boundary::Cyclic, false),
        (Boundary::Cyclic, true),
    ] {
        let mut found = 0;
        for (seed, (width, height)) in
            [(1, 4), (2, 5), (3, 5), (6, 6), (7, 7), (8, 8), (9, 8)].into_iter().enumerate()
        {
            let mask = random_mask(width, height, symmetric, seed as u64);
            let problem = Problem::with_sets(&mask, &[2, 2], boundary, symmetric);
            if let Some(solution) = attempt(&problem) {
                solution.automaton(&problem).unwrap();
                found += 1;
                for y in (0..height).filter(|_| symmetric) {
                    let row = solution.row(width, y);
                    assert!(row.iter().eq(row.iter().rev()));
                }
            }
        }
        assert!(found >= 4, "{boundary} {symmetric}: {found}");
    }
}

#[test]
fn nothing_is_found_where_there_is_nothing() {
    let (stop, meter) = (Stop::default(), Meter::default());
    let mut impossible = 0;
    for seed in 0..200 {
        let mask = random_mask(6, 5, false, seed);
        let problem = Problem::with_sets(&mask, &[2, 1], Boundary::default(), false);
        let answer = sat::solve(&problem, &Control::new(&stop, None, &meter));
        if answer == Answer::Impossible {
            assert_eq!(attempt(&problem), None, "{mask}");
            impossible += 1;
        }
    }
    assert!(impossible > 20, "{impossible}");
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let problem = Problem::with_sets(&random_mask(14, 14, false, 3), &[3, 3], Boundary::default(), false);
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| attempt(&problem))
    };
    let solution = with_threads(1);
    assert!(solution.is_some());
    assert_eq!(with_threads(3), solution);
}

#[test]
fn a_search_that_was_ended_is_continued() {
    let problem = Problem::with_sets(&random_mask(12, 12, false, 5), &[3, 3], Boundary::default(), false);
    let meter = Meter::default();
    let mut search = Search::new(&problem, 1);
    let stopped = Stop::default();
    stopped.raise();
    assert_eq!(search.run(&Control::new(&stopped, None, &meter)), Answer::NotFound);
    let Answer::Found(solution) = search.run(&Control::new(&Stop::default(), None, &meter)) else {
        panic!("this mask is easy")
    };
    solution.automaton(&problem).unwrap();
    assert_eq!(meter.rows(), 12);
}
