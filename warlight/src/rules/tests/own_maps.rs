//! Maps of files and of saved games.

use crate::rules::{MapRef, Setup, open_map};
use common::game::Setup as _;
use proptest::prelude::*;

#[test]
fn maps_of_files_are_carried_by_the_setup() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my map.yaml");
    let mut loaded = crate::map::load("brindle").unwrap();
    loaded.save(&path).unwrap();
    let mut setup = Setup::default();
    setup.set("map", path.to_str().unwrap()).unwrap();
    assert_eq!((&*setup.map.id, &setup.map.map), ("my map", &loaded.map));
    let map = crate::map::Map { name: "Realms".to_owned(), ..(*loaded.map).clone() };
    assert_eq!(MapRef { map: map.into(), ..setup.map.clone() }.title(), "Realms");
    // The files are gone, and the setup still has its map.
    let text = setup.get("map").unwrap();
    std::fs::remove_dir_all(folder.path()).unwrap();
    assert_eq!(open_map(&text).unwrap(), setup.map);
    assert_eq!(Setup::from_map(&setup.to_map()), Ok(setup.clone()));
    assert_eq!(Setup::option("map").unwrap().describe(&setup), "Brindle (my map)");
    // A map of a file that has the name of a built-in map is another map.
    let mut map = (*loaded.map).clone();
    map.regions[0].armies += 1;
    loaded.map = map.into();
    let own = MapRef { id: "brindle".to_owned(), map: loaded.map };
    assert_eq!(open_map(&own.text()).unwrap(), own);
    assert_eq!(open_map("Brindle").unwrap().text(), "brindle");
}

#[test]
fn bad_maps_are_explained() {
    let why = |text: &str| Setup::default().set("map", text).unwrap_err().to_string();
    assert!(why("wrold").starts_with("'wrold' is not a map: use one of world, "), "{}", why("wrold"));
    assert!(why("missing.yaml").contains("missing.yaml cannot be read"), "{}", why("missing.yaml"));
    for text in ["inline:", "inline:x", "inline:x:", "inline:x:AAAA", "inline:x:!!", "inline:world:AQ"] {
        assert!(why(text).starts_with("the map of this game is damaged: "), "{}", why(text));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.yaml");
    crate::map::load("brindle").unwrap().save(&path).unwrap();
    let yaml = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, yaml.replacen("neighbours: [", "neighbours: [Atlantis, ", 1)).unwrap();
    let why = why(path.to_str().unwrap());
    assert!(why.contains("there is no region 'Atlantis' to be its neighbour"), "{why}");
}

proptest! {
    #[test]
    fn damaged_maps_do_not_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), "[A-Za-z0-9_-]"), 1..4)) {
        let mut text = MapRef { id: "x".to_owned(), ..open_map("brindle").unwrap() }.text();
        for (place, letter) in changes {
            let place = "inline:x:".len() + place.index(text.len() - "inline:x:".len());
            text.replace_range(place..=place, &letter);
        }
        if let Ok(map) = open_map(&text) {
            prop_assert_eq!(open_map(&map.text()), Ok(map));
        }
    }
}
