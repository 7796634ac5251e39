//! The areas of the window: their sizes, the bars between them, the preview and the library.

use crate::driver::{Driver, EditorDriver, picture};
use common::automaton::{Automaton, AutomatonKind, Boundary, RuleTable, wolfram};
use egui::{Key, Modifiers, PointerButton, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

/// Rule 110.
fn rule() -> Automaton {
    Automaton::new(AutomatonKind::Common, &wolfram::table(2, "110").unwrap()).unwrap()
}

fn ten_states() -> Automaton {
    Automaton::new(AutomatonKind::Common, &RuleTable::from_fn(10, |triple| triple.left)).unwrap()
}

fn left(driver: &Driver, label: &str) -> f32 {
    driver.harness.get_by_label(label).rect().left()
}

fn resize(driver: &mut Driver, size: Vec2) {
    driver.harness.set_size(size);
    driver.settle();
}

#[test]
fn a_small_window_does_not_change_the_areas_of_a_large_one() {
    let mut driver = Driver::sized([1280.0, 800.0], "ten.ccell", &ten_states());
    let before = driver.centre("width of the rules");
    resize(&mut driver, vec2(480.0, 480.0));
    assert!(!driver.sees("width of the rules") && driver.sees("height of the rules"));
    assert!(driver.sees("Preview") && driver.sees("States"), "the preview is a tab");
    assert!(driver.sees("Play"));
    driver.click("States");
    assert!(driver.sees("colour of state 9") && !driver.sees("Play"));
    resize(&mut driver, vec2(1280.0, 800.0));
    assert_eq!(driver.centre("width of the rules"), before);
    assert!(driver.sees("Play") && driver.sees("colour of state 9"));
}

#[test]
fn the_bars_are_moved_by_mouse_and_by_keys_and_stay_there() {
    let mut driver = Driver::sized([1280.0, 800.0], "ten.ccell", &ten_states());
    let before = driver.centre("width of the rules");
    driver.drag_over(PointerButton::Primary, &[before, before - vec2(50.0, 0.0), before - vec2(100.0, 0.0)]);
    let moved = driver.centre("width of the rules");
    assert!((moved.x - (before.x - 100.0)).abs() < 2.0, "{before} {moved}");
    let settings = std::fs::read_to_string(driver.path("data/settings.yaml")).unwrap();
    assert!(settings.contains("preview: 0."), "{settings}");
    driver.harness.get_by_label("width of the rules").focus();
    driver.settle();
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowLeft);
    let by_key = driver.centre("width of the rules");
    assert!((by_key.x - moved.x - 24.0).abs() < 2.0, "{moved} {by_key}");
    let driver = driver.restart_after_kill(Some("ten.ccell"));
    assert_eq!(driver.centre("width of the rules"), by_key, "the next run remembers it");
}

#[test]
fn the_preview_takes_the_space_that_few_rules_do_not_need() {
    let few = Driver::sized([1600.0, 1000.0], "rule.ccell", &rule());
    let preview = few.harness.get_by_label("preview").rect();
    assert!(few.centre("width of the rules").x < 500.0);
    assert!(few.harness.get_by_label("States").rect().left() < 400.0, "the tabs are below the rules");
    assert!(preview.left() < 500.0 && few.visible_rules() == 8);
    let many = Driver::sized([1600.0, 1000.0], "ten.ccell", &ten_states());
    assert!(many.centre("width of the rules").x > 700.0);
}

#[test]
fn the_rules_of_ten_states_line_up() {
    for (size, columns) in [([1280.0, 800.0], 10), ([800.0, 600.0], 5), ([1600.0, 1000.0], 10)] {
        let driver = Driver::sized(size, "ten.ccell", &ten_states());
        for right in 0..10 {
            let rule = format!("rule 00{right} gives 0");
            let below = format!("rule 01{right} gives 0");
            assert!((left(&driver, &rule) - left(&driver, &below)).abs() < 0.5, "{size:?}: {rule}");
        }
        let top = |label: &str| driver.harness.get_by_label(label).rect().top();
        let in_first_row = (0..10)
            .filter(|right| (top(&format!("rule 00{right} gives 0")) - top("rule 000 gives 0")).abs() < 0.5);
        assert_eq!(in_first_row.count(), columns, "{size:?}");
    }
}

