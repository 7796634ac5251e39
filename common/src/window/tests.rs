//! The window of the toy games, driven without a display.

mod dialogs;
mod programs;

use super::*;
use crate::session::Session;
use crate::testing::auction::{Auction, Bidder, Terms};
use crate::testing::mines::{Field, Found, Mines, Row};
use crate::testing::window::Driver;
use egui::{Painter, Rect, Ui};
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;

thread_local! {
    /// Everything that the auction's part of the window was given, as text.
    static GIVEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

#[derive(Default)]
struct AuctionUi;

impl GameUi<Auction> for AuctionUi {
    const TAGLINE: &'static str = "Bid without being seen.";
    const FIRST_MOVE: &'static str = "Choose a bid.";
    const TUTORIAL: bool = false;
    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Auction>) -> Vec<UiAction> {
        let game = scene.game;
        let plies: Vec<_> = (0..game.plies()).map(|n| (game.describe_ply(n), game.seen_ply(n))).collect();
        let given = format!("{:?} {:?} {plies:?} {:?}", game.viewer(), game.view(), game.thought(Side(2)));
        GIVEN.with_borrow_mut(|all| all.push(given));
        let bids = (0..=3).filter(|bid| ui.button(format!("bid {bid}")).clicked());
        bids.map(|bid| UiAction::Play(format!("bid {bid}"))).collect()
    }
    fn task(&self, _: &Bidder, _: Side) -> String {
        "Choose a bid.".into()
    }
    fn sign(_: &Painter, _: Rect, _: Side, _: &Terms, _: Option<&Bidder>, _: &Tokens) {}
    fn rules(&mut self, _: &mut Ui) {}
}

#[derive(Default)]
struct MinesUi;

impl GameUi<Mines> for MinesUi {
    const TAGLINE: &'static str = "Open every safe cell.";
    const FIRST_MOVE: &'static str = "Open a cell.";
    const TUTORIAL: bool = false;
    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Mines>) -> Vec<UiAction> {
        let cells = 1..=scene.game.view().cells.len();
        let opened = cells.filter(|cell| ui.button(format!("cell {cell}")).clicked());
        opened.map(|cell| UiAction::Play(cell.to_string())).collect()
    }
    fn task(&self, _: &Field, _: Side) -> String {
        "Open a cell.".into()
    }
    fn sign(_: &Painter, _: Rect, _: Side, _: &Row, _: Option<&Field>, _: &Tokens) {}
    fn rules(&mut self, _: &mut Ui) {}
}

type AuctionWindow = Driver<Shell<Auction, AuctionUi>>;
type MinesWindow = Driver<Shell<Mines, MinesUi>>;

fn session(driver: &AuctionWindow) -> &Session<Auction> {
    driver.window().session().expect("a game")
}

#[test]
fn the_seat_is_handed_over_and_no_secret_is_drawn() {
    let mut driver = AuctionWindow::with("players: [human, human, high]\n");
    driver.click("Play");
    driver.wait("the AI player's bid", |driver| session(driver).plies().len() == 1);
    let card = |driver: &AuctionWindow, side: u8| session(driver).position().view(Side(side)).cards;
    let (first, second) = (card(&driver, 0), card(&driver, 1));
    assert!(driver.sees("Bidder 1's turn"));
    driver.click("bid 1");
    // The page between the two players shows nothing of the game.
    assert!(driver.sees("I am Bidder 2") && !driver.sees("bid 1") && !driver.reads("Moves"));
    assert!(!driver.reads("bids 1"), "nor what the first player did");
    driver.ctrl(egui::Key::Z);
    assert_eq!(session(&driver).plies().len(), 2, "nobody undoes a move of the player who has left");
    let given = GIVEN.with_borrow_mut(std::mem::take);
    assert!(
        given.iter().all(|given| given.starts_with("Side(0)")),
        "only the first player has looked so far"
    );
    let cards = |cards: &[Option<i8>]| format!("cards: {cards:?}");
    assert!(given.iter().all(|given| given.contains(&cards(&first))));
    assert!(!given.iter().any(|given| given.contains("Bid(3)") || given.contains("depth")), "{given:?}");
    assert_eq!(driver.focused(), "I am Bidder 2", "Enter takes the seat");
    driver.key(egui::Key::Enter);
    assert_eq!(driver.window().viewer(), Side(1));
    assert!(driver.message().contains("Bidder 1 has bid."), "{}", driver.message());
    assert!(driver.reads("a secret move"));
    driver.click("bid 0");
    assert!(driver.message().contains("The bids are [1, 0, 3]"), "{}", driver.message());
    let given = GIVEN.with_borrow_mut(std::mem::take);
    assert!(given.iter().all(|given| given.starts_with("Side(1)") && given.contains(&cards(&second))));
    assert!(given.iter().any(|given| given.contains("Bid(3)")), "after the round the bids are open");
    assert!(!session(&driver).can_undo(Side(1)), "and cannot be undone");
}

