//! The review of open games of two sides: every move is compared with the one that the strongest AI player prefers.
//!
//! The game is read from its end to its start, so that what happened later corrects the estimates of earlier positions.

use super::{Better, MoveReview, Rating, Record, Reviewing, Standing, Verdict};
use crate::game::{Dice, Side};
use crate::player::{AiPlayers, MoveText, Player, Thought, Turn, ask_player};
use crate::words::{Words, describe_line};
use std::sync::{Mutex, PoisonError};

/// The moves of a line that a comment shows.
const SHOWN_LINE: usize = 6;

/// Compares every move with the one that the strongest AI player prefers.
pub fn compare_with_best<G: AiPlayers + Words>(record: &Record<G>, job: &Reviewing<'_>) {
    let Ok(player) = G::build_player(&G::strongest(), &record.setup, 0) else { return };
    let played = record.moves.iter().map(|played| MoveText { side: played.side, text: played.m.to_string() });
    let mut comparison = Comparison { record, job, player, texts: played.collect() };
    let (start, count) = (record.start_moves, record.moves.len());
    let mut later = comparison.rate_last();
    comparison.report(count, later);
    for index in (start..count).rev() {
        if job.stopped() {
            return;
        }
        job.progress(count - 1 - index, count - start);
        let after = later.map(|(rating, mover)| turned(rating, mover, record.moves[index].side));
        let (rating, review) = comparison.compare(index, after);
        if job.stopped() {
            return;
        }
        later = rating.map(|rating| (rating, record.moves[index].side));
        comparison.report(index, later);
        job.reviewed(index, review);
    }
    job.progress(count - start, count - start);
}

/// What a player answered.
struct Answer<G: AiPlayers> {
    m: G::Move,
    /// The value of the position, if it said one.
    rating: Option<Rating>,
    line: Vec<String>,
}

struct Comparison<'a, G: AiPlayers> {
    record: &'a Record<G>,
    job: &'a Reviewing<'a>,
    player: Box<dyn Player<G>>,
    texts: Vec<MoveText>,
}

