//! What is kept between runs of a window.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Light, dark, or as the desktop has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// As the desktop has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
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

/// How fast things move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// Not at all.
    Off,
    /// Quickly.
    Fast,
    /// So that the eye can follow.
    #[default]
    Normal,
    /// For explaining.
    Slow,
}

impl Motion {
    /// All of them, the quickest first.
    pub const ALL: [Motion; 4] = [Motion::Off, Motion::Fast, Motion::Normal, Motion::Slow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Motion::Off => "off",
            Motion::Fast => "fast",
            Motion::Normal => "normal",
            Motion::Slow => "slow",
        }
    }

    /// How long a movement takes.
    pub fn seconds(self) -> f32 {
        match self {
            Motion::Off => 0.0,
            Motion::Fast => 0.12,
            Motion::Normal => 0.22,
            Motion::Slow => 0.7,
        }
    }
}

/// What a game's own part of the window remembers: what is shown on the board, which exercises are solved.
pub type UiOptions = BTreeMap<String, String>;

/// Everything that a window remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings<S> {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// How fast things move.
    pub motion: Motion,
    /// Show the value of every move with a hint.
    pub values: bool,
    /// Show what the machine thinks.
    pub thoughts: bool,
    /// Who played last, in the words of the command line.
    pub players: Vec<String>,
    /// What was chosen for the last game.
    pub setup: S,
    /// How many seconds a machine may think.
    pub seconds: f32,
    /// The time control as `minutes+seconds`; empty for none.
    pub clock: String,
    /// What the game's own part of the window remembers.
    pub options: UiOptions,
}

impl<S: Default> Default for Settings<S> {
    fn default() -> Settings<S> {
        Settings {
            theme: ThemeChoice::default(),
            motion: Motion::default(),
            values: false,
            thoughts: false,
            players: Vec::new(),
            setup: S::default(),
            seconds: 1.0,
            clock: String::new(),
            options: UiOptions::new(),
        }
    }
}
