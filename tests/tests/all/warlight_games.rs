//! Recorded games of Warlight: the database, files, replays, and games on maps of one's own.

use crate::shared::json;
use std::fs;
use std::path::Path;
use whole_programs::Program;

/// The short game that the tests record: two rounds against a random player.
const PLAY: [&str; 9] = ["play", "--players", "human", "random", "--map", "brindle", "--seed", "3", "--new"];
const MOVES: &str = "pick 1 14\n1+5\n1>2:3\n";

/// A program whose database has one game.
fn with_a_game() -> Program {
    let program = Program::new("warlight");
    let play = [&PLAY[..], &["--rounds", "2"]].concat();
    program.run(&play, MOVES).exits(0).prints(&["A draw after 2 rounds.", "Recorded as game 1"]);
    program
}

#[test]
fn a_played_game_is_recorded_listed_and_shown() {
    let program = with_a_game();
    program.run(&["games", "list"], "").exits(0).prints(&["1", "single player", "brindle", "human - random"]);
    let list = json(&program.run(&["games", "list", "--json"], ""));
    assert_eq!((&list[0]["rounds"], &list[0]["ending"]), (&2.into(), &"round limit".into()));
    assert_eq!(json(&program.run(&["games", "list", "--map", "world", "--json"], "")), serde_json::json!([]));
    assert_eq!(json(&program.run(&["games", "list", "--player", "random", "--json"], "")), list);
    let shown = program.run(&["games", "show", "1"], "");
    shown.exits(0).prints(&["map brindle", "Blue: human", "A draw", "Income per round", "Regions per round"]);
    let shown = json(&program.run(&["games", "show", "1", "--json"], ""));
    assert_eq!(shown["regions"][0].as_array().map(Vec::len), Some(3), "the start and two rounds");
    // A game that is played again by the same moves is the same game.
    let again = [&PLAY[..], &["--rounds", "2"]].concat();
    program.run(&again, MOVES).exits(0).prints(&["Recorded as game 1"]);
}

#[test]
fn games_of_several_humans_and_unfinished_games() {
    let program = Program::new("warlight");
    let play = [
        "play",
        "--players",
        "human",
        "human",
        "--map",
        "brindle",
        "--seed",
        "3",
        "--rounds",
        "1",
        "--starts",
        "all",
    ];
    program.run(&play, "pass\n\npass\n\n").exits(0).prints(&["Recorded as game 1"]);
    program.run(&["games", "list"], "").prints(&["hot seat"]);
    let save = program.file("half.yaml");
    program.run(&PLAY, &format!("pick 1 14\n1+5\nsave {save}\nquit\n")).exits(0).prints(&["Saved"]);
    program.run(&["games", "import", &save], "").exits(0).prints(&["Recorded as game 2"]);
    program.run(&["games", "show", "2"], "").exits(0).prints(&["Unfinished after one round."]);
    program.run(&["replay", &save, "--all"], "").exits(0).prints(&["Round 1.", "Blue deploys 5 armies"]);
}

#[test]
fn games_are_exported_imported_and_deleted() {
    let program = with_a_game();
    let [compact, readable] = ["a.warlight", "a.json"].map(|name| program.file(name));
    for file in [&compact, &readable] {
        program.run(&["games", "export", "1", "--out", file], "").exits(0).prints(&["Wrote game 1"]);
        let refused = program.run(&["games", "export", "1", "--out", file], "");
        assert!(refused.fails(2).contains("--force"), "{refused:?}");
        program.run(&["games", "export", "1", "--force", "--out", file], "").exits(0);
    }
    let other = program.run(&["games", "export", "1", "--out", &program.file("a.txt")], "");
    assert!(other.fails(2).contains(".warlight or .json"), "{other:?}");
    program.run(&["games", "import", &readable], "").exits(0).prints(&["already", "game 1"]);
    program.run(&["games", "delete", "1"], "").exits(0).prints(&["Deleted game 1."]);
    program.run(&["games", "delete", "1"], "").fails(1);
    program.run(&["games", "show", "1"], "").fails(1);
    program.run(&["games", "delete", "--simulation", "1"], "").fails(1);
    program.run(&["games", "delete"], "").exits(2);
    program.run(&["games", "list"], "").exits(0).prints(&["No games are recorded yet."]);
    program.run(&["games", "import", &compact], "").exits(0).prints(&["Recorded as game 2."]);
    program.run(&["games", "import", &readable], "").exits(0).prints(&["already", "game 2"]);
    // Elsewhere the files are enough.
    let elsewhere = Program::new("warlight");
    let whole = |file: &str| elsewhere.run(&["replay", file, "--all"], "").exits(0).stdout.clone();
    assert_eq!(whole(&compact), whole(&readable));
    assert!(!elsewhere.data().join("warlight.db").exists(), "a replay of a file makes no database");
}

