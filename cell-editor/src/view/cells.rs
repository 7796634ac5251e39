//! Cells as they are painted: a square in the colour of its state, with a border and a digit.

use super::settings::Settings;
use common::automaton::{Automaton, Colour, State};
use common::window::{Tokens, theme};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind};

/// A colour of ours on the screen.
pub fn color(colour: Colour) -> Color32 {
    Color32::from_rgb(colour.red, colour.green, colour.blue)
}

/// Black or white, whichever is read better there.
pub fn ink_on(back: Color32) -> Color32 {
    let better = theme::contrast(Color32::BLACK, back) >= theme::contrast(Color32::WHITE, back);
    if better { Color32::BLACK } else { Color32::WHITE }
}

/// How the cells of an automaton look.
#[derive(Debug, Clone)]
pub struct Look {
    /// The colour, the border and the digit of every state.
    states: Vec<(Color32, Color32, Color32)>,
    digits: bool,
    line: Color32,
    quiet: Color32,
}

impl Look {
    /// The look that the settings ask for.
    pub fn new(automaton: &Automaton, settings: &Settings, tokens: Tokens) -> Look {
        let own = settings.border.map(color);
        let edge = tokens.ink.gamma_multiply(0.4);
        let state = |state| {
            let fill = color(automaton.colour(state));
            (fill, own.unwrap_or(edge), own.unwrap_or_else(|| ink_on(fill)))
        };
        Look {
            states: (0..automaton.states()).map(state).collect(),
            digits: settings.digits,
            line: tokens.line,
            quiet: tokens.quiet,
        }
    }

    /// The colour of a state.
    pub fn fill(&self, state: State) -> Color32 {
        self.states[usize::from(state)].0
    }

    /// Paints a cell.
    pub fn cell(&self, painter: &Painter, rect: Rect, state: State) {
        let (fill, border, ink) = self.states[usize::from(state)];
        let corner = CornerRadius::same((rect.width() / 10.0).min(4.0) as u8);
        painter.rect(rect, corner, fill, Stroke::new(1.0, border), StrokeKind::Inside);
        if self.digits && rect.width() >= 10.0 {
            let font = theme::plain((rect.width() * 0.5).round().clamp(7.0, 20.0));
            painter.text(rect.center(), Align2::CENTER_CENTER, char::from(b'0' + state), font, ink);
        }
    }

    /// Paints a cell that nobody has filled.
    pub fn no_cell(&self, painter: &Painter, rect: Rect) {
        dashed(painter, rect, self.line.lerp_to_gamma(self.quiet, 0.5));
    }
}

/// Paints a dashed frame.
pub fn dashed(painter: &Painter, rect: Rect, color: Color32) {
    let rect = rect.shrink(0.5);
    let corners: [Pos2; 5] =
        [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(egui::Shape::dashed_line(&corners, Stroke::new(1.0, color), 3.0, 3.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_can_be_read_on_any_colour() {
        for rgb in (0u32..=0xFF_FF_FF).step_by(4099) {
            let [_, r, g, b] = rgb.to_be_bytes();
            let back = Color32::from_rgb(r, g, b);
            assert!(theme::contrast(ink_on(back), back) >= 4.5, "{back:?}");
        }
    }
}
