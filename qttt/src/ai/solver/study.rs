//! A solver at work: questions about positions, answered within a budget.

use super::order::{CLOSING, Choices, HALF_WON, traits};
use super::table::Bounds;
use super::{Margin, Solver, State};
use crate::rules::{Move, Position};
use common::game::{Side, Value};
use common::player::Running;

/// The budget is asked only so often; the clock costs as much as several positions.
const NODES_PER_LOOK: u64 = 512;

/// A solver at work within a budget. Every answer is exact; `None` means that the budget ended before it was found.
#[derive(Debug)]
pub struct Study<'a> {
    pub(super) solver: &'a mut Solver,
    running: &'a Running<'a>,
    /// The solver's nodes when the study began.
    begun: u64,
}

impl<'a> Study<'a> {
    pub(super) fn new(solver: &'a mut Solver, running: &'a Running<'a>) -> Study<'a> {
        let begun = solver.nodes;
        Study { solver, running, begun }
    }

    /// Positions looked at since the study began.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes - self.begun
    }

    /// What a position is worth.
    pub fn margin(&mut self, position: &Position) -> Option<Margin> {
        let state = State::of(position, &self.solver.keys);
        self.margin_of(&state)
    }

    /// The moves that keep the value of a position, and how many moves there are.
    pub fn right_moves(&mut self, position: &Position) -> Option<(Vec<Move>, usize)> {
        let state = State::of(position, &self.solver.keys);
        let value = self.margin_of(&state)?;
        let next = self.solver.next(&state);
        let mut right = Vec::new();
        for (m, next) in &next {
            if self.keeps(next, state.mover(), value)? {
                right.push(*m);
            }
        }
        Some((right, next.len()))
    }

    /// How many moves keep the value of a position, and how many moves there are; `Some(None)` as soon as there are more
    /// right moves than `wanted` allows.
    pub fn count_right(
        &mut self,
        position: &Position,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> Option<Option<(usize, usize)>> {
        let state = State::of(position, &self.solver.keys);
        let value = self.margin_of(&state)?;
        let mut next: Vec<State> = self.solver.next(&state).into_iter().map(|(_, next)| next).collect();
        if !state.closed() {
            // The likely ones first: the sooner there are too many, the better.
            let choices = Choices::all(&state, &self.solver.history);
            next = choices.map(|spot| state.placed(spot, &self.solver.keys)).collect();
        }
        let mut right = 0;
        for after in &next {
            right += usize::from(self.keeps(after, state.mover(), value)?);
            if !wanted(right, next.len()) {
                return Some(None);
            }
        }
        Some(Some((right, next.len())))
    }

    /// A move that keeps the value of a position; `Some(None)` if the game is over.
    pub fn right_move(&mut self, position: &Position) -> Option<Option<Move>> {
        let state = State::of(position, &self.solver.keys);
        let value = self.margin_of(&state)?;
        for (m, next) in self.solver.next(&state) {
            if self.keeps(&next, state.mover(), value)? {
                return Some(Some(m));
            }
        }
        Some(None)
    }

    /// Whether a move of `mover` to `next` keeps the value; one question, where [`Study::values`] asks several.
    pub(super) fn keeps(&mut self, next: &State, mover: Side, value: Margin) -> Option<bool> {
        let step = self.solver.step();
        match mover {
            Side::FIRST => self.reaches(next, value.0),
            _ if value == Margin::X_WINS => Some(true),
            _ => Some(!self.reaches(next, value.0 + step)?),
        }
    }

    /// What a position is worth to the side that is to move, or would be if the game were not over.
    pub fn value(&mut self, position: &Position) -> Option<Value> {
        Some(self.margin(position)?.value_for(position.mover()))
    }

    /// The values of all moves for the side that makes them, in the order of the rules.
    pub fn values(&mut self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let state = State::of(position, &self.solver.keys);
        let margin = self.margin_of(&state)?;
        let mut values = Vec::new();
        for (m, next) in self.solver.next(&state) {
            // Most moves keep the value or lose it by a step, so that is asked first.
            let first = if state.mover() == Side::FIRST { margin.0 } else { margin.0 + self.solver.step() };
            values.push((m, self.margin_from(&next, first)?.value_for(state.mover())));
        }
        Some(values)
    }

    pub(super) fn margin_of(&mut self, state: &State) -> Option<Margin> {
        self.margin_from(state, self.solver.first_goal())
    }

    /// The margin, found by questions from `goal` on upwards or downwards.
    fn margin_from(&mut self, state: &State, mut goal: i8) -> Option<Margin> {
        let step = self.solver.step();
        let (mut least, mut most) = (Margin::Y_WINS.0, Margin::X_WINS.0);
        while least < most {
            goal = goal.clamp(least + step, most);
            if self.reaches(state, goal)? {
                least = goal;
                goal += step;
            } else {
                most = goal - step;
                goal = most;
            }
        }
        Some(Margin(least))
    }

    /// Whether x gets at least `goal`, for any state, finished or not.
    fn reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
        if let Some(end) = state.ended(self.solver.scoring) {
            Some(end.0 >= goal)
        } else if state.closed() {
            self.chooser_reaches(state, goal)
        } else {
            self.mover_reaches(state, goal)
        }
    }

