//! A whole match: many games at once, their records written and collected meanwhile, and an early end when it is decided.

use super::command::MatchPlan;
use super::games_file::{GamesFile, Unfinished};
use super::openings::{self, NoOpenings, OpeningRule, OpeningStart, OpeningStarts};
use super::play::Match;
use super::record::{self, Header, Record, Records};
use super::schedule::{PlayerIndex, Shard};
use super::stats::{GameScore, Pairs, Sprt, SprtDecision, WinDrawLoss};
use crate::cli::Failure;
use crate::game::StartError;
use crate::interrupt::Listener;
use crate::job::{Work, progress_bar, run_with_bar};
use crate::player::{AiPlayers, Stop};
use crate::store::StoreError;
use indicatif::ProgressBar;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// The bar is redrawn this often while no game ends.
const REDRAW_INTERVAL: Duration = Duration::from_millis(250);

/// The games of a match that was played, perhaps in part.
pub(super) struct Played {
    pub records: Records,
    /// It was stopped before all games were played.
    pub interrupted: bool,
    /// Whether the games could be written; `None` if there was nothing to write.
    pub written: Option<Result<(), StoreError>>,
}

/// Plays the games of a plan that are not `known` yet, and writes them to `file`.
pub(super) fn play_match<G: AiPlayers>(
    plan: &MatchPlan,
    setup: &G::Setup,
    rule: Option<&OpeningRule<G>>,
    header: &Header,
    file: &Path,
    unfinished: Option<Unfinished>,
) -> Result<Played, Failure> {
    let stop = Stop::default();
    let _listener = Listener::new(&stop);
    let shard = plan.shard.unwrap_or(Shard::WHOLE);
    let first_game = shard.game(plan.schedule, 0).unwrap_or(0);
    let Some(known) = first_start::<G>(setup, plan.schedule.start_seed(first_game))? else {
        return Ok(Played { records: Records::new(), interrupted: true, written: None });
    };
    let starts = OpeningStarts { setup, known, work: Work::with_stop(stop.clone()) };
    check_players::<G>(plan, setup)?;
    let openings = match rule.filter(|_| plan.schedule.openings > 0) {
        Some(rule) => make_openings(plan, &starts, rule)?,
        None => Vec::new(),
    };
    let games = Match {
        players: &plan.players,
        schedule: plan.schedule,
        starts: &starts,
        openings: &openings,
        budget: plan.limits.budget(&stop),
    };
    let total = shard.games(plan.schedule);
    let games_file = GamesFile::new(file, header, unfinished.as_ref().map(|unfinished| unfinished.length));
    let known = unfinished.map(|unfinished| unfinished.records).unwrap_or_default();
    let next = AtomicU64::new(0);
    let next_game = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let mut games = numbers.map_while(|number| shard.game(plan.schedule, number));
        games.find(|index| !known.contains_key(index))
    };
    let (sender, receiver) = mpsc::channel();
    let mut collector = Collector::new(header, file, plan.sprt, total, &known);
    if collector.decided() {
        stop.raise();
    }
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.min(total as usize) {
            let (sender, games, next_game, games_file) = (sender.clone(), &games, &next_game, &games_file);
            scope.spawn(move || {
                while !games.budget.stop.raised()
                    && let Some(index) = next_game()
                    && let Some(record) = games.play(index)
                {
                    // Before the next game begins: whatever happens then, this one is not lost.
                    games_file.append(&record);
                    if sender.send(record).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        collector.collect(&receiver, &stop);
    });
    Ok(collector.finish(total))
}

/// The start position of the first game; `None` if it was interrupted.
fn first_start<G: AiPlayers>(setup: &G::Setup, seed: u64) -> Result<Option<OpeningStart<G>>, Failure> {
    let setup = setup.clone();
    match run_with_bar("start", move |work| OpeningStart::make(&setup, seed, work)) {
        Ok(Ok(start)) => Ok(Some(start)),
        Ok(Err(StartError::Cancelled)) => Ok(None),
        Ok(Err(StartError::Setup(why))) => Err(Failure::bad(why)),
        Err(why) => Err(Failure::Bad(format!("the start position could not be made: {why}"))),
    }
}

/// Builds every player once, so that a wrong name is reported before the first game.
fn check_players<G: AiPlayers>(plan: &MatchPlan, setup: &G::Setup) -> Result<(), Failure> {
    for (index, spec) in plan.players.iter().enumerate() {
        if plan.players[..index].contains(spec) {
            continue;
        }
        G::build_player(spec, setup, plan.schedule.seed).map_err(|error| {
            Failure::Bad(format!("player {}, {spec}, cannot play: {error}", PlayerIndex(index)))
        })?;
    }
    Ok(())
}

/// The openings of a match; none if it was stopped.
fn make_openings<G: AiPlayers>(
    plan: &MatchPlan,
    starts: &OpeningStarts<'_, G>,
    rule: &OpeningRule<G>,
) -> Result<Vec<openings::Opening<G>>, Failure> {
    let bar = progress_bar(plan.schedule.used_openings(), "openings");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Failure::Bad(format!("the threads could not be started: {error}")))?;
    let progress = |count| bar.set_position(count as u64);
    let result = pool.install(|| openings::make(plan.schedule, starts, rule, progress));
    bar.finish_and_clear();
    match result {
        Ok(openings) => Ok(openings),
        Err(NoOpenings::Stopped) => Ok(Vec::new()),
        Err(NoOpenings::TooFew(found)) => Err(Failure::Bad(format!(
            "only {found} different balanced openings were found; use --openings with at most that number"
        ))),
    }
}

