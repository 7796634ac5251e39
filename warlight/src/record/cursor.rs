//! A place in a recorded game that moves forwards and backwards, exactly and without dice.

use super::{GameRecord, RecordedMove};
use crate::rules::{Effect, Event, Move, Position, RoundRecord, Seen, State, Undo, View};
use common::game::{Game, Side};
use std::sync::Arc;

/// How far a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// One action: a deployment, an order, or starting regions that are given.
    Action,
    /// Until the turn of a player has been carried out whole. The actions of several turns alternate in a round.
    Turn,
    /// Until the end of a round.
    Round,
}

/// What happened in an action.
#[derive(Debug, Clone, Copy)]
pub enum Action<'a> {
    /// Starting regions were given.
    Starts(&'a [(Side, u16)]),
    /// A step of a round.
    Step {
        /// The round.
        round: &'a RoundRecord,
        /// The index of its event. A round in which nobody did anything has one action without an event.
        index: usize,
    },
}

/// A place in a recorded game. Moves that wait for those of other players are no actions: they are a part of the position
/// after the action before them.
#[derive(Debug, Clone)]
pub struct ReplayCursor {
    record: Arc<GameRecord>,
    /// The position after the first `moves` moves.
    position: Position,
    moves: usize,
    /// The steps of the current round that are carried out.
    events: usize,
    /// Owners and armies after these steps.
    state: State,
    undo: Vec<Arc<Undo>>,
    /// The number of the action, counted from the start.
    action: usize,
    /// For each move the number of the first action after it.
    ends: Vec<usize>,
}

impl ReplayCursor {
    pub(super) fn new(record: &Arc<GameRecord>) -> ReplayCursor {
        let mut end = 0;
        let ends = record.moves.iter().map(|made| {
            end += actions(made);
            end
        });
        let mut cursor = ReplayCursor {
            ends: ends.collect(),
            record: Arc::clone(record),
            position: record.start.clone(),
            moves: 0,
            events: 0,
            state: record.start.state().clone(),
            undo: Vec::new(),
            action: 0,
        };
        cursor.take_in_waiting();
        cursor
    }

    /// The record.
    pub fn record(&self) -> &Arc<GameRecord> {
        &self.record
    }

    /// The position. In the middle of a round it is the one before the round: [`ReplayCursor::state`] has the armies.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Owners and armies after the last action.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of actions before this place.
    pub fn action(&self) -> usize {
        self.action
    }

    /// The number of actions of the game.
    pub fn actions(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The round that was played last or is being played; 0 before the first one.
    pub fn round(&self) -> u16 {
        self.position.round() + u16::from(self.events > 0)
    }

    /// Whether the cursor is in the middle of a round.
    pub fn in_round(&self) -> bool {
        self.events > 0
    }

    /// The last action; `None` at the start.
    pub fn last_action(&self) -> Option<Action<'_>> {
        let number = self.action.checked_sub(1)?;
        let index = self.ends.partition_point(|end| *end <= number);
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        match &self.record.moves.get(index)?.effect {
            Effect::Waiting => None,
            Effect::Starts { given, .. } => Some(Action::Starts(given)),
            Effect::Round { record, .. } => Some(Action::Step { round: record, index: number - first }),
        }
    }

    /// The last action as a step of a round; as a side saw it, if a side is given. `None` if it is no step, or was not seen.
    pub fn last_event(&self, viewer: Option<Side>) -> Option<Event> {
        let Some(Action::Step { round, index }) = self.last_action() else { return None };
        let event = *round.events.get(index)?;
        let (Some(viewer), Some(witnesses)) = (viewer, round.witnesses.get(index)) else {
            return Some(event);
        };
        let one = RoundRecord { round: round.round, events: vec![event], witnesses: vec![*witnesses] };
        one.seen_by(viewer).events.first().copied()
    }

    /// The number of moves that lead to the beginning of the current round, without those that wait for others.
    pub fn settled_moves(&self) -> usize {
        let made = &self.record.moves[..self.moves];
        made.iter().rposition(|made| actions(made) > 0).map_or(0, |last| last + 1)
    }

    /// What a side saw at this place. In the middle of a round it knows what it has seen of the steps so far.
    pub fn view(&self, side: Side) -> View {
        let mut view = self.position.view(side);
        let Some(record) = self.current_round().filter(|_| self.events > 0) else { return view };
        if !self.record.setup().fog() {
            view.state.clone_from(&self.state);
            return view;
        }
        let part = RoundRecord {
            round: record.round,
            events: record.events[..self.events].to_vec(),
            witnesses: record.witnesses[..self.events].to_vec(),
        };
        for event in part.seen_by(side).events {
            event.apply(&mut view.state);
            for region in event.changed_regions() {
                let seen = &mut view.seen[usize::from(region)];
                if *seen != Seen::Now {
                    *seen = Seen::InRound(record.round);
                }
            }
        }
        view
    }

