//! The page of maps, driven by the accessible names of what is in it, without a display.

use common::testing::window;
use common::window::Shell;
use egui::{Key, PointerButton, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use image::{Rgb, RgbImage};
use std::path::PathBuf;
use warlight::map::{self, Map};
use warlight::rules::Position;
use warlight::view::WarlightUi;

type Driver = window::Driver<Shell<Position, WarlightUi>>;

const SIZE: [f32; 2] = [1280.0, 800.0];

/// What is done on this page.
trait Maps {
    fn maps() -> Driver;
    fn in_order(dir: tempfile::TempDir) -> Driver;
    fn select(&mut self, name: &str);
    fn sees_soon(&mut self, part: &str);
    fn edit_brindle() -> Driver;
    fn file(&self, name: &str) -> PathBuf;
    fn saved(&self, name: &str) -> Map;
    fn choose(&mut self, combo: &str, item: &str);
    fn ask_to_close(&mut self);
}

impl Maps for Driver {
    /// The page with all built-in maps loaded.
    fn maps() -> Driver {
        Driver::in_order(tempfile::tempdir().unwrap())
    }

    fn in_order(dir: tempfile::TempDir) -> Driver {
        let mut driver = Driver::in_folder(dir, SIZE);
        driver.click("Maps");
        driver.sees_soon("Greatholm: 90 regions");
        driver
    }

    fn select(&mut self, name: &str) {
        self.click_begin(&format!("{name}: "));
    }

    fn sees_soon(&mut self, part: &str) {
        self.wait(part, |driver| driver.reads(part));
        self.settle();
    }

    /// The editor with a copy of a built-in map.
    fn edit_brindle() -> Driver {
        let mut driver = Driver::maps();
        driver.select("Brindle");
        driver.click("Edit a copy");
        driver.sees_soon("Brindle copy*");
        driver
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path("maps").join(name)
    }

    fn saved(&self, name: &str) -> Map {
        let loaded = map::load(&self.file(name).to_string_lossy()).unwrap();
        Map::clone(&loaded.map)
    }

    fn choose(&mut self, combo: &str, item: &str) {
        self.click(combo);
        self.click(item);
    }

    fn ask_to_close(&mut self) {
        let viewport = self.harness.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        self.settle();
    }
}

/// Two lands and an island.
fn lands() -> Vec<u8> {
    let picture = RgbImage::from_fn(900, 500, |x, y| {
        let land = (60..440).contains(&y);
        Rgb(match x {
            60..300 if land => [200, 30, 30],
            300..560 if land => [30, 200, 30],
            620..840 if land => [200, 200, 30],
            _ => [20, 60, 160],
        })
    });
    map::template::encode(&picture).unwrap()
}

#[test]
fn a_map_of_the_list_is_chosen_for_the_next_game() {
    let mut driver = Driver::maps();
    assert!(
        driver.sees("World: 47 regions, 7 super regions, up to 8 players")
            || driver.reads("World: 47 regions")
    );
    driver.select("Brindle");
    assert!(driver.reads("Built in. No mistakes."));
    driver.click("Play on this map");
    assert!(driver.settings().contains("map: brindle"), "{}", driver.settings());
    // The first one is the tab.
    driver.harness.get_all_by_label("Play").last().unwrap().click();
    driver.settle();
    assert!(driver.window().session().is_some_and(|session| session.setup().map.id == "brindle"));
}

#[test]
fn maps_are_copied_renamed_and_deleted() {
    let mut driver = Driver::maps();
    driver.select("Brindle");
    driver.click("Duplicate");
    driver.sees_soon("Brindle copy is in your maps now.");
    assert_eq!(driver.saved("brindle-copy.yaml").name, "Brindle copy");
    driver.sees_soon("Brindle copy: 15 regions");
    driver.click("Rename…");
    driver.type_into("Name", "Isle of Brindle");
    driver.key(Key::Enter);
    driver.sees_soon("Isle of Brindle: 15 regions");
    assert!(!driver.file("brindle-copy.yaml").exists());
    assert_eq!(driver.saved("isle-of-brindle.yaml").name, "Isle of Brindle");
    driver.click("Delete…");
    driver.click("Cancel");
    assert!(driver.file("isle-of-brindle.yaml").exists());
    driver.click("Delete…");
    driver.click("Delete");
    driver.sees_soon("The map is deleted.");
    driver.wait("the list", |driver| !driver.reads("Isle of Brindle"));
    assert!(!driver.file("isle-of-brindle.png").exists());
}

#[test]
fn maps_are_exported_and_opened() {
    let mut driver = Driver::maps();
    let target = driver.path("elsewhere.yaml");
    driver.select("Brindle");
    driver.click("Export…");
    driver.type_into("Name or path of the file", &target.to_string_lossy());
    driver.click("Export");
    driver.sees_soon("Exported");
    assert!(map::load(&target.to_string_lossy()).is_ok());
    driver.click("Open a map file…");
    driver.type_into("Or type a file or a folder", &target.to_string_lossy());
    driver.key(Key::Enter);
    driver.sees_soon("Brindle is in your maps now.");
    assert_eq!(driver.saved("brindle-2.yaml").regions.len(), 15);
}

#[test]
fn a_random_map_is_kept() {
    let mut driver = Driver::maps();
    driver.click("Random map…");
    driver.type_into("Seed", "7");
    driver.key(Key::Enter);
    driver.sees_soon("42 regions");
    driver.click("Roll the dice");
    driver.sees_soon("42 regions");
    driver.type_into("Name of the map", "My island");
    driver.click("Keep");
    driver.sees_soon("My island: 42 regions");
    assert_eq!(driver.saved("my-island.yaml").regions.len(), 42);
}

#[test]
fn a_template_picture_is_imported() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("lands.png");
    std::fs::write(&file, lands()).unwrap();
    let mut driver = Driver::in_order(dir);
    driver.click("Import…");
    driver.type_into("Or type a file or a folder", &file.to_string_lossy());
    driver.key(Key::Enter);
    driver.sees_soon("3 regions, 2 super regions");
    assert!(driver.reads("over the sea was added"));
    driver.choose("colour of the sea", "none: all colours are regions");
    driver.sees_soon("4 regions");
    driver.click("colour of the sea");
    driver.click_begin("#143ca0");
    driver.sees_soon("3 regions, 2 super regions");
    driver.click("Keep and edit");
    driver.sees_soon("Undo");
    assert_eq!(driver.saved("lands.yaml").regions.len(), 3);
}

