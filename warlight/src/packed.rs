//! Games and maps as text, for the workers of a web page.

use crate::map::{LoadedMap, Template, compact, template};
use image::RgbImage;
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

/// A map with its pictures. It need not be fit for a file: the map of a recorded game may have two regions with the same
/// template colour.
#[derive(Serialize, Deserialize)]
pub struct PackedMap {
    id: String,
    about: String,
    map: String,
    picture: String,
    /// The numbers of the regions.
    template: String,
}

impl From<LoadedMap> for PackedMap {
    fn from(loaded: LoadedMap) -> PackedMap {
        // A picture that cannot be encoded is refused where it is read.
        let encode = |picture: &RgbImage| write_bytes(&template::encode_fast(picture).unwrap_or_default());
        PackedMap {
            map: compact::to_text(&loaded.map),
            picture: encode(&loaded.picture),
            template: encode(&loaded.template.to_numbers()),
            id: loaded.id,
            about: loaded.about,
        }
    }
}

impl TryFrom<PackedMap> for LoadedMap {
    type Error = String;

    fn try_from(packed: PackedMap) -> Result<LoadedMap, String> {
        let PackedMap { id, about, map, picture, template } = packed;
        let map = compact::from_text(&map)?;
        let decode = |text: &str| {
            let bytes = read_bytes(text).ok_or("a picture contains other characters")?;
            template::decode(&bytes).map_err(|why| format!("a picture {why}"))
        };
        let (picture, template) = (decode(&picture)?, decode(&template)?);
        if picture.dimensions() != template.dimensions() {
            return Err("its pictures differ in size".to_owned());
        }
        let template = Template::from_numbers(&template, map.regions.len());
        Ok(LoadedMap::new(&id, about, map, picture, template))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_map_is_the_same() {
        let map = crate::map::load("brindle").unwrap();
        let text = serde_json::to_string(&map).unwrap();
        let again: LoadedMap = serde_json::from_str(&text).unwrap();
        assert!(again.map == map.map && again.id == map.id && again.about == map.about);
        assert!(again.picture == map.picture && again.template.pixels() == map.template.pixels());
        for field in ["map", "picture", "template"] {
            let other = text.replace(&format!("\"{field}\":\""), &format!("\"{field}\":\"zz"));
            assert!(other != text && serde_json::from_str::<LoadedMap>(&other).is_err(), "{field}");
        }
        assert_eq!(
            (read_bytes(&write_bytes(&[0, 255, 16])), read_bytes("0x")),
            (Some(vec![0, 255, 16]), None)
        );
    }

    #[test]
    fn a_map_that_is_fit_only_for_playing_is_packed_too() {
        let mut loaded = crate::map::load("brindle").unwrap();
        let map = std::sync::Arc::make_mut(&mut loaded.map);
        (map.regions[1].template, map.regions[2].template) = (map.regions[0].template, template::SEA);
        map.max_players = 0;
        let text = serde_json::to_string(&loaded).unwrap();
        let again: LoadedMap = serde_json::from_str(&text).unwrap();
        assert!(again.map == loaded.map && again.template == loaded.template);
    }
}
