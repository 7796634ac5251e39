//! Work in the background: it reports progress, can be stopped, and wakes its owner.
//!
//! [`Job`] runs work on a thread of its own, for windows. `run_with_bar` runs it in the terminal behind a progress bar.
//! The work itself sees only a [`Work`], so that it can run anywhere.
//!
//! A web page has no threads. There a [`Job`] runs on the thread that draws, while its owner polls it: not in the frame
//! of the first poll, which shows that something is being done, but in the frames after it. A job that is dropped, or no
//! longer polled, does nothing more. Work that takes long is divided into steps ([`Job::in_steps`]), one for each frame,
//! or is a [`Task`], which is sent to a worker as text.

#[cfg(not(target_arch = "wasm32"))]
mod bar;
#[cfg(any(test, target_arch = "wasm32"))]
mod page;
mod task;
#[cfg(not(target_arch = "wasm32"))]
mod thread;

#[cfg(not(target_arch = "wasm32"))]
pub use bar::{progress_bar, run_with_bar};
#[cfg(target_arch = "wasm32")]
pub use page::Job;
#[cfg(target_arch = "wasm32")]
pub(crate) use page::begin_frame;
pub use task::{Task, TaskJob};
#[cfg(not(target_arch = "wasm32"))]
pub use thread::Job;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

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
    fn steps_are_done_until_there_is_a_result() {
        let mut left = 3;
        let job = Job::in_steps(
            "test",
            || {},
            move |_| {
                left -= 1;
                (left == 0).then_some("done")
            },
        );
        assert_eq!(finish(job), Ok("done"));
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
