//! The programs beside us: started with the automaton that is being edited.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Another program of ours that opens automata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbour {
    /// The puzzle.
    Game,
    /// The finder of rules that draw a picture.
    Generator,
}

impl Neighbour {
    /// The name of its program.
    pub const fn program(self) -> &'static str {
        match self {
            Neighbour::Game => "cellgame",
            Neighbour::Generator => "rule-generator",
        }
    }

    /// Where it is installed, if it is: in the folder of this program.
    pub fn found(self) -> Option<PathBuf> {
        self.found_in(std::env::current_exe().ok()?.parent()?)
    }

    fn found_in(self, folder: &Path) -> Option<PathBuf> {
        let path = folder.join(self.program()).with_extension(std::env::consts::EXE_EXTENSION);
        path.is_file().then_some(path)
    }

    /// Starts it with a file. It lives on when we end.
    pub fn start(self, file: &Path) -> Result<(), String> {
        let program =
            self.found().ok_or_else(|| format!("{} is not installed beside this program", self.program()))?;
        let mut command = Command::new(&program);
        command.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let started =
            command.spawn().map_err(|why| format!("{} cannot be started: {why}", program.display()))?;
        // Somebody has to hear of its end, or the system keeps its entry.
        std::thread::spawn(move || {
            let mut started = started;
            let _ = started.wait();
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_beside_us_only() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Neighbour::Game.found_in(dir.path()), None);
        let path = dir.path().join("cellgame").with_extension(std::env::consts::EXE_EXTENSION);
        std::fs::write(&path, "").unwrap();
        assert_eq!(Neighbour::Game.found_in(dir.path()), Some(path));
        assert_eq!(Neighbour::Generator.found_in(dir.path()), None);
    }
}
