//! Records of whole games: written, read back, and replayed.

use super::*;
use crate::rules::tests::whole::{random_game, setups};
use crate::rules::{RuleSet, Seen};
use common::game::{Dice, Game};
use proptest::prelude::*;

/// A random game and its record.
fn recorded(setup: &Setup, seed: u64) -> (Vec<Position>, GameRecord) {
    let (positions, plies) = random_game(setup, seed);
    let players = (0..setup.players).map(|side| format!("player {side}")).collect();
    let mut record = GameRecord::new(&positions[0], players, seed);
    for (side, m, effect) in &plies {
        record.push(*side, m, effect);
    }
    let last = &positions[positions.len() - 1];
    record.finish(last.outcome().expect("a whole game"), GameEnd::by_rules(last));
    (positions, record)
}

#[test]
fn records_are_read_as_they_are_written() {
    for setup in setups() {
        for seed in 0..3 {
            let (positions, mut record) = recorded(&setup, seed);
            assert!(GameRecord::from_bytes(&record.to_bytes()).as_ref() == Ok(&record));
            assert!(record.position() == positions[positions.len() - 1]);
            record
                .finish(record.outcome().unwrap(), GameEnd::Forfeit { side: Side(1), why: "it died".into() });
            assert!(GameRecord::from_bytes(&record.to_bytes()).as_ref() == Ok(&record));
        }
    }
}

#[test]
fn json_is_read_as_it_is_written() {
    let plain = Setup { round_limit: Some(12), ..Setup::default() };
    for setup in [
        plain.clone(),
        Setup { rules: RuleSet::Contest1, ..plain.clone() },
        Setup { rules: RuleSet::Contest2, ..plain.clone() },
        Setup { players: 4, fog: Some(true), ..plain },
    ] {
        let (_, record) = recorded(&setup, 5);
        assert!(GameRecord::from_json(&record.to_json()).as_ref() == Ok(&record));
    }
}

/// The game of the fixtures, which were written by version 1 of both formats and never change.
const V1: &[u8] = include_bytes!("fixtures/v1.warlight");
/// For each side: regions, armies, and regions that it has seen before the last round.
const V1_RESULT: [(usize, u64, usize); 2] = [(8, 35, 12), (6, 32, 14)];
const V1_JSON: &str = include_str!("fixtures/v1.json");

#[test]
fn records_of_version_1_are_read_for_ever() {
    let record = GameRecord::from_bytes(V1).unwrap();
    assert!(GameRecord::from_json(V1_JSON).as_ref() == Ok(&record));
    assert_eq!((record.players(), record.rounds()), (&["a bot".to_owned(), "another".to_owned()][..], 12));
    assert_eq!(record.end(), Some(&GameEnd::RoundLimit));
    let (position, mut owned) = (record.position(), Vec::new());
    for side in Side::all(2) {
        let view = record.position_after(record.moves().len() - 1).view(side);
        let seen = view.map().regions.len() - view.seen.iter().filter(|seen| **seen == Seen::Never).count();
        owned.push((position.state().region_count(side), position.state().army_count(side), seen));
    }
    assert_eq!(owned, V1_RESULT);
}

#[test]
fn an_unfinished_game_goes_on_from_its_record() {
    for setup in setups() {
        let (positions, whole) = recorded(&setup, 7);
        for length in [0, 1, whole.moves().len() / 2, whole.moves().len() - 1] {
            let mut part = GameRecord::new(whole.start(), whole.players().to_vec(), 7);
            for made in &whole.moves()[..length] {
                part.push(made.side, &made.m, &made.effect);
            }
            let part = GameRecord::from_bytes(&part.to_bytes()).unwrap();
            assert!((part.position(), part.end()) == (positions[length].clone(), None));
            let mut branch = part.branch(vec!["other".into(); whole.players().len()], 8);
            assert_eq!(branch.branched_at(), length);
            let made = &whole.moves()[length];
            let mut position = branch.position();
            let effect = position.play(made.side, &made.m, &mut Dice::new(1)).unwrap();
            branch.push(made.side, &made.m, &effect);
            assert!(GameRecord::from_bytes(&branch.to_bytes()).unwrap().position() == position);
        }
    }
}

