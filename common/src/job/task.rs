//! Work that can be sent away: on the desktop it runs on a thread, in a web page it is sent to a worker as text.

use super::{JobError, Progress, Work};
use serde::{Serialize, de::DeserializeOwned};

/// Work that is described by plain data, as are its result and the news that it sends meanwhile.
pub trait Task: Serialize + DeserializeOwned + Send + 'static {
    /// Its name among the tasks of a program.
    const NAME: &'static str;
    /// What it tells while it works.
    type News: Serialize + DeserializeOwned + Send + 'static;
    /// Its result.
    type Output: Serialize + DeserializeOwned + Send + 'static;
    /// Tasks with the same text prefer the same worker, which remembers something from one to the next.
    fn memory(&self) -> String {
        String::new()
    }
    /// Does the work. A worker cannot be asked to stop: it is ended with its task.
    fn run(self, work: &Work, tell: &(dyn Fn(Self::News) + Sync)) -> Self::Output;
}

#[cfg(not(target_arch = "wasm32"))]
mod thread {
    use super::{JobError, Progress, Task};
    use crate::job::Job;
    use std::sync::mpsc::{self, Receiver};
    use std::sync::{Arc, Mutex, PoisonError};

    /// A task under way. It is asked to stop when this is dropped.
    #[derive(Debug)]
    pub struct TaskJob<T: Task> {
        job: Job<T::Output>,
        news: Receiver<T::News>,
    }

    impl<T: Task> TaskJob<T> {
        /// Starts a task. `waker` is called when there is something new.
        pub fn start(task: T, waker: impl Fn() + Send + Sync + 'static) -> TaskJob<T> {
            let (sender, news) = mpsc::channel();
            let sender = Mutex::new(sender);
            let waker = Arc::new(waker);
            let wake = Arc::clone(&waker);
            let job = Job::start(
                T::NAME,
                move || waker(),
                move |work| {
                    task.run(work, &|told| {
                        // Nobody is listening if the job was dropped.
                        let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send(told);
                        wake();
                    })
                },
            );
            TaskJob { job, news }
        }

        /// The result, once it is there. It is returned once. All news come before it.
        pub fn poll(&mut self) -> Option<Result<T::Output, JobError>> {
            self.job.poll()
        }

        /// What it has told since the last call.
        pub fn news(&mut self) -> Vec<T::News> {
            self.news.try_iter().collect()
        }

        /// How far it has come.
        pub fn progress(&self) -> Progress {
            self.job.progress()
        }

        /// Asks it to end. The result still arrives.
        pub fn stop(&mut self) {
            self.job.stop();
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod worker {
    use super::{JobError, Progress, Task};
    use crate::web::{Worker, WorkerNews};

    /// A task under way. Its worker is ended when this is dropped.
    #[derive(Debug)]
    pub struct TaskJob<T: Task> {
        worker: Option<Worker>,
        news: Vec<T::News>,
        progress: Progress,
        result: Option<Result<T::Output, JobError>>,
    }

    impl<T: Task> TaskJob<T> {
        /// Starts a task. The page is drawn when there is something new.
        #[expect(clippy::needless_pass_by_value, reason = "as on the desktop, where a thread takes both")]
        pub fn start(task: T, _: impl Fn() + Send + Sync + 'static) -> TaskJob<T> {
            let worker = Worker::start(&task.memory());
            worker.ask(&task);
            TaskJob { worker: Some(worker), news: Vec::new(), progress: Progress::default(), result: None }
        }

        fn listen(&mut self) {
            while let Some(news) = self.worker.as_ref().and_then(Worker::poll) {
                match news {
                    WorkerNews::Told(text) => match serde_json::from_str(&text) {
                        Ok(told) => self.news.push(told),
                        Err(_) => self.end(Err(JobError::Panicked)),
                    },
                    WorkerNews::Progress(done, message) => self.progress = Progress { done, message },
                    WorkerNews::Done(text) => {
                        self.end(serde_json::from_str(&text).map_err(|_| JobError::Panicked));
                    }
                    WorkerNews::Failed => self.end(Err(JobError::Panicked)),
                }
            }
        }

        fn end(&mut self, result: Result<T::Output, JobError>) {
            self.worker = None;
            self.result = Some(result);
        }

        /// The result, once it is there. It is returned once. All news come before it.
        pub fn poll(&mut self) -> Option<Result<T::Output, JobError>> {
            self.listen();
            self.result.take()
        }

        /// What it has told since the last call.
        pub fn news(&mut self) -> Vec<T::News> {
            self.listen();
            std::mem::take(&mut self.news)
        }

        /// How far it has come.
        pub fn progress(&self) -> Progress {
            self.progress.clone()
        }

        /// Ends it. A worker that is busy hears nothing, so there is no result.
        pub fn stop(&mut self) {
            if self.worker.is_some() {
                self.end(Err(JobError::Stopped));
            }
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub use thread::TaskJob;
#[cfg(target_arch = "wasm32")]
pub use worker::TaskJob;
