//! Legal turns in whole games, values of known positions, and strength.

use super::evaluate::{Constants, Evaluator, distances};
use super::generators::{AttackPlan, DeployPlan, Draft, Knowledge, Situation};
use super::{aggressive_move, generated_moves};
use crate::map::{Map, Region, RegionId, SuperRegion};
use crate::rules::{Move, Position, RuleSet, Setup, Starts, State, check_strictly, find_map, map_ids};
use common::game::{Dice, Game, Outcome, Side, Stream};
use common::job::Work;
use common::player::{AiPlayers, Budget, Player, Spec, Turn};

fn start(setup: &Setup, seed: u64) -> Position {
    Position::start(setup, &mut Dice::for_game(seed, Stream::Start), &Work::quiet()).expect("a good setup")
}

fn player(level: &str, setup: &Setup, seed: u64) -> Box<dyn Player<Position>> {
    Position::build_player(&Spec::level(level), setup, seed).expect("a level")
}

/// Plays a game. `watch` sees every position with a side that is to move in it.
fn play(setup: &Setup, levels: &[&str], seed: u64, mut watch: impl FnMut(&Position, Side)) -> Outcome {
    let mut players: Vec<_> =
        levels.iter().zip(seed..).map(|(level, seed)| player(level, setup, seed)).collect();
    let mut position = start(setup, seed);
    let mut dice = Dice::for_game(seed, Stream::Ply(0));
    while let Some(side) = position.to_move().first() {
        watch(&position, side);
        let view = position.view(side);
        let turn = Turn { side, view: &view, setup, moves: &[] };
        let m = players[side.index()].choose(&turn, &Budget::default(), &|_| ()).expect("a move");
        position.play(side, &m, &mut dice).expect("a legal move");
    }
    position.outcome().expect("nobody is to move only when the game is over")
}

/// Every rule set with and without fog, for two to four players.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for id in map_ids() {
        let map = find_map(id).expect("a built-in map");
        for fog in [None, Some(true), Some(false)] {
            for rules in [RuleSet::Contest1, RuleSet::Contest2] {
                setups.push(Setup { map: map.clone(), rules, fog, ..Setup::default() });
            }
            for players in 2..=map.max_players.min(4) {
                let starts = if players == 3 { Starts::All } else { Starts::Count(2) };
                setups.push(Setup { map: map.clone(), players, starts, fog, ..Setup::default() });
            }
        }
    }
    setups
}

#[test]
fn generated_moves_are_legal_and_different() {
    let levels = ["smart-random", "aggressive", "random", "smart-random"];
    let (mut games, mut several) = (0, 0);
    for mut setup in setups() {
        setup.round_limit = Some(30);
        let plain = Evaluator::new(&setup.map, Constants::default());
        let aggressive = Evaluator::new(&setup.map, Constants::aggressive());
        for seed in 0..4 {
            let mut levels = levels;
            levels.rotate_left(seed as usize);
            play(&setup, &levels[..usize::from(setup.players)], seed, |position, side| {
                let view = position.view(side);
                let moves = generated_moves(&plain, &view);
                assert!((1..=9).contains(&moves.len()));
                several += usize::from(moves.len() > 1);
                for (n, m) in moves.iter().chain(&aggressive_move(&aggressive, &view)).enumerate() {
                    position.check(side, m).expect("a legal move");
                    assert!(n >= moves.len() || !moves[..n].contains(m), "a duplicate");
                    if let Move::Turn(turn) = m {
                        let (state, income) = (position.state(), position.income(side));
                        check_strictly(position.map(), state, side, income, turn)
                            .expect("a strictly legal turn");
                        let deployed: u32 = turn.deploys.iter().map(|deploy| deploy.armies).sum();
                        assert_eq!(deployed, income);
                        let mut ways: Vec<_> =
                            turn.orders.iter().map(|order| (order.from, order.to)).collect();
                        ways.sort_unstable();
                        ways.dedup();
                        assert_eq!(ways.len(), turn.orders.len(), "each way is used once");
                    }
                }
            });
            games += 1;
        }
    }
    assert!(games >= 200, "only {games} games");
    assert!(several > 1000);
}

