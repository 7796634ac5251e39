//! Our side of the Gomocup protocol as a pure state machine: a line in, actions out. It knows no threads and no pipes.
//!
//! What the protocol leaves open is settled here:
//! - A wrong line gets an `ERROR` and changes nothing. The exception is a stone that ends the game: it stays on the board.
//! - A list of stones gets one answer, after its `DONE`, also if something was wrong inside. A command ends a list that
//!   has no `DONE`; `INFO` and `ABOUT` do not.
//! - `INFO` gets no answer, whatever is in it; where a user should know something it is a `MESSAGE`.
//! - While a machine thinks, `START`, `RECTSTART`, `RESTART`, `TAKEBACK`, `BOARD` and `SWAP2BOARD` make its answer void.
//!   `TURN`, `BEGIN` and `PLAY` are refused. `YXSTOP` asks for the answer at once.
//! - Of colours nothing is told: who has fewer stones is white.
//! - `END` ends at once. The end of the input stops a search, and its move is still said.

mod ask;
mod info;
mod list;

use super::clock::{AT_ONCE, Clock};
use super::points;
use crate::rules::{Point, Position, Rule, Setup, Size};
use ask::Phase;
use common::player::{Spec, Thought};
use common::protocol::{PlayerConfig, Protocol, quoted};
use list::{Kind, List, Stone};

type Action = common::protocol::Action<Position>;

/// Our side of the protocol.
#[derive(Debug)]
pub struct Brain {
    level: Spec,
    /// What is played; the opening is always free, whatever questions of `SWAP2BOARD` come.
    setup: Setup,
    /// The stones of the game; `None` before there is one.
    stones: Option<Vec<Stone>>,
    /// The stones that are being told.
    list: Option<List>,
    phase: Phase,
    clock: Clock,
    /// What the manager grants: megabytes of memory, of which 0 are as many as we like, and threads.
    memory: u64,
    threads: Option<u16>,
    /// Counts the games in which a machine was asked.
    game: u64,
    asked: bool,
    thought: Option<Thought>,
    leaving: bool,
}

impl Brain {
    /// Begins with a machine, and the rule until the manager tells one.
    pub fn new(level: Spec, rule: Rule) -> Brain {
        Brain {
            level,
            setup: Setup { rule, ..Setup::default() },
            stones: None,
            list: None,
            phase: Phase::Idle,
            clock: Clock::default(),
            memory: info::USUAL,
            threads: None,
            game: 0,
            asked: false,
            thought: None,
            leaving: false,
        }
    }

    fn order(&mut self, command: &str, rest: &str) -> Result<Vec<Action>, String> {
        match command {
            "START" => Ok(self.start(size(rest, 1)?)),
            "RECTSTART" => Ok(self.start(size(rest, 2)?)),
            "RESTART" => {
                self.stones()?;
                Ok(self.start(self.setup.size))
            }
            "BEGIN" => {
                self.listen()?;
                if !self.stones()?.is_empty() {
                    return Err("BEGIN is for the empty board; RESTART clears it".to_owned());
                }
                self.ask_for_move()
            }
            "TURN" => {
                let point = self.free_point(rest)?;
                self.stones()?.push(Stone { point, own: false });
                self.ask_for_move()
            }
            "PLAY" => {
                let point = self.free_point(rest)?;
                self.stones()?.push(Stone { point, own: true });
                Ok(vec![say(points::write(self.setup.size, point))])
            }
            "TAKEBACK" => {
                let point = points::read(self.setup.size, rest)?;
                let stones = self.stones()?;
                let at = stones.iter().position(|stone| stone.point == point);
                let at = at.ok_or_else(|| format!("there is no stone on {}", quoted(rest)))?;
                stones.remove(at);
                let mut actions = self.interrupt();
                actions.push(say("OK"));
                Ok(actions)
            }
            "BOARD" => Ok(self.listed(Kind::Board)),
            "YXBOARD" => Ok(self.listed(Kind::Silent)),
            "SWAP2BOARD" => Ok(self.listed(Kind::Swap2)),
            "DONE" => match self.list.take() {
                Some(list) => self.done(list),
                None => Err("DONE ends a list, as in BOARD".to_owned()),
            },
            "YXSTOP" | "STOP" => Ok(self.hurry()),
            _ => Err(format!("there is no order {}", quoted(command))),
        }
    }

