//! A session as one side may see it: everything that a front end shows, and the sentences it says.

use super::{Clock, GameEnd, Hint, Seat, Session, Tally};
use crate::game::{GameResult, Made, Side, Sides, Value};
use crate::player::{AiPlayers, Thought};
use crate::words::{SeenPly, Words, describe_line};
use std::borrow::Cow;

/// A game as one side may see it. In a game without secrets all sides see the same.
pub struct Perspective<'a, G: AiPlayers> {
    session: &'a Session<G>,
    viewer: Side,
}

// A derive would ask for a game that can be copied.
#[expect(clippy::expl_impl_clone_on_copy, reason = "the game itself is only borrowed")]
impl<G: AiPlayers> Clone for Perspective<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: AiPlayers> Copy for Perspective<'_, G> {}

impl<'a, G: AiPlayers> Perspective<'a, G> {
    pub(super) fn new(session: &'a Session<G>, viewer: Side) -> Perspective<'a, G> {
        Perspective { session, viewer }
    }

    /// The side that looks.
    pub fn viewer(self) -> Side {
        self.viewer
    }
    /// What it sees.
    pub fn view(self) -> &'a G::View {
        self.session.state().view(self.viewer)
    }
    /// What it saw after `ply` moves.
    pub fn view_after(self, ply: usize) -> Option<&'a G::View> {
        Some(self.session.state_after(ply)?.view(self.viewer))
    }
    /// The parameters.
    pub fn setup(self) -> &'a G::Setup {
        self.session.setup()
    }
    /// Who plays.
    pub fn seats(self) -> &'a [Seat] {
        self.session.seats()
    }
    /// How many moves are played in the position that is shown.
    pub fn ply(self) -> usize {
        self.session.ply()
    }
    /// The number of all moves, those that can be redone too.
    pub fn plies(self) -> usize {
        self.session.plies.len()
    }
    /// Whether the position that is shown is so early that no move can replace what followed it.
    pub fn is_fixed(self) -> bool {
        self.is_fixed_after(self.session.ply())
    }
    /// The same for the position after `ply` moves.
    pub fn is_fixed_after(self, ply: usize) -> bool {
        self.session.is_fixed(ply, self.viewer)
    }
    /// The sides to move; none when the game is over.
    pub fn to_move(self) -> Sides {
        self.session.to_move()
    }
    /// How the game ended, if it did.
    pub fn end(self) -> Option<GameEnd> {
        self.session.end()
    }
    /// What the result means, if the game is over.
    pub fn result(self) -> Option<GameResult> {
        Some(self.end()?.outcome(self.seats().len()).result())
    }
    /// The clocks, if the game has any.
    pub fn clock(self) -> Option<&'a Clock> {
        self.session.clock()
    }
    /// The score of a game that counts events.
    pub fn score(self) -> &'a G::Score {
        self.session.score()
    }
    /// Hints, undone and refused moves, and the time of play.
    pub fn tally(self) -> Tally {
        self.session.tally()
    }
    /// The viewer's next move as far as it is planned.
    pub fn draft(self) -> Option<&'a str> {
        self.session.drafts[self.viewer.index()].as_deref()
    }
    /// Whether a hint is being searched for.
    pub fn is_hinting(self) -> bool {
        self.session.is_hinting()
    }
    /// Whether the viewer can take a move back.
    pub fn can_undo(self) -> bool {
        self.session.can_undo(self.viewer)
    }
    /// Whether there is a move to redo.
    pub fn can_redo(self) -> bool {
        self.session.can_redo()
    }
    /// Whether the AI player of a side is thinking about a move.
    pub fn is_thinking(self, side: Side) -> bool {
        self.session.is_side_thinking(side)
    }
    /// What the AI player of a side thought last, and the ply at which it did. Where something is hidden, no side sees the
    /// thoughts of another one.
    pub fn thought(self, side: Side) -> Option<(usize, &'a Thought)> {
        let visible = !G::FACTS.hidden || side == self.viewer;
        let (ply, thought) = self.session.thoughts[side.index()].as_ref().filter(|_| visible)?;
        Some((*ply, thought))
    }

    /// The latest position of the game. Undone moves are part of what the viewer has seen.
    fn latest(self) -> &'a G {
        self.session.plies.last().map_or(&self.session.start.position, |ply| &ply.after.position)
    }

    fn is_visible(self, n: usize) -> bool {
        let (Some(ply), Some(before)) = (self.session.plies.get(n), self.session.state_after(n)) else {
            return false;
        };
        let made = Made { side: ply.side, m: &ply.m, before: &before.position };
        !G::FACTS.hidden || self.session.has_ended() || G::is_visible(self.viewer, made, self.latest())
    }

    /// The side that made move number `n`.
    pub fn side_of(self, n: usize) -> Option<Side> {
        Some(self.session.plies.get(n)?.side)
    }

    /// Move number `n`, counted from 0, as far as the viewer may know it.
    pub fn seen_ply(self, n: usize) -> Option<SeenPly<'a, G>> {
        let (ply, before) = (self.session.plies.get(n)?, self.session.state_after(n)?);
        Some(SeenPly {
            side: ply.side,
            m: self.is_visible(n).then_some(&ply.m),
            effect: G::visible_effect(self.viewer, &ply.effect, self.latest()),
            before: before.view(self.viewer),
            after: ply.after.view(self.viewer),
        })
    }

    /// The moves played up to the shown position, as far as the viewer may know them.
    pub fn played(self) -> impl DoubleEndedIterator<Item = SeenPly<'a, G>> {
        (0..self.ply()).filter_map(move |n| self.seen_ply(n))
    }

    /// The latest move.
    pub fn last_ply(self) -> Option<SeenPly<'a, G>> {
        self.seen_ply(self.ply().checked_sub(1)?)
    }

    /// The text of move number `n`; `None` if it is hidden from the viewer.
    pub fn move_text(self, n: usize) -> Option<&'a str> {
        self.is_visible(n).then(|| self.session.plies[n].text.as_str())
    }
}

