//! The map as a widget: painting, zoom and pan, and what the mouse and the keyboard do to regions.

use super::art::MapArt;
use super::camera::{Camera, Projection};
use super::canvas::Canvas;
use super::paint::{self, MapPainter};
use super::proposal::Proposal;
use crate::map::RegionId;
use crate::map::render::{Arrow, RegionLook};
use common::game::COLOURS;
use common::window::{Tokens, has_keyboard_focus, is_in_front, lock_arrows, move_focus, zoom_gesture};
use egui::{
    Color32, CornerRadius, Id, Key, Modifiers, PointerButton, Pos2, Rect, Role, Sense, Ui, WidgetInfo, vec2,
};
use std::sync::Arc;

/// How a region is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It is selected.
    Selected,
    /// It can be chosen.
    Choice,
    /// Something happens there.
    Event,
    /// A hint proposes it.
    Hint,
}

/// What is shown on the map.
pub struct MapScene<'a> {
    /// Owner, armies and fog of each region.
    pub looks: &'a [RegionLook],
    /// Attacks and transfers, drawn over the regions.
    pub arrows: &'a [Arrow],
    /// Outlined regions.
    pub marks: &'a [(RegionId, Mark)],
    /// Short texts beside the armies of regions, such as "+5".
    pub notes: &'a [(RegionId, String)],
    /// The hint that is shown.
    pub hint: Option<&'a Proposal>,
    /// Armies on their way: from, to, the part of the way, how many, whose.
    pub moving: Option<(RegionId, RegionId, f32, u32, u8)>,
    /// The colours of the players.
    pub colours: [u8; COLOURS.len()],
    /// The names of super regions and their bonuses are shown.
    pub bonuses: bool,
    /// The user may act on regions.
    pub active: bool,
    /// A drag from this region is an order; any other drag moves the map.
    pub can_drag_from: &'a dyn Fn(RegionId) -> bool,
    /// The regions to act on: the keyboard cursor begins on one of them, and keys go to the next one.
    pub choices: &'a [RegionId],
    /// The accessible name of a region.
    pub name: &'a dyn Fn(RegionId) -> String,
}

/// What the user did on the map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MapInput {
    /// A region was clicked, or chosen with Enter.
    pub clicked: Option<RegionId>,
    /// A region was clicked with the right button, or Backspace was pressed.
    pub taken_back: Option<RegionId>,
    /// An order was drawn from one region to another.
    pub dragged: Option<(RegionId, RegionId)>,
    /// The region under the pointer.
    pub hovered: Option<RegionId>,
    /// The region with the keyboard focus.
    pub focused: Option<RegionId>,
    /// Shift, Ctrl and others at that time.
    pub modifiers: Modifiers,
}

/// The state of a map on the screen.
#[derive(Debug, Default)]
pub struct MapView {
    camera: Camera,
    canvas: Option<Canvas>,
    cursor: RegionId,
    /// The user has put the cursor where it is.
    is_placed: bool,
    /// Where the order that is being drawn begins.
    drag_from: Option<RegionId>,
}

impl MapView {
    /// Shows the whole map.
    pub fn reset_zoom(&mut self) {
        self.camera.reset();
    }

    /// Which part of a map is shown in a rectangle.
    pub fn projection(&self, rect: Rect, art: &MapArt) -> Projection {
        self.camera.projection(rect, art.size())
    }

    /// Moves the map so that a point of it is in sight.
    pub fn show_point(&mut self, point: Pos2, rect: Rect, art: &MapArt) {
        self.camera.show(point, rect, art.size());
    }

    /// Puts the keyboard cursor on a region.
    pub fn set_cursor(&mut self, region: RegionId) {
        self.cursor = region;
        self.is_placed = true;
    }

    /// Lets the keyboard cursor begin on one of the regions to act on.
    pub fn free_cursor(&mut self) {
        self.is_placed = false;
    }

