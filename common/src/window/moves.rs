//! The lower cards: what a machine thinks, and the moves, to go back and forth in and to watch again.

use super::cards::{card, quiet};
use super::settings::Motion;
use super::theme::{self, Tokens, size};
use super::{Shell, GameUi};
use crate::game::Side;
use crate::player::AiPlayers;
use crate::session::{Seat, Session};
use crate::words::Words;
use egui::{
    Button, ComboBox, Response, RichText, Role, ScrollArea, Sense, Shape, Ui, Vec2, WidgetInfo, vec2,
};

/// The moves in words. To tell what a move did may mean to play it, so it is told once and not in every frame.
#[derive(Debug, Default)]
pub(super) struct Rows(Vec<Row>);

#[derive(Debug)]
struct Row {
    side: Side,
    /// The move as the session writes it: who has played the same moves has the same rows.
    text: String,
    described: String,
}

impl Rows {
    fn update<G: AiPlayers + Words>(&mut self, session: &Session<G>) {
        let record = session.record();
        let same = self.0.iter().zip(record).take_while(|(row, ply)| row.text == ply.text).count();
        self.0.truncate(same);
        for (i, ply) in record.iter().enumerate().skip(same) {
            let Some(position) = session.position_after(i) else { return };
            let described = position.describe(&ply.chosen);
            self.0.push(Row { side: ply.side, text: ply.text.clone(), described });
        }
    }
}

/// What a machine thought last. It stays to be read until another one has something to tell.
#[derive(Debug)]
pub(super) struct LastThought {
    side: Side,
    judged: String,
    line: String,
    work: String,
}

impl LastThought {
    fn of<G: AiPlayers + Words>(session: &Session<G>) -> Option<LastThought> {
        // While a hint is looked for, the thought is the hint_player's, who sits on neither side.
        let thought = session.thought().filter(|_| !session.is_hinting())?;
        // A thought is about the position in which it was thought: behind it there may be the move already.
        let about = if session.is_thinking() { session.ply() } else { session.ply().checked_sub(1)? };
        let position = session.position_after(about)?;
        let side = position.to_move().first()?;
        if session.seats()[side.index()] == Seat::Human {
            return None;
        }
        let plies = if thought.depth == 1 { "1 ply".to_owned() } else { format!("{} plies", thought.depth) };
        Some(LastThought {
            side,
            judged: thought.value.map_or_else(String::new, |value| position.judge(value, thought.exact)),
            line: thought.line.join("  "),
            work: format!("{plies}, {} positions", roughly(thought.nodes)),
        })
    }
}

/// A number that nobody has to count the digits of.
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
        self.last_thought = LastThought::of(session).or(self.last_thought.take());
        let mut shown = self.settings.thoughts;
        let position = session.position();
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.checkbox(&mut shown, "Show what the machine thinks");
            if !shown {
                return;
            }
            let Some(LastThought { side, judged, line, work }) = &self.last_thought else {
                ui.label(quiet("Nothing yet: it tells when it has thought."));
                return;
            };
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                V::sign(ui.painter(), rect.shrink(2.0), *side, Some(position), &tokens);
                let judged = if judged.is_empty() { "no opinion" } else { judged };
                ui.label(judged);
            });
            // One line each, so that what stands below stays where it is.
            for text in [line, work] {
                ui.add(egui::Label::new(quiet(text)).truncate());
            }
        });
        if shown != self.settings.thoughts {
            self.settings.thoughts = shown;
            self.keep_settings();
        }
    }

    pub(super) fn moves_card(&mut self, ui: &mut Ui) {
        let Some(session) = &self.session else { return };
        self.rows.update(session);
        let (at, empty) = (session.ply(), session.record().is_empty());
        let mut target = None;
        card(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Moves").font(theme::heavy(size::TEXT)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| self.speed(ui));
            });
            if empty {
                ui.label(quiet(V::FIRST_MOVE));
            } else {
                self.ways(ui);
            }
            ui.spacing_mut().item_spacing.y = 2.0;
            let room = (ui.ctx().content_rect().bottom() - ui.cursor().top() - 72.0).max(64.0);
            let list = ScrollArea::vertical().id_salt("moves").max_height(room).min_scrolled_height(room);
            // The cards above grow at the end of a game; the newest move stays in sight.
            let list = list.stick_to_bottom(true);
            list.auto_shrink([false, true]).show(ui, |ui| target = self.list(ui, at));
            self.scroll_to_move = false;
        });
        if let Some(target) = target {
            self.go_to(target);
        }
    }

    /// The moves one below the other; which of them was clicked.
    fn list(&self, ui: &mut Ui, at: usize) -> Option<usize> {
        let tokens = Tokens::of(ui);
        // How a move ends is not told before it was seen.
        let showing = self.view.showing().is_some();
        ui.spacing_mut().interact_size.y = 24.0;
        ui.spacing_mut().button_padding.y = 3.0;
        let mut target = None;
        for (number, Row { side, text, described }) in (1..).zip(&self.rows.0) {
            let described = if number == at && showing { text } else { described };
            let color = if number <= at { tokens.ink } else { tokens.quiet };
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                let before = self.session.as_ref().and_then(|session| session.position_after(number - 1));
                V::sign(ui.painter(), rect.shrink(2.0), *side, before, &tokens);
                let label = RichText::new(format!("{number}.  {described}")).color(color);
                let row = ui.selectable_label(number == at, label);
                if row.clicked() {
                    target = Some(number);
                }
                if number == at && self.scroll_to_move {
                    row.scroll_to_me(None);
                }
            });
        }
        target
    }

    /// How fast things move, where one wants it: beside the moves.
    fn speed(&mut self, ui: &mut Ui) {
        let mut motion = self.settings.motion;
        let combo = ComboBox::from_id_salt("speed").selected_text(motion.name()).width(84.0);
        let response = combo.show_ui(ui, |ui| {
            for choice in Motion::ALL {
                ui.selectable_value(&mut motion, choice, choice.name());
            }
        });
        response.response.accessible_name("speed of movement");
        ui.label(quiet("Speed"));
        if motion != self.settings.motion {
            self.set_motion(motion);
        }
    }

    /// To the start, back, forward, to the end; and all of it by itself.
    fn ways(&mut self, ui: &mut Ui) {
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
            ui.add_space(4.0);
            if self.replay.is_some() {
                if ui.button("Stop").clicked() {
                    self.end_replay();
                }
            } else {
                let from = if forward { "from here" } else { "from its first move" };
                let replay = ui.button("Replay").on_hover_text(format!("Watch the game again {from}"));
                if replay.clicked() {
                    self.begin_replay();
                }
            }
        });
    }
}

/// A button with a triangle, and with a bar where it goes all the way.
fn arrow(ui: &mut Ui, enabled: bool, name: &str, way: f32, all: bool) -> Response {
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
