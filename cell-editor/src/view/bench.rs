//! Measures how long frames take to build and to tessellate while the user scrolls through a large table.

use super::{Editor, Settings};
use crate::document::Document;
use crate::recovery::Recovery;
use common::automaton::{Automaton, AutomatonKind, RuleTable};
use common::store::Store;
use common::window::{Content, theme};
use egui::{
    Context, Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, vec2,
};
use serde::Serialize;
use std::hint::black_box;
use std::path::Path;
use web_time::Instant;

/// The number of measured frames.
const FRAMES: usize = 400;

/// Frame times in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Frames {
    /// The first frame, including fonts and the first picture.
    pub first: f64,
    /// The median while scrolling.
    pub median: f64,
    /// The longest frame while scrolling.
    pub longest: f64,
    /// The number of frames while scrolling.
    pub scrolled: usize,
}

/// Measures a table with 10 states in a window of 1280 × 800.
pub fn run() -> Result<Frames, String> {
    let table = RuleTable::random(AutomatonKind::Common, 10, 1, 90);
    let automaton = Automaton::new(AutomatonKind::Common, &table).map_err(|conflict| conflict.to_string())?;
    let store = Store::at(Path::new("."));
    let mut time = 0.0;
    let ctx = Context::default();
    let start = Instant::now();
    theme::apply(&ctx);
    // Nothing is written to disk, because the document has no changes.
    let mut editor = Editor::with(store, Settings::default(), Recovery::off(), &ctx);
    editor.show_document(Document::copy_of(automaton, "ten.ccell"));
    let mut last_visible = 0;
    let mut frame = |events: Vec<Event>| {
        time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(time), events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| editor.ui(ui));
        // There is no renderer to upload textures to.
        output.textures_delta.clear();
        last_visible = last_visible.max(editor.grid.visible_end());
        black_box(ctx.tessellate(output.shapes, output.pixels_per_point)).len()
    };
    if frame(Vec::new()) == 0 {
        return Err("the first frame is empty".to_owned());
    }
    let first = milliseconds(start);
    frame(vec![Event::PointerMoved(Pos2::new(300.0, 400.0))]);
    let mut times: Vec<f64> = (0..FRAMES)
        .map(|n| {
            // Scroll down to the end and back up.
            let by = if n < FRAMES / 2 { -37.0 } else { 37.0 };
            let wheel = Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, by),
                phase: TouchPhase::Move,
                source: MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            };
            let start = Instant::now();
            frame(vec![wheel]);
            milliseconds(start)
        })
        .collect();
    if last_visible < 1000 {
        return Err(format!("scrolling reached only rule {last_visible}"));
    }
    times.sort_by(f64::total_cmp);
    let longest = times.last().copied().unwrap_or_default();
    Ok(Frames { first, median: times[FRAMES / 2], longest, scrolled: FRAMES })
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_benchmark_scrolls_through_the_whole_table() {
        let frames = run().unwrap();
        assert_eq!(frames.scrolled, FRAMES);
        assert!(frames.median > 0.0 && frames.longest >= frames.median, "{frames:?}");
    }
}
