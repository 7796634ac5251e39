//! Games and maps as text, for the workers of a web page.

use crate::map::{LoadedMap, MapError};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Bytes as text: two digits each.
pub fn write_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The bytes of a text; `None` if it is none of ours.
pub fn read_bytes(text: &str) -> Option<Vec<u8>> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.as_bytes().chunks(2).map(byte).collect()
}

/// A map with its pictures.
#[derive(Serialize, Deserialize)]
pub struct PackedMap {
    id: String,
    yaml: String,
    picture: String,
    template: String,
}

impl From<LoadedMap> for PackedMap {
    fn from(map: LoadedMap) -> PackedMap {
        let [yaml, picture, template] = map.files();
        let yaml = String::from_utf8(yaml).unwrap_or_default();
        PackedMap { id: map.id, yaml, picture: write_bytes(&picture), template: write_bytes(&template) }
    }
}

impl TryFrom<PackedMap> for LoadedMap {
    type Error = MapError;

    fn try_from(packed: PackedMap) -> Result<LoadedMap, MapError> {
        let bytes = |text: &str| read_bytes(text).unwrap_or_default();
        LoadedMap::from_files(&packed.id, &packed.yaml, &bytes(&packed.picture), &bytes(&packed.template))
    }
}

#[cfg(test)]
#[test]
fn a_packed_map_is_the_same() {
    let map = crate::map::load("brindle").unwrap();
    let text = serde_json::to_string(&map).unwrap();
    let again: LoadedMap = serde_json::from_str(&text).unwrap();
    assert!(again.map == map.map && again.id == map.id && again.about == map.about);
    assert!(again.picture == map.picture && again.template.pixels() == map.template.pixels());
    assert!(serde_json::from_str::<LoadedMap>(&text.replace("yaml", "other")).is_err());
    assert_eq!((read_bytes(&write_bytes(&[0, 255, 16])), read_bytes("0x")), (Some(vec![0, 255, 16]), None));
}
