//! The rule generator as a whole program: masks, pictures, results, exit codes and output.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use whole_programs::{Output, Program};

const HEART: &str = ".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n";
const SMILEY: &str = "....######....\n..##......##..\n.#..........#.\n.#..........#.\n#...##..##...#
#...##..##...#\n#............#\n#..#......#..#\n#..##....##..#\n#...######...#
.#...####...#.\n.#..........#.\n..##......##..\n....######....\n";
const LETTER: &str = "..###\n.#..#\n#...#\n#####\n#...#\n";

fn generator() -> Program {
    Program::new("rule-generator")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|why| panic!("{why}: {output:#?}"))
}

/// A program with the heart as `heart.txt` in its folder.
fn with_heart() -> (Program, String) {
    let program = generator();
    let heart = program.file("heart.txt");
    fs::write(&heart, HEART).unwrap();
    (program, heart)
}

/// The rows of a `.pcell`, as the cell editor draws them: one digit for each cell.
fn replay(file: &str) -> Vec<String> {
    let editor = Program::new("cell-editor");
    editor.run(&["check", file], "").exits(0);
    let report = json(editor.run(&["show", file, "--json"], "").exits(0));
    assert_eq!(report["added"], json!([]), "the file has all rules that its picture needs");
    let rows = report["evolution"].as_array().unwrap();
    rows.iter().map(|row| row.as_str().unwrap().replace('.', "0")).collect()
}

/// Asserts that a picture of states is the mask, if `sets` are the states of `symbols`.
fn assert_draws(rows: &[String], mask: &str, sets: &Value, symbols: &str) {
    let symbol = |digit: char| {
        let has = |set: &Value| set.as_array().unwrap().contains(&json!(digit.to_digit(10).unwrap()));
        let colour = sets.as_array().unwrap().iter().position(has);
        symbols.chars().nth(colour.unwrap_or_else(|| panic!("{digit} has no colour"))).unwrap()
    };
    let drawn: Vec<String> = rows.iter().map(|row| row.chars().map(symbol).collect()).collect();
    assert_eq!(drawn, mask.lines().collect::<Vec<_>>());
}

#[test]
fn a_found_automaton_draws_the_mask() {
    let program = generator();
    for (name, mask, symbols, options) in [
        ("heart", HEART, ".#", &[][..]),
        ("letter", LETTER, ".#", &["--plan", "cyclic"]),
        ("symmetric", HEART, ".#", &["--symmetric"]),
        ("colours", "..x..\n.#x#.\n#xxx#\n", ".#x", &["--states", "3-10"]),
        ("one row", "#.#.#\n", ".#", &["--states", "2..=4"]),
        ("one cell", "#\n", ".#", &["--ink", "one"]),
    ] {
        let (file, out) = (program.file(&format!("{name}.txt")), program.file(&format!("{name}.pcell")));
        fs::write(&file, mask).unwrap();
        let mut args = vec![file.as_str(), "--out", &out, "--json", "--time", "20"];
        args.extend(options);
        let report = json(program.run(&args, "").exits(0));
        assert_eq!(report["found"], true);
        assert_eq!(report["files"], json!([out]));
        assert_eq!(report["ink"], report["sets"][1]);
        assert_eq!(report["verdicts"].as_array().unwrap().last().unwrap()["verdict"], "found", "{report}");
        assert!(report["seconds"].is_number() && report["method"].is_string(), "{report}");
        let rows = replay(&out);
        assert_draws(&rows, mask, &report["sets"], symbols);
        let text = fs::read_to_string(&out).unwrap();
        assert_eq!(text.lines().next(), Some(report["states"].to_string().as_str()));
        assert!(text.contains(&format!("Rules of {} states that draw it", report["states"])), "{text}");
        let rules = text.lines().filter(|line| line.len() == 5 && line.as_bytes()[3] == b' ').count();
        assert_eq!(report["rules"], rules, "{text}");
    }
}

