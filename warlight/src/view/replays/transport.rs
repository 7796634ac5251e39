//! The buttons and keys that move through a replay.

use crate::record::Step;
use common::window::Tokens;
use egui::{
    Button, Key, KeyboardShortcut, Modifiers, Painter, Pos2, Rect, Response, Role, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

/// A way to move through a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Play or pause.
    Play,
    /// To the start.
    Start,
    /// To the end.
    End,
    /// Forwards.
    Forward(Step),
    /// Backwards.
    Back(Step),
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn control(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// The buttons from left to right, with their names and keys.
const BUTTONS: [(Command, &str, KeyboardShortcut); 9] = [
    (Command::Start, "To the start", key(Key::Home)),
    (Command::Back(Step::Round), "Back one round", control(Key::ArrowLeft)),
    (Command::Back(Step::Turn), "Back one turn", shift(Key::ArrowLeft)),
    (Command::Back(Step::Action), "Back one action", key(Key::ArrowLeft)),
    (Command::Play, "Play the replay", key(Key::Space)),
    (Command::Forward(Step::Action), "Forward one action", key(Key::ArrowRight)),
    (Command::Forward(Step::Turn), "Forward one turn", shift(Key::ArrowRight)),
    (Command::Forward(Step::Round), "Forward one round", control(Key::ArrowRight)),
    (Command::End, "To the end", key(Key::End)),
];

/// The speeds of playing, and their names.
pub const SPEEDS: [(f32, &str); 5] = [(0.5, "½×"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×"), (16.0, "16×")];

/// The command whose key was pressed. Other widgets with the focus keep their arrows and Space.
pub fn pressed(ui: &Ui, map_has_focus: bool) -> Option<Command> {
    let focused = ui.memory(egui::Memory::focused).is_some();
    let free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()));
    if !free || map_has_focus || ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx()) {
        return None;
    }
    // Shortcuts with modifiers come first: egui lets a shortcut without any match them too.
    let with_modifiers = BUTTONS.iter().filter(|(_, _, keys)| keys.modifiers.any());
    let plain = BUTTONS.iter().filter(|(_, _, keys)| !keys.modifiers.any());
    let command = ui.input_mut(|input| {
        let mut all = with_modifiers.chain(plain);
        let wanted = |keys: &KeyboardShortcut| !(focused && keys.logical_key == Key::Space);
        all.find(|(_, _, keys)| wanted(keys) && input.consume_shortcut(keys)).map(|(command, _, _)| *command)
    });
    if command.is_some() && focused {
        // egui would move the focus too.
        ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    }
    command
}

/// Draws the buttons. Returns the command of the one that was pressed.
pub fn buttons(ui: &mut Ui, playing: bool, at_start: bool, at_end: bool) -> Option<Command> {
    let mut chosen = None;
    // On a phone all of them, and the speed, are in one row.
    let is_narrow = ui.available_width() < 420.0;
    ui.spacing_mut().item_spacing.x = if is_narrow { 2.0 } else { 4.0 };
    for (command, name, keys) in BUTTONS {
        let enabled = match command {
            Command::Play => true,
            Command::Start | Command::Back(_) => !at_start,
            Command::End | Command::Forward(_) => !at_end,
        };
        let name = if command == Command::Play && playing { "Pause the replay" } else { name };
        let width = match (command, is_narrow) {
            (Command::Play, false) => 44.0,
            (_, false) => 32.0,
            (_, true) => (ui.available_width().min(360.0) / 13.0).max(24.0),
        };
        let mut button = Button::new("").min_size(vec2(width, 32.0));
        let tokens = Tokens::of(ui);
        if command == Command::Play {
            button = button.fill(tokens.accent);
        }
        let response = ui.add_enabled(enabled, button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
        paint(ui, &response, command, playing, &tokens);
        let tip = format!("{name} ({})", ui.ctx().format_shortcut(&keys));
        if response.on_hover_text(tip).clicked() {
            chosen = Some(command);
        }
    }
    chosen
}

fn paint(ui: &Ui, response: &Response, command: Command, playing: bool, tokens: &Tokens) {
    let colour = match command {
        Command::Play => tokens.on_accent,
        _ if response.enabled() => tokens.ink,
        _ => tokens.quiet.gamma_multiply(0.5),
    };
    let painter = ui.painter();
    let centre = response.rect.center();
    match command {
        Command::Play if playing => {
            for x in [-4.0, 4.0] {
                let bar = Rect::from_center_size(centre + vec2(x, 0.0), vec2(4.0, 14.0));
                painter.rect_filled(bar, 1.0, colour);
            }
        }
        Command::Play => {
            let points = [vec2(-5.0, -8.0), vec2(8.0, 0.0), vec2(-5.0, 8.0)].map(|by| centre + by);
            painter.add(Shape::convex_polygon(points.to_vec(), colour, Stroke::NONE));
        }
        Command::Start => chevrons(painter, centre, -1.0, 2, true, colour),
        Command::End => chevrons(painter, centre, 1.0, 2, true, colour),
        Command::Back(step) => chevrons(painter, centre, -1.0, size(step), false, colour),
        Command::Forward(step) => chevrons(painter, centre, 1.0, size(step), false, colour),
    }
}

/// The larger the step, the more arrow heads.
fn size(step: Step) -> usize {
    match step {
        Step::Action => 1,
        Step::Turn => 2,
        Step::Round => 3,
    }
}

fn chevrons(painter: &Painter, centre: Pos2, way: f32, count: usize, bar: bool, colour: egui::Color32) {
    let stroke = Stroke::new(2.0, colour);
    let total = count as f32 * 6.0;
    for n in 0..count {
        let tip = centre.x + way * (-total / 2.0 + 6.0 * n as f32 + 5.0) - if bar { way * 2.0 } else { 0.0 };
        let back = tip - way * 4.5;
        let points = [pos2(back, centre.y - 5.0), pos2(tip, centre.y), pos2(back, centre.y + 5.0)];
        painter.add(Shape::line(points.to_vec(), stroke));
    }
    if bar {
        painter.vline(centre.x + way * (total / 2.0 + 1.5), centre.y - 5.5..=centre.y + 5.5, stroke);
    }
}
