//! The exact solver: what any position is worth with perfect play, by proof and without a book.
//!
//! It only asks yes-or-no questions, "does x reach at least this?", remembers the answers for all positions that are
//! the same but for symmetry and [exchangeable marks](key), and tries moves that close a cycle first.

mod board;
mod key;
mod pace;
mod state;
mod table;
#[cfg(test)]
mod tests;

pub(super) use state::State;

use crate::rules::{Move, Position, Scoring};
use board::PAIRS;
use common::game::{Side, Value};
use common::player::{Budget, Running};
use key::Keys;
use std::sync::{LazyLock, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use table::{Bounds, Table};

/// The budget is asked only so often; the clock costs as much as several positions.
const NODES_PER_LOOK: u64 = 512;

/// Spots are counted down from here, so that among equal choices the lower spot is the greater number.
const LAST_SPOT: u8 = 63;
/// The count of hits that fits between the other parts of a choice.
const MOST_HITS: u32 = (1 << 25) - 1;

/// An absolute result: the points of x minus those of y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin(i8);

impl Margin {
    /// Nobody has more points.
    pub const DRAW: Margin = Margin(0);
    const X_WINS: Margin = Margin(2);
    const Y_WINS: Margin = Margin(-2);

    /// A whole point for one side.
    fn won_by(side: Side) -> Margin {
        if side == Side::FIRST { Margin::X_WINS } else { Margin::Y_WINS }
    }

    /// The margin in half points, from −2 (y wins) to 2 (x wins).
    pub fn halves(self) -> i8 {
        self.0
    }

    /// The margin as `side` sees it.
    pub fn value_for(self, side: Side) -> Value {
        let value = Value(i32::from(self.0) * Value::POINT.0 / 2);
        value.turned(Side::FIRST, side)
    }
}

/// A solver for one scoring. It remembers what it has found out, so that each question makes the next ones cheaper.
#[derive(Debug)]
pub struct Solver {
    scoring: Scoring,
    keys: Keys,
    /// The margin, in half points from 0 (y wins) to 4 (x wins).
    margins: Table,
    /// The plies to the end of won positions.
    paces: Table,
    /// How often a move was the answer, by the number of marks, the pair and whether it closed a cycle.
    history: Box<[[[u32; 2]; PAIRS]; 9]>,
    nodes: u64,
    /// The first plies are known.
    warm: bool,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(scoring: Scoring) -> Solver {
        Solver {
            scoring,
            keys: Keys::new(scoring),
            margins: Table::of_megabytes(64),
            paces: Table::of_megabytes(16),
            history: Box::new([[[0; 2]; PAIRS]; 9]),
            nodes: 0,
            warm: false,
        }
    }

    /// The solver that all players of this process share, as soon as nobody else uses it. `None` if the budget ends
    /// before.
    pub fn shared(scoring: Scoring, running: &Running<'_>) -> Option<MutexGuard<'static, Solver>> {
        static SEED: LazyLock<Mutex<Solver>> = LazyLock::new(|| Mutex::new(Solver::new(Scoring::Seed)));
        static GOFF: LazyLock<Mutex<Solver>> = LazyLock::new(|| Mutex::new(Solver::new(Scoring::Goff)));
        let solver: &'static Mutex<Solver> = match scoring {
            Scoring::Seed => &SEED,
            Scoring::Goff => &GOFF,
        };
        loop {
            match solver.try_lock() {
                Ok(guard) => return Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => {
                    // Whatever went wrong while it was used, a new solver knows nothing wrong.
                    let mut guard = poisoned.into_inner();
                    *guard = Solver::new(scoring);
                    solver.clear_poison();
                    return Some(guard);
                }
                Err(TryLockError::WouldBlock) if running.used_up(0) => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// The scoring it solves for; that of the positions it is asked about does not matter.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// What a position is worth, however long it takes.
    ///
    /// ```
    /// use qttt::ai::Solver;
    /// use qttt::rules::{Position, Scoring};
    /// let value = Solver::new(Scoring::Goff).margin(&Position::new(Scoring::Goff));
    /// assert_eq!(value.halves(), 1);
    /// ```
    pub fn margin(&mut self, position: &Position) -> Margin {
        let budget = Budget::default();
        let running = budget.start();
        self.within(&running).margin(position).expect("nothing ends a search without limits")
    }

    /// A look at positions that ends when the budget does.
    pub fn within<'a>(&'a mut self, running: &'a Running<'a>) -> Study<'a> {
        let begun = self.nodes;
        Study { solver: self, running, begun }
    }

    /// Positions whose value is known, wholly or in part. Those with a closed cycle are not kept.
    pub fn states(&self) -> usize {
        self.margins.len()
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.margins.bytes() + self.paces.bytes()
    }

    /// The margins there are; in `seed` nobody wins by half a point.
    fn step(&self) -> i8 {
        match self.scoring {
            Scoring::Seed => 2,
            Scoring::Goff => 1,
        }
    }

    /// The first question to ask of a position: what the start is worth, or just below, as measuring showed.
    fn first_goal(&self) -> i8 {
        match self.scoring {
            Scoring::Seed => 0,
            Scoring::Goff => 1,
        }
    }

    /// The spots of the next mark. Closing a cycle asks the opponent a question with two answers instead of thirty, so
    /// it is cheap to try and often ends the game; then come the moves that were the answer most often.
    fn choices(&self, state: &State) -> Choices {
        let mut choices = Choices { list: [0; PAIRS], count: 0 };
        for spot in state.spots() {
            let closes = state.closes(spot);
            let hits = self.history[state.marks()].get(usize::from(spot));
            let hits = hits.map_or(0, |hits| hits[usize::from(closes)]);
            choices.list[choices.count] = u32::from(closes) << 31 | hits << 6 | u32::from(LAST_SPOT - spot);
            choices.count += 1;
        }
        choices
    }
}

/// Spots to try, the most promising first. They are looked for one by one, for the first few are usually enough.
struct Choices {
    /// Whether it closes a cycle, how often it was the answer, and the spot, in one number: the greatest is next.
    list: [u32; PAIRS],
    count: usize,
}

impl Iterator for Choices {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let left = &mut self.list[..self.count];
        let best = left.iter().copied().max()?;
        let place = left.iter().position(|choice| *choice == best)?;
        left.swap(place, self.count - 1);
        self.count -= 1;
        Some(LAST_SPOT - (best & 63) as u8)
    }
}

/// A solver at work within a budget. Every answer is exact; `None` means that the budget ended before it was found.
#[derive(Debug)]
pub struct Study<'a> {
    solver: &'a mut Solver,
    running: &'a Running<'a>,
    begun: u64,
}

