//! The window: the painting grid on the left, the search and its results on the right.

mod canvas;
mod commands;
mod dialogs;
mod files;
mod geometry;
mod grid;
mod import;
mod marks;
mod paint;
mod panel;
mod results;
mod search;
mod settings;
mod stored_results;
mod toolbar;
mod words;

use crate::generate::{Report, Request};
use crate::mask::{ColourIndex, INK, Mask};
use crate::samples;
use canvas::Canvas;
use commands::SHORTCUTS;
use common::store::{self, Store};
use common::window::cells::color32;
use common::window::{BoardShape, Content, FileBrowser, PanelPlace, Tokens, panel_place, quiet};
use common::words::sentence;
use dialogs::Dialog;
use egui::{CentralPanel, Color32, Frame, Label, Margin, Panel, Pos2, RichText, Ui, Vec2, ViewportCommand};
use grid::{GridLook, PaintGrid};
use marks::Mark;
use paint::{Stroke, Tool};
use results::Results;
use search::Search;
pub use settings::{SearchSettings, Settings};
use std::path::Path;
use std::time::Duration;
use stored_results::{MAX_EARLIER, StoredPicture};
use web_time::Instant;

/// The minimum time between two writes of the settings.
const SAVE_INTERVAL: Duration = Duration::from_millis(500);

/// The result of the last search.
struct Outcome {
    request: Request,
    report: Report,
    /// The user stopped the search.
    stopped: bool,
    /// The mask that was searched.
    mask: Mask,
}

/// What was found for another picture than the one on the canvas.
struct Findings {
    picture: usize,
    outcome: Option<Outcome>,
    marks: Vec<Mark>,
    results: Results,
}

/// The height of the tools above the picture.
const BAR: f32 = 44.0;

/// What must be scrolled into view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reveal {
    /// The card of a search that has begun or ended.
    Search,
    /// The rare options, which were opened.
    More,
}

/// The content of the window. Tests can drive it without a native window.
pub struct Generator {
    store: Store,
    settings: Settings,
    /// The settings that were written last.
    stored: Settings,
    last_save: Option<Instant>,
    canvas: Canvas,
    /// The revision of the canvas that the settings contain.
    kept_revision: u64,
    grid: PaintGrid,
    brush: ColourIndex,
    stroke: Option<Stroke>,
    search: Option<Search>,
    outcome: Option<Outcome>,
    marks: Vec<Mark>,
    results: Results,
    /// The picture that the outcome and the results belong to.
    searched_picture: usize,
    /// What was found for other pictures, in case undo or redo brings them back.
    set_aside: Vec<Findings>,
    /// The selected result is shown in place of the picture.
    showing_result: bool,
    reveal: Option<Reveal>,
    /// The width of the toolbar of the picture, and its height.
    toolbar_size: Vec2,
    /// What is under the pointer in the picture of the result.
    hovered_result: Option<String>,
    dialog: Option<Dialog>,
    /// The status line.
    message: String,
    message_is_error: bool,
    /// Where the pointer was when the message came. `None`: it has moved since.
    said_at: Option<Pos2>,
    shown_title: String,
    ctx: egui::Context,
}

/// Opens the window, optionally with a file, and returns when it is closed.
#[cfg(not(target_arch = "wasm32"))]
pub fn run(store: Store, file: Option<&Path>) -> Result<(), common::window::NoWindow> {
    common::window::open("Rule generator", "rule-generator", |ctx| Generator::new(store, file, ctx))
}

/// Runs the web page.
#[cfg(target_arch = "wasm32")]
pub fn run_page() {
    let tasks = common::web::Tasks::default().with::<search::background::GenerateTask>();
    common::web::start(tasks, |ctx| Generator::new(Store::of_page("rule-generator"), None, ctx));
}

