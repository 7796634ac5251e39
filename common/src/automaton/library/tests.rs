//! The library as data against the library as files.

use super::*;
use crate::automaton::SpaceTime;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../automata")
}

/// After a wanted change, `WRITE_AUTOMATA=1 cargo test -p common library` writes the files anew; read the difference.
#[test]
fn the_folder_holds_exactly_what_the_recipes_make() {
    if std::env::var_os("WRITE_AUTOMATA").is_some() {
        for sample in all() {
            sample.automaton.save(&folder().join(sample.file)).unwrap();
        }
    }
    let made: BTreeSet<String> = all().iter().map(|sample| sample.file.to_owned()).collect();
    let there: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(made, there);
    for sample in all() {
        let text = fs::read_to_string(folder().join(sample.file)).unwrap();
        assert_eq!(text, sample.automaton.write(), "{} is not what its recipe makes", sample.file);
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
        assert!(titles.insert(title.to_owned()), "two are called {title}");
        assert_eq!(named(sample.file), Some(sample));
    }
    assert_eq!(named("nothing.ccell"), None);
}

#[test]
fn codes_in_names_and_descriptions_are_true() {
    for Sample { file, automaton } in all() {
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
            let mut digits = wolfram::digits_of(&number, 3, 7).unwrap();
            digits.reverse();
            let digits: String = digits.iter().map(u8::to_string).collect();
            assert!(automaton.description().contains(&digits), "{file} has the digits {digits}");
        }
        if let (Some(text), true) = (automaton.formula(), automaton.kind() != Kind::Picture) {
            let table = text.parse::<Formula>().unwrap().table(automaton.states()).unwrap();
            assert_eq!(automaton.table(), table, "{file}");
        }
    }
    for known in [30, 83, 90, 94, 110, 126, 137, 150, 184, 220, 249] {
        let has = |ending: &str| named(&format!("rule-{known:03}.{ending}")).is_some();
        assert!(has("ccell") || has("tcell"), "the source names rule {known}");
    }
    assert_eq!(named("majority-5.tcell").unwrap().automaton.table().totalistic(), Ok(()));
    assert!(code::totalistic(&named("majority-5.tcell").unwrap().automaton.table()).is_err());
    for file in ["rule-030.ccell", "shift-add-4.ccell"] {
        assert!(named(file).unwrap().automaton.table().left_permutive(), "{file}");
    }
    assert!(named("rule-106.ccell").unwrap().automaton.table().right_permutive());
}

fn drawn(rows: &SpaceTime, ink: &[u8]) -> Vec<String> {
    let sign = |state: &u8| if ink.contains(state) { '#' } else { '.' };
    rows.rows().map(|row| row.iter().map(sign).collect()).collect()
}

#[test]
fn pictures_show_what_they_are_called_and_need_no_rule_that_they_lack() {
    for Sample { file, automaton } in all() {
        if automaton.kind() == Kind::Picture {
            assert_eq!(automaton.added(), [], "{file} lacks rules");
            shows(file, &drawn(&automaton.draw().unwrap(), &automaton.ink()));
        }
    }
}

/// The five pictures that were drawn by hand; the others are known by their formulas.
fn shows(file: &str, rows: &[String]) {
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
