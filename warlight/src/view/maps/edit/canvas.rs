//! The map in the editor: what the user does on it, the borders of the selected region, and its label while it is dragged.

use super::super::super::camera::Projection;
use super::super::super::map_view::{MapScene, Mark};
use super::document::EditKind;
use super::{Editor, Tab, Tool};
use crate::map::paint::straight_ways;
use crate::map::render::RegionLook;
use crate::map::{Map, RegionId, edit};
use common::window::Tokens;
use egui::{Color32, CursorIcon, Key, Modifiers, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};
use std::sync::Arc;

const INK: Color32 = Color32::from_rgb(0x1e, 0x24, 0x30);
const PAPER: Color32 = Color32::WHITE;

/// The accessible name of a region.
fn region_name(map: &Map, id: RegionId, selected: Option<RegionId>) -> String {
    let Some(region) = map.regions.get(usize::from(id)) else { return String::new() };
    let group = map.super_regions.get(usize::from(region.super_region)).map_or("", |group| &group.name);
    let state = match selected {
        Some(selected) if selected == id => ", selected",
        Some(selected) if region.neighbours.contains(&selected) => ", a neighbour of the selected region",
        _ => "",
    };
    format!("{} in {group}{state}", region.name)
}

impl Editor {
    /// Draws the map, and does what the user does on it.
    pub(super) fn map(&mut self, ui: &mut Ui) {
        let rect = ui.available_rect_before_wrap();
        ui.allocate_rect(rect, Sense::hover());
        if let Some(point) = self.show.take() {
            self.view.show_point(point, rect, &self.art);
        }
        let map = Arc::clone(self.document.map());
        let look = |region: &crate::map::Region| RegionLook {
            armies: Some(u32::from(region.armies)),
            ..RegionLook::default()
        };
        let looks: Vec<RegionLook> = map.regions.iter().map(look).collect();
        let mut marks: Vec<(RegionId, Mark)> = Vec::new();
        if let Some(id) = self.selected {
            if self.tool == Tool::Borders {
                marks
                    .extend(map.regions[usize::from(id)].neighbours.iter().map(|near| (*near, Mark::Choice)));
            }
            marks.push((id, Mark::Selected));
        }
        let name = |id: RegionId| region_name(&map, id, self.selected);
        let scene = MapScene {
            looks: &looks,
            arrows: &[],
            marks: &marks,
            notes: &[],
            hint: None,
            moving: None,
            colours: std::array::from_fn(|n| n as u8),
            bonuses: true,
            active: true,
            can_drag_from: &|_| false,
            choices: &[],
            name: &name,
        };
        let art = Arc::clone(&self.art);
        let input = self.view.show(ui, rect, &art, &scene);
        let shown = self.view.projection(rect, &art);
        let pointer = ui.input(|i| i.pointer.interact_pos());
        self.drag_label(ui, shown);
        paint(self, ui, shown);
        if let Some(region) = input.clicked {
            match (self.tool, self.selected) {
                (Tool::Borders, Some(selected)) if selected != region => self.toggle_border(selected, region),
                (Tool::Label, Some(selected)) if selected != region => {
                    self.message = ("The label must be inside its region.".to_owned(), true);
                }
                (Tool::Label, Some(selected)) => {
                    // A click places the label where the pointer is, Enter in the middle of the region.
                    match pointer.filter(|_| ui.input(|i| i.pointer.any_click())) {
                        Some(place) => self.place_label(selected, shown.point(place)),
                        None => self.centre_label(selected),
                    }
                    self.tool = Tool::Select;
                }
                _ => self.select(region),
            }
        }
        self.tool_keys(ui);
    }

