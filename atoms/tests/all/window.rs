//! The window, driven by the accessible names of what is in it, without a display.

use atoms::rules::Position;
use atoms::view::AtomsUi;
use common::testing::window;
use common::window::Shell;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

type Driver = window::Driver<Shell<Position, AtomsUi>>;

/// What is done on this board.
trait Atoms {
    fn hot_seat(motion: &str) -> Driver;
    fn touch(&mut self, square: &str);
    fn play(&mut self, moves: &str);
}

impl Atoms for Driver {
    /// A game of two people on a small board, just begun. Things move unless `motion` is off.
    fn hot_seat(motion: &str) -> Driver {
        let setup = "setup: {size: 3x3, rule: neutral}";
        let mut driver = Driver::with(&format!("players: [human, human]\nmotion: '{motion}'\n{setup}\n"));
        driver.click("Play");
        driver
    }

    /// Clicks a square, whatever it holds, and lets one frame pass.
    fn touch(&mut self, square: &str) {
        let begins = format!("{square}, ");
        let is_square = |label: &str| label.starts_with(&begins) && label.contains("electron");
        self.harness.get_by(|node| node.label().is_some_and(|label| is_square(&label))).click();
        self.harness.step();
    }

    /// Plays moves by mouse, each seen to its end.
    fn play(&mut self, moves: &str) {
        for square in moves.split_whitespace() {
            self.touch(square);
            self.settle();
        }
    }
}

#[test]
fn squares_are_played_by_their_names() {
    let mut driver = Driver::hot_seat("off");
    driver.click("a1, no electron, free");
    assert!(driver.sees("a1, one electron, Blue, critical"));
    assert!(driver.sees("Orange's turn"));
    driver.click("b2, no electron, free");
    assert_eq!(driver.moves(), "a1 b2");
    assert!(driver.sees("Blue: 1 square, 1 electron"));
    assert!(driver.sees("balance of electrons: as many electrons on both sides"));
}

#[test]
fn an_enemy_square_is_explained() {
    let mut driver = Driver::hot_seat("off");
    driver.play("a1 a1");
    assert_eq!(driver.moves(), "a1");
    assert!(driver.message().contains("The atom on a1 is Blue's"), "{}", driver.message());
}

#[test]
fn a_chain_is_shown_wave_by_wave() {
    let mut driver = Driver::hot_seat("normal");
    driver.play("a1 c3 a2 c3");
    // c3 has exploded.
    driver.play("a2 b3");
    driver.touch("a1");
    assert_eq!(driver.moves(), "a1 c3 a2 c3 a2 b3 a1");
    driver.harness.step();
    assert!(driver.sees("Blue moves") && driver.sees("Skip"), "the move is being shown");
    assert!(!driver.sees("Orange's turn"));
    driver.wait("the second wave", |driver| driver.reads("wave 2 of"));
    driver.harness.run();
    assert!(driver.sees("Orange's turn") && !driver.sees("Skip"));
    assert!(driver.sees("a1, one electron, Blue, critical"), "a2 has sent one back");
}

#[test]
fn the_winning_chain_is_seen_before_the_result() {
    for skip in [None, Some(Key::Space), Some(Key::Escape)] {
        let mut driver = Driver::hot_seat("slow");
        driver.play("a1 b1 c3 a2");
        driver.touch("a1");
        driver.harness.step();
        assert!(driver.window().session().unwrap().end().is_some());
        assert!(driver.sees("Blue moves") && !driver.sees("Blue wins"));
        match skip {
            None => driver.click("Skip"),
            Some(key) => driver.key(key),
        }
        assert!(driver.sees("Blue wins"));
        assert!(driver.reads("Orange has no atom left"));
    }
}

#[test]
fn a_click_during_an_animation_is_a_move_if_it_can_be_one() {
    let mut driver = Driver::hot_seat("slow");
    driver.touch("a1");
    driver.harness.step();
    assert!(driver.sees("Skip"));
    driver.touch("a1");
    driver.harness.step();
    assert_eq!(driver.moves(), "a1", "Orange cannot play here: the click only ends the animation");
    assert!(driver.sees("Orange's turn"));
    driver.touch("c3");
    driver.harness.step();
    assert!(driver.sees("Skip"), "c3 is being shown");
    driver.touch("b2");
    driver.harness.step();
    assert_eq!(driver.moves(), "a1 c3 b2", "the click is not lost");
    // The same by keyboard: Enter on the square under the cursor.
    driver.key(Key::C);
    driver.key(Key::Num1);
    driver.harness.key_press(Key::Enter);
    driver.harness.step();
    driver.harness.step();
    assert_eq!(driver.moves(), "a1 c3 b2 c1");
    assert!(driver.sees("Skip"));
    driver.harness.key_press(Key::A);
    driver.harness.key_press(Key::Num3);
    driver.harness.step();
    driver.harness.key_press(Key::Enter);
    driver.harness.step();
    driver.harness.step();
    assert_eq!(driver.moves(), "a1 c3 b2 c1 a3");
}

