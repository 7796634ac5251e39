//! Golly's rule files: examples, damaged files, and a comparison with Golly itself if it is installed.

use super::*;
use crate::automaton::{
    Automaton, AutomatonKind, Boundary, FileError, RuleTable, State, Triple, evolve, wolfram,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

fn rule(symmetries: &str, lines: &str) -> String {
    format!("@RULE Test\n@TABLE\nn_states:4\nneighborhood:oneDimensional\nsymmetries:{symmetries}\n{lines}")
}

fn table(symmetries: &str, lines: &str) -> RuleTable {
    read(rule(symmetries, lines).as_bytes()).unwrap_or_else(|why| panic!("{lines}: {why}")).table()
}

/// The rules that change the middle cell: left, middle, right, result.
fn changes(table: &RuleTable) -> Vec<String> {
    table.rules().filter(|rule| rule.result != rule.triple.middle).map(|rule| rule.to_string()).collect()
}

#[test]
fn columns_are_centre_west_east_and_unlisted_cells_keep_their_state() {
    assert_eq!(changes(&table("none", "0,1,2,3\n")), ["102 3"]);
    assert_eq!(changes(&table("none", "")), Vec::<String>::new());
}

#[test]
fn symmetries_swap_west_and_east() {
    assert_eq!(changes(&table("reflect", "0,1,2,3\n")), ["102 3", "201 3"]);
    assert_eq!(changes(&table("permute", "0,1,2,3\n")), ["102 3", "201 3"]);
}

#[test]
fn the_first_matching_line_applies() {
    assert_eq!(changes(&table("none", "0,1,2,3\n0,1,2,1\n")), ["102 3"]);
    assert_eq!(changes(&table("none", "0,1,2,0\n0,1,2,1\n")), Vec::<String>::new());
}

#[test]
fn a_repeated_variable_has_the_same_state_everywhere() {
    let any = "var a={1,2}\nvar b={1,2}\n0,a,b,3\n";
    assert_eq!(changes(&table("none", any)), ["101 3", "102 3", "201 3", "202 3"]);
    let same = "var a={1,2}\n0,a,a,3\n";
    assert_eq!(changes(&table("none", same)), ["101 3", "202 3"]);
    let copied = "var a={1,2}\n0,a,3,a\n";
    assert_eq!(changes(&table("none", copied)), ["103 1", "203 2"]);
    let inside = "var a={1}\nvar b = { a , 2 } # both\n0,b,0,3\n";
    assert_eq!(changes(&table("none", inside)), ["100 3", "200 3"]);
    let again = "var a={1}\n0,a,2,3\nvar a={2}\n0,a,1,1\n";
    assert_eq!(changes(&table("none", again)), ["102 3", "201 1"]);
    let single = "var a={3}\n0,1,2,a\n";
    assert_eq!(changes(&table("none", single)), ["102 3"]);
}

/// Golly 3.3 tries a line with a bound variable state by state, in the listed order, and mirrors each of them.
#[test]
fn the_order_of_a_variable_decides_between_conflicting_mirrored_lines() {
    assert_eq!(
        changes(&table("reflect", "var a={1,2}\nvar b={1,2}\n0,a,b,a\n")),
        ["101 1", "102 1", "201 1", "202 2"]
    );
    assert_eq!(
        changes(&table("reflect", "var a={2,1}\nvar b={1,2}\n0,a,b,a\n")),
        ["101 1", "102 2", "201 2", "202 2"]
    );
}

#[test]
fn lines_may_be_compressed_spaced_and_commented() {
    assert_eq!(changes(&table("none", "# nothing\n\n0123\n")), ["102 3"]);
    assert_eq!(changes(&table(" none ", " 0, 1, 2, 3 a remark\n0,2,1,3 # another\n")), ["102 3", "201 3"]);
    assert_eq!(changes(&table("none", "0,1,2,3\r\nsymmetries:reflect\r\n")), ["102 3", "201 3"]);
}

#[test]
fn descriptions_and_colours_are_parsed() {
    let text = "@RULE Test\nFrom a book.\nIn two lines.\n\n@TABLE\nn_states:3\nneighborhood:oneDimensional\n\
        symmetries:none\n@COLORS\n0 1 2 3\n2 255 254 253 # last\n@ICONS\ncircles\n";
    let automaton = read(text.as_bytes()).unwrap();
    assert_eq!(automaton.description(), "From a book.\nIn two lines.");
    let colours = [0, 1, 2].map(|state| automaton.colour(state).to_string());
    assert_eq!(colours, ["#010203", "#000000", "#FFFEFD"]);
    let gradient =
        text.replace("0 1 2 3\n2 255 254 253", "10 20 30 200 100 0").replace("n_states:3", "n_states:4");
    let automaton = read(gradient.as_bytes()).unwrap();
    assert_eq!([1, 2, 3].map(|state| automaton.colour(state).to_string()), ["#0A141E", "#693C0F", "#C86400"]);
}

#[test]
fn errors_name_the_line() {
    let error = |text: &str| read(text.as_bytes()).expect_err(text);
    let in_table = |lines: &str| error(&rule("none", lines));
    for (lines, line, part) in [
        ("0,1,2\n", 6, "'0,1,2'"),
        ("\n0,1,2,4\n", 7, "expected a state, 0 to 3"),
        ("0,1,x,3\n", 6, "'x'"),
        ("0,1,-1,3\n", 6, "'-1'"),
        ("0 1 2 3\n", 6, "' '"),
        ("var a={1,2}\n0,1,2,a\n", 7, "the result 'a'"),
        ("var a={}\n", 6, "expected states"),
        ("var 1={2}\n", 6, "expected a variable"),
        ("var a={b}\n", 6, "'b'"),
        ("var a={1}\n0123\n", 7, "'0123'"),
        ("@COLORS\n0 1 2\n", 7, "'0 1 2'"),
        ("@COLORS\n9 1 2 3\n", 7, "state 9"),
        ("@COLORS\n0 1 2 256\n", 7, "'0 1 2 256'"),
        ("n_states:3\n", 6, "already set"),
    ] {
        let FileError { line: found, message } = in_table(lines);
        assert_eq!(found, line, "{lines}: {message}");
        assert!(message.contains(part), "{lines}: {message}");
    }
    assert_eq!(error("").line, 1);
    assert!(error("n_states:2\n").message.contains("@RULE"));
    assert!(error("@TABLE\n").message.contains("@RULE"));
    assert!(error("@RULE a\n@TREE\n").message.contains("tree"));
    assert_eq!(error("@RULE a\n@TABLE\n0,0,0,1\n").line, 3);
    assert!(error("@RULE a\n@TABLE\nn_states:11\n").message.contains("2 to 10"));
    assert!(error("@RULE a\n@TABLE\nneighborhood:Moore\n").message.contains("oneDimensional"));
    assert!(error("@RULE a\n@TABLE\nsymmetries:rotate4\n").message.contains("permute"));
    assert_eq!(read(b"@RULE a\n\xFF\n").unwrap_err().line, 2);
}

#[test]
fn written_rules_round_trip() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for states in 2..=10 {
        let table = RuleTable::from_fn(states, |_| random.random_range(0..states));
        let mut automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        automaton.set_description("Made at random.\n@TABLE is no section here.");
        let back = read(write(&automaton, "some thing!").as_bytes()).unwrap();
        assert_eq!(back.table(), table);
        assert_eq!(back.colour(1), automaton.colour(1));
        assert_eq!(back.description(), "Made at random.\n @TABLE is no section here.");
    }
    let elementary = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
    let text = write(&elementary, "rule 30");
    assert!(text.starts_with("@RULE rule-30\n"), "{text}");
    assert!(
        text.contains("\n0,0,1,1\n") && text.contains("\n1,1,0,0\n") && !text.contains("\n0,0,0,"),
        "{text}"
    );
    assert_eq!(rule_name("?!"), "automaton");
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
    }

    #[test]
    fn no_lines_cause_a_panic(lines in prop::collection::vec(
        prop::sample::select(vec![
            "@RULE x", "@TABLE", "@COLORS", "@TREE", "n_states:2", "n_states:10", "n_states:99999999999",
            "neighborhood:oneDimensional", "symmetries:reflect", "var a={0,1}", "var b={a,9}", "a,b,a,b", "0,a,1,1",
            "0101", "1 2 3 4", "1 2 3 4 5 6", "#", "", "é,1,1,1", "ééé",
        ]), 0..20)) {
        let _ = read(lines.join("\n").as_bytes());
    }
}

