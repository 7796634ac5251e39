//! The verb `bench`: the speed of rounds, of the document's search, and of jumps in a replay.

use crate::ai::evaluate::Evaluator;
use crate::ai::mcts::Mcts;
use crate::ai::{generated_moves, settings::Settings};
use crate::map::RegionId;
use crate::record::GameRecord;
use crate::rules::plain::{PlainMap, PlainTurn, compute, linearise};
use crate::rules::{Move, Position, RoundBuffer, RoundRules, Setup, State, Turn, View, play_round};
use common::cli::Failure;
use common::game::{Dice, Game, Side, Stream};
use common::job::Work;
use common::player::{Budget, Spec};
use common::speed::Speed;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The round after which a game gives the position for the search.
const MIDDLE: u16 = 12;
/// What the document's program manages, in iterations per second.
const DOCUMENT: f64 = 40.0;

/// The rounds of the game that is replayed.
const REPLAYED: u16 = 60;

/// How much is measured.
struct Amount {
    /// The games whose rounds are measured.
    games: u64,
    /// How often the two implementations of rounds alternate, so that other load on the computer slows both.
    alternations: usize,
    /// How often the plain and the fast implementation play all rounds each time.
    repeats: [u64; 2],
    /// The positions that are searched.
    positions: usize,
    /// How often the search alternates between one and two threads in each position.
    searches: usize,
    /// The time of each search.
    search_time: Duration,
    /// The iterations of the search for the fingerprint.
    iterations: u64,
}

/// What `bench` measures. It takes about 20 seconds.
const FULL: Amount = Amount {
    games: 30,
    alternations: 16,
    repeats: [1, 50],
    positions: 4,
    searches: 5,
    search_time: Duration::from_millis(350),
    iterations: 500,
};

#[derive(Serialize)]
struct Report {
    map: String,
    regions: usize,
    /// Changes only when the rules or the search do.
    fingerprint: String,
    /// Rounds as games play them.
    rounds: Speed,
    /// The same rounds by the plain implementation.
    plain_rounds: Speed,
    /// How many times as fast the first one is.
    rounds_ratio: f64,
    /// Iterations of `mcts` with one thread.
    one_thread: Speed,
    /// Iterations of `mcts` with two threads.
    two_threads: Speed,
    /// How many times as fast two threads are.
    threads_ratio: f64,
    /// The iterations per second with two threads, divided by those of the document's program.
    times_document: f64,
    /// How long the window takes to draw the map, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<FrameTimes>,
    /// The rounds of the game that is replayed.
    replay_rounds: u16,
    /// The longest jump from one round of it to another one, in milliseconds.
    longest_jump_ms: f64,
}

#[cfg(feature = "window")]
type FrameTimes = crate::view::bench::FrameTimes;
/// There is nothing to draw without the window.
#[cfg(not(feature = "window"))]
#[derive(Debug, Clone, Copy, Serialize)]
enum FrameTimes {}

#[cfg(feature = "window")]
fn frame_times() -> Result<Option<FrameTimes>, Failure> {
    crate::view::bench::frame_times().map(Some).map_err(Failure::No)
}

#[cfg(not(feature = "window"))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as with a window")]
fn frame_times() -> Result<Option<FrameTimes>, Failure> {
    Ok(None)
}

#[cfg(feature = "window")]
fn frame_text(times: FrameTimes) -> String {
    let kinds = [
        ("nothing changes", times.still),
        ("the map moves", times.moving),
        ("three regions change hands", times.three_regions),
        ("all regions change hands", times.all_regions),
    ];
    let line = |(kind, [median, longest]): (&str, [f64; 2])| {
        format!("\n  {kind:<27} {median:>6.2} ms, longest {longest:.2} ms")
    };
    format!("\n\nFrames of the window:{}", kinds.map(line).concat())
}

#[cfg(not(feature = "window"))]
fn frame_text(times: FrameTimes) -> String {
    match times {}
}

/// A round to play: the state before it and the turns.
struct Round {
    state: State,
    turns: Vec<Turn>,
}

/// Plays games of `smart-random`. Returns their rounds, and the views of the first side in the middle of the games.
fn games(setup: &Setup, count: u64) -> Result<(Vec<Round>, Vec<View>), Failure> {
    let evaluator = Evaluator::new(&setup.map, Settings::original().default);
    let (mut rounds, mut middles) = (Vec::new(), Vec::new());
    for seed in 0..count {
        let mut dice = Dice::for_game(seed, Stream::Ply(0));
        let mut position = Position::start(setup, &mut Dice::for_game(seed, Stream::Start), &Work::quiet())
            .map_err(Failure::bad)?;
        while position.outcome().is_none() {
            let before = position.state().clone();
            let middle = position.view(Side::FIRST);
            let mut turns = vec![Turn::default(); usize::from(setup.players)];
            for side in position.to_move().iter() {
                let moves = generated_moves(&evaluator, &position.view(side));
                let Some(m) = dice.pick(&moves).cloned() else { continue };
                position.play(side, &m, &mut dice).map_err(Failure::bad)?;
                if let Move::Turn(turn) = m {
                    turns[side.index()] = turn;
                }
            }
            if middle.picking {
                continue;
            }
            if middle.round == MIDDLE {
                middles.push(middle);
            }
            rounds.push(Round { state: before, turns });
        }
    }
    Ok((rounds, middles))
}

