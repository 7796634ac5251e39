//! The Universal Game Interface as a pure state machine: a line in, actions out. It knows no threads and no pipes.
//!
//! What the interface leaves open is decided here:
//! - Every `go` gets exactly one `bestmove`. The exception is a `go` that is refused with a sentence, because a search is
//!   running. Where there is no move (the game is over, a limit makes no sense, the player failed) it is `bestmove none`.
//! - A player that has finished sends its move, also after `go infinite`: not every player can continue to search.
//! - A move may name its side: `p2:c4`. Where several sides are to move, it must. `go` may name the side that thinks, as
//!   its first word (`go p2 movetime 100`); otherwise it is the first side to move.
//! - The blanks of a move are written as underscores: `bid_2`.
//! - Games with dice have the option `Seed`. The start position and all rolls follow from it, so that the client can
//!   play the same game.
//! - `position`, `setoption` and `uginewgame` during a search are about the next search.
//! - A changed option of the game applies at once: a position without moves starts again, one with moves stays until
//!   the next `position` or `uginewgame`. Options that do not fit together are reported but kept, because the next
//!   `setoption` may correct them; until then the old position stays.
//! - Generating a start position may take long. Lines that arrive meanwhile wait, apart from `stop` and `quit`, which
//!   cancel it.
//! - `quit` stops a search, and its move is still sent. The end of the input is a `quit` that first waits for what was
//!   asked, if that has an end, so that `printf 'go depth 3\n' | engine` answers.

mod game_state;
mod options;

use super::{
    Action, GameStart, GoLimits, PlayerConfig, Protocol, Search, clean, move_to_word, quoted, write_info,
};
use crate::game::{Side, StartError};
use crate::job::Stop;
use crate::player::{AiPlayers, EngineOption, Spec, Thought};
use game_state::{GameState, StartPosition};
use std::collections::VecDeque;
use std::time::Duration;

/// More lines than this do not wait for a start position.
const MAX_WAITING: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Idle,
    Thinking,
}

/// A start position that is being computed.
struct Starting<G: AiPlayers> {
    start: GameStart<G>,
    /// The moves to play from it, each as one word.
    moves: Vec<String>,
    cancelled: bool,
}

/// The engine's side of the Universal Game Interface.
pub struct Ugi<G: AiPlayers> {
    default_level: Spec,
    level: Spec,
    /// The engine options that were set.
    engine_options: Vec<(EngineOption, i64)>,
    setup: G::Setup,
    seed: u64,
    start: Option<StartPosition<G>>,
    game: Option<GameState<G>>,
    /// The game must start again before it is used, because an option has changed.
    needs_start: bool,
    starting: Option<Starting<G>>,
    /// The lines that wait for the start position.
    waiting: VecDeque<String>,
    /// The number of the game.
    number: u64,
    phase: Phase,
    /// How late answers are on average.
    late: Duration,
    leaving: bool,
}

impl<G: AiPlayers> Ugi<G> {
    /// Begins with a setup, a level and the seed of the game, which a client can change.
    pub fn new(setup: G::Setup, level: Spec, seed: u64) -> Result<Ugi<G>, StartError<G::BadSetup>> {
        let mut ugi = Ugi {
            default_level: level.clone(),
            level,
            engine_options: Vec::new(),
            setup,
            seed,
            start: None,
            game: None,
            needs_start: true,
            starting: None,
            waiting: VecDeque::new(),
            number: 0,
            phase: Phase::Idle,
            late: Duration::ZERO,
            leaving: false,
        };
        // A wrong setup is reported at once, unless that would keep the client waiting.
        if !G::FACTS.chance {
            let start = ugi.game_start();
            let position = start.run()?;
            ugi.starting = Some(Starting { start, moves: Vec::new(), cancelled: false });
            ugi.started(Ok(position));
        }
        Ok(ugi)
    }

    fn introduce(&self) -> Vec<Action<G>> {
        let title = G::FACTS.title;
        let mut actions = vec![
            say(format!("id name Pentad {title} {}", env!("CARGO_PKG_VERSION"))),
            say("id author the Pentad authors"),
        ];
        actions.extend(self.option_lines());
        actions.push(say("ugiok"));
        actions
    }

