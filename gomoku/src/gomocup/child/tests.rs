use super::*;
use crate::rules::{DEFAULT_SIZE, Opening, Rule, Size};
use common::game::{Game, Side};
use std::fs;
use std::path::Path;
use std::time::Instant;

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
        "while read -r word rest; do case $word in START|RECTSTART) {other}; echo OK;; \
         BEGIN|TURN|DONE) {go};; END) exit 0;; *) {other};; esac; done"
    );
    format!("sh -c \"{}\"", script.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"))
}

fn start(command: &str, limits: Timeouts) -> ChildPlayer {
    ChildPlayer::start(command, &Setup::default(), limits).unwrap()
}

/// Asks for a move after the given ones.
fn ask(player: &mut ChildPlayer, setup: Setup, moves: &[&str], budget: &Budget) -> Result<Move, PlayerError> {
    let mut view = Position::new(setup);
    for text in moves {
        let m = view.parse(text).unwrap();
        view.apply(&m);
    }
    let text = |text: &&str| MoveText { side: Side::FIRST, text: (*text).to_owned() };
    let moves: Vec<MoveText> = moves.iter().map(text).collect();
    let begun = Instant::now();
    let turn = Turn { side: view.mover(), view: &view, setup: &setup, moves: &moves };
    let answer = player.choose(&turn, budget, &|_| ());
    assert!(begun.elapsed() < HANGING, "it hung");
    answer
}

fn second() -> Budget {
    Budget::time(Duration::from_secs(1))
}

fn stone(text: &str) -> Move {
    crate::text::read_move(text, DEFAULT_SIZE).unwrap()
}

#[test]
fn a_good_child_is_told_everything() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let note = format!("echo $word $rest >> '{}'", log.display());
    // It plays 0,0, then 1,0 and so on.
    let go = format!("{note}; echo MESSAGE hm; echo DEBUG hm; echo $((n)),0; n=$((n+1))");
    let mut player = start(&shell(&go, &note), patient());
    let setup = Setup::default();
    assert_eq!(ask(&mut player, setup, &[], &second()), Ok(stone("a15")));
    assert_eq!(ask(&mut player, setup, &["a15", "h8"], &second()), Ok(stone("b15")));
    // A move was taken back.
    assert_eq!(ask(&mut player, setup, &["a15", "i8"], &Budget::depth(3)), Ok(stone("c15")));
    let size = Size::new(20, 10).unwrap();
    let other = Setup { size, rule: Rule::Renju, opening: Opening::Free };
    assert_eq!(ask(&mut player, other, &["h8"], &second()), Ok(stone("d10")));
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
fn openings_are_asked_once_and_played_point_by_point() {
    let setup = Setup { opening: Opening::Swap2, ..Setup::default() };
    let mut player = start(&shell("echo 7,7 8,7 0,0", ":"), patient());
    for (moves, answer) in [(&[][..], "h8"), (&["h8"], "i8"), (&["h8", "i8"], "a15"), (&["h8", "j8"], "a15")]
    {
        assert_eq!(ask(&mut player, setup, moves, &second()), Ok(stone(answer)));
    }
    let three = ["h8", "i8", "a15"];
    let why = ask(&mut player, setup, &three, &second()).unwrap_err().to_string();
    assert!(why.starts_with("it answered '7,7 8,7 0,0', which is not a legal move"), "{why}");
    let five = ["h8", "i8", "a15", "more", "b1", "c1"];
    for (said, after, answer) in [
        ("SWAP", &three[..], Ok(Move::Swap)),
        ("swap", &five[..], Ok(Move::Swap)),
        ("0,14", &three[..], Ok(stone("a1"))),
        ("0,14", &five[..], Ok(stone("a1"))),
        ("1,14 2,14", &three[..], Ok(Move::More)),
        ("1,14 2,14", &five[..4], Ok(stone("b1"))),
        ("1,14 2,14", &five[..5], Ok(stone("c1"))),
    ] {
        let mut player = start(&shell(&format!("echo {said}"), ":"), patient());
        assert_eq!(ask(&mut player, setup, after, &second()), answer, "{said}");
    }
    // The two stones of one answer.
    let once = "if [ $rest$n ]; then exit 1; fi; n=1; echo 1,14 2,14";
    let mut player = start(&shell(once, ":"), patient());
    for (count, answer) in [(3, Ok(Move::More)), (4, Ok(stone("b1"))), (5, Ok(stone("c1")))] {
        assert_eq!(ask(&mut player, setup, &five[..count], &second()), answer);
    }
}

