//! Tests of map files, checks, generated maps and frames.

use super::file::{self, MapFile};
use super::generate::{MapRequest, generate};
use super::render::{Arrow, RegionLook, Renderer, Scene};
use super::{
    LoadedMap, Map, MapError, Mistake, Region, RegionId, builtin, check, load, load_structure, template,
};
use image::{Rgb, RgbImage};
use proptest::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

/// Three regions in a row: A and B in North, C in South.
const SMALL: &str = "\
name: Small
max_players: 2
super_regions:
  - {name: North, bonus: 2, colour: '#e8c98f'}
  - {name: South, bonus: 1, colour: '#a9c79a'}
regions:
  - {name: A, super_region: North, neighbours: [B], label: [5, 5], template: '#ff0000'}
  - {name: B, super_region: North, neighbours: [A, C], label: [15, 5], template: '#00ff00'}
  - {name: C, super_region: South, neighbours: [B], armies: 4, label: [25, 5], template: '#0000ff'}
";

fn small_template() -> RgbImage {
    RgbImage::from_fn(30, 10, |x, _| Rgb([[255, 0, 0], [0, 255, 0], [0, 0, 255]][x as usize / 10]))
}

fn mistakes(yaml: &str) -> Vec<String> {
    let file = file::parse(yaml).expect("valid YAML");
    file::resolve(&file).expect_err("a mistake").iter().map(ToString::to_string).collect()
}

/// The mistakes after one replacement in the small map.
fn mistakes_after(from: &str, to: &str) -> Vec<String> {
    assert!(SMALL.contains(from), "{from}");
    mistakes(&SMALL.replacen(from, to, 1))
}

fn save(folder: &Path, yaml: &str, picture: Option<&RgbImage>, template: &RgbImage) -> String {
    let path = folder.join("small.yaml");
    std::fs::write(&path, yaml).unwrap();
    std::fs::write(folder.join("small-template.png"), template::encode(template).unwrap()).unwrap();
    if let Some(picture) = picture {
        std::fs::write(folder.join("small.png"), template::encode(picture).unwrap()).unwrap();
    }
    path.display().to_string()
}