#[test]
fn no_atom_is_overfull_after_the_winning_chain() {
    for motion in ["off", "normal"] {
        let mut driver = Driver::hot_seat(motion);
        driver.play("c1 a1 b1 b3 a3 c3 c1 b2 b1 b3 a3");
        assert!(driver.sees("Blue wins"), "{}", driver.moves());
        let overfull = driver.harness.query_all_by_label_contains("exploding").next();
        assert!(overfull.is_none(), "motion {motion}: {overfull:?}");
        assert!(driver.reads("squares, 11 electrons"), "all that were placed");
    }
}

#[test]
fn a_chain_that_never_ends_is_explained() {
    for motion in ["off", "normal"] {
        let setup = "setup: {size: 2x2, rule: neutral}";
        let mut driver = Driver::with(&format!("players: [human, human]\nmotion: '{motion}'\n{setup}\n"));
        driver.click("Play");
        driver.play("a1 b1 a2 b2 a1");
        assert!(driver.sees("Blue wins"), "{}", driver.moves());
        assert!(driver.message().contains("would never end"), "{}", driver.message());
        assert!(driver.reads("Blue: 4 squares, 5 electrons"), "the table counts the moves");
        assert!(!driver.reads("exploding"));
    }
}

#[test]
fn typed_text_that_is_no_square_is_explained() {
    let mut driver = Driver::hot_seat("off");
    driver.play("a1");
    for key in [Key::Z, Key::Z, Key::Enter] {
        driver.key(key);
    }
    assert!(driver.message().contains("'zz' is not a square"), "{}", driver.message());
    assert_eq!(driver.moves(), "a1");
}

#[test]
fn ai_players_wait_for_the_end_of_the_animation() {
    let mut driver = Driver::with("players: [random, random]\nsetup: {size: 4x4, rule: neutral}\n");
    driver.harness.get_by_label("Play").click();
    for ply in 1..=6 {
        driver.wait("a move", |driver| driver.ply() >= ply);
        assert_eq!(driver.ply(), ply, "a move was not shown");
        driver.harness.step();
        assert!(driver.sees("Skip"), "move {ply} is being shown");
    }
}

#[test]
fn a_game_of_ai_players_can_be_paused() {
    let mut driver = Driver::with("players: [random, random]\nseconds: 0.1\nmotion: fast\n");
    driver.harness.get_by_label("Play").click();
    driver.wait("some moves", |driver| driver.window().session().is_some_and(|s| s.ply() >= 2));
    driver.harness.get_by_label("Pause").click();
    driver.wait("the pause", |driver| driver.sees("Continue"));
    let ply = driver.ply();
    driver.harness.run();
    assert_eq!(driver.ply(), ply);
    driver.harness.get_by_label("Continue").click();
    driver.wait("the next move", |driver| driver.ply() > ply);
}

#[test]
fn the_menu_ends_a_game_of_ai_players() {
    for motion in ["normal", "off"] {
        let mut driver =
            Driver::with(&format!("players: [random, hard]\nmotion: '{motion}'\nseconds: 0.1\n"));
        driver.harness.get_by_label("Play").click();
        driver.wait("some moves", |driver| driver.window().session().is_some_and(|s| s.ply() >= 3));
        driver.harness.get_by_label("Menu").click();
        driver.harness.step();
        driver.harness.run();
        assert!(driver.window().session().is_none());
        assert!(driver.sees("Play") && driver.sees("Continue last game"));
    }
}

#[test]
fn undo_redo_and_the_list_of_moves() {
    let mut driver = Driver::hot_seat("normal");
    driver.play("a1 c3 a1");
    driver.click("Undo");
    assert_eq!(driver.moves(), "a1 c3");
    driver.harness.get_by_label("Redo").click();
    driver.harness.step();
    driver.harness.step();
    assert!(driver.sees("Skip"), "one move more is shown as when it was played");
    driver.harness.get_by_label("Undo").click();
    driver.harness.step();
    driver.harness.step();
    assert!(!driver.sees("Skip"), "going back stops what is shown");
    driver.harness.run();
    driver.click("to the start");
    assert_eq!(driver.ply(), 0);
    driver.click("one move forward");
    assert_eq!(driver.moves(), "a1");
    driver.keys(Modifiers::ALT, Key::End);
    assert_eq!(driver.moves(), "a1 c3 a1");
    driver.keys(Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(driver.moves(), "a1 c3");
    driver.click("1.  a1");
    assert_eq!(driver.moves(), "a1");
}

#[test]
fn a_hint_is_shown_and_explained() {
    let mut driver = Driver::hot_seat("off");
    driver.play("a1 c3");
    driver.click("Hint");
    driver.wait("a hint", |driver| driver.reads("Hint: "));
    driver.click("Value of every move");
    let values: Vec<String> = driver
        .harness
        .query_all_by_label_contains("")
        .filter_map(|node| node.accesskit_node().value())
        .filter(|text| text.split_whitespace().all(|word| word.len() == 2))
        .flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    for square in ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"] {
        assert!(values.contains(&square.to_owned()), "{square} has no value: {values:?}");
    }
}

