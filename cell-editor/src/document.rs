//! An automaton that is being edited: its file, what was changed in it, and the way back.

use crate::files::{self, Format, Misfit};
use crate::text;
use common::automaton::{Automaton, Colour, Kind, Plan, State, Triple};
use common::store;
use std::path::{Path, PathBuf};

/// So many steps can be taken back.
const MOST_STEPS: usize = 1000;
/// And so many bytes are kept for that.
const MOST_BYTES: usize = 64 << 20;

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Rules get other results; those of a picture may be taken out.
    Rules(Vec<(Triple, Option<State>)>),
    /// A state gets another colour.
    Colour(State, Colour),
    /// A state gets another name.
    Name(State, String),
    /// The description.
    Description(String),
    /// The start row and the number of generations with it.
    Picture(Vec<State>, usize),
    /// What stands beyond the ends of a row.
    Plan(Plan),
    /// The states that count as ink in the picture.
    Ink(Vec<State>),
    /// The formula that the rules are compared with.
    Formula(String),
    /// Everything at once: what the step is called, and what comes of it.
    Whole(&'static str, Box<Automaton>),
}

impl Edit {
    /// One rule gets another result.
    pub fn rule(triple: Triple, result: State) -> Edit {
        Edit::Rules(vec![(triple, Some(result))])
    }

    /// Whether another edit goes on with this one, as letters of a text do; then both are one step.
    fn goes_on(&self, other: &Edit) -> bool {
        match (self, other) {
            (Edit::Colour(one, _), Edit::Colour(other, _)) | (Edit::Name(one, _), Edit::Name(other, _)) => {
                one == other
            }
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
            Edit::Plan(plan) => automaton.set_plan(*plan),
            Edit::Ink(ink) => automaton.set_ink(ink.clone()),
            Edit::Formula(formula) => automaton.set_formula(Some(formula)),
            Edit::Whole(_, other) => *automaton = (**other).clone(),
        }
    }
}

/// A step of the history: how the automaton was on its other side, and what was done.
#[derive(Debug, Clone)]
struct Step {
    other: Automaton,
    edit: Edit,
}

/// What a file holds, or what can be had again at any time.
#[derive(Debug, Clone)]
struct Kept {
    automaton: Automaton,
    bytes: Vec<u8>,
}

/// The document.
#[derive(Debug, Clone)]
pub struct Document {
    automaton: Automaton,
    /// Where it is kept, if it is.
    path: Option<PathBuf>,
    /// What it is called.
    name: String,
    /// As it can be had again.
    kept: Option<Kept>,
    past: Vec<Step>,
    future: Vec<Step>,
    /// The newest step may be gone on with.
    open: bool,
    revision: u64,
    changed: bool,
}

impl Document {
    fn with(automaton: Automaton, name: String) -> Document {
        Document {
            automaton,
            path: None,
            name,
            kept: None,
            past: Vec::new(),
            future: Vec::new(),
            open: false,
            revision: 0,
            changed: true,
        }
    }

    /// A new automaton that has no file yet.
    pub fn new(automaton: Automaton) -> Document {
        let name = format!("untitled.{}", automaton.kind().ending());
        Document::with(automaton, name)
    }

    /// An automaton that can be had again at any time, under this name.
    pub fn copy_of(automaton: Automaton, name: &str) -> Document {
        let bytes = automaton.write().into_bytes();
        let mut document = Document::with(automaton.clone(), name.to_owned());
        document.kept = Some(Kept { automaton, bytes });
        document.changed = false;
        document
    }