#[test]
fn files_that_cannot_be_imported_are_explained() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bad.png"), "no picture").unwrap();
    std::fs::write(dir.path().join("bad.json"), "{").unwrap();
    std::fs::write(dir.path().join("bad.yaml"), "name: [").unwrap();
    let mut driver = Driver::in_order(dir);
    for (button, name, why) in [
        ("Import…", "bad.png", "bad.png is not a PNG that can be read"),
        ("Import…", "bad.json", "bad.json is not a map"),
        ("Open a map file…", "bad.yaml", "bad.yaml is not a map"),
    ] {
        driver.click(button);
        let path = driver.path(name);
        driver.type_into("Or type a file or a folder", &path.to_string_lossy());
        driver.key(Key::Enter);
        driver.sees_soon(why);
        if driver.sees("Back to the maps") {
            driver.click("Back to the maps");
        }
    }
    assert!(!driver.path("maps").exists(), "nothing was written");
}

#[test]
fn damaged_maps_are_listed_with_their_mistakes_and_repaired() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("maps");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.join("torn.yaml");
    map::load("brindle").unwrap().save(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    // The first region forgets its first neighbour.
    let start = text.find("neighbours: [").unwrap() + "neighbours: [".len();
    let end = start + text[start..].find(", ").unwrap() + 2;
    std::fs::write(&path, format!("{}{}", &text[..start], &text[end..])).unwrap();
    std::fs::write(folder.join("noise.yaml"), "\u{1}\u{2}").unwrap();
    let mut driver = Driver::in_order(dir);
    driver.sees_soon("torn: cannot be used");
    driver.select("noise");
    assert!(driver.reads("noise.yaml is not a map"));
    driver.select("torn");
    assert!(driver.reads("This map has mistakes and cannot be played on."));
    assert!(driver.reads("does not list"));
    driver.click("Edit");
    driver.sees_soon("Mistakes (1)");
    driver.click("show the place of mistake 1");
    assert!(driver.reads(", selected"));
    driver.click("Mistakes (1)");
    driver.click("Repair all borders");
    assert!(driver.sees("No mistakes."));
    driver.ctrl(Key::S);
    driver.sees_soon("Saved as");
    assert_eq!(driver.saved("torn.yaml"), Map::clone(&map::load("brindle").unwrap().map));
}

