//! Gomoku as a tournament manager drives it: the whole program, through pipes.

use std::time::{Duration, Instant};
use whole_programs::{Program, Talk};

fn gomoku() -> Program {
    Program::new("gomoku")
}

/// A manager, with the board as it knows it.
struct Manager {
    talk: Talk,
    size: (u8, u8),
    stones: Vec<(u8, u8)>,
}

impl Manager {
    fn new(program: &Program, args: &[&str]) -> Manager {
        Manager { talk: program.talk(args), size: (15, 15), stones: Vec::new() }
    }

    /// Says a line, and expects this answer.
    fn ask(&mut self, line: &str, answer: &str) {
        self.talk.say(line);
        assert_eq!(self.talk.hear(""), answer, "after {line}");
    }

    fn start(&mut self, line: &str, size: (u8, u8)) {
        self.ask(line, "OK");
        (self.size, self.stones) = (size, Vec::new());
    }

    /// Tells a stone of the opponent.
    fn put(&mut self, point: (u8, u8)) -> String {
        self.stones.push(point);
        format!("{},{}", point.0, point.1)
    }

    /// Expects so many points that are free, and gives them.
    fn points(&mut self, count: usize) -> Vec<(u8, u8)> {
        let line = self.talk.hear(",");
        self.read(&line, count)
    }

    fn read(&self, line: &str, count: usize) -> Vec<(u8, u8)> {
        let mut taken = self.stones.clone();
        for word in line.split(' ') {
            let (x, y) = word.split_once(',').unwrap_or_else(|| panic!("'{line}' are no points"));
            let point = (x.parse().unwrap(), y.parse().unwrap());
            assert!(point.0 < self.size.0 && point.1 < self.size.1, "{line} on {:?}", self.size);
            assert!(!taken.contains(&point), "{line} on {taken:?}");
            taken.push(point);
        }
        let points = taken.split_off(self.stones.len());
        assert_eq!(points.len(), count, "{line}");
        points
    }

    fn moves(&mut self) -> (u8, u8) {
        let point = self.points(1)[0];
        self.stones.push(point);
        point
    }

    fn end(mut self) {
        self.talk.say("END");
        self.talk.finish().ends(0);
    }
}

#[test]
fn a_manager_gets_all_it_asks_for() {
    let mut manager = Manager::new(&gomoku(), &["engine", "--seed", "1"]);
    manager.talk.say("ABOUT");
    let about = manager.talk.hear("name=");
    assert!(about.contains("version=\"") && about.contains("author=\""), "{about}");
    manager.ask("TURN 7,7", "ERROR there is no game yet; begin with START");
    manager.ask("START 23", "ERROR the board must have 5 to 22 columns and rows");
    manager.start("START 20", (20, 20));
    for info in ["timeout_turn 50", "timeout_match 100000", "max_memory 73400320", "game_type 1", "rule 1"] {
        manager.talk.say(&format!("INFO {info}"));
    }
    manager.talk.say("INFO time_left 100000");
    manager.talk.say("BEGIN");
    let first = manager.moves();
    let free = (0..20).map(|x| (x, 19)).find(|point| *point != first).unwrap();
    let point = manager.put(free);
    manager.talk.say(&format!("TURN {point}"));
    let (x, y) = manager.moves();
    manager.ask(&format!("TURN {x},{y}"), &format!("ERROR there is a stone on {x},{y} already"));
    manager.ask(&format!("TAKEBACK {x},{y}"), "OK");
    manager.ask(&format!("TAKEBACK {point}"), "OK");
    manager.stones.truncate(1);
    manager.talk.say(&format!("TURN {point}"));
    manager.stones.push(free);
    manager.moves();

    manager.stones.clear();
    let lines =
        [(9, 9, 2), (10, 9, 1), (9, 8, 2)].map(|(x, y, who)| format!("{},{who}", manager.put((x, y))));
    manager.talk.say("BOARD");
    for line in &lines {
        manager.talk.say(line);
    }
    manager.talk.say("DONE");
    manager.moves();
    manager.start("RESTART", (20, 20));
    manager.ask("PLAY 3,4", "3,4");
    manager.start("RECTSTART 20,10", (20, 10));
    manager.talk.say("begin\r");
    manager.moves();
    manager.ask("hello", "UNKNOWN there is no command 'hello'");
    manager.end();
}

#[test]
fn swap2_is_answered_at_each_of_its_stages() {
    let mut manager = Manager::new(&gomoku(), &["engine", "--seed", "7"]);
    manager.start("START 15", (15, 15));
    manager.talk.say("INFO timeout_turn 200");
    manager.talk.say("SWAP2BOARD\nDONE");
    let three = manager.points(3);
    for stones in [3, 5] {
        manager.stones = three.clone();
        let more = (0..15).map(|x| (x, 0)).filter(|point| !three.contains(point));
        manager.stones.extend(more.take(stones - 3));
        for _ in 0..20 {
            manager.talk.say("SWAP2BOARD");
            for (x, y) in manager.stones.clone() {
                manager.talk.say(&format!("{x},{y}"));
            }
            manager.talk.say("DONE");
            let line = manager.talk.hear("");
            match line.split(' ').count() {
                1 if line == "SWAP" => {}
                2 if stones == 3 => drop(manager.read(&line, 2)),
                _ => drop(manager.read(&line, 1)),
            }
        }
    }
    // The game goes on with what the manager tells.
    manager.stones.clear();
    manager.talk.say("TURN 7,7");
    manager.stones.push((7, 7));
    manager.moves();
    manager.end();
}

