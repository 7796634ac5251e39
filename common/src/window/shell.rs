//! The frame around every game: menus, shortcuts, pages, and the road from a click to the session.

use super::dialogs::Dialog;
use super::layout::{PANEL, is_narrow};
use super::settings::{Motion, Settings, ThemeChoice};
use super::{Act, Scene, Tokens, View, theme};
use crate::game::Dice;
use crate::player::{Machines, Spec};
use crate::session::{Autosave, Event, Hint, Left, Seat, Session, TimeControl};
use crate::store::Store;
use crate::words::Words;
use egui::{CentralPanel, Frame, Key, KeyboardShortcut, Margin, MenuBar, Modifiers, Panel, ScrollArea, Ui};
use std::time::Duration;

/// What fills the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Start,
    Game,
    Tutorial,
}

/// What a menu or a shortcut can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    New,
    Open,
    Save,
    Quit,
    Undo,
    Redo,
    Hint,
    Tutorial,
    Rules,
    Settings,
    About,
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const SHORTCUTS: [(Command, KeyboardShortcut); 11] = [
    (Command::Redo, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z)),
    (Command::New, ctrl(Key::N)),
    (Command::Open, ctrl(Key::O)),
    (Command::Save, ctrl(Key::S)),
    (Command::Quit, ctrl(Key::Q)),
    (Command::Undo, ctrl(Key::Z)),
    (Command::Redo, ctrl(Key::Y)),
    (Command::Hint, ctrl(Key::H)),
    (Command::Tutorial, KeyboardShortcut::new(Modifiers::NONE, Key::F2)),
    (Command::Rules, KeyboardShortcut::new(Modifiers::NONE, Key::F1)),
    (Command::Settings, ctrl(Key::Comma)),
];

/// The whole window of a game, without the native layer, so that tests can drive it.
pub struct Shell<G: Machines + Words, V: View<G>> {
    pub(super) view: V,
    pub(super) store: Store,
    pub(super) settings: Settings<G::Setup>,
    pub(super) seats: Vec<Seat>,
    pub(super) session: Option<Session<G>>,
    autosave: Autosave,
    pub(super) left: Option<Left<G::Setup>>,
    page: Page,
    pub(super) dialog: Option<Dialog>,
    pub(super) hint: Option<Hint>,
    /// What happened last, in words.
    pub(super) said: String,
    pub(super) scroll_to_move: bool,
    ctx: egui::Context,
}

impl<G: Machines + Words, V: View<G>> Shell<G, V> {
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
            said: said.join(" "),
            scroll_to_move: false,
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

    /// The program is left in good order.
    pub fn leave(&mut self) {
        if let Some(session) = &self.session {
            self.autosave.close(session);
        }
    }

