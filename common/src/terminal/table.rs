//! The table at which a game is played: it tells, asks, and takes a line at a time.

use super::command::{self, Command};
use crate::cli::Failure;
use crate::game::Setup;
use crate::player::AiPlayers;
use crate::protocol::{Line, read_line};
use crate::session::{Autosave, Event, Hint, Seat, Session};
use crate::words::{Entry, Words};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

/// No honest line is longer.
const LONGEST: usize = 1000;

/// How to play, whatever the game.
#[derive(Debug, Clone)]
pub struct TerminalOptions {
    /// A person is there: prompts are shown.
    pub interactive: bool,
    /// How long machines and advisers may think.
    pub think_time: Duration,
    /// Everything random about the games that `new` starts.
    pub seed: u64,
}

/// Plays a session to its end, until `quit`, or until there are no more lines. The game is kept after every change.
pub fn play<G: AiPlayers + Words>(
    session: Session<G>,
    autosave: &mut Autosave,
    options: TerminalOptions,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let begun = Begun::default();
    Table { session, autosave, options, input, output, begun }.run()
}

/// The first part of a move.
#[derive(Default)]
struct Begun {
    text: String,
    ask: String,
}

struct Table<'a, G: AiPlayers, I, O> {
    session: Session<G>,
    autosave: &'a mut Autosave,
    options: TerminalOptions,
    input: &'a mut I,
    output: &'a mut O,
    begun: Begun,
}

