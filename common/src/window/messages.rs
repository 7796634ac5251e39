//! The line at the bottom: what happened last. A message that matters stays until the user has done something, and a
//! list keeps the earlier ones.

use super::cards::quiet;
use super::dialogs::Dialog;
use super::theme::{self, size};
use super::{GameUi, Shell, Tokens, page};
use crate::player::AiPlayers;
use crate::session::Session;
use crate::words::Words;
use egui::{Event, Frame, Label, Margin, Panel, RichText, Sense, Ui};
use std::collections::VecDeque;

/// How many messages are kept.
const MAX_MESSAGES: usize = 100;

/// An earlier message.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PastMessage {
    /// The number of moves when it was shown.
    moves: usize,
    text: String,
    important: bool,
}

/// The messages of a window.
#[derive(Debug, Default)]
pub(super) struct Messages {
    past: VecDeque<PastMessage>,
    /// The last message that was added to the list.
    last: String,
    /// A message that matters and has not been read.
    pinned: Option<String>,
    /// The pinned message has been on the screen.
    shown: bool,
    bar: BarHeight,
}

/// How high the bar at the bottom is. It grows with a long message, and does not shrink again with the next one, so that the
/// board moves at most once.
#[derive(Debug, Default)]
struct BarHeight {
    width: f32,
    height: f32,
}

impl BarHeight {
    /// How many lines stay reserved. A still longer message gets its height only while it is shown.
    const MAX_LINES: f32 = 2.0;

    /// The height to reserve for a text of this height in a bar of this width.
    fn reserve(&mut self, width: f32, text: f32, line: f32) -> f32 {
        if (self.width - width).abs() > 0.5 {
            *self = BarHeight { width, height: 0.0 };
        }
        self.height = self.height.max(text.min(BarHeight::MAX_LINES * line));
        self.height
    }
}

impl Messages {
    fn add(&mut self, text: &str, moves: usize, important: bool) {
        text.clone_into(&mut self.last);
        self.past.push_back(PastMessage { moves, text: text.to_owned(), important });
        if self.past.len() > MAX_MESSAGES {
            self.past.pop_front();
        }
    }

    /// Forgets everything: it may have been meant for another player.
    pub(super) fn clear(&mut self) {
        *self = Messages::default();
    }
}

/// Whether the user did something in this frame: pressed a key or a button of the mouse.
fn acts(ui: &Ui) -> bool {
    let is_act = |event: &Event| match event {
        Event::Key { pressed, .. } | Event::PointerButton { pressed, .. } => *pressed,
        Event::AccessKitActionRequest(_) => true,
        _ => false,
    };
    ui.input(|input| input.events.iter().any(is_act))
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Shows a message that matters: it stays until the user does something.
    pub(super) fn report(&mut self, text: String) {
        let moves = self.session.as_ref().map_or(0, Session::ply);
        self.messages.add(&text, moves, true);
        self.messages.shown = false;
        self.messages.pinned = Some(text.clone());
        self.message = text;
    }

    /// Adds the message to the list if it is a new one.
    pub(super) fn note_message(&mut self, ui: &Ui) {
        if self.messages.shown && acts(ui) {
            self.messages.pinned = None;
        }
        if !self.message.is_empty() && self.message != self.messages.last && self.view.showing().is_none() {
            let moves = self.session.as_ref().map_or(0, Session::ply);
            let text = self.message.clone();
            self.messages.add(&text, moves, false);
        }
    }

    /// The line at the bottom. A click opens the list of messages.
    pub(super) fn message_bar(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        let pinned = self.messages.pinned.clone();
        self.messages.shown = pinned.is_some();
        let font = if pinned.is_some() { theme::heavy } else { theme::plain };
        // The effect of a move is not told before its animation has ended.
        let text = pinned.or_else(|| self.view.showing()).unwrap_or_else(|| self.message.clone());
        let clicked = Panel::bottom("message").frame(bar).show(ui, |ui| {
            let width = ui.available_width();
            let galley = ui.painter().layout(text.clone(), font(size::TEXT), tokens.ink, width);
            let (height, lines) = (galley.size().y, galley.rows.len().max(1) as f32);
            ui.set_min_height(self.messages.bar.reserve(width, height, height / lines));
            let text = RichText::new(text).font(font(size::TEXT));
            let line = ui.add(Label::new(text).wrap().sense(Sense::CLICK));
            line.on_hover_text("Click for the earlier messages").clicked()
        });
        if clicked.inner {
            self.dialog = Some(Dialog::Messages);
        }
    }

    /// The list of messages, the newest first.
    pub(super) fn messages_page(&self, ui: &mut Ui) {
        page::title(ui, "Messages");
        if self.messages.past.is_empty() {
            ui.label(quiet("There are no messages yet."));
        }
        page::scroll(ui, |ui| {
            for PastMessage { moves, text, important } in self.messages.past.iter().rev() {
                let font = if *important { theme::heavy } else { theme::plain };
                ui.horizontal_top(|ui| {
                    let number = match moves {
                        0 => "start".to_owned(),
                        moves => format!("move {moves}"),
                    };
                    ui.allocate_ui(egui::vec2(72.0, 20.0), |ui| {
                        ui.set_width(72.0);
                        ui.label(quiet(number));
                    });
                    ui.add(Label::new(RichText::new(text).font(font(size::TEXT))).wrap());
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::BarHeight;

    #[test]
    fn the_bar_keeps_the_height_of_a_long_message_until_the_width_changes() {
        let mut bar = BarHeight::default();
        let heights = [18.0, 36.0, 18.0, 90.0, 18.0].map(|text| bar.reserve(400.0, text, 18.0) as u32);
        assert_eq!(heights, [18, 36, 36, 36, 36]);
        assert_eq!(bar.reserve(800.0, 18.0, 18.0) as u32, 18);
    }
}
