//! The frame around every game: menus, shortcuts, pages, and the road from a click to the session.

use super::dialogs::Dialog;
use super::layout::{BELOW, is_narrow, panel_width};
use super::moves::{LastThought, Rows};
use super::settings::{Motion, Settings, ThemeChoice};
use super::{UiAction, Content, Exercise, Scene, Tokens, GameUi, theme};
use crate::game::Dice;
use crate::player::{AiPlayers, Spec};
use crate::session::{Autosave, Event, Hint, Unfinished, Seat, Session, TimeControl};
use crate::store::Store;
use crate::words::{Words, sentence};
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};
use std::collections::BTreeMap;
use std::time::Duration;

/// Said of every position that is not the last one.
pub(super) const EARLIER: &str = "Looking at an earlier position; play on from here if you like.";

/// What fills the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Start,
    Game,
    Tutorial,
    /// The game's own page.
    Own,
}

/// The whole window of a game, without the native layer, so that tests can drive it.
pub struct Shell<G: AiPlayers + Words, V: GameUi<G>> {
    pub(super) view: V,
    pub(super) store: Store,
    pub(super) settings: Settings<G::Setup>,
    pub(super) seats: Vec<Seat>,
    pub(super) session: Option<Session<G>>,
    autosave: Autosave,
    pub(super) left: Option<Unfinished<G::Setup>>,
    pub(super) page: Page,
    pub(super) dialog: Option<Dialog>,
    pub(super) hint: Option<Hint>,
    /// Which of the hint's lines is looked at.
    pub(super) line: usize,
    /// What happened last, in words.
    pub(super) said: String,
    pub(super) scroll_to_move: bool,
    /// The position has changed since the board was drawn. Nothing else happens before it is.
    unseen: bool,
    /// The game is being watched again; the next move comes at this time.
    pub(super) replay: Option<f64>,
    /// The moves in words.
    pub(super) rows: Rows,
    /// What a machine thought last.
    pub(super) last_thought: Option<LastThought>,
    /// What is being typed for a knob and makes no value yet.
    pub(super) drafts: BTreeMap<&'static str, String>,
    pub(super) ctx: egui::Context,
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// The window as it opens: with the game that was going on, or with the start screen.
    pub fn new(store: Store, ctx: &egui::Context) -> Shell<G, V> {
        let (settings, notice): (Settings<G::Setup>, _) = store.settings();
        ctx.set_theme(settings.theme);
        let (autosave, left, complaints) = Autosave::open::<G>(&store);
        let seats: Vec<Seat> = settings.players.iter().filter_map(|text| text.parse().ok()).collect();
        let seats = if seats.len() == G::FACTS.sides { seats } else { first_seats::<G, V>() };
        let said: Vec<String> = notice.into_iter().chain(complaints).collect();
        let mut shell = Shell {
            view: V::default(),
            store,
            settings,
            seats,
            session: None,
            autosave,
            left,
            page: Page::Start,
            dialog: None,
            hint: None,
            line: 0,
            said: said.join(" "),
            scroll_to_move: false,
            unseen: true,
            replay: None,
            rows: Rows::default(),
            last_thought: None,
            drafts: BTreeMap::new(),
            ctx: ctx.clone(),
        };
        if shell.left.is_some() && shell.said.is_empty() {
            shell.go_on_with_left();
        }
        shell
    }

    /// The game, if one is going on.
    pub fn session(&self) -> Option<&Session<G>> {
        self.session.as_ref()
    }

    /// What the line at the bottom says.
    pub fn said(&self) -> &str {
        &self.said
    }

