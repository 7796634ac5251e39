//! Measures how long frames of a large board take to build and to tessellate.

use super::CellUi;
use super::options::{NotesMode, name};
use crate::automaton_ref::AutomatonRef;
use crate::id::Size;
use crate::layout::{Layout, MAX_HEIGHT, MAX_WIDTH};
use crate::rules::{Puzzle, PuzzleSetup, write_board};
use common::automaton::{Automaton, AutomatonKind, RuleTable, State};
use common::game::Side;
use common::job::Work;
use common::session::{Seat, Session};
use common::window::{GameUi, Scene, Tokens, UiOptions, theme};
use egui::{CentralPanel, Context, Event, Panel, Pos2, RawInput, Rect, vec2};
use serde::Serialize;
use std::hint::black_box;
use web_time::Instant;

/// The number of measured frames.
const FRAMES: usize = 200;
/// The number of states.
const STATES: u8 = 10;

/// Frame times of a board with 60 × 40 cells and 10 states in a window of 1280 × 800, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RedrawTimes {
    /// The first frame, including fonts and automatic notes.
    pub first: f64,
    /// The median while the pointer moves over the board.
    pub median: f64,
    /// The longest frame while the pointer moves over the board.
    pub longest: f64,
    /// The number of frames while the pointer moves.
    pub frames: usize,
    /// The number of vertices of the last frame.
    pub vertices: usize,
}

/// Draws the board and the cards of the largest puzzle, without a renderer. Every second cell is hidden and has notes.
pub fn redraw_times() -> Result<RedrawTimes, String> {
    let seats = vec![Seat::Human];
    let session: Session<Puzzle> =
        Session::start(largest_puzzle()?, seats, 1, &Work::quiet()).map_err(|why| why.to_string())?;
    let options: UiOptions =
        [(name::NOTES.to_owned(), NotesMode::Automatic.value().to_owned())].into_iter().collect();
    let ctx = Context::default();
    theme::apply(&ctx);
    let mut ui_state = CellUi::default();
    let (mut time, mut vertices) = (0.0, 0);
    let mut frame = |events: Vec<Event>| {
        time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)));
        let input = RawInput { screen_rect, time: Some(time), events, ..RawInput::default() };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            let scene = Scene {
                game: session.seen_by(Side::FIRST),
                tokens: Tokens::new(false),
                hint: None,
                line: None,
                options: &options,
                motion: 0.0,
                active: true,
                reviewing: false,
            };
            ui_state.notice(&scene);
            Panel::right("cards").exact_size(320.0).show(ui, |ui| ui_state.cards(ui, &scene));
            CentralPanel::default().show(ui, |ui| ui_state.board(ui, &scene));
        });
        // There is no renderer to upload textures to.
        output.textures_delta.clear();
        let primitives = black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        vertices = primitives.iter().map(|clipped| vertices_of(&clipped.primitive)).sum();
        start.elapsed().as_secs_f64() * 1000.0
    };
    let first = frame(Vec::new());
    let mut times: Vec<f64> = (0..FRAMES)
        .map(|n| frame(vec![Event::PointerMoved(Pos2::new(60.0 + 4.0 * n as f32, 60.0 + 3.0 * n as f32))]))
        .collect();
    times.sort_by(f64::total_cmp);
    let longest = times.last().copied().unwrap_or_default();
    Ok(RedrawTimes { first, median: times[FRAMES / 2], longest, frames: FRAMES, vertices })
}

/// A board whose first row is given, and half of the other cells.
fn largest_puzzle() -> Result<PuzzleSetup, String> {
    let table = RuleTable::random(AutomatonKind::Common, STATES, 1, 90);
    let automaton = Automaton::new(AutomatonKind::Common, &table).map_err(|conflict| conflict.to_string())?;
    let automaton = AutomatonRef::new(automaton);
    let mut setup = PuzzleSetup {
        automaton,
        size: Size { width: MAX_WIDTH, height: MAX_HEIGHT },
        ..PuzzleSetup::default()
    };
    let layout: Layout = setup.layout().map_err(|why| why.to_string())?;
    let row: Vec<State> = (0..MAX_WIDTH).map(|n| (n * n % usize::from(STATES)) as State).collect();
    let is_given = |index: usize| {
        let (row, column) = (index / MAX_WIDTH, index % MAX_WIDTH);
        row == 0 || (row + column).is_multiple_of(2)
    };
    let cells = layout.grow(&row).into_iter().enumerate();
    let cells: Vec<Option<State>> = cells.map(|(index, state)| is_given(index).then_some(state)).collect();
    setup.board = Some(write_board(MAX_WIDTH, &cells));
    Ok(setup)
}

fn vertices_of(primitive: &egui::epaint::Primitive) -> usize {
    match primitive {
        egui::epaint::Primitive::Mesh(mesh) => mesh.vertices.len(),
        egui::epaint::Primitive::Callback(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_board_is_drawn() {
        let times = redraw_times().unwrap();
        assert!(times.median > 0.0 && times.longest >= times.median, "{times:?}");
        // Every cell is at least two rectangles.
        assert!(times.vertices > 8 * MAX_WIDTH * MAX_HEIGHT, "{times:?}");
        println!("{times:?}");
    }
}