    /// The keys of the tools, where no text is being typed.
    fn tool_keys(&mut self, ui: &Ui) {
        let free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
        if !free || ui.ctx().text_edit_focused() || self.selected.is_none() {
            return;
        }
        let delete = |input: &mut egui::InputState| input.consume_key(Modifiers::NONE, Key::Delete);
        if let Some(region) = self.selected.filter(|_| ui.input_mut(delete)) {
            self.delete_region(region);
            return;
        }
        for (key, tool) in [(Key::B, Tool::Borders), (Key::L, Tool::Label)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.toggle_tool(tool);
                self.tab = Tab::Region;
            }
        }
    }

    /// Puts the label of a region where there is most room for it.
    pub(super) fn centre_label(&mut self, region: RegionId) {
        if let Some((x, y)) = edit::label_place(&self.art.loaded.template, region) {
            self.place_label(region, pos2(x as f32, y as f32));
        }
    }

    fn place_label(&mut self, region: RegionId, point: Pos2) {
        let size = self.art.size();
        let place = (point.x.clamp(0.0, size.x - 1.0) as u32, point.y.clamp(0.0, size.y - 1.0) as u32);
        self.document.close_step();
        self.edit(EditKind::Label(region), |map, _| map.regions[usize::from(region)].label = place);
        self.document.close_step();
    }

    /// Lets the user drag the label of the selected region.
    fn drag_label(&mut self, ui: &Ui, shown: Projection) {
        let Some(id) = self.selected.filter(|id| usize::from(*id) < self.art.map().regions.len()) else {
            self.drag = None;
            return;
        };
        let at = shown.place(self.art.label(id));
        if !shown.screen.contains(at) && self.drag.is_none() {
            return;
        }
        let rect = Rect::from_center_size(at, vec2(30.0, 24.0)).intersect(shown.screen);
        let response = ui.interact(rect, ui.scope_id().with("label"), Sense::DRAG);
        if response.hovered() || response.dragged() {
            ui.set_cursor_icon(if response.dragged() { CursorIcon::Grabbing } else { CursorIcon::Grab });
        }
        if response.dragged() {
            self.drag = response.interact_pointer_pos().map(|place| shown.point(place));
        }
        if response.drag_stopped()
            && let Some(point) = self.drag.take()
        {
            self.place_label(id, point);
        }
    }
}

/// Paints the borders of the selected region, and the label that is being moved.
fn paint(editor: &Editor, ui: &Ui, shown: Projection) {
    let Some(id) = editor.selected else { return };
    let painter = ui.painter_at(shown.screen);
    let tokens = Tokens::of(ui);
    let map = editor.document.map();
    let Some(region) = map.regions.get(usize::from(id)) else { return };
    let (from, width) = (editor.art.label(id), editor.art.size().x);
    for near in &region.neighbours {
        let to = editor.art.label(*near);
        let over_sea = editor.is_over_sea(id, *near);
        for (from, to) in straight_ways((from.x, from.y), (to.x, to.y), width) {
            let ends = [shown.place(pos2(from.0, from.1)), shown.place(pos2(to.0, to.1))];
            line(&painter, ends, over_sea);
        }
    }
    let hover = ui.input(|input| input.pointer.hover_pos()).filter(|place| shown.screen.contains(*place));
    let moved = editor.drag.map(|point| shown.place(point)).or(hover.filter(|_| editor.tool == Tool::Label));
    if let Some(place) = moved {
        let inside = editor.art.region_at(shown.point(place)) == Some(id);
        let colour = if inside { tokens.accent } else { tokens.bad };
        painter.circle_filled(place, 11.0, PAPER);
        painter.circle_stroke(place, 11.0, Stroke::new(2.5, colour));
        let number = region.armies.to_string();
        painter.text(place, egui::Align2::CENTER_CENTER, number, common::window::theme::heavy(12.0), INK);
    }
}

/// A border: a line, dashed over the sea. It does not cover the numbers at its ends.
fn line(painter: &egui::Painter, [from, to]: [Pos2; 2], over_sea: bool) {
    let length = from.distance(to);
    if length < 28.0 {
        return;
    }
    let along = (to - from) / length;
    let ends = [from + along * 13.0, to - along * 13.0];
    for (thick, colour) in [(5.0, PAPER.gamma_multiply(0.85)), (2.5, INK)] {
        let stroke = Stroke::new(thick, colour);
        if over_sea {
            painter.extend(Shape::dashed_line(&ends, stroke, 7.0, 6.0));
        } else {
            painter.line_segment(ends, stroke);
        }
    }
}
