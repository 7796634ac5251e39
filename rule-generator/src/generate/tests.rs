use super::*;
use crate::replay;
use crate::samples::SAMPLES;
use common::job::Stop;

fn request(mask: &str) -> Request {
    Request { states: 2..=8, ..Request::new(mask.parse().unwrap()) }
}

fn run(request: &Request) -> Report {
    let report = generate(request, &Arc::default(), &Work::quiet());
    for found in &report.found {
        assert!(replay::drawn_sets(&request.mask, &found.automaton).is_some());
        assert!(found.automaton.added_triples().is_empty());
    }
    report
}

const LETTER: &str = "......\n.####.\n.#....\n.###..\n.#....\n.#....\n......\n";

fn verdict(report: &Report, states: u8) -> Option<Verdict> {
    report.verdicts.iter().find(|(number, _)| *number == states).map(|(_, verdict)| *verdict)
}

#[test]
fn the_fewest_states_are_found_by_every_method() {
    let wanted: Vec<(u8, Verdict)> = run(&request(LETTER)).verdicts;
    for method in Method::ALL {
        let report = run(&Request { method, ..request(LETTER) });
        let states = report.found[0].automaton.states();
        assert_eq!(verdict(&report, states), Some(Verdict::Found), "{method}");
        if method != Method::Beam {
            // The beam search cannot prove anything.
            assert_eq!(report.verdicts, wanted, "{method}");
        }
    }
    assert_eq!(wanted[0], (2, Verdict::Impossible));
}

#[test]
fn samples_are_found() {
    for sample in SAMPLES.iter().filter(|sample| sample.mask().width() <= 12) {
        let request = Request { mask: sample.mask(), ..request("#") };
        let report = run(&request);
        assert!(report.found[0].automaton.states() <= 6, "{}", sample.name);
    }
}

#[test]
fn a_contradiction_is_reported_without_a_search() {
    let mask = "###\n.#.\n###\n###\n";
    let report = run(&Request { ink: InkMode::One, ..request(mask) });
    assert!(report.contradiction.is_some() && report.found.is_empty() && report.verdicts.is_empty());
    assert!(run(&request(mask)).contradiction.is_none());
}

#[test]
fn several_automata_are_really_different() {
    let report = run(&Request { count: 6, ..request(LETTER) });
    assert_eq!(report.found.len(), 6);
    let states = report.found[0].automaton.states();
    for (index, found) in report.found.iter().enumerate() {
        assert_eq!(found.automaton.states(), states);
        for other in &report.found[..index] {
            assert_ne!(found.automaton.draw(), other.automaton.draw());
        }
    }
}

#[test]
fn all_solutions_of_a_small_mask_are_found() {
    // One state for each colour: only the start row and the rules that follow from the mask.
    let report = run(&Request { count: 10, states: 2..=2, ..request("#..\n.#.\n") });
    assert_eq!(report.found.len(), 1);
    // Paper is 0 or 2. Six of the eight choices of the three paper cells of two rows are consistent: counted by hand.
    let report = run(&Request { count: 100, states: 3..=3, ink: InkMode::One, ..request("#..\n") });
    assert_eq!(report.found.len(), 4);
}

#[test]
fn fewer_rules_are_found_on_request() {
    let plain = run(&request(LETTER));
    let fewest = run(&Request { fewest_rules: true, ..request(LETTER) });
    let rules = |report: &Report| report.found[0].automaton.rules().count();
    assert!(rules(&fewest) < rules(&plain), "{} {}", rules(&fewest), rules(&plain));
    assert_eq!(fewest.found[0].automaton.states(), plain.found[0].automaton.states());
}

#[test]
fn further_colours_and_cyclic_plans_work() {
    for boundary in [Boundary::default(), Boundary::Cyclic] {
        let report = run(&Request { boundary, ..request(".#a.\n#aa#\n.##.\na..a\n") });
        let automaton = &report.found[0].automaton;
        assert_eq!(automaton.boundary(), boundary);
        assert!(automaton.extra_keys().iter().any(|(key, _)| key == "set a"));
    }
}

#[test]
fn symmetric_results_are_symmetric() {
    let report = run(&Request {
        symmetric: true,
        ..request(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n")
    });
    let rows = report.found[0].automaton.draw().unwrap();
    assert!(rows.rows().all(|row| row.iter().eq(row.iter().rev())));
    let asymmetric = run(&Request { symmetric: true, ..request("#..\n") });
    assert!(asymmetric.contradiction.is_some());
}

#[test]
fn a_stopped_search_ends() {
    let stop = Stop::default();
    stop.raise();
    let report = generate(&request(LETTER), &Arc::default(), &Work::with_stop(stop));
    assert!(report.found.is_empty() && report.contradiction.is_none());
    assert_eq!(verdict(&report, 8), None, "the search has not come so far");
}

#[test]
fn too_few_states_for_the_colours_are_impossible() {
    let report = run(&Request { states: 2..=3, ..request(".#ab\n") });
    assert_eq!(report.verdicts, [(2, Verdict::Impossible), (3, Verdict::Impossible)]);
}
