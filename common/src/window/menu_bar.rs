//! The menu bar, with keys: F10 opens the first menu, Alt and the underlined letter of a name open another one. The arrow
//! keys move within a menu and to its neighbours, a letter goes to the next item that begins with it, Enter chooses,
//! Escape closes. Tab does not stop at the bar.
//!
//! egui moves within an open menu; opening one and going to the next is done here.

use super::{Tokens, focus::scroll_to_focus};
use egui::containers::menu::MenuState;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Button, Color32, Context, Event, FocusDirection, Id, Key, MenuBar, Modifiers, Popup, RawInput, Response,
    ScrollArea, Sense, SetOpenCommand, Stroke, TextStyle, TextWrapMode, Ui, Vec2,
};

/// In a window lower than this the items of menus stand closer together, so that all of them fit.
const LOW_WINDOW: f32 = 840.0;
/// The space that the frame of a menu and its distance from the bar and from the edge of the window take.
const FRAME: f32 = 28.0;
/// A menu is not lower than this.
const MIN_MENU: f32 = 120.0;

/// A menu of the bar.
#[derive(Debug, Clone, Copy)]
struct Menu {
    /// The underlined letter, in upper case.
    letter: Option<char>,
    popup: Id,
}

/// What the bar remembers from one frame to the next.
#[derive(Debug, Clone, Default)]
struct BarState {
    menus: Vec<Menu>,
    /// How many menus have been drawn in this frame.
    drawn: usize,
    /// The menu to open.
    request: Option<usize>,
    /// The popup whose first item gets the focus as soon as it is shown.
    enter: Option<Id>,
    /// The items of the open menu that can be chosen, with their first letters in upper case.
    items: Vec<(Id, char)>,
    /// The widget that had the focus before a menu was opened by a key.
    focus_before: Option<Id>,
    was_open: bool,
}

fn bar_state<R>(ctx: &Context, change: impl FnOnce(&mut BarState) -> R) -> R {
    let id = Id::unique("menu bar");
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(id)))
}

/// Draws the menu bar. Its menus are added with [`menu_button`].
pub fn menu_bar(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    bar_state(ui.ctx(), |state| state.drawn = 0);
    MenuBar::new().ui(ui, content);
    let (menus, was_open) = bar_state(ui.ctx(), |state| {
        state.menus.truncate(state.drawn);
        (state.menus.clone(), state.was_open)
    });
    let open = menus.iter().any(|menu| Popup::is_id_open(ui.ctx(), menu.popup));
    let before = bar_state(ui.ctx(), |state| {
        state.was_open = open;
        if was_open && !open { state.focus_before.take() } else { None }
    });
    if was_open && !open {
        // The key that chose an item is not also meant for the widget that gets the focus back, nor for the page that
        // the item has opened.
        ui.input_mut(|input| {
            input.consume_key(Modifiers::NONE, Key::Enter);
            input.consume_key(Modifiers::NONE, Key::Space);
        });
    }
    if let Some(before) = before {
        ui.memory_mut(|memory| memory.request_focus(before));
    }
}

/// Adds a menu to the bar. The letter after `&` is underlined and opens the menu together with Alt.
pub fn menu_button(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let (job, letter) = underlined(ui, name);
    // Tab goes to the page, as on every desktop. While a menu is open, its button is where egui looks for the items.
    let in_use = bar_state(ui.ctx(), |state| state.was_open || state.request.is_some());
    let response = ui.add(Button::new(job).sense(if in_use { Sense::click() } else { Sense::CLICK }));
    let popup = Popup::default_response_id(&response);
    let (index, asked, another_is_open) = bar_state(ui.ctx(), |state| {
        let index = state.drawn;
        state.drawn += 1;
        match state.menus.get_mut(index) {
            Some(menu) => *menu = Menu { letter, popup },
            None => state.menus.push(Menu { letter, popup }),
        }
        let asked = state.request.take_if(|request| *request == index).is_some();
        (index, asked, state.was_open)
    });
    let open = Popup::is_id_open(ui.ctx(), popup);
    let down = !open && response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown));
    if asked || down {
        let focused = ui.memory(egui::Memory::focused);
        bar_state(ui.ctx(), |state| {
            state.enter = Some(popup);
            if !state.was_open {
                state.focus_before = focused;
            }
        });
        ui.memory_mut(|memory| {
            memory.request_focus(response.id);
            memory.move_focus(FocusDirection::None);
        });
        Popup::open_id(ui.ctx(), popup);
        ui.ctx().request_repaint();
    }
    let mut menu = Popup::menu(&response);
    // With one menu open, the pointer opens the others without a click. A pointer that rests does not.
    let moved = ui.input(|input| input.pointer.delta() != Vec2::ZERO);
    if another_is_open && !open && response.hovered() && !response.clicked() && moved {
        menu = menu.open_memory(Some(SetOpenCommand::Bool(true)));
    }
    menu.show(|ui| {
        let enters = |state: &mut BarState| state.enter.take_if(|enter| *enter == popup).is_some();
        if !ui.is_sizing_pass() && bar_state(ui.ctx(), enters) {
            ui.memory_mut(|memory| {
                // egui moves from the button to the first item that can be chosen.
                memory.request_focus(response.id);
                memory.move_focus(FocusDirection::Down);
            });
        }
        bar_state(ui.ctx(), |state| state.items.clear());
        let height = ui.ctx().content_rect().height();
        if height < LOW_WINDOW {
            let spacing = ui.spacing_mut();
            (spacing.item_spacing.y, spacing.button_padding.y, spacing.interact_size.y) = (0.0, 2.0, 24.0);
        }
        // What does not fit even so is scrolled to, by the wheel or by the keys.
        let room = (height - response.rect.bottom() - FRAME).max(MIN_MENU);
        ScrollArea::vertical().max_height(room).min_scrolled_height(room).show(ui, |ui| {
            // The bar does not make the names break.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
            content(ui);
            scroll_to_focus(ui);
        });
        go_to_letter(ui);
        go_to_neighbour(ui, response.id, index);
    });
}

