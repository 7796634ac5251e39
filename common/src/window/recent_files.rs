//! The files that a program used last: a part of its settings, a menu, and a row of links.

use super::quiet;
use crate::store;
use egui::{Role, Ui, WidgetInfo};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// No more files are remembered.
const MAX_FILES: usize = 10;
/// No more files are in a row of links.
const MAX_LINKS: usize = 4;

/// The files that were used last, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecentFiles(Vec<PathBuf>);

impl RecentFiles {
    /// Drops what is too much in a list that was read from a file.
    #[must_use]
    pub fn validated(mut self) -> RecentFiles {
        self.0.truncate(MAX_FILES);
        self
    }

    /// Whether no file was used yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A file was opened or saved.
    pub fn add(&mut self, path: &Path) {
        self.0.retain(|known| known != path);
        self.0.insert(0, path.to_path_buf());
        self.0.truncate(MAX_FILES);
    }

    /// The folder of the last used file, if it still exists.
    pub fn folder(&self) -> Option<PathBuf> {
        let folder = self.0.first()?.parent()?;
        store::is_folder(folder).then(|| folder.to_path_buf())
    }

    /// A menu of all files. Returns the chosen one.
    pub fn menu(&self, ui: &mut Ui) -> Option<PathBuf> {
        let mut chosen = None;
        ui.add_enabled_ui(!self.0.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for (path, name) in self.0.iter().zip(names(&self.0)) {
                    if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                        chosen = Some(path.clone());
                        ui.close();
                    }
                }
            });
        });
        chosen
    }

    /// A row of links to the newest files, if there are any. Returns the chosen one.
    pub fn row(&self, ui: &mut Ui) -> Option<PathBuf> {
        let mut chosen = None;
        if !self.0.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.label(quiet("Recent:"));
                let shown = &self.0[..self.0.len().min(MAX_LINKS)];
                for (path, name) in shown.iter().zip(names(shown)) {
                    let link = ui.link(&name);
                    link.widget_info(|| WidgetInfo::labeled(Role::Link, true, format!("open {name}")));
                    if link.on_hover_text(path.display().to_string()).clicked() {
                        chosen = Some(path.clone());
                    }
                }
            });
        }
        chosen
    }
}

/// The names of files that are shown together. Where names are equal, the folder is a part of them; where that is
/// not enough either, the whole path is.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let is_unique = |names: &[String], index: usize| {
        names.iter().enumerate().all(|(other, name)| other == index || *name != names[index])
    };
    let short: Vec<String> = paths.iter().map(|path| last_parts(path, 1)).collect();
    let long: Vec<String> = paths.iter().map(|path| last_parts(path, 2)).collect();
    let name = |(index, path): (usize, &PathBuf)| match (is_unique(&short, index), is_unique(&long, index)) {
        (true, _) => short[index].clone(),
        (false, true) => long[index].clone(),
        (false, false) => path.display().to_string(),
    };
    paths.iter().enumerate().map(name).collect()
}

/// The last parts of a path.
fn last_parts(path: &Path, count: usize) -> String {
    let parts = path.components().count();
    path.components().skip(parts.saturating_sub(count)).collect::<PathBuf>().display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_remembered_once_newest_first() {
        let mut recent = RecentFiles::default();
        for n in (0..20).chain([15]) {
            recent.add(Path::new(&format!("{n}.ccell")));
        }
        assert_eq!(recent.0.len(), MAX_FILES);
        assert_eq!(recent.0[..2], [PathBuf::from("15.ccell"), PathBuf::from("19.ccell")]);
        let many = RecentFiles(vec![PathBuf::from("a"); 20]);
        assert_eq!(many.validated().0.len(), MAX_FILES);
    }

    #[test]
    fn equal_names_are_shown_with_their_folders() {
        let shown = |paths: &[&str]| {
            let paths: Vec<PathBuf> = paths.iter().map(|path| path.split('/').collect()).collect();
            names(&paths).iter().map(|name| name.replace('\\', "/")).collect::<Vec<_>>()
        };
        assert_eq!(shown(&["d/a/x.ccell", "d/b/y.ccell"]), ["x.ccell", "y.ccell"]);
        assert_eq!(
            shown(&["d/a/x.ccell", "d/b/x.ccell", "d/y.ccell"]),
            ["a/x.ccell", "b/x.ccell", "y.ccell"]
        );
        assert_eq!(shown(&["d/a/x.ccell", "e/a/x.ccell"]), ["d/a/x.ccell", "e/a/x.ccell"]);
    }

    #[test]
    fn only_a_folder_that_exists_is_proposed() {
        let folder = tempfile::tempdir().unwrap();
        let mut recent = RecentFiles::default();
        assert_eq!(recent.folder(), None);
        recent.add(&folder.path().join("heart.pcell"));
        assert_eq!(recent.folder().as_deref(), Some(folder.path()));
        recent.add(&folder.path().join("gone/heart.pcell"));
        assert_eq!(recent.folder(), None);
    }
}
