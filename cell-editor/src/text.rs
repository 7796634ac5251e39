//! The texts of the program.

use crate::document::Edit;
use common::automaton::{
    Automaton, AutomatonKind, Boundary, Formula, Rule, RuleConflict, RuleTable, State, Triple, code, wolfram,
};
use std::fmt::Write;
use std::path::Path;

/// The name of a kind.
pub fn kind(kind: AutomatonKind) -> &'static str {
    match kind {
        AutomatonKind::Common => "common",
        AutomatonKind::Totalistic => "totalistic",
        AutomatonKind::Picture => "picture",
    }
}

/// The table does not fit into a totalistic file.
pub fn does_not_fit(path: &Path, conflict: &RuleConflict) -> String {
    format!(
        "the table does not fit into {}, where the order of the cells must not matter: {conflict}",
        path.display()
    )
}

/// The rules do not fit into a totalistic automaton.
pub fn not_totalistic(conflict: &RuleConflict) -> String {
    format!(
        "A totalistic automaton cannot have these rules, where the order of the cells matters: {conflict}."
    )
}

/// The file has an unknown extension.
pub fn unknown_extension(path: &Path) -> String {
    format!("cannot save to {}: the name must end in .ccell, .tcell or .pcell", path.display())
}

/// A picture needs a start row.
pub const NO_START: &str = "a .pcell needs a start row and a number of generations";

/// The step that changes the kind.
pub const CONVERTED: &str = "the change of kind";
/// The step that reverts to the saved version.
pub const REVERTED: &str = "reverting to the saved version";
/// The step that swaps left and right.
pub const MIRRORED: &str = "the mirror image";
/// The step that conjugates the states.
pub const CONJUGATED: &str = "the swap of colours";
/// The step that sets the rules by a typed code.
pub const FROM_CODE: &str = "the rules of the code";
/// The step that sets the rules by the formula.
pub const FROM_FORMULA: &str = "the rules of the formula";

/// The step that restores unsaved work.
pub const RECOVERED: &str = "the recovered changes";
/// All steps that replace the whole automaton.
pub const REPLACEMENTS: [&str; 7] =
    [CONVERTED, REVERTED, MIRRORED, CONJUGATED, FROM_CODE, FROM_FORMULA, RECOVERED];

/// The description of a step.
pub fn edit(edit: &Edit) -> String {
    match edit {
        Edit::Rules(rules) => match rules.as_slice() {
            [(triple, _)] => format!("the rule for {triple}"),
            rules => number_of_rules(rules.len()),
        },
        Edit::Colour(state, _) => format!("the colour of state {state}"),
        Edit::Name(state, _) => format!("the name of state {state}"),
        Edit::Description(_) => "the description".to_owned(),
        Edit::Picture(..) => "the picture".to_owned(),
        Edit::Boundary(_) => "the cells beyond the ends of a row".to_owned(),
        Edit::Ink(_) => "the states that count as ink".to_owned(),
        Edit::Formula(_) => "the formula".to_owned(),
        Edit::Replace(what, _) => (*what).to_owned(),
    }
}

/// What an edit has done, as a sentence.
pub fn edited(edit: &Edit) -> String {
    match edit {
        Edit::Replace(FROM_CODE, _) => "Rules set by the code.".to_owned(),
        Edit::Replace(FROM_FORMULA, _) => "Rules set by the formula.".to_owned(),
        Edit::Replace(MIRRORED, _) => "Swapped left and right.".to_owned(),
        Edit::Replace(CONJUGATED, _) => "Swapped the colours.".to_owned(),
        edit => format!("Changed {}.", self::edit(edit)),
    }
}

/// The new result of a rule.
pub fn rule_set(triple: Triple, result: Option<State>) -> String {
    match result {
        Some(result) => format!("{triple} gives {result}."),
        None => format!("Removed the rule for {triple}."),
    }
}

/// Rules were set or removed.
pub fn rules_set(before: &Automaton, rules: &[(Triple, Option<State>)]) -> String {
    match rules {
        [(triple, result)] => rule_set(*triple, *result),
        rules if rules.iter().all(|(_, result)| result.is_none()) => {
            let removed = rules.iter().filter(|(triple, _)| before.rule(*triple).is_some()).count();
            format!("Removed {}.", number_of_rules(removed))
        }
        rules => format!("Set {}.", number_of_rules(rules.len())),
    }
}

