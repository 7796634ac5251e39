//! A game written down, to be compared with a file: a change of the rules cannot go unnoticed.

use super::walk::start;
use crate::game::{Dice, Enumerable, Outcome, Side};
use crate::words::Words;
use std::fmt::Write;

/// Plays one random game and writes down every answer of the rules at every step. A game's tests keep the text of one
/// game a variant.
pub fn golden<G: Enumerable + Words>(setup: &G::Setup, seed: u64) -> String {
    let mut text = format!("{:#?}\n{setup:#?}\nseed {seed}\n", G::FACTS);
    let mut dice = Dice::of(seed, 0);
    let mut position = start::<G>(setup);
    for ply in 0.. {
        let movers: Vec<&str> = position.to_move().iter().map(G::side_name).collect();
        let moves = position.moves();
        let listed: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let _ = write!(text, "\n--- after {ply} plies\n{}", position.board());
        let _ = writeln!(text, "to move: {}", movers.join(" "));
        let _ = writeln!(text, "outcome: {}", points(position.outcome()));
        let _ = writeln!(text, "moves ({}): {}", listed.len(), listed.join(" "));
        let (Some(m), Some(side)) = (dice.pick(&moves).cloned(), position.to_move().first()) else { break };
        let _ = writeln!(text, "asked: {}", position.ask());
        let before = position.clone();
        let played = position.play(side, &m, &mut Dice::of(seed, 1 + ply));
        let _ = writeln!(text, "played: {m} ({}) {played:?}", before.describe(&m));
        for sentence in before.told(&m, &position) {
            let _ = writeln!(text, "told: {sentence}");
        }
    }
    text + &format!("result: {}\n", position.result())
}

fn points(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "none".to_owned() };
    let points = (0..outcome.sides() as u8).map(|side| outcome.points(Side(side)).to_string());
    points.collect::<Vec<_>>().join(" : ")
}
