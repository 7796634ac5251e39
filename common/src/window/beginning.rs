//! A game on its way to be shown: generating a board may take seconds, so it is made in the background.

use crate::job::{Progress, Work};
use crate::player::AiPlayers;
use crate::session::{BadSave, NotStarted, Session};
use egui::Context;
use std::time::Duration;

type Started<G> = Result<Session<G>, BadSave>;
#[cfg(target_arch = "wasm32")]
type Start<G> = Box<dyn Fn(&Work) -> Started<G>>;

/// A game that is being made, on a thread.
#[cfg(not(target_arch = "wasm32"))]
pub(super) struct Beginning<G: AiPlayers>(crate::job::Job<Started<G>>);

#[cfg(not(target_arch = "wasm32"))]
impl<G: AiPlayers> Beginning<G> {
    pub fn start(ctx: &Context, start: impl Fn(&Work) -> Started<G> + Send + 'static) -> Beginning<G> {
        let ctx = ctx.clone();
        Beginning(crate::job::Job::start("starting", move || ctx.request_repaint(), start))
    }

    /// Waits for the game, at most this long.
    pub fn wait(&mut self, max: Duration) {
        self.0.wait(max);
    }

    /// The game, once it is there.
    pub fn poll(&mut self) -> Option<Started<G>> {
        Some(self.0.poll()?.unwrap_or_else(|why| Err(failed(why.to_string()))))
    }

    pub fn progress(&self) -> Progress {
        self.0.progress()
    }

    pub fn stop(&mut self) {
        self.0.stop();
    }
}

/// A game that is being made in a web page: at once, or as soon as a worker has made its start position.
#[cfg(target_arch = "wasm32")]
pub(super) struct Beginning<G: AiPlayers> {
    result: Option<Started<G>>,
    start: Start<G>,
    task: Option<crate::job::TaskJob<crate::session::StartTask<G>>>,
}

#[cfg(target_arch = "wasm32")]
impl<G: AiPlayers> Beginning<G> {
    pub fn start(ctx: &Context, start: impl Fn(&Work) -> Started<G> + Send + 'static) -> Beginning<G> {
        let mut beginning = Beginning { result: None, start: Box::new(start), task: None };
        match (beginning.start)(&Work::quiet().without_slow_starts()) {
            Err(BadSave::NotStarted(NotStarted::Slow { setup, seed })) => {
                use crate::game::Setup;
                match G::Setup::from_map(&setup) {
                    Ok(setup) => {
                        let (task, ctx) = (crate::session::StartTask::new(setup, seed), ctx.clone());
                        beginning.task =
                            Some(crate::job::TaskJob::start(task, move || ctx.request_repaint()));
                    }
                    Err(why) => beginning.result = Some(Err(failed(why.to_string()))),
                }
            }
            result => beginning.result = Some(result),
        }
        beginning
    }

    /// There is nothing to wait for.
    #[expect(clippy::unused_self, reason = "as on the desktop, where a thread is waited for")]
    pub fn wait(&mut self, _: Duration) {}

    /// The game, once it is there.
    pub fn poll(&mut self) -> Option<Started<G>> {
        if self.result.is_some() {
            return self.result.take();
        }
        Some(match self.task.as_mut()?.poll()? {
            Ok(Ok(start)) => (self.start)(&Work::quiet().with_start(Some(start))),
            Ok(Err(why)) => Err(failed(why)),
            Err(crate::job::JobError::Stopped) => Err(BadSave::NotStarted(NotStarted::Cancelled)),
            Err(why) => Err(failed(why.to_string())),
        })
    }

    pub fn progress(&self) -> Progress {
        self.task.as_ref().map_or_else(Progress::default, crate::job::TaskJob::progress)
    }

    pub fn stop(&mut self) {
        if let Some(task) = &mut self.task {
            task.stop();
        }
    }
}

fn failed(why: String) -> BadSave {
    BadSave::NotStarted(NotStarted::Setup(why))
}
