//! Engines and bots that misbehave in every way we know. Whatever they do, the program says why, goes on, and leaves
//! nothing behind: no process, no thread, no descriptor.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use whole_programs::{Program, Running};

/// Nothing here takes so long, however busy the computer is: a case that reaches it hangs.
const HANG_LIMIT: Duration = Duration::from_mins(3);

/// The cases mostly wait, so more of them run at once than there are cores.
const AT_ONCE: usize = 8;

/// A program, and how its engines are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Talk {
    /// The Universal Game Interface, spoken by the engines of atoms.
    Ugi,
    /// The same, by those of qttt.
    UgiOfQttt,
    /// Gomoku's protocol.
    Gomocup,
    /// Warlight's protocol.
    Contest,
}

impl Talk {
    fn program(self) -> &'static str {
        match self {
            Talk::Ugi => "atoms",
            Talk::UgiOfQttt => "qttt",
            Talk::Gomocup => "gomoku",
            Talk::Contest => "warlight",
        }
    }

    /// A game of a human against this player.
    fn play(self, player: &str) -> Vec<&str> {
        let mut args = vec!["play", "--new", "--players", "human", player, "--time", "50", "--seed", "1"];
        args.extend(match self {
            Talk::Ugi => &["--size", "3x3"][..],
            Talk::UgiOfQttt => &[],
            Talk::Gomocup => &["--size", "9x9"],
            Talk::Contest => &["--map", "brindle", "--rules", "contest1"],
        });
        args
    }

    /// The first move of the human; none where both move at the same time.
    fn first_move(self) -> Option<&'static str> {
        match self {
            Talk::Ugi => Some("a1"),
            Talk::UgiOfQttt => Some("0 1"),
            Talk::Gomocup => Some("e5"),
            Talk::Contest => None,
        }
    }

    /// A script that behaves well until it is asked for a move, and then runs `request`.
    fn script(self, request: &str) -> String {
        let cases = match self {
            Talk::Ugi | Talk::UgiOfQttt => {
                format!("ugi) echo ugiok;; isready) echo readyok;; go) {request};; quit) exit 0")
            }
            Talk::Gomocup => {
                format!("START|RECTSTART) echo OK;; BEGIN|TURN|DONE) {request};; END) exit 0")
            }
            Talk::Contest => format!("pick_starting_regions|go) {request}"),
        };
        format!("while read -r word rest; do case $word in {cases};; esac; done")
    }

    /// A legal answer, one that is not, and a line that is no answer but allowed.
    fn lines(self) -> [&'static str; 3] {
        match self {
            Talk::Ugi => ["bestmove b2", "bestmove z9", "info depth 1"],
            Talk::UgiOfQttt => ["bestmove 3-4", "bestmove 9-9", "info depth 1"],
            Talk::Gomocup => ["0,0", "99,99", "MESSAGE hello"],
            Talk::Contest => ["4 1", "9999 -3 x", ""],
        }
    }
}

/// What engines do when they are asked for a move: `GOOD`, `BAD` and `INFO` stand for lines of the protocol. The second
/// part is in the reason of the failure, where there is one for all protocols.
const AT_A_REQUEST: [(&str, &str); 33] = [
    // Silence.
    (":", ""),
    ("sleep 600", ""),
    ("exec sleep 600", ""),
    ("kill -STOP $$", ""),
    // They end.
    ("exit 3", "exit code 3"),
    ("exit 0", "exit code 0"),
    ("kill -9 $$", "SIGKILL"),
    ("kill -SEGV $$", "SIGSEGV"),
    ("printf bestm; exit 0", "exit code 0"),
    ("printf 'no line end'; sleep 600", ""),
    // They stay.
    ("exec >&-; sleep 600", "closed its output"),
    ("exec <&-; sleep 600", ""),
    ("exec <&- >&-; sleep 600", "closed its output"),
    ("trap '' TERM INT HUP QUIT; while :; do sleep 1; done", ""),
    // They leave programs behind that hold the pipes.
    ("sleep 600 & exit 4", "exit code 4"),
    ("sleep 600 & sleep 600", ""),
    ("(sleep 600 & sleep 600) & exit 5", "exit code 5"),
    ("nohup sleep 600 >/dev/null 2>&1 & exit 6", "exit code 6"),
    ("for i in 1 2 3 4 5 6 7 8; do sleep 600 & done; exit 7", "exit code 7"),
    ("(trap '' TERM HUP; sleep 600) & kill -9 $$", "SIGKILL"),
    ("sleep 600 & echo 'GOOD'", ""),
    // They write too much.
    ("exec yes noise", ""),
    ("exec yes 'INFO'", ""),
    ("exec tr '\\0' x </dev/zero", "megabytes"),
    ("exec cat /dev/zero", "megabytes"),
    ("exec yes >&2", ""),
    ("while :; do echo 'INFO'; sleep 0.02; done", ""),
    // They write nonsense.
    ("printf '\\377\\376\\n\\000\\n'; exit 8", "exit code 8"),
    ("printf '\\033]0;title\\007\\033[2J\\n'; exit 9", "exit code 9"),
    ("echo 'BAD'", ""),
    ("echo; echo; echo", ""),
    ("echo 'GOOD'; echo 'GOOD'; echo 'BAD'", ""),
    ("sleep 3; echo 'GOOD'", ""),
];

