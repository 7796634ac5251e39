//! The limits of everything that comes from outside: files, pasted text, the standard input. What is within them is read
//! in a moment and in little memory; what is not is refused with a sentence that names the limit. `docs/limits.md` lists
//! them for users.

use crate::player::Spec;
use serde::de::DeserializeOwned;
use std::fmt;
use std::num::NonZero;

/// Settings of a program, and the history of typed lines.
pub const SETTINGS_BYTES: u64 = 1 << 20;

/// A saved game, or a board. A parser of YAML needs up to 60 times this memory.
pub const SAVE_BYTES: u64 = 2 << 20;

/// A game in the format of another program, and other text of other programs.
pub const FOREIGN_BYTES: u64 = 4 << 20;

/// An automaton: its file, or a rule of Golly.
pub const AUTOMATON_BYTES: u64 = 4 << 20;

/// The keys of an automaton's file that we do not know.
pub const AUTOMATON_KEYS: usize = 1000;

/// The transitions of a Golly rule, counted with every value of a bound variable.
pub const GOLLY_TRANSITIONS: usize = 100_000;

/// A formula. It is evaluated for up to 1,000 triples.
pub const FORMULA_BYTES: usize = 100_000;

/// Unsaved work of the cell editor: an automaton, the one that its history begins with, and the edits.
pub const UNSAVED_WORK_BYTES: u64 = 4 * AUTOMATON_BYTES;

/// The width of an automaton's picture, and its generations.
pub const PICTURE_SIDE: usize = 1 << 17;

/// The cells of an automaton's picture.
pub const PICTURE_CELLS: usize = 1 << 24;
/// Cells of a picture that is written as SVG, where a cell takes many bytes.
pub const SVG_CELLS: usize = 1 << 22;

/// Parameters and settings of AI players.
pub const PARAMETER_BYTES: u64 = 100_000;

/// A text or a record in a database. A simulation holds the game that it begins with, as JSON.
pub const DATABASE_VALUE_BYTES: u64 = 32 << 20;

/// The names of all players of a simulation.
pub const PLAYERS_BYTES: usize = 64 << 10;

/// All files of a match together.
pub const ARENA_BYTES: u64 = 64 << 20;

/// The transposition table of a player that a file names, in MB. Two of them stay below 300 MB.
pub const HASH_OF_FILE: usize = 128;

/// The limits of a YAML text. The time of the parser is about the product of length and depth, its memory is up to 60
/// times the length, and aliases repeat parts of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YamlLimits {
    /// The length.
    pub bytes: u64,
    /// The depth of brackets.
    pub depth: usize,
    /// The number of opening brackets. It limits the depth if closing brackets are hidden in quotes.
    pub brackets: usize,
}

/// Settings: we write them without brackets, but they hold texts that users typed.
pub const SETTINGS_YAML: YamlLimits = YamlLimits { bytes: SETTINGS_BYTES, depth: 200, brackets: 200 };

/// A saved game.
pub const SAVE_YAML: YamlLimits = YamlLimits { bytes: SAVE_BYTES, depth: 200, brackets: 200 };

/// Parameters and settings of AI players.
pub const PARAMETER_YAML: YamlLimits = YamlLimits { bytes: PARAMETER_BYTES, depth: 16, brackets: 4000 };

/// A number of bytes in words: "4 MB", "500 KB", "12 bytes".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => write!(f, "{} MB", bytes >> 20),
            bytes if bytes >= 1000 && bytes.is_multiple_of(1 << 10) => write!(f, "{} KB", bytes >> 10),
            bytes if bytes >= 1000 && bytes.is_multiple_of(1000) => write!(f, "{} KB", bytes / 1000),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

/// Parses YAML from outside. An error says what is wrong, and names the limit if one is exceeded.
pub fn parse_yaml<T: DeserializeOwned>(text: &str, limits: YamlLimits) -> Result<T, String> {
    check_yaml(text, limits)?;
    serde_yaml::from_str(text).map_err(|error: serde_yaml::Error| {
        let mut why = error.to_string();
        // The library leaves the place out if it is the first one.
        if why.starts_with("unknown field") && !why.contains(" at line ") {
            why.push_str(" at line 1");
        }
        short_message(&why)
    })
}

/// A message that is not longer than a screen: it may repeat a whole file. Its end says what to do, so that stays.
pub fn short_message(message: &str) -> String {
    const FIRST: usize = 600;
    const LAST: usize = 200;
    let count = message.chars().count();
    if count <= FIRST + LAST {
        return message.to_owned();
    }
    let first = message.chars().take(FIRST);
    first.chain(['…']).chain(message.chars().skip(count - LAST)).collect()
}

