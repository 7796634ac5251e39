//! The window, driven by the accessible names of what is in it, without a display.

use cell_editor::document::Document;
use cell_editor::view::Editor;
use common::automaton::{Automaton, Kind, Plan, Table, Triple, wolfram};
use common::store::Store;
use common::testing::window;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

type Driver = window::Driver<Editor>;

/// What is done in the editor.
trait Edits {
    fn open(dir: TempDir, file: Option<&str>) -> Driver;
    fn empty() -> Driver;
    fn with_file(name: &str, automaton: &Automaton) -> Driver;
    fn rule(number: &str) -> Driver;
    fn killed(self, file: Option<&str>) -> Driver;
    fn path(&self, name: &str) -> PathBuf;
    fn bytes(&self, name: &str) -> Vec<u8>;
    fn document(&self) -> &Document;
    fn automaton(&self) -> &Automaton;
    fn number(&self) -> String;
    fn result(&self, triple: &str) -> Option<u8>;
    fn said(&self) -> &str;
    fn click_with(&mut self, modifiers: Modifiers, label: &str);
    fn menu(&mut self, menu: &str, item: &str);
    fn fill(&mut self, field: &str, text: &str);
    fn wait_for_keeping(&mut self);
    fn shown_rules(&self) -> usize;
}

impl Edits for Driver {
    /// The window as it starts in this folder, with a file of it.
    fn open(dir: TempDir, file: Option<&str>) -> Driver {
        let store = Store::open("cell-editor", Some(&dir.path().join("data"))).unwrap();
        let file = file.map(|file| dir.path().join(file));
        Driver::start(dir, [1280.0, 800.0], move |ctx| Editor::new(store.clone(), file.as_deref(), ctx))
    }

    fn empty() -> Driver {
        Driver::open(tempfile::tempdir().unwrap(), None)
    }

    /// With a file that holds this automaton.
    fn with_file(name: &str, automaton: &Automaton) -> Driver {
        let dir = tempfile::tempdir().unwrap();
        automaton.save(&dir.path().join(name)).unwrap();
        Driver::open(dir, Some(name))
    }

    fn rule(number: &str) -> Driver {
        let automaton = Automaton::new(Kind::Common, &wolfram::table(2, number).unwrap()).unwrap();
        Driver::with_file("rule.ccell", &automaton)
    }

