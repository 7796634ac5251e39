//! Pages that open over the editor: new, open, save, export, settings, help, about, and questions.

use super::browser::{self, Browser};
use super::new::{self, Draft};
use super::settings::Settings;
use super::{Editor, cells};
use crate::document::Document;
use crate::files;
use crate::neighbours::Neighbour;
use crate::text;
use common::automaton::{Colour, Kind};
use common::store;
use common::window::{ThemeChoice, page, quiet, theme};
use common::words::sentence;
use egui::{Button, RichText, Slider, TextEdit, Ui, ViewportCommand};
use std::path::{Path, PathBuf};

/// What is wanted, as soon as no changes are lost by it.
#[derive(Debug, Clone)]
pub enum Wish {
    /// The page of new automata.
    ShowNew,
    /// The page of files.
    ShowOpen,
    /// This automaton.
    Show(Box<Document>),
    /// This file.
    Open(PathBuf),
    /// Work of an earlier run.
    Recover,
    /// Another program, with this automaton.
    Start(Neighbour),
    /// The end.
    Close,
}

/// A page over the editor.
#[derive(Debug, Clone)]
pub enum Dialog {
    New(Draft),
    Open(Browser),
    /// A file to save in, and what is wanted after that.
    Save {
        path: String,
        trouble: String,
        then: Option<Wish>,
    },
    /// A picture or Golly's rule to write.
    Export {
        path: String,
        cell: usize,
        trouble: String,
    },
    /// There are unsaved changes, and something would lose them.
    Ask(Wish),
    /// Another program has changed the file.
    Overwrite(Option<Wish>),
    Settings,
    Help,
    About,
}

/// How a page ends.
enum End {
    Close,
    New(Box<Document>),
    Open(PathBuf),
    Save(PathBuf, Option<Wish>),
    /// The file that there is, whatever another program has done to it.
    SaveAnyway(Option<Wish>),
    Export(PathBuf, usize),
    /// First save, then this.
    SaveFirst(Wish),
    /// This, without saving.
    Discard(Wish),
}

impl Editor {
    /// Does something that would lose changes, or asks first.
    pub(super) fn wish(&mut self, wish: Wish) {
        let changed = self.document.as_ref().is_some_and(Document::is_changed);
        let unsaved = self.document.as_ref().is_some_and(|document| document.path().is_none());
        let asks = match wish {
            Wish::Start(_) => changed || unsaved,
            _ => changed,
        };
        if asks {
            self.dialog = Some(Dialog::Ask(wish));
        } else {
            self.fulfil(wish);
        }
    }

