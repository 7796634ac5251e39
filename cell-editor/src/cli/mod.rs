//! The command line.

mod args;
mod check;
mod convert;
pub(crate) mod files;
mod formula;
mod install;
mod new;
mod render;
mod show;

use clap::{Args, CommandFactory, Parser, Subcommand};
use common::cli::{self, Failure};
use common::visible::stdout;
use std::io::Write;
use std::path::{Path, PathBuf};

/// An editor of one-dimensional cellular automata with 2 to 10 states.
///
/// Without a command it opens the window, optionally with a file. Without a display it shows the file as text.
/// The commands below need no window.
///
/// Files end in .ccell (a rule for every ordered triple), .tcell (the order does not matter), .pcell (a picture and the
/// rules that it needs) or .rule (Golly).
#[derive(Debug, Parser)]
#[command(name = "cell-editor", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The automaton to edit
    file: Option<PathBuf>,
    /// Open a copy of the file, so that saving asks for a new name
    #[arg(long, requires = "file")]
    copy: bool,
    /// Store settings and unsaved work in this folder instead of the default one
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cell-editor                                  open the window
  cell-editor chaos.ccell                      edit a file
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
enum Command {
    /// Make an automaton from a code, a formula or random rules
    New(new::New),
    /// Show the table, codes and properties of an automaton, and how it evolves
    Show(show::Show),
    /// Check whether files are valid, and where they are not
    Check(check::Check),
    /// Write an automaton as another kind, chosen by the file extension
    Convert(convert::Convert),
    /// Draw the generations of an automaton as PNG or SVG
    Render(render::Render),
    /// Compare the rules of an automaton with its formula
    Formula(formula::Compare),
    /// Add the editor, the library and the file types .ccell, .tcell and .pcell to the desktop
    Install(install::Install),
    /// Measure evolution against the naive implementation, and frames of the window
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
                    "  naive {:>8.3} s in total, {plain:>6.0} million cells per second at best",
                    part.plain.seconds
                )?;
                writeln!(
                    out,
                    "  fast  {:>8.3} s in total, {fast:>6.0} million cells per second at best",
                    part.fast.seconds
                )?;
                writeln!(out, "  {:.1} times as fast", part.ratio)?;
            }
            #[cfg(feature = "window")]
            if let Some(frames) = bench.frames {
                writeln!(
                    out,
                    "The window at 1280x800 with 1,000 rules of 10 states, {} frames while scrolling",
                    frames.scrolled
                )?;
                writeln!(
                    out,
                    "  first frame {:.1} ms, median {:.2} ms, longest {:.2} ms",
                    frames.first, frames.median, frames.longest
                )?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Prints one JSON object on one line.
fn json(value: &impl serde::Serialize, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string(value).map_err(Failure::bad)?)?)
}

/// Runs the program.
pub fn run() -> Result<(), Failure> {
    let parsed = Cli::try_parse();
    let word = std::env::args_os().nth(1).and_then(|word| word.into_string().ok());
    if let (Err(why), Some(word)) = (&parsed, word.filter(|word| is_unknown(word)))
        && why.use_stderr()
    {
        let what = "is neither a command nor an automaton: see cell-editor --help";
        return Err(Failure::Bad(format!("'{word}' {what}")));
    }
    let Cli { command, file, copy, data_dir } = parsed.unwrap_or_else(|why| cli::exit_with_usage(&why));
    common::store::begin("cell-editor", data_dir.as_deref());
    common::companions::pass_on_data_dir(data_dir.as_deref());
    let out = &mut stdout();
    if let (Some(_), Some(file)) = (&command, &file) {
        return Err(Failure::Bad(format!(
            "use either a command or a file to edit, not both: {}",
            file.display()
        )));
    }
    match command {
        None => edit(file, copy, data_dir.as_deref(), out),
        Some(Command::New(new)) => new.run(out),
        Some(Command::Show(show)) => show.run(out),
        Some(Command::Check(check)) => check.run(out),
        Some(Command::Convert(convert)) => convert.run(out),
        Some(Command::Render(render)) => render.run(out),
        Some(Command::Formula(compare)) => compare.run(out),
        Some(Command::Install(install)) => install.run(out),
        Some(Command::Bench(bench)) => bench.run(out),
    }
}

/// Whether the first word of a command line is neither an option, nor a command, nor the name of an automaton.
fn is_unknown(word: &str) -> bool {
    let known = word.starts_with('-') || word == "help" || Cli::command().find_subcommand(word).is_some();
    !known && crate::files::format(Path::new(word)).is_err()
}

/// Opens the window. Without a display it shows the file as text or, without a file, the help.
fn edit(
    file: Option<PathBuf>,
    copy: bool,
    data_dir: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let error = file.as_deref().and_then(|file| files::open(file).err());
    if let Some(error) = error {
        if !cfg!(feature = "window") || !cli::has_display() {
            return Err(error);
        }
        // A user who starts the editor from a menu sees the error in the window.
        cli::complain(&error.to_string());
        return match window(file.as_deref(), copy, data_dir)? {
            None => Ok(()),
            Some(_) => Err(error),
        };
    }
    let why = window(file.as_deref(), copy, data_dir)?;
    let Some(why) = why else { return Ok(()) };
    if let Some(file) = file {
        cli::remark(&format!("{why}. This is the file as text:"));
        show::Show::new(file).run(out)
    } else {
        cli::remark(&format!("{why}. These commands work without a window:"));
        Ok(write!(out, "{}", Cli::command().render_long_help())?)
    }
}

/// Opens the window. Returns the reason if there is none.
#[cfg(feature = "window")]
fn window(file: Option<&Path>, copy: bool, data_dir: Option<&Path>) -> Result<Option<String>, Failure> {
    let store = common::store::Store::open("cell-editor", data_dir).map_err(Failure::bad)?;
    Ok(crate::view::run(store, file, copy).err().map(|why| why.to_string()))
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with a window")]
fn window(_: Option<&Path>, _: bool, _: Option<&Path>) -> Result<Option<String>, Failure> {
    Ok(Some("This program was built without a window".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }
}
