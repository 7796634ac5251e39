//! The page of simulations.

use crate::games::{Driver, database};
use egui_kittest::kittest::Queryable;
use warlight::database::{GameFilter, Games, SimulationState, Simulations};

/// The page, with fast players on a small map.
fn page() -> Driver {
    page_with("Random", "Smart-random")
}

/// The page, with these players on a small map.
fn page_with(first: &str, second: &str) -> Driver {
    let mut driver = Driver::with("motion: 'off'\n");
    driver.click("Simulator");
    driver.wait("the page", |driver| driver.reads("Past simulations"));
    for (list, value) in
        [("Player A: Hard", first), ("Player B: Aggressive", second), ("Map: World", "Brindle")]
    {
        driver.click(list);
        driver.click(value);
    }
    driver
}

#[test]
fn a_simulation_is_played_and_its_games_are_listed() {
    let mut driver = page();
    driver.click("Keep thoughts");
    driver.click("Start");
    driver.wait("the end", |driver| driver.sees("All games are played."));
    assert!(driver.sees("Finished") && driver.reads("Player A, random: won"));
    driver.wait("the list", |driver| driver.reads("Simulation 1 on Brindle"));
    let stored = database(driver.dir.path());
    assert_eq!(stored.simulations().unwrap()[0].state, SimulationState::Finished);
    assert_eq!(stored.games(&GameFilter::default()).unwrap().len(), 20);
    driver.click("Games of simulation 1");
    driver.wait("the games", |driver| driver.sees("20 games."));
    assert!(driver.reads("Only simulation 1"));
    driver.click_begin("Game 20 on Brindle");
    driver.wait("the game", |driver| driver.reads("Timeline: "));
    driver.click("Forward one action");
    assert!(driver.reads("What the players thought"));
    driver.scroll_to("Values of regions on the map");
    driver.click("Values of regions on the map");
}

#[test]
fn lists_end_where_the_button_ends() {
    let driver = page();
    let right = driver.harness.get_by_label("Start").rect().right();
    for list in ["Map: Brindle", "Rules: Standard rules", "Fog: As in the rules"] {
        let place = driver.harness.get_by_label(list).rect();
        assert!((place.right() - right).abs() < 1.5, "{list}: {place:?}, not {right}");
    }
}

#[test]
fn a_stopped_simulation_keeps_its_games_and_goes_on() {
    // Players that think: fast ones would play thousands of games before the page is looked at.
    let mut driver = page_with("Easy", "Medium");
    // So many that they do not end before they are stopped.
    driver.type_into("Number of games", "1000");
    driver.key(egui::Key::Enter);
    driver.click("Start");
    let games = |driver: &Driver| database(driver.dir.path()).games(&GameFilter::default()).unwrap().len();
    driver.wait("some games", |driver| games(driver) > 0);
    assert!(driver.sees("Playing…"));
    driver.click("Stop");
    driver.wait("the stop", |driver| driver.sees("Stopped"));
    let kept = games(&driver);
    assert!((1..1000).contains(&kept), "{kept}");
    driver.wait("the list", |driver| driver.sees("Resume simulation 1"));
    driver.click("Resume simulation 1");
    driver.wait("more games", |driver| games(driver) > kept);
    driver.click("Stop");
    driver.wait("the stop", |driver| driver.sees("Stopped"));
    driver.click("Delete simulation 1");
    driver.click("Cancel");
    assert!(games(&driver) > 0);
    driver.click("Delete simulation 1");
    driver.click("Delete");
    driver.wait("the deletion", |driver| driver.reads("None yet. Choose the players"));
    assert_eq!(games(&driver), 0);
}

#[test]
fn players_are_added_and_removed_and_mistakes_are_named() {
    let mut driver = page();
    driver.click("Add a player");
    driver.click("Player C: Smart-random");
    driver.click("Program");
    assert!(driver.sees("Type the command of the program."));
    driver.type_into("Command of player C", "no-such-program");
    assert!(!driver.sees("Type the command of the program."));
    driver.scroll_to("Start");
    driver.click("Start");
    driver.wait("the sentence", |driver| driver.reads("cmd:no-such-program, cannot play"));
    driver.scroll_to("Remove player C");
    driver.click("Remove player C");
    driver.scroll_to("Seed of the simulation");
    driver.type_into("Seed of the simulation", "abc");
    assert!(driver.reads("The seed must be a whole number"));
}
