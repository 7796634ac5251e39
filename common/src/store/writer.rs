//! Writing files on a thread of its own, so that a window never waits for the disk.

use super::{StoreError, remove, write_atomic};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

enum Task {
    Write(PathBuf, String),
    Remove(PathBuf),
    /// Answers when everything before it is done.
    Flush(Sender<()>),
}

/// Writes and removes files in the background, in order. Of several texts for one file only the newest is written.
///
/// Dropping the writer waits until everything is written. Where no thread can be started it writes at once.
#[derive(Debug)]
pub struct BackgroundWriter {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
    error: Arc<Mutex<Option<StoreError>>>,
}

impl Default for BackgroundWriter {
    fn default() -> BackgroundWriter {
        let (tasks, received) = mpsc::channel();
        let error = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&error);
        let thread =
            thread::Builder::new().name("writing".into()).spawn(move || run(&received, &shared)).ok();
        BackgroundWriter { tasks: thread.is_some().then_some(tasks), thread, error }
    }
}

impl BackgroundWriter {
    /// Writes a file. An error shows in [`BackgroundWriter::take_error`].
    pub fn write(&self, path: &Path, text: String) {
        self.add(Task::Write(path.to_path_buf(), text));
    }

    /// Removes a file.
    pub fn remove(&self, path: &Path) {
        self.add(Task::Remove(path.to_path_buf()));
    }

    /// Waits until everything is written.
    pub fn flush(&self) {
        let (sender, done) = mpsc::channel();
        self.add(Task::Flush(sender));
        let _ = done.recv();
    }

    /// The first error since the last call.
    pub fn take_error(&self) -> Option<StoreError> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn add(&self, task: Task) {
        match &self.tasks {
            Some(tasks) => drop(tasks.send(task)),
            None => perform(task, &self.error),
        }
    }
}

impl Drop for BackgroundWriter {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(tasks: &Receiver<Task>, error: &Mutex<Option<StoreError>>) {
    while let Ok(first) = tasks.recv() {
        let mut waiting: Vec<Task> = Vec::new();
        for task in std::iter::once(first).chain(tasks.try_iter()) {
            if let (Some(Task::Write(old, _)), Task::Write(new, _)) = (waiting.last(), &task)
                && old == new
            {
                waiting.pop();
            }
            waiting.push(task);
        }
        for task in waiting {
            perform(task, error);
        }
    }
}

fn perform(task: Task, error: &Mutex<Option<StoreError>>) {
    let done = match task {
        Task::Write(path, text) => write_atomic(&path, text.as_bytes()),
        Task::Remove(path) => remove(&path),
        Task::Flush(done) => {
            let _ = done.send(());
            Ok(())
        }
    };
    if let Err(why) = done {
        error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_newest_text_is_on_disk_after_a_flush_and_after_a_drop() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        let writer = BackgroundWriter::default();
        for n in 0..100 {
            writer.write(&one, n.to_string());
        }
        writer.flush();
        assert_eq!(fs::read_to_string(&one).unwrap(), "99");
        writer.remove(&one);
        writer.write(&two, "end".into());
        drop(writer);
        assert!(!one.exists());
        assert_eq!(fs::read_to_string(&two).unwrap(), "end");
    }

    #[test]
    fn errors_are_reported_once() {
        let dir = tempfile::tempdir().unwrap();
        let writer = BackgroundWriter::default();
        writer.write(dir.path(), "a folder cannot be written".into());
        writer.flush();
        assert!(writer.take_error().is_some() && writer.take_error().is_none());
    }
}
