//! The game's part of the window: the board, the cards, the overview of rules, the page of puzzles and the tutorial.

mod auto_notes;
pub mod bench;
mod board;
mod cards;
mod cell_grid;
mod controls;
mod geometry;
mod hints;
mod input;
mod menu;
mod names;
mod options;
mod overview;
mod page;
mod paint;
mod print;
mod reveal;
mod rules;
mod settings;
mod tutorial;
mod typed_move;

pub use overview::{Overview, OverviewOutput, WindowPart};
pub use page::PuzzlePage;
pub use tutorial::Tutorial;

use crate::generator::NoBoard;
use crate::layout::{Cell, Layout};
use crate::rules::{CellView, Fairness, MistakeCheck, Move, Puzzle, PuzzleFacts, PuzzleSetup, PuzzleView};
use crate::solver::{Candidates, Grade};
use board::{Board, Overlay};
use cards::PuzzleRequest;
use common::automaton::{AutomatonKind, Colour, Rule, State};
use common::companions::Companion;
use common::game::{Dice, Side};
use common::session::Perspective;
use common::store::Store;
use common::window::cells::{CellStyle, RulePicture};
use common::window::{
    BoardShape, Exercise, GameUi, ReadingPause, Scene, Tokens, TutorialEnd, UiAction, UiOptions, card,
    escape_pressed, theme,
};
use common::words::sentence;
use controls::Controls;
use egui::{Key, Modifiers, Painter, Rect, RichText, TextureHandle, Ui};
use geometry::Geometry;
use hints::HintStep;
use input::EntryMode;
use menu::PuzzleCommand;
use options::{BoardOptions, NotesMode};
use page::PageTab;
use paint::Look;
use print::PrintDialog;
use settings::SettingsWindow;
use std::sync::Arc;

/// The size of the board on the start page, the share of its hidden cells, and a seed that gives a good picture.
const SAMPLE_WIDTH: usize = 14;
const SAMPLE_HEIGHT: usize = 14;
const SAMPLE_HIDDEN: f64 = 0.35;
const SAMPLE_SEED: u64 = 1;

/// The state of the game's part of the window.
#[derive(Default)]
pub struct CellUi {
    board: Board,
    controls: Controls,
    hint: HintStep,
    settings: SettingsWindow,
    /// The automaton's description is shown.
    description: bool,
    overview: Overview,
    page: PuzzlePage,
    tutorial: Tutorial,
    /// The setup of the puzzle that is being played.
    current: Option<PuzzleSetup>,
    /// The puzzle that is being played.
    facts: Option<Arc<PuzzleFacts>>,
    /// The automatic notes of a position.
    automatic: Option<(Arc<Vec<CellView>>, Vec<Candidates>)>,
    hatch: Option<TextureHandle>,
    /// After a move of an AI player.
    pause: ReadingPause,
    print: PrintDialog,
    /// The controls and rules were drawn in the place of the list of moves.
    small: bool,
}

/// The exercise "another board of the same kind".
const NEW_BOARD: usize = 1;
/// The exercise "the same board again".
const SAME_BOARD: usize = 2;

/// Why an AI player made its last move.
fn reason_of_last_move(game: Perspective<'_, Puzzle>) -> Option<String> {
    let last = game.last_ply().filter(|_| !game.can_redo() && game.end().is_none())?;
    let (ply, thought) = game.thought(last.side)?;
    let reason = thought.line.get(1).filter(|_| ply + 1 == game.ply())?;
    Some(format!("{} {reason}", game.effects().join(" ")))
}

/// The names of windows over the board.
const WINDOW_OF_OVERVIEW: &str = "rules overview";
const WINDOW_OF_SETTINGS: &str = "board settings";
const WINDOW_OF_DESCRIPTION: &str = "description";

/// A window over the board.
fn window<'a>(ui: &Ui, title: &str, id: &'static str) -> egui::Window<'a> {
    let title = RichText::new(title).font(theme::heavy(theme::size::TEXT));
    let frame = egui::Frame::window(ui.style()).inner_margin(egui::Margin {
        left: 12,
        right: 12,
        top: 6,
        bottom: 12,
    });
    egui::Window::new(title).id(egui::Id::unique(id)).frame(frame).collapsible(false).resizable(false)
}

