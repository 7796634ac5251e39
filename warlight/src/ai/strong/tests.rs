use super::*;
use crate::rules::{RuleSet, State, check_strictly, check_turn, play_round};
use common::game::{Game, Side};
use common::job::Work;
use rand::RngExt;
use style::Style;

fn player(name: &str, setup: &Setup) -> StrongPlayer {
    let spec: Spec = name.parse().unwrap();
    StrongPlayer::of_spec(&spec, setup, 7).unwrap().unwrap()
}

fn setup(rules: RuleSet, map: &str) -> Setup {
    Setup { rules, map: rules::find_map(map).unwrap(), ..Setup::default() }
}

/// Asks a player with a few simulations.
fn choose(player: &mut StrongPlayer, position: &Position, side: Side) -> Move {
    let view = position.view(side);
    let turn = Turn { side, view: &view, setup: position.setup(), moves: &[] };
    player.choose(&turn, &Budget::nodes(60), &|_| ()).unwrap()
}

#[test]
fn planned_and_changed_turns_are_legal() {
    let setup = Setup::default();
    let atlas = Atlas::new(&setup.map.map, setup.round_rules());
    let tuned = Tuned::shared();
    let mut dice = SmallRng::seed_from_u64(3);
    let mut planner = Planner::default();
    let mut buffer = rules::RoundBuffer::default();
    for game in 0..20 {
        let mut state = State::neutral(&setup.map);
        for n in 0..6 {
            state.set_owner(dice.random_range(0..47), Some(Side(n % 2)));
        }
        for round in 0..30 {
            let mut turns = vec![rules::Turn::default(); 2];
            for (n, turn) in turns.iter_mut().enumerate() {
                let side = Side(n as u8);
                let style = if round % 2 == 0 { tuned.style } else { tuned.style.vary(&mut dice) };
                planner.plan(&atlas, &state, side, &style, &mut dice, turn);
                let income = state.income(&setup.map, 5, side);
                check_strictly(&setup.map, &state, side, income, turn).unwrap();
                let mut editor = mutate::Editor::new(&atlas, &state, side);
                let mut changed = turn.clone();
                for _ in 0..10 {
                    editor.mutate(&atlas, &state, side, &mut changed, &mut dice);
                    check_strictly(&setup.map, &state, side, income, &changed)
                        .unwrap_or_else(|why| panic!("game {game}, {changed}: {why}"));
                }
            }
            play_round(atlas.rules, &setup.map, &mut state, &turns, &mut buffer, &mut dice, |_| ());
        }
    }
}

#[test]
fn whole_games_are_played_in_every_rule_set_with_and_without_fog() {
    for (rules, fog) in [
        (RuleSet::Seed, None),
        (RuleSet::Seed, Some(true)),
        (RuleSet::Contest1, None),
        (RuleSet::Contest2, None),
    ] {
        let setup = Setup { fog, round_limit: Some(12), ..setup(rules, "brindle") };
        let mut dice = Dice::new(5);
        let mut position = Position::start(&setup, &mut dice, &Work::quiet()).unwrap();
        let mut players = [player("strong", &setup), player("medium", &setup)];
        while let Some(side) = position.to_move().iter().next() {
            let m = choose(&mut players[side.index()], &position, side);
            if let Move::Turn(turn) = &m {
                let income = position.income(side);
                check_turn(rules, position.map(), position.state(), side, income, turn).unwrap();
            }
            position.play(side, &m, &mut dice).unwrap();
        }
    }
}

#[test]
fn more_players_are_possible() {
    let setup = Setup { players: 4, round_limit: Some(4), ..Setup::default() };
    let mut dice = Dice::new(2);
    let mut position = Position::start(&setup, &mut dice, &Work::quiet()).unwrap();
    let mut player = player("hard", &setup);
    while let Some(side) = position.to_move().iter().next() {
        let m = choose(&mut player, &position, side);
        position.play(side, &m, &mut dice).unwrap();
    }
}

#[test]
fn the_same_seed_gives_the_same_turn() {
    let setup = setup(RuleSet::Contest2, "brindle");
    let mut dice = Dice::new(9);
    let position = Position::start(&setup, &mut dice, &Work::quiet()).unwrap();
    let side = position.to_move().iter().next().unwrap();
    let picks: Vec<Move> = (0..2).map(|_| choose(&mut player("strong", &setup), &position, side)).collect();
    assert_eq!(picks[0], picks[1]);
}

