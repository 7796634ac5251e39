//! The result of a simulation, as text and as JSON.

use super::{Ending, Finished, FinishedGame, MoveTimes, RoundCounts, Simulation};
use crate::contest::{ContestLimits, ContestReport, Version};
use crate::database::{BotResult, SimulationId};
use crate::rules::Setup;
use crate::text::rules_name;
use common::arena::{self, Pairs, PlayerIndex, WinDrawLoss, wilson_interval};
use common::game::Setup as _;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// Everything that is reported; its fields are those of `--json`.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The number of the simulation in the database.
    simulation: Option<i64>,
    setup: BTreeMap<String, String>,
    seed: u64,
    time_ms: Option<u64>,
    nodes: Option<u64>,
    games: u64,
    /// The number of games that were to be played.
    scheduled: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// The mean score of A, 0 to 1, and its 95 % interval.
    score: Option<f64>,
    score_low: f64,
    score_high: f64,
    /// The part of the games that A won, and its 95 % interval.
    win_rate: Option<f64>,
    win_rate_low: f64,
    win_rate_high: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    #[serde(flatten)]
    duel: Option<Duel>,
    #[serde(flatten)]
    rounds: RoundCounts,
    endings: Endings,
    players: Vec<PlayerReport>,
    failure_reasons: BTreeMap<String, u64>,
    interrupted: bool,
    /// The clock of contest bots, if any plays.
    bot_clock: Option<BotClock>,
    /// The thinking time per turn in words.
    #[serde(skip)]
    thinking: String,
    /// Whether all finished games are in the database.
    #[serde(skip)]
    is_stored: bool,
}

/// The clock of contest bots.
#[derive(Debug, Serialize)]
struct BotClock {
    /// The bank at the beginning; none where each request has its own time.
    bank_ms: Option<u64>,
    per_request_ms: u64,
}

impl BotClock {
    fn new(simulation: &Simulation) -> BotClock {
        let ContestLimits { bank, per_move } = simulation.bot_clock();
        let has_bank = Version::of(simulation.setup.rules) == Version::Two;
        BotClock {
            bank_ms: has_bank.then_some(bank.as_millis() as u64),
            per_request_ms: per_move.as_millis() as u64,
        }
    }

    fn sentence(&self) -> String {
        let each = self.per_request_ms;
        match self.bank_ms {
            None => format!("Programs have {each} ms for each request."),
            Some(bank) => format!("Programs have a bank of {bank} ms, to which each request adds {each} ms."),
        }
    }
}

/// What only a simulation between two players has.
#[derive(Debug, Serialize)]
struct Duel {
    as_first: WinDrawLoss,
    as_second: WinDrawLoss,
    /// The number of pairs of games in which A scored 0, ½, 1, 1½ and 2.
    pairs: Pairs,
}

/// How many games ended in each way.
#[derive(Debug, Default, Serialize)]
struct Endings {
    conquered: u64,
    round_limit: u64,
    failed: u64,
}

/// The results of one player.
#[derive(Debug, Serialize)]
struct PlayerReport {
    /// Its letter on the command line.
    name: String,
    player: String,
    #[serde(flatten)]
    tally: WinDrawLoss,
    /// The sum of its scores: 1 for a win, an equal part of 1 for a shared first place.
    points: f64,
    score: Option<f64>,
    score_low: f64,
    score_high: f64,
    #[serde(flatten)]
    times: MoveTimes,
    /// Games that it lost because it failed.
    failures: u64,
    /// Requests of the contest protocol.
    requests: u64,
    /// Requests that it did not answer in time.
    time_outs: u64,
    /// Lines that were not understood.
    bad_lines: u64,
    /// Moves that were understood, but not legal.
    illegal_moves: u64,
    /// The longest time for the answer to a request.
    longest_request_ms: Option<f64>,
}

