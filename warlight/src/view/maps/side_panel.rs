//! The panel of a page with one map: beside the map, or below it where that makes the map larger.

use common::window::{BoardShape, PanelPlace, scroll_area, wide_panel_place};
use egui::{Frame, Margin, Panel, ScrollArea, Ui, Vec2};

/// The space between the map and the panel.
const GAP: i8 = 12;
/// The limits of the height below the map.
const MIN_BELOW: f32 = 120.0;
const MAX_BELOW: f32 = 300.0;
/// The smallest height of what scrolls.
const MIN_SCROLLED: f32 = 48.0;

/// Draws the panel. What is left of the space is for the map, whose size decides where the panel goes; below the map it
/// takes at least this share of the height. The content is told whether it is below, where it is low and wide.
pub fn side_panel<R>(
    ui: &mut Ui,
    name: &str,
    map: Vec2,
    share: f32,
    content: impl FnOnce(&mut Ui, bool) -> R,
) -> R {
    let size = ui.available_size();
    let shape = BoardShape { aspect: map.x / map.y.max(1.0), ..BoardShape::SQUARE };
    let place = wide_panel_place(size, shape, (size.y * share).clamp(MIN_BELOW, MAX_BELOW));
    let is_below = matches!(place, PanelPlace::Below(_));
    let (panel, margin, size) = match place {
        PanelPlace::Beside(width) => {
            (Panel::right((name, is_below)), Margin { left: GAP, ..Margin::ZERO }, width)
        }
        PanelPlace::Below(height) => {
            (Panel::bottom((name, is_below)), Margin { top: GAP, ..Margin::ZERO }, height)
        }
    };
    let panel = panel.frame(Frame::new().inner_margin(margin)).exact_size(size + f32::from(GAP));
    panel.resizable(false).show_separator_line(false).show(ui, |ui| content(ui, is_below)).inner
}

/// What scrolls above buttons of this height, so that they stay in sight.
pub fn scroll_above(ui: &mut Ui, buttons: f32, content: impl FnOnce(&mut Ui)) {
    let height = (ui.available_height() - buttons).max(MIN_SCROLLED);
    let area = ScrollArea::vertical().auto_shrink([false, true]).max_height(height).min_scrolled_height(0.0);
    scroll_area(area, ui, |ui| {
        // Room for the bar and for the outline of the focus.
        ui.set_max_width(ui.available_width() - 4.0);
        content(ui);
    });
}