/// What a window over the board shows. It scrolls if the main window is too small for it.
fn window_content(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui)) {
    let max = (ui.ctx().content_rect().height() - 160.0).max(80.0);
    let area = egui::ScrollArea::vertical().max_height(max).min_scrolled_height(max);
    area.show(ui, |ui| {
        ui.set_width(width);
        content(ui);
    });
}

/// The heading of a card or of a section.
fn heading(text: &str) -> RichText {
    RichText::new(text).font(theme::heavy(theme::size::TEXT))
}

impl CellUi {
    /// The selected cell.
    fn selected(&self, view: &PuzzleView) -> Option<Cell> {
        let index = self.board.selected().filter(|index| *index < view.cells.len())?;
        Some(view.layout().cell(index))
    }

    fn run(&mut self, ui: &Ui, scene: &Scene<'_, Puzzle>, command: PuzzleCommand) -> Vec<UiAction> {
        let play = |m: Move| vec![UiAction::Play(m.to_string())];
        match command {
            PuzzleCommand::Check => match controls::cannot_check(scene.game.view()) {
                None if scene.active => return play(Move::Check),
                Some(why) => return vec![UiAction::Explain(why.to_owned())],
                None => {}
            },
            PuzzleCommand::Bookmark if scene.active => return play(Move::Bookmark),
            PuzzleCommand::Bookmark => {}
            PuzzleCommand::ToBookmark => {
                let action = controls::last_bookmark(scene).map(UiAction::GoTo);
                return vec![
                    action.unwrap_or_else(|| UiAction::Explain("There is no earlier bookmark.".to_owned())),
                ];
            }
            PuzzleCommand::NoteMode => self.controls.notes = !self.controls.notes,
            PuzzleCommand::Print => self.print.open(),
            PuzzleCommand::CopyId => return self.request(ui, scene, PuzzleRequest::CopyId),
            PuzzleCommand::Description => self.description = !self.description,
            PuzzleCommand::Overview => self.overview.toggle(),
            PuzzleCommand::Ask(part) => {
                let cell = self.selected(scene.game.view());
                if let Some(why) = menu::cannot_ask(scene.game.view(), cell, part) {
                    return vec![UiAction::Explain(why)];
                }
                if let Some(cell) = cell {
                    self.overview.ask(cell, part);
                }
            }
            PuzzleCommand::Pin => {
                let pinned = self.overview.pin_question(scene.game.view());
                let message = pinned.unwrap_or_else(|| NOTHING_TO_PIN.to_owned());
                return vec![UiAction::Explain(message)];
            }
            PuzzleCommand::Open(program) => return vec![UiAction::Explain(open_automaton(program, scene))],
            PuzzleCommand::Settings => self.settings.open = !self.settings.open,
            PuzzleCommand::Larger => {
                return options::keep_next_size(self.board.cell_size(), true).into_iter().collect();
            }
            PuzzleCommand::Smaller => {
                return options::keep_next_size(self.board.cell_size(), false).into_iter().collect();
            }
            PuzzleCommand::Fit => return vec![options::keep_automatic_size()],
            PuzzleCommand::Daily => return self.open_page(PageTab::Daily),
            PuzzleCommand::Statistics => return self.open_page(PageTab::Statistics),
            PuzzleCommand::Floating => {
                let floating = BoardOptions::of(scene.options).floating;
                return vec![options::keep_switch(options::name::FLOATING, !floating)];
            }
        }
        Vec::new()
    }

    /// Opens a part of the page of puzzles.
    fn open_page(&mut self, tab: PageTab) -> Vec<UiAction> {
        self.page.show_tab(tab);
        vec![UiAction::Page(0)]
    }

