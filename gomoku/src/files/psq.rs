//! Piskvork's files: a header with the size, a line for each stone, and a tail that is ignored.

use super::{GameRecord, excerpt, parse_rule};
use crate::rules::{FromTop, Point, Rule, Size};
use std::fmt::Write;

/// The first word of every file.
const HEADER: &str = "piskvorky";
/// Our own line in the tail, because the format does not store the rule.
const RULE_KEY: &str = "rule=";

/// Whether a text begins like a Piskvork file.
pub fn is_psq(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().get(..HEADER.len()).is_some_and(is_header)
}

fn is_header(word: &str) -> bool {
    word.eq_ignore_ascii_case(HEADER)
}

/// Reads a game.
pub fn read(text: &str) -> Result<GameRecord, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
    let (index, header) = lines.next().ok_or("it is empty")?;
    let size = read_header(header).map_err(|why| format!("line {}: {why}", index + 1))?;
    let mut stones = Vec::new();
    let mut line_numbers = Vec::new();
    let mut rule = None;
    let mut in_tail = false;
    for (index, line) in lines {
        let line = line.trim();
        rule = rule.or_else(|| parse_rule(line.strip_prefix(RULE_KEY)?));
        in_tail |= !line.starts_with(|c: char| c.is_ascii_digit()) || !line.contains(',');
        if !in_tail {
            stones.push(read_stone(line, size).map_err(|why| format!("line {}: {why}", index + 1))?);
            line_numbers.push(index + 1);
        }
    }
    GameRecord::new(size, rule, stones, |number| format!("line {}", line_numbers[number]))
}

/// `Piskvorky 15x15, 11:11, 0`: only the size is used.
fn read_header(line: &str) -> Result<Size, String> {
    let mut words = line.split_whitespace();
    if !words.next().is_some_and(is_header) {
        return Err(format!("'{}' is not a header like 'Piskvorky 15x15, 11:11, 0'", excerpt(line)));
    }
    let size = words.next().unwrap_or_default().trim_end_matches(',');
    size.parse().map_err(|why| format!("'{}' is not a valid size: {why}", excerpt(size)))
}

/// `8,8,1500`: the column, the row from the top, and the time.
fn read_stone(line: &str, size: Size) -> Result<Point, String> {
    let bad = || format!("'{}' is not a stone: use column,row,milliseconds", excerpt(line));
    let numbers: Vec<usize> =
        line.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>().map_err(|_| bad())?;
    let ([x, y] | [x, y, _]) = numbers[..] else { return Err(bad()) };
    let from_one = |n: usize| n.checked_sub(1);
    let point = from_one(x).zip(from_one(y)).and_then(|(x, y)| size.point_from_top(x, y));
    point.ok_or_else(|| format!("there is no point {x},{y} on a board of {size}"))
}

/// Writes a game.
pub fn write(game: &GameRecord) -> String {
    let mut text = format!("Piskvorky {}, 11:11, 0\n", game.size);
    for point in &game.stones {
        let (x, y) = game.size.point_to_top(*point);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{},0", x + 1, y + 1);
    }
    text += "Black\nWhite\n-1\n";
    if game.rule != Rule::Freestyle {
        let _ = writeln!(text, "{RULE_KEY}{}", game.rule.name());
    }
    text
}
