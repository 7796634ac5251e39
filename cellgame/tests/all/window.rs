//! The window, driven by the accessible names of what is in it, without a display.

use cellgame::generator::Board;
use cellgame::layout::Cell;
use cellgame::rules::{Puzzle, PuzzleSetup, Status};
use cellgame::view::CellUi;
use common::game::{Game, Side};
use common::job::Work;
use common::testing::window;
use common::window::Shell;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

pub type Driver = window::Driver<Shell<Puzzle, CellUi>>;

const ID: &str = "random-3:8x8:easy:flat#1";
pub const DIGITS: [Key; 3] = [Key::Num0, Key::Num1, Key::Num2];

/// The board of the puzzle that is begun.
pub fn board() -> Board {
    board_of(ID)
}

/// The board of an id, with its solution.
pub fn board_of(id: &str) -> Board {
    PuzzleSetup::from_id(&id.parse().unwrap()).id(1).generate(&Work::quiet()).unwrap()
}

/// The hidden cells and their states.
pub fn hidden(board: &Board) -> Vec<(usize, u8)> {
    (0..board.clues.len())
        .filter(|cell| !board.clues[*cell])
        .map(|cell| (cell, board.solution[cell]))
        .collect()
}

/// What is done on this board.
pub trait CellPuzzle {
    fn begin(more: &str) -> Driver;
    fn click_cell(&mut self, cell: Cell);
    fn enter(&mut self, cell: Cell, state: u8);
    fn go_to(&mut self, cell: Cell);
    fn points(&self) -> i64;
}

impl CellPuzzle for Driver {
    /// The puzzle, just begun.
    fn begin(more: &str) -> Driver {
        let setup = format!("setup: {{automaton: random-3, size: 8x8, grade: easy, board-seed: 1{more}}}\n");
        let mut driver = Driver::with(&format!("players: [human]\nmotion: 'off'\n{setup}"));
        driver.click("Play");
        driver
    }

    fn click_cell(&mut self, cell: Cell) {
        self.click_begin(&format!("{cell}, "));
    }

    /// Chooses a state in the palette of a cell.
    fn enter(&mut self, cell: Cell, state: u8) {
        self.click_cell(cell);
        self.click_begin(&format!("enter state {state}"));
    }

    /// Moves the cursor with arrow keys, from the first cell.
    fn go_to(&mut self, cell: Cell) {
        self.key(Key::PageUp);
        self.key(Key::Home);
        (0..cell.column).for_each(|_| self.key(Key::ArrowRight));
        (0..cell.row).for_each(|_| self.key(Key::ArrowDown));
    }

    fn points(&self) -> i64 {
        self.window().session().unwrap().score().points
    }
}

#[test]
fn values_are_entered_by_mouse() {
    let board = board();
    let (index, state) = hidden(&board)[0];
    let cell = board.layout.cell(index);
    let mut driver = Driver::begin("");
    assert!(driver.sees("Your turn"));
    assert!(driver.sees("One solution"), "said before play");
    assert!(driver.sees(&format!("{cell}, hidden")));
    let wrong = (state + 1) % 3;
    driver.enter(cell, wrong);
    assert_eq!(driver.message(), format!("{cell} is not {wrong}."));
    assert!(driver.sees(&format!("{cell}, hidden, not {wrong}")));
    assert_eq!(driver.points(), -10);
    driver.click_cell(cell);
    let begins = format!("enter state {wrong}");
    let struck = driver.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with(&begins)));
    assert!(struck.accesskit_node().is_disabled(), "a struck value cannot be chosen");
    driver.click_begin(&format!("enter state {state}"));
    assert!(driver.message().ends_with("right."), "{}", driver.message());
    assert_eq!(driver.points(), -9);
    let found = format!("{cell}, state {state}");
    assert!(driver.reads(&found) && driver.reads(", found"));
    driver.click_cell(cell);
    assert!(!driver.reads("enter state"), "a known cell has no palette");
}

