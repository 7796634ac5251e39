//! The window, driven by accessible names, without a display: painting, the search and its results.

use crate::driver::{Driver, GeneratorDriver};
use common::automaton::{Automaton, Boundary, RuleTable};
use common::store::Store;
use egui::{Context, Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::{AccessKitNode, Queryable};
use rule_generator::contradiction::{Contradiction, Place};
use rule_generator::generate::{Found, Method, Report};
use rule_generator::mask::Mask;
use rule_generator::samples::SAMPLES;
use rule_generator::view::Generator;
use std::fs;
use std::time::Duration;

#[test]
fn clicks_paint_and_the_right_button_erases() {
    let mut driver = Driver::with_mask("....\n....\n");
    driver.click("column 2, row 1, paper");
    assert_eq!(driver.mask(), ".#..\n....\n");
    driver.click("column 4, row 2, paper");
    driver.click("column 4, row 2, ink");
    assert_eq!(driver.mask(), ".#..\n...#\n", "painting ink on ink changes nothing");
    driver.harness.get_by_label("column 2, row 1, ink").click_secondary();
    driver.settle();
    assert_eq!(driver.mask(), "....\n...#\n");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), "....\n....\n", "one step for each click that changed something");
    driver.ctrl(Key::Y);
    assert_eq!(driver.mask(), ".#..\n....\n");
}

#[test]
fn the_first_key_shows_the_cursor_and_does_not_paint() {
    for key in [Key::Space, Key::Enter] {
        let mut driver = Driver::with_mask("#...\n....\n");
        assert_eq!(driver.focused(), "column 1, row 1, ink", "it is shown from the start");
        driver.key(Key::Delete);
        assert_eq!(driver.mask(), "....\n....\n");
        driver.click("column 3, row 2, paper");
        driver.click("column 3, row 2, ink");
        driver.ctrl(Key::Z);
        driver.key(Key::Escape);
        driver.key(key);
        assert_eq!(driver.mask(), "....\n....\n", "{key:?}");
        assert_eq!(driver.focused(), "column 3, row 2, paper", "the mouse has moved the cursor");
        driver.key(key);
        assert_eq!(driver.mask(), "....\n..#.\n", "{key:?}");
    }
}

#[test]
fn painting_replaces_what_was_said_before() {
    let mut driver = Driver::with_mask("#...\n....\n");
    driver.menu("Edit", "Clear");
    assert_eq!(driver.message(), "Cleared.");
    driver.click("column 1, row 1, paper");
    assert!(driver.message().starts_with("Click or drag to paint."), "{}", driver.message());
}

#[test]
fn a_dragged_stroke_has_no_gaps_and_is_one_step() {
    let mut driver = Driver::with_mask("......\n......\n");
    driver.drag(PointerButton::Primary, &["column 1, row 1, paper", "column 6, row 1, paper"]);
    assert_eq!(driver.mask(), "######\n......\n");
    driver.drag(PointerButton::Secondary, &["column 2, row 1, ink", "column 4, row 1, ink"]);
    assert_eq!(driver.mask(), "#...##\n......\n");
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), "######\n......\n");
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), "......\n......\n");
}

#[test]
fn tools_paint_shapes_and_mirror_images() {
    let mut driver = Driver::with_mask("......\n......\n......\n");
    driver.click("Rectangle");
    driver.drag(
        PointerButton::Primary,
        &["column 1, row 1, paper", "column 6, row 3, paper", "column 2, row 2, paper"],
    );
    assert_eq!(driver.mask(), "##....\n##....\n......\n", "the shape follows the pointer");
    driver.click("Line");
    driver.click("Mirror painting");
    driver.drag(PointerButton::Primary, &["column 1, row 3, paper", "column 3, row 3, paper"]);
    assert_eq!(driver.mask(), "##....\n##....\n######\n");
    driver.key(Key::M);
    driver.key(Key::F);
    driver.harness.get_by_label("column 2, row 2, ink").click_secondary();
    driver.settle();
    assert_eq!(driver.mask(), "......\n......\n......\n", "Fill erases the whole area");
    driver.click("Undo");
    driver.click("add a colour");
    driver.click("column 5, row 1, paper");
    assert_eq!(driver.mask(), "##aaaa\n##aaaa\n######\n");
    assert!(driver.sees("column 5, row 1, colour 2"));
}

