//! Whole games.

use super::maps;
use crate::map::RegionId;
use crate::rules::{Deploy, Effect, Event, Move, Order, OrderEnd, Position, RuleSet, Setup, Starts, State};
use common::game::{Dice, Game, Side, Stream};
use common::job::Work;
use common::testing;
use common::words::{SeenPly, Words};
use std::fmt::Write;

/// Setups of every kind: rule sets, fog, numbers of players, maps.
pub fn setups() -> Vec<Setup> {
    let plain = Setup { round_limit: Some(12), ..Setup::default() };
    let mut setups = vec![
        plain.clone(),
        Setup { fog: Some(true), ..plain.clone() },
        Setup { starts: Starts::All, players: 3, fog: Some(true), ..plain.clone() },
        Setup { rules: RuleSet::Contest1, ..plain.clone() },
        Setup { rules: RuleSet::Contest2, ..plain.clone() },
        Setup { rules: RuleSet::Contest2, fog: Some(false), luck: Some(0), ..plain.clone() },
        Setup { map: maps::six(), round_limit: Some(40), ..plain.clone() },
    ];
    for players in 2..=8 {
        let map = maps::random(20 + usize::from(players) * 6, 5, u64::from(players));
        setups.push(Setup {
            map,
            players,
            fog: Some(players % 2 == 1),
            luck: Some(players * 10),
            ..plain.clone()
        });
    }
    setups
}

pub fn start(setup: &Setup, seed: u64) -> Position {
    Position::start(setup, &mut Dice::for_game(seed, Stream::Start), &Work::quiet()).expect("a good setup")
}

/// A game with random moves: the positions, and the moves between them.
pub fn random_game(setup: &Setup, seed: u64) -> (Vec<Position>, Vec<(Side, Move, Effect)>) {
    let mut positions = vec![start(setup, seed)];
    let mut plies = Vec::new();
    let mut dice = Dice::of(seed, 0);
    loop {
        let mut next = positions[positions.len() - 1].clone();
        let sides: Vec<Side> = next.to_move().iter().collect();
        let Some(side) = dice.pick(&sides).copied() else { return (positions, plies) };
        let mut m = next.random_move(side, &mut dice).expect("a side to move has a move");
        if setup.rules != RuleSet::Seed {
            spoil(&mut m, setup, &mut dice);
        }
        let effect = next.play(side, &m, &mut Dice::of(seed, 1 + plies.len() as u64)).expect("a legal move");
        plies.push((side, m, effect));
        positions.push(next);
    }
}

/// Adds deployments and orders to a turn that are probably not legal, which the contests clip and skip.
fn spoil(m: &mut Move, setup: &Setup, dice: &mut Dice) {
    let Move::Turn(turn) = m else { return };
    let mut region = || dice.below(setup.map.regions.len()) as RegionId;
    let (deploy, order) =
        (Deploy { region: region(), armies: 3 }, Order { from: region(), to: region(), armies: 4 });
    turn.deploys.insert(dice.below(turn.deploys.len() + 1), deploy);
    turn.orders.insert(dice.below(turn.orders.len() + 1), order);
    if let Some(again) = dice.pick(&turn.orders).copied() {
        turn.orders.push(again);
    }
}

#[test]
fn conformance() {
    let plain = Setup { round_limit: Some(8), ..Setup::default() };
    for setup in [
        plain.clone(),
        Setup { players: 4, fog: Some(true), ..plain.clone() },
        Setup { players: 3, starts: Starts::All, ..plain.clone() },
        Setup { rules: RuleSet::Contest1, ..plain.clone() },
        Setup { rules: RuleSet::Contest2, ..plain.clone() },
    ] {
        testing::conformance_any::<Position>(&setup, 3);
    }
}

#[test]
fn games_replay_forwards_and_backwards() {
    for setup in setups() {
        for seed in 0..20 {
            let (positions, plies) = random_game(&setup, seed);
            let mut again = positions[0].clone();
            for ((side, m, effect), expected) in plies.iter().zip(&positions[1..]) {
                again.apply(*side, m, effect);
                assert_eq!(&again, expected);
            }
            for ((side, _, effect), expected) in plies.iter().zip(&positions).rev() {
                assert!(again.revert(*side, effect));
                assert_eq!(&again, expected);
            }
        }
    }
}

