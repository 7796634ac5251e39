use super::*;
use crate::problem::{Answer, Problem, Solution};
use crate::search::{Control, Meter, sat};
use common::job::Stop;
use proptest::prelude::*;

const FLAT: Boundary = Boundary::Flat { edge: 0 };

fn mask(text: &str) -> Mask {
    text.parse().unwrap()
}

fn find(text: &str, ink: InkMode, boundary: Boundary, symmetric: bool) -> Option<Contradiction> {
    Contradiction::find(&mask(text), ink, boundary, symmetric)
}

/// A class for each cell and for the edge, found the slow way.
struct NaiveClasses {
    mask: Mask,
    boundary: Boundary,
    classes: Vec<usize>,
}

impl NaiveClasses {
    /// What is equal from the start.
    fn new(mask: &Mask, boundary: Boundary, symmetric: bool) -> NaiveClasses {
        let (width, cells) = (mask.width(), mask.width() * mask.height());
        let class = |cell: usize| match mask.get(cell % width, cell / width) {
            PAPER if symmetric => cell.min(cell / width * width + width - 1 - cell % width),
            PAPER => cell,
            colour => cells + usize::from(colour),
        };
        let mut classes: Vec<usize> = (0..cells).map(class).collect();
        let edge = match boundary {
            Boundary::Flat { edge } if usize::from(edge) < mask.colours() => edge,
            _ => 0,
        };
        classes.push(cells + usize::from(edge));
        NaiveClasses { mask: mask.clone(), boundary, classes }
    }

    fn colour(&self, (x, y): Cell) -> ColourIndex {
        self.mask.get(x, y)
    }

    fn class(&self, cell: Option<Cell>) -> usize {
        match cell {
            Some((x, y)) => self.classes[y * self.mask.width() + x],
            None => self.classes[self.classes.len() - 1],
        }
    }

    fn same_above(&self, a: &Place, b: &Place) -> bool {
        a.above.map(|cell| self.class(cell)) == b.above.map(|cell| self.class(cell))
    }

    fn merge(&mut self, a: Cell, b: Cell) {
        let (old, new) = (self.class(Some(a)), self.class(Some(b)));
        self.classes.iter_mut().filter(|class| **class == old).for_each(|class| *class = new);
    }

    fn places(&self) -> Vec<Place> {
        let problem = Problem::one_state(&self.mask, 10, self.boundary, false).unwrap();
        let place = |x, y: usize| Place {
            above: problem.columns_above(x).map(|column| column.map(|column| (column, y - 1))),
            result: (x, y),
        };
        let width = self.mask.width();
        (1..self.mask.height()).flat_map(|y| (0..width).map(move |x| place(x, y))).collect()
    }

    /// Merges until nothing changes. Returns whether two colours have met.
    fn close(&mut self) -> bool {
        let places = self.places();
        loop {
            let mut changed = false;
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    if self.same_above(a, b) {
                        if self.colour(a.result) != self.colour(b.result) {
                            return true;
                        }
                        changed |= self.class(Some(a.result)) != self.class(Some(b.result));
                        self.merge(a.result, b.result);
                    }
                }
            }
            if !changed {
                return false;
            }
        }
    }

    /// The solution in which every class has a state of its own, if there are enough states.
    fn solution(&self) -> Option<(Problem, Solution)> {
        let mut used: Vec<usize> = self.classes.clone();
        used.sort_unstable();
        used.dedup();
        let cells = self.classes.len() - 1;
        let edge = self.classes[cells];
        let mut paper: Vec<usize> = used.into_iter().filter(|class| *class < cells).collect();
        if edge == cells {
            paper.insert(0, edge);
        }
        let states = paper.len() + self.mask.colours() - 1;
        if states > 10 {
            return None;
        }
        let colours = self.mask.colours();
        // State 0 is paper, then come the other colours, then paper again.
        let state = |class: &usize| match paper.iter().position(|paper| paper == class) {
            Some(0) => 0,
            Some(index) => (index + colours - 1) as u8,
            None => (class - cells) as u8,
        };
        let solution = Solution { cells: self.classes[..cells].iter().map(state).collect() };
        Problem::one_state(&self.mask, states.max(2) as u8, self.boundary, false)
            .map(|problem| (problem, solution))
    }
}

