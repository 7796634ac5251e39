//! Text with colours for a terminal. Pipes and tests get the same text without them.

use crate::game::Side;
use crate::visible::colour_mark;
use anstyle::{Ansi256Color, Color};
use std::fmt;

pub use anstyle::Style;

/// Coordinates, and other text that is only looked at when it is needed.
pub const FAINT: Style = Style::new().dimmed();

/// Text that must not be missed.
pub const STRONG: Style = Style::new().bold();

/// The signs that mark the last move.
pub const MARK: Style = colour(163).bold();

/// The colours of the sides: blue, orange, green, purple, red, teal, yellow and brown. Terminals have a dark or a light
/// background, so each is in the middle between black and white.
const SIDES: [u8; 8] = [27, 166, 28, 98, 160, 30, 100, 94];

/// A style with this colour of the 256 that terminals have.
pub const fn colour(index: u8) -> Style {
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(index))))
}

/// The same style on a background of this colour.
pub const fn on(style: Style, index: u8) -> Style {
    style.bg_color(Some(Color::Ansi256(Ansi256Color(index))))
}

/// The style of a side.
pub fn side(side: Side) -> Style {
    colour(SIDES[side.index() % SIDES.len()])
}

/// What stands between two cells: the brackets around the last move take the place of the blank.
pub fn bracket_before(is_last: bool, after_last: bool) -> &'static str {
    match (is_last, after_last) {
        (true, _) => "[",
        (false, true) => "]",
        (false, false) => " ",
    }
}

/// The colour of a terminal that is nearest to a colour of red, green and blue parts.
pub fn nearest(rgb: [u8; 3]) -> u8 {
    let [red, green, blue] = rgb.map(|part| {
        let near = |level: &u8| CUBE[usize::from(*level)].abs_diff(part);
        (0..6).min_by_key(near).unwrap_or(0)
    });
    16 + 36 * red + 6 * green + blue
}

/// The levels of red, green and blue in the cube of colours.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// A text whose parts have styles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StyledText {
    parts: Vec<(Style, String)>,
}

impl StyledText {
    /// An empty text.
    pub fn new() -> StyledText {
        StyledText::default()
    }

    /// Adds text in a style.
    pub fn push(&mut self, style: Style, text: impl AsRef<str>) {
        let text = text.as_ref();
        // Blanks look the same in every style that has no background.
        let blank = style.get_bg_color().is_none() && text.trim().is_empty();
        let style = if blank { Style::new() } else { style };
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some((last, before)) if *last == style => before.push_str(text),
            _ => self.parts.push((style, text.to_owned())),
        }
    }

    /// Adds text without a style.
    pub fn plain(&mut self, text: impl AsRef<str>) {
        self.push(Style::new(), text);
    }

    /// Adds another text.
    pub fn append(&mut self, other: &StyledText) {
        other.parts.iter().for_each(|(style, text)| self.push(*style, text));
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The text with the codes of its styles, which [`crate::visible::VisibleWriter`] writes as escape codes.
    pub fn with_colours(&self) -> String {
        let code = |code: String| code.replace('\x1b', colour_mark());
        let part = |(style, text): &(Style, String)| {
            let (start, end) = (code(format!("{style}")), code(format!("{style:#}")));
            if style.is_plain() { text.clone() } else { format!("{start}{text}{end}") }
        };
        self.parts.iter().map(part).collect()
    }
}

/// The text without styles.
impl fmt::Display for StyledText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|(_, text)| f.write_str(text))
    }
}

impl From<String> for StyledText {
    fn from(text: String) -> StyledText {
        StyledText::from(text.as_str())
    }
}

impl From<&str> for StyledText {
    fn from(text: &str) -> StyledText {
        let mut styled = StyledText::new();
        styled.plain(text);
        styled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, as the guidelines for accessible web pages define it.
    fn luminance(index: u8) -> f64 {
        let n = usize::from(index - 16);
        let part = |level: usize| {
            let part = f64::from(CUBE[level]) / 255.0;
            if part <= 0.039_28 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(n / 36) + 0.7152 * part(n / 6 % 6) + 0.0722 * part(n % 6)
    }

    #[test]
    fn every_colour_can_be_read_on_black_and_on_white() {
        for index in SIDES.into_iter().chain([163]) {
            let light = luminance(index) + 0.05;
            assert!(light / 0.05 > 3.5 && 1.05 / light > 3.5, "colour {index}");
        }
    }

    #[test]
    fn a_text_is_the_same_with_and_without_colours() {
        let mut text = StyledText::from("a ");
        text.push(side(Side::FIRST), "b");
        text.push(side(Side::FIRST), "c");
        text.push(FAINT, "");
        text.plain("\n");
        assert_eq!(text.to_string(), "a bc\n");
        assert_eq!(text.with_colours().replace(colour_mark(), "\x1b"), "a \x1b[38;5;27mbc\x1b[0m\n");
        let mut twice = StyledText::new();
        assert!(twice.is_empty());
        twice.append(&text);
        twice.append(&text);
        assert_eq!(twice.to_string(), "a bc\na bc\n");
    }

    #[test]
    fn the_nearest_colour() {
        assert_eq!(nearest([0, 0, 0]), 16);
        assert_eq!(nearest([255, 255, 255]), 231);
        assert_eq!(nearest([0, 0x72, 0xB2]), 25);
    }
}
