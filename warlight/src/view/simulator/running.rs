//! A simulation that is being played in the background, with its score so far.

#[cfg(not(target_arch = "wasm32"))]
mod threads;
#[cfg(any(test, target_arch = "wasm32"))]
mod workers;

#[cfg(not(target_arch = "wasm32"))]
use threads::Playing;
#[cfg(target_arch = "wasm32")]
use workers::Playing;

use super::super::paint;
use crate::database::SimulationId;
use crate::simulate::{self, Finished, PlayerStanding, Report, Simulation, Standing, Storage};
use common::arena::{PlayerIndex, WinDrawLoss};
use common::store::Store;
use common::window::theme::{self, size};
use common::window::{Tokens, page, quiet};
use common::words::sentence;
use egui::{
    Align2, Context, CornerRadius, ProgressBar, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};
use std::sync::{Arc, Mutex, PoisonError};

/// What is known of a simulation that is being played.
#[derive(Debug, Default, Clone)]
struct Live {
    id: Option<SimulationId>,
    players: Vec<String>,
    standing: Standing,
    /// What went wrong while it goes on.
    complaints: Vec<String>,
}

type Shared = Arc<Mutex<Live>>;

fn change(live: &Shared, change: impl FnOnce(&mut Live)) {
    change(&mut live.lock().unwrap_or_else(PoisonError::into_inner));
}

/// A simulation that is being played, or has just ended.
#[derive(Debug)]
pub struct Running {
    playing: Playing,
    live: Shared,
    /// How it ended.
    end: Option<Result<String, String>>,
    /// The user has stopped it.
    stopped: bool,
}

impl Running {
    /// Begins a simulation.
    pub fn start(store: &Store, ctx: &Context, simulation: Simulation, threads: usize) -> Running {
        Running::begin(store, ctx, Wanted::New(Box::new(simulation)), threads)
    }

    /// Goes on with a simulation that was not finished.
    pub fn resume(store: &Store, ctx: &Context, id: SimulationId, threads: usize) -> Running {
        Running::begin(store, ctx, Wanted::Unfinished(id), threads)
    }

    fn begin(store: &Store, ctx: &Context, wanted: Wanted, threads: usize) -> Running {
        let live = Shared::default();
        let playing = Playing::start(wanted, store, ctx, threads, &live);
        Running { playing, live, end: None, stopped: false }
    }

    /// Whether games are being played.
    pub fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// The number of the simulation in the database, while it is being played.
    pub fn id(&self) -> Option<SimulationId> {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.id.filter(|_| self.is_running())
    }

    /// Notices the end. True if it has just ended.
    pub fn poll(&mut self) -> bool {
        let result = if self.is_running() { self.playing.poll() } else { None };
        let has_ended = result.is_some();
        self.end = self.end.take().or(result);
        has_ended
    }

