//! The dialogs: new, open, save, settings, help and about.

use super::files::{check_mask_name, check_result_name};
use super::import::{ImportEvent, ImportForm};
use super::settings::Settings;
use super::{Generator, words};
use crate::files::Format;
use crate::mask::picture::MAX_CELL_SIZE;
use crate::mask::{MAX_SIDE, Mask};
use common::window::cells::optional_colour;
use common::window::{
    FileBrowser, FileBrowserEvent, ThemeChoice, Tokens, kept_message, page, quiet, radio_buttons, theme,
};
use common::words::sentence;
use egui::{DragValue, Label, RichText, Slider, Ui, WidgetInfo};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// An open dialog.
pub enum Dialog {
    /// The size of a new mask.
    New(NewForm),
    /// Choose a file to open.
    Open {
        /// The files.
        browser: FileBrowser,
        /// Whether a picture is wanted.
        import: bool,
    },
    /// Choose a file for the mask.
    SaveMask {
        /// The files.
        browser: FileBrowser,
        /// The side of a cell in a picture, in pixels.
        cell_size: usize,
    },
    /// Choose a file for the selected result.
    SaveResult(FileBrowser),
    /// Choose how a picture becomes a mask.
    Import(Box<ImportForm>),
    /// The look of the window.
    Settings,
    /// How it works.
    Help,
    /// The name and the version.
    About,
}

/// The size of a new mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewForm {
    width: usize,
    height: usize,
}

impl NewForm {
    /// The size of a mask.
    pub fn of(mask: &Mask) -> NewForm {
        NewForm { width: mask.width(), height: mask.height() }
    }
}

/// How a dialog ends.
enum DialogResult {
    Close,
    New(usize, usize),
    Open(PathBuf),
    SaveMask(PathBuf, usize),
    Import(Mask, PathBuf),
    SaveResult(PathBuf),
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

/// The sizes that a picture may have.
pub const SIDES: RangeInclusive<usize> = 1..=MAX_SIDE;
/// The sizes that can be typed for a new picture. A wrong one is explained, not changed.
const TYPED_SIDES: RangeInclusive<usize> = 0..=9999;

/// Two fields for a size, with their names.
pub fn size_fields(
    ui: &mut Ui,
    names: [&str; 2],
    sides: RangeInclusive<usize>,
    width: &mut usize,
    height: &mut usize,
) {
    let field = |ui: &mut Ui, name: &str, value: &mut usize| {
        let before = *value;
        let field = ui.add(DragValue::new(value).range(sides.clone()).speed(0.15)).on_hover_text(name);
        field.widget_info(|| WidgetInfo::drag_value(true, before as f64));
        field.ctx.accesskit_node_builder(field.id, |node| node.set_label(name));
    };
    field(ui, names[0], width);
    ui.label("×");
    field(ui, names[1], height);
}

impl Generator {
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
        let opens = matches!(dialog, Dialog::Open { .. });
        self.finish_dialog(dialog, result);
        // After a file that cannot be read, the focus stays in the list.
        let failed = opens && matches!(self.dialog, Some(Dialog::Open { .. }));
        if self.dialog.is_some() && !failed {
            // Another dialog follows.
            page::refocus(&self.ctx);
        }
    }

    fn finish_dialog(&mut self, mut dialog: Dialog, result: DialogResult) {
        match result {
            DialogResult::Close => {}
            DialogResult::New(width, height) => {
                self.open_picture(Mask::new(width, height), "");
                self.say("Paint a picture, then press Generate.");
            }
            DialogResult::Open(path) => {
                if !self.open_file(&path)
                    && let Dialog::Open { browser, .. } = &mut dialog
                {
                    browser.complain(std::mem::take(&mut self.message));
                    self.dialog = Some(dialog);
                }
            }
            DialogResult::Import(mask, path) => self.opened(mask, &path),
            DialogResult::SaveMask(path, cell_size) => {
                let saved = self.save_mask(&path, cell_size);
                self.reopen_on_error(saved, dialog);
            }
            DialogResult::SaveResult(path) => {
                let saved = self.save_result(&path);
                self.reopen_on_error(saved, dialog);
            }
        }
    }

    fn reopen_on_error(&mut self, saved: Result<(), String>, mut dialog: Dialog) {
        let Err(why) = saved else { return };
        if let Dialog::SaveMask { browser, .. } | Dialog::SaveResult(browser) = &mut dialog {
            browser.complain(sentence(&why));
            self.dialog = Some(dialog);
        }
    }

