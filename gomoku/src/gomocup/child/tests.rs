use super::*;
use crate::rules::{DEFAULT_SIZE, Opening, Rule, Size};
use common::game::{Game, Side};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Far longer than anything here takes, even on a busy computer: reaching it means a hang.
const HANG_LIMIT: Duration = Duration::from_mins(5);

/// Long timeouts, so that a busy computer breaks no test.
fn long_timeouts() -> Timeouts {
    Timeouts { handshake: HANG_LIMIT, grace: HANG_LIMIT, after_stop: HANG_LIMIT, ..Timeouts::default() }
}

/// A timeout that a test waits for.
const SHORT: Duration = Duration::from_millis(150);

/// An engine as a shell script that runs `go` when a move is requested, and `other` on any other line.
fn shell(go: &str, other: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in START|RECTSTART) {other}; echo OK;; \
         BEGIN|TURN|DONE) {go};; END) exit 0;; *) {other};; esac; done"
    );
    format!("sh -c \"{}\"", script.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"))
}

fn start(command: &str, limits: Timeouts) -> ChildPlayer {
    ChildPlayer::start(command, &Setup::default(), limits).unwrap()
}

/// Requests a move after the given ones.
fn request(
    player: &mut ChildPlayer,
    setup: Setup,
    moves: &[&str],
    budget: &Budget,
) -> Result<Move, PlayerError> {
    let mut view = Position::new(setup);
    for text in moves {
        let m = view.parse(view.mover(), text).unwrap();
        view.apply(&m);
    }
    let text = |text: &&str| MoveText { side: Side::FIRST, text: (*text).to_owned() };
    let moves: Vec<MoveText> = moves.iter().map(text).collect();
    let started = Instant::now();
    let turn = Turn { side: view.mover(), view: &view, setup: &setup, moves: &moves };
    let answer = player.choose(&turn, budget, &|_| ());
    assert!(started.elapsed() < HANG_LIMIT, "it hung");
    answer
}

fn one_second() -> Budget {
    Budget::time(Duration::from_secs(1))
}

fn stone(text: &str) -> Move {
    Move::read(text, DEFAULT_SIZE).unwrap()
}

#[test]
fn a_child_gets_all_settings_and_moves() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let log_line = format!("echo $word $rest >> '{}'", log.display());
    // It plays 0,0, then 1,0 and so on.
    let go = format!("{log_line}; echo MESSAGE hm; echo DEBUG hm; echo $((n)),0; n=$((n+1))");
    let mut player = start(&shell(&go, &log_line), long_timeouts());
    let setup = Setup::default();
    assert_eq!(request(&mut player, setup, &[], &one_second()), Ok(stone("a15")));
    assert_eq!(request(&mut player, setup, &["a15", "h8"], &one_second()), Ok(stone("b15")));
    // A move was undone.
    assert_eq!(request(&mut player, setup, &["a15", "i8"], &Budget::depth(3)), Ok(stone("c15")));
    let size = Size::new(20, 10).unwrap();
    let other = Setup { size, rule: Rule::Renju, opening: Opening::Free };
    assert_eq!(request(&mut player, other, &["h8"], &one_second()), Ok(stone("d10")));
    drop(player);
    let infos = |rule| {
        format!("INFO timeout_match 0\nINFO max_memory 367001600\nINFO game_type 1\nINFO rule {rule}\n")
    };
    let time = "INFO timeout_turn 1000\nINFO time_left 2147483647\n";
    let (free, renju) = (infos(0), infos(4));
    let expected = format!(
        "START 15\n{free}{time}BEGIN\n{time}TURN 7,7\n\
         START 15\n{free}INFO timeout_turn 5000\nINFO time_left 2147483647\nBOARD\n0,0,1\n8,7,2\nDONE\n\
         RECTSTART 20,10\n{renju}{time}BOARD\n7,2,2\nDONE\n"
    );
    assert_eq!(fs::read_to_string(log).unwrap(), expected);
}

#[test]
fn an_opening_is_requested_once_and_played_point_by_point() {
    let setup = Setup { opening: Opening::Swap2, ..Setup::default() };
    let mut player = start(&shell("echo 7,7 8,7 0,0", ":"), long_timeouts());
    for (moves, answer) in [(&[][..], "h8"), (&["h8"], "i8"), (&["h8", "i8"], "a15"), (&["h8", "j8"], "a15")]
    {
        assert_eq!(request(&mut player, setup, moves, &one_second()), Ok(stone(answer)));
    }
    let three = ["h8", "i8", "a15"];
    let why = request(&mut player, setup, &three, &one_second()).unwrap_err().to_string();
    assert!(why.starts_with("it answered '7,7 8,7 0,0', which is not a legal move"), "{why}");
    let five = ["h8", "i8", "a15", "more", "b1", "c1"];
    for (line, after, answer) in [
        ("SWAP", &three[..], Ok(Move::Swap)),
        ("swap", &five[..], Ok(Move::Swap)),
        ("0,14", &three[..], Ok(stone("a1"))),
        ("0,14", &five[..], Ok(stone("a1"))),
        ("1,14 2,14", &three[..], Ok(Move::More)),
        ("1,14 2,14", &five[..4], Ok(stone("b1"))),
        ("1,14 2,14", &five[..5], Ok(stone("c1"))),
    ] {
        let mut player = start(&shell(&format!("echo {line}"), ":"), long_timeouts());
        assert_eq!(request(&mut player, setup, after, &one_second()), answer, "{line}");
    }
    // The two stones of one answer.
    let once = "if [ $rest$n ]; then exit 1; fi; n=1; echo 1,14 2,14";
    let mut player = start(&shell(once, ":"), long_timeouts());
    for (count, answer) in [(3, Ok(Move::More)), (4, Ok(stone("b1"))), (5, Ok(stone("c1")))] {
        assert_eq!(request(&mut player, setup, &five[..count], &one_second()), answer);
    }
}

