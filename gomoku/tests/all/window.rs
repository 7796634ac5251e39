//! The window, driven by the accessible names of what is in it, without a display.

use common::testing::window;
use common::window::Shell;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use gomoku::puzzles;
use gomoku::rules::{Opening, Position, Rule};
use gomoku::view::GomokuUi;

type Driver = window::Driver<Shell<Position, GomokuUi>>;

/// What is done on this board.
trait Gomoku {
    fn hot_seat(setup: &str) -> Driver;
    fn play(&mut self, moves: &str);
    fn open_puzzle(&mut self, number: usize);
}

impl Gomoku for Driver {
    /// A game of two people, just begun.
    fn hot_seat(setup: &str) -> Driver {
        let mut driver =
            Driver::with(&format!("players: [human, human]\nmotion: 'off'\nsetup: {{{setup}}}\n"));
        driver.click("Play");
        driver
    }

    /// Clicks points, whatever is on them.
    fn play(&mut self, moves: &str) {
        for point in moves.split_whitespace() {
            let begins = format!("{point}, ");
            let is_point = |label: &str| {
                label.starts_with(&begins)
                    && ["empty", "stone", "forbidden"].iter().any(|word| label[begins.len()..].contains(word))
            };
            self.harness.get_by(|node| node.label().is_some_and(|label| is_point(&label))).click();
            self.settle();
        }
    }

    fn open_puzzle(&mut self, number: usize) {
        self.click_begin(&begins(number));
    }
}

/// How the accessible name of a puzzle's tile begins.
fn begins(puzzle: usize) -> String {
    let colour = gomoku::text::colour(puzzles::all()[puzzle].colour());
    format!("{}. {colour} wins with ", puzzle + 1)
}

#[test]
fn a_whole_game_by_names() {
    let mut driver = Driver::hot_seat("");
    assert!(driver.reads("Freestyle · 15x15"), "the rule is always visible");
    driver.click("h8, empty");
    assert!(driver.sees("h8, black stone, move 1"));
    assert!(driver.sees("White's turn"));
    driver.play("h9 i8 i9 j8 j9 h9");
    assert_eq!(driver.moves(), "h8 h9 i8 i9 j8 j9");
    assert_eq!(driver.message(), "There is a white stone on h9; choose an empty point.");
    driver.play("k8 k9 l8");
    assert!(driver.sees("Black wins"));
    assert!(driver.reads("five in a row from h8 to l8"));
    assert!(driver.sees("balance: Black is winning"));
    driver.click("Play again");
    assert_eq!(driver.moves(), "");
}

#[test]
fn undo_redo_and_the_list_of_moves() {
    let mut driver = Driver::hot_seat("size: 20x15");
    driver.play("h8 t15 a1");
    driver.click("Undo");
    assert_eq!(driver.moves(), "h8 t15");
    driver.click("Redo");
    assert_eq!(driver.moves(), "h8 t15 a1");
    driver.click("1.  h8");
    assert_eq!(driver.moves(), "h8");
    assert!(driver.sees("t15, empty"));
    driver.harness.key_press_modifiers(Modifiers::ALT, Key::End);
    driver.harness.run();
    assert_eq!(driver.moves(), "h8 t15 a1");
}

#[test]
fn everything_by_keys() {
    let mut driver = Driver::hot_seat("");
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowUp);
    driver.key(Key::Enter);
    assert_eq!(driver.moves(), "i9");
    driver.key(Key::C);
    driver.key(Key::Num1);
    driver.key(Key::Num2);
    driver.key(Key::Enter);
    assert_eq!(driver.moves(), "i9 c12");
}