impl Report {
    /// The report on the games that are finished.
    pub fn new(simulation: &Simulation, finished: &Finished) -> Report {
        let Simulation { setup, schedule, limits, .. } = simulation;
        let player = |player| PlayerReport::new(simulation, finished, player);
        let players: Vec<PlayerReport> = PlayerIndex::all(schedule.sides).map(player).collect();
        let (mut endings, mut reasons) = (Endings::default(), BTreeMap::new());
        for game in finished.values() {
            match &game.ending {
                Ending::Conquered => endings.conquered += 1,
                Ending::RoundLimit => endings.round_limit += 1,
                Ending::Failed { player, why } => {
                    endings.failed += 1;
                    *reasons.entry(format!("{player}: {why}")).or_insert(0) += 1;
                }
            }
        }
        let PlayerReport { tally, score, score_low, score_high, .. } = players[PlayerIndex::A.0];
        let duel = (schedule.sides == 2).then(|| Duel::new(finished));
        let elo = duel.as_ref().and_then(|duel| arena::elo(tally, duel.pairs));
        let (win_rate_low, win_rate_high) = tally.win_rate_interval();
        Report {
            simulation: None,
            setup: named_setup(setup),
            seed: schedule.seed,
            time_ms: limits.time.map(|time| time.as_millis() as u64),
            nodes: limits.nodes,
            games: tally.games,
            scheduled: schedule.games,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score,
            score_low,
            score_high,
            win_rate: tally.win_rate(),
            win_rate_low,
            win_rate_high,
            elo: elo.map(|elo| elo.elo),
            elo_error: elo.map(|elo| elo.error),
            duel,
            rounds: RoundCounts::new(finished.values().map(|game| game.rounds).collect()),
            endings,
            players,
            failure_reasons: reasons,
            interrupted: tally.games < schedule.games,
            bot_clock: simulation.has_bots().then(|| BotClock::new(simulation)),
            thinking: simulation.thinking_words(),
            is_stored: false,
        }
    }

    /// The same, with the number of the simulation in the database.
    pub fn stored_as(self, id: Option<SimulationId>) -> Report {
        Report { simulation: id.map(|id| id.0), ..self }
    }

    /// The same, with whether all finished games are in the database.
    pub fn with_stored_games(self, is_stored: bool) -> Report {
        Report { is_stored, ..self }
    }

    /// Whether all finished games are in the database.
    pub fn has_stored_games(&self) -> bool {
        self.is_stored
    }

    /// The games that are finished, and those that were to be played.
    pub fn games(&self) -> (u64, u64) {
        (self.games, self.scheduled)
    }

    /// Whether all games are finished.
    pub fn is_complete(&self) -> bool {
        !self.interrupted
    }

    /// How to go on with an interrupted simulation, in a sentence.
    pub fn resume_hint(&self, data_dir: Option<&Path>) -> Option<String> {
        let id = self.simulation.filter(|_| self.interrupted)?;
        let data_dir =
            data_dir.map(|folder| format!(" --data-dir {}", shell_word(&folder.display().to_string())));
        let data_dir = data_dir.unwrap_or_default();
        let programs = if self.bot_clock.is_some() { " --allow-programs" } else { "" };
        Some(format!(
            "Go on with the missing games with: warlight simulate --resume {id}{programs}{data_dir}"
        ))
    }

    /// The results of the players for the database.
    pub fn bot_results(&self) -> Vec<BotResult> {
        let result = |player: &PlayerReport| {
            let (tally, times) = (player.tally, player.times);
            BotResult {
                bot: player.player.clone(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                moves: times.moves,
                total_time: times.mean_ms.unwrap_or_default() * times.moves as f64 / 1000.0,
                max_time: times.max_ms.unwrap_or_default() / 1000.0,
                time_outs: player.time_outs,
                nonsense: player.bad_lines + player.illegal_moves,
            }
        };
        self.players.iter().map(result).collect()
    }

    /// Writes one JSON object on one line.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = serde_json::to_string(self).map_err(io::Error::other)?;
        writeln!(out, "{text}")?;
        out.flush()
    }

