//! Programs that settings and unfinished games name as players are not started before the user agrees.

use super::*;
use crate::session::{Autosave, Seat, WriteMode};
use crate::store::Store;
use std::path::{Path, PathBuf};

const SIZE: [f32; 2] = [1000.0, 700.0];

/// A player that leaves a file behind, and this file.
fn player(dir: &Path) -> (String, PathBuf) {
    let file = dir.join("started");
    (format!("cmd:touch {}", file.display()), file)
}

/// A folder with an unfinished game whose player is a program.
fn unfinished() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let (mut autosave, _, _) = Autosave::open::<Mines>(&store, WriteMode::Now);
    let mut session: Session<Mines> = Session::new(Row::default(), vec![Seat::Human], 1).unwrap();
    session.play_text(Side::FIRST, "1").unwrap();
    assert_eq!(autosave.keep(&session), None);
    drop(autosave);
    let (player, started) = player(dir.path());
    let file = store.data().join("autosave-1.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("- human", &format!("- {player}"))).unwrap();
    (dir, started)
}

#[test]
fn an_unfinished_game_starts_no_program_unasked() {
    let (dir, started) = unfinished();
    let mut driver = MinesWindow::in_folder(dir, SIZE);
    driver.settle();
    assert!(driver.sees("Start this program?") && driver.reads("touch "));
    assert!(driver.window().session().is_none());
    driver.click("Play without it");
    assert_eq!((driver.ply(), driver.message()), (1, "Resumed your last game."));
    assert!(!started.exists());
}

#[test]
fn escape_leaves_the_unfinished_game_where_it_is() {
    let (dir, started) = unfinished();
    let mut driver = MinesWindow::in_folder(dir, SIZE);
    driver.settle();
    driver.key(egui::Key::Escape);
    assert!(driver.window().session().is_none() && driver.sees("Continue last game"));
    driver.click("Continue last game");
    assert!(driver.sees("Start this program?") && !started.exists());
}

#[test]
fn the_settings_start_no_program_unasked() {
    let dir = tempfile::tempdir().unwrap();
    let (player, started) = player(dir.path());
    let store = Store::at(dir.path());
    std::fs::create_dir_all(store.settings_file().parent().unwrap()).unwrap();
    std::fs::write(store.settings_file(), format!("players: ['{player}']\n")).unwrap();
    let mut driver = MinesWindow::in_folder(dir, SIZE);
    driver.click("Play");
    assert!(driver.sees("Start this program?") && driver.window().session().is_none());
    driver.click("Cancel");
    assert!(!driver.sees("Start this program?") && driver.sees("Play") && !started.exists());
    // The answer yes is remembered, and what is started or not is said as always.
    driver.click("Play");
    driver.click("Start");
    assert!(!driver.sees("Start this program?"));
}
