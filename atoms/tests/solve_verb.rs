//! `atoms solve` as a program: its answers, its refusals, and Ctrl-C.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atoms"));
    command.arg("--data-dir").arg(dir).arg("solve").args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(dir: &Path, args: &[&str]) -> Output {
    command(dir, args).output().unwrap()
}

/// What a run says when it fails with an exit code, in one sentence.
fn refusal(output: &Output, code: i32) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(output.stdout.is_empty() && said.starts_with("error: ") && said.lines().count() == 1, "{said}");
    said
}

#[test]
fn json_is_one_object_and_nothing_stays_behind() {
    let dir = tempfile::tempdir().unwrap();
    for (size, rule, value, moves) in
        [("2x2", "neutral", "second", 0), ("3x3", "neutral", "first", 9), ("3x3", "kept", "second", 0)]
    {
        let output = run(dir.path(), &["--size", size, "--rule", rule, "--json"]);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&answer["value"], answer["first_moves"].as_array().unwrap().len()),
            (&value.into(), moves)
        );
        assert!(answer["states"].as_u64().unwrap() > 0 && answer["seconds"].as_f64().unwrap() >= 0.0);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn a_position_is_told_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let output = run(dir.path(), &["--size", "2x2", "--position", "a1"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with("With perfect play Orange, the second player, wins.\nOrange wins with "),
        "{said}"
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |args: &[&str], why: &str| {
        let said = refusal(&run(dir.path(), args), 2);
        assert!(said.contains(why), "{said}");
    };
    refused(&["--size", "8x8"], "too many positions");
    refused(
        &["--size", "3x3", "--position", "a1 a1"],
        "move 2 of --position, 'a1': the atom on a1 is Blue's",
    );
    refused(&["--size", "2x2", "--position", "a1 b1 a1"], "Blue has won already");
    let foreign = dir.path().join("foreign");
    fs::write(&foreign, "my letters").unwrap();
    let name = foreign.to_str().unwrap();
    refused(&["--size", "2x2", "--resume", "--checkpoint", name], "no checkpoint of 'atoms solve'");
    refused(&["--size", "2x2", "--resume", "--checkpoint", &format!("{name}.none")], "cannot be read");
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "my letters");
}

/// A board that nobody has solved: the run certainly lasts until it is interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("solve-4x5-kept.checkpoint");
    let interrupt = |more: &[&str]| {
        let args = [&["--size", "4x5", "--rule", "kept", "--hash", "16"], more].concat();
        let child = command(dir.path(), &args).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let said = refusal(&child.wait_with_output().unwrap(), 1);
        assert!(said.contains("--resume") && said.contains(file.to_str().unwrap()), "{said}");
        let bytes = fs::read(&file).unwrap();
        let line = bytes.split(|byte| *byte == b'\n').next().unwrap();
        serde_json::from_slice::<Value>(line).unwrap()["states"].as_u64().unwrap()
    };
    let first = interrupt(&[]);
    let second = interrupt(&["--resume"]);
    assert!(second > first, "{first} {second}");
    interrupt(&["--json"]);
    assert!(
        dir.path().join("solve-4x5-kept.checkpoint.old").exists(),
        "a run that starts anew keeps the old one"
    );
    let mut damaged = fs::read(&file).unwrap();
    damaged.pop();
    fs::write(&file, damaged).unwrap();
    let said = refusal(&run(dir.path(), &["--size", "4x5", "--rule", "kept", "--resume"]), 2);
    assert!(said.contains("is damaged"), "{said}");
}
