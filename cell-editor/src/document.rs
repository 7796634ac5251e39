//! The document: an automaton with its file and its edit history.

#[cfg(test)]
mod tests;

use crate::files::{self, ConversionError, Format};
use crate::history::{self, History};
use crate::text;
use common::automaton::{Automaton, AutomatonKind, Boundary, Colour, State, Triple};
use common::store;
use std::path::{Path, PathBuf};

/// The maximum number of undo steps.
const MAX_STEPS: usize = 1000;
/// The maximum memory for undo steps, in bytes.
const MAX_HISTORY_BYTES: usize = 64 << 20;

/// A change of the automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Set the results of rules. `None` removes a rule of a picture.
    Rules(Vec<(Triple, Option<State>)>),
    /// Set the colour of a state.
    Colour(State, Colour),
    /// Set the name of a state.
    Name(State, String),
    /// Set the description.
    Description(String),
    /// Set the start row and the number of generations.
    Picture(Vec<State>, usize),
    /// Set the boundary.
    Boundary(Boundary),
    /// Set the states that count as ink in the picture.
    Ink(Vec<State>),
    /// Set the formula that the rules are compared with.
    Formula(String),
    /// Replace the whole automaton. The text is the name of the step.
    Replace(&'static str, Box<Automaton>),
}

impl Edit {
    /// Set the result of one rule.
    pub fn rule(triple: Triple, result: State) -> Edit {
        Edit::Rules(vec![(triple, Some(result))])
    }

    /// Whether both edits form one undo step, for example letters of the same text.
    fn merges_with(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Colour(first, _), Edit::Colour(second, _))
            | (Edit::Name(first, _), Edit::Name(second, _)) => first == second,
            (Edit::Description(_), Edit::Description(_))
            | (Edit::Formula(_), Edit::Formula(_))
            | (Edit::Picture(..), Edit::Picture(..)) => true,
            _ => false,
        }
    }

    fn apply(&self, automaton: &mut Automaton) {
        match self {
            Edit::Rules(rules) => {
                for (triple, result) in rules {
                    match result {
                        Some(result) => automaton.set_rule(*triple, *result),
                        None => automaton.remove_rule(*triple),
                    }
                }
            }
            Edit::Colour(state, colour) => automaton.set_colour(*state, *colour),
            Edit::Name(state, name) => automaton.set_name(*state, name),
            Edit::Description(text) => automaton.set_description(text),
            Edit::Picture(start, generations) => automaton.set_picture(start.clone(), *generations),
            Edit::Boundary(boundary) => automaton.set_boundary(*boundary),
            Edit::Ink(ink) => automaton.set_ink(ink.clone()),
            Edit::Formula(formula) => automaton.set_formula(Some(formula)),
            Edit::Replace(_, other) => *automaton = (**other).clone(),
        }
    }
}

/// An undo or redo step: the automaton before or after it, and the edit.
#[derive(Debug, Clone)]
struct Step {
    automaton: Automaton,
    colours_swapped: bool,
    edit: Edit,
}

impl Step {
    /// Whether the colours are swapped after the edit.
    fn swaps_colours(&self) -> bool {
        self.colours_swapped != matches!(self.edit, Edit::Replace(text::CONJUGATED, _))
    }
}

/// The saved version: an automaton and the bytes of its file.
#[derive(Debug, Clone)]
struct SavedVersion {
    automaton: Automaton,
    colours_swapped: bool,
    bytes: Vec<u8>,
}

/// An open automaton.
#[derive(Debug, Clone)]
pub struct Document {
    automaton: Automaton,
    /// The user has swapped the colours, so the preview shows the negative of its start row.
    colours_swapped: bool,
    /// The file, if there is one.
    path: Option<PathBuf>,
    /// The name in titles and messages.
    name: String,
    /// The content of the file, or of the library automaton.
    saved: Option<SavedVersion>,
    past: Vec<Step>,
    future: Vec<Step>,
    /// Whether the next edit may be merged into the newest step.
    step_open: bool,
    revision: u64,
    changed: bool,
}

impl Document {
    fn with(automaton: Automaton, name: String) -> Document {
        Document {
            automaton,
            colours_swapped: false,
            path: None,
            name,
            saved: None,
            past: Vec::new(),
            future: Vec::new(),
            step_open: false,
            revision: 0,
            changed: true,
        }
    }

