//! Congruence closure over the cells of a mask in which every colour but paper is one state.

use super::{Cell, Place};
use crate::mask::{ColourIndex, Mask, PAPER};
use common::automaton::Boundary;
use std::collections::{HashMap, HashSet};

/// At most so many contradictions of the same depth are compared to find the one with the fewest steps.
const MAX_COMPARED: usize = 16;

/// Two places with equal cells above and different colours below.
pub(super) struct Clash {
    pub first: Place,
    pub second: Place,
    /// Why the cells above are equal, in order of derivation: the cells above two places are equal, so the cells below
    /// are equal too. Empty if they are the same colours or the same cells.
    pub steps: Vec<(Place, Place)>,
}

impl Clash {
    /// The two places, then those of the steps.
    pub fn places(&self) -> Vec<Place> {
        let steps = self.steps.iter().flat_map(|(a, b)| [*a, *b]);
        [self.first, self.second].into_iter().chain(steps).collect()
    }
}

/// Finds two places that contradict each other. If `symmetric`, the mask must be symmetric.
pub(super) fn find_clash(mask: &Mask, boundary: Boundary, symmetric: bool) -> Option<Clash> {
    let mut closure = Closure::new(mask, boundary, symmetric);
    let mut changed: Vec<usize> = (mask.width()..mask.width() * mask.height()).collect();
    // Each round uses only what earlier rounds have merged, so the first contradictions are the least deep ones.
    loop {
        let (merges, clashes) = closure.compare(&changed);
        if !clashes.is_empty() {
            let explained =
                clashes.into_iter().take(MAX_COMPARED).map(|clash| (closure.explain(clash), clash));
            let (steps, (first, second)) = explained.min_by_key(|(steps, _)| steps.len())?;
            let place = |index| closure.place(index);
            return Some(Clash {
                first: place(first),
                second: place(second),
                steps: steps.into_iter().map(|(a, b)| (place(a), place(b))).collect(),
            });
        }
        changed.clear();
        for merge in merges {
            changed.extend(closure.merge(merge));
        }
        if changed.is_empty() {
            return None;
        }
        changed.sort_unstable();
        changed.dedup();
    }
}

/// Two places by the indices of the cells below.
type Pair = (usize, usize);

/// An edge of the proof forest: two cells are equal because the cells above them are.
#[derive(Clone, Copy)]
struct Proof {
    towards: usize,
    pair: Pair,
    /// The number of the merge: a proof uses only earlier merges.
    number: usize,
}

/// Terms are paper cells (by index), then the edge, then the other colours. All cells of such a colour are one term, and
/// in a symmetric mask a paper cell and its mirror image are one term.
struct Closure<'a> {
    mask: &'a Mask,
    boundary: Boundary,
    /// The term of each cell.
    terms: Vec<usize>,
    /// The union–find forest over terms.
    parents: Vec<usize>,
    /// For each root, the places with a term of its class above.
    uses: Vec<Vec<usize>>,
    proofs: Vec<Option<Proof>>,
    merges: usize,
    /// The first place with these three classes above.
    table: HashMap<[usize; 3], usize>,
}

impl<'a> Closure<'a> {
    fn new(mask: &'a Mask, boundary: Boundary, symmetric: bool) -> Closure<'a> {
        let width = mask.width();
        let cells = width * mask.height();
        let term = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            match mask.get(x, y) {
                PAPER if symmetric => y * width + x.min(width - 1 - x),
                PAPER => cell,
                colour => cells + usize::from(colour),
            }
        };
        let count = cells + mask.colours();
        let mut closure = Closure {
            mask,
            boundary,
            terms: (0..cells).map(term).collect(),
            parents: (0..count).collect(),
            uses: vec![Vec::new(); count],
            proofs: vec![None; count],
            merges: 0,
            table: HashMap::with_capacity(cells),
        };
        for place in width..cells {
            for term in closure.terms_above(place) {
                // Other terms than paper cells are never merged.
                if term < cells {
                    closure.uses[term].push(place);
                }
            }
        }
        closure
    }

    /// The term beyond a flat edge: a paper state that no cell needs to have, or one of the other colours.
    fn edge(&self) -> usize {
        let colour = match self.boundary {
            Boundary::Flat { edge } if usize::from(edge) < self.mask.colours() => usize::from(edge),
            _ => 0,
        };
        self.terms.len() + colour
    }

