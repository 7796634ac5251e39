//! What all our command lines share: the page of help, exit codes, and errors as one sentence on the standard error.

use crate::player::{AiPlayers, Level};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// Why a command ended without doing what was asked.
#[derive(Debug, Error)]
pub enum Failure {
    /// The question was understood and the answer is no: exit code 1.
    #[error("{0}")]
    No(String),
    /// Bad usage, or input that cannot be worked with: exit code 2.
    #[error("{0}")]
    Bad(String),
    /// Whoever read our output has closed it; that is no error.
    #[error("the output was closed")]
    Closed,
}

impl Failure {
    /// Bad input, said by any error.
    #[expect(clippy::needless_pass_by_value, reason = "made for map_err, which hands over the error itself")]
    pub fn bad(error: impl ToString) -> Failure {
        Failure::Bad(error.to_string())
    }
}

/// Writing to the standard output is the only I/O that is passed on without words of its own.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Bad(format!("the output could not be written: {error}")),
        }
    }
}

/// Says what went wrong, if anything, and gives the exit code.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure.to_string());
            ExitCode::from(if matches!(failure, Failure::No(_)) { 1 } else { 2 })
        }
    }
}

/// Says `error: …` on the standard error; not being heard there is no reason to fail.
pub fn complain(sentence: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), format!("error: {sentence}\n").as_bytes());
}

/// Tells something on the standard error that is not part of the answer.
pub fn remark(sentence: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), format!("{sentence}\n").as_bytes());
}

/// What stands below the options in a game's `--help`: its players, and lines to try.
pub fn players_and_examples<G: AiPlayers>(options: &str, examples: &[(&str, &str)]) -> String {
    let level = |level: &Level| format!("  {:<12} {}", level.name, level.about);
    let levels: Vec<String> = G::LEVELS.iter().map(level).collect();
    let example = |(line, about): &(&str, &str)| format!("  {line:<38} {about}");
    let examples: Vec<String> = examples.iter().map(example).collect();
    format!(
        "\
Players:
  human        a person at this machine
{}
  cmd:COMMAND  another program that speaks {}
{options}

Examples:
{}",
        levels.join("\n"),
        G::PROTOCOL,
        examples.join("\n")
    )
}

/// An argument that is one of these, by its name.
pub fn one_of<T, const N: usize>(all: [T; N], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Default + Send + Sync + 'static,
{
    // Only names of the list come here.
    let named = move |text: String| all.into_iter().find(|one| name(*one) == text).unwrap_or_default();
    PossibleValuesParser::new(all.map(name)).map(named)
}

/// Whether there is a display to open a window on, as far as can be known without trying.
pub fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let asks = cfg!(all(unix, not(target_vendor = "apple")));
    !asks || set("DISPLAY") || set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")
}

/// A seed for a run whose user gave none.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Small enough to be typed again.
    RandomState::new().hash_one(0) % 1_000_000
}
