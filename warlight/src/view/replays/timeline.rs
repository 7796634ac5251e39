//! The timeline below a replay: all actions, the rounds, and marks where regions changed hands.

use crate::record::GameRecord;
use common::game::COLOURS;
use common::window::{Tokens, theme};
use egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

/// The height of the timeline.
pub const HEIGHT: f32 = 50.0;
/// The height of the numbers of rounds.
const NUMBERS: f32 = 16.0;
/// The space between two numbers.
const MIN_GAP: f32 = 34.0;

/// What the timeline shows of a game.
#[derive(Debug)]
pub struct Timeline {
    actions: usize,
    /// The number of actions up to the end of each round.
    pub rounds: Vec<usize>,
    /// After which actions a region has a new owner.
    marks: Vec<(usize, usize)>,
    /// The colours of the players.
    colours: [u8; COLOURS.len()],
}

impl Timeline {
    /// The timeline of a game.
    pub fn new(record: &GameRecord, actions: usize) -> Timeline {
        let marks = record.captures().iter().map(|capture| (capture.action, capture.side.index())).collect();
        let colours = record.setup().looks.colours();
        Timeline { actions, rounds: record.round_ends(), marks, colours }
    }

    /// Draws the timeline. Returns the action that the user chose.
    pub fn show(&self, ui: &mut Ui, action: usize, place: &str) -> Option<usize> {
        let tokens = Tokens::of(ui);
        let (space, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
        let response = response.on_hover_text(
            "Click or drag to go to any action. A mark in the colour of a player: it took a region.",
        );
        response.widget_info(|| WidgetInfo::slider(true, action as f64, format!("Timeline: {place}")));
        let track = Rect::from_min_max(space.min + vec2(6.0, 4.0), space.max - vec2(6.0, NUMBERS + 2.0));
        let x = |action: usize| track.left() + track.width() * action as f32 / self.actions.max(1) as f32;
        let painter = ui.painter_at(space);
        let corner = CornerRadius::same(6);
        painter.rect_filled(track.expand2(vec2(6.0, 0.0)), corner, tokens.card);
        let done = Rect::from_min_max(track.min - vec2(6.0, 0.0), pos2(x(action), track.bottom()));
        painter.rect_filled(done, corner, tokens.selected);
        let line = Stroke::new(1.0, tokens.line);
        let mut free = f32::MIN;
        for (round, end) in self.rounds.iter().enumerate() {
            let at = x(*end);
            if *end > 0 && *end < self.actions {
                painter.vline(at, track.bottom() - 5.0..=track.bottom(), line);
            }
            let text = if round == 0 { "Start".to_owned() } else { round.to_string() };
            let half = if round == 0 { 16.0 } else { 9.0 };
            let middle = at.clamp(space.left() + half, space.right() - half);
            if middle - half >= free {
                painter.vline(at, track.bottom()..=track.bottom() + 3.0, Stroke::new(1.0, tokens.quiet));
                let font = theme::plain(12.0);
                painter.text(
                    pos2(middle, space.bottom() - NUMBERS / 2.0 + 1.0),
                    Align2::CENTER_CENTER,
                    text,
                    font,
                    tokens.quiet,
                );
                free = middle + MIN_GAP - half;
            }
        }
        for (at, side) in &self.marks {
            // The players at different heights: many regions may change hands at nearly the same time.
            let height = (track.height() - 8.0) / 3.0;
            let top = track.top() + 2.0 + height * (side % 3) as f32;
            let mark = Rect::from_min_max(pos2(x(*at) - 1.25, top), pos2(x(*at) + 1.25, top + height));
            let colour = self.colours.get(*side).map_or(*side, |colour| usize::from(*colour));
            painter.rect_filled(mark, CornerRadius::ZERO, tokens.player(colour));
        }
        painter.rect_stroke(track.expand2(vec2(6.0, 0.0)), corner, line, StrokeKind::Inside);
        let head = x(action);
        painter.vline(head, track.top()..=track.bottom(), Stroke::new(2.0, tokens.accent));
        painter.circle(pos2(head, track.center().y), 6.0, tokens.accent, Stroke::new(2.0, tokens.card));
        let pressed = response.dragged() || response.clicked() || response.is_pointer_button_down_on();
        let pointer = response.interact_pointer_pos().filter(|_| pressed)?;
        let part = ((pointer.x - track.left()) / track.width().max(1.0)).clamp(0.0, 1.0);
        let target = (part * self.actions as f32).round() as usize;
        (target != action).then_some(target)
    }
}
