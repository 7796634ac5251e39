//! The desktop's databases of file types and programs. The desktop's own tools update them. Where a tool is missing, the
//! files that the desktop reads are written here.

use super::{DESKTOP_FILE, KINDS, mime_type};
use common::limits::FOREIGN_BYTES;
use common::store::{self, StoreError};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a tool of the desktop on a folder. Returns whether that worked.
pub fn run_tool(program: &str, folder: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Registers the file types and the program, or removes them. `run_tool` runs a tool of the desktop. Returns what the
/// user still has to do, if anything.
pub fn update(
    share: &Path,
    remove: bool,
    run_tool: impl Fn(&str, &Path) -> bool,
) -> Result<Option<String>, StoreError> {
    let applications = share.join("applications");
    if !run_tool("update-desktop-database", &applications) {
        edit(&applications.join("mimeinfo.cache"), |text| program_cache(text, remove))?;
    }
    let mime = share.join("mime");
    if run_tool("update-mime-database", &mime) {
        return Ok(None);
    }
    if mime.join("mime.cache").exists() {
        // The desktop reads this binary file instead of the text files beside it.
        return Ok(Some(format!(
            "The file types are not up to date, because update-mime-database is missing or failed. Install the package \
             shared-mime-info, then run: update-mime-database '{}'",
            mime.display()
        )));
    }
    for (name, lines) in type_files() {
        edit(&mime.join(name), |text| with_lines(text, &lines, remove))?;
    }
    Ok(None)
}

/// Changes a text file. A file that becomes empty is removed.
fn edit(path: &Path, change: impl FnOnce(&str) -> String) -> Result<(), StoreError> {
    let before = if path.exists() { store::read_foreign_text(path, FOREIGN_BYTES)? } else { String::new() };
    let after = change(&before);
    if after.is_empty() { store::remove(path) } else { store::write_atomic(path, after.as_bytes()) }
}

/// The files with the properties of file types, and our lines in them.
fn type_files() -> [(&'static str, Vec<String>); 3] {
    let lines = |line: fn(&str, String) -> String| {
        KINDS.iter().map(|(extension, _)| line(extension, mime_type(extension))).collect()
    };
    [
        ("globs2", lines(|extension, kind| format!("50:{kind}:*.{extension}"))),
        ("subclasses", lines(|_, kind| format!("{kind} text/plain"))),
        ("icons", lines(|_, kind| format!("{kind}:pentad-cell-editor"))),
    ]
}

/// The text with our lines at its end, or without them.
fn with_lines(text: &str, ours: &[String], remove: bool) -> String {
    let others = text.lines().filter(|line| !ours.iter().any(|own| own == line)).map(str::to_owned);
    let ours = ours.iter().filter(|_| !remove).cloned();
    others.chain(ours).map(|line| line + "\n").collect()
}

/// The file `mimeinfo.cache` with the editor as a program for its file types, or without it. Other programs stay.
fn program_cache(text: &str, remove: bool) -> String {
    const HEADER: &str = "[MIME Cache]";
    let types: Vec<String> = KINDS.iter().map(|(extension, _)| mime_type(extension)).collect();
    let mut programs: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        let Some((kind, names)) = line.split_once('=') else { continue };
        let is_ours = types.iter().any(|own| own == kind);
        let names = names.split(';').filter(|name| !(name.is_empty() || is_ours && *name == DESKTOP_FILE));
        programs.push((kind.to_owned(), names.map(str::to_owned).collect()));
    }
    for kind in types.iter().filter(|_| !remove) {
        match programs.iter_mut().find(|(known, _)| known == kind) {
            Some((_, names)) => names.insert(0, DESKTOP_FILE.to_owned()),
            None => programs.push((kind.clone(), vec![DESKTOP_FILE.to_owned()])),
        }
    }
    programs.retain(|(_, names)| !names.is_empty());
    if programs.is_empty() {
        return String::new();
    }
    let lines: Vec<String> =
        programs.iter().map(|(kind, names)| format!("{kind}={};", names.join(";"))).collect();
    format!("{HEADER}\n{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::fs;

    #[test]
    fn without_the_tools_the_desktop_finds_the_editor_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap_or_default();
        fs::create_dir_all(dir.path().join("applications")).unwrap();
        let other = "[MIME Cache]\ntext/plain=vim.desktop;nano.desktop;\n";
        fs::write(dir.path().join("applications/mimeinfo.cache"), other).unwrap();
        for _ in 0..2 {
            assert_eq!(update(dir.path(), false, |_, _| false).unwrap(), None);
            assert_eq!(
                read("applications/mimeinfo.cache"),
                format!(
                    "{other}application/x-pentad-ccell=pentad-cell-editor.desktop;\n\
                     application/x-pentad-tcell=pentad-cell-editor.desktop;\n\
                     application/x-pentad-pcell=pentad-cell-editor.desktop;\n"
                )
            );
            assert_eq!(
                read("mime/globs2"),
                "50:application/x-pentad-ccell:*.ccell\n50:application/x-pentad-tcell:*.tcell\n\
                 50:application/x-pentad-pcell:*.pcell\n"
            );
        }
        assert_eq!(update(dir.path(), true, |_, _| false).unwrap(), None);
        assert_eq!(read("applications/mimeinfo.cache"), other);
        assert!(!dir.path().join("mime/globs2").exists());
    }

    #[test]
    fn other_programs_for_our_files_stay() {
        let other = "[MIME Cache]\napplication/x-pentad-ccell=other.desktop;\n";
        let ours = program_cache(other, false);
        assert!(
            ours.contains("application/x-pentad-ccell=pentad-cell-editor.desktop;other.desktop;"),
            "{ours}"
        );
        assert_eq!(program_cache(&ours, true), other);
    }

    #[test]
    fn the_tools_are_used_where_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let run = RefCell::new(Vec::new());
        let tool = |program: &str, _: &Path| {
            run.borrow_mut().push(program.to_owned());
            true
        };
        assert_eq!(update(dir.path(), false, tool).unwrap(), None);
        assert_eq!(*run.borrow(), ["update-desktop-database", "update-mime-database"]);
        assert!(fs::read_dir(dir.path()).unwrap().next().is_none(), "nothing is written");
    }

    #[test]
    fn a_binary_database_cannot_be_changed_without_its_tool() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("mime")).unwrap();
        fs::write(dir.path().join("mime/mime.cache"), [0, 1, 0, 2]).unwrap();
        let remark = update(dir.path(), false, |_, _| false).unwrap().unwrap();
        assert!(remark.contains("run: update-mime-database '") && remark.contains("/mime'"), "{remark}");
        assert!(!dir.path().join("mime/globs2").exists());
    }
}
