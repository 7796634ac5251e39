//! Fuzzing: readers and protocols get valid files and scripts with random mistakes in them.
//!
//! A panic, an input that takes too long, or one that needs too much memory is a failure, reported with the numbers that
//! repeat it. Every crate has a list of its targets in a module `fuzz`, so `cargo test --workspace --lib fuzz::` runs all of
//! them. These variables change the run:
//!
//! - `FUZZ_SECONDS=60`: mutate for so long in each crate.
//! - `FUZZ_INPUTS=1000`: try so many inputs for each target.
//! - `FUZZ_SEED=7`: other mutations; the seed is 1 by default.
//! - `FUZZ_ONLY=NAME` or `FUZZ_ONLY=NAME:INDEX`: one target, or one input of it, which is printed.

mod mutate;
mod scripts;

pub use scripts::{open_answer, protocol, referee, saved_game, settings, ugi};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The number of inputs for each target in an ordinary test run.
const FEW: u64 = 25;

/// An input that takes longer is a failure. Far more than any should take, because tests run on busy computers.
const TIME_LIMIT: Duration = Duration::from_mins(5);

/// An input that needs more memory is a failure.
const MEMORY_LIMIT_KB: u64 = 300 << 10;

type Run = Box<dyn Fn(&[u8]) -> bool + Send>;

/// Something that reads input from outside.
pub struct Target {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    run: Run,
}

impl Target {
    /// A reader, with valid inputs that are changed. It returns whether it accepts an input.
    pub fn new<S: Into<Vec<u8>>>(
        name: &'static str,
        seeds: impl IntoIterator<Item = S>,
        run: impl Fn(&[u8]) -> bool + Send + 'static,
    ) -> Target {
        let seeds: Vec<Vec<u8>> = seeds.into_iter().map(Into::into).collect();
        assert!(!seeds.is_empty(), "{name} has no valid inputs");
        Target { name, seeds, run: Box::new(run) }
    }

    /// A reader of text. Bytes that are not text are replaced, as when a file of another program is read.
    pub fn text<S: Into<Vec<u8>>>(
        name: &'static str,
        seeds: impl IntoIterator<Item = S>,
        run: impl Fn(&str) -> bool + Send + 'static,
    ) -> Target {
        Target::new(name, seeds, move |bytes| run(&String::from_utf8_lossy(bytes)))
    }

    /// A reader of files, which get this extension.
    pub fn file<S: Into<Vec<u8>>>(
        name: &'static str,
        extension: &'static str,
        seeds: impl IntoIterator<Item = S>,
        run: impl Fn(&Path) -> bool + Send + 'static,
    ) -> Target {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("input").with_extension(extension);
        Target::new(name, seeds, move |bytes| {
            let _folder = &dir;
            fs::write(&path, bytes).expect("a temporary file");
            run(&path)
        })
    }

    fn input(&self, seed: u64, index: u64) -> Vec<u8> {
        let mut hasher = DefaultHasher::new();
        (self.name, seed, index).hash(&mut hasher);
        mutate::mutated(&self.seeds, &mut ChaCha8Rng::seed_from_u64(hasher.finish()))
    }
}

/// What the variables ask for.
struct Plan {
    seed: u64,
    inputs: u64,
    time: Option<Duration>,
    only: Option<(String, Option<u64>)>,
    /// The tests of this run are only these, so memory can be measured.
    is_alone: bool,
}

impl Plan {
    fn from_environment() -> Plan {
        let variable = |name: &str| std::env::var(name).ok();
        let number = |name: &str| variable(name).and_then(|text| text.parse().ok());
        let time = number("FUZZ_SECONDS").map(Duration::from_secs);
        let inputs = number("FUZZ_INPUTS");
        let only = variable("FUZZ_ONLY").map(|text| match text.rsplit_once(':') {
            Some((name, index)) if index.parse::<u64>().is_ok() => (name.to_owned(), index.parse().ok()),
            _ => (text, None),
        });
        Plan {
            seed: number("FUZZ_SEED").unwrap_or(1),
            inputs: inputs.unwrap_or(if time.is_some() { u64::MAX } else { FEW }),
            is_alone: time.is_some() || inputs.is_some() || only.is_some(),
            time,
            only,
        }
    }
}

/// What became of the inputs of a target.
#[derive(Debug, Clone, Copy, Default)]
struct Figures {
    inputs: u64,
    accepted: u64,
    slowest: Duration,
    /// The index of the slowest input.
    slowest_index: u64,
    largest_kb: u64,
}

