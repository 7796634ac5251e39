//! The edit history as text, so that Undo also works after a crash.

use crate::document::Edit;
use crate::text;
use common::automaton::{Automaton, AutomatonKind, Boundary, Colour, State, Triple};
use serde::{Deserialize, Serialize};

/// The maximum length of all edits, about in bytes. Older edits are left out.
const MAX_BYTES: usize = 1 << 18;

/// An automaton as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomatonText {
    /// The file extension of the kind.
    kind: String,
    automaton: String,
}

impl AutomatonText {
    /// Writes an automaton.
    pub fn new(automaton: &Automaton) -> AutomatonText {
        AutomatonText { kind: automaton.kind().extension().to_owned(), automaton: automaton.write() }
    }

    /// Reads the automaton, or returns an error message.
    pub fn read(&self) -> Result<Automaton, String> {
        let kind = AutomatonKind::ALL.into_iter().find(|kind| kind.extension() == self.kind);
        let kind = kind.ok_or_else(|| format!("'{}' is not a kind of automaton", self.kind))?;
        Automaton::read(self.automaton.as_bytes(), kind).map_err(|why| why.to_string())
    }
}

/// An edit as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EditText {
    /// `000 1 010 -`: triples with their results; `-` removes a rule.
    Rules(String),
    Colour(State, Colour),
    Name(State, String),
    Description(String),
    Picture(String, usize),
    Boundary(String),
    Ink(Vec<State>),
    Formula(String),
    Replace(String, AutomatonText),
}

/// An automaton and the edits that were made to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    start: AutomatonText,
    edits: Vec<EditText>,
}

impl History {
    /// Writes the newest of these steps, each given as the automaton before it and the edit.
    pub fn new<'a>(steps: impl DoubleEndedIterator<Item = (&'a Automaton, &'a Edit)>) -> Option<History> {
        let (mut bytes, mut edits, mut start) = (0, Vec::new(), None);
        for (before, edit) in steps.rev() {
            let edit = write(edit);
            bytes += length(&edit);
            if bytes > MAX_BYTES {
                break;
            }
            edits.push(edit);
            start = Some(before);
        }
        edits.reverse();
        Some(History { start: AutomatonText::new(start?), edits })
    }

    /// Reads the first automaton and the edits. `None` if the text is damaged.
    pub fn read(&self) -> Option<(Automaton, Vec<Edit>)> {
        let edits: Option<Vec<Edit>> = self.edits.iter().map(read).collect();
        Some((self.start.read().ok()?, edits?))
    }
}

/// About the number of bytes of an edit.
fn length(edit: &EditText) -> usize {
    16 + match edit {
        EditText::Rules(text)
        | EditText::Name(_, text)
        | EditText::Description(text)
        | EditText::Picture(text, _)
        | EditText::Formula(text) => text.len(),
        EditText::Replace(_, automaton) => automaton.automaton.len(),
        EditText::Colour(..) | EditText::Boundary(_) | EditText::Ink(_) => 0,
    }
}

fn write(edit: &Edit) -> EditText {
    let digit = |state: State| char::from(b'0' + state);
    match edit {
        Edit::Rules(rules) => {
            let rule = |(triple, result): &(Triple, Option<State>)| {
                format!("{triple} {}", result.map_or('-', digit))
            };
            EditText::Rules(rules.iter().map(rule).collect::<Vec<_>>().join(" "))
        }
        Edit::Colour(state, colour) => EditText::Colour(*state, *colour),
        Edit::Name(state, name) => EditText::Name(*state, name.clone()),
        Edit::Description(text) => EditText::Description(text.clone()),
        Edit::Picture(row, generations) => {
            EditText::Picture(row.iter().copied().map(digit).collect(), *generations)
        }
        Edit::Boundary(boundary) => EditText::Boundary(boundary.to_string()),
        Edit::Ink(ink) => EditText::Ink(ink.clone()),
        Edit::Formula(formula) => EditText::Formula(formula.clone()),
        Edit::Replace(name, automaton) => {
            EditText::Replace((*name).to_owned(), AutomatonText::new(automaton))
        }
    }
}

