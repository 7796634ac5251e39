//! Pictures as masks: importing with a threshold, a size and a preview.

use super::dialogs::{Dialog, SIDES, size_fields};
use super::grid::paint_mask;
use super::{Generator, words};
use crate::files::{self, MaskFile};
use crate::mask::picture::Luminance;
use crate::mask::{MAX_SIDE, Mask};
use common::job::Job;
use common::store;
use common::window::cells::color32;
use common::window::{Tokens, page, quiet, theme};
use egui::{
    Align2, Color32, Rangef, Rect, Role, Sense, Slider, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use std::path::{Path, PathBuf};

/// The range of the preview's height.
const PREVIEW: Rangef = Rangef { min: 64.0, max: 240.0 };
/// The height of the rest of the page, with the space around it.
const AROUND_PREVIEW: f32 = 380.0;

/// A size that is asked for: columns and rows. `None` is the picture's own size.
type Size = Option<(usize, usize)>;

/// The choices of an import.
pub struct ImportForm {
    path: PathBuf,
    /// The cells of the picture, once they are read.
    cells: Option<Luminance>,
    /// The picture's own number of columns and rows, for its proportions.
    own_size: (usize, usize),
    size: (usize, usize),
    keep_proportions: bool,
    threshold: u8,
    /// Every colour of the picture is a colour of the mask.
    keep_colours: bool,
    invert: bool,
    /// Reads the picture in another size.
    job: Option<(Size, Job<Result<Luminance, String>>)>,
    problem: String,
    ctx: egui::Context,
}

/// How the dialog ends.
pub enum ImportEvent {
    /// Use this mask.
    Import(Mask, PathBuf),
    /// Close the dialog.
    Cancel,
}

fn read(path: &Path, size: Size) -> Result<Luminance, String> {
    match files::read(path, size)? {
        MaskFile::Picture(luminance) => Ok(luminance),
        MaskFile::Text(_) => Err(format!("{} is not a PNG picture", path.display())),
    }
}

impl ImportForm {
    /// Starts to read a picture.
    pub fn new(path: &Path, ctx: &egui::Context) -> ImportForm {
        let mut form = ImportForm {
            path: path.to_path_buf(),
            cells: None,
            own_size: (1, 1),
            size: (1, 1),
            keep_proportions: true,
            threshold: 128,
            keep_colours: false,
            invert: false,
            job: None,
            problem: String::new(),
            ctx: ctx.clone(),
        };
        form.start(None);
        form
    }

    /// Whether the picture is being read.
    pub fn is_reading(&self) -> bool {
        self.job.is_some()
    }

    fn start(&mut self, size: Size) {
        let (path, ctx) = (self.path.clone(), self.ctx.clone());
        let job = Job::start("import", move || ctx.request_repaint(), move |_| read(&path, size));
        self.job = Some((size, job));
    }

    /// Takes what was read. If the size has changed in the meantime, the picture is read again.
    fn poll(&mut self) {
        let Some((size, job)) = &mut self.job else { return };
        let size = *size;
        let Some(result) = job.poll() else { return };
        self.job = None;
        match result.map_err(|why| why.to_string()).and_then(|result| result) {
            Ok(cells) => {
                if size.is_none() {
                    self.own_size = (cells.width(), cells.height());
                    self.size = self.own_size;
                    self.threshold = cells.suggested_threshold();
                    self.keep_colours = cells.suggests_colours();
                } else if Some(self.size) != size {
                    self.start(Some(self.size));
                }
                self.cells = Some(cells);
            }
            Err(why) => self.problem = words::file_problem(&why),
        }
    }

    /// The mask of the current choices.
    fn mask(&self) -> Option<Mask> {
        let cells = self.cells.as_ref()?;
        let colours = cells.colour_mask().filter(|_| self.keep_colours);
        let mask = colours.unwrap_or_else(|| cells.mask(self.threshold));
        Some(if self.invert { mask.inverted() } else { mask })
    }

    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, colours: &[Color32]) -> Option<ImportEvent> {
        self.poll();
        page::title(ui, "Import a picture");
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.add(egui::Label::new(quiet(name)).truncate());
        let mask = self.mask();
        let missing = if self.problem.is_empty() { "Reading the picture…" } else { "" };
        preview(ui, mask.as_ref(), missing, colours);
        page::complain(ui, &self.problem);
        ui.add_enabled_ui(self.cells.is_some(), |ui| self.controls(ui));
        ui.add_space(8.0);
        let mut event = None;
        ui.horizontal(|ui| {
            let ready = mask.is_some() && self.job.is_none();
            if page::main_button(ui, ready, "Import") {
                event = mask.map(|mask| ImportEvent::Import(mask, self.path.clone()));
            }
            if ui.button("Cancel").clicked() {
                event = Some(ImportEvent::Cancel);
            }
        });
        event
    }

    fn controls(&mut self, ui: &mut Ui) {
        let (mut width, mut height) = self.size;
        ui.horizontal(|ui| {
            ui.label("Size");
            size_fields(ui, ["Columns", "Rows"], SIDES, &mut width, &mut height);
            ui.checkbox(&mut self.keep_proportions, "Keep proportions");
        });
        if (width, height) != self.size {
            self.size = self.proportional(width, height);
            if self.job.is_none() {
                self.start(Some(self.size));
            }
        }
        let colours = self.cells.as_ref().and_then(Luminance::colour_count);
        if let Some(count) = colours {
            ui.checkbox(&mut self.keep_colours, format!("Keep its {count} colours"))
                .on_hover_text("The lightest colour is paper, the darkest one is ink.");
        }
        ui.add_enabled_ui(colours.is_none() || !self.keep_colours, |ui| {
            ui.horizontal(|ui| {
                let label = ui.label("Threshold");
                ui.add(Slider::new(&mut self.threshold, 0..=255)).labelled_by(label.id);
                if let Some(cells) = &self.cells
                    && ui
                        .button("Suggest")
                        .on_hover_text("Choose the threshold by the brightness of the picture")
                        .clicked()
                {
                    self.threshold = cells.suggested_threshold();
                }
            });
            ui.label(quiet("Cells that are darker than the threshold are ink."));
        });
        ui.checkbox(&mut self.invert, "Invert");
    }

    /// The new size. With fixed proportions the other side follows the one that was changed.
    fn proportional(&self, width: usize, height: usize) -> (usize, usize) {
        if !self.keep_proportions {
            return (width, height);
        }
        let follow =
            |side: usize, own: usize, other: usize| ((side * other + own / 2) / own).clamp(1, MAX_SIDE);
        let (own_width, own_height) = self.own_size;
        if width == self.size.0 {
            (follow(height, own_height, own_width), height)
        } else {
            (width, follow(width, own_width, own_height))
        }
    }
}

