//! The pages of the window, and the way from one to another.

use super::layout::{BoardShape, PanelPlace, panel_place};
use super::shell::Page;
use super::{GameUi, Scene, Shell, Tokens, TutorialEnd};
use crate::game::Setup;
use crate::player::AiPlayers;
use crate::session::Autosave;
use crate::words::{Words, sentence};
use egui::{CentralPanel, Frame, Margin, Panel, Ui, vec2};
use std::time::Duration;

/// The height of the line at the bottom.
const MESSAGE_BAR: f32 = 35.0;

/// The share of the height that the panel below the board takes at least in a review.
const REVIEW_BELOW: f32 = 0.45;

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn show_start(&mut self) {
        self.page = Page::Start;
        self.hint = None;
        self.message.clear();
        self.put_aside();
        self.find_unfinished();
    }

    /// Finds the game that the start page offers to continue.
    pub(super) fn find_unfinished(&mut self) {
        // The game that is offered already would count as being played.
        self.unfinished = None;
        self.unfinished = Autosave::find::<G>(&self.store, &mut Vec::new()).ok().flatten();
    }

    /// Keeps the current game, to make room for another one. Returns whether there is something to come back to.
    pub(super) fn put_aside(&mut self) -> bool {
        self.leave_replay();
        let Some(session) = self.session.take() else { return false };
        let failure = self.autosave.put_aside(&session);
        let kept = failure.is_none() && self.autosave.is_on();
        if let Some(failure) = failure {
            self.report(failure);
        }
        kept && !session.has_ended() && !session.plies().is_empty()
    }

    pub(super) fn begin_tutorial(&mut self) {
        self.view.begin_tutorial();
        self.leave_for(Page::Tutorial);
    }

    pub(super) fn show_own_page(&mut self, page: usize) {
        self.message.clear();
        self.leave_for(Page::Own(page));
    }

    /// The game waits while another page is shown.
    fn leave_for(&mut self, page: Page) {
        self.leave_replay();
        self.page = page;
        if let Some(session) = &mut self.session {
            session.stop_clocks();
        }
    }

    /// Back to the game, or to the start page where there is none.
    pub(super) fn leave_page(&mut self) {
        self.view.reset();
        self.page = if self.session.is_some() { Page::Game } else { Page::Start };
    }

    /// Leaves the tutorial. To play is to continue the current game, or to start one where there is none.
    fn end_tutorial(&mut self, end: TutorialEnd) {
        self.leave_page();
        let goes_on = self.session.as_ref().is_some_and(|session| session.end().is_none());
        match end {
            TutorialEnd::Play if goes_on => {
                "Back in your game. Game > New starts another one.".clone_into(&mut self.message);
            }
            TutorialEnd::Play => self.play(),
            TutorialEnd::Leave => {}
        }
    }

    /// Sets an option of the next game and shows the start page.
    pub(super) fn choose_option(&mut self, name: &str, value: &str) {
        match self.settings.setup.0.set(name, value) {
            Ok(()) => {
                self.forget_typed_options();
                self.fill_seats();
                self.keep_settings();
                self.show_start();
            }
            Err(why) => self.message = sentence(&why.to_string()),
        }
    }

    /// A page with unsaved changes asks about them before the window is closed.
    pub(super) fn hold_close(&mut self, ui: &Ui) {
        if ui.input(|input| input.viewport().close_requested())
            && let Some(page) = self.view.hold_close()
        {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.dialog = None;
            if self.page != Page::Own(page) {
                self.show_own_page(page);
            }
        }
    }

    /// The menu bar and the page below it.
    pub(super) fn bar_and_page(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu").frame(bar).show(ui, |ui| self.menu(ui));
        match self.page {
            Page::Start => {
                self.page_tabs(ui);
                CentralPanel::default()
                    .frame(Frame::new().fill(tokens.page))
                    .show(ui, |ui| self.start_screen(ui));
            }
            Page::Starting => {
                let frame = Frame::new().fill(tokens.page);
                CentralPanel::default().frame(frame).show(ui, |ui| self.starting_page(ui));
            }
            Page::Game if self.covered => {
                let frame = Frame::new().fill(tokens.page);
                CentralPanel::default().frame(frame).show(ui, |ui| self.hand_over_page(ui));
            }
            Page::Game => self.game_page(ui),
            Page::Tutorial => {
                let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
                let motion = self.settings.motion.seconds();
                let page = CentralPanel::default().frame(frame);
                let (view, options) = (&mut self.view, &self.settings.options);
                if let Some(end) = page.show(ui, |ui| view.tutorial(ui, options, motion)).inner {
                    self.end_tutorial(end);
                }
            }
            Page::Own(number) => {
                self.page_tabs(ui);
                if !self.message.is_empty() {
                    // Why a game of this page cannot be started.
                    let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
                    Panel::bottom("message").frame(bar).show(ui, |ui| {
                        ui.add(egui::Label::new(&self.message).wrap());
                    });
                }
                let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(16));
                let (view, options) = (&mut self.view, &self.settings.options);
                let acts =
                    CentralPanel::default().frame(frame).show(ui, |ui| view.page(number, ui, options)).inner;
                for act in acts {
                    self.act(act);
                }
            }
        }
    }

    fn game_page(&mut self, ui: &mut Ui) {
        self.with_scene(V::notice);
        let tokens = Tokens::of(ui);
        // A long message must not move the panel to another place.
        let size = ui.available_size() - vec2(0.0, MESSAGE_BAR);
        self.message_bar(ui);
        let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
        let mut acts = Vec::new();
        let shape = self.with_scene(|view, scene| view.board_shape(scene.game.view()));
        let panel = match panel_place(size, shape.unwrap_or(BoardShape::SQUARE)) {
            PanelPlace::Below(height) => {
                // A review is read: what it says gets more height than the buttons of a game.
                let min = if self.is_reviewing() { size.y * REVIEW_BELOW } else { 0.0 };
                Panel::bottom("cards").exact_size(height.max(min))
            }
            PanelPlace::Beside(width) => Panel::right("cards").exact_size(width).resizable(false),
        };
        acts.extend(panel.frame(frame).show_separator_line(false).show(ui, |ui| self.cards(ui)).inner);
        // A card may have changed the position.
        self.with_scene(V::notice);
        self.keep_draft();
        CentralPanel::default().frame(frame).show(ui, |ui| {
            let mut zoom = std::mem::take(&mut self.board_zoom);
            let board = |view: &mut V, scene: &Scene<'_, G>| {
                if V::OWN_ZOOM { view.board(ui, scene) } else { zoom.show(ui, |ui| view.board(ui, scene)) }
            };
            acts.extend(self.with_scene(board).unwrap_or_default());
            self.board_zoom = zoom;
        });
        if std::mem::take(&mut self.unseen) {
            // What waited for the drawing can happen now.
            ui.ctx().request_repaint();
        }
        for act in acts {
            self.act(act);
        }
        let clock_runs = self.session.as_ref().is_some_and(|s| s.clock().is_some() && s.end().is_none());
        if clock_runs {
            ui.ctx().request_repaint_after(Duration::from_millis(200));
        }
    }
}
