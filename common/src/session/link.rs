//! A game as a link: its options, its seed and its moves, as they stand behind the `#` of a web page's address.

use super::{BadSave, Seat, Session};
use crate::game::Setup;
use crate::job::Work;
use crate::link;
use crate::player::AiPlayers;
use std::collections::BTreeMap;

/// The names of the fields that are not options.
const SEED: &str = "seed";
const MOVES: &str = "moves";
/// Stands between moves.
const BETWEEN: char = '~';

/// A game that a link describes.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkedGame<S> {
    /// The parameters.
    pub setup: S,
    /// The seed of everything random; a link without one leaves it open.
    pub seed: Option<u64>,
    /// The moves, with their sides.
    pub moves: Vec<String>,
}

impl<S: Setup> LinkedGame<S> {
    /// Reads a link. The error says what is wrong with it.
    pub fn read(text: &str) -> Result<LinkedGame<S>, String> {
        let mut game = LinkedGame { setup: S::default(), seed: None, moves: Vec::new() };
        let mut options = BTreeMap::new();
        for (name, value) in link::read(text)? {
            match name.as_str() {
                SEED => game.seed = Some(value.parse().map_err(|_| format!("'{value}' is not a seed"))?),
                MOVES => {
                    let moves = value.split(BETWEEN).filter(|text| !text.is_empty());
                    game.moves = moves.map(str::to_owned).collect();
                }
                _ => drop(options.insert(name, value)),
            }
        }
        game.setup = S::from_map(&options).map_err(|why| why.to_string())?;
        Ok(game)
    }
}

impl<G: AiPlayers> Session<G> {
    /// The link of the game up to the shown position.
    pub fn link(&self) -> String {
        let defaults = G::Setup::default().to_map();
        let options = self.setup.to_map();
        let seed = self.seed.to_string();
        let moves: Vec<String> =
            self.plies[..self.ply].iter().map(|ply| format!("{}:{}", ply.side, ply.text)).collect();
        let moves = moves.join(&BETWEEN.to_string());
        let mut fields: Vec<(&str, &str)> = options
            .iter()
            .filter(|(name, value)| defaults.get(*name) != Some(value))
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        fields.push((SEED, &seed));
        if self.ply > 0 {
            fields.push((MOVES, &moves));
        }
        link::write(&fields)
    }

    /// The game of a link. `seats` are filled up with humans.
    pub fn from_link(
        game: LinkedGame<G::Setup>,
        mut seats: Vec<Seat>,
        seed: u64,
        work: &Work,
    ) -> Result<Session<G>, BadSave> {
        seats.resize(G::sides(&game.setup), Seat::Human);
        Session::with_moves(game.setup, seats, game.seed.unwrap_or(seed), &game.moves, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::testing::toy::{Counters, Nim};

    #[test]
    fn a_link_is_the_same_game() {
        let mut session = Session::<Nim>::new(Counters::default(), vec![Seat::Human; 2], 77).unwrap();
        let link = session.link();
        assert_eq!(link, "seed=77");
        let text = session.position().to_move().first().map(|side| (side, "1")).unwrap();
        session.play_text(text.0, text.1).unwrap();
        let link = session.link();
        let game = LinkedGame::read(&link).unwrap();
        let again = Session::<Nim>::from_link(game, Vec::new(), 0, &Work::quiet()).unwrap();
        assert_eq!(again.position(), session.position());
        assert_eq!((again.seed(), again.link()), (77, link));
    }

    #[test]
    fn a_broken_link_gets_a_sentence() {
        type Read = Result<LinkedGame<<Nim as Game>::Setup>, String>;
        let read = |text: &str| -> Read { LinkedGame::read(text) };
        assert_eq!(read("seed=x").unwrap_err(), "'x' is not a seed");
        assert!(read("nothing=1").is_err() && read("%").is_err());
        let game = read("seed=1&moves=p1:99").unwrap();
        let refused = Session::<Nim>::from_link(game, Vec::new(), 0, &Work::quiet()).unwrap_err();
        assert!(refused.to_string().contains("cannot be played"), "{refused}");
    }
}
