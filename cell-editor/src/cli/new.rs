//! `new`: makes an automaton from a code, a formula or random rules.

use super::args::{self, PictureArgs};
use crate::files::{self, Format};
use crate::rule_source::RuleSource;
use crate::text;
use clap::Args;
use common::automaton::{Automaton, AutomatonKind, Boundary};
use common::cli::{Failure, Overwrite};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct New {
    /// The number of states, 2 to 10
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(2..=10))]
    states: u8,
    #[command(flatten)]
    source: SourceArgs,
    /// For --random: the percentage of triples whose result is not 0 [default: all states equally often]
    #[arg(long, value_name = "PERCENT", requires = "random", value_parser = clap::value_parser!(u8).range(0..=100))]
    density: Option<u8>,
    /// Beyond the ends of a row: flat (state 0), flat:EDGE (another state) or cyclic (the other end)
    #[arg(long)]
    plan: Option<Boundary>,
    #[command(flatten)]
    picture: PictureArgs,
    /// A description
    #[arg(long, value_name = "TEXT")]
    about: Option<String>,
    /// The file to write; its extension determines the kind
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Where the rules come from.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
struct SourceArgs {
    /// The Wolfram number of the table
    #[arg(long, value_name = "N")]
    wolfram: Option<String>,
    /// The totalistic code, by the sum of the three cells
    #[arg(long, value_name = "N")]
    totalistic: Option<String>,
    /// The outer totalistic code, by the middle cell and the sum of its neighbours
    #[arg(long, value_name = "N")]
    outer: Option<String>,
    /// A formula over l, c, r and k, as in "(l + c + r) % k"
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
    formula: Option<String>,
    /// Random rules; the same seed gives the same rules
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,
}

impl New {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let format = files::format(&self.out).map_err(Failure::Bad)?;
        let kind = if let Format::Native(kind) = format { kind } else { AutomatonKind::Common };
        let source = self.source();
        let table = source.table(kind, self.states).map_err(Failure::Bad)?;
        let boundary = args::check_boundary(self.plan, self.states)?;
        let picture = self.picture.picture(self.states)?;
        let mut automaton = match (kind, picture) {
            (AutomatonKind::Picture, Some((start, generations))) => {
                Automaton::picture(&table, boundary.unwrap_or_default(), start, generations)
            }
            (AutomatonKind::Picture, None) => {
                return Err(Failure::Bad("a .pcell needs --start and --generations".to_owned()));
            }
            (_, Some(_)) => {
                return Err(Failure::Bad("--start and --generations need a .pcell file".to_owned()));
            }
            (_, None) => Automaton::new(kind, &table)
                .map_err(|conflict| Failure::No(text::does_not_fit(&self.out, &conflict)))?,
        };
        if let Some(boundary) = boundary {
            automaton.set_boundary(boundary);
        }
        automaton.set_formula(source.formula());
        automaton.set_description(self.about.as_deref().unwrap_or_default());
        super::files::save(&self.out, &automaton, self.overwrite)?;
        Ok(writeln!(out, "{}", text::written(&self.out, &automaton))?)
    }

    fn source(&self) -> RuleSource {
        let SourceArgs { wolfram, totalistic, outer, formula, random } = self.source.clone();
        let seed = random.unwrap_or_default();
        let density = self.density.unwrap_or(RuleSource::even_density(self.states));
        wolfram
            .map(RuleSource::Wolfram)
            .or(totalistic.map(RuleSource::Totalistic))
            .or(outer.map(RuleSource::Outer))
            .or(formula.map(RuleSource::Formula))
            .unwrap_or(RuleSource::Random { seed, density })
    }
}
