//! The file writer: colours in upper case, keys in a fixed order, rules in ascending order.

use crate::automaton::{Automaton, State};
use std::fmt::Write;

/// The canonical text of an automaton.
pub fn write(automaton: &Automaton) -> String {
    let mut text = format!("{}\n", automaton.states());
    for (colour, name) in &automaton.styles {
        let space = if name.is_empty() { "" } else { " " };
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{colour}{space}{name}");
    }
    let keys = &automaton.keys;
    let mut key = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let space = if value.is_empty() { "" } else { " " };
            let _ = writeln!(text, "{name}:{space}{value}");
        }
    };
    let digits = |cells: &[State], separator: &str| {
        cells.iter().map(State::to_string).collect::<Vec<_>>().join(separator)
    };
    key("generations", keys.generations.map(|generations| generations.to_string()));
    key("start", keys.start.as_ref().map(|start| digits(start, "")));
    key("plan", keys.cyclic.map(|cyclic| if cyclic { "cyclic" } else { "flat" }.to_owned()));
    key("edge", keys.edge.map(|edge| edge.to_string()));
    key("ink", keys.ink.as_ref().map(|ink| digits(ink, " ")));
    key("formula", keys.formula.clone());
    keys.extra.iter().for_each(|(name, value)| key(name, Some(value.clone())));
    for rule in automaton.rules() {
        let _ = writeln!(text, "{rule}");
    }
    if !automaton.description.is_empty() {
        let _ = writeln!(text, "\n{}", automaton.description);
    }
    text
}
