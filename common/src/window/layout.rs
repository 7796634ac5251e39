//! Where things go.

use super::theme;
use egui::{Pos2, Rect, Vec2, vec2};

/// The width of the panel on the right.
const PANEL: f32 = 320.0;
/// Its minimum width, at which its buttons fit into one row.
const MIN_PANEL: f32 = 280.0;

/// The panel below the board takes this share of the height, in a low window less.
const BELOW: f32 = 0.42;
const LOW_BELOW: f32 = 0.34;
/// Below this height a page is low.
const LOW: f32 = 460.0;

/// How high the panel is below the board.
pub fn panel_height(height: f32) -> f32 {
    height * if height < LOW { LOW_BELOW } else { BELOW }
}

/// Whether the panel goes below the board: where the board is larger that way.
pub fn is_narrow(size: Vec2) -> bool {
    let beside = (size.x - panel_width(size.x)).min(size.y);
    let below = size.x.min(size.y - panel_height(size.y));
    below > beside
}

/// How wide the panel is beside the board.
pub fn panel_width(width: f32) -> f32 {
    (width * 0.42).clamp(MIN_PANEL, PANEL)
}

/// The height of the card of moves that always stays in sight: up to three rows, or what to do first.
pub(super) fn min_moves_height(moves: usize) -> f32 {
    112.0 + 26.0 * moves.min(3) as f32
}

/// The smallest height of what scrolls between the turn and the moves.
pub(super) const MIN_MIDDLE: f32 = 64.0;
/// In a panel that is lower than this the card of the turn says only what is needed.
const MIN_ROOMY: f32 = 220.0;
/// The width of the card of the turn beside the list of moves.
const TURN: f32 = 280.0;
/// The smallest width of a list of moves.
const MIN_LIST: f32 = 160.0;
/// In a panel that is lower than this the cards cannot stand one below the other.
const MIN_COLUMN: f32 = 380.0;

/// How the cards of the panel are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PanelSplit {
    /// One below the other.
    Column,
    /// The turn and other cards in so much width at the left, the list of moves beside them.
    SideBySide { left: f32 },
}

/// Whether there is so little height that the card of the turn says only what is needed.
pub(super) fn is_cramped(size: Vec2) -> bool {
    size.y < MIN_ROOMY
}

/// How the cards of a panel of this size are arranged.
pub(super) fn split_panel(size: Vec2) -> PanelSplit {
    if size.y < MIN_COLUMN && size.x >= TURN + MIN_LIST {
        PanelSplit::SideBySide { left: (size.x * 0.6).max(TURN) }
    } else {
        PanelSplit::Column
    }
}

/// The largest square in the middle of a space, with a margin.
pub fn board_square(space: Rect, margin: f32) -> Rect {
    let side = (space.width().min(space.height()) - 2.0 * margin).max(40.0);
    Rect::from_center_size(space.center(), Vec2::splat(side))
}

/// Paints a line of text centred at a point, made smaller where it would be wider than `width`.
pub fn fit_text(painter: &egui::Painter, at: Pos2, text: &str, size: f32, width: f32, color: egui::Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), theme::plain(size), color);
    let size = if galley.size().x > width { size * width / galley.size().x } else { size };
    let galley = painter.layout_no_wrap(text.to_owned(), theme::plain(size), color);
    painter.galley(at - vec2(galley.size().x / 2.0, galley.size().y / 2.0), galley, color);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_stands_beside_the_board_where_there_is_room() {
        for (width, height, narrow) in [
            (800.0, 560.0, false),
            (1600.0, 960.0, false),
            (700.0, 560.0, false),
            (500.0, 900.0, true),
            (480.0, 420.0, true),
        ] {
            assert_eq!(is_narrow(vec2(width, height)), narrow, "{width}×{height}");
        }
    }

    #[test]
    fn the_list_of_moves_stands_beside_the_turn_in_a_low_and_wide_panel() {
        assert_eq!(split_panel(vec2(304.0, 520.0)), PanelSplit::Column);
        assert_eq!(split_panel(vec2(304.0, 300.0)), PanelSplit::Column);
        for size in [vec2(464.0, 170.0), vec2(480.0, 320.0)] {
            let PanelSplit::SideBySide { left } = split_panel(size) else { panic!("{size:?}") };
            assert!(left >= TURN && size.x - left >= MIN_LIST, "{size:?}");
        }
    }

    #[test]
    fn the_board_is_a_square_inside() {
        let space = Rect::from_min_size(Pos2::new(10.0, 20.0), vec2(300.0, 500.0));
        let square = board_square(space, 8.0);
        assert_eq!(square.size(), Vec2::splat(284.0));
        assert!(space.contains_rect(square));
    }
}
