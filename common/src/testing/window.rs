//! A window without a display, driven by the accessible names of what is in it.

use super::contrast::unreadable_texts;
use crate::player::AiPlayers;
use crate::session::Session;
use crate::store::Store;
use crate::window::{Content, GameUi, Shell, theme};
use crate::words::Words;
use egui::{
    Context, Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Ui, vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A condition that does not come true in this time never does, however busy the computer is.
const HANGS: Duration = Duration::from_mins(5);
/// The pause between two frames.
const NAP: Duration = Duration::from_millis(5);

/// The time between two frames of a test.
const TOUCH_FRAME: f32 = 0.25;

/// The initial size of our windows.
pub const DEFAULT_SIZE: [f32; 2] = [1100.0, 760.0];

/// The name of what has the keyboard focus.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is not general enough")]
pub fn focused_name<S>(harness: &Harness<'_, S>) -> String {
    let node = harness.query_by(|node| node.is_focused());
    node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
}

/// A window, and the folder in which it keeps things.
pub struct Driver<C: Content> {
    /// Whatever has no word here can be done with it.
    pub harness: Harness<'static, Option<C>>,
    /// The folder.
    pub dir: TempDir,
}

impl<C: Content> Driver<C> {
    /// Opens a window.
    pub fn start(dir: TempDir, size: [f32; 2], open: impl Fn(&Context) -> C + 'static) -> Driver<C> {
        let draw = move |ui: &mut Ui, content: &mut Option<C>| {
            let content = content.get_or_insert_with(|| open(ui.ctx()));
            content.logic(ui.ctx());
            content.ui(ui);
        };
        let builder =
            Harness::builder().with_size(size).with_max_steps(4000).with_context_setup(theme::apply);
        let mut driver = Driver { harness: builder.build_ui_state(draw, None), dir };
        driver.settle();
        driver
    }

    /// What is in the window.
    pub fn window(&self) -> &C {
        self.harness.state().as_ref().expect("a window that has opened")
    }

    /// What is in the window, to change it.
    pub fn window_mut(&mut self) -> &mut C {
        self.harness.state_mut().as_mut().expect("a window that has opened")
    }

    /// Draws frames until nothing changes any more, and until a game that is being started is there.
    pub fn settle(&mut self) {
        self.harness.run();
        let since = Instant::now();
        while self.harness.state().as_ref().is_some_and(Content::is_busy) {
            assert!(since.elapsed() < HANGS, "a game does not start");
            thread::sleep(NAP);
            self.harness.run();
        }
    }

    /// Clicks what has this name.
    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    /// Scrolls until the one thing whose name begins so is in sight.
    pub fn scroll_to(&mut self, begin: &str) {
        self.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with(begin))).scroll_to_me();
        self.settle();
    }

    /// Clicks the one thing whose name begins so.
    pub fn click_begin(&mut self, begin: &str) {
        self.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with(begin))).click();
        self.settle();
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        self.keys(Modifiers::NONE, key);
    }

    /// Presses a key together with Ctrl, or what the platform has for it.
    pub fn ctrl(&mut self, key: Key) {
        self.keys(Modifiers::COMMAND, key);
    }

    /// Presses a key together with others.
    pub fn keys(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Presses keys so fast that one frame brings them all.
    pub fn keys_at_once(&mut self, keys: &[Key]) {
        for (key, pressed) in keys.iter().flat_map(|key| [(*key, true), (*key, false)]) {
            let modifiers = Modifiers::NONE;
            let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            self.harness.input_mut().events.push(event);
        }
        self.harness.step();
        self.settle();
    }

    /// Opens a menu and chooses the item whose name begins so.
    pub fn menu(&mut self, menu: &str, item: &str) {
        self.click(menu);
        self.click_begin(item);
    }

    /// Types text into what has the focus.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.harness.event(Event::Text(letter.to_string()));
            self.settle();
        }
    }

    /// Replaces the text in a field.
    pub fn type_into(&mut self, field: &str, text: &str) {
        self.harness.get_by_label(field).focus();
        self.settle();
        self.ctrl(Key::A);
        self.key(Key::Backspace);
        self.type_text(text);
    }

    /// The centre of what has this name.
    pub fn centre(&self, label: &str) -> Pos2 {
        self.harness.get_by_label(label).rect().center()
    }

    /// Moves the pointer, then presses or releases a button of the mouse.
    pub fn button(&mut self, at: Pos2, button: PointerButton, pressed: bool) {
        self.harness.event(Event::PointerMoved(at));
        self.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        self.settle();
    }

    /// Presses a button of the mouse at the first place, moves the pointer to all others, and releases it at the last.
    pub fn drag_over(&mut self, button: PointerButton, places: &[Pos2]) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        self.button(*first, button, true);
        for place in places {
            self.harness.event(Event::PointerMoved(*place));
            self.settle();
        }
        self.button(*last, button, false);
    }

    /// A finger touches the screen, moves, or is lifted. As in a browser, the finger with the number 1 is also the mouse,
    /// and other fingers press its button again.
    pub fn finger(&mut self, number: u64, phase: TouchPhase, pos: Pos2, mouse: Pos2) {
        let press = |pressed| Event::PointerButton {
            pos: mouse,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let (device_id, id) = (TouchDeviceId(0), TouchId(number));
        let touch = Event::Touch { device_id, id, phase, pos, force: None };
        let events = match phase {
            TouchPhase::Start => vec![press(true), touch],
            TouchPhase::Move => vec![Event::PointerMoved(mouse), touch],
            TouchPhase::End | TouchPhase::Cancel => vec![press(false), Event::PointerGone, touch],
        };
        for event in events {
            self.harness.input_mut().events.push(event);
        }
        self.harness.step();
    }

    /// Touches something, and lifts the finger after so many seconds.
    pub fn press_with_finger(&mut self, label: &str, seconds: f32) {
        let place = self.centre(label);
        self.finger(1, TouchPhase::Start, place, place);
        for _ in 0..(seconds / TOUCH_FRAME).ceil() as usize {
            self.harness.step();
        }
        self.finger(1, TouchPhase::End, place, place);
        self.settle();
    }

    /// Two fingers around a place change their distance by a factor.
    pub fn pinch(&mut self, place: Pos2, factor: f32) {
        const STEPS: i16 = 8;
        let finger = |distance: f32| place + vec2(distance / 2.0, 0.0);
        let mouse = finger(-40.0);
        self.finger(1, TouchPhase::Start, mouse, mouse);
        self.finger(2, TouchPhase::Start, finger(40.0), mouse);
        self.harness.step();
        let mut distance = 40.0;
        for _ in 0..STEPS {
            distance *= factor.powf(1.0 / f32::from(STEPS));
            let mouse = finger(-distance);
            self.finger(1, TouchPhase::Move, mouse, mouse);
            self.finger(2, TouchPhase::Move, finger(distance), mouse);
        }
        let mouse = finger(-distance);
        self.finger(1, TouchPhase::End, mouse, mouse);
        self.finger(2, TouchPhase::End, finger(distance), finger(distance));
        self.settle();
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Pastes text from the clipboard.
    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.settle();
    }

    /// Whether there is something with this name.
    pub fn sees(&self, label: &str) -> bool {
        self.harness.query_by_label(label).is_some()
    }

    /// Whether this is part of a name.
    pub fn reads(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    /// The name of what has the keyboard focus.
    pub fn focused(&self) -> String {
        focused_name(&self.harness)
    }

    /// Draws frames until a condition holds.
    pub fn wait(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let since = Instant::now();
        while !done(self) {
            assert!(since.elapsed() < HANGS, "waited in vain for {what}");
            thread::sleep(NAP);
            self.harness.step();
        }
    }

    /// Checks that all text in the window can be read.
    ///
    /// # Panics
    /// If the contrast of a text is too low.
    pub fn assert_readable(&self, place: &str) {
        let faint = unreadable_texts(&self.harness.output().shapes);
        assert!(faint.is_empty(), "{place}: {faint:#?}");
    }

    /// What the settings file says.
    pub fn settings(&self) -> String {
        std::fs::read_to_string(self.dir.path().join("settings.yaml")).unwrap_or_default()
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Driver<Shell<G, V>> {
    /// The window of a game, with these settings.
    pub fn with(settings: &str) -> Self {
        Self::sized(settings, DEFAULT_SIZE)
    }

    /// The same, in another size.
    pub fn sized(settings: &str, size: [f32; 2]) -> Self {
        let dir = tempfile::tempdir().expect("a folder for the test");
        std::fs::write(dir.path().join("settings.yaml"), settings).expect("settings for the test");
        Self::in_folder(dir, size)
    }

    /// The window of a game that keeps its things in this folder.
    pub fn in_folder(dir: TempDir, size: [f32; 2]) -> Self {
        let store = Store::at(dir.path());
        Self::start(dir, size, move |ctx| Shell::new(store.clone(), ctx))
    }

    /// Checks in both themes that all text of the start page, of the dialogs and of a game can be read.
    ///
    /// # Panics
    /// If the contrast of a text is too low.
    pub fn check_readability(settings: &str, play: impl Fn(&mut Self)) {
        for theme in ["light", "dark"] {
            let mut driver = Self::sized(&format!("theme: {theme}\n{settings}"), [1280.0, 800.0]);
            driver.assert_readable("start page");
            for (menu, item) in [
                ("Help", "About"),
                ("Help", "Rules"),
                ("Game", "Settings"),
                ("Game", "Open"),
                ("Game", "Messages"),
            ] {
                driver.click(menu);
                driver.assert_readable(menu);
                driver.click_begin(item);
                driver.assert_readable(item);
                driver.key(Key::Escape);
            }
            driver.click("Play");
            driver.assert_readable("new game");
            play(&mut driver);
            driver.assert_readable("game");
        }
    }

    /// How many moves are played in the position that is shown.
    pub fn ply(&self) -> usize {
        self.window().session().map_or(0, Session::ply)
    }

    /// Those moves.
    pub fn moves(&self) -> String {
        let session = self.window().session().expect("a game that has begun");
        let texts: Vec<&str> = session.plies()[..session.ply()].iter().map(|ply| ply.text.as_str()).collect();
        texts.join(" ")
    }

    /// The line at the bottom.
    pub fn message(&self) -> &str {
        self.window().message()
    }
}
