//! Saving and loading: the parameters plus the list of moves as text, replayed on load.

use super::clock::SavedClock;
use super::{Clock, NotStarted, Seat, Session, Tally, TimeControl};
use crate::game::{Dice, Game, Side};
use crate::player::{BadSpec, AiPlayers};
use crate::store::{self, StoreError};
use crate::words::{Foreign, Format, Words};
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
    #[error("this saved game is damaged: its {0}")]
    Move(#[from] BadMove),
    /// A file of another program's format cannot be made sense of.
    #[error("this is not {name}: {why}")]
    Foreign {
        /// What it should have been.
        name: &'static str,
        /// What is wrong, and where.
        why: String,
    },
    /// Saving would replace something that only has the right name.
    #[error("{path} exists and is not {name}; choose another name")]
    NotForeign {
        /// The file.
        path: String,
        /// What it should have been.
        name: &'static str,
    },
    /// It cannot be played on here.
    #[error("{0}")]
    NotStarted(#[from] NotStarted),
}

/// A move of a list that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number}, '{text}', cannot be played: {why}")]
pub struct BadMove {
    /// Counted from 1.
    pub number: usize,
    /// The move.
    pub text: String,
    /// What the rules say.
    pub why: String,
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
        replay::<G>(&self.setup, self.seed, &self.moves)
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

fn replay<G: Game>(setup: &G::Setup, seed: u64, moves: &[String]) -> Result<Vec<(Side, G::Move)>, BadSave> {
    let mut position = G::start(setup).map_err(|why| NotStarted::Setup(why.to_string()))?;
    let mut play = |i: usize, text: &str| {
        let side = position.to_move().first().ok_or("the game was over before")?;
        let m = position.parse(text).map_err(|why| why.to_string())?;
        let dice = &mut Dice::of(seed, i as u64);
        position.play(side, &m, dice).map_err(|why| why.to_string())?;
        Ok((side, m))
    };
    // Nobody wants to see a page of noise again.
    let bad = |i, text: &str, why| BadMove { number: i + 1, text: text.chars().take(20).collect(), why };
    let moves = moves.iter().enumerate();
    moves.map(|(i, text)| play(i, text).map_err(|why| bad(i, text, why).into())).collect()
}

impl<G: AiPlayers> Session<G> {
    /// A new game in which these moves have been made already.
    pub fn with_moves(
        setup: G::Setup,
        seats: Vec<Seat>,
        seed: u64,
        moves: &[String],
    ) -> Result<Session<G>, BadSave> {
        let moves = replay::<G>(&setup, seed, moves)?;
        let mut session: Session<G> = Session::new(setup, seats, seed)?;
        for (side, m) in &moves {
            session.push(*side, m).map_err(|why| BadSave::Damaged(why.to_string()))?;
        }
        Ok(session)
    }

    /// The game as it stands now.
    pub fn saved(&self) -> Saved<G::Setup> {
        Saved {
            pentad: FORMAT,
            game: G::FACTS.name.to_owned(),
            setup: self.setup.clone(),
            seed: self.seed,
            players: self.seats.iter().map(Seat::to_string).collect(),
            moves: self.texts.clone(),
            at: self.ply,
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
        let mut session = Session::with_moves(saved.setup, seats, saved.seed, &saved.moves)?;
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
}

impl<G: AiPlayers + Words> Session<G> {
    /// Writes the game to a file, in the format that its ending names. Another file than a saved game is not replaced.
    pub fn save(&self, path: &Path) -> Result<(), BadSave> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.exists()) {
            return Err(BadSave::NoFolder(folder.display().to_string()));
        }
        if let Some(format) = Format::<G>::of(path) {
            let ours = || Ok::<_, StoreError>((format.read)(&store::read_foreign_text(path)?).is_ok());
            if path.is_file() && !ours()? {
                return Err(BadSave::NotForeign { path: path.display().to_string(), name: format.name });
            }
            // Such a file has no place for moves that were taken back.
            let played = self.record.iter().take(self.ply);
            let moves: Vec<G::Move> = played.map(|ply| ply.chosen.clone()).collect();
            return Ok(store::write_atomic(path, (format.write)(&self.setup, &moves).as_bytes())?);
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
    /// In a file of another format there are no players that we know.
    pub fn load(path: &Path) -> Result<Session<G>, BadSave> {
        if let Some(format) = Format::<G>::of(path) {
            let read = (format.read)(&store::read_foreign_text(path)?);
            let Foreign { setup, moves } = read.map_err(|why| BadSave::Foreign { name: format.name, why })?;
            return Session::with_moves(setup, vec![Seat::Human; G::FACTS.sides], 0, &moves);
        }
        let mut saved = Saved::read::<G>(&store::read_text(path)?)?;
        saved.disarm();
        Session::resume(saved)
    }
}
