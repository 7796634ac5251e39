//! The command line.

mod args;
mod bench;
mod convert;
mod find;
mod output;

use crate::files;
use crate::mask::picture::PictureOptions;
use clap::{CommandFactory, Parser, Subcommand};
use common::cli::{self, Failure};
use common::visible::stdout;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Finds cellular automata that draw a given picture, the mask.
///
/// Without options it opens the window, optionally with a mask. With options, or without a display, it searches and
/// prints the result. Ctrl-C ends the search and keeps what was found.
///
/// A mask is a PNG picture or a text with one line for each row: # is ink, . is paper, and other characters are further
/// colours. The first row is the start row of the automaton, and every other row is the next generation.
#[derive(Debug, Parser)]
#[command(name = "rule-generator", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The mask: a text, a PNG picture, a .pcell that draws it, or - for the standard input
    mask: Option<PathBuf>,
    #[command(flatten)]
    find: find::FindArgs,
    /// Store settings and unsaved work in this folder instead of the default one
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  rule-generator                                       open the window
  rule-generator heart.txt                             open the window with a mask
  rule-generator heart.txt --out heart.pcell           search and write the automaton
  rule-generator photo.png --size 16x16 --states 4..8 --time 60 --out photo.pcell
  rule-generator heart.txt --all 3 --fewest-rules --out heart.pcell
  rule-generator heart.txt --json                      print the result for a script
  rule-generator mask photo.png --size 16x16 --out photo.txt

Exit codes: 0 found, 1 not found, 2 a bad option or a file that is not a mask.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Convert masks between text and PNG, and transform them in the order of its options
    Mask(convert::Convert),
    /// Compare the searches with each other, and search for random masks
    Bench(bench::Bench),
}

/// Prints one JSON object on one line.
fn json(value: &impl serde::Serialize, out: &mut impl Write) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", serde_json::to_string(value).map_err(Failure::bad)?)?)
}

/// Runs the program.
pub fn run() -> Result<(), Failure> {
    let Cli { command, mask, find, data_dir } =
        Cli::try_parse().unwrap_or_else(|why| cli::exit_with_usage(&why));
    common::store::begin("rule-generator", data_dir.as_deref());
    common::companions::pass_on_data_dir(data_dir.as_deref());
    let out = &mut stdout();
    let has_options = find != find::FindArgs::default();
    match (command, mask) {
        (Some(_), Some(mask)) => {
            Err(Failure::Bad(format!("use either a command or a mask, not both: {}", mask.display())))
        }
        (Some(_), None) if has_options => {
            Err(Failure::Bad("options of a command follow its name, as in mask FILE --size 16x16".to_owned()))
        }
        (Some(Command::Mask(convert)), None) => convert.run(out),
        (Some(Command::Bench(bench)), None) => bench.run(out),
        (None, Some(mask)) if has_options || mask == Path::new(files::STANDARD_INPUT) => find.run(&mask, out),
        (None, None) if has_options => {
            Err(Failure::Bad("a search needs a mask, as in rule-generator heart.txt --json".to_owned()))
        }
        (None, mask) => edit(mask.as_deref(), data_dir.as_deref(), out),
    }
}

/// Opens the window. Without a display it searches or, without a mask, prints the help.
fn edit(mask: Option<&Path>, data_dir: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(mask) = mask
        && (!cfg!(feature = "window") || !cli::has_display())
    {
        // An error is more useful than a remark about the window.
        files::open(mask, &PictureOptions::default()).map_err(Failure::Bad)?;
    }
    let Some(why) = window(mask, data_dir)? else { return Ok(()) };
    if let Some(mask) = mask {
        cli::remark(&format!("{why}. Searching without it:"));
        find::FindArgs::default().run(mask, out)
    } else {
        cli::remark(&format!("{why}. These commands work without a window:"));
        Ok(write!(out, "{}", Cli::command().render_long_help())?)
    }
}

/// Opens the window. Returns the reason if there is none.
#[cfg(feature = "window")]
fn window(file: Option<&Path>, data_dir: Option<&Path>) -> Result<Option<String>, Failure> {
    let store = common::store::Store::open("rule-generator", data_dir).map_err(Failure::bad)?;
    Ok(crate::view::run(store, file).err().map(|why| why.to_string()))
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with a window")]
fn window(_: Option<&Path>, _: Option<&Path>) -> Result<Option<String>, Failure> {
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
