//! `check`: whether files are sound.

use crate::files::{self, Format, Trouble};
use crate::text;
use clap::Args;
use common::cli::Failure;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Check {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is found out about a file.
#[derive(Debug, Default, Serialize)]
struct Finding {
    file: String,
    sound: bool,
    readable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<usize>,
    /// Whether it would be written to the byte as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<bool>,
    /// Triples of the picture that have no rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    added: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip)]
    words: String,
}

#[derive(Serialize)]
struct Report<'a> {
    sound: bool,
    files: &'a [Finding],
}

impl Check {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let findings: Vec<Finding> = self.files.iter().map(|path| look(path)).collect();
        let count = |what: fn(&Finding) -> bool| findings.iter().filter(|finding| what(finding)).count();
        let bad = count(|finding| !finding.sound);
        if self.json {
            super::json(&Report { sound: bad == 0, files: &findings }, out)?;
        } else {
            for finding in &findings {
                // What the system says names the file already.
                match finding.words.strip_prefix(&finding.file) {
                    Some(words) => writeln!(out, "{}:{words}", finding.file)?,
                    None => writeln!(out, "{}: {}", finding.file, finding.words)?,
                }
            }
        }
        out.flush()?;
        let told = format!("{bad} of {} files cannot be used", findings.len());
        match count(|finding| !finding.readable) {
            0 if bad == 0 => Ok(()),
            0 => Err(Failure::No(told)),
            unread if unread == bad => Err(Failure::Bad(format!("{told}, for they cannot be read at all"))),
            unread => Err(Failure::Bad(format!("{told}; {unread} of them cannot be read at all"))),
        }
    }
}

fn look(path: &Path) -> Finding {
    let file = path.display().to_string();
    match files::read(path) {
        Err(Trouble::Unreadable(why)) => {
            Finding { file, words: why.clone(), error: Some(why), ..Finding::default() }
        }
        Err(Trouble::Damaged(why)) => Finding {
            file,
            readable: true,
            line: Some(why.line),
            words: why.to_string(),
            error: Some(why.what),
            ..Finding::default()
        },
        Ok((bytes, automaton)) => {
            let ours = files::format(path) != Ok(Format::Golly);
            let canonical = ours.then(|| automaton.write().as_bytes() == bytes);
            let added: Vec<String> = automaton.added().iter().map(ToString::to_string).collect();
            Finding {
                file,
                sound: true,
                readable: true,
                kind: Some(text::kind(automaton.kind())),
                states: Some(automaton.states()),
                rules: Some(automaton.rules().count()),
                words: text::sound(&automaton, canonical, &added),
                canonical,
                added,
                ..Finding::default()
            }
        }
    }
}
