//! Dialogs: open, save, settings, rules, about.

use super::cards::quiet;
use super::desktop::has_dialogs;
use super::programs::Waiting;
use super::saved_games::{GameKind, SavedGames, SavedGamesEvent};
use super::settings::{Motion, ThemeChoice};
use super::shell::Page;
use super::starting::StartKind;
use super::theme::{self, size};
use super::{
    FileBrowser, FileBrowserEvent, FileFilter, GameUi, Shell, kept_message, page, radio_buttons,
    saved_message,
};
use crate::player::AiPlayers;
use crate::session::{Autosave, BadSave, Session};
use crate::store::{self, Store};
use crate::words::{Format, Words, sentence};
use egui::{RichText, Ui};
use std::path::{Path, PathBuf};

/// A dialog over the game.
#[derive(Debug)]
pub(super) enum Dialog {
    /// The saved, unfinished and finished games.
    Open {
        trouble: String,
        /// The game that is to be deleted if the user confirms it.
        deleting: Option<usize>,
    },
    /// Any file to open.
    Browse(FileBrowser),
    Save {
        name: String,
        trouble: String,
    },
    /// A file to save to, in the dialog of the desktop.
    SaveInDesktop(FileBrowser),
    Settings,
    Rules,
    Messages,
    About,
    /// Whether to give the game up.
    Resign,
    /// Whether to start these programs as players.
    Programs(Vec<String>, Waiting),
}

/// What to do when a dialog is closed.
pub(super) enum Request {
    Close,
    /// Back to the list of games.
    List,
    Browse,
    Open(PathBuf),
    Resume(PathBuf),
    /// Opens a finished game, for a review.
    Finished(PathBuf),
    Delete(PathBuf, GameKind),
    Save(PathBuf),
}

/// The files of saved games.
fn filter<G: Words>() -> FileFilter {
    FileFilter {
        name: "saved games",
        accepts: |path| {
            let ours = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("yaml"));
            ours || Format::<G>::of(path).is_some()
        },
        extensions: || {
            let foreign = G::formats().iter().map(|format| format.extension);
            std::iter::once("yaml").chain(foreign).collect()
        },
    }
}

