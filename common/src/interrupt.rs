//! Ctrl-C: the first press stops the run cleanly, the second exits the program.

use crate::job::Stop;
use std::sync::{Mutex, Once, PoisonError};

/// The stop flags of all listeners. A process has only one Ctrl-C handler.
static LISTENERS: Mutex<Vec<(u64, Stop)>> = Mutex::new(Vec::new());

/// The exit code of an interrupted program by shell convention.
const EXIT_CODE: i32 = 130;

/// Raises a stop flag on Ctrl-C until it is dropped.
#[derive(Debug)]
pub struct Listener {
    id: u64,
}

impl Listener {
    /// Starts listening.
    pub fn new(stop: &Stop) -> Listener {
        static HANDLER: Once = Once::new();
        // If another handler is already installed, it stays.
        HANDLER.call_once(|| drop(ctrlc::set_handler(on_interrupt)));
        let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
        let id = listeners.last().map_or(0, |(id, _)| id + 1);
        listeners.push((id, stop.clone()));
        Listener { id }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        LISTENERS.lock().unwrap_or_else(PoisonError::into_inner).retain(|(id, _)| *id != self.id);
    }
}

fn on_interrupt() {
    let listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    if listeners.iter().all(|(_, stop)| stop.raised()) {
        std::process::exit(EXIT_CODE);
    }
    listeners.iter().for_each(|(_, stop)| stop.raise());
}
