//! The opening swap2: what is going on, and the choices that are no stones.

use crate::rules::{Colour, Move, Opening, Position};
use crate::text;
use common::window::{Act, card, quiet, theme};
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
pub fn show(ui: &mut Ui, position: &Position, active: bool) -> Option<Act> {
    if position.setup().opening != Opening::Swap2 || position.black().is_some() {
        return None;
    }
    let mut act = None;
    card(ui, |ui| {
        ui.label(RichText::new("Opening: swap2").font(theme::heavy(theme::size::TEXT)));
        ui.add(egui::Label::new(stage(position)).wrap());
        if !position.choosing() {
            return;
        }
        ui.label(quiet("To go on with White, just put a white stone on the board."));
        ui.horizontal(|ui| {
            for (m, words) in [(Move::Swap, "Take Black"), (Move::More, "Put two more")] {
                if position.offers(m) {
                    let button = Button::new(words).min_size(vec2(116.0, 32.0));
                    if ui.add_enabled(active, button).clicked() {
                        act = Some(Act::Play(m.to_string()));
                    }
                }
            }
        });
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
