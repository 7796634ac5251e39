//! The Wolfram number of a rule table, for any number of states: the results are its digits, starting with the last
//! triple. Numbers for five or more states have up to a thousand digits, so they are text.

use super::{MAX_STATES, MIN_STATES, RuleTable, State};
use thiserror::Error;

/// Why a number is not a valid rule code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CodeError {
    /// The number of states is out of range.
    #[error("an automaton has 2 to 10 states, not {0}")]
    States(u8),
    /// The text is not a decimal number.
    #[error("'{0}' is not a number: use decimal digits only")]
    NotANumber(String),
    /// The number is too large.
    #[error("the number is too large: with {states} states the largest one is {states}^{digits} - 1")]
    TooLarge {
        /// The number of states.
        states: u8,
        /// The number of digits to the base of `states`.
        digits: usize,
    },
}

/// The table with this number.
pub fn table(states: u8, number: &str) -> Result<RuleTable, CodeError> {
    if !(MIN_STATES..=MAX_STATES).contains(&states) {
        return Err(CodeError::States(states));
    }
    let results = digits_from_number(number, states, usize::from(states).pow(3))?;
    Ok(RuleTable::from_fn(states, |triple| results[triple.index(states)]))
}

/// The Wolfram number of a table.
pub fn number(table: &RuleTable) -> String {
    number_from_digits(table.results(), table.states())
}

/// The decimal number with these digits to the base of `states`, lowest digit first.
pub fn number_from_digits(digits: &[State], states: u8) -> String {
    // Groups of nine decimal digits, lowest group first.
    let mut groups: Vec<u64> = vec![0];
    for digit in digits.iter().rev() {
        let mut carry = u64::from(*digit);
        for group in &mut groups {
            carry += *group * u64::from(states);
            *group = carry % GROUP;
            carry /= GROUP;
        }
        if carry > 0 {
            groups.push(carry);
        }
    }
    let highest = groups.pop().unwrap_or(0).to_string();
    groups.iter().rev().fold(highest, |text, group| format!("{text}{group:09}"))
}

/// The first `count` digits of a decimal number to the base of `states`, lowest digit first.
pub fn digits_from_number(number: &str, states: u8, count: usize) -> Result<Vec<State>, CodeError> {
    if !(MIN_STATES..=MAX_STATES).contains(&states) {
        return Err(CodeError::States(states));
    }
    let significant = number.trim_start_matches('0');
    if number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()) {
        let start: String = number.chars().take(40).collect();
        return Err(CodeError::NotANumber(start));
    }
    let too_large = CodeError::TooLarge { states, digits: count };
    // No base is above ten, so a number with more decimal digits is too large. This also bounds the work.
    if significant.len() > count {
        return Err(too_large);
    }
    let mut groups: Vec<u64> = significant
        .as_bytes()
        .rchunks(9)
        .map(|group| group.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
        .collect();
    let mut digits = Vec::with_capacity(count);
    for _ in 0..count {
        let mut rest = 0;
        for group in groups.iter_mut().rev() {
            let value = rest * GROUP + *group;
            *group = value / u64::from(states);
            rest = value % u64::from(states);
        }
        digits.push(rest as State);
    }
    if groups.iter().all(|group| *group == 0) { Ok(digits) } else { Err(too_large) }
}

const GROUP: u64 = 1_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Triple;
    use proptest::prelude::*;

    #[test]
    fn all_elementary_rules_round_trip() {
        for n in 0..256 {
            let table = table(2, &n.to_string()).unwrap();
            for (index, result) in table.results().iter().enumerate() {
                assert_eq!(u32::from(*result), n >> index & 1, "rule {n}, triple {index}");
            }
            assert_eq!(number(&table), n.to_string());
        }
    }

    #[test]
    fn the_thesis_reads_rule_83_as_01010011() {
        let table = table(2, "83").unwrap();
        let results: String = table.results().iter().rev().map(State::to_string).collect();
        assert_eq!(results, "01010011");
        assert_eq!(table.result(Triple::new(1, 1, 0)), 1);
    }

    #[test]
    fn with_ten_states_the_decimal_digits_are_the_results() {
        let table = RuleTable::from_fn(10, |triple| ((triple.index(10) * 7 + 3) % 10) as State);
        let digits: String = table.results().iter().rev().map(State::to_string).collect();
        assert_eq!(number(&table), digits.trim_start_matches('0'));
        assert_eq!(super::table(10, &digits), Ok(table));
    }

    #[test]
    fn the_largest_number_fits_and_the_next_one_does_not() {
        assert_eq!(number(&table(3, "7625597484986").unwrap()), "7625597484986");
        assert_eq!(table(3, "7625597484987").unwrap_err(), CodeError::TooLarge { states: 3, digits: 27 });
        assert!(table(2, "256").unwrap_err().to_string().ends_with("2^8 - 1"));
        assert!(table(10, &"9".repeat(1000)).is_ok());
        assert!(table(10, &format!("1{}", "0".repeat(1000))).is_err());
        assert_eq!(table(4, &u128::MAX.to_string()).unwrap().results(), [3; 64]);
        assert!(table(4, "340282366920938463463374607431768211456").is_err());
        assert_eq!(table(2, "00030"), table(2, "30"));
    }

    #[test]
    fn text_that_is_not_a_number_is_rejected() {
        for text in ["", "-1", "+1", "1e3", "0x1e", " 30", "3٠", &"x".repeat(1_000_000)] {
            assert!(matches!(table(2, text), Err(CodeError::NotANumber(_))));
        }
        assert_eq!(table(11, "1"), Err(CodeError::States(11)));
        assert_eq!(table(1, "1"), Err(CodeError::States(1)));
    }

    proptest! {
        #[test]
        fn numbers_round_trip(states in 2u8..=10, seed in prop::collection::vec(0u8..10, 1000)) {
            let one = RuleTable::from_fn(states, |triple| seed[triple.index(states)]);
            prop_assert_eq!(table(states, &number(&one)), Ok(one));
        }

        #[test]
        fn small_numbers_agree_with_u64_arithmetic(states in 2u8..=10, n in 0u64..1 << 60) {
            let count = 60;
            let digits = digits_from_number(&n.to_string(), states, count).unwrap();
            let value = digits.iter().rev().fold(0u64, |value, digit| value * u64::from(states) + u64::from(*digit));
            prop_assert_eq!(value, n);
            prop_assert_eq!(number_from_digits(&digits, states), n.to_string());
        }
    }
}
