//! Where things go.

use super::theme;
use egui::{Pos2, Rect, Vec2, vec2};

/// The width of the panel on the right.
const PANEL: f32 = 320.0;
/// Its minimum width, at which its buttons fit into one row.
const MIN_PANEL: f32 = 280.0;
/// It becomes as wide as this where a board leaves the space.
const MAX_PANEL: f32 = 400.0;

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

/// The shape of a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardShape {
    /// Its width divided by its height.
    pub aspect: f32,
    /// The height of what always stands above or below it, such as a row of buttons.
    pub controls: f32,
    /// The panel has what is needed for every move: it is below a wide board only in a narrow window.
    pub needs_panel: bool,
}

impl BoardShape {
    /// A square without controls.
    pub const SQUARE: BoardShape = BoardShape { aspect: 1.0, controls: 0.0, needs_panel: false };

    /// The width of the board in a space of this size.
    fn width_in(self, space: Vec2) -> f32 {
        space.x.min((space.y - self.controls) * self.aspect)
    }

    /// The height that a board over the whole width leaves.
    fn unused_height(self, size: Vec2) -> f32 {
        let space = size - MARGINS;
        space.y - self.controls - space.x / self.aspect
    }
}

/// Where the panel is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PanelPlace {
    /// Beside the board, this wide.
    Beside(f32),
    /// Below the board, this high.
    Below(f32),
}

/// The margins around a board.
const MARGINS: Vec2 = Vec2::splat(16.0);
/// A wide board gets more height than others: the panel below it takes this share, within limits.
const WIDE_BELOW: f32 = 0.29;
const WIDE_MIN: f32 = 144.0;
const WIDE_MAX: f32 = 260.0;
/// In a high window a wide board needs little height, and the panel below it may take this share.
const WIDE_HIGH: f32 = 0.6;
/// The same for a panel that is needed for every move.
const NEEDED_HIGH: f32 = 0.7;
/// The panel beside a wide board shows more than the low one below it, so the board must gain this factor in width.
const WIDE_GAIN: f32 = 1.05;

/// Where the panel goes: where the board is larger.
pub fn panel_place(size: Vec2, shape: BoardShape) -> PanelPlace {
    if shape.aspect <= 1.0 || shape.needs_panel {
        return if is_narrow(size) {
            let unused = shape.unused_height(size).min(size.y * NEEDED_HIGH);
            PanelPlace::Below(panel_height(size.y).max(unused))
        } else {
            beside(size, shape)
        };
    }
    wide_panel_place(size, shape, (size.y * WIDE_BELOW).clamp(WIDE_MIN, WIDE_MAX))
}

/// The same for a wide board, with the smallest height of the panel below it.
pub fn wide_panel_place(size: Vec2, shape: BoardShape, min: f32) -> PanelPlace {
    let width = panel_width(size.x);
    let space = size - MARGINS;
    let height = shape.unused_height(size).clamp(min, min.max(size.y * WIDE_HIGH));
    let with_panel = shape.width_in(space - vec2(width, 0.0));
    let below = shape.width_in(space - vec2(0.0, height));
    if below > with_panel * WIDE_GAIN { PanelPlace::Below(height) } else { beside(size, shape) }
}

/// The panel beside the board takes what the board leaves, within limits.
fn beside(size: Vec2, shape: BoardShape) -> PanelPlace {
    let width = panel_width(size.x);
    let space = size - MARGINS;
    let unused = size.x - shape.width_in(space - vec2(width, 0.0)) - 2.0 * MARGINS.x;
    PanelPlace::Beside(width.max(unused.min(MAX_PANEL)))
}

/// How wide the panel is beside the board.
pub fn panel_width(width: f32) -> f32 {
    (width * 0.42).clamp(MIN_PANEL, PANEL)
}

/// The height of the card of moves that always stays in sight: some rows, or what to do first; with or without its title.
pub(super) fn min_moves_height(moves: usize, max_rows: usize, titled: bool) -> f32 {
    let title = if titled { 38.0 } else { 0.0 };
    74.0 + title + 26.0 * moves.min(max_rows) as f32
}

/// The smallest height of what scrolls between the turn and the moves.
pub(super) const MIN_MIDDLE: f32 = 64.0;
/// In a panel that is lower than this the card of the turn says only what is needed.
const MIN_ROOMY: f32 = 220.0;
/// The width of the card of the turn beside the list of moves.
const TURN: f32 = 280.0;
/// The smallest width of a list of moves.
const MIN_LIST: f32 = 160.0;
/// The widths of the list of moves and of the other cards, where all of them are beside each other.
const LIST: f32 = 200.0;
const MIN_CARDS: f32 = 260.0;
/// The space between columns of cards.
pub(super) const CARD_GAP: f32 = 8.0;
/// In a panel that is lower than this the cards cannot stand one below the other.
const MIN_COLUMN: f32 = 380.0;
/// In a column that is lower than this the card of the turn says only what is needed.
const MIN_ROOMY_COLUMN: f32 = 540.0;