#[test]
fn the_result_is_printed_as_text() {
    let (program, heart) = with_heart();
    let output = program.run(&[heart.as_str()], "");
    output.exits(0).prints(&[
        "3 states, ",
        " rules, found by ",
        "paper: 0",
        "; ink: ",
        "2 states: impossible; 3 states: found\n",
    ]);
    assert!(output.stderr.contains("there is no display"), "{output:#?}");
    let rows = output
        .stdout
        .lines()
        .filter(|line| line.len() == 7 && line.bytes().all(|byte| byte.is_ascii_digit()));
    assert_eq!(rows.count(), 6, "{output:#?}");
    program.run(&["-"], HEART).exits(0).prints(&["3 states, "]);
    program.run(&["-", "--states", "5"], &HEART.replace('\n', "\r\n")).exits(0).prints(&["5 states: found"]);
    let out = program.file("heart.pcell");
    program.run(&[heart.as_str(), "--out", &out], "").exits(0).prints(&["Written: ", "heart.pcell"]);
    let nothing: [&str; 0] = [];
    let output = program.run(&nothing, "");
    output.exits(0).prints(&["Usage: rule-generator", "--fewest-rules", "Examples:"]);
    assert!(output.stderr.contains("there is no display"), "{output:#?}");
}

#[test]
fn the_same_seed_gives_the_same_automaton() {
    let (program, heart) = with_heart();
    let run = |seed: &str| {
        let out = program.file("seeded.pcell");
        program
            .run(&[heart.as_str(), "--method", "sat", "--seed", seed, "--force", "--out", &out], "")
            .exits(0);
        fs::read_to_string(out).unwrap()
    };
    assert_eq!(run("7"), run("7"));
}

#[test]
fn several_automata_are_different() {
    let (program, heart) = with_heart();
    let out = program.file("several.pcell");
    let report = json(program.run(&[heart.as_str(), "--all", "3", "--out", &out, "--json"], "").exits(0));
    let files: Vec<&str> =
        report["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    assert_eq!(report["automata"].as_array().unwrap().len(), files.len());
    let names = ["several.pcell", "several-2.pcell", "several-3.pcell"].map(|name| program.file(name));
    assert!(!files.is_empty() && files.iter().zip(&names).all(|(file, name)| file == name), "{files:?}");
    let mut pictures: Vec<Vec<String>> = files.iter().map(|file| replay(file)).collect();
    for (rows, automaton) in pictures.iter().zip(report["automata"].as_array().unwrap()) {
        assert_draws(rows, HEART, &automaton["sets"], ".#");
    }
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), files.len());
}

#[test]
fn without_a_result_the_exit_code_is_one() {
    let (program, heart) = with_heart();
    let out = program.file("none.pcell");
    let args = [heart.as_str(), "--states", "2", "--out", &out];
    let output = program.run(&args, "");
    output.prints(&["2 states: impossible"]);
    assert!(
        output.fails(1).contains("no automaton with 2 states draws this mask; try more states"),
        "{output:#?}"
    );
    let solid = program.run(&["-", "--ink", "one"], ".....\n.###.\n.###.\n.....\n");
    assert!(solid.fails(1).contains("impossible with one ink state: columns 2–4 of row 2"), "{solid:#?}");
    let output = program.run(&[&args[..], &["--json"]].concat(), "");
    output.fails(1);
    let report = json(&output);
    assert_eq!(report["found"], false);
    assert_eq!(report["verdicts"], json!([{ "states": 2, "verdict": "impossible" }]));
    assert!(
        report["reason"].as_str().unwrap().len() > 10 && report["suggestion"].as_str().unwrap().len() > 5
    );
    assert!(report["places"].is_array(), "{report}");
    let colours = program.run(&["-", "--states", "3", "--json"], "#.23\n");
    assert!(colours.fails(1).contains("4 colours"), "{colours:#?}");
    assert!(!Path::new(&out).exists());
}

