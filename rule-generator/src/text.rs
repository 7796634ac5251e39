//! Sentences about the results of a search.

use crate::generate::{Found, Report, Request, Verdict};
use crate::mask::{ColourIndex, INK, Mask, PAPER};
use crate::problem::InkMode;
use crate::replay::drawn_sets;
use common::automaton::{Automaton, MAX_STATES, SpaceTime, State};
use common::words::sentence;
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
        0 if seconds < 0.1 => format!("{} ms", time.as_millis().max(1)),
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

/// A number of rules: "1 rule", "31 rules".
pub fn rules(number: usize) -> String {
    if number == 1 { "1 rule".to_owned() } else { format!("{number} rules") }
}

/// An automaton that was found: "4 states, 31 rules, found by sat after 0.12 s".
pub fn found(found: &Found) -> String {
    let rules = rules(found.automaton.rules().count());
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

/// A list: "1", "1 and 2", "1, 2 and 5".
fn listed(states: &[State]) -> String {
    let states: Vec<String> = states.iter().map(ToString::to_string).collect();
    match states.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The automaton with a description: the name of the picture, and which states are ink.
pub fn described(automaton: &Automaton, mask: &Mask, name: &str) -> Automaton {
    let mut described = automaton.clone();
    let sets = drawn_sets(mask, automaton).unwrap_or_default();
    let set = |(colour, states): (usize, &Vec<State>)| {
        let (word, verb) = if states.len() == 1 { ("state", "is") } else { ("states", "are") };
        format!("{word} {} {verb} {}", listed(states), colour_name(colour as ColourIndex))
    };
    let colours = sets.iter().enumerate().skip(usize::from(INK)).filter(|(_, states)| !states.is_empty());
    let mut parts: Vec<String> = colours.map(set).collect();
    match sets.first().map_or(&[][..], Vec::as_slice) {
        _ if parts.is_empty() => parts.push("all states are paper".to_owned()),
        [] => {}
        [only] => parts.push(format!("state {only} is paper")),
        _ => parts.push("the others are paper".to_owned()),
    }
    let name = if name.trim().is_empty() { "A picture" } else { name.trim() };
    let states = automaton.states();
    described.set_description(&format!(
        "{}\nRules of {states} states that draw it, found by a search: {}.",
        sentence(name),
        parts.join(", ")
    ));
    described
}

/// The picture of an automaton: one line for each generation, one digit for each cell.
pub fn picture(rows: &SpaceTime) -> String {
    let line =
        |row: &[State]| row.iter().map(|state| char::from(b'0' + state)).chain(['\n']).collect::<String>();
    rows.rows().map(line).collect()
}

/// Why nothing was found, and what to try. Both are sentences. `picture` is the word for what was asked for: the command
/// line calls it a mask.
pub fn not_found(request: &Request, report: &Report, stopped: bool, picture: &str) -> (String, String) {
    if let Some(contradiction) = &report.contradiction {
        return (contradiction.reason.clone(), contradiction.suggestion.clone());
    }
    let (reason, suggestion) = without_contradiction(request, report, stopped, picture);
    (sentence(&reason), sentence(&suggestion))
}

/// Why nothing was found, and what to try, as an error of the command line, where a picture is a mask.
pub fn failure(request: &Request, report: &Report, stopped: bool) -> String {
    let Some(contradiction) = &report.contradiction else {
        let (reason, suggestion) = without_contradiction(request, report, stopped, "mask");
        return format!("{reason}; {suggestion}");
    };
    let demands = match (request.ink, request.symmetric) {
        (InkMode::One, false) => " with one ink state",
        (InkMode::One, true) => " with one ink state and symmetric rows",
        (InkMode::Sets, true) => " with symmetric rows",
        (InkMode::Sets, false) => "",
    };
    let mut letters = contradiction.reason.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    let suggestion = &contradiction.suggestion;
    format!("the mask is impossible{demands}: {first}{} {suggestion}", letters.as_str())
}

/// Why nothing was found, and what to try, if there is no short reason. Both are clauses. `picture` is the word for what
/// was asked for.
fn without_contradiction(
    request: &Request,
    report: &Report,
    stopped: bool,
    picture: &str,
) -> (String, String) {
    let (first, last) = (*request.states.start(), *request.states.end());
    let tried = if first == last { format!("{first} states") } else { format!("{first} to {last} states") };
    let colours = request.mask.compacted().colours();
    if colours > usize::from(last) {
        let reason =
            format!("the {picture} has {colours} colours, and each of them needs a state of its own");
        return (reason, format!("allow at least {colours} states"));
    }
    let time = duration(report.elapsed);
    if stopped {
        let reason = format!("the search was stopped after {time}; nothing was found");
        return (reason, "let it run longer".to_owned());
    }
    let all_tried = report.verdicts.len() == usize::from(last - first) + 1;
    let impossible = all_tried && report.verdicts.iter().all(|(_, verdict)| *verdict == Verdict::Impossible);
    let reason = match (impossible, report.verdicts.is_empty() || all_tried) {
        (true, _) => format!("no automaton with {tried} draws this {picture}"),
        (false, true) => format!("no automaton with {tried} was found in {time}"),
        (false, false) => format!("nothing was found in {time}, which was not enough to try {tried}"),
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
    (reason, format!("try {others}{or}a smaller or simpler {picture}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contradiction::Contradiction;
    use crate::generate::Method;
    use common::automaton::{Boundary, RuleTable, evolve, wolfram};

    fn request(mask: &str, ink: InkMode) -> Request {
        Request { states: 2..=4, ink, ..Request::new(mask.parse::<Mask>().unwrap()) }
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
    fn descriptions_say_what_the_states_stand_for() {
        let about = |mask: &str, name: &str| {
            let mask: Mask = mask.parse().unwrap();
            let table = RuleTable::from_fn(4, |triple| triple.middle);
            let automaton = Automaton::picture(&table, Boundary::default(), vec![0, 1, 2, 3], 2);
            described(&automaton, &mask, name).description().to_owned()
        };
        assert_eq!(
            about(".##.\n.##.\n", "heart"),
            "Heart.\nRules of 4 states that draw it, found by a search: states 1 and 2 are ink, the others are paper."
        );
        let colours = about("a##b\na##b\n", "");
        assert!(colours.starts_with("A picture.\n"), "{colours}");
        assert!(
            colours.ends_with("states 1 and 2 are ink, state 0 is colour 2, state 3 is colour 3."),
            "{colours}"
        );
        assert!(about(".###\n.###\n", "flag").ends_with(": states 1, 2 and 3 are ink, state 0 is paper."));
        assert!(about("....\n....\n", "blank").ends_with(": all states are paper."));
    }

    #[test]
    fn failures_are_explained() {
        let verdicts = |verdict| (2..=4).map(|states| (states, verdict)).collect();
        let sets = request("#.", InkMode::Sets);
        let one = request("#.", InkMode::One);
        let report = Report { verdicts: verdicts(Verdict::Impossible), ..Report::default() };
        let (reason, suggestion) = not_found(&sets, &report, false, "picture");
        assert_eq!(reason, "No automaton with 2 to 4 states draws this picture.");
        assert_eq!(suggestion, "Try more states, or a smaller or simpler picture.");
        let report = Report { verdicts: verdicts(Verdict::NotFound), ..Report::default() };
        let (reason, suggestion) = not_found(&one, &report, false, "mask");
        assert_eq!(reason, "No automaton with 2 to 4 states was found in 1 ms.");
        assert_eq!(
            suggestion,
            "Try more states, more time, sets of states as ink, or a smaller or simpler mask."
        );
        assert!(not_found(&one, &report, true, "mask").0.contains("stopped"));
        let error = failure(&sets, &report, false);
        assert!(error.starts_with("no automaton with 2 to 4 states was found in 1 ms; try more"), "{error}");
        let solid = request(".....\n.###.\n.###.\n.....\n", InkMode::One);
        let contradiction = Contradiction::find(&solid.mask, solid.ink, solid.boundary, false);
        let error = failure(&solid, &Report { contradiction, ..Report::default() }, false);
        assert!(
            error.starts_with("the mask is impossible with one ink state: columns 2–4 of row 2"),
            "{error}"
        );
        assert!(error.ends_with("is paper. Let ink be a set of states."), "{error}");
        let colours = request("#.2345", InkMode::Sets);
        assert!(not_found(&colours, &report, false, "mask").0.contains("6 colours"));
    }
}
