//! Tests of whole simulations.

use super::*;
use common::arena::PlayerIndex;

fn simulation(players: &[&str], games: u64) -> Simulation {
    let setup = Setup {
        map: crate::rules::find_map("brindle").unwrap(),
        players: players.len() as u8,
        ..Setup::default()
    };
    let players: Vec<Spec> = players.iter().map(|text| text.parse().unwrap()).collect();
    let schedule = Schedule { seed: 7, sides: players.len(), games, openings: 0 };
    let limits = Limits::new(None, Some(100), setup.rules);
    Simulation {
        players,
        setup,
        schedule,
        limits,
        times: Vec::new(),
        from: None,
        log: false,
        transcripts: None,
    }
}

fn play(simulation: &Simulation, index: u64) -> FinishedGame {
    game::play(simulation, index, &simulation.limits.budget(&Stop::default())).unwrap().unwrap().game
}

/// Without the times, which differ.
fn without_times(game: FinishedGame) -> FinishedGame {
    FinishedGame { times: Vec::new(), ..game }
}

#[test]
fn games_of_a_group_have_the_same_start_and_swapped_seats() {
    let simulation = simulation(&["aggressive", "smart-random"], 4);
    let start = |index| game::start(&simulation, index).unwrap();
    assert_eq!(start(0), start(1));
    assert_ne!(start(1), start(2));
    assert_eq!([0, 1].map(|index| simulation.schedule.seats(index)[0]), [PlayerIndex(0), PlayerIndex(1)]);
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let simulation = simulation(&["smart-random", "random"], 4);
    for index in 0..4 {
        assert_eq!(without_times(play(&simulation, index)), without_times(play(&simulation, index)));
    }
}

#[test]
fn scores_are_those_of_players_not_of_seats() {
    let simulation = simulation(&["aggressive", "random"], 6);
    let wins = (0..6).filter(|index| play(&simulation, *index).scores == [1.0, 0.0]).count();
    assert!(wins >= 5, "aggressive wins with both seats: {wins}");
}

#[test]
fn more_than_two_players() {
    let simulation = simulation(&["aggressive", "random", "smart-random"], 3);
    for index in 0..3 {
        let game = play(&simulation, index);
        assert!((game.scores.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{game:?}");
        assert_eq!(game.times.len(), 3);
    }
}

#[test]
fn limits_follow_the_rules_unless_they_are_given() {
    let ms = |rules| Limits::new(None, None, rules).time.unwrap().as_millis();
    assert_eq!([RuleSet::Seed, RuleSet::Contest1, RuleSet::Contest2].map(ms), [100, 2000, 500]);
    let nodes = Limits::new(None, Some(50), RuleSet::Contest2);
    assert_eq!((nodes.time, nodes.words()), (None, "50 iterations".to_owned()));
    let both = Limits::new(Some(Duration::from_millis(7)), Some(50), RuleSet::Seed);
    assert_eq!(both.words(), "7 ms, 50 iterations");
}

#[test]
fn a_sent_game_is_the_same() {
    let simulation = Simulation { log: true, ..simulation(&["smart-random", "random"], 2) };
    let budget = simulation.limits.budget(&Stop::default());
    let played = || game::play(&simulation, 1, &budget).unwrap().unwrap();
    let text = serde_json::to_string(&SentGame::new(played())).unwrap();
    let again = serde_json::from_str::<SentGame>(&text).unwrap().unpack().unwrap();
    assert_eq!(without_times(again.game), without_times(played().game));
    assert!(again.record == played().record);
    assert_eq!(again.logs, played().logs);
}

#[test]
fn a_task_plays_at_least_one_game_and_returns_the_others() {
    use common::job::{Task, Work};
    let simulation = simulation(&["smart-random", "random"], 8);
    let run = |time, work: &Work| {
        let sent = std::sync::Mutex::new(Vec::new());
        let task = SimulateTask::new(&SimulateTask::info(&simulation), vec![2, 5, 7], time);
        let rest = task.run(work, &|game| sent.lock().unwrap().push(game.unpack().unwrap().game.index));
        (sent.into_inner().unwrap(), rest)
    };
    assert_eq!(run(Duration::ZERO, &Work::quiet()), (vec![2], Ok(vec![5, 7])));
    assert_eq!(run(Duration::MAX, &Work::quiet()), (vec![2, 5, 7], Ok(Vec::new())));
    let stopped = Work::quiet();
    stopped.stop().raise();
    assert_eq!(run(Duration::MAX, &stopped), (Vec::new(), Ok(vec![2, 5, 7])));
}
