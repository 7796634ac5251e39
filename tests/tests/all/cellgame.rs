//! The cell puzzle, the whole program: boards, their solutions, games through pipes, and files of every damaged kind.

use crate::games::{GAMES, QTTT};
use crate::shared::{json, refuses};
use serde_json::Value;
use std::fs;
use whole_programs::{Output, Program};

const ID: &str = "rule-110:5x4:sweep:flat#3";

fn program() -> Program {
    Program::new("cellgame")
}

/// The hidden cells of a board, as moves.
fn moves(board: &Value) -> Vec<String> {
    let cell = |row: usize, column: usize| {
        let hidden = board["cells"][row][column].is_null();
        let letter = char::from(b'a' + column as u8);
        hidden.then(|| format!("{letter}{}={}", row + 1, board["solution"][row][column]))
    };
    let (width, height) = (board["width"].as_u64().unwrap(), board["height"].as_u64().unwrap());
    (0..height as usize)
        .flat_map(|row| (0..width as usize).filter_map(move |column| cell(row, column)))
        .collect()
}

/// A board with its solution.
fn board(program: &Program, args: &[&str]) -> Value {
    json(program.run(&[&["new", "--json", "--solution"], args].concat(), "").exits(0))
}

fn small(program: &Program) -> Value {
    board(program, &["--automaton", "rule-110", "--size", "5x4", "--seed", "3"])
}

/// Saves a game after some moves, and returns the file.
fn save(program: &Program, name: &str) -> String {
    let file = program.file(name);
    let moves = moves(&small(program));
    let lines = format!("{}\n{}\nsave {file}\n", moves[0], moves[1]);
    program.run(&["play", "--new", "--id", ID], &lines).exits(0).prints(&["Saved as"]);
    file
}

#[test]
fn a_finished_puzzle_is_reviewed() {
    let program = program();
    let unfinished = save(&program, "unfinished.yaml");
    assert!(program.run(&["review", &unfinished], "").fails(1).contains("finish the game first"));
    let file = program.file("finished.yaml");
    let lines = format!("{}\nreview\nsave {file}\n", moves(&small(&program)).join("\n"));
    let output = program.run(&["play", "--new", "--id", ID], &lines);
    output.exits(0).prints(&["'review' to find the mistakes", "Progress:", " 100 % |", "You: "]);
    let report = json(&program.run(&["review", &file, "--json"], ""));
    assert_eq!(report["complete"], true);
}

#[test]
fn help_names_the_commands_and_shows_examples() {
    let program = program();
    let help = program.run(&["--help"], "");
    help.exits(0).prints(&["[FILE]", "Players:", "strong", "Examples:", "cellgame new --grade hard"]);
    for verb in [
        "play", "review", "arena", "engine", "bench", "new", "solve", "hint", "check", "grade", "print",
        "daily", "stats",
    ] {
        program.run(&[verb, "--help"], "").exits(0).prints(&["Usage: cellgame ", verb]);
    }
    program.run(&["new", "--help"], "").prints(&["Grades:", "sweep", "fiendish", "exit code is 1"]);
}

