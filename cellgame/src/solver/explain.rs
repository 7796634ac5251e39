//! The next step, and why: which cells imply it, and the deductions from them.

use super::sat::Answer;
use super::window::states_of;
use super::{Candidates, Contradiction, Exact, Narrowed, Place, Solver, Technique, all_states, only_state};
use common::automaton::State;
use common::job::Work;

/// Why a cell has a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The cell.
    pub cell: usize,
    /// Its value.
    pub state: State,
    /// The technique that finds it.
    pub technique: Technique,
    /// The cells that imply it, with what is known of them. Without any one of them the technique does not find it.
    pub evidence: Vec<(usize, Candidates)>,
    /// The deductions that lead to it, in order; the last one is about the cell itself. Empty if it takes a search.
    pub steps: Vec<Deduction>,
}

/// Candidates of one cell were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deduction {
    /// The cell.
    pub cell: usize,
    /// Its candidates before.
    pub before: Candidates,
    /// Its candidates after.
    pub after: Candidates,
    /// Why.
    pub reason: Reason,
}

/// Why candidates were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The rules that fit this window, named by its result cell, or the pair of this row and the row below.
    Place(Place),
    /// The value was assumed, and that led to a contradiction.
    Probe(Conflict),
}

/// An assumption that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The assumed value.
    pub state: State,
    /// What follows from it.
    pub chain: Vec<Deduction>,
    /// Where nothing fits any more.
    pub place: Place,
}

impl Solver {
    /// The simplest next step: a cell that `wanted` accepts and whose value follows from the candidates. `None` if there
    /// is none, or if the work was stopped.
    pub fn explain(
        &mut self,
        candidates: &[Candidates],
        wanted: &dyn Fn(usize) -> bool,
        work: &Work,
    ) -> Option<Explanation> {
        for technique in &Technique::ALL[..4] {
            if let Some((cell, state)) = self.first_placed(candidates, *technique, wanted) {
                return Some(self.explanation(candidates, cell, state, *technique));
            }
            if work.stopped() {
                return None;
            }
        }
        self.by_search(candidates, wanted, work)
    }