/// Rules that a picture needs were added to it.
pub fn kept(added: usize) -> String {
    if added == 1 { "Kept 1 added rule.".to_owned() } else { format!("Kept {added} added rules.") }
}

fn number_of_rules(number: usize) -> String {
    if number == 1 { "1 rule".to_owned() } else { format!("{number} rules") }
}

/// The variables of a formula.
pub const FORMULA_VARIABLES: &str =
    "l, c and r are the left, the middle and the right cell, k is the number of states.";

/// The operators and functions of a formula.
pub const FORMULA_OPERATORS: &str = "+ - * / % < <= > >= == != ! && || ? : ( )  min max median abs mod";

/// How operators round.
pub const FORMULA_ROUNDING: &str = "/ rounds down, % and mod are never negative, comparisons give 1 or 0.";

/// The help page: titles and paragraphs.
pub const HELP: &[(&str, &[&str])] = &[
    (
        "Rules",
        &[
            "Each rule shows three neighbouring cells and, below them, the next state of the middle cell. Click to choose the next result, right-click to choose the previous one.",
            "Arrow keys move the cursor, digits set the result. Space and Enter work like a click.",
            "Shift with a click or with arrow keys selects a range, Ctrl-click selects single rules, Ctrl+A selects all shown rules. Digits and the coloured buttons above the rules set all selected rules.",
        ],
    ),
    (
        "Find",
        &[
            "?1? shows the rules with 1 in the middle, ?1? 0 only those that give 0. The coloured buttons show the rules that give a state.",
        ],
    ),
    (
        "Preview",
        &[
            "The first row is at the top, and each row below is the next generation. Scroll to see later generations. Draw on the first row with the mouse, or click any other cell to show its rule. + and −, or Ctrl with the wheel, change the size of the cells.",
            "By keyboard: press Tab until the preview has the focus. Up, Down, Page Up, Page Down, Home and End scroll it. On the first row, Left and Right move a cursor, and Space changes its cell.",
            "Play shows the evolution generation by generation, at the speed of the slider. Step shows one more generation, All shows the whole picture again. The button with four corners, or F11, lets the preview fill the window; Escape shows the rules again.",
        ],
    ),
    (
        "Window",
        &[
            "Drag the bars between the areas to change their sizes, or press Tab until a bar has the focus and use the arrow keys. A double click restores the default. F10 opens the menus.",
        ],
    ),
    (
        "Formula and codes",
        &[
            "Rules that differ from the formula are marked with ≠ and the formula's result. Set the rules changes all of them to the formula's results.",
            "The tab Codes shows the rules as numbers. Type another number and press Enter to set the rules.",
        ],
    ),
    (
        "Pictures",
        &[
            "A .pcell has a start row, a number of generations and only the rules that its picture needs. If the picture needs a triple without a rule, the triple gives 0 and is shown in a dashed frame with +. It is saved only if you keep it: click it or use Edit → Keep added rules. All triples also shows the triples without a rule; click one to add a rule, press Delete to remove it.",
        ],
    ),
    (
        "Files",
        &[
            "Unsaved work is recovered after a crash, and Undo still works. You can open Golly's .rule files, and write them with Export.",
        ],
    ),
];

/// A file was written.
pub fn written(path: &Path, automaton: &Automaton) -> String {
    let rules = number_of_rules(automaton.rules().count());
    format!("Written: {}, {} states, {rules}.", path.display(), automaton.states())
}

/// A warning about tables in which 000 does not give 0.
pub const GOLLY_BACKGROUND_WARNING: &str = "In this table 000 does not give 0. Golly's grid is unlimited, so Golly may run out of memory with this rule.";

/// Triples of a picture without a rule got one.
pub fn filled(missing: usize) -> String {
    format!("{missing} triples had no rule. They now give state 0, unless another rule determines them.")
}

/// A valid file.
pub fn valid_file(automaton: &Automaton, canonical: Option<bool>, added: &[String]) -> String {
    let (kind, rules) = (kind(automaton.kind()), number_of_rules(automaton.rules().count()));
    let mut text = format!("valid, {kind}, {} states, {rules}", automaton.states());
    if canonical == Some(false) {
        text += "; not in canonical form, so saving rewrites the whole file";
    }
    if let Some(why) = automaton.formula().and_then(|formula| formula.parse::<Formula>().err()) {
        let _ = write!(text, "; its formula is not valid, {why}");
    }
    if !added.is_empty() {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "; its picture has triples without a rule: {}", added.join(" "));
    }
    text
}