#[test]
fn all_triples_of_a_picture_line_up() {
    for (states, size) in [(4, [1280.0, 800.0]), (4, [1600.0, 1000.0]), (10, [1600.0, 1000.0])] {
        let table = RuleTable::from_fn(states, |_| 0);
        let automaton = Automaton::picture(&table, Boundary::default(), vec![0, 1, 2, 3, 2, 1, 1, 3], 9);
        let mut driver = Driver::sized(size, "picture.pcell", &automaton);
        driver.click("All triples");
        let place = |triple: String| {
            let names = [format!("rule {triple} gives"), format!("no rule for {triple}")];
            let is_rule = |label: &str| names.iter().any(|name| label.starts_with(name));
            driver.harness.get_by(|node| node.label().is_some_and(|label| is_rule(&label))).rect().min
        };
        for right in 0..4 {
            let (above, below) = (place(format!("00{right}")), place(format!("01{right}")));
            let in_one_row = (above.y - below.y).abs() < 0.5;
            assert!(in_one_row || (above.x - below.x).abs() < 0.5, "{states} states, {size:?}: {right}");
        }
    }
}

#[test]
fn the_evolution_is_played_and_stepped() {
    let mut driver = Driver::with_file("picture.pcell", &picture());
    driver.click("Step");
    assert!(driver.sees("Generation 1."), "the start row and one generation");
    driver.key(Key::F8);
    assert!(driver.sees("Generation 2."));
    driver.key(Key::F8);
    driver.key(Key::F8);
    assert!(driver.sees("Generation 3."), "the picture has four generations");
    driver.click("All");
    assert!(!driver.sees("Generation 3.") && driver.reads("7 cells, 4 generations."));
    driver.key(Key::F7);
    driver.wait("the last generation", |driver| driver.sees("Generation 3."));
    driver.settle();
    assert!(driver.sees("Play"), "it has ended");
    assert!(!driver.document().is_changed());
    let mut driver = Driver::rule("30");
    driver.click("Play");
    assert!(driver.sees("Pause"), "without a picture it goes on");
    driver.key(Key::F7);
    assert!(driver.sees("Play") && driver.reads("Generation "));
    driver.key(Key::F9);
    assert!(driver.reads("Draw on the first row"));
}

#[test]
fn the_buttons_of_the_preview_fit_into_every_width() {
    let table = RuleTable::from_fn(3, |triple| (triple.sum() % 3) as u8);
    let three = Automaton::new(AutomatonKind::Common, &table).unwrap();
    let mut driver = Driver::sized([1400.0, 800.0], "three.ccell", &three);
    for width in (900..=1600).step_by(20) {
        resize(&mut driver, vec2(width as f32, 800.0));
        for start in ["random cells", "single cell"] {
            driver.click_begin("start: ");
            driver.click(start);
            let rect = |label: &str| driver.harness.get_by_label(label).rect();
            let names = ["Step", "All", "−", "+", "Maximise"];
            for (name, rect) in names.map(|name| (name, rect(name))) {
                assert!(rect.right() <= width as f32 - 16.0, "{name} at {width}, {start}: {rect:?}");
            }
            let row = rect("Maximise").center().y;
            let same_row = names.map(rect).into_iter().filter(|rect| (rect.center().y - row).abs() < 10.0);
            for rect in same_row {
                assert!((rect.center().y - row).abs() < 0.1, "{width}, {start}: {rect:?}");
            }
            assert!(rect("+").left() >= rect("−").right());
        }
    }
}

#[test]
fn the_start_row_is_chosen_by_keyboard() {
    let mut driver = Driver::with_file("rule.ccell", &rule());
    let reached = (0..40).any(|_| {
        driver.key(Key::Tab);
        driver.focused() == "start: single cell"
    });
    assert!(reached);
    driver.key(Key::Enter);
    assert_eq!(driver.focused(), "single cell");
    driver.key(Key::ArrowDown);
    driver.key(Key::Enter);
    assert!(!driver.sees("drawn cells"), "the list is closed");
    assert_eq!(driver.focused(), "start: random cells");
}

#[test]
fn the_preview_can_fill_the_window() {
    let mut driver = Driver::sized([800.0, 600.0], "rule.ccell", &rule());
    driver.click("Maximise");
    assert!(!driver.sees("rule 000 gives 0") && !driver.sees("States"));
    driver.key(Key::Escape);
    assert!(driver.sees("rule 000 gives 0"));
    driver.key(Key::F11);
    assert_eq!(driver.visible_rules(), 0);
    driver.click("Restore");
    assert_eq!(driver.visible_rules(), 8);
}

