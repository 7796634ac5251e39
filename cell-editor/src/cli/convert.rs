//! `convert`: an automaton as one of another kind.

use super::args::{self, PictureArgs};
use crate::files::{self, Format, Misfit};
use crate::text;
use clap::Args;
use common::automaton::{Kind, Plan};
use common::cli::{self, Failure};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Convert {
    /// The file to convert
    file: PathBuf,
    /// The file to write; its ending tells the kind
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What stands beyond the ends of a row: flat, flat:EDGE or cyclic [default: as in the file]
    #[arg(long)]
    plan: Option<Plan>,
    #[command(flatten)]
    picture: PictureArgs,
}

impl Convert {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let format = files::format(&self.out).map_err(Failure::Bad)?;
        let mut automaton = files::open(&self.file)?;
        if let Some(plan) = args::plan(self.plan, automaton.states())? {
            automaton.set_plan(plan);
        }
        let picture = self.picture.picture(automaton.states())?;
        if picture.is_some() && format != Format::Ours(Kind::Picture) {
            return Err(Failure::Bad("--start and --generations are for a .pcell".to_owned()));
        }
        let converted = match format {
            Format::Ours(kind) => {
                files::converted(&automaton, kind, picture).map_err(|misfit| match misfit {
                    Misfit::Clash(clash) => text::does_not_fit(&self.out, &clash),
                    Misfit::NoStart => Failure::Bad("a .pcell needs --start and --generations".to_owned()),
                })?
            }
            Format::Golly => automaton.clone(),
        };
        let lacking = automaton.table().results().len() - automaton.rules().count();
        if automaton.kind() == Kind::Picture && converted.kind() != Kind::Picture && lacking > 0 {
            cli::remark(&text::filled(lacking));
        }
        files::save(&self.out, &converted)?;
        Ok(writeln!(out, "{}", text::written(&self.out, &converted))?)
    }
}
