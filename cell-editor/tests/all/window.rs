//! The window, driven by accessible names, without a display: rules, files and settings.

use crate::driver::{Driver, EditorDriver, picture};
use cell_editor::view::Editor;
use common::automaton::{Automaton, AutomatonKind, Boundary, RuleTable, Triple, wolfram};
use common::store::Store;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::fs;

#[test]
fn clicks_and_keys_set_results() {
    let mut driver = Driver::rule("110");
    driver.click("rule 000 gives 0");
    assert_eq!((driver.result("000"), driver.message()), (Some(1), "000 gives 1."));
    driver.click("rule 000 gives 1");
    assert_eq!(driver.result("000"), Some(0), "state 0 follows the last state");
    driver.harness.get_by_label("rule 011 gives 1").click_secondary();
    driver.harness.run();
    assert_eq!(driver.result("011"), Some(0));
    driver.key(Key::ArrowRight);
    driver.key(Key::Num1);
    assert_eq!(driver.result("100"), Some(1), "the cursor moved from 011 to 100");
    driver.key(Key::Num7);
    assert!(driver.message().contains("no state 7"), "{}", driver.message());
    driver.key(Key::Space);
    assert_eq!(driver.result("100"), Some(0), "Space works like a click");
}

#[test]
fn undoing_twenty_edits_restores_the_file() {
    let automaton =
        Automaton::new(AutomatonKind::Common, &RuleTable::random(AutomatonKind::Common, 10, 3, 90)).unwrap();
    let mut driver = Driver::with_file("ten.ccell", &automaton);
    let before = driver.bytes("ten.ccell");
    for n in 0..20 {
        driver.click_begin(&format!("rule {} ", Triple::from_index(n * 3, 10)));
    }
    let changed = automaton.rules().zip(driver.automaton().rules()).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 20);
    assert!(driver.reads("not saved"));
    driver.ctrl(Key::S);
    assert_ne!(driver.bytes("ten.ccell"), before);
    for _ in 0..20 {
        driver.ctrl(Key::Z);
    }
    assert_eq!(driver.automaton(), &automaton);
    driver.ctrl(Key::S);
    assert_eq!(driver.bytes("ten.ccell"), before);
    driver.ctrl(Key::Y);
    assert_ne!(driver.automaton(), &automaton);
}

#[test]
fn only_visible_rules_are_drawn() {
    let automaton =
        Automaton::new(AutomatonKind::Common, &RuleTable::random(AutomatonKind::Common, 10, 1, 90)).unwrap();
    let mut driver = Driver::with_file("ten.ccell", &automaton);
    assert!((50..300).contains(&driver.visible_rules()), "{}", driver.visible_rules());
    assert!(driver.reads("1000 rules") && !driver.reads("rule 999"));
    driver.click_begin("rule 000 ");
    driver.key(Key::ArrowRight);
    driver.key(Key::End);
    assert!(driver.reads("rule 999"), "the cursor stays visible");
    driver.key(Key::Num0);
    assert_eq!(driver.result("999"), Some(0));
}

#[test]
fn filtered_rules_can_be_selected_and_filled() {
    let automaton = Automaton::new(AutomatonKind::Common, &RuleTable::from_fn(3, |_| 0)).unwrap();
    let mut driver = Driver::with_file("three.ccell", &automaton);
    driver.type_into("Find", "?2?");
    assert_eq!(driver.visible_rules(), 9);
    assert!(driver.reads("9 of 27 rules"));
    driver.menu("Edit", "Select all shown rules");
    assert!(driver.reads("Fill 9 selected rules with"));
    driver.click("fill with 2");
    assert!(driver.automaton().rules().all(|rule| (rule.result == 2) == (rule.triple.middle == 2)));
    driver.click("Clear");
    driver.click("rules that give 2");
    assert_eq!(driver.visible_rules(), 9);
    driver.click("Select none");
    driver.click("rule 020 gives 2");
    driver.click("rule 020 gives 0");
    assert_eq!(
        (driver.result("020"), driver.visible_rules()),
        (Some(1), 9),
        "an edited rule stays in the list"
    );
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.click("rules that give 1");
    assert!(driver.sees("No rule matches."));
    driver.click("Show all rules");
    assert_eq!(driver.visible_rules(), 27);
    driver.ctrl(Key::Z);
    assert_eq!(driver.automaton(), &automaton, "filling is one undo step");
}

