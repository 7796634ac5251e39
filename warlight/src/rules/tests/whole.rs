//! Whole games.

use super::maps;
use crate::map::SharedMap;
use crate::rules::{Effect, Move, Position, RuleSet, Setup, Starts, State};
use common::game::{Dice, Game, Side, Stream};
use common::job::Work;
use common::testing;

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
        let map: SharedMap = maps::random(20 + usize::from(players) * 6, 5, u64::from(players));
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
        let m = next.random_move(side, &mut dice).expect("a side to move has a move");
        let effect = next.play(side, &m, &mut Dice::of(seed, 1 + plies.len() as u64)).expect("a legal move");
        plies.push((side, m, effect));
        positions.push(next);
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
