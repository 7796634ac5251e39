//! Fingers on a touch screen.
//!
//! One finger is a mouse for egui: a tap clicks, a long press is the secondary button, and dragging scrolls. What is
//! added here is for several fingers: they zoom and move, and neither click nor draw meanwhile.

use egui::{Context, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, TouchId, TouchPhase, Ui, Vec2};
use std::collections::BTreeSet;

/// Adds what all our windows do with fingers.
pub(super) fn install(ctx: &Context) {
    ctx.add_plugin(Fingers::default());
}

/// Ends the click or the drag of the first finger when a second one comes.
#[derive(Debug, Default)]
struct Fingers {
    down: BTreeSet<TouchId>,
    /// There have been several fingers since the screen was touched first.
    several: bool,
    /// Where the pointer of the first finger is pressed.
    pressed: Option<Pos2>,
    /// Where the pointer must still be released.
    release: Option<Pos2>,
}

impl egui::Plugin for Fingers {
    fn debug_name(&self) -> &'static str {
        "pentad fingers"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        self.filter(&mut input.events);
    }
}

impl Fingers {
    fn filter(&mut self, events: &mut Vec<Event>) {
        let gone = self.release.take();
        self.remove_pointer(events);
        // The pointer went away in the last frame, so that nothing is clicked now.
        if let Some(pos) = gone {
            events.splice(0..0, [release(pos), Event::PointerGone]);
        }
    }

    /// Removes the pointer while there are several fingers.
    fn remove_pointer(&mut self, events: &mut Vec<Event>) {
        let before = self.several;
        for event in &*events {
            let Event::Touch { id, phase, .. } = event else { continue };
            match phase {
                TouchPhase::Start => {
                    self.down.insert(*id);
                    self.several |= self.down.len() > 1;
                }
                TouchPhase::Move => {}
                TouchPhase::End | TouchPhase::Cancel => {
                    self.down.remove(id);
                }
            }
        }
        if !self.several {
            for event in &*events {
                match event {
                    Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => {
                        self.pressed = pressed.then_some(*pos);
                    }
                    Event::PointerMoved(pos) if self.pressed.is_some() => self.pressed = Some(*pos),
                    _ => {}
                }
            }
            return;
        }
        let first = events.iter().find_map(|event| match event {
            Event::PointerButton { pos, .. } => Some(*pos),
            _ => None,
        });
        events.retain(|event| !matches!(event, Event::PointerButton { .. } | Event::PointerMoved(_)));
        if !before {
            self.release = self.pressed.take();
            // egui wants to know where the fingers began.
            if let Some(pos) = first.filter(|_| self.release.is_none()) {
                events.push(Event::PointerMoved(pos));
            }
            events.push(Event::PointerGone);
        }
        self.several = !self.down.is_empty();
    }
}

fn release(pos: Pos2) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, modifiers: Modifiers::NONE }
}

/// Two fingers that pinch and move, or the wheel with Ctrl.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZoomGesture {
    /// What is here stays here.
    pub at: Pos2,
    /// How much larger everything becomes.
    pub factor: f32,
    /// How far everything moves.
    pub pan: Vec2,
    /// These are fingers.
    pub is_touch: bool,
}

impl ZoomGesture {
    /// Whether something becomes larger or smaller.
    pub fn zooms(&self) -> bool {
        (self.factor - 1.0).abs() > 1e-4
    }
}

/// What is shown of a picture that scrolls.
#[derive(Debug, Clone, Copy)]
pub struct ScrolledPicture {
    /// Where the picture begins in what is scrolled.
    pub origin: Vec2,
    /// The size of something in it, such as a cell.
    pub unit: f32,
}

/// Moves a picture that scrolls with the fingers, and keeps what is under them, or under the pointer, in its place while
/// the picture becomes larger or smaller.
#[derive(Debug, Default)]
pub struct ZoomAnchor {
    at: Option<Pos2>,
    shown: Option<(ScrolledPicture, Vec2)>,
}