    /// The program is killed and started again.
    fn killed(self, file: Option<&str>) -> Driver {
        let window::Driver { harness, dir } = self;
        drop(harness);
        Driver::open(dir, file)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn document(&self) -> &Document {
        self.window().document().expect("something is edited")
    }

    fn automaton(&self) -> &Automaton {
        self.document().automaton()
    }

    fn number(&self) -> String {
        wolfram::number(&self.automaton().table())
    }

    fn result(&self, triple: &str) -> Option<u8> {
        let cells: Vec<u8> = triple.bytes().map(|digit| digit - b'0').collect();
        self.automaton().rule(Triple::new(cells[0], cells[1], cells[2]))
    }

    fn said(&self) -> &str {
        self.window().said()
    }

    fn click_with(&mut self, modifiers: Modifiers, label: &str) {
        self.harness.get_by_label(label).click_modifiers(modifiers);
        self.settle();
    }

    fn menu(&mut self, menu: &str, item: &str) {
        self.click(menu);
        self.click_begin(item);
    }

    /// Types into the field with this name, in place of what is there.
    fn fill(&mut self, field: &str, text: &str) {
        self.harness.get_by_label(field).focus();
        self.settle();
        self.ctrl(Key::A);
        self.key(Key::Backspace);
        for letter in text.chars() {
            self.harness.event(egui::Event::Text(letter.to_string()));
            self.settle();
        }
    }

    /// Changes that follow each other closely are kept together, a moment later.
    fn wait_for_keeping(&mut self) {
        std::thread::sleep(std::time::Duration::from_millis(350));
        self.settle();
    }

    fn shown_rules(&self) -> usize {
        let is_rule = |label: &str| label.starts_with("rule ") || label.starts_with("no rule for ");
        self.harness.query_all_by(|node| node.label().is_some_and(|label| is_rule(&label))).count()
    }
}

fn picture() -> Automaton {
    let table = wolfram::table(2, "90").unwrap();
    Automaton::picture(&table, Plan::default(), vec![0, 0, 0, 1, 0, 0, 0], 4)
}

#[test]
fn clicks_and_keys_set_results() {
    let mut driver = Driver::rule("110");
    driver.click("rule 000 gives 0");
    assert_eq!((driver.result("000"), driver.said()), (Some(1), "000 gives 1."));
    driver.click("rule 000 gives 1");
    assert_eq!(driver.result("000"), Some(0), "after the last state comes the first");
    driver.harness.get_by_label("rule 011 gives 1").click_secondary();
    driver.harness.run();
    assert_eq!(driver.result("011"), Some(0));
    driver.key(Key::ArrowRight);
    driver.key(Key::Num1);
    assert_eq!(driver.result("100"), Some(1), "the arrow went from 011 to 100");
    driver.key(Key::Num7);
    assert!(driver.said().contains("no state 7"), "{}", driver.said());
    driver.key(Key::Space);
    assert_eq!(driver.result("100"), Some(0), "as a click");
}

#[test]
fn twenty_changes_taken_back_leave_the_file_as_it_was() {
    let automaton = Automaton::new(Kind::Common, &Table::random(Kind::Common, 10, 3, 90)).unwrap();
    let mut driver = Driver::with_file("ten.ccell", &automaton);
    let before = driver.bytes("ten.ccell");
    for n in 0..20 {
        driver.click_begin(&format!("rule {} ", Triple::at(n * 3, 10)));
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
fn only_what_is_in_sight_is_drawn() {
    let automaton = Automaton::new(Kind::Common, &Table::random(Kind::Common, 10, 1, 90)).unwrap();
    let mut driver = Driver::with_file("ten.ccell", &automaton);
    assert!((50..300).contains(&driver.shown_rules()), "{}", driver.shown_rules());
    assert!(driver.reads("1000 rules") && !driver.reads("rule 999"));
    driver.click_begin("rule 000 ");
    driver.key(Key::ArrowRight);
    driver.key(Key::End);
    assert!(driver.reads("rule 999"), "the cursor is kept in sight");
    driver.key(Key::Num0);
    assert_eq!(driver.result("999"), Some(0));
}

#[test]
fn rules_are_found_and_filled() {
    let automaton = Automaton::new(Kind::Common, &Table::from_fn(3, |_| 0)).unwrap();
    let mut driver = Driver::with_file("three.ccell", &automaton);
    driver.fill("Find", "?2?");
    assert_eq!(driver.shown_rules(), 9);
    assert!(driver.reads("9 of 27 rules"));
    driver.menu("Edit", "Select all that are shown");
    assert!(driver.reads("Fill 9 selected rules with"));
    driver.click("fill with 2");
    assert!(driver.automaton().rules().all(|rule| (rule.result == 2) == (rule.triple.middle == 2)));
    driver.click("Clear");
    driver.click("rules that give 2");
    assert_eq!(driver.shown_rules(), 9);
    driver.click("Select none");
    driver.click("rule 020 gives 2");
    driver.click("rule 020 gives 0");
    assert_eq!((driver.result("020"), driver.shown_rules()), (Some(1), 9), "it stays where it is edited");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.click("rules that give 1");
    assert!(driver.sees("No rule matches."));
    driver.click("Show all rules");
    assert_eq!(driver.shown_rules(), 27);
    driver.ctrl(Key::Z);
    assert_eq!(driver.automaton(), &automaton, "a filling is one step");
}

#[test]
fn ranges_are_selected_with_shift_and_single_rules_with_ctrl() {
    let mut driver = Driver::rule("2");
    driver.click("rule 001 gives 1");
    driver.click_with(Modifiers::SHIFT, "rule 100 gives 0");
    driver.key(Key::Num1);
    assert_eq!(driver.number(), "30", "001, 010, 011 and 100");
    driver.click_with(Modifiers::COMMAND, "rule 010 gives 1, selected");
    driver.click_with(Modifiers::COMMAND, "rule 111 gives 0");
    driver.key(Key::Num0);
    assert_eq!(driver.number(), "4", "all that are selected, but not 010");
}

#[test]
fn states_get_names_and_texts_are_one_step() {
    let mut driver = Driver::rule("30");
    driver.fill("name of state 1", "wet ink");
    assert_eq!(driver.automaton().name(1), "wet ink");
    driver.click("Text");
    driver.fill("Description", "Chaos, and more");
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
    driver.fill("formula", "l +");
    assert!(driver.reads("olumn"), "the place of the mistake is told");
    driver.fill("formula", "(l + r) % k");
    assert_eq!(driver.automaton().formula(), Some("(l + r) % k"));
    assert!(driver.sees("All rules agree with the formula."));
    driver.click("rule 111 gives 0");
    assert!(driver.sees("rule 111 gives 1, the formula gives 0"));
    assert!(driver.sees("One rule differs from the formula."));
    driver.click("Show only these");
    assert_eq!(driver.shown_rules(), 1);
    driver.click("Set the rules");
    assert_eq!(driver.number(), "90");
    assert_eq!(driver.shown_rules(), 8, "nothing differs any more");
}

#[test]
fn a_picture_shows_its_added_rules_and_rules_come_and_go() {
    let mut driver = Driver::with_file("picture.pcell", &picture());
    let rules = driver.shown_rules();
    driver.click("rule 010 gives 0");
    assert_eq!(driver.result("010"), Some(1));
    driver.ctrl(Key::Z);
    driver.key(Key::Delete);
    assert_eq!(driver.result("010"), None);
    assert!(driver.sees("rule 010 gives 0, added by the program"), "the picture needs it");
    assert_eq!(driver.shown_rules(), rules);
    driver.ctrl(Key::S);
    assert!(
        !String::from_utf8(driver.bytes("picture.pcell")).unwrap().contains("010 0"),
        "saved only if kept"
    );
    driver.menu("Edit", "Keep the added rules");
    assert_eq!(driver.result("010"), Some(0));
    driver.click("All triples");
    assert_eq!(driver.shown_rules(), 8);
    driver.click("no rule for 111");
    assert_eq!(driver.result("111"), Some(0));
    driver.click("Row");
    driver.fill("Start row, 7 cells", "01x");
    assert!(driver.reads("'x' is no state"));
    assert_eq!(driver.automaton().start().unwrap().0.len(), 7, "what is wrong replaces nothing");
    driver.fill("Start row, 7 cells", "0110110");
    assert_eq!(driver.automaton().start(), Some((&[0, 1, 1, 0, 1, 1, 0][..], 4)));
    driver.click("States");
    driver.click("state 0 is ink");
    assert_eq!(driver.automaton().ink(), [0, 1]);
}

#[test]
fn the_first_row_is_drawn_in_the_preview() {
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
    assert!(!driver.document().is_changed(), "the preview's own row is not part of the automaton");
}

#[test]
fn a_new_automaton_is_made_and_saved() {
    let mut driver = Driver::empty();
    driver.click("New…");
    driver.click("by a code");
    driver.fill("Number", "256");
    assert!(driver.reads("largest one is 2^8 - 1"), "why there is none");
    driver.fill("Number", "110");
    driver.click("Create");
    assert_eq!(driver.number(), "110");
    driver.ctrl(Key::S);
    let path = driver.path("mine.ccell");
    driver.fill("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    assert!(path.exists() && !driver.document().is_changed());
    driver.menu("File", "Save as");
    driver.fill("Name or path of the file", driver.path("mine.tcell").to_str().unwrap());
    driver.click("Save");
    assert!(driver.reads("where the order of the cells must not matter"), "it tells why not");
    assert!(!driver.path("mine.tcell").exists());
    driver.fill("Name or path of the file", driver.path("mine.pcell").to_str().unwrap());
    driver.click("Save");
    assert_eq!(Automaton::open(&driver.path("mine.pcell")).unwrap().kind(), Kind::Picture);
}

#[test]
fn changes_are_not_lost_without_being_asked_for() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    driver.ctrl(Key::N);
    assert!(driver.sees("Save rule.ccell?"));
    driver.click("Cancel");
    assert_eq!(driver.result("000"), Some(1));
    driver.ctrl(Key::N);
    driver.click("Save");
    assert!(driver.sees("New automaton"), "saved, and on with what was wanted");
    assert_eq!(Automaton::open(&driver.path("rule.ccell")).unwrap().rule(Triple::new(0, 0, 0)), Some(1));
    driver.click("Cancel");
    driver.click("rule 111 gives 0");
    driver.ctrl(Key::L);
    driver.click("open rule-110");
    assert!(driver.sees("Save rule.ccell?"));
    driver.click("Do not save");
    assert_eq!(driver.number(), "110");
}

#[test]
fn a_file_that_another_program_changed_is_not_overwritten_silently() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    let other = fs::read_to_string(driver.path("rule.ccell")).unwrap() + "\nby somebody else\n";
    fs::write(driver.path("rule.ccell"), &other).unwrap();
    driver.ctrl(Key::S);
    assert!(driver.sees("The file has changed"));
    driver.click("Cancel");
    assert_eq!(driver.bytes("rule.ccell"), other.as_bytes());
    driver.ctrl(Key::S);
    driver.click("Replace it");
    assert_ne!(driver.bytes("rule.ccell"), other.as_bytes());
}

#[test]
fn work_survives_a_crash() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    let before = driver.bytes("rule.ccell");
    let mut driver = driver.killed(None);
    assert_eq!(driver.result("000"), Some(1));
    assert!(driver.said().contains("here again"), "{}", driver.said());
    assert_eq!(driver.bytes("rule.ccell"), before);
    driver.menu("File", "Revert to the saved file");
    assert_eq!(driver.result("000"), Some(0));
    driver.ctrl(Key::Z);
    assert_eq!(driver.result("000"), Some(1));
    driver.wait_for_keeping();
    // Started with the file it goes on as well; saving ends it.
    let mut driver = driver.killed(Some("rule.ccell"));
    assert_eq!(driver.result("000"), Some(1));
    driver.ctrl(Key::S);
    let driver = driver.killed(None);
    assert!(driver.window().document().is_none());
}

#[test]
fn settings_are_kept_and_damaged_ones_are_set_aside() {
    let mut driver = Driver::rule("30");
    driver.menu("File", "Settings");
    driver.click("Digits on the cells");
    driver.click("as large as fits");
    driver.click("dark");
    driver.click("Close");
    let text = fs::read_to_string(driver.path("data/settings.yaml")).unwrap();
    assert!(
        text.contains("digits: false") && text.contains("cell: 24") && text.contains("theme: dark"),
        "{text}"
    );
    assert!(text.contains("rule.ccell"), "the file is remembered: {text}");
    fs::write(driver.path("data/settings.yaml"), "cell: [\n").unwrap();
    let driver = driver.killed(Some("rule.ccell"));
    assert!(driver.path("data/settings.yaml.damaged").exists());
    assert_eq!(driver.automaton().states(), 2);
}

#[test]
fn a_file_is_opened_by_browsing_and_a_damaged_one_is_told() {
    let mut driver = Driver::rule("30");
    fs::create_dir(driver.path("more")).unwrap();
    let sum = Automaton::new(Kind::Totalistic, &Table::from_fn(3, |t| (t.sum() % 3) as u8)).unwrap();
    sum.save(&driver.path("more/sum.tcell")).unwrap();
    fs::write(driver.path("more/broken.ccell"), "2\n#FFFFFF\nred\n").unwrap();
    driver.menu("File", "Open…");
    driver.click("more/");
    driver.click("broken.ccell");
    assert!(driver.reads("line 3"), "it is told where");
    driver.click("sum.tcell");
    assert_eq!(driver.automaton(), &sum);
    assert!(!driver.sees("Open an automaton"));
}

#[test]
fn pictures_and_golly_rules_are_exported() {
    let mut driver = Driver::rule("30");
    for (name, begin) in [("r.png", &b"\x89PNG"[..]), ("r.svg", b"<svg"), ("r.rule", b"@RULE")] {
        driver.ctrl(Key::E);
        driver.fill("Name or path of the file", driver.path(name).to_str().unwrap());
        driver.click("Write");
        assert!(driver.bytes(name).starts_with(begin), "{name}");
    }
    driver.ctrl(Key::E);
    driver.fill("Name or path of the file", driver.path("r.ccell").to_str().unwrap());
    assert!(driver.reads("Automata are written with Save as"), "said before anything is written");
    driver.click("Write");
    assert!(!driver.path("r.ccell").exists());
    driver.click("Cancel");
    assert!(!driver.document().is_changed());
    let mut golly = driver.killed(Some("r.rule"));
    assert_eq!(golly.number(), "30");
    golly.click_begin("rule 000 ");
    golly.ctrl(Key::S);
    assert!(golly.sees("Save the automaton"), "what was read from Golly has no file of ours yet");
}

#[test]
fn every_page_of_help_opens_and_closes() {
    let mut driver = Driver::empty();
    assert!(driver.sees("open rule-030"));
    driver.key(Key::F1);
    assert!(driver.sees("How to use it"));
    driver.click("Close");
    driver.menu("Help", "About");
    assert!(driver.reads("part of Pentad"));
    driver.click("Close");
    driver.menu("Tools", "Play it as a puzzle");
    assert!(driver.window().document().is_none());
}

#[test]
fn mirror_and_exchange_are_steps_like_any_other() {
    let mut driver = Driver::rule("110");
    driver.menu("Edit", "Mirror image");
    assert_eq!(driver.number(), "124");
    driver.menu("Edit", "Exchange the colours");
    assert_eq!(driver.number(), "193");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(driver.number(), "110");
    driver.click("Codes");
    assert!(driver.sees("110") && driver.sees("Wolfram number"));
}

#[test]
fn a_file_that_is_gone_is_told_on_the_start_page() {
    let driver = Driver::open(tempfile::tempdir().unwrap(), Some("gone.ccell"));
    assert!(driver.said().contains("gone.ccell cannot be read"), "{}", driver.said());
    assert!(driver.sees("New…"));
}
