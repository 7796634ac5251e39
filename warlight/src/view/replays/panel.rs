//! The panel beside a replay: the action in words, the players, charts and thoughts.

use super::super::paint;
use super::charts;
use super::viewer::{Replay, ReplayEvent};
use crate::text;
use common::game::{Game, Side};
use common::window::theme::{self, size};
use common::window::{Tokens, card, quiet, scroll_area};
use egui::{
    Align2, Button, CornerRadius, Label, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

/// A panel that is so wide has two columns.
const TWO_COLUMNS: f32 = 600.0;

fn scroll_cards(ui: &mut Ui, name: &str, cards: impl FnOnce(&mut Ui)) {
    scroll_area(ScrollArea::vertical().id_salt(name).auto_shrink(false), ui, |ui| {
        ui.set_max_width(ui.available_width() - 8.0);
        cards(ui);
    });
}

impl Replay {
    /// Draws the panel.
    pub(super) fn panel(&mut self, ui: &mut Ui) -> Option<ReplayEvent> {
        let mut event = None;
        // Without thoughts there is only a sentence, below the charts.
        let thoughtful = !self.thoughts.is_empty();
        let thoughts = |replay: &mut Replay, ui: &mut Ui, wanted: bool| {
            if wanted == thoughtful {
                card(ui, |ui| replay.thoughts_card(ui));
            }
        };
        // Below the map the panel is low and wide.
        if ui.available_width() >= TWO_COLUMNS {
            ui.columns_const(|[left, right]| {
                event = self.title(left);
                scroll_cards(left, "now", |ui| {
                    card(ui, |ui| self.action(ui));
                    event = card(ui, |ui| self.buttons(ui)).or(event);
                    thoughts(self, ui, true);
                });
                scroll_cards(right, "game", |ui| {
                    card(ui, |ui| self.players(ui));
                    card(ui, |ui| self.charts(ui));
                    thoughts(self, ui, false);
                });
            });
            return event;
        }
        event = self.title(ui);
        scroll_cards(ui, "all", |ui| {
            card(ui, |ui| self.action(ui));
            card(ui, |ui| self.players(ui));
            event = card(ui, |ui| self.buttons(ui)).or(event);
            thoughts(self, ui, true);
            card(ui, |ui| self.charts(ui));
            thoughts(self, ui, false);
        });
        event
    }

    fn title(&self, ui: &mut Ui) -> Option<ReplayEvent> {
        ui.horizontal(|ui| {
            let close = ui.button("All games").on_hover_text("Back to the list (Escape)").clicked();
            let title = RichText::new(&self.title).font(theme::heavy(size::TEXT));
            ui.add(Label::new(title).truncate());
            close.then_some(ReplayEvent::Close)
        })
        .inner
    }

    /// What can be done with the game.
    fn buttons(&self, ui: &mut Ui) -> Option<ReplayEvent> {
        let mut event = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = 10.0;
            let branch = ui.add_enabled(self.branch_problem().is_none(), Button::new("Play on from here"));
            let why = self.branch_problem().unwrap_or_default();
            let branch = branch
                .on_hover_text("Play a new game from the beginning of this round")
                .on_disabled_hover_text(why);
            if branch.clicked() {
                event = Some(ReplayEvent::Branch);
            }
            let export = ui.button("Export pictures");
            if export.on_hover_text("An animated picture, or a picture of each step").clicked() {
                event = Some(ReplayEvent::Export);
            }
            let save = ui.button("Save to file");
            if save.on_hover_text("Write the recorded game to a .warlight file").clicked() {
                event = Some(ReplayEvent::SaveFile);
            }
        });
        event
    }

    fn charts(&mut self, ui: &mut Ui) {
        let round = usize::from(self.cursor.round());
        let record = Arc::clone(self.cursor.record());
        let shown = [0, 1, 2].map(|n| charts::show(ui, record.setup(), &self.series[n], round));
        if let Some(round) = shown.into_iter().flatten().next() {
            self.part = 1.0;
            self.playing = false;
            self.cursor.go_to_round(round);
        }
    }

    fn thoughts_card(&mut self, ui: &mut Ui) {
        ui.label(RichText::new("What the players thought").font(theme::heavy(size::SMALL)));
        let (round, record) = (self.cursor.round(), Arc::clone(self.cursor.record()));
        self.thoughts_view.show(ui, &self.thoughts, round, record.setup());
    }

    /// Why no game can begin here.
    fn branch_problem(&self) -> Option<&'static str> {
        self.cursor.position().outcome().is_some().then_some("The game is over here: go back a round.")
    }

    /// The current action in words.
    fn action(&self, ui: &mut Ui) {
        let place = self.place();
        let mut letters = place.chars();
        let place: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        ui.label(quiet(format!("{place}.")));
        let mut lines = text::describe_action(&self.cursor, self.viewer, text::plain_name);
        if self.cursor.action() == self.cursor.actions() {
            lines.push(text::describe_end(self.record()));
        } else if lines.is_empty() {
            lines.push(match self.cursor.action() {
                0 => "The start of the game. Press Space to play it.".to_owned(),
                _ if self.viewer.is_some() => "This player does not see what happens.".to_owned(),
                _ => "Nobody does anything in this round.".to_owned(),
            });
        }
        // Always as high as two lines, so that the cards below do not jump.
        let top = ui.cursor().top();
        for line in lines.iter().take(8) {
            ui.add(Label::new(line).wrap());
        }
        ui.add_space((44.0 - (ui.cursor().top() - top)).max(0.0));
    }

    fn players(&mut self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        let record = Arc::clone(self.cursor.record());
        let fog = record.setup().fog();
        ui.spacing_mut().item_spacing.y = 2.0;
        // The right edges of the columns, the last one first.
        let columns = [("Income", 0.0), ("Armies", 54.0), ("Regions", 104.0)];
        let width = ui.available_width();
        let (head, _) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
        let painter = ui.painter().clone();
        for (name, right) in columns {
            let at = pos2(head.right() - right, head.center().y);
            painter.text(at, Align2::RIGHT_CENTER, name, theme::plain(12.0), tokens.quiet);
        }
        if fog {
            let selected = self.viewer.is_none();
            let all = Button::selectable(selected, "Everything").min_size(vec2(width, 26.0));
            if ui.add(all).on_hover_text("Show the whole map (0)").clicked() {
                self.viewer = None;
            }
        }
        let state = self.cursor.state();
        let income = u32::from(record.setup().base_income);
        for (side, player) in Side::all(record.players().len()).zip(record.players()) {
            let sense = if fog { Sense::click() } else { Sense::hover() };
            let (rect, response) = ui.allocate_exact_size(vec2(width, 38.0), sense);
            let regions = state.region_count(side);
            let numbers = [
                if regions == 0 { 0 } else { u64::from(state.income(&record.setup().map, income, side)) },
                state.army_count(side),
                regions as u64,
            ];
            let name = record.setup().name(side);
            let label = format!(
                "{name}, {player}: {} regions, {}, income {}",
                numbers[2],
                text::armies(numbers[1]),
                numbers[0]
            );
            let role = if fog { Role::RadioButton } else { Role::Label };
            response.widget_info(|| WidgetInfo::labeled(role, true, &label));
            let shown = self.viewer == Some(side);
            if shown || fog && response.hovered() {
                let fill = if shown { tokens.selected } else { tokens.page };
                painter.rect_filled(rect.expand2(vec2(4.0, 0.0)), CornerRadius::same(6), fill);
            }
            let sign = pos2(rect.left() + 8.0, rect.center().y);
            paint::player_symbol(&painter, sign, 6.0, record.setup().colour(side), &tokens);
            for (number, (_, right)) in numbers.iter().zip(columns) {
                let at = pos2(rect.right() - right, rect.center().y);
                let font = theme::plain(size::SMALL);
                painter.text(at, Align2::RIGHT_CENTER, number.to_string(), font, tokens.ink);
            }
            let line = |text: &str, font, colour, y: f32| {
                let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
                job.wrap = egui::text::TextWrapping::truncate_at_width((width - 176.0).max(40.0));
                painter.galley(rect.min + vec2(22.0, y), painter.layout_job(job), colour);
            };
            line(name, theme::heavy(size::SMALL), tokens.ink, 2.0);
            line(player, theme::plain(12.0), if shown { tokens.ink } else { tokens.quiet }, 19.0);
            let tip = if fog {
                format!("{label}.\nShow what {name} saw ({})", side.index() + 1)
            } else {
                format!("{label}.")
            };
            if response.on_hover_text(tip).clicked() {
                self.viewer = Some(side);
            }
        }
    }
}