    /// Draws the map into a rectangle and returns what the user did.
    pub fn show(&mut self, ui: &mut Ui, rect: Rect, art: &Arc<MapArt>, scene: &MapScene<'_>) -> MapInput {
        if self.canvas.as_ref().is_none_or(|canvas| !Arc::ptr_eq(canvas.art(), art)) {
            let before = self.canvas.replace(Canvas::new(Arc::clone(art)));
            // A map that is being edited stays where it is.
            let is_same =
                |old: &MapArt| old.loaded.id == art.loaded.id && old.outlines.len() == art.outlines.len();
            if !before.is_some_and(|before| is_same(before.art()) && before.art().size() == art.size()) {
                self.camera.reset();
                self.cursor = 0;
                self.is_placed = false;
            }
            self.drag_from = None;
        }
        let size = art.size();
        let background = ui.interact(rect, ui.scope_id().with("map"), Sense::CLICK | Sense::DRAG);
        let mut input = MapInput { modifiers: ui.input(|i| i.modifiers), ..MapInput::default() };
        self.zoom_and_pan(ui, &background, art, scene);
        self.begin_on_choice(ui, scene);
        self.handle_keys(ui, rect, art, scene, &mut input);
        let shown = self.camera.projection(rect, size);
        let at_pointer = |place: Pos2| art.region_at(shown.point(place)).filter(|_| rect.contains(place));
        let pointer = background.interact_pointer_pos();
        if background.clicked() {
            input.clicked = pointer.and_then(at_pointer);
        }
        if background.secondary_clicked() {
            input.taken_back = pointer.and_then(at_pointer);
        }
        if background.drag_stopped()
            && let Some(from) = self.drag_from.take()
        {
            let to = ui.input(|i| i.pointer.latest_pos()).and_then(at_pointer);
            input.dragged = to.filter(|to| *to != from).map(|to| (from, to));
        }
        self.region_widgets(ui, shown, art, scene, &mut input);
        let over = ui.input(|i| i.pointer.latest_pos()).filter(|place| rect.contains(*place));
        let over =
            over.filter(|place| ui.ctx().layer_id_at(*place).is_none_or(|layer| layer == ui.layer_id()));
        input.hovered = over.and_then(at_pointer);
        if let Some(region) = input.clicked.or(input.taken_back) {
            self.set_cursor(region);
        }
        self.paint(ui, shown, scene, &input);
        input
    }

    fn zoom_and_pan(&mut self, ui: &Ui, background: &egui::Response, art: &MapArt, scene: &MapScene<'_>) {
        let (rect, size) = (background.rect, art.size());
        let hover = ui.input(|i| i.pointer.hover_pos()).filter(|place| rect.contains(*place));
        let free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
        if let Some(place) = hover.filter(|_| free) {
            let factor = (ui.input(|i| i.smooth_scroll_delta().y) / 240.0).exp();
            if (factor - 1.0).abs() > 1e-4 {
                self.camera.zoom_at(place, factor, rect, size);
            }
        }
        if let Some(gesture) = zoom_gesture(ui, rect) {
            self.camera.zoom_at(gesture.at, gesture.factor, rect, size);
            self.camera.pan(gesture.pan, rect, size);
        }
        if background.drag_started_by(PointerButton::Primary) {
            let start = ui.input(|i| i.pointer.press_origin());
            let region =
                start.and_then(|start| art.region_at(self.camera.projection(rect, size).point(start)));
            self.drag_from = region.filter(|region| scene.active && (scene.can_drag_from)(*region));
        }
        if background.dragged() && self.drag_from.is_none() {
            self.camera.pan(background.drag_delta(), rect, size);
        }
    }

