//! Checks of the rules: legality, secrets, reversal, hash keys.

use super::walk::{Step, mover, random_move, start, walk};
use crate::game::{Dice, Enumerable, Game, MAX_SIDES, Made, Side};
use crate::search::{Hashed, Reversible};
use std::collections::HashMap;

/// How many moves of other positions are tried in each position.
const FOREIGN: usize = 60;

/// What holds for every game: it has a result exactly when no side is to move; a random move can be read from its text
/// and played, by its side alone; without chance the dice change nothing; a refused move changes nothing.
pub fn turns<G: Game>(setup: &G::Setup, games: u64) {
    let sides = G::sides(setup);
    assert!((1..=MAX_SIDES).contains(&sides), "sides: a game cannot have {sides}");
    walk::<G>(setup, games, |Step { position, next, .. }| match next {
        Some((side, m)) => {
            going_on(&position, sides);
            legal(&position, side, &m);
        }
        None => ended(&position),
    });
}

/// The moves that are listed are exactly those that can be read and played, each once; any other move is refused and
/// changes nothing.
pub fn legality<G: Enumerable>(setup: &G::Setup, games: u64) {
    // Moves that were legal somewhere are the likeliest to be wrongly legal elsewhere.
    let mut known: Vec<G::Move> = Vec::new();
    walk::<G>(setup, games, |step| {
        let moves = step.position.moves();
        if step.next.is_some() {
            for (i, m) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(m), "listed twice: {m} in {:?}", step.position);
                legal(&step.position, mover(&step.position), m);
            }
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
fn ended<G: Game>(last: &G) {
    assert!(last.outcome().is_some(), "outcome: there is no move and no result in {last:?}");
    assert!(last.to_move().is_empty(), "outcome: a side is to move after the end, in {last:?}");
}

/// What holds while a game goes on.
fn going_on<G: Game>(position: &G, count: usize) {
    assert_eq!(position.outcome(), None, "outcome: there is a result and there are moves in {position:?}");
    let sides = position.to_move();
    assert!(G::FACTS.simultaneous || sides.len() == 1, "turns: several sides are to move in {position:?}");
    let strange = sides.iter().find(|side| side.index() >= count);
    assert_eq!(strange, None, "turns: a side that the game does not have is to move in {position:?}");
}

/// What holds for a legal move.
fn legal<G: Game>(before: &G, side: Side, m: &G::Move) {
    let read = before.parse(side, &m.to_string());
    assert_eq!(read.as_ref(), Ok(m), "text: '{m}' does not read back in {before:?}");
    let play = |seed| {
        let mut after = before.clone();
        match after.play(side, m, &mut Dice::new(seed)) {
            Ok(effect) => (after, effect),
            Err(why) => panic!("listed, but not playable: {m} in {before:?}: {why}"),
        }
    };
    let after = play(1);
    assert_eq!(after, play(1), "chance: {m} with the same dice goes two ways from {before:?}");
    assert!(
        G::FACTS.chance || after == play(2),
        "chance: {m} depends on the dice in {before:?}, against the facts"
    );
    let others = Side::all(MAX_SIDES).filter(|side| !before.to_move().contains(*side));
    for other in others {
        let mut same = before.clone();
        let played = same.play(other, m, &mut Dice::new(1));
        assert!(played.is_err(), "turns: {other} may play {m} out of turn in {before:?}");
        assert_eq!(&same, before, "refused, but changed: {m} by {other}");
    }
}

/// What a side must not know does not reach it: an order that waits for others leaves the views of the other sides as
/// they are, apart from whose turn it is; it is not visible to them; and where nothing is hidden the views are equal.
pub fn secrets<G: Game>(setup: &G::Setup, games: u64) {
    let sides = G::sides(setup);
    walk::<G>(setup, games, |Step { game, ply, position, next }| {
        let Some((side, m)) = next else { return };
        if !G::FACTS.hidden {
            for viewer in Side::all(sides) {
                assert_eq!(
                    position.view(viewer),
                    position.view(Side::FIRST),
                    "secrets: views differ, against the facts"
                );
            }
            return;
        }
        let mut dice = Dice::of(game, 1000 + ply as u64);
        let Some(other) = position.random_move(side, &mut dice) else { return };
        let after = |m: &G::Move| {
            let mut after = position.clone();
            let played = after.play(side, m, &mut Dice::new(1));
            assert!(played.is_ok(), "listed, but not playable: {m} in {position:?}");
            after
        };
        let (one, two) = (after(&m), after(&other));
        let pending = !G::reveals(&position, &one);
        for viewer in one.to_move().iter().filter(|viewer| pending && *viewer != side) {
            assert_eq!(one.view(viewer), two.view(viewer), "secrets: {viewer} sees which order {side} gave");
            let made = Made { side, m: &m, before: &position };
            assert!(
                !G::is_visible(viewer, made, &one),
                "secrets: {viewer} may see the pending order of {side}"
            );
        }
        let made = Made { side, m: &m, before: &position };
        assert!(G::is_visible(side, made, &one), "secrets: {side} may not see its own move");
        // Orders may come in any order of the sides.
        let together = |next: Side| pending && next != side && position.to_move().contains(next);
        let next = random_move(&one, &mut dice).filter(|(next, _)| together(*next));
        if let Some((next_side, next)) = next {
            let mut swapped = position.clone();
            let played = swapped
                .play(next_side, &next, &mut Dice::new(1))
                .and_then(|_| swapped.play(side, &m, &mut Dice::new(2)));
            let mut plain = one.clone();
            let also = plain.play(next_side, &next, &mut Dice::new(2));
            assert!(
                played.is_ok() && also.is_ok(),
                "orders: {next_side} cannot commit before {side} in {position:?}"
            );
            assert_eq!(swapped, plain, "orders: the order of commits changes the game from {position:?}");
        }
    });
}

/// What holds for a move that is not listed: it is refused, or means the same as a listed one.
fn foreign<G: Enumerable>(position: &G, moves: &[G::Move], m: &G::Move) {
    let mut after = position.clone();
    let side = position.to_move().first().unwrap_or(Side::FIRST);
    if after.play(side, m, &mut Dice::new(1)).is_err() {
        assert_eq!(&after, position, "refused, but changed: {m}");
        return;
    }
    let same = position.parse(side, &m.to_string()).ok().filter(|same| moves.contains(same));
    let Some(same) = same else { panic!("playable, but not listed: {m} in {position:?}") };
    let mut expected = position.clone();
    let _ = expected.play(side, &same, &mut Dice::new(1));
    assert_eq!(after, expected, "{m} should mean the same as {same} in {position:?}");
}

/// Moves that are applied lead where played ones lead, and taking them back leads to the start again.
pub fn reversal<G: Reversible>(setup: &G::Setup, games: u64) {
    for game in 0..games {
        let mut dice = Dice::of(game, 0);
        let mut position = start::<G>(setup, game);
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

/// The incremental key equals the one computed from scratch, and positions with the same key continue alike.
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