#[test]
fn an_armed_state_is_entered_at_once() {
    let board = board();
    let mut driver = Driver::begin("");
    let ones: Vec<usize> =
        hidden(&board).into_iter().filter(|(_, state)| *state == 1).map(|(cell, _)| cell).collect();
    driver.scroll_to("every click enters state 1");
    driver.click_begin("every click enters state 1");
    for cell in &ones[..3] {
        driver.click_cell(board.layout.cell(*cell));
    }
    assert_eq!((driver.points(), driver.ply()), (3, 3));
    // Another click switches it off.
    driver.click_begin("every click enters state 1");
    driver.click_cell(board.layout.cell(ones[3]));
    assert_eq!(driver.ply(), 3);
    assert!(driver.reads("enter state 1"));
    driver.key(Key::Escape);
    assert!(!driver.reads("enter state 1"));
}

#[test]
fn everything_by_keys() {
    let board = board();
    let cells = hidden(&board);
    let ((first, state), (second, _)) = (cells[0], cells[1]);
    let (cell, other) = (board.layout.cell(first), board.layout.cell(second));
    let mut driver = Driver::begin("");
    driver.key(DIGITS[0]);
    assert_eq!(driver.message(), "Choose a cell first, with the mouse or the arrow keys.");
    driver.key(Key::ArrowDown);
    driver.go_to(cell);
    driver.key(Key::Num7);
    assert_eq!(driver.message(), "There is no state 7: the states are 0 to 2.");
    driver.key(DIGITS[usize::from((state + 1) % 3)]);
    driver.key(DIGITS[usize::from((state + 1) % 3)]);
    assert!(driver.message().contains("was tried before"), "{}", driver.message());
    driver.key(DIGITS[usize::from(state)]);
    assert_eq!(driver.moves(), format!("{cell}={} {cell}={state}", (state + 1) % 3));
    driver.key(DIGITS[usize::from(state)]);
    assert_eq!(driver.message(), format!("{cell} is known already."));
    // Notes with Shift, or in the mode of notes.
    driver.go_to(other);
    driver.keys(Modifiers::SHIFT, DIGITS[0]);
    driver.key(Key::N);
    driver.key(DIGITS[2]);
    assert!(driver.sees(&format!("{other}, hidden, noted 0 or 2")));
    driver.key(DIGITS[2]);
    assert!(driver.sees(&format!("{other}, hidden, noted 0")));
    driver.key(Key::Backspace);
    assert!(driver.sees(&format!("{other}, hidden")));
    assert_eq!(driver.message(), format!("The notes of {other} were removed."));
    driver.key(Key::Delete);
    assert_eq!(driver.message(), format!("There is nothing to erase on {other}."));
}

