//! Tests of imports.

use super::{ImportRequest, contest, import, xml};
use crate::map::{LoadedMap, MapError, template};
use image::{Rgb, RgbImage};
use proptest::prelude::*;
use std::fs;
use std::path::Path;

const JSON: &str = r#"{
  "Regions": [
    {"id": 1, "superRegion": 1, "neighbors": [2]},
    {"id": 2, "superRegion": 1, "neighbors": [1, 5]},
    {"id": 5, "superRegion": 2, "neighbors": [2]}
  ],
  "SuperRegions": [{"id": 1, "bonus": 3}, {"id": 2, "bonus": 1}]
}"#;

const LINES: &str = "\
settings your_bot player1
setup_map super_regions 1 3 2 1
setup_map regions 1 1 2 1 5 2
setup_map neighbors 1 2 2 5
setup_map wastelands 5
update_map 1 player1 2
";

const STRUCTURE: &str = r#"<?xml version="1.0"?>
<Map>
  <SuperRegions><SuperRegion Name="North" Bonus="3"/><SuperRegion Name="South" Bonus="1"/></SuperRegions>
  <Regions>
    <Region Name="A" SuperRegion="North" Army="5"><Neighbours><Neighbour>B</Neighbour></Neighbours></Region>
    <Region Name="B" SuperRegion="North"><Neighbours><Neighbour>A</Neighbour><Neighbour>C</Neighbour></Neighbours></Region>
    <Region Name="C" SuperRegion="South"><Neighbours><Neighbour>B</Neighbour></Neighbours></Region>
  </Regions>
</Map>"#;

/// The same map with nested super regions and values as elements.
const NESTED: &str = "
<map>
  <superregion><name>North</name><bonus>3</bonus>
    <region><name>A</name><army>5</army><neighbors><region>B</region></neighbors></region>
    <region><name>B</name><neighbors><region name='A'/><region name='C'/></neighbors></region>
  </superregion>
  <superregion><name>South</name><bonus>1</bonus><region><name>C</name></region></superregion>
</map>";

const COLOURS: &str = r##"<Mapping>
  <Entry Region="A" Color="#ff0000"/>
  <Entry><RegionName>B</RegionName><Color Red="0" Green="255" Blue="0"/></Entry>
  <Entry><Region>C</Region><Colour>0, 0, 255</Colour></Entry>
</Mapping>"##;

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> ImportRequest {
    let file = folder.join(name);
    fs::write(&file, bytes).unwrap();
    ImportRequest { file, ..ImportRequest::default() }
}

fn import_text(name: &str, text: &str) -> Result<LoadedMap, MapError> {
    let folder = tempfile::tempdir().unwrap();
    import(&write(folder.path(), name, text)).map(|imported| imported.loaded)
}

#[test]
fn contest_maps_are_imported() {
    let json = import_text("game.json", JSON).unwrap();
    let map = &json.map;
    assert_eq!((&*map.name, &*map.regions[2].name), ("game", "Region 5"));
    assert_eq!(map.regions[1].neighbours, [0, 2]);
    assert_eq!(map.super_regions.iter().map(|group| group.bonus).collect::<Vec<_>>(), [3, 1]);
    let lines = import_text("game.txt", LINES).unwrap();
    assert_eq!(lines.map.regions[2].armies, 6, "a wasteland");
    assert_eq!(lines.map.regions[1].neighbours, map.regions[1].neighbours);
    for (id, region) in (0..).zip(&map.regions) {
        assert_eq!(json.template.region_at(region.label.0, region.label.1), Some(id));
    }
}

