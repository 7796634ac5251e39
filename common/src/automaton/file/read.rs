//! The file parser. Every error names its line.

use super::{FileError, decode, quoted};
use crate::automaton::definition::Keys;
use crate::automaton::{Automaton, AutomatonKind, Colour, MAX_STATES, MIN_STATES, State, Triple};
use crate::limits::{self, Bytes};

type ParseResult<T> = Result<T, FileError>;

fn error<T>(line: usize, message: impl Into<String>) -> ParseResult<T> {
    Err(FileError { line, message: message.into() })
}

/// Parses an automaton of this kind.
pub fn read(bytes: &[u8], kind: AutomatonKind) -> ParseResult<Automaton> {
    check_length(bytes)?;
    let text = decode(bytes)?;
    let mut head: Vec<&str> = Vec::new();
    // A final line feed does not start another line.
    let mut lines =
        text.strip_suffix('\n').unwrap_or(text).split('\n').map(|line| line.trim_end_matches('\r'));
    head.extend(lines.by_ref().take_while(|line| !line.is_empty()));
    let description: Vec<&str> = lines.collect();
    let mut lines = head.iter().copied().zip(1..).peekable();
    let states = states(lines.next())?;
    let mut automaton = Automaton::empty(kind, states);
    for state in 0..states {
        automaton.styles[usize::from(state)] = colour(lines.next(), state, states)?;
    }
    while let Some((line, number)) =
        lines.next_if(|(line, _)| !line.starts_with(|c: char| c.is_ascii_digit()))
    {
        key(&mut automaton.keys, line, number, states)?;
    }
    let mut rules = 0;
    for (line, number) in lines {
        rule(&mut automaton, line, number)?;
        rules += 1;
    }
    check_complete(&automaton, rules, head.len() + 1)?;
    automaton.description = description.join("\n");
    Ok(automaton)
}

/// Texts within other files are no longer than files.
pub fn check_length(bytes: &[u8]) -> ParseResult<()> {
    if bytes.len() as u64 <= limits::AUTOMATON_BYTES {
        return Ok(());
    }
    error(1, format!("it is too large: an automaton has at most {}", Bytes(limits::AUTOMATON_BYTES)))
}

fn states(line: Option<(&str, usize)>) -> ParseResult<u8> {
    let range = format!("expected the number of states, {MIN_STATES} to {MAX_STATES}");
    let Some((line, number)) = line else { return error(1, format!("found nothing, {range}")) };
    let states = (MIN_STATES..=MAX_STATES).find(|states| states.to_string() == line);
    states.map_or_else(|| error(number, format!("found {}, {range}", quoted(line))), Ok)
}

fn colour(line: Option<(&str, usize)>, state: State, states: u8) -> ParseResult<(Colour, String)> {
    let expected = format!("expected the colour of state {state}, as in #1B998B or #1B998B leaf");
    let Some((line, number)) = line else {
        return error(
            usize::from(state) + 2,
            format!("found the end of the {states} states' colours, {expected}"),
        );
    };
    let (colour, name) = line.split_once(' ').unwrap_or((line, ""));
    match Colour::parse(colour) {
        Some(colour) => Ok((colour, name.trim().to_owned())),
        None => error(number, format!("found {}, {expected}", quoted(line))),
    }
}

