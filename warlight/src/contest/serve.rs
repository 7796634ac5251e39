//! A bot on a pair of pipes.

use super::{Bot, Reply, ThinkingThread};
use common::cli::{self, Failure};
use common::player::{Spec, Stop};
use common::protocol::{Line, read_line};
use std::io::{BufRead, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

/// Plays as a bot on a pair of pipes, until the input ends, which also ends a search. Only answers are written to the
/// output. The reading thread is left behind if the output is closed first.
pub fn serve(
    level: Spec,
    seed: u64,
    mut input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> Result<(), Failure> {
    let ended = Stop::default();
    let mut bot = Bot::new(ThinkingThread::start(level, seed, ended.clone())?, seed);
    // A small buffer: input that arrives faster than it is handled waits in its pipe.
    let (sender, lines) = sync_channel(MAX_WAITING);
    let reading = thread::Builder::new().name("reading".into()).spawn(move || {
        // Input that breaks off is input that ends.
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
        ended.raise();
    });
    reading.map_err(|why| Failure::Bad(format!("no thread could be started: {why}")))?;
    for line in lines {
        let reply = match line {
            Line::Text(line) => bot.read(&line),
            Line::TooLong => Reply::remark("a line is too long and was ignored".to_owned()),
        };
        if let Some(remark) = reply.remark {
            cli::remark(&remark);
        }
        if let Some(answer) = reply.answer {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// So many lines are read ahead.
const MAX_WAITING: usize = 1000;
