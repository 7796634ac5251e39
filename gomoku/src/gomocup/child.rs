//! A player whose moves come from another program that speaks the Gomocup protocol.

use super::{points, rule_bits};
use crate::rules::{Cell, Colour, Move, Point, Position, Setup};
use common::player::{BadSpec, Budget, MoveText, Player, PlayerError, Spec, Stop, Thought, Turn};
use common::protocol::{EngineLink, LinkError, Process, Reading, Timeouts, WaitLimits, quoted};
use common::search::Reversible;
use std::time::Duration;

/// The time for a move if the budget limits only depth or nodes, which the protocol does not know.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// The memory that a program may use, in bytes: the usual limit of tournaments.
const MEMORY: u64 = 350 << 20;

/// A player that runs a Gomocup program.
pub type ChildPlayer = common::protocol::ChildPlayer<GomocupLink>;

/// The player of a `cmd:COMMAND`. The program is started at once.
pub fn child(spec: &Spec, setup: &Setup) -> Result<Box<dyn Player<Position>>, BadSpec> {
    ChildPlayer::from_spec(spec, setup)
}

/// The connection to a Gomocup program.
///
/// - If a position continues the program's last move by one stone, only this stone is sent. Any other position starts a
///   new game with all its stones.
/// - The protocol has no command to stop thinking. Many programs know `YXSTOP`; a program that ignores it is killed.
#[derive(Debug)]
pub struct GomocupLink {
    process: Process,
    timeouts: Timeouts,
    /// The setup of a game that was started, before its first request.
    fresh: Option<Setup>,
    /// The position after the program's last move.
    known: Option<Position>,
    /// The position of an opening, and the points that the program has already named for it.
    planned: Option<(Position, Vec<Point>)>,
}

impl EngineLink for GomocupLink {
    type Game = Position;
    const QUIT_LINE: &'static str = "END";
    const NO_HANDSHAKE: &'static str = "it did not send OK after START";

    fn new(process: Process, timeouts: Timeouts) -> GomocupLink {
        GomocupLink { process, timeouts, fresh: None, known: None, planned: None }
    }

    fn handshake(&mut self, setup: &Setup, stop: Option<&Stop>) -> Result<(), PlayerError> {
        self.new_game(*setup, stop)
    }

    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        _: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, LinkError> {
        let in_opening = turn.view.black().is_none();
        let chosen =
            if in_opening { self.choose_opening(turn, budget) } else { self.choose_stone(turn, budget) };
        chosen.map_err(|why| match why {
            PlayerError::Illegal { .. } => {
                self.known = None;
                LinkError::BadAnswer(why)
            }
            other => LinkError::NoAnswer(other),
        })
    }

    fn kill(self) {
        self.process.kill();
    }
}

impl GomocupLink {
    fn new_game(&mut self, setup: Setup, stop: Option<&Stop>) -> Result<(), PlayerError> {
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        self.known = None;
        self.process.skip_lines(self.timeouts.junk, |_| ())?;
        self.process.send(&if columns == rows {
            format!("START {columns}")
        } else {
            format!("RECTSTART {columns},{rows}")
        });
        self.process.wait(&self.timeouts.handshake(stop), |line| match first_word(line).as_str() {
            "OK" => Reading::Answer(Ok(())),
            "ERROR" | "UNKNOWN" => {
                Reading::Answer(Err(PlayerError::Died(format!("it says '{}'", quoted(line)))))
            }
            word => comment(word),
        })??;
        for (key, value) in [
            ("timeout_match", 0),
            ("max_memory", MEMORY),
            // The opponent is a program.
            ("game_type", 1),
            ("rule", rule_bits(setup.rule).into()),
        ] {
            self.process.send(&format!("INFO {key} {value}"));
        }
        self.fresh = Some(setup);
        Ok(())
    }

    fn choose_stone(&mut self, turn: &Turn<'_, Position>, budget: &Budget) -> Result<Move, PlayerError> {
        let view = turn.view;
        let added = self.known.take().and_then(|known| added(&known, view));
        if added.is_none() && self.fresh != Some(view.setup()) {
            self.new_game(view.setup(), Some(&budget.stop))?;
        }
        self.fresh = None;
        let size = view.size();
        let limits = self.send_time(budget);
        self.process.skip_lines(self.timeouts.junk, |_| ())?;
        match added {
            Some(point) => self.process.send(&format!("TURN {}", points::write(size, point))),
            None if view.stones() == 0 => self.process.send("BEGIN"),
            None => {
                self.process.send("BOARD");
                for (point, colour) in in_order(view, turn.moves) {
                    let who = if colour == view.colour() { 1 } else { 2 };
                    self.process.send(&format!("{},{who}", points::write(size, point)));
                }
                self.process.send("DONE");
            }
        }
        let line = self.read_move(&limits, false)?;
        let chosen = match points::numbers(&line).as_deref() {
            Some(&[x, y]) => points::point(size, x, y).map(Move::Stone),
            _ => Err("it is not a point".to_owned()),
        };
        let chosen =
            chosen.and_then(|chosen| view.check(chosen).map(|()| chosen).map_err(|why| why.to_string()));
        let chosen = chosen.map_err(|why| PlayerError::Illegal { answer: quoted(&line), why })?;
        let mut known = view.clone();
        known.apply(&chosen);
        self.known = Some(known);
        Ok(chosen)
    }

