//! The dialogs: new, open, save, export, settings, help, about, and questions.

use super::new_form::{NewForm, NewFormEvent};
use super::settings::Settings;
use super::{Editor, Page, saving};
use crate::document::Document;
use crate::text;
use common::automaton::AutomatonKind;
use common::companions::Companion;
use common::window::cells::optional_colour;
use common::window::{
    FileBrowser, FileBrowserEvent, ThemeChoice, kept_message, page, quiet, radio_buttons, theme,
};
use common::words::sentence;
use egui::{Grid, RichText, Slider, Ui, WidgetInfo, vec2};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// An action that replaces or leaves the document. Unsaved changes are dealt with first.
#[derive(Debug, Clone)]
pub enum Request {
    /// Show the dialog for a new automaton.
    ShowNew,
    /// Show the dialog to open a file.
    ShowOpen,
    /// Open this document.
    Show(Box<Document>),
    /// Open this file.
    Open(PathBuf),
    /// Resume unsaved work of an earlier run.
    Recover,
    /// Start another program, with this automaton if it can open it.
    Start(Companion),
    /// Close the window.
    Close,
}

/// An open dialog.
#[derive(Debug)]
pub enum Dialog {
    New(NewForm),
    Open(FileBrowser),
    /// Choose a file to save to, then perform a request.
    Save {
        browser: FileBrowser,
        then: Option<Request>,
    },
    /// Choose a picture or a Golly rule to write.
    Export {
        browser: FileBrowser,
        cell: usize,
    },
    /// Ask whether to save before this request.
    ConfirmSave(Request),
    /// Ask whether to overwrite a file that another program has changed.
    Overwrite(Option<Request>),
    Settings,
    Help,
    About,
}

/// How a dialog ends.
enum DialogResult {
    Close,
    New(Box<Document>),
    Open(PathBuf),
    Save(PathBuf, Option<Request>),
    /// Overwrite the file, although another program has changed it.
    SaveAnyway(Option<Request>),
    Export(PathBuf, usize),
    /// Save, then perform the request.
    SaveFirst(Request),
    /// Perform the request without saving.
    Discard(Request),
}

impl DialogResult {
    /// Passes the chosen file to `then`.
    fn from_browser(event: FileBrowserEvent, then: impl FnOnce(PathBuf) -> DialogResult) -> DialogResult {
        match event {
            FileBrowserEvent::Choose(path) => then(path),
            FileBrowserEvent::Cancel => DialogResult::Close,
        }
    }
}

impl Editor {
    /// Performs a request, or asks first if changes would be lost.
    pub(super) fn request(&mut self, request: Request) {
        let changed = self.document.as_ref().is_some_and(Document::is_changed);
        let unsaved = self.document.as_ref().is_some_and(|document| document.path().is_none());
        let must_ask = match request {
            Request::Start(companion) => self.gives_file_to(companion) && (changed || unsaved),
            _ => changed,
        };
        if must_ask {
            self.dialog = Some(Dialog::ConfirmSave(request));
        } else {
            self.perform(request);
        }
    }

    /// Performs a request. Changes are already saved or discarded.
    pub(super) fn perform(&mut self, request: Request) {
        self.dialog = None;
        match request {
            Request::ShowNew => self.show_new(),
            Request::ShowOpen => self.show_open(),
            Request::Show(document) => {
                self.message = format!("Opened a copy of {}.", document.name());
                self.replace(*document);
            }
            Request::Open(path) => {
                self.open_file(&path);
            }
            Request::Recover => self.recover(),
            Request::Start(companion) => self.start_companion(companion),
            Request::Close => {
                self.close_confirmed = true;
                common::window::quit(&self.ctx);
            }
        }
    }

    /// Whether another program is started with the open automaton. The rule generator needs a picture.
    pub(super) fn gives_file_to(&self, companion: Companion) -> bool {
        let document = self.document.as_ref().filter(|_| self.page == Page::Edit);
        document.is_some_and(|document| {
            companion != Companion::Generator || document.automaton().kind() == AutomatonKind::Picture
        })
    }

    fn start_companion(&mut self, companion: Companion) {
        let document = self.document.as_ref().filter(|_| self.gives_file_to(companion));
        let path = document.and_then(Document::path).map(Path::to_path_buf);
        let started = companion.start(path.as_deref());
        self.message_is_error = started.is_err();
        self.message = match (started, path) {
            (Ok(()), Some(path)) => format!("Started {} with {}.", companion.program(), path.display()),
            (Ok(()), None) => format!("Started {}.", companion.program()),
            (Err(why), _) => sentence(&why),
        };
    }

