//! Random maps: a preview follows the settings at once.

use super::library::{MapSummary, small_picture, texture_options};
use super::side_panel::{scroll_above, side_panel};
use super::{Request, heading, paint_picture};
use crate::map::LoadedMap;
use crate::map::check::MAX_NAME;
use crate::map::generate::{self, MapRequest, REGIONS, SEA_PERCENT};
use common::game::fresh_seed;
use common::job::{Task, TaskJob, Work};
use common::window::{Tokens, card, escape_pressed, page, quiet};
use egui::{Button, DragValue, Label, Rect, Role, Sense, Slider, TextureHandle, Ui, Vec2, WidgetInfo, vec2};
use serde::{Deserialize, Serialize};

/// Seeds are short enough to be written down.
const MAX_SEED: u64 = 999_999;
/// The width of the preview in pixels.
const PREVIEW: usize = 1200;

/// The panel below the preview takes at least this share of the height.
const BELOW: f32 = 0.5;
/// The shape of a preview that is not there yet.
const SHAPE: Vec2 = vec2(1.6, 1.0);
/// The heights of the buttons in a column and in a row.
const BUTTON_COLUMN: f32 = 130.0;
const BUTTON_ROW: f32 = 56.0;

/// A generated map with its preview.
struct Generated {
    request: MapRequest,
    loaded: LoadedMap,
    numbers: String,
    picture: TextureHandle,
}

/// Generates a map.
#[derive(Serialize, Deserialize)]
pub struct GenerateTask(MapRequest);

impl Task for GenerateTask {
    const NAME: &'static str = "random map";
    type News = ();
    type Output = Result<LoadedMap, String>;

    fn run(self, _: &Work, _: &(dyn Fn(()) + Sync)) -> Result<LoadedMap, String> {
        generate::generate(&self.0)
    }
}

/// The page of random maps.
pub struct RandomPage {
    wanted: MapRequest,
    name: String,
    job: Option<(MapRequest, TaskJob<GenerateTask>)>,
    shown: Option<Generated>,
    /// The request that failed, and why.
    failed: Option<(MapRequest, String)>,
}

impl std::fmt::Debug for RandomPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RandomPage").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

impl Default for RandomPage {
    fn default() -> RandomPage {
        RandomPage {
            wanted: MapRequest { regions: 42, seed: fresh_seed() % (MAX_SEED + 1), sea: 35, name: None },
            name: String::new(),
            job: None,
            shown: None,
            failed: None,
        }
    }
}

impl RandomPage {
    /// Takes the map that is ready, and starts the next one if the settings have changed.
    fn poll(&mut self, ui: &Ui) {
        if let Some((request, job)) = &mut self.job
            && let Some(result) = job.poll()
        {
            let request = request.clone();
            match result.unwrap_or_else(|error| Err(error.to_string())) {
                Ok(loaded) => {
                    let preview = small_picture(&loaded.picture, PREVIEW);
                    let picture = ui.ctx().load_texture("random map", preview, texture_options());
                    let numbers = MapSummary::new(&loaded).numbers();
                    self.shown = Some(Generated { request, loaded, numbers, picture });
                }
                Err(why) => self.failed = Some((request, why)),
            }
            self.job = None;
        }
        let is_known = self.shown.as_ref().is_some_and(|shown| shown.request == self.wanted)
            || self.failed.as_ref().is_some_and(|(failed, _)| *failed == self.wanted);
        if self.job.is_none() && !is_known {
            let (ctx, request) = (ui.ctx().clone(), self.wanted.clone());
            let job = TaskJob::start(GenerateTask(request), move || ctx.request_repaint());
            self.job = Some((self.wanted.clone(), job));
        }
    }

    /// Draws the page. `busy` says that a map is being saved.
    pub fn ui(&mut self, ui: &mut Ui, busy: bool) -> Option<Request> {
        self.poll(ui);
        let picture = self.shown.as_ref().map(|shown| shown.picture.clone());
        let request = new_map_panel(
            ui,
            "random map",
            picture.as_ref(),
            self,
            RandomPage::controls,
            |page, ui, is_below| page.keep(ui, is_below, busy),
        );
        let space = ui.available_rect_before_wrap();
        if let Some(picture) = &picture {
            preview(ui, picture, space);
        } else {
            ui.label(quiet("Drawing…"));
        }
        request
    }

    fn controls(&mut self, ui: &mut Ui, is_below: bool) {
        if is_below {
            ui.columns_const(|[left, right]| {
                self.sizes(left);
                self.seed_and_name(right);
            });
        } else {
            heading(ui, "Random map");
            self.sizes(ui);
            self.seed_and_name(ui);
            ui.add_space(4.0);
        }
        if let Some(shown) = self.current() {
            ui.add(Label::new(quiet(format!("{}.", shown.numbers))).wrap());
        } else if let Some((_, why)) = self.failed.as_ref().filter(|(failed, _)| *failed == self.wanted) {
            page::complain(ui, &common::words::sentence(why));
        } else {
            ui.label(quiet("Drawing…"));
        }
    }

