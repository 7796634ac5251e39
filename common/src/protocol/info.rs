//! What a machine thinks, as an `info` line and back.

use crate::game::Value;
use crate::player::Thought;
use std::fmt::Write as _;
use std::time::Duration;

/// The line that tells a thought: `info depth 3 score cp 25 nodes 120 time 4 pv a1 b2`.
pub fn write_info(thought: &Thought) -> String {
    let mut line = format!("info depth {}", thought.depth);
    // Writing into a string does not fail.
    if let Some(value) = thought.value {
        let _ = write!(line, " score cp {}", value.0);
    }
    let _ = write!(line, " nodes {} time {}", thought.nodes, thought.time.as_millis());
    if !thought.line.is_empty() {
        let _ = write!(line, " pv {}", thought.line.join(" "));
    }
    line
}

/// Reads an `info` line of any engine; `None` if it tells no thought. What is not understood is passed over, because
/// engines tell all kinds of things here.
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
                thought.line = words.by_ref().map(str::to_owned).collect();
                any |= !thought.line.is_empty();
            }
            // A remark for people reaches to the end of the line.
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
    fn a_thought_survives_the_pipe() {
        let thought = Thought {
            depth: 7,
            value: Some(Value(-150)),
            line: vec!["a1".into(), "b2".into()],
            nodes: 12_345,
            time: Duration::from_millis(67),
            ..Thought::default()
        };
        let line = write_info(&thought);
        assert_eq!(line, "info depth 7 score cp -150 nodes 12345 time 67 pv a1 b2");
        assert_eq!(read_info(&line), Some(thought));
        assert_eq!(write_info(&Thought::default()), "info depth 0 nodes 0 time 0");
    }

    #[test]
    fn other_engines_tell_other_things() {
        let told =
            read_info("info seldepth 9 depth 4 multipv 1 score mate -3 nps 1000 hashfull 3 pv c3").unwrap();
        assert_eq!((told.depth, told.value, told.line.len()), (4, Some(-Value::BEST), 1));
        assert_eq!(read_info("info score cp -2147483648").unwrap().value, Some(-Value::BEST));
        for nothing in ["", "bestmove depth 3", "info", "info string depth 3", "info depth deep", "info pv"] {
            assert_eq!(read_info(nothing), None, "{nothing}");
        }
    }
}
