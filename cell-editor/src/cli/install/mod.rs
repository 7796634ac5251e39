//! `install`: adds the editor, its file types and the library to the desktop.

mod databases;

use clap::Args;
use common::automaton::library;
use common::cli::{self, Failure};
use common::store;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Install {
    /// The folder for shared data [default: the user's folder, such as ~/.local/share]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Remove everything that was installed
    #[arg(long)]
    remove: bool,
}

/// The name of the desktop entry.
const DESKTOP_FILE: &str = "pentad-cell-editor.desktop";
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
        let desktop_file = format!("applications/{DESKTOP_FILE}");
        let mut found = false;
        let files = [(ICON, icon()), (TYPES, types()), (desktop_file.as_str(), desktop(&program)?)];
        for (name, content) in &files {
            let path = folder.join(name);
            if !self.remove {
                store::write_atomic(&path, content.as_bytes()).map_err(Failure::bad)?;
                writeln!(out, "Written: {}", path.display())?;
            } else if store::exists(&path) {
                store::remove(&path).map_err(Failure::bad)?;
                writeln!(out, "Removed: {}", path.display())?;
                found = true;
            }
        }
        found |= self.library(&folder.join(library::INSTALLED), out)?;
        let remark = if self.remove && !found {
            // The desktop's tools would fail without the folders of an installation.
            writeln!(out, "Nothing is installed in {}.", folder.display())?;
            None
        } else {
            databases::update(&folder, self.remove, databases::run_tool).map_err(Failure::bad)?
        };
        if self.remove {
            for (name, _) in &files {
                remove_empty_folders(&folder, Path::new(name).parent());
            }
            remove_empty_folders(&folder, Some(Path::new(library::INSTALLED)));
        }
        if let Some(remark) = remark {
            cli::remark(&remark);
        }
        Ok(out.flush()?)
    }

    /// Writes the library, so that the dialog to open a file can begin there, or removes it. Files that the user has
    /// changed stay. Returns whether there was anything to do.
    fn library(&self, folder: &Path, out: &mut impl Write) -> Result<bool, Failure> {
        let samples = library::all();
        let (mut count, mut changed_count) = (0, 0);
        for sample in &samples {
            let path = folder.join(sample.file);
            let content = sample.automaton.write();
            let changed = path.exists() && std::fs::read(&path).ok().as_deref() != Some(content.as_bytes());
            if changed {
                changed_count += 1;
                continue;
            }
            if self.remove && !path.exists() {
                continue;
            }
            count += 1;
            if self.remove {
                store::remove(&path).map_err(Failure::bad)?;
            } else {
                store::write_atomic(&path, content.as_bytes()).map_err(Failure::bad)?;
            }
        }
        let verb = if self.remove { "Removed" } else { "Written" };
        if count > 0 {
            writeln!(out, "{verb}: {}, {count} automata", folder.display())?;
        }
        match changed_count {
            0 => {}
            1 => writeln!(out, "One automaton was changed by you and stays as it is.")?,
            changed => writeln!(out, "{changed} automata were changed by you and stay as they are.")?,
        }
        Ok(count > 0)
    }
}

/// Removes a folder below `base` and those around it up to `base`, as far as they are empty.
fn remove_empty_folders(base: &Path, name: Option<&Path>) {
    for name in name.into_iter().flat_map(Path::ancestors).filter(|name| *name != Path::new("")) {
        // It fails if the folder contains anything else, which must stay.
        if std::fs::remove_dir(base.join(name)).is_err_and(|why| why.kind() != ErrorKind::NotFound) {
            return;
        }
    }
}

fn mime_type(extension: &str) -> String {
    format!("application/x-pentad-{extension}")
}

/// The desktop entry, with the file types that the editor opens.
fn desktop(program: &Path) -> Result<String, Failure> {
    let types: Vec<String> = KINDS.iter().map(|(extension, _)| mime_type(extension)).collect();
    Ok(format!(
        "[Desktop Entry]\nType=Application\nName=Cell editor\nGenericName=Editor of cellular automata\n\
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
        assert!(entry.starts_with("[Desktop Entry]\nType=Application\n"), "{entry}");
        for (extension, _) in KINDS {
            assert!(
                entry.contains(&mime_type(extension)) && types().contains(&format!("*.{extension}")),
                "{extension}"
            );
        }
    }
}
