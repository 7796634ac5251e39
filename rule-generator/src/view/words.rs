//! What the window says.

use crate::contradiction::Cell;
use crate::generate::{Method, Report, Verdict};
use crate::mask::{ColourIndex, INK, PAPER};
use std::time::Duration;

/// The name of a colour.
pub fn colour_name(colour: ColourIndex) -> String {
    match colour {
        PAPER => "paper".to_owned(),
        INK => "ink".to_owned(),
        other => format!("colour {other}"),
    }
}

/// A cell in words, counted from 1: "column 3, row 2, ink".
pub fn cell_in_words((x, y): Cell, colour: ColourIndex) -> String {
    format!("column {}, row {}, {}", x + 1, y + 1, colour_name(colour))
}

/// A duration, as exact as is useful.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match time.as_secs() {
        0 => format!("{seconds:.2} s"),
        1..10 => format!("{seconds:.1} s"),
        10..60 => format!("{seconds:.0} s"),
        all => format!("{} min {:02} s", all / 60, all % 60),
    }
}

/// A large number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number of states: "1 state", "3 states".
pub fn states(number: u8) -> String {
    if number == 1 { "1 state".to_owned() } else { format!("{number} states") }
}

/// What a method counts.
pub fn unit(method: Method) -> &'static str {
    match method {
        Method::Backtracking => "tries",
        Method::Auto | Method::Sat => "conflicts",
    }
}

/// The name of a method in the window.
pub fn method(method: Method) -> &'static str {
    match method {
        Method::Auto => "Automatic",
        Method::Backtracking => "Backtracking",
        Method::Sat => "SAT solver",
    }
}

/// What is known about the numbers of states without a result, a sentence for each group of them.
pub fn verdicts(report: &Report) -> Vec<String> {
    let groups = report.verdicts.chunk_by(|a, b| a.1 == b.1 && a.0 + 1 == b.0);
    groups
        .filter_map(|group| {
            let numbers = match group {
                [(only, _)] => states(*only),
                [(first, _), .., (last, _)] => format!("{first} to {last} states"),
                [] => return None,
            };
            match group[0].1 {
                Verdict::Found => None,
                Verdict::Impossible => Some(format!("{numbers}: proved impossible.")),
                Verdict::NotFound => Some(format!("{numbers}: not found in the time.")),
            }
        })
        .collect()
}

/// The result of a search in a sentence, and what to try next if there is none.
pub fn summary(report: &Report, stopped: bool) -> (String, &'static str) {
    let time = duration(report.elapsed);
    if report.contradiction.is_some() {
        return ("No automaton draws this picture.".to_owned(), "");
    }
    match report.found.as_slice() {
        [] => {}
        [found] => {
            let states = states(found.automaton.states());
            return (format!("Found an automaton with {states} in {time}."), "");
        }
        [found, ..] => {
            let (count, states) = (report.found.len(), states(found.automaton.states()));
            return (format!("Found {count} automata with {states} in {time}."), "");
        }
    }
    let impossible = !report.verdicts.is_empty()
        && report.verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Impossible);
    let tried = match (report.verdicts.first(), report.verdicts.last()) {
        (Some((first, _)), Some((last, _))) if first != last => format!("{first} to {last} states"),
        (Some((only, _)), _) => states(*only),
        _ => "these states".to_owned(),
    };
    match (impossible, stopped) {
        (true, false) => (
            format!("No automaton with {tried} draws this picture."),
            "Allow more states, choose ink as a set of states, or change the picture a little.",
        ),
        (_, true) => (
            format!("Stopped after {time}. Nothing was found yet."),
            "Generate searches again from the beginning.",
        ),
        (false, false) => (
            format!("Nothing was found with {tried} in {time}."),
            "Allow more time or more states, choose ink as a set of states, or make the picture smaller.",
        ),
    }
}

/// The help page: titles and paragraphs.
pub const HELP: &[(&str, &[&str])] = &[
    (
        "What it does",
        &[
            "A one-dimensional cellular automaton draws a picture row by row: three neighbouring cells determine the cell below the middle one. This program searches for a start row and rules that draw the picture you paint.",
            "The first row of the picture is the start row. Every automaton that is shown was checked: it draws exactly your picture.",
        ],
    ),
    (
        "Painting",
        &[
            "Click or drag to paint, the right button erases. Line and Rectangle show the shape while you drag, Fill fills an area of one colour. Mirror painting paints the mirror image too.",
            "Arrow keys move the cursor, Space paints, Delete erases, Shift with arrow keys paints on the way, and digits choose the colour. Alt with arrow keys shifts the whole picture.",
            "Every stroke, every import and every opened file can be undone.",
        ],
    ),
    (
        "Ink",
        &[
            "Sets of states: every colour of the picture stands for several states. The automaton may use any of them, so that there are more solutions. Ink may have several colours in the result.",
            "One state: ink is exactly one state and paper is all others, as in the thesis that this program follows. There are fewer solutions.",
        ],
    ),
    (
        "The search",
        &[
            "The numbers of states are tried upwards, with a limited time for each. After a result, smaller numbers are tried again. Stop ends the search and keeps what was found.",
            "Symmetric asks for rules that are the same from left and right; the picture must be symmetric too. On a cyclic plan the ends of a row are neighbours, on a flat plan there is paper beyond them.",
            "If two places of the picture contradict each other, they are marked with letters on the grid.",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(duration(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(duration(Duration::from_secs(125)), "2 min 05 s");
        assert_eq!(cell_in_words((2, 0), INK), "column 3, row 1, ink");
    }

    #[test]
    fn equal_verdicts_are_one_sentence() {
        let report = Report {
            verdicts: vec![
                (2, Verdict::Impossible),
                (3, Verdict::Impossible),
                (4, Verdict::NotFound),
                (5, Verdict::Found),
            ],
            ..Report::default()
        };
        let expected = ["2 to 3 states: proved impossible.", "4 states: not found in the time."];
        assert_eq!(verdicts(&report), expected);
        assert!(summary(&report, true).0.starts_with("Stopped"));
    }
}
