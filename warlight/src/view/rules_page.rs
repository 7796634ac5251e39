//! The page of rules.

use super::paint;
use crate::rules::{FULL_LUCK, odds};
use common::window::{Tokens, quiet, theme};
use egui::{Grid, Label, RichText, Sense, Ui, vec2};

/// The sections of the rules: title and text.
const PARTS: [(&str, &str); 6] = [
    ("The aim", "Conquer all regions of the other players. A game that reaches its last round is a draw."),
    (
        "The beginning",
        "Every player is offered some regions and picks a few of them. All other regions are neutral; most have two \
         armies, which never attack.",
    ),
    (
        "A round",
        "All players plan their turns at the same time, in secret. First you deploy new armies to your regions: five, and \
         the bonus of every super region that you own completely. Then you give orders: armies go to a neighbouring \
         region, to your own or to attack. One army always stays behind. When everybody has committed, the round is \
         played: first all deployments, then the orders of all players in turn, each player's from top to bottom.",
    ),
    (
        "Fights",
        "Each attacking army destroys a defender with a chance of 60 %, each defending army an attacker with a chance of \
         70 %. Both sides strike at the same time. The attackers take the region if they destroy all defenders and at \
         least one of them survives. Otherwise the survivors go back.",
    ),
    (
        "Fog",
        "With fog you see your regions and their neighbours only. Other regions are striped, and shown as you saw them \
         last.",
    ),
    (
        "On the map",
        "Zoom with the mouse wheel, move the map by dragging it. Names of regions appear under the pointer. With the \
         keyboard: arrows choose a region, full stop and comma go to the next and the previous region that is \
         offered, yours, or a neighbour of the selected one, Enter is a click, Backspace a right click, plus and minus zoom, N goes to the next step, Ctrl+Enter \
         commits. If armies are not deployed it warns first: press it again to commit.",
    ),
];

/// The fights of the table of odds.
const ATTACKERS: [u32; 7] = [2, 3, 4, 5, 6, 8, 10];
const DEFENDERS: [u32; 5] = [1, 2, 3, 5, 8];

/// Draws the page.
pub fn page(ui: &mut Ui) {
    for (title, text) in PARTS {
        ui.label(RichText::new(title).font(theme::heavy(theme::size::TEXT)));
        ui.add(Label::new(text).wrap());
        if title == "Fights" {
            odds_table(ui);
        }
        ui.add_space(8.0);
    }
    let tokens = Tokens::of(ui);
    ui.label(RichText::new("The players").font(theme::heavy(theme::size::TEXT)));
    ui.horizontal_wrapped(|ui| {
        for (colour, name) in (0..).zip(common::game::COLOURS) {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            paint::player_symbol(ui.painter(), rect.center(), 7.0, colour, &tokens);
            ui.label(name);
        }
    });
}

/// How often an attack takes a region.
fn odds_table(ui: &mut Ui) {
    ui.label(quiet("The chance to take a region, by attackers (left) and defenders (above):"));
    Grid::new("odds").num_columns(DEFENDERS.len() + 1).spacing(vec2(18.0, 4.0)).show(ui, |ui| {
        ui.label("");
        for defenders in DEFENDERS {
            ui.label(RichText::new(defenders.to_string()).font(theme::heavy(theme::size::SMALL)));
        }
        ui.end_row();
        for attackers in ATTACKERS {
            ui.label(RichText::new(attackers.to_string()).font(theme::heavy(theme::size::SMALL)));
            for defenders in DEFENDERS {
                let chance = odds(attackers, defenders, FULL_LUCK).captured * 100.0;
                ui.label(quiet(format!("{chance:.0} %")));
            }
            ui.end_row();
        }
    });
}