    fn sizes(&mut self, ui: &mut Ui) {
        let wanted = &mut self.wanted;
        ui.spacing_mut().slider_width = (ui.available_width() - 72.0).max(80.0);
        let label = ui.label("Regions");
        let regions = Slider::new(&mut wanted.regions, REGIONS).logarithmic(true);
        ui.add(regions).labelled_by(label.id);
        let label = ui.label("Sea");
        ui.add(Slider::new(&mut wanted.sea, SEA_PERCENT).suffix(" %")).labelled_by(label.id);
    }

    fn seed_and_name(&mut self, ui: &mut Ui) {
        let wanted = &mut self.wanted;
        let label = ui.label("Seed");
        ui.horizontal(|ui| {
            ui.add(DragValue::new(&mut wanted.seed).range(0..=MAX_SEED)).labelled_by(label.id);
            if ui.button("Roll the dice").on_hover_text("Another map of the same kind (Ctrl+D)").clicked()
                || ui.input_mut(|input| input.consume_shortcut(&common::window::command(egui::Key::D)))
            {
                wanted.seed = fresh_seed() % (MAX_SEED + 1);
            }
        });
        ui.label("Name");
        let hint = self.shown.as_ref().map_or("", |shown| &shown.loaded.map.name);
        if let Some(name) = page::line_field(ui, "Name of the map", hint, &self.name) {
            self.name = name.chars().take(MAX_NAME).collect();
        }
    }

    /// The map of the settings, if it is drawn.
    fn current(&self) -> Option<&Generated> {
        self.shown.as_ref().filter(|shown| shown.request == self.wanted)
    }

    fn keep(&self, ui: &mut Ui, is_below: bool, busy: bool) -> Option<Request> {
        let ready = self.current().filter(|_| !busy);
        keep_buttons(ui, is_below, ready.map(|shown| &shown.loaded), &self.name)
    }
}

/// Draws the panel of a new map: its settings, which scroll where there is little room, and the buttons below them.
pub fn new_map_panel<T>(
    ui: &mut Ui,
    name: &str,
    picture: Option<&TextureHandle>,
    state: &mut T,
    controls: impl FnOnce(&mut T, &mut Ui, bool),
    buttons: impl FnOnce(&mut T, &mut Ui, bool) -> Option<Request>,
) -> Option<Request> {
    let size = picture.map_or(SHAPE, TextureHandle::size_vec2);
    side_panel(ui, name, size, BELOW, |ui, is_below| {
        card(ui, |ui| {
            let height = if is_below { BUTTON_ROW } else { BUTTON_COLUMN };
            scroll_above(ui, height, |ui| controls(state, ui, is_below));
            buttons(state, ui, is_below)
        })
    })
}

/// The buttons that save a new map under a name, once it is ready, or go back: in a row, or in a column.
pub fn keep_buttons(ui: &mut Ui, is_row: bool, ready: Option<&LoadedMap>, name: &str) -> Option<Request> {
    let mut request = None;
    ui.add_space(4.0);
    let (tokens, is_ready) = (Tokens::of(ui), ready.is_some());
    let draw = |ui: &mut Ui| {
        let keep = egui::RichText::new("Keep").color(tokens.on_accent);
        let keep = Button::new(keep).fill(tokens.accent).min_size(vec2(0.0, 36.0));
        let keep = ui.add_enabled(is_ready, keep).on_hover_text("Saves it in your maps");
        let edit = ui.add_enabled(is_ready, Button::new("Keep and edit").min_size(vec2(0.0, 30.0)));
        let back = ui.add(Button::new("Back to the maps").min_size(vec2(0.0, 30.0)));
        (keep, edit, back.on_hover_text("Escape"))
    };
    let (keep, edit, back) =
        if is_row { ui.horizontal(draw).inner } else { ui.vertical_centered_justified(draw).inner };
    if (keep.clicked() || edit.clicked())
        && let Some(loaded) = ready
    {
        request = Some(Request::Keep(Box::new(named(loaded, name)), edit.clicked()));
    }
    if escape_pressed(ui) || back.clicked() {
        request = Some(Request::Browse);
    }
    request
}

/// The map under the typed name, or under its own if there is none.
fn named(loaded: &LoadedMap, name: &str) -> LoadedMap {
    let name = name.trim();
    let name = if name.is_empty() { loaded.map.name.clone() } else { name.to_owned() };
    let map = crate::map::Map { name, ..crate::map::Map::clone(&loaded.map) };
    LoadedMap { map: map.into(), ..loaded.clone() }
}

/// Paints a picture as large as it can be at the top of a space.
pub fn preview(ui: &mut Ui, picture: &TextureHandle, space: Rect) {
    let size = picture.size_vec2();
    let scale = (space.width() / size.x).min(space.height() / size.y).max(0.01);
    let rect = Rect::from_min_size(space.min, size * scale);
    let rect = rect.translate(vec2((space.width() - rect.width()) / 2.0, 0.0));
    let response = ui.allocate_rect(rect, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "preview of the map"));
    paint_picture(&ui.painter_at(rect), picture, rect, Tokens::of(ui).dark);
}
