//! Reading a formula: precedence from `? :` over `||`, `&&`, comparison, `+ -`, `* / %` to `- !`.

use super::FormulaError;
use super::run::{Binary, Step, Unary, Variable};

/// So deep may brackets and the like be nested; no sensible formula comes near it.
const DEEPEST: usize = 64;

/// The binary operators by their rank: what binds closer comes later.
const COMPARE: &[(&str, Binary)] = &[
    ("<=", Binary::LessOrEqual),
    (">=", Binary::GreaterOrEqual),
    ("==", Binary::Equal),
    ("!=", Binary::NotEqual),
    ("<", Binary::Less),
    (">", Binary::Greater),
];
const ADD: &[(&str, Binary)] = &[("+", Binary::Add), ("-", Binary::Subtract)];
const MULTIPLY: &[(&str, Binary)] =
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)];

/// Turns a formula into steps.
pub fn parse(text: &str) -> Result<Vec<Step>, FormulaError> {
    let mut parser = Parser { rest: text, column: 1, depth: 0, steps: Vec::new() };
    parser.choice()?;
    if parser.peek().is_some() {
        parser.wrong("an operator or the end")?;
    }
    Ok(parser.steps)
}

struct Parser<'a> {
    rest: &'a str,
    column: usize,
    depth: usize,
    steps: Vec<Step>,
}

type Parsed = Result<(), FormulaError>;

impl Parser<'_> {
    /// `a ? b : c`
    fn choice(&mut self) -> Parsed {
        self.deeper(|parser| {
            parser.or()?;
            if parser.takes("?") {
                let to_else = parser.later();
                parser.choice()?;
                parser.expect(":")?;
                let to_end = parser.later();
                parser.lands(to_else, Step::JumpIfZero);
                parser.choice()?;
                parser.lands(to_end, Step::Jump);
            }
            Ok(())
        })
    }

    /// `a || b` is `a ? 1 : b` with the truth of b.
    fn or(&mut self) -> Parsed {
        self.and()?;
        while self.takes("||") {
            let to_second = self.later();
            self.steps.push(Step::Number(1));
            let to_end = self.later();
            self.lands(to_second, Step::JumpIfZero);
            self.and()?;
            self.steps.push(Step::Unary(Unary::Truth));
            self.lands(to_end, Step::Jump);
        }
        Ok(())
    }

    /// `a && b` is `a ? b : 0` with the truth of b.
    fn and(&mut self) -> Parsed {
        self.comparison()?;
        while self.takes("&&") {
            let to_zero = self.later();
            self.comparison()?;
            self.steps.push(Step::Unary(Unary::Truth));
            let to_end = self.later();
            self.lands(to_zero, Step::JumpIfZero);
            self.steps.push(Step::Number(0));
            self.lands(to_end, Step::Jump);
        }
        Ok(())
    }

    /// Comparisons are not chained: `a < b < c` would not mean what it says.
    fn comparison(&mut self) -> Parsed {
        self.sum()?;
        if let Some(binary) = self.one_of(COMPARE) {
            self.sum()?;
            self.steps.push(Step::Binary(binary));
        }
        Ok(())
    }

    fn sum(&mut self) -> Parsed {
        self.product()?;
        while let Some(binary) = self.one_of(ADD) {
            self.product()?;
            self.steps.push(Step::Binary(binary));
        }
        Ok(())
    }

    fn product(&mut self) -> Parsed {
        self.single()?;
        while let Some(binary) = self.one_of(MULTIPLY) {
            self.single()?;
            self.steps.push(Step::Binary(binary));
        }
        Ok(())
    }

    fn single(&mut self) -> Parsed {
        let unary = match self.peek() {
            Some('-') => Unary::Negate,
            Some('!') => Unary::Not,
            Some('(') => {
                self.advance(1);
                self.choice()?;
                return self.expect(")");
            }
            Some(c) if c.is_ascii_digit() => return self.number(),
            Some(c) if c.is_ascii_alphabetic() => return self.word(),
            _ => return self.wrong("a number, l, c, r, k, a function or '('"),
        };
        self.advance(1);
        self.deeper(Parser::single)?;
        self.steps.push(Step::Unary(unary));
        Ok(())
    }

    fn number(&mut self) -> Parsed {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(number) = self.rest[..digits].parse() else {
            return self.error("this number is too large".to_owned());
        };
        self.advance(digits);
        self.steps.push(Step::Number(number));
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
                let shown: String = word.chars().take(30).collect();
                return self.error(format!(
                    "found '{shown}', expected a number, l, c, r, k, min, max, median, abs, mod or '('"
                ));
            }
        };
        self.advance(letters);
        self.steps.push(Step::Variable(variable));
        Ok(())
    }

    fn function(&mut self, name: &str) -> Parsed {
        let column = self.column;
        self.advance(name.len());
        self.expect("(")?;
        let mut count = 0;
        loop {
            self.choice()?;
            count += 1;
            match name {
                "min" if count > 1 => self.steps.push(Step::Binary(Binary::Min)),
                "max" if count > 1 => self.steps.push(Step::Binary(Binary::Max)),
                _ => {}
            }
            if !self.takes(",") {
                break;
            }
        }
        self.expect(")")?;
        let (fits, wants) = match name {
            "abs" => (count == 1, "one value"),
            "mod" => (count == 2, "two values"),
            "median" => (count == 3, "three values"),
            _ => (count >= 2, "two values or more"),
        };
        if !fits {
            return Err(FormulaError::Syntax { column, what: format!("{name} takes {wants}, not {count}") });
        }
        match name {
            "abs" => self.steps.push(Step::Unary(Unary::Abs)),
            "mod" => self.steps.push(Step::Binary(Binary::Remainder)),
            "median" => self.steps.push(Step::Median),
            _ => {}
        }
        Ok(())
    }

    /// Makes room for a jump whose aim is not known yet.
    fn later(&mut self) -> usize {
        self.steps.push(Step::Jump(0));
        self.steps.len() - 1
    }

    /// A jump made room for leads here.
    fn lands(&mut self, jump: usize, step: impl Fn(usize) -> Step) {
        self.steps[jump] = step(self.steps.len());
    }

    /// Brackets and the like cost stack while they are read, so they are counted.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == DEEPEST {
            return self.error(format!("the formula is nested more than {DEEPEST} deep"));
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

    /// Goes on by so many characters of one byte each.
    fn advance(&mut self, by: usize) {
        self.rest = &self.rest[by..];
        self.column += by;
    }

    fn takes(&mut self, operator: &str) -> bool {
        self.peek();
        let found = self.rest.starts_with(operator);
        if found {
            self.advance(operator.len());
        }
        found
    }

    fn one_of(&mut self, operators: &[(&str, Binary)]) -> Option<Binary> {
        operators.iter().find(|(operator, _)| self.takes(operator)).map(|(_, binary)| *binary)
    }

    fn expect(&mut self, operator: &str) -> Parsed {
        if self.takes(operator) { Ok(()) } else { self.wrong(&format!("'{operator}'")) }
    }

    fn wrong(&mut self, expected: &str) -> Parsed {
        let found = match self.peek() {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end".to_owned(),
        };
        self.error(format!("found {found}, expected {expected}"))
    }

    fn error(&self, what: String) -> Parsed {
        Err(FormulaError::Syntax { column: self.column, what })
    }
}
