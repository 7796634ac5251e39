//! Starts the programs as a user or a script does: the real binary, in a folder of its own, without a display.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};
use tempfile::TempDir;

/// A program that needs more time to end hangs.
const TIME_LIMIT: Duration = Duration::from_mins(5);

/// A program, with a folder for all its files.
pub struct Program {
    binary: PathBuf,
    name: &'static str,
    dir: Arc<TempDir>,
}

/// What a program printed, and how it ended.
#[derive(Debug)]
pub struct Output {
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
    /// The exit code; `None` if it was killed.
    pub code: Option<i32>,
}

impl Output {
    /// Asserts that the parts are in the output, in this order.
    pub fn prints(&self, parts: &[&str]) -> &Output {
        let mut rest = self.stdout.as_str();
        for part in parts {
            let at =
                rest.find(part).unwrap_or_else(|| panic!("'{part}' is missing or out of order: {self:#?}"));
            rest = &rest[at + part.len()..];
        }
        self
    }

    /// Asserts the exit code, and that no thread panicked.
    pub fn exits(&self, code: i32) -> &Output {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(!self.stderr.contains("panicked"), "{self:#?}");
        self
    }

    /// Asserts a failure with one line on the standard error, and returns that line.
    pub fn fails(&self, code: i32) -> &str {
        self.exits(code);
        let line = self.stderr.trim_end();
        assert!(line.starts_with("error: ") && line.lines().count() == 1, "{self:#?}");
        line
    }
}

impl Program {
    /// A program of the workspace.
    pub fn new(name: &'static str) -> Program {
        Program { binary: binary(name), name, dir: Arc::new(TempDir::new().expect("a temporary folder")) }
    }

    /// Uses the folder of another program.
    pub fn sharing(self, other: &Program) -> Program {
        Program { dir: Arc::clone(&other.dir), ..self }
    }

    /// Copies the binary under another name into the folder, and uses the copy.
    pub fn renamed(mut self, name: &str) -> Program {
        let copy = self.dir.path().join(name).with_extension(env::consts::EXE_EXTENSION);
        fs::copy(&self.binary, &copy).expect("a copy of the program");
        self.binary = copy;
        self
    }

    /// The binary.
    pub fn binary(&self) -> &Path {
        &self.binary
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The folder below it where the program keeps its settings and games.
    pub fn data(&self) -> PathBuf {
        self.dir.path().join(self.name)
    }

    /// A file in the folder, as an argument.
    pub fn file(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    /// A command that keeps all files in the folder and has no display.
    pub fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(args).arg("--data-dir").arg(self.dir.path()).current_dir(self.dir.path());
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Runs the program with this input.
    pub fn run(&self, args: &[impl AsRef<OsStr>], input: &str) -> Output {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|why| panic!("{}: {why}", self.name));
        let (stdin, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let input = input.to_owned();
        // A program may end without reading everything.
        let writer = thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        let (out, err) = (read(out), read(err));
        let code = wait(&mut child);
        let _ = writer.join();
        let text = |reader: thread::JoinHandle<String>| reader.join().expect("a reader");
        Output { stdout: text(out), stderr: text(err), code }
    }

    /// Starts the program for a dialogue.
    pub fn start(&self, args: &[impl AsRef<OsStr>]) -> Running {
        self.start_with(args, &[])
    }

    /// Starts the program for a dialogue, with these environment variables.
    pub fn start_with(&self, args: &[impl AsRef<OsStr>], variables: &[(&str, &str)]) -> Running {
        let mut command = self.command(args);
        command.envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|why| panic!("{}: {why}", self.name));
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().map(BufReader::new);
        Running { child, stdin, stdout }
    }

    /// Starts the program in a terminal of its own, with these environment variables. `None` on a system without the
    /// command `script` of Linux, which makes the terminal.
    pub fn start_in_terminal(&self, args: &[&str], variables: &[(&str, &str)]) -> Option<Running> {
        let command = self.command(args);
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let quoted: Vec<String> = words.map(|word| format!("'{}'", word.to_string_lossy())).collect();
        let mut script = Command::new("script");
        script.args(["-q", "-e", "-c", &quoted.join(" "), "/dev/null"]).current_dir(self.dir.path());
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "LC_ALL", "LC_CTYPE", "NO_COLOR", "CLICOLOR_FORCE"] {
            script.env_remove(variable);
        }
        script.env("TERM", "xterm-256color").env("LANG", "C.UTF-8").envs(variables.iter().copied());
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = script.spawn().ok().filter(|_| cfg!(target_os = "linux"))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().map(BufReader::new);
        Some(Running { child, stdin, stdout })
    }
}