fn load_mistakes(yaml: &str, picture: Option<&RgbImage>, template: &RgbImage) -> Vec<Mistake> {
    let folder = tempfile::tempdir().unwrap();
    match load(&save(folder.path(), yaml, picture, template)) {
        Err(MapError::Mistakes { mistakes, .. }) => mistakes,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_map_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let LoadedMap { id, map, picture, template, .. } =
        load(&save(folder.path(), SMALL, None, &small_template())).unwrap();
    assert_eq!((&*id, &*map.name, map.max_players), ("small", "Small", 2));
    assert_eq!(map.super_regions[0].regions, [0, 1]);
    assert_eq!(map.regions[1].neighbours, [0, 2]);
    assert_eq!((map.regions[0].armies, map.regions[2].armies), (2, 4));
    assert_eq!(template.region_at(12, 3), Some(1));
    assert_eq!(template.region_at(30, 0), None);
    assert_eq!(picture.dimensions(), (30, 10), "a missing picture is painted");
}

#[test]
fn a_map_has_not_too_many_borders() {
    let complete = |count: usize| {
        let mut map = load("brindle").unwrap().map.as_ref().clone();
        let first = map.regions[0].clone();
        let region = |id: usize| Region {
            name: format!("R{id}"),
            neighbours: (0..count as RegionId).filter(|near| usize::from(*near) != id).collect(),
            template: template::template_colour(id),
            ..first.clone()
        };
        map.regions = (0..count).map(region).collect();
        check::structure(&map).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(complete(16).iter().all(|mistake| !mistake.contains("borders")));
    assert_eq!(complete(40), ["the map has 780 borders; at most 260 are allowed for 40 regions"]);
}

#[test]
fn each_mistake_names_its_place() {
    let cases = [
        (
            "neighbours: [A, C]",
            "neighbours: [C]",
            "region 'A' lists 'B' as a neighbour, but 'B' does not list 'A'",
        ),
        (
            "neighbours: [A, C]",
            "neighbours: [A, C, D]",
            "region 'B': there is no region 'D' to be its neighbour",
        ),
        ("neighbours: [A, C]", "neighbours: [A, A, C]", "region 'B' lists 'A' twice"),
        ("neighbours: [A, C]", "neighbours: [A, B, C]", "region 'B' is its own neighbour"),
        (
            "name: C, super_region: South",
            "name: C, super_region: East",
            "region 'C': there is no super region 'East'",
        ),
        ("name: South", "name: North", "two super regions are named 'North'"),
        ("name: South", "name: ''", "super_regions[1]: a name has 1 to 60 characters"),
        ("name: C,", "name: A,", "two regions are named 'A'"),
        ("'#0000ff'", "'#ff0000'", "regions 'A' and 'C' have the same template colour #ff0000"),
        ("'#0000ff'", "'#000000'", "region 'C' has the template colour #000000, which is the sea"),
        ("'#0000ff'", "blue", "region 'C': 'blue' is not a colour; write it as '#rrggbb'"),
        (", template: '#0000ff'", "", "region 'C' has no colour"),
        (", colour: '#a9c79a'", "", "super region 'South' has no colour"),
        (", label: [25, 5]", "", "region 'C' has no label place; add label: [x, y]"),
        ("max_players: 2", "max_players: 1", "max_players is 1, but must be 2 to 8"),
        ("max_players: 2", "max_players: 4", "max_players is 4"),
    ];
    for (from, to, expected) in cases {
        let found = mistakes_after(from, to);
        assert!(found.iter().any(|mistake| mistake.starts_with(expected)), "{expected}: {found:?}");
    }
    let apart = SMALL.replace("[A, C]", "[A]").replace("neighbours: [B], armies", "neighbours: [], armies");
    assert_eq!(mistakes(&apart), ["the map is not connected: 'C' cannot be reached from 'A'"]);
    let empty = "{name: M, max_players: 2, super_regions: [], regions: []}";
    assert_eq!(mistakes(empty), ["the map has no regions"]);
    let unused = SMALL.replace("super_region: South", "super_region: North");
    assert_eq!(mistakes(&unused), ["super region 'South' has no regions"]);
}

#[test]
fn yaml_errors_name_their_place() {
    let cases = [
        ("", "the file is empty"),
        ("{}", "missing field"),
        ("name: [", "line"),
        ("name: M\nmax_players: many", "max_players: invalid type"),
        ("nmae: M", "unknown field `nmae`"),
        ("nmae: M", " at line 1"),
        ("name: M\nnmae: M", " at line 2"),
        ("name: M\nname: N", "duplicate"),
        ("- a\n- b", "invalid type"),
        ("\u{0}", "control characters"),
    ];
    for (yaml, expected) in cases {
        let error = file::parse(yaml).unwrap_err();
        assert!(error.contains(expected), "{yaml:?}: {error}");
    }
    let label = SMALL.replace("[25, 5]", "[25]");
    assert!(file::parse(&label).unwrap_err().contains("regions[2].label"));
}

#[test]
fn hostile_yaml_is_rejected_quickly() {
    let billion = (0..30).fold("a0: &a0 [x]\n".to_owned(), |yaml, level| {
        yaml + &format!("a{0}: &a{0} [*a{1}, *a{1}, *a{1}]\n", level + 1, level)
    });
    let hidden = "[ \"]\", ".repeat(60_000);
    let cases = [
        (billion, "anchors and aliases"),
        (SMALL.replace("[A, C]", "*x"), "line 8: anchors and aliases"),
        (SMALL.replace("name: Small", "name:\t&x Small"), "line 1: anchors and aliases"),
        ("[".repeat(400_000), "nested more than 16 levels"),
        ("{a: ".repeat(100_000), "nested more than 16 levels"),
        (hidden, "more than 4000 opening brackets"),
        ("[ \"]\", ".repeat(3_900) + &"a, ".repeat(100_000), ""),
        ("- ".repeat(200_000), ""),
        ("? ".repeat(200_000), ""),
        (" ".repeat(file::LIMITS.bytes as usize + 1), "too large"),
    ];
    for (yaml, expected) in cases {
        let start = Instant::now();
        let error = file::parse(&yaml).unwrap_err();
        assert!(error.contains(expected), "{error}");
        assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {:.40}", start.elapsed(), yaml);
    }
}

#[test]
fn pictures_that_do_not_fit_are_explained() {
    let good = small_template();
    let mut no_b = good.clone();
    no_b.pixels_mut().filter(|pixel| pixel.0 == [0, 255, 0]).for_each(|pixel| pixel.0 = [0, 0, 0]);
    let colour = "#00ff00".to_owned();
    assert_eq!(
        load_mistakes(SMALL, None, &no_b),
        [Mistake::MissingInTemplate { region: "B".to_owned(), colour }]
    );
    let mut stray = good.clone();
    (3..6).for_each(|x| stray.put_pixel(x, 9, Rgb([1, 2, 3])));
    let colour = "#010203".to_owned();
    assert_eq!(
        load_mistakes(SMALL, None, &stray),
        [Mistake::UnknownInTemplate { colour, x: 3, y: 9, count: 3 }]
    );
    let outside = SMALL.replace("[25, 5]", "[15, 5]");
    assert_eq!(
        load_mistakes(&outside, None, &good),
        [Mistake::LabelOutside { region: "C".to_owned(), x: 15, y: 5 }]
    );
    let far = SMALL.replace("[25, 5]", "[4000000000, 4000000000]");
    assert_eq!(load_mistakes(&far, None, &good).len(), 1);
    let sizes = load_mistakes(SMALL, Some(&RgbImage::new(20, 10)), &good);
    assert_eq!(sizes[0].to_string(), "the picture is 20x10 pixels large, but the template is 30x10");
}

#[test]
fn bad_picture_files_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), SMALL, None, &small_template());
    let template = folder.path().join("small-template.png");
    let good = std::fs::read(&template).unwrap();
    // A header that claims a huge picture.
    let mut huge = good.clone();
    huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    for bytes in [b"not a picture".to_vec(), Vec::new(), good[..40].to_vec(), huge] {
        std::fs::write(&template, bytes).unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(error.contains("small-template.png is"), "{error}");
    }
    std::fs::remove_file(&template).unwrap();
    assert!(load(&path).unwrap_err().to_string().contains("small-template.png cannot be read"));
    assert!(load("nowhere").unwrap_err().to_string().contains("there is no map 'nowhere'"));
    let other = folder.path().join("map.txt");
    std::fs::write(&other, "").unwrap();
    let other = load(&other.to_string_lossy()).unwrap_err().to_string();
    assert!(other.ends_with("map.txt is not a map: the name of a map file ends in .yaml"), "{other}");
    assert!(load("nowhere.yaml").unwrap_err().to_string().contains("cannot be read"));
}

