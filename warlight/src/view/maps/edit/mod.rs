//! The map editor: the map on the left; the map as a whole, the selected region, super regions and mistakes on the right.

mod canvas;
mod document;
mod groups;
mod mistakes;
mod panel;
mod region;

use super::super::art::MapArt;
use super::super::map_view::MapView;
use super::escape_pressed;
use super::library::MapSource;
use super::recovery::UnsavedMap;
use super::tasks::{self, OpenedMap};
use crate::map::{LoadedMap, Mistake, RegionId, SuperRegionId, Template, check, edit, paint};
use common::job::Job;
use common::window::{Shortcuts, card, command, panel_width, quiet, saved_message};
pub use document::Version;
use document::{EditKind, MapDocument};
use egui::{Button, Context, Frame, Key, KeyboardShortcut, Margin, Modifiers, Panel, Pos2, Ui, vec2};
use image::RgbImage;
use mistakes::Place;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a click on the map does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    /// Select a region.
    Select,
    /// Add or remove a border of the selected region.
    Borders,
    /// Place the label of the selected region.
    Label,
}

/// What the panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tab {
    Map,
    Region,
    SuperRegions,
    Mistakes,
}

/// The commands of the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Undo,
    Redo,
    Save,
}

const SHORTCUTS: Shortcuts<Command> = Shortcuts {
    keys: &[
        (Command::Redo, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z)),
        (Command::Undo, command(Key::Z)),
        (Command::Redo, command(Key::Y)),
        (Command::Save, command(Key::S)),
    ],
    shown: &[],
};

/// What the editor asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorEvent {
    /// Back to the list of maps.
    Leave,
    /// Choose the map for the next game.
    Play,
    /// The map has been saved.
    Saved,
    /// The map could not be saved.
    NotSaved,
}

/// After regions have got other numbers, everything that is shown is computed again.
#[derive(Debug)]
enum Rebuild {
    Done,
    Wanted,
    Running(Box<Job<MapArt>>),
}

/// The map editor.
#[derive(Debug)]
pub struct Editor {
    source: MapSource,
    path: PathBuf,
    /// There is no file yet.
    is_new: bool,
    document: MapDocument,
    /// What the map looks like. Names and labels follow at once, colours after a moment.
    art: Arc<MapArt>,
    is_painted: bool,
    missing: Vec<Mistake>,
    /// The regions that touch in the picture.
    touching: HashSet<(RegionId, RegionId)>,
    mistakes: Vec<Mistake>,
    view: MapView,
    tab: Tab,
    tool: Tool,
    selected: Option<RegionId>,
    /// A point of the map that is to be shown.
    show: Option<Pos2>,
    /// A super region that is to be shown in the list.
    focus_group: Option<SuperRegionId>,
    /// The label of the selected region is being dragged to this point of the map.
    drag: Option<Pos2>,
    /// The template of the map as it was opened, in the colours of its regions.
    template: Arc<RgbImage>,
    rebuild: Rebuild,
    /// The picture must be painted again.
    is_stale: bool,
    painting: Option<Job<MapArt>>,
    saving: Option<(Version, Job<Result<(), String>>)>,
    /// What happened last, and whether it was a failure.
    message: (String, bool),
    /// A command that is to be run when the editor is drawn next.
    pending: Option<Command>,
}

