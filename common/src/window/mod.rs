//! The window: one shell for all games, around the part that each game draws itself; and the parts that other windows
//! are made of.

mod beginning;
mod board_zoom;
mod cards;
pub mod cells;
mod chart;
mod combo;
mod commands;
mod content;
#[cfg_attr(target_arch = "wasm32", path = "desktop_web.rs")]
mod desktop;
mod dialogs;
mod file_browser;
mod file_messages;
mod file_question;
mod focus;
mod hand_over;
mod hint;
#[cfg(not(target_arch = "wasm32"))]
mod icon;
mod keys;
mod layout;
mod lessons;
mod lettered;
mod list_keys;
mod menu;
mod menu_bar;
mod messages;
mod moves;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod navigation;
pub mod page;
mod panel;
mod paste;
mod playing;
mod programs;
mod radio;
mod reading_pause;
mod recent_files;
mod replay;
mod review;
mod saved_games;
mod settings;
mod share;
mod shell;
mod start;
mod starting;
mod tabs;
#[cfg(test)]
mod tests;
pub mod theme;
mod touch;
mod tutorial;
mod typed_keys;

pub use cards::{card, primary_button, quiet};
pub use chart::{BalanceChart, ChartMark};
pub use combo::{ComboList, button_list, combo_box};
pub use commands::{Shortcuts, alt, command};
#[cfg(target_arch = "wasm32")]
pub(crate) use content::prepare;
pub use content::{Content, NoWindow, QUIT, quit};
pub use file_browser::{FileBrowser, FileBrowserEvent, FileFilter, user_folder};
pub use file_messages::{exported_message, kept_message, opened_message, saved_message, written_message};
pub use focus::{escape_pressed, scroll_area, scroll_to_focus};
pub use keys::{has_keyboard_focus, is_in_front, lock_arrows, move_focus};
pub use layout::{
    BoardShape, PanelPlace, board_square, fit_text, is_narrow, panel_height, panel_place, panel_width,
    wide_panel_place,
};
pub use lessons::{Lesson, LessonBoard, Lessons};
pub use lettered::{BoardCursor, BoardGeometry, BoardInput};
pub use list_keys::ListKeys;
pub use menu_bar::{menu_bar, menu_button};
#[cfg(not(target_arch = "wasm32"))]
pub use native::open;
pub use radio::{RadioGroup, radio_buttons};
pub use reading_pause::ReadingPause;
pub use recent_files::RecentFiles;
pub use settings::{Motion, Settings, ThemeChoice, UiOptions};
pub use shell::Shell;
pub use theme::Tokens;
pub use touch::{ScrolledPicture, ZoomAnchor, ZoomGesture, ZoomSteps, press_draws, zoom_gesture};
pub use tutorial::{TutorialEnd, TutorialEvent, TutorialStep};
pub use typed_keys::{TypedKey, TypedKeys};

use crate::game::{Game, Side};
use crate::player::{AiPlayers, Variation};
use crate::session::{Hint, Perspective, Seat};
use crate::store::Store;
use crate::words::Words;

/// What a game's part of the window is given to draw.
pub struct Scene<'a, G: AiPlayers> {
    /// The game, as the player at the screen may see it.
    pub game: Perspective<'a, G>,
    /// The colours.
    pub tokens: Tokens,
    /// The hint to show, if one was asked for.
    pub hint: Option<&'a Hint>,
    /// The line of the hint to show, if the user wants to see lines.
    pub line: Option<&'a Variation>,
    /// What the game's part of the window has asked to remember.
    pub options: &'a UiOptions,
    /// The duration of a movement in seconds; 0 for none.
    pub motion: f32,
    /// The player at the screen may move: the board takes clicks and keys.
    pub active: bool,
    /// A review is shown, with a chart of the balance.
    pub reviewing: bool,
}

