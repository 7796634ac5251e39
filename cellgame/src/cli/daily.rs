//! `daily`: the board of a day.

use super::board_json::BoardJson;
use super::input::{generate, in_background, view_of};
use crate::daily;
use crate::rules::Puzzle;
use clap::Args;
use common::cli::Failure;
use common::words::Words;
use serde::Serialize;
use std::io::Write;
use std::str::FromStr;
use web_time::{SystemTime, UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

#[derive(Debug, Args)]
pub(super) struct Daily {
    /// The day, from 1970-01-01 to 9999-12-31 [default: today, UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<Day>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A day, counted from 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Day(u64);

impl FromStr for Day {
    type Err = String;
    fn from_str(text: &str) -> Result<Day, String> {
        let bad = || {
            format!(
                "'{}' is not a day: use YYYY-MM-DD, as in 2026-11-17",
                text.chars().take(20).collect::<String>()
            )
        };
        let digits = |part: &str, length: usize| {
            let all = part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u64>().ok().filter(|_| all)
        };
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(bad()) };
        let wanted = (digits(year, 4), digits(month, 2), digits(day, 2));
        let (Some(year), Some(month), Some(day)) = wanted else { return Err(bad()) };
        if year < 1970 || !(1..=12).contains(&month) {
            return Err(bad());
        }
        // No month begins before this day, nor more than a few days after it.
        let earliest = (year - 1970) * 365 + (month - 1) * 28 + day.saturating_sub(1);
        let mut days = earliest..earliest + 2600;
        days.find(|days| daily::date(*days) == (year, month, day)).map(Day).ok_or_else(bad)
    }
}

/// The JSON output: the board as `new` prints it, and its day.
#[derive(Serialize)]
struct Report {
    date: String,
    #[serde(flatten)]
    board: BoardJson,
}

impl Daily {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let today = || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            Day(now.map_or(0, |since| since.as_secs() / SECONDS_PER_DAY))
        };
        let Day(days) = self.date.unwrap_or_else(today);
        let (year, month, day) = daily::date(days);
        let date = format!("{year}-{month:02}-{day:02}");
        let id = daily::daily(days);
        let start = in_background("generating", move |work| generate(&id, work))?;
        if self.json {
            super::json(&Report { date, board: BoardJson::new(&start, false) }, out)?;
        } else {
            write!(out, "The puzzle of {date}:\n{}", Puzzle::board(&view_of(&start), &[]))?;
        }
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_calendars_write_them() {
        for (text, day) in
            [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-17", 20_774), ("9999-12-31", 2_932_896)]
        {
            assert_eq!(text.parse(), Ok(Day(day)), "{text}");
        }
        for text in [
            "",
            "today",
            "1969-12-31",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-4-1",
            "+026-04-01",
            "2026-04-01-01",
            "2026-04-00",
        ] {
            assert!(text.parse::<Day>().unwrap_err().contains("is not a day"), "{text}");
        }
    }
}
