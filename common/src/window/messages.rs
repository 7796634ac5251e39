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
