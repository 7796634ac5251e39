//! `atoms solve` as a program: its answers, its refusals, and Ctrl-C.

use serde_json::Value;
use std::fs;
use whole_programs::{Program, Said};

fn solve(program: &Program, args: &[&str]) -> Said {
    program.run(&[&["solve"], args].concat(), "")
}

#[test]
fn json_is_one_object_and_nothing_stays_behind() {
    let program = Program::new("atoms");
    for (size, rule, value, moves) in
        [("2x2", "neutral", "second", 0), ("3x3", "neutral", "first", 9), ("3x3", "kept", "second", 0)]
    {
        let said = solve(&program, &["--size", size, "--rule", rule, "--json"]);
        assert!(said.ends(0).err.is_empty(), "{said:?}");
        let answer: Value = serde_json::from_str(&said.out).unwrap();
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
        .ends(0)
        .has(&["With perfect play Orange, the second player, wins.\nOrange wins with "]);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let program = Program::new("atoms");
    let refused = |args: &[&str], why: &str| {
        let said = solve(&program, args);
        assert!(said.fails(2).contains(why) && said.out.is_empty(), "{said:?}");
    };
    refused(&["--size", "8x8"], "too many positions");
    refused(
        &["--size", "3x3", "--position", "a1 a1"],
        "move 2 of --position, 'a1': the atom on a1 is Blue's",
    );
    refused(&["--size", "2x2", "--position", "a1 b1 a1"], "Blue has won already");
    let foreign = program.file("foreign");
    fs::write(&foreign, "my letters").unwrap();
    refused(&["--size", "2x2", "--resume", "--checkpoint", &foreign], "no checkpoint of 'atoms solve'");
    refused(&["--size", "2x2", "--resume", "--checkpoint", &format!("{foreign}.none")], "cannot be read");
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "my letters");
}

/// A board that nobody has solved: the run certainly lasts until it is interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_and_loses_nothing() {
    use std::process::{Command, Stdio};
    let program = Program::new("atoms");
    let file = program.file("solve-5x4-kept.checkpoint");
    let interrupt = |more: &[&str]| {
        let args = [&["solve", "--size", "5x4", "--rule", "kept", "--hash", "16"], more].concat();
        let mut command = program.command(&args);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let said = Said { out: text(output.stdout), err: text(output.stderr), code: output.status.code() };
        let why = said.fails(1);
        assert!(why.contains("--resume") && why.contains(&file) && said.out.is_empty(), "{said:?}");
        let bytes = fs::read(&file).unwrap();
        let line = bytes.split(|byte| *byte == b'\n').next().unwrap();
        serde_json::from_slice::<Value>(line).unwrap()["states"].as_u64().unwrap()
    };
    let first = interrupt(&[]);
    let second = interrupt(&["--resume"]);
    assert!(second > first, "{first} {second}");
    interrupt(&["--json"]);
    assert!(fs::exists(format!("{file}.old")).unwrap(), "a run that starts anew keeps the old one");
    let mut damaged = fs::read(&file).unwrap();
    damaged.pop();
    fs::write(&file, damaged).unwrap();
    let said = solve(&program, &["--size", "5x4", "--rule", "kept", "--resume"]);
    assert!(said.fails(2).contains("is damaged"), "{said:?}");
}