/// What the user did on the board, or on the game's own cards and page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UiAction {
    /// Play a move, given as text.
    Play(String),
    /// Show an explanation in the line at the bottom.
    Explain(String),
    /// Show the position after this many moves.
    GoTo(usize),
    /// Remember a value under a name, also in the next run.
    Keep(&'static str, String),
    /// Set an option of the next game, by its name, and show the start page.
    SetOption(&'static str, String),
    /// Open one of the game's own pages.
    Page(usize),
    /// Leave the game's own page that is shown.
    Leave,
    /// Begin an exercise.
    Exercise(usize),
    /// Ask for a hint, or for the next stage of the one that is shown.
    Hint,
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
    /// The message when it begins.
    pub message: String,
}

/// A game's own part of the window.
pub trait GameUi<G: AiPlayers + Words>: Default + 'static {
    /// What the game is, in a line.
    const TAGLINE: &'static str;
    /// How to make the first move, in a sentence.
    const FIRST_MOVE: &'static str;
    /// Whether there is a tutorial.
    const TUTORIAL: bool;
    /// How the players differ besides in colour, for the page of settings; empty if there is nothing to say.
    const COLOUR_NOTE: &'static str =
        "The players can be told apart without colours: their symbols have different shapes.";
    /// Whether hints know the value of every move.
    const VALUES: bool = true;
    /// What the button *Hint* does, with its price if it has one.
    const HINT_HELP: &'static str = "Show a good move (Ctrl+H)";
    /// Whether the shell shows the text of a hint. A game whose own cards show it says false.
    const HINT_CARD: bool = true;
    /// Whether the shell shows the score. A game whose own cards show it says false.
    const SCORE_LINE: bool = true;
    /// The number of the last moves that stay in sight beside other cards.
    const MOVE_ROWS: usize = 3;
    /// Whether the board has a zoom of its own. Other boards are made larger by the shell.
    const OWN_ZOOM: bool = false;
    /// The names of the game's own pages. Where there are several, tabs lead to them.
    const PAGES: &'static [&'static str] = &[];
    /// The name of the option that makes the game harder or easier, where the level of an opponent does not.
    const DIFFICULTY: Option<&'static str> = None;
    /// The options that are chosen most often, with their headings: the start page shows them beside the levels.
    const FRONT_OPTIONS: &'static [(&'static str, &'static str)] = &[];
    /// Options that a page of the game's own sets better. *More* shows them only if they differed from the default
    /// since it was opened.
    const PAGE_OPTIONS: &'static [&'static str] = &[];
    /// Why a game with this setup cannot be started, as far as that is known at once.
    fn objection(setup: &G::Setup) -> Option<String> {
        let _ = setup;
        None
    }
    /// Draws one of the game's own pages, such as a list of exercises.
    fn page(&mut self, page: usize, ui: &mut egui::Ui, options: &UiOptions) -> Vec<UiAction> {
        let _ = (page, ui, options);
        vec![UiAction::Leave]
    }
    /// Runs the shortcuts of one of the game's own pages. They come before those of the window.
    fn page_shortcuts(&mut self, page: usize, ui: &egui::Ui) {
        let _ = (page, ui);
    }
    /// The user wants to close the window. Returns the number of a page that has unsaved changes and asks about them first.
    fn hold_close(&mut self) -> Option<usize> {
        None
    }
    /// Says where the program keeps its files. It is called once, before anything is drawn.
    fn attach(&mut self, store: &Store) {
        let _ = store;
    }
    /// Goes on with work in the background, whichever page is shown: before anything is drawn, and also while the window
    /// or the tab is hidden, after [`egui::Context::request_repaint`].
    fn logic(&mut self, ctx: &egui::Context) {
        let _ = ctx;
    }
    /// The game of an exercise.
    fn exercise(&mut self, number: usize) -> Option<Exercise<G>> {
        let _ = number;
        None
    }
    /// How many moves belong to the start of a game, as those of a puzzle do. They cannot be undone.
    fn start_moves(&self, game: Perspective<'_, G>) -> usize {
        let _ = game;
        0
    }
    /// What comes after a game instead of the same again; the game's own cards offer it.
    fn again(&self, scene: &Scene<'_, G>) -> Option<UiAction> {
        let _ = scene;
        None
    }
    /// Called before anything is drawn, to notice changes, so that all cards agree with the board.
    fn notice(&mut self, scene: &Scene<'_, G>) {
        let _ = scene;
    }
    /// Draws the board into all the space there is, and returns what was done on it.
    fn board(&mut self, ui: &mut egui::Ui, scene: &Scene<'_, G>) -> Vec<UiAction>;
    /// The shape of the board, which decides where the panel goes.
    fn board_shape(&self, view: &G::View) -> BoardShape {
        let _ = view;
        BoardShape::SQUARE
    }
    /// What `side` is expected to do, in a short sentence.
    fn task(&self, view: &G::View, side: Side) -> String;
    /// The game's own cards, between the turn and the list of moves.
    fn cards(&mut self, ui: &mut egui::Ui, scene: &Scene<'_, G>) -> Vec<UiAction> {
        let _ = (ui, scene);
        Vec::new()
    }
    /// Whether the game's own cards come before a hint, because something must be chosen there.
    fn has_urgent_cards(&self, view: &G::View) -> bool {
        let _ = view;
        false
    }
    /// Whether [`GameUi::small_controls`] takes the place of the list of moves in a small window now.
    fn has_small_controls(&self, view: &G::View) -> bool {
        let _ = view;
        false
    }
    /// Whether [`GameUi::small_controls`] also takes the place of the game's own cards.
    const SMALL_CONTROLS_ARE_CARDS: bool = false;
    /// What must stay in sight in a small window, where the game's own cards are scrolled.
    fn small_controls(&mut self, ui: &mut egui::Ui, scene: &Scene<'_, G>) -> Vec<UiAction> {
        let _ = (ui, scene);
        Vec::new()
    }
    /// Adds the game's own menus to the menu bar, after *Move*. There is a scene while a game is shown.
    fn menu(&mut self, ui: &mut egui::Ui, scene: Option<&Scene<'_, G>>) -> Vec<UiAction> {
        let _ = (ui, scene);
        Vec::new()
    }
    /// Runs the shortcuts of the game's own menus. It is called before anything is drawn, while a game is shown and no
    /// dialog is open.
    fn shortcuts(&mut self, ui: &egui::Ui, scene: &Scene<'_, G>) -> Vec<UiAction> {
        let _ = (ui, scene);
        Vec::new()
    }
    /// Paints the symbol of a side into a small square. In some games it depends on the position; before the game starts
    /// there is no view.
    fn sign(
        painter: &egui::Painter,
        rect: egui::Rect,
        side: Side,
        setup: &G::Setup,
        view: Option<&G::View>,
        tokens: &Tokens,
    );
    /// A position to show on the start page: of this setup, and from the middle of a game.
    fn sample(setup: &G::Setup) -> Option<G::View> {
        let _ = setup;
        None
    }
    /// Paints a small picture of a position into a rectangle: without coordinates, and with nothing to click.
    fn picture(painter: &egui::Painter, rect: egui::Rect, view: &G::View, tokens: &Tokens) {
        let _ = (painter, rect, view, tokens);
    }
    /// The page of rules, with pictures.
    fn rules(&mut self, ui: &mut egui::Ui);
    /// The tutorial: the board on the left and the text on the right. Returns how it ends, when it does.
    fn tutorial(&mut self, ui: &mut egui::Ui, options: &UiOptions, motion: f32) -> Option<TutorialEnd> {
        let _ = (ui, options, motion);
        Some(TutorialEnd::Leave)
    }
    /// Returns to the first step of the tutorial.
    fn begin_tutorial(&mut self) {}
    /// The position was changed otherwise than by a move: drops what was begun, and ends animations.
    fn reset(&mut self) {}
    /// What of the last move is still being animated, in a few words; `None` when nothing is. The shell waits for the end
    /// before it plays the next AI move or shows the result.
    fn showing(&self) -> Option<String> {
        None
    }
    /// Ends the animation.
    fn skip(&mut self) {}
    /// Whether there is a part of the next move that *Undo* can take back: a move may be planned step by step.
    fn can_take_back(&self) -> bool {
        false
    }
    /// Takes the last step of the next move back.
    fn take_back(&mut self) {}
    /// Whether *Redo* can restore a step that was taken back.
    fn can_restore(&self) -> bool {
        false
    }
    /// Restores the last step that was taken back.
    fn restore(&mut self) {}
    /// The side whose next move is planned step by step, and the text of that plan; empty if nothing is planned yet. The
    /// session keeps it: [`Perspective::draft`] returns it when the game is resumed.
    fn draft(&self) -> Option<(Side, String)> {
        None
    }
    /// Whether the list of moves does not yet say what the last move did, because that is still being shown.
    fn hides_effect(&self) -> bool {
        self.showing().is_some()
    }
}

#[cfg(not(target_arch = "wasm32"))]
/// Opens the window of a game and returns when it is closed. Fails only if no window could be opened.
pub fn run<G: AiPlayers + Words, V: GameUi<G>>(store: Store) -> Result<(), NoWindow> {
    open(G::FACTS.title, G::FACTS.name, |ctx| Shell::<G, V>::new(store, ctx))
}

#[cfg(not(target_arch = "wasm32"))]
/// The same, with a new game of this setup instead of the unfinished one.
pub fn run_with<G: AiPlayers + Words, V: GameUi<G>>(store: Store, setup: G::Setup) -> Result<(), NoWindow> {
    open(G::FACTS.title, G::FACTS.name, |ctx| {
        let mut shell = Shell::<G, V>::new(store, ctx);
        shell.start_with(setup);
        shell
    })
}