impl Editor {
    /// Opens a map.
    pub fn new(opened: OpenedMap) -> Editor {
        let OpenedMap { source, path, is_new, art, is_painted, missing, restored } = opened;
        let version = Version { map: Arc::clone(&art.loaded.map), about: art.loaded.about.clone() };
        let message = if is_new {
            "This is a copy of a built-in map. It joins your maps when you save it.".to_owned()
        } else {
            String::new()
        };
        let template = Arc::new(art.loaded.template.to_picture(&art.loaded.map));
        let mut editor = Editor {
            source,
            path,
            is_new,
            document: MapDocument::new(version),
            touching: paint::touching(&art.loaded.template, 1),
            art,
            is_painted,
            missing,
            mistakes: Vec::new(),
            view: MapView::default(),
            tab: Tab::Region,
            tool: Tool::Select,
            selected: None,
            show: None,
            focus_group: None,
            drag: None,
            template,
            rebuild: Rebuild::Done,
            is_stale: false,
            painting: None,
            saving: None,
            message: (message, false),
            pending: None,
        };
        editor.check();
        if !editor.mistakes.is_empty() {
            editor.tab = Tab::Mistakes;
        }
        if let Some(Version { map, about }) = restored {
            editor.edit(EditKind::Restore, |old, text| {
                *old = Arc::unwrap_or_clone(map);
                *text = about;
            });
            let message = "Your changes are restored. They are not saved yet; Undo shows the saved map.";
            editor.message = (message.to_owned(), false);
        }
        editor
    }

    /// The file of the map.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the map.
    pub fn name(&self) -> String {
        self.document.map().name.clone()
    }

    /// Whether there are changes that are not saved.
    pub fn is_changed(&self) -> bool {
        self.document.is_changed()
    }

    /// The changes that are not saved, to be kept until they are.
    pub fn unsaved(&self) -> Option<UnsavedMap> {
        self.is_changed().then(|| UnsavedMap {
            source: self.source.clone(),
            path: self.path.clone(),
            version: self.document.version().clone(),
        })
    }

    /// Whether what is shown has other regions than the map.
    fn is_rebuilding(&self) -> bool {
        !matches!(self.rebuild, Rebuild::Done)
    }

    fn check(&mut self) {
        let map = self.document.map();
        self.mistakes = check::structure(map);
        if self.is_rebuilding() {
            return;
        }
        let missing = |mistake: &Mistake| self.missing.iter().any(|it| place_of(it) == place_of(mistake));
        let labels = check::labels(map, &self.art.loaded.template);
        self.mistakes.extend(labels.into_iter().filter(|mistake| !missing(mistake)));
        let exists =
            |it: &&Mistake| place_of(it).is_some_and(|name| map.regions.iter().any(|it| it.name == name));
        self.mistakes.extend(self.missing.iter().filter(exists).cloned());
    }

    /// Changes the map.
    fn edit(&mut self, kind: EditKind, change: impl FnOnce(&mut crate::map::Map, &mut String)) {
        if self.document.edit(kind, change) {
            self.message = (String::new(), false);
            self.follow(kind);
        }
    }

    /// Shows a changed map.
    fn follow(&mut self, kind: EditKind) {
        if kind.changes_regions() {
            (self.selected, self.drag, self.tool) = (None, None, Tool::Select);
            self.rebuild = Rebuild::Wanted;
            self.check();
            return;
        }
        let map = Arc::clone(self.document.map());
        // Names, numbers and labels are drawn over the picture and follow at once. Groups are traced again later.
        let mut art = MapArt::clone(&self.art);
        art.loaded.map = Arc::clone(&map);
        art.super_outlines.truncate(map.super_regions.len());
        art.bonus_places.resize(map.super_regions.len(), Pos2::ZERO);
        for (place, group) in art.bonus_places.iter_mut().zip(&map.super_regions) {
            if let Some(first) = group.regions.first().filter(|_| *place == Pos2::ZERO) {
                let (x, y) = map.regions[usize::from(*first)].label;
                *place = egui::pos2(x as f32, y as f32);
            }
        }
        self.art = Arc::new(art);
        self.is_stale |= kind.changes_picture();
        self.check();
    }

    fn toggle_border(&mut self, a: RegionId, b: RegionId) {
        self.edit(EditKind::Border, |map, _| {
            edit::toggle_border(map, a, b);
        });
    }

    /// Removes a region.
    fn delete_region(&mut self, region: RegionId) {
        let map = self.document.map();
        if map.regions.len() <= 2 {
            self.message = ("A map has at least two regions.".to_owned(), true);
            return;
        }
        let name = map.regions[usize::from(region)].name.clone();
        self.document.close_step();
        self.edit(EditKind::DeleteRegion, |map, _| {
            edit::remove_region(map, region);
        });
        self.message = (format!("{name} is deleted: its land is sea now."), false);
    }