#[test]
fn a_whole_puzzle_is_solved_saved_and_opened_by_keys() {
    let setup = "setup: {automaton: odd-one-out-3, size: 4x3, grade: sweep, board-seed: 1}";
    let mut driver = Driver::with(&format!("players: [human]\nmotion: 'off'\n{setup}\n"));
    driver.key(Key::Enter);
    let (down, right) = (Key::ArrowDown, Key::ArrowRight);
    let left = [down, Key::PageUp, Key::Home, DIGITS[1], down, DIGITS[0], down, DIGITS[2]];
    let bottom = [right, DIGITS[2], right, DIGITS[0], right, DIGITS[2], Key::ArrowUp, DIGITS[2]];
    for key in left.into_iter().chain(bottom) {
        driver.key(key);
    }
    assert_eq!(driver.moves(), "a1=1 a2=0 a3=2 b3=2 c3=0 d3=2 d2=2");
    assert_eq!(driver.window().session().unwrap().score().mistakes, 0);
    driver.ctrl(Key::S);
    driver.key(Key::Enter);
    assert!(driver.message().starts_with("Saved as "), "{}", driver.message());
    driver.ctrl(Key::N);
    driver.ctrl(Key::O);
    driver.key(down);
    assert!(driver.focused().starts_with("game 1: Sweep, 4x3 cells"), "{}", driver.focused());
    driver.key(Key::Enter);
    assert_eq!(driver.ply(), 7);
    for key in [down, Key::PageUp, Key::End, DIGITS[0]] {
        driver.key(key);
    }
    assert!(driver.sees("Solved"), "{}", driver.message());
    driver.keys(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    driver.wait("the review", |driver| driver.sees("You: no mistakes."));
}

#[test]
fn the_right_button_writes_notes() {
    let board = board();
    let cell = board.layout.cell(hidden(&board)[0].0);
    let mut driver = Driver::begin("");
    let label = format!("{cell}, hidden");
    driver.harness.get_by_label(&label).click_secondary();
    driver.settle();
    driver.click_begin("note state 1");
    driver.click_begin("note state 2");
    assert_eq!(driver.moves(), format!("{cell}?1 {cell}?12"));
    driver.key(Key::Escape);
    assert!(!driver.reads("note state"));
}

#[test]
fn a_long_press_writes_notes_and_two_fingers_zoom() {
    let board = board();
    let cell = board.layout.cell(hidden(&board)[0].0);
    let mut driver = Driver::begin("");
    let label = format!("{cell}, hidden");
    driver.press_with_finger(&label, 1.2);
    driver.click_begin("note state 1");
    assert_eq!(driver.moves(), format!("{cell}?1"));
    driver.key(Key::Escape);
    let begin = format!("{cell}, ");
    let width = |driver: &Driver| {
        driver
            .harness
            .get_by(|node| node.label().is_some_and(|label| label.starts_with(&begin)))
            .rect()
            .width()
    };
    let before = width(&driver);
    let place = driver.harness.ctx.content_rect().center() - egui::vec2(150.0, 0.0);
    driver.pinch(place, 0.6);
    assert!(width(&driver) < before, "{before}");
    assert_eq!(driver.ply(), 1);
}

#[test]
fn a_hint_goes_through_its_stages_to_the_value() {
    let mut driver = Driver::begin("");
    driver.click("Hint");
    driver.wait("the hint", |driver| driver.sees("Hint, stage 1 of 4"));
    assert_eq!(driver.points(), -5);
    driver.click("Next stage (costs 5 points)");
    assert!(driver.sees("Hint, stage 2 of 4") && driver.reads("follows from"));
    driver.click("Next stage (costs 5 points)");
    assert!(driver.sees("Hint, stage 3 of 4") && driver.reads("In the window"));
    driver.click("Enter the value (costs 5 points)");
    assert!(!driver.sees("Hint, stage 1 of 4") && !driver.reads("costs 5 points"));
    assert_eq!((driver.ply(), driver.points()), (1, -20), "a value from a hint earns nothing");
    let view = driver.window().session().unwrap().position().view(Side::FIRST);
    assert_eq!(view.cells.iter().filter(|cell| cell.status == Status::Found).count(), 1);
    // Escape ends a hint.
    driver.ctrl(Key::H);
    driver.wait("the hint", |driver| driver.sees("Hint, stage 1 of 4"));
    driver.key(Key::Escape);
    assert!(!driver.sees("Hint, stage 1 of 4") && !driver.reads("costs 5 points"));
}

#[test]
fn undo_redo_and_bookmarks() {
    let board = board();
    let cells = hidden(&board);
    let cell = |n: usize| board.layout.cell(cells[n].0);
    let mut driver = Driver::begin("");
    driver.enter(cell(0), cells[0].1);
    driver.click("Undo");
    assert!(driver.sees(&format!("{}, hidden", cell(0))));
    driver.click("Redo");
    assert!(!driver.sees(&format!("{}, hidden", cell(0))));
    driver.ctrl(Key::B);
    assert_eq!(driver.message(), "Bookmark set: go back to it in the list of moves.");
    driver.enter(cell(1), cells[1].1);
    driver.enter(cell(2), cells[2].1);
    driver.scroll_to("To bookmark");
    driver.click("To bookmark");
    assert_eq!(driver.ply(), 2);
    driver.keys(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::B);
    assert_eq!(driver.message(), "There is no earlier bookmark.");
    driver.keys(Modifiers::ALT, Key::End);
    assert_eq!(driver.ply(), 4, "nothing is lost by going back");
    assert_eq!(driver.points(), 3);
}

#[test]
fn mistakes_can_wait_until_the_player_asks() {
    let board = board();
    let cells = hidden(&board);
    let (right, wrong) = (board.layout.cell(cells[0].0), board.layout.cell(cells[1].0));
    let mut driver = Driver::begin(", mistakes: on-demand");
    driver.ctrl(Key::K);
    assert_eq!(driver.message(), "No value was entered since the last check.");
    driver.enter(right, cells[0].1);
    driver.enter(wrong, (cells[1].1 + 1) % 3);
    assert_eq!(driver.points(), 0, "nothing was checked yet");
    assert!(driver.reads(", entered"));
    driver.scroll_to("Check");
    driver.click("Check");
    assert_eq!(driver.message(), format!("{wrong} is wrong and was removed."));
    assert_eq!(driver.points(), -9);
    driver.enter(wrong, (cells[1].1 + 2) % 3);
    driver.key(Key::Backspace);
    assert!(driver.moves().ends_with(&format!("{wrong}-")), "{}", driver.moves());
}

#[test]
fn the_whole_puzzle_is_solved() {
    let board = board();
    let mut driver = Driver::begin("");
    for (index, state) in hidden(&board) {
        driver.enter(board.layout.cell(index), state);
    }
    assert!(driver.sees("Solved"));
    let (last, state) = *hidden(&board).last().unwrap();
    let told = format!("{} is {state}: right. Result: {} points", board.layout.cell(last), driver.points());
    assert!(driver.message().starts_with(&told), "{}", driver.message());
    assert!(driver.message().contains(", no mistakes, no hints, time "), "{}", driver.message());
    assert!(driver.points() > hidden(&board).len() as i64, "the reward has grown");
    assert!(!driver.sees("Play again"), "a board with a seed has no more secrets");
    driver.click("Same board again");
    assert_eq!((driver.moves().as_str(), hidden(&board).len() > 1), ("", true));
    assert_eq!(driver.window().session().unwrap().setup().seed, Some(1));
}

#[test]
fn another_board_comes_after_one_with_a_seed() {
    let board = board();
    let mut driver = Driver::begin("");
    driver.click_begin("every click enters state 1");
    for (index, state) in hidden(&board) {
        driver.go_to(board.layout.cell(index));
        driver.key(Key::from_name(&state.to_string()).unwrap());
    }
    driver.click("New board");
    assert_eq!(driver.window().session().unwrap().setup().seed, None);
    assert_eq!(driver.moves(), "");
    assert!(driver.reads("Choose a state to enter it with every click"), "no state is armed");
}

#[test]
fn an_ai_player_waits_until_its_reason_is_read() {
    let setup = "setup: {automaton: random-3, size: 8x8, grade: easy, board-seed: 1}\n";
    let mut driver = Driver::with(&format!("players: [strong]\nmotion: slow\n{setup}"));
    driver.harness.get_by_label("Play").click();
    driver.wait("a move", |driver| driver.window().session().is_some_and(|session| session.ply() == 1));
    driver.harness.step();
    assert!(driver.sees("Skip"));
    for _ in 0..5 {
        driver.harness.step();
    }
    assert_eq!(driver.ply(), 1, "the AI player waits");
    driver.harness.get_by_label("Skip").click();
    driver.wait("the next move", |driver| driver.ply() == 2);
}

#[test]
fn settings_are_remembered() {
    let mut driver = Driver::begin("");
    driver.key(Key::F7);
    assert!(driver.sees("Board settings"));
    driver.click("Digits on cells");
    driver.click("Automatic");
    driver.click("Show the time");
    assert!(driver.sees("Time"));
    driver.click("Control buttons in a window of their own");
    driver.click("Colours for colour-blind people");
    let settings = driver.settings();
    for kept in [
        "board-digits: 'false'",
        "notes: automatic",
        "time: 'true'",
        "controls-floating: 'true'",
        "colour-blind: 'true'",
    ] {
        assert!(settings.contains(kept), "{settings}");
    }
    assert_eq!(driver.harness.query_all_by_label("Bookmark").count(), 1, "in the window only");
    driver.key(Key::F8);
    assert!(driver.settings().contains("controls-floating: 'false'"));
}

#[test]
fn the_description_and_the_id() {
    let mut driver = Driver::begin("");
    driver.key(Key::F3);
    assert!(driver.reads("Description of random-3"));
    driver.key(Key::F3);
    assert!(!driver.reads("Description of random-3"));
    for (key, title) in
        [(Key::F3, "Description of random-3"), (Key::F7, "Board settings"), (Key::F6, "Rules overview")]
    {
        driver.key(key);
        assert!(driver.reads(title));
        driver.key(Key::Escape);
        assert!(!driver.reads(title), "Escape closes {title}");
    }
    driver.ctrl(Key::I);
    assert!(
        driver.message().starts_with("Copied the id random-3:8x8:easy:flat:v1#1"),
        "{}",
        driver.message()
    );
    driver.key(Key::F1);
    assert!(driver.sees("Rows and windows"));
}

#[test]
fn a_pasted_id_opens_its_puzzle() {
    let mut driver = Driver::begin("");
    driver.paste("rule-110:6x5:sweep:cyclic#3");
    driver.wait("the puzzle", |driver| {
        driver.window().session().is_some_and(|session| session.setup().seed == Some(3))
    });
    driver.paste("rule-110:6x5:sweeping:cyclic#3");
    assert!(driver.message().contains("'sweeping' is not a grade"), "{}", driver.message());
}

#[test]
fn a_large_board_scrolls_to_the_cursor() {
    let setup = "setup: {automaton: pascal-10, size: 60x40, grade: sweep, board-seed: 1}\n";
    let settings = format!("players: [human]\nmotion: 'off'\n{setup}options: {{board-cell-size: '24'}}\n");
    let mut driver = Driver::sized(&settings, [800.0, 600.0]);
    driver.click("Play");
    driver.wait("the board", |driver| driver.reads("a1, "));
    assert!(!driver.reads("bh40, "), "only cells in sight are widgets");
    driver.key(Key::ArrowDown);
    driver.key(Key::PageDown);
    driver.key(Key::End);
    assert!(driver.reads("bh40, ") && !driver.reads("a1, "));
    driver.key(Key::F9);
    assert!(driver.settings().contains("board-cell-size: auto"));
    driver.key(Key::Plus);
    assert!(driver.settings().contains("board-cell-size: '16'"), "{}", driver.settings());
}

#[test]
fn the_wheel_changes_the_size_of_the_cells() {
    let mut driver = Driver::begin("");
    let at = driver.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with("d4, "))).rect();
    driver.harness.event(egui::Event::PointerMoved(at.center()));
    driver.harness.run();
    driver.harness.event(egui::Event::Zoom(0.8));
    driver.harness.run();
    assert!(driver.settings().contains("board-cell-size: '64'"), "{}", driver.settings());
}

