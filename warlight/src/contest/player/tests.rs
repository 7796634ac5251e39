use super::*;
use crate::rules::{RuleSet, find_map};
use common::game::{Dice, Game};
use common::job::Work;
use std::fs;
use std::path::PathBuf;

/// Far more than a busy computer needs.
const LONG: ContestLimits = ContestLimits { bank: Duration::from_mins(2), per_move: Duration::from_mins(2) };
/// A limit that a test waits for. It must be long enough for a shell to answer a request.
const WAIT: ContestLimits = ContestLimits { bank: Duration::from_secs(2), per_move: Duration::from_secs(2) };

fn setup(rules: RuleSet) -> Setup {
    Setup { map: find_map("brindle").unwrap(), rules, ..Setup::default() }
}

/// A bot as a shell script: what it does when it is asked to pick, to place and to send.
fn shell(pick: &str, place: &str, send: &str) -> String {
    let script = format!(
        "while read -r verb a b c rest; do case \"$verb $a\" in pick_*) {pick};; \
         \"go place_armies\") {place};; \"go attack/transfer\") {send};; esac; done"
    );
    format!("sh -c '{}'", script.replace('\'', "'\\''"))
}

fn start(command: &str, rules: RuleSet, limits: ContestLimits) -> ContestPlayer {
    let mut player = ContestPlayer::new(command, &setup(rules), Some(limits)).unwrap();
    player.start_time = Duration::ZERO;
    player
}

/// A position after the picks, which are random.
fn picked(rules: RuleSet, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = Position::start(&setup(rules), &mut dice, &Work::quiet()).unwrap();
    while position.is_picking() {
        for side in position.to_move().iter() {
            let pick = position.random_move(side, &mut dice).unwrap();
            position.play(side, &pick, &mut dice).unwrap();
        }
    }
    position
}

fn ask(player: &mut ContestPlayer, view: &View) -> Result<Move, PlayerError> {
    let turn = player::Turn { side: view.side, view, setup: &*view.setup, moves: &[] };
    player.choose(&turn, &Budget::default(), &|_| ())
}

/// The first region of a side with a foreign neighbour, and that neighbour.
fn border(view: &View) -> (RegionId, RegionId) {
    let foreign = |region: RegionId| {
        let neighbours = &view.map().regions[usize::from(region)].neighbours;
        neighbours.iter().find(|near| !view.state.owns(view.side, **near)).map(|near| (region, *near))
    };
    view.state.regions_of(view.side).find_map(foreign).unwrap()
}

fn transcript(dir: &tempfile::TempDir) -> (PathBuf, impl Fn() -> Vec<String>) {
    let path = dir.path().join("bot.txt");
    let read = {
        let path = path.clone();
        move || fs::read_to_string(&path).unwrap().lines().map(|line| line[10..].to_owned()).collect()
    };
    (path, read)
}

#[test]
fn a_bot_is_told_what_its_side_sees_in_version_2() {
    let dir = tempfile::tempdir().unwrap();
    let (path, said) = transcript(&dir);
    let bot = shell("echo $b", "echo No moves", "echo No moves");
    let mut player = start(&bot, RuleSet::Contest2, LONG).with_transcript(&path).unwrap();
    let position = Position::start(&setup(RuleSet::Contest2), &mut Dice::new(4), &Work::quiet()).unwrap();
    let view = position.view(Side::FIRST);
    let first = view.own_offers()[0];
    assert_eq!(ask(&mut player, &view).unwrap(), Move::Pick(vec![first]));
    let lines = said();
    let starts = [
        "> settings timebank 120000",
        "> settings time_per_move 120000",
        "> settings max_rounds 60",
        "> settings your_bot player1",
        "> settings opponent_bot player2",
        "> setup_map super_regions 1 ",
        "> setup_map regions 1 1 2 1",
        "> setup_map neighbors 1 2,",
        "> setup_map wastelands ",
        "> settings starting_regions ",
        "> settings starting_pick_amount ",
        "> pick_starting_region 120000 ",
        "< ",
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:#?}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "'{line}' does not start with '{start}'");
    }
    // The same bot after the picks of another game with the same setup: it goes on with round 0.
    let view = picked(RuleSet::Contest2, 4).view(Side::FIRST);
    assert_eq!(ask(&mut player, &view).unwrap(), Move::Turn(Turn::default()));
    let lines = said();
    let update = lines.iter().find_map(|line| line.strip_prefix("> update_map ")).unwrap();
    let told: Vec<&str> = update.split(' ').step_by(3).collect();
    let seen = view.state.regions().filter(|region| view.is_seen(*region));
    let seen: Vec<String> = seen.map(|region| region_id(region).to_string()).collect();
    assert!(seen.len() < view.state.len());
    assert_eq!(told, seen);
    let report = player.report();
    assert_eq!((report.requests, report.time_outs, report.bad_lines, report.illegal_moves), (3, 0, 0, 0));
}