/// How the cards of the panel are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PanelSplit {
    /// One below the other.
    Column,
    /// The turn and other cards in so much width at the left, the list of moves beside them.
    SideBySide { left: f32 },
    /// The turn in so much width at the left, the list of moves in so much at the right, the other cards between them.
    ThreeColumns { left: f32, right: f32 },
}

/// Whether there is so little height that the card of the turn says only what is needed.
pub(super) fn is_cramped(size: Vec2) -> bool {
    size.y < MIN_ROOMY
}

/// The same for a column of cards, where the turn takes height from the other cards.
pub(super) fn is_cramped_column(size: Vec2) -> bool {
    size.y < MIN_ROOMY_COLUMN
}

/// How the cards of a panel of this size are arranged.
pub(super) fn split_panel(size: Vec2) -> PanelSplit {
    if size.y < MIN_COLUMN && size.x >= TURN + MIN_CARDS + LIST + 2.0 * CARD_GAP {
        let right = (size.x * 0.27).clamp(LIST, TURN).min(size.x - TURN - MIN_CARDS - 2.0 * CARD_GAP);
        PanelSplit::ThreeColumns { left: TURN, right }
    } else if size.y < MIN_COLUMN && size.x >= TURN + MIN_LIST {
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

    /// The width of a board with the panel that is chosen for it.
    fn board_width(size: Vec2, shape: BoardShape) -> f32 {
        let panel = match panel_place(size, shape) {
            PanelPlace::Beside(width) => vec2(width, 0.0),
            PanelPlace::Below(height) => vec2(0.0, height),
        };
        shape.width_in(size - MARGINS - panel)
    }

    #[test]
    fn a_square_board_has_its_panel_where_the_board_is_larger() {
        for (size, expected) in [
            (vec2(800.0, 540.0), PanelPlace::Beside(320.0)),
            (vec2(1280.0, 740.0), PanelPlace::Beside(400.0)),
            (vec2(1600.0, 940.0), PanelPlace::Beside(400.0)),
            (vec2(500.0, 900.0), PanelPlace::Below(400.0)),
            (vec2(500.0, 800.0), PanelPlace::Below(336.0)),
            (vec2(480.0, 500.0), PanelPlace::Below(210.0)),
        ] {
            assert_eq!(panel_place(size, BoardShape::SQUARE), expected, "{size:?}");
        }
    }

    #[test]
    fn a_wide_board_has_the_panel_below_where_that_makes_it_larger() {
        let map = BoardShape { aspect: 1.95, controls: 44.0, needs_panel: false };
        for (size, below) in [
            (vec2(800.0, 540.0), true),
            (vec2(1024.0, 700.0), true),
            (vec2(1280.0, 740.0), false),
            (vec2(1600.0, 940.0), false),
            (vec2(480.0, 420.0), true),
            (vec2(390.0, 780.0), true),
        ] {
            let place = panel_place(size, map);
            assert_eq!(matches!(place, PanelPlace::Below(_)), below, "{size:?}: {place:?}");
            let beside = map.width_in(size - MARGINS - vec2(panel_width(size.x), 0.0));
            assert!(board_width(size, map) >= beside, "{size:?}");
        }
        // A phone in portrait: the map has the whole width, and the panel all that it leaves.
        let phone = vec2(390.0, 780.0);
        assert!((board_width(phone, map) - 374.0).abs() < 0.01);
        assert_eq!(panel_place(phone, map), PanelPlace::Below(0.6 * 780.0));
    }

    #[test]
    fn a_panel_that_is_needed_is_beside_a_wide_board_except_in_a_narrow_window() {
        let puzzle = BoardShape { aspect: 1.5, controls: 0.0, needs_panel: true };
        for (size, expected) in [
            (vec2(800.0, 540.0), PanelPlace::Beside(320.0)),
            (vec2(480.0, 500.0), PanelPlace::Below(210.0)),
            (vec2(390.0, 780.0), PanelPlace::Below(764.0 - 374.0 / 1.5)),
        ] {
            assert_eq!(panel_place(size, puzzle), expected, "{size:?}");
        }
    }

    #[test]
    fn a_low_and_wide_panel_has_three_columns() {
        let PanelSplit::ThreeColumns { left, right } = split_panel(vec2(784.0, 150.0)) else { panic!() };
        assert!(784.0 - left - right - 2.0 * CARD_GAP >= MIN_CARDS);
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
