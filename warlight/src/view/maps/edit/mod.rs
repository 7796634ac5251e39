//! The map editor: the map, and a panel with the map as a whole, the selected region, super regions and mistakes.

mod background;
mod canvas;
mod document;
mod groups;
mod mistakes;
mod panel;
mod region;

use super::super::art::MapArt;
use super::super::map_view::MapView;
use super::library::MapSource;
use super::recovery::UnsavedMap;
use super::side_panel::side_panel;
use super::tasks::OpenedMap;
use crate::map::{Mistake, RegionId, SuperRegionId, check, edit, paint};
use background::Rebuild;
use common::job::Job;
use common::window::{Shortcuts, card, command, escape_pressed, quiet};
pub use document::Version;
use document::{EditKind, MapDocument};
use egui::{Button, Key, KeyboardShortcut, Modifiers, Pos2, Ui, vec2};
use image::RgbImage;
use mistakes::Place;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The panel below the map takes at least this share of the height.
const BELOW: f32 = 0.38;

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
    /// When it is painted again, in the time of the window: a moment after the last edit.
    paint_at: Option<f64>,
    painting: Option<Job<MapArt>>,
    /// Until it has ended, the changes count as unsaved: in a web page, work that is dropped is not done.
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
            paint_at: None,
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
        if kind.changes_picture() {
            (self.is_stale, self.paint_at) = (true, None);
        }
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

    /// Removes a super region, and says which ones its regions join.
    fn delete_group(&mut self, id: SuperRegionId) {
        let before = Arc::clone(self.document.map());
        let Some(group) = before.super_regions.get(usize::from(id)) else { return };
        self.edit(EditKind::DeleteGroup, |map, _| {
            edit::remove_super_region(map, id);
        });
        let after = self.document.map();
        let joined: BTreeSet<SuperRegionId> =
            group.regions.iter().map(|region| after.regions[usize::from(*region)].super_region).collect();
        let names: Vec<&str> =
            joined.iter().map(|id| after.super_regions[usize::from(*id)].name.as_str()).collect();
        let who = if group.regions.len() == 1 { "its region joins" } else { "its regions join" };
        self.message = (format!("{} is deleted: {who} {}.", group.name, names.join(" and ")), false);
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
        side_panel(ui, "map editor", self.art.size(), BELOW, |ui, _| {
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
