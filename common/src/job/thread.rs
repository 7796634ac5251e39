//! Work on a thread.

use super::{JobError, Progress, Stop, Waker, Work};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

/// The stack of a job's thread: searches recurse deeply.
const STACK: usize = 8 << 20;

/// Work on a thread of its own. It is asked to stop when the job is dropped.
#[derive(Debug)]
pub struct Job<T> {
    pub(super) work: Work,
    result: Receiver<Result<T, JobError>>,
    /// A result that arrived while somebody waited for it.
    arrived: Option<Result<T, JobError>>,
    finished: bool,
}

impl<T: Send + 'static> Job<T> {
    /// Starts work. `waker` is called from its thread after every report and at the end.
    pub fn start(
        name: &str,
        waker: impl Fn() + Send + Sync + 'static,
        run: impl FnOnce(&Work) -> T + Send + 'static,
    ) -> Job<T> {
        Job::with_stop(name, Stop::default(), Arc::new(waker), run)
    }

    /// Starts work in steps: `step` is called until it returns the result. In a web page other things are done between
    /// two steps.
    pub fn in_steps(
        name: &str,
        waker: impl Fn() + Send + Sync + 'static,
        mut step: impl FnMut(&Work) -> Option<T> + Send + 'static,
    ) -> Job<T> {
        Job::start(name, waker, move |work| {
            loop {
                if let Some(result) = step(work) {
                    return result;
                }
            }
        })
    }

    /// The same as [`Job::start`], with a stop flag that others hold too.
    pub(crate) fn with_stop(
        name: &str,
        stop: Stop,
        waker: Waker,
        run: impl FnOnce(&Work) -> T + Send + 'static,
    ) -> Job<T> {
        let work = Work { waker, ..Work::with_stop(stop) };
        let (sender, result) = mpsc::sync_channel(1);
        begin(name, work.clone(), sender, run);
        Job { work, result, arrived: None, finished: false }
    }

    /// The result, once it is there. It is returned once.
    pub fn poll(&mut self) -> Option<Result<T, JobError>> {
        if self.finished {
            return None;
        }
        let result = self.arrived.take().or_else(|| match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(JobError::Panicked)),
        });
        self.finished = result.is_some();
        result
    }

    /// Waits for the result, at most this long; [`Job::poll`] returns it.
    pub fn wait(&mut self, max: Duration) {
        if !self.finished && self.arrived.is_none() {
            self.arrived = match self.result.recv_timeout(max) {
                Ok(result) => Some(result),
                Err(mpsc::RecvTimeoutError::Timeout) => None,
                Err(mpsc::RecvTimeoutError::Disconnected) => Some(Err(JobError::Panicked)),
            };
        }
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.work.progress()
    }

    /// Asks it to end. The result still arrives.
    pub fn stop(&self) {
        self.work.stop.raise();
    }
}

fn begin<T: Send + 'static>(
    name: &str,
    work: Work,
    sender: mpsc::SyncSender<Result<T, JobError>>,
    run: impl FnOnce(&Work) -> T + Send + 'static,
) {
    let failed = sender.clone();
    let thread = std::thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| run(&work))).map_err(|_| JobError::Panicked);
        // Nobody is listening if the job was dropped.
        let _ = sender.send(done);
        (work.waker)();
    });
    if let Err(why) = thread {
        let _ = failed.send(Err(JobError::NoThread(why.to_string())));
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.work.stop.raise();
    }
}
