//! A recorded game that is being replayed: the map with the timeline below it, and the panel beside.

use super::super::archive::OpenedGame;
use super::super::art::{ArtLoader, MapArt};
use super::super::board::{describe_region, looks, region_label};
use super::super::map_view::{MapScene, MapView, Mark};
use super::super::region_tip::RegionTip;
use super::super::round::{self, Moment};
use super::thoughts::{self, Thought, ThoughtsView};
use super::timeline::Timeline;
use super::transport::{self, Command, SPEEDS};
use crate::database::GameId;
use crate::record::{Action, GameRecord, ReplayCursor, Series, Step};
use crate::rules::{Event, State, View};
use common::game::Side;
use common::store::Store;
use common::window::{BoardShape, PanelPlace, combo_box, escape_pressed, quiet, wide_panel_place};
use egui::{ComboBox, Key, Label, Modifiers, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use std::sync::Arc;

/// The duration of a movement at normal speed, in seconds.
const UNIT: f32 = 0.22;
/// The space below the map for the timeline and the buttons.
const CONTROLS: f32 = 100.0;
/// The panel below the map takes at least this share of the height, within limits.
const BELOW: f32 = 0.24;
const MIN_BELOW: f32 = 96.0;
const MAX_BELOW: f32 = 240.0;

/// The keys of the views: everything, and each player.
const VIEW_KEYS: [Key; 9] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];

/// What the user asked for on the page of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayEvent {
    /// Back to the list.
    Close,
    /// Write the game to a file.
    SaveFile,
    /// Write pictures of the game.
    Export,
    /// Begin a game at this place.
    Branch,
}

/// A recorded game that is being replayed.
#[derive(Debug)]
pub struct Replay {
    /// Its number in the database.
    pub id: Option<GameId>,
    /// Its title.
    pub title: String,
    /// The place in the game.
    pub cursor: ReplayCursor,
    /// Whose view is shown; `None` for everything.
    pub viewer: Option<Side>,
    timeline: Timeline,
    pub(super) series: [Series; 3],
    pub(super) thoughts: Vec<Thought>,
    pub(super) thoughts_view: ThoughtsView,
    loader: ArtLoader,
    map: MapView,
    tip: RegionTip,
    pub(super) playing: bool,
    /// Which of the speeds.
    speed: usize,
    /// The part of the last action that has been shown.
    pub(super) part: f32,
    last_frame: Option<f64>,
    map_has_focus: bool,
}

impl Replay {
    /// Opens a game at its start.
    pub fn new(game: OpenedGame, store: Option<&Store>) -> Replay {
        let OpenedGame { row, record, logs } = game;
        let cursor = record.replay();
        let mut loader = ArtLoader::default();
        if let Some(store) = store {
            loader.attach(store);
        }
        let id = row.as_ref().map(|row| row.id);
        let map = &record.setup().map.name;
        Replay {
            title: id.map_or(map.clone(), |id| format!("Game {id} on {map}")),
            id,
            timeline: Timeline::new(&record, cursor.actions()),
            series: record.series(),
            thoughts: thoughts::read(&logs, row.as_ref(), record.players().len()),
            cursor,
            viewer: None,
            thoughts_view: ThoughtsView::default(),
            loader,
            map: MapView::default(),
            tip: RegionTip::default(),
            playing: false,
            speed: 1,
            part: 1.0,
            last_frame: None,
            map_has_focus: false,
        }
    }

    /// The game.
    pub fn record(&self) -> &Arc<GameRecord> {
        self.cursor.record()
    }

    /// Where the replay is, in a few words.
    pub fn place(&self) -> String {
        let cursor = &self.cursor;
        let round = match cursor.round() {
            _ if cursor.position().is_picking() => "starting regions".to_owned(),
            0 => "before round 1".to_owned(),
            round if cursor.in_round() => format!("round {round}"),
            round => format!("end of round {round}"),
        };
        format!("action {} of {}, {round}", cursor.action(), cursor.actions())
    }

    /// The look of the map, if it is there.
    pub fn art(&mut self, ctx: &egui::Context) -> Option<Arc<MapArt>> {
        let map = self.record().setup().map.clone();
        self.loader.get(ctx, &map)
    }