    fn cell(&self, index: usize) -> Cell {
        (index % self.mask.width(), index / self.mask.width())
    }

    fn colour(&self, index: usize) -> ColourIndex {
        let (x, y) = self.cell(index);
        self.mask.get(x, y)
    }

    fn place(&self, index: usize) -> Place {
        let (x, y) = self.cell(index);
        let width = self.mask.width();
        let columns = match self.boundary {
            Boundary::Flat { .. } => [x.checked_sub(1), Some(x), (x + 1 < width).then_some(x + 1)],
            Boundary::Cyclic => [Some((x + width - 1) % width), Some(x), Some((x + 1) % width)],
        };
        Place { above: columns.map(|column| column.map(|column| (column, y - 1))), result: (x, y) }
    }

    fn terms_above(&self, place: usize) -> [usize; 3] {
        let width = self.mask.width();
        self.place(place)
            .above
            .map(|cell| cell.map_or_else(|| self.edge(), |(x, y)| self.terms[y * width + x]))
    }

    fn root(&mut self, mut term: usize) -> usize {
        while self.parents[term] != term {
            self.parents[term] = self.parents[self.parents[term]];
            term = self.parents[term];
        }
        term
    }

    /// Looks up the classes above the given places: the pairs whose results must be equal, and the pairs among them
    /// whose results have different colours.
    fn compare(&mut self, places: &[usize]) -> (Vec<Pair>, Vec<Pair>) {
        let (mut merges, mut clashes) = (Vec::new(), Vec::new());
        for place in places {
            let key = self.terms_above(*place).map(|term| self.root(term));
            let first = *self.table.entry(key).or_insert(*place);
            if self.colour(first) != self.colour(*place) {
                clashes.push((first, *place));
            } else if self.terms[first] != self.terms[*place] {
                merges.push((first, *place));
            }
        }
        (merges, clashes)
    }

    /// Merges the results of two places and returns the places whose classes above have changed.
    fn merge(&mut self, pair: Pair) -> Vec<usize> {
        let terms = [self.terms[pair.0], self.terms[pair.1]];
        let roots = terms.map(|term| self.root(term));
        if roots[0] == roots[1] {
            return Vec::new();
        }
        let smaller = usize::from(self.uses[roots[0]].len() >= self.uses[roots[1]].len());
        let (absorbed, kept) = (roots[smaller], roots[1 - smaller]);
        self.add_proof(terms[smaller], terms[1 - smaller], pair);
        self.parents[absorbed] = kept;
        let changed = std::mem::take(&mut self.uses[absorbed]);
        self.uses[kept].extend(&changed);
        changed
    }

    /// Makes `from` the root of its proof tree, then hangs it below `towards`.
    fn add_proof(&mut self, from: usize, towards: usize, pair: Pair) {
        self.merges += 1;
        let mut term = from;
        let mut proof = Some(Proof { towards, pair, number: self.merges });
        while let Some(new) = proof {
            let old = self.proofs[term].replace(new);
            proof = old.map(|old| Proof { towards: term, ..old });
            term = old.map_or(term, |old| old.towards);
        }
    }

    /// The steps from which the cells above two places are equal.
    fn explain(&self, pair: Pair) -> Vec<Pair> {
        let mut steps: Vec<(usize, Pair)> = Vec::new();
        let mut known = HashSet::new();
        let mut open = vec![pair];
        while let Some((first, second)) = open.pop() {
            for (a, b) in self.terms_above(first).into_iter().zip(self.terms_above(second)) {
                for proof in self.path(a, b) {
                    if known.insert(proof.number) {
                        steps.push((proof.number, proof.pair));
                        open.push(proof.pair);
                    }
                }
            }
        }
        steps.sort_unstable();
        steps.into_iter().map(|(_, pair)| pair).collect()
    }

    /// The path between two terms of one class in the proof forest.
    fn path(&self, a: usize, b: usize) -> Vec<Proof> {
        if a == b {
            return Vec::new();
        }
        let upwards = |term: usize| {
            std::iter::successors(self.proofs[term], |proof| self.proofs[proof.towards]).collect::<Vec<_>>()
        };
        let (mut from_a, mut from_b) = (upwards(a), upwards(b));
        while let (Some(x), Some(y)) = (from_a.last(), from_b.last()) {
            if x.number != y.number {
                break;
            }
            from_a.pop();
            from_b.pop();
        }
        from_a.append(&mut from_b);
        from_a
    }
}