    /// Handles a line, when no start position is being computed.
    fn run_command(&mut self, line: &str) -> Vec<Action<G>> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Vec::new() };
        let rest: Vec<&str> = words.collect();
        let mut actions = Vec::new();
        if self.needs_start && matches!(command, "go" | "query") {
            actions = self.start_game(Vec::new());
            if self.starting.is_some() {
                self.waiting.push_front(line.to_owned());
                return actions;
            }
        }
        actions.extend(match command {
            "ugi" => self.introduce(),
            "isready" => vec![say("readyok")],
            "uginewgame" => {
                self.number += 1;
                self.start_game(Vec::new())
            }
            "position" => match rest.as_slice() {
                ["startpos"] => self.start_game(Vec::new()),
                ["startpos", "moves", moves @ ..] => {
                    self.start_game(moves.iter().map(|word| (*word).to_owned()).collect())
                }
                _ => vec![error("a position is given as 'position startpos moves …'")],
            },
            "setoption" => self.set_option(line),
            "query" => vec![self.query(&rest).map_or_else(|why| error(&why), say)],
            "go" => self.go(&rest),
            "stop" => match self.phase {
                Phase::Idle => vec![say("info string there is nothing to stop")],
                Phase::Thinking => vec![Action::Stop],
            },
            _ => vec![error(&format!("unknown command '{}'", quoted(line.trim())))],
        });
        actions
    }

    /// Keeps a line until the start position is there.
    fn postpone(&mut self, line: &str) -> Vec<Action<G>> {
        if self.waiting.len() == MAX_WAITING {
            return vec![error("too many lines: the game is still being started")];
        }
        self.waiting.push_back(line.to_owned());
        Vec::new()
    }

    fn game_start(&self) -> GameStart<G> {
        GameStart { setup: self.setup.clone(), seed: self.seed, stop: Stop::default() }
    }

    /// Starts a game with the options as they are, and plays moves.
    fn start_game(&mut self, moves: Vec<String>) -> Vec<Action<G>> {
        self.needs_start = false;
        let known = self.start.as_ref();
        if let Some(start) = known.filter(|start| start.setup == self.setup && start.seed == self.seed) {
            return match start.play(&moves) {
                Ok(game) => {
                    self.game = Some(game);
                    Vec::new()
                }
                Err(why) => {
                    self.needs_start = self.game.is_none();
                    vec![error(&why)]
                }
            };
        }
        let start = self.game_start();
        self.starting = Some(Starting { start: start.clone(), moves, cancelled: false });
        if G::FACTS.chance {
            return vec![Action::Start(Box::new(start))];
        }
        // Rules without dice generate nothing, so this takes no time.
        let position = start.run().map_err(|why| why.to_string());
        self.started(position)
    }

    /// Cancels the start, and answers every `go` that waits for it.
    fn cancel_start(&mut self) -> Vec<Action<G>> {
        let Some(starting) = &mut self.starting else { return Vec::new() };
        let mut actions = Vec::new();
        if !std::mem::replace(&mut starting.cancelled, true) {
            actions = vec![Action::CancelStart, error("the start of the game was cancelled")];
        }
        let is_go = |line: &String| line.split_whitespace().next() == Some("go");
        let searches = self.waiting.iter().filter(|line| is_go(line)).count();
        self.waiting.retain(|line| !is_go(line));
        actions.extend((0..searches).map(|_| say(NO_MOVE)));
        actions
    }

    fn query(&self, words: &[&str]) -> Result<String, String> {
        let game = self.game.as_ref().ok_or(NO_GAME)?;
        let answer = match words {
            ["gameover"] => game.position.outcome().is_some().to_string(),
            ["result"] => game.result(),
            [word] => match word.strip_suffix("turn").map(str::parse) {
                Some(Ok(side)) => game.position.to_move().contains(side).to_string(),
                _ => return Err(format!("there is no query '{}'", quoted(word))),
            },
            _ => return Err("a query is 'query p1turn', 'query gameover' or 'query result'".to_owned()),
        };
        Ok(format!("response {answer}"))
    }

    fn go(&mut self, words: &[&str]) -> Vec<Action<G>> {
        if self.phase != Phase::Idle {
            return vec![error("a search is under way; stop it first")];
        }
        match self.search(words) {
            Err(why) => no_move(&why),
            Ok(search) => {
                self.phase = Phase::Thinking;
                vec![Action::Think(Box::new(search))]
            }
        }
    }

    fn search(&self, words: &[&str]) -> Result<Search<G>, String> {
        let game = self.game.as_ref().ok_or(NO_GAME)?;
        let limits = GoLimits::read(words)?;
        let side = game.side_to_move(limits.side)?;
        Ok(Search {
            config: PlayerConfig {
                level: self.level_with_options(),
                setup: game.setup.clone(),
                game: self.number,
                side: G::FACTS.hidden.then_some(side),
            },
            side,
            view: game.position.view(side),
            moves: if G::FACTS.hidden { Vec::new() } else { game.moves.clone() },
            budget: limits.budget(side, game.moves_left(), self.late)?,
            answer_by: limits.answer_by(side),
        })
    }

    /// What follows when the input has ended: nobody waits for a long search any more.
    fn finish(&self) -> Vec<Action<G>> {
        match self.phase {
            _ if self.starting.is_some() && !self.waiting.is_empty() => Vec::new(),
            Phase::Idle => vec![Action::Quit],
            Phase::Thinking => vec![Action::Stop],
        }
    }
}