    /// Writes sentences and small tables.
    pub fn plain(&self, out: &mut dyn Write) -> io::Result<()> {
        let names: Vec<String> =
            self.players.iter().map(|player| format!("{} is {}", player.name, player.player)).collect();
        if let Some(id) = self.simulation {
            write!(out, "Simulation {id}: ")?;
        }
        writeln!(out, "{}.", names.join(", "))?;
        let option = |key: &str| self.setup.get(key).map_or("", String::as_str);
        let games = if self.interrupted {
            format!("{} of {}", self.games, self.scheduled)
        } else {
            self.games.to_string()
        };
        let swapped = if self.duel.is_some() { "seats swapped" } else { "every rotation of the seats" };
        writeln!(
            out,
            "{games} games on {} ({} rules), each start played with {swapped}; {} per turn; random seed {}.",
            option("map"),
            rules_name(option("rules")),
            self.thinking,
            self.seed
        )?;
        if let Some(clock) = &self.bot_clock {
            writeln!(out, "{}", clock.sentence())?;
        }
        if self.interrupted {
            writeln!(out, "The simulation was interrupted. These are the results so far.")?;
        }
        if self.games > 0 {
            self.results(out)?;
            self.lengths(out)?;
            self.times(out)?;
        }
        out.flush()
    }

    /// The table of results.
    fn results(&self, out: &mut dyn Write) -> io::Result<()> {
        let row = |out: &mut dyn Write, name: &str, tally: WinDrawLoss, score, interval| {
            let WinDrawLoss { games, wins, draws, losses } = tally;
            let (score, interval) = (percent(score), range(interval));
            writeln!(out, "{name:<12}{games:>8}{wins:>8}{draws:>8}{losses:>8}{score:>10}{interval:>20}")
        };
        let header = ["games", "wins", "draws", "losses"].map(|name| format!("{name:>8}")).concat();
        writeln!(out, "\n{:<12}{header}{:>10}{:>20}", "", "score", "95 % interval")?;
        for player in &self.players {
            let PlayerReport { name, tally, score, score_low, score_high, .. } = player;
            row(out, name, *tally, *score, (*score_low, *score_high))?;
        }
        let Some(duel) = &self.duel else { return writeln!(out) };
        for (name, tally) in [("A first", duel.as_first), ("A second", duel.as_second)] {
            row(out, name, tally, tally.score(), tally.score_interval())?;
        }
        let (rate, interval) = (percent(self.win_rate), range((self.win_rate_low, self.win_rate_high)));
        writeln!(out, "\nGames won by A: {rate} ({interval}).")?;
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => writeln!(out, "Elo of A against B: {elo:+.1} ± {error:.1} (95 %)."),
            _ if self.losses == 0 => writeln!(out, "A won every game, so there is no Elo estimate."),
            _ => writeln!(out, "A lost every game, so there is no Elo estimate."),
        }
    }

    /// How long games were, and how they ended.
    fn lengths(&self, out: &mut dyn Write) -> io::Result<()> {
        let Endings { conquered, round_limit, failed } = self.endings;
        if let RoundCounts { mean: Some(mean), median: Some(median), min: Some(min), max: Some(max) } =
            self.rounds
        {
            writeln!(
                out,
                "Rounds per game: mean {mean:.1}, median {median}, shortest {min}, longest {max}."
            )?;
        }
        writeln!(
            out,
            "Endings: {conquered} conquered, {round_limit} at the round limit, {failed} because a player failed."
        )
    }

    /// The table of thinking times, and the failures of players.
    fn times(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = ["mean time", "99 % within", "longest", "over time", "failures"];
        let header = header.map(|name| format!("{name:>13}")).concat();
        writeln!(out, "\n{:<12}{:>8}{header}", "", "moves")?;
        for PlayerReport { name, times, failures, .. } in &self.players {
            let MoveTimes { moves, mean_ms, p99_ms, max_ms, over_time } = *times;
            let (mean, p99, max) = (milliseconds(mean_ms), milliseconds(p99_ms), milliseconds(max_ms));
            writeln!(out, "{name:<12}{moves:>8}{mean:>13}{p99:>13}{max:>13}{over_time:>13}{failures:>13}")?;
        }
        if self.bot_clock.is_some() {
            self.bots(out)?;
        }
        for (reason, count) in &self.failure_reasons {
            writeln!(out, "{count} × {reason}")?;
        }
        Ok(())
    }
}

