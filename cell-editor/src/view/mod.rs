//! The editor's window: rules on the left, the preview and tabs on the right, everything else in menus and dialogs.

mod arrangement;
pub mod bench;
mod commands;
mod dialogs;
mod edit_page;
mod filter;
mod grid_layout;
mod new_form;
mod rule_grid;
mod rules_panel;
mod saving;
mod settings;
mod splitter;
mod start_page;
mod tabs;

use crate::document::{Document, Edit};
use crate::files::FILTER;
use crate::recovery::{Recovery, UnsavedWork};
use crate::text;
use arrangement::RuleCount;
use commands::SHORTCUTS;
use common::store::{self, Store};
use common::window::cells::Preview;
use common::window::{Content, FileBrowser, Tokens, opened_message};
use common::words::sentence;
use dialogs::{Dialog, Request};
use egui::{CentralPanel, Frame, Margin, Panel, Ui, ViewportCommand};
use rule_grid::RuleGrid;
pub use settings::Settings;
use start_page::Gallery;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabs::{FormulaTable, Tabs, is_valid_formula};
use web_time::Instant;

/// The minimum time between two autosaves.
const AUTOSAVE_INTERVAL: Duration = Duration::from_millis(300);

/// The content of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// The start page.
    Start,
    /// The editor.
    Edit,
}

/// The content of the window. Tests can drive it without a native window.
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub struct Editor {
    store: Store,
    settings: Settings,
    document: Option<Document>,
    recovery: Recovery,
    /// Unsaved work of earlier runs.
    unsaved: Vec<UnsavedWork>,
    last_autosave: Option<Instant>,
    page: Page,
    grid: RuleGrid,
    preview: Preview,
    tabs: Tabs,
    formula_table: FormulaTable,
    gallery: Gallery,
    dialog: Option<Dialog>,
    /// The status line.
    message: String,
    message_is_error: bool,
    shown_title: String,
    /// The window may close even if there are unsaved changes.
    close_confirmed: bool,
    /// The folder of the last export.
    export_folder: Option<PathBuf>,
    /// The preview fills the window.
    maximised: bool,
    /// How many rules the document had when it was opened.
    rule_count: RuleCount,
    /// The height of the hint above the rules.
    hint_height: f32,
    /// The rules have little space, so the status line says what is wrong with the filter.
    problem_in_status: bool,
    /// The settings have changed and are written when the mouse button is released.
    settings_changed: bool,
    ctx: egui::Context,
}

/// Opens the window, optionally with a file or a copy of it, and returns when it is closed.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(store: Store, file: Option<&Path>, copy: bool) -> Result<(), common::window::NoWindow> {
    common::window::open("Cell editor", "cell-editor", |ctx| match file {
        Some(file) if copy => Editor::with_copy_of(store, file, ctx),
        file => Editor::new(store, file, ctx),
    })
}

/// Runs the web page.
#[cfg(target_arch = "wasm32")]
pub fn run_page() {
    let tasks = common::web::Tasks::default();
    common::web::start(tasks, |ctx| Editor::new(Store::of_page("cell-editor"), None, ctx));
}

impl Editor {
    /// The first content: the file, unsaved work of an earlier run, or the start page.
    pub fn new(store: Store, file: Option<&Path>, ctx: &egui::Context) -> Editor {
        let mut editor = Editor::empty(store, ctx);
        match file {
            None => editor.recover(),
            Some(path) => {
                if let Some(index) = editor.unsaved.iter().rposition(|work| work.belongs_to(path)) {
                    editor.resume(index);
                } else if store::is_folder(path) {
                    editor.dialog =
                        Some(Dialog::Open(FileBrowser::new(FILTER, path.to_path_buf(), String::new())));
                } else {
                    editor.open_file(path);
                }
            }
        }
        editor
    }

