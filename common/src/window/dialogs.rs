//! Dialogs: open, save, settings, rules, about.

use super::cards::quiet;
use super::settings::{Motion, ThemeChoice};
use super::starting::StartKind;
use super::theme::{self, size};
use super::{GameUi, Shell, page};
use crate::player::AiPlayers;
use crate::session::{BadSave, Session};
use crate::store::Store;
use crate::words::{Format, Words, sentence};
use egui::{Button, RichText, Ui, vec2};
use std::path::{Path, PathBuf};

/// A dialog over the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dialog {
    Open { games: Vec<PathBuf>, path: String, trouble: String },
    Save { name: String, trouble: String },
    Settings,
    Rules,
    About,
}

/// What to do when a dialog is closed.
enum Request {
    Close,
    Open(PathBuf),
    Save(PathBuf),
}

impl Dialog {
    /// Lists the saved games, once and not in every frame.
    pub(super) fn open<G: Words>(store: &Store) -> Dialog {
        let games = store.saved_games(&extensions::<G>());
        Dialog::Open { games, path: String::new(), trouble: String::new() }
    }

    /// Proposes a new name.
    pub(super) fn save<G: Words>(store: &Store) -> Dialog {
        let free =
            (1..10_000).map(|n| format!("game {n}")).find(|name| !save_path::<G>(store, name).exists());
        Dialog::Save { name: free.unwrap_or_default(), trouble: String::new() }
    }
}

/// The file extensions of other formats.
fn extensions<G: Words>() -> Vec<&'static str> {
    G::formats().iter().map(|format| format.extension).collect()
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
    pub(super) fn dialogs(&mut self, ui: &mut Ui) {
        let Some(mut dialog) = self.dialog.take() else { return };
        let width = if dialog == Dialog::Rules { 640.0 } else { 460.0 };
        let request = page::show(ui, width, |ui| self.page(ui, &mut dialog)).unwrap_or(Some(Request::Close));
        match request {
            None => self.dialog = Some(dialog),
            Some(Request::Close) => {}
            Some(Request::Open(path)) => self.open_file(&path),
            Some(Request::Save(path)) => self.save_file(&path, dialog),
        }
    }

    fn page(&mut self, ui: &mut Ui, dialog: &mut Dialog) -> Option<Request> {
        match dialog {
            Dialog::Open { games, path, trouble } => self.open_page(ui, games, path, trouble),
            Dialog::Save { name, trouble } => self.save_page(ui, name, trouble),
            Dialog::Settings => {
                self.settings_page(ui);
                page::close_button(ui).then_some(Request::Close)
            }
            Dialog::Rules => {
                page::title(ui, "Rules");
                page::scroll(ui, |ui| self.view.rules(ui));
                page::close_button(ui).then_some(Request::Close)
            }
            Dialog::About => {
                page::title(ui, G::FACTS.title);
                ui.label(V::TAGLINE);
                ui.label(format!("Version {}, part of Pentad.", env!("CARGO_PKG_VERSION")));
                ui.label(quiet("Free software under MIT or Apache-2.0. The typeface is Inter, under the Open Font License."));
                ui.label(quiet(format!("Games are kept in {}", self.store.data().display())));
                page::close_button(ui).then_some(Request::Close)
            }
        }
    }

    fn open_page(
        &mut self,
        ui: &mut Ui,
        games: &[PathBuf],
        path: &mut String,
        trouble: &mut String,
    ) -> Option<Request> {
        page::title(ui, "Open a game");
        let mut request = None;
        if games.is_empty() {
            ui.label(quiet(
                "No game has been saved yet. Save one with the Game menu, or type the path of a file.",
            ));
        }
        page::scroll(ui, |ui| {
            for file in games {
                let foreign = Format::<G>::of(file).is_some();
                let name = if foreign { file.file_name() } else { file.file_stem() };
                let name = name.map_or(String::new(), |name| name.to_string_lossy().into_owned());
                let row = Button::new(name).min_size(vec2(ui.available_width() - 16.0, 32.0));
                if ui.add(row).clicked() {
                    request = Some(Request::Open(file.clone()));
                }
            }
        });
        ui.add_space(8.0);
        let label = ui.label("Another file");
        let field = egui::TextEdit::singleline(path).desired_width(f32::INFINITY).hint_text("path of a file");
        let field = ui.add(field).labelled_by(label.id);
        let entered = page::entered(&field);
        if field.changed() {
            trouble.clear();
        }
        page::complain(ui, trouble);
        ui.horizontal(|ui| {
            let ready = !path.trim().is_empty();
            if page::main_button(ui, ready, "Open") || ready && entered {
                request = Some(Request::Open(save_path::<G>(&self.store, path)));
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
        let entered = page::entered(&field);
        if field.changed() {
            trouble.clear();
        }
        let path = save_path::<G>(&self.store, name);
        let exists = path.exists();
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
            let verb = if exists { "Replace" } else { "Save" };
            if page::main_button(ui, ready, verb) || ready && entered && !exists {
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
            ui.radio_value(&mut choice, ThemeChoice::System, "Same as system");
            ui.radio_value(&mut choice, ThemeChoice::Light, "Light");
            ui.radio_value(&mut choice, ThemeChoice::Dark, "Dark");
        });
        if choice != self.settings.theme {
            self.set_theme(choice);
        }
        ui.label(RichText::new("Animation speed").font(theme::heavy(size::TEXT)));
        let mut motion = self.settings.motion;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            for choice in Motion::ALL {
                ui.radio_value(&mut motion, choice, choice.name());
            }
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

    /// Asks again for a file after one could not be opened.
    pub(super) fn show_open_error(&mut self, path: &Path, error: &BadSave) {
        let trouble = sentence(&error.about(path));
        let Dialog::Open { games, .. } = Dialog::open::<G>(&self.store) else { return };
        self.dialog = Some(Dialog::Open { games, path: path.display().to_string(), trouble });
    }

    fn save_file(&mut self, path: &Path, dialog: Dialog) {
        let Some(session) = &self.session else { return };
        if path.starts_with(self.store.saves()) {
            // Our own folder is created when it is first needed; if that fails, saving reports it.
            let _ = crate::store::make_folder(&self.store.saves());
        }
        match (session.save(path), dialog) {
            (Ok(()), _) => self.message = format!("Saved as {}.", path.display()),
            (Err(error), Dialog::Save { name, .. }) => {
                self.dialog = Some(Dialog::Save { name, trouble: sentence(&error.to_string()) });
            }
            (Err(error), _) => self.message = sentence(&error.to_string()),
        }
    }
}
