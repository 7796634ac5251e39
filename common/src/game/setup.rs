//! What a player may set before a game, described so that every front end can offer it.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use thiserror::Error;

/// The parameters of a game: what a person would choose in a dialog. They are saved with every game.
pub trait Setup:
    Clone + Default + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Everything that can be chosen, in the order to offer it.
    fn knobs() -> Vec<Knob>;
    /// The present value of a knob.
    fn get(&self, name: &str) -> Option<String>;
    /// Turns a knob. On an error nothing has changed.
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption>;
}

/// One thing that can be chosen before a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knob {
    /// Its name, as in `setoption name NAME value …`; front ends may show it as it is.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The values it takes.
    pub kind: KnobKind,
}

/// The values a knob takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KnobKind {
    /// One of a few words, each with a short explanation.
    Choice(Vec<(&'static str, &'static str)>),
    /// A whole number within limits.
    Number {
        /// The least value.
        least: i64,
        /// The greatest value.
        most: i64,
    },
    /// Free text that the game reads, such as a board size.
    Text,
}

/// Why a knob was not turned.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadOption {
    /// There is no such knob.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The knob does not take this value.
    #[error("'{value}' is no value of {name}; it takes {expected}")]
    Value {
        /// The knob.
        name: String,
        /// What it was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// The setup of a game that has nothing to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NoSetup {}

impl Setup for NoSetup {
    fn knobs() -> Vec<Knob> {
        Vec::new()
    }
    fn get(&self, _: &str) -> Option<String> {
        None
    }
    fn set(&mut self, name: &str, _: &str) -> Result<(), BadOption> {
        Err(BadOption::Unknown(name.to_owned()))
    }
}
