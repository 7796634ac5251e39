//! Pages that open over a window, and what stands on them.
//!
//! The first control of a page has the focus, Enter presses its main button, Escape closes it, and Tab stays within.

use super::focus::is_in_area;
use super::theme::{self, size};
use super::{Tokens, scroll_area};
use egui::text::{CCursor, CCursorRange};
use egui::widgets::text_edit::TextEditState;
use egui::{
    Button, Context, Event, FocusDirection, FontId, Frame, Id, Key, Margin, Modal, Popup, Response, RichText,
    Role, ScrollArea, TextEdit, Ui, WidgetInfo,
};

/// No text of a field is longer.
const MAX_LENGTH: usize = 100_000;

/// What is remembered about the page from one frame to the next.
#[derive(Debug, Clone, Copy, Default)]
struct PageState {
    /// The pass in which it was shown last.
    shown: u64,
    /// Its first control has not got the focus yet.
    needs_focus: bool,
    /// The pass in which it was opened: the key or click that has opened it is not meant for it.
    opened: u64,
    /// This is the pass in which the first control gets the focus.
    is_new: bool,
    /// The pass in which Enter was pressed in a field.
    entered: u64,
    /// The widget that had the focus before the page was opened.
    focus_before: Option<Id>,
    /// The control of the page that has the focus.
    focus_inside: Option<Id>,
}

fn page_state<R>(ctx: &Context, change: impl FnOnce(&mut PageState) -> R) -> R {
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(Id::unique("page state"))))
}

/// Gives the focus to the first control again: the content of the page has changed.
pub fn refocus(ctx: &Context) {
    page_state(ctx, |state| state.needs_focus = true);
}

/// Shows a page over the window. `None` says that it is to be closed without a request.
pub fn show<R>(ui: &Ui, width: f32, content: impl FnOnce(&mut Ui) -> R) -> Option<R> {
    let width = width.min(ui.ctx().content_rect().width() - 64.0);
    let frame = Frame::popup(ui.style()).inner_margin(Margin::same(24));
    let pass = ui.ctx().cumulative_pass_nr();
    let focused = ui.memory(egui::Memory::focused);
    page_state(ui.ctx(), |state| {
        if state.shown + 1 < pass {
            state.needs_focus = true;
            state.opened = pass;
            state.focus_before = focused;
        }
        state.shown = pass;
    });
    let modal = Modal::new(Id::unique("dialog")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width);
        let is_new = page_state(ui.ctx(), |state| {
            // While its size is being found out, a page takes no focus.
            let is_early = ui.is_sizing_pass() || state.opened == pass;
            state.is_new = !is_early && std::mem::take(&mut state.needs_focus);
            state.is_new
        });
        if page_state(ui.ctx(), |state| state.needs_focus) {
            ui.ctx().request_repaint();
        }
        if is_new {
            // The next control that can have the focus gets it: the first one of the page.
            ui.memory_mut(|memory| {
                memory.stop_text_input();
                memory.move_focus(FocusDirection::Next);
            });
        }
        content(ui)
    });
    (!modal.should_close()).then_some(modal.inner)
}

/// Returns the focus to where it was, after the last page was closed. It is called at the end of every pass.
pub(super) fn return_focus(ctx: &Context) {
    let pass = ctx.cumulative_pass_nr();
    let focused = ctx.memory(egui::Memory::focused);
    let before = page_state(ctx, |state| {
        if state.shown == pass {
            state.focus_inside = focused;
            return None;
        }
        // What has taken the focus meanwhile keeps it.
        let is_free = focused.is_none() || focused == state.focus_inside;
        state.focus_before.take().filter(|_| is_free)
    });
    if let Some(before) = before {
        ctx.memory_mut(|memory| memory.request_focus(before));
        ctx.request_repaint();
    }
}

/// Draws what is below a page: no key reaches it.
pub fn draw_below<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let is_key = |event: &mut Event| matches!(event, Event::Key { .. } | Event::Text(_) | Event::Paste(_));
    let keys: Vec<Event> = ui.input_mut(|input| input.events.extract_if(.., is_key).collect());
    let result = content(ui);
    ui.input_mut(|input| input.events.extend(keys));
    result
}

/// What may be longer than the window. It takes all the height it can get before it scrolls. It follows the focus, and
/// the keys Page up and Page down scroll it.
pub fn scroll(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let most = ui.ctx().content_rect().height() - 200.0;
    let area = ScrollArea::vertical().max_height(most).min_scrolled_height(most.max(80.0));
    scroll_area(area, ui, |ui| {
        content(ui);
        scroll_by_keys(ui);
    });
}