/// Follows the steps of a contradiction and checks that each of them is valid.
fn check_proof(mask: &Mask, boundary: Boundary, symmetric: bool, found: &Contradiction) {
    assert!(!found.reason.is_empty() && found.suggestion.ends_with('.'), "{found:?}");
    let mut known = NaiveClasses::new(mask, boundary, symmetric);
    if found.places.is_empty() {
        let [(x, y), (mirrored, row)] = found.cells[..] else { panic!("{found:?}") };
        assert!(symmetric && row == y && mirrored == mask.width() - 1 - x);
        assert_ne!(mask.get(x, y), mask.get(mirrored, y));
        return;
    }
    let possible_places = known.places();
    for place in &found.places {
        assert!(possible_places.contains(place), "{place:?}");
        assert!(place.above.iter().flatten().all(|cell| found.cells.contains(cell)));
        assert!(found.cells.contains(&place.result));
    }
    for step in found.places[2..].chunks(2) {
        assert!(known.same_above(&step[0], &step[1]), "{mask}{found:?}");
        known.merge(step[0].result, step[1].result);
    }
    assert!(known.same_above(&found.places[0], &found.places[1]), "{mask}{found:?}");
    assert_ne!(known.colour(found.places[0].result), known.colour(found.places[1].result));
}

/// Checks the answer for a mask: a contradiction by its proof, the absence of one by a solution.
fn check(mask: &Mask, boundary: Boundary, symmetric: bool) {
    let found = Contradiction::find(mask, InkMode::One, boundary, symmetric);
    if let Some(found) = &found {
        check_proof(mask, boundary, symmetric, found);
        return;
    }
    assert!(!symmetric || mask.first_asymmetry().is_none());
    let mut classes = NaiveClasses::new(mask, boundary, symmetric);
    assert!(!classes.close(), "no contradiction found in\n{mask}");
    if let Some((problem, solution)) = classes.solution() {
        solution.automaton(&problem).unwrap();
    }
}

#[test]
fn a_solid_area_that_goes_on_and_ends_is_named() {
    let text = ".....\n.###.\n..#..\n.....\n.###.\n.....\n";
    let found = find(text, InkMode::One, FLAT, false).unwrap();
    assert_eq!(
        found.reason,
        "Columns 2–4 of row 2 and columns 2–4 of row 5 are the same three ink cells, \
         but below the first is ink and below the second is paper."
    );
    assert_eq!(found.suggestion, "Let ink be a set of states.");
    assert_eq!(found.places.len(), 2);
    assert_eq!(found.places[0].result, (2, 2));
    assert_eq!(found.places[1].result, (2, 5));
    assert_eq!(found.cells.len(), 8);
    assert_eq!(find(text, InkMode::Sets, FLAT, false), None);
    assert_eq!(find(text, InkMode::Sets, FLAT, true), None);
}

#[test]
fn the_edge_is_named_and_a_blank_column_suggested() {
    let text = "##.\n##.\n...\n";
    let found = find(text, InkMode::One, FLAT, false).unwrap();
    assert_eq!(
        found.reason,
        "The left edge and columns 1–2 of row 1 and the left edge and columns 1–2 of row 2 are the same \
         (edge, ink, ink), but below the first is ink and below the second is paper."
    );
    assert_eq!(found.suggestion, "Let ink be a set of states, or add a blank column at the left edge.");
}

#[test]
fn a_chain_of_equal_cells_is_followed() {
    // Three ink cells give the same paper everywhere, but below it are different colours.
    let text = "#####\n.....\n..#..\n";
    let found = find(text, InkMode::One, Boundary::Cyclic, false).unwrap();
    assert!(
        found.reason.starts_with("Columns 5, 1 and 2 of row 2 and columns 2–4 of row 2 must"),
        "{}",
        found.reason
    );
    assert!(found.reason.contains("column 1 of row 2 equals column 2 of row 2"), "{}", found.reason);
    assert!(found.places.len() > 2);
    check_proof(&mask(text), Boundary::Cyclic, false, &found);
}

