use super::*;
use crate::testing::window::focused_name;
use crate::window::Shortcuts;
use egui::KeyboardShortcut;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// A window with two menus, a submenu and a text field.
fn window() -> Harness<'static, (String, String)> {
    let draw = |ui: &mut Ui, (chosen, typed): &mut (String, String)| {
        let mut item = |ui: &mut Ui, enabled: bool, name: &str| {
            if menu_item(ui, enabled, name, Button::new(name)).clicked() {
                name.clone_into(chosen);
                ui.close();
            }
        };
        menu_bar(ui, |ui| {
            menu_button(ui, "&Game", |ui| {
                item(ui, false, "Disabled");
                item(ui, true, "New");
                item(ui, true, "Open");
            });
            menu_button(ui, "&Move", |ui| {
                item(ui, true, "Undo");
                ui.menu_button("More", |ui| item(ui, true, "Deep"));
            });
            menu_button(ui, "H&elp", |ui| item(ui, true, "About"));
        });
        ui.text_edit_singleline(typed).accessible_name("field");
    };
    let state = (String::new(), String::new());
    let builder = Harness::builder().with_size([400.0, 300.0]);
    builder.with_context_setup(crate::window::theme::apply).build_ui_state(draw, state)
}

fn press(harness: &mut Harness<'static, (String, String)>, modifiers: Modifiers, keys: &[Key]) {
    for key in keys {
        harness.key_press_modifiers(modifiers, *key);
        harness.run();
    }
}

#[test]
fn keys_open_menus_and_choose() {
    let mut harness = window();
    harness.run();
    press(&mut harness, Modifiers::NONE, &[Key::F10]);
    assert_eq!(focused_name(&harness), "New", "the first item that can be chosen");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowDown, Key::Enter]);
    assert_eq!((harness.state().0.as_str(), harness.query_by_label("New").is_some()), ("Open", false));
    press(&mut harness, Modifiers::ALT, &[Key::M]);
    press(&mut harness, Modifiers::NONE, &[Key::Enter]);
    assert_eq!(harness.state().0, "Undo");
    press(&mut harness, Modifiers::ALT, &[Key::E]);
    press(&mut harness, Modifiers::NONE, &[Key::Enter]);
    assert_eq!(harness.state().0, "About");
}

#[test]
fn a_letter_leads_to_the_next_item_that_begins_with_it() {
    let mut harness = window();
    harness.run();
    press(&mut harness, Modifiers::NONE, &[Key::F10, Key::O]);
    assert_eq!(focused_name(&harness), "Open");
    press(&mut harness, Modifiers::NONE, &[Key::N]);
    assert_eq!(focused_name(&harness), "New", "round the end");
    press(&mut harness, Modifiers::NONE, &[Key::D, Key::X]);
    assert_eq!(focused_name(&harness), "New", "neither a disabled item nor a letter without one");
    press(&mut harness, Modifiers::NONE, &[Key::O, Key::Enter]);
    assert_eq!(harness.state().0, "Open");
    assert_eq!(harness.state().1, "", "letters in a menu are not text");
}

#[test]
fn arrows_lead_to_the_neighbours_and_into_submenus() {
    let mut harness = window();
    harness.run();
    press(&mut harness, Modifiers::ALT, &[Key::G]);
    press(&mut harness, Modifiers::NONE, &[Key::ArrowRight]);
    assert_eq!(focused_name(&harness), "Undo");
    assert!(harness.query_by_label("New").is_none());
    press(&mut harness, Modifiers::NONE, &[Key::ArrowDown, Key::ArrowRight]);
    assert_eq!(focused_name(&harness), "Deep");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowLeft]);
    assert_eq!(focused_name(&harness), "More", "out of the submenu, not to the neighbour");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowRight]);
    assert_eq!(focused_name(&harness), "Deep");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowRight]);
    assert_eq!(focused_name(&harness), "About", "out of the submenu to the next menu");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowLeft]);
    assert_eq!(focused_name(&harness), "Undo");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowLeft]);
    assert_eq!(focused_name(&harness), "New");
    press(&mut harness, Modifiers::NONE, &[Key::ArrowLeft]);
    assert_eq!(focused_name(&harness), "About", "round the end");
}

