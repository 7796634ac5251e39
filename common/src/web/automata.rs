//! Automata in links, between the pages of the cell programs and to share.

use super::{address_of, take_link};
use crate::automaton::{Automaton, AutomatonKind};
use crate::{link, store};
use std::path::{Path, PathBuf};

const FILE: &str = "file";
const AUTOMATON: &str = "automaton";

/// The link of an automaton.
pub(crate) fn write(automaton: &Automaton, name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c)).take(40).collect();
    let name = if plain.trim().is_empty() { "automaton" } else { plain.trim() };
    let file = format!("{name}.{}", automaton.kind().extension());
    link::write(&[(FILE, &file), (AUTOMATON, &automaton.write())])
}

/// The file of the page's address, if that is new. It is among the page's files until the page is closed.
pub fn linked_file() -> Option<Result<PathBuf, String>> {
    let text = take_link()?;
    Some(read(&text).map_err(|why| format!("The link cannot be opened: {why}.")))
}

/// Reads the link of an automaton.
pub(crate) fn read(text: &str) -> Result<PathBuf, String> {
    let fields = link::read(text)?;
    let field =
        |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    let (Some(file), Some(content)) = (field(FILE), field(AUTOMATON)) else {
        return Err("it holds no automaton".to_owned());
    };
    let name = Path::new(file).file_name().ok_or("its file has no name")?;
    let path = Path::new("/upload").join(name);
    if AutomatonKind::from_path(&path).is_none() {
        return Err("its file is not an automaton".to_owned());
    }
    store::write_atomic(&path, content.as_bytes()).map_err(|why| why.to_string())?;
    Ok(path)
}

/// Copies the address that opens an automaton in this program. Returns the message for the user.
pub fn share(ctx: &egui::Context, automaton: &Automaton, name: &str) -> &'static str {
    ctx.copy_text(address_of(&write(automaton, name)));
    "Copied a link to this automaton."
}
