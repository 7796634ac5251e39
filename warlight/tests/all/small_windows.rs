//! Pages in small windows: what is needed stays in sight.

use crate::games::{Driver, random_game, setup, window_with};
use crate::window::Warlight;
use common::window::Tokens;
use egui::epaint::ColorMode;
use egui::{Color32, Key, PointerButton, Rect, Shape, vec2};
use egui_kittest::kittest::{AccessKitNode, Queryable};
use warlight::map::{self, RegionId};

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

/// A game of a human against a random player on the world map, while starting regions are picked.
fn world(size: [f32; 2]) -> Driver {
    let settings = "players: [human, random]\nmotion: 'off'\nseconds: 0.05\n";
    let mut driver = Driver::sized(settings, size);
    driver.click("Play");
    driver.wait("the map", |driver| driver.reads(" (1), "));
    driver.wait("the regions that the other player picks", |driver| driver.reads("a secret move"));
    driver.settle();
    driver
}

/// Whether the outline of the control that has the keyboard focus can be seen.
fn has_focus_outline(driver: &Driver) -> bool {
    let accents = [true, false].map(|dark| Tokens::new(dark).accent);
    driver.harness.output().shapes.iter().any(|clipped| match &clipped.shape {
        Shape::Rect(rect) => (rect.stroke.width - 2.0).abs() < 0.01 && accents.contains(&rect.stroke.color),
        _ => false,
    })
}

#[test]
fn the_control_with_the_keyboard_focus_is_scrolled_into_sight() {
    for size in [[480.0, 480.0], [800.0, 600.0]] {
        let mut driver = world(size);
        let mut controls = 0;
        for _ in 0..30 {
            driver.key(Key::Tab);
            let name = driver.focused();
            // Regions have outlines of their own.
            if !name.contains(" armies") {
                assert!(has_focus_outline(&driver), "{size:?}: {name}");
                controls += 1;
            }
        }
        assert!(controls > 10, "{size:?}");
    }
}

/// The texts on the screen in the order in which they are painted, and a mark for each outline of this colour.
fn painted(driver: &Driver, colour: Color32, mark: &str) -> Vec<(String, Rect)> {
    let shapes = driver.harness.output().shapes.iter();
    let named = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => {
            Some((text.galley.text().to_owned(), text.galley.rect.translate(text.pos.to_vec2())))
        }
        Shape::Path(path) if path.stroke.color == ColorMode::Solid(colour) => {
            Some((mark.to_owned(), path.visual_bounding_rect()))
        }
        _ => None,
    });
    named.collect()
}

const YELLOW: Color32 = Color32::from_rgb(0xff, 0xf2, 0x5c);

#[test]
fn bonuses_are_painted_above_the_outlines_of_regions() {
    for size in [[800.0, 600.0], [1280.0, 800.0]] {
        let shapes = painted(&world(size), YELLOW, "outline");
        let last = shapes.iter().rposition(|(text, _)| text == "outline").expect("offered regions");
        // The list of super regions, which is painted before the map, has it too.
        let bonus = shapes.iter().rposition(|(text, _)| text == "+6").expect("a bonus");
        assert!(last < bonus, "{size:?}");
    }
}

#[test]
fn the_regions_that_are_picked_are_marked_and_named() {
    for size in [[480.0, 480.0], [800.0, 600.0]] {
        let mut driver = world(size);
        let view = driver.view();
        let offers = &view.own_offers()[..2];
        for region in offers {
            driver.click_at(*region, PointerButton::Primary);
        }
        let shapes = painted(&driver, YELLOW, "outline");
        let place =
            |text: &str| shapes.iter().position(|(of, _)| of == text).unwrap_or_else(|| panic!("{text}"));
        let armies: Vec<usize> = (0..shapes.len()).filter(|n| shapes[*n].0 == "2").collect();
        for rank in ["1.", "2."] {
            let rank = place(rank);
            assert!(armies.iter().all(|other| *other < rank), "above all numbers");
            let covers = |other: &&usize| shapes[**other].1.intersects(shapes[rank].1);
            assert_eq!(armies.iter().filter(covers).count(), 0, "{size:?}");
        }
        for (rank, region) in (1..).zip(offers) {
            let name = &view.map().regions[usize::from(*region)].name;
            let is_name = |text: &str| text.starts_with(&format!("{rank}.")) && text.ends_with(name.as_str());
            let in_sight =
                shapes.iter().any(|(text, place)| is_name(text) && place.bottom() < size[1] - 40.0);
            assert!(in_sight, "{size:?}: {name}");
        }
    }
}

#[test]
fn another_step_and_a_new_order_are_scrolled_into_sight() {
    let size = [800.0, 600.0];
    let mut driver = world(size);
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver.settle();
    let in_sight = |driver: &Driver, text: &str| {
        let place = |node: &AccessKitNode<'_>| {
            [node.label(), node.value()].into_iter().flatten().any(|it| it.contains(text))
        };
        let panel = 400.0..size[1] - 40.0;
        let places: Vec<Rect> = driver.harness.query_all_by(place).map(|node| node.rect()).collect();
        !places.is_empty()
            && places.iter().all(|place| panel.contains(&place.top()) && panel.contains(&place.bottom()))
    };
    assert!(in_sight(&driver, "armies left to deploy"));
    driver.scroll_to("Super regions");
    assert!(!in_sight(&driver, "armies left to deploy"));
    let own = driver.own_regions();
    driver.click_at(own[0], PointerButton::Primary);
    assert!(in_sight(&driver, "Add an army to"));
    driver.scroll_to("Super regions");
    driver.key(Key::N);
    assert!(in_sight(&driver, "Click one of your regions and then its neighbour"));
    driver.scroll_to("Super regions");
    driver.click_at(own[0], PointerButton::Primary);
    let view = driver.view();
    let to = view.map().regions[usize::from(own[0])].neighbours[0];
    driver.click_at(to, PointerButton::Primary);
    assert!(in_sight(&driver, "Remove the order from"));
}

#[test]
fn an_order_in_a_small_window_has_its_source() {
    let mut driver = world([480.0, 480.0]);
    driver.pick();
    driver.wait("the first round", |driver| driver.reads("Deploy your armies: "));
    driver.settle();
    let own = driver.own_regions()[0];
    driver.click_at(own, PointerButton::Primary);
    driver.key(Key::N);
    let view = driver.view();
    let to = view.map().regions[usize::from(own)].neighbours[0];
    driver.click_at(own, PointerButton::Primary);
    driver.click_at(to, PointerButton::Primary);
    let name = |region: RegionId| view.map().regions[usize::from(region)].name.clone();
    let order = format!("2: {} → {}", name(own), name(to));
    let shapes = painted(&driver, YELLOW, "outline");
    let place = shapes.iter().find(|(text, _)| *text == order).expect("the whole order").1;
    assert!(place.left() > 280.0 && place.bottom() < 440.0, "{place:?}");
}
