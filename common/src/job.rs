//! Work in the background: it reports progress, can be stopped, and wakes its owner.
//!
//! [`Job`] runs work on a thread of its own, for windows. `run_with_bar` runs it in the terminal behind a progress bar.
//! The work itself sees only a [`Work`], so that it can run anywhere.
//!
//! A web page has no threads: there a [`Job`] is done at once, and work that takes long is a [`Task`], which is sent to a
//! worker as text.

#[cfg(not(target_arch = "wasm32"))]
mod bar;
mod task;

#[cfg(not(target_arch = "wasm32"))]
pub use bar::{progress_bar, run_with_bar};
pub use task::{Task, TaskJob};

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// A flag that asks work on another thread to end.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the work to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Whether the work was asked to end.
    pub fn raised(&self) -> bool {
        #[cfg(target_arch = "wasm32")]
        crate::web::pulse();
        self.0.load(Ordering::Relaxed)
    }
}

/// How many cores this computer has; 1 if it does not tell.
pub fn cores() -> usize {
    #[cfg(target_arch = "wasm32")]
    return crate::web::cores();
    #[cfg(not(target_arch = "wasm32"))]
    return std::thread::available_parallelism().map_or(1, usize::from);
}

/// How far work has come.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Progress {
    /// The part that is done, 0 to 1, if that is known.
    pub done: Option<f64>,
    /// What is being done, in a few words.
    pub message: String,
}

type Waker = Arc<dyn Fn() + Send + Sync>;

/// What work is given: when to end, and where to report.
#[derive(Clone)]
pub struct Work {
    stop: Stop,
    progress: Arc<Mutex<Progress>>,
    waker: Waker,
    start: Option<Arc<str>>,
    /// A start position that takes long is not made.
    quick: bool,
}

impl Work {
    /// For work in the foreground: nobody listens to its reports.
    pub fn quiet() -> Work {
        Work::with_stop(Stop::default())
    }

    /// For work that ends when `stop` is raised.
    pub fn with_stop(stop: Stop) -> Work {
        Work { stop, progress: Arc::default(), waker: Arc::new(|| {}), start: None, quick: false }
    }

    /// For work in a worker: its reports go to the page.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn telling(tell: impl Fn(&Progress) + Send + Sync + 'static) -> Work {
        let progress = Arc::<Mutex<Progress>>::default();
        let shared = Arc::clone(&progress);
        let waker = Arc::new(move || tell(&shared.lock().unwrap_or_else(PoisonError::into_inner)));
        Work { stop: Stop::default(), progress, waker, start: None, quick: false }
    }

    /// The same work, with the text of a start position that was made before.
    #[must_use]
    pub fn with_start(self, start: Option<String>) -> Work {
        Work { start: start.map(Arc::from), ..self }
    }

    /// The same work, in which a start position that takes long is not made.
    #[must_use]
    pub fn without_slow_starts(self) -> Work {
        Work { quick: true, ..self }
    }

    /// Whether a start position that takes long is not made.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// The text of a start position that was made before.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Whether the work should end now.
    pub fn stopped(&self) -> bool {
        self.stop.raised()
    }

    /// The flag itself, to pass on.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Reports progress: the part that is done, 0 to 1 if that is known, and what is being done.
    pub fn report(&self, done: Option<f64>, message: &str) {
        {
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.done = done.map(|done| done.clamp(0.0, 1.0));
            message.clone_into(&mut progress.message);
        }
        (self.waker)();
    }

    /// The last report.
    pub fn progress(&self) -> Progress {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("stopped", &self.stopped()).field("progress", &self.progress()).finish()
    }
}

/// Why work has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum JobError {
    /// It panicked.
    #[error("it failed because of a mistake in the program")]
    Panicked,
    /// It was stopped, and has no result.
    #[error("it was stopped")]
    Stopped,
    /// Its thread could not be started.
    #[error("no thread could be started: {0}")]
    NoThread(String),
}

/// Work on a thread of its own. It is asked to stop when the job is dropped.
#[derive(Debug)]
pub struct Job<T> {
    work: Work,
    result: Receiver<Result<T, JobError>>,
    /// A result that arrived while somebody waited for it.
    arrived: Option<Result<T, JobError>>,
    finished: bool,
}