#[test]
fn bad_options_are_explained() {
    let (program, heart) = with_heart();
    let directory = program.dir().display().to_string();
    fs::write(program.file("file"), "").unwrap();
    let below_a_file = program.file("file/below.pcell");
    for (args, part) in [
        (vec!["--states", "1"], "use 2 to 10"),
        (vec!["--states", "6..2"], "use 2..6"),
        (vec!["--states", "2..11"], "use 2 to 10"),
        (vec!["--size", "8x8"], "--size is for PNG pictures"),
        (vec!["--size", "129x8"], "at most 128x128"),
        (vec!["--size", "8"], "use columns and rows"),
        (vec!["--threshold", "99"], "--threshold is for PNG pictures"),
        (vec!["--threshold", "256"], "256"),
        (vec!["--ink", "two"], "use one or sets"),
        (vec!["--method", "magic"], "use auto, backtracking, beam or sat"),
        (vec!["--plan", "round"], "use flat or cyclic"),
        (vec!["--time", "0"], "use seconds"),
        (vec!["--time", "nan"], "use seconds"),
        (vec!["--time", "-1"], "use seconds"),
        (vec!["--all", "0"], "from 1 to 1000"),
        (vec!["--seed", "first"], "--seed"),
        (vec!["--out", "heart.txt"], "does not end in .pcell"),
        (vec!["--out", &below_a_file], "cannot be written"),
        (vec!["--out", &directory], "does not end in .pcell"),
    ] {
        let output = program.run(&[&[heart.as_str()], &args[..]].concat(), "");
        output.exits(2);
        assert!(output.stderr.contains(part), "{args:?}: {output:#?}");
    }
    assert!(program.run(&["--json"], "").fails(2).contains("needs a mask"));
    assert!(program.run(&["--json", "mask", heart.as_str()], "").fails(2).contains("follow its name"));
    assert_eq!(fs::read_to_string(&heart).unwrap(), HEART);
}

#[test]
fn files_that_are_no_masks_are_refused() {
    let program = generator();
    let wide = ".".repeat(100_000);
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("empty.txt", Vec::new(), "the file is empty"),
        ("wide.txt", wide.clone().into_bytes(), "100000x1 cells; at most 128x128"),
        ("high.txt", "#\n".repeat(100_000).into_bytes(), "1x100000 cells"),
        ("ragged.txt", b"##\n#\n".to_vec(), "line 2 is 1 wide"),
        ("eleven.txt", b".#23456789a\n".to_vec(), "eleventh colour"),
        ("spaces.txt", b"# #\n".to_vec(), "cannot be a colour"),
        ("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec(), "neither a PNG picture nor text"),
        ("signature.png", b"\x89PNG\r\n\x1a\n".to_vec(), "cut off"),
        ("long.txt", vec![b'#'; 70 << 20], "too large"),
    ];
    for (name, bytes, part) in cases {
        let file = program.file(name);
        fs::write(&file, bytes).unwrap();
        for args in [&[file.as_str()][..], &[&file, "--json"], &["mask", &file]] {
            let output = program.run(args, "");
            assert!(output.fails(2).contains(part), "{args:?}: {output:#?}");
        }
    }
    assert!(program.run(&["-"], &wide).fails(2).contains("the standard input: it has 100000x1"));
    // A .pcell is read as the picture that it draws.
    let found = program.file("found.pcell");
    program.run(&["-", "--out", &found], "..#..\n.#.#.\n#...#\n").exits(0);
    assert_eq!(program.run(&["mask", &found], "").exits(0).stdout, "..#..\n.#.#.\n#...#\n");
    for gone in [program.file("gone.txt"), program.dir().display().to_string()] {
        assert!(program.run(&[gone.as_str(), "--json"], "").fails(2).contains("cannot be read"));
    }
}

