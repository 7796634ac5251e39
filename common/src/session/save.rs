//! Saving and loading: the parameters plus the log of everything that happened, replayed on load.

use super::clock::SavedClock;
use super::log::{LogEntry, NotAnEntry};
use super::{Clock, NotStarted, Refused, Seat, Session, TimeControl};
use crate::game::{Game, ScoreEvent, Side, StoredSetup};
use crate::job::Work;
use crate::limits;
use crate::player::{AiPlayers, BadSpec, MoveText};
use crate::store::{self, StoreError};
use crate::words::{Foreign, Format, Words};
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// The version of the format that we write.
const FORMAT: u32 = 2;

/// A message shows this many characters of the command line of another program.
const PROGRAM_CHARS: usize = 200;

/// A game in a file.
///
/// `entries` is written last and must agree with the length of the log: a file that was cut off lacks it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "S: crate::game::Setup", deserialize = "S: crate::game::Setup"))]
pub struct Saved<S> {
    pentad: u32,
    game: String,
    setup: StoredSetup<S>,
    seed: u64,
    /// The start position, if making it again would take long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    players: Vec<String>,
    log: Vec<String>,
    /// Moves that were being planned, as `p1:c4`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drafts: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    /// Seconds of play.
    #[serde(default)]
    seconds: u64,
    /// In an autosave: the program ended normally.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) closed: bool,
    entries: usize,
}

/// The part that says which game the file belongs to.
#[derive(Deserialize)]
struct Head {
    pentad: u32,
    game: String,
}