#[test]
fn every_step_of_a_round_replays_forwards_and_backwards() {
    for setup in setups() {
        let (positions, plies) = random_game(&setup, 99);
        for ((_, _, effect), (before, after)) in plies.iter().zip(positions.iter().zip(&positions[1..])) {
            let Effect::Round { record, .. } = effect else { continue };
            let mut state = before.state().clone();
            let mut states: Vec<State> = vec![state.clone()];
            for event in &record.events {
                event.apply(&mut state);
                states.push(state.clone());
            }
            assert_eq!(&state, after.state());
            for (event, earlier) in record.events.iter().zip(&states).rev() {
                event.revert(&mut state);
                assert_eq!(&state, earlier);
            }
        }
    }
}

#[test]
fn the_map_as_text_marks_what_a_round_has_changed() {
    for setup in setups() {
        let (positions, plies) = random_game(&setup, 99);
        for (n, (side, m, effect)) in plies.iter().enumerate() {
            let (before, after) = (positions[n].view(*side), positions[n + 1].view(*side));
            let seen = SeenPly {
                side: *side,
                m: Some(m),
                effect: Some(effect.clone()),
                before: &before,
                after: &after,
            };
            let text = Position::board(&after, &[seen]).to_string();
            let regions = || 0..after.map().regions.len() as RegionId;
            let taken = regions().filter(|id| before.state.owner(*id) != after.state.owner(*id)).count();
            assert_eq!(text.lines().filter(|line| line.starts_with('*')).count(), taken, "{text}");
            let plain = Position::board(&after, &[]).to_string();
            assert_eq!(text.replace(['*', '~'], " "), plain.replace(['*', '~'], " "));
            assert!(!plain.lines().any(|line| line.starts_with(['*', '~'])));
        }
    }
}

/// No change of the rules goes unnoticed.
#[test]
fn golden() {
    for rules in [RuleSet::Seed, RuleSet::Contest1, RuleSet::Contest2] {
        let (map, starts) = (maps::six(), Starts::Count(1));
        let setup = Setup { map, rules, starts, round_limit: Some(6), ..Setup::default() };
        let (positions, plies) = random_game(&setup, 1);
        let mut text = String::new();
        for (ply, (side, m, effect)) in plies.iter().enumerate() {
            let (before, after) = (positions[ply].view(*side), positions[ply + 1].view(*side));
            let movers: Vec<String> = positions[ply].to_move().iter().map(|side| side.to_string()).collect();
            let _ = writeln!(text, "--- after {ply} plies, to move: {}", movers.join(" "));
            let _ = write!(text, "{}", Position::board(&before, &[]));
            let _ = writeln!(text, "prompt: {}", Position::prompt(&before, *side));
            let _ =
                writeln!(text, "played: {m} ({})", Position::describe_move(&before, *side, m, Some(effect)));
            let effect = Position::visible_effect(*side, effect, &positions[ply + 1]);
            let seen = SeenPly { side: *side, m: Some(m), effect, before: &before, after: &after };
            for sentence in Position::describe_effects(&seen) {
                let _ = writeln!(text, "effect: {sentence}");
            }
        }
        let last = positions[positions.len() - 1].view(Side::FIRST);
        let _ = writeln!(text, "{}result: {}", Position::board(&last, &[]), Position::result(&last));
        insta::assert_snapshot!(format!("{rules:?}").to_lowercase(), text);
    }
}

/// What holds after every round, counted from its events alone.
#[test]
fn armies_are_neither_made_nor_lost_unaccounted() {
    for setup in setups() {
        for seed in 0..5 {
            let (positions, plies) = random_game(&setup, seed);
            for ((_, _, effect), (before, after)) in plies.iter().zip(positions.iter().zip(&positions[1..])) {
                let Effect::Round { record, .. } = effect else { continue };
                let total = |state: &State| state.regions().map(|r| i64::from(state.armies(r))).sum::<i64>();
                let mut expected = total(before.state());
                for side in Side::all(setup.players.into()) {
                    let placed = record.events.iter().map(|event| match event {
                        Event::Deploy(deploy) if deploy.side == side => i64::from(deploy.placed),
                        _ => 0,
                    });
                    let placed: i64 = placed.sum();
                    assert!(placed <= i64::from(before.income(side)), "{side} deploys {placed}");
                    expected += placed;
                }
                for event in &record.events {
                    let Event::Order(order) = event else { continue };
                    assert!(order.sent <= order.order.armies);
                    if let OrderEnd::Fought(fight) = order.end {
                        assert!(order.sent < order.from_before && order.to_owner != Some(order.side));
                        expected -= i64::from(fight.attackers_lost) + i64::from(fight.defenders_lost);
                    }
                }
                let state = after.state();
                assert_eq!(total(state), expected);
                assert!(state.regions().all(|region| state.armies(region) > 0));
            }
        }
    }
}
