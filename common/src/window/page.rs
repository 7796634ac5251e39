//! Pages that open over a window, and what stands on them.

use super::Tokens;
use super::theme::{self, size};
use egui::{Button, FontId, Frame, Id, Margin, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

/// Shows a page over the window. `None` says that it is to be closed without a request.
pub fn show<R>(ui: &Ui, width: f32, content: impl FnOnce(&mut Ui) -> R) -> Option<R> {
    let width = width.min(ui.ctx().content_rect().width() - 64.0);
    let frame = Frame::popup(ui.style()).inner_margin(Margin::same(24));
    let modal = Modal::new(Id::unique("dialog")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width);
        content(ui)
    });
    (!modal.should_close()).then_some(modal.inner)
}

/// What may be longer than the window. It takes all the height it can get before it scrolls.
pub fn scroll(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let most = ui.ctx().content_rect().height() - 200.0;
    ScrollArea::vertical().max_height(most).min_scrolled_height(most.max(80.0)).show(ui, content);
}

/// Whether Enter was pressed in a field. The field gets the focus when the dialog opens.
pub fn entered(field: &egui::Response) -> bool {
    let entered = field.lost_focus() && field.ctx.input(|input| input.key_pressed(egui::Key::Enter));
    if field.ctx.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    entered
}

/// The title of a page.
pub fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::heavy(size::TURN)));
    ui.add_space(4.0);
}

/// What went wrong, if anything did.
pub fn complain(ui: &mut Ui, trouble: &str) {
    if !trouble.is_empty() {
        let tokens = Tokens::of(ui);
        ui.label(RichText::new(trouble).color(tokens.bad));
    }
}

/// The button for what the page is there for; says whether it was pressed.
pub fn main_button(ui: &mut Ui, enabled: bool, text: &str) -> bool {
    let tokens = Tokens::of(ui);
    let text = RichText::new(text).color(tokens.on_accent);
    ui.add_enabled(enabled, Button::new(text).fill(tokens.accent)).clicked()
}

/// The button that ends a page; says whether it was pressed.
pub fn close_button(ui: &mut Ui) -> bool {
    ui.add_space(8.0);
    ui.button("Close").clicked()
}

/// A text field that keeps leading and trailing spaces while the user types, although they are not part of `current`.
/// Returns the typed text if it changed.
pub fn line_field(ui: &mut Ui, name: &str, hint: &str, current: &str) -> Option<String> {
    field(ui, name, hint, current, theme::plain(size::TEXT))
}

/// A [`line_field`] for a formula or other code, in letters of equal width.
pub fn code_field(ui: &mut Ui, name: &str, hint: &str, current: &str) -> Option<String> {
    field(ui, name, hint, current, theme::mono(size::CODE))
}

fn field(ui: &mut Ui, name: &str, hint: &str, current: &str, font: FontId) -> Option<String> {
    let id = ui.make_persistent_id(name);
    let draft: Option<String> = ui.data_mut(|data| data.get_temp(id));
    let mut typed = draft.filter(|draft| draft.trim() == current).unwrap_or_else(|| current.to_owned());
    let hint = RichText::new(hint).font(font.clone());
    let field = TextEdit::singleline(&mut typed).id(id.with("field")).hint_text(hint).font(font);
    let field = ui.add(field.desired_width(f32::INFINITY));
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed.clone()));
    } else {
        ui.data_mut(|data| data.remove::<String>(id));
    }
    field.changed().then_some(typed)
}
