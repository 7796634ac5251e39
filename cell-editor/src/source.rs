//! Where the rules of a new automaton come from.

use common::automaton::{Formula, Kind, Table, code, wolfram};

/// A way to make a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Every triple gives state 0.
    Zero,
    /// Wolfram's number of the table.
    Wolfram(String),
    /// The code over the sum of the three cells.
    Totalistic(String),
    /// The code over the middle cell and the sum of its neighbours.
    Outer(String),
    /// A formula.
    Formula(String),
    /// Rules at random.
    Random {
        /// The same seed gives the same rules.
        seed: u64,
        /// The share of triples, in percent, that give another state than 0.
        density: u8,
    },
}

impl Source {
    /// The table for an automaton of this kind, or a sentence that tells why there is none.
    pub fn table(&self, kind: Kind, states: u8) -> Result<Table, String> {
        match self {
            Source::Zero => Ok(Table::from_fn(states, |_| 0)),
            Source::Wolfram(number) => wolfram::table(states, number).map_err(|why| why.to_string()),
            Source::Totalistic(number) => {
                code::from_totalistic(states, number).map_err(|why| why.to_string())
            }
            Source::Outer(number) => code::from_outer(states, number).map_err(|why| why.to_string()),
            Source::Formula(text) => {
                let table = text.parse::<Formula>().and_then(|formula| formula.table(states));
                table.map_err(|why| format!("the formula makes no table: {why}"))
            }
            Source::Random { seed, density } => Ok(Table::random(kind, states, *seed, *density)),
        }
    }

    /// The formula, if it is one.
    pub fn formula(&self) -> Option<&str> {
        if let Source::Formula(text) = self { Some(text) } else { None }
    }

    /// The density at which all states are equally frequent: among k states, k - 1 are not 0.
    pub fn even_density(states: u8) -> u8 {
        (100 * u16::from(states - 1) / u16::from(states)) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_made_from_anything() {
        let table = |source: Source| source.table(Kind::Common, 2);
        let rule_90 = wolfram::table(2, "90").unwrap();
        assert_eq!(table(Source::Wolfram("90".to_owned())).as_ref(), Ok(&rule_90));
        assert_eq!(table(Source::Formula("l != r".to_owned())).as_ref(), Ok(&rule_90));
        // Sums 1 and 2 of the neighbours, whatever stands in the middle: indices 2 and 3 of 6.
        assert_eq!(table(Source::Outer("12".to_owned())).as_ref(), Ok(&rule_90));
        assert_eq!(
            table(Source::Totalistic("10".to_owned())),
            wolfram::table(2, "150").map_err(|_| String::new())
        );
        assert_eq!(table(Source::Zero), wolfram::table(2, "0").map_err(|_| String::new()));
        assert_eq!(
            table(Source::Random { seed: 3, density: 100 }),
            wolfram::table(2, "255").map_err(|_| String::new())
        );
        assert!(table(Source::Wolfram("256".to_owned())).is_err());
        assert!(table(Source::Formula("l +".to_owned())).unwrap_err().contains("column"));
        assert_eq!((Source::even_density(2), Source::even_density(10)), (50, 90));
    }
}
