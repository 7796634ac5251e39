//! SGF: the main line of a game tree. Comments and other properties are skipped.

use super::{GameRecord, excerpt, parse_rule};
use crate::rules::{Colour, DEFAULT_SIZE, FromTop, Point, Size};
use crate::text;
use std::fmt::Write;

/// Whether a text begins like a game tree.
pub fn is_sgf(text: &str) -> bool {
    let rest = text.trim_start_matches('\u{feff}').trim_start().strip_prefix('(');
    rest.is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads the main line of the first game.
pub fn read(text: &str) -> Result<GameRecord, String> {
    let mut reader = SgfReader::new(text)?;
    let mut rule = None;
    let mut size = DEFAULT_SIZE;
    let mut size_known = false;
    let mut stones = Vec::new();
    let mut line_numbers = Vec::new();
    while let Some(Property { name, value, line }) = reader.next()? {
        let wrong = |why: String| format!("line {line}: {why}");
        match name.as_str() {
            "GM" if value.trim() != "4" => {
                return Err(wrong(format!("GM[{}] is another game; gomoku is GM[4]", excerpt(&value))));
            }
            "SZ" if size_known || !stones.is_empty() => {
                return Err(wrong("SZ must come before the first stone, and only once".to_owned()));
            }
            "SZ" => {
                let size_text = value.replace(':', "x");
                size = size_text.parse().map_err(|why| wrong(format!("SZ[{}]: {why}", excerpt(&value))))?;
                size_known = true;
            }
            "RU" => rule = rule.or(parse_rule(&value)),
            "AB" | "AW" | "AE" => {
                return Err(wrong(format!("{name} sets up stones, which is not supported")));
            }
            "B" | "W" => {
                let colour = if name == "B" { Colour::Black } else { Colour::White };
                if colour != Colour::ALL[stones.len() % 2] {
                    return Err(wrong(format!("{} is out of turn", text::colour(colour))));
                }
                stones.push(read_point(&value, size).map_err(wrong)?);
                line_numbers.push(line);
            }
            _ => {}
        }
    }
    GameRecord::new(size, rule, stones, |number| format!("line {}", line_numbers[number]))
}

/// Two letters, counted from the upper left corner.
fn read_point(value: &str, size: Size) -> Result<Point, String> {
    let index = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
    match *value.trim().as_bytes() {
        [] => Err("a player passes, which gomoku does not allow".to_owned()),
        [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => size
            .point_from_top(index(x), index(y))
            .ok_or_else(|| format!("there is no point '{}' on a board of {size}", excerpt(value))),
        _ => Err(format!("'{}' is not a point: use two letters, as in hh", excerpt(value))),
    }
}

/// Writes a game.
pub fn write(game: &GameRecord) -> String {
    let (columns, rows) = (game.size.columns(), game.size.rows());
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]RU[{}]\n", game.rule.name());
    for (number, point) in game.stones.iter().enumerate() {
        let (x, y) = game.size.point_to_top(*point);
        let letter = |n: usize| Point::letter(n as u8);
        // Writing to a string cannot fail.
        let _ = write!(text, ";{}[{}{}]", if number % 2 == 0 { 'B' } else { 'W' }, letter(x), letter(y));
        if number % 10 == 9 {
            text.push('\n');
        }
    }
    text + ")\n"
}

/// A property of a node, with its first value.
struct Property {
    name: String,
    value: String,
    /// The number of its line, counted from 1.
    line: usize,
}

/// Old files write property names with small letters too. Only the capitals count.
fn short_name(name: &str) -> String {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals }
}

/// Reads the properties of a game tree. The first closing bracket ends the main line.
struct SgfReader<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl<'a> SgfReader<'a> {
    fn new(text: &'a str) -> Result<SgfReader<'a>, String> {
        if !is_sgf(text) {
            return Err("it does not begin with (;".to_owned());
        }
        Ok(SgfReader { chars: text.chars().peekable(), line: 1 })
    }

    fn next_char(&mut self) -> Option<char> {
        let letter = self.chars.next();
        self.line += usize::from(letter == Some('\n'));
        letter
    }

    /// The next property; `None` at the end of the main line.
    fn next(&mut self) -> Result<Option<Property>, String> {
        let mut name = String::new();
        loop {
            let line = self.line;
            let letter = self.next_char().ok_or("it is cut off: its closing bracket is missing")?;
            match letter {
                ')' => return Ok(None),
                letter if letter.is_ascii_alphabetic() => name.push(letter),
                '[' => {
                    let value = self.value()?;
                    self.skip_more_values()?;
                    return Ok(Some(Property { name: short_name(&name), value, line }));
                }
                ';' | '(' | '\u{feff}' => name.clear(),
                letter if letter.is_whitespace() => {}
                other => return Err(format!("line {line}: unexpected '{other}'")),
            }
        }
    }

    /// The rest of a value. A backslash escapes the next character.
    fn value(&mut self) -> Result<String, String> {
        let first_line = self.line;
        let cut_off = || format!("it is cut off in the value that begins on line {first_line}");
        let mut value = String::new();
        loop {
            match self.next_char().ok_or_else(cut_off)? {
                ']' => return Ok(value),
                '\\' => value.push(self.next_char().ok_or_else(cut_off)?),
                letter => value.push(letter),
            }
        }
    }

    fn skip_more_values(&mut self) -> Result<(), String> {
        loop {
            while self.chars.peek().is_some_and(|letter| letter.is_whitespace()) {
                self.next_char();
            }
            if self.chars.peek() != Some(&'[') {
                return Ok(());
            }
            self.next_char();
            self.value()?;
        }
    }
}
