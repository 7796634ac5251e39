//! `replay`: a recorded game in the terminal, step by step in both directions.

use super::games::{failure, with_game};
use crate::database::{GameId, Games, LogEntry};
use crate::record::{Action, GameRecord, ReplayCursor, Step};
use crate::rules::Position;
use crate::text::{describe_action, describe_end, region_name};
use clap::Args;
use common::cli::{Context, Failure};
use common::game::Side;
use common::protocol::Line;
use common::terminal::{ColorArgs, LineEditor, LineRequest, LineSource, Rendering};
use common::visible::stdout;
use common::words::Words;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

/// The end of `replay --help`, and what `help` shows.
pub const HELP: &str = "\
Commands of the replay:
  next, n, or an empty line   one action forwards: a deployment or an order
  turn, t                     to the end of the turn of a player
  round, r                    to the end of the round
  back, b                     one action back; back turn, back round
  start, end                  to the start or the end of the game
  goto N, goto round N        to action N, or to the end of round N
  view Blue                   show the game as Blue saw it; view all shows everything
  board                       show the map
  log                         show what the AI players logged in this round
  help, quit";

/// What is asked before each command.
const PROMPT: &str = "Command (help for a list): ";

/// The commands that Tab completes.
const COMMANDS: [&str; 11] =
    ["next", "turn", "round", "back", "start", "end", "goto ", "view ", "board", "log", "quit"];

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// The number of a recorded game, or a file: .warlight, .json, or a saved game
    #[arg(value_name = "ID|FILE")]
    game: String,
    /// Show the game as a player saw it, as in Blue; all shows everything
    #[arg(long, value_name = "PLAYER", default_value = "all")]
    view: String,
    /// Print the whole game at once
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    color: ColorArgs,
}

impl Replay {
    /// Runs the verb.
    pub fn run(&self, context: &Context) -> Result<(), Failure> {
        match LineEditor::in_terminal(None) {
            Some(mut editor) => self.replay(context, &mut editor, &mut stdout()),
            None => self.replay(context, &mut io::stdin().lock(), &mut stdout()),
        }
    }

    fn replay<I: LineSource>(
        &self,
        context: &Context,
        input: &mut I,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let (record, logs) = match self.game.parse().map(GameId) {
            Ok(id) => {
                let database = with_game(context, id)?;
                let record = database.game(id).map_err(failure)?;
                (record, database.logs(id).map_err(failure)?)
            }
            Err(_) => (GameRecord::read_file(Path::new(&self.game)).map_err(Failure::Bad)?, Vec::new()),
        };
        let record = Arc::new(record);
        let viewer = read_viewer(&record, &self.view).map_err(Failure::Bad)?;
        let interactive = !self.all && io::stdin().is_terminal();
        let rendering = Rendering::of_output(self.color);
        let mut player = Player { cursor: record.replay(), logs, viewer, rendering, out };
        player.introduce()?;
        if self.all {
            while player.forward(Step::Round)? {}
            return Ok(());
        }
        player.show_place()?;
        loop {
            if interactive && !I::EDITS {
                write!(player.out, "{PROMPT}")?;
            }
            player.out.flush()?;
            let completions = COMMANDS.map(str::to_owned).to_vec();
            let line = match input.read(LineRequest { prompt: PROMPT, completions, remember: true })? {
                Some(Line::Text(line)) => line,
                Some(Line::TooLong) => "a line that is too long".to_owned(),
                None => return Ok(()),
            };
            if !player.run_command(line.trim())? {
                return Ok(());
            }
        }
    }
}

/// Reads the name of a player; `None` for all.
fn read_viewer(record: &GameRecord, text: &str) -> Result<Option<Side>, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(None);
    }
    let sides = || Side::all(record.players().len());
    let name = |side| record.setup().name(side);
    let is_called = |side: &Side| name(*side).to_lowercase() == text.to_lowercase();
    sides().find(is_called).map(Some).ok_or_else(|| {
        let names: Vec<&str> = sides().map(name).collect();
        let text: String = text.chars().take(40).collect();
        format!("'{text}' is not a player of this game: use {} or all", names.join(", "))
    })
}

struct Player<'a, O> {
    cursor: ReplayCursor,
    logs: Vec<LogEntry>,
    /// Whose view is shown; `None` for everything.
    viewer: Option<Side>,
    rendering: Rendering,
    out: &'a mut O,
}