#[test]
fn masks_are_converted_and_transformed() {
    let (program, heart) = with_heart();
    let (picture, text) = (program.file("heart.png"), program.file("copy.txt"));
    program
        .run(&["mask", &heart, "--out", &picture, "--cell", "9"], "")
        .exits(0)
        .prints(&["heart.png, 7x6 cells."]);
    program.run(&["mask", &picture, "--out", &text], "").exits(0);
    assert_eq!(fs::read_to_string(&text).unwrap(), HEART);
    let run = |args: &[&str], input: &str| {
        program.run(&[&["mask", "-"], args].concat(), input).exits(0).stdout.clone()
    };
    assert_eq!(run(&["--trim", "--margin", "1"], "...\n.#.\n.#.\n"), "...\n.#.\n.#.\n...\n");
    assert_eq!(run(&["--invert", "--flip-horizontally"], "#..\n"), "##.\n");
    assert_eq!(run(&["--shift", "-1,1"], "#..\n...\n"), "...\n..#\n");
    assert_eq!(run(&["--resize", "2x3", "--flip-vertically"], "##\n"), "..\n..\n##\n");
    assert_eq!(run(&["--mirror"], "#2.\n"), "#2#\n");
    let output = program.run(&["mask", &picture, "--size", "14x3", "--threshold", "200"], "");
    assert_eq!(output.exits(0).stdout.lines().map(str::len).collect::<Vec<_>>(), [14, 14, 14]);
    let report = json(program.run(&[picture.as_str(), "--json"], "").exits(0));
    assert_eq!((&report["width"], &report["height"], &report["states"]), (&json!(7), &json!(6), &json!(3)));
    for (args, part) in [
        (&["--out", "heart.gif"][..], ".txt or .png"),
        (&["--margin", "70"], "at most 128x128"),
        (&["--shift", "1"], "use columns and rows"),
        (&["--cell", "0"], "from 1 to 100"),
        (&["--size", "3x3"], "--size is for PNG pictures"),
    ] {
        let output = program.run(&[&["mask", heart.as_str()], args].concat(), "");
        output.exits(2);
        assert!(output.stderr.contains(part), "{args:?}: {output:#?}");
    }
}

#[test]
fn broken_pictures_are_refused() {
    let (program, heart) = with_heart();
    let picture = program.file("heart.png");
    program.run(&["mask", &heart, "--out", &picture], "").exits(0);
    let good = fs::read(&picture).unwrap();
    let broken = program.file("broken.png");
    for end in [9, 20, 30, good.len() / 2, good.len() - 1] {
        fs::write(&broken, &good[..end]).unwrap();
        assert!(
            program
                .run(&[broken.as_str(), "--json"], "")
                .fails(2)
                .contains("broken.png: the picture is cut off")
        );
    }
    for place in [17, 40, good.len() / 2] {
        let mut changed = good.clone();
        changed[place] ^= 0x55;
        fs::write(&broken, &changed).unwrap();
        assert!(program.run(&[broken.as_str(), "--json"], "").fails(2).contains("broken.png: the picture"));
    }
    for (width, height, part) in
        [(0, 4, "0x4 pixels"), (u32::MAX, 4, "at most 20000x20000"), (20_000, 20_000, "100 million")]
    {
        let mut changed = good.clone();
        changed[16..20].copy_from_slice(&u32::to_be_bytes(width));
        changed[20..24].copy_from_slice(&u32::to_be_bytes(height));
        fs::write(&broken, &changed).unwrap();
        assert!(program.run(&["mask", &broken], "").fails(2).contains(part), "{width}x{height}");
    }
}

