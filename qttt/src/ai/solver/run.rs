//! A run of the solver: questions about positions within a budget.

use super::order::{CLOSING, MoveQueue, ONE_COLLAPSE_WINS, cell_features};
use super::table::Bounds;
use super::{Margin, Solver, State};
use crate::rules::{Move, Position};
use common::game::{Side, Value};
use common::player::Running;

/// Number of nodes between two checks of the budget; reading the clock costs as much as several nodes.
const NODES_PER_BUDGET_CHECK: u64 = 512;

/// A run of the solver within a budget. Every answer is exact; `None` means that the budget ended first.
#[derive(Debug)]
pub struct SolverRun<'a> {
    pub(super) solver: &'a mut Solver,
    running: &'a Running<'a>,
    /// The solver's nodes at the start of the run.
    nodes_at_start: u64,
}

impl<'a> SolverRun<'a> {
    pub(super) fn new(solver: &'a mut Solver, running: &'a Running<'a>) -> SolverRun<'a> {
        let nodes_at_start = solver.nodes;
        SolverRun { solver, running, nodes_at_start }
    }

    /// Number of nodes of this run.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes - self.nodes_at_start
    }

    /// The value of a position.
    pub fn margin(&mut self, position: &Position) -> Option<Margin> {
        let state = State::of(position, &self.solver.keys);
        self.margin_of(&state)
    }

    /// The moves that keep the value of a position, and the number of all moves.
    pub fn optimal_moves(&mut self, position: &Position) -> Option<(Vec<Move>, usize)> {
        let state = State::of(position, &self.solver.keys);
        let value = self.margin_of(&state)?;
        let next = self.solver.successors(&state);
        let mut right = Vec::new();
        for (m, next) in &next {
            if self.keeps_value(next, state.mover(), value)? {
                right.push(*m);
            }
        }
        Some((right, next.len()))
    }

    /// The number of moves that keep the value of a position, and the number of all moves; `Some(None)` as soon as
    /// `acceptable` rejects the counts.
    pub fn count_optimal(
        &mut self,
        position: &Position,
        acceptable: impl Fn(usize, usize) -> bool,
    ) -> Option<Option<(usize, usize)>> {
        let state = State::of(position, &self.solver.keys);
        let value = self.margin_of(&state)?;
        let mut next: Vec<State> = self.solver.successors(&state).into_iter().map(|(_, next)| next).collect();
        if !state.closed() {
            // Likely moves first, to reject the counts early.
            let queue = MoveQueue::all(&state, &self.solver.history);
            next = queue.map(|spot| state.after_mark(spot, &self.solver.keys)).collect();
        }
        let mut right = 0;
        for after in &next {
            right += usize::from(self.keeps_value(after, state.mover(), value)?);
            if !acceptable(right, next.len()) {
                return Some(None);
            }
        }
        Some(Some((right, next.len())))
    }

    /// A move that keeps the value of a position; `Some(None)` if the game is over.
    pub fn optimal_move(&mut self, position: &Position) -> Option<Option<Move>> {
        let state = State::of(position, &self.solver.keys);
        let value = self.margin_of(&state)?;
        for (m, next) in self.solver.successors(&state) {
            if self.keeps_value(&next, state.mover(), value)? {
                return Some(Some(m));
            }
        }
        Some(None)
    }

    /// Whether a move of `mover` to `next` keeps the value. This needs one question, [`SolverRun::values`] several.
    pub(super) fn keeps_value(&mut self, next: &State, mover: Side, value: Margin) -> Option<bool> {
        let step = self.solver.step();
        match mover {
            Side::FIRST => self.reaches(next, value.0),
            _ if value == Margin::X_WINS => Some(true),
            _ => Some(!self.reaches(next, value.0 + step)?),
        }
    }

    /// The value of a position for the side to move.
    pub fn value(&mut self, position: &Position) -> Option<Value> {
        Some(self.margin(position)?.value_for(position.mover()))
    }

    /// The values of all moves for the side to move, in the order of the rules.
    pub fn values(&mut self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let state = State::of(position, &self.solver.keys);
        let margin = self.margin_of(&state)?;
        let mut values = Vec::new();
        for (m, next) in self.solver.successors(&state) {
            // Most moves keep the value or lose one step, so this is asked first.
            let first = if state.mover() == Side::FIRST { margin.0 } else { margin.0 + self.solver.step() };
            values.push((m, self.margin_from(&next, first)?.value_for(state.mover())));
        }
        Some(values)
    }

