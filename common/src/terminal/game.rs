//! A game in the terminal: it shows the board, asks, and reads a line at a time.

use super::command::{self, Command};
use super::lines::{LineRequest, LineSource};
use super::rendering::Rendering;
use crate::cli::Failure;
use crate::game::Side;
use crate::interrupt::Listener;
use crate::player::{AiPlayers, Stop};
use crate::protocol::Line;
use crate::session::{Autosave, Event, Hint, Perspective, Seat, Session};
use crate::store::Store;
use crate::styled::StyledText;
use crate::words::{Entry, FrontEnd, Words, report_end, turn_of};
use std::io::Write;
use std::path::PathBuf;
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
    /// What the output can show.
    pub rendering: Rendering,
    /// The file that the game was loaded from.
    pub file: Option<PathBuf>,
}

/// Plays a session to its end, until `quit`, or until the input ends. The game is kept after every change.
pub fn play<G: AiPlayers + Words>(
    session: Session<G>,
    autosave: &mut Autosave,
    options: TerminalOptions,
    input: &mut impl LineSource,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let (viewer, sides) = (session.viewer(), session.seats().len());
    let seen = vec![session.ply(); sides];
    let (begun, shown, staged_hint) = (Begun::default(), StyledText::new(), None);
    let (interrupted, saved_as) = (Stop::default(), options.file.clone());
    TerminalGame {
        session,
        autosave,
        options,
        input,
        output,
        begun,
        viewer,
        seen,
        shown,
        staged_hint,
        interrupted,
        saved_as,
    }
    .run()
}

/// The first part of a move.
#[derive(Default)]
pub(super) struct Begun {
    pub(super) text: String,
    pub(super) prompt: String,
}

pub(super) struct TerminalGame<'a, G: AiPlayers, I, O> {
    pub(super) session: Session<G>,
    pub(super) autosave: &'a mut Autosave,
    pub(super) options: TerminalOptions,
    input: &'a mut I,
    pub(super) output: &'a mut O,
    pub(super) begun: Begun,
    /// The side whose view is on the screen.
    pub(super) viewer: Side,
    /// How many moves each side has been told of.
    pub(super) seen: Vec<usize>,
    /// The board as it was shown last.
    pub(super) shown: StyledText,
    /// A hint that has more stages, and the number of moves before it.
    pub(super) staged_hint: Option<(usize, Hint)>,
    /// Ctrl-C was pressed while an AI player was thinking.
    pub(super) interrupted: Stop,
    /// The file of this game: it was loaded from there, or saved there.
    pub(super) saved_as: Option<PathBuf>,
}

/// Whether several humans share the screen and have secrets from each other.
pub(super) fn is_secret_for<G: AiPlayers>(session: &Session<G>) -> bool {
    G::FACTS.hidden && session.seats().iter().filter(|seat| **seat == Seat::Human).count() > 1
}

