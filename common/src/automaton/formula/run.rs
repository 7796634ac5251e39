//! A formula as steps on a stack, so that one of any length is computed without recursion.

use crate::automaton::Triple;
use thiserror::Error;

/// What a formula may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variable {
    /// The left cell.
    Left,
    /// The middle cell.
    Middle,
    /// The right cell.
    Right,
    /// The number of states.
    States,
}

/// Something that makes one number of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    Min,
    Max,
}

/// Something that makes one number of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Not,
    Abs,
    /// 1 for anything but 0.
    Truth,
}

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Number(i64),
    Variable(Variable),
    Unary(Unary),
    Binary(Binary),
    Median,
    /// Goes on elsewhere.
    Jump(usize),
    /// Takes a number, and goes on elsewhere if it is 0.
    JumpIfZero(usize),
}

/// Why a formula has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoValue {
    #[error("a number is too large")]
    Overflow,
    #[error("something is divided by zero")]
    DivisionByZero,
}

/// Computes a formula. The parser leaves as many numbers on the stack as each step takes.
pub fn run(steps: &[Step], triple: Triple, states: u8) -> Result<i64, NoValue> {
    let mut stack: Vec<i64> = Vec::new();
    let mut at = 0;
    while let Some(step) = steps.get(at) {
        at += 1;
        let mut take = || stack.pop().unwrap_or_default();
        let value = match *step {
            Step::Number(number) => number,
            Step::Variable(variable) => i64::from(match variable {
                Variable::Left => triple.left,
                Variable::Middle => triple.middle,
                Variable::Right => triple.right,
                Variable::States => states,
            }),
            Step::Unary(unary) => one(unary, take())?,
            Step::Binary(binary) => {
                let b = take();
                two(binary, take(), b)?
            }
            Step::Median => {
                let (a, b, c) = (take(), take(), take());
                a.max(b).min(a.min(b).max(c))
            }
            Step::Jump(to) => {
                at = to;
                continue;
            }
            Step::JumpIfZero(to) => {
                if take() == 0 {
                    at = to;
                }
                continue;
            }
        };
        stack.push(value);
    }
    Ok(stack.pop().unwrap_or_default())
}

fn one(unary: Unary, a: i64) -> Result<i64, NoValue> {
    match unary {
        Unary::Negate => a.checked_neg().ok_or(NoValue::Overflow),
        Unary::Not => Ok(i64::from(a == 0)),
        Unary::Abs => a.checked_abs().ok_or(NoValue::Overflow),
        Unary::Truth => Ok(i64::from(a != 0)),
    }
}

fn two(binary: Binary, a: i64, b: i64) -> Result<i64, NoValue> {
    let number = match binary {
        Binary::Divide | Binary::Remainder if b == 0 => return Err(NoValue::DivisionByZero),
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        // Towards zero and towards minus infinity differ where the quotient is negative and not whole.
        Binary::Divide => a.checked_div(b).map(|q| if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }),
        Binary::Remainder => a.checked_rem_euclid(b),
        Binary::Min => Some(a.min(b)),
        Binary::Max => Some(a.max(b)),
        Binary::Less => Some(i64::from(a < b)),
        Binary::LessOrEqual => Some(i64::from(a <= b)),
        Binary::Greater => Some(i64::from(a > b)),
        Binary::GreaterOrEqual => Some(i64::from(a >= b)),
        Binary::Equal => Some(i64::from(a == b)),
        Binary::NotEqual => Some(i64::from(a != b)),
    };
    number.ok_or(NoValue::Overflow)
}
