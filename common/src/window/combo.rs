//! Combo boxes and other buttons that open a list: with the mouse as in egui, and with the keyboard too. Enter or Space opens
//! the list at the selected entry, Up and Down move in it, Enter or Space chooses. Then, or after Escape, the button has the
//! focus again.

use super::focus::scroll_to_focus;
use egui::{Button, ComboBox, Context, Id, IntoAtoms, Key, Modifiers, Popup, Response, Ui};

/// What a list remembers from one frame to the next while it is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct ListState {
    /// It was opened by keyboard, and its entries are not drawn yet.
    enters: bool,
    /// An entry had the focus.
    inside: bool,
}

/// The entries of an open list, while they are drawn.
#[derive(Debug, Default)]
pub struct ComboList {
    first: Option<Id>,
    selected: Option<Id>,
    /// An entry has the focus.
    inside: bool,
    chosen: bool,
}

impl ComboList {
    /// Adds an entry.
    pub fn entry<'a>(&mut self, ui: &mut Ui, selected: bool, text: impl IntoAtoms<'a>) -> Response {
        self.button(ui, selected, Button::selectable(selected, text))
    }

    /// Adds an entry that looks like this button.
    pub fn button(&mut self, ui: &mut Ui, selected: bool, button: Button<'_>) -> Response {
        let entry = ui.add(button);
        self.first = self.first.or(Some(entry.id));
        if selected {
            self.selected = Some(entry.id);
        }
        self.inside |= entry.has_focus();
        self.chosen |= entry.clicked();
        entry
    }

    /// Adds an entry that sets a value.
    pub fn value<'a, T: PartialEq>(
        &mut self,
        ui: &mut Ui,
        current: &mut T,
        value: T,
        text: impl IntoAtoms<'a>,
    ) -> Response {
        let mut entry = self.entry(ui, *current == value, text);
        if entry.clicked() && *current != value {
            *current = value;
            entry.mark_changed();
        }
        entry
    }
}

/// Draws a combo box and, if it is open, its list. Returns the button.
pub fn combo_box(
    ui: &mut Ui,
    combo: ComboBox<'_>,
    content: impl FnOnce(&mut Ui, &mut ComboList),
) -> Response {
    let shown = combo.show_ui(ui, |ui| draw_list(ui, content));
    finish(ui, &shown.response, shown.inner);
    shown.response
}

/// Draws the list of another button, if it is open.
pub fn button_list(ui: &Ui, button: &Response, content: impl FnOnce(&mut Ui, &mut ComboList)) {
    let shown = Popup::menu(button).show(|ui| draw_list(ui, content));
    finish(ui, button, shown.map(|shown| shown.inner));
}

fn list_state(ctx: &Context, popup: Id) -> ListState {
    ctx.data(|data| data.get_temp(popup.with("keyboard"))).unwrap_or_default()
}

fn draw_list(ui: &mut Ui, content: impl FnOnce(&mut Ui, &mut ComboList)) -> ComboList {
    let mut list = ComboList::default();
    content(ui, &mut list);
    let enters = list_state(ui.ctx(), ui.layer_id().id).enters && !ui.is_sizing_pass();
    if let Some(entry) = list.selected.or(list.first).filter(|_| enters) {
        ui.memory_mut(|memory| memory.request_focus(entry));
        list.inside = true;
    }
    scroll_to_focus(ui);
    if list.chosen {
        // egui closes it only after a click of the mouse.
        ui.close();
    }
    list
}

/// Opens the list at its selected entry, closes it when the focus has left it, and gives the focus back.
fn finish(ui: &Ui, button: &Response, list: Option<ComboList>) {
    let popup = Popup::default_response_id(button);
    let before = list_state(ui.ctx(), popup);
    let by_mouse = ui.input(|input| input.pointer.any_click());
    let opened = button.clicked() && button.has_focus() && !by_mouse;
    let mut now = ListState { enters: opened || before.enters, inside: false };
    let list = list.unwrap_or_default();
    if list.inside {
        now = ListState { enters: false, inside: true };
    }
    let focused = ui.memory(egui::Memory::focused);
    let left = before.inside && !list.inside;
    if left && focused.is_some() {
        Popup::close_id(ui.ctx(), popup);
    }
    if !Popup::is_id_open(ui.ctx(), popup) {
        if list.chosen && list.inside {
            // The key is not also meant for what is drawn later.
            ui.input_mut(|input| {
                input.consume_key(Modifiers::NONE, Key::Enter);
                input.consume_key(Modifiers::NONE, Key::Space);
            });
        }
        if list.inside || left && focused.is_none() {
            button.request_focus();
        }
        now = ListState::default();
    }
    if now != before {
        ui.data_mut(|data| data.insert_temp(popup.with("keyboard"), now));
        ui.ctx().request_repaint();
    }
}

