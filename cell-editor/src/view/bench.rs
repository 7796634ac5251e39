//! How long the frames of the window take to build and to tessellate, while the rules of a large table are scrolled.

use super::{Editor, Settings};
use crate::document::Document;
use crate::recovery::Recovery;
use common::automaton::{Automaton, Kind, Table};
use common::store::Store;
use common::window::{Content, theme};
use egui::{
    Context, Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, vec2,
};
use serde::Serialize;
use std::hint::black_box;
use std::path::Path;
use web_time::Instant;

/// So many frames are scrolled.
const FRAMES: usize = 400;

/// Times of frames, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Frames {
    /// The first one, with the window's fonts and the first picture.
    pub first: f64,
    /// The one in the middle of those while scrolling.
    pub median: f64,
    /// The longest of those.
    pub longest: f64,
    /// How many were scrolled.
    pub scrolled: usize,
}

/// Measures a table of 10 states in a window of 1280 by 800.
pub fn run() -> Result<Frames, String> {
    let table = Table::random(Kind::Common, 10, 1, 90);
    let automaton = Automaton::new(Kind::Common, &table).map_err(|clash| clash.to_string())?;
    let store = Store::open("cell-editor", Some(Path::new("."))).map_err(|why| why.to_string())?;
    let mut time = 0.0;
    let ctx = Context::default();
    let begun = Instant::now();
    theme::apply(&ctx);
    // Nothing is kept: what has no changes is never written.
    let mut editor = Editor::with(store, Settings::default(), Recovery::off(), &ctx);
    editor.show(Document::copy_of(automaton, "ten.ccell"));
    let mut lowest = 0;
    let mut frame = |events: Vec<Event>| {
        time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(time), events, ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| editor.ui(ui));
        lowest = lowest.max(editor.rules.seen());
        black_box(ctx.tessellate(output.shapes, output.pixels_per_point)).len()
    };
    if frame(Vec::new()) == 0 {
        return Err("the first frame is empty".to_owned());
    }
    let first = milliseconds(begun);
    frame(vec![Event::PointerMoved(Pos2::new(300.0, 400.0))]);
    let mut times: Vec<f64> = (0..FRAMES)
        .map(|n| {
            // Down to the end, and back.
            let by = if n < FRAMES / 2 { -37.0 } else { 37.0 };
            let wheel = Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: vec2(0.0, by),
                phase: TouchPhase::Move,
                source: MouseWheelSource::Wheel,
                modifiers: Modifiers::NONE,
            };
            let begun = Instant::now();
            frame(vec![wheel]);
            milliseconds(begun)
        })
        .collect();
    if lowest < 1000 {
        return Err(format!("scrolling has led to rule {lowest} only"));
    }
    times.sort_by(f64::total_cmp);
    let longest = times.last().copied().unwrap_or_default();
    Ok(Frames { first, median: times[FRAMES / 2], longest, scrolled: FRAMES })
}

fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}