impl Report {
    /// The table of what contest bots did wrong.
    fn bots(&self, out: &mut dyn Write) -> io::Result<()> {
        let header =
            ["time-outs", "bad lines", "bad moves", "longest"].map(|name| format!("{name:>13}")).concat();
        writeln!(out, "\n{:<11}{:>9}{header}", "", "requests")?;
        for player in self.players.iter().filter(|player| player.requests > 0) {
            let PlayerReport { name, requests, time_outs, bad_lines, illegal_moves, .. } = player;
            let longest = milliseconds(player.longest_request_ms);
            writeln!(
                out,
                "{name:<11}{requests:>9}{time_outs:>13}{bad_lines:>13}{illegal_moves:>13}{longest:>13}"
            )?;
        }
        Ok(())
    }
}

impl PlayerReport {
    fn new(simulation: &Simulation, finished: &Finished, player: PlayerIndex) -> PlayerReport {
        let (mut tally, mut points, mut failures) = (WinDrawLoss::default(), 0.0, 0);
        let (mut times, mut bot) = (Vec::new(), ContestReport::default());
        for game in finished.values() {
            tally.add(game.result(player));
            points += game.scores.get(player.0).copied().unwrap_or_default();
            failures += u64::from(matches!(&game.ending, Ending::Failed { player: of, .. } if *of == player));
            times.extend(game.times.get(player.0).into_iter().flatten());
            if let Some(report) = game.bots.get(player.0) {
                bot.requests += report.requests;
                bot.time_outs += report.time_outs;
                bot.bad_lines += report.bad_lines;
                bot.illegal_moves += report.illegal_moves;
                bot.longest = bot.longest.max(report.longest);
            }
        }
        let spec = &simulation.players[player.0];
        // A contest bot has a clock of its own.
        let limit = simulation.time_of(player).filter(|_| spec.command().is_none());
        let (score_low, score_high) = wilson_interval(points, tally.games);
        PlayerReport {
            name: player.to_string(),
            player: spec.to_string(),
            tally,
            points,
            score: (tally.games > 0).then(|| points / tally.games as f64),
            score_low,
            score_high,
            times: MoveTimes::new(times, limit),
            failures,
            requests: bot.requests,
            time_outs: bot.time_outs,
            bad_lines: bot.bad_lines,
            illegal_moves: bot.illegal_moves,
            longest_request_ms: (bot.requests > 0).then_some(bot.longest.as_secs_f64() * 1000.0),
        }
    }
}

impl Duel {
    fn new(finished: &Finished) -> Duel {
        let (mut as_first, mut as_second) = (WinDrawLoss::default(), WinDrawLoss::default());
        let mut pairs = Pairs::default();
        let result = |game: &FinishedGame| game.result(PlayerIndex::A);
        for (index, game) in finished {
            let first = index.is_multiple_of(2);
            if first { &mut as_first } else { &mut as_second }.add(result(game));
            if let Some(partner) = finished.get(&(index + 1)).filter(|_| first) {
                pairs.add(result(game), result(partner));
            }
        }
        Duel { as_first, as_second, pairs }
    }
}

/// The setup as text, with only the name of the map: a map of a file would be written out.
fn named_setup(setup: &Setup) -> BTreeMap<String, String> {
    let mut options = setup.to_map();
    options.insert("map".to_owned(), setup.map.id.clone());
    options.remove("from");
    options
}

/// A text as one word of a command line.
fn shell_word(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "/.-_:\\".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) { text.into() } else { format!("\"{text}\"").into() }
}

fn percent(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score))
}

fn milliseconds(ms: Option<f64>) -> String {
    ms.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1} ms"))
}

fn range((low, high): (f64, f64)) -> String {
    format!("{:.1} % to {:.1} %", 100.0 * low, 100.0 * high)
}