#[test]
fn mistakes_in_contest_maps_name_their_place() {
    let cases = [
        ("setup_map regions 1 1\n", "line 1: region 1: there is no super region 1"),
        ("setup_map super_regions 1\n", "line 1: a pair is incomplete"),
        ("\nsetup_map super_regions 1 x\n", "line 2: 'x' is not a bonus"),
        ("setup_map rivers 1\n", "line 1: 'setup_map rivers' is not known"),
        ("hello", "there is no line 'setup_map regions'"),
        (
            "setup_map super_regions 1 1\nsetup_map regions 1 1\nsetup_map neighbors 1 7",
            "there is no region 7",
        ),
        (
            "setup_map super_regions 1 1\nsetup_map regions 1 1\nsetup_map neighbors 1 1",
            "is its own neighbour",
        ),
        ("setup_map super_regions 1 1\nsetup_map regions 1 1 1 1", "two regions 1"),
        ("setup_map super_regions 1 1\nsetup_map regions 1 1 2 1", "not connected"),
    ];
    for (text, expected) in cases {
        let error = import_text("game.txt", text).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}: {error}");
    }
    let error = import_text("game.json", "{\"Regions\": 3}").unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
    assert!(import_text("game.json", &"[".repeat(100_000)).is_err());
}

#[test]
fn both_forms_of_xml_are_read() {
    let outline = xml::structure(STRUCTURE).unwrap();
    assert_eq!(outline.regions[0], ("A".to_owned(), 0, 5));
    assert_eq!(outline.super_regions[0], ("North".to_owned(), Some(3)));
    let (flat, nested) = (outline.into_map("M"), xml::structure(NESTED).unwrap().into_map("M"));
    assert_eq!(flat, nested);
}

#[test]
fn xml_with_pictures_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let request = write(folder.path(), "World.xml", STRUCTURE);
    write(folder.path(), "WorldColorRegionMapping.xml", COLOURS);
    let mut picture =
        RgbImage::from_fn(30, 10, |x, _| Rgb([[255, 0, 0], [0, 255, 0], [0, 0, 255]][x as usize / 10]));
    // The source marks the place of the number with a pixel of its own colour.
    picture.put_pixel(13, 4, Rgb([9, 9, 9]));
    write(folder.path(), "WorldTemplate.png", template::encode(&picture).unwrap());
    write(folder.path(), "World.png", template::encode(&picture).unwrap());
    let loaded = import(&request).unwrap().loaded;
    assert_eq!(loaded.map.regions[1].label, (13, 4));
    assert_eq!(loaded.template.region_at(13, 4), Some(1));
    loaded.save(&folder.path().join("world.yaml")).unwrap();
    let read = crate::map::load(&folder.path().join("world.yaml").display().to_string()).unwrap();
    assert_eq!(read.map, loaded.map);

    write(folder.path(), "World.png", template::encode(&RgbImage::new(20, 10)).unwrap());
    assert!(import(&request).unwrap_err().to_string().contains("the picture is 20x10"));
    write(
        folder.path(),
        "WorldColorRegionMapping.xml",
        COLOURS.replace("\"B\"", "").replace("<RegionName>B", "<RegionName>X"),
    );
    assert!(import(&request).unwrap_err().to_string().contains("there is no colour for region 'B'"));
    fs::remove_file(folder.path().join("WorldColorRegionMapping.xml")).unwrap();
    assert!(import(&request).unwrap_err().to_string().contains("WorldColorRegionMapping.xml cannot be read"));
}

#[test]
fn an_empty_file_is_said_to_be_empty() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.json", "a.txt", "a.xml"] {
        let file = folder.path().join(name);
        fs::write(&file, "\n").unwrap();
        let error = import(&ImportRequest { file, ..ImportRequest::default() }).unwrap_err().to_string();
        assert!(error.ends_with("is not a map: the file is empty"), "{error}");
    }
}

#[test]
fn hostile_xml_is_rejected() {
    let bomb = "<!DOCTYPE m [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><m>&b;</m>";
    let deep = "<a>".repeat(300_000);
    let empty_names = "<Map><SuperRegion Bonus='1'/></Map>";
    for text in [bomb, &deep, empty_names, "", "<", "<Map/>", "<Map><Region Name='A'/></Map>"] {
        assert!(xml::structure(text).is_err(), "{text:.60}");
        assert!(xml::colours(text).is_err(), "{text:.60}");
    }
}