#[test]
fn an_asymmetric_mask_cannot_have_symmetric_rules() {
    let found = find("...\n#..\n", InkMode::Sets, FLAT, true).unwrap();
    assert_eq!(found.cells, [(0, 1), (2, 1)]);
    assert_eq!(found.reason, "Column 1 of row 2 is ink, but its mirror image, column 3, is paper.");
    assert_eq!(found.suggestion, "Turn off symmetric, or make the right half mirror the left one.");
    let both = find("###.\n###.\n....\n", InkMode::One, FLAT, true).unwrap();
    assert_eq!(both.suggestion, "Turn off symmetric and let ink be a set of states.");
}

#[test]
fn further_colours_are_named() {
    let found = find("aaaa\n.ab.\n", InkMode::One, FLAT, false).unwrap();
    assert!(found.reason.ends_with("but below the first is colour 'a' and below the second is colour 'b'."));
}

#[test]
fn an_edge_of_ink_equals_ink() {
    let text = "#.\n#.\n..\n";
    assert_eq!(find(text, InkMode::One, FLAT, false), None);
    let found = find("####\n#..#\n", InkMode::One, Boundary::Flat { edge: 1 }, false).unwrap();
    check_proof(&mask("####\n#..#\n"), Boundary::Flat { edge: 1 }, false, &found);
}

#[test]
fn the_largest_masks_are_answered() {
    let mut blank = Mask::new(128, 128);
    for boundary in [FLAT, Boundary::Cyclic] {
        assert_eq!(Contradiction::find(&blank, InkMode::One, boundary, true), None);
    }
    blank.set(64, 0, 1);
    blank.set(70, 127, 1);
    let found = Contradiction::find(&blank, InkMode::One, FLAT, false);
    assert_eq!(found, None);
}

#[test]
fn all_masks_of_three_by_three_are_answered_correctly() {
    for bits in 0..1_u32 << 9 {
        let mut mask = Mask::new(3, 3);
        for cell in (0..9).filter(|cell| bits >> cell & 1 == 1) {
            mask.set(cell % 3, cell / 3, 1);
        }
        for boundary in [FLAT, Boundary::Cyclic, Boundary::Flat { edge: 1 }] {
            for symmetric in [false, true] {
                check(&mask, boundary, symmetric);
                let impossible = detect(&mask, InkMode::One, boundary, symmetric).is_some();
                let problem = Problem::one_state(&mask, 3, boundary, symmetric).unwrap();
                if impossible && (!symmetric || mask.first_asymmetry().is_none()) {
                    let (stop, meter) = (Stop::default(), Meter::default());
                    let answer = sat::solve(&problem, &Control::new(&stop, None, &meter));
                    assert_eq!(answer, Answer::Impossible, "{mask}");
                }
            }
        }
    }
}

prop_compose! {
    fn small_masks()(width in 1..=7_usize, height in 1..=7_usize, colours in 2..=3_u8)
        (width in Just(width), cells in prop::collection::vec(0..colours, width * height)) -> Mask {
        let mut mask = Mask::new(width, cells.len() / width);
        for (index, colour) in cells.into_iter().enumerate() {
            mask.set(index % width, index / width, colour);
        }
        mask
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn answers_have_a_proof_or_a_solution(mask in small_masks(), cyclic: bool, edge in 0..3_u8, mirror: bool) {
        let edge = edge.min(mask.colours() as u8 - 1);
        let boundary = if cyclic { Boundary::Cyclic } else { Boundary::Flat { edge } };
        check(&mask, boundary, false);
        let mut symmetric = mask.clone();
        if mirror {
            for y in 0..mask.height() {
                for x in 0..mask.width() {
                    symmetric.set(mask.width() - 1 - x, y, symmetric.get(x, y));
                }
            }
        }
        check(&symmetric, boundary, true);
    }
}