impl ZoomAnchor {
    /// Where to scroll to, if that changes. `picture` is what will be shown in this frame. It may become larger in the same
    /// frame as the gesture or in the next one.
    pub fn offset(
        &mut self,
        gesture: Option<ZoomGesture>,
        area: Rect,
        picture: ScrolledPicture,
    ) -> Option<Vec2> {
        let (old, offset) = self.shown?;
        let ratio = picture.unit / old.unit;
        let grows = (ratio - 1.0).abs() > 1e-6;
        self.at = gesture.map(|gesture| gesture.at).or(self.at.filter(|_| grows));
        let at = self.at? - area.min;
        let pan = gesture.map_or(Vec2::ZERO, |gesture| gesture.pan);
        let moved = picture.origin + (offset + at - old.origin) * ratio - at - pan;
        (grows || pan != Vec2::ZERO).then(|| moved.max(Vec2::ZERO))
    }

    /// Notes what was shown, and how far it was scrolled.
    pub fn note(&mut self, picture: ScrolledPicture, offset: Vec2) {
        self.shown = Some((picture, offset));
    }
}

/// The gesture over an area in this frame.
pub fn zoom_gesture(ui: &Ui, area: Rect) -> Option<ZoomGesture> {
    let mut gesture = ui.input(|input| match input.multi_touch() {
        Some(touch) => Some(ZoomGesture {
            at: touch.center_pos,
            factor: touch.zoom_delta,
            pan: touch.translation_delta,
            is_touch: true,
        }),
        None => input.pointer.hover_pos().map(|at| ZoomGesture {
            at,
            factor: input.zoom_delta(),
            pan: Vec2::ZERO,
            is_touch: false,
        }),
    })?;
    // Two fingers at the same point have no distance.
    if !(gesture.factor.is_finite() && gesture.factor > 0.0) {
        gesture.factor = 1.0;
    }
    let changes = gesture.zooms() || gesture.pan != Vec2::ZERO;
    let free = ui.memory(|memory| memory.allows_interaction(ui.layer_id()))
        && ui.ctx().layer_id_at(gesture.at).is_none_or(|layer| layer == ui.layer_id());
    (changes && free && area.contains(gesture.at)).then_some(gesture)
}

/// Whether a press draws. That of a mouse does so at once; a finger may be about to pinch or to press longer, so it draws
/// when it has moved.
pub fn press_draws(ui: &Ui) -> bool {
    ui.input(|input| !input.any_touches() || input.pointer.is_decidedly_dragging())
}

/// Collects the factors of gestures until they are worth a step.
#[derive(Debug, Clone, Copy, Default)]
pub struct ZoomSteps(f32);