#[test]
fn shift_selects_ranges_and_ctrl_selects_single_rules() {
    let mut driver = Driver::rule("2");
    driver.click("rule 001 gives 1");
    driver.click_with(Modifiers::SHIFT, "rule 100 gives 0");
    driver.key(Key::Num1);
    assert_eq!(driver.wolfram_number(), "30", "001, 010, 011 and 100");
    driver.click_with(Modifiers::COMMAND, "rule 010 gives 1, selected");
    driver.click_with(Modifiers::COMMAND, "rule 111 gives 0");
    driver.key(Key::Num0);
    assert_eq!(driver.wolfram_number(), "4", "all selected rules, without 010");
}

#[test]
fn typing_a_name_or_a_description_is_one_undo_step() {
    let mut driver = Driver::rule("30");
    driver.type_into("name of state 1", "wet ink");
    assert_eq!(driver.automaton().name(1), "wet ink");
    driver.click("Text");
    driver.type_into("Description", "Chaos, and more");
    assert_eq!(driver.automaton().description(), "Chaos, and more");
    driver.click("rule 000 gives 0");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(driver.automaton().description(), "");
    assert_eq!(driver.automaton().name(1), "wet ink");
}

#[test]
fn rules_are_compared_with_the_formula() {
    let mut driver = Driver::rule("90");
    driver.click("Formula");
    driver.type_into("formula", "l +");
    assert_eq!(driver.message(), "The formula has an error. The rules are unchanged.");
    assert!(driver.reads("olumn"), "the message names the column of the error");
    driver.type_into("formula", "(l + r) % k");
    assert_eq!(driver.automaton().formula(), Some("(l + r) % k"));
    assert!(driver.sees("All rules agree with the formula."));
    driver.click("rule 111 gives 0");
    assert!(driver.sees("rule 111 gives 1, the formula gives 0"));
    assert!(driver.sees("One rule differs from the formula."));
    driver.click("Show only these");
    assert_eq!(driver.visible_rules(), 1);
    driver.click("Set the rules");
    assert_eq!((driver.wolfram_number().as_str(), driver.message()), ("90", "Rules set by the formula."));
    assert_eq!(driver.visible_rules(), 8, "all rules are shown again, because none differs");
}

#[test]
fn enter_in_the_formula_sets_the_rules() {
    let mut driver = Driver::rule("30");
    driver.click("Formula");
    driver.type_into("formula", "(l + r) % k");
    assert_eq!(driver.wolfram_number(), "30");
    driver.key(Key::Enter);
    assert_eq!(
        (driver.wolfram_number(), driver.automaton().formula()),
        ("90".to_owned(), Some("(l + r) % k"))
    );
    assert_eq!(driver.message(), "Rules set by the formula.");
    driver.type_into("formula", "l +");
    driver.key(Key::Enter);
    driver.type_text(" 0");
    assert_eq!(driver.automaton().formula(), Some("l + 0"), "after an error the field keeps the focus");
    assert_eq!(driver.wolfram_number(), "90");
    driver.key(Key::Enter);
    assert_eq!(driver.wolfram_number(), "240");
}

#[test]
fn the_field_of_a_rejected_code_keeps_the_focus() {
    let mut driver = Driver::rule("110");
    driver.click("Codes");
    for (field, rejected, number) in [("Wolfram number", "300", "30"), ("Totalistic code", "100", "150")] {
        driver.type_into(field, rejected);
        driver.key(Key::Enter);
        assert!(driver.sees("Apply"), "{rejected} is rejected");
        driver.key(Key::Backspace);
        driver.key(Key::Enter);
        assert_eq!(driver.wolfram_number(), number);
        assert_eq!(driver.message(), "Rules set by the code.");
    }
}

