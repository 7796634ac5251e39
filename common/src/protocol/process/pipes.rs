//! The pipes to and from a child. Two threads read and write, so that neither sending nor receiving blocks. Both end when
//! the pipes are closed here, even if another program still holds the other ends.

use crate::protocol::{Line, read_line};
use std::io::{self, BufReader, PipeReader, PipeWriter, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// This many lines are kept. A program that writes faster than we receive waits in its pipe.
const MAX_WAITING: usize = 64;

/// Lines to and from a program.
#[derive(Debug)]
pub(super) struct Pipes {
    outgoing: Option<Sender<String>>,
    incoming: Receiver<Line>,
    /// The number of bytes that were read.
    heard: Arc<AtomicU64>,
    /// Ends the threads when it is dropped.
    open: Option<PipeWriter>,
    threads: Vec<JoinHandle<()>>,
}

impl Pipes {
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout) -> io::Result<Pipes> {
        let (closed, open) = io::pipe()?;
        let closed = Arc::new(closed);
        let heard = Arc::<AtomicU64>::default();
        let (outgoing, lines) = channel::<String>();
        let (sender, incoming) = sync_channel(MAX_WAITING);
        let mut stdin = Interruptible::new(stdin, Arc::clone(&closed))?;
        let output = Counted { input: Interruptible::new(stdout, closed)?, count: Arc::clone(&heard) };
        let mut pipes =
            Pipes { outgoing: Some(outgoing), incoming, heard, open: Some(open), threads: Vec::new() };
        pipes.spawn("child input", move || {
            for line in lines {
                if stdin.write_all(line.as_bytes()).is_err() {
                    return;
                }
            }
        })?;
        pipes.spawn("child output", move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        })?;
        Ok(pipes)
    }

    fn spawn(&mut self, name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
        self.threads.push(thread::Builder::new().name(name.to_owned()).spawn(run)?);
        Ok(())
    }

    pub(super) fn send(&self, line: &str) {
        if let Some(outgoing) = &self.outgoing {
            // The program may have closed its input.
            let _ = outgoing.send(format!("{line}\n"));
        }
    }

    pub(super) fn receive(&self, max: Duration) -> Result<Line, RecvTimeoutError> {
        self.incoming.recv_timeout(max)
    }

    pub(super) fn bytes_heard(&self) -> u64 {
        self.heard.load(Ordering::Relaxed)
    }

    /// Closes the program's input as soon as everything has been sent.
    pub(super) fn close_input(&mut self) {
        self.outgoing = None;
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        self.outgoing = None;
        self.open = None;
        // The reader may wait for room in the channel.
        self.incoming = channel().1;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A pipe whose reads and writes end when the other end of `closed` is dropped.
struct Interruptible<P> {
    pipe: P,
    closed: Arc<PipeReader>,
}

#[cfg(unix)]
mod on_unix {
    use super::{Arc, Interruptible, PipeReader, Read, Write, io};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::{Errno, ioctl_fionbio};
    use std::os::fd::AsFd;

    impl<P: AsFd> Interruptible<P> {
        pub(super) fn new(pipe: P, closed: Arc<PipeReader>) -> io::Result<Interruptible<P>> {
            ioctl_fionbio(&pipe, true)?;
            Ok(Interruptible { pipe, closed })
        }

        /// Waits until the pipe is ready; false if it is not to be used any more.
        fn wait(&self, ready: PollFlags) -> io::Result<bool> {
            loop {
                let mut both = [PollFd::new(&self.pipe, ready), PollFd::new(&*self.closed, PollFlags::IN)];
                match poll(&mut both, None) {
                    Ok(_) => return Ok(both[1].revents().is_empty()),
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }

    impl<P: AsFd + Read> Read for Interruptible<P> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while self.wait(PollFlags::IN)? {
                match self.pipe.read(buffer) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    other => return other,
                }
            }
            Ok(0)
        }
    }

    impl<P: AsFd + Write> Write for Interruptible<P> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            while self.wait(PollFlags::OUT)? {
                match self.pipe.write(bytes) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    other => return other,
                }
            }
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            self.pipe.flush()
        }
    }
}

/// Elsewhere reads and writes end when the child and all that hold its pipes have ended.
#[cfg(not(unix))]
mod elsewhere {
    use super::{Arc, Interruptible, PipeReader, Read, Write, io};

    impl<P> Interruptible<P> {
        pub(super) fn new(pipe: P, closed: Arc<PipeReader>) -> io::Result<Interruptible<P>> {
            Ok(Interruptible { pipe, closed })
        }
    }

    impl<P: Read> Read for Interruptible<P> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.pipe.read(buffer)
        }
    }

    impl<P: Write> Write for Interruptible<P> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.pipe.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.pipe.flush()
        }
    }
}