#[test]
fn a_whole_game_is_played_saved_and_opened_by_keys() {
    let mut driver = Driver::with("motion: 'off'\nsetup: {size: 7x6}\n");
    // The first arrow gives Easy the focus; the others lead over all players to two humans.
    for _ in 0..9 {
        driver.key(Key::ArrowRight);
    }
    assert_eq!(driver.focused(), "Two players on this screen");
    driver.key(Key::Enter);
    for (column, row) in [
        (Key::A, Key::Num1),
        (Key::A, Key::Num2),
        (Key::B, Key::Num1),
        (Key::B, Key::Num2),
        (Key::C, Key::Num1),
        (Key::C, Key::Num2),
        (Key::D, Key::Num1),
        (Key::D, Key::Num2),
        (Key::E, Key::Num1),
    ] {
        driver.key(column);
        driver.key(row);
        driver.key(Key::Enter);
    }
    let all = "a1 a2 b1 b2 c1 c2 d1 d2 e1";
    assert!(driver.sees("Black wins"));
    driver.ctrl(Key::S);
    driver.key(Key::Enter);
    assert!(driver.message().starts_with("Saved as "), "{}", driver.message());
    driver.keys(Modifiers::ALT, Key::Home);
    assert_eq!(driver.moves(), "");
    driver.ctrl(Key::N);
    assert!(driver.sees("Play"));
    driver.ctrl(Key::O);
    assert!(driver.focused().starts_with("game 1: 2 humans"), "{}", driver.focused());
    driver.key(Key::Enter);
    assert_eq!(driver.moves(), all);
    driver.keys(Modifiers::ALT, Key::G);
    driver.key(Key::Q);
    assert!(driver.focused().starts_with("Quit"), "{}", driver.focused());
}

#[test]
fn forbidden_points_are_shown_and_explained() {
    let mut driver = Driver::hot_seat("rule: renju");
    assert!(driver.reads("Renju · 15x15"));
    driver.play("f7 a1 g7 a15 h8 o1 h9 o15");
    assert!(driver.sees("h7, forbidden: two open threes at once"));
    driver.play("h7");
    assert_eq!(driver.message(), "h7 is forbidden to Black: it makes two open threes at once.");
    assert_eq!(driver.ply(), 8);
    driver.play("a8");
    assert!(driver.sees("h7, empty"), "white may do what black must not");
    driver.play("h7");
    assert!(driver.sees("h7, white stone, move 10"));
}

#[test]
fn the_choices_of_swap2_are_in_sight_in_a_small_window() {
    let settings = "players: [human, human]\nmotion: 'off'\nsetup: {opening: swap2}\n";
    let mut driver = Driver::sized(settings, [480.0, 480.0]);
    driver.click("Play");
    driver.play("h8 h9 i8");
    // The message line begins at 440.
    for choice in ["Play White", "Take Black", "Place two more"] {
        let rect = driver.harness.get_by_label(choice).rect();
        assert!(rect.bottom() <= 440.0 && rect.right() <= 480.0, "{choice}: {rect:?}");
    }
    driver.click("Place two more");
    assert!(!driver.sees("Take Black") && driver.sees("1.  h8"), "the list of moves is back");
    driver.play("j8 j9");
    assert!(driver.sees("Take Black") && !driver.sees("Place two more"));
}

#[test]
fn the_shown_move_is_in_sight_in_the_list() {
    let mut driver = Driver::sized("players: [human, human]\nmotion: 'off'\nlines: true\n", [1280.0, 800.0]);
    driver.click("Play");
    driver.play("h8 i9 i8 g8 j8 k8 h9 h7 h10 i10 j9 g9 g10 f10");
    let in_sight = |driver: &Driver, row: &str| {
        let (rect, buttons) =
            (driver.harness.get_by_label(row).rect(), driver.harness.get_by_label("Replay").rect());
        buttons.bottom() < rect.top() && rect.bottom() < 760.0
    };
    assert!(in_sight(&driver, "14.  f10"));
    driver.keys(Modifiers::ALT, Key::Home);
    assert!(in_sight(&driver, "1.  h8"));
    driver.keys(Modifiers::ALT, Key::End);
    assert!(in_sight(&driver, "14.  f10"));
    // The card of the hint takes room from the list.
    driver.ctrl(Key::H);
    driver.wait("a hint", |driver| driver.message().contains("Hint"));
    driver.settle();
    assert!(in_sight(&driver, "14.  f10"));
}

