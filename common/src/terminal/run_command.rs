//! What the commands do.

use super::command::{Command, Needs};
use super::game::{Begun, TerminalGame, unknown};
use super::lines::{LineRequest, LineSource};
use super::start::{YES_OR_NO, is_yes, start_game};
use crate::cli::Failure;
use crate::player::AiPlayers;
use crate::review;
use crate::session::{BadSave, Clock, Event, Hint, Session};
use crate::store::StoreError;
use crate::styled::StyledText;
use crate::words::Words;
use std::io::Write;
use std::path::Path;

impl<G: AiPlayers + Words, I: LineSource, O: Write> TerminalGame<'_, G, I, O> {
    pub(super) fn run_command(&mut self, command: Command<'_>) -> Result<(), Failure> {
        match command {
            Command::Help => self.show_help()?,
            Command::Rules => {
                self.write(&StyledText::from(G::rules()))?;
                self.introduce()?;
                self.show_legend()?;
            }
            Command::Board => self.show()?,
            Command::Moves => self.list_moves()?,
            Command::Undo => {
                let done = self.session.undo(self.viewer);
                self.stepped(done, G::NO_UNDO)?;
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
            Command::Back if self.has(Needs::Parts) => self.begun = Begun::default(),
            Command::Back => self.refuse(&unknown("back"))?,
            Command::Go => self.session.unpause(),
            Command::Branch(number) => self.branch(number)?,
            Command::Resign => {
                if !self.session.can_resign(self.viewer) {
                    return self.refuse("you cannot resign now");
                }
                if self.confirms("Resign?")? && self.session.resign(self.viewer) {
                    self.happened(&Event::Ended)?;
                }
            }
            Command::Save(name) => self.save(name)?,
            Command::Load(name) => self.load(Path::new(name))?,
            Command::New => self.start_like_this(self.session.setup().clone(), "A new game.")?,
            Command::Quit | Command::Seat(_) => {}
        }
        Ok(())
    }

    /// Asks a human at the keyboard; a script means what it says.
    fn confirms(&mut self, question: &str) -> Result<bool, Failure> {
        if !self.options.interactive {
            return Ok(true);
        }
        self.say(&format!("{question} {YES_OR_NO}"))?;
        self.output.flush()?;
        let answer = self.read(LineRequest { prompt: "> ", ..LineRequest::default() })?;
        Ok(answer.is_some_and(|answer| is_yes(&answer)))
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

    /// Says the next stage of the hint for this position; the last one makes the move. False if there is none.
    fn say_next_stage(&mut self) -> Result<bool, Failure> {
        let (ply, hints) = (self.session.ply(), self.staged_hint.take());
        let Some((_, mut hint)) = hints.filter(|(at, hint)| *at == ply && hint.stage + 1 < hint.stages.len())
        else {
            return Ok(false);
        };
        hint.stage += 1;
        self.session.count_hint(hint.side);
        if hint.stage + 1 == hint.stages.len() {
            // The move says what the last stage does.
            let text = self.seen().hint_move_text(&hint);
            self.play(&text)?;
        } else {
            let text = self.seen().hint_text(&hint);
            self.say(&text)?;
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
            match self.wait() {
                Some(event @ (Event::Hint(_) | Event::NoHint(_))) => heard = Some(event),
                Some(event) => self.happened(&event)?,
                None => break,
            }
        }
        self.keep()?;
        match heard {
            Some(Event::Hint(hint)) => return Ok(Some(hint)),
            Some(Event::NoHint(error)) => self.say(&format!("No hint available: {error}."))?,
            None if self.interrupted.raised() => {}
            _ if self.session.end().is_some() => self.say("No hint available: the game is over.")?,
            _ => self.say("No hint available: it is not your turn.")?,
        }
        Ok(None)
    }

    fn list_values(&mut self) -> Result<(), Failure> {
        if !self.has(Needs::Values) {
            return self.refuse("the AI players of this game do not report the values of moves");
        }
        let Some(hint) = self.hint()? else { return Ok(()) };
        let values = self.seen().values_of_moves(&hint);
        if values.is_empty() {
            return self.say("The strongest AI player does not report values in this position.");
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

    fn save(&mut self, name: &str) -> Result<(), Failure> {
        let forced = name.strip_prefix("--force").filter(|rest| rest.starts_with(char::is_whitespace));
        let path = Path::new(forced.unwrap_or(name).trim());
        // A game may be saved again where this game was saved before.
        let replace = forced.is_some() || self.saved_as.as_deref() == Some(path);
        let saved = if replace { self.session.save(path) } else { self.session.save_new(path) };
        match saved {
            Ok(()) => {
                self.saved_as = Some(path.to_path_buf());
                self.say(&format!("Saved as {}.", path.display()))
            }
            Err(BadSave::File(StoreError::Exists(_))) => {
                let file = path.display();
                self.say(&format!(
                    "Not saved: {file} exists. Choose another name, or replace it with 'save --force {file}'."
                ))
            }
            Err(why) => self.say(&format!("Not saved: {why}.")),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let file = path.to_path_buf();
        match start_game(move |work| Session::load(&file, work)) {
            Ok(session) => {
                self.autosave.put_aside(&self.session);
                let note = session.replaced_programs_note();
                self.set_session(session);
                self.saved_as = Some(path.to_path_buf());
                self.keep()?;
                self.say(&format!("Loaded {}.", path.display()))?;
                if let Some(note) = note {
                    self.say(&note)?;
                }
                // The end of the input shows at the next line.
                self.show_game().map(drop)
            }
            Err(error) => self.say(&format!("Not loaded: {}.", error.about(path))),
        }
    }

    /// A new game that goes on from before a move of this one.
    fn branch(&mut self, number: &str) -> Result<(), Failure> {
        let Some(brancher) = self.session.brancher() else {
            let why = match G::brancher() {
                Some(_) => "the game is not over",
                None => "undo moves to go on from an earlier position",
            };
            return self.refuse(why);
        };
        let moves = self.session.plies().len();
        let before = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let Some(before) = before.filter(|before| *before < moves) else {
            return self
                .refuse(&format!("'{number}' is not a move of this game: use a number from 1 to {moves}"));
        };
        match brancher(&self.session, before) {
            Ok(branch) => self.start_like_this(branch.setup.clone(), &branch.message()),
            Err(why) => self.refuse(&why),
        }
    }

    /// Starts another game with the players of this one.
    fn start_like_this(&mut self, setup: G::Setup, message: &str) -> Result<(), Failure> {
        self.options.seed = self.options.seed.wrapping_add(1);
        let seats = self.session.seats().to_vec();
        let seed = self.options.seed;
        match start_game(move |work| Ok(Session::start(setup, seats, seed, work)?)) {
            Ok(mut session) => {
                session.set_clock(self.session.clock().map(Clock::control));
                self.autosave.put_aside(&self.session);
                self.set_session(session);
                self.say(message)?;
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
        self.saved_as = None;
        self.begun = Begun::default();
    }
}