#[test]
fn an_animation_ends_by_itself() {
    let board = board();
    let (index, state) = hidden(&board)[0];
    let cell = board.layout.cell(index);
    let setup = "setup: {automaton: random-3, size: 8x8, grade: easy, board-seed: 1}\n";
    let mut driver = Driver::with(&format!("players: [human]\nmotion: slow\n{setup}"));
    driver.click("Play");
    driver.enter(cell, (state + 1) % 3);
    driver.enter(cell, state);
    assert_eq!(driver.ply(), 2);
}

#[test]
fn a_strong_player_solves_the_puzzle() {
    let setup = "setup: {automaton: random-3, size: 8x8, grade: easy, board-seed: 1}\n";
    let mut driver = Driver::with(&format!("players: [strong]\nmotion: 'off'\n{setup}"));
    driver.click("Play");
    driver.wait("the solution", |driver| driver.sees("Solved"));
    assert_eq!(driver.ply(), hidden(&board()).len());
}

#[test]
fn disabled_items_say_why() {
    let mut driver = Driver::begin("");
    driver.key(Key::M);
    assert_eq!(driver.message(), "Choose a cell first.");
    driver.key(Key::ArrowDown);
    driver.go_to(Cell { row: 7, column: 3 });
    driver.key(Key::M);
    assert!(driver.message().contains("d8"), "no row below: {}", driver.message());
    // Notes that the board writes itself cannot be written by hand.
    driver.key(Key::F7);
    driver.click("Automatic");
    driver.key(Key::F7);
    let cell = board().layout.cell(hidden(&board())[0].0);
    driver.go_to(cell);
    driver.keys(Modifiers::SHIFT, DIGITS[1]);
    assert!(driver.message().starts_with("Notes are automatic"), "{}", driver.message());
    assert_eq!(driver.ply(), 0);
}