#[test]
fn added_rules_of_a_picture_can_be_kept_and_removed() {
    let mut driver = Driver::with_file("picture.pcell", &picture());
    let rules = driver.visible_rules();
    driver.click("rule 010 gives 0");
    assert_eq!(driver.result("010"), Some(1));
    driver.ctrl(Key::Z);
    driver.key(Key::Delete);
    assert_eq!(driver.result("010"), None);
    assert!(driver.sees("rule 010 gives 0, added by the editor"), "the picture needs it");
    assert_eq!(driver.visible_rules(), rules);
    driver.ctrl(Key::S);
    assert!(
        !String::from_utf8(driver.bytes("picture.pcell")).unwrap().contains("010 0"),
        "an added rule is not saved"
    );
    driver.menu("Edit", "Keep added rules");
    assert_eq!(driver.result("010"), Some(0));
    driver.click("All triples");
    assert_eq!(driver.visible_rules(), 8);
    driver.click("no rule for 111");
    assert_eq!(driver.result("111"), Some(0));
    driver.click("Row");
    driver.type_into("Start row, 7 cells", "01x");
    assert!(driver.reads("'x' is not a state"));
    assert_eq!(driver.automaton().start().unwrap().0.len(), 7, "invalid text does not change the row");
    driver.type_into("Start row, 7 cells", "0110110");
    assert_eq!(driver.automaton().start(), Some((&[0, 1, 1, 0, 1, 1, 0][..], 4)));
    driver.click("States");
    driver.click("state 0 is ink");
    assert_eq!(driver.automaton().ink(), [0, 1]);
}

#[test]
fn the_start_row_can_be_painted_in_the_preview() {
    let mut driver = Driver::with_file("picture.pcell", &picture());
    driver.click("start cell 1, state 0");
    assert_eq!(driver.automaton().start(), Some((&[1, 0, 0, 1, 0, 0, 0][..], 4)));
    driver.ctrl(Key::Z);
    assert_eq!(driver.automaton(), &picture());
    let mut driver = Driver::rule("30");
    for _ in 0..5 {
        driver.click("+");
    }
    driver.click("start cell 1, state 0");
    assert!(driver.sees("start cell 1, state 1"));
    assert!(!driver.document().is_changed(), "a row drawn in the preview is not part of the automaton");
}

#[test]
fn a_click_in_the_preview_shows_the_rule_of_the_cell() {
    let table = wolfram::table(2, "90").unwrap();
    let picture = Automaton::picture(&table, Boundary::default(), vec![0, 0, 0, 1, 0, 0, 0], 5);
    let mut driver = Driver::with_file("picture.pcell", &picture);
    driver.type_into("Find", "000");
    assert_eq!(driver.visible_rules(), 1);
    // The middle of the picture is cell 3 of generation 2.
    driver.click("preview");
    assert_eq!(driver.visible_rules(), picture.rules().count(), "the filter is cleared");
    driver.key(Key::Num1);
    assert_eq!(driver.message(), "101 gives 1.");
    assert_eq!(driver.automaton().start(), picture.start());
}

#[test]
fn a_new_automaton_can_be_created_and_saved() {
    let mut driver = Driver::empty();
    driver.click("New…");
    driver.click("From a code");
    driver.type_into("Number", "256");
    assert!(driver.reads("largest one is 2^8 - 1"), "the error is explained");
    driver.type_into("Number", "110");
    driver.click("Create");
    assert_eq!(driver.wolfram_number(), "110");
    driver.ctrl(Key::S);
    let path = driver.path("mine.ccell");
    driver.type_into("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    assert!(path.exists() && !driver.document().is_changed());
    driver.menu("File", "Save as");
    driver.type_into("Name or path of the file", driver.path("mine.tcell").to_str().unwrap());
    driver.click("Save");
    assert!(driver.reads("where the order of the cells must not matter"), "the error is explained");
    assert!(!driver.path("mine.tcell").exists());
    driver.type_into("Name or path of the file", driver.path("mine.pcell").to_str().unwrap());
    driver.click("Save");
    assert_eq!(Automaton::open(&driver.path("mine.pcell")).unwrap().kind(), AutomatonKind::Picture);
}

#[test]
fn a_totalistic_automaton_from_a_code_has_a_valid_default() {
    let mut driver = Driver::empty();
    driver.click("New…");
    driver.click("Totalistic");
    driver.click("From a code");
    assert!(!driver.reads("too large"));
    driver.type_into("Number", "30");
    assert!(driver.reads("largest one is 2^4 - 1 = 15"), "the error is explained");
    driver.type_into("Number", "10");
    driver.click("Create");
    assert_eq!(driver.wolfram_number(), "150");
}

#[test]
fn unsaved_changes_are_never_discarded_without_a_question() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    driver.ctrl(Key::N);
    assert!(driver.sees("Save rule.ccell?"));
    driver.click("Cancel");
    assert_eq!(driver.result("000"), Some(1));
    driver.ctrl(Key::N);
    driver.click("Save");
    assert!(driver.sees("New automaton"), "the requested dialog opens after saving");
    assert_eq!(Automaton::open(&driver.path("rule.ccell")).unwrap().rule(Triple::new(0, 0, 0)), Some(1));
    driver.click("Cancel");
    driver.click("rule 111 gives 0");
    driver.ctrl(Key::L);
    driver.click("open rule-110");
    assert!(driver.sees("Save rule.ccell?"));
    driver.click("Don't save");
    assert_eq!(driver.wolfram_number(), "110");
}

