//! The protocol of the AI contests, in its versions 1 and 2: a game for two programs in lines of text.
//!
//! [`Bot`] is the side of a bot as a state machine, and [`serve`] runs it on pipes. [`ContestPlayer`] is the side of the
//! referee: a player whose moves come from any program that speaks the protocol. The rules of the contests are in
//! [`crate::rules`].

mod answer;
mod bot;
mod clock;
mod knowledge;
mod legal;
mod limits;
mod player;
mod report;
mod tell;
mod think;
mod words;

pub use bot::{Bot, Reply};
pub use clock::Allowance;
pub use knowledge::Knowledge;
pub use legal::{LegalTurn, Rejection};
pub use limits::{ContestClock, ContestLimits, FORGIVEN_TIME_OUTS};
pub use player::ContestPlayer;
pub use report::{ContestReport, SharedReport};
pub use think::{Think, ThinkingThread};
pub use words::{Action, NamedAction, Version};

use common::cli::{self, Failure};
use common::player::Spec;
use common::protocol::{Line, read_line};
use std::io::{BufRead, Write};

/// Plays as a bot on a pair of pipes, until the input ends. Only answers are written to the output.
pub fn serve(level: Spec, seed: u64, mut input: impl BufRead, mut output: impl Write) -> Result<(), Failure> {
    let mut bot = Bot::new(ThinkingThread::start(level, seed)?, seed);
    // Input that breaks off is input that ends.
    while let Ok(Some(line)) = read_line(&mut input) {
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

#[cfg(test)]
pub(crate) mod tests;
