//! The look of the overview: sizes, gaps, colours and digits.

use common::automaton::Colour;
use common::window::cells::color32;
use common::window::{Tokens, UiAction, UiOptions, quiet};
use egui::{Color32, DragValue, Grid, Response, Role, Ui, WidgetInfo, vec2};
use std::ops::RangeInclusive;

const CELL: &str = "overview_cell";
const GAP: &str = "overview_gap";
const RULE_GAP: &str = "overview_rule_gap";
const BORDER: &str = "overview_border";
const HIGHLIGHT: &str = "overview_highlight";
const DIGITS: &str = "overview_digits";

/// The side of a cell.
pub const CELL_RANGE: RangeInclusive<f32> = 10.0..=48.0;
const GAP_RANGE: RangeInclusive<f32> = 0.0..=8.0;
const RULE_GAP_RANGE: RangeInclusive<f32> = 4.0..=40.0;

/// How rules are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The side of a cell.
    pub cell: f32,
    /// The gap between two cells.
    pub gap: f32,
    /// The gap between two rules.
    pub rule_gap: f32,
    /// The colour of borders and digits; without one, borders are grey and digits are readable on every colour.
    pub border: Option<Colour>,
    /// The colour that marks rules that fit; without one, the accent colour of the theme.
    pub highlight: Option<Colour>,
    /// Digits on cells.
    pub digits: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { cell: 20.0, gap: 1.0, rule_gap: 14.0, border: None, highlight: None, digits: true }
    }
}

impl Look {
    /// The look that is remembered. What is missing or damaged has its default.
    fn read(options: &UiOptions) -> Look {
        let default = Look::default();
        let number = |name: &str, range: RangeInclusive<f32>, default: f32| {
            let value = options.get(name).and_then(|text| text.parse::<f32>().ok());
            value.filter(|value| range.contains(value)).unwrap_or(default)
        };
        let colour = |name: &str| options.get(name).and_then(|text| Colour::parse(text));
        Look {
            cell: number(CELL, CELL_RANGE, default.cell),
            gap: number(GAP, GAP_RANGE, default.gap),
            rule_gap: number(RULE_GAP, RULE_GAP_RANGE, default.rule_gap),
            border: colour(BORDER),
            highlight: colour(HIGHLIGHT),
            digits: options.get(DIGITS).is_none_or(|value| value == "true"),
        }
    }

    /// The colour that marks rules that fit.
    pub fn highlight(&self, tokens: &Tokens) -> Color32 {
        self.highlight.map_or(tokens.accent, color32)
    }
}

/// The look, and the controls to change it.
#[derive(Debug, Default)]
pub struct LookForm {
    look: Look,
    /// The look that was read last.
    stored: Option<Look>,
}

impl LookForm {
    /// Takes over what is remembered, if it has changed.
    pub fn read(&mut self, options: &UiOptions) {
        let stored = Look::read(options);
        if self.stored != Some(stored) {
            (self.look, self.stored) = (stored, Some(stored));
        }
    }

    /// The look to draw with.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// The controls. While a value is dragged it is shown, and kept only at the end.
    pub fn ui(&mut self, ui: &mut Ui) -> Vec<UiAction> {
        let mut actions = Vec::new();
        let look = &mut self.look;
        let tokens = Tokens::of(ui);
        let grey = Color32::from_gray(if tokens.dark { 160 } else { 96 });
        Grid::new("overview look").num_columns(2).spacing(vec2(12.0, 6.0)).show(ui, |ui| {
            for (name, text, value, range) in [
                (CELL, "Cell size", &mut look.cell, CELL_RANGE),
                (GAP, "Gap between cells", &mut look.gap, GAP_RANGE),
                (RULE_GAP, "Gap between rules", &mut look.rule_gap, RULE_GAP_RANGE),
            ] {
                let label = ui.label(text);
                let field = DragValue::new(value).range(range).speed(0.25).max_decimals(0);
                let response = ui.add(field).labelled_by(label.id);
                if is_final(&response) {
                    actions.push(UiAction::Keep(name, value.round().to_string()));
                }
                ui.end_row();
            }
            for (name, text, colour, default) in [
                (BORDER, "Border colour", &mut look.border, grey),
                (HIGHLIGHT, "Highlight colour", &mut look.highlight, tokens.accent),
            ] {
                actions.extend(colour_choice(ui, name, text, colour, default));
                ui.end_row();
            }
        });
        let digits = ui.checkbox(&mut look.digits, "Digits");
        if digits.on_hover_text("The number of the state on every cell").changed() {
            actions.push(UiAction::Keep(DIGITS, look.digits.to_string()));
        }
        actions
    }
}

/// A colour of one's own, or the default one.
fn colour_choice(
    ui: &mut Ui,
    name: &'static str,
    text: &str,
    colour: &mut Option<Colour>,
    default: Color32,
) -> Option<UiAction> {
    let before = *colour;
    let mut own = colour.is_some();
    if ui.checkbox(&mut own, text).on_hover_text("Choose a colour instead of the default one").changed() {
        *colour = own.then(|| Colour::new(default.r(), default.g(), default.b()));
    }
    if let Some(chosen) = colour {
        let mut rgb = [chosen.red, chosen.green, chosen.blue];
        let button = ui.color_edit_button_srgb(&mut rgb);
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("choose: {text}")));
        *chosen = Colour::new(rgb[0], rgb[1], rgb[2]);
    } else {
        ui.label(quiet("automatic"));
    }
    (*colour != before)
        .then(|| UiAction::Keep(name, colour.map_or(String::new(), |colour| colour.to_string())))
}

/// Whether a change is complete.
fn is_final(response: &Response) -> bool {
    response.drag_stopped() || (response.changed() && !response.dragged())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_setting_has_its_default() {
        let options: UiOptions = [
            (CELL, "30"),
            (GAP, "many"),
            (RULE_GAP, "1000"),
            (BORDER, "#112233"),
            (HIGHLIGHT, "red"),
            (DIGITS, "false"),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
        let expected = Look {
            cell: 30.0,
            border: Some(Colour::new(0x11, 0x22, 0x33)),
            digits: false,
            ..Look::default()
        };
        assert_eq!(Look::read(&options), expected);
        assert_eq!(Look::read(&UiOptions::new()), Look::default());
    }
}
