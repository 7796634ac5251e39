//! The editor's window: rules on the left, how they evolve on the right, everything else in cards and menus.

pub mod bench;
mod browser;
mod cards;
mod cells;
mod commands;
mod dialogs;
mod find;
mod layout;
mod library;
mod new;
mod preview;
mod rules;
mod saving;
mod settings;
mod table;

use crate::document::{Document, Edit};
use crate::recovery::{Lost, Recovery};
use crate::text;
use browser::Browser;
use cards::{Cards, Comparison};
use cells::Look;
use commands::SHORTCUTS;
use common::store::Store;
use common::window::{Content, NoWindow, Tokens, card, open, quiet};
use common::words::sentence;
use dialogs::{Dialog, Request};
use egui::{CentralPanel, Frame, Label, Margin, Panel, RichText, Ui, ViewportCommand};
use library::Gallery;
use preview::Preview;
use rules::Rules;
pub use settings::Settings;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Unsaved work is kept so often while it goes on changing.
const KEEP_EVERY: Duration = Duration::from_millis(300);

/// What fills the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// What to begin with.
    Start,
    /// The automaton.
    Edit,
}

/// The whole window, without the native layer, so that tests can drive it.
pub struct Editor {
    store: Store,
    settings: Settings,
    document: Option<Document>,
    recovery: Recovery,
    /// Work of earlier runs that was not saved.
    lost: Vec<Lost>,
    /// When unsaved work was kept last.
    kept: Option<Instant>,
    page: Page,
    rules: Rules,
    preview: Preview,
    cards: Cards,
    comparison: Comparison,
    gallery: Gallery,
    dialog: Option<Dialog>,
    /// What happened last, in words.
    said: String,
    /// That was nothing good.
    trouble: bool,
    titled: String,
    /// The window may be closed, whatever is unsaved.
    leaving: bool,
    /// The folder into which a picture was written last.
    exported: Option<PathBuf>,
    /// The share of the window that the right side has, and whether it is being changed.
    parted: Option<f32>,
    parting: bool,
    ctx: egui::Context,
}

/// Opens the window, with a file if one is given, and returns when it is closed.
pub fn run(store: Store, file: Option<&Path>) -> Result<(), NoWindow> {
    open("Cell editor", "cell-editor", |ctx| Editor::new(store, file, ctx))
}

impl Editor {
    /// The window as it opens: with the file, with work that was interrupted, or with the start page.
    pub fn new(store: Store, file: Option<&Path>, ctx: &egui::Context) -> Editor {
        let (settings, notice): (Settings, _) = store.settings();
        let settings = settings.sound();
        ctx.set_theme(settings.theme);
        let (recovery, lost, complaints) = Recovery::open(&store);
        let said: Vec<String> = notice.into_iter().chain(complaints).collect();
        let mut editor = Editor::with(store, settings, recovery, ctx);
        editor.lost = lost;
        editor.said = said.join(" ");
        match file {
            None => editor.recover(),
            Some(path) => {
                if let Some(place) = editor.lost.iter().rposition(|lost| lost.is_of(path)) {
                    editor.go_on_with(place);
                } else if path.is_dir() {
                    editor.dialog = Some(Dialog::Open(Browser::new(path.to_path_buf(), String::new())));
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
            lost: Vec::new(),
            kept: None,
            page: Page::Start,
            rules: Rules::default(),
            preview: Preview::default(),
            cards: Cards::default(),
            comparison: Comparison::default(),
            gallery: Gallery::default(),
            dialog: None,
            said: String::new(),
            trouble: false,
            titled: String::new(),
            leaving: false,
            exported: None,
            parted: None,
            parting: false,
            ctx: ctx.clone(),
        }
    }

    /// What is being edited.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// What the line at the bottom says.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// Goes on with the newest work that was not saved.
    fn recover(&mut self) {
        if let Some(newest) = self.lost.len().checked_sub(1) {
            self.go_on_with(newest);
        }
    }

    fn go_on_with(&mut self, place: usize) {
        let document = self.recovery.adopt(self.lost.remove(place));
        let back =
            if document.path().is_some() { " File → Revert to the saved file drops them." } else { "" };
        let said = format!("The changes to {} that were not saved are here again.{back}", document.name());
        self.show(document);
        self.said = format!("{} {said}", self.said).trim_start().to_owned();
    }

    /// Shows what to begin with; the automaton stays as it is.
    fn show_start(&mut self) {
        self.page = Page::Start;
        self.said.clear();
    }

    /// Shows another automaton.
    fn show(&mut self, document: Document) {
        if let Some(path) = document.path().map(Path::to_path_buf) {
            self.settings.remember(&path);
            self.keep_settings();
        }
        self.document = Some(document);
        self.page = Page::Edit;
        self.rules.reset();
        self.preview.reset();
        self.cards.reset();
        self.dialog = None;
    }

    /// Puts another automaton in the place of the one that there is, whose changes are not wanted any more.
    fn replace(&mut self, document: Document) {
        self.recovery.forget();
        self.show(document);
    }

    fn open_file(&mut self, path: &Path) -> bool {
        match Document::open(path) {
            Ok(document) => {
                let added = document.automaton().added().len();
                let lacking = match added {
                    0 => String::new(),
                    1 => " One triple of the picture has no rule; it is shown with +.".to_owned(),
                    many => format!(" {many} triples of the picture have no rule; they are shown with +."),
                };
                self.said = format!("Opened {}.{lacking}", path.display());
                self.trouble = false;
                self.replace(document);
                true
            }
            Err(why) => {
                self.said = sentence(&why);
                self.trouble = true;
                false
            }
        }
    }

    fn edit(&mut self, edit: Edit) {
        let Some(document) = &mut self.document else { return };
        let told = match &edit {
            Edit::Rules(rules) => match rules.as_slice() {
                [(triple, result)] => text::gives(*triple, *result),
                rules => format!("{} rules are set.", rules.len()),
            },
            edit => format!("Changed: {}.", text::edit(edit)),
        };
        if document.edit(edit) {
            self.said = told;
        }
    }

    fn undo(&mut self) {
        if let Some(told) = self.document.as_mut().and_then(Document::undo) {
            self.said = format!("Undone: {told}.");
        }
    }

    fn redo(&mut self) {
        if let Some(told) = self.document.as_mut().and_then(Document::redo) {
            self.said = format!("Redone: {told}.");
        }
    }

    fn keep_settings(&mut self) {
        if let Err(error) = self.store.save_settings(&self.settings) {
            self.said = format!("The settings cannot be kept: {error}.");
        }
    }

    /// Keeps unsaved work, now and then while it goes on changing.
    fn keep_work(&mut self, ui: &Ui) {
        let Some(document) = &mut self.document else { return };
        let idle = ui.input(|input| !input.pointer.any_down()) && !ui.ctx().text_edit_focused();
        if idle {
            document.seal();
        }
        if self.recovery.is_behind(document) {
            let due = self.kept.is_none_or(|kept| kept.elapsed() >= KEEP_EVERY);
            if !due {
                ui.ctx().request_repaint_after(KEEP_EVERY);
                return;
            }
            self.kept = Some(Instant::now());
        }
        if let Some(complaint) = self.recovery.keep(document) {
            self.said = complaint;
        }
    }

    /// The window's title names what is edited.
    fn title(&mut self) {
        let title = match &self.document {
            Some(document) => {
                format!("{}{} – Cell editor", if document.is_changed() { "• " } else { "" }, document.name())
            }
            None => "Cell editor".to_owned(),
        };
        if title != self.titled {
            self.ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.titled = title;
        }
    }

    /// Asks before a window with unsaved changes is closed.
    fn closing(&mut self) {
        let asked = self.ctx.input(|input| input.viewport().close_requested());
        if asked && !self.leaving && self.document.as_ref().is_some_and(Document::is_changed) {
            self.ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.dialog = Some(Dialog::Ask(Request::Close));
        }
    }

    fn edit_page(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let Some(document) = self.document.take() else { return };
        self.comparison.update(document.automaton());
        self.rules.list(&document, self.comparison.table());
        let look = Look::new(document.automaton(), &self.settings, tokens);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        Panel::bottom("said").frame(bar).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(quiet(state_of(&document)));
                    ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(&self.said)).truncate()).on_hover_text(&self.said);
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
        let side = side.show(ui, |ui| self.side(ui, &document, &look, &mut edits)).response.rect.width();
        self.note_side(ui, side / width);
        CentralPanel::default().frame(frame).show(ui, |ui| self.table(ui, &document, &look, &mut edits));
        self.document = Some(document);
        for edit in edits {
            self.edit(edit);
        }
    }