#[test]
fn everything_can_be_painted_from_the_keyboard() {
    let mut driver = Driver::with_mask("....\n....\n");
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowDown);
    driver.key(Key::Space);
    assert_eq!(driver.mask(), "....\n.#..\n");
    driver.keys(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(driver.mask(), "....\n.##.\n", "Shift paints on the way");
    driver.key(Key::Delete);
    assert_eq!(driver.mask(), "....\n.#..\n");
    driver.key(Key::Num0);
    driver.key(Key::Home);
    driver.key(Key::ArrowRight);
    driver.key(Key::Space);
    assert_eq!(driver.mask(), "....\n....\n", "paper was chosen by its digit");
    driver.key(Key::Num7);
    assert!(driver.message().contains("no colour 7"), "{}", driver.message());
}

#[test]
fn whole_pictures_can_be_changed_and_undone() {
    let mut driver = Driver::with_mask("##..\n....\n");
    driver.keys(Modifiers::ALT, Key::ArrowRight);
    assert_eq!(driver.mask(), ".##.\n....\n");
    driver.ctrl(Key::I);
    assert_eq!(driver.mask(), "#..#\n####\n");
    driver.menu("Edit", "Flip top");
    assert_eq!(driver.mask(), "####\n#..#\n");
    driver.menu("Edit", "Clear");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.menu("Edit", "Trim");
    assert_eq!(driver.mask(), "##\n");
    driver.ctrl(Key::Z);
    driver.harness.get_by_label("Width").set_value_accesskit(6.0);
    driver.settle();
    assert_eq!(driver.mask(), ".##...\n......\n");
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), ".##.\n....\n");
    driver.ctrl(Key::N);
    driver.click("Create");
    assert_eq!(driver.mask(), "....\n....\n");
}

#[test]
fn enter_in_a_field_is_not_meant_for_the_grid() {
    let mut driver = Driver::with_mask("....\n....\n");
    driver.type_into("Width", "3");
    driver.key(Key::Enter);
    driver.type_into("Height", "1");
    driver.key(Key::Enter);
    assert_eq!(driver.mask(), "...\n");
    driver.key(Key::Enter);
    assert_eq!(
        (driver.mask().as_str(), driver.focused().as_str()),
        ("...\n", "Height"),
        "the field keeps it"
    );
    driver.key(Key::Escape);
    driver.key(Key::Enter);
    driver.key(Key::Enter);
    assert_eq!(driver.mask(), "#..\n", "without a focus it shows the cursor, then it paints");
    driver.ctrl(Key::N);
    driver.settle();
    driver.harness.event(Event::Text("5".to_owned()));
    driver.settle();
    driver.type_into("New height", "2");
    driver.key(Key::Enter);
    assert_eq!(driver.mask(), ".....\n.....\n", "Enter creates the picture");
}

#[test]
fn a_result_is_found_and_saved() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    driver.generate();
    let report = driver.window().report().unwrap();
    assert_eq!(report.found.len(), 1);
    assert!(driver.reads("picture of result 1") && driver.message().contains("Found an automaton"));
    driver.click("Save…");
    let path = driver.path("found.pcell");
    driver.type_into("Name or path of the file", driver.path("found.txt").to_str().unwrap());
    assert!(driver.sees("The name must end in .pcell."));
    driver.type_into("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    let mask: Mask = driver.mask().parse().unwrap();
    let automaton = Automaton::open(&path).unwrap();
    let about = automaton.description();
    assert!(
        about.starts_with("Mask.\nRules of 2 states that draw it") && about.contains("is ink"),
        "{about}"
    );
    let rows = automaton.draw().unwrap();
    for (cells, colours) in rows.rows().zip(mask.rows()) {
        for (state, colour) in cells.iter().zip(colours) {
            assert_eq!(automaton.ink().contains(state), *colour == 1, "ink states draw the ink");
        }
    }
    // The saved automaton opens as the mask that it draws.
    driver.menu("Edit", "Clear");
    driver.ctrl(Key::O);
    driver.type_into("Or type a file or a folder", path.to_str().unwrap());
    driver.click("Open");
    assert_eq!(driver.mask(), "..#..\n.#.#.\n#...#\n");
}