#[test]
fn built_in_maps_have_no_mistakes_and_are_written_as_read() {
    let sizes: Vec<(&str, usize)> =
        builtin().map(|name| (name, load(name).expect(name).map.regions.len())).collect();
    assert_eq!(sizes, [("world", 47), ("brindle", 15), ("shards", 30), ("greatholm", 90)]);
    for name in builtin() {
        let loaded = load(name).unwrap();
        assert_eq!(load_structure(name).unwrap(), loaded.map);
        assert!(loaded.picture.width() >= 1600);
        let file = file::parse(&file::write(&loaded.map, &loaded.about)).unwrap();
        assert_eq!(file.about, loaded.about);
        assert_eq!(file::resolve(&file).unwrap(), *loaded.map);
    }
}

#[test]
fn the_schema_knows_the_same_fields() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../maps/map.schema.json")).unwrap();
    let fields = |pointer: &str| -> Vec<String> {
        schema.pointer(pointer).unwrap().as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(fields("/properties"), ["about", "max_players", "name", "regions", "super_regions"]);
    let region = fields("/properties/regions/items/properties");
    assert_eq!(region, ["armies", "label", "name", "neighbours", "super_region", "template"]);
    assert_eq!(fields("/properties/super_regions/items/properties"), ["bonus", "colour", "name"]);
}

fn request(regions: usize, seed: u64) -> MapRequest {
    MapRequest { regions, seed, sea: 40, name: None }
}

#[test]
fn generated_maps_are_sound_and_repeatable() {
    for (regions, seed, sea) in [(4, 1, 80), (60, 3, 55)] {
        let loaded = generate(&MapRequest { sea, ..request(regions, seed) }).unwrap();
        assert_eq!(loaded.map.regions.len(), regions);
        assert_eq!(check::structure(&loaded.map), []);
        assert_eq!(check::template(&loaded.map, &loaded.template, &[]), []);
    }
    let without_sea = |seed| generate(&MapRequest { sea: 0, ..request(12, seed) }).unwrap();
    let loaded = without_sea(2);
    assert_eq!(loaded.map, without_sea(2).map);
    assert_ne!(loaded.map, without_sea(3).map);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.yaml");
    loaded.save(&path).unwrap();
    let read = load(&path.display().to_string()).unwrap();
    assert_eq!((read.map, read.template, read.picture), (loaded.map, loaded.template, loaded.picture));
    assert!(generate(&request(3, 1)).unwrap_err().contains("4 to 300"));
    assert!(generate(&MapRequest { sea: 99, ..request(9, 1) }).unwrap_err().contains("0 to 80 percent"));
}