#[test]
fn bad_usage_exits_with_two_and_says_what_is_wrong() {
    let program = program();
    refuses(
        &program,
        &[
            (&["fly"], "'fly' is neither a command nor an automaton"),
            (&["nowhere.ccell"], "there is no file nowhere.ccell"),
            (&["nowhere.ccell", "stats"], "give either a command or a file to open, not both"),
            (&["play", "--size", "61x3"], "from 3x3 to 60x40"),
            (&["play", "--grade", "harder"], "sweep"),
            (&["play", "--plan", "round"], "flat, flat:EDGE or cyclic"),
            (&["play", "--automaton", "rule-999"], "a name such as rule-110"),
            (&["play", "--id", "rule-110"], "an id such as"),
            (&["play", "--you", "clever"], "there is no player 'clever'"),
            (&["play", "--load", "a", "--grade", "hard"], "--grade"),
            (&["new", "--size", "2x9"], "not a valid size"),
            (&["new", "--size", "60x41"], "not a valid size"),
            (&["new", "--grade", "harder"], "'harder' is not a grade"),
            (&["new", "--plan", "round"], "--plan"),
            (&["new", "--plan", "flat:7"], "the edge state 7 does not exist"),
            (&["new", "--seed", "x"], "--seed"),
            (&["new", "--count", "0"], "--count"),
            (&["new", "--automaton", "nothing"], "'nothing' is not an automaton"),
            (&["new", "--automaton", "none.ccell"], "there is no file none.ccell"),
            (&["new", "--automaton", "2,256"], "too large"),
            (&["solve"], "<INPUT>"),
            (&["solve", "nothing"], "'nothing' is neither a file nor a puzzle id"),
            (&["solve", "rule-110:20x10:hard:flat#x"], "not a valid seed"),
            (&["solve", "rule-110:20x10:hard:flat:v9#1"], "version 9"),
            (&["hint", ID, "--stage", "5"], "--stage"),
            (&["print", ID], "--out"),
            (&["print", ID, "--out", "a.jpg"], "a.jpg does not end in .png, .svg or .txt"),
            (&["check", "."], ". is a folder"),
            (&["daily", "--date", "2026-02-29"], "'2026-02-29' is not a day"),
            (&["bench", "now"], "'now'"),
        ],
    );
    assert!(program.run(&["play", "--continue"], "").fails(1).contains("there is no unfinished game"));
}

#[test]
fn a_board_is_the_same_everywhere_and_has_one_solution() {
    let program = program();
    for (automaton, grade, plan) in [
        ("rule-030", "sweep", "flat"),
        ("random-3", "easy", "cyclic"),
        ("sum-5", "medium", "flat:2"),
        ("rule-110", "hard", "flat"),
    ] {
        let args =
            ["--automaton", automaton, "--grade", grade, "--plan", plan, "--size", "9x7", "--seed", "4"];
        let board = board(&program, &args);
        assert_eq!(board, self::board(&program, &args));
        assert_eq!((&board["grade"], &board["unique"]), (&grade.into(), &true.into()), "{board}");
        assert_eq!((&board["width"], &board["height"]), (&9.into(), &7.into()), "{board}");
        let id = board["id"].as_str().unwrap();
        let file = program.file("board.json");
        fs::write(&file, board.to_string()).unwrap();
        for input in [id, &file] {
            let solved = json(program.run(&["solve", input, "--json"], "").exits(0));
            assert_eq!((&solved["solution"], &solved["grade"]), (&board["solution"], &grade.into()), "{id}");
            program.run(&["check", input], "").exits(0).prints(&["exactly one solution"]);
            program.run(&["grade", input], "").exits(0).prints(&[grade]);
        }
        let piped = json(program.run(&["check", "-", "--json"], &board.to_string()).exits(0));
        assert_eq!((&piped["unique"], &piped["solution"]), (&true.into(), &board["solution"]));
    }
}

#[test]
fn a_picture_has_its_own_size() {
    let output =
        program().run(&["new", "--automaton", "heart", "--size", "9x9", "--seed", "1", "--json"], "");
    output.exits(0);
    assert_eq!(output.stderr, "A picture has its own size and plan: 13x12, flat.\n");
    assert_eq!(json(&output)["width"], 13);
}

#[test]
fn without_a_board_of_the_grade_the_exit_code_is_one() {
    let program = program();
    let why = |args: &[&str]| program.run(&[&["new"], args].concat(), "").fails(1).to_owned();
    assert!(
        why(&["--automaton", "rule-110", "--grade", "easy"])
            .contains("an automaton with two states has no easy boards")
    );
    assert!(why(&["--automaton", "2,0", "--seed", "1"]).contains("die out or repeat"));
    assert!(why(&["--automaton", "rule-170", "--grade", "hard", "--seed", "1"]).contains("none of "));
}

