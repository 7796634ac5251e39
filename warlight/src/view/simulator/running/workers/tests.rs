//! Tests of games in workers, which are threads here.

use super::*;
use crate::database::{Database, Simulations};
use crate::rules::Setup;
use crate::simulate::{self, Finished, FinishedGame, Limits, Storage};
use common::arena::Schedule;
use common::player::Stop;

fn simulation(games: u64) -> Simulation {
    let setup = Setup { map: crate::rules::find_map("brindle").unwrap(), ..Setup::default() };
    Simulation {
        players: ["random", "smart-random"].map(|name| name.parse().unwrap()).to_vec(),
        schedule: Schedule { seed: 7, sides: 2, games, openings: 0 },
        limits: Limits::new(None, Some(100), setup.rules),
        setup,
        times: Vec::new(),
        from: None,
        log: false,
        transcripts: None,
    }
}

/// A table whose tasks play one game each, and nothing has been started.
fn table(simulation: Simulation, store: &Store, live: &Shared) -> Table {
    let storage = Some(Storage::begin(store, &simulation).unwrap());
    let prepared = Prepared { simulation, finished: Finished::new(), storage };
    let mut table = Table::new(prepared, 3, &Context::default(), live);
    table.time = Duration::ZERO;
    table
}

fn playing(table: Table, live: &Shared) -> Playing {
    Playing { ctx: table.ctx.clone(), table: Some(table), failed: None, live: Arc::clone(live) }
}

/// Waits for the end.
fn end(playing: &mut Playing) -> Result<String, String> {
    loop {
        if let Some(end) = playing.poll() {
            return end;
        }
        std::thread::yield_now();
    }
}

fn counted(live: &Shared) -> u64 {
    live.lock().unwrap().standing.games
}

/// The stored games, without the times, which differ.
fn stored(store: &Store) -> Vec<FinishedGame> {
    let database = Database::open(store).unwrap();
    let id = database.simulations().unwrap()[0].id;
    let read = |game: crate::database::FinishedGame| -> FinishedGame {
        let game: FinishedGame = serde_json::from_str(&game.details).unwrap();
        FinishedGame { times: Vec::new(), ..game }
    };
    database.finished_games(id).unwrap().into_iter().map(read).collect()
}

#[test]
fn a_simulation_in_parts_has_the_result_of_one_on_threads() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [parts, threads] = folders.each_ref().map(|folder| Store::at(folder.path()));
    let simulation = simulation(20);
    let live = Shared::default();
    let mut table = table(simulation.clone(), &parts, &live);
    table.start_tasks();
    assert_eq!(table.workers.len(), 3);
    assert_eq!(end(&mut playing(table, &live)), Ok("All games are played.".to_owned()));

    let storage = Some(Storage::begin(&threads, &simulation).unwrap());
    let (stop, shown) = (Stop::default(), Shared::default());
    simulate::run(&simulation, Finished::new(), storage, 2, &stop, &mut Shower(&shown)).unwrap();
    assert_eq!(stored(&parts), stored(&threads));
    assert_eq!((counted(&live), counted(&shown)), (20, 20));
}

#[test]
fn a_stop_keeps_what_has_arrived() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let live = Shared::default();
    // So many that they do not end before they are stopped.
    let wanted = Wanted::New(Box::new(simulation(10_000_000)));
    let mut playing = Playing::start(wanted, &store, &Context::default(), 2, &live);
    while counted(&live) < 3 {
        assert_eq!(playing.poll(), None);
        std::thread::yield_now();
    }
    playing.stop();
    let said = end(&mut playing).unwrap();
    let kept = counted(&live);
    assert_eq!(said, format!("{kept} of 10000000 games are kept. Resume the simulation to play the others."));
    assert_eq!(stored(&store).len() as u64, kept);
}

#[test]
fn a_task_that_fails_keeps_the_games_of_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let live = Shared::default();
    let mut table = table(simulation(10), &store, &live);
    // One game has arrived before the other worker fails.
    table.missing.count = 0;
    table.start(SimulateTask::new(&table.info, vec![0], Duration::ZERO));
    while let Some(worker) = table.workers.pop_front() {
        table.hear(worker);
        std::thread::yield_now();
    }
    assert_eq!(table.arrived.len(), 1);
    let damaged = SimulationInfo { settings: "{".to_owned(), ..table.info.clone() };
    table.start(SimulateTask::new(&damaged, vec![2], Duration::ZERO));
    let failed = end(&mut playing(table, &live)).unwrap_err();
    assert!(failed.starts_with("Its settings are damaged"), "{failed}");
    assert!(
        failed.ends_with("1 of 10 games are kept. Resume the simulation to play the others."),
        "{failed}"
    );
    assert_eq!(stored(&store).iter().map(|game| game.index).collect::<Vec<_>>(), [0]);
}

#[test]
fn games_that_cannot_be_stored_are_not_said_to_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let live = Shared::default();
    let mut table = table(simulation(10), &store, &live);
    let mut database = Database::open(&store).unwrap();
    let id = database.simulations().unwrap()[0].id;
    database.delete_simulation(id).unwrap();
    table.missing.count = 0;
    table.start(SimulateTask::new(&table.info, vec![0], Duration::ZERO));
    assert_eq!(end(&mut playing(table, &live)), Ok("1 of 10 games were played.".to_owned()));
    let complaints = live.lock().unwrap().complaints.clone();
    assert!(complaints.len() == 1 && complaints[0].contains("could not be stored"), "{complaints:?}");
}

#[test]
fn workers_wait_while_games_wait_to_be_stored() {
    let folder = tempfile::tempdir().unwrap();
    let live = Shared::default();
    let mut table = table(simulation(1000), &Store::at(folder.path()), &live);
    let sent = || serde_json::from_str(SENT).unwrap();
    table.arrived.extend((0..MAX_WAITING).map(|_| sent()));
    table.start_tasks();
    assert!(table.workers.is_empty());
    table.arrived.pop_front();
    table.start_tasks();
    assert_eq!(table.workers.len(), 3);
}

/// A game without a record.
const SENT: &str = r#"{"game": {"index": 0, "rounds": 1, "scores": [], "ending": "conquered", "times": [],
    "bots": []}, "record": "", "logs": []}"#;

#[test]
fn a_game_that_cannot_be_understood_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let live = Shared::default();
    let mut table = table(simulation(1000), &Store::at(folder.path()), &live);
    table.arrived.push_back(serde_json::from_str(SENT).unwrap());
    let failed = end(&mut playing(table, &live)).unwrap_err();
    assert!(failed.starts_with("A game could not be understood. 0 of 1000 games"), "{failed}");
}

#[test]
fn all_games_are_handed_out_once() {
    let folder = tempfile::tempdir().unwrap();
    let live = Shared::default();
    let mut table = table(simulation(100), &Store::at(folder.path()), &live);
    let mut taken = table.missing.take(64, &table.collector);
    table.missing.give_back(taken.split_off(60));
    taken.extend(table.missing.take(64, &table.collector));
    assert_eq!(table.missing.count, 0);
    assert_eq!(table.missing.take(64, &table.collector), Vec::<u64>::new());
    taken.sort_unstable();
    assert_eq!(taken, (0..100).collect::<Vec<_>>());
}
