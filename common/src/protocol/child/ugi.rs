//! The connection to a program that speaks the Universal Game Interface.

use super::{EngineLink, LinkError};
use crate::game::{Open, Setup};
use crate::player::{Budget, MoveText, PlayerError, Stop, Thought, Turn};
use crate::protocol::{
    Process, Reading, Timeouts, WaitLimits, clean, move_to_word, quoted, read_info, word_to_move,
};
use std::fmt::Write as _;

/// The maximum number of options that are remembered.
const MAX_OPTIONS: usize = 1000;

/// The connection to a UGI engine.
///
/// - It sends the options of the setup that the engine offers. An engine without options plays its own game.
/// - Moves and `go` name the side only where several sides may be to move at once, so that any engine understands them.
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
    sent: Option<Vec<MoveText>>,
    /// The last error message of the engine.
    complaint: Option<String>,
}

impl<G: Open> EngineLink for UgiLink<G> {
    type Game = G;
    const QUIT_LINE: &'static str = "quit";
    const NO_HANDSHAKE: &'static str = "it did not send ugiok and readyok";

    fn new(process: Process, timeouts: Timeouts) -> UgiLink<G> {
        UgiLink { process, timeouts, offered: Vec::new(), setup: None, sent: None, complaint: None }
    }

    fn handshake(&mut self, setup: &G::Setup, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.process.send("ugi");
        let limits = self.timeouts.handshake(stop);
        let mut offered = Vec::new();
        self.wait(&limits, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("ugiok") => Reading::Answer(()),
                Some("option") => {
                    if words.next() == Some("name") && offered.len() < MAX_OPTIONS {
                        offered.push(words.take_while(|word| *word != "type").collect::<Vec<_>>().join(" "));
                    }
                    Reading::Expected
                }
                Some("id" | "info") => Reading::Expected,
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
        let answer = self.request(turn, budget, seen)?;
        turn.view.parse(turn.side, &answer).map_err(|why| {
            LinkError::BadAnswer(if budget.stop.raised() && answer == "none" {
                PlayerError::Stopped
            } else {
                // Why it is refused may quote the answer, however long that is.
                let why = clean(&why.to_string(), 300);
                let why = match self.complaint.take() {
                    None => why,
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
        for option in G::Setup::options() {
            let offered = self.offered.iter().find(|name| name.eq_ignore_ascii_case(option.name));
            if let Some(name) = offered {
                let value = option.get(setup);
                let value = if value.is_empty() { "<empty>" } else { &value };
                self.process.send(&format!("setoption name {name} value {value}"));
            }
        }
        self.setup = Some(setup.clone());
        self.sent = None;
    }

    /// Skips everything that the engine has said so far, so that the next answer belongs to the next request.
    fn synchronise(&mut self, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.process.send("isready");
        let limits = self.timeouts.handshake(stop);
        self.wait(&limits, |line| match line.split_whitespace().next() {
            Some("readyok") => Reading::Answer(()),
            Some("bestmove" | "info") => Reading::Expected,
            _ => Reading::Junk,
        })
    }

    /// Sends the position and waits for the text of the best move.
    fn request(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget,
        seen: &dyn Fn(Thought),
    ) -> Result<String, PlayerError> {
        self.complaint = None;
        let moves = turn.moves;
        let continues = |sent: &Vec<MoveText>| sent.len() < moves.len() && moves.starts_with(sent);
        if !self.sent.as_ref().is_some_and(continues) {
            self.process.send("uginewgame");
        }
        self.sent = Some(moves.to_vec());
        self.process.send(&position_line::<G>(moves));
        self.synchronise(Some(&budget.stop))?;
        self.process.send(&go_line(turn, budget));
        let limits = self.timeouts.search(budget, "stop");
        self.wait(&limits, |line| {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("bestmove"), answer) => Reading::Answer(word_to_move(answer.unwrap_or("none"))),
                (Some("info"), _) => {
                    if let Some(thought) = read_info(line) {
                        seen(thought);
                    }
                    Reading::Expected
                }
                _ => Reading::Junk,
            }
        })
    }

    /// Waits for an answer, and remembers an error message.
    fn wait<T>(
        &mut self,
        limits: &WaitLimits<'_>,
        mut read: impl FnMut(&str) -> Reading<T>,
    ) -> Result<T, PlayerError> {
        let complaint = &mut self.complaint;
        self.process.wait(limits, |line| {
            if let Some(message) = line.strip_prefix("info string error:") {
                *complaint = Some(quoted(message.trim()));
            }
            read(line)
        })
    }
}

fn position_line<G: Open>(moves: &[MoveText]) -> String {
    let mut line = "position startpos".to_owned();
    line.push_str(if moves.is_empty() { "" } else { " moves" });
    for m in moves {
        line.push(' ');
        line.push_str(&move_to_word(&if G::FACTS.simultaneous { m.to_string() } else { m.text.clone() }));
    }
    line
}

fn go_line<G: Open>(turn: &Turn<'_, G>, budget: &Budget) -> String {
    let mut line = "go".to_owned();
    // Writing into a string does not fail.
    if G::FACTS.simultaneous {
        let _ = write!(line, " {}", turn.side);
    }
    if let Some(time) = budget.time {
        let _ = write!(line, " movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = budget.nodes {
        let _ = write!(line, " nodes {nodes}");
    }
    if let Some(depth) = budget.depth {
        let _ = write!(line, " depth {depth}");
    }
    if budget.time.is_none() && budget.nodes.is_none() && budget.depth.is_none() {
        line.push_str(" infinite");
    }
    line
}
