//! The command line as a whole, and boards as JSON of every damaged kind.

use super::board_json::BoardJson;
use super::input::{generate, view_of};
use super::*;
use crate::id::PuzzleId;
use crate::rules::Start;
use crate::sheet::{Sheet, plain_text};
use common::job::Work;
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn the_command_line_is_consistent() {
    common::testing::command_line::<Program>();
}

fn board(id: &str) -> Start {
    let id: PuzzleId = id.parse().unwrap();
    generate(&id, &Work::quiet()).unwrap_or_else(|why| panic!("{id}: {why}"))
}

fn written(id: &str) -> Value {
    serde_json::to_value(BoardJson::new(&board(id), true)).unwrap()
}

/// The sentence about a board that cannot be read.
fn refusal(board: &Value) -> String {
    let read = BoardJson::read(&board.to_string()).and_then(|board| board.layout());
    read.err().unwrap_or_else(|| panic!("this is read: {board}"))
}

#[test]
fn boards_are_read_as_they_are_written() {
    for id in [
        "rule-110:8x6:medium:flat#1",
        "random-3:9x5:easy:cyclic#2",
        "sum-5:8x8:sweep:flat:3#3",
        "heart:16x15:sweep:flat#1",
        "rule-030:6x6:classic:flat#5",
    ] {
        let start = board(id);
        let json = written(id);
        let (layout, known) = BoardJson::read(&json.to_string()).unwrap().layout().unwrap();
        assert_eq!(known, start.board.known(), "{id}");
        assert_eq!(
            (layout.boundary(), layout.width()),
            (start.board.layout.boundary(), start.board.layout.width())
        );
        assert!(layout.rules().eq(start.board.layout.rules()), "{id}");
        assert_eq!(json["rules"].as_array().unwrap().len(), layout.rules().count());
        // The number of states follows from the rules.
        let mut fewer = json.clone();
        fewer.as_object_mut().unwrap().remove("states");
        assert_eq!(
            BoardJson::read(&fewer.to_string()).unwrap().layout().unwrap().0.states(),
            layout.states()
        );
    }
}

#[test]
fn a_damaged_board_is_refused_in_a_sentence() {
    let whole = written("random-3:5x4:sweep:flat#1");
    for (field, value, why) in [
        ("width", json!(6), "row 1 has 5 cells, but its width is 6"),
        ("height", json!(5), "it has 4 rows of cells, but its height is 5"),
        ("width", json!(61), "61x4 is not a valid size"),
        ("width", json!(0), "0x4 is not a valid size"),
        ("width", json!(-5), "invalid value"),
        ("width", json!("5"), "invalid type"),
        ("height", json!(41), "5x41 is not a valid size"),
        ("plan", json!("round"), "its plan is 'round', but should be flat or cyclic"),
        ("plan", json!("cyclic"), "a cyclic board has no edge"),
        ("edge", json!(null), "a flat board needs its edge"),
        ("edge", json!(3), "the edge state 3 does not exist"),
        ("edge", json!(300), "invalid value"),
        ("states", json!(1), "it has 1 states"),
        ("states", json!(11), "it has 11 states"),
        ("states", json!(2), "but the states are 0 to 1"),
        ("rules", json!([]), "it has no rules"),
        ("rules", json!(["000 0", "000 0"]), "the rule 000 0 is there twice"),
        ("rules", json!(["000 0", "000 1"]), "the rules 000 0 and 000 1 contradict each other"),
        ("rules", json!(["0000"]), "'0000' is not a rule"),
        ("rules", json!(["00ä 0"]), "is not a rule"),
        ("rules", json!([0]), "invalid type"),
        ("rules", json!(["003 0"]), "the rule 003 0 has the state 3"),
        ("cells", json!([]), "it has 0 rows of cells"),
        ("cells", json!([[0, 0, 0, 0, 0], [0], [], []]), "row 2 has 1 cells"),
        (
            "cells",
            json!([[0, 0, 0, 0, 3], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]),
            "the cell e1 has the state 3",
        ),
        ("cells", json!([[0.5]]), "invalid type"),
        ("cells", json!(7), "invalid type"),
    ] {
        let mut damaged = whole.clone();
        damaged[field] = value;
        let said = refusal(&damaged);
        assert!(said.contains(why) && !said.contains('\n'), "{field}: {said}");
    }
    for field in ["width", "height", "plan", "rules", "cells"] {
        let mut damaged = whole.clone();
        damaged.as_object_mut().unwrap().remove(field);
        assert!(refusal(&damaged).contains(&format!("missing field `{field}`")), "{field}");
    }
    let text = whole.to_string();
    for end in (1..text.len()).step_by(7) {
        assert!(BoardJson::read(&text[..end]).is_err(), "a board cut after {end} bytes is read");
    }
    assert!(BoardJson::read(&"[".repeat(100_000)).is_err());
}

