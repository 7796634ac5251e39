//! Thoughts as `info` lines, and back.

use super::{move_to_word, word_to_move};
use crate::game::Value;
use crate::player::Thought;
use std::fmt::Write as _;
use std::time::Duration;

/// A thought as a line: `info depth 3 score cp 25 nodes 120 time 4 pv a1 b2`.
pub fn write_info(thought: &Thought) -> String {
    let mut line = format!("info depth {}", thought.depth);
    // Writing into a string does not fail.
    if let Some(value) = thought.value {
        let _ = write!(line, " score cp {}", value.0);
    }
    let _ = write!(line, " nodes {} time {}", thought.nodes, thought.time.as_millis());
    if !thought.line.is_empty() {
        let words: Vec<String> = thought.line.iter().map(|text| move_to_word(text)).collect();
        let _ = write!(line, " pv {}", words.join(" "));
    }
    line
}

/// Reads an `info` line of any engine; `None` if it contains no thought. Unknown words are ignored, because every engine
/// has some of its own.
pub fn read_info(line: &str) -> Option<Thought> {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return None;
    }
    let mut thought = Thought::default();
    let mut any = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => any |= read(words.next(), &mut thought.depth),
            "nodes" => any |= read(words.next(), &mut thought.nodes),
            "time" => {
                let mut millis = 0;
                any |= read(words.next(), &mut millis);
                thought.time = Duration::from_millis(millis);
            }
            "score" => {
                let kind = words.next();
                let mut number = 0i32;
                if read(words.next(), &mut number) {
                    let best = Value::BEST.0;
                    thought.value = match kind {
                        Some("cp") => Some(Value(number.clamp(-best, best))),
                        Some("mate") => Some(if number > 0 { Value::BEST } else { -Value::BEST }),
                        _ => thought.value,
                    };
                    any = true;
                }
            }
            "pv" => {
                thought.line = words.by_ref().map(word_to_move).collect();
                any |= !thought.line.is_empty();
            }
            // The rest of the line is a comment.
            "string" => break,
            _ => {}
        }
    }
    any.then_some(thought)
}

fn read<T: std::str::FromStr>(word: Option<&str>, into: &mut T) -> bool {
    match word.and_then(|word| word.parse().ok()) {
        Some(number) => {
            *into = number;
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_read_as_it_was_written() {
        let thought = Thought {
            depth: 7,
            value: Some(Value(-150)),
            line: vec!["a1".into(), "bid 2".into()],
            nodes: 12_345,
            time: Duration::from_millis(67),
            ..Thought::default()
        };
        let line = write_info(&thought);
        assert_eq!(line, "info depth 7 score cp -150 nodes 12345 time 67 pv a1 bid_2");
        assert_eq!(read_info(&line), Some(thought));
        assert_eq!(write_info(&Thought::default()), "info depth 0 nodes 0 time 0");
    }

    #[test]
    fn lines_of_other_engines_are_read() {
        let thought =
            read_info("info seldepth 9 depth 4 multipv 1 score mate -3 nps 1000 hashfull 3 pv c3").unwrap();
        assert_eq!((thought.depth, thought.value, thought.line.len()), (4, Some(-Value::BEST), 1));
        assert_eq!(read_info("info score cp -2147483648").unwrap().value, Some(-Value::BEST));
        for nothing in ["", "bestmove depth 3", "info", "info string depth 3", "info depth deep", "info pv"] {
            assert_eq!(read_info(nothing), None, "{nothing}");
        }
    }
}
