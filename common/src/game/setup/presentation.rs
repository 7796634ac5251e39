//! How people see an option, where that differs from the command line: names and values there are short words to type.

use super::{BadOption, Choice, Choices, Get, OptionValues, Setup, SetupOption};
use crate::words::sentence;
use std::sync::Arc;

/// The value that people enter by leaving a field empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptyField {
    /// The value, as on the command line.
    pub value: &'static str,
    /// What happens then, as in "random".
    pub meaning: &'static str,
}

#[derive(Clone)]
pub(super) struct Presentation<S> {
    title: Option<&'static str>,
    describe: Option<Get<S>>,
    /// The names of values mean nothing to people.
    only_meanings: bool,
    empty_field: Option<EmptyField>,
    list: Option<Choices<S>>,
    /// The list has every value.
    is_complete: bool,
}

impl<S> Default for Presentation<S> {
    fn default() -> Presentation<S> {
        Presentation {
            title: None,
            describe: None,
            only_meanings: false,
            empty_field: None,
            list: None,
            is_complete: false,
        }
    }
}

impl<S: Setup> SetupOption<S> {
    /// The same option, with another name for people.
    pub fn titled(mut self, title: &'static str) -> SetupOption<S> {
        self.presentation.title = Some(title);
        self
    }

    /// The same option, with another text where people read its value: the value itself may be long.
    pub fn described(mut self, describe: fn(&S) -> String) -> SetupOption<S> {
        self.presentation.describe = Some(Arc::new(describe));
        self
    }

    /// The same option. People read only what its values mean, not their names.
    pub fn by_meaning(mut self) -> SetupOption<S> {
        self.presentation.only_meanings = true;
        self
    }

    /// The same option. Its field is empty for this value, and says what that means.
    pub fn empty_means(mut self, value: &'static str, meaning: &'static str) -> SetupOption<S> {
        self.presentation.empty_field = Some(EmptyField { value, meaning });
        self
    }

    /// The same option, which takes text. People choose from a list of all values, each with a label.
    pub fn listed(mut self, list: fn(&S) -> Vec<Choice>) -> SetupOption<S> {
        self.presentation.list = Some(Arc::new(list));
        self.presentation.is_complete = true;
        self
    }

    /// The same option, which takes text. People choose from a list of values, each with a label, or type another one.
    pub fn listed_or_typed(mut self, list: fn(&S) -> Vec<Choice>) -> SetupOption<S> {
        self.presentation.list = Some(Arc::new(list));
        self
    }

    /// Its name for people.
    pub fn title(&self) -> &'static str {
        self.presentation.title.unwrap_or(self.name)
    }

    /// The value in a setup, for people.
    pub fn describe(&self, setup: &S) -> String {
        self.presentation.describe.as_ref().map_or_else(|| self.get(setup), |describe| describe(setup))
    }

    /// Whether the value itself is nothing for people to read, because another text describes it.
    pub fn is_described(&self) -> bool {
        self.presentation.describe.is_some()
    }

    /// The value that an empty field stands for, if there is one.
    pub fn empty_field(&self) -> Option<EmptyField> {
        self.presentation.empty_field
    }

    /// The value that a field with this text stands for.
    pub fn value_of_field<'a>(&self, text: &'a str) -> &'a str {
        self.empty_field().filter(|_| text.trim().is_empty()).map_or(text, |empty| empty.value)
    }

    /// Why a value that was typed into a field was not set, as a sentence with the names that people see.
    pub fn explain(&self, error: BadOption) -> String {
        let BadOption::Value { value, expected, .. } = error else { return sentence(&error.to_string()) };
        let other =
            self.empty_field().and_then(|empty| expected.strip_prefix(&format!("{}, or ", empty.value)));
        let expected = other.map_or(expected.clone(), |other| format!("{other}, or nothing"));
        sentence(&format!("'{value}' is not valid for {}: use {expected}", self.title()))
    }

    /// The values of the list for people, with their labels, if there is one.
    pub fn list(&self, setup: &S) -> Option<Vec<Choice>> {
        self.presentation.list.as_ref().map(|list| list(setup))
    }

    /// Whether that list has every value.
    pub fn has_complete_list(&self) -> bool {
        self.presentation.is_complete
    }

    /// A choice in words: "Renju: black must not make six in a row".
    pub fn choice_label(&self, choice: &Choice) -> String {
        let name = sentence(&choice.value.replace('-', " "));
        let name = name.trim_end_matches('.');
        match choice.help.as_str() {
            "" => name.to_owned(),
            help if self.presentation.only_meanings => sentence(help).trim_end_matches('.').to_owned(),
            help => format!("{name}: {help}"),
        }
    }

    /// The value in a setup as its list or its choices show it; otherwise as [`SetupOption::describe`] says it.
    pub fn label(&self, setup: &S) -> String {
        let value = self.get(setup);
        let listed = self.list(setup).into_iter().flatten().find(|choice| choice.value == value);
        let choice = || match self.values(setup) {
            OptionValues::Choice(choices) => choices.into_iter().find(|choice| choice.value == value),
            OptionValues::Number { .. } | OptionValues::Text { .. } => None,
        };
        let listed = listed.map(|choice| choice.help);
        listed
            .or_else(|| choice().map(|choice| self.choice_label(&choice)))
            .unwrap_or_else(|| self.describe(setup))
    }
}
