//! Random changes of valid inputs: of single bytes, and of lines, words and numbers.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// No input grows beyond this.
const MAX_BYTES: usize = 256 << 10;

/// Numbers at which programs make mistakes.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "9",
    "10",
    "11",
    "19",
    "20",
    "64",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "65535",
    "65536",
    "1000000",
    "60000000",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e-308",
    "NaN",
    "inf",
    "-0",
    "0x10",
    "99999999999999999999999999999999999999999",
    "1.5",
    "007",
];

/// Pieces of text that mean something in one of the formats.
const PIECES: &[&str] = &[
    "\0",
    "\u{1b}[31m",
    "\u{feff}",
    "\u{202e}",
    "é",
    "🙂",
    "\r\n",
    "\n\n",
    "\t",
    " ",
    "\"",
    "'",
    "\\",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "</a>",
    "<!--",
    "&amp;",
    ":",
    "::",
    ": ",
    "- ",
    "#",
    ",",
    ";",
    "=",
    "*",
    "&a",
    "*a",
    "!!map",
    "|",
    "null",
    "true",
    "~",
    "..",
    "/",
    "../",
    "%",
    "--",
    "+",
    "$",
];

/// A valid input with a few changes.
pub(super) fn mutated(seeds: &[Vec<u8>], dice: &mut ChaCha8Rng) -> Vec<u8> {
    let mut input = seeds[dice.random_range(0..seeds.len())].clone();
    let changes = if dice.random_ratio(1, 10) { dice.random_range(5..40) } else { dice.random_range(1..5) };
    for _ in 0..changes {
        let other = &seeds[dice.random_range(0..seeds.len())];
        if dice.random_ratio(2, 3) && std::str::from_utf8(&input).is_ok() {
            change_text(&mut input, other, dice);
        } else {
            change_bytes(&mut input, other, dice);
        }
        input.truncate(MAX_BYTES);
    }
    input
}

/// A random part, short more often than long.
fn part(length: usize, dice: &mut ChaCha8Rng) -> Range<usize> {
    let start = dice.random_range(0..=length);
    let longest = if dice.random() { (length - start).min(8) } else { length - start };
    start..start + dice.random_range(0..=longest)
}

fn change_bytes(input: &mut Vec<u8>, other: &[u8], dice: &mut ChaCha8Rng) {
    let at = dice.random_range(0..=input.len());
    match dice.random_range(0..8) {
        0 => input.truncate(at),
        1 => drop(input.drain(part(input.len(), dice))),
        2 => {
            let copy = other[part(other.len(), dice)].to_vec();
            input.splice(at..at, copy);
        }
        3 => {
            let piece = input[part(input.len(), dice)].to_vec();
            let times = dice.random_range(1..2000).min(MAX_BYTES / piece.len().max(1));
            input.splice(at..at, piece.repeat(times));
        }
        4 => {
            let noise: Vec<u8> = (0..dice.random_range(1..20)).map(|_| dice.random()).collect();
            input.splice(at..at, noise);
        }
        5 => input.extend_from_slice(other),
        6 if at < input.len() => input[at] ^= 1 << dice.random_range(0..8),
        _ if at < input.len() => input[at] = dice.random(),
        _ => input.push(dice.random()),
    }
}

fn is_number(c: char) -> bool {
    c.is_ascii_digit()
}

/// The ranges of all longest parts whose characters are alike.
fn runs(text: &str, kind: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| kind(*c)) {
        match runs.last_mut() {
            Some(last) if last.end == at => last.end += c.len_utf8(),
            _ => runs.push(at..at + c.len_utf8()),
        }
    }
    runs
}

fn any<'a, T>(list: &'a [T], dice: &mut ChaCha8Rng) -> Option<&'a T> {
    if list.is_empty() { None } else { list.get(dice.random_range(0..list.len())) }
}

fn change_text(input: &mut Vec<u8>, other: &[u8], dice: &mut ChaCha8Rng) {
    let mut text = String::from_utf8_lossy(input).into_owned();
    let other = String::from_utf8_lossy(other);
    match dice.random_range(0..6) {
        0 => {
            if let Some(range) = any(&runs(&text, is_number), dice).cloned() {
                let number = any(NUMBERS, dice).copied().unwrap_or_default();
                text.replace_range(range, number);
            }
        }
        1 => {
            let is_word = |c: char| !c.is_whitespace() && !",:;[]{}()\"".contains(c);
            let (words, others) = (runs(&text, is_word), runs(&other, is_word));
            if let (Some(range), Some(word)) = (any(&words, dice).cloned(), any(&others, dice).cloned()) {
                text.replace_range(range, &other[word]);
            }
        }
        2 => {
            let piece = any(PIECES, dice).copied().unwrap_or_default();
            let times = if dice.random_ratio(1, 8) { dice.random_range(1..5000) } else { 1 };
            let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = any(&boundaries, dice).copied().unwrap_or(0);
            text.insert_str(at, &piece.repeat(times));
        }
        3 => {
            let is_open = |c: char| "[{(<".contains(c);
            if let Some(range) = any(&runs(&text, is_open), dice).cloned() {
                let open = text[range.clone()].repeat(dice.random_range(2..3000));
                text.replace_range(range, &open);
            }
        }
        _ => change_lines(&mut text, &other, dice),
    }
    *input = text.into_bytes();
}

fn change_lines(text: &mut String, other: &str, dice: &mut ChaCha8Rng) {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    let (Some(from), at) = (any(&others, dice).copied(), dice.random_range(0..=lines.len())) else { return };
    match dice.random_range(0..6) {
        0 if at < lines.len() => drop(lines.remove(at)),
        1 => lines.insert(at, from),
        2 if at < lines.len() => {
            let to = dice.random_range(0..lines.len());
            lines.swap(at, to);
        }
        3 => drop(lines.splice(at..at, std::iter::repeat_n(from, dice.random_range(2..500)))),
        4 => drop(lines.drain(part(lines.len(), dice))),
        _ if at < lines.len() => lines[at] = from,
        _ => {}
    }
    *text = lines.concat();
}
