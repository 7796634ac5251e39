//! The frame of a tutorial: the board, the text of a step, and the buttons and keys to the other steps.

use super::cards::{card, primary_button, quiet};
use super::escape_pressed;
use super::keys::keep_arrows;
use super::theme::{self, size};
use egui::{
    Button, CentralPanel, Frame, Id, Key, Modifiers, Panel, Popup, Response, RichText, ScrollArea, Ui, Vec2,
    vec2,
};

/// In a narrower window the text is below the board.
const NARROW: f32 = 640.0;

/// In a lower window that is narrow too, the text needs more of the height.
const LOW: f32 = 520.0;

/// How the user ends a tutorial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TutorialEnd {
    /// Back to where it was opened.
    Leave,
    /// To a game.
    Play,
}

/// What the user does with the buttons and keys of a tutorial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TutorialEvent {
    /// Go to another step.
    Go(usize),
    /// End the tutorial.
    End(TutorialEnd),
}

/// A step of a tutorial.
#[derive(Debug, Clone, Copy)]
pub struct TutorialStep<'a> {
    /// Its number, from 0.
    pub number: usize,
    /// The number of steps.
    pub steps: usize,
    /// Its title.
    pub title: &'a str,
    /// The step asks for something on the board that has not been done yet: arrows and Enter are for the board.
    pub waits: bool,
    /// Why the next step cannot be shown yet, if so.
    pub blocked: Option<&'a str>,
    /// The button of the last step, and where it leads.
    pub last: (&'a str, TutorialEnd),
}

impl TutorialStep<'_> {
    /// Whether a tutorial of this size has little room below the board.
    pub fn is_cramped(size: Vec2) -> bool {
        size.x < NARROW && size.y < LOW
    }

    /// Draws the step: `text` below the title, in a card, then `more`, and `board` into the rest of the space.
    pub fn show<T>(
        self,
        ui: &mut Ui,
        state: &mut T,
        text: impl FnOnce(&mut T, &mut Ui),
        more: impl FnOnce(&mut T, &mut Ui),
        board: impl FnOnce(&mut T, &mut Ui),
    ) -> Option<TutorialEvent> {
        let size = ui.available_size();
        let frame = Frame::new().inner_margin(8);
        let cramped = TutorialStep::is_cramped(size);
        let content = |ui: &mut Ui, state: &mut T| {
            // The buttons stay in place while the text changes.
            let buttons = Panel::bottom("steps").frame(frame).show_separator_line(false);
            let event = buttons.show(ui, |ui| self.buttons(ui)).inner;
            let scroll = ScrollArea::vertical().id_salt(self.number).auto_shrink(false);
            scroll.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 8.0;
                card(ui, |ui| {
                    let step = quiet(format!("Step {} of {}", self.number + 1, self.steps));
                    if cramped {
                        ui.spacing_mut().item_spacing.y = 4.0;
                        ui.horizontal(|ui| {
                            ui.label(RichText::new(self.title).font(theme::heavy(size::TEXT + 1.0)));
                            ui.label(step);
                        });
                    } else {
                        ui.label(step);
                        ui.label(RichText::new(self.title).font(theme::heavy(size::TURN)));
                    }
                    text(state, ui);
                });
                more(state, ui);
            });
            event
        };
        let event = if size.x < NARROW {
            let below =
                Panel::bottom("lesson").frame(frame).exact_size(size.y * if cramped { 0.55 } else { 0.48 });
            below.show_separator_line(false).show(ui, |ui| content(ui, state)).inner
        } else {
            let beside = Panel::right("lesson").frame(frame).exact_size((size.x * 0.42).min(380.0));
            beside.resizable(false).show_separator_line(false).show(ui, |ui| content(ui, state)).inner
        };
        CentralPanel::default().frame(frame).show(ui, |ui| board(state, ui));
        event
    }

    /// Buttons and keys to the other steps.
    fn buttons(self, ui: &mut Ui) -> Option<TutorialEvent> {
        let is_last = self.number + 1 == self.steps;
        let mut event = None;
        ui.horizontal(|ui| {
            let back = ui.add_enabled(self.number > 0, Button::new("Back").min_size(vec2(72.0, 36.0)));
            let label = if is_last { self.last.0 } else { "Next" };
            let size = vec2(104.0, 36.0);
            // While Enter is for the board, this is a button like the others.
            let next = ui.add_enabled_ui(self.blocked.is_none(), |ui| {
                if self.waits {
                    ui.add(Button::new(label).min_size(size))
                } else {
                    primary_button(ui, label, size)
                }
            });
            let next = next.inner.on_disabled_hover_text(self.blocked.unwrap_or_default());
            let leave = ui.add(Button::new("Leave").min_size(vec2(72.0, 36.0)));
            let (left, right) = self.arrows(ui, &[&back, &next, &leave]);
            // So that Enter leads to the next step; where it is for the board, but the board has no cursor yet, only the
            // second time.
            let enters = ui.input(|input| input.key_pressed(Key::Enter));
            let is_free = ui.memory(|memory| memory.focused().is_none());
            if self.blocked.is_none() && is_free && (!self.waits || enters) {
                next.request_focus();
            }
            let escape =
                escape_pressed(ui) && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            if leave.clicked() || escape {
                event = Some(TutorialEvent::End(TutorialEnd::Leave));
            } else if is_last && next.clicked() {
                event = Some(TutorialEvent::End(self.last.1));
            } else if !is_last && self.blocked.is_none() && (next.clicked() || right) {
                event = Some(TutorialEvent::Go(self.number + 1));
            } else if self.number > 0 && (back.clicked() || left) {
                event = Some(TutorialEvent::Go(self.number - 1));
            }
        });
        if let Some((TutorialEvent::Go(_), focused)) = event.zip(ui.memory(egui::Memory::focused)) {
            // The step decides whether the board or a button gets the keys.
            ui.memory_mut(|memory| memory.surrender_focus(focused));
        }
        event
    }

    /// Whether the left and the right arrow key lead to another step: if a button has the focus, or if no widget has it
    /// and the board does not wait for keys.
    fn arrows(self, ui: &Ui, buttons: &[&Response]) -> (bool, bool) {
        let focused = ui.memory(egui::Memory::focused);
        let ours = |id: Id| buttons.iter().any(|button| button.id == id);
        if let Some(id) = focused.filter(|id| ours(*id)) {
            keep_arrows(ui, id);
        }
        if !focused.map_or(!self.waits, ours) || Popup::is_any_open(ui.ctx()) {
            return (false, false);
        }
        ui.input_mut(|input| {
            let mut pressed = |key: Key| input.consume_key(Modifiers::NONE, key);
            (pressed(Key::ArrowLeft), pressed(Key::ArrowRight))
        })
    }
}
