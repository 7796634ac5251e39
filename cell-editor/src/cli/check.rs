//! `check`: checks whether files are valid.

use crate::files::{self, Format, ReadError};
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

/// The result for one file.
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
    /// Whether the file is in canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<bool>,
    /// Triples of the picture without a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    added: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip)]
    description: String,
}

#[derive(Serialize)]
struct Report<'a> {
    sound: bool,
    files: &'a [Finding],
}

impl Check {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let findings: Vec<Finding> = self.files.iter().map(|path| check_file(path)).collect();
        let count = |what: fn(&Finding) -> bool| findings.iter().filter(|finding| what(finding)).count();
        let bad = count(|finding| !finding.sound);
        if self.json {
            super::json(&Report { sound: bad == 0, files: &findings }, out)?;
        } else {
            for finding in &findings {
                // Messages of the system already contain the file name.
                match finding.description.strip_prefix(&finding.file) {
                    Some(description) => writeln!(out, "{}:{description}", finding.file)?,
                    None => writeln!(out, "{}: {}", finding.file, finding.description)?,
                }
            }
        }
        out.flush()?;
        let summary = format!("{bad} of {} files cannot be used", findings.len());
        match count(|finding| !finding.readable) {
            0 if bad == 0 => Ok(()),
            0 => Err(Failure::No(summary)),
            unread if unread == bad => Err(Failure::Bad(format!("{summary} because they cannot be read"))),
            unread => Err(Failure::Bad(format!("{summary}; {unread} of them cannot be read"))),
        }
    }
}

fn check_file(path: &Path) -> Finding {
    let file = path.display().to_string();
    match files::read(path) {
        Err(ReadError::Unreadable(why)) => {
            Finding { file, description: why.clone(), error: Some(why), ..Finding::default() }
        }
        Err(ReadError::UnknownFormat(why)) => {
            Finding { file, readable: true, description: why.clone(), error: Some(why), ..Finding::default() }
        }
        Err(ReadError::Damaged(why)) => Finding {
            file,
            readable: true,
            line: Some(why.line),
            description: why.to_string(),
            error: Some(why.message),
            ..Finding::default()
        },
        Ok((bytes, automaton)) => {
            let native = files::format(path) != Ok(Format::Golly);
            let canonical = native.then(|| automaton.write().as_bytes() == bytes);
            let added: Vec<String> = automaton.added_triples().iter().map(ToString::to_string).collect();
            Finding {
                file,
                sound: true,
                readable: true,
                kind: Some(text::kind(automaton.kind())),
                states: Some(automaton.states()),
                rules: Some(automaton.rules().count()),
                description: text::valid_file(&automaton, canonical, &added),
                canonical,
                added,
                ..Finding::default()
            }
        }
    }
}