#[test]
fn a_region_is_edited_undone_and_saved() {
    let mut driver = Driver::edit_brindle();
    let before = Map::clone(&map::load("brindle").unwrap().map);
    let (first, group) =
        (&before.regions[0].name, &before.super_regions[usize::from(before.regions[0].super_region)].name);
    driver.click(&format!("{first} in {group}"));
    assert!(driver.sees(&format!("{first} in {group}, selected")));
    driver.type_into("name of the region", "Newland");
    assert!(driver.sees(&format!("Newland in {group}, selected")));
    driver.ctrl(Key::Z);
    assert!(driver.reads("Undone: name of a region."));
    assert!(driver.sees(&format!("{first} in {group}, selected")));
    driver.ctrl(Key::Y);
    driver.type_into("Armies at the start", "7");
    driver.key(Key::Enter);
    // A border is added on the map and another one removed in the list.
    let far = (1..15).find(|id| !before.regions[0].neighbours.contains(id)).unwrap();
    driver.click_begin("Change borders on the map");
    driver.click_begin(&format!("{} in ", before.regions[usize::from(far)].name));
    driver.key(Key::Escape);
    let near = before.regions[0].neighbours[0];
    driver.click(&format!("remove the border with {}", before.regions[usize::from(near)].name));
    driver.click("New super region with this region");
    driver.ctrl(Key::S);
    driver.sees_soon("Saved as");
    let saved = driver.saved("brindle-copy.yaml");
    assert_eq!((saved.regions[0].name.as_str(), saved.regions[0].armies), ("Newland", 7));
    assert!(saved.regions[0].neighbours.contains(&far) && !saved.regions[0].neighbours.contains(&near));
    assert_eq!(saved.super_regions.len(), before.super_regions.len() + 1);
    assert!(!driver.reads("Brindle copy*"));
    driver.click("Back");
    driver.sees_soon("Brindle copy: 15 regions");
}

#[test]
fn a_label_is_dragged() {
    let mut driver = Driver::edit_brindle();
    let before = map::load("brindle").unwrap();
    let region = &before.map.regions[0];
    let group = &before.map.super_regions[usize::from(region.super_region)].name;
    let name = format!("{} in {group}", region.name);
    driver.click(&name);
    let from = driver.centre(&format!("{name}, selected"));
    let to = from + egui::vec2(9.0, 6.0);
    driver.drag_over(PointerButton::Primary, &[from, from + egui::vec2(4.0, 4.0), to]);
    driver.ctrl(Key::S);
    driver.sees_soon("Saved as");
    let label = driver.saved("brindle-copy.yaml").regions[0].label;
    assert!(label.0 > region.label.0 && label.1 > region.label.1, "{label:?}");
    driver.click("Centre the label");
    assert!(driver.reads("Brindle copy*"));
    driver.ctrl(Key::Z);
    assert!(driver.reads("Undone: label place."));
    driver.click_begin("Move the label");
    let place = to + egui::vec2(14.0, 0.0);
    driver.button(place, PointerButton::Primary, true);
    driver.button(place, PointerButton::Primary, false);
    assert!(driver.reads("Brindle copy*"), "a click on the map places it");
}

#[test]
fn super_regions_are_edited() {
    let mut driver = Driver::edit_brindle();
    let before = Map::clone(&map::load("brindle").unwrap().map);
    driver.click("Super regions");
    driver.type_into("name of super region 1", "Northern realm");
    driver.type_into("bonus of Northern realm", "9");
    driver.key(Key::Enter);
    driver.click("colour of Northern realm");
    driver.click("colour 3");
    driver.key(Key::Escape);
    let deleted = &before.super_regions[1].name;
    driver.click(&format!("delete {deleted}"));
    let told = format!("{deleted} is deleted: its regions join ");
    assert!(driver.reads(&told) && !driver.reads(&format!("{told}{deleted}")));
    driver.click("Map");
    driver.type_into("name of the map", "Realms");
    driver.click("Save Ctrl+S");
    driver.sees_soon("Saved as");
    let saved = driver.saved("brindle-copy.yaml");
    assert_eq!((saved.name.as_str(), saved.super_regions.len()), ("Realms", before.super_regions.len() - 1));
    assert_eq!((saved.super_regions[0].name.as_str(), saved.super_regions[0].bonus), ("Northern realm", 9));
    assert_eq!(saved.super_regions[0].colour, map::paint::SUPER_REGION_COLOURS[2]);
    driver.click("Super regions");
    driver.click("Suggest all bonuses");
    assert!(driver.reads("Realms*"));
}

#[test]
fn unsaved_changes_are_not_lost() {
    let mut driver = Driver::edit_brindle();
    driver.click("Map");
    driver.type_into("name of the map", "Kept");
    driver.click("Back");
    assert!(driver.sees("Save the changes?"));
    driver.click("Cancel");
    assert!(driver.reads("Kept*"));
    // Another page of the window does not end it.
    driver.click("Replays");
    driver.click("Maps");
    assert!(driver.reads("Kept*"));
    driver.click("Replays");
    driver.ask_to_close();
    assert!(driver.sees("Save the changes?"), "the page asks before the window is closed");
    driver.key(Key::Escape);
    driver.click("Back");
    driver.click("Save");
    driver.sees_soon("Kept: 15 regions");
    assert_eq!(driver.saved("brindle-copy.yaml").name, "Kept");
}

