//! The strong machine: its board against one made anew, its threats against plain search, and its promises.

use common::game::{Dice, Enumerable};
use common::search::Reversible;
use gomoku::ai::strong::{Board, Kind, Weights};
use gomoku::rules::{Colour, Grid, Move, Opening, Position, Rule, Setup, Size};
use proptest::prelude::*;

fn setup(columns: u8, rows: u8, rule: Rule) -> Setup {
    let size = Size::new(columns, rows).expect("a size that boards have");
    Setup { size, rule, opening: Opening::Free }
}

fn assert_same(kept: &Board, anew: &Board, size: Size) {
    assert_eq!((kept.key(), kept.judge(), kept.mover()), (anew.key(), anew.judge(), anew.mover()));
    for index in size.all().map(Grid::index).filter(|index| anew.is_empty(*index)) {
        for colour in Colour::ALL {
            assert_eq!(kept.code(colour, index), anew.code(colour, index), "{}", Grid::point(index));
        }
    }
    for colour in Colour::ALL {
        for kind in Kind::ALL {
            assert_eq!(kept.count_of(colour, kind), anew.count_of(colour, kind), "{colour:?} {kind:?}");
            assert!(kept.points_of(colour, kind).eq(anew.points_of(colour, kind)), "{colour:?} {kind:?}");
        }
    }
    assert!(kept.candidates().eq(anew.candidates()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn what_is_kept_equals_what_is_counted_anew(
        columns in 5_u8..=22,
        rows in 5_u8..=22,
        rule in 0_usize..3,
        seed: u64,
        steps in proptest::collection::vec(0_u8..4, 1..80),
    ) {
        let setup = setup(columns, rows, Rule::ALL[rule]);
        let weights = Weights::learned();
        let mut position = Position::new(setup);
        let mut board = Board::of(&position, &weights);
        let (mut undos, mut dice) = (Vec::new(), Dice::new(seed));
        for step in steps {
            if step == 0 {
                if let Some(undo) = undos.pop() {
                    position.take_back(undo);
                    board.take_back();
                }
            } else if let Some(m @ Move::Stone(point)) = dice.pick(&position.moves()).copied() {
                undos.push(position.apply(&m));
                board.play(Grid::index(point));
            }
            assert_same(&board, &Board::of(&position, &weights), setup.size);
        }
    }
}