    /// The first content is a copy of the automaton in a file. Saving asks for a name.
    pub fn with_copy_of(store: Store, file: &Path, ctx: &egui::Context) -> Editor {
        let mut editor = Editor::empty(store, ctx);
        match Document::open_copy(file) {
            Ok(document) => editor.perform(Request::Show(Box::new(document))),
            Err(why) => (editor.message, editor.message_is_error) = (sentence(&why), true),
        }
        editor
    }

    /// The start page, with the settings and the unsaved work of earlier runs.
    fn empty(store: Store, ctx: &egui::Context) -> Editor {
        let (settings, notice): (Settings, _) = store.settings();
        let settings = settings.validated();
        ctx.set_theme(settings.theme);
        let (recovery, unsaved, problems) = Recovery::open(&store);
        let messages: Vec<String> = notice.into_iter().chain(problems).collect();
        let mut editor = Editor::with(store, settings, recovery, ctx);
        editor.unsaved = unsaved;
        editor.message = messages.join(" ");
        editor
    }

    fn with(store: Store, settings: Settings, recovery: Recovery, ctx: &egui::Context) -> Editor {
        Editor {
            store,
            settings,
            document: None,
            recovery,
            unsaved: Vec::new(),
            last_autosave: None,
            page: Page::Start,
            grid: RuleGrid::default(),
            preview: Preview::default(),
            tabs: Tabs::default(),
            formula_table: FormulaTable::default(),
            gallery: Gallery::default(),
            dialog: None,
            message: String::new(),
            message_is_error: false,
            shown_title: String::new(),
            close_confirmed: false,
            export_folder: None,
            maximised: false,
            rule_count: RuleCount::default(),
            hint_height: 0.0,
            problem_in_status: false,
            settings_changed: false,
            ctx: ctx.clone(),
        }
    }

    /// The open document.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The status line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Resumes the newest unsaved work.
    fn recover(&mut self) {
        if let Some(newest) = self.unsaved.len().checked_sub(1) {
            self.resume(newest);
        }
    }

    fn resume(&mut self, index: usize) {
        let document = self.recovery.resume(self.unsaved.remove(index));
        // The name is on the right of the status line, where a small window has no room for more.
        let message = if document.can_undo() {
            "Recovered unsaved changes. Undo takes them back."
        } else {
            "Recovered unsaved changes."
        };
        self.show_document(document);
        self.message = format!("{} {message}", self.message).trim_start().to_owned();
    }

    /// Shows the start page. The document stays open.
    fn show_start(&mut self) {
        self.page = Page::Start;
        self.message.clear();
    }

    /// Shows a document.
    fn show_document(&mut self, document: Document) {
        if let Some(path) = document.path().map(Path::to_path_buf) {
            self.settings.recent.add(&path);
            self.save_settings();
        }
        self.rule_count = RuleCount::of(document.automaton());
        self.document = Some(document);
        self.page = Page::Edit;
        self.grid.reset();
        self.preview.reset();
        self.tabs.reset();
        self.dialog = None;
    }

    /// Replaces the open document and discards its changes.
    fn replace(&mut self, document: Document) {
        self.recovery.discard();
        self.show_document(document);
    }

    fn open_file(&mut self, path: &Path) -> bool {
        match Document::open(path) {
            Ok(document) => {
                let added = document.automaton().added_triples().len();
                let note = match added {
                    0 => String::new(),
                    1 => " One triple of the picture has no rule. It is marked with +.".to_owned(),
                    many => format!(" {many} triples of the picture have no rule. They are marked with +."),
                };
                self.message = format!("{}{note}", opened_message(path));
                self.message_is_error = false;
                self.replace(document);
                true
            }
            Err(why) => {
                self.message = sentence(&why);
                self.message_is_error = true;
                false
            }
        }
    }

