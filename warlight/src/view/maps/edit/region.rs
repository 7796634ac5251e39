//! The selected region: name, armies, super region, label place, borders.

use super::document::EditKind;
use super::{Editor, Tool, wide_button};
use crate::map::{RegionId, edit};
use common::window::{combo_box, page, quiet, theme};
use egui::{ComboBox, DragValue, Label, Ui};

/// The most armies that a region may begin with.
const MAX_ARMIES: u16 = 1000;

/// Draws the region.
pub fn tab(editor: &mut Editor, ui: &mut Ui) {
    let Some(id) = editor.selected else {
        ui.add(Label::new("Click a region on the map to change it.").wrap());
        ui.add(
            Label::new(quiet(
                "With the keyboard: Tab reaches the map, arrows choose a region, Enter selects it.",
            ))
            .wrap(),
        );
        return;
    };
    let map = std::sync::Arc::clone(editor.document.map());
    let Some(region) = map.regions.get(usize::from(id)) else { return };
    ui.label("Name");
    if let Some(name) = page::line_field(ui, "name of the region", "", &region.name) {
        let name = name.trim().to_owned();
        editor.edit(EditKind::RegionName(id), |map, _| map.regions[usize::from(id)].name = name);
    }
    ui.horizontal(|ui| {
        let label = ui.label("Armies at the start");
        let mut armies = region.armies;
        let field =
            ui.add(DragValue::new(&mut armies).range(0..=MAX_ARMIES).speed(0.1)).labelled_by(label.id);
        if field.changed() {
            editor.edit(EditKind::Armies(id), |map, _| map.regions[usize::from(id)].armies = armies);
        }
    });
    super_region(editor, ui, id);
    ui.separator();
    label_place(editor, ui, id);
    ui.separator();
    borders(editor, ui, id);
    ui.separator();
    if wide_button(ui, "Delete this region", "Delete", false) {
        editor.delete_region(id);
    }
}

fn super_region(editor: &mut Editor, ui: &mut Ui, id: RegionId) {
    let map = std::sync::Arc::clone(editor.document.map());
    let own = map.regions[usize::from(id)].super_region;
    ui.label("Super region");
    let name = map.super_regions.get(usize::from(own)).map_or("", |group| &group.name);
    let combo = ComboBox::from_id_salt("super region").selected_text(name).width(ui.available_width());
    let mut chosen = None;
    let combo = combo_box(ui, combo.truncate(), |ui, list| {
        for (number, group) in (0..).zip(&map.super_regions) {
            if list.entry(ui, number == own, group.name.as_str()).clicked() {
                chosen = Some(number);
            }
        }
    });
    combo.accessible_name("super region of the region");
    if let Some(chosen) = chosen.filter(|chosen| *chosen != own) {
        editor.edit(EditKind::SuperRegion(id), |map, _| edit::set_super_region(map, id, chosen));
    }
    if wide_button(ui, "New super region with this region", "", false) {
        editor.edit(EditKind::AddGroup, |map, _| {
            let new = edit::add_super_region(map);
            edit::set_super_region(map, id, new);
            map.super_regions[usize::from(new)].bonus = edit::suggested_bonus(map, new);
        });
    }
}

fn label_place(editor: &mut Editor, ui: &mut Ui, id: RegionId) {
    let size = editor.art.size();
    let label = editor.document.map().regions[usize::from(id)].label;
    let mut place = label;
    ui.horizontal(|ui| {
        ui.label("Label at");
        let field = |value, max: f32| DragValue::new(value).range(0..=(max as u32).saturating_sub(1));
        ui.add(field(&mut place.0, size.x)).accessible_name("label, pixels from the left");
        ui.add(field(&mut place.1, size.y)).accessible_name("label, pixels from the top");
    });
    if place != label {
        editor.edit(EditKind::Label(id), |map, _| map.regions[usize::from(id)].label = place);
    }
    if wide_button(ui, "Move the label", "L", editor.tool == Tool::Label) {
        editor.toggle_tool(Tool::Label);
    }
    if wide_button(ui, "Centre the label", "", false) {
        editor.centre_label(id);
    }
    if editor.tool == Tool::Label {
        ui.add(
            Label::new(quiet("Click the new place on the map. Without this button: drag the number.")).wrap(),
        );
    }
}

fn borders(editor: &mut Editor, ui: &mut Ui, id: RegionId) {
    let map = std::sync::Arc::clone(editor.document.map());
    let neighbours = &map.regions[usize::from(id)].neighbours;
    ui.label(format!("Borders ({})", neighbours.len()));
    if wide_button(ui, "Change borders on the map", "B", editor.tool == Tool::Borders) {
        editor.toggle_tool(Tool::Borders);
    }
    if editor.tool == Tool::Borders {
        ui.add(Label::new(quiet("Click regions to add or remove a border. Escape ends it.")).wrap());
    }
    let mut toggled = None;
    for near in neighbours {
        let name = &map.regions[usize::from(*near)].name;
        ui.horizontal(|ui| {
            let text = egui::RichText::new("Remove").font(theme::plain(theme::size::SMALL));
            let button =
                ui.add(egui::Button::new(text)).accessible_name(format!("remove the border with {name}"));
            if button.clicked() {
                toggled = Some(*near);
            }
            let kind = if editor.is_over_sea(id, *near) { " (over the sea)" } else { "" };
            ui.add(Label::new(format!("{name}{kind}")).truncate());
        });
    }
    let combo = ComboBox::from_id_salt("add border").selected_text("Add a border with…");
    let combo = combo.width(ui.available_width()).height(320.0);
    let combo = combo_box(ui, combo, |ui, list| {
        let mut others: Vec<RegionId> = (0..map.regions.len() as RegionId).collect();
        others.retain(|other| *other != id && !neighbours.contains(other));
        others.sort_by_key(|other| &map.regions[usize::from(*other)].name);
        for other in others {
            if list.entry(ui, false, map.regions[usize::from(other)].name.as_str()).clicked() {
                toggled = Some(other);
            }
        }
    });
    combo.accessible_name("add a border");
    if let Some(other) = toggled {
        editor.toggle_border(id, other);
    }
}