impl Generator {
    /// The first content: the file, the mask of the last run, or a sample.
    pub fn new(store: Store, file: Option<&Path>, ctx: &egui::Context) -> Generator {
        let (settings, notice): (Settings, _) = store.settings();
        let settings = settings.validated();
        ctx.set_theme(settings.theme);
        let mask = settings.last_mask();
        let name = samples::name_of(&mask).unwrap_or_default();
        let earlier: Vec<_> = settings.earlier.iter().filter_map(StoredPicture::restored).collect();
        let pictures = earlier.iter().map(|picture| (picture.name.clone(), picture.mask.clone())).collect();
        let canvas = Canvas::with_earlier(mask, name, pictures);
        let mut generator = Generator {
            store,
            stored: settings.clone(),
            last_save: None,
            searched_picture: canvas.picture(),
            canvas,
            kept_revision: 0,
            grid: PaintGrid::default(),
            brush: INK,
            stroke: None,
            search: None,
            outcome: None,
            marks: Vec::new(),
            results: Results::default(),
            set_aside: Vec::new(),
            showing_result: false,
            reveal: None,
            toolbar_size: Vec2::ZERO,
            hovered_result: None,
            dialog: None,
            message_is_error: notice.is_some(),
            message: notice.unwrap_or_else(|| settings.tool.description().to_owned()),
            said_at: None,
            shown_title: String::new(),
            ctx: ctx.clone(),
            settings,
        };
        let restored = generator.settings.results.restored();
        generator.results.restore(restored, generator.settings.result_colours(), ctx);
        for (picture, stored) in earlier.into_iter().enumerate() {
            let mut results = Results::default();
            results.restore(stored.results, generator.settings.result_colours(), ctx);
            generator.set_aside.push(Findings { picture, outcome: None, marks: Vec::new(), results });
        }
        generator.grid.take_focus();
        match file {
            Some(path) if store::is_folder(path) => {
                let browser = FileBrowser::new(files::FILTER, path.to_path_buf(), String::new());
                generator.dialog = Some(Dialog::Open { browser, import: false });
            }
            Some(path) => {
                generator.open_file(path);
            }
            None => {}
        }
        generator
    }

    /// The mask that is painted.
    pub fn mask(&self) -> &Mask {
        self.canvas.mask()
    }

    /// The report of the last search.
    pub fn report(&self) -> Option<&Report> {
        self.outcome.as_ref().map(|outcome| &outcome.report)
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The status line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Shows a report as if a search for the mask had ended with it.
    pub fn show_report(&mut self, report: Report) {
        self.results.begin_search();
        self.showing_result = false;
        let request = self.settings.search.request(self.canvas.mask());
        self.finish(request, report, false, self.canvas.mask().clone());
    }

    fn say(&mut self, message: &str) {
        if self.message != message {
            self.said_at = self.ctx.pointer_latest_pos();
        }
        (self.message, self.message_is_error) = (message.to_owned(), false);
    }

    fn complain(&mut self, message: &str) {
        self.say(message);
        self.message_is_error = true;
    }

    /// Shows another picture. Undo brings the old one back, with what was found for it.
    fn open_picture(&mut self, mask: Mask, name: &str) {
        self.canvas.open(mask, name);
        self.brush = INK;
        self.showing_result = false;
        self.change_findings();
    }

    /// Sets aside what was found for another picture than the one on the canvas, and ends a search for it.
    fn change_findings(&mut self) {
        let picture = self.canvas.picture();
        if picture == self.searched_picture {
            return;
        }
        self.search = None;
        let left = Findings {
            picture: std::mem::replace(&mut self.searched_picture, picture),
            outcome: self.outcome.take(),
            marks: std::mem::take(&mut self.marks),
            results: std::mem::take(&mut self.results),
        };
        if let Some(index) = self.set_aside.iter().position(|found| found.picture == picture) {
            let found = self.set_aside.remove(index);
            (self.outcome, self.marks, self.results) = (found.outcome, found.marks, found.results);
        }
        if left.outcome.is_some() || !left.results.is_empty() {
            self.set_aside.push(left);
            self.set_aside.drain(..self.set_aside.len().saturating_sub(MAX_EARLIER));
        }
        self.keep_results();
    }

    fn undo(&mut self) {
        self.stroke = None;
        let undone = self.canvas.undo();
        self.showing_result = false;
        self.change_findings();
        self.say(if undone { "Undone." } else { "Nothing to undo." });
    }

    fn redo(&mut self) {
        self.stroke = None;
        let redone = self.canvas.redo();
        self.showing_result = false;
        self.change_findings();
        self.say(if redone { "Redone." } else { "Nothing to redo." });
    }

    fn choose_tool(&mut self, tool: Tool) {
        self.settings.tool = tool;
        self.showing_result = false;
        self.say(tool.description());
    }

    /// Starts a search.
    fn generate(&mut self) {
        self.canvas.finish_step();
        let request = self.settings.search.request(self.canvas.mask());
        self.outcome = None;
        self.marks.clear();
        self.results.begin_search();
        self.showing_result = false;
        self.reveal = Some(Reveal::Search);
        self.search = Some(Search::start(request, self.canvas.mask().clone(), &self.ctx));
        self.say("Searching. Stop keeps what was found.");
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop();
            self.say("Stopping…");
        }
    }