impl<G: AiPlayers + Words, I: LineSource, O: Write> TerminalGame<'_, G, I, O> {
    fn run(&mut self) -> Result<(), Failure> {
        self.session.set_think_time(self.options.think_time);
        if !self.show_game()? {
            return self.leave();
        }
        self.show_legend()?;
        loop {
            self.let_ai_move()?;
            if self.interrupted.raised() {
                self.say("")?;
                return self.leave();
            }
            if self.session.end().is_some() && !self.session.seats().contains(&Seat::Human) {
                return Ok(());
            }
            if !self.hand_over()? {
                return self.leave();
            }
            self.prompt()?;
            let request = self.request();
            match self.read(request)? {
                Some(line) if self.take(&line)? => {}
                _ => return self.leave(),
            }
        }
    }

    /// The game as the human at the screen may see it.
    pub(super) fn seen(&self) -> Perspective<'_, G> {
        self.session.seen_by(self.viewer)
    }

    /// Keeps the game after a change, and reports a failure to do so.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        match self.autosave.keep(&self.session) {
            Some(message) => self.say(&message),
            None => Ok(()),
        }
    }

    pub(super) fn moved(&mut self) -> Result<(), Failure> {
        self.begun = Begun::default();
        self.keep()?;
        self.tell_moves()?;
        self.show_change()?;
        self.report_end()
    }

    pub(super) fn report_end(&mut self) -> Result<(), Failure> {
        let store = self.options.store.as_ref();
        match store.and_then(|store| report_end(&mut self.session, store, FrontEnd::Terminal)) {
            Some(message) => self.say(&message),
            None => Ok(()),
        }
    }

    /// Waits for an AI player. A human at the keyboard can leave meanwhile with Ctrl-C.
    pub(super) fn wait(&mut self) -> Option<Event> {
        if !I::EDITS {
            return self.session.wait();
        }
        // Only while we wait: at other times Ctrl-C is a key, and other signals end the program.
        let _listener = Listener::new(&self.interrupted);
        self.session.wait_unless(&self.interrupted)
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
            match self.wait() {
                Some(Event::Moved(_)) => self.moved()?,
                Some(event) => self.happened(&event)?,
                None => return Ok(()),
            }
        }
    }

    pub(super) fn happened(&mut self, event: &Event) -> Result<(), Failure> {
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
    pub(super) fn hide_screen(&mut self) -> Result<bool, Failure> {
        let name = self.seen().side_name(self.viewer);
        if self.options.interactive {
            // The line editor draws over the line that it begins on.
            let end = if I::EDITS { "\n" } else { "" };
            write!(self.output, "{CLEAR}Pass the keyboard to {name}, who presses Enter.{end}")?;
            self.output.flush()?;
            if self.read(LineRequest::default())?.is_none() {
                return Ok(false);
            }
            write!(self.output, "{CLEAR}")?;
        }
        self.say(&format!("--- {name} ---"))?;
        Ok(true)
    }

    /// What a human at the keyboard is offered for the next line.
    fn request(&self) -> LineRequest {
        if !I::EDITS {
            return LineRequest::default();
        }
        let mut completions = command::words(|needs| self.has(needs));
        if self.session.humans_to_move().contains(self.viewer) {
            completions.extend(G::suggestions(self.seen().view(), self.viewer));
        }
        // A remembered move would show the next player a secret.
        LineRequest { prompt: "> ", completions, remember: !is_secret_for(&self.session) }
    }

    /// The next line, with blanks instead of control characters; `None` at the end of the input.
    pub(super) fn read(&mut self, request: LineRequest) -> Result<Option<String>, Failure> {
        match self.input.read(request) {
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
                Err(Failure::Bad(format!("the input cannot be read: {error}; the game is saved")))
            }
        }
    }

    /// Leaves on purpose: keeps the game and says how to continue it.
    pub(super) fn leave(&mut self) -> Result<(), Failure> {
        if let Some(message) = self.autosave.close(&self.session) {
            return self.say(&message);
        }
        let unfinished = !self.session.has_ended() && !self.session.plies().is_empty();
        if unfinished && self.autosave.is_on() {
            let name = G::FACTS.name;
            self.say(&format!("The game is saved; '{name} play --continue' continues it."))?;
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
            None if line.is_empty() => self.begun = Begun::default(),
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

    pub(super) fn play(&mut self, text: &str) -> Result<(), Failure> {
        match self.session.play_text(self.viewer, text) {
            Ok(()) => self.moved(),
            Err(refused) => self.refuse(&refused.to_string()),
        }
    }

    /// Refused moves are written with the next move: many wrong lines do not cause many writes.
    pub(super) fn refuse(&mut self, why: &str) -> Result<(), Failure> {
        self.say(&format!("Not possible: {why}."))
    }
}

/// Whether a line looks like a command rather than a move.
fn is_word(line: &str) -> bool {
    line.len() > 1 && line.chars().all(char::is_alphabetic)
}

pub(super) fn unknown(line: &str) -> String {
    format!("'{line}' is neither a move nor a command; help lists the commands")
}
