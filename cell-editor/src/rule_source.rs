//! Sources of the rules of a new automaton.

use common::automaton::wolfram::CodeError;
use common::automaton::{AutomatonKind, Formula, RuleTable, code, wolfram};

/// Numbers from here on are not written out.
const MAX_WRITTEN: u64 = 1_000_000_000;

/// How to make a rule table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleSource {
    /// Every triple gives state 0.
    Zero,
    /// A Wolfram number.
    Wolfram(String),
    /// A totalistic code, by the sum of the three cells.
    Totalistic(String),
    /// An outer totalistic code, by the middle cell and the sum of its neighbours.
    Outer(String),
    /// A formula.
    Formula(String),
    /// Random rules.
    Random {
        /// The same seed gives the same rules.
        seed: u64,
        /// The percentage of triples whose result is not 0.
        density: u8,
    },
}

impl RuleSource {
    /// The table for an automaton of this kind, or an error message.
    pub fn table(&self, kind: AutomatonKind, states: u8) -> Result<RuleTable, String> {
        match self {
            RuleSource::Zero => Ok(RuleTable::from_fn(states, |_| 0)),
            RuleSource::Wolfram(number) => wolfram::table(states, number).map_err(|why| code_problem(&why)),
            RuleSource::Totalistic(number) => {
                code::from_totalistic(states, number).map_err(|why| code_problem(&why))
            }
            RuleSource::Outer(number) => code::from_outer(states, number).map_err(|why| code_problem(&why)),
            RuleSource::Formula(text) => {
                let table = text.parse::<Formula>().and_then(|formula| formula.table(states));
                table.map_err(|why| format!("the formula is not valid: {why}"))
            }
            RuleSource::Random { seed, density } => Ok(RuleTable::random(kind, states, *seed, *density)),
        }
    }

    /// The formula, if this is one.
    pub fn formula(&self) -> Option<&str> {
        if let RuleSource::Formula(text) = self { Some(text) } else { None }
    }

    /// The density at which all states are equally likely: k - 1 of k states are not 0.
    pub fn even_density(states: u8) -> u8 {
        (100 * u16::from(states - 1) / u16::from(states)) as u8
    }
}

/// Why a code is not valid. The largest number is written out if it is short.
fn code_problem(why: &CodeError) -> String {
    let largest = match *why {
        CodeError::TooLarge { states, digits } => {
            let digits = u32::try_from(digits).ok();
            digits.and_then(|digits| u64::from(states).checked_pow(digits)).map(|numbers| numbers - 1)
        }
        _ => None,
    };
    match largest.filter(|largest| *largest < MAX_WRITTEN) {
        Some(largest) => format!("{why} = {largest}"),
        None => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_gives_the_expected_table() {
        let table = |source: RuleSource| source.table(AutomatonKind::Common, 2);
        let rule_90 = wolfram::table(2, "90").unwrap();
        assert_eq!(table(RuleSource::Wolfram("90".to_owned())).as_ref(), Ok(&rule_90));
        assert_eq!(table(RuleSource::Formula("l != r".to_owned())).as_ref(), Ok(&rule_90));
        // A neighbour sum of 1, for both middle states: digits 2 and 3 of 6.
        assert_eq!(table(RuleSource::Outer("12".to_owned())).as_ref(), Ok(&rule_90));
        assert_eq!(
            table(RuleSource::Totalistic("10".to_owned())),
            wolfram::table(2, "150").map_err(|_| String::new())
        );
        assert_eq!(table(RuleSource::Zero), wolfram::table(2, "0").map_err(|_| String::new()));
        assert_eq!(
            table(RuleSource::Random { seed: 3, density: 100 }),
            wolfram::table(2, "255").map_err(|_| String::new())
        );
        assert!(table(RuleSource::Wolfram("256".to_owned())).unwrap_err().ends_with("2^8 - 1 = 255"));
        let totalistic = RuleSource::Totalistic("30".to_owned());
        assert!(table(totalistic).unwrap_err().ends_with("2^4 - 1 = 15"));
        let long = RuleSource::Wolfram("9".repeat(400)).table(AutomatonKind::Common, 5);
        assert!(long.unwrap_err().ends_with("5^125 - 1"));
        assert!(table(RuleSource::Formula("l +".to_owned())).unwrap_err().contains("column"));
        assert_eq!((RuleSource::even_density(2), RuleSource::even_density(10)), (50, 90));
    }
}