#[test]
fn illegal_answers_are_reported_and_the_child_runs_on() {
    let error_line = "ERROR I am lost";
    for (line, why) in [
        ("7,7", "there is a black stone on h8"),
        ("15,0", "there is no point 15,0"),
        ("-1,0", "it is not a point"),
        ("1", "it is not a point"),
        (error_line, "it is not a point"),
    ] {
        let mut player = start(&shell(&format!("echo {line}"), ":"), long_timeouts());
        for _ in 0..2 {
            let error =
                request(&mut player, Setup::default(), &["h8"], &one_second()).unwrap_err().to_string();
            let expected = format!("it answered '{line}', which is not a legal move: {why}");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}

#[test]
fn failed_children_are_killed_and_restarted() {
    let setup = Setup::default();
    for (bad, limits, why) in [
        ("exit 3", long_timeouts(), "its program ended: it ended with exit code 3"),
        (":", Timeouts { grace: Duration::ZERO, ..long_timeouts() }, "it did not answer within 100.0ms"),
        (
            "while :; do echo blah; done",
            Timeouts { junk: 50, ..long_timeouts() },
            "its program ended: it wrote 51 lines",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let mark = mark.display();
        // It fails only the first time.
        let go = format!("if [ -e '{mark}' ]; then echo 0,0; else touch '{mark}'; {bad}; fi");
        let mut player = start(&shell(&go, ":"), limits);
        let budget = Budget::time(Duration::from_millis(100));
        let error = request(&mut player, setup, &[], &budget).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
        assert!(!player.is_running());
        player.timeouts = long_timeouts();
        assert_eq!(request(&mut player, setup, &["h8"], &one_second()), Ok(stone("a15")));
    }
    let short_handshake = Timeouts { handshake: SHORT, ..long_timeouts() };
    for (command, limits, why) in [
        ("false", long_timeouts(), "it ended with exit code 1"),
        ("sh -c 'read line; echo ERROR too small; read line'", long_timeouts(), "it says 'ERROR too small'"),
        ("sleep 60", short_handshake, "it did not send OK after START within 150.0ms"),
    ] {
        let error = ChildPlayer::start(command, &setup, limits).unwrap_err().to_string();
        assert_eq!(
            error.replace("its program ended: ", ""),
            format!("'{command}' could not be started: {why}")
        );
    }
}

#[test]
fn a_child_can_be_stopped() {
    let setup = Setup::default();
    let budget = Budget::default();
    budget.stop.raise();
    let mut player = start(&shell(":", "if [ $word = YXSTOP ]; then echo 0,0; fi"), long_timeouts());
    assert_eq!(request(&mut player, setup, &[], &budget), Ok(stone("a15")));
    let mut player = start(&shell(":", ":"), Timeouts { after_stop: SHORT, ..long_timeouts() });
    assert_eq!(request(&mut player, setup, &[], &budget), Err(PlayerError::Stopped));
}

#[test]
fn late_lines_do_not_answer_the_next_request() {
    // The second line must arrive before the next request. Retries with longer waits, since a computer may be busy.
    let mut wait = Duration::from_millis(20);
    loop {
        let mut player = start(&shell("echo 0,0; echo 1,1", ":"), long_timeouts());
        assert_eq!(request(&mut player, Setup::default(), &[], &one_second()), Ok(stone("a15")));
        std::thread::sleep(wait);
        let answer = request(&mut player, Setup::default(), &["a15", "h8"], &one_second());
        if matches!(&answer, Err(PlayerError::Illegal { answer, .. }) if answer == "0,0") {
            return;
        }
        wait *= 2;
        assert!(wait < Duration::from_mins(2), "a late line was taken as the answer: {answer:?}");
    }
}

#[test]
fn no_child_outlives_its_player() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let go = format!("echo $$ > '{}'; echo 0,0", pid.display());
    for command in [shell(&go, ":"), shell(&go, ":").replace("END) exit 0", "END) sleep 60")] {
        let mut player = start(&command, long_timeouts());
        assert_eq!(request(&mut player, Setup::default(), &[], &one_second()), Ok(stone("a15")));
        let number = fs::read_to_string(&pid).unwrap().trim().to_owned();
        drop(player);
        if Path::new("/proc/self").exists() {
            assert!(!Path::new("/proc").join(number).exists());
        }
    }
}
