//! What can be chosen before a game. Each option is declared once; the command line, the engine's `setoption`, the
//! start page, settings and saved games are derived from the declaration.

mod presentation;

pub use presentation::EmptyField;

use super::{BadSize, BoardSize, LOOK_OPTIONS, SideLooks};
use presentation::Presentation;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::sync::Arc;
use thiserror::Error;

/// The parameters of a game: what a user would choose in a dialog. They are saved with every game.
pub trait Setup: Clone + Default + PartialEq + Debug + Send + Sync + 'static {
    /// Everything that can be chosen, in the order in which to offer it.
    fn options() -> Vec<SetupOption<Self>>;

    /// The option of this name, in any case.
    fn option(name: &str) -> Option<SetupOption<Self>> {
        Self::options().into_iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The value of an option.
    fn get(&self, name: &str) -> Option<String> {
        Some(Self::option(name)?.get(self))
    }

    /// Sets an option. On an error nothing has changed.
    fn set(&mut self, name: &str, value: &str) -> Result<(), BadOption> {
        let option = Self::option(name).ok_or_else(|| BadOption::Unknown(name.to_owned()))?;
        option.set(self, value)
    }

    /// The names and colours of the sides, where players choose them.
    fn looks(&self) -> Option<&SideLooks> {
        None
    }

    /// The same, to change them.
    fn looks_mut(&mut self) -> Option<&mut SideLooks> {
        None
    }

    /// All options by their lower-case names, as saved games and settings store them. Names and colours that were not
    /// chosen are left out.
    fn to_map(&self) -> BTreeMap<String, String> {
        let options = Self::options().into_iter().map(|option| (option.name, option.key(), option.get(self)));
        let chosen =
            |(name, _, value): &(&str, String, String)| !LOOK_OPTIONS.contains(name) || !value.is_empty();
        options.filter(chosen).map(|(_, key, value)| (key, value)).collect()
    }

    /// Reads what [`Setup::to_map`] has written. Missing options keep their defaults.
    fn from_map(map: &BTreeMap<String, String>) -> Result<Self, BadOption> {
        let options = Self::options();
        if let Some(unknown) = map.keys().find(|key| options.iter().all(|option| option.key() != **key)) {
            return Err(BadOption::Unknown(unknown.clone()));
        }
        let mut setup = Self::default();
        // In the declared order: the choices of an option may depend on those before it.
        for option in options {
            if let Some(value) = map.get(&option.key()) {
                option.set(&mut setup, value)?;
            }
        }
        Ok(setup)
    }
}

type Get<S> = Arc<dyn Fn(&S) -> String + Send + Sync>;
type Set<S> = Arc<dyn Fn(&mut S, &str) -> Result<(), Option<String>> + Send + Sync>;
type Choices<S> = Arc<dyn Fn(&S) -> Vec<Choice> + Send + Sync>;

/// One thing that can be chosen before a game.
#[derive(Clone)]
pub struct SetupOption<S> {
    /// Its name, as in `setoption name NAME value …`; [`SetupOption::title`] is the one for people.
    pub name: &'static str,
    /// What it does, in a sentence without a full stop.
    pub help: &'static str,
    values: Values<S>,
    get: Get<S>,
    presentation: Presentation<S>,
    /// An error may have a sentence of its own.
    set: Set<S>,
}

/// The values an option takes.
#[derive(Clone)]
enum Values<S> {
    Choice(Choices<S>),
    Number { min: i64, max: i64 },
    Text { format: String, examples: &'static [&'static str] },
}

/// The values an option takes with a given setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValues {
    /// One of a few words.
    Choice(Vec<Choice>),
    /// A whole number within limits.
    Number {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// Text in a format of its own, such as a board size.
    Text {
        /// The format, as in "columns x rows, as in 8x8".
        format: String,
        /// Values to propose.
        examples: &'static [&'static str],
    },
}

/// One of the words that an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The value.
    pub value: String,
    /// What it means, in a few words.
    pub help: String,
}

impl Choice {
    /// A value and what it means.
    pub fn new(value: impl Into<String>, help: impl Into<String>) -> Choice {
        Choice { value: value.into(), help: help.into() }
    }
}

