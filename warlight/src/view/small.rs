//! The plan in a small window, where the cards are out of sight: what to do now, the warning, the hint, the orders.

use super::board::Board;
use super::cards::{
    USE_HINT, chance_text, deployments_title, hint_text, odds_text, picks_title, show_news, small_button,
    use_hint, warning,
};
use super::plan::{News, Phase, Plan};
use crate::rules::{Position, View};
use crate::text::plain_name;
use common::window::theme::{self, size};
use common::window::{Scene, Tokens, UiAction, quiet};
use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

/// Draws the plan in short.
pub fn small_controls(board: &mut Board, ui: &mut Ui, scene: &Scene<'_, Position>) -> Vec<UiAction> {
    let view = scene.game.view();
    let news = board.news;
    board.is_small = true;
    let Some(plan) = board.plan_mut() else { return Vec::new() };
    ui.spacing_mut().item_spacing.y = 4.0;
    match plan.phase() {
        Phase::Pick => {
            for (rank, region) in plan.picks().iter().enumerate() {
                let name = RichText::new(format!("{}. {}", rank + 1, plain_name(view.map(), *region)));
                let row = ui.add(Label::new(name.strong()).truncate());
                show_news(ui, news, rank, row.rect);
            }
            let title = picks_title(view);
            // The regions that have been chosen stay in sight.
            let title = if plan.picks().is_empty() { RichText::new(title) } else { quiet(title) };
            ui.add(Label::new(title).wrap());
        }
        Phase::Deploy => {
            ui.add(Label::new(RichText::new(deployments_title(plan, view)).strong()).wrap());
        }
        Phase::Attack | Phase::Commit => {
            if let Some(warning) = warning(plan, view) {
                ui.add(Label::new(RichText::new(warning).color(Tokens::of(ui).bad)).wrap());
            }
        }
    }
    let action = hint(board, ui, scene);
    if let Some(plan) = board.plan_mut() {
        match plan.phase() {
            Phase::Pick => {}
            Phase::Deploy => {
                ui.add(Label::new(quiet("Click your regions. A right click takes an army back.")).wrap());
            }
            Phase::Attack | Phase::Commit => orders(plan, ui, view, news),
        }
    }
    action.into_iter().collect()
}

/// The hint with its button, until it is the plan.
fn hint(board: &mut Board, ui: &mut Ui, scene: &Scene<'_, Position>) -> Option<UiAction> {
    if scene.game.is_hinting() {
        ui.label(quiet("Searching for a hint…"));
        return None;
    }
    let (shown, hint) = board.open_hint(scene)?;
    if board.plan().is_some_and(|plan| plan.to_move() == hint) {
        return None;
    }
    let button = ui.add(Button::new("Use the hint").min_size(vec2(0.0, 28.0))).on_hover_text(USE_HINT);
    ui.add(Label::new(quiet(hint_text(scene, shown))).wrap());
    if button.clicked() { use_hint(board, scene) } else { None }
}

/// The orders with their chances only.
fn orders(plan: &mut Plan, ui: &mut Ui, view: &View, news: Option<News>) {
    let map = view.map();
    if plan.turn().orders.is_empty() {
        let text = match plan.phase() {
            Phase::Commit => "No orders.",
            _ => "No orders yet. Click your region, then a neighbour.",
        };
        ui.add(Label::new(quiet(text)).wrap());
    }
    let mut removed = None;
    for (n, order) in plan.turn().orders.iter().enumerate() {
        let (from, to) = (plain_name(map, order.from), plain_name(map, order.to));
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if small_button(ui, "×", &format!("Remove the order from {from} to {to}")) {
                    removed = Some(n);
                }
                let chance =
                    chance_text(view, *order).map_or_else(|| "move".to_owned(), |it| format!("{it} %"));
                ui.label(RichText::new(chance).font(theme::heavy(size::SMALL)));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    // A second line rather than an order without its source.
                    let row = ui.add(Label::new(quiet(format!("{}: {from} → {to}", order.armies))).wrap());
                    row.on_hover_text(odds_text(view, *order, true));
                });
            });
        });
        show_news(ui, news, n, row.response.rect);
    }
    if let Some(n) = removed {
        plan.remove(n);
    }
}