/// Draws the mask or, without one, a text.
fn preview(ui: &mut Ui, mask: Option<&Mask>, missing: &str, colours: &[Color32]) {
    let height = PREVIEW.clamp(ui.ctx().content_rect().height() - AROUND_PREVIEW);
    let (space, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let tokens = Tokens::of(ui);
    ui.painter().rect_filled(space, 6, tokens.page);
    ui.painter().rect_stroke(space, 6, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
    let name = mask.map_or(format!("preview. {missing}"), |mask| {
        format!("preview, {} × {} cells", mask.width(), mask.height())
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let Some(mask) = mask else {
        let font = theme::plain(theme::size::TEXT);
        ui.painter().text(space.center(), Align2::CENTER_CENTER, missing, font, tokens.quiet);
        return;
    };
    let counts = vec2(mask.width() as f32, mask.height() as f32);
    let cell = ((space.size() - Vec2::splat(16.0)) / counts).min_elem();
    let cell = if cell >= 1.0 { cell.floor().min(20.0) } else { cell };
    paint_mask(ui.painter(), Rect::from_center_size(space.center().round(), counts * cell), mask, colours);
}

impl Generator {
    /// Opens the dialog to import a picture. Returns whether the file is there.
    pub(super) fn import_picture(&mut self, path: &Path) -> bool {
        if !store::is_file(path) {
            self.complain(&format!("There is no file {}.", path.display()));
            return false;
        }
        self.dialog = Some(Dialog::Import(Box::new(ImportForm::new(path, &self.ctx))));
        true
    }

    /// The page of the import.
    pub(super) fn import_page(&mut self, ui: &mut Ui, form: &mut ImportForm) -> Option<ImportEvent> {
        let colours: Vec<Color32> = self.settings.colours.iter().map(|colour| color32(*colour)).collect();
        form.ui(ui, &colours)
    }
}
