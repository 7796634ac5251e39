//! Starting and showing a game. It starts in the background, because generating a board may take seconds.

use super::beginning::Beginning;
use super::cards::card;
use super::moves::Rows;
use super::shell::Page;
use super::theme::{self, size};
use super::{Exercise, GameUi, Shell, opened_message};
use crate::game::Dice;
use crate::job::{Progress, Work};
use crate::player::AiPlayers;
use crate::session::{BadSave, Clock, NotStarted, Seat, Session, TimeControl, Unfinished};
use crate::words::{Brancher, Words, sentence};
use egui::{ProgressBar, RichText, Ui};
use std::path::PathBuf;
use std::time::Duration;

/// A game that starts within this time is shown at once, without the page in between.
const GRACE: Duration = Duration::from_millis(40);

/// Where the game is that was not finished.
const KEPT: &str = "Your unfinished game is kept: Game > Open.";

/// A game that is being started.
pub(super) struct Starting<G: AiPlayers> {
    game: Beginning<G>,
    kind: StartKind<G>,
    /// Where to go if it is cancelled.
    back: Page,
}

/// How a game is started: what to do when it is ready, and what to say.
pub(super) enum StartKind<G: AiPlayers> {
    /// A new game, and what to say.
    New(Option<TimeControl>, String),
    Resume(Box<Unfinished<G::Setup>>),
    Open(PathBuf),
    /// One of the last finished games.
    Finished(PathBuf),
    Exercise(String),
    Paste,
    Link,
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn begin_exercise(&mut self, number: usize) {
        let Some(Exercise { setup, seats, moves, message }) = self.view.exercise(number) else { return };
        let seed = fresh_seed();
        self.start_game(StartKind::Exercise(message), move |work| {
            Session::with_moves(setup.clone(), seats.clone(), seed, &moves, work)
        });
    }

