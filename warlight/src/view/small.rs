//! The plan in a small window, where the cards are out of sight: what to do now, the warning, the hint, the orders.

use super::board::Board;
use super::cards::{
    chance_text, deployments_title, hinted, odds_text, picks_title, region_text, small_button, take_hint,
    warning,
};
use super::plan::{Phase, Plan};
use crate::rules::{Position, View};
use common::window::theme::{self, size};
use common::window::{Scene, Tokens, quiet};
use egui::{Align, Button, Label, Layout, RichText, Ui, vec2};

/// Draws the plan in short.
pub fn small_controls(board: &mut Board, ui: &mut Ui, scene: &Scene<'_, Position>) {
    let view = scene.game.view();
    let Some(plan) = board.plan_mut() else { return };
    ui.spacing_mut().item_spacing.y = 4.0;
    match plan.phase() {
        Phase::Pick => {
            ui.add(Label::new(picks_title(view)).wrap());
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
    hint(plan, ui, scene);
    match plan.phase() {
        Phase::Pick => {}
        Phase::Deploy => {
            ui.add(Label::new(quiet("Click your regions. A right click takes an army back.")).wrap());
        }
        Phase::Attack | Phase::Commit => orders(plan, ui, view),
    }
}

/// The hint with its button, until it is the plan.
fn hint(plan: &mut Plan, ui: &mut Ui, scene: &Scene<'_, Position>) {
    if scene.game.is_hinting() {
        ui.label(quiet("Searching for a hint…"));
        return;
    }
    let Some((shown, hint)) = scene.hint.zip(hinted(scene)) else { return };
    if plan.to_move() == hint {
        return;
    }
    let button = Button::new("Use the hint").min_size(vec2(0.0, 28.0));
    if ui.add(button).on_hover_text("Replace your plan by the hint (Ctrl+U)").clicked() {
        take_hint(plan, &hint, scene.game.view());
    }
    ui.add(Label::new(quiet(scene.game.hint_words(shown))).wrap());
}

/// The orders with their chances only.
fn orders(plan: &mut Plan, ui: &mut Ui, view: &View) {
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
        let (from, to) = (region_text(map, order.from), region_text(map, order.to));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if small_button(ui, "×", &format!("Remove the order from {from} to {to}")) {
                    removed = Some(n);
                }
                let chance =
                    chance_text(view, *order).map_or_else(|| "move".to_owned(), |it| format!("{it} %"));
                ui.label(RichText::new(chance).font(theme::heavy(size::SMALL)));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let row = ui.add(Label::new(quiet(format!("{} → {to}", order.armies))).truncate());
                    row.on_hover_text(odds_text(view, *order, true));
                });
            });
        });
    }
    if let Some(n) = removed {
        plan.remove(n);
    }
}
