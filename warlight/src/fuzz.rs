//! Fuzzing of the readers and protocols; see [`common::testing::fuzz`].

use crate::ai::settings::Settings;
use crate::ai::strong::tuned::Tuned;
use crate::cli::map_state;
use crate::contest::tests::bot::fuzz_bot;
use crate::map::import::{ImportRequest, import};
use crate::map::{Map, compact, file, load};
use crate::record::GameRecord;
use crate::rules::{Position, RuleSet, Setup};
use common::game::{Dice, Game, Stream};
use common::job::Work;
use common::parameters::Parameters;
use common::player::{AiPlayers, Budget, Spec, Turn};
use common::testing::fuzz::{self, Target};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const CONTEST: &str = "settings your_bot player1\nsetup_map super_regions 1 3 2 1\nsetup_map regions 1 1 2 1 5 2\n\
                       setup_map neighbors 1 2 2 5\nsetup_map wastelands 5\nupdate_map 1 player1 2\n";

const JSON: &str = r#"{"SuperRegions": [{"id": 1, "bonus": 3}, {"id": 2, "bonus": 1}],
 "Regions": [{"id": 1, "superRegion": 1, "neighbors": [2]}, {"id": 2, "superRegion": 1, "neighbors": [1, 3]},
 {"id": 3, "superRegion": 2, "neighbors": [2]}]}"#;

const XML: &str = r#"<?xml version="1.0"?><Map>
<SuperRegions><SuperRegion Name="North" Bonus="3"/><SuperRegion Name="South" Bonus="1"/></SuperRegions><Regions>
<Region Name="A" SuperRegion="North" Army="5"><Neighbours><Neighbour>B</Neighbour></Neighbours></Region>
<Region Name="B" SuperRegion="North"><Neighbours><Neighbour>A</Neighbour><Neighbour>C</Neighbour></Neighbours></Region>
<Region Name="C" SuperRegion="South"><Neighbours><Neighbour>B</Neighbour></Neighbours></Region></Regions></Map>"#;

fn imports(path: &Path) -> bool {
    import(&ImportRequest { file: path.to_path_buf(), ..ImportRequest::default() }).is_ok()
}

fn maps_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../maps")
}

/// The text of a map. To load its pictures too would take long, and tell nothing about the text.
fn maps() -> Target {
    let texts =
        ["brindle.yaml", "shards.yaml"].map(|name| std::fs::read(maps_folder().join(name)).expect("a map"));
    Target::text("maps", texts, |text| file::parse(text).is_ok_and(|file| file::resolve(&file).is_ok()))
}

fn small_picture() -> Vec<u8> {
    let mut picture = image::RgbImage::new(24, 16);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        *pixel = image::Rgb(if x < 8 {
            [200, 0, 0]
        } else if y < 8 {
            [0, 200, 0]
        } else {
            [0, 0, 200]
        });
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

fn map_states(map: Arc<Map>) -> Target {
    let names: Vec<&str> = map.regions.iter().take(3).map(|region| region.name.as_str()).collect();
    let [one, two, three] = names[..] else { unreachable!("a map has more regions") };
    let text = format!(
        "regions:\n  {one}: {{owner: 1, armies: 9}}\n  {two}: {{owner: 2}}\nfog: [{three}]\nhighlight: [{one}]\n\
         attacks:\n  - {{from: {one}, to: {two}, armies: 8}}\n"
    );
    Target::text("states of maps", [text], move |text| map_state::parse(text, &map).is_ok())
}

fn replays(record: Result<GameRecord, crate::record::BadRecord>) -> bool {
    let Ok(record) = record else { return false };
    let mut cursor = Arc::new(record).replay();
    while cursor.forward(crate::record::Step::Turn) {}
    true
}

/// The referee's side: what a bot says is read from a file. A bot that says nothing sensible loses, it does not fail.
fn referee() -> Target {
    let setup = Setup { rules: RuleSet::Contest2, ..Setup::default() };
    let mut dice = Dice::for_game(1, Stream::Start);
    let position = Position::start(&setup, &mut dice, &Work::quiet()).expect("a position");
    let answers =
        ["1\nplayer1 place_armies 1 3, player1 place_armies 2 2\nNo moves\n", "1 2 3 4 5 6\nNo moves\n"];
    Target::file("the referee of contests", "txt", answers, move |path| {
        let spec: Spec = format!("cmd:cat {}", path.display()).parse().expect("a player");
        let Some(side) = position.to_move().first() else { return false };
        let view = position.view(side);
        let turn = Turn { side, view: &view, setup: &setup, moves: &[] };
        match Position::build_player(&spec, &setup, 1) {
            Ok(mut bot) => drop(bot.choose(&turn, &Budget::time(Duration::from_secs(2)), &|_| {})),
            Err(_) => return false,
        }
        true
    })
}

#[test]
fn readers_and_protocols() {
    let record = include_bytes!("record/fixtures/v1.warlight");
    let json = GameRecord::from_bytes(record).expect("a record").to_json();
    let map = load("brindle").expect("a map").map;
    let fixed = |bytes: &[u8]| {
        // The checksum would find every change, so it is made right again.
        let mut bytes = bytes[..bytes.len().saturating_sub(4)].to_vec();
        bytes.extend(crate::record::checksum(&bytes).to_le_bytes());
        replays(GameRecord::from_bytes(&bytes))
    };
    let mut targets = vec![
        fuzz::saved_game::<Position>("saved games", &[Setup::default(), Setup::default()]),
        fuzz::settings::<common::window::Settings<Setup>>("settings", "players: [human, human]\n"),
        maps(),
        Target::text("maps in one word", [compact::to_text(&map)], |text| compact::from_text(text).is_ok()),
        map_states(map),
        Target::file("maps as contest lines", "txt", [CONTEST], imports),
        Target::file("maps as JSON", "json", [JSON], imports),
        Target::file("maps as XML", "xml", [XML], |path| {
            let said = import(&ImportRequest { file: path.to_path_buf(), ..ImportRequest::default() });
            said.is_ok()
                || said
                    .is_err_and(|why| why.to_string().contains("png") || why.to_string().contains("Mapping"))
        }),
        Target::file("maps as pictures", "png", [small_picture()], imports),
        Target::new("records", [&record[..]], |bytes| replays(GameRecord::from_bytes(bytes))),
        Target::new("records with a right checksum", [&record[..]], fixed),
        Target::text("records as JSON", [json], |text| replays(GameRecord::from_json(text))),
        Target::text("weights", [Tuned::built_in().write()], |text| Tuned::read(text).is_ok()),
        Target::text("constants", [include_str!("ai/original.yaml")], |text| Settings::read(text).is_ok()),
        fuzz_bot(),
    ];
    if cfg!(unix) {
        targets.push(referee());
    }
    fuzz::run(targets);
}
