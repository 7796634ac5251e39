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
    Seat(&'a str),
    Save(&'a str),
    Load(&'a str),
    New,
    Quit,
}

/// Every command as `help` lists it.
const COMMANDS: &[(&str, &str)] = &[
    ("help", "this list"),
    ("rules", "the rules of the game"),
    ("board", "show the board again"),
    ("moves", "list the moves"),
    ("undo", "undo your last move"),
    ("redo", "redo an undone move"),
    ("hint", "the move that the strongest AI player would play"),
    ("values", "the value of every move, where the strongest AI player knows it"),
    ("review", "find the mistakes of the game, with what would have been better"),
    ("back", "drop the first part of a move; an empty line does the same"),
    ("go", "let an AI player move that waits after an undo"),
    ("seat p2", "let another human at this computer move first, where several may"),
    ("save FILE", "save the game to a file"),
    ("load FILE", "load a game from a file"),
    ("new", "start a new game with the same players"),
    ("quit", "leave; the game is kept"),
];

/// The list of commands.
pub(super) fn help() -> String {
    let line = |(name, about): &(&str, &str)| format!("  {name:<10} {about}\n");
    format!("Type a move, or one of these:\n{}", COMMANDS.iter().map(line).collect::<String>())
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
        "seat" => return Some(with("a side", "p2", Command::Seat)),
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
        for (usage, _) in COMMANDS {
            assert!(matches!(read(usage), Some(Ok(_))), "{usage}");
            assert!(help().contains(usage));
        }
        assert_eq!(read("SAVE  my game.yaml "), Some(Ok(Command::Save("my game.yaml"))));
        assert_eq!(read("0 4"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn a_command_used_wrongly_says_how_to_use_it() {
        assert_eq!(read("undo 3"), Some(Err("undo takes no argument".into())));
        assert_eq!(read("load"), Some(Err("load needs the name of a file, as in: load game.yaml".into())));
        assert_eq!(read("seat"), Some(Err("seat needs a side, as in: seat p2".into())));
    }
}
