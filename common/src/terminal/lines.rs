//! Where the lines come from: a pipe, or a human at the keyboard who can edit them.

use crate::limits::SETTINGS_BYTES;
use crate::protocol::{Line, read_line};
use crate::store::{self, Store};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

/// The number of lines that are kept for the next run.
const MAX_HISTORY: usize = 500;

/// What is known when a line is asked for.
#[derive(Debug, Clone, Default)]
pub struct LineRequest {
    /// What stands before the line.
    pub prompt: &'static str,
    /// Commands and moves that Tab completes.
    pub completions: Vec<String>,
    /// The arrow keys bring the line back later.
    pub remember: bool,
}

/// A source of lines. Everything that can be read line by line is one.
pub trait LineSource {
    /// It shows the prompt, completes words and remembers lines.
    const EDITS: bool = false;
    /// The next line; `None` at the end of the input.
    fn read(&mut self, request: LineRequest) -> io::Result<Option<Line>>;
}

impl<B: BufRead> LineSource for B {
    fn read(&mut self, _: LineRequest) -> io::Result<Option<Line>> {
        read_line(self)
    }
}

/// Lines from a human at the terminal: with arrow keys, a history that is kept across runs, and Tab.
pub struct LineEditor {
    editor: Editor<Completions, MemHistory>,
    file: Option<PathBuf>,
}

impl LineEditor {
    /// An editor, if a human is at a terminal; `None` if the input or the output is a pipe. It keeps its history in
    /// the folder of a program, if one is given.
    pub fn in_terminal(store: Option<&Store>) -> Option<LineEditor> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        terminal.then(|| LineEditor::new(store).ok()).flatten()
    }

    fn new(store: Option<&Store>) -> io::Result<LineEditor> {
        let file = store.map(|store| store.data().join("history.txt"));
        // A history that cannot be read is not worth a message.
        let text =
            file.as_deref().and_then(|file| store::read_text(file, SETTINGS_BYTES).ok()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().rev().take(MAX_HISTORY).collect();
        Ok(LineEditor { editor: new_editor(lines.into_iter().rev())?, file })
    }

    /// Begins anew with the same history. What was cut from a line can no longer be pasted: the text that Ctrl-Y inserts
    /// belongs to the player who cut it, and the next one may not see it.
    fn forget_cut_text(&mut self) -> io::Result<()> {
        let lines: Vec<String> = self.editor.history().into_iter().cloned().collect();
        self.editor = new_editor(lines.iter().map(String::as_str))?;
        Ok(())
    }

    fn remember(&mut self, line: &str) {
        let added = self.editor.add_history_entry(line).unwrap_or(false);
        if let Some(file) = self.file.as_deref().filter(|_| added) {
            let lines: Vec<&str> = self.editor.history().into_iter().map(String::as_str).collect();
            let text = lines.join("\n") + "\n";
            // The game goes on without a history.
            let _ = store::write_atomic(file, text.as_bytes());
        }
    }
}

/// An editor with a history, oldest line first.
fn new_editor<'a>(lines: impl Iterator<Item = &'a str>) -> io::Result<Editor<Completions, MemHistory>> {
    let config = Config::builder()
        .auto_add_history(false)
        .bracketed_paste(false)
        .completion_type(CompletionType::List)
        .build();
    let mut history = MemHistory::with_config(&config);
    for line in lines {
        history.add(line).map_err(failure)?;
    }
    let mut editor = Editor::with_history(config, history).map_err(failure)?;
    editor.set_helper(Some(Completions::default()));
    Ok(editor)
}

impl LineSource for LineEditor {
    const EDITS: bool = true;

    fn read(&mut self, request: LineRequest) -> io::Result<Option<Line>> {
        if !request.remember {
            // Secrets are typed at this prompt, or the keyboard has just been handed over.
            self.forget_cut_text()?;
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.words = request.completions;
        }
        match self.editor.readline(request.prompt) {
            Ok(line) => {
                let line = line.trim();
                if request.remember && !line.is_empty() {
                    self.remember(line);
                }
                Ok(Some(Line::Text(line.to_owned())))
            }
            // Ctrl-D and Ctrl-C.
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }
}

fn failure(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

/// What Tab completes.
#[derive(Default)]
struct Completions {
    words: Vec<String>,
}

impl Completions {
    /// Where the completed part of a line begins, and what may stand there: the whole line, or else its last word.
    fn find(&self, line: &str) -> (usize, Vec<String>) {
        let matching = |begun: &str| -> Vec<String> {
            let begun = begun.to_lowercase();
            self.words.iter().filter(|word| word.to_lowercase().starts_with(&begun)).cloned().collect()
        };
        let whole = matching(line);
        match line.rfind(' ') {
            Some(blank) if whole.is_empty() => (blank + 1, matching(&line[blank + 1..])),
            _ => (0, whole),
        }
    }
}

impl Completer for Completions {
    type Candidate = String;
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.find(line.get(..pos).unwrap_or(line)))
    }
}
impl Hinter for Completions {
    type Hint = String;
}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_the_line_or_its_last_word() {
        let words = ["help", "hint", "h8", "0 4", "3+"].map(String::from).to_vec();
        let find = |line: &str| Completions { words: words.clone() }.find(line);
        assert_eq!(find("h").1, ["help", "hint", "h8"]);
        assert_eq!(find("HE"), (0, vec!["help".to_owned()]));
        assert_eq!(find("0 "), (0, vec!["0 4".to_owned()]));
        assert_eq!(find("4>5:1 3"), (6, vec!["3+".to_owned()]));
        assert!(find("é x").1.is_empty());
    }

    #[test]
    fn the_history_is_kept_for_the_next_run() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open("nim", Some(dir.path())).unwrap();
        let mut first = LineEditor::new(Some(&store)).unwrap();
        first.remember("hint");
        first.remember("c4");
        drop(first);
        let mut second = LineEditor::new(Some(&store)).unwrap();
        second.remember("undo");
        let lines: Vec<&String> = second.editor.history().into_iter().collect();
        assert_eq!(lines, ["hint", "c4", "undo"]);
        // What was cut is forgotten where a secret is typed; the history is not.
        second.forget_cut_text().unwrap();
        assert_eq!(second.editor.history().into_iter().collect::<Vec<_>>(), ["hint", "c4", "undo"]);
        let kept = std::fs::read_to_string(dir.path().join("history.txt")).unwrap();
        assert_eq!(kept, "hint\nc4\nundo\n");
    }
}
