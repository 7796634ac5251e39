//! The unfinished game, kept on disk after every move, so that it survives whatever ends the program; and the last
//! finished games, for a review.

use super::{BadSave, GameSummary, Saved, Session};
use crate::game::{Game, Setup};
use crate::player::AiPlayers;
use crate::store::{self, AutosaveSlot, AutosaveSlots, BackgroundWriter, Store, StoreError};
use crate::words::Words;
use std::path::{Path, PathBuf};

/// Keeps the unfinished game, and when it ends, the finished one. Each running program has a slot of its own, taken when there is something to keep.
#[derive(Debug)]
pub struct Autosave {
    /// Where games are kept; `None` if that is not possible.
    slots: Option<AutosaveSlots>,
    /// Where finished games are kept: as many as there are slots, then the oldest is replaced.
    finished: Option<AutosaveSlots>,
    /// The folder of saved games.
    saves: PathBuf,
    slot: Option<AutosaveSlot>,
    writer: Option<BackgroundWriter>,
    /// A failure was reported already.
    complained: bool,
    /// How often this game had ended when it was kept among the finished ones.
    kept_ends: u32,
}

/// When a game is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteMode {
    /// Before the call returns: for terminals, where a move that is shown is on disk.
    Now,
    /// On a thread of its own: for windows, which must not wait for the disk.
    Background,
}

/// A game that was not finished when its program ended.
#[derive(Debug)]
pub struct Unfinished<S> {
    /// The game.
    pub saved: Saved<S>,
    /// The program was killed or the computer crashed: the player did not leave on purpose.
    pub interrupted: bool,
    slot: AutosaveSlot,
}

impl<S: Setup> Unfinished<S> {
    /// When it was played last, who plays, and how long it is.
    pub fn summary<G: Words<Setup = S>>(&self) -> GameSummary {
        GameSummary::of::<G>(&self.saved, self.slot.path())
    }

    /// Whether it was played after all finished games.
    pub fn is_last(&self, store: &Store) -> bool {
        let finished = Autosave::finished_files(store).first().and_then(|file| store::modified(file));
        finished.is_none_or(|finished| store::modified(self.slot.path()).is_some_and(|own| own >= finished))
    }

    /// Marks it as left on purpose: from now on it is resumed only on request.
    pub fn decline(mut self) {
        self.saved.closed = true;
        if let Ok(text) = self.saved.write() {
            let _ = self.slot.write(&text);
        }
    }
}

impl<S> Unfinished<S> {
    /// Moves the file of a game that cannot be resumed out of the way, and says where it is.
    pub fn set_aside(self) -> String {
        store::set_aside(self.slot.path())
    }
}

impl Autosave {
    /// Keeps nothing.
    pub fn off() -> Autosave {
        let saves = PathBuf::new();
        Autosave {
            slots: None,
            finished: None,
            saves,
            slot: None,
            writer: None,
            complained: false,
            kept_ends: 0,
        }
    }

    /// Prepares to keep games, and finds the one to resume. The messages say what went wrong; none of it is fatal.
    pub fn open<G: Game>(
        store: &Store,
        mode: WriteMode,
    ) -> (Autosave, Option<Unfinished<G::Setup>>, Vec<String>) {
        let mut messages = Vec::new();
        match Autosave::find::<G>(store, &mut messages).and_then(|found| Ok((found, slots(store)?))) {
            Ok((found, slots)) => {
                let writer = (mode == WriteMode::Background).then(BackgroundWriter::default);
                let finished = finished_slots(store).ok();
                let saves = store.saves();
                (Autosave { slots: Some(slots), finished, saves, writer, ..Autosave::off() }, found, messages)
            }
            Err(error) => {
                messages.push(format!("The game will not be kept between runs: {error}."));
                (Autosave { complained: true, ..Autosave::off() }, None, messages)
            }
        }
    }

    /// The game to resume among those that no program plays now: the newest, interrupted games first.
    pub fn find<G: Game>(
        store: &Store,
        messages: &mut Vec<String>,
    ) -> Result<Option<Unfinished<G::Setup>>, StoreError> {
        let mut games: Vec<Unfinished<G::Setup>> = Vec::new();
        for slot in slots(store)?.unfinished()? {
            if let Some(saved) = read::<G>(slot.path(), messages) {
                games.push(Unfinished { interrupted: !saved.closed, saved, slot });
            }
        }
        // Slots come with the newest last, and a stable sort keeps this order.
        games.sort_by_key(|game| game.interrupted);
        Ok(games.pop())
    }

    /// The files of all unfinished games that no program plays now, newest first.
    pub fn files(store: &Store) -> Vec<PathBuf> {
        slots(store).and_then(|slots| slots.idle_files()).unwrap_or_default()
    }

    /// The files of the last finished games, newest first. They are opened like saved games.
    pub fn finished_files(store: &Store) -> Vec<PathBuf> {
        finished_slots(store).and_then(|slots| slots.idle_files()).unwrap_or_default()
    }

