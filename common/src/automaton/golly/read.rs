//! The parser of Golly's rule files.

use crate::automaton::file::{check_length, decode, quoted};
use crate::automaton::{
    Automaton, AutomatonKind, Colour, FileError, MAX_STATES, MIN_STATES, RuleTable, State, Triple,
};
use crate::limits;
use std::collections::HashMap;

type ParseResult<T> = Result<T, FileError>;

/// States in the order in which a variable lists them. The order can decide which of two results applies.
type StateList = Vec<State>;

/// The states that match centre, west and east, and the result.
type Transition = ([StateList; 3], State);

fn error<T>(line: usize, message: impl Into<String>) -> ParseResult<T> {
    Err(FileError { line, message: message.into() })
}

/// Parses a `.rule` file.
pub fn read(bytes: &[u8]) -> ParseResult<Automaton> {
    check_length(bytes)?;
    let text = decode(bytes)?;
    let mut parser = RuleParser::default();
    let mut section = "";
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with('@') {
            section = line.split_whitespace().next().unwrap_or_default();
            if number == 1 && section != "@RULE" {
                return error(1, format!("found {}, expected @RULE and a name", quoted(line)));
            }
            if section == "@TREE" && parser.states.is_none() {
                return error(number, "this rule is a tree; only an @TABLE is supported");
            }
            continue;
        }
        match section {
            "@RULE" => parser.description.push(line.trim_end()),
            "@TABLE" => parser.table_line(line, number)?,
            "@COLORS" => parser.colour_line(line, number)?,
            "" if !line.trim().is_empty() => {
                return error(number, format!("found {}, expected @RULE and a name", quoted(line)));
            }
            _ => {}
        }
    }
    parser.finish(text.lines().count() + 1)
}

#[derive(Default)]
struct RuleParser<'a> {
    description: Vec<&'a str>,
    states: Option<u8>,
    one_dimensional: bool,
    /// Whether every line also applies with west and east swapped.
    mirrored: Option<bool>,
    variables: HashMap<&'a str, StateList>,
    /// In the order in which they are tried. A line with a bound variable has one entry for each of its states.
    transitions: Vec<Transition>,
    colours: Vec<(usize, Vec<u16>)>,
}

impl<'a> RuleParser<'a> {
    fn table_line(&mut self, line: &'a str, number: usize) -> ParseResult<()> {
        let line = line.split('#').next().unwrap_or_default().trim();
        let found = quoted(line);
        if line.is_empty() {
            return Ok(());
        }
        if let Some(value) = line.strip_prefix("n_states:") {
            if self.states.is_some() {
                return error(number, format!("found {found}, but the number of states is already set"));
            }
            let states = value.trim().parse::<u32>().ok();
            let Some(states) =
                states.filter(|states| (u32::from(MIN_STATES)..=u32::from(MAX_STATES)).contains(states))
            else {
                return error(number, format!("found {found}, expected {MIN_STATES} to {MAX_STATES} states"));
            };
            self.states = Some(states as u8);
        } else if let Some(value) = line.strip_prefix("neighborhood:") {
            self.one_dimensional = value.trim() == "oneDimensional";
            if !self.one_dimensional {
                return error(number, format!("found {found}, expected neighborhood:oneDimensional"));
            }
        } else if let Some(value) = line.strip_prefix("symmetries:") {
            // With two neighbours, `permute` is the same as `reflect`.
            self.mirrored = Some(match value.trim() {
                "none" => false,
                "reflect" | "permute" => true,
                _ => {
                    return error(
                        number,
                        format!("found {found}, expected symmetries:none, reflect or permute"),
                    );
                }
            });
        } else {
            let Some(states) = self.states.filter(|_| self.one_dimensional && self.mirrored.is_some()) else {
                let expected = "expected n_states:, neighborhood: and symmetries: before it";
                return error(number, format!("found {found}, {expected}"));
            };
            if line.starts_with("var ") {
                self.variable(line, number, states)?;
            } else {
                self.transition(line, number, states)?;
            }
        }
        Ok(())
    }

    /// `var a={0,1,b}`, where `b` is an earlier variable.
    fn variable(&mut self, line: &'a str, number: usize, states: u8) -> ParseResult<()> {
        let mut words = line.split(['=', ' ', '\t', '{', ',', '}']).filter(|word| !word.is_empty()).skip(1);
        let Some(name) = words.next().filter(|name| name.starts_with(|c: char| !c.is_ascii_digit())) else {
            return error(
                number,
                format!("found {}, expected a variable, as in var a={{0,1}}", quoted(line)),
            );
        };
        let mut set = Vec::new();
        for word in words {
            // A state that is listed again changes nothing.
            for state in self.set(word, number, states)? {
                if !set.contains(&state) {
                    set.push(state);
                }
            }
        }
        if set.is_empty() {
            return error(number, format!("found {}, expected states, as in var a={{0,1}}", quoted(line)));
        }
        self.variables.insert(name, set);
        Ok(())
    }

    /// The states that a word matches.
    fn set(&self, word: &str, number: usize, states: u8) -> ParseResult<StateList> {
        if let Some(set) = self.variables.get(word) {
            return Ok(set.clone());
        }
        match word.parse::<u8>() {
            Ok(state) if state < states && word.bytes().all(|digit| digit.is_ascii_digit()) => {
                Ok(vec![state])
            }
            _ => error(
                number,
                format!("found {}, expected a state, 0 to {}, or a variable", quoted(word), states - 1),
            ),
        }
    }

