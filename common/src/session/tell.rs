//! What front ends say of a session: the sentences that are the same in a terminal and in a window.

use super::{Hint, Session, GameEnd};
use crate::game::Side;
use crate::player::AiPlayers;
use crate::words::Words;

impl<G: AiPlayers + Words> Session<G> {
    /// What the latest move did and why, one sentence each.
    pub fn told(&self) -> Vec<String> {
        match self.ply.checked_sub(1) {
            Some(last) => self.states[last].told(&self.record[last].chosen, self.position()),
            None => Vec::new(),
        }
    }

    /// How the game ended, also where it did not end by the rules; empty while it goes on.
    pub fn ending(&self) -> String {
        let Some(verdict) = self.end() else { return String::new() };
        let won = match verdict.outcome(self.seats.len()).winner() {
            Some(winner) => format!("{} wins", self.position().called(winner)),
            None => "nobody wins".to_owned(),
        };
        match verdict {
            GameEnd::Played(_) => self.position().result(),
            GameEnd::TimeUp(side) => format!("{}'s time is up: {won}.", self.position().called(side)),
            GameEnd::Failed(side, error) => {
                let machine = &self.seats[side.index()];
                format!("{}'s player {machine} failed: {error}. So {won}.", self.position().called(side))
            }
        }
    }

    /// What was needed to get there, as a sentence to be added; empty for a game without help.
    pub fn tallied(&self) -> String {
        let tally = self.tally();
        let some = |n: u32, one: &str, more: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{n} {more}")),
        };
        let parts: Vec<String> = [
            some(tally.hints, "hint", "hints"),
            some(tally.undos, "move taken back", "moves taken back"),
            some(tally.mistakes, "move refused", "moves refused"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if parts.is_empty() { String::new() } else { format!(" ({}.)", parts.join(", ")) }
    }

    /// What each side has left on its clock, as "x 4:59"; empty without clocks.
    pub fn times_left(&self) -> Vec<String> {
        let Some(clock) = self.clock() else { return Vec::new() };
        let left = |n: usize| {
            let side = Side(n as u8);
            // A clock that shows 0:00 should be one that is up.
            let seconds = clock.left(side).as_secs_f64().ceil() as u64;
            format!("{} {}:{:02}", self.position().called(side), seconds / 60, seconds % 60)
        };
        (0..self.seats.len()).map(left).collect()
    }

    /// A hint in words: the move, what it is, and what it is worth where that is known.
    pub fn advice(&self, hint: &Hint) -> String {
        let worth = hint.thought.value.map(|value| self.position().judge(value, hint.thought.exact));
        let worth = worth.map_or(String::new(), |worth| format!(": {worth}"));
        let described = self.describe(&hint.text);
        let what = if described.starts_with(&hint.text) {
            described
        } else {
            format!("{} ({described})", hint.text)
        };
        format!("Hint: {what}{worth}.")
    }

    /// The moves of a hint by what they are worth, the best first: each worth in words, and the moves that have it.
    pub fn worths(&self, hint: &Hint) -> Vec<(String, Vec<String>)> {
        let mut worths: Vec<(String, Vec<String>)> = Vec::new();
        for (text, value) in &hint.thought.moves {
            let worth = self.position().judge(*value, hint.thought.exact);
            match worths.iter_mut().find(|(known, _)| *known == worth) {
                Some((_, moves)) => moves.push(text.clone()),
                None => worths.push((worth, vec![text.clone()])),
            }
        }
        worths
    }

    /// A move of this position in words.
    pub fn describe(&self, text: &str) -> String {
        let position = self.position();
        position.parse(text).map_or_else(|_| text.to_owned(), |m| position.describe(&m))
    }
}
