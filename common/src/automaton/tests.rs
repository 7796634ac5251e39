//! Automata of all kinds: setting, removing, adding and converting rules.

use super::*;

fn rules(automaton: &Automaton) -> Vec<String> {
    automaton.rules().map(|rule| rule.to_string()).collect()
}

fn picture(states: u8, rules: &[&str], start: &[State], generations: usize) -> Automaton {
    let colours = "#FFFFFF\n".repeat(usize::from(states));
    let start: String = start.iter().map(State::to_string).collect();
    let rules = rules.join("\n");
    let text = format!("{states}\n{colours}generations: {generations}\nstart: {start}\n{rules}\n");
    Automaton::read(text.as_bytes(), AutomatonKind::Picture).unwrap()
}

#[test]
fn setting_a_totalistic_rule_sets_all_permutations() {
    let mut automaton = Automaton::new(AutomatonKind::Totalistic, &RuleTable::from_fn(3, |_| 0)).unwrap();
    automaton.set_rule(Triple::new(2, 0, 1), 2);
    for triple in triples(3) {
        let expected = if triple.sorted() == Triple::new(0, 1, 2) { 2 } else { 0 };
        assert_eq!(automaton.rule(triple), Some(expected), "{triple}");
    }
    assert_eq!(automaton.rules().count(), 10);
    assert_eq!(
        Automaton::new(AutomatonKind::Totalistic, &wolfram::table(2, "30").unwrap())
            .unwrap_err()
            .first
            .result,
        1
    );
}

#[test]
fn a_totalistic_rule_is_listed_under_its_sorted_triple() {
    let sum = wolfram::table(2, "150").unwrap();
    let listed = |kind| Automaton::new(kind, &sum).unwrap().listed_triple(Triple::new(1, 0, 0));
    assert_eq!(listed(AutomatonKind::Totalistic), Triple::new(0, 0, 1));
    assert_eq!(listed(AutomatonKind::Common), Triple::new(1, 0, 0));
}

#[test]
fn only_a_picture_can_lose_rules() {
    let table = wolfram::table(2, "30").unwrap();
    for kind in [AutomatonKind::Common, AutomatonKind::Totalistic] {
        let table =
            if kind == AutomatonKind::Common { table.clone() } else { wolfram::table(2, "150").unwrap() };
        let mut automaton = Automaton::new(kind, &table).unwrap();
        automaton.remove_rule(Triple::new(0, 0, 1));
        assert_eq!(automaton.table(), table);
    }
    let mut automaton = picture(2, &["000 0", "001 1"], &[1], 1);
    automaton.remove_rule(Triple::new(0, 0, 1));
    assert_eq!(rules(&automaton), ["000 0"]);
}

/// The thesis, section 5.4: a triple without a rule gives state 0 and is shown among the rules.
#[test]
fn a_triple_without_a_rule_gives_0_and_is_added() {
    let automaton = picture(2, &["000 0", "001 1", "010 1"], &[0, 0, 1, 0], 3);
    let rows = automaton.draw().unwrap();
    assert_eq!(rows.row(1), [0, 1, 1, 0]);
    assert_eq!(rows.row(2), [1, 0, 0, 0], "011 and 110 have no rule");
    let added: Vec<String> = automaton.added_triples().iter().map(Triple::to_string).collect();
    assert_eq!(added, ["011", "100", "110"], "the last generation needs no rules");
    assert_eq!(picture(2, &[], &[0, 1], 1).added_triples(), [], "a single generation needs no rules");
}

#[test]
fn a_picture_contains_only_the_rules_it_needs() {
    let table = wolfram::table(2, "90").unwrap();
    let flat = Automaton::picture(&table, Boundary::Flat { edge: 1 }, vec![0, 0, 0], 2);
    assert_eq!(rules(&flat), ["000 0", "001 1", "100 1"], "the cells beyond the ends have state 1");
    assert_eq!(flat.boundary(), Boundary::Flat { edge: 1 });
    let ring = Automaton::picture(&table, Boundary::Cyclic, vec![0, 0, 0], 5);
    assert_eq!(rules(&ring), ["000 0"]);
    assert_eq!(ring.added_triples(), []);
    assert_eq!(ring.draw().unwrap(), evolve(&table, Boundary::Cyclic, &[0, 0, 0], 5));
}