/// Measures rounds and the search.
pub fn run(json: bool) -> Result<String, Failure> {
    let report = measure(&FULL)?;
    if json { serde_json::to_string(&report).map_err(Failure::bad) } else { Ok(report.to_string()) }
}

fn measure(amount: &Amount) -> Result<Report, Failure> {
    let setup = Setup::default();
    let (rounds, middles) = games(&setup, amount.games)?;
    let mut hash = Fingerprint::default();
    let [fast, plain] = measure_rounds(&setup, &rounds, amount, &mut hash);
    let [one, two] = measure_search(&setup, &middles, amount, &mut hash)?;
    let (replay_rounds, longest_jump_ms) = measure_jumps()?;
    Ok(Report {
        map: setup.map.id.clone(),
        regions: setup.map.regions.len(),
        fingerprint: format!("{:016x}", hash.0),
        rounds: fast,
        plain_rounds: plain,
        rounds_ratio: fast.nodes_per_second / plain.nodes_per_second,
        one_thread: one,
        two_threads: two,
        threads_ratio: two.nodes_per_second / one.nodes_per_second,
        times_document: two.nodes_per_second / DOCUMENT,
        frames: frame_times()?,
        replay_rounds,
        longest_jump_ms,
    })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Map {}, {} regions; fingerprint {}.\n", self.map, self.regions, self.fingerprint)?;
        writeln!(f, "Rounds:\n{}", self.rounds.line("fast", "rounds"))?;
        writeln!(f, "{}", self.plain_rounds.line("plain", "rounds"))?;
        writeln!(f, "fast / plain: {:.1}\n", self.rounds_ratio)?;
        writeln!(f, "Search of mcts:\n{}", self.one_thread.line("1 thread", "iterations"))?;
        writeln!(f, "{}", self.two_threads.line("2 threads", "iterations"))?;
        writeln!(
            f,
            "2 threads / 1 thread: {:.2}; 2 threads / {DOCUMENT:.0} iterations per second: {:.1}\n",
            self.threads_ratio, self.times_document
        )?;
        write!(
            f,
            "Replay of {} rounds with fog: the longest jump between two rounds takes {:.2} ms",
            self.replay_rounds, self.longest_jump_ms
        )?;
        self.frames.map_or(Ok(()), |times| write!(f, "{}", frame_text(times)))
    }
}

/// Jumps between all pairs of some rounds of a long game with fog. Returns its rounds and the longest time in
/// milliseconds, of the best of a few attempts each.
fn measure_jumps() -> Result<(u16, f64), Failure> {
    let setup = Setup { fog: Some(true), round_limit: Some(REPLAYED), players: 3, ..Setup::default() };
    let mut dice = Dice::for_game(1, Stream::Ply(0));
    let mut position = Position::start(&setup, &mut Dice::for_game(1, Stream::Start), &Work::quiet())
        .map_err(Failure::bad)?;
    let mut record = GameRecord::new(&position, vec![String::new(); 3], 1);
    while position.outcome().is_none() {
        for side in position.to_move().iter() {
            let Some(m) = position.random_move(side, &mut dice) else { continue };
            let effect = position.play(side, &m, &mut dice).map_err(Failure::bad)?;
            record.push(side, &m, &effect);
        }
    }
    let rounds = record.rounds();
    let mut cursor = Arc::new(record).replay();
    let mut longest = Duration::ZERO;
    for from in (0..=rounds).step_by(10) {
        for to in (0..=rounds).step_by(10) {
            let attempts = (0..3).map(|_| {
                cursor.go_to_round(from);
                let since = Instant::now();
                cursor.go_to_round(to);
                since.elapsed()
            });
            longest = longest.max(attempts.min().unwrap_or_default());
        }
    }
    Ok((rounds, longest.as_secs_f64() * 1000.0))
}

