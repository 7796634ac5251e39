//! The automata that come with the programs. The folder `automata/` holds them as files; a test keeps the two together.

mod recipes;
#[cfg(test)]
mod tests;

use super::{Automaton, Formula, Kind, Plan, Start, Table, code, wolfram};
use recipes::{RECIPES, Recipe};
use std::path::Path;

/// An automaton of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The name of its file.
    pub file: &'static str,
    /// The automaton, with its description.
    pub automaton: Automaton,
}

/// All of them, in the order of the recipes: elementary ones, totalistic codes, formulas, pictures.
///
/// # Panics
/// If a recipe is wrong, which a test excludes.
pub fn all() -> Vec<Sample> {
    let made = |(file, recipe, about): &(&'static str, Recipe, &str)| {
        let made = make(file, recipe, about);
        Sample { file, automaton: made.unwrap_or_else(|why| panic!("the recipe of {file} is wrong: {why}")) }
    };
    RECIPES.iter().map(made).collect()
}

/// The one with this file name.
pub fn named(file: &str) -> Option<Sample> {
    let (file, recipe, about) = RECIPES.iter().find(|(name, ..)| *name == file)?;
    Some(Sample { file, automaton: make(file, recipe, about).ok()? })
}

fn make(file: &str, recipe: &Recipe, about: &str) -> Result<Automaton, String> {
    let kind = Kind::of(Path::new(file)).ok_or("its name has an unknown ending")?;
    let new = |table: &Table| Automaton::new(kind, table).map_err(|clash| clash.to_string());
    let formula = |states: u8, text: &str| {
        let table = text.parse::<Formula>().and_then(|formula| formula.table(states));
        table.map_err(|why| why.to_string())
    };
    let mut automaton = match *recipe {
        Recipe::Wolfram(states, number) => {
            new(&wolfram::table(states, number).map_err(|why| why.to_string())?)?
        }
        Recipe::Code(states, number) => {
            new(&code::from_totalistic(states, number).map_err(|why| why.to_string())?)?
        }
        Recipe::Random(states, seed) => new(&Table::random(kind, states, seed, 66))?,
        Recipe::Formula(states, text) => {
            let mut automaton = new(&formula(states, text)?)?;
            automaton.set_formula(Some(text));
            automaton
        }
        Recipe::Drawn(states, text, width, generations) => {
            let start = Start::Single.row(states, width)?;
            let mut automaton =
                Automaton::picture(&formula(states, text)?, Plan::default(), start, generations);
            automaton.set_formula(Some(text));
            automaton
        }
        Recipe::Found(text) => return Automaton::read(text.as_bytes(), kind).map_err(|why| why.to_string()),
    };
    automaton.set_description(about);
    Ok(automaton)
}
