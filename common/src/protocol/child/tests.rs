use super::*;
use crate::game::Game as _;
use crate::testing::toy::{Counters, Nim};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than anything here takes: reaching it means to hang.
const HANGING: Duration = Duration::from_secs(30);

/// Patient with a busy machine, so that only what shall fail does.
fn patient() -> Timeouts {
    Timeouts { handshake: HANGING, grace: HANGING, after_stop: HANGING, ..Timeouts::default() }
}

fn brief() -> Duration {
    Duration::from_millis(150)
}

/// An engine in the shell's language that does `go` when it is to think, and `other` at any other line.
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

fn start(command: &str, limits: Timeouts) -> ChildPlayer<Nim> {
    ChildPlayer::start(command, &Counters::of(10), limits).unwrap()
}

/// Asks for a move after the given ones.
fn ask(player: &mut ChildPlayer<Nim>, moves: &[&str], budget: &Budget) -> Result<u32, PlayerError> {
    ask_with(player, &Counters::of(10), moves, budget, &|_| ())
}

fn ask_with(
    player: &mut ChildPlayer<Nim>,
    setup: &Counters,
    moves: &[&str],
    budget: &Budget,
    seen: &(dyn Fn(Thought) + Sync),
) -> Result<u32, PlayerError> {
    let mut view: Nim = Nim::start(setup).unwrap();
    for text in moves {
        let side = view.to_move().first().unwrap();
        let taken = view.parse(text).unwrap();
        view.play(side, &taken, &mut crate::game::Dice::new(0)).unwrap();
    }
    let moves: Vec<String> = moves.iter().map(|text| (*text).to_owned()).collect();
    let side = view.to_move().first().unwrap_or(crate::game::Side::FIRST);
    let begun = Instant::now();
    let answer = player.choose(&Turn { side, view: &view, setup, moves: &moves }, budget, seen);
    assert!(begun.elapsed() < HANGING, "it hung");
    answer.map(|taken| taken.0)
}

fn second() -> Budget {
    Budget::time(Duration::from_secs(1))
}

/// Not a test of its own but an engine in the test's own program; [`our_own_engine_plays`] starts it.
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
    let mut player = start(&command, patient());
    let thoughts = Mutex::new(Vec::new());
    let budget = Budget::default();
    // It thinks until it is stopped; its first thought is the sign to do so.
    let seen = |thought| {
        thoughts.lock().unwrap().push(thought);
        budget.stop.raise();
    };
    let setup = Counters::of(30);
    assert_eq!(ask_with(&mut player, &setup, &["3", "3"], &budget, &seen), Ok(1));
    let thoughts = thoughts.into_inner().unwrap();
    assert_eq!(
        (thoughts[0].value, &thoughts[0].line[..]),
        (Some(crate::game::Value(24)), &["1".to_owned()][..])
    );
}

#[test]
fn a_good_child_is_told_everything() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let note = format!("echo \"$word $rest\" >> '{}'", log.display());
    let mut player = start(&shell(&format!("{note}; echo bestmove 2 ponder 1"), &note), patient());
    let limits = Budget { nodes: Some(70), depth: Some(4), ..second() };
    assert_eq!(ask(&mut player, &[], &limits), Ok(2));
    assert_eq!(ask(&mut player, &["2", "1"], &Budget::depth(3)), Ok(2));
    assert_eq!(ask(&mut player, &["1"], &second()), Ok(2));
    let bigger = Counters::of(12);
    assert_eq!(ask_with(&mut player, &bigger, &["1", "1"], &Budget::default(), &|_| ()), Ok(2));
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
fn a_game_that_is_over_is_not_asked_about() {
    let mut player = start(&shell("echo bestmove 1", ":"), patient());
    assert_eq!(ask(&mut player, &["3", "3", "3", "1"], &second()), Err(PlayerError::NoMove));
}

