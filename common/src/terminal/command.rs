//! What can be typed besides moves.

/// A line that is no move.
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
    Back,
    Go,
    Save(&'a str),
    Load(&'a str),
    New,
    Quit,
}

/// Every command as `help` lists it.
const COMMANDS: &[(&str, &str)] = &[
    ("help", "this list"),
    ("rules", "the rules of the game"),
    ("board", "the board again"),
    ("moves", "the moves so far"),
    ("undo", "take back your last move"),
    ("redo", "play again what was taken back"),
    ("hint", "the move that the strongest machine would play"),
    ("values", "what every move is worth, where the strongest machine knows"),
    ("back", "drop the first part of a move; an empty line does the same"),
    ("go", "let a machine move that waits after an undo"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "go on with a game from a file"),
    ("new", "start again with the same players"),
    ("quit", "leave; the game is kept"),
];

/// The list of commands.
pub(super) fn help() -> String {
    let line = |(name, about): &(&str, &str)| format!("  {name:<10} {about}\n");
    format!("Type a move, or one of these:\n{}", COMMANDS.iter().map(line).collect::<String>())
}

/// Reads a command: `None` if the line is none, so that it may be a move; an error if it is one, wrongly used.
pub(super) fn read<'a>(line: &'a str) -> Option<Result<Command<'a>, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_ascii_lowercase();
    let file = |make: fn(&'a str) -> Command<'a>| match rest {
        "" => Err(format!("{word} needs the name of a file, as in: {word} game.yaml")),
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
        "back" => Command::Back,
        "go" => Command::Go,
        "save" => return Some(file(Command::Save)),
        "load" => return Some(file(Command::Load)),
        "new" => Command::New,
        "quit" | "exit" => Command::Quit,
        _ => return None,
    };
    Some(if rest.is_empty() { Ok(plain) } else { Err(format!("{word} stands alone on its line")) })
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
    fn a_command_wrongly_used_says_how() {
        assert_eq!(read("undo 3"), Some(Err("undo stands alone on its line".into())));
        assert_eq!(read("load"), Some(Err("load needs the name of a file, as in: load game.yaml".into())));
    }
}