    fn run(&mut self, command: Command) {
        self.part = 1.0;
        self.playing &= command == Command::Play;
        match command {
            Command::Play if self.playing => self.playing = false,
            Command::Play => {
                self.playing = true;
                if self.cursor.action() == self.cursor.actions() {
                    self.cursor.go_to(0);
                }
            }
            Command::Start => self.cursor.go_to(0),
            Command::End => self.cursor.go_to(usize::MAX),
            Command::Forward(step) => {
                self.cursor.forward(step);
            }
            Command::Back(step) => {
                self.cursor.back(step);
            }
        }
    }

    fn go_to(&mut self, action: usize) {
        self.part = 1.0;
        self.playing = false;
        self.cursor.go_to(action);
    }

    /// Lets time pass while the game is played.
    fn advance(&mut self, ui: &Ui) {
        let time = ui.input(|input| input.time);
        let seconds = self.last_frame.take().map_or(0.0, |before| (time - before) as f32).clamp(0.0, 0.1);
        if !self.playing {
            return;
        }
        let speed = SPEEDS.get(self.speed).map_or(1.0, |(speed, _)| *speed);
        let length = |event: Option<&Event>| event.map_or(1.0, round::duration) * UNIT / speed;
        let mut left = seconds;
        // At a high speed several actions may pass in one frame.
        loop {
            let length = length(self.cursor.last_event(self.viewer).as_ref());
            let needed = (1.0 - self.part) * length;
            if left < needed {
                self.part += left / length;
                break;
            }
            left -= needed;
            self.part = 0.0;
            if !self.cursor.forward(Step::Action) {
                self.part = 1.0;
                self.playing = false;
                break;
            }
        }
        self.last_frame = Some(time);
        ui.ctx().request_repaint();
    }

