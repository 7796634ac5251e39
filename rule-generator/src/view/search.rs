//! A search in the background, and what is shown while it runs.

use super::words;
use crate::generate::{Current, Method, Report, Request, Status};
use crate::mask::Mask;
use background::Running;
use common::job::JobError;
use common::window::{Tokens, card, quiet, theme};
use common::words::capitalized;
use egui::{RichText, Role, Sense, Ui, WidgetInfo, vec2};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// How often the numbers are updated.
pub const REFRESH: Duration = Duration::from_millis(100);
/// After this time the tries of a step are enough for a rate.
const MIN_COUNTED: Duration = Duration::from_millis(100);

/// A search that runs.
pub struct Search {
    job: Running,
    status: Arc<Status>,
    rows: usize,
    start: Instant,
    stopping: bool,
    progress: Progress,
    /// What it was asked for.
    pub request: Request,
    /// The mask on the canvas when it began.
    pub mask: Mask,
}

/// What the steps of a search have reached. Methods take turns, often several times a second.
#[derive(Default)]
struct Progress {
    /// The number of states that is tried, and the rows that were reached with it by any method.
    best: (u8, usize),
    /// The tries per second of each method, when it had its last turn.
    per_second: Vec<(Method, f64)>,
}

impl Progress {
    /// Adds what the current step has reached.
    fn update(&mut self, current: &Current, rows: usize, tries: u64) {
        let best = if self.best.0 == current.states { self.best.1.max(rows) } else { rows };
        self.best = (current.states, best);
        let Some(time) = current.since.map(|since| since.elapsed()).filter(|time| *time >= MIN_COUNTED)
        else {
            return;
        };
        self.per_second.retain(|(method, _)| *method != current.method);
        self.per_second.push((current.method, tries as f64 / time.as_secs_f64()));
    }

    /// The tries per second of a method, once they are known.
    fn per_second(&self, method: Method) -> Option<f64> {
        self.per_second.iter().find(|(known, _)| *known == method).map(|(_, rate)| *rate)
    }
}

impl Search {
    /// Starts a search. The window is drawn again when it ends.
    pub fn start(request: Request, mask: Mask, ctx: &egui::Context) -> Search {
        let status = Arc::new(Status::default());
        let rows = request.mask.height();
        let job = Running::start(request.clone(), Arc::clone(&status), ctx);
        let progress = Progress::default();
        Search { job, status, rows, start: Instant::now(), stopping: false, progress, request, mask }
    }

    /// The report, once it is there.
    pub fn poll(&mut self) -> Option<Result<Report, JobError>> {
        self.job.poll()
    }

    /// Asks it to end. The report still arrives.
    pub fn stop(&mut self) {
        self.stopping = true;
        self.job.stop();
    }

    /// Whether it was asked to end.
    pub fn is_stopping(&self) -> bool {
        self.stopping
    }

    /// What it does now.
    pub fn current(&self) -> Current {
        self.status.current()
    }

    /// Draws the card of progress.
    pub fn ui(&mut self, ui: &mut Ui, current: &Current) {
        let meter = &self.status.meter;
        self.progress.update(current, meter.rows().min(self.rows), meter.tries());
        let rows = self.progress.best.1;
        card(ui, |ui| {
            (ui.spacing_mut().item_spacing.y, ui.spacing_mut().interact_size.y) = (6.0, 18.0);
            let title = match current.states {
                _ if self.stopping => "Stopping…".to_owned(),
                0 => "Checking the picture…".to_owned(),
                states => format!("Trying {}…", words::states(states)),
            };
            ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
            paint_bar(ui, rows as f32 / self.rows as f32);
            let line = |ui: &mut Ui, name: &str, value: String| {
                ui.horizontal(|ui| {
                    ui.label(quiet(name));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        ui.label(RichText::new(value).font(theme::plain(theme::size::SMALL)));
                    });
                });
            };
            // The solver does not go row by row.
            let reached = match current.method {
                Method::Sat if rows == 0 => format!("all {} at once", self.rows),
                _ => format!("{rows} of {}", self.rows),
            };
            line(ui, "Rows reached", reached);
            let unit = words::unit(current.method);
            let per_second = self.progress.per_second(current.method);
            let per_second = match per_second {
                None => "…".to_owned(),
                // Writing the clauses of a large mask takes seconds.
                Some(0.0) => "preparing…".to_owned(),
                Some(rate) => words::grouped(rate as u64),
            };
            line(ui, &format!("{} per second", capitalized(unit)), per_second);
            line(ui, "Method", words::method(current.method).to_owned());
            line(ui, "Time", words::duration(self.start.elapsed().max(REFRESH)));
            let found = match current.found.as_slice() {
                [] => "none yet".to_owned(),
                [found, ..] => {
                    format!("{}, with {}", current.found.len(), words::states(found.automaton.states()))
                }
            };
            line(ui, "Results", found);
        });
    }
}

