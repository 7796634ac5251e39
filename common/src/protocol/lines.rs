//! Reads lines from other programs: whatever they send, a line is text of bounded length.

use std::io::{self, BufRead};

/// The maximum length of a line in bytes. Longer ones are dropped, so that the other program cannot fill our memory.
pub const MAX_LINE: usize = 1 << 20;

/// A line from another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// The text without the line end. Bytes that are not UTF-8 become `U+FFFD`.
    Text(String),
    /// The line was longer than [`MAX_LINE`].
    TooLong,
}

impl Line {
    /// The text, or words that stand for a line that is too long.
    pub fn into_text(self) -> String {
        match self {
            Line::Text(line) => line,
            Line::TooLong => "a line that is too long".to_owned(),
        }
    }
}

/// Reads the next line; `None` at the end of the input. A last line without a line end counts.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut kept = Vec::new();
    let mut any = false;
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(any.then(|| finish(&kept, too_long)));
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if too_long || kept.len() + part.len() > MAX_LINE {
            too_long = true;
            kept = Vec::new();
        } else {
            kept.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(&kept, too_long)));
        }
    }
}

fn finish(kept: &[u8], too_long: bool) -> Line {
    if too_long {
        return Line::TooLong;
    }
    let kept = kept.strip_suffix(b"\r").unwrap_or(kept);
    Line::Text(String::from_utf8_lossy(kept).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines arrive in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn line_ends_are_removed() {
        assert_eq!(all(b"one\r\n\ntwo and three\nfour"), ["one", "", "two and three", "four"].map(text));
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\xff\xfea\n"), [text("\u{fffd}\u{fffd}a")]);
    }

    #[test]
    fn the_line_after_a_long_one_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend(b"\nstop\n");
        assert_eq!(all(&bytes), [Line::TooLong, text("stop")]);
    }

    #[test]
    fn a_line_of_the_maximum_length_is_kept() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.push(b'\n');
        assert!(matches!(&all(&bytes)[..], [Line::Text(line)] if line.len() == MAX_LINE));
    }
}