/// Collects the games as they end.
struct Collector<'a> {
    header: &'a Header,
    file: &'a Path,
    records: Records,
    tally: WinDrawLoss,
    sequential: Option<Sequential>,
    bar: ProgressBar,
}

impl<'a> Collector<'a> {
    fn new(
        header: &'a Header,
        file: &'a Path,
        sprt: Option<Sprt>,
        total: u64,
        known: &Records,
    ) -> Collector<'a> {
        let mut collector = Collector {
            header,
            file,
            records: Records::new(),
            tally: WinDrawLoss::default(),
            sequential: sprt.map(Sequential::new),
            bar: progress_bar(total, "games"),
        };
        for record in known.values() {
            collector.add(record.clone());
        }
        // The time that is shown to go follows from the games of this run.
        collector.bar.reset_eta();
        collector
    }

    /// Collects until all games have ended or the sequential test is decided.
    fn collect(&mut self, games: &Receiver<Record>, stop: &Stop) {
        loop {
            match games.recv_timeout(REDRAW_INTERVAL) {
                Ok(record) => self.add(record),
                Err(RecvTimeoutError::Timeout) => self.bar.tick(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.decided() {
                return stop.raise();
            }
        }
    }

    fn add(&mut self, record: Record) {
        self.tally.add(record.score());
        self.records.insert(record.index, record);
        let WinDrawLoss { wins, draws, losses, .. } = self.tally;
        self.bar.set_message(match self.header.sides {
            1 => format!("{wins} solved, {losses} failed"),
            _ => format!("A won {wins}, drew {draws}, lost {losses}"),
        });
        self.bar.inc(1);
        if let Some(sequential) = &mut self.sequential {
            sequential.update(&self.records);
        }
    }

    fn decided(&self) -> bool {
        self.sequential.as_ref().is_some_and(|sequential| sequential.decided)
    }

    fn finish(mut self, total: u64) -> Played {
        if let Some(sequential) = self.sequential.as_ref().filter(|sequential| sequential.decided) {
            // The games that ended meanwhile depend on the threads; the result must not.
            self.records.split_off(&(2 * sequential.pairs_seen));
        }
        let interrupted = !self.decided() && (self.records.len() as u64) < total;
        self.bar.finish_and_clear();
        // A match that was interrupted at once writes no file.
        let has_content = !self.records.is_empty() || !interrupted;
        let written = has_content.then(|| record::write(self.file, self.header, &self.records));
        Played { records: self.records, interrupted, written }
    }
}

/// A sequential test that counts the pairs in their order, so that its end does not depend on threads.
struct Sequential {
    sprt: Sprt,
    pairs: Pairs,
    /// The number of pairs that were counted.
    pairs_seen: u64,
    decided: bool,
}

impl Sequential {
    fn new(sprt: Sprt) -> Sequential {
        Sequential { sprt, pairs: Pairs::default(), pairs_seen: 0, decided: false }
    }

    fn update(&mut self, records: &Records) {
        let score = |index: u64| -> Option<GameScore> { records.get(&index).map(Record::score) };
        while !self.decided
            && let (Some(one), Some(other)) = (score(2 * self.pairs_seen), score(2 * self.pairs_seen + 1))
        {
            self.pairs.add(one, other);
            self.pairs_seen += 1;
            self.decided = self.sprt.judge(self.pairs).verdict != SprtDecision::Undecided;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::MoveLimits;
    use crate::arena::schedule::Schedule;
    use std::collections::BTreeMap;

    fn header() -> Header {
        let limits = MoveLimits { time_ms: None, nodes: None, depth: Some(1) };
        let schedule = Schedule { seed: 1, sides: 2, games: 6, openings: 0 };
        Header::new("heap", BTreeMap::new(), vec!["x".into(), "y".into()], schedule, limits, None)
    }

    fn won(index: u64) -> Record {
        let mut record = Record::new(index, header().schedule().seats(index), 0);
        record.points = if index.is_multiple_of(2) { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
        record
    }

    #[test]
    fn a_sequential_test_waits_for_the_pairs_in_order() {
        let mut sequential = Sequential::new("-900,900".parse().unwrap());
        let mut records = Records::from([(2, won(2)), (3, won(3)), (1, won(1))]);
        sequential.update(&records);
        assert_eq!((sequential.pairs_seen, sequential.decided), (0, false));
        records.insert(0, won(0));
        sequential.update(&records);
        assert_eq!((sequential.pairs_seen, sequential.decided), (1, true), "the second pair is not needed");
    }
}