proptest! {
    #[test]
    fn arbitrary_text_is_no_panic(text in "\\PC{0,200}", at in 0..STRUCTURE.len()) {
        let _ = contest::from_json(&text);
        let _ = contest::from_lines(&format!("setup_map {text}"));
        let _ = xml::structure(&text);
        let _ = xml::structure(&format!("{}{text}", &STRUCTURE[..at]));
        let _ = xml::colours(&text);
    }
}

mod pictures {
    use super::super::*;
    use image::{Rgb, RgbImage};

    const SEA: [u8; 3] = [20, 60, 160];

    /// Two lands beside each other and an island, in a sea.
    fn lands() -> RgbImage {
        RgbImage::from_fn(900, 500, |x, y| {
            let land = (60..440).contains(&y);
            Rgb(match x {
                60..300 if land => [200, 30, 30],
                300..560 if land => [30, 200, 30],
                620..840 if land => [0, 0, 0],
                _ => SEA,
            })
        })
    }

    fn made(picture: &RgbImage) -> PictureMap {
        from_picture("lands", "Lands", picture, SeaColour::Edge).unwrap()
    }

    #[test]
    fn every_flat_colour_becomes_a_region_and_borders_are_found() {
        let made = made(&lands());
        let map = &made.loaded.map;
        assert_eq!((made.sea, map.regions.len()), (Some(SEA), 3));
        assert_eq!(map.regions[0].neighbours, [1], "they touch");
        assert_eq!(map.regions[1].neighbours, [0, 2], "a link over the sea");
        assert_eq!(map.regions[0].template, [200, 30, 30]);
        assert_ne!(map.regions[2].template, [0, 0, 0], "black is the sea of a template");
        assert_eq!(made.loaded.template.region_at(150, 200), Some(0));
        assert_eq!(made.loaded.template.region_at(10, 10), None);
        assert!(
            made.notes.iter().any(|note| note.starts_with("One link over the sea was added")),
            "{:?}",
            made.notes
        );
        assert_eq!(made.colours[0].0, SEA);
        assert!(map.regions.iter().zip([150, 400, 700]).all(|(region, x)| region.label.0.abs_diff(x) < 60));
    }

    #[test]
    fn smoothed_edges_and_outlines_go_to_the_regions_around() {
        let plain = lands();
        let picture = RgbImage::from_fn(900, 500, |x, y| {
            let Rgb(own) = *plain.get_pixel(x, y);
            let around = [
                (x.saturating_sub(1), y),
                ((x + 1).min(899), y),
                (x, y.saturating_sub(1)),
                (x, (y + 1).min(499)),
            ];
            let other = around.into_iter().map(|(x, y)| plain.get_pixel(x, y).0).find(|other| *other != own);
            // An outline between the two lands in the colour of the sea, and smooth edges everywhere else.
            if (299..301).contains(&x) && (60..440).contains(&y) {
                return Rgb(SEA);
            }
            Rgb(other.map_or(own, |other| std::array::from_fn(|n| own[n] / 2 + other[n] / 2 + (y % 7) as u8)))
        });
        let made = made(&picture);
        assert_eq!(made.loaded.map.regions.len(), 3);
        assert_eq!(made.loaded.map.regions[0].neighbours, [1], "the outline is not a strait");
        assert!(made.notes.iter().any(|note| note.contains("colours with few pixels")), "{:?}", made.notes);
        let region = |x| made.loaded.template.region_at(x, 200);
        assert_eq!((region(299).is_some(), region(300).is_some()), (true, true));
    }