    /// The same where a cycle waits for its collapse.
    fn chooser_reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
        self.count()?;
        let wanted = state.mover() == Side::FIRST;
        let collapses = state.collapses();
        let ends = collapses.map(|next| next.ended(self.solver.scoring));
        // What is seen at once is looked at before what must be searched.
        if ends.iter().flatten().any(|end| (end.0 >= goal) == wanted) {
            return Some(wanted);
        }
        for (mut next, end) in collapses.into_iter().zip(ends) {
            if end.is_none() {
                next.renew(&self.solver.keys);
                if self.mover_reaches(&next, goal)? == wanted {
                    return Some(wanted);
                }
            }
        }
        Some(!wanted)
    }

    /// The same where the next mark is to be made.
    pub(super) fn mover_reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
        self.count()?;
        // Before the last mark it is cheaper to look again than to remember, and a third of all positions are such.
        let kept = (state.marks() < 8).then(|| state.key());
        let known = kept.and_then(|key| self.solver.margins.get(key));
        let mut known = known.unwrap_or(Bounds { least: 0, most: 4 });
        let asked = (goal - Margin::Y_WINS.0) as u8;
        if known.least >= asked || known.most < asked {
            return Some(known.least >= asked);
        }
        let wanted = state.mover() == Side::FIRST;
        let reached = if self.mover_has_answer(state, goal)? { wanted } else { !wanted };
        if let Some(key) = kept {
            if reached {
                known.least = asked;
            } else {
                known.most = asked - self.solver.step() as u8;
            }
            self.solver.margins.put(key, known);
        }
        Some(reached)
    }

    /// Whether the side to move finds what it wants: x to reach the goal, y that it is not reached.
    fn mover_has_answer(&mut self, state: &State, goal: i8) -> Option<bool> {
        let wanted = state.mover() == Side::FIRST;
        let mut choices = Choices::new();
        let traits = traits(state);
        for spot in state.spots() {
            let promise = self.solver.history.promise(state, spot, &traits);
            let closing = if state.closes(spot) {
                self.count()?;
                let mut next = *state;
                next.put(spot);
                let ends = next.collapses().map(|next| next.ended(self.solver.scoring));
                match ends.map(|end| end.map(|end| (end.0 >= goal) == wanted)) {
                    // The enemy chooses, so one bad collapse is enough to refute it.
                    [Some(false), _] | [_, Some(false)] => continue,
                    [Some(true), Some(true)] => return Some(true),
                    [None, None] => CLOSING,
                    _ => HALF_WON,
                }
            } else {
                0
            };
            choices.add(spot, closing | promise);
        }
        for spot in choices {
            let next = state.placed(spot, &self.solver.keys);
            let answered = self.reaches(&next, goal)? == wanted;
            self.solver.history.remember(state, spot, &traits, answered);
            if answered {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Counts a position; `None` when the budget is used up.
    pub(super) fn count(&mut self) -> Option<()> {
        self.solver.nodes += 1;
        let look = self.solver.nodes.is_multiple_of(NODES_PER_LOOK);
        (!look || !self.running.used_up(self.nodes())).then_some(())
    }
}
