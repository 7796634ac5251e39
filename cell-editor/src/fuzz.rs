//! Fuzzing of the readers; see [`common::testing::fuzz`].

use crate::document::{Document, Edit};
use crate::recovery::Recovery;
use common::automaton::library;
use common::store::Store;
use common::testing::fuzz::{self, Target};

/// Unsaved work, as it is found after a crash.
fn unsaved_work() -> Target {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let store = Store::at(dir.path());
    let work = |name: &str| {
        let (mut recovery, _, _) = Recovery::open(&store);
        let automaton = library::find(name).expect("an automaton").automaton;
        let mut document = Document::recovered(automaton, name.to_owned(), None, None);
        document.edit(Edit::Description("changed".to_owned()));
        document.edit(Edit::Name(1, "one".to_owned()));
        recovery.save(&document);
        let text = std::fs::read(dir.path().join("unsaved-1.yaml")).expect("unsaved work");
        recovery.discard();
        text
    };
    let seeds = [work("rule-110.ccell"), work("smile.pcell")];
    let file = dir.path().join("unsaved-1.yaml");
    Target::new("unsaved work", seeds, move |bytes| {
        let _folder = &dir;
        std::fs::write(&file, bytes).expect("a temporary file");
        let (mut recovery, mut found, messages) = Recovery::open(&store);
        assert_eq!(found.len() + messages.len(), 1, "it is found, or a message says why not");
        let Some(found) = found.pop() else {
            let _ = std::fs::remove_file(dir.path().join("unsaved-1.yaml.damaged"));
            return false;
        };
        let mut document = recovery.resume(found);
        while document.undo().is_some() {}
        recovery.discard();
        true
    })
}

#[test]
fn readers() {
    let rule = "@RULE x\n@TABLE\nn_states:3\nneighborhood:oneDimensional\nsymmetries:none\n0,0,1,1\n1,0,0,2\n@COLORS\n1 255 0 0\n";
    fuzz::run(vec![
        unsaved_work(),
        Target::file("files of Golly", "rule", [rule], |path| crate::cli::files::open(path).is_ok()),
        fuzz::settings::<crate::view::Settings>("settings", "cell: 12\n"),
    ]);
}
