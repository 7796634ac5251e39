//! The AI players: known values, perfect play, traps, levels and their options.

use common::game::{Dice, Enumerable, Game, Outcome, Side, Value};
use common::player::{AiPlayers, Budget, Player, Thought, Turn};
use common::search::Reversible;
use qttt::ai::{Perfect, Solver, bench};
use qttt::rules::{Move, Position, Scoring, Setup};
use std::sync::Mutex;
use std::time::Duration;

fn scoring(name: &str) -> Scoring {
    Scoring::ALL.into_iter().find(|scoring| scoring.name() == name).expect("a scoring")
}

fn after(scoring: Scoring, moves: &str) -> Position {
    let mut position = Position::new(scoring);
    for text in moves.split_whitespace() {
        let m = position.parse(position.mover(), text).expect("a legal move");
        position.apply(&m);
    }
    position
}

fn random_position(scoring: Scoring, plies: u64, n: u64) -> Option<Position> {
    let mut dice = Dice::of(n, plies);
    let mut position = Position::new(scoring);
    for _ in 0..plies {
        position.apply(dice.pick(&position.moves())?);
    }
    position.outcome().is_none().then_some(position)
}

fn choose(player: &mut dyn Player<Position>, position: &Position, budget: &Budget) -> (Move, Vec<Thought>) {
    let setup = Setup { scoring: position.scoring() };
    let thoughts = Mutex::new(Vec::new());
    let turn = Turn { side: position.mover(), view: position, setup: &setup, moves: &[] };
    let m = player
        .choose(&turn, budget, &|thought| thoughts.lock().expect("no panic").push(thought))
        .expect("there is a move");
    (m, thoughts.into_inner().expect("no panic"))
}

fn build_player(name: &str, scoring: Scoring, seed: u64) -> Box<dyn Player<Position>> {
    Position::build_player(&name.parse().expect("a spec"), &Setup { scoring }, seed).expect("an AI player")
}

/// The value of a position for a side, finished or not.
fn value_for(side: Side, position: &Position) -> Value {
    let ended = position.outcome().map(|outcome| outcome.value_for(side));
    ended.unwrap_or_else(|| value(position).turned(position.mover(), side))
}

fn value(position: &Position) -> Value {
    let budget = Budget::default();
    let running = budget.start();
    let mut solver = Solver::shared(position.scoring(), &running).expect("no limit");
    solver.within(&running).value(position).expect("no limit")
}

/// Values computed by another program.
#[test]
fn values_agree_with_the_reference() {
    let lines = include_str!("data/values.txt").lines().chain(include_str!("data/first.txt").lines());
    let mut solvers = Scoring::ALL.map(Solver::new);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, moves, expected] = fields[..] else { panic!("{line}") };
        let position = after(scoring(name), moves);
        let solver = solvers.iter_mut().find(|solver| solver.scoring() == position.scoring());
        let margin = solver.expect("one per scoring").margin(&position);
        assert_eq!(margin.halves().to_string(), expected, "{line}");
    }
}

#[test]
fn the_best_first_moves() {
    for (scoring, expected, moves) in [
        (Scoring::Goff, Value(50), "0-8 2-6"),
        (Scoring::Seed, Value(100), "0-2 0-6 0-8 1-4 2-6 2-8 3-4 4-5 4-7 6-8"),
    ] {
        let budget = Budget::default();
        let running = budget.start();
        let mut solver = Solver::new(scoring);
        let values = solver.within(&running).values(&Position::new(scoring)).expect("no limit");
        let best: Vec<String> =
            values.iter().filter(|(_, value)| *value == expected).map(|(m, _)| m.to_string()).collect();
        assert_eq!(values.iter().map(|(_, value)| *value).max(), Some(expected));
        assert_eq!(best.join(" "), moves);
        assert!(solver.states() > 1000 && solver.nodes() > 1000 && solver.bytes() < 64 << 20);
    }
}

#[test]
fn perfect_keeps_the_value_and_reports_exact_values() {
    for scoring in Scoring::ALL {
        let mut perfect = Perfect::new(Dice::new(3)).reports_all_values(true);
        let mut without_values = Perfect::new(Dice::new(3));
        for n in 0..24 {
            let Some(position) = random_position(scoring, 3 + n % 7, n) else { continue };
            let (m, thoughts) = choose(&mut perfect, &position, &Budget::default());
            assert_eq!(
                m,
                choose(&mut without_values, &position, &Budget::default()).0,
                "reporting does not change the choice"
            );
            let thought = thoughts.last().expect("a thought");
            let mover = position.mover();
            assert_eq!(thought.value, Some(value(&position)));
            assert_eq!(thought.moves.first().map(|(text, _)| text.clone()), Some(m.to_string()));
            assert!(thought.exact && thought.moves.len() == position.moves().len());
            assert!(thought.moves.is_sorted_by(|a, b| a.1 >= b.1));
            for (text, reported) in &thought.moves {
                let mut next = position;
                next.apply(&position.parse(position.mover(), text).expect("a move"));
                assert_eq!(*reported, value_for(mover, &next), "{position:?} {text}");
            }
            let end = after_line(&position, &thought.line).outcome().expect("a line to the end");
            assert_eq!(thought.value, Some(end.value_for(mover)));
        }
    }
}

