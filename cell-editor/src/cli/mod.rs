//! The command line: what can be asked of the program, and who answers.

mod args;
mod check;
mod convert;
mod formula;
mod new;
mod render;
mod show;

use clap::{Args, CommandFactory, Parser, Subcommand};
use common::cli::Failure;
use std::io::{self, Write};
use std::path::PathBuf;

/// Makes, shows, checks, converts and draws one-dimensional cellular automata of 2 to 10 states.
///
/// Files end in .ccell (a rule for every ordered triple), .tcell (the order does not matter), .pcell (a picture and the
/// rules that it needs) or .rule (Golly's).
#[derive(Debug, Parser)]
#[command(name = "cell-editor", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Keep settings in this folder instead of the usual one
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cell-editor new --states 2 --wolfram 30 --out chaos.ccell
  cell-editor new --states 5 --formula \"(l + c + r) % k\" --out sum.tcell
  cell-editor show chaos.ccell
  cell-editor render chaos.ccell --size 201x100 --out chaos.png
  cell-editor convert chaos.ccell --out chaos.rule
  cell-editor check automata/*

Formulas:
  l, c and r are the left, the middle and the right cell, k is the number of states.
  + - * / % < <= > >= == != ! && || ? : ( )  min max median abs mod
  / rounds down, % and mod are never negative, comparisons give 1 or 0.";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Make an automaton from a code, a formula or at random
    New(new::New),
    /// Show the table, codes and symmetries of an automaton, and how it evolves
    Show(show::Show),
    /// Tell whether files are sound, and where they are not
    Check(check::Check),
    /// Write an automaton as one of another kind, by the ending of the file
    Convert(convert::Convert),
    /// Draw the generations of an automaton as PNG or SVG
    Render(render::Render),
    /// Compare the rules of an automaton with its formula
    Formula(formula::Compare),
    /// Measure evolution against the plain walk
    Bench(Bench),
}

#[derive(Debug, Args)]
struct Bench {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Bench {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let bench = crate::bench::run().map_err(Failure::No)?;
        if self.json {
            json(&bench, out)?;
        } else {
            for part in &bench.parts {
                let (plain, fast) = (part.best_plain / 1e6, part.best_fast / 1e6);
                writeln!(out, "{}", part.what)?;
                writeln!(
                    out,
                    "  plain walk {:>8.3} s in all, {plain:>6.0} million cells a second at best",
                    part.plain.seconds
                )?;
                writeln!(
                    out,
                    "  ours       {:>8.3} s in all, {fast:>6.0} million cells a second at best",
                    part.fast.seconds
                )?;
                writeln!(out, "  {:.1} times as fast", part.ratio)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Prints one JSON object on a line.
fn json(value: &impl serde::Serialize, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string(value).map_err(Failure::bad)?)?)
}

/// Does what the command line asks for.
pub fn run() -> Result<(), Failure> {
    let Cli { verb, data_dir: _ } = Cli::parse();
    let out = &mut io::stdout().lock();
    match verb {
        None => Ok(write!(out, "{}", Cli::command().render_long_help())?),
        Some(Verb::New(new)) => new.run(out),
        Some(Verb::Show(show)) => show.run(out),
        Some(Verb::Check(check)) => check.run(out),
        Some(Verb::Convert(convert)) => convert.run(out),
        Some(Verb::Render(render)) => render.run(out),
        Some(Verb::Formula(compare)) => compare.run(out),
        Some(Verb::Bench(bench)) => bench.run(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