/// What engines do instead of a greeting, with a part of the error.
const AT_THE_START: [(&str, &str); 10] = [
    ("exec sleep 600", "within 1.0s"),
    ("exit 3", "exit code 3"),
    ("sleep 600 & exit 4", "exit code 4"),
    ("exec >&-; sleep 600", "closed its output"),
    ("trap '' TERM INT HUP; while :; do sleep 1; done", "within 1.0s"),
    ("exec yes noise", "could not be started"),
    ("exec yes info depth 1", "could not be started"),
    ("exec tr '\\0' x </dev/zero", "megabytes"),
    ("echo ugiok; echo ERROR; sleep 600", "could not be started"),
    ("kill -9 $$", "SIGKILL"),
];

/// What ends our program while an engine with children of its own thinks.
const ENDS: [&str; 4] = ["KILL", "TERM", "INT", "HUP"];

#[derive(Debug)]
enum Case {
    Request(Talk, &'static str, &'static str),
    Start(Talk, &'static str, &'static str),
    End(Talk, &'static str),
}

/// The threads and the descriptors of a process.
fn resources(pid: u32) -> (usize, usize) {
    let count = |what: &str| fs::read_dir(format!("/proc/{pid}/{what}")).map_or(0, Iterator::count);
    (count("task"), count("fd"))
}

/// The processes whose environment has this mark, with their command lines.
fn marked(mark: &str) -> BTreeMap<u32, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir("/proc").expect("the list of processes").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes()) {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            found.insert(pid, String::from_utf8_lossy(&line).replace('\0', " "));
        }
    }
    found
}