    /// The automaton in a file; what Golly wrote is read, and kept as ours.
    pub fn open(path: &Path) -> Result<Document, String> {
        let (bytes, automaton) = files::read(path).map_err(|trouble| trouble.about(path))?;
        if files::format(path) == Ok(Format::Golly) {
            let name = path.with_extension(automaton.kind().ending());
            return Ok(Document::copy_of(automaton, &file_name(&name)));
        }
        let mut document = Document::with(automaton.clone(), file_name(path));
        document.path = Some(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        document.kept = Some(Kept { automaton, bytes });
        document.changed = false;
        Ok(document)
    }

    /// An automaton as it was when the program ended, with the file in which it was kept before, if there is one still.
    pub fn recovered(automaton: Automaton, name: String, path: Option<PathBuf>) -> Document {
        let kept = path.as_deref().and_then(|path| Document::open(path).ok()).and_then(|file| file.kept);
        let mut document = Document { path, kept, ..Document::with(automaton, name) };
        document.touched();
        document
    }

    /// The automaton as it is now.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The file in which it is kept, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What it is called: the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Counts changes, so that whatever depends on the automaton knows when to look again.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether something would be lost without saving.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Makes a change. Says whether anything is different now.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let mut next = self.automaton.clone();
        edit.apply(&mut next);
        if next == self.automaton {
            return false;
        }
        let before = std::mem::replace(&mut self.automaton, next);
        let goes_on = self.open && self.past.last().is_some_and(|step| step.edit.goes_on(&edit));
        match self.past.last_mut().filter(|_| goes_on) {
            Some(step) => step.edit = edit,
            None => self.past.push(Step { other: before, edit }),
        }
        self.future.clear();
        let size = |automaton: &Automaton| {
            let start = automaton.start().map_or(0, |(start, _)| start.len());
            start + automaton.description().len() + 4096
        };
        let most = (MOST_BYTES / size(&self.automaton)).clamp(1, MOST_STEPS);
        self.past.drain(..self.past.len().saturating_sub(most));
        self.open = true;
        self.touched();
        true
    }

    /// What comes next is a step of its own.
    pub fn seal(&mut self) {
        self.open = false;
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether something was taken back.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes the newest step back, and tells which it was.
    pub fn undo(&mut self) -> Option<String> {
        let step = self.past.pop()?;
        let now = std::mem::replace(&mut self.automaton, step.other);
        let told = text::edit(&step.edit);
        self.future.push(Step { other: now, edit: step.edit });
        self.open = false;
        self.touched();
        Some(told)
    }

    /// Makes the step again that was taken back last, and tells which it was.
    pub fn redo(&mut self) -> Option<String> {
        let step = self.future.pop()?;
        let now = std::mem::replace(&mut self.automaton, step.other);
        let told = text::edit(&step.edit);
        self.past.push(Step { other: now, edit: step.edit });
        self.open = false;
        self.touched();
        Some(told)
    }

    fn touched(&mut self) {
        self.revision += 1;
        self.changed = self.kept.as_ref().is_none_or(|kept| kept.automaton != self.automaton);
    }

    /// Whether another program has changed the file since it was read or written here.
    pub fn is_outdated(&self) -> bool {
        let (Some(path), Some(kept)) = (&self.path, &self.kept) else { return false };
        store::read_bytes(path, kept.bytes.len() as u64)
            .map_or_else(|_| path.exists(), |now| now != kept.bytes)
    }

    /// Keeps it in a file, whose ending tells the kind. What was not changed is written byte for byte as it was read.
    /// `start` is the row and the number of generations for an automaton that becomes a picture.
    pub fn save(&mut self, path: &Path, start: Option<(Vec<State>, usize)>) -> Result<(), String> {
        let Some(kind) = Kind::of(path) else {
            return Err(text::ending_of(path));
        };
        let becomes = if kind == self.automaton.kind() {
            self.automaton.clone()
        } else {
            let start = self.automaton.start().is_none().then_some(start).flatten();
            files::converted(&self.automaton, kind, start).map_err(|misfit| match misfit {
                Misfit::Clash(clash) => text::does_not_fit(path, &clash).to_string(),
                Misfit::NoStart => text::NO_START.to_owned(),
            })?
        };
        let bytes = match &self.kept {
            Some(kept) if kept.automaton == becomes => kept.bytes.clone(),
            _ => becomes.write().into_bytes(),
        };
        store::write_atomic(path, &bytes).map_err(|why| why.to_string())?;
        if becomes != self.automaton {
            self.edit(Edit::Whole(text::CONVERTED, Box::new(becomes.clone())));
        }
        self.path = Some(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()));
        self.name = file_name(path);
        self.kept = Some(Kept { automaton: becomes, bytes });
        self.open = false;
        self.touched();
        Ok(())
    }