    fn game_page(&mut self, ui: &mut Ui) {
        self.with_scene(V::notice);
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        // How a move ends is not told before it was seen.
        let said = self.view.showing().unwrap_or_else(|| self.said.clone());
        Panel::bottom("said").frame(bar).show(ui, |ui| {
            let text = egui::RichText::new(said).font(theme::plain(theme::size::TEXT));
            ui.add(egui::Label::new(text).wrap());
        });
        let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
        let size = ui.available_size();
        let mut acts = Vec::new();
        let scroll = |ui: &mut Ui, shell: &mut Self| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| shell.cards(ui)).inner
        };
        if is_narrow(size) {
            let below = Panel::bottom("cards").frame(frame).exact_size(size.y * BELOW);
            acts.extend(below.show_separator_line(false).show(ui, |ui| scroll(ui, self)).inner);
        } else {
            let width = panel_width(size.x);
            let beside = Panel::right("cards").frame(frame).exact_size(width).resizable(false);
            acts.extend(beside.show_separator_line(false).show(ui, |ui| scroll(ui, self)).inner);
        }
        // A card may have gone back or forth.
        self.with_scene(V::notice);
        CentralPanel::default().frame(frame).show(ui, |ui| {
            acts.extend(self.with_scene(|view, scene| view.board(ui, scene)).unwrap_or_default());
        });
        if std::mem::take(&mut self.unseen) {
            // What was waited for can happen now.
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

    /// Hands the view what it needs to draw.
    pub(super) fn with_scene<R>(&mut self, draw: impl FnOnce(&mut V, &Scene<'_, G>) -> R) -> Option<R> {
        let session = self.session.as_ref()?;
        let scene = Scene {
            session,
            tokens: Tokens::new(self.ctx.global_style().visuals.dark_mode),
            hint: self.hint.as_ref(),
            line: self.hint.as_ref().and_then(|hint| hint.thought.lines.get(self.line)),
            options: &self.settings.options,
            motion: self.settings.motion.seconds(),
            active: self.dialog.is_none() && self.replay.is_none() && session.human_to_move().is_some(),
        };
        Some(draw(&mut self.view, &scene))
    }

    fn act(&mut self, act: UiAction) {
        match act {
            UiAction::Explain(why) => self.said = why,
            UiAction::GoTo(plies) => self.go_to(plies),
            // Whoever watches wanted to skip something: a move here would drop the rest of the game.
            UiAction::Play(_) if self.replay.is_some() => self.end_replay(),
            UiAction::Play(text) => match self.session.as_mut().map(|session| session.play_text(&text)) {
                Some(Ok(())) => self.moved(),
                Some(Err(why)) => self.said = sentence(&why.to_string()),
                None => {}
            },
            UiAction::Keep(name, value) => {
                self.settings.options.insert(name.to_owned(), value);
                self.keep_settings();
            }
            UiAction::Page => self.show_own_page(),
            UiAction::Leave => self.leave_page(),
            UiAction::Exercise(number) => self.begin_exercise(number),
        }
    }

    /// Tells what the newest move did, and keeps the game.
    fn moved(&mut self) {
        self.replay = None;
        self.hint = None;
        self.unseen = true;
        self.ctx.request_repaint();
        self.scroll_to_move = true;
        if let Some(session) = &self.session {
            // The result stands in the card of the turn.
            self.said = session.told().join(" ");
        }
        self.keep();
    }

    pub(super) fn keep(&mut self) {
        if let Some(session) = &self.session
            && let Some(complaint) = self.autosave.keep(session)
        {
            self.said = format!("{} {complaint}", self.said);
        }
    }

    /// Lets happen what can happen now. Every move is drawn before the next one is made, and a view that shows a move at
    /// length is waited for; meanwhile no clock runs.
    fn listen(&mut self) {
        if self.page != Page::Game {
            return;
        }
        self.go_on_with_replay();
        if self.replay.is_some() {
            return;
        }
        while !self.is_showing()
            && let Some(event) = self.session.as_mut().and_then(Session::step)
        {
            match event {
                Event::Moved => self.moved(),
                Event::Hint(hint) => {
                    self.said =
                        self.session.as_ref().map_or_else(String::new, |session| session.advice(&hint));
                    self.hint = Some(hint);
                    self.line = 0;
                }
                Event::NoHint(error) => self.said = format!("No hint: {error}."),
                Event::Ended => {
                    self.said = self.session.as_ref().map_or_else(String::new, Session::ending);
                    self.keep();
                }
            }
        }
    }

    /// Whether the board has still to show what happened.
    pub(super) fn is_showing(&self) -> bool {
        self.unseen || self.view.showing().is_some()
    }

    pub(super) fn show_start(&mut self) {
        self.page = Page::Start;
        self.hint = None;
        self.said.clear();
        self.put_aside();
        self.left = Autosave::find::<G>(&self.store, &mut Vec::new()).ok().flatten();
    }

    /// Keeps the game that is going on, to make room for another one.
    fn put_aside(&mut self) {
        self.leave_replay();
        if let Some(session) = self.session.take() {
            self.autosave.put_aside(&session);
        }
    }

    pub(super) fn begin_tutorial(&mut self) {
        self.view.begin_tutorial();
        self.leave_for(Page::Tutorial);
    }

    pub(super) fn show_own_page(&mut self) {
        self.leave_for(Page::Own);
    }

    /// The game waits while another page is looked at.
    fn leave_for(&mut self, page: Page) {
        self.leave_replay();
        self.page = page;
        if let Some(session) = &mut self.session {
            session.stop_clocks();
        }
    }

    /// Back to the game, or to the start screen where there is none.
    fn leave_page(&mut self) {
        self.view.reset();
        self.page = if self.session.is_some() { Page::Game } else { Page::Start };
    }

    fn begin_exercise(&mut self, number: usize) {
        let Some(Exercise { setup, seats, moves, told }) = self.view.exercise(number) else { return };
        match Session::with_moves(setup, seats, fresh_seed(), &moves) {
            Ok(session) => {
                self.open_game(session);
                self.said = told;
            }
            Err(error) => self.said = sentence(&error.to_string()),
        }
    }

    /// Starts a game with what the start screen shows.
    pub(super) fn play(&mut self) {
        if let Some(wrong) = self.wrong_draft() {
            self.said = wrong;
            return;
        }
        let clock = match self.settings.clock.trim() {
            "" => None,
            text => match text.parse::<TimeControl>() {
                Ok(control) => Some(control),
                Err(error) => {
                    self.said = sentence(&error.to_string());
                    return;
                }
            },
        };
        self.settings.players = self.seats.iter().map(Seat::to_string).collect();
        self.keep_settings();
        match Session::new(self.settings.setup.clone(), self.seats.clone(), fresh_seed()) {
            Ok(mut session) => {
                session.set_clock(clock);
                self.said = "A new game.".to_owned();
                self.enter(session);
            }
            Err(error) => self.said = sentence(&error.to_string()),
        }
    }

    /// The same players once more.
    pub(super) fn again(&mut self) {
        if let Some(act) = self.with_scene(|view, scene| view.again(scene)).flatten() {
            self.act(act);
            return;
        }
        if let Some(session) = &self.session {
            self.seats = session.seats().to_vec();
            self.settings.setup = session.setup().clone();
        }
        self.drafts.clear();
        self.play();
    }

    pub(super) fn go_on_with_left(&mut self) {
        let Some(left) = self.left.take() else { return };
        match Session::resume(self.autosave.adopt(left)) {
            Ok(session) => {
                self.said = "Going on with the game you left. New starts another one.".to_owned();
                self.enter(session);
            }
            Err(error) => self.said = sentence(&error.to_string()),
        }
    }

    /// Shows another game than the one that is going on.
    pub(super) fn open_game(&mut self, session: Session<G>) {
        self.put_aside();
        self.enter(session);
    }

    /// Shows a game.
    pub(super) fn enter(&mut self, mut session: Session<G>) {
        let ctx = self.ctx.clone();
        session.set_waker(move || ctx.request_repaint());
        // A settings file may say anything, even that it is not a number.
        let time = Duration::try_from_secs_f32(self.settings.seconds).unwrap_or(Duration::from_secs(1));
        session.set_think_time(time.clamp(Duration::from_millis(50), Duration::from_mins(10)));
        self.session = Some(session);
        self.scroll_to_move = true;
        self.hint = None;
        self.replay = None;
        self.rows = Rows::default();
        self.last_thought = None;
        self.unseen = true;
        self.view.reset();
        self.page = Page::Game;
        self.keep();
    }

    /// Does something that changes the position without being a move.
    fn jump(&mut self, jump: impl FnOnce(&mut Session<G>) -> bool, said: &str) {
        self.replay = None;
        let Some(session) = &mut self.session else { return };
        let before = session.ply();
        if jump(session) {
            self.hint = None;
            self.last_thought = None;
            self.unseen = true;
            // One move forward is shown as when it was played.
            if session.ply() != before + 1 {
                self.view.reset();
            }
            said.clone_into(&mut self.said);
            self.scroll_to_move = true;
            self.keep();
        }
    }

    /// A move of the record was made again.
    pub(super) fn seen_again(&mut self) {
        self.hint = None;
        self.last_thought = None;
        self.unseen = true;
        self.scroll_to_move = true;
    }

    pub(super) fn undo(&mut self) {
        self.jump(Session::undo, "Taken back.");
    }

    pub(super) fn redo(&mut self) {
        self.jump(Session::redo, "Played again.");
    }

    pub(super) fn go_to(&mut self, plies: usize) {
        let end = self.session.as_ref().is_some_and(|session| plies == session.record().len());
        let said = if end { "The last move." } else { EARLIER };
        self.jump(|session| session.go_to(plies), said);
    }

    pub(super) fn go_on(&mut self) {
        self.end_replay();
        if let Some(session) = &mut self.session {
            session.go_on();
        }
    }

    pub(super) fn hurry(&mut self) {
        if let Some(session) = &self.session {
            session.hurry();
        }
    }

    pub(super) fn ask_hint(&mut self) {
        self.end_replay();
        if let Some(session) = &mut self.session
            && !session.ask_hint(&G::hint_player())
        {
            self.said = "There is no hint to be had now: it is not a person's turn.".to_owned();
        }
    }

    pub(super) fn keep_settings(&mut self) {
        if let Err(error) = self.store.save_settings(&self.settings) {
            self.said = format!("The settings cannot be kept: {error}.");
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

    fn ui(&mut self, ui: &mut Ui) {
        self.listen();
        if self.dialog.is_none() {
            self.shortcuts(ui);
        }
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu").frame(bar).show(ui, |ui| self.menu(ui));
        match self.page {
            Page::Start => {
                CentralPanel::default()
                    .frame(Frame::new().fill(tokens.page))
                    .show(ui, |ui| self.start_screen(ui));
            }
            Page::Game => self.game_page(ui),
            Page::Tutorial => {
                let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
                let motion = self.settings.motion.seconds();
                let done =
                    CentralPanel::default().frame(frame).show(ui, |ui| self.view.tutorial(ui, motion)).inner;
                if done {
                    self.leave_page();
                }
            }
            Page::Own => {
                let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(16));
                let (view, options) = (&mut self.view, &self.settings.options);
                let acts = CentralPanel::default().frame(frame).show(ui, |ui| view.page(ui, options)).inner;
                for act in acts {
                    self.act(act);
                }
            }
        }
        self.dialogs(ui);
    }
}

/// A seed short enough to be written down.
pub(super) fn fresh_seed() -> u64 {
    Dice::new(crate::cli::fresh_seed()).seed() % 1_000_000
}

/// At the very first start: a person against machines.
fn first_seats<G: AiPlayers + Words, V: GameUi<G>>() -> Vec<Seat> {
    let machine = Seat::Machine(Spec::level(V::OPPONENT));
    (0..G::FACTS.sides).map(|side| if side == 0 { Seat::Human } else { machine.clone() }).collect()
}