    /// A move of the opening. The program names all its points at once; they are played one by one.
    fn choose_opening(&mut self, turn: &Turn<'_, Position>, budget: &Budget) -> Result<Move, PlayerError> {
        let view = turn.view;
        let planned = self.planned.take().filter(|(position, _)| position == view);
        let (chosen, rest) = match planned {
            Some((_, mut rest)) if !rest.is_empty() => (Move::Stone(rest.remove(0)), rest),
            _ => self.request_opening(turn, budget)?,
        };
        let answer = || match chosen {
            Move::Stone(point) => points::write(view.size(), point),
            other => other.to_string(),
        };
        view.check(chosen).map_err(|why| PlayerError::Illegal { answer: answer(), why: why.to_string() })?;
        let mut next = view.clone();
        next.apply(&chosen);
        self.planned = Some((next, rest));
        Ok(chosen)
    }

    /// The program's move in the opening, and the points after it.
    fn request_opening(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
    ) -> Result<(Move, Vec<Point>), PlayerError> {
        let view = turn.view;
        let size = view.size();
        if self.fresh != Some(view.setup()) {
            self.new_game(view.setup(), Some(&budget.stop))?;
        }
        self.fresh = None;
        let limits = self.send_time(budget);
        self.process.skip_lines(self.timeouts.junk, |_| ())?;
        // The protocol cannot send a part of the stones of one answer, so these are left out.
        let stones = in_order(view, turn.moves);
        let sent = if view.is_choosing_colour() { stones.len() } else { stones.len() / 3 * 3 };
        self.process.send("SWAP2BOARD");
        for (point, _) in &stones[..sent] {
            self.process.send(&points::write(size, *point));
        }
        self.process.send("DONE");
        let line = self.read_move(&limits, true)?;
        let illegal = |why: &str| PlayerError::Illegal { answer: quoted(&line), why: why.to_owned() };
        if first_word(&line) == "SWAP" {
            return Ok((Move::Swap, Vec::new()));
        }
        let numbers = points::numbers(&line).ok_or_else(|| illegal("these are not points"))?;
        let pairs = numbers.chunks(2).map(|pair| match pair {
            [x, y] => points::point(size, *x, *y),
            _ => Err("its last point has one number only".to_owned()),
        });
        let mut named: Vec<Point> = pairs.collect::<Result<_, String>>().map_err(|why| illegal(&why))?;
        match (sent, named.len()) {
            (3, 2) if view.is_choosing_colour() => Ok((Move::More, named)),
            (0, 3) | (3, 2) => {
                let mut rest = named.split_off(stones.len() - sent);
                Ok((Move::Stone(rest.remove(0)), rest))
            }
            (3 | 5, 1) if view.is_choosing_colour() => Ok((Move::Stone(named.remove(0)), Vec::new())),
            (_, count) => Err(illegal(&format!("{count} points are not what the opening asks for"))),
        }
    }

    fn send_time<'a>(&self, budget: &'a Budget) -> WaitLimits<'a> {
        let time = budget.time.unwrap_or(DEFAULT_TIME);
        self.process.send(&format!("INFO timeout_turn {}", time.as_millis().max(1)));
        self.process.send("INFO time_left 2147483647");
        WaitLimits {
            limit: time.saturating_add(self.timeouts.grace),
            ..self.timeouts.search(budget, "YXSTOP")
        }
    }

    /// Waits for a line that may be a move.
    fn read_move(&mut self, limits: &WaitLimits<'_>, opening: bool) -> Result<String, PlayerError> {
        self.process.wait(limits, |line| match first_word(line).as_str() {
            "ERROR" => Reading::Answer(line.trim().to_owned()),
            "SWAP" | "UNKNOWN" if opening => Reading::Answer(line.trim().to_owned()),
            // The program may not know an optional command.
            "UNKNOWN" => Reading::Expected,
            word if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                Reading::Answer(line.trim().to_owned())
            }
            word => comment(word),
        })
    }
}

/// The single stone by which `view` differs from the known position.
fn added(known: &Position, view: &Position) -> Option<Point> {
    let differs = |point: &Point| known.grid().get(*point) != view.grid().get(*point);
    let mut points = view.size().all().filter(differs);
    let point = points.next().filter(|_| known.setup() == view.setup() && points.next().is_none())?;
    let is_new = known.grid().get(point) == Cell::Empty && view.grid().get(point) == known.colour().into();
    is_new.then_some(point)
}

/// The stones in the order of the moves; stones without a move alternate between black and white.
fn in_order(view: &Position, moves: &[MoveText]) -> Vec<(Point, Colour)> {
    let mut counts = [0; 2];
    let mut stones: Vec<_> = view
        .grid()
        .stones()
        .map(|(point, colour)| {
            let count = &mut counts[colour.index()];
            *count += 1;
            let text = point.to_string();
            let ply = moves.iter().position(|m| m.text == text).unwrap_or(moves.len());
            (ply, *count, colour, point)
        })
        .collect();
    stones.sort_unstable();
    stones.into_iter().map(|(_, _, colour, point)| (point, colour)).collect()
}

/// How to treat a line that is not an answer.
fn comment<T>(word: &str) -> Reading<T> {
    match word {
        "MESSAGE" | "DEBUG" | "SUGGEST" | "INFO" => Reading::Expected,
        _ => Reading::Junk,
    }
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
}

#[cfg(all(test, unix))]
mod tests;
