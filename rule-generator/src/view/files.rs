//! Opening and saving: masks as text and pictures, automata as masks, and results.

use super::Generator;
use super::dialogs::Dialog;
use crate::mask::{INK, MAX_SIDE, Mask};
use common::automaton::{Automaton, AutomatonKind};
use common::store;
use common::window::{FileBrowser, FileFilter};
use common::words::sentence;
use std::path::{Path, PathBuf};

/// The kind of a file, by its extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A mask as text.
    Text,
    /// A picture.
    Png,
    /// An automaton with a picture.
    Automaton,
}

impl FileKind {
    /// The kind of a file, if it can be opened.
    pub fn of(path: &Path) -> Option<FileKind> {
        let extension = path.extension()?.to_string_lossy().to_lowercase();
        match extension.as_str() {
            "txt" => Some(FileKind::Text),
            "png" => Some(FileKind::Png),
            "pcell" => Some(FileKind::Automaton),
            _ => None,
        }
    }
}

/// The files that can be opened.
pub const FILTER: FileFilter =
    FileFilter { name: "masks, pictures or .pcell files", accepts: |path| FileKind::of(path).is_some() };

/// The mask that an automaton draws: its ink states are ink.
pub fn mask_of(automaton: &Automaton) -> Result<Mask, String> {
    let rows = automaton.draw().ok_or_else(|| "the automaton has no start row".to_owned())?;
    let (width, height) = (rows.width(), rows.generations());
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(format!(
            "the picture has {width}x{height} cells; at most {MAX_SIDE}x{MAX_SIDE} are allowed"
        ));
    }
    let ink = automaton.ink();
    let mut mask = Mask::new(width, height);
    for (y, row) in rows.rows().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, state)| ink.contains(state)) {
            mask.set(x, y, INK);
        }
    }
    Ok(mask)
}

/// Reads a mask from text or from an automaton.
fn read(path: &Path) -> Result<Mask, String> {
    let about = |why: String| format!("{}: {why}", path.display());
    if FileKind::of(path) == Some(FileKind::Automaton) {
        let automaton = Automaton::open(path).map_err(|why| why.to_string())?;
        return mask_of(&automaton).map_err(about);
    }
    if AutomatonKind::from_path(path).is_some() {
        return Err(about("only .pcell files contain a picture".to_owned()));
    }
    let text = store::read_text(path).map_err(|why| why.to_string())?;
    text.parse().map_err(|why: crate::mask::MaskError| about(why.to_string()))
}

impl Generator {
    /// Opens a file, in the dialog for pictures if it is one. Returns whether it could be read.
    pub(super) fn open_file(&mut self, path: &Path) -> bool {
        if FileKind::of(path) == Some(FileKind::Png) {
            return self.import_picture(path);
        }
        match read(path) {
            Ok(mask) => {
                self.dialog = None;
                self.opened(mask, path);
                true
            }
            Err(why) => {
                self.complain(&sentence(&why));
                false
            }
        }
    }

    /// Shows a mask that was read from a file.
    pub(super) fn opened(&mut self, mask: Mask, path: &Path) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.replace_mask(mask, &name);
        self.settings.add_recent(path);
        self.say(&format!("Opened {}.", path.display()));
    }

    /// The folder of the last used file, or the current folder.
    pub(super) fn folder(&self) -> PathBuf {
        let recent =
            self.settings.recent.first().and_then(|path| path.parent()).filter(|folder| folder.is_dir());
        let recent = recent.map(Path::to_path_buf);
        recent.or_else(|| std::env::current_dir().ok()).unwrap_or_default()
    }

    fn suggested_name(&self, extension: &str) -> String {
        let name = if self.name.is_empty() { "picture" } else { &self.name };
        format!("{}.{extension}", name.to_lowercase())
    }

    /// The dialog to save the mask.
    pub(super) fn save_mask_dialog(&self, extension: &str) -> Dialog {
        let browser = FileBrowser::new(FILTER, self.folder(), self.suggested_name(extension));
        Dialog::SaveMask { browser, cell_size: 8 }
    }

    /// The dialog to save the selected result.
    pub(super) fn save_result_dialog(&self) -> Dialog {
        Dialog::SaveResult(FileBrowser::new(FILTER, self.folder(), self.suggested_name("pcell")))
    }

    /// Saves the mask, as text or as a picture.
    pub(super) fn save_mask(&mut self, path: &Path, cell_size: usize) -> Result<(), String> {
        let bytes = match FileKind::of(path) {
            Some(FileKind::Png) => self.png(cell_size)?,
            _ => self.canvas.mask().to_string().into_bytes(),
        };
        store::write_atomic(path, &bytes).map_err(|why| why.to_string())?;
        self.saved(path);
        Ok(())
    }

    /// Saves the selected result.
    pub(super) fn save_result(&mut self, path: &Path) -> Result<(), String> {
        let automaton = self.results.automaton().ok_or_else(|| "there is no result".to_owned())?;
        automaton.save(path).map_err(|why| why.to_string())?;
        self.saved(path);
        Ok(())
    }

    fn saved(&mut self, path: &Path) {
        self.settings.add_recent(path);
        self.say(&format!("Saved as {}.", path.display()));
    }
}

/// Whether a mask can be saved under this name.
pub fn check_mask_name(path: &Path) -> Result<(), String> {
    match FileKind::of(path) {
        Some(FileKind::Text | FileKind::Png) => Ok(()),
        _ => Err("The name must end in .txt or .png.".to_owned()),
    }
}

/// Whether a result can be saved under this name.
pub fn check_result_name(path: &Path) -> Result<(), String> {
    match AutomatonKind::from_path(path) {
        Some(AutomatonKind::Picture) => Ok(()),
        _ => Err("The name must end in .pcell.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::automaton::{Boundary, wolfram};

    #[test]
    fn an_automaton_is_opened_as_its_picture() {
        let table = wolfram::table(2, "90").unwrap();
        let mut automaton = Automaton::picture(&table, Boundary::default(), vec![0, 0, 1, 0, 0], 3);
        assert_eq!(mask_of(&automaton).unwrap().to_string(), "..#..\n.#.#.\n#...#\n");
        automaton.set_ink(vec![0]);
        assert_eq!(mask_of(&automaton).unwrap().to_string(), "##.##\n#.#.#\n.###.\n");
        let wide = Automaton::picture(&table, Boundary::default(), vec![0; MAX_SIDE + 1], 3);
        assert!(mask_of(&wide).unwrap_err().contains("at most"));
    }
}