    /// Shows what a running search has found, and its report when it ends.
    fn poll_search(&mut self, ui: &Ui) {
        let Some(search) = &mut self.search else { return };
        if self.showing_result {
            self.results.keep_selection();
        }
        match search.poll() {
            None => {
                let found = search.current().found;
                self.results.show(&search.mask, &found, self.settings.result_colours(), &self.ctx);
                ui.ctx().request_repaint_after(search::REFRESH);
            }
            Some(Ok(report)) => {
                let (stopped, mask) = (search.is_stopping(), search.mask.clone());
                let request = search.request.clone();
                self.search = None;
                self.finish(request, report, stopped, mask);
            }
            Some(Err(why)) => {
                self.search = None;
                self.complain(&sentence(&format!("the search has no result: {why}")));
            }
        }
    }

    fn finish(&mut self, request: Request, report: Report, stopped: bool, mask: Mask) {
        let (summary, _) = words::summary(&request, &report, stopped);
        self.say(&summary);
        self.reveal = Some(Reveal::Search);
        self.results.show(&mask, &report.found, self.settings.result_colours(), &self.ctx);
        self.results.tidy();
        self.keep_results();
        // A result that the user looks at is not replaced.
        if !report.found.is_empty() && mask == *self.canvas.mask() && !self.showing_result {
            self.results.select(0);
            self.showing_result = true;
        }
        self.marks = report.contradiction.as_ref().map(Mark::all).unwrap_or_default();
        self.outcome = Some(Outcome { request, report, stopped, mask });
    }

    /// Writes the settings and the mask, at most once per interval.
    fn keep_settings(&mut self, ui: &Ui) {
        let idle = ui.input(|input| !input.pointer.any_down()) && !ui.ctx().text_edit_focused();
        if !idle {
            return;
        }
        if self.stroke.is_none() {
            self.canvas.finish_step();
        }
        self.keep_mask();
        if self.settings == self.stored {
            return;
        }
        if self.last_save.is_some_and(|time| time.elapsed() < SAVE_INTERVAL) {
            ui.ctx().request_repaint_after(SAVE_INTERVAL);
            return;
        }
        self.last_save = Some(Instant::now());
        self.save_settings();
    }

    fn keep_mask(&mut self) {
        if self.kept_revision != self.canvas.revision() {
            self.kept_revision = self.canvas.revision();
            self.settings.mask = self.canvas.mask().to_string();
        }
    }

    /// Stores what was found together with the mask, and the pictures that undo goes back to.
    fn keep_results(&mut self) {
        self.settings.results = self.results.stored();
        let results = |picture: usize| {
            let found = self.set_aside.iter().find(|found| found.picture == picture);
            found.map(|found| found.results.stored()).unwrap_or_default()
        };
        let earlier = self.canvas.earlier();
        let earlier = earlier.map(|(picture, name, mask)| StoredPicture::new(name, mask, results(picture)));
        self.settings.earlier = StoredPicture::newest(earlier.collect());
    }

    fn save_settings(&mut self) {
        self.stored = self.settings.clone();
        if let Err(error) = self.store.save_settings(&self.settings) {
            self.complain(&format!("The settings cannot be saved: {error}."));
        }
    }

    fn update_title(&mut self) {
        let title = match self.canvas.name() {
            "" => "Rule generator".to_owned(),
            name => format!("{name} – Rule generator"),
        };
        if title != self.shown_title {
            self.ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.shown_title = title;
        }
    }

    /// The colour of the lines between cells.
    fn line_color(&self) -> Option<Color32> {
        let soft = Color32::from_gray(128).gamma_multiply(0.35);
        self.settings.border.then(|| self.settings.border_colour.map_or(soft, color32))
    }

    /// The grid or the selected result, with the tools above it.
    fn picture(&mut self, ui: &mut Ui) {
        self.toolbar(ui);
        self.results.recolour(self.settings.result_colours(), &self.ctx);
        let mask = self.canvas.mask();
        let size =
            if self.showing_result { self.results.size() } else { Some((mask.width(), mask.height())) };
        if let Some(size) = size {
            self.settings.cell = geometry::zoom(ui, size, self.settings.cell);
        }
        let (cell, lines) = (self.settings.cell, self.line_color());
        if self.showing_result {
            self.hovered_result = self.results.large_picture(ui, cell, lines);
            return;
        }
        let colours: Vec<Color32> = self.settings.colours.iter().map(|colour| color32(*colour)).collect();
        let current = self.outcome.as_ref().is_some_and(|outcome| outcome.mask == *self.canvas.mask());
        let marks = if current { self.marks.as_slice() } else { &[] };
        let look = GridLook {
            colours: &colours,
            cell,
            lines,
            brush: self.brush,
            mirror: self.settings.mirror,
            marks,
        };
        let events = self.grid.ui(ui, self.canvas.mask(), look);
        for event in events {
            self.handle_grid_event(event);
        }
    }

