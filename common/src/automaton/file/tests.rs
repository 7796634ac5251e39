//! Written files read back the same. A damaged file gives an error with its line or a correct read.

use crate::automaton::{
    Automaton, AutomatonKind, Boundary, FileError, Rule, RuleTable, Triple, library, wolfram,
};
use proptest::prelude::*;

const PICTURE: &str = "3\n#FFFFFF paper\n#D7263D ink\n#1B998B leaf\ngenerations: 12\nstart: 000121000\n000 0\n001 2\n\n\
    A description in plain words.\n";

fn read(text: &str, kind: AutomatonKind) -> Result<Automaton, FileError> {
    Automaton::read(text.as_bytes(), kind)
}

fn elementary(number: &str) -> String {
    Automaton::new(AutomatonKind::Common, &wolfram::table(2, number).unwrap()).unwrap().write()
}

#[test]
fn the_example_file_is_parsed() {
    let picture = read(PICTURE, AutomatonKind::Picture).unwrap();
    assert_eq!(picture.states(), 3);
    assert_eq!((picture.colour(1).to_string().as_str(), picture.name(1)), ("#D7263D", "ink"));
    assert_eq!(picture.start(), Some((&[0, 0, 0, 1, 2, 1, 0, 0, 0][..], 12)));
    assert_eq!(picture.boundary(), Boundary::Flat { edge: 0 });
    let rules: Vec<Rule> = picture.rules().collect();
    assert_eq!(rules, [Rule::new(Triple::new(0, 0, 0), 0), Rule::new(Triple::new(0, 0, 1), 2)]);
    assert_eq!(picture.description(), "A description in plain words.");
    assert_eq!(picture.write(), PICTURE);
}

#[test]
fn files_are_written_in_canonical_form() {
    let expected =
        "2\n#FFFFFF white\n#000000 black\n000 0\n001 1\n010 1\n011 1\n100 0\n101 1\n110 1\n111 0\n";
    assert_eq!(elementary("110"), expected);
    let mut automaton =
        Automaton::new(AutomatonKind::Totalistic, &wolfram::table(2, "150").unwrap()).unwrap();
    automaton.set_boundary(Boundary::Flat { edge: 1 });
    automaton.set_formula(Some("(l + c + r) % k"));
    automaton.set_name(0, "");
    automaton.set_name(1, " a\nb ");
    automaton.set_description("One.\r\n\r\nTwo.");
    let expected = "2\n#FFFFFF\n#000000 a b\nedge: 1\nformula: (l + c + r) % k\n000 0\n001 1\n011 0\n111 1\n\nOne.\n\nTwo.\n";
    assert_eq!(automaton.write(), expected);
    assert_eq!(read(expected, AutomatonKind::Totalistic), Ok(automaton));
}

#[test]
fn known_and_unknown_keys_round_trip_byte_for_byte() {
    let text = "2\n#FFFFFF\n#000000\ngenerations: 3\nstart: 00100\nplan: flat\nedge: 0\nink: 1\nformula: c\nset sky: 0\n\
        author: somebody: else\nlicence:\n000 0\n";
    assert_eq!(read(text, AutomatonKind::Picture).unwrap().write(), text);
    assert_eq!(read(text, AutomatonKind::Picture).unwrap().extra_keys().len(), 3);
    let cyclic = text.replace("plan: flat", "plan: cyclic");
    assert_eq!(read(&cyclic, AutomatonKind::Picture).unwrap().boundary(), Boundary::Cyclic);
    assert_eq!(read(&cyclic, AutomatonKind::Picture).unwrap().write(), cyclic);
}

