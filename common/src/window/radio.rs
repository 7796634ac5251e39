//! Groups of choices of which one is selected: Tab reaches the selected one, the arrow keys select another one, as on
//! every desktop.

use super::keys::move_focus;
use egui::{
    EventFilter, Id, Key, Response, Role, Sense, TextStyle, Ui, Widget, WidgetInfo, WidgetText, vec2,
};

/// The keyboard in a group of choices, for one frame. The choices are drawn in their order.
#[derive(Debug)]
pub struct RadioGroup {
    id: Id,
    /// The choice that Tab reaches.
    tab_stop: usize,
    /// The choice that an arrow key has selected in this frame.
    target: Option<usize>,
    /// How many choices have been drawn.
    drawn: usize,
}

impl RadioGroup {
    /// Begins a group of so many choices, and handles its keys.
    pub fn new(
        ui: &Ui,
        name: impl std::hash::Hash + std::fmt::Debug,
        count: usize,
        selected: Option<usize>,
    ) -> RadioGroup {
        RadioGroup::with_disabled(ui, name, count, selected, |_| false)
    }

    /// The same for a group in which some choices cannot be selected now.
    pub fn with_disabled(
        ui: &Ui,
        name: impl std::hash::Hash + std::fmt::Debug,
        count: usize,
        selected: Option<usize>,
        is_disabled: impl Fn(usize) -> bool,
    ) -> RadioGroup {
        let id = ui.scope_id().with(name);
        let last_focus: Option<Id> = ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default(id)));
        let has_focus = last_focus.is_some() && last_focus == ui.memory(egui::Memory::focused);
        let first = (0..count).find(|choice| !is_disabled(*choice)).unwrap_or(0);
        let at = selected.unwrap_or(first);
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let forward = pressed(Key::ArrowDown) || pressed(Key::ArrowRight);
        let back = pressed(Key::ArrowUp) || pressed(Key::ArrowLeft);
        let step = if forward { 1 } else { count.max(1) - 1 };
        let others = (1..count).map(|n| (at + n * step) % count);
        let mut others = others.filter(|choice| !is_disabled(*choice));
        let target = if has_focus && forward != back { others.next() } else { None };
        RadioGroup { id, tab_stop: target.unwrap_or(at), target, drawn: 0 }
    }

    /// What the next choice senses: only one of the group takes the focus.
    pub fn sense(&self) -> Sense {
        if self.is_tab_stop() { Sense::click() } else { Sense::CLICK }
    }

    /// Whether Tab reaches the next choice.
    pub fn is_tab_stop(&self) -> bool {
        self.drawn == self.tab_stop
    }

    /// Registers the next choice, which has been drawn. Returns whether it has been selected: by a click or a key.
    pub fn is_chosen(&mut self, ui: &Ui, response: &Response) -> bool {
        let choice = self.drawn;
        self.drawn += 1;
        if self.target == Some(choice) {
            move_focus(ui, response.id);
            response.scroll_to_me(None);
        }
        if ui.memory(|memory| memory.has_focus(response.id)) {
            let filter =
                EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
            ui.data_mut(|data| data.insert_temp(self.id, Some(response.id)));
        }
        response.clicked() || self.target == Some(choice)
    }

    /// Draws the next choice as a radio button. Returns its response, and whether it has been selected.
    pub fn button(&mut self, ui: &mut Ui, selected: bool, text: impl Into<WidgetText>) -> (Response, bool) {
        let button = RadioButton { selected, text: text.into(), sense: self.sense() };
        let response = ui.add(button);
        let chosen = self.is_chosen(ui, &response);
        (response, chosen)
    }
}

/// A group of radio buttons for a value. Returns whether another value has been selected.
pub fn radio_buttons<T: PartialEq + Clone>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    choices: impl IntoIterator<Item = (T, impl Into<WidgetText>)>,
) -> bool {
    let choices: Vec<(T, WidgetText)> =
        choices.into_iter().map(|(choice, text)| (choice, text.into())).collect();
    let before = choices.iter().position(|(choice, _)| choice == value);
    let mut group = RadioGroup::new(ui, name, choices.len(), before);
    let mut changed = false;
    for (n, (choice, text)) in choices.into_iter().enumerate() {
        let (response, chosen) = group.button(ui, before == Some(n), text);
        // An arrow has selected it already: Enter is for the main button of the page.
        if response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            super::page::note_enter(ui.ctx());
        }
        if chosen && before != Some(n) {
            *value = choice;
            changed = true;
        }
    }
    changed
}

