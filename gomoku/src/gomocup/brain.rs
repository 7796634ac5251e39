//! Our side of the Gomocup protocol as a pure state machine: a line in, actions out. It uses no threads and no pipes.
//!
//! Decisions where the protocol is unclear:
//! - An invalid line gets an `ERROR` and changes nothing. One exception: a stone that ends the game stays on the board.
//! - A list of stones gets one answer, after its `DONE`, even if it has errors. A command other than `INFO` and `ABOUT`
//!   ends a list without `DONE`.
//! - `INFO` gets no answer. Problems are reported as a `MESSAGE`.
//! - During a search, `START`, `RECTSTART`, `RESTART`, `TAKEBACK`, `BOARD` and `SWAP2BOARD` discard its answer.
//!   `TURN`, `BEGIN` and `PLAY` are refused. `YXSTOP` stops the search, and its move is sent.
//! - The protocol does not tell colours: the side with fewer stones is white.
//! - `END` quits at once. The end of the input stops a search, and its move is still sent.

mod info;
mod list;
mod request;

use super::clock::{Clock, MIN_TIME};
use super::points;
use crate::rules::{Point, Position, Rule, Setup, Size};
use common::player::{Spec, Thought};
use common::protocol::{PlayerConfig, Protocol, quoted};
use list::{ListKind, Stone, StoneList};
use request::Phase;
use std::thread::available_parallelism;
use std::time::Duration;

type Action = common::protocol::Action<Position>;

/// Our side of the protocol.
#[derive(Debug)]
pub struct Brain {
    level: Spec,
    /// The game's setup. The opening is always free, whatever `SWAP2BOARD` requests.
    setup: Setup,
    /// The stones of the game; `None` before the first game.
    stones: Option<Vec<Stone>>,
    /// The list of stones that is being received.
    list: Option<StoneList>,
    phase: Phase,
    clock: Clock,
    /// The manager's limits: megabytes of memory (0 = no limit) and threads.
    memory: u64,
    threads: Option<u16>,
    /// The number of cores of this computer: more threads only take time from each other.
    cores: u16,
    /// Number of games with a search.
    game: u64,
    has_searched: bool,
    thought: Option<Thought>,
    quitting: bool,
}

impl Brain {
    /// An engine with a level and a rule, which the manager may change.
    pub fn new(level: Spec, rule: Rule) -> Brain {
        Brain {
            level,
            setup: Setup { rule, ..Setup::default() },
            stones: None,
            list: None,
            phase: Phase::Idle,
            clock: Clock::default(),
            memory: info::DEFAULT_MEMORY,
            threads: None,
            cores: available_parallelism()
                .ok()
                .and_then(|cores| u16::try_from(cores.get()).ok())
                .unwrap_or(1),
            game: 0,
            has_searched: false,
            thought: None,
            quitting: false,
        }
    }

    fn run_command(&mut self, command: &str, rest: &str) -> Result<Vec<Action>, String> {
        match command {
            "START" => Ok(self.start(size(rest, 1)?)),
            "RECTSTART" => Ok(self.start(size(rest, 2)?)),
            "RESTART" => {
                self.stones()?;
                Ok(self.start(self.setup.size))
            }
            "BEGIN" => {
                self.check_idle()?;
                if !self.stones()?.is_empty() {
                    return Err("BEGIN is for the empty board; RESTART clears it".to_owned());
                }
                self.request_move()
            }
            "TURN" => {
                let point = self.free_point(rest)?;
                self.stones()?.push(Stone { point, own: false });
                self.request_move()
            }
            "PLAY" => {
                let point = self.free_point(rest)?;
                self.stones()?.push(Stone { point, own: true });
                Ok(vec![say(points::write(self.setup.size, point))])
            }
            "TAKEBACK" => {
                let point = points::read(self.setup.size, rest)?;
                let stones = self.stones()?;
                let index = stones.iter().position(|stone| stone.point == point);
                let index = index.ok_or_else(|| format!("there is no stone on {}", quoted(rest)))?;
                stones.remove(index);
                let mut actions = self.discard_search();
                actions.push(say("OK"));
                Ok(actions)
            }
            "BOARD" => Ok(self.start_list(ListKind::Board)),
            "YXBOARD" => Ok(self.start_list(ListKind::BoardOnly)),
            "SWAP2BOARD" => Ok(self.start_list(ListKind::Swap2)),
            "DONE" => match self.list.take() {
                Some(list) => self.finish_list(list),
                None => Err("DONE ends a list, as in BOARD".to_owned()),
            },
            "YXSTOP" | "STOP" => Ok(self.stop_thinking()),
            _ => Err(format!("unknown command {}", quoted(command))),
        }
    }

    fn start(&mut self, size: Size) -> Vec<Action> {
        let mut actions = self.discard_search();
        self.setup.size = size;
        self.stones = Some(Vec::new());
        self.clock.new_game();
        // A player that has not searched has nothing to forget.
        self.game += u64::from(std::mem::take(&mut self.has_searched));
        // Builds the player before the OK, so that the first move loses no time.
        actions.push(self.prepare());
        actions.push(say("OK"));
        actions
    }