/// An engine in the shell's language that knows the answer to a board, and thinks about the first move until it is told to
/// stop.
#[cfg(unix)]
fn thinker(stop: &str) -> String {
    let cases = format!("START*|RECTSTART*) echo OK;; DONE*) echo 3,4;; YXSTOP*) {stop};; END*) exit 0;;");
    format!("cmd:sh -c 'while read -r line; do case $line in {cases} esac; done'")
}

#[cfg(unix)]
#[test]
fn a_manager_is_heard_while_the_machine_thinks() {
    let program = gomoku();
    let level = thinker("echo 7,7");
    let mut manager = Manager::new(&program, &["engine", "--level", &level]);
    manager.start("START 15", (15, 15));
    manager.talk.say("INFO timeout_turn 600000\nBEGIN\nINFO time_left 2147483647\nABOUT");
    manager.talk.hear("name=");
    manager.ask("TURN 3,3", "ERROR a search is running");
    // What it was asked before is not answered any more.
    manager.start("RESTART", (15, 15));
    manager.ask("TURN 3,3", "3,4");
    manager.start("RESTART", (15, 15));
    manager.talk.say("BEGIN");
    manager.ask("YXSTOP", "7,7");
    manager.ask("TAKEBACK 7,7", "OK");
    manager.end();
}

#[cfg(unix)]
#[test]
fn end_ends_at_once_and_so_does_a_closed_pipe() {
    let program = gomoku();
    for (stop, last) in [(":", "END"), ("echo 7,7", "INFO game_type 0")] {
        let level = thinker(stop);
        let mut talk = program.talk(&["engine", "--level", &level]);
        talk.say("START 15\nINFO timeout_turn 600000\nBEGIN");
        talk.hear("OK");
        let since = Instant::now();
        talk.say(last);
        let said = talk.finish();
        said.ends(0);
        assert_eq!(said.out.trim(), if last == "END" { "" } else { "7,7" });
        assert!(since.elapsed() < Duration::from_mins(1), "{:?}", since.elapsed());
    }
    let mut talk = program.talk(&["engine"]);
    talk.stop_listening();
    talk.say("START 15\nBEGIN\nABOUT");
    talk.finish().ends(0);
}

#[test]
fn noise_is_survived() {
    let noise =
        ["\0\0\u{1}", "\u{fffd}\u{7f}", "BOARD\n1,1\nx\nDONE", "9999999999999999999999,1", "INFO", "DONE"];
    let long = "x".repeat((1 << 20) + 7);
    let input = format!("{}\n{long}\nSTART 15\r\nTURN 99,99\r\nINFO rule x\r\nBEGIN\r\n", noise.join("\n"));
    let said = gomoku().run(&["engine"], &input);
    said.ends(0).has(&[
        "UNKNOWN",
        "ERROR",
        "ERROR the line is too long",
        "OK",
        "ERROR there is no point 99,99",
    ]);
    let last = said.out.lines().last().unwrap();
    assert!(
        last.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok()),
        "{said:?}"
    );
}

#[test]
fn managers_know_their_programs_by_name() {
    let lines = "START 15\nINFO timeout_turn 0\nBEGIN\n";
    let none: [&str; 0] = [];
    for program in [Program::of("gomoku", "pbrain-pentad"), gomoku().renamed("pbrain-mine")] {
        let said = program.run(&none, lines);
        assert!(said.ends(0).out.lines().count() == 2 && said.out.starts_with("OK\n"), "{said:?}");
        // Options are those of the verb.
        program.run(&["--level", "nobody"], lines).fails(2);
    }
}

#[test]
fn engines_play_against_each_other() {
    let program = gomoku();
    let engine = format!("cmd:'{}' engine --seed 5", program.binary().display());
    for more in [&["--openings", "1", "--rule", "renju"][..], &["--openings", "0", "--opening", "swap2"]] {
        let args =
            ["arena", "random", &engine, "--games", "2", "--time", "2000", "--size", "9x8", "--seed", "1"];
        let said = program.run(&[&args[..], more].concat(), "");
        said.ends(0).has(&["A in all", "over time  failures"]);
        let counts: Vec<Vec<&str>> = said.out.lines().map(|line| line.split_whitespace().collect()).collect();
        let engine = counts.iter().rfind(|words| words.first() == Some(&"B")).unwrap();
        assert_eq!(engine[engine.len() - 2..], ["0", "0"], "{said:?}");
    }
}

#[test]
fn programs_that_are_no_engines_are_refused() {
    let program = gomoku();
    for (command, why) in
        [("cmd:no-such-program", "could not be started"), ("cmd:true", "it ended with exit code 0")]
    {
        let said = program.run(&["arena", "random", command, "--games", "2"], "");
        assert!(said.fails(2).contains(why), "{said:?}");
    }
    let help = program.run(&["--help"], "");
    help.ends(0).has(&["cmd:COMMAND  another program that speaks the Gomocup protocol"]);
}
