//! `formula`: compares the rules of an automaton with its formula.

use crate::text;
use clap::Args;
use common::automaton::{AutomatonKind, Formula, Rule};
use common::cli::Failure;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Compare {
    /// The automaton
    file: PathBuf,
    /// Compare with this formula instead of the file's own
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
    formula: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    formula: &'a str,
    rules: usize,
    changed: Vec<Changed>,
}

/// A rule that differs from the formula.
#[derive(Serialize)]
struct Changed {
    triple: String,
    result: u8,
    formula: u8,
}

impl Compare {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let automaton = super::files::open(&self.file)?;
        let file = self.file.display();
        let Some(formula) = self.formula.as_deref().or(automaton.formula()) else {
            return Err(Failure::No(format!("{file} has no formula; add --formula")));
        };
        let table = formula.parse::<Formula>().and_then(|formula| formula.table(automaton.states()));
        let table = table.map_err(|why| match self.formula {
            Some(_) => Failure::Bad(format!("the formula is not valid: {why}")),
            None => Failure::No(format!("the formula of {file} is not valid: {why}")),
        })?;
        let rules: Vec<Rule> = automaton.rules().collect();
        let changed = |rule: &Rule| {
            let Rule { triple, result } = *rule;
            // A totalistic rule applies to all permutations, and the formula may give different results for them.
            let triples = match automaton.kind() {
                AutomatonKind::Totalistic => triple.permutations(),
                AutomatonKind::Common | AutomatonKind::Picture => vec![triple],
            };
            let triple = triples.into_iter().find(|triple| table.result(*triple) != result)?;
            Some(Changed { triple: triple.to_string(), result, formula: table.result(triple) })
        };
        let changed: Vec<Changed> = rules.iter().filter_map(changed).collect();
        let (count, all) = (changed.len(), rules.len());
        if self.json {
            super::json(&Report { formula, rules: all, changed }, out)?;
        } else {
            writeln!(out, "Formula: {formula}")?;
            for Changed { triple, result, formula } in &changed {
                writeln!(out, "{}", text::changed(triple, *result, *formula))?;
            }
            if count == 0 {
                writeln!(out, "{}", text::all_agree(all))?;
            }
        }
        out.flush()?;
        if count == 0 { Ok(()) } else { Err(Failure::No(text::differ(count, all))) }
    }
}
