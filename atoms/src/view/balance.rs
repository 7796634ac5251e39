//! The numbers of squares and electrons, and the chart of the lead.

use super::paint;
use crate::rules::Position;
use crate::text;
use common::game::Side;
use common::session::Perspective;
use common::window::{BalanceChart, Tokens, theme};
use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

/// The minimum value at the upper edge of the chart, so that small leads look small.
const MIN_RANGE: i32 = 8;

/// A row for each side with its squares on the visible board and the electrons that were `placed`.
pub fn counts(ui: &mut Ui, visible: &Position, placed: &Position, tokens: &Tokens) {
    let width = ui.available_width();
    let (small, text, heavy) =
        (theme::plain(theme::size::SMALL), theme::plain(theme::size::TEXT), theme::heavy(theme::size::TEXT));
    ui.spacing_mut().item_spacing.y = 2.0;
    let (squares_x, electrons_x) = (width - 92.0, width - 2.0);
    let (head, _) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
    for (x, what) in [(squares_x, "squares"), (electrons_x, "electrons")] {
        let place = pos2(head.left() + x, head.center().y);
        ui.painter().text(place, Align2::RIGHT_CENTER, what, small.clone(), tokens.quiet);
    }
    for side in [Side::FIRST, Side::SECOND] {
        let (row, response) = ui.allocate_exact_size(vec2(width, 24.0), Sense::hover());
        let (squares, electrons) = (visible.squares(side), placed.electrons(side));
        let words = format!("{}: {}", text::name(side), text::holdings(squares, electrons));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        let sign = Rect::from_min_size(row.min + vec2(0.0, 2.0), vec2(20.0, 20.0));
        paint::sign(ui.painter(), sign, side, tokens);
        let place = pos2(row.left() + 28.0, row.center().y);
        ui.painter().text(place, Align2::LEFT_CENTER, text::name(side), text.clone(), tokens.ink);
        let numbers = [(squares_x, squares as u32), (electrons_x, electrons)];
        for (x, number) in numbers {
            let place = pos2(row.left() + x, row.center().y);
            ui.painter().text(place, Align2::RIGHT_CENTER, number.to_string(), heavy.clone(), tokens.ink);
        }
    }
    ui.add_space(6.0);
}

/// Blue's electrons minus Orange's.
fn lead(position: &Position) -> i32 {
    position.electrons(Side::FIRST) as i32 - position.electrons(Side::SECOND) as i32
}

/// The chart of the lead in electrons. `ply` is the ply on the board. Returns the ply that the user clicks.
pub fn chart(ui: &mut Ui, game: Perspective<'_, Position>, ply: usize, tokens: &Tokens) -> Option<usize> {
    // The chart does not reveal a new move before its animation ends. A known game is shown to its end.
    let plies = if ply == game.ply() || game.can_redo() { game.plies() } else { ply };
    let leads: Vec<i32> = (0..=plies).filter_map(|n| game.view_after(n)).map(lead).collect();
    // After Blue's move Blue always has one more electron. Without this correction the line is a zigzag.
    let values: Vec<f32> = leads.iter().enumerate().map(|(n, lead)| (lead - (n % 2) as i32) as f32).collect();
    let chart = BalanceChart {
        title: "balance of electrons",
        values: &values,
        max: leads.iter().map(|lead| lead.abs()).max().unwrap_or(0).max(MIN_RANGE) as f32,
        plies,
        ply,
        colors: [Side::FIRST, Side::SECOND].map(|side| tokens.player(side.index()).gamma_multiply(0.35)),
        edges: ["Blue has more electrons", "Orange has more electrons"],
        describe: &|n| describe_lead(leads.get(n).copied().unwrap_or(0)),
        paint_sign: &|painter, rect, side| paint::sign(painter, rect, side, tokens),
    };
    chart.show(ui)
}

fn describe_lead(lead: i32) -> String {
    let ahead =
        |side: Side| format!("{} has {} more", text::name(side), text::electrons(lead.unsigned_abs()));
    match lead {
        0 => "as many electrons on both sides".to_owned(),
        1.. => ahead(Side::FIRST),
        _ => ahead(Side::SECOND),
    }
}
