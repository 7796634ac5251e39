//! Random games, for checks that look at every position on the way.

use crate::game::{Dice, Enumerable, Game, Side};

/// A position on the way.
pub(super) struct Step<G: Game> {
    pub game: u64,
    /// Plies before, in this game.
    pub ply: usize,
    pub position: G,
    /// What is played next, and by whom; `None` at the end.
    pub next: Option<(Side, G::Move)>,
}

/// The start of a game.
pub(super) fn start<G: Game>(setup: &G::Setup) -> G {
    match G::start(setup) {
        Ok(start) => start,
        Err(why) => panic!("{} does not start with {setup:?}: {why}", G::FACTS.name),
    }
}

/// The side to move.
pub(super) fn mover<G: Game>(position: &G) -> Side {
    let side = position.to_move().first();
    side.unwrap_or_else(|| panic!("nobody is to move, but there are moves, in {position:?}"))
}

/// Plays random games and shows every position on the way, the last one too. A game gets its dice from its number, so
/// that a failure can be repeated.
pub(super) fn walk<G: Enumerable>(setup: &G::Setup, games: u64, mut look: impl FnMut(Step<G>)) {
    for game in 0..games {
        let mut dice = Dice::of(game, 0);
        let mut position = start::<G>(setup);
        for ply in 0.. {
            let chosen = dice.pick(&position.moves()).cloned();
            let next = chosen.map(|m| (mover(&position), m));
            look(Step { game, ply, position: position.clone(), next: next.clone() });
            let Some((side, m)) = next else { break };
            assert!(
                ply < G::FACTS.longest,
                "longest: a game has more than {} plies: {position:?}",
                G::FACTS.longest
            );
            let played = position.play(side, &m, &mut Dice::of(game, 1 + ply as u64));
            assert!(played.is_ok(), "listed, but not playable: {m} in {position:?}: {played:?}");
        }
    }
}