/// Whether the regions of each super region are connected without leaving it.
fn super_regions_are_connected(map: &Map) -> bool {
    map.super_regions.iter().enumerate().all(|(index, group)| {
        let mut reached = vec![group.regions[0]];
        let mut next = 0;
        while let Some(id) = reached.get(next).copied() {
            next += 1;
            for near in &map.regions[usize::from(id)].neighbours {
                if usize::from(map.regions[usize::from(*near)].super_region) == index
                    && !reached.contains(near)
                {
                    reached.push(*near);
                }
            }
        }
        reached.len() == group.regions.len()
    })
}

#[test]
fn super_regions_of_all_maps_are_connected() {
    for name in builtin() {
        assert!(super_regions_are_connected(&load(name).unwrap().map), "{name}");
    }
    assert!(super_regions_are_connected(&generate(&request(40, 8)).unwrap().map));
}

#[test]
fn frames_show_owners_numbers_fog_highlights_and_arrows() {
    let loaded = load("brindle").unwrap();
    let renderer = Renderer::new(&loaded);
    let plain = renderer.draw(&Scene::default());
    assert_eq!(plain, *loaded.picture, "an empty scene is the picture");
    let (x, y) = loaded.map.regions[0].label;
    let start = renderer.draw(&Scene::start(&loaded.map));
    assert_ne!(start, plain);
    // Beside the number, where only the region shows.
    let beside = (x, y + 40);
    assert_eq!(loaded.template.region_at(beside.0, beside.1), Some(0));
    let with = |look: RegionLook| {
        let frame = renderer.draw(&Scene { regions: vec![look], arrows: Vec::new() });
        *frame.get_pixel(beside.0, beside.1)
    };
    let Rgb([red, _, blue]) = with(RegionLook { owner: Some(0), ..RegionLook::default() });
    assert!(blue > 150 && red < 90, "player 1 is blue");
    let usual = *plain.get_pixel(beside.0, beside.1);
    assert_ne!(with(RegionLook { fog: true, ..RegionLook::default() }), usual);
    assert_ne!(with(RegionLook { highlight: true, ..RegionLook::default() }), usual);
    let arrow = Arrow { from: 0, to: loaded.map.regions[0].neighbours[0], armies: Some(7), player: 1 };
    assert_ne!(renderer.draw(&Scene { regions: Vec::new(), arrows: vec![arrow] }), plain);
    // Regions that do not exist are not drawn.
    let arrow = Arrow { from: 999, ..arrow };
    let looks = vec![RegionLook::default(); 2000];
    assert_eq!(renderer.draw(&Scene { regions: looks, arrows: vec![arrow] }), plain);
}

#[test]
fn template_colours_are_all_different() {
    let colours: std::collections::HashSet<[u8; 3]> = (0..1000).map(template::template_colour).collect();
    assert_eq!(colours.len(), 1000);
    assert!(!colours.contains(&template::SEA));
}

proptest! {
    #[test]
    fn arbitrary_text_is_no_panic(text in "\\PC{0,200}") {
        if let Ok(file) = file::parse(&text) {
            let _ = file::resolve(&file);
        }
    }

    #[test]
    fn a_changed_map_is_no_panic(at in 0..SMALL.len(), with in "\\PC{0,3}") {
        let mut text = SMALL.to_owned();
        text.replace_range(at..=at, &with);
        if let Ok(file) = file::parse(&text) {
            let _ = file::resolve(&file);
        }
    }

    #[test]
    fn any_names_are_written_as_read(name in "\\PC{1,30}", region in "\\PC{1,30}") {
        let mut file: MapFile = file::parse(SMALL).unwrap();
        file.name = name;
        file.regions[0].name = region.clone();
        file.regions[1].neighbours[0] = region;
        if let Ok(map) = file::resolve(&file) {
            let text = file::write(&map, "");
            // A name may look like an alias; such a file is rejected with that reason.
            match file::parse(&text) {
                Ok(read) => prop_assert_eq!(file::resolve(&read).unwrap(), map),
                Err(why) => prop_assert!(why.contains("aliases"), "{}", why),
            }
        }
    }
}
