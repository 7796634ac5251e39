//! Automata of all kinds: rules that are set, taken out, added and converted.

use super::*;

fn rules(automaton: &Automaton) -> Vec<String> {
    automaton.rules().map(|rule| rule.to_string()).collect()
}

fn picture(states: u8, rules: &[&str], start: &[State], generations: usize) -> Automaton {
    let colours = "#FFFFFF\n".repeat(usize::from(states));
    let start: String = start.iter().map(State::to_string).collect();
    let rules = rules.join("\n");
    let text = format!("{states}\n{colours}generations: {generations}\nstart: {start}\n{rules}\n");
    Automaton::read(text.as_bytes(), Kind::Picture).unwrap()
}

#[test]
fn a_totalistic_rule_is_set_for_all_permutations() {
    let mut automaton = Automaton::new(Kind::Totalistic, &Table::from_fn(3, |_| 0)).unwrap();
    automaton.set_rule(Triple::new(2, 0, 1), 2);
    for triple in triples(3) {
        let expected = if triple.sorted() == Triple::new(0, 1, 2) { 2 } else { 0 };
        assert_eq!(automaton.rule(triple), Some(expected), "{triple}");
    }
    assert_eq!(automaton.rules().count(), 10);
    assert_eq!(
        Automaton::new(Kind::Totalistic, &wolfram::table(2, "30").unwrap()).unwrap_err().one.result,
        1
    );
}

#[test]
fn only_a_picture_loses_rules() {
    let table = wolfram::table(2, "30").unwrap();
    for kind in [Kind::Common, Kind::Totalistic] {
        let table = if kind == Kind::Common { table.clone() } else { wolfram::table(2, "150").unwrap() };
        let mut automaton = Automaton::new(kind, &table).unwrap();
        automaton.remove_rule(Triple::new(0, 0, 1));
        assert_eq!(automaton.table(), table);
    }
    let mut automaton = picture(2, &["000 0", "001 1"], &[1], 1);
    automaton.remove_rule(Triple::new(0, 0, 1));
    assert_eq!(rules(&automaton), ["000 0"]);
}

/// The source's section 5.4: a triple without a rule gives state 0, and is shown among the rules.
#[test]
fn a_triple_of_a_picture_without_a_rule_gives_0_and_is_added() {
    let automaton = picture(2, &["000 0", "001 1", "010 1"], &[0, 0, 1, 0], 3);
    let rows = automaton.draw().unwrap();
    assert_eq!(rows.row(1), [0, 1, 1, 0]);
    assert_eq!(rows.row(2), [1, 0, 0, 0], "011 and 110 have no rule");
    let added: Vec<String> = automaton.added().iter().map(Triple::to_string).collect();
    assert_eq!(added, ["011", "100", "110"], "the last row needs no rules");
    assert_eq!(picture(2, &[], &[0, 1], 1).added(), [], "one generation needs none at all");
}

#[test]
fn a_picture_keeps_the_rules_that_it_needs_and_no_others() {
    let table = wolfram::table(2, "90").unwrap();
    let flat = Automaton::picture(&table, Plan::Flat { edge: 1 }, vec![0, 0, 0], 2);
    assert_eq!(rules(&flat), ["000 0", "001 1", "100 1"], "beyond the ends stands state 1");
    assert_eq!(flat.plan(), Plan::Flat { edge: 1 });
    let ring = Automaton::picture(&table, Plan::Cyclic, vec![0, 0, 0], 5);
    assert_eq!(rules(&ring), ["000 0"]);
    assert_eq!(ring.added(), []);
    assert_eq!(ring.draw().unwrap(), evolve(&table, Plan::Cyclic, &[0, 0, 0], 5));
}