/// A running program, for a dialogue line by line.
pub struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Running {
    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}");
        }
    }

    /// Presses keys, without a line end.
    pub fn press(&mut self, keys: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(keys.as_bytes());
        }
    }

    /// Reads up to `part`, also in the middle of a line, and returns everything read.
    pub fn read_up_to(&mut self, part: &str) -> String {
        self.read_up_to_any(&[part])
    }

    /// Reads up to the first of these parts that appears, and returns everything read.
    pub fn read_up_to_any(&mut self, parts: &[&str]) -> String {
        let mut bytes = Vec::new();
        for byte in self.stdout.as_mut().expect("an open output").bytes() {
            bytes.push(byte.expect("a byte"));
            if parts.iter().any(|part| bytes.ends_with(part.as_bytes())) {
                return String::from_utf8_lossy(&bytes).into_owned();
            }
        }
        panic!("{parts:?} were not printed, but:\n{}", String::from_utf8_lossy(&bytes));
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child to wait for").is_some()
    }

    /// Reads until a line contains `part`, and returns this line.
    pub fn read_until(&mut self, part: &str) -> String {
        let mut before = String::new();
        for line in self.stdout.as_mut().expect("an open output").lines() {
            let line = line.expect("text");
            if line.contains(part) {
                return line;
            }
            before += &line;
            before.push('\n');
        }
        panic!("'{part}' was not printed, but:\n{before}");
    }

    /// Closes the pipe from the program.
    pub fn close_output(&mut self) {
        self.stdout = None;
    }

    /// Kills the program, as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().expect("a program to kill");
        let _ = self.child.wait();
    }

    /// Waits for the end of the program.
    pub fn wait(mut self) -> Output {
        let open = self.stdin.take();
        let output = self.finish();
        drop(open);
        output
    }

    /// Closes the pipe to the program, and waits for its end.
    pub fn finish(mut self) -> Output {
        self.stdin = None;
        let (out, err) = (read(self.stdout.take()), read(self.child.stderr.take()));
        let code = wait(&mut self.child);
        let text = |reader: thread::JoinHandle<String>| reader.join().expect("a reader");
        Output { stdout: text(out), stderr: text(err), code }
    }
}

fn read(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child) -> Option<i32> {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child to wait for") {
            return status.code();
        }
        if since.elapsed() > TIME_LIMIT {
            let _ = child.kill();
            panic!("the program hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The program's binary, next to the tests. A test of the whole workspace has built it already; where it is missing or
/// older than its sources, it is built now.
fn binary(name: &'static str) -> PathBuf {
    static BUILT: Mutex<BTreeMap<&str, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let fresh = || {
        let tests = env::current_exe().expect("the path of the tests");
        let profile = tests.ancestors().nth(2).expect("target/PROFILE/deps/TESTS");
        let binary = profile.join(name).with_extension(env::consts::EXE_EXTENSION);
        if !is_fresh(name, &binary) {
            build(name, profile);
        }
        binary
    };
    built.entry(name).or_insert_with(fresh).clone()
}

fn build(name: &str, profile: &Path) {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--package", name, "--bin", name]).current_dir(env!("CARGO_MANIFEST_DIR"));
    match profile.file_name().and_then(OsStr::to_str) {
        Some("debug") | None => {}
        Some(other) => drop(command.args(["--profile", other])),
    }
    command.env("CARGO_TARGET_DIR", profile.parent().expect("a target folder"));
    let built = command.output().expect("cargo");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

/// Whether the binary is newer than every file it is made of. Cargo lists these files only for what was named on its
/// command line, so the folders of the sources are searched.
fn is_fresh(name: &str, binary: &Path) -> bool {
    let changed = |file: &Path| fs::metadata(file).and_then(|data| data.modified()).ok();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources =
        ["Cargo.lock", "Cargo.toml", "automata", "common", name].map(|part| root.join(part)).to_vec();
    let Some(made) = changed(binary) else { return false };
    while let Some(path) = sources.pop() {
        if path.file_stem().is_some_and(|stem| stem == "tests" || stem == "benches") {
            continue;
        }
        if let Ok(folder) = fs::read_dir(&path) {
            sources.extend(folder.flatten().map(|entry| entry.path()));
        } else if changed(&path).is_some_and(|changed| changed > made) {
            return false;
        }
    }
    true
}
