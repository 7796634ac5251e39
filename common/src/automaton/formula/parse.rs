//! The formula parser. Precedence, lowest first: `? :`, `||`, `&&`, comparison, `+ -`, `* / %`, unary `- !`.

use super::FormulaError;
use super::eval::{BinaryOp, Instruction, UnaryOp, Variable};
use crate::limits::{Bytes, FORMULA_BYTES};

/// The maximum nesting depth.
const MAX_DEPTH: usize = 64;

// Binary operators by precedence, lowest first.
const COMPARE: &[(&str, BinaryOp)] = &[
    ("<=", BinaryOp::LessOrEqual),
    (">=", BinaryOp::GreaterOrEqual),
    ("==", BinaryOp::Equal),
    ("!=", BinaryOp::NotEqual),
    ("<", BinaryOp::Less),
    (">", BinaryOp::Greater),
];
const ADD: &[(&str, BinaryOp)] = &[("+", BinaryOp::Add), ("-", BinaryOp::Subtract)];
const MULTIPLY: &[(&str, BinaryOp)] =
    &[("*", BinaryOp::Multiply), ("/", BinaryOp::Divide), ("%", BinaryOp::Remainder)];

/// Compiles a formula into instructions.
pub fn parse(text: &str) -> Result<Vec<Instruction>, FormulaError> {
    let mut parser = Parser { rest: text, column: 1, depth: 0, instructions: Vec::new() };
    if text.len() > FORMULA_BYTES {
        let max = Bytes(FORMULA_BYTES as u64);
        parser.error(format!("the formula is too long: it has at most {max}"))?;
    }
    parser.conditional()?;
    if parser.peek().is_some() {
        parser.unexpected("an operator or the end")?;
    }
    Ok(parser.instructions)
}

struct Parser<'a> {
    rest: &'a str,
    column: usize,
    depth: usize,
    instructions: Vec<Instruction>,
}

type Parsed = Result<(), FormulaError>;

