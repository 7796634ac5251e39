//! The command line: what can be asked of the program, and who answers.

mod args;
mod check;
mod convert;
mod formula;
mod install;
mod new;
mod render;
mod show;

use clap::{Args, CommandFactory, Parser, Subcommand};
use common::cli::{self, Failure};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// An editor of one-dimensional cellular automata of 2 to 10 states.
///
/// Without a command it opens the window, with a file if one is given; where there is no display it shows the file as text.
/// The commands make, show, check, convert and draw automata without a window.
///
/// Files end in .ccell (a rule for every ordered triple), .tcell (the order does not matter), .pcell (a picture and the
/// rules that it needs) or .rule (Golly's).
#[derive(Debug, Parser)]
#[command(name = "cell-editor", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// The automaton to edit
    file: Option<PathBuf>,
    /// Keep settings and unsaved work in this folder instead of the usual one
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
    /// Put the editor into the menus of the desktop, and let it open .ccell, .tcell and .pcell files
    Install(install::Install),
    /// Measure evolution against the plain walk, and frames of the window
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
            #[cfg(feature = "window")]
            if let Some(frames) = bench.frames {
                writeln!(
                    out,
                    "The window at 1280x800 with 1,000 rules of 10 states, {} frames while scrolling",
                    frames.scrolled
                )?;
                writeln!(
                    out,
                    "  first frame {:.1} ms, then {:.2} ms each, {:.2} ms the longest",
                    frames.first, frames.median, frames.longest
                )?;
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
    let Cli { verb, file, data_dir } = Cli::parse();
    let out = &mut io::stdout().lock();
    if let (Some(_), Some(file)) = (&verb, &file) {
        return Err(Failure::Bad(format!(
            "give either a command or a file to edit, not both: {}",
            file.display()
        )));
    }
    match verb {
        None => edit(file, data_dir.as_deref(), out),
        Some(Verb::New(new)) => new.run(out),
        Some(Verb::Show(show)) => show.run(out),
        Some(Verb::Check(check)) => check.run(out),
        Some(Verb::Convert(convert)) => convert.run(out),
        Some(Verb::Render(render)) => render.run(out),
        Some(Verb::Formula(compare)) => compare.run(out),
        Some(Verb::Install(install)) => install.run(out),
        Some(Verb::Bench(bench)) => bench.run(out),
    }
}

/// Opens the window. Where there can be none, the file is shown as text, and without a file the help.
fn edit(file: Option<PathBuf>, data_dir: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let wrong = file.as_deref().and_then(|file| crate::files::open(file).err());
    if let Some(wrong) = wrong {
        if !cfg!(feature = "window") || !cli::has_display() {
            return Err(wrong);
        }
        // Whoever has started it from a menu sees it in the window.
        cli::complain(&wrong.to_string());
        return match window(file.as_deref(), data_dir)? {
            None => Ok(()),
            Some(_) => Err(wrong),
        };
    }
    let why = window(file.as_deref(), data_dir)?;
    let Some(why) = why else { return Ok(()) };
    if let Some(file) = file {
        cli::remark(&format!("{why}. This is the file as text:"));
        show::Show::of(file).run(out)
    } else {
        cli::remark(&format!("{why}. These commands work without one:"));
        Ok(write!(out, "{}", Cli::command().render_long_help())?)
    }
}

/// Opens the window, and says why if there is none.
#[cfg(feature = "window")]
fn window(file: Option<&Path>, data_dir: Option<&Path>) -> Result<Option<String>, Failure> {
    let store = common::store::Store::open("cell-editor", data_dir).map_err(Failure::bad)?;
    Ok(crate::view::run(store, file).err().map(|why| why.to_string()))
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "as where there is a window")]
fn window(_: Option<&Path>, _: Option<&Path>) -> Result<Option<String>, Failure> {
    Ok(Some("This program was built without a window".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