    /// Draws the page of the replay.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<ReplayEvent> {
        let mut event = None;
        if let Some(command) = transport::pressed(ui, self.map_has_focus) {
            self.run(command);
        }
        self.view_keys(ui);
        if escape_pressed(ui) && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            event = Some(ReplayEvent::Close);
        }
        self.advance(ui);
        let space = ui.available_rect_before_wrap();
        let aspect = self.loader.aspect(&self.record().setup().map);
        let shape = BoardShape { aspect, controls: CONTROLS, needs_panel: false };
        // The map is worth more than what can be scrolled to.
        let min = (space.height() * BELOW).clamp(MIN_BELOW, MAX_BELOW);
        let (left, panel) = match wide_panel_place(space.size(), shape, min) {
            PanelPlace::Below(height) => {
                let cut = space.bottom() - height;
                (
                    Rect::from_min_max(space.min, pos2(space.right(), cut - 8.0)),
                    Rect::from_min_max(pos2(space.left(), cut), space.max),
                )
            }
            PanelPlace::Beside(width) => {
                let cut = space.right() - width;
                (
                    Rect::from_min_max(space.min, pos2(cut - 12.0, space.bottom())),
                    Rect::from_min_max(pos2(cut, space.top()), space.max),
                )
            }
        };
        // The panel first: what is chosen there is drawn on the map.
        let mut beside = ui.new_child(UiBuilder::new().id_salt("panel").max_rect(panel));
        event = self.panel(&mut beside).or(event);
        let map = Rect::from_min_max(left.min, pos2(left.right(), left.bottom() - CONTROLS));
        let mut board = ui.new_child(UiBuilder::new().id_salt("board").max_rect(map));
        self.show_map(&mut board, map);
        let below = Rect::from_min_max(pos2(left.left(), map.bottom() + 8.0), left.max);
        let mut controls = ui.new_child(UiBuilder::new().id_salt("controls").max_rect(below));
        self.controls(&mut controls);
        ui.allocate_rect(space, Sense::hover());
        event
    }

    fn controls(&mut self, ui: &mut Ui) {
        let (action, actions) = (self.cursor.action(), self.cursor.actions());
        if let Some(action) = self.timeline.show(ui, action, &self.place()) {
            self.go_to(action);
        }
        ui.horizontal(|ui| {
            let playing = self.playing;
            if let Some(command) = transport::buttons(ui, playing, action == 0, action == actions) {
                self.run(command);
            }
            ui.add_space(4.0);
            let name = SPEEDS.get(self.speed).map_or("", |(_, name)| *name);
            let combo = ComboBox::from_id_salt("speed").width(56.0).selected_text(name);
            let combo = combo_box(ui, combo, |ui, list| {
                for (number, (_, name)) in SPEEDS.iter().enumerate() {
                    list.value(ui, &mut self.speed, number, *name);
                }
            });
            let tip = "How fast the game is played";
            combo
                .on_hover_text(tip)
                .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Speed: {name}")));
        });
    }

    /// The view of a player by its number, 0 for all.
    fn view_keys(&mut self, ui: &Ui) {
        let free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
        if !free || !self.record().setup().fog() || ui.ctx().text_edit_focused() {
            return;
        }
        let players = self.record().players().len();
        for (number, key) in VIEW_KEYS.into_iter().enumerate().take(players + 1) {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.viewer = number.checked_sub(1).map(|side| Side(side as u8));
            }
        }
    }

    /// What is seen now.
    pub fn view(&self) -> View {
        self.viewer.map_or_else(|| self.cursor.open_view(), |side| self.cursor.view(side))
    }

    fn show_map(&mut self, ui: &mut Ui, rect: Rect) {
        let Some(art) = self.art(ui.ctx()) else {
            ui.put(Rect::from_center_size(rect.center(), vec2(200.0, 40.0)), Label::new("Drawing the map…"));
            return;
        };
        let view = self.view();
        let event = self.cursor.last_event(self.viewer);
        let moment = event.as_ref().map_or_else(Moment::default, |event| round::moment(event, self.part));
        let mut state = view.state.clone();
        if let Some(event) = event.as_ref().filter(|_| moment.moving.is_some()) {
            // The armies are still on their way.
            event.revert(&mut state);
        }
        let looks = looks(&view, &state, true);
        let drawing = self.thoughts_view.drawing(&self.thoughts, self.cursor.round(), view.map());
        let mut marks: Vec<_> = moment.regions.iter().map(|region| (*region, Mark::Event)).collect();
        if let Some(Action::Starts(given)) = self.cursor.last_action() {
            let known = given.iter().filter(|(_, region)| view.state.owner(*region).is_some());
            marks.extend(known.map(|(_, region)| (*region, Mark::Event)));
        }
        let mut arrows = drawing.arrows;
        let mut notes = drawing.notes;
        // A turn that a player thought of is drawn instead of the action.
        if arrows.is_empty() {
            arrows.extend(moment.arrow);
            notes.retain(|(region, _)| moment.notes.iter().all(|(of, _)| of != region));
            notes.extend(moment.notes);
        }
        let name = |region| region_label(&view, &state, region);
        let scene = MapScene {
            looks: &looks,
            arrows: &arrows,
            marks: &marks,
            notes: &notes,
            hint: None,
            moving: moment.moving,
            colours: view.setup.looks.colours(),
            bonuses: true,
            active: false,
            can_drag_from: &|_| false,
            choices: &[],
            name: &name,
        };
        let input = self.map.show(ui, rect, &art, &scene);
        self.map_has_focus = input.focused.is_some();
        if art.is_substitute {
            let text = "The picture of this map was not found: its regions are shown as discs.";
            let line = Rect::from_min_size(rect.min + vec2(8.0, 6.0), vec2(rect.width() - 16.0, 20.0));
            ui.put(line, Label::new(quiet(text)).truncate());
        }
        self.tip.update(ui);
        if let Some(region) = input.hovered {
            self.tip.show(ui, rect, None, |ui| about_region(ui, &view, &state, region));
        }
    }
}

/// About the region under the pointer.
fn about_region(ui: &mut Ui, view: &View, state: &State, region: crate::map::RegionId) {
    let map = view.map();
    let super_region = &map.super_regions[usize::from(map.regions[usize::from(region)].super_region)];
    ui.label(describe_region(view, state, region, crate::text::plain_name));
    ui.label(quiet(format!("{}: bonus {}", super_region.name, super_region.bonus)));
}
