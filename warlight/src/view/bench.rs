//! Measures how long frames of the world map take to recolour, to build and to tessellate.

use super::art::MapArt;
use super::map_view::{MapScene, MapView};
use crate::map;
use crate::map::render::{Arrow, RegionLook};
use common::window::theme;
use egui::{CentralPanel, Context, Event, Pos2, RawInput, Rect, Sense, vec2};
use serde::Serialize;
use std::hint::black_box;
use std::sync::Arc;
use web_time::Instant;

/// The number of measured frames of each kind.
const FRAMES: usize = 60;

/// Frame times of the world map in a window of 1280 × 800, in milliseconds: medians and longest ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FrameTimes {
    /// While the pointer moves and nothing changes.
    pub still: [f64; 2],
    /// While the map is moved and zoomed.
    pub moving: [f64; 2],
    /// If three regions change hands, as an attack may do.
    pub three_regions: [f64; 2],
    /// If every region changes hands.
    pub all_regions: [f64; 2],
}

/// What happens in a frame.
#[derive(Clone, Copy)]
enum Change {
    Nothing,
    Zoom,
    Regions(usize),
}

/// Draws frames without a renderer: what the program itself does, including the pictures that are sent to one.
pub fn frame_times() -> Result<FrameTimes, String> {
    let loaded = map::load("world").map_err(|why| why.to_string())?;
    let art = Arc::new(MapArt::new(loaded, false));
    let regions = art.map().regions.len();
    let ctx = Context::default();
    theme::apply(&ctx);
    let mut view = MapView::default();
    let mut looks: Vec<RegionLook> = (0..regions)
        .map(|n| RegionLook { owner: Some((n % 4) as u8), armies: Some(7), ..RegionLook::default() })
        .collect();
    let arrows: Vec<Arrow> = (0..12_u16)
        .map(|n| Arrow {
            from: n,
            to: art.map().regions[usize::from(n)].neighbours[0],
            armies: Some(5),
            player: 1,
        })
        .collect();
    let mut time = 0.0;
    let mut frame = |n: usize, change: Change| {
        time += 1.0 / 60.0;
        let pointer = Pos2::new(200.0 + 9.0 * n as f32, 200.0 + 5.0 * n as f32);
        let mut events = vec![Event::PointerMoved(pointer)];
        match change {
            Change::Nothing => {}
            Change::Zoom => events.push(Event::Zoom(if n.is_multiple_of(20) { 0.3 } else { 1.05 })),
            Change::Regions(count) => {
                for at in (0..count).map(|k| (n * 3 + k) % regions) {
                    looks[at].owner = looks[at].owner.map(|owner| (owner + 1) % 4);
                }
            }
        }
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(time), events, ..RawInput::default() };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            CentralPanel::default().show(ui, |ui| {
                let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
                let scene = MapScene {
                    looks: &looks,
                    arrows: &arrows,
                    marks: &[],
                    notes: &[],
                    hint: None,
                    moving: None,
                    colours: std::array::from_fn(|n| n as u8),
                    bonuses: true,
                    active: true,
                    can_drag_from: &|_| false,
                    choices: &[],
                    name: &|region| region.to_string(),
                };
                view.show(ui, rect, &art, &scene);
            });
        });
        black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        let elapsed = start.elapsed().as_secs_f64() * 1000.0;
        // There is no renderer to send them to.
        black_box(&output.textures_delta);
        output.textures_delta.clear();
        elapsed
    };
    // The first frames load fonts and make the pictures.
    for n in 0..3 {
        frame(n, Change::Nothing);
    }
    let mut measure = |change: Change| {
        let mut times: Vec<f64> = (0..FRAMES).map(|n| frame(n, change)).collect();
        times.sort_by(f64::total_cmp);
        [times[FRAMES / 2], times[FRAMES - 1]]
    };
    Ok(FrameTimes {
        still: measure(Change::Nothing),
        three_regions: measure(Change::Regions(3)),
        all_regions: measure(Change::Regions(regions)),
        moving: measure(Change::Zoom),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_of_frames_are_drawn() {
        let times = frame_times().unwrap();
        for [median, longest] in [times.still, times.moving, times.three_regions, times.all_regions] {
            assert!(median > 0.0 && longest >= median, "{times:?}");
        }
    }
}
