//! The search for automata.

use super::args::{self, PictureArgs, Seconds, States};
use super::output;
use crate::generate::{Found, Method, Request, Status, generate};
use crate::problem::InkMode;
use crate::{files, text};
use clap::Args;
use common::automaton::{Automaton, AutomatonKind, Boundary};
use common::cli::{self, Failure, Overwrite};
use common::interrupt::Listener;
use common::job;
use common::job::Stop;
use common::store::OutFile;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum of `--all`.
const MAX_COUNT: u16 = 1000;

#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct FindArgs {
    /// The numbers of states to try, as in 4 or 2..6, both included [default: 2..10]
    #[arg(long, value_name = "N..M")]
    states: Option<States>,
    #[command(flatten)]
    picture: PictureArgs,
    /// What counts as ink: one state, or any of a set of states [default: sets]
    #[arg(long, value_name = "one|sets")]
    ink: Option<InkMode>,
    /// How to search: auto, backtracking, beam or sat [default: auto]
    #[arg(long)]
    method: Option<Method>,
    /// Look only for automata whose rows equal their mirror images
    #[arg(long)]
    symmetric: bool,
    /// Beyond the ends of a row: flat (paper) or cyclic (the other end, as in a ring) [default: flat]
    #[arg(long, value_name = "flat|cyclic", value_parser = args::plan)]
    plan: Option<Boundary>,
    /// End the search after this many seconds [default: soon after a result]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time: Option<Seconds>,
    /// The file to write, a .pcell
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Find up to N different automata; with --out F.pcell the others are F-2.pcell and so on
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_COUNT)))]
    all: Option<u16>,
    /// Look for as few rules as possible
    #[arg(long)]
    fewest_rules: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Random seed [default: 0]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    seed: Option<u64>,
}

impl FindArgs {
    pub fn run(&self, mask: &Path, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(path) = &self.out
            && AutomatonKind::from_path(path) != Some(AutomatonKind::Picture)
        {
            return Err(Failure::Bad(format!("{} does not end in .pcell", path.display())));
        }
        let request = self.request(mask)?;
        // A long search must not end with files that cannot be written.
        let count = usize::from(self.all.unwrap_or(1));
        let mut file = self.out.as_ref().map(|path| self.overwrite.claim(path)).transpose()?;
        if let Some(path) = &self.out {
            (2..=count).try_for_each(|number| self.overwrite.check(&numbered(path, number)))?;
        }
        // Ctrl-C after the end of the search must not prevent that the results are written. A second press ends the program.
        let _listener = Listener::new(&Stop::default());
        let search = request.clone();
        let (report, stopped) = job::run_with_bar("search", move |work| {
            let report = generate(&search, &Arc::new(Status::default()), work);
            (report, work.stopped())
        })
        .map_err(|why| Failure::Bad(format!("the search has no result: {why}")))?;
        if report.found.is_empty() {
            if self.json {
                let (reason, suggestion) = text::not_found(&request, &report, stopped, "mask");
                super::json(&output::Failed::new(&report, stopped, &reason, &suggestion), out)?;
            } else if !report.verdicts.is_empty() {
                writeln!(out, "{}", text::verdicts(&report.verdicts))?;
            }
            out.flush()?;
            return Err(Failure::No(text::failure(&request, &report, stopped)));
        }
        if stopped {
            cli::remark("The search was stopped. This was found before:");
        }
        let mut found = output::Succeeded::new(&request, &report, stopped)?;
        if let Some(file) = &mut file {
            let name = mask.file_stem().unwrap_or_default().to_string_lossy();
            let name = if mask == Path::new(files::STANDARD_INPUT) { "" } else { &name };
            let described = |found: &Found| text::described(&found.automaton, &request.mask, name);
            found.set_files(&self.write_all(file, report.found.iter().map(described))?);
        }
        if self.json {
            super::json(&found, out)?;
        } else {
            found.print(&request, &report, out)?;
        }
        Ok(out.flush()?)
    }

    /// Writes the automata to F.pcell, which is claimed, F-2.pcell and so on. Returns the paths.
    fn write_all(
        &self,
        first: &mut OutFile,
        automata: impl Iterator<Item = Automaton>,
    ) -> Result<Vec<PathBuf>, Failure> {
        let write = |(number, automaton): (usize, Automaton)| {
            let (path, text) = (numbered(first.path(), number), automaton.write());
            if number == 1 {
                first.write(text.as_bytes()).map_err(cli::refused)?;
            } else {
                self.overwrite.write(&path, text.as_bytes())?;
            }
            Ok(path)
        };
        (1..).zip(automata).map(write).collect()
    }

    /// Reads the mask. Returns what is searched for.
    fn request(&self, mask: &Path) -> Result<Request, Failure> {
        let mask = files::open(mask, &self.picture.options()).map_err(Failure::Bad)?;
        Ok(Request {
            mask: mask.compacted(),
            states: self.states.clone().unwrap_or_default().0,
            ink: self.ink.unwrap_or_default(),
            method: self.method.unwrap_or_default(),
            symmetric: self.symmetric,
            boundary: self.plan.unwrap_or_default(),
            time: self.time.map(|Seconds(time)| time),
            count: usize::from(self.all.unwrap_or(1)),
            fewest_rules: self.fewest_rules,
            seed: self.seed.unwrap_or(0),
        })
    }
}

/// The path of one of several files: the first one is the path itself.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_path_buf();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}."));
    name.push(path.extension().unwrap_or_default());
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_numbered() {
        let path = Path::new("a.b/heart.v1.pcell");
        assert_eq!(numbered(path, 1), path);
        assert_eq!(numbered(path, 12), Path::new("a.b/heart.v1-12.pcell"));
    }
}
