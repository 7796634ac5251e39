//! `install`: adds the editor and its file types to the desktop.

use clap::Args;
use common::cli::{self, Failure};
use common::store;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Debug, Args)]
pub struct Install {
    /// The folder for shared data [default: the user's folder, such as ~/.local/share]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Remove everything that was installed
    #[arg(long)]
    remove: bool,
}

const DESKTOP: &str = "applications/pentad-cell-editor.desktop";
const TYPES: &str = "mime/packages/pentad-automata.xml";
const ICON: &str = "icons/hicolor/scalable/apps/pentad-cell-editor.svg";

/// File extension and description.
const KINDS: [(&str, &str); 3] = [
    ("ccell", "Cellular automaton"),
    ("tcell", "Totalistic cellular automaton"),
    ("pcell", "Cellular automaton picture"),
];

impl Install {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if cfg!(not(all(unix, not(target_vendor = "apple")))) {
            return Err(Failure::No(
                "this command needs a freedesktop.org desktop; elsewhere, choose the editor when you open a file".to_owned(),
            ));
        }
        let folder = match &self.to {
            Some(folder) => folder.clone(),
            None => store::shared_data().map_err(Failure::bad)?,
        };
        let program = std::env::current_exe()
            .map_err(|why| Failure::Bad(format!("the path of this program is unknown: {why}")))?;
        for (name, content) in [(ICON, icon()), (TYPES, types()), (DESKTOP, desktop(&program)?)] {
            let path = folder.join(name);
            if self.remove {
                store::remove(&path).map_err(Failure::bad)?;
                writeln!(out, "Removed: {}", path.display())?;
            } else {
                store::write_atomic(&path, content.as_bytes()).map_err(Failure::bad)?;
                writeln!(out, "Written: {}", path.display())?;
            }
        }
        let updated = update_database("update-mime-database", &folder.join("mime"))
            & update_database("update-desktop-database", &folder.join("applications"));
        if !updated {
            cli::remark("The desktop could not be updated now. It will be updated when you log in again.");
        }
        Ok(out.flush()?)
    }
}

/// Updates a database of the desktop. Returns whether that worked.
fn update_database(program: &str, folder: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn mime_type(extension: &str) -> String {
    format!("application/x-pentad-{extension}")
}

/// The desktop entry, with the file types that the editor opens.
fn desktop(program: &Path) -> Result<String, Failure> {
    let types: Vec<String> = KINDS.iter().map(|(extension, _)| mime_type(extension)).collect();
    Ok(format!(
        "[Desktop RuleEntry]\nType=Application\nName=Cell editor\nGenericName=Editor of cellular automata\n\
         Comment=Make and study one-dimensional cellular automata\nExec={} %f\nIcon=pentad-cell-editor\nTerminal=false\n\
         Categories=Education;Science;Math;\nMimeType={};\nStartupWMClass=pentad-cell-editor\n",
        quoted(program)?,
        types.join(";")
    ))
}

/// Quotes a path for a desktop entry. Special characters are escaped twice, once for the quotation marks and once for
/// the file.
fn quoted(program: &Path) -> Result<String, Failure> {
    let text = program.to_str().filter(|text| !text.contains(['\n', '\r']));
    let text = text.ok_or_else(|| {
        Failure::Bad(format!(
            "a desktop entry cannot contain the path {}; move the program",
            program.display()
        ))
    })?;
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '\\' => quoted += r"\\\\",
            '"' | '`' | '$' => quoted.extend(['\\', '\\', letter]),
            '%' => quoted += "%%",
            letter => quoted.push(letter),
        }
    }
    Ok(quoted + "\"")
}

/// The MIME types of the automaton files.
fn types() -> String {
    let one = |(extension, name): &(&str, &str)| {
        format!(
            "  <mime-type type=\"{}\">\n    <comment>{name}</comment>\n    <sub-class-of type=\"text/plain\"/>\n    \
             <icon name=\"pentad-cell-editor\"/>\n    <glob pattern=\"*.{extension}\"/>\n  </mime-type>\n",
            mime_type(extension)
        )
    };
    let all: String = KINDS.iter().map(one).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n{all}</mime-info>\n"
    )
}

/// Three cells above their result.
fn icon() -> String {
    let cell = |x: u8, y: u8, fill: &str| {
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"17\" height=\"17\" rx=\"3\" fill=\"{fill}\" stroke=\"#1E2430\" stroke-width=\"2\"/>"
        )
    };
    let cells =
        [cell(4, 13, "#0072B2"), cell(23, 13, "#FFFFFF"), cell(42, 13, "#E69F00"), cell(23, 34, "#009E73")];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\" viewBox=\"0 0 64 64\">{}</svg>\n",
        cells.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_desktop_entries() {
        assert_eq!(quoted(Path::new("/opt/my games/cell-editor")).unwrap(), "\"/opt/my games/cell-editor\"");
        assert_eq!(quoted(Path::new("/a\"b$c`d%e\\f")).unwrap(), r#""/a\\"b\\$c\\`d%%e\\\\f""#);
        assert!(quoted(Path::new("/a\nb")).is_err());
    }

    #[test]
    fn the_desktop_entry_lists_all_file_types() {
        let entry = desktop(Path::new("/usr/bin/cell-editor")).unwrap();
        for (extension, _) in KINDS {
            assert!(
                entry.contains(&mime_type(extension)) && types().contains(&format!("*.{extension}")),
                "{extension}"
            );
        }
    }
}
