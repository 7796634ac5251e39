//! `print`: a sheet to solve on paper.

use super::input::{InputArgs, in_background};
use super::solve::unique;
use crate::sheet;
use clap::Args;
use common::automaton::State;
use common::cli::{self, Failure, Overwrite};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Print {
    #[command(flatten)]
    input: InputArgs,
    /// The file to write; it ends in .png, .svg or .txt
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the solution instead of empty cells
    #[arg(long)]
    solution: bool,
}

impl Print {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let extension = self.out.extension().unwrap_or_default().to_ascii_lowercase();
        let extension = extension.to_string_lossy();
        if !sheet::EXTENSIONS.contains(&extension.as_ref()) {
            return Err(Failure::Bad(format!("{} does not end in .png, .svg or .txt", self.out.display())));
        }
        let mut file = self.overwrite.claim(&self.out)?;
        let view = self.input.read()?;
        let cells: Vec<Option<State>> = if self.solution {
            let seen = view.clone();
            let (solution, _) = in_background("solving", move |work| unique(&seen, work))?;
            solution.into_iter().map(Some).collect()
        } else {
            view.clues()
        };
        let bytes = sheet::bytes(&view, &cells, &extension);
        let bytes = bytes.map_err(|why| Failure::Bad(format!("the picture cannot be made: {why}")))?;
        file.write(&bytes).map_err(cli::refused)?;
        let layout = view.layout();
        let size = format!("{}x{} cells", layout.width(), layout.height());
        writeln!(out, "Written: {}, {size}, {} rules.", self.out.display(), layout.rules().count())?;
        Ok(out.flush()?)
    }
}