    fn stones(&mut self) -> Result<&mut Vec<Stone>, String> {
        self.stones.as_mut().ok_or_else(|| "there is no game yet; begin with START".to_owned())
    }

    /// Refuses commands that are not allowed during a search.
    fn check_idle(&self) -> Result<(), String> {
        match self.phase {
            Phase::Idle | Phase::Discarding(None) => Ok(()),
            Phase::Thinking(_) | Phase::Discarding(Some(_)) => Err("a search is running".to_owned()),
        }
    }

    fn free_point(&mut self, text: &str) -> Result<Point, String> {
        self.check_idle()?;
        let size = self.setup.size;
        let stones = self.stones()?;
        let point = points::read(size, text)?;
        if stones.iter().any(|stone| stone.point == point) {
            return Err(format!("there is a stone on {} already", points::write(size, point)));
        }
        Ok(point)
    }

    fn start_list(&mut self, kind: ListKind) -> Vec<Action> {
        let actions = self.discard_search();
        let error = self.stones().err();
        self.list = Some(StoneList::new(kind, self.setup.size, error));
        actions
    }

    fn finish_list(&mut self, list: StoneList) -> Result<Vec<Action>, String> {
        let (kind, stones) = list.finish()?;
        match kind {
            ListKind::Board => {
                self.stones = Some(stones);
                self.request_move()
            }
            ListKind::BoardOnly => {
                self.stones = Some(stones);
                Ok(Vec::new())
            }
            ListKind::Swap2 => self.request_opening(&stones),
        }
    }
}

impl Protocol for Brain {
    type Game = Position;

    fn first(&self) -> PlayerConfig<Position> {
        self.config(self.setup)
    }

    fn is_leaving(&self) -> bool {
        self.quitting
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
        if self.quitting || line.is_empty() {
            return Vec::new();
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (command, rest) = (command.to_ascii_uppercase(), rest.trim());
        match command.as_str() {
            "END" => {
                self.quitting = true;
                return vec![Action::Quit];
            }
            "INFO" => return self.info(rest),
            "ABOUT" => return vec![say(about())],
            _ => {}
        }
        let known = COMMANDS.contains(&command.as_str());
        let mut actions = Vec::new();
        if let Some(list) = &mut self.list {
            if !known {
                list.add(line);
                return Vec::new();
            }
            if command != "DONE" {
                self.list = None;
                actions.push(error("the list of stones has no DONE"));
            }
        } else if !known {
            return vec![say(format!("UNKNOWN there is no command '{}'", quoted(line)))];
        }
        actions.extend(self.run_command(&command, rest).unwrap_or_else(|why| vec![error(&why)]));
        actions
    }

    fn overlong_line(&mut self) -> Vec<Action> {
        match &mut self.list {
            Some(list) => {
                list.add("a line without an end");
                Vec::new()
            }
            None => vec![error("the line is too long")],
        }
    }

    fn closed(&mut self) -> Vec<Action> {
        self.quitting = true;
        match self.phase {
            Phase::Idle | Phase::Discarding(None) => vec![Action::Quit],
            Phase::Thinking(_) | Phase::Discarding(Some(_)) => self.stop_thinking(),
        }
    }

    fn thought(&mut self, thought: &Thought) -> Vec<Action> {
        self.thought = Some(thought.clone());
        Vec::new()
    }

    fn time_used(&mut self, used: Duration, late: Duration) {
        self.clock.spend(used, late);
    }

    fn chosen(&mut self, answer: Result<String, String>) -> Vec<Action> {
        let mut actions = match std::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::Idle | Phase::Discarding(None) => Vec::new(),
            Phase::Discarding(Some(request)) => self.think(request),
            Phase::Thinking(request) => self.answer(request, answer).unwrap_or_else(|why| vec![error(&why)]),
        };
        if self.quitting && matches!(self.phase, Phase::Idle) {
            actions.push(Action::Quit);
        }
        actions
    }
}

/// The commands about the board.
const COMMANDS: [&str; 13] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "PLAY",
    "TAKEBACK",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "DONE",
    "YXSTOP",
    "STOP",
];

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "name=\"Pentad\", version=\"{version}\", author=\"the Pentad authors\", country=\"international\""
    )
}

/// Parses the size of a board: one number for a square, two for columns and rows.
fn size(text: &str, count: usize) -> Result<Size, String> {
    let (min, max) = (Size::MIN, Size::MAX);
    let fits = |n: u16| u8::try_from(n).ok();
    let size = match points::numbers(text).as_deref() {
        Some(&[side]) if count == 1 => fits(side).and_then(|side| Size::new(side, side)),
        Some(&[columns, rows]) if count == 2 => {
            fits(columns).zip(fits(rows)).and_then(|(columns, rows)| Size::new(columns, rows))
        }
        _ => return Err(format!("a size is {count} whole number{}", if count == 1 { "" } else { "s" })),
    };
    size.ok_or_else(|| format!("the board must have {min} to {max} columns and rows"))
}

fn say(line: impl Into<String>) -> Action {
    Action::Say(line.into())
}

fn error(why: &str) -> Action {
    Action::Say(format!("ERROR {why}"))
}

#[cfg(test)]
mod tests;