    /// The cell under the pointer in words.
    fn pointed_cell(&self) -> Option<String> {
        if self.showing_result {
            return self.hovered_result.clone();
        }
        let mask = self.canvas.mask();
        let cell = self.grid.hovered().filter(|(x, y)| *x < mask.width() && *y < mask.height())?;
        Some(sentence(&words::cell_in_words(cell, mask.get(cell.0, cell.1))))
    }

    /// The message on the left; the cell under the pointer or the size of the picture on the right.
    fn status_line(&mut self, ui: &mut Ui) {
        let cell = self.pointed_cell();
        let pointer = ui.ctx().pointer_latest_pos();
        self.said_at.take_if(|place| Some(*place) != pointer);
        let is_pointed = cell.is_some() && self.said_at.is_none();
        let size = || format!("{} × {}", self.canvas.mask().width(), self.canvas.mask().height());
        let right = quiet(cell.unwrap_or_else(size));
        let message = RichText::new(&self.message);
        let message = if self.message_is_error { message.color(Tokens::of(ui).bad) } else { message };
        let needed = text_width(ui, &message) + ui.spacing().item_spacing.x + text_width(ui, &right);
        // Without room for both, the cell is what the user looks at now. A new message or an error is more important.
        let both = needed <= ui.available_width();
        let only_cell = !both && is_pointed && !self.message_is_error;
        ui.horizontal(|ui| {
            if !only_cell {
                let width = ui.available_width() - if both { text_width(ui, &right) } else { 0.0 };
                ui.scope(|ui| {
                    ui.set_max_width(width);
                    ui.add(Label::new(message).truncate()).on_hover_text(&self.message);
                });
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if both || only_cell {
                    ui.add(Label::new(right).truncate());
                }
            });
        });
    }
}

/// The width of a text in one line.
fn text_width(ui: &Ui, text: &RichText) -> f32 {
    let text = egui::WidgetText::from(text.clone());
    text.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, egui::TextStyle::Body).size().x
}

impl Content for Generator {
    fn ui(&mut self, ui: &mut Ui) {
        #[cfg(target_arch = "wasm32")]
        match common::web::automata::linked_file() {
            Some(Ok(path)) => {
                self.open_file(&path);
            }
            Some(Err(why)) => self.complain(&why),
            None => {}
        }
        self.poll_search(ui);
        self.grid.begin_frame(ui);
        if self.dialog.is_none() {
            if let Some(command) = SHORTCUTS.pressed(ui) {
                // What was open belongs to another command.
                egui::Popup::close_all(ui.ctx());
                self.run_command(command);
            }
            self.plain_keys(ui);
            let dropped =
                ui.input(|input| input.raw.dropped_files.last().map(|file| file.path().to_path_buf()));
            if let Some(path) = dropped {
                self.open_file(&path);
            }
        }
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu").frame(bar).show(ui, |ui| self.menu(ui));
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        Panel::bottom("status").frame(bar).show(ui, |ui| self.status_line(ui));
        let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
        let mask = self.canvas.mask();
        let aspect = mask.width() as f32 / mask.height().max(1) as f32;
        let shape = BoardShape { aspect, controls: BAR, needs_panel: true };
        let panel = match panel_place(ui.available_size(), shape) {
            PanelPlace::Below(height) => Panel::bottom("panel").exact_size(height),
            PanelPlace::Beside(width) => Panel::right("panel").exact_size(width),
        };
        panel.frame(frame).resizable(false).show_separator_line(false).show(ui, |ui| self.panel(ui));
        CentralPanel::default().frame(frame).show(ui, |ui| self.picture(ui));
        self.dialogs(ui);
        self.keep_settings(ui);
        self.update_title();
    }

    fn is_busy(&self) -> bool {
        matches!(&self.dialog, Some(Dialog::Import(form)) if form.is_reading())
    }

    fn leave(&mut self) {
        self.keep_mask();
        self.keep_results();
        if self.settings != self.stored {
            self.save_settings();
        }
    }
}
