//! A child process that reads and writes lines. Whatever it does, neither sending nor receiving blocks, the memory for
//! its output is bounded, and it does not outlive us.

use super::{Line, read_line};
use std::io::{BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long to wait for the last lines of a program that has ended, and for the end of one that has closed its output.
const LAST_LINES_TIMEOUT: Duration = Duration::from_secs(2);

/// A running program with its pipes. Dropping it sends the quit line, waits a little, then kills and reaps it.
///
/// Its standard error is discarded, so that it cannot fill a pipe that is not read. Only the program itself is killed,
/// not the programs that it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for the writing thread. A program that does not read blocks that thread only.
    outgoing: Option<Sender<String>>,
    /// Bounded: a program that writes faster than we receive waits in its pipe.
    incoming: Receiver<Line>,
    quit_line: &'static str,
    grace: Duration,
}

/// What was received from a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// A line.
    Line(Line),
    /// Nothing in the time given.
    Nothing,
    /// It has ended, or closed its output; a clause that says how.
    Ended(String),
}

impl Process {
    /// Starts a command line, which is split into words as a shell does, but without a shell. `quit_line` tells the
    /// program to end, and `grace` is the time it has for that. If the line is empty, only the end of its input does.
    pub fn start(command: &str, quit_line: &'static str, grace: Duration) -> Result<Process, String> {
        let words = shlex::split(command).ok_or("its quotes do not match")?;
        let (program, arguments) = words.split_first().ok_or("there is no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C in a terminal is meant for us; we end our child processes ourselves.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|why| why.to_string())?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (outgoing, lines) = channel::<String>();
        let (sender, incoming) = sync_channel(64);
        let process = Process { child, outgoing: Some(outgoing), incoming, quit_line, grace };
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

    /// Sends a line. If it does not arrive, [`Process::receive`] reports why.
    pub fn send(&self, line: &str) {
        if let Some(outgoing) = &self.outgoing {
            let _ = outgoing.send(format!("{line}\n"));
        }
    }

    /// Waits for a line, not much longer than `max`.
    pub fn receive(&mut self, max: Duration) -> Received {
        match self.incoming.recv_timeout(max) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Disconnected) => {
                Received::Ended(match self.ended_within(LAST_LINES_TIMEOUT) {
                    Some(status) => ended(status),
                    None => "it closed its output".to_owned(),
                })
            }
            // Programs that it started may keep its output open.
            Err(RecvTimeoutError::Timeout) => match self.child.try_wait() {
                Ok(Some(status)) => match self.incoming.recv_timeout(LAST_LINES_TIMEOUT) {
                    Ok(line) => Received::Line(line),
                    Err(_) => Received::Ended(ended(status)),
                },
                _ => Received::Nothing,
            },
        }
    }

    /// Ends it at once.
    pub fn kill(mut self) {
        self.grace = Duration::ZERO;
    }

    /// Its exit status, if it ends in time. Drops its output meanwhile: a full pipe would keep it from ending.
    fn ended_within(&mut self, max: Duration) -> Option<ExitStatus> {
        const PAUSE: Duration = Duration::from_millis(2);
        let start = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if start.elapsed() >= max {
                return None;
            }
            if let Err(RecvTimeoutError::Disconnected) = self.incoming.recv_timeout(PAUSE) {
                thread::sleep(PAUSE);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.grace.is_zero() && !self.quit_line.is_empty() {
            self.send(self.quit_line);
        }
        // The writing thread ends with its channel and closes the program's input.
        self.outgoing = None;
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