#[test]
fn every_day_has_its_board() {
    let program = program();
    let board = json(program.run(&["daily", "--date", "2026-11-16", "--json"], "").exits(0));
    assert_eq!((&board["date"], &board["unique"]), (&"2026-11-16".into(), &true.into()), "{board}");
    program.run(&["check", board["id"].as_str().unwrap()], "").exits(0);
    program
        .run(&["daily", "--date", "2026-11-16"], "")
        .exits(0)
        .prints(&["The puzzle of 2026-11-16:", "one solution"]);
}

#[test]
fn several_boards_are_printed_one_per_line() {
    let output = program().run(&["new", "--count", "3", "--seed", "5", "--json", "--size", "6x5"], "");
    let ids: Vec<String> = output
        .exits(0)
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 3);
    assert!(ids[0].ends_with("#5\"") && ids[2].ends_with("#7\""), "{ids:?}");
}

#[test]
fn every_step_is_explained() {
    let program = program();
    let solved =
        json(program.run(&["solve", "random-3:6x5:hard:flat#2", "--explain", "--json"], "").exits(0));
    let steps = solved["steps"].as_array().unwrap();
    for step in steps {
        let (cell, why) = (step["cell"].as_str().unwrap(), step["why"].as_str().unwrap());
        let ends = ["is", "must be"].map(|verb| format!("{cell} {verb} {}.", step["state"]));
        assert!(ends.iter().any(|end| why.ends_with(end)), "{why}");
        assert!(!step["evidence"].as_array().unwrap().is_empty(), "{why}");
    }
    assert!(steps.iter().any(|step| step["technique"] == "an assumption that fails"));
    program.run(&["solve", ID, "--explain"], "").exits(0).prints(&[
        "  1. ",
        "one window: ",
        " 17. ",
        "One solution",
    ]);
}

#[test]
fn hints_come_in_four_stages() {
    let program = program();
    program.run(&["hint", ID], "").exits(0).prints(&["1. Look at column", "2. ", "3. ", "must be", "4. "]);
    let first = program.run(&["hint", ID, "--stage", "1"], "");
    assert_eq!(first.exits(0).stdout.lines().count(), 1);
    // A saved game has other hints: what was found is known.
    let file = save(&program, "game.yaml");
    let hint = json(program.run(&["hint", &file, "--json"], "").exits(0));
    let found: Vec<String> =
        moves(&small(&program))[..2].iter().map(|m| m.split('=').next().unwrap().to_owned()).collect();
    assert!(found.iter().all(|cell| hint["step"]["cell"] != **cell), "{hint}");
    program.run(&["solve", &file, "--explain"], "").exits(0).prints(&[" 15. ", "One solution"]);
    program.run(&["grade", &file], "").exits(0).prints(&["sweep: ", "17 of 20 cells are hidden."]);
}

#[test]
fn a_second_solution_is_shown() {
    let program = program();
    let mut board = small(&program);
    for row in board["cells"].as_array_mut().unwrap() {
        row.as_array_mut().unwrap().fill(Value::Null);
    }
    let text = board.to_string();
    let output = program.run(&["check", "-"], &text);
    output.exits(1).prints(&["A first solution:", "Another one", "!"]);
    assert!(output.fails(1).contains("the board has several solutions"));
    let output = program.run(&["check", "-", "--json"], &text);
    let found = json(output.exits(1));
    assert_eq!((&found["unique"], &found["solutions"]), (&false.into(), &"several".into()));
    assert_ne!(found["solution"], found["second"]);
    assert!(!found["differs"].as_array().unwrap().is_empty());
    assert!(program.run(&["solve", "-"], &text).fails(1).contains("several solutions"));
    assert!(program.run(&["grade", "-"], &text).fails(1).contains("several solutions"));
    assert!(program.run(&["hint", "-"], &text).fails(1).contains("nothing follows"));
    // Under rule 110 three dead cells have a dead cell below.
    board["cells"][0] = serde_json::json!([0, 0, 0, 0, 0]);
    board["cells"][1] = serde_json::json!([null, null, 1, null, null]);
    let text = board.to_string();
    for verb in ["check", "solve", "grade"] {
        assert!(program.run(&[verb, "-"], &text).fails(1).contains("no solution"), "{verb}");
    }
}

