//! Every word that is said about automata.

use crate::document::Edit;
use common::automaton::{Automaton, Clash, Formula, Kind, Plan, Rule, State, Table, Triple, code, wolfram};
use common::cli::Failure;
use std::fmt::Write;
use std::path::Path;

/// What a kind is called.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Common => "common",
        Kind::Totalistic => "totalistic",
        Kind::Picture => "picture",
    }
}

/// Why a table cannot be kept in such a file.
pub fn does_not_fit(path: &Path, clash: &Clash) -> Failure {
    Failure::No(format!(
        "the table does not fit into {}, where the order of the cells must not matter: {clash}",
        path.display()
    ))
}

/// A file whose ending tells no kind.
pub fn ending_of(path: &Path) -> String {
    format!("{} does not end in .ccell, .tcell or .pcell, so it cannot be saved there", path.display())
}

/// A picture without a picture.
pub const NO_START: &str = "a .pcell needs a start row and a number of generations";

/// The step that made it an automaton of another kind.
pub const CONVERTED: &str = "the change of kind";
/// The step back to the file.
pub const REVERTED: &str = "the way back to the file";
/// The step that swapped left and right.
pub const MIRRORED: &str = "the mirror image";
/// The step that exchanged the states.
pub const CONJUGATED: &str = "the exchange of colours";
/// The step that followed the formula.
pub const FROM_FORMULA: &str = "the rules by the formula";

/// What a step was about.
pub fn edit(edit: &Edit) -> String {
    match edit {
        Edit::Rules(rules) => match rules.as_slice() {
            [(triple, _)] => format!("the rule for {triple}"),
            rules => format!("{} rules", rules.len()),
        },
        Edit::Colour(state, _) => format!("the colour of state {state}"),
        Edit::Name(state, _) => format!("the name of state {state}"),
        Edit::Description(_) => "the description".to_owned(),
        Edit::Picture(..) => "the picture".to_owned(),
        Edit::Plan(_) => "what stands beyond the ends".to_owned(),
        Edit::Ink(_) => "the states that count as ink".to_owned(),
        Edit::Formula(_) => "the formula".to_owned(),
        Edit::Whole(what, _) => (*what).to_owned(),
    }
}

/// What a rule says now.
pub fn gives(triple: Triple, result: Option<State>) -> String {
    match result {
        Some(result) => format!("{triple} gives {result}."),
        None => format!("{triple} has no rule any more."),
    }
}

/// What a plan is called.
pub fn plan(plan: Plan) -> &'static str {
    match plan {
        Plan::Flat { .. } => "Flat: a fixed state beyond both ends",
        Plan::Cyclic => "Cyclic: the row is a ring",
    }
}

/// The page of help: titles, and what stands below them.
pub const HELP: &[(&str, &[&str])] = &[
    (
        "Rules",
        &[
            "Each rule shows three neighbouring cells, and below them what the middle one becomes. A click takes the next state, a click with the right button the one before.",
            "Arrows go from rule to rule, digits set the result. Space or Enter do what a click does.",
            "Shift-click or Shift with arrows select a range, Ctrl-click single rules, Ctrl+A all that are shown. Digits and the row of states above then fill all of them.",
        ],
    ),
    (
        "Find",
        &[
            "?2? shows the rules with 2 in the middle, ?2? 1 those of them that give 1. The row of states beside it shows the rules that give one of them.",
        ],
    ),
    (
        "Preview",
        &[
            "The first row is at the top, time runs down; the wheel goes on in time. Draw on the first row with the mouse; a click on any other cell shows its rule. + and − or Ctrl with the wheel change the size.",
        ],
    ),
    (
        "Formula",
        &[
            "Rules that are not as the formula tells are marked with ≠ and what the formula says. Set the rules makes all of them by it.",
        ],
    ),
    (
        "Pictures",
        &[
            "A .pcell has a start row, a number of generations, and only the rules that its picture needs. A triple without a rule gives 0 and is shown in a dashed frame with +: it is saved only if you keep it, by a click or with Edit → Keep the added rules. All triples shows those without a rule too; a click gives them one, Delete takes it away.",
        ],
    ),
    (
        "Files",
        &[
            "Unsaved work survives a crash: the next start goes on with it. Golly's .rule files can be opened, and written with Export.",
        ],
    ),
];

/// What was written.
pub fn written(path: &Path, automaton: &Automaton) -> String {
    let rules = automaton.rules().count();
    format!("Written: {}, {} states, {rules} rules.", path.display(), automaton.states())
}

/// What to know before Golly runs a table that makes something of nothing.
pub const GOLLY_GROUND: &str = "In this table 000 does not give 0. Golly takes its empty grid for unlimited, and may fill its memory with such a rule.";

