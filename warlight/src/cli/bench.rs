//! The verb `bench`.

use crate::map::RegionId;
use crate::rules::{RoundBuffer, Setup, State, play_round, random_turn};
use common::cli::Failure;
use common::game::{Dice, Side};
use serde::Serialize;
use web_time::Instant;

const GAMES: u64 = 200;
const ROUNDS: u64 = 50;
/// The random regions that each side begins with.
const START_REGIONS: usize = 6;

#[derive(Serialize)]
struct Report {
    map: String,
    regions: usize,
    rounds: u64,
    /// All armies at the end of all games: it changes only when the rules do.
    armies: u64,
    seconds: f64,
    rounds_per_second: f64,
}

/// Carries out rounds of random turns. Only the rounds are timed, not the choice of turns.
pub fn run(json: bool) -> Result<String, Failure> {
    let setup = Setup::default();
    let (rules, map) = (setup.round_rules(), setup.map.clone());
    let mut buffer = RoundBuffer::default();
    let (mut seconds, mut armies, mut rounds) = (0.0, 0, 0);
    for seed in 0..GAMES {
        let mut dice = Dice::new(seed);
        let mut state = State::neutral(&map);
        let sides = usize::from(setup.players);
        for side in Side::all(sides) {
            for _ in 0..START_REGIONS {
                state.set_owner(dice.below(map.regions.len()) as RegionId, Some(side));
            }
        }
        for _ in 0..ROUNDS {
            let turns: Vec<_> = Side::all(sides)
                .map(|side| {
                    random_turn(
                        &map,
                        &state,
                        side,
                        state.income(&map, u32::from(setup.base_income), side),
                        &mut dice,
                    )
                })
                .collect();
            let start = Instant::now();
            play_round(rules, &map, &mut state, &turns, &mut buffer, &mut dice, |_| ());
            seconds += start.elapsed().as_secs_f64();
            rounds += 1;
        }
        armies += Side::all(sides).map(|side| state.army_count(side)).sum::<u64>();
    }
    let report = Report {
        map: setup.map.id.clone(),
        regions: map.regions.len(),
        rounds,
        armies,
        seconds,
        rounds_per_second: rounds as f64 / seconds,
    };
    if json {
        return serde_json::to_string(&report).map_err(Failure::bad);
    }
    Ok(format!(
        "{} rounds on {} ({} regions), {} armies at the end, {:.0} rounds per second",
        report.rounds, report.map, report.regions, report.armies, report.rounds_per_second
    ))
}