/// A radio button like that of egui, which may be passed over by Tab.
struct RadioButton {
    selected: bool,
    text: WidgetText,
    sense: Sense,
}

impl Widget for RadioButton {
    fn ui(self, ui: &mut Ui) -> Response {
        let (icon, gap) = (ui.spacing().icon_width, ui.spacing().icon_spacing);
        let name = self.text.text().to_owned();
        let width = ui.available_width() - icon - gap;
        let galley = self.text.into_galley(ui, None, width, TextStyle::Button);
        let height = galley.size().y.max(ui.spacing().interact_size.y);
        let (rect, response) = ui.allocate_exact_size(vec2(icon + gap + galley.size().x, height), self.sense);
        response
            .widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), self.selected, &name));
        if ui.is_rect_visible(rect) {
            let visuals = ui.style().interact(&response);
            let line = galley.rows.first().map_or(height, |row| row.height());
            let top = rect.center().y - galley.size().y / 2.0;
            let place = egui::Rect::from_center_size(
                egui::pos2(rect.left() + icon / 2.0, top + line / 2.0),
                vec2(icon, icon),
            );
            let (small, big) = ui.spacing().icon_rectangles(place);
            let painter = ui.painter();
            painter.circle(big.center(), big.width() / 2.0, visuals.bg_fill, visuals.bg_stroke);
            if self.selected {
                painter.circle_filled(big.center(), small.width() / 3.0, visuals.fg_stroke.color);
            }
            painter.galley(egui::pos2(rect.left() + icon + gap, top), galley, visuals.text_color());
        }
        response
    }
}

#[cfg(all(test, feature = "kittest"))]
mod tests {
    use super::*;
    use crate::testing::window::focused_name;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    #[test]
    fn arrows_select_and_tab_goes_past_the_group() {
        let draw = |ui: &mut Ui, value: &mut u8| {
            ui.button("before").clicked();
            radio_buttons(ui, "values", value, [(1, "one"), (2, "two"), (3, "three")]);
            ui.button("after").clicked();
        };
        let builder = Harness::builder().with_size([200.0, 200.0]);
        let setup = crate::window::theme::apply;
        let mut harness = builder.with_context_setup(setup).build_ui_state(draw, 2_u8);
        harness.run();
        for (key, focus, value) in [
            (Key::Tab, "before", 2),
            (Key::Tab, "two", 2),
            (Key::ArrowDown, "three", 3),
            (Key::ArrowRight, "one", 1),
            (Key::ArrowLeft, "three", 3),
            (Key::ArrowUp, "two", 2),
            (Key::Tab, "after", 2),
        ] {
            harness.key_press(key);
            harness.run();
            assert_eq!((focused_name(&harness).as_str(), *harness.state()), (focus, value), "after {key:?}");
        }
        harness.get_by_label("one").click();
        harness.run();
        assert_eq!(*harness.state(), 1, "a click selects too");
    }

    #[test]
    fn arrows_pass_over_what_cannot_be_selected() {
        let draw = |ui: &mut Ui, value: &mut usize| {
            let mut group = RadioGroup::with_disabled(ui, "values", 3, Some(*value), |choice| choice == 1);
            for choice in 0..3 {
                let selected = *value == choice;
                let (_, chosen) =
                    ui.add_enabled_ui(choice != 1, |ui| group.button(ui, selected, choice.to_string())).inner;
                if chosen {
                    *value = choice;
                }
            }
        };
        let builder = Harness::builder().with_size([200.0, 200.0]);
        let setup = crate::window::theme::apply;
        let mut harness = builder.with_context_setup(setup).build_ui_state(draw, 0);
        harness.run();
        for (key, value) in [(Key::Tab, 0), (Key::ArrowDown, 2), (Key::ArrowDown, 0), (Key::ArrowUp, 2)] {
            harness.key_press(key);
            harness.run();
            assert_eq!(*harness.state(), value, "after {key:?}");
        }
    }
}
