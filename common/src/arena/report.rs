//! The result of a match, as text and as JSON.

use super::record::{Header, MoveLimits, Record, Records, TimeUsed};
use super::schedule::{PlayerIndex, Shard};
use super::stats::{self, GameScore, Pairs, Sprt, SprtDecision, SprtResult, WinDrawLoss};
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Everything that is reported; its fields are those of `--json`.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: String,
    setup: BTreeMap<String, String>,
    sides: usize,
    players: PerPlayer<String>,
    seed: u64,
    openings: u64,
    budget: MoveLimits,
    shard: Option<Shard>,
    games: u64,
    /// The number of games that were to be played.
    scheduled: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The mean score of A, 0 to 1.
    score: Option<f64>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    #[serde(flatten)]
    details: Details,
    sprt: Option<SprtResult>,
    time_per_move: PerPlayer<MoveTime>,
    failures: PerPlayer<u64>,
    failure_reasons: BTreeMap<String, u64>,
    different_games: u64,
    interrupted: bool,
    /// Ranges of indices that a merge did not find.
    missing: Vec<(u64, u64)>,
    file: Option<PathBuf>,
    /// The game has openings that would make games differ.
    #[serde(skip)]
    has_openings: bool,
}

/// A value for each player.
#[derive(Debug)]
struct PerPlayer<T>(Vec<T>);

impl<T> PerPlayer<T> {
    fn iter(&self) -> impl Iterator<Item = (PlayerIndex, &T)> {
        self.0.iter().enumerate().map(|(index, value)| (PlayerIndex(index), value))
    }
}

impl<T: Serialize> Serialize for PerPlayer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(player, value)| (player.key(), value)))
    }
}

/// What depends on the number of sides.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Details {
    /// One side: a puzzle.
    Puzzle { solved: u64, failed: u64 },
    /// Two sides.
    Duel { as_first: WinDrawLoss, as_second: WinDrawLoss, pairs: Pairs },
    /// More sides.
    Table { standings: PerPlayer<Standing> },
}

/// The results of one player among several.
#[derive(Debug, Serialize)]
struct Standing {
    games: u64,
    /// Games in which it was the only one in the first place.
    wins: u64,
    /// Games in which it shared the first place.
    shared: u64,
    mean_points: Option<f64>,
    /// The mean tournament score, 0 to 1.
    score: Option<f64>,
}

impl Standing {
    fn new(records: &Records, player: PlayerIndex) -> Standing {
        let games = records.len() as u64;
        let count = |score| records.values().filter(|record| record.score_of(player) == score).count() as u64;
        let mean = |value: fn(&Record, PlayerIndex) -> f64| {
            let sum: f64 = records.values().map(|record| value(record, player)).sum();
            (games > 0).then(|| sum / games as f64)
        };
        Standing {
            games,
            wins: count(GameScore::Win),
            shared: count(GameScore::Draw),
            mean_points: mean(Record::points_of),
            score: mean(Record::tournament_score),
        }
    }
}

/// How fast a player was.
#[derive(Debug, Serialize)]
struct MoveTime {
    moves: u64,
    mean_ms: Option<f64>,
    max_ms: f64,
    overruns: u64,
}

impl From<TimeUsed> for MoveTime {
    fn from(time: TimeUsed) -> MoveTime {
        let mean = time.total_us as f64 / 1000.0 / time.moves as f64;
        MoveTime {
            moves: time.moves,
            mean_ms: (time.moves > 0).then_some(mean),
            max_ms: time.max_us as f64 / 1000.0,
            overruns: time.overruns,
        }
    }
}

