//! Boundary conditions: the states beyond the two ends of a row.

use super::{State, Triple};
use std::fmt;
use std::str::FromStr;

/// The boundary condition of a row. Files call it `plan`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Boundary {
    /// The cells beyond both ends have a fixed state in every generation.
    Flat {
        /// The fixed state.
        edge: State,
    },
    /// The row is a ring: its first and last cells are neighbours.
    Cyclic,
}

impl Default for Boundary {
    fn default() -> Boundary {
        Boundary::Flat { edge: 0 }
    }
}

impl Boundary {
    /// The states left of the first cell and right of the last cell of this row.
    pub fn outer_states(self, row: &[State]) -> (State, State) {
        match (self, row) {
            (Boundary::Cyclic, [first, .., last]) => (*last, *first),
            (Boundary::Cyclic, [only]) => (*only, *only),
            (Boundary::Flat { edge }, _) => (edge, edge),
            (Boundary::Cyclic, []) => (0, 0),
        }
    }

    /// A cell of a row with its two neighbours.
    ///
    /// # Panics
    /// If the row has no cell with this index.
    pub fn neighbourhood(self, row: &[State], index: usize) -> Triple {
        let (before, after) = self.outer_states(row);
        let left = if index == 0 { before } else { row[index - 1] };
        Triple::new(left, row[index], row.get(index + 1).copied().unwrap_or(after))
    }
}

/// Parses `flat`, `flat:EDGE` or `cyclic`.
impl FromStr for Boundary {
    type Err = String;

    fn from_str(text: &str) -> Result<Boundary, String> {
        let edge = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(Boundary::Flat { edge: digit - b'0' }),
            _ => Err(format!("'{text}' is not a valid edge state: use one digit, as in flat:1")),
        };
        match text.split_once(':') {
            None if text == "flat" => Ok(Boundary::default()),
            None if text == "cyclic" => Ok(Boundary::Cyclic),
            Some(("flat", state)) => edge(state),
            _ => Err(format!("'{text}' is not a valid plan: use flat, flat:EDGE or cyclic")),
        }
    }
}
impl fmt::Display for Boundary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Boundary::Flat { edge: 0 } => write!(f, "flat"),
            Boundary::Flat { edge } => write!(f, "flat:{edge}"),
            Boundary::Cyclic => write!(f, "cyclic"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_are_parsed_and_formatted() {
        for text in ["flat", "flat:1", "flat:9", "cyclic"] {
            assert_eq!(text.parse::<Boundary>().unwrap().to_string(), text);
        }
        assert_eq!("flat:0".parse(), Ok(Boundary::default()));
        for text in ["", "round", "flat:", "flat:10", "flat:x", "cyclic:1", "Flat"] {
            assert!(text.parse::<Boundary>().is_err(), "{text}");
        }
    }

    #[test]
    fn end_cells_have_neighbours() {
        assert_eq!(Boundary::Cyclic.outer_states(&[1, 2, 3]), (3, 1));
        assert_eq!(Boundary::Cyclic.outer_states(&[4]), (4, 4));
        assert_eq!(Boundary::Flat { edge: 2 }.outer_states(&[1, 2, 3]), (2, 2));
    }

    #[test]
    fn a_neighbourhood_takes_its_outer_cells_from_the_boundary() {
        assert_eq!(Boundary::default().neighbourhood(&[0, 1, 1], 0), Triple::new(0, 0, 1));
        assert_eq!(Boundary::default().neighbourhood(&[0, 1, 1], 2), Triple::new(1, 1, 0));
        assert_eq!(Boundary::Cyclic.neighbourhood(&[2, 0, 1], 2), Triple::new(0, 1, 2));
    }
}