#[test]
fn kinds_are_converted_where_they_fit() {
    let sum = wolfram::table(2, "150").unwrap();
    let mut common = Automaton::new(Kind::Common, &sum).unwrap();
    common.set_description("Kept.");
    common.set_colour(1, Colour::new(1, 2, 3));
    let totalistic = common.converted(Kind::Totalistic).unwrap();
    assert_eq!(rules(&totalistic), ["000 0", "001 1", "011 0", "111 1"]);
    assert_eq!(totalistic.converted(Kind::Common).unwrap(), common);
    let clash = Automaton::new(Kind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
    assert_eq!(clash.converted(Kind::Totalistic).unwrap_err().to_string(), "011 gives 1, but 101 gives 0");
}

#[test]
fn a_picture_becomes_a_table_that_draws_it() {
    // 100 and 010 are not told, and do not occur; so one rule may tell all three.
    let fits = picture(2, &["001 1", "111 1"], &[1], 1);
    let totalistic = fits.converted(Kind::Totalistic).unwrap();
    assert_eq!(rules(&totalistic), ["000 0", "001 1", "011 0", "111 1"]);
    // Here 010 occurs and gives 0, though 001 gives 1.
    let occurs = picture(2, &["001 1"], &[0, 1, 0], 2);
    assert_eq!(occurs.converted(Kind::Totalistic).unwrap_err().to_string(), "001 gives 1, but 010 gives 0");
    let common = occurs.converted(Kind::Common).unwrap();
    assert_eq!(common.rules().count(), 8);
    assert_eq!(common.draw(), occurs.draw());
}

#[test]
fn ink_is_every_state_but_0_unless_told() {
    let mut automaton = picture(4, &[], &[0], 1);
    assert_eq!(automaton.ink(), [1, 2, 3]);
    automaton.set_ink(vec![3, 1, 3, 9]);
    assert_eq!(automaton.ink(), [1, 3]);
    automaton.set_ink(Vec::new());
    assert_eq!(automaton.ink(), [1, 2, 3]);
}

#[test]
fn plans_are_kept_in_the_shortest_way() {
    let mut automaton = Automaton::new(Kind::Common, &wolfram::table(2, "30").unwrap()).unwrap();
    for (plan, text) in [
        (Plan::Cyclic, "\nplan: cyclic\n000"),
        (Plan::Flat { edge: 1 }, "\nedge: 1\n000"),
        (Plan::Flat { edge: 0 }, "black\n000"),
    ] {
        automaton.set_plan(plan);
        assert_eq!(automaton.plan(), plan);
        assert!(automaton.write().contains(text), "{}", automaton.write());
    }
}

#[test]
fn mirror_images_and_exchanged_colours_draw_the_same_picture_so() {
    for sample in library::all() {
        let automaton = sample.automaton;
        let k = automaton.states();
        let (start, generations) = automaton.start().map_or_else(
            || (Start::Random { seed: 3 }.row(k, 40).unwrap(), 20),
            |(row, n)| (row.to_vec(), n),
        );
        let rows = |of: &Automaton, row: &[State]| evolve(&of.table(), of.plan(), row, generations);
        let plain = rows(&automaton, &start);
        let turned: Vec<State> = start.iter().rev().copied().collect();
        let mirrored = automaton.mirrored();
        let exchanged: Vec<State> = start.iter().map(|state| k - 1 - state).collect();
        let conjugated = automaton.conjugated();
        let (of_mirrored, of_conjugated) = (rows(&mirrored, &turned), rows(&conjugated, &exchanged));
        for n in 0..generations {
            let back: Vec<State> = of_mirrored.row(n).iter().rev().copied().collect();
            assert_eq!(back, plain.row(n), "{} mirrored", sample.file);
            let back: Vec<State> = of_conjugated.row(n).iter().map(|state| k - 1 - state).collect();
            assert_eq!(back, plain.row(n), "{} exchanged", sample.file);
        }
        assert_eq!(mirrored.mirrored(), automaton, "{}", sample.file);
        assert_eq!(conjugated.conjugated().table(), automaton.table(), "{}", sample.file);
        assert!(mirrored.start().is_none_or(|(row, _)| row == turned));
        assert!(conjugated.start().is_none_or(|(row, _)| row == exchanged));
    }
}