    fn live(&self) -> Live {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Draws how far it is, with the button that stops it.
    pub fn progress(&mut self, ui: &mut Ui) {
        let live = self.live();
        let Standing { games, scheduled, .. } = &live.standing;
        ui.horizontal(|ui| {
            let title = match (&self.end, self.stopped) {
                (None, false) => "Playing…",
                (None, true) => "Stopping…",
                (Some(Err(_)), _) if *games == 0 => "Not possible",
                (Some(_), _) if games < scheduled => "Stopped",
                (Some(_), _) => "Finished",
            };
            ui.label(RichText::new(title).font(theme::heavy(size::TURN)));
            if let Some(id) = live.id {
                ui.label(quiet(format!("Simulation {id}")));
            }
            if self.is_running() {
                let stop = ui.add_enabled(!self.stopped, egui::Button::new("Stop"));
                if stop.on_hover_text("Stop at once. The games that are finished are kept.").clicked() {
                    self.playing.stop();
                    self.stopped = true;
                }
            }
        });
        let part = *games as f32 / (*scheduled).max(1) as f32;
        let text = format!("{games} of {scheduled} games");
        if self.is_running() || *games > 0 {
            ui.add(ProgressBar::new(part).text(text));
        }
    }

    /// Draws the score so far.
    pub fn scores(&self, ui: &mut Ui) {
        let live = self.live();
        let players = &live.standing.players;
        let names = PlayerIndex::all(players.len()).zip(&live.players);
        for ((player, name), standing) in names.zip(players) {
            score(ui, player, name, standing);
        }
        for complaint in &live.complaints {
            page::complain(ui, complaint);
        }
        match &self.end {
            Some(Ok(text)) => {
                ui.label(text);
            }
            Some(Err(why)) => page::complain(ui, why),
            None => {}
        }
    }
}

fn names(simulation: &Simulation) -> Vec<String> {
    simulation.players.iter().map(ToString::to_string).collect()
}

/// What is to be played.
#[derive(Debug)]
enum Wanted {
    New(Box<Simulation>),
    Unfinished(SimulationId),
}

/// Everything that is needed to play.
struct Prepared {
    simulation: Simulation,
    finished: Finished,
    storage: Option<Storage>,
}

/// Checks what is wanted, and opens the database.
fn prepare(wanted: Wanted, store: &Store, live: &Shared) -> Result<Prepared, String> {
    let failed = |why: String| sentence(&why);
    let prepared = match wanted {
        Wanted::New(simulation) => {
            let simulation = *simulation;
            change(live, |live| {
                live.players = names(&simulation);
                live.standing.scheduled = simulation.schedule.games;
            });
            simulate::check(&simulation).map_err(failed)?;
            let storage = match Storage::begin(store, &simulation) {
                Ok(storage) => Some(storage),
                // What was thought can only be kept in the database.
                Err(why) if simulation.log => return Err(sentence(&why.to_string())),
                Err(why) => {
                    let text = format!("The games will not be stored: {why}.");
                    change(live, |live| live.complaints.push(text));
                    None
                }
            };
            Prepared { simulation, finished: Finished::new(), storage }
        }
        Wanted::Unfinished(id) => {
            let (simulation, storage, finished) = simulate::resume(store, Some(id)).map_err(failed)?;
            change(live, |live| live.players = names(&simulation));
            simulate::check(&simulation).map_err(failed)?;
            Prepared { simulation, finished, storage: Some(storage) }
        }
    };
    change(live, |live| {
        live.id = prepared.storage.as_ref().map(Storage::id);
        live.complaints.extend(prepared.storage.as_ref().and_then(Storage::notice).map(str::to_owned));
    });
    Ok(prepared)
}

/// What is said at the end.
fn summary(report: &Report) -> String {
    let (games, scheduled) = report.games();
    if report.is_complete() {
        "All games are played.".to_owned()
    } else if report.has_stored_games() {
        format!("{games} of {scheduled} games are kept. Resume the simulation to play the others.")
    } else {
        format!("{games} of {scheduled} games were played.")
    }
}

/// A line with the score of a player and its error bar.
fn score(ui: &mut Ui, player: PlayerIndex, name: &str, standing: &PlayerStanding) {
    let tokens = Tokens::of(ui);
    let WinDrawLoss { wins, draws, losses, .. } = standing.tally;
    let (low, high) = standing.interval();
    let percent = standing.score().map_or("–".to_owned(), |score| format!("{:.1} %", 100.0 * score));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 40.0), Sense::hover());
    let label = format!(
        "Player {player}, {name}: won {wins}, drew {draws}, lost {losses}, score {percent} ({:.0} to {:.0} %)",
        100.0 * low,
        100.0 * high
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_text(format!("{label}. The bar is the 95 % interval."));
    let painter = ui.painter_at(rect);
    let colour = tokens.player(player.0);
    paint::symbol(&painter, pos2(rect.left() + 8.0, rect.top() + 10.0), 6.0, player.0 as u8, colour);
    let font = || theme::plain(size::SMALL);
    let right = format!("{wins} won, {draws} drawn, {losses} lost    {percent}");
    let right = painter.layout_no_wrap(right, font(), tokens.ink);
    let room = rect.width() - 20.0 - right.size().x - 12.0;
    let mut job = egui::text::LayoutJob::simple_singleline(format!("{player}  {name}"), font(), tokens.ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(40.0));
    painter.galley(rect.min + vec2(20.0, 2.0), painter.layout_job(job), tokens.ink);
    painter.galley(pos2(rect.right() - right.size().x, rect.top() + 2.0), right, tokens.ink);
    let bar = Rect::from_min_max(
        pos2(rect.left() + 20.0, rect.top() + 25.0),
        pos2(rect.right(), rect.top() + 33.0),
    );
    painter.rect_filled(bar, CornerRadius::same(4), tokens.line);
    let x = |part: f64| bar.left() + bar.width() * part as f32;
    if let Some(score) = standing.score() {
        let filled = Rect::from_min_max(bar.min, pos2(x(score), bar.bottom()));
        painter.rect_filled(filled, CornerRadius::same(4), colour);
        let stroke = Stroke::new(1.5, tokens.ink);
        painter.hline(x(low)..=x(high), bar.center().y, stroke);
        for end in [low, high] {
            painter.vline(x(end), bar.top() - 2.0..=bar.bottom() + 2.0, stroke);
        }
    } else {
        painter.text(bar.left_center(), Align2::LEFT_CENTER, "", font(), tokens.quiet);
    }
}