impl Report {
    pub(super) fn new(header: &Header, records: &Records, sprt: Option<Sprt>) -> Report {
        let mut all = WinDrawLoss::default();
        let (mut reasons, mut failures) = (BTreeMap::new(), vec![0; header.sides]);
        let mut times = vec![TimeUsed::default(); header.sides];
        let mut different = BTreeSet::new();
        for record in records.values() {
            all.add(record.score());
            if let Some(irregular) = &record.irregular {
                let name = irregular.loser.map_or("the game", |loser| header.player(loser));
                *reasons.entry(format!("{name}: {}", irregular.why)).or_insert(0) += 1;
                if let Some(count) = irregular.loser.and_then(|loser| failures.get_mut(loser.0)) {
                    *count += 1;
                }
            }
            for (total, time) in times.iter_mut().zip(&record.times) {
                total.add(*time);
            }
            different.insert((record.start_seed, &record.opening, &record.moves));
        }
        let details = Details::new(header.sides, records);
        let (elo, score, sprt) = match &details {
            Details::Puzzle { .. } => (None, all.score(), None),
            Details::Duel { pairs, .. } => {
                (stats::elo(all, *pairs), all.score(), sprt.map(|sprt| sprt.judge(*pairs)))
            }
            Details::Table { .. } => (None, Standing::new(records, PlayerIndex::A).score, None),
        };
        Report {
            game: header.game.clone(),
            setup: header.setup.clone(),
            sides: header.sides,
            players: PerPlayer(header.players.clone()),
            seed: header.seed,
            openings: header.openings,
            budget: header.budget,
            shard: header.shard,
            games: all.games,
            scheduled: header.shard.unwrap_or(Shard::WHOLE).games(header.schedule()),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            score,
            elo: elo.map(|elo| elo.elo),
            elo_error: elo.map(|elo| elo.error),
            details,
            sprt,
            time_per_move: PerPlayer(times.into_iter().map(MoveTime::from).collect()),
            failures: PerPlayer(failures),
            failure_reasons: reasons,
            different_games: different.len() as u64,
            interrupted: false,
            missing: Vec::new(),
            file: None,
            has_openings: false,
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

    pub(super) fn has_openings(self, has_openings: bool) -> Report {
        Report { has_openings, ..self }
    }

    /// Writes one JSON object on one line.
    pub(super) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(self).map_err(io::Error::other)?;
        writeln!(out, "{text}")?;
        out.flush()
    }

    /// Writes sentences and two small tables.
    pub(super) fn plain(&self, out: &mut dyn Write) -> io::Result<()> {
        let players: Vec<String> =
            self.players.iter().map(|(player, name)| format!("{player} is {name}")).collect();
        writeln!(out, "{}: {}.", self.game, players.join(", "))?;
        writeln!(out, "{}; {} per move; seed {}.", self.schedule(), self.budget.words(), self.seed)?;
        if self.interrupted {
            writeln!(out, "The match was interrupted. These are the results so far.")?;
        }
        if !self.missing.is_empty() {
            writeln!(out, "{}", missing_sentence(&self.missing))?;
        }
        if self.games > 0 {
            writeln!(out)?;
            self.results(out)?;
            if self.different_games < self.games {
                let hint = if self.openings == 0 && self.has_openings {
                    "; --openings makes games differ"
                } else {
                    ""
                };
                writeln!(out, "Different games: {} of {}{hint}.", self.different_games, self.games)?;
            }
            writeln!(out)?;
            self.times(out)?;
        }
        if let Some(file) = &self.file {
            writeln!(out, "\nThe games are in {}.", file.display())?;
        }
        out.flush()
    }

    /// The number of games and how they begin, in words.
    fn schedule(&self) -> String {
        let games = if self.games == self.scheduled {
            self.games.to_string()
        } else {
            format!("{} of {}", self.games, self.scheduled)
        };
        let shard = self.shard.map_or_else(String::new, |shard| format!(" (shard {shard})"));
        let from = match self.openings {
            0 => "the start position".to_owned(),
            1 => "1 opening".to_owned(),
            n => format!("{n} openings"),
        };
        match self.details {
            Details::Puzzle { .. } => format!("{games} games{shard} from {from}"),
            Details::Duel { .. } => format!("{games} games{shard} from {from}, each played with both sides"),
            Details::Table { .. } => {
                format!("{games} games{shard} from {from}, each played with every rotation of the players")
            }
        }
    }

    fn results(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.details {
            Details::Puzzle { solved, failed } => {
                writeln!(out, "{:<12}{:>8}{:>8}{:>8}{:>10}", "", "games", "solved", "failed", "score")?;
                let score = percent(self.score);
                writeln!(out, "{:<12}{:>8}{solved:>8}{failed:>8}{score:>10}\n", "A", self.games)
            }
            Details::Duel { as_first, as_second, .. } => {
                let Report { games, wins, draws, losses, .. } = *self;
                let all = WinDrawLoss { games, wins, draws, losses };
                let header = ["games", "wins", "draws", "losses"].map(|name| format!("{name:>8}")).concat();
                writeln!(out, "{:<12}{header}{:>10}", "", "score")?;
                for (name, tally) in [("A in all", all), ("A first", *as_first), ("A second", *as_second)] {
                    let WinDrawLoss { games, wins, draws, losses } = tally;
                    let score = percent(tally.score());
                    writeln!(out, "{name:<12}{games:>8}{wins:>8}{draws:>8}{losses:>8}{score:>10}")?;
                }
                writeln!(out)?;
                self.elo(out)
            }
            Details::Table { standings } => {
                let header = ["games", "wins", "shared"].map(|name| format!("{name:>8}")).concat();
                writeln!(out, "{:<12}{header}{:>13}{:>10}", "", "mean points", "score")?;
                for (player, Standing { games, wins, shared, mean_points, score }) in standings.iter() {
                    let (name, score) = (player.to_string(), percent(*score));
                    let points = mean_points.map_or_else(|| "-".to_owned(), |points| format!("{points:.2}"));
                    writeln!(out, "{name:<12}{games:>8}{wins:>8}{shared:>8}{points:>13}{score:>10}")?;
                }
                writeln!(out)
            }
        }
    }

    fn elo(&self, out: &mut dyn Write) -> io::Result<()> {
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => writeln!(out, "Elo of A against B: {elo:+.1} ± {error:.1} (95 %).")?,
            _ if self.losses == 0 => writeln!(out, "A won every game, so there is no Elo estimate.")?,
            _ => writeln!(out, "A lost every game, so there is no Elo estimate.")?,
        }
        let Some(SprtResult { elo0, elo1, llr, lower, upper, verdict }) = self.sprt else { return Ok(()) };
        let decision = match verdict {
            SprtDecision::Accepted => format!("accepted, {elo1:+} Elo is more likely than {elo0:+}"),
            SprtDecision::Rejected => format!("rejected, {elo0:+} Elo is more likely than {elo1:+}"),
            SprtDecision::Undecided => "undecided, more games are needed".to_owned(),
        };
        writeln!(
            out,
            "SPRT of {elo0:+} against {elo1:+} Elo: {decision} (LLR {llr:.2}, bounds {lower:.2} and {upper:.2})."
        )
    }

