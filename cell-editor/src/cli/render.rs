//! `render`: the generations of an automaton as a picture.

use super::args::{self, Size};
use crate::files;
use clap::Args;
use common::automaton::{Plan, Start, evolve};
use common::cli::Failure;
use common::store;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Render {
    /// The automaton
    file: PathBuf,
    /// The picture to write, .png or .svg
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Cells and generations [default: as in the file, or 101x51]
    #[arg(long, value_name = "CELLSxGENERATIONS")]
    size: Option<Size>,
    /// The start row: single, random:SEED or digits, which stand in the middle [default: as in the file, or single]
    #[arg(long, value_name = "ROW")]
    start: Option<Start>,
    /// What stands beyond the ends of a row: flat, flat:EDGE or cyclic [default: as in the file]
    #[arg(long)]
    plan: Option<Plan>,
    /// The side of a cell, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    cell: u16,
}

impl Render {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let ending = self.out.extension().unwrap_or_default().to_ascii_lowercase();
        if ending != "png" && ending != "svg" {
            return Err(Failure::Bad(format!("{} ends neither in .png nor in .svg", self.out.display())));
        }
        let automaton = files::open(&self.file)?;
        let states = automaton.states();
        let own = automaton.start().map(|(row, generations)| (row.to_vec(), generations));
        let usual = own.as_ref().map_or(Size { cells: 101, generations: 51 }, |(row, generations)| Size {
            cells: row.len(),
            generations: *generations,
        });
        let size = self.size.unwrap_or(usual);
        let start = self.start.clone().or(own.map(|(row, _)| Start::Cells(row))).unwrap_or(Start::Single);
        let row = start.row(states, size.cells).map_err(Failure::Bad)?;
        let plan = args::plan(self.plan, states)?.unwrap_or_else(|| automaton.plan());
        let rows = evolve(&automaton.table(), plan, &row, size.generations);
        let bytes =
            files::picture(&self.out, &automaton, &rows, usize::from(self.cell)).map_err(Failure::Bad)?;
        store::write_atomic(&self.out, &bytes).map_err(Failure::bad)?;
        let Size { cells, generations } = size;
        Ok(writeln!(out, "Drawn: {}, {cells} cells, {generations} generations.", self.out.display())?)
    }
}
