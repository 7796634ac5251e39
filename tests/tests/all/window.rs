//! The real window on a simulated display. Without Xvfb or the window libraries the tests pass with a message, unless
//! `REQUIRE_WINDOW` is set.

use crate::games::{ATOMS, GOMOKU, Game, QTTT};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};
use tempfile::TempDir;
use whole_programs::Program;

/// Time for a window to show what it should; software rendering on a busy machine is slow.
const LIMIT: Duration = Duration::from_mins(3);

/// The dark theme, which windows have where the desktop names none.
const PAGE: Colour = 0x14_16_1B;
const INK: Colour = 0xE9_E7_E2;
const ACCENT: Colour = 0x7A_A2_F7;
const BLUE: Colour = 0x4F_A8_E0;
const ORANGE: Colour = 0xF2_85_3C;

/// Red, green and blue, eight bits each.
type Colour = u32;
/// How many pixels have each colour.
type Picture = HashMap<Colour, usize>;

/// A simulated display, which ends with the test.
struct Display {
    server: Child,
    name: String,
    folder: TempDir,
}

impl Display {
    fn open() -> Option<Display> {
        let folder = TempDir::new().ok()?;
        // The server chooses a free number and prints it. It keeps the screen in a file of the folder.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1100x760x24", "-fbdir"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        Some(Display { server, name: format!(":{}", number.trim()), folder })
    }

    /// Reads the screen, a file in the format of `xwd`.
    fn picture(&self) -> Picture {
        let bytes = fs::read(self.folder.path().join("Xvfb_screen0")).expect("the screen");
        let field = |index: usize| {
            u32::from_be_bytes(bytes[4 * index..][..4].try_into().expect("four bytes")) as usize
        };
        let [header, width, height, order, bits, stride, colours] = [0, 4, 5, 7, 11, 12, 19].map(field);
        assert_eq!((order, bits), (0, 32), "pixels are little-endian words");
        let mut picture = Picture::new();
        for row in bytes[header + 12 * colours..].chunks_exact(stride).take(height) {
            for pixel in row[..4 * width].chunks_exact(4) {
                let colour = u32::from_le_bytes([pixel[0], pixel[1], pixel[2], 0]);
                *picture.entry(colour).or_default() += 1;
            }
        }
        picture
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Opens the window, and waits until the screen has at least so many pixels of each colour.
fn window_shows(program: &Program, expected: &[(Colour, usize)]) {
    window_with_shows(program, &[], expected);
}

/// The same with arguments.
fn window_with_shows(program: &Program, args: &[&str], expected: &[(Colour, usize)]) {
    let skip = |why: &str| {
        assert!(env::var_os("REQUIRE_WINDOW").is_none(), "{why}");
        eprintln!("{why}: the real window is not tested");
    };
    let Some(display) = Display::open() else { return skip("Xvfb is missing") };
    let mut window = program
        .command(args)
        .env("DISPLAY", &display.name)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("PENTAD_FILE_DIALOG", "list")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let since = Instant::now();
    let shown = loop {
        let picture = display.picture();
        let count = |colour: &Colour| picture.get(colour).copied().unwrap_or_default();
        // Smooth text has many colours.
        if picture.len() > 500 && expected.iter().all(|(colour, min)| count(colour) >= *min) {
            break Ok(());
        }
        if since.elapsed() > LIMIT || window.try_wait().unwrap().is_some() {
            let counts: Vec<String> = expected
                .iter()
                .map(|(colour, min)| format!("{colour:06X}: {} of {min}", count(colour)))
                .collect();
            break Err(format!("{} colours; {}", picture.len(), counts.join(", ")));
        }
        thread::sleep(Duration::from_millis(20));
    };
    let ended = window.try_wait().unwrap();
    let _ = window.kill();
    let errors = window.wait_with_output().unwrap().stderr;
    let errors = String::from_utf8_lossy(&errors);
    if errors.contains("a library that windows need is missing") {
        return skip("a library that windows need is missing");
    }
    assert!(shown.is_ok() && ended.is_none(), "{shown:?}, {ended:?}: {errors}");
    assert!(!errors.contains("panicked") && !errors.contains("No window"), "{errors}");
}

/// The start screen has one large button.
const START: [(Colour, usize); 3] = [(PAGE, 400_000), (INK, 500), (ACCENT, 10_000)];

/// The window of a new player shows the start screen, that of an interrupted game shows its board.
fn opens(game: &Game, board: &[(Colour, usize)]) {
    window_shows(&game.program(), &START);
    let program = game.program();
    game.kill_midway(&program);
    window_shows(&program, &[&[(PAGE, 100_000), (INK, 500)], board].concat());
}

#[test]
fn the_window_of_atoms_shows_the_board() {
    opens(&ATOMS, &[(BLUE, 600), (ORANGE, 600)]);
}

#[test]
fn the_window_of_qttt_shows_the_board() {
    opens(&QTTT, &[(BLUE, 400), (ORANGE, 400)]);
}

#[test]
fn the_window_of_gomoku_shows_the_board() {
    let (wood, black, white) = (0x6B_57_3D, 0x12_14_18, 0xEE_EB_E4);
    opens(&GOMOKU, &[(wood, 200_000), (black, 1000), (white, 1000)]);
}

#[test]
fn the_window_of_cell_editor_shows_the_library() {
    let (white, black) = (0xFF_FF_FF, 0x00_00_00);
    window_shows(
        &Program::new("cell-editor"),
        &[(PAGE, 200_000), (INK, 500), (ACCENT, 2000), (white, 50_000), (black, 30_000)],
    );
}

#[test]
fn the_window_of_cellgame_shows_the_board() {
    window_shows(&Program::new("cellgame"), &START);
    // A file of an automaton begins a puzzle at once.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../automata/rule-045.ccell");
    let (white, black) = (0xFF_FF_FF, 0x00_00_00);
    window_with_shows(
        &Program::new("cellgame"),
        &[file],
        &[(PAGE, 100_000), (INK, 500), (white, 1000), (black, 1000)],
    );
}

#[test]
fn the_window_of_warlight_shows_the_map() {
    window_shows(&Program::new("warlight"), &START);
    let program = Program::new("warlight");
    let play = ["play", "--players", "human", "random", "--map", "brindle", "--seed", "3"];
    program.run(&play, "pick 1 14\n1+5\nquit\n").exits(0);
    // The sea around the map.
    let sea = 0x91_A7_B6;
    window_shows(&program, &[(PAGE, 50_000), (INK, 500), (sea, 50_000)]);
}