#[test]
fn a_picture_is_painted_solved_and_saved_by_keys() {
    let mut driver = Driver::empty();
    driver.ctrl(Key::N);
    for size in ["5", "3"] {
        driver.harness.event(Event::Text(size.to_owned()));
        driver.settle();
        driver.key(Key::Tab);
    }
    driver.key(Key::Enter);
    assert_eq!(driver.mask(), ".....\n.....\n.....\n", "the new picture");
    // The cursor begins in the upper left corner.
    let (right, down) = (Key::ArrowRight, Key::ArrowDown);
    for keys in [vec![right, right], vec![down, Key::ArrowLeft], vec![right, right], vec![down, right]] {
        for key in keys {
            driver.key(key);
        }
        driver.key(Key::Space);
    }
    driver.key(Key::Home);
    driver.key(Key::Space);
    assert_eq!(driver.mask(), "..#..\n.#.#.\n#...#\n");
    driver.ctrl(Key::G);
    driver.wait("a result", |driver| driver.reads("picture of result 1"));
    driver.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    let path = driver.path("found.pcell");
    driver.ctrl(Key::A);
    driver.harness.event(Event::Text(path.to_str().unwrap().to_owned()));
    driver.settle();
    driver.key(Key::Enter);
    assert!(Automaton::open(&path).is_ok(), "{}", driver.message());
    driver.ctrl(Key::R);
    driver.ctrl(Key::Delete);
    assert_eq!(driver.mask(), ".....\n.....\n.....\n");
    driver.ctrl(Key::O);
    driver.harness.event(Event::Text(path.to_str().unwrap().to_owned()));
    driver.settle();
    driver.key(Key::Enter);
    assert_eq!(driver.mask(), "..#..\n.#.#.\n#...#\n", "{}", driver.message());
}

#[test]
fn the_help_opens_at_its_beginning_after_a_page_of_another_size() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open("rule-generator", Some(&dir.path().join("data"))).unwrap();
    let open = move |ctx: &Context| Generator::new(store.clone(), None, ctx);
    let mut driver = Driver::start(dir, [800.0, 600.0], open);
    driver.ctrl(Key::Comma);
    driver.key(Key::Escape);
    driver.key(Key::F1);
    let top = |label| driver.harness.get_by_label(label).rect().top();
    assert!(top("How it works") < top("What it does"));
}

#[test]
fn ctrl_s_saves_what_is_shown() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    driver.ctrl(Key::S);
    assert!(driver.sees("Save the picture"));
    driver.key(Key::Escape);
    driver.generate();
    driver.ctrl(Key::S);
    assert!(!driver.sees("Save the picture") && driver.reads(".pcell"), "the result is shown");
    driver.key(Key::Escape);
    driver.ctrl(Key::R);
    driver.ctrl(Key::S);
    assert!(driver.sees("Save the picture"), "the picture is shown again");
}

#[test]
fn a_saved_picture_has_the_name_of_its_file_and_gets_an_extension() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    driver.ctrl(Key::S);
    driver.type_into("Name or path of the file", driver.path("hill").to_str().unwrap());
    assert!(driver.reads("The name of the file will be hill.txt."));
    driver.click("Save");
    assert!(driver.path("hill.txt").exists() && !driver.path("hill").exists());
    let suggests = |driver: &Driver, name: &str| {
        let field = |node: &AccessKitNode<'_>| node.value().is_some_and(|value| value.ends_with(name));
        driver.harness.query_all_by(field).next().is_some()
    };
    driver.ctrl(Key::S);
    assert!(suggests(&driver, "hill.txt"));
    driver.key(Key::Escape);
    driver.generate();
    driver.ctrl(Key::S);
    assert!(suggests(&driver, "hill.pcell"));
}

#[test]
fn a_legend_says_which_states_draw_paper_and_ink() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    driver.generate();
    assert!(driver.reads("is drawn as paper") && driver.reads("is drawn as ink"));
}