/// Adds an item to a menu. Its first letter leads to it.
pub(super) fn menu_item(ui: &mut Ui, enabled: bool, label: &str, button: Button<'_>) -> Response {
    let response = ui.add_enabled(enabled, button);
    if let Some(letter) = label.chars().next().filter(|_| enabled) {
        bar_state(ui.ctx(), |state| state.items.push((response.id, letter.to_ascii_uppercase())));
    }
    response
}

/// A letter leads to the next item of the menu that begins with it.
fn go_to_letter(ui: &Ui) {
    let is_letter = |letter: char| {
        let typed = |event: &Event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => {
                modifiers.is_none() && key.name() == letter.to_string()
            }
            _ => false,
        };
        ui.input(|input| input.events.iter().any(typed))
    };
    if ui.is_sizing_pass() {
        return;
    }
    let items = bar_state(ui.ctx(), |state| state.items.clone());
    let focused = ui.memory(egui::Memory::focused);
    let after = items.iter().position(|(id, _)| Some(*id) == focused).map_or(0, |focused| focused + 1);
    let (before, later) = items.split_at(after);
    let next = later.iter().chain(before).find(|(_, letter)| is_letter(*letter));
    if let Some((id, _)) = next {
        ui.memory_mut(|memory| memory.request_focus(*id));
    }
}

/// Left and right lead to the next menu, except into a submenu, and to the left out of it.
fn go_to_neighbour(ui: &Ui, button: Id, index: usize) {
    let pressed = |key| ui.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    let (left, right) = (pressed(Key::ArrowLeft), pressed(Key::ArrowRight));
    if ui.is_sizing_pass() || left == right {
        return;
    }
    let focused = ui.memory(egui::Memory::focused).filter(|focused| *focused != button);
    let focused = focused.and_then(|id| ui.ctx().read_response(id));
    let here = focused.is_none_or(|item| item.layer_id == ui.layer_id());
    let no_submenu = MenuState::is_deepest_open_sub_menu(ui.ctx(), ui.layer_id().id);
    if here && (left || no_submenu) || right && !here {
        bar_state(ui.ctx(), |state| {
            let count = state.menus.len();
            state.request = Some(if left { (index + count - 1) % count } else { (index + 1) % count });
        });
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        ui.ctx().request_repaint();
    }
}

/// The name of a menu with an underlined letter, and this letter.
fn underlined(ui: &Ui, name: &str) -> (LayoutJob, Option<char>) {
    let font_id = TextStyle::Button.resolve(ui.style());
    let plain = TextFormat { font_id, color: Color32::PLACEHOLDER, ..TextFormat::default() };
    let Some((before, after)) = name.split_once('&') else {
        return (LayoutJob::single_section(name.to_owned(), plain), None);
    };
    let letter = after.chars().next();
    let (marked, rest) = after.split_at(letter.map_or(0, char::len_utf8));
    let line = TextFormat { underline: Stroke::new(1.0, Tokens::of(ui).ink), ..plain.clone() };
    let mut job = LayoutJob::default();
    for (text, format) in [(before, plain.clone()), (marked, line), (rest, plain)] {
        if !text.is_empty() {
            job.append(text, 0.0, format);
        }
    }
    (job, letter.map(|letter| letter.to_ascii_uppercase()))
}

/// Takes the keys that open menus out of the input, before anything else can see them.
pub(super) fn take_menu_keys(ctx: &Context, input: &mut RawInput) {
    let menus = bar_state(ctx, |state| state.menus.clone());
    if menus.is_empty() || ctx.memory(|memory| memory.top_modal_layer().is_some()) {
        return;
    }
    let mut request = None;
    input.events.retain(|event| {
        let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
        let opened = match key {
            Key::F10 if modifiers.is_none() => Some(0),
            key if *modifiers == Modifiers::ALT => {
                let named = |menu: &Menu| menu.letter.is_some_and(|letter| key.name() == letter.to_string());
                menus.iter().position(named)
            }
            _ => None,
        };
        request = opened.or(request);
        opened.is_none()
    });
    let Some(index) = request else { return };
    // The letter is not text for a field.
    input.events.retain(|event| !matches!(event, Event::Text(_)));
    let open = menus.iter().position(|menu| Popup::is_id_open(ctx, menu.popup));
    if open.is_some_and(|open| open == index || index == 0) {
        Popup::close_all(ctx);
    } else {
        bar_state(ctx, |state| state.request = Some(index));
    }
}

#[cfg(all(test, feature = "kittest"))]
mod tests;
