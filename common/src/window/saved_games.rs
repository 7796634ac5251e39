//! The list of saved, unfinished and finished games: a small picture of the board, who plays, how many moves, the result,
//! and when.

use super::theme::{self, size};
use super::{GameUi, ListKeys, Tokens, quiet};
use crate::game::{GameResult, Side};
use crate::job::{Job, Work};
use crate::player::AiPlayers;
use crate::session::{Autosave, BadSave, GameEnd, GameSummary, NotStarted, Saved, Seat, Session, join};
use crate::store::Store;
use crate::words::{Format, Words, sentence};
use egui::{
    Button, Context, CornerRadius, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};

/// The side of the picture of a board.
const PICTURE: f32 = 56.0;

/// What is known about a game after its file has been read.
struct Preview<G: AiPlayers> {
    summary: GameSummary,
    /// The board; `None` where a picture could show secrets, or where the board would have to be made first.
    view: Option<G::View>,
    /// How it ended; empty if it has not.
    result: String,
}

/// Why a game is in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GameKind {
    /// It was left: it is kept until it is finished or deleted.
    Unfinished,
    /// It was saved under a name.
    Saved,
    /// It was played to its end: the last ones are kept for a review.
    Finished,
}

/// A game of the list.
pub(super) struct SavedGame<G: AiPlayers> {
    pub file: PathBuf,
    pub kind: GameKind,
    /// `None` while it is being read.
    preview: Option<Result<Preview<G>, String>>,
}

/// The list. The files are read in the background.
pub(super) struct SavedGames<G: AiPlayers> {
    pub games: Vec<SavedGame<G>>,
    previews: Receiver<(usize, Result<Preview<G>, String>)>,
    job: Job<()>,
    done: bool,
}

/// What the user did in the list.
pub(super) enum SavedGamesEvent {
    Open(usize),
    Delete(usize),
}

impl<G: AiPlayers> SavedGame<G> {
    /// The name of the file, or that it has none.
    pub fn name(&self) -> String
    where
        G: Words,
    {
        match self.kind {
            GameKind::Unfinished => return "Unfinished game".to_owned(),
            GameKind::Finished => return "Finished game".to_owned(),
            GameKind::Saved => {}
        }
        let foreign = Format::<G>::of(&self.file).is_some();
        let name = if foreign { self.file.file_name() } else { self.file.file_stem() };
        name.unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Who plays, how many moves, and when.
    pub fn details(&self) -> String {
        match &self.preview {
            None => "…".to_owned(),
            Some(Err(why)) => sentence(why),
            Some(Ok(Preview { summary, result, .. })) => {
                join(&[summary.players(), result.clone(), summary.length.clone(), summary.when()])
            }
        }
    }
}

impl<G: AiPlayers + Words> SavedGames<G> {
    /// Lists the games of a program and begins to read them.
    pub fn new(store: &Store, ctx: &Context) -> SavedGames<G> {
        let extensions: Vec<&str> = G::formats().iter().map(|format| format.extension).collect();
        let unfinished = Autosave::files(store).into_iter().map(|file| (file, GameKind::Unfinished));
        let saved = store.saved_games(&extensions).into_iter().map(|file| (file, GameKind::Saved));
        let finished = Autosave::finished_files(store).into_iter().map(|file| (file, GameKind::Finished));
        let game = |(file, kind)| SavedGame { file, kind, preview: None };
        let games: Vec<SavedGame<G>> = unfinished.chain(saved).chain(finished).map(game).collect();
        let files: Vec<PathBuf> = games.iter().map(|game| game.file.clone()).collect();
        let (sender, previews) = mpsc::channel();
        let ctx = ctx.clone();
        let mut files = files.into_iter().enumerate();
        let job = Job::in_steps(
            "saved games",
            move || ctx.request_repaint(),
            move |work| {
                // In a web page this is the thread that draws.
                let quick = cfg!(target_arch = "wasm32");
                let work = if quick { work.clone().without_slow_starts() } else { work.clone() };
                let next = files.next().filter(|_| !work.stopped());
                let is_read = next.is_some_and(|(number, file)| read_next(number, &file, &sender, &work));
                (!is_read).then_some(())
            },
        );
        SavedGames { games, previews, job, done: false }
    }

    /// Takes what has been read.
    pub fn poll(&mut self) {
        self.done |= self.job.poll().is_some();
        for (number, preview) in self.previews.try_iter() {
            if let Some(game) = self.games.get_mut(number) {
                game.preview = Some(preview);
            }
        }
    }

    /// Whether files are still being read.
    pub fn is_busy(&self) -> bool {
        !self.done
    }

    /// Draws the list.
    pub fn show<V: GameUi<G>>(&self, ui: &mut Ui) -> Option<SavedGamesEvent> {
        let mut event = None;
        let height = (ui.ctx().content_rect().height() - 220.0).max(120.0);
        ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            let keys = ListKeys::new(ui, "games", self.games.len(), 0);
            for (number, game) in self.games.iter().enumerate() {
                if let Some(did) = row::<G, V>(ui, &keys, number, game) {
                    event = Some(did);
                }
            }
            keys.end(ui);
        });
        event
    }
}

