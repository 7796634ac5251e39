//! The cell programs, which open automata of each other.

use crate::automaton::Automaton;
#[cfg(not(target_arch = "wasm32"))]
use std::ffi::OsString;
#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};
#[cfg(not(target_arch = "wasm32"))]
use std::sync::OnceLock;

/// The folder of `--data-dir`, if this program was given one.
#[cfg(not(target_arch = "wasm32"))]
static DATA_DIR: OnceLock<PathBuf> = OnceLock::new();

/// Passes the folder of `--data-dir` on to all programs that this one starts.
#[cfg(not(target_arch = "wasm32"))]
pub fn pass_on_data_dir(data_dir: Option<&Path>) {
    if let Some(folder) = data_dir {
        let _ = DATA_DIR.set(folder.to_path_buf());
    }
}

/// Another Pentad program that opens automata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Companion {
    /// The visual editor.
    Editor,
    /// The puzzle game.
    Game,
    /// The search for rules that draw a given picture.
    Generator,
}

impl Companion {
    /// The name of the program.
    pub const fn program(self) -> &'static str {
        match self {
            Companion::Editor => "cell-editor",
            Companion::Game => "cellgame",
            Companion::Generator => "rule-generator",
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Companion {
    /// Whether the program can be started.
    pub fn is_installed(self) -> bool {
        self.installed_path().is_some()
    }

    /// The path of the program, if it is in the folder of this program.
    pub fn installed_path(self) -> Option<PathBuf> {
        self.path_in(std::env::current_exe().ok()?.parent()?)
    }

    fn path_in(self, folder: &Path) -> Option<PathBuf> {
        let path = folder.join(self.program()).with_extension(std::env::consts::EXE_EXTENSION);
        path.is_file().then_some(path)
    }

    /// Starts the program with a copy of an automaton in the folder for temporary files.
    pub fn start_with(self, automaton: &Automaton, name: &str) -> Result<(), String> {
        let plain: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
        let name = if plain.is_empty() { "automaton" } else { &plain };
        // The other program reads the file later, so it stays.
        let folder = tempfile::Builder::new().prefix("pentad-").tempdir();
        let folder = folder.map_err(|why| format!("there is no folder for temporary files: {why}"))?.keep();
        let file = folder.join(format!("{name}.{}", automaton.kind().extension()));
        crate::store::write_atomic(&file, automaton.write().as_bytes()).map_err(|why| why.to_string())?;
        self.run(&self.arguments(Some(&file), true, DATA_DIR.get().map(PathBuf::as_path)))
    }

    /// Starts the program, optionally with a file. It keeps running when this program ends.
    pub fn start(self, file: Option<&Path>) -> Result<(), String> {
        self.run(&self.arguments(file, false, DATA_DIR.get().map(PathBuf::as_path)))
    }

    /// The command line. The editor opens a copy of a temporary file, so that it does not save into its folder.
    fn arguments(self, file: Option<&Path>, temporary: bool, data_dir: Option<&Path>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(folder) = data_dir {
            arguments.extend([OsString::from("--data-dir"), folder.into()]);
        }
        if temporary && self == Companion::Editor {
            arguments.push("--copy".into());
        }
        arguments.extend(file.map(OsString::from));
        arguments
    }

    fn run(self, arguments: &[OsString]) -> Result<(), String> {
        use std::process::{Command, Stdio};
        let program = self
            .installed_path()
            .ok_or_else(|| format!("{} is not installed in the folder of this program", self.program()))?;
        let mut command = Command::new(&program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child =
            command.spawn().map_err(|why| format!("{} cannot be started: {why}", program.display()))?;
        // Without a wait the process would remain as a zombie.
        std::thread::spawn(move || {
            let mut child = child;
            let _ = child.wait();
        });
        Ok(())
    }
}

/// In a web page the other programs are pages of the same site. An automaton is passed in the address.
#[cfg(target_arch = "wasm32")]
impl Companion {
    /// Whether the program can be started.
    pub fn is_installed(self) -> bool {
        true
    }

    /// Opens the page with a copy of an automaton.
    pub fn start_with(self, automaton: &Automaton, name: &str) -> Result<(), String> {
        crate::web::open_page(self.program(), &crate::web::automata::write(automaton, name));
        Ok(())
    }

    /// Opens the page.
    pub fn start(self, _: Option<&std::path::Path>) -> Result<(), String> {
        crate::web::open_page(self.program(), "");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_only_in_the_same_folder() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Companion::Game.path_in(dir.path()), None);
        let path = dir.path().join("cellgame").with_extension(std::env::consts::EXE_EXTENSION);
        std::fs::write(&path, "").unwrap();
        assert_eq!(Companion::Game.path_in(dir.path()), Some(path));
        assert_eq!(Companion::Generator.path_in(dir.path()), None);
    }

    #[test]
    fn the_editor_opens_a_temporary_file_as_a_copy() {
        let file = Some(Path::new("/tmp/a.pcell"));
        let folder = Some(Path::new("data"));
        assert_eq!(Companion::Editor.arguments(file, true, None), ["--copy", "/tmp/a.pcell"]);
        assert_eq!(Companion::Editor.arguments(file, false, None), ["/tmp/a.pcell"]);
        assert_eq!(Companion::Game.arguments(file, true, folder), ["--data-dir", "data", "/tmp/a.pcell"]);
        assert!(Companion::Generator.arguments(None, false, None).is_empty());
    }
}