#[test]
fn noise_is_refused_in_one_sentence() {
    let program = program();
    let whole = small(&program).to_string();
    let save = fs::read(save(&program, "game.yaml")).unwrap();
    let file = program.file("noise");
    let qttt = QTTT.program();
    let other = fs::read(QTTT.save(&qttt, "other.yaml")).unwrap();
    let huge = vec![b' '; 5 << 20];
    let all: [(&[u8], &str); 12] = [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"noise", "is neither a saved game, nor the JSON"),
        (&[0xff, 0xfe, 0x00, 0x41], "is not text"),
        (b"\x00\x01\x02", "is neither a saved game"),
        (&huge, "too large"),
        (b"{", "is not a board: EOF"),
        (b"{}", "missing field"),
        (b"[1, 2]", "is neither a saved game"),
        (b"pentad: 2\ngame: cellgame\n", "cut off"),
        (&save[..save.len() - 9], "cut off"),
        (&other, "saved game of 'qttt', not of 'cellgame'"),
    ];
    for verb in ["solve", "hint", "check", "grade"] {
        for (bytes, why) in all {
            fs::write(&file, bytes).unwrap();
            let said = program.run(&[verb, &file], "").fails(2).to_owned();
            assert!(said.contains(why), "{verb}: {said}");
        }
        for (from, to, why) in [
            ("\"width\":5", "\"width\":50", "row 1 has 5 cells, but its width is 50"),
            ("\"width\":5", "\"width\":5000000000", "not a valid size"),
            ("\"plan\":\"flat\"", "\"plan\":7", "invalid type"),
            ("\"110 1\"", "\"111 1\"", "contradict each other"),
            ("\"110 1\"", "\"111 0\"", "is there twice"),
        ] {
            assert!(whole.contains(from), "{from}: {whole}");
            let said = program.run(&[verb, "-"], &whole.replacen(from, to, 1)).fails(2).to_owned();
            assert!(said.contains(why) && said.contains("the standard input"), "{verb}: {said}");
        }
    }
}

#[test]
fn boards_are_printed() {
    let program = program();
    for name in ["a.png", "a.svg", "a.txt"] {
        let file = program.file(name);
        program
            .run(&["print", ID, "--out", &file], "")
            .exits(0)
            .prints(&["Written: ", "5x4 cells, 8 rules."]);
        let empty = fs::read(&file).unwrap();
        program.run(&["print", ID, "--out", &file, "--solution", "--force"], "").exits(0);
        assert_ne!(empty, fs::read(&file).unwrap(), "{name}");
    }
    let text = fs::read_to_string(program.file("a.txt")).unwrap();
    assert!(text.contains("110 1") && text.contains("rule-110:5x4:sweep:flat:v1#3"), "{text}");
}

#[test]
fn a_solved_game_is_in_the_statistics_once() {
    let program = program();
    program.run(&["stats"], "").exits(0).prints(&["No game has been finished yet."]);
    let moves = moves(&small(&program));
    let last = moves.last().unwrap();
    let game = format!("{}\nundo\n{last}\nquit\n", moves.join("\n"));
    let output = program.run(&["play", "--id", ID, "--seed", "1"], &game);
    output.exits(0).prints(&["The puzzle is solved: every cell is found."]);
    let stats = || json(program.run(&["stats", "--json"], "").exits(0));
    let grade = stats()["grades"][0].clone();
    assert_eq!(
        (&grade["grade"], &grade["played"], &grade["solved"]),
        (&"sweep".into(), &1.into(), &1.into()),
        "{grade}"
    );
    assert_eq!(grade["best_score"], 5 + 10 + 15 + 8, "{grade}");
    assert_eq!(grade["history"].as_array().unwrap().len(), 1);
    // An AI player's game does not count, nor one that is only loaded.
    program
        .run(&["play", "--new", "--id", ID, "--you", "strong"], "")
        .exits(0)
        .prints(&["The puzzle is solved"]);
    let file = program.file("finished.yaml");
    program
        .run(&["play", "--new", "--id", ID, "--seed", "2"], &format!("{}\nsave {file}\n", moves.join("\n")))
        .exits(0);
    program.run(&["play", "--load", &file], "").exits(0).prints(&["The puzzle is solved"]);
    assert_eq!(stats()["grades"][0]["played"], 2);
    program.run(&["stats"], "").exits(0).prints(&["Grade", "Played", "sweep"]);
    // A damaged database is set aside, and the next game counts.
    fs::write(program.data().join("statistics.db"), [1; 999]).unwrap();
    let output = program.run(&["stats"], "");
    assert!(output.exits(0).stderr.contains("statistics.db.damaged"), "{output:?}");
    program.run(&["stats"], "").exits(0).prints(&["No game has been finished yet."]);
}