    /// A new automaton without a file.
    pub fn new(automaton: Automaton) -> Document {
        let name = format!("untitled.{}", automaton.kind().extension());
        Document::with(automaton, name)
    }

    /// A copy of an automaton. It has no file but counts as saved until it is changed.
    pub fn copy_of(automaton: Automaton, name: &str) -> Document {
        let bytes = automaton.write().into_bytes();
        let mut document = Document::with(automaton.clone(), name.to_owned());
        document.saved = Some(SavedVersion { automaton, colours_swapped: false, bytes });
        document.changed = false;
        document
    }

    /// Opens a file. A Golly rule becomes a copy without a file.
    pub fn open(path: &Path) -> Result<Document, String> {
        if files::format(path) == Ok(Format::Golly) {
            return Document::open_copy(path);
        }
        let (bytes, automaton) = files::read(path).map_err(|error| error.message(path))?;
        let mut document = Document::with(automaton.clone(), file_name(path));
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        if let Some(folder) = absolute.parent() {
            // An editor that was killed while it saved the file may have left a temporary one.
            store::tidy_folder(folder);
        }
        document.path = Some(absolute);
        document.saved = Some(SavedVersion { automaton, colours_swapped: false, bytes });
        document.changed = false;
        Ok(document)
    }

    /// Opens a copy of a file. It has no file of its own.
    pub fn open_copy(path: &Path) -> Result<Document, String> {
        let (_, automaton) = files::read(path).map_err(|error| error.message(path))?;
        let name = path.with_extension(automaton.kind().extension());
        Ok(Document::copy_of(automaton, &file_name(&name)))
    }

    /// Unsaved work of an earlier run, its file if that still exists, and its edits if they are known.
    pub fn recovered(
        automaton: Automaton,
        name: String,
        path: Option<PathBuf>,
        history: Option<&History>,
    ) -> Document {
        let saved = path.as_deref().and_then(|path| Document::open(path).ok()).and_then(|file| file.saved);
        let steps = history.and_then(History::read).and_then(|history| replay(history, &automaton));
        let past = steps.unwrap_or_else(|| {
            // Undo returns at least to the saved version.
            let edit = Edit::Replace(text::RECOVERED, Box::new(automaton.clone()));
            let before = saved.iter().map(|saved| &saved.automaton).filter(|before| **before != automaton);
            let step = |before: &Automaton| Step {
                automaton: before.clone(),
                colours_swapped: false,
                edit: edit.clone(),
            };
            before.map(step).collect()
        });
        let colours_swapped = past.last().is_some_and(Step::swaps_colours);
        let new = Document::with(automaton, name);
        let mut document = Document { colours_swapped, path, saved, past, ..new };
        document.update_changed();
        document
    }

    /// The edits that can be undone.
    pub(crate) fn history(&self) -> Option<History> {
        History::new(self.past.iter().map(|step| (&step.automaton, &step.edit)))
    }

    /// The current automaton.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether the user has swapped the colours an odd number of times.
    pub fn colours_swapped(&self) -> bool {
        self.colours_swapped
    }