    /// The first cell that a technique finds.
    fn first_placed(
        &mut self,
        candidates: &[Candidates],
        technique: Technique,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Option<(usize, State)> {
        let steps = self.deductions(candidates, technique, None, wanted);
        steps
            .iter()
            .find_map(|step| Some((step.cell, only_state(step.after)?)).filter(|found| wanted(found.0)))
    }

    /// Everything that is concluded, in order, until a wanted cell is found.
    fn deductions(
        &mut self,
        candidates: &[Candidates],
        technique: Technique,
        target: Option<usize>,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Vec<Deduction> {
        let mut now = candidates.to_vec();
        self.trail = Some(Vec::new());
        self.queue_all();
        let result = self.propagate(&mut now, technique.min(Technique::RowPair), target);
        let mut steps = self.take_trail();
        let found =
            |steps: &[Deduction]| steps.iter().any(|step| step.after.is_power_of_two() && wanted(step.cell));
        if technique >= Technique::Probe && result.is_ok() && !found(&steps) {
            self.probe_until(&mut now, &mut steps, &found);
        }
        steps
    }

    fn probe_until(
        &mut self,
        candidates: &mut [Candidates],
        steps: &mut Vec<Deduction>,
        found: &dyn Fn(&[Deduction]) -> bool,
    ) {
        loop {
            // The assumption with the shortest chain is the easiest one to follow.
            let Some((cell, conflict)) = self.shortest_conflict(candidates) else { return };
            let before = candidates[cell];
            candidates[cell] &= !(1 << conflict.state);
            let after = candidates[cell];
            steps.push(Deduction { cell, before, after, reason: Reason::Probe(conflict) });
            if after == 0 {
                return;
            }
            self.trail = Some(Vec::new());
            self.clear_queue();
            self.cell_changed(cell);
            let result = self.propagate(candidates, Technique::RowPair, None);
            steps.extend(self.take_trail());
            if result.is_err() || found(steps) {
                return;
            }
        }
    }

    fn shortest_conflict(&mut self, candidates: &[Candidates]) -> Option<(usize, Conflict)> {
        let mut best: Option<(usize, Conflict)> = None;
        let open: Vec<usize> =
            (0..candidates.len()).filter(|cell| candidates[*cell].count_ones() > 1).collect();
        for cell in open {
            for state in states_of(candidates[cell]) {
                let Some(conflict) = self.conflict(candidates, cell, state) else { continue };
                if best.as_ref().is_none_or(|(_, best)| conflict.chain.len() < best.chain.len()) {
                    best = Some((cell, conflict));
                }
            }
        }
        best
    }

    /// What goes wrong if a cell has this value; `None` if nothing does.
    fn conflict(&mut self, candidates: &[Candidates], cell: usize, state: State) -> Option<Conflict> {
        let mut now = candidates.to_vec();
        self.trail = Some(Vec::new());
        let Err(Contradiction { place }) = self.assume(&mut now, cell, state) else {
            self.trail = None;
            return None;
        };
        let chain = self.take_trail();
        let needed = self.needed(&chain, self.cells_of(place));
        Some(Conflict { state, chain: keep(chain, &needed), place })
    }

    fn take_trail(&mut self) -> Vec<Deduction> {
        let trail = self.trail.take().unwrap_or_default();
        let deduction = |Narrowed { cell, before, after, place }: Narrowed| Deduction {
            cell,
            before,
            after,
            reason: Reason::Place(place),
        };
        trail.into_iter().map(deduction).collect()
    }

    /// The cells of a window or of a pair of rows.
    pub fn cells_of(&self, place: Place) -> Vec<usize> {
        match place {
            Place::Window(result) => self.layout.window(result).into_iter().flatten().flatten().collect(),
            Place::RowPair(row) => {
                let width = self.layout.width();
                (row * width..(row + 2) * width).collect()
            }
        }
    }

    /// The cells that a reason looks at.
    fn inputs(&self, reason: &Reason) -> Vec<usize> {
        match reason {
            Reason::Place(place) => self.cells_of(*place),
            Reason::Probe(conflict) => {
                let chain = conflict.chain.iter().flat_map(|step| self.inputs(&step.reason));
                chain.chain(self.cells_of(conflict.place)).collect()
            }
        }
    }

    /// Which of the steps are needed for what is known of these cells in the end.
    fn needed(&self, steps: &[Deduction], cells: Vec<usize>) -> Vec<bool> {
        let mut needed = vec![false; steps.len()];
        // For each cell: its steps before this one are needed.
        let mut until = vec![0; self.layout.cells()];
        for cell in cells {
            until[cell] = steps.len();
        }
        for at in (0..steps.len()).rev() {
            if until[steps[at].cell] > at {
                needed[at] = true;
                for cell in self.inputs(&steps[at].reason) {
                    until[cell] = until[cell].max(at);
                }
            }
        }
        needed
    }

    fn explanation(
        &mut self,
        candidates: &[Candidates],
        cell: usize,
        state: State,
        technique: Technique,
    ) -> Explanation {
        let known = self.evidence(candidates, cell, &mut |solver, candidates| {
            let mut now = candidates.to_vec();
            solver.narrow(&mut now, technique, Some(cell)).is_ok() && only_state(now[cell]) == Some(state)
        });
        let steps = self.deductions(&known, technique, Some(cell), &|found| found == cell);
        let end = steps.iter().position(|step| step.cell == cell && step.after.is_power_of_two());
        let steps: Vec<Deduction> = steps.into_iter().take(end.map_or(0, |end| end + 1)).collect();
        let needed = self.needed(&steps, vec![cell]);
        let evidence = self.restricted(&known);
        Explanation { cell, state, technique, evidence, steps: keep(steps, &needed) }
    }

    fn restricted(&self, candidates: &[Candidates]) -> Vec<(usize, Candidates)> {
        let all = all_states(self.layout.states());
        candidates.iter().copied().enumerate().filter(|(_, candidates)| *candidates != all).collect()
    }

    /// Forgets as much as possible of what is known, such that `still` holds: first everything far away, then cell by
    /// cell.
    fn evidence(
        &mut self,
        candidates: &[Candidates],
        about: usize,
        still: &mut dyn FnMut(&mut Solver, &[Candidates]) -> bool,
    ) -> Vec<Candidates> {
        let all = all_states(self.layout.states());
        let mut known = candidates.to_vec();
        let farthest = self.layout.width() + self.layout.height();
        let mut radius = 1;
        while radius < farthest {
            let near = |cell: usize| self.distance(cell, about) <= radius;
            let close: Vec<Candidates> =
                (0..candidates.len()).map(|cell| if near(cell) { candidates[cell] } else { all }).collect();
            if still(self, &close) {
                known = close;
                break;
            }
            radius += (radius / 2).max(1);
        }
        let mut cells: Vec<usize> = self.restricted(&known).iter().map(|(cell, _)| *cell).collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(self.distance(*cell, about)));
        for cell in cells {
            let kept = std::mem::replace(&mut known[cell], all);
            if !still(self, &known) {
                known[cell] = kept;
            }
        }
        known
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.layout.cell(a), self.layout.cell(b));
        let columns = a.column.abs_diff(b.column);
        let columns = match self.layout.edge() {
            Some(_) => columns,
            None => columns.min(self.layout.width() - columns),
        };
        columns.max(a.row.abs_diff(b.row))
    }

