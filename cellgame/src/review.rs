//! The review of a puzzle: which values followed from what was shown, which were guesses, and which were wrong.

use crate::hint::{Step, next_step};
use crate::rules::{Move, Puzzle, PuzzleView, Status};
use crate::solver::{Candidates, Solver, Technique, only_state};
use crate::text;
use common::automaton::State;
use common::game::{Game, Side};
use common::review::{Better, MoveReview, Record, Reviewing, Standing, Verdict};

/// A value that takes more deductions at once than this, while others take fewer, counts as a guess.
const LONG_CHAIN: usize = 10;

/// How a value could be found.
enum Deduced {
    /// By this technique, in so many deductions where they were counted.
    By(Technique, Option<usize>),
    /// By assumptions within assumptions, or not at all.
    ByNoTechnique,
}

/// Reviews a puzzle.
pub fn review(record: &Record<Puzzle>, job: &Reviewing<'_>) {
    let count = record.moves.len();
    let mut solver = Solver::new(record.start.view(Side::FIRST).layout());
    let hidden = cells_left(&record.start);
    let stand = |ply: usize, puzzle: &Puzzle| {
        let left = cells_left(puzzle);
        let done = 1.0 - left as f32 / hidden.max(1) as f32;
        job.standing(ply, Standing { shares: vec![done], words: text::cells_left(left) });
    };
    stand(0, &record.start);
    for (index, played) in record.moves.iter().enumerate() {
        job.progress(index, count);
        let review = review_move(&mut solver, record.position(index), &played.m, job);
        if job.stopped() {
            return;
        }
        job.reviewed(index, review);
        stand(index + 1, &played.after);
    }
    job.progress(count, count);
}

/// The hidden cells that do not have their right value.
fn cells_left(puzzle: &Puzzle) -> usize {
    let view = puzzle.view(Side::FIRST);
    let is_right = |(cell, state): (usize, &State)| view.cells[cell].state == Some(*state);
    view.cells.len() - puzzle.solution().iter().enumerate().filter(|pair| is_right(*pair)).count()
}

fn review_move(solver: &mut Solver, before: &Puzzle, m: &Move, job: &Reviewing<'_>) -> MoveReview {
    let (cell, state, hint) = match m {
        Move::Enter(cell, state) => (*cell, *state, false),
        Move::Take(cell, state) => (*cell, *state, true),
        Move::Note(..) | Move::Erase(_) | Move::Check | Move::Bookmark => return MoveReview::good(),
    };
    let view = before.view(Side::FIRST);
    let Some(index) = view.layout().index(cell) else { return MoveReview::good() };
    let right = before.solution()[index];
    if hint && state == right {
        return MoveReview { comment: text::REVIEW_HINT.to_owned(), ..MoveReview::good() };
    }
    let deduced = deduce(solver, &view, before.solution(), index, job);
    let easiest = next_step(&view, job.work());
    let easiest = easiest.as_deref();
    let verdict = match (state == right, &deduced, easiest) {
        (false, Deduced::By(..), _) => Verdict::Blunder,
        (false, Deduced::ByNoTechnique, Some(_)) => Verdict::Mistake,
        (false, Deduced::ByNoTechnique, None) => Verdict::Inaccuracy,
        (true, deduced, Some(easiest)) if is_guess(deduced, easiest) => Verdict::Inaccuracy,
        (true, ..) => Verdict::Good,
    };
    let how = match deduced {
        Deduced::By(technique, _) => Some(technique),
        Deduced::ByNoTechnique => None,
    };
    let comment = text::reviewed_value(&view, (cell, state, right), how, easiest, verdict);
    let better = easiest.filter(|_| verdict.is_marked()).map(|step| {
        let text = Move::Enter(view.layout().cell(step.why.cell), step.why.state).to_string();
        Better { line: vec![text.clone()], text, value: None, exact: true }
    });
    MoveReview { verdict, comment, better }
}

/// Whether a right value was a guess, given the easiest step.
fn is_guess(deduced: &Deduced, easiest: &Step) -> bool {
    match deduced {
        Deduced::By(_, deductions) => {
            deductions.is_some_and(|count| count > LONG_CHAIN && easiest.why.steps.len() < count)
        }
        Deduced::ByNoTechnique => easiest.why.technique < Technique::Search,
    }
}