impl<G: AiPlayers + Words, I: BufRead, O: Write> Table<'_, G, I, O> {
    fn run(&mut self) -> Result<(), Failure> {
        self.session.set_think_time(self.options.think_time);
        self.show_players()?;
        self.show()?;
        loop {
            self.let_machines_move()?;
            if self.session.end().is_some() && !self.session.seats().contains(&Seat::Human) {
                return Ok(());
            }
            self.ask()?;
            match self.read()? {
                Some(line) if self.take(&line)? => {}
                _ => return self.leave(),
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{text}")?)
    }

    fn show_players(&mut self) -> Result<(), Failure> {
        let position = self.session.position();
        let seat =
            |(side, seat): (u8, &Seat)| format!("{}: {seat}", position.called(crate::game::Side(side)));
        let mut facts: Vec<String> = (0..).zip(self.session.seats()).map(seat).collect();
        let setup = self.session.setup();
        let knob = |name| Some(format!("{name}: {}", setup.get(name)?));
        facts.extend(G::Setup::knobs().iter().filter_map(|each| knob(each.name)));
        self.say(&format!("{}. {}. 'help' tells what can be typed.", G::FACTS.title, facts.join(", ")))
    }

    /// The board and, at the end of the game, the result.
    fn show(&mut self) -> Result<(), Failure> {
        write!(self.output, "\n{}", self.session.position().board())?;
        self.tell_end()
    }

    fn tell_end(&mut self) -> Result<(), Failure> {
        match self.session.ending() {
            none if none.is_empty() => Ok(()),
            ending => self.say(&format!("{ending}{}", self.session.tallied())),
        }
    }

    /// Something has changed: it is kept, and a complaint about that is told.
    fn keep(&mut self) -> Result<(), Failure> {
        match self.autosave.keep(&self.session) {
            Some(complaint) => self.say(&complaint),
            None => Ok(()),
        }
    }

    fn moved(&mut self) -> Result<(), Failure> {
        self.begun = Begun::default();
        self.keep()?;
        for sentence in self.session.told() {
            self.say(&sentence)?;
        }
        self.show()
    }

    fn let_machines_move(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(side) = self.session.machine_to_move().filter(|_| !self.session.is_paused()) {
                self.show_clock()?;
                let machine = &self.session.seats()[side.index()];
                let who = self.session.position().called(side);
                self.say(&format!("{who}'s turn: {machine} is thinking"))?;
                self.output.flush()?;
            }
            match self.session.wait() {
                Some(Event::Moved) => self.moved()?,
                Some(event) => self.happened(&event)?,
                None => return Ok(()),
            }
        }
    }

    fn happened(&mut self, event: &Event) -> Result<(), Failure> {
        if matches!(event, Event::Ended) {
            self.keep()?;
            self.tell_end()?;
        }
        Ok(())
    }

    fn show_clock(&mut self) -> Result<(), Failure> {
        match self.session.times_left() {
            none if none.is_empty() => Ok(()),
            left => self.say(&format!("Time left: {}.", left.join(", "))),
        }
    }

    /// Says whose turn it is and what is expected.
    fn ask(&mut self) -> Result<(), Failure> {
        let ask = if self.session.end().is_some() {
            "The game is over: undo takes a move back, new starts again, quit ends".to_owned()
        } else if let Some(side) = self.session.machine_to_move() {
            let machine = &self.session.seats()[side.index()];
            format!("{}'s turn: {machine} waits; go lets it move", self.session.position().called(side))
        } else {
            self.show_clock()?;
            match &self.begun.ask {
                none if none.is_empty() => self.session.position().ask(),
                ask => ask.clone(),
            }
        };
        self.say(&ask)?;
        if self.options.interactive {
            write!(self.output, "> ")?;
        }
        Ok(self.output.flush()?)
    }

    /// The next line, on which control characters have become blanks; `None` at the end of the input.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        match read_line(self.input) {
            Ok(Some(Line::Text(line))) => {
                let plain = line.chars().map(|c| if c.is_control() { ' ' } else { c });
                Ok(Some(plain.collect::<String>().trim().to_owned()))
            }
            Ok(Some(Line::TooLong)) => Ok(Some("x".repeat(LONGEST + 1))),
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

    /// Leaving on purpose: the game is kept, and it is said how to go on.
    fn leave(&mut self) -> Result<(), Failure> {
        if let Some(complaint) = self.autosave.close(&self.session) {
            return self.say(&complaint);
        }
        let unfinished = self.session.end().is_none() && !self.session.record().is_empty();
        if unfinished && self.autosave.is_on() {
            let name = G::FACTS.name;
            self.say(&format!("The game is kept; '{name} play --continue' goes on with it."))?;
        }
        Ok(())
    }

    /// Does what a line asks for; false means to leave.
    fn take(&mut self, line: &str) -> Result<bool, Failure> {
        // A person's time may have run out while the line was awaited.
        for event in self.session.tick() {
            self.happened(&event)?;
        }
        if line.chars().nth(LONGEST).is_some() {
            self.refuse("the line is too long for a move or a command")?;
            return Ok(true);
        }
        match command::read(line) {
            Some(Ok(Command::Quit)) => return Ok(false),
            Some(Ok(command)) => self.run_command(command)?,
            Some(Err(why)) => self.refuse(&why)?,
            None if line.is_empty() => self.run_command(Command::Back)?,
            None => self.enter(line)?,
        }
        Ok(true)
    }

    fn enter(&mut self, line: &str) -> Result<(), Failure> {
        let entry = match self.session.human_to_move() {
            Some(_) => self.session.position().enter(&self.begun.text, line),
            // The session knows why nothing can be entered.
            None => return self.play(line),
        };
        let why = match entry {
            Entry::Move(m) => return self.play(&m.to_string()),
            Entry::More { begun, ask } => {
                self.begun = Begun { text: begun, ask };
                return Ok(());
            }
            Entry::Wrong(_) if line.len() > 1 && line.chars().all(char::is_alphabetic) => {
                format!("'{line}' is neither a move nor a command; help lists the commands")
            }
            Entry::Wrong(why) => why.to_string(),
        };
        self.session.count_mistake();
        self.refuse(&why)
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        match self.session.play_text(text) {
            Ok(()) => self.moved(),
            Err(refused) => self.refuse(&refused.to_string()),
        }
    }

    /// The tally of mistakes is kept with the next move: many wrong lines should not mean many writes.
    fn refuse(&mut self, why: &str) -> Result<(), Failure> {
        self.say(&format!("Not possible: {why}."))
    }

    fn run_command(&mut self, command: Command<'_>) -> Result<(), Failure> {
        match command {
            Command::Help => {
                write!(self.output, "{}", command::help())?;
                for format in G::formats() {
                    self.say(&format!("A file that ends in .{} is {}.", format.ending, format.name))?;
                }
            }
            Command::Rules => write!(self.output, "{}", G::rules())?,
            Command::Board => self.show()?,
            Command::Moves => self.list_moves()?,
            Command::Undo => {
                let done = self.session.undo();
                self.stepped(done, "there is no move to take back")?;
            }
            Command::Redo => {
                let done = self.session.redo();
                self.stepped(done, "nothing was taken back that could be played again")?;
            }
            Command::Hint => {
                if let Some(hint) = self.hint()? {
                    self.say(&self.session.advice(&hint))?;
                }
            }
            Command::Values => self.list_values()?,
            Command::Back => self.begun = Begun::default(),
            Command::Go => self.session.go_on(),
            Command::Save(name) => self.save(Path::new(name))?,
            Command::Load(name) => self.load(Path::new(name))?,
            Command::New => self.start_again()?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn stepped(&mut self, done: bool, if_not: &str) -> Result<(), Failure> {
        if !done {
            return self.refuse(if_not);
        }
        self.begun = Begun::default();
        self.keep()?;
        self.show()
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        if self.session.record().is_empty() {
            return self.say("No move has been made yet.");
        }
        for (i, ply) in self.session.record().iter().enumerate() {
            let words =
                self.session.position_after(i).map_or(String::new(), |before| before.describe(&ply.chosen));
            let back = if i < self.session.ply() { "" } else { " (taken back)" };
            let who = self.session.position_after(i).map_or("", |before| before.called(ply.side));
            let what = if words.starts_with(&ply.text) { words } else { format!("{:<6} {words}", ply.text) };
            writeln!(self.output, "{:>3}. {who}: {what}{back}", i + 1)?;
        }
        Ok(())
    }

    /// Asks the strongest machine.
    fn hint(&mut self) -> Result<Option<Hint>, Failure> {
        let asked = self.session.ask_hint(&G::hint_player());
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
            Some(Event::NoHint(error)) => self.say(&format!("There is no hint: {error}."))?,
            _ => self.say("There is no hint: it is nobody's turn here.")?,
        }
        Ok(None)
    }

    fn list_values(&mut self) -> Result<(), Failure> {
        let Some(hint) = self.hint()? else { return Ok(()) };
        let worths = self.session.worths(&hint);
        if worths.is_empty() {
            return self.say("The strongest machine does not tell what single moves are worth.");
        }
        for (worth, moves) in worths {
            self.say(&format!("  {worth}: {}", moves.join("  ")))?;
        }
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), Failure> {
        match self.session.save(path) {
            Ok(()) => self.say(&format!("Saved as {}.", path.display())),
            Err(why) => self.say(&format!("Not saved: {why}.")),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        match Session::load(path) {
            Ok(session) => {
                self.autosave.put_aside(&self.session);
                self.sit_down(session);
                self.keep()?;
                self.say(&format!("Going on with {}.", path.display()))?;
                self.show_players()?;
                self.show()
            }
            Err(error) => self.say(&format!("Not loaded: {}.", error.about(path))),
        }
    }

    fn start_again(&mut self) -> Result<(), Failure> {
        self.options.seed = self.options.seed.wrapping_add(1);
        let (setup, seats) = (self.session.setup().clone(), self.session.seats().to_vec());
        match Session::new(setup, seats, self.options.seed) {
            Ok(mut session) => {
                session.set_clock(self.session.clock().map(crate::session::Clock::control));
                self.autosave.put_aside(&self.session);
                self.sit_down(session);
                self.say("A new game.")?;
                self.show()
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn sit_down(&mut self, mut session: Session<G>) {
        session.set_think_time(self.options.think_time);
        self.session = session;
        self.begun = Begun::default();
    }
}
