//! Settings that are stored between runs.

use common::automaton::Colour;
use common::window::cells::PLAY_SPEEDS;
use common::window::{RecentFiles, ThemeChoice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bars between two areas that the user can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SplitName {
    /// Between the rules and the preview.
    Preview,
    /// Between few rules and the preview.
    PreviewFewRules,
    /// Between the preview and the tabs below it.
    Tabs,
    /// Between few rules and the tabs below them.
    TabsFewRules,
    /// Between the rules and the tabs in a narrow window.
    Below,
}

/// The settings of the editor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// The side of a cell in the rule grid. `None`: the largest size that fits.
    pub cell: Option<f32>,
    /// The gap between the cells of a rule.
    pub gap: f32,
    /// The gap between rules.
    pub rule_gap: f32,
    /// The colour of borders and digits. `None`: chosen by contrast.
    pub border: Option<Colour>,
    /// Whether cells show their digits.
    pub digits: bool,
    /// The side of a cell in the preview.
    pub zoom: f32,
    /// How fast the preview plays, in generations per second.
    pub speed: f32,
    /// The share of the first of two areas, where the user has moved the bar between them.
    pub splits: BTreeMap<SplitName, f32>,
    /// Recently used files, newest first.
    pub recent: RecentFiles,
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
            speed: 12.0,
            splits: BTreeMap::new(),
            recent: RecentFiles::default(),
        }
    }
}

impl Settings {
    /// The range of cell sizes.
    pub const CELL: std::ops::RangeInclusive<f32> = 10.0..=64.0;
    /// The range of gaps between cells.
    pub const GAP: std::ops::RangeInclusive<f32> = 0.0..=16.0;
    /// The range of gaps between rules.
    pub const RULE_GAP: std::ops::RangeInclusive<f32> = 4.0..=64.0;

    /// Clamps numbers to their ranges and replaces numbers that are not finite by their defaults.
    pub fn validated(mut self) -> Settings {
        let default = Settings::default();
        let within = |value: f32, range: &std::ops::RangeInclusive<f32>, default: f32| {
            if value.is_finite() { value.clamp(*range.start(), *range.end()) } else { default }
        };
        self.cell = self.cell.filter(|cell| cell.is_finite()).map(|cell| within(cell, &Settings::CELL, cell));
        self.gap = within(self.gap, &Settings::GAP, default.gap);
        self.rule_gap = within(self.rule_gap, &Settings::RULE_GAP, default.rule_gap);
        self.zoom = within(self.zoom, &(1.0..=40.0), default.zoom);
        self.speed = within(self.speed, &PLAY_SPEEDS, default.speed);
        self.splits.retain(|_, share| (0.05..=0.95).contains(share));
        self.recent = self.recent.validated();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_values_are_corrected_and_valid_values_stay() {
        let read = |text: &str| serde_yaml::from_str::<Settings>(text).unwrap().validated();
        assert_eq!(read("{}"), Settings::default());
        assert_eq!(read("gap: .nan\ncell: .inf\nzoom: -3"), Settings { zoom: 1.0, ..Settings::default() });
        let own = read("cell: 20.0\nborder: '#d7263d'\ndigits: false\nrule_gap: 1000");
        assert_eq!((own.cell, own.digits, own.rule_gap), (Some(20.0), false, 64.0));
        let text = serde_yaml::to_string(&own).unwrap();
        assert!(text.contains("#D7263D"), "{text}");
        assert_eq!(read(&text), own);
        assert!(serde_yaml::from_str::<Settings>("border: red").is_err());
        let moved = read("splits:\n  preview_few_rules: 0.3\n  tabs: 7.0\nspeed: .nan");
        assert_eq!(moved.splits, BTreeMap::from([(SplitName::PreviewFewRules, 0.3)]));
        assert!((moved.speed - Settings::default().speed).abs() < 0.01);
    }
}
