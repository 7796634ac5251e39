//! The look of cells: a square in the colour of its state, with a border and a digit.

use crate::automaton::{Colour, State};
use crate::window::{Tokens, theme};
use egui::{
    Align2, Button, Color32, CornerRadius, Painter, Pos2, Rect, RichText, Role, Shape, Stroke, StrokeKind,
    Ui, WidgetInfo, vec2,
};

/// Converts a colour of an automaton to a screen colour.
pub fn color32(colour: Colour) -> Color32 {
    Color32::from_rgb(colour.red, colour.green, colour.blue)
}

/// Black or white, whichever has the higher contrast with the background.
pub fn contrasting_text(background: Color32) -> Color32 {
    let black = theme::contrast(Color32::BLACK, background) >= theme::contrast(Color32::WHITE, background);
    if black { Color32::BLACK } else { Color32::WHITE }
}

/// The look of one state.
#[derive(Debug, Clone, Copy)]
struct StateStyle {
    fill: Color32,
    border: Color32,
    digit: Color32,
}

/// How the cells of an automaton are painted.
#[derive(Debug, Clone)]
pub struct CellStyle {
    states: Vec<StateStyle>,
    digits: bool,
    empty_border: Color32,
}

impl CellStyle {
    /// A style with one colour for each state. Without a `border` colour, borders are grey and digits are black or white.
    pub fn new(
        colours: impl IntoIterator<Item = Colour>,
        border: Option<Colour>,
        digits: bool,
        tokens: Tokens,
    ) -> CellStyle {
        let border = border.map(color32);
        let default_border = tokens.ink.gamma_multiply(0.4);
        let style = |colour| {
            let fill = color32(colour);
            StateStyle {
                fill,
                border: border.unwrap_or(default_border),
                digit: border.unwrap_or_else(|| contrasting_text(fill)),
            }
        };
        CellStyle {
            states: colours.into_iter().map(style).collect(),
            digits,
            empty_border: tokens.line.lerp_to_gamma(tokens.quiet, 0.5),
        }
    }

    /// The number of states.
    pub fn states(&self) -> u8 {
        self.states.len() as u8
    }

    /// The colour of a state.
    pub fn fill(&self, state: State) -> Color32 {
        self.states[usize::from(state)].fill
    }

    /// The colours of all states.
    pub fn fills(&self) -> impl Iterator<Item = Color32> + '_ {
        self.states.iter().map(|state| state.fill)
    }

    /// Paints a cell.
    pub fn paint_cell(&self, painter: &Painter, rect: Rect, state: State) {
        let StateStyle { fill, border, digit } = self.states[usize::from(state)];
        let corner = CornerRadius::same((rect.width() / 10.0).min(4.0) as u8);
        painter.rect(rect, corner, fill, Stroke::new(1.0, border), StrokeKind::Inside);
        if self.digits && rect.width() >= 10.0 {
            let font = theme::plain((rect.width() * 0.5).round().clamp(7.0, 20.0));
            painter.text(rect.center(), Align2::CENTER_CENTER, char::from(b'0' + state), font, digit);
        }
    }

    /// Paints a cell that has no state.
    pub fn paint_empty_cell(&self, painter: &Painter, rect: Rect) {
        paint_dashed_frame(painter, rect, self.empty_border);
    }
}

/// Paints a dashed frame.
pub fn paint_dashed_frame(painter: &Painter, rect: Rect, color: Color32) {
    let rect = rect.shrink(0.5);
    let corners: [Pos2; 5] =
        [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, color), 3.0, 3.0));
}

/// One button for each state, in its colour. Returns the clicked state. Accessible names are `label` and the digit.
pub fn state_buttons(ui: &mut Ui, style: &CellStyle, selected: Option<State>, label: &str) -> Option<State> {
    let tokens = Tokens::of(ui);
    let mut clicked = None;
    // The buttons are separate items of the caller's layout, so that they can wrap to the next line.
    let spacing = (ui.spacing().item_spacing, ui.spacing().button_padding);
    (ui.spacing_mut().item_spacing.x, ui.spacing_mut().button_padding) = (3.0, vec2(4.0, 2.0));
    for state in 0..style.states() {
        let fill = style.fill(state);
        let digit = RichText::new(state.to_string())
            .font(theme::plain(theme::size::SMALL))
            .color(contrasting_text(fill));
        let border = if selected == Some(state) {
            Stroke::new(3.0, tokens.ink)
        } else {
            Stroke::new(1.0, tokens.ink.gamma_multiply(0.4))
        };
        let button = ui.add(Button::new(digit).fill(fill).stroke(border).min_size(vec2(24.0, 24.0)));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{label} {state}")));
        if button.clicked() {
            clicked = Some(state);
        }
    }
    (ui.spacing_mut().item_spacing, ui.spacing_mut().button_padding) = spacing;
    clicked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_readable_on_any_colour() {
        for rgb in (0u32..=0xFF_FF_FF).step_by(4099) {
            let [_, r, g, b] = rgb.to_be_bytes();
            let background = Color32::from_rgb(r, g, b);
            assert!(theme::contrast(contrasting_text(background), background) >= 4.5, "{background:?}");
        }
    }

    #[test]
    fn a_border_colour_applies_to_all_borders_and_digits() {
        let colours = [Colour::new(255, 255, 255), Colour::new(0, 0, 0)];
        let own = Colour::new(1, 2, 3);
        let style = CellStyle::new(colours, Some(own), true, Tokens::new(false));
        assert!(style.states.iter().all(|state| (state.border, state.digit) == (color32(own), color32(own))));
        let style = CellStyle::new(colours, None, true, Tokens::new(false));
        assert_eq!([0, 1].map(|state| style.states[state].digit), [Color32::BLACK, Color32::WHITE]);
        assert_eq!(style.fills().collect::<Vec<_>>(), [Color32::WHITE, Color32::BLACK]);
    }
}
