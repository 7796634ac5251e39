//! The real window on a simulated display. Where there is no Xvfb the test says so and passes.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use whole_programs::Program;

/// A simulated display, ended with the test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn open() -> Option<Display> {
        // The server chooses a free number and tells it on its standard output.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1100x760x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
        Some(Display { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn the_window_of_qttt_opens_and_stays() {
    opens_and_stays("qttt");
}

#[test]
fn the_window_of_atoms_opens_and_stays() {
    opens_and_stays("atoms");
}

#[test]
fn the_window_of_gomoku_opens_and_stays() {
    opens_and_stays("gomoku");
}

#[test]
fn the_window_of_cell_editor_opens_and_stays() {
    opens_and_stays("cell-editor");
}

fn opens_and_stays(name: &'static str) {
    let Some(display) = Display::open() else {
        eprintln!("no Xvfb here: the real window is not tested");
        return;
    };
    let program = Program::new(name);
    let no_args: [&str; 0] = [];
    let mut window = program
        .command(&no_args)
        .env("DISPLAY", &display.name)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Without a window the terminal would see the end of its input, and be gone.
    std::thread::sleep(Duration::from_secs(3));
    let running = window.try_wait().unwrap().is_none();
    let _ = window.kill();
    let said = window.wait_with_output().unwrap().stderr;
    let said = String::from_utf8_lossy(&said);
    if said.contains("a library that windows need is missing") {
        eprintln!("libraries of the window system are missing here: the real window is not tested");
        return;
    }
    assert!(running, "the window did not stay: {said}");
    assert!(!said.contains("panicked") && !said.contains("No window"), "{said}");
}
