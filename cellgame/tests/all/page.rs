//! The page of puzzles.

use cellgame::rules::{MistakeCheck, Puzzle};
use cellgame::solver::Grade;
use cellgame::stats::{FinishedGame, Records, Stats};
use cellgame::view::{CellUi, PuzzlePage};
use common::store::Store;
use common::testing::window;
use common::window::{Shell, UiOptions, theme};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

type Driver = window::Driver<Shell<Puzzle, CellUi>>;

fn page() -> Driver {
    // Large enough that nothing has to be scrolled into sight.
    let mut driver = Driver::sized("players: [human]\nmotion: 'off'\n", [1100.0, 1300.0]);
    driver.click("Puzzles");
    driver
}

fn setup(driver: &Driver) -> cellgame::rules::PuzzleSetup {
    driver.window().session().expect("a game has begun").setup().clone()
}

/// Types into the field with this name.
fn type_into(driver: &mut Driver, field: &str, text: &str) {
    driver.harness.get_by_label(field).click();
    driver.settle();
    driver.harness.get_by_label(field).type_text(text);
    driver.settle();
}

#[test]
fn a_new_puzzle_has_what_was_chosen_and_it_is_remembered() {
    let mut driver = page();
    type_into(&mut driver, "Search", "random-3");
    driver.click_begin("random-3, ");
    driver.click("Easy");
    driver.click("size 8x8");
    driver.click_begin("Cyclic");
    driver.click_begin("Mistakes are shown when you ask");
    type_into(&mut driver, "Seed", "7");
    driver.click("Play");
    let setup = setup(&driver);
    assert_eq!(setup.id(7).to_string(), "random-3:8x8:easy:cyclic:v1#7");
    assert_eq!((setup.seed, setup.check), (Some(7), MistakeCheck::OnDemand));
    for kept in ["new_automaton: random-3", "new_grade: easy", "new_plan: cyclic", "new_size: 8x8"] {
        assert!(driver.settings().contains(kept), "{kept}: {}", driver.settings());
    }
}

#[test]
fn escape_leaves_the_page_and_enter_plays() {
    let mut driver = page();
    driver.harness.get_by_label("Search").click();
    driver.settle();
    driver.key(Key::Escape);
    assert!(driver.sees("Search"), "Escape leaves the field first");
    driver.key(Key::Escape);
    assert!(!driver.sees("Search") && driver.sees("Puzzles"), "the start page");
    driver.click("Puzzles");
    type_into(&mut driver, "Search", "random-3");
    driver.key(Key::Enter);
    assert!(driver.window().session().is_none(), "Enter chooses the automaton that was typed");
    driver.key(Key::Enter);
    assert_eq!(setup(&driver).automaton.title(), "random-3");
    driver.key(Key::F4);
    driver.key(Key::Escape);
    assert!(driver.sees("Undo"), "back to the game");
    let mut driver = page();
    driver.harness.get_by_label("Search").click();
    driver.settle();
    driver.key(Key::Enter);
    assert!(driver.window().session().is_some(), "there is nothing to search for");
}

#[test]
fn play_and_the_chosen_automaton_are_in_sight() {
    for size in [[480.0, 480.0], [800.0, 600.0], [1280.0, 800.0]] {
        let mut driver = Driver::sized("players: [human]\nsetup: {automaton: sum-5}\n", size);
        driver.click("Play");
        driver.wait("the board", |driver| driver.window().session().is_some());
        driver.key(Key::F4);
        driver.settle();
        let play = driver.harness.get_by_label("Play").rect();
        assert!(play.bottom() < size[1], "{play:?} in {size:?}");
        let row = driver.harness.get_by_label_contains("sum-5, ").rect();
        assert!(row.top() > 40.0 && row.bottom() < play.top().max(size[1] - 150.0), "{row:?} in {size:?}");
    }
}