#[test]
fn a_file_changed_by_another_program_is_not_overwritten_without_a_question() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    let other = fs::read_to_string(driver.path("rule.ccell")).unwrap() + "\nby another program\n";
    fs::write(driver.path("rule.ccell"), &other).unwrap();
    driver.ctrl(Key::S);
    assert!(driver.sees("The file has changed"));
    driver.click("Cancel");
    assert_eq!(driver.bytes("rule.ccell"), other.as_bytes());
    driver.ctrl(Key::S);
    driver.click("Overwrite");
    assert_ne!(driver.bytes("rule.ccell"), other.as_bytes());
}

#[test]
fn unsaved_work_is_recovered_after_a_crash() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    driver.wait_for_autosave("000 1");
    let before = driver.bytes("rule.ccell");
    let mut driver = driver.restart_after_kill(None);
    assert_eq!(driver.result("000"), Some(1));
    assert_eq!(driver.message(), "Recovered unsaved changes. Undo takes them back.");
    assert_eq!(driver.bytes("rule.ccell"), before);
    driver.ctrl(Key::Z);
    assert_eq!((driver.result("000"), driver.message()), (Some(0), "Undone: the rule for 000."));
    driver.ctrl(Key::Y);
    assert_eq!(driver.result("000"), Some(1));
    driver.menu("File", "Revert to saved");
    assert_eq!(driver.result("000"), Some(0));
    assert!(driver.autosaves().is_empty(), "there is nothing to recover");
    driver.ctrl(Key::Z);
    assert_eq!(driver.result("000"), Some(1));
    driver.wait_for_autosave("000 1");
    // Opening the file also recovers the work. After saving there is nothing to recover.
    let mut driver = driver.restart_after_kill(Some("rule.ccell"));
    assert_eq!(driver.result("000"), Some(1));
    driver.ctrl(Key::S);
    let driver = driver.restart_after_kill(None);
    assert!(driver.window().document().is_none());
}

#[test]
fn settings_are_stored_and_a_damaged_file_is_set_aside() {
    let mut driver = Driver::rule("30");
    driver.menu("File", "Settings");
    driver.click("Digits on the cells");
    driver.click("As large as fits");
    driver.click("Dark");
    driver.click("Close");
    let text = fs::read_to_string(driver.path("data/settings.yaml")).unwrap();
    assert!(
        text.contains("digits: false") && text.contains("cell: 24") && text.contains("theme: dark"),
        "{text}"
    );
    assert!(text.contains("rule.ccell"), "the recent file is stored: {text}");
    fs::write(driver.path("data/settings.yaml"), "cell: [\n").unwrap();
    let driver = driver.restart_after_kill(Some("rule.ccell"));
    assert!(driver.path("data/settings.yaml.damaged").exists());
    assert_eq!(driver.automaton().states(), 2);
}

#[test]
fn the_file_browser_opens_files_and_explains_damaged_ones() {
    let mut driver = Driver::rule("30");
    fs::create_dir(driver.path("more")).unwrap();
    let sum =
        Automaton::new(AutomatonKind::Totalistic, &RuleTable::from_fn(3, |t| (t.sum() % 3) as u8)).unwrap();
    sum.save(&driver.path("more/sum.tcell")).unwrap();
    fs::write(driver.path("more/broken.ccell"), "2\n#FFFFFF\nred\n").unwrap();
    driver.menu("File", "Open…");
    driver.click("more/");
    driver.click("broken.ccell");
    assert!(driver.reads("line 3"), "the message names the line");
    driver.click("sum.tcell");
    assert_eq!(driver.automaton(), &sum);
    assert!(!driver.sees("Open an automaton"));
}