fn key(keys: &mut Keys, line: &str, number: usize, states: u8) -> ParseResult<()> {
    let found = quoted(line);
    if line.starts_with('#') {
        return error(number, format!("found {found}, but there are only {states} states"));
    }
    let Some((name, value)) = line.split_once(':').map(|(name, value)| (name.trim(), value.trim())) else {
        return error(number, format!("found {found}, expected 'key: value' or a rule, as in 012 1"));
    };
    let check_new = |given: bool| {
        if given { error(number, format!("found {found}, but this key already has a value")) } else { Ok(()) }
    };
    let state = |text: &str| match text.as_bytes() {
        [digit] if digit.is_ascii_digit() && digit - b'0' < states => Some(digit - b'0'),
        _ => None,
    };
    let unexpected =
        |expected: &str| FileError { line: number, message: format!("found {found}, expected {expected}") };
    match name {
        // Written without leading spaces, such a key would be parsed as a rule or a colour.
        _ if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit() || c == '#') => {
            return Err(unexpected("a key before the colon that starts with a letter"));
        }
        "generations" => {
            check_new(keys.generations.is_some())?;
            let digits = value.bytes().all(|digit| digit.is_ascii_digit()) && !value.starts_with('0');
            let max = limits::PICTURE_SIDE;
            let generations = value.parse().ok().filter(|count| digits && (1..=max).contains(count));
            keys.generations =
                Some(generations.ok_or_else(|| unexpected(&format!("a number of generations, 1 to {max}")))?);
        }
        "start" => {
            check_new(keys.start.is_some())?;
            if value.len() > limits::PICTURE_SIDE {
                return Err(unexpected(&format!("at most {} cells", limits::PICTURE_SIDE)));
            }
            let cells: Option<Vec<State>> =
                (0..value.len()).map(|i| value.get(i..=i).and_then(state)).collect();
            let cells = cells.filter(|cells| !cells.is_empty());
            keys.start =
                Some(cells.ok_or_else(|| unexpected(&format!("cells in the states 0 to {}", states - 1)))?);
        }
        "plan" => {
            check_new(keys.cyclic.is_some())?;
            keys.cyclic = match value {
                "flat" => Some(false),
                "cyclic" => Some(true),
                _ => return Err(unexpected("plan: flat or plan: cyclic")),
            };
        }
        "edge" => {
            check_new(keys.edge.is_some())?;
            keys.edge =
                Some(state(value).ok_or_else(|| unexpected(&format!("a state, 0 to {}", states - 1)))?);
        }
        "ink" => {
            check_new(keys.ink.is_some())?;
            keys.ink = Some(set(value, state).ok_or_else(|| unexpected("different states, as in ink: 1 3"))?);
        }
        "formula" => {
            check_new(keys.formula.is_some())?;
            keys.formula = Some(
                Some(value)
                    .filter(|value| !value.is_empty())
                    .ok_or_else(|| unexpected("a formula"))?
                    .to_owned(),
            );
        }
        _ => {
            check_new(keys.extra.iter().any(|(known, _)| known == name))?;
            if keys.extra.len() == limits::AUTOMATON_KEYS {
                return Err(unexpected(&format!("at most {} keys", limits::AUTOMATON_KEYS)));
            }
            if name.starts_with("set ") && set(value, state).is_none() {
                return Err(unexpected("different states, as in set sky: 1 3"));
            }
            keys.extra.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(())
}

/// Distinct states in ascending order.
fn set(value: &str, state: impl Fn(&str) -> Option<State>) -> Option<Vec<State>> {
    let mut states: Vec<State> = value.split(' ').map(state).collect::<Option<_>>()?;
    let given = states.len();
    states.sort_unstable();
    states.dedup();
    (states.len() == given).then_some(states)
}

fn rule(automaton: &mut Automaton, line: &str, number: usize) -> ParseResult<()> {
    let (found, states) = (quoted(line), automaton.states());
    let [a, b, c, b' ', result] = *line.as_bytes() else {
        let hint = if line.contains(':') { "; keys must be before the rules" } else { "" };
        return error(number, format!("found {found}, expected a rule, as in 012 1{hint}"));
    };
    let digits = [a, b, c, result];
    if !digits.iter().all(u8::is_ascii_digit) {
        return error(number, format!("found {found}, expected a rule, as in 012 1"));
    }
    let [left, middle, right, result] = digits.map(|digit| digit - b'0');
    let triple = Triple::new(left, middle, right);
    if let Some(invalid) = [left, middle, right, result].into_iter().find(|state| *state >= states) {
        return error(
            number,
            format!("found {found}, but there is no state {invalid}; the states are 0 to {}", states - 1),
        );
    }
    if automaton.kind() == AutomatonKind::Totalistic && triple.sorted() != triple {
        let sorted = triple.sorted();
        return error(
            number,
            format!("found {found}, expected the cells in ascending order: {sorted} {result}"),
        );
    }
    if automaton.rule(triple).is_some() {
        return error(number, format!("found {found}, but {triple} already has a rule"));
    }
    automaton.set_rule(triple, result);
    Ok(())
}

/// Checks that nothing is missing.
fn check_complete(automaton: &Automaton, rules: usize, end: usize) -> ParseResult<()> {
    let (kind, states) = (automaton.kind(), automaton.states());
    if let Some(count) = kind.rule_count(states).filter(|count| *count != rules) {
        let missing = Automaton::rule_triples(kind, states)
            .into_iter()
            .find(|triple| automaton.rule(*triple).is_none());
        let missing = missing.map(|triple| format!("; there is none for {triple}")).unwrap_or_default();
        return error(end, format!("the rules end after {rules}, but {states} states need {count}{missing}"));
    }
    let keys = &automaton.keys;
    if kind == AutomatonKind::Picture {
        let first_rule = end - rules;
        for (name, given) in [("generations", keys.generations.is_some()), ("start", keys.start.is_some())] {
            if !given {
                return error(first_rule, format!("the key {name} is missing; a picture needs it"));
            }
        }
    }
    match automaton.start() {
        Some((start, generations)) => {
            Automaton::check_picture_size(start.len(), generations).or_else(|why| error(end, why))
        }
        None => Ok(()),
    }
}
