//! A game in the terminal: it shows the board, asks, and reads a line at a time.

use super::command::{self, Command};
use super::start::start_game;
use crate::cli::Failure;
use crate::game::{Setup, Side};
use crate::player::AiPlayers;
use crate::protocol::{Line, read_line};
use crate::review;
use crate::session::{Autosave, Clock, Event, Hint, Perspective, Seat, Session};
use crate::store::Store;
use crate::words::{Entry, Words, report_end, turn_of};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

/// The longest line that is read as a move or a command.
const MAX_LINE: usize = 1000;

/// Clears the screen and what was scrolled away, so that the next player does not see it.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// How to play, in any game.
#[derive(Debug, Clone)]
pub struct TerminalOptions {
    /// A human is there: prompts are shown.
    pub interactive: bool,
    /// The thinking time of AI players and hints.
    pub think_time: Duration,
    /// The seed of the games that `new` starts.
    pub seed: u64,
    /// The program's folders, where a game may keep statistics.
    pub store: Option<Store>,
}

/// Plays a session to its end, until `quit`, or until the input ends. The game is kept after every change.
pub fn play<G: AiPlayers + Words>(
    session: Session<G>,
    autosave: &mut Autosave,
    options: TerminalOptions,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let (viewer, sides) = (session.viewer(), session.seats().len());
    let seen = vec![session.ply(); sides];
    let (begun, staged_hint) = (Begun::default(), None);
    TerminalGame { session, autosave, options, input, output, begun, viewer, seen, staged_hint }.run()
}

/// The first part of a move.
#[derive(Default)]
struct Begun {
    text: String,
    prompt: String,
}

struct TerminalGame<'a, G: AiPlayers, I, O> {
    session: Session<G>,
    autosave: &'a mut Autosave,
    options: TerminalOptions,
    input: &'a mut I,
    output: &'a mut O,
    begun: Begun,
    /// The side whose view is on the screen.
    viewer: Side,
    /// How many moves each side has been told of.
    seen: Vec<usize>,
    /// A hint that has more stages, and the number of moves before it.
    staged_hint: Option<(usize, Hint)>,
}

