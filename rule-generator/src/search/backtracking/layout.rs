//! The parts of a problem that never change during a search: cells, windows and the indices of the rules.

use crate::problem::{Problem, StateSet};
use common::automaton::{State, Triple};

/// The end of a list of windows.
pub(super) const END: u32 = u32::MAX;

/// Three cells and the one below.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub above: [u32; 3],
    pub result: u32,
}

/// Cells, windows and the indices of the rules.
#[derive(Debug)]
pub(super) struct Layout {
    pub width: usize,
    pub height: usize,
    pub states: usize,
    /// The cell that holds the state of each place of the mask: mirror images in a symmetric problem share one.
    pub cells: Vec<u32>,
    /// The windows, sorted by row.
    pub windows: Vec<Window>,
    /// For each cell, the windows that have it above: `uses[use_starts[cell]..use_starts[cell + 1]]`.
    pub uses: Vec<u32>,
    pub use_starts: Vec<u32>,
    /// For each cell, the window that has it below; `END` in the start row.
    pub window_of: Vec<u32>,
    pub allowed: Vec<StateSet>,
    /// The index of the rule of each triple.
    pub rules: Vec<u32>,
    /// The states of each colour.
    pub sets: Vec<StateSet>,
    /// The state beyond a flat edge.
    pub edge: State,
}

impl Layout {
    pub fn new(problem: &Problem) -> Layout {
        let (width, height) = (problem.mask().width(), problem.mask().height());
        let states = usize::from(problem.states());
        let own = |x: usize| if problem.symmetric() { x.min(width - 1 - x) } else { x };
        let cells: Vec<u32> =
            (0..height).flat_map(|y| (0..width).map(move |x| (y * width + own(x)) as u32)).collect();
        let edge = (width * height) as u32;
        let mut allowed = vec![StateSet::MAX; width * height];
        for (index, cell) in cells.iter().enumerate() {
            allowed[*cell as usize] &= problem.allowed(index % width, index / width);
        }
        let mut windows = Vec::new();
        let mut uses_of = vec![Vec::new(); width * height + 1];
        let mut window_of = vec![END; width * height];
        for y in 1..height {
            for x in (0..width).filter(|x| own(*x) == *x) {
                let above = problem
                    .columns_above(x)
                    .map(|column| column.map_or(edge, |column| cells[(y - 1) * width + column]));
                let result = cells[y * width + x];
                let window = windows.len() as u32;
                window_of[result as usize] = window;
                for cell in above {
                    let uses: &mut Vec<u32> = &mut uses_of[cell as usize];
                    if uses.last() != Some(&window) {
                        uses.push(window);
                    }
                }
                windows.push(Window { above, result });
            }
        }
        uses_of[edge as usize].clear();
        let mut use_starts = vec![0];
        for uses in &uses_of {
            use_starts.push(use_starts.last().unwrap_or(&0) + uses.len() as u32);
        }
        let rules = (0..states.pow(3))
            .map(|index| problem.rule_index(Triple::from_index(index, problem.states())) as u32)
            .collect();
        let sets = (0..problem.mask().colours()).map(|colour| problem.set(colour as u8)).collect();
        Layout {
            width,
            height,
            states,
            cells,
            windows,
            uses: uses_of.concat(),
            use_starts,
            window_of,
            allowed,
            rules,
            sets,
            edge: problem.edge(),
        }
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// The row of a cell.
    pub fn row(&self, cell: usize) -> usize {
        cell / self.width
    }
}
