//! Random games, for checks that look at every position on the way.

use crate::game::{Dice, Game, Side, Stream};
use crate::job::Work;

/// A position on the way.
pub(super) struct Step<G: Game> {
    pub game: u64,
    /// Plies before it, in this game.
    pub ply: usize,
    pub position: G,
    /// The next move and its side; `None` at the end.
    pub next: Option<(Side, G::Move)>,
}

/// The start of the game with this seed.
pub(super) fn start<G: Game>(setup: &G::Setup, seed: u64) -> G {
    match G::start(setup, &mut Dice::for_game(seed, Stream::Start), &Work::quiet()) {
        Ok(start) => start,
        Err(why) => panic!("{} does not start with {setup:?}: {why}", G::FACTS.name),
    }
}

/// The side to move.
pub(super) fn mover<G: Game>(position: &G) -> Side {
    let side = position.to_move().first();
    side.unwrap_or_else(|| panic!("no side is to move, but there are moves, in {position:?}"))
}

/// A random move, in a simultaneous game of a random side.
pub(super) fn random_move<G: Game>(position: &G, dice: &mut Dice) -> Option<(Side, G::Move)> {
    let sides: Vec<Side> = position.to_move().iter().collect();
    let side = match sides.as_slice() {
        [] => return None,
        [side] => *side,
        sides => *dice.pick(sides)?,
    };
    let m = position.random_move(side, dice);
    assert!(m.is_some(), "random move: {side} is to move but has no move in {position:?}");
    Some((side, m?))
}

/// Plays random games and shows every position on the way, the last one too. Everything random follows from the number
/// of the game, so that a failure can be repeated.
pub(super) fn walk<G: Game>(setup: &G::Setup, games: u64, mut look: impl FnMut(Step<G>)) {
    let max_plies = G::max_plies(setup);
    for game in 0..games {
        let mut dice = Dice::of(game, 0);
        let mut position = start::<G>(setup, game);
        for ply in 0.. {
            let next = random_move(&position, &mut dice);
            look(Step { game, ply, position: position.clone(), next: next.clone() });
            let Some((side, m)) = next else { break };
            assert!(ply < max_plies, "max plies: a game has more than {max_plies} plies: {position:?}");
            let played = position.play(side, &m, &mut Dice::of(game, 1 + ply as u64));
            assert!(played.is_ok(), "listed, but not playable: {m} in {position:?}: {played:?}");
        }
    }
}
