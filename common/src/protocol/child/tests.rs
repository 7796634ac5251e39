use super::*;
use crate::game::{Dice, Side};
use crate::job::Work;
use crate::player::MoveText;
use crate::protocol::Received;
use crate::testing::toy::{Counters, Nim, bug};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// Much longer than anything here takes, however slow the computer is: a test that reaches it hangs.
const HANG_LIMIT: Duration = Duration::from_mins(5);

/// Long timeouts, so that a busy computer breaks no test.
fn long_timeouts() -> Timeouts {
    Timeouts {
        handshake: HANG_LIMIT,
        grace: HANG_LIMIT,
        after_stop: HANG_LIMIT,
        search: HANG_LIMIT,
        ..Timeouts::default()
    }
}

/// A timeout that a test waits for.
const SHORT: Duration = Duration::from_millis(150);

/// An engine as a shell script that runs `go` when a move is requested, and `other` on any other line.
fn shell(go: &str, other: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in \
         ugi) echo 'id name Shell'; echo 'option name heap type spin default 10 min 1 max 99'; echo ugiok;; \
         isready) echo readyok;; go) {go};; quit) exit 0;; *) {other};; esac; done"
    );
    shell_command(&script)
}

fn shell_command(script: &str) -> String {
    format!("sh -c {}", shlex::try_quote(script).unwrap())
}

type NimPlayer = ChildPlayer<UgiLink<Nim>>;

fn start(command: &str, limits: Timeouts) -> NimPlayer {
    ChildPlayer::start(command, &Counters::of(10), limits).unwrap()
}

/// Requests a move after the given ones.
fn request(player: &mut NimPlayer, moves: &[&str], budget: &Budget) -> Result<u32, PlayerError> {
    request_with(player, &Counters::of(10), moves, budget, &|_| ())
}

fn request_with(
    player: &mut NimPlayer,
    setup: &Counters,
    moves: &[&str],
    budget: &Budget,
    seen: &(dyn Fn(Thought) + Sync),
) -> Result<u32, PlayerError> {
    let mut view: Nim = Nim::start(setup, &mut Dice::new(0), &Work::quiet()).unwrap();
    let mut played = Vec::new();
    for text in moves {
        let side = view.to_move().first().unwrap();
        let taken = view.parse(side, text).unwrap();
        view.play(side, &taken, &mut Dice::new(0)).unwrap();
        played.push(MoveText { side, text: (*text).to_owned() });
    }
    let side = view.to_move().first().unwrap_or(Side::FIRST);
    let answer = player.choose(&Turn { side, view: &view, setup, moves: &played }, budget, seen);
    answer.map(|taken| taken.0)
}

fn one_second() -> Budget {
    Budget::time(Duration::from_secs(1))
}

/// Not a test but an engine in the program of the tests, which [`our_own_engine_plays`] starts.
#[test]
fn toy_engine() {
    if std::env::var_os("PENTAD_TOY_ENGINE").is_some() {
        println!();
        crate::protocol::engine::<Nim>(Counters::of(10), Spec::level("ponder"), 1).unwrap();
    }
}

#[test]
fn our_own_engine_plays() {
    let program = std::env::current_exe().unwrap();
    let program = shlex::try_quote(program.to_str().unwrap()).unwrap().into_owned();
    let test = "protocol::child::tests::toy_engine --exact --nocapture";
    let command = format!("env PENTAD_TOY_ENGINE=1 {program} {test}");
    let mut player = start(&command, long_timeouts());
    let thoughts = Mutex::new(Vec::new());
    let budget = Budget::default();
    // It thinks until it is stopped. The test stops it after its first thought.
    let seen = |thought| {
        thoughts.lock().unwrap().push(thought);
        budget.stop.raise();
    };
    let setup = Counters::of(30);
    assert_eq!(request_with(&mut player, &setup, &["3", "3"], &budget, &seen), Ok(1));
    let thoughts = thoughts.into_inner().unwrap();
    assert_eq!(
        (thoughts[0].value, &thoughts[0].line[..]),
        (Some(crate::game::Value(24)), &["1".to_owned()][..])
    );
}

