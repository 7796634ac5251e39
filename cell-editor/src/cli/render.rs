//! `render`: draws the generations of an automaton.

use super::args::{self, Size};
use crate::files;
use clap::Args;
use common::automaton::{Boundary, StartRow, evolve};
use common::cli::{self, Failure, Overwrite};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Render {
    /// The automaton
    file: PathBuf,
    /// The picture to write, .png or .svg
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Cells and generations [default: as in the file, or 101x51]
    #[arg(long, value_name = "CELLSxGENERATIONS")]
    size: Option<Size>,
    /// The start row: single, random:SEED or digits in the middle of the row [default: as in the file, or single]
    #[arg(long, value_name = "ROW")]
    start: Option<StartRow>,
    /// Beyond the ends of a row: flat (state 0), flat:EDGE (another state) or cyclic (the other end) [default: as in the file]
    #[arg(long)]
    plan: Option<Boundary>,
    /// The side of a cell, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    cell: u16,
}

impl Render {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let extension = self.out.extension().unwrap_or_default().to_ascii_lowercase();
        if extension != "png" && extension != "svg" {
            return Err(Failure::Bad(format!("{} does not end in .png or .svg", self.out.display())));
        }
        let automaton = super::files::open(&self.file)?;
        let states = automaton.states();
        let picture = automaton.start().map(|(row, generations)| (row.to_vec(), generations));
        let default_size =
            picture.as_ref().map_or(Size { cells: 101, generations: 51 }, |(row, generations)| Size {
                cells: row.len(),
                generations: *generations,
            });
        let size = self.size.unwrap_or(default_size);
        let start =
            self.start.clone().or(picture.map(|(row, _)| StartRow::Cells(row))).unwrap_or(StartRow::Single);
        let row = start.row(states, size.cells).map_err(Failure::Bad)?;
        let boundary = args::check_boundary(self.plan, states)?.unwrap_or_else(|| automaton.boundary());
        let mut file = self.overwrite.claim(&self.out)?;
        let rows = evolve(&automaton.table(), boundary, &row, size.generations);
        let bytes =
            files::picture(&self.out, &automaton, &rows, usize::from(self.cell)).map_err(Failure::Bad)?;
        file.write(&bytes).map_err(cli::refused)?;
        let Size { cells, generations } = size;
        Ok(writeln!(out, "Written: {}, {cells} cells, {generations} generations.", self.out.display())?)
    }
}
