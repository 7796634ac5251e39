//! What stands beyond the two ends of a row.

use super::State;
use std::fmt;
use std::str::FromStr;

/// How the ends of a row are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Plan {
    /// The same state stands beyond both ends of every generation.
    Flat {
        /// That state.
        edge: State,
    },
    /// The row is a ring: its first and its last cell are neighbours.
    Cyclic,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan::Flat { edge: 0 }
    }
}

impl Plan {
    /// The states left of the first and right of the last cell of this row.
    pub fn beyond(self, row: &[State]) -> (State, State) {
        match (self, row) {
            (Plan::Cyclic, [first, .., last]) => (*last, *first),
            (Plan::Cyclic, [only]) => (*only, *only),
            (Plan::Flat { edge }, _) => (edge, edge),
            (Plan::Cyclic, []) => (0, 0),
        }
    }
}

/// `flat`, `flat:EDGE` or `cyclic`.
impl FromStr for Plan {
    type Err = String;

    fn from_str(text: &str) -> Result<Plan, String> {
        let edge = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(Plan::Flat { edge: digit - b'0' }),
            _ => Err(format!("'{text}' is no state for the edge; give one digit, as in flat:1")),
        };
        match text.split_once(':') {
            None if text == "flat" => Ok(Plan::default()),
            None if text == "cyclic" => Ok(Plan::Cyclic),
            Some(("flat", state)) => edge(state),
            _ => Err(format!("'{text}' is no plan; give flat, flat:EDGE or cyclic")),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plan::Flat { edge: 0 } => write!(f, "flat"),
            Plan::Flat { edge } => write!(f, "flat:{edge}"),
            Plan::Cyclic => write!(f, "cyclic"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_read_and_written() {
        for text in ["flat", "flat:1", "flat:9", "cyclic"] {
            assert_eq!(text.parse::<Plan>().unwrap().to_string(), text);
        }
        assert_eq!("flat:0".parse(), Ok(Plan::default()));
        for text in ["", "round", "flat:", "flat:10", "flat:x", "cyclic:1", "Flat"] {
            assert!(text.parse::<Plan>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_ends_have_neighbours() {
        assert_eq!(Plan::Cyclic.beyond(&[1, 2, 3]), (3, 1));
        assert_eq!(Plan::Cyclic.beyond(&[4]), (4, 4));
        assert_eq!(Plan::Flat { edge: 2 }.beyond(&[1, 2, 3]), (2, 2));
    }
}
