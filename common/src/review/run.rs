//! Running a review: in the background for windows, with a progress bar in the terminal.

use super::{Finding, Record, Report, Reviewer, Reviewing};
use crate::game::Side;
use crate::job::{Job, JobError, Work, run_with_bar};
use crate::player::{AiPlayers, Budget};
use crate::session::Session;
use crate::words::Words;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use thiserror::Error;

/// The time for a whole game, as far as the limits for a position allow it.
const WHOLE_GAME: Duration = Duration::from_secs(12);
const MIN_TIME: Duration = Duration::from_millis(60);
const MAX_TIME: Duration = Duration::from_millis(300);

/// The budget for each position of a game of so many moves: a review takes about twelve seconds.
pub fn default_budget(moves: usize) -> Budget {
    let share = WHOLE_GAME / (moves + 1).min(10_000) as u32;
    Budget::time(share.clamp(MIN_TIME, MAX_TIME))
}

/// Why a game cannot be reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoReview {
    /// The game has none.
    #[error("this game has no review")]
    NotOffered,
    /// There is nothing to review.
    #[error("no move has been made yet")]
    NoMoves,
    /// A review would give secrets away.
    #[error("a review would give secrets away; finish the game first")]
    Unfinished,
}

/// Whether a game can be reviewed now; if so, its reviewer.
pub fn check<G: AiPlayers + Words>(session: &Session<G>) -> Result<Reviewer<G>, NoReview> {
    let reviewer = G::reviewer().ok_or(NoReview::NotOffered)?;
    if session.plies().is_empty() {
        return Err(NoReview::NoMoves);
    }
    if G::FACTS.hidden && !session.has_ended() {
        return Err(NoReview::Unfinished);
    }
    Ok(reviewer)
}

/// A review in the background. It ends when this is dropped.
#[derive(Debug)]
pub struct Review {
    job: Job<()>,
    running: bool,
    found: Receiver<Finding>,
    report: Report,
    /// The moves of the game, to notice when it changes.
    moves: Vec<(Side, String)>,
}

impl Review {
    /// Starts to review the whole game of a session. `waker` is called from another thread when there is something new.
    pub fn start<G: AiPlayers + Words>(
        session: &Session<G>,
        budget: Budget,
        waker: impl Fn() + Send + Sync + 'static,
    ) -> Result<Review, NoReview> {
        let reviewer = check(session)?;
        let record = Record::of(session);
        let moves: Vec<_> = session.plies().iter().map(|ply| (ply.side, ply.text.clone())).collect();
        let (sender, found) = mpsc::channel();
        let job = Job::start("review", waker, move |work| {
            // Nobody is listening if the review was dropped.
            let send = |finding| {
                let _ = sender.send(finding);
            };
            reviewer(&record, &Reviewing::new(&budget, work, &send));
        });
        Ok(Review { job, running: true, found, report: Report::new(moves.len()), moves })
    }

    /// Takes what has been found since the last call.
    pub fn poll(&mut self) {
        // The end is looked for first: findings come before it.
        let ended = self.job.poll().is_some();
        for finding in self.found.try_iter() {
            self.report.add(finding);
        }
        self.running &= !ended;
    }

    /// Whether it is still under way.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// How far it has come, 0 to 1.
    pub fn progress(&self) -> f32 {
        self.job.progress().done.unwrap_or(0.0) as f32
    }

    /// Ends it early. What was found stays.
    pub fn stop(&self) {
        self.job.stop();
    }

    /// What was found so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Whether the game of the session is still the one that was reviewed.
    pub fn is_of<G: AiPlayers>(&self, session: &Session<G>) -> bool {
        let played = session.plies().iter().map(|ply| (ply.side, ply.text.as_str()));
        self.moves.iter().map(|(side, text)| (*side, text.as_str())).eq(played)
    }
}

/// Reviews a game and waits for the end.
pub fn review_now<G: AiPlayers + Words>(
    session: &Session<G>,
    budget: &Budget,
    work: &Work,
) -> Result<Report, NoReview> {
    let reviewer = check(session)?;
    Ok(collect(reviewer, &Record::of(session), budget, work))
}

/// The same in the terminal, with a progress bar. Ctrl-C ends it early; then the report holds what was found.
pub fn review_with_bar<G: AiPlayers + Words>(
    session: &Session<G>,
    budget: Budget,
) -> Result<Result<Report, JobError>, NoReview> {
    let reviewer = check(session)?;
    let record = Record::of(session);
    Ok(run_with_bar("review", move |work| collect(reviewer, &record, &budget, work)))
}

fn collect<G: AiPlayers>(reviewer: Reviewer<G>, record: &Record<G>, budget: &Budget, work: &Work) -> Report {
    let (sender, found) = mpsc::channel();
    let send = |finding| {
        let _ = sender.send(finding);
    };
    reviewer(record, &Reviewing::new(budget, work, &send));
    let mut report = Report::new(record.moves.len());
    for finding in found.try_iter() {
        report.add(finding);
    }
    report
}