/// The points of the first level in games against the second one, with sides swapped.
fn points(first: &str, second: &str, games: u64, fog: bool) -> f64 {
    let setup = Setup { fog: Some(fog), ..Setup::default() };
    let pair = |seed| {
        play(&setup, &[first, second], seed, |_, _| ()).points(Side::FIRST)
            + play(&setup, &[second, first], seed, |_, _| ()).points(Side::SECOND)
    };
    (0..games / 2).map(pair).sum()
}

#[test]
fn levels_are_stronger_than_random() {
    for level in ["smart-random", "aggressive"] {
        for fog in [false, true] {
            let points = points(level, "random", 24, fog);
            assert!(points >= 20.0, "{level}: {points} of 24 points");
        }
    }
}

/// Five regions in a row: two of the super region A with bonus 2, three of B with bonus 3.
fn row() -> Map {
    let super_region = |name: &str, bonus, regions| {
        let colour = [0; 3];
        SuperRegion { name: name.to_owned(), bonus, colour, regions }
    };
    let region = |n: RegionId| Region {
        name: n.to_string(),
        super_region: u16::from(n > 1),
        neighbours: (n.saturating_sub(1)..=(n + 1).min(4)).filter(|other| *other != n).collect(),
        armies: 2,
        label: (0, 0),
        template: [n as u8; 3],
    };
    Map {
        name: "row".to_owned(),
        max_players: 2,
        super_regions: vec![super_region("A", 2, vec![0, 1]), super_region("B", 3, vec![2, 3, 4])],
        regions: (0..5).map(region).collect(),
    }
}

/// A state of the row with some regions of a first and a second side: owner and armies.
fn state(map: &Map, regions: &[(RegionId, Side, u32)]) -> State {
    let mut state = State::neutral(map);
    for (region, side, armies) in regions {
        state.set_owner(*region, Some(*side));
        state.set_armies(*region, *armies);
    }
    state
}

/// The texts of the generated turns of the first side, and of the aggressive player's.
fn turns(regions: &[(RegionId, Side, u32)]) -> (Vec<String>, String) {
    let map = row();
    let evaluator = Evaluator::new(&map, Constants::default());
    let state = state(&map, regions);
    let situation = Situation::new(&evaluator, &map, &state, 5, Side::FIRST);
    (situation.turns().iter().map(ToString::to_string).collect(), situation.boldest_turn().to_string())
}

#[test]
fn values_follow_the_formulas() {
    let map = row();
    let evaluator = Evaluator::new(&map, Constants::default());
    let state = state(&map, &[(0, Side::FIRST, 2), (1, Side::FIRST, 2), (2, Side::SECOND, 2)]);
    // A: 3·2 − 1 − 5·2 − 3 = −8, B: 3·3 − 1 − 5·3 − 3 = −10; both + 11, and A + 30·2².
    assert_eq!(evaluator.super_regions(&map, &state), [123, 1]);
    // Own: 2·(20·2 + 123); the enemy's: 2·(1 + 20·1); neutral: 1.
    assert_eq!(evaluator.regions(&map, &state, Side::FIRST), [326, 326, 42, 1, 1]);
    assert_eq!(evaluator.player(&map, &state, Side::FIRST), 2 * 326 + 40);
    assert_eq!(evaluator.player(&map, &state, Side::SECOND), 2 * (20 + 1) + 20);
    let value = evaluator.position(&map, &state, Side::FIRST, Side::SECOND);
    assert!((value - 692.0 / 754.0).abs() < 1e-9);
    // At the start both super regions have the smallest value, and half of the diameter is 2.
    let steps = distances(&map, [0]);
    assert_eq!([1, 2, 4].map(|region| evaluator.start_region(&map, region, &steps)), [53, 103, 103]);

    let aggressive = Evaluator::new(&map, Constants::aggressive());
    // A: 6 − 1 − 12 − 3 = −10, B: 9 − 1 − 18 − 3 = −13; both + 14.
    assert_eq!(aggressive.super_regions(&map, &state), [124, 1]);
    assert_eq!(aggressive.regions(&map, &state, Side::FIRST)[2..4], [5 * (15 + 20), 15]);
}