#[test]
fn escape_and_f10_close_and_the_focus_returns() {
    let mut harness = window();
    harness.run();
    harness.get_by_label("field").focus();
    harness.run();
    for close in [Key::Escape, Key::F10] {
        harness.event(Event::Text("g".into()));
        press(&mut harness, Modifiers::ALT, &[Key::G]);
        assert!(harness.query_by_label("New").is_some());
        press(&mut harness, Modifiers::NONE, &[close]);
        assert!(harness.query_by_label("New").is_none());
        assert_eq!(focused_name(&harness), "field", "after {close:?}");
    }
}

#[test]
fn tab_goes_to_the_page_and_not_to_the_bar() {
    let mut harness = window();
    harness.run();
    press(&mut harness, Modifiers::NONE, &[Key::Tab]);
    assert_eq!(focused_name(&harness), "field");
    press(&mut harness, Modifiers::NONE, &[Key::F10, Key::Escape, Key::Tab]);
    assert_eq!(focused_name(&harness), "field", "also after a menu was open");
}

#[test]
fn the_key_that_chooses_is_not_heard_by_the_page_that_opens() {
    let draw = |ui: &mut Ui, (opened, heard): &mut (bool, bool)| {
        menu_bar(ui, |ui| {
            menu_button(ui, "&Help", |ui| {
                if menu_item(ui, true, "About", Button::new("About")).clicked() {
                    *opened = true;
                    ui.close();
                }
            });
        });
        // As a page with a default button does, in the same frame.
        *heard |= *opened && ui.input(|input| input.key_pressed(Key::Enter));
    };
    let builder = Harness::builder().with_size([400.0, 300.0]);
    let builder = builder.with_context_setup(crate::window::theme::apply);
    let mut harness = builder.build_ui_state(draw, (false, false));
    harness.run();
    for key in [Key::F10, Key::Enter] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(*harness.state(), (true, false));
}

#[test]
fn a_long_menu_is_scrolled_in_a_low_window() {
    const ITEMS: usize = 30;
    let draw = |ui: &mut Ui, chosen: &mut usize| {
        menu_bar(ui, |ui| {
            menu_button(ui, "&Long", |ui| {
                for n in 1..=ITEMS {
                    let name = format!("Item {n}");
                    if menu_item(ui, true, &name, Button::new(&name)).clicked() {
                        *chosen = n;
                        ui.close();
                    }
                }
            });
        });
    };
    let builder = Harness::builder().with_size([400.0, 300.0]);
    let builder = builder.with_context_setup(crate::window::theme::apply);
    let mut harness = builder.build_ui_state(draw, 0);
    harness.run();
    harness.key_press(Key::F10);
    harness.run();
    for n in 1..ITEMS {
        assert_eq!(focused_name(&harness), format!("Item {n}"));
        harness.key_press(Key::ArrowDown);
        harness.run();
    }
    let last = harness.get_by_label(&format!("Item {ITEMS}")).rect();
    assert!(last.top() > 0.0 && last.bottom() <= 300.0, "{last:?}");
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(*harness.state(), ITEMS);
}

#[test]
fn a_shortcut_closes_an_open_menu() {
    const KEYS: Shortcuts<()> =
        Shortcuts { keys: &[((), KeyboardShortcut::new(Modifiers::NONE, Key::F1))], shown: &[] };
    let draw = |ui: &mut Ui, pressed: &mut bool| {
        *pressed |= KEYS.pressed(ui).is_some();
        menu_bar(ui, |ui| menu_button(ui, "&Game", |ui| _ = ui.label("content")));
    };
    let builder = Harness::builder().with_size([400.0, 300.0]);
    let mut harness = builder.with_context_setup(crate::window::theme::apply).build_ui_state(draw, false);
    harness.run();
    harness.key_press(Key::F10);
    harness.run();
    assert!(harness.query_by_label("content").is_some());
    harness.key_press(Key::F1);
    harness.run();
    assert!(*harness.state() && harness.query_by_label("content").is_none());
}