    fn request(&mut self, ui: &Ui, scene: &Scene<'_, Puzzle>, request: PuzzleRequest) -> Vec<UiAction> {
        match request {
            PuzzleRequest::Description => self.description = !self.description,
            PuzzleRequest::Overview => self.overview.toggle(),
            PuzzleRequest::CopyId => {
                let Some(id) = &scene.game.view().facts.id else {
                    return vec![UiAction::Explain("A board of your own has no id.".to_owned())];
                };
                ui.ctx().copy_text(id.to_string());
                return vec![UiAction::Explain(format!("Copied the id {id}."))];
            }
        }
        Vec::new()
    }

    /// Closes the topmost window over the board; false if none is open.
    fn close_topmost(&mut self, ui: &Ui) -> bool {
        if self.print.is_open() {
            self.print.close();
            return true;
        }
        let windows = [
            (WINDOW_OF_OVERVIEW, self.overview.is_open()),
            (WINDOW_OF_SETTINGS, self.settings.open),
            (WINDOW_OF_DESCRIPTION, self.description),
        ];
        // From the bottom to the top; a window that was not drawn yet is above the others.
        let order: Vec<egui::Id> = ui.memory(|memory| memory.layer_ids().map(|layer| layer.id).collect());
        let height =
            |name: &str| order.iter().position(|id| *id == egui::Id::unique(name)).unwrap_or(usize::MAX);
        let open = windows.into_iter().filter(|(_, is_open)| *is_open).map(|(name, _)| name);
        match open.max_by_key(|name| height(name)) {
            Some(WINDOW_OF_DESCRIPTION) => self.description = false,
            Some(WINDOW_OF_SETTINGS) => self.settings.open = false,
            Some(_) => self.overview.toggle(),
            None => return false,
        }
        true
    }

    /// The windows over the board: controls, settings, description.
    fn windows(
        &mut self,
        ui: &Ui,
        scene: &Scene<'_, Puzzle>,
        options: &BoardOptions,
        style: &CellStyle,
    ) -> Vec<UiAction> {
        let mut actions = self.settings.ui(ui, options);
        actions.extend(self.print.ui(ui, scene.game.view()).map(UiAction::Explain));
        if options.floating {
            let mut open = true;
            let corner = ui.max_rect().right_top() + egui::vec2(-300.0, 24.0);
            let window = window(ui, "Controls", "controls").open(&mut open);
            window.default_pos(corner).default_width(284.0).show(ui.ctx(), |ui| {
                ui.set_width(260.0);
                actions.extend(self.controls.ui(ui, scene, style));
            });
            if !open {
                actions.push(options::keep_switch(options::name::FLOATING, false));
            }
        }
        if self.description {
            let title = scene.game.setup().automaton.title();
            let automaton = scene.game.view().layout().automaton();
            cards::description_window(ui, &title, automaton, style, &mut self.description);
        }
        actions
    }

    /// The controls in a low window, with the rules and the hint in the same card, so that all are in sight.
    fn low_controls(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) -> Vec<UiAction> {
        let hinted = HintStep::is_shown(scene);
        ui.spacing_mut().item_spacing.y = if hinted { 4.0 } else { 6.0 };
        self.controls.palette(ui, scene, style);
        let mut actions = Vec::new();
        if let Some(request) = cards::low_rules(ui, scene, style, hinted) {
            actions.extend(self.request(ui, scene, request));
        }
        if hinted {
            actions.extend(self.hint.ui(ui, scene, true));
        }
        actions.extend(Controls::commands(ui, scene));
        self.controls.about(ui);
        actions
    }

    /// Computes the automatic notes if the position has changed.
    fn update_notes(&mut self, view: &PuzzleView) {
        let current = self.automatic.as_ref().is_some_and(|(cells, _)| *cells == view.cells);
        if !current {
            self.automatic = Some((view.cells.clone(), auto_notes::automatic_notes(view)));
        }
    }
}