#[test]
fn a_file_is_chosen_from_the_list_by_keyboard() {
    let mut driver = Driver::rule("30");
    fs::write(driver.path("broken.ccell"), "2\n#FFFFFF\nred\n").unwrap();
    driver.ctrl(Key::O);
    assert_eq!(driver.focused(), "Or type a file or a folder");
    driver.key(Key::ArrowDown);
    assert_eq!(driver.focused(), "data/");
    driver.key(Key::ArrowDown);
    driver.key(Key::Enter);
    assert!(driver.reads("line 3"));
    assert_eq!(driver.focused(), "broken.ccell", "the user can go on in the list");
    driver.key(Key::ArrowDown);
    driver.key(Key::Enter);
    assert!(!driver.sees("Open an automaton") && driver.message().starts_with("Opened "));
}

#[test]
fn a_document_that_was_never_saved_cannot_be_reverted() {
    let mut driver = Driver::empty();
    driver.ctrl(Key::N);
    driver.click("Create");
    driver.click("File");
    assert!(driver.harness.get_by_label_contains("Revert to saved").accesskit_node().is_disabled());
    driver.key(Key::Escape);
    driver.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert_eq!(driver.message(), "There is no saved version yet.");
}

#[test]
fn removing_and_keeping_rules_is_named() {
    let mut driver = Driver::with_file("picture.pcell", &picture());
    driver.ctrl(Key::A);
    let rules = driver.automaton().rules().count();
    driver.key(Key::Delete);
    assert_eq!(driver.message(), format!("Removed {rules} rules."));
    driver.menu("Edit", "Keep added rules");
    assert!(driver.message().starts_with("Kept ") && driver.message().ends_with(" added rules."));
}

#[test]
fn pictures_and_golly_rules_can_be_exported() {
    let mut driver = Driver::rule("30");
    for (name, begin) in [("r.png", &b"\x89PNG"[..]), ("r.svg", b"<svg"), ("r.rule", b"@RULE")] {
        driver.ctrl(Key::E);
        driver.type_into("Name or path of the file", driver.path(name).to_str().unwrap());
        driver.click("Export");
        assert!(driver.bytes(name).starts_with(begin), "{name}");
    }
    driver.ctrl(Key::E);
    driver.type_into("Name or path of the file", driver.path("r.ccell").to_str().unwrap());
    assert!(driver.reads("To save an automaton, use Save as"), "the button stays disabled");
    driver.click("Export");
    assert!(!driver.path("r.ccell").exists());
    driver.click("Cancel");
    assert!(!driver.document().is_changed());
    let mut golly = driver.restart_after_kill(Some("r.rule"));
    assert_eq!(golly.wolfram_number(), "30");
    golly.click_begin("rule 000 ");
    golly.ctrl(Key::S);
    assert!(golly.sees("Save the automaton"), "a Golly rule has no file of its own");
}

#[test]
fn help_and_about_open_and_close() {
    let mut driver = Driver::empty();
    assert!(driver.sees("open rule-030"));
    driver.key(Key::F1);
    assert!(driver.sees("Cell editor help"));
    driver.click("Close");
    driver.menu("Help", "About");
    assert!(driver.reads("part of Pentad"));
    driver.click("Close");
}

#[test]
fn programs_that_are_not_installed_cannot_be_started() {
    let mut driver = Driver::rule("30");
    driver.click("Tools");
    assert!(driver.sees("cellgame is not installed.") && driver.sees("rule-generator is not installed."));
    for item in ["Play as a puzzle", "Rule generator"] {
        let starts = |label: Option<String>| label.is_some_and(|label| label.starts_with(item));
        let node = driver.harness.get_by(|node| starts(node.label()));
        assert!(node.accesskit_node().is_disabled(), "{item}");
    }
    driver.click_begin("Play as a puzzle");
    assert_eq!(driver.message(), format!("Opened {}.", driver.path("rule.ccell").display()));
    driver.key(Key::F6);
    assert!(driver.message().contains("not installed in the folder of this program"), "{}", driver.message());
}

