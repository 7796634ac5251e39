//! Tasks in the workers of a web page. A task and its answers are text, because a worker shares no memory with the page.

use super::call;
use crate::job::{Task, Work};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

/// A worker of the page. It ends when this is dropped; one that is not busy is kept for the next task.
#[derive(Debug)]
pub struct Worker(u32);

/// What a worker says.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkerNews {
    /// Something it has to tell while it works.
    Told(String),
    /// How far it has come.
    Progress(Option<f64>, String),
    /// The result of its task.
    Done(String),
    /// It has crashed.
    Failed,
}

/// A message of a worker, as it is sent.
#[derive(Serialize, Deserialize)]
enum Message {
    Told(String),
    Progress(Option<f64>, String),
    Done(String),
    Failed(String),
}

impl Worker {
    /// Starts a worker, or takes one that has nothing to do: the one that was started for the same `memory`, if it is free.
    pub fn start(memory: &str) -> Worker {
        Worker(call("worker", &[memory.into()]).and_then(|id| id.as_f64()).map_or(0, |id| id as u32))
    }

    /// Gives it a task. It must not be busy.
    pub fn ask<T: Task>(&self, task: &T) {
        let task = serde_json::to_string(task).unwrap_or_default();
        call("ask", &[self.0.into(), T::NAME.into(), task.into()]);
    }

    /// The next thing it has said.
    pub fn poll(&self) -> Option<WorkerNews> {
        let message = call("news", &[self.0.into()])?.as_string()?;
        Some(match serde_json::from_str(&message) {
            Ok(Message::Told(text)) => WorkerNews::Told(text),
            Ok(Message::Progress(done, message)) => WorkerNews::Progress(done, message),
            Ok(Message::Done(text)) => WorkerNews::Done(text),
            Ok(Message::Failed(_)) | Err(_) => WorkerNews::Failed,
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        call("leave", &[self.0.into()]);
    }
}

/// Does a task. The error says why it cannot be read.
type Run = Box<dyn Fn(&str) -> Result<String, String>>;

/// The tasks that the workers of a program know.
#[derive(Default)]
pub struct Tasks(BTreeMap<&'static str, Run>);

impl Tasks {
    /// Adds a kind of task.
    #[must_use]
    pub fn with<T: Task>(mut self) -> Tasks {
        let run = |task: &str| {
            let task: T = serde_json::from_str(task).map_err(|why| why.to_string())?;
            let tell = |news: T::News| send(&Message::Told(serde_json::to_string(&news).unwrap_or_default()));
            let output = task.run(&reporting_work(), &tell);
            Ok(serde_json::to_string(&output).unwrap_or_default())
        };
        self.0.insert(T::NAME, Box::new(run));
        self
    }
}

impl Tasks {
    /// Adds the program's benchmark, which the test in a browser compares with that of the native program.
    #[must_use]
    pub fn with_bench<B: Serialize + 'static>(mut self, bench: fn() -> B) -> Tasks {
        self.0.insert("bench", Box::new(move |_| Ok(serde_json::to_string(&bench()).unwrap_or_default())));
        self
    }
}

/// Work whose reports are sent to the page.
fn reporting_work() -> Work {
    Work::telling(|progress| send(&Message::Progress(progress.done, progress.message.clone())))
}

fn send(message: &Message) {
    thread_local! {
        /// When the last progress was sent.
        static LAST: Cell<f64> = const { Cell::new(0.0) };
    }
    // The page shows no more than this.
    const PAUSE: f64 = 40.0;
    if let Message::Progress(..) = message {
        let now = js_sys::Date::now();
        if now - LAST.get() < PAUSE {
            return;
        }
        LAST.set(now);
    }
    if let Ok(message) = serde_json::to_string(message) {
        call("tell", &[message.into()]);
    }
}

thread_local! {
    /// What a task wants to be called from time to time.
    static PULSE: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
    static CHECKS: Cell<u32> = const { Cell::new(0) };
    static LAST_PULSE: Cell<f64> = const { Cell::new(0.0) };
}

/// Calls `pulse` about ten times a second while `run` works. It is called when the work looks whether to stop.
pub fn with_pulse<T>(pulse: impl Fn() + 'static, run: impl FnOnce() -> T) -> T {
    PULSE.replace(Some(Box::new(pulse)));
    let result = run();
    PULSE.replace(None);
    result
}

/// Work has looked whether to stop.
pub(crate) fn pulse() {
    const PAUSE: f64 = 100.0;
    // Asking for the time takes long compared with a look at a flag.
    CHECKS.set(CHECKS.get().wrapping_add(1));
    if !CHECKS.get().is_multiple_of(16) {
        return;
    }
    PULSE.with_borrow(|pulse| {
        let Some(pulse) = pulse else { return };
        let now = js_sys::Date::now();
        if now - LAST_PULSE.get() >= PAUSE {
            LAST_PULSE.set(now);
            pulse();
        }
    });
}

/// Tells the page something about the task of this worker.
pub fn tell<T: Task>(news: &T::News) {
    send(&Message::Told(serde_json::to_string(news).unwrap_or_default()));
}

/// Waits for tasks, in a worker.
pub(super) fn serve(tasks: Tasks) {
    let run = move |name: String, task: String| {
        let run = tasks.0.get(name.as_str()).ok_or_else(|| format!("no task '{name}'"));
        send(&run.and_then(|run| run(&task)).map_or_else(Message::Failed, Message::Done));
    };
    let run: JsValue = Closure::<dyn Fn(String, String)>::new(run).into_js_value();
    call("serveWith", &[run]);
}
