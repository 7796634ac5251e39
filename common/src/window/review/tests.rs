//! The review of a toy game in the window.

use super::super::{GameUi, Scene, Shell, Tokens, UiAction};
use crate::game::Side;
use crate::review::Review;
use crate::testing::toy::{Counters, Nim};
use crate::testing::window::Driver;
use egui::{Event, Key, Modifiers, Painter, PointerButton, Rect, Ui};
use egui_kittest::kittest::Queryable;

#[derive(Default)]
struct NimUi;

impl GameUi<Nim> for NimUi {
    const TAGLINE: &'static str = "Take the last one.";
    const FIRST_MOVE: &'static str = "Take some.";
    const TUTORIAL: bool = false;
    fn board(&mut self, ui: &mut Ui, _: &Scene<'_, Nim>) -> Vec<UiAction> {
        let taken = (1..=3).filter(|count| ui.button(format!("remove {count}")).clicked());
        taken.map(|count| UiAction::Play(count.to_string())).collect()
    }
    fn task(&self, _: &Nim, _: Side) -> String {
        "Take some.".into()
    }
    fn sign(_: &Painter, _: Rect, _: Side, _: &Counters, _: Option<&Nim>, _: &Tokens) {}
    fn rules(&mut self, _: &mut Ui) {}
}

type NimWindow = Driver<Shell<Nim, NimUi>>;

/// A game in which moves 1, 2 and 5 give a win away.
fn played(players: &str, size: [f32; 2]) -> NimWindow {
    let mut driver = NimWindow::sized(&format!("players: [{players}]\nsetup: {{heap: 11}}\n"), size);
    driver.click("Play");
    for count in [1, 1, 1, 3, 2, 3] {
        if driver.window().session().is_some_and(|session| session.human_to_move().is_some()) {
            driver.click(&format!("remove {count}"));
        }
    }
    driver
}

fn review(driver: &NimWindow) -> Option<&Review> {
    driver.window().review.as_ref().map(|one| &one.review)
}

fn reviewed(size: [f32; 2]) -> NimWindow {
    let mut driver = played("human, human", size);
    assert!(driver.sees("Play again"));
    driver.click("Review");
    driver.wait("the review", |driver| review(driver).is_some_and(|review| !review.is_running()));
    driver.settle();
    driver
}

#[test]
fn enter_plays_again_after_a_game_where_nothing_else_wants_it() {
    let mut driver = played("human, human", [1100.0, 760.0]);
    assert!(driver.sees("Play again"));
    driver.key(Key::Enter);
    assert!(!driver.sees("Play again") && driver.ply() == 0, "a new game");
    let mut driver = played("human, human", [1100.0, 760.0]);
    driver.key(Key::C);
    driver.key(Key::Enter);
    assert!(driver.sees("Play again"), "what was typed was meant as a move");
    driver.key(Key::Enter);
    assert!(!driver.sees("Play again"));
    let mut driver = played("human, human", [1100.0, 760.0]);
    driver.harness.get_by_label("Review").focus();
    driver.settle();
    driver.key(Key::Enter);
    assert!(review(&driver).is_some(), "the button has the focus");
}

#[test]
fn after_a_game_its_mistakes_are_shown_and_the_game_goes_on_from_there() {
    let mut driver = reviewed([1100.0, 760.0]);
    assert!(driver.sees("Left: 2 blunders.") && driver.sees("Right: 1 blunder."));
    assert_eq!(driver.harness.get_all_by_label("??").count(), 3, "the list has marks");
    assert_eq!(driver.ply(), 1, "it opens at the first mistake");
    assert_eq!(driver.message(), "The first blunder: move 1. Alt+Down goes to the next one.");
    driver.click("next mistake (Alt+Down)");
    driver.click("next mistake (Alt+Down)");
    assert_eq!(driver.ply(), 5);
    assert!(driver.sees("5. ?? take 2"));
    assert!(driver.sees("take 2 gave away a win: now lost. Better was take 1: won."));
    driver.click("Better move");
    assert_eq!((driver.ply(), driver.message()), (4, "Hint: take 1: won."));
    assert!(driver.sees("5. ?? take 2"), "the card is still about the mistake");
    driver.keys(Modifiers::ALT, Key::ArrowUp);
    driver.keys(Modifiers::ALT, Key::ArrowUp);
    driver.click("Better move");
    assert!(driver.ply() == 0 && driver.sees("1. ?? take 1"));
    driver.keys(Modifiers::ALT, Key::ArrowDown);
    driver.click("Better move");
    // The position after the mistake before this one is the one that is shown.
    assert!(driver.ply() == 1 && driver.sees("2. ?? take 1"));
    driver.keys(Modifiers::ALT, Key::ArrowUp);
    assert!(driver.ply() == 1 && driver.sees("1. ?? take 1"));
    assert!(!driver.message().contains("Hint"), "{}", driver.message());
    for _ in 0..2 {
        driver.keys(Modifiers::ALT, Key::ArrowDown);
    }
    driver.click("Better move");
    driver.click("Play on from here");
    assert!(!driver.sees("next mistake (Alt+Down)"), "the card is closed");
    driver.click("remove 1");
    assert_eq!(driver.moves(), "1 1 1 3 1");
    assert!(review(&driver).is_none(), "the game is another one now");
}