#[test]
fn swap2_takes_its_choices_from_a_card() {
    let mut driver = Driver::with("players: [human, human]\nmotion: 'off'\nsetup: {opening: swap2}\n");
    assert!(driver.sees("Two players on this screen"));
    driver.click("Play");
    assert!(driver.reads("Freestyle · 15x15 · swap2"));
    assert!(driver.reads("places three stones") && !driver.sees("Take Black"));
    driver.play("h8 h9 j10");
    assert!(driver.sees("Second player's turn") && driver.sees("Place a white stone, or choose."));
    driver.click("Place two more");
    assert!(!driver.sees("Take Black") && driver.sees("Place a white stone."));
    driver.play("k8 k9");
    assert!(driver.sees("First player's turn") && !driver.sees("Place two more"));
    driver.click("Take Black");
    assert_eq!(driver.moves(), "h8 h9 j10 more k8 k9 swap");
    assert!(driver.sees("White's turn") && !driver.reads("Opening: swap2"));
    driver.play("a1");
    assert!(driver.sees("a1, white stone, move 6"));
    assert!(driver.sees("6.  a1") && driver.sees("swap: take Black"), "the list counts stones");
    driver.click("Undo");
    driver.click("Undo");
    driver.play("a1");
    assert!(driver.sees("Black's turn"), "who just goes on has White");
    assert!(driver.sees("a1, white stone, move 6"));
}

#[test]
fn what_is_shown_is_remembered() {
    let mut driver = Driver::hot_seat("");
    driver.play("h8 a1 h9");
    assert!(!driver.reads("open three") && driver.reads("balance:"));
    driver.click("Threats");
    assert!(driver.sees("open three"));
    driver.click("Balance");
    assert!(!driver.reads("balance:"));
    driver.click("Numbers");
    let settings = driver.settings();
    for kept in ["threats: 'true'", "value: 'false'", "numbers: 'true'"] {
        assert!(settings.contains(kept), "{settings}");
    }
    driver.click("Threats");
    assert!(!driver.sees("open three"));
}

#[test]
fn the_chart_goes_to_a_move() {
    let mut driver = Driver::hot_seat("");
    driver.play("h8 a1 h9 a2 h10 a3 h11 a4 h12");
    let chart = driver.harness.get_by_label("chart of the game: Black is winning").rect();
    let at = egui::pos2(chart.left() + 26.0, chart.center().y);
    driver.harness.event(egui::Event::PointerMoved(at));
    driver.harness.run();
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        driver.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        driver.harness.run();
    }
    assert_eq!(driver.ply(), 0);
    assert_eq!(driver.window().session().unwrap().plies().len(), 9, "nothing is lost by looking");
}

#[test]
fn games_are_copied_and_pasted() {
    let mut driver = Driver::hot_seat("rule: standard");
    driver.play("h8 h9 i8");
    driver.harness.event(egui::Event::Copy);
    driver.harness.step();
    let copied = driver
        .harness
        .output()
        .platform_output
        .commands
        .iter()
        .any(|command| matches!(command, egui::OutputCommand::CopyText(text) if text == "h8 h9 i8"));
    assert!(copied);
    driver.harness.run();
    assert_eq!(driver.message(), "Copied 3 moves.");
    driver.paste("1. a1 b2\n2. c3");
    assert_eq!(driver.moves(), "a1 b2 c3");
    assert_eq!(driver.message(), "Pasted 3 moves. Your unfinished game is kept: Game > Open.");
    assert_eq!(driver.window().session().unwrap().setup().rule, Rule::Standard, "the rule stays");
    driver.paste("a1 b2 a1");
    assert!(
        driver.message().starts_with("Nothing was pasted: move 3, 'a1', cannot be played: there is a black")
    );
    driver.paste("hello world");
    assert!(driver.message().starts_with("Nothing was pasted: move 1, 'hello', cannot be played"));
    assert_eq!(driver.moves(), "a1 b2 c3", "a game is not lost by a bad paste");
    driver.paste("(;GM[4]SZ[9]RU[renju];B[aa])");
    assert_eq!(driver.moves(), "a9");
    assert_eq!(driver.window().session().unwrap().setup().rule, Rule::Renju);
    driver.paste("Piskvorky 15x15, 11:11, 0\n99,1,0\n");
    assert!(driver.message().contains("it is not a game of Piskvork: line 2"), "{}", driver.message());
    driver.click("Menu");
    driver.paste("h8 i9");
    assert_eq!(driver.moves(), "h8 i9", "from the start screen too");
}

