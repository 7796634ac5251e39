//! The review of games: it must agree with the solver.

use common::game::{Dice, Game, Side};
use common::job::Work;
use common::player::Budget;
use common::review::{Verdict, review_now};
use common::session::{Seat, Session};
use qttt::ai::Solver;
use qttt::rules::{Position, Scoring, Setup};

/// A game of random moves.
fn random_game(scoring: Scoring, seed: u64) -> Session<Position> {
    let seats = vec![Seat::Human, Seat::Human];
    let mut session: Session<Position> = Session::new(Setup { scoring }, seats, seed).expect("a game");
    let mut dice = Dice::new(seed);
    while let Some(side) = session.to_move().first() {
        let m = session.position().random_move(side, &mut dice).expect("a move");
        session.play_text(side, &m.to_string()).expect("a legal move");
    }
    session
}

/// -1, 0 or 1 for a lost, drawn or won position of a side.
fn result(solver: &mut Solver, position: &Position, side: Side) -> i32 {
    let ended = position.outcome().map(|outcome| outcome.value_for(side));
    ended.unwrap_or_else(|| solver.margin(position).value_for(side)).0.signum()
}

#[test]
fn exactly_the_moves_that_gave_a_result_away_are_blunders() {
    let mut blunders = 0;
    for (scoring, seed) in [(Scoring::Seed, 1), (Scoring::Goff, 2)] {
        let session = random_game(scoring, seed);
        let report = review_now(&session, &Budget::default(), &Work::quiet()).expect("a review");
        let mut solver = Solver::new(scoring);
        for (index, ply) in session.plies().iter().enumerate() {
            let mut at = |ply_count| {
                result(&mut solver, session.position_after(ply_count).expect("a position"), ply.side)
            };
            let gave_away = at(index) > at(index + 1);
            let review = report.review(index).expect("a review");
            assert_eq!(
                review.verdict == Verdict::Blunder,
                gave_away,
                "{scoring:?} {seed}, move {index}: {review:?}"
            );
            if gave_away {
                blunders += 1;
                let better = review.better.as_ref().expect("a better move");
                let before = session.position_after(index).expect("a position");
                let mut after = *before;
                let m = after.parse(ply.side, &better.text).expect("a legal move");
                after.play(ply.side, &m, &mut Dice::new(0)).expect("a legal move");
                assert_eq!(result(&mut solver, &after, ply.side), result(&mut solver, before, ply.side));
            }
        }
    }
    assert!(blunders > 0, "random games have blunders");
}