    /// Back to how it was opened or saved; that can be taken back like any other step.
    pub fn revert(&mut self) -> bool {
        let Some(kept) = &self.kept else { return false };
        let automaton = Box::new(kept.automaton.clone());
        self.edit(Edit::Whole(text::REVERTED, automaton))
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{library, triples, wolfram};
    use proptest::prelude::*;
    use std::fs;

    /// An elementary rule as a person may have typed it: rules in another order, small letters, no final newline.
    const UNTIDY: &str =
        "2\r\n#ffffff paper\n#000000\n111 0\n110 1\n101 1\n100 0\n011 1\n010 1\n001 1\n000 0\n\nAs typed";

    fn file(content: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("rule.ccell");
        fs::write(&path, content).unwrap();
        (dir, path)
    }

    #[test]
    fn twenty_changes_taken_back_leave_every_byte() {
        let (_dir, path) = file(UNTIDY);
        let mut document = Document::open(&path).unwrap();
        for n in 0..20 {
            let triple = Triple::at(n * 3 % 8, 2);
            let result = 1 - document.automaton().rule(triple).unwrap();
            assert!(document.edit(Edit::rule(triple, result)));
            assert_eq!(
                document.is_changed(),
                document.automaton() != &Document::open(&path).unwrap().automaton
            );
        }
        for _ in 0..20 {
            assert!(document.undo().is_some());
        }
        assert!(!document.can_undo() && !document.is_changed());
        document.save(&path, None).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), UNTIDY);
        for _ in 0..20 {
            assert!(document.redo().is_some());
        }
        assert!(!document.can_redo() && document.is_changed());
    }

    #[test]
    fn letters_of_a_text_are_one_step_until_it_is_left() {
        let (_dir, path) = file(UNTIDY);
        let mut document = Document::open(&path).unwrap();
        for text in ["R", "Ru", "Rul", "Rule"] {
            document.edit(Edit::Description(text.to_owned()));
        }
        document.edit(Edit::Name(0, "paper and ink".to_owned()));
        document.seal();
        document.edit(Edit::Name(0, "paper".to_owned()));
        assert_eq!(document.automaton().name(0), "paper");
        document.undo();
        assert_eq!(document.automaton().name(0), "paper and ink");
        document.undo();
        assert_eq!((document.automaton().name(0), document.automaton().description()), ("paper", "Rule"));
        document.undo();
        assert_eq!(document.automaton().description(), "As typed");
        assert!(!document.can_undo());
    }

    #[test]
    fn a_new_one_is_unsaved_and_a_copy_is_not() {
        let rule_30 = Automaton::new(Kind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
        assert!(Document::new(rule_30.clone()).is_changed());
        let mut copy = Document::copy_of(rule_30, "rule-30.ccell");
        assert!(!copy.is_changed());
        copy.edit(Edit::rule(Triple::new(0, 0, 0), 1));
        assert!(copy.is_changed());
        copy.undo();
        assert!(!copy.is_changed() && copy.path().is_none());
    }

    #[test]
    fn another_ending_makes_another_kind_or_tells_why_not() {
        let (dir, path) = file(UNTIDY);
        let mut document = Document::open(&path).unwrap();
        let before = document.automaton().clone();
        let why = document.save(&dir.path().join("rule.tcell"), None).unwrap_err();
        assert!(why.contains("but 100 gives 0"), "{why}");
        assert!(document.save(&dir.path().join("rule.txt"), None).is_err());
        assert!(document.save(&dir.path().join("rule.pcell"), None).is_err());
        assert_eq!((document.automaton(), document.name()), (&before, "rule.ccell"));
        let start = Some((vec![0, 0, 1, 0, 0], 3));
        document.save(&dir.path().join("rule.pcell"), start).unwrap();
        assert_eq!((document.automaton().kind(), document.name()), (Kind::Picture, "rule.pcell"));
        assert!(!document.is_changed());
        assert_eq!(Document::open(document.path().unwrap()).unwrap().automaton(), document.automaton());
        document.undo();
        assert_eq!(document.automaton(), &before);
    }

    #[test]
    fn a_file_that_another_program_changed_is_noticed() {
        let (_dir, path) = file(UNTIDY);
        let document = Document::open(&path).unwrap();
        assert!(!document.is_outdated());
        fs::write(&path, format!("{UNTIDY}!")).unwrap();
        assert!(document.is_outdated());
        fs::remove_file(&path).unwrap();
        assert!(!document.is_outdated(), "there is nothing to be lost");
    }

    #[test]
    fn what_cannot_be_written_stays_unsaved() {
        let (_dir, path) = file(UNTIDY);
        let mut document = Document::open(&path).unwrap();
        document.edit(Edit::rule(Triple::new(0, 0, 0), 1));
        assert!(document.save(&path.join("below.ccell"), None).is_err());
        assert!(document.is_changed());
        assert_eq!(document.path(), Some(path.as_path()));
    }

    fn edit() -> impl Strategy<Value = Edit> {
        let rule = (0usize..27, proptest::option::of(0u8..3));
        prop_oneof![
            proptest::collection::vec(rule, 1..5).prop_map(|rules| Edit::Rules(
                rules.into_iter().map(|(n, r)| (Triple::at(n, 3), r)).collect()
            )),
            (0u8..3, any::<u8>()).prop_map(|(state, red)| Edit::Colour(state, Colour::new(red, 0, 0))),
            (0u8..3, "[a-z \n]{0,4}").prop_map(|(state, name)| Edit::Name(state, name)),
            "[a-z \r\n]{0,8}".prop_map(Edit::Description),
            (proptest::collection::vec(0u8..3, 1..9), 1usize..9).prop_map(|(row, n)| Edit::Picture(row, n)),
            Just(Edit::Plan(Plan::Cyclic)),
            (0u8..3).prop_map(|edge| Edit::Plan(Plan::Flat { edge })),
            "[lcr+ ]{0,4}".prop_map(Edit::Formula),
            proptest::collection::vec(0u8..3, 0..3).prop_map(Edit::Ink),
        ]
    }

    proptest! {
        /// Whatever is done: back to the start it is as opened, and forth again as left; and it is written so that it
        /// reads the same.
        #[test]
        fn history_leads_back_and_forth(edits in proptest::collection::vec(edit(), 0..40), kind in 0usize..3) {
            let kind = Kind::ALL[kind];
            let sum = common::automaton::Table::from_fn(3, |triple| (triple.sum() % 3) as u8);
            let first = Automaton::new(kind, &sum).unwrap();
            let mut document = Document::copy_of(first.clone(), "sum");
            let mut seen = vec![first];
            for edit in edits {
                document.seal();
                if document.edit(edit) {
                    seen.push(document.automaton().clone());
                }
            }
            let last = document.automaton().clone();
            prop_assert_eq!(&Automaton::read(last.write().as_bytes(), kind).unwrap(), &last);
            for expected in seen.iter().rev().skip(1) {
                prop_assert!(document.undo().is_some());
                prop_assert_eq!(document.automaton(), expected);
            }
            prop_assert!(!document.can_undo());
            while document.redo().is_some() {}
            prop_assert_eq!(document.automaton(), &last);
        }
    }

    #[test]
    fn the_library_can_be_edited_and_saved() {
        let dir = tempfile::tempdir().unwrap();
        for sample in library::all() {
            let mut document = Document::copy_of(sample.automaton.clone(), sample.file);
            let triple = triples(sample.automaton.states()).last().unwrap();
            let result = u8::from(sample.automaton.rule(triple) == Some(0));
            assert!(document.edit(Edit::rule(triple, result)));
            let path = dir.path().join(sample.file);
            document.save(&path, None).unwrap();
            assert_eq!(Document::open(&path).unwrap().automaton(), document.automaton(), "{}", sample.file);
        }
    }
}