#[test]
fn a_game_is_replayed_in_both_directions() {
    let program = with_a_game();
    let all = program.run(&["replay", "1", "--all"], "");
    all.exits(0).prints(&["Blue starts in", "Round 1.", "Round 2.", "A draw after 2 rounds"]);
    let steps =
        program.run(&["replay", "1"], "\nround\nboard\nround\nback round\nboard\nend\nstart\nback\nquit\n");
    steps.exits(0).prints(&["after round 1", "after round 2", "after round 1", "after round 2", "Action 0"]);
    steps.prints(&["Action 0", "Not possible: this is the start of the game."]);
    let boards: Vec<&str> = steps.stdout.split("Round 2 of 2\n").skip(1).collect();
    assert_eq!(boards.len(), 2, "{steps:#?}");
    let regions = |text: &str| {
        text.lines().filter(|line| line.contains("next to")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(regions(boards[0]), regions(boards[1]));
    assert_eq!(regions(boards[0]).len(), 15);
    let odd =
        "next\nturn\nback turn\ngoto 2\ngoto round 1\ngoto x\nview Blue\nview Nobody\nlog\nhelp\nnonsense\n";
    program.run(&["replay", "1"], odd).exits(0).prints(&[
        "Action 2 of",
        "after round 1",
        "Not possible",
        "Not possible: 'nobody' is not a player of this game: use Blue, Orange or all.",
        "There is no log",
        "goto round N",
        "Not possible: 'nonsense'",
    ]);
    program.run(&["replay", "7"], "").fails(1);
    program.run(&["replay", "missing.warlight"], "").fails(2);
    program.run(&["replay", "1", "--view", "Mauve"], "").fails(2);
}

#[test]
fn a_replay_keeps_the_fog() {
    let program = Program::new("warlight");
    let play = [&PLAY[..], &["--rounds", "2", "--fog", "on"]].concat();
    program.run(&play, MOVES).exits(0);
    let seen =
        |view: &str| program.run(&["replay", "1", "--all", "--view", view], "").exits(0).stdout.clone();
    assert!(seen("all").contains("Orange starts in") && seen("all").contains("Orange deploys"));
    assert!(!seen("Blue").contains("Orange starts in") && seen("Blue").contains("Blue starts in"));
    assert!(!seen("Orange").contains("Blue starts in"));
    let board = program.run(&["replay", "1", "--view", "Blue"], "next\nboard\n");
    board.exits(0).prints(&["(not seen)"]);
}

/// Makes a small map of one's own, and returns its file.
fn own_map(program: &Program) -> String {
    let map = program.file("mymap.yaml");
    program.run(&["map", "new", "--regions", "12", "--seed", "7", "--out", &map], "").exits(0);
    map
}

#[test]
fn a_game_on_a_map_of_ones_own_needs_no_map_file_later() {
    let program = Program::new("warlight");
    let map = own_map(&program);
    let save = program.file("saved.yaml");
    let play = [
        "play",
        "--map",
        &map,
        "--seed",
        "3",
        "--players",
        "human",
        "random",
        "--starts",
        "all",
        "--rounds",
        "2",
    ];
    let first = program.run(&play, &format!("pass\nsave {save}\nquit\n"));
    first.exits(0).prints(&["Maivora, 2 players", "Saved as"]);
    for file in ["mymap.yaml", "mymap.png", "mymap-template.png"] {
        fs::remove_file(program.dir().join(file)).unwrap();
    }
    // Another computer.
    let elsewhere = Program::new("warlight");
    let loaded = elsewhere.run(&["play", "--load", &save], "pass\n");
    loaded.exits(0).prints(&["Maivora, 2 players", "A draw after 2 rounds.", "Recorded as game 1"]);
    elsewhere.run(&["games", "list", "--map", "mymap"], "").exits(0).prints(&["mymap"]);
    elsewhere.run(&["games", "show", "1"], "").exits(0).prints(&["12 regions", "map mymap"]);
    elsewhere.run(&["replay", "1", "--all"], "").exits(0).prints(&["Round 1.", "Round 2."]);
    // The interrupted game goes on without the file, too.
    program.run(&["play", "--continue"], "pass\n").exits(0).prints(&["A draw after 2 rounds."]);
}

#[test]
fn the_arena_takes_a_map_of_ones_own_and_its_file_has_it() {
    let program = Program::new("warlight");
    let map = own_map(&program);
    let file = program.file("match.jsonl");
    let arena =
        ["arena", "random", "smart-random", "--games", "2", "--map", &map, "--rounds", "3", "--out", &file];
    program.run(&arena, "").exits(0);
    assert!(fs::read_to_string(&file).unwrap().contains("inline:mymap:"));
}

#[test]
fn bad_map_files_are_explained() {
    let program = Program::new("warlight");
    let map = own_map(&program);
    let text = fs::read_to_string(&map).unwrap();
    fs::write(&map, text.replacen("neighbours: [", "neighbours: [Atlantis, ", 1)).unwrap();
    for (map, why) in [
        (&*map, "there is no region 'Atlantis' to be its neighbour"),
        ("missing.yaml", "missing.yaml cannot be read"),
        ("atlantis", "'atlantis' is not a map: use one of world"),
    ] {
        let refused = program.run(&["play", "--map", map], "");
        refused.exits(2);
        assert!(refused.stderr.starts_with("error: ") && refused.stderr.contains(why), "{refused:#?}");
    }
}

#[test]
fn a_damaged_database_is_set_aside() {
    let program = with_a_game();
    let database = program.data().join("warlight.db");
    remove_journals(&database);
    fs::write(&database, vec![b'x'; 9000]).unwrap();
    let list = program.run(&["games", "list"], "");
    list.exits(0).prints(&["No games are recorded yet."]);
    assert!(list.stderr.contains("warlight.db.damaged"), "{list:?}");
    assert!(program.data().join("warlight.db.damaged").exists());
    // A game is played to its end, whatever happens to the database.
    fs::remove_file(&database).unwrap();
    remove_journals(&database);
    fs::create_dir(&database).unwrap();
    let play = [&PLAY[..], &["--rounds", "2"]].concat();
    program.run(&play, MOVES).exits(0).prints(&["A draw", "The game is not recorded: the database"]);
    program.run(&["games", "list"], "").fails(2);
}

fn remove_journals(database: &Path) {
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{suffix}", database.display()));
    }
}

#[test]
fn damaged_records_are_refused_in_one_sentence() {
    let program = with_a_game();
    let [compact, readable] = ["a.warlight", "a.json"].map(|name| program.file(name));
    for file in [&compact, &readable] {
        program.run(&["games", "export", "1", "--out", file], "").exits(0);
    }
    let mut bytes = fs::read(&compact).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&compact, &bytes).unwrap();
    let text = fs::read_to_string(&readable).unwrap();
    fs::write(&readable, text.replacen("\"armies\": 5", "\"armies\": 6", 1)).unwrap();
    let noise = program.file("noise.warlight");
    fs::write(&noise, b"hello").unwrap();
    for (file, why) in [
        (&compact, "its checksum is wrong"),
        (&readable, "damaged: move"),
        (&noise, "is not a recorded game"),
    ] {
        for verb in [&["games", "import", file][..], &["replay", file]] {
            let refused = program.run(verb, "");
            assert!(refused.fails(2).contains(why), "{refused:?}");
        }
    }
}

