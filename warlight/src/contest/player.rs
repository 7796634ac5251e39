//! A player whose moves come from another program that speaks the contest protocol.

use super::answer::{Answer, Meaning, Request, Unanswered};
use super::legal::LegalTurn;
use super::limits::{ContestClock, ContestLimits};
use super::tell::{introduction, opponent_starts, region_id, region_line, round_lines};
use super::transcript::{SharedReport, Speaker, Transcript, note};
use super::words::{Action, NamedAction, PLACE, SEND, Version, player_name};
use crate::map::RegionId;
use crate::rules::{Move, Position, Setup, Turn, View};
use common::game::Side;
use common::player::{self, BadSpec, Budget, Player, PlayerError, Stop, Thought};
use common::protocol::{Process, Reading, Timeouts, WaitLimits};
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// What a program has for its first answer besides its clock, because it may still be starting.
const START_TIME: Duration = Duration::from_secs(2);

/// A player that runs a bot.
///
/// - The bot is told only what its side sees.
/// - Moves that are not legal are left out one by one, with too many armies they are made with fewer.
/// - A bot that does not answer in time makes no moves in that request; after three time-outs it makes no more in that
///   game.
/// - A bot that ends, closes its output or writes too much nonsense is a [`PlayerError`].
/// - If the game does not continue where the bot is, as after an undo, the program is started again.
#[derive(Debug)]
pub struct ContestPlayer {
    command: String,
    limits: Option<ContestLimits>,
    report: SharedReport,
    transcript: Option<Transcript>,
    /// A program that has not been told anything.
    fresh: Option<Process>,
    game: Option<BotGame>,
    /// What a program has for its first answer besides its clock.
    start_time: Duration,
}

/// How far a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// So many regions were picked.
    Picking(usize),
    /// So many rounds were played.
    Round(u16),
}

impl Stage {
    fn of(view: &View) -> Stage {
        if view.picking {
            Stage::Picking(view.state.regions().filter(|region| view.state.owner(*region).is_some()).count())
        } else {
            Stage::Round(view.round)
        }
    }

    /// Whether this is where a bot is asked next.
    fn follows(self, earlier: Stage) -> bool {
        match (earlier, self) {
            (Stage::Picking(before), Stage::Picking(now)) => now > before,
            (Stage::Picking(_), Stage::Round(now)) => now == 0,
            (Stage::Round(before), Stage::Round(now)) => before.checked_add(1) == Some(now),
            (Stage::Round(_), Stage::Picking(_)) => false,
        }
    }
}

/// A program in the middle of a game.
#[derive(Debug)]
struct BotGame {
    process: Process,
    version: Version,
    side: Side,
    setup: Arc<Setup>,
    stage: Stage,
    clock: ContestClock,
    unanswered: Unanswered,
    /// The first request has not been answered.
    starting: bool,
}

impl ContestPlayer {
    /// Starts the program for games with this setup. Without limits, those of the budget count, and without a time in the
    /// budget those of the contest.
    pub fn new(
        command: &str,
        setup: &Setup,
        limits: Option<ContestLimits>,
    ) -> Result<ContestPlayer, BadSpec> {
        let not_started = |why| BadSpec::NotStarted { command: command.to_owned(), why };
        if setup.players != 2 {
            let why = format!("the contest protocol is for 2 players, not {}", setup.players);
            return Err(not_started(why));
        }
        let fresh = start(command).map_err(not_started)?;
        Ok(ContestPlayer {
            command: command.to_owned(),
            limits,
            report: SharedReport::default(),
            transcript: None,
            fresh: Some(fresh),
            game: None,
            start_time: START_TIME,
        })
    }

    /// Counts into this report.
    #[must_use]
    pub fn with_report(mut self, report: &SharedReport) -> ContestPlayer {
        self.report = Arc::clone(report);
        self
    }

