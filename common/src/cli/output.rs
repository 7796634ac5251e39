//! The arguments of commands that write files.

use super::Failure;
use crate::store::{OutFile, StoreError};
use clap::Args;
use std::path::Path;

/// Whether files that exist are replaced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct Overwrite {
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
}

impl Overwrite {
    /// Claims the file that a command will write, before its work begins. See [`OutFile`].
    pub fn claim(self, path: &Path) -> Result<OutFile, Failure> {
        OutFile::claim(path, self.force).map_err(refused)
    }

    /// Refuses a file that exists, without claiming it.
    pub fn check(self, path: &Path) -> Result<(), Failure> {
        if !self.force && path.is_file() {
            Err(refused(StoreError::Exists(path.to_path_buf())))
        } else {
            Ok(())
        }
    }

    /// Claims the file and writes it: for commands whose work takes no time.
    pub fn write(self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.claim(path)?.write(bytes).map_err(refused)
    }
}

/// The error of a file that was not written, with what to do about it.
pub fn refused(error: StoreError) -> Failure {
    Failure::Bad(match error {
        StoreError::Exists(path) => {
            format!("{} exists; choose another name, or add --force to replace it", path.display())
        }
        StoreError::InUse(path) => format!(
            "{} is being written by another program; choose another name, or wait for its end",
            path.display()
        ),
        other => other.to_string(),
    })
}
