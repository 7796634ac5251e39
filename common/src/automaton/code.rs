//! Rule codes: Wolfram's totalistic code (by the sum of the three cells) and the outer totalistic code.

use super::wolfram::{CodeError, digits_from_number, number_from_digits};
use super::{RuleConflict, RuleTable, Triple};

/// The totalistic code of a table whose results depend only on the sum of the cells, or two rules that show that
/// they do not.
pub fn totalistic(table: &RuleTable) -> Result<String, RuleConflict> {
    let by_sum = table.results_by_key(sums(table.states()), Triple::sum)?;
    Ok(number_from_digits(&by_sum, table.states()))
}

/// The table with this totalistic code.
pub fn from_totalistic(states: u8, code: &str) -> Result<RuleTable, CodeError> {
    let by_sum = digits_from_number(code, states, sums(states))?;
    Ok(RuleTable::from_fn(states, |triple| by_sum[triple.sum()]))
}

/// The outer totalistic code of a table whose results depend only on the middle cell and the sum of its neighbours,
/// or two rules that show that they do not.
pub fn outer(table: &RuleTable) -> Result<String, RuleConflict> {
    let states = table.states();
    let by_both = table.results_by_key(outer_sums(states), |triple| outer_key(triple, states))?;
    Ok(number_from_digits(&by_both, states))
}

/// The table with this outer totalistic code.
pub fn from_outer(states: u8, code: &str) -> Result<RuleTable, CodeError> {
    let by_both = digits_from_number(code, states, outer_sums(states))?;
    Ok(RuleTable::from_fn(states, |triple| by_both[outer_key(triple, states)]))
}

fn sums(states: u8) -> usize {
    3 * usize::from(states - 1) + 1
}

fn outer_sums(states: u8) -> usize {
    let k = usize::from(states);
    k * (2 * k - 1)
}

fn outer_key(triple: Triple, states: u8) -> usize {
    usize::from(states) * (usize::from(triple.left) + usize::from(triple.right)) + usize::from(triple.middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::wolfram;

    #[test]
    fn code_777_of_three_states_has_the_known_digits() {
        let table = from_totalistic(3, "777").unwrap();
        let by_sum: Vec<u8> = [[2, 2, 2], [2, 2, 1], [2, 1, 1], [1, 1, 1], [1, 0, 1], [0, 1, 0], [0, 0, 0]]
            .map(|cells| table.result(Triple::from(cells)))
            .to_vec();
        assert_eq!(by_sum, [1, 0, 0, 1, 2, 1, 0]);
        assert_eq!(totalistic(&table).unwrap(), "777");
    }

    #[test]
    fn elementary_rules_have_the_expected_codes() {
        let rule = |number: &str| wolfram::table(2, number).unwrap();
        // Rule 150 is the sum modulo 2: digits 1010 for the sums 3 to 0.
        assert_eq!(totalistic(&rule("150")).unwrap(), "10");
        assert_eq!(from_totalistic(2, "10").unwrap(), rule("150"));
        assert_eq!(totalistic(&rule("90")).unwrap_err().to_string(), "001 gives 1, but 010 gives 0");
        // Rule 90 ignores the middle cell: a neighbour sum of 1 gives 1.
        assert_eq!(outer(&rule("90")).unwrap(), "12");
        assert_eq!(outer(&rule("30")).unwrap_err().to_string(), "011 gives 1, but 110 gives 0");
        assert_eq!((0..256).filter(|n| outer(&rule(&n.to_string())).is_ok()).count(), 64);
        assert_eq!((0..256).filter(|n| totalistic(&rule(&n.to_string())).is_ok()).count(), 16);
    }

    #[test]
    fn codes_round_trip_for_any_number_of_states() {
        for states in 2..=10u8 {
            let max_code = number_from_digits(&vec![states - 1; sums(states)], states);
            for code in ["0", "1", "7", "15", &max_code] {
                assert_eq!(totalistic(&from_totalistic(states, code).unwrap()).unwrap(), code);
                let outer_table = from_outer(states, code).unwrap();
                assert_eq!(outer(&outer_table).unwrap(), code);
            }
            assert!(from_totalistic(states, &format!("{max_code}0")).is_err());
        }
    }

    #[test]
    fn a_totalistic_table_may_have_no_totalistic_code() {
        // The sums of 002 and 011 are equal but the results differ. The table depends on the multiset, not on the sum.
        let table = RuleTable::from_fn(3, |triple| u8::from(triple.sorted() == Triple::new(0, 0, 2)));
        assert_eq!(table.check_totalistic(), Ok(()));
        assert_eq!(totalistic(&table).unwrap_err().to_string(), "002 gives 1, but 011 gives 0");
    }
}
