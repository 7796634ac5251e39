//! Work in the terminal, behind a progress bar.

use super::{Job, JobError, Progress, Work};
use crate::interrupt::Listener;
use crate::visible::visible_line;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A progress bar on the standard error, hidden where that is not a terminal. `unit` is what it counts.
pub fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(&format!(
        "{{wide_bar}} {{pos}}/{{len}} {unit}  {{msg}}  {{elapsed}}, {{eta}} to go"
    )) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The bar counts thousandths of the work.
const STEPS: u64 = 1000;
/// The bar is redrawn this often.
const REDRAW: Duration = Duration::from_millis(100);
/// Work that ends within this time shows no bar.
const BAR_DELAY: Duration = Duration::from_millis(500);

/// Runs work in the terminal, with a progress bar on the standard error if it takes longer than a moment. The first
/// Ctrl-C asks the work to stop.
pub fn run_with_bar<T: Send + 'static>(
    name: &str,
    run: impl FnOnce(&Work) -> T + Send + 'static,
) -> Result<T, JobError> {
    let mut job = Job::start(name, || {}, run);
    let _listener = Listener::new(&job.work.stop);
    job.wait(BAR_DELAY);
    let mut bar: Option<ProgressBar> = None;
    let mut has_length = None;
    loop {
        if let Some(result) = job.poll() {
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
            return result;
        }
        let bar = bar.get_or_insert_with(|| ProgressBar::new(STEPS));
        let Progress { done, message } = job.progress();
        // Without a known length there is a spinner instead of a bar.
        if has_length.replace(done.is_some()) != Some(done.is_some()) {
            let template = if done.is_some() {
                "{wide_bar} {percent} %  {msg}  {elapsed}"
            } else {
                "{spinner} {msg}  {elapsed}"
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
        }
        bar.tick();
        bar.set_position((done.unwrap_or(0.0) * STEPS as f64) as u64);
        bar.set_message(visible_line(&message).into_owned());
        job.wait(REDRAW);
    }
}
