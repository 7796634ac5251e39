//! The review of a game: the winning chances after every round, and the turns that gave some of them away.
//!
//! A turn is compared with the best one that the strong player finds with what the side could see. Both are played in the
//! same simulated rounds, so the luck of the real dice does not count. Picks of starting regions are not rated.

use crate::ai::strong::atlas::Atlas;
use crate::ai::strong::judge::Judge;
use crate::ai::strong::tuned::Tuned;
use crate::ai::strong::{RatedTurn, StrongPlayer};
use crate::rules::{Move, Position, View};
use crate::text;
use common::game::{Game, Side};
use common::player::AiPlayers;
use common::review::{Better, MoveReview, Record, Reviewing, Standing, Verdict};

/// Reviews a game.
pub fn review(record: &Record<Position>, job: &Reviewing<'_>) {
    let count = record.moves.len();
    let mut standings = Standings::new(record);
    job.standing(0, standings.of(&record.start));
    // Each side has a player of its own, which remembers what that side has seen.
    let player = |side: Side| StrongPlayer::of_spec(&Position::strongest(), &record.setup, u64::from(side.0));
    let mut players: Vec<_> =
        Side::all(Position::sides(&record.setup)).map(|side| player(side).ok().flatten()).collect();
    for (index, played) in record.moves.iter().enumerate() {
        job.progress(index, count);
        let player = players.get_mut(played.side.index()).and_then(Option::as_mut);
        let review = match (&played.m, player) {
            (Move::Turn(turn), Some(player)) => {
                let view = record.position(index).view(played.side);
                player.rate_turn(&view, turn, job.budget()).map(|rated| reviewed(&view, rated))
            }
            _ => None,
        };
        if job.stopped() {
            return;
        }
        job.reviewed(index, review.unwrap_or_else(MoveReview::good));
        job.standing(index + 1, standings.of(&played.after));
    }
    job.progress(count, count);
}

fn reviewed(view: &View, rated: RatedTurn) -> MoveReview {
    let RatedTurn { best, best_value, played_value } = rated;
    let verdict = Verdict::of_loss(f64::from(best_value - played_value));
    if !verdict.is_marked() {
        return MoveReview::good();
    }
    let better = Move::Turn(best);
    let comment = text::reviewed_turn(view, best_value, played_value, &better);
    let text = better.to_string();
    MoveReview {
        verdict,
        comment,
        better: Some(Better { line: vec![text.clone()], text, value: None, exact: false }),
    }
}

/// Evaluates positions for all sides.
struct Standings {
    atlas: Atlas,
    judge: Judge,
    sides: usize,
}

impl Standings {
    fn new(record: &Record<Position>) -> Standings {
        let setup = &record.setup;
        let atlas = Atlas::new(&setup.map.map, setup.round_rules());
        Standings { atlas, judge: Judge::default(), sides: Position::sides(setup) }
    }

    fn of(&mut self, position: &Position) -> Standing {
        let weights = &Tuned::shared().weights;
        let outcome = position.outcome();
        let mut share = |side: Side| match outcome {
            Some(outcome) => outcome.score(side) as f32,
            None if position.is_picking() => 1.0,
            None => self.judge.chance(&self.atlas, position.state(), side, weights),
        };
        let shares: Vec<f32> = Side::all(self.sides).map(&mut share).collect();
        let total: f32 = shares.iter().sum();
        let shares: Vec<f32> = shares.iter().map(|share| share / total.max(f32::MIN_POSITIVE)).collect();
        Standing { words: text::chances(position.setup(), &shares), shares }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameRecord;
    use crate::rules::{Setup, find_map};
    use common::job::Work;
    use common::player::Budget;
    use common::review::{NoReview, check, review_now};
    use common::session::{Seat, Session};

    /// A game in which the second side gives no orders.
    fn game(fog: bool) -> Session<Position> {
        let map = find_map("brindle").expect("a built-in map");
        let setup = Setup { map, fog: Some(fog), round_limit: Some(8), ..Setup::default() };
        let seats = vec![Seat::Human, Seat::Human];
        let mut session: Session<Position> = Session::new(setup, seats, 5).expect("a game");
        let spec = "medium".parse().expect("a level");
        let mut active = Position::build_player(&spec, session.setup(), 1).expect("a player");
        while let Some(side) = session.to_move().first() {
            let view = session.position().view(side);
            let text = if view.picking || side == Side::FIRST {
                let setup = session.setup().clone();
                let turn = common::player::Turn { side, view: &view, setup: &setup, moves: &[] };
                active.choose(&turn, &Budget::nodes(60), &|_| ()).expect("a move").to_string()
            } else {
                "pass".to_owned()
            };
            session.play_text(side, &text).unwrap_or_else(|why| panic!("{text}: {why}"));
        }
        session
    }

    #[test]
    fn giving_no_orders_is_a_mistake() {
        for fog in [false, true] {
            let session = game(fog);
            let report = review_now(&session, &Budget::nodes(400), &Work::quiet()).expect("a review");
            assert_eq!(report.reviewed(), session.plies().len());
            let marks = |side: Side| {
                let made = |index: &usize| session.plies()[*index].side == side;
                report.marked().map(|(index, _)| index).filter(made).count()
            };
            assert!(marks(Side::SECOND) > marks(Side::FIRST), "fog {fog}");
            let (_, first) = report.marked().next().expect("a marked turn");
            assert!(first.comment.contains("lowered the winning chance of"), "{}", first.comment);
            assert!(!first.comment.contains('>'), "words, not the text of a move: {}", first.comment);
            let share = |ply: usize| report.standing(ply).map_or(0.0, |standing| standing.share(Side::FIRST));
            assert!((share(0) - 0.5).abs() < 0.01, "{}", share(0));
            assert!(share(report.len() - 1) > 0.7, "{}", share(report.len() - 1));
        }
    }

    #[test]
    fn a_recorded_game_is_reviewed_like_a_saved_one() {
        let session = game(true);
        let record = GameRecord::of_session(&session).expect("a game with moves");
        let read = GameRecord::from_bytes(&record.to_bytes()).expect("a record").to_session();
        assert_eq!(read.plies().len(), session.plies().len());
        assert_eq!(read.position().state(), session.position().state());
        let review = |session| review_now(session, &Budget::nodes(60), &Work::quiet()).expect("a review");
        let marked = |session| review(session).marked().map(|(index, _)| index).collect::<Vec<_>>();
        assert_eq!(marked(&read), marked(&session));
    }

    #[test]
    fn an_unfinished_game_is_not_reviewed() {
        let session = game(false);
        let texts: Vec<String> =
            session.plies()[..3].iter().map(|ply| format!("{}:{}", ply.side, ply.text)).collect();
        let seats = vec![Seat::Human, Seat::Human];
        let begun: Session<Position> =
            Session::with_moves(session.setup().clone(), seats, 5, &texts, &Work::quiet()).expect("a game");
        assert_eq!(check(&begun).err(), Some(NoReview::Unfinished));
    }
}
