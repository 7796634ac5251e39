//! A playthrough as text, to be compared with a snapshot: no change of the rules goes unnoticed.

use super::walk::start;
use crate::game::{Dice, Enumerable, Open, Outcome, Setup, Side};
use crate::words::{SeenPly, Words};
use std::fmt::Write;

/// Plays one random game and writes down every answer of the rules at every step. A game's tests keep one snapshot for
/// each variant.
pub fn golden<G: Enumerable + Open + Words>(setup: &G::Setup, seed: u64) -> String {
    let mut text = format!("{:#?}\n", G::FACTS);
    let _ = writeln!(text, "sides {}, at most {} plies", G::sides(setup), G::max_plies(setup));
    for (option, value) in setup.to_map() {
        let _ = writeln!(text, "{option}: {value}");
    }
    let _ = writeln!(text, "seed {seed}");
    let mut dice = Dice::of(seed, 0);
    let mut position = start::<G>(setup, seed);
    for ply in 0.. {
        let name = |side| G::side_name(setup, None, side);
        let movers: Vec<_> = position.to_move().iter().map(name).collect();
        let moves = position.moves();
        let listed: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let _ = write!(text, "\n--- after {ply} plies\n{}", G::board(&position, &[]));
        let _ = writeln!(text, "to move: {}", movers.join(" "));
        let _ = writeln!(text, "outcome: {}", points(position.outcome()));
        let _ = writeln!(text, "moves ({}): {}", listed.len(), listed.join(" "));
        let (Some(m), Some(side)) = (dice.pick(&moves).cloned(), position.to_move().first()) else { break };
        let _ = writeln!(text, "prompt: {}", G::prompt(&position, side));
        let before = position.clone();
        let played = position.play(side, &m, &mut Dice::of(seed, 1 + ply));
        let Ok(effect) = played else { panic!("{m} cannot be played: {played:?}") };
        let _ = writeln!(text, "played: {m} ({})", G::describe_move(&before, side, &m, Some(&effect)));
        let seen = SeenPly { side, m: Some(&m), effect: Some(effect), before: &before, after: &position };
        for sentence in G::describe_effects(&seen) {
            let _ = writeln!(text, "effect: {sentence}");
        }
    }
    text + &format!("result: {}\n", G::result(&position))
}

fn points(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "none".to_owned() };
    let points = (0..outcome.sides() as u8).map(|side| outcome.points(Side(side)).to_string());
    points.collect::<Vec<_>>().join(" : ")
}