#[test]
fn version_1_ranks_and_has_no_bank() {
    let dir = tempfile::tempdir().unwrap();
    let (path, said) = transcript(&dir);
    let bot = shell("echo $c 999 $b", "echo No moves", "echo No moves");
    let mut player = start(&bot, RuleSet::Contest1, LONG).with_transcript(&path).unwrap();
    let position = Position::start(&setup(RuleSet::Contest1), &mut Dice::new(4), &Work::quiet()).unwrap();
    let view = position.view(Side::SECOND);
    let Move::Pick(picks) = ask(&mut player, &view).unwrap() else { panic!("a pick") };
    assert_eq!(picks.len(), view.picks);
    assert_eq!(picks[..2], [view.own_offers()[1], view.own_offers()[0]]);
    assert_eq!(player.report().illegal_moves, 1);
    assert!(said().iter().all(|line| !line.contains("timebank") && !line.contains("wastelands")));
    assert!(position.check(Side::SECOND, &Move::Pick(picks)).is_ok());
}

#[test]
fn by_the_documents_rules_picks_are_asked_for_one_by_one() {
    let bot = shell("echo $b", "echo No moves", "echo No moves");
    let mut player = start(&bot, RuleSet::Seed, LONG);
    let position = Position::start(&setup(RuleSet::Seed), &mut Dice::new(4), &Work::quiet()).unwrap();
    let view = position.view(Side::FIRST);
    assert_eq!(ask(&mut player, &view).unwrap(), Move::Pick(view.own_offers()[..2].to_vec()));
    assert_eq!(player.report().requests, 2);
}

#[test]
fn what_is_not_legal_is_dropped_and_counted() {
    let position = picked(RuleSet::Seed, 1);
    let view = position.view(Side::SECOND);
    let (from, to) = border(&view);
    let (a, b) = (region_id(from), region_id(to));
    let place = format!(
        "echo player2 place_armies {a} 3, hello, player2 place_armies {b} 1, player1 place_armies {a} 1, \
         player2 place_armies 99999 1, player2 place_armies {a} 0, player2 place_armies {a} 9"
    );
    let send = format!(
        "echo Thinking...; echo player2 attack/transfer {a} {b} 4, player2 attack/transfer {a} {b} 1, \
         player2 attack/transfer {b} {a} 1, player2 attack/transfer {a} {a} 1, player2 place_armies {a} 1"
    );
    let mut player = start(&shell(":", &place, &send), RuleSet::Seed, LONG);
    let chosen = ask(&mut player, &view).unwrap();
    let mut turn = Turn::default();
    turn.deploy(from, 5);
    turn.order(from, to, 4);
    assert_eq!(chosen, Move::Turn(turn));
    assert!(position.check(Side::SECOND, &chosen).is_ok());
    let report = player.report();
    assert_eq!((report.bad_lines, report.illegal_moves, report.time_outs), (2, 8, 0));
}