#[test]
fn the_picture_and_the_result_can_be_shown_in_turn() {
    let mut driver = Driver::empty();
    assert!(driver.reads("Paint a picture, then press Generate."));
    driver.generate();
    assert!(driver.reads("picture of result 1"), "{}", driver.message());
    driver.click("By state");
    driver.ctrl(Key::R);
    assert!(driver.reads("column 1, row 1, paper") && !driver.reads("picture of result 1"));
    driver.click("column 1, row 1, paper");
    assert!(driver.reads("The picture has changed since this search."));
    driver.click_begin("result 1, ");
    assert!(driver.reads("picture of result 1"));
}

#[test]
fn several_results_can_be_selected() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    let found = |states: u8| {
        // State 1 is the only ink. The other states are paper.
        let table = RuleTable::from_fn(states, |triple| u8::from((triple.left == 1) != (triple.right == 1)));
        let row = vec![if states > 2 { states - 1 } else { 0 }, 0, 1, 0, 0];
        let automaton = Automaton::picture(&table, Boundary::default(), row, 3);
        Found { automaton, method: Method::Sat, after: Duration::from_millis(10) }
    };
    let report = Report { found: vec![found(2), found(4)], ..Report::default() };
    driver.harness.state_mut().as_mut().unwrap().show_report(report);
    driver.settle();
    assert!(driver.reads("2 results") && driver.reads("picture of result 1"));
    driver.click("result 2, 4 states");
    assert!(driver.reads("picture of result 2"));
    driver.menu("File", "Save result");
    let path = driver.path("second.pcell");
    driver.type_into("Name or path of the file", path.to_str().unwrap());
    driver.click("Save");
    assert_eq!(Automaton::open(&path).unwrap().states(), 4);
}

#[test]
fn another_picture_has_no_old_result_until_undo_brings_the_old_one_back() {
    let mut driver = Driver::with_mask("..#..\n.#.#.\n#...#\n");
    driver.generate();
    assert!(driver.sees("Save…") && driver.sees("Play as a puzzle"));
    driver.ctrl(Key::N);
    driver.click("Create");
    assert!(!driver.sees("Save…") && !driver.sees("Result"), "the result is for another picture");
    assert!(driver.reads("Paint a picture, then press Generate."));
    driver.ctrl(Key::Z);
    assert_eq!(driver.mask(), "..#..\n.#.#.\n#...#\n");
    assert!(driver.sees("Save…") && !driver.reads("The picture has changed"), "the result is back");
    driver.ctrl(Key::Y);
    assert!(!driver.sees("Save…"));
    driver.ctrl(Key::Z);
    driver.menu("Edit", "Clear");
    assert!(driver.sees("Save…") && driver.reads("The picture has changed since this search."));
    driver.click("File");
    driver.click_begin("Samples");
    driver.click("Cat");
    assert!(!driver.sees("Save…"), "a sample is another picture too");
}

#[test]
fn another_picture_has_no_old_verdict() {
    let mut driver = Driver::with_mask("###.###\n.#.....\n");
    driver.click("One state");
    driver.generate();
    let verdict = "No automaton draws this picture with one ink state.";
    assert!(driver.reads(verdict));
    fs::write(driver.path("other.txt"), "....\n....\n").unwrap();
    driver.ctrl(Key::O);
    driver.type_into("Or type a file or a folder", driver.path("other.txt").to_str().unwrap());
    driver.click("Open");
    assert_eq!(driver.mask(), "....\n....\n");
    assert!(!driver.reads(verdict) && driver.window().report().is_none());
    driver.ctrl(Key::Z);
    assert!(driver.reads(verdict) && driver.sees("column 2, row 2, ink, place A"), "with its marks");
}

#[test]
fn another_picture_ends_the_search() {
    let mut driver = Driver::with_mask(&noise(40));
    driver.click("Generate");
    driver.wait("the search", |driver| driver.reads("Trying "));
    driver.ctrl(Key::N);
    driver.click("Create");
    assert!(!driver.window().is_searching() && driver.sees("Generate"));
}

