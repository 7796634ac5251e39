//! The window: one shell for all games, around a view that each game draws itself; and the parts that other windows are
//! made of.

mod cards;
pub mod cells;
mod commands;
mod dialogs;
mod icon;
mod keys;
mod layout;
mod menu;
mod moves;
mod native;
pub mod page;
mod paste;
mod replay;
mod settings;
mod shell;
mod start;
pub mod theme;

pub use cards::{card, primary_button, quiet};
pub use commands::{Shortcuts, alt, command};
pub use keys::{Pressed, has_keyboard_focus, lock_arrows, move_focus, pressed};
pub use layout::{board_square, fit_text};
pub use native::{Content, NoWindow, open};
pub use settings::{Motion, UiOptions, Settings, ThemeChoice};
pub use shell::Shell;
pub use theme::Tokens;

use crate::game::{Game, Side};
use crate::player::{AiPlayers, Variation};
use crate::session::{Hint, Seat, Session};
use crate::store::Store;
use crate::words::Words;

/// What a view is given to draw.
pub struct Scene<'a, G: AiPlayers> {
    /// The game.
    pub session: &'a Session<G>,
    /// The colours.
    pub tokens: Tokens,
    /// The hint to be shown, if one was asked for.
    pub hint: Option<&'a Hint>,
    /// The line of the hint that is looked at, where it has several.
    pub line: Option<&'a Variation>,
    /// What the view has asked to be remembered.
    pub options: &'a UiOptions,
    /// How many seconds a movement takes; 0 for none.
    pub motion: f32,
    /// A person may move: the board takes clicks and keys.
    pub active: bool,
}

/// What a person did on the board, or on the game's own cards and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UiAction {
    /// A move, as text.
    Play(String),
    /// Something that is explained in the line at the bottom.
    Explain(String),
    /// The position after so many moves is to be looked at.
    GoTo(usize),
    /// Something is to be remembered, also in the next run: its name, and its value.
    Keep(&'static str, String),
    /// The game's own page is to be opened.
    Page,
    /// The game's own page is done with.
    Leave,
    /// An exercise is to be begun.
    Exercise(usize),
}

/// A game that begins with some moves made.
#[derive(Debug, Clone, PartialEq)]
pub struct Exercise<G: Game> {
    /// The parameters.
    pub setup: G::Setup,
    /// Who plays.
    pub seats: Vec<Seat>,
    /// The moves, as text.
    pub moves: Vec<String>,
    /// What is said when it begins.
    pub told: String,
}

/// A game's own part of the window.
pub trait GameUi<G: AiPlayers + Words>: Default + 'static {
    /// What the game is, in a line.
    const TAGLINE: &'static str;
    /// How to make the first move, in a sentence.
    const FIRST_MOVE: &'static str;
    /// The level that a new player meets first.
    const OPPONENT: &'static str;
    /// Whether there is a tutorial.
    const TUTORIAL: bool;
    /// Whether hints know the value of every move.
    const VALUES: bool = true;
    /// Values that many people choose, for knobs that take free text: the knob's name, and the values.
    const PROPOSALS: &'static [(&'static str, &'static [&'static str])] = &[];
    /// The name of the game's own page, if it has one.
    const PAGE: Option<&'static str> = None;
    /// Draws the game's own page, such as a list of exercises.
    fn page(&mut self, ui: &mut egui::Ui, options: &UiOptions) -> Vec<UiAction> {
        let _ = (ui, options);
        vec![UiAction::Leave]
    }
    /// The game that an exercise is.
    fn exercise(&mut self, number: usize) -> Option<Exercise<G>> {
        let _ = number;
        None
    }
    /// What comes after a game where that is not the same again; the game's own cards offer it.
    fn again(&self, scene: &Scene<'_, G>) -> Option<UiAction> {
        let _ = scene;
        None
    }
    /// Comes before anything is drawn: what has happened since is noticed here, so that all cards agree with the board.
    fn notice(&mut self, scene: &Scene<'_, G>) {
        let _ = scene;
    }
    /// Draws the board into all the space there is, and tells what was done on it.
    fn board(&mut self, ui: &mut egui::Ui, scene: &Scene<'_, G>) -> Vec<UiAction>;
    /// What the side to move is expected to do, in a short sentence.
    fn task(&self, position: &G) -> String;
    /// The game's own cards, between whose turn it is and the list of moves.
    fn cards(&mut self, ui: &mut egui::Ui, scene: &Scene<'_, G>) -> Vec<UiAction> {
        let _ = (ui, scene);
        Vec::new()
    }
    /// The sign of a side, drawn into a small square. In some games it depends on the position.
    fn sign(painter: &egui::Painter, rect: egui::Rect, side: Side, position: Option<&G>, tokens: &Tokens);
    /// The page of rules, with pictures.
    fn rules(&mut self, ui: &mut egui::Ui);
    /// The tutorial: the board on the left and the text on the right. True when it is finished.
    fn tutorial(&mut self, ui: &mut egui::Ui, motion: f32) -> bool {
        let _ = (ui, motion);
        true
    }
    /// Back to the first step of the tutorial.
    fn begin_tutorial(&mut self) {}
    /// The position was changed by something else than a move: what was begun is dropped, and what moves stands still.
    fn reset(&mut self) {}
    /// What of the last move is still to be seen, in a few words; `None` when all of it was. The shell does not go on to
    /// the next move of a machine or to the result before that.
    fn showing(&self) -> Option<String> {
        None
    }
    /// Goes to the end of what is being shown.
    fn skip(&mut self) {}
}

/// Opens the window of a game and returns when it is closed. Fails only if no window ever came.
pub fn run<G: AiPlayers + Words, V: GameUi<G>>(store: Store) -> Result<(), NoWindow> {
    open(G::FACTS.title, G::FACTS.name, |ctx| Shell::<G, V>::new(store, ctx))
}