#[test]
fn what_does_not_start_says_why() {
    let why = |command: &str, limits| {
        let spec: Spec = format!("cmd:{command}").parse().unwrap();
        ChildPlayer::<Nim>::start(spec.command().unwrap(), &Counters::of(10), limits).unwrap_err().to_string()
    };
    let missing = why("/no/such/engine", patient());
    assert!(missing.starts_with("'/no/such/engine' could not be started: "), "{missing}");
    assert_eq!(why("sh -c 'x", patient()), "'sh -c 'x' could not be started: its quotes do not match");
    assert_eq!(
        why("sh -c 'exit 3'", patient()),
        "'sh -c 'exit 3'' could not be started: it ended with exit code 3"
    );
    let hasty = Timeouts { handshake: brief(), ..patient() };
    assert_eq!(
        why("sleep 60", hasty),
        "'sleep 60' could not be started: it said no ugiok and readyok within 150.0ms"
    );
    let no_command = child::<Nim>(&Spec::level("cmd"), &Counters::of(10)).err();
    assert_eq!(no_command, Some(BadSpec::NoCommand));
}

#[test]
fn death_is_told_and_the_next_question_starts_it_anew() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("was here").display().to_string();
    // Dies the first time only.
    let go = format!("if test -e '{mark}'; then echo bestmove 3; else touch '{mark}'; exit 7; fi");
    let mut player = start(&shell(&go, ":"), patient());
    let died = PlayerError::Died("it ended with exit code 7".into());
    assert_eq!(ask(&mut player, &[], &second()), Err(died));
    assert_eq!(ask(&mut player, &[], &second()), Ok(3));

    let go = format!("rm '{mark}'; exit 7");
    let script = format!("test -e '{mark}' || exit 8; {}", shlex::split(&shell(&go, ":")).unwrap()[2]);
    let mut player = start(&shell_command(&script), patient());
    assert!(ask(&mut player, &[], &second()).is_err());
    let again = ask(&mut player, &[], &second()).unwrap_err().to_string();
    assert_eq!(again, "its program is gone: it could not be started again: it ended with exit code 8");
}

#[test]
fn last_words_and_outputs_kept_open() {
    let mut player = start(&shell("echo bestmove 2; exit 0", ":"), patient());
    assert_eq!(ask(&mut player, &[], &second()), Ok(2));
    assert!(matches!(ask(&mut player, &["2", "2"], &second()), Err(PlayerError::Died(_))));
    // A grandchild holds the pipe, so its end does not show there.
    let mut player = start(&shell("sleep 5 & exit 4", ":"), patient());
    let died = PlayerError::Died("it ended with exit code 4".into());
    assert_eq!(ask(&mut player, &[], &Budget::default()), Err(died));
    let mut player = start(&shell("exec >&-; read -r word", ":"), Timeouts { quit: brief(), ..patient() });
    let died = PlayerError::Died("it closed its output".into());
    assert_eq!(ask(&mut player, &[], &Budget::default()), Err(died));
}

#[test]
fn silence_has_its_limits() {
    let limits = Timeouts { grace: brief(), silence: brief(), after_stop: brief(), ..patient() };
    let mut player = start(&shell(":", ":"), limits);
    let late = PlayerError::TimedOut(brief() + Duration::from_millis(50));
    assert_eq!(ask(&mut player, &[], &Budget::time(Duration::from_millis(50))), Err(late));
    assert_eq!(ask(&mut player, &[], &Budget::depth(5)), Err(PlayerError::TimedOut(brief())));
    let endless = Budget::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(brief());
            endless.stop.raise();
        });
        assert_eq!(ask(&mut player, &[], &endless), Err(PlayerError::Stopped));
    });
}

#[test]
fn stop_brings_the_move() {
    // `stop` is one of the other lines.
    let mut player = start(&shell("echo info depth 1", "test $word = stop && echo bestmove 3"), patient());
    let budget = Budget::default();
    let seen = |_| budget.stop.raise();
    assert_eq!(ask_with(&mut player, &Counters::of(10), &[], &budget, &seen), Ok(3));
    let mut player = start(&shell("echo info depth 1", "test $word = stop && echo bestmove none"), patient());
    assert_eq!(ask(&mut player, &[], &budget), Err(PlayerError::Stopped));
}

