//! Saving and loading: the parameters plus the list of moves as text, replayed on load.

use super::clock::SavedClock;
use super::{Clock, NotStarted, Seat, Session, Tally, TimeControl};
use crate::game::{Dice, Game, Side};
use crate::player::{BadSpec, Machines};
use crate::store::{self, StoreError};
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// The version of the format that we write.
const FORMAT: u32 = 1;

/// A game as it stands in a file.
///
/// `plies` is written last and must agree with the list of moves: a file that was cut off lacks it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Saved<S> {
    pentad: u32,
    game: String,
    setup: S,
    seed: u64,
    players: Vec<String>,
    moves: Vec<String>,
    at: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    #[serde(default)]
    tally: Tally,
    /// In an autosave: the program was left in good order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) closed: bool,
    plies: usize,
}

/// Only what tells whose file it is.
#[derive(Deserialize)]
struct Head {
    pentad: u32,
    game: String,
}

/// Why a file is no game to go on with.
#[derive(Debug, Error)]
pub enum BadSave {
    /// The file could not be read.
    #[error("{0}")]
    File(#[from] StoreError),
    /// It is something else.
    #[error("this is not a saved game of {0}")]
    NotASave(&'static str),
    /// It is a game of another program.
    #[error("this is a saved game of '{found}', not of '{wanted}'; open it with {found}")]
    OtherGame {
        /// Whose it is.
        found: String,
        /// Who reads it.
        wanted: &'static str,
    },
    /// It was written by a later version.
    #[error("this game was saved by a newer version (format {0}); update to open it")]
    Newer(u32),
    /// Saving would replace something else.
    #[error("{0} exists and is no saved game; choose another name")]
    NotOurs(String),
    /// A mistyped folder is not made.
    #[error("there is no folder {0}")]
    NoFolder(String),
    /// Its end is missing.
    #[error("this saved game is cut off: its end is missing")]
    CutOff,
    /// It cannot be made sense of.
    #[error("this saved game is damaged: {0}")]
    Damaged(String),
    /// A move in it cannot be played.
    #[error("this saved game is damaged: its move {number}, '{text}', cannot be played: {why}")]
    Move {
        /// Counted from 1.
        number: usize,
        /// The move.
        text: String,
        /// What the rules say.
        why: String,
    },
    /// It cannot be played on here.
    #[error("{0}")]
    NotStarted(#[from] NotStarted),
}

impl BadSave {
    /// The sentence, with the file that it is about.
    pub fn about(&self, path: &Path) -> String {
        match self {
            BadSave::File(error) => error.to_string(),
            other => format!("{} cannot be opened: {other}", path.display()),
        }
    }
}

impl<S: crate::game::Setup> Saved<S> {
    /// Reads a game from text.
    pub fn read<G: Game<Setup = S>>(text: &str) -> Result<Saved<S>, BadSave> {
        let wanted = G::FACTS.name;
        let head: Head = serde_yaml::from_str(text).map_err(|_| {
            // A cut may fall inside a line, so that even the head is no longer YAML as a whole.
            let ours = text.starts_with("pentad: ") && text.contains(&format!("\ngame: {wanted}\n"));
            if ours { BadSave::CutOff } else { BadSave::NotASave(wanted) }
        })?;
        if head.game != wanted {
            return Err(BadSave::OtherGame { found: head.game, wanted });
        }
        if head.pentad > FORMAT {
            return Err(BadSave::Newer(head.pentad));
        }
        if !text.contains("\nplies: ") || !text.ends_with('\n') {
            return Err(BadSave::CutOff);
        }
        let saved: Saved<S> =
            serde_yaml::from_str(text).map_err(|error| BadSave::Damaged(error.to_string()))?;
        if saved.plies != saved.moves.len() || saved.at > saved.moves.len() {
            return Err(BadSave::Damaged("the number of its moves is wrong".into()));
        }
        saved.replay::<G>()?;
        Ok(saved)
    }

    /// Plays every move again, by the rules alone: players are not needed to see whether a file is sound.
    fn replay<G: Game<Setup = S>>(&self) -> Result<Vec<(Side, G::Move)>, BadSave> {
        let mut position = G::start(&self.setup).map_err(|why| NotStarted::Setup(why.to_string()))?;
        let mut play = |i: usize, text: &str| {
            let side = position.to_move().first().ok_or("the game was over before")?;
            let m = position.parse(text).map_err(|why| why.to_string())?;
            let dice = &mut Dice::of(self.seed, i as u64);
            position.play(side, &m, dice).map_err(|why| why.to_string())?;
            Ok((side, m))
        };
        let bad = |i, text: &String, why| BadSave::Move { number: i + 1, text: text.clone(), why };
        let moves = self.moves.iter().enumerate();
        moves.map(|(i, text)| play(i, text).map_err(|why| bad(i, text, why))).collect()
    }

    /// The parameters of the game.
    pub fn setup(&self) -> &S {
        &self.setup
    }

    /// Who plays, as [`Seat`]s are written.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// What everything random follows from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The time control, if the game has clocks.
    pub fn time_control(&self) -> Option<TimeControl> {
        self.clock.as_ref().and_then(SavedClock::control)
    }

    /// The text of a file.
    pub fn write(&self) -> Result<String, BadSave> {
        serde_yaml::to_string(self).map_err(|error| BadSave::Damaged(error.to_string()))
    }

    /// Lets people sit where the file would start another program: whoever opens a file has not asked for that.
    fn disarm(&mut self) {
        for player in &mut self.players {
            if player.starts_with("cmd:") {
                *player = Seat::Human.to_string();
            }
        }
    }

    /// Whether there is something to go on with.
    pub(super) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }
}

impl<G: Machines> Session<G> {
    /// The game as it stands now.
    pub fn saved(&self) -> Saved<G::Setup> {
        Saved {
            pentad: FORMAT,
            game: G::FACTS.name.to_owned(),
            setup: self.setup.clone(),
            seed: self.seed,
            players: self.seats.iter().map(Seat::to_string).collect(),
            moves: self.texts.clone(),
            at: self.at,
            clock: self.clock.as_ref().map(Clock::saved),
            tally: self.tally(),
            closed: false,
            plies: self.texts.len(),
        }
    }

    /// Goes on with a saved game: every move is played again.
    pub fn resume(saved: Saved<G::Setup>) -> Result<Session<G>, BadSave> {
        let seats: Result<Vec<Seat>, BadSpec> = saved.players.iter().map(|text| text.parse()).collect();
        let seats = seats.map_err(NotStarted::Player)?;
        let moves = saved.replay::<G>()?;
        let mut session: Session<G> = Session::new(saved.setup, seats, saved.seed)?;
        for (side, m) in &moves {
            session.push(*side, m).map_err(|why| BadSave::Damaged(why.to_string()))?;
        }
        session.go_to(saved.at);
        // A machine must not play over moves that can still be redone.
        session.paused = session.can_redo();
        session.tally = saved.tally;
        let sides = session.seats.len();
        session.clock = match &saved.clock {
            None => None,
            Some(clock) => Some(
                Clock::from_saved(clock, sides)
                    .ok_or_else(|| BadSave::Damaged("its clock is wrong".into()))?,
            ),
        };
        Ok(session)
    }

    /// Writes the game to a file. Another file than a saved game of ours is not replaced.
    pub fn save(&self, path: &Path) -> Result<(), BadSave> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.exists()) {
            return Err(BadSave::NoFolder(folder.display().to_string()));
        }
        if path.is_file() {
            let text = store::read_text(path).unwrap_or_default();
            if matches!(Saved::read::<G>(&text), Err(BadSave::NotASave(_) | BadSave::OtherGame { .. })) {
                return Err(BadSave::NotOurs(path.display().to_string()));
            }
        }
        Ok(store::write_atomic(path, self.saved().write()?.as_bytes())?)
    }

    /// Reads a game from a file. Other programs that the file names as players are not started: people take their seats.
    pub fn load(path: &Path) -> Result<Session<G>, BadSave> {
        let mut saved = Saved::read::<G>(&store::read_text(path)?)?;
        saved.disarm();
        Session::resume(saved)
    }
}