/// Lets Golly advance several rows at once, on a torus, and returns the rows without empty edges.
fn golly_steps(folder: &Path, rows: &[Vec<State>], steps: usize) -> Vec<Vec<State>> {
    let (width, height) = (rows[0].len(), rows.len());
    let cell = |state: &State| if *state == 0 { '.' } else { (b'A' + state - 1) as char };
    let lines: Vec<String> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let pattern = format!(
        "#CXRLE Pos=-{},-{}\nx = {width}, y = {height}, rule = Test:T{width},{height}\n{}!\n",
        width / 2,
        height / 2,
        lines.join("$\n")
    );
    let (before, after) = (folder.join("before.rle"), folder.join("after.rle"));
    fs::write(&before, pattern).unwrap();
    let mut golly = Command::new("bgolly");
    golly.args(["-q", "-q", "-a", "RuleLoader", "-m", &steps.to_string()]);
    golly.arg("-s").arg(format!("{}/", folder.display())).arg("-o").arg(&after).arg(&before);
    let output = golly.output().unwrap();
    let text = fs::read_to_string(&after).unwrap_or_else(|why| panic!("{why}: {output:?}"));
    fs::remove_file(after).unwrap();
    cropped(&rle(&text))
}

/// Decodes a run-length encoded pattern.
fn rle(text: &str) -> Vec<Vec<State>> {
    let mut rows = vec![Vec::new()];
    let mut count = 0;
    for c in text.lines().filter(|line| !line.starts_with(['#', 'x'])).flat_map(str::chars) {
        match c {
            '0'..='9' => {
                count = count * 10 + c as usize - '0' as usize;
                continue;
            }
            '!' => break,
            '$' => (0..count.max(1)).for_each(|_| rows.push(Vec::new())),
            _ => {
                let state = if c == '.' || c == 'b' {
                    0
                } else if c == 'o' {
                    1
                } else {
                    c as u8 - b'A' + 1
                };
                let row = rows.last_mut().unwrap();
                row.resize(row.len() + count.max(1), state);
            }
        }
        count = 0;
    }
    rows
}