#[test]
fn a_solved_puzzle_is_in_the_statistics() {
    let board = board();
    let mut driver = Driver::begin("");
    driver.key(Key::F4);
    driver.click("Statistics");
    assert!(!driver.reads("easy"));
    driver.click("Back");
    for (index, state) in hidden(&board) {
        driver.enter(board.layout.cell(index), state);
    }
    driver.key(Key::F4);
    assert!(driver.sees("Easy"));
}

#[test]
fn a_new_player_can_choose_every_grade() {
    for grade in ["Sweep", "Easy", "Medium", "Hard", "Fiendish", "Classic"] {
        let mut driver = Driver::with("");
        driver.click(grade);
        driver.click("Play");
        driver.wait("the board", |driver| driver.window().session().is_some());
        let played = driver.window().session().unwrap().setup().grade;
        assert_eq!(played.name(), grade.to_lowercase());
    }
}

#[test]
fn a_grade_without_boards_cannot_be_chosen() {
    let mut driver = Driver::with("setup: {automaton: rule-110, grade: sweep}\n");
    driver.click("Easy");
    driver.click("Play");
    let setup = driver.window().session().expect("Play still works").setup().clone();
    assert_eq!(setup.grade.name(), "sweep");
}

#[test]
fn a_sheet_to_print_is_written() {
    let mut driver = Driver::begin("");
    driver.key(Key::F12);
    assert!(driver.sees("Print the puzzle"));
    let file = driver.path("sheet.svg");
    driver.type_into("Name or path of the file", file.to_str().unwrap());
    driver.click("Write");
    assert!(driver.message().starts_with("Wrote "), "{}", driver.message());
    assert!(std::fs::read_to_string(&file).unwrap().contains("<svg"));
    assert!(!driver.sees("Print the puzzle"));
}