#[test]
fn in_a_low_window_the_comment_comes_before_the_chart() {
    for (height, comment_first) in [(600.0, true), (900.0, false)] {
        let mut driver = reviewed([800.0, height]);
        driver.keys(Modifiers::ALT, Key::ArrowDown);
        driver.keys(Modifiers::ALT, Key::ArrowDown);
        let comment = driver.harness.get_by_label("5. ?? take 2").rect().top();
        let is_chart = |label: Option<String>| label.is_some_and(|label| label.starts_with("review: "));
        let chart = driver.harness.get_by(|node| is_chart(node.label())).rect().top();
        assert_eq!(comment < chart, comment_first, "{height}");
    }
}

#[test]
fn keys_go_from_mistake_to_mistake() {
    let mut driver = played("human, human", [1100.0, 760.0]);
    driver.keys(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::R);
    driver.wait("the review", |driver| review(driver).is_some_and(|review| !review.is_running()));
    let mut seen = Vec::new();
    driver.settle();
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowDown, Key::ArrowUp, Key::ArrowUp] {
        driver.keys(Modifiers::ALT, key);
        seen.push(driver.ply());
    }
    assert_eq!(seen, [2, 5, 5, 2, 1]);
}

#[test]
fn a_review_that_is_opened_by_a_key_has_the_focus() {
    let mut driver = played("human, human", [1100.0, 760.0]);
    for _ in 0..30 {
        if driver.focused() == "Review" {
            break;
        }
        driver.key(Key::Tab);
    }
    driver.key(Key::Enter);
    driver.wait("the review", |driver| review(driver).is_some_and(|review| !review.is_running()));
    driver.settle();
    assert_eq!((driver.focused().as_str(), driver.ply()), ("next mistake (Alt+Down)", 1));
    driver.key(Key::Enter);
    assert_eq!(driver.ply(), 2);
}

#[test]
fn a_click_on_the_chart_goes_there() {
    let mut driver = reviewed([1100.0, 760.0]);
    driver.keys(Modifiers::ALT, Key::Home);
    assert_eq!(driver.ply(), 0);
    driver.click_begin("review: ");
    assert_eq!(driver.ply(), 6, "a short game fills less than half of the chart");
}

#[test]
fn the_review_stays_while_its_card_is_closed() {
    let mut driver = reviewed([1100.0, 760.0]);
    driver.click("Close");
    assert!(!driver.sees("next mistake (Alt+Down)") && driver.sees("Review"), "it can be opened again");
    assert_eq!(driver.harness.get_all_by_label("??").count(), 3);
    driver.click("Review");
    assert!(driver.sees("next mistake (Alt+Down)"));
}

#[test]
fn an_ai_player_plays_on_from_an_earlier_position() {
    let mut driver = played("one, one", [1100.0, 760.0]);
    driver.wait("the end of the game", |driver| driver.sees("Review"));
    driver.click("Review");
    driver.wait("the review", |driver| review(driver).is_some_and(|review| !review.is_running()));
    driver.keys(Modifiers::ALT, Key::Home);
    driver.settle();
    assert_eq!(driver.ply(), 0);
    driver.click("Play on from here");
    driver.wait("the end of the game", |driver| driver.ply() == 11);
}

#[test]
fn a_double_click_on_review_does_not_leave_the_game() {
    const SIZE: [f32; 2] = [1100.0, 760.0];
    let mut driver = played("human, human", SIZE);
    let review_button = driver.harness.get_by_label("Review").rect();
    driver.click("Review");
    let place = driver.harness.get_by_label("Menu").rect().intersect(review_button);
    assert!(place.is_positive(), "Menu is where Review was");
    let mut driver = played("human, human", SIZE);
    for _ in 0..2 {
        let (pos, button, modifiers) = (place.center(), PointerButton::Primary, Modifiers::NONE);
        let events = &mut driver.harness.input_mut().events;
        events.push(Event::PointerMoved(pos));
        events.extend([true, false].map(|pressed| Event::PointerButton { pos, button, pressed, modifiers }));
        driver.harness.step();
    }
    driver.settle();
    assert!(driver.sees("Menu") && driver.window().is_reviewing(), "the game is still shown");
    driver.click("Menu");
    assert!(driver.sees("Play"));
}
