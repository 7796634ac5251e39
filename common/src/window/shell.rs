//! The frame around every game: its state, and the path from a click to the session.

use super::board_zoom::BoardZoom;
use super::dialogs::Dialog;
use super::messages::Messages;
use super::moves::{LastThought, Rows};
use super::review::GameReview;
use super::saved_games::SavedGames;
use super::settings::{Motion, Settings, ThemeChoice};
use super::start::StartPage;
use super::starting::Starting;
use super::{Content, GameUi, Scene, Tokens, UiAction, page};
use crate::game::Side;
use crate::player::AiPlayers;
use crate::session::{Autosave, Hint, Seat, Session, Unfinished, WriteMode};
use crate::store::Store;
use crate::words::{Words, sentence};
use egui::Ui;
use std::collections::{BTreeMap, BTreeSet};

/// What fills the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Start,
    Game,
    Tutorial,
    /// A game is being started.
    Starting,
    /// One of the game's own pages.
    Own(usize),
}

/// The whole window of a game, without the native layer, so that tests can drive it.
pub struct Shell<G: AiPlayers + Words, V: GameUi<G>> {
    pub(super) view: V,
    pub(super) store: Store,
    pub(super) settings: Settings<G::Setup>,
    pub(super) seats: Vec<Seat>,
    pub(super) session: Option<Session<G>>,
    /// The side whose view is shown.
    pub(super) viewer: Side,
    /// The game is hidden until the next player takes the seat.
    pub(super) covered: bool,
    /// How many moves each side has been told of.
    pub(super) told: Vec<usize>,
    pub(super) starting: Option<Starting<G>>,
    pub(super) autosave: Autosave,
    pub(super) unfinished: Option<Unfinished<G::Setup>>,
    pub(super) page: Page,
    pub(super) dialog: Option<Dialog>,
    /// The list of games, while its dialog is open.
    pub(super) saved_games: Option<SavedGames<G>>,
    pub(super) hint: Option<Hint>,
    /// The selected line of the hint.
    pub(super) line: usize,
    /// The line at the bottom: what happened last.
    pub(super) message: String,
    pub(super) messages: Messages,
    pub(super) scroll_to_move: bool,
    /// The number of games so far: the panel of each begins at its top.
    pub(super) games: u32,
    /// The height of the list of moves in the last frame.
    pub(super) moves_room: f32,
    /// The position has changed since the board was drawn. Nothing else happens before it is drawn again.
    pub(super) unseen: bool,
    /// The time of the next move of a replay.
    pub(super) replay: Option<f64>,
    /// Between AI players: until when the position after a move stays.
    pub(super) ai_pause: Option<f64>,
    pub(super) board_zoom: BoardZoom,
    /// The moves in words.
    pub(super) rows: Rows,
    /// What an AI player thought last.
    pub(super) last_thought: Option<LastThought>,
    /// The review of this game.
    pub(super) review: Option<GameReview>,
    /// What is being typed for an option and is not a value yet.
    pub(super) drafts: BTreeMap<&'static str, String>,
    pub(super) start_page: StartPage<G>,
    /// The programs that the user has chosen as players in this window.
    pub(super) allowed_programs: BTreeSet<String>,
    pub(super) ctx: egui::Context,
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// The window as it opens: with the unfinished game, or with the start page.
    pub fn new(store: Store, ctx: &egui::Context) -> Shell<G, V> {
        let (settings, notice): (Settings<G::Setup>, _) = store.settings();
        ctx.set_theme(settings.theme);
        let (autosave, unfinished, complaints) = Autosave::open::<G>(&store, WriteMode::Background);
        let seats: Vec<Seat> = settings.players.iter().filter_map(|text| text.parse().ok()).collect();
        let seats = if seats.len() == G::sides(&settings.setup.0) { seats } else { vec![Seat::Human] };
        let messages: Vec<String> = notice.into_iter().chain(complaints).collect();
        let mut shell = Shell {
            view: V::default(),
            store,
            settings,
            seats,
            session: None,
            viewer: Side::FIRST,
            covered: false,
            told: Vec::new(),
            starting: None,
            autosave,
            unfinished,
            page: Page::Start,
            dialog: None,
            saved_games: None,
            hint: None,
            line: 0,
            message: String::new(),
            messages: Messages::default(),
            scroll_to_move: false,
            games: 0,
            moves_room: 0.0,
            unseen: true,
            replay: None,
            ai_pause: None,
            board_zoom: BoardZoom::default(),
            rows: Rows::default(),
            last_thought: None,
            review: None,
            drafts: BTreeMap::new(),
            start_page: StartPage::default(),
            allowed_programs: BTreeSet::new(),
            ctx: ctx.clone(),
        };
        shell.view.attach(&shell.store);
        shell.fill_seats();
        if !messages.is_empty() {
            shell.report(messages.join(" "));
        } else if shell.unfinished.as_ref().is_some_and(|game| game.interrupted || game.is_last(&shell.store))
        {
            shell.resume_unfinished();
        }
        shell
    }

