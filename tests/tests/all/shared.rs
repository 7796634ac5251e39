//! The tests that every game passes: `shared_tests!(GAME)` in a game's module runs them all.

use crate::games::{GAMES, Game};
use serde_json::Value;
use std::fs;
use whole_programs::{Output, Program};

macro_rules! shared_tests {
    ($game:ident: $($test:ident)*) => {
        $(#[test] fn $test() { crate::shared::$test(&crate::games::$game); })*
    };
    ($game:ident) => {
        crate::shared::shared_tests! { $game:
            help_names_the_players_and_shows_examples
            bad_usage_exits_with_two_and_says_what_is_wrong
            arguments_that_are_not_text_are_refused
            without_a_display_the_bare_command_plays_in_the_terminal
            a_closed_pipe_is_not_an_error
            a_wrong_line_is_explained_and_the_same_player_is_asked_again
            ai_players_play_to_the_end
            a_killed_game_is_resumed
            two_games_at_once_have_separate_autosaves
            a_damaged_autosave_is_set_aside
            a_saved_game_is_loaded
            a_saved_game_is_reviewed
            a_damaged_save_is_refused_in_one_sentence
            a_saved_game_of_another_program_is_refused
            the_engine_ends_with_its_input
            an_engine_plays_in_the_terminal
            the_arena_prints_its_result_as_json
            a_killed_match_is_resumed
            bench_prints_its_result_as_json
        }
    };
}
pub(crate) use shared_tests;

/// Parses the output as one JSON value.
pub fn json(output: &Output) -> Value {
    serde_json::from_str(output.stdout.trim()).unwrap_or_else(|why| panic!("{why}: {output:#?}"))
}

/// Asserts that each command line is refused with a reason that contains the second part, and prints nothing else.
pub fn refuses(program: &Program, command_lines: &[(&[&str], &str)]) {
    for (args, why) in command_lines {
        let output = program.run(args, "");
        output.exits(2);
        assert!(output.stderr.starts_with("error: ") && output.stdout.is_empty(), "{args:?}: {output:#?}");
        assert!(output.stderr.contains(why), "{args:?}: {output:#?}");
    }
}

/// A new game of two humans.
const TWO_HUMANS: [&str; 4] = ["play", "--players", "human", "human"];

impl Game {
    pub fn program(&self) -> Program {
        Program::new(self.name)
    }

    /// Saves a game of three moves, and returns the file.
    pub fn save(&self, program: &Program, name: &str) -> String {
        let file = program.file(name);
        let lines = format!("{}save {file}\n", self.saved.moves);
        program
            .run(&[TWO_HUMANS.as_slice(), &["--new"], self.setup].concat(), &lines)
            .exits(0)
            .prints(&["Saved as"]);
        file
    }

    /// Asserts that the file of [`Game::save`] is loaded, by option and by command.
    pub fn loads(&self, program: &Program, file: &str) {
        program.run(&["play", "--load", file], self.saved.next).exits(0).prints(self.saved.answers);
        let lines = format!("load {file}\n{}", self.saved.next);
        let resumed = format!("Loaded {file}.");
        let output = program.run(&["play", "--new"], &lines);
        output.exits(0).prints(self.killed.new).prints(&[&[resumed.as_str()], self.saved.answers].concat());
    }

    /// Writes the file, asserts that it is not loaded and not changed, and returns the error.
    pub fn refuses_to_load(&self, program: &Program, file: &str, bytes: &[u8]) -> String {
        fs::write(file, bytes).unwrap();
        let output = program.run(&["play", "--load", file], "");
        assert_eq!(output.stdout, "");
        let inside = program.run(&["play", "--new"], &format!("load {file}\nmoves\n"));
        inside.exits(0).prints(&["Not loaded: ", &self.prompt(0), "No move has been played yet."]);
        assert_eq!(fs::read(file).unwrap(), bytes, "a file that cannot be read stays as it is");
        output.fails(2).to_owned()
    }

    /// Plays some moves and kills the program.
    pub fn kill_midway(&self, program: &Program) {
        let mut running = program.start(&[&TWO_HUMANS, self.killed.setup].concat());
        running.send(self.killed.moves);
        for prompt in self.killed.prompts {
            running.read_until(prompt);
        }
        running.kill();
    }

    fn prompt(&self, side: usize) -> String {
        format!("{}'s turn", self.sides[side])
    }
}

pub fn help_names_the_players_and_shows_examples(game: &Game) {
    let program = game.program();
    program.run(&["--help"], "").exits(0).prints(game.help);
    for verb in game.verbs {
        program.run(&[verb, "--help"], "").exits(0).prints(&[&format!("Usage: {} ", game.name), verb]);
    }
}

pub fn bad_usage_exits_with_two_and_says_what_is_wrong(game: &Game) {
    let program = game.program();
    let [first, second] = game.players;
    refuses(
        &program,
        &[
            (&["fly"], "'fly'"),
            (&["play", second], second),
            (&["play", second, "clever"], "there is no player 'clever'; there are human, easy, "),
            (&["play", second, "random:depth"], "'depth' should be key=value"),
            (&["play", second, "random:x=1"], "player 'random' has no option 'x'; it takes none"),
            (&["play", "--clock", "soon"], "soon"),
            (&["play", "--seed", "-1"], "-1"),
            (&["play", "--time", "0"], "0"),
            (&["play", "--new", "--continue"], "--continue"),
            (&["play", "--continue", first, "random"], first),
            (&["arena"], "<A>"),
            (&["arena", "random", "clever"], "player B, clever, cannot play"),
            (&["engine", "--level", "clever"], "there is no player 'clever'"),
            (&["bench", "now"], "'now'"),
        ],
    );
    refuses(&program, game.bad_usage);
    assert!(!program.dir().join("a").exists(), "a refused command writes nothing");
    assert!(program.run(&["play", "--continue"], "").fails(1).contains("there is no unfinished game"));
    assert!(program.run(&["play", "--load", "nowhere"], "").fails(2).contains("nowhere cannot be read"));
}

#[cfg(unix)]
pub fn arguments_that_are_not_text_are_refused(game: &Game) {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    game.program().run(&["play".as_ref(), game.players[1].as_ref(), bytes], "").exits(2);
}

#[cfg(not(unix))]
pub fn arguments_that_are_not_text_are_refused(_: &Game) {}

pub fn without_a_display_the_bare_command_plays_in_the_terminal(game: &Game) {
    let none: [&str; 0] = [];
    let output = game.program().run(&none, &format!("{}\n", game.first_moves[0][0]));
    output.exits(0).prints(&[&game.prompt(0), game.first_sentence, &game.prompt(1)]);
    assert!(output.stderr.ends_with("so the game runs in the terminal.\n"), "{output:?}");
    assert_eq!(output.stderr.lines().count(), 1);
}

pub fn a_closed_pipe_is_not_an_error(game: &Game) {
    let program = game.program();
    let [first, second] = game.players;
    let play = [&["play", first, "random", second, "random"], game.setup].concat();
    let arena = [&["arena", "random", "random", "--games", "2"], game.setup].concat();
    let all: [&[&str]; 6] = [&["play"], &play, &arena, &["engine"], &["--help"], &["arena", "--help"]];
    for args in all.iter().chain(game.piped) {
        let mut running = program.start(args);
        running.close_output();
        for line in ["ugi", "rules", "help", game.first_moves[0][0], "board"] {
            running.send(line);
        }
        running.finish().exits(0);
    }
}

pub fn a_wrong_line_is_explained_and_the_same_player_is_asked_again(game: &Game) {
    let mut moves = game.saved.moves.lines();
    let mut lines = vec![moves.next().unwrap().to_owned()];
    let mut answers = Vec::new();
    for (line, why) in game.wrong_lines.iter().chain(&[
        ("hello", "'hello' is neither a move nor a command; help lists the commands."),
        ("undo now", "undo takes no argument."),
    ]) {
        lines.push((*line).to_owned());
        answers.extend([game.prompt(1), format!("Not possible: {why}")]);
    }
    lines.push(moves.next().unwrap().to_uppercase());
    answers.extend([game.prompt(1), game.answer.to_owned(), game.prompt(0)]);
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    game.program().run(&[&TWO_HUMANS, game.setup].concat(), &lines.join("\n")).exits(0).prints(&answers);
}

pub fn ai_players_play_to_the_end(game: &Game) {
    let [first, second] = game.players;
    let args = ["play", first, "random", second, game.opponent, "--seed", "1"];
    let thinking =
        [0, 1].map(|side| format!("{}: {} is thinking", game.prompt(side), ["random", game.opponent][side]));
    let output = game.program().run(&[&args, game.setup].concat(), "");
    output.exits(0).prints(&[&thinking[0], &thinking[1], game.finished]);
}

pub fn a_killed_game_is_resumed(game: &Game) {
    let (program, killed) = (game.program(), &game.killed);
    game.kill_midway(&program);
    let output = program.run(&["play"], &format!("{}\nquit\n", killed.next));
    output.exits(0).prints(&[&["Resumed the interrupted game"], killed.resumed].concat());
    let output = program.run(&["play"], "");
    output.exits(0).prints(killed.new);
    assert!(!output.stdout.contains("Resumed"), "a game that was left with quit waits for --continue");
    program.run(&["play", "--continue"], "").exits(0).prints(killed.continued);
}

pub fn two_games_at_once_have_separate_autosaves(game: &Game) {
    let program = game.program();
    let games = game.first_moves.map(|[typed, listed]| {
        let mut running = program.start(&[&TWO_HUMANS[..], &["--new"]].concat());
        running.send(typed);
        (running, listed)
    });
    // Both must have started before one ends: a new game declines the unfinished ones that it finds.
    let games = games.map(|(mut running, listed)| {
        running.read_until(&game.prompt(1));
        (running, listed)
    });
    for (running, listed) in games {
        running.kill();
        program.run(&["play"], "moves\nundo\n").exits(0).prints(&["Resumed", listed]);
    }
}

pub fn a_damaged_autosave_is_set_aside(game: &Game) {
    let program = game.program();
    game.save(&program, "game.yaml");
    fs::create_dir_all(program.data()).unwrap();
    fs::write(program.data().join("autosave-1.yaml"), [0xff; 99]).unwrap();
    let output = program.run(&["play"], &format!("{}\n", game.first_moves[0][0]));
    output.exits(0).prints(&["The unfinished game cannot be read", &game.prompt(1)]);
    assert!(program.data().join("autosave-1.yaml.damaged").exists());
}

pub fn a_saved_game_is_loaded(game: &Game) {
    let program = game.program();
    let file = game.save(&program, "my game.yaml");
    game.loads(&program, &file);
}

pub fn a_saved_game_is_reviewed(game: &Game) {
    let program = game.program();
    let file = game.save(&program, "game.yaml");
    let args = ["review", &file, "--nodes", "200", "--json"];
    let first = json(&program.run(&args, ""));
    assert_eq!((&first["game"], &first["complete"]), (&game.name.into(), &true.into()), "{first}");
    let moves = first["moves"].as_array().expect("the moves");
    assert_eq!(first["standings"].as_array().map(Vec::len), Some(moves.len() + 1));
    assert!(moves.iter().all(|one| one["verdict"].is_string()), "{first}");
    assert_eq!(json(&program.run(&args, "")), first, "a limit of nodes makes it repeatable");
    let text = program.run(&args[..4], "");
    text.exits(0).prints(&["Winning chance of ", " 100 % |", "   0 % |", game.sides[0], game.sides[1]]);
    assert!(program.run(&["review", "nowhere"], "").fails(2).contains("nowhere cannot be read"));
    let both = program.run(&["review", &file, "--time", "1", "--nodes", "1"], "");
    both.exits(2);
    assert!(both.stderr.contains("cannot be used with '--nodes"), "{both:#?}");
}

pub fn a_damaged_save_is_refused_in_one_sentence(game: &Game) {
    let program = game.program();
    let file = game.save(&program, "game.yaml");
    let whole = fs::read_to_string(&file).unwrap();
    let refused = |bytes: &[u8]| game.refuses_to_load(&program, &file, bytes);
    for cut in [0, 1, 10, whole.len() / 2, whole.len() - 1] {
        let why = refused(&whole.as_bytes()[..cut]);
        assert!(
            why.contains("game.yaml") && (why.contains("cut off") || why.contains("not a saved game")),
            "{cut}: {why}"
        );
    }
    assert!(refused(&[0xff, 0x00, 0x13, 0xc3, 0x28]).ends_with("is not text"));
    let why = refused(b"\x01\x02 noise: [");
    assert!(why.ends_with(&format!("this is not a saved game of {}", game.name)), "{why}");
    for (from, to, part) in game.saved.damage {
        assert!(whole.contains(from), "{from}: {whole}");
        let why = refused(whole.replacen(from, to, 1).as_bytes());
        assert!(why.contains(part), "{to}: {why}");
    }
}

pub fn a_saved_game_of_another_program_is_refused(game: &Game) {
    for other in GAMES.iter().filter(|other| other.name != game.name) {
        let program = other.program();
        let bytes = fs::read(other.save(&program, "other.yaml")).unwrap();
        let program = game.program();
        let why = game.refuses_to_load(&program, &program.file("other.yaml"), &bytes);
        assert!(why.contains(&format!("saved game of '{}', not of '{}'", other.name, game.name)), "{why}");
    }
}

pub fn the_engine_ends_with_its_input(game: &Game) {
    let (input, output) = game.engine;
    game.program().run(&["engine"], input).exits(0).prints(output);
}

pub fn an_engine_plays_in_the_terminal(game: &Game) {
    let program = game.program();
    let engine = format!("cmd:'{}' engine --level random --seed 1", program.binary().display());
    let args = [&["play", game.players[1], &engine], game.setup].concat();
    let output = program.run(&args, game.saved.moves.lines().next().unwrap());
    output.exits(0).prints(&[&format!("{}: cmd:", game.prompt(1)), game.answer]);
}

pub fn the_arena_prints_its_result_as_json(game: &Game) {
    let args = ["arena", "random", game.opponent, "--games", "6", "--seed", "1", "--threads", "1", "--json"];
    let json = json(game.program().run(&[&args, game.setup].concat(), "").exits(0));
    let count = |key: &str| json[key].as_u64().unwrap();
    assert_eq!((count("games"), count("wins") + count("draws") + count("losses")), (6, 6), "{json}");
    assert!(game.has_draws || count("draws") == 0, "{json}");
    assert_eq!((&json["failures"]["a"], &json["failures"]["b"]), (&0.into(), &0.into()), "{json}");
    for (key, value) in game.setup_json {
        assert_eq!(json["setup"][key], *value, "{json}");
    }
}

pub fn a_killed_match_is_resumed(game: &Game) {
    let program = game.program();
    let arena = ["arena", "random", game.opponent, "--games", "40", "--nodes", "200", "--seed", "3"];
    let args = [&arena[..], game.setup, &["--threads", "2", "--json", "--out"]].concat();
    let whole = json(program.run(&[&args[..], &["whole"]].concat(), "").exits(0));
    let killed = program.file("killed");
    for _ in 0..2 {
        let resume: &[&str] =
            if fs::exists(&killed).unwrap() { &["killed", "--resume"] } else { &["killed"] };
        let games = || fs::read_to_string(&killed).map_or(0, |text| text.lines().count());
        let before = games();
        let mut running = program.start(&[&args[..], resume].concat());
        // Whatever has been written is kept, also if the match ends before it is killed.
        while games() < before + 4 && !running.has_ended() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        running.kill();
    }
    // As if it had been killed in the middle of a line.
    let bytes = fs::read(&killed).unwrap();
    fs::write(&killed, &bytes[..bytes.len() - 9]).unwrap();
    let output = program.run(&[&args[..], &["killed", "--resume"]].concat(), "");
    assert!(output.stderr.contains("was not written completely. Its game is played again.\n"), "{output:#?}");
    let resumed = json(output.exits(0));
    for key in ["games", "wins", "draws", "losses", "elo", "failures", "players", "seed"] {
        assert_eq!(resumed[key], whole[key], "{key}");
    }
    let lines = |file: &str| -> Vec<Value> {
        let text = fs::read_to_string(program.file(file)).unwrap();
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut lines {
            line.as_object_mut().unwrap().remove("times");
        }
        lines
    };
    assert_eq!(lines("killed"), lines("whole"));
}

pub fn bench_prints_its_result_as_json(game: &Game) {
    let json = json(game.program().run(&["bench", "--json"], "").exits(0));
    for part in game.bench {
        assert!(json[part]["nodes"].as_u64().unwrap() > 0, "{json}");
    }
    let summed = &game.bench[..game.bench_summed];
    let nodes: u64 = summed.iter().map(|part| json[part]["nodes"].as_u64().unwrap()).sum();
    assert_eq!(json["nodes"].as_u64().unwrap_or_default(), nodes, "{json}");
}