    /// Remembers how the window was parted, if it was by hand.
    fn note_side(&mut self, ui: &Ui, share: f32) {
        let down = ui.input(|input| input.pointer.any_down());
        let before = self.parted.replace(share).unwrap_or(share);
        self.parting |= down && (share - before).abs() > 0.001;
        if self.parting && !down {
            self.parting = false;
            self.settings.side = Some(share);
            self.keep_settings();
        }
    }

    /// The preview, and the cards below it.
    fn side(&mut self, ui: &mut Ui, document: &Document, look: &Look, edits: &mut Vec<Edit>) {
        let height = (ui.available_height() * 0.42).clamp(170.0, 330.0);
        let below =
            Panel::bottom("cards").frame(Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO }));
        below.exact_size(height).resizable(false).show_separator_line(false).show(ui, |ui| {
            let differing = self.rules.differing();
            let only = self.rules.find.differing;
            let acts = card(ui, |ui| self.cards.ui(ui, document, &self.comparison, (differing, only)));
            for act in acts {
                match act {
                    cards::Act::Edit(edit) => edits.push(edit),
                    cards::Act::Differing(only) => self.rules.find.differing = only,
                    cards::Act::Copy(text) => {
                        ui.ctx().copy_text(text);
                        self.said = "Copied.".to_owned();
                    }
                }
            }
        });
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let zoom = self.settings.zoom;
            let acts = card(ui, |ui| {
                ui.set_min_height(ui.available_height());
                self.preview.ui(ui, document, look, zoom)
            });
            for act in acts {
                match act {
                    preview::Act::Edit(edit) => edits.push(edit),
                    preview::Act::Seek(triple) => {
                        self.rules.find =
                            find::Find { lacking: self.rules.find.lacking, ..find::Find::default() };
                        self.rules.seek(triple);
                    }
                    preview::Act::Zoom(zoom) => {
                        self.settings.zoom = zoom;
                        self.keep_settings();
                    }
                }
            }
        });
    }
}

/// What is to be said of the document at any time.
fn state_of(document: &Document) -> String {
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
        self.closing();
        if self.dialog.is_none() {
            if let Some(command) = SHORTCUTS.asked(ui) {
                self.run_command(command);
            }
            self.take_dropped(ui);
            self.loose_keys(ui);
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
        self.keep_work(ui);
        self.title();
    }

    fn leave(&mut self) {
        // Whoever was asked has answered; whoever was not has lost nothing.
        self.recovery.forget();
    }
}
