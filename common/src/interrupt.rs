//! Ctrl-C: the first one ends the run in good order, the second one ends the program.

use crate::job::Stop;
use std::sync::{Mutex, Once, PoisonError};

/// The runs that want to hear of Ctrl-C; a process has only one handler.
static LISTENERS: Mutex<Vec<(u64, Stop)>> = Mutex::new(Vec::new());

/// The exit code that shells give to a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Raises a flag on Ctrl-C for as long as it lives.
#[derive(Debug)]
pub struct Listener {
    id: u64,
}

impl Listener {
    /// Listens from now on.
    pub fn new(stop: &Stop) -> Listener {
        static HANDLER: Once = Once::new();
        // Where somebody else handles Ctrl-C already, that one decides.
        HANDLER.call_once(|| drop(ctrlc::set_handler(interrupted)));
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

fn interrupted() {
    let listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    if listeners.iter().all(|(_, stop)| stop.raised()) {
        std::process::exit(INTERRUPTED);
    }
    listeners.iter().for_each(|(_, stop)| stop.raise());
}