/// What becomes of triples that a picture has no rule for.
pub fn filled(lacking: usize) -> String {
    format!("{lacking} triples had no rule; where they do not follow from others, they now give state 0.")
}

/// A file that is sound.
pub fn sound(automaton: &Automaton, canonical: Option<bool>, added: &[String]) -> String {
    let kind = kind(automaton.kind());
    let mut text =
        format!("sound, {kind}, {} states, {} rules", automaton.states(), automaton.rules().count());
    if canonical == Some(false) {
        text += "; not in canonical form, so saving it would change more than its rules";
    }
    if let Some(why) = automaton.formula().and_then(|formula| formula.parse::<Formula>().err()) {
        let _ = write!(text, "; its formula is not understood, {why}");
    }
    if !added.is_empty() {
        // Writing to a text cannot fail.
        let _ = write!(text, "; its picture has triples without a rule: {}", added.join(" "));
    }
    text
}

/// A rule that is not what the formula tells.
pub fn changed(triple: &str, result: State, formula: State) -> String {
    format!("{triple} gives {result}; the formula tells {formula}")
}

/// All rules follow the formula.
pub fn as_told(rules: usize) -> String {
    format!("All {rules} rules are as the formula tells.")
}

/// Some rules do not.
pub fn differ(changed: usize, rules: usize) -> String {
    format!("{changed} of {rules} rules are not as the formula tells")
}

/// The head of an automaton: name, states, plan, formula, description.
pub fn about(path: &Path, automaton: &Automaton) -> String {
    let states = automaton.states();
    let mut text = format!(
        "{}: {}, {states} states, {} rules\n",
        path.display(),
        kind(automaton.kind()),
        automaton.rules().count()
    );
    if !automaton.description().is_empty() {
        let _ = writeln!(text, "\n{}\n", automaton.description());
    }
    let look = |state| {
        format!("{state} {} {}", automaton.colour(state), automaton.name(state)).trim_end().to_owned()
    };
    let looks: Vec<String> = (0..states).map(look).collect();
    let _ = writeln!(text, "States: {}", looks.join(", "));
    let _ = writeln!(text, "Plan: {}", automaton.plan());
    if let Some(formula) = automaton.formula() {
        let _ = writeln!(text, "Formula: {formula}");
    }
    for (key, value) in automaton.others() {
        let _ = writeln!(text, "{key}: {value}");
    }
    let added = automaton.added();
    if !added.is_empty() {
        let added: Vec<String> = added.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "Added, because the picture needs them: {} (state 0)", added.join(" "));
    }
    text
}

/// The codes of a table, or why it has none, and its symmetries.
pub fn codes(table: &Table) -> String {
    let coded = |code: Result<String, Clash>| code.unwrap_or_else(|clash| format!("none, for {clash}"));
    let mut text = format!("Wolfram number: {}\n", wolfram::number(table));
    let _ = writeln!(text, "Totalistic code: {}", coded(code::totalistic(table)));
    let _ = writeln!(text, "Outer totalistic code: {}", coded(code::outer(table)));
    // Numbers of more states are too long to be compared by eye.
    if table.states() <= 4 {
        let _ = writeln!(text, "Mirror image: {}", wolfram::number(&table.mirrored()));
        let _ = writeln!(text, "Colours exchanged: {}", wolfram::number(&table.conjugated()));
        let _ = writeln!(text, "Both: {}", wolfram::number(&table.mirrored().conjugated()));
    }
    let symmetries = symmetries(table);
    let symmetries = if symmetries.is_empty() { "none".to_owned() } else { symmetries.join(", ") };
    let _ = writeln!(text, "Symmetries: {symmetries}");
    text
}

/// What leaves a table as it is, and what else helps whoever solves its puzzles.
pub fn symmetries(table: &Table) -> Vec<&'static str> {
    let properties = [
        (table.totalistic().is_ok(), "the order of the cells does not matter"),
        (table.mirrored() == *table, "its own mirror image"),
        (table.conjugated() == *table, "its own with colours exchanged"),
        (table.mirrored().conjugated() == *table, "its own mirror image with colours exchanged"),
        (table.left_permutive(), "the left cell follows from the others and the result"),
        (table.right_permutive(), "the right cell follows from the others and the result"),
    ];
    properties.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect()
}

/// The rules, as many on a line as there are states.
pub fn rules(automaton: &Automaton) -> String {
    let rules: Vec<Rule> = automaton.rules().collect();
    let line = |rules: &[Rule]| rules.iter().map(Rule::to_string).collect::<Vec<_>>().join("   ");
    let lines: Vec<String> = rules.chunks(usize::from(automaton.states()).max(4)).map(line).collect();
    lines.join("\n")
}

/// A generation: digits, and a dot for state 0.
pub fn row(cells: &[State]) -> String {
    cells.iter().map(|state| if *state == 0 { '.' } else { char::from(b'0' + state) }).collect()
}