impl<S: Setup> SetupOption<S> {
    /// An option that takes one of a few values, each with its name and what it means.
    pub fn choice<T: Copy + PartialEq + Send + Sync + 'static>(
        name: &'static str,
        help: &'static str,
        values: &[(T, &'static str, &'static str)],
        get: fn(&S) -> T,
        set: fn(&mut S, T),
    ) -> SetupOption<S> {
        let named: Arc<[(T, &'static str, &'static str)]> = values.into();
        let (listed, shown) = (Arc::clone(&named), Arc::clone(&named));
        SetupOption {
            name,
            help,
            values: Values::Choice(Arc::new(move |_| {
                listed.iter().map(|(_, value, help)| Choice::new(*value, *help)).collect()
            })),
            get: Arc::new(move |setup| {
                let value = get(setup);
                let known = shown.iter().find(|(known, _, _)| *known == value);
                known.map_or(String::new(), |(_, name, _)| (*name).to_owned())
            }),
            presentation: Presentation::default(),
            set: Arc::new(move |setup, text| {
                let known = named.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(text));
                known.map(|(value, _, _)| set(setup, *value)).ok_or(None)
            }),
        }
    }

    /// An option whose choices depend on the rest of the setup, or on files. `set` accepts only what `choices` lists.
    pub fn dynamic_choice(
        name: &'static str,
        help: &'static str,
        choices: fn(&S) -> Vec<Choice>,
        get: fn(&S) -> String,
        set: fn(&mut S, &str),
    ) -> SetupOption<S> {
        SetupOption {
            name,
            help,
            values: Values::Choice(Arc::new(choices)),
            get: Arc::new(get),
            presentation: Presentation::default(),
            set: Arc::new(move |setup, text| {
                let known = choices(setup).into_iter().find(|choice| choice.value.eq_ignore_ascii_case(text));
                known.map(|choice| set(setup, &choice.value)).ok_or(None)
            }),
        }
    }

    /// An option that takes a whole number within limits.
    pub fn number(
        name: &'static str,
        help: &'static str,
        limits: std::ops::RangeInclusive<i64>,
        get: fn(&S) -> i64,
        set: fn(&mut S, i64),
    ) -> SetupOption<S> {
        let (min, max) = limits.into_inner();
        SetupOption {
            name,
            help,
            values: Values::Number { min, max },
            get: Arc::new(move |setup| get(setup).to_string()),
            presentation: Presentation::default(),
            set: Arc::new(move |setup, text| {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number));
                number.map(|number| set(setup, number)).ok_or(None)
            }),
        }
    }

    /// An option that takes text in a format of its own. `set` says whether it understood the text.
    pub fn text(
        name: &'static str,
        help: &'static str,
        format: impl Into<String>,
        examples: &'static [&'static str],
        get: fn(&S) -> String,
        set: fn(&mut S, &str) -> bool,
    ) -> SetupOption<S> {
        SetupOption {
            name,
            help,
            values: Values::Text { format: format.into(), examples },
            get: Arc::new(get),
            presentation: Presentation::default(),
            set: Arc::new(move |setup, text| if set(setup, text) { Ok(()) } else { Err(None) }),
        }
    }

    /// The same, where `set` says in a sentence what is wrong with a text that it refuses.
    pub fn explained_text(
        name: &'static str,
        help: &'static str,
        format: impl Into<String>,
        examples: &'static [&'static str],
        get: fn(&S) -> String,
        set: fn(&mut S, &str) -> Result<(), String>,
    ) -> SetupOption<S> {
        SetupOption {
            name,
            help,
            values: Values::Text { format: format.into(), examples },
            get: Arc::new(get),
            presentation: Presentation::default(),
            set: Arc::new(move |setup, text| set(setup, text).map_err(Some)),
        }
    }

    /// The option `Size` of a board, as columns × rows.
    pub fn board_size<const MIN: u8, const MAX: u8>(
        examples: &'static [&'static str],
        get: fn(&S) -> BoardSize<MIN, MAX>,
        set: fn(&mut S, BoardSize<MIN, MAX>),
    ) -> SetupOption<S> {
        SetupOption {
            name: "Size",
            help: "Columns and rows of the board",
            values: Values::Text { format: BadSize { min: MIN, max: MAX }.expected(), examples },
            get: Arc::new(move |setup| get(setup).to_string()),
            presentation: Presentation::default(),
            set: Arc::new(move |setup, text| text.parse().map(|size| set(setup, size)).map_err(|_| None)),
        }
    }

    /// Its name in lower case, for files and the command line.
    pub fn key(&self) -> String {
        self.name.to_ascii_lowercase().replace(' ', "-")
    }

    /// The value in a setup.
    pub fn get(&self, setup: &S) -> String {
        (self.get)(setup)
    }

    /// Sets the value. On an error nothing has changed.
    pub fn set(&self, setup: &mut S, value: &str) -> Result<(), BadOption> {
        let mut changed = setup.clone();
        match (self.set)(&mut changed, value.trim()) {
            Ok(()) => {
                *setup = changed;
                Ok(())
            }
            Err(Some(why)) => Err(BadOption::Refused(why)),
            Err(None) => Err(BadOption::Value {
                // A page of noise is not repeated.
                value: value.chars().take(40).collect(),
                name: self.name.to_lowercase(),
                expected: self.values(setup).to_string(),
            }),
        }
    }

    /// The values it takes, the rest of the setup being as it is.
    pub fn values(&self, setup: &S) -> OptionValues {
        match &self.values {
            Values::Choice(choices) => OptionValues::Choice(choices(setup)),
            Values::Number { min, max } => OptionValues::Number { min: *min, max: *max },
            Values::Text { format, examples } => OptionValues::Text { format: format.clone(), examples },
        }
    }
}

