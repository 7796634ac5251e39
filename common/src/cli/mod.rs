//! What all our command lines share: arguments of games, help, exit codes, and errors as one sentence on the standard
//! error.

mod args;
mod game;
mod output;
mod review;

pub(crate) use args::seat_argument;
pub use args::{SeatArgs, SetupArgs};
pub use game::{Context, GameProgram, Verb, command, run, run_from};
pub use output::{Overwrite, refused};

pub use crate::game::fresh_seed;

use crate::limits;
use crate::player::{AiPlayers, Level};
use crate::visible::{stderr, visible, visible_line};
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The question was understood and the answer is no: exit code 1.
    #[error("{0}")]
    No(String),
    /// Bad usage, or input that cannot be worked with: exit code 2.
    #[error("{0}")]
    Bad(String),
    /// The reader of our output has closed it; that is not an error.
    #[error("the output was closed")]
    Closed,
}

impl Failure {
    /// Bad input, from any error.
    #[expect(clippy::needless_pass_by_value, reason = "made for map_err, which hands over the error itself")]
    pub fn bad(error: impl ToString) -> Failure {
        Failure::Bad(error.to_string())
    }
}

/// Writing to the standard output is the only I/O whose errors are passed on without a message of their own.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Bad(format!("the output could not be written: {error}")),
        }
    }
}

/// Reports what went wrong, if anything, and returns the exit code.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure.to_string());
            ExitCode::from(if matches!(failure, Failure::No(_)) { 1 } else { 2 })
        }
    }
}

/// Writes `error: …` to the standard error. A failure to do so is ignored.
pub fn complain(sentence: &str) {
    remark(&format!("error: {}", visible_line(&limits::short_message(sentence))));
}

/// Writes a remark to the standard error.
pub fn remark(sentence: &str) {
    let _ = io::Write::write_all(&mut stderr(), format!("{sentence}\n").as_bytes());
}

/// Ends the program with what clap says about its arguments, which may repeat characters from outside.
pub fn exit_with_usage(why: &clap::Error) -> ! {
    let plain = why.to_string();
    let words = numbers_in_words(&plain);
    if visible(&plain) == plain && words == plain {
        why.exit();
    }
    let _ = io::Write::write_all(&mut stderr(), words.as_bytes());
    std::process::exit(why.exit_code())
}

/// Says in plain words which numbers an argument takes.
fn numbers_in_words(text: &str) -> String {
    let parsers = [
        "invalid digit found in string",
        "cannot parse integer from empty string",
        "number too large to fit in target type",
        "number too small to fit in target type",
    ];
    let line = |line: &str| {
        let Some((what, why)) = line.rsplit_once("': ") else { return line.to_owned() };
        let range = why.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
        let wanted = match range {
            _ if parsers.contains(&why) => "use a whole number".to_owned(),
            Some((min, max)) if max == u64::MAX.to_string() => format!("use a whole number from {min} on"),
            Some((min, max)) if max.starts_with('=') => {
                format!("use a whole number from {min} to {}", &max[1..])
            }
            _ => return line.to_owned(),
        };
        format!("{what}': {wanted}")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The end of a game's `--help`: its players, and examples.
pub fn players_and_examples<G: AiPlayers>(options: &str, examples: &[(String, &str)]) -> String {
    let level = |level: &Level| format!("  {:<12} {}", level.name, level.about);
    let list = |levels: &[Level]| levels.iter().map(level).collect::<Vec<_>>().join("\n");
    let originals = if G::ORIGINALS.is_empty() {
        String::new()
    } else {
        format!("\n\nOriginal AI players:\n{}", list(G::ORIGINALS))
    };
    let width = examples.iter().map(|(line, _)| line.len()).max().unwrap_or(0).max(38);
    let example = |(line, about): &(String, &str)| format!("  {line:<width$} {about}");
    let examples: Vec<String> = examples.iter().map(example).collect();
    let command = if G::OTHER_PROGRAMS {
        format!("\n  cmd:COMMAND  another program that speaks {}", G::PROTOCOL)
    } else {
        String::new()
    };
    let options = if options.is_empty() { String::new() } else { format!("\n\n{options}") };
    format!(
        "\
Players:
  human        you, or another human at this computer
{}{command}{originals}{options}

Examples:
{}",
        list(G::LEVELS),
        examples.join("\n")
    )
}

/// Whether there is a display to open a window on, as far as can be known without trying.
pub fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let asks = cfg!(all(unix, not(target_vendor = "apple")));
    !asks || set("DISPLAY") || set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_about_numbers_are_plain_sentences() {
        let command = || {
            let number = || clap::value_parser!(u64);
            clap::Command::new("program")
                .arg(clap::Arg::new("seed").long("seed").value_parser(number()))
                .arg(clap::Arg::new("nodes").long("nodes").value_parser(number().range(1..)))
                .arg(clap::Arg::new("stage").long("stage").value_parser(number().range(1..=4)))
        };
        for (argument, expected) in [
            ("--seed=abc", "invalid value 'abc' for '--seed <seed>': use a whole number\n"),
            ("--seed=", "invalid value '' for '--seed <seed>': use a whole number\n"),
            ("--nodes=0", "invalid value '0' for '--nodes <nodes>': use a whole number from 1 on\n"),
            ("--stage=9", "invalid value '9' for '--stage <stage>': use a whole number from 1 to 4\n"),
            ("--stage=': 5 is not in", "use a whole number"),
        ] {
            let why = command().try_get_matches_from(["program", argument]).unwrap_err().to_string();
            let words = numbers_in_words(&why);
            assert!(words.contains(expected), "{words}");
        }
    }
}