#[test]
fn files_of_other_programs_are_saved_and_opened() {
    let mut driver = Driver::hot_seat("opening: swap2");
    driver.play("h8 h9 j10 k8");
    for (name, begins) in [("export.sgf", "(;FF[4]GM[4]"), ("export.psq", "Piskvorky 15x15")] {
        driver.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        driver.harness.run();
        let field = |driver: &Driver, key: Key| {
            driver.harness.get_by_role(egui::accesskit::Role::TextInput).focus();
            driver.harness.key_press(key);
        };
        for _ in 0..12 {
            field(&driver, Key::End);
            field(&driver, Key::Backspace);
        }
        driver.harness.event(egui::Event::Text(name.to_owned()));
        driver.harness.run();
        driver.click("Save");
        let path = driver.dir.path().join("saves").join(name);
        assert!(std::fs::read_to_string(&path).unwrap().starts_with(begins), "{}", driver.message());
        driver.ctrl(Key::O);
        driver.click_begin(&format!("{name}: 2 humans · 4 moves"));
        assert_eq!(driver.moves(), "h8 h9 j10 k8");
        assert_eq!(driver.window().session().unwrap().setup().opening, Opening::Free);
    }
}

#[test]
fn a_puzzle_that_was_not_tried_is_not_an_unfinished_game() {
    let mut driver = Driver::with("motion: 'off'\nseconds: 0.1\nplayers: [human, human]\n");
    driver.click("Puzzles");
    let puzzle = &puzzles::all()[0];
    driver.open_puzzle(0);
    driver.click("Menu");
    assert!(!driver.sees("Continue last game"));
    driver.click("Puzzles");
    driver.open_puzzle(0);
    let corner = puzzle.position().grid().empty().next().unwrap();
    driver.play(&corner.to_string());
    driver.click("Menu");
    assert!(driver.sees("Continue last game"));
}

#[test]
fn a_puzzle_is_played_and_solved() {
    let mut driver = Driver::with("motion: 'off'\nseconds: 0.1\nplayers: [human, human]\n");
    driver.click("Puzzles");
    let puzzle = &puzzles::all()[0];
    assert!(driver.reads(&format!("0 of {} solved", puzzles::all().len())));
    driver.open_puzzle(0);
    let begun = puzzle.moves().count();
    assert_eq!(driver.ply(), begun);
    assert!(driver.reads("to move and win with"));
    let undo = |driver: &Driver| !driver.harness.get_by_label("Undo").accesskit_node().is_disabled();
    assert!(!undo(&driver), "the moves of the puzzle cannot be undone");
    driver.click("one move back");
    assert_eq!((driver.ply(), undo(&driver)), (begun - 1, false));
    assert!(driver.reads("These moves lead to the puzzle"));
    driver.click("to the end");
    // A stone far away loses the win.
    let position = puzzle.position();
    let corner = position.grid().empty().next().unwrap();
    driver.play(&corner.to_string());
    driver.wait("an answer", |driver| driver.ply() == begun + 2);
    driver.harness.run();
    assert!(undo(&driver));
    driver.click("Undo");
    assert_eq!((driver.ply(), undo(&driver)), (begun, false));
    driver.click("Redo");
    // Before the puzzle there is a way to it that does not lead to the failed try.
    driver.click("to the start");
    driver.click("To the puzzle");
    assert_eq!(driver.ply(), begun);
    assert!(driver.reads("to move and win with") && !driver.sees("To the puzzle"));
    driver.click("to the end");
    driver.click("Start again");
    assert_eq!(driver.ply(), begun);
    for stone in 1..=puzzle.stones {
        let position = driver.window().session().unwrap().position();
        let line = gomoku::ai::vcf(position, puzzle.stones).expect("it is still won");
        driver.play(&line[0].to_string());
        if stone < puzzle.stones {
            driver.wait("an answer", |driver| driver.ply() == begun + 2 * stone);
            driver.harness.run();
            assert!(driver.reads("Still winning: "), "after {stone}");
        }
    }
    assert!(driver.reads("Well done!") && driver.sees("solved"));
    assert!(driver.settings().contains(&puzzle.name));
    driver.click("All puzzles");
    assert!(driver.reads("1 of ") && driver.reads(", solved"));
    driver.click("Back");
    assert!(driver.reads("Well done!"));
    driver.click("Next puzzle");
    assert_eq!(driver.ply(), puzzles::all()[1].moves().count());
}