#[test]
fn non_canonical_files_are_written_in_canonical_form() {
    let canonical = elementary("30") + "\nText.\n";
    let mut lines: Vec<&str> = canonical.lines().collect();
    lines[3..11].reverse();
    let other_order = lines.join("\n");
    for other in [
        canonical.replace('\n', "\r\n"),
        format!("\u{FEFF}{canonical}"),
        canonical.trim_end().to_owned(),
        canonical.replace("#FFFFFF", "#ffffff"),
        canonical.replace("white", "  white  "),
        other_order,
    ] {
        assert_ne!(other, canonical);
        assert_eq!(read(&other, AutomatonKind::Common).unwrap().write(), canonical, "{other:?}");
    }
    let keys = "2\n#FFFFFF\n#000000\nstart: 1\nnote: x\nplan: cyclic\ngenerations:1\n";
    let sorted = "2\n#FFFFFF\n#000000\ngenerations: 1\nstart: 1\nplan: cyclic\nnote: x\n";
    assert_eq!(read(keys, AutomatonKind::Picture).unwrap().write(), sorted);
}

#[test]
fn errors_name_the_line_the_found_and_the_expected_text() {
    let common = elementary("30");
    let with = |line: usize, text: &str| {
        let mut lines: Vec<&str> = common.lines().collect();
        lines[line - 1] = text;
        lines.join("\n")
    };
    let without = |line: usize| {
        let mut lines: Vec<&str> = common.lines().collect();
        lines.remove(line - 1);
        lines.join("\n")
    };
    for (text, line, part) in [
        (String::new(), 1, "found nothing"),
        (with(1, "1"), 1, "found '1', expected the number of states, 2 to 10"),
        (with(1, "11"), 1, "2 to 10"),
        (with(1, "02"), 1, "2 to 10"),
        (with(1, " 2"), 1, "2 to 10"),
        (with(1, ""), 1, "found nothing"),
        (with(1, "3"), 4, "the colour of state 2"),
        (with(2, "#FFFFF white"), 2, "found '#FFFFF white', expected the colour of state 0"),
        (with(2, "FFFFFF"), 2, "the colour of state 0"),
        (without(2), 3, "the colour of state 1"),
        ("2\n#FFFFFF\n".to_owned(), 3, "the colour of state 1"),
        (with(4, "#123456"), 4, "there are only 2 states"),
        (with(4, "plan cyclic"), 4, "'key: value'"),
        (with(4, ": cyclic"), 4, "a key before the colon"),
        (with(4, " 7: x"), 4, "starts with a letter"),
        (with(4, "plan: round"), 4, "plan: flat or plan: cyclic"),
        (with(4, "edge: 2"), 4, "a state, 0 to 1"),
        (with(4, "edge: 10"), 4, "a state"),
        (with(4, "ink: 1 1"), 4, "different states"),
        (with(4, "ink:"), 4, "different states"),
        (with(4, "set sky: 5"), 4, "different states"),
        (with(4, "start: 012"), 4, "cells in the states 0 to 1"),
        (with(4, "start: é"), 4, "cells"),
        (with(4, "start:"), 4, "cells"),
        (with(4, "formula:"), 4, "a formula"),
        (with(4, "generations: 0"), 4, "1 to"),
        (with(4, "generations: +1"), 4, "1 to"),
        (with(4, "generations: 99999999999999999999999"), 4, "1 to"),
        (with(4, "plan: flat\nplan: flat"), 5, "already has a value"),
        (with(4, "note: a\nnote: b"), 5, "already has a value"),
        (with(5, "plan: flat"), 5, "keys must be before the rules"),
        (with(5, "0010 1"), 5, "expected a rule"),
        (with(5, "001  1"), 5, "expected a rule"),
        (with(5, "001 1 "), 5, "expected a rule"),
        (with(5, "00a 1"), 5, "expected a rule"),
        (with(5, "00é1"), 5, "expected a rule"),
        (with(5, "002 1"), 5, "there is no state 2; the states are 0 to 1"),
        (with(5, "001 2"), 5, "there is no state 2"),
        (with(5, "000 1"), 5, "000 already has a rule"),
        (without(5), 11, "the rules end after 7, but 2 states need 8; there is none for 001"),
        (with(6, ""), 6, "the rules end after 2, but 2 states need 8; there is none for 010"),
    ] {
        let error = read(&text, AutomatonKind::Common).expect_err(&text);
        assert_eq!(error.line, line, "{error} in {text:?}");
        assert!(error.message.contains(part), "{error} in {text:?}");
    }
    let totalistic = "2\n#FFFFFF\n#000000\n000 0\n010 1\n011 1\n111 0\n";
    let error = read(totalistic, AutomatonKind::Totalistic).unwrap_err();
    assert_eq!(error.to_string(), "line 5: found '010 1', expected the cells in ascending order: 001 1");
    for (key, line) in [("generations", 5), ("start", 5)] {
        let text: String =
            PICTURE.lines().filter(|l| !l.starts_with(key)).fold(String::new(), |t, l| t + l + "\n");
        let error = read(&text, AutomatonKind::Picture).unwrap_err();
        assert_eq!((error.line, error.message.contains(key)), (line + 1, true), "{error}");
    }
    let huge = PICTURE.replace("generations: 12", "generations: 60000000");
    assert!(read(&huge, AutomatonKind::Picture).unwrap_err().message.contains("1 to 131072"));
    assert_eq!(Automaton::read(b"2\n#FFFFFF\n#00\xFF000\n", AutomatonKind::Common).unwrap_err().line, 3);
}