/// Scrolls the area around `ui` by keys. Up and down scroll it too if nothing in it can have the focus.
fn scroll_by_keys(ui: &Ui) {
    let focused = ui.memory(egui::Memory::focused).and_then(|id| ui.ctx().read_response(id));
    let inside = focused.is_some_and(|control| is_in_area(ui, &control));
    let page = ui.clip_rect().height() * 0.85;
    let all = ui.min_rect().height();
    let steps = [
        (Key::PageDown, page),
        (Key::PageUp, -page),
        (Key::ArrowDown, 48.0),
        (Key::ArrowUp, -48.0),
        (Key::End, all),
        (Key::Home, -all),
    ];
    for (key, step) in steps {
        let arrow = !matches!(key, Key::PageDown | Key::PageUp);
        if ui.input(|input| input.key_pressed(key)) && !(arrow && (inside || ui.ctx().text_edit_focused())) {
            ui.scroll_with_delta(egui::vec2(0.0, -step));
        }
    }
}

/// Whether Enter was pressed in a field. The field gets the focus when the page opens, with its text selected, so that
/// typing replaces it.
pub fn entered(field: &Response) -> bool {
    let entered = field.lost_focus() && field.ctx.input(|input| input.key_pressed(Key::Enter));
    if entered {
        note_enter(&field.ctx);
    }
    let is_new = page_state(&field.ctx, |state| state.is_new);
    if is_new || field.ctx.memory(|memory| memory.focused().is_none()) {
        field.request_focus();
    }
    if is_new {
        let mut state = TextEditState::load(&field.ctx, field.id).unwrap_or_default();
        // The end is cut to the length of the text.
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(MAX_LENGTH));
        state.cursor.set_char_range(Some(all));
        state.store(&field.ctx, field.id);
    }
    entered
}

/// Notes that Enter was pressed where it means the main button.
pub(super) fn note_enter(ctx: &Context) {
    let pass = ctx.cumulative_pass_nr();
    page_state(ctx, |state| state.entered = pass);
}

/// Whether Enter is meant for the main button: it was pressed in a field of one line or in a group of choices, or while no
/// control has the focus.
fn enter_pressed(ui: &Ui) -> bool {
    let pressed = ui.input(|input| input.key_pressed(Key::Enter) && input.modifiers.is_none());
    let pass = ui.ctx().cumulative_pass_nr();
    let free =
        ui.memory(|memory| memory.focused().is_none()) || page_state(ui.ctx(), |state| state.entered == pass);
    pressed && free && !ui.is_sizing_pass() && !Popup::is_any_open(ui.ctx())
}

/// The title of a page.
pub fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::heavy(size::TURN)));
    ui.add_space(4.0);
}

/// On a narrower page the text is below its picture.
const NARROW: f32 = 400.0;

/// A picture with text beside it, or below it on a narrow page.
pub fn illustrated(ui: &mut Ui, picture: impl FnOnce(&mut Ui), text: impl FnOnce(&mut Ui)) {
    if ui.available_width() < NARROW {
        picture(ui);
        text(ui);
        ui.add_space(8.0);
        return;
    }
    ui.horizontal_top(|ui| {
        picture(ui);
        ui.add_space(8.0);
        ui.vertical(|ui| {
            ui.set_max_width(ui.available_width() - 16.0);
            text(ui);
        });
    });
    ui.add_space(4.0);
}

/// What went wrong, if anything did.
pub fn complain(ui: &mut Ui, trouble: &str) {
    if !trouble.is_empty() {
        let tokens = Tokens::of(ui);
        ui.label(RichText::new(trouble).color(tokens.bad));
    }
}

/// The button for what the page is there for; says whether it was pressed. Enter presses it.
pub fn main_button(ui: &mut Ui, enabled: bool, text: &str) -> bool {
    let entered = enter_pressed(ui);
    filled_button(ui, enabled, text).clicked() || enabled && entered
}

/// The main button of a page that destroys something: Enter leads to it, and a second Enter presses it.
pub fn confirm_button(ui: &mut Ui, enabled: bool, text: &str) -> bool {
    let entered = enter_pressed(ui);
    let button = filled_button(ui, enabled, text);
    if entered && enabled {
        button.request_focus();
    }
    button.clicked()
}

fn filled_button(ui: &mut Ui, enabled: bool, text: &str) -> Response {
    let tokens = Tokens::of(ui);
    let text = RichText::new(text).color(tokens.on_accent);
    ui.add_enabled(enabled, Button::new(text).fill(tokens.accent))
}

/// The button that ends a page; says whether it was pressed. Enter presses it.
pub fn close_button(ui: &mut Ui) -> bool {
    ui.add_space(8.0);
    main_button(ui, true, "Close")
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