#[test]
fn a_quiet_stone_lets_a_puzzle_slip() {
    let mut driver = Driver::with("motion: 'off'\nseconds: 0.1\nplayers: [human, human]\n");
    driver.click("Puzzles");
    driver.open_puzzle(puzzles::all().iter().position(|puzzle| puzzle.name == "First steps").unwrap());
    let begun = driver.ply();
    driver.play("a1");
    driver.wait("an answer", |driver| driver.ply() == begun + 2);
    driver.harness.run();
    let position = driver.window().session().unwrap().position();
    let still = gomoku::ai::vcf(position, 5).is_some();
    assert_eq!(driver.reads("This move gives the win away"), !still);
    assert_eq!(driver.reads("Still winning"), still);
}

#[test]
fn all_boards_in_all_sizes_and_both_themes() {
    for (size, rule) in [("5x5", "renju"), ("5x22", "standard"), ("22x5", "freestyle"), ("22x22", "renju")] {
        for (theme, window) in [("light", [480.0, 480.0]), ("dark", [800.0, 600.0]), ("dark", [480.0, 480.0])]
        {
            let settings = format!(
                "theme: {theme}\nplayers: [random, random]\nmotion: fast\nsetup: {{size: {size}, rule: {rule}}}\noptions: {{threats: 'true', numbers: 'true'}}\n"
            );
            let mut driver = Driver::sized(&settings, window);
            driver.harness.get_by_label("Play").click();
            driver.wait(&format!("a few moves, {size} {theme}"), |driver| driver.ply() > 1);
        }
    }
}

#[test]
fn the_pages_open_and_close() {
    let mut driver = Driver::hot_seat("");
    driver.play("h8");
    driver.key(Key::F1);
    assert!(driver.sees("Renju: two threes"));
    driver.click("Close");
    assert_eq!(driver.moves(), "h8");
}

#[test]
fn a_hint_that_makes_five_has_a_value() {
    let mut driver = Driver::hot_seat("");
    driver.play("h8 a1 i8 a2 j8 a4 k8 g8");
    driver.click("Hint");
    driver.wait("a hint", |driver| driver.reads("Hint: "));
    assert!(driver.reads("Hint: l8: Black wins."), "{}", driver.message());
}

#[test]
fn a_hint_shows_one_move_and_its_lines_on_request() {
    let mut driver = Driver::with("players: [human, human]\nmotion: 'off'\nseconds: 0.1\n");
    driver.click("Play");
    driver.play("h8 i9 h9 h10");
    driver.click("Hint");
    driver.wait("a hint", |driver| driver.reads("Hint: "));
    driver.settle();
    let rows = |driver: &Driver| {
        let hint = driver.window().message().trim_start_matches("Hint: ").trim_end_matches('.').to_owned();
        driver.sees(&hint)
    };
    assert!(!rows(&driver), "only the hint itself");
    driver.click("Best lines");
    assert!(rows(&driver), "{}", driver.message());
    assert!(driver.settings().contains("lines: true"), "{}", driver.settings());
    driver.click("Best lines");
    assert!(!rows(&driver));
}

