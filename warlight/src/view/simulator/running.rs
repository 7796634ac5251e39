//! A simulation that is being played in the background, with its score so far.

use super::super::paint;
use crate::database::SimulationId;
use crate::simulate::{self, Finished, PlayerStanding, Simulation, Standing, Storage, Watcher};
use common::arena::{PlayerIndex, WinDrawLoss};
use common::job::{Job, Work};
use common::store::Store;
use common::window::theme::{self, size};
use common::window::{Tokens, page, quiet};
use common::words::sentence;
use egui::{
    Align2, Context, CornerRadius, ProgressBar, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use web_time::Instant;

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
    job: Job<Result<String, String>>,
    live: Shared,
    /// How it ended.
    end: Option<Result<String, String>>,
    /// The user has stopped it.
    stopped: bool,
}

/// Fast players end thousands of games in a second: the page is drawn again this often, so that the cores play.
const REDRAW: Duration = Duration::from_millis(100);

/// Tells the page about the games.
struct Teller<'a> {
    live: &'a Shared,
    work: &'a Work,
    /// When the page was last asked to draw the score.
    drawn: Option<Instant>,
    /// The page has not been asked to draw the last change.
    is_behind: bool,
}

impl Teller<'_> {
    fn draw(&mut self) {
        self.drawn = Some(Instant::now());
        self.is_behind = false;
        self.work.report(None, "");
    }
}

impl Watcher for Teller<'_> {
    fn progress(&mut self, standing: &Standing) {
        change(self.live, |live| live.standing = standing.clone());
        self.is_behind = true;
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW) {
            self.draw();
        }
    }
    fn tick(&mut self) {
        if self.is_behind {
            self.draw();
        }
    }
    fn complain(&mut self, text: &str) {
        change(self.live, |live| live.complaints.push(sentence(text)));
        self.draw();
    }
}

impl Running {
    /// Begins a simulation.
    pub fn start(store: &Store, ctx: &Context, simulation: Simulation, threads: usize) -> Running {
        let store = store.clone();
        Running::spawn(ctx, move |live, work| {
            change(live, |live| {
                live.players = names(&simulation);
                live.standing.scheduled = simulation.schedule.games;
            });
            simulate::check(&simulation).map_err(|why| sentence(&why.to_string()))?;
            let storage = match Storage::begin(&store, &simulation) {
                Ok(storage) => Some(storage),
                // What was thought can only be kept in the database.
                Err(why) if simulation.log => return Err(sentence(&why.to_string())),
                Err(why) => {
                    let text = format!("The games will not be stored: {why}.");
                    change(live, |live| live.complaints.push(text));
                    None
                }
            };
            play(&simulation, Finished::new(), storage, threads, live, work)
        })
    }

    /// Goes on with a simulation that was not finished.
    pub fn resume(store: &Store, ctx: &Context, id: SimulationId, threads: usize) -> Running {
        let store = store.clone();
        Running::spawn(ctx, move |live, work| {
            let failed = |why: common::cli::Failure| sentence(&why.to_string());
            let (simulation, storage, finished) = simulate::resume(&store, Some(id)).map_err(failed)?;
            change(live, |live| live.players = names(&simulation));
            simulate::check(&simulation).map_err(failed)?;
            play(&simulation, finished, Some(storage), threads, live, work)
        })
    }

    fn spawn(
        ctx: &Context,
        run: impl FnOnce(&Shared, &Work) -> Result<String, String> + Send + 'static,
    ) -> Running {
        let live = Shared::default();
        let (shared, ctx) = (Arc::clone(&live), ctx.clone());
        let job = Job::start("simulation", move || ctx.request_repaint(), move |work| run(&shared, work));
        Running { job, live, end: None, stopped: false }
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
        let Some(result) = self.job.poll() else { return false };
        self.end = Some(result.unwrap_or_else(|why| Err(format!("The simulation failed: {why}."))));
        true
    }

    /// Draws the score so far.
    pub fn ui(&mut self, ui: &mut Ui) {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Standing { games, scheduled, players } = &live.standing;
        ui.horizontal(|ui| {
            let title = match (&self.end, self.stopped) {
                (None, false) => "Playing…",
                (None, true) => "Stopping…",
                (Some(Err(_)), _) => "Not possible",
                (Some(Ok(_)), _) if games < scheduled => "Stopped",
                (Some(Ok(_)), _) => "Finished",
            };
            ui.label(RichText::new(title).font(theme::heavy(size::TURN)));
            if let Some(id) = live.id {
                ui.label(quiet(format!("Simulation {id}")));
            }
            if self.is_running() {
                let stop = ui.add_enabled(!self.stopped, egui::Button::new("Stop"));
                if stop.on_hover_text("Stop at once. The games that are finished are kept.").clicked() {
                    self.job.stop();
                    self.stopped = true;
                }
            }
        });
        let part = *games as f32 / (*scheduled).max(1) as f32;
        let text = format!("{games} of {scheduled} games");
        if self.is_running() || *games > 0 {
            ui.add(ProgressBar::new(part).text(text));
        }
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

fn play(
    simulation: &Simulation,
    finished: Finished,
    storage: Option<Storage>,
    threads: usize,
    live: &Shared,
    work: &Work,
) -> Result<String, String> {
    let id = storage.as_ref().map(Storage::id);
    let notice = storage.as_ref().and_then(Storage::notice).map(str::to_owned);
    change(live, |live| {
        live.id = id;
        live.complaints.extend(notice);
    });
    let mut teller = Teller { live, work, drawn: None, is_behind: false };
    let report = simulate::run(simulation, finished, storage, threads, work.stop(), &mut teller)
        .map_err(|why| sentence(&why.to_string()))?;
    let (games, scheduled) = report.games();
    Ok(if report.is_complete() {
        "All games are played.".to_owned()
    } else if id.is_some() {
        format!("{games} of {scheduled} games are kept. Resume the simulation to play the others.")
    } else {
        format!("{games} of {scheduled} games were played.")
    })
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