/// Draws a row of the list.
fn row<G: AiPlayers + Words, V: GameUi<G>>(
    ui: &mut Ui,
    keys: &ListKeys,
    number: usize,
    game: &SavedGame<G>,
) -> Option<SavedGamesEvent> {
    let tokens = Tokens::of(ui);
    let space = vec2(ui.available_width() - 12.0, PICTURE + 8.0);
    let (rect, row) = ui.allocate_exact_size(space, keys.sense(number));
    keys.row(ui, number, &row);
    let (name, details) = (game.name(), game.details());
    let readable = !matches!(game.preview, Some(Err(_)));
    row.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}: {details}")));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&row);
        let fill = if row.hovered() || row.has_focus() { visuals.weak_bg_fill } else { tokens.card };
        ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
        let picture = Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(PICTURE, PICTURE));
        let outline = Stroke::new(1.0, tokens.line);
        ui.painter().rect(picture, CornerRadius::same(4), tokens.page, outline, StrokeKind::Inside);
        if let Some(Ok(Preview { view: Some(view), .. })) = &game.preview {
            V::picture(&ui.painter_at(picture), picture.shrink(2.0), view, &tokens);
        }
        let width = rect.width() - PICTURE - 96.0;
        let at = picture.right_top() + vec2(12.0, 8.0);
        let painter = ui.painter_at(rect);
        let lines = |text: &str, font, color, y: f32, max_rows: usize| {
            let mut job = egui::text::LayoutJob::simple(text.to_owned(), font, color, width);
            job.wrap.max_rows = max_rows;
            painter.galley(at + vec2(0.0, y), painter.layout_job(job), color);
        };
        lines(&name, theme::heavy(size::TEXT), tokens.ink, -4.0, 1);
        let color = if readable { tokens.quiet } else { tokens.bad };
        lines(&details, theme::plain(size::SMALL), color, 17.0, 2);
    }
    // With the mouse; the keyboard has the key Delete.
    let place = Rect::from_center_size(rect.right_center() - vec2(42.0, 0.0), vec2(68.0, 28.0));
    let mut corner = ui.new_child(UiBuilder::new().max_rect(place));
    let delete = corner.add(Button::new(quiet("Delete")).sense(Sense::CLICK));
    let delete = delete.on_hover_text("Delete this game (the key Delete)");
    if delete.clicked() || row.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Delete)) {
        return Some(SavedGamesEvent::Delete(number));
    }
    row.clicked().then_some(SavedGamesEvent::Open(number))
}

/// Reads a game of the list. False if nobody wants it any more.
fn read_next<G: AiPlayers + Words>(
    number: usize,
    file: &Path,
    sender: &Sender<(usize, Result<Preview<G>, String>)>,
    work: &Work,
) -> bool {
    let preview = read(file, work).map_err(|error: BadSave| error.to_string());
    let is_wanted = sender.send((number, preview)).is_ok();
    work.report(None, "");
    is_wanted
}

/// Reads a game up to the position that it shows. There is no position if its board would have to be made first, which
/// `work` does not do.
fn read<G: AiPlayers + Words>(file: &Path, work: &Work) -> Result<Preview<G>, BadSave> {
    let (session, seats) = if Format::<G>::of(file).is_some() {
        let session: Session<G> = Session::load(file, work)?;
        let seats = session.seats().to_vec();
        (session, seats)
    } else {
        let saved = Saved::open::<G>(file)?;
        let summary = GameSummary::of::<G>(&saved, file);
        match Session::preview(saved, work) {
            Err(BadSave::NotStarted(NotStarted::Slow { .. })) => {
                return Ok(Preview { summary, view: None, result: String::new() });
            }
            session => (session?, summary.seats),
        }
    };
    let length = G::length(session.setup(), &session.saved().moves());
    let summary = GameSummary::new::<G>(session.setup(), seats, length, file);
    let is_human = |side: &Side| summary.seats.get(side.index()) == Some(&Seat::Human);
    let humans: Vec<Side> = session.sides().filter(is_human).collect();
    let viewer = humans.first().copied().unwrap_or(Side::FIRST);
    let secret = G::FACTS.hidden && humans.len() > 1;
    let view = (!secret).then(|| session.seen_by(viewer).view().clone());
    let result = session.final_end().map(|end| result_text(&session, &humans, &end)).unwrap_or_default();
    Ok(Preview { summary, view, result })
}

/// How a game ended: for you, if you were the only human.
fn result_text<G: AiPlayers + Words>(session: &Session<G>, humans: &[Side], end: &GameEnd) -> String {
    match end.outcome(session.seats().len()).result() {
        GameResult::Win(side) if humans == [side] => "you won".to_owned(),
        GameResult::Win(_) if humans.len() == 1 => "you lost".to_owned(),
        GameResult::Win(side) => format!("{} won", session.seen_by(side).side_name(side)),
        GameResult::Draw(_) => "a draw".to_owned(),
        GameResult::Solved => "solved".to_owned(),
        GameResult::Failed => "not solved".to_owned(),
    }
}