    fn is_over_sea(&self, a: RegionId, b: RegionId) -> bool {
        !self.touching.contains(&(a.min(b), a.max(b)))
    }

    fn toggle_tool(&mut self, tool: Tool) {
        self.tool = if self.tool == tool { Tool::Select } else { tool };
    }

    fn select(&mut self, region: RegionId) {
        self.selected = Some(region);
        self.tab = Tab::Region;
        self.document.close_step();
    }

    /// Shows what a mistake is about.
    fn show_place(&mut self, place: Place) {
        match place {
            Place::Map => self.tab = Tab::Map,
            Place::Region(id) => {
                self.select(id);
                self.view.set_cursor(id);
                self.show = self.art.outlines.get(usize::from(id)).map(|_| {
                    let bounds = self.art.bounds[usize::from(id)];
                    if bounds.is_positive() { bounds.center() } else { self.art.label(id) }
                });
            }
            Place::SuperRegion(id) => {
                self.tab = Tab::SuperRegions;
                self.focus_group = Some(id);
            }
        }
    }

    /// Undo, redo and save. They come before the shortcuts of the window; also while a text is being typed.
    pub fn shortcuts(&mut self, ui: &Ui) {
        self.pending = SHORTCUTS.pressed(ui).or(self.pending);
    }

    fn undo(&mut self) {
        if let Some(kind) = self.document.undo() {
            self.message = (format!("Undone: {}.", kind.title()), false);
            self.follow(kind);
        }
    }

    fn redo(&mut self) {
        if let Some(kind) = self.document.redo() {
            self.message = (format!("Redone: {}.", kind.title()), false);
            self.follow(kind);
        }
    }

    /// The map as it is now, with its pictures.
    fn loaded(&self) -> LoadedMap {
        LoadedMap {
            map: Arc::clone(self.document.map()),
            about: self.document.about().to_owned(),
            ..self.art.loaded.clone()
        }
    }

    /// Saves the map in the background. Returns false if it has mistakes: such a file could not be opened again.
    pub fn save(&mut self, ctx: &Context) -> bool {
        if self.saving.is_some() {
            return true;
        }
        if let Some(count) = Some(self.mistakes.len()).filter(|count| *count > 0) {
            self.tab = Tab::Mistakes;
            let mistakes = if count == 1 { "a mistake".to_owned() } else { format!("{count} mistakes") };
            self.message =
                (format!("Not saved: the map has {mistakes}. Nothing is lost; correct them first."), true);
            return false;
        }
        let version = self.document.version().clone();
        let (mut loaded, path, repaint) = (self.loaded(), self.path.clone(), self.is_painted);
        let (ctx, template) = (ctx.clone(), Arc::clone(&self.template));
        let run = move |_: &common::job::Work| {
            (loaded.template, _) = Template::from_picture(&loaded.map, &template);
            if repaint {
                loaded.picture = paint::paint(&loaded.map, &loaded.template);
            }
            tasks::save(&loaded, &path)
        };
        self.saving = Some((version, Job::start("save map", move || ctx.request_repaint(), run)));
        true
    }

    fn poll(&mut self, ctx: &Context) -> Option<EditorEvent> {
        self.rebuild(ctx);
        self.repaint(ctx);
        let (version, job) = self.saving.as_mut()?;
        let result = job.poll()?;
        let version = version.clone();
        self.saving = None;
        match result.unwrap_or_else(|error| Err(format!("The map cannot be saved: {error}."))) {
            Ok(()) => {
                self.document.set_saved(version);
                self.is_new = false;
                self.message = (saved_message(&self.path), false);
                Some(EditorEvent::Saved)
            }
            Err(why) => {
                self.message = (format!("Not saved: {why} Your changes are still here."), true);
                Some(EditorEvent::NotSaved)
            }
        }
    }

