//! Colours of states.

use super::State;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// An RGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

/// White, black, the colour-blind-safe palette of Okabe and Ito, and grey.
const DEFAULT_COLOURS: [(u32, &str); 10] = [
    (0xFF_FF_FF, "white"),
    (0x00_00_00, "black"),
    (0xE6_9F_00, "orange"),
    (0x56_B4_E9, "sky"),
    (0x00_9E_73, "green"),
    (0xF0_E4_42, "yellow"),
    (0x00_72_B2, "blue"),
    (0xD5_5E_00, "red"),
    (0xCC_79_A7, "pink"),
    (0x99_99_99, "grey"),
];

impl Colour {
    /// A colour from its red, green and blue parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Colour {
        Colour { red, green, blue }
    }

    /// The default colour and name of a state.
    pub fn default_for(state: State) -> (Colour, &'static str) {
        let (rgb, name) = DEFAULT_COLOURS[usize::from(state) % DEFAULT_COLOURS.len()];
        let [_, red, green, blue] = rgb.to_be_bytes();
        (Colour { red, green, blue }, name)
    }

    /// Parses `#RRGGBB`, in upper or lower case.
    pub fn parse(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Colour { red, green, blue })
    }
}

/// Formats as `#RRGGBB` in upper case.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        let text = String::deserialize(deserializer)?;
        Colour::parse(&text).ok_or_else(|| {
            de::Error::custom(format!("'{text}' is not a valid colour: use #RRGGBB, as in #D7263D"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_parsed_in_either_case() {
        assert_eq!(Colour::parse("#d7263D"), Some(Colour::new(0xD7, 0x26, 0x3D)));
        assert_eq!(Colour::parse("#d7263D").unwrap().to_string(), "#D7263D");
        for text in ["", "#", "D7263D", "#D7263", "#D7263DF", "#D7263G", "#+12345", "#äöü"] {
            assert_eq!(Colour::parse(text), None, "{text}");
        }
    }

    #[test]
    fn default_colours_differ() {
        let colours: std::collections::HashSet<Colour> =
            (0..10).map(|state| Colour::default_for(state).0).collect();
        assert_eq!(colours.len(), 10);
    }
}
