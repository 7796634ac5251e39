//! What must hold for the database wherever it is kept.

use super::*;
use crate::record::GameEnd;
use crate::rules::Setup;
use crate::rules::tests::whole::random_game;
use common::game::Game;

/// A short random game.
pub(super) fn game(seed: u64) -> GameRecord {
    let setup = Setup { round_limit: Some(3), ..Setup::default() };
    let (positions, plies) = random_game(&setup, seed);
    let mut record = GameRecord::new(&positions[0], vec!["human".into(), "random".into()], seed);
    for (side, m, effect) in &plies {
        record.push(*side, m, effect);
    }
    record.finish(positions[positions.len() - 1].outcome().unwrap(), GameEnd::RoundLimit);
    record
}

pub(super) fn info() -> SimulationInfo {
    SimulationInfo {
        settings: "{\"time\":500}".into(),
        players: vec!["random".into(), "aggressive".into()],
        games: 3,
        seed: u64::MAX,
    }
}

/// Games come back; `open` opens the same database again.
pub(super) fn check_games<D: Games>(open: impl Fn() -> D) {
    let mut database = open();
    let first = database.add_game(&game(1), GameKind::HotSeat, None).unwrap();
    assert_eq!(database.add_game(&game(1), GameKind::HotSeat, None).unwrap(), first, "the same game");
    let second = database.add_game(&game(2), GameKind::SinglePlayer, None).unwrap();
    let log = |round, text: &str| LogEntry { round, text: text.to_owned() };
    database.set_logs(second, &[log(3, "old")]).unwrap();
    database.set_logs(second, &[log(2, "two"), log(1, "one")]).unwrap();
    drop(database);
    let mut database = open();
    assert!(database.game(first).unwrap() == game(1));
    let texts: Vec<String> = database.logs(second).unwrap().into_iter().map(|entry| entry.text).collect();
    assert_eq!(texts, ["one", "two"]);
    let ids = |filter: &GameFilter| {
        database.games(filter).unwrap().into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&GameFilter::default()), [second, first]);
    assert_eq!(ids(&GameFilter { limit: Some(1), ..GameFilter::default() }), [second]);
    assert_eq!(ids(&GameFilter { player: Some("RANDOM".into()), ..GameFilter::default() }).len(), 2);
    assert_eq!(ids(&GameFilter { player: Some("rand".into()), ..GameFilter::default() }), []);
    assert_eq!(ids(&GameFilter { map: Some("elsewhere".into()), ..GameFilter::default() }), []);
    assert_eq!(database.find_game(&game(2)).unwrap(), Some(second));
    let row = database.game_row(second).unwrap();
    assert_eq!((row.kind, row.rounds, &*row.ending), (GameKind::SinglePlayer, 3, "round limit"));
    let missing = database.delete_games(&[first, GameId(99)]).unwrap_err().to_string();
    assert!(missing.starts_with("there is no game 99"), "{missing}");
    assert_eq!(database.games(&GameFilter::default()).unwrap().len(), 2, "nothing was deleted");
    database.delete_games(&[first, second]).unwrap();
    assert!(database.set_logs(second, &[log(1, "a game that is gone")]).is_err());
    assert!(matches!(database.game(first), Err(DatabaseError::NoGame(_))));
}

/// A simulation knows what is missing; `open` opens the same database again.
pub(super) fn check_simulations<D: Simulations>(open: impl Fn() -> D) {
    let mut database = open();
    let id = database.begin_simulation(&info()).unwrap();
    let second = database.add_game_with_details(&game(5), GameKind::Simulation, Some((id, 2)), "{}").unwrap();
    let first = database.add_game(&game(5), GameKind::Simulation, Some((id, 0))).unwrap();
    assert_ne!(first, second, "equal games of different indices are two games");
    let again = database.add_game(&game(6), GameKind::Simulation, Some((id, 2))).unwrap();
    assert_eq!(again, second, "an index is played once");
    drop(database);
    let mut database = open();
    let simulation = database.simulation(id).unwrap();
    assert_eq!((simulation.info, simulation.finished), (info(), 2));
    assert_eq!(database.unfinished_simulations().unwrap().len(), 1);
    let games = database.finished_games(id).unwrap();
    assert_eq!(games.iter().map(|game| game.index).collect::<Vec<_>>(), [0, 2]);
    assert_eq!((games[1].outcome, &*games[1].details), (game(5).outcome(), "{}"));
    let results = vec![
        BotResult { bot: "random".into(), wins: 1, total_time: 0.5, ..BotResult::default() },
        BotResult { bot: "aggressive".into(), losses: 1, nonsense: 7, ..BotResult::default() },
    ];
    for _ in 0..2 {
        database.set_bot_results(id, &results).unwrap();
        assert_eq!(database.bot_results(id).unwrap(), results);
    }
    database.end_simulation(id).unwrap();
    assert_eq!(database.unfinished_simulations().unwrap(), []);
    assert_eq!(database.simulation(id).unwrap().state, SimulationState::Finished);
    assert_eq!(database.delete_simulation(id).unwrap(), 2);
    assert_eq!(database.games(&GameFilter::default()).unwrap(), []);
    assert!(database.simulation(id).is_err());
    assert_ne!(database.begin_simulation(&info()).unwrap(), id, "numbers are not used again");
    assert!(database.add_game(&game(1), GameKind::Simulation, Some((SimulationId(77), 0))).is_err());
}

