//! `convert`: writes an automaton as another kind.

use super::args::{self, PictureArgs};
use crate::files::{self, ConversionError, Format};
use crate::text;
use clap::Args;
use common::automaton::{AutomatonKind, Boundary};
use common::cli::{self, Failure, Overwrite};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Convert {
    /// The file to convert
    file: PathBuf,
    /// The file to write; its extension determines the kind
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Beyond the ends of a row: flat (state 0), flat:EDGE (another state) or cyclic (the other end) [default: as in the file]
    #[arg(long)]
    plan: Option<Boundary>,
    #[command(flatten)]
    picture: PictureArgs,
}

impl Convert {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let format = files::format(&self.out).map_err(Failure::Bad)?;
        let mut automaton = super::files::open(&self.file)?;
        if let Some(boundary) = args::check_boundary(self.plan, automaton.states())? {
            automaton.set_boundary(boundary);
        }
        let picture = self.picture.picture(automaton.states())?;
        if picture.is_some() && format != Format::Native(AutomatonKind::Picture) {
            return Err(Failure::Bad("--start and --generations need a .pcell file".to_owned()));
        }
        let converted = match format {
            Format::Native(kind) => {
                files::converted(&automaton, kind, picture).map_err(|error| match error {
                    ConversionError::Conflict(conflict) => {
                        Failure::No(text::does_not_fit(&self.out, &conflict))
                    }
                    ConversionError::MissingStart => {
                        Failure::Bad("a .pcell needs --start and --generations".to_owned())
                    }
                })?
            }
            Format::Golly => automaton.clone(),
        };
        let missing = automaton.table().results().len() - automaton.rules().count();
        if automaton.kind() == AutomatonKind::Picture
            && converted.kind() != AutomatonKind::Picture
            && missing > 0
        {
            cli::remark(&text::filled(missing));
        }
        super::files::save(&self.out, &converted, self.overwrite)?;
        Ok(writeln!(out, "{}", text::written(&self.out, &converted))?)
    }
}
