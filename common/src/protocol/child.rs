//! A player whose moves come from another program that speaks the Universal Game Interface.

use super::{Timeouts, Patience, Process, Reading, quoted, read_info};
use crate::game::{Open, Setup};
use crate::player::{BadSpec, Budget, Player, PlayerError, Spec, Stop, Thought, Turn};
use std::fmt::Write as _;

/// The player of a `cmd:COMMAND`, for [`crate::player::AiPlayers::build_player`]. The program is started and greeted at once.
pub fn child<G: Open>(spec: &Spec, setup: &G::Setup) -> Result<Box<dyn Player<G>>, BadSpec> {
    let command = spec.command().ok_or(BadSpec::NoCommand)?;
    Ok(Box::new(ChildPlayer::<G>::start(command, setup, Timeouts::default())?))
}

/// A player that runs a program and asks it.
///
/// - Of the setup it is told the options that it offers itself; a program that offers none plays what it plays.
/// - A position that does not continue the last one is announced as a new game.
/// - A program that dies, does not answer in time, does not heed `stop` or floods us with nonsense is killed, and that
///   answer is a [`PlayerError`]. When asked again, it is started anew. After an illegal move it runs on.
/// - It ends when the player is dropped.
#[derive(Debug)]
pub struct ChildPlayer<G: Open> {
    command: String,
    limits: Timeouts,
    setup: G::Setup,
    link: Option<Link>,
}

impl<G: Open> ChildPlayer<G> {
    /// Starts the program and waits until it is ready.
    pub fn start(command: &str, setup: &G::Setup, limits: Timeouts) -> Result<ChildPlayer<G>, BadSpec> {
        let link = Link::open(command, setup, limits, None)
            .map_err(|why| BadSpec::NotStarted { command: command.to_owned(), why: how_it_failed(why) })?;
        Ok(ChildPlayer { command: command.to_owned(), limits, setup: setup.clone(), link: Some(link) })
    }
}

impl<G: Open> Player<G> for ChildPlayer<G> {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, PlayerError> {
        if turn.view.outcome().is_some() {
            return Err(PlayerError::NoMove);
        }
        let mut link = match self.link.take() {
            Some(link) => link,
            None => {
                Link::open(&self.command, turn.setup, self.limits, Some(&budget.stop)).map_err(|why| {
                    match why {
                        PlayerError::Stopped => why,
                        other => PlayerError::Died(format!(
                            "it could not be started again: {}",
                            how_it_failed(other)
                        )),
                    }
                })?
            }
        };
        if self.setup != *turn.setup {
            link.set_options(turn.setup);
            self.setup = turn.setup.clone();
        }
        match link.ask(turn.moves, budget, seen) {
            Ok(answer) => {
                let complaint = link.complaint.take();
                self.link = Some(link);
                read_answer(turn.view, &answer, budget.stop.raised(), complaint)
            }
            Err(why) => {
                // Its answer may still come, to a question that nobody asks any more.
                link.process.kill();
                Err(why)
            }
        }
    }
}

/// Why a program could not be started, as the end of a sentence.
fn how_it_failed(why: PlayerError) -> String {
    match why {
        PlayerError::Died(how) => how,
        PlayerError::TimedOut(limit) => format!("it said no ugiok and readyok within {limit:.1?}"),
        other => other.to_string(),
    }
}

fn read_answer<G: Open>(
    view: &G,
    answer: &str,
    stopped: bool,
    complaint: Option<String>,
) -> Result<G::Move, PlayerError> {
    view.parse(answer).map_err(|why| {
        if stopped && answer == "none" {
            return PlayerError::Stopped;
        }
        // Its own words are the better explanation, such as of a position that it did not understand.
        let why = complaint.map_or_else(|| why.to_string(), |words| format!("{why} (it says '{words}')"));
        PlayerError::Illegal { answer: quoted(answer), why }
    })
}

/// The connection to a running program.
#[derive(Debug)]
struct Link {
    process: Process,
    limits: Timeouts,
    /// The names of the options it offers.
    offered: Vec<String>,
    /// The moves of the position it was last asked about.
    told: Option<Vec<String>>,
    /// What it last said was wrong.
    complaint: Option<String>,
}