#[test]
fn a_typed_wolfram_number_sets_the_rules() {
    let mut driver = Driver::rule("30");
    driver.click("Codes");
    driver.type_into("Wolfram number", "256");
    driver.key(Key::Enter);
    assert!(driver.reads("largest one is 2^8 - 1"), "the error is explained");
    assert_eq!(driver.wolfram_number(), "30");
    driver.type_into("Wolfram number", "110");
    assert_eq!(driver.wolfram_number(), "30", "nothing changes before Enter");
    driver.key(Key::Enter);
    assert_eq!(driver.wolfram_number(), "110");
    driver.type_into("Outer totalistic code", "12");
    driver.click("Apply");
    assert_eq!(driver.wolfram_number(), "90");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(driver.wolfram_number(), "30");
}

#[test]
fn the_placeholder_fits_the_number_of_states() {
    let placeholder = |automaton: &Automaton| {
        let driver = Driver::with_file("a.ccell", automaton);
        driver.harness.get_by_label("Find").accesskit_node().placeholder().map(str::to_owned)
    };
    assert_eq!(placeholder(&rule()).as_deref(), Some("?1?"));
    assert_eq!(placeholder(&ten_states()).as_deref(), Some("?2?"));
}

#[test]
fn the_library_can_be_searched() {
    let mut driver = Driver::empty();
    driver.ctrl(Key::F);
    driver.type_text("rule-11");
    assert!(driver.sees("open rule-110") && !driver.sees("open rule-030"));
    driver.key(Key::Escape);
    assert!(driver.sees("open rule-030"));
    driver.type_into("Search", "no-such-rule");
    assert!(driver.sees("Nothing was found. Esc shows all automata."));
    driver.type_into("Search", "rule-110");
    driver.key(Key::Enter);
    assert_eq!(driver.wolfram_number(), "110", "Enter opens the first one");
}

#[test]
fn the_library_works_by_keyboard() {
    let mut driver = Driver::empty();
    driver.key(Key::ArrowDown);
    let first = driver.focused();
    assert!(first.starts_with("open "), "{first}");
    driver.ctrl(Key::F);
    driver.key(Key::Enter);
    assert_eq!(driver.focused(), first, "Enter without a search moves to the library");
    driver.ctrl(Key::F);
    driver.type_text("rule-110");
    driver.key(Key::ArrowDown);
    assert_eq!(driver.focused(), "open rule-110");
    driver.key(Key::Enter);
    assert_eq!(driver.wolfram_number(), "110");
}

#[test]
fn the_library_is_one_stop_of_tab() {
    let mut driver = Driver::empty();
    let search = "Search";
    driver.key(Key::ArrowDown);
    let first = driver.focused();
    driver.key(Key::ArrowRight);
    let second = driver.focused();
    assert!(second.starts_with("open ") && second != first, "{second}");
    driver.key(Key::ArrowDown);
    let below = driver.focused();
    let place = |label: &str| driver.harness.get_by_label(label).rect();
    assert!(
        (place(&below).left() - place(&second).left()).abs() < 1.0
            && place(&below).top() > place(&second).top()
    );
    driver.key(Key::Tab);
    assert!(!driver.focused().starts_with("open "), "{}", driver.focused());
    driver.keys(Modifiers::SHIFT, Key::Tab);
    assert_eq!(driver.focused(), below, "the cursor stays");
    driver.keys(Modifiers::SHIFT, Key::Tab);
    assert_eq!(driver.focused(), search);
    driver.key(Key::Tab);
    driver.key(Key::Home);
    assert_eq!(driver.focused(), first);
    driver.key(Key::ArrowUp);
    assert!(!driver.focused().starts_with("open "), "up leaves the first row");
}

#[test]
fn enter_presses_the_main_button_of_the_start_page() {
    let mut driver = Driver::empty();
    driver.key(Key::Enter);
    assert!(driver.sees("New automaton"));
    driver.key(Key::Enter);
    assert_eq!(driver.wolfram_number(), "0", "a second one creates");
    driver.key(Key::Num1);
    driver.menu("File", "Library");
    assert!(driver.sees("Library"));
    driver.key(Key::Enter);
    assert!(!driver.sees("New automaton") && driver.reads("rule 000 gives "), "back to the automaton");
}

