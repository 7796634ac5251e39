//! The lower cards: the thoughts of AI players, and the list of moves with its controls.

use super::cards::{card, quiet};
use super::review::is_low_window;
use super::settings::Motion;
use super::theme::{self, Tokens, size};
use super::{GameUi, ListKeys, Shell, combo_box};
use crate::game::Side;
use crate::player::AiPlayers;
use crate::session::{Perspective, Seat, Session};
use crate::words::Words;
use egui::{
    Button, ComboBox, FontId, Response, RichText, Role, ScrollArea, Sense, Shape, Ui, Vec2, WidgetInfo, vec2,
};

/// The height of a row of the list.
const ROW: f32 = 26.0;
/// The width that the mark of a review needs after a move.
const MARK: f32 = 32.0;
/// In a narrower card there is only the list, and the buttons to step through it.
const MIN_WIDE: f32 = 200.0;

/// The moves in words, described once and not in every frame.
#[derive(Debug, Default)]
pub(super) struct Rows(Vec<Row>);

#[derive(Debug)]
struct Row {
    side: Side,
    /// The text of the move; `None` while it is hidden. A row is described again when this changes.
    text: Option<String>,
    described: String,
    /// Its number; none for a choice that is not counted, such as that of a colour.
    number: Option<usize>,
}

impl Rows {
    fn update<G: AiPlayers + Words>(&mut self, seen: Perspective<'_, G>) {
        let is_current = |(n, row): &(usize, &Row)| {
            seen.side_of(*n) == Some(row.side) && seen.move_text(*n) == row.text.as_deref()
        };
        let same = self.0.iter().enumerate().take_while(is_current).count();
        self.0.truncate(same);
        for n in same..seen.plies() {
            let (Some(side), Some(described)) = (seen.side_of(n), seen.describe_ply(n)) else { return };
            let counts = seen.seen_ply(n).and_then(|ply| ply.m).is_none_or(G::is_numbered);
            let number = counts.then(|| 1 + self.0.iter().filter(|row| row.number.is_some()).count());
            self.0.push(Row { side, text: seen.move_text(n).map(str::to_owned), described, number });
        }
    }

    /// Forgets everything: another player looks.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// What an AI player thought last. It stays until another one has something to report.
#[derive(Debug)]
pub(super) struct LastThought {
    side: Side,
    value: String,
    line: String,
    work: String,
}

impl LastThought {
    fn of<G: AiPlayers + Words>(session: &Session<G>, seen: Perspective<'_, G>) -> Option<LastThought> {
        let sides = session.sides().filter(|side| session.seats()[side.index()] != Seat::Human);
        // Of two AI players the one that thought last.
        let last =
            sides.filter_map(|side| Some((seen.thought(side)?, side))).max_by_key(|((ply, _), _)| *ply);
        let ((ply, thought), side) = last?;
        let view = seen.view_after(ply)?;
        let plies = if thought.depth == 1 { "1 move".to_owned() } else { format!("{} moves", thought.depth) };
        let describe = |value| G::describe_value(view, side, value, thought.exact);
        Some(LastThought {
            side,
            value: thought.value.map_or_else(String::new, describe),
            line: match seen.describe_line(ply, &thought.line).split_first() {
                // What others may answer is not told; some players report other things than moves.
                _ if G::FACTS.hidden => {
                    let own = thought.line.first().and_then(|own| seen.describe_after(ply, side, own));
                    own.map_or_else(|| thought.line.join("  "), |own| format!("Plays {own}."))
                }
                None => String::new(),
                Some((first, [])) => format!("Plays {first}."),
                Some((first, rest)) => format!("Plays {first}. Then expects {}.", rest.join(", then ")),
            },
            work: match thought.nodes {
                0 => String::new(),
                nodes => format!("{plies} ahead, {} positions.", roughly(nodes)),
            },
        })
    }
}

/// A number rounded for reading.
fn roughly(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{} thousand", count / 1000),
        _ => format!("{:.1} million", count as f64 / 1e6),
    }
}

