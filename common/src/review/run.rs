//! Running a review: in the background for windows, with a progress bar in the terminal.

use super::{Finding, Record, Report, Reviewer, Reviewing};
use crate::game::Side;
use crate::job::Work;
#[cfg(not(target_arch = "wasm32"))]
use crate::job::{JobError, run_with_bar};
use crate::player::{AiPlayers, Budget};
use crate::session::Session;
use crate::words::Words;
use std::sync::mpsc;
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
    if session.plies().len() <= session.start_moves() {
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
    search: Search,
    running: bool,
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
        let moves: Vec<_> = session.plies().iter().map(|ply| (ply.side, ply.text.clone())).collect();
        let search = Search::start(session, reviewer, budget, waker);
        Ok(Review { search, running: true, report: Report::new(moves.len(), session.start_moves()), moves })
    }

    /// Takes what has been found since the last call.
    pub fn poll(&mut self) {
        // The end is looked for first: findings come before it.
        let ended = self.search.has_ended();
        for finding in self.search.found() {
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
        self.search.progress().done.unwrap_or(0.0) as f32
    }

    /// Ends it early. What was found stays.
    pub fn stop(&mut self) {
        self.search.stop();
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

#[cfg(not(target_arch = "wasm32"))]
use thread::Search;
#[cfg(target_arch = "wasm32")]
pub use worker::ReviewTask;
#[cfg(target_arch = "wasm32")]
use worker::Search;

/// A review on a thread.
#[cfg(not(target_arch = "wasm32"))]
mod thread {
    use super::{AiPlayers, Budget, Finding, Record, Reviewer, Reviewing, Session};
    use crate::job::{Job, Progress};
    use std::sync::mpsc::{self, Receiver};

    #[derive(Debug)]
    pub(super) struct Search {
        job: Job<()>,
        found: Receiver<Finding>,
    }

    impl Search {
        pub(super) fn start<G: AiPlayers>(
            session: &Session<G>,
            reviewer: Reviewer<G>,
            budget: Budget,
            waker: impl Fn() + Send + Sync + 'static,
        ) -> Search {
            let record = Record::of(session);
            let (sender, found) = mpsc::channel();
            let job = Job::start("review", waker, move |work| {
                // Nobody is listening if the review was dropped.
                let send = |finding| {
                    let _ = sender.send(finding);
                };
                reviewer(&record, &Reviewing::new(&budget, work, &send));
            });
            Search { job, found }
        }
        pub(super) fn has_ended(&mut self) -> bool {
            self.job.poll().is_some()
        }
        pub(super) fn found(&mut self) -> Vec<Finding> {
            self.found.try_iter().collect()
        }
        pub(super) fn progress(&self) -> Progress {
            self.job.progress()
        }
        pub(super) fn stop(&mut self) {
            self.job.stop();
        }
    }
}

/// A review in a worker of the web page.
#[cfg(target_arch = "wasm32")]
mod worker {
    use super::{AiPlayers, Budget, Duration, Finding, Record, Reviewer, Reviewing, Session, Words};
    use crate::job::{JobError, Progress, Task, TaskJob, Work};
    use crate::session::Saved;
    use serde::{Deserialize, Serialize};
    use std::marker::PhantomData;

    /// A game to review.
    #[derive(Serialize, Deserialize)]
    #[serde(bound = "")]
    pub struct ReviewTask<G> {
        /// The saved game.
        game: String,
        /// Its start position, where making it takes long.
        start: Option<String>,
        /// How many moves belong to the start of the game.
        start_moves: usize,
        time: Option<Duration>,
        #[serde(skip)]
        of: PhantomData<fn() -> G>,
    }

    impl<G: AiPlayers + Words> Task for ReviewTask<G> {
        const NAME: &'static str = "review";
        type News = Finding;
        type Output = ();

        fn run(self, work: &Work, tell: &(dyn Fn(Finding) + Sync)) {
            let Ok(saved) = Saved::read::<G>(&self.game) else { return };
            let brought = Work::quiet().with_start(self.start);
            let Ok(mut session) = Session::<G>::preview(saved, &brought) else { return };
            session.set_start_moves(self.start_moves);
            let Some(reviewer) = G::reviewer() else { return };
            let budget = Budget { time: self.time, ..Budget::default() };
            reviewer(&Record::of(&session), &Reviewing::new(&budget, work, &|finding| tell(finding)));
        }
    }

    /// The task without its type.
    trait Running {
        fn poll(&mut self) -> Option<Result<(), JobError>>;
        fn news(&mut self) -> Vec<Finding>;
        fn progress(&self) -> Progress;
        fn stop(&mut self);
    }

    impl<G: AiPlayers + Words> Running for TaskJob<ReviewTask<G>> {
        fn poll(&mut self) -> Option<Result<(), JobError>> {
            TaskJob::poll(self)
        }
        fn news(&mut self) -> Vec<Finding> {
            TaskJob::news(self)
        }
        fn progress(&self) -> Progress {
            TaskJob::progress(self)
        }
        fn stop(&mut self) {
            TaskJob::stop(self);
        }
    }

    pub(super) struct Search(Box<dyn Running>);

    impl std::fmt::Debug for Search {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_tuple("Search").field(&self.0.progress()).finish()
        }
    }

    impl Search {
        #[expect(
            clippy::needless_pass_by_value,
            reason = "as on the desktop, where a thread takes the budget"
        )]
        pub(super) fn start<G: AiPlayers + Words>(
            session: &Session<G>,
            _: Reviewer<G>,
            budget: Budget,
            waker: impl Fn() + Send + Sync + 'static,
        ) -> Search {
            let game = session.saved().write().unwrap_or_default();
            let start = session.start_text();
            let start_moves = session.start_moves();
            let task = ReviewTask::<G> { game, start, start_moves, time: budget.time, of: PhantomData };
            Search(Box::new(TaskJob::start(task, waker)))
        }
        pub(super) fn has_ended(&mut self) -> bool {
            self.0.poll().is_some()
        }
        pub(super) fn found(&mut self) -> Vec<Finding> {
            self.0.news()
        }
        pub(super) fn progress(&self) -> Progress {
            self.0.progress()
        }
        pub(super) fn stop(&mut self) {
            self.0.stop();
        }
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

#[cfg(not(target_arch = "wasm32"))]
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
    let mut report = Report::new(record.moves.len(), record.start_moves);
    for finding in found.try_iter() {
        report.add(finding);
    }
    report
}
