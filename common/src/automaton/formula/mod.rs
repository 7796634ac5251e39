//! Formulas: a small language over `l`, `c`, `r` (the left, the middle and the right cell) and `k` (the number of
//! states) that gives the result of every triple.
//!
//! Numbers are 64-bit integers. `+ - *`; `/` rounds down; `%` and `mod(a, b)` give a remainder that is never negative;
//! `< <= > >= == !=` give 1 or 0; `! && ||` treat every number except 0 as true; `a ? b : c`; `min`, `max`, `median`,
//! `abs`. `? :`, `&&` and `||` evaluate only the side they need.

mod eval;
mod parse;

use super::{MAX_STATES, MIN_STATES, RuleTable, Triple, triples};
use eval::Instruction;
use std::str::FromStr;
use thiserror::Error;

/// Why a formula does not give a table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormulaError {
    /// A syntax error.
    #[error("column {column}: {message}")]
    Syntax {
        /// The column of the error, counted from 1.
        column: usize,
        /// What was found and what was expected.
        message: String,
    },
    /// A triple for which the formula cannot be evaluated or does not give a state.
    #[error("for the triple {triple} {message}")]
    Value {
        /// The first such triple.
        triple: Triple,
        /// The problem, as the rest of a sentence.
        message: String,
    },
    /// The number of states is out of range.
    #[error("an automaton has 2 to 10 states, not {0}")]
    States(u8),
}

/// A compiled formula.
///
/// ```
/// use common::automaton::{Formula, wolfram};
/// let formula: Formula = "(l + r) % k".parse().unwrap();
/// assert_eq!(wolfram::number(&formula.table(2).unwrap()), "90");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    instructions: Vec<Instruction>,
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Formula, FormulaError> {
        parse::parse(text).map(|instructions| Formula { instructions })
    }
}