#[test]
fn an_illegal_move_is_told_in_its_own_words() {
    let mut player = start(&shell("echo info string error: I am lost; echo bestmove 9", ":"), patient());
    for _ in 0..2 {
        let why = ask(&mut player, &[], &second()).unwrap_err().to_string();
        let words = "only 1 to 3 can be taken (it says 'I am lost')";
        assert_eq!(why, format!("it answered '9', which is no move here: {words}"));
    }
    let mut player = start(&shell("echo bestmove", ":"), patient());
    let why = ask(&mut player, &[], &second()).unwrap_err().to_string();
    assert_eq!(why, "it answered 'none', which is no move here: 'none' is no number");
}

#[test]
fn a_late_answer_is_not_taken_for_the_next() {
    let mut player = start(&shell("echo bestmove 2; echo bestmove 1", ":"), patient());
    assert_eq!(ask(&mut player, &[], &second()), Ok(2));
    assert_eq!(ask(&mut player, &["2", "2"], &second()), Ok(2));
}

#[test]
fn floods_are_dammed() {
    let limits = Timeouts { junk: 500, ..patient() };
    let mut player = start(&shell("while :; do echo blah; done", ":"), limits);
    let why = ask(&mut player, &[], &Budget::default()).unwrap_err().to_string();
    assert_eq!(why, "its program is gone: it wrote 501 lines without sense, such as 'blah'");

    let limits = Timeouts { grace: brief(), ..patient() };
    for flood in ["tr '\\0' x < /dev/zero", "cat /dev/zero", "yes info depth 1"] {
        let mut player = start(&shell(&format!("exec {flood}"), ":"), limits);
        let answer = ask(&mut player, &[], &Budget::time(Duration::from_millis(50)));
        assert!(matches!(answer, Err(PlayerError::TimedOut(_))), "{flood}: {answer:?}");
    }

    let mut player = start(&shell("printf '\\377\\376 blah\\n\\000\\nbestmove 1\\n'", ":"), patient());
    assert_eq!(ask(&mut player, &[], &second()), Ok(1));
}

#[test]
fn a_child_that_does_not_read_blocks_nobody() {
    let script = "echo ugiok; echo readyok; exec sleep 60";
    let mut player = start(&shell_command(script), Timeouts { quit: brief(), ..patient() });
    // More than fits into a pipe.
    let setup = Counters { motto: "x".repeat(1 << 20), ..Counters::of(99) };
    let link = player.link.as_mut().unwrap();
    link.offered.push("Motto".into());
    link.limits.handshake = brief();
    let answer = ask_with(&mut player, &setup, &[], &second(), &|_| ());
    assert_eq!(answer, Err(PlayerError::TimedOut(brief())));
}

#[test]
fn no_child_outlives_its_player() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let polite = shell("echo bestmove 1", ":");
    // Neither `quit` nor the end of its input moves it.
    let stubborn =
        format!("{}; while :; do sleep 0.05; done", shlex::split(&shell("echo bestmove 1", ":")).unwrap()[2]);
    let stubborn = stubborn.replace("quit) exit 0", "quit) :");
    for script in [&shlex::split(&polite).unwrap()[2], &stubborn] {
        let script = format!("echo $$ > '{}'; {script}", pid.display());
        let mut player = start(&shell_command(&script), patient());
        assert_eq!(ask(&mut player, &[], &second()), Ok(1));
        let number = fs::read_to_string(&pid).unwrap().trim().to_owned();
        let begun = Instant::now();
        drop(player);
        assert!(begun.elapsed() < HANGING);
        // Reaped, so that there is not even a zombie.
        if Path::new("/proc/self").exists() {
            assert!(!Path::new("/proc").join(number).exists());
        }
    }
}
