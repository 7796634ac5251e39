//! Values of command-line options.

use crate::mask::Mask;
use crate::mask::picture::PictureOptions;
use clap::Args;
use common::automaton::{Boundary, MAX_STATES, MIN_STATES};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The columns and rows of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub usize, pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let error = || format!("'{text}' is not a valid size: use columns and rows, as in 16x12");
        let (width, height) = text.split_once(['x', 'X']).ok_or_else(error)?;
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // A number that is too long for the type is too large in any case.
            digits.then(|| text.parse().unwrap_or(usize::MAX)).ok_or_else(error)
        };
        let (width, height) = (number(width)?, number(height)?);
        Mask::check_size(width, height).map_err(|why| why.to_string())?;
        Ok(Size(width, height))
    }
}

/// Numbers of states, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct States(pub RangeInclusive<u8>);

impl Default for States {
    fn default() -> States {
        States(MIN_STATES..=MAX_STATES)
    }
}

/// Parses `4`, `2..6`, `2..=6` or `2-6`.
impl FromStr for States {
    type Err = String;

    fn from_str(text: &str) -> Result<States, String> {
        let valid = MIN_STATES..=MAX_STATES;
        let error = || {
            format!(
                "'{text}' is not a valid number of states: use {MIN_STATES} to {MAX_STATES}, as in 4 or 2..6"
            )
        };
        let number = |text: &str| text.parse().ok().filter(|number| valid.contains(number)).ok_or_else(error);
        let ends = ["..=", "..", "-"].into_iter().find_map(|between| text.split_once(between));
        let (first, last) = ends.unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(format!("'{text}' is reversed: use {last}..{first}"));
        }
        Ok(States(first..=last))
    }
}

/// A time in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seconds(pub Duration);

/// The longest time, about eleven days.
const MAX_SECONDS: f64 = 1e6;

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && *seconds <= MAX_SECONDS);
        let seconds = seconds.ok_or_else(|| {
            format!("'{text}' is not a valid time: use seconds, more than 0 and at most {MAX_SECONDS}")
        })?;
        Ok(Seconds(Duration::from_secs_f64(seconds)))
    }
}

/// Parses `flat` or `cyclic`. The edge of a flat plan is paper.
pub fn plan(text: &str) -> Result<Boundary, String> {
    match text {
        "flat" => Ok(Boundary::default()),
        "cyclic" => Ok(Boundary::Cyclic),
        _ => Err(format!("'{text}' is not a valid plan: use flat or cyclic")),
    }
}

/// How a picture is read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct PictureArgs {
    /// For pictures: columns and rows of the mask [default: one cell for each pixel, or for each square of enlarged
    /// pixel art; pictures with more than 128 pixels on a side are reduced to fit into 24x24]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// For pictures: cells darker than this are ink, 0 to 255 [default: 128 for black and white, otherwise by Otsu's
    /// method]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    threshold: Option<u8>,
    /// For pictures with at most 10 colours: every colour is a colour of the mask [default: only for pictures with two
    /// colours, and for those that this program has written]
    #[arg(long, conflicts_with = "threshold")]
    colours: bool,
}

impl PictureArgs {
    /// The options for reading a file.
    pub fn options(&self) -> PictureOptions {
        PictureOptions {
            size: self.size.map(|Size(width, height)| (width, height)),
            threshold: self.threshold,
            colours: self.colours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed() {
        assert_eq!("16x12".parse(), Ok(Size(16, 12)));
        assert_eq!("128X1".parse(), Ok(Size(128, 1)));
        for (text, part) in [
            ("", "not a valid size"),
            ("x", "not a valid size"),
            ("1x", "not a valid size"),
            ("1x1x1", "not a valid size"),
            ("-1x5", "not a valid size"),
            ("+1x5", "not a valid size"),
            ("0x5", "at least one column"),
            ("129x5", "129x5 cells; at most 128x128"),
            ("99999999999999999999999x5", "at most 128x128"),
        ] {
            let why = text.parse::<Size>().expect_err(text);
            assert!(why.contains(part), "{text}: {why}");
        }
    }

    #[test]
    fn numbers_of_states_are_parsed() {
        assert_eq!("4".parse(), Ok(States(4..=4)));
        for text in ["2..6", "2..=6", "2-6"] {
            assert_eq!(text.parse(), Ok(States(2..=6)));
        }
        assert_eq!("2..10".parse(), Ok(States::default()));
        for text in ["", "1", "11", "2..11", "..", "2..", "..6", "2...6", "a", "2,6", "-", "2--6", "256"] {
            assert!(text.parse::<States>().expect_err(text).contains("not a valid number"), "{text}");
        }
        assert!("6..2".parse::<States>().expect_err("reversed").contains("use 2..6"));
    }

    #[test]
    fn times_and_plans_are_parsed() {
        assert_eq!("0.5".parse(), Ok(Seconds(Duration::from_millis(500))));
        assert_eq!("60".parse(), Ok(Seconds(Duration::from_mins(1))));
        for text in ["", "0", "-1", "nan", "inf", "1e7", "1 s"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
        assert_eq!(plan("cyclic"), Ok(Boundary::Cyclic));
        assert!(plan("flat:1").is_err() && plan("").is_err());
    }
}
