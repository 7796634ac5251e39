//! The control buttons: a state to enter with every click, notes, checking and bookmarks.

use super::names::state_name;
use crate::rules::{MistakeCheck, Move, Puzzle, PuzzleView, Status};
use crate::text::points_text;
use common::automaton::State;
use common::window::cells::{CellStyle, contrasting_text};
use common::window::{Scene, Tokens, UiAction, theme};
use egui::{Button, RichText, Role, Stroke, Ui, WidgetInfo, vec2};

/// What the next click on a hidden cell does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Controls {
    /// The state that a click enters; without one a click opens the palette.
    pub armed: Option<State>,
    /// Clicks and digits write notes.
    pub notes: bool,
}

/// The side of a state's button.
pub const BUTTON: f32 = 30.0;

/// A button in the colour of a state.
pub fn state_button(
    ui: &mut Ui,
    style: &CellStyle,
    state: State,
    selected: bool,
    enabled: bool,
    name: &str,
    side: f32,
) -> bool {
    let tokens = Tokens::of(ui);
    let fill = style.fill(state);
    let mut digit =
        RichText::new(state.to_string()).font(theme::plain(theme::size::TEXT)).color(contrasting_text(fill));
    if !enabled {
        digit = digit.strikethrough();
    }
    let border = if selected {
        Stroke::new(3.0, tokens.accent)
    } else {
        Stroke::new(1.0, tokens.ink.gamma_multiply(0.4))
    };
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(2.0, 2.0));
    let button =
        ui.add_enabled(enabled, Button::new(digit).fill(fill).stroke(border).min_size(vec2(side, side)));
    ui.spacing_mut().button_padding = padding;
    button.widget_info(|| WidgetInfo::selected(Role::Button, enabled, selected, name));
    button.on_hover_text(name).clicked()
}

/// Why nothing can be checked now, or `None` if it can.
pub fn cannot_check(view: &PuzzleView) -> Option<&'static str> {
    match view.facts.check {
        MistakeCheck::AtOnce => Some("Every value is checked as soon as you enter it."),
        MistakeCheck::AtTheEnd => Some("In this game mistakes are shown when every cell has a value."),
        MistakeCheck::OnDemand if view.cells.iter().any(|cell| cell.status == Status::Entered) => None,
        MistakeCheck::OnDemand => Some("No value was entered since the last check."),
    }
}

/// The position of the last bookmark, other than the one that is shown.
pub fn last_bookmark(scene: &Scene<'_, Puzzle>) -> Option<usize> {
    let game = scene.game;
    let is_bookmark = |n: &usize| {
        *n + 1 != game.ply() && game.seen_ply(*n).is_some_and(|ply| ply.m == Some(&Move::Bookmark))
    };
    (0..game.ply()).rev().find(is_bookmark).map(|n| n + 1)
}

/// The width of the button for notes with the space before it.
const NOTES: f32 = 76.0;
/// The width of the points beside them.
const POINTS: f32 = 96.0;

impl Controls {
    /// Draws a button for each state.
    pub fn states(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) {
        ui.horizontal_wrapped(|ui| self.state_buttons(ui, scene, style));
    }

    fn state_buttons(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) {
        let automaton = scene.game.view().layout().automaton();
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        let states = f32::from(style.states());
        // All states fit into one row.
        let side = ((ui.available_width() - 3.0 * states) / states).floor().clamp(22.0, BUTTON);
        for state in 0..style.states() {
            let name = format!("every click enters {}", state_name(automaton, state));
            let armed = self.armed == Some(state);
            if state_button(ui, style, state, armed, true, &name, side) {
                self.armed = (!armed).then_some(state);
            }
        }
    }

    /// Draws a button for each state, and the one for notes: beside them, if there is room.
    pub fn palette(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) {
        ui.horizontal_wrapped(|ui| {
            let beside = f32::from(style.states()) * (BUTTON + 3.0) + NOTES <= ui.available_width();
            self.state_buttons(ui, scene, style);
            if beside {
                ui.add_space(6.0);
            } else {
                ui.end_row();
            }
            let notes = ui.add(Button::new("Notes").selected(self.notes).min_size(vec2(60.0, 28.0)));
            if notes.on_hover_text("Clicks and digits write notes (N)").clicked() {
                self.notes = !self.notes;
            }
            // Their card may be out of sight.
            if scene.game.end().is_none() && ui.available_size_before_wrap().x > POINTS {
                let points = scene.game.score().points;
                let color = if points < 0 { scene.tokens.bad } else { scene.tokens.ink };
                let text = RichText::new(points_text(points)).color(color);
                ui.label(text.font(theme::heavy(theme::size::TEXT)));
            }
        });
    }

    /// Draws the buttons.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_, Puzzle>, style: &CellStyle) -> Vec<UiAction> {
        ui.spacing_mut().item_spacing.y = 6.0;
        self.palette(ui, scene, style);
        self.about(ui);
        Controls::commands(ui, scene)
    }

    /// Says what the next click does.
    pub fn about(self, ui: &mut Ui) {
        let about = match (self.armed, self.notes) {
            (Some(state), false) => {
                format!("A click enters {state}. Click {state} again to choose each time.")
            }
            (Some(state), true) => format!("A click notes {state}."),
            (None, true) => "Digits and the palette write notes.".to_owned(),
            (None, false) => "Choose a state to enter it with every click.".to_owned(),
        };
        ui.label(common::window::quiet(about));
    }

    /// Draws the buttons for checking and for bookmarks.
    pub fn commands(ui: &mut Ui, scene: &Scene<'_, Puzzle>) -> Vec<UiAction> {
        let mut actions = Vec::new();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.spacing_mut().button_padding.x = 8.0;
            let button = |text: &'static str| Button::new(text).min_size(vec2(0.0, 28.0));
            let why_not = cannot_check(scene.game.view());
            let check = ui.add_enabled(scene.active && why_not.is_none(), button("Check"));
            let about = "Is everything right so far? (Ctrl+K)";
            if check.on_hover_text(about).on_disabled_hover_text(why_not.unwrap_or(about)).clicked() {
                actions.push(UiAction::Play(Move::Check.to_string()));
            }
            let mark = ui.add_enabled(scene.active, button("Bookmark"));
            if mark.on_hover_text("Set a bookmark to go back to (Ctrl+B)").clicked() {
                actions.push(UiAction::Play(Move::Bookmark.to_string()));
            }
            let bookmark = last_bookmark(scene);
            let back = ui.add_enabled(bookmark.is_some(), button("To bookmark"));
            let back = back
                .on_hover_text("Go back to the last bookmark (Ctrl+Shift+B)")
                .on_disabled_hover_text("There is no earlier bookmark.");
            if back.clicked() {
                actions.extend(bookmark.map(UiAction::GoTo));
            }
        });
        actions
    }
}