enum Report {
    Started(usize, u64),
    Ended { target: usize, accepted: bool, time: Duration, memory_kb: u64 },
    Panicked(usize, u64),
}

/// Checks that valid inputs are accepted, and feeds changed ones to all targets in turn.
pub fn run(targets: Vec<Target>) {
    let plan = Plan::from_environment();
    let wanted = |target: &Target| plan.only.as_ref().is_none_or(|(name, _)| target.name == name);
    let targets: Vec<Target> = targets.into_iter().filter(wanted).collect();
    for target in &targets {
        // Some of them may be complete and still be refused, as an illegal answer of a bot is.
        let accepted = target.seeds.iter().filter(|seed| (target.run)(seed)).count();
        assert!(2 * accepted >= target.seeds.len(), "{} refuses most of its valid inputs", target.name);
    }
    let names: Vec<&'static str> = targets.iter().map(|target| target.name).collect();
    let mut figures = vec![Figures::default(); names.len()];
    let (sender, reports) = mpsc::channel();
    let (seed, is_alone) = (plan.seed, plan.is_alone);
    std::thread::spawn(move || feed(&targets, &plan, &sender));
    let repeat = |target: usize, index: u64| {
        format!("repeat it with FUZZ_SEED={seed} FUZZ_ONLY={}:{index}", names[target])
    };
    let mut current = None;
    loop {
        match reports.recv_timeout(TIME_LIMIT) {
            Ok(Report::Started(target, index)) => current = Some((target, index)),
            Ok(Report::Ended { target, accepted, time, memory_kb }) => {
                let sum = &mut figures[target];
                sum.inputs += 1;
                sum.accepted += u64::from(accepted);
                sum.largest_kb = sum.largest_kb.max(memory_kb);
                let index = current.map_or(0, |(_, index)| index);
                if time > sum.slowest {
                    (sum.slowest, sum.slowest_index) = (time, index);
                }
                assert!(
                    memory_kb < MEMORY_LIMIT_KB,
                    "an input needs {memory_kb} KB; {}",
                    repeat(target, index)
                );
            }
            Ok(Report::Panicked(target, index)) => {
                panic!("an input causes a panic; {}", repeat(target, index))
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let what = current.map_or_else(String::new, |(target, index)| repeat(target, index));
                panic!("an input takes more than {TIME_LIMIT:?}; {what}");
            }
        }
    }
    if is_alone {
        for (name, Figures { inputs, accepted, slowest, slowest_index, largest_kb }) in
            names.iter().zip(figures)
        {
            println!(
                "{name}: {inputs} inputs, {accepted} accepted, slowest {} ms (input {slowest_index}), {} MB",
                slowest.as_millis(),
                largest_kb >> 10
            );
        }
    }
}

fn feed(targets: &[Target], plan: &Plan, reports: &Sender<Report>) {
    let since = Instant::now();
    let only = plan.only.as_ref().and_then(|(_, index)| *index);
    let indices = only.unwrap_or(0)..only.map_or(plan.inputs, |index| index + 1);
    // An input that ends the whole process, as a stack overflow does, is found in this file.
    let trace = std::env::temp_dir().join(format!("pentad-fuzz-{}", std::process::id()));
    for index in indices {
        for (number, target) in targets.iter().enumerate() {
            if plan.time.is_some_and(|time| since.elapsed() >= time) {
                let _ = fs::remove_file(&trace);
                return;
            }
            let input = target.input(plan.seed, index);
            if only.is_some() {
                println!("{}", input.escape_ascii());
            }
            if plan.is_alone {
                let repeat = format!("FUZZ_SEED={} FUZZ_ONLY={}:{index}\n", plan.seed, target.name);
                let _ = fs::write(&trace, [repeat.as_bytes(), &input].concat());
            }
            let _ = reports.send(Report::Started(number, index));
            let before = if plan.is_alone { memory_kb(true) } else { 0 };
            let start = Instant::now();
            let report = match catch_unwind(AssertUnwindSafe(|| (target.run)(&input))) {
                Ok(accepted) => {
                    let memory_kb = if plan.is_alone { memory_kb(false).saturating_sub(before) } else { 0 };
                    Report::Ended { target: number, accepted, time: start.elapsed(), memory_kb }
                }
                Err(_) => Report::Panicked(number, index),
            };
            if reports.send(report).is_err() {
                return;
            }
        }
    }
    let _ = fs::remove_file(&trace);
}

/// The largest memory that this process has used since `reset`; 0 where the system does not tell.
fn memory_kb(reset: bool) -> u64 {
    if reset {
        let _ = fs::write("/proc/self/clear_refs", "5");
    }
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
