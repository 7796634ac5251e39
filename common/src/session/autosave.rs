//! The game that is going on, kept on disk after every move, so that it survives whatever ends the program.

use super::{Saved, Session};
use crate::game::{Game, Setup};
use crate::player::AiPlayers;
use crate::store::{self, AutosaveSlot, AutosaveSlots, Store, StoreError};
use std::path::Path;

/// Keeps the game that is going on. Each running program has a place of its own, taken when there is something to keep.
#[derive(Debug)]
pub struct Autosave {
    /// Where games are kept; nowhere if that is not possible.
    places: Option<AutosaveSlots>,
    place: Option<AutosaveSlot>,
    complained: bool,
}

/// A game that was going on when its program ended.
#[derive(Debug)]
pub struct Unfinished<S> {
    /// The game.
    pub saved: Saved<S>,
    /// The program was killed, or the machine went down: the player did not mean to leave.
    pub interrupted: bool,
    place: AutosaveSlot,
}

impl<S: Setup> Unfinished<S> {
    /// The player does not want to go on with it now: from now on it waits to be asked for.
    pub fn decline(mut self) {
        self.saved.closed = true;
        if let Ok(text) = self.saved.write() {
            let _ = self.place.write(&text);
        }
    }
}

impl Autosave {
    /// No keeping at all.
    pub fn off() -> Autosave {
        Autosave { places: None, place: None, complained: false }
    }

    /// Gets ready to keep games, and finds the one to go on with. The sentences tell what could not be done; nothing of
    /// it is fatal.
    pub fn open<G: Game>(store: &Store) -> (Autosave, Option<Unfinished<G::Setup>>, Vec<String>) {
        let mut said = Vec::new();
        match Autosave::find::<G>(store, &mut said).and_then(|left| Ok((left, places(store)?))) {
            Ok((left, places)) => {
                (Autosave { places: Some(places), place: None, complained: false }, left, said)
            }
            Err(error) => {
                said.push(format!("The game will not be kept between runs: {error}."));
                (Autosave { complained: true, ..Autosave::off() }, None, said)
            }
        }
    }

    /// The game to go on with among those that nobody plays now: the newest, but one that was interrupted comes before
    /// one that its player has left.
    pub fn find<G: Game>(
        store: &Store,
        said: &mut Vec<String>,
    ) -> Result<Option<Unfinished<G::Setup>>, StoreError> {
        let mut games: Vec<Unfinished<G::Setup>> = Vec::new();
        for place in places(store)?.unfinished()? {
            if let Some(saved) = read::<G>(place.path(), said) {
                games.push(Unfinished { interrupted: !saved.closed, saved, place });
            }
        }
        // AutosaveSlots come with the newest last, and keep this order.
        games.sort_by_key(|left| left.interrupted);
        Ok(games.pop())
    }

    /// Goes on with a game in the place where it is kept.
    pub fn adopt<S>(&mut self, left: Unfinished<S>) -> Saved<S> {
        self.place = Some(left.place);
        left.saved
    }

    /// Whether games are kept at all.
    pub fn is_on(&self) -> bool {
        self.places.is_some() && !self.complained
    }

    /// Keeps the game, or forgets it when it is over. Tells once if that does not work.
    pub fn keep<G: AiPlayers>(&mut self, session: &Session<G>) -> Option<String> {
        self.write(session, false)
    }

    /// Keeps the game as one that the player left on purpose.
    pub fn close<G: AiPlayers>(&mut self, session: &Session<G>) -> Option<String> {
        self.write(session, true)
    }

    /// Keeps the game like [`Autosave::close`], and makes room for another one.
    pub fn put_aside<G: AiPlayers>(&mut self, session: &Session<G>) -> Option<String> {
        let complaint = self.close(session);
        self.place = None;
        complaint
    }

    fn write<G: AiPlayers>(&mut self, session: &Session<G>, closed: bool) -> Option<String> {
        let places = self.places.as_ref()?;
        let mut saved = session.saved();
        if session.end().is_some() {
            if let Some(place) = self.place.take() {
                place.clear();
            }
            return None;
        }
        if !saved.has_moves() {
            return None;
        }
        if self.place.is_none() {
            self.place = places.free_slot();
        }
        saved.closed = closed;
        let error = match (&self.place, saved.write()) {
            (Some(place), Ok(text)) => place.write(&text).err()?.to_string(),
            (None, _) => "too many games are going on at once".to_owned(),
            (_, Err(error)) => error.to_string(),
        };
        let first = !self.complained;
        self.complained = true;
        first.then(|| format!("The game cannot be kept: {error}."))
    }
}

fn places(store: &Store) -> Result<AutosaveSlots, StoreError> {
    AutosaveSlots::new(store.data(), "autosave")
}

fn read<G: Game>(path: &Path, said: &mut Vec<String>) -> Option<Saved<G::Setup>> {
    let saved = store::read_text(path).map_err(Into::into).and_then(|text| Saved::read::<G>(&text));
    match saved {
        Ok(saved) => Some(saved),
        Err(error) => {
            let kept = store::set_aside(path);
            said.push(format!("The game that was going on cannot be read: {error}; {kept}."));
            None
        }
    }
}