/// Only a stop ends the search early; limits of time and nodes do not.
#[test]
fn perfect_ignores_limits_of_time_and_nodes() {
    let budgets = [Budget::time(Duration::ZERO), Budget::time(Duration::from_millis(1)), Budget::nodes(1)];
    for scoring in Scoring::ALL {
        for n in 0..60 {
            let Some(position) = random_position(scoring, n % 10, n) else { continue };
            let mut perfect = Perfect::new(Dice::new(n));
            let (m, thoughts) = choose(&mut perfect, &position, &budgets[n as usize % budgets.len()]);
            assert!(thoughts.last().is_some_and(|thought| thought.exact));
            let mut next = position;
            next.apply(&m);
            assert_eq!(value_for(position.mover(), &next), value(&position), "{position:?} {m}");
        }
    }
}

/// Among the answers to a first move it chooses one that leaves x the fewest optimal moves.
#[test]
fn the_first_answer_leaves_the_fewest_optimal_moves() {
    for scoring in Scoring::ALL {
        let mut solver = Solver::new(scoring);
        let budget = Budget::default();
        let running = budget.start();
        for first in ["0-1", "0-2", "0-4", "0-5", "0-8", "1-3", "1-4", "1-7", "2-6", "4-7"] {
            let position = after(scoring, first);
            let (chosen, _) = choose(&mut Perfect::new(Dice::new(1)), &position, &Budget::default());
            let mut run = solver.within(&running);
            let (equal, _) = run.optimal_moves(&position).expect("no limit");
            assert!(equal.contains(&chosen), "{first} {chosen}");
            if run.value(&position) == Some(Value::POINT) || equal.len() == 1 {
                continue;
            }
            let next = |m: &Move| {
                let mut next = position;
                next.apply(m);
                next
            };
            let right = run.optimal_moves(&next(&chosen)).expect("no limit").0.len();
            match (scoring, first) {
                (Scoring::Seed, "0-2") => assert_eq!(right, 4),
                (Scoring::Seed, "0-8" | "2-6") => assert_eq!(right, 3),
                (Scoring::Seed, "1-4" | "4-7") => assert_eq!(right, 1),
                _ => {}
            }
            // After a closed cycle there are two collapses, so at least half of the answers are optimal.
            for other in equal.iter().map(next).filter(|next| next.cycle().is_none()) {
                let fewer = run.count_optimal(&other, |count, _| count < right).expect("no limit");
                assert_eq!(fewer, None, "{first} {chosen} {other:?}");
            }
        }
    }
}

#[test]
fn hints_report_the_values_of_all_moves() {
    let position = after(Scoring::Seed, "0-8 0-4");
    let choose_by =
        |name| choose(build_player(name, Scoring::Seed, 1).as_mut(), &position, &Budget::default());
    let ((m, reported), (same, quick)) =
        (choose_by(&Position::hint_player().to_string()), choose_by("strong"));
    assert_eq!(m, same);
    assert!(quick.last().is_some_and(|thought| thought.moves.is_empty() && thought.exact));
    let moves = &reported.last().expect("a thought").moves;
    assert_eq!((moves.len(), &moves[0]), (36, &(m.to_string(), Value::POINT)));
    assert_eq!(moves.iter().filter(|(_, value)| *value == Value::POINT).count(), 3);
}

fn after_line(position: &Position, line: &[String]) -> Position {
    let mut position = *position;
    for text in line {
        let m = position.parse(position.mover(), text).expect("a legal line");
        position.apply(&m);
    }
    position
}

fn play(mut x: Box<dyn Player<Position>>, mut y: Box<dyn Player<Position>>, scoring: Scoring) -> Outcome {
    let mut position = Position::new(scoring);
    while position.outcome().is_none() {
        let player = if position.mover() == Side::FIRST { &mut x } else { &mut y };
        let (m, _) = choose(player.as_mut(), &position, &Budget::default());
        position.play(position.mover(), &m, &mut Dice::new(0)).expect("a legal move");
    }
    position.outcome().expect("the game is over")
}

/// x wins with perfect play, so perfect wins every game as x.
#[test]
fn perfect_against_random() {
    let games = if cfg!(debug_assertions) { 30 } else { 100 };
    for scoring in Scoring::ALL {
        for seed in 0..games {
            let x =
                play(build_player("perfect", scoring, seed), build_player("random", scoring, seed), scoring);
            assert_eq!(x.winner(), Some(Side::FIRST), "seed {seed}");
        }
    }
}