    pub(super) fn margin_of(&mut self, state: &State) -> Option<Margin> {
        self.margin_from(state, self.solver.first_goal())
    }

    /// The margin, by questions from `goal` upwards or downwards.
    fn margin_from(&mut self, state: &State, mut goal: i8) -> Option<Margin> {
        let step = self.solver.step();
        let (mut lower, mut upper) = (Margin::Y_WINS.0, Margin::X_WINS.0);
        while lower < upper {
            goal = goal.clamp(lower + step, upper);
            if self.reaches(state, goal)? {
                lower = goal;
                goal += step;
            } else {
                upper = goal - step;
                goal = upper;
            }
        }
        Some(Margin(lower))
    }

    /// Whether x gets at least `goal`, for any state.
    fn reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
        if let Some(end) = state.ended(self.solver.scoring) {
            Some(end.0 >= goal)
        } else if state.closed() {
            self.collapse_reaches(state, goal)
        } else {
            self.mover_reaches(state, goal)
        }
    }

    /// The same for a closed cycle, before its collapse.
    fn collapse_reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
        self.count_node()?;
        let wanted = state.mover() == Side::FIRST;
        let collapses = state.collapses();
        let ends = collapses.map(|next| next.ended(self.solver.scoring));
        // Immediate results come before searches.
        if ends.iter().flatten().any(|end| (end.0 >= goal) == wanted) {
            return Some(wanted);
        }
        for (mut next, end) in collapses.into_iter().zip(ends) {
            if end.is_none() {
                next.recompute_keys(&self.solver.keys);
                if self.mover_reaches(&next, goal)? == wanted {
                    return Some(wanted);
                }
            }
        }
        Some(!wanted)
    }

    /// The same for a state without a closed cycle.
    pub(super) fn mover_reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
        self.count_node()?;
        // Before the last mark a search is cheaper than the table, and a third of all nodes are there.
        let key = (state.marks() < 8).then(|| state.key());
        let known = key.and_then(|key| self.solver.margins.get(key));
        let mut known = known.unwrap_or(Bounds { lower: 0, upper: 4 });
        let goal_bound = (goal - Margin::Y_WINS.0) as u8;
        if known.lower >= goal_bound || known.upper < goal_bound {
            return Some(known.lower >= goal_bound);
        }
        let wanted = state.mover() == Side::FIRST;
        let reached = if self.mover_succeeds(state, goal)? { wanted } else { !wanted };
        if let Some(key) = key {
            if reached {
                known.lower = goal_bound;
            } else {
                known.upper = goal_bound - self.solver.step() as u8;
            }
            self.solver.margins.put(key, known);
        }
        Some(reached)
    }

    /// Whether the side to move succeeds: x in reaching the goal, y in preventing it.
    fn mover_succeeds(&mut self, state: &State, goal: i8) -> Option<bool> {
        let wanted = state.mover() == Side::FIRST;
        let mut queue = MoveQueue::new();
        let features = cell_features(state);
        for spot in state.spots() {
            let priority = self.solver.history.priority(state, spot, &features);
            let closing = if state.closes(spot) {
                self.count_node()?;
                let mut next = *state;
                next.add_mark(spot);
                let ends = next.collapses().map(|next| next.ended(self.solver.scoring));
                match ends.map(|end| end.map(|end| (end.0 >= goal) == wanted)) {
                    // The opponent chooses, so one bad collapse refutes the move.
                    [Some(false), _] | [_, Some(false)] => continue,
                    [Some(true), Some(true)] => return Some(true),
                    [None, None] => CLOSING,
                    _ => ONE_COLLAPSE_WINS,
                }
            } else {
                0
            };
            queue.add(spot, closing | priority);
        }
        for spot in queue {
            let next = state.after_mark(spot, &self.solver.keys);
            let succeeded = self.reaches(&next, goal)? == wanted;
            self.solver.history.record(state, spot, &features, succeeded);
            if succeeded {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Counts a node; `None` when the budget is used up.
    pub(super) fn count_node(&mut self) -> Option<()> {
        self.solver.nodes += 1;
        let check = self.solver.nodes.is_multiple_of(NODES_PER_BUDGET_CHECK);
        (!check || !self.running.used_up(self.nodes())).then_some(())
    }
}
