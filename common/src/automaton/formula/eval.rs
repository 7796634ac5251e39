//! A stack machine for formulas. It evaluates formulas of any length without recursion.

use crate::automaton::Triple;
use thiserror::Error;

/// A variable of a formula.
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

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
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

/// A unary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    Negate,
    Not,
    Abs,
    /// 0 for 0, 1 for any other number.
    Truth,
}

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instruction {
    Number(i64),
    Variable(Variable),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Median,
    /// Jumps to an instruction.
    Jump(usize),
    /// Pops a number and jumps if it is 0.
    JumpIfZero(usize),
}

/// Why a formula cannot be evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EvalError {
    #[error("a number is too large")]
    Overflow,
    #[error("there is a division by zero")]
    DivisionByZero,
}

/// Evaluates a formula. The parser guarantees that the stack never underflows.
pub fn evaluate(instructions: &[Instruction], triple: Triple, states: u8) -> Result<i64, EvalError> {
    let mut stack: Vec<i64> = Vec::new();
    let mut position = 0;
    while let Some(instruction) = instructions.get(position) {
        position += 1;
        let mut pop = || stack.pop().unwrap_or_default();
        let value = match *instruction {
            Instruction::Number(number) => number,
            Instruction::Variable(variable) => i64::from(match variable {
                Variable::Left => triple.left,
                Variable::Middle => triple.middle,
                Variable::Right => triple.right,
                Variable::States => states,
            }),
            Instruction::Unary(unary) => apply_unary(unary, pop())?,
            Instruction::Binary(binary) => {
                let b = pop();
                apply_binary(binary, pop(), b)?
            }
            Instruction::Median => {
                let (a, b, c) = (pop(), pop(), pop());
                a.max(b).min(a.min(b).max(c))
            }
            Instruction::Jump(target) => {
                position = target;
                continue;
            }
            Instruction::JumpIfZero(target) => {
                if pop() == 0 {
                    position = target;
                }
                continue;
            }
        };
        stack.push(value);
    }
    Ok(stack.pop().unwrap_or_default())
}

fn apply_unary(op: UnaryOp, a: i64) -> Result<i64, EvalError> {
    match op {
        UnaryOp::Negate => a.checked_neg().ok_or(EvalError::Overflow),
        UnaryOp::Not => Ok(i64::from(a == 0)),
        UnaryOp::Abs => a.checked_abs().ok_or(EvalError::Overflow),
        UnaryOp::Truth => Ok(i64::from(a != 0)),
    }
}

fn apply_binary(op: BinaryOp, a: i64, b: i64) -> Result<i64, EvalError> {
    let number = match op {
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => return Err(EvalError::DivisionByZero),
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        // `checked_div` rounds towards zero; a negative quotient with a remainder must be rounded down.
        BinaryOp::Divide => {
            a.checked_div(b).map(|q| if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q })
        }
        BinaryOp::Remainder => a.checked_rem_euclid(b),
        BinaryOp::Min => Some(a.min(b)),
        BinaryOp::Max => Some(a.max(b)),
        BinaryOp::Less => Some(i64::from(a < b)),
        BinaryOp::LessOrEqual => Some(i64::from(a <= b)),
        BinaryOp::Greater => Some(i64::from(a > b)),
        BinaryOp::GreaterOrEqual => Some(i64::from(a >= b)),
        BinaryOp::Equal => Some(i64::from(a == b)),
        BinaryOp::NotEqual => Some(i64::from(a != b)),
    };
    number.ok_or(EvalError::Overflow)
}