    /// Takes one of [`Autosave::files`], to resume its game.
    pub fn take<G: Game>(store: &Store, file: &Path) -> Result<Unfinished<G::Setup>, BadSave> {
        let slot = slots(store)?.take(file).ok_or(BadSave::InUse)?;
        let saved = Saved::open::<G>(slot.path())?;
        Ok(Unfinished { interrupted: !saved.closed, saved, slot })
    }

    /// Deletes the game of one of [`Autosave::files`].
    pub fn delete(store: &Store, file: &Path) -> Result<(), BadSave> {
        slots(store)?.take(file).ok_or(BadSave::InUse)?.clear();
        Ok(())
    }

    /// Keeps a resumed game in the slot where it was.
    pub fn adopt<S>(&mut self, game: Unfinished<S>) -> Saved<S> {
        self.slot = Some(game.slot);
        self.kept_ends = 0;
        game.saved
    }

    /// Whether games are kept.
    pub fn is_on(&self) -> bool {
        self.slots.is_some() && !self.complained
    }

    /// Keeps the game; when it is over, among the finished ones. Returns a message if that fails for the first time.
    pub fn keep<G: AiPlayers>(&mut self, session: &Session<G>) -> Option<String> {
        self.write(session, false)
    }

    /// Keeps the game as one that was left on purpose.
    pub fn close<G: AiPlayers>(&mut self, session: &Session<G>) -> Option<String> {
        let message = self.write(session, true);
        self.flush();
        message
    }

    /// Keeps the game like [`Autosave::close`], and frees the slot for another game.
    pub fn put_aside<G: AiPlayers>(&mut self, session: &Session<G>) -> Option<String> {
        let message = self.close(session);
        self.slot = None;
        self.kept_ends = 0;
        message
    }

    fn flush(&self) {
        if let Some(writer) = &self.writer {
            writer.flush();
        }
    }

    /// Keeps a game that has just ended. A failure is not worth a message: the game has been played.
    fn keep_finished<S: Setup>(&self, saved: &Saved<S>) {
        let slot = self.finished.as_ref().and_then(|slots| slots.free_slot().or_else(|| slots.oldest_slot()));
        if let (Some(slot), Ok(text)) = (slot, saved.write()) {
            let _ = slot.write(&text);
        }
    }

    fn write<G: AiPlayers>(&mut self, session: &Session<G>, closed: bool) -> Option<String> {
        let slots = self.slots.as_ref()?;
        let saved = session.saved();
        // An earlier position of a finished game is still that game.
        if session.has_ended() {
            self.flush();
            let slot = self.slot.take();
            // A game that was only looked at is not kept again.
            if slot.is_some() || session.ends() > self.kept_ends {
                self.keep_finished(&saved);
            }
            self.kept_ends = session.ends();
            if let Some(slot) = slot {
                slot.clear();
            }
            return None;
        }
        if !saved.has_moves() || session.is_untouched() {
            return None;
        }
        let mut moved = None;
        if self.slot.is_none() {
            self.slot = slots.free_slot();
            if self.slot.is_none()
                && let Some(oldest) = slots.oldest_slot()
            {
                moved = Some(move_to_saves(oldest, &self.saves));
                self.slot = slots.free_slot();
            }
        }
        self.write_to_slot(saved, closed).or(moved)
    }

    fn write_to_slot<S: Setup>(&mut self, mut saved: Saved<S>, closed: bool) -> Option<String> {
        saved.closed = closed;
        let error = match (&self.slot, saved.write(), &self.writer) {
            (Some(slot), Ok(text), Some(writer)) => {
                writer.write(slot.path(), text);
                // An error of an earlier write: this one is still under way.
                writer.take_error()?.to_string()
            }
            (Some(slot), Ok(text), None) => slot.write(&text).err()?.to_string(),
            (None, _, _) => "too many games are unfinished".to_owned(),
            (_, Err(error), _) => error.to_string(),
        };
        let first = !self.complained;
        self.complained = true;
        first.then(|| format!("The game cannot be kept: {error}."))
    }
}

/// Makes room for another unfinished game. Returns a message about it.
fn move_to_saves(oldest: AutosaveSlot, saves: &Path) -> String {
    match oldest.move_to(saves) {
        Ok(path) => {
            format!("You have many unfinished games: the oldest one is now a saved game, {}.", path.display())
        }
        Err(error) => format!("You have many unfinished games, and none can be moved: {error}."),
    }
}

fn finished_slots(store: &Store) -> Result<AutosaveSlots, StoreError> {
    AutosaveSlots::new(store.data(), "finished")
}

fn slots(store: &Store) -> Result<AutosaveSlots, StoreError> {
    AutosaveSlots::new(store.data(), "autosave")
}

fn read<G: Game>(path: &Path, messages: &mut Vec<String>) -> Option<Saved<G::Setup>> {
    let saved = Saved::open::<G>(path);
    match saved {
        Ok(saved) => Some(saved),
        Err(error) => {
            let aside = store::set_aside(path);
            messages.push(format!("The unfinished game cannot be read: {error}; {aside}."));
            None
        }
    }
}
