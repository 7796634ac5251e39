//! `atoms solve` as a program: its answers, its refusals, and Ctrl-C.

use serde_json::Value;
use std::fs;
use whole_programs::{Output, Program};

fn solve(program: &Program, args: &[&str]) -> Output {
    program.run(&[&["solve"], args].concat(), "")
}

#[test]
fn json_is_one_object_and_nothing_stays_behind() {
    let program = Program::new("atoms");
    for (size, rule, value, moves) in
        [("2x2", "neutral", "second", 0), ("3x3", "neutral", "first", 9), ("3x3", "kept", "second", 0)]
    {
        let output = solve(&program, &["--size", size, "--rule", rule, "--json"]);
        assert!(output.exits(0).stderr.is_empty(), "{output:?}");
        let answer: Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!(
            (&answer["value"], answer["first_moves"].as_array().unwrap().len()),
            (&value.into(), moves)
        );
        assert!(answer["states"].as_u64().unwrap() > 0 && answer["seconds"].as_f64().unwrap() >= 0.0);
    }
    assert_eq!(fs::read_dir(program.dir()).unwrap().count(), 0);
}

#[test]
fn a_position_is_told_in_words() {
    solve(&Program::new("atoms"), &["--size", "2x2", "--position", "a1"])
        .exits(0)
        .prints(&["With perfect play Orange, the second player, wins.\nOrange wins with "]);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let program = Program::new("atoms");
    let refused = |args: &[&str], why: &str| {
        let output = solve(&program, args);
        assert!(output.fails(2).contains(why) && output.stdout.is_empty(), "{output:?}");
    };
    refused(&["--size", "8x8"], "too many positions");
    refused(
        &["--size", "3x3", "--position", "a1 a1"],
        "move 2 of --position, 'a1': the atom on a1 is Blue's",
    );
    refused(&["--size", "2x2", "--position", "a1 b1 a1"], "Blue has won already");
    let foreign = program.file("foreign");
    fs::write(&foreign, "my letters").unwrap();
    refused(&["--size", "2x2", "--resume", "--checkpoint", &foreign], "not a checkpoint of 'atoms solve'");
    refused(&["--size", "2x2", "--resume", "--checkpoint", &format!("{foreign}.none")], "cannot be read");
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "my letters");
}

/// An unsolved board: the solver runs until it is interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_and_loses_nothing() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};
    let program = Program::new("atoms");
    let file = program.file("atoms/solve-5x4-kept.checkpoint");
    let states = || {
        let bytes = fs::read(&file).unwrap_or_default();
        let header = bytes.split(|byte| *byte == b'\n').next().unwrap();
        let header: Option<Value> = serde_json::from_slice(header).ok();
        header.and_then(|header| header["states"].as_u64()).unwrap_or_default()
    };
    // Interrupts the run once it has written a checkpoint of its own.
    let interrupt = |more: &[&str], written: &dyn Fn() -> bool| {
        let args =
            [&["solve", "--size", "5x4", "--rule", "kept", "--hash", "1", "--checkpoint-every", "0"], more];
        let mut command = program.command(&args.concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let since = Instant::now();
        while !written() {
            assert!(since.elapsed() < Duration::from_mins(3), "there is no checkpoint");
            assert!(child.try_wait().unwrap().is_none(), "the run has ended");
            thread::sleep(Duration::from_millis(5));
        }
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let output =
            Output { stdout: text(output.stdout), stderr: text(output.stderr), code: output.status.code() };
        let why = output.fails(1);
        assert!(why.contains("--resume") && why.contains(&file) && output.stdout.is_empty(), "{output:?}");
        states()
    };
    let first = interrupt(&[], &|| states() > 0);
    let second = interrupt(&["--resume"], &|| states() > first);
    assert!(second > first, "{first} {second}");
    // A run that starts anew keeps the old checkpoint.
    let old = format!("{file}.old");
    interrupt(&["--json"], &|| fs::exists(&old).unwrap() && states() > 0);
    let mut damaged = fs::read(&file).unwrap();
    damaged.pop();
    fs::write(&file, damaged).unwrap();
    let output = solve(&program, &["--size", "5x4", "--rule", "kept", "--resume"]);
    assert!(output.fails(2).contains("is damaged"), "{output:?}");
}