#[cfg(all(test, feature = "kittest"))]
mod tests {
    use super::*;
    use crate::testing::window::focused_name;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    struct Form {
        chosen: usize,
        /// How often the button after the combo box was pressed.
        pressed: usize,
    }

    fn form(ui: &mut Ui, form: &mut Form) {
        ui.button("before").clicked();
        let combo = ComboBox::from_id_salt("list").height(100.0).selected_text(form.chosen.to_string());
        let combo = combo_box(ui, combo, |ui, list| {
            for number in 0..30 {
                list.value(ui, &mut form.chosen, number, format!("entry {number}"));
            }
        });
        combo.accessible_name("combo");
        form.pressed += usize::from(ui.button("after").clicked());
    }

    fn harness() -> Harness<'static, Form> {
        let builder = Harness::builder().with_size([200.0, 300.0]);
        let setup = crate::window::theme::apply;
        let mut harness =
            builder.with_context_setup(setup).build_ui_state(form, Form { chosen: 20, pressed: 0 });
        harness.run();
        harness
    }

    fn press(harness: &mut Harness<Form>, keys: &[Key]) {
        for key in keys {
            harness.key_press(*key);
            harness.run();
        }
    }

    fn is_open(harness: &Harness<Form>) -> bool {
        harness.query_by_label("entry 21").is_some()
    }

    #[test]
    fn the_keyboard_opens_chooses_and_closes() {
        for (open, choose) in [(Key::Enter, Key::Enter), (Key::Space, Key::Space)] {
            let mut harness = harness();
            press(&mut harness, &[Key::Tab, Key::Tab, open]);
            assert_eq!(focused_name(&harness), "entry 20");
            assert!(harness.get_by_label("entry 20").rect().bottom() < 200.0, "it has scrolled to the entry");
            press(&mut harness, &[Key::ArrowDown, Key::ArrowDown]);
            assert_eq!(focused_name(&harness), "entry 22");
            press(&mut harness, &[Key::ArrowUp, choose]);
            assert_eq!(harness.state().chosen, 21);
            assert!(!is_open(&harness), "{choose:?} closes the list");
            assert_eq!(focused_name(&harness), "combo");
            press(&mut harness, &[open, Key::Escape]);
            assert!(!is_open(&harness), "Escape closes the list");
            assert_eq!((focused_name(&harness).as_str(), harness.state().chosen), ("combo", 21));
            press(&mut harness, &[Key::Tab]);
            assert_eq!((focused_name(&harness).as_str(), harness.state().pressed), ("after", 0));
        }
    }

    #[test]
    fn leaving_the_list_closes_it() {
        let mut harness = harness();
        press(&mut harness, &[Key::Tab, Key::Tab, Key::Enter]);
        let back = Modifiers::SHIFT;
        for _ in 0..40 {
            harness.key_press_modifiers(back, Key::Tab);
            harness.run();
            if !is_open(&harness) {
                break;
            }
        }
        assert!(!is_open(&harness), "the focus has left the list");
        assert_eq!(harness.state().chosen, 20);
    }

    #[test]
    fn the_mouse_chooses_without_the_focus() {
        let mut harness = harness();
        harness.get_by_label("combo").click();
        harness.run();
        assert!(is_open(&harness));
        harness.get_by_label("entry 1").click();
        harness.run();
        assert!(!is_open(&harness));
        assert_eq!(harness.state().chosen, 1);
        assert_eq!(harness.ctx.memory(egui::Memory::focused), None);
    }
}