#[test]
fn a_size_that_is_too_large_is_explained() {
    let mut driver = Driver::with_mask("....\n....\n");
    driver.ctrl(Key::N);
    for wrong in ["500", "0"] {
        driver.type_into("New width", wrong);
        assert!(driver.reads("Width and height must be 1 to 128 cells."), "{wrong}");
        driver.click("Create");
        assert_eq!(driver.mask(), "....\n....\n", "the button is disabled");
    }
    driver.type_into("New width", "128");
    driver.click("Create");
    assert_eq!(driver.window().mask().width(), 128);
}

/// A picture for which a search takes long: noise without structure.
pub fn noise(side: usize) -> String {
    let mut state = 12345_u32;
    let mut text = String::new();
    for _ in 0..side {
        for _ in 0..side {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push(if state >> 31 == 1 { '#' } else { '.' });
        }
        text.push('\n');
    }
    text
}

#[test]
fn a_search_can_be_stopped() {
    let mut driver = Driver::with_mask(&noise(40));
    driver.click("Generate");
    driver.wait("the search", |driver| driver.reads("Trying "));
    assert!(
        driver.reads("Rows reached") && driver.reads("conflicts per second") | driver.reads("per second")
    );
    driver.click("Stop");
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    driver.settle();
    assert!(driver.window().report().is_some());
    assert!(driver.message().starts_with("The search was stopped after"), "{}", driver.message());
    assert!(driver.sees("Generate"));
}

#[test]
fn contradictions_are_marked_until_the_picture_changes() {
    let mut driver = Driver::with_mask(".....\n.#...\n.....\n");
    let place = |x: usize| Place {
        above: [x.checked_sub(1).map(|left| (left, 0)), Some((x, 0)), Some((x + 1, 0))],
        result: (x, 1),
    };
    let contradiction = Contradiction {
        places: vec![place(1), place(2)],
        cells: Vec::new(),
        reason: "The cells above A and B are equal, but A is ink and B is paper.".to_owned(),
        suggestion: "Give the start row different cells.".to_owned(),
    };
    let report = Report { contradiction: Some(contradiction), ..Report::default() };
    driver.harness.state_mut().as_mut().unwrap().show_report(report);
    driver.settle();
    assert!(driver.reads("No automaton draws this picture.") && driver.reads("A is ink and B is paper"));
    assert!(driver.sees("Give the start row different cells."));
    assert!(driver.sees("column 2, row 2, ink, place A"));
    assert!(driver.sees("column 3, row 1, paper, place A, place B"));
    driver.click("column 5, row 3, paper");
    assert!(!driver.reads("place A") && driver.reads("The picture has changed"));
    driver.ctrl(Key::Z);
    assert!(driver.reads("place A") && !driver.reads("The picture has changed"), "the old picture is back");
}

#[test]
fn an_impossible_picture_is_answered_with_a_reason_and_a_suggestion() {
    let mut driver = Driver::with_mask("###.###\n.#.....\n");
    driver.click("One state");
    driver.generate();
    assert!(driver.window().report().unwrap().contradiction.is_some());
    assert!(driver.sees("column 2, row 2, ink, place A") && driver.sees("column 6, row 2, paper, place B"));
    assert!(driver.reads("A marks the first place"));
    assert!(driver.reads("et ink be a set of states"), "the suggestion");
    driver.click("Use sets of states");
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    assert!(!driver.window().report().unwrap().found.is_empty());
    driver.scroll_to("Symmetric");
    driver.click("Symmetric");
    driver.generate();
    assert!(driver.reads("mirror image"), "the reason");
    assert!(driver.sees("column 2, row 2, ink, place A") && driver.sees("column 6, row 2, paper, place B"));
    driver.click("Make symmetric");
    driver.generate();
    assert_eq!(driver.mask(), "###.###\n.#...#.\n");
    assert!(!driver.window().report().unwrap().found.is_empty());
}

#[test]
fn help_and_samples_open() {
    let mut driver = Driver::empty();
    driver.key(Key::F1);
    assert!(driver.sees("How it works"));
    driver.click("Close");
    driver.click("File");
    driver.click_begin("Samples");
    driver.click("Cat");
    assert_eq!(driver.mask(), SAMPLES.iter().find(|sample| sample.name == "Cat").unwrap().text);
    driver.click("Tools");
    assert!(driver.sees("cellgame is not installed.") && driver.sees("cell-editor is not installed."));
}

