//! Piskvork's files: a line with the size, a line for each stone, and a tail that nobody needs.

use super::{Written, rule_named, shown};
use crate::rules::{FromTop, Point, Rule, Size};
use std::fmt::Write;

/// The word that every file begins with.
const HEAD: &str = "piskvorky";
/// Our own line in the tail: the format itself does not tell the rule.
const RULE: &str = "rule=";

/// Whether a text begins like a file of Piskvork.
pub fn looks(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().get(..HEAD.len()).is_some_and(is_head)
}

fn is_head(word: &str) -> bool {
    word.eq_ignore_ascii_case(HEAD)
}

/// Reads a game.
pub fn read(text: &str) -> Result<Written, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
    let (at, head) = lines.next().ok_or("it is empty")?;
    let size = read_head(head).map_err(|why| format!("line {}: {why}", at + 1))?;
    let mut stones = Vec::new();
    let mut places = Vec::new();
    let mut rule = None;
    let mut tail = false;
    for (at, line) in lines {
        let line = line.trim();
        rule = rule.or_else(|| rule_named(line.strip_prefix(RULE)?));
        tail |= !line.starts_with(|letter: char| letter.is_ascii_digit()) || !line.contains(',');
        if !tail {
            stones.push(read_stone(line, size).map_err(|why| format!("line {}: {why}", at + 1))?);
            places.push(at + 1);
        }
    }
    Written::new(size, rule, stones, |number| format!("line {}", places[number]))
}

/// `Piskvorky 15x15, 11:11, 0`: only the size is of use.
fn read_head(line: &str) -> Result<Size, String> {
    let mut words = line.split_whitespace();
    if !words.next().is_some_and(is_head) {
        return Err(format!(
            "'{}' is not the beginning, 'Piskvorky 15x15, 11:11, 0' would be one",
            shown(line)
        ));
    }
    let size = words.next().unwrap_or_default().trim_end_matches(',');
    size.parse().map_err(|why| format!("'{}' is no size: {why}", shown(size)))
}

/// `8,8,1500`: the column, the row from the top, and the time.
fn read_stone(line: &str, size: Size) -> Result<Point, String> {
    let bad = || format!("'{}' is no stone; it should be column,row,milliseconds", shown(line));
    let numbers: Vec<usize> =
        line.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>().map_err(|_| bad())?;
    let ([x, y] | [x, y, _]) = numbers[..] else { return Err(bad()) };
    let from_one = |n: usize| n.checked_sub(1);
    let point = from_one(x).zip(from_one(y)).and_then(|(x, y)| size.point_from_top(x, y));
    point.ok_or_else(|| format!("there is no point {x},{y} on a board of {size}"))
}

/// Writes a game.
pub fn write(game: &Written) -> String {
    let mut text = format!("Piskvorky {}, 11:11, 0\n", game.size);
    for point in &game.stones {
        let (x, y) = game.size.point_to_top(*point);
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{},{},0", x + 1, y + 1);
    }
    text += "Black\nWhite\n-1\n";
    if game.rule != Rule::Freestyle {
        let _ = writeln!(text, "{RULE}{}", game.rule.name());
    }
    text
}