    #[test]
    fn the_sea_can_be_chosen() {
        let red = SeaColour::Colour([200, 30, 30]);
        let made = from_picture("lands", "Lands", &lands(), red).unwrap();
        assert_eq!(made.loaded.template.region_at(150, 200), None);
        assert_eq!(made.loaded.map.regions.len(), 3, "the former sea is a region");
        let none = from_picture("lands", "Lands", &lands(), SeaColour::None).unwrap();
        assert_eq!((none.sea, none.loaded.map.regions.len()), (None, 4));
        let error = from_picture("lands", "Lands", &lands(), SeaColour::Colour([1, 2, 3])).unwrap_err();
        assert_eq!(error, "has no pixel of the colour #010203");
        assert_eq!("#c81e1e".parse(), Ok(red));
        assert!("red".parse::<SeaColour>().unwrap_err().contains("edge, none or a colour"));
    }

    #[test]
    fn small_pictures_are_enlarged() {
        let small = RgbImage::from_fn(60, 30, |x, _| Rgb(if x < 30 { [250, 0, 0] } else { [0, 250, 0] }));
        let made = from_picture("small", "Small", &small, SeaColour::None).unwrap();
        assert_eq!((made.loaded.template.width(), made.loaded.map.regions.len()), (480, 2));
        assert!(made.notes[0].contains("enlarged 8 times"));
        // A smoothed edge stays an edge.
        let smooth = RgbImage::from_fn(60, 30, |x, y| {
            if x == 30 { Rgb([120, 130, (y % 2) as u8]) } else { *small.get_pixel(x, y) }
        });
        let made = from_picture("small", "Small", &smooth, SeaColour::None).unwrap();
        assert_eq!(made.loaded.map.regions.len(), 2);
    }

    #[test]
    fn pictures_without_flat_colours_are_refused() {
        let noise =
            RgbImage::from_fn(300, 200, |x, y| Rgb([(x * 7 + y * 13) as u8, (x ^ y) as u8, (x * y) as u8]));
        for picture in [noise, RgbImage::new(300, 200), RgbImage::new(1, 1)] {
            let error = from_picture("x", "X", &picture, SeaColour::Edge).unwrap_err();
            assert!(error.contains("at least two regions"), "{error}");
        }
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let error = from_picture("x", "X", &RgbImage::new(8000, 4000), SeaColour::Edge).unwrap_err();
        assert_eq!(error, "is too large: a template picture has at most 24 million pixels");
    }

    #[test]
    fn our_own_templates_are_found_again() {
        let loaded = crate::map::load("shards").unwrap();
        let made = made(&loaded.template.to_picture(&loaded.map));
        assert_eq!(made.loaded.map.regions.len(), loaded.map.regions.len());
        let same = made.loaded.template.pixels().iter().zip(loaded.template.pixels());
        let moved =
            same.filter(|(a, b)| (**a == Template::NO_REGION) != (**b == Template::NO_REGION)).count();
        assert!(moved < 3000, "{moved}");
    }

    #[test]
    fn a_picture_file_is_imported_and_a_damaged_one_explained() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lands.png");
        std::fs::write(&file, template::encode(&lands()).unwrap()).unwrap();
        let imported = import(&ImportRequest { file: file.clone(), ..ImportRequest::default() }).unwrap();
        assert_eq!((imported.loaded.id.as_str(), imported.loaded.map.regions.len()), ("lands", 3));
        let path = folder.path().join("saved.yaml");
        imported.loaded.save(&path).unwrap();
        assert_eq!(crate::map::load(&path.display().to_string()).unwrap().map, imported.loaded.map);
        for (name, bytes) in [("a.png", &b"no picture"[..]), ("b.jpg", &[0xff, 0xd8, 0xff][..])] {
            let file = folder.path().join(name);
            std::fs::write(&file, bytes).unwrap();
            let error = import(&ImportRequest { file, ..ImportRequest::default() }).unwrap_err().to_string();
            assert!(error.ends_with(" is not a PNG that can be read"), "{error}");
        }
    }
}
