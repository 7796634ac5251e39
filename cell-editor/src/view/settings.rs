//! What the editor remembers between runs.

use common::automaton::Colour;
use common::window::ThemeChoice;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// So many files are remembered.
const MOST_RECENT: usize = 10;

/// Everything that the editor remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// The side of a cell; as large as fits if there is none.
    pub cell: Option<f32>,
    /// The gap between the cells of a rule.
    pub gap: f32,
    /// The gap between rules.
    pub rule_gap: f32,
    /// The colour of borders and digits; chosen by contrast if there is none.
    pub border: Option<Colour>,
    /// Digits on the cells.
    pub digits: bool,
    /// The side of a cell in the preview.
    pub zoom: f32,
    /// The share of the window that the preview and the cards have, if somebody has changed it.
    pub side: Option<f32>,
    /// The files that were opened last, the newest first.
    pub recent: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: ThemeChoice::default(),
            cell: None,
            gap: 2.0,
            rule_gap: 16.0,
            border: None,
            digits: true,
            zoom: 4.0,
            side: None,
            recent: Vec::new(),
        }
    }
}

impl Settings {
    /// The sizes that a cell may have.
    pub const CELL: std::ops::RangeInclusive<f32> = 10.0..=64.0;
    /// The gaps that there may be between cells.
    pub const GAP: std::ops::RangeInclusive<f32> = 0.0..=16.0;
    /// The gaps that there may be between rules.
    pub const RULE_GAP: std::ops::RangeInclusive<f32> = 4.0..=64.0;

    /// A file may say anything, even that a size is not a number: what cannot be is made usual again.
    pub fn sound(mut self) -> Settings {
        let usual = Settings::default();
        let within = |value: f32, range: &std::ops::RangeInclusive<f32>, usual: f32| {
            if value.is_finite() { value.clamp(*range.start(), *range.end()) } else { usual }
        };
        self.cell = self.cell.filter(|cell| cell.is_finite()).map(|cell| within(cell, &Settings::CELL, cell));
        self.gap = within(self.gap, &Settings::GAP, usual.gap);
        self.rule_gap = within(self.rule_gap, &Settings::RULE_GAP, usual.rule_gap);
        self.zoom = within(self.zoom, &(1.0..=40.0), usual.zoom);
        self.side = self.side.filter(|side| (0.1..=0.9).contains(side));
        self.recent.truncate(MOST_RECENT);
        self
    }

    /// A file was opened or saved.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_path_buf());
        self.recent.truncate(MOST_RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_made_usual_and_sense_is_kept() {
        let read = |text: &str| serde_yaml::from_str::<Settings>(text).unwrap().sound();
        assert_eq!(read("{}"), Settings::default());
        assert_eq!(read("gap: .nan\ncell: .inf\nzoom: -3"), Settings { zoom: 1.0, ..Settings::default() });
        let own = read("cell: 20.0\nborder: '#d7263d'\ndigits: false\nrule_gap: 1000");
        assert_eq!((own.cell, own.digits, own.rule_gap), (Some(20.0), false, 64.0));
        let text = serde_yaml::to_string(&own).unwrap();
        assert!(text.contains("#D7263D"), "{text}");
        assert_eq!(read(&text), own);
        assert!(serde_yaml::from_str::<Settings>("border: red").is_err());
    }

    #[test]
    fn the_newest_files_are_remembered_once() {
        let mut settings = Settings::default();
        for n in (0..20).chain([15]) {
            settings.remember(Path::new(&format!("{n}.ccell")));
        }
        assert_eq!(settings.recent.len(), MOST_RECENT);
        assert_eq!(settings.recent[..2], [PathBuf::from("15.ccell"), PathBuf::from("19.ccell")]);
    }
}
