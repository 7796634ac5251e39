//! Keyboard focus of widgets that handle arrow keys themselves.

use egui::{EventFilter, FocusDirection, Id, Popup, Ui};

/// Whether keys can be meant for this part of the window: no page or menu is over it.
pub fn is_in_front(ui: &Ui) -> bool {
    ui.memory(|memory| memory.allows_interaction(ui.layer_id())) && !Popup::is_any_open(ui.ctx())
}

/// Whether keys are meant for a widget with a cursor: it is in front, and no other widget has the focus.
pub fn has_keyboard_focus(ui: &Ui, cursor: Id) -> bool {
    let focused = ui.memory(egui::Memory::focused);
    is_in_front(ui) && focused.is_none_or(|focused| focused == cursor)
}

/// Moves the focus to another place of the widget.
pub fn move_focus(ui: &Ui, to: Id) {
    ui.memory_mut(|memory| {
        memory.request_focus(to);
        // egui would also move the focus in the direction of the arrow.
        memory.move_focus(FocusDirection::None);
    });
}

/// Keeps arrow keys from moving the focus to another widget. For the cells of boards, which show the focus themselves.
pub fn lock_arrows(ui: &Ui, id: Id) {
    keep_arrows(ui, id);
    super::focus::draws_own_outline(ui, id);
}

/// The same for other widgets.
pub(super) fn keep_arrows(ui: &Ui, id: Id) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}
