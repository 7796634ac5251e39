//! The document's search: its tree, its samples, legal moves in every setup, and its log.

use super::simulate::{Duel, Simulator};
use super::tree::Tree;
use super::{Found, Mcts, merge, opponent};
use crate::ai::build_logged_player;
use crate::ai::evaluate::Evaluator;
use crate::ai::settings::{MctsSettings, Settings};
use crate::map::{Map, RegionId};
use crate::rules::{Move, Position, RuleSet, Setup, Starts, State, Turn, View, find_map, map_ids};
use common::game::{Dice, Game, Side, Stream};
use common::job::Work;
use common::player::{AiPlayers, Budget, Spec, Thought};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::sync::Mutex;
use std::time::Duration;

fn setup(map: &str) -> Setup {
    Setup { map: find_map(map).expect("a built-in map"), ..Setup::default() }
}

fn mcts(options: &str, setup: &Setup, seed: u64) -> Mcts {
    let spec: Spec = format!("mcts:{options}").parse().expect("a spec");
    Mcts::new(&spec, setup, seed, None).expect("good options")
}

/// A position after some rounds of `smart-random`.
fn after_rounds(setup: &Setup, seed: u64, rounds: u16) -> Position {
    let mut position = Position::start(setup, &mut Dice::for_game(seed, Stream::Start), &Work::quiet())
        .expect("a good setup");
    let evaluator = Evaluator::new(&setup.map, Settings::original().default);
    let mut dice = Dice::new(seed);
    while position.view(Side::FIRST).picking || position.view(Side::FIRST).round < rounds {
        let Some(side) = position.to_move().first() else { break };
        let moves = crate::ai::generated_moves(&evaluator, &position.view(side));
        let m = dice.pick(&moves).expect("a move").clone();
        position.play(side, &m, &mut dice).expect("a legal move");
    }
    position
}

fn search(player: &mut Mcts, view: &View, iterations: u64) -> Found {
    player.search(view, &Budget::nodes(iterations), &|_| ()).expect("a side to move has moves")
}