impl<S> Debug for SetupOption<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetupOption").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The values in words: "neutral or kept", "1 to 99".
impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValues::Choice(choices) => match choices.as_slice() {
                [] => write!(f, "nothing: there is no choice"),
                [one] => write!(f, "{}", one.value),
                [rest @ .., last] => {
                    let rest: Vec<&str> = rest.iter().map(|choice| choice.value.as_str()).collect();
                    write!(f, "{} or {}", rest.join(", "), last.value)
                }
            },
            OptionValues::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
            OptionValues::Text { format, .. } => write!(f, "{format}"),
        }
    }
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadOption {
    /// There is no such option.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The option does not take this value.
    #[error("'{value}' is not {} {name}: use {expected}", if name.ends_with('s') { "valid for" } else { "a valid" })]
    Value {
        /// The option, in lower case.
        name: String,
        /// The rejected value.
        value: String,
        /// The values it takes.
        expected: String,
    },
    /// The option refuses a value, and says why.
    #[error("{0}")]
    Refused(String),
}

/// A setup in a file: a map from option names to values.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSetup<S>(pub S);

impl<S: Setup> Serialize for StoredSetup<S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        self.0.to_map().serialize(serializer)
    }
}

impl<'de, S: Setup> Deserialize<'de> for StoredSetup<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StoredSetup<S>, D::Error> {
        let map = BTreeMap::<String, Scalar>::deserialize(deserializer)?;
        let map = map.into_iter().map(|(key, value)| (key, value.into_text())).collect();
        S::from_map(&map).map(StoredSetup).map_err(serde::de::Error::custom)
    }
}

/// A value in a file. A file that was edited by hand may hold numbers without quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Bool(bool),
    Integer(i64),
    Text(String),
}

impl Scalar {
    fn into_text(self) -> String {
        match self {
            Scalar::Bool(value) => value.to_string(),
            Scalar::Integer(value) => value.to_string(),
            Scalar::Text(value) => value,
        }
    }
}

impl<S: Default> Default for StoredSetup<S> {
    fn default() -> StoredSetup<S> {
        StoredSetup(S::default())
    }
}

/// The setup of a game that has nothing to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoSetup {}

impl Setup for NoSetup {
    fn options() -> Vec<SetupOption<NoSetup>> {
        Vec::new()
    }
}
