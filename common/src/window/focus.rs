//! The keyboard focus: an outline that every control gets, and the keys of the menu bar.

use super::keys::is_in_front;
use super::{Tokens, menu_bar, page};
use egui::{
    Context, CornerRadius, Event, Id, Key, Popup, RawInput, Rect, Response, ScrollArea, Stroke, StrokeKind,
    Ui,
};

/// The width of the outline.
const WIDTH: f32 = 2.0;
/// The space between a control and its outline, which also separates it from a control of the same colour.
const GAP: f32 = 1.0;

/// Adds what all our windows do with the focus.
pub(super) fn install(ctx: &Context) {
    ctx.add_plugin(FocusPlugin);
}

struct FocusPlugin;

impl egui::Plugin for FocusPlugin {
    fn debug_name(&self) -> &'static str {
        "pentad focus"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        menu_bar::take_menu_keys(ctx, input);
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        keep_after_enter(ui.ctx());
        page::return_focus(ui.ctx());
        paint_outline(ui.ctx());
        FocusMove::count(ui.ctx());
        let taken = ui.ctx().text_edit_focused() || Popup::is_any_open(ui.ctx());
        ui.data_mut(|data| data.insert_temp(escape_taken(), taken));
    }
}

fn escape_taken() -> Id {
    Id::unique("a text field or a menu takes Escape")
}

/// Whether Escape was pressed and is not meant for a dialog, for an open menu or list, or for a text field, which only loses
/// the focus.
pub fn escape_pressed(ui: &Ui) -> bool {
    let is_free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
    // When this is called, the key may have taken the focus from its field, or closed its menu: what counts is the last
    // frame.
    let taken = ui.data(|data| data.get_temp(escape_taken())).unwrap_or(false);
    is_free && !taken && ui.input(|input| input.key_pressed(Key::Escape))
}

fn own_outline() -> Id {
    Id::unique("own focus outline")
}

/// Says that a widget with the focus draws its own outline, as the cells of boards do.
pub(super) fn draws_own_outline(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.insert_temp(own_outline(), id));
}

fn paint_outline(ctx: &Context) {
    let Some(focused) = ctx.memory(egui::Memory::focused) else { return };
    if ctx.data(|data| data.get_temp(own_outline())) == Some(focused) {
        return;
    }
    // What is not drawn now, or scrolled out of sight, has no outline.
    let Some(control) = ctx.read_response(focused) else { return };
    if !control.interact_rect.is_positive() {
        return;
    }
    let tokens = Tokens::new(ctx.global_style().visuals.dark_mode);
    let rect = control.interact_rect.expand(GAP).intersect(ctx.content_rect().shrink(WIDTH));
    let stroke = Stroke::new(WIDTH, tokens.accent);
    let painter = ctx.layer_painter(control.layer_id);
    painter.rect_stroke(rect, CornerRadius::same(7), stroke, StrokeKind::Outside);
}

/// The control with the focus, and how often the focus has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct FocusMove {
    control: Option<Id>,
    number: u64,
}

impl FocusMove {
    fn id() -> Id {
        Id::unique("moves of the focus")
    }

    fn last(ctx: &Context) -> FocusMove {
        ctx.data(|data| data.get_temp(FocusMove::id())).unwrap_or_default()
    }

    fn count(ctx: &Context) {
        let (last, control) = (FocusMove::last(ctx), ctx.memory(egui::Memory::focused));
        if last.control != control {
            let next = FocusMove { control, number: last.number + 1 };
            ctx.data_mut(|data| data.insert_temp(FocusMove::id(), next));
        }
    }
}

/// A field that was left by Enter gets the focus again, unless something else has taken it or the field is gone: otherwise
/// Tab would go on from somewhere else.
fn keep_after_enter(ctx: &Context) {
    let id = Id::unique("field that was left by Enter");
    let left: Option<Id> = ctx.data(|data| data.get_temp(id));
    ctx.data_mut(|data| data.remove::<Id>(id));
    if ctx.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let is_drawn = |field: &Id| ctx.read_response(*field).is_some_and(|field| field.enabled());
    if let Some(field) = left.filter(is_drawn) {
        ctx.memory_mut(|memory| memory.request_focus(field));
        ctx.request_repaint();
    } else if let Some(field) = FocusMove::last(ctx).control.filter(is_drawn)
        && ctx.data(|data| data.get_temp(escape_taken())) == Some(true)
        && ctx.input(|input| input.key_pressed(Key::Enter))
    {
        ctx.data_mut(|data| data.insert_temp(id, field));
        ctx.request_repaint();
    }
}

/// Whether Enter is pressed and free: nothing has the focus but perhaps the board, and nothing was typed before it, which may
/// have been meant as a move. It is called in every frame; `wanted` tells whether the key is to be taken.
pub(super) fn takes_enter(ui: &Ui, wanted: bool) -> bool {
    let focused = ui.memory(egui::Memory::focused);
    let on_board = focused.is_none() || focused == ui.data(|data| data.get_temp(own_outline()));
    let wanted = wanted && on_board && is_in_front(ui);
    let id = Id::unique("typed before Enter");
    let mut typed = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let mut taken = false;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, repeat, modifiers, .. } = event else { return true };
            if *key != Key::Enter {
                typed |= !modifiers.command && !modifiers.alt && key.name().len() == 1;
                return true;
            }
            // A key that is held down was meant for something else.
            let takes = wanted && !typed && !repeat && modifiers.is_none();
            typed = false;
            taken |= takes;
            !takes
        });
    });
    ui.data_mut(|data| data.insert_temp(id, typed));
    taken
}

/// What scroll areas remember about the focus. Areas beside each other may share it, so an area leaves alone what is said
/// of the controls of others.
#[derive(Debug, Clone, Copy, Default)]
struct FocusInArea {
    /// The move of the focus that has been dealt with.
    done: FocusMove,
    /// The control that has just got the focus, and where it was.
    next: Option<(Id, Rect)>,
}

/// Scrolls to a control that has just got the focus. It is called at the end of the content of a [`ScrollArea`].
pub fn scroll_to_focus(ui: &Ui) {
    let last = FocusMove::last(ui.ctx());
    let id = ui.scope_id().with("last focus");
    let mut state: FocusInArea = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let focused = ui.memory(egui::Memory::focused);
    if focused == last.control && last == state.done {
        return;
    }
    let control = focused.and_then(|focused| ui.ctx().read_response(focused));
    let Some(control) = control.filter(|control| is_in_area(ui, control)) else { return };
    let place = Some((control.id, control.rect));
    // A page that has just been opened may still move: its controls are where they were in the last frame.
    if place == state.next && focused == last.control {
        state = FocusInArea { done: last, next: None };
        ui.scroll_to_rect(control.rect.expand(2.0 * WIDTH), None);
    } else {
        state.next = place;
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(id, state));
}

/// Whether a control is part of the content of a scroll area, which may be longer than what is seen of it: a control
/// below the area is at a place where hidden content would be.
pub(super) fn is_in_area(ui: &Ui, control: &Response) -> bool {
    let seen = control.interact_rect;
    control.layer_id == ui.layer_id()
        && ui.min_rect().contains(control.rect.center())
        && (!seen.is_positive() || ui.clip_rect().contains(seen.center()))
}

/// A vertical scroll area whose content follows the keyboard focus.
pub fn scroll_area<R>(area: ScrollArea, ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let show = |ui: &mut Ui| {
        let result = content(ui);
        scroll_to_focus(ui);
        result
    };
    area.show(ui, show).inner
}