#[test]
fn mirroring_and_swapping_colours_can_be_undone() {
    let mut driver = Driver::rule("110");
    driver.menu("Edit", "Mirror image");
    assert_eq!(driver.wolfram_number(), "124");
    driver.menu("Edit", "Swap colours");
    assert_eq!(driver.wolfram_number(), "193");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(driver.wolfram_number(), "110");
    driver.click("Codes");
    assert_eq!(driver.harness.get_by_label("Wolfram number").value().as_deref(), Some("110"));
}

#[test]
fn swapped_colours_make_the_preview_its_negative() {
    // The cells of each state.
    let shapes = |driver: &mut Driver| -> Vec<String> {
        driver.ctrl(Key::E);
        driver.type_into("Name or path of the file", driver.path("picture.svg").to_str().unwrap());
        driver.key(Key::Enter);
        if driver.sees("Replace") {
            driver.click("Replace");
        }
        let text = String::from_utf8(driver.bytes("picture.svg")).unwrap();
        text.lines().filter_map(|line| Some(line.split_once(" d=\"")?.1.to_owned())).collect()
    };
    let mut driver = Driver::rule("30");
    let before = shapes(&mut driver);
    let negative = vec![before[1].clone(), before[0].clone()];
    driver.ctrl(Key::I);
    assert_eq!(shapes(&mut driver), negative);
    driver.ctrl(Key::Z);
    assert_eq!(shapes(&mut driver), before);
    driver.ctrl(Key::Y);
    assert_eq!(shapes(&mut driver), negative);
    driver.ctrl(Key::I);
    assert_eq!(shapes(&mut driver), before);
}

#[test]
fn a_missing_file_is_reported_on_the_start_page() {
    let driver = Driver::open(tempfile::tempdir().unwrap(), Some("gone.ccell"));
    assert!(driver.message().contains("gone.ccell cannot be read"), "{}", driver.message());
    assert!(driver.sees("New…"));
}

#[test]
fn a_copy_has_no_file_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("heart.pcell");
    picture().save(&file).unwrap();
    let store = Store::at(&dir.path().join("data"));
    let mut driver =
        Driver::start(dir, [1280.0, 800.0], move |ctx| Editor::with_copy_of(store.clone(), &file, ctx));
    assert_eq!(driver.message(), "Opened a copy of heart.pcell.");
    assert_eq!(driver.automaton(), &picture());
    assert_eq!(driver.document().path(), None);
    driver.ctrl(Key::S);
    assert!(driver.sees("Save the automaton"), "saving asks for a name");
}

#[test]
fn the_first_rule_has_the_focus_after_opening() {
    let mut driver = Driver::rule("110");
    assert!(driver.focused().starts_with("rule 000 gives"), "{}", driver.focused());
    driver.key(Key::ArrowRight);
    assert!(driver.focused().starts_with("rule 001 gives"), "{}", driver.focused());
}

#[test]
fn all_text_can_be_read() {
    for theme in ["light", "dark"] {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("data")).unwrap();
        fs::write(dir.path().join("data/settings.yaml"), format!("theme: {theme}\n")).unwrap();
        let table = wolfram::table(2, "110").unwrap();
        let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        automaton.save(&dir.path().join("rule.ccell")).unwrap();
        let mut driver = Driver::open(dir, None);
        driver.assert_readable("start page");
        driver.menu("Help", "About");
        driver.assert_readable("About");
        driver.key(Key::Escape);
        let mut driver = driver.restart_after_kill(Some("rule.ccell"));
        for tab in ["States", "Formula", "Row", "Text", "Codes"] {
            driver.click(tab);
            driver.assert_readable(tab);
        }
        assert_eq!(driver.harness.ctx.global_style().visuals.dark_mode, theme == "dark");
    }
}

#[test]
fn a_long_press_is_the_right_button() {
    let mut driver = Driver::rule("110");
    driver.press_with_finger("rule 000 gives 0", 0.0);
    assert_eq!(driver.result("000"), Some(1));
    driver.press_with_finger("rule 011 gives 1", 1.2);
    assert_eq!((driver.result("011"), driver.message()), (Some(0), "011 gives 0."));
}
