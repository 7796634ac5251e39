//! The frame around every game: menus, shortcuts, pages, and the path from a click to the session.

use super::dialogs::Dialog;
use super::layout::{is_narrow, panel_height, panel_width};
use super::messages::Messages;
use super::moves::{LastThought, Rows};
use super::review::GameReview;
use super::saved_games::SavedGames;
use super::settings::{Motion, Settings, ThemeChoice};
use super::start::StartPage;
use super::starting::{StartKind, Starting};
use super::{Content, Exercise, GameUi, Scene, Tokens, TutorialEnd, UiAction, page};
use crate::game::{Dice, Setup, Side};
use crate::player::AiPlayers;
use crate::session::{Autosave, Event, Hint, Perspective, Seat, Session, TimeControl, Unfinished, WriteMode};
use crate::store::Store;
use crate::words::{Words, report_end, sentence};
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The message about a position that is not the last one.
pub(super) const EARLIER: &str = "Looking at an earlier position; play on from here if you like.";

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
    /// The position has changed since the board was drawn. Nothing else happens before it is drawn again.
    unseen: bool,
    /// The time of the next move of a replay.
    pub(super) replay: Option<f64>,
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
    /// The window as it opens: with the unfinished game, or with the start screen.
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
            unseen: true,
            replay: None,
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
        } else if shell.unfinished.is_some() {
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

    fn game_page(&mut self, ui: &mut Ui) {
        self.with_scene(V::notice);
        let tokens = Tokens::of(ui);
        self.message_bar(ui);
        let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
        let size = ui.available_size();
        let mut acts = Vec::new();
        if is_narrow(size) {
            let below = Panel::bottom("cards").frame(frame).exact_size(panel_height(size.y));
            acts.extend(below.show_separator_line(false).show(ui, |ui| self.cards(ui)).inner);
        } else {
            let width = panel_width(size.x);
            let beside = Panel::right("cards").frame(frame).exact_size(width).resizable(false);
            acts.extend(beside.show_separator_line(false).show(ui, |ui| self.cards(ui)).inner);
        }
        // A card may have changed the position.
        self.with_scene(V::notice);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            acts.extend(self.with_scene(|view, scene| view.board(ui, scene)).unwrap_or_default());
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

    /// Passes what there is to draw to the game's part of the window.
    pub(super) fn with_scene<R>(&mut self, draw: impl FnOnce(&mut V, &Scene<'_, G>) -> R) -> Option<R> {
        let session = self.session.as_ref()?;
        let game = session.seen_by(self.viewer);
        let scene = Scene {
            game,
            tokens: Tokens::new(self.ctx.global_style().visuals.dark_mode),
            hint: self.hint.as_ref(),
            line: self.hint.as_ref().and_then(|hint| hint.thought.lines.get(self.line)),
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

    /// Shows what the newest move did, and keeps the game.
    fn moved(&mut self) {
        self.replay = None;
        self.hint = None;
        self.unseen = true;
        self.ctx.request_repaint();
        self.scroll_to_move = true;
        // A secret order is not news, and must not replace the report of a round. The result is in the card of the turn.
        let seen = self.session.as_ref().and_then(|session| session.seen_by(self.viewer).last_ply());
        if seen.is_some_and(|ply| ply.m.is_some()) {
            self.tell_moves();
        }
        self.update_viewer();
        self.keep();
        self.report_end();
    }

    fn report_end(&mut self) {
        if let Some(session) = &mut self.session
            && let Some(message) = report_end(session, &self.store)
        {
            self.report(format!("{} {message}", self.message));
        }
    }

    pub(super) fn keep(&mut self) {
        if let Some(session) = &self.session
            && let Some(failure) = self.autosave.keep(session)
        {
            self.report(failure);
        }
    }

    /// Takes the events of the session. Every move is drawn, and its animation ends, before the next one is made;
    /// meanwhile no clock runs.
    fn take_events(&mut self) {
        if self.page != Page::Game || self.covered {
            return;
        }
        self.continue_replay();
        if self.replay.is_some() {
            return;
        }
        while !self.is_showing()
            && let Some(event) = self.session.as_mut().and_then(Session::step)
        {
            match event {
                Event::Moved(_) => self.moved(),
                Event::Hint(hint) => {
                    let Some(session) = self.session.as_ref() else { continue };
                    let seen = session.seen_by(hint.side);
                    let hint = seen.staged_hint(hint);
                    self.message = hint_message::<G, V>(seen, &hint);
                    self.hint = Some(hint);
                    self.line = 0;
                }
                Event::NoHint(error) => self.report(format!("No hint available: {error}.")),
                Event::Ended => {
                    let session = self.session.as_ref();
                    let ending =
                        session.map_or_else(String::new, |session| session.seen_by(self.viewer).ending());
                    self.report(ending);
                    self.keep();
                    self.report_end();
                }
            }
        }
    }

    /// Whether the player at the screen may give the game up.
    pub(super) fn can_resign(&self) -> bool {
        self.replay.is_none()
            && self.session.as_ref().is_some_and(|session| {
                session.end().is_none()
                    && !session.can_redo()
                    && session.seats().len() > 1
                    && session.seats()[self.viewer.index()] == Seat::Human
            })
    }

    /// The player at the screen gives the game up.
    pub(super) fn resign(&mut self) {
        let Some(session) = &mut self.session else { return };
        if session.resign(self.viewer) {
            self.hint = None;
            let ending = session.seen_by(self.viewer).ending();
            self.report(ending);
            self.view.reset();
            self.unseen = true;
            self.keep();
            self.report_end();
        }
    }

    /// Whether the board has not yet shown what happened.
    pub(super) fn is_showing(&self) -> bool {
        self.unseen || self.view.showing().is_some()
    }

    pub(super) fn show_start(&mut self) {
        self.page = Page::Start;
        self.hint = None;
        self.message.clear();
        self.put_aside();
        self.find_unfinished();
    }

    /// Finds the game that the start page offers to continue.
    pub(super) fn find_unfinished(&mut self) {
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
        kept && session.end().is_none() && !session.plies().is_empty()
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

    /// Back to the game, or to the start screen where there is none.
    pub(super) fn leave_page(&mut self) {
        self.view.reset();
        self.page = if self.session.is_some() { Page::Game } else { Page::Start };
    }

    /// Leaves the tutorial. To play is to continue the current game, or to start one where there is none.
    fn end_tutorial(&mut self, end: TutorialEnd) {
        self.leave_page();
        let goes_on = self.session.as_ref().is_some_and(|session| session.end().is_none());
        if end == TutorialEnd::Play && !goes_on {
            self.play();
        }
    }

    /// Sets an option of the next game and shows the start page.
    fn choose_option(&mut self, name: &str, value: &str) {
        match self.settings.setup.0.set(name, value) {
            Ok(()) => {
                self.drafts.clear();
                self.fill_seats();
                self.keep_settings();
                self.show_start();
            }
            Err(why) => self.message = sentence(&why.to_string()),
        }
    }

    /// A page with unsaved changes asks about them before the window is closed.
    fn hold_close(&mut self, ui: &Ui) {
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

    fn begin_exercise(&mut self, number: usize) {
        let Some(Exercise { setup, seats, moves, message }) = self.view.exercise(number) else { return };
        self.start_game(StartKind::Exercise(message), move |work| {
            Session::with_moves(setup, seats, fresh_seed(), &moves, work)
        });
    }

    /// Starts a game with what the start screen shows.
    pub(super) fn play(&mut self) {
        if let Some(wrong) = self.cannot_play() {
            self.message = wrong;
            return;
        }
        let clock = self.settings.clock.trim().parse::<TimeControl>().ok();
        self.fill_seats();
        if self.asks_before_playing() {
            return;
        }
        self.settings.players = self.seats.iter().map(Seat::to_string).collect();
        self.keep_settings();
        let (setup, seats) = (self.settings.setup.0.clone(), self.seats.clone());
        self.start_game(StartKind::New(clock), move |work| {
            Ok(Session::start(setup, seats, fresh_seed(), work)?)
        });
    }

    /// Starts a game with this setup, which the start screen remembers too.
    pub fn start_with(&mut self, setup: G::Setup) {
        (self.starting, self.page) = (None, Page::Start);
        self.settings.setup.0 = setup;
        self.play();
    }

    /// As many players as the chosen setup has sides: the first is a human, new ones are AI players.
    pub(super) fn fill_seats(&mut self) {
        let opponent = Seat::Ai(G::first_opponent());
        self.seats.resize(G::sides(&self.settings.setup.0), opponent);
    }

    /// The same game again.
    pub(super) fn again(&mut self) {
        if let Some(act) = self.with_scene(|view, scene| view.again(scene)).flatten() {
            self.act(act);
            return;
        }
        if let Some(session) = &self.session {
            self.seats = session.seats().to_vec();
            self.settings.setup.0 = session.setup().clone();
        }
        self.drafts.clear();
        self.play();
    }

    /// Shows a game.
    pub(super) fn enter(&mut self, mut session: Session<G>) {
        let ctx = self.ctx.clone();
        session.set_waker(move || ctx.request_repaint());
        // A settings file may hold anything, even not-a-number.
        let time = Duration::try_from_secs_f32(self.settings.seconds).unwrap_or(Duration::from_secs(1));
        session.set_think_time(time.clamp(Duration::from_millis(50), Duration::from_mins(10)));
        self.viewer = session.viewer();
        session.set_start_moves(self.view.start_moves(session.seen_by(self.viewer)));
        self.told = vec![session.ply(); session.seats().len()];
        self.session = Some(session);
        self.scroll_to_move = true;
        self.hint = None;
        self.replay = None;
        self.rows = Rows::default();
        self.last_thought = None;
        self.review = None;
        self.unseen = true;
        self.view.reset();
        self.page = Page::Game;
        self.update_viewer();
        self.cover_resumed_game();
        self.keep();
    }

    /// Changes the position otherwise than by a move.
    fn jump(&mut self, jump: impl FnOnce(&mut Session<G>) -> bool, message: &str) {
        self.replay = None;
        let Some(session) = &mut self.session else { return };
        let before = session.ply();
        if jump(session) {
            self.hint = None;
            self.last_thought = None;
            self.unseen = true;
            // One move forward is animated as when it was played.
            if session.ply() != before + 1 {
                self.view.reset();
            }
            message.clone_into(&mut self.message);
            let ply = session.ply();
            self.told.fill(ply);
            self.scroll_to_move = true;
            self.update_viewer();
            self.keep();
        }
    }

    /// A replayed move is shown.
    pub(super) fn seen_again(&mut self) {
        self.hint = None;
        self.last_thought = None;
        self.unseen = true;
        self.scroll_to_move = true;
    }

    pub(super) fn undo(&mut self) {
        let viewer = self.viewer;
        self.jump(|session| session.undo(viewer), "Undone.");
    }

    pub(super) fn redo(&mut self) {
        self.jump(Session::redo, "Redone.");
    }

    pub(super) fn go_to(&mut self, plies: usize) {
        let end = self.session.as_ref().is_some_and(|session| plies == session.plies().len());
        let fixed = self.session.as_ref().is_some_and(|session| plies < session.undo_limit());
        let message = match (end, fixed) {
            (true, _) => "The last move.",
            (false, true) => "Looking at an earlier position.",
            (false, false) => EARLIER,
        };
        self.jump(|session| session.go_to(plies), message);
    }

    pub(super) fn move_now(&mut self) {
        if let Some(session) = &self.session {
            session.move_now();
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

    /// The menu bar and the page below it.
    fn bar_and_page(&mut self, ui: &mut Ui) {
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

    fn ui(&mut self, ui: &mut Ui) {
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

/// The line at the bottom for a hint: the hint itself, unless a card of the game shows it.
pub(super) fn hint_message<G: AiPlayers + Words, V: GameUi<G>>(
    seen: Perspective<'_, G>,
    hint: &Hint,
) -> String {
    if V::HINT_CARD || hint.stages.is_empty() {
        return seen.hint_text(hint);
    }
    // In a small window the card may be out of sight.
    let text = hint.stages.get(hint.stage).map_or("", String::as_str);
    let text = text.split(" Ask again for more").next().unwrap_or(text);
    format!("Hint {} of {}: {text}", hint.stage + 1, hint.stages.len())
}

/// A seed short enough to be written down.
pub(super) fn fresh_seed() -> u64 {
    Dice::new(crate::cli::fresh_seed()).seed() % 1_000_000
}