    /// A small widget for each region with its accessible name. Tab reaches the one under the cursor.
    fn region_widgets(
        &self,
        ui: &Ui,
        shown: Projection,
        art: &MapArt,
        scene: &MapScene<'_>,
        input: &mut MapInput,
    ) {
        for region in 0..art.map().regions.len() as RegionId {
            let rect = Rect::from_center_size(shown.place(art.label(region)), vec2(22.0, 18.0));
            let is_cursor = region == self.cursor;
            if !is_cursor && !rect.intersects(shown.screen) {
                continue;
            }
            let sense = if is_cursor { Sense::click() } else { Sense::CLICK };
            // Only the part in sight takes clicks.
            let response = ui.interact(rect.intersect(shown.screen), id(ui, region), sense);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, scene.active, (scene.name)(region)));
            if response.clicked() {
                input.clicked = Some(region);
            }
            if response.secondary_clicked() {
                input.taken_back = Some(region);
            }
            if response.has_focus() {
                input.focused = Some(region);
                lock_arrows(ui, response.id);
            }
        }
    }

    /// Puts the cursor on a region to act on, unless the user has placed it.
    fn begin_on_choice(&mut self, ui: &Ui, scene: &MapScene<'_>) {
        let cursor = id(ui, self.cursor);
        let is_focused = ui.memory(|memory| memory.has_focus(cursor));
        if !self.is_placed && !is_focused && !scene.choices.contains(&self.cursor) {
            self.cursor = scene.choices.first().copied().unwrap_or(self.cursor);
        }
    }

    fn handle_keys(&mut self, ui: &Ui, rect: Rect, art: &MapArt, scene: &MapScene<'_>, input: &mut MapInput) {
        let cursor = id(ui, self.cursor);
        let focused = ui.memory(|memory| memory.has_focus(cursor));
        // Buttons have no use for these keys: they lead to the map from everywhere.
        if is_in_front(ui) && !ui.ctx().text_edit_focused() {
            self.visit_choices(ui, rect, art, scene, focused);
        }
        if !has_keyboard_focus(ui, cursor) {
            return;
        }
        let directions = [
            (Key::ArrowLeft, vec2(-1.0, 0.0)),
            (Key::ArrowRight, vec2(1.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, -1.0)),
            (Key::ArrowDown, vec2(0.0, 1.0)),
        ];
        for (key, direction) in directions {
            if ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)) {
                // The first arrow only shows where the cursor is.
                if focused {
                    self.cursor = next_region(art, self.cursor, direction).unwrap_or(self.cursor);
                }
                self.show_cursor(ui, rect, art);
            }
        }
        for (key, factor) in [(Key::Plus, 1.25), (Key::Equals, 1.25), (Key::Minus, 0.8)] {
            if ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)) {
                let place = self.camera.projection(rect, art.size()).place(art.label(self.cursor));
                let place = if focused && rect.contains(place) { place } else { rect.center() };
                self.camera.zoom_at(place, factor, rect, art.size());
            }
        }
        if ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Num0)) {
            self.camera.reset();
        }
        let back = |i: &mut egui::InputState| {
            let modifiers = i.modifiers;
            i.consume_key(modifiers, Key::Backspace) || i.consume_key(modifiers, Key::Delete)
        };
        if focused && ui.input_mut(back) {
            input.taken_back = Some(self.cursor);
        }
    }

    /// Full stop and comma go to the next and the previous region to act on.
    fn visit_choices(&mut self, ui: &Ui, rect: Rect, art: &MapArt, scene: &MapScene<'_>, focused: bool) {
        for (key, forward) in [(Key::Period, true), (Key::Comma, false)] {
            if !scene.choices.is_empty() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)) {
                // The first key only shows where the cursor is.
                if focused || !scene.choices.contains(&self.cursor) {
                    self.cursor = next_choice(scene.choices, self.cursor, forward).unwrap_or(self.cursor);
                }
                self.show_cursor(ui, rect, art);
            }
        }
    }

    /// Moves the focus to the cursor, and the map so that it is in sight.
    fn show_cursor(&mut self, ui: &Ui, rect: Rect, art: &MapArt) {
        self.is_placed = true;
        self.camera.show(art.label(self.cursor), rect, art.size());
        move_focus(ui, id(ui, self.cursor));
    }

    fn paint(&mut self, ui: &Ui, shown: Projection, scene: &MapScene<'_>, input: &MapInput) {
        let Some(canvas) = &mut self.canvas else { return };
        let tokens = Tokens::of(ui);
        let painter = ui.painter_at(shown.screen);
        let looks: Vec<RegionLook> = scene.looks.iter().map(|look| look.in_colours(&scene.colours)).collect();
        canvas.recolour(&looks);
        // A bright picture would dazzle on the dark page.
        let tint = if tokens.dark { Color32::from_gray(205) } else { Color32::WHITE };
        // The sea goes on where the map ends.
        painter.rect_filled(shown.screen, CornerRadius::same(8), canvas.sea() * tint);
        canvas.paint(&painter, shown.scale, |point| shown.place(point), tint);
        let map = MapPainter { painter, art: Arc::clone(canvas.art()), shown, tokens };
        map.super_borders();
        for (region, mark) in scene.marks {
            map.mark(*region, *mark);
        }
        if let Some(region) = input.hovered {
            map.outline(region, 2.0, paint::INK.gamma_multiply(0.6));
        }
        let hints: &[(RegionId, String)] = scene.hint.map_or(&[], |hint| &hint.notes);
        for (region, _) in hints {
            map.mark(*region, Mark::Hint);
        }
        if let Some(region) = input.focused {
            map.cursor(region);
        }
        // Outlines would make bonuses and numbers hard to read.
        let mut taken = if scene.bonuses { map.bonuses() } else { Vec::new() };
        taken.extend(scene.arrows.iter().flat_map(|arrow| map.arrow(arrow.in_colours(&scene.colours))));
        let proposed = scene.hint.iter().flat_map(|hint| &hint.arrows);
        taken.extend(proposed.flat_map(|arrow| map.proposed_arrow(*arrow)));
        let ends = scene.arrows.iter().flat_map(|arrow| [arrow.from, arrow.to]);
        let lined: Vec<RegionId> = ends.chain(input.focused).collect();
        map.armies(&looks, scene.notes, hints, taken, &lined);
        if let Some((from, to, part, armies, player)) = scene.moving {
            let colour = scene.colours.get(usize::from(player)).copied().unwrap_or(player);
            map.moving(from, to, part, armies, colour);
        }
        if let (Some(from), Some(place)) = (self.drag_from, ui.input(|i| i.pointer.latest_pos())) {
            map.drag(from, place, input.hovered);
        }
    }
}