    /// The name of the document: its file name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A number that changes with every edit. Caches use it as their key.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether there are unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Applies an edit. Returns whether the automaton changed.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let mut next = self.automaton.clone();
        edit.apply(&mut next);
        if next == self.automaton {
            return false;
        }
        let before = std::mem::replace(&mut self.automaton, next);
        let merge = self.step_open && self.past.last().is_some_and(|step| step.edit.merges_with(&edit));
        if let Some(step) = self.past.last_mut().filter(|_| merge) {
            step.edit = edit;
        } else {
            let step = Step { automaton: before, colours_swapped: self.colours_swapped, edit };
            self.colours_swapped = match (&step.edit, &self.saved) {
                (Edit::Replace(text::REVERTED, _), Some(saved)) => saved.colours_swapped,
                _ => step.swaps_colours(),
            };
            self.past.push(step);
        }
        self.future.clear();
        let size = |automaton: &Automaton| {
            let start = automaton.start().map_or(0, |(start, _)| start.len());
            start + automaton.description().len() + 4096
        };
        let max_steps = (MAX_HISTORY_BYTES / size(&self.automaton)).clamp(1, MAX_STEPS);
        self.past.drain(..self.past.len().saturating_sub(max_steps));
        self.step_open = true;
        self.update_changed();
        true
    }

    /// Ends the current undo step; the next edit starts another one.
    pub fn finish_step(&mut self) {
        self.step_open = false;
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Undoes the newest step and returns its description.
    pub fn undo(&mut self) -> Option<String> {
        let step = self.past.pop()?;
        let (step, description) = self.go_to(step);
        self.future.push(step);
        self.step_open = false;
        self.update_changed();
        Some(description)
    }

    /// Redoes the last undone step and returns its description.
    pub fn redo(&mut self) -> Option<String> {
        let step = self.future.pop()?;
        let (step, description) = self.go_to(step);
        self.past.push(step);
        self.step_open = false;
        self.update_changed();
        Some(description)
    }

    /// Shows the automaton of a step. Returns the step that leads back, and the description of its edit.
    fn go_to(&mut self, step: Step) -> (Step, String) {
        let description = text::edit(&step.edit);
        let automaton = std::mem::replace(&mut self.automaton, step.automaton);
        let colours_swapped = std::mem::replace(&mut self.colours_swapped, step.colours_swapped);
        (Step { automaton, colours_swapped, edit: step.edit }, description)
    }

    fn update_changed(&mut self) {
        self.revision += 1;
        self.changed = self.saved.as_ref().is_none_or(|saved| saved.automaton != self.automaton);
    }

    /// Whether another program has changed the file since it was read or written.
    pub fn is_outdated(&self) -> bool {
        let (Some(path), Some(saved)) = (&self.path, &self.saved) else { return false };
        store::read_bytes(path, saved.bytes.len() as u64)
            .map_or_else(|_| store::exists(path), |now| now != saved.bytes)
    }

    /// Saves to a file, whose extension determines the kind. An unchanged automaton is written byte for byte as it was
    /// read. `start` is the start row and the number of generations if the automaton has to become a picture.
    pub fn save(&mut self, path: &Path, start: Option<(Vec<State>, usize)>) -> Result<(), String> {
        let Some(kind) = AutomatonKind::from_path(path) else {
            return Err(text::unknown_extension(path));
        };
        let converted = if kind == self.automaton.kind() {
            self.automaton.clone()
        } else {
            let start = self.automaton.start().is_none().then_some(start).flatten();
            files::converted(&self.automaton, kind, start).map_err(|error| match error {
                ConversionError::Conflict(conflict) => text::does_not_fit(path, &conflict),
                ConversionError::MissingStart => text::NO_START.to_owned(),
            })?
        };
        let bytes = match &self.saved {
            Some(saved) if saved.automaton == converted => saved.bytes.clone(),
            _ => converted.write().into_bytes(),
        };
        store::write_atomic(path, &bytes).map_err(|why| why.to_string())?;
        if converted != self.automaton {
            self.edit(Edit::Replace(text::CONVERTED, Box::new(converted.clone())));
        }
        self.path = Some(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        self.name = file_name(path);
        let colours_swapped = self.colours_swapped;
        self.saved = Some(SavedVersion { automaton: converted, colours_swapped, bytes });
        self.step_open = false;
        self.update_changed();
        Ok(())
    }

    /// Why there is nothing to revert to, if there is not.
    pub fn why_not_revert(&self) -> Option<&'static str> {
        match (&self.saved, self.changed) {
            (None, _) => Some("There is no saved version yet."),
            (Some(_), false) => Some("Nothing has changed since it was saved."),
            (Some(_), true) => None,
        }
    }

    /// Reverts to the saved version, as an undoable step.
    pub fn revert(&mut self) -> bool {
        let Some(saved) = &self.saved else { return false };
        let automaton = Box::new(saved.automaton.clone());
        self.edit(Edit::Replace(text::REVERTED, automaton))
    }
}

/// Makes the edits again. `None` if they do not lead to this automaton.
fn replay((mut automaton, edits): (Automaton, Vec<Edit>), last: &Automaton) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    for edit in edits {
        if !history::fits(&edit, &automaton) {
            return None;
        }
        let before = automaton.clone();
        edit.apply(&mut automaton);
        let colours_swapped = steps.last().is_some_and(Step::swaps_colours);
        steps.push(Step { automaton: before, colours_swapped, edit });
    }
    (automaton == *last).then_some(steps)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