/// A two-coloured PNG without compression: ink where `ink` says so, in groups of eight pixels.
fn large_png(side: usize, ink: impl Fn(usize, usize) -> bool) -> Vec<u8> {
    let chunk = |name: &[u8], data: &[u8]| {
        let body = [name, data].concat();
        let table: Vec<u32> = (0..256)
            .map(|byte| {
                (0..8).fold(byte, |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
            })
            .collect();
        let crc = body
            .iter()
            .fold(u32::MAX, |crc, byte| crc >> 8 ^ table[((crc ^ u32::from(*byte)) & 255) as usize]);
        [&(data.len() as u32).to_be_bytes()[..], &body, &(!crc).to_be_bytes()].concat()
    };
    let mut data = Vec::new();
    for y in 0..side {
        data.push(0);
        data.extend((0..side.div_ceil(8)).map(|x| if ink(x * 8, y) { 0 } else { 255 }));
    }
    let mut stream = vec![0x78, 0x01];
    let blocks = data.chunks(60_000);
    let last = blocks.len() - 1;
    for (index, block) in blocks.enumerate() {
        stream.push(u8::from(index == last));
        stream.extend((block.len() as u16).to_le_bytes());
        stream.extend((!(block.len() as u16)).to_le_bytes());
        stream.extend(block);
    }
    let (a, b) = data.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (a + b) % 65_521)
    });
    stream.extend((b << 16 | a).to_be_bytes());
    let size = (side as u32).to_be_bytes();
    let header = [&size[..], &size, &[1, 0, 0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header), chunk(b"IDAT", &stream), chunk(b"IEND", &[])]
        .concat()
}

#[test]
fn a_picture_of_100_million_pixels_needs_little_memory() {
    let program = generator();
    let picture = program.file("large.png");
    fs::write(&picture, large_png(10_000, |x, y| x < y)).unwrap();
    let output = program.run(&["mask", &picture], "");
    let rows: Vec<&str> = output.exits(0).stdout.lines().collect();
    assert_eq!((rows.len(), rows[0].len()), (24, 24), "{output:#?}");
    assert!(rows[23].starts_with("#######") && rows[0].ends_with("......."), "{output:#?}");
    #[cfg(target_os = "linux")]
    {
        let limited = std::process::Command::new("sh")
            .args(["-c", "ulimit -v 500000; exec \"$0\" mask \"$1\" --size 12x12"])
            .arg(program.binary())
            .arg(&picture)
            .output()
            .unwrap();
        assert!(limited.status.success(), "{limited:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let (program, heart) = with_heart();
    for args in [vec![heart.as_str()], vec![&heart, "--json"], vec!["mask", &heart]] {
        let mut running = program.start(&args);
        running.close_output();
        running.finish().exits(0);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_keeps_what_was_found() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};
    let program = generator();
    let (mask, out) = (program.file("smiley.txt"), program.file("kept.pcell"));
    fs::write(&mask, SMILEY).unwrap();
    // The first automata are found within a second, but not so many.
    let args = [mask.as_str(), "--out", &out, "--all", "1000", "--time", "200", "--json"];
    let child = program.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(3));
    let since = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(since.elapsed() < Duration::from_secs(30));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("The search was stopped."), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["found"], &report["stopped"]), (&json!(true), &json!(true)));
    let files = report["files"].as_array().unwrap();
    assert!((1..1000).contains(&files.len()), "{report}");
    for (file, automaton) in files.iter().zip(report["automata"].as_array().unwrap()).take(3) {
        assert_draws(&replay(file.as_str().unwrap()), SMILEY, &automaton["sets"], ".#");
    }
}

/// A mask that needs more states than there are: the search would use all its time.
#[cfg(unix)]
#[test]
fn an_interrupted_search_without_a_result_says_so() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Duration;
    let program = generator();
    let mask = program.file("noise.txt");
    let cell = |index: u32| if index.wrapping_mul(2_654_435_761) >> 19 & 1 == 1 { '#' } else { '.' };
    let row = |y: u32| (0..100).map(|x| cell(x * 311 + y * 7919 + x * y)).chain(['\n']).collect::<String>();
    fs::write(&mask, (0..100).map(row).collect::<String>()).unwrap();
    let mut command = program.command(&[mask.as_str(), "--json", "--states", "8..10", "--time", "200"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_millis(1500));
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let output =
        Output { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() };
    output.fails(1);
    assert_eq!(json(&output)["found"], false, "{output:#?}");
}