/// Waits until something is true; it must be soon.
fn wait_for(what: &str, mut is_true: impl FnMut() -> Result<(), String>) {
    let since = Instant::now();
    while let Err(state) = is_true() {
        assert!(since.elapsed() < HANG_LIMIT, "{what}: {state}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// One case: a program whose children have a mark in their environment.
struct Marked {
    program: Program,
    talk: Talk,
    mark: String,
}

impl Marked {
    fn new(talk: Talk) -> Marked {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Marked {
            program: Program::new(talk.program()),
            talk,
            mark: format!("{}-{number}", std::process::id()),
        }
    }

    fn start(&self, args: &[&str]) -> Running {
        self.program.start_with(args, &[("PENTAD_TEST_CASE", &self.mark)])
    }

    /// Asserts that of the marked processes only these are left.
    fn only(&self, allowed: &[u32], what: &str) {
        wait_for(what, || {
            let mut left = marked(&format!("PENTAD_TEST_CASE={}", self.mark));
            left.retain(|pid, _| !allowed.contains(pid));
            if left.is_empty() { Ok(()) } else { Err(format!("left: {left:?}")) }
        });
    }

    /// Plays against this player until it has failed or moved, then loads another game. Returns the threads and
    /// descriptors that are left, and what was printed about the player.
    fn play(&self, player: &str, expected: Option<(usize, usize)>) -> ((usize, usize), String) {
        let saved = self.program.file("plain.yaml");
        self.program.run(&self.talk.play("random"), &format!("save {saved}\n")).exits(0);
        let mut running = self.start(&[&self.talk.play(player)[..], &["--engine-timeout", "1"]].concat());
        if let Some(first_move) = self.talk.first_move() {
            running.send(first_move);
        }
        let printed = running.read_up_to_any(&[" is thinking\n"]);
        let printed = printed + &running.read_up_to_any(&["The game is over", " has committed", "'s turn: "]);
        running.send(&format!("load {saved}"));
        running.read_up_to("Loaded ");
        running.read_up_to("'s turn: ");
        let pid = running.id();
        self.only(&[pid], player);
        let mut left = resources(pid);
        if let Some(expected) = expected {
            wait_for(player, || {
                left = resources(pid);
                let is_back = left.0 <= expected.0 && left.1 <= expected.1;
                if is_back {
                    Ok(())
                } else {
                    Err(format!("{left:?} threads and descriptors, not {expected:?}"))
                }
            });
        } else {
            // Threads that have nothing to do end soon.
            thread::sleep(Duration::from_millis(300));
            left = resources(pid);
        }
        running.send("quit");
        running.finish().exits(0);
        (left, printed)
    }
}

/// A script as a player.
fn command(script: &str) -> String {
    format!("cmd:sh -c '{}'", script.replace('\'', "'\\''"))
}

fn run(case: &Case, expected: &BTreeMap<Talk, (usize, usize)>) {
    match *case {
        Case::Request(talk, request, why) => {
            let [good, bad, info] = talk.lines();
            let request = request.replace("GOOD", good).replace("BAD", bad).replace("INFO", info);
            let (_, printed) =
                Marked::new(talk).play(&command(&talk.script(&request)), Some(expected[&talk]));
            assert!(printed.contains(why), "{request}: '{why}' is not in\n{printed}");
        }
        Case::Start(talk, script, why) => {
            let case = Marked::new(talk);
            let player = command(script);
            let args = [&talk.play(&player)[..], &["--engine-timeout", "1"]].concat();
            let output = case.start(&args).finish();
            assert!(output.fails(2).contains(why), "{script}: {output:#?}");
            case.only(&[], script);
        }
        Case::End(talk, signal) => {
            let case = Marked::new(talk);
            let ready = case.program.file("ready");
            // It ignores everything that can be ignored, and has a child that does the same.
            let deaf = "trap \"\" TERM INT HUP; while :; do sleep 600; done";
            let request = format!("({deaf}) & touch '{ready}'; {deaf}");
            let player = command(&talk.script(&request));
            let mut args = talk.play(&player);
            args.extend(["--time", "600000"]);
            args.drain(5..7);
            let mut running = case.start(&args);
            if let Some(first_move) = talk.first_move() {
                running.send(first_move);
            }
            wait_for("the engine thinks", || {
                if fs::exists(&ready).unwrap_or(false) { Ok(()) } else { Err("it does not".to_owned()) }
            });
            let pid = running.id().to_string();
            // The first Ctrl-C ends the search, the next one the program.
            wait_for(signal, || {
                let _ = Command::new("kill").args(["-s", signal, &pid]).status();
                thread::sleep(Duration::from_millis(100));
                if running.has_ended() { Ok(()) } else { Err("it has not ended".to_owned()) }
            });
            case.only(&[], signal);
        }
    }
}

/// Limits of depth or nodes end no search of an engine that never comes to an end.
#[test]
fn a_search_without_a_limit_of_time_ends_too() {
    let case = Marked::new(Talk::Ugi);
    for request in ["while :; do echo info depth 1; sleep 0.02; done", ":"] {
        let player = command(&Talk::Ugi.script(request));
        let arena = ["arena", &player, "random", "--games", "2", "--threads", "2", "--size", "3x3", "--json"];
        for limit in ["--depth", "--nodes"] {
            let args = [&arena[..], &[limit, "3", "--engine-timeout", "1"]].concat();
            let output = case.start(&args).finish();
            output.exits(0);
            assert!(output.stdout.contains("it did not answer within 1.0s"), "{output:#?}");
        }
    }
    case.only(&[], "arena");
}

fn all_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for talk in [Talk::Ugi, Talk::Gomocup, Talk::Contest] {
        cases.extend(ENDS.map(|signal| Case::End(talk, signal)));
        cases.extend(AT_A_REQUEST.map(|(request, why)| Case::Request(talk, request, why)));
    }
    for talk in [Talk::Ugi, Talk::Gomocup] {
        cases.extend(AT_THE_START.map(|(script, why)| Case::Start(talk, script, why)));
    }
    for (request, why) in [AT_A_REQUEST[0], AT_A_REQUEST[4], AT_A_REQUEST[14], AT_A_REQUEST[29]] {
        cases.push(Case::Request(Talk::UgiOfQttt, request, why));
    }
    cases
}

#[test]
fn bad_children_leave_nothing_behind() {
    let cases = all_cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let talks = [Talk::Ugi, Talk::UgiOfQttt, Talk::Gomocup, Talk::Contest];
    let expected = talks.map(|talk| (talk, Marked::new(talk).play("random", None).0)).into();
    let next = Mutex::new(cases.iter());
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let case = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(case) = case else { return };
                    if catch_unwind(AssertUnwindSafe(|| run(case, &expected))).is_err() {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(case);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(failed.is_empty(), "{} of {} cases failed: {failed:#?}", failed.len(), cases.len());
}