impl<G: AiPlayers> Protocol for Ugi<G> {
    type Game = G;

    fn first(&self) -> PlayerConfig<G> {
        let side = G::FACTS.hidden.then_some(Side::FIRST);
        PlayerConfig { level: self.level.clone(), setup: self.setup.clone(), game: self.number, side }
    }

    fn is_leaving(&self) -> bool {
        self.leaving
    }

    fn line(&mut self, line: &str) -> Vec<Action<G>> {
        let Some(command) = line.split_whitespace().next() else { return Vec::new() };
        match command {
            _ if self.leaving => Vec::new(),
            "quit" => {
                self.leaving = true;
                let mut actions = self.cancel_start();
                self.waiting.clear();
                actions.push(if self.phase == Phase::Idle { Action::Quit } else { Action::Stop });
                actions
            }
            "stop" if self.starting.is_some() && self.phase == Phase::Idle => self.cancel_start(),
            "stop" => self.run_command(line),
            _ if self.starting.is_some() => self.postpone(line),
            _ => self.run_command(line),
        }
    }

    fn overlong_line(&mut self) -> Vec<Action<G>> {
        vec![error("the line is too long")]
    }

    fn closed(&mut self) -> Vec<Action<G>> {
        self.leaving = true;
        self.finish()
    }

    fn started(&mut self, start: Result<G, String>) -> Vec<Action<G>> {
        let Some(Starting { start: request, moves, cancelled }) = self.starting.take() else {
            return Vec::new();
        };
        let failed = start.map(|position| self.start = Some(StartPosition::new(request, position))).err();
        let mut actions = match failed {
            _ if cancelled => {
                self.needs_start = self.game.is_none() || moves.is_empty();
                Vec::new()
            }
            None => self.start_game(moves),
            Some(why) => vec![error(&format!("no game can start with these options: {why}"))],
        };
        while self.starting.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            actions.extend(self.run_command(&line));
        }
        if self.leaving {
            actions.extend(self.finish());
        }
        actions
    }

    fn thought(&mut self, thought: &Thought) -> Vec<Action<G>> {
        match self.phase {
            Phase::Idle => Vec::new(),
            Phase::Thinking => vec![say(write_info(thought))],
        }
    }

    fn time_used(&mut self, _: Duration, late: Duration) {
        self.late = late;
    }

    fn chosen(&mut self, answer: Result<String, String>) -> Vec<Action<G>> {
        if self.phase == Phase::Idle {
            return Vec::new();
        }
        self.phase = Phase::Idle;
        let mut actions = match answer {
            Ok(text) => vec![say(format!("bestmove {}", move_to_word(&text)))],
            Err(why) => no_move(&why),
        };
        if self.leaving {
            actions.extend(self.finish());
        }
        actions
    }
}

/// The answer to a `go` that gets no move.
const NO_MOVE: &str = "bestmove none";
/// The error of a question about a game that could not start.
const NO_GAME: &str = "no game can start with these options";

fn say<G: AiPlayers>(line: impl Into<String>) -> Action<G> {
    Action::Say(line.into())
}

fn error<G: AiPlayers>(why: &str) -> Action<G> {
    Action::Say(format!("info string error: {}", clean(why, 500)))
}

fn no_move<G: AiPlayers>(why: &str) -> Vec<Action<G>> {
    vec![error(why), say(NO_MOVE)]
}

#[cfg(test)]
mod tests;