/// Everything that a cursor shows.
fn shown(
    cursor: &ReplayCursor,
) -> (usize, u16, bool, Position, crate::rules::State, Vec<crate::rules::View>) {
    let sides = Side::all(cursor.record().players().len());
    let views = sides.map(|side| cursor.view(side)).collect();
    let place = (cursor.action(), cursor.round(), cursor.in_round());
    (place.0, place.1, place.2, cursor.position().clone(), cursor.state().clone(), views)
}

#[test]
fn replays_are_the_same_in_both_directions() {
    for setup in setups() {
        let (positions, record) = recorded(&setup, 11);
        for step in [Step::Action, Step::Turn, Step::Round] {
            let mut cursor = Arc::new(record.clone()).replay();
            let mut places = vec![shown(&cursor)];
            while cursor.forward(step) {
                places.push(shown(&cursor));
            }
            assert_eq!(cursor.action(), cursor.actions());
            assert!(Some(cursor.position()) == positions.last());
            assert!(!cursor.in_round());
            for place in places.iter().rev().skip(1) {
                assert!(cursor.back(step));
                assert!(&shown(&cursor) == place);
            }
            assert!(!cursor.back(step));
            assert_eq!(cursor.action(), 0);
            let (mut far, number) = (Arc::new(record.clone()).replay(), places[places.len() / 2].0);
            far.go_to(usize::MAX);
            far.go_to(number);
            assert!(shown(&far) == places[places.len() / 2]);
        }
    }
}

#[test]
fn steps_are_nested() {
    let setup = Setup { players: 3, round_limit: Some(10), ..Setup::default() };
    let (_, record) = recorded(&setup, 3);
    let places = |step| {
        let mut cursor = Arc::new(record.clone()).replay();
        std::iter::from_fn(|| cursor.forward(step).then(|| cursor.action())).collect::<Vec<_>>()
    };
    let (turns, rounds) = (places(Step::Turn), places(Step::Round));
    assert_eq!(rounds.len(), 11, "ten rounds and the picks");
    assert!(rounds.iter().all(|place| turns.contains(place)));
    assert!(turns.len() > rounds.len() && turns.len() <= 1 + 10 * 3);
    let mut cursor = Arc::new(record.clone()).replay();
    cursor.go_to_round(4);
    assert_eq!((cursor.round(), cursor.in_round()), (4, false));
    cursor.forward(Step::Action);
    assert_eq!((cursor.round(), cursor.in_round()), (5, true));
    cursor.go_to_round(0);
    assert_eq!((cursor.round(), cursor.position().is_picking()), (0, false));
}

#[test]
fn typical_games_are_small() {
    use crate::ai::evaluate::{Constants, Evaluator};
    let setup = Setup { round_limit: Some(40), ..Setup::default() };
    let evaluator = Evaluator::new(&setup.map, Constants::default());
    for seed in 0..12 {
        let mut position = crate::rules::tests::whole::start(&setup, seed);
        let mut record = GameRecord::new(&position, vec!["a".into(), "b".into()], seed);
        let map = record.to_bytes().len();
        let mut dice = Dice::new(seed);
        while let Some(side) = position.to_move().first() {
            let moves = crate::ai::generated_moves(&evaluator, &position.view(side));
            let m = dice.pick(&moves).cloned().unwrap();
            let effect = position.play(side, &m, &mut dice).unwrap();
            record.push(side, &m, &effect);
        }
        let (bytes, rounds) = (record.to_bytes().len(), usize::from(record.rounds()));
        assert!(
            map < 1500 && bytes < map + rounds * 150,
            "{rounds} rounds: {bytes} bytes, {map} for the map"
        );
    }
}