/// A random state of the world, with regions of three sides.
fn random_state(map: &Map, dice: &mut Dice) -> State {
    let mut state = State::neutral(map);
    for region in 0..map.regions.len() as RegionId {
        // Super regions are often owned whole.
        let owner = if dice.below(3) == 0 {
            dice.below(4)
        } else {
            usize::from(map.regions[usize::from(region)].super_region) % 4
        };
        state.set_owner(region, (owner < 3).then_some(Side(owner as u8)));
        state.set_armies(region, 1 + dice.below(20) as u32);
    }
    state
}

#[test]
fn what_players_have_is_the_sum_of_their_regions_and_armies() {
    let map = find_map("world").expect("a built-in map");
    let mut dice = Dice::new(5);
    for constants in [Constants::default(), Constants::aggressive()] {
        let evaluator = Evaluator::new(&map, constants);
        for _ in 0..200 {
            let state = random_state(&map, &mut dice);
            let sum = |side: Side| {
                let values = evaluator.regions(&map, &state, side);
                let regions: i64 = state.regions_of(side).map(|region| values[usize::from(region)]).sum();
                regions + constants.army * state.army_count(side) as i64
            };
            let sides = [Side(0), Side(1), Side(2)];
            assert_eq!(evaluator.players(&map, &state, sides), sides.map(sum));
            assert_eq!(evaluator.player(&map, &state, Side(1)), sum(Side(1)));
        }
    }
}

#[test]
fn used_memory_changes_no_turn() {
    let map = find_map("world").expect("a built-in map");
    let evaluator = Evaluator::new(&map, Constants::default());
    let (mut memory, mut draft, mut dice) = (Knowledge::default(), Draft::default(), Dice::new(6));
    for n in 0..60 {
        let (state, side) = (random_state(&map, &mut dice), Side(n % 3));
        let fresh = Situation::new(&evaluator, &map, &state, 5, side);
        let used = Situation::with_memory(memory, &evaluator, &map, &state, 5, side);
        for deploy in DeployPlan::ALL {
            for attack in AttackPlan::ALL {
                used.write_turn(deploy, attack, &mut draft);
                assert_eq!(draft.turn, fresh.turn(deploy, attack));
            }
        }
        memory = used.into_memory();
    }
}

#[test]
fn turns_beside_one_enemy() {
    let (turns, boldest) = turns(&[(0, Side::FIRST, 5), (1, Side::FIRST, 3), (2, Side::SECOND, 4)]);
    // Nine attackers beat four defenders, but not four and an income of five.
    assert_eq!(turns, ["2+7 2>3:9 1>2:4", "2+7 1>2:4 2>3:9", "2+7 1>2:4"]);
    assert_eq!(boldest, "2+7 2>3:9 1>2:4");
}

#[test]
fn turns_among_neutral_regions() {
    let (turns, boldest) = turns(&[(1, Side::FIRST, 12)]);
    // ⌊2/0.6⌋ + 4 armies for each target. The last one gets all, except in the safe way.
    assert_eq!(turns, ["2+5 2>1:7 2>3:9", "2+5 2>1:7 2>3:7"]);
    assert_eq!(boldest, "2+5 2>1:4 2>3:4");
}

#[test]
fn several_threatened_regions_get_what_they_need() {
    let (first, second) = (Side::FIRST, Side::SECOND);
    let (turns, _) = turns(&[(0, first, 2), (1, second, 3), (2, second, 1), (3, second, 6), (4, first, 2)]);
    // The threat to region 1 is 2 + 5: ⌊0.6·7⌋ − 2 + 2 armies. The rest goes to region 5.
    assert!(turns[0].starts_with("1+4 5+1 "), "{turns:?}");
}