    fn transition(&mut self, line: &str, number: usize, states: u8) -> ParseResult<()> {
        // Without commas and variables, every character is a state.
        let compressed = self.variables.is_empty() && !line.contains(',');
        let words: Vec<&str> = if compressed {
            line.split("").filter(|word| !word.is_empty()).collect()
        } else {
            line.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect()
        };
        // Golly ignores everything after the fourth column.
        let &[centre, west, east, result, ..] = words.as_slice() else {
            return error(number, format!("found {}, expected centre,west,east,result", quoted(line)));
        };
        let words = [centre, west, east, result];
        let mut sets: [StateList; 4] = Default::default();
        for (set, word) in sets.iter_mut().zip(words) {
            *set = self.set(word, number, states)?;
        }
        let mut bound: Vec<&str> = Vec::new();
        for word in words {
            let repeated = words.iter().filter(|other| **other == word).count() > 1;
            if repeated && self.variables.contains_key(word) && !bound.contains(&word) {
                bound.push(word);
            }
        }
        let mut lines = vec![sets];
        for variable in bound {
            let fixed = |line: [StateList; 4]| {
                let with_state = |state: &State| {
                    let mut line = line.clone();
                    line.iter_mut()
                        .zip(words)
                        .filter(|(_, word)| *word == variable)
                        .for_each(|(set, _)| *set = vec![*state]);
                    line
                };
                self.variables[variable].iter().map(with_state).collect::<Vec<_>>()
            };
            lines = lines.into_iter().flat_map(fixed).collect();
        }
        for [centre, west, east, result] in lines {
            let [result] = result[..] else {
                let message = format!(
                    "the result {} is a variable with several states that does not occur in another column",
                    quoted(words[3])
                );
                return error(number, message);
            };
            self.transitions.push(([centre, west, east], result));
        }
        if self.transitions.len() > limits::GOLLY_TRANSITIONS {
            let max = limits::GOLLY_TRANSITIONS;
            return error(number, format!("the rule has too many transitions: at most {max} are read"));
        }
        Ok(())
    }

    /// The result of each triple, from the first line that matches. A mirrored line comes directly after the line itself.
    fn results(&self, states: u8) -> Vec<Option<State>> {
        let mut results = vec![None; usize::from(states).pow(3)];
        for ([centre, west, east], result) in &self.transitions {
            let mut fill = |west: &StateList, east: &StateList| {
                for (c, w, e) in centre
                    .iter()
                    .flat_map(|c| west.iter().flat_map(move |w| east.iter().map(move |e| (c, w, e))))
                {
                    results[Triple::new(*w, *c, *e).index(states)].get_or_insert(*result);
                }
            };
            fill(west, east);
            if self.mirrored == Some(true) {
                fill(east, west);
            }
        }
        results
    }

    /// `state red green blue`, or two colours of a gradient over all states except 0.
    fn colour_line(&mut self, line: &str, number: usize) -> ParseResult<()> {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            return Ok(());
        }
        let numbers: Option<Vec<u16>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        let is_valid = |numbers: &Vec<u16>| match numbers.len() {
            4 => numbers[1..].iter().all(|part| *part <= 255),
            6 => numbers.iter().all(|part| *part <= 255),
            _ => false,
        };
        match numbers.filter(is_valid) {
            Some(numbers) => self.colours.push((number, numbers)),
            None => {
                return error(
                    number,
                    format!("found {}, expected a state and its red, green, blue", quoted(line)),
                );
            }
        }
        Ok(())
    }

    fn finish(self, end: usize) -> ParseResult<Automaton> {
        let (Some(states), true, Some(_)) = (self.states, self.one_dimensional, self.mirrored) else {
            return error(
                end,
                "found the end, expected an @TABLE with n_states:, neighborhood: and symmetries:",
            );
        };
        let results = self.results(states);
        let table =
            RuleTable::from_fn(states, |triple| results[triple.index(states)].unwrap_or(triple.middle));
        let mut automaton = Automaton::empty(AutomatonKind::Common, states);
        for rule in table.rules() {
            automaton.set_rule(rule.triple, rule.result);
        }
        for (line, numbers) in &self.colours {
            let part = |i: usize| numbers[i] as u8;
            if let [state, ..] = numbers[..]
                && numbers.len() == 4
            {
                if state >= u16::from(states) {
                    return error(
                        *line,
                        format!("a colour for state {state}, but the states are 0 to {}", states - 1),
                    );
                }
                automaton.set_colour(state as State, Colour::new(part(1), part(2), part(3)));
            } else {
                for state in 1..states {
                    let steps = u16::from(states.saturating_sub(2)).max(1);
                    let step = u16::from(state) - 1;
                    let mixed =
                        |i: usize| ((numbers[i] * (steps - step) + numbers[i + 3] * step) / steps) as u8;
                    automaton.set_colour(state, Colour::new(mixed(0), mixed(1), mixed(2)));
                }
            }
        }
        automaton.set_description(self.description.join("\n").trim());
        Ok(automaton)
    }
}