impl ZoomSteps {
    /// Adds a factor. Returns whether the step makes things larger. `step` is the logarithm of the factor of a step.
    pub fn add(&mut self, factor: f32, step: f32) -> Option<bool> {
        self.0 += factor.ln();
        (self.0.abs() >= step).then(|| std::mem::take(&mut self.0) > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{CentralPanel, ScrollArea, Sense, TouchDeviceId, pos2, vec2};

    /// A window with a button above a list, for fingers as a browser reports them.
    #[derive(Default)]
    struct Screen {
        ctx: Context,
        time: f64,
        primary: Option<Pos2>,
        clicks: usize,
        long: usize,
        drags: usize,
        dropped: Option<Pos2>,
        zoom: Option<ZoomGesture>,
        offset: f32,
    }

    const BUTTON: Pos2 = pos2(50.0, 50.0);
    const LIST: Pos2 = pos2(50.0, 200.0);

    impl Screen {
        fn open() -> Screen {
            let mut screen = Screen::default();
            install(&screen.ctx);
            screen.frame(Vec::new());
            screen
        }

        fn frame(&mut self, events: Vec<Event>) {
            self.time += 0.02;
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(300.0, 300.0)));
            let raw = RawInput { screen_rect, time: Some(self.time), events, ..RawInput::default() };
            let Screen { ctx, clicks, long, drags, dropped, zoom, offset, .. } = self;
            let draw = |ui: &mut Ui| {
                CentralPanel::no_frame().show(ui, |ui| {
                    let (area, button) = ui.allocate_exact_size(vec2(300.0, 100.0), Sense::click_and_drag());
                    *clicks += usize::from(button.clicked());
                    *long += usize::from(button.secondary_clicked());
                    *drags += usize::from(button.dragged());
                    *dropped = dropped.or(button.interact_pointer_pos().filter(|_| button.drag_stopped()));
                    *zoom = zoom_gesture(ui, area);
                    let list = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        ui.allocate_exact_size(vec2(300.0, 2000.0), Sense::hover());
                    });
                    *offset = list.state.clamped_offset().y;
                });
            };
            ctx.clone().run_ui(raw, draw).textures_delta.clear();
        }

        /// A finger does something. A browser makes a mouse of the first one.
        fn finger(&mut self, number: u64, phase: TouchPhase, pos: Pos2) {
            let button = |pos, pressed| Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            let primary = if number == 1 { pos } else { self.primary.unwrap_or(pos) };
            let mut events = match phase {
                TouchPhase::Start => vec![button(primary, true)],
                TouchPhase::Move => vec![Event::PointerMoved(primary)],
                _ => vec![button(primary, false), Event::PointerGone],
            };
            self.primary = Some(primary);
            let (device_id, id) = (TouchDeviceId(0), TouchId(number));
            events.push(Event::Touch { device_id, id, phase, pos, force: None });
            self.frame(events);
        }

        fn wait(&mut self, frames: usize) {
            for _ in 0..frames {
                self.frame(Vec::new());
            }
        }
    }

    #[test]
    fn a_tap_is_a_click_and_a_long_press_is_the_secondary_button() {
        let mut screen = Screen::open();
        screen.finger(1, TouchPhase::Start, BUTTON);
        screen.finger(1, TouchPhase::End, BUTTON);
        screen.wait(2);
        assert_eq!((screen.clicks, screen.long), (1, 0));
        screen.finger(1, TouchPhase::Start, BUTTON);
        screen.wait(60);
        assert_eq!((screen.clicks, screen.long), (1, 1));
        screen.finger(1, TouchPhase::End, BUTTON);
        screen.wait(2);
        assert_eq!((screen.clicks, screen.long), (1, 1), "the end of a long press is not a click");
    }

    #[test]
    fn one_finger_scrolls_a_list() {
        let mut screen = Screen::open();
        // egui has to learn first that there is a touch screen.
        screen.finger(1, TouchPhase::Start, LIST);
        screen.finger(1, TouchPhase::End, LIST);
        screen.finger(1, TouchPhase::Start, LIST);
        for step in 1..=10 {
            screen.finger(1, TouchPhase::Move, LIST - vec2(0.0, 8.0 * step as f32));
        }
        assert!(screen.offset > 50.0, "{}", screen.offset);
        screen.finger(1, TouchPhase::End, LIST - vec2(0.0, 80.0));
        assert_eq!(screen.clicks, 0);
    }

    #[test]
    fn two_fingers_zoom_and_neither_click_nor_drag() {
        for slow in [0, 3] {
            let mut screen = Screen::open();
            let (first, second) = (BUTTON, BUTTON + vec2(40.0, 0.0));
            screen.finger(1, TouchPhase::Start, first);
            screen.wait(slow);
            screen.finger(2, TouchPhase::Start, second);
            screen.wait(2);
            let mut zoom = 1.0;
            for step in 1..=10 {
                screen.finger(2, TouchPhase::Move, second + vec2(4.0 * step as f32, 0.0));
                let gesture = screen.zoom.expect("a gesture");
                assert!(gesture.is_touch);
                zoom *= gesture.factor;
            }
            assert!((zoom - 2.0).abs() < 1e-3, "twice the distance between the fingers is {zoom}");
            screen.finger(1, TouchPhase::Move, first - vec2(30.0, 20.0));
            screen.finger(1, TouchPhase::End, first - vec2(30.0, 20.0));
            screen.finger(2, TouchPhase::Move, second);
            screen.finger(2, TouchPhase::End, second);
            screen.wait(50);
            assert_eq!((screen.clicks, screen.long, screen.drags), (0, 0, 0));
            // After that a finger clicks as before.
            screen.finger(1, TouchPhase::Start, BUTTON);
            screen.finger(1, TouchPhase::End, BUTTON);
            screen.wait(2);
            assert_eq!(screen.clicks, 1);
        }
    }

    #[test]
    fn a_second_finger_ends_a_drag() {
        let mut screen = Screen::open();
        screen.finger(1, TouchPhase::Start, BUTTON);
        screen.finger(1, TouchPhase::Move, BUTTON + vec2(20.0, 0.0));
        assert!(screen.drags > 0);
        screen.finger(2, TouchPhase::Start, BUTTON + vec2(60.0, 0.0));
        screen.wait(2);
        let drags = screen.drags;
        screen.finger(1, TouchPhase::Move, BUTTON);
        screen.wait(2);
        assert_eq!(screen.drags, drags);
        assert_eq!(screen.dropped, Some(BUTTON + vec2(20.0, 0.0)), "what is dragged stays where it is");
    }

    #[test]
    fn fingers_at_the_same_point_do_not_zoom() {
        let mut screen = Screen::open();
        screen.finger(1, TouchPhase::Start, BUTTON);
        screen.finger(2, TouchPhase::Start, BUTTON);
        screen.wait(2);
        for number in [1, 2] {
            screen.finger(number, TouchPhase::Move, BUTTON + vec2(5.0, 0.0));
            assert!(screen.zoom.is_none_or(|gesture| gesture.factor.is_finite() && gesture.factor > 0.0));
        }
    }

    #[test]
    fn what_is_under_the_fingers_stays_there() {
        let area = Rect::from_min_size(pos2(10.0, 20.0), vec2(300.0, 200.0));
        let gesture = |at: Pos2, pan: Vec2| Some(ZoomGesture { at, factor: 2.0, pan, is_touch: true });
        let picture = |margin: f32, unit: f32| ScrolledPicture { origin: Vec2::splat(margin), unit };
        // The cell at a place of the screen, when the picture is scrolled this far.
        let cell = |at: Pos2, offset: Vec2, picture: ScrolledPicture| {
            (at - area.min + offset - picture.origin) / picture.unit
        };
        let (at, pan) = (pos2(150.0, 120.0), vec2(7.0, -3.0));
        let (small, large, offset) = (picture(8.0, 10.0), picture(4.0, 20.0), vec2(40.0, 30.0));
        for later in [false, true] {
            let mut anchor = ZoomAnchor::default();
            assert_eq!(anchor.offset(gesture(at, Vec2::ZERO), area, small), None);
            anchor.note(small, offset);
            let moved = if later {
                assert_eq!(anchor.offset(gesture(at, Vec2::ZERO), area, small), None);
                anchor.offset(None, area, large)
            } else {
                anchor.offset(gesture(at, Vec2::ZERO), area, large)
            };
            let moved = moved.expect("a new place");
            assert!((cell(at, moved, large) - cell(at, offset, small)).length() < 1e-3);
            anchor.note(large, moved);
            assert_eq!(anchor.offset(gesture(at, pan), area, large), Some(moved - pan));
            assert_eq!(anchor.offset(None, area, large), None);
            assert_eq!(anchor.offset(None, area, small), None, "a size that was chosen in a menu");
        }
    }

    #[test]
    fn small_factors_are_collected() {
        let mut steps = ZoomSteps::default();
        assert_eq!(steps.add(1.05, 0.1), None);
        assert_eq!(steps.add(1.08, 0.1), Some(true));
        assert_eq!(steps.add(0.99, 0.1), None);
        assert_eq!(steps.add(0.8, 0.1), Some(false));
    }
}