/// What front ends say about a session: the sentences that are the same in a terminal and in a window.
impl<G: AiPlayers + Words> Perspective<'_, G> {
    /// The name of a side.
    pub fn side_name(self, side: Side) -> Cow<'static, str> {
        G::side_name(self.setup(), Some(self.view()), side)
    }

    /// What the latest move did and why, one sentence each.
    pub fn effects(self) -> Vec<String> {
        self.last_ply().map_or_else(Vec::new, |ply| G::describe_effects(&ply))
    }

    /// Move number `n` in words; "a secret move" if it is hidden from the viewer.
    pub fn describe_ply(self, n: usize) -> Option<String> {
        let SeenPly { side, m, effect, before, .. } = self.seen_ply(n)?;
        Some(match m {
            Some(m) => G::describe_move(before, side, m, effect.as_ref()),
            None => "a secret move".to_owned(),
        })
    }

    /// How the game ended, also if it did not end by the rules; empty while it goes on.
    pub fn ending(self) -> String {
        let Some(end) = self.end() else { return String::new() };
        let result = match end.outcome(self.seats().len()).result() {
            GameResult::Win(winner) => format!("{} wins", self.side_name(winner)),
            GameResult::Draw(winners) => {
                let names: Vec<_> = winners.iter().map(|side| self.side_name(side)).collect();
                format!("{} share the win", names.join(" and "))
            }
            GameResult::Solved => "the puzzle is solved".to_owned(),
            GameResult::Failed => "the puzzle is not solved".to_owned(),
        };
        match end {
            GameEnd::Played(_) => G::result(self.view()),
            GameEnd::TimeUp(side) => format!("{} ran out of time: {result}.", self.side_name(side)),
            GameEnd::Resigned(side) => format!("{} resigned: {result}.", self.side_name(side)),
            GameEnd::Failed(side, error) => {
                let player = &self.seats()[side.index()];
                format!("The player of {}, {player}, failed: {error}. So {result}.", self.side_name(side))
            }
        }
    }

    /// The hints, undone and refused moves in brackets; empty if there were none.
    pub fn tally_text(self) -> String {
        let tally = self.session.tally();
        let some = |n: u32, one: &str, more: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{n} {more}")),
        };
        let parts: Vec<String> = [
            some(tally.hints, "hint", "hints"),
            some(tally.undos, "move undone", "moves undone"),
            some(tally.mistakes, "move refused", "moves refused"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if parts.is_empty() { String::new() } else { format!(" ({}.)", parts.join(", ")) }
    }

    /// The time each side has left, as "x 4:59"; empty without clocks.
    pub fn times_left(self) -> Vec<String> {
        let Some(clock) = self.clock() else { return Vec::new() };
        let left = |side: Side| {
            // Rounded up: a clock that shows 0:00 is up.
            let seconds = clock.left(side).as_secs_f64().ceil() as u64;
            format!("{} {}:{:02}", self.side_name(side), seconds / 60, seconds % 60)
        };
        self.session.sides().map(left).collect()
    }

    /// A hint in words: the move, what it is, and its value where that is known.
    pub fn hint_text(self, hint: &Hint) -> String {
        if let Some(stage) = hint.stages.get(hint.stage) {
            return stage.clone();
        }
        let described = self.describe(hint.side, &hint.text);
        let what = if described.starts_with(&hint.text) {
            described
        } else {
            format!("{} ({described})", hint.text)
        };
        format!("Hint: {what}{}.", self.hint_value(hint))
    }

    /// A hint in words alone, for windows.
    pub fn hint_words(self, hint: &Hint) -> String {
        match hint.stages.get(hint.stage) {
            Some(stage) => stage.clone(),
            None => {
                format!("Hint: {}{}.", self.describe(hint.side, &hint.text), self.hint_value(hint))
            }
        }
    }

    /// The value of a hint after a colon, if it has one.
    fn hint_value(self, hint: &Hint) -> String {
        let Some(value) = hint.thought.value else { return String::new() };
        let is_lost = hint.thought.exact && value < Value::EVEN;
        let words = G::describe_value(self.view(), hint.side, value, hint.thought.exact);
        format!("{}{words}", if is_lost { " is the best defence, but " } else { ": " })
    }

    /// The hint with its stages.
    pub fn staged_hint(self, hint: Hint) -> Hint {
        let stages = match self.session.position().parse(hint.side, &hint.text) {
            Ok(m) => G::hint_stages(self.view(), &m),
            Err(_) => Vec::new(),
        };
        Hint { stages, stage: 0, ..hint }
    }

    /// The text of the move that the last stage of a hint makes.
    pub fn hint_move_text(self, hint: &Hint) -> String {
        match self.session.position().parse(hint.side, &hint.text) {
            Ok(m) => G::hint_move(self.view(), &m).to_string(),
            Err(_) => hint.text.clone(),
        }
    }

    /// The moves of a hint grouped by value, best first: each value in words, and its moves.
    pub fn values_of_moves(self, hint: &Hint) -> Vec<(String, Vec<String>)> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (text, value) in &hint.thought.moves {
            let value = G::describe_value(self.view(), hint.side, *value, hint.thought.exact);
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, moves)) => moves.push(text.clone()),
                None => groups.push((value, vec![text.clone()])),
            }
        }
        groups
    }

    /// Moves that could follow the position after `ply` moves, in words. What a game with secrets expects is not described.
    pub fn describe_line(self, ply: usize, texts: &[String]) -> Vec<String> {
        match self.session.position_after(ply).filter(|_| !G::FACTS.hidden) {
            Some(position) => describe_line(position, texts),
            None => texts.to_vec(),
        }
    }

    /// A move of `side` in the position after `ply` moves, in words; `None` if it is not a move there.
    pub fn describe_after(self, ply: usize, side: Side, text: &str) -> Option<String> {
        let m = self.session.position_after(ply)?.parse(side, text).ok()?;
        Some(G::describe_move(self.view_after(ply)?, side, &m, None))
    }

    /// A move of this position in words.
    pub fn describe(self, side: Side, text: &str) -> String {
        match self.session.position().parse(side, text) {
            Ok(m) => G::describe_move(self.view(), side, &m, None),
            Err(_) => text.to_owned(),
        }
    }
}
