//! Another program that is spoken to in lines. Whatever it does, neither writing to it nor hearing from it blocks, its
//! flood of words is bounded, and it does not outlive us.

use super::{Line, read_line};
use std::io::{BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long to wait for the last words of a program that has ended, and for the end of one that has closed its output.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A running program with its pipes. Dropping it says its farewell, waits a little, then kills and reaps it.
///
/// Its errors go nowhere, so that they cannot fill a pipe that nobody reads. Programs it started itself are its own
/// business: only the program itself is killed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for a thread that writes them; a program that does not read blocks that thread only.
    to_write: Option<Sender<String>>,
    /// Bounded: a program that writes more than is heard waits in its pipe.
    written: Receiver<Line>,
    farewell: &'static str,
    grace: Duration,
}

/// What came from a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// Nothing yet.
    Silence,
    /// It has ended, or will say nothing more; a clause about how.
    Gone(String),
}

impl Process {
    /// Starts a command line, split into words as a shell would but without a shell. `farewell` is what tells it to
    /// end, and `grace` how long that may take.
    pub fn start(command: &str, farewell: &'static str, grace: Duration) -> Result<Process, String> {
        let words = shlex::split(command).ok_or("its quotes do not match")?;
        let (program, arguments) = words.split_first().ok_or("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C in a terminal is for us; we tell the others ourselves.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|why| why.to_string())?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (to_write, lines) = channel::<String>();
        let (sender, written) = sync_channel(64);
        let process = Process { child, to_write: Some(to_write), written, farewell, grace };
        let (mut stdin, stdout) = stdin.zip(stdout).ok_or("it has no pipes")?;
        let writer = thread::Builder::new().name("child input".into()).spawn(move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let reader = thread::Builder::new().name("child output".into()).spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(line)) = read_line(&mut stdout) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        writer.and(reader).map_err(|why| why.to_string())?;
        Ok(process)
    }

    /// Sends a line. Whether it arrives shows in what is heard.
    pub fn say(&self, line: &str) {
        if let Some(to_write) = &self.to_write {
            let _ = to_write.send(format!("{line}\n"));
        }
    }

    /// Waits for a line, not much longer than `wait`.
    pub fn hear(&mut self, wait: Duration) -> Heard {
        match self.written.recv_timeout(wait) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Disconnected) => Heard::Gone(match self.ended_within(LAST_WORDS) {
                Some(status) => ended(status),
                None => "it closed its output".to_owned(),
            }),
            // Its output may be kept open by programs it started.
            Err(RecvTimeoutError::Timeout) => match self.child.try_wait() {
                Ok(Some(status)) => match self.written.recv_timeout(LAST_WORDS) {
                    Ok(line) => Heard::Line(line),
                    Err(_) => Heard::Gone(ended(status)),
                },
                _ => Heard::Silence,
            },
        }
    }

    /// Ends it without a farewell.
    pub fn kill(mut self) {
        self.grace = Duration::ZERO;
    }

    /// Passes over what it still says: it could not end while it waits for its words to be taken.
    fn ended_within(&mut self, wait: Duration) -> Option<ExitStatus> {
        const NAP: Duration = Duration::from_millis(2);
        let begun = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if begun.elapsed() >= wait {
                return None;
            }
            if let Err(RecvTimeoutError::Disconnected) = self.written.recv_timeout(NAP) {
                thread::sleep(NAP);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.grace.is_zero() {
            self.say(self.farewell);
        }
        // The writing thread ends with its channel and closes the program's input.
        self.to_write = None;
        if self.ended_within(self.grace).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => format!("it was ended by a {status}"),
    }
}