/// The stack of a job's thread: searches recurse deeply.
#[cfg(not(target_arch = "wasm32"))]
const STACK: usize = 8 << 20;

impl<T: Send + 'static> Job<T> {
    /// Starts work. `waker` is called from its thread after every report and at the end.
    pub fn start(
        name: &str,
        waker: impl Fn() + Send + Sync + 'static,
        run: impl FnOnce(&Work) -> T + Send + 'static,
    ) -> Job<T> {
        Job::with_stop(name, Stop::default(), Arc::new(waker), run)
    }

    /// The same, with a stop flag that others hold too.
    pub(crate) fn with_stop(
        name: &str,
        stop: Stop,
        waker: Waker,
        run: impl FnOnce(&Work) -> T + Send + 'static,
    ) -> Job<T> {
        let work = Work { stop, progress: Arc::default(), waker, start: None, quick: false };
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
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait(&mut self, max: Duration) {
        if !self.finished && self.arrived.is_none() {
            self.arrived = match self.result.recv_timeout(max) {
                Ok(result) => Some(result),
                Err(mpsc::RecvTimeoutError::Timeout) => None,
                Err(mpsc::RecvTimeoutError::Disconnected) => Some(Err(JobError::Panicked)),
            };
        }
    }

    /// The result is there already.
    #[cfg(target_arch = "wasm32")]
    pub fn wait(&mut self, _: Duration) {}

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.work.progress()
    }

    /// Asks it to end. The result still arrives.
    pub fn stop(&self) {
        self.work.stop.raise();
    }
}

/// Starts work on a thread of its own.
#[cfg(not(target_arch = "wasm32"))]
fn begin<T: Send + 'static>(
    name: &str,
    work: Work,
    sender: mpsc::SyncSender<Result<T, JobError>>,
    run: impl FnOnce(&Work) -> T + Send + 'static,
) {
    use std::panic::{AssertUnwindSafe, catch_unwind};
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

/// Does the work at once.
#[cfg(target_arch = "wasm32")]
#[expect(clippy::needless_pass_by_value, reason = "as on the desktop, where a thread takes them")]
fn begin<T: Send + 'static>(
    _: &str,
    work: Work,
    sender: mpsc::SyncSender<Result<T, JobError>>,
    run: impl FnOnce(&Work) -> T + Send + 'static,
) {
    let _ = sender.send(Ok(run(&work)));
    (work.waker)();
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.work.stop.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    /// Waits for a result, however busy the computer is.
    fn finish<T: Send + 'static>(mut job: Job<T>) -> Result<T, JobError> {
        loop {
            if let Some(result) = job.poll() {
                return result;
            }
            job.wait(Duration::from_mins(1));
        }
    }

    #[test]
    fn a_result_comes_once_and_wakes() {
        let woken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&woken);
        let wake = move || {
            count.fetch_add(1, Ordering::SeqCst);
        };
        let mut job = Job::start("test", wake, |work| {
            work.report(Some(0.5), "half");
            7
        });
        job.wait(Duration::from_mins(5));
        assert_eq!(job.poll(), Some(Ok(7)));
        assert_eq!(job.poll(), None);
        assert_eq!(job.progress(), Progress { done: Some(0.5), message: "half".into() });
        assert!(woken.load(Ordering::SeqCst) >= 1);
    }

    #[test]
    fn work_that_is_stopped_or_dropped_ends() {
        let (sender, ended) = mpsc::channel();
        let endless = move |work: &Work| {
            while !work.stopped() {
                thread::yield_now();
            }
            let _ = sender.send(());
            "stopped"
        };
        let job = Job::start("test", || {}, endless.clone());
        job.stop();
        assert_eq!(finish(job), Ok("stopped"));
        drop(Job::start("test", || {}, endless));
        assert_eq!((ended.recv(), ended.recv()), (Ok(()), Ok(())));
    }

    #[test]
    fn a_panic_is_an_error() {
        let job = Job::start("test", || {}, |_| -> u8 { panic!("this work panics on purpose") });
        assert_eq!(finish(job), Err(JobError::Panicked));
    }

    #[test]
    fn in_the_terminal_the_result_is_returned() {
        assert_eq!(run_with_bar("test", Work::stopped), Ok(false));
    }
}