impl Link {
    fn open(
        command: &str,
        setup: &impl Setup,
        limits: Timeouts,
        stop: Option<&Stop>,
    ) -> Result<Link, PlayerError> {
        let process = Process::start(command, "quit", limits.quit).map_err(PlayerError::Died)?;
        let mut link = Link { process, limits, offered: Vec::new(), told: None, complaint: None };
        match link.greet(setup, stop) {
            Ok(()) => Ok(link),
            Err(why) => {
                link.process.kill();
                Err(why)
            }
        }
    }

    fn greet(&mut self, setup: &impl Setup, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.process.say("ugi");
        let patience = self.limits.handshake(stop);
        let mut offered = Vec::new();
        self.wait(&patience, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("ugiok") => Reading::Answer(()),
                Some("option") => {
                    // A program that offers more than anybody could read offers nothing more.
                    if words.next() == Some("name") && offered.len() < 1000 {
                        offered.push(words.take_while(|word| *word != "type").collect::<Vec<_>>().join(" "));
                    }
                    Reading::Sense
                }
                Some("id" | "info") => Reading::Sense,
                _ => Reading::Junk,
            }
        })?;
        self.offered = offered;
        self.set_options(setup);
        self.synchronise(stop)
    }

    /// Tells those options that the program offers, in their own writing.
    fn set_options<S: Setup>(&mut self, setup: &S) {
        for knob in S::knobs() {
            let offered = self.offered.iter().find(|name| name.eq_ignore_ascii_case(knob.name));
            if let (Some(name), Some(value)) = (offered, setup.get(knob.name)) {
                let value = if value.is_empty() { "<empty>" } else { &value };
                self.process.say(&format!("setoption name {name} value {value}"));
            }
        }
        self.told = None;
    }

    /// Passes over everything that was said before: what is heard next answers what is asked next.
    fn synchronise(&mut self, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.process.say("isready");
        let patience = self.limits.handshake(stop);
        self.wait(&patience, |line| match line.split_whitespace().next() {
            Some("readyok") => Reading::Answer(()),
            Some("bestmove" | "info") => Reading::Sense,
            _ => Reading::Junk,
        })
    }

    fn ask(
        &mut self,
        moves: &[String],
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Result<String, PlayerError> {
        self.complaint = None;
        let goes_on = |told: &Vec<String>| told.len() < moves.len() && moves.starts_with(told);
        if !self.told.as_ref().is_some_and(goes_on) {
            self.process.say("uginewgame");
        }
        self.told = Some(moves.to_vec());
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.say(&format!("position startpos{list}"));
        self.synchronise(Some(&budget.stop))?;
        self.process.say(&go_line(budget));
        let limited = budget.nodes.is_some() || budget.depth.is_some();
        let patience = Patience {
            limit: budget.time.map(|time| time.saturating_add(self.limits.grace)),
            silence: limited.then_some(self.limits.silence),
            stop_line: Some("stop"),
            ..self.limits.handshake(Some(&budget.stop))
        };
        self.wait(&patience, |line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("bestmove"), answer) => Reading::Answer(answer.unwrap_or("none").to_owned()),
                (Some("info"), _) => {
                    if let Some(thought) = read_info(line) {
                        seen(thought);
                    }
                    Reading::Sense
                }
                _ => Reading::Junk,
            }
        })
    }

    /// Waits for the answer, and keeps what the program says is wrong.
    fn wait<T>(
        &mut self,
        patience: &Patience<'_>,
        mut read: impl FnMut(&str) -> Reading<T>,
    ) -> Result<T, PlayerError> {
        let complaint = &mut self.complaint;
        self.process.wait(patience, |line| {
            if let Some(words) = line.strip_prefix("info string error:") {
                *complaint = Some(quoted(words.trim()));
            }
            read(line)
        })
    }
}

fn go_line(budget: &Budget) -> String {
    let mut line = "go".to_owned();
    // Writing into a string does not fail.
    if let Some(time) = budget.time {
        let _ = write!(line, " movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = budget.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(depth) = budget.depth {
        let _ = write!(line, " depth {depth}");
    }
    if line == "go" {
        line.push_str(" infinite");
    }
    line
}

#[cfg(all(test, unix))]
mod tests;