#[test]
fn a_child_gets_all_settings_and_moves() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let note = format!("echo \"$word $rest\" >> '{}'", log.display());
    let mut player = start(&shell(&format!("{note}; echo bestmove 2 ponder 1"), &note), long_timeouts());
    let limits = Budget { nodes: Some(70), depth: Some(4), ..one_second() };
    assert_eq!(request(&mut player, &[], &limits), Ok(2));
    assert_eq!(request(&mut player, &["2", "1"], &Budget::depth(3)), Ok(2));
    assert_eq!(request(&mut player, &["1"], &one_second()), Ok(2));
    let bigger = Counters::of(12);
    assert_eq!(request_with(&mut player, &bigger, &["1", "1"], &Budget::default(), &|_| ()), Ok(2));
    drop(player);
    let expected = "setoption name heap value 10\n\
        uginewgame \nposition startpos\ngo movetime 1000 nodes 70 depth 4\n\
        position startpos moves 2 1\ngo depth 3\n\
        uginewgame \nposition startpos moves 1\ngo movetime 1000\n\
        setoption name heap value 12\n\
        uginewgame \nposition startpos moves 1 1\ngo infinite\n";
    assert_eq!(fs::read_to_string(log).unwrap(), expected);
}

#[test]
fn there_is_no_request_after_the_end_of_a_game() {
    let mut player = start(&shell("echo bestmove 1", ":"), long_timeouts());
    assert_eq!(request(&mut player, &["3", "3", "3", "1"], &one_second()), Err(PlayerError::NoMove));
}

#[test]
fn a_failed_start_is_explained() {
    let why = |command: &str, limits| {
        let spec: Spec = format!("cmd:{command}").parse().unwrap();
        NimPlayer::start(spec.command().unwrap(), &Counters::of(10), limits).unwrap_err().to_string()
    };
    let missing = why("/no/such/engine", long_timeouts());
    assert!(missing.starts_with("'/no/such/engine' could not be started: "), "{missing}");
    assert_eq!(why("sh -c 'x", long_timeouts()), "'sh -c 'x' could not be started: its quotes do not match");
    assert_eq!(
        why("sh -c 'exit 3'", long_timeouts()),
        "'sh -c 'exit 3'' could not be started: it ended with exit code 3"
    );
    let short_handshake = Timeouts { handshake: SHORT, ..long_timeouts() };
    assert_eq!(
        why("sleep 60", short_handshake),
        "'sleep 60' could not be started: it did not send ugiok and readyok within 150.0ms"
    );
    let no_command = child::<Nim>(&Spec::level("cmd"), &Counters::of(10)).err();
    assert_eq!(no_command, Some(BadSpec::NoCommand));
    let dice = child::<Nim<{ bug::CHANCE }>>(&"cmd:sh".parse().unwrap(), &Counters::of(10)).err().unwrap();
    assert_eq!(dice.to_string(), "'sh' could not be started: other programs cannot play games with dice");
}

#[test]
fn a_dead_child_is_reported_and_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("was here").display().to_string();
    // It dies only the first time.
    let go = format!("if test -e '{mark}'; then echo bestmove 3; else touch '{mark}'; exit 7; fi");
    let mut player = start(&shell(&go, ":"), long_timeouts());
    let died = PlayerError::Died("it ended with exit code 7".into());
    assert_eq!(request(&mut player, &[], &one_second()), Err(died));
    assert_eq!(request(&mut player, &[], &one_second()), Ok(3));

    let go = format!("rm '{mark}'; exit 7");
    let script = format!("test -e '{mark}' || exit 8; {}", shlex::split(&shell(&go, ":")).unwrap()[2]);
    let mut player = start(&shell_command(&script), long_timeouts());
    assert!(request(&mut player, &[], &one_second()).is_err());
    let again = request(&mut player, &[], &one_second()).unwrap_err().to_string();
    assert_eq!(again, "its program ended: it could not be started again: it ended with exit code 8");
}

#[test]
fn the_last_line_of_a_child_counts_and_an_open_output_does_not() {
    let mut player = start(&shell("echo bestmove 2; exit 0", ":"), long_timeouts());
    assert_eq!(request(&mut player, &[], &one_second()), Ok(2));
    assert!(matches!(request(&mut player, &["2", "2"], &one_second()), Err(PlayerError::Died(_))));
    // A process started by the child keeps the pipe open.
    let mut player = start(&shell("sleep 5 & exit 4", ":"), long_timeouts());
    let died = PlayerError::Died("it ended with exit code 4".into());
    assert_eq!(request(&mut player, &[], &Budget::default()), Err(died));
    let mut player =
        start(&shell("exec >&-; read -r word", ":"), Timeouts { quit: SHORT, ..long_timeouts() });
    let died = PlayerError::Died("it closed its output".into());
    assert_eq!(request(&mut player, &[], &Budget::default()), Err(died));
}