impl Parser<'_> {
    /// `a ? b : c`
    fn conditional(&mut self) -> Parsed {
        self.nested(|parser| {
            parser.or()?;
            if parser.accept("?") {
                let to_else = parser.reserve_jump();
                parser.conditional()?;
                parser.expect(":")?;
                let to_end = parser.reserve_jump();
                parser.patch_jump(to_else, Instruction::JumpIfZero);
                parser.conditional()?;
                parser.patch_jump(to_end, Instruction::Jump);
            }
            Ok(())
        })
    }

    /// `a || b` is `a ? 1 : b`, with `b` converted to 0 or 1.
    fn or(&mut self) -> Parsed {
        self.and()?;
        while self.accept("||") {
            let to_second = self.reserve_jump();
            self.instructions.push(Instruction::Number(1));
            let to_end = self.reserve_jump();
            self.patch_jump(to_second, Instruction::JumpIfZero);
            self.and()?;
            self.instructions.push(Instruction::Unary(UnaryOp::Truth));
            self.patch_jump(to_end, Instruction::Jump);
        }
        Ok(())
    }

    /// `a && b` is `a ? b : 0`, with `b` converted to 0 or 1.
    fn and(&mut self) -> Parsed {
        self.comparison()?;
        while self.accept("&&") {
            let to_zero = self.reserve_jump();
            self.comparison()?;
            self.instructions.push(Instruction::Unary(UnaryOp::Truth));
            let to_end = self.reserve_jump();
            self.patch_jump(to_zero, Instruction::JumpIfZero);
            self.instructions.push(Instruction::Number(0));
            self.patch_jump(to_end, Instruction::Jump);
        }
        Ok(())
    }

    /// Comparisons cannot be chained, because `a < b < c` would be misread.
    fn comparison(&mut self) -> Parsed {
        self.sum()?;
        if let Some(binary) = self.one_of(COMPARE) {
            self.sum()?;
            self.instructions.push(Instruction::Binary(binary));
        }
        Ok(())
    }

    fn sum(&mut self) -> Parsed {
        self.product()?;
        while let Some(binary) = self.one_of(ADD) {
            self.product()?;
            self.instructions.push(Instruction::Binary(binary));
        }
        Ok(())
    }

    fn product(&mut self) -> Parsed {
        self.unary()?;
        while let Some(binary) = self.one_of(MULTIPLY) {
            self.unary()?;
            self.instructions.push(Instruction::Binary(binary));
        }
        Ok(())
    }

    fn unary(&mut self) -> Parsed {
        let unary = match self.peek() {
            Some('-') => UnaryOp::Negate,
            Some('!') => UnaryOp::Not,
            Some('(') => {
                self.advance(1);
                self.conditional()?;
                return self.expect(")");
            }
            Some(c) if c.is_ascii_digit() => return self.number(),
            Some(c) if c.is_ascii_alphabetic() => return self.word(),
            _ => return self.unexpected("a number, l, c, r, k, a function or '('"),
        };
        self.advance(1);
        self.nested(Parser::unary)?;
        self.instructions.push(Instruction::Unary(unary));
        Ok(())
    }

    fn number(&mut self) -> Parsed {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(number) = self.rest[..digits].parse() else {
            return self.error("this number is too large".to_owned());
        };
        self.advance(digits);
        self.instructions.push(Instruction::Number(number));
        Ok(())
    }

    fn word(&mut self) -> Parsed {
        let letters =
            self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len();
        let word = self.rest[..letters].to_owned();
        let variable = match word.as_str() {
            "l" => Variable::Left,
            "c" => Variable::Middle,
            "r" => Variable::Right,
            "k" => Variable::States,
            "min" | "max" | "median" | "abs" | "mod" => return self.function(&word),
            _ => {
                let start: String = word.chars().take(30).collect();
                return self.error(format!(
                    "found '{start}', expected a number, l, c, r, k, min, max, median, abs, mod or '('"
                ));
            }
        };
        self.advance(letters);
        self.instructions.push(Instruction::Variable(variable));
        Ok(())
    }

    fn function(&mut self, name: &str) -> Parsed {
        let column = self.column;
        self.advance(name.len());
        self.expect("(")?;
        let mut count = 0;
        loop {
            self.conditional()?;
            count += 1;
            match name {
                "min" if count > 1 => self.instructions.push(Instruction::Binary(BinaryOp::Min)),
                "max" if count > 1 => self.instructions.push(Instruction::Binary(BinaryOp::Max)),
                _ => {}
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        let (valid, arity) = match name {
            "abs" => (count == 1, "one value"),
            "mod" => (count == 2, "two values"),
            "median" => (count == 3, "three values"),
            _ => (count >= 2, "two values or more"),
        };
        if !valid {
            return Err(FormulaError::Syntax {
                column,
                message: format!("{name} takes {arity}, not {count}"),
            });
        }
        match name {
            "abs" => self.instructions.push(Instruction::Unary(UnaryOp::Abs)),
            "mod" => self.instructions.push(Instruction::Binary(BinaryOp::Remainder)),
            "median" => self.instructions.push(Instruction::Median),
            _ => {}
        }
        Ok(())
    }

    /// Adds a jump whose target is not known yet, and returns its index.
    fn reserve_jump(&mut self) -> usize {
        self.instructions.push(Instruction::Jump(0));
        self.instructions.len() - 1
    }

    /// Sets the target of a reserved jump to the next instruction.
    fn patch_jump(&mut self, jump: usize, instruction: impl Fn(usize) -> Instruction) {
        self.instructions[jump] = instruction(self.instructions.len());
    }

    /// Counts the nesting depth, because nested constructs use recursion.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == MAX_DEPTH {
            return self.error(format!("the formula is nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        read(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn peek(&mut self) -> Option<char> {
        let blanks = self.rest.len() - self.rest.trim_start_matches([' ', '\t']).len();
        self.advance(blanks);
        self.rest.chars().next()
    }

    /// Skips `by` characters of one byte each.
    fn advance(&mut self, by: usize) {
        self.rest = &self.rest[by..];
        self.column += by;
    }

    fn accept(&mut self, operator: &str) -> bool {
        self.peek();
        let found = self.rest.starts_with(operator);
        if found {
            self.advance(operator.len());
        }
        found
    }

    fn one_of(&mut self, operators: &[(&str, BinaryOp)]) -> Option<BinaryOp> {
        operators.iter().find(|(operator, _)| self.accept(operator)).map(|(_, binary)| *binary)
    }

    fn expect(&mut self, operator: &str) -> Parsed {
        if self.accept(operator) { Ok(()) } else { self.unexpected(&format!("'{operator}'")) }
    }

    fn unexpected(&mut self, expected: &str) -> Parsed {
        let found = match self.peek() {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end".to_owned(),
        };
        self.error(format!("found {found}, expected {expected}"))
    }

    fn error(&self, message: String) -> Parsed {
        Err(FormulaError::Syntax { column: self.column, message })
    }
}