/// The search on a thread.
#[cfg(not(target_arch = "wasm32"))]
mod background {
    use crate::generate::{Report, Request, Status, generate};
    use common::job::{Job, JobError};
    use std::sync::Arc;

    pub(super) struct Running(Job<Report>);

    impl Running {
        pub fn start(request: Request, status: Arc<Status>, ctx: &egui::Context) -> Running {
            let ctx = ctx.clone();
            let run = move |work: &common::job::Work| generate(&request, &status, work);
            Running(Job::start("generate", move || ctx.request_repaint(), run))
        }

        pub fn poll(&mut self) -> Option<Result<Report, JobError>> {
            self.0.poll()
        }

        pub fn stop(&mut self) {
            self.0.stop();
        }
    }
}

/// The search in a worker of the web page.
#[cfg(target_arch = "wasm32")]
pub mod background {
    use crate::generate::{Current, Found, Method, Report, Request, Status, generate};
    use common::job::{JobError, Task, TaskJob, Work};
    use serde::{Deserialize, Serialize};
    use std::sync::Arc;
    use std::time::Duration;
    use web_time::Instant;

    /// A search.
    #[derive(Serialize, Deserialize)]
    pub struct GenerateTask(Request);

    /// What a search does now.
    #[derive(Serialize, Deserialize)]
    pub struct Step {
        states: u8,
        method: Method,
        since: Option<Duration>,
        found: Vec<Found>,
        rows: usize,
        tries: u64,
    }

    impl Step {
        fn of(status: &Status) -> Step {
            let Current { states, method, since, found } = status.current();
            let since = since.map(|since| since.elapsed());
            Step { states, method, since, found, rows: status.meter.rows(), tries: status.meter.tries() }
        }

        fn show(self, status: &Status) {
            let since = self.since.and_then(|since| Instant::now().checked_sub(since));
            let current = Current { states: self.states, method: self.method, since, found: self.found };
            status.show(current, self.rows, self.tries);
        }
    }

    impl Task for GenerateTask {
        const NAME: &'static str = "generate";
        type News = Step;
        type Output = Report;

        fn run(self, work: &Work, _: &(dyn Fn(Step) + Sync)) -> Report {
            let status = Arc::new(Status::default());
            let shown = Arc::clone(&status);
            let pulse = move || common::web::tell::<GenerateTask>(&Step::of(&shown));
            common::web::with_pulse(pulse, || generate(&self.0, &status, work))
        }
    }

    pub(super) struct Running {
        task: TaskJob<GenerateTask>,
        status: Arc<Status>,
        start: Instant,
    }

    impl Running {
        pub fn start(request: Request, status: Arc<Status>, ctx: &egui::Context) -> Running {
            let ctx = ctx.clone();
            let task = TaskJob::start(GenerateTask(request), move || ctx.request_repaint());
            Running { task, status, start: Instant::now() }
        }

        pub fn poll(&mut self) -> Option<Result<Report, JobError>> {
            for step in self.task.news() {
                step.show(&self.status);
            }
            Some(match self.task.poll()? {
                // The worker was ended: what it had found is the result.
                Err(JobError::Stopped) => {
                    let found = self.status.current().found;
                    Ok(Report { found, elapsed: self.start.elapsed(), ..Report::default() })
                }
                result => result,
            })
        }

        pub fn stop(&mut self) {
            self.task.stop();
        }
    }
}

/// A thin bar. It is empty where a search does not go row by row.
fn paint_bar(ui: &mut Ui, part: f32) {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 6.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, "rows reached"));
    ui.painter().rect_filled(rect, 3, tokens.line);
    if part > 0.0 {
        let done = rect.with_max_x(rect.left() + (rect.width() * part).max(6.0));
        ui.painter().rect_filled(done, 3, tokens.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_kept_while_methods_take_turns() {
        let mut progress = Progress::default();
        let step = |states, method, age: u64| Current {
            states,
            method,
            since: Instant::now().checked_sub(Duration::from_millis(age)),
            ..Current::default()
        };
        progress.update(&step(4, Method::Beam, 1000), 7, 5000);
        progress.update(&step(4, Method::Sat, 5), 0, 3);
        assert_eq!(progress.best, (4, 7));
        assert_eq!(progress.per_second(Method::Sat), None, "it has just begun");
        assert!((4000.0..=5000.0).contains(&progress.per_second(Method::Beam).unwrap()));
        progress.update(&step(5, Method::Sat, 2000), 0, 3000);
        assert_eq!(progress.best, (5, 0));
        assert!((1000.0..=1500.0).contains(&progress.per_second(Method::Sat).unwrap()));
    }
}