impl GameUi<Puzzle> for CellUi {
    const TAGLINE: &'static str = "The rules make each row from the row above it. Work out the hidden cells.";
    const FIRST_MOVE: &'static str =
        "None yet. Click a hidden cell and choose its state. A hint costs 5 points.";
    const TUTORIAL: bool = true;
    const COLOUR_NOTE: &'static str = "";
    const VALUES: bool = false;
    const OWN_ZOOM: bool = true;
    const HINT_HELP: &'static str = "Show where to look next; every stage costs 5 points (Ctrl+H)";
    const HINT_CARD: bool = false;
    const SCORE_LINE: bool = false;
    // The rules need the room.
    const MOVE_ROWS: usize = 1;
    const PAGES: &'static [&'static str] = &["Puzzles"];
    const DIFFICULTY: Option<&'static str> = Some("Grade");
    const PAGE_OPTIONS: &'static [&'static str] = &["Board", "Id"];

    fn objection(setup: &PuzzleSetup) -> Option<String> {
        let two_states = setup.automaton.automaton().states() == 2;
        (two_states && setup.grade == Grade::Easy && setup.board.is_none())
            .then(|| sentence(&NoBoard::TwoStates.to_string()))
    }

    fn page(&mut self, _: usize, ui: &mut Ui, options: &UiOptions) -> Vec<UiAction> {
        self.page.ui(ui, options, self.current.as_ref())
    }

    fn attach(&mut self, store: &Store) {
        self.page.attach(store.clone());
    }

    fn exercise(&mut self, number: usize) -> Option<Exercise<Puzzle>> {
        let current = self.current.as_ref().filter(|_| number != 0);
        match (number, current) {
            (NEW_BOARD, Some(setup)) => Some(page::exercise(PuzzleSetup { seed: None, ..setup.clone() })),
            (SAME_BOARD, Some(setup)) => Some(page::exercise(setup.clone())),
            _ => self.page.exercise(number),
        }
    }

    /// After a board with a seed comes another board: the same one has no more secrets.
    fn again(&self, scene: &Scene<'_, Puzzle>) -> Option<UiAction> {
        let setup = scene.game.setup();
        (setup.seed.is_some() && setup.board.is_none()).then_some(UiAction::Exercise(NEW_BOARD))
    }

    fn notice(&mut self, scene: &Scene<'_, Puzzle>) {
        let (setup, view) = (scene.game.setup(), scene.game.view());
        let same = self.facts.as_ref().is_some_and(|facts| Arc::ptr_eq(facts, &view.facts));
        if !same {
            self.facts = Some(Arc::clone(&view.facts));
            self.current = Some(setup.clone());
            self.automatic = None;
            self.board.forget();
            self.controls = Controls::default();
        }
        self.pause.notice(scene.game.ply(), || reason_of_last_move(scene.game));
    }

    /// The panel has the states and the rules.
    fn board_shape(&self, view: &PuzzleView) -> BoardShape {
        BoardShape { aspect: geometry::aspect(view.layout()), needs_panel: true, ..BoardShape::SQUARE }
    }

    fn board(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>) -> Vec<UiAction> {
        self.pause.update(ui, if scene.motion > 0.0 { 0.5 + 3.0 * scene.motion } else { 0.5 });
        let (view, tokens) = (scene.game.view(), scene.tokens);
        let options = BoardOptions::of(scene.options);
        let style = options.style(view.layout(), tokens);
        let mut actions = self.windows(ui, scene, &options, &style);
        let focus = self.selected(view);
        let OverviewOutput { marked, actions: asked } = self.overview.ui(ui, view, focus, scene.options);
        actions.extend(asked);
        if options.notes == NotesMode::Automatic {
            self.update_notes(view);
        }
        let hint = self.hint.of(scene);
        let hatch = self.hatch.get_or_insert_with(|| paint::hatch_texture(ui.ctx()));
        let automatic = self.automatic.as_ref().filter(|_| options.notes == NotesMode::Automatic);
        let automatic = automatic.map(|(_, notes)| notes.as_slice());
        let look = Look { style, options: &options, tokens, hatch, automatic };
        let highlight = options.highlight_color(&tokens);
        let overlay = Overlay { look: &look, marked: &marked, hint, highlight };
        let Controls { armed, notes } = self.controls;
        let entry = EntryMode { armed, notes, mode: options.notes };
        actions.extend(self.board.ui(ui, scene, entry, &overlay));
        actions
    }

    fn task(&self, view: &PuzzleView, _: Side) -> String {
        match view.hidden() {
            0 => "Every cell has a value. Correct the wrong ones.".to_owned(),
            1 => "Find the state of the last hidden cell.".to_owned(),
            hidden => format!("Find the states of {hidden} hidden cells."),
        }
    }

    fn cards(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>) -> Vec<UiAction> {
        let options = BoardOptions::of(scene.options);
        let style = options.style(scene.game.view().layout(), scene.tokens);
        let small = std::mem::take(&mut self.small);
        let mut actions = Vec::new();
        let (ended, hinted) = (scene.game.end().is_some(), HintStep::is_shown(scene));
        if ended && !small {
            let again = self.again(scene).is_some();
            actions.extend(card(ui, |ui| cards::result(ui, scene, again)));
        }
        // What is needed for every move comes first, so that a hint does not push it out of sight.
        let together = cards::is_low(ui) && !options.floating && !small;
        if together {
            actions.extend(card(ui, |ui| self.low_controls(ui, scene, &style)));
        } else {
            if !options.floating && !small {
                actions.extend(card(ui, |ui| self.controls.ui(ui, scene, &style)));
            }
            if hinted {
                actions.extend(card(ui, |ui| self.hint.ui(ui, scene, false)));
            }
        }
        let rules = if !small && !together { cards::rules_card(ui, scene, &style) } else { None };
        if !ended {
            cards::score_card(ui, scene, &options);
        }
        if let Some(request) = rules.or(cards::puzzle_card(ui, scene)) {
            actions.extend(self.request(ui, scene, request));
        }
        actions
    }

    fn has_small_controls(&self, _: &PuzzleView) -> bool {
        true
    }

    fn small_controls(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>) -> Vec<UiAction> {
        self.small = true;
        let options = BoardOptions::of(scene.options);
        let style = options.style(scene.game.view().layout(), scene.tokens);
        if scene.game.end().is_some() {
            let again = self.again(scene).is_some();
            return cards::result(ui, scene, again).into_iter().collect();
        }
        ui.spacing_mut().item_spacing.y = 6.0;
        self.controls.states(ui, scene, &style);
        let request = cards::small_rules(ui, scene, &style);
        request.map_or_else(Vec::new, |request| self.request(ui, scene, request))
    }

    fn menu(&mut self, ui: &mut Ui, scene: Option<&Scene<'_, Puzzle>>) -> Vec<UiAction> {
        let cell = scene.and_then(|scene| self.selected(scene.game.view()));
        match (menu::puzzle_menu(ui, scene, cell), scene) {
            (Some(PuzzleCommand::Daily), None) => self.open_page(PageTab::Daily),
            (Some(PuzzleCommand::Statistics), None) => self.open_page(PageTab::Statistics),
            (Some(command), Some(scene)) => self.run(ui, scene, command),
            _ => Vec::new(),
        }
    }

    fn shortcuts(&mut self, ui: &Ui, scene: &Scene<'_, Puzzle>) -> Vec<UiAction> {
        if escape_pressed(ui) && (self.board.forget_typed() || self.close_topmost(ui)) {
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        }
        if ui.ctx().text_edit_focused() {
            return Vec::new();
        }
        // The palette of a cell stays open, and follows.
        if self.board.has_palette() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::N)) {
            self.controls.notes = !self.controls.notes;
            self.board.set_palette_notes(self.controls.notes);
        }
        let layout = scene.game.view().layout();
        let Some(command) = self.board.shortcuts(ui, layout, || menu::SHORTCUTS.pressed(ui)) else {
            return Vec::new();
        };
        let actions = self.run(ui, scene, command);
        // After N a digit writes a note, which does no harm.
        if let Some(letter) = menu::letter(command).filter(|_| scene.active && !self.controls.notes) {
            self.board.doubt(letter, layout);
        } else {
            self.board.forget_typed();
        }
        actions
    }

    fn sign(
        painter: &Painter,
        rect: Rect,
        _: Side,
        setup: &PuzzleSetup,
        _: Option<&PuzzleView>,
        tokens: &Tokens,
    ) {
        // A rule of the automaton with many colours.
        let automaton = setup.automaton.automaton();
        let colours: Vec<Colour> = automaton.colours().collect();
        let style = CellStyle::new(colours, None, false, *tokens);
        let picture = RulePicture { cell: (rect.width() / 3.0 - 1.0).floor(), gap: 1.0 };
        let colourful = |rule: &Rule| {
            let [left, middle, right] = rule.triple.cells();
            let cells = [left, middle, right, rule.result];
            let distinct = (0..4).filter(|n| !cells[..*n].contains(&cells[*n])).count();
            (distinct, rule.result != 0)
        };
        if let Some(rule) = automaton.rules().max_by_key(colourful) {
            picture.paint(painter, rect, rule.triple, Some(rule.result), &style);
        }
    }

    fn sample(setup: &PuzzleSetup) -> Option<PuzzleView> {
        let automaton = setup.automaton.automaton();
        let layout = Layout::new(automaton, setup.boundary, SAMPLE_WIDTH, SAMPLE_HEIGHT).ok()?;
        let mut dice = Dice::new(SAMPLE_SEED);
        let states = usize::from(layout.states());
        let start: Vec<State> = (0..SAMPLE_WIDTH).map(|_| dice.below(states) as State).collect();
        let hides = |state| (!dice.chance(SAMPLE_HIDDEN)).then_some(state);
        let cells: Vec<Option<State>> = layout.grow(&start).into_iter().map(hides).collect();
        let facts = PuzzleFacts {
            layout,
            grade: setup.grade,
            fairness: Fairness::Unique,
            id: None,
            check: MistakeCheck::AtOnce,
        };
        Some(PuzzleView::new(facts, &cells))
    }

    fn picture(painter: &Painter, rect: Rect, view: &PuzzleView, tokens: &Tokens) {
        let options = BoardOptions::of(&UiOptions::new());
        let style = options.style(view.layout(), *tokens);
        let hatch = &paint::cached_hatch_texture(painter.ctx());
        let look = Look { style, options: &options, tokens: *tokens, hatch, automatic: None };
        let geometry = Geometry::without_coordinates(view.layout(), rect);
        look.paint_cells(painter, &geometry, view, rect);
    }

    fn rules(&mut self, ui: &mut Ui) {
        rules::page(ui);
    }

    fn tutorial(&mut self, ui: &mut Ui, options: &UiOptions, _: f32) -> Option<TutorialEnd> {
        self.tutorial.ui(ui, &BoardOptions::of(options))
    }

    fn begin_tutorial(&mut self) {
        self.tutorial.begin();
    }

    fn reset(&mut self) {
        self.board.reset();
        self.pause = ReadingPause::default();
    }

    fn showing(&self) -> Option<String> {
        self.pause.message()
    }

    fn skip(&mut self) {
        self.pause.end();
    }

    fn hides_effect(&self) -> bool {
        false
    }
}

const NOTHING_TO_PIN: &str = "Ask for the rules of a cell first, with L, M, R or U.";

/// Opens the automaton of the puzzle in another program, and says so.
fn open_automaton(program: Companion, scene: &Scene<'_, Puzzle>) -> String {
    let automaton = &scene.game.setup().automaton;
    // Only a picture can be drawn by other rules.
    let is_usable = program != Companion::Generator || automaton.automaton().kind() == AutomatonKind::Picture;
    let started = if is_usable {
        program.start_with(automaton.automaton(), &automaton.title())
    } else {
        program.start(None)
    };
    match started {
        Ok(()) if is_usable => format!("A copy of the automaton is opened in {}.", program.program()),
        Ok(()) => format!("Opened {}. This automaton has no picture to begin with.", program.program()),
        Err(why) => sentence(&why),
    }
}

/// Runs the web page.
#[cfg(target_arch = "wasm32")]
pub fn run_page() {
    let tasks = common::web::Tasks::default().with::<page::own_board::CheckTask>();
    common::web::run_game::<Puzzle, CellUi>(tasks);
}