#[test]
fn the_bare_command_opens_an_automaton() {
    let program = program();
    let file = program.file("my.ccell");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../automata/rule-045.ccell");
    fs::copy(source, &file).unwrap();
    let output = program.run(&[&file], "rules\nquit\n");
    output
        .exits(0)
        .prints(&["cells, automaton rule-045.", "Your turn: type a cell and its state, as in c4="]);
    assert!(output.stderr.ends_with("so the game runs in the terminal.\n"), "{output:?}");
    for (name, bytes) in
        [("a.ccell", &b"noise"[..]), ("b.pcell", &[0xff; 9]), ("c.tcell", b""), ("d.txt", b"noise")]
    {
        fs::write(program.dir().join(name), bytes).unwrap();
        assert!(program.run(&[name], "").fails(2).contains(name));
    }
    let none: [&str; 0] = [];
    program
        .run(&none, "quit\n")
        .exits(0)
        .prints(&["Cell Puzzle. Sweep, 12x8 cells, automaton odd-one-out-3."]);
}

#[test]
fn a_wrong_line_is_explained() {
    let output = program().run(&["play", "--id", ID], "e1=1\nz9=1\na1=7\nd1=0\nd1=0\nd1\nhello\nundo now\n");
    output.exits(0).prints(&[
        "Not possible: e1 is known already.",
        "Not possible: there is no cell z9 on this board: its last cell is e4.",
        "Not possible: there is no state 7: the states are 0 to 1.",
        "d1 is not 0.",
        "Score: -10 points, 1 move, 1 mistake, next reward 1",
        "Not possible: 0 was tried before: d1 is not 0.",
        "Not possible: 'd1' is not a move",
        "Not possible: 'hello' is neither a move nor a command",
        "Not possible: undo takes no argument.",
    ]);
}

#[test]
fn ai_players_solve_the_puzzle_and_the_engine_answers() {
    let program = program();
    program
        .run(&["play", "--id", ID, "--you", "easy"], "")
        .exits(0)
        .prints(&["Your turn: easy is thinking", "The puzzle is solved"]);
    program
        .run(&["engine", "--id", ID], "ugi\nposition startpos\ngo infinite")
        .exits(0)
        .prints(&["ugiok", "bestmove "]);
}

#[test]
fn a_killed_game_is_resumed() {
    let program = program();
    let mut running = program.start(&["play", "--id", ID]);
    running.send("d1=1\nb1=0");
    running.read_until("b1 is 0: right.");
    running.read_until("Your turn");
    running.kill();
    let output = program.run(&["play"], "moves\nquit\n");
    output.exits(0).prints(&[
        "Resumed the interrupted game",
        "15 cells hidden",
        "1. You: d1=1",
        "2. You: b1=0",
    ]);
    program.run(&["play", "--continue"], "").exits(0).prints(&["15 cells hidden"]);
}

#[test]
fn two_games_at_once_have_separate_autosaves() {
    let program = program();
    let games = ["d1=1", "b1=0"].map(|m| {
        let mut running = program.start(&["play", "--new", "--id", ID]);
        running.send(m);
        (running, m)
    });
    // Both must have started before one ends: a new game declines the unfinished ones that it finds.
    let games = games.map(|(mut running, m)| {
        running.read_until(": right.");
        running.read_until("Your turn");
        (running, m)
    });
    for (running, m) in games {
        running.kill();
        program.run(&["play"], "moves\nundo\n").exits(0).prints(&["Resumed", &format!("1. You: {m}")]);
    }
}