impl Study<'_> {
    /// Positions looked at since the study began.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes - self.begun
    }

    /// What a position is worth.
    pub fn margin(&mut self, position: &Position) -> Option<Margin> {
        let state = State::of(position, &self.solver.keys);
        self.margin_of(&state)
    }

    /// Finds out what the first two plies are worth, of which every game has its own; later positions are cheaper.
    pub fn warm_up(&mut self) -> Option<()> {
        if self.solver.warm {
            return Some(());
        }
        let start = State::of(&Position::new(self.solver.scoring), &self.solver.keys);
        for (_, first) in self.solver.next(&start) {
            self.margin_of(&first)?;
            for (_, second) in self.solver.next(&first) {
                self.margin_of(&second)?;
            }
        }
        self.solver.warm = true;
        Some(())
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
    fn keeps(&mut self, next: &State, mover: Side, value: Margin) -> Option<bool> {
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

    fn margin_of(&mut self, state: &State) -> Option<Margin> {
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
    fn mover_reaches(&mut self, state: &State, goal: i8) -> Option<bool> {
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
        let mut reached = !wanted;
        for spot in self.solver.choices(state) {
            let next = state.placed(spot, &self.solver.keys);
            if self.reaches(&next, goal)? == wanted {
                self.solver.remember(state, spot);
                reached = wanted;
                break;
            }
        }
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

    /// Counts a position; `None` when the budget is used up.
    fn count(&mut self) -> Option<()> {
        self.solver.nodes += 1;
        let look = self.solver.nodes.is_multiple_of(NODES_PER_LOOK);
        (!look || !self.running.used_up(self.nodes())).then_some(())
    }
}

impl Solver {
    /// A move was the answer; the more marks are to come, the more it saved.
    fn remember(&mut self, state: &State, spot: u8) {
        if let Some(hits) = self.history[state.marks()].get_mut(usize::from(spot)) {
            let hits = &mut hits[usize::from(state.closes(spot))];
            *hits = (*hits + (1 << (9 - state.marks()).min(8))).min(MOST_HITS);
        }
    }

    /// All moves with the positions they lead to, in the order of the rules.
    fn next(&self, state: &State) -> Vec<(Move, State)> {
        if state.ended(self.scoring).is_some() {
            return Vec::new();
        }
        if state.closed() {
            let mut collapses = state.collapses();
            collapses.iter_mut().for_each(|next| next.renew(&self.keys));
            return state.collapse_moves().into_iter().zip(collapses).collect();
        }
        state.spots().map(|spot| (State::move_to(spot), state.placed(spot, &self.keys))).collect()
    }
}