/// A rule that differs from the formula.
pub fn changed(triple: &str, result: State, formula: State) -> String {
    format!("{triple} gives {result}; the formula gives {formula}")
}

/// All rules agree with the formula.
pub fn all_agree(rules: usize) -> String {
    format!("All {rules} rules agree with the formula.")
}

/// Some rules differ from the formula.
pub fn differ(changed: usize, rules: usize) -> String {
    format!("{changed} of {rules} rules differ from the formula")
}

/// A summary of an automaton: name, states, boundary, formula, description.
pub fn summary(path: &Path, automaton: &Automaton) -> String {
    let states = automaton.states();
    let mut text = format!(
        "{}: {}, {states} states, {}\n",
        path.display(),
        kind(automaton.kind()),
        number_of_rules(automaton.rules().count())
    );
    if !automaton.description().is_empty() {
        let _ = writeln!(text, "\n{}\n", automaton.description());
    }
    let style = |state| {
        format!("{state} {} {}", automaton.colour(state), automaton.name(state)).trim_end().to_owned()
    };
    let styles: Vec<String> = (0..states).map(style).collect();
    let _ = writeln!(text, "States: {}", styles.join(", "));
    let beyond = match automaton.boundary() {
        Boundary::Flat { edge } => format!("state {edge}"),
        Boundary::Cyclic => "the other end (a ring)".to_owned(),
    };
    let _ = writeln!(text, "Beyond the ends of a row: {beyond}");
    if let Some(formula) = automaton.formula() {
        let _ = writeln!(text, "Formula: {formula}");
    }
    for (key, value) in automaton.extra_keys() {
        let _ = writeln!(text, "{key}: {value}");
    }
    let added = automaton.added_triples();
    if !added.is_empty() {
        let added: Vec<String> = added.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "Added, because the picture needs them: {} (state 0)", added.join(" "));
    }
    text
}

/// The codes of a table, or why it has none, and its properties.
pub fn codes(table: &RuleTable) -> String {
    let code_or_reason = |code: Result<String, RuleConflict>| {
        code.unwrap_or_else(|conflict| format!("none, because {conflict}"))
    };
    let mut text = format!("Wolfram number: {}\n", wolfram::number(table));
    let _ = writeln!(text, "Totalistic code: {}", code_or_reason(code::totalistic(table)));
    let _ = writeln!(text, "Outer totalistic code: {}", code_or_reason(code::outer(table)));
    // Numbers for more states are too long to compare.
    if table.states() <= 4 {
        let _ = writeln!(text, "Mirror image: {}", wolfram::number(&table.mirrored()));
        let _ = writeln!(text, "Colours swapped: {}", wolfram::number(&table.conjugated()));
        let _ = writeln!(text, "Both: {}", wolfram::number(&table.mirrored().conjugated()));
    }
    let properties = properties(table);
    let properties = if properties.is_empty() { "none".to_owned() } else { properties.join(", ") };
    let _ = writeln!(text, "Properties: {properties}");
    text
}

/// The symmetries of a table, and other properties that help to solve its puzzles.
pub fn properties(table: &RuleTable) -> Vec<&'static str> {
    let properties = [
        (table.check_totalistic().is_ok(), "the order of the cells does not matter"),
        (table.mirrored() == *table, "its own mirror image"),
        (table.conjugated() == *table, "unchanged when the colours are swapped"),
        (table.mirrored().conjugated() == *table, "its own mirror image when the colours are swapped"),
        (table.is_left_permutive(), "the left cell follows from the others and the result"),
        (table.is_right_permutive(), "the right cell follows from the others and the result"),
    ];
    properties.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect()
}

/// The rules, one line for each group that differs only in the right cell.
pub fn rules(automaton: &Automaton) -> String {
    let rules: Vec<Rule> = automaton.rules().collect();
    let line = |rules: &[Rule]| rules.iter().map(Rule::to_string).collect::<Vec<_>>().join("   ");
    let lines: Vec<String> = rules.chunks(usize::from(automaton.states()).max(4)).map(line).collect();
    lines.join("\n")
}

/// A generation: digits, with a dot for state 0.
pub fn row(cells: &[State]) -> String {
    cells.iter().map(|state| if *state == 0 { '.' } else { char::from(b'0' + state) }).collect()
}
