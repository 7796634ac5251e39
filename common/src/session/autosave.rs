//! The game that is going on, kept on disk after every move, so that it survives whatever ends the program.

use super::{Saved, Session};
use crate::game::Game;
use crate::player::Machines;
use crate::store::{self, Lock, Store};
use std::fs;
use std::path::{Path, PathBuf};

/// So many games may go on at once; one more is not kept.
const SLOTS: usize = 9;

/// A place for the game that is going on. Each running program has one of its own.
#[derive(Debug)]
pub struct Autosave {
    slot: Option<(PathBuf, Lock)>,
    complained: bool,
}

/// A game that was going on when its program ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Left<S> {
    /// The game.
    pub saved: Saved<S>,
    /// The program was killed, or the machine went down: the player did not mean to leave.
    pub interrupted: bool,
}

impl Autosave {
    /// No keeping at all.
    pub fn off() -> Autosave {
        Autosave { slot: None, complained: false }
    }

    /// Takes a place of its own, and finds the game to go on with among those that nobody plays now. The sentences
    /// tell what could not be done; nothing of it is fatal.
    pub fn open<G: Game>(store: &Store) -> (Autosave, Option<Left<G::Setup>>, Vec<String>) {
        let mut said = Vec::new();
        let mut free = Vec::new();
        for n in 1..=SLOTS {
            let path = store.data().join(format!("autosave-{n}.yaml"));
            if !path.exists() && !free.is_empty() {
                continue;
            }
            match Lock::take(&path.with_extension("lock")) {
                Ok(Some(lock)) => free.push((path, lock)),
                Ok(None) => {}
                Err(error) => {
                    said.push(format!("The game will not be kept between runs: {error}."));
                    return (Autosave { slot: None, complained: true }, None, said);
                }
            }
        }
        let newest = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        free.sort_by_key(|(path, _)| std::cmp::Reverse(newest(path)));
        let games = free.iter().enumerate();
        let mut games: Vec<_> =
            games.filter_map(|(i, (path, _))| Some((i, read::<G>(path, &mut said)?))).collect();
        // The newest, but one that was interrupted comes before one that its player has left.
        games.sort_by_key(|(_, left)| !left.interrupted);
        // Going on with a game keeps its place, so that it does not stand in two.
        let (place, left) = games.into_iter().next().map_or((0, None), |(place, left)| (place, Some(left)));
        let slot = if free.is_empty() { None } else { Some(free.swap_remove(place)) };
        (Autosave { slot, complained: false }, left, said)
    }

    /// Whether games are kept at all.
    pub fn is_on(&self) -> bool {
        self.slot.is_some() && !self.complained
    }

    /// Keeps the game, or forgets it when it is over. A game without a move does not yet take the place of the one that
    /// is kept. Tells once if that does not work.
    pub fn keep<G: Machines>(&mut self, session: &Session<G>) -> Option<String> {
        self.write(session, false)
    }

    /// Keeps the game as one that the player left on purpose.
    pub fn close<G: Machines>(&mut self, session: &Session<G>) -> Option<String> {
        self.write(session, true)
    }

    fn write<G: Machines>(&mut self, session: &Session<G>, closed: bool) -> Option<String> {
        let (path, _) = self.slot.as_ref()?;
        let mut saved = session.saved();
        if !saved.has_moves() {
            return None;
        }
        if session.verdict().is_some() {
            let _ = fs::remove_file(path);
            return None;
        }
        saved.closed = closed;
        let error = store::write_atomic(path, saved.write().as_bytes()).err()?;
        let first = !self.complained;
        self.complained = true;
        first.then(|| format!("The game cannot be kept: {error}."))
    }
}

fn read<G: Game>(path: &Path, said: &mut Vec<String>) -> Option<Left<G::Setup>> {
    if !path.exists() {
        return None;
    }
    let saved = store::read_text(path).map_err(Into::into).and_then(|text| Saved::read::<G>(&text));
    match saved {
        Ok(saved) => Some(Left { interrupted: !saved.closed, saved }),
        Err(error) => {
            let aside = path.with_extension("yaml.damaged");
            let kept = match fs::rename(path, &aside) {
                Ok(()) => format!("it is set aside as {}", aside.display()),
                Err(_) => "it could not be set aside".to_owned(),
            };
            said.push(format!("The game that was going on cannot be read: {error}; {kept}."));
            None
        }
    }
}
