//! A button that shows a colour and opens a popup to change it.

use super::color32;
use crate::automaton::{Colour, MAX_STATES};
use crate::window::{Tokens, page, quiet, radio_buttons};
use egui::{Align, Button, Layout, Popup, PopupCloseBehavior, Role, Ui, Vec2, WidgetInfo, vec2};

/// Draws the button and, if it is open, the popup. Returns the new colour.
pub fn colour_picker(ui: &mut Ui, name: &str, colour: Colour) -> Option<Colour> {
    let border = egui::Stroke::new(1.0, Tokens::of(ui).ink.gamma_multiply(0.4));
    let button = Button::new("").fill(color32(colour)).stroke(border).min_size(vec2(36.0, 26.0));
    let button = ui.add(button).on_hover_text(colour.to_string());
    button.widget_info(|| WidgetInfo::labeled(Role::ColorWell, true, name));
    let mut chosen = None;
    let popup =
        Popup::from_toggle_button_response(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.set_width(236.0);
        if let Some(typed) = page::line_field(ui, "colour as #RRGGBB", "#RRGGBB", &colour.to_string()) {
            chosen = Colour::parse(typed.trim());
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for state in 0..MAX_STATES {
                let (default, name) = Colour::default_for(state);
                let swatch = Button::new("").fill(color32(default)).stroke(border).min_size(vec2(21.0, 21.0));
                let swatch = ui.scope(|ui| {
                    ui.spacing_mut().button_padding = Vec2::ZERO;
                    ui.add(swatch).on_hover_text(name)
                });
                swatch.inner.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
                if swatch.inner.clicked() {
                    chosen = Some(default);
                }
            }
        });
        let Colour { red, green, blue } = colour;
        let mut parts = [red, green, blue];
        for (part, name) in parts.iter_mut().zip(["Red", "Green", "Blue"]) {
            ui.horizontal(|ui| {
                ui.allocate_ui_with_layout(vec2(44.0, 20.0), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(44.0);
                    ui.label(quiet(name));
                });
                let slider = ui.add(egui::Slider::new(part, 0..=255));
                slider.widget_info(|| WidgetInfo::slider(true, f64::from(*part), name));
            });
        }
        if parts != [red, green, blue] {
            chosen = Some(Colour::new(parts[0], parts[1], parts[2]));
        }
    });
    chosen
}

/// The colour that an optional colour gets first.
const GREY: Colour = Colour::new(0x80, 0x80, 0x80);

/// Draws the choice between no colour of its own and a colour. `labels` are those of the two radio buttons.
pub fn optional_colour(ui: &mut Ui, labels: [&str; 2], name: &str, colour: &mut Option<Colour>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let mut own = colour.is_some();
        radio_buttons(ui, labels[0], &mut own, [(false, labels[0]), (true, labels[1])]);
        if own != colour.is_some() {
            *colour = own.then_some(GREY);
        }
        if let Some(colour) = colour
            && let Some(chosen) = colour_picker(ui, name, *colour)
        {
            *colour = chosen;
        }
    });
}