fn with_duel<T>(map: &Map, luck: u8, work: impl FnOnce(Duel<'_>) -> T) -> T {
    let evaluator = Evaluator::new(map, Settings::original().default);
    let rules = Setup { luck: Some(luck), ..Setup::default() }.round_rules();
    work(Duel {
        evaluator: &evaluator,
        settings: &Settings::original().mcts,
        map,
        rules,
        players: 2,
        side: Side::FIRST,
        enemy: Side::SECOND,
        hidden: 0,
    })
}

fn simulator(duel: Duel<'_>, seed: u64) -> Simulator<'_> {
    Simulator::new(duel, Xoshiro256PlusPlus::seed_from_u64(seed))
}

#[test]
fn moves_are_legal_in_every_setup() {
    let mut setups = Vec::new();
    for id in map_ids() {
        for fog in [false, true] {
            let plain = Setup { fog: Some(fog), round_limit: Some(4), ..setup(id) };
            setups.push(Setup { rules: RuleSet::Contest1, ..plain.clone() });
            setups.push(Setup { rules: RuleSet::Contest2, ..plain.clone() });
            let players = plain.map.max_players.min(4);
            setups.push(Setup { players, starts: Starts::All, ..plain.clone() });
            setups.push(plain);
        }
    }
    for setup in setups {
        let mut position = Position::start(&setup, &mut Dice::new(1), &Work::quiet()).expect("a good setup");
        let mut players: Vec<_> = (0..u64::from(setup.players)).map(|seed| mcts("", &setup, seed)).collect();
        let mut dice = Dice::new(2);
        while let Some(side) = position.to_move().first() {
            let found = search(&mut players[side.index()], &position.view(side), 12);
            for (m, _) in &found.moves {
                position.check(side, m).expect("a legal move");
            }
            position.play(side, &found.moves[0].0, &mut dice).expect("a legal move");
        }
    }
}

#[test]
fn the_result_depends_on_the_seed_alone() {
    let setup = setup("brindle");
    let view = after_rounds(&setup, 1, 4).view(Side::FIRST);
    let found = [3, 3, 4].map(|seed| search(&mut mcts("", &setup, seed), &view, 200));
    assert_eq!(found[0], found[1]);
    assert_ne!(found[0], found[2]);
    assert_eq!(found[0].iterations, 200);
    assert_eq!(found[0].moves.iter().map(|(_, stats)| stats.visits).sum::<u64>(), 200);
    assert!(found[0].moves.is_sorted_by(|(_, a), (_, b)| a.visits >= b.visits));
    assert!(found[0].depth >= 2 && found[0].line.len() >= 2);
}

#[test]
fn several_trees_are_merged() {
    let setup = setup("brindle");
    let position = after_rounds(&setup, 1, 4);
    with_duel(&setup.map, 100, |duel| {
        let trees = [1, 2, 3].map(|seed| {
            let (mut tree, mut simulator) = (Tree::new(position.state().clone()), simulator(duel, seed));
            for _ in 0..100 {
                tree.iterate(&mut simulator);
            }
            tree
        });
        let found = merge(&trees).expect("a side to move has turns");
        assert_eq!(found.iterations, 300);
        for (m, stats) in &found.moves {
            let equal = trees.iter().flat_map(Tree::turns).filter(|(turn, _)| *m == Move::Turn(turn.clone()));
            assert_eq!(stats.visits, equal.map(|(_, stats)| stats.visits).sum::<u64>(), "{m}");
        }
        assert_eq!(found.moves.iter().map(|(_, stats)| stats.visits).sum::<u64>(), 300);
    });
}

#[test]
fn several_threads_search_together() {
    let setup = setup("brindle");
    let view = after_rounds(&setup, 1, 4).view(Side::FIRST);
    let found = search(&mut mcts("threads=3", &setup, 1), &view, 300);
    // Threads that run while another one waits for a core may do more.
    assert!(found.iterations >= 300, "{}", found.iterations);
    assert_eq!(found.moves.iter().map(|(_, stats)| stats.visits).sum::<u64>(), found.iterations);
}

#[test]
fn visits_add_up_in_the_whole_tree() {
    let setup = setup("world");
    let position = after_rounds(&setup, 5, 8);
    with_duel(&setup.map, 100, |duel| {
        let (mut tree, mut simulator) = (Tree::new(position.state().clone()), simulator(duel, 1));
        for _ in 0..600 {
            tree.iterate(&mut simulator);
        }
        assert_eq!(tree.visits(), 600);
        let (mut open, mut nodes) = (vec![(0, 600)], 0);
        while let Some((at, visits)) = open.pop() {
            let children = tree.children(at);
            if children.is_empty() {
                continue;
            }
            nodes += 1;
            assert!(children.len() <= 9);
            // The first visit of every node but the root is a playout of its own.
            let own: u64 = children.iter().map(|(stats, _)| stats.visits).sum();
            assert_eq!(own, visits - u64::from(at > 0));
            for (stats, enemies) in children {
                assert!(enemies.len() <= 9);
                assert_eq!(enemies.iter().map(|(_, stats)| stats.visits).sum::<u64>(), stats.visits);
                let total: f64 = enemies.iter().map(|(_, stats)| stats.total).sum();
                assert!((total - stats.total).abs() < 1e-6 && (0.0..=1.0).contains(&stats.mean()));
                open.extend(enemies.into_iter().map(|(node, stats)| (node, stats.visits)));
            }
        }
        assert!(nodes > 20, "only {nodes} nodes were expanded");
    });
}

/// The first side owns one region with many armies, the second side a last one beside it.
fn nearly_won(map: &Map) -> State {
    let mut state = State::neutral(map);
    let second = map.regions[0].neighbours[0];
    for (region, side, armies) in [(0, Side::FIRST, 40), (second, Side::SECOND, 1)] {
        state.set_owner(region, Some(side));
        state.set_armies(region, armies);
    }
    state
}

#[test]
fn a_playout_ends_with_the_game() {
    let map = find_map("brindle").expect("a built-in map");
    with_duel(&map, 100, |duel| {
        let mut state = nearly_won(&map);
        let value = simulator(duel, 1).play_out(&mut state);
        assert!(value >= 1.0 && duel.is_over(&state), "{value}");
        let mut lost = State::neutral(&map);
        lost.set_owner(3, Some(Side::SECOND));
        assert!(simulator(duel, 1).play_out(&mut lost) <= 0.0);
        // A player that is hidden by fog has not lost.
        assert!(!Duel { side: Side::SECOND, enemy: Side::FIRST, hidden: 1, ..duel }.is_over(&lost));
    });
}

#[test]
fn the_median_of_the_samples_is_taken() {
    let map = find_map("brindle").expect("a built-in map");
    let mut state = State::neutral(&map);
    let to = map.regions[0].neighbours[0];
    state.set_owner(0, Some(Side::FIRST));
    state.set_armies(0, 5);
    state.set_owner(to, Some(Side::SECOND));
    state.set_armies(to, 2);
    let mut attack = Turn::default();
    attack.order(0, to, 4);
    with_duel(&map, 100, |duel| {
        let captured = |samples| {
            let settings = MctsSettings { samples, ..*duel.settings };
            let mut simulator = simulator(Duel { settings: &settings, ..duel }, 7);
            let captured = |_: &i32| {
                let mut after = state.clone();
                simulator.play(&mut after, &attack, &Turn::default());
                after.owns(Side::FIRST, to)
            };
            (0..200).filter(captured).count()
        };
        // Four against two take the region with a chance of 82 %. The median of 15 is a success nearly always.
        let [once, median] = [captured(1), captured(15)];
        assert!((140..185).contains(&once) && median >= 195, "{once} and {median} of 200");
    });
}

#[test]
fn a_bonus_in_danger_counts_as_lost() {
    let map = find_map("brindle").expect("a built-in map");
    // The first side owns a super region; two armies threaten a region of it that has two armies.
    let regions = &map.super_regions[0].regions;
    let mut state = State::neutral(&map);
    let inside = |region: RegionId| map.regions[usize::from(region)].super_region == 0;
    for region in regions {
        state.set_owner(*region, Some(Side::FIRST));
    }
    let border =
        |from: &RegionId| map.regions[usize::from(*from)].neighbours.iter().copied().find(|to| !inside(*to));
    let at = regions.iter().copied().find(|region| border(region).is_some()).expect("a border");
    let from = border(&at).expect("a border");
    state.set_owner(from, Some(Side::SECOND));
    state.set_armies(from, 4);
    state.set_armies(at, 2);
    let mut attack = Turn::default();
    attack.order(from, at, 3);
    with_duel(&map, 100, |duel| {
        let mut simulator = simulator(duel, 7);
        let mut lost = |state: &State| {
            let times = (0..200).filter(|_| {
                let mut after = state.clone();
                simulator.play(&mut after, &Turn::default(), &attack);
                !after.owns(Side::FIRST, at)
            });
            times.count()
        };
        // Three against two take the region with a chance of 65 %, so one of 15 samples does.
        assert_eq!(lost(&state), 200);
        // Without the bonus, the median decides.
        let other = regions.iter().copied().find(|region| *region != at).expect("several regions");
        state.set_owner(other, None);
        assert!(lost(&state) < 200);
    });
}

#[test]
fn it_takes_the_last_region_of_its_enemy() {
    let setup = setup("brindle");
    let mut view = after_rounds(&setup, 1, 1).view(Side::FIRST);
    view.state = nearly_won(&setup.map);
    let found = search(&mut mcts("", &setup, 1), &view, 400);
    let Move::Turn(best) = &found.moves[0].0 else { panic!("a turn") };
    let target = setup.map.regions[0].neighbours[0];
    assert!(best.orders.iter().any(|order| order.to == target), "{best}");
}

#[test]
fn of_several_enemies_it_takes_the_strongest_neighbour() {
    let setup = Setup { players: 4, ..setup("world") };
    let mut view = after_rounds(&setup, 1, 1).view(Side::FIRST);
    let mut state = State::neutral(&setup.map);
    let beside = &setup.map.regions[0].neighbours;
    let far = state.regions().rev().find(|region| *region != 0 && !beside.contains(region)).expect("far");
    for (region, side, armies) in [(0, 0, 5), (beside[0], 1, 5), (beside[1], 2, 9), (far, 3, 90)] {
        state.set_owner(region, Some(Side(side)));
        state.set_armies(region, armies);
    }
    view.state = state;
    let evaluator = Evaluator::new(&setup.map, Settings::original().default);
    assert_eq!(opponent(&evaluator, &view), Some(Side(2)));
    view.state.set_owner(beside[0], None);
    view.state.set_owner(beside[1], None);
    assert_eq!(opponent(&evaluator, &view), Some(Side(3)));
}

#[test]
fn it_reports_its_thoughts_and_stops() {
    let setup = setup("brindle");
    let view = after_rounds(&setup, 1, 4).view(Side::FIRST);
    let thoughts: Mutex<Vec<Thought>> = Mutex::default();
    let mut player = mcts("", &setup, 1);
    let seen = |thought| thoughts.lock().unwrap().push(thought);
    let found = player.search(&view, &Budget::nodes(300), &seen).expect("moves");
    let thoughts = thoughts.into_inner().unwrap();
    assert!(thoughts.len() >= 3);
    let last = thoughts.last().expect("a thought");
    assert_eq!((last.nodes, last.moves.len()), (300, found.moves.len()));
    assert_eq!(last.moves[0].0, found.moves[0].0.to_string());
    assert!(last.value.is_some() && last.line[0] == last.moves[0].0);
    let stopped = Budget::time(Duration::from_secs(1000));
    stopped.stop.raise();
    assert!(player.search(&view, &stopped, &|_| ()).is_some_and(|found| !found.moves.is_empty()));
}

#[test]
fn every_player_leaves_a_log() {
    let setup = setup("brindle");
    for rounds in [0, 3] {
        for (level, turns) in [("mcts", true), ("aggressive", false), ("smart-random", false)] {
            let position = if rounds == 0 {
                Position::start(&setup, &mut Dice::new(1), &Work::quiet()).expect("a good setup")
            } else {
                after_rounds(&setup, 1, rounds)
            };
            let view = position.view(Side::FIRST);
            let (mut player, slot) = build_logged_player(&Spec::level(level), &setup, 1).expect("a level");
            let turn = common::player::Turn { side: Side::FIRST, view: &view, setup: &setup, moves: &[] };
            let chosen = player.choose(&turn, &Budget::nodes(60), &|_| ()).expect("a move");
            let log = slot.take().expect("a log");
            assert_eq!(log.round, rounds);
            let regions = if rounds == 0 { view.own_offers().len() } else { view.state.len() };
            assert_eq!(log.regions.len(), regions);
            assert_eq!(!log.turns.is_empty(), turns, "{level}");
            if let Some(best) = log.turns.first() {
                assert_eq!(best.turn, chosen.to_string());
                assert!(best.visits > Some(0) && (0.0..=1.0).contains(&best.value));
            }
            let text = serde_json::to_string(&log).expect("it can be written");
            assert_eq!(serde_json::from_str::<crate::ai::log::RoundLog>(&text).expect("it can be read"), log);
        }
    }
}

#[test]
fn wrong_options_are_explained() {
    let setup = setup("brindle");
    let why = |text: &str| {
        let spec: Spec = text.parse().expect("a spec");
        Position::build_player(&spec, &setup, 1).err().map(|why| why.to_string()).unwrap_or_default()
    };
    assert_eq!(why("mcts:deep=1"), "player 'mcts' has no option 'deep'; it takes level, settings, threads");
    assert_eq!(why("mcts:level=4"), "'4' is not a valid value of option 'level' of player 'mcts'");
    for level in ["smart-random", "aggressive", "mcts"] {
        let why = why(&format!("{level}:settings=/nonexistent/file"));
        assert!(why.contains("/nonexistent/file") && why.contains("settings"), "{why}");
    }
    assert!(why("random:settings=x").contains("has no option 'settings'"));
}
