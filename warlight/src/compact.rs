//! Compact bytes and text: numbers of any length, texts and lists, and bytes as letters.
//!
//! A number is written in groups of seven bits, the lowest first; the highest bit of a byte says that more follow. A text
//! or a list is its length and its parts.

/// Writes numbers, texts and lists.
#[derive(Debug)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// A number.
    pub fn number(&mut self, number: impl Into<u64>) {
        let mut rest = number.into();
        while rest >= 0x80 {
            self.0.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push(rest as u8);
    }

    /// A length or an index.
    pub fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.extend(text.as_bytes());
    }

    /// A list: its length, and its parts.
    pub fn list<T>(&mut self, parts: &[T], mut part: impl FnMut(&mut Writer, &T)) {
        self.length(parts.len());
        for one in parts {
            part(self, one);
        }
    }
}

/// Reads what a [`Writer`] has written. Lists grow while they are read, so that a wrong length reserves no memory.
#[derive(Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, &'static str> {
        let (first, rest) = self.0.split_first().ok_or("its end is missing")?;
        self.0 = rest;
        Ok(*first)
    }

    /// A number of the type that is expected.
    pub fn number<T: TryFrom<u64>>(&mut self) -> Result<T, &'static str> {
        let too_large = || "a number is too large";
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(too_large());
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return T::try_from(number).map_err(|_| too_large());
            }
        }
        Err(too_large())
    }

    /// A text.
    pub fn text(&mut self) -> Result<String, &'static str> {
        let length: usize = self.number()?;
        let (text, rest) = self.0.split_at_checked(length).ok_or("its end is missing")?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).map_err(|_| "a name is not text")
    }

    /// A list: its length, and its parts.
    pub fn list<T>(
        &mut self,
        mut part: impl FnMut(&mut Self) -> Result<T, &'static str>,
    ) -> Result<Vec<T>, &'static str> {
        let mut parts = Vec::new();
        for _ in 0..self.number::<u64>()? {
            // Each part has at least one byte.
            if self.0.is_empty() {
                return Err("its end is missing");
            }
            parts.push(part(self)?);
        }
        Ok(parts)
    }
}

/// The letters of bytes that are written as text; they are safe in files, links and shells.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as text: each letter has six bits, the last one may have some bits of no meaning.
pub fn to_letters(bytes: &[u8]) -> String {
    let letter = |bits: u32| char::from(LETTERS[(bits & 63) as usize]);
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        text.extend((0..=group.len()).map(|n| letter(bits >> (18 - 6 * n))));
    }
    text
}

/// The bytes of a text that [`to_letters`] has written; `None` if it is another text.
pub fn from_letters(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in group {
            bits = bits << 6 | LETTERS.iter().position(|known| known == letter)? as u32;
        }
        if group.len() == 1 {
            return None;
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend((1..group.len()).map(|n| (bits >> (24 - 8 * n)) as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_are_read_as_they_are_written(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(from_letters(&to_letters(&bytes)), Some(bytes));
        }

        #[test]
        fn numbers_are_read_as_they_are_written(number: u64, text in "\\PC{0,9}", list: Vec<u16>) {
            let mut out = Writer(Vec::new());
            out.number(number);
            out.text(&text);
            out.list(&list, |out, number| out.number(*number));
            let mut from = Reader(&out.0);
            prop_assert_eq!(from.number::<u64>(), Ok(number));
            prop_assert_eq!(from.text(), Ok(text));
            prop_assert_eq!(from.list(Reader::number), Ok(list));
            prop_assert!(from.0.is_empty());
        }

        #[test]
        fn noise_does_not_panic(text in "[A-Za-z0-9_-]{0,40}") {
            let bytes = from_letters(&text).unwrap_or_default();
            let mut from = Reader(&bytes);
            let _ = from.list(|from| from.list(Reader::text));
        }
    }
}
