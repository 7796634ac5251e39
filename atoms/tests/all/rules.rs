//! The rules: what every game must do, known numbers, the document's proofs as properties, and three ways to play a
//! move that must agree.

use atoms::board::{Board, Shape, Wide, Word};
use atoms::rules::plain::{ExplosionOrder, FirstInFirstOut, LastInFirstOut, PlainBoard};
use atoms::rules::{
    Atom, ChainAfterWin, Connections, DEFAULT_SIZE, Illegal, Position, Rule, Setup, Size, Square,
};
use common::game::{Dice, Enumerable, Game, Side};
use common::search::Reversible;
use common::testing;
use proptest::prelude::*;
use std::collections::{HashSet, VecDeque};

fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    Setup { size: Size::new(columns, rows).expect("a size that boards have"), rule }
}

/// The position after moves, which are all legal.
fn after(setup: Setup, moves: &str) -> Position {
    let mut position = Position::new(setup);
    for text in moves.split_whitespace() {
        let m = position.parse(position.mover(), text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.apply(&m);
    }
    position
}

fn square(text: &str) -> Square {
    Position::new(setup(16, 16, Rule::Neutral)).parse(Side::FIRST, text).expect("a square")
}

#[test]
fn every_promise_of_a_game_is_kept() {
    for rule in Rule::ALL {
        for (columns, rows, games) in [(2, 2, 12), (3, 2, 12), (3, 3, 12), (5, 4, 4), (8, 8, 1)] {
            testing::conformance::<Position>(&setup(columns, rows, rule), games);
        }
    }
}

#[test]
fn golden_games() {
    for rule in Rule::ALL {
        insta::assert_snapshot!(
            format!("golden_{}", rule.name()),
            testing::golden::<Position>(&setup(5, 4, rule), 1)
        );
    }
}

#[test]
fn the_numbers_of_the_board() {
    let size = DEFAULT_SIZE;
    assert_eq!(size.max_at_rest(), 160);
    let edges: u32 = size.all().map(|square| u32::from(size.critical(square))).sum::<u32>() / 2;
    assert_eq!(edges, 112);
    assert_eq!(Position::max_plies(&setup(16, 16, Rule::Neutral)), 705);
    for square in size.all() {
        assert_eq!(size.neighbours(square).count(), usize::from(size.critical(square)));
        assert_eq!(size.square(size.index(square)), square);
    }
}

#[test]
fn an_explosion_loses_the_critical_mass_and_takes_the_neighbours() {
    let position = after(setup(3, 3, Rule::Neutral), "a1 b1 c3 b1 b3 a3");
    // The corner has one electron; the second one makes it explode into a2 and b1, which explodes in turn.
    let chain = position.chain(square("a1"));
    let waves: Vec<Vec<String>> =
        chain.waves.iter().map(|wave| wave.explosions.iter().map(Square::to_string).collect()).collect();
    assert_eq!(waves, [["a1"], ["b1"]]);
    let end = chain.end();
    let atom = |text| end.atom(square(text));
    let blue = |electrons| Atom { owner: Some(Side::FIRST), electrons };
    assert_eq!(atom("a1"), blue(1));
    assert_eq!(atom("a2"), blue(1));
    assert_eq!(atom("b1"), Atom::default(), "an atom without electrons is neutral again");
    assert_eq!((atom("c1"), atom("b2")), (blue(1), blue(1)));
    assert_eq!((end.winner(), end.mover()), (None, Side::SECOND));
}

#[test]
fn a_kept_atom_without_electrons_is_still_owned() {
    let moves = "a1 c3 a1";
    let (neutral, kept) = (after(setup(3, 3, Rule::Neutral), moves), after(setup(3, 3, Rule::Kept), moves));
    assert_eq!(neutral.atom(square("a1")), Atom::default());
    assert_eq!(kept.atom(square("a1")), Atom { owner: Some(Side::FIRST), electrons: 0 });
    assert!(neutral.parse(Side::SECOND, "a1").is_ok());
    assert_eq!(kept.parse(Side::SECOND, "a1"), Err(Illegal::Taken(square("a1"), Side::FIRST)));
}

#[test]
fn nobody_wins_before_both_have_moved() {
    let one = after(Setup::default(), "d4");
    assert_eq!((one.winner(), one.squares(Side::SECOND)), (None, 0));
}

/// Explodes in an order that chance decides.
struct Shuffled(Dice);

impl ExplosionOrder for Shuffled {
    fn next(&mut self, waiting: &mut VecDeque<Square>) -> Option<Square> {
        let chosen = self.0.below(waiting.len());
        waiting.swap_remove_back(chosen)
    }
}

/// Two positions are the same as far as the order of explosions leaves them so: the winner, and everything while both live.
fn assert_alike(position: &Position, plain: &PlainBoard) {
    assert_eq!(position.winner(), plain.winner());
    if position.winner().is_none() {
        let atoms: Vec<Atom> = position.atoms().map(|(_, atom)| atom).collect();
        assert_eq!(atoms, plain.atoms());
        assert_eq!(position.moves(), plain.moves());
    }
}

fn assert_same_board<W: Word>(position: &Position, board: &Board<W>, won: bool) {
    assert_eq!(position.winner().is_some(), won);
    if !won {
        assert_eq!(*board, Board::of(position));
        assert_eq!(board.electrons() as usize, position.plies());
        assert_eq!(board.mover(), position.mover());
    }
}

/// A random game on boards of words `W`, compared with the rules at every move.
fn same_game<W: Word>(setup: Setup, seed: u64) {
    let Some(shape) = Shape::<W>::new(setup) else { return };
    let mut dice = Dice::new(seed);
    let (mut position, mut board) = (Position::new(setup), Board::<W>::EMPTY);
    while let Some(m) = dice.pick(&position.moves()).copied() {
        let moves: Vec<Square> = board.moves(&shape).squares().map(|n| setup.size.square(n)).collect();
        assert_eq!(moves, position.moves());
        let critical: Vec<Square> = setup.size.all().filter(|square| position.is_critical(*square)).collect();
        let found: Vec<Square> = board.critical(&shape).squares().map(|n| setup.size.square(n)).collect();
        assert_eq!(found, critical);
        let won = board.play(&shape, W::bit(setup.size.index(m)));
        position.apply(&m);
        assert_same_board(&position, &board, won);
    }
}

fn any_setup() -> impl Strategy<Value = Setup> {
    (2..=16u8, 2..=16u8, prop::sample::select(Rule::ALL.to_vec()))
        .prop_map(|(columns, rows, rule)| setup(columns, rows, rule))
}

fn small_setup() -> impl Strategy<Value = Setup> {
    (2..=8u8, 2..=8u8, prop::sample::select(Rule::ALL.to_vec()))
        .prop_map(|(columns, rows, rule)| setup(columns, rows, rule))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_order_of_explosions_changes_neither_winner_nor_living_positions(setup in small_setup(), seed: u64) {
        let mut dice = Dice::new(seed);
        let mut position = Position::new(setup);
        let mut games = [PlainBoard::new(setup), PlainBoard::new(setup), PlainBoard::new(setup), PlainBoard::new(setup)];
        while let Some(m) = dice.pick(&position.moves()).copied() {
            position.apply(&m);
            games[0].play(m, &mut FirstInFirstOut);
            games[1].play(m, &mut LastInFirstOut);
            games[2].play(m, &mut Shuffled(Dice::of(seed, 1)));
            games[3].play(m, &mut Shuffled(Dice::of(seed, 2)));
            for game in &games {
                assert_alike(&position, game);
            }
        }
    }

    #[test]
    fn waves_are_of_one_colour_and_what_exploded_is_at_rest(setup in any_setup(), seed: u64) {
        let size = setup.size;
        let mut dice = Dice::new(seed);
        let mut position = Position::new(setup);
        while let Some(m) = dice.pick(&position.moves()).copied() {
            let chain = position.chain(m);
            let mut electrons = position.plies() + 1;
            for wave in &chain.waves {
                let colour = |square: &Square| (square.row + square.column) % 2;
                prop_assert!(wave.explosions.iter().all(|square| colour(square) == colour(&wave.explosions[0])));
                for square in &wave.explosions {
                    prop_assert!(wave.after.atom(*square).electrons < size.critical(*square));
                }
                let now: usize = wave.after.atoms().map(|(_, atom)| usize::from(atom.electrons)).sum();
                prop_assert_eq!(now, electrons, "no electron is lost");
                electrons = now;
            }
            position.apply(&m);
        }
        let full = position.plies() <= size.max_at_rest() + 1;
        prop_assert!(full && position.winner().is_some());
    }

    /// A board with one electron more than can stand still explodes without end, with any owners: the rules end it, and
    /// the mover has taken everything.
    #[test]
    fn an_endless_chain_takes_every_enemy_atom(setup in small_setup(), seed: u64) {
        let mut dice = Dice::new(seed);
        let mut position = Position::new(setup);
        // Quiet moves as long as there are any, and so nearly always until the board is full.
        loop {
            let quiet: Vec<Square> =
                position.moves().into_iter().filter(|square| !position.is_critical(*square)).collect();
            let Some(m) = dice.pick(&quiet).copied() else { break };
            position.apply(&m);
        }
        if position.plies() == setup.size.max_at_rest() {
            for m in position.moves() {
                let mover = position.mover();
                let end = position.chain(m).end().clone();
                prop_assert_eq!(end.winner(), Some(mover));
                prop_assert_eq!(end.squares(mover.other()), 0);
            }
        }
    }

    #[test]
    fn bit_planes_play_as_the_rules_do(setup in any_setup(), seed: u64) {
        same_game::<u64>(setup, seed);
        same_game::<u128>(setup, seed);
        same_game::<Wide>(setup, seed);
    }

    #[test]
    fn sizes_read_back_and_nonsense_is_refused(columns in 0u8..=20, rows in 0u8..=20, noise in "\\PC{0,8}") {
        let text = format!("{columns}x{rows}");
        let fits = (2..=16).contains(&rows) && (2..=16).contains(&columns);
        prop_assert_eq!(text.parse::<Size>().is_ok(), fits);
        if let Ok(size) = text.parse::<Size>() {
            prop_assert_eq!(size.to_string(), text);
        }
        if let Ok(size) = noise.parse::<Size>() {
            prop_assert!(size.squares() >= 4);
        }
    }
}

/// Every square's bit reaches the whole key: boards that differ in a few squares never share one.
#[test]
fn boards_that_differ_in_little_have_different_keys() {
    let pair = ["a1 d5 h8 b1 a1 e5", "a1 d5 b1 h4 a1 e5"];
    let [a, b] = pair.map(|moves| Board::<u64>::of(&after(Setup::default(), moves)));
    assert_ne!(a.key(), b.key());
    let mut seen = HashSet::new();
    let mut count = 0;
    for first in 0..64 {
        for second in 0..64 {
            let (mine, theirs) = (u64::bit(first), u64::bit(second));
            if mine != theirs {
                for (ones, twos) in [(mine | theirs, 0), (mine, theirs), (theirs, mine), (0, mine | theirs)] {
                    seen.insert(Board { mine, theirs, ones, twos }.key());
                    seen.insert(Board { mine: mine | theirs, theirs: 0, ones, twos }.key());
                    count += 1;
                }
            }
        }
    }
    // The second kind of board is the same for both orders of its two squares, but for the electrons.
    assert_eq!(seen.len(), count + count / 2);
}

#[test]
fn refusals_say_what_is_wrong() {
    let position = after(setup(5, 4, Rule::Neutral), "a1");
    let why = |text: &str| position.parse(position.mover(), text).unwrap_err().to_string();
    assert_eq!(why("a1"), "the atom on a1 is Blue's; choose one of your own or a free one");
    let off = "on this board; it has the columns a to e and the rows 1 to 4";
    assert_eq!(why("f1"), format!("there is no square f1 {off}"));
    assert_eq!(why("a0"), format!("there is no square a0 {off}"));
    assert_eq!(why("A999"), format!("there is no square a999 {off}"));
    for text in ["", "4", "c", "cc", "c-1", "c1234", "č4", "c4 d4"] {
        assert!(why(text).ends_with("as in c4"), "{text}: {}", why(text));
    }
    assert_eq!(position.parse(position.mover(), " C4 "), Ok(square("c4")));
}

/// A winning chain stops while atoms are overfull. What follows is only for the eye.
#[test]
fn waves_after_a_win_end_with_no_overfull_atom() {
    let (mut some, mut endless) = (0, 0);
    for seed in 0..60 {
        let size: Size = if seed % 2 == 0 { "3x3" } else { "5x4" }.parse().unwrap();
        let mut position = Position::new(Setup { size, ..Setup::default() });
        let mut dice = Dice::new(seed);
        let mut moves = Vec::new();
        while position.winner().is_none() {
            let side = position.mover();
            assert!(position.chain_after_win().waves.is_empty());
            let m = position.random_move(side, &mut dice).unwrap();
            position.play(side, &m, &mut Dice::new(0)).unwrap();
            moves.push(m.to_string());
        }
        let is_overfull =
            |position: &Position| position.atoms().any(|(square, _)| position.is_overfull(square));
        let ChainAfterWin { waves, endless: is_endless } = position.chain_after_win();
        assert_eq!(is_overfull(&position), !waves.is_empty(), "{moves:?}");
        // A chain can go on for ever only if there are as many electrons as pairs of neighbours.
        let pairs: usize =
            position.atoms().map(|(square, _)| size.neighbours(square).count()).sum::<usize>() / 2;
        if let Some(last) = waves.last() {
            some += 1;
            assert!(!is_overfull(&last.after), "{moves:?}");
            let winner = position.winner().unwrap();
            let (before, after) = (position.electrons(winner), last.after.electrons(winner));
            // Electrons are left out only if the board cannot hold them all.
            let places: u32 = position.atoms().map(|(square, _)| u32::from(size.critical(square)) - 1).sum();
            assert_eq!(after, before.min(places), "{moves:?}");
            assert!(!is_endless || position.plies() >= pairs, "{moves:?}");
            endless += usize::from(is_endless);
            assert_eq!(last.after.winner(), Some(winner));
        }
    }
    assert!(some > 5, "only {some} games end with an overfull atom");
    assert!(endless > 0, "no game ends with an endless chain");
}