    /// A cell that only a search finds.
    fn by_search(
        &mut self,
        candidates: &[Candidates],
        wanted: &dyn Fn(usize) -> bool,
        work: &Work,
    ) -> Option<Explanation> {
        let all = all_states(self.layout.states());
        let mut exact = Exact::new(&self.layout, &vec![all; candidates.len()], work);
        // Struck values are no evidence here: the board's clues are enough.
        let known: Vec<(usize, State)> = candidates
            .iter()
            .enumerate()
            .filter_map(|(cell, candidates)| Some((cell, only_state(*candidates)?)))
            .collect();
        let Answer::Solution(solution) = exact.solve(&known, None) else { return None };
        let mut best: Option<(usize, Vec<usize>)> = None;
        for cell in (0..candidates.len()).filter(|cell| wanted(*cell) && candidates[*cell].count_ones() > 1) {
            match exact.solve(&known, Some((cell, solution[cell]))) {
                Answer::Impossible(core) => {
                    let core: Vec<usize> = core.into_iter().filter(|used| *used != cell).collect();
                    if best.as_ref().is_none_or(|(_, best)| core.len() < best.len()) {
                        best = Some((cell, core));
                    }
                }
                Answer::Solution(_) => {}
                Answer::Stopped => return None,
            }
        }
        let (cell, core) = best?;
        let mut needed: Vec<(usize, State)> = core.into_iter().map(|cell| (cell, solution[cell])).collect();
        let mut at = 0;
        while at < needed.len() {
            let dropped = needed.remove(at);
            if !matches!(exact.solve(&needed, Some((cell, solution[cell]))), Answer::Impossible(_)) {
                needed.insert(at, dropped);
                at += 1;
            }
        }
        Some(Explanation {
            cell,
            state: solution[cell],
            technique: Technique::Search,
            evidence: needed.into_iter().map(|(cell, state)| (cell, 1 << state)).collect(),
            steps: Vec::new(),
        })
    }
}

fn keep(steps: Vec<Deduction>, needed: &[bool]) -> Vec<Deduction> {
    steps.into_iter().zip(needed).filter(|(_, needed)| **needed).map(|(step, _)| step).collect()
}