    fn dialog_page(&mut self, ui: &mut Ui, dialog: &mut Dialog) -> Option<DialogResult> {
        match dialog {
            Dialog::New(form) => new_page(ui, form),
            Dialog::Open { browser, import } => {
                page::title(ui, if *import { "Import a picture" } else { "Open a picture" });
                ui.add(
                    Label::new(quiet(if *import {
                        "A .png picture is turned into cells; you choose the size and the threshold."
                    } else {
                        "Pictures are .txt or .png files. A .pcell file is opened as the picture that it draws."
                    }))
                    .wrap(),
                );
                browser.open_page(ui).map(|event| DialogResult::from_browser(event, DialogResult::Open))
            }
            Dialog::Import(form) => self.import_page(ui, form).map(|event| match event {
                ImportEvent::Import(mask, path) => DialogResult::Import(mask, path),
                ImportEvent::Cancel => DialogResult::Close,
            }),
            Dialog::SaveMask { browser, cell_size } => {
                page::title(ui, "Save the picture");
                let size = (self.canvas.mask().width(), self.canvas.mask().height());
                let event = browser.save_page_adding(ui, "Save", "txt", |ui, path| {
                    ui.label(quiet("The extension determines the format: .txt is text, .png is a picture."));
                    if Format::from_path(path) == Ok(Format::Picture) {
                        let pixels = format!("{} × {} px", size.0 * *cell_size, size.1 * *cell_size);
                        ui.horizontal(|ui| {
                            let label = ui.label("Cell size");
                            let slider = Slider::new(cell_size, 1..=MAX_CELL_SIZE).suffix(" px");
                            ui.add(slider).labelled_by(label.id);
                            ui.label(quiet(pixels));
                        });
                    }
                    check_mask_name(path)
                });
                let save = |path| DialogResult::SaveMask(path, *cell_size);
                event.map(|event| DialogResult::from_browser(event, save))
            }
            Dialog::SaveResult(browser) => {
                page::title(ui, "Save the result");
                let event = browser.save_page_adding(ui, "Save", "pcell", |ui, path| {
                    ui.label(quiet("The cell editor and the cell puzzle open .pcell files."));
                    check_result_name(path)
                });
                event.map(|event| DialogResult::from_browser(event, DialogResult::SaveResult))
            }
            Dialog::Settings => self.settings_page(ui).then_some(DialogResult::Close),
            Dialog::Help => {
                page::title(ui, "How it works");
                page::scroll(ui, help_page);
                page::close_button(ui).then_some(DialogResult::Close)
            }
            Dialog::About => {
                page::title(ui, "Rule generator");
                ui.label("Finds cellular automata that draw a given picture.");
                ui.label(format!("Version {}, part of Pentad.", env!("CARGO_PKG_VERSION")));
                ui.label(quiet("Free software under MIT or Apache-2.0. The typefaces are Inter, under the Open Font License, and Hack, under the MIT and Bitstream Vera licences."));
                ui.label(quiet(kept_message("Settings", &self.store.settings_file())));
                page::close_button(ui).then_some(DialogResult::Close)
            }
        }
    }

    fn settings_page(&mut self, ui: &mut Ui) -> bool {
        page::title(ui, "Settings");
        let Settings { theme: choice, cell, border, border_colour, .. } = &mut self.settings;
        let heading = |ui: &mut Ui, text: &str| {
            ui.add_space(4.0);
            ui.label(RichText::new(text).font(theme::heavy(theme::size::TEXT)));
        };
        heading(ui, "Theme");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            if radio_buttons(ui, "theme", choice, ThemeChoice::ALL.map(|one| (one, one.name()))) {
                ui.ctx().set_theme(*choice);
            }
        });
        heading(ui, "Cells");
        let mut fits = cell.is_none();
        if ui.checkbox(&mut fits, "As large as fits").changed() {
            *cell = if fits { None } else { Some(24.0) };
        }
        if let Some(cell) = cell {
            ui.horizontal(|ui| {
                let label = ui.label("Cell size");
                let slider = Slider::new(cell, Settings::CELL).step_by(1.0).fixed_decimals(0).suffix(" px");
                ui.add(slider).labelled_by(label.id);
            });
        }
        ui.checkbox(border, "Lines between cells");
        ui.add_enabled_ui(*border, |ui| {
            optional_colour(ui, ["Soft grey", "Own colour"], "colour of lines", border_colour);
        });
        ui.add_space(8.0);
        let mut close = false;
        ui.horizontal(|ui| {
            close = page::main_button(ui, true, "Close");
            if ui.button("Restore defaults").clicked() {
                let default = Settings::default();
                let Settings { mask, earlier, results, recent, .. } = std::mem::take(&mut self.settings);
                self.settings = Settings { mask, earlier, results, recent, ..default };
                ui.ctx().set_theme(self.settings.theme);
            }
        });
        close
    }
}

fn new_page(ui: &mut Ui, form: &mut NewForm) -> Option<DialogResult> {
    page::title(ui, "New picture");
    ui.horizontal(|ui| {
        ui.label("Size");
        size_fields(ui, ["New width", "New height"], TYPED_SIDES, &mut form.width, &mut form.height);
    });
    let valid = Mask::check_size(form.width, form.height).is_ok();
    let hint = if valid {
        quiet(format!("At most {MAX_SIDE} × {MAX_SIDE} cells. Undo brings the old picture back."))
    } else {
        let why = format!("Width and height must be 1 to {MAX_SIDE} cells.");
        quiet(why).color(Tokens::of(ui).bad)
    };
    ui.label(hint);
    ui.add_space(8.0);
    let mut result = None;
    ui.horizontal(|ui| {
        if page::main_button(ui, valid, "Create") {
            result = Some(DialogResult::New(form.width, form.height));
        }
        if ui.button("Cancel").clicked() {
            result = Some(DialogResult::Close);
        }
    });
    result
}

fn help_page(ui: &mut Ui) {
    for (title, lines) in words::HELP {
        ui.label(RichText::new(*title).font(theme::heavy(theme::size::TEXT)));
        for line in *lines {
            ui.add(Label::new(*line).wrap());
        }
        ui.add_space(4.0);
    }
}
