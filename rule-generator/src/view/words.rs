//! What the window says.

use super::marks::Mark;
use crate::contradiction::Cell;
use crate::generate::{Found, Method, Report, Request, Verdict};
use crate::mask::ColourIndex;
use crate::problem::InkMode;
use crate::text;
pub use crate::text::{colour_name, duration, rules};

/// A cell in words, counted from 1: "column 3, row 2, ink".
pub fn cell_in_words((x, y): Cell, colour: ColourIndex) -> String {
    format!("column {}, row {}, {}", x + 1, y + 1, colour_name(colour))
}

/// A sentence about a file from an error that begins with the file's name, which stays as it is.
pub fn file_problem(error: &str) -> String {
    format!("{error}.")
}

/// What the program does, before the first search.
pub const INTRODUCTION: &str = "The program searches for a cellular automaton that draws it: rules by which each cell of a row follows from the three cells above it.";

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
        Method::Backtracking | Method::Beam => "tries",
        Method::Auto | Method::Sat => "conflicts",
    }
}

/// The name of a method in the window.
pub fn method(method: Method) -> &'static str {
    match method {
        Method::Auto => "Automatic",
        Method::Backtracking => "Backtracking",
        Method::Beam => "Beam search",
        Method::Sat => "SAT solver",
    }
}

/// How and when an automaton was found. The whole search may have taken longer.
pub fn found(found: &Found) -> String {
    // In a narrow place it is broken after the comma only.
    let after = format!("found after {}", duration(found.after)).replace(' ', "\u{a0}");
    format!("{}, {after}", method(found.method))
}

/// What is known about the numbers of states without a result, a sentence for each group of them.
pub fn verdicts(request: &Request, report: &Report) -> Vec<String> {
    let known = known_verdicts(request, report);
    let groups = known.chunk_by(|a, b| a.1 == b.1 && a.0 + 1 == b.0);
    groups
        .filter_map(|group| {
            let numbers = match group {
                [(only, _)] => states(*only),
                [(first, _), .., (last, _)] => format!("{first} to {last} states"),
                [] => return None,
            };
            match group[0].1 {
                Some(Verdict::Found) => None,
                Some(Verdict::Impossible) => Some(format!("{numbers}: proved impossible.")),
                Some(Verdict::NotFound) => Some(format!("{numbers}: not found.")),
                None => Some(format!("{numbers}: not searched.")),
            }
        })
        .collect()
}

/// The numbers of states up to the one that was found. Those that the search has not reached have no verdict.
fn known_verdicts(request: &Request, report: &Report) -> Vec<(u8, Option<Verdict>)> {
    // A picture that was impossible from the start has no verdicts, nor has a search that the web page has stopped.
    if report.verdicts.is_empty() {
        return Vec::new();
    }
    let found = report.found.first().map(|found| found.automaton.states());
    let last = found.unwrap_or(*request.states.end());
    let verdict = |states: u8| report.verdicts.iter().find(|(number, _)| *number == states);
    let known = |states: u8| (states, verdict(states).map(|(_, verdict)| *verdict));
    (*request.states.start()..=last).map(known).collect()
}

/// What is impossible, in a sentence. Other demands may be possible.
fn impossible(request: &Request) -> &'static str {
    match (request.ink, request.symmetric) {
        (InkMode::One, false) => "No automaton draws this picture with one ink state.",
        (InkMode::One, true) => "No symmetric automaton draws this picture with one ink state.",
        (InkMode::Sets, true) => "No symmetric automaton draws this picture.",
        (InkMode::Sets, false) => "No automaton draws this picture.",
    }
}

/// The result of a search in a sentence, and what to try next if there is none.
pub fn summary(request: &Request, report: &Report, stopped: bool) -> (String, String) {
    let time = duration(report.elapsed);
    match report.found.as_slice() {
        [] if report.contradiction.is_some() => (impossible(request).to_owned(), String::new()),
        [] => text::not_found(request, report, stopped, "picture"),
        [found] => {
            let states = states(found.automaton.states());
            (format!("Found an automaton with {states} in {time}."), String::new())
        }
        [found, ..] => {
            let (count, states) = (report.found.len(), states(found.automaton.states()));
            (format!("Found {count} automata with {states} in {time}."), String::new())
        }
    }
}

/// What the letters on the grid mean.
pub fn legend(marks: &[Mark]) -> String {
    match marks {
        [] => String::new(),
        [.., last] if marks.len() > 2 => {
            format!("A marks the first place and B the second. C to {} mark the steps.", last.letter)
        }
        _ => "A marks the first place and B the second.".to_owned(),
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
            "The numbers of states are tried upwards, with a limited time for each. After a result, smaller numbers are tried again. Stop ends the search and keeps what was found. What earlier searches have found stays below the new results.",
            "Symmetric asks for rules that are the same from left and right; the picture must be symmetric too. Beyond the ends of a row there is a fixed state, which is paper, or the other end, as in a ring.",
            "If two places of the picture contradict each other, they are marked with letters on the grid.",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(cell_in_words((2, 0), 1), "column 3, row 1, ink");
    }

    #[test]
    fn equal_verdicts_are_one_sentence() {
        let request = |last| Request { states: 2..=last, ..Request::new(Mask::new(1, 1)) };
        let known =
            [(2, Verdict::Impossible), (3, Verdict::Impossible), (4, Verdict::NotFound), (5, Verdict::Found)];
        let report = |known: &[(u8, Verdict)]| Report { verdicts: known.to_vec(), ..Report::default() };
        let expected = ["2 to 3 states: proved impossible.", "4 states: not found."];
        assert_eq!(verdicts(&request(5), &report(&known)), expected);
        let expected = [expected[0], expected[1], "5 to 7 states: not searched."];
        assert_eq!(verdicts(&request(7), &report(&known[..3])), expected, "the search was stopped");
        assert!(verdicts(&request(7), &report(&[])).is_empty());
    }
}
