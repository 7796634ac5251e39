//! The display options: what is shown besides the stones.

use super::paint;
use crate::ai::Threat;
use crate::rules::Colour;
use common::window::{Tokens, UiAction, UiOptions, quiet};
use egui::{Sense, Ui, vec2};

/// What is shown on and beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The numbers of moves.
    pub numbers: bool,
    /// Where a player can make a five, a four or an open three.
    pub threats: bool,
    /// The evaluation of the position and the chart of the game.
    pub value: bool,
}

/// The name in the settings, the label, the explanation, and the default.
const SWITCHES: [(&str, &str, &str, bool); 3] = [
    ("numbers", "Numbers", "Show the number of each stone", false),
    ("threats", "Threats", "Mark where a player can make a five, a four or an open three", false),
    ("value", "Balance", "Show who is better, and how that changed during the game", true),
];

impl Shown {
    /// Reads the settings.
    pub fn of(options: &UiOptions) -> Shown {
        let is = |n: usize| is_on(options, n);
        Shown { numbers: is(0), threats: is(1), value: is(2) }
    }
}

fn is_on(options: &UiOptions, n: usize) -> bool {
    let (name, _, _, default) = SWITCHES[n];
    options.get(name).map_or(default, |value| value == "true")
}

/// A row of buttons that switch the options.
pub fn switches(ui: &mut Ui, options: &UiOptions) -> Option<UiAction> {
    let mut action = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().button_padding = vec2(6.0, 3.0);
        for (n, (name, label, explanation, _)) in SWITCHES.into_iter().enumerate() {
            let on = is_on(options, n);
            let text = egui::RichText::new(label).font(common::window::theme::plain(13.0));
            let button = egui::Button::new(text).selected(on);
            if ui.add(button).on_hover_text(explanation).clicked() {
                action = Some(UiAction::Keep(name, (!on).to_string()));
            }
        }
    });
    action
}

/// Explains the marks of threats.
pub fn legend(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let entries = [
        (Threat::Five, "five"),
        (Threat::OpenFour, "open four"),
        (Threat::Four, "four"),
        (Threat::OpenThree, "open three"),
    ];
    egui::Grid::new("legend").num_columns(2).spacing(vec2(24.0, 2.0)).show(ui, |ui| {
        for (n, (threat, label)) in entries.into_iter().enumerate() {
            ui.horizontal(|ui| {
                ui.spacing_mut().interact_size.y = 18.0;
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                paint::threat_mark(ui.painter(), rect.center(), 5.5, threat, Colour::Black, &tokens);
                ui.label(quiet(label));
            });
            if n % 2 == 1 {
                ui.end_row();
            }
        }
    });
    ui.label(quiet("The colour shows who can play there."));
}
