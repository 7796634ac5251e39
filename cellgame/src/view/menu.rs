//! The game's own menu and its shortcuts.

use super::controls::{cannot_check, last_bookmark};
use super::overview::WindowPart;
use super::page::PageTab;
use crate::layout::Cell;
use crate::overview::RuleWindow;
use crate::rules::{Puzzle, PuzzleView};
use common::companions::Companion;
use common::window::{Scene, Shortcuts, command, menu_button};
use common::words::sentence;
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
    /// Writes a sheet to solve on paper.
    Print,
    /// Copies the id.
    CopyId,
    /// Shows the automaton's description.
    Description,
    /// Shows all rules.
    Overview,
    /// Shows the rules that fit the selected cell.
    Ask(WindowPart),
    /// Pins the rules that fit the selected cell.
    Pin,
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
    /// Shows the daily puzzle and those before it.
    Daily,
    /// Shows the statistics.
    Statistics,
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
        (PuzzleCommand::Daily, command(Key::D)),
        (PuzzleCommand::Statistics, command(Key::T)),
        (PuzzleCommand::CopyId, command(Key::I)),
        (PuzzleCommand::NoteMode, plain(Key::N)),
        (PuzzleCommand::Description, plain(Key::F3)),
        (PuzzleCommand::Print, plain(Key::F12)),
        (PuzzleCommand::Overview, plain(Key::F6)),
        (PuzzleCommand::Settings, plain(Key::F7)),
        (PuzzleCommand::Floating, plain(Key::F8)),
        (PuzzleCommand::Open(Companion::Editor), command(Key::E)),
        (PuzzleCommand::Open(Companion::Generator), command(Key::G)),
        (PuzzleCommand::Larger, plain(Key::Plus)),
        (PuzzleCommand::Smaller, plain(Key::Minus)),
        (PuzzleCommand::Fit, plain(Key::F9)),
        (PuzzleCommand::Pin, plain(Key::P)),
        (PuzzleCommand::Ask(WindowPart::Left), plain(Key::L)),
        (PuzzleCommand::Ask(WindowPart::Middle), plain(Key::M)),
        (PuzzleCommand::Ask(WindowPart::Right), plain(Key::R)),
        (PuzzleCommand::Ask(WindowPart::Result), plain(Key::U)),
    ],
    shown: &[],
};

/// The part of the page of puzzles whose shortcut was pressed.
pub fn pressed_tab(ui: &Ui) -> Option<PageTab> {
    let tabs = [(PageTab::Daily, Key::D), (PageTab::Statistics, Key::T)];
    let pressed = |key| ui.input_mut(|input| input.consume_shortcut(&command(key)));
    tabs.into_iter().find_map(|(tab, key)| pressed(key).then_some(tab))
}

/// The letter that is a shortcut for a command, without other keys.
pub fn letter(command: PuzzleCommand) -> Option<char> {
    letters().find(|(of, _)| *of == command).map(|(_, letter)| letter)
}

/// Whether a letter is a shortcut, without other keys.
pub fn is_shortcut(letter: char) -> bool {
    letters().any(|(_, other)| other == letter)
}

fn letters() -> impl Iterator<Item = (PuzzleCommand, char)> {
    SHORTCUTS.keys.iter().filter(|(_, shortcut)| shortcut.modifiers.is_none()).filter_map(
        |(command, shortcut)| {
            let mut name = shortcut.logical_key.name().chars();
            let letter = name.next().filter(char::is_ascii_alphabetic)?;
            name.next().is_none().then_some((*command, letter.to_ascii_lowercase()))
        },
    )
}

/// Why the selected cell cannot be asked about as this part of a window, or `None` if it can.
pub fn cannot_ask(view: &PuzzleView, cell: Option<Cell>, part: WindowPart) -> Option<String> {
    let Some(cell) = cell else { return Some("Choose a cell first.".to_owned()) };
    RuleWindow::new(view.layout(), part, cell).err().map(|why| sentence(&why.to_string()))
}

/// Draws the menu for the selected cell. Returns the command that was chosen.
pub fn puzzle_menu(
    ui: &mut Ui,
    scene: Option<&Scene<'_, Puzzle>>,
    cell: Option<Cell>,
) -> Option<PuzzleCommand> {
    let mut chosen = None;
    menu_button(ui, "&Puzzle", |ui| {
        let reason = |why: &dyn Fn(&Scene<'_, Puzzle>) -> Option<String>| match scene {
            None => Some("There is no game now.".to_owned()),
            Some(scene) => why(scene),
        };
        let turn = |scene: &Scene<'_, Puzzle>| (!scene.active).then(|| "It is not your turn.".to_owned());
        let mut item = |ui: &mut Ui, why_not: Option<String>, label: &str, command: PuzzleCommand| {
            if SHORTCUTS.item_unless(ui, why_not.as_deref(), label, command) {
                chosen = Some(command);
            }
        };
        let game = reason(&|_| None);
        let why = reason(&|scene| turn(scene).or_else(|| cannot_check(scene.game.view()).map(str::to_owned)));
        item(ui, why, "Is everything right so far?", PuzzleCommand::Check);
        item(ui, reason(&turn), "Notes on or off", PuzzleCommand::NoteMode);
        ui.separator();
        item(ui, reason(&turn), "Set a bookmark", PuzzleCommand::Bookmark);
        let why = reason(&|scene| match last_bookmark(scene) {
            Some(_) => None,
            None => Some("There is no earlier bookmark.".to_owned()),
        });
        item(ui, why, "To the last bookmark", PuzzleCommand::ToBookmark);
        ui.separator();
        item(ui, game.clone(), "Rules overview", PuzzleCommand::Overview);
        for (part, label) in [
            (WindowPart::Left, "Rules with the cell at the left"),
            (WindowPart::Middle, "Rules with the cell in the middle"),
            (WindowPart::Right, "Rules with the cell at the right"),
            (WindowPart::Result, "Rules with the cell as result"),
        ] {
            let why = reason(&|scene| cannot_ask(scene.game.view(), cell, part));
            item(ui, why, label, PuzzleCommand::Ask(part));
        }
        item(ui, game.clone(), "Pin these rules", PuzzleCommand::Pin);
        ui.separator();
        item(ui, game.clone(), "Description of the automaton", PuzzleCommand::Description);
        let why = reason(&|scene| match scene.game.view().facts.id {
            Some(_) => None,
            None => Some("A board of your own has no id.".to_owned()),
        });
        item(ui, why, "Copy the id", PuzzleCommand::CopyId);
        item(ui, game.clone(), "Print…", PuzzleCommand::Print);
        ui.separator();
        item(ui, None, "Daily puzzle", PuzzleCommand::Daily);
        item(ui, None, "Statistics", PuzzleCommand::Statistics);
        ui.separator();
        for (label, program) in [
            ("Open the automaton in the editor", Companion::Editor),
            ("Find rules for a picture", Companion::Generator),
        ] {
            let missing = format!("{} is not installed in the folder of this program.", program.program());
            let why = reason(&|_| (!program.is_installed()).then(|| missing.clone()));
            item(ui, why, label, PuzzleCommand::Open(program));
        }
        ui.separator();
        item(ui, game.clone(), "Larger cells", PuzzleCommand::Larger);
        item(ui, game.clone(), "Smaller cells", PuzzleCommand::Smaller);
        item(ui, game.clone(), "Cells as large as fits", PuzzleCommand::Fit);
        item(ui, game.clone(), "Controls in a window", PuzzleCommand::Floating);
        item(ui, game, "Board settings…", PuzzleCommand::Settings);
    });
    chosen
}