#[test]
fn commands_have_keys() {
    let mut driver = Driver::rule("110");
    driver.ctrl(Key::M);
    assert_eq!(driver.wolfram_number(), "124", "mirror image");
    assert_eq!(driver.message(), "Swapped left and right.");
    driver.ctrl(Key::I);
    assert_eq!(driver.wolfram_number(), "193", "colours swapped");
    driver.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert_eq!(driver.wolfram_number(), "110", "reverted");
    driver.keys(Modifiers::SHIFT, Key::F1);
    assert!(driver.reads("part of Pentad"));
    driver.click("Close");
    let mut driver = Driver::with_file("picture.pcell", &picture());
    driver.click("rule 010 gives 0");
    driver.key(Key::Delete);
    assert_eq!(driver.result("010"), None);
    driver.ctrl(Key::K);
    assert_eq!(driver.result("010"), Some(0), "added rules are kept");
}

#[test]
fn other_programs_start_without_a_file() {
    let mut driver = Driver::empty();
    driver.click("Tools");
    assert!(driver.reads("Puzzle game") && driver.reads("Rule generator"));
    driver.key(Key::Escape);
    driver.key(Key::F5);
    assert!(driver.message().contains("not installed in the folder of this program"), "{}", driver.message());
    assert!(!driver.reads("Save "), "there is nothing to save");
}

#[test]
fn dialogs_work_by_keyboard() {
    let mut driver = Driver::rule("30");
    driver.click("rule 000 gives 0");
    driver.ctrl(Key::Q);
    assert!(driver.sees("Save rule.ccell?"));
    driver.key(Key::Escape);
    assert!(!driver.sees("Save rule.ccell?") && driver.document().is_changed());
    driver.ctrl(Key::N);
    driver.key(Key::Enter);
    assert!(!driver.document().is_changed(), "Enter saves");
    assert!(driver.sees("New automaton"), "and the next dialog opens");
    driver.key(Key::Enter);
    assert_eq!(driver.wolfram_number(), "0", "Enter creates");
    driver.ctrl(Key::S);
    driver.ctrl(Key::A);
    driver.type_text(driver.path("mine.ccell").to_str().unwrap());
    driver.key(Key::Enter);
    assert!(driver.path("mine.ccell").exists(), "the name field has the focus");
}

#[test]
fn a_file_is_made_without_the_mouse() {
    let mut driver = Driver::empty();
    driver.key(Key::F10);
    driver.key(Key::Enter);
    assert!(driver.sees("New automaton"), "the first item of the first menu");
    driver.key(Key::Enter);
    driver.key(Key::Num1);
    driver.key(Key::ArrowDown);
    driver.key(Key::ArrowRight);
    driver.key(Key::Space);
    assert_eq!((driver.result("000"), driver.result("011")), (Some(1), Some(1)));
    driver.keys(Modifiers::ALT, Key::E);
    driver.key(Key::Enter);
    assert_eq!(driver.result("011"), Some(0), "Undo is the first item of the menu Edit");
    driver.ctrl(Key::S);
    driver.ctrl(Key::A);
    driver.type_text(driver.path("by-keys.ccell").to_str().unwrap());
    driver.key(Key::Enter);
    let saved = Automaton::open(&driver.path("by-keys.ccell")).unwrap();
    assert_eq!(wolfram::number(&saved.table()), "1");
}

#[test]
fn the_rules_stay_in_place_while_a_pattern_is_not_valid() {
    let three = Automaton::new(AutomatonKind::Common, &RuleTable::from_fn(3, |_| 0)).unwrap();
    for automaton in [rule(), three, ten_states()] {
        for size in [[480.0, 480.0], [800.0, 600.0], [1280.0, 800.0]] {
            let mut driver = Driver::sized(size, "a.ccell", &automaton);
            let places = |driver: &Driver| {
                ["rule 000 ", "rule 001 ", "rules that give 1"]
                    .map(|rule| driver.harness.get_by_label_contains(rule).rect())
            };
            let before = places(&driver);
            assert!(!driver.sees("Clear"), "there is nothing to clear");
            driver.type_into("Find", "ab");
            assert!(driver.reads("Use digits 0 to "), "{size:?}");
            assert_eq!(places(&driver), before, "{} states, {size:?}", automaton.states());
            let (gives, button) = (left(&driver, "gives"), left(&driver, "rules that give 0"));
            assert!(gives < button, "the word is before the buttons");
            driver.click("Clear");
            assert_eq!(places(&driver), before);
        }
    }
}

#[test]
fn a_narrow_window_shows_the_name_of_the_file() {
    let mut driver = Driver::sized([480.0, 480.0], "narrow.ccell", &rule());
    assert!(driver.sees("narrow.ccell, saved"));
    driver.click("rule 000 gives 0");
    assert!(driver.sees("narrow.ccell, not saved"));
}
