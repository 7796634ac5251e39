//! Planning a turn: undo, keys, the cursor and the hint on the map.

use crate::games::Driver;
use crate::window::{Warlight, reopened};
use common::game::Side;
use common::window::Tokens;
use egui::epaint::ColorMode;
use egui::{Color32, Key, Modifiers, PointerButton, Shape};
use egui_kittest::kittest::{AccessKitNode, Queryable};
use std::collections::BTreeSet;
use warlight::map::RegionId;

fn first_round() -> Driver {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver
}

/// Whether an outline of this width and colour is painted.
pub fn has_outline(driver: &Driver, width: f32, colour: Color32) -> bool {
    driver.harness.output().shapes.iter().any(|shape| match &shape.shape {
        Shape::Path(path) => {
            (path.stroke.width - width).abs() < 0.01 && path.stroke.color == ColorMode::Solid(colour)
        }
        _ => false,
    })
}

/// The region that has the keyboard focus.
fn focused_region(driver: &Driver) -> RegionId {
    let name = driver.focused();
    let number = name.split(['(', ')']).nth(1).and_then(|number| number.parse::<RegionId>().ok());
    number.unwrap_or_else(|| panic!("no region: {name}")) - 1
}

#[test]
fn undo_takes_back_what_is_planned() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    let offer = driver.view().own_offers()[0];
    driver.click_at(offer, PointerButton::Primary);
    assert!(driver.sees("1 of 2 regions chosen"));
    driver.ctrl(Key::Z);
    assert!(driver.sees("0 of 2 regions chosen"));
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    // The other player may commit at any time.
    let own_moves = |driver: &Driver| {
        let plies = driver.window().session().expect("a game").plies();
        plies.iter().filter(|ply| ply.side == Side::FIRST).count()
    };
    let (own, moves) = (driver.own_regions(), own_moves(&driver));
    for _ in 0..3 {
        driver.click_at(own[0], PointerButton::Primary);
    }
    driver.click("Undo");
    assert!(driver.sees("3 of 5 armies left to deploy"));
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert!(driver.sees("5 of 5 armies left to deploy"));
    driver.click("Redo");
    driver.keys(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert!(driver.sees("3 of 5 armies left to deploy"));
    assert_eq!(own_moves(&driver), moves, "no move is undone or redone");
}

#[test]
fn keys_visit_the_regions_that_can_be_attacked() {
    let mut driver = first_round();
    driver.key(Key::N);
    driver.key(Key::Period);
    let (view, from) = (driver.view(), focused_region(&driver));
    assert!(view.state.owns(view.side, from));
    driver.key(Key::Enter);
    let mut near: BTreeSet<RegionId> =
        view.map().regions[usize::from(from)].neighbours.iter().copied().collect();
    // The region itself too: Enter leaves it.
    near.insert(from);
    let mut visited = BTreeSet::new();
    for _ in 0..near.len() {
        driver.key(Key::Period);
        visited.insert(focused_region(&driver));
    }
    assert_eq!(visited, near);
    driver.key(Key::Comma);
    assert!(near.contains(&focused_region(&driver)));
    if focused_region(&driver) == from {
        driver.key(Key::Comma);
    }
    driver.key(Key::Enter);
    assert!(driver.reads("Remove the order"));
}

#[test]
fn the_cursor_has_a_light_and_a_dark_edge() {
    let mut driver = first_round();
    let edges = [(9.0, Color32::from_rgb(0x1e, 0x24, 0x30)), (6.4, Color32::WHITE)];
    let is_seen = |driver: &Driver| edges.map(|(width, colour)| has_outline(driver, width, colour));
    assert_eq!(is_seen(&driver), [false; 2]);
    driver.key(Key::Period);
    assert_eq!(is_seen(&driver), [true; 2]);
    let shapes = &driver.harness.output().shapes;
    let place = driver.region(focused_region(&driver));
    let is_edge = |shape: &Shape| matches!(shape, Shape::Path(path) if path.stroke.width > 8.9);
    let is_number = |shape: &Shape| matches!(shape, Shape::Text(text) if text.visual_bounding_rect().expand(12.0).contains(place));
    let find = |is: &dyn Fn(&Shape) -> bool| shapes.iter().rposition(|shape| is(&shape.shape)).unwrap();
    assert!(find(&is_edge) < find(&is_number), "numbers are above the outline");
}

#[test]
fn the_full_stop_leads_from_a_button_to_the_map() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    while !driver.focused().starts_with("Hint") {
        driver.key(Key::Tab);
    }
    driver.key(Key::Period);
    assert!(driver.view().own_offers().contains(&focused_region(&driver)));
    driver.key(Key::Enter);
    assert!(driver.sees("1 of 2 regions chosen") && driver.reads("then N or Ctrl+Enter starts."));
}

#[test]
fn an_accepted_change_ends_the_message_about_a_refused_one() {
    let mut driver = first_round();
    let own = driver.own_regions();
    driver.click("2  Attack");
    let view = driver.view();
    let near = &view.map().regions[usize::from(own[0])].neighbours;
    let far = (0..15).find(|region| *region != own[0] && !near.contains(region)).unwrap();
    driver.click_at(own[0], PointerButton::Primary);
    driver.click_at(far, PointerButton::Primary);
    assert!(driver.message().ends_with(" are not neighbours."), "{}", driver.message());
    assert!(!driver.message().contains('('), "names without numbers: {}", driver.message());
    driver.click_at(own[0], PointerButton::Primary);
    driver.click_at(near[0], PointerButton::Primary);
    assert!(driver.reads("Remove the order"));
    assert_eq!(driver.message(), "");
}

