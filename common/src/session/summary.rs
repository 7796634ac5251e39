//! What a list of games says about one of them.

use super::log::LogEntry;
use super::{Saved, Seat};
use crate::game::Setup;
use crate::player::MoveText;
use crate::store;
use crate::words::{Words, capitalized};
use std::path::Path;
use std::time::Duration;
use web_time::SystemTime;

/// A game in a few words: when it was played last, who plays, and how long it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    /// When the game was written.
    pub when: Option<SystemTime>,
    /// Who plays, in the order of the sides.
    pub seats: Vec<Seat>,
    /// What is played, where that says more than who plays: in a game for one.
    pub subject: String,
    /// How long it is, with the moves that can be redone: "12 moves".
    pub length: String,
}

impl GameSummary {
    /// The summary of a saved game and its file.
    pub fn of<G: Words>(saved: &Saved<G::Setup>, file: &Path) -> GameSummary {
        let seat = |text: &String| text.parse().unwrap_or(Seat::Human);
        let seats: Vec<Seat> = saved.players().iter().map(seat).collect();
        let length = G::length(saved.setup(), &saved.moves());
        GameSummary::new::<G>(saved.setup(), seats, length, file)
    }

    /// The summary of a game with this setup and its file.
    pub fn new<G: Words>(setup: &G::Setup, seats: Vec<Seat>, length: String, file: &Path) -> GameSummary {
        let is_for_one = matches!(seats.as_slice(), [Seat::Human]);
        let subject = if is_for_one { capitalized(&G::summary(setup)) } else { String::new() };
        GameSummary { when: store::modified(file), seats, subject, length }
    }

    /// Who plays: "You against Easy". In a game for one, what is played.
    pub fn players(&self) -> String {
        let name = |(n, seat): (usize, &Seat)| match seat {
            Seat::Human => if n == 0 { "You" } else { "you" }.to_owned(),
            Seat::Ai(spec) => spec.title(),
        };
        let humans = self.seats.iter().filter(|seat| **seat == Seat::Human).count();
        match self.seats.as_slice() {
            [] => String::new(),
            [Seat::Human] if !self.subject.is_empty() => self.subject.clone(),
            [seat] => name((0, seat)),
            seats if humans == seats.len() => format!("{humans} humans"),
            [first, second] => format!("{} against {}", name((0, first)), name((1, second))),
            seats if humans == 1 && seats.len() > 3 => format!("You against {} AI players", seats.len() - 1),
            seats => seats.iter().enumerate().map(name).collect::<Vec<_>>().join(", "),
        }
    }

    /// All of it in a line: "You against Easy · 12 moves · 5 minutes ago".
    pub fn describe(&self) -> String {
        join(&[self.players(), self.length.clone(), self.when()])
    }

    /// When: "5 minutes ago", or the date; empty if that is not known.
    pub fn when(&self) -> String {
        self.when.map_or_else(String::new, |when| describe_time(when, SystemTime::now()))
    }
}

/// The parts that are not empty, in a line.
pub fn join(parts: &[String]) -> String {
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
}

impl<S: Setup> Saved<S> {
    /// The moves, also those that can be redone.
    pub fn moves(&self) -> Vec<MoveText> {
        let (mut ply, mut moves, mut undone) = (0, Vec::new(), false);
        for entry in self.log().unwrap_or_default() {
            match entry {
                LogEntry::Played(played) => {
                    moves.truncate(ply);
                    moves.push(played);
                    (ply, undone) = (moves.len(), false);
                }
                LogEntry::Undo(to) => (ply, undone) = (to, true),
                LogEntry::GoTo(to) => (ply, undone) = (to, false),
                // What was undone before is dropped.
                LogEntry::Resigned(_) if undone => moves.truncate(ply),
                LogEntry::Refused(..) | LogEntry::Hint(..) | LogEntry::Resigned(_) => {}
            }
        }
        moves
    }
}

/// A time of the last week relative to now, an earlier one as a date.
fn describe_time(when: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(when).unwrap_or(Duration::ZERO).as_secs();
    let ago = |count: u64, unit: &str| {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} {unit}{plural} ago")
    };
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => ago(seconds / 60, "minute"),
        3600..86_400 => ago(seconds / 3600, "hour"),
        86_400..604_800 => ago(seconds / 86_400, "day"),
        _ => {
            let days =
                when.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / 86_400;
            let (day, month, year) = date(days);
            format!("{day} {} {year}", MONTHS[month])
        }
    }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The day, the month counted from 0, and the year of a day counted from 1 January 1970.
pub fn date(mut days: u64) -> (u64, usize, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (days + 1, month, year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_by_the_calendar() {
        for (days, expected) in [
            (0, (1, 0, 1970)),
            (58, (28, 1, 1970)),
            (59, (1, 2, 1970)),
            (11_016, (29, 1, 2000)),
            (19_782, (29, 1, 2024)),
            (20_454, (1, 0, 2026)),
            (20_773, (16, 10, 2026)),
        ] {
            assert_eq!(date(days), expected, "{days}");
        }
    }

    #[test]
    fn a_recent_time_is_relative() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_hours(20_773 * 24);
        let ago = |seconds| describe_time(now - Duration::from_secs(seconds), now);
        assert_eq!([ago(0), ago(59)], ["just now", "just now"]);
        assert_eq!([ago(60), ago(7199), ago(7200)], ["1 minute ago", "1 hour ago", "2 hours ago"]);
        assert_eq!([ago(86_400), ago(604_800)], ["1 day ago", "9 Nov 2026"]);
        assert_eq!(describe_time(now + Duration::from_mins(1), now), "just now", "the clock was changed");
    }

    #[test]
    fn players_are_named() {
        let players = |seats: &[&str]| {
            let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
            GameSummary { when: None, seats, subject: String::new(), length: String::new() }.players()
        };
        assert_eq!(players(&["human", "easy"]), "You against Easy");
        assert_eq!(players(&["strong", "human"]), "Strong against you");
        assert_eq!(players(&["hard", "easy"]), "Hard against Easy");
        assert_eq!(players(&["human", "human"]), "2 humans");
        assert_eq!(players(&["human"]), "You");
        assert_eq!(players(&["human", "easy", "hard"]), "You, Easy, Hard");
    }
}