#[test]
fn the_tutorial_from_end_to_end() {
    let mut driver = Driver::with("players: [human, human]\nmotion: fast\n");
    driver.click("How to play");
    assert!(driver.sees("Place a stone"));
    driver.play("c2");
    assert!(driver.reads("stones never move"));
    // The next step has the focus.
    driver.key(Key::Enter);
    assert!(driver.sees("Five in a row"));
    driver.play("a1");
    assert!(driver.reads("first try g7"));
    driver.play("g7");
    assert!(driver.reads("Black wins"));
    driver.key(Key::ArrowRight);
    assert!(driver.sees("Block a four"));
    driver.play("d6");
    assert!(driver.reads("There is a white stone on d6"));
    driver.play("b6");
    assert!(driver.reads("White would make five. Try e6."));
    for key in [Key::E, Key::Num6, Key::Enter] {
        driver.key(key);
    }
    assert!(driver.reads("White cannot make five"));
    driver.click("Try again");
    assert!(!driver.reads("White cannot make five"));
    for (title, wrong, refused, point) in [
        ("Open four", "b5", "Try c5 or g5.", "g5"),
        ("Block an open three", "e2", "Try e3 or e7.", "e7"),
        ("Two fours at once", "g5", "Try f5.", "f5"),
        ("A four and a three", "g7", "Try f6.", "f6"),
    ] {
        driver.click("Next");
        assert!(driver.sees(title), "{title}");
        driver.play(wrong);
        assert!(driver.reads(refused), "{title}");
        driver.play(point);
        assert!(driver.sees("Try again"), "{title}");
    }
    driver.click("Play");
    assert!(driver.sees("Black's turn"), "a game starts");
    assert_eq!(driver.moves(), "");
}

#[test]
fn all_text_can_be_read() {
    let settings = "players: [human, human]\nmotion: 'off'\noptions: {numbers: 'on', threats: 'on'}\n";
    Driver::check_readability(settings, |driver| driver.play("h8 h9 i8 i9 j8"));
}

#[test]
fn two_fingers_zoom_the_board_and_a_tap_plays() {
    let mut driver = Driver::sized("players: [human, human]\nmotion: 'off'\n", [360.0, 640.0]);
    driver.press_with_finger("Play", 0.0);
    let (small, place) = (width_of(&driver, "h8, empty"), driver.centre("h8, empty"));
    driver.pinch(place, 2.0);
    assert_eq!(driver.ply(), 0, "two fingers play nothing");
    let large = width_of(&driver, "h8, empty");
    assert!(large > 1.8 * small, "{small} becomes {large}");
    assert!(
        driver.centre("h8, empty").distance(place) < large,
        "what was between the fingers is still there"
    );
    driver.press_with_finger("h8, empty", 0.0);
    assert_eq!(driver.moves(), "h8");
    driver.pinch(place, 0.3);
    assert!((width_of(&driver, "h9, empty") - small).abs() < 1.0);
}

fn width_of(driver: &Driver, label: &str) -> f32 {
    driver.harness.get_by_label(label).rect().width()
}

#[test]
fn what_is_typed_is_played_in_its_order_or_explained() {
    let mut driver = Driver::hot_seat("");
    driver.keys_at_once(&[Key::C, Key::Num4, Key::Enter, Key::J, Key::Num1, Key::Num0, Key::Enter]);
    assert_eq!(driver.moves(), "c4 j10");
    driver.keys_at_once(&[Key::Z, Key::Z, Key::Num9, Key::Enter]);
    assert_eq!(driver.moves(), "c4 j10");
    assert_eq!(
        driver.message(),
        "'zz9' is not a point: type the letter of a column and the number of a row, as in h8."
    );
}

#[test]
fn the_puzzles_are_reached_by_arrows_and_enter() {
    let mut driver = Driver::with("motion: 'off'\nplayers: [human, human]\n");
    for _ in 0..2 {
        driver.key(Key::F4);
        assert!(driver.focused().starts_with(&begins(0)), "{}", driver.focused());
        driver.key(Key::Escape);
    }
    driver.key(Key::F4);
    driver.key(Key::ArrowRight);
    assert!(driver.focused().starts_with(&begins(1)), "{}", driver.focused());
    driver.key(Key::Enter);
    assert_eq!(driver.ply(), puzzles::all()[1].moves().count());
}

#[test]
fn continue_leaves_the_moves_that_lead_to_a_puzzle() {
    let mut driver = Driver::with("motion: 'off'\nseconds: 0.1\nplayers: [human, human]\n");
    driver.click("Puzzles");
    driver.open_puzzle(0);
    let begun = driver.ply();
    driver.click("one move back");
    driver.ctrl(Key::H);
    assert_eq!(driver.message(), "No hint available: it is not your turn.");
    driver.click("Continue");
    assert_eq!((driver.ply(), driver.message()), (begun, ""));
}