    /// The current game.
    pub fn session(&self) -> Option<&Session<G>> {
        self.session.as_ref()
    }

    /// The line at the bottom.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The side whose view is shown.
    pub fn viewer(&self) -> Side {
        self.viewer
    }

    /// Passes what there is to draw to the game's part of the window.
    pub(super) fn with_scene<R>(&mut self, draw: impl FnOnce(&mut V, &Scene<'_, G>) -> R) -> Option<R> {
        let session = self.session.as_ref()?;
        let game = session.seen_by(self.viewer);
        let lines = self.hint.as_ref().filter(|_| self.shows_line()).map(|hint| &hint.thought.lines);
        let scene = Scene {
            game,
            tokens: Tokens::new(self.ctx.global_style().visuals.dark_mode),
            hint: self.hint.as_ref(),
            line: lines.and_then(|lines| lines.get(self.line)),
            options: &self.settings.options,
            motion: self.settings.motion.seconds(),
            active: self.dialog.is_none()
                && self.replay.is_none()
                && session.humans_to_move().contains(self.viewer),
            reviewing: self.is_reviewing(),
        };
        Some(draw(&mut self.view, &scene))
    }

    pub(super) fn act(&mut self, act: UiAction) {
        match act {
            UiAction::Explain(why) => self.message = why,
            UiAction::GoTo(plies) => self.go_to(plies),
            // During a replay a click stops it: a move here would drop the rest of the game.
            UiAction::Play(_) if self.replay.is_some() => self.end_replay(),
            UiAction::Play(text) => {
                match self.session.as_mut().map(|session| session.play_text(self.viewer, &text)) {
                    Some(Ok(())) => self.moved(),
                    Some(Err(why)) => self.message = sentence(&why.to_string()),
                    None => {}
                }
            }
            UiAction::Keep(name, value) => {
                self.settings.options.insert(name.to_owned(), value);
                self.keep_settings();
            }
            UiAction::SetOption(name, value) => self.choose_option(name, &value),
            UiAction::Page(page) => self.show_own_page(page),
            UiAction::Leave => self.leave_page(),
            UiAction::Exercise(number) => self.begin_exercise(number),
            UiAction::Hint => self.ask_hint(),
        }
    }

    pub(super) fn keep_settings(&mut self) {
        if let Err(error) = self.store.save_settings(&self.settings) {
            self.report(format!("The settings cannot be saved: {error}."));
        }
    }

    pub(super) fn set_theme(&mut self, choice: ThemeChoice) {
        self.settings.theme = choice;
        self.ctx.set_theme(choice);
        self.keep_settings();
    }

    pub(super) fn set_motion(&mut self, motion: Motion) {
        self.settings.motion = motion;
        self.keep_settings();
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Content for Shell<G, V> {
    fn leave(&mut self) {
        self.leave_replay();
        if let Some(session) = &self.session {
            self.autosave.close(session);
        }
    }

    fn is_busy(&self) -> bool {
        self.starting.is_some() || self.saved_games.as_ref().is_some_and(SavedGames::is_busy)
    }

    fn logic(&mut self, ctx: &egui::Context) {
        self.view.logic(ctx);
    }

    fn ui(&mut self, ui: &mut Ui) {
        #[cfg(target_arch = "wasm32")]
        self.follow_address();
        self.finish_start();
        self.take_events();
        self.update_review();
        self.note_message(ui);
        self.hold_close(ui);
        if self.dialog.is_none() {
            self.shortcuts(ui);
        }
        if self.dialog.is_some() {
            page::draw_below(ui, |ui| self.bar_and_page(ui));
        } else {
            self.bar_and_page(ui);
        }
        self.dialogs(ui);
    }
}
