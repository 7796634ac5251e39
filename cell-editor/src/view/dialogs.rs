//! Pages that open over the editor: new, open, save, export, settings, help, about, and questions.

use super::browser::{self, Browser};
use super::new::{self, Draft};
use super::settings::Settings;
use super::{Editor, cards, saving};
use crate::document::Document;
use crate::neighbours::Neighbour;
use crate::text;
use common::automaton::Colour;
use common::window::{ThemeChoice, page, quiet, theme};
use common::words::sentence;
use egui::{Grid, RichText, Slider, Ui, ViewportCommand, WidgetInfo, vec2};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// What is wanted, as soon as no changes are lost by it.
#[derive(Debug, Clone)]
pub enum Request {
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
        browser: Browser,
        then: Option<Request>,
    },
    /// A picture or Golly's rule to write.
    Export {
        browser: Browser,
        cell: usize,
    },
    /// There are unsaved changes, and something would lose them.
    Ask(Request),
    /// Another program has changed the file.
    Overwrite(Option<Request>),
    Settings,
    Help,
    About,
}

/// How a page ends.
enum End {
    Close,
    New(Box<Document>),
    Open(PathBuf),
    Save(PathBuf, Option<Request>),
    /// The file that there is, whatever another program has done to it.
    SaveAnyway(Option<Request>),
    Export(PathBuf, usize),
    /// First save, then this.
    SaveFirst(Request),
    /// This, without saving.
    Discard(Request),
}

impl End {
    /// What to do with a file that was taken, if one was.
    fn of(act: browser::Act, take: impl FnOnce(PathBuf) -> End) -> End {
        match act {
            browser::Act::Take(path) => take(path),
            browser::Act::Cancel => End::Close,
        }
    }
}

impl Editor {
    /// Does something that would lose changes, or asks first.
    pub(super) fn request(&mut self, request: Request) {
        let changed = self.document.as_ref().is_some_and(Document::is_changed);
        let unsaved = self.document.as_ref().is_some_and(|document| document.path().is_none());
        let asks = match request {
            Request::Start(_) => changed || unsaved,
            _ => changed,
        };
        if asks {
            self.dialog = Some(Dialog::Ask(request));
        } else {
            self.fulfil(request);
        }
    }

    /// Does what was wanted; changes are saved, or not wanted any more.
    pub(super) fn fulfil(&mut self, request: Request) {
        self.dialog = None;
        match request {
            Request::ShowNew => self.show_new(),
            Request::ShowOpen => self.show_open(),
            Request::Show(document) => {
                self.said = format!("A copy of {}.", document.name());
                self.replace(*document);
            }
            Request::Open(path) => {
                self.open_file(&path);
            }
            Request::Recover => self.recover(),
            Request::Start(neighbour) => self.start(neighbour),
            Request::Close => {
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
            Some(End::SaveFirst(request)) => self.save(Some(request)),
            Some(End::Discard(request)) => self.fulfil(request),
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
                browser.open_page(ui).map(|act| End::of(act, End::Open))
            }
            Dialog::Save { browser, then } => {
                saving::save_page(ui, browser).map(|act| End::of(act, |path| End::Save(path, then.clone())))
            }
            Dialog::Export { browser, cell } => {
                let size = self.preview.shown().map(|(row, generations)| (row.len(), generations));
                saving::export_page(ui, browser, cell, size)
                    .map(|act| End::of(act, |path| End::Export(path, *cell)))
            }
            Dialog::Ask(request) => self.ask_page(ui, request),
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
            Dialog::Settings => self.settings_page(ui).then_some(End::Close),
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

    fn ask_page(&mut self, ui: &mut Ui, request: &Request) -> Option<End> {
        let (name, changed) =
            self.document.as_ref().map_or(("it", false), |document| (document.name(), document.is_changed()));
        page::title(ui, &format!("Save {name}?"));
        let starts = if let Request::Start(neighbour) = request { Some(neighbour.program()) } else { None };
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
            if page::main_button(ui, true, "Save") {
                end = Some(End::SaveFirst(request.clone()));
            }
            let has_file = self.document.as_ref().is_some_and(|document| document.path().is_some());
            match starts {
                None => {
                    if ui.button("Do not save").clicked() {
                        end = Some(End::Discard(request.clone()));
                    }
                }
                Some(_) if has_file => {
                    if ui.button("Open it as it was").clicked() {
                        end = Some(End::Discard(request.clone()));
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
            ui.radio_value(choice, ThemeChoice::System, "as the desktop");
            ui.radio_value(choice, ThemeChoice::Light, "light");
            ui.radio_value(choice, ThemeChoice::Dark, "dark");
        });
        heading(ui, "Cells of the rules");
        let mut fits = cell.is_none();
        if ui.checkbox(&mut fits, "as large as fits").changed() {
            *cell = if fits { None } else { Some(24.0) };
        }
        let row = |ui: &mut Ui, name: &str, value: &mut f32, range: RangeInclusive<f32>, on: bool| {
            ui.label(name);
            let slider = Slider::new(value, range).step_by(1.0).fixed_decimals(0).suffix(" px");
            let slider = ui.add_enabled(on, slider);
            slider.widget_info(|| WidgetInfo::slider(on, f64::from(*value), name));
            ui.end_row();
        };
        Grid::new("sizes").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
            let mut side = cell.unwrap_or(24.0);
            row(ui, "Side of a cell", &mut side, Settings::CELL, cell.is_some());
            if let Some(cell) = cell {
                *cell = side;
            }
            row(ui, "Gap between cells", gap, Settings::GAP, true);
            row(ui, "Gap between rules", rule_gap, Settings::RULE_GAP, true);
        });
        ui.checkbox(digits, "Digits on the cells");
        heading(ui, "Borders and digits");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            let mut own = border.is_some();
            ui.radio_value(&mut own, false, "black or white, by contrast");
            ui.radio_value(&mut own, true, "one colour for all");
            if own != border.is_some() {
                *border = own.then_some(Colour::new(0x80, 0x80, 0x80));
            }
            if let Some(colour) = border
                && let Some(wished) = cards::colour_well(ui, "colour of borders and digits", *colour)
            {
                *colour = wished;
            }
        });
        ui.add_space(8.0);
        let mut close = false;
        ui.horizontal(|ui| {
            close = ui.button("Close").clicked();
            if ui.button("Restore defaults").clicked() {
                let recent = std::mem::take(&mut self.settings.recent);
                self.settings = Settings { recent, ..Settings::default() };
            }
        });
        if self.settings != before {
            self.ctx.set_theme(self.settings.theme);
            self.keep_settings();
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