/// How the value of a cell follows from what is seen. Entered values that are right may be used.
fn deduce(
    solver: &mut Solver,
    view: &PuzzleView,
    solution: &[State],
    index: usize,
    job: &Reviewing<'_>,
) -> Deduced {
    let mut known = view.candidates();
    for (cell, candidates) in known.iter_mut().enumerate() {
        let entered = view.cells[cell].status == Status::Entered && cell != index;
        if entered && view.cells[cell].state == Some(solution[cell]) {
            *candidates = 1 << solution[cell];
        }
    }
    let finds = |solver: &mut Solver, technique: Technique| {
        let mut candidates: Vec<Candidates> = known.clone();
        solver.narrow(&mut candidates, technique, Some(index)).is_ok()
            && only_state(candidates[index]).is_some()
    };
    let found = Technique::ALL[..4].iter().copied().find(|technique| finds(solver, *technique));
    match found {
        None => Deduced::ByNoTechnique,
        // To explain an assumption takes long, and to make one is enough to be no guess.
        Some(Technique::Probe) => Deduced::By(Technique::Probe, None),
        Some(technique) => {
            let why = solver.explain(&known, &|cell| cell == index, job.work());
            Deduced::By(technique, why.map(|why| why.steps.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton_ref::AutomatonRef;
    use crate::id::Size;
    use crate::rules::{MistakeCheck, PuzzleSetup};
    use crate::solver::Grade;
    use common::job::Work;
    use common::player::Budget;
    use common::review::{NoReview, Report, check, review_now};
    use common::session::{Seat, Session};

    fn session(check: MistakeCheck, size: Size, grade: Grade) -> Session<Puzzle> {
        let automaton = AutomatonRef::parse("random-3").expect("a built-in automaton");
        let setup = PuzzleSetup { automaton, size, grade, seed: Some(3), check, ..PuzzleSetup::default() };
        Session::new(setup, vec![Seat::Human], 1).expect("a puzzle")
    }

    fn small(check: MistakeCheck) -> Session<Puzzle> {
        session(check, Size { width: 6, height: 5 }, Grade::Sweep)
    }

    fn play(session: &mut Session<Puzzle>, text: &str) {
        session.play_text(Side::FIRST, text).unwrap_or_else(|why| panic!("{text}: {why}"));
    }

    /// Plays the easiest step, or another value of its cell.
    fn easiest(session: &mut Session<Puzzle>, error: State) -> String {
        let view = session.position().view(Side::FIRST);
        let step = next_step(&view, &Work::quiet()).expect("a step");
        let text = format!("{}={}", view.layout().cell(step.why.cell), (step.why.state + error) % 3);
        play(session, &text);
        text
    }

    fn finish(session: &mut Session<Puzzle>) {
        while session.end().is_none() {
            easiest(session, 0);
        }
    }

    fn verdicts(report: &Report) -> Vec<Verdict> {
        (0..report.len()).filter_map(|index| report.review(index)).map(|review| review.verdict).collect()
    }

    #[test]
    fn a_wrong_value_that_followed_is_a_blunder_and_the_rest_is_good() {
        for check in [MistakeCheck::AtOnce, MistakeCheck::OnDemand] {
            let mut session = small(check);
            easiest(&mut session, 0);
            let wrong = easiest(&mut session, 1);
            if check == MistakeCheck::OnDemand {
                play(&mut session, "check");
            }
            finish(&mut session);
            let report = review_now(&session, &Budget::default(), &Work::quiet()).expect("a review");
            let marked: Vec<usize> = report.marked().map(|(index, _)| index).collect();
            assert_eq!(marked, [1], "{check:?}");
            let blunder = report.review(1).expect("a review");
            assert_eq!(blunder.verdict, Verdict::Blunder);
            let cell = wrong.split('=').next().expect("a cell");
            assert!(blunder.comment.starts_with(&format!("{cell} is not ")), "{}", blunder.comment);
            assert!(blunder.comment.contains("followed from one window"), "{}", blunder.comment);
            let better = blunder.better.as_ref().expect("a better move");
            assert!(better.text.starts_with(&format!("{cell}=")) && better.text != wrong);
            let shares: Vec<f32> = (0..=report.len())
                .filter_map(|ply| report.standing(ply))
                .map(|one| one.share(Side::FIRST))
                .collect();
            assert_eq!((shares[0], shares[shares.len() - 1]), (0.0, 1.0));
            assert!(shares.is_sorted(), "{shares:?}");
        }
    }

    #[test]
    fn a_value_far_ahead_is_a_guess() {
        let mut session = session(MistakeCheck::AtOnce, Size { width: 20, height: 12 }, Grade::Sweep);
        let view = session.position().view(Side::FIRST);
        let mut solver = Solver::new(view.layout());
        let chain = |solver: &mut Solver, cell: usize| {
            solver
                .explain(&view.candidates(), &|one| one == cell, &Work::quiet())
                .map_or(0, |why| why.steps.len())
        };
        let hidden = (0..view.cells.len()).filter(|cell| view.cells[*cell].state.is_none());
        let far = hidden.max_by_key(|cell| chain(&mut solver, *cell)).expect("a hidden cell");
        assert!(chain(&mut solver, far) > LONG_CHAIN, "the board must have a long chain");
        let text = format!("{}={}", view.layout().cell(far), session.position().solution()[far]);
        play(&mut session, &text);
        finish(&mut session);
        let report = review_now(&session, &Budget::default(), &Work::quiet()).expect("a review");
        assert_eq!(verdicts(&report)[0], Verdict::Inaccuracy);
        let comment = &report.review(0).expect("a review").comment;
        assert!(comment.contains("a guess") && comment.contains("The easiest step was"), "{comment}");
    }

    #[test]
    fn an_unfinished_puzzle_is_not_reviewed() {
        let mut session = small(MistakeCheck::AtTheEnd);
        easiest(&mut session, 1);
        assert_eq!(check(&session).err(), Some(NoReview::Unfinished));
    }
}