/// Why a file is not a game that can be resumed.
#[derive(Debug, Error)]
pub enum BadSave {
    /// The file could not be read.
    #[error("{0}")]
    File(#[from] StoreError),
    /// It is not a saved game.
    #[error("this is not a saved game of {0}")]
    NotASave(&'static str),
    /// It is a game of another program.
    #[error("this is a saved game of '{found}', not of '{wanted}'; open it with {found}")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game that reads it.
        wanted: &'static str,
    },
    /// It was written by a later version.
    #[error("this game was saved by a newer version (format {0}); update to open it")]
    Newer(u32),
    /// It was written by an unreleased version.
    #[error("this game was saved in an old format ({0}) that is no longer read")]
    Older(u32),
    /// Saving would replace something else.
    #[error("{0} exists and is not a saved game; choose another name")]
    NotOurs(String),
    /// The folder does not exist; it may be mistyped.
    #[error("there is no folder {0}")]
    NoFolder(String),
    /// Its end is missing.
    #[error("this saved game is cut off: its end is missing")]
    CutOff,
    /// It is larger or deeper than what is read.
    #[error("this saved game would take too long to read: {0}")]
    Limit(String),
    /// It cannot be understood.
    #[error("this saved game is damaged: {0}")]
    Damaged(String),
    /// A move in it cannot be played.
    #[error("this saved game is damaged: its {0}")]
    Move(#[from] BadMove),
    /// A file of another program's format cannot be understood.
    #[error("this is not {name}: {why}")]
    Foreign {
        /// The expected format.
        name: &'static str,
        /// What is wrong, and where.
        why: String,
    },
    /// Saving would replace something that only has the right name.
    #[error("{path} exists and is not {name}; choose another name")]
    NotForeign {
        /// The file.
        path: String,
        /// The expected format.
        name: &'static str,
    },
    /// An unfinished game was resumed or deleted by another program meanwhile.
    #[error("this game is open in another window, or it has been deleted")]
    InUse,
    /// The game cannot be started.
    #[error("{0}")]
    NotStarted(#[from] NotStarted),
}

/// A move of a saved game that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number}, '{text}', cannot be played: {why}")]
pub struct BadMove {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Why the rules refuse it.
    pub why: String,
}

impl BadSave {
    /// The message, with the name of the file.
    pub fn about(&self, path: &Path) -> String {
        match self {
            BadSave::File(error) => error.to_string(),
            other => format!("{} cannot be opened: {other}", path.display()),
        }
    }
}

impl<S: crate::game::Setup> Saved<S> {
    /// Reads a file in our own format.
    pub fn open<G: Game<Setup = S>>(path: &Path) -> Result<Saved<S>, BadSave> {
        Saved::read::<G>(&store::read_text(path, limits::SAVE_BYTES)?)
    }

    /// Reads a game from text. Whether its moves can be played shows when it is resumed.
    pub fn read<G: Game<Setup = S>>(text: &str) -> Result<Saved<S>, BadSave> {
        let wanted = G::FACTS.name;
        limits::check_yaml(text, limits::SAVE_YAML).map_err(BadSave::Limit)?;
        let saved: Result<Saved<S>, _> = serde_yaml::from_str(text);
        let head = match &saved {
            Ok(saved) => Head { pentad: saved.pentad, game: saved.game.clone() },
            Err(_) => serde_yaml::from_str(text).map_err(|_| {
                // The cut may be inside a line, so that the whole is not valid YAML.
                let ours = text.starts_with("pentad: ") && text.contains(&format!("\ngame: {wanted}\n"));
                if ours { BadSave::CutOff } else { BadSave::NotASave(wanted) }
            })?,
        };
        if head.game != wanted {
            return Err(BadSave::OtherGame { found: limits::short_message(&head.game), wanted });
        }
        if head.pentad > FORMAT {
            return Err(BadSave::Newer(head.pentad));
        }
        if head.pentad < FORMAT {
            return Err(BadSave::Older(head.pentad));
        }
        if !text.contains("\nentries: ") || !text.ends_with('\n') {
            return Err(BadSave::CutOff);
        }
        let mut saved = saved.map_err(|error| BadSave::Damaged(limits::short_message(&error.to_string())))?;
        if saved.entries != saved.log.len() {
            return Err(BadSave::Damaged("the number of its entries is wrong".into()));
        }
        saved.log()?;
        saved.limit_players();
        Ok(saved)
    }

    pub(super) fn log(&self) -> Result<Vec<LogEntry>, BadSave> {
        let entry = |(i, text): (usize, &String)| {
            text.parse().map_err(|NotAnEntry| {
                let text: String = text.chars().take(20).collect();
                BadSave::Damaged(format!("entry {} of its log, '{text}', is not understood", i + 1))
            })
        };
        self.log.iter().enumerate().map(entry).collect()
    }

    /// Gives players no more memory and threads than a file may ask for.
    fn limit_players(&mut self) {
        for player in &mut self.players {
            if let Ok(Seat::Ai(spec)) = player.parse::<Seat>() {
                *player = Seat::Ai(limits::player_of_file(spec)).to_string();
            }
        }
    }

    /// The parameters of the game.
    pub fn setup(&self) -> &S {
        &self.setup.0
    }

    /// Who plays, as [`Seat`]s are written.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The time control, if the game has clocks.
    pub fn time_control(&self) -> Option<TimeControl> {
        self.clock.as_ref().and_then(SavedClock::control)
    }

    /// The text of a file.
    pub fn write(&self) -> Result<String, BadSave> {
        let text = serde_yaml::to_string(self).map_err(|error| BadSave::Damaged(error.to_string()))?;
        // What could not be read again is not written.
        limits::check_yaml(&text, limits::SAVE_YAML).map_err(BadSave::Limit)?;
        Ok(text)
    }

    /// The command lines of other programs that play.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.players.iter().filter_map(|player| player.strip_prefix("cmd:"))
    }

    /// Replaces players that would start another program by humans, except programs that are allowed: opening a file is
    /// not a request to run one.
    pub fn disarm(&mut self, is_allowed: impl Fn(&str) -> bool) {
        for player in &mut self.players {
            if player.strip_prefix("cmd:").is_some_and(|program| !is_allowed(program)) {
                *player = Seat::Human.to_string();
            }
        }
    }

    /// Whether there is something to resume: a move, or a hint that was asked for.
    pub(super) fn has_moves(&self) -> bool {
        let counts = |entry: &String| Side::split(entry).0.is_some() || entry.starts_with("hint ");
        !self.drafts.is_empty() || self.log.iter().any(counts)
    }
}

impl<G: AiPlayers> Session<G> {
    /// A new game in which these moves have been made already. A move names its side as in `p1:c4`, or is one of the
    /// first side to move.
    pub fn with_moves(
        setup: G::Setup,
        seats: Vec<Seat>,
        seed: u64,
        moves: &[String],
        work: &Work,
    ) -> Result<Session<G>, BadSave> {
        let mut session: Session<G> = Session::start(setup, seats, seed, work)?;
        for (i, text) in moves.iter().enumerate() {
            let (side, text) = Side::split(text);
            let side = side.or(session.position().to_move().first()).unwrap_or(Side::FIRST);
            session.replay_move(i + 1, MoveText { side, text: text.to_owned() })?;
        }
        Ok(session)
    }

    /// Plays a move of a file.
    fn replay_move(&mut self, number: usize, MoveText { side, text }: MoveText) -> Result<(), BadSave> {
        let bad = |why: &str| {
            // A page of noise is not repeated, and why it is refused may quote it.
            let short = |text: &str, max| text.chars().take(max).collect();
            BadSave::Move(BadMove { number, text: short(&text, 20), why: short(why, 300) })
        };
        if self.position().to_move().is_empty() {
            return Err(bad("the game was over before"));
        }
        if !self.position().to_move().contains(side) {
            return Err(bad(&Refused::<G::Illegal>::NotToMove.to_string()));
        }
        if self.ply < self.undo_limit() {
            return Err(bad(&Refused::<G::Illegal>::Fixed.to_string()));
        }
        let played = self.position().parse(side, &text).and_then(|m| self.push(side, m));
        played.map_err(|why| bad(&why.to_string()))
    }

    /// The game as it is now.
    pub fn saved(&self) -> Saved<G::Setup> {
        let log: Vec<String> = self.log.iter().map(LogEntry::to_string).collect();
        Saved {
            pentad: FORMAT,
            game: G::FACTS.name.to_owned(),
            setup: StoredSetup(self.setup.clone()),
            seed: self.seed,
            start: self.start_text(),
            players: self.seats.iter().map(Seat::to_string).collect(),
            entries: log.len(),
            log,
            drafts: self.drafts(),
            clock: self.clock.as_ref().map(Clock::saved),
            seconds: self.tally().seconds,
            closed: false,
        }
    }

    /// Resumes a saved game: its log is replayed.
    pub fn resume(saved: Saved<G::Setup>, work: &Work) -> Result<Session<G>, BadSave> {
        let log = saved.log()?;
        let seats: Result<Vec<Seat>, BadSpec> = saved.players.iter().map(|text| text.parse()).collect();
        let seats = seats.map_err(NotStarted::Player)?;
        let sound_start = |text: &String| {
            G::start_from_text(&saved.setup.0, text).is_some_and(|start| start.is_sound_start())
        };
        // The check may take long. A start that is given needs none, nor does one that is only shown in a list.
        let usable = |text: &String| work.start().is_none() && (work.is_quick() || sound_start(text));
        let work = match saved.start.filter(usable) {
            Some(start) => &work.clone().with_start(Some(start)),
            None => work,
        };
        let mut session = Session::start(saved.setup.0, seats, saved.seed, work)?;
        let mut moves = 0;
        for entry in log {
            if let LogEntry::Played(played) = entry {
                moves += 1;
                session.replay_move(moves, played)?;
            } else {
                session.replay_entry(entry)?;
            }
        }
        // AI players do not play over moves that can still be redone.
        session.paused = session.can_redo();
        session.tally.seconds = saved.seconds;
        for draft in &saved.drafts {
            if let (Some(side), text) = Side::split(draft) {
                session.set_draft(side, text);
            }
        }
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

    /// Resumes a saved game to look at it: no AI player is built.
    pub fn preview(mut saved: Saved<G::Setup>, work: &Work) -> Result<Session<G>, BadSave> {
        saved.players.fill(Seat::Human.to_string());
        Session::resume(saved, work)
    }

    fn replay_entry(&mut self, entry: LogEntry) -> Result<(), BadSave> {
        let wrong = |entry: &LogEntry| BadSave::Damaged(format!("'{entry}' does not fit into its log"));
        match entry {
            LogEntry::Undo(ply) => {
                if ply >= self.ply || ply < self.undo_limit() {
                    return Err(wrong(&entry));
                }
                let plies = self.ply - ply;
                self.tally.undos = self.tally.undos.saturating_add(plies as u32);
                G::count(&mut self.score, &ScoreEvent::Undone { plies });
                if self.end().is_some() {
                    self.aborted = None;
                }
                self.ply = ply;
            }
            LogEntry::GoTo(ply) => {
                if ply > self.plies.len() {
                    return Err(wrong(&entry));
                }
                self.ply = ply;
            }
            LogEntry::Resigned(side) => {
                // Earlier versions took a resignation back when another position was looked at.
                self.aborted = None;
                if !self.resign(side) {
                    return Err(wrong(&entry));
                }
                // It is in the log now, and no news.
                (self.just_ended, self.ends) = (false, 0);
                return Ok(());
            }
            LogEntry::Refused(side, _) | LogEntry::Hint(side, _) if side.index() >= self.seats.len() => {
                return Err(wrong(&entry));
            }
            LogEntry::Refused(..) | LogEntry::Hint(..) | LogEntry::Played(_) => {}
        }
        self.add_to_log(entry);
        Ok(())
    }
}

impl<G: AiPlayers + Words> Session<G> {
    /// Writes the game to a new file, in the format of its extension.
    pub fn save_new(&self, path: &Path) -> Result<(), BadSave> {
        if store::is_file(path) {
            Self::check_replaceable(path)?;
            return Err(BadSave::File(StoreError::Exists(path.to_path_buf())));
        }
        self.save(path)
    }

    /// Refuses to replace a file that is not a saved game in the format of its extension.
    fn check_replaceable(path: &Path) -> Result<(), BadSave> {
        if let Some(format) = Format::<G>::of(path) {
            if (format.read)(&foreign_text(path)?).is_err() {
                return Err(BadSave::NotForeign { path: path.display().to_string(), name: format.name });
            }
        } else if matches!(
            Saved::open::<G>(path),
            Err(BadSave::File(_) | BadSave::Limit(_) | BadSave::NotASave(_) | BadSave::OtherGame { .. })
        ) {
            return Err(BadSave::NotOurs(path.display().to_string()));
        }
        Ok(())
    }

    /// Writes the game to a file, in the format of its extension. A saved game is replaced, another file is not.
    pub fn save(&self, path: &Path) -> Result<(), BadSave> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !store::is_usable_folder(folder)) {
            return Err(BadSave::NoFolder(folder.display().to_string()));
        }
        if store::is_file(path) {
            Self::check_replaceable(path)?;
        }
        if let Some(format) = Format::<G>::of(path) {
            // Such a file does not hold undone moves.
            let moves: Vec<G::Move> = self.plies[..self.ply].iter().map(|ply| ply.m.clone()).collect();
            return Ok(store::write_atomic(path, (format.write)(&self.setup, &moves).as_bytes())?);
        }
        Ok(store::write_atomic(path, self.saved().write()?.as_bytes())?)
    }

    /// Reads a game from a file. Other programs that the file names as players are not started: humans play instead.
    /// A file of another format names no players.
    pub fn load(path: &Path, work: &Work) -> Result<Session<G>, BadSave> {
        if let Some(format) = Format::<G>::of(path) {
            let read = (format.read)(&foreign_text(path)?);
            let Foreign { setup, moves } = read.map_err(|why| BadSave::Foreign { name: format.name, why })?;
            let seats = vec![Seat::Human; G::sides(&setup)];
            return Session::with_moves(setup, seats, 0, &moves, work);
        }
        let mut saved = Saved::open::<G>(path)?;
        let mut replaced_programs: Vec<String> = saved.programs().map(str::to_owned).collect();
        replaced_programs.dedup();
        saved.disarm(|_| false);
        let mut session = Session::resume(saved, work)?;
        session.replaced_programs = replaced_programs;
        Ok(session)
    }
}

impl<G: AiPlayers> Session<G> {
    /// What to tell the user if the loaded file names other programs as players, which are not started.
    pub fn replaced_programs_note(&self) -> Option<String> {
        let (first, others) = self.replaced_programs.split_first()?;
        let shown: String = first.chars().take(PROGRAM_CHARS).collect();
        let cut = if shown.len() < first.len() { "…" } else { "" };
        let more = match others.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let names = format!("{shown}{cut}{more}");
        Some(format!(
            "The file names another program as a player, which is not started: {names}. You play for it."
        ))
    }
}

fn foreign_text(path: &Path) -> Result<String, StoreError> {
    store::read_foreign_text(path, limits::FOREIGN_BYTES)
}