#[test]
fn triples_that_are_not_listed_cannot_occur() {
    let mut some = written("rule-110:5x4:sweep:flat#1");
    let rules = some["rules"].as_array_mut().unwrap();
    rules.retain(|rule| rule != "111 0");
    let (layout, _) = BoardJson::read(&some.to_string()).unwrap().layout().unwrap();
    assert_eq!((layout.rules().count(), layout.states()), (7, 2));
}

#[test]
fn sheets_show_the_board_and_all_rules() {
    for (id, rules) in [
        ("rule-110:12x8:hard:flat#1", 8),
        ("sum-5:9x8:sweep:cyclic#1", 35),
        ("random-3:40x20:sweep:flat#1", 27),
    ] {
        let view = view_of(&board(id));
        let sheet = Sheet::new(&view, &view.clues());
        let svg = sheet.svg();
        assert_eq!(svg.matches("<rect").count(), 1 + view.cells.len() + 4 * rules, "{id}");
        assert!(svg.contains(&view.facts.id.as_ref().unwrap().to_string()), "{id}");
        let png = sheet.png().unwrap();
        assert!(image::load_from_memory(&png).is_ok(), "{id}");
        let text = plain_text(&view, &view.clues());
        assert_eq!(text.matches(" 1\n").count() > 0, text.contains(" 1\n"));
        assert!(text.contains('.') && text.contains(id.split(':').next().unwrap()), "{text}");
    }
}

#[test]
fn a_file_begins_a_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Program::setup_from_file(&path)
    };
    let rule = AutomatonRef::parse("rule-045").unwrap();
    let setup = open("my.ccell", rule.automaton().write().as_bytes()).unwrap();
    assert_eq!(setup.automaton, rule);
    for (name, bytes) in
        [("a.ccell", &b"noise"[..]), ("b.tcell", &[0xff; 50]), ("c.pcell", b""), ("d.txt", b"000 0")]
    {
        let why = open(name, bytes).unwrap_err();
        assert!(why.contains(name) && !why.contains('\n'), "{why}");
    }
    assert!(
        Program::setup_from_file(&folder.path().join("none.ccell"))
            .unwrap_err()
            .starts_with("there is no file")
    );
}

/// Boards as JSON, for fuzzing.
#[cfg(feature = "window")]
pub(crate) fn fuzz_boards() -> common::testing::fuzz::Target {
    common::testing::fuzz::Target::text("boards as JSON", [WHOLE], |text| {
        BoardJson::read(text).and_then(|board| board.layout()).is_ok()
    })
}

proptest! {
    #[test]
    fn noise_is_no_board(text in "\\PC{0,200}", cut in 0usize..2000, at in 0usize..2000, byte in 32u8..127) {
        let _ = BoardJson::read(&text).and_then(|board| board.layout());
        let mut whole = WHOLE.to_owned().into_bytes();
        let at = at % whole.len();
        whole[at] = byte;
        whole.truncate(cut.max(at + 1));
        let _ = BoardJson::read(&String::from_utf8_lossy(&whole)).and_then(|board| board.layout());
    }
}

const WHOLE: &str = r#"{"id":"x","width":3,"height":3,"plan":"flat","edge":0,"states":2,"rules":["000 0","001 1","010 1","011 1","100 0","101 1","110 1","111 0"],"cells":[[0,null,1],[null,null,null],[1,null,0]],"grade":"hard","unique":true}"#;
