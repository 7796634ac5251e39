//! The cell editor as a whole program: real files, exit codes and output.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use whole_programs::{Output, Program};

fn editor() -> Program {
    Program::new("cell-editor")
}

fn library(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../automata").join(file).display().to_string()
}

/// Runs `cell-editor new` with a file in the program's folder.
fn make(program: &Program, args: &str, out: &str) -> Output {
    let out = program.file(out);
    let mut all = vec!["new"];
    all.extend(args.split('|'));
    all.extend(["--out", &out]);
    program.run(&all, "")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|why| panic!("{why}: {output:#?}"))
}

#[test]
fn without_a_display_the_program_prints_the_help_or_the_file() {
    let nothing: [&str; 0] = [];
    let output = editor().run(&nothing, "");
    output.exits(0).prints(&["Usage: cell-editor", "render", "Examples:", "median"]);
    assert!(output.stderr.contains("there is no display"), "{output:#?}");
    let program = editor();
    let output = program.run(&[library("rule-110.ccell")], "");
    output.exits(0).prints(&["2 states", "Wolfram number: 110"]);
    assert!(output.stderr.contains("there is no display"), "{output:#?}");
    assert!(program.run(&[program.file("gone.ccell")], "").fails(2).contains("cannot be read"));
    fs::write(program.file("bad.ccell"), "2\n#FFFFFF\n").unwrap();
    assert!(program.run(&[program.file("bad.ccell")], "").fails(2).contains("line 3"));
    assert!(program.run(&[&library("rule-110.ccell"), "bench"], "").fails(2).contains("not both"));
    let output = program.run(&["formul", &library("rule-110.ccell")], "");
    assert!(output.fails(2).contains("'formul' is neither a command nor an automaton"), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn install_adds_and_removes_the_desktop_entry() {
    let program = editor();
    let share = program.file("share");
    program.run(&["install", "--to", &share], "").exits(0).prints(&["pentad-cell-editor.desktop"]);
    let read = |name: &str| fs::read_to_string(Path::new(&share).join(name)).unwrap();
    let entry = read("applications/pentad-cell-editor.desktop");
    assert!(entry.starts_with("[Desktop Entry]\n"), "{entry}");
    let exec = entry.lines().find_map(|line| line.strip_prefix("Exec=")).unwrap();
    let path = exec.trim_end_matches(" %f").trim_matches('"');
    assert!(Path::new(path).is_file() && path.contains("cell-editor"), "{exec}");
    let types = read("mime/packages/pentad-automata.xml");
    for ending in ["ccell", "tcell", "pcell"] {
        assert!(types.contains(&format!("*.{ending}")) && entry.contains(&format!("x-pentad-{ending};")));
    }
    assert!(read("icons/hicolor/scalable/apps/pentad-cell-editor.svg").starts_with("<svg"));
    assert!(read("applications/mimeinfo.cache").contains("x-pentad-ccell=pentad-cell-editor.desktop;"));
    assert!(read("pentad/automata/rule-030.ccell").contains("000 0"));
    fs::write(Path::new(&share).join("pentad/automata/rule-110.ccell"), "changed").unwrap();
    program.run(&["install", "--remove", "--to", &share], "").exits(0).prints(&["One automaton was changed"]);
    assert!(!Path::new(&share).join("pentad/automata/rule-030.ccell").exists());
    assert_eq!(read("pentad/automata/rule-110.ccell"), "changed");
    assert!(!Path::new(&share).join("applications/pentad-cell-editor.desktop").exists());
    fs::remove_file(Path::new(&share).join("pentad/automata/rule-110.ccell")).unwrap();
    let again = program.run(&["install", "--remove", "--to", &share], "");
    again.exits(0);
    assert!(
        !again.stdout.contains("Removed: ") && again.stdout.contains("Nothing is installed"),
        "{}",
        again.stdout
    );
    assert!(!Path::new(&share).join("pentad").exists(), "no empty folders stay");
    fs::write(program.file("file"), "").unwrap();
    assert!(
        program.run(&["install", "--to", &program.file("file")], "").stderr.contains("cannot be written")
    );
}

#[test]
fn new_makes_automata_from_codes_formulas_and_random_rules() {
    let program = editor();
    make(&program, "--states|2|--wolfram|30", "a.ccell")
        .exits(0)
        .prints(&["Written: ", "a.ccell, 2 states, 8 rules."]);
    let text = fs::read_to_string(program.file("a.ccell")).unwrap();
    assert!(text.ends_with("000 0\n001 1\n010 1\n011 1\n100 1\n101 0\n110 0\n111 0\n"), "{text}");
    make(&program, "--states|3|--totalistic|777", "b.tcell").exits(0).prints(&["10 rules"]);
    make(&program, "--states|2|--outer|12|--plan|cyclic|--about|Left and right.", "c.ccell").exits(0);
    program.run(&["show", &program.file("c.ccell")], "").exits(0).prints(&[
        "Left and right.",
        "Beyond the ends of a row: the other end (a ring)",
        "Wolfram number: 90\n",
    ]);
    make(&program, "--states|10|--formula|(l + c + r) % k", "d.tcell").exits(0).prints(&["220 rules"]);
    assert!(fs::read_to_string(program.file("d.tcell")).unwrap().contains("\nformula: (l + c + r) % k\n"));
    for file in ["e.ccell", "f.ccell"] {
        make(&program, "--states|4|--random|7", file).exits(0);
    }
    make(&program, "--states|4|--random|8", "g.ccell").exits(0);
    let read = |file: &str| fs::read(program.file(file)).unwrap();
    assert_eq!(read("e.ccell"), read("f.ccell"));
    assert_ne!(read("e.ccell"), read("g.ccell"));
    make(&program, "--states|4|--random|8|--density|0", "h.tcell").exits(0);
    program.run(&["show", &program.file("h.tcell")], "").prints(&["Wolfram number: 0\n"]);
    make(&program, "--states|2|--wolfram|90|--start|single|--width|7|--generations|4", "i.pcell")
        .exits(0)
        .prints(&["5 rules"]);
    let files = ["a.ccell", "b.tcell", "c.ccell", "d.tcell", "e.ccell", "h.tcell", "i.pcell"]
        .map(|file| program.file(file));
    let mut check = vec!["check"];
    check.extend(files.iter().map(String::as_str));
    let output = program.run(&check, "");
    output.exits(0).prints(&[
        "a.ccell: valid, common, 2 states, 8 rules\n",
        "i.pcell: valid, picture, 2 states, 5 rules\n",
    ]);
    assert!(!output.stdout.contains("canonical"), "{output:?}");
}

#[test]
fn new_explains_errors_and_writes_nothing() {
    let program = editor();
    for (args, out, code, part) in [
        ("--states|2|--wolfram|256", "a.ccell", 2, "the largest one is 2^8 - 1"),
        ("--states|2|--wolfram|x", "a.ccell", 2, "'x' is not a number"),
        ("--states|2|--wolfram|30", "a.txt", 2, "does not end in .ccell, .tcell, .pcell or .rule"),
        ("--states|2|--wolfram|90", "a.tcell", 1, "001 gives 1, but 010 gives 0"),
        ("--states|3|--formula|l - r", "a.ccell", 2, "for the triple 001 the result is -1"),
        ("--states|3|--formula|l / r", "a.ccell", 2, "for the triple 000 there is a division by zero"),
        ("--states|3|--formula|(l + r", "a.ccell", 2, "column 7: found the end, expected ')'"),
        ("--states|3|--formula|l", "a.tcell", 1, "001 gives 0, but 100 gives 1"),
        ("--states|2|--wolfram|30", "a.pcell", 2, "needs --start and --generations"),
        ("--states|2|--wolfram|30|--start|single|--generations|4", "a.pcell", 2, "--width"),
        ("--states|2|--wolfram|30|--start|0120|--generations|4", "a.pcell", 2, "state 2"),
        ("--states|2|--wolfram|30|--start|01|--generations|99999999999", "a.pcell", 2, "cells"),
        ("--states|2|--wolfram|30|--start|01|--generations|4", "a.ccell", 2, "need a .pcell file"),
        ("--states|2|--wolfram|30|--plan|flat:2", "a.ccell", 2, "the states are 0 to 1"),
    ] {
        let output = make(&program, args, out);
        assert!(output.fails(code).contains(part), "{args}: {output:#?}");
        assert!(!Path::new(&program.file(out)).exists(), "{args}");
    }
    for args in [
        "--states|11|--wolfram|1",
        "--states|1|--wolfram|1",
        "--states|2",
        "--states|2|--wolfram|1|--random|1",
    ] {
        make(&program, args, "a.ccell").exits(2);
    }
}

#[test]
fn show_prints_the_table_codes_properties_and_evolution() {
    let program = editor();
    program
        .run(&["show", &library("rule-110.ccell"), "--size", "9x4", "--start", "000000010"], "")
        .exits(0)
        .prints(&[
            "common, 2 states, 8 rules",
            "Rule 110.",
            "States: 0 #FFFFFF white, 1 #000000 black",
            "Beyond the ends of a row: state 0\n",
            "Wolfram number: 110\n",
            "Totalistic code: none, because 001 gives 1, but 100 gives 0\n",
            "Mirror image: 124\nColours swapped: 137\nBoth: 193\nProperties: none\n",
            "000 0   001 1   010 1   011 1\n100 0   101 1   110 1   111 0\n",
            ".......1.\n......11.\n.....111.\n....11.1.\n",
        ]);
    let output = program.run(&["show", &library("code-0777.tcell"), "--json", "--size", "5x2"], "");
    let report = json(output.exits(0));
    assert_eq!(report["totalistic"]["number"], "777");
    assert_eq!(report["states"], 3);
    assert_eq!(report["rules"].as_array().unwrap().len(), 10);
    assert_eq!(report["evolution"], serde_json::json!(["..1..", ".111."]));
    let report = json(program.run(&["show", &library("rule-030.ccell"), "--json"], "").exits(0));
    assert_eq!(report["mirrored"], "86");
    assert_eq!(report["outer"]["none"], serde_json::json!(["011 1", "110 0"]));
    program
        .run(&["show", &library("heart.pcell")], "")
        .exits(0)
        .prints(&["picture, 4 states", "row: state 0"]);
}

#[test]
fn check_names_the_line_and_changes_nothing() {
    let program = editor();
    let good = fs::read_to_string(library("rule-030.ccell")).unwrap();
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut keep = |bytes: Vec<u8>| {
        let path = PathBuf::from(program.file(&format!("damaged-{}.ccell", files.len())));
        fs::write(&path, &bytes).unwrap();
        files.push((path, bytes));
    };
    let lines: Vec<&str> = good.split_inclusive('\n').collect();
    for at in 0..11 {
        keep([&lines[..=at], &lines[at..]].concat().concat().into_bytes());
        keep([&lines[..at], &lines[at + 1..]].concat().concat().into_bytes());
    }
    for cut in 0..100 {
        keep(good.as_bytes()[..cut].to_vec());
        let mut changed = good.clone().into_bytes();
        changed[cut] = b'9';
        keep(changed);
    }
    keep(vec![0xFF; 1_000_000]);
    keep(good.replace('\n', "\r\n").into_bytes());
    keep(format!("\u{FEFF}{good}").into_bytes());
    keep(good.trim_end().as_bytes().to_vec());
    let mut args = vec!["check".to_owned(), "--json".to_owned()];
    args.extend(files.iter().map(|(path, _)| path.display().to_string()));
    let output = program.run(&args, "");
    assert!(output.fails(1).contains("files cannot be used"), "{}", output.stderr);
    let report = json(&output);
    let findings = report["files"].as_array().unwrap();
    assert_eq!(findings.len(), files.len());
    for ((path, bytes), finding) in files.iter().zip(findings) {
        assert_eq!(&fs::read(path).unwrap(), bytes, "{} was changed", path.display());
        let sound = finding["sound"].as_bool().unwrap();
        assert!(sound || finding["line"].as_u64().unwrap() > 0, "{finding}");
    }
    let last: Vec<&Value> =
        findings[findings.len() - 3..].iter().map(|finding| &finding["canonical"]).collect();
    assert_eq!(last, [&Value::Bool(false); 3]);
    let output = program.run(&["check", &library("rule-030.ccell"), &files[0].0.display().to_string()], "");
    output.exits(1).prints(&[
        "rule-030.ccell: valid",
        "damaged-0.ccell: line 2: found '2', expected the colour of state 0",
    ]);
    assert!(
        program
            .run(&["check", "nothing.ccell"], "")
            .fails(2)
            .contains("1 of 1 files cannot be used because they cannot be read")
    );
    assert!(program.run(&["check", &program.file("")], "").fails(2).contains("cannot be read"));
    fs::write(program.file("bad.txt"), "2\n").unwrap();
    let output = program.run(&["check", &program.file("bad.txt"), "nothing"], "");
    assert!(output.fails(2).contains("2 of 2 files cannot be used; 1 of them cannot be read"), "{output:?}");
    output.prints(&["bad.txt: does not end in .ccell", "nothing: cannot be read"]);
}

#[test]
fn the_whole_library_is_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../automata");
    let mut args = vec!["check".to_owned()];
    args.extend(fs::read_dir(folder).unwrap().map(|file| file.unwrap().path().display().to_string()));
    let output = editor().run(&args, "");
    output.exits(0);
    assert!(output.stdout.lines().count() >= 40 && !output.stdout.contains("canonical"), "{output:?}");
}

#[test]
fn convert_writes_tables_that_fit() {
    let program = editor();
    let convert = |from: &str, to: &str, more: &[&str]| {
        let to = program.file(to);
        program.run(&[&["convert", from, "--out", &to], more].concat(), "")
    };
    convert(&library("rule-150.tcell"), "a.ccell", &[]).exits(0).prints(&["8 rules"]);
    convert(&program.file("a.ccell"), "a.tcell", &[]).exits(0).prints(&["4 rules"]);
    assert_eq!(fs::read(program.file("a.tcell")).unwrap(), fs::read(library("rule-150.tcell")).unwrap());
    let output = convert(&library("rule-030.ccell"), "b.tcell", &[]);
    assert!(output.fails(1).contains("011 gives 1, but 101 gives 0"), "{output:?}");
    assert!(!Path::new(&program.file("b.tcell")).exists());
    convert(&library("rule-030.ccell"), "c.rule", &[]).exits(0);
    convert(&program.file("c.rule"), "c.ccell", &[]).exits(0);
    assert_eq!(fs::read(program.file("c.ccell")).unwrap(), fs::read(library("rule-030.ccell")).unwrap());
    let output = convert(&library("rule-045.ccell"), "e.rule", &[]);
    assert!(output.exits(0).stderr.contains("000 does not give 0"), "{output:?}");
    assert_eq!(convert(&library("rule-030.ccell"), "e.rule", &["--force"]).exits(0).stderr, "");
    assert!(convert(&library("rule-030.ccell"), "d.pcell", &[]).fails(2).contains("--start"));
    let start = ["--start", "0001000", "--generations", "3"];
    convert(&library("rule-030.ccell"), "d.pcell", &start).exits(0);
    let text = fs::read_to_string(program.file("d.pcell")).unwrap();
    assert!(
        text.contains("\ngenerations: 3\nstart: 0001000\n000 0\n") && text.contains("Rule 30."),
        "{text}"
    );
    assert!(!text.contains("\n101 "), "only the rules that the picture needs: {text}");
    let output = convert(&library("heart.pcell"), "e.ccell", &[]);
    output.exits(0).prints(&["64 rules"]);
    assert!(output.stderr.contains("triples had no rule"), "{output:?}");
    assert!(convert("nothing.ccell", "f.ccell", &[]).fails(2).contains("nothing.ccell cannot be read"));
    fs::write(program.file("g.rule"), "@RULE g\n@TABLE\nn_states:11\n").unwrap();
    assert!(
        convert(&program.file("g.rule"), "g.ccell", &[])
            .fails(2)
            .contains("line 3: found 'n_states:11', expected 2 to 10")
    );
}

#[test]
fn render_writes_pictures() {
    let program = editor();
    let render = |args: &[&str]| program.run(&[&["render"], args].concat(), "");
    let (png, svg) = (program.file("a.png"), program.file("a.svg"));
    render(&[&library("rule-030.ccell"), "--out", &png, "--size", "20x10", "--cell", "3"])
        .exits(0)
        .prints(&["20 cells, 10 generations"]);
    let bytes = fs::read(&png).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..24], [0, 0, 0, 60, 0, 0, 0, 30], "width and height");
    render(&[
        &library("rule-030.ccell"),
        "--out",
        &svg,
        "--size",
        "3x2",
        "--start",
        "100",
        "--plan",
        "cyclic",
    ])
    .exits(0);
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.contains("id=\"state-1\" fill=\"#000000\" d=\"M0 0h1v1h-1zM0 1h3v1h-3z\""), "{text}");
    render(&[&library("heart.pcell"), "--out", &svg, "--force"])
        .exits(0)
        .prints(&["13 cells, 12 generations"]);
    for (args, part) in [
        (vec!["--out", "a.jpg"], "does not end in .png or .svg"),
        (vec!["--out", "b.png", "--size", "3x3", "--start", "1010"], "4 cells, but the row has 3"),
        (vec!["--out", "b.png", "--start", "2"], "state 2"),
        (vec!["--out", "b.png", "--plan", "flat:5"], "state 5"),
        (vec!["--out", "b.png", "--size", "4000x4000", "--cell", "1000"], "too large"),
    ] {
        let file = library("rule-030.ccell");
        assert!(render(&[&[file.as_str()][..], &args].concat()).fails(2).contains(part), "{args:?}");
    }
    render(&[&library("rule-030.ccell"), "--out", &png, "--size", "0x5"]).exits(2);
}