#[test]
fn enter_leads_through_the_tutorial_where_the_board_has_no_cursor() {
    let mut driver = Driver::with("players: [human, human]\n");
    driver.key(Key::F2);
    for title in ["Place an electron", "Your own atoms"] {
        assert!(driver.sees(title), "{title}");
        driver.key(Key::Enter);
        assert_eq!(driver.focused(), "Next");
        driver.key(Key::Enter);
    }
    assert!(driver.sees("Critical mass"));
}

#[test]
fn the_tutorial_from_end_to_end() {
    let mut driver = Driver::with("players: [human, human]\nmotion: fast\n");
    driver.key(Key::F2);
    assert!(driver.sees("Place an electron"));
    driver.play("c2");
    assert!(driver.reads("This atom is yours now"));
    // The next step has the focus.
    driver.key(Key::Enter);
    assert!(driver.sees("Your own atoms"));
    driver.play("c3");
    assert!(driver.reads("The atom on c3 is Orange's"));
    driver.play("a1");
    assert!(driver.reads("first try b2"));
    driver.play("b2");
    assert!(driver.reads("two electrons now"));
    driver.key(Key::ArrowRight);
    assert!(driver.sees("Critical mass"));
    driver.key(Key::A);
    driver.key(Key::Num1);
    driver.key(Key::Enter);
    assert!(driver.reads("The corner is empty again"));
    driver.click("Try again");
    assert!(!driver.reads("The corner is empty again"));
    for (title, square) in
        [("Capture", "b2"), ("Chain reaction", "a1"), ("Strike first", "b2"), ("Winning", "a1")]
    {
        driver.click("Next");
        assert!(driver.sees(title), "{title}");
        driver.play(square);
    }
    assert!(driver.reads("Blue wins"));
    driver.click("Play");
    assert!(driver.sees("Blue's turn"), "a game starts");
    assert_eq!(driver.moves(), "");
}

#[test]
fn a_hint_is_not_taken_for_a_thought_of_the_opponent() {
    let setup = "setup: {size: 3x3, rule: neutral}";
    let mut driver = Driver::with(&format!(
        "players: [human, random]\nmotion: 'off'\nthoughts: true\nseconds: 0.3\n{setup}\n"
    ));
    driver.click("Play");
    driver.touch("a1");
    driver.wait("an answer", |driver| driver.ply() == 2);
    driver.click("Hint");
    driver.wait("a hint", |driver| driver.reads("Hint: "));
    assert!(driver.reads("No thoughts yet"), "a random player has no thoughts");
}

#[test]
fn a_game_is_watched_again() {
    for motion in ["off", "fast"] {
        let mut driver = Driver::hot_seat(motion);
        driver.play("a1 b1 c3 a2 a1");
        assert!(driver.sees("Blue wins"));
        driver.harness.get_by_label("Replay").click();
        driver.harness.step();
        driver.harness.step();
        assert!(driver.ply() <= 1 && driver.sees("Stop"));
        driver.wait("the middle", |driver| driver.ply() == 3);
        driver.harness.get_by_label("Stop").click();
        driver.harness.run();
        let stopped = driver.ply();
        assert!((3..5).contains(&stopped));
        for _ in 0..20 {
            driver.harness.step();
        }
        assert_eq!(driver.ply(), stopped);
        // The result of the game stays in sight, and no turn is announced.
        assert!(driver.reads(&format!("The game is over. This is move {stopped} of 5.")));
        driver.harness.get_by_label("Replay").click();
        driver.wait("the end", |driver| driver.ply() == 5 && driver.sees("Blue wins"));
        assert!(driver.sees("Replay"));
    }
}