    /// Everything at this place, without fog.
    pub fn open_view(&self) -> View {
        let mut view = self.position.view(Side::FIRST);
        view.state.clone_from(&self.state);
        view.seen.fill(Seen::Now);
        view
    }

    /// Goes forwards. False at the end of the game.
    pub fn forward(&mut self, step: Step) -> bool {
        let before = self.action;
        while self.one_forward() && !self.is_end_of(step) {}
        self.action != before
    }

    /// Goes backwards. False at the start of the game.
    pub fn back(&mut self, step: Step) -> bool {
        let before = self.action;
        while self.one_back() && !self.is_end_of(step) {}
        self.action != before
    }

    /// Goes to the place after so many actions, or to the end if there are fewer.
    pub fn go_to(&mut self, action: usize) {
        while self.action < action && self.one_forward() {}
        while self.action > action && self.one_back() {}
    }

    /// Goes to the end of a round, 0 being the start of the first one; to the end if there are fewer rounds.
    pub fn go_to_round(&mut self, round: u16) {
        while (self.position.round() < round || self.position.is_picking()) && self.one_forward() {}
        while (self.position.round() > round || self.in_round()) && self.one_back() {}
    }

    fn is_end_of(&self, step: Step) -> bool {
        match step {
            Step::Action => true,
            Step::Round => self.events == 0,
            Step::Turn => {
                let Some(record) = self.current_round().filter(|_| self.events > 0) else { return true };
                let side = |event: &Event| event.side();
                let last = side(&record.events[self.events - 1]);
                record.events[self.events..].iter().all(|event| side(event) != last)
            }
        }
    }

    /// The round of the next move.
    fn current_round(&self) -> Option<&Arc<RoundRecord>> {
        match &self.record.moves.get(self.moves)?.effect {
            Effect::Round { record, .. } => Some(record),
            _ => None,
        }
    }

    fn apply(&mut self, made: &RecordedMove) {
        self.undo.push(self.position.undo_point());
        self.position.apply(made.side, &made.m, &made.effect);
        self.moves += 1;
    }

    /// Plays the moves that wait for others.
    fn take_in_waiting(&mut self) {
        let record = Arc::clone(&self.record);
        while let Some(made) = record.moves.get(self.moves).filter(|made| actions(made) == 0) {
            self.apply(made);
        }
    }

    fn one_forward(&mut self) -> bool {
        let game = Arc::clone(&self.record);
        let Some(made) = game.moves.get(self.moves) else { return false };
        if let Effect::Round { record, .. } = &made.effect
            && let Some(event) = record.events.get(self.events)
        {
            event.apply(&mut self.state);
            self.events += 1;
            if self.events < record.events.len() {
                self.action += 1;
                return true;
            }
        }
        self.apply(made);
        self.events = 0;
        self.state.clone_from(self.position.state());
        self.action += 1;
        self.take_in_waiting();
        true
    }

    fn one_back(&mut self) -> bool {
        if self.action == 0 {
            return false;
        }
        self.action -= 1;
        if self.events > 0
            && let Some(record) = self.current_round().map(Arc::clone)
        {
            self.events -= 1;
            record.events[self.events].revert(&mut self.state);
            return true;
        }
        // Moves that wait belong to the action before them.
        let game = Arc::clone(&self.record);
        while self.moves > 0 {
            let made = &game.moves[self.moves - 1];
            self.revert(made);
            if actions(made) > 0 {
                if let Effect::Round { record, .. } = &made.effect {
                    self.events = record.events.len().saturating_sub(1);
                    for event in &record.events[..self.events] {
                        event.apply(&mut self.state);
                    }
                }
                break;
            }
        }
        true
    }

    fn revert(&mut self, made: &RecordedMove) {
        let undo = self.undo.pop();
        let effect = match &made.effect {
            Effect::Waiting => Effect::Waiting,
            Effect::Starts { given, complete, .. } => {
                Effect::Starts { given: given.clone(), complete: *complete, undo }
            }
            Effect::Round { record, .. } => Effect::Round { record: Arc::clone(record), undo },
        };
        let reverted = self.position.revert(made.side, &effect);
        debug_assert!(reverted, "every move that was played has its undo data");
        self.moves -= 1;
        self.state.clone_from(self.position.state());
    }
}

/// The number of actions of a move.
fn actions(made: &RecordedMove) -> usize {
    match (&made.effect, &made.m) {
        (Effect::Waiting, _) => 0,
        (Effect::Starts { .. }, _) | (_, Move::Pick(_)) => 1,
        (Effect::Round { record, .. }, _) => record.events.len().max(1),
    }
}