#[test]
fn files_of_a_web_page_come_back() {
    let open = |folder: &tempfile::TempDir| files::Database::open_folder(folder.path()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    check_games(|| open(&folder));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the last numbers are left");
    let folder = tempfile::tempdir().unwrap();
    check_simulations(|| open(&folder));
    // A damaged game spoils no other.
    let mut database = open(&folder);
    let sound = database.add_game(&game(1), GameKind::HotSeat, None).unwrap();
    for (name, text) in [("game-90.json", "{"), ("game-91-of-x-1.json", "{}"), ("simulation-7.json", "[]")] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let rows = database.games(&GameFilter::default()).unwrap();
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), [sound]);
    assert!(database.simulations().unwrap().iter().all(|simulation| simulation.id.0 != 7));
    assert!(database.game(GameId(90)).is_err());
    assert!(database.add_game(&game(2), GameKind::HotSeat, None).unwrap().0 > 90);
}

#[test]
fn games_of_a_simulation_have_reserved_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = files::Database::open_folder(folder.path()).unwrap();
    let kind = GameKind::Simulation;
    let simulation = database.begin_simulation(&info()).unwrap();
    let single = database.add_game(&game(1), GameKind::HotSeat, None).unwrap();
    assert_eq!(single, GameId(4), "the simulation has three games");
    let third = database.add_game(&game(2), kind, Some((simulation, 2))).unwrap();
    assert_eq!(third, GameId(3));
    database.set_logs(third, &[LogEntry { round: 1, text: "text".into() }]).unwrap();
    assert!(folder.path().join("game-3-of-1-2.log").is_file());
    // Without the last numbers, those of simulations are still reserved.
    std::fs::remove_file(folder.path().join("numbers.json")).unwrap();
    database.delete_games(&[single]).unwrap();
    assert!(database.add_game(&game(1), GameKind::HotSeat, None).unwrap() > third);
    // A simulation of an earlier version has none.
    let path = folder.path().join("simulation-1.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"first_game\":1,", "");
    assert!(!text.contains("first_game"));
    std::fs::write(&path, text).unwrap();
    let mut database = files::Database::open_folder(folder.path()).unwrap();
    assert_eq!(database.add_game(&game(2), kind, Some((simulation, 2))).unwrap(), third);
    assert_eq!(database.add_game(&game(2), kind, Some((simulation, 0))).unwrap(), GameId(5));
    assert_eq!(database.simulation(simulation).unwrap().finished, 2);
}

#[test]
fn two_tabs_that_begin_at_the_same_moment_share_no_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let open = || files::Database::open_folder(folder.path()).unwrap();
    let (mut first, mut second) = (open(), open());
    let one = first.begin_simulation(&info()).unwrap();
    // The other tab does not see the files of the first one yet, only that its number is taken.
    let hidden = ["numbers.json", "simulation-1.json"].map(|name| folder.path().join(name));
    let texts = hidden.each_ref().map(|path| std::fs::read(path).unwrap());
    for path in &hidden {
        std::fs::remove_file(path).unwrap();
    }
    let two = second.begin_claimed(&info(), &mut |id| Ok(id != one)).unwrap();
    assert_ne!(one, two);
    for (path, text) in hidden.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let add = |database: &mut files::Database, id, index| {
        database.add_game(&game(index), GameKind::Simulation, Some((id, index))).unwrap()
    };
    let ids = [
        add(&mut second, two, 0),
        add(&mut first, one, 0),
        add(&mut first, one, 1),
        add(&mut second, two, 1),
    ];
    let mut different = ids.to_vec();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 4, "{ids:?}");
    assert!(open().game(ids[3]).unwrap() == game(1));
}

#[test]
fn games_with_the_same_number_are_opened_and_deleted_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let open = || files::Database::open_folder(folder.path()).unwrap();
    let mut database = open();
    let simulation = database.begin_simulation(&info()).unwrap();
    let simulated = database.add_game(&game(1), GameKind::Simulation, Some((simulation, 0))).unwrap();
    let single = database.add_game(&game(2), GameKind::HotSeat, None).unwrap();
    // An earlier version could give the same number to both.
    for extension in ["json", "record"] {
        let file = |id: GameId| folder.path().join(format!("game-{id}.{extension}"));
        std::fs::rename(file(single), file(simulated)).unwrap();
    }
    let mut database = open();
    assert_eq!(database.games(&GameFilter::default()).unwrap().len(), 2);
    assert!(database.game(simulated).unwrap() == game(2), "the one of no simulation");
    assert_eq!(database.game_row(simulated).unwrap().simulation, None);
    database.delete_games(&[simulated]).unwrap();
    assert!(database.game(simulated).unwrap() == game(1), "the other one is still there");
    assert_eq!(database.delete_simulation(simulation).unwrap(), 1);
    assert!(database.game(simulated).is_err());
}