#[test]
fn a_silent_child_times_out() {
    let limits = Timeouts { grace: SHORT, search: SHORT, after_stop: SHORT, ..long_timeouts() };
    let mut player = start(&shell(":", ":"), limits);
    let late = PlayerError::TimedOut(SHORT + Duration::from_millis(50));
    assert_eq!(request(&mut player, &[], &Budget::time(Duration::from_millis(50))), Err(late));
    assert_eq!(request(&mut player, &[], &Budget::depth(5)), Err(PlayerError::TimedOut(SHORT)));
    assert_eq!(request(&mut player, &[], &Budget::default()), Err(PlayerError::TimedOut(SHORT)));
    // It ignores `stop`.
    let mut player = start(&shell("echo info depth 1", ":"), limits);
    let endless = Budget::default();
    let seen = |_| endless.stop.raise();
    let answer = request_with(&mut player, &Counters::of(10), &[], &endless, &seen);
    assert_eq!(answer, Err(PlayerError::Stopped));
}

#[test]
fn a_search_without_a_limit_of_time_is_stopped_at_last() {
    let limits = Timeouts { search: SHORT, ..long_timeouts() };
    let endless = "(while :; do echo info depth 1; sleep 0.01; done) &";
    let other = "if test $word = stop; then kill $!; echo bestmove 2; fi";
    for budget in [Budget::depth(5), Budget::nodes(5), Budget::default()] {
        let mut player = start(&shell(endless, other), limits);
        assert_eq!(request(&mut player, &[], &budget), Ok(2));
    }
}

#[test]
fn a_stopped_child_answers_with_its_move() {
    // `stop` is one of the other lines.
    let mut player =
        start(&shell("echo info depth 1", "test $word = stop && echo bestmove 3"), long_timeouts());
    let budget = Budget::default();
    let seen = |_| budget.stop.raise();
    assert_eq!(request_with(&mut player, &Counters::of(10), &[], &budget, &seen), Ok(3));
    let mut player =
        start(&shell("echo info depth 1", "test $word = stop && echo bestmove none"), long_timeouts());
    assert_eq!(request(&mut player, &[], &budget), Err(PlayerError::Stopped));
}

#[test]
fn an_illegal_move_is_reported_with_the_message_of_the_child() {
    let mut player =
        start(&shell("echo info string error: I am lost; echo bestmove 9", ":"), long_timeouts());
    for _ in 0..2 {
        let why = request(&mut player, &[], &one_second()).unwrap_err().to_string();
        let words = "only 1 to 3 can be taken (it says 'I am lost')";
        assert_eq!(why, format!("it answered '9', which is not a legal move: {words}"));
    }
    let mut player = start(&shell("echo bestmove", ":"), long_timeouts());
    let why = request(&mut player, &[], &one_second()).unwrap_err().to_string();
    assert_eq!(why, "it answered 'none', which is not a legal move: 'none' is not a number");
}

#[test]
fn late_lines_do_not_answer_the_next_request() {
    let mut player = start(&shell("echo bestmove 2; echo bestmove 1", ":"), long_timeouts());
    assert_eq!(request(&mut player, &[], &one_second()), Ok(2));
    assert_eq!(request(&mut player, &["2", "2"], &one_second()), Ok(2));
}

#[test]
fn a_child_that_writes_nonsense_is_killed() {
    let limits = Timeouts { junk: 500, ..long_timeouts() };
    let mut player = start(&shell("while :; do echo blah; done", ":"), limits);
    let why = request(&mut player, &[], &Budget::default()).unwrap_err().to_string();
    assert_eq!(why, "its program ended: it wrote 501 lines that mean nothing here, such as 'blah'");

    for flood in ["tr '\\0' x < /dev/zero", "cat /dev/zero", "yes info depth 1"] {
        let mut player = start(&shell(&format!("exec {flood}"), ":"), long_timeouts());
        let why = request(&mut player, &[], &Budget::default()).unwrap_err().to_string();
        let expected = "its program ended: it wrote more than 64 megabytes without an answer";
        assert_eq!(why, expected, "{flood}");
    }
    // Before the handshake, less is enough.
    let why = NimPlayer::start("yes info depth 1", &Counters::of(10), long_timeouts()).unwrap_err();
    let why = why.to_string();
    assert!(why.ends_with("it wrote more than 4 megabytes without an answer"), "{why}");

    let mut player = start(&shell("printf '\\377\\376 blah\\n\\000\\nbestmove 1\\n'", ":"), long_timeouts());
    assert_eq!(request(&mut player, &[], &one_second()), Ok(1));
}

