//! A whole run: many games at once, their records kept while they come in, and an early end when it is decided.

use super::MatchPlan;
use super::openings::{self, NoOpenings, OpeningRule};
use super::play::Match;
use super::record::{self, Header, Record, Records};
use super::schedule::Shard;
use super::stats::{Pairs, Score, Sprt, WinDrawLoss, SprtDecision};
use crate::cli::{self, Failure};
use crate::game::Enumerable;
use crate::interrupt::Listener;
use crate::player::{AiPlayers, Stop};
use crate::store::StoreError;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use web_time::Instant;

/// The games are written so often, or more rarely where writing itself takes long.
const WRITE_EVERY: Duration = Duration::from_secs(5);

/// How long the collector waits for a game before it looks after the rest.
const PATIENCE: Duration = Duration::from_millis(250);

/// What a run leaves behind.
pub(super) struct Played {
    pub records: Records,
    /// It was stopped before everything was played.
    pub interrupted: bool,
    /// Whether the games could be written; `None` if there was nothing to write.
    pub written: Option<Result<(), StoreError>>,
}

/// Plays the games of a plan and keeps them in `file`.
pub(super) fn hold<G: AiPlayers + Enumerable>(
    plan: &MatchPlan,
    setup: &G::Setup,
    rule: &OpeningRule<G>,
    header: &Header,
    file: &Path,
) -> Result<Played, Failure> {
    let start = G::start(setup).map_err(Failure::bad)?;
    for (name, spec) in [("A", &plan.a), ("B", &plan.b)] {
        G::build_player(spec, setup, plan.schedule.seed)
            .map_err(|error| Failure::Bad(format!("player {name}, {spec}, cannot play: {error}")))?;
    }
    let stop = Stop::default();
    let _listener = Listener::new(&stop);
    let found = bar(plan.schedule.used_openings(), "openings");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Failure::Bad(format!("the threads could not be started: {error}")))?;
    let openings = match pool.install(|| {
        openings::make(plan.schedule, &start, rule, &stop, |count| found.set_position(count as u64))
    }) {
        Ok(openings) => openings,
        Err(NoOpenings::Stopped) => Vec::new(),
        Err(NoOpenings::Few(found)) => {
            return Err(Failure::Bad(format!(
                "only {found} different balanced openings were found; ask for at most that many with --openings"
            )));
        }
    };
    found.finish_and_clear();
    drop(pool);
    let contest = Match {
        a: &plan.a,
        b: &plan.b,
        setup,
        schedule: plan.schedule,
        openings: &openings,
        budget: plan.limits.budget(&stop),
    };
    let shard = plan.shard.unwrap_or(Shard::WHOLE);
    let total = shard.games(plan.schedule);
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut collector = Collector::new(header, file, plan.sprt, total);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.min(total as usize) {
            let (sender, contest, next) = (sender.clone(), &contest, &next);
            scope.spawn(move || {
                while !contest.budget.stop.raised()
                    && let Some(index) = shard.game(plan.schedule, next.fetch_add(1, Ordering::Relaxed))
                    && let Some(record) = contest.play(index)
                    && sender.send(record).is_ok()
                {}
            });
        }
        drop(sender);
        collector.collect(&receiver, &stop);
    });
    Ok(collector.finish(total))
}

/// A bar on the standard error, which nobody sees where that is no terminal.
fn bar(length: u64, what: &'static str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what}  {{msg}}  {{elapsed}}, {{eta}} to go");
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::new(length);
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

/// Takes the games as they come in.
struct Collector<'a> {
    header: &'a Header,
    file: &'a Path,
    records: Records,
    tally: WinDrawLoss,
    sequential: Option<Sequential>,
    bar: ProgressBar,
    written: Instant,
    write_every: Duration,
    /// A failure to write was told already.
    complained: bool,
}

