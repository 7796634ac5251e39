//! Starting a game in the background: generating a board may take seconds, and the window goes on drawing.

use super::cards::card;
use super::shell::Page;
use super::theme::{self, size};
use super::{GameUi, Shell};
use crate::job::{Job, Progress, Work};
use crate::player::AiPlayers;
use crate::session::{BadSave, NotStarted, Session, TimeControl, Unfinished};
use crate::words::{Words, sentence};
use egui::{ProgressBar, RichText, Ui};
use std::path::PathBuf;
use std::time::Duration;

/// A game that starts within this time is shown at once, without the page in between.
const GRACE: Duration = Duration::from_millis(40);

/// Where the game is that was not finished.
const KEPT: &str = "Your unfinished game is kept: Game > Open.";

/// A game that is being started.
pub(super) struct Starting<G: AiPlayers> {
    job: Job<Result<Session<G>, BadSave>>,
    kind: StartKind<G>,
    /// Where to go if it is cancelled.
    back: Page,
}

/// How a game is started: what to do when it is ready, and what to say.
pub(super) enum StartKind<G: AiPlayers> {
    New(Option<TimeControl>),
    Resume(Unfinished<G::Setup>),
    Open(PathBuf),
    /// One of the last finished games.
    Finished(PathBuf),
    Exercise(String),
    Paste,
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    /// Starts a game in the background.
    pub(super) fn start_game(
        &mut self,
        kind: StartKind<G>,
        start: impl FnOnce(&Work) -> Result<Session<G>, BadSave> + Send + 'static,
    ) {
        let ctx = self.ctx.clone();
        let mut job = Job::start("starting", move || ctx.request_repaint(), start);
        job.wait(GRACE);
        self.leave_replay();
        self.starting = Some(Starting { job, kind, back: self.page });
        self.page = Page::Starting;
        self.finish_start();
    }

    /// Shows the game when it is ready.
    pub(super) fn finish_start(&mut self) {
        let Some(result) = self.starting.as_mut().and_then(|starting| starting.job.poll()) else { return };
        let Some(Starting { kind, back, .. }) = self.starting.take() else { return };
        self.page = back;
        let failed = |why: String| BadSave::NotStarted(NotStarted::Setup(why));
        match result.unwrap_or_else(|why| Err(failed(why.to_string()))) {
            Ok(session) => self.game_started(session, kind),
            Err(error) => self.start_failed(&error, kind),
        }
    }

    fn game_started(&mut self, mut session: Session<G>, kind: StartKind<G>) {
        // The start page has offered its unfinished game; from now on it is in the list of games.
        let left = self.unfinished.take().is_some();
        let kept = self.put_aside() || left && matches!(kind, StartKind::New(_));
        let message = match kind {
            StartKind::New(clock) => {
                session.set_clock(clock);
                "A new game.".to_owned()
            }
            StartKind::Resume(unfinished) => {
                self.autosave.adopt(unfinished);
                "Resumed your last game.".to_owned()
            }
            StartKind::Open(path) => format!("Opened {}.", path.display()),
            StartKind::Finished(_) => "This game is finished. Review finds its mistakes.".to_owned(),
            StartKind::Exercise(message) => message,
            StartKind::Paste => format!("Pasted {} moves.", session.ply()),
        };
        self.message = if kept { format!("{message} {KEPT}") } else { message };
        self.enter(session);
    }

    fn start_failed(&mut self, error: &BadSave, kind: StartKind<G>) {
        let cancelled = matches!(error, BadSave::NotStarted(NotStarted::Cancelled));
        match kind {
            StartKind::Resume(unfinished) if cancelled => self.unfinished = Some(unfinished),
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
            StartKind::New(_) | StartKind::Exercise(_) => self.report(sentence(&error.to_string())),
        }
    }

    /// The page that is shown while a game is being started.
    pub(super) fn starting_page(&mut self, ui: &mut Ui) {
        let Some(starting) = &self.starting else { return };
        let Progress { done, message } = starting.job.progress();
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
                    starting.job.stop();
                }
            });
        });
    }
}
