//! The cell programs, which open automata of each other.

use crate::automaton::Automaton;
#[cfg(not(target_arch = "wasm32"))]
use std::path::{Path, PathBuf};

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
        self.start(Some(&file))
    }

    /// Starts the program, optionally with a file. It keeps running when this program ends.
    pub fn start(self, file: Option<&Path>) -> Result<(), String> {
        use std::process::{Command, Stdio};
        let program = self
            .installed_path()
            .ok_or_else(|| format!("{} is not installed in the folder of this program", self.program()))?;
        let mut command = Command::new(&program);
        command.args(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
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
}