/// A plain name is a file among the saved games; anything with a folder in it is a path.
fn save_path<G: Words>(store: &Store, name: &str) -> PathBuf {
    let name = name.trim();
    if name.contains(['/', '\\']) {
        PathBuf::from(name)
    } else if Format::<G>::of(Path::new(name)).is_some() {
        store.saves().join(name)
    } else {
        store.saves().join(format!("{name}.yaml"))
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Shows the saved and unfinished games.
    pub(super) fn show_saved_games(&mut self, trouble: String) {
        // The list takes its games itself; the start page looks for its game again when the list is closed.
        self.unfinished = None;
        self.saved_games = Some(SavedGames::new(&self.store, &self.ctx));
        page::refocus(&self.ctx);
        self.dialog = Some(Dialog::Open { trouble, deleting: None });
    }

    /// Asks where to save: in the dialog of the desktop, or with a name among the saved games.
    pub(super) fn show_save_dialog(&mut self) {
        let free = |name: &String| !store::exists(&save_path::<G>(&self.store, name));
        let name = (1..10_000).map(|n| format!("game {n}")).find(free).unwrap_or_default();
        self.dialog = Some(if has_dialogs(&self.ctx) {
            // If the folder cannot be created, the dialog opens in the one above it.
            let _ = store::make_folder(&self.store.saves());
            let name = format!("{name}.yaml");
            Dialog::SaveInDesktop(FileBrowser::new(filter::<G>(), self.store.saves(), name))
        } else {
            Dialog::Save { name, trouble: String::new() }
        });
    }

    pub(super) fn dialogs(&mut self, ui: &mut Ui) {
        let Some(mut dialog) = self.dialog.take() else { return };
        if let Some(list) = &mut self.saved_games {
            list.poll();
        }
        let width = match dialog {
            Dialog::Rules => 640.0,
            Dialog::Open { .. } => 560.0,
            _ => 460.0,
        };
        // Escape leads from a question about the list back to it.
        let escape = if matches!(dialog, Dialog::Open { deleting: Some(_), .. }) {
            Request::List
        } else {
            Request::Close
        };
        let request = page::show(ui, width, |ui| self.page(ui, &mut dialog)).unwrap_or(Some(escape));
        match request {
            None => self.dialog = Some(dialog),
            Some(Request::Close) => self.close_dialog(),
            Some(Request::List) => self.show_saved_games(String::new()),
            Some(Request::Browse) => {
                self.saved_games = None;
                page::refocus(&self.ctx);
                let browser = FileBrowser::new(filter::<G>(), self.store.saves(), String::new());
                self.dialog = Some(Dialog::Browse(browser));
            }
            Some(Request::Open(path)) => {
                self.saved_games = None;
                self.open_file(&path);
            }
            Some(Request::Resume(path)) => {
                self.saved_games = None;
                self.resume_file(&path);
            }
            Some(Request::Finished(path)) => {
                self.saved_games = None;
                let file = path.clone();
                self.start_game(StartKind::Finished(path), move |work| Session::load(&file, work));
            }
            Some(Request::Delete(path, kind)) => self.delete_file(&path, kind),
            Some(Request::Save(path)) => self.save_file(&path, dialog),
        }
    }

    fn close_dialog(&mut self) {
        self.saved_games = None;
        if self.page == Page::Start && self.unfinished.is_none() {
            self.find_unfinished();
        }
    }

    fn page(&mut self, ui: &mut Ui, dialog: &mut Dialog) -> Option<Request> {
        match dialog {
            Dialog::Open { trouble, deleting } => self.open_page(ui, trouble, deleting),
            Dialog::Browse(browser) => {
                page::title(ui, "Open a file");
                Some(match browser.open_page(ui)? {
                    FileBrowserEvent::Choose(path) => Request::Open(path),
                    FileBrowserEvent::Cancel => Request::List,
                })
            }
            Dialog::Save { name, trouble } => self.save_page(ui, name, trouble),
            Dialog::SaveInDesktop(browser) => {
                page::title(ui, "Save the game");
                let event = browser.save_page(ui, "Save", |_, path| match path.extension() {
                    Some(_) => Ok(()),
                    None => Err("The name must end in .yaml.".to_owned()),
                })?;
                Some(match event {
                    FileBrowserEvent::Choose(path) => Request::Save(path),
                    FileBrowserEvent::Cancel => Request::Close,
                })
            }
            Dialog::Settings => {
                self.settings_page(ui);
                page::close_button(ui).then_some(Request::Close)
            }
            Dialog::Rules => {
                page::title(ui, "Rules");
                page::scroll(ui, |ui| self.view.rules(ui));
                page::close_button(ui).then_some(Request::Close)
            }
            Dialog::Messages => {
                self.messages_page(ui);
                page::close_button(ui).then_some(Request::Close)
            }
            Dialog::Resign => {
                page::title(ui, "Resign?");
                ui.label("You lose this game. You can still look at it and review it.");
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    if page::confirm_button(ui, true, "Resign") {
                        self.resign();
                        return Some(Request::Close);
                    }
                    ui.button("Cancel").clicked().then_some(Request::Close)
                })
                .inner
            }
            Dialog::Programs(programs, waiting) => self.programs_page(ui, programs, *waiting),
            Dialog::About => {
                page::title(ui, G::FACTS.title);
                ui.label(V::TAGLINE);
                ui.label(format!("Version {}, part of Pentad.", env!("CARGO_PKG_VERSION")));
                ui.label(quiet("Free software under MIT or Apache-2.0. The typeface is Inter, under the Open Font License."));
                ui.label(quiet(kept_message("Games", self.store.data())));
                page::close_button(ui).then_some(Request::Close)
            }
        }
    }

    /// The saved and unfinished games, or the question whether to delete one.
    fn open_page(&mut self, ui: &mut Ui, trouble: &str, deleting: &mut Option<usize>) -> Option<Request> {
        let list = self.saved_games.as_ref()?;
        if let Some(game) = deleting.and_then(|number| list.games.get(number)) {
            page::title(ui, "Delete this game?");
            ui.label(game.name());
            ui.label(quiet(game.details()));
            ui.add_space(8.0);
            return ui
                .horizontal(|ui| {
                    if page::confirm_button(ui, true, "Delete") {
                        return Some(Request::Delete(game.file.clone(), game.kind));
                    }
                    ui.button("Cancel").clicked().then_some(Request::List)
                })
                .inner;
        }
        page::title(ui, "Open a game");
        page::complain(ui, trouble);
        let mut request = None;
        if list.games.is_empty() {
            ui.label(quiet(
                "There are no games yet. Games that you leave or finish are kept here, and Game > Save keeps one under a name.",
            ));
        }
        match list.show::<V>(ui) {
            Some(SavedGamesEvent::Open(number)) => {
                request = list.games.get(number).map(|game| {
                    let open = match game.kind {
                        GameKind::Unfinished => Request::Resume,
                        GameKind::Saved => Request::Open,
                        GameKind::Finished => Request::Finished,
                    };
                    open(game.file.clone())
                });
            }
            Some(SavedGamesEvent::Delete(number)) => {
                *deleting = Some(number);
                page::refocus(&self.ctx);
            }
            None => {}
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Browse…").on_hover_text("Open any other file").clicked() {
                request = Some(Request::Browse);
            }
            if ui.button("Cancel").clicked() {
                request = Some(Request::Close);
            }
        });
        request
    }

    fn save_page(&mut self, ui: &mut Ui, name: &mut String, trouble: &mut String) -> Option<Request> {
        page::title(ui, "Save the game");
        let mut request = None;
        let label = ui.label("Name, or path of a file");
        let field =
            ui.add(egui::TextEdit::singleline(name).desired_width(f32::INFINITY)).labelled_by(label.id);
        page::entered(&field);
        if field.changed() {
            trouble.clear();
        }
        let path = save_path::<G>(&self.store, name);
        let exists = store::exists(&path);
        ui.label(quiet(format!(
            "{}{}",
            path.display(),
            if exists { " exists and will be replaced." } else { "" }
        )));
        for format in G::formats() {
            ui.label(quiet(format!("A name that ends in .{} saves {}.", format.extension, format.name)));
        }
        page::complain(ui, trouble);
        ui.horizontal(|ui| {
            let ready = !name.trim().is_empty();
            let pressed = if exists {
                page::confirm_button(ui, ready, "Replace")
            } else {
                page::main_button(ui, ready, "Save")
            };
            if pressed {
                request = Some(Request::Save(path));
            }
            if ui.button("Cancel").clicked() {
                request = Some(Request::Close);
            }
        });
        request
    }

    fn settings_page(&mut self, ui: &mut Ui) {
        page::title(ui, "Settings");
        ui.label(RichText::new("Colours").font(theme::heavy(size::TEXT)));
        let mut choice = self.settings.theme;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            radio_buttons(ui, "colours", &mut choice, ThemeChoice::ALL.map(|one| (one, one.name())));
        });
        if choice != self.settings.theme {
            self.set_theme(choice);
        }
        ui.label(RichText::new("Animation speed").font(theme::heavy(size::TEXT)));
        let mut motion = self.settings.motion;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            radio_buttons(ui, "speed", &mut motion, Motion::ALL.map(|one| (one, one.name())));
        });
        if motion != self.settings.motion {
            self.set_motion(motion);
        }
        ui.label(RichText::new("Hints and AI players").font(theme::heavy(size::TEXT)));
        let values =
            V::VALUES && ui.checkbox(&mut self.settings.values, "Show the value of every move").changed();
        let thoughts = ui.checkbox(&mut self.settings.thoughts, "Show the AI player's thoughts");
        if values || thoughts.changed() {
            self.keep_settings();
        }
        if !V::COLOUR_NOTE.is_empty() {
            ui.label(quiet(V::COLOUR_NOTE));
        }
    }

    fn open_file(&mut self, path: &Path) {
        let file = path.to_path_buf();
        self.start_game(StartKind::Open(path.to_path_buf()), move |work| Session::load(&file, work));
    }

    /// Continues an unfinished game of the list.
    fn resume_file(&mut self, path: &Path) {
        match Autosave::take::<G>(&self.store, path) {
            Ok(unfinished) => {
                self.unfinished = Some(unfinished);
                self.resume_unfinished();
            }
            Err(error) => self.show_saved_games(sentence(&error.to_string())),
        }
    }

    fn delete_file(&mut self, path: &Path, kind: GameKind) {
        let deleted = match kind {
            GameKind::Unfinished => Autosave::delete(&self.store, path).map_err(|error| error.to_string()),
            GameKind::Saved | GameKind::Finished => store::remove(path).map_err(|error| error.to_string()),
        };
        self.show_saved_games(deleted.err().map_or_else(String::new, |why| sentence(&why)));
    }

    /// Shows the list of games after a file could not be opened.
    pub(super) fn show_open_error(&mut self, path: &Path, error: &BadSave) {
        self.show_saved_games(sentence(&error.about(path)));
    }

    fn save_file(&mut self, path: &Path, dialog: Dialog) {
        let Some(session) = &self.session else { return };
        if path.starts_with(self.store.saves()) {
            // Our own folder is created when it is first needed; if that fails, saving reports it.
            let _ = store::make_folder(&self.store.saves());
        }
        match (session.save(path), dialog) {
            (Ok(()), _) => self.message = saved_message(path),
            (Err(error), Dialog::Save { name, .. }) => {
                self.dialog = Some(Dialog::Save { name, trouble: sentence(&error.to_string()) });
            }
            (Err(error), Dialog::SaveInDesktop(mut browser)) => {
                browser.complain(sentence(&error.to_string()));
                self.dialog = Some(Dialog::SaveInDesktop(browser));
            }
            (Err(error), _) => self.report(sentence(&error.to_string())),
        }
    }
}
