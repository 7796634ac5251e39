//! What the window remembers between runs: its look, what is asked of the search, and the last mask.

use super::paint::Tool;
use super::stored_results::{StoredPicture, StoredResults};
use crate::colouring::default_paint;
use crate::generate::{Method, Request};
use crate::mask::{MAX_COLOURS, Mask};
use crate::problem::InkMode;
use crate::samples::SAMPLES;
use common::automaton::{Boundary, Colour, MAX_STATES, MIN_STATES};
use common::window::{RecentFiles, ThemeChoice};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The settings of the window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// The side of a cell. `None`: the largest size that fits.
    pub cell: Option<f32>,
    /// Whether there are lines between the cells.
    pub border: bool,
    /// The colour of the lines. `None`: soft grey.
    pub border_colour: Option<Colour>,
    /// The paint colours: paper, ink and further ones.
    pub colours: Vec<Colour>,
    /// The painting tool.
    pub tool: Tool,
    /// Whether the mirror image is painted too.
    pub mirror: bool,
    /// Whether results have colours of their own, which do not look like the picture.
    pub own_colours: bool,
    /// What is asked of the search.
    pub search: SearchSettings,
    /// The last mask, as text.
    pub mask: String,
    /// The pictures that undo goes back to, oldest first.
    pub earlier: Vec<StoredPicture>,
    /// What was found for the last mask.
    pub results: StoredResults,
    /// Recently used files, newest first.
    pub recent: RecentFiles,
}

/// What is asked of the search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchSettings {
    /// The smallest number of states to try.
    pub min_states: u8,
    /// The largest number of states to try.
    pub max_states: u8,
    /// What colours mean.
    #[serde(with = "as_text")]
    pub ink: InkMode,
    /// Only rules that are the same from left and right.
    pub symmetric: bool,
    /// Whether the ends of a row are neighbours.
    pub cyclic: bool,
    /// How to search.
    #[serde(with = "as_text")]
    pub method: Method,
    /// The time limit in seconds. `None`: the search decides.
    pub seconds: Option<u64>,
    /// The number of different automata.
    pub count: usize,
    /// Look for as few rules as possible.
    pub fewest_rules: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: ThemeChoice::default(),
            cell: None,
            border: true,
            border_colour: None,
            colours: default_paint(),
            tool: Tool::default(),
            mirror: false,
            own_colours: false,
            search: SearchSettings::default(),
            mask: SAMPLES[0].text.to_owned(),
            earlier: Vec::new(),
            results: StoredResults::default(),
            recent: RecentFiles::default(),
        }
    }
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            min_states: MIN_STATES,
            max_states: MAX_STATES,
            ink: InkMode::default(),
            symmetric: false,
            cyclic: false,
            method: Method::default(),
            seconds: None,
            count: 1,
            fewest_rules: false,
        }
    }
}

impl Settings {
    /// The range of cell sizes.
    pub const CELL: RangeInclusive<f32> = 4.0..=64.0;

    /// Corrects what is out of range.
    pub fn validated(mut self) -> Settings {
        let (min, max) = (*Settings::CELL.start(), *Settings::CELL.end());
        self.cell = self.cell.filter(|cell| cell.is_finite()).map(|cell| cell.clamp(min, max));
        let defaults = default_paint();
        self.colours.truncate(MAX_COLOURS);
        self.colours.extend_from_slice(&defaults[self.colours.len()..]);
        self.recent = self.recent.validated();
        self.earlier = StoredPicture::newest(self.earlier);
        self.search = self.search.validated();
        self
    }

    /// The last mask, or the first sample if it cannot be read.
    pub fn last_mask(&self) -> Mask {
        self.mask.parse().unwrap_or_else(|_| SAMPLES[0].mask())
    }

    /// The colours for results, if they are to look like the picture.
    pub fn result_colours(&self) -> Option<&[Colour]> {
        (!self.own_colours).then_some(&self.colours)
    }
}

impl SearchSettings {
    /// The range of time limits in seconds.
    pub const SECONDS: RangeInclusive<u64> = 1..=86_400;
    /// The range of the number of automata.
    pub const COUNT: RangeInclusive<usize> = 1..=100;

    fn validated(mut self) -> SearchSettings {
        self.min_states = self.min_states.clamp(MIN_STATES, MAX_STATES);
        self.max_states = self.max_states.clamp(self.min_states, MAX_STATES);
        let (first, last) = (*Self::SECONDS.start(), *Self::SECONDS.end());
        self.seconds = self.seconds.map(|seconds| seconds.clamp(first, last));
        self.count = self.count.clamp(*Self::COUNT.start(), *Self::COUNT.end());
        self
    }

    /// The request for a mask.
    pub fn request(&self, mask: &Mask) -> Request {
        Request {
            mask: mask.compacted(),
            states: self.min_states..=self.max_states,
            ink: self.ink,
            method: self.method,
            symmetric: self.symmetric,
            boundary: if self.cyclic { Boundary::Cyclic } else { Boundary::Flat { edge: 0 } },
            time: self.seconds.map(Duration::from_secs),
            count: self.count,
            fewest_rules: self.fewest_rules,
            seed: 0,
        }
    }
}

/// Values that have a text of their own, as on the command line.
pub mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err = String>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_corrected() {
        let search = SearchSettings { min_states: 0, max_states: 200, count: 0, ..SearchSettings::default() };
        let settings = Settings {
            cell: Some(f32::NAN),
            colours: Vec::new(),
            search,
            mask: "#\n##".to_owned(),
            ..Settings::default()
        };
        let settings = settings.validated();
        assert_eq!(settings.cell, None);
        assert_eq!(settings.colours.len(), MAX_COLOURS);
        assert_eq!(settings.search, SearchSettings::default());
        assert_eq!(settings.last_mask(), SAMPLES[0].mask());
    }

    #[test]
    fn settings_are_the_same_when_they_are_read_again() {
        let search = SearchSettings {
            ink: InkMode::One,
            method: Method::Backtracking,
            seconds: Some(20),
            ..SearchSettings::default()
        };
        let settings = Settings { search, cell: Some(20.0), mirror: true, ..Settings::default() };
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
        assert!(serde_json::from_str::<Settings>(r#"{"search":{"ink":"water"}}"#).is_err());
    }
}
