//! Menus and shortcuts.

use super::dialogs::Dialog;
use super::shell::Page;
use super::{GameUi, QUIT, Shell, Shortcuts, alt, command, escape_pressed, menu_bar, menu_button, quit};
use crate::player::AiPlayers;
use crate::session::Session;
use crate::words::Words;
use egui::{Key, KeyboardShortcut, Modifiers, Ui};

/// The commands of menus and shortcuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    New,
    Open,
    Save,
    Copy,
    Paste,
    #[cfg(target_arch = "wasm32")]
    Share,
    Quit,
    Undo,
    Redo,
    Hint,
    First,
    Back,
    Forward,
    Last,
    Replay,
    Review,
    PreviousMistake,
    NextMistake,
    Pause,
    Resign,
    Messages,
    Page(usize),
    Tutorial,
    Rules,
    Settings,
    About,
}

const SHORTCUTS: Shortcuts<Command> = Shortcuts {
    keys: &[
        (Command::Redo, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z)),
        (Command::Review, KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::R)),
        (Command::New, command(Key::N)),
        (Command::Open, command(Key::O)),
        (Command::Save, command(Key::S)),
        (Command::Quit, command(Key::Q)),
        (Command::Undo, command(Key::Z)),
        (Command::Redo, command(Key::Y)),
        (Command::Hint, command(Key::H)),
        (Command::First, alt(Key::Home)),
        (Command::Back, alt(Key::ArrowLeft)),
        (Command::Forward, alt(Key::ArrowRight)),
        (Command::Last, alt(Key::End)),
        (Command::Replay, command(Key::R)),
        (Command::PreviousMistake, alt(Key::ArrowUp)),
        (Command::NextMistake, alt(Key::ArrowDown)),
        (Command::Pause, command(Key::P)),
        (Command::Messages, command(Key::M)),
        (Command::Tutorial, KeyboardShortcut::new(Modifiers::NONE, Key::F2)),
        (Command::Rules, KeyboardShortcut::new(Modifiers::NONE, Key::F1)),
        (Command::Page(2), KeyboardShortcut::new(Modifiers::SHIFT, Key::F4)),
        (Command::Page(0), KeyboardShortcut::new(Modifiers::NONE, Key::F4)),
        (Command::Page(1), KeyboardShortcut::new(Modifiers::NONE, Key::F5)),
        (Command::Settings, command(Key::Comma)),
    ],
    shown: &[(Command::Copy, command(Key::C)), (Command::Paste, command(Key::V))],
};

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Runs the command of a shortcut.
    pub(super) fn shortcuts(&mut self, ui: &Ui) {
        if let Page::Own(page) = self.page {
            self.view.page_shortcuts(page, ui);
        }
        let asked = SHORTCUTS.pressed(ui);
        if let Some(command) = asked {
            self.run_command(command);
        }
        if self.page == Page::Game && !self.covered {
            let acts = self.with_scene(|view, scene| view.shortcuts(ui, scene)).unwrap_or_default();
            for act in acts {
                self.act(act);
            }
        }
        self.handle_clipboard(ui);
        // Where it closes something, nothing else hears it.
        if escape_pressed(ui) && self.close_topmost() {
            ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        }
    }

    /// Escape ends a replay, or closes a hint, the review or *More*: one of them, and says whether there was one.
    fn close_topmost(&mut self) -> bool {
        match self.page {
            Page::Game if self.replay.is_some() => self.end_replay(),
            Page::Game if self.hint.is_some() => {
                self.hint = None;
                self.message.clear();
            }
            // During an animation Escape ends that.
            Page::Game if self.is_reviewing() && self.view.showing().is_none() => self.set_review_open(false),
            Page::Start if self.start_page.shows_more() => self.start_page.close_more(),
            _ => return false,
        }
        true
    }

    /// The bar at the top, with the shortcuts shown.
    pub(super) fn menu(&mut self, ui: &mut Ui) {
        let game = self.page == Page::Game && !self.covered;
        let (undo, redo) = if game { self.can_undo_and_redo() } else { (false, false) };
        let hint = game && self.session.as_ref().is_some_and(|session| session.human_to_move().is_some());
        let back = game && self.session.as_ref().is_some_and(|session| session.ply() > 0);
        let review = game && self.can_review();
        let (previous, next) = if game { self.neighbouring_mistakes() } else { (None, None) };
        let (previous, next) = (previous.is_some(), next.is_some());
        let paused = game && self.session.as_ref().is_some_and(Session::is_paused);
        let pause = game && self.can_pause();
        let mut asked = None;
        let mut acts = Vec::new();
        let mut item = |ui: &mut Ui, enabled: bool, label: &str, command: Command| {
            if SHORTCUTS.item(ui, enabled, label, command) {
                asked = Some(command);
            }
        };
        menu_bar(ui, |ui| {
            menu_button(ui, "&Game", |ui| {
                item(ui, true, "New…", Command::New);
                item(ui, true, "Open…", Command::Open);
                item(ui, game, "Save…", Command::Save);
                ui.separator();
                item(ui, game, "Copy the moves", Command::Copy);
                item(ui, true, "Paste a game", Command::Paste);
                #[cfg(target_arch = "wasm32")]
                item(ui, game, "Share: copy a link", Command::Share);
                ui.separator();
                for (number, page) in V::PAGES.iter().enumerate() {
                    item(ui, true, page, Command::Page(number));
                }
                if !V::PAGES.is_empty() {
                    ui.separator();
                }
                item(ui, true, "Messages…", Command::Messages);
                item(ui, true, "Settings…", Command::Settings);
                ui.separator();
                item(ui, true, QUIT, Command::Quit);
            });
            menu_button(ui, "&Move", |ui| {
                item(ui, undo, "Undo", Command::Undo);
                item(ui, redo, "Redo", Command::Redo);
                item(ui, hint, "Hint", Command::Hint);
                ui.separator();
                item(ui, back, "To the start", Command::First);
                item(ui, back, "One move back", Command::Back);
                item(ui, redo, "One move forward", Command::Forward);
                item(ui, redo, "To the end", Command::Last);
                item(ui, back || redo, "Replay", Command::Replay);
                let label = if paused { "Continue" } else { "Pause" };
                item(ui, paused || pause, label, Command::Pause);
                if G::sides(&self.settings.setup.0) > 1 {
                    item(ui, game && self.can_resign(), "Resign…", Command::Resign);
                }
                ui.separator();
                item(ui, review, "Review", Command::Review);
                item(ui, previous, "Previous mistake", Command::PreviousMistake);
                item(ui, next, "Next mistake", Command::NextMistake);
            });
            acts = if game && self.session.is_some() {
                self.with_scene(|view, scene| view.menu(ui, Some(scene))).unwrap_or_default()
            } else {
                self.view.menu(ui, None)
            };
            menu_button(ui, "&Help", |ui| {
                if V::TUTORIAL {
                    item(ui, true, "Tutorial", Command::Tutorial);
                }
                item(ui, true, "Rules", Command::Rules);
                item(ui, true, "About", Command::About);
            });
        });
        if let Some(command) = asked {
            self.run_command(command);
        }
        for act in acts {
            self.act(act);
        }
    }

    fn run_command(&mut self, command: Command) {
        // Nobody acts for the player who has left the seat.
        let game = self.page == Page::Game && !self.covered;
        match command {
            Command::New if self.starting.is_none() => self.show_start(),
            Command::Open if self.starting.is_none() => self.show_saved_games(String::new()),
            Command::Save if game => self.show_save_dialog(),
            Command::Copy if game => self.copy(),
            // The text arrives as if it had been pasted by keys.
            Command::Paste => self.ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::Page(page) if page < V::PAGES.len() && self.starting.is_none() => {
                self.show_own_page(page);
            }
            #[cfg(target_arch = "wasm32")]
            Command::Share if game => self.share(),
            #[cfg(target_arch = "wasm32")]
            Command::Share => {}
            Command::Quit => quit(&self.ctx),
            Command::Undo if game => self.undo(),
            Command::Redo if game => self.redo(),
            Command::Hint if game => self.ask_hint(),
            Command::First if game => self.go_to(0),
            Command::Back if game => self.step_by(false),
            Command::Forward if game => self.step_by(true),
            Command::Last if game => self.go_to_end(),
            Command::Replay if game => self.begin_replay(),
            Command::Review if game => self.begin_review(),
            Command::PreviousMistake if game => self.go_to_mistake(false),
            Command::NextMistake if game => self.go_to_mistake(true),
            Command::Pause if game && self.can_pause() => self.pause_players(),
            Command::Pause if game => self.unpause(),
            Command::Resign if game && self.can_resign() => self.dialog = Some(Dialog::Resign),
            Command::Messages => self.dialog = Some(Dialog::Messages),
            Command::Tutorial if V::TUTORIAL => self.begin_tutorial(),
            Command::Rules => self.dialog = Some(Dialog::Rules),
            Command::Settings => self.dialog = Some(Dialog::Settings),
            Command::About => self.dialog = Some(Dialog::About),
            Command::New
            | Command::Open
            | Command::Save
            | Command::Copy
            | Command::Undo
            | Command::Redo
            | Command::Hint
            | Command::First
            | Command::Back
            | Command::Forward
            | Command::Last
            | Command::Replay
            | Command::Review
            | Command::PreviousMistake
            | Command::NextMistake
            | Command::Pause
            | Command::Resign
            | Command::Page(_)
            | Command::Tutorial => {}
        }
    }
}