    /// The table of thinking times, and the failures of players.
    fn times(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{:<12}{:>8}{:>12}{:>12}{:>11}{:>10}",
            "", "moves", "mean time", "max time", "over time", "failures"
        )?;
        for ((player, time), failures) in self.time_per_move.iter().zip(&self.failures.0) {
            let MoveTime { moves, mean_ms, max_ms, overruns } = time;
            let mean = mean_ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1} ms"));
            let (name, max) = (player.to_string(), format!("{max_ms:.1} ms"));
            writeln!(out, "{name:<12}{moves:>8}{mean:>12}{max:>12}{overruns:>11}{failures:>10}")?;
        }
        for (reason, count) in &self.failure_reasons {
            writeln!(out, "{count} × {reason}")?;
        }
        Ok(())
    }
}

impl Details {
    fn new(sides: usize, records: &Records) -> Details {
        match sides {
            1 => {
                let solved =
                    records.values().filter(|record| record.score() == GameScore::Win).count() as u64;
                Details::Puzzle { solved, failed: records.len() as u64 - solved }
            }
            2 => {
                let (mut as_first, mut as_second) = (WinDrawLoss::default(), WinDrawLoss::default());
                let mut pairs = Pairs::default();
                for (index, record) in records {
                    let score = record.score();
                    let tally = if index.is_multiple_of(2) { &mut as_first } else { &mut as_second };
                    tally.add(score);
                    if let Some(partner) = records.get(&(index + 1)).filter(|_| index.is_multiple_of(2)) {
                        pairs.add(score, partner.score());
                    }
                }
                Details::Duel { as_first, as_second, pairs }
            }
            _ => {
                let standing = |player| Standing::new(records, player);
                Details::Table { standings: PerPlayer(PlayerIndex::all(sides).map(standing).collect()) }
            }
        }
    }
}

fn percent(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score))
}

/// A sentence that lists the missing games.
fn missing_sentence(ranges: &[(u64, u64)]) -> String {
    const SHOWN: usize = 10;
    let count: u64 = ranges.iter().map(|(from, to)| to - from + 1).sum();
    let shown = ranges
        .iter()
        .take(SHOWN)
        .map(|(from, to)| if from == to { from.to_string() } else { format!("{from}–{to}") });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = if ranges.len() > SHOWN { ", …" } else { "" };
    let (games, index) = if count == 1 { ("game is", "index") } else { ("games are", "indices") };
    format!("{count} {games} missing: {index} {shown}{more}.")
}
