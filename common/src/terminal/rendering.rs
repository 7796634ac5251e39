//! How text looks on the standard output: with or without colours, in Unicode or in ASCII.

use crate::styled::StyledText;
use clap::{Args, ColorChoice};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// The argument `--color`.
#[derive(Debug, Clone, Copy, Args)]
pub struct ColorArgs {
    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

impl Default for ColorArgs {
    fn default() -> ColorArgs {
        ColorArgs { color: ColorChoice::Auto }
    }
}

/// How text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rendering {
    /// With colours.
    pub colours: bool,
    /// Signs that are not ASCII are written as they are.
    pub unicode: bool,
    /// Longer lines of sentences are wrapped.
    pub width: Option<usize>,
}

/// Longer lines are hard to read, even where the terminal has the space.
const MAX_WIDTH: usize = 100;

impl Rendering {
    /// As in a pipe.
    pub const PLAIN: Rendering = Rendering { colours: false, unicode: true, width: None };

    /// What the standard output can show.
    pub fn of_output(args: ColorArgs) -> Rendering {
        let terminal = io::stdout().is_terminal();
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let width = terminal.then_some(columns.clamp(20, MAX_WIDTH));
        Rendering { width, ..Rendering::of(args, terminal, |name| std::env::var_os(name)) }
    }

    fn of(args: ColorArgs, terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> Rendering {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let colours = match args.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if set("NO_COLOR").is_some() => false,
            ColorChoice::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            ColorChoice::Auto if set("CLICOLOR").is_some_and(|value| value == "0") => false,
            ColorChoice::Auto => terminal && set("TERM").map_or(cfg!(windows), |term| term != "dumb"),
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let utf8 = locale.is_some_and(|locale| {
            let locale = locale.to_string_lossy().to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        // Programs that read a pipe expect UTF-8 whatever the locale is.
        Rendering { colours, unicode: !terminal || utf8 || cfg!(windows), width: None }
    }

    /// The text as it is written.
    pub fn render(self, text: &StyledText) -> String {
        let text = if self.colours { text.with_colours() } else { text.to_string() };
        self.text(&text).into_owned()
    }

    /// Sentences as they are written, wrapped at the width of the terminal.
    pub fn paragraph(self, text: &str) -> String {
        let text = self.text(text);
        match self.width {
            Some(width) => text.split('\n').map(|line| wrapped(line, width)).collect::<Vec<_>>().join("\n"),
            None => text.into_owned(),
        }
    }

    /// Plain text as it is written.
    fn text(self, text: &str) -> Cow<'_, str> {
        if self.unicode || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.chars().fold(String::new(), |ascii, sign| match ascii_for(sign) {
            Some(instead) => ascii + instead,
            None => ascii + sign.encode_utf8(&mut [0; 4]),
        }))
    }
}

/// Breaks a line between words. Lists are indented, and so is what follows of their lines.
fn wrapped(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let indent = match line.len() - line.trim_start().len() {
        0 => 0,
        indent => indent + 2,
    };
    let (mut lines, mut length) = (String::new(), 0);
    // Several blanks in a row are a column of a list, and stay.
    for word in line.split_inclusive(' ') {
        let word_length = word.trim_end().chars().count();
        if word_length > 0 && length > indent && length + word_length > width {
            lines.truncate(lines.trim_end().len());
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            length = indent;
        }
        lines.push_str(word);
        length += word.chars().count();
    }
    lines
}

/// What stands for a sign in ASCII.
fn ascii_for(sign: char) -> Option<&'static str> {
    Some(match sign {
        '●' => "X",
        '○' | '■' => "O",
        '·' => ".",
        '×' => "#",
        '─' | '–' => "-",
        '│' => "|",
        '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' => "+",
        '½' => "1/2",
        '…' => "...",
        '≤' => "<=",
        '→' => "->",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::styled::STRONG;
    use crate::visible::colour_mark;

    fn rendering(color: ColorChoice, terminal: bool, variables: &[(&str, &str)]) -> Rendering {
        let variable = |wanted: &str| {
            variables.iter().find(|(name, _)| *name == wanted).map(|(_, value)| OsString::from(value))
        };
        Rendering::of(ColorArgs { color }, terminal, variable)
    }

    #[test]
    fn colours_only_in_a_terminal_that_has_them() {
        let colours =
            |terminal, variables: &[(&str, &str)]| rendering(ColorChoice::Auto, terminal, variables).colours;
        let term = ("TERM", "xterm-256color");
        assert!(colours(true, &[term]));
        assert!(!colours(false, &[term]), "never in a pipe");
        assert!(!colours(true, &[("TERM", "dumb")]));
        assert!(!colours(true, &[term, ("NO_COLOR", "1")]));
        assert!(colours(true, &[term, ("NO_COLOR", "")]), "an empty variable counts as not set");
        assert!(!colours(true, &[term, ("CLICOLOR", "0")]));
        assert!(colours(false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!colours(false, &[("CLICOLOR_FORCE", "0")]));
        assert!(!colours(false, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
        assert!(rendering(ColorChoice::Always, false, &[("NO_COLOR", "1")]).colours);
        assert!(!rendering(ColorChoice::Never, true, &[term, ("CLICOLOR_FORCE", "1")]).colours);
    }

    #[test]
    fn ascii_where_the_terminal_is_not_utf8() {
        let unicode =
            |terminal, variables: &[(&str, &str)]| rendering(ColorChoice::Auto, terminal, variables).unicode;
        assert!(unicode(true, &[("LANG", "en_GB.UTF-8")]));
        assert!(unicode(true, &[("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(unicode(false, &[("LANG", "C")]), "a pipe is UTF-8");
        assert!(cfg!(windows) || !unicode(true, &[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(cfg!(windows) || !unicode(true, &[]));
        let mut text = StyledText::from("● ○ ");
        text.push(STRONG, "½…");
        let ascii = Rendering { colours: false, unicode: false, width: None };
        assert_eq!(ascii.render(&text), "X O 1/2...");
        assert_eq!(
            Rendering { colours: true, ..ascii }.render(&text).replace(colour_mark(), "\x1b"),
            "X O \x1b[1m1/2...\x1b[0m"
        );
        assert_eq!(Rendering::PLAIN.render(&text), "● ○ ½…");
    }
    #[test]
    fn long_lines_are_wrapped_in_a_terminal_only() {
        let narrow = Rendering { width: Some(20), ..Rendering::PLAIN };
        let text = "It takes 3 squares of Orange.\n  won: 0-1  0-2  0-3  0-4\nshort";
        assert_eq!(
            narrow.paragraph(text),
            "It takes 3 squares\nof Orange.\n  won: 0-1  0-2  0-3\n    0-4\nshort"
        );
        assert_eq!(Rendering::PLAIN.paragraph(text), text);
        assert_eq!(narrow.paragraph(&"x".repeat(50)), "x".repeat(50));
    }
}
