//! A search in the background, and what is shown while it runs.

use super::words;
use crate::generate::{Current, Method, Report, Request, Status, generate};
use crate::mask::Mask;
use common::job::{Job, JobError};
use common::window::{Tokens, card, quiet, theme};
use egui::{RichText, Role, Sense, Ui, WidgetInfo, vec2};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// How often the numbers are updated.
pub const REFRESH: Duration = Duration::from_millis(100);
/// The time over which tries are counted.
const RATE_INTERVAL: Duration = Duration::from_millis(700);

/// A search that runs.
pub struct Search {
    job: Job<Report>,
    status: Arc<Status>,
    rows: usize,
    start: Instant,
    stopping: bool,
    rate: Rate,
    /// What it was asked for.
    pub request: Request,
    /// The mask on the canvas when it began.
    pub mask: Mask,
}

/// Tries per second.
struct Rate {
    since: Instant,
    states: u8,
    tries: u64,
    per_second: Option<f64>,
}

impl Rate {
    /// Updates the rate after an interval. With other numbers of states the count starts again.
    fn update(&mut self, states: u8, tries: u64) {
        if states != self.states || tries < self.tries {
            *self = Rate { since: Instant::now(), states, tries: 0, per_second: self.per_second };
        } else if self.since.elapsed() >= RATE_INTERVAL {
            let per_second = (tries - self.tries) as f64 / self.since.elapsed().as_secs_f64();
            *self = Rate { since: Instant::now(), states, tries, per_second: Some(per_second) };
        }
    }
}

impl Search {
    /// Starts a search. The window is drawn again when it ends.
    pub fn start(request: Request, mask: Mask, ctx: &egui::Context) -> Search {
        let status = Arc::new(Status::default());
        let (given, ctx) = (Arc::clone(&status), ctx.clone());
        let (rows, search) = (request.mask.height(), request.clone());
        let job = Job::start(
            "generate",
            move || ctx.request_repaint(),
            move |work| generate(&search, &given, work),
        );
        let rate = Rate { since: Instant::now(), states: 0, tries: 0, per_second: None };
        Search { job, status, rows, start: Instant::now(), stopping: false, rate, request, mask }
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
        let (rows, tries) = (self.status.meter.rows().min(self.rows), self.status.meter.tries());
        self.rate.update(current.states, tries);
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
            let per_second =
                self.rate.per_second.map_or("…".to_owned(), |rate| words::grouped(rate as u64));
            line(ui, &format!("{} per second", capitalised(unit)), per_second);
            line(ui, "Method", words::method(current.method).to_owned());
            line(ui, "Time", words::duration(Duration::from_secs(self.start.elapsed().as_secs().max(1))));
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

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