impl<G: AiPlayers + Words> Comparison<'_, G> {
    /// The rating of the last position and the side that it is for.
    fn rate_last(&mut self) -> Option<(Rating, Side)> {
        let texts = self.texts.clone();
        self.rate(self.record.position(texts.len()), &texts)
    }

    /// The rating of a position after these moves, and the side that it is for.
    fn rate(&mut self, position: &G, texts: &[MoveText]) -> Option<(Rating, Side)> {
        if let Some(outcome) = position.outcome() {
            return Some((Rating { value: outcome.value_for(Side::FIRST), exact: true }, Side::FIRST));
        }
        let side = position.to_move().first()?;
        Some((self.ask(position, side, texts)?.rating?, side))
    }

    fn ask(&mut self, position: &G, side: Side, texts: &[MoveText]) -> Option<Answer<G>> {
        let last: Mutex<Option<Thought>> = Mutex::default();
        let seen = |thought: Thought| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if thought.value.is_some() {
                *last = Some(thought);
            }
        };
        let view = position.view(side);
        let turn = Turn { side, view: &view, setup: &self.record.setup, moves: texts };
        let m = ask_player(&mut *self.player, &turn, self.job.budget(), &seen).ok()?;
        let thought = last.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_default();
        let rating = thought.value.map(|value| Rating { value, exact: thought.exact });
        let text = m.to_string();
        let line = if thought.line.first() == Some(&text) { thought.line } else { vec![text] };
        Some(Answer { m, rating, line })
    }

    /// The rating of the move that the player prefers, from the position after it.
    fn rate_answer(&mut self, index: usize, answer: &Answer<G>) -> Option<Rating> {
        let side = self.record.moves[index].side;
        let mut after = self.record.position(index).clone();
        after.play(side, &answer.m, &mut Dice::new(0)).ok()?;
        let mut texts = self.texts[..index].to_vec();
        texts.push(MoveText { side, text: answer.m.to_string() });
        let (rating, mover) = self.rate(&after, &texts)?;
        Some(turned(rating, mover, side))
    }

    /// The rating of the position before a move for its side, and what the move was worth. `after` is the rating of the
    /// position after it, for the same side.
    fn compare(&mut self, index: usize, after: Option<Rating>) -> (Option<Rating>, MoveReview) {
        let (side, m) = (self.record.moves[index].side, &self.record.moves[index].m);
        let texts = self.texts[..index].to_vec();
        let Some(answer) = self.ask(self.record.position(index), side, &texts) else {
            return (after, MoveReview::good());
        };
        let Some(after) = after else { return (answer.rating, MoveReview::good()) };
        if answer.m == *m {
            let exact = answer.rating.filter(|rating| rating.exact && !after.exact);
            return (Some(exact.unwrap_or(after)), MoveReview::good());
        }
        let Some(mut best) = answer.rating.or_else(|| self.rate_answer(index, &answer)) else {
            return (Some(after), MoveReview::good());
        };
        // The move that was played has been searched from the position after it, so the better one must be too.
        if !best.exact && Verdict::of(best, after).is_marked() && answer.rating.is_some() {
            best = self.rate_answer(index, &answer).unwrap_or(best);
        }
        let verdict = Verdict::of(best, after);
        if !verdict.is_marked() {
            let rating =
                if best.exact || (!after.exact && best.chance() > after.chance()) { best } else { after };
            return (Some(rating), MoveReview::good());
        }
        let comment = self.comment(index, best, after, &answer);
        let Answer { m, line, .. } = answer;
        let better = Better { text: m.to_string(), line, value: Some(best.value), exact: best.exact };
        (Some(best), MoveReview { verdict, comment, better: Some(better) })
    }

    fn comment(&self, index: usize, best: Rating, played: Rating, answer: &Answer<G>) -> String {
        let made = &self.record.moves[index];
        let view = self.record.position(index).view(made.side);
        let value = |rating: Rating| G::describe_value(&view, made.side, rating.value, rating.exact);
        // What a move does is seen on the board: where its words begin with its text, the text is enough.
        let name = |m: &G::Move| {
            let (words, text) = (G::describe_move(&view, made.side, m, None), m.to_string());
            if words.starts_with(&text) { text } else { words }
        };
        let now = if played.exact { format!(": now {}", value(played)) } else { String::new() };
        let lost = match (best.exact, best.value.0.signum(), played.value.0) {
            (true, 1, value) if value <= 0 || !played.exact => "gave away a win".to_owned(),
            (true, 0, value) if value < 0 => "gave away a draw".to_owned(),
            _ => {
                let percent = |rating: Rating| (100.0 * rating.chance()).round();
                let who = G::side_name(&self.record.setup, Some(&view), made.side);
                let (before, after) = (percent(best), percent(played));
                format!("lowered the winning chance of {who} from {before} % to {after} %")
            }
        };
        let line = match &answer.line[..] {
            [] | [_] => String::new(),
            line => {
                let line = describe_line(self.record.position(index), &line[..line.len().min(SHOWN_LINE)]);
                format!(" The line: {}.", line.join("; "))
            }
        };
        let (made, better) = (name(&made.m), name(&answer.m));
        format!("{made} {lost}{now}. Better was {better}: {}.{line}", value(best))
    }

    /// Reports how the sides stood after `ply` moves.
    fn report(&self, ply: usize, rated: Option<(Rating, Side)>) {
        let Some((rating, side)) = rated else { return };
        let own = rating.chance() as f32;
        let sides = G::sides(&self.record.setup);
        let shares = Side::all(sides).map(|other| if other == side { own } else { 1.0 - own }).collect();
        let view = self.record.position(ply).view(side);
        let words = G::describe_value(&view, side, rating.value, rating.exact);
        self.job.standing(ply, Standing { shares, words });
    }
}

/// The rating from the point of view of `to` instead of `from`.
fn turned(rating: Rating, from: Side, to: Side) -> Rating {
    Rating { value: rating.value.turned(from, to), ..rating }
}