impl<G: AiPlayers + Words, I: BufRead, O: Write> TerminalGame<'_, G, I, O> {
    fn run(&mut self) -> Result<(), Failure> {
        self.session.set_think_time(self.options.think_time);
        if !self.show_game()? {
            return self.leave();
        }
        loop {
            self.let_ai_move()?;
            if self.session.end().is_some() && !self.session.seats().contains(&Seat::Human) {
                return Ok(());
            }
            if !self.hand_over()? {
                return self.leave();
            }
            self.prompt()?;
            match self.read()? {
                Some(line) if self.take(&line)? => {}
                _ => return self.leave(),
            }
        }
    }

    /// The game as the human at the screen may see it.
    fn seen(&self) -> Perspective<'_, G> {
        self.session.seen_by(self.viewer)
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{text}")?)
    }

    fn show_players(&mut self) -> Result<(), Failure> {
        let seen = self.seen();
        let mut facts: Vec<String> = self
            .session
            .sides()
            .zip(seen.seats())
            .map(|(side, seat)| format!("{}: {seat}", seen.side_name(side)))
            .collect();
        let setup = self.session.setup();
        facts.extend(
            G::Setup::options()
                .iter()
                .map(|option| (option.name, option.describe(setup)))
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| format!("{name}: {value}")),
        );
        self.say(&format!("{}. {}. Type 'help' for a list of commands.", G::FACTS.title, facts.join(", ")))
    }

    /// The players and the board. A resumed game with secrets is shown only to the player whose view it is. False at
    /// the end of the input.
    fn show_game(&mut self) -> Result<bool, Failure> {
        self.show_players()?;
        let humans = self.session.seats().iter().filter(|seat| **seat == Seat::Human).count();
        if G::FACTS.hidden && humans > 1 && self.session.ply() > 0 && !self.hide_screen()? {
            return Ok(false);
        }
        self.introduce()?;
        self.show()?;
        Ok(true)
    }

    /// What a player must know about this game besides the rules.
    fn introduce(&mut self) -> Result<(), Failure> {
        let text = G::introduction(self.seen().view());
        Ok(write!(self.output, "{text}")?)
    }

    /// The board and, at the end of the game, the result.
    fn show(&mut self) -> Result<(), Failure> {
        let board = G::board(self.seen().view());
        write!(self.output, "\n{board}")?;
        let score = G::describe_score(self.session.score());
        if !score.is_empty() {
            self.say(&format!("Score: {score}"))?;
        }
        self.show_end()
    }

    fn show_end(&mut self) -> Result<(), Failure> {
        let (ending, tally) = (self.seen().ending(), self.seen().tally_text());
        if ending.is_empty() { Ok(()) } else { self.say(&format!("{ending}{tally}")) }
    }

    /// Keeps the game after a change, and reports a failure to do so.
    fn keep(&mut self) -> Result<(), Failure> {
        match self.autosave.keep(&self.session) {
            Some(message) => self.say(&message),
            None => Ok(()),
        }
    }

    /// Tells the viewer of the moves since it was last told.
    fn tell_moves(&mut self) -> Result<(), Failure> {
        let first = self.seen[self.viewer.index()];
        if G::FACTS.hidden {
            self.seen[self.viewer.index()] = self.session.ply();
        } else {
            self.seen.fill(self.session.ply());
        }
        let seen = self.seen();
        let plies = (first..self.session.ply()).filter_map(|n| seen.seen_ply(n));
        let sentences: Vec<String> = plies.flat_map(|ply| G::describe_effects(&ply)).collect();
        sentences.iter().try_for_each(|sentence| self.say(sentence))
    }

    fn moved(&mut self) -> Result<(), Failure> {
        self.begun = Begun::default();
        self.keep()?;
        self.tell_moves()?;
        self.show()?;
        self.report_end()
    }

    fn report_end(&mut self) -> Result<(), Failure> {
        let store = self.options.store.as_ref();
        match store.and_then(|store| report_end(&mut self.session, store)) {
            Some(message) => self.say(&message),
            None => Ok(()),
        }
    }

    fn let_ai_move(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(side) = self.session.ai_to_move().filter(|_| !self.session.is_paused()) {
                self.show_clock()?;
                let player = &self.session.seats()[side.index()];
                let line = format!("{}: {player} is thinking", turn_of(&self.seen().side_name(side)));
                self.say(&line)?;
                self.output.flush()?;
            }
            match self.session.wait() {
                Some(Event::Moved(_)) => self.moved()?,
                Some(event) => self.happened(&event)?,
                None => return Ok(()),
            }
        }
    }

    fn happened(&mut self, event: &Event) -> Result<(), Failure> {
        if matches!(event, Event::Ended) {
            self.keep()?;
            self.show_end()?;
            self.report_end()?;
        }
        Ok(())
    }

    /// Where several humans share the screen and have secrets: hides it before the next one looks. False at the end of
    /// the input.
    fn hand_over(&mut self) -> Result<bool, Failure> {
        let to_move = self.session.humans_to_move();
        let Some(next) = to_move.first().filter(|_| !to_move.contains(self.viewer)) else { return Ok(true) };
        self.seat(next)
    }

    /// Lets another human sit down.
    fn seat(&mut self, next: Side) -> Result<bool, Failure> {
        let secret = G::FACTS.hidden && next != self.viewer;
        self.viewer = next;
        self.begun = Begun::default();
        if !secret {
            return Ok(true);
        }
        if !self.hide_screen()? {
            return Ok(false);
        }
        self.tell_moves()?;
        self.show()?;
        Ok(true)
    }

    /// Hides everything until the viewer sits at the keyboard. False at the end of the input.
    fn hide_screen(&mut self) -> Result<bool, Failure> {
        let name = self.seen().side_name(self.viewer);
        if self.options.interactive {
            write!(self.output, "{CLEAR}Pass the keyboard to {name}, who presses Enter.")?;
            self.output.flush()?;
            if self.read()?.is_none() {
                return Ok(false);
            }
            write!(self.output, "{CLEAR}")?;
        }
        self.say(&format!("--- {name} ---"))?;
        Ok(true)
    }

    fn show_clock(&mut self) -> Result<(), Failure> {
        let left = self.seen().times_left();
        if left.is_empty() { Ok(()) } else { self.say(&format!("Time left: {}.", left.join(", "))) }
    }

    /// Says whose turn it is and what is expected.
    fn prompt(&mut self) -> Result<(), Failure> {
        let prompt = if self.session.end().is_some() {
            let review =
                if review::check(&self.session).is_ok() { "review finds the mistakes, " } else { "" };
            format!("The game is over: {review}undo takes a move back, new starts again, quit ends")
        } else if self.session.humans_to_move().contains(self.viewer) {
            self.show_clock()?;
            match &self.begun.prompt {
                none if none.is_empty() => G::prompt(self.seen().view(), self.viewer),
                prompt => prompt.clone(),
            }
        } else if let Some(side) = self.session.ai_to_move() {
            let player = &self.session.seats()[side.index()];
            format!("{}: {player} waits; go lets it move", turn_of(&self.seen().side_name(side)))
        } else {
            String::new()
        };
        self.say(&prompt)?;
        if self.options.interactive {
            write!(self.output, "> ")?;
        }
        Ok(self.output.flush()?)
    }

    /// The next line, with blanks instead of control characters; `None` at the end of the input.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        match read_line(self.input) {
            Ok(Some(Line::Text(line))) => {
                let plain = line.chars().map(|c| if c.is_control() { ' ' } else { c });
                Ok(Some(plain.collect::<String>().trim().to_owned()))
            }
            Ok(Some(Line::TooLong)) => Ok(Some("x".repeat(MAX_LINE + 1))),
            Ok(None) => {
                if self.options.interactive {
                    self.say("")?;
                }
                Ok(None)
            }
            Err(error) => {
                self.autosave.close(&self.session);
                Err(Failure::Bad(format!("the input cannot be read: {error}; the game is kept")))
            }
        }
    }

    /// Leaves on purpose: keeps the game and says how to continue it.
    fn leave(&mut self) -> Result<(), Failure> {
        if let Some(message) = self.autosave.close(&self.session) {
            return self.say(&message);
        }
        let unfinished = self.session.end().is_none() && !self.session.plies().is_empty();
        if unfinished && self.autosave.is_on() {
            let name = G::FACTS.name;
            self.say(&format!("The game is kept; '{name} play --continue' continues it."))?;
        }
        Ok(())
    }

    /// Does what a line says; false means to leave.
    fn take(&mut self, line: &str) -> Result<bool, Failure> {
        // The time may have run out while we waited for the line.
        for event in self.session.tick() {
            self.happened(&event)?;
        }
        if line.chars().nth(MAX_LINE).is_some() {
            self.refuse("the line is too long for a move or a command")?;
            return Ok(true);
        }
        match command::read(line) {
            Some(Ok(Command::Quit)) => return Ok(false),
            Some(Ok(Command::Seat(side))) => return self.change_seat(side),
            Some(Ok(command)) => self.run_command(command)?,
            Some(Err(why)) => self.refuse(&why)?,
            None if line.is_empty() => self.run_command(Command::Back)?,
            None => self.enter(line)?,
        }
        Ok(true)
    }

    fn change_seat(&mut self, text: &str) -> Result<bool, Failure> {
        match text.parse::<Side>() {
            Ok(side) if self.session.humans_to_move().contains(side) => self.seat(side),
            Ok(side) => {
                self.refuse(&format!("{side} is not a human who is to move"))?;
                Ok(true)
            }
            Err(why) => {
                self.refuse(&why.to_string())?;
                Ok(true)
            }
        }
    }

    fn enter(&mut self, line: &str) -> Result<(), Failure> {
        if !self.session.humans_to_move().contains(self.viewer) {
            // The session knows why no move can be entered.
            return self.play(line);
        }
        let why = match G::enter(self.seen().view(), self.viewer, &self.begun.text, line) {
            Entry::Line if is_word(line) && self.session.position().parse(self.viewer, line).is_err() => {
                unknown(line)
            }
            Entry::Line => return self.play(line),
            Entry::Move(text) => return self.play(&text),
            Entry::More { begun, prompt } => {
                self.begun = Begun { text: begun, prompt };
                return Ok(());
            }
            Entry::Wrong(_) if is_word(line) => unknown(line),
            Entry::Wrong(why) => why.to_string(),
        };
        self.session.count_mistake(self.viewer);
        self.refuse(&why)
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        match self.session.play_text(self.viewer, text) {
            Ok(()) => self.moved(),
            Err(refused) => self.refuse(&refused.to_string()),
        }
    }

    /// Refused moves are written with the next move: many wrong lines do not cause many writes.
    fn refuse(&mut self, why: &str) -> Result<(), Failure> {
        self.say(&format!("Not possible: {why}."))
    }

    fn run_command(&mut self, command: Command<'_>) -> Result<(), Failure> {
        match command {
            Command::Help => {
                write!(self.output, "{}", command::help())?;
                for format in G::formats() {
                    self.say(&format!("A file that ends in .{} is {}.", format.extension, format.name))?;
                }
            }
            Command::Rules => {
                write!(self.output, "{}", G::rules())?;
                self.introduce()?;
            }
            Command::Board => self.show()?,
            Command::Moves => self.list_moves()?,
            Command::Undo => {
                let done = self.session.undo(self.viewer);
                self.stepped(done, "there is no move to undo")?;
            }
            Command::Redo => {
                let done = self.session.redo();
                self.stepped(done, "there is no move to redo")?;
            }
            Command::Hint => {
                if !self.say_next_stage()?
                    && let Some(hint) = self.hint()?
                {
                    let hint = self.seen().staged_hint(hint);
                    let text = self.seen().hint_text(&hint);
                    self.say(&text)?;
                    self.staged_hint = Some((self.session.ply(), hint));
                }
            }
            Command::Values => self.list_values()?,
            Command::Review => self.review()?,
            Command::Back => self.begun = Begun::default(),
            Command::Go => self.session.unpause(),
            Command::Save(name) => self.save(Path::new(name))?,
            Command::Load(name) => self.load(Path::new(name))?,
            Command::New => self.start_again()?,
            Command::Quit | Command::Seat(_) => {}
        }
        Ok(())
    }

    fn stepped(&mut self, done: bool, if_not: &str) -> Result<(), Failure> {
        if !done {
            return self.refuse(if_not);
        }
        self.begun = Begun::default();
        self.seen.fill(self.session.ply());
        self.keep()?;
        self.show()
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        let seen = self.seen();
        if seen.plies() == 0 {
            return self.say("No move has been made yet.");
        }
        let line = |n: usize| {
            let ply = seen.seen_ply(n)?;
            let (words, text) = (seen.describe_ply(n)?, seen.move_text(n).unwrap_or(""));
            let undone = if n < seen.ply() { "" } else { " (undone)" };
            let who = G::side_name(seen.setup(), Some(ply.before), ply.side);
            let what = if words.starts_with(text) { words } else { format!("{text:<6} {words}") };
            Some(format!("{:>3}. {who}: {what}{undone}", n + 1))
        };
        let lines: Vec<String> = (0..seen.plies()).filter_map(line).collect();
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Says the next stage of the hint for this position; the last one makes the move. False if there is none.
    fn say_next_stage(&mut self) -> Result<bool, Failure> {
        let (ply, hints) = (self.session.ply(), self.staged_hint.take());
        let Some((_, mut hint)) = hints.filter(|(at, hint)| *at == ply && hint.stage + 1 < hint.stages.len())
        else {
            return Ok(false);
        };
        hint.stage += 1;
        self.session.count_hint(hint.side);
        let text = self.seen().hint_text(&hint);
        self.say(&text)?;
        if hint.stage + 1 == hint.stages.len() {
            let text = self.seen().hint_move_text(&hint);
            self.play(&text)?;
        } else {
            self.staged_hint = Some((ply, hint));
            self.keep()?;
        }
        Ok(true)
    }

    /// Asks the strongest AI player.
    fn hint(&mut self) -> Result<Option<Hint>, Failure> {
        let asked = self.session.ask_hint(self.viewer, &G::hint_player());
        let mut heard = None;
        while asked && heard.is_none() {
            match self.session.wait() {
                Some(event @ (Event::Hint(_) | Event::NoHint(_))) => heard = Some(event),
                Some(event) => self.happened(&event)?,
                None => break,
            }
        }
        self.keep()?;
        match heard {
            Some(Event::Hint(hint)) => return Ok(Some(hint)),
            Some(Event::NoHint(error)) => self.say(&format!("No hint available: {error}."))?,
            _ => self.say("No hint available: it is not your turn.")?,
        }
        Ok(None)
    }

    fn list_values(&mut self) -> Result<(), Failure> {
        let Some(hint) = self.hint()? else { return Ok(()) };
        let values = self.seen().values_of_moves(&hint);
        if values.is_empty() {
            return self.say("The strongest AI player does not report the values of single moves.");
        }
        for (value, moves) in values {
            self.say(&format!("  {value}: {}", moves.join("  ")))?;
        }
        Ok(())
    }

    fn review(&mut self) -> Result<(), Failure> {
        let budget = review::default_budget(self.session.plies().len());
        match review::review_with_bar(&self.session, budget) {
            Ok(Ok(report)) => {
                let lines = review::lines(&self.session, &report);
                lines.iter().try_for_each(|line| self.say(line))
            }
            Ok(Err(why)) => self.say(&format!("The review failed: {why}.")),
            Err(why) => self.refuse(&why.to_string()),
        }
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        match self.session.save(path) {
            Ok(()) => self.say(&format!("Saved as {}.", path.display())),
            Err(why) => self.say(&format!("Not saved: {why}.")),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let file = path.to_path_buf();
        match start_game(move |work| Session::load(&file, work)) {
            Ok(session) => {
                self.autosave.put_aside(&self.session);
                self.set_session(session);
                self.keep()?;
                self.say(&format!("Loaded {}.", path.display()))?;
                // The end of the input shows at the next line.
                self.show_game().map(drop)
            }
            Err(error) => self.say(&format!("Not loaded: {}.", error.about(path))),
        }
    }

    fn start_again(&mut self) -> Result<(), Failure> {
        self.options.seed = self.options.seed.wrapping_add(1);
        let (setup, seats) = (self.session.setup().clone(), self.session.seats().to_vec());
        let seed = self.options.seed;
        match start_game(move |work| Ok(Session::start(setup, seats, seed, work)?)) {
            Ok(mut session) => {
                session.set_clock(self.session.clock().map(Clock::control));
                self.autosave.put_aside(&self.session);
                self.set_session(session);
                self.say("A new game.")?;
                self.show()
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn set_session(&mut self, mut session: Session<G>) {
        session.set_think_time(self.options.think_time);
        self.viewer = session.viewer();
        self.seen = vec![session.ply(); session.seats().len()];
        self.session = session;
        self.begun = Begun::default();
    }
}

/// Whether a line looks like a command rather than a move.
fn is_word(line: &str) -> bool {
    line.len() > 1 && line.chars().all(char::is_alphabetic)
}

fn unknown(line: &str) -> String {
    format!("'{line}' is neither a move nor a command; help lists the commands")
}
