//! What stands behind the `#` of a web page's address: a game, a puzzle or an automaton that a link opens.
//!
//! A link is a list of names and values, as in `#size=6x5&moves=c4.d5`. Values may hold any text.

use std::fmt::Write as _;

/// A longer link is not read.
const MAX_LENGTH: usize = 200_000;

/// Writes a link.
pub fn write(fields: &[(&str, &str)]) -> String {
    let mut link = String::new();
    for (i, (name, value)) in fields.iter().enumerate() {
        let _ = write!(link, "{}{}={}", if i == 0 { "" } else { "&" }, escaped(name), escaped(value));
    }
    link
}

/// Reads a link. The error says what is wrong with it.
pub fn read(link: &str) -> Result<Vec<(String, String)>, String> {
    if link.len() > MAX_LENGTH {
        return Err(format!("it has more than {MAX_LENGTH} characters"));
    }
    let fields = link.split('&').filter(|field| !field.is_empty());
    fields
        .map(|field| {
            let (name, value) = field.split_once('=').ok_or_else(|| {
                let start: String = field.chars().take(20).collect();
                format!("'{start}' is not a name and a value")
            })?;
            Ok((unescaped(name)?, unescaped(value)?))
        })
        .collect()
}

/// Letters, digits and what needs no escape in an address stay; all else is written as `%20`.
fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b',' | b':' | b'/' => {
                shown.push(char::from(byte));
            }
            _ => {
                let _ = write!(shown, "%{byte:02X}");
            }
        }
    }
    shown
}

fn unescaped(text: &str) -> Result<String, String> {
    let wrong = || "it is cut off or damaged".to_owned();
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
        let (high, low) = (digit().ok_or_else(wrong)?, digit().ok_or_else(wrong)?);
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_link_is_readable() {
        assert_eq!(write(&[("size", "6x5"), ("moves", "c4.d5")]), "size=6x5&moves=c4.d5");
        assert_eq!(write(&[("name", "a b&c=é")]), "name=a%20b%26c%3D%C3%A9");
        assert_eq!(read("").unwrap(), []);
    }

    #[test]
    fn a_broken_link_says_what_is_wrong() {
        assert_eq!(read("size").unwrap_err(), "'size' is not a name and a value");
        for link in ["a=%", "a=%4", "a=%zz", "a=%ff"] {
            assert_eq!(read(link).unwrap_err(), "it is cut off or damaged", "{link}");
        }
        assert!(read(&"a=b&".repeat(MAX_LENGTH)).unwrap_err().contains("200000 characters"));
    }

    proptest! {
        #[test]
        fn every_text_survives(name in ".*", value in ".*") {
            prop_assert_eq!(read(&write(&[(&name, &value)])).unwrap(), [(name, value)]);
        }
        #[test]
        fn no_text_panics(link in ".*") {
            let _ = read(&link);
        }
    }
}