/// The speed of the fast and of the plain implementation, on the same rounds.
fn measure_rounds(setup: &Setup, rounds: &[Round], amount: &Amount, hash: &mut Fingerprint) -> [Speed; 2] {
    let (rules, map) = (setup.round_rules(), &setup.map);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut buffer, mut after) = (RoundBuffer::default(), State::default());
    let mut play_fast = |round: &Round, hash: Option<&mut Fingerprint>| {
        after.clone_from(&round.state);
        play_round(rules, map, &mut after, &round.turns, &mut buffer, &mut rng, |_| ());
        if let Some(hash) = hash {
            hash.add_state(&after);
        }
        std::hint::black_box(&after);
    };
    for round in rounds {
        play_fast(round, Some(hash));
    }
    let plain_rounds: Vec<(PlainMap, Vec<PlainTurn>)> = rounds
        .iter()
        .map(|round| {
            let turns = Side::all(round.turns.len()).zip(&round.turns);
            let turns = turns.map(|(side, turn)| PlainTurn::new(map, side, turn)).collect();
            (PlainMap::new(map, &round.state), turns)
        })
        .collect();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
    let [mut fast, mut plain] = [Speed::NONE; 2];
    let [plain_repeats, fast_repeats] = amount.repeats;
    for _ in 0..amount.alternations {
        plain.add(Speed::of(|| {
            for _ in 0..plain_repeats {
                for (map, turns) in &plain_rounds {
                    play_plain(rules, map, turns, &mut dice);
                }
            }
            plain_repeats * rounds.len() as u64
        }));
        fast.add(Speed::of(|| {
            for _ in 0..fast_repeats {
                for round in rounds {
                    play_fast(round, None);
                }
            }
            fast_repeats * rounds.len() as u64
        }));
    }
    [fast, plain]
}

fn play_plain(rules: RoundRules, map: &PlainMap, turns: &[PlainTurn], dice: &mut Xoshiro256PlusPlus) {
    let mut after = map.clone();
    let mut round = linearise(turns.to_vec(), dice);
    compute(&mut after, &mut round, rules.luck, dice);
    std::hint::black_box((after, round));
}

/// The iterations of `mcts` with one and with two threads.
fn measure_search(
    setup: &Setup,
    middles: &[View],
    amount: &Amount,
    hash: &mut Fingerprint,
) -> Result<[Speed; 2], Failure> {
    let search = |view: &View, threads: usize, budget: &Budget| {
        let spec = Spec::level("mcts").with("threads", &threads.to_string());
        let mut player = Mcts::new(&spec, setup, 1, None).map_err(Failure::bad)?;
        Ok::<_, Failure>(player.search(view, budget, &|_| ()))
    };
    let [mut one, mut two] = [Speed::NONE; 2];
    for view in middles.iter().take(amount.positions) {
        if let Some(found) = search(view, 1, &Budget::nodes(amount.iterations))? {
            for (m, stats) in &found.moves {
                hash.add(m.to_string().bytes());
                hash.add(stats.visits.to_le_bytes());
            }
        }
        for _ in 0..amount.searches {
            for (threads, speed) in [(1, &mut one), (2, &mut two)] {
                let mut iterations = 0;
                let mut failed = Ok(());
                speed.add(Speed::of(|| {
                    match search(view, threads, &Budget::time(amount.search_time)) {
                        Ok(found) => iterations = found.map_or(0, |found| found.iterations),
                        Err(failure) => failed = Err(failure),
                    }
                    iterations
                }));
                failed?;
            }
        }
    }
    Ok([one, two])
}

/// A sum over everything that the rules and the search decide (FNV-1a).
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_state(&mut self, state: &State) {
        for region in 0..state.len() as RegionId {
            self.add(state.owner(region).map_or([u8::MAX], |owner| [owner.0]));
            self.add(state.armies(region).to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: Amount = Amount {
        games: 2,
        alternations: 1,
        repeats: [1, 1],
        positions: 1,
        searches: 1,
        search_time: Duration::from_millis(1),
        iterations: 20,
    };

    #[test]
    fn every_part_is_measured_and_written_as_json() {
        let report = measure(&TINY).expect("the default setup is good");
        let json = serde_json::to_value(&report).expect("a report is JSON");
        assert_eq!((&json["map"], &json["regions"]), (&"world".into(), &47.into()));
        for part in ["rounds", "plain_rounds", "one_thread", "two_threads"] {
            assert!(json[part]["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{json}");
        }
        assert_eq!(json["rounds"]["nodes"], json["plain_rounds"]["nodes"], "the same rounds");
        for ratio in ["rounds_ratio", "threads_ratio", "times_document"] {
            assert!(json[ratio].as_f64().is_some_and(|ratio| ratio > 0.0), "{json}");
        }
        assert_eq!(json["replay_rounds"], 60);
        assert!(json["longest_jump_ms"].as_f64().is_some_and(|ms| ms > 0.0), "{json}");
        let text = report.to_string();
        assert!(text.contains(&report.fingerprint) && text.contains("fast / plain: "), "{text}");
    }

    #[test]
    fn the_fingerprint_does_not_depend_on_the_speed() {
        let [first, second] = [1, 2].map(|ms| {
            let amount = Amount { search_time: Duration::from_millis(ms), ..TINY };
            measure(&amount).expect("the default setup is good").fingerprint
        });
        assert_eq!(first, second);
    }
}