    /// Starts a game with what the start page shows.
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
        let seed = fresh_seed();
        self.start_game(StartKind::New(clock, "A new game.".to_owned()), move |work| {
            Ok(Session::start(setup.clone(), seats.clone(), seed, work)?)
        });
    }

    /// Starts a new game with the same players that goes on from the shown position of this one.
    pub(super) fn branch(&mut self, brancher: Brancher<G>) {
        let Some(session) = &self.session else { return };
        match brancher(session, session.ply()) {
            Ok(branch) => {
                let clock = session.clock().map(Clock::control);
                let (seats, seed, message) = (session.seats().to_vec(), fresh_seed(), branch.message());
                self.start_game(StartKind::New(clock, message), move |work| {
                    Ok(Session::start(branch.setup.clone(), seats.clone(), seed, work)?)
                });
            }
            Err(why) => self.message = sentence(&why),
        }
    }

    /// Starts a game with this setup, which the start page remembers too.
    pub fn start_with(&mut self, setup: G::Setup) {
        (self.starting, self.page) = (None, Page::Start);
        self.settings.setup.0 = setup;
        self.play();
    }

    /// As many players as the chosen setup has sides: the first is a human, new ones are AI players of the chosen level.
    pub(super) fn fill_seats(&mut self) {
        let chosen = self.seats.iter().rev().find(|seat| matches!(seat, Seat::Ai(_)));
        let opponent = chosen.cloned().unwrap_or_else(|| Seat::Ai(G::first_opponent()));
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
        self.forget_typed_options();
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
        self.games += 1;
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

    /// Starts a game in the background. In a web page `start` is called again when a worker has made the start position.
    pub(super) fn start_game(
        &mut self,
        kind: StartKind<G>,
        start: impl Fn(&Work) -> Result<Session<G>, BadSave> + Send + 'static,
    ) {
        let mut game = Beginning::start(&self.ctx, start);
        game.wait(GRACE);
        self.leave_replay();
        self.starting = Some(Starting { game, kind, back: self.page });
        self.page = Page::Starting;
        self.finish_start();
    }

    /// Shows the game when it is ready.
    pub(super) fn finish_start(&mut self) {
        let Some(result) = self.starting.as_mut().and_then(|starting| starting.game.poll()) else { return };
        let Some(Starting { kind, back, .. }) = self.starting.take() else { return };
        self.page = back;
        match result {
            Ok(session) => self.game_started(session, kind),
            Err(error) => self.start_failed(&error, kind),
        }
    }

    fn game_started(&mut self, mut session: Session<G>, kind: StartKind<G>) {
        // The start page has offered its unfinished game; from now on it is in the list of games.
        let left = self.unfinished.take().is_some();
        let kept = self.put_aside() || left && matches!(kind, StartKind::New(..) | StartKind::Link);
        let message = match kind {
            StartKind::New(clock, message) => {
                session.set_clock(clock);
                message
            }
            StartKind::Resume(unfinished) => {
                self.autosave.adopt(*unfinished);
                // Another game is kept only if the user has chosen this one.
                if kept { "Resumed the game." } else { "Resumed your last game." }.to_owned()
            }
            StartKind::Open(path) => opened_message(&path),
            StartKind::Finished(_) => "This game is finished. Review finds its mistakes.".to_owned(),
            StartKind::Exercise(message) => message,
            StartKind::Paste => match session.ply() {
                1 => "Pasted 1 move.".to_owned(),
                moves => format!("Pasted {moves} moves."),
            },
            StartKind::Link => "Opened the game of the link.".to_owned(),
        };
        let kept = kept.then(|| KEPT.to_owned());
        let sentences = [Some(message), session.replaced_programs_note(), kept];
        self.message = sentences.into_iter().flatten().collect::<Vec<_>>().join(" ");
        self.enter(session);
    }

    fn start_failed(&mut self, error: &BadSave, kind: StartKind<G>) {
        let cancelled = matches!(error, BadSave::NotStarted(NotStarted::Cancelled));
        match kind {
            StartKind::Resume(unfinished) if cancelled => self.unfinished = Some(*unfinished),
            StartKind::Resume(unfinished) => {
                let aside = unfinished.set_aside();
                self.report(format!("Your last game cannot be resumed: {error}; {aside}."));
            }
            _ if cancelled => {}
            StartKind::Open(path) | StartKind::Finished(path) => self.show_open_error(&path, error),
            StartKind::Paste => {
                let why = match error {
                    BadSave::Move(bad) => bad.to_string(),
                    other => other.to_string(),
                };
                self.report(sentence(&format!("nothing was pasted: {why}")));
            }
            StartKind::Link => self.report(sentence(&format!("the link cannot be opened: {error}"))),
            StartKind::New(..) | StartKind::Exercise(_) => self.report(sentence(&error.to_string())),
        }
    }

    /// The page that is shown while a game is being started.
    pub(super) fn starting_page(&mut self, ui: &mut Ui) {
        let Some(starting) = &mut self.starting else { return };
        let Progress { done, message } = starting.game.progress();
        ui.vertical_centered(|ui| {
            ui.set_max_width(440.0_f32.min(ui.available_width() - 32.0));
            ui.add_space(ui.available_height() * 0.3);
            card(ui, |ui| {
                ui.label(RichText::new("Preparing the game…").font(theme::heavy(size::TURN)));
                ui.add(ProgressBar::new(done.unwrap_or(0.0) as f32).animate(done.is_none()));
                ui.label(super::quiet(message));
                ui.add_space(4.0);
                let escape = ui.input(|input| input.key_pressed(egui::Key::Escape));
                if ui.button("Cancel").clicked() || escape {
                    starting.game.stop();
                }
            });
        });
    }
}

/// A seed short enough to be written down.
pub(super) fn fresh_seed() -> u64 {
    Dice::new(crate::game::fresh_seed()).seed() % 1_000_000
}