#[test]
fn a_resumed_game_with_secrets_is_covered() {
    let mut driver = AuctionWindow::with("players: [human, human, low]\n");
    driver.click("Play");
    driver.wait("the AI player's bid", |driver| session(driver).plies().len() == 1);
    driver.click("Menu");
    driver.click("Continue last game");
    assert!(driver.sees("I am Bidder 1") && driver.sees("I am Bidder 2") && !driver.sees("bid 1"));
    driver.click("I am Bidder 2");
    assert!(driver.sees("bid 1") && driver.window().viewer() == Side(1));
}

#[test]
fn a_game_with_secrets_is_played_to_its_end_and_saved() {
    let mut driver = AuctionWindow::with("players: [human, high, low]\nsetup: {rounds: 1}\n");
    driver.click("Play");
    driver.wait("the bids of the AI players", |driver| session(driver).plies().len() == 2);
    assert!(!driver.sees("I am Bidder 1"), "a single human needs no page in between");
    driver.click("bid 0");
    assert!(driver.reads(" wins") || driver.sees("A draw"));
    assert_eq!(session(&driver).end().map(|end| end.outcome(3).sides()), Some(3));
}

#[test]
fn as_many_players_as_the_setup_has_sides() {
    let driver = AuctionWindow::with("setup: {bidders: 5}\n");
    assert!(driver.sees("who plays Bidder 5") && !driver.sees("who plays Bidder 6"));
}

#[test]
fn a_puzzle_is_lost_or_solved_and_says_so() {
    let play = |cells: &dyn Fn(&[bool]) -> Vec<usize>| {
        let mut driver = MinesWindow::with("players: [human]\nsetup: {lives: 1}\n");
        driver.click("Play");
        let session = driver.window().session().expect("a game");
        let is_mine = |cell: usize| {
            let m = crate::testing::mines::Open(cell);
            let mut trial = session.position().clone();
            Game::play(&mut trial, Side::FIRST, &m, &mut crate::game::Dice::new(0)) == Ok(Found::Mine)
        };
        let mines: Vec<bool> = (0..6).map(is_mine).collect();
        for cell in cells(&mines) {
            driver.click(&format!("cell {}", cell + 1));
        }
        driver
    };
    let failed = play(&|mines| mines.iter().position(|mine| *mine).into_iter().collect());
    assert!(failed.sees("Not solved") && failed.reads("the puzzle is lost") && !failed.sees("Solved"));
    assert!(failed.sees("-10 points"));
    let solved = play(&|mines| (0..6).filter(|cell| !mines[*cell]).collect());
    assert!(solved.sees("Solved") && solved.sees("10 points"));
}

#[test]
fn a_start_that_takes_long_shows_its_progress_and_can_be_cancelled() {
    let mut driver = MinesWindow::with("players: [human]\nsetup: {effort: 1000000000}\n");
    driver.harness.get_by_label("Play").click();
    driver.wait("the page of the start", |driver| driver.sees("Preparing the game…"));
    driver.wait("progress", |driver| driver.sees("generating the row"));
    driver.harness.get_by_label("Cancel").click();
    driver.wait("the start screen", |driver| driver.sees("Play"));
    assert!(driver.window().session().is_none());
}