    /// Computes in the background what the map looks like after regions have got other numbers.
    fn rebuild(&mut self, ctx: &Context) {
        if matches!(self.rebuild, Rebuild::Wanted) {
            (self.painting, self.is_stale) = (None, false);
            let (mut loaded, repaint, ctx) = (self.loaded(), self.is_painted, ctx.clone());
            let template = Arc::clone(&self.template);
            let run = move |_: &common::job::Work| {
                (loaded.template, _) = Template::from_picture(&loaded.map, &template);
                if repaint {
                    loaded.picture = paint::paint(&loaded.map, &loaded.template);
                }
                MapArt::new(loaded, false)
            };
            let job = Job::start("map regions", move || ctx.request_repaint(), run);
            self.rebuild = Rebuild::Running(Box::new(job));
        }
        let Rebuild::Running(job) = &mut self.rebuild else { return };
        let Some(result) = job.poll() else { return };
        self.rebuild = Rebuild::Done;
        match result {
            Ok(art) => {
                self.touching = paint::touching(&art.loaded.template, 1);
                self.art = Arc::new(art);
                self.check();
            }
            // What is shown must fit the map.
            Err(_) => self.rebuild = Rebuild::Wanted,
        }
    }

    /// Paints the picture again in the background after super regions, colours or borders have changed.
    fn repaint(&mut self, ctx: &Context) {
        if let Some(job) = &mut self.painting
            && let Some(result) = job.poll()
        {
            self.painting = None;
            if let Ok(mut art) = result
                && !self.is_stale
            {
                art.loaded.map = Arc::clone(self.document.map());
                self.art = Arc::new(art);
            }
        }
        if self.painting.is_none() && std::mem::take(&mut self.is_stale) {
            let (mut loaded, repaint, ctx) = (self.loaded(), self.is_painted, ctx.clone());
            let run = move |_: &common::job::Work| {
                if repaint {
                    loaded.picture = paint::paint(&loaded.map, &loaded.template);
                }
                MapArt::new(loaded, false)
            };
            self.painting = Some(Job::start("paint map", move || ctx.request_repaint(), run));
        }
    }

    /// Draws the editor.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<EditorEvent> {
        let mut event = self.poll(ui.ctx());
        // What is done to a map is done to what is shown of it.
        let is_free = !self.is_rebuilding();
        match self.pending.take_if(|_| is_free) {
            Some(Command::Undo) => self.undo(),
            Some(Command::Redo) => self.redo(),
            Some(Command::Save) => {
                event = event.or((!self.save(ui.ctx())).then_some(EditorEvent::NotSaved));
            }
            None => {}
        }
        event = event.or(self.toolbar(ui));
        let width = panel_width(ui.available_width());
        let margin = Margin { left: 12, ..Margin::ZERO };
        let panel =
            Panel::right("map editor").frame(Frame::new().inner_margin(margin)).exact_size(width + 12.0);
        panel.resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_enabled_ui(is_free, |ui| card(ui, |ui| self.panel(ui)));
        });
        if self.is_rebuilding() {
            ui.centered_and_justified(|ui| ui.label(quiet("Drawing the map…")));
        } else {
            self.map(ui);
        }
        event.or(self.escape(ui))
    }

    /// Escape ends a tool, then the selection, then the editor.
    fn escape(&mut self, ui: &Ui) -> Option<EditorEvent> {
        if !escape_pressed(ui) {
            return None;
        }
        if self.tool != Tool::Select {
            self.tool = Tool::Select;
        } else if self.selected.take().is_none() {
            return Some(EditorEvent::Leave);
        }
        None
    }
}

/// The region of a mistake about the template.
fn place_of(mistake: &Mistake) -> Option<&str> {
    match mistake {
        Mistake::MissingInTemplate { region, .. } | Mistake::LabelOutside { region, .. } => Some(region),
        _ => None,
    }
}

/// A button as wide as the panel, with its key.
fn wide_button(ui: &mut Ui, text: &str, key: &str, is_on: bool) -> bool {
    let mut button = Button::new(text).selected(is_on).min_size(vec2(ui.available_width(), 28.0));
    if !key.is_empty() {
        button = button.shortcut_text(key);
    }
    ui.add(button).clicked()
}