    /// Draws the open dialog and handles its result.
    pub(super) fn dialogs(&mut self, ui: &Ui) {
        let Some(mut dialog) = self.dialog.take() else { return };
        let width = if matches!(dialog, Dialog::Help) { 600.0 } else { 480.0 };
        let result = page::show(ui, width, |ui| self.dialog_page(ui, &mut dialog))
            .unwrap_or(Some(DialogResult::Close));
        let Some(result) = result else {
            self.dialog = Some(dialog);
            return;
        };
        let opens = matches!(dialog, Dialog::Open(_));
        self.finish_dialog(dialog, result);
        // After a file that cannot be read, the focus stays in the list.
        let failed = opens && matches!(self.dialog, Some(Dialog::Open(_)));
        if self.dialog.is_some() && !failed {
            // Another dialog follows.
            page::refocus(&self.ctx);
        }
    }

    fn finish_dialog(&mut self, mut dialog: Dialog, result: DialogResult) {
        match result {
            DialogResult::Close => {}
            DialogResult::New(document) => {
                self.message = "New automaton. It is not saved yet.".to_owned();
                self.replace(*document);
            }
            DialogResult::Open(path) => {
                if !self.open_file(&path)
                    && let Dialog::Open(browser) = &mut dialog
                {
                    browser.complain(std::mem::take(&mut self.message));
                    self.dialog = Some(dialog);
                }
            }
            DialogResult::Save(path, then) => self.save_to(&path, then),
            DialogResult::SaveAnyway(then) => {
                if let Some(path) = self.document.as_ref().and_then(Document::path).map(Path::to_path_buf) {
                    self.save_to(&path, then);
                }
            }
            DialogResult::Export(path, cell) => self.export_to(&path, cell),
            DialogResult::SaveFirst(request) => self.save(Some(request)),
            DialogResult::Discard(request) => self.perform(request),
        }
    }

    fn dialog_page(&mut self, ui: &mut Ui, dialog: &mut Dialog) -> Option<DialogResult> {
        match dialog {
            Dialog::New(draft) => draft.ui(ui).map(|event| match event {
                NewFormEvent::Create(automaton) => DialogResult::New(Box::new(Document::new(*automaton))),
                NewFormEvent::Cancel => DialogResult::Close,
            }),
            Dialog::Open(browser) => {
                page::title(ui, "Open an automaton");
                browser.open_page(ui).map(|event| DialogResult::from_browser(event, DialogResult::Open))
            }
            Dialog::Save { browser, then } => {
                let kind = self.document.as_ref()?.automaton().kind();
                let event = saving::save_page(ui, browser, kind)?;
                Some(DialogResult::from_browser(event, |path| DialogResult::Save(path, then.clone())))
            }
            Dialog::Export { browser, cell } => {
                let size = self.preview.visible_picture().map(|(row, generations)| (row.len(), generations));
                saving::export_page(ui, browser, cell, size)
                    .map(|event| DialogResult::from_browser(event, |path| DialogResult::Export(path, *cell)))
            }
            Dialog::ConfirmSave(request) => self.confirm_save_page(ui, request),
            Dialog::Overwrite(then) => {
                page::title(ui, "The file has changed");
                ui.label("Another program has changed the file since you opened it. Saving overwrites those changes.");
                ui.add_space(8.0);
                let mut result = None;
                // The first button has the focus: Enter must not overwrite anything.
                ui.horizontal(|ui| {
                    if ui.button("Cancel").clicked() {
                        result = Some(DialogResult::Close);
                    }
                    if ui.button("Overwrite").clicked() {
                        result = Some(DialogResult::SaveAnyway(then.clone()));
                    }
                });
                result
            }
            Dialog::Settings => self.settings_page(ui).then_some(DialogResult::Close),
            Dialog::Help => {
                page::title(ui, "Cell editor help");
                page::scroll(ui, help_page);
                page::close_button(ui).then_some(DialogResult::Close)
            }
            Dialog::About => {
                page::title(ui, "Cell editor");
                ui.label("Make and study one-dimensional cellular automata.");
                ui.label(format!("Version {}, part of Pentad.", env!("CARGO_PKG_VERSION")));
                ui.label(quiet("Free software under MIT or Apache-2.0. The typefaces are Inter, under the Open Font License, and Hack, under the MIT and Bitstream Vera licences."));
                ui.label(quiet(kept_message("Settings", &self.store.settings_file())));
                page::close_button(ui).then_some(DialogResult::Close)
            }
        }
    }

