//! The opening swap2: what is going on, and the choices that are no stones.

use crate::rules::{Colour, Move, Opening, Position};
use crate::text;
use common::window::{UiAction, card, quiet, theme};
use egui::{Button, RichText, Ui, vec2};

/// What the side to move is expected to do, in a short sentence.
pub fn task(position: &Position) -> String {
    if position.choosing() {
        return "Choose your colour.".to_owned();
    }
    match position.black() {
        None => format!("Put a {} stone.", text::colour(position.colour()).to_lowercase()),
        Some(_) => "Put a stone on a point.".to_owned(),
    }
}

/// Explains the stage, and offers what can be chosen.
pub fn show(ui: &mut Ui, position: &Position, active: bool) -> Option<UiAction> {
    if position.setup().opening != Opening::Swap2 || position.black().is_some() {
        return None;
    }
    let mut act = None;
    card(ui, |ui| {
        ui.label(RichText::new("Opening: swap2").font(theme::heavy(theme::size::TEXT)));
        // What can be done stands before what is to be known, so that it is in sight in a small window too.
        if position.choosing() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
                ui.spacing_mut().button_padding.x = 8.0;
                let button = |words: &str| Button::new(words.to_owned()).min_size(vec2(84.0, 32.0));
                if ui.add_enabled(active, button("Play White")).clicked() {
                    act = Some(UiAction::Explain("Put a white stone on the board: you play White.".to_owned()));
                }
                for (m, words) in [(Move::Swap, "Take Black"), (Move::More, "Put two more")] {
                    if position.offers(m) && ui.add_enabled(active, button(words)).clicked() {
                        act = Some(UiAction::Play(m.to_string()));
                    }
                }
            });
        }
        ui.add(egui::Label::new(quiet(stage(position))).wrap());
    });
    act
}

fn stage(position: &Position) -> &'static str {
    let more = position.stones() >= 3 && !position.offers(Move::More);
    match (position.stones(), position.colour()) {
        (0..3, _) => {
            "The first player puts three stones, two black and a white one, for both sides. Then the second player chooses a colour."
        }
        _ if position.offers(Move::More) => {
            "The second player plays White, takes Black, or puts a white and a black stone more and lets the first player choose."
        }
        (_, Colour::White) if position.choosing() => "The first player plays White or takes Black.",
        _ if more => {
            "The second player puts a white and a black stone more. Then the first player chooses a colour."
        }
        _ => "",
    }
}