#[test]
fn a_killed_program_loses_no_recorded_game() {
    let program = Program::new("warlight");
    let mut running = program.start(&[&PLAY[..], &["--rounds", "2"]].concat());
    MOVES.lines().for_each(|line| running.send(line));
    running.read_until("Recorded as game 1");
    running.kill();
    program.run(&["replay", "1", "--all"], "").exits(0).prints(&["Round 2.", "A draw"]);
    program.run(&["games", "list"], "").exits(0).prints(&["single player"]);
}

#[test]
fn two_programs_record_at_once() {
    let program = Program::new("warlight");
    let outputs: Vec<String> = std::thread::scope(|scope| {
        let play = |seed: u32| {
            let program = &program;
            scope.spawn(move || {
                let seed = seed.to_string();
                let play =
                    ["play", "--players", "human", "random", "--map", "brindle", "--seed", &seed, "--new"];
                let play = [&play[..], &["--rounds", "1", "--starts", "all"]].concat();
                program.run(&play, "pass\n").exits(0).stdout.clone()
            })
        };
        let games: Vec<_> = (0..4).map(play).collect();
        games.into_iter().map(|game| game.join().unwrap()).collect()
    });
    assert!(outputs.iter().all(|output| output.contains("Recorded as game ")), "{outputs:#?}");
    let list = json(&program.run(&["games", "list", "--json"], ""));
    assert_eq!(list.as_array().map(Vec::len), Some(4));
}
