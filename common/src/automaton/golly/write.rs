//! The writer of Golly's rule files.

use crate::automaton::{Automaton, Rule, Triple};
use std::fmt::Write;

/// Converts a name to a valid rule name: letters, digits, `-` and `_`. The file must have the same name.
pub fn rule_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "automaton".to_owned() } else { plain.to_owned() }
}

/// The automaton as a `.rule` file. The boundary is not part of it: Golly's grid determines it.
pub fn write(automaton: &Automaton, name: &str) -> String {
    let mut text = format!("@RULE {}\n", rule_name(name));
    for line in automaton.description().lines() {
        // A line that starts with `@` would start a section.
        let space = if line.starts_with('@') { " " } else { "" };
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{space}{line}");
    }
    let states = automaton.states();
    let _ = writeln!(text, "\n@TABLE\nn_states:{states}\nneighborhood:oneDimensional\nsymmetries:none");
    let _ = writeln!(text, "# centre, west, east, new centre; what is not listed stays as it is");
    for Rule { triple: Triple { left, middle, right }, result } in automaton.table().rules() {
        if result != middle {
            let _ = writeln!(text, "{middle},{left},{right},{result}");
        }
    }
    let _ = writeln!(text, "\n@COLORS");
    for state in 0..states {
        let colour = automaton.colour(state);
        let _ = writeln!(text, "{state} {} {} {}", colour.red, colour.green, colour.blue);
    }
    text
}
