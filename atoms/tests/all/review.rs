//! The review of games: on a small board it must agree with the solver.

use atoms::ai::solve::Solver;
use atoms::rules::{Position, Rule, Setup};
use common::game::{Dice, Game};
use common::job::Work;
use common::player::Budget;
use common::review::{Verdict, review_now};
use common::session::{Seat, Session};

/// A game of random moves.
fn random_game(setup: Setup, seed: u64) -> Session<Position> {
    let seats = vec![Seat::Human, Seat::Human];
    let mut session: Session<Position> = Session::new(setup, seats, seed).expect("a game");
    let mut dice = Dice::new(seed);
    while let Some(side) = session.to_move().first() {
        let m = session.position().random_move(side, &mut dice).expect("a move");
        session.play_text(side, &m.to_string()).expect("a legal move");
    }
    session
}

#[test]
fn a_game_on_a_small_board_is_reviewed_as_the_solver_solves_it() {
    let setup = Setup { size: "3x3".parse().expect("a size"), rule: Rule::Neutral };
    let mut blunders = 0;
    for seed in 1..5 {
        let session = random_game(setup, seed);
        let report = review_now(&session, &Budget::nodes(200_000), &Work::quiet()).expect("a review");
        let mut solver = Solver::new(setup, 4).expect("a small board");
        let mut winner = |ply: usize| {
            let position = session.position_after(ply).expect("a position");
            position.winner().or_else(|| solver.solve(position, &mut |_| true)).expect("a solved position")
        };
        for (index, ply) in session.plies().iter().enumerate() {
            let gave_away = winner(index) == ply.side && winner(index + 1) != ply.side;
            let review = report.review(index).expect("a review");
            assert_eq!(
                review.verdict == Verdict::Blunder,
                gave_away,
                "game {seed}, move {index}: {review:?}"
            );
            blunders += usize::from(gave_away);
        }
    }
    assert!(blunders > 0, "random games have blunders");
}
