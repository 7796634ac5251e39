//! The recipes against the files in `automata/`.

use super::*;
use crate::automaton::SpaceTime;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../automata")
}

/// After an intended change, `WRITE_AUTOMATA=1 cargo test -p common library` rewrites the files. Check the diff.
#[test]
fn the_folder_contains_exactly_the_recipes() {
    if std::env::var_os("WRITE_AUTOMATA").is_some() {
        for sample in all() {
            sample.automaton.save(&folder().join(sample.file)).unwrap();
        }
    }
    let expected: BTreeSet<String> = all().iter().map(|sample| sample.file.to_owned()).collect();
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(expected, files);
    for sample in all() {
        let text = fs::read_to_string(folder().join(sample.file)).unwrap();
        assert_eq!(text, sample.automaton.write(), "{} does not match its recipe", sample.file);
    }
}

#[test]
fn all_files_are_canonical_named_and_described() {
    assert!(all().len() >= 40);
    let mut titles = BTreeSet::new();
    for sample in all() {
        let path = folder().join(sample.file);
        let automaton = Automaton::open(&path).unwrap();
        assert_eq!(automaton, sample.automaton);
        assert_eq!(automaton.write(), fs::read_to_string(&path).unwrap(), "{} is not canonical", sample.file);
        let (title, about) = automaton.description().split_once('\n').expect("a title and a text");
        assert!(title.ends_with('.') && about.len() > 20, "{}: {title}", sample.file);
        assert!(titles.insert(title.to_owned()), "two automata have the title {title}");
        assert_eq!(find(sample.file), Some(sample));
    }
    assert_eq!(find("nothing.ccell"), None);
}

#[test]
fn codes_in_names_and_descriptions_are_correct() {
    for LibraryAutomaton { file, automaton } in all() {
        let number = |prefix: &str| {
            let digits = file.strip_prefix(prefix)?.split('.').next()?;
            Some(digits.trim_start_matches('0').to_owned())
        };
        if let Some(number) = number("rule-") {
            assert_eq!(wolfram::number(&automaton.table()), number);
            assert!(automaton.description().starts_with(&format!("Rule {number}.")));
        }
        if let Some(number) = number("code-") {
            assert_eq!(code::totalistic(&automaton.table()).unwrap(), number);
            let mut digits = wolfram::digits_from_number(&number, 3, 7).unwrap();
            digits.reverse();
            let digits: String = digits.iter().map(u8::to_string).collect();
            assert!(automaton.description().contains(&digits), "{file} has the digits {digits}");
        }
        if let (Some(text), true) = (automaton.formula(), automaton.kind() != AutomatonKind::Picture) {
            let table = text.parse::<Formula>().unwrap().table(automaton.states()).unwrap();
            assert_eq!(automaton.table(), table, "{file}");
        }
    }
    for known in [30, 83, 90, 94, 110, 126, 137, 150, 184, 220, 249] {
        let has = |ending: &str| find(&format!("rule-{known:03}.{ending}")).is_some();
        assert!(has("ccell") || has("tcell"), "the thesis uses rule {known}");
    }
    assert_eq!(find("majority-5.tcell").unwrap().automaton.table().check_totalistic(), Ok(()));
    assert!(code::totalistic(&find("majority-5.tcell").unwrap().automaton.table()).is_err());
    for file in ["rule-030.ccell", "shift-add-4.ccell"] {
        assert!(find(file).unwrap().automaton.table().is_left_permutive(), "{file}");
    }
    assert!(find("rule-106.ccell").unwrap().automaton.table().is_right_permutive());
}

fn as_text(rows: &SpaceTime, ink: &[u8]) -> Vec<String> {
    let sign = |state: &u8| if ink.contains(state) { '#' } else { '.' };
    rows.rows().map(|row| row.iter().map(sign).collect()).collect()
}

#[test]
fn pictures_show_their_subject_and_have_all_rules() {
    for LibraryAutomaton { file, automaton } in all() {
        if automaton.kind() == AutomatonKind::Picture {
            assert_eq!(automaton.added_triples(), [], "{file} has triples without a rule");
            assert_shows(file, &as_text(&automaton.draw().unwrap(), &automaton.ink()));
        }
    }
}

/// Checks the five pictures that were drawn by hand. The others are defined by their formulas.
fn assert_shows(file: &str, rows: &[String]) {
    let expected: &[&str] = match file {
        "heart.pcell" => &[
            ".............",
            "..###...###..",
            ".#####.#####.",
            ".###########.",
            ".###########.",
            ".###########.",
            "..#########..",
            "...#######...",
            "....#####....",
            ".....###.....",
            "......#......",
            ".............",
        ],
        "smile.pcell" => &[
            "....#####....",
            "..##.....##..",
            ".#.........#.",
            ".#..#...#..#.",
            "#...#...#...#",
            "#...#...#...#",
            "#...........#",
            "#..#.....#..#",
            ".#..#...#..#.",
            ".#...###...#.",
            "..##.....##..",
            "....#####....",
        ],
        "house.pcell" => &[
            "......#......",
            ".....###.....",
            "....#####..#.",
            "...#######.#.",
            "..##########.",
            ".###########.",
            "..#########..",
            "..##..#...#..",
            "..##..#.#.#..",
            "..##..#...#..",
            "..##..#####..",
            "..##..#####..",
        ],
        "tree.pcell" => &[
            "......#......",
            ".....###.....",
            "....#####....",
            ".....###.....",
            "....#####....",
            "...#######...",
            "....#####....",
            "...#######...",
            "..#########..",
            ".###########.",
            "......#......",
            "......#......",
        ],
        "cup.pcell" => &[
            "....#..#.....",
            "...#..#......",
            "....#..#.....",
            ".............",
            ".########....",
            ".###########.",
            ".########..#.",
            ".########..#.",
            ".###########.",
            "..######.....",
            "...####......",
            ".##########..",
        ],
        _ => return,
    };
    assert_eq!(rows, expected, "{file}");
}