#[test]
fn a_click_while_watching_costs_no_move() {
    for motion in ["off", "fast"] {
        let mut driver = Driver::hot_seat(motion);
        driver.play("a1 b1 c3 a2 b3 c1");
        driver.harness.get_by_label("Replay").click();
        driver.wait("the second move", |driver| driver.ply() == 2);
        // It may fall into a move, which it skips, or between two, where it ends the watching.
        driver.touch("b2");
        driver.harness.step();
        assert_eq!(driver.window().session().unwrap().plies().len(), 6, "motion {motion}");
    }
}

#[test]
fn a_game_that_was_only_watched_is_where_it_was() {
    let mut driver = Driver::hot_seat("off");
    driver.play("a1 b1 c3 a2");
    driver.harness.get_by_label("Replay").click();
    driver.wait("the first move", |driver| driver.ply() == 1);
    driver.click("Menu");
    driver.click("Continue last game");
    assert_eq!(driver.moves(), "a1 b1 c3 a2");
}

#[test]
fn everything_by_keys() {
    let mut driver = Driver::hot_seat("off");
    driver.key(Key::ArrowLeft);
    driver.key(Key::ArrowLeft);
    driver.key(Key::ArrowDown);
    driver.key(Key::ArrowDown);
    driver.key(Key::Enter);
    assert_eq!(driver.moves(), "a1");
    driver.key(Key::C);
    driver.key(Key::Num3);
    driver.key(Key::Space);
    assert_eq!(driver.moves(), "a1 c3");
    driver.key(Key::Enter);
    assert!(driver.message().contains("is Orange's"), "{}", driver.message());
}

#[test]
fn a_size_is_typed_letter_by_letter() {
    let mut driver = Driver::with("players: [human, human]\nmotion: 'off'\n");
    assert!(driver.reads("8x8 board, emptied squares become free"));
    driver.click("More");
    driver.click("10x10");
    assert!(driver.reads("10x10 board"));
    driver.click("8x8");
    let field = |driver: &Driver| {
        driver.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Size").value()
    };
    driver.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Size").focus();
    driver.harness.run();
    for _ in 0..3 {
        driver.key(Key::End);
        driver.key(Key::Backspace);
    }
    assert_eq!(field(&driver).unwrap_or_default(), "");
    assert!(driver.reads("use 2 to 16 columns and rows"));
    driver.harness.get_by_label("Play").click();
    driver.harness.run();
    assert!(driver.window().session().is_none(), "nothing is played on a board that makes no sense");
    driver.harness.get_by_role_and_label(egui::accesskit::Role::TextInput, "Size").focus();
    driver.harness.run();
    for letter in ["6", "x", "2"] {
        driver.harness.event(egui::Event::Text(letter.to_owned()));
        driver.harness.run();
    }
    assert_eq!(field(&driver).unwrap_or_default(), "6x2");
    assert!(!driver.reads("use 2 to 16 columns and rows"));
    driver.click("Play");
    driver.play("f2 a1");
    assert_eq!(driver.moves(), "f2 a1");
}

#[test]
fn thoughts_are_shown_on_request() {
    let mut driver = Driver::with("players: [human, hard]\nmotion: 'off'\nsetup: {size: 4x4}\n");
    driver.click("Play");
    driver.play("b2");
    driver.wait("an answer", |driver| driver.ply() == 2);
    assert!(!driver.reads("positions"));
    driver.click("Show the AI player's thoughts");
    assert!(driver.reads("positions"));
    let settings = std::fs::read_to_string(driver.dir.path().join("settings.yaml")).unwrap();
    assert!(settings.contains("thoughts: true"), "{settings}");
}

#[test]
fn all_boards_in_all_sizes_and_both_themes() {
    for (size, rule) in [("2x2", "kept"), ("6x2", "neutral"), ("4x16", "kept"), ("16x16", "neutral")] {
        for (theme, window) in [("light", [480.0, 480.0]), ("dark", [800.0, 600.0]), ("dark", [480.0, 480.0])]
        {
            let settings = format!(
                "theme: {theme}\nplayers: [random, random]\nmotion: fast\nsetup: {{size: {size}, rule: {rule}}}\n"
            );
            let mut driver = Driver::sized(&settings, window);
            driver.harness.get_by_label("Play").click();
            driver.wait(&format!("a few moves, {size} {theme}"), |driver| driver.ply() > 1);
        }
    }
}

#[test]
fn the_pages_open_and_close() {
    let mut driver = Driver::hot_seat("normal");
    driver.play("a1");
    driver.key(Key::F1);
    assert!(driver.sees("Critical atoms"));
    driver.click("Close");
    assert_eq!(driver.moves(), "a1");
}

#[test]
fn all_text_can_be_read() {
    Driver::check_readability("players: [human, human]\nmotion: 'off'\nsetup: {size: 3x3}\n", |driver| {
        driver.play("a1 c3 a1");
    });
}