#[test]
fn a_damaged_autosave_is_set_aside() {
    let program = program();
    fs::create_dir_all(program.data()).unwrap();
    fs::write(program.data().join("autosave-1.yaml"), [0xff; 99]).unwrap();
    let output = program.run(&["play", "--id", ID], "d1=1\n");
    output.exits(0).prints(&["The unfinished game cannot be read", "d1 is 1: right."]);
    assert!(program.data().join("autosave-1.yaml.damaged").exists());
}

#[test]
fn other_programs_do_not_play_and_the_arena_reports_as_json() {
    let program = program();
    let engine = format!("cmd:'{}' engine", program.binary().display());
    let why = program.run(&["play", "--id", ID, "--you", &engine], "").fails(2).to_owned();
    assert!(why.contains("could see its solution"), "{why}");
    let args = ["arena", "easy", "--games", "3", "--seed", "1", "--threads", "1", "--json", "--size", "5x4"];
    let report = json(program.run(&args, "").exits(0));
    assert_eq!((&report["games"], &report["setup"]["size"]), (&3.into(), &"5x4".into()), "{report}");
}

#[test]
fn a_damaged_save_is_refused_in_one_sentence() {
    let program = program();
    let file = save(&program, "game.yaml");
    program.run(&["play", "--load", &file], "moves\n").exits(0).prints(&["15 cells hidden", "2. You: "]);
    let whole = fs::read_to_string(&file).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let output = program.run(&["play", "--load", &file], "");
        assert_eq!(output.stdout, "");
        output.fails(2).to_owned()
    };
    for cut in [0, 1, 10, whole.len() / 2, whole.len() - 1] {
        let why = refused(&whole.as_bytes()[..cut]);
        assert!(why.contains("game.yaml"), "{cut}: {why}");
    }
    for (from, to, why) in [
        ("size: 5x4", "size: 99x4", "3x3 to 60x40"),
        ("size: 5x4", "size: 6x4", "cannot be played"),
        ("grade: sweep", "grade: easy", "two states has no easy boards"),
        ("automaton: rule-110", "automaton: rule-999", "a name such as rule-110"),
        ("plan: flat", "plan: flat:5", "the edge state 5 does not exist"),
    ] {
        assert!(whole.contains(from), "{from}: {whole}");
        let said = refused(whole.replacen(from, to, 1).as_bytes());
        assert!(said.contains(why), "{to}: {said}");
    }
    for game in GAMES {
        let other = game.program();
        let bytes = fs::read(game.save(&other, "other.yaml")).unwrap();
        assert!(refused(&bytes).contains(&format!("saved game of '{}', not of 'cellgame'", game.name)));
        let why = game.refuses_to_load(&other, &other.file("puzzle.yaml"), whole.as_bytes());
        assert!(why.contains(&format!("saved game of 'cellgame', not of '{}'", game.name)), "{why}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let program = program();
    let all: [&[&str]; 9] = [
        &["new", "--count", "5"],
        &["new", "--json"],
        &["solve", ID, "--explain"],
        &["hint", ID],
        &["check", ID],
        &["grade", ID, "--json"],
        &["stats"],
        &["play", "--id", ID, "--you", "strong"],
        &["new", "--help"],
    ];
    for args in all {
        let mut running = program.start(args);
        running.close_output();
        running.finish().exits(0);
    }
}

#[test]
fn bench_prints_its_result_as_json() {
    let output: Output = program().run(&["bench", "--json"], "");
    let bench = json(output.exits(0));
    for part in ["generator", "solver"] {
        assert!(bench[part]["nodes"].as_u64().unwrap() > 0, "{bench}");
    }
    assert!(bench["generation"].as_array().unwrap().len() > 10, "{bench}");
}
