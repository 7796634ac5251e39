//! A player whose moves come from another program that speaks the Gomocup protocol.

use super::{points, rule_bits};
use crate::rules::{Cell, Colour, Move, Point, Position, Setup};
use common::game::Game;
use common::player::{BadSpec, Budget, Player, PlayerError, Spec, Stop, Thought, Turn};
use common::protocol::{Heard, Timeouts, Patience, Process, Reading, quoted};
use common::search::Reversible;
use std::time::Duration;

/// The time for a move where only depth or nodes are limited, which the protocol does not know.
const UNTOLD: Duration = Duration::from_secs(5);
/// The memory that a program may use, in bytes: what tournaments gave for years.
const MEMORY: u64 = 350 << 20;

/// The player of a `cmd:COMMAND`. The program is started and greeted at once.
pub fn child(spec: &Spec, setup: &Setup) -> Result<Box<dyn Player<Position>>, BadSpec> {
    let command = spec.command().ok_or(BadSpec::NoCommand)?;
    Ok(Box::new(ChildPlayer::start(command, setup, Timeouts::default())?))
}

/// A player that runs a program and asks it.
///
/// - A position that goes on from the program's last move by one stone is told as that stone. Any other is a new game,
///   with all its stones.
/// - A program that dies, does not answer in time or floods us with nonsense is killed, and that answer is a
///   [`PlayerError`]. When asked again, it is started anew. After an illegal move it runs on.
/// - The protocol has no word to stop thinking; `YXSTOP` is one that many programs know. Who does not heed it is killed.
/// - It ends when the player is dropped.
#[derive(Debug)]
pub struct ChildPlayer {
    command: String,
    limits: Timeouts,
    link: Option<Link>,
}

impl ChildPlayer {
    /// Starts the program and waits until it is ready.
    pub fn start(command: &str, setup: &Setup, limits: Timeouts) -> Result<ChildPlayer, BadSpec> {
        let link = Link::open(command, *setup, limits, None)
            .map_err(|why| BadSpec::NotStarted { command: command.to_owned(), why: how_it_failed(why) })?;
        Ok(ChildPlayer { command: command.to_owned(), limits, link: Some(link) })
    }
}