#[test]
fn a_region_that_can_be_taken_is_taken() {
    let setup = Setup::default();
    let mut state = State::neutral(&setup.map);
    // Everything is Blue's, except one weak region of Orange.
    for region in state.regions() {
        state.set_owner(region, Some(Side::FIRST));
        state.set_armies(region, 1);
    }
    state.set_owner(0, Some(Side::SECOND));
    let beside = setup.map.regions[0].neighbours[0];
    state.set_armies(beside, 40);
    let atlas = Atlas::new(&setup.map.map, setup.round_rules());
    let (tuned, evaluator) = (Tuned::shared(), Evaluator::new(&setup.map, Constants::default()));
    let states = [state];
    let problem = Problem {
        atlas: &atlas,
        tuned: &tuned,
        evaluator: &evaluator,
        states: &states,
        side: Side::FIRST,
        rounds_left: 50,
    };
    let progress = Progress {
        used_up: &|simulations| simulations >= 200,
        part: &|simulations| simulations as f32 / 200.0,
        report: &|_, _| (),
    };
    let found = search(&problem, &Settings::default().for_simulations(200), 1, 1, &progress);
    assert!(found[0].turn.orders.iter().any(|order| order.from == beside && order.to == 0));
    assert!(found[0].value > 0.9, "{}", found[0].value);
}

#[test]
fn a_mutated_style_stays_valid() {
    let mut dice = SmallRng::seed_from_u64(1);
    let mut style: Style = Tuned::shared().style;
    for _ in 0..200 {
        style = style.mutate(0.5, &mut dice);
        style.attack = style.attack.clamp(0.1, 10.0);
    }
    let mut changed = style;
    assert!(changed.fields().iter().all(|(_, value)| value.is_finite() && **value >= 0.0));
}

#[test]
fn options_of_the_levels_are_checked() {
    let setup = Setup::default();
    for name in ["strong:thread=2", "easy:threads=2", "strong:weights=missing.yaml", "strong:threads=9999"] {
        let spec: Spec = name.parse().unwrap();
        assert!(StrongPlayer::of_spec(&spec, &setup, 1).is_err(), "{name}");
    }
}

#[test]
fn a_tidy_turn_has_no_hopeless_attack() {
    let setup = setup(RuleSet::Seed, "brindle");
    let mut dice = Dice::new(5);
    let mut position = Position::start(&setup, &mut dice, &Work::quiet()).unwrap();
    for side in [Side::FIRST, Side::SECOND] {
        let pick = position.random_move(side, &mut dice).unwrap();
        position.play(side, &pick, &mut dice).unwrap();
    }
    let view = position.view(Side::FIRST);
    let foreign = |region: &rules::Order| !view.state.owns(view.side, region.to);
    let orders: Vec<rules::Order> = view
        .state
        .regions_of(view.side)
        .flat_map(|from| view.map().regions[usize::from(from)].neighbours.iter().map(move |to| (from, *to)))
        .map(|(from, to)| rules::Order { from, to, armies: 1 })
        .filter(foreign)
        .collect();
    let from = orders[0].from;
    let weak = orders[0];
    assert!(view.state.armies(weak.to) > 1, "one army cannot take it");
    let lone = rules::Turn { deploys: vec![rules::Deploy { region: from, armies: 5 }], orders: vec![weak] };
    let other = view.map().regions[usize::from(weak.to)].neighbours[0];
    let joint = rules::Turn {
        orders: vec![weak, rules::Order { from: other, to: weak.to, armies: 1 }],
        ..lone.clone()
    };
    assert_eq!(tidied(&view, joint.clone()), joint, "two attacks help each other");
    assert_eq!(tidied(&view, lone.clone()), rules::Turn { orders: Vec::new(), ..lone });
    // Also together they cannot take it.
    let mut strong = view.clone();
    strong.state.set_armies(weak.to, 50);
    assert_eq!(tidied(&strong, joint.clone()), rules::Turn { orders: Vec::new(), ..joint });
}
