//! The game that a client describes: its start position, and the moves played from there.

use super::super::{GameStart, quoted, word_to_move};
use crate::game::{Dice, Game, GameResult, Side, Stream};
use crate::player::MoveText;

/// A start position, and what it was computed from. It is kept, because computing it may take seconds.
pub(super) struct StartPosition<G: Game> {
    pub(super) setup: G::Setup,
    pub(super) seed: u64,
    position: G,
}

impl<G: Game> StartPosition<G> {
    pub(super) fn new(start: GameStart<G>, position: G) -> StartPosition<G> {
        StartPosition { setup: start.setup, seed: start.seed, position }
    }

    /// Plays moves, each written as one word.
    pub(super) fn play<T: AsRef<str>>(&self, words: &[T]) -> Result<GameState<G>, String> {
        let setup = self.setup.clone();
        let mut game = GameState { setup, position: self.position.clone(), moves: Vec::new() };
        for word in words {
            game.play(word.as_ref(), self.seed)?;
        }
        Ok(game)
    }
}

/// A position, and the moves that led to it.
pub(super) struct GameState<G: Game> {
    pub(super) setup: G::Setup,
    pub(super) position: G,
    pub(super) moves: Vec<MoveText>,
}

impl<G: Game> GameState<G> {
    /// Plays a move: `c4` or `p1:c4`.
    fn play(&mut self, word: &str, seed: u64) -> Result<(), String> {
        let number = self.moves.len() + 1;
        let refused = |why: String| format!("move {number} '{}' cannot be played: {why}", quoted(word));
        let (named, word) = Side::split(word);
        let side = self.side_to_move(named).map_err(refused)?;
        if named.is_none() && self.position.to_move().len() > 1 {
            let example = quoted(&side.label(word));
            return Err(refused(format!("several sides are to move, so name the side, as in {example}")));
        }
        let m = self.position.parse(side, &word_to_move(word)).map_err(|why| refused(why.to_string()))?;
        let mut dice = Dice::for_game(seed, Stream::Ply(self.moves.len()));
        self.position.play(side, &m, &mut dice).map_err(|why| refused(why.to_string()))?;
        self.moves.push(MoveText { side, text: m.to_string() });
        Ok(())
    }

    /// The named side, if it is to move; otherwise the first side to move.
    pub(super) fn side_to_move(&self, named: Option<Side>) -> Result<Side, String> {
        let sides = self.position.to_move();
        let over = sides.is_empty() || self.position.outcome().is_some();
        match named.or(sides.first()).filter(|_| !over) {
            None => Err("the game is over".to_owned()),
            Some(side) if !sides.contains(side) => Err(format!("{side} is not to move")),
            Some(side) => Ok(side),
        }
    }

    /// At most this many moves of each side are left, including the next one.
    pub(super) fn moves_left(&self) -> usize {
        let plies_left = G::max_plies(&self.setup).saturating_sub(self.moves.len());
        plies_left / G::sides(&self.setup).max(1) + 1
    }

    /// The result as `query result` gives it.
    pub(super) fn result(&self) -> String {
        match self.position.outcome().map(crate::game::Outcome::result) {
            None => "none".to_owned(),
            Some(GameResult::Draw(_)) => "draw".to_owned(),
            Some(GameResult::Win(side)) => format!("{side}win"),
            Some(GameResult::Solved) => "solved".to_owned(),
            Some(GameResult::Failed) => "failed".to_owned(),
        }
    }
}
