//! Automata as text: a name of the library, `k,number`, a packed table, or a whole file.

use common::automaton::{Automaton, AutomatonKind, Boundary, RuleTable, State, library, wolfram};
use common::limits::AUTOMATON_BYTES;
use common::store;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// An automaton, and the shortest text that names it.
#[derive(Clone, PartialEq, Eq)]
pub struct AutomatonRef {
    automaton: Arc<Automaton>,
    /// The name in the library, if it is one of its automata.
    library: Option<&'static str>,
}

/// Why a text names no automaton.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadAutomaton {
    /// It is none of the forms.
    #[error(
        "'{0}' is not an automaton: use a name of the library such as rule-030, states and number such as 3,1815, or a file"
    )]
    Unknown(String),
    /// The number is not a rule.
    #[error("{0}")]
    Number(String),
    /// The packed table is damaged.
    #[error("this packed automaton is damaged: {0}")]
    Packed(&'static str),
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
}

impl AutomatonRef {
    /// An automaton; it is recognised if it is one of the library.
    pub fn new(automaton: Automaton) -> AutomatonRef {
        let same = |entry: &library::LibraryAutomaton| entry.automaton == automaton;
        let library = library().iter().find(|entry| same(entry)).map(|entry| stem(entry.file));
        AutomatonRef { automaton: Arc::new(automaton), library }
    }

    /// The automaton.
    pub fn automaton(&self) -> &Arc<Automaton> {
        &self.automaton
    }

    /// A name for people: the library's, or what kind of automaton it is.
    pub fn title(&self) -> String {
        match self.library {
            Some(name) => name.to_owned(),
            None => format!("your automaton with {} states", self.automaton.states()),
        }
    }

    /// A name of the library, with or without the extension and leading zeros.
    fn in_library(text: &str) -> Option<AutomatonRef> {
        let wanted = text.to_ascii_lowercase();
        let plain = |name: &str| match name.rsplit_once('-') {
            Some((kind, number)) => format!("{kind}-{}", number.trim_start_matches('0')),
            None => name.to_owned(),
        };
        let is_it = |file: &'static str| {
            file == wanted || stem(file) == wanted || plain(stem(file)) == plain(&wanted)
        };
        let entry = library().iter().find(|entry| is_it(entry.file))?;
        Some(AutomatonRef { library: Some(stem(entry.file)), automaton: Arc::new(entry.automaton.clone()) })
    }

    /// Reads any of the forms that an id may contain.
    pub fn parse(text: &str) -> Result<AutomatonRef, BadAutomaton> {
        let text = text.trim();
        if let Some(packed) = text.strip_prefix('~') {
            return unpack(packed).map(AutomatonRef::new).map_err(BadAutomaton::Packed);
        }
        if let Some(file) = text.strip_prefix('=') {
            return unpack_file(file).map(AutomatonRef::new).map_err(BadAutomaton::Packed);
        }
        if let Some((states, number)) = text.split_once(',') {
            let states = states.trim().parse::<u8>().unwrap_or(0);
            let table =
                wolfram::table(states, number.trim()).map_err(|why| BadAutomaton::Number(why.to_string()))?;
            let automaton = Automaton::new(AutomatonKind::Common, &table);
            return automaton.map(AutomatonRef::new).map_err(|why| BadAutomaton::Number(why.to_string()));
        }
        let unknown = || BadAutomaton::Unknown(text.chars().take(40).collect());
        AutomatonRef::in_library(text).ok_or_else(unknown)
    }

    /// Reads any of the forms, or a file.
    pub fn open(text: &str) -> Result<AutomatonRef, BadAutomaton> {
        let path = Path::new(text);
        match AutomatonKind::from_path(path) {
            Some(kind) if store::exists(path) => {
                let bytes = store::read_bytes(path, AUTOMATON_BYTES)
                    .map_err(|why| BadAutomaton::File(why.to_string()))?;
                let automaton = Automaton::read(&bytes, kind)
                    .map_err(|why| BadAutomaton::File(format!("{text}: {why}")))?;
                Ok(AutomatonRef::new(automaton))
            }
            Some(_) if AutomatonRef::in_library(text).is_none() => {
                Err(BadAutomaton::File(format!("there is no file {text}")))
            }
            _ => AutomatonRef::parse(text),
        }
    }

    /// The text for an id: rules only, without colours and description.
    pub fn short(&self) -> String {
        if let Some(name) = self.library {
            return name.to_owned();
        }
        if self.automaton.kind() == AutomatonKind::Common && self.automaton.states() <= 3 {
            return format!("{},{}", self.automaton.states(), wolfram::number(&self.automaton.table()));
        }
        format!("~{}", pack(&self.automaton))
    }

    /// The text for saves and settings: the whole automaton.
    pub fn full(&self) -> String {
        if let Some(name) = self.library {
            return name.to_owned();
        }
        let short = self.short();
        match AutomatonRef::parse(&short) {
            Ok(same) if same.automaton == self.automaton => short,
            _ => format!("={}", pack_file(&self.automaton)),
        }
    }
}

