//! The editor's window: rules on the left, the preview and tabs on the right, everything else in menus and dialogs.

pub mod bench;
mod commands;
mod dialogs;
mod filter;
mod grid_layout;
mod new_form;
mod rule_grid;
mod rules_panel;
mod saving;
mod settings;
mod start_page;
mod tabs;

use crate::document::{Document, Edit};
use crate::files::FILTER;
use crate::recovery::{Recovery, UnsavedWork};
use crate::text;
use commands::SHORTCUTS;
use common::store::Store;
use common::window::cells::{CellStyle, Preview, PreviewEvent};
use common::window::{Content, FileBrowser, NoWindow, Tokens, card, open, quiet};
use common::words::sentence;
use dialogs::{Dialog, Request};
use egui::{CentralPanel, Frame, Label, Margin, Panel, RichText, Ui, ViewportCommand};
use rule_grid::RuleGrid;
pub use settings::Settings;
use start_page::Gallery;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tabs::{FormulaTable, TabEvent, Tabs};
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
    /// The width of the right side as a share of the window, and whether the user is changing it.
    side_share: Option<f32>,
    side_resizing: bool,
    ctx: egui::Context,
}

/// Opens the window, optionally with a file, and returns when it is closed.
pub fn run(store: Store, file: Option<&Path>) -> Result<(), NoWindow> {
    open("Cell editor", "cell-editor", |ctx| Editor::new(store, file, ctx))
}

impl Editor {
    /// The first content: the file, unsaved work of an earlier run, or the start page.
    pub fn new(store: Store, file: Option<&Path>, ctx: &egui::Context) -> Editor {
        let (settings, notice): (Settings, _) = store.settings();
        let settings = settings.validated();
        ctx.set_theme(settings.theme);
        let (recovery, unsaved, problems) = Recovery::open(&store);
        let messages: Vec<String> = notice.into_iter().chain(problems).collect();
        let mut editor = Editor::with(store, settings, recovery, ctx);
        editor.unsaved = unsaved;
        editor.message = messages.join(" ");
        match file {
            None => editor.recover(),
            Some(path) => {
                if let Some(index) = editor.unsaved.iter().rposition(|work| work.belongs_to(path)) {
                    editor.resume(index);
                } else if path.is_dir() {
                    editor.dialog =
                        Some(Dialog::Open(FileBrowser::new(FILTER, path.to_path_buf(), String::new())));
                } else {
                    editor.open_file(path);
                }
            }
        }
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
            side_share: None,
            side_resizing: false,
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
        let hint = if document.path().is_some() { " File → Revert to saved discards them." } else { "" };
        let message = format!("Recovered unsaved changes to {}.{hint}", document.name());
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
            self.settings.add_recent(&path);
            self.save_settings();
        }
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
                self.message = format!("Opened {}.{note}", path.display());
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
            Edit::Rules(rules) => match rules.as_slice() {
                [(triple, result)] => text::rule_set(*triple, *result),
                rules => format!("Set {} rules.", rules.len()),
            },
            edit => format!("Changed {}.", text::edit(edit)),
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

    fn edit_page(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let Some(document) = self.document.take() else { return };
        self.formula_table.update(document.automaton());
        self.grid.list(&document, self.formula_table.table());
        let Settings { border, digits, .. } = self.settings;
        let style = CellStyle::new(document.automaton().colours(), border, digits, tokens);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        Panel::bottom("status").frame(bar).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(quiet(document_status(&document)));
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(&self.message)).truncate())
                            .on_hover_text(&self.message);
                    });
                });
            });
        });
        let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
        let width = ui.available_width();
        let side = Panel::right("side").frame(frame).resizable(true).show_separator_line(false);
        let share = self.settings.side.unwrap_or(0.42);
        let side = side
            .default_size((width * share).clamp(320.0, 1200.0))
            .size_range(280.0..=(width - 300.0).max(280.0));
        let mut edits = Vec::new();
        let side =
            side.show(ui, |ui| self.right_side(ui, &document, &style, &mut edits)).response.rect.width();
        self.remember_side_share(ui, side / width);
        CentralPanel::default()
            .frame(frame)
            .show(ui, |ui| self.rules_panel(ui, &document, &style, &mut edits));
        self.document = Some(document);
        for edit in edits {
            self.edit(edit);
        }
    }

    /// Remembers the width of the right side if the user has changed it.
    fn remember_side_share(&mut self, ui: &Ui, share: f32) {
        let down = ui.input(|input| input.pointer.any_down());
        let before = self.side_share.replace(share).unwrap_or(share);
        self.side_resizing |= down && (share - before).abs() > 0.001;
        if self.side_resizing && !down {
            self.side_resizing = false;
            self.settings.side = Some(share);
            self.save_settings();
        }
    }

    /// The preview, and the tabs below it.
    fn right_side(&mut self, ui: &mut Ui, document: &Document, style: &CellStyle, edits: &mut Vec<Edit>) {
        let height = (ui.available_height() * 0.42).clamp(170.0, 330.0);
        let below = Panel::bottom("tabs").frame(Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO }));
        below.exact_size(height).resizable(false).show_separator_line(false).show(ui, |ui| {
            let differing = self.grid.differing();
            let only_differing = self.grid.filter.only_differing;
            let events =
                card(ui, |ui| self.tabs.ui(ui, document, &self.formula_table, (differing, only_differing)));
            for event in events {
                match event {
                    TabEvent::Edit(edit) => edits.push(edit),
                    TabEvent::ShowDiffering(only) => self.grid.filter.only_differing = only,
                    TabEvent::Copy(text) => {
                        ui.ctx().copy_text(text);
                        self.message = "Copied.".to_owned();
                    }
                }
            }
        });
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let (automaton, revision) = (document.automaton(), document.revision());
            let zoom = self.settings.zoom;
            let events = card(ui, |ui| {
                ui.set_min_height(ui.available_height());
                self.preview.ui(ui, automaton, revision, style, zoom)
            });
            for event in events {
                match event {
                    PreviewEvent::StartRowPainted(row) => {
                        let generations = automaton.start().map(|(_, generations)| generations);
                        edits.extend(generations.map(|generations| Edit::Picture(row, generations)));
                    }
                    PreviewEvent::CellClicked(triple) => {
                        self.grid.clear_filter();
                        self.grid.scroll_to(automaton.listed_triple(triple));
                    }
                    PreviewEvent::ZoomChanged(zoom) => {
                        self.settings.zoom = zoom;
                        self.save_settings();
                    }
                }
            }
        });
    }
}

/// Name, kind, number of states and saved state of the document.
fn document_status(document: &Document) -> String {
    let automaton = document.automaton();
    let saved = match (document.is_changed(), document.path()) {
        (true, _) => ", not saved",
        (false, Some(_)) => ", saved",
        (false, None) => "",
    };
    format!("{}: {}, {} states{saved}", document.name(), text::kind(automaton.kind()), automaton.states())
}

impl Content for Editor {
    fn ui(&mut self, ui: &mut Ui) {
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
        self.autosave(ui);
        self.update_title();
    }

    fn leave(&mut self) {
        // The user has already decided about unsaved changes.
        self.recovery.discard();
    }
}
