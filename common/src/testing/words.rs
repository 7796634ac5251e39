//! Questions to the words, and words that are no moves.

use super::walk::{Step, walk};
use crate::game::{Dice, Enumerable, Value};
use crate::words::{Entry, Words};

/// Letters of moves, and letters that nobody expects: other digits, no ASCII, turned round, invisible.
const STRANGE: &str = " -@,+0129axyé–٣🦀\u{0}\t\u{202e}";

/// There is something to say of every position and move, and the result is told exactly at the end.
pub fn sentences<G: Enumerable + Words>(setup: &G::Setup, games: u64) {
    walk::<G>(setup, games, |Step { position, next, .. }| {
        let Some((side, m)) = next else {
            assert!(!position.result().is_empty(), "words: no result is told at the end, in {position:?}");
            return;
        };
        let mut after = position.clone();
        if after.play(side, &m, &mut Dice::new(0)).is_ok() {
            let told = position.told(&m, &after);
            assert!(!told.is_empty() && !told.contains(&String::new()), "words: nothing is told of {m}");
        }
        assert!(position.board().ends_with('\n'), "words: the board's last line does not end");
        assert!(
            position.ask().contains(position.called(side)),
            "words: whose turn it is is not said in {position:?}"
        );
        assert!(position.result().is_empty(), "words: a result is told before the end, in {position:?}");
        assert!(!position.describe(&m).is_empty(), "words: {m} is not described");
        for value in [Value::EVEN, Value::POINT, -Value::POINT] {
            let judged = [true, false].map(|exact| position.judge(value, exact));
            assert!(!judged.contains(&String::new()), "words: {value} is not judged");
        }
        let entered = position.enter("", &m.to_string());
        assert_eq!(entered, Entry::Move(m.clone()), "words: '{m}' is not entered as the move it is");
    });
}

/// Whatever text comes, reading it is answered: with a legal move or a refusal that has words.
pub fn nonsense<G: Enumerable + Words>(setup: &G::Setup, games: u64) {
    walk::<G>(setup, games, |Step { game, ply, position, next }| {
        let moves = position.moves();
        let alphabet = next.map_or(String::new(), |(_, m)| m.to_string());
        let letters: Vec<char> = alphabet.chars().chain(STRANGE.chars()).collect();
        let mut dice = Dice::of(game, ply as u64);
        let mut gibberish =
            |most| (0..dice.below(most)).filter_map(|_| dice.pick(&letters)).collect::<String>();
        for _ in 0..20 {
            let begun = gibberish(3);
            let text = gibberish(8);
            check::<G>(position.parse(&text), &moves, &text);
            match position.enter(&begun, &text) {
                Entry::Move(m) => check::<G>(Ok(m), &moves, &text),
                Entry::Wrong(why) => check::<G>(Err(why), &moves, &text),
                Entry::More { ask, .. } => assert!(!ask.is_empty(), "words: nothing is asked after '{text}'"),
            }
        }
        for text in ["", " ", "\n", "-", "@", "18446744073709551616", &"9".repeat(5000)] {
            check::<G>(position.parse(text), &moves, text);
        }
    });
}

fn check<G: Enumerable>(read: Result<G::Move, G::Illegal>, moves: &[G::Move], text: &str) {
    match read {
        Ok(m) => assert!(moves.contains(&m), "text: '{text}' is read as {m}, which is no legal move"),
        Err(why) => assert!(!why.to_string().is_empty(), "text: '{text}' is refused without words"),
    }
}
