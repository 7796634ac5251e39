//! The settings of a window.

use crate::game::{Setup, StoredSetup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Light, dark, or the same as the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// The same as the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl ThemeChoice {
    /// All choices.
    pub const ALL: [ThemeChoice; 3] = [ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark];

    /// The name in settings and menus.
    pub fn name(self) -> &'static str {
        match self {
            ThemeChoice::System => "Same as system",
            ThemeChoice::Light => "Light",
            ThemeChoice::Dark => "Dark",
        }
    }
}

impl From<ThemeChoice> for egui::ThemePreference {
    fn from(choice: ThemeChoice) -> egui::ThemePreference {
        match choice {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        }
    }
}

/// The speed of animations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// No animations.
    Off,
    /// Quickly.
    Fast,
    /// Easy to follow.
    #[default]
    Normal,
    /// For explaining.
    Slow,
}

impl Motion {
    /// All speeds, fastest first.
    pub const ALL: [Motion; 4] = [Motion::Off, Motion::Fast, Motion::Normal, Motion::Slow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Motion::Off => "Off",
            Motion::Fast => "Fast",
            Motion::Normal => "Normal",
            Motion::Slow => "Slow",
        }
    }

    /// The duration of a movement in seconds.
    pub fn seconds(self) -> f32 {
        match self {
            Motion::Off => 0.0,
            Motion::Fast => 0.12,
            Motion::Normal => 0.22,
            Motion::Slow => 0.7,
        }
    }
}

/// What a game's own part of the window remembers: what the board shows, which exercises are solved.
pub type UiOptions = BTreeMap<String, String>;

/// Everything that a window remembers between runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, bound(serialize = "S: Setup", deserialize = "S: Setup"))]
pub struct Settings<S> {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// The speed of animations.
    pub motion: Motion,
    /// Show the value of every move with a hint.
    pub values: bool,
    /// Show the best lines with a hint, not only its move.
    pub lines: bool,
    /// Show the thoughts of AI players.
    pub thoughts: bool,
    /// The players of the last game, as on the command line.
    pub players: Vec<String>,
    /// The setup of the last game.
    pub setup: StoredSetup<S>,
    /// The thinking time of AI players in seconds.
    pub seconds: f32,
    /// The time control as `minutes+seconds`; empty for none.
    pub clock: String,
    /// What the game's own part of the window remembers.
    pub options: UiOptions,
}

impl<S: Setup> Default for Settings<S> {
    fn default() -> Settings<S> {
        Settings {
            theme: ThemeChoice::default(),
            motion: Motion::default(),
            values: false,
            lines: false,
            thoughts: false,
            players: Vec::new(),
            setup: StoredSetup::default(),
            seconds: 1.0,
            clock: String::new(),
            options: UiOptions::new(),
        }
    }
}