/// A damaged file is rejected with a valid line number (or the line after the end), or it is read correctly: written
/// and read again, it is the same.
fn assert_rejected_or_stable(bytes: &[u8], kind: AutomatonKind) {
    let lines = bytes.split(|byte| *byte == b'\n').count();
    match Automaton::read(bytes, kind) {
        Err(error) => assert!((1..=lines + 1).contains(&error.line) && !error.message.is_empty(), "{error}"),
        Ok(automaton) => {
            let text = automaton.write();
            assert_eq!(read(&text, kind).as_ref(), Ok(&automaton), "{text:?}");
        }
    }
}

#[test]
fn damaged_files_are_rejected_or_read_correctly() {
    let mut damaged = 0;
    let mut rejected = 0;
    let mut check = |bytes: &[u8], kind: AutomatonKind| {
        assert_rejected_or_stable(bytes, kind);
        damaged += 1;
        rejected += usize::from(Automaton::read(bytes, kind).is_err());
    };
    for sample in library::all().iter().step_by(5) {
        let (kind, text) = (sample.automaton.kind(), sample.automaton.write());
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for cut in (0..text.len()).step_by(text.len() / 40 + 1) {
            check(&text.as_bytes()[..cut], kind);
        }
        for at in (0..lines.len()).step_by(lines.len() / 25 + 1) {
            let doubled = [&lines[..=at], &lines[at..]].concat().concat();
            check(doubled.as_bytes(), kind);
            let missing = [&lines[..at], &lines[at + 1..]].concat().concat();
            check(missing.as_bytes(), kind);
        }
        for at in (0..text.len()).step_by(text.len() / 40 + 1) {
            for byte in [b'9', b'\n', b'\r', b' ', 0, 0xFF] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = byte;
                check(&bytes, kind);
            }
        }
        for other in AutomatonKind::ALL.into_iter().filter(|other| *other != kind) {
            check(text.as_bytes(), other);
        }
    }
    assert!(damaged > 1000 && rejected > damaged / 4, "{rejected} of {damaged}");
}