/// The library, built once.
pub fn library() -> &'static [library::LibraryAutomaton] {
    static LIBRARY: OnceLock<Vec<library::LibraryAutomaton>> = OnceLock::new();
    LIBRARY.get_or_init(library::all)
}

/// The automata of the library with their names.
pub fn named_library() -> impl Iterator<Item = (&'static str, &'static Automaton)> {
    library().iter().map(|entry| (stem(entry.file), &entry.automaton))
}

/// What kind of automaton it is: "totalistic, 3 states".
pub fn describe(automaton: &Automaton) -> String {
    let kind = match automaton.kind() {
        AutomatonKind::Common => "common",
        AutomatonKind::Totalistic => "totalistic",
        AutomatonKind::Picture => "picture",
    };
    format!("{kind}, {} states", automaton.states())
}

fn stem(file: &'static str) -> &'static str {
    file.split_once('.').map_or(file, |(stem, _)| stem)
}

impl fmt::Debug for AutomatonRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.short())
    }
}

/// The automaton of the first puzzle: it has boards of every grade, and a rule that can be said in a sentence.
pub const DEFAULT_AUTOMATON: &str = "odd-one-out-3";

impl Default for AutomatonRef {
    fn default() -> AutomatonRef {
        AutomatonRef::in_library(DEFAULT_AUTOMATON).unwrap_or_else(|| {
            let table = RuleTable::from_fn(2, |triple| triple.left ^ triple.right);
            let automaton = Automaton::picture(&table, Boundary::default(), vec![1; 3], 3);
            AutomatonRef { automaton: Arc::new(automaton), library: None }
        })
    }
}

/// The letters of packed text, which are safe in file names, links and shells.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes numbers of a few bits each as letters of six bits.
#[derive(Default)]
struct BitWriter {
    text: String,
    bits: u32,
    count: u32,
}

impl BitWriter {
    fn write(&mut self, value: u32, bits: u32) {
        self.bits = self.bits << bits | value;
        self.count += bits;
        while self.count >= 6 {
            self.count -= 6;
            self.text.push(char::from(LETTERS[(self.bits >> self.count & 63) as usize]));
        }
        self.bits &= (1 << self.count) - 1;
    }

    fn finish(mut self) -> String {
        if self.count > 0 {
            self.write(0, 6 - self.count);
        }
        self.text
    }
}

struct BitReader<'a> {
    letters: std::slice::Iter<'a, u8>,
    bits: u32,
    count: u32,
}

impl BitReader<'_> {
    fn new(text: &str) -> BitReader<'_> {
        BitReader { letters: text.as_bytes().iter(), bits: 0, count: 0 }
    }

    fn read(&mut self, bits: u32) -> Option<u32> {
        while self.count < bits {
            let letter = self.letters.next()?;
            let value = LETTERS.iter().position(|known| known == letter)? as u32;
            self.bits = self.bits << 6 | value;
            self.count += 6;
        }
        self.count -= bits;
        let value = self.bits >> self.count;
        self.bits &= (1 << self.count) - 1;
        Some(value)
    }
}

const KINDS: [AutomatonKind; 3] = AutomatonKind::ALL;

/// The rules of an automaton, and the start row of a picture. Four bits a state; 15 is "no rule".
fn pack(automaton: &Automaton) -> String {
    let mut bits = BitWriter::default();
    let kind = KINDS.iter().position(|kind| *kind == automaton.kind()).unwrap_or(0);
    bits.write(kind as u32, 2);
    bits.write(u32::from(automaton.states()), 4);
    for triple in Automaton::rule_triples(automaton.kind(), automaton.states()) {
        bits.write(automaton.rule(triple).map_or(15, u32::from), 4);
    }
    if let Some((start, generations)) =
        automaton.start().filter(|_| automaton.kind() == AutomatonKind::Picture)
    {
        let (cyclic, edge) = match automaton.boundary() {
            Boundary::Cyclic => (1, 0),
            Boundary::Flat { edge } => (0, u32::from(edge)),
        };
        bits.write(cyclic, 1);
        bits.write(edge, 4);
        bits.write(generations.min(4095) as u32, 12);
        bits.write(start.len().min(4095) as u32, 12);
        for state in start {
            bits.write(u32::from(*state), 4);
        }
    }
    bits.finish()
}

