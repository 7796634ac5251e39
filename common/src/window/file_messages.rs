//! Messages about files. The paths of a web page mean nothing to the user: a file is downloaded, or kept by the browser.

use std::path::Path;

/// What a web page writes to this folder is downloaded.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) const DOWNLOADS: &str = "/download";

/// Says that a document was saved.
pub fn saved_message(path: &Path) -> String {
    #[cfg(target_arch = "wasm32")]
    return page_message(path);
    #[cfg(not(target_arch = "wasm32"))]
    return format!("Saved as {}.", path.display());
}

/// Says that something was written to a file.
pub fn written_message(path: &Path) -> String {
    #[cfg(target_arch = "wasm32")]
    return page_message(path);
    #[cfg(not(target_arch = "wasm32"))]
    return format!("Wrote {}.", path.display());
}

/// Says that something was exported to a file.
pub fn exported_message(path: &Path) -> String {
    #[cfg(target_arch = "wasm32")]
    return page_message(path);
    #[cfg(not(target_arch = "wasm32"))]
    return format!("Exported {}.", path.display());
}

/// Says that a file was opened.
pub fn opened_message(path: &Path) -> String {
    #[cfg(target_arch = "wasm32")]
    return format!("Opened {}.", name_of(path));
    #[cfg(not(target_arch = "wasm32"))]
    return format!("Opened {}.", path.display());
}

/// Says where a program keeps something, as in "Games are kept in …".
pub fn kept_message(what: &str, place: &Path) -> String {
    if cfg!(target_arch = "wasm32") {
        format!("{what} are kept by this browser.")
    } else {
        format!("{what} are kept in {}", place.display())
    }
}

#[cfg(any(test, target_arch = "wasm32"))]
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(any(test, target_arch = "wasm32"))]
fn page_message(path: &Path) -> String {
    if path.starts_with(DOWNLOADS) { format!("Downloaded {}.", name_of(path)) } else { "Saved.".to_owned() }
}

#[cfg(test)]
#[test]
fn a_page_shows_no_paths() {
    assert_eq!(page_message(Path::new("/download/game-1.png")), "Downloaded game-1.png.");
    assert_eq!(page_message(Path::new("/data/warlight/maps/isle.yaml")), "Saved.");
}