    /// Draws everything and does what was asked.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.listen();
        if self.dialog.is_none() {
            let asked = ui.input_mut(|input| {
                SHORTCUTS
                    .iter()
                    .find(|(_, shortcut)| input.consume_shortcut(shortcut))
                    .map(|(command, _)| *command)
            });
            if let Some(command) = asked {
                self.obey(command);
            }
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
                    self.end_tutorial();
                }
            }
        }
        self.dialogs(ui);
    }

    fn game_page(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let bar = Frame::new().fill(tokens.page).inner_margin(Margin::symmetric(16, 8));
        Panel::bottom("said").frame(bar).show(ui, |ui| {
            ui.add(
                egui::Label::new(egui::RichText::new(&self.said).font(theme::plain(theme::size::TEXT)))
                    .wrap(),
            );
        });
        let frame = Frame::new().fill(tokens.page).inner_margin(Margin::same(8));
        let size = ui.available_size();
        let mut acts = Vec::new();
        let scroll = |ui: &mut Ui, shell: &mut Self| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| shell.cards(ui)).inner
        };
        if is_narrow(size) {
            let below = Panel::bottom("cards").frame(frame).exact_size((size.y * 0.42).max(180.0));
            acts.extend(below.show_separator_line(false).show(ui, |ui| scroll(ui, self)).inner);
        } else {
            let width = PANEL.min(size.x * 0.4);
            let beside = Panel::right("cards").frame(frame).exact_size(width).resizable(false);
            acts.extend(beside.show_separator_line(false).show(ui, |ui| scroll(ui, self)).inner);
        }
        CentralPanel::default().frame(frame).show(ui, |ui| {
            acts.extend(self.with_scene(|view, scene| view.board(ui, scene)).unwrap_or_default());
        });
        for act in acts {
            self.act(act);
        }
        let clock_runs = self.session.as_ref().is_some_and(|s| s.clock().is_some() && s.verdict().is_none());
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
            motion: self.settings.motion.seconds(),
            active: self.dialog.is_none() && session.human_to_move().is_some(),
        };
        Some(draw(&mut self.view, &scene))
    }

    fn act(&mut self, act: Act) {
        let Some(session) = &mut self.session else { return };
        match act {
            Act::Explain(sentence) => self.said = sentence,
            Act::Play(text) => match session.play_text(&text) {
                Ok(()) => self.moved(),
                Err(why) => self.said = capital(&format!("{why}.")),
            },
        }
    }

    /// Tells what the newest move did, and keeps the game.
    fn moved(&mut self) {
        self.hint = None;
        self.scroll_to_move = true;
        if let Some(session) = &self.session {
            // The result stands in the card of the turn.
            self.said = session.told().join(" ");
        }
        self.keep();
    }

    fn keep(&mut self) {
        if let Some(session) = &self.session
            && let Some(complaint) = self.autosave.keep(session)
        {
            self.said = format!("{} {complaint}", self.said);
        }
    }

    fn listen(&mut self) {
        let Some(session) = &mut self.session else { return };
        if self.page != Page::Game {
            return;
        }
        for event in session.tick() {
            match event {
                Event::Moved => self.moved(),
                Event::Hint(hint) => self.hint = Some(hint),
                Event::NoHint(error) => self.said = format!("No hint: {error}."),
                Event::Ended => {
                    self.said = "The game has ended.".to_owned();
                    self.keep();
                }
            }
        }
    }

    fn menu(&mut self, ui: &mut Ui) {
        let (undo, redo, hint) = self
            .session
            .as_ref()
            .filter(|_| self.page == Page::Game)
            .map_or((false, false, false), |session| {
                (session.can_undo(), session.can_redo(), session.human_to_move().is_some())
            });
        let game = self.page == Page::Game;
        let mut asked = None;
        let mut item = |ui: &mut Ui, enabled: bool, label: &str, command: Command| {
            let shortcut = SHORTCUTS.iter().find(|(of, _)| *of == command);
            let shortcut = shortcut.map_or(String::new(), |(_, keys)| ui.ctx().format_shortcut(keys));
            if ui.add_enabled(enabled, egui::Button::new(label).shortcut_text(shortcut)).clicked() {
                asked = Some(command);
                ui.close();
            }
        };
        MenuBar::new().ui(ui, |ui| {
            ui.menu_button("Game", |ui| {
                item(ui, true, "New…", Command::New);
                item(ui, true, "Open…", Command::Open);
                item(ui, game, "Save…", Command::Save);
                ui.separator();
                item(ui, true, "Settings…", Command::Settings);
                ui.separator();
                item(ui, true, "Quit", Command::Quit);
            });
            ui.menu_button("Move", |ui| {
                item(ui, undo, "Undo", Command::Undo);
                item(ui, redo, "Redo", Command::Redo);
                item(ui, hint, "Hint", Command::Hint);
            });
            ui.menu_button("Help", |ui| {
                item(ui, V::TUTORIAL, "Tutorial", Command::Tutorial);
                item(ui, true, "Rules", Command::Rules);
                item(ui, true, "About", Command::About);
            });
        });
        if let Some(command) = asked {
            self.obey(command);
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::New => self.show_start(),
            Command::Open => self.dialog = Some(Dialog::open()),
            Command::Save if self.page == Page::Game => self.dialog = Some(Dialog::save(&self.store)),
            Command::Quit => self.ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Undo if self.page == Page::Game => self.undo(),
            Command::Redo if self.page == Page::Game => self.redo(),
            Command::Hint if self.page == Page::Game => self.ask_hint(),
            Command::Tutorial if V::TUTORIAL => self.begin_tutorial(),
            Command::Rules => self.dialog = Some(Dialog::Rules),
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::About => self.dialog = Some(Dialog::About),
            Command::Save | Command::Undo | Command::Redo | Command::Hint | Command::Tutorial => {}
        }
    }

    pub(super) fn show_start(&mut self) {
        self.page = Page::Start;
        self.hint = None;
        self.said.clear();
        if let Some(session) = self.session.take()
            && session.verdict().is_none()
            && session.at() > 0
        {
            self.left = Some(Left { saved: session.saved(), interrupted: false });
        }
    }

    pub(super) fn begin_tutorial(&mut self) {
        self.view.begin_tutorial();
        self.page = Page::Tutorial;
    }

    fn end_tutorial(&mut self) {
        self.view.reset();
        self.page = if self.session.is_some() { Page::Game } else { Page::Start };
    }

    /// Starts a game with what the start screen shows.
    pub(super) fn play(&mut self) {
        self.settings.players = self.seats.iter().map(Seat::to_string).collect();
        self.keep_settings();
        let seed = Dice::new(crate::cli::fresh_seed()).seed() % 1_000_000;
        match Session::new(self.settings.setup.clone(), self.seats.clone(), seed) {
            Ok(mut session) => {
                session.set_clock(self.settings.clock.parse::<TimeControl>().ok());
                self.said = "A new game.".to_owned();
                self.left = None;
                self.enter(session);
            }
            Err(error) => self.said = capital(&format!("{error}.")),
        }
    }

    /// The same players once more.
    pub(super) fn again(&mut self) {
        if let Some(session) = &self.session {
            self.seats = session.seats().to_vec();
            self.settings.setup = session.setup().clone();
        }
        self.play();
    }

    pub(super) fn go_on_with_left(&mut self) {
        let Some(left) = self.left.take() else { return };
        match Session::resume(left.saved) {
            Ok(session) => {
                self.said = "Going on with the game you left. New starts another one.".to_owned();
                self.enter(session);
            }
            Err(error) => self.said = capital(&format!("{error}.")),
        }
    }

    /// Shows a game.
    pub(super) fn enter(&mut self, mut session: Session<G>) {
        let ctx = self.ctx.clone();
        session.set_waker(move || ctx.request_repaint());
        session.set_think_time(Duration::from_secs_f32(self.settings.seconds.clamp(0.05, 600.0)));
        self.session = Some(session);
        self.hint = None;
        self.view.reset();
        self.page = Page::Game;
        self.keep();
    }

    /// Does something that changes the position without being a move.
    fn jump(&mut self, jump: impl FnOnce(&mut Session<G>) -> bool, said: &str) {
        if let Some(session) = &mut self.session
            && jump(session)
        {
            self.hint = None;
            self.view.reset();
            said.clone_into(&mut self.said);
            self.scroll_to_move = true;
            self.keep();
        }
    }

    pub(super) fn undo(&mut self) {
        self.jump(Session::undo, "Taken back.");
    }

    pub(super) fn redo(&mut self) {
        self.jump(Session::redo, "Played again.");
    }

    pub(super) fn go_to(&mut self, plies: usize) {
        self.jump(
            |session| session.go_to(plies),
            "Looking at an earlier position; play on from here if you like.",
        );
    }

    pub(super) fn go_on(&mut self) {
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
        if let Some(session) = &mut self.session
            && !session.ask_hint(&G::adviser())
        {
            self.said = "There is no hint to be had now: it is not a person's turn.".to_owned();
        }
    }

    pub(super) fn keep_settings(&mut self) {
        if let Err(error) = self.store.keep_settings(&self.settings) {
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

/// At the very first start: a person against machines.
fn first_seats<G: Machines + Words, V: View<G>>() -> Vec<Seat> {
    let machine = Seat::Machine(Spec::level(V::OPPONENT));
    (0..G::FACTS.sides).map(|side| if side == 0 { Seat::Human } else { machine.clone() }).collect()
}

/// A sentence begins with a capital, unless it begins with a name that has none.
pub(super) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if sentence.chars().nth(1).is_some_and(char::is_alphabetic) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => sentence.to_owned(),
    }
}
