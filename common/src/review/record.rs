//! A played game as a reviewer sees it: whole positions, secrets included.

use crate::game::{Game, Side};
use crate::player::AiPlayers;
use crate::session::Session;

/// A played game.
#[derive(Debug, Clone)]
pub struct Record<G: Game> {
    /// The parameters.
    pub setup: G::Setup,
    /// The position before the first move.
    pub start: G,
    /// The moves.
    pub moves: Vec<RecordedMove<G>>,
    /// How many of the moves belong to the start of the game, as those that lead to a puzzle do. Nobody chose them.
    pub start_moves: usize,
}

/// A move of a played game.
#[derive(Debug, Clone)]
pub struct RecordedMove<G: Game> {
    /// The side that moved.
    pub side: Side,
    /// Its move.
    pub m: G::Move,
    /// What the move did.
    pub effect: G::Effect,
    /// The position after it.
    pub after: G,
}

impl<G: Game> Record<G> {
    /// The whole game of a session, with moves that can be redone.
    pub fn of(session: &Session<G>) -> Record<G>
    where
        G: AiPlayers,
    {
        let start = session.position_after(0).unwrap_or(session.position()).clone();
        let recorded = |(n, ply): (usize, &crate::session::Ply<G>)| {
            Some(RecordedMove {
                side: ply.side,
                m: ply.m.clone(),
                effect: ply.effect.clone(),
                after: session.position_after(n + 1)?.clone(),
            })
        };
        let moves: Vec<_> = session.plies().iter().enumerate().map_while(recorded).collect();
        let start_moves = session.start_moves().min(moves.len());
        Record { setup: session.setup().clone(), start, moves, start_moves }
    }

    /// The position after `ply` moves; the last one if there are fewer.
    pub fn position(&self, ply: usize) -> &G {
        let last = ply.min(self.moves.len()).checked_sub(1);
        last.map_or(&self.start, |last| &self.moves[last].after)
    }
}
