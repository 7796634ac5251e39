//! Commands: what can be typed besides moves.

/// A line that is not a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Help,
    Rules,
    Board,
    Moves,
    Undo,
    Redo,
    Hint,
    Values,
    Review,
    Back,
    Go,
    Resign,
    Branch(&'a str),
    Seat(&'a str),
    Save(&'a str),
    Load(&'a str),
    New,
    Quit,
}

/// What a game must have for a command to be of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    /// Hints with the values of single moves.
    Values,
    /// A review.
    Review,
    /// Moves that are entered in parts.
    Parts,
    /// A move that can be undone.
    Undo,
    /// A move that can be redone.
    Redo,
    /// An AI player that waits.
    AiPlayer,
    /// A new game that goes on from a finished one.
    Branch,
    /// Several humans who may move at the same time.
    Seats,
    /// Somebody who wins if another one resigns.
    Opponent,
}

/// Every command as `help` lists it.
const COMMANDS: &[(&str, &str, Needs)] = &[
    ("help", "this list", Needs::Nothing),
    ("rules", "the rules of the game", Needs::Nothing),
    ("board", "show the board again", Needs::Nothing),
    ("moves", "list the moves played so far", Needs::Nothing),
    ("undo", "undo your last move", Needs::Undo),
    ("redo", "redo an undone move", Needs::Redo),
    ("hint", "", Needs::Nothing),
    ("values", "show the value of every move", Needs::Values),
    ("review", "find the mistakes of the game, and better moves", Needs::Review),
    ("back", "drop the first part of a move; an empty line does the same", Needs::Parts),
    ("go", "let the AI player move after an undo", Needs::AiPlayer),
    ("branch 4", "after the end: play on from before move 4, in a new game", Needs::Branch),
    ("resign", "give up the game", Needs::Opponent),
    ("seat p2", "let another player at this computer move first", Needs::Seats),
    ("save FILE", "save the game to a file; save --force FILE replaces one that exists", Needs::Nothing),
    ("load FILE", "load a game from a file", Needs::Nothing),
    ("new", "start a new game like this one", Needs::Nothing),
    ("quit", "leave; you can continue the game later", Needs::Nothing),
];

/// The list of commands that are of use, with the game's own words about hints.
pub(super) fn help(hint: &str, useful: impl Fn(Needs) -> bool) -> String {
    let listed = COMMANDS.iter().filter(|(_, _, needs)| useful(*needs));
    let line = |(name, about, _): &(&str, &str, Needs)| {
        format!("  {name:<10} {}\n", if about.is_empty() { hint } else { about })
    };
    format!("Type a move or one of these commands:\n{}", listed.map(line).collect::<String>())
}

/// The words of the commands that are of use, as Tab completes them.
pub(super) fn words(useful: impl Fn(Needs) -> bool) -> Vec<String> {
    let listed = COMMANDS.iter().filter(|(_, _, needs)| useful(*needs));
    listed
        .map(|(usage, ..)| match usage.split_once(' ') {
            Some((word, _)) => format!("{word} "),
            None => (*usage).to_owned(),
        })
        .collect()
}

/// Reads a command: `None` if the line is not one, so that it may be a move; an error if it is used wrongly.
pub(super) fn read<'a>(line: &'a str) -> Option<Result<Command<'a>, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_ascii_lowercase();
    let with = |what: &str, example: &str, make: fn(&'a str) -> Command<'a>| match rest {
        "" => Err(format!("{word} needs {what}, as in: {word} {example}")),
        name => Ok(make(name)),
    };
    let plain = match word.as_str() {
        "help" | "?" => Command::Help,
        "rules" => Command::Rules,
        "board" => Command::Board,
        "moves" => Command::Moves,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "hint" => Command::Hint,
        "values" => Command::Values,
        "review" => Command::Review,
        "back" => Command::Back,
        "go" => Command::Go,
        "resign" | "surrender" => Command::Resign,
        "branch" => return Some(with("the number of a move", "4", Command::Branch)),
        "seat" => return Some(with("a player", "p2", Command::Seat)),
        "save" => return Some(with("the name of a file", "game.yaml", Command::Save)),
        "load" => return Some(with("the name of a file", "game.yaml", Command::Load)),
        "new" => Command::New,
        "quit" | "exit" => Command::Quit,
        _ => return None,
    };
    Some(if rest.is_empty() { Ok(plain) } else { Err(format!("{word} takes no argument")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_is_read() {
        let help = help("a hint", |_| true);
        for (usage, ..) in COMMANDS {
            assert!(matches!(read(usage), Some(Ok(_))), "{usage}");
            assert!(help.contains(usage));
        }
        assert!(help.contains("  hint       a hint\n"));
        assert_eq!(read("SAVE  my game.yaml "), Some(Ok(Command::Save("my game.yaml"))));
        assert_eq!(read("0 4"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn only_commands_of_use_are_listed_and_completed() {
        let useful = |needs| needs == Needs::Nothing;
        let help = help("a hint", useful);
        for command in ["values", "back", "go ", "seat"] {
            assert!(!help.contains(&format!("\n  {command}")), "{command}");
            assert!(!words(useful).iter().any(|word| word.starts_with(command)), "{command}");
        }
        assert!(words(useful).contains(&"save ".to_owned()));
    }

    #[test]
    fn a_command_used_wrongly_says_how_to_use_it() {
        assert_eq!(read("undo 3"), Some(Err("undo takes no argument".into())));
        assert_eq!(read("load"), Some(Err("load needs the name of a file, as in: load game.yaml".into())));
        assert_eq!(read("seat"), Some(Err("seat needs a player, as in: seat p2".into())));
    }
}