impl Player<Position> for ChildPlayer {
    fn choose(
        &mut self,
        turn: &Turn<'_, Position>,
        budget: &Budget,
        _: &(dyn Fn(Thought) + Sync),
    ) -> Result<Move, PlayerError> {
        if turn.view.outcome().is_some() {
            return Err(PlayerError::NoMove);
        }
        let mut link = match self.link.take() {
            Some(link) => link,
            None => Link::open(&self.command, turn.view.setup(), self.limits, Some(&budget.stop)).map_err(
                |why| match why {
                    PlayerError::Stopped => why,
                    other => {
                        PlayerError::Died(format!("it could not be started again: {}", how_it_failed(other)))
                    }
                },
            )?,
        };
        match link.choose(turn, budget) {
            Ok(chosen) => {
                self.link = Some(link);
                Ok(chosen)
            }
            Err(why @ PlayerError::Illegal { .. }) => {
                link.known = None;
                self.link = Some(link);
                Err(why)
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
        PlayerError::TimedOut(limit) => format!("it said no OK to START within {limit:.1?}"),
        other => other.to_string(),
    }
}

/// The connection to a running program.
#[derive(Debug)]
struct Link {
    process: Process,
    limits: Timeouts,
    /// The game that was begun last, as long as nothing was told of it.
    fresh: Option<Setup>,
    /// The position after its last move.
    known: Option<Position>,
    /// Points that it has named already for an opening, after these stones.
    planned: Option<(Position, Vec<Point>)>,
}

impl Link {
    fn open(command: &str, setup: Setup, limits: Timeouts, stop: Option<&Stop>) -> Result<Link, PlayerError> {
        let process = Process::start(command, "END", limits.quit).map_err(PlayerError::Died)?;
        let mut link = Link { process, limits, fresh: None, known: None, planned: None };
        match link.new_game(setup, stop) {
            Ok(()) => Ok(link),
            Err(why) => {
                link.process.kill();
                Err(why)
            }
        }
    }

    fn new_game(&mut self, setup: Setup, stop: Option<&Stop>) -> Result<(), PlayerError> {
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        self.known = None;
        self.pass_over();
        self.process.say(&if columns == rows {
            format!("START {columns}")
        } else {
            format!("RECTSTART {columns},{rows}")
        });
        self.process.wait(&self.limits.handshake(stop), |line| match first_word(line).as_str() {
            "OK" => Reading::Answer(Ok(())),
            "ERROR" | "UNKNOWN" => {
                Reading::Answer(Err(PlayerError::Died(format!("it says '{}'", quoted(line)))))
            }
            word => remark(word),
        })??;
        for (key, value) in [
            ("timeout_match", 0),
            ("max_memory", MEMORY),
            // The opponent is a program.
            ("game_type", 1),
            ("rule", rule_bits(setup.rule).into()),
        ] {
            self.process.say(&format!("INFO {key} {value}"));
        }
        self.fresh = Some(setup);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, Position>, budget: &Budget) -> Result<Move, PlayerError> {
        let view = turn.view;
        if view.black().is_none() {
            return self.open_game(turn, budget);
        }
        let added = self.known.take().and_then(|known| added(&known, view));
        if added.is_none() && self.fresh != Some(view.setup()) {
            self.new_game(view.setup(), Some(&budget.stop))?;
        }
        self.fresh = None;
        let size = view.size();
        let patience = self.tell_time(budget);
        self.pass_over();
        match added {
            Some(point) => self.process.say(&format!("TURN {}", points::write(size, point))),
            None if view.stones() == 0 => self.process.say("BEGIN"),
            None => {
                self.process.say("BOARD");
                for (point, colour) in in_order(view, turn.moves) {
                    let who = if colour == view.colour() { 1 } else { 2 };
                    self.process.say(&format!("{},{who}", points::write(size, point)));
                }
                self.process.say("DONE");
            }
        }
        let line = self.hear(&patience, false)?;
        let chosen = match points::numbers(&line).as_deref() {
            Some(&[x, y]) => points::point(size, x, y).map(Move::Stone),
            _ => Err("it is no point".to_owned()),
        };
        let chosen =
            chosen.and_then(|chosen| view.check(chosen).map(|()| chosen).map_err(|why| why.to_string()));
        let chosen = chosen.map_err(|why| PlayerError::Illegal { answer: quoted(&line), why })?;
        let mut known = view.clone();
        known.apply(&chosen);
        self.known = Some(known);
        Ok(chosen)
    }

    /// Asks about an opening. A program names all its points at once; we are asked for one after the other.
    fn open_game(&mut self, turn: &Turn<'_, Position>, budget: &Budget) -> Result<Move, PlayerError> {
        let view = turn.view;
        let planned = self.planned.take().filter(|(position, _)| position == view);
        let (chosen, rest) = match planned {
            Some((_, mut rest)) if !rest.is_empty() => (Move::Stone(rest.remove(0)), rest),
            _ => self.ask_opening(turn, budget)?,
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

    /// The program's move in an opening, and the points that come after it.
    fn ask_opening(
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
        let patience = self.tell_time(budget);
        self.pass_over();
        // Stones of an opening that the program did not plan itself it cannot be told in the midst.
        let stones = in_order(view, turn.moves);
        let told = if view.choosing() { stones.len() } else { stones.len() / 3 * 3 };
        self.process.say("SWAP2BOARD");
        for (point, _) in &stones[..told] {
            self.process.say(&points::write(size, *point));
        }
        self.process.say("DONE");
        let line = self.hear(&patience, true)?;
        let illegal = |why: &str| PlayerError::Illegal { answer: quoted(&line), why: why.to_owned() };
        if first_word(&line) == "SWAP" {
            return Ok((Move::Swap, Vec::new()));
        }
        let numbers = points::numbers(&line).ok_or_else(|| illegal("these are no points"))?;
        let pairs = numbers.chunks(2).map(|pair| match pair {
            [x, y] => points::point(size, *x, *y),
            _ => Err("its last point has one number only".to_owned()),
        });
        let mut named: Vec<Point> = pairs.collect::<Result<_, String>>().map_err(|why| illegal(&why))?;
        match (told, named.len()) {
            (3, 2) if view.choosing() => Ok((Move::More, named)),
            (0, 3) | (3, 2) => {
                let mut rest = named.split_off(stones.len() - told);
                Ok((Move::Stone(rest.remove(0)), rest))
            }
            (3 | 5, 1) if view.choosing() => Ok((Move::Stone(named.remove(0)), Vec::new())),
            (_, count) => Err(illegal(&format!("{count} points are not what the opening asks for"))),
        }
    }

    fn tell_time<'a>(&self, budget: &'a Budget) -> Patience<'a> {
        let time = budget.time.unwrap_or(UNTOLD);
        self.process.say(&format!("INFO timeout_turn {}", time.as_millis().max(1)));
        self.process.say("INFO time_left 2147483647");
        Patience {
            limit: Some(time.saturating_add(self.limits.grace)),
            stop_line: Some("YXSTOP"),
            ..self.limits.handshake(Some(&budget.stop))
        }
    }

    /// Passes over what it said since its last answer: what is heard next answers what is asked next.
    fn pass_over(&mut self) {
        // Who says more than this will be found out by the one who waits.
        for _ in 0..self.limits.junk {
            if !matches!(self.process.hear(Duration::ZERO), Heard::Line(_)) {
                return;
            }
        }
    }

    /// Waits for a line that could be a move.
    fn hear(&mut self, patience: &Patience<'_>, opening: bool) -> Result<String, PlayerError> {
        self.process.wait(patience, |line| match first_word(line).as_str() {
            "ERROR" => Reading::Answer(line.trim().to_owned()),
            "SWAP" | "UNKNOWN" if opening => Reading::Answer(line.trim().to_owned()),
            // It may be about something that it was told, and needs not know.
            "UNKNOWN" => Reading::Sense,
            word if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                Reading::Answer(line.trim().to_owned())
            }
            word => remark(word),
        })
    }
}

/// The stone by which a position goes on from the one before.
fn added(known: &Position, view: &Position) -> Option<Point> {
    let differs = |point: &Point| known.grid().get(*point) != view.grid().get(*point);
    let mut points = view.size().all().filter(differs);
    let point = points.next().filter(|_| known.setup() == view.setup() && points.next().is_none())?;
    let is_new = known.grid().get(point) == Cell::Empty && view.grid().get(point) == known.colour().into();
    is_new.then_some(point)
}

/// The stones in the order in which they were put, as far as it is known; else black and white in turn.
fn in_order(view: &Position, moves: &[String]) -> Vec<(Point, Colour)> {
    let mut counts = [0; 2];
    let mut stones: Vec<_> = view
        .grid()
        .stones()
        .map(|(point, colour)| {
            let count = &mut counts[colour.index()];
            *count += 1;
            let text = point.to_string();
            let at = moves.iter().position(|m| *m == text).unwrap_or(moves.len());
            (at, *count, colour, point)
        })
        .collect();
    stones.sort_unstable();
    stones.into_iter().map(|(_, _, colour, point)| (point, colour)).collect()
}

/// What to make of a line that is no answer.
fn remark<T>(word: &str) -> Reading<T> {
    match word {
        "MESSAGE" | "DEBUG" | "SUGGEST" | "INFO" => Reading::Sense,
        _ => Reading::Junk,
    }
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
}

#[cfg(all(test, unix))]
mod tests;
