//! What a game shows in the terminal: players, board, result, prompts and lists.

use super::command::{self, Needs};
use super::game::{TerminalGame, is_secret_for};
use super::lines::LineSource;
use crate::cli::{self, Failure};
use crate::player::{AiPlayers, Spec};
use crate::review;
use crate::session::Seat;
use crate::styled::{STRONG, StyledText};
use crate::words::{SeenPly, Words, sentence, turn_of};
use std::io::Write;

impl<G: AiPlayers + Words, I: LineSource, O: Write> TerminalGame<'_, G, I, O> {
    /// Writes a paragraph.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{}", self.options.rendering.paragraph(text))?)
    }

    /// Writes lines that are laid out already.
    pub(super) fn write(&mut self, text: &StyledText) -> Result<(), Failure> {
        Ok(write!(self.output, "{}", self.options.rendering.render(text))?)
    }

    /// What is played, who plays, and how to go on.
    pub(super) fn show_players(&mut self) -> Result<(), Failure> {
        let summary = G::summary(self.session.setup());
        let summary = if summary.is_empty() { summary } else { format!(" {}", sentence(&summary)) };
        self.say(&format!("{}.{summary}", G::FACTS.title))?;
        let players = self.players();
        if !players.is_empty() {
            self.say(&players)?;
        }
        if let Some(command) = self.stronger().filter(|_| self.options.interactive) {
            self.say(&format!("For a stronger AI player: {command}"))?;
        }
        self.say("Type 'help' for a list of commands, 'rules' for the rules.")
    }

    /// Who plays, in a line; empty for a puzzle.
    fn players(&self) -> String {
        let (mut humans, mut ai) = (Vec::new(), Vec::new());
        for (side, seat) in self.session.sides().zip(self.session.seats()) {
            let name = self.seen().side_name(side);
            match seat {
                Seat::Human => humans.push(name.into_owned()),
                Seat::Ai(_) => ai.push(format!("{name} ({seat})")),
            }
        }
        let listed = |who: &str, names: &[String]| match names {
            [] => String::new(),
            [one] => format!("{who}: {one}."),
            _ => format!("{who}s: {}.", names.join(", ")),
        };
        if self.session.seats().len() < 2 {
            return String::new();
        }
        let humans = listed(if humans.len() == 1 { "You" } else { "Human" }, &humans);
        format!("{humans} {}", listed("AI player", &ai)).trim().to_owned()
    }

    /// The command for a game against the next level, where a human plays against a level that is not the last.
    fn stronger(&self) -> Option<String> {
        let mut seats = self.session.sides().zip(self.session.seats());
        let (side, Seat::Ai(spec)) = seats.find(|(_, seat)| **seat != Seat::Human)? else { return None };
        let level = G::LEVELS.iter().position(|level| *spec == Spec::level(level.name))?;
        let next = G::LEVELS.get(level + 1).filter(|_| self.session.seats().contains(&Seat::Human))?;
        let argument = cli::seat_argument::<G>(side)?;
        Some(format!("{} play --{argument} {}", G::FACTS.name, next.name))
    }

    /// The players and the board. A resumed game with secrets is shown only to the player whose view it is. False at
    /// the end of the input.
    pub(super) fn show_game(&mut self) -> Result<bool, Failure> {
        self.show_players()?;
        if is_secret_for(&self.session) && self.session.ply() > 0 && !self.hide_screen()? {
            return Ok(false);
        }
        self.introduce()?;
        self.show()?;
        Ok(true)
    }

    /// What a player must know about this game besides the rules.
    pub(super) fn introduce(&mut self) -> Result<(), Failure> {
        let text = StyledText::from(G::introduction(self.seen().view()));
        self.write(&text)
    }

    /// What the signs on the board mean.
    pub(super) fn show_legend(&mut self) -> Result<(), Failure> {
        let legend = G::legend(self.seen().view());
        self.write(&legend)
    }

    /// The board and, at the end of the game, the result.
    pub(super) fn show(&mut self) -> Result<(), Failure> {
        let board = self.board();
        writeln!(self.output)?;
        self.write(&board)?;
        self.shown = board;
        let score = G::describe_score(self.session.score());
        if !score.is_empty() {
            self.say(&format!("Score: {score}"))?;
        }
        self.show_end()
    }

    /// The same after a move. A secret move changes nothing that can be seen.
    pub(super) fn show_change(&mut self) -> Result<(), Failure> {
        let unchanged = self.session.end().is_none() && self.board() == self.shown;
        if unchanged { Ok(()) } else { self.show() }
    }

    /// The board with the moves since the viewer's own last turn, which may have had several moves.
    fn board(&self) -> StyledText {
        let seen = self.seen();
        let is_own = |n: &usize| seen.side_of(*n) == Some(self.viewer);
        let last = (0..seen.ply()).rev().find(is_own).unwrap_or(0);
        let first = (0..last).rev().take_while(is_own).last().unwrap_or(last);
        let recent: Vec<SeenPly<'_, G>> = (first..seen.ply()).filter_map(|n| seen.seen_ply(n)).collect();
        G::board(seen.view(), &recent)
    }

    pub(super) fn show_end(&mut self) -> Result<(), Failure> {
        let (ending, tally) = (self.seen().ending(), self.seen().tally_text());
        if ending.is_empty() {
            return Ok(());
        }
        let mut text = StyledText::new();
        text.push(STRONG, self.options.rendering.paragraph(&format!("{ending}{tally}")));
        text.plain("\n");
        self.write(&text)
    }

    pub(super) fn show_clock(&mut self) -> Result<(), Failure> {
        let left = self.seen().times_left();
        if left.is_empty() { Ok(()) } else { self.say(&format!("Time left: {}.", left.join(", "))) }
    }

    /// Says whose turn it is and what is expected.
    pub(super) fn prompt(&mut self) -> Result<(), Failure> {
        let prompt = if self.session.end().is_some() {
            let reviewed = review::check(&self.session).is_ok();
            let review = if reviewed { "'review' to find the mistakes, " } else { "" };
            let undo = if self.seen().can_undo() { ", 'undo' to undo the last move," } else { "" };
            let branch = match self.session.brancher() {
                Some(_) if self.session.ply() > 0 => "'branch N' to play on from before move N, ",
                _ => "",
            };
            format!("The game is over. Type {review}{branch}'new' for a new game{undo} or 'quit'.")
        } else if self.session.humans_to_move().contains(self.viewer) {
            self.show_clock()?;
            match &self.begun.prompt {
                none if none.is_empty() => G::prompt(self.seen().view(), self.viewer),
                prompt => prompt.clone(),
            }
        } else if let Some(side) = self.session.ai_to_move() {
            let player = &self.session.seats()[side.index()];
            format!(
                "{}: {player} is waiting. Type 'go' to let it move.",
                turn_of(&self.seen().side_name(side))
            )
        } else {
            String::new()
        };
        self.say(&prompt)?;
        if self.options.interactive && !I::EDITS {
            write!(self.output, "> ")?;
        }
        Ok(self.output.flush()?)
    }

    /// Whether a command is of use in this game.
    pub(super) fn has(&self, needs: Needs) -> bool {
        let humans = self.session.seats().iter().filter(|seat| **seat == Seat::Human).count();
        // A secret order waits for the others, and with the last one everything is revealed.
        let can_never_undo = G::FACTS.simultaneous && G::FACTS.hidden;
        match needs {
            Needs::Nothing => true,
            Needs::Values => G::MOVE_VALUES,
            Needs::Review => G::reviewer().is_some(),
            Needs::Parts => G::MOVES_IN_PARTS,
            Needs::Undo => !can_never_undo || self.seen().can_undo(),
            Needs::Redo => !can_never_undo || self.seen().can_redo(),
            Needs::AiPlayer => {
                let waits = !can_never_undo || self.session.is_paused();
                waits && humans < self.session.seats().len()
            }
            Needs::Branch => G::brancher().is_some(),
            Needs::Seats => humans > 1 && G::FACTS.simultaneous,
            Needs::Opponent => self.session.seats().len() > 1,
        }
    }

    pub(super) fn show_help(&mut self) -> Result<(), Failure> {
        let help = command::help(G::HINT_HELP, |needs| self.has(needs));
        self.write(&StyledText::from(help))?;
        for format in G::formats() {
            self.say(&format!("A file that ends in .{} is {}.", format.extension, format.name))?;
        }
        if !G::legend(self.seen().view()).is_empty() {
            self.say("On the board:")?;
        }
        self.show_legend()
    }

    pub(super) fn list_moves(&mut self) -> Result<(), Failure> {
        let seen = self.seen();
        if seen.plies() == 0 {
            return self.say("No move has been played yet.");
        }
        let line = |n: usize| {
            let ply = seen.seen_ply(n)?;
            let (words, text) = (seen.describe_ply(n)?, seen.move_text(n).unwrap_or(""));
            let undone = if n < seen.ply() { "" } else { " (undone)" };
            let who = G::side_name(seen.setup(), Some(ply.before), ply.side);
            let what = match text.chars().count() {
                _ if words.starts_with(text) => words,
                0..=6 => format!("{text:<6} {words}"),
                _ => format!("{text} ({words})"),
            };
            Some(format!("{:>3}. {who}: {what}{undone}", n + 1))
        };
        let lines: Vec<String> = (0..seen.plies()).filter_map(line).collect();
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Tells the viewer of the moves since it was last told.
    pub(super) fn tell_moves(&mut self) -> Result<(), Failure> {
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
}