    fn edit(&mut self, edit: Edit) {
        let Some(document) = &mut self.document else { return };
        let message = match &edit {
            Edit::Rules(rules) => text::rules_set(document.automaton(), rules),
            Edit::Formula(formula) if !is_valid_formula(formula, document.automaton().states()) => {
                "The formula has an error. The rules are unchanged.".to_owned()
            }
            edit => text::edited(edit),
        };
        if document.edit(edit) {
            self.message = message;
        }
    }

    fn undo(&mut self) {
        if let Some(description) = self.document.as_mut().and_then(Document::undo) {
            self.message = format!("Undone: {description}.");
        }
    }

    fn redo(&mut self) {
        if let Some(description) = self.document.as_mut().and_then(Document::redo) {
            self.message = format!("Redone: {description}.");
        }
    }

    /// Writes settings that have changed, but not while the user is dragging something.
    fn save_changed_settings(&mut self, ui: &Ui) {
        if self.settings_changed && ui.input(|input| !input.pointer.any_down()) {
            self.settings_changed = false;
            self.save_settings();
        }
    }

    fn save_settings(&mut self) {
        if let Err(error) = self.store.save_settings(&self.settings) {
            self.message = format!("The settings cannot be saved: {error}.");
        }
    }

    /// Saves unsaved work for recovery, at most once per interval.
    fn autosave(&mut self, ui: &Ui) {
        let Some(document) = &mut self.document else { return };
        let idle = ui.input(|input| !input.pointer.any_down()) && !ui.ctx().text_edit_focused();
        if idle {
            document.finish_step();
        }
        if self.recovery.needs_saving(document) {
            let due = self.last_autosave.is_none_or(|time| time.elapsed() >= AUTOSAVE_INTERVAL);
            if !due {
                ui.ctx().request_repaint_after(AUTOSAVE_INTERVAL);
                return;
            }
            self.last_autosave = Some(Instant::now());
        }
        if let Some(problem) = self.recovery.save(document) {
            self.message = problem;
        }
    }

    /// Opens the automaton of the page's address, if that is new.
    #[cfg(target_arch = "wasm32")]
    fn follow_address(&mut self) {
        match common::web::automata::linked_file() {
            Some(Ok(path)) => self.request(Request::Open(path)),
            Some(Err(why)) => (self.message, self.message_is_error) = (why, true),
            None => {}
        }
    }

    /// Updates the title of the window.
    fn update_title(&mut self) {
        let title = match &self.document {
            Some(document) => {
                format!("{}{} – Cell editor", if document.is_changed() { "• " } else { "" }, document.name())
            }
            None => "Cell editor".to_owned(),
        };
        if title != self.shown_title {
            self.ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.shown_title = title;
        }
    }

    /// Asks before the window closes with unsaved changes.
    fn confirm_close(&mut self) {
        let requested = self.ctx.input(|input| input.viewport().close_requested());
        if requested && !self.close_confirmed && self.document.as_ref().is_some_and(Document::is_changed) {
            self.ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialog = Some(Dialog::ConfirmSave(Request::Close));
        }
    }
}

impl Content for Editor {
    fn ui(&mut self, ui: &mut Ui) {
        #[cfg(target_arch = "wasm32")]
        self.follow_address();
        self.confirm_close();
        if self.dialog.is_none() {
            if let Some(command) = SHORTCUTS.pressed(ui) {
                self.run_command(command);
            }
            self.open_dropped_file(ui);
            self.plain_keys(ui);
        }
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu").frame(bar).show(ui, |ui| self.menu(ui));
        if self.page == Page::Edit && self.document.is_some() {
            self.edit_page(ui);
        } else {
            let page = CentralPanel::default().frame(Frame::new().fill(tokens.page));
            page.show(ui, |ui| self.start_page(ui));
        }
        self.dialogs(ui);
        self.save_changed_settings(ui);
        self.autosave(ui);
        self.update_title();
    }

    fn leave(&mut self) {
        // The user has already decided about unsaved changes.
        self.recovery.discard();
    }
}
