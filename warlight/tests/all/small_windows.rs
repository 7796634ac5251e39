//! Pages in small windows: what is needed stays in sight.

use crate::games::{Driver, random_game, setup, window_with};
use egui::{Rect, vec2};
use egui_kittest::kittest::Queryable;
use warlight::map;

/// Makes the window small.
fn shrink(driver: &mut Driver) {
    driver.harness.set_size(vec2(480.0, 480.0));
    driver.settle();
}

fn place(driver: &Driver, label: &str) -> Rect {
    driver.harness.get_by_label(label).rect()
}

fn assert_in_sight(driver: &Driver, label: &str, [width, height]: [f32; 2]) {
    let rect = place(driver, label);
    assert!(rect.top() >= 0.0 && rect.bottom() <= height && rect.right() <= width, "{label}: {rect:?}");
}

fn maps() -> Driver {
    let mut driver = Driver::sized("", [1280.0, 800.0]);
    driver.click("Maps");
    driver.wait("the maps", |driver| driver.reads("Greatholm: 90 regions"));
    driver.settle();
    driver
}

#[test]
fn the_map_of_the_editor_is_above_its_panel() {
    let mut driver = maps();
    driver.click_begin("Brindle: ");
    driver.click("Edit a copy");
    driver.wait("the editor", |driver| driver.reads("Brindle copy*"));
    driver.settle();
    let brindle = map::load("brindle").unwrap().map;
    let regions = |driver: &Driver| {
        let name = |region: &map::Region| {
            let group = &brindle.super_regions[usize::from(region.super_region)].name;
            format!("{} in {group}", region.name)
        };
        let places = brindle.regions.iter().map(|region| place(driver, &name(region)));
        places.reduce(Rect::union).unwrap()
    };
    assert!(regions(&driver).right() < place(&driver, "Super regions").left(), "beside in a large window");
    shrink(&mut driver);
    let (all, tab) = (regions(&driver), place(&driver, "Super regions"));
    assert!(all.bottom() < tab.top() && tab.bottom() < 480.0, "{all:?}, {tab:?}");
    assert!(all.width() > 145.0, "{all:?}");
}

#[test]
fn a_random_map_can_be_kept() {
    let mut driver = maps();
    driver.click("Random map…");
    driver.wait("the preview", |driver| driver.sees("preview of the map"));
    driver.settle();
    shrink(&mut driver);
    for button in ["Keep", "Keep and edit", "Back to the maps"] {
        assert_in_sight(&driver, button, [480.0; 2]);
    }
    let preview = place(&driver, "preview of the map");
    assert!(preview.width() > 240.0 && preview.bottom() < place(&driver, "Keep").top(), "{preview:?}");
}

#[test]
fn the_buttons_of_an_export_are_in_sight() {
    let (mut driver, ids) = window_with(&[&random_game(&setup("brindle", 3, false), 1)]);
    let begin = format!("Game {} on", ids[0]);
    driver.wait("the list", |driver| driver.reads(&begin));
    driver.click_begin(&begin);
    driver.wait("the game", |driver| driver.reads("Timeline: "));
    driver.wait("the map", |driver| !driver.sees("Drawing the map…"));
    driver.settle();
    driver.click("Export pictures");
    shrink(&mut driver);
    for button in ["Export", "Cancel"] {
        assert_in_sight(&driver, button, [480.0; 2]);
    }
    driver.click("Cancel");
    assert!(!driver.sees("Cancel"));
}

#[test]
fn a_simulation_is_started_and_stopped_without_scrolling() {
    for size in [[800.0, 600.0], [480.0, 480.0]] {
        let mut driver = Driver::sized("motion: 'off'\n", size);
        driver.click("Simulator");
        driver.wait("the page", |driver| driver.sees("Start"));
        driver.settle();
        assert_in_sight(&driver, "Start", size);
        driver.click("Start");
        driver.wait("the games", |driver| driver.sees("Playing…"));
        assert_in_sight(&driver, "Playing…", size);
        assert_in_sight(&driver, "Stop", size);
        driver.click("Stop");
        driver.wait("the stop", |driver| !driver.sees("Stop"));
        assert_in_sight(&driver, "Start", size);
    }
}
