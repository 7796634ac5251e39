//! Questions to the rules: legality, taking back, hash keys.

use super::walk::{Step, mover, start, walk};
use crate::game::{Dice, Enumerable, Side};
use crate::search::{Hashed, Reversible};
use std::collections::HashMap;

/// So many moves of other positions are tried in each.
const FOREIGN: usize = 60;

/// The moves that are listed are exactly those that can be read and played, each once; anything else is refused and
/// changes nothing; the game is over exactly when nobody is to move; texts of moves read back; and without chance the
/// dice change nothing.
pub fn legality<G: Enumerable>(setup: &G::Setup, games: u64) {
    // Moves that were legal somewhere are the likeliest to be wrongly legal elsewhere.
    let mut known: Vec<G::Move> = Vec::new();
    walk::<G>(setup, games, |step| {
        let moves = step.position.moves();
        match &step.next {
            Some((side, _)) => {
                going_on(&step.position, &moves);
                for m in &moves {
                    listed(&step.position, *side, m);
                }
            }
            None => ended(&step.position),
        }
        for m in &moves {
            if known.len() < FOREIGN && !known.contains(m) {
                known.push(m.clone());
            }
        }
        for m in known.iter().filter(|m| !moves.contains(m)) {
            foreign(&step.position, &moves, m);
        }
    });
}

/// What holds at the end.
fn ended<G: Enumerable>(last: &G) {
    assert!(last.outcome().is_some(), "outcome: there is no move and no result in {last:?}");
    assert!(last.to_move().is_empty(), "outcome: somebody is to move after the end, in {last:?}");
}

/// What holds while a game goes on.
fn going_on<G: Enumerable>(position: &G, moves: &[G::Move]) {
    assert_eq!(position.outcome(), None, "outcome: there is a result and there are moves in {position:?}");
    let sides = position.to_move();
    assert!(
        G::FACTS.simultaneous || sides.iter().count() == 1,
        "turns: several sides are to move in {position:?}"
    );
    let strange = sides.iter().find(|side| side.index() >= G::FACTS.sides);
    assert_eq!(strange, None, "turns: a side that the game does not have is to move in {position:?}");
    for (i, m) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(m), "listed twice: {m} in {position:?}");
    }
}

/// What holds for a listed move.
fn listed<G: Enumerable>(before: &G, side: Side, m: &G::Move) {
    let read = before.parse(&m.to_string());
    assert_eq!(read.as_ref(), Ok(m), "text: '{m}' does not read back in {before:?}");
    let play = |seed| {
        let mut after = before.clone();
        let played = after.play(side, m, &mut Dice::new(seed));
        assert!(played.is_ok(), "listed, but not playable: {m} in {before:?}: {played:?}");
        after
    };
    let after = play(1);
    assert_eq!(after, play(1), "chance: {m} with the same dice goes two ways from {before:?}");
    assert!(
        G::FACTS.chance || after == play(2),
        "chance: {m} depends on the dice in {before:?}, against the facts"
    );
    let others = (0..G::FACTS.sides as u8).map(Side).filter(|side| !before.to_move().contains(*side));
    for other in others {
        let mut same = before.clone();
        let played = same.play(other, m, &mut Dice::new(1));
        assert!(played.is_err(), "turns: {other:?} may play {m} out of turn in {before:?}");
        assert_eq!(&same, before, "refused, but changed: {m} by {other:?}");
    }
}

/// What holds for a move that is not listed: it is refused, or another name for one that is.
fn foreign<G: Enumerable>(position: &G, moves: &[G::Move], m: &G::Move) {
    let mut after = position.clone();
    let side = position.to_move().first().unwrap_or(Side::FIRST);
    if after.play(side, m, &mut Dice::new(1)).is_err() {
        assert_eq!(&after, position, "refused, but changed: {m}");
        return;
    }
    let same = position.parse(&m.to_string()).ok().filter(|same| moves.contains(same));
    let Some(same) = same else { panic!("playable, but not listed: {m} in {position:?}") };
    let mut expected = position.clone();
    let _ = expected.play(side, &same, &mut Dice::new(1));
    assert_eq!(after, expected, "{m} should be another name for {same} in {position:?}");
}

/// Moves that are applied lead where played ones lead, and taking them back leads to the start again.
pub fn reversal<G: Reversible>(setup: &G::Setup, games: u64) {
    for game in 0..games {
        let mut dice = Dice::of(game, 0);
        let mut position = start::<G>(setup);
        let mut done = Vec::new();
        while let Some(chosen) = dice.pick(&position.moves()).cloned() {
            let before = position.clone();
            for m in position.moves() {
                let undo = position.apply(&m);
                let mut played = before.clone();
                let _ = played.play(mover(&before), &m, &mut Dice::new(0));
                assert_eq!(
                    position, played,
                    "apply: {m} does not lead where playing it leads, from {before:?}"
                );
                position.take_back(undo);
                assert_eq!(position, before, "take back: {m} is not undone");
            }
            let undo = position.apply(&chosen);
            done.push((before, undo));
        }
        while let Some((before, undo)) = done.pop() {
            position.take_back(undo);
            assert_eq!(position, before, "take back: a whole game is not undone");
        }
    }
}

/// The key that is kept along the way is the one computed anew, and positions that share a key go on alike.
pub fn hashes<G: Enumerable + Hashed>(setup: &G::Setup, games: u64) {
    let mut seen: HashMap<u64, G> = HashMap::new();
    walk::<G>(setup, games, |Step { position, .. }| {
        let kept = position.key();
        assert_eq!(kept, position.key_from_scratch(), "key: what is kept is wrong in {position:?}");
        let twin = seen.entry(kept).or_insert_with(|| position.clone());
        let alike = twin.to_move() == position.to_move()
            && twin.outcome() == position.outcome()
            && twin.moves() == position.moves();
        assert!(alike, "key: {twin:?} and {position:?} share one");
    });
}
