//! The opening swap2: an explanation of the stage, and the choice of colours.

use crate::rules::{Colour, Move, Opening, Position};
use crate::text;
use common::window::{UiAction, card, quiet, theme};
use egui::{Button, RichText, Ui, Vec2, vec2};

/// What the side to move has to do, in a short sentence.
pub fn task(position: &Position) -> String {
    if position.is_choosing_colour() {
        return "Place a white stone, or choose.".to_owned();
    }
    match position.black() {
        None => format!("Place a {} stone.", text::colour(position.colour()).to_lowercase()),
        Some(_) => "Place a stone on an empty point.".to_owned(),
    }
}

/// Explains the stage and offers the choices, unless they are offered elsewhere.
pub fn show(ui: &mut Ui, position: &Position, active: bool, choices: bool) -> Option<UiAction> {
    if position.setup().opening != Opening::Swap2 || position.black().is_some() {
        return None;
    }
    let mut action = None;
    card(ui, |ui| {
        ui.label(RichText::new("Opening: swap2").font(theme::heavy(theme::size::TEXT)));
        // The buttons are above the explanation, so that they are visible in a small window too.
        if choices && position.is_choosing_colour() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
                ui.spacing_mut().button_padding.x = 8.0;
                action = buttons(ui, position, active, vec2(84.0, 32.0));
            });
        }
        ui.add(egui::Label::new(quiet(stage(position))).wrap());
    });
    action
}

/// The choices one below the other, where there is no room for anything else.
pub fn small_choices(ui: &mut Ui, position: &Position, active: bool) -> Option<UiAction> {
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.spacing_mut().button_padding.y = 2.0;
    let width = ui.available_width();
    buttons(ui, position, active, vec2(width, 28.0))
}

fn buttons(ui: &mut Ui, position: &Position, active: bool, min_size: Vec2) -> Option<UiAction> {
    let button = |label: &str| Button::new(label.to_owned()).min_size(min_size);
    let mut action = None;
    if ui.add_enabled(active, button("Play White")).clicked() {
        action = Some(UiAction::Explain("You play White: place a white stone.".to_owned()));
    }
    for (m, label) in [(Move::Swap, "Take Black"), (Move::More, "Place two more")] {
        if position.offers(m) && ui.add_enabled(active, button(label)).clicked() {
            action = Some(UiAction::Play(m.to_string()));
        }
    }
    action
}

fn stage(position: &Position) -> &'static str {
    let chose_more = position.stones() >= 3 && !position.offers(Move::More);
    match (position.stones(), position.colour()) {
        (0..3, _) => {
            "The first player places three stones: black, white, black. Then the second player chooses a colour."
        }
        _ if position.offers(Move::More) => {
            "The second player plays White, takes Black, or places two more stones (white, black) and lets the first player choose."
        }
        (_, Colour::White) if position.is_choosing_colour() => "The first player plays White or takes Black.",
        _ if chose_more => {
            "The second player places two more stones: white, black. Then the first player chooses a colour."
        }
        _ => "",
    }
}
