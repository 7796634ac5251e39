//! Text from outside in the terminal. A file, a file name, the name of a player or the answer of an engine may contain
//! characters that control a terminal or turn the direction of the text. [`VisibleWriter`] writes them as `\u001b`, so
//! that they are seen and do nothing. Everything that our programs print goes through it.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Stderr, Stdout, Write};
use std::sync::OnceLock;

/// The standard output. Control characters are made visible.
pub fn stdout() -> VisibleWriter<Stdout> {
    VisibleWriter::new(io::stdout())
}

/// The standard error. Control characters are made visible.
pub fn stderr() -> VisibleWriter<Stderr> {
    VisibleWriter::new(io::stderr())
}

/// Whether a terminal might do something else with a character than show it.
fn is_hidden(char: char) -> bool {
    match char {
        '\n' | '\t' => false,
        // Marks, overrides and isolates of the direction; ends of lines and paragraphs; at last the characters that mark
        // our own colours.
        '\u{061c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fdd0}'..='\u{fdef}' => true,
        _ => char.is_control(),
    }
}

/// The text with its control characters as `\u001b`. In a JSON string that is the same character, so JSON stays JSON.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 32);
    for char in text.chars() {
        if is_hidden(char) {
            // Writing to a string cannot fail. All hidden characters have at most four digits.
            let _ = write!(shown, "\\u{:04x}", u32::from(char));
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

/// The same on one line: line feeds are visible too.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        shown if shown.contains('\n') => Cow::Owned(shown.replace('\n', "\\n")),
        shown => shown,
    }
}

/// What stands for the escape character of our own colours until they are written: characters that no text has, in an
/// order that is new in every run, so that no file can contain it.
pub(crate) fn colour_mark() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| {
        let random = RandomState::new().hash_one(0);
        // 12 characters of 5 bits.
        let letter = |n: u32| char::from_u32(0xfdd0 + (random >> (5 * n) & 31) as u32);
        (0..12).filter_map(letter).collect()
    })
}

/// Writes text with its control characters made visible. Our own colours, which [`crate::styled`] marks, are written as
/// they are.
#[derive(Debug)]
pub struct VisibleWriter<W> {
    inner: W,
    /// The beginning of a character whose end is not there yet.
    partial: Vec<u8>,
}

impl<W: Write> VisibleWriter<W> {
    /// Writes to `inner`.
    pub fn new(inner: W) -> VisibleWriter<W> {
        VisibleWriter { inner, partial: Vec::new() }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let mut parts = text.split(colour_mark());
        if let Some(first) = parts.next() {
            self.inner.write_all(visible(first).as_bytes())?;
        }
        for part in parts {
            self.inner.write_all(b"\x1b")?;
            self.inner.write_all(visible(part).as_bytes())?;
        }
        Ok(())
    }
}

impl<W: Write> Write for VisibleWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined: Cow<'_, [u8]> = if self.partial.is_empty() {
            Cow::Borrowed(bytes)
        } else {
            let mut joined = std::mem::take(&mut self.partial);
            joined.extend_from_slice(bytes);
            Cow::Owned(joined)
        };
        let mut rest: &[u8] = &joined;
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.write_text(text)?;
                    return Ok(bytes.len());
                }
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    self.write_text(std::str::from_utf8(valid).unwrap_or_default())?;
                    let Some(wrong) = error.error_len() else {
                        self.partial = after.to_vec();
                        return Ok(bytes.len());
                    };
                    self.write_text("\u{fffd}")?;
                    rest = &after[wrong..];
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::styled::{STRONG, StyledText};

    fn written(parts: &[&[u8]]) -> String {
        let mut writer = VisibleWriter::new(Vec::new());
        for part in parts {
            writer.write_all(part).unwrap();
        }
        String::from_utf8(writer.inner).unwrap()
    }

    #[test]
    fn control_characters_are_seen() {
        let hostile = "\x1b]0;title\x07 \u{9b}31m \x7f \r \u{202e}exe \u{2066} \u{fdd0} \0";
        let shown = written(&[hostile.as_bytes()]);
        assert_eq!(
            shown,
            "\\u001b]0;title\\u0007 \\u009b31m \\u007f \\u000d \\u202eexe \\u2066 \\ufdd0 \\u0000"
        );
        assert_eq!(written(&["a\tb\nčeština ½ 🎲 עברית\n".as_bytes()]), "a\tb\nčeština ½ 🎲 עברית\n");
        assert_eq!(visible_line("a\nb\x1b"), "a\\nb\\u001b");
    }

    #[test]
    fn bytes_may_come_in_any_parts() {
        assert_eq!(written(&[b"\xc2", b"\x9b\xf0\x9f", b"\x8e\xb2\xff!"]), "\\u009b🎲\u{fffd}!");
    }

    #[test]
    fn our_own_colours_are_colours() {
        let mut text = StyledText::from("a");
        text.push(STRONG, "b\x1b[31m");
        let shown = written(&[text.with_colours().as_bytes()]);
        assert_eq!(shown, "a\x1b[1mb\\u001b[31m\x1b[0m");
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "name \u{9b}31m \u{202e} \x1b \x7f";
        let shown = written(&[serde_json::to_string(text).unwrap().as_bytes()]);
        assert!(!shown.contains(is_hidden), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }
}
