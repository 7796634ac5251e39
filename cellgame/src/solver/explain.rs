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
    /// The cells that imply it, with what is known of them. Without any one of them these steps do not lead to it.
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

/// A chain that is short enough to be shown without looking for a shorter one.
const SHORT: usize = 4;

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
            let steps = self.deductions(candidates, *technique, wanted);
            let is_found = |step: &Deduction| step.after.is_power_of_two() && wanted(step.cell);
            if let Some(end) = steps.iter().position(is_found) {
                return Some(self.explanation(candidates, &steps[..=end], *technique));
            }
            if work.stopped() {
                return None;
            }
        }
        self.by_search(candidates, wanted, work)
    }

    /// Everything that is concluded, in order, until a wanted cell is found.
    fn deductions(
        &mut self,
        candidates: &[Candidates],
        technique: Technique,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Vec<Deduction> {
        let mut now = candidates.to_vec();
        self.trail = Some(Vec::new());
        self.queue_all();
        let result = self.propagate(&mut now, technique.min(Technique::RowPair), None);
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
        while let Some((cell, conflict)) = self.short_conflict(candidates) {
            if !self.record_refutation(candidates, cell, conflict, steps) || found(steps) {
                return;
            }
        }
    }

    /// Removes a value that has failed, and adds that and its conclusions to the steps. False if nothing fits any more.
    fn record_refutation(
        &mut self,
        candidates: &mut [Candidates],
        cell: usize,
        conflict: Conflict,
        steps: &mut Vec<Deduction>,
    ) -> bool {
        let before = candidates[cell];
        let after = before & !(1 << conflict.state);
        candidates[cell] = after;
        steps.push(Deduction { cell, before, after, reason: Reason::Probe(conflict) });
        if after == 0 {
            return false;
        }
        self.trail = Some(Vec::new());
        self.clear_queue();
        self.cell_changed(cell);
        let result = self.propagate(candidates, Technique::RowPair, None);
        steps.extend(self.take_trail());
        result.is_ok()
    }

    /// The deductions that lead to a cell, if only these values are probed. `None` if they do not lead there.
    fn argue(
        &mut self,
        candidates: &[Candidates],
        technique: Technique,
        probes: &[(usize, State)],
        target: usize,
    ) -> Option<Vec<Deduction>> {
        let mut now = candidates.to_vec();
        self.trail = Some(Vec::new());
        self.queue_all();
        let result = self.propagate(&mut now, technique.min(Technique::RowPair), Some(target));
        let mut steps = self.take_trail();
        result.ok()?;
        let mut progress = true;
        while std::mem::take(&mut progress) && !now[target].is_power_of_two() {
            for (cell, state) in probes {
                if now[*cell] >> state & 1 == 0 || now[*cell].is_power_of_two() {
                    continue;
                }
                let Some(conflict) = self.conflict(&now, *cell, *state) else { continue };
                progress = true;
                if !self.record_refutation(&mut now, *cell, conflict, &mut steps) {
                    return None;
                }
            }
        }
        let is_found = |step: &Deduction| step.cell == target && step.after.is_power_of_two();
        let end = steps.iter().position(is_found)?;
        steps.truncate(end + 1);
        let needed = self.needed(&steps, vec![target]);
        Some(keep(steps, &needed))
    }

    /// An assumption that fails after a short chain, which is easy to follow; if there is none, the shortest one.
    fn short_conflict(&mut self, candidates: &[Candidates]) -> Option<(usize, Conflict)> {
        let mut best: Option<(usize, Conflict)> = None;
        let open: Vec<usize> =
            (0..candidates.len()).filter(|cell| candidates[*cell].count_ones() > 1).collect();
        for cell in open {
            for state in states_of(candidates[cell]) {
                let Some(conflict) = self.conflict(candidates, cell, state) else { continue };
                if conflict.chain.len() <= SHORT {
                    return Some((cell, conflict));
                }
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

    /// The explanation of the last of these steps.
    fn explanation(
        &mut self,
        candidates: &[Candidates],
        steps: &[Deduction],
        technique: Technique,
    ) -> Explanation {
        let last = &steps[steps.len() - 1];
        let (cell, state) = (last.cell, last.after.trailing_zeros() as State);
        let needed = keep(steps.to_vec(), &self.needed(steps, vec![cell]));
        let probe = |step: &Deduction| match &step.reason {
            Reason::Probe(conflict) => Some((step.cell, conflict.state)),
            Reason::Place(_) => None,
        };
        let probes: Vec<(usize, State)> = needed.iter().filter_map(probe).collect();
        // Nobody needs an argument for a cell that can be seen, or one that finds another cell on its way.
        let is_known = |step: &Deduction| candidates[step.cell].is_power_of_two();
        let is_straight = |steps: &[Deduction]| {
            let chains = steps.iter().flat_map(|step| match &step.reason {
                Reason::Probe(conflict) => &conflict.chain[..],
                Reason::Place(_) => &[],
            });
            !steps.iter().chain(chains).any(is_known)
                && !steps[..steps.len() - 1].iter().any(|step| step.after.is_power_of_two())
        };
        let leads_there = |steps: Option<Vec<Deduction>>| {
            let found = |step: &Deduction| only_state(step.after) == Some(state);
            steps.filter(|steps| steps.last().is_some_and(found) && is_straight(steps))
        };
        let known = self.evidence(candidates, cell, &mut |solver, known| {
            leads_there(solver.argue(known, technique, &probes, cell)).is_some()
        });
        let steps = leads_there(self.argue(&known, technique, &probes, cell)).unwrap_or(needed);
        let evidence = self.restricted(&known);
        Explanation { cell, state, technique, evidence, steps }
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