#[test]
fn formula_compares_the_rules_with_the_formula() {
    let program = editor();
    program
        .run(&["formula", &library("sum-5.tcell")], "")
        .exits(0)
        .prints(&["Formula: (l + c + r) % k", "All 35 rules agree with the formula."]);
    let file = program.file("changed.tcell");
    let text = fs::read_to_string(library("sum-5.tcell")).unwrap();
    fs::write(&file, text.replace("\n001 1\n", "\n001 3\n")).unwrap();
    let output = program.run(&["formula", &file], "");
    assert!(output.fails(1).contains("1 of 35 rules differ from the formula"), "{output:?}");
    output.prints(&["001 gives 3; the formula gives 1"]);
    let output = program.run(&["formula", &file, "--json"], "");
    assert_eq!(json(output.exits(1))["changed"].as_array().unwrap().len(), 1);
    assert!(program.run(&["formula", &library("rule-030.ccell")], "").fails(1).contains("has no formula"));
    program.run(&["formula", &library("rule-030.ccell"), "--formula", "l != (c || r)"], "").exits(0);
    let output = program.run(&["formula", &library("rule-030.ccell"), "--formula", "l +"], "");
    assert!(output.fails(2).contains("column 4"), "{output:?}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let program = editor();
    let mut running = program.start(&["show", &library("sum-10.tcell"), "--size", "2000x2000"]);
    running.read_until("Wolfram number");
    running.close_output();
    running.finish().exits(0);
}