#[test]
fn play_is_as_wide_as_the_cards() {
    for size in [[480.0, 480.0], [800.0, 600.0], [1280.0, 800.0]] {
        let mut driver = Driver::sized("players: [human]\n", size);
        driver.click("Puzzles");
        driver.settle();
        let heading = if size[0] < 640.0 { "Automaton" } else { "Difficulty" };
        let place = |name: &str| driver.harness.get_by_label(name).rect();
        // The heading is as far from the edge of its card as the margin and the border.
        let (play, card) = (place("Play").left(), place(heading).left() - 13.0);
        assert!((play - card).abs() < 1.0, "{play} and {card} in {size:?}");
    }
}

#[test]
fn a_board_of_ones_own_fits_into_every_window() {
    for size in [[480.0, 480.0], [640.0, 480.0], [800.0, 600.0], [1280.0, 800.0], [1600.0, 1000.0]] {
        let mut driver = Driver::sized("players: [human]\n", size);
        driver.click("Puzzles");
        driver.click("Your own board");
        for name in ["Choose…", "Rows as text"] {
            let node = driver.harness.query_all_by_label(name).last().unwrap().rect();
            assert!(node.right() < size[0] - 24.0, "{name}: {node:?} in {size:?}");
        }
        if size[0] >= 680.0 {
            let cell = driver.harness.get_by_label_contains("h1, hidden").rect();
            let card = driver.harness.get_by_label("Automaton").rect().left() - 13.0;
            // The column beyond the edge is between them.
            assert!(cell.right() + cell.width() < card, "{cell:?} and {card} in {size:?}");
        }
    }
}

#[test]
fn easy_is_disabled_with_two_states() {
    let mut driver = page();
    let disabled = |driver: &Driver| driver.harness.get_by_label("Easy").accesskit_node().is_disabled();
    assert!(!disabled(&driver), "the first automaton has boards of every grade");
    type_into(&mut driver, "Search", "2,110");
    driver.click("Use");
    assert!(disabled(&driver) && driver.reads("With two states nothing can be remembered"));
    type_into(&mut driver, "Search", " nonsense");
    driver.click("Use");
    assert!(driver.reads("is not a rule number") || driver.reads("not"), "an error is shown");
}

#[test]
fn a_puzzle_by_its_id() {
    let mut driver = page();
    driver.click("Puzzle id");
    let disabled =
        |driver: &Driver| driver.harness.get_by_label("Play this puzzle").accesskit_node().is_disabled();
    assert!(disabled(&driver));
    type_into(&mut driver, "puzzle id", "rule-110:8x8:medium:flat");
    assert!(driver.reads("is not a puzzle id") && disabled(&driver));
    type_into(&mut driver, "puzzle id", "#3");
    assert!(!disabled(&driver), "the id is complete now");
    driver.click("Play this puzzle");
    assert_eq!(setup(&driver).id(3).to_string(), "rule-110:8x8:medium:flat:v1#3");
}

#[test]
fn the_daily_puzzle_and_those_before_it() {
    let mut driver = page();
    driver.click("Daily puzzle");
    let rows = driver.harness.query_all_by_label_contains("play ").count();
    assert_eq!(rows, 7);
    driver.click("Play today’s puzzle");
    let seed = setup(&driver).seed.unwrap();
    assert_eq!(setup(&driver), cellgame::rules::PuzzleSetup::from_id(&cellgame::daily::daily(seed)));
    assert!(driver.settings().contains("daily_played"));
}

#[test]
fn a_board_of_ones_own_is_checked_and_played() {
    let mut driver = page();
    driver.click("Your own board");
    driver.click("Check");
    driver.wait("the answer of the solver", |driver| driver.reads("Several solutions"));
    // A full first row leaves one solution.
    driver.click_begin("a1, hidden");
    assert!(driver.reads("a1, state 0"));
    driver.click_begin("a1, state 0");
    driver.click_begin("a1, state 1");
    driver.click_begin("a1, state 2");
    assert!(driver.reads("a1, hidden"), "after the last state a cell is hidden again");
    for digit in [Key::Num1, Key::Num0, Key::Num1, Key::Num1, Key::Num0, Key::Num0, Key::Num1, Key::Num0] {
        driver.harness.event(egui::Event::Text(digit.name().to_owned()));
        driver.settle();
        driver.key(Key::ArrowRight);
    }
    assert!(driver.reads("h1, state 0") && driver.reads("d1, state 1"), "typed with arrow keys");
    driver.click("Check");
    driver.wait("the answer of the solver", |driver| driver.reads("One solution. Grade sweep"));
    driver.click("Play it");
    assert_eq!(
        setup(&driver).board.as_deref(),
        Some("10110010/......../......../......../........"),
        "the board is played as it was entered"
    );
}

