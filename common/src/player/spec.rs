//! Players by name, as on the command line.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// A player as a command line names it: `NAME`, `NAME:key=value,…`, or `cmd:COMMAND` for another program.
///
/// ```
/// use common::player::Spec;
/// let spec: Spec = "minimax:depth=4,best=30".parse().unwrap();
/// assert_eq!(spec.name(), "minimax");
/// assert_eq!(spec.to_string(), "minimax:best=30,depth=4");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    name: String,
    options: BTreeMap<String, String>,
    command: Option<String>,
}

impl Spec {
    /// A level by its plain name.
    pub fn level(name: &str) -> Spec {
        Spec { name: name.to_owned(), options: BTreeMap::new(), command: None }
    }
    /// The level's name; `cmd` for another program.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The player as a window shows it: "Easy", "Strong:threads=1", or the command line of another program.
    pub fn title(&self) -> String {
        self.command.clone().unwrap_or_else(|| super::player_title(&self.to_string()))
    }
    /// The other program's command line, if it is one.
    pub fn command(&self) -> Option<&str> {
        self.command.as_deref()
    }
    /// The options given, by name.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
    /// The same player with an option set.
    pub fn with(mut self, key: &str, value: &str) -> Spec {
        self.options.insert(key.to_owned(), value.to_owned());
        self
    }
    /// The same player with a smaller number where the number of this option is larger.
    pub fn at_most(mut self, key: &str, max: usize) -> Spec {
        if let Some(value) = self.options.get_mut(key) {
            let digits = !value.is_empty() && value.bytes().all(|digit| digit.is_ascii_digit());
            // A number of digits that does not fit is too large as well.
            if digits && value.parse().map_or(true, |value: usize| value > max) {
                *value = max.to_string();
            }
        }
        self
    }
    /// Checks that every option is one of `known`.
    pub fn check_keys(&self, known: &[&str]) -> Result<(), BadSpec> {
        match self.options.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(BadSpec::Option {
                player: self.name.clone(),
                key: key.clone(),
                known: if known.is_empty() {
                    "it takes none".into()
                } else {
                    format!("it takes {}", known.join(", "))
                },
            }),
        }
    }
    /// The value of a numeric option, which must be within limits.
    pub fn within<T>(&self, key: &str, default: T, limits: RangeInclusive<T>) -> Result<T, BadSpec>
    where
        T: FromStr + PartialOrd + ToString,
    {
        let value = self.number(key, default)?;
        if limits.contains(&value) { Ok(value) } else { Err(self.bad_value(key, &value.to_string())) }
    }
    /// The error for an option's value.
    pub fn bad_value(&self, key: &str, value: &str) -> BadSpec {
        BadSpec::Number { player: self.name.clone(), key: key.to_owned(), value: value.to_owned() }
    }
    /// The value of an option, or `default` where it is not given.
    pub fn number<T: FromStr>(&self, key: &str, default: T) -> Result<T, BadSpec> {
        match self.options.get(key) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| self.bad_value(key, text)),
        }
    }
}

impl FromStr for Spec {
    type Err = BadSpec;
    fn from_str(text: &str) -> Result<Spec, BadSpec> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Spec::level(name);
        if name == "cmd" {
            if rest.trim().is_empty() {
                return Err(BadSpec::NoCommand);
            }
            spec.command = Some(rest.to_owned());
            return Ok(spec);
        }
        for pair in rest.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| BadSpec::NoValue(pair.to_owned()))?;
            spec.options.insert(key.trim().to_owned(), value.trim().to_owned());
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(command) = &self.command {
            return write!(f, ":{command}");
        }
        for (i, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Why a player could not be built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadSpec {
    /// The level does not exist.
    #[error("there is no player '{name:.100}'; there are {known}")]
    Unknown {
        /// The unknown name.
        name: String,
        /// The known names.
        known: String,
    },
    /// The level does not have this option.
    #[error("player '{player:.100}' has no option '{key:.100}'; {known}")]
    Option {
        /// The level.
        player: String,
        /// The unknown name.
        key: String,
        /// The known names.
        known: String,
    },
    /// The option does not take this value.
    #[error("'{value:.100}' is not a valid value of option '{key:.100}' of player '{player:.100}'")]
    Number {
        /// The level.
        player: String,
        /// The option.
        key: String,
        /// The rejected value.
        value: String,
    },
    /// An option without a value.
    #[error("'{0:.100}' should be key=value")]
    NoValue(String),
    /// There is not enough memory.
    #[error("there is not enough memory for a table of {0} MB: use a smaller hash")]
    NoRoom(usize),
    /// `cmd:` without a command.
    #[error("cmd: needs a command, as in cmd:./engine")]
    NoCommand,
    /// The other program did not start.
    #[error("'{command}' could not be started: {why}")]
    NotStarted {
        /// Its command line.
        command: String,
        /// What went wrong.
        why: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_written() {
        for text in ["random", "minimax:best=30,depth=4", "cmd:./engine --fast -x 'a b'"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        let spec: Spec = "mcts:nodes=500".parse().unwrap();
        assert_eq!(spec.number("nodes", 1u64), Ok(500));
        assert_eq!(spec.number("depth", 9u32), Ok(9));
        assert!(spec.check_keys(&["nodes"]).is_ok());
    }

    #[test]
    fn wrong_specs_say_what_is_wrong() {
        let why = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(why("mcts:nodes"), "'nodes' should be key=value");
        assert_eq!(why("cmd: "), "cmd: needs a command, as in cmd:./engine");
        let spec: Spec = "mcts:nodes=many".parse().unwrap();
        assert_eq!(
            spec.number("nodes", 1u64).unwrap_err().to_string(),
            "'many' is not a valid value of option 'nodes' of player 'mcts'"
        );
        assert_eq!(
            spec.check_keys(&["time"]).unwrap_err().to_string(),
            "player 'mcts' has no option 'nodes'; it takes time"
        );
    }
}
