//! The log of a session: everything that happened, in order. Saved games hold it, and loading replays it.

use crate::game::Side;
use crate::player::MoveText;
use std::fmt;
use std::str::FromStr;

/// An entry of the log. Its text is one line of a saved game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LogEntry {
    /// A move was played: `p1:c4`.
    Played(MoveText),
    /// Moves were taken back to this ply: `undo 3`.
    Undo(usize),
    /// Another ply was looked at: `goto 3`.
    GoTo(usize),
    /// A side's moves were refused, so many times in a row: `refused p1 2`.
    Refused(Side, u32),
    /// A side asked for hints, so many times in a row: `hint p1 1`.
    Hint(Side, u32),
    /// A side resigned: `resign p1`.
    Resigned(Side),
}

impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogEntry::Played(played) => write!(f, "{played}"),
            LogEntry::Undo(ply) => write!(f, "undo {ply}"),
            LogEntry::GoTo(ply) => write!(f, "goto {ply}"),
            LogEntry::Refused(side, times) => write!(f, "refused {side} {times}"),
            LogEntry::Hint(side, times) => write!(f, "hint {side} {times}"),
            LogEntry::Resigned(side) => write!(f, "resign {side}"),
        }
    }
}

/// A text that is not an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotAnEntry;

impl FromStr for LogEntry {
    type Err = NotAnEntry;
    fn from_str(text: &str) -> Result<LogEntry, NotAnEntry> {
        if let (Some(side), text) = Side::split(text) {
            return Ok(LogEntry::Played(MoveText { side, text: text.to_owned() }));
        }
        let words: Vec<&str> = text.split(' ').collect();
        let number = |text: &str| text.parse::<u32>().map_err(|_| NotAnEntry);
        let side = |text: &str| text.parse::<Side>().map_err(|_| NotAnEntry);
        match words.as_slice() {
            ["undo", ply] => Ok(LogEntry::Undo(number(ply)? as usize)),
            ["goto", ply] => Ok(LogEntry::GoTo(number(ply)? as usize)),
            ["refused", of, times] => Ok(LogEntry::Refused(side(of)?, number(times)?)),
            ["resign", of] => Ok(LogEntry::Resigned(side(of)?)),
            ["hint", of, times] => Ok(LogEntry::Hint(side(of)?, number(times)?)),
            _ => Err(NotAnEntry),
        }
    }
}

/// Adds an entry. Repeated entries are counted, and of several looks in a row only the last one counts.
pub(super) fn add(log: &mut Vec<LogEntry>, entry: LogEntry) {
    match (log.last_mut(), &entry) {
        (Some(LogEntry::GoTo(last)), LogEntry::GoTo(ply)) => *last = *ply,
        (Some(LogEntry::Refused(of, times)), LogEntry::Refused(side, more))
        | (Some(LogEntry::Hint(of, times)), LogEntry::Hint(side, more))
            if of == side =>
        {
            *times = times.saturating_add(*more);
        }
        _ => log.push(entry),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn entries_are_read_as_they_are_written() {
        for text in [
            "p1:c4",
            "p16:deploy 3 4; attack 4 5 7",
            "undo 3",
            "goto 0",
            "refused p2 7",
            "hint p1 1",
            "resign p2",
            "p1:",
        ] {
            assert_eq!(text.parse::<LogEntry>().map(|entry| entry.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "",
            "c4",
            "p0:c4",
            "undo",
            "undo -1",
            "undo 1 2",
            "hint",
            "hint p1",
            "hint 1 1",
            "refused p1 x",
            "resign",
            "resign 1",
        ] {
            assert_eq!(text.parse::<LogEntry>(), Err(NotAnEntry), "{text}");
        }
    }

    #[test]
    fn repeated_entries_are_counted() {
        let mut log = Vec::new();
        let one = |side| LogEntry::Refused(Side(side), 1);
        for entry in
            [one(0), one(0), one(1), LogEntry::GoTo(3), LogEntry::GoTo(1), LogEntry::Hint(Side(1), 1)]
        {
            add(&mut log, entry);
        }
        let texts: Vec<String> = log.iter().map(LogEntry::to_string).collect();
        assert_eq!(texts, ["refused p1 2", "refused p2 1", "goto 1", "hint p2 1"]);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,30}") {
            if let Ok(entry) = text.parse::<LogEntry>() {
                prop_assert_eq!(entry.to_string().parse::<LogEntry>(), Ok(entry));
            }
        }
    }
}
