//! The automata that come with the programs. The folder `automata/` contains them as files; a test compares both.

mod recipes;
#[cfg(test)]
mod tests;

use super::{Automaton, AutomatonKind, Boundary, Formula, RuleTable, StartRow, code, wolfram};
use recipes::{RECIPES, Recipe};
use std::path::Path;
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

/// An automaton of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryAutomaton {
    /// The file name.
    pub file: &'static str,
    /// The automaton, with its description.
    pub automaton: Automaton,
}

/// The whole library: elementary rules, totalistic codes, formulas, pictures.
///
/// # Panics
/// If a recipe is invalid. A test checks that none is.
pub fn all() -> Vec<LibraryAutomaton> {
    let build_automaton = |(file, recipe, about): &(&'static str, Recipe, &str)| {
        let automaton = build(file, recipe, about);
        LibraryAutomaton {
            file,
            automaton: automaton.unwrap_or_else(|why| panic!("the recipe of {file} is invalid: {why}")),
        }
    };
    RECIPES.iter().map(build_automaton).collect()
}

/// The library automaton with this file name.
pub fn find(file: &str) -> Option<LibraryAutomaton> {
    let (file, recipe, about) = RECIPES.iter().find(|(name, ..)| *name == file)?;
    Some(LibraryAutomaton { file, automaton: build(file, recipe, about).ok()? })
}

/// The folder of the library's files inside a folder for shared data.
pub const INSTALLED: &str = "pentad/automata";

/// The folder with the library's files: a web page has none.
#[cfg(target_arch = "wasm32")]
pub fn installed_folder() -> Option<std::path::PathBuf> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
/// The folder with the library's files, if `cell-editor install` has put them on this computer.
pub fn installed_folder() -> Option<PathBuf> {
    let system = std::env::var_os("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let system: Vec<PathBuf> = std::env::split_paths(&system).collect();
    let folders = crate::store::shared_data().into_iter().chain(system);
    folders.map(|folder| folder.join(INSTALLED)).find(|folder| folder.is_dir())
}

fn build(file: &str, recipe: &Recipe, about: &str) -> Result<Automaton, String> {
    let kind = AutomatonKind::from_path(Path::new(file)).ok_or("its name has an unknown extension")?;
    let new = |table: &RuleTable| Automaton::new(kind, table).map_err(|conflict| conflict.to_string());
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
        Recipe::Random(states, seed) => new(&RuleTable::random(kind, states, seed, 66))?,
        Recipe::Formula(states, text) => {
            let mut automaton = new(&formula(states, text)?)?;
            automaton.set_formula(Some(text));
            automaton
        }
        Recipe::Picture(states, text, width, generations) => {
            let start = StartRow::Single.row(states, width)?;
            let mut automaton =
                Automaton::picture(&formula(states, text)?, Boundary::default(), start, generations);
            automaton.set_formula(Some(text));
            automaton
        }
        Recipe::File(text) => return Automaton::read(text.as_bytes(), kind).map_err(|why| why.to_string()),
    };
    automaton.set_description(about);
    Ok(automaton)
}
