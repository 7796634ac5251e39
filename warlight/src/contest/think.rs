//! An AI player on a thread of its own, so that an answer is always given in time.

use super::clock::Allowance;
use crate::rules::{Move, Position, Setup, View};
use common::cli::Failure;
use common::player::{AiPlayers, Budget, Player, Spec, Stop, Turn, ask_player};
use common::protocol::Lateness;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// Searches recurse deeply: as much stack as a main thread has.
const STACK: usize = 8 << 20;

/// The stop flags are looked at this often.
const SLICE: Duration = Duration::from_millis(10);

/// Chooses the moves of a bot.
pub trait Think {
    /// Chooses a move, not later than the hard limit. An error is a clause that says why there is none.
    fn choose(&mut self, view: &Arc<View>, allowance: Allowance) -> Result<Move, String>;
}

struct Job {
    view: Arc<View>,
    budget: Budget,
    asked: Instant,
}

/// The thread of an AI player.
#[derive(Debug)]
pub struct ThinkingThread {
    jobs: Sender<Job>,
    answers: Receiver<Result<Move, String>>,
    /// The player has not answered a request that was given up.
    late: bool,
    lateness: Lateness,
    /// Raised when nobody waits for answers any more.
    ended: Stop,
}

impl ThinkingThread {
    /// Starts the thread. A player is built at once, so that a wrong name fails early. When `ended` is raised, the search
    /// ends.
    pub fn start(level: Spec, seed: u64, ended: Stop) -> Result<ThinkingThread, Failure> {
        let setup = Setup::default();
        let player = Position::build_player(&level, &setup, seed).map_err(Failure::bad)?;
        let (jobs, received) = channel::<Job>();
        let (sender, answers) = channel();
        let work = move || {
            let (mut setup, mut player): (Arc<Setup>, Box<dyn Player<Position>>) = (Arc::new(setup), player);
            for Job { view, mut budget, asked } in received {
                if *setup != *view.setup {
                    match Position::build_player(&level, &view.setup, seed) {
                        Ok(built) => (setup, player) = (Arc::clone(&view.setup), built),
                        Err(why) => {
                            let _ = sender.send(Err(why.to_string()));
                            continue;
                        }
                    }
                }
                let turn = Turn { side: view.side, view: &*view, setup: &*setup, moves: &[] };
                budget.time = budget.time.map(|time| time.saturating_sub(asked.elapsed()));
                let answer = ask_player(&mut *player, &turn, &budget, &|_| ());
                if sender.send(answer.map_err(|why| why.to_string())).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("thinking".into()).stack_size(STACK).spawn(work);
        thread.map_err(|why| Failure::Bad(format!("no thread could be started: {why}")))?;
        Ok(ThinkingThread { jobs, answers, late: false, lateness: Lateness::default(), ended })
    }
}

impl Think for ThinkingThread {
    fn choose(&mut self, view: &Arc<View>, allowance: Allowance) -> Result<Move, String> {
        let asked = Instant::now();
        let crashed = || "its thread has ended".to_owned();
        if self.late {
            match self.answers.try_recv() {
                Ok(_) => self.late = false,
                Err(TryRecvError::Empty) => return Err("it still thinks about an earlier request".to_owned()),
                Err(TryRecvError::Disconnected) => return Err(crashed()),
            }
        }
        let stop = Stop::default();
        let time = self.lateness.shorten(allowance.time);
        let budget = Budget { stop: stop.clone(), ..Budget::time(time) };
        self.jobs.send(Job { view: Arc::clone(view), budget, asked }).map_err(|_| crashed())?;
        // A player that does not look at its clock may look at its stop flag.
        let soft_limit = time + allowance.hard_limit.saturating_sub(time) / 2;
        loop {
            let elapsed = asked.elapsed();
            if elapsed >= soft_limit || self.ended.raised() {
                stop.raise();
            }
            if elapsed >= allowance.hard_limit {
                self.late = true;
                return Err(format!("it did not answer within {:.1?}", allowance.hard_limit));
            }
            match self.answers.recv_timeout(SLICE.min(allowance.hard_limit.saturating_sub(elapsed))) {
                Ok(answer) => {
                    self.lateness.note(time, asked.elapsed());
                    return answer;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(crashed()),
            }
        }
    }
}