#[test]
fn a_doubled_or_missing_line_of_a_table_is_always_an_error() {
    let text = elementary("110");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 0..lines.len() {
        let doubled = [&lines[..=at], &lines[at..]].concat().concat();
        assert!(read(&doubled, AutomatonKind::Common).is_err(), "{doubled:?}");
        let missing = [&lines[..at], &lines[at + 1..]].concat().concat();
        assert!(read(&missing, AutomatonKind::Common).is_err(), "{missing:?}");
    }
    for cut in 0..text.len() - 1 {
        assert!(read(&text[..cut], AutomatonKind::Common).is_err(), "{:?}", &text[..cut]);
    }
    // Only the final line feed can be missing.
    assert_eq!(read(&text[..text.len() - 1], AutomatonKind::Common).unwrap().write(), text);
}

#[test]
fn ten_megabytes_of_noise_are_rejected() {
    let noise = |seed: u64| {
        (0..10_000_000u64).scan(seed, |state, _| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some((*state >> 56) as u8)
        })
    };
    let bytes: Vec<u8> = noise(1).collect();
    let printable: Vec<u8> = noise(2).map(|byte| b' ' + byte % 95).collect();
    let digits: Vec<u8> = noise(3).map(|byte| b"0123456789 \n"[usize::from(byte % 12)]).collect();
    let after_a_valid_start = [elementary("30").as_bytes(), &digits].concat();
    let colons: Vec<u8> = [&b"2\n#FFFFFF\n#000000\n"[..], &b"a:".repeat(5_000_000)].concat();
    for kind in AutomatonKind::ALL {
        for bytes in [&bytes, &printable, &digits, &after_a_valid_start] {
            assert!(Automaton::read(bytes, kind).is_err());
            assert_rejected_or_stable(bytes, kind);
        }
        assert!(Automaton::read(&colons, kind).is_err());
    }
}

fn any_kind() -> impl Strategy<Value = AutomatonKind> {
    prop::sample::select(AutomatonKind::ALL.to_vec())
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), kind in any_kind()) {
        assert_rejected_or_stable(&bytes, kind);
    }

    #[test]
    fn no_lines_cause_a_panic(
        kind in any_kind(),
        lines in prop::collection::vec(prop::sample::select(vec![
            "2", "3", "#ffffff", "#000000 x", "plan: flat", "generations: 2", "start: 010", "edge: 1", " a : b", "x:",
            "000 0", "001 1", "011 0", "111 1", "222 2", "", "\r", "text\r\r", "\u{FEFF}", "\u{2028}", ": ", "ink: 1",
        ]), 0..25),
    ) {
        // A valid start, so that the parser gets past the first line.
        assert_rejected_or_stable(lines.join("\n").as_bytes(), kind);
        assert_rejected_or_stable(format!("2\n#FFFFFF\n#000000\n{}", lines.join("\n")).as_bytes(), kind);
        assert_rejected_or_stable(format!("{}\n{}", elementary("30"), lines.join("\n")).as_bytes(), kind);
    }

    #[test]
    fn any_automaton_round_trips(
        states in 2u8..=10,
        kind in any_kind(),
        results in prop::collection::vec(0u8..10, 1000),
        kept in prop::collection::vec(any::<bool>(), 1000),
        names in prop::collection::vec(".{0,12}", 10),
        description in "(?s).{0,80}",
        boundary in prop::sample::select(vec![Boundary::Cyclic, Boundary::default(), Boundary::Flat { edge: 1 }]),
    ) {
        let value = |triple: Triple| {
            let triple = if kind == AutomatonKind::Totalistic { triple.sorted() } else { triple };
            results[triple.index(states)]
        };
        let mut automaton = Automaton::new(kind, &RuleTable::from_fn(states, value)).unwrap();
        for triple in Automaton::rule_triples(kind, states) {
            if kept[triple.index(states)] {
                automaton.remove_rule(triple);
            }
        }
        automaton.set_boundary(boundary);
        for (state, name) in (0..states).zip(&names) {
            automaton.set_name(state, name);
        }
        automaton.set_description(&description);
        let text = automaton.write();
        prop_assert_eq!(&read(&text, kind).unwrap().write(), &text);
        prop_assert_eq!(read(&text, kind), Ok(automaton));
    }
}
