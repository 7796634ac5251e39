//! The colours of states.

use super::State;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A colour, as a screen mixes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

/// White, black, and the colours of Okabe and Ito, which people with any colour vision tell apart, with a grey.
const USUAL: [(u32, &str); 10] = [
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
    /// A colour from its parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Colour {
        Colour { red, green, blue }
    }

    /// The colour and the name that a state has unless somebody gives it another.
    pub fn usual(state: State) -> (Colour, &'static str) {
        let (rgb, name) = USUAL[usize::from(state) % USUAL.len()];
        let [_, red, green, blue] = rgb.to_be_bytes();
        (Colour { red, green, blue }, name)
    }

    /// Reads `#RRGGBB`, in upper or lower case.
    pub fn read(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Colour { red, green, blue })
    }
}

/// `#RRGGBB` in upper case.
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
        Colour::read(&text).ok_or_else(|| de::Error::custom(format!("'{text}' is no colour such as #D7263D")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_either_case() {
        assert_eq!(Colour::read("#d7263D"), Some(Colour::new(0xD7, 0x26, 0x3D)));
        assert_eq!(Colour::read("#d7263D").unwrap().to_string(), "#D7263D");
        for text in ["", "#", "D7263D", "#D7263", "#D7263DF", "#D7263G", "#+12345", "#äöü"] {
            assert_eq!(Colour::read(text), None, "{text}");
        }
    }

    #[test]
    fn usual_colours_differ() {
        let colours: std::collections::HashSet<Colour> =
            (0..10).map(|state| Colour::usual(state).0).collect();
        assert_eq!(colours.len(), 10);
    }
}