#[test]
fn tables_convert_between_kinds_if_they_fit() {
    let sum = wolfram::table(2, "150").unwrap();
    let mut common = Automaton::new(AutomatonKind::Common, &sum).unwrap();
    common.set_description("Kept.");
    common.set_colour(1, Colour::new(1, 2, 3));
    let totalistic = common.converted(AutomatonKind::Totalistic).unwrap();
    assert_eq!(rules(&totalistic), ["000 0", "001 1", "011 0", "111 1"]);
    assert_eq!(totalistic.converted(AutomatonKind::Common).unwrap(), common);
    let rule_30 = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
    assert_eq!(
        rule_30.converted(AutomatonKind::Totalistic).unwrap_err().to_string(),
        "011 gives 1, but 101 gives 0"
    );
}

#[test]
fn a_converted_picture_still_draws_the_same_picture() {
    // 100 and 010 have no rule and do not occur, so all three permutations can share one rule.
    let fits = picture(2, &["001 1", "111 1"], &[1], 1);
    let totalistic = fits.converted(AutomatonKind::Totalistic).unwrap();
    assert_eq!(rules(&totalistic), ["000 0", "001 1", "011 0", "111 1"]);
    // Here 010 occurs and gives 0, but 001 gives 1.
    let occurs = picture(2, &["001 1"], &[0, 1, 0], 2);
    assert_eq!(
        occurs.converted(AutomatonKind::Totalistic).unwrap_err().to_string(),
        "001 gives 1, but 010 gives 0"
    );
    let common = occurs.converted(AutomatonKind::Common).unwrap();
    assert_eq!(common.rules().count(), 8);
    assert_eq!(common.draw(), occurs.draw());
}

#[test]
fn by_default_every_state_except_0_is_ink() {
    let mut automaton = picture(4, &[], &[0], 1);
    assert_eq!(automaton.ink(), [1, 2, 3]);
    automaton.set_ink(vec![3, 1, 3, 9]);
    assert_eq!(automaton.ink(), [1, 3]);
    automaton.set_ink(Vec::new());
    assert_eq!(automaton.ink(), [1, 2, 3]);
}

#[test]
fn boundaries_are_written_in_the_shortest_form() {
    let mut automaton = Automaton::new(AutomatonKind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
    for (boundary, text) in [
        (Boundary::Cyclic, "\nplan: cyclic\n000"),
        (Boundary::Flat { edge: 1 }, "\nedge: 1\n000"),
        (Boundary::Flat { edge: 0 }, "black\n000"),
    ] {
        automaton.set_boundary(boundary);
        assert_eq!(automaton.boundary(), boundary);
        assert!(automaton.write().contains(text), "{}", automaton.write());
    }
}

#[test]
fn mirror_images_and_conjugates_draw_transformed_pictures() {
    for sample in library::all() {
        let automaton = sample.automaton;
        let k = automaton.states();
        let (start, generations) = automaton.start().map_or_else(
            || (StartRow::Random { seed: 3 }.row(k, 40).unwrap(), 20),
            |(row, n)| (row.to_vec(), n),
        );
        let rows = |of: &Automaton, row: &[State]| evolve(&of.table(), of.boundary(), row, generations);
        let original = rows(&automaton, &start);
        let reversed: Vec<State> = start.iter().rev().copied().collect();
        let mirrored = automaton.mirrored();
        let conjugate: Vec<State> = start.iter().map(|state| k - 1 - state).collect();
        let conjugated = automaton.conjugated();
        let (of_mirrored, of_conjugated) = (rows(&mirrored, &reversed), rows(&conjugated, &conjugate));
        for n in 0..generations {
            let restored: Vec<State> = of_mirrored.row(n).iter().rev().copied().collect();
            assert_eq!(restored, original.row(n), "{} mirrored", sample.file);
            let restored: Vec<State> = of_conjugated.row(n).iter().map(|state| k - 1 - state).collect();
            assert_eq!(restored, original.row(n), "{} conjugate", sample.file);
        }
        assert_eq!(mirrored.mirrored(), automaton, "{}", sample.file);
        assert_eq!(conjugated.conjugated().table(), automaton.table(), "{}", sample.file);
        assert!(mirrored.start().is_none_or(|(row, _)| row == reversed));
        assert!(conjugated.start().is_none_or(|(row, _)| row == conjugate));
    }
}