    /// Appends everything that is said to this file.
    pub fn with_transcript(mut self, path: &Path) -> io::Result<ContestPlayer> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        self.transcript = Some(Transcript::new(file));
        Ok(self)
    }

    /// How the bot behaved so far.
    pub fn report(&self) -> super::ContestReport {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The program of the game that this view continues, or one that was told about a new game.
    fn game_of(&mut self, view: &View, budget: &Budget) -> Result<BotGame, PlayerError> {
        let stage = Stage::of(view);
        let continues =
            |game: &BotGame| game.side == view.side && stage.follows(game.stage) && game.setup == view.setup;
        if let Some(mut game) = self.game.take().filter(continues) {
            game.stage = stage;
            return Ok(game);
        }
        let process = match self.fresh.take() {
            Some(process) => process,
            None => start(&self.command)
                .map_err(|why| PlayerError::Died(format!("it could not be started again: {why}")))?,
        };
        let version = Version::of(view.setup.rules);
        let by_budget = budget.time.map(ContestLimits::for_time);
        let limits = self.limits.or(by_budget).unwrap_or_else(|| ContestLimits::of_contest(version));
        let game = BotGame {
            process,
            version,
            side: view.side,
            setup: Arc::clone(&view.setup),
            stage,
            clock: ContestClock::new(version, limits),
            unanswered: Unanswered::default(),
            starting: true,
        };
        for line in introduction(version, limits, view) {
            self.tell(&game, &line);
        }
        Ok(game)
    }

    fn tell(&mut self, game: &BotGame, line: &str) {
        self.transcribe(Speaker::Referee, line);
        game.process.send(line);
    }

    fn transcribe(&mut self, speaker: Speaker, line: &str) {
        if let Some(transcript) = &mut self.transcript {
            transcript.add(speaker, line);
        }
    }

    fn remark(&mut self, remark: &str) {
        self.transcribe(Speaker::Remark, remark);
    }

    /// Sends a request and returns the answer. The line is made from the milliseconds that are left.
    fn request(
        &mut self,
        game: &mut BotGame,
        request: Request,
        line: impl FnOnce(u128) -> String,
        stop: &Stop,
    ) -> Result<Answer, PlayerError> {
        if game.clock.is_out() {
            return Ok(Answer::Nothing);
        }
        self.skip_old_lines(game)?;
        let left = game.clock.left();
        self.tell(game, &line(left.as_millis()));
        let extra = if game.starting { self.start_time } else { Duration::ZERO };
        let limits = WaitLimits {
            limit: left.saturating_add(extra),
            after_stop: Duration::ZERO,
            ..Timeouts::default().handshake(Some(stop))
        };
        let name = player_name(game.side);
        let start = Instant::now();
        let (unanswered, transcript, report) = (&mut game.unanswered, &mut self.transcript, &self.report);
        let answer = game.process.wait(&limits, |line| {
            if let Some(transcript) = transcript {
                transcript.add(Speaker::Bot, line);
            }
            let answer = Answer::read(line, name);
            match unanswered.meaning(&answer, Some(request)) {
                Meaning::Answers => Reading::Answer(answer),
                Meaning::Late => Reading::Expected,
                Meaning::Nonsense => {
                    note(report, |report| report.bad_lines += 1);
                    Reading::Junk
                }
            }
        });
        let used = start.elapsed().saturating_sub(extra);
        note(&self.report, |report| {
            report.requests += 1;
            report.longest = report.longest.max(used);
            report.total_time += used;
        });
        match answer {
            Ok(answer) => {
                game.starting = false;
                game.clock.spend(used);
                if matches!(answer, Answer::Moves(_, true)) {
                    note(&self.report, |report| report.bad_lines += 1);
                }
                Ok(answer)
            }
            Err(PlayerError::TimedOut(_)) => {
                game.clock.time_out();
                game.unanswered.add(request);
                note(&self.report, |report| report.time_outs += 1);
                self.remark(if game.clock.is_out() {
                    "time-out; the bot makes no more moves"
                } else {
                    "time-out"
                });
                Ok(Answer::Nothing)
            }
            Err(why) => {
                self.remark(&why.to_string());
                Err(why)
            }
        }
    }

    /// Reads everything that the program has said without being asked.
    fn skip_old_lines(&mut self, game: &mut BotGame) -> Result<(), PlayerError> {
        let (transcript, report, unanswered) = (&mut self.transcript, &self.report, &mut game.unanswered);
        let name = player_name(game.side);
        game.process.skip_lines(Timeouts::default().junk, |line| {
            if let Some(transcript) = transcript {
                transcript.add(Speaker::Bot, line);
            }
            let meaning = unanswered.meaning(&Answer::read(line, name), None);
            // An empty line does no harm.
            if meaning == Meaning::Nonsense && !line.trim().is_empty() {
                note(report, |report| report.bad_lines += 1);
            }
        })
    }

    /// Starting regions: so many of the offers, those that the bot names first.
    fn pick(&mut self, game: &mut BotGame, view: &View, stop: &Stop) -> Result<Move, PlayerError> {
        let mut offers = view.own_offers().to_vec();
        let mut picks: Vec<RegionId> = Vec::new();
        let in_turn = game.version == Version::Two;
        let requests = if in_turn { view.picks } else { 1 };
        for _ in 0..requests {
            let verb = if in_turn { "pick_starting_region" } else { "pick_starting_regions" };
            let line = |left| region_line(&format!("{verb} {left}"), offers.iter().copied());
            let answer = self.request(game, Request::Pick, line, stop)?;
            let named = if let Answer::Regions(named) = answer { named } else { Vec::new() };
            let wanted = if in_turn { 1 } else { named.len() };
            let before = picks.len();
            for id in named.iter().take(wanted) {
                match offers.iter().position(|region| region_id(*region) == *id) {
                    Some(index) => picks.push(offers.remove(index)),
                    None => self.illegal(&format!("region {id} is not offered")),
                }
            }
            // Somebody who does not pick gets what is offered first.
            if in_turn && picks.len() == before && !offers.is_empty() {
                picks.push(offers.remove(0));
            }
        }
        picks.extend(offers);
        picks.truncate(view.picks);
        Ok(Move::Pick(picks))
    }

    fn illegal(&mut self, why: &str) {
        note(&self.report, |report| report.illegal_moves += 1);
        self.remark(&format!("not legal: {why}"));
    }

    /// A whole turn: the deployments, then the orders.
    fn turn(&mut self, game: &mut BotGame, view: &View, stop: &Stop) -> Result<Turn, PlayerError> {
        if game.clock.is_out() {
            return Ok(Turn::default());
        }
        if view.round == 0 && game.version == Version::Two {
            self.tell(game, &opponent_starts(view));
        }
        for line in round_lines(view) {
            self.tell(game, &line);
        }
        let mut turn = LegalTurn::new(view.map(), &view.state, view.side, view.income(view.side));
        for (request, phase) in [(Request::Place, PLACE), (Request::Send, SEND)] {
            let answer = self.request(game, request, |left| format!("go {phase} {left}"), stop)?;
            let moves = if let Answer::Moves(moves, _) = answer { moves } else { Vec::new() };
            for action in moves {
                let region = |id: u32| id.checked_sub(1).and_then(|id| RegionId::try_from(id).ok());
                let region = |id: u32| region(id).unwrap_or(RegionId::MAX);
                let taken = match (request, action) {
                    (Request::Place, Action::Place { region: id, armies }) => turn.place(region(id), armies),
                    (Request::Send, Action::Send { from, to, armies }) => {
                        turn.send(region(from), region(to), armies)
                    }
                    _ => {
                        self.illegal("a move of the other phase");
                        continue;
                    }
                };
                if let Err(why) = taken {
                    let name = player_name(game.side).to_owned();
                    self.illegal(&format!("{}: {why}", NamedAction { name, action }));
                }
            }
        }
        Ok(turn.into_turn())
    }
}

impl Player<Position> for ContestPlayer {
    fn choose(
        &mut self,
        turn: &player::Turn<'_, Position>,
        budget: &Budget,
        _: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        let view = turn.view;
        if !view.waiting_for.contains(view.side) {
            return Err(PlayerError::NoMove);
        }
        if view.setup.players != 2 {
            let why = "the contest protocol is for 2 players";
            return Err(PlayerError::NoAnswer(why.to_owned()));
        }
        let mut game = self.game_of(view, budget)?;
        let chosen = if view.picking {
            self.pick(&mut game, view, &budget.stop)
        } else {
            self.turn(&mut game, view, &budget.stop).map(Move::Turn)
        };
        match chosen {
            Ok(chosen) => {
                self.game = Some(game);
                Ok(chosen)
            }
            Err(why) => {
                game.process.kill();
                Err(why)
            }
        }
    }
}

/// Starts a program. The protocol has no line that ends it: it ends with its input.
fn start(command: &str) -> Result<Process, String> {
    Process::start(command, "", Timeouts::default().quit)
}

#[cfg(all(test, unix))]
mod tests;