#[test]
fn what_is_told_about_a_region_disappears_with_a_click() {
    let mut driver = first_round();
    let place = driver.region(driver.own_regions()[0]);
    driver.harness.event(egui::Event::PointerMoved(place));
    driver.wait("the text", |driver| driver.reads(": bonus "));
    driver.click_at(driver.own_regions()[0], PointerButton::Primary);
    for _ in 0..60 {
        driver.harness.step();
    }
    assert!(!driver.reads(": bonus "));
}

#[test]
fn what_is_told_about_a_target_leaves_the_arrow_free() {
    let mut driver = first_round();
    driver.click("2  Attack");
    for from in driver.own_regions() {
        driver.click_at(from, PointerButton::Primary);
        let near = driver.view().map().regions[usize::from(from)].neighbours.clone();
        for to in near {
            let (start, end) = (driver.region(from), driver.region(to));
            driver.harness.event(egui::Event::PointerMoved(end));
            driver.wait("the text", |driver| driver.reads(": bonus "));
            let is_tip = |node: &AccessKitNode<'_>| {
                [node.label(), node.value()].into_iter().flatten().any(|text| text.contains(": bonus "))
            };
            let tip = driver.harness.get_by(is_tip).rect();
            assert!(!tip.contains(start) && !tip.contains(start.lerp(end, 0.5)), "{from} to {to}: {tip}");
            driver.harness.event(egui::Event::PointerMoved(start));
            driver.wait("no text", |driver| !driver.reads(": bonus "));
        }
        driver.click_at(from, PointerButton::Primary);
    }
}

#[test]
fn both_ends_of_an_order_can_be_read() {
    let mut driver = Driver::game("human, random", "map: world", "off");
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver.plan_attacks();
    let orders: Vec<bool> = driver
        .harness
        .output()
        .shapes
        .iter()
        .filter_map(|shape| match &shape.shape {
            Shape::Text(text) => text.galley.text().contains(" → ").then_some(text.galley.elided),
            _ => None,
        })
        .collect();
    assert!(!orders.is_empty() && !orders.contains(&true), "{orders:?}");
}

#[test]
fn a_click_says_nothing_to_who_only_watches() {
    let mut driver = Driver::game("strong, strong", "map: brindle", "off");
    driver.wait("a round", |driver| driver.view().round > 0);
    for _ in 0..20 {
        driver.click_at(0, PointerButton::Primary);
        assert!(!driver.message().contains("Your turn"), "{}", driver.message());
    }
}

#[test]
fn a_hint_is_shown_on_the_map_until_it_is_used() {
    let settings =
        "theme: light\nplayers: [human, random]\nmotion: 'off'\nseconds: 0.05\nsetup: {map: brindle}\n";
    let mut driver = Driver::sized(settings, [1280.0, 800.0]);
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    let is_shown = |driver: &Driver| has_outline(driver, 2.6, Tokens::new(false).accent);
    assert!(!is_shown(&driver));
    driver.ctrl(Key::H);
    driver.wait("the hint", |driver| driver.sees("Use the hint"));
    driver.settle();
    assert!(is_shown(&driver));
    driver.click("Use the hint");
    assert!(driver.sees("2 of 2 regions chosen") && !is_shown(&driver));
    let is_told = |driver: &Driver| driver.sees("Use the hint") || driver.reads("Hint: ");
    assert_eq!(driver.message(), "The hint is your plan now. You can still change it.");
    assert!(!is_told(&driver));
    // Also when the plan has changed again.
    let offer = driver.view().own_offers()[0];
    driver.click_at(offer, PointerButton::Secondary);
    assert!(!is_told(&driver));
    driver.click("Undo");
    assert_eq!(driver.message(), "Undone.");
    while driver.message() == "Undone." && !driver.sees("0 of 2 regions chosen") {
        driver.click("Undo");
    }
    assert!(is_told(&driver) && is_shown(&driver), "the hint is open again");
    driver.ctrl(Key::U);
    assert_eq!(driver.message(), "The hint is your plan now. You can still change it.");
    assert!(!is_told(&driver));
}

#[test]
fn a_pause_is_told_once() {
    let mut driver = Driver::game("strong, strong", "map: brindle", "off");
    driver.wait("a player", |driver| driver.sees("The players are planning their turns."));
    driver.click("Pause");
    assert!(driver.sees("The game is paused.") && !driver.reads("planning their turns"));
    driver.click("Continue");
    driver.wait("a player", |driver| driver.sees("The players are planning their turns."));
}

#[test]
fn a_plan_survives_leaving_the_game_and_closing_the_window() {
    let mut driver = Driver::game("human, random", "map: brindle", "off");
    let offer = driver.view().own_offers()[1];
    driver.click_at(offer, PointerButton::Primary);
    driver.click("Menu");
    driver.click_begin("Continue");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    assert!(driver.sees("1 of 2 regions chosen"));
    driver.click("Undo");
    assert!(driver.sees("0 of 2 regions chosen"), "its steps are still known");
    driver.click("Redo");
    // A new game begins with an empty plan, and the old one is still there.
    driver.click("Menu");
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    assert!(!driver.sees("1 of 2 regions chosen"));
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    let own = driver.own_regions()[0];
    driver.click_at(own, PointerButton::Primary);
    assert!(driver.reads("Deploy your armies: 4 left."));
    let mut driver = reopened(driver);
    driver.wait("the game", |driver| driver.reads("Deploy your armies: "));
    assert!(driver.reads("Deploy your armies: 4 left."));
    driver.plan_attacks();
    let orders = |driver: &Driver| driver.view().round == 0 && driver.reads(" % to take it");
    assert!(orders(&driver));
    let mut driver = reopened(driver);
    driver.wait("the orders", orders);
    driver.click("Next: check");
    driver.go_on();
    assert!(driver.reads("Deploy your armies: 5 left."), "a round that is played leaves no plan");
}