#[test]
fn a_bot_that_never_answers_makes_no_moves() {
    let report = SharedReport::default();
    let limits = ContestLimits { bank: Duration::from_millis(20), per_move: Duration::from_millis(20) };
    let mut player = start("sleep 600", RuleSet::Contest2, limits).with_report(&report);
    let mut position = picked(RuleSet::Contest2, 1);
    for round in 0..4 {
        let mut dice = Dice::new(round);
        let chosen = ask(&mut player, &position.view(Side::FIRST)).unwrap();
        assert_eq!(chosen, Move::Turn(Turn::default()));
        position.play(Side::FIRST, &chosen, &mut dice).unwrap();
        position.play(Side::SECOND, &Move::Turn(Turn::default()), &mut dice).unwrap();
    }
    // After the third time-out it is not asked any more.
    let report = *report.lock().unwrap();
    assert_eq!((report.time_outs, report.requests), (3, 3));
}

#[test]
fn a_late_answer_is_not_taken_for_the_next_one() {
    let view = picked(RuleSet::Contest1, 1).view(Side::FIRST);
    let (from, to) = border(&view);
    let (a, b) = (region_id(from), region_id(to));
    // The deployments are answered after the orders were asked for.
    let late = format!("echo player1 place_armies {a} 5; echo player1 attack/transfer {a} {b} 1");
    let mut player = start(&shell(":", ":", &late), RuleSet::Contest1, WAIT);
    let mut turn = Turn::default();
    turn.order(from, to, 1);
    assert_eq!(ask(&mut player, &view).unwrap(), Move::Turn(turn));
    let report = player.report();
    assert_eq!((report.time_outs, report.bad_lines, report.illegal_moves), (1, 0, 0));
}

#[test]
fn programs_that_end_or_talk_nonsense_are_errors() {
    for (command, why) in [
        ("sh -c 'exit 3'", "exit code 3"),
        ("sh -c 'exec >&-; cat >/dev/null'", "closed its output"),
        ("sh -c 'read -r line; exit'", "exit code 0"),
        ("yes nonsense", "mean nothing"),
        ("yes player9 place_armies 1 1", "mean nothing"),
    ] {
        let mut player = start(command, RuleSet::Contest2, LONG);
        match ask(&mut player, &picked(RuleSet::Contest2, 1).view(Side::FIRST)) {
            // Which of the two limits a flood reaches first is a matter of speed.
            Err(PlayerError::Died(how)) => {
                assert!(how.contains(why) || how.contains("nobody asked"), "{how}");
            }
            other => panic!("{command}: {other:?}"),
        }
        // It is started again when it is asked again.
        assert!(ask(&mut player, &picked(RuleSet::Contest2, 1).view(Side::FIRST)).is_err());
    }
}

#[test]
fn programs_that_cannot_play_are_refused() {
    let why =
        |command: &str, setup: &Setup| ContestPlayer::new(command, setup, None).unwrap_err().to_string();
    assert!(why("/no/such/program", &setup(RuleSet::Contest2)).contains("could not be started"));
    let four = Setup { players: 4, ..setup(RuleSet::Seed) };
    assert!(why("cat", &four).contains("for 2 players, not 4"));
}

#[test]
fn a_stop_ends_the_wait() {
    let mut player = start("cat /dev/zero", RuleSet::Contest2, LONG);
    let view = picked(RuleSet::Contest2, 1).view(Side::FIRST);
    let turn = player::Turn { side: view.side, view: &view, setup: &*view.setup, moves: &[] };
    let budget = Budget::default();
    budget.stop.raise();
    assert_eq!(player.choose(&turn, &budget, &|_| ()), Err(PlayerError::Stopped));
}

#[test]
fn after_an_undo_the_program_is_started_again() {
    let dir = tempfile::tempdir().unwrap();
    let (path, said) = transcript(&dir);
    let bot = shell("echo $b", "echo No moves", "echo No moves");
    let mut player = start(&bot, RuleSet::Contest2, LONG).with_transcript(&path).unwrap();
    let view = picked(RuleSet::Contest2, 1).view(Side::FIRST);
    for starts in 1..=2 {
        ask(&mut player, &view).unwrap();
        assert_eq!(said().iter().filter(|line| line.starts_with("> settings your_bot")).count(), starts);
    }
}
