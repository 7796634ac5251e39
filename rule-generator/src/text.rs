//! Sentences about the results of a search.

use crate::generate::{Found, Report, Request, Verdict};
use crate::mask::{ColourIndex, INK, PAPER};
use crate::problem::InkMode;
use common::automaton::{MAX_STATES, SpaceTime, State};
use std::time::Duration;

/// The name of a colour.
pub fn colour_name(colour: ColourIndex) -> String {
    match colour {
        PAPER => "paper".to_owned(),
        INK => "ink".to_owned(),
        other => format!("colour {other}"),
    }
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

/// What is known about a number of states, in a word or two.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Found => "found",
        Verdict::Impossible => "impossible",
        Verdict::NotFound => "not found",
    }
}

/// What is known about all numbers of states: "2 to 3 states: impossible; 4 states: not found; 5 states: found".
pub fn verdicts(verdicts: &[(u8, Verdict)]) -> String {
    let groups = verdicts.chunk_by(|a, b| a.1 == b.1 && a.0 + 1 == b.0);
    let sentence = |group: &[(u8, Verdict)]| {
        let verdict = verdict(group[0].1);
        match (group[0].0, group[group.len() - 1].0) {
            (first, last) if first == last => format!("{first} states: {verdict}"),
            (first, last) => format!("{first} to {last} states: {verdict}"),
        }
    };
    groups.map(sentence).collect::<Vec<_>>().join("; ")
}

/// An automaton that was found: "4 states, 31 rules, found by sat after 0.12 s".
pub fn found(found: &Found) -> String {
    let rules = found.automaton.rules().count();
    let rules = if rules == 1 { "1 rule".to_owned() } else { format!("{rules} rules") };
    let states = found.automaton.states();
    format!("{states} states, {rules}, found by {} after {}", found.method, duration(found.after))
}

/// The states of each colour: "paper: 0 1; ink: 2 3".
pub fn sets(sets: &[Vec<State>]) -> String {
    let list = |states: &[State]| {
        let states: Vec<String> = states.iter().map(ToString::to_string).collect();
        if states.is_empty() { "none".to_owned() } else { states.join(" ") }
    };
    let set = |(colour, states): (usize, &Vec<State>)| {
        format!("{}: {}", colour_name(colour as ColourIndex), list(states))
    };
    sets.iter().enumerate().map(set).collect::<Vec<_>>().join("; ")
}

/// The picture of an automaton: one line for each generation, one digit for each cell.
pub fn picture(rows: &SpaceTime) -> String {
    let line =
        |row: &[State]| row.iter().map(|state| char::from(b'0' + state)).chain(['\n']).collect::<String>();
    rows.rows().map(line).collect()
}

/// Why nothing was found, and what to try. Both are clauses without a capital and a full stop, as errors are.
pub fn not_found(request: &Request, report: &Report, stopped: bool) -> (String, String) {
    if let Some(contradiction) = &report.contradiction {
        return (contradiction.reason.clone(), contradiction.suggestion.clone());
    }
    let (first, last) = (*request.states.start(), *request.states.end());
    let tried = if first == last { format!("{first} states") } else { format!("{first} to {last} states") };
    let colours = request.mask.compacted().colours();
    if colours > usize::from(last) {
        let reason = format!("the mask has {colours} colours, and each of them needs a state of its own");
        return (reason, format!("allow at least {colours} states"));
    }
    let time = duration(report.elapsed);
    if stopped {
        let reason = format!("the search was stopped after {time}, before anything was found");
        return (reason, "let it run longer".to_owned());
    }
    let all_tried = report.verdicts.len() == usize::from(last - first) + 1;
    let impossible = all_tried && report.verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Impossible);
    let reason = if impossible {
        format!("no automaton with {tried} draws this mask")
    } else {
        format!("no automaton with {tried} was found in {time}")
    };
    let mut ways = Vec::new();
    if last < MAX_STATES {
        ways.push("more states");
    }
    if !impossible {
        ways.push("more time");
    }
    if request.ink == InkMode::One {
        ways.push("sets of states as ink");
    }
    if request.symmetric {
        ways.push("rows that need not be symmetric");
    }
    let others = ways.join(", ");
    let or = if ways.is_empty() { "" } else { ", or " };
    (reason, format!("try {others}{or}a smaller or simpler mask"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Method;
    use crate::mask::Mask;
    use common::automaton::{Automaton, Boundary, evolve, wolfram};

    fn request(mask: &str, ink: InkMode) -> Request {
        Request {
            mask: mask.parse::<Mask>().unwrap(),
            states: 2..=4,
            ink,
            method: Method::Auto,
            symmetric: false,
            boundary: Boundary::default(),
            time: None,
            count: 1,
            fewest_rules: false,
            seed: 0,
        }
    }

    #[test]
    fn verdicts_are_grouped() {
        let list =
            [(2, Verdict::Impossible), (3, Verdict::Impossible), (4, Verdict::NotFound), (5, Verdict::Found)];
        let expected = "2 to 3 states: impossible; 4 states: not found; 5 states: found";
        assert_eq!(verdicts(&list), expected);
        assert_eq!(verdicts(&[]), "");
    }

    #[test]
    fn results_are_described() {
        let table = wolfram::table(2, "90").unwrap();
        let automaton = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
        let result = Found { automaton, method: Method::Sat, after: Duration::from_millis(120) };
        assert_eq!(found(&result), "2 states, 5 rules, found by sat after 0.12 s");
        assert_eq!(sets(&[vec![0], vec![1, 3], vec![]]), "paper: 0; ink: 1 3; colour 2: none");
        let rows = evolve(&table, Boundary::default(), &[0, 1, 0], 2);
        assert_eq!(picture(&rows), "010\n101\n");
    }

    #[test]
    fn failures_are_explained() {
        let verdicts = |verdict| (2..=4).map(|states| (states, verdict)).collect();
        let sets = request("#.", InkMode::Sets);
        let one = request("#.", InkMode::One);
        let report = Report { verdicts: verdicts(Verdict::Impossible), ..Report::default() };
        let (reason, suggestion) = not_found(&sets, &report, false);
        assert_eq!(reason, "no automaton with 2 to 4 states draws this mask");
        assert_eq!(suggestion, "try more states, or a smaller or simpler mask");
        let report = Report { verdicts: verdicts(Verdict::NotFound), ..Report::default() };
        let (reason, suggestion) = not_found(&one, &report, false);
        assert_eq!(reason, "no automaton with 2 to 4 states was found in 0.00 s");
        assert_eq!(
            suggestion,
            "try more states, more time, sets of states as ink, or a smaller or simpler mask"
        );
        assert!(not_found(&one, &report, true).0.contains("stopped"));
        let colours = request("#.2345", InkMode::Sets);
        assert!(not_found(&colours, &report, false).0.contains("6 colours"));
    }
}
