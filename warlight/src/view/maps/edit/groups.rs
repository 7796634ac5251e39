//! The map as a whole and its super regions.

use super::document::EditKind;
use super::{Editor, wide_button};
use crate::map::check::MAX_PLAYERS;
use crate::map::paint::SUPER_REGION_COLOURS;
use crate::map::{SuperRegionId, edit};
use common::window::{Tokens, page, quiet};
use egui::{
    Button, Color32, DragValue, Label, Popup, PopupCloseBehavior, Role, TextEdit, Ui, WidgetInfo, vec2,
};

/// The largest bonus.
const MAX_BONUS: u16 = 100;

/// Draws what belongs to the whole map.
pub fn map_tab(editor: &mut Editor, ui: &mut Ui) {
    let map = std::sync::Arc::clone(editor.document.map());
    ui.label("Name");
    if let Some(name) = page::line_field(ui, "name of the map", "", &map.name) {
        editor.edit(EditKind::Name, |map, _| name.trim().clone_into(&mut map.name));
    }
    let label = ui.label("A sentence about it");
    let mut about = editor.document.about().to_owned();
    let field = TextEdit::multiline(&mut about).desired_rows(3).desired_width(f32::INFINITY);
    if ui.add(field).labelled_by(label.id).changed() {
        // A tab or a new line has no place in a sentence.
        let about: String = about.replace(['\n', '\t'], " ").chars().take(500).collect();
        editor.edit(EditKind::About, |_, old| *old = about);
    }
    ui.horizontal(|ui| {
        let label = ui.label("Maximum number of players");
        let mut players = map.max_players;
        let field =
            ui.add(DragValue::new(&mut players).range(2..=MAX_PLAYERS).speed(0.05)).labelled_by(label.id);
        if field.changed() {
            editor.edit(EditKind::Players, |map, _| map.max_players = players);
        }
    });
    let borders = map.regions.iter().map(|region| region.neighbours.len()).sum::<usize>() / 2;
    let numbers = format!(
        "{} regions, {} super regions, {borders} borders, picture {} × {} pixels.",
        map.regions.len(),
        map.super_regions.len(),
        editor.art.size().x,
        editor.art.size().y,
    );
    ui.add(Label::new(quiet(numbers)).wrap());
    if !editor.is_painted {
        let note =
            "This map has a picture of its own, which does not change with the colours of super regions.";
        ui.add(Label::new(quiet(note)).wrap());
    }
    // The paths of a web page mean nothing to the user.
    if cfg!(not(target_arch = "wasm32")) {
        ui.add(Label::new(quiet(format!("File: {}", editor.path().display()))).wrap());
    }
}

/// Draws the super regions.
pub fn groups_tab(editor: &mut Editor, ui: &mut Ui) {
    let count = editor.document.map().super_regions.len() as SuperRegionId;
    for id in 0..count {
        group(editor, ui, id, count);
    }
    if wide_button(ui, "Suggest all bonuses", "", false) {
        editor.edit(EditKind::AllBonuses, |map, _| {
            for id in 0..count {
                map.super_regions[usize::from(id)].bonus = edit::suggested_bonus(map, id);
            }
        });
    }
    ui.add(Label::new(quiet("To make a new super region, select its first region.")).wrap());
}

fn group(editor: &mut Editor, ui: &mut Ui, id: SuperRegionId, count: SuperRegionId) {
    let map = std::sync::Arc::clone(editor.document.map());
    // The last one may just have been deleted.
    let Some(super_region) = map.super_regions.get(usize::from(id)) else { return };
    let name = &super_region.name;
    let is_wanted = editor.focus_group.take_if(|wanted| *wanted == id).is_some();
    ui.push_id(id, |ui| {
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                if let Some(colour) = colour_button(ui, &format!("colour of {name}"), super_region.colour) {
                    editor.edit(EditKind::Colour(id), |map, _| {
                        map.super_regions[usize::from(id)].colour = colour;
                    });
                }
                if let Some(typed) =
                    page::line_field(ui, &format!("name of super region {}", id + 1), "", name)
                {
                    let typed = typed.trim().to_owned();
                    editor.edit(EditKind::GroupName(id), |map, _| {
                        map.super_regions[usize::from(id)].name = typed;
                    });
                }
            });
            ui.horizontal_wrapped(|ui| {
                ui.label("Bonus");
                let mut bonus = super_region.bonus;
                let field = ui.add(DragValue::new(&mut bonus).range(0..=MAX_BONUS).speed(0.05));
                if field.accessible_name(format!("bonus of {name}")).changed() {
                    editor
                        .edit(EditKind::Bonus(id), |map, _| map.super_regions[usize::from(id)].bonus = bonus);
                }
                let suggested = edit::suggested_bonus(&map, id);
                let hint = format!(
                    "{suggested}, by its size and by how many of its regions have foreign neighbours"
                );
                let suggest = ui.add_enabled(suggested != bonus, Button::new("Suggest")).on_hover_text(hint);
                if suggest.accessible_name(format!("suggest the bonus of {name}")).clicked() {
                    editor.document.close_step();
                    editor.edit(EditKind::Bonus(id), |map, _| {
                        map.super_regions[usize::from(id)].bonus = suggested;
                    });
                }
                let delete = ui.add_enabled(count > 1, Button::new("Delete"));
                let delete = delete.on_hover_text("Its regions join the super regions beside them");
                if delete.accessible_name(format!("delete {name}")).clicked() {
                    editor.delete_group(id);
                }
            });
            let regions = super_region.regions.len();
            let regions = if regions == 1 { "One region".to_owned() } else { format!("{regions} regions") };
            ui.label(quiet(format!("{regions}.")));
            ui.separator();
        });
        if is_wanted {
            ui.scroll_to_cursor(Some(egui::Align::BOTTOM));
        }
    });
}

/// A button that shows a colour and opens a choice of colours.
fn colour_button(ui: &mut Ui, name: &str, colour: [u8; 3]) -> Option<[u8; 3]> {
    let rgb = |[red, green, blue]: [u8; 3]| Color32::from_rgb(red, green, blue);
    let edge = egui::Stroke::new(1.0, Tokens::of(ui).ink.gamma_multiply(0.4));
    let button = Button::new("").fill(rgb(colour)).stroke(edge).min_size(vec2(34.0, 26.0));
    let button = ui.add(button).on_hover_text("Change the colour");
    button.widget_info(|| WidgetInfo::labeled(Role::ColorWell, true, name));
    let mut chosen = None;
    let popup =
        Popup::from_toggle_button_response(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.set_width(220.0);
        let current = crate::map::file::colour_text(colour);
        if let Some(typed) = page::line_field(ui, "colour as #rrggbb", "#rrggbb", &current) {
            chosen = crate::map::file::parse_colour(typed.trim());
        }
        egui::Grid::new("colours").spacing(vec2(4.0, 4.0)).show(ui, |ui| {
            for (number, swatch) in SUPER_REGION_COLOURS.iter().enumerate() {
                let button =
                    ui.add(Button::new("").fill(rgb(*swatch)).stroke(edge).min_size(vec2(44.0, 24.0)));
                button.widget_info(|| {
                    WidgetInfo::labeled(Role::Button, true, format!("colour {}", number + 1))
                });
                if button.clicked() {
                    chosen = Some(*swatch);
                }
                if number % 4 == 3 {
                    ui.end_row();
                }
            }
        });
    });
    chosen
}
