//! A new game from an earlier round of a finished one.

use crate::record::GameRecord;
use crate::rules::{FromGame, Position, Setup};
use common::session::Session;
use common::words::Branch;
use std::sync::Arc;

/// A game that goes on from the beginning of the round in which the first moves of another game end.
pub(super) fn branch(session: &Session<Position>, moves: usize) -> Result<Branch<Setup>, String> {
    let record = GameRecord::of_rounds(session, moves).ok_or("there is no such move in this game")?;
    let position = record.position();
    let place = match position.round() + 1 {
        _ if position.is_picking() => "the choice of the starting regions".to_owned(),
        round => format!("the beginning of round {round}"),
    };
    Ok(Branch { setup: FromGame::new(Arc::new(record))?.into_setup(), place })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find_map;
    use common::game::{Dice, Game, Side};
    use common::session::Seat;
    use common::words::Words;

    /// Two humans play so many more moves.
    fn play(session: &mut Session<Position>, moves: usize) {
        let mut dice = Dice::new(4);
        for _ in 0..moves {
            let side = session.to_move().first().expect("a side to move");
            let m = session.position().random_move(side, &mut dice).expect("a move");
            session.play_text(side, &m.to_string()).expect("a legal move");
        }
    }

    fn two_humans(setup: Setup) -> Session<Position> {
        Session::new(setup, vec![Seat::Human; 2], 5).expect("a game")
    }

    /// Two rounds are 6 moves; then a turn waits for the other one.
    fn resigned(moves: usize) -> Session<Position> {
        let mut setup = Setup { map: find_map("brindle").expect("a built-in map"), ..Setup::default() };
        setup.looks.set_name(Side::FIRST, "Ada").expect("a name");
        let mut session = two_humans(setup);
        play(&mut session, moves);
        assert!(session.brancher().is_none(), "the game is not over");
        assert!(session.resign(Side::FIRST));
        session
    }

    #[test]
    fn a_finished_game_goes_on_from_the_beginning_of_any_round() {
        let session = resigned(7);
        let brancher = session.brancher().expect("games of this kind go on in new ones");
        for (moves, settled, place) in [
            (0, 0, "the choice of the starting regions"),
            (1, 0, "the choice of the starting regions"),
            (2, 2, "the beginning of round 1"),
            (3, 2, "the beginning of round 1"),
            (4, 4, "the beginning of round 2"),
            (7, 6, "the beginning of round 3"),
        ] {
            let branch = brancher(&session, moves).expect("a game to go on from");
            assert_eq!(branch.place, place);
            assert_eq!(Position::side_name(&branch.setup, None, Side::FIRST), "Ada");
            let next = two_humans(branch.setup);
            assert!(next.plies().is_empty() && next.to_move().contains(Side::FIRST));
            assert_eq!(next.position(), session.position_after(settled).expect("a position"));
        }
        assert!(brancher(&session, 8).is_err());
    }

    #[test]
    fn a_game_that_went_on_from_another_one_goes_on_again() {
        let session = resigned(7);
        let setup = branch(&session, 4).expect("a game to go on from").setup;
        let mut next = two_humans(setup);
        play(&mut next, 3);
        assert!(next.resign(Side::FIRST));
        assert_eq!(branch(&next, 0).expect("a game").place, "the beginning of round 2");
        assert_eq!(branch(&next, 3).expect("a game").place, "the beginning of round 3");
        let length =
            |session: &Session<Position>| Position::length(session.setup(), &session.saved().moves());
        assert_eq!([length(&session), length(&next)], ["2 rounds", "2 rounds"]);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn the_terminal_goes_on_from_before_a_move() {
        use common::session::Autosave;
        use common::terminal::{Rendering, TerminalOptions, play};
        let options = TerminalOptions {
            interactive: false,
            think_time: std::time::Duration::from_secs(1),
            seed: 1,
            store: None,
            rendering: Rendering::PLAIN,
            file: None,
        };
        let mut output = Vec::new();
        let lines = b"undo\nback\n3>4:1\nhelp\nbranch 9\nbranch 5\nbranch 5\nquit\n";
        play(resigned(6), &mut Autosave::off(), options, &mut &lines[..], &mut output).expect("no failure");
        let said = String::from_utf8(output).expect("text");
        let mut rest = said.as_str();
        for part in [
            "The game is over. Type 'review' to find the mistakes, 'branch N' to play on from before move N, 'new' for a new \
             game or 'quit'.",
            "Not possible: there is nothing to undo: a turn is committed as a whole",
            "Not possible: 'back' is neither a move nor a command; help lists the commands.",
            "Not possible: the game is over.",
            "  branch 4   after the end: play on from before move 4, in a new game\n",
            "Not possible: '9' is not a move of this game: use a number from 1 to 6.",
            "A new game from the beginning of round 2. The finished game is kept.\n",
            "Round 2 of ",
            "Not possible: the game is not over.",
        ] {
            let at =
                rest.find(part).unwrap_or_else(|| panic!("'{part}' is not said, or not in order:\n{said}"));
            rest = &rest[at + part.len()..];
        }
        for command in ["undo", "redo", "go ", "back"] {
            assert!(!said.contains(&format!("\n  {command}")), "{command} never works here");
        }
    }
}
