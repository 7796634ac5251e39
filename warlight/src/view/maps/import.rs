//! Import of maps of other programs and of template pictures.

use super::library::{MapSummary, small_picture, texture_options};
use super::random::{keep_buttons, new_map_panel, preview};
use super::{Request, heading};
use crate::map::check::MAX_NAME;
use crate::map::file::colour_text;
use crate::map::import::{self, ImportRequest, Imported, SeaColour};
use common::job::Job;
use common::window::{Tokens, combo_box, page, quiet};
use common::words::sentence;
use egui::{Color32, ComboBox, Label, Sense, TextureHandle, Ui, vec2};
use std::path::PathBuf;

/// The width of the preview in pixels.
const PREVIEW: usize = 1200;

/// The page of an import.
pub struct ImportPage {
    file: PathBuf,
    name: String,
    wanted: SeaColour,
    job: Option<(SeaColour, Job<Result<Imported, String>>)>,
    /// For which sea there is a result.
    done: Option<SeaColour>,
    shown: Option<(Imported, String, TextureHandle)>,
    trouble: String,
}

impl std::fmt::Debug for ImportPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImportPage").field("file", &self.file).finish_non_exhaustive()
    }
}

impl ImportPage {
    /// Imports a file.
    pub fn new(file: PathBuf) -> ImportPage {
        ImportPage {
            file,
            name: String::new(),
            wanted: SeaColour::Edge,
            job: None,
            done: None,
            shown: None,
            trouble: String::new(),
        }
    }

    fn poll(&mut self, ui: &Ui) {
        if let Some((sea, job)) = &mut self.job
            && let Some(result) = job.poll()
        {
            self.done = Some(*sea);
            self.job = None;
            match result.unwrap_or_else(|error| Err(error.to_string())) {
                Ok(imported) => {
                    let small = small_picture(&imported.loaded.picture, PREVIEW);
                    let picture = ui.ctx().load_texture("import", small, texture_options());
                    let numbers = MapSummary::new(&imported.loaded).numbers();
                    self.shown = Some((imported, numbers, picture));
                    self.trouble.clear();
                }
                Err(why) => self.trouble = sentence(&why),
            }
        }
        if self.job.is_none() && self.done != Some(self.wanted) {
            let (ctx, sea) = (ui.ctx().clone(), self.wanted);
            let request = ImportRequest { file: self.file.clone(), sea, ..ImportRequest::default() };
            let run =
                move |_: &common::job::Work| import::import(&request).map_err(|error| error.to_string());
            self.job = Some((sea, Job::start("import", move || ctx.request_repaint(), run)));
        }
    }

    /// Draws the page. `busy` says that the map is being saved.
    pub fn ui(&mut self, ui: &mut Ui, busy: bool) -> Option<Request> {
        self.poll(ui);
        let picture = self.shown.as_ref().map(|(_, _, picture)| picture.clone());
        let request = new_map_panel(
            ui,
            "import",
            picture.as_ref(),
            self,
            |page, ui, _| page.controls(ui),
            |page, ui, is_below| page.keep(ui, is_below, busy),
        );
        let space = ui.available_rect_before_wrap();
        if let Some(picture) = &picture {
            preview(ui, picture, space);
        } else if self.job.is_some() {
            ui.label("Reading the file…");
        } else {
            ui.label(quiet("There is nothing to show."));
        }
        request
    }

    fn keep(&self, ui: &mut Ui, is_below: bool, busy: bool) -> Option<Request> {
        let is_current = self.trouble.is_empty() && self.done == Some(self.wanted);
        let ready = self.shown.as_ref().filter(|_| is_current && !busy);
        keep_buttons(ui, is_below, ready.map(|(imported, ..)| &imported.loaded), &self.name)
    }

    fn controls(&mut self, ui: &mut Ui) {
        heading(ui, "Import");
        let file = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.add(Label::new(quiet(file)).truncate()).on_hover_text(self.file.display().to_string());
        if !self.trouble.is_empty() {
            let text = egui::RichText::new(&self.trouble).color(Tokens::of(ui).bad);
            ui.add(Label::new(text).wrap());
        }
        if let Some((imported, numbers, _)) = &self.shown {
            ui.add(Label::new(format!("{numbers}.")).wrap());
            for note in &imported.notes {
                ui.add(Label::new(quiet(note)).wrap());
            }
            if !imported.colours.is_empty() {
                let chosen = sea_choice(ui, imported, self.wanted);
                self.wanted = chosen.unwrap_or(self.wanted);
            }
            ui.label("Name");
            if let Some(name) = page::line_field(ui, "Name of the map", &imported.loaded.map.name, &self.name)
            {
                self.name = name.chars().take(MAX_NAME).collect();
            }
        }
    }
}

/// The choice of the colour of the sea.
fn sea_choice(ui: &mut Ui, imported: &Imported, wanted: SeaColour) -> Option<SeaColour> {
    let mut chosen = None;
    ui.label("Sea");
    let current = imported.sea.map_or_else(|| "none".to_owned(), colour_text);
    ui.horizontal(|ui| {
        swatch(ui, imported.sea);
        let combo = ComboBox::from_id_salt("sea").selected_text(current).width(ui.available_width());
        let combo = combo_box(ui, combo, |ui, list| {
            let none = SeaColour::None;
            if list.entry(ui, wanted == none, "none: all colours are regions").clicked() {
                chosen = Some(none);
            }
            for (colour, percent) in &imported.colours {
                ui.horizontal(|ui| {
                    swatch(ui, Some(*colour));
                    let text = format!("{}, {percent:.0} % of the picture", colour_text(*colour));
                    if list.entry(ui, imported.sea == Some(*colour), text).clicked() {
                        chosen = Some(SeaColour::Colour(*colour));
                    }
                });
            }
        });
        combo.accessible_name("colour of the sea");
    });
    chosen
}

/// A small square of a colour.
fn swatch(ui: &mut Ui, colour: Option<[u8; 3]>) {
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    let [red, green, blue] = colour.unwrap_or([255; 3]);
    let corner = egui::CornerRadius::same(4);
    ui.painter().rect_filled(rect, corner, Color32::from_rgb(red, green, blue));
    let edge = egui::Stroke::new(1.0, Tokens::of(ui).quiet);
    ui.painter().rect_stroke(rect, corner, edge, egui::StrokeKind::Inside);
}
