//! The list of recorded games, with filters.

use super::super::archive::{Archive, MAX_ROWS, Preview, Request, stored_when};
use super::super::thumbnail;
use crate::database::{GameId, GameKind, GameRow, SimulationId};
use crate::rules::map_title;
use common::game::Side;
use common::window::theme::{self, size};
use common::window::{ListKeys, Tokens, combo_box, quiet};
use egui::{
    Button, ComboBox, CornerRadius, Key, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use std::collections::HashMap;

/// The size of a small picture.
const PICTURE: egui::Vec2 = vec2(112.0, 60.0);

/// What the user did in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListEvent {
    /// Open a game.
    Open(GameId),
    /// Delete a game; its name.
    Delete(GameId, String),
    /// Add a game from a file.
    Import,
}

/// The list of recorded games.
#[derive(Debug, Default)]
pub struct GameList {
    /// The games; `None` until they have been read.
    pub rows: Option<Result<Vec<GameRow>, String>>,
    /// Only games of this simulation.
    pub simulation: Option<SimulationId>,
    /// The last positions of games; `None` for a game that cannot be read.
    pub previews: HashMap<GameId, Option<Preview>>,
    /// The pictures that were asked for.
    asked: std::collections::HashSet<GameId>,
    kind: Option<GameKind>,
    filter: String,
}

impl GameList {
    /// Forgets which pictures were asked for: the games are listed again.
    pub fn refresh(&mut self, archive: &Archive) {
        self.asked.retain(|id| self.previews.contains_key(id));
        archive.ask(Request::Games(self.simulation));
    }

    /// Draws the list.
    pub fn ui(&mut self, ui: &mut Ui, archive: &Archive) -> Option<ListEvent> {
        let mut event = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Recorded games").font(theme::heavy(size::TURN)));
            ui.add_space(8.0);
            if ui.button("Import a file").on_hover_text("Add a game from a .warlight file").clicked() {
                event = Some(ListEvent::Import);
            }
        });
        if let Some(Err(why)) = &self.rows {
            let tokens = Tokens::of(ui);
            let text = common::words::sentence(why);
            ui.add(egui::Label::new(RichText::new(text).color(tokens.bad)).wrap());
            ui.add_space(4.0);
            if ui.button("Try again").clicked() {
                self.rows = None;
                self.refresh(archive);
            }
            return event;
        }
        self.filters(ui, archive);
        let Some(Ok(rows)) = &self.rows else {
            ui.label(quiet("Reading the games…"));
            return event;
        };
        let shown: Vec<&GameRow> = rows.iter().filter(|row| self.accepts(row)).collect();
        if rows.is_empty() && self.simulation.is_none() {
            ui.add_space(8.0);
            ui.label("No games are recorded yet.");
            ui.label(quiet(
                "Finish a game, or start a simulation on the page Simulator: its games are listed here.",
            ));
            return event;
        }
        let all = if shown.len() == rows.len() { String::new() } else { format!(" of {}", rows.len()) };
        let more = if rows.len() >= MAX_ROWS as usize { "; these are the newest ones" } else { "" };
        let games = if shown.len() == 1 && all.is_empty() { "game" } else { "games" };
        ui.label(quiet(format!("{}{all} {games}{more}.", shown.len())));
        if shown.is_empty() {
            ui.label("No game matches the filter.");
            return event;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            let keys = ListKeys::new(ui, "games", shown.len(), 0);
            for (number, row) in shown.iter().enumerate() {
                let preview = self.previews.get(&row.id);
                let (did, visible) = draw_row(ui, &keys, number, row, preview);
                event = did.or(event.take());
                if visible && self.asked.insert(row.id) {
                    archive.ask(Request::Preview(row.id));
                }
            }
            keys.end(ui);
        });
        event
    }

    fn filters(&mut self, ui: &mut Ui, archive: &Archive) {
        ui.horizontal_wrapped(|ui| {
            let field = TextEdit::singleline(&mut self.filter).hint_text("Map, player or number");
            let field = ui.add(field.desired_width(200.0));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Filter"));
            let name = self.kind.map_or("All kinds", kind_name);
            let combo = ComboBox::from_id_salt("kind").width(130.0).selected_text(name);
            let combo = combo_box(ui, combo, |ui, list| {
                list.value(ui, &mut self.kind, None, "All kinds");
                for kind in GameKind::ALL {
                    list.value(ui, &mut self.kind, Some(kind), kind_name(kind));
                }
            });
            combo.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("Kind: {name}")));
            if let Some(id) = self.simulation {
                let text = format!("Only simulation {id} ×");
                if ui.button(text).on_hover_text("Show the games of all simulations again").clicked() {
                    self.simulation = None;
                    self.rows = None;
                    self.refresh(archive);
                }
            }
        });
    }

    fn accepts(&self, row: &GameRow) -> bool {
        let words = self.filter.to_lowercase();
        let text = format!("{} {} {} {}", row.id, row.map, players(row), result(row)).to_lowercase();
        self.kind.is_none_or(|kind| kind == row.kind)
            && words.split_whitespace().all(|word| text.contains(word))
    }
}

