//! The result of a run, for people and for programs.

use super::record::{TimeUsed, Header, MoveLimits, Records};
use super::schedule::{Shard, Who};
use super::stats::{self, Pairs, Score, Sprt, SprtResult, WinDrawLoss, SprtDecision};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Everything that is told of a run; its fields are those of `--json`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: String,
    setup: serde_json::Value,
    players: Both<String>,
    seed: u64,
    openings: u64,
    budget: MoveLimits,
    shard: Option<Shard>,
    games: u64,
    /// How many there should be.
    scheduled: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// A's share of the points, 0 to 1.
    score: Option<f64>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    as_first: WinDrawLoss,
    as_second: WinDrawLoss,
    pairs: Pairs,
    sprt: Option<SprtResult>,
    time_per_move: Both<Pace>,
    failures: Both<u64>,
    failure_reasons: BTreeMap<String, u64>,
    different_games: u64,
    interrupted: bool,
    /// Ranges of indices that a merge did not find.
    missing: Vec<(u64, u64)>,
    file: Option<PathBuf>,
}

/// Something of each player.
#[derive(Debug, Serialize)]
struct Both<T> {
    a: T,
    b: T,
}

/// How fast a player was.
#[derive(Debug, Serialize)]
struct Pace {
    moves: u64,
    mean_ms: Option<f64>,
    max_ms: f64,
    overruns: u64,
}

impl From<TimeUsed> for Pace {
    fn from(clock: TimeUsed) -> Pace {
        let mean = clock.total_us as f64 / 1000.0 / clock.moves as f64;
        Pace {
            moves: clock.moves,
            mean_ms: (clock.moves > 0).then_some(mean),
            max_ms: clock.longest_us as f64 / 1000.0,
            overruns: clock.overruns,
        }
    }
}

impl Report {
    pub(super) fn new(header: &Header, records: &Records, sprt: Option<Sprt>) -> Report {
        let (mut all, mut as_first, mut as_second) = (WinDrawLoss::default(), WinDrawLoss::default(), WinDrawLoss::default());
        let (mut pairs, mut reasons, mut failures) = (Pairs::default(), BTreeMap::new(), Both { a: 0, b: 0 });
        let (mut clock_a, mut clock_b) = (TimeUsed::default(), TimeUsed::default());
        let mut different = BTreeSet::new();
        let mut open: Option<(u64, Score)> = None;
        for record in records.values() {
            let score = record.score();
            all.add(score);
            if record.first == Who::A {
                as_first.add(score);
            } else {
                as_second.add(score);
            }
            match open.take().filter(|(pair, _)| *pair == record.index / 2) {
                Some((_, partner)) => pairs.add(partner, score),
                None => open = Some((record.index / 2, score)),
            }
            if let Some(irregular) = &record.irregular {
                let name = match irregular.loser {
                    Some(Who::A) => &header.a,
                    Some(Who::B) => &header.b,
                    None => "the game",
                };
                failures.a += u64::from(irregular.loser == Some(Who::A));
                failures.b += u64::from(irregular.loser == Some(Who::B));
                *reasons.entry(format!("{name}: {}", irregular.why)).or_insert(0) += 1;
            }
            clock_a.add(record.clock_a);
            clock_b.add(record.clock_b);
            different.insert((&record.opening, &record.moves));
        }
        let elo = stats::elo(all, pairs);
        Report {
            game: header.game.clone(),
            setup: header.setup.clone(),
            players: Both { a: header.a.clone(), b: header.b.clone() },
            seed: header.seed,
            openings: header.openings,
            budget: header.budget,
            shard: header.shard,
            games: all.games,
            scheduled: header.shard.unwrap_or(Shard::WHOLE).games(header.schedule()),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            score: all.score(),
            elo: elo.map(|elo| elo.elo),
            elo_error: elo.map(|elo| elo.error),
            as_first,
            as_second,
            pairs,
            sprt: sprt.map(|sprt| sprt.judge(pairs)),
            time_per_move: Both { a: clock_a.into(), b: clock_b.into() },
            failures,
            failure_reasons: reasons,
            different_games: different.len() as u64,
            interrupted: false,
            missing: Vec::new(),
            file: None,
        }
    }

    pub(super) fn interrupted(self, interrupted: bool) -> Report {
        Report { interrupted, ..self }
    }

    pub(super) fn missing(self, missing: Vec<(u64, u64)>) -> Report {
        Report { missing, ..self }
    }

    pub(super) fn file(self, file: Option<&Path>) -> Report {
        Report { file: file.map(Path::to_path_buf), ..self }
    }

