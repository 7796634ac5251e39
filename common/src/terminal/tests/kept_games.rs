//! Games that are saved, left, interrupted and continued.

use super::*;

#[test]
fn saving_and_loading() {
    let fixture = fixture();
    let path = |name: &str| fixture.dir.path().join(name).display().to_string();
    let (game, notes, none) = (path("my game.yaml"), path("notes.txt"), path("none"));
    fs::write(&notes, "buy milk").unwrap();
    let lines =
        format!("1\nsave {game}\n2\nsave {notes}\nload {none}\nload {notes}\nload {game}\nsave {game}\n");
    let again = format!("1\nsave {game}\nsave --force {notes}\nsave --force {game}\nsave {game}\n");
    let said = fixture.play(["", ""], &lines);
    has(
        &said,
        &[
            &format!("Saved as {game}."),
            &format!("Not saved: {notes} exists and is not a saved game; choose another name."),
            &format!("Not loaded: {none} cannot be read"),
            &format!("Not loaded: {notes} cannot be opened: this is not a saved game of nim."),
            &format!("Loaded {game}."),
            "\n******\nRight's turn",
            &format!("Saved as {game}."),
        ],
    );
    has(
        &fixture.play(["", ""], &again),
        &[
            &format!(
                "Not saved: {game} exists. Choose another name, or replace it with 'save --force {game}'."
            ),
            &format!("Not saved: {notes} exists and is not a saved game"),
            &format!("Saved as {game}."),
            &format!("Saved as {game}."),
        ],
    );
    assert_eq!(fs::read_to_string(&notes).unwrap(), "buy milk");
    let args = PlayArgs { load: Some(game.into()), ..PlayArgs::default() };
    has(&fixture.with(&args, ["", ""], "").unwrap(), &["\n******\nRight's turn"]);
    let text = fs::read_to_string(path("my game.yaml")).unwrap();
    fs::write(path("armed.yaml"), text.replacen("- human", "- cmd:no-such-program", 1)).unwrap();
    let note = "The file names another program as a player, which is not started: no-such-program.";
    has(&fixture.play(["", ""], &format!("load {}\n", path("armed.yaml"))), &["Loaded ", note]);
    let args = PlayArgs { load: Some(path("armed.yaml").into()), ..PlayArgs::default() };
    has(&fixture.with(&args, ["", ""], "").unwrap(), &[note, "Right's turn"]);
    let args = PlayArgs { load: Some(notes.into()), ..PlayArgs::default() };
    assert!(matches!(fixture.with(&args, ["", ""], ""), Err(Failure::Bad(_))));
}

#[test]
fn a_game_that_was_left_is_continued_only_on_request() {
    let mut fixture = fixture();
    let resume = PlayArgs { resume: true, ..PlayArgs::default() };
    assert!(matches!(fixture.with(&resume, ["", ""], ""), Err(Failure::No(_))));
    assert!(
        fixture.play(["", ""], "3\n").ends_with("The game is saved; 'nim play --continue' continues it.\n")
    );
    fixture.interactive = true;
    let said = fixture.play(["", ""], "");
    has(&said, &["You have an unfinished game; 'nim play --continue'", "\n*******\n"]);
    has(&fixture.with(&resume, ["", ""], "1\n").unwrap(), &["\n****\nRight's turn", "\n***\n"]);
    fixture.play(["", ""], "2\n");
    has(&fixture.with(&resume, ["", ""], "").unwrap(), &["\n*****\nRight's turn"]);
}

#[test]
fn an_interrupted_game_is_resumed() {
    let fixture = fixture();
    fixture.interrupt(&["1", "1"]);
    let other = fixture.play(["", "one"], "");
    has(&other, &["\n*******\n"]);
    let said = fixture.play(["", "human"], "");
    has(&said, &["Resumed the interrupted game; 'new' starts another one.\nNim.", "\n*****\nLeft's turn"]);
    assert!(!fixture.play(["", ""], "").contains("Resumed"), "it was left in good order meanwhile");
    fixture.interrupt(&["1", "1"]);
    let new = PlayArgs { new: true, ..PlayArgs::default() };
    has(&fixture.with(&new, ["", ""], "").unwrap(), &["\n*******\n"]);
    assert!(!fixture.play(["", ""], "").contains("Resumed"), "a request for a new game declines the old one");
}

#[test]
fn new_replaces_the_old_game_only_with_the_first_move() {
    let fixture = fixture();
    let resume = PlayArgs { resume: true, ..PlayArgs::default() };
    has(&fixture.play(["", ""], "3\nnew\nquit\n"), &["A new game.\n\n*******\nLeft's turn"]);
    has(&fixture.with(&resume, ["", ""], "new\n1\n").unwrap(), &["\n****\n", "A new game.", "\n******\n"]);
    has(&fixture.with(&resume, ["", ""], "").unwrap(), &["\n******\nRight's turn"]);
}

#[test]
fn a_program_of_an_unfinished_game_is_started_only_if_the_user_agrees() {
    let run = |interactive, args: &PlayArgs, lines: &str| {
        let fixture = Fixture { interactive, ..fixture() };
        fixture.interrupt(&["1", "1"]);
        let started = fixture.dir.path().join("started");
        let file = fixture.store.data().join("autosave-1.yaml");
        let text = fs::read_to_string(&file).unwrap();
        let (before, after) = text.rsplit_once("- human").unwrap();
        fs::write(&file, format!("{before}- cmd:touch {}{after}", started.display())).unwrap();
        let said = fixture.with(args, ["", ""], lines).unwrap_or_else(|why| why.to_string());
        (said, started.exists())
    };
    let resume = PlayArgs { resume: true, ..PlayArgs::default() };
    {
        let args = &resume;
        let (said, started) = run(false, args, "1\n");
        has(
            &said,
            &[
                "names a program as a player, which is not started: touch ",
                "'nim play --continue --allow-programs'",
            ],
        );
        has(&said, &["Left takes 1.", "Right's turn"]);
        assert!(!started);
        for answer in ["", "no\n", "\n"] {
            let (said, started) = run(true, args, answer);
            has(
                &said,
                &[
                    "names a program as a player: touch ",
                    "Start it? Type yes or no.",
                    "not started",
                    "Left's turn",
                ],
            );
            assert!(!started, "{answer}");
        }
        let (said, started) = run(true, args, "yes\n");
        assert!(started && said.contains("cannot be continued"), "{said}");
    }
    let (said, started) = run(false, &PlayArgs { allow_programs: true, ..resume }, "");
    assert!(started && said.contains("cannot be continued"), "{said}");
}

#[test]
fn a_damaged_autosave_is_reported_in_one_line() {
    let fixture = fixture();
    fixture.interrupt(&["1"]);
    fs::write(fixture.dir.path().join("autosave-1.yaml"), "noise").unwrap();
    let said = fixture.play(["", ""], "");
    assert!(
        said.starts_with(
            "The unfinished game cannot be read: this is not a saved game of nim; it is set aside"
        )
    );
    has(&said, &["\n*******\nLeft's turn"]);
}