/// Rejects YAML that would take much time or memory to parse. Brackets and aliases are recognised by what is before
/// them, so that none is missed; in rare cases text in quotes is taken for one.
pub fn check_yaml(text: &str, limits: YamlLimits) -> Result<(), String> {
    if text.len() as u64 > limits.bytes {
        return Err(format!("it is too large: at most {} are read", Bytes(limits.bytes)));
    }
    let (mut depth, mut brackets) = (0_usize, 0_usize);
    for (number, line) in (1..).zip(text.split('\n')) {
        // The character before, and the last one that is not blank.
        let (mut before, mut sign) = (' ', None);
        // A line that begins with `- - -` opens a list in a list in a list.
        let blocks = line.split_whitespace().take_while(|word| ["-", "?", ":"].contains(word)).count();
        if blocks > limits.depth {
            return Err(format!("line {number}: lists are nested more than {} levels deep", limits.depth));
        }
        let mut rest = line.chars();
        while let Some(char) = rest.next() {
            let starts = before.is_whitespace() || "[]{},:-?\u{feff}".contains(before);
            match char {
                '[' | '{' if starts => (depth, brackets) = (depth + 1, brackets + 1),
                ']' | '}' => depth = depth.saturating_sub(1),
                // The value of a key, an entry of a list, or the first word of a line.
                '&' | '*'
                    if sign.is_none_or(|sign| "[{,:-?".contains(sign))
                        && starts
                        && rest.as_str().starts_with(|next: char| !next.is_whitespace()) =>
                {
                    return Err(format!("line {number}: anchors and aliases (& and *) are not allowed"));
                }
                _ => {}
            }
            if depth > limits.depth {
                let max = limits.depth;
                return Err(format!("line {number}: brackets are nested more than {max} levels deep"));
            }
            if !char.is_whitespace() && char != '\u{feff}' {
                sign = Some(char);
            }
            before = char;
        }
    }
    if brackets > limits.brackets {
        return Err(format!("it has more than {} opening brackets", limits.brackets));
    }
    Ok(())
}

/// A player that a file names, with no more memory and threads than a file may ask for. The command line may ask for
/// more.
pub fn player_of_file(spec: Spec) -> Spec {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    spec.at_most("hash", HASH_OF_FILE).at_most("threads", cores)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), String> {
        check_yaml(text, YamlLimits { bytes: 1000, depth: 3, brackets: 5 })
    }

    #[test]
    fn sizes_are_written_in_words() {
        let sizes = [4 << 20, 1 << 19, PARAMETER_BYTES, 12].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(sizes, ["4 MB", "512 KB", "100 KB", "12 bytes"]);
    }

    #[test]
    fn yaml_that_takes_long_is_refused_with_the_limit() {
        let refused = |text: &str| check(text).expect_err(text);
        assert!(
            refused(&" ".repeat(1001)).contains("at most 1000 bytes")
                || refused(&" ".repeat(1001)).contains("1 KB")
        );
        assert!(
            refused("a: {b: {c: {d: {e: 1}}}}")
                .contains("line 1: brackets are nested more than 3 levels deep")
        );
        assert!(refused("a:\n- !x [ !y [ !t [\n [").contains("line 3"));
        assert!(refused("a:\n- - - - x").contains("line 2: lists are nested more than 3 levels deep"));
        assert!(refused("[']', [']', [']', [']', [']', [']'").contains("more than 5 opening brackets"));
        for aliases in ["a: *b", "- *b", "[*b", "{a:*b", "*b", "a: [x, *b]", "? *b", "a:\t&b c"] {
            assert!(refused(aliases).contains("aliases"), "{aliases}");
        }
    }

    #[test]
    fn words_with_brackets_and_stars_are_text() {
        for text in
            ["cmd: a[1] b{2} c{3}d[4]e[5]f[6]", "formula: l *c * r", "a: b&c &d", "- 2*[3]", "- a [b] [c]"]
        {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_message_does_not_repeat_a_whole_file() {
        assert_eq!(short_message("é is wrong"), "é is wrong");
        let long = short_message(&format!("it has {}: use another one", "é".repeat(100_000)));
        assert_eq!(long.chars().count(), 801);
        assert!(
            long.starts_with("it has éé") && long.contains("é…é") && long.ends_with("é: use another one")
        );
        let wrong = parse_yaml::<Vec<u8>>(&"x".repeat(100_000), SAVE_YAML).unwrap_err();
        assert!(wrong.len() < 1000 && wrong.contains("invalid type"), "{}", wrong.len());
    }

    #[test]
    fn players_of_files_are_modest() {
        let spec = |text: &str| text.parse::<Spec>().unwrap();
        let read = |text: &str| player_of_file(spec(text)).to_string();
        assert_eq!(read("strong:hash=20000"), "strong:hash=128");
        assert_eq!(read("strong:hash=99999999999999999999999"), "strong:hash=128");
        assert_eq!(read("strong:hash=16,threads=1"), "strong:hash=16,threads=1");
        assert_ne!(read("strong:threads=1000000"), "strong:threads=1000000");
        // What is not a number is refused by the player itself.
        assert_eq!(read("strong:hash=many"), "strong:hash=many");
        assert_eq!(read("cmd:./engine hash=20000"), "cmd:./engine hash=20000");
    }
}
