//! SGF: the main line of a game tree. Comments and everything else that is no stone are skipped.

use super::{Written, rule_named, shown};
use crate::rules::{Colour, DEFAULT_SIZE, FromTop, Point, Size};
use crate::text;
use std::fmt::Write;

/// Whether a text begins like a game tree.
pub fn looks(text: &str) -> bool {
    let rest = text.trim_start_matches('\u{feff}').trim_start().strip_prefix('(');
    rest.is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads the main line of the first game.
pub fn read(text: &str) -> Result<Written, String> {
    let mut tree = Tree::new(text)?;
    let mut rule = None;
    let mut size = DEFAULT_SIZE;
    let mut sized = false;
    let mut stones = Vec::new();
    let mut places = Vec::new();
    while let Some(Property { name, value, line }) = tree.next()? {
        let wrong = |why: String| format!("line {line}: {why}");
        match name.as_str() {
            "GM" if value.trim() != "4" => {
                return Err(wrong(format!(
                    "GM[{}] is a game of another kind, gomoku would be GM[4]",
                    shown(&value)
                )));
            }
            "SZ" if sized || !stones.is_empty() => {
                return Err(wrong("the size is told where it cannot be changed any more".to_owned()));
            }
            "SZ" => {
                let told = value.replace(':', "x");
                size = told.parse().map_err(|why| wrong(format!("SZ[{}]: {why}", shown(&value))))?;
                sized = true;
            }
            "RU" => rule = rule.or(rule_named(&value)),
            "AB" | "AW" | "AE" => {
                return Err(wrong(format!(
                    "{name} puts stones out of turn, which cannot be played from here"
                )));
            }
            "B" | "W" => {
                let colour = if name == "B" { Colour::Black } else { Colour::White };
                if colour != Colour::ALL[stones.len() % 2] {
                    return Err(wrong(format!("{} is out of turn", text::colour(colour))));
                }
                stones.push(read_point(&value, size).map_err(wrong)?);
                places.push(line);
            }
            _ => {}
        }
    }
    Written::new(size, rule, stones, |number| format!("line {}", places[number]))
}

/// Two letters from the upper left corner.
fn read_point(value: &str, size: Size) -> Result<Point, String> {
    let place = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
    match *value.trim().as_bytes() {
        [] => Err("a player passes, which gomoku does not know".to_owned()),
        [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => size
            .point_from_top(place(x), place(y))
            .ok_or_else(|| format!("there is no point '{}' on a board of {size}", shown(value))),
        _ => Err(format!("'{}' is no point; it should be two letters, as in hh", shown(value))),
    }
}

/// Writes a game.
pub fn write(game: &Written) -> String {
    let (columns, rows) = (game.size.columns(), game.size.rows());
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]RU[{}]\n", game.rule.name());
    for (number, point) in game.stones.iter().enumerate() {
        let (x, y) = game.size.point_to_top(*point);
        let letter = |n: usize| Point::letter(n as u8);
        // Writing to a text cannot fail.
        let _ = write!(text, ";{}[{}{}]", if number % 2 == 0 { 'B' } else { 'W' }, letter(x), letter(y));
        if number % 10 == 9 {
            text.push('\n');
        }
    }
    text + ")\n"
}

/// A property of a node, with the first of its values.
struct Property {
    name: String,
    value: String,
    /// Where it begins, counted from 1.
    line: usize,
}

/// Names used to be written in words, of which only the capitals count.
fn short(name: &str) -> String {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() { name.to_ascii_uppercase() } else { capitals }
}

/// The letters of a game tree. The first bracket that closes ends the main line, whatever comes behind it.
struct Tree<'a> {
    letters: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
}

impl<'a> Tree<'a> {
    fn new(text: &'a str) -> Result<Tree<'a>, String> {
        if !looks(text) {
            return Err("it does not begin with (;".to_owned());
        }
        Ok(Tree { letters: text.chars().peekable(), line: 1 })
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.letters.next();
        self.line += usize::from(letter == Some('\n'));
        letter
    }

    /// The next property; `None` at the end of the main line.
    fn next(&mut self) -> Result<Option<Property>, String> {
        let mut name = String::new();
        loop {
            let line = self.line;
            let letter = self.letter().ok_or("it is cut off: its closing bracket is missing")?;
            match letter {
                ')' => return Ok(None),
                letter if letter.is_ascii_alphabetic() => name.push(letter),
                '[' => {
                    let value = self.value()?;
                    self.skip_more_values()?;
                    return Ok(Some(Property { name: short(&name), value, line }));
                }
                ';' | '(' | '\u{feff}' => name.clear(),
                letter if letter.is_whitespace() => {}
                other => return Err(format!("line {line}: there is a '{other}' where it makes no sense")),
            }
        }
    }

    /// The rest of a value. A backslash takes away the meaning of what follows it.
    fn value(&mut self) -> Result<String, String> {
        let begun = self.line;
        let cut = || format!("it is cut off in the value that begins on line {begun}");
        let mut value = String::new();
        loop {
            match self.letter().ok_or_else(cut)? {
                ']' => return Ok(value),
                '\\' => value.push(self.letter().ok_or_else(cut)?),
                letter => value.push(letter),
            }
        }
    }

    fn skip_more_values(&mut self) -> Result<(), String> {
        loop {
            while self.letters.peek().is_some_and(|letter| letter.is_whitespace()) {
                self.letter();
            }
            if self.letters.peek() != Some(&'[') {
                return Ok(());
            }
            self.letter();
            self.value()?;
        }
    }
}