    fn start(&mut self, size: Size) -> Vec<Action> {
        let mut actions = self.interrupt();
        self.setup.size = size;
        self.stones = Some(Vec::new());
        self.clock.new_game();
        // A machine that was not asked yet knows nothing that it should forget.
        self.game += u64::from(std::mem::take(&mut self.asked));
        // A manager is patient until the OK; the first move has no time to lose.
        actions.push(self.prepare());
        actions.push(say("OK"));
        actions
    }

    fn stones(&mut self) -> Result<&mut Vec<Stone>, String> {
        self.stones.as_mut().ok_or_else(|| "there is no game yet; begin with START".to_owned())
    }

    /// Refuses what cannot be done while a machine thinks.
    fn listen(&self) -> Result<(), String> {
        match self.phase {
            Phase::Idle | Phase::Dropping(None) => Ok(()),
            Phase::Thinking(_) | Phase::Dropping(Some(_)) => Err("it is thinking about its move".to_owned()),
        }
    }

    fn free_point(&mut self, text: &str) -> Result<Point, String> {
        self.listen()?;
        let size = self.setup.size;
        let stones = self.stones()?;
        let point = points::read(size, text)?;
        if stones.iter().any(|stone| stone.point == point) {
            return Err(format!("there is a stone on {} already", points::write(size, point)));
        }
        Ok(point)
    }

    fn listed(&mut self, kind: Kind) -> Vec<Action> {
        let actions = self.interrupt();
        let wrong = self.stones().err();
        self.list = Some(List::new(kind, self.setup.size, wrong));
        actions
    }

    fn done(&mut self, list: List) -> Result<Vec<Action>, String> {
        let (kind, stones) = list.end()?;
        match kind {
            Kind::Board => {
                self.stones = Some(stones);
                self.ask_for_move()
            }
            Kind::Silent => {
                self.stones = Some(stones);
                Ok(Vec::new())
            }
            Kind::Swap2 => self.ask_for_opening(&stones),
        }
    }
}

impl Protocol for Brain {
    type Game = Position;

    fn first(&self) -> PlayerConfig<Position> {
        self.config(self.setup)
    }

    fn is_leaving(&self) -> bool {
        self.leaving
    }

    fn line(&mut self, line: &str) -> Vec<Action> {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
        if self.leaving || line.is_empty() {
            return Vec::new();
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (command, rest) = (command.to_ascii_uppercase(), rest.trim());
        match command.as_str() {
            "END" => {
                self.leaving = true;
                return vec![Action::Quit];
            }
            "INFO" => return self.info(rest),
            "ABOUT" => return vec![say(about())],
            _ => {}
        }
        let known = ORDERS.contains(&command.as_str());
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
        actions.extend(self.order(&command, rest).unwrap_or_else(|why| vec![error(&why)]));
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
        self.leaving = true;
        match self.phase {
            Phase::Idle | Phase::Dropping(None) => vec![Action::Quit],
            Phase::Thinking(_) | Phase::Dropping(Some(_)) => self.hurry(),
        }
    }

    fn thought(&mut self, thought: &Thought) -> Vec<Action> {
        self.thought = Some(thought.clone());
        Vec::new()
    }

    fn chosen(&mut self, answer: Result<String, String>) -> Vec<Action> {
        let mut actions = match std::mem::replace(&mut self.phase, Phase::Idle) {
            Phase::Idle | Phase::Dropping(None) => Vec::new(),
            Phase::Dropping(Some(question)) => self.think(question),
            Phase::Thinking(question) => {
                self.answer(question, answer).unwrap_or_else(|why| vec![error(&why)])
            }
        };
        if self.leaving && matches!(self.phase, Phase::Idle) {
            actions.push(Action::Quit);
        }
        actions
    }
}

/// The commands that are about the board.
const ORDERS: [&str; 13] = [
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

/// The size of a board: one number for a square, two for columns and rows.
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
