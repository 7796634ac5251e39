//! The tables of a game: the players, the super regions.

use super::board::{Board, sides};
use super::paint;
use crate::rules::View;
use common::window::theme::{self, size};
use common::window::{Tokens, quiet};
use egui::{Align, Label, Layout, RichText, Sense, Ui, vec2};

/// The players with their regions, armies and income.
pub fn players(ui: &mut Ui, view: &View, tokens: &Tokens) {
    let fog = view.setup.fog() && view.outcome.is_none();
    ui.horizontal(|ui| {
        let title = match (view.outcome.is_some(), view.picking) {
            (true, _) => format!("After round {}", view.round),
            (false, true) => "Starting regions".to_owned(),
            (false, false) => format!("Round {} of {}", view.round + 1, view.setup.round_limit()),
        };
        ui.label(RichText::new(title).font(theme::heavy(size::TEXT)));
        if fog {
            ui.label(quiet("with fog")).on_hover_text("Of the others you know only what you have seen.");
        }
    });
    let titles =
        ["regions", "armies", "income"].map(|title| RichText::new(title).font(theme::plain(12.0)).weak());
    player_row(ui, |_| {}, |_| {}, titles);
    for side in sides(view) {
        let out = !view.picking && !view.alive.contains(side);
        let known = |number: String| if fog && side != view.side { format!("{number}?") } else { number };
        let income = if out { 0 } else { view.income(side) };
        let numbers = [
            view.state.region_count(side).to_string(),
            view.state.army_count(side).to_string(),
            income.to_string(),
        ];
        let symbol = |ui: &mut Ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
            paint::player_symbol(ui.painter(), rect.center(), 7.0, view.setup.colour(side), tokens);
        };
        let name = RichText::new(view.setup.name(side));
        let name = if out { name.strikethrough() } else { name };
        let name = |ui: &mut Ui| _ = ui.add(Label::new(name).truncate());
        player_row(ui, symbol, name, numbers.map(|number| RichText::new(known(number))));
    }
}

/// A row of the table of players. The numbers have columns of fixed width at the right, so that a long name is cut and not
/// they.
fn player_row(ui: &mut Ui, symbol: impl FnOnce(&mut Ui), name: impl FnOnce(&mut Ui), cells: [RichText; 3]) {
    const WIDTHS: [f32; 3] = [46.0, 44.0, 44.0];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().interact_size.y = 20.0;
        symbol(ui);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (cell, width) in cells.into_iter().zip(WIDTHS).rev() {
                ui.allocate_ui_with_layout(vec2(width, 20.0), Layout::right_to_left(Align::Center), |ui| {
                    ui.set_min_width(width);
                    ui.add(Label::new(cell).extend());
                });
            }
            ui.with_layout(Layout::left_to_right(Align::Center), name);
        });
    });
}

/// The super regions. The one under the pointer is shown on the map.
pub fn super_regions(board: &mut Board, ui: &mut Ui, view: &View) {
    let mut spotlight = None;
    egui::CollapsingHeader::new("Super regions").default_open(true).show(ui, |ui| {
        for (n, super_region) in view.map().super_regions.iter().enumerate() {
            let own =
                super_region.regions.iter().filter(|region| view.state.owns(view.side, **region)).count();
            let all = super_region.regions.len();
            let row = ui.horizontal(|ui| {
                let name = RichText::new(&super_region.name);
                ui.add(Label::new(if own == all { name.strong() } else { name }).truncate());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(
                        RichText::new(format!("+{}", super_region.bonus)).font(theme::heavy(size::TEXT)),
                    );
                    ui.label(quiet(format!("{own} of {all}")));
                });
            });
            if ui.rect_contains_pointer(row.response.rect) {
                spotlight = Some(n);
            }
        }
    });
    board.spotlight = spotlight;
}