#[test]
fn a_map_with_mistakes_is_not_saved() {
    let mut driver = Driver::edit_brindle();
    driver.click("Map");
    driver.type_into("name of the map", " ");
    assert!(driver.sees("Mistakes (1)"));
    driver.ctrl(Key::S);
    assert!(driver.reads("Not saved: the map has a mistake."));
    driver.click("show the place of mistake 1");
    driver.type_into("name of the map", "Good");
    assert!(!driver.reads("Mistakes (1)"));
    driver.click("Back");
    driver.click("Discard changes");
    driver.sees_soon("Greatholm: 90 regions");
    assert!(!driver.path("maps").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("maps"), "not a folder").unwrap();
    let mut driver = Driver::in_order(dir);
    assert!(driver.reads("cannot be listed"));
    driver.select("Brindle");
    driver.click("Duplicate");
    driver.wait("the failure", |driver| !driver.reads("Copying the map…"));
    driver.settle();
    assert!(driver.reads("maps cannot be"), "the reason is shown");
    driver.click("Edit a copy");
    driver.sees_soon("Brindle copy*");
    driver.click("Map");
    driver.type_into("name of the map", "Still here");
    driver.ctrl(Key::S);
    driver.sees_soon("Your changes are still here.");
    assert!(driver.reads("Still here*"));
}

#[test]
fn a_map_that_was_deleted_meanwhile_is_explained() {
    let mut driver = Driver::maps();
    driver.select("Brindle");
    driver.click("Duplicate");
    driver.sees_soon("Brindle copy: 15 regions");
    std::fs::remove_file(driver.file("brindle-copy.yaml")).unwrap();
    driver.click("Edit");
    driver.sees_soon("brindle-copy.yaml cannot be read");
    driver.wait("the list", |driver| !driver.reads("Brindle copy: 15"));
}

#[test]
fn the_list_and_the_editor_are_used_by_keyboard() {
    let mut driver = Driver::maps();
    driver.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with("World: "))).focus();
    driver.settle();
    driver.key(Key::ArrowDown);
    assert!(driver.focused().starts_with("Brindle: "), "{}", driver.focused());
    driver.click("Edit a copy");
    driver.sees_soon("Brindle copy*");
    // Arrows choose a region, Enter selects it, B and clicks with Enter change borders.
    driver.key(Key::ArrowRight);
    driver.key(Key::ArrowRight);
    let name = driver.focused();
    driver.key(Key::Enter);
    assert!(driver.sees(&format!("{name}, selected")), "{name}");
    driver.key(Key::B);
    driver.key(Key::ArrowRight);
    driver.key(Key::Enter);
    assert!(driver.reads("Brindle copy*"));
    driver.ctrl(Key::Z);
    assert!(driver.reads("Undone: border."));
    driver.key(Key::Escape);
    driver.key(Key::Escape);
    driver.key(Key::Escape);
    driver.sees_soon("Greatholm: 90 regions");
}

#[test]
fn a_region_is_deleted_and_comes_back() {
    let mut driver = Driver::edit_brindle();
    let before = Map::clone(&map::load("brindle").unwrap().map);
    let name = before.regions[14].name.clone();
    let group = &before.super_regions[usize::from(before.regions[14].super_region)].name;
    driver.click(&format!("{name} in {group}"));
    driver.scroll_to("Delete this region");
    driver.click_begin("Delete this region");
    driver.sees_soon("its land is sea now");
    driver.wait("the map", |driver| !driver.sees("Drawing the map…"));
    driver.settle();
    assert!(!driver.reads(&format!("{name} in ")));
    driver.ctrl(Key::S);
    driver.sees_soon("Saved as");
    assert_eq!(driver.saved("brindle-copy.yaml").regions.len(), 14, "it can be opened: no stray colours");
    driver.ctrl(Key::Z);
    driver.sees_soon(&format!("{name} in {group}"));
    driver.ctrl(Key::S);
    driver.sees_soon("Saved as");
    assert_eq!(driver.saved("brindle-copy.yaml").regions, before.regions);
}

#[test]
fn unsaved_changes_survive_a_crash() {
    let mut driver = Driver::edit_brindle();
    driver.click("Map");
    driver.type_into("name of the map", "Nearly lost");
    let window::Driver { harness, dir } = driver;
    drop(harness);
    let mut driver = Driver::in_order(dir);
    assert!(driver.reads("The changes of Nearly lost were not saved when the program ended."));
    driver.click("Restore");
    driver.sees_soon("Nearly lost*");
    driver.wait("the map", |driver| !driver.sees("Drawing the map…"));
    driver.settle();
    driver.ctrl(Key::S);
    driver.sees_soon("Saved as");
    assert_eq!(driver.saved("brindle-copy.yaml").name, "Nearly lost");
    let window::Driver { harness, dir } = driver;
    drop(harness);
    let driver = Driver::in_order(dir);
    assert!(!driver.reads("were not saved"));
}
