//! Undo, redo, saving and converting documents.

use super::*;
use common::automaton::{library, triples, wolfram};
use proptest::prelude::*;
use std::fs;

/// An elementary rule in non-canonical form: another order, lower-case colours, no final newline.
const UNTIDY: &str =
    "2\r\n#ffffff paper\n#000000\n111 0\n110 1\n101 1\n100 0\n011 1\n010 1\n001 1\n000 0\n\nAs typed";

fn file(content: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rule.ccell");
    fs::write(&path, content).unwrap();
    (dir, path)
}

#[test]
fn undoing_all_edits_restores_every_byte() {
    let (_dir, path) = file(UNTIDY);
    let mut document = Document::open(&path).unwrap();
    for n in 0..20 {
        let triple = Triple::from_index(n * 3 % 8, 2);
        let result = 1 - document.automaton().rule(triple).unwrap();
        assert!(document.edit(Edit::rule(triple, result)));
        assert_eq!(document.is_changed(), document.automaton() != &Document::open(&path).unwrap().automaton);
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
fn swapped_colours_are_known_after_undo_and_after_reverting() {
    let (_dir, path) = file(UNTIDY);
    let mut document = Document::open(&path).unwrap();
    let swap = |document: &mut Document| {
        let next = document.automaton().conjugated();
        assert!(document.edit(Edit::Replace(text::CONJUGATED, Box::new(next))));
        document.colours_swapped()
    };
    assert!(swap(&mut document) && !swap(&mut document) && swap(&mut document));
    assert!(document.edit(Edit::Description("swapped".to_owned())) && document.colours_swapped());
    let history = document.history().unwrap();
    let (automaton, name) = (document.automaton().clone(), document.name().to_owned());
    let recovered = Document::recovered(automaton, name, Some(path.clone()), Some(&history));
    assert!(recovered.colours_swapped(), "also after a crash");
    assert!(document.revert() && !document.colours_swapped());
    document.undo();
    assert!(document.colours_swapped());
    document.undo();
    document.undo();
    assert!(!document.colours_swapped());
    document.redo();
    assert!(document.colours_swapped());
    document.save(&path, None).unwrap();
    document.edit(Edit::Description("saved".to_owned()));
    assert!(document.revert() && document.colours_swapped(), "the saved version is the swapped one");
}

#[test]
fn letters_of_a_text_are_one_step_until_the_step_is_finished() {
    let (_dir, path) = file(UNTIDY);
    let mut document = Document::open(&path).unwrap();
    for text in ["R", "Ru", "Rul", "Rule"] {
        document.edit(Edit::Description(text.to_owned()));
    }
    document.edit(Edit::Name(0, "paper and ink".to_owned()));
    document.finish_step();
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
fn a_new_automaton_is_unsaved_and_a_copy_is_not() {
    let rule_30 = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
    assert!(Document::new(rule_30.clone()).is_changed());
    let mut copy = Document::copy_of(rule_30, "rule-30.ccell");
    assert!(!copy.is_changed());
    copy.edit(Edit::rule(Triple::new(0, 0, 0), 1));
    assert!(copy.is_changed());
    copy.undo();
    assert!(!copy.is_changed() && copy.path().is_none());
}

#[test]
fn another_extension_converts_the_kind_or_fails() {
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
    assert_eq!((document.automaton().kind(), document.name()), (AutomatonKind::Picture, "rule.pcell"));
    assert!(!document.is_changed());
    assert_eq!(Document::open(document.path().unwrap()).unwrap().automaton(), document.automaton());
    document.undo();
    assert_eq!(document.automaton(), &before);
}

#[test]
fn a_change_by_another_program_is_detected() {
    let (_dir, path) = file(UNTIDY);
    let document = Document::open(&path).unwrap();
    assert!(!document.is_outdated());
    fs::write(&path, format!("{UNTIDY}!")).unwrap();
    assert!(document.is_outdated());
    fs::remove_file(&path).unwrap();
    assert!(!document.is_outdated(), "a deleted file cannot be overwritten");
}

#[test]
fn a_failed_save_leaves_the_document_unsaved() {
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
            rules.into_iter().map(|(n, r)| (Triple::from_index(n, 3), r)).collect()
        )),
        (0u8..3, any::<u8>()).prop_map(|(state, red)| Edit::Colour(state, Colour::new(red, 0, 0))),
        (0u8..3, "[a-z \n]{0,4}").prop_map(|(state, name)| Edit::Name(state, name)),
        "[a-z \r\n]{0,8}".prop_map(Edit::Description),
        (proptest::collection::vec(0u8..3, 1..9), 1usize..9).prop_map(|(row, n)| Edit::Picture(row, n)),
        Just(Edit::Boundary(Boundary::Cyclic)),
        (0u8..3).prop_map(|edge| Edit::Boundary(Boundary::Flat { edge })),
        "[lcr+ ]{0,4}".prop_map(Edit::Formula),
        proptest::collection::vec(0u8..3, 0..3).prop_map(Edit::Ink),
    ]
}

proptest! {
    /// After any edits: undo leads back to the start, redo to the end, and the written automaton reads back the
    /// same.
    #[test]
    fn undo_and_redo_restore_every_version(edits in proptest::collection::vec(edit(), 0..40), kind in 0usize..3) {
        let kind = AutomatonKind::ALL[kind];
        let sum = common::automaton::RuleTable::from_fn(3, |triple| (triple.sum() % 3) as u8);
        let first = Automaton::new(kind, &sum).unwrap();
        let mut document = Document::copy_of(first.clone(), "sum");
        let mut seen = vec![first];
        for edit in edits {
            document.finish_step();
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
fn library_automata_can_be_edited_and_saved() {
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