#[test]
fn other_files_are_refused() {
    let (_, record) = recorded(&Setup { round_limit: Some(3), ..Setup::default() }, 1);
    let bytes = record.to_bytes();
    assert_eq!(GameRecord::from_bytes(b"something else"), Err(BadRecord::NotARecord));
    assert_eq!(GameRecord::from_bytes(&bytes[..bytes.len() - 1]), Err(BadRecord::Checksum));
    assert_eq!(GameRecord::from_bytes(b"WARLGAME\x63"), Err(BadRecord::Newer(99)));
    for length in 8..12 {
        assert_eq!(GameRecord::from_bytes(&bytes[..length]), Err(BadRecord::Checksum));
    }
    assert_eq!(GameRecord::from_json("{}"), Err(BadRecord::NotARecord));
    let json = record.to_json();
    let newer = json.replacen("\"version\": 1", "\"version\": 2", 1);
    assert_eq!(GameRecord::from_json(&newer), Err(BadRecord::Newer(2)));
    let missing = json.replacen("\"seed\":", "\"sed\":", 1);
    let why = GameRecord::from_json(&missing).unwrap_err().to_string();
    assert!(why.contains("missing field `seed`"), "{why}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The checksum would find every change, so it is made right again.
    #[test]
    fn damaged_bytes_do_not_panic(
        kind in 0_usize..7,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        keep in any::<bool>(),
    ) {
        let setup = Setup { round_limit: Some(6), ..setups().swap_remove(kind) };
        let mut bytes = recorded(&setup, 2).1.to_bytes();
        bytes.truncate(bytes.len() - 4);
        if !keep {
            bytes.truncate(9 + cut.index(bytes.len() - 9));
        }
        for (place, byte) in changes {
            let place = 9 + place.index(bytes.len() - 8) - 1;
            if let Some(old) = bytes.get_mut(place) {
                *old = byte;
            }
        }
        let sum = bytes::crc32(&bytes);
        bytes.extend(sum.to_le_bytes());
        if let Ok(record) = GameRecord::from_bytes(&bytes) {
            let mut cursor = Arc::new(record.clone()).replay();
            while cursor.forward(Step::Action) {}
            while cursor.back(Step::Turn) {}
            prop_assert!(GameRecord::from_bytes(&record.to_bytes()).as_ref() == Ok(&record));
        }
    }

    #[test]
    fn noise_does_not_panic(mut noise in prop::collection::vec(any::<u8>(), 0..200), text in "\\PC{0,60}") {
        let _ = GameRecord::from_bytes(&noise);
        let _ = GameRecord::from_json(&text);
        noise.splice(0..0, *b"WARLGAME\x01");
        let sum = bytes::crc32(&noise);
        noise.extend(sum.to_le_bytes());
        let _ = GameRecord::from_bytes(&noise);
    }
}

#[test]
fn captures_and_rounds_are_where_the_cursor_finds_them() {
    for setup in setups() {
        let (_, record) = recorded(&setup, 4);
        let record = Arc::new(record);
        let mut cursor = record.replay();
        let (mut captures, mut ends) = (record.captures().into_iter().peekable(), Vec::new());
        if !cursor.position().is_picking() {
            ends.push(0);
        }
        let mut before = cursor.state().clone();
        while cursor.forward(Step::Action) {
            while let Some(capture) = captures.next_if(|capture| capture.action == cursor.action()) {
                assert_eq!(cursor.state().owner(capture.region), Some(capture.side));
                assert!(before.owner(capture.region) != Some(capture.side));
                before.set_owner(capture.region, Some(capture.side));
            }
            let same = before.regions().all(|region| before.owner(region) == cursor.state().owner(region));
            assert!(same, "every change of an owner is listed");
            before.clone_from(cursor.state());
            if !cursor.in_round() && !cursor.position().is_picking() {
                ends.push(cursor.action());
            }
        }
        assert_eq!(captures.next(), None);
        assert_eq!(record.round_ends(), ends);
        let [income, armies, regions] = record.series();
        for series in [income, armies, regions] {
            assert!(series.values.iter().all(|values| values.len() == ends.len()));
        }
        for (round, end) in ends.iter().enumerate() {
            let part = record.up_to_round(round as u16).unwrap();
            cursor.go_to(*end);
            assert!(part.position() == record.position_after(cursor.settled_moves()));
        }
        assert_eq!(record.up_to_round(ends.len() as u16), None);
    }
}
