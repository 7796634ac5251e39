//! `new`: an automaton from a code, a formula or at random.

use super::args::{self, PictureArgs};
use crate::files::{self, Format};
use crate::source::Source;
use crate::text;
use clap::Args;
use common::automaton::{Automaton, Kind, Plan};
use common::cli::Failure;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct New {
    /// The number of states, 2 to 10
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(2..=10))]
    states: u8,
    #[command(flatten)]
    source: Given,
    /// For --random: so many percent of the triples give another state than 0 [default: each state as often]
    #[arg(long, value_name = "PERCENT", requires = "random", value_parser = clap::value_parser!(u8).range(0..=100))]
    density: Option<u8>,
    /// What stands beyond the ends of a row: flat, flat:EDGE or cyclic
    #[arg(long)]
    plan: Option<Plan>,
    #[command(flatten)]
    picture: PictureArgs,
    /// A description in plain words
    #[arg(long, value_name = "TEXT")]
    about: Option<String>,
    /// The file; its ending tells the kind
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Where the rules come from.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
struct Given {
    /// Wolfram's number of the table
    #[arg(long, value_name = "N")]
    wolfram: Option<String>,
    /// Totalistic code, over the sum of the three cells
    #[arg(long, value_name = "N")]
    totalistic: Option<String>,
    /// Outer totalistic code, over the middle cell and the sum of its neighbours
    #[arg(long, value_name = "N")]
    outer: Option<String>,
    /// A formula over l, c, r and k, as in "(l + c + r) % k"
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
    formula: Option<String>,
    /// Rules at random; the same seed gives the same ones
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,
}

impl New {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let format = files::format(&self.out).map_err(Failure::Bad)?;
        let kind = if let Format::Ours(kind) = format { kind } else { Kind::Common };
        let source = self.source();
        let table = source.table(kind, self.states).map_err(Failure::Bad)?;
        let plan = args::plan(self.plan, self.states)?;
        let picture = self.picture.picture(self.states)?;
        let mut automaton = match (kind, picture) {
            (Kind::Picture, Some((start, generations))) => {
                Automaton::picture(&table, plan.unwrap_or_default(), start, generations)
            }
            (Kind::Picture, None) => {
                return Err(Failure::Bad("a .pcell needs --start and --generations".to_owned()));
            }
            (_, Some(_)) => {
                return Err(Failure::Bad("--start and --generations are for a .pcell".to_owned()));
            }
            (_, None) => {
                Automaton::new(kind, &table).map_err(|clash| text::does_not_fit(&self.out, &clash))?
            }
        };
        if let Some(plan) = plan {
            automaton.set_plan(plan);
        }
        automaton.set_formula(source.formula());
        automaton.set_description(self.about.as_deref().unwrap_or_default());
        files::save(&self.out, &automaton)?;
        Ok(writeln!(out, "{}", text::written(&self.out, &automaton))?)
    }

    fn source(&self) -> Source {
        let Given { wolfram, totalistic, outer, formula, random } = self.source.clone();
        let seed = random.unwrap_or_default();
        let density = self.density.unwrap_or(Source::even_density(self.states));
        wolfram
            .map(Source::Wolfram)
            .or(totalistic.map(Source::Totalistic))
            .or(outer.map(Source::Outer))
            .or(formula.map(Source::Formula))
            .unwrap_or(Source::Random { seed, density })
    }
}
