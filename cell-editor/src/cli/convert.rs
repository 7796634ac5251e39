//! `convert`: an automaton as one of another kind.

use super::files::{self, Format, PictureArgs};
use crate::text;
use clap::Args;
use common::automaton::{Automaton, Kind, Plan};
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
        if let Some(plan) = files::plan(self.plan, automaton.states())? {
            automaton.set_plan(plan);
        }
        let picture = self.picture.picture(automaton.states())?;
        if picture.is_some() && format != Format::Ours(Kind::Picture) {
            return Err(Failure::Bad("--start and --generations are for a .pcell".to_owned()));
        }
        let converted = match format {
            Format::Ours(Kind::Picture) => drawn(&automaton, picture)?,
            Format::Ours(kind) => {
                automaton.converted(kind).map_err(|clash| text::does_not_fit(&self.out, &clash))?
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

/// The picture that an automaton draws, with only the rules that it needs; a picture without another start is kept whole.
fn drawn(automaton: &Automaton, picture: Option<(Vec<u8>, usize)>) -> Result<Automaton, Failure> {
    let own = || automaton.start().map(|(start, generations)| (start.to_vec(), generations));
    if automaton.kind() == Kind::Picture && picture.is_none() {
        return Ok(automaton.clone());
    }
    let (start, generations) = picture
        .or_else(own)
        .ok_or_else(|| Failure::Bad("a .pcell needs --start and --generations".to_owned()))?;
    let needed = Automaton::picture(&automaton.table(), automaton.plan(), start.clone(), generations);
    let mut other = automaton.as_picture(start, generations);
    for triple in Automaton::listed(Kind::Picture, automaton.states()) {
        match needed.rule(triple) {
            Some(result) => other.set_rule(triple, result),
            None => other.remove_rule(triple),
        }
    }
    Ok(other)
}