fn unpack(text: &str) -> Result<Automaton, &'static str> {
    const CUT: &str = "it ends too early or contains other characters";
    let mut bits = BitReader::new(text);
    let kind = KINDS.get(bits.read(2).ok_or(CUT)? as usize).ok_or("its kind is unknown")?;
    let states = bits.read(4).ok_or(CUT)? as u8;
    if !(2..=10).contains(&states) {
        return Err("it does not have 2 to 10 states");
    }
    let empty = RuleTable::from_fn(states, |_| 0);
    let mut automaton = Automaton::new(*kind, &empty).map_err(|_| "its rules conflict")?;
    for triple in Automaton::rule_triples(*kind, states) {
        match bits.read(4).ok_or(CUT)? {
            15 if *kind == AutomatonKind::Picture => automaton.remove_rule(triple),
            result if result < u32::from(states) => automaton.set_rule(triple, result as State),
            _ => return Err("it has a result that is not a state"),
        }
    }
    if *kind == AutomatonKind::Picture {
        let cyclic = bits.read(1).ok_or(CUT)? == 1;
        let edge = bits.read(4).ok_or(CUT)? as State;
        let generations = bits.read(12).ok_or(CUT)? as usize;
        let width = bits.read(12).ok_or(CUT)? as usize;
        let cell = |_| bits.read(4).filter(|state| *state < u32::from(states)).map(|state| state as State);
        let start: Vec<State> = (0..width).map(cell).collect::<Option<_>>().ok_or(CUT)?;
        if edge >= states || generations == 0 || start.is_empty() {
            return Err("its picture is empty or its edge is not a state");
        }
        automaton.set_picture(start, generations);
        automaton.set_boundary(if cyclic { Boundary::Cyclic } else { Boundary::Flat { edge } });
    }
    Ok(automaton)
}

/// The whole file: its kind, then its bytes.
fn pack_file(automaton: &Automaton) -> String {
    let mut bits = BitWriter::default();
    let kind = KINDS.iter().position(|kind| *kind == automaton.kind()).unwrap_or(0);
    bits.write(kind as u32, 8);
    automaton.write().bytes().for_each(|byte| bits.write(u32::from(byte), 8));
    bits.finish()
}

fn unpack_file(text: &str) -> Result<Automaton, &'static str> {
    let mut bits = BitReader::new(text);
    let kind = bits.read(8).and_then(|kind| KINDS.get(kind as usize)).ok_or("its kind is unknown")?;
    let mut bytes: Vec<u8> = std::iter::from_fn(|| bits.read(8)).map(|byte| byte as u8).collect();
    // The last letter may have a few bits of nothing.
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    Automaton::read(&bytes, *kind).map_err(|_| "the file in it cannot be read")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_automaton_of_the_library_has_its_name() {
        for entry in library::all() {
            let named = AutomatonRef::parse(stem(entry.file)).unwrap();
            assert_eq!((**named.automaton()).clone(), entry.automaton);
            assert_eq!(
                (named.short(), named.full()),
                (stem(entry.file).to_owned(), stem(entry.file).to_owned())
            );
            // The packed form has the same rules.
            let packed = unpack(&pack(&entry.automaton)).unwrap();
            assert_eq!((packed.kind(), packed.table()), (entry.automaton.kind(), entry.automaton.table()));
            assert_eq!(
                packed.start(),
                entry.automaton.start().filter(|_| packed.kind() == AutomatonKind::Picture)
            );
            assert_eq!(unpack_file(&pack_file(&entry.automaton)).unwrap(), entry.automaton);
        }
        assert_eq!(AutomatonRef::parse("Rule-30"), AutomatonRef::parse("rule-030.ccell"));
        assert_eq!(
            AutomatonRef::parse("2,30").unwrap().automaton().table(),
            wolfram::table(2, "30").unwrap()
        );
    }

    proptest! {
        #[test]
        fn noise_is_no_automaton(text in "\\PC{0,60}") {
            let _ = AutomatonRef::parse(&text);
            let _ = AutomatonRef::parse(&format!("~{text}"));
            let _ = AutomatonRef::parse(&format!("={text}"));
        }

        #[test]
        fn packed_noise_is_no_automaton(text in "[~=][A-Za-z0-9_-]{0,400}") {
            if let Ok(found) = AutomatonRef::parse(&text) {
                prop_assert_eq!(AutomatonRef::parse(&found.full()).unwrap(), found);
            }
        }

        #[test]
        fn any_table_comes_back(states in 2u8..=10, seed: u64, totalistic: bool) {
            let kind = if totalistic { AutomatonKind::Totalistic } else { AutomatonKind::Common };
            let automaton = Automaton::new(kind, &RuleTable::random(kind, states, seed, 70)).unwrap();
            let named = AutomatonRef::new(automaton);
            prop_assert_eq!(AutomatonRef::parse(&named.short()).unwrap(), named.clone());
            prop_assert_eq!(AutomatonRef::parse(&named.full()).unwrap(), named);
        }
    }
}