#[test]
fn a_board_that_contradicts_itself_has_no_solution() {
    let mut driver = page();
    driver.click("Your own board");
    driver.click("Hide all cells");
    let field = "Rows as text";
    driver.harness.get_by_label(field).click();
    driver.settle();
    driver.ctrl(Key::A);
    driver.harness.get_by_label(field).type_text("111/1.../...");
    driver.settle();
    assert!(driver.reads("This is not a board"));
    driver.ctrl(Key::A);
    driver.harness.get_by_label(field).type_text("000/1../...");
    driver.settle();
    driver.click("Check");
    driver.wait("the answer of the solver", |driver| driver.reads("No solution"));
}

#[test]
fn statistics_are_a_table_and_a_plot() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let draw = |ui: &mut egui::Ui, page: &mut PuzzlePage| {
        page.ui(ui, &UiOptions::new(), None);
    };
    let builder = Harness::builder().with_size([448.0, 420.0]).with_context_setup(theme::apply);
    let mut page = PuzzlePage::default();
    page.attach(store.clone());
    let mut harness = builder.build_ui_state(draw, page);
    harness.run();
    let show = |harness: &mut Harness<'_, PuzzlePage>, tab: &str| {
        harness.get_by_label(tab).click();
        harness.run();
    };
    show(&mut harness, "Statistics");
    assert!(harness.query_by_label_contains("Nothing here yet").is_some());
    let mut stats = Stats::in_store(&store).unwrap();
    let games = [(Grade::Sweep, 10), (Grade::Sweep, 40), (Grade::Sweep, -20), (Grade::Hard, 5)];
    for (day, (grade, score)) in games.into_iter().enumerate() {
        let game = FinishedGame {
            id: format!("rule-110:8x8:{grade}:flat:v1#{day}"),
            session_seed: 1,
            grade,
            automaton: "rule-110".to_owned(),
            size: "8x8".to_owned(),
            solved: true,
            score,
            mistakes: 0,
            hints: 0,
            seconds: 125,
            ended: 86_400 * (20_700 + day as i64),
        };
        stats.record(&game).unwrap();
    }
    show(&mut harness, "Daily puzzle");
    show(&mut harness, "Statistics");
    assert!(harness.query_by_label("plot of 4 scores").is_some());
    assert!(harness.query_by_label("40").is_some() && harness.query_all_by_label("2:05").count() == 2);
    assert!(harness.query_by_label("Sweep").is_some());
    for width in [448.0, 768.0, 1568.0] {
        harness.set_size(egui::vec2(width, 560.0));
        harness.run();
        let (time, plot) =
            (harness.get_by_label("Best time").rect(), harness.get_by_label("plot of 4 scores").rect());
        // Beyond the plot there are the margin and the border of the card, and a scroll bar.
        let free = width - plot.right();
        assert!(time.right() <= plot.right() + 0.5 && (20.0..50.0).contains(&free), "{time:?} {plot:?}");
    }
}

#[test]
fn the_daily_puzzle_and_the_field_of_the_id_have_the_focus_each_time() {
    let mut driver = page();
    for _ in 0..2 {
        driver.click("Puzzle id");
        assert_eq!(driver.focused(), "puzzle id");
        driver.click("Daily puzzle");
        assert_eq!(driver.focused(), "Play today’s puzzle");
    }
    driver.key(Key::Escape);
    driver.click("Puzzles");
    assert_eq!(driver.focused(), "Play today’s puzzle", "the page opens where it was");
    driver.key(Key::Enter);
    assert!(driver.window().session().is_some());
}
