//! What is shown besides the stones, as people request.

use super::paint;
use crate::ai::Threat;
use crate::rules::Colour;
use common::window::{UiAction, UiOptions, Tokens, quiet};
use egui::{Sense, Ui, vec2};

/// What is shown on the board and beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each of them is a box to be ticked")]
pub struct Shown {
    /// The numbers of moves.
    pub numbers: bool,
    /// Where fives, fours and threes could be made.
    pub threats: bool,
    /// The lines of hints, not only their first moves.
    pub lines: bool,
    /// How good a position is, and how that went over the game.
    pub value: bool,
}

/// The name in the settings, the words, what they mean, and whether it is shown unless somebody says otherwise.
const CHOICES: [(&str, &str, &str, bool); 4] = [
    ("numbers", "Numbers", "Write on every stone when it was put", false),
    ("threats", "Threats", "Mark where five, four or an open three could be made", false),
    ("lines", "Best lines", "Show the moves that a hint expects", true),
    ("value", "Balance", "Show who is better, and how that went over the game", true),
];

impl Shown {
    /// As the settings have it.
    pub fn of(options: &UiOptions) -> Shown {
        let is = |n: usize| is_on(options, n);
        Shown { numbers: is(0), threats: is(1), lines: is(2), value: is(3) }
    }
}

fn is_on(options: &UiOptions, n: usize) -> bool {
    let (name, _, _, usual) = CHOICES[n];
    options.get(name).map_or(usual, |value| value == "true")
}

/// The choices in a row.
pub fn choices(ui: &mut Ui, options: &UiOptions) -> Option<UiAction> {
    let mut act = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().button_padding = vec2(6.0, 3.0);
        for (n, (name, words, meaning, _)) in CHOICES.into_iter().enumerate() {
            let on = is_on(options, n);
            let text = egui::RichText::new(words).font(common::window::theme::plain(13.0));
            let chip = egui::Button::new(text).selected(on);
            if ui.add(chip).on_hover_text(meaning).clicked() {
                act = Some(UiAction::Keep(name, (!on).to_string()));
            }
        }
    });
    act
}

/// What the marks mean.
pub fn legend(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let entries = [
        (Threat::Five, "five"),
        (Threat::OpenFour, "open four"),
        (Threat::Four, "four"),
        (Threat::OpenThree, "open three"),
    ];
    egui::Grid::new("legend").num_columns(2).spacing(vec2(24.0, 2.0)).show(ui, |ui| {
        for (n, (threat, words)) in entries.into_iter().enumerate() {
            ui.horizontal(|ui| {
                ui.spacing_mut().interact_size.y = 18.0;
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                paint::threat_mark(ui.painter(), rect.center(), 5.5, threat, Colour::Black, &tokens);
                ui.label(quiet(words));
            });
            if n % 2 == 1 {
                ui.end_row();
            }
        }
    });
    ui.label(quiet("In the colour of who could play there."));
}
