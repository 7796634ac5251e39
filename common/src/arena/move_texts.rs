//! The moves of a recorded game as text. A file of games holds millions of them, so they are stored in one piece: a string for
//! each move would need eight times the memory of the file.

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A list of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveTexts {
    text: String,
    /// Where each text ends.
    ends: Vec<u32>,
}

impl MoveTexts {
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        // A line of a file is far shorter than this.
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| self.text.get(*start as usize..*end as usize).unwrap_or(""))
    }

    /// The memory that it needs, in bytes.
    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }
}

impl<T: AsRef<str>> FromIterator<T> for MoveTexts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> MoveTexts {
        let mut all = MoveTexts::default();
        texts.into_iter().for_each(|text| all.push(text.as_ref()));
        all
    }
}

impl Serialize for MoveTexts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for MoveTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveTexts, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = MoveTexts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<MoveTexts, A::Error> {
                let mut all = MoveTexts::default();
                while let Some(text) = texts.next_element::<std::borrow::Cow<'_, str>>()? {
                    all.push(&text);
                }
                all.text.shrink_to_fit();
                all.ends.shrink_to_fit();
                Ok(all)
            }
        }
        deserializer.deserialize_seq(Texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_were_written() {
        let written = ["p1:c4", "", "p2:\"é\\\n"];
        let texts: MoveTexts = written.iter().collect();
        assert_eq!(texts.iter().collect::<Vec<_>>(), written);
        let json = serde_json::to_string(&texts).unwrap();
        assert_eq!(json, serde_json::to_string(&written).unwrap());
        assert_eq!(serde_json::from_str::<MoveTexts>(&json).unwrap(), texts);
        assert_ne!(texts, ["p1:c4", "p2:\"é\\\n"].iter().collect());
        assert!(serde_json::from_str::<MoveTexts>("[1]").is_err());
    }

    #[test]
    fn they_need_hardly_more_memory_than_the_file() {
        for one in ["\"p1:f8\"", "\"\""] {
            let json = format!("[{}]", vec![one; 100_000].join(","));
            let texts: MoveTexts = serde_json::from_str(&json).unwrap();
            assert!(texts.memory() < 2 * json.len(), "{} for {}", texts.memory(), json.len());
        }
    }
}