    /// One JSON object on one line.
    pub(super) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(self).map_err(io::Error::other)?;
        writeln!(out, "{text}")?;
        out.flush()
    }

    /// Whole sentences and two small tables.
    pub(super) fn plain(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: A is {}, B is {}.", self.game, self.players.a, self.players.b)?;
        let share = self.shard.map_or_else(String::new, |shard| format!(" (share {shard})"));
        let from = match self.openings {
            0 => "the start position".to_owned(),
            1 => "1 opening".to_owned(),
            n => format!("{n} openings"),
        };
        let budget = self.budget.words();
        let games = if self.games == self.scheduled {
            self.games.to_string()
        } else {
            format!("{} of {}", self.games, self.scheduled)
        };
        let seed = self.seed;
        writeln!(
            out,
            "{games} games{share} from {from}, each played with both sides; {budget} a move; seed {seed}."
        )?;
        if self.interrupted {
            writeln!(out, "The run was interrupted; this is what there is.")?;
        }
        if !self.missing.is_empty() {
            writeln!(out, "Missing are {}.", ranges(&self.missing))?;
        }
        if self.games > 0 {
            self.results(out)?;
        }
        if let Some(file) = &self.file {
            writeln!(out, "\nThe games are in {}.", file.display())?;
        }
        out.flush()
    }

    fn results(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = WinDrawLoss { games: self.games, wins: self.wins, draws: self.draws, losses: self.losses };
        writeln!(out, "\n{:<12}{:>8}{:>8}{:>8}{:>8}{:>10}", "", "games", "wins", "draws", "losses", "score")?;
        for (name, tally) in [("A in all", all), ("A first", self.as_first), ("A second", self.as_second)] {
            let score =
                tally.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
            let WinDrawLoss { games, wins, draws, losses } = tally;
            writeln!(out, "{name:<12}{games:>8}{wins:>8}{draws:>8}{losses:>8}{score:>10}")?;
        }
        writeln!(out)?;
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => writeln!(out, "Elo of A against B: {elo:+.1} ± {error:.1} (95 %).")?,
            _ if self.losses == 0 => writeln!(out, "A won every game: no Elo can be told.")?,
            _ => writeln!(out, "A lost every game: no Elo can be told.")?,
        }
        if let Some(SprtResult { elo0, elo1, llr, lower, upper, verdict }) = self.sprt {
            let verdict = match verdict {
                SprtDecision::Accepted => {
                    format!("accepted, the results speak for {elo1:+} Elo rather than {elo0:+}")
                }
                SprtDecision::Rejected => {
                    format!("rejected, the results speak for {elo0:+} Elo rather than {elo1:+}")
                }
                SprtDecision::Undecided => "undecided, more games are needed".to_owned(),
            };
            writeln!(
                out,
                "SPRT of {elo0:+} against {elo1:+} Elo: {verdict} (LLR {llr:.2}, bounds {lower:.2} and {upper:.2})."
            )?;
        }
        if self.different_games < self.games {
            let hint = if self.openings == 0 { "; --openings makes them differ" } else { "" };
            writeln!(out, "Only {} of the games are different ones{hint}.", self.different_games)?;
        }
        writeln!(
            out,
            "\n{:<12}{:>8}{:>12}{:>12}{:>11}{:>10}",
            "", "moves", "mean time", "max time", "over time", "failures"
        )?;
        let Both { a, b } = &self.time_per_move;
        for (name, pace, failures) in [("A", a, self.failures.a), ("B", b, self.failures.b)] {
            let mean = pace.mean_ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1} ms"));
            let most = format!("{:.1} ms", pace.max_ms);
            writeln!(
                out,
                "{name:<12}{:>8}{mean:>12}{most:>12}{:>11}{failures:>10}",
                pace.moves, pace.overruns
            )?;
        }
        for (reason, count) in &self.failure_reasons {
            writeln!(out, "{count} × {reason}")?;
        }
        Ok(())
    }
}

/// Ranges of indices in words.
fn ranges(ranges: &[(u64, u64)]) -> String {
    const SHOWN: usize = 10;
    let count: u64 = ranges.iter().map(|(from, to)| to - from + 1).sum();
    let shown = ranges
        .iter()
        .take(SHOWN)
        .map(|(from, to)| if from == to { from.to_string() } else { format!("{from}–{to}") });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if ranges.len() > SHOWN { ", …" } else { "" };
    let games = if count == 1 { "game, of index" } else { "games, of indices" };
    format!("{count} {games} {shown}{more}")
}
