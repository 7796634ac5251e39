//! A child process that reads and writes lines. Whatever it does, neither sending nor receiving blocks, the memory for
//! its output is bounded, and neither it nor what it started outlives us.

mod group;
mod pipes;
#[cfg(unix)]
mod watchdog;

use super::Line;
#[cfg(not(unix))]
use group as watchdog;
use pipes::Pipes;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long to wait for the last lines of a program that has ended, and for the end of one that has closed its output.
const LAST_LINES_TIMEOUT: Duration = Duration::from_secs(2);

/// A running program with its pipes. Dropping it sends the quit line, waits a little, then kills and reaps it.
///
/// - It runs in a process group of its own, and the whole group is killed: when the program has ended, when it is
///   dropped, and when we end, however that happens.
/// - Its standard error is discarded, so that it cannot fill a pipe that is not read.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Its exit status, once it has been reaped.
    status: Option<ExitStatus>,
    pipes: Pipes,
    guard: Option<watchdog::Guard>,
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
        group::in_own_group(&mut command);
        let mut child = command.spawn().map_err(|why| why.to_string())?;
        let guard = Some(watchdog::guard(child.id()));
        let pipes = child.stdin.take().zip(child.stdout.take()).ok_or_else(|| "it has no pipes".to_owned());
        match pipes.and_then(|(stdin, stdout)| Pipes::new(stdin, stdout).map_err(|why| why.to_string())) {
            Ok(pipes) => Ok(Process { child, status: None, pipes, guard, quit_line, grace }),
            Err(why) => {
                group::kill(&mut child);
                let _ = child.wait();
                Err(why)
            }
        }
    }

    /// Sends a line. If it does not arrive, [`Process::receive`] reports why.
    pub fn send(&self, line: &str) {
        self.pipes.send(line);
    }

    /// Waits for a line, not much longer than `max`.
    pub fn receive(&mut self, max: Duration) -> Received {
        match self.pipes.receive(max) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Disconnected) => {
                Received::Ended(match self.ended_within(LAST_LINES_TIMEOUT) {
                    Some(status) => ended(status),
                    None => "it closed its output".to_owned(),
                })
            }
            Err(RecvTimeoutError::Timeout) => match self.ended() {
                // Its last lines are still in the pipe, which closes with the end of its group.
                Some(status) => match self.pipes.receive(LAST_LINES_TIMEOUT) {
                    Ok(line) => Received::Line(line),
                    Err(_) => Received::Ended(ended(status)),
                },
                None => Received::Nothing,
            },
        }
    }

    /// The number of bytes that it has written so far.
    pub(super) fn bytes_heard(&self) -> u64 {
        self.pipes.bytes_heard()
    }

    /// Ends it at once.
    pub fn kill(mut self) {
        self.grace = Duration::ZERO;
    }

    /// Its exit status, if it has ended. What it started is killed then.
    fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && group::has_ended(&mut self.child) {
            self.reap();
        }
        self.status
    }

    /// Kills the group and reaps the child, in this order: the number of a reaped child may belong to another program.
    fn reap(&mut self) {
        if self.status.is_none() {
            group::kill(&mut self.child);
            self.guard = None;
            self.status = self.child.wait().ok();
        }
    }

    /// Its exit status, if it ends in time. Drops its output meanwhile: a full pipe would keep it from ending.
    fn ended_within(&mut self, max: Duration) -> Option<ExitStatus> {
        const PAUSE: Duration = Duration::from_millis(2);
        let start = Instant::now();
        loop {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            if start.elapsed() >= max {
                return None;
            }
            if let Err(RecvTimeoutError::Disconnected) = self.pipes.receive(PAUSE) {
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
        self.pipes.close_input();
        self.ended_within(self.grace);
        self.reap();
    }
}

fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => format!("it was ended by a {status}"),
    }
}
