//! The maps that a setup can name.

use crate::map::{Map, SharedMap};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A map and the name by which setups and saved games refer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapRef {
    /// The short name.
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

/// The names of the known maps, the default first.
pub fn map_ids() -> &'static [&'static str] {
    static IDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    IDS.get_or_init(|| crate::map::builtin().collect())
}

/// Loads a map by its name.
fn load(id: &str) -> Option<SharedMap> {
    crate::map::load_structure(id).ok()
}

/// The map of this name. Each map is loaded once.
pub fn find_map(id: &str) -> Option<MapRef> {
    static LOADED: OnceLock<Mutex<HashMap<String, SharedMap>>> = OnceLock::new();
    let mut loaded = LOADED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let known = map_ids().iter().find(|known| known.eq_ignore_ascii_case(id)).map_or(id, |known| *known);
    if !loaded.contains_key(known) {
        loaded.insert(known.to_owned(), load(known)?);
    }
    Some(MapRef { id: known.to_owned(), map: Arc::clone(loaded.get(known)?) })
}

/// The map of a setup that names none.
pub(super) fn default_map() -> MapRef {
    let first = map_ids().first().and_then(|id| find_map(id));
    first.expect("the built-in maps are a part of the program, and a test loads each of them")
}
