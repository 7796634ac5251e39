//! The game's own menu and its shortcuts.

use super::controls::{cannot_check, last_bookmark};
use super::overview::WindowPart;
use crate::rules::Puzzle;
use common::companions::Companion;
use common::window::{Scene, Shortcuts, command};
use egui::{Key, KeyboardShortcut, Modifiers, Ui};

/// The commands of the menu *Puzzle*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleCommand {
    /// Is everything right so far?
    Check,
    /// Sets a bookmark.
    Bookmark,
    /// Goes to the last bookmark.
    ToBookmark,
    /// Switches between values and notes.
    NoteMode,
    /// Copies the id.
    CopyId,
    /// Shows the automaton's description.
    Description,
    /// Shows all rules.
    Overview,
    /// Shows the rules that fit the selected cell.
    Ask(WindowPart),
    /// Shows the settings of the board.
    Settings,
    /// Makes the cells larger.
    Larger,
    /// Makes the cells smaller.
    Smaller,
    /// Makes the cells as large as fits.
    Fit,
    /// Opens the automaton in another program.
    Open(Companion),
    /// Puts the control buttons into a window of their own, or back.
    Floating,
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// The shortcuts of the menu.
pub const SHORTCUTS: Shortcuts<PuzzleCommand> = Shortcuts {
    keys: &[
        (PuzzleCommand::ToBookmark, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::B)),
        (PuzzleCommand::Bookmark, command(Key::B)),
        (PuzzleCommand::Check, command(Key::K)),
        (PuzzleCommand::CopyId, command(Key::I)),
        (PuzzleCommand::NoteMode, plain(Key::N)),
        (PuzzleCommand::Description, plain(Key::F3)),
        (PuzzleCommand::Overview, plain(Key::F6)),
        (PuzzleCommand::Settings, plain(Key::F7)),
        (PuzzleCommand::Floating, plain(Key::F8)),
        (PuzzleCommand::Open(Companion::Editor), command(Key::E)),
        (PuzzleCommand::Open(Companion::Generator), command(Key::G)),
        (PuzzleCommand::Larger, plain(Key::Plus)),
        (PuzzleCommand::Larger, plain(Key::Equals)),
        (PuzzleCommand::Smaller, plain(Key::Minus)),
        (PuzzleCommand::Fit, plain(Key::F9)),
        (PuzzleCommand::Ask(WindowPart::Left), plain(Key::L)),
        (PuzzleCommand::Ask(WindowPart::Middle), plain(Key::M)),
        (PuzzleCommand::Ask(WindowPart::Right), plain(Key::R)),
        (PuzzleCommand::Ask(WindowPart::Result), plain(Key::U)),
    ],
    shown: &[],
};

/// Draws the menu. Returns the command that was chosen.
pub fn puzzle_menu(ui: &mut Ui, scene: Option<&Scene<'_, Puzzle>>, has_cell: bool) -> Option<PuzzleCommand> {
    let mut chosen = None;
    let game = scene.is_some();
    let active = scene.is_some_and(|scene| scene.active);
    let check = active && scene.is_some_and(|scene| cannot_check(scene.game.view()).is_none());
    let bookmark = scene.is_some_and(|scene| last_bookmark(scene).is_some());
    let has_id = scene.is_some_and(|scene| scene.game.view().facts.id.is_some());
    ui.menu_button("Puzzle", |ui| {
        let mut item = |ui: &mut Ui, enabled: bool, label: &str, command: PuzzleCommand| {
            if SHORTCUTS.item(ui, enabled, label, command) {
                chosen = Some(command);
            }
        };
        item(ui, check, "Is everything right so far?", PuzzleCommand::Check);
        item(ui, active, "Notes on or off", PuzzleCommand::NoteMode);
        ui.separator();
        item(ui, active, "Set a bookmark", PuzzleCommand::Bookmark);
        item(ui, bookmark, "To the last bookmark", PuzzleCommand::ToBookmark);
        ui.separator();
        item(ui, game, "Rules overview", PuzzleCommand::Overview);
        let cell = game && has_cell;
        item(ui, cell, "Rules with the cell at the left", PuzzleCommand::Ask(WindowPart::Left));
        item(ui, cell, "Rules with the cell in the middle", PuzzleCommand::Ask(WindowPart::Middle));
        item(ui, cell, "Rules with the cell at the right", PuzzleCommand::Ask(WindowPart::Right));
        item(ui, cell, "Rules with the cell as result", PuzzleCommand::Ask(WindowPart::Result));
        ui.separator();
        item(ui, game, "Description of the automaton", PuzzleCommand::Description);
        item(ui, has_id, "Copy the id", PuzzleCommand::CopyId);
        for (label, program) in [
            ("Open the automaton in the editor", Companion::Editor),
            ("Find rules for a picture", Companion::Generator),
        ] {
            item(ui, game && program.installed_path().is_some(), label, PuzzleCommand::Open(program));
        }
        ui.separator();
        item(ui, game, "Larger cells", PuzzleCommand::Larger);
        item(ui, game, "Smaller cells", PuzzleCommand::Smaller);
        item(ui, game, "Cells as large as fits", PuzzleCommand::Fit);
        item(ui, game, "Controls in a window", PuzzleCommand::Floating);
        item(ui, game, "Board settings…", PuzzleCommand::Settings);
    });
    chosen
}