/// Golly does not write the position of a pattern, so only the part inside its bounding box can be compared.
fn cropped(rows: &[Vec<State>]) -> Vec<Vec<State>> {
    let filled = |row: &Vec<State>| row.iter().any(|state| *state != 0);
    let (Some(top), Some(bottom)) = (rows.iter().position(filled), rows.iter().rposition(filled)) else {
        return Vec::new();
    };
    let first = |row: &Vec<State>| row.iter().position(|state| *state != 0);
    let last = |row: &Vec<State>| row.iter().rposition(|state| *state != 0);
    let left = rows.iter().filter_map(first).min().unwrap();
    let right = rows.iter().filter_map(last).max().unwrap();
    let cell = |row: &Vec<State>, x: usize| row.get(x).copied().unwrap_or(0);
    rows[top..=bottom].iter().map(|row| (left..=right).map(|x| cell(row, x)).collect()).collect()
}

/// A random rule file that uses all features that Golly has in one dimension.
fn random_rule(random: &mut ChaCha8Rng) -> String {
    let states = random.random_range(2..=10u8);
    let symmetries = ["none", "reflect", "permute"][random.random_range(0..3)];
    let mut text = format!(
        "@RULE Test\n@TABLE\nn_states:{states}\nneighborhood:oneDimensional\nsymmetries:{symmetries}\n0,0,0,0\n"
    );
    for name in ["a", "b"] {
        let count = random.random_range(1..=states);
        let members: Vec<String> = (0..count).map(|_| random.random_range(0..states).to_string()).collect();
        let _ = writeln!(text, "var {name}={{{}}}", members.join(","));
    }
    for _ in 0..random.random_range(1..40) {
        let mut word = || match random.random_range(0..5) {
            0 => "a".to_owned(),
            1 => "b".to_owned(),
            _ => random.random_range(0..states).to_string(),
        };
        let inputs = [word(), word(), word()];
        let result = Some(word()).filter(|word| inputs.contains(word));
        let result = result.unwrap_or_else(|| random.random_range(0..states).to_string());
        let _ = writeln!(text, "{},{result}", inputs.join(","));
    }
    text
}

#[test]
fn golly_computes_the_same_generations() {
    if Command::new("bgolly").output().is_err() {
        eprintln!("skipped: bgolly is not installed (Debian package golly)");
        return;
    }
    let mut random = ChaCha8Rng::seed_from_u64(30);
    let folder = tempfile::tempdir().unwrap();
    let mut alive = 0;
    let mut compare = |file: &str, table: &RuleTable, name: &str| {
        fs::write(folder.path().join("Test.rule"), file).unwrap();
        let states = table.states();
        let rows: Vec<Vec<State>> =
            (0..12).map(|_| (0..40).map(|_| random.random_range(0..states)).collect()).collect();
        for steps in [1, 7] {
            let ours: Vec<Vec<State>> = rows
                .iter()
                .map(|row| evolve(table, Boundary::Cyclic, row, steps + 1).row(steps).to_vec())
                .collect();
            alive += usize::from(!cropped(&ours).is_empty());
            assert_eq!(
                golly_steps(folder.path(), &rows, steps),
                cropped(&ours),
                "{name}, {steps} steps:\n{file}"
            );
        }
    };
    let mut rules = ChaCha8Rng::seed_from_u64(31);
    for n in 0..20 {
        let states = rules.random_range(2..=10);
        // If 000 does not give 0, Golly runs out of memory even on a small grid.
        let table = RuleTable::from_fn(states, |triple| {
            if triple == Triple::new(0, 0, 0) { 0 } else { rules.random_range(0..states) }
        });
        let automaton = Automaton::new(AutomatonKind::Common, &table).unwrap();
        compare(&write(&automaton, "Test"), &table, &format!("export {n}"));
    }
    for n in 0..40 {
        let text = random_rule(&mut rules);
        let table = read(text.as_bytes()).unwrap_or_else(|why| panic!("{why}:\n{text}")).table();
        compare(&text, &table, &format!("import {n}"));
    }
    assert!(alive > 60, "only {alive} of 120 comparisons have live cells");
}
