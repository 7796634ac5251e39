//! The maps that a setup can name.

use crate::map::{self, Map, MapError, SharedMap, compact};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A map and the name by which people refer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapRef {
    /// The short name: of a built-in map, or of a file without its extension.
    pub id: String,
    /// The map.
    pub map: SharedMap,
}

impl Deref for MapRef {
    type Target = Map;
    fn deref(&self) -> &Map {
        &self.map
    }
}

/// What a map that is written out as text begins with.
const INLINE: &str = "inline:";

impl MapRef {
    /// What people call it: a built-in map by its short name, another one by its own, with that of its file where a built-in
    /// map has the same.
    pub fn title(&self) -> String {
        let is_builtin = |map: &Map| {
            map_ids().iter().any(|id| builtin(id).is_some_and(|known| known.map.name == map.name))
        };
        match self.map.name.trim() {
            "" => self.id.clone(),
            _ if map_ids().contains(&self.id.as_str()) => self.id.clone(),
            name if is_builtin(&self.map) => format!("{name} ({})", self.id),
            name => name.to_owned(),
        }
    }

    /// The text for saved games, which [`open_map`] reads: the name of a built-in map, or the whole map. A game on a map
    /// of a file can so be loaded where the file is missing.
    pub fn text(&self) -> String {
        if builtin(&self.id).is_some_and(|known| known == *self) {
            return self.id.clone();
        }
        format!("{INLINE}{}:{}", self.id, compact::to_text(&self.map))
    }
}

/// The names of the built-in maps, the default first.
pub fn map_ids() -> &'static [&'static str] {
    static IDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    IDS.get_or_init(|| map::builtin().collect())
}

/// A built-in map. Each is loaded once.
fn builtin(id: &str) -> Option<MapRef> {
    static LOADED: OnceLock<Mutex<HashMap<&str, SharedMap>>> = OnceLock::new();
    let mut loaded = LOADED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let known = *map_ids().iter().find(|known| known.eq_ignore_ascii_case(id))?;
    if !loaded.contains_key(known) {
        loaded.insert(known, map::load_structure(known).ok()?);
    }
    Some(MapRef { id: known.to_owned(), map: Arc::clone(loaded.get(known)?) })
}

/// A map by the name of a built-in map, the path of a .yaml file, or its text in a saved game. The error is a sentence
/// without a full stop.
pub fn open_map(text: &str) -> Result<MapRef, String> {
    if let Some(map) = builtin(text) {
        return Ok(map);
    }
    if let Some(inline) = text.strip_prefix(INLINE) {
        let read = inline.rsplit_once(':').ok_or_else(|| "its name is missing".to_owned());
        let read = read.and_then(|(id, map)| Ok((id, compact::from_text(map)?)));
        let (id, map) = read.map_err(|why| format!("the map of this game is damaged: {why}"))?;
        return Ok(MapRef { id: id.to_owned(), map: Arc::new(map) });
    }
    match map::load(text) {
        Ok(loaded) => Ok(MapRef { id: loaded.id, map: loaded.map }),
        Err(MapError::Unknown(name)) => {
            let name: String = name.chars().take(40).collect();
            let known = map_ids().join(", ");
            Err(format!("'{name}' is not a map: use one of {known}, or the path of a .yaml file"))
        }
        // A web page has no command line.
        Err(error @ MapError::Mistakes { .. }) if cfg!(not(target_arch = "wasm32")) => {
            Err(format!("{error}; 'warlight map check {text}' names all of them"))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The same, where the reason of a failure does not matter.
pub fn find_map(text: &str) -> Option<MapRef> {
    open_map(text).ok()
}

/// The name of a map by its id: a built-in map has a name of its own, others are called by their ids.
pub fn map_title(id: &str) -> String {
    builtin(id).map_or_else(|| id.to_owned(), |known| known.map.name.clone())
}

/// The map of a setup that names none.
pub(super) fn default_map() -> MapRef {
    let first = map_ids().first().and_then(|id| builtin(id));
    first.expect("the built-in maps are a part of the program, and a test loads each of them")
}