/// Once y has a draw or better, it keeps that value.
#[test]
fn perfect_keeps_a_draw_or_better() {
    let games = if cfg!(debug_assertions) { 30 } else { 100 };
    for scoring in Scoring::ALL {
        for seed in 0..games {
            let mut perfect = build_player("strong", scoring, seed);
            let mut random = build_player("random", scoring, seed);
            let mut position = Position::new(scoring);
            let mut kept = -Value::POINT;
            while position.outcome().is_none() {
                if position.mover() == Side::SECOND {
                    let now = value(&position);
                    assert!(now >= kept, "{now} after {kept}");
                    kept = now;
                }
                let player = if position.mover() == Side::SECOND { &mut perfect } else { &mut random };
                let (m, _) = choose(player.as_mut(), &position, &Budget::default());
                position.apply(&m);
            }
            assert!(position.outcome().expect("over").value_for(Side::SECOND) >= kept);
        }
    }
}

/// Among moves of equal value it chooses the one with the most wrong answers.
#[test]
fn equal_moves_are_chosen_by_their_traps() {
    let mut distinguished = 0;
    for n in 0..40 {
        let Some(position) = random_position(Scoring::Goff, 6, n).filter(|p| p.cycle().is_none()) else {
            continue;
        };
        if value(&position) == Value::POINT {
            continue;
        }
        let (chosen, _) = choose(&mut Perfect::new(Dice::new(n)), &position, &Budget::default());
        let best = value(&position);
        let share = |m: &Move| {
            let mut next = position;
            next.apply(m);
            if next.outcome().is_some() {
                return 0;
            }
            let answers = next.moves();
            let right = answers.iter().filter(|answer| {
                let mut last = next;
                last.apply(answer);
                value_for(position.mover(), &last) == best
            });
            (answers.len() - right.count()) * 1000 / answers.len()
        };
        let equal = position.moves().into_iter().filter(|m| {
            let mut next = position;
            next.apply(m);
            value_for(position.mover(), &next) == best
        });
        let shares: Vec<usize> = equal.map(|m| share(&m)).collect();
        let max_share = shares.iter().copied().max().expect("a best move");
        distinguished += usize::from(shares.iter().any(|share| *share < max_share));
        assert_eq!(share(&chosen), max_share, "{position:?} {chosen}");
    }
    assert!(distinguished > 3, "{distinguished}");
}

#[test]
fn choices_depend_only_on_the_seed() {
    for name in ["random", "easy", "medium", "hard:depth=2", "mcts:nodes=200", "perfect"] {
        for n in 0..3 {
            let position = random_position(Scoring::Seed, 5, n).expect("not over");
            let choose =
                || choose(build_player(name, Scoring::Seed, n).as_mut(), &position, &Budget::default()).0;
            assert_eq!(choose(), choose(), "{name}");
        }
    }
}

#[test]
fn a_stopped_player_still_moves() {
    let budget = Budget::default();
    budget.stop.raise();
    for level in Position::all_levels() {
        let position = Position::new(Scoring::Seed);
        let (m, _) = choose(build_player(level.name, Scoring::Seed, 1).as_mut(), &position, &budget);
        assert!(position.moves().contains(&m), "{}", level.name);
    }
    let running = budget.start();
    let mut solver = Solver::new(Scoring::Seed);
    assert_eq!(solver.within(&running).margin(&Position::new(Scoring::Seed)), None);
    assert!(solver.nodes() < 1000);
}

#[test]
fn options_are_checked() {
    let why = |text: &str| {
        let spec = text.parse().expect("a spec");
        Position::build_player(&spec, &Setup::default(), 0)
            .err()
            .map(|why| why.to_string())
            .unwrap_or_default()
    };
    assert_eq!(why("easy:depth=3,slip=0.1"), "");
    assert_eq!(why("hard:slip=1.5"), "'1.5' is not a valid value of option 'slip' of player 'hard'");
    assert_eq!(why("hard:slip=NaN"), "'NaN' is not a valid value of option 'slip' of player 'hard'");
    assert_eq!(why("medium:depth=0"), "'0' is not a valid value of option 'depth' of player 'medium'");
    assert_eq!(why("mcts:nodes=-4"), "'-4' is not a valid value of option 'nodes' of player 'mcts'");
    assert_eq!(why("mcts:trees=1000"), "'1000' is not a valid value of option 'trees' of player 'mcts'");
    assert_eq!(why("perfect:depth=2"), "player 'perfect' has no option 'depth'; it takes values");
    assert_eq!(why("strong:values=all"), "");
    assert_eq!(
        why("perfect:values=few"),
        "'few' is not a valid value of option 'values' of player 'perfect'"
    );
    assert!(why("genius").starts_with("there is no player 'genius'; there are easy, medium"));
    assert_eq!(Position::LEVELS.last().map(|level| level.name), Some("perfect"));
}

#[test]
fn the_bench_counts_the_same_nodes_every_time() {
    let (one, other) = (bench(), bench());
    assert_eq!(one.nodes, other.nodes);
    assert_eq!(one.nodes, one.solver.nodes + one.alphabeta.nodes + one.mcts.nodes);
    assert!(one.solver.nodes_per_second > 0.0);
}
