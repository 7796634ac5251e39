//! `show`: describes an automaton.

use super::args::Size;
use crate::text;
use clap::Args;
use common::automaton::{Automaton, AutomatonKind, RuleConflict, RuleTable, StartRow, code, evolve, wolfram};
use common::cli::Failure;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Show {
    /// The automaton
    file: PathBuf,
    /// Cells and generations to show [default: as in the file, or 63x16]
    #[arg(long, value_name = "CELLSxGENERATIONS")]
    size: Option<Size>,
    /// The start row: single, random:SEED or digits in the middle of the row [default: as in the file, or single]
    #[arg(long, value_name = "ROW")]
    start: Option<StartRow>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
struct Report<'a> {
    file: String,
    kind: &'static str,
    states: u8,
    colours: Vec<String>,
    names: Vec<&'a str>,
    plan: String,
    rules: Vec<String>,
    added: Vec<String>,
    wolfram: String,
    totalistic: Code,
    outer: Code,
    mirrored: String,
    conjugated: String,
    symmetries: Vec<&'static str>,
    formula: Option<&'a str>,
    description: &'a str,
    evolution: Vec<String>,
}

/// A code, or two rules that show why there is none.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Code {
    Number(String),
    None([String; 2]),
}

impl From<Result<String, RuleConflict>> for Code {
    fn from(code: Result<String, RuleConflict>) -> Code {
        match code {
            Ok(number) => Code::Number(number),
            Err(conflict) => Code::None([conflict.first.to_string(), conflict.second.to_string()]),
        }
    }
}

impl Show {
    /// The command for a file with default options.
    pub fn new(file: PathBuf) -> Show {
        Show { file, size: None, start: None, json: false }
    }

    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let automaton = super::files::open(&self.file)?;
        let table = automaton.table();
        let evolution = self.evolution(&automaton, &table)?;
        if self.json {
            super::json(&self.report(&automaton, &table, evolution), out)?;
        } else {
            write!(out, "{}", text::summary(&self.file, &automaton))?;
            if automaton.kind() != AutomatonKind::Picture {
                write!(out, "{}", text::codes(&table))?;
            }
            writeln!(out, "\n{}\n", text::rules(&automaton))?;
            for row in evolution {
                writeln!(out, "{row}")?;
            }
        }
        Ok(out.flush()?)
    }

    fn evolution(&self, automaton: &Automaton, table: &RuleTable) -> Result<Vec<String>, Failure> {
        let picture = automaton.start();
        let default_size = picture.map_or(Size { cells: 63, generations: 16 }, |(row, generations)| Size {
            cells: row.len(),
            generations,
        });
        let size = self.size.unwrap_or(default_size);
        let start = self
            .start
            .clone()
            .or(picture.map(|(row, _)| StartRow::Cells(row.to_vec())))
            .unwrap_or(StartRow::Single);
        let row = start.row(automaton.states(), size.cells).map_err(Failure::Bad)?;
        let rows = evolve(table, automaton.boundary(), &row, size.generations);
        Ok(rows.rows().map(text::row).collect())
    }

    fn report<'a>(&self, automaton: &'a Automaton, table: &RuleTable, evolution: Vec<String>) -> Report<'a> {
        let states = || 0..automaton.states();
        Report {
            file: self.file.display().to_string(),
            kind: text::kind(automaton.kind()),
            states: automaton.states(),
            colours: states().map(|state| automaton.colour(state).to_string()).collect(),
            names: states().map(|state| automaton.name(state)).collect(),
            plan: automaton.boundary().to_string(),
            rules: automaton.rules().map(|rule| rule.to_string()).collect(),
            added: automaton.added_triples().iter().map(ToString::to_string).collect(),
            wolfram: wolfram::number(table),
            totalistic: code::totalistic(table).into(),
            outer: code::outer(table).into(),
            mirrored: wolfram::number(&table.mirrored()),
            conjugated: wolfram::number(&table.conjugated()),
            symmetries: text::properties(table),
            formula: automaton.formula(),
            description: automaton.description(),
            evolution,
        }
    }
}