impl Formula {
    /// Evaluates the formula for every triple of `states` states.
    pub fn table(&self, states: u8) -> Result<RuleTable, FormulaError> {
        if !(MIN_STATES..=MAX_STATES).contains(&states) {
            return Err(FormulaError::States(states));
        }
        let mut results = Vec::new();
        for triple in triples(states) {
            let error = |message| FormulaError::Value { triple, message };
            let value =
                eval::evaluate(&self.instructions, triple, states).map_err(|why| error(why.to_string()))?;
            let state = u8::try_from(value).ok().filter(|state| *state < states);
            let max = states - 1;
            results.push(
                state
                    .ok_or_else(|| error(format!("the result is {value}, but the states are 0 to {max}")))?,
            );
        }
        Ok(RuleTable::from_fn(states, |triple| results[triple.index(states)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::wolfram;
    use proptest::prelude::*;

    fn table(formula: &str, states: u8) -> Result<RuleTable, FormulaError> {
        formula.parse::<Formula>()?.table(states)
    }

    /// The value of a formula for the triple 312 and five states.
    fn value(formula: &str) -> i64 {
        let formula: Formula = formula.parse().unwrap_or_else(|why| panic!("{formula}: {why}"));
        eval::evaluate(&formula.instructions, Triple::new(3, 1, 2), 5).unwrap()
    }

    #[test]
    fn known_rules_have_formulas() {
        for (formula, number) in [
            ("l != (c || r)", "30"),
            ("(l + r) % k", "90"),
            ("(l + c + r) % k", "150"),
            ("c != r || (c && !l)", "110"),
            ("c ? r : l", "184"),
            ("median(l, c, r)", "232"),
            ("max(l, c, r)", "254"),
            ("min(l, c, r)", "128"),
            ("r", "170"),
            ("c", "204"),
            ("k - 1 - c", "51"),
        ] {
            assert_eq!(wolfram::number(&table(formula, 2).unwrap()), number, "{formula}");
        }
        assert_eq!(table("mod(l + c + r, k)", 5).unwrap(), RuleTable::from_fn(5, |t| (t.sum() % 5) as u8));
        assert_eq!(table("(l + c + r) / 3", 9).unwrap(), RuleTable::from_fn(9, |t| (t.sum() / 3) as u8));
        assert_eq!(table("abs(l - r)", 4).unwrap(), RuleTable::from_fn(4, |t| t.left.abs_diff(t.right)));
    }

    #[test]
    fn expressions_have_the_expected_values() {
        for (formula, expected) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("10 - 3 - 2", 5),
            ("100 / 7 / 2", 7),
            ("-7 / 2", -4),
            ("7 / -2", -4),
            ("-7 / -2", 3),
            ("-6 / 2", -3),
            ("-7 % 3", 2),
            ("7 % -3", 1),
            ("mod(-1, k)", 4),
            ("-l + --c", -2),
            ("2 - -3", 5),
            ("1 < 2", 1),
            ("2 <= 1", 0),
            ("2 > 1", 1),
            ("2 >= 2", 1),
            ("2 == 3", 0),
            ("2 != 3", 1),
            ("1 + 1 < 3", 1),
            ("!3", 0),
            ("!0 + 1", 2),
            ("2 && 3", 1),
            ("0 || 0", 0),
            ("1 || 0 && 0", 1),
            ("1 ? 2 : 3", 2),
            ("0 ? 2 : 0 ? 3 : 4", 4),
            ("1 ? 0 ? 5 : 6 : 7", 6),
            ("c == 1 ? l : r", 3),
            ("min(4, 2, 9, 3)", 2),
            ("max(4, 2, 9, 3)", 9),
            ("median(9, 1, 4)", 4),
            ("median(1, 1, 4)", 1),
            ("abs(-4)", 4),
            ("l*100+c*10+r", 312),
            ("9223372036854775807", i64::MAX),
            (" 1\t+ 1 ", 2),
        ] {
            assert_eq!(value(formula), expected, "{formula}");
        }
    }

    #[test]
    fn only_the_needed_side_is_evaluated() {
        assert_eq!(value("0 ? 1 / 0 : 5"), 5);
        assert_eq!(value("1 ? 5 : 1 / 0"), 5);
        assert_eq!(value("0 && 1 / 0"), 0);
        assert_eq!(value("1 || 1 / 0"), 1);
        assert!(table("c == 0 ? 0 : l / c", 5).is_ok());
    }

    #[test]
    fn evaluation_errors_name_the_triple() {
        let error = |formula: &str, states| table(formula, states).unwrap_err().to_string();
        assert_eq!(error("l + c + r", 2), "for the triple 011 the result is 2, but the states are 0 to 1");
        assert_eq!(error("c - l", 3), "for the triple 100 the result is -1, but the states are 0 to 2");
        assert_eq!(error("l / c", 3), "for the triple 000 there is a division by zero");
        assert_eq!(error("1 % (2 - r)", 3), "for the triple 002 there is a division by zero");
        assert_eq!(
            error("c < 2 ? 0 : 9223372036854775807 + l + 1 - l", 3),
            "for the triple 020 a number is too large"
        );
        assert_eq!(
            error("0 * (-9223372036854775807 - r - 1 + c)", 3),
            "for the triple 001 a number is too large"
        );
        assert_eq!(error("(-9223372036854775807 - 1) / -1", 2), "for the triple 000 a number is too large");
        assert_eq!(error("(-9223372036854775807 - 1) % -1", 2), "for the triple 000 a number is too large");
        assert_eq!(error("abs(-9223372036854775807 - 1)", 2), "for the triple 000 a number is too large");
        assert_eq!(error("-(-9223372036854775807 - 1)", 2), "for the triple 000 a number is too large");
        assert_eq!(table("0", 11), Err(FormulaError::States(11)));
    }

    #[test]
    fn syntax_errors_name_the_column() {
        for (formula, column, part) in [
            ("", 1, "the end"),
            ("l +", 4, "the end"),
            ("l + * r", 5, "'*'"),
            ("(l + r", 7, "expected ')'"),
            ("l + r)", 6, "')'"),
            ("l r", 3, "'r'"),
            ("x + 1", 1, "'x'"),
            ("left", 1, "'left'"),
            ("min(l)", 1, "min"),
            ("median(l, c)", 1, "median"),
            ("abs(l, c)", 1, "abs"),
            ("mod(l)", 1, "mod"),
            ("min l", 5, "expected '('"),
            ("l ? c", 6, "expected ':'"),
            ("1 < 2 < 3", 7, "'<'"),
            ("l & r", 3, "'&'"),
            ("l = r", 3, "'='"),
            ("1.5", 2, "'.'"),
            ("2l", 2, "'l'"),
            ("9223372036854775808", 1, "too large"),
            ("é", 1, "'é'"),
            ("l +\u{3000}é", 4, "'\\u{3000}'"),
        ] {
            let error = formula.parse::<Formula>().expect_err(formula);
            let FormulaError::Syntax { column: found, message } = &error else {
                panic!("{formula}: {error}")
            };
            assert_eq!(*found, column, "{formula}: {message}");
            assert!(message.contains(part), "{formula}: {message}");
        }
    }

    #[test]
    fn formulas_of_any_length_and_depth_are_parsed_or_rejected() {
        let long = format!("0{}", " + 1 - 1".repeat(10_000));
        assert_eq!(value(&long), 0);
        for deep in ["(", "-", "!", "1 ? ", "1 ? 1 : ", "abs(", "min(1, "] {
            let error = deep.repeat(10_000).parse::<Formula>().unwrap_err();
            assert!(error.to_string().contains("nested"), "{error}");
        }
        let nested = format!("{}1{}", "(".repeat(60), ")".repeat(60));
        assert_eq!(value(&nested), 1);
    }

    proptest! {
        #[test]
        fn no_text_causes_a_panic(text in ".{0,60}") {
            let _ = table(&text, 3);
        }

        #[test]
        fn no_mix_of_tokens_causes_a_panic(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "l", "c", "r", "k", "0", "7", "9223372036854775807", "+", "-", "*", "/", "%", "<", "==", "&&",
                    "||", "!", "?", ":", "(", ")", ",", "min(", "max(", "median(", "abs(", "mod(",
                ]),
                0..30,
            )
        ) {
            let _ = table(&words.join(" "), 4);
        }
    }
}