#[test]
fn a_child_that_does_not_read_times_out() {
    let script = "echo ugiok; echo readyok; exec sleep 60";
    let mut player = start(&shell_command(script), Timeouts { quit: SHORT, ..long_timeouts() });
    // More than fits into a pipe.
    let setup = Counters { motto: "x".repeat(1 << 20), ..Counters::of(99) };
    let link = player.link.as_mut().unwrap();
    link.offered.push("Motto".into());
    link.timeouts.handshake = SHORT;
    let answer = request_with(&mut player, &setup, &[], &one_second(), &|_| ());
    assert_eq!(answer, Err(PlayerError::TimedOut(SHORT)));
}

/// Whether a process has not ended.
#[cfg(target_os = "linux")]
fn is_running(pid: &str) -> bool {
    let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    state.is_ok_and(|state| !state.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_child_started_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let background = format!("sleep 600 & echo $! > '{}'", file.display());
    for go in [
        format!("{background}; echo bestmove 1"),
        format!("{background}; echo bestmove 1; exit 0"),
        format!("{background}; exit 3"),
        format!("{background}; exec >&-"),
    ] {
        let limits = Timeouts { grace: SHORT, quit: SHORT, ..long_timeouts() };
        let mut player = start(&shell(&go, ":"), limits);
        let _ = request(&mut player, &[], &Budget::time(SHORT));
        drop(player);
        let pid = fs::read_to_string(&file).unwrap().trim().to_owned();
        while is_running(&pid) {
            std::thread::yield_now();
        }
    }
}

/// The host of the next test: it starts a child that starts another one, and panics.
#[cfg(target_os = "linux")]
fn panic_with_children(how: &str, file: &str) {
    let script = format!("sleep 600 & echo $$ $! > '{file}'; echo started; wait");
    let mut process = Process::start(&shell_command(&script), "", Duration::ZERO).unwrap();
    while !matches!(process.receive(HANG_LIMIT), Received::Line(_)) {}
    match how {
        // It is dropped while the panic unwinds the stack.
        "unwinds" => panic!("a deliberate panic"),
        // Another thread has it, which does not end before the program does.
        "elsewhere" => {
            std::thread::spawn(move || process.receive(HANG_LIMIT));
            panic!("a deliberate panic");
        }
        // A second panic during the first one, or a stack overflow.
        _ => {
            std::mem::forget(process);
            std::process::abort();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_panic_of_ours_ends_the_children() {
    const HOW: &str = "PENTAD_TEST_PANIC";
    const FILE: &str = "PENTAD_TEST_FILE";
    if let (Ok(how), Ok(file)) = (std::env::var(HOW), std::env::var(FILE)) {
        panic_with_children(&how, &file);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for how in ["unwinds", "elsewhere", "aborts"] {
        let file = folder.path().join(how);
        let test = "protocol::child::tests::a_panic_of_ours_ends_the_children";
        let host = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .envs([(HOW, how.as_ref()), (FILE, file.as_os_str())])
            .output()
            .unwrap();
        assert!(!host.status.success(), "{how}: {host:?}");
        let pids = fs::read_to_string(&file).unwrap();
        assert_eq!(pids.split_whitespace().count(), 2, "{pids}");
        for pid in pids.split_whitespace() {
            while is_running(pid) {
                std::thread::yield_now();
            }
        }
    }
}

#[test]
fn no_child_outlives_its_player() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let obedient = shell("echo bestmove 1", ":");
    // It ignores `quit` and the end of its input.
    let stubborn =
        format!("{}; while :; do sleep 0.05; done", shlex::split(&shell("echo bestmove 1", ":")).unwrap()[2]);
    let stubborn = stubborn.replace("quit) exit 0", "quit) :");
    for script in [&shlex::split(&obedient).unwrap()[2], &stubborn] {
        let script = format!("echo $$ > '{}'; {script}", pid.display());
        let mut player = start(&shell_command(&script), long_timeouts());
        assert_eq!(request(&mut player, &[], &one_second()), Ok(1));
        let number = fs::read_to_string(&pid).unwrap().trim().to_owned();
        drop(player);
        // The process is gone, not even a zombie is left.
        if Path::new("/proc/self").exists() {
            assert!(!Path::new("/proc").join(number).exists());
        }
    }
}