    fn confirm_save_page(&mut self, ui: &mut Ui, request: &Request) -> Option<DialogResult> {
        let (name, changed) = self
            .document
            .as_ref()
            .map_or(("the automaton", false), |document| (document.name(), document.is_changed()));
        page::title(ui, &format!("Save {name}?"));
        let program = if let Request::Start(companion) = request { Some(companion.program()) } else { None };
        ui.label(match (program, changed) {
            (Some(program), true) => {
                format!("{program} opens the file, which does not contain your changes yet.")
            }
            (Some(program), false) => format!("{program} opens a file, but the automaton has no file yet."),
            (None, _) => "Your changes will be lost if you do not save them.".to_owned(),
        });
        ui.add_space(8.0);
        let mut result = None;
        ui.horizontal(|ui| {
            if page::main_button(ui, true, "Save") {
                result = Some(DialogResult::SaveFirst(request.clone()));
            }
            let has_file = self.document.as_ref().is_some_and(|document| document.path().is_some());
            match program {
                None => {
                    if ui.button("Don't save").clicked() {
                        result = Some(DialogResult::Discard(request.clone()));
                    }
                }
                Some(_) if has_file => {
                    if ui.button("Open without changes").clicked() {
                        result = Some(DialogResult::Discard(request.clone()));
                    }
                }
                Some(_) => {}
            }
            if ui.button("Cancel").clicked() {
                result = Some(DialogResult::Close);
            }
        });
        result
    }

    fn settings_page(&mut self, ui: &mut Ui) -> bool {
        page::title(ui, "Settings");
        let before = self.settings.clone();
        let Settings { theme: choice, cell, gap, rule_gap, border, digits, .. } = &mut self.settings;
        let heading = |ui: &mut Ui, text: &str| {
            ui.add_space(4.0);
            ui.label(RichText::new(text).font(theme::heavy(theme::size::TEXT)));
        };
        heading(ui, "Theme");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            radio_buttons(ui, "theme", choice, ThemeChoice::ALL.map(|one| (one, one.name())));
        });
        heading(ui, "Rules");
        let mut auto = cell.is_none();
        if ui.checkbox(&mut auto, "As large as fits").changed() {
            *cell = if auto { None } else { Some(24.0) };
        }
        let row = |ui: &mut Ui, name: &str, value: &mut f32, range: RangeInclusive<f32>, enabled: bool| {
            ui.label(name);
            let slider = Slider::new(value, range).step_by(1.0).fixed_decimals(0).suffix(" px");
            let slider = ui.add_enabled(enabled, slider);
            slider.widget_info(|| WidgetInfo::slider(enabled, f64::from(*value), name));
            ui.end_row();
        };
        // On a phone there is less room.
        ui.spacing_mut().slider_width = if ui.available_width() < 320.0 { 72.0 } else { 100.0 };
        Grid::new("sizes").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
            let mut side = cell.unwrap_or(24.0);
            row(ui, "Cell size", &mut side, Settings::CELL, cell.is_some());
            if let Some(cell) = cell {
                *cell = side;
            }
            row(ui, "Gap between cells", gap, Settings::GAP, true);
            row(ui, "Gap between rules", rule_gap, Settings::RULE_GAP, true);
        });
        ui.checkbox(digits, "Digits on the cells");
        heading(ui, "Borders and digits");
        optional_colour(
            ui,
            ["Automatic contrast", "One colour for all"],
            "colour of borders and digits",
            border,
        );
        ui.add_space(8.0);
        let mut close = false;
        ui.horizontal(|ui| {
            close = page::main_button(ui, true, "Close");
            if ui.button("Restore defaults").clicked() {
                let recent = std::mem::take(&mut self.settings.recent);
                self.settings = Settings { recent, ..Settings::default() };
            }
        });
        if self.settings != before {
            self.ctx.set_theme(self.settings.theme);
            self.save_settings();
        }
        close
    }
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