fn kind_name(kind: GameKind) -> &'static str {
    match kind {
        GameKind::SinglePlayer => "Single player",
        GameKind::HotSeat => "Hot-seat",
        GameKind::Simulation => "Simulation",
    }
}

/// Who plays: "Blue strong, Orange mcts".
fn players(row: &GameRow) -> String {
    let sides = Side::all(row.players.len().min(8)).zip(&row.players);
    sides.map(|(side, player)| format!("{} {player}", row.name(side))).collect::<Vec<_>>().join(", ")
}

/// How a game ended.
fn result(row: &GameRow) -> String {
    let rounds = if row.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", row.rounds) };
    // A player of a simulation does not resign. The list does not know more.
    let gave_up = if row.kind == GameKind::Simulation { "failed" } else { "resigned or ran out of time" };
    match (row.winner, row.ending.as_str()) {
        (Some(side), "forfeit") => {
            let others = Side::all(row.players.len().min(8)).filter(|other| *other != side);
            let others: Vec<&str> = others.map(|other| row.name(other)).collect();
            // Only of two players it is certain who that was.
            let who = if let [one] = others.as_slice() { one } else { "a player" };
            format!("{} won after {rounds}: {who} {gave_up}", row.name(side))
        }
        (None, "forfeit") => format!("draw after {rounds}: a player {gave_up}"),
        (Some(side), ending) => format!("{} won after {rounds} ({ending})", row.name(side)),
        (None, ending @ ("unfinished" | "interrupted")) => format!("{ending} after {rounds}"),
        (None, ending) => format!("draw after {rounds} ({ending})"),
    }
}

fn draw_row(
    ui: &mut Ui,
    keys: &ListKeys,
    number: usize,
    row: &GameRow,
    preview: Option<&Option<Preview>>,
) -> (Option<ListEvent>, bool) {
    let tokens = Tokens::of(ui);
    let space = vec2(ui.available_width() - 12.0, PICTURE.y + 12.0);
    let (rect, response) = ui.allocate_exact_size(space, keys.sense(number));
    keys.row(ui, number, &response);
    let title = format!("Game {} on {}", row.id, map_title(&row.map));
    let simulation = row.simulation.map_or(String::new(), |(id, _)| format!(" {id}"));
    let about = format!("{}{simulation}, {}", kind_name(row.kind), stored_when(row.added));
    let lines = [players(row), result(row), about];
    response
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{title}: {}", lines.join("; "))));
    let visible = ui.is_rect_visible(rect);
    let damaged = matches!(preview, Some(None));
    if visible {
        let over = response.hovered() || response.has_focus();
        let fill = if over { ui.style().interact(&response).weak_bg_fill } else { tokens.card };
        ui.painter().rect_filled(rect, CornerRadius::same(8), fill);
        let picture = Rect::from_min_size(rect.min + vec2(6.0, 6.0), PICTURE);
        if let Some(Some((setup, state))) = preview {
            thumbnail::paint(&ui.painter_at(picture.expand(1.0)), picture, setup, state, tokens.dark);
        } else {
            ui.painter().rect_filled(picture, CornerRadius::same(6), tokens.page);
        }
        let width = rect.width() - PICTURE.x - 112.0;
        let painter = ui.painter_at(rect);
        let at = picture.right_top() + vec2(12.0, -2.0);
        let line = |text: &str, font, color, y: f32| {
            let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
            job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(60.0));
            painter.galley(at + vec2(0.0, y), painter.layout_job(job), color);
        };
        line(&title, theme::heavy(size::TEXT), tokens.ink, 0.0);
        line(&lines[0], theme::plain(size::SMALL), tokens.ink, 21.0);
        if damaged {
            line("This game is damaged and cannot be replayed.", theme::plain(size::SMALL), tokens.bad, 39.0);
        } else {
            let text = format!("{}  ·  {}", lines[1], lines[2]);
            line(&text, theme::plain(size::SMALL), tokens.quiet, 39.0);
        }
    }
    // With the mouse; the keyboard has the key Delete.
    let place = Rect::from_center_size(rect.right_center() - vec2(46.0, 0.0), vec2(76.0, 30.0));
    let mut corner = ui.new_child(UiBuilder::new().id_salt(("delete", row.id.0)).max_rect(place));
    let delete = corner.add(Button::new(quiet("Delete")).sense(Sense::CLICK));
    delete.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Delete game {}", row.id)));
    let delete = delete.on_hover_text("Delete this game (the key Delete)");
    let key = response.has_focus() && ui.input(|input| input.key_pressed(Key::Delete));
    let event = if delete.clicked() || key {
        Some(ListEvent::Delete(row.id, title))
    } else {
        response.clicked().then_some(ListEvent::Open(row.id))
    };
    (event, visible)
}