impl<O: Write> Player<'_, O> {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{text}")?)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let record = Arc::clone(self.cursor.record());
        let sides = Side::all(record.players().len()).zip(record.players());
        let player = |(side, player): (Side, &String)| format!("{}: {player}", record.setup().name(side));
        let players: Vec<String> = sides.map(player).collect();
        let map = &record.setup().map.name;
        self.say(&format!("{}, on {map}. {}", players.join(", "), describe_end(&record)))
    }

    /// Where the replay is.
    fn show_place(&mut self) -> Result<(), Failure> {
        let cursor = &self.cursor;
        let round = match cursor.round() {
            _ if cursor.position().is_picking() => "starting regions".to_owned(),
            0 => "before round 1".to_owned(),
            round if cursor.in_round() => format!("in round {round}"),
            round => format!("after round {round}"),
        };
        self.say(&format!("Action {} of {}, {round}.", self.cursor.action(), self.cursor.actions()))
    }

    /// Runs a command. False if it ends the replay.
    fn run_command(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match *words {
            [] | ["next" | "n" | "action"] => self.step(Step::Action)?,
            ["turn" | "t"] => self.step(Step::Turn)?,
            ["round" | "r"] => self.step(Step::Round)?,
            ["back" | "b"] | ["back" | "b", "action"] => self.back(Step::Action)?,
            ["back" | "b", "turn" | "t"] => self.back(Step::Turn)?,
            ["back" | "b", "round" | "r"] => self.back(Step::Round)?,
            ["start"] => self.go_to(0)?,
            ["end"] => {
                self.go_to(usize::MAX)?;
                let end = describe_end(self.cursor.record());
                self.say(&end)?;
            }
            ["goto", "round", number] => match number.parse() {
                Ok(round) => {
                    self.cursor.go_to_round(round);
                    self.show_place()?;
                }
                Err(_) => self.refuse("the number of a round is expected, as in goto round 3")?,
            },
            ["goto", number] => match number.parse() {
                Ok(action) => self.go_to(action)?,
                Err(_) => self.refuse("the number of an action is expected, as in goto 12")?,
            },
            ["view", viewer] => match read_viewer(self.cursor.record(), viewer) {
                Ok(viewer) => {
                    self.viewer = viewer;
                    self.show_board()?;
                }
                Err(why) => self.refuse(&why)?,
            },
            ["board"] => self.show_board()?,
            ["log"] => self.show_log()?,
            ["help" | "?"] => self.say(HELP)?,
            ["quit" | "q" | "exit"] => return Ok(false),
            _ => {
                let line: String = line.chars().take(40).collect();
                self.refuse(&format!("'{line}' is not a command; help lists the commands"))?;
            }
        }
        Ok(true)
    }

    fn refuse(&mut self, why: &str) -> Result<(), Failure> {
        self.say(&format!("Not possible: {why}."))
    }

    fn step(&mut self, step: Step) -> Result<(), Failure> {
        if self.forward(step)? { self.show_place() } else { self.refuse("this is the end of the game") }
    }

    fn back(&mut self, step: Step) -> Result<(), Failure> {
        if !self.cursor.back(step) {
            return self.refuse("this is the start of the game");
        }
        self.show_place()
    }

    fn go_to(&mut self, action: usize) -> Result<(), Failure> {
        self.cursor.go_to(action);
        self.show_place()
    }

    /// Goes forwards and tells what happens. False at the end.
    fn forward(&mut self, step: Step) -> Result<bool, Failure> {
        let mut ahead = self.cursor.clone();
        if !ahead.forward(step) {
            return Ok(false);
        }
        let target = ahead.action();
        while self.cursor.action() < target {
            let (begins, alive) = (!self.cursor.in_round(), self.cursor.position().alive());
            self.cursor.forward(Step::Action);
            for sentence in self.describe(begins) {
                self.say(&sentence)?;
            }
            let gone = alive.iter().filter(|side| !self.cursor.position().alive().contains(*side));
            for side in gone.collect::<Vec<Side>>() {
                let name = self.cursor.record().setup().name(side).to_owned();
                self.say(&format!("{name} is eliminated."))?;
            }
        }
        if self.cursor.action() == self.cursor.actions() {
            let end = describe_end(self.cursor.record());
            self.say(&end)?;
        }
        Ok(true)
    }

    /// The last action, as far as the viewer may know of it.
    fn describe(&self, begins: bool) -> Vec<String> {
        let begin = match self.cursor.last_action() {
            Some(Action::Step { round, .. }) if begins => Some(format!("Round {}.", round.round)),
            _ => None,
        };
        begin.into_iter().chain(describe_action(&self.cursor, self.viewer, region_name)).collect()
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let view = match self.viewer {
            None => self.cursor.open_view(),
            Some(viewer) => self.cursor.view(viewer),
        };
        let board = self.rendering.render(&Position::board(&view, &[]));
        Ok(write!(self.out, "{board}")?)
    }

    fn show_log(&mut self) -> Result<(), Failure> {
        let round = self.cursor.round();
        let entries = self.logs.iter().filter(|entry| entry.round == round);
        let texts: Vec<String> = entries.map(|entry| entry.text.trim_end().to_owned()).collect();
        if texts.is_empty() {
            return self.say(&format!("There is no log of round {round}."));
        }
        texts.iter().try_for_each(|text| self.say(text))
    }
}
