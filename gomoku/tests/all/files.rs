//! Game files of other programs: reading, writing, round trips, and error messages.

use common::game::{Enumerable, Game, Outcome, Side};
use common::job::Work;
use common::search::Reversible;
use common::session::{Seat, Session};
use gomoku::files::{GameRecord, psq, sgf};
use gomoku::rules::{Move, Opening, Position, Rule, Setup, Size};
use proptest::prelude::*;

fn stone_texts(game: &GameRecord) -> String {
    let texts: Vec<String> = game.stones.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

#[test]
fn a_piskvork_file_is_read() {
    let file = "piskvorky 20x15, 11:11, 0\r\n8,8,1500\r\n 9,8,0\r\n1,15,3\r\nAI one.zip\r\nme, myself\r\n-1\r\n9,9,9\r\n";
    let game = psq::read(file).unwrap();
    assert_eq!((game.size, game.rule), (Size::new(20, 15).unwrap(), Rule::Freestyle));
    assert_eq!(stone_texts(&game), "h8 i8 a1");
}

#[test]
fn the_main_line_of_an_sgf_tree_is_read() {
    let file = "\u{feff} (;FF[4]gm[1]GM[4]SZ[20:15]C[a \\] and a (;B[aa\\]\n)]PB[x]\n;B[hh]LB[aa:1] [bb:2];White[ih](;B[aa]C[x];W[bb])(;B[cc]))";
    let game = sgf::read(file);
    assert_eq!(game.unwrap_err(), "line 1: GM[1] is another game; gomoku is GM[4]");
    let file = file.replace("gm[1]", "");
    let game = sgf::read(&file).unwrap();
    assert_eq!(stone_texts(&game), "h8 i8 a15 b14");
    assert_eq!(game.size, Size::new(20, 15).unwrap());
}

#[test]
fn errors_have_a_line_and_a_reason() {
    let psq = [
        ("", "it is empty"),
        ("Piskvor 15x15", "line 1: 'Piskvor 15x15' is not a header like"),
        ("Piskvorky 23x23, 11:11, 0", "line 1: '23x23' is not a valid size"),
        ("Piskvorky 15x15, 11:11, 0\n8,x,0\n", "line 2: '8,x,0' is not a stone"),
        ("Piskvorky 15x15, 11:11, 0\n0,1,0\n", "line 2: there is no point 0,1"),
        ("Piskvorky 15x15, 11:11, 0\n16,1,0\n", "line 2: there is no point 16,1"),
        ("Piskvorky 15x15, 11:11, 0\n\n8,8,0\n", ""),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", "line 3: there is a black stone on h8"),
    ];
    let sgf = [
        ("", "it does not begin with (;"),
        ("(;GM[4]SZ[15];B[hh]", "it is cut off: its closing bracket is missing"),
        ("(;GM[4]\nC[never ends", "it is cut off in the value that begins on line 2"),
        ("(;SZ[4];B[aa])", "line 1: SZ[4]: a board has 5 to 22"),
        ("(;SZ[15]\n;W[hh])", "line 2: White is out of turn"),
        ("(;SZ[15];B[zz])", "line 1: there is no point 'zz'"),
        ("(;SZ[15];B[])", "line 1: a player passes"),
        ("(;SZ[15];B[h8])", "line 1: 'h8' is not a point"),
        ("(;SZ[15]AB[aa])", "line 1: AB sets up stones"),
        ("(;SZ[15]{;B[aa])", "line 1: unexpected '{'"),
        ("(;SZ[15];B[aa];W[aa])", "line 1: there is a black stone on a15"),
        ("(;B[aa];SZ[15])", "line 1: SZ must come before the first stone"),
    ];
    for (text, expected) in psq {
        let message = psq::read(text).err().unwrap_or_default();
        assert!(
            message.starts_with(expected) && message.is_empty() == expected.is_empty(),
            "{text}: {message}"
        );
    }
    for (text, expected) in sgf {
        let message = sgf::read(text).unwrap_err();
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}

#[test]
fn a_missing_rule_is_deduced_from_the_game() {
    // Six in a row, and the game continues.
    let stones = "1,1 1,15 2,1 3,15 3,1 5,15 5,1 7,15 6,1 9,15 4,1 11,15";
    let file = format!("Piskvorky 15x15, 11:11, 0\n{}", stones.replace(' ', "\n"));
    assert_eq!(psq::read(&file).unwrap().rule, Rule::Standard);
}

#[test]
fn a_session_chooses_the_format_by_the_file_extension() {
    let dir = tempfile::tempdir().unwrap();
    let seats = || vec![Seat::Human, Seat::Human];
    let setup = Setup { opening: Opening::Swap2, rule: Rule::Renju, ..Setup::default() };
    let moves: Vec<String> = "h8 i9 j10 more a1 b1 swap c1".split_whitespace().map(str::to_owned).collect();
    let session = Session::<Position>::with_moves(setup, seats(), 1, &moves, &Work::quiet()).unwrap();
    for name in ["game.psq", "game.SGF"] {
        let path = dir.path().join(name);
        session.save(&path).unwrap();
        let read = Session::<Position>::load(&path, &Work::quiet()).unwrap();
        let texts: Vec<&str> = read.plies().iter().map(|ply| ply.text.as_str()).collect();
        assert_eq!(texts.join(" "), "h8 i9 j10 a1 b1 c1", "{name}");
        assert_eq!(*read.setup(), Setup { opening: Opening::Free, ..setup });
        session.save(&path).unwrap();
        std::fs::write(&path, "my diary").unwrap();
        let message = session.save(&path).unwrap_err().to_string();
        assert!(message.contains("exists and is not a game of"), "{message}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my diary");
        let message = Session::<Position>::load(&path, &Work::quiet()).unwrap_err().about(&path);
        assert!(message.contains("cannot be opened: this is not a game of"), "{message}");
    }
    std::fs::write(dir.path().join("latin.psq"), b"Piskvorky 15x15, 11:11, 0\n8,8,0\nJi\xf8\xed\n-1\n")
        .unwrap();
    assert_eq!(Session::<Position>::load(&dir.path().join("latin.psq"), &Work::quiet()).unwrap().ply(), 1);
}

/// A game of random moves.
fn random_game() -> impl Strategy<Value = (Setup, Vec<Move>)> {
    let sizes = (5u8..=22, 5u8..=22).prop_filter_map("a size", |(c, r)| Size::new(c, r));
    let setups = (sizes, 0usize..3).prop_map(|(size, rule)| Setup {
        size,
        rule: Rule::ALL[rule],
        opening: Opening::Free,
    });
    (setups, prop::collection::vec(any::<prop::sample::Index>(), 0..60)).prop_map(|(setup, choices)| {
        let mut position = Position::new(setup);
        let mut moves = Vec::new();
        for choice in choices {
            let legal = position.moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[choice.index(legal.len())];
            position.apply(&m);
            moves.push(m);
        }
        (setup, moves)
    })
}

proptest! {
    #[test]
    fn written_games_read_back_the_same((setup, moves) in random_game()) {
        let game = GameRecord::of(setup, &moves);
        prop_assert_eq!(psq::read(&psq::write(&game)), Ok(game.clone()));
        prop_assert_eq!(sgf::read(&sgf::write(&game)), Ok(game.clone()));
        prop_assert!(psq::is_psq(&psq::write(&game)) && !psq::is_psq(&sgf::write(&game)));
        prop_assert!(sgf::is_sgf(&sgf::write(&game)) && !sgf::is_sgf(&psq::write(&game)));
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = (psq::read(&text), sgf::read(&text), psq::is_psq(&text), sgf::is_sgf(&text));
        let _ = psq::read(&format!("Piskvorky 15x15, 11:11, 0\n{text}"));
        let _ = sgf::read(&format!("(;GM[4]SZ[15];B[{text}"));
    }

    #[test]
    fn almost_valid_files_never_panic(
        words in prop::collection::vec(prop::sample::select(vec![
            "(", ")", ";", "B[hh]", "W[", "]", "SZ[5:22]", "\\", "Piskvorky ", "15x15", ",", "8,8,0", "\n", "rule=renju", "RU[renju]", "GM[4]", "\u{feff}", "é",
        ]), 0..40),
    ) {
        let text = words.concat();
        let _ = (psq::read(&text), sgf::read(&text), psq::is_psq(&text), sgf::is_sgf(&text));
    }
}

#[test]
fn a_read_game_has_the_right_outcome() {
    let file = "(;GM[4];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    let game = sgf::read(file).unwrap();
    let mut position = Position::new(Setup::default());
    for point in game.stones {
        position.apply(&Move::Stone(point));
    }
    assert_eq!(position.outcome().and_then(Outcome::winner), Some(Side::FIRST));
}