impl<G: AiPlayers + Words, V: GameUi<G>> Shell<G, V> {
    pub(super) fn thought_card(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        if session.seats().iter().all(|seat| *seat == Seat::Human) {
            return;
        }
        let tokens = Tokens::of(ui);
        let seen = session.seen_by(self.viewer);
        // While a player has nothing to report yet, its last thought stays, so that the card does not flicker.
        let kept = self.last_thought.take().filter(|_| session.is_thinking());
        self.last_thought = LastThought::of(session, seen).or(kept);
        let mut shown = self.settings.thoughts;
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.checkbox(&mut shown, "Show the AI player's thoughts");
            if !shown {
                return;
            }
            let Some(LastThought { side, value, line, work }) = &self.last_thought else {
                ui.label(quiet("No thoughts yet."));
                return;
            };
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                V::sign(ui.painter(), rect.shrink(2.0), *side, seen.setup(), Some(seen.view()), &tokens);
                ui.label(if value.is_empty() { "No evaluation of this move." } else { value });
            });
            // One line each, so that the cards below do not move.
            for text in [line, work] {
                ui.add(egui::Label::new(quiet(text)).truncate());
            }
        });
        if shown != self.settings.thoughts {
            self.settings.thoughts = shown;
            self.keep_settings();
        }
    }

    /// The list of moves, down to `bottom`, with at least three rows.
    pub(super) fn moves_card(&mut self, ui: &mut Ui, bottom: f32) {
        let Some(session) = &self.session else { return };
        let seen = session.seen_by(self.viewer);
        self.rows.update(seen);
        let (at, moves) = (seen.ply(), seen.plies());
        let mut target = None;
        card(ui, |ui| {
            // A narrow card has room for the list only; the speed is among the settings too.
            let wide = ui.available_width() >= MIN_WIDE;
            let short = self.is_reviewing() && is_low_window(ui);
            if wide && !short {
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Moves").font(theme::heavy(size::TEXT)));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| self.speed(ui));
                });
            }
            if moves == 0 {
                ui.label(quiet(V::FIRST_MOVE));
            } else {
                self.step_buttons(ui, wide);
            }
            ui.spacing_mut().item_spacing.y = 2.0;
            // Where the space is given, at least one row; otherwise three. Without a move there is only what to do first.
            let min_rows = if bottom > 0.0 { moves.min(1) } else { moves.min(3) };
            let room = (bottom - ui.cursor().top() - 14.0).max(ROW * min_rows as f32);
            // A long list shows whole rows only.
            let rest = if ROW * moves as f32 > room { room % ROW } else { 0.0 };
            ui.add_space(rest);
            let room = room - rest;
            // When the cards above grow, the shown move stays in sight.
            self.scroll_to_move |= (room - self.moves_room).abs() > 0.5;
            self.moves_room = room;
            let list = ScrollArea::vertical().id_salt("moves").max_height(room).min_scrolled_height(room);
            // The fade at its edges would cover the shown move, which is often the first or the last row.
            ui.spacing_mut().scroll.fade.strength = 0.0;
            let font = theme::plain(if wide { size::TEXT } else { size::SMALL });
            list.auto_shrink(false).animated(false).show(ui, |ui| target = self.list(ui, at, &font));
            self.scroll_to_move = false;
        });
        if let Some(target) = target {
            self.go_to(target);
        }
    }

    /// The list of moves. Returns the one that was clicked.
    fn list(&self, ui: &mut Ui, at: usize, font: &FontId) -> Option<usize> {
        let tokens = Tokens::of(ui);
        // The effect of a move is not told before its animation has ended.
        let showing = self.view.hides_effect();
        ui.spacing_mut().interact_size.y = 24.0;
        ui.spacing_mut().button_padding.y = 3.0;
        let mut target = None;
        let keys = ListKeys::new(ui, "rows", self.rows.0.len(), at.saturating_sub(1));
        for (ply, Row { side, text, described, number }) in (1..).zip(&self.rows.0) {
            let described = if ply == at && showing { text.as_ref().unwrap_or(described) } else { described };
            let color = if ply <= at { tokens.ink } else { tokens.quiet };
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                if let Some(session) = &self.session {
                    let before = session.seen_by(self.viewer).view_after(ply - 1);
                    V::sign(ui.painter(), rect.shrink(2.0), *side, session.setup(), before, &tokens);
                }
                let label = match number {
                    Some(number) => format!("{number}.  {described}"),
                    None => described.clone(),
                };
                // A long description is cut, so that the panel keeps its width.
                let text = RichText::new(&label).color(color).font(font.clone());
                let row = Button::selectable(ply == at, text).truncate().sense(keys.sense(ply - 1));
                let mark = if self.is_marked(ply - 1) { MARK } else { 0.0 };
                let row = ui.scope(|ui| {
                    ui.set_max_width(ui.available_width() - mark);
                    ui.add(row).on_hover_text(label)
                });
                let row = row.inner;
                keys.row(ui, ply - 1, &row);
                if row.clicked() {
                    target = Some(ply);
                }
                self.mark_label(ui, ply - 1);
                // At the start of the game the first rows are shown.
                if ply == at.max(1) && self.scroll_to_move {
                    row.scroll_to_me(None);
                }
            });
        }
        keys.end(ui);
        target
    }

    /// The animation speed.
    fn speed(&mut self, ui: &mut Ui) {
        let mut motion = self.settings.motion;
        let combo = ComboBox::from_id_salt("speed").selected_text(motion.name()).width(84.0);
        let combo = combo_box(ui, combo, |ui, list| {
            for choice in Motion::ALL {
                list.value(ui, &mut motion, choice, choice.name());
            }
        });
        combo.accessible_name("animation speed");
        ui.label(quiet("Speed"));
        if motion != self.settings.motion {
            self.set_motion(motion);
        }
    }

    /// The buttons to step through the game and to replay it.
    fn step_buttons(&mut self, ui: &mut Ui, wide: bool) {
        let Some(session) = &self.session else { return };
        let (back, forward) = (session.ply() > 0, session.can_redo());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if arrow(ui, back, "to the start", -1.0, true).clicked() {
                self.go_to(0);
            }
            if arrow(ui, back, "one move back", -1.0, false).clicked() {
                self.step_by(false);
            }
            if arrow(ui, forward, "one move forward", 1.0, false).clicked() {
                self.step_by(true);
            }
            if arrow(ui, forward, "to the end", 1.0, true).clicked() {
                self.go_to_end();
            }
            if !wide {
                return;
            }
            ui.add_space(4.0);
            if self.replay.is_some() {
                if ui.button("Stop").clicked() {
                    self.end_replay();
                }
            } else {
                let from = if forward { "from here" } else { "from its first move" };
                let replay = ui.button("Replay").on_hover_text(format!("Replay the game {from}"));
                if replay.clicked() {
                    self.begin_replay();
                }
            }
        });
    }
}

/// A button with a triangle, and with a bar if it goes all the way.
pub(super) fn arrow(ui: &mut Ui, enabled: bool, name: &str, way: f32, all: bool) -> Response {
    let button = Button::new("").min_size(vec2(32.0, 28.0));
    let response = ui.add_enabled(enabled, button).on_hover_text(name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    let tokens = Tokens::of(ui);
    let color = if enabled { tokens.ink } else { tokens.quiet.gamma_multiply(0.5) };
    let middle = response.rect.center();
    let at = |x: f32, y: f32| middle + Vec2::new(x * way, y);
    ui.painter().add(Shape::convex_polygon(
        vec![at(4.0, 0.0), at(-3.0, -5.0), at(-3.0, 5.0)],
        color,
        egui::Stroke::NONE,
    ));
    if all {
        ui.painter().line_segment([at(5.5, -5.0), at(5.5, 5.0)], egui::Stroke::new(2.0, color));
    }
    response
}