    /// Does what was wanted; changes are saved, or not wanted any more.
    fn fulfil(&mut self, wish: Wish) {
        self.dialog = None;
        match wish {
            Wish::ShowNew => self.show_new(),
            Wish::ShowOpen => self.show_open(),
            Wish::Show(document) => {
                self.said = format!("A copy of {}.", document.name());
                self.replace(*document);
            }
            Wish::Open(path) => {
                self.open_file(&path);
            }
            Wish::Recover => self.recover(),
            Wish::Start(neighbour) => self.start(neighbour),
            Wish::Close => {
                self.leaving = true;
                self.ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    fn start(&mut self, neighbour: Neighbour) {
        let path = self.document.as_ref().and_then(Document::path).map(Path::to_path_buf);
        let Some(path) = path else {
            self.said = format!("Save the automaton, so that {} can open it.", neighbour.program());
            return;
        };
        self.said = match neighbour.start(&path) {
            Ok(()) => format!("{} is opening {}.", neighbour.program(), path.display()),
            Err(why) => sentence(&why),
        };
    }

    /// Saves where the automaton is kept, or asks where that is to be.
    pub(super) fn save(&mut self, then: Option<Wish>) {
        match self
            .document
            .as_ref()
            .map(|document| (document.path().map(Path::to_path_buf), document.is_outdated()))
        {
            Some((Some(_), true)) => self.dialog = Some(Dialog::Overwrite(then)),
            Some((Some(path), false)) => self.save_to(&path, then),
            Some((None, _)) => self.dialog = Some(self.save_as(then)),
            None => {}
        }
    }

    /// The page that asks for a file to save in.
    pub(super) fn save_as(&self, then: Option<Wish>) -> Dialog {
        let path = self.document.as_ref().map(|document| match document.path() {
            Some(path) => path.to_path_buf(),
            None => self.folder().join(document.name()),
        });
        Dialog::Save { path: path.unwrap_or_default().display().to_string(), trouble: String::new(), then }
    }

    /// The page that asks for a picture to write.
    pub(super) fn export(&self) -> Dialog {
        let name = self.document.as_ref().map_or("picture", Document::name);
        let path = self.folder().join(name).with_extension("png");
        Dialog::Export { path: path.display().to_string(), cell: 6, trouble: String::new() }
    }

    fn save_to(&mut self, path: &Path, then: Option<Wish>) {
        let start = self.shown_picture();
        let Some(document) = &mut self.document else { return };
        match document.save(path, start) {
            Ok(()) => {
                self.said = format!("Saved as {}.", path.display());
                self.recovery.forget();
                self.settings.remember(path);
                self.keep_settings();
                if let Some(wish) = then {
                    self.fulfil(wish);
                }
            }
            Err(why) => {
                self.dialog =
                    Some(Dialog::Save { path: path.display().to_string(), trouble: sentence(&why), then });
            }
        }
    }

    fn export_to(&mut self, path: &Path, cell: usize) {
        let Some(document) = &self.document else { return };
        let automaton = document.automaton();
        let golly = files::format(path) == Ok(files::Format::Golly);
        let bytes = if golly {
            Ok(files::golly_text(path, automaton).into_bytes())
        } else {
            self.preview
                .rows()
                .ok_or_else(|| "there is nothing to draw".to_owned())
                .and_then(|rows| files::picture(path, automaton, rows, cell))
                .map_err(|why| if Kind::of(path).is_some() { text::USE_SAVE.to_owned() } else { why })
        };
        let done = bytes.and_then(|bytes| store::write_atomic(path, &bytes).map_err(|why| why.to_string()));
        match done {
            Ok(()) => {
                let ground = if golly && files::fills_golly(automaton) { text::GOLLY_GROUND } else { "" };
                self.said = format!("Written: {}. {ground}", path.display()).trim_end().to_owned();
            }
            Err(why) => {
                self.dialog =
                    Some(Dialog::Export { path: path.display().to_string(), cell, trouble: sentence(&why) });
            }
        }
    }

    /// Shows the page that is open, and does what it asks for.
    pub(super) fn dialogs(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else { return };
        let width = if matches!(dialog, Dialog::Help) { 600.0 } else { 480.0 };
        let end = page::show(ui, width, |ui| self.page(ui, &mut dialog)).unwrap_or(Some(End::Close));
        match end {
            None => self.dialog = Some(dialog),
            Some(End::Close) => {}
            Some(End::New(document)) => {
                self.said = "A new automaton. It is not saved yet.".to_owned();
                self.replace(*document);
            }
            Some(End::Open(path)) => {
                if !self.open_file(&path)
                    && let Dialog::Open(browser) = &mut dialog
                {
                    browser.trouble = std::mem::take(&mut self.said);
                    self.dialog = Some(dialog);
                }
            }
            Some(End::Save(path, then)) => self.save_to(&path, then),
            Some(End::SaveAnyway(then)) => {
                if let Some(path) = self.document.as_ref().and_then(Document::path).map(Path::to_path_buf) {
                    self.save_to(&path, then);
                }
            }
            Some(End::Export(path, cell)) => self.export_to(&path, cell),
            Some(End::SaveFirst(wish)) => self.save(Some(wish)),
            Some(End::Discard(wish)) => self.fulfil(wish),
        }
    }

    fn page(&mut self, ui: &mut Ui, dialog: &mut Dialog) -> Option<End> {
        match dialog {
            Dialog::New(draft) => draft.ui(ui).map(|act| match act {
                new::Act::Create(automaton) => End::New(Box::new(Document::new(*automaton))),
                new::Act::Cancel => End::Close,
            }),
            Dialog::Open(browser) => {
                page::title(ui, "Open an automaton");
                browser.ui(ui).map(|act| match act {
                    browser::Act::Open(path) => End::Open(path),
                    browser::Act::Cancel => End::Close,
                })
            }
            Dialog::Save { path, trouble, then } => save_page(ui, path, trouble, then.as_ref()),
            Dialog::Export { path, cell, trouble } => export_page(ui, path, cell, trouble),
            Dialog::Ask(wish) => self.ask_page(ui, wish),
            Dialog::Overwrite(then) => {
                page::title(ui, "The file has changed");
                ui.label("Another program has changed the file since it was opened here. Saving replaces what is there now.");
                ui.add_space(8.0);
                let mut end = None;
                ui.horizontal(|ui| {
                    if ui.button("Replace it").clicked() {
                        end = Some(End::SaveAnyway(then.clone()));
                    }
                    if ui.button("Cancel").clicked() {
                        end = Some(End::Close);
                    }
                });
                end
            }
            Dialog::Settings => {
                self.settings_page(ui);
                page::close_button(ui).then_some(End::Close)
            }
            Dialog::Help => {
                page::title(ui, "How to use it");
                page::scroll(ui, help_page);
                page::close_button(ui).then_some(End::Close)
            }
            Dialog::About => {
                page::title(ui, "Cell editor");
                ui.label("Make and study one-dimensional cellular automata.");
                ui.label(format!("Version {}, part of Pentad.", env!("CARGO_PKG_VERSION")));
                ui.label(quiet("Free software under MIT or Apache-2.0. The typeface is Inter, under the Open Font License."));
                ui.label(quiet(format!("Settings are kept in {}", self.store.settings_file().display())));
                page::close_button(ui).then_some(End::Close)
            }
        }
    }

    fn ask_page(&mut self, ui: &mut Ui, wish: &Wish) -> Option<End> {
        let (name, changed) =
            self.document.as_ref().map_or(("it", false), |document| (document.name(), document.is_changed()));
        page::title(ui, &format!("Save {name}?"));
        let starts = if let Wish::Start(neighbour) = wish { Some(neighbour.program()) } else { None };
        ui.label(match (starts, changed) {
            (Some(program), true) => {
                format!("{program} opens the file, which does not have your changes yet.")
            }
            (Some(program), false) => format!("{program} opens a file, and there is none yet."),
            (None, _) => "Without saving, your changes are lost.".to_owned(),
        });
        ui.add_space(8.0);
        let mut end = None;
        ui.horizontal(|ui| {
            if ui.button("Save").clicked() {
                end = Some(End::SaveFirst(wish.clone()));
            }
            let has_file = self.document.as_ref().is_some_and(|document| document.path().is_some());
            match starts {
                None => {
                    if ui.button("Do not save").clicked() {
                        end = Some(End::Discard(wish.clone()));
                    }
                }
                Some(_) if has_file => {
                    if ui.button("Open it as it was").clicked() {
                        end = Some(End::Discard(wish.clone()));
                    }
                }
                Some(_) => {}
            }
            if ui.button("Cancel").clicked() {
                end = Some(End::Close);
            }
        });
        end
    }

    fn settings_page(&mut self, ui: &mut Ui) {
        page::title(ui, "Settings");
        let before = self.settings.clone();
        let Settings { theme: choice, cell, gap, rule_gap, border, digits, .. } = &mut self.settings;
        let heading = |text: &str| RichText::new(text).font(theme::heavy(theme::size::TEXT));
        ui.label(heading("Colours"));
        ui.horizontal(|ui| {
            ui.radio_value(choice, ThemeChoice::System, "as the desktop");
            ui.radio_value(choice, ThemeChoice::Light, "light");
            ui.radio_value(choice, ThemeChoice::Dark, "dark");
        });
        ui.label(heading("Cells of the rules"));
        let mut fits = cell.is_none();
        if ui.checkbox(&mut fits, "as large as fits").changed() {
            *cell = if fits { None } else { Some(24.0) };
        }
        let slider =
            |ui: &mut Ui, name: &str, value: &mut f32, range: std::ops::RangeInclusive<f32>, on: bool| {
                ui.horizontal(|ui| {
                    ui.add_sized([150.0, 20.0], egui::Label::new(name).halign(egui::Align::Min));
                    let slider = ui.add_enabled(on, Slider::new(value, range).step_by(1.0).suffix(" px"));
                    slider.widget_info(|| egui::WidgetInfo::slider(on, f64::from(*value), name));
                });
            };
        let mut side = cell.unwrap_or(24.0);
        slider(ui, "Side of a cell", &mut side, Settings::CELL, cell.is_some());
        if let Some(cell) = cell {
            *cell = side;
        }
        slider(ui, "Gap between cells", gap, Settings::GAP, true);
        slider(ui, "Gap between rules", rule_gap, Settings::RULE_GAP, true);
        ui.checkbox(digits, "Digits on the cells");
        ui.label(heading("Borders and digits"));
        ui.horizontal(|ui| {
            let mut own = border.is_some();
            ui.radio_value(&mut own, false, "black or white, by contrast");
            ui.radio_value(&mut own, true, "one colour for all");
            if own != border.is_some() {
                *border = own.then_some(Colour::new(0x80, 0x80, 0x80));
            }
            if let Some(colour) = border {
                let shown = cells::color(*colour);
                let mut rgb = [shown.r(), shown.g(), shown.b()];
                if ui.color_edit_button_srgb(&mut rgb).changed() {
                    *colour = Colour::new(rgb[0], rgb[1], rgb[2]);
                }
            }
        });
        if ui.button("As at first").on_hover_text("Sizes and colours as they were in the beginning").clicked()
        {
            let recent = std::mem::take(&mut self.settings.recent);
            self.settings = Settings { recent, ..Settings::default() };
        }
        if self.settings != before {
            self.ctx.set_theme(self.settings.theme);
            self.keep_settings();
        }
    }
}

fn save_page(ui: &mut Ui, path: &mut String, trouble: &mut String, then: Option<&Wish>) -> Option<End> {
    page::title(ui, "Save the automaton");
    let label = ui.label("Path of the file");
    let field = ui.add(TextEdit::singleline(path).desired_width(f32::INFINITY)).labelled_by(label.id);
    let entered = page::entered(&field);
    if field.changed() {
        trouble.clear();
    }
    let file = PathBuf::from(path.trim());
    ui.label(quiet("The ending tells the kind: .ccell is common, .tcell totalistic, .pcell the picture that the preview shows."));
    let exists = told_place(ui, &file);
    page::complain(ui, trouble);
    let mut end = None;
    ui.horizontal(|ui| {
        let ready = !path.trim().is_empty();
        let verb = if exists { "Replace" } else { "Save" };
        if ui.add_enabled(ready, Button::new(verb)).clicked() || ready && entered && !exists {
            end = Some(End::Save(file, then.cloned()));
        }
        if ui.button("Cancel").clicked() {
            end = Some(End::Close);
        }
    });
    end
}

fn export_page(ui: &mut Ui, path: &mut String, cell: &mut usize, trouble: &mut String) -> Option<End> {
    page::title(ui, "Export");
    let label = ui.label("Path of the file");
    let field = ui.add(TextEdit::singleline(path).desired_width(f32::INFINITY)).labelled_by(label.id);
    let entered = page::entered(&field);
    if field.changed() {
        trouble.clear();
    }
    let file = PathBuf::from(path.trim());
    ui.label(quiet(
        "A name that ends in .png or .svg makes a picture of what the preview shows, .rule a rule for Golly.",
    ));
    ui.horizontal(|ui| {
        let label = ui.label("Side of a cell");
        ui.add(Slider::new(cell, 1..=32).suffix(" px")).labelled_by(label.id);
    });
    let exists = told_place(ui, &file);
    page::complain(ui, trouble);
    let mut end = None;
    ui.horizontal(|ui| {
        let ready = !path.trim().is_empty();
        let verb = if exists { "Replace" } else { "Write" };
        if ui.add_enabled(ready, Button::new(verb)).clicked() || ready && entered && !exists {
            end = Some(End::Export(file, *cell));
        }
        if ui.button("Cancel").clicked() {
            end = Some(End::Close);
        }
    });
    end
}

/// Says that a file exists, and would be replaced.
fn told_place(ui: &mut Ui, file: &Path) -> bool {
    let exists = file.is_file();
    if exists {
        ui.label(quiet("This file exists and will be replaced."));
    }
    exists
}

fn help_page(ui: &mut Ui) {
    for (title, lines) in text::HELP {
        ui.label(RichText::new(*title).font(theme::heavy(theme::size::TEXT)));
        for line in *lines {
            ui.add(egui::Label::new(*line).wrap());
        }
        ui.add_space(4.0);
    }
}