impl<'a> Collector<'a> {
    fn new(header: &'a Header, file: &'a Path, sprt: Option<Sprt>, total: u64) -> Collector<'a> {
        Collector {
            header,
            file,
            records: Records::new(),
            tally: WinDrawLoss::default(),
            sequential: sprt.map(Sequential::new),
            bar: bar(total, "games"),
            written: Instant::now(),
            write_every: WRITE_EVERY,
            complained: false,
        }
    }

    /// Collects until nobody plays any more or the sequential test is decided.
    fn collect(&mut self, games: &Receiver<Record>, stop: &Stop) {
        loop {
            match games.recv_timeout(PATIENCE) {
                Ok(record) => self.take(record),
                Err(RecvTimeoutError::Timeout) => self.bar.tick(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.decided() {
                return stop.raise();
            }
            if !self.records.is_empty() && self.written.elapsed() >= self.write_every {
                self.write();
            }
        }
    }

    fn take(&mut self, record: Record) {
        self.tally.add(record.score());
        self.records.insert(record.index, record);
        let WinDrawLoss { wins, draws, losses, .. } = self.tally;
        self.bar.set_message(format!("A won {wins}, drew {draws}, lost {losses}"));
        self.bar.inc(1);
        if let Some(sequential) = &mut self.sequential {
            sequential.look(&self.records);
        }
    }

    fn decided(&self) -> bool {
        self.sequential.as_ref().is_some_and(|sequential| sequential.decided)
    }

    fn write(&mut self) {
        let since = Instant::now();
        let result = record::write(self.file, self.header, &self.records);
        if let (Err(error), false) = (&result, self.complained) {
            self.bar.suspend(|| cli::complain(&format!("{error}; the games go on")));
        }
        self.complained = result.is_err();
        self.written = Instant::now();
        self.write_every = WRITE_EVERY.max(20 * since.elapsed());
    }

    fn finish(mut self, total: u64) -> Played {
        if let Some(sequential) = self.sequential.as_ref().filter(|sequential| sequential.decided) {
            // Which later games were finished meanwhile depends on the threads; the result must not.
            self.records.split_off(&(2 * sequential.judged));
        }
        let interrupted = !self.decided() && (self.records.len() as u64) < total;
        self.bar.finish_and_clear();
        // A run that was interrupted at once must not replace an older file with nothing.
        let worthwhile = !self.records.is_empty() || !interrupted;
        let written = worthwhile.then(|| record::write(self.file, self.header, &self.records));
        Played { records: self.records, interrupted, written }
    }
}

/// A sequential test that looks at the pairs strictly in their order, so that its end does not depend on threads.
struct Sequential {
    sprt: Sprt,
    pairs: Pairs,
    /// Pairs looked at.
    judged: u64,
    decided: bool,
}

impl Sequential {
    fn new(sprt: Sprt) -> Sequential {
        Sequential { sprt, pairs: Pairs::default(), judged: 0, decided: false }
    }

    fn look(&mut self, records: &Records) {
        let score = |index: u64| -> Option<Score> { records.get(&index).map(Record::score) };
        while !self.decided
            && let (Some(one), Some(other)) = (score(2 * self.judged), score(2 * self.judged + 1))
        {
            self.pairs.add(one, other);
            self.judged += 1;
            self.decided = self.sprt.judge(self.pairs).verdict != SprtDecision::Undecided;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{TimeUsed, MoveLimits};
    use crate::arena::schedule::{self, Schedule};

    fn header() -> Header {
        let limits = MoveLimits { time_ms: None, nodes: None, depth: Some(1) };
        let schedule = Schedule { seed: 1, games: 6, openings: 0 };
        Header::new("heap", serde_json::Value::Null, ["x".into(), "y".into()], schedule, limits, None)
    }

    fn won(index: u64) -> Record {
        Record {
            index,
            first: schedule::first(index),
            opening: Vec::new(),
            moves: Vec::new(),
            points: if index.is_multiple_of(2) { [1.0, 0.0] } else { [0.0, 1.0] },
            irregular: None,
            seed: 0,
            opening_seed: None,
            clock_a: TimeUsed::default(),
            clock_b: TimeUsed::default(),
        }
    }

    #[test]
    fn games_are_written_while_others_are_played() {
        let dir = tempfile::tempdir().unwrap();
        let (header, file) = (header(), dir.path().join("games"));
        let mut collector = Collector::new(&header, &file, None, 6);
        collector.write_every = Duration::ZERO;
        let (sender, receiver) = mpsc::channel();
        sender.send(won(3)).unwrap();
        drop(sender);
        collector.collect(&receiver, &Stop::default());
        let written = std::fs::read_to_string(&file).unwrap();
        assert_eq!(written.lines().count(), 2);
        let played = collector.finish(6);
        assert!(played.interrupted && played.records.contains_key(&3));
    }

    #[test]
    fn a_sequential_test_waits_for_the_pairs_in_order() {
        let mut sequential = Sequential::new("-900,900".parse().unwrap());
        let mut records = Records::from([(2, won(2)), (3, won(3)), (1, won(1))]);
        sequential.look(&records);
        assert_eq!((sequential.judged, sequential.decided), (0, false));
        records.insert(0, won(0));
        sequential.look(&records);
        assert_eq!(
            (sequential.judged, sequential.decided),
            (1, true),
            "the second pair is not needed any more"
        );
    }
}
