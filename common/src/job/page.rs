//! Work in a web page: on the thread that draws, between two frames.

use super::{JobError, Progress, Stop, Work};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

thread_local! {
    /// The number of the frame that is being drawn.
    static FRAME: Cell<u64> = const { Cell::new(0) };
}

/// Says that a frame is being drawn.
pub(crate) fn begin_frame(number: u64) {
    FRAME.set(number);
}

type Step<T> = Box<dyn FnMut(&Work) -> Option<T> + Send>;

/// Work that is done while it is polled, at most one step in a frame. A job that is dropped does nothing more.
pub struct Job<T> {
    work: Work,
    /// Returns the result after the last step; `None` if the result has been returned.
    step: Option<Step<T>>,
    /// The frame in which it was polled first, or in which the last step was done.
    last_frame: Option<u64>,
}

impl<T: Send + 'static> Job<T> {
    /// Prepares work. The second frame that polls it does it.
    pub fn start(
        name: &str,
        waker: impl Fn() + Send + Sync + 'static,
        run: impl FnOnce(&Work) -> T + Send + 'static,
    ) -> Job<T> {
        let mut run = Some(run);
        Job::in_steps(name, waker, move |work| run.take().map(|run| run(work)))
    }

    /// Prepares work in steps: each frame that polls it does one, except for the first. `step` is called until it returns
    /// the result.
    pub fn in_steps(
        _: &str,
        waker: impl Fn() + Send + Sync + 'static,
        step: impl FnMut(&Work) -> Option<T> + Send + 'static,
    ) -> Job<T> {
        let work = Work { waker: Arc::new(waker), ..Work::with_stop(Stop::default()) };
        (work.waker)();
        Job { work, step: Some(Box::new(step)), last_frame: None }
    }

    /// Does a step if it is time for one. The result is returned once.
    pub fn poll(&mut self) -> Option<Result<T, JobError>> {
        let step = self.step.as_mut()?;
        let frame = FRAME.get();
        let result = match self.last_frame.replace(frame) {
            Some(last) if last == frame => return None,
            Some(_) => step(&self.work),
            // This frame shows that something is being done.
            None => None,
        };
        if result.is_some() {
            self.step = None;
        }
        (self.work.waker)();
        result.map(Ok)
    }

    /// Waiting would only keep the page from being drawn.
    #[cfg_attr(test, expect(clippy::unused_self, reason = "as on the desktop, where a thread is waited for"))]
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

impl<T> std::fmt::Debug for Job<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job")
            .field("work", &self.work)
            .field("done", &self.step.is_none())
            .finish_non_exhaustive()
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.work.stop.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn the_first_frame_is_drawn_before_the_work() {
        let woken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&woken);
        let wake = move || {
            count.fetch_add(1, Ordering::SeqCst);
        };
        let mut job = Job::start("test", wake, |work| {
            work.report(None, "at work");
            (7, work.stopped())
        });
        begin_frame(1);
        assert_eq!((job.poll(), job.poll()), (None, None), "however often it is polled");
        assert_eq!(woken.load(Ordering::SeqCst), 2, "there is a next frame");
        job.stop();
        job.wait(Duration::from_mins(5));
        begin_frame(2);
        assert_eq!((job.poll(), job.poll()), (Some(Ok((7, true))), None));
        assert_eq!(job.progress().message, "at work");
        begin_frame(3);
        assert_eq!(job.poll(), None, "the result comes once");
    }

    #[test]
    fn a_frame_does_one_step_and_a_dropped_job_none() {
        let done = Arc::new(AtomicUsize::new(0));
        let steps = || {
            let done = Arc::clone(&done);
            move |_: &Work| (done.fetch_add(1, Ordering::SeqCst) == 2).then_some("done")
        };
        let mut job = Job::in_steps("test", || {}, steps());
        for (frame, result) in [(1, None), (2, None), (3, None), (4, Some(Ok("done")))] {
            begin_frame(frame);
            assert_eq!((job.poll(), job.poll()), (result, None));
            assert_eq!(done.load(Ordering::SeqCst) as u64, frame - 1);
        }
        drop(Job::in_steps("test", || {}, steps()));
        assert_eq!(done.load(Ordering::SeqCst), 3);
    }
}