fn id(ui: &Ui, region: RegionId) -> Id {
    ui.scope_id().with(("region", region))
}

/// The next or the previous one of some regions, by their numbers; after the last one comes the first.
fn next_choice(choices: &[RegionId], from: RegionId, forward: bool) -> Option<RegionId> {
    let all = choices.iter().copied();
    if forward {
        all.clone().filter(|region| *region > from).min().or_else(|| all.min())
    } else {
        all.clone().filter(|region| *region < from).max().or_else(|| all.max())
    }
}

/// The next region in a direction: near, and not too far to the side.
fn next_region(art: &MapArt, from: RegionId, direction: egui::Vec2) -> Option<RegionId> {
    let start = art.label(from);
    let cost = |region: &RegionId| {
        let way = art.label(*region) - start;
        let (along, aside) = (way.dot(direction), way.dot(direction.rot90()).abs());
        (along > 1.0 && aside <= along * 2.0).then_some(along + 2.0 * aside)
    };
    let regions = 0..art.map().regions.len() as RegionId;
    let costs = regions.filter(|region| *region != from).filter_map(|region| Some((region, cost(&region)?)));
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(region, _)| region)
}

#[cfg(test)]
mod tests {
    use super::super::art::builtin_maps;
    use super::*;

    #[test]
    fn choices_are_visited_in_turn() {
        let choices: [RegionId; 3] = [7, 2, 5];
        let next = |from: RegionId, forward: bool| next_choice(&choices, from, forward).unwrap();
        assert_eq!([2, 3, 5, 7].map(|from| next(from, true)), [5, 5, 7, 2]);
        assert_eq!([2, 3, 5, 7].map(|from| next(from, false)), [7, 2, 2, 5]);
        assert_eq!(next_choice(&[], 3, true), None);
    }

    #[test]
    fn arrows_reach_every_region() {
        for art in builtin_maps() {
            let name = &art.loaded.id;
            let mut seen = vec![false; art.map().regions.len()];
            let mut queue = vec![0];
            while let Some(region) = queue.pop() {
                if std::mem::replace(&mut seen[usize::from(region)], true) {
                    continue;
                }
                for way in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
                    queue.extend(next_region(art, region, way));
                }
            }
            assert!(seen.iter().all(|seen| *seen), "{name}: {seen:?}");
        }
    }
}