fn read(edit: &EditText) -> Option<Edit> {
    Some(match edit {
        EditText::Rules(text) => {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let rule = |pair: &[&str]| {
                let [triple, result] = pair else { return None };
                let cells: [State; 3] = states(triple)?.try_into().ok()?;
                let result = if *result == "-" { None } else { Some(*states(result)?.first()?) };
                Some((Triple::from(cells), result))
            };
            Edit::Rules(words.chunks(2).map(rule).collect::<Option<_>>()?)
        }
        EditText::Colour(state, colour) => Edit::Colour(known(*state)?, *colour),
        EditText::Name(state, name) => Edit::Name(known(*state)?, name.clone()),
        EditText::Description(text) => Edit::Description(text.clone()),
        EditText::Picture(row, generations) => {
            let row = states(row).filter(|row| !row.is_empty())?;
            Automaton::check_picture_size(row.len(), *generations).ok()?;
            Edit::Picture(row, *generations)
        }
        EditText::Boundary(text) => Edit::Boundary(text.parse::<Boundary>().ok()?),
        EditText::Ink(ink) => Edit::Ink(ink.iter().map(|state| known(*state)).collect::<Option<_>>()?),
        EditText::Formula(formula) => Edit::Formula(formula.clone()),
        EditText::Replace(name, automaton) => {
            let name = text::REPLACEMENTS.into_iter().find(|known| known == name)?;
            Edit::Replace(name, Box::new(automaton.read().ok()?))
        }
    })
}

fn known(state: State) -> Option<State> {
    (state < 10).then_some(state)
}

fn states(digits: &str) -> Option<Vec<State>> {
    digits.chars().map(|digit| digit.to_digit(10).map(|digit| digit as State)).collect()
}

/// Whether all states of an edit exist.
pub fn fits(edit: &Edit, automaton: &Automaton) -> bool {
    let exists = |state: &State| *state < automaton.states();
    match edit {
        Edit::Rules(rules) => rules
            .iter()
            .all(|(triple, result)| triple.cells().iter().all(exists) && result.iter().all(exists)),
        Edit::Colour(state, _) | Edit::Name(state, _) => exists(state),
        Edit::Picture(row, _) => automaton.start().is_some() && row.iter().all(exists),
        Edit::Boundary(Boundary::Flat { edge }) => exists(edge),
        Edit::Ink(ink) => ink.iter().all(exists),
        Edit::Boundary(Boundary::Cyclic) | Edit::Description(_) | Edit::Formula(_) | Edit::Replace(..) => {
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::library;

    #[test]
    fn every_edit_can_be_written_and_read() {
        let automaton = library::find("rule-030.ccell").unwrap().automaton;
        let edits = [
            Edit::Rules(vec![(Triple::new(0, 1, 0), Some(1)), (Triple::new(1, 1, 1), None)]),
            Edit::Colour(1, Colour::new(1, 2, 3)),
            Edit::Name(0, "paper: white".to_owned()),
            Edit::Description("Two\nlines".to_owned()),
            Edit::Picture(vec![0, 1, 1], 7),
            Edit::Boundary(Boundary::Flat { edge: 1 }),
            Edit::Ink(vec![0, 1]),
            Edit::Formula("l != r".to_owned()),
            Edit::Replace(text::MIRRORED, Box::new(automaton.mirrored())),
        ];
        let history = History::new(edits.iter().map(|edit| (&automaton, edit))).unwrap();
        let text = serde_yaml::to_string(&history).unwrap();
        let history: History = serde_yaml::from_str(&text).unwrap();
        assert_eq!(history.read(), Some((automaton, edits.to_vec())), "{text}");
    }

    #[test]
    fn damaged_edits_are_refused() {
        for damaged in [
            EditText::Rules("000".to_owned()),
            EditText::Rules("0000 1".to_owned()),
            EditText::Rules("00x 1".to_owned()),
            EditText::Colour(10, Colour::new(0, 0, 0)),
            EditText::Picture(String::new(), 1),
            EditText::Picture("01".to_owned(), 0),
            EditText::Picture("01".to_owned(), usize::MAX),
            EditText::Boundary("round".to_owned()),
            EditText::Replace(
                "something".to_owned(),
                AutomatonText { kind: String::new(), automaton: String::new() },
            ),
        ] {
            assert_eq!(read(&damaged), None, "{damaged:?}");
        }
    }

    #[test]
    fn only_the_newest_edits_are_written_if_there_are_many() {
        let automaton = library::find("rule-030.ccell").unwrap().automaton;
        let edits: Vec<Edit> = (0..20).map(|n| Edit::Description(n.to_string().repeat(20_000))).collect();
        let history = History::new(edits.iter().map(|edit| (&automaton, edit))).unwrap();
        let (_, read) = history.read().unwrap();
        assert!(read.len() < 15 && edits.ends_with(&read), "{}", read.len());
        assert_eq!(History::new(std::iter::empty()), None);
    }
}