#[test]
fn a_result_is_saved_without_the_mouse() {
    let mut driver = Driver::empty();
    driver.keys(Modifiers::ALT, Key::F);
    driver.key(Key::Enter);
    driver.type_text("5");
    driver.key(Key::Tab);
    driver.type_text("2");
    driver.key(Key::Enter);
    assert_eq!(driver.mask(), ".....\n.....\n", "the new picture");
    driver.key(Key::ArrowRight);
    driver.key(Key::Space);
    driver.ctrl(Key::G);
    driver.wait("the end of the search", |driver| !driver.window().is_searching());
    driver.settle();
    assert!(driver.message().contains("Found an automaton"), "{}", driver.message());
    driver.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    driver.ctrl(Key::A);
    let path = driver.path("by-keys.pcell");
    driver.type_text(path.to_str().unwrap());
    driver.key(Key::Enter);
    assert!(Automaton::open(&path).is_ok());
}

#[test]
fn all_text_can_be_read() {
    for theme in ["light", "dark"] {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("data")).unwrap();
        fs::write(dir.path().join("data/settings.yaml"), format!("theme: {theme}\n")).unwrap();
        fs::write(dir.path().join("mask.txt"), ".#.\n#.#\n").unwrap();
        let mut driver = Driver::open(dir, Some("mask.txt"));
        driver.assert_readable("picture");
        driver.menu("Help", "About");
        driver.assert_readable("About");
        driver.key(Key::Escape);
        driver.ctrl(Key::G);
        driver.wait("the end of the search", |driver| !driver.window().is_searching());
        driver.settle();
        driver.assert_readable("result");
        assert_eq!(driver.harness.ctx.global_style().visuals.dark_mode, theme == "dark");
    }
}

#[test]
fn a_tap_paints_a_long_press_erases_and_two_fingers_zoom() {
    let mut driver = Driver::with_mask("....\n....\n");
    driver.press_with_finger("column 2, row 1, paper", 0.0);
    assert_eq!(driver.mask(), ".#..\n....\n");
    driver.press_with_finger("column 2, row 1, ink", 1.2);
    assert_eq!(driver.mask(), "....\n....\n");
    let empty = format!("{}\n", ".".repeat(40)).repeat(20);
    let mut driver = Driver::with_mask(&empty);
    let cell = "column 20, row 10, paper";
    let side = |driver: &Driver| driver.harness.get_by_label(cell).rect().width();
    let (before, place) = (side(&driver), driver.centre(cell));
    driver.pinch(place, 2.0);
    assert!(side(&driver) > 1.8 * before, "{before} becomes {}", side(&driver));
    driver.pinch(place, 0.3);
    assert!((side(&driver) - before).abs() < 1.0, "the picture is not smaller than what fits");
    assert_eq!(driver.mask(), empty, "two fingers do not paint");
}

#[test]
fn a_finger_draws_a_line_from_where_it_began() {
    let mut driver = Driver::with_mask("......\n......\n");
    let places = [1, 3, 5].map(|column| driver.centre(&format!("column {column}, row 1, paper")));
    driver.finger(1, egui::TouchPhase::Start, places[0], places[0]);
    for place in &places[1..] {
        driver.finger(1, egui::TouchPhase::Move, *place, *place);
        driver.harness.step();
    }
    driver.finger(1, egui::TouchPhase::End, places[2], places[2]);
    driver.settle();
    assert_eq!(driver.mask(), "#####.\n......\n");
}

#[test]
fn keys_of_one_frame_act_in_their_order() {
    let mut driver = Driver::with_mask("....\n....\n");
    driver.key(Key::ArrowLeft);
    driver.keys_at_once(&[Key::Enter, Key::ArrowRight, Key::ArrowRight, Key::Space, Key::ArrowRight]);
    assert_eq!(driver.mask(), "#.#.\n....\n");
    driver.keys_at_once(&[Key::Num0, Key::Home, Key::Enter, Key::Num1, Key::ArrowDown, Key::Enter]);
    assert_eq!(driver.mask(), "..#.\n#...\n");
}
