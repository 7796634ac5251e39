//! Pictures as masks: importing with a preview, and exporting.

use super::Generator;
use crate::mask::Mask;
use std::path::Path;

impl Generator {
    /// Opens the dialog to import a picture. Returns whether the picture could be read.
    pub(super) fn import_picture(&mut self, path: &Path) -> bool {
        self.complain(&format!("{} cannot be imported.", path.display()));
        false
    }

    /// The mask as a PNG picture with one pixel for each cell.
    pub(super) fn png(&self, _mask: &Mask) -> Result<Vec<u8>, String> {
        Err("not yet".to_owned())
    }
}