#[test]
fn all_text_can_be_read() {
    let setup = "setup: {automaton: random-3, size: 8x8, grade: easy, board-seed: 1}";
    Driver::check_readability(&format!("players: [human]\nmotion: 'off'\n{setup}\n"), |driver| {
        driver.click("Hint");
    });
}

#[test]
fn the_buttons_of_the_start_page_are_in_full_rows() {
    for (width, rows) in [(800.0, 2), (1280.0, 1)] {
        let driver = Driver::sized("", [width, 600.0]);
        let place = |name: &str| driver.harness.get_by_label(name).rect();
        let all = ["How to play", "Puzzles", "Saved games", "More"].map(place);
        let mut tops: Vec<f32> = all.iter().map(egui::Rect::top).collect();
        tops.dedup();
        assert_eq!(tops.len(), rows, "{all:?}");
        assert!(all.iter().all(|rect| (rect.width() - all[0].width()).abs() < 0.5), "{all:?}");
    }
}

#[test]
fn a_puzzle_with_hints_and_no_move_is_kept() {
    let mut driver = Driver::begin("");
    driver.click("Menu");
    assert!(!driver.sees("Continue last game"));
    driver.click("Play");
    driver.click("Hint");
    driver.wait("the hint", |driver| driver.window().session().unwrap().tally().hints > 0);
    driver.click("Menu");
    assert!(driver.sees("Continue last game"));
}

#[test]
fn statistics_and_the_daily_puzzle_are_in_the_menu() {
    let mut driver = Driver::begin("");
    driver.ctrl(Key::T);
    assert!(driver.reads("Nothing here yet."));
    driver.ctrl(Key::D);
    assert!(driver.sees("Play today’s puzzle"), "on the page too");
    driver.ctrl(Key::T);
    assert!(driver.reads("Nothing here yet."));
    let mut driver = Driver::with("players: [human]\n");
    driver.menu("Puzzle", "Statistics");
    assert!(driver.reads("Nothing here yet."), "without a game too");
}
