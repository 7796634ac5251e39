//! Checks of what is said about a game, and of texts that are not moves.

use super::walk::{Step, walk};
use crate::game::{Dice, Game, Side, Value};
use crate::words::{Entry, SeenPly, Words};

/// Letters of moves, and unexpected ones: other digits, not ASCII, right to left, invisible.
const STRANGE: &str = " -@,+0129axyé–٣🦀\u{0}\t\u{202e}";

/// The longest line that fits into a terminal.
const MAX_LINE: usize = 100;

/// The longest line of a legend, which narrow terminals must show too.
const MAX_LEGEND: usize = 80;

/// There is something to say about every position and move, to every side, and the result is given exactly at the end.
pub fn sentences<G: Words>(setup: &G::Setup, games: u64) {
    let sides = G::sides(setup);
    for line in G::rules().lines() {
        assert!(line.chars().count() <= MAX_LINE, "words: a line is too long for a terminal: {line}");
    }
    walk::<G>(setup, games, |Step { position, next, .. }| {
        for viewer in Side::all(sides) {
            let view = position.view(viewer);
            assert!(
                G::board(&view, &[]).to_string().ends_with('\n'),
                "words: the last line of the board does not end"
            );
            for line in G::legend(&view).to_string().split_inclusive('\n') {
                let fits = line.ends_with('\n') && line.chars().count() <= MAX_LEGEND;
                assert!(fits, "words: a line of the legend is too long or does not end: {line}");
            }
            match &next {
                None => assert!(
                    !G::result(&view).is_empty(),
                    "words: there is no result at the end, in {position:?}"
                ),
                Some(_) => assert!(
                    G::result(&view).is_empty(),
                    "words: there is a result before the end, in {position:?}"
                ),
            }
        }
        let Some((side, m)) = next else { return };
        let view = position.view(side);
        let mut after = position.clone();
        if let Ok(effect) = after.play(side, &m, &mut Dice::new(0)) {
            for viewer in Side::all(sides) {
                let (before, after) = (position.view(viewer), after.view(viewer));
                let seen = SeenPly {
                    side,
                    m: Some(&m),
                    effect: Some(effect.clone()),
                    before: &before,
                    after: &after,
                };
                let said = G::describe_effects(&seen);
                assert!(
                    !said.is_empty() && !said.contains(&String::new()),
                    "words: nothing is said about {m}"
                );
                let hidden = SeenPly { m: None, effect: None, ..seen };
                assert!(
                    !G::FACTS.hidden || !G::describe_effects(&hidden).is_empty(),
                    "words: nothing is said about a hidden move"
                );
            }
        }
        let name = G::side_name(setup, Some(&view), side);
        assert!(
            G::prompt(&view, side).contains(&*name),
            "words: the prompt does not name {name} in {position:?}"
        );
        assert!(!G::describe_move(&view, side, &m, None).is_empty(), "words: {m} is not described");
        for value in [Value::EVEN, Value::POINT, -Value::POINT] {
            let described = [true, false].map(|exact| G::describe_value(&view, side, value, exact));
            assert!(!described.contains(&String::new()), "words: {value} is not described");
        }
        match G::enter(&view, side, "", &m.to_string()) {
            Entry::Line => {}
            Entry::Move(text) => {
                assert_eq!(
                    position.parse(side, &text).as_ref(),
                    Ok(&m),
                    "words: '{m}' is entered as '{text}'"
                );
            }
            other => panic!("words: '{m}' is not entered as the move it is, but as {other:?}"),
        }
    });
}

/// Any text is answered: with a legal move, or with a refusal that has words.
pub fn nonsense<G: Words>(setup: &G::Setup, games: u64) {
    walk::<G>(setup, games, |Step { game, ply, position, next }| {
        let Some((side, m)) = next else {
            assert!(position.parse(Side::FIRST, "1").is_err(), "text: a move is read after the end");
            return;
        };
        let view = position.view(side);
        let letters: Vec<char> = m.to_string().chars().chain(STRANGE.chars()).collect();
        let mut dice = Dice::of(game, ply as u64);
        let mut gibberish =
            |max| (0..dice.below(max)).filter_map(|_| dice.pick(&letters)).collect::<String>();
        for _ in 0..20 {
            let begun = gibberish(3);
            let text = gibberish(8);
            check(&position, side, &text);
            match G::enter(&view, side, &begun, &text) {
                Entry::Line => {}
                Entry::Move(text) => check(&position, side, &text),
                Entry::Wrong(why) => refused::<G>(&why, &text),
                Entry::More { prompt, .. } => assert!(!prompt.is_empty(), "words: no prompt after '{text}'"),
            }
        }
        for text in ["", " ", "\n", "-", "@", "18446744073709551616", &"9".repeat(5000)] {
            check(&position, side, text);
        }
    });
}

fn check<G: Game>(position: &G, side: Side, text: &str) {
    match position.parse(side, text) {
        Ok(m) => {
            let played = position.clone().play(side, &m, &mut Dice::new(0));
            assert!(played.is_ok(), "text: '{text}' is read as {m}, which is not a legal move: {played:?}");
        }
        Err(why) => refused::<G>(&why, text),
    }
}

fn refused<G: Game>(why: &G::Illegal, text: &str) {
    assert!(!why.to_string().is_empty(), "text: '{text}' is refused without words");
}

/// The command line of a program is consistent, and its help lists every level and option.
pub fn command_line<P: crate::cli::GameProgram>() {
    use crate::game::Setup;
    use crate::player::AiPlayers;
    crate::cli::command::<P>().debug_assert();
    let mut command = crate::cli::command::<P>();
    let help = command.render_help().to_string();
    for level in P::Game::all_levels() {
        assert!(help.contains(level.about), "help: {} is missing in {help}", level.name);
    }
    for verb in ["play", "arena"] {
        let help =
            command.find_subcommand_mut(verb).map(|verb| verb.render_help().to_string()).unwrap_or_default();
        for option in <<P::Game as Game>::Setup as Setup>::options() {
            assert!(
                help.contains(&format!("--{}", option.key())),
                "help: {} is missing in {help}",
                option.name
            );
        }
    }
}