#[test]
fn wrong_answers_are_told_and_cost_the_move_only() {
    let long = "ERROR I am lost";
    for (said, why) in [
        ("7,7", "there is a black stone on h8"),
        ("15,0", "there is no point 15,0"),
        ("-1,0", "it is no point"),
        ("1", "it is no point"),
        (long, "it is no point"),
    ] {
        let mut player = start(&shell(&format!("echo {said}"), ":"), patient());
        for _ in 0..2 {
            let error = ask(&mut player, Setup::default(), &["h8"], &second()).unwrap_err().to_string();
            let told = format!("it answered '{said}', which is not a legal move: {why}");
            assert!(error.starts_with(&told), "{error}");
        }
    }
}

#[test]
fn children_that_fail_are_ended_and_started_again() {
    let setup = Setup::default();
    for (bad, limits, why) in [
        ("exit 3", patient(), "its program ended: it ended with exit code 3"),
        (":", Timeouts { grace: Duration::ZERO, ..patient() }, "it did not answer within 100.0ms"),
        (
            "while :; do echo blah; done",
            Timeouts { junk: 50, ..patient() },
            "its program ended: it wrote 51 lines",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let mark = mark.display();
        // Bad for the first time only.
        let go = format!("if [ -e '{mark}' ]; then echo 0,0; else touch '{mark}'; {bad}; fi");
        let mut player = start(&shell(&go, ":"), limits);
        let tenth = Budget::time(Duration::from_millis(100));
        let error = ask(&mut player, setup, &[], &tenth).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
        assert!(!player.is_running());
        player.timeouts = patient();
        assert_eq!(ask(&mut player, setup, &["h8"], &second()), Ok(stone("a15")));
    }
    for (command, why) in [
        ("false", "it ended with exit code 1"),
        ("sh -c 'echo ERROR too small; read line; read line'", "it says 'ERROR too small'"),
        ("sleep 60", "it did not send OK after START within 150.0ms"),
    ] {
        let limits = Timeouts { handshake: brief(), ..patient() };
        let error = ChildPlayer::start(command, &setup, limits).unwrap_err().to_string();
        assert_eq!(
            error.replace("its program ended: ", ""),
            format!("'{command}' could not be started: {why}")
        );
    }
}

#[test]
fn a_child_is_stopped() {
    let setup = Setup::default();
    let budget = Budget::default();
    budget.stop.raise();
    let mut player = start(&shell(":", "if [ $word = YXSTOP ]; then echo 0,0; fi"), patient());
    assert_eq!(ask(&mut player, setup, &[], &budget), Ok(stone("a15")));
    let mut player = start(&shell(":", ":"), Timeouts { after_stop: brief(), ..patient() });
    assert_eq!(ask(&mut player, setup, &[], &budget), Err(PlayerError::Stopped));
}

#[test]
fn words_too_late_are_no_answer_to_the_next_question() {
    let mut player = start(&shell("echo 0,0; echo 1,1", ":"), patient());
    assert_eq!(ask(&mut player, Setup::default(), &[], &second()), Ok(stone("a15")));
    // The second line is there before the next question.
    std::thread::sleep(brief());
    let answer = ask(&mut player, Setup::default(), &["a15", "h8"], &second());
    assert!(matches!(&answer, Err(PlayerError::Illegal { answer, .. }) if answer == "0,0"), "{answer:?}");
}

#[test]
fn no_child_outlives_its_player() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let note = format!("echo $$ > '{}'; echo 0,0", pid.display());
    for command in [shell(&note, ":"), shell(&note, ":").replace("END) exit 0", "END) sleep 60")] {
        let mut player = start(&command, patient());
        assert_eq!(ask(&mut player, Setup::default(), &[], &second()), Ok(stone("a15")));
        let number = fs::read_to_string(&pid).unwrap().trim().to_owned();
        drop(player);
        if Path::new("/proc/self").exists() {
            assert!(!Path::new("/proc").join(number).exists());
        }
    }
}
