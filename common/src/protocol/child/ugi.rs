//! The connection to a program that speaks the Universal Game Interface.

use super::{EngineLink, LinkError};
use crate::game::{Open, Setup};
use crate::player::{Budget, PlayerError, Stop, Thought, Turn};
use crate::protocol::{Patience, Process, Reading, Timeouts, quoted, read_info};
use std::fmt::Write as _;

/// The maximum number of options that are remembered.
const MAX_OPTIONS: usize = 1000;

/// The connection to a UGI engine.
///
/// - It sends the options of the setup that the engine offers. An engine without options plays its own game.
/// - It sends `uginewgame` before a position that does not continue the last one.
#[derive(Debug)]
pub struct UgiLink<G: Open> {
    process: Process,
    pub(super) timeouts: Timeouts,
    /// The names of the options that the engine offers.
    pub(super) offered: Vec<String>,
    /// The setup that the engine knows.
    setup: Option<G::Setup>,
    /// The moves of the last position.
    sent: Option<Vec<String>>,
    /// The last error message of the engine.
    complaint: Option<String>,
}

impl<G: Open> EngineLink for UgiLink<G> {
    type Game = G;
    const QUIT_LINE: &'static str = "quit";
    const NO_HANDSHAKE: &'static str = "it said no ugiok and readyok";

    fn new(process: Process, timeouts: Timeouts) -> UgiLink<G> {
        UgiLink { process, timeouts, offered: Vec::new(), setup: None, sent: None, complaint: None }
    }

    fn handshake(&mut self, setup: &G::Setup, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.process.say("ugi");
        let patience = self.timeouts.handshake(stop);
        let mut offered = Vec::new();
        self.wait(&patience, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("ugiok") => Reading::Answer(()),
                Some("option") => {
                    if words.next() == Some("name") && offered.len() < MAX_OPTIONS {
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

    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &(dyn Fn(Thought) + Sync),
    ) -> Result<G::Move, LinkError> {
        if self.setup.as_ref() != Some(turn.setup) {
            self.set_options(turn.setup);
        }
        let answer = self.request(turn.moves, budget, seen)?;
        turn.view.parse(&answer).map_err(|why| {
            LinkError::BadAnswer(if budget.stop.raised() && answer == "none" {
                PlayerError::Stopped
            } else {
                let why = match self.complaint.take() {
                    None => why.to_string(),
                    Some(complaint) => format!("{why} (it says '{complaint}')"),
                };
                PlayerError::Illegal { answer: quoted(&answer), why }
            })
        })
    }

    fn kill(self) {
        self.process.kill();
    }
}

impl<G: Open> UgiLink<G> {
    /// Sends the options that the engine offers, in its own spelling.
    fn set_options(&mut self, setup: &G::Setup) {
        for knob in G::Setup::knobs() {
            let offered = self.offered.iter().find(|name| name.eq_ignore_ascii_case(knob.name));
            if let (Some(name), Some(value)) = (offered, setup.get(knob.name)) {
                let value = if value.is_empty() { "<empty>" } else { &value };
                self.process.say(&format!("setoption name {name} value {value}"));
            }
        }
        self.setup = Some(setup.clone());
        self.sent = None;
    }

    /// Skips everything that the engine has said so far, so that the next answer belongs to the next request.
    fn synchronise(&mut self, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.process.say("isready");
        let patience = self.timeouts.handshake(stop);
        self.wait(&patience, |line| match line.split_whitespace().next() {
            Some("readyok") => Reading::Answer(()),
            Some("bestmove" | "info") => Reading::Sense,
            _ => Reading::Junk,
        })
    }

    /// Sends the position and waits for the text of the best move.
    fn request(
        &mut self,
        moves: &[String],
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Result<String, PlayerError> {
        self.complaint = None;
        let continues = |sent: &Vec<String>| sent.len() < moves.len() && moves.starts_with(sent);
        if !self.sent.as_ref().is_some_and(continues) {
            self.process.say("uginewgame");
        }
        self.sent = Some(moves.to_vec());
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.say(&format!("position startpos{list}"));
        self.synchronise(Some(&budget.stop))?;
        self.process.say(&go_line(budget));
        let limited = budget.nodes.is_some() || budget.depth.is_some();
        let patience = Patience {
            limit: budget.time.map(|time| time.saturating_add(self.timeouts.grace)),
            silence: limited.then_some(self.timeouts.silence),
            stop_line: Some("stop"),
            ..self.timeouts.handshake(Some(&budget.stop))
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

    /// Waits for an answer, and remembers an error message.
    fn wait<T>(
        &mut self,
        patience: &Patience<'_>,
        mut read: impl FnMut(&str) -> Reading<T>,
    ) -> Result<T, PlayerError> {
        let complaint = &mut self.complaint;
        self.process.wait(patience, |line| {
            if let Some(message) = line.strip_prefix("info string error:") {
                *complaint = Some(quoted(message.trim()));
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
